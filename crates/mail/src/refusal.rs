//! What other mail servers have against the server that sends our mail: recognized by their codes
//! and by the words that the great mail houses and the usual programs write.
//!
//! Such a refusal says nothing of the mailbox the mail was for: any other mail of ours is refused
//! there too, until the referee has put it right. Not here: what mails that came back say of a
//! mailbox (`bounce`), and what is reported to the referee (`desk`).

use serde::{Deserialize, Serialize};

/// What is wrong with our mail server, as another one sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerFault {
    /// SPF, DKIM or DMARC do not show that our mail comes from our domain.
    Unauthenticated,
    /// The number of our server has no name, or the name another number (PTR).
    NoReverseName,
    /// Our server is in a list of servers from which nothing is taken.
    Blocked,
    /// A server on the way does not pass our mail on, or does not let our server log in.
    NoRelay,
    /// The domain of our address is not known there, or our server does not name itself well.
    UnknownSender,
}

impl ServerFault {
    /// The same as a word, for the names of mails.
    pub fn name(self) -> &'static str {
        match self {
            ServerFault::Unauthenticated => "unauthenticated",
            ServerFault::NoReverseName => "no-reverse-name",
            ServerFault::Blocked => "blocked",
            ServerFault::NoRelay => "no-relay",
            ServerFault::UnknownSender => "unknown-sender",
        }
    }
}

/// What this code (`5.7.26`, or `550` where there is none such) and the words beside it have
/// against our server, if anything.
pub fn read(code: &str, words: &str) -> Option<ServerFault> {
    let said = Said::new(words);
    if is_of_mailbox(code) || said.has(&OF_MAILBOX) {
        return None;
    }
    let codes = std::iter::once(code).chain(words.split(NO_CODE).filter(|it| is_enhanced(it)));
    let by_code = codes.filter(|it| !is_of_mailbox(it)).find_map(of_code);
    by_code.or_else(|| said.fault())
}

/// What is around codes.
const NO_CODE: [char; 13] = [
    ' ', '\t', '\n', '-', ':', '(', ')', '#', ';', ',', '"', '\\', '\'',
];

/// Words about the mailbox or its owner. Where they occur, what else is said does not concern us:
/// `User unknown in relay recipient table`.
const OF_MAILBOX: [&str; 14] = [
    "user unknown",
    "unknown user",
    "no such user",
    "no such recipient",
    "no such mailbox",
    "mailbox full",
    "over quota",
    "user not found",
    "recipient not found",
    "by recipient",
    "by the recipient",
    "by user",
    "not authenticated for",
    "resolver.rst.",
];

/// Whether a code is about the mailbox that the mail was for (RFC 3463, 3.2 and 3.3).
fn is_of_mailbox(code: &str) -> bool {
    let detail = code.get(1..).unwrap_or_default();
    let ours = matches!(detail, ".1.0" | ".1.7" | ".1.8");
    is_enhanced(code) && (detail.starts_with(".2.") || (detail.starts_with(".1.") && !ours))
}

/// `5.1.1`, and not the number of a program's version.
pub fn is_enhanced(code: &str) -> bool {
    let parts: Vec<&str> = code.split('.').collect();
    let digits = |it: &&str| it.bytes().all(|it| it.is_ascii_digit());
    match parts.as_slice() {
        [class, subject, detail] => {
            let short = class.len() == 1 && subject.len() == 1 && (1..=3).contains(&detail.len());
            short && parts.iter().all(digits)
        }
        _ => false,
    }
}

/// The codes of RFC 7372, Gmail, Yahoo and Exchange Online. A fault stays the same however long
/// the mail was tried, so the first digit does not matter.
fn of_code(code: &str) -> Option<ServerFault> {
    let (class, detail) = code.split_once('.')?;
    if !matches!(class, "4" | "5") {
        return None;
    }
    if matches!(detail, "1.7" | "1.8") {
        return Some(ServerFault::UnknownSender);
    }
    let number: u16 = detail.strip_prefix("7.")?.parse().ok()?;
    match number {
        5 | 9 | 20..=24 | 26 | 27 | 30 | 32 | 40 | 509 | 515 => Some(ServerFault::Unauthenticated),
        25 => Some(ServerFault::NoReverseName),
        501..=503 | 511 | 513 | 606..=649 | 700..=750 => Some(ServerFault::Blocked),
        8 | 54 | 57 | 64 => Some(ServerFault::NoRelay),
        _ => None,
    }
}

