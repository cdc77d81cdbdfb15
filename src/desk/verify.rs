//! The proof: hash chain, replay, and with `strict` decisions and dice derived again.
//!
//! Not here: the replay itself (`engine::replay`).

use super::campaign::{Campaign, Source, Stuck, guarded};
use super::due::Hints;
use super::found::frozen_founding;
use super::open::Club;
use super::shelf::Shelf;
use crate::engine::dice::{Dice, Keys, follows, hex, seals, unhex};
use crate::engine::game::Table;
use crate::fault::Fault;
use crate::lang::block;
use crate::lang::sheet::SheetNo;
use crate::report::counted;
use crate::store::entry::{Cause, Note, Part};
use crate::store::fs::{Disk, Fs};
use crate::store::layout::{CampaignDir, CampaignId, orders_file};
use crate::store::log::CampaignLog;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// How much is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct How {
    /// Decisions and dice as well.
    pub strict: bool,
}

/// What was found in each campaign.
#[derive(Debug, Default, Serialize)]
pub struct Found {
    campaigns: Vec<One>,
}

/// What was found in one campaign.
#[derive(Debug, Default, Serialize)]
struct One {
    name: String,
    entries: u32,
    replayed: u32,
    derived: u32,
    /// Entries whose decisions could not be derived, and why.
    skipped: Vec<String>,
    /// What is not as it should be.
    wrong: Vec<String>,
}

impl Found {
    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        self.campaigns.iter().all(|it| it.wrong.is_empty())
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.campaigns {
            let well = if one.wrong.is_empty() {
                "well"
            } else {
                "NOT WELL"
            };
            let entries = counted(one.entries, "entry", "entries");
            write!(f, "{}: {well}; {entries}", one.name)?;
            write!(f, ", {} replayed", one.replayed)?;
            if one.derived > 0 {
                write!(f, ", {} derived again from orders and seed", one.derived)?;
            }
            writeln!(f)?;
            for it in &one.skipped {
                writeln!(f, "  not derived: {it}")?;
            }
            for it in &one.wrong {
                writeln!(f, "  wrong: {it}")?;
            }
        }
        if self.campaigns.is_empty() {
            writeln!(f, "there are no campaigns to verify")?;
        }
        Ok(())
    }
}

/// Verifies one campaign of a club, or all.
///
/// # Errors
/// A campaign that does not exist.
pub fn club(club: &Club, named: Option<&str>, how: How) -> anyhow::Result<Found> {
    let all = match named {
        Some(name) => vec![club.campaign(name)?],
        None => {
            let ids = club.campaign_ids()?.into_iter();
            ids.map(|id| (id.clone(), club.layout.campaign(&id)))
                .collect()
        }
    };
    let hints = Hints::read(club);
    let mut found = Found::default();
    for (id, dir) in all {
        let mut one = campaign(club.source(), &dir, &id, how);
        let runs = dir.root() == club.layout.campaign(&id).root();
        // A log that is cut short shows no gap.
        if let Some(had) = hints
            .last_entry(&id)
            .filter(|it| runs && *it >= one.entries)
        {
            let gone = dir.shown(&dir.entry(had));
            one.wrong.push(format!(
                "{gone}: this entry was there at the last tick; it is gone"
            ));
        }
        found.campaigns.push(one);
    }
    Ok(found)
}

/// Verifies the folder of a campaign, wherever it lies.
///
/// # Errors
/// A folder that is none of a campaign's.
pub fn folder(path: &Path, how: How) -> anyhow::Result<Found> {
    let path = std::path::absolute(path)?;
    let name = path.file_name().map(|it| it.to_string_lossy().into_owned());
    let id: Option<CampaignId> = name.and_then(|it| it.parse().ok());
    let dir = CampaignDir::new(&path);
    let is_one = id.filter(|_| Disk.stat(&dir.log()).is_ok());
    let id = is_one.ok_or_else(|| {
        Fault::usage(format!("{} is no folder of a campaign", path.display()))
            .hint("Name a campaign of the club, or a folder that holds log/.")
    })?;
    let shelf = Shelf::default();
    let from = Source {
        fs: &Disk,
        shelf: &shelf,
        known: None,
    };
    Ok(Found {
        campaigns: vec![campaign(from, &dir, &id, how)],
    })
}

