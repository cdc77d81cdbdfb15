//! The parts of a mail: splitting at boundaries, and undoing the transfer encoding.
//!
//! Forgiving where mailers err: a missing closing boundary, a stray `=`, a footer that a mailing
//! list glued after base64. Strict where it matters: boundaries count at the head of a line
//! only, and depth and number are capped, so that no mail can exhaust the stack.
//!
//! Not here: which part holds the orders (`body`), and charsets (`charset`).

use super::headers::{self, Headers};
use super::library::{self, MediaType};

/// How deep parts may be nested; real mails stay under 6.
pub const DEPTH_MAX: usize = 20;
/// How many parts are looked at in one mail.
pub const PARTS_MAX: usize = 200;

/// A part, or the mail as a whole.
#[derive(Debug, Clone)]
pub struct MimePart<'a> {
    /// Its headers.
    pub headers: Headers,
    /// Its type; `text/plain` if nothing better is known.
    pub kind: MediaType,
    /// Its bytes, still encoded.
    pub bytes: &'a [u8],
    /// Of a multipart: what it is made of.
    pub children: Vec<MimePart<'a>>,
}

impl MimePart<'_> {
    /// Whether the sender calls it an attachment.
    pub fn is_attached(&self) -> bool {
        is_attached(&self.headers)
    }

    /// The file name it was given.
    pub fn file_name(&self) -> Option<String> {
        file_name(&self.headers, &self.kind)
    }

    /// Whether a part of that type is directly in it.
    pub fn holds(&self, main: &str, sub: &str) -> bool {
        self.children.iter().any(|it| it.kind.is(main, sub))
    }

    /// The first thing that is found in it or, as deep as parts are nested, in its parts.
    pub fn find<T>(&self, found: &dyn Fn(&MimePart<'_>) -> Option<T>) -> Option<T> {
        let deeper = || self.children.iter().find_map(|it| it.find(found));
        found(self).or_else(deeper)
    }

    /// Its bytes with the transfer encoding undone.
    pub fn decoded(&self) -> Vec<u8> {
        let encoding = self.headers.first("content-transfer-encoding");
        match encoding.unwrap_or_default().to_ascii_lowercase().as_str() {
            "base64" => base64(self.bytes),
            "quoted-printable" => quoted_printable(self.bytes),
            _ => self.bytes.to_vec(),
        }
    }
}

/// Whether the headers of a part call it an attachment.
pub fn is_attached(headers: &Headers) -> bool {
    let disposition = headers.raw("content-disposition").map(library::kind);
    disposition.is_some_and(|it| it.main == "attachment")
}

/// The file name that the headers of a part give to it.
pub fn file_name(headers: &Headers, kind: &MediaType) -> Option<String> {
    let disposition = headers.raw("content-disposition").map(library::kind);
    let name = disposition.as_ref().and_then(|it| it.param("filename"));
    let name = name.or_else(|| kind.param("name"))?;
    // Some mailers put an encoded word between the quotes.
    Some(library::words(name.as_bytes()))
}

/// Splits a mail into headers and body. Without a blank line the body begins at the first line
/// that can be no header, unless headers follow at once; a mail that begins so has no headers at
/// all.
pub fn split(entity: &[u8]) -> (&[u8], &[u8]) {
    let mut start = 0;
    while start < entity.len() {
        let length = entity[start..].iter().position(|it| *it == b'\n');
        let end = length.map_or(entity.len(), |it| start + it);
        let line = &entity[start..end];
        let next = (end + 1).min(entity.len());
        if line.is_empty() {
            return (&entity[..start], &entity[next..]);
        }
        let folded = start > 0 && matches!(line[0], b' ' | b'\t');
        // An mbox separator that a careless tool left between the headers.
        let mbox = start > 0 && headers::is_mbox(line);
        let broken = || start > 0 && headers::go_on(&entity[start..]);
        if !folded && !mbox && !headers::is_field(line) && !broken() {
            return (&entity[..start], &entity[start..]);
        }
        start = next;
        if length.is_none() {
            break;
        }
    }
    (entity, &[])
}

/// The tree of parts of a mail whose lines end in LF.
pub fn tree(entity: &[u8]) -> MimePart<'_> {
    part(entity, 0, &mut 1)
}

