//! What the mail library reads for us: single values of a mail, our own mails, folders of mails.
//! The only file that knows it.
//!
//! Headers and parts are split by `headers` and `mime`, whose recursion is capped, which the
//! library's is not. Not here: putting the values together (`parse`).

use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::charsets::map::charset_decoder;
use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::parsers::MessageStream;
use mail_parser::{Addr, Address, HeaderValue, MessageParser, MimeHeaders};
use packetboat_core::caught::caught;
use std::io::{self, BufRead};

/// A Content-Type or Content-Disposition, in small letters but for the values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaType {
    /// `text`, `multipart`; of a disposition `inline`, `attachment`.
    pub main: String,
    /// `plain`, `mixed`; may be empty.
    pub sub: String,
    /// Parameters: name and value.
    pub params: Vec<(String, String)>,
}

impl MediaType {
    /// What counts when nothing, or nothing readable, is declared.
    pub fn text_plain() -> Self {
        MediaType {
            main: "text".into(),
            sub: "plain".into(),
            params: Vec::new(),
        }
    }

    /// Whether it is that type.
    pub fn is(&self, main: &str, sub: &str) -> bool {
        self.main == main && self.sub == sub
    }

    /// The value of a parameter (its name in small letters).
    pub fn param(&self, name: &str) -> Option<&str> {
        let found = self.params.iter().find(|(it, _)| it == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// A mail of ours, read again: what its reader saw.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ours {
    /// Its subject.
    pub subject: String,
    /// Its text, as it was written.
    pub text: String,
    /// Its HTML part; empty: it has none.
    pub html: String,
    /// Its JSON part; empty: it has none.
    pub json: String,
}

/// Reads a mail that `compose` made, whole and unchanged.
pub fn ours(bytes: &[u8]) -> Ours {
    let read = caught(|| {
        let mail = MessageParser::default().parse(bytes)?;
        Some(Ours {
            subject: mail.subject().unwrap_or_default().to_owned(),
            text: mail.body_text(0)?.replace("\r\n", "\n"),
            html: match mail.html_bodies().find(|it| it.is_text_html()) {
                Some(part) => part.text_contents()?.replace("\r\n", "\n"),
                None => String::new(),
            },
            json: mail
                .attachments()
                .find(|it| it.is_content_type("application", "json"))
                .map_or_else(String::new, |file| {
                    String::from_utf8_lossy(file.contents()).into_owned()
                }),
        })
    });
    read.ok().flatten().unwrap_or_default()
}

/// A mail of a file in which an old mail program keeps a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filed {
    /// When it was put there, in seconds since 1970; 0 if the file does not say.
    pub arrived: i64,
    /// The mail.
    pub bytes: Vec<u8>,
}

/// The mails of such a file (mbox), in order. What is not such a file holds none.
pub fn filed(file: impl BufRead) -> impl Iterator<Item = io::Result<Filed>> {
    MessageIterator::new(file).map(|read| {
        let mail = read?;
        Ok(Filed {
            arrived: i64::try_from(mail.internal_date()).unwrap_or(0),
            bytes: mail.unwrap_contents(),
        })
    })
}

/// Names and addresses of a field; entries without an address are left out.
pub(super) fn addresses(raw: &[u8]) -> Vec<(String, String)> {
    let line = with_end(raw);
    let list = match MessageStream::new(&line).parse_address() {
        HeaderValue::Address(Address::List(list)) => list,
        HeaderValue::Address(Address::Group(groups)) => {
            groups.into_iter().flat_map(|it| it.addresses).collect()
        }
        _ => Vec::new(),
    };
    let pair = |addr: Addr<'_>| {
        let address = addr.address.filter(|it| it.contains('@'))?;
        Some((
            addr.name.unwrap_or_default().into_owned(),
            address.into_owned(),
        ))
    };
    list.into_iter().filter_map(pair).collect()
}

/// Free text with its encoded words decoded, as one line.
pub fn words(raw: &[u8]) -> String {
    let line = with_end(raw);
    let value = MessageStream::new(&line).parse_unstructured();
    value.as_text().unwrap_or_default().trim().to_owned()
}

/// A Content-Type or Content-Disposition; empty if it cannot be read.
pub fn kind(raw: &[u8]) -> MediaType {
    let line = with_end(raw);
    let value = MessageStream::new(&line).parse_content_type();
    let Some(read) = value.as_content_type() else {
        return MediaType::default();
    };
    let params = read.attributes.iter().flatten();
    MediaType {
        main: read.c_type.trim().to_ascii_lowercase(),
        sub: read
            .c_subtype
            .as_deref()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase(),
        params: params
            .map(|it| (it.name.to_ascii_lowercase(), it.value.trim().to_owned()))
            .collect(),
    }
}

/// Text in a charset by name (in small letters); `None` if the name is unknown. UTF-8 has no
/// entry in the library's table.
pub fn named_charset(label: &str, bytes: &[u8]) -> Option<String> {
    let decode = charset_decoder(label.as_bytes())?;
    Some(decode(bytes))
}

/// Base64 without spaces; `None` if it is none.
pub fn base64(code: &[u8]) -> Option<Vec<u8>> {
    base64_decode(code)
}

/// The library reads a value up to its line end.
fn with_end(raw: &[u8]) -> Vec<u8> {
    [raw, b"\n"].concat()
}
