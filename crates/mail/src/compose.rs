//! A letter of ours → the bytes of a mail.
//!
//! A function of its arguments: Message-ID and Date are given or derived, so that a second
//! sending is the same mail, byte for byte. Not here: what the text says (`report`), and sending
//! it (`transport`).

use super::address::{House, header_text, is_campaign};
use super::sent_file::SentFile;
use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Attachment, Body, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use packetboat_core::engine::seat::Seat;
use std::time::{Duration, UNIX_EPOCH};

/// Columns that the writers of letters keep to, so that a mail needs no soft line breaks unless
/// it has letters beyond ASCII.
pub const COLUMNS: usize = 72;
/// Bytes of a line that mail servers take, without its end.
const LINE_BYTES_MAX: usize = 998;
/// Characters of a key; it names a file and is part of the Message-ID.
pub const KEY_CHARS_MAX: usize = 100;

/// What a letter is, which decides how machines treat it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterKind {
    /// Sent of our own accord: reports, reminders, notes to the referee.
    Report,
    /// An answer to a mail.
    Receipt,
}

/// A letter to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Begins the Message-ID (small letters, digits, hyphens, dots); `<campaign>.<seat>.<mark>`
    /// where answers to it shall find their seat, see [`sent_by_us`]. Unique, and fit to be seen by
    /// the reader: nothing in it shows how many mails others get.
    pub key: String,
    /// The campaign it is about; names the loop mark.
    pub campaign: String,
    /// What it is.
    pub kind: LetterKind,
    /// The registered address of the player.
    pub to: String,
    /// The player's name, or nothing.
    pub to_name: String,
    /// The address an answer goes to, from [`House::seat_address`]; it is in `Reply-To` alone:
    /// mail programs print `From` when they forward a mail, and it must give nothing away.
    pub reply_address: String,
    /// Where an answer goes if not there: the address of the person whose words it passes on.
    pub answer_to: Option<String>,
    /// The name in `From`, beside the club's plain address: the club, and the campaign.
    pub from_name: String,
    /// The subject; cleaned and shortened here.
    pub subject: String,
    /// Message-ID of the mail this one answers, with or without brackets.
    pub in_reply_to: Option<String>,
    /// The thread, oldest first: the first mail of the campaign's turn, and so on.
    pub references: Vec<String>,
    /// How to ask for no more of such mails, for the button that mail programs show; `None` where
    /// there is nothing to leave.
    pub leave: Option<Leave>,
    /// When it was written: seconds since 1970, of the entry and not of the clock.
    pub date: i64,
    /// The text: lines ended by LF, at most [`COLUMNS`] wide.
    pub text: String,
    /// The same in HTML, for programs that show it; empty: the mail is text alone.
    pub html: String,
    /// The pictures that the HTML shows, each as its scene: what they look like is painted as the
    /// mail is handed over ([`super::fit`]).
    pub pictures: Vec<Inline>,
    /// A deadline for the calendar; empty: there is none.
    pub calendar: String,
    /// What it says as data, for programs.
    pub data: Option<DataFile>,
    /// Finished files: each is sent as it is.
    pub files: Vec<SentFile>,
}

/// How a reader asks for no more of such mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leave {
    /// Whom to write to.
    pub to: String,
    /// The subject that says so: letters, digits, hyphens and spaces.
    pub says: String,
    /// What these mails are called where they are a list that anybody may be on: letters, digits,
    /// hyphens and dots.
    pub list: Option<String>,
}

/// A file of JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataFile {
    /// Its name: small letters, digits, hyphens and dots.
    pub name: String,
    /// What it holds.
    pub json: String,
}

/// A picture in a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inline {
    /// What the HTML calls it, after `cid:`.
    pub cid: String,
    /// Its file, without the ending.
    pub name: String,
    /// Its scene, as JSON.
    pub scene: String,
}

/// The type of a part that is a scene.
pub const SCENE: &str = "application/vnd.packetboat.scene+json";

impl Outgoing {
    /// Whether it is text and nothing else.
    pub fn is_text(&self) -> bool {
        let bare = self.html.is_empty() && self.calendar.is_empty();
        bare && self.data.is_none() && self.files.is_empty()
    }
}

/// Why a letter cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    /// An address that no mail server would take.
    #[error("`{0}` is not an address that mail can be sent to")]
    Address(String),
    /// A key that cannot name a file.
    #[error("`{0}` cannot be the key of a mail")]
    Key(String),
    /// The library refused.
    #[error("the mail cannot be made: {0}")]
    Other(String),
}

