//! Digests: notices and reminders that are held back from those who want that, and go out once a
//! day in one mail, those of all campaigns together.
//!
//! What is held back waits in its outbox like any other mail, so that whatever withdraws or
//! replaces a mail that waits does so here too. When a digest is made, first the club's list says
//! which mails are in it, then it is put into the desk's outbox, then these mails are marked as
//! over; one whose digest is there is only marked. Not here: who wants digests
//! (`club::digest_list`).

use super::desk_letters::{self, DeskLetter, Reader};
use crate::clock::{Moment, Zone};
use crate::desk::club::campaign::Roster;
use crate::desk::club::digest_list::{self, DigestList, InDigest};
use crate::desk::club::open::Club;
use crate::desk::club::roster::{self, Listed};
use crate::engine::seat::Seat;
use crate::lang::block;
use crate::report::{DeskMail, DigestNotice};
use crate::store::entry::{Cause, Committed, Letter, OutNote, Topic};
use crate::store::fault::Stored;
use crate::store::fs::{Fs, exists};
use crate::store::handed::Handed;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::outbox::Unsent;
use std::collections::{BTreeMap, BTreeSet};

/// How many notices a digest has; of more, the newest.
pub const NOTICES_MAX: usize = 100;

/// Characters of all of them together.
const CHARS_MAX: usize = 60_000;

/// Characters of one of them.
const NOTICE_CHARS_MAX: usize = 4_000;

/// What is held back in one round of deliveries.
pub struct Digests<'a> {
    club: &'a Club,
    now: Moment,
    list: DigestList,
    /// By address in small letters.
    held: BTreeMap<String, Vec<Held>>,
}

/// A mail that is held back.
struct Held {
    id: CampaignId,
    dir: CampaignDir,
    /// The newest entry of the campaign, as far as this round knows.
    last: u32,
    unsent: Unsent,
    /// Where its digest goes.
    to: String,
    /// When it was written.
    written: Moment,
}

/// A campaign whose mails are looked through.
#[derive(Clone, Copy)]
pub struct Of<'c> {
    /// The campaign.
    pub id: &'c CampaignId,
    /// Where it is.
    pub dir: &'c CampaignDir,
    /// Its newest entry.
    pub last: &'c Committed,
    /// Its log.
    pub log: &'c CampaignLog<'c>,
}

/// Whether nothing is sent to the reader of a mail any more.
pub type Stopped<'s> = dyn Fn(&OutNote) -> bool + 's;

/// What is to be done with a mail that waits.
enum Fate {
    Leaves,
    /// It waits for the digest of this address.
    Held(String, Moment),
    /// It is over.
    Over(Handed),
}

/// What became of what was held back.
#[derive(Debug, Default)]
pub struct MadeDigests {
    /// Campaigns with mails that still wait for a digest.
    pub waits: BTreeSet<CampaignId>,
    /// Campaigns that must be looked at again, and why.
    pub failed: Vec<(CampaignId, String)>,
}

impl<'a> Digests<'a> {
    /// Nothing is held back yet. A list that cannot be read keeps nobody from their mail.
    pub fn new(club: &'a Club, now: Moment) -> Self {
        Digests {
            club,
            now,
            list: DigestList::read(club).unwrap_or_default(),
            held: BTreeMap::new(),
        }
    }

    /// The mails of a campaign that need not wait; `stopped`: whether nothing is sent to its reader
    /// any more, which is noted where mails are sent.
    ///
    /// # Errors
    /// The disk's; an entry that is gone or altered.
    pub fn hold_back(
        &mut self,
        of: Of<'_>,
        due: Vec<Unsent>,
        stopped: &Stopped<'_>,
    ) -> Stored<Vec<Unsent>> {
        if self.list == DigestList::default() {
            return Ok(due);
        }
        let mut leaves = Vec::new();
        let mut over = Vec::new();
        // The oldest is the first.
        let from = due.first().map_or(0, |it| it.entry);
        let mut seats = None;
        for unsent in due {
            if let (None, true) = (&seats, self.list.wants(&unsent.note.to)) {
                seats = Some(Seats::of(self.club, of, from)?);
            }
            match self.fate(of, &unsent, (seats.as_ref(), stopped))? {
                Fate::Leaves => leaves.push(unsent),
                Fate::Over(why) => over.push((unsent, why)),
                Fate::Held(address, written) => {
                    let held = Held {
                        id: of.id.clone(),
                        dir: of.dir.clone(),
                        last: of.last.note.number,
                        unsent,
                        to: address.clone(),
                        written,
                    };
                    let address = address.to_ascii_lowercase();
                    self.held.entry(address).or_default().push(held);
                }
            }
        }
        mark_over(of.log, &over)?;
        Ok(leaves)
    }

