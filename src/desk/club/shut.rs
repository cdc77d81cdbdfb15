//! Since when mail cannot be read, and why (`desk/SHUT`): nothing is resolved meanwhile, for orders
//! may be where they cannot be fetched. For `status`, which would not learn it otherwise.
//!
//! Not here: mail that cannot be sent (`deliver::note_down`).

use super::open::Club;
use crate::clock::Moment;
use crate::store::fs::{Access, exists, make_dir, parent, remove_if_there, replace};
use std::io;

/// Notes why mail cannot be read now, or that it can. Since when stays, whatever the reason.
///
/// # Errors
/// The disk's.
pub fn note(club: &Club, why: Option<&str>, now: Moment) -> io::Result<()> {
    let path = club.layout.shut();
    let Some(why) = why else {
        return if exists(&*club.fs, &path) {
            remove_if_there(&*club.fs, &path)
        } else {
            Ok(())
        };
    };
    let since = match since(club) {
        Some(since) => since,
        None => now.for_people(club.config.club.zone, now),
    };
    let why: Vec<&str> = why.split_whitespace().collect();
    make_dir(&*club.fs, parent(&path))?;
    let text = format!("since {since}: {}\n", why.join(" "));
    replace(&*club.fs, &path, text.as_bytes(), Access::Shared)
}

fn text(club: &Club) -> Option<String> {
    let bytes = club.fs.read(&club.layout.shut()).ok()?;
    Some(String::from_utf8_lossy(&bytes).trim().to_owned())
}

fn since(club: &Club) -> Option<String> {
    let text = text(club)?;
    let since = text.strip_prefix("since ")?.split_once(": ")?.0;
    Some(since.to_owned())
}

/// Since when and why, in a line; `None`: mail can be read.
pub fn told(club: &Club) -> Option<String> {
    let text = text(club)?;
    Some(format!(
        "mail cannot be read {text}; until it can, nothing is resolved, but mail is still sent"
    ))
}
