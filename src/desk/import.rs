//! `import`: the mails of a file → files in the Maildir, as if they had come in.
//!
//! Not here: how such a file is read (`mail::library`), and what becomes of the mails: the next
//! tick takes them, and knows those that it has taken before.

use super::open::Club;
use crate::clock::Moment;
use crate::fault::Fault;
use crate::mail::library::filed;
use crate::store::maildir::Maildir;
use std::io::BufRead;

/// Stores every mail of an mbox file durably, as having arrived when the file says, and never
/// later than now; returns how many there are.
///
/// # Errors
/// A file that holds no mail; the disk's.
pub fn mbox(club: &Club, name: &str, file: impl BufRead, now: Moment) -> anyhow::Result<u32> {
    let maildir = Maildir::new(&*club.fs, club.layout.path(&club.config.mail_in.maildir));
    let mut count = 0;
    for mail in filed(file) {
        let mail = mail?;
        let arrived = match mail.arrived {
            0 => now,
            seconds => Moment::from_seconds(seconds).min(now),
        };
        maildir.deliver(&mail.bytes, arrived)?;
        count += 1;
    }
    match count {
        0 => Err(Fault::usage(format!("{name} holds no mail"))
            .hint("In an mbox file each mail begins with a line `From <address> <date>`.")
            .into()),
        count => Ok(count),
    }
}