/// The bytes of a letter, with CRLF line ends. Fails on an address or a key that cannot be used.
pub fn compose(mail: &Outgoing, house: &House) -> Result<Vec<u8>, ComposeError> {
    if !is_key(&mail.key) {
        return Err(ComposeError::Key(mail.key.clone()));
    }
    let ours = mailbox(&mail.from_name, &house.address())?;
    let answer_to = match &mail.answer_to {
        Some(address) => mailbox("", address)?,
        None => mailbox(&mail.from_name, &mail.reply_address)?,
    };
    let seconds = Duration::from_secs(u64::try_from(mail.date).unwrap_or(0));
    let automatic = match mail.kind {
        LetterKind::Report => "auto-generated",
        LetterKind::Receipt => "auto-replied",
    };
    let mut builder = Message::builder()
        .from(ours)
        .reply_to(answer_to)
        .to(mailbox(&mail.to_name, &mail.to)?)
        .subject(header_text(&mail.subject))
        .date(UNIX_EPOCH + seconds)
        .message_id(Some(format!("<{}>", message_id(mail, house))))
        .raw_header(field("Auto-Submitted", automatic))
        .raw_header(field("X-Auto-Response-Suppress", "All"))
        .raw_header(field("Precedence", "bulk"))
        .raw_header(field("X-Packetboat-Loop", &house.loop_mark(&mail.campaign)));
    if let Some(leave) = &mail.leave {
        let list = leave.list.as_ref();
        let list = list.map(|it| field("List-Id", &format!("<{it}.{}>", house.domain())));
        for header in leaving(leave).into_iter().chain(list) {
            builder = builder.raw_header(header);
        }
    }
    if let Some(id) = mail.in_reply_to.as_deref().and_then(bracketed) {
        builder = builder.in_reply_to(id);
    }
    let references: Vec<String> = mail
        .references
        .iter()
        .filter_map(|it| bracketed(it))
        .collect();
    if !references.is_empty() {
        builder = builder.references(references.join(" "));
    }
    let text = SinglePart::plain(mail.text.clone());
    let attached = attached(mail)?;
    let built = match (mail.html.is_empty(), attached.is_empty()) {
        (true, true) => builder.singlepart(text),
        (false, true) => builder.multipart(both(mail, text)?),
        (no_html, false) => {
            let mixed = MultiPart::mixed().boundary(boundary(mail, "mixed"));
            let mixed = if no_html {
                mixed.singlepart(text)
            } else {
                mixed.multipart(both(mail, text)?)
            };
            builder.multipart(attached.into_iter().fold(mixed, MultiPart::singlepart))
        }
    };
    let message = built.map_err(|it| ComposeError::Other(it.to_string()))?;
    Ok(message.formatted())
}

/// The Message-ID without brackets: the key, a hash of the text, our domain. The same content has
/// the same id, so that mail servers fold a repeat; a corrected letter has another.
pub fn message_id(mail: &Outgoing, house: &House) -> String {
    let hash = blake3::hash(mail.text.as_bytes()).to_hex();
    format!("{}.{}@{}", mail.key, &hash[..16], house.domain())
}

/// The text, and the same in HTML.
fn both(mail: &Outgoing, text: SinglePart) -> Result<MultiPart, ComposeError> {
    let alternative = MultiPart::alternative().boundary(boundary(mail, "alternative"));
    let html = SinglePart::html(mail.html.clone());
    let alternative = alternative.singlepart(text);
    if mail.pictures.is_empty() {
        return Ok(alternative.singlepart(html));
    }
    let related = MultiPart::related().boundary(boundary(mail, "related"));
    let mut related = related.singlepart(html);
    for picture in &mail.pictures {
        let kind = ContentType::parse(SCENE).map_err(|it| ComposeError::Other(it.to_string()))?;
        let file = format!("{}.json", picture.name);
        let part = Attachment::new_inline_with_name(picture.cid.clone(), file);
        related = related.singlepart(part.body(scene(&picture.scene), kind));
    }
    Ok(alternative.multipart(related))
}

/// A scene as it is, where a mail can have its lines: they pack better than coded ones.
fn scene(json: &str) -> Body {
    let fits = json.lines().all(|it| it.len() <= LINE_BYTES_MAX);
    if fits && json.is_ascii() {
        let lines = json.replace('\n', "\r\n").into_bytes();
        Body::dangerous_pre_encoded(lines, ContentTransferEncoding::SevenBit)
    } else {
        Body::new(json.to_owned())
    }
}

