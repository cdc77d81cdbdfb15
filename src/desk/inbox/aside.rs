//! Mails that were set aside, for what would have resulted from them held something that may not be
//! shown: a line in the ledger, a word to senders who proved who they are, and one mail a day to
//! the referee (`desk/aside.toml` remembers what has not been reported).
//!
//! It is never said what it was: that would show it. A mail set aside is not marked as taken, so
//! its file may be put back. Not here: how it is found (`guard`, `jobs`).

use super::arrival::{Arrival, Source};
use super::marks;
use crate::clock::length::Length;
use crate::clock::{Moment, Zone};
use crate::desk::club::campaign::Roster;
use crate::desk::club::open::Club;
use crate::desk::club::summary::Summary;
use crate::desk::club::{desk_file, ledger};
use crate::desk::outbox::desk_letters::{self, DeskLetter, Reader};
use crate::engine::seat::Seat;
use crate::report::{DeskMail, SetAside, counted};
use crate::store::fs::{Access, exists};
use crate::store::layout::CampaignId;
use crate::store::maildir::bare;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The class of such a mail in the ledger.
const ASIDE: &str = "aside";

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Aside, 1);

/// How long a mail that was set aside is counted.
const COUNTED: Length = Length::hours(30 * 24);

/// How many are remembered; the ledger has them all.
const ROWS_MAX: usize = 1_000;

/// How many are named in one mail to the referee.
const NAMED_MAX: usize = 20;

/// A mail that cannot be taken.
#[derive(Debug, Clone)]
pub struct Aside {
    /// The mail.
    pub arrival: Arrival,
    /// Where something was and of what kind it was, in words for the referee.
    pub why: String,
    /// Whether the mail shows that it is its player's.
    pub proved: bool,
}

/// The mails that were set aside of late.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    #[serde(default, rename = "mail")]
    rows: Vec<AsideRow>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AsideRow {
    /// Whose it would have been.
    campaign: CampaignId,
    /// Its file, from the club's folder.
    file: String,
    /// When it was set aside.
    at: Moment,
    /// Where something was and what.
    why: String,
    /// Whether the referee was notified.
    told: bool,
}

impl Rows {
    fn read(club: &Club) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.aside(), SHAPE)
    }

    fn keep(&mut self, club: &Club, now: Moment) -> anyhow::Result<()> {
        self.rows.retain(|it| !it.told || it.is_new(now));
        let surplus = self.rows.len().saturating_sub(ROWS_MAX);
        self.rows.drain(..surplus);
        desk_file::write(club, &club.layout.aside(), SHAPE, self, Access::Private)?;
        Ok(())
    }
}

impl AsideRow {
    fn is_new(&self, now: Moment) -> bool {
        now < self.at.plus(COUNTED)
    }
}

/// The files of the mails in it, without the folder they are in.
///
/// # Errors
/// The disk's, or a list that cannot be read.
pub fn files(club: &Club) -> anyhow::Result<Vec<String>> {
    let name = |it: AsideRow| it.file.rsplit('/').next().unwrap_or_default().to_owned();
    Ok(Rows::read(club)?.rows.into_iter().map(name).collect())
}

/// How many mails for each campaign were set aside in the last month; what cannot be read is none.
pub fn counts(club: &Club, now: Moment) -> BTreeMap<CampaignId, u32> {
    let rows = Rows::read(club).unwrap_or_default().rows;
    let mut counts = BTreeMap::new();
    for row in rows.into_iter().filter(|it| it.is_new(now)) {
        *counts.entry(row.campaign).or_default() += 1;
    }
    counts
}