/// Words of a server in small letters, without codes and addresses, with single spaces
/// between them: Postfix joins the lines of an answer, codes and all.
struct Said {
    text: String,
    words: String,
}

impl Said {
    fn new(words: &str) -> Self {
        let is_code = |word: &str| {
            let mut parts = word.split('-').filter(|it| !it.is_empty());
            let is_basic = |it: &str| it.len() == 3 && it.bytes().all(|it| it.is_ascii_digit());
            word.starts_with(['4', '5']) && parts.all(|it| is_basic(it) || is_enhanced(it))
        };
        let small = words.to_lowercase();
        let kept = small.split_whitespace();
        let kept: Vec<&str> = kept
            .filter(|it| !it.contains('@') && !is_code(it))
            .collect();
        let text = kept.join(" ");
        let parted = text.split(|it: char| !it.is_alphanumeric() && it != '_');
        let parted: Vec<&str> = parted.filter(|it| !it.is_empty()).collect();
        Said {
            words: format!(" {} ", parted.join(" ")),
            text,
        }
    }

    /// Whether one of these phrases is in it.
    fn has(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|it| self.text.contains(it))
    }

    /// Whether one of these is in it as whole words.
    fn has_word(&self, words: &[&str]) -> bool {
        words
            .iter()
            .any(|it| self.words.contains(&format!(" {it} ")))
    }

    fn fault(&self) -> Option<ServerFault> {
        if self.has(&RELAY) {
            Some(ServerFault::NoRelay)
        } else if self.has_word(&["ptr", "rdns"]) || self.has(&REVERSE) {
            Some(ServerFault::NoReverseName)
        } else if self.has_word(&BLOCKED_WORDS) || self.has(&BLOCKED) {
            Some(ServerFault::Blocked)
        } else if self.has_word(&["dmarc", "dkim", "spf"]) || self.has(&UNAUTHENTICATED) {
            Some(ServerFault::Unauthenticated)
        } else if self.has(&SENDER) {
            Some(ServerFault::UnknownSender)
        } else {
            None
        }
    }
}

const RELAY: [&str; 16] = [
    "relay access denied",
    "relaying denied",
    "relay denied",
    "relay not permitted",
    "relaying not permitted",
    "relaying not allowed",
    "not permitted to relay",
    "not allowed to relay",
    "unable to relay",
    "cannot relay",
    "do not relay",
    "insecure mail relay",
    "allowed rcpthosts",
    "authentication required",
    "authentication is required",
    "email address is not verified",
];

const REVERSE: [&str; 8] = [
    "reverse dns",
    "reverse lookup",
    "reverse hostname",
    "reverse host name",
    "reverse name",
    "reverse mapping",
    "cannot find your hostname",
    "matching hostname",
];

const BLOCKED_WORDS: [&str; 13] = [
    "spamhaus",
    "spamcop",
    "barracudacentral",
    "sorbs",
    "dnsbl",
    "rbl",
    "dnsrbl",
    "uceprotect",
    "abusix",
    "blocklist",
    "blocklisted",
    "blacklist",
    "blacklisted",
];

const BLOCKED: [&str; 16] = [
    "blocked using",
    "block list",
    "black list",
    "black listed",
    "ask your postmaster for help or to contact",
    "banned sending ip",
    "banned sender",
    "low reputation",
    "poor reputation",
    "bad reputation",
    "reputation of the sending",
    "ip address has been blocked",
    "not authorized to send email directly",
    "will be permanently deferred",
    "connections will not be accepted from",
    "dynamic ip",
];

const UNAUTHENTICATED: [&str; 7] = [
    "unauthenticated",
    "sender policy framework",
    "domainkeys",
    "required authentication level",
    "authentication checks",
    "not accepted for policy reasons. see https://postmaster.yahooinc.com",
    "sender id check",
];

const SENDER: [&str; 7] = [
    "sender address rejected: domain not found",
    "sender domain must exist",
    "domain of sender address",
    "sender verify failed",
    "helo command rejected",
    "invalid helo",
    "helo does not resolve",
];

#[cfg(test)]
mod tests {
    use super::*;
    use ServerFault::{Blocked, NoRelay, NoReverseName, Unauthenticated, UnknownSender};

