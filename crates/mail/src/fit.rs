//! A mail of ours as it lies in the log → as it is handed over: parts are put in the place of
//! others.
//!
//! Only for mails that we have composed: their boundaries stand in none of their parts. Not here:
//! what a scene looks like (`report`), and addresses in the head (`desk::returns`).

use super::compose::SCENE;
use super::headers::Headers;
use super::library;
use super::mime::Part;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, SinglePart};
use std::cell::RefCell;

/// The mail with a picture in the place of each scene; `paint` makes a PNG of a scene's JSON.
pub fn with_pictures(mail: Vec<u8>, paint: &dyn Fn(&str) -> Vec<u8>) -> Vec<u8> {
    if !holds(&mail, SCENE) {
        return mail;
    }
    fit(&mail, &|part| {
        is_scene(part).then(|| {
            let scene = String::from_utf8_lossy(&part.decoded()).into_owned();
            picture(part, paint(&scene))
        })
    })
}

/// The mail with `wanted`, which is as long, in the place of `kept` in its HTML.
pub fn with_links(mail: Vec<u8>, kept: &str, wanted: &str) -> Vec<u8> {
    if !holds(&mail, "Content-Type: text/html") {
        return mail;
    }
    fit(&mail, &|part| {
        let html = part.kind.is("text", "html").then(|| part.decoded())?;
        let html = String::from_utf8(html)
            .ok()
            .filter(|it| it.contains(kept))?;
        Some(SinglePart::html(html.replace(kept, wanted)).formatted())
    })
}

/// The scenes in a mail: what the HTML calls each, and its JSON.
pub fn scenes(mail: &[u8]) -> Vec<(String, String)> {
    let found = RefCell::new(Vec::new());
    fit(mail, &|part| {
        if is_scene(part) {
            let scene = String::from_utf8_lossy(&part.decoded()).into_owned();
            found.borrow_mut().push((cid(part), scene));
        }
        None
    });
    found.into_inner()
}

/// The mail without what pictures look like and how its HTML is written down, to be compared with
/// another: whether a scene or what was painted of it stands there.
pub fn comparable(mail: &[u8]) -> Vec<u8> {
    fit(mail, &|part| {
        if part.kind.is("text", "html") {
            return Some(part.decoded());
        }
        let is_picture = is_scene(part) || part.kind.is("image", "png");
        is_picture.then(|| picture(part, Vec::new()))
    })
}

fn is_scene(part: &Part<'_>) -> bool {
    format!("{}/{}", part.kind.main, part.kind.sub) == SCENE
}

/// What the HTML calls a picture.
fn cid(part: &Part<'_>) -> String {
    let cid = part.headers.first("content-id").unwrap_or_default();
    cid.trim().trim_matches(['<', '>']).to_owned()
}

/// The part of a picture, with the name and the mark of the scene whose place it takes.
fn picture(part: &Part<'_>, bytes: Vec<u8>) -> Vec<u8> {
    let file = part.file_name().unwrap_or_default();
    let name = file.split('.').next().unwrap_or_default();
    let kind = ContentType::parse("image/png").expect("a type");
    let attached = Attachment::new_inline_with_name(cid(part), format!("{name}.png"));
    attached.body(bytes, kind).formatted()
}

/// The same entity, with what `change` makes of each part that is no multipart; `None`: it stays.
fn fit(entity: &[u8], change: &dyn Fn(&Part<'_>) -> Option<Vec<u8>>) -> Vec<u8> {
    let Some(head) = find(entity, b"\r\n\r\n") else {
        return entity.to_vec();
    };
    let (block, body) = (lines(&entity[..head]), &entity[head + 4..]);
    let headers = Headers::read(&block);
    let kind = headers.raw("content-type").map(library::kind);
    let kind = kind.unwrap_or_else(library::Kind::text_plain);
    if kind.main != "multipart" {
        let bytes = lines(body);
        let part = Part {
            headers,
            kind,
            bytes: &bytes,
            children: Vec::new(),
        };
        return change(&part).map_or_else(|| entity.to_vec(), trimmed);
    }
    let mark = format!("--{}", kind.param("boundary").unwrap_or_default());
    let mut out = entity[..head + 4].to_vec();
    let mut rest = body;
    let mut first = true;
    while let Some(at) = find(rest, mark.as_bytes()) {
        let piece = &rest[..at];
        // Between the marks of two parts: a line end, the part, a line end.
        match piece
            .strip_prefix(b"\r\n")
            .and_then(|it| it.strip_suffix(b"\r\n"))
        {
            Some(part) if !first => {
                out.extend_from_slice(b"\r\n");
                out.extend(fit(part, change));
                out.extend_from_slice(b"\r\n");
            }
            _ => out.extend_from_slice(piece),
        }
        out.extend_from_slice(mark.as_bytes());
        rest = &rest[at + mark.len()..];
        first = false;
    }
    out.extend_from_slice(rest);
    out
}

/// Without the line end behind it, which the mark of the next part brings.
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
    within.windows(what.len().max(1)).position(|it| it == what)
}
