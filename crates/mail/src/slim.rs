//! A long mail without what nobody reads of it: pictures, papers and other files, and mails put
//! into it. Their headers stay, so that what is left is the same mail with empty files.
//!
//! The mail is read line by line and never held as a whole, so a photo of any length costs no
//! more than its reading. Not here: what the parts mean (`body`).

use super::headers::{HEADER_BYTES_MAX, Headers};
use super::library::{self, MediaType};
use super::mime::{DEPTH_MAX, file_name, is_attached};
use std::io::{self, BufRead, Read};

/// Bytes read of a mail, whatever it holds: more than mail servers let through.
pub const BYTES_READ_MAX: u64 = 64 << 20;
/// Bytes kept of an attached file that may hold orders.
const FILE_BYTES_MAX: usize = 256 * 1024;
/// Bytes of a line taken at once.
const LINE_BYTES_MAX: u64 = 64 * 1024;

/// The first bytes of a mail without its files: up to this many, of which nothing is left out.
///
/// # Errors
/// What the input says.
pub fn slimmed(input: &mut dyn Read, most: usize) -> io::Result<Vec<u8>> {
    let mut input = io::BufReader::new(input.take(BYTES_READ_MAX));
    let mut slim = Slim::default();
    let (mut line, mut at_head) = (Vec::new(), true);
    while slim.out.len() < most {
        line.clear();
        let length = (&mut input)
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        slim.line(&line, at_head);
        at_head = line.ends_with(b"\n");
    }
    slim.out.truncate(most);
    Ok(slim.out)
}

/// What is being read.
struct Slim {
    out: Vec<u8>,
    /// The marks between the parts that are open, outermost first.
    boundaries: Vec<Vec<u8>>,
    /// The headers of the part so far; `None`: they are over.
    headers: Option<Vec<u8>>,
    /// How many bytes of the part are still kept.
    left: usize,
}

impl Default for Slim {
    fn default() -> Self {
        Slim {
            out: Vec::new(),
            boundaries: Vec::new(),
            headers: Some(Vec::new()),
            left: 0,
        }
    }
}

impl Slim {
    fn line(&mut self, line: &[u8], at_head: bool) {
        let text = line.trim_ascii_end();
        if at_head && let Some(depth) = self.parted(text) {
            // The mark of an outer part ends the inner ones too.
            self.boundaries.truncate(depth + 1);
            self.headers = Some(Vec::new());
            if text.ends_with(b"--") {
                self.boundaries.truncate(depth);
                self.headers = None;
                self.left = 0;
            }
            self.out.extend_from_slice(line);
            return;
        }
        match &mut self.headers {
            Some(block) if !text.is_empty() || block.is_empty() => {
                if block.len() < HEADER_BYTES_MAX {
                    block.extend_from_slice(text);
                    block.push(b'\n');
                }
                self.out.extend_from_slice(line);
            }
            Some(block) => {
                let headers = Headers::read(block);
                self.headers = None;
                self.begin(&headers);
                self.out.extend_from_slice(line);
            }
            None if self.left > 0 => {
                self.left = self.left.saturating_sub(line.len());
                self.out.extend_from_slice(line);
            }
            None => {}
        }
    }

    /// How deep the part is that this line begins or ends.
    fn parted(&self, text: &[u8]) -> Option<usize> {
        let mark = text.strip_prefix(b"--")?;
        let closes = mark.strip_suffix(b"--");
        let fits = |it: &Vec<u8>| *it == mark || Some(it.as_slice()) == closes;
        self.boundaries.iter().rposition(fits)
    }

    /// The headers of a part are over.
    fn begin(&mut self, headers: &Headers) {
        let declared = headers.raw("content-type").map(library::kind);
        let kind = declared
            .filter(|it| !it.main.is_empty())
            .unwrap_or_else(MediaType::text_plain);
        if kind.main == "multipart" && self.boundaries.len() < DEPTH_MAX {
            let boundary = kind.param("boundary").unwrap_or_default();
            if !boundary.is_empty() {
                self.boundaries.push(boundary.as_bytes().to_vec());
            }
        }
        self.left = kept(headers, &kind);
    }
}

