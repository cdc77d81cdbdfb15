//! One mail on stdin → a file in the Maildir. Parsing comes later, in the cron run, so that
//! nothing in a mail can make its delivery fail.

use super::open::Club;
use crate::clock::Moment;
use crate::fault::Fault;
use crate::store::maildir::Maildir;
use std::io::Read;

/// The largest mail that is kept: above it the mail server is asked to try again, and the
/// referee finds it in the server's queue. Ordinary servers allow less.
const MAIL_KEPT_MAX: u64 = 64 << 20;

/// Stores a mail durably.
///
/// # Errors
/// Anything at all: the caller exits 75, so that the mail server tries again.
pub fn run(club: &Club, input: &mut dyn Read, now: Moment) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    input.take(MAIL_KEPT_MAX + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAIL_KEPT_MAX {
        return Err(Fault::retry("the mail is larger than 64 MB").into());
    }
    let maildir = Maildir::new(&*club.fs, club.layout.path(&club.config.mail_in.maildir));
    maildir.deliver(&bytes, now)?;
    Ok(())
}
