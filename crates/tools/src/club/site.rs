//! Invariant 26: the club's site, which every tick publishes. After a power cut readers meet a
//! whole one; after the tick that follows it is, to the byte, the one that a club would have
//! which was never cut; and nothing is in it that nobody outside may know.

use super::places::{SITE, layout};
use super::world::World;
use crate::games::ALL;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::site;
use packetboat::store::digest::Digest;
use packetboat::store::fs::{exists, remove_if_there};
use packetboat::store::layout::CampaignId;
use packetboat::store::memfs::MemFs;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The file in it that lists the others with their hashes.
const MARK: &str = ".packetboat-site";

/// What no public page holds: addresses of players and observers.
const PRIVATE: [&str; 2] = ["@example.org", "@fans.example"];

impl World {
    /// Anyone who reads now meets all files of one site, the one of before or the new one.
    pub(super) fn site_is_whole(&self, was_there: bool) -> Result<(), String> {
        let mut files = below(&self.disk, SITE);
        let Some(mark) = files.remove(MARK) else {
            return if was_there || !files.is_empty() {
                Err("26: the site is gone".to_owned())
            } else {
                Ok(())
            };
        };
        let mark = String::from_utf8_lossy(&mark).into_owned();
        for (hash, path) in mark.lines().skip(1).filter_map(|it| it.split_once(' ')) {
            match files.remove(path) {
                None => return Err(format!("26: {path} of the site is gone")),
                Some(bytes) if Digest::of(&bytes).to_string() != hash => {
                    return Err(format!("26: {path} of the site is another"));
                }
                Some(_) => {}
            }
        }
        match files.first_key_value() {
            None => Ok(()),
            Some((path, _)) => Err(format!("26: {path} does not belong to the site")),
        }
    }

    /// Whether there is a site yet.
    pub(super) fn has_site(&self) -> bool {
        exists(&self.disk, Path::new(SITE))
    }

    /// The site is the one that is made from nothing of the same campaigns, and shows no secret.
    pub(super) fn site_is_as_anew(&mut self) -> Result<(), String> {
        if self.hides_damage() {
            return Ok(());
        }
        let disk = self.disk.copy();
        let made =
            club_on(Arc::new(disk.shared()), layout(), ALL).and_then(|club| from_nothing(&club));
        made.map_err(|it| format!("26: no site can be made: {it:#}"))?;
        let there = below(&disk, SITE);
        if !self.options.steady {
            self.same_site(there.clone())?;
        }
        self.looks_through(&there)?;
        self.tally.sites += 1;
        Ok(())
    }

    /// The site that ticks have published is this one.
    fn same_site(&self, mut there: BTreeMap<String, Vec<u8>>) -> Result<(), String> {
        let mut here = below(&self.disk, SITE);
        // It names the others by their hashes: which of them it is says more.
        let marks = (here.remove(MARK), there.remove(MARK));
        let differs = |it: &&String| here.get(*it) != there.get(*it);
        if let Some(path) = here.keys().chain(there.keys()).find(differs) {
            return Err(format!("26: {path} differs when the site is made again"));
        }
        if marks.0 != marks.1 {
            return Err(format!("26: {MARK} differs when the site is made again"));
        }
        Ok(())
    }

    /// Nothing is in a site that nobody outside may know.
    fn looks_through(&self, site: &BTreeMap<String, Vec<u8>>) -> Result<(), String> {
        for (path, bytes) in site {
            self.secrets.look_through_site(path, bytes)?;
            let text = String::from_utf8_lossy(bytes);
            let of = path.split('/').next().and_then(|it| it.parse().ok());
            let played = of.and_then(|it| self.running.get::<CampaignId>(&it));
            let hides = played.is_some_and(|it| it.anonymous && !it.over);
            if hides && text.contains("Person") {
                return Err(format!("21: a player's name in {path} of the site"));
            }
            let told = |it: &&str| PRIVATE.iter().any(|private| it.contains(private));
            if let Some(line) = text.lines().find(told) {
                return Err(format!("21: an address in {path} of the site: {line}"));
            }
        }
        Ok(())
    }
}

impl World {
    /// Whether a campaign was damaged that no tick has opened since: its pages stay as they were,
    /// and cannot be made again.
    fn hides_damage(&self) -> bool {
        let mut damaged = self.running.iter().filter(|it| it.1.damage.is_some());
        damaged.any(|(id, _)| !exists(&self.disk, &layout().campaign(id).halted()))
    }
}

fn from_nothing(club: &Club) -> anyhow::Result<site::Made> {
    let dir = Path::new(SITE);
    if exists(&*club.fs, dir) {
        club.fs.remove_dir_all(dir)?;
    }
    remove_if_there(&*club.fs, &club.layout.site_hint())?;
    site::make(club, dir)
}

/// All files of a folder, by path within it.
fn below(disk: &MemFs, dir: &str) -> BTreeMap<String, Vec<u8>> {
    let begin = format!("{}/", dir.trim_start_matches('/'));
    let tree = disk.tree().into_iter();
    let files = tree.filter(|it| !it.0.ends_with('/'));
    files
        .filter_map(|(path, bytes)| Some((path.strip_prefix(&begin)?.to_owned(), bytes)))
        .collect()
}
