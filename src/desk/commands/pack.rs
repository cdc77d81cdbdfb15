//! `pack`: entries that are folders, as programs until 2026-11-27 wrote them, become one file each,
//! and of mails that have left what they say is kept. A campaign in the archive becomes one file.
//!
//! First all mails are held against their hashes, and an entry of its own keeps the hashes of the
//! texts, so that the chain covers them. Then entry by entry becomes a file. Cut short, the same
//! command goes on where it was; what waits to be sent stays whole. Not here: an entry itself
//! (`store::repack`).

use crate::clock::Moment;
use crate::config::club::ClubConfig;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::clock_check;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::{Club, Source};
use crate::desk::club::register::Register;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::commit::commit;
use crate::desk::entry::nonces;
use crate::desk::inbox::marks;
use crate::mail::headers::Headers;
use crate::mail::ours;
use crate::report::counted;
use crate::store::archive::{is_file, put_away};
use crate::store::entry::{Cause, Note, StateFile};
use crate::store::fault::{StoreFault, Stored};
use crate::store::fs::{Access, exists, replace};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::repack::{Room, room};
use crate::store::texts::{Hashes, SentText, Texts};

/// What of one campaign is to be packed.
struct Folders {
    id: CampaignId,
    dir: CampaignDir,
    /// The entries that are folders.
    entries: Vec<u32>,
    /// What they take.
    room: Room,
    /// What the largest of them takes.
    largest: u64,
}

/// Packs a campaign, or all of the club, those in the archive too; only says what there is to do
/// if `look`.
///
/// # Errors
/// A campaign that does not exist; the disk. What is packed by then stays so.
pub fn pack(club: &Club, named: Option<&str>, look: bool, now: Moment) -> anyhow::Result<String> {
    let mut said = String::new();
    let mut any = false;
    if !look {
        // A program of before would not see what is made here.
        Register::read(club)?.renew(club)?;
    }
    if let Some(text) = older_config(club)? {
        any = true;
        said += if look {
            "packetboat.toml becomes one of format 2"
        } else {
            "packetboat.toml has format 2 now"
        };
        said += ": a packetboat older than 2026-11-28 refuses the club.\n";
        if !look {
            keep_config(club, &text)?;
        }
    }
    for (id, dir) in all(club, named)? {
        if is_file(&*club.fs, &dir) {
            continue;
        }
        if exists(&*club.fs, &dir.halted()) {
            said += &format!("{id} is halted, and skipped: packetboat status {id}\n");
            continue;
        }
        if let Some(folders) = Folders::of(club, id.clone(), dir.clone())? {
            any = true;
            said += &folders.told();
            if !look {
                let done = folders.pack(club, now);
                said += &done.map_err(|it| crate::desk::club::errors::fault(&id, it))?;
            }
        }
        if dir.root().starts_with(club.layout.archive()) {
            any = true;
            said += &into_one(club, &id, &dir, look)?;
        }
    }
    if named.is_none() && !look {
        let marks = marks::pack(club)?;
        if marks > 0 {
            any = true;
            let marks = counted(
                marks,
                "mark of a mail that was read is",
                "marks of mails are",
            );
            said += &format!("{marks} packed.\n");
        }
    }
    if !any {
        said += "There is nothing to pack: each entry is one file.\n";
    }
    Ok(said)
}

/// What packetboat.toml is to say, if it is of an older format.
fn older_config(club: &Club) -> Stored<Option<String>> {
    let path = club.layout.config();
    let text = club.fs.read(&path);
    let text = text.map_err(|it| StoreFault::disk(&path, it))?;
    Ok(ClubConfig::renewed(&String::from_utf8_lossy(&text)))
}

/// Writes it where it is, should a link lead there, for those who may read it.
fn keep_config(club: &Club, text: &str) -> Stored<()> {
    let path = club.fs.real(&club.layout.config());
    let kept = club.fs.stat(&path).and_then(|stat| {
        let access = if stat.is_open {
            Access::Shared
        } else {
            Access::Private
        };
        replace(&*club.fs, &path, text.as_bytes(), access)
    });
    kept.map_err(|it| StoreFault::disk(&path, it))
}

/// Makes one file of a folder in the archive; only says so if `look`.
fn into_one(club: &Club, id: &CampaignId, dir: &CampaignDir, look: bool) -> Stored<String> {
    let room = |path| room(&*club.fs, path).map_err(|it| StoreFault::disk(path, it));
    let file = club.layout.archived_file(id);
    if look {
        let all = room(dir.root())?;
        return Ok(format!(
            "{id}: its archive folder, {} files with {}, becomes one file.\n",
            all.files,
            size(all.bytes),
        ));
    }
    put_away(&*club.fs, &club.layout, id)?;
    let (shown, bytes) = (club.layout.shown(&file), room(&file)?.bytes);
    Ok(format!("{id}: {shown} now, {}.\n", size(bytes)))
}

