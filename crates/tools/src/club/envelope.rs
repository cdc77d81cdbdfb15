//! Bytes of mails as mail programs, machines and accidents make them.
//!
//! Not here: what they say (`letters`).

use super::places::{ADDRESS, OUR_SERVER};
use super::world::World;
use packetboat_testkit::simulate::chance::Chance;

/// A mail before it is bytes.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) subject: String,
    pub(super) text: String,
    pub(super) answers: Option<String>,
    /// Header lines that machines put on.
    pub(super) marks: Vec<&'static str>,
}

/// How the text is written down.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Plain,
    Quoted,
    Html,
    Both,
}

impl World {
    /// The bytes of a mail to the club's address, for whose sender its mail server vouches.
    pub(super) fn vouched(&mut self, from: String, subject: String) -> Vec<u8> {
        let domain = from
            .trim_end_matches('>')
            .split('@')
            .nth(1)
            .unwrap_or_default();
        let says = format!(
            "Authentication-Results: {OUR_SERVER}; dmarc=pass header.from={domain}\n\
             Received: from {domain} by {OUR_SERVER}\n"
        );
        let draft = Draft {
            from,
            to: ADDRESS.to_owned(),
            subject,
            text: "Thank you.\n".to_owned(),
            answers: None,
            marks: Vec::new(),
        };
        let (bytes, _) = self.sealed(&draft);
        [says.as_bytes(), &bytes].concat()
    }

    /// The bytes, and the Message-ID without brackets.
    pub(super) fn sealed(&mut self, draft: &Draft) -> (Vec<u8>, String) {
        let now = self.now;
        let chance = &mut self.chance;
        let shape = match chance.below(10) {
            0 => Shape::Html,
            1 => Shape::Both,
            2 | 3 => Shape::Quoted,
            _ => Shape::Plain,
        };
        let id = format!("{:016x}@mail.example", chance.seed());
        let mut head = format!(
            "From: {}\nTo: {}\nSubject: {}\nDate: {}\nMessage-ID: <{id}>\nMIME-Version: 1.0\n",
            draft.from,
            draft.to,
            draft.subject,
            now.for_mail()
        );
        if let Some(answers) = &draft.answers {
            head.push_str(&format!("In-Reply-To: {answers}\nReferences: {answers}\n"));
        }
        for mark in &draft.marks {
            head.push_str(mark);
            head.push('\n');
        }
        head.push_str(&body(shape, &draft.text));
        let text = if chance.one_in(3) {
            head.replace('\n', "\r\n")
        } else {
            head
        };
        (text.into_bytes(), id)
    }
}

fn body(shape: Shape, text: &str) -> String {
    let plain = "Content-Type: text/plain; charset=utf-8\n";
    let html = "Content-Type: text/html; charset=utf-8\n";
    match shape {
        Shape::Plain => format!("{plain}\n{text}"),
        Shape::Quoted => {
            let encoding = "Content-Transfer-Encoding: quoted-printable\n";
            format!("{plain}{encoding}\n{}", quoted_printable(text))
        }
        Shape::Html => format!("{html}\n{}", as_html(text)),
        Shape::Both => {
            let kind = "Content-Type: multipart/alternative; boundary=\"xx\"\n";
            let html_part = as_html(text);
            format!("{kind}\n--xx\n{plain}\n{text}\n--xx\n{html}\n{html_part}\n--xx--\n")
        }
    }
}

fn as_html(text: &str) -> String {
    let plain = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    // As mail programs write a blank line: an empty element would have no height.
    let line = |text: &str| {
        if text.is_empty() {
            "<div><br></div>".to_owned()
        } else {
            format!("<div>{text}</div>")
        }
    };
    let lines: Vec<String> = plain.lines().map(line).collect();
    format!("<html><body>{}</body></html>\n", lines.join("\n"))
}

fn quoted_printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut width = 0;
        for byte in line.bytes() {
            let piece = match byte {
                b'=' => "=3D".to_owned(),
                b' '..=b'~' => char::from(byte).to_string(),
                other => format!("={other:02X}"),
            };
            if width + piece.len() > 72 {
                out.push_str("=\n");
                width = 0;
            }
            width += piece.len();
            out.push_str(&piece);
        }
        out.push('\n');
    }
    out
}

/// Bytes that are not a mail at all, or hardly one.
pub(super) fn rubbish(chance: &mut Chance) -> Vec<u8> {
    let count = chance.below(400);
    let noise: Vec<u8> = (0..count)
        .map(|_| chance.below(256).to_le_bytes()[0])
        .collect();
    match chance.below(4) {
        0 => Vec::new(),
        1 => noise,
        2 => [
            b"Content-Type: multipart/mixed; boundary=\"\n\n--\n".as_slice(),
            &noise,
        ]
        .concat(),
        _ => [b"To: orders@club.example\n\n#orders ".as_slice(), &noise].concat(),
    }
}

/// What machines put on their mails.
pub(super) const MACHINES: [&str; 6] = [
    "Auto-Submitted: auto-replied",
    "Precedence: bulk",
    "List-Id: <players.example>",
    "Return-Path: <>",
    "X-Failed-Recipients: somebody@example.org",
    "X-Autoreply: yes",
];
