//! The referee's acts, and accidents with files that they mend again.
//!
//! Not here: beginning campaigns and moving them to the archive (`found`).

use super::meddler::Meddler;
use super::places::layout;
use super::played::Damage;
use super::world::{Met, World};
use crate::faulty::Trouble;
use packetboat::desk::club::open::Club;
use packetboat::desk::commands::{referee, undo};
use packetboat::store::entry::StateFile;
use packetboat::store::fs::{Access, Fs, replace};
use packetboat::store::joined::{Joined, join};
use packetboat::store::layout::{CampaignDir, CampaignId, ENTRY_FILE};
use packetboat::store::log::CampaignLog;
use packetboat_core::engine::seat::Seat;
use packetboat_core::fault::{HALTED, exit_code};
use packetboat_testkit::simulate::chance::Chance;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::Arc;

/// For how many ticks something stays broken at least.
const BROKEN_TICKS: u32 = 3;

/// How many ticks reports wait for the referee's review, on average.
const REVIEW_TICKS: u32 = 6;

/// By how much deadlines are moved, or to when.
const LENGTHS: [&str; 3] = ["12h", "2d", "2027-03-01T00:00:00Z"];

/// An act of the referee.
#[derive(Debug, Clone)]
enum Act {
    Hold,
    Release,
    Extend(&'static str),
    Resolve,
    Submit(Seat, String),
    Rollback(u32),
    Undo,
}

impl Act {
    fn does(
        &self,
        club: &Club,
        id: &str,
        now: packetboat_core::clock::Moment,
    ) -> anyhow::Result<()> {
        match self {
            Act::Hold => referee::hold(club, id, "a storm", now).map(|_| ()),
            Act::Release => referee::release(club, id, "", now).map(|_| ()),
            Act::Extend(by) => referee::extend(club, id, by, "a feast", now).map(|_| ()),
            Act::Resolve => referee::resolve(club, id, "enough", now).map(|_| ()),
            Act::Submit(seat, text) => referee::submit(club, id, *seat, text, now).map(|_| ()),
            Act::Undo => undo::undo(club, id, now).map(|_| ()),
            Act::Rollback(to) => referee::rollback(club, id, *to, "a mistake", now).map(|_| ()),
        }
    }
}

impl World {
    /// Now and then the referee does something, or something happens to them.
    pub(super) fn referee_acts(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let well = self.well();
        if let Some(id) = self.one_of(&well) {
            match self.chance.below(40) {
                0..=9 => self.act_on(&id, meddler)?,
                10 => self.damage(&id)?,
                11 => self.edit(&id, meddler)?,
                _ => {}
            }
        }
        let since = |it: &Damage| it.since + BROKEN_TICKS < self.tick;
        let old = |it: &&CampaignId| self.running[*it].damage.as_ref().is_some_and(since);
        let old: Vec<CampaignId> = self.running.keys().filter(old).cloned().collect();
        for id in old {
            if self.chance.one_in(4) {
                self.mend(&id, meddler)?;
            }
        }
        self.review(meddler)
    }

    /// The referee reads what waits for their review; without them mail for these campaigns would
    /// wait for ever.
    fn review(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let mut under_review = self.well();
        under_review.retain(|id| {
            let last = CampaignLog::new(&self.disk, &layout().campaign(id)).last();
            last.is_ok_and(|it| it.is_some_and(|it| it.note.desk.is_under_review()))
        });
        for id in under_review {
            if self.chance.one_in(REVIEW_TICKS) {
                let act = Act::Release;
                self.does(&id, &act, meddler)?;
            }
        }
        Ok(())
    }

    fn act_on(&mut self, id: &CampaignId, meddler: &mut dyn Meddler) -> Result<(), String> {
        let act = self.act(id);
        self.does(id, &act, meddler)?;
        // It was the wrong campaign: no tick has come in between.
        if matches!(act, Act::Hold | Act::Extend(_)) && self.chance.one_in(3) {
            self.does(id, &Act::Undo, meddler)?;
        }
        Ok(())
    }