fn part<'a>(entity: &'a [u8], depth: usize, count: &mut usize) -> MimePart<'a> {
    let (block, bytes) = split(entity);
    let headers = Headers::read(block);
    let declared = headers.raw("content-type").map(library::kind);
    let mut kind = declared
        .filter(|it| !it.main.is_empty() && (!it.sub.is_empty() || it.main == "multipart"))
        .unwrap_or_else(MediaType::text_plain);
    let mut children = Vec::new();
    if kind.main == "multipart" {
        let boundary = kind.param("boundary").unwrap_or_default();
        if depth < DEPTH_MAX {
            for slice in between(bytes, boundary.as_bytes()) {
                if *count >= PARTS_MAX {
                    break;
                }
                *count += 1;
                children.push(part(slice, depth + 1, count));
            }
        }
        if children.is_empty() {
            // A multipart without parts: whatever it is, it can be shown as text.
            kind = MediaType::text_plain();
        }
    }
    MimePart {
        headers,
        kind,
        bytes,
        children,
    }
}

/// What is between the boundary lines, without the line end before each (it belongs to the
/// boundary). Without a closing line the last part runs to the end.
fn between<'a>(bytes: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let mut parts = Vec::new();
    if boundary.is_empty() {
        return parts;
    }
    let mut open: Option<usize> = None;
    let mut start = 0;
    while start < bytes.len() {
        let length = bytes[start..].iter().position(|it| *it == b'\n');
        let end = length.map_or(bytes.len(), |it| start + it);
        let line = bytes[start..end].trim_ascii_end();
        let tail = line
            .strip_prefix(b"--")
            .and_then(|it| it.strip_prefix(boundary));
        if let Some(tail @ (b"" | b"--")) = tail {
            if let Some(from) = open {
                parts.push(&bytes[from..start.saturating_sub(1).max(from)]);
            }
            open = tail.is_empty().then_some((end + 1).min(bytes.len()));
            if open.is_none() {
                return parts;
            }
        }
        start = end + 1;
    }
    parts.extend(open.map(|from| &bytes[from..]));
    parts
}

/// Reads base64 line by line up to the first line that is none. Text that only claims to be
/// base64 is left as it is.
fn base64(bytes: &[u8]) -> Vec<u8> {
    let is_code = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'+' | b'/' | b'=');
    let mut code = Vec::with_capacity(bytes.len());
    for line in bytes.split(|it| *it == b'\n').map(<[u8]>::trim_ascii) {
        if !line.iter().all(is_code) {
            break;
        }
        code.extend_from_slice(line);
    }
    match library::base64(&code) {
        Some(decoded) if !code.is_empty() => decoded,
        _ => bytes.to_vec(),
    }
}

/// Reads quoted-printable; what is not an escape stays as it is.
fn quoted_printable(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut joins = true;
    for line in bytes.split(|it| *it == b'\n') {
        if !joins {
            out.push(b'\n');
        }
        // Spaces at the end of a line were added on the way.
        let line = line.trim_ascii_end();
        joins = line.ends_with(b"=");
        unescape(line.strip_suffix(b"=").unwrap_or(line), &mut out);
    }
    out
}

fn unescape(line: &[u8], out: &mut Vec<u8>) {
    let digit = |at: usize| line.get(at).and_then(|it| (*it as char).to_digit(16));
    let mut at = 0;
    while at < line.len() {
        match (line[at], digit(at + 1), digit(at + 2)) {
            (b'=', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_quoted(given: &str, wanted: &str) {
        let got = quoted_printable(given.as_bytes());
        assert_eq!(String::from_utf8_lossy(&got), wanted);
    }

    #[test]
    fn quoted_printable_forgives() {
        check_quoted("a=\nb", "ab");
        check_quoted("a= \nb", "ab");
        check_quoted("IF A =3D 3 \nb", "IF A = 3\nb");
        check_quoted("A == B", "A == B");
        check_quoted("=C3=A9=c3=a9", "éé");
    }

    #[test]
    fn an_escaped_equals_sign_at_the_end_joins_nothing() {
        check_quoted("a=3D\nb", "a=\nb");
    }

    #[test]
    fn base64_stops_at_a_footer() {
        assert_eq!(base64(b"YWJj\nZGU=\n\n_____\nlist footer\n"), b"abcde");
        assert_eq!(base64(b"#orders a b\n"), b"#orders a b\n");
    }

    #[test]
    fn boundaries_count_at_the_head_of_a_line() {
        let mail = b"pre\n--b\n\none --b\n--bc\n--b  \n\ntwo\n--b--\npost";
        assert_eq!(between(mail, b"b"), [&b"\none --b\n--bc"[..], b"\ntwo"]);
        assert_eq!(between(b"--b\n\nopen", b"b"), [b"\nopen"]);
        assert_eq!(between(b"--b\n--b--", b"b"), [b""]);
        assert!(between(mail, b"c").is_empty());
    }
}
