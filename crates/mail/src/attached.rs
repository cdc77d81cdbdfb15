//! A file that came with a mail, by the name that it has there.
//!
//! Not here: files that hold orders (`body`), what else may be done with a file, and sending one
//! (`compose`).

use super::fold::fold;
use super::mime::{self, MimePart};
use super::parse::straightened;
use super::slim::BYTES_READ_MAX;
use packetboat_core::caught::caught;
use std::cell::RefCell;

/// Bytes of a file that is taken out of a mail, at most.
pub const ATTACHED_BYTES_MAX: usize = 8 << 20;

/// The first file of that name in a mail, its transfer encoding undone; `None`: there is none.
///
/// Capitals do not matter, nor does a folder before either name. Of a longer file than
/// [`ATTACHED_BYTES_MAX`] there are that many bytes and one more, so that it is known for what it
/// is. In a long mail that was kept without its files ([`slimmed`](super::slim::slimmed)) each is
/// empty.
pub fn attached(raw: &[u8], name: &str) -> Option<Vec<u8>> {
    let most = usize::try_from(BYTES_READ_MAX).unwrap_or(usize::MAX);
    let wanted = plain_name(name);
    if wanted.is_empty() {
        return None;
    }
    let found = caught(|| {
        let whole = straightened(&raw[..raw.len().min(most)]);
        mime::tree(&whole).find(&|part| decoded(part, &wanted))
    });
    found.ok().flatten()
}

/// The names of all files in a mail, as they were written.
pub fn names(raw: &[u8]) -> Vec<String> {
    let most = usize::try_from(BYTES_READ_MAX).unwrap_or(usize::MAX);
    let found = caught(|| {
        let whole = straightened(&raw[..raw.len().min(most)]);
        let names = RefCell::new(Vec::new());
        let note = |part: &MimePart<'_>| {
            let name = part.file_name().filter(|_| part.kind.main != "multipart");
            names.borrow_mut().extend(name);
            None::<()>
        };
        mime::tree(&whole).find(&note);
        names.into_inner()
    });
    found.unwrap_or_default()
}

/// The bytes of a part, if it is a file of that name.
fn decoded(part: &MimePart<'_>, wanted: &str) -> Option<Vec<u8>> {
    let is_file = part.kind.main != "multipart" && plain_name(&part.file_name()?) == wanted;
    is_file.then(|| {
        // Of nothing but line ends there is nothing to decode.
        let is_empty = part.bytes.trim_ascii().is_empty();
        let mut bytes = if is_empty { Vec::new() } else { part.decoded() };
        bytes.truncate(ATTACHED_BYTES_MAX + 1);
        bytes
    })
}

