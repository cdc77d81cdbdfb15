//! A finished file that a letter of ours brings: a picture or a PDF for the reader to open or keep.
//!
//! Not here: the rest of the letter (`compose`), pictures within it (`fit`), and what may be in
//! such a file.

use lettre::message::header::{ContentTransferEncoding, ContentType};
use lettre::message::{Attachment, Body, SinglePart};
use packetboat_core::lang::kept_file;
use std::sync::Arc;

/// Characters of a file's name in a mail, at most, without its ending.
const STEM_CHARS_MAX: usize = 50;

/// A finished file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentFile {
    /// What its owner calls it; what the mail calls it is [`SentFile::safe_name`].
    pub name: String,
    /// What it is.
    pub content: Content,
    /// Its bytes, which several mails may share.
    pub bytes: Arc<[u8]>,
}

/// What a finished file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// A picture.
    Png,
    /// A PDF.
    Pdf,
}

impl Content {
    /// Its type in a mail.
    fn kind(self) -> &'static str {
        match self {
            Content::Png => "image/png",
            Content::Pdf => "application/pdf",
        }
    }

    /// How the name of such a file ends.
    fn ending(self) -> &'static str {
        match self {
            Content::Png => "png",
            Content::Pdf => "pdf",
        }
    }
}

impl SentFile {
    /// What it is called in a mail: its name without a folder, of ASCII letters, digits, `.`, `-`
    /// and `_`, and with the ending of what it is.
    pub fn safe_name(&self) -> String {
        let base = self.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = base.rsplit_once('.').map_or(base, |it| it.0);
        let is_safe = |it: char| it.is_ascii_alphanumeric() || "._-".contains(it);
        let letters = stem.chars().take(STEM_CHARS_MAX);
        let safe: String = letters
            .map(|it| if is_safe(it) { it } else { '-' })
            .collect();
        // A name that begins with a dot is hidden, with a hyphen an option.
        let safe = safe.trim_matches(['.', '-']);
        let safe = if safe.is_empty() { "file" } else { safe };
        format!("{safe}.{}", self.content.ending())
    }

    /// The name under which it is kept.
    pub fn kept_name(&self) -> String {
        let hash = blake3::hash(&self.bytes);
        kept_file::kept(&self.name, self.content.ending(), hash.to_hex().as_str())
    }

