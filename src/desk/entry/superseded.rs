//! One mail instead of several: a newer one takes the place of those that have not left and say
//! no more than it does.
//!
//! What was asked for, letters, reports, and whatever brings a code always leave, and so does a
//! receipt that reports more than lines that were filed. Not here: leaving (`deliver`).

use super::builder::EntryBuilder;
use super::forms::Unmade;
use crate::desk::club::errors::CampaignError;
use crate::engine::game::LineRead;
use crate::engine::seat::Seat;
use crate::lang::sheet::SheetNo;
use crate::report::{Finding, ReceiptPage, Source};
use crate::store::entry::{Earlier, MailKey, Newer, Reply, Topic};
use std::collections::BTreeSet;

/// The mails whose place a newer one takes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Instead {
    /// The mails that this one takes the place of.
    pub(crate) mails: Vec<Earlier>,
    /// What the referee said in them, oldest first: a newer mail says it too.
    pub(crate) words: Vec<String>,
    /// How many of them, named or covered by one that is, answer mails of the reader.
    pub(crate) answers: usize,
}

impl EntryBuilder<'_> {
    /// What a mail to a seat takes the place of.
    ///
    /// # Errors
    /// An entry that is gone or altered; the disk's.
    pub(crate) fn instead(&mut self, seat: Seat, newer: Newer) -> Result<Instead, CampaignError> {
        let sheet = self.table(seat).sheet().to_string();
        let covered = |topic: Option<Topic>, reply: Option<&Reply>| {
            let same = reply.is_some_and(|it| it.sheet == sheet);
            topic.is_some_and(|it| newer.covers(it, same))
        };
        let waits = self.waiting()?.iter().map(|it| &it.note);
        let waits = waits.filter(|it| it.seat == Some(seat));
        let stays = waits.filter(|it| !covered(it.topic, it.reply.as_ref()));
        // What another mail that leaves says already need not be said again.
        let said: Vec<MailKey> = stays
            .flat_map(|it| &it.instead_of)
            .map(|it| it.key.clone())
            .collect();
        let waiting = self.waiting()?.iter().filter(|mail| {
            let own = mail.note.seat == Some(seat) && !said.contains(&mail.note.key);
            own && covered(mail.note.topic, mail.note.reply.as_ref())
        });
        let waiting = waiting.map(|mail| {
            let answers = mail.note.topic == Some(Topic::Sheet);
            let (entry, key) = (mail.entry, mail.note.key.clone());
            (Earlier { entry, key }, answers)
        });
        let waiting: Vec<(Earlier, bool)> = waiting.collect();
        let mut instead = Instead::default();
        for (mail, answers) in waiting {
            let log = self.campaign.log(&*self.club.fs);
            let words = log.note(mail.entry)?.note.words().map(str::to_owned);
            match (words, newer) {
                // A receipt has no room for them.
                (Some(_), Newer::On(Topic::Sheet)) => continue,
                (Some(words), _) if !instead.words.contains(&words) => instead.words.push(words),
                _ => {}
            }
            instead.answers += usize::from(answers);
            instead.mails.push(mail);
        }
        let entry = self.campaign.next_number();
        let here = self.posted().iter();
        let here = here.filter(|it| it.seat == Some(seat) && covered(it.topic, it.reply.as_ref()));
        let here: Vec<&Unmade> = here.collect();
        let answers = here.iter().filter(|it| it.topic == Some(Topic::Sheet));
        instead.answers += answers.count();
        // Of several mails of one tick each names the one before, which names those before it.
        instead.mails.extend(here.last().map(|mail| Earlier {
            entry,
            key: mail.key.clone(),
        }));
        Ok(instead)
    }
}

impl Instead {
    /// A note for the reader of the newer mail.
    pub(crate) fn notes(&self) -> Option<String> {
        let words = self.words.join("; ");
        (!words.is_empty()).then(|| format!("The referee had said before: {words}"))
    }
}

/// The earlier answers, not yet left, whose place one takes that prints all lines in force.
///
/// # Errors
/// An entry that is gone or altered; the disk's.
pub(crate) fn instead_of(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    finding: &Finding,
) -> Result<Instead, CampaignError> {
    match finding {
        Finding::Read(read) if read.understood.filed && read.sheet == work.table(seat).sheet() => {
            work.instead(seat, Newer::On(Topic::Sheet))
        }
        _ => Ok(Instead::default()),
    }
}

/// Whether a receipt reports lines that were filed, all as they were written, and nothing else.
pub(crate) fn is_plain(page: &ReceiptPage) -> bool {
    let Finding::Read(read) = &page.finding else {
        return false;
    };
    let said = &read.understood;
    let said_more = !page.advice.is_empty()
        || !page.mended.is_empty()
        || !page.answers.is_empty()
        || !page.letters.is_empty()
        || !page.absences.is_empty();
    let asked_more =
        !said.requests.is_empty() || !said.letters.is_empty() || !said.beside.is_empty();
    // Lines of a sheet are replaced with it; standing ones remain in force, and what is worth
    // knowing of them is said once.
    let unsaid = |it: &LineRead| it.sheet.is_some() || (it.notes.is_empty() && !it.doubted);
    let as_written = match &read.source {
        Source::Block | Source::Answered | Source::Advice => true,
        Source::Text { ignored } => ignored.is_empty(),
        Source::Offered(..) => false,
    };
    let of_this = |sheets: &BTreeSet<SheetNo>| sheets.iter().all(|it| *it == read.sheet);
    let orders = said.filed
        && !said.check
        && !said.resigns
        && said.faults.is_empty()
        && said.repairs.is_empty();
    let nothing_else = !said_more && !asked_more && said.lines.iter().all(unsaid);
    orders && as_written && nothing_else && of_this(&said.sheets) && of_this(&said.cancelled)
}
