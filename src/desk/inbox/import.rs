//! `import`: the mails of a file → files in the Maildir, as if they had come in.
//!
//! Not here: how such a file is read (`mail::library`), and what becomes of the mails: the next
//! tick takes them.

use super::marks::{Known, Newest};
use crate::clock::Moment;
use crate::desk::club::open::Club;
use crate::fault::Fault;
use crate::mail::library::filed;
use crate::mail::parse;
use crate::store::maildir::Maildir;
use std::collections::BTreeSet;
use std::io::BufRead;

/// As much of an unread mail is read as its headers, which name it, can take.
const HEAD_BYTES_MAX: usize = 1 << 20;

/// What a file came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    /// Mails that are new.
    pub taken: u32,
    /// Mails that the club has taken before, or that wait to be read already.
    pub known: u32,
}

/// Stores every new mail of an mbox file durably, as having arrived when the file says, and never
/// later than now.
///
/// # Errors
/// A file that holds no mail; the disk's.
pub fn mbox(club: &Club, name: &str, file: impl BufRead, now: Moment) -> anyhow::Result<Imported> {
    let maildir = Maildir::new(&*club.fs, club.layout.path(&club.config.mail_in.maildir));
    let mut waiting = BTreeSet::new();
    for unread in maildir.unread(now)? {
        let bytes = maildir.read(&unread.name, HEAD_BYTES_MAX)?;
        waiting.insert(parse(&bytes, &club.house).id.0);
    }
    let taken = Newest::default();
    let mut count = Imported::default();
    for mail in filed(file) {
        let mail = mail?;
        let id = parse(&mail.bytes, &club.house).id.0;
        if waiting.contains(&id) || taken.knows(club, &id, "")? != Known::No {
            count.known += 1;
            continue;
        }
        let arrived = match mail.arrived {
            0 => now,
            seconds => Moment::from_seconds(seconds).min(now),
        };
        maildir.deliver(&mail.bytes, arrived)?;
        waiting.insert(id);
        count.taken += 1;
    }
    match count {
        Imported { taken: 0, known: 0 } => Err(Fault::usage(format!("{name} contains no mail"))
            .hint("In an mbox file each mail begins with a line `From <address> <date>`.")
            .into()),
        count => Ok(count),
    }
}
