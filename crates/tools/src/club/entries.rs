//! What was committed: invariants 15 (entries are whole and never change), 16 (no mail is
//! forgotten), 17 and 18 (receipts), 19 (what is in force), 20 (what could not be used).

use super::hands::header;
use super::mails::Mails;
use super::places::layout;
use super::played::Played;
use super::stops::Resolution;
use super::world::World;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::digest_list;
use packetboat::desk::club::errors::CampaignError;
use packetboat::desk::club::open::Club;
use packetboat::desk::intake::answered::lines_of;
use packetboat::desk::intake::rate_limit::UNANSWERED;
use packetboat::desk::outbox::digests::{self, HeldNotices};
use packetboat::desk::outbox::{desk_letters, retry};
use packetboat::desk::proof::export;
use packetboat::mail::address::House;
use packetboat::store::entry::{Cause, Letter, Note, StateFile, Stop, Verdict};
use packetboat::store::fs::{Fs, exists};
use packetboat::store::layout::{CampaignDir, CampaignId};
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outbox::{Became, KeptMail, tried};
use packetboat_core::clock::Moment;
use packetboat_core::engine::seat::Seat;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

impl World {
    /// Reads what is new of one campaign, and checks it; says whether there was anything.
    pub(super) fn new_entries(&mut self, id: &CampaignId) -> Result<bool, String> {
        let dir = layout().campaign(id);
        let disk = self.disk.shared();
        let log = CampaignLog::new(&disk, &dir);
        let numbers = log.entries().map_err(|it| format!("15: {id}: {it}"))?;
        let known = self.running[id].entries.next;
        let count = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        if count < known {
            return Err(format!("15: {id} had {known} entries and has {count}"));
        }
        let mut new = false;
        for number in known..count {
            // What may yet be lost in a cut does not count.
            if !disk.is_safe(&dir.entry(number)) {
                break;
            }
            log.check(number).map_err(|it| format!("15: {id}: {it}"))?;
            let note = log
                .note(number)
                .map_err(|it| format!("15: {id}: {it}"))?
                .note;
            self.entry(id, &dir, note)
                .map_err(|it| format!("{it} ({id} entry {number})"))?;
            new = true;
        }
        self.marks(id, &dir)?;
        Ok(new)
    }

    fn entry(&mut self, id: &CampaignId, dir: &CampaignDir, note: Note) -> Result<(), String> {
        let disk = self.disk.shared();
        let played = self.running.get_mut(id).expect("it runs");
        let path = dir.entry(note.number);
        let file = path.display().to_string();
        if !disk.is_safe(&path) {
            return Err(format!("15: {file} was committed and is not safe"));
        }
        let bytes = disk.bytes(&path).ok_or("15: a file vanished")?;
        self.secrets.look_into(&file, &bytes)?;
        played.entries.files.insert(file, bytes);
        self.mails.of_entry(id, &note)?;
        played.follow_seats(&note);
        self.tally.changed += std::mem::take(&mut played.changed);
        let moved = matches!(note.cause, Cause::Waited { .. } | Cause::VotedTime { .. });
        self.tally.extended += u32::from(moved);
        self.tally.voted += u32::from(matches!(note.cause, Cause::VotedEnd { .. }));
        receipts(played, &note)?;
        lines_told(&disk, dir, &note, &mut self.mails, &self.house)?;
        unusable(&note)?;
        if let Some(before) = &played.entries.last {
            let resolution = Resolution {
                disk: &disk,
                shelf: &self.shelf,
                dir,
                id,
                before,
                note: &note,
            };
            played.stops.follow(&resolution)?;
        }
        for out in &note.out {
            let waits = (note.number, out.what);
            played.entries.waiting.insert(out.key.to_string(), waits);
            let replaced = out.instead_of.iter().map(|it| it.key.to_string());
            played.entries.replaced.extend(replaced);
        }
        self.tally.entries += 1;
        self.tally.resolved += u32::from(matches!(note.cause, Cause::Resolved { .. }));
        played.over = note.desk.stop == Stop::Over;
        if played.over {
            self.secrets.open(id);
        }
        played.entries.next = note.number + 1;
        played.entries.last = Some(note);
        Ok(())
    }

