//! What is answered: our mail, as a mail program has read it; and when that was.

use super::page::{self, Page};
use crate::support::header;
use packetboat::clock::Moment;
use packetboat::mail::mime::{self, MimePart};

/// A mail of ours.
pub(super) struct Ours {
    pub(super) name: String,
    pub(super) address: String,
    /// The whole Reply-To, as its header says it.
    pub(super) reply_to: String,
    /// The player's name and address.
    pub(super) player: (String, String),
    pub(super) subject: String,
    /// With its angle brackets.
    pub(super) id: String,
    pub(super) references: String,
    pub(super) sent: When,
    /// The lines of the text part.
    pub(super) plain: Vec<String>,
    /// The inside of the body of the HTML part.
    pub(super) page: Page,
    /// What its `body` says.
    pub(super) body: page::Attributes,
    /// Its style sheet, and its title.
    pub(super) style: String,
    pub(super) title: String,
    pub(super) picture: Option<Vec<u8>>,
}

impl Ours {
    pub(super) fn read(message: &[u8]) -> Self {
        let mut bytes = message.to_vec();
        bytes.retain(|it| *it != b'\r');
        let of = |name: &str| header(message, name).unwrap_or_default();
        let root = mime::tree(&bytes);
        let (name, address) = mailbox(&of("From"));
        let html = decoded(&root, "text", "html").map(in_utf8);
        let html = html.unwrap_or_default();
        let (head, inner) = html.split_once("<body").unwrap_or_default();
        let (tag, inner) = inner.split_once('>').unwrap_or_default();
        let body = match page::read(&format!("<body{tag}>")).pop() {
            Some(page::Piece::Open(_, attributes)) => attributes,
            _ => Vec::new(),
        };
        let between = |start: &str, end: &str| {
            let found = head.split_once(start).and_then(|it| it.1.split_once(end));
            found.map_or("", |it| it.0).trim().to_owned()
        };
        let plain = decoded(&root, "text", "plain").map(in_utf8);
        let plain = plain.unwrap_or_default();
        let plain: Vec<String> = plain.trim_end().lines().map(str::to_owned).collect();
        let page = if html.is_empty() {
            of_text(&plain)
        } else {
            page::read(inner.split("</body>").next().unwrap_or_default().trim())
        };
        Ours {
            name,
            address,
            reply_to: of("Reply-To"),
            player: mailbox(&of("To")),
            subject: words(&of("Subject")),
            id: of("Message-ID"),
            references: format!("{} {}", of("References"), of("Message-ID")),
            sent: When::read(&of("Date")),
            plain,
            page,
            body,
            style: between("<style>", "</style>"),
            title: between("<title>", "</title>"),
            picture: decoded(&root, "image", "png"),
        }
    }

    /// Whether a line of it could be written over: in its text or its page.
    pub(super) fn edit(&mut self, from: &str, to: &str) -> bool {
        let fits = |it: &str| it.trim() == from;
        let text = page::line_edited(&self.plain.join("\n"), fits, to);
        if let Some(edited) = &text {
            self.plain = edited.split('\n').map(str::to_owned).collect();
        }
        page::edited(&mut self.page, from, to) || text.is_some()
    }
}

/// A page that shows a text, for a mail that has no page.
fn of_text(lines: &[String]) -> Page {
    let br = || page::Piece::Open("br".to_owned(), Vec::new());
    let lines = lines.iter();
    lines
        .flat_map(|it| [page::Piece::Text(it.clone()), br()])
        .collect()
}

fn in_utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("our mails are UTF-8")
}

fn decoded(root: &MimePart<'_>, main: &str, sub: &str) -> Option<Vec<u8>> {
    root.find(&|it| it.kind.is(main, sub).then(|| it.decoded()))
}

/// `Name <address>` in two.
fn mailbox(text: &str) -> (String, String) {
    let Some((name, address)) = text.rsplit_once('<') else {
        return (String::new(), text.trim().to_owned());
    };
    let name = words(name.trim());
    let name = name.trim_matches('"').to_owned();
    (name, address.trim_end().trim_end_matches('>').to_owned())
}

/// A header with its encoded words undone.
fn words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("=?") {
        let fields: Vec<&str> = rest[at + 2..].splitn(4, '?').collect();
        let [_, code, inside, behind] = fields[..] else {
            break;
        };
        let (gap, before) = (rest[..at].trim().is_empty(), &rest[..at]);
        if !gap || out.is_empty() {
            out.push_str(before);
        }
        let mail = match code.to_lowercase().as_str() {
            "b" => format!("Content-Transfer-Encoding: base64\n\n{inside}"),
            _ => {
                let inside = inside.replace('_', "=20");
                format!("Content-Transfer-Encoding: quoted-printable\n\n{inside}")
            }
        };
        let bytes = mime::tree(mail.as_bytes()).decoded();
        out.push_str(String::from_utf8_lossy(&bytes).trim_end_matches('\n'));
        rest = behind.strip_prefix('=').unwrap_or(behind);
    }
    out.push_str(rest);
    out
}

