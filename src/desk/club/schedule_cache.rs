//! What the desk remembers between ticks, so that one over campaigns that wait costs two looks at
//! the disk each (`desk/due.toml`).
//!
//! A hint, never the truth: deleted, it is made again at the cost of one slow tick. A row counts
//! only while campaign.toml and the log look as they did, and if they looked so for a while when
//! the row was written: files changed twice within one tick of the disk's clock look unchanged.
//! Not here: what is due (`schedule`), and how far each log had come (`register`).

use super::desk_file;
use super::open::Club;
use crate::clock::Moment;
use crate::store::fs::{Access, Fs, Stat};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::textfile::checksum;
use crate::textfile::head::{self, FileKind, Head};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Due, 3);

/// How long before the file was written something must have rested to be known by its looks, in
/// seconds: more than the coarsest clock of a file system that is still in use.
const REST: i64 = 2;

/// How a file or folder looked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Looks {
    modified: i64,
    nanos: u32,
    len: u64,
}

/// What is remembered of a campaign that is in order and has sent all its mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduleRow {
    /// How campaign.toml looked before it was read.
    pub config: Looks,
    /// How its log looked after the last commit was safe.
    pub log: Looks,
    /// Its newest entry.
    pub last: u32,
    /// The next moment at which something is due though no mail comes; `None`: never.
    pub next: Option<Moment>,
}

/// What is remembered of the Maildir.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MailHint {
    /// The month in which old mail was put by last: `2026-11`.
    pub month: String,
    /// How `cur` looked before it was looked through and nothing was found to wait there.
    pub cur: Option<Looks>,
}

/// All rows, and when they were written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hints {
    rows: BTreeMap<CampaignId, ScheduleRow>,
    mail: MailHint,
    /// By the disk's clock, in seconds.
    written: i64,
}

/// How a campaign is found at the beginning of a tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowFound {
    /// As its row says.
    Known {
        /// The row.
        row: ScheduleRow,
        /// Whether something is due by now.
        due: bool,
    },
    /// It must be looked at.
    Unknown {
        /// How campaign.toml looks; `None`: it could not be seen.
        config: Option<Looks>,
        /// Whether its log looks as it did when its row was written: then what is not known of it
        /// was written within one tick of the disk's clock.
        same_log: bool,
    },
    /// A stray file with the name of a campaign.
    NoCampaign,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    /// The program that wrote it: another one may find other things due.
    program: String,
    /// The month, and how `cur` looked.
    mail: String,
    /// A line for each campaign; text, since it is read every few minutes.
    campaigns: String,
}

impl Looks {
    fn of(stat: &Stat) -> Self {
        Looks {
            modified: stat.modified,
            nanos: stat.nanos,
            len: stat.len,
        }
    }

    /// How a file or folder looks now; `None`: the disk will not say.
    pub fn at(fs: &dyn Fs, path: &Path) -> Option<Self> {
        fs.stat(path).ok().map(|it| Looks::of(&it))
    }
}

impl Hints {
    /// Reads the hints of a club; none, if they cannot be read for whatever reason.
    pub fn read(club: &Club) -> Self {
        Hints::try_read(club).unwrap_or_default()
    }

    fn try_read(club: &Club) -> Option<Self> {
        let path = club.layout.due();
        let written = club.fs.stat(&path).ok()?.modified;
        let bytes = club.fs.read(&path).ok()?;
        let text = std::str::from_utf8(&bytes).ok()?;
        let (_, body): (Head, Body) = head::read(
            "desk/due.toml",
            checksum::check(text)?.text,
            SHAPE.0,
            &[],
            SHAPE.1,
        )
        .ok()?;
        if body.program != head::program() {
            return None;
        }
        let rows: Option<BTreeMap<CampaignId, ScheduleRow>> =
            body.campaigns.lines().map(row).collect();
        let (month, cur) = body.mail.split_once(' ')?;
        let mail = MailHint {
            month: month.to_owned(),
            cur: looks(cur),
        };
        Some(Hints {
            rows: rows?,
            mail,
            written,
        })
    }

    /// How each of these campaigns is found; side by side, since they may be thousands.
    pub fn find(&self, club: &Club, ids: &[CampaignId], now: Moment) -> Vec<RowFound> {
        const SIDE_BY_SIDE_MIN: usize = 256;
        let look = |id: &CampaignId| self.look(&*club.fs, &club.layout.campaign(id), id, now);
        match ids.len() {
            ..SIDE_BY_SIDE_MIN => ids.iter().map(look).collect(),
            _ => ids.par_iter().map(look).collect(),
        }
    }

