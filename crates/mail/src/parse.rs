//! A mail in bytes → [`Incoming`].
//!
//! Whatever the mail library does (`library`) runs under [`caught`]. Not here: what the text
//! means, and whose mail it is.

use super::address::{House, header_text};
use super::body::{self, Body, LINE_CHARS_MAX};
use super::bounce;
use super::classify::{self, Class};
use super::headers::{Headers, unfolded};
use super::incoming::{Incoming, MailId};
use super::library::{addresses, words};
use super::mime;
use super::own::own;
use super::{slim, vouch};
use packetboat_core::caught::caught;

/// Mails whose words are longer than this are not read, only classified by their headers; files in
/// them do not count. Orders with quoted reports stay under 100 kB.
pub const MAIL_BYTES_MAX: usize = 1024 * 1024;
/// How many Message-IDs of `References` are kept: the last ones name the mail that was answered.
pub const REFERENCES_MAX: usize = 20;
/// Recipients kept; a mail to more is not an order.
pub const RECIPIENTS_MAX: usize = 100;

/// Fields that hold recipients, in the order they are trusted for routing: what mail servers
/// added, then what the sender wrote.
const RECIPIENT_FIELDS: [&str; 7] = [
    "x-original-to",
    "x-gm-original-to",
    "delivered-to",
    "envelope-to",
    "x-envelope-to",
    "to",
    "cc",
];

/// Reads a mail. Never fails and never panics: of a hopeless mail the body says what is wrong.
pub fn parse(raw: &[u8], house: &House) -> Incoming {
    let slim = (raw.len() > MAIL_BYTES_MAX).then(|| slim::slimmed(&mut &*raw, MAIL_BYTES_MAX + 1));
    let slim = slim.and_then(Result::ok);
    let raw = slim.as_deref().unwrap_or(raw);
    let bytes = straightened(&raw[..raw.len().min(MAIL_BYTES_MAX)]);
    let whole: &[u8] = &bytes;
    let too_big = raw.len() > MAIL_BYTES_MAX;
    let read = caught(|| read(whole, too_big, house));
    read.unwrap_or_else(|_| {
        let mut incoming = Envelope::default().with(Body::Unreadable, Vec::new());
        incoming.id = id_of(&[whole]);
        incoming
    })
}

fn read(whole: &[u8], too_big: bool, house: &House) -> Incoming {
    let (block, content) = mime::split(whole);
    let headers = Headers::read(block);
    let envelope = Envelope::read(&headers, house);
    let (mut notes, mut unread) = (Vec::new(), Vec::new());
    let (root, body) = if too_big {
        (None, Body::TooBig)
    } else {
        let parts = caught(|| {
            let root = mime::tree(whole);
            let body = body::read(&root, &mut notes, &mut unread);
            (Some(root), body)
        });
        parts.unwrap_or((None, Body::Unreadable))
    };
    notes.extend(cut_lines(&body));
    notes.extend(not_read(&unread));
    let id = match &envelope.message_id {
        Some(message_id) => {
            let from = envelope.from.as_deref().unwrap_or_default();
            let date = headers.raw("date").unwrap_or_default().trim_ascii();
            let text = text_or(&body, content);
            let claims = claims(&envelope, house);
            let mut fields = vec![message_id.as_bytes(), from.as_bytes(), date, &text];
            fields.extend((!claims.is_empty()).then_some(claims.as_bytes()));
            id_of(&fields)
        }
        None => id_of(&[whole]),
    };
    let (class, because) = classify::classify(&classify::Signs {
        headers: &headers,
        to: &envelope.to,
        root: root.as_ref(),
        from: envelope.from.as_deref(),
        message_id: envelope.message_id.as_deref(),
        subject: &envelope.subject,
        has_opener: body.has_opener(),
        house,
    });
    let bounced = bounce::read(class, root.as_ref(), content);
    Incoming {
        id,
        class,
        because,
        bounced,
        unread,
        ..envelope.with(body, notes)
    }
}

