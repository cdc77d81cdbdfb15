//! Digests: notices and reminders for those who want them once a day, in one mail, those of all
//! campaigns together.
//!
//! A mail that would leave is put among the notices that are held for its reader instead, and
//! counts as handed over from then on. Each reader has a file of them (`desk/digests/`), which
//! becomes one mail of the desk's. Whatever is cut short is done again, and changes nothing: a
//! notice is known by its mail, and the file names its digest before that is made. Not here: who
//! wants digests (`club::digest_list`).

use super::desk_letters::{self, DeskLetter, Reader};
use crate::clock::Moment;
use crate::desk::club::desk_file;
use crate::desk::club::digest_list::{self, DigestList};
use crate::desk::club::open::Club;
use crate::engine::seat::Seat;
use crate::lang::block;
use crate::report::{DeskMail, DigestNotice};
use crate::store::digest::Digest;
use crate::store::entry::{Cause, Committed, Letter, MailKey, Newer, OutNote, Topic};
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, list_if_there, remove_if_there};
use crate::store::layout::CampaignId;
use crate::store::log::CampaignLog;
use crate::store::outbox::Unsent;
use crate::store::texts::SentText;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// How many notices a digest has; of more, the newest.
pub const NOTICES_MAX: usize = 100;

/// Characters of all of them together.
const CHARS_MAX: usize = 60_000;

/// Characters of one of them.
const NOTICE_CHARS_MAX: usize = 4_000;

/// What a file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::HeldNotices, 1);

/// Puts notices aside in one round of deliveries.
pub struct Digests<'a> {
    club: &'a Club,
    now: Moment,
    /// Read when the first mail comes by: most ticks have none.
    list: Option<DigestList>,
}

/// A campaign whose mails come by.
#[derive(Clone, Copy)]
pub struct Of<'c> {
    /// The campaign.
    pub id: &'c CampaignId,
    /// Its newest entry.
    pub last: &'c Committed,
    /// Its log.
    pub log: &'c CampaignLog<'c>,
}

/// Whether nothing is sent to the reader of a mail any more.
pub type Stopped<'s> = dyn Fn(&OutNote) -> bool + 's;

/// The notices that are held for one reader.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldNotices {
    /// Their address, as mails to it have it.
    to: String,
    /// The key of the digest that is being made of them; `None`: none is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// Of older ones for which there is no room: the campaign, and how many.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    left_out: BTreeMap<CampaignId, u32>,
    /// In the order in which they came.
    #[serde(default, rename = "notice", skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<HeldNotice>,
}

/// A notice that is held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldNotice {
    /// The campaign that it is of.
    campaign: CampaignId,
    /// Its mail.
    pub key: MailKey,
    /// The hash of that: another entry of the same number may come after one that was undone.
    blake3: Digest,
    /// Whose it is.
    seat: Seat,
    /// What a newer mail makes it stale by; `None`: none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    topic: Option<Topic>,
    /// The sheet that it is about; empty: none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    sheet: String,
    /// When it was written.
    written: Moment,
    /// The subject that it would have as a mail of its own.
    subject: String,
    /// What it says, without order sheets.
    text: String,
    /// Whether there was one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    had_sheet: bool,
    /// Whether its end is left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
}

impl<'a> Digests<'a> {
    /// Nothing is read yet.
    pub fn new(club: &'a Club, now: Moment) -> Self {
        Digests {
            club,
            now,
            list: None,
        }
    }

    /// Puts aside the mails of a campaign that their readers want in a digest, and marks them; what
    /// is left leaves. `stopped`: whether nothing is sent to its reader any more, which is noted
    /// where mails are sent.
    ///
    /// # Errors
    /// The disk's; an entry that is gone or altered.
    pub fn put_aside(
        &mut self,
        of: Of<'_>,
        due: Vec<Unsent>,
        stopped: &Stopped<'_>,
    ) -> Stored<Vec<Unsent>> {
        let (club, now) = (self.club, self.now);
        // A list that cannot be read keeps nobody from their mail.
        let read = || DigestList::read(club).unwrap_or_default();
        let list = self.list.get_or_insert_with(read);
        if !list.readers.iter().any(|it| it.daily) {
            return Ok(due);
        }
        let mut files: BTreeMap<PathBuf, Option<[HeldNotices; 2]>> = BTreeMap::new();
        let (mut leaves, mut held) = (Vec::new(), Vec::new());
        for unsent in due {
            let path = file(club, &unsent.note.to);
            if list.wants(&unsent.note.to) && !files.contains_key(&path) {
                // A file that is damaged keeps nobody from their mail; `make` reports it.
                let read = HeldNotices::read(club, &path).ok();
                files.insert(path.clone(), read.map(|it| [it.clone(), it]));
            }
            let Some(Some([_, notices])) = files.get_mut(&path) else {
                leaves.push(unsent);
                continue;
            };
            notices.drop_stale(of.id, &unsent.note);
            match notice(club, of, &unsent, (stopped, now))? {
                Some(notice) => {
                    notices.add(&unsent.note.to, notice);
                    held.push(unsent);
                }
                None => leaves.push(unsent),
            }
        }
        for (path, read) in &files {
            if let Some([before, notices]) = read
                && before != notices
            {
                let kept = notices.keep(club, path);
                kept.map_err(|it| StoreFault::disk(path, it))?;
            }
        }
        let mails = Vec::from_iter(held.iter().map(|it| (it.entry, &it.note)));
        of.log.mark_in_digest(&mails, now)?;
        of.log.take_away(&mails);
        Ok(leaves)
    }
}

