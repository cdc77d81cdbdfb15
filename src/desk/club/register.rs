//! The last entry of each campaign, and its hash, outside the campaigns' own folders
//! (`desk/register.toml`): so an altered or removed last entry shows, and a campaign that is gone.
//!
//! Written after each run that has committed something, so it may lag behind a log and never runs
//! ahead of it. Unlike `due.toml` it is not a hint: what it remembers cannot be made again.
//! Not here: the hashes by which the entries of a log hold each other (`store::log`).

use super::campaign::Campaign;
use super::desk_file;
use super::errors::CampaignError;
use super::open::Club;
use crate::fault::Fault;
use crate::store::digest::Digest;
use crate::store::entry::Committed;
use crate::store::fault::Stored;
use crate::store::fs::{Access, Drafts, exists};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::textfile::head::FileKind;
use crate::textfile::migrate::Migration;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Register, 2);

/// Of format 2 it says that entries may be files, which programs of before do not see: they must
/// not take a campaign's last folder for its last entry.
const MIGRATIONS: &[Migration] = &[Migration::unchanged(
    1,
    "2026-11-28: entries may be files; before, each was a folder",
)];

/// What is remembered of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterRow {
    /// Its last entry.
    pub last: u32,
    /// The hash of that entry's `entry.toml`.
    pub digest: Digest,
    /// The last link of the chain of dice keys that was used.
    pub link: u32,
}

/// All rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Register {
    rows: BTreeMap<CampaignId, RegisterRow>,
    /// Whether the file is of an older format.
    older: bool,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    /// A line for each campaign: its name, its last entry, the hash of that, the link. Text, since
    /// it is read and written every few minutes.
    campaigns: String,
}

impl Register {
    /// Reads it; empty, if it is not there.
    ///
    /// # Errors
    /// The disk's; a file that is damaged.
    pub fn read(club: &Club) -> anyhow::Result<Self> {
        let path = club.layout.register();
        let read = desk_file::read_older(club, &path, SHAPE, MIGRATIONS)?;
        let (format, body): (u32, Body) = read.unwrap_or((SHAPE.1, Body::default()));
        let rows = body.campaigns.lines().map(row);
        let rows: Option<BTreeMap<CampaignId, RegisterRow>> = rows.collect();
        let rows = rows.ok_or_else(|| {
            let file = club.layout.shown(&path);
            Fault::usage(format!(
                "{file}: one of its lines cannot be \
                read"
            ))
            .hint(desk_file::PUT_BACK)
        })?;
        let older = format < SHAPE.1;
        Ok(Register { rows, older })
    }

    /// Writes it in today's format, if it is older: before the first entry that a program of
    /// before would not see.
    ///
    /// # Errors
    /// The disk's.
    pub fn renew(&mut self, club: &Club) -> std::io::Result<()> {
        if std::mem::take(&mut self.older) {
            self.keep(club)
        } else {
            Ok(())
        }
    }

    /// What is remembered of a campaign.
    pub fn row(&self, id: &CampaignId) -> Option<RegisterRow> {
        self.rows.get(id).copied()
    }

    /// The campaigns it knows.
    pub fn names(&self) -> impl Iterator<Item = &CampaignId> {
        self.rows.keys()
    }

    /// Notes the last entries of these campaigns, and keeps the file if that changes it.
    ///
    /// # Errors
    /// The disk's.
    pub fn note<'c>(
        &mut self,
        club: &Club,
        last: impl IntoIterator<Item = (&'c CampaignId, &'c Committed)>,
    ) -> std::io::Result<()> {
        if self.notes(last) {
            self.keep(club)
        } else {
            Ok(())
        }
    }

    /// The same, but the file is only drafted.
    ///
    /// # Errors
    /// The disk's.
    pub fn draft<'c>(
        &mut self,
        club: &Club,
        last: impl IntoIterator<Item = (&'c CampaignId, &'c Committed)>,
        drafts: &mut Drafts,
    ) -> std::io::Result<()> {
        if self.notes(last) {
            desk_file::draft(club, &club.layout.register(), SHAPE, &self.body(), drafts)
        } else {
            Ok(())
        }
    }

    /// Whether that changes it.
    fn notes<'c>(
        &mut self,
        last: impl IntoIterator<Item = (&'c CampaignId, &'c Committed)>,
    ) -> bool {
        let mut changed = false;
        for (id, last) in last {
            let row = RegisterRow {
                last: last.note.number,
                digest: last.digest,
                link: last.note.dice.link,
            };
            changed |= self.rows.insert(id.clone(), row) != Some(row);
        }
        changed
    }

    /// Forgets a campaign that was taken back.
    ///
    /// # Errors
    /// The disk's.
    pub fn forget(&mut self, club: &Club, id: &CampaignId) -> std::io::Result<()> {
        match self.rows.remove(id) {
            Some(_) => self.keep(club),
            None => Ok(()),
        }
    }

    fn keep(&self, club: &Club) -> std::io::Result<()> {
        let path = club.layout.register();
        desk_file::write(club, &path, SHAPE, &self.body(), Access::Private)
    }

    fn body(&self) -> Body {
        let mut campaigns = String::new();
        for (id, row) in &self.rows {
            let (last, digest, link) = (row.last, row.digest, row.link);
            writeln!(campaigns, "{id} {last} {digest} {link}").expect("memory");
        }
        Body { campaigns }
    }

    /// The campaigns it knows of which there is no folder any more, running or archived.
    pub fn gone<'a>(&'a self, club: &'a Club) -> impl Iterator<Item = &'a CampaignId> {
        self.names().filter(|id| {
            let dirs = [club.layout.campaign(id), club.layout.archived(id)];
            dirs.iter().all(|it| !exists(&*club.fs, it.root()))
        })
    }
}