    /// Invariant 16: what is marked as sent was sent, and as failed was refused.
    fn marks(&mut self, id: &CampaignId, dir: &CampaignDir) -> Result<(), String> {
        let club = self.club()?;
        let played = self.running.get_mut(id).expect("it runs");
        let mut settled = Vec::new();
        let entries: BTreeSet<u32> = played.entries.waiting.values().map(|it| it.0).collect();
        for number in entries {
            let marks = CampaignLog::new(&self.disk, dir).marks(number);
            for (key, became) in marks.map_err(|it| it.to_string())? {
                let key = key.as_str();
                let wrong = match became {
                    Became::Replaced if !played.entries.replaced.contains(key) => {
                        "replaced, and no mail is"
                    }
                    Became::Sent if !self.sent.reached(key) => "sent and reached nobody",
                    Became::Failed if !self.sent.refused(key) => "failed and nobody refused it",
                    Became::Digest if !is_in_digest(&club, dir, (number, key), self.now) => {
                        "in a digest, and there is none"
                    }
                    Became::Waits | Became::Tried | Became::Sending => continue,
                    Became::Replaced | Became::Digest | Became::Sent | Became::Failed => {
                        settled.push(key.to_owned());
                        continue;
                    }
                };
                return Err(format!("16: {key} is marked as {wrong}"));
            }
        }
        for key in settled {
            played.entries.waiting.remove(&key);
        }
        Ok(())
    }

    /// Whether a mail could not leave and its time has not come again.
    fn rests(&self, id: &CampaignId, entry: u32, key: &str) -> bool {
        let outbox = layout().campaign(id).waiting(entry);
        let bytes = self.disk.bytes(&outbox.join(format!("{key}.try")));
        let tried = bytes.and_then(|it| tried(&it));
        tried.is_some_and(|it| !retry::is_due(&it, self.now))
    }

    /// Invariant 16: after a tick in which nothing went wrong, no mail waits that may go.
    pub(super) fn nothing_forgotten(&self) -> Result<(), String> {
        for (id, played) in &self.running {
            let waits = played.entries.waiting.iter();
            // What a rollback has undone before it left never leaves.
            let undone = |entry: u32, what: Letter| {
                let last = played.entries.last.as_ref();
                last.is_some_and(|it| it.desk.is_withdrawn(entry, what))
            };
            let mut waits = waits
                .filter(|it| it.1.1 != Letter::ReportForReview && !undone(it.1.0, it.1.1))
                .filter(|it| !self.rests(id, it.1.0, it.0));
            if let (Some((key, _)), None) = (waits.next(), &played.damage) {
                return Err(format!("16: {key} of {id} was forgotten"));
            }
        }
        Ok(())
    }

    /// Invariant 15: all entries of a campaign hold what they held when they were committed.
    pub(super) fn same_as_ever(&self, id: &CampaignId) -> Result<(), String> {
        let Some(played) = self.running.get(id).filter(|it| it.damage.is_none()) else {
            return Ok(());
        };
        self.same_in(id, played, &self.disk, &layout().campaign(id))
    }

    /// The same of a campaign that is there now.
    fn same_in(
        &self,
        id: &CampaignId,
        played: &Played,
        disk: &dyn Fs,
        dir: &CampaignDir,
    ) -> Result<(), String> {
        let (here, ran) = (dir.root(), layout().campaign(id));
        let mut there = 0;
        for number in 0..played.entries.next {
            let path = dir.entry(number);
            let file = path.display().to_string();
            let within = path.strip_prefix(here);
            let within = within.map_err(|it| format!("15: {file}: {it}"))?;
            let name = ran.root().join(within).display().to_string();
            let was = played.entries.files.get(&name);
            let was = was.ok_or_else(|| format!("15: {file} came into the log"))?;
            // Mostly they are the very bytes that were there before.
            let same = self
                .disk
                .bytes(&path)
                .is_some_and(|it| Arc::ptr_eq(&it, was));
            if !same && disk.read(&path).ok().as_deref() != Some(&was[..]) {
                return Err(format!("15: {file} has changed"));
            }
            there += 1;
        }
        if there == played.entries.files.len() {
            Ok(())
        } else {
            Err(format!("15: a file of {id} is gone from an old entry"))
        }
    }