fn all(club: &Club, named: Option<&str>) -> anyhow::Result<Vec<(CampaignId, CampaignDir)>> {
    if let Some(name) = named {
        return Ok(vec![club.campaign(name)?]);
    }
    let running = club.campaign_ids()?.into_iter();
    let mut all: Vec<_> = running
        .map(|id| (id.clone(), club.layout.campaign(&id)))
        .collect();
    for id in club.archived_ids()? {
        let dir = club.layout.archived(&id);
        all.push((id, dir));
    }
    Ok(all)
}

impl Folders {
    /// Those of a campaign; `None`: it has none.
    fn of(club: &Club, id: CampaignId, dir: CampaignDir) -> Stored<Option<Self>> {
        let log = CampaignLog::new(&*club.fs, &dir);
        let (mut entries, mut all, mut largest) = (Vec::new(), Room::default(), 0);
        for number in log.entries()? {
            let folder = dir.entry_folder(number);
            if !exists(&*club.fs, &folder) {
                continue;
            }
            let taken = room(&*club.fs, &folder).map_err(|it| StoreFault::disk(&folder, it))?;
            entries.push(number);
            all.add(taken);
            largest = largest.max(taken.bytes);
        }
        Ok((!entries.is_empty()).then_some(Folders {
            id,
            dir,
            entries,
            room: all,
            largest,
        }))
    }

    fn told(&self) -> String {
        let entries = counted(
            self.entries.len(),
            "entry is a folder",
            "entries are folders",
        );
        format!(
            "{}: {entries}, {} files with {}; packing needs {} more meanwhile.\n",
            self.id,
            self.room.files,
            size(self.room.bytes),
            size(2 * self.largest),
        )
    }

    /// Packs them, oldest first.
    fn pack(&self, club: &Club, now: Moment) -> Result<String, CampaignError> {
        let from = club.source();
        let mut campaign = Campaign::open_at(from, &self.dir, &self.id, None)?;
        campaign = self.keep_hashes(club, campaign, now)?;
        let log = CampaignLog::new(&*club.fs, &self.dir);
        let last = campaign.note();
        let delivered = last.desk.delivered;
        let mut after = Room::default();
        for number in &self.entries {
            log.clear_folder(*number)?;
            if log.is_folder(*number)? {
                let note = log.note(*number)?.note;
                let texts = self.texts(from, &campaign, &note)?;
                log.repack(&note, texts.packed().as_deref(), delivered)?;
            }
            let file = self.dir.entry(*number);
            after.add(room(&*club.fs, &file).map_err(|it| StoreFault::disk(&file, it))?);
        }
        Ok(format!("{}: packed; {} now.\n", self.id, size(after.bytes)))
    }

    /// Puts the hashes of all texts into an entry, if they are not in one already.
    fn keep_hashes(
        &self,
        club: &Club,
        mut campaign: Campaign,
        now: Moment,
    ) -> Result<Campaign, CampaignError> {
        let log = CampaignLog::new(&*club.fs, &self.dir);
        let mut hashes = log.packed_hashes()?.clone();
        let before = hashes.clone();
        for number in &self.entries {
            if log.is_folder(*number)? {
                let note = log.note(*number)?.note;
                self.hash(club.source(), &campaign, &note, &mut hashes)?;
            }
        }
        if hashes == before {
            return Ok(campaign);
        }
        let right = clock_check::check(club, Some(&campaign), now);
        right.map_err(|it| CampaignError::Unsettled(format!("{it:#}")))?;
        let templates = club.templates();
        let templates = templates.map_err(|it| CampaignError::Unsettled(format!("{it:#}")))?;
        let work = EntryBuilder::begin(club, &templates, &mut campaign, now);
        let mut draft = work.finish(Cause::Packed {})?;
        let text = hashes.to_text(self.id.as_str());
        draft.parts.insert(StateFile::Texts, text);
        commit(club, &templates, campaign, draft)
    }

    /// The texts of the mails of an entry, each held against the hash of its mail.
    fn texts(
        &self,
        from: Source<'_>,
        campaign: &Campaign,
        note: &Note,
    ) -> Result<Texts, CampaignError> {
        let mut hashes = Hashes::default();
        self.hash(from, campaign, note, &mut hashes)
    }

    /// The same, and their hashes.
    fn hash(
        &self,
        from: Source<'_>,
        campaign: &Campaign,
        note: &Note,
        hashes: &mut Hashes,
    ) -> Result<Texts, CampaignError> {
        let log = from.log(&self.dir);
        let mut texts = Texts::new(nonces::packed_salt(campaign, note));
        for out in &note.out {
            let whole = log.whole(note.number, out)?;
            let hash = texts.add(&out.key, &kept(&whole));
            hashes.add(note.number, &out.key, hash);
        }
        Ok(texts)
    }
}

/// What is kept of a mail.
fn kept(whole: &[u8]) -> SentText {
    let read = ours(whole);
    let mut lines = whole.to_vec();
    lines.retain(|it| *it != b'\r');
    let head = lines.windows(2).position(|it| it == b"\n\n");
    let headers = Headers::read(&lines[..head.unwrap_or(lines.len())]);
    SentText {
        subject: read.subject,
        answers: headers.first("in-reply-to").unwrap_or_default(),
        text: read.text,
    }
}

/// Bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}
