//! What a mail server says of a mail that it could not deliver (RFC 3464), or what can be guessed
//! from the words of one that does not keep to it.
//!
//! Not here: whether a mail is a bounce (`classify`), whose mail came back (`address`), what other
//! servers have against ours (`refusal`), and what follows from it (`desk`).

use super::classify::Class;
use super::headers::Headers;
use super::library::words;
use super::mime::{self, MimePart};
use super::refusal::{self, ServerFault, is_enhanced};
use super::transport::said;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How deep a report of delivery is looked for: lists and relays wrap it, but not deeper.
const DEPTH_MAX: usize = 4;
/// Characters kept of what the server said.
const WHY_CHARS_MAX: usize = 200;
/// Lines of words that belong to a code.
const NEAR_LINES: usize = 3;
/// What a complaint says.
const COMPLAINT: &str = "the reader has marked our mail as spam";
/// Characters of the name of a server.
const HOST_CHARS_MAX: usize = 100;
/// Bytes of text searched for a code where there is no report.
const TEXT_MAX: usize = 20_000;

/// How much a mail that came back says against an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Nothing: it was delivered after all, or is still being tried.
    Nothing,
    /// Nothing either, but it did not arrive: for what it holds, because too many came at once, or
    /// for what is wrong with our own server.
    Mail,
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
    /// What it has against our own server, if that is why.
    pub fault: Option<ServerFault>,
    /// The server that refused it, if the report names one.
    pub refused_by: Option<String>,
}

impl Bounced {
    fn new(weight: Weight, why: &str) -> Self {
        Bounced {
            weight,
            why: said(why, WHY_CHARS_MAX),
            fault: None,
            refused_by: None,
        }
    }

    /// With what these words, beside that code, have against our own server.
    fn with_fault(self, code: &str, words: &str) -> Self {
        match refusal::read(code, words) {
            None => self,
            fault => Bounced {
                weight: Weight::Mail,
                fault,
                ..self
            },
        }
    }
}

/// Reads a bounce or a complaint; `None` for any other class.
pub fn read(class: Class, root: Option<&MimePart<'_>>, content: &[u8]) -> Option<Bounced> {
    match class {
        Class::Complaint => Some(Bounced::new(Weight::Complaint, COMPLAINT)),
        Class::Bounce => {
            let report = root.and_then(|it| status_part(it, 0));
            let reported = report.and_then(|it| reported(&it));
            let subject = root.and_then(|it| it.headers.raw("subject").map(words));
            let guess = || {
                let notice = root.and_then(|it| notified(&text_of(&it.decoded())));
                let subject = subject.unwrap_or_default();
                notice.unwrap_or_else(|| guessed(&subject, &text_of(content)))
            };
            Some(reported.unwrap_or_else(guess))
        }
        _ => None,
    }
}

/// As much of a text as is searched.
fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(&bytes[..bytes.len().min(TEXT_MAX)])
}

/// The bytes of the part that holds the report.
fn status_part(part: &MimePart<'_>, depth: usize) -> Option<Vec<u8>> {
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
    let status = status.split([' ', '(']).next().unwrap_or_default();
    let code = fields.raw("diagnostic-code").map(words).unwrap_or_default();
    let remote = fields.first("remote-mta");
    Bounced {
        refused_by: remote.as_deref().and_then(host),
        ..told(action, status, &code)
    }
}

/// The server that a field `dns; mx.example.org (192.0.2.7)` names.
fn host(field: &str) -> Option<String> {
    let name = field.split_once(';').map_or(field, |it| it.1);
    let name = name.split_whitespace().next()?.trim_end_matches('.');
    let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '.' | '-');
    let is_host = name.contains('.') && name.len() <= HOST_CHARS_MAX && name.chars().all(is_plain);
    is_host.then(|| name.to_ascii_lowercase())
}

/// What a report says: what was done, its code, and the words of the server, such as `smtp; 550
/// 5.1.1 User unknown`.
fn told(action: &str, status: &str, diagnostic: &str) -> Bounced {
    // The first word names the language of the rest.
    let reason = diagnostic
        .split_once(';')
        .map_or(diagnostic, |it| it.1.trim());
    let why = if reason.is_empty() {
        format!("{action} {status}")
    } else if reason.contains(status) {
        reason.to_owned()
    } else {
        format!("{status} {reason}")
    };
    if !action.trim().eq_ignore_ascii_case("failed") {
        return Bounced::new(Weight::Nothing, &why);
    }
    // `5.0.0` says no more than that it failed.
    let general = status.ends_with(".0.0");
    let longer = codes(reason).find(|it| general && is_enhanced(it));
    let code = longer.unwrap_or(status);
    Bounced::new(weighed(code, reason), &why).with_fault(code, reason)
}

/// What Amazon SES says by way of its own notices, which are JSON: that a mail was delivered, came
/// back, or was called spam.
fn notified(text: &str) -> Option<Bounced> {
    let text = text.replace("\\\"", "\"");
    let kind = field(&text, "notificationType").or_else(|| field(&text, "eventType"))?;
    match kind.as_str() {
        "Bounce" => {
            let value = |name| field(&text, name).unwrap_or_default();
            let status = match value("status") {
                code if code.is_empty() && value("bounceType") == "Permanent" => "5.0.0".to_owned(),
                code => code,
            };
            Some(told("failed", &status, &value("diagnosticCode")))
        }
        "Complaint" => Some(Bounced::new(Weight::Complaint, COMPLAINT)),
        "Delivery" | "DeliveryDelay" | "Send" => {
            let words = field(&text, "smtpResponse").unwrap_or_default();
            Some(Bounced::new(Weight::Nothing, &format!("{kind} {words}")))
        }
        _ => None,
    }
}

