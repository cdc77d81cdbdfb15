//! One mail on stdin → a file in the Maildir. Parsing comes later, in the cron run, so that
//! nothing in a mail can make its delivery fail.

use crate::clock::Moment;
use crate::desk::club::open::Club;
use crate::fault::Fault;
use crate::store::fault::StoreFault;
use crate::store::maildir::Maildir;
use std::io::{ErrorKind, Read};

/// The largest mail that is kept: above it the mail server is asked to try again, and the
/// referee finds it in the server's queue. Ordinary servers allow less.
const MAIL_KEPT_MAX: u64 = 64 << 20;

/// Stores a mail durably.
///
/// # Errors
/// Anything at all: the caller exits 75, so that the mail server tries again.
pub fn run(club: &Club, input: &mut dyn Read, now: Moment) -> anyhow::Result<()> {
    let maildir = Maildir::new(&*club.fs, club.layout.path(&club.config.mail_in.maildir));
    match maildir.deliver_from(input, MAIL_KEPT_MAX, now) {
        Err(StoreFault::Disk { source, .. }) if source.kind() == ErrorKind::FileTooLarge => {
            Err(Fault::retry("the mail is larger than 64 MB").into())
        }
        Err(fault) => Err(fault.into()),
        Ok(_) => Ok(()),
    }
}
