//! Mail of months gone by: out of `cur`, which ticks look through, into a folder for each month;
//! and after so long as the referee wants it kept, away.
//!
//! Not here: where it is there, and finding it again (`store::maildir`).

use super::aside;
use super::marks::{Known, Newest};
use super::route::{Unread, read_mail, unread};
use super::unanswered;
use crate::clock::Moment;
use crate::desk::club::ledger::{self, LedgerLine};
use crate::desk::club::open::Club;
use crate::desk::club::schedule_cache::{Hints, Looks, MailHint};
use crate::desk::club::summary::Summary;
use crate::mail::parse;
use crate::report::counted;
use crate::store::fault::Stored;
use crate::store::maildir::{Maildir, Waiting, bare, month};
use std::collections::BTreeSet;

/// The class, in the ledger, of mails that were kept for as long as they were to be.
pub const DELETED: &str = "deleted";

/// Looks for mail that waits, once old mail is put by; and what the next tick may rest on.
///
/// # Errors
/// The disk's, if it cannot even list the folders.
pub fn queue(
    club: &Club,
    hints: &Hints,
    now: Moment,
    summary: &mut Summary,
) -> Stored<(Vec<Unread>, MailHint)> {
    let mut hint = MailHint {
        month: month(now),
        cur: None,
    };
    if !hints.is_put_by(&hint.month)
        && let Err(why) = put_by(club, now)
    {
        summary.wait("mail", format!("{why:#}"));
        hint.month.clear();
    }
    // Before it is looked through: what comes meanwhile makes it look otherwise.
    let root = club.layout.path(&club.config.mail_in.maildir);
    let cur = Looks::at(&*club.fs, &root.join("cur"));
    let queue = unread(club, now, !hints.rests(cur))?;
    hint.cur = cur.filter(|_| queue.cur_rests);
    for fault in queue.odd {
        summary.wait("mail", fault.to_string());
    }
    Ok((queue.mails, hint))
}

/// Puts by what the club has taken before this month and nobody waits for, and deletes what has
/// been kept for long enough, each month of it with a line in the ledger. What somebody else has
/// read there, for the folder may be a person's, stays as it is.
///
/// # Errors
/// The disk's. Twice is as good as once.
pub fn put_by(club: &Club, now: Moment) -> anyhow::Result<()> {
    let root = club.layout.path(&club.config.mail_in.maildir);
    let maildir = Maildir::new(&*club.fs, root);
    let mut old = maildir.of_months_before(now)?;
    if let Some(first) = old.first().map(|it| it.arrived) {
        let waits = aside::files(club)?.into_iter();
        let waits = BTreeSet::from_iter(waits.chain(unanswered::files(club)?));
        let noted = ledger::ids(club, first, now)?;
        old.retain(|it| !waits.contains(bare(&it.name)) && is_taken(club, &maildir, it, &noted));
        maildir.put_by(&old)?;
    }
    let Some(keep) = club.config.mail_in.keep else {
        return Ok(());
    };
    let over = maildir.months_before(keep.since(now))?;
    let line = |(month, mails): &(String, usize)| LedgerLine {
        id: format!("mail-of-{month}"),
        file: format!("old/{month}"),
        arrived: now,
        class: DELETED.to_owned(),
        from: String::new(),
        why: format!(
            "{} of {month}, deleted as `keep = \"{keep}\"` under [mail.in] says",
            counted(mails, "mail", "mails")
        ),
    };
    // The line first: what is gone without a word would be looked for.
    ledger::add(club, over.iter().map(line).collect())?;
    for (month, _) in &over {
        maildir.delete(month)?;
    }
    Ok(())
}

/// Whether the club has taken this mail: a campaign of it, or its ledger. One that cannot be read
/// stays.
fn is_taken(club: &Club, maildir: &Maildir<'_>, at: &Waiting, noted: &BTreeSet<String>) -> bool {
    let Ok(bytes) = read_mail(maildir, &at.name) else {
        return false;
    };
    let id = parse(&bytes, &club.house).id.0;
    let knows = Newest::default().knows(club, &id, &at.name);
    noted.contains(&id) || knows.is_ok_and(|it| it != Known::No)
}
