//! Books that are older than the mail: `campaigns/` and `desk/` were put back from a copy, and
//! `mail/` was not, or from a newer one. What was taken meanwhile is there as read, and nobody
//! would look at it again.
//!
//! A small file in the Maildir names a mail of the newest run that took any. As long as the books
//! do not know that mail, no tick does anything: what it wrote would only grow the damage. Not
//! here: single campaigns that are older than the rest of the books (`register`).

use super::arrival::Arrival;
use super::marks::{Known, Newest};
use super::route::read_mail;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::desk::club::open::Club;
use crate::desk::club::{clock_check, desk_file, ledger};
use crate::fault::Fault;
use crate::mail::parse;
use crate::report::counted;
use crate::store::entry::Committed;
use crate::store::fs::{Access, remove_if_there};
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::store::maildir::{Maildir, Waiting, bare};
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Taken, 1);

/// How long before the newest line of the books a mail may have come that they do not know: older
/// ones were lost before, or are none of theirs.
const BEFORE: Length = Length::hours(24);

/// What the file says.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Last {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mail: Option<Taken>,
}

/// A mail that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taken {
    /// Its name for ever.
    pub id: String,
    /// Its file.
    pub file: String,
    /// When it came.
    pub arrived: Moment,
}

impl Taken {
    /// A mail of a campaign's.
    pub fn of(arrival: &Arrival) -> Self {
        Taken {
            id: arrival.mail.id.0.clone(),
            file: bare(&arrival.file).to_owned(),
            arrived: arrival.arrived,
        }
    }
}

/// What is to be done about mails that the books do not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retake {
    /// They are taken again.
    All,
    /// They are only reported.
    Look,
    /// They are left, and ticks go on.
    Nothing,
}

/// Where it is written how new the newest mail taken is.
fn path(club: &Club) -> PathBuf {
    maildir_root(club).join("taken.toml")
}

fn maildir_root(club: &Club) -> PathBuf {
    club.layout.path(&club.config.mail_in.maildir)
}

/// Notes the newest of the mails that a run has taken, if it took any, once their marks are safe.
///
/// # Errors
/// The disk's.
pub fn note<'t>(club: &Club, taken: impl Iterator<Item = &'t Taken>) -> anyhow::Result<()> {
    let Some(newest) = taken.max_by_key(|it| it.arrived) else {
        return Ok(());
    };
    let last = Last {
        mail: Some(newest.clone()),
    };
    // A power cut may take it away: then an older one, or none, says less, and nothing wrong.
    desk_file::write_hint(club, &path(club), SHAPE, &last, Access::Private)?;
    Ok(())
}

/// The mail noted last, if the books do not know it.
fn unknown(club: &Club) -> Option<Taken> {
    // One that cannot be read proves nothing, and is written again with the next mail.
    let last: Last = desk_file::read(club, &path(club), SHAPE).ok()?;
    let taken = last.mail?;
    let known = Newest::default().knows(club, &taken.id, &taken.file);
    (known.ok()? == Known::No).then_some(taken)
}

/// What is reported to the referee, in a line, while the books are older than the mail.
pub fn told(club: &Club, now: Moment) -> Option<String> {
    let taken = unknown(club)?;
    let at = taken.arrived.for_people(club.config.club.zone, now);
    Some(format!(
        "the club's record is older than its mail: it does not know the mail of {at} that was \
         read; no tick does anything until `packetboat retake`"
    ))
}

/// That the books are not older than the mail.
///
/// # Errors
/// They are.
pub fn check(club: &Club, now: Moment) -> anyhow::Result<()> {
    let Some(taken) = unknown(club) else {
        return Ok(());
    };
    let at = taken.arrived.for_people(club.config.club.zone, now);
    let what = format!(
        "the club's record is older than its mail: it does not know the mail of {at} that was \
         read ({}), so it was restored from a backup",
        taken.file
    );
    Err(Fault::retry(what)
        .hint("Nothing was written or mailed.")
        .hint("To list the mails that it does not know: packetboat retake --dry-run")
        .hint("To read them again: packetboat retake")
        .hint("To go on without them: packetboat retake --none")
        .into())
}