    /// Answers as they are written, each with the code that a report puts beside it.
    const ANSWERS: &[(ServerFault, &str, &str)] = &[
        // Gmail.
        (
            Unauthenticated,
            "5.7.26",
            "Your email has been blocked because the sender is unauthenticated. Gmail requires all \
             senders to authenticate with either SPF or DKIM.",
        ),
        (
            Unauthenticated,
            "5.7.1",
            "Unauthenticated email from club.example is not accepted due to domain's DMARC policy.",
        ),
        (
            NoReverseName,
            "5.7.25",
            "The IP address sending this message does not have a PTR record setup.",
        ),
        (
            NoReverseName,
            "5.7.1",
            "This message does not meet IPv6 sending guidelines regarding PTR records and \
             authentication. Please add a PTR record",
        ),
        (
            Blocked,
            "5.7.1",
            "The IP you're using to send mail is not authorized to send email directly to our \
             servers. Please use the SMTP relay at your service provider instead.",
        ),
        (
            Blocked,
            "5.7.1",
            "Our system has detected that this message is suspicious due to the very low \
             reputation of the sending domain.",
        ),
        // Outlook and Exchange Online.
        (
            Unauthenticated,
            "5.7.509",
            "Access denied, sending domain club.example does not pass DMARC verification and has \
             a DMARC policy of reject.",
        ),
        (
            Unauthenticated,
            "5.7.515",
            "Access denied, sending domain club.example does not meet the required authentication \
             level.",
        ),
        (
            Unauthenticated,
            "5.7.23",
            "The message was rejected because of Sender Policy Framework violation",
        ),
        (
            Blocked,
            "5.7.1",
            "Unfortunately, messages from [192.0.2.25] weren't sent. Please contact your Internet \
             service provider since part of their network is on our block list (S3150).",
        ),
        (
            Blocked,
            "5.7.606",
            "Access denied, banned sending IP [192.0.2.25].",
        ),
        (NoRelay, "5.7.64", "TenantAttribution; Relay Access Denied"),
        // Yahoo.
        (
            Unauthenticated,
            "5.7.9",
            "Message not accepted for policy reasons. See \
             https://postmaster.yahooinc.com/error-codes",
        ),
        (
            Blocked,
            "5.7.1",
            "[BL21] Connections will not be accepted from 192.0.2.25, because the ip is in \
             Spamhaus's list",
        ),
        (
            Blocked,
            "5.7.2",
            "[TSS09] All messages from 192.0.2.25 will be permanently deferred; Retrying will NOT \
             succeed.",
        ),
        // Amazon SES and iCloud.
        (
            NoRelay,
            "554",
            "Message rejected: Email address is not verified.",
        ),
        (
            Unauthenticated,
            "5.7.1",
            "Your message was rejected due to club.example's DMARC policy.",
        ),
        // Postfix.
        (
            NoRelay,
            "5.7.1",
            "<ana@example.org>: Relay access denied (in reply to RCPT TO command)",
        ),
        (
            Blocked,
            "5.7.1",
            "Service unavailable; Client host [192.0.2.25] blocked using zen.spamhaus.org",
        ),
        (
            NoReverseName,
            "5.7.25",
            "Client host rejected: cannot find your reverse hostname, [192.0.2.25]",
        ),
        (
            UnknownSender,
            "5.1.8",
            "<orders@club.example>: Sender address rejected: Domain not found",
        ),
        (
            Unauthenticated,
            "5.7.1",
            "rejected by DMARC policy for club.example",
        ),
        // Exim.
        (NoRelay, "550", "relay not permitted"),
        (
            NoReverseName,
            "550",
            "Reverse DNS lookup failed for host 192.0.2.25",
        ),
        (
            Blocked,
            "550",
            "JunkMail rejected - mail.club.example [192.0.2.25]:33333 is in an RBL: \
             https://www.spamhaus.org/query/ip/192.0.2.25",
        ),
        (UnknownSender, "550", "Sender verify failed"),
        (
            UnknownSender,
            "550",
            "Access denied - Invalid HELO name (See RFC2821 4.1.1.1)",
        ),
        // GMX, T-Online, Comcast, qmail.
        (
            NoReverseName,
            "554",
            "No SMTP service Bad DNS PTR resource record.",
        ),
        (
            Blocked,
            "554",
            "IP=192.0.2.25 - A problem occurred. (Ask your postmaster for help or to contact \
             tosa@rx.t-online.de to clarify.)",
        ),
        (
            NoRelay,
            "5.7.1",
            "sorry, that domain isn't in my list of allowed rcpthosts",
        ),
    ];

