//! The mails in a file of the kind that old mail programs keep folders in.
//!
//! Not here: whose they are and whether they were taken before (`desk`).

use mail_parser::mailbox::mbox::MessageIterator;
use std::io::{BufRead, Result};

/// A mail of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Filed {
    /// When it was put there, in seconds since 1970; 0 if the file does not say.
    pub arrived: i64,
    /// The mail.
    pub bytes: Vec<u8>,
}

/// The mails of a file, in order. What is no such file holds none.
pub fn mails(file: impl BufRead) -> impl Iterator<Item = Result<Filed>> {
    MessageIterator::new(file).map(|it| {
        let mail = it?;
        Ok(Filed {
            arrived: i64::try_from(mail.internal_date()).unwrap_or(0),
            bytes: mail.unwrap_contents(),
        })
    })
}
