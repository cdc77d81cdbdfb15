//! The files that the desk keeps beside the campaigns (`desk/*.toml`): read whole, written whole.
//!
//! Not here: what stands in them (`ledger`, `bounces`, `fetch`, `due`).

use super::open::Club;
use crate::fault::Fault;
use crate::store::fs::{Access, make_dir, parent, replace};
use crate::textfile::head::{self, Head, Kind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, ErrorKind};
use std::path::Path;

/// What stands in such a file; nothing, if it is not there.
///
/// # Errors
/// The disk's, or a file that cannot be read.
pub fn read<T: DeserializeOwned + Default>(
    club: &Club,
    path: &Path,
    (kind, format): (Kind, u32),
) -> anyhow::Result<T> {
    let bytes = match club.fs.read(path) {
        Ok(bytes) => bytes,
        Err(it) if it.kind() == ErrorKind::NotFound => return Ok(T::default()),
        Err(it) => {
            let it = anyhow::Error::from(it);
            return Err(it.context(format!("reading {}", path.display())));
        }
    };
    let text = String::from_utf8_lossy(&bytes);
    let read = head::read(&club.layout.shown(path), &text, kind, &[], format);
    let (_, value) = read.map_err(|it| Fault::usage(it.to_string()))?;
    Ok(value)
}

/// Puts this in its place, safely.
///
/// # Errors
/// The disk's.
pub fn write<T: Serialize>(
    club: &Club,
    path: &Path,
    (kind, format): (Kind, u32),
    value: &T,
    access: Access,
) -> io::Result<()> {
    let head = Head {
        kind,
        campaign: None,
        game: None,
        format,
        revision: None,
    };
    let text = head::write(&head, value);
    let made = make_dir(&*club.fs, parent(path));
    let written = made.and_then(|()| replace(&*club.fs, path, text.as_bytes(), access));
    written.map_err(|it| io::Error::new(it.kind(), format!("{}: {it}", path.display())))
}