/// The files that come with it.
fn attached(mail: &Outgoing) -> Result<Vec<SinglePart>, ComposeError> {
    let mut files = Vec::new();
    if !mail.calendar.is_empty() {
        let kind = "text/calendar; charset=utf-8; method=PUBLISH";
        files.push(("deadline.ics", &mail.calendar, kind));
    }
    if let Some(DataFile { name, json }) = &mail.data {
        files.push((name, json, "application/json"));
    }
    let written = files.into_iter().map(|(name, text, kind)| {
        let kind = ContentType::parse(kind).map_err(|it| ComposeError::Other(it.to_string()))?;
        Ok(Attachment::new(name.to_owned()).body(text.clone(), kind))
    });
    written
        .chain(mail.files.iter().map(|it| Ok(it.part())))
        .collect()
}

/// What separates the parts of a mail: not a secret, and nothing that is in any of them.
fn boundary(mail: &Outgoing, of: &str) -> String {
    let scenes = mail.pictures.iter().map(|it| &it.scene);
    let data = mail.data.iter().map(|it| &it.json);
    let parts: Vec<&String> = [&mail.text, &mail.html, &mail.calendar]
        .into_iter()
        .chain(scenes)
        .chain(data)
        .collect();
    let mut number = 1;
    loop {
        let mark = format!("=_{of}_{number}");
        if parts.iter().all(|it| !it.contains(&mark)) {
            return mark;
        }
        number += 1;
    }
}

/// The campaign and seat of a Message-ID of ours; `None` if it is not one. Good for routing what
/// refers to it; it proves nothing.
pub fn sent_by_us(message_id: &str, house: &House) -> Option<(String, Option<Seat>)> {
    let id = message_id.trim_matches(['<', '>']);
    let (local, domain) = id.rsplit_once('@')?;
    if !domain.eq_ignore_ascii_case(house.domain()) {
        return None;
    }
    let words: Vec<&str> = local.split('.').collect();
    let is_hash = |it: &str| it.len() == 16 && it.bytes().all(|it| it.is_ascii_hexdigit());
    let is_entry = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    let (campaign, seat) = match words[..] {
        [campaign, seat, mark, hash] if is_hash(mark) && is_hash(hash) => (campaign, seat),
        // As they were once: with the entry and the kind of the mail.
        [campaign, entry, seat, _kind, .., hash] if is_entry(entry) && is_hash(hash) => {
            (campaign, seat)
        }
        _ => return None,
    };
    is_campaign(campaign).then(|| (campaign.to_owned(), seat.parse().ok()))
}

/// Whether it can name a mail and its file.
pub fn is_key(key: &str) -> bool {
    let plain = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || b".-".contains(&it);
    let ends = !key.starts_with('.') && !key.ends_with('.') && !key.contains("..");
    !key.is_empty() && key.len() <= KEY_CHARS_MAX && key.bytes().all(plain) && ends
}

/// A name is cleaned first: the library panics on control characters in one.
fn mailbox(name: &str, address: &str) -> Result<Mailbox, ComposeError> {
    let address: Address = address
        .parse()
        .map_err(|_| ComposeError::Address(address.to_owned()))?;
    let name = header_text(name);
    Ok(Mailbox::new(
        Some(name).filter(|it| !it.is_empty()),
        address,
    ))
}

fn field(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), header_text(value))
}

/// A mail to a person who can end such mails (RFC 2369). A line of its own, so that nothing is
/// encoded in it; of addresses that would need that there is none.
fn leaving(leave: &Leave) -> Option<HeaderValue> {
    let address = |it: u8| it.is_ascii_alphanumeric() || b".+-_@".contains(&it);
    let words = |it: u8| it.is_ascii_alphanumeric() || b"- ".contains(&it);
    let Leave { to, says, .. } = leave;
    let plain = to.bytes().all(address) && says.bytes().all(words);
    plain.then(|| {
        let link = format!("<mailto:{to}?subject={}>", says.replace(' ', "%20"));
        // Not cut short, as texts in headers are: half a link is none.
        HeaderValue::new(HeaderName::new_from_ascii_str("List-Unsubscribe"), link)
    })
}

/// A foreign Message-ID in brackets, if it is one and nothing else: it goes into a header.
fn bracketed(id: &str) -> Option<String> {
    let id = id.trim_matches(['<', '>', ' ']);
    let graphic = id
        .bytes()
        .all(|it| it.is_ascii_graphic() && !b"<>,".contains(&it));
    (graphic && id.contains('@') && id.len() <= 250).then(|| format!("<{id}>"))
}
