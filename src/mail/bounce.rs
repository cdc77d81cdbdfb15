//! What a mail server says of a mail that it could not deliver (RFC 3464), or what can be guessed
//! from the words of one that does not keep to it.
//!
//! Not here: whether a mail is a bounce (`classify`), whose mail came back (`address`), and what
//! follows from it (`desk`).

use super::classify::Class;
use super::headers::Headers;
use super::mime::{self, Part};
use super::parse::words;
use super::transport::said;
use serde::{Deserialize, Serialize};

/// How deep a report of delivery is looked for: lists and relays wrap it, but not deeper.
const DEPTH_MAX: usize = 4;
/// Characters kept of what the server said.
const WHY_CHARS_MAX: usize = 200;
/// Bytes of text searched for a code where there is no report.
const TEXT_MAX: usize = 20_000;

/// How much a mail that came back says against an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Nothing: it was delivered after all, or is still being tried.
    Nothing,
    /// The mailbox is full, the server was not there for days, or nothing is known.
    Soft,
    /// There is no such mailbox, or it takes nothing from us.
    Hard,
    /// Its owner has called our mail spam.
    Complaint,
}

/// A mail of ours that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounced {
    /// What it says against the address.
    pub weight: Weight,
    /// What the server said, in one line.
    pub why: String,
}

/// Reads a bounce or a complaint; `None` for any other class.
pub fn read(class: Class, root: Option<&Part<'_>>, content: &[u8]) -> Option<Bounced> {
    match class {
        Class::Complaint => Some(Bounced {
            weight: Weight::Complaint,
            why: "the reader has called our mail spam".to_owned(),
        }),
        Class::Bounce => {
            let report = root.and_then(|it| status_part(it, 0));
            let reported = report.and_then(|it| reported(&it));
            Some(reported.unwrap_or_else(|| guessed(content)))
        }
        _ => None,
    }
}

/// The bytes of the part that holds the report.
fn status_part(part: &Part<'_>, depth: usize) -> Option<Vec<u8>> {
    let kinds = ["delivery-status", "global-delivery-status"];
    if kinds.iter().any(|it| part.kind.is("message", it)) {
        return Some(part.decoded());
    }
    if depth >= DEPTH_MAX {
        return None;
    }
    let mut children = part.children.iter();
    children.find_map(|it| status_part(it, depth + 1))
}

/// The fields of the first recipient (RFC 3464, 2.3): our mails have one each.
fn reported(report: &[u8]) -> Option<Bounced> {
    let mut rest = report;
    // Fields of the mail as a whole come first, then a group for each recipient.
    while !rest.trim_ascii().is_empty() {
        let start = rest.iter().position(|it| *it != b'\n')?;
        let (block, next) = mime::split(&rest[start..]);
        let fields = Headers::read(block);
        if let Some(action) = fields.first("action") {
            return Some(judged(&action, &fields));
        }
        if next.len() >= rest.len() {
            return None;
        }
        rest = next;
    }
    None
}

fn judged(action: &str, fields: &Headers) -> Bounced {
    let status = fields.first("status").unwrap_or_default();
    let status = status
        .split([' ', '('])
        .next()
        .unwrap_or_default()
        .to_owned();
    let code = fields.raw("diagnostic-code").map(words).unwrap_or_default();
    // `smtp; 550 5.1.1 User unknown`: the first word names the language of the second.
    let reason = code.split_once(';').map_or(code.as_str(), |it| it.1.trim());
    let why = match reason.is_empty() {
        true => format!("{action} {status}"),
        false if reason.contains(&status) => reason.to_owned(),
        false => format!("{status} {reason}"),
    };
    let weight = match action.trim().to_ascii_lowercase().as_str() {
        "failed" if status.starts_with('5') && !is_passing(&status) => Weight::Hard,
        "failed" => Weight::Soft,
        _ => Weight::Nothing,
    };
    Bounced {
        weight,
        why: said(&why, WHY_CHARS_MAX),
    }
}

/// Codes that begin with 5 and still say nothing of the mailbox: it is full, the mail too long,
/// the route or the contents at fault (RFC 3463).
fn is_passing(status: &str) -> bool {
    let classes = ["5.2.2", "5.2.3", "5.3.", "5.4.", "5.5.", "5.6."];
    classes.iter().any(|it| status.starts_with(it))
}

/// From the words alone: a code of SMTP that says for good that there is no such mailbox.
fn guessed(content: &[u8]) -> Bounced {
    let text = String::from_utf8_lossy(&content[..content.len().min(TEXT_MAX)]);
    // What comes behind is the mail that came back.
    let own: Vec<&str> = text
        .lines()
        .take_while(|it| !is_our_mail(it))
        .filter(|it| !it.trim().is_empty())
        .collect();
    let says = |line: &&&str| codes(line).any(|it| it.starts_with('5') || it.starts_with('4'));
    let line = own.iter().find(says);
    let gone = |it: &&str| codes(it).any(|it| it == "550" || it.starts_with("5.1."));
    Bounced {
        weight: match line.is_some_and(gone) {
            true => Weight::Hard,
            false => Weight::Soft,
        },
        why: said(
            line.unwrap_or(&"no reason that a program can read"),
            WHY_CHARS_MAX,
        ),
    }
}

fn is_our_mail(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("--- below this line is a copy")
        || line.starts_with("------ this is a copy")
        || line.starts_with("x-packetboat-loop:")
}

/// Words that look like codes: `550`, `5.1.1`, with what stands round them taken away.
fn codes(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split([' ', '\t', '-', ':', '(', ')', '#', ';', ',']);
    words.filter(|it| {
        let digits = it.chars().filter(char::is_ascii_digit).count();
        let dots = it.matches('.').count();
        let plain = it.len() == digits + dots;
        plain && ((dots == 0 && digits == 3) || (dots == 2 && digits >= 3))
    })
}
