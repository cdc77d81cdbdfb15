//! The desk's ledger: one line for each mail that belongs to no campaign's log.
//!
//! A plain file a month, only ever appended to (by writing it again beside itself, which keeps it
//! whole through a power cut). Not here: mails of campaigns, whose lines are in entries.

use super::desk_file;
use super::open::Club;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::store::fs::{Access, list_if_there, parent};
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The class of a person's mail that belongs to no campaign.
pub const ASTRAY: &str = "astray";

/// What a ledger is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Ledger, 1);

/// One mail and why it changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LedgerLine {
    /// The mail's name for ever.
    pub id: String,
    /// Its file.
    pub file: String,
    /// When it reached us.
    pub arrived: Moment,
    /// What it was taken for.
    pub class: String,
    /// The address in its `From`, which proves nothing; may be empty.
    pub from: String,
    /// Why nothing was done, in a sentence.
    pub why: String,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ledger {
    #[serde(default, rename = "mail")]
    mails: Vec<LedgerLine>,
}

/// How many mails of a class arrived of late; what cannot be read is not counted.
pub fn count(club: &Club, class: &str, within: Length, now: Moment) -> usize {
    let since = now.minus(within);
    let lines = lines(club, since, now).unwrap_or_default();
    let own = |it: &&LedgerLine| it.class == class && since <= it.arrived;
    lines.iter().filter(own).count()
}

/// The names of all mails that arrived since then.
///
/// # Errors
/// The disk's, or a ledger that cannot be read.
pub fn ids(club: &Club, since: Moment, now: Moment) -> anyhow::Result<BTreeSet<String>> {
    let lines = lines(club, since, now)?;
    Ok(lines.into_iter().map(|it| it.id).collect())
}

/// When the newest mail that has a line arrived.
///
/// # Errors
/// The disk's, or a ledger that cannot be read.
pub fn newest(club: &Club, now: Moment) -> anyhow::Result<Option<Moment>> {
    let folder = club.layout.ledgers();
    let mut months = list_if_there(&*club.fs, &folder)?;
    months.retain(|it| it.ends_with(".toml"));
    months.sort_unstable();
    let Some(month) = months.last() else {
        return Ok(None);
    };
    let ledger: Ledger = desk_file::read(club, &folder.join(month), SHAPE)?;
    let arrived = ledger.mails.iter().map(|it| it.arrived);
    Ok(arrived.filter(|it| *it <= now).max())
}

/// All lines of the months from then to now.
fn lines(club: &Club, since: Moment, now: Moment) -> anyhow::Result<Vec<LedgerLine>> {
    let (first, last) = (club.layout.ledger(since), club.layout.ledger(now));
    let folder = club.layout.ledgers();
    let names = list_if_there(&*club.fs, &folder)?;
    let months = names.iter().map(|it| folder.join(it));
    let months = months.filter(|it| *it >= first && *it <= last);
    let mut lines = Vec::new();
    for month in months {
        let ledger: Ledger = desk_file::read(club, &month, SHAPE)?;
        lines.extend(ledger.mails);
    }
    Ok(lines)
}

/// Adds lines to the ledger of the month they arrived in; a mail that has one already gets no
/// second.
///
/// # Errors
/// The disk's, or a ledger that cannot be read.
pub fn add(club: &Club, lines: Vec<LedgerLine>) -> anyhow::Result<()> {
    let mut months: BTreeMap<PathBuf, Vec<LedgerLine>> = BTreeMap::new();
    for line in lines {
        let path = club.layout.ledger(line.arrived);
        months.entry(path).or_default().push(line);
    }
    for (path, lines) in months {
        let mut ledger: Ledger = desk_file::read(club, &path, SHAPE)?;
        let before = ledger.mails.len();
        for line in lines {
            let same = |it: &LedgerLine| it.id == line.id && it.file == line.file;
            if !ledger.mails.iter().any(same) {
                ledger.mails.push(line);
            }
        }
        if ledger.mails.len() == before {
            // A run whose last sync failed has written them: now they must be safe.
            club.fs.sync_dir(parent(&path))?;
            continue;
        }
        desk_file::write(club, &path, SHAPE, &ledger, Access::Private)?;
    }
    Ok(())
}
