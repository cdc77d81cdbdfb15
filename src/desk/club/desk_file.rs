//! The files that the desk keeps beside the campaigns (`desk/*.toml`): read whole, written whole,
//! with a checksum below, so that one that was damaged is not believed.
//!
//! Not here: what they say (`ledger`, `bounces`, `watchers`, `fetch`, `due`).

use super::open::Club;
use crate::fault::Fault;
use crate::store::fs::{Access, Drafts, list_if_there, make_dir, parent, remove_if_there, replace};
use crate::textfile::checksum::{self, Checked};
use crate::textfile::head::{self, FileKind, Head};
use crate::textfile::migrate::Migration;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, ErrorKind};
use std::path::Path;

/// What helps if one is damaged.
pub const PUT_BACK: &str = "restore it from a backup; without one, delete it";

/// What such a file says; nothing, if it is not there.
///
/// # Errors
/// The disk's, or a file that cannot be read.
pub fn read<T: DeserializeOwned + Default>(
    club: &Club,
    path: &Path,
    (kind, format): (FileKind, u32),
) -> anyhow::Result<T> {
    let read = read_older(club, path, (kind, format), &[])?;
    Ok(read.map_or_else(T::default, |it| it.1))
}

/// The same of a file that may be older, and its format; `None`: it is not there.
///
/// # Errors
/// As for [`read`].
pub fn read_older<T: DeserializeOwned>(
    club: &Club,
    path: &Path,
    (kind, format): (FileKind, u32),
    migrations: &[Migration],
) -> anyhow::Result<Option<(u32, T)>> {
    let bytes = match club.fs.read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let failure = anyhow::Error::from(error);
            return Err(failure.context(format!("reading {}", path.display())));
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    let file = club.layout.shown(path);
    let checked = checksum::check(&text).ok_or_else(|| {
        let what = format!("{file}: it was changed: its checksum differs");
        Fault::usage(what).hint(PUT_BACK)
    })?;
    let read = head::read(&file, checked.text, kind, migrations, format);
    let (head, value) = read.map_err(|it| Fault::usage(it.to_string()))?;
    Ok(Some((head.format, value)))
}

/// What is wrong with those of them that are not hints: with a damaged hint nothing is lost.
pub fn damaged(club: &Club) -> Vec<String> {
    let desk = club.layout.due();
    let desk = parent(&desk).to_owned();
    let layout = &club.layout;
    let hints = [layout.due(), layout.mailbox(), layout.site_hint()];
    let mut wrong = Vec::new();
    for folder in [
        desk.clone(),
        club.layout.ledgers(),
        club.layout.all_watchers(),
        club.layout.held_notices(),
    ] {
        for name in list_if_there(&*club.fs, &folder).unwrap_or_default() {
            let path = folder.join(&name);
            if !name.ends_with(".toml") || hints.contains(&path) {
                continue;
            }
            let bytes = club.fs.read(&path).unwrap_or_default();
            let text = std::str::from_utf8(&bytes).unwrap_or("#");
            let well = |it: Checked<'_>| toml::from_str::<toml::Table>(it.text).is_ok();
            if !checksum::check(text).is_some_and(well) {
                let file = club.layout.shown(&path);
                wrong.push(format!("{file}: it was changed; {PUT_BACK}"));
            }
        }
    }
    wrong
}

/// Puts this in its place, safely.
///
/// # Errors
/// The disk's.
pub fn write<T: Serialize>(
    club: &Club,
    path: &Path,
    shape: (FileKind, u32),
    value: &T,
    access: Access,
) -> io::Result<()> {
    let text = text(shape, value);
    let made = make_dir(&*club.fs, parent(path));
    let written = made.and_then(|()| replace(&*club.fs, path, text.as_bytes(), access));
    written.map_err(|it| io::Error::new(it.kind(), format!("{}: {it}", path.display())))
}

/// Writes this beside its place, where it is put when it is safe.
///
/// # Errors
/// The disk's.
pub fn draft<T: Serialize>(
    club: &Club,
    path: &Path,
    shape: (FileKind, u32),
    value: &T,
    drafts: &mut Drafts,
) -> io::Result<()> {
    let text = text(shape, value);
    let made = make_dir(&*club.fs, parent(path));
    made.and_then(|()| drafts.write(&*club.fs, path, text.as_bytes(), Access::Private))
        .map_err(|it| io::Error::new(it.kind(), format!("{}: {it}", path.display())))
}

/// Puts a hint in its place, without waiting for the disk: after a power cut it may be gone, or
/// damaged, which its checksum shows.
///
/// # Errors
/// The disk's.
pub fn write_hint<T: Serialize>(
    club: &Club,
    path: &Path,
    shape: (FileKind, u32),
    value: &T,
    access: Access,
) -> io::Result<()> {
    let text = text(shape, value);
    make_dir(&*club.fs, parent(path))?;
    remove_if_there(&*club.fs, path)?;
    club.fs.create(path, text.as_bytes(), access)
}

fn text<T: Serialize>((kind, format): (FileKind, u32), value: &T) -> String {
    let head = Head {
        kind,
        campaign: None,
        game: None,
        format,
        revision: None,
    };
    checksum::add(&head::write(&head, value))
}
