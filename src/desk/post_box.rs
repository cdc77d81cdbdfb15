//! The desk's own outbox: mails that belong to no entry, because their campaign stands still.
//!
//! The same key twice is one mail. Not here: mails of entries (`store::outbox`).

use super::open::Club;
use crate::clock::Moment;
use crate::mail::compose::{Kind, Outgoing, compose};
use crate::store::fs::{Access, exists, list_if_there, make_dir};
use anyhow::Context;

/// A mail of the desk.
pub struct DeskLetter<'a> {
    /// Its name; a second mail of the same name is the same mail.
    pub key: &'a str,
    /// The campaign it is about.
    pub campaign: &'a str,
    /// The address.
    pub to: &'a str,
    /// Whose.
    pub to_name: &'a str,
    /// The subject.
    pub subject: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Puts a mail into the desk's outbox, unless it has been there before.
///
/// # Errors
/// The disk's, or an address that no mail can carry.
pub fn put(club: &Club, letter: &DeskLetter<'_>, now: Moment) -> anyhow::Result<()> {
    let folder = club.layout.desk_outbox();
    let path = folder.join(format!("{}.eml", letter.key));
    if exists(&*club.fs, &path) {
        return Ok(());
    }
    let mail = Outgoing {
        key: letter.key.to_owned(),
        campaign: letter.campaign.to_owned(),
        kind: Kind::Report,
        to: letter.to.to_owned(),
        to_name: letter.to_name.to_owned(),
        reply_address: club.house.address(),
        from_name: club.config.club.name.clone(),
        subject: letter.subject.to_owned(),
        in_reply_to: None,
        references: Vec::new(),
        date: now.seconds(),
        text: letter.text.to_owned(),
    };
    let bytes = compose(&mail, &club.house)?;
    // The address stands first, for the envelope; the mail follows.
    let stored = format!("{}\n", letter.to).into_bytes();
    let stored = [stored, bytes].concat();
    make_dir(&*club.fs, &folder)?;
    let written = club
        .fs
        .create(&path, &stored, Access::Private)
        .and_then(|()| club.fs.sync_file(&path))
        .and_then(|()| club.fs.sync_dir(&folder));
    written.with_context(|| format!("writing {}", path.display()))
}

/// A mail that waits in the desk's outbox.
pub struct Waiting {
    /// Its name.
    pub key: String,
    /// The address it is for.
    pub to: String,
    /// The whole mail.
    pub bytes: Vec<u8>,
}

/// The mails that wait, by name.
///
/// # Errors
/// The disk's.
pub fn unsent(club: &Club) -> anyhow::Result<Vec<Waiting>> {
    let folder = club.layout.desk_outbox();
    let names = list_if_there(&*club.fs, &folder)?;
    let mut waiting = Vec::new();
    for name in &names {
        let Some(key) = name.strip_suffix(".eml") else {
            continue;
        };
        let done = [".sent", ".failed"].map(|it| format!("{key}{it}"));
        if names.iter().any(|it| done.contains(it)) {
            continue;
        }
        let stored = club.fs.read(&folder.join(name))?;
        // A power cut may have left a file that was never synced; it is written anew.
        let Some(end) = stored.iter().position(|it| *it == b'\n') else {
            continue;
        };
        waiting.push(Waiting {
            key: key.to_owned(),
            to: String::from_utf8_lossy(&stored[..end]).into_owned(),
            bytes: stored[end + 1..].to_vec(),
        });
    }
    Ok(waiting)
}

/// Notes what became of a mail: `sent` or `failed`.
///
/// # Errors
/// The disk's.
pub fn mark(club: &Club, key: &str, became: &str, text: &str) -> anyhow::Result<()> {
    let folder = club.layout.desk_outbox();
    let path = folder.join(format!("{key}.{became}"));
    if !exists(&*club.fs, &path) {
        club.fs.create(&path, text.as_bytes(), Access::Shared)?;
    }
    club.fs.sync_file(&path)?;
    club.fs.sync_dir(&folder)?;
    Ok(())
}