fn campaign(from: Source<'_>, dir: &CampaignDir, id: &CampaignId, how: How) -> One {
    let mut one = One {
        name: id.to_string(),
        ..One::default()
    };
    let log = CampaignLog::new(from.fs, dir);
    let entries = match log.entries() {
        Ok(entries) => entries,
        Err(fault) => {
            one.wrong.push(fault.to_string());
            return one;
        }
    };
    if entries.is_empty() {
        one.wrong.push("it has no entries".to_owned());
    }
    for number in entries {
        one.entries += 1;
        if let Err(why) = entry(&log, from, dir, id, number, how, &mut one) {
            one.wrong.push(format!("entry {number}: {why}"));
        }
    }
    one
}

fn entry(
    log: &CampaignLog<'_>,
    from: Source<'_>,
    dir: &CampaignDir,
    id: &CampaignId,
    number: u32,
    how: How,
    one: &mut One,
) -> Result<(), String> {
    if let Err(fault) = log.check(number) {
        // The referee stood by an edit with the next entry, which holds the files anew.
        let next = log.note(number + 1).ok().map(|it| it.note.cause);
        if !matches!(next, Some(Cause::Adopted { .. })) {
            return Err(fault.to_string());
        }
        let next = number + 1;
        one.skipped.push(format!(
            "entry {number} was edited and adopted in entry {next}"
        ));
        return Ok(());
    }
    let loaded = log.load(number).map_err(|it| it.to_string())?;
    let note = &loaded.committed.note;
    let own_journal = note
        .files
        .get(&Part::Journal)
        .is_some_and(|it| it.entry == number);
    let after = Campaign::open_at(from, dir, id, Some(number)).map_err(|it| told(&it))?;
    check_dice(log, &after, note)?;
    if let Cause::RolledBack { to, .. } = &note.cause {
        check_rolled_back(log, *to, &loaded.parts)?;
    }
    if !own_journal || matches!(note.cause, Cause::Adopted { .. } | Cause::RolledBack { .. }) {
        return Ok(());
    }
    let journal = loaded
        .parts
        .get(&Part::Journal)
        .ok_or("it has no journal")?;
    let state = loaded.parts.get(&Part::State).ok_or("it has no state")?;
    let (before, mut dice) = before(from, dir, id, note, &after)?;
    let replayed = guarded(|| before.replay(journal)).map_err(|it| panicked(&it))??;
    if !same(&replayed, state)? {
        return Err("the record leads to another state than is stored".to_owned());
    }
    one.replayed += 1;
    if how.strict {
        let parts = &loaded.parts;
        strictly(
            from.fs,
            dir,
            note,
            &after,
            (&*before, &mut dice),
            parts,
            one,
        )?;
    }
    Ok(())
}

/// What counts after a rollback is what counted after the entry it went back to.
fn check_rolled_back(
    log: &CampaignLog<'_>,
    to: u32,
    parts: &BTreeMap<Part, String>,
) -> Result<(), String> {
    let Ok(old) = log.load(to) else {
        // That entry itself is said to be wrong, or was edited and adopted since.
        return Ok(());
    };
    for part in [Part::State, Part::Book] {
        let (old, new) = (old.parts.get(&part), parts.get(&part));
        let (Some(old), Some(new)) = (old, new) else {
            return Err(format!("{} is missing", part.file()));
        };
        if !same(old, new)? {
            return Err(format!("{} is not that of entry {to}", part.file()));
        }
    }
    Ok(())
}

fn strictly(
    fs: &dyn Fs,
    dir: &CampaignDir,
    note: &Note,
    after: &Campaign,
    (before, dice): (&dyn Table, &mut Dice),
    parts: &BTreeMap<Part, String>,
    one: &mut One,
) -> Result<(), String> {
    let number = note.number;
    if note.revision != after.game.revision() {
        one.skipped.push(format!(
            "entry {number} was played by revision {} of the rules; this is {}",
            note.revision,
            after.game.revision()
        ));
        return Ok(());
    }
    let journal = parts.get(&Part::Journal).ok_or("it has no journal")?;
    let blocks = |submission: u32| orders(fs, dir, number, submission);
    let derived =
        guarded(|| before.derive(journal, dice, &blocks)).map_err(|it| panicked(&it))??;
    for (part, text) in [(Part::State, derived.state), (Part::Book, derived.book)] {
        let stored = parts.get(&part).ok_or("a part is missing")?;
        if !same(&text, stored)? {
            return Err(format!(
                "{} derived again differs from the stored one",
                part.file()
            ));
        }
    }
    one.derived += 1;
    Ok(())
}