    /// Campaigns that a tick has moved into the archive: over, all mails sent, and as they were.
    pub(super) fn moved(&mut self) -> Result<(), String> {
        let disk = self.club()?.fs;
        let ids: Vec<CampaignId> = self.running.keys().cloned().collect();
        for id in ids {
            let (ran, dir) = (layout().campaign(&id), layout().archived(&id));
            if exists(&self.disk, ran.root()) || !exists(&*disk, dir.root()) {
                continue;
            }
            let played = &self.running[&id];
            if !played.over || played.damage.is_some() || !played.entries.nothing_waits() {
                return Err(format!("15: {id} was archived before its time"));
            }
            self.same_in(&id, played, &*disk, &dir)?;
            self.exported(&id, &dir)?;
            self.forget(&id);
        }
        Ok(())
    }

    /// Anyone who downloads what is over can check it, and finds nobody's token or password in it.
    fn exported(&self, id: &CampaignId, dir: &CampaignDir) -> Result<(), String> {
        let club = self.club()?;
        let made = export::bytes(&club, id, dir);
        let made = made.map_err(|it| format!("15: the export of {id}: {it:#}"))?;
        self.secrets.look_through_export(id, &made)
    }

    /// What is in the archive is looked at no more.
    pub(super) fn forget(&mut self, id: &CampaignId) {
        self.running.remove(id);
        self.sent.forget(id);
        self.secrets.forget(id);
        self.tally.over += 1;
    }

    /// Invariant 19: what is in force is for the sheet now open, for one to come, or standing.
    pub(super) fn in_force(&mut self, id: &CampaignId) -> Result<(), String> {
        let club = self.club()?;
        let campaign = match Campaign::open(&club, id) {
            Ok(campaign) => campaign,
            Err(CampaignError::Halted(why)) => return Err(format!("25: {id} is halted: {why}")),
            Err(CampaignError::Broken { what, .. } | CampaignError::Unsettled(what)) => {
                return Err(format!("25: {id}: {what}"));
            }
            Err(CampaignError::Disk(fault)) => return Err(fault.to_string()),
        };
        self.secrets.learn(&campaign);
        let now = campaign.table.sheet();
        for seat in campaign.table.seats() {
            let mut lines = campaign.table.in_force(seat).into_iter();
            let old = lines.find(|it| it.sheet.is_some_and(|it| it < now));
            if let Some(old) = old.filter(|_| campaign.note().desk.stop != Stop::Over) {
                return Err(format!(
                    "19: {id} {now}: `{}` of {seat} is in force",
                    old.text
                ));
            }
        }
        Ok(())
    }
}

/// Whether a notice is held for its reader, or their digest of today is made.
fn is_in_digest(club: &Club, dir: &CampaignDir, (entry, key): (u32, &str), now: Moment) -> bool {
    let Ok(entry) = CampaignLog::new(&*club.fs, dir).note(entry) else {
        return false;
    };
    let mut out = entry.note.out.iter();
    let Some(mail) = out.find(|it| it.key.as_str() == key) else {
        return false;
    };
    let held = HeldNotices::read(club, &digests::file(club, &mail.to));
    let is_held = held.is_ok_and(|it| it.notices.iter().any(|it| it.key == mail.key));
    let digest = digest_list::key(club.config.club.zone, &mail.to, now);
    is_held || desk_letters::is_there(club, &digest)
}