    fn fate(
        &self,
        of: Of<'_>,
        unsent: &Unsent,
        (seats, stopped): (Option<&Seats>, &Stopped<'_>),
    ) -> Stored<Fate> {
        let note = &unsent.note;
        if let Some(digest) = self.list.digest_of(of.id, unsent.entry, note)
            && desk_letters::is_there(self.club, digest)
        {
            return Ok(Fate::Over(self.in_digest(digest)));
        }
        let (Some(seat), Some(seats), true) = (note.seat, seats, is_notice(note)) else {
            return Ok(Fate::Leaves);
        };
        // One that was tried may have arrived.
        if !self.list.wants(&note.to) || unsent.tried.is_some() || stopped(note) {
            return Ok(Fate::Leaves);
        }
        let entry = of.log.known(unsent.entry)?;
        // Somebody's own words.
        if matches!(entry.note.cause, Cause::Told { .. } | Cause::Unsigned {}) {
            return Ok(Fate::Leaves);
        }
        let Some(address) = seats.reader(of, seat, unsent) else {
            let why = format!("{} its reader has the seat no longer", self.now);
            return Ok(Fate::Over(Handed::Dropped(why)));
        };
        let written = entry.note.written;
        if self.cannot_wait(of, unsent, &entry, &address)? {
            return Ok(Fate::Leaves);
        }
        Ok(Fate::Held(address, written))
    }

    fn zone(&self) -> Zone {
        self.club.config.club.zone
    }

    fn in_digest(&self, digest: &str) -> Handed {
        Handed::Digest(format!("{} {digest}", self.now))
    }

    /// Whether there is no digest of today yet.
    fn is_free(&self, address: &str) -> bool {
        let key = digest_list::key(self.zone(), address, self.now);
        !desk_letters::is_there(self.club, &key)
    }

    /// When a mail that was written then is in a digest.
    fn digest_at(&self, written: Moment, address: &str) -> Moment {
        let due = digest_list::next(self.zone(), written) <= self.now;
        if due && self.is_free(address) {
            self.now
        } else {
            digest_list::next(self.zone(), self.now)
        }
    }

    /// Whether a mail would come too late in a digest: a reminder, if that leaves less than half of
    /// the time that it gives; what is said of the deadline, if it is past by then.
    fn cannot_wait(
        &self,
        of: Of<'_>,
        unsent: &Unsent,
        entry: &Committed,
        address: &str,
    ) -> Stored<bool> {
        let Some(deadline) = of.last.note.desk.deadline else {
            return Ok(false);
        };
        let written = entry.note.written;
        let at = self.digest_at(written, address);
        if unsent.note.what == Letter::Reminder {
            let gives = deadline.seconds() - written.seconds();
            return Ok((at.seconds() - written.seconds()) * 2 > gives);
        }
        if at < deadline {
            return Ok(false);
        }
        let of_time = |it: Topic| matches!(it, Topic::Course | Topic::Deadline);
        if unsent.note.topic.is_some_and(of_time) {
            return Ok(true);
        }
        let Some(before) = unsent.entry.checked_sub(1) else {
            return Ok(false);
        };
        let before = of.log.known(before)?;
        Ok(before.note.desk.deadline != entry.note.desk.deadline)
    }

    /// Makes the digests that are due, and marks the mails in them.
    pub fn make(mut self) -> MadeDigests {
        let mut made = MadeDigests::default();
        let due = self.due(&mut made);
        if let Err(why) = self.write(&due) {
            let why = format!("{why:#}");
            let all = due.iter().flat_map(|it| &it.1);
            made.failed
                .extend(all.map(|it| (it.id.clone(), why.clone())));
            return made;
        }
        for (address, held) in due {
            let digest = digest_list::key(self.zone(), &address, self.now);
            for some in held.chunk_by(|one, other| one.id == other.id) {
                let log = CampaignLog::new(&*self.club.fs, &some[0].dir);
                let over = some
                    .iter()
                    .map(|it| (it.unsent.clone(), self.in_digest(&digest)));
                // What cannot be marked now is marked by the next tick: the list has it.
                if let Err(fault) = mark_over(&log, &Vec::from_iter(over)) {
                    made.failed.push((some[0].id.clone(), fault.to_string()));
                }
            }
        }
        made
    }

    /// Those whose digest is made now, each with what is in it, oldest first.
    fn due(&mut self, made: &mut MadeDigests) -> Vec<(String, Vec<Held>)> {
        let fs = &*self.club.fs;
        let mut due = Vec::new();
        for (address, held) in std::mem::take(&mut self.held) {
            let (moved_on, mut held): (Vec<Held>, Vec<Held>) = held
                .into_iter()
                .partition(|it| has_moved_on(fs, &it.dir, it.last));
            let again = moved_on.into_iter().map(|it| (it.id, String::new()));
            made.failed.extend(again);
            let is_due = |it: &Held| digest_list::next(self.zone(), it.written) <= self.now;
            if held.iter().any(is_due) && self.is_free(&address) {
                held.sort_by(|one, other| (one.written, &one.id).cmp(&(other.written, &other.id)));
                due.push((address, held));
            } else {
                made.waits.extend(held.into_iter().map(|it| it.id));
            }
        }
        due
    }

    /// Puts digests into the desk's outbox, after the list says what is in them.
    fn write(&mut self, due: &[(String, Vec<Held>)]) -> anyhow::Result<()> {
        if due.is_empty() {
            return Ok(());
        }
        let (club, zone, now) = (self.club, self.zone(), self.now);
        let mut mails = Vec::new();
        for (address, held) in due {
            let to = held.last().map_or(address, |it| &it.to);
            mails.push((address, to, self.digest(held)?));
        }
        self.list.mails.retain(|it| !is_marked(club, it));
        for (address, held) in due {
            let digest = digest_list::key(zone, address, now);
            let those = held.iter().map(|it| it.noted(&digest));
            self.list.mails.extend(those);
        }
        self.list.keep(club)?;
        for (address, to, mail) in &mails {
            let letter = DeskLetter {
                key: &digest_list::key(zone, address, now),
                about: None,
                to: Reader::Address(to),
                mail,
            };
            desk_letters::put(club, &letter, now)?;
        }
        Ok(())
    }

    /// What a digest says: the newest notices, as many as there is room for.
    fn digest(&self, held: &[Held]) -> Stored<DeskMail> {
        let mut notices = Vec::new();
        let mut chars = 0;
        for mail in held.iter().rev().take(NOTICES_MAX) {
            let notice = self.notice(mail)?;
            let lines = notice.lines.iter().map(|it| it.chars().count() + 1);
            chars += lines.sum::<usize>();
            if chars > CHARS_MAX {
                break;
            }
            notices.push(notice);
        }
        let mut left_out: BTreeMap<String, u32> = BTreeMap::new();
        for mail in &held[..held.len() - notices.len()] {
            *left_out.entry(mail.id.to_string()).or_default() += 1;
        }
        notices.reverse();
        Ok(DeskMail::Digest {
            notices,
            left_out: left_out.into_iter().collect(),
        })
    }

    fn notice(&self, held: &Held) -> Stored<DigestNotice> {
        let log = CampaignLog::new(&*self.club.fs, &held.dir);
        let said = log.said(held.unsent.entry, &held.unsent.note)?;
        let said = said.unwrap_or_default();
        let (lines, sheet) = without_sheets(&said.text);
        let (lines, cut) = beginning(lines);
        Ok(DigestNotice {
            campaign: held.id.to_string(),
            at: held.written.for_people(self.zone(), self.now),
            subject: said.subject,
            lines,
            sheet,
            cut,
        })
    }
}

impl Held {
    fn noted(&self, digest: &str) -> InDigest {
        InDigest {
            digest: digest.to_owned(),
            campaign: self.id.clone(),
            entry: self.unsent.entry,
            key: self.unsent.note.key.clone(),
            blake3: self.unsent.note.blake3,
        }
    }
}

/// Whether a mail of the desk is a digest.
pub fn is_digest(key: &str) -> bool {
    key.starts_with("digest.")
}

/// Whether a mail is a notice or a reminder, and nobody's letter.
fn is_notice(note: &OutNote) -> bool {
    let kind = matches!(note.what, Letter::Note | Letter::Reminder);
    kind && note.writer.is_none() && note.text.is_some()
}

/// Who has the seats of a campaign.
struct Seats {
    /// `None`: it cannot be read, which is reported by those who need it.
    roster: Option<Roster>,
    /// By seat, the last entry that gave it to another player.
    given: BTreeMap<Seat, u32>,
}

impl Seats {
    /// Those of a campaign, looked through from this entry on.
    fn of(club: &Club, of: Of<'_>, from: u32) -> Stored<Self> {
        let mut given = BTreeMap::new();
        for number in from..=of.last.note.number {
            if let Cause::Replaced { seat, .. } = of.log.known(number)?.note.cause {
                given.insert(seat, number);
            }
        }
        Ok(Seats {
            roster: Roster::open(&*club.fs, of.dir).ok(),
            given,
        })
    }