/// A moment on the clock of a player an hour east of Greenwich.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct When {
    pub(super) year: i64,
    /// From 1.
    pub(super) month: usize,
    pub(super) day: i64,
    /// Monday is 0.
    pub(super) weekday: usize,
    pub(super) hour: i64,
    pub(super) minute: i64,
    pub(super) second: i64,
}

pub(super) const DAYS: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl When {
    pub(super) fn of(at: Moment) -> Self {
        When::of_seconds(at.seconds() + 3600)
    }

    fn of_seconds(local: i64) -> Self {
        let (days, rest) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        // Years that begin in March, so that a leap day is the last of its year.
        let shifted = days + 719_468;
        let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
        let years = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * years + years / 4 - years / 100);
        let march = (5 * of_year + 2) / 153;
        let month = if march < 10 { march + 3 } else { march - 9 };
        When {
            year: years + era * 400 + i64::from(month <= 2),
            month: usize::try_from(month).expect("a month"),
            day: of_year - (153 * march + 2) / 5 + 1,
            weekday: usize::try_from((days + 3).rem_euclid(7)).expect("a day of a week"),
            hour: rest / 3600,
            minute: rest / 60 % 60,
            second: rest % 60,
        }
    }

    /// The `Date` of our mails, which is in UTC.
    fn read(date: &str) -> Self {
        let words: Vec<&str> = date.split([' ', ':', ',']).collect();
        let words: Vec<&str> = words.into_iter().filter(|it| !it.is_empty()).collect();
        let number = |at: usize| words.get(at).and_then(|it| it.parse::<i64>().ok());
        let month = MONTHS
            .iter()
            .position(|it| words.get(2).is_some_and(|word| it.starts_with(word)));
        let month = i64::try_from(month.expect("a month")).expect("few");
        let (day, year) = (number(1).expect("a day"), number(3).expect("a year"));
        let (years, march) = if month < 2 {
            (year - 1, month + 10)
        } else {
            (year, month - 2)
        };
        let days = 365 * years + years / 4 - years / 100 + years / 400;
        let days = days + (153 * march + 2) / 5 + day - 1 - 719_468;
        let hour = days * 24 + number(4).expect("hours");
        let minute = hour * 60 + number(5).expect("minutes");
        When::of_seconds(minute * 60 + number(6).expect("seconds") + 3600)
    }

    pub(super) fn day_name(&self) -> &'static str {
        DAYS[self.weekday]
    }

    pub(super) fn month_name(&self) -> &'static str {
        MONTHS[self.month - 1]
    }

    /// `Sun`
    pub(super) fn ddd(&self) -> &'static str {
        &self.day_name()[..3]
    }

    /// `Nov`
    pub(super) fn mmm(&self) -> &'static str {
        &self.month_name()[..3]
    }

    /// `17:15`
    pub(super) fn hm(&self) -> String {
        format!("{:02}:{:02}", self.hour, self.minute)
    }

    /// `17:15:00`
    pub(super) fn hms(&self) -> String {
        format!("{}:{:02}", self.hm(), self.second)
    }

    fn twelve(&self) -> (i64, &'static str) {
        let half = if self.hour < 12 { "AM" } else { "PM" };
        ((self.hour + 11) % 12 + 1, half)
    }

    /// `5:15 PM`, with this in the place of the blank.
    pub(super) fn am_pm(&self, blank: &str) -> String {
        let (hour, half) = self.twelve();
        format!("{hour}:{:02}{blank}{half}", self.minute)
    }

    /// `5:15:00 PM`
    pub(super) fn am_pm_seconds(&self) -> String {
        let (hour, half) = self.twelve();
        format!("{hour}:{:02}:{:02} {half}", self.minute, self.second)
    }

    /// `Sunday, November 22, 2026 5:15 PM`
    pub(super) fn for_outlook(&self) -> String {
        format!(
            "{}, {} {}, {} {}",
            self.day_name(),
            self.month_name(),
            self.day,
            self.year,
            self.am_pm(" ")
        )
    }

    /// `22/11/2026`
    pub(super) fn slashed(&self) -> String {
        format!("{:02}/{:02}/{}", self.day, self.month, self.year)
    }

    /// `2026-11-22`
    pub(super) fn iso(&self) -> String {
        format!("{}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// `Sun, 22 Nov 2026 17:15:00 +0100`
    pub(super) fn for_mail(&self) -> String {
        format!(
            "{}, {} {} {} {} +0100",
            self.ddd(),
            self.day,
            self.mmm(),
            self.year,
            self.hms()
        )
    }
}
