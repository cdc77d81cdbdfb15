//! A mail, opened once: what its heads and lines say, where its writer's own text ends, and the
//! order blocks in what counts. Later steps take it from here and search nothing again.
//!
//! Not here: undoing what mail programs do to text (`mail`), and which block counts (`intake`).

use crate::lang::block::{self, Block};
use crate::mail::own::{Own, own};
use crate::mail::{Incoming, MailLine};
use std::ops::Deref;

/// A mail, with what was found in its lines.
#[derive(Debug, Clone)]
pub struct OpenedMail {
    /// Its heads and lines.
    pub mail: Incoming,
    /// Where its writer's own text ends.
    pub own: Own,
    /// The order blocks in the lines that count, in the order written.
    pub blocks: Vec<Block>,
}

impl OpenedMail {
    /// Opens a mail.
    pub fn open(mail: Incoming) -> Self {
        let lines = mail.body.lines();
        let live: Vec<&str> = lines
            .iter()
            .filter(|it| it.is_live())
            .map(|it| it.text.as_str())
            .collect();
        OpenedMail {
            blocks: block::find(&live),
            own: own(lines),
            mail,
        }
    }

    /// The writer's own text outside of order sheets; blank lines too.
    pub fn above(&self) -> impl Iterator<Item = &MailLine> {
        self.lines(&self.own.above)
    }

    /// The lines of order sheets in it.
    pub fn sheets(&self) -> impl Iterator<Item = &MailLine> {
        self.lines(&self.own.sheets)
    }

    /// What is below it without a mark of quotation.
    pub fn below(&self) -> impl Iterator<Item = &MailLine> {
        self.lines(&self.own.below)
    }

    fn lines(&self, indices: &[usize]) -> impl Iterator<Item = &MailLine> {
        let lines = self.mail.body.lines();
        indices.iter().filter_map(|it| lines.get(*it))
    }
}

/// What a mail says is asked of it in the same words, opened or not.
impl Deref for OpenedMail {
    type Target = Incoming;

    fn deref(&self) -> &Incoming {
        &self.mail
    }
}