/// Puts the digests that are due into the desk's outbox; those that failed, each with why.
///
/// # Errors
/// The disk's, if it does not say who has any.
pub fn make(club: &Club, now: Moment) -> io::Result<Vec<anyhow::Error>> {
    let folder = club.layout.held_notices();
    let mut wrong = Vec::new();
    for name in list_if_there(&*club.fs, &folder)? {
        if name.ends_with(".toml")
            && let Err(why) = make_one(club, &folder.join(name), now)
        {
            wrong.push(why);
        }
    }
    Ok(wrong)
}

fn make_one(club: &Club, path: &Path, now: Moment) -> anyhow::Result<()> {
    let zone = club.config.club.zone;
    let mut held = HeldNotices::read(club, path)?;
    let is_due = |it: &HeldNotice| digest_list::next(zone, it.written) <= now;
    let wanted = || DigestList::read(club).is_ok_and(|it| it.wants(&held.to));
    if !held.notices.is_empty() {
        let is_due = held.notices.iter().any(is_due) || !wanted();
        if !is_due || !is_free(club, &held.to, now) {
            return Ok(());
        }
        let key = digest_list::key(zone, &held.to, now);
        held.digest = Some(key.clone());
        held.keep(club, path)?;
        let letter = DeskLetter {
            key: &key,
            about: None,
            to: Reader::Address(&held.to),
            mail: &held.mail(club, now),
        };
        desk_letters::put(club, &letter, now)?;
    }
    remove_if_there(&*club.fs, path)?;
    Ok(())
}

impl HeldNotices {
    /// Those of a file; none, if it is not there or its digest is made.
    ///
    /// # Errors
    /// The disk's; a file that is damaged.
    pub fn read(club: &Club, path: &Path) -> anyhow::Result<Self> {
        let mut held: HeldNotices = desk_file::read(club, path, SHAPE)?;
        match held.digest.take() {
            Some(digest) if desk_letters::is_there(club, &digest) => Ok(HeldNotices::default()),
            _ => Ok(held),
        }
    }

    fn keep(&self, club: &Club, path: &Path) -> io::Result<()> {
        if self.notices.is_empty() {
            return remove_if_there(&*club.fs, path);
        }
        desk_file::write(club, path, SHAPE, self, Access::Private)
    }

    /// Without what a newer mail to the same seat makes stale.
    fn drop_stale(&mut self, campaign: &CampaignId, newer: &OutNote) {
        let kind = match (newer.what, newer.topic) {
            (Letter::Report, _) => Newer::Report,
            (_, Some(topic)) => Newer::On(topic),
            _ => return,
        };
        let sheet = newer.reply.as_ref().map_or("", |it| &it.sheet);
        self.notices.retain(|held| {
            let same = held.campaign == *campaign && Some(held.seat) == newer.seat;
            let covered = |topic| kind.covers(topic, held.sheet == sheet);
            !(same && held.key != newer.key && held.topic.is_some_and(covered))
        });
    }

    /// Adds one, unless it is there; then without the oldest, as far as there is no room.
    fn add(&mut self, to: &str, notice: HeldNotice) {
        to.clone_into(&mut self.to);
        let new = (&notice.campaign, &notice.key, notice.blake3);
        let mut known = self.notices.iter();
        if known.any(|it| (&it.campaign, &it.key, it.blake3) == new) {
            return;
        }
        self.notices.push(notice);
        let chars = |it: &HeldNotice| it.text.chars().count();
        let mut all: usize = self.notices.iter().map(chars).sum();
        let mut surplus = self.notices.len().saturating_sub(NOTICES_MAX);
        all -= self.notices[..surplus].iter().map(chars).sum::<usize>();
        while all > CHARS_MAX {
            all -= chars(&self.notices[surplus]);
            surplus += 1;
        }
        for old in self.notices.drain(..surplus) {
            *self.left_out.entry(old.campaign).or_default() += 1;
        }
    }