/// Notes one campaign, in a command of its own.
///
/// # Errors
/// The disk's; a register that is damaged.
pub fn note_one(club: &Club, id: &CampaignId, last: &Committed) -> anyhow::Result<()> {
    Register::read(club)?.note(club, [(id, last)])?;
    Ok(())
}

/// The last entry of a campaign that is known to have been committed. Of a register that cannot be
/// read nobody knows: any may have been.
pub fn committed(register: &anyhow::Result<Register>, id: &CampaignId) -> Option<u32> {
    match register {
        Ok(register) => register.row(id).map(|it| it.last),
        Err(_) => Some(u32::MAX),
    }
}

/// Removes what a crash left half-written in a campaign, and makes safe what it may have left
/// unsafe: before anything rests on its last entry.
///
/// # Errors
/// The disk's.
pub fn recover(club: &Club, id: &CampaignId, dir: &CampaignDir) -> Stored<()> {
    let committed = committed(&Register::read(club), id);
    CampaignLog::new(&*club.fs, dir).recover(committed)
}

fn row(line: &str) -> Option<(CampaignId, RegisterRow)> {
    let words: Vec<&str> = line.split(' ').collect();
    let [id, last, digest, link] = words[..] else {
        return None;
    };
    let row = RegisterRow {
        last: last.parse().ok()?,
        digest: Digest::try_from(digest.to_owned()).ok()?,
        link: link.parse().ok()?,
    };
    Some((id.parse().ok()?, row))
}

/// That the last entry of a campaign is the one that was committed. What is remembered of it was
/// held against the entry before it then; an entry of which nothing is remembered is so now.
///
/// # Errors
/// It is not, or the log has lost entries.
pub fn check(
    club: &Club,
    campaign: &Campaign,
    row: Option<RegisterRow>,
) -> Result<(), CampaignError> {
    let Some(last) = &campaign.last else {
        return Ok(());
    };
    let log = campaign.log(&*club.fs);
    if let Some(row) = row {
        row.check(&log, &campaign.dir, &campaign.id, last)?;
        if row.last == last.note.number {
            return Ok(());
        }
    }
    Ok(log.check_parent(&last.note)?)
}

impl RegisterRow {
    /// Whether a log still reaches as far as it did, and its entry of then is the same.
    ///
    /// # Errors
    /// It does not, or is another one.
    pub fn check(
        &self,
        log: &CampaignLog<'_>,
        dir: &CampaignDir,
        id: &CampaignId,
        last: &Committed,
    ) -> Result<(), CampaignError> {
        let entry = dir.entry(self.last);
        let now = last.note.number;
        if now < self.last {
            let what = format!(
                "{}: this entry is gone; it was there at an earlier run",
                dir.shown(&entry)
            );
            let go_on = format!(
                "without one, `packetboat rollback {id} {now}` goes on from entry {now} with new \
                 dice; mails about later entries no longer count, and the players are notified"
            );
            let put_back = "restore log/ from a backup of the club";
            return Err(CampaignError::broken(what, &[put_back, &go_on]));
        }
        let digest = if now == self.last {
            last.digest
        } else {
            log.note(self.last)?.digest
        };
        if digest == self.digest {
            return Ok(());
        }
        let file = dir.shown(&entry.join("entry.toml"));
        Err(CampaignError::broken(
            format!("{file}: it was changed after it was committed"),
            &["restore it from a backup"],
        ))
    }
}