/// What is reported of lines that are too long, of those that the player wrote.
fn cut_lines(body: &Body) -> Vec<String> {
    if !body.lines().iter().any(|it| it.cut) {
        return Vec::new();
    }
    let own = own(body.lines());
    let lines = own.above.into_iter().chain(own.sheets);
    let lines = lines.map(|it| &body.lines()[it]);
    let told = lines.filter(|it| it.cut && it.is_live()).map(|long| {
        let shown: String = long.text.chars().take(30).collect();
        format!(
            "The line that begins `{shown}` was read up to its {LINE_CHARS_MAX}th character; the \
             rest was left out."
        )
    });
    told.collect()
}

/// Notes that a file which came with a mail was taken out of it after all.
pub fn take_note_of_file(mail: &mut Incoming, name: &str) {
    let before = not_read(&mail.unread);
    let called = body::called(name);
    if let Some(at) = mail.unread.iter().position(|it| *it == called) {
        mail.unread.remove(at);
    }
    let place = mail.notes.iter().position(|it| before.as_ref() == Some(it));
    if let Some(place) = place {
        mail.notes.splice(place..=place, not_read(&mail.unread));
    }
}

/// What is reported of files that were not read.
fn not_read(files: &[String]) -> Option<String> {
    let named = match files {
        [] => return None,
        [one] => format!("{one} came with your mail and was not read"),
        [one, other] => format!("{one} and {other} came with your mail and were not read"),
        [one, rest @ ..] => {
            let more = rest.len();
            format!("{one} and {more} more files came with your mail and were not read")
        }
    };
    Some(format!(
        "{named}. Orders count in the text of a mail, or between the lines #orders and #end of a \
         file whose name ends in `.txt`."
    ))
}

/// What a mail brings to prove its sender, besides its text: a copy that lacks it is another mail,
/// or anyone who knows the text could have the real one taken for a copy.
fn claims(envelope: &Envelope, house: &House) -> String {
    let seats = house.seats_among(&envelope.to);
    let mut claims: Vec<&str> = seats.iter().map(|it| it.token.as_str()).collect();
    claims.sort_unstable();
    claims.extend(envelope.vouched.then_some("vouched"));
    claims.join(" ")
}

/// What a mail is known by besides its headers: its decoded text, so that a mail server that
/// changes the transfer encoding makes no other mail of it; without text all its bytes.
fn text_or(body: &Body, content: &[u8]) -> Vec<u8> {
    let lines: Vec<&str> = body.lines().iter().map(|it| it.raw.as_str()).collect();
    if lines.is_empty() {
        content.to_vec()
    } else {
        lines.join("\n").into_bytes()
    }
}

/// What the headers say about whence and whither.
#[derive(Default)]
struct Envelope {
    message_id: Option<String>,
    from: Option<String>,
    reply_to: Option<String>,
    vouched: bool,
    disowned: bool,
    server: Option<String>,
    from_name: String,
    to: Vec<String>,
    references: Vec<String>,
    subject: String,
}

impl Envelope {
    fn read(headers: &Headers, house: &House) -> Self {
        let field = headers.raw("from").unwrap_or_default();
        let mut from = addresses(field);
        let plain = matches!(from.as_slice(), [(_, address)] if is_plain(field, address));
        let vouched = plain && vouch::vouches(headers, house.authserv_id(), &from);
        let disowned = vouch::disowns(headers, house.authserv_id(), &from);
        // One that can be read as two people is nobody's, and so is one of two people.
        let is_odd = !plain && field.iter().filter(|it| **it == b'@').count() > 1;
        if is_odd || from.len() > 1 || headers.raws("from").count() > 1 {
            from.clear();
        }
        let (from_name, from) = from.into_iter().next().unwrap_or_default();
        let mut to: Vec<String> = Vec::new();
        for field in RECIPIENT_FIELDS {
            for (_, address) in headers.raws(field).flat_map(addresses) {
                if to.len() < RECIPIENTS_MAX && !to.contains(&address) {
                    to.push(address);
                }
            }
        }
        let subject = headers.raw("subject").map(words).unwrap_or_default();
        Envelope {
            message_id: headers.first("message-id").and_then(|it| ids(&it).pop()),
            from: Some(from).filter(|it| !it.is_empty()),
            reply_to: headers
                .raw("reply-to")
                .and_then(|it| addresses(it).into_iter().next().map(|it| it.1)),
            vouched,
            disowned,
            server: vouch::taken_from(headers),
            from_name: header_text(&from_name),
            to,
            references: references(headers),
            subject: header_text(&subject),
        }
    }

