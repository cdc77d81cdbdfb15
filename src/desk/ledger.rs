//! The desk's ledger: one line for each mail that belongs to no campaign's log.
//!
//! A plain file a month, only ever appended to (by writing it anew beside itself, which keeps it
//! whole through a power cut). Not here: mails of campaigns, whose lines stand in entries.

use super::open::Club;
use super::own_file;
use crate::clock::Moment;
use crate::store::fs::{Access, parent};
use crate::textfile::head::Kind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What a ledger is, and the version of its shape.
const SHAPE: (Kind, u32) = (Kind::Ledger, 1);

/// One mail and why it changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
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
    mails: Vec<Line>,
}

/// Adds lines to the ledger of the month they arrived in; a mail that has one already gets no
/// second.
///
/// # Errors
/// The disk's, or a ledger that cannot be read.
pub fn add(club: &Club, lines: Vec<Line>) -> anyhow::Result<()> {
    let mut months: BTreeMap<PathBuf, Vec<Line>> = BTreeMap::new();
    for line in lines {
        let path = club.layout.ledger(line.arrived);
        months.entry(path).or_default().push(line);
    }
    for (path, lines) in months {
        let mut ledger: Ledger = own_file::read(club, &path, SHAPE)?;
        let before = ledger.mails.len();
        for line in lines {
            let same = |it: &Line| it.id == line.id && it.file == line.file;
            if !ledger.mails.iter().any(same) {
                ledger.mails.push(line);
            }
        }
        if ledger.mails.len() == before {
            // A run whose last sync failed has written them: now they must be safe.
            club.fs.sync_dir(parent(&path))?;
            continue;
        }
        own_file::write(club, &path, SHAPE, &ledger, Access::Private)?;
    }
    Ok(())
}