    /// The part of a mail that brings it. Always in base64: as plain text, which a PDF may be, it
    /// would get other line ends.
    pub(super) fn part(&self) -> SinglePart {
        let kind = ContentType::parse(self.content.kind()).expect("a type");
        let base64 = ContentTransferEncoding::Base64;
        let body = Body::new_with_encoding(self.bytes.to_vec(), base64);
        Attachment::new(self.safe_name()).body(body.expect("it takes any bytes"), kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::House;
    use crate::attached::attached;
    use crate::compose::{DataFile, Inline, LetterKind, Outgoing, compose};
    use crate::library::ours;
    use crate::{fit, mime};

    fn house() -> House {
        House::new("orders@club.example", Vec::new()).expect("an address")
    }

    fn file(name: &str, content: Content, bytes: &[u8]) -> SentFile {
        SentFile {
            name: name.to_owned(),
            content,
            bytes: bytes.into(),
        }
    }

    fn letter(files: &[SentFile]) -> Outgoing {
        Outgoing {
            key: "crossing.red.report".to_owned(),
            campaign: "crossing".to_owned(),
            kind: LetterKind::Report,
            to: "ana@example.org".to_owned(),
            to_name: "Ana".to_owned(),
            reply_address: house().address(),
            answer_to: None,
            from_name: "Club".to_owned(),
            subject: "Turn 3".to_owned(),
            in_reply_to: None,
            references: Vec::new(),
            leave: None,
            date: 1_793_700_000,
            text: "The bridge is yours.\n".to_owned(),
            html: String::new(),
            pictures: Vec::new(),
            calendar: String::new(),
            data: None,
            files: files.to_vec(),
        }
    }

    /// The letter in every form that one may have.
    fn forms(files: &[SentFile]) -> Vec<Outgoing> {
        let plain = letter(files);
        let html = Outgoing {
            html: "<p>The bridge is <img src=\"cid:map@x\"> yours.</p>\n".to_owned(),
            ..plain.clone()
        };
        let painted = Outgoing {
            pictures: vec![Inline {
                cid: "map@x".to_owned(),
                name: "map".to_owned(),
                scene: "{\"size\":[1,1]}".to_owned(),
            }],
            ..html.clone()
        };
        let all = Outgoing {
            calendar: "BEGIN:VCALENDAR\r\n".to_owned(),
            data: Some(DataFile {
                name: "crossing-3.json".to_owned(),
                json: "{}".to_owned(),
            }),
            ..painted.clone()
        };
        vec![plain, html, painted, all]
    }

    fn with_lf(mail: &[u8]) -> Vec<u8> {
        let mut mail = mail.to_vec();
        mail.retain(|it| *it != b'\r');
        mail
    }

    /// Bytes that a mail could break: every byte, line ends of all kinds, what looks like a part.
    fn contents() -> Vec<Vec<u8>> {
        let every: Vec<u8> = (0..=255).cycle().take(70_000).collect();
        vec![
            Vec::new(),
            b"%PDF-1.4\n1 0 obj\r\n<<>>\rendobj\n%%EOF\n".to_vec(),
            b"--=_mixed_1\r\n\r\n--=_mixed_1--\r\n.\r\n".to_vec(),
            b"\x89PNG\r\n\x1a\n".to_vec(),
            b"From here\n.\n".to_vec(),
            every,
        ]
    }

    /// Whatever else the letter has, and whatever is in the file.
    #[test]
    fn a_file_arrives_as_it_is_and_changes_nothing_else() {
        for bytes in contents() {
            let files = [
                file("map.png", Content::Png, &bytes),
                file("orders of battle.pdf", Content::Pdf, b"%PDF-1.4\r\n\n"),
            ];
            for (with, without) in forms(&files).iter().zip(&forms(&[])) {
                let mail = compose(with, &house()).expect("a letter");
                assert_eq!(mail, compose(with, &house()).expect("a letter"));
                assert_eq!(attached(&mail, "map.png").as_ref(), Some(&bytes));
                let other = attached(&mail, "orders-of-battle.pdf");
                assert_eq!(other.as_deref(), Some(&b"%PDF-1.4\r\n\n"[..]));
                let bare = compose(without, &house()).expect("a letter");
                let (mut read, mut before) = (ours(&mail), ours(&bare));
                // A text that is alone in its mail ends in one line more.
                for text in [&mut read.text, &mut before.text] {
                    text.truncate(text.trim_end().len());
                }
                assert_eq!(read, before);
                assert!(mail.split(|it| *it == b'\n').all(|it| it.len() < 999));
                assert_eq!(fit::scenes(&mail), fit::scenes(&bare));
            }
        }
    }

    /// Mail programs show what is with the HTML only where the HTML shows it.
    #[test]
    fn a_file_is_outside_of_what_the_html_shows() {
        for letter in forms(&[file("map.png", Content::Png, b"png")]) {
            let mail = with_lf(&compose(&letter, &house()).expect("a letter"));
            let root = mime::tree(&mail);
            assert!(root.kind.is("multipart", "mixed"));
            let last = root.children.last().expect("it has parts");
            assert!(last.is_attached() && last.kind.is("image", "png"));
            let named = |it: &mime::MimePart<'_>| it.file_name().filter(|it| it == "map.png");
            let before = &root.children[..root.children.len() - 1];
            assert!(before.iter().all(|it| it.find(&named).is_none()));
        }
    }

    /// Scenes become pictures beside it, and a kept mail is told from one with another file.
    #[test]
    fn a_file_stays_as_the_mail_is_painted() {
        let of = |bytes: &[u8]| {
            let files = [file("map.png", Content::Png, bytes)];
            let letter = forms(&files).pop().expect("the one with all");
            compose(&letter, &house()).expect("a letter")
        };
        let kept = of(b"one");
        let painted = fit::with_pictures(kept.clone(), &|_| b"painted".to_vec());
        assert_eq!(
            attached(&painted, "map.png").as_deref(),
            Some(&b"painted"[..])
        );
        assert_ne!(painted, kept);
        let root = with_lf(&painted);
        let root = mime::tree(&root);
        assert_eq!(
            root.children.last().map(mime::MimePart::decoded),
            Some(b"one".to_vec())
        );
        assert_eq!(fit::comparable(&kept), fit::comparable(&painted));
        assert_ne!(fit::comparable(&kept), fit::comparable(&of(b"two")));
    }

    #[test]
    fn names_are_made_safe() {
        for (name, wanted) in [
            ("map.png", "map.png"),
            ("Map_2-b.v3.JPG", "Map_2-b.v3.png"),
            ("map", "map.png"),
            ("../../etc/passwd", "passwd.png"),
            ("C:\\maps\\north.png", "north.png"),
            ("north west.png", "north-west.png"),
            ("K\u{fc}ste \u{2603}.png", "K-ste.png"),
            ("\u{202e}gnp.exe", "gnp.png"),
            (".htaccess", "file.png"),
            ("..", "file.png"),
            ("-rf.png", "rf.png"),
            ("", "file.png"),
            ("/", "file.png"),
            ("\u{5730}\u{56f3}.png", "file.png"),
            ("a\r\nBcc: x@y.png", "a--Bcc--x-y.png"),
            ("a\"; filename=\"b.exe", "a---filename--b.png"),
            ("a.png\0.exe", "a.png.png"),
        ] {
            let file = file(name, Content::Png, b"x");
            assert_eq!(file.safe_name(), wanted, "{name:?}");
            let mail = compose(&letter(&[file]), &house()).expect("a letter");
            assert_eq!(
                attached(&mail, wanted).as_deref(),
                Some(&b"x"[..]),
                "{name:?}"
            );
            assert!(!String::from_utf8_lossy(&mail).contains("\nBcc"));
        }
        let long = file(&"x".repeat(300), Content::Pdf, b"x");
        assert_eq!(
            long.safe_name(),
            format!("{}.pdf", "x".repeat(STEM_CHARS_MAX))
        );
    }
}