/// How many bytes of a part are kept.
fn kept(headers: &Headers, kind: &MediaType) -> usize {
    let name = file_name(headers, kind).unwrap_or_default().to_lowercase();
    let file = is_attached(headers) || !name.is_empty();
    match (kind.main.as_str(), kind.sub.as_str()) {
        ("multipart", _) => usize::MAX,
        // What a mail server says of a mail.
        ("message", "rfc822" | "global" | "partial") => 0,
        ("message", _) => FILE_BYTES_MAX,
        ("text", "plain" | "html" | "markdown") if !file => usize::MAX,
        ("text", _) => FILE_BYTES_MAX,
        _ if name.ends_with(".txt") => FILE_BYTES_MAX,
        ("application", "octet-stream") if !name.contains('.') => FILE_BYTES_MAX,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, wanted: &str) {
        let got = slimmed(&mut given.as_bytes(), 10_000).expect("it is read");
        assert_eq!(String::from_utf8_lossy(&got), wanted);
    }

    #[test]
    fn files_are_left_out_and_words_stay() {
        let head = "To: a@x\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n";
        let photo = "--b\r\nContent-Type: image/jpeg; name=a.jpg\r\n\r\n";
        check(
            &format!("{head}{photo}aaaa\r\n--c\r\n\r\n--b\r\n\r\nwords\r\n--b--\r\n"),
            &format!("{head}{photo}--b\r\n\r\nwords\r\n--b--\r\n"),
        );
        let mail = "--b\nContent-Type: message/rfc822\n\n";
        check(
            &format!("{head}{mail}To: x\n\nold\n--b\n\nnew\n"),
            &format!("{head}{mail}--b\n\nnew\n"),
        );
        let inner = "--b\nContent-Type: multipart/alternative; boundary=c\n\n--c\n\nx\n--c\n\
            Content-Type: image/png\n\n";
        check(
            &format!("{head}{inner}aaaa\n--b\n\ny\n--b--\n"),
            &format!("{head}{inner}--b\n\ny\n--b--\n"),
        );
        check("\nTo: a\n\nwords\n", "\nTo: a\n\nwords\n");
        check(
            "Content-Type: image/png\n\naaaa\n",
            "Content-Type: image/png\n\n",
        );
    }

    #[test]
    fn a_file_that_may_hold_orders_is_kept_up_to_a_length() {
        let head = "Content-Type: multipart/mixed; boundary=b\n\n--b\n";
        for (kind, kept) in [
            ("Content-Type: text/plain; name=a.txt", true),
            ("Content-Type: application/octet-stream; name=a.txt", true),
            ("Content-Type: application/octet-stream; name=a.jpg", false),
            ("Content-Type: image/jpeg", false),
            (
                "Content-Type: text/plain\nContent-Disposition: attachment",
                true,
            ),
        ] {
            let mail = format!("{head}{kind}\n\n{}", "aaaa\n".repeat(200_000));
            let got = slimmed(&mut mail.as_bytes(), 1 << 20).expect("it is read");
            let most = head.len() + kind.len() + FILE_BYTES_MAX + 10;
            assert!(got.len() < most, "{kind}: {}", got.len());
            assert_eq!(got.len() > FILE_BYTES_MAX, kept, "{kind}");
        }
    }

    #[test]
    fn words_end_at_their_limit_and_lines_without_end_are_read() {
        let long = "a".repeat(1 << 20);
        let got = slimmed(&mut format!("To: a\n\n{long}").as_bytes(), 1_000).expect("it is read");
        assert_eq!(got.len(), 1_000);
        let photo = format!("Content-Type: image/png\n\n{long}");
        let got = slimmed(&mut photo.as_bytes(), 1_000).expect("it is read");
        assert_eq!(got.len(), 25);
    }
}