/// Invariant 17: each mail that is answered has one receipt, in the entry that took it.
fn receipts(played: &Played, note: &Note) -> Result<(), String> {
    let mut owed: BTreeMap<Seat, i64> = BTreeMap::new();
    for mail in &note.mail {
        let answered = match mail.verdict {
            Verdict::Accepted | Verdict::Answered => mail.why.as_deref() != Some(UNANSWERED),
            Verdict::Refused => mail.why.as_deref() == Some("it filed nothing"),
            Verdict::Held | Verdict::Ignored => false,
        };
        if let Some(seat) = mail
            .seat
            .filter(|it| answered && played.players.contains_key(it))
        {
            *owed.entry(seat).or_default() += 1;
        }
    }
    for out in note.out.iter().filter(|it| it.what == Letter::Receipt) {
        let seat = out.seat.ok_or("17: a receipt for nobody")?;
        *owed.entry(seat).or_default() -= 1;
    }
    match owed.iter().find(|it| *it.1 != 0) {
        None => Ok(()),
        Some((seat, more)) => Err(format!("17: {seat} has {more} mails without a receipt")),
    }
}

/// Invariant 18, first half: a receipt shows every line of the block that was filed.
fn lines_told(
    disk: &MemFs,
    dir: &CampaignDir,
    note: &Note,
    mails: &mut Mails,
    house: &House,
) -> Result<(), String> {
    for out in note.out.iter().filter(|it| it.what == Letter::Receipt) {
        let kept = CampaignLog::new(disk, dir).kept(note.number, out);
        let kept = kept.map_err(|it| format!("16: a mail is gone: {it}"))?;
        let told = lines_of(&kept, house);
        let answers = match kept {
            KeptMail::Text(kept) => kept.answers,
            KeptMail::Whole(bytes) => {
                let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
                let answers = header(&text, "In-Reply-To");
                answers.unwrap_or_default().to_owned()
            }
        };
        let Some(written) = mails.written.remove(answers.trim_matches(['<', '>'])) else {
            continue;
        };
        let mut notes = note.mail.iter().filter(|it| it.seat == out.seat);
        if !notes.all(|it| matches!(it.verdict, Verdict::Accepted | Verdict::Answered)) {
            continue;
        }
        // A mail that only asks is answered without a list of its lines.
        let key = out.key.to_string();
        let campaign = key.split('.').next().unwrap_or_default();
        let head = format!("{campaign}, ");
        if !told.iter().any(|it| it.starts_with(&head)) {
            continue;
        }
        let is_reported = |number: &usize| {
            if told.iter().any(|it| spans(it, *number)) {
                return true;
            }
            // `  2  BID 5`, `line 2, column 1: ...`, `line 2: lines 2 and 3 were joined`
            let number = number.to_string();
            let names = |it: &&String| it.trim_start().starts_with("line ");
            let mut named = told
                .iter()
                .filter(names)
                .flat_map(|it| it.split([' ', ',', ':']));
            let mut listed = told.iter().filter_map(|it| it.split_whitespace().next());
            listed.any(|it| it == number) || named.any(|it| it == number)
        };
        if let Some(line) = written.lines.iter().find(|it| !is_reported(it)) {
            let (key, told) = (&out.key, told.join("\n"));
            return Err(format!(
                "18: line {line} is not in the receipt {key}:\n{told}"
            ));
        }
    }
    Ok(())
}

/// Whether a line of a receipt speaks of that line among others: `lines 13 to 15 were not read`.
fn spans(told: &str, number: usize) -> bool {
    let words: Vec<&str> = told.split_whitespace().collect();
    words.windows(4).any(|four| {
        let ends = (four[1].parse::<usize>(), four[3].parse::<usize>());
        let within = matches!(ends, (Ok(from), Ok(to)) if (from..=to).contains(&number));
        four[0] == "lines" && four[2] == "to" && within
    })
}

/// Invariant 20, second half: mails that could not be used change neither state nor book.
fn unusable(note: &Note) -> Result<(), String> {
    let only_mail = matches!(note.cause, Cause::Mail {});
    let accepted = note.mail.iter().any(|it| it.verdict == Verdict::Accepted);
    let own = [StateFile::State, StateFile::Book].iter().find(|part| {
        note.files
            .get(*part)
            .is_some_and(|at| at.entry == note.number)
    });
    match (only_mail && !accepted, own) {
        (true, Some(part)) => Err(format!("20: {} was changed by no order", part.file())),
        _ => Ok(()),
    }
}

/// Whether anything halts this campaign.
pub(super) fn is_halted(disk: &MemFs, id: &CampaignId) -> bool {
    exists(disk, &layout().campaign(id).halted())
}
