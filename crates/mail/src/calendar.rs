//! Deadlines as calendar programs read them (RFC 5545): for the player's own calendar, with nobody
//! to answer to.
//!
//! Not here: which deadlines a mail announces (`desk`).

/// The longest line, in octets, without its end.
const LINE_MAX: usize = 75;

/// A deadline in a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadline {
    /// What it is in every mail that mentions it: of one sheet of one campaign.
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

/// The calendar file of these deadlines; `stamp` is when the mail was written, in UTC.
pub fn part(deadlines: &[Deadline], stamp: &str) -> String {
    let mut file = String::new();
    line(&mut file, "BEGIN", "VCALENDAR");
    line(&mut file, "VERSION", "2.0");
    line(&mut file, "PRODID", "-//Packetboat//EN");
    line(&mut file, "CALSCALE", "GREGORIAN");
    line(&mut file, "METHOD", "PUBLISH");
    for deadline in deadlines {
        let status = if deadline.cancelled {
            "CANCELLED"
        } else {
            "CONFIRMED"
        };
        line(&mut file, "BEGIN", "VEVENT");
        line(&mut file, "DTSTAMP", stamp);
        line(&mut file, "DTSTART", &deadline.at);
        line(&mut file, "SEQUENCE", &deadline.sequence.to_string());
        line(&mut file, "STATUS", status);
        line(&mut file, "SUMMARY", &escaped(&deadline.summary));
        line(&mut file, "TRANSP", "TRANSPARENT");
        line(&mut file, "UID", &escaped(&deadline.uid));
        line(&mut file, "END", "VEVENT");
    }
    line(&mut file, "END", "VCALENDAR");
    file
}

/// Adds a property; a line that is too long is folded between characters.
fn line(file: &mut String, name: &str, value: &str) {
    let mut octets = 0;
    for letter in format!("{name}:{value}").chars() {
        if octets + letter.len_utf8() > LINE_MAX {
            file.push_str("\r\n ");
            octets = 1;
        }
        file.push(letter);
        octets += letter.len_utf8();
    }
    file.push_str("\r\n");
}

/// Text with a backslash before what would end it or part it.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(',', "\\,");
    text.replace(';', "\\;").replace('\n', "\\n")
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

    #[test]
    fn a_long_line_is_folded_and_no_character_cut() {
        let (before, after) = ("a".repeat(70), "b".repeat(72));
        let mut file = String::new();
        line(&mut file, "UID", &format!("{before}é{after}c"));
        assert_eq!(file, format!("UID:{before}\r\n é{after}\r\n c\r\n"));
    }

    #[test]
    fn marks_of_the_format_are_escaped() {
        assert_eq!(escaped("a\\b,c;d\ne:"), r"a\\b\,c\;d\ne:");
    }
}