/// A name as it is compared with others: without its folder, in small letters, which mail programs
/// write in several ways.
fn plain_name(name: &str) -> String {
    let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
    fold(&fold(base).to_lowercase()).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slim::slimmed;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    /// Bytes of every value, which no line holds.
    fn bytes(length: usize) -> Vec<u8> {
        (0..=255).rev().cycle().take(length).collect()
    }

    fn base64(bytes: &[u8], wide: usize) -> String {
        let code = STANDARD.encode(bytes);
        let lines: Vec<&str> = (0..code.len())
            .step_by(wide)
            .map(|it| &code[it..code.len().min(it + wide)])
            .collect();
        lines.join("\n")
    }

    fn quoted(bytes: &[u8]) -> String {
        let lines = bytes.chunks(24);
        let coded = |it: &[u8]| it.iter().map(|it| format!("={it:02X}")).collect::<String>();
        lines.map(coded).collect::<Vec<_>>().join("=\n")
    }

    /// A mail with a file of these headers and this text.
    fn mail(headers: &str, coded: &str) -> String {
        format!(
            "From: a@x.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nPICTURE\n\
             --b\n{headers}\n\n{coded}\n--b--\n"
        )
    }

    /// How mail programs name a file: in either header or both, folded, in words of their own.
    const NAMED: [&str; 10] = [
        "Content-Type: image/png; name=map.png",
        "Content-Type: image/png; name=\"map.png\"\nContent-Disposition: inline",
        "Content-Disposition: attachment; filename=map.png",
        "Content-Type: image/png\nContent-Disposition: attachment;\n\tfilename=\"map.png\"; size=9",
        "content-type: application/octet-stream\ncontent-disposition: ATTACHMENT; FILENAME=MAP.PNG",
        "Content-Disposition: inline; filename*=utf-8''map.png",
        "Content-Disposition: attachment; filename*0=\"map\"; filename*1=\".png\"",
        "Content-Disposition: attachment; filename=\"=?utf-8?B?bWFwLnBuZw==?=\"",
        "Content-Type: text/plain; name=map.png",
        "Content-Disposition: attachment; filename=\"C:\\\\maps\\\\map.png\"",
    ];

    #[test]
    fn names_of_all_files() {
        for named in NAMED {
            let mail = mail(named, "x");
            assert_eq!(names(mail.as_bytes()).len(), 1, "{named}");
        }
        assert!(names(b"From: a@x.example\n\nHello").is_empty());
        assert!(names(&[]).is_empty());
    }

    /// However it is named, encoded, broken into lines and nested.
    #[test]
    fn a_file_is_found_as_it_was_sent() {
        for length in [0, 1, 2, 3, 56, 57, 58, 5_000] {
            let wanted = bytes(length);
            let codes = [
                ("base64", base64(&wanted, 76)),
                ("BASE64", base64(&wanted, 60) + "\n"),
                ("base64", base64(&wanted, 100_000)),
                ("quoted-printable", quoted(&wanted)),
            ];
            let all = NAMED
                .iter()
                .flat_map(|it| codes.iter().map(move |code| (it, code)));
            for (named, (encoding, coded)) in all {
                let headers = format!("{named}\nContent-Transfer-Encoding: {encoding}");
                let mail = mail(&headers, coded);
                let nested = mail.replace(
                    "boundary=b\n\n",
                    "boundary=a\n\n--a\nX: y\n\n--a\n\
                    Content-Type: multipart/related; boundary=b\n\n",
                ) + "\n--a--\n";
                for mail in [&mail, &nested, &mail.replace('\n', "\r\n")] {
                    let got = attached(mail.as_bytes(), "map.png");
                    assert_eq!(got.as_deref(), Some(&wanted[..]), "{mail}");
                }
            }
        }
    }

    #[test]
    fn names_match_as_people_write_them() {
        let mail = |name: &str| {
            mail(
                &format!("Content-Disposition: attachment; filename=\"{name}\""),
                "x",
            )
        };
        for (named, asked, is_it) in [
            ("map.png", "MAP.PNG", true),
            ("Map.PNG", "map.png", true),
            ("map.png", "maps/map.png", true),
            ("map.png", "C:\\maps\\map.png", true),
            ("map.png", " map.png ", true),
            ("my map.png", "my map.png", true),
            ("my\u{a0}map.png", "my map.png", true),
            // As a Mac writes it, in two characters.
            ("Ku\u{308}ste.png", "k\u{fc}ste.png", true),
            ("K\u{dc}STE.png", "k\u{fc}ste.png", true),
            ("it\u{2019}s.png", "it's.png", true),
            ("map.png", "map", false),
            ("map.png", "ap.png", false),
            ("map.png", "map.png.png", false),
            ("map.png", "", false),
            ("map.png", "/", false),
            ("", "", false),
            ("map/", "map", false),
        ] {
            let got = attached(mail(named).as_bytes(), asked);
            assert_eq!(got.is_some(), is_it, "{named} {asked}");
        }
    }

    #[test]
    fn the_first_of_a_name_counts_and_a_mail_within_is_another() {
        let part =
            |name: &str, text: &str| format!("--b\nContent-Type: a/b; name={name}\n\n{text}\n");
        let head = "Content-Type: multipart/mixed; boundary=b\n\n";
        let forwarded = "--b\nContent-Type: message/rfc822\n\nContent-Type: multipart/mixed; \
            boundary=c\n\n--c\nContent-Type: a/b; name=a.png\n\nold\n--c--\n";
        let all = [
            head,
            forwarded,
            &part("b.png", "b"),
            &part("a.png", "1"),
            &part("A.png", "2"),
        ];
        let mail = all.concat();
        assert_eq!(
            attached(mail.as_bytes(), "a.png").as_deref(),
            Some(&b"1"[..])
        );
        assert_eq!(
            attached(mail.as_bytes(), "b.png").as_deref(),
            Some(&b"b"[..])
        );
        assert_eq!(attached(mail.as_bytes(), "c.png"), None);
        for none in ["", "\n", "To: a\n\nmap.png\n", head] {
            assert_eq!(attached(none.as_bytes(), "map.png"), None);
        }
        let alone = "Content-Type: image/png; name=map.png\n\nx\n";
        assert_eq!(
            attached(alone.as_bytes(), "map.png").as_deref(),
            Some(&b"x\n"[..])
        );
    }

    #[test]
    fn a_long_file_is_known_to_be_too_long() {
        let headers = "Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64";
        for (length, wanted) in [
            (ATTACHED_BYTES_MAX, ATTACHED_BYTES_MAX),
            (ATTACHED_BYTES_MAX + 1, ATTACHED_BYTES_MAX + 1),
            (ATTACHED_BYTES_MAX + 5_000, ATTACHED_BYTES_MAX + 1),
        ] {
            let mail = mail(headers, &base64(&bytes(length), 76));
            let got = attached(mail.as_bytes(), "a.png").expect("it is there");
            assert_eq!(got.len(), wanted);
            assert_eq!(got, bytes(wanted));
        }
    }

    #[test]
    fn of_a_mail_without_its_files_it_is_empty() {
        let headers = "Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64";
        let mail = mail(headers, &base64(&bytes(5_000), 76));
        let slim = slimmed(&mut mail.as_bytes(), 1 << 20).expect("it is read");
        assert_eq!(attached(&slim, "a.png"), Some(Vec::new()));
    }

    /// Whatever is broken in it: no panic, and never more than was sent.
    #[test]
    fn a_broken_mail_breaks_nothing() {
        let headers = format!("{}\nContent-Transfer-Encoding: base64", NAMED[3]);
        let mail = mail(&headers, &base64(&bytes(300), 76)).into_bytes();
        for at in 0..mail.len() {
            for byte in [b'\n', b'=', b'"', b';', 0, 0xff] {
                let mut broken = mail.clone();
                broken[at] = byte;
                let got = attached(&broken, "map.png");
                assert!(got.is_none_or(|it| it.len() <= mail.len()));
            }
            let got = attached(&mail[..at], "map.png");
            assert!(got.is_none_or(|it| it.len() <= mail.len()));
        }
    }
}