/// Puts the mails that the books do not know where the next tick takes them, each once.
///
/// # Errors
/// The disk's; an entry or a ledger that cannot be read.
pub fn retake(club: &Club, how: Retake, now: Moment) -> anyhow::Result<String> {
    if unknown(club).is_none() {
        let said = "The record knows the mail that was read last. There is nothing to read again.";
        return Ok(said.to_owned());
    }
    if how == Retake::Nothing {
        remove_if_there(&*club.fs, &path(club))?;
        let said = "Ticks go on. Mails that the record does not know stay where they are, and \
            are not read again.";
        return Ok(said.to_owned());
    }
    let lost = lost(club, now)?;
    let (zone, mails) = (club.config.club.zone, counted(lost.len(), "mail", "mails"));
    let mut said = match (how, lost.len()) {
        (_, 0) => "There is no mail that the record does not know and that came late enough: the \
            one that was read is gone.\n"
            .to_owned(),
        (Retake::Look, _) => format!("The record does not know {mails}:\n"),
        (_, 1) => "The next tick reads 1 mail again:\n".to_owned(),
        _ => format!("The next tick reads {mails} again, in the order in which they came:\n"),
    };
    for mail in &lost {
        let at = mail.at.arrived.for_people(zone, now);
        said += &format!("  {at}, {}, {}\n", mail.from, mail.at.name);
    }
    if how == Retake::Look {
        said += "To read them again: packetboat retake. To go on without them: packetboat retake \
                 --none.\n";
        return Ok(said);
    }
    let root = maildir_root(club);
    let maildir = Maildir::new(&*club.fs, &root);
    for mail in &lost {
        maildir.mark_unread(&mail.at.name)?;
    }
    for folder in ["new", "cur"] {
        club.fs.sync_dir(&root.join(folder))?;
    }
    remove_if_there(&*club.fs, &path(club))?;
    Ok(said)
}

/// A mail that is there as read, and of which the books know nothing.
struct Lost {
    at: Waiting,
    from: String,
}

/// Those that came at most a day before the newest line of the books, oldest first.
fn lost(club: &Club, now: Moment) -> anyhow::Result<Vec<Lost>> {
    let mut last = Vec::new();
    for id in club.campaign_names()? {
        let dir = club.layout.campaign(&id);
        if let Some(committed) = CampaignLog::new(&*club.fs, &dir).last()? {
            last.push((id, committed));
        }
    }
    let written = last.iter().map(|it| it.1.note.written);
    let noted = ledger::newest(club, now)?;
    let newest = written.chain(clock_check::read(club).last()).chain(noted);
    let Some(newest) = newest.max() else {
        return Ok(Vec::new());
    };
    let since = newest.minus(BEFORE);
    let mut known = ledger::ids(club, since, now)?;
    for (id, committed) in &last {
        known.extend(taken_since(club, id, committed, since)?);
    }
    let root = maildir_root(club);
    let maildir = Maildir::new(&*club.fs, &root);
    let mut lost = Vec::new();
    for at in maildir.seen_since(since, now)? {
        let bytes = read_mail(&maildir, &at.name)?;
        let mail = parse(&bytes, &club.house);
        let (id, file) = (&mail.id.0, bare(&at.name));
        let marked = Newest::default().knows(club, id, file)? != Known::No;
        // Of two copies the first one counts, as it did.
        if !marked && known.insert(id.clone()) {
            lost.push(Lost {
                from: mail.from.unwrap_or_else(|| "nobody".to_owned()),
                at,
            });
        }
    }
    Ok(lost)
}

/// The mails that entries of a campaign have taken since then.
fn taken_since(
    club: &Club,
    id: &CampaignId,
    last: &Committed,
    since: Moment,
) -> anyhow::Result<BTreeSet<String>> {
    let dir = club.layout.campaign(id);
    let log = CampaignLog::new(&*club.fs, &dir);
    let mut taken = BTreeSet::new();
    let mut note = last.note.clone();
    loop {
        if note.written < since {
            return Ok(taken);
        }
        taken.extend(note.mail.iter().map(|it| it.id.clone()));
        note = match note.number.checked_sub(1) {
            Some(before) => log.note(before)?.note,
            None => return Ok(taken),
        };
    }
}
