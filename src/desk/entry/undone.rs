//! What a rollback undoes: how many entries, and which mails of theirs never leave. Anyone who
//! waited for one is notified of that in a notice that nothing holds back, neither review nor
//! another rollback.
//!
//! Not here: going back (`referee`), and which mails may go (`store::desk_state`).

use super::builder::EntryBuilder;
use super::publish::announce_to;
use crate::desk::club::errors::CampaignError;
use crate::engine::seat::Seat;
use crate::report::{Notice, Subject};
use crate::store::desk_state::tells_of_play;
use crate::store::entry::{Committed, Earlier, Letter};
use crate::store::fault::Stored;
use crate::store::log::CampaignLog;
use std::collections::{BTreeMap, BTreeSet};

/// What is undone.
pub(crate) struct Undone {
    /// How many entries.
    entries: u32,
    /// Those whose mails of the play have not all left and never will.
    pub(crate) mails: BTreeSet<u32>,
    /// Older mails whose place some of them had taken.
    pub(crate) again: Vec<Earlier>,
    /// How many answers to mails of each seat are among them.
    answers: BTreeMap<Seat, u32>,
    /// What the referee said in reports among them, oldest first.
    boxed: BTreeMap<Seat, Vec<String>>,
}

impl Undone {
    /// By going back from the newest entry to this one. Reports that wait for review never leave,
    /// whatever entry they are of: the rollback brings newer ones.
    ///
    /// # Errors
    /// An entry that is gone or altered.
    pub(crate) fn of(log: &CampaignLog<'_>, newest: &Committed, to: u32) -> Stored<Self> {
        let desk = &newest.note.desk;
        let mut undone = Undone {
            entries: newest.note.number - to,
            mails: desk.withdrawn.clone(),
            again: Vec::new(),
            answers: BTreeMap::new(),
            boxed: BTreeMap::new(),
        };
        let unsent = log.unsent_up_to(newest)?;
        let gone = unsent.iter().filter(|mail| {
            let waits = !desk.lets_out(mail.entry, mail.note.what);
            waits || (mail.entry > to && tells_of_play(mail.note.what))
        });
        undone.mails.extend(gone.map(|it| it.entry));
        for mail in unsent.iter().filter(|it| undone.mails.contains(&it.entry)) {
            let older = mail.note.instead_of.iter().filter(|it| it.entry <= to);
            undone.again.extend(older.cloned());
            if let (Letter::Receipt, Some(seat)) = (mail.note.what, mail.note.seat) {
                *undone.answers.entry(seat).or_default() += 1;
            }
            let is_report = matches!(mail.note.what, Letter::Report | Letter::ReportForReview);
            let before = mail.entry.checked_sub(1).filter(|_| is_report);
            if let (Some(before), Some(seat)) = (before, mail.note.seat) {
                let desk = log.note(before)?.note.desk;
                let again = undone.boxed.entry(seat).or_default();
                again.extend(desk.seats.get(seat).boxed.iter().cloned());
            }
        }
        Ok(undone)
    }

    /// Says again, in reports to come, what the referee said in those that never leave.
    pub(crate) fn say_again(&mut self, work: &mut EntryBuilder<'_>) {
        for (seat, mut boxed) in std::mem::take(&mut self.boxed) {
            let record = work.desk.seats.of(seat);
            boxed.append(&mut record.boxed);
            record.boxed = boxed;
        }
    }

    /// Notifies every player.
    ///
    /// # Errors
    /// A template that fails.
    pub(crate) fn tell(&self, work: &mut EntryBuilder<'_>, why: &str) -> Result<(), CampaignError> {
        for seat in work.campaign.table.seats() {
            let notice = Notice::RolledBack {
                entries: self.entries,
                answers: self.answers.get(&seat).copied().unwrap_or(0),
                new_dice: work.has_new_dice(),
                why: why.to_owned(),
            };
            announce_to(work, seat, Letter::Note, (&notice, &Subject::RolledBack))?;
        }
        Ok(())
    }
}
