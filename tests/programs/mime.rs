//! MIME as mail programs write it: parts, their encodings, and what parts them.

/// A transfer encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Code {
    Seven,
    Eight,
    Quoted,
    Base64,
}

/// A part: the lines of its head, and its body, encoded.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) head: Vec<String>,
    pub(super) body: String,
}

impl Part {
    /// With one more line in its head.
    pub(super) fn with(mut self, line: &str) -> Self {
        self.head.push(line.to_owned());
        self
    }
}

/// Text of this type.
pub(super) fn text(kind: &str, code: Code, text: &str) -> Part {
    bytes(kind, code, text.as_bytes())
}

/// The same in Latin-1, where it can be; else in UTF-8.
pub(super) fn western(kind: &str, code: Code, said: &str) -> Part {
    // What a page says of itself is changed too.
    let latin = said.replace("charset=utf-8", "charset=iso-8859-1");
    let letters = latin.chars().map(|it| u8::try_from(u32::from(it)).ok());
    match letters.collect::<Option<Vec<u8>>>() {
        Some(octets) => bytes(&format!("{kind}; charset=\"iso-8859-1\""), code, &octets),
        None => text(&format!("{kind}; charset=\"utf-8\""), code, said),
    }
}

fn bytes(kind: &str, code: Code, bytes: &[u8]) -> Part {
    let (name, body) = match code {
        Code::Base64 => ("base64", base64(&crlf(bytes))),
        Code::Quoted => ("quoted-printable", quoted(bytes)),
        Code::Seven if bytes.is_ascii() => ("7bit", as_is(bytes)),
        Code::Seven | Code::Eight => ("8bit", as_is(bytes)),
    };
    Part {
        head: vec![
            format!("Content-Type: {kind}"),
            format!("Content-Transfer-Encoding: {name}"),
        ],
        body,
    }
}

fn as_is(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("only UTF-8 is sent as it is")
}

/// A picture that stands in a page under this id.
pub(super) fn picture(id: &str, image: &[u8]) -> Part {
    Part {
        head: vec![
            "Content-Type: image/png; name=\"image.png\"".to_owned(),
            "Content-Disposition: inline; filename=\"image.png\"".to_owned(),
            "Content-Transfer-Encoding: base64".to_owned(),
            format!("Content-ID: <{id}>"),
        ],
        body: base64(image),
    }
}

/// Parts of one part.
pub(super) fn multi(kind: &str, boundary: &str, parts: &[Part]) -> Part {
    let mut body = String::new();
    for part in parts {
        let head = part.head.join("\n");
        let content = part.body.trim_end_matches('\n');
        body.push_str(&format!("--{boundary}\n{head}\n\n{content}\n\n"));
    }
    body.push_str(&format!("--{boundary}--\n"));
    Part {
        head: vec![format!(
            "Content-Type: multipart/{kind};\n boundary=\"{boundary}\""
        )],
        body,
    }
}

fn crlf(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for byte in bytes {
        if *byte == b'\n' {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// In lines of 76.
pub(super) fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (at, group) in bytes.chunks(3).enumerate() {
        if at > 0 && at % 19 == 0 {
            out.push('\n');
        }
        let of = |it: usize| u32::from(group.get(it).copied().unwrap_or(0));
        let all = (of(0) << 16) | (of(1) << 8) | of(2);
        for place in 0..4_usize {
            let digit = (all >> (18 - 6 * place)) & 63;
            if place > group.len() {
                out.push('=');
            } else {
                out.push(char::from(DIGITS[digit as usize]));
            }
        }
    }
    out.push('\n');
    out
}

fn quoted(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (at, line) in bytes.split(|it| *it == b'\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        let mut columns = 0;
        for (place, byte) in line.iter().enumerate() {
            let last = place + 1 == line.len();
            let sign = (b'!'..=b'~').contains(byte) && *byte != b'=';
            let plain = sign || ([b' ', b'\t'].contains(byte) && !last);
            let code = if plain {
                char::from(*byte).to_string()
            } else {
                format!("={byte:02X}")
            };
            if columns + code.len() > 75 {
                out.push_str("=\n");
                columns = 0;
            }
            columns += code.len();
            out.push_str(&code);
        }
    }
    out
}

/// As a header says it.
pub(super) fn header(text: &str) -> String {
    if text.is_ascii() {
        text.to_owned()
    } else {
        let letters: Vec<char> = text.chars().collect();
        let words = letters.chunks(12).map(|chunk| {
            let word: String = chunk.iter().collect();
            format!("=?utf-8?B?{}?=", base64(word.as_bytes()).trim_end())
        });
        words.collect::<Vec<_>>().join("\n ")
    }
}

/// A name as a header says it before an address.
pub(super) fn name(text: &str) -> String {
    if text.is_ascii() && text.contains([',', '.', ';', ':', '(', ')', '@', '[', ']']) {
        format!("\"{text}\"")
    } else {
        header(text)
    }
}

/// For format=flowed: long lines broken behind a blank, and what could be misread after a blank.
pub(super) fn flowed(lines: &[String], mark: &str) -> String {
    let mut out = String::new();
    for line in lines {
        let mut rest = line.trim_end();
        loop {
            let room = 72 - mark.chars().count();
            let cut = break_at(rest, room);
            let (now, behind) = rest.split_at(cut.unwrap_or(rest.len()));
            let stuffed = now.starts_with([' ', '>']) || now.starts_with("From ");
            let stuffing = match (mark.is_empty(), now.is_empty()) {
                (true, _) if stuffed => " ",
                (false, false) => " ",
                _ => "",
            };
            out.push_str(&format!("{mark}{stuffing}{now}\n"));
            if behind.is_empty() {
                break;
            }
            rest = behind;
        }
    }
    out
}

/// Where a line is broken: behind the last blank that fits, or the first there is.
fn break_at(line: &str, room: usize) -> Option<usize> {
    if line.chars().count() <= room {
        return None;
    }
    let blanks: Vec<usize> = line.match_indices(' ').map(|it| it.0 + 1).collect();
    let fits = |it: &&usize| line[..**it].chars().count() <= room;
    let inner = |it: &&usize| **it > 1 && **it < line.len();
    let best = blanks.iter().filter(inner).rfind(fits);
    best.or_else(|| blanks.iter().find(inner)).copied()
}
