//! A mail for a campaign, or a file of orders as one.
//!
//! Not here: which campaign it is for (`route`), and what becomes of it (`intake`).

use super::opened::OpenedMail;
use crate::clock::Moment;
use crate::engine::seat::Seat;
use crate::mail::body::{LINE_CHARS_MAX, LINES_MAX, MailLine};
use crate::mail::fold::fold;
use crate::mail::token::Token;
use crate::mail::{Body, Class, Incoming, MailId, Place};
use crate::store::entry::MailNote;
use crate::store::maildir::Waiting;

/// A mail for a campaign.
#[derive(Debug, Clone)]
pub struct Arrival {
    /// Where its file is.
    pub from: Source,
    /// Its file.
    pub file: String,
    /// When it reached us.
    pub arrived: Moment,
    /// The seat it claims to be from.
    pub seat: Seat,
    /// What its address proves, if anything.
    pub token: Option<Token>,
    /// Whether access to the file is proof enough.
    pub trusted: bool,
    /// What is to be done with it.
    pub wish: Wish,
    /// The mail.
    pub mail: OpenedMail,
}

/// What is to be done with orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Whatever their opener says.
    Orders,
    /// Read and explain them, whatever it says.
    Check,
    /// What a question has shown, and nothing else.
    Deeds,
    /// What a button may do: orders and requests.
    Pressed,
}

/// Where mail comes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The club's Maildir.
    Maildir,
    /// The drop box.
    Drop,
    /// The command line.
    Command,
}

impl Arrival {
    /// Orders from the command line, which need no proof.
    pub fn by_command(seat: Seat, text: &str, wish: Wish, now: Moment) -> Self {
        let waiting = Waiting {
            name: MailNote::BY_COMMAND.to_owned(),
            arrived: now,
            modified: now.seconds(),
        };
        Arrival {
            from: Source::Command,
            arrived: now,
            seat,
            token: None,
            trusted: true,
            wish,
            mail: OpenedMail::open(by_file(text, &waiting)),
            file: waiting.name,
        }
    }
}

/// A file of orders, as a mail: every line of it counts. A file of the same text that is dropped
/// later is another mail: anyone who drops it means it.
pub(crate) fn by_file(text: &str, file: &Waiting) -> Incoming {
    let text = text.trim_start_matches('\u{feff}');
    let mut notes = Vec::new();
    if text.lines().nth(LINES_MAX).is_some() {
        notes.push(format!(
            "Only the first {LINES_MAX} lines of your file were read."
        ));
    }
    let lines: Vec<MailLine> = text
        .lines()
        .take(LINES_MAX)
        .map(|line| {
            let raw: String = line.chars().take(LINE_CHARS_MAX).collect();
            if raw.len() < line.len() {
                let shown: String = raw.chars().take(30).collect();
                notes.push(format!(
                    "The line that begins `{shown}` was read up to its {LINE_CHARS_MAX}th \
                     character; the rest was left out."
                ));
            }
            MailLine {
                text: fold(&raw),
                raw,
                place: Place::Live,
                cut: false,
                beyond: false,
                odd: false,
            }
        })
        .collect();
    let named = format!("{}\n{}\n{text}", file.name, file.modified);
    let hash = blake3::hash(named.as_bytes());
    Incoming {
        id: MailId(hash.to_hex().as_str()[..32].to_owned()),
        message_id: None,
        from: None,
        reply_to: None,
        vouched: false,
        disowned: false,
        server: None,
        from_name: String::new(),
        to: Vec::new(),
        references: Vec::new(),
        subject: String::new(),
        class: Class::Orders,
        because: String::new(),
        bounced: None,
        body: if lines.is_empty() {
            Body::Empty
        } else {
            Body::Text(lines)
        },
        notes,
        unread: Vec::new(),
    }
}

/// The lines of a mail that count.
pub fn live(body: &Body) -> impl Iterator<Item = &MailLine> {
    body.lines().iter().filter(|it| it.is_live())
}