    fn look(&self, fs: &dyn Fs, dir: &CampaignDir, id: &CampaignId, now: Moment) -> RowFound {
        let config = Looks::at(fs, &dir.config());
        let row = self.rows.get(id);
        let row = row.filter(|it| Looks::at(fs, &dir.log()) == Some(it.log));
        let same_log = row.is_some();
        match row.filter(|it| config == Some(it.config) && self.is_settled(it)) {
            Some(row) => RowFound::Known {
                row: *row,
                due: row.next.is_some_and(|it| it <= now),
            },
            None if fs.stat(dir.root()).is_ok_and(|it| !it.is_dir) => RowFound::NoCampaign,
            None => RowFound::Unknown { config, same_log },
        }
    }

    /// All campaigns that were found at rest.
    pub fn names(&self) -> impl Iterator<Item = &CampaignId> {
        self.rows.keys()
    }

    /// The newest entry of a campaign when its row was written, whatever has changed since.
    pub fn entry(&self, id: &CampaignId) -> Option<u32> {
        self.rows.get(id).map(|it| it.last)
    }

    fn is_settled(&self, row: &ScheduleRow) -> bool {
        self.is_old(row.config.modified.max(row.log.modified))
    }

    /// Whether mail of before this month was put by already.
    pub fn is_put_by(&self, month: &str) -> bool {
        self.mail.month == month
    }

    /// Whether nothing waits in `cur` of the Maildir, which looks so: it looked so for a while when
    /// it was looked through last.
    pub fn rests(&self, cur: Option<Looks>) -> bool {
        cur.is_some_and(|it| self.mail.cur == Some(it) && self.is_old(it.modified))
    }

    fn is_old(&self, modified: i64) -> bool {
        modified + REST < self.written
    }

    /// Keeps these in place of all before, if that changes anything.
    ///
    /// # Errors
    /// The disk's: only speed is lost.
    pub fn keep(
        &self,
        club: &Club,
        rows: &BTreeMap<CampaignId, ScheduleRow>,
        mail: &MailHint,
    ) -> std::io::Result<()> {
        let unsettled = rows.values().any(|it| !self.is_settled(it))
            || mail.cur.is_some_and(|it| !self.is_old(it.modified));
        if (rows, mail) == (&self.rows, &self.mail) && !unsettled {
            return Ok(());
        }
        let mut campaigns = String::new();
        for (id, row) in rows {
            write_row(&mut campaigns, id, row);
        }
        let program = head::program();
        let cur = mail.cur.as_ref().map_or("-".to_owned(), write_looks);
        let mail = format!("{} {cur}", mail.month);
        let body = Body {
            program,
            mail,
            campaigns,
        };
        desk_file::write_hint(club, &club.layout.due(), SHAPE, &body, Access::Shared)
    }
}

/// `new-spain 1763600000.000000001.812 1763600300.5.4096 17 2026-11-22T19:00:00Z`
fn write_row(text: &mut String, id: &CampaignId, row: &ScheduleRow) {
    let looks = write_looks;
    let next = row.next.map_or_else(|| "-".to_owned(), |it| it.to_string());
    let (config, log, last) = (looks(&row.config), looks(&row.log), row.last);
    let written = writeln!(text, "{id} {config} {log} {last} {next}");
    written.expect("a text takes what is written to it");
}

fn write_looks(looks: &Looks) -> String {
    format!("{}.{}.{}", looks.modified, looks.nanos, looks.len)
}

fn row(line: &str) -> Option<(CampaignId, ScheduleRow)> {
    let mut words = line.split(' ');
    let id = words.next()?.parse().ok()?;
    let row = ScheduleRow {
        config: looks(words.next()?)?,
        log: looks(words.next()?)?,
        last: words.next()?.parse().ok()?,
        next: match words.next()? {
            "-" => None,
            moment => Some(moment.parse().ok()?),
        },
    };
    words.next().is_none().then_some((id, row))
}

fn looks(word: &str) -> Option<Looks> {
    let mut parts = word.split('.');
    let looks = Looks {
        modified: parts.next()?.parse().ok()?,
        nanos: parts.next()?.parse().ok()?,
        len: parts.next()?.parse().ok()?,
    };
    parts.next().is_none().then_some(looks)
}
