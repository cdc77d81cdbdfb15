//! A mail of ours as it is stored in the log → as it is handed over: parts are put in the place of
//! others.
//!
//! Only for mails that we have composed: their boundaries occur in none of their parts. Not here:
//! what a scene looks like (`report`), and addresses in the head (`desk::returns`).

use super::compose::SCENE;
use super::headers::Headers;
use super::library;
use super::mime::MimePart;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, SinglePart};
use std::ops::Range;

/// Whether it holds scenes that are to be painted.
pub fn has_pictures(mail: &[u8]) -> bool {
    holds(mail, SCENE)
}

/// The mail with a picture in the place of each scene; `paint` makes a PNG of a scene's JSON.
pub fn with_pictures(mail: Vec<u8>, paint: &dyn Fn(&str) -> Vec<u8>) -> Vec<u8> {
    if !has_pictures(&mail) {
        return mail;
    }
    fit(&mail, |leaf, mail| {
        leaf.is_scene().then(|| {
            let bytes = lines(&mail[leaf.body.clone()]);
            let part = leaf.part(&bytes);
            let scene = String::from_utf8_lossy(&part.decoded()).into_owned();
            picture(&part, paint(&scene))
        })
    })
}

/// The mail with `wanted` in the place of `kept` in its HTML: both letters, digits and hyphens, and
/// as many, so that they are written over where they are.
pub fn with_links(mut mail: Vec<u8>, kept: &str, wanted: &str) -> Vec<u8> {
    if !holds(&mail, "Content-Type: text/html") {
        return mail;
    }
    let found = leaves(&mail);
    let found = found.iter().filter(|it| it.is_html());
    // Of letters that are mostly beyond ASCII.
    let encoding = |it: &Leaf| it.headers.first("content-transfer-encoding");
    if found
        .clone()
        .any(|it| encoding(it).is_some_and(|it| it == "base64"))
    {
        return fit(&mail, |leaf, mail| {
            let bytes = lines(&mail[leaf.body.clone()]);
            let html = leaf.is_html().then(|| leaf.part(&bytes).decoded())?;
            let html = String::from_utf8(html).ok()?.replace(kept, wanted);
            Some(SinglePart::html(html).formatted())
        });
    }
    for leaf in found {
        write_over(
            &mut mail[leaf.body.clone()],
            kept.as_bytes(),
            wanted.as_bytes(),
        );
    }
    mail
}

/// Writes one word over another that is as long, in a text in which a line may be broken anywhere,
/// as quoted-printable breaks them.
fn write_over(text: &mut [u8], kept: &[u8], wanted: &[u8]) {
    let mut at = 0;
    while let Some(begun) = text[at..].iter().position(|it| Some(it) == kept.first()) {
        at += begun + 1;
        // Where its characters are.
        let mut places = vec![at - 1];
        let mut next = at;
        for letter in &kept[1..] {
            if text[next..].starts_with(b"=\r\n") {
                next += 3;
            }
            if text.get(next) != Some(letter) {
                break;
            }
            places.push(next);
            next += 1;
        }
        if places.len() == kept.len() {
            for (place, letter) in places.into_iter().zip(wanted) {
                text[place] = *letter;
            }
            at = next;
        }
    }
}

/// The scenes in a mail: what the HTML calls each, and its JSON.
pub fn scenes(mail: &[u8]) -> Vec<(String, String)> {
    let found = leaves(mail);
    let found = found.iter().filter(|it| it.is_scene()).map(|leaf| {
        let bytes = lines(&mail[leaf.body.clone()]);
        let part = leaf.part(&bytes);
        let scene = String::from_utf8_lossy(&part.decoded()).into_owned();
        (cid(&part), scene)
    });
    found.collect()
}

/// The mail without what pictures look like and how its HTML is written down, to be compared with
/// another: whether a scene or what was painted of it is there.
pub fn comparable(mail: &[u8]) -> Vec<u8> {
    fit(mail, |leaf, mail| {
        let bytes = lines(&mail[leaf.body.clone()]);
        let part = leaf.part(&bytes);
        if leaf.is_html() {
            return Some(part.decoded());
        }
        // An attached one is nothing that was painted.
        let is_painted = part.kind.is("image", "png") && !part.is_attached();
        let is_picture = leaf.is_scene() || is_painted;
        is_picture.then(|| picture(&part, Vec::new()))
    })
}

/// What the HTML calls a picture.
fn cid(part: &MimePart<'_>) -> String {
    let cid = part.headers.first("content-id").unwrap_or_default();
    cid.trim().trim_matches(['<', '>']).to_owned()
}

/// The part of a picture, with the name and the mark of the scene whose place it takes.
fn picture(part: &MimePart<'_>, bytes: Vec<u8>) -> Vec<u8> {
    let file = part.file_name().unwrap_or_default();
    let name = file.split('.').next().unwrap_or_default();
    let kind = ContentType::parse("image/png").expect("a type");
    let attached = Attachment::new_inline_with_name(cid(part), format!("{name}.png"));
    attached.body(bytes, kind).formatted()
}