/// The position before an entry, and the entry's dice; for the first one the founding, and the
/// dice after it.
fn before(
    from: Source<'_>,
    dir: &CampaignDir,
    id: &CampaignId,
    note: &Note,
    after: &Campaign,
) -> Result<(Box<dyn Table>, Dice), String> {
    let seed = &after.secret.seed.0;
    let mut dice = match note.dice.resolved {
        true => Dice::keyed(Keys::new(seed, note.dice.link, note.dice.timeline)?),
        false => Dice::recorded([]),
    };
    if let Some(number) = note.number.checked_sub(1) {
        let before = Campaign::open_at(from, dir, id, Some(number));
        return Ok((before.map_err(|it| told(&it))?.table, dice));
    }
    let founding = frozen_founding(&after.pack)?;
    let found = || after.rules.found(id.as_str(), &founding, &mut dice);
    let found = guarded(found).map_err(|it| panicked(&it))?;
    Ok((found.map_err(|it| it.to_string())?, dice))
}

/// The text of a submission as it was kept: its sheet and body.
fn orders(
    fs: &dyn Fs,
    dir: &CampaignDir,
    entry: u32,
    submission: u32,
) -> Option<(SheetNo, String)> {
    let path = dir.entry(entry).join(orders_file(submission));
    let bytes = fs.read(&path).ok()?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let block = block::find(&lines).into_iter().next()?;
    let mut words = block.opener.split_whitespace();
    let sheet = words.find_map(|it| it.parse().ok())?;
    Some((sheet, block.text()))
}

/// The link an entry shows follows the one shown before, and is the seed's.
fn check_dice(log: &CampaignLog<'_>, campaign: &Campaign, note: &Note) -> Result<(), String> {
    let Some(shown) = &note.dice.shown else {
        return Ok(());
    };
    let wrong = || {
        let number = note.dice.link;
        format!("link {number} of the dice is not the one sealed at the start")
    };
    let link = unhex(shown).ok_or_else(wrong)?;
    let keys = Keys::new(&campaign.secret.seed.0, note.dice.link, note.dice.timeline)?;
    let (end, _) = seals(&campaign.secret.seed.0);
    let chained = match note.dice.link {
        1 => follows(&link, &unhex(&end).ok_or_else(wrong)?),
        link_number => {
            let before = Keys::new(&campaign.secret.seed.0, link_number - 1, 0)?;
            follows(&link, &before.open)
        }
    };
    let last = note.number.checked_sub(1).map(|it| log.note(it));
    if let Some(last) = last {
        let last = last.map_err(|it| it.to_string())?.note.dice;
        if note.dice.resolved && note.dice.link <= last.link {
            return Err(format!(
                "link {} of the dice was used before",
                note.dice.link
            ));
        }
    }
    match chained && hex(&keys.open) == *shown {
        true => Ok(()),
        false => Err(wrong()),
    }
}

/// Whether two files hold the same values, however they are spelled.
fn same(a: &str, b: &str) -> Result<bool, String> {
    if a == b {
        return Ok(true);
    }
    let read = |text: &str| toml::from_str::<toml::Table>(text).map_err(|it| it.to_string());
    let (mut a, mut b) = (read(a)?, read(b)?);
    for head in ["format", "revision"] {
        a.remove(head);
        b.remove(head);
    }
    Ok(a == b)
}

fn told(stuck: &Stuck) -> String {
    match stuck {
        Stuck::Halted(text) | Stuck::Unsettled(text) => text.clone(),
        Stuck::Broken { what, .. } => what.clone(),
        Stuck::Disk(fault) => fault.to_string(),
    }
}

fn panicked(text: &str) -> String {
    format!("the rules panic: {text}")
}
