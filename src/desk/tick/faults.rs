//! Faults are reported once, and then once a day: a tick runs every few minutes, and cron mails
//! what it prints. What was reported is in `desk/faults.toml`; exit codes say the same each time.
//!
//! Not here: what goes wrong (`summary` gathers it), and campaigns that halt, which are reported
//! by mail.

use crate::clock::Moment;
use crate::desk::club::desk_file;
use crate::desk::club::open::Club;
use crate::desk::club::summary::Summary;
use crate::store::fs::{Access, exists, remove_if_there};
use crate::store::question::DAY;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Faults, 1);

/// How many faults are remembered; more are reported each time.
const ROWS_MAX: usize = 200;

/// The faults there were at the last tick.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Faults {
    #[serde(default, rename = "fault")]
    rows: Vec<FaultRow>,
}

/// A fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FaultRow {
    /// What it is about: a campaign, `mail`, `desk`.
    about: String,
    /// What went wrong.
    why: String,
    /// Since when.
    since: Moment,
    /// When it was reported last.
    told: Moment,
}

impl FaultRow {
    /// Whether it is this fault. Times, numbers and ports in it may be others each time.
    fn is(&self, about: &str, why: &str) -> bool {
        self.about == about && same_words(&self.why, why)
    }
}

fn same_words(a: &str, b: &str) -> bool {
    let bare = |it: char| !it.is_ascii_digit();
    a.chars()
        .filter(|it| bare(*it))
        .eq(b.chars().filter(|it| bare(*it)))
}

/// Takes out of what a tick says the faults that were reported less than a day ago, and adds that
/// one is over.
pub fn reported_once(club: &Club, summary: &mut Summary, now: Moment) {
    let faults = summary.faults();
    let (muted, over) = remember(club, &faults, now);
    summary.mute(&muted);
    for (about, why) in over {
        summary.over.push(format!("{about}: that is over: {why}"));
    }
}

/// Of an error that ended a tick: it was reported less than a day ago, and need not be again.
#[derive(Debug)]
pub struct AlreadyNotified;

impl fmt::Display for AlreadyNotified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("as it was reported less than a day ago")
    }
}

/// An error that ended a tick, marked as [`AlreadyNotified`] if it is.
pub fn reported_or_not(club: &Club, error: anyhow::Error, now: Moment) -> anyhow::Error {
    let fault = ("tick".to_owned(), format!("{error:#}"));
    let (muted, _) = remember(club, std::slice::from_ref(&fault), now);
    if muted.is_empty() {
        error
    } else {
        error.context(AlreadyNotified)
    }
}

type Fault = (String, String);

/// Keeps the faults there are now; which of them were reported, and which there are no more.
fn remember(club: &Club, faults: &[Fault], now: Moment) -> (Vec<Fault>, Vec<Fault>) {
    let path = club.layout.faults();
    let known = exists(&*club.fs, &path);
    if faults.is_empty() && !known {
        return (Vec::new(), Vec::new());
    }
    // What cannot be read is reported again.
    let before: Faults = desk_file::read(club, &path, SHAPE).unwrap_or_default();
    let (mut rows, mut muted) = (Vec::new(), Vec::new());
    for fault in faults {
        let (about, why) = fault;
        let row = before.rows.iter().find(|it| it.is(about, why));
        let fresh = FaultRow {
            about: about.clone(),
            why: why.clone(),
            since: row.map_or(now, |it| it.since),
            told: now,
        };
        rows.push(match row {
            // After a clock was put back it is reported once more.
            Some(row) if row.told <= now && now < row.told.plus(DAY) => {
                muted.push(fault.clone());
                row.clone()
            }
            _ => fresh,
        });
    }
    rows.truncate(ROWS_MAX);
    let is_over = |it: &&FaultRow| !faults.iter().any(|(about, why)| it.is(about, why));
    let over = before.rows.iter().filter(is_over);
    let over = over.map(|it| (it.about.clone(), it.why.clone())).collect();
    if rows == before.rows {
        return (muted, over);
    }
    // One that cannot be kept is reported again by the next tick.
    let _ = if rows.is_empty() {
        remove_if_there(&*club.fs, &path)
    } else {
        desk_file::write(club, &path, SHAPE, &Faults { rows }, Access::Private)
    };
    (muted, over)
}
