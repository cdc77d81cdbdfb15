//! The way out: a transport that takes, refuses, stumbles or loses its answer, and looks at every
//! mail in the moment it leaves. For stretches of ticks it is the folder that packetboat.toml
//! names, on the disk whose power is cut, and a mail program that empties it.
//!
//! Not here: what is in the mails (`secrets`), and whether any was forgotten (`entries`).

use super::meddler::Meddler;
use super::places::{layout, path};
use super::played::Played;
use super::taken::{Taking, Way};
use super::world::{Met, World};
use packetboat::desk::club::open::Club;
use packetboat::desk::outbox::reply_addresses::is_ready;
use packetboat::desk::outbox::transports;
use packetboat::mail::transport::{Envelope, Handed, Outcome, SendError, Transport};
use packetboat::store::entry::{Letter, Note};
use packetboat::store::fs::{Fs, list_if_there};
use packetboat::store::layout::{CampaignDir, CampaignId};
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat_testkit::simulate::chance::Chance;
use std::collections::BTreeMap;

/// For this many ticks mails leave the same way.
const STRETCH: u32 = 16;

/// Mails leave through the folder in about one of this many stretches.
const FOLDER_EVERY: u32 = 3;

fn way(world: &World) -> Way {
    let stretch = u64::from(world.tick / STRETCH) << 40;
    if Chance::new(world.options.seed ^ stretch).one_in(FOLDER_EVERY) {
        Way::Folder
    } else {
        Way::Line
    }
}

/// How the mail server feels during one tick.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mood {
    Well,
    Moody,
    Down,
}

/// The transport of one tick.
pub(super) struct Post {
    disk: MemFs,
    /// What becomes of a mail follows from this and its key, so that a twin meets the same.
    seed: u64,
    mood: Mood,
    way: Way,
    /// The real thing, of the process that has opened it.
    folder: Option<Box<dyn Transport>>,
    looks: bool,
    notes: BTreeMap<(String, u32), Note>,
    takings: Vec<Taking>,
    /// How many of these were flushed, or can be no more.
    flushed: usize,
    broken: Option<String>,
}

impl Post {
    /// For the next tick.
    pub(super) fn new(world: &World) -> Self {
        let mut post = Post::unseen(world);
        post.looks = true;
        post
    }

    /// For a twin of that tick: does the same and looks at nothing.
    pub(super) fn unseen(world: &World) -> Self {
        let seed = world.options.seed ^ (u64::from(world.tick) << 32) ^ world.disk_age();
        let mood = match Chance::new(seed).below(12) {
            0 => Mood::Down,
            1 | 2 => Mood::Moody,
            _ => Mood::Well,
        };
        Post {
            disk: world.disk.shared(),
            seed,
            mood,
            way: way(world),
            folder: None,
            looks: false,
            notes: BTreeMap::new(),
            takings: Vec::new(),
            flushed: 0,
            broken: None,
        }
    }

    /// Opens the folder, if mails leave that way, on the disk of the process that sends.
    pub(super) fn open(&mut self, club: &Club) -> anyhow::Result<()> {
        if self.way == Way::Folder {
            self.folder = Some(transports::transport(club)?);
        }
        Ok(())
    }

    /// What was handed over, and the first thing that was wrong with it.
    pub(super) fn done(self) -> (Vec<Taking>, Option<String>) {
        (self.takings, self.broken)
    }

    fn outcome(&self, key: &str) -> Outcome {
        let hash = blake3::hash(format!("{} {key}", self.seed).as_bytes());
        match (self.mood, hash.as_bytes()[0]) {
            (Mood::Down, 0..=127) => Outcome::Busy,
            (Mood::Down, _) => Outcome::Down,
            (Mood::Moody, 0..=40) => Outcome::Busy,
            (Mood::Moody, 41..=80) => Outcome::AnswerLost,
            (Mood::Moody, 81..=90) => Outcome::Refused,
            (Mood::Moody | Mood::Well, _) => Outcome::Sent,
        }
    }

    /// Invariant 16: it belongs to an entry that is safe, and is what is there.
    fn seen(&mut self, to: &str, bytes: &[u8], key: &str) -> Result<(), String> {
        let Some((id, number)) = entry_of(key) else {
            return self.seen_of_desk(to, bytes, key);
        };
        let dir = layout().campaign(&id);
        let waits = dir.waiting(number).join(format!("{key}.eml"));
        for file in [dir.entry(number), waits] {
            if !self.disk.is_safe(&file) {
                let file = file.display();
                return Err(format!("16: {key} left before {file} was safe"));
            }
        }
        let note = self.note(&dir, number)?.clone();
        let Some(out) = note.out.iter().find(|it| it.key.as_str() == key) else {
            return Err(format!("16: {key} is none of its entry's mails"));
        };
        let lies = CampaignLog::new(&self.disk, &dir).whole(number, out);
        if !lies.is_ok_and(|it| is_ready(&it, bytes)) {
            return Err(format!("16: {key} left with other bytes than lie there"));
        }
        if out.to != to {
            return Err(format!("16: {key} was sent to {to} instead of {}", out.to));
        }
        if out.what == Letter::ReportForReview {
            let last = CampaignLog::new(&self.disk, &dir).last();
            let last = last.map_err(|it| it.to_string())?;
            let released = last.and_then(|it| it.note.desk.released);
            if released.is_none_or(|it| it < number) {
                return Err(format!("16: {key} left before it was released"));
            }
        }
        Ok(())
    }