/// A part of a mail that is not a multipart: what its headers say, and where it is.
struct Leaf {
    headers: Headers,
    kind: library::MediaType,
    whole: Range<usize>,
    body: Range<usize>,
}

impl Leaf {
    fn is_scene(&self) -> bool {
        format!("{}/{}", self.kind.main, self.kind.sub) == SCENE
    }

    fn is_html(&self) -> bool {
        self.kind.is("text", "html")
    }

    fn part<'b>(&self, bytes: &'b [u8]) -> MimePart<'b> {
        MimePart {
            headers: self.headers.clone(),
            kind: self.kind.clone(),
            bytes,
            children: Vec::new(),
        }
    }
}

/// The same mail, with what `change` makes of each part that is not a multipart; `None`: it stays.
fn fit(mail: &[u8], change: impl Fn(&Leaf, &[u8]) -> Option<Vec<u8>>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    for leaf in leaves(mail) {
        if let Some(changed) = change(&leaf, mail) {
            out.extend_from_slice(&mail[at..leaf.whole.start]);
            out.extend(trimmed(changed));
            at = leaf.whole.end;
        }
    }
    out.extend_from_slice(&mail[at..]);
    out
}

/// The parts of a mail that are not multiparts, in their order.
fn leaves(mail: &[u8]) -> Vec<Leaf> {
    let mut all = Vec::new();
    add_leaves(mail, 0..mail.len(), &mut all);
    all
}

fn add_leaves(mail: &[u8], entity: Range<usize>, all: &mut Vec<Leaf>) {
    let Some(head) = find(&mail[entity.clone()], b"\r\n\r\n") else {
        return;
    };
    let head = entity.start..entity.start + head;
    let body = head.end + 4..entity.end;
    let headers = Headers::read(&lines(&mail[head]));
    let kind = headers.raw("content-type").map(library::kind);
    let kind = kind.unwrap_or_else(library::MediaType::text_plain);
    if kind.main != "multipart" {
        all.push(Leaf {
            headers,
            kind,
            whole: entity,
            body,
        });
        return;
    }
    let mark = format!("--{}", kind.param("boundary").unwrap_or_default());
    let mut at = body.start;
    let mut first = true;
    while let Some(found) = find(&mail[at..body.end], mark.as_bytes()) {
        let piece = &mail[at..at + found];
        // Between the marks of two parts: a line end, the part, a line end.
        let whole = piece.len() >= 4 && piece.starts_with(b"\r\n") && piece.ends_with(b"\r\n");
        if whole && !first {
            add_leaves(mail, at + 2..at + found - 2, all);
        }
        at += found + mark.len();
        first = false;
    }
}

/// Without the line end after it, which the mark of the next part brings.
fn trimmed(mut part: Vec<u8>) -> Vec<u8> {
    if part.ends_with(b"\r\n") {
        part.truncate(part.len() - 2);
    }
    part
}

/// With lines that end in LF alone.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    out.retain(|it| *it != b'\r');
    out
}

fn holds(mail: &[u8], word: &str) -> bool {
    find(mail, word.as_bytes()).is_some()
}

fn find(within: &[u8], what: &[u8]) -> Option<usize> {
    memchr::memmem::find(within, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEPT: &str = "put-in-for-tap";
    const WANTED: &str = "k3m9x0qz7w2v5t";

    fn mail(html: &str) -> Vec<u8> {
        let text = SinglePart::plain(format!("{KEPT} stays in the text\n"));
        let both = lettre::message::MultiPart::alternative().boundary("=_1");
        let both = both
            .singlepart(text)
            .singlepart(SinglePart::html(html.to_owned()));
        both.formatted()
    }

    /// Wherever a line is broken, and however the HTML is encoded.
    #[test]
    fn a_token_is_written_over_in_the_html_alone() {
        for lead in 0..90 {
            for letters in ["x", "\u{e9}", "\u{44f}"] {
                let lead = letters.repeat(lead);
                let page = |token: &str| {
                    format!("<p>{lead}</p><a href=\"mailto:a+{token}@b\">{token}{token}</a>\n")
                };
                let mut rest = page(KEPT);
                rest.push_str("put-in-for-ta, put-in-");
                let wanted = rest.replace(KEPT, WANTED);
                let fitted = with_links(mail(&rest), KEPT, WANTED);
                assert_eq!(
                    String::from_utf8_lossy(&fitted),
                    String::from_utf8_lossy(&mail(&wanted)),
                    "{lead}"
                );
            }
        }
    }

    /// Whether one was encoded as base64 is up to the library: then it is decoded for it.
    #[test]
    fn both_ways_are_taken() {
        let of = |html: &str| {
            let bytes = mail(html);
            let found = leaves(&bytes);
            let html = found.iter().find(|it| it.is_html()).expect("it has HTML");
            html.headers
                .first("content-transfer-encoding")
                .unwrap_or_default()
                .to_owned()
        };
        assert_eq!(
            of(&"\u{e9} and much more that is plain ".repeat(9)),
            "quoted-printable"
        );
        assert_eq!(of(&"\u{44f}".repeat(300)), "base64");
    }
}
