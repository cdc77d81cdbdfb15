//! The same tick once more on a copy of the disk: as it was (invariant 2), without the mails that
//! came after a resolution (20), and without the damage that a campaign has (25).

use super::delivery::Post;
use super::places::{layout, path};
use super::world::World;
use crate::faulty::Trouble;
use crate::games::ALL;
use packetboat::desk::club::open::club_on;
use packetboat::desk::tick::run::tick;
use packetboat::store::entry::{Because, Cause};
use packetboat::store::fs::{Access, Fs, list_if_there, remove_if_there, replace};
use packetboat::store::layout::CampaignId;
use packetboat::store::log::CampaignLog;
use packetboat::store::maildir::bare;
use packetboat::store::memfs::MemFs;
use packetboat_core::clock::Moment;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// About one tick in this many is played again.
const TWINS_EVERY: u32 = 20;

/// A disk as it was before a tick, and transports that do the same again.
pub(super) struct Twins {
    before: MemFs,
    posts: [Post; 3],
}

/// What a tick did that mails coming later must not have touched.
struct Late {
    /// Entries of campaigns, up to the one that resolved.
    entries: BTreeMap<CampaignId, u32>,
    /// Files of mails that were taken after it.
    files: BTreeSet<String>,
}

impl World {
    /// Keeps what is needed to play a tick again, now and then.
    pub(super) fn before_twins(&mut self, trouble: Trouble) -> Option<Twins> {
        let wanted = self.chance.one_in(TWINS_EVERY) && trouble == Trouble::Never;
        wanted.then(|| Twins {
            before: self.disk.copy(),
            posts: [Post::unseen(self), Post::unseen(self), Post::unseen(self)],
        })
    }

    /// Plays it again and compares.
    pub(super) fn after_twins(&mut self, twins: Option<Twins>) -> Result<(), String> {
        let Some(Twins { before, posts }) = twins else {
            return Ok(());
        };
        self.tally.twins += 1;
        let [one, two, three] = posts;
        let twin = played(before.copy(), one, self.now)?;
        let (here, there) = (self.disk.tree(), twin.tree());
        let paths: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
        if let Some(path) = paths.into_iter().find(|it| here.get(*it) != there.get(*it)) {
            return Err(format!("2: {path} differs when the tick is played again"));
        }
        if let Some(late) = self.late(&before)? {
            let disk = before.copy();
            for file in &late.files {
                withdraw(&disk, file).map_err(|it| it.to_string())?;
            }
            let twin = played(disk, two, self.now)?;
            for (id, last) in &late.entries {
                self.same_entries(&twin, id, *last, "20: without the mails after it")?;
            }
        }
        self.undamaged_twin(&before, three)
    }

    /// Invariant 25: the other campaigns fare as they would if nothing were damaged.
    fn undamaged_twin(&self, before: &MemFs, post: Post) -> Result<(), String> {
        let damaged = self.damaged();
        if damaged.is_empty() {
            return Ok(());
        }
        let disk = before.copy();
        for (id, played) in &self.running {
            if let Some(damage) = &played.damage {
                let put_back = replace(&disk, &damage.file, &damage.was, Access::Private);
                let halted = layout().campaign(id).halted();
                let gone = put_back.and_then(|()| remove_if_there(&disk, &halted));
                gone.map_err(|it| it.to_string())?;
            }
        }
        let twin = played(disk, post, self.now)?;
        for id in self
            .running
            .keys()
            .filter(|it| !damaged.contains(it.as_str()))
        {
            let last = played_entries(&self.disk, id);
            self.same_entries(&twin, id, last, "25: without another's damage")?;
            let more = played_entries(&twin, id);
            if more != last {
                return Err(format!(
                    "25: {id} has {last} entries, and {more} without damage"
                ));
            }
        }
        Ok(())
    }

    /// The mails that this tick took after a resolution, if there were any.
    fn late(&self, before: &MemFs) -> Result<Option<Late>, String> {
        let mut late = Late {
            entries: BTreeMap::new(),
            files: BTreeSet::new(),
        };
        for id in self.well() {
            let dir = layout().campaign(&id);
            let log = CampaignLog::new(&self.disk, &dir);
            let mut resolved = None;
            for number in played_entries(before, &id)..played_entries(&self.disk, &id) {
                let note = log.note(number).map_err(|it| it.to_string())?.note;
                if resolved.is_some() {
                    late.files
                        .extend(note.mail.iter().map(|it| it.file.clone()));
                } else if let Cause::Resolved { because, .. } = note.cause
                    && because != Because::Referee
                {
                    resolved = Some(number);
                }
            }
            if let Some(number) = resolved {
                late.entries.insert(id, number);
            }
        }
        Ok((!late.files.is_empty()).then_some(late))
    }

    /// The entries of a campaign up to one are the same there as here.
    fn same_entries(
        &self,
        there: &MemFs,
        id: &CampaignId,
        last: u32,
        when: &str,
    ) -> Result<(), String> {
        let dir = layout().campaign(id);
        for number in 0..=last {
            let at = dir.entry(number);
            if self.disk.bytes(&at) != there.bytes(&at) {
                return Err(format!("{when}, entry {number} of {id} is another"));
            }
        }
        Ok(())
    }
}

fn played_entries(disk: &MemFs, id: &CampaignId) -> u32 {
    let names = list_if_there(disk, &layout().campaign(id).log()).unwrap_or_default();
    let entries = names.iter().filter(|it| !it.ends_with(".tmp")).count();
    u32::try_from(entries).unwrap_or(u32::MAX)
}

fn played(disk: MemFs, mut post: Post, now: Moment) -> Result<MemFs, String> {
    let club = club_on(Arc::new(disk.shared()), layout(), ALL).map_err(|it| format!("{it:#}"))?;
    post.open(&club).map_err(|it| format!("{it:#}"))?;
    tick(&club, &mut post, now).map_err(|it| format!("2: the tick fails again: {it:#}"))?;
    Ok(disk)
}

/// As if this mail had never come.
fn withdraw(disk: &MemFs, file: &str) -> std::io::Result<()> {
    for folder in ["mail/new", "drop"] {
        let folder = path(folder);
        for name in list_if_there(disk, &folder)? {
            if bare(&name) == file {
                disk.remove_file(&folder.join(name))?;
            }
        }
    }
    Ok(())
}