    fn does(
        &mut self,
        id: &CampaignId,
        act: &Act,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        let (now, trouble) = (self.now, self.trouble(8));
        let (done, met) = self.process(trouble, meddler, |club| act.does(club, id.as_str(), now));
        self.tally.acts += 1;
        if let Act::Rollback(_) = act {
            // One who was cut does not know whether it was done.
            self.running.get_mut(id).expect("it runs").scarred = true;
        }
        match done {
            Err(error) if met == Met::Nothing && exit_code(&error) == HALTED => {
                Err(format!("25: {act:?} of {id} finds damage: {error:#}"))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn act(&mut self, id: &CampaignId) -> Act {
        let played = &self.running[id];
        let seats = played.seats.clone();
        let entries = played.entries.count();
        match self.chance.below(20) {
            0 | 1 => Act::Hold,
            2 | 3 => Act::Extend(self.chance.pick::<&str>(&LENGTHS)),
            4..=6 => Act::Resolve,
            7..=9 => {
                let seat = *self.chance.pick(&seats);
                let text = format!("#orders {id} {seat} turn 1\nSTATUS\nWAIT\n#end\n");
                Act::Submit(seat, text)
            }
            10 => Act::Rollback(self.chance.below(entries + 1)),
            _ => Act::Release,
        }
    }

    fn part(&self, id: &CampaignId, part: StateFile) -> Result<(u32, u32), String> {
        let dir = layout().campaign(id);
        let last = CampaignLog::new(&self.disk, &dir).last();
        let last = last
            .map_err(|it| it.to_string())?
            .ok_or("it has no entry")?
            .note;
        Ok((last.files[&part].entry, last.number))
    }

    /// A file is changed, cut short or lost.
    fn damage(&mut self, id: &CampaignId) -> Result<(), String> {
        let dir = layout().campaign(id);
        let (state, last) = self.part(id, StateFile::State)?;
        let (book, _) = self.part(id, StateFile::Book)?;
        let (file, part) = match self.chance.below(6) {
            0 => (dir.entry(last), Some(ENTRY_FILE)),
            1 => (dir.config(), None),
            2 => (dir.secret(), None),
            3 => (dir.entry(book), Some(StateFile::Book.file())),
            4 => (dir.entry(state), Some(StateFile::State.file())),
            _ => (dir.entry(last), None),
        };
        let was = self
            .disk
            .bytes(&file)
            .ok_or_else(|| format!("{} is gone", file.display()))?;
        // Nothing hashes what the referee edits by hand: cut short, it may be another good file.
        let edited_by_hand = file == dir.config() || file == dir.secret();
        let accidents = if edited_by_hand { 3 } else { 4 };
        let spoilt = match part {
            None => spoilt(&mut self.chance, &was, accidents),
            Some(part) => within(&was, part, &mut self.chance),
        };
        match spoilt {
            Some(bytes) => self.write(&file, &bytes),
            None => {
                let gone = self.disk.remove_file(&file);
                let gone =
                    gone.and_then(|()| self.disk.sync_dir(packetboat::store::fs::parent(&file)));
                gone.map_err(|it| it.to_string())?;
            }
        }
        self.note_damage(id, &dir, file, was);
        Ok(())
    }

    fn note_damage(&mut self, id: &CampaignId, dir: &CampaignDir, file: PathBuf, was: Arc<[u8]>) {
        let entries = self.disk.list(&dir.log()).map_or(0, |it| it.len());
        let played = self.running.get_mut(id).expect("it runs");
        played.damage = Some(Damage {
            file,
            was,
            entries,
            since: self.tick,
        });
        self.tally.damaged += 1;
    }

    /// The referee changes the position by hand, in a copy, and confirms it.
    fn edit(&mut self, id: &CampaignId, meddler: &mut dyn Meddler) -> Result<(), String> {
        let now = self.now;
        let trouble = self.trouble(6);
        let folder = layout().campaign(id).edits();
        let played = self.running.get_mut(id).expect("it runs");
        played.scarred = true;
        let (done, met) = self.process(trouble, meddler, |club| {
            referee::edit(club, id.as_str())?;
            for entry in club.fs.list(&folder)? {
                let state = folder.join(entry).join(StateFile::State.file());
                let edited = [&club.fs.read(&state)?[..], b"# mended by hand\n"].concat();
                replace(&*club.fs, &state, &edited, Access::Private)?;
            }
            referee::adopt(club, id.as_str(), "by hand", now)
        });
        if let (Err(error), Met::Nothing) = (&done, met) {
            return Err(format!("{id} cannot be adopted: {error:#}"));
        }
        // One who was cut begins again another time, and no later cut brings the copy back.
        let gone = match self.disk.remove_dir_all(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
            Ok(()) => self.disk.sync_dir(packetboat::store::fs::parent(&folder)),
        };
        gone.map_err(|it| it.to_string())
    }

    fn mend(&mut self, id: &CampaignId, meddler: &mut dyn Meddler) -> Result<(), String> {
        let played = self.running.get_mut(id).expect("it runs");
        let Some(damage) = played.damage.take() else {
            return Ok(());
        };
        self.write(&damage.file, &damage.was);
        let now = self.now;
        let (done, _) = self.process(Trouble::Never, meddler, |club| {
            referee::release(club, id.as_str(), "", now)
        });
        done.map_err(|it| format!("25: {id} was mended and cannot go on: {it:#}"))?;
        Ok(())
    }

    /// Everything that was broken on purpose is mended.
    pub(super) fn mend_all(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let ids: Vec<CampaignId> = self.running.keys().cloned().collect();
        for id in ids {
            self.mend(&id, meddler)?;
        }
        Ok(())
    }
}

/// The files of an entry, one of which was changed, cut short or lost; `None`: all are.
fn within(entry: &[u8], part: &str, chance: &mut Chance) -> Option<Vec<u8>> {
    let joined = Joined::read(entry.to_vec())?;
    let spoilt = spoilt(chance, joined.file(part)?, 4);
    let files = joined.names().filter_map(|name| match &spoilt {
        Some(bytes) if name == part => Some((name, &bytes[..])),
        None if name == part => None,
        _ => Some((name, joined.file(name)?)),
    });
    Some(join(files))
}

/// What one of the first `accidents` accidents makes of a file; `None`: it is lost.
fn spoilt(chance: &mut Chance, bytes: &[u8], accidents: u32) -> Option<Vec<u8>> {
    let middle = bytes.len() / 2;
    match chance.below(accidents) {
        0 => None,
        1 => Some(vec![0; bytes.len()]),
        2 => Some([&bytes[..middle], b"\n<<<<<<< mine\n", &bytes[middle..]].concat()),
        _ => Some(bytes[..middle].to_vec()),
    }
}