    fn mail(&self, club: &Club, now: Moment) -> DeskMail {
        let zone = club.config.club.zone;
        let mut notices = Vec::from_iter(&self.notices);
        notices.sort_by_key(|it| (it.written, &it.campaign));
        let notices = notices.into_iter().map(|held| DigestNotice {
            campaign: held.campaign.to_string(),
            at: held.written.for_people(zone, now),
            subject: held.subject.clone(),
            lines: held.text.lines().map(str::to_owned).collect(),
            sheet: held.had_sheet,
            cut: held.cut,
        });
        let left_out = self.left_out.iter().map(|it| (it.0.to_string(), *it.1));
        DeskMail::Digest {
            notices: notices.collect(),
            left_out: left_out.collect(),
        }
    }
}

/// Whether a mail of the desk is a digest.
pub fn is_digest(key: &str) -> bool {
    key.starts_with("digest.")
}

/// The file of the notices that are held for an address.
pub fn file(club: &Club, address: &str) -> PathBuf {
    let name = format!("{}.toml", digest_list::name(address));
    club.layout.held_notices().join(name)
}

/// Whether there is no digest of today yet.
fn is_free(club: &Club, address: &str, now: Moment) -> bool {
    let key = digest_list::key(club.config.club.zone, address, now);
    !desk_letters::is_there(club, &key)
}

/// What is held of a mail; `None`: it leaves at once.
fn notice(
    club: &Club,
    of: Of<'_>,
    unsent: &Unsent,
    (stopped, now): (&Stopped<'_>, Moment),
) -> Stored<Option<HeldNotice>> {
    let note = &unsent.note;
    let is_notice = matches!(note.what, Letter::Note | Letter::Reminder) && note.writer.is_none();
    // One that was tried may have arrived.
    let (Some(seat), true, None) = (note.seat, is_notice, &unsent.tried) else {
        return Ok(None);
    };
    if stopped(note) {
        return Ok(None);
    }
    let entry = of.log.known(unsent.entry)?;
    // Somebody's own words.
    let is_told = matches!(entry.note.cause, Cause::Told { .. } | Cause::Unsigned {});
    if is_told || cannot_wait(club, of, (unsent, &entry), now)? {
        return Ok(None);
    }
    let Some(said) = of.log.said(unsent.entry, note)? else {
        return Ok(None);
    };
    let SentText { subject, text, .. } = said;
    let (lines, had_sheet) = without_sheets(&text);
    let (text, cut) = beginning(&lines);
    // What the referee said is not stale with the rest.
    let topic = note.topic.filter(|_| entry.note.words().is_none());
    Ok(Some(HeldNotice {
        campaign: of.id.clone(),
        key: note.key.clone(),
        blake3: note.blake3,
        seat,
        topic,
        sheet: note
            .reply
            .as_ref()
            .map_or_else(String::new, |it| it.sheet.clone()),
        written: entry.note.written,
        subject,
        text,
        had_sheet,
        cut,
    }))
}

/// Whether a mail would come too late in a digest: a reminder, if that leaves less than half of
/// the time that it gives; what is said of the deadline, if it is past by then.
fn cannot_wait(
    club: &Club,
    of: Of<'_>,
    (unsent, entry): (&Unsent, &Committed),
    now: Moment,
) -> Stored<bool> {
    let Some(deadline) = of.last.note.desk.deadline else {
        return Ok(false);
    };
    let (written, zone) = (entry.note.written, club.config.club.zone);
    let due = digest_list::next(zone, written) <= now;
    let at = if due && is_free(club, &unsent.note.to, now) {
        now
    } else {
        digest_list::next(zone, now)
    };
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

/// The lines of a mail without its order sheets; whether there were any. A digest has no address
/// that proves whose a sheet is.
fn without_sheets(text: &str) -> (Vec<&str>, bool) {
    let lines: Vec<&str> = text.lines().collect();
    let blocks = block::find(&lines);
    let is_in = |at: usize| {
        let mut blocks = blocks.iter();
        blocks.any(|it| (it.at..=it.at + it.lines.len() + usize::from(it.closed)).contains(&at))
    };
    let kept = lines.iter().enumerate().filter(|it| !is_in(it.0));
    (kept.map(|it| *it.1).collect(), !blocks.is_empty())
}

/// As many of the lines as there is room for; whether some are left out.
fn beginning(lines: &[&str]) -> (String, bool) {
    let mut chars = 0;
    let room = lines.iter().take_while(|line| {
        chars += line.chars().count() + 1;
        chars <= NOTICE_CHARS_MAX
    });
    let room = room.count();
    (lines[..room].join("\n"), room < lines.len())
}