    fn seen_of_desk(&self, to: &str, bytes: &[u8], key: &str) -> Result<(), String> {
        let file = path(&format!("desk/outbox/{key}.eml"));
        let stored = [format!("{to}\n").as_bytes(), bytes].concat();
        if self.disk.bytes(&file).as_deref() != Some(&stored[..]) {
            return Err(format!("16: {key} left and does not lie in desk/outbox"));
        }
        if self.disk.is_safe(&file) {
            Ok(())
        } else {
            Err(format!("16: {key} left before it was safe"))
        }
    }

    fn note(&mut self, dir: &CampaignDir, number: u32) -> Result<&Note, String> {
        let name = (dir.root().display().to_string(), number);
        if !self.notes.contains_key(&name) {
            let read = CampaignLog::new(&self.disk, dir).note(number);
            let note = read.map_err(|it| it.to_string())?.note;
            self.notes.insert(name.clone(), note);
        }
        Ok(&self.notes[&name])
    }
}

impl Transport for Post {
    fn is_looked_at(&self) -> bool {
        false
    }

    fn send(
        &mut self,
        envelope: &Envelope<'_>,
        bytes: &[u8],
        key: &str,
    ) -> Result<Handed, SendError> {
        let to = envelope.to;
        let handed = self.folder.as_mut();
        let handed = handed.map(|it| it.send(envelope, bytes, key));
        let outcome = match &handed {
            None => self.outcome(key),
            // Until it is flushed nobody knows.
            Some(Ok(_)) => Outcome::AnswerLost,
            Some(Err(SendError::Temporary(_))) => Outcome::Busy,
            Some(Err(SendError::Permanent(_))) => Outcome::Refused,
            Some(Err(SendError::Down(_))) => Outcome::Down,
        };
        if self.looks {
            let seen = self.seen(to, bytes, key);
            if let (Err(what), None) = (seen, &self.broken) {
                self.broken = Some(what);
            }
        }
        self.takings.push(Taking {
            key: key.to_owned(),
            to: to.to_owned(),
            bytes: bytes.to_vec(),
            outcome,
            way: self.way,
        });
        if let Some(handed) = handed {
            return handed;
        }
        match outcome {
            Outcome::Sent => Ok(Handed::Over),
            Outcome::Busy => Err(SendError::Temporary("the server is busy".to_owned())),
            Outcome::AnswerLost => Err(SendError::Temporary("the line was cut".to_owned())),
            Outcome::Refused => Err(SendError::Permanent("no such mailbox".to_owned())),
            Outcome::Down => Err(SendError::Down("the server is down".to_owned())),
        }
    }

    fn flush(&mut self) -> Result<(), SendError> {
        let Some(folder) = &mut self.folder else {
            return Ok(());
        };
        let safe = folder.flush();
        let spooled = self.takings[self.flushed..].iter_mut();
        for taking in spooled.filter(|it| safe.is_ok() && it.outcome == Outcome::AnswerLost) {
            taking.outcome = Outcome::Sent;
        }
        self.flushed = self.takings.len();
        safe
    }
}

/// The campaign and entry in the key of a mail of an entry.
pub(super) fn entry_of(key: &str) -> Option<(CampaignId, u32)> {
    let mut words = key.split('.');
    let (id, number) = (words.next()?, words.next()?);
    // Letters of the desk are numbered too: of an entry's, the reader comes next.
    words.next()?;
    Some((id.parse().ok()?, number.parse().ok()?))
}

impl World {
    /// Rises with every process, so that a tick repeated at the same moment meets another mood.
    pub(super) fn disk_age(&self) -> u64 {
        u64::from(self.tally.ticks)
    }

    /// Invariant 16, of what the tick handed over. Then the readers read.
    pub(super) fn hand_out(
        &mut self,
        takings: Vec<Taking>,
        met: Met,
        meddler: &mut dyn Meddler,
    ) -> Result<(), String> {
        for taking in takings {
            if !taking.is_smooth() {
                self.tally.failures += 1;
            }
            // Whatever the disk met, the mark may not have been made.
            self.sent.note(&taking, met != Met::Nothing)?;
            if !taking.is_safe(&self.disk) {
                return Err(format!("16: {} is not safe in the folder", taking.key));
            }
            if !taking.reaches(&self.disk) || meddler.loses(&taking.key) {
                continue;
            }
            self.sent.note_reached(&taking.key);
            self.tally.sent += 1;
            self.reader_of(&taking);
            self.handed.push(taking);
        }
        Ok(())
    }

    /// The mail program has sent on what was in the folder.
    pub(super) fn empty_folder(&mut self) -> std::io::Result<()> {
        let folder = path("mail/out");
        for name in list_if_there(&self.disk, &folder)? {
            if name.ends_with(".eml") {
                self.disk.remove_file(&folder.join(name))?;
            }
        }
        Ok(())
    }

    /// A player keeps what comes.
    fn reader_of(&mut self, taking: &Taking) {
        if entry_of(&taking.key).is_none() {
            return self.note_codes(taking);
        }
        let mut words = taking.key.split('.');
        let id: Option<CampaignId> = words.next().and_then(|it| it.parse().ok());
        let seat = words.nth(1).and_then(|it| it.parse().ok());
        let played = id.and_then(|it| self.running.get_mut(&it));
        if let (Some(Played { inboxes, .. }), Some(seat)) = (played, seat) {
            inboxes.entry(seat).or_default().read(&taking.bytes);
        }
    }
}