/// The text that belongs to a name in JSON, if it is one: the first.
fn field(text: &str, name: &str) -> Option<String> {
    let behind = text.split_once(&format!("\"{name}\""))?.1.trim_start();
    let value = behind.strip_prefix(':')?.trim_start().strip_prefix('"')?;
    Some(value.split_once('"')?.0.to_owned())
}

/// What a code (`5.1.1`, or `550` where there is none such) and the words beside it say of the
/// mailbox (RFC 3463).
fn weighed(code: &str, words: &str) -> Weight {
    const FULL: [&str; 6] = [
        "mailbox full",
        "mailbox is full",
        "over quota",
        "quota exceeded",
        "exceeded its quota",
        "storage",
    ];
    // Not permanent, and of the mailbox only that much comes to it at the moment.
    const BUSY: [&str; 3] = [
        "receiving mail at a rate",
        "receiving mail too quickly",
        "receiving too many",
    ];
    const OF_THE_MAIL: [&str; 10] = [
        "spam",
        "virus",
        "malware",
        "infected",
        "content",
        "unsolicited",
        "too many",
        "rate limit",
        "unusual rate",
        "throttl",
    ];
    let small = words.to_lowercase();
    let says = |of: &[&str]| of.iter().any(|it| small.contains(it));
    let begins = |of: &[&str]| of.iter().any(|it| code.starts_with(it));
    // The route, the length of the mail, a system that is down: all may be well again.
    let passing = ["5.2.2", "5.2.3", "5.3.", "5.4.", "5.5."];
    let policy = begins(&["5.7.", "4.7.", "550", "554", "5.0.0"]);
    match code {
        _ if says(&BUSY) => Weight::Mail,
        _ if says(&FULL) || begins(&passing) => Weight::Soft,
        _ if begins(&["5.6."]) || (policy && says(&OF_THE_MAIL)) => Weight::Mail,
        "550" => Weight::Hard,
        _ if code.starts_with('5') && is_enhanced(code) => Weight::Hard,
        _ => Weight::Soft,
    }
}

/// From the words alone. A code such as `5.2.2` says more than the `550` before it.
fn guessed(subject: &str, text: &str) -> Bounced {
    // What follows is the mail that came back.
    let own: Vec<&str> = text
        .lines()
        .take_while(|it| !is_our_mail(it))
        .filter(|it| !it.trim().is_empty())
        .collect();
    let fails = |it: &str| it.starts_with('5') || it.starts_with('4');
    let found = |is_wanted: fn(&str) -> bool| {
        let lines = own.iter().enumerate();
        let mut all = lines.flat_map(|(at, line)| codes(line).map(move |it| (at, it)));
        all.find(|it| is_wanted(it.1) && fails(it.1))
    };
    let found = found(is_enhanced).or_else(|| found(|it| !it.contains('.')));
    let (at, code) = found.unwrap_or((own.len(), ""));
    let line = own
        .get(at)
        .copied()
        .unwrap_or("no reason that a program can read");
    // The words beside a code often go on below it.
    let near = own
        .iter()
        .skip(at)
        .take(NEAR_LINES)
        .filter(|it| !is_header(it));
    let near = near.copied().collect::<Vec<_>>().join(" ");
    let fails = code.starts_with('5');
    if !fails && is_notice(subject, &own) {
        return Bounced::new(Weight::Nothing, line);
    }
    let weight = if fails && (is_gone(code) || is_enhanced(code)) {
        weighed(code, &near)
    } else {
        Weight::Soft
    };
    Bounced::new(weight, line).with_fault(code, &near)
}

/// A header of a part among the words.
fn is_header(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("content-") || line.starts_with("mime-version")
}

/// Codes of SMTP that are about the mailbox or the mail; of the others nothing is known.
fn is_gone(code: &str) -> bool {
    matches!(code, "550" | "554")
}

/// Whether it says no more than that a mail arrived, or is still on its way.
fn is_notice(subject: &str, lines: &[&str]) -> bool {
    const NOTICES: [&str; 17] = [
        "(delay)",
        "(success)",
        "(relay)",
        "has been relayed",
        "delivery is complete",
        "delayed",
        "will be retried",
        "will retry",
        "keep trying",
        "still trying",
        "continue to try",
        "not yet been delivered",
        "no action is required",
        "need to resend",
        "successfully delivered",
        "has been delivered",
        "successful mail delivery",
    ];
    const FAILURES: [&str; 8] = [
        "permanent",
        "failed",
        "failure",
        "could not be delivered",
        "undeliverable",
        "giving up",
        "given up",
        "rejected",
    ];
    let text = format!("{subject}\n{}", lines.join(" ")).to_lowercase();
    let says = |of: &[&str]| of.iter().any(|it| text.contains(it));
    says(&NOTICES) && !says(&FAILURES)
}

fn is_our_mail(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.starts_with("--- below this line is a copy")
        || line.starts_with("------ this is a copy")
        || line.starts_with("x-packetboat-loop:")
}

/// Words that look like codes: `550`, `5.1.1`, with what is around them taken away.
fn codes(line: &str) -> impl Iterator<Item = &str> {
    let words = line.split([' ', '\t', '-', ':', '(', ')', '#', ';', ',']);
    words.filter(|word| {
        let digits = word.chars().filter(char::is_ascii_digit).count();
        let dots = word.matches('.').count();
        let plain = word.len() == digits + dots;
        plain && ((dots == 0 && digits == 3) || (dots == 2 && digits >= 3))
    })
}
