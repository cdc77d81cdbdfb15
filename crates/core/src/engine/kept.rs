//! Journals that were read, kept for a while: the pages of all seats are made of the same ones, and
//! who checks an entry plays its journal and derives it.

use super::journal::JournalOf;
use super::whole::GameRules;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How many are kept: what came since a report that was sent a few entries ago.
const KEPT_MAX: usize = 8;

/// The journals read last, newest first, each with the campaign and the text that it was read from.
pub(super) struct Journals<R: GameRules>(Mutex<VecDeque<Kept<R>>>);

struct Kept<R: GameRules> {
    campaign: String,
    text: String,
    journal: Arc<JournalOf<R>>,
}

impl<R: GameRules> Default for Journals<R> {
    fn default() -> Self {
        Journals(Mutex::default())
    }
}

impl<R: GameRules> Journals<R> {
    /// The journal of this text, read by `read` if it is not kept.
    pub(super) fn read<E>(
        &self,
        (campaign, text): (&str, &str),
        read: impl FnOnce() -> Result<JournalOf<R>, E>,
    ) -> Result<Arc<JournalOf<R>>, E> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |it: &Kept<R>| it.text == text && it.campaign == campaign;
        if let Some(there) = kept().iter().find(|it| same(it)) {
            return Ok(Arc::clone(&there.journal));
        }
        // Others may read meanwhile.
        let journal = Arc::new(read()?);
        let mut kept = kept();
        kept.push_front(Kept {
            campaign: campaign.to_owned(),
            text: text.to_owned(),
            journal: Arc::clone(&journal),
        });
        kept.truncate(KEPT_MAX);
        Ok(journal)
    }
}
