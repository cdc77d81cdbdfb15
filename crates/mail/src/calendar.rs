//! Deadlines as calendar programs read them (RFC 5545): for the player's own calendar, with nobody
//! to answer to.
//!
//! Not here: which deadlines a mail tells (`desk`).

use icalendar::{Calendar, Component, Event};

/// A deadline in a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// What it is in every mail that tells of it: of one sheet of one campaign.
    pub uid: String,
    /// Rises whenever something of it changes.
    pub sequence: u32,
    /// In UTC: `20261129T190000Z`.
    pub at: String,
    /// In a few words.
    pub summary: String,
    /// Whether it has fallen away.
    pub cancelled: bool,
}

/// The part of a mail that tells these; `stamp` is when the mail was written, in UTC.
pub fn part(deadlines: &[Deadline], stamp: &str) -> String {
    let mut calendar = Calendar::empty();
    for property in [
        ("VERSION", "2.0"),
        ("PRODID", "-//Packetboat//EN"),
        ("CALSCALE", "GREGORIAN"),
        ("METHOD", "PUBLISH"),
    ] {
        calendar.append_property(property);
    }
    for it in deadlines {
        let status = match it.cancelled {
            true => "CANCELLED",
            false => "CONFIRMED",
        };
        let mut event = Event::new();
        event
            .uid(&it.uid)
            .summary(&it.summary)
            .add_property("DTSTAMP", stamp)
            .add_property("DTSTART", &it.at)
            .add_property("SEQUENCE", it.sequence.to_string())
            .add_property("STATUS", status)
            .add_property("TRANSP", "TRANSPARENT");
        calendar.push(event.done());
    }
    calendar.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_as_calendars_read_it() {
        let deadline = Deadline {
            uid: "new-spain-6b@club.example".to_owned(),
            sequence: 12,
            at: "20261129T190000Z".to_owned(),
            summary: "Orders: new-spain, turn 6b; all".to_owned(),
            cancelled: false,
        };
        let moved = Deadline {
            cancelled: true,
            ..deadline.clone()
        };
        let text = part(&[deadline, moved], "20261126T080000Z");
        let wanted = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Packetboat//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            "BEGIN:VEVENT",
            "DTSTAMP:20261126T080000Z",
            "DTSTART:20261129T190000Z",
            "SEQUENCE:12",
            "STATUS:CONFIRMED",
            "SUMMARY:Orders: new-spain\\, turn 6b\\; all",
            "TRANSP:TRANSPARENT",
            "UID:new-spain-6b@club.example",
            "END:VEVENT",
        ];
        let lines: Vec<&str> = text.split("\r\n").collect();
        assert_eq!(lines[..wanted.len()], wanted, "{text}");
        assert!(text.contains("STATUS:CANCELLED\r\n"));
        assert!(!text.contains("ORGANIZER") && !text.contains("ATTENDEE"));
    }
}