/// Puts away what a campaign could not take; what was done, for the summary. A mail whose line
/// cannot be written stays where it is, and is looked at again with the next tick.
///
/// # Errors
/// The disk's, after the line.
pub fn put_away(
    club: &Club,
    id: &CampaignId,
    aside: &[Aside],
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<Option<String>> {
    if let Err(error) = note(club, id, aside, now) {
        summary.wait("desk", format!("{error:#}"));
        return Ok(None);
    }
    notify_players(club, id, aside, now)?;
    for case in aside {
        marks::put_away(club, case.arrival.from, &case.arrival.file, now)?;
    }
    let count = u32::try_from(aside.len()).unwrap_or(u32::MAX);
    summary.mails += count;
    Ok(Some(format!(
        "{} set aside: the result would have shown something secret",
        counted(count, "mail", "mails")
    )))
}

fn note(club: &Club, id: &CampaignId, aside: &[Aside], now: Moment) -> anyhow::Result<()> {
    let mut rows = Rows::read(club)?;
    let lines = aside.iter().map(|case| ledger::LedgerLine {
        id: case.arrival.mail.id.0.clone(),
        file: case.arrival.file.clone(),
        arrived: case.arrival.arrived,
        class: ASIDE.to_owned(),
        from: case.arrival.mail.from.clone().unwrap_or_default(),
        why: format!(
            "{id}: the result would have shown something secret: {}",
            case.why
        ),
    });
    ledger::add(club, lines.collect())?;
    for case in aside {
        let row = AsideRow {
            campaign: id.clone(),
            file: lies(&case.arrival),
            at: now,
            why: case.why.clone(),
            told: false,
        };
        let same = |it: &&AsideRow| it.file == row.file && !it.told;
        if !rows.rows.iter().any(|it| same(&it)) {
            rows.rows.push(row);
        }
    }
    rows.keep(club, now)
}

/// Where its file is once it is put away.
fn lies(arrival: &Arrival) -> String {
    match arrival.from {
        Source::Maildir => format!("cur/{}", bare(&arrival.file)),
        Source::Drop => format!("drop/done/{}", arrival.file),
        Source::Command => arrival.file.clone(),
    }
}

/// Notifies each player who proved who they are, in one mail, which of their mails were set aside.
fn notify_players(
    club: &Club,
    id: &CampaignId,
    aside: &[Aside],
    now: Moment,
) -> anyhow::Result<()> {
    let mut mails: BTreeMap<Seat, Vec<&Arrival>> = BTreeMap::new();
    for case in aside.iter().filter(|it| it.proved) {
        mails
            .entry(case.arrival.seat)
            .or_default()
            .push(&case.arrival);
    }
    // The roster is in a file that was read for the campaign; if it is gone now, that is reported.
    let Ok(roster) = Roster::open(&*club.fs, &club.layout.campaign(id)) else {
        return Ok(());
    };
    for (seat, mails) in mails {
        let Some(player) = roster.player(seat) else {
            continue;
        };
        let zone = player.zone.unwrap_or(club.config.club.zone);
        let times = mails.iter().take(NAMED_MAX);
        let mail = DeskMail::SetAside {
            count: mails.len(),
            at: times.map(|it| it.arrived.for_people(zone, now)).collect(),
        };
        let ids: Vec<&str> = mails.iter().map(|it| it.mail.id.0.as_str()).collect();
        let hash = blake3::hash(ids.join(" ").as_bytes()).to_hex();
        let letter = DeskLetter {
            key: &format!("{id}.aside.{seat}.{}", &hash.as_str()[..12]),
            about: Some(id),
            to: Reader::Player(player),
            mail: &mail,
        };
        desk_letters::put(club, &letter, now)?;
    }
    Ok(())
}

/// Notifies the referee of all mails not reported yet, in one mail a day at most.
///
/// # Errors
/// The disk's.
pub fn notify_referee(club: &Club, now: Moment) -> anyhow::Result<()> {
    if !exists(&*club.fs, &club.layout.aside()) {
        return Ok(());
    }
    let mut rows = Rows::read(club)?;
    let untold: Vec<&AsideRow> = rows.rows.iter().filter(|it| !it.told).collect();
    let key = format!("aside.referee.{}", now.date(Zone::UTC));
    if untold.is_empty() || desk_letters::is_there(club, &key) {
        return Ok(());
    }
    let zone = club.config.club.zone;
    let named = untold.iter().take(NAMED_MAX).map(|row| SetAside {
        campaign: row.campaign.to_string(),
        file: row.file.clone(),
        at: row.at.for_people(zone, now),
        why: row.why.clone(),
    });
    let mail = DeskMail::Aside {
        maildir: club.config.mail_in.maildir.clone(),
        mails: named.collect(),
        more: untold.len().saturating_sub(NAMED_MAX),
    };
    desk_letters::notify_referee(club, None, &key, &mail, now)?;
    rows.rows.iter_mut().for_each(|it| it.told = true);
    rows.keep(club, now)
}