    /// The address that a mail of a seat is for by now; `None`: its reader has lost the seat. A
    /// player who has moved since gets it at the new address.
    fn reader(&self, of: Of<'_>, seat: Seat, unsent: &Unsent) -> Option<String> {
        let to = &unsent.note.to;
        if self.given.get(&seat).is_some_and(|it| *it > unsent.entry) {
            return None;
        }
        let is_partner = unsent.note.reply.as_ref().is_some_and(|it| it.partner);
        if !is_partner {
            // What campaign.toml says else is an edit that does not count yet.
            return match roster::kept(&of.last.note.desk, seat) {
                Some(Listed::Player { address, .. }) => Some(address.to_string()),
                Some(Listed::Robot) => None,
                None => Some(to.clone()),
            };
        }
        let Some(roster) = &self.roster else {
            return Some(to.clone());
        };
        let player = roster.player(seat)?;
        let substitute = of.last.note.desk.seats.get(seat).substitute.as_ref();
        let substitute = substitute.filter(|it| it.plays).map(|it| &it.who);
        let mut partners = player.also.iter().chain(substitute);
        let stays = partners.any(|it| it.address.same_as(to));
        stays.then(|| to.clone())
    }
}

/// Whether a campaign has moved on since this entry, or is halted: the referee may do so while
/// mails are sent. What the new entry says of them counts at the next tick.
pub fn has_moved_on(fs: &dyn Fs, dir: &CampaignDir, last: u32) -> bool {
    let next = dir.entry(last + 1);
    [next, dir.halted()].iter().any(|it| exists(fs, it))
}

/// Whether it is noted that a mail is over; one whose campaign is no longer there is, too.
fn is_marked(club: &Club, mail: &InDigest) -> bool {
    let dir = club.layout.campaign(&mail.campaign);
    if !exists(&*club.fs, dir.root()) {
        return true;
    }
    let marks = CampaignLog::new(&*club.fs, &dir).marks(mail.entry);
    marks.is_ok_and(|it| it.get(&mail.key).is_some_and(|it| it.is_over()))
}

fn mark_over(log: &CampaignLog<'_>, over: &[(Unsent, Handed)]) -> Stored<()> {
    let each = over.iter();
    let each = each.map(|(unsent, why)| (unsent.entry, &unsent.note, why.clone()));
    log.mark_over(&Vec::from_iter(each))?;
    let mails = over.iter().map(|it| (it.0.entry, &it.0.note));
    log.take_away(&Vec::from_iter(mails));
    Ok(())
}

/// The lines of a mail without its order sheets; whether there were any. A digest has no address
/// that proves whose a sheet is.
fn without_sheets(text: &str) -> (Vec<String>, bool) {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = block::find(&lines);
    let is_in = |at: usize| {
        let mut blocks = blocks.iter();
        blocks.any(|it| (it.at..=it.at + it.lines.len() + usize::from(it.closed)).contains(&at))
    };
    let kept = lines.iter().enumerate().filter(|it| !is_in(it.0));
    let kept = kept.map(|it| (*it.1).to_owned()).collect();
    (kept, !blocks.is_empty())
}

/// As many of the lines as there is room for; whether some are left out.
fn beginning(lines: Vec<String>) -> (Vec<String>, bool) {
    let mut chars = 0;
    let room = lines.iter().take_while(|line| {
        chars += line.chars().count() + 1;
        chars <= NOTICE_CHARS_MAX
    });
    let room = room.count();
    let cut = room < lines.len();
    (lines.into_iter().take(room).collect(), cut)
}