    /// Answers about a mailbox, a mail, or how busy it is.
    const OTHERS: &[(&str, &str)] = &[
        (
            "5.1.1",
            "<ana@example.org>: Recipient address rejected: User unknown in relay recipient table",
        ),
        (
            "5.1.1",
            "The email account that you tried to reach does not exist.",
        ),
        (
            "5.1.10",
            "RESOLVER.ADR.RecipientNotFound; Recipient not found",
        ),
        ("550", "<spf@example.org> no such user"),
        ("550", "<rbl@example.org>: mailbox unavailable"),
        (
            "5.2.2",
            "The email account that you tried to reach is over quota.",
        ),
        (
            "5.2.1",
            "The email account that you tried to reach is disabled.",
        ),
        (
            "5.7.1",
            "RESOLVER.RST.AuthRequired; authentication required",
        ),
        (
            "5.7.134",
            "RESOLVER.RST.SenderNotAuthenticatedForMailbox; sender was not authenticated for it",
        ),
        ("5.7.1", "This message was classified as spam"),
        (
            "5.7.0",
            "Reject, id=01234-05 - spam, SPF_FAIL, DKIM_INVALID",
        ),
        ("5.7.28", "An unusual rate of mail comes from you"),
        ("5.6.0", "Message content rejected"),
        ("5.4.1", "Recipient address rejected: Access denied."),
        ("5.7.1", "Delivery not authorized, message refused"),
        ("5.3.0", "qmail 1.7.25 at example.org has no room"),
    ];

    /// The same answer as other programs pass it on.
    fn variations(code: &str, words: &str) -> Vec<String> {
        let all: Vec<&str> = words.split(' ').collect();
        let mut made = vec![
            words.to_owned(),
            words.to_uppercase(),
            format!("{code} {words}"),
            format!("550 {code} <ana@example.org>: {words} (in reply to end of DATA command)"),
            format!("host mx.example.org [192.0.2.7] said: {code} {words}"),
            words.replace(' ', "\r\n    "),
        ];
        for width in 1..8 {
            let lines = all.chunks(width).map(|it| it.join(" "));
            let lines: Vec<String> = lines.map(|it| format!("550-{code} {it}")).collect();
            made.extend([lines.join(" "), lines.join("\n")]);
        }
        made
    }

    #[test]
    fn what_speaks_of_our_server_is_known_however_it_is_passed_on() {
        for (fault, code, words) in ANSWERS {
            for said in variations(code, words) {
                assert_eq!(read(code, &said), Some(*fault), "{code}: {said}");
                // Where the report is too general, the words are enough.
                assert_eq!(read("5.0.0", &said), Some(*fault), "5.0.0: {said}");
                assert_eq!(read("", &said), Some(*fault), "no code: {said}");
            }
        }
    }

    #[test]
    fn what_speaks_of_the_mailbox_or_the_mail_is_no_fault_of_ours() {
        for (code, words) in OTHERS {
            for said in variations(code, words) {
                assert_eq!(read(code, &said), None, "{code}: {said}");
            }
        }
        for (_, _, words) in ANSWERS {
            for code in ["5.1.1", "5.2.1", "4.2.2", "5.1.10"] {
                assert_eq!(read(code, words), None, "{code}: {words}");
            }
        }
    }

    #[test]
    fn a_code_is_enough_even_after_days_of_trying() {
        for (code, fault) in [
            ("5.7.26", Unauthenticated),
            ("4.7.26", Unauthenticated),
            ("4.7.25", NoReverseName),
            ("5.7.27", Unauthenticated),
            ("5.7.30", Unauthenticated),
            ("5.7.649", Blocked),
            ("5.1.8", UnknownSender),
        ] {
            assert_eq!(read(code, ""), Some(fault), "{code}");
            let expired = format!("message expired: {code} try later");
            assert_eq!(read("4.4.7", &expired), Some(fault), "{code}");
        }
        for code in ["5.7.1", "5.7.0", "5.7.28", "6.7.26", "5.7", "5.7.26.1", ""] {
            assert_eq!(read(code, ""), None, "{code}");
        }
    }
}