    fn with(self, body: Body, notes: Vec<String>) -> Incoming {
        Incoming {
            id: MailId(String::new()),
            message_id: self.message_id,
            from: self.from,
            reply_to: self.reply_to,
            vouched: self.vouched,
            disowned: self.disowned,
            server: self.server,
            from_name: self.from_name,
            to: self.to,
            references: self.references,
            subject: self.subject,
            class: Class::Orders,
            because: String::new(),
            bounced: None,
            body,
            notes,
            unread: Vec::new(),
        }
    }
}

/// The mail with LF line ends, without the `From ` line of an mbox, a byte order mark or blank
/// lines before the headers. A mail without any LF has CR for line ends.
pub(super) fn straightened(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len());
    let lone = !raw.contains(&b'\n');
    for (at, byte) in raw.iter().enumerate() {
        let next = raw.get(at + 1);
        match byte {
            b'\r' if lone => out.push(b'\n'),
            // Also the CR CR LF of a file that was converted twice.
            b'\r' if next == Some(&b'\n') => {}
            b'\r' if next == Some(&b'\r') && raw.get(at + 2) == Some(&b'\n') => {}
            _ => out.push(*byte),
        }
    }
    let mut start = if out.starts_with(b"\xEF\xBB\xBF") {
        3
    } else {
        0
    };
    start += leading_blank_lines(&out[start..]);
    if out[start..].starts_with(b"From ") {
        let line = out[start..].iter().position(|it| *it == b'\n');
        start = line.map_or(out.len(), |it| start + it + 1);
    }
    out.drain(..start);
    out
}

/// Blank lines before headers go; before anything else they are the end of no headers.
fn leading_blank_lines(bytes: &[u8]) -> usize {
    let blank = bytes.iter().take_while(|it| **it == b'\n').count();
    let rest = &bytes[blank..];
    let line = rest.split(|it| *it == b'\n').next().unwrap_or_default();
    let heads = rest.starts_with(b"From ") || super::headers::is_field(line);
    if heads { blank } else { 0 }
}

/// BLAKE3 over the fields, each with its length before it; 128 bits are enough for a name.
fn id_of(fields: &[&[u8]]) -> MailId {
    let mut hasher = blake3::Hasher::new();
    for field in fields {
        hasher.update(&(field.len() as u64).to_le_bytes());
        hasher.update(field);
    }
    MailId(hasher.finalize().to_hex()[..32].to_owned())
}

fn references(headers: &Headers) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for field in ["references", "in-reply-to"] {
        for id in headers.raws(field).flat_map(|it| ids(&unfolded(it))) {
            all.retain(|it| *it != id);
            all.push(id);
        }
    }
    all.split_off(all.len().saturating_sub(REFERENCES_MAX))
}

/// Message-IDs, split at spaces and commas (Exchange joins them so) and between brackets.
fn ids(value: &str) -> Vec<String> {
    let value = value.replace("><", "> <");
    let words = value.split([' ', ',']);
    let words = words.map(|it| it.trim_matches(['<', '>', '"', ';']));
    words
        .filter(|it| it.contains('@') || (!it.is_empty() && !value.contains('@')))
        .map(str::to_owned)
        .collect()
}

/// Whether a field holds this one address as everybody writes it: alone, or in angle brackets at
/// the end. Where the library finds one in anything else, other programs may find another.
fn is_plain(raw: &[u8], address: &str) -> bool {
    let (mut plain, mut depth, mut quoted, mut escaped) = (String::new(), 0_u32, false, false);
    let mut names = false;
    for letter in unfolded(raw).chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => {
                quoted = !quoted;
                names = true;
            }
            _ if quoted => {}
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            _ => plain.push(letter),
        }
    }
    match plain.trim().split_once('<') {
        Some((_, rest)) => rest
            .strip_suffix('>')
            .is_some_and(|it| it.trim() == address),
        None => !names && plain.trim() == address,
    }
}
