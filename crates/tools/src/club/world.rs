//! The club, its clock, its disk, and what is known of it from outside.
//!
//! Not here: one campaign of it (`played`), and how it lives (`ticks`).

use super::mails::Mails;
use super::meddler::Meddler;
use super::newcomers::People;
use super::places::{ADDRESS, OUR_SERVER, REFEREE, ROOT, SITE, layout};
use super::played::Played;
use super::report::{Options, Tally};
use super::secrets::Secrets;
use super::taken::{Sent, Taking};
use crate::faulty::{Faulty, Trouble};
use crate::games::ALL;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::club::rules_cache::Shelf;
use packetboat::desk::commands::create;
use packetboat::desk::commands::create::ClubWanted;
use packetboat::mail::address::House;
use packetboat::store::fs::{Access, replace};
use packetboat::store::layout::CampaignId;
use packetboat::store::memfs::MemFs;
use packetboat_core::clock::{Moment, Zone};
use packetboat_testkit::simulate::chance::Chance;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// A Monday morning, with changes of the clocks ahead on Lord Howe Island, in Europe and in
/// America, and the turn of a year.
const BEGINNING: i64 = 1_790_586_000;

/// Everything there is.
pub(super) struct World {
    pub(super) options: Options,
    pub(super) tick: u32,
    pub(super) now: Moment,
    pub(super) disk: MemFs,
    pub(super) chance: Chance,
    pub(super) house: House,
    pub(super) running: BTreeMap<CampaignId, Played>,
    pub(super) mails: Mails,
    pub(super) sent: Sent,
    /// Mails that reached somebody and were not looked through yet.
    pub(super) handed: Vec<Taking>,
    pub(super) secrets: Secrets,
    pub(super) tally: Tally,
    /// Rules, kept for those who only look.
    pub(super) shelf: Shelf,
    /// People who come and go.
    pub(super) people: People,
    /// Mails that may be delivered once more.
    pub(super) old_mails: Vec<Vec<u8>>,
    /// How many calls ticks made of late.
    pub(super) calls: u64,
    /// How many the last process made.
    pub(super) last_calls: u64,
}

/// What a process met on its disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// Nothing unusual.
    Nothing,
    /// A call that failed.
    Trouble,
    /// The power was cut.
    Cut,
}

impl World {
    /// An empty club.
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        let disk = MemFs::new();
        disk.set_clock(BEGINNING);
        let wanted = ClubWanted {
            name: "The Simulated Club",
            address: ADDRESS,
            referee: REFEREE,
            zone: "Europe/Warsaw",
            authserv_id: None,
        };
        create::make(&disk, Path::new(ROOT), &wanted).map_err(|it| format!("{it:#}"))?;
        let mut config = club_on(Arc::new(disk.shared()), layout(), ALL)
            .map_err(|it| format!("{it:#}"))?
            .config;
        config.mail_in.authserv_id = Some(OUR_SERVER.to_owned());
        // Half of the time of a steady club would be its site's.
        config.site.dir = (!options.steady).then(|| SITE.to_owned());
        let text = config.to_text();
        replace(&disk, &layout().config(), text.as_bytes(), Access::Private)
            .map_err(|it| it.to_string())?;
        let house = House::new(ADDRESS, Vec::new()).map_err(|it| it.to_string())?;
        let house = house.vouched_by(Some(OUR_SERVER.to_owned()));
        Ok(World {
            options: *options,
            tick: 0,
            now: Moment::from_seconds(BEGINNING),
            disk: disk.crash(0),
            chance: Chance::new(options.seed),
            house,
            running: BTreeMap::new(),
            mails: Mails::default(),
            sent: Sent::default(),
            handed: Vec::new(),
            secrets: Secrets::default(),
            tally: Tally::default(),
            shelf: Shelf::of(ALL),
            people: People::default(),
            old_mails: Vec::new(),
            calls: 40,
            last_calls: 0,
        })
    }

    /// The club as a process without trouble finds it.
    pub(super) fn club(&self) -> Result<Club, String> {
        let club = club_on(Arc::new(self.disk.shared()), layout(), ALL);
        let mut club = club.map_err(|it| format!("{it:#}"))?;
        club.shelf = self.shelf.clone();
        Ok(club)
    }

    /// What one process does. After a power cut, the disk is what the cut has left.
    pub(super) fn process<T>(
        &mut self,
        trouble: Trouble,
        meddler: &mut dyn Meddler,
        act: impl FnOnce(&Club) -> anyhow::Result<T>,
    ) -> (anyhow::Result<T>, Met) {
        let disk = Arc::new(Faulty::new(self.disk.shared(), trouble));
        let fs = meddler.disk(Arc::clone(&disk));
        // Thousands of ticks need not each read the rules anew.
        let shelf = self.options.steady.then(|| self.shelf.clone());
        let done = club_on(fs, layout(), ALL).and_then(|mut club| {
            club.shelf = shelf.unwrap_or(club.shelf);
            act(&club)
        });
        let calls = disk.calls();
        self.last_calls = calls;
        let met = match trouble {
            Trouble::PowerCut(at) if calls >= at => Met::Cut,
            Trouble::Full(at) | Trouble::ReadOnly(at) | Trouble::Once(at) if calls >= at => {
                Met::Trouble
            }
            _ => Met::Nothing,
        };
        match met {
            Met::Cut => {
                self.tally.cuts += 1;
                let luck = self.chance.seed();
                self.disk = self.disk.crash(luck);
            }
            Met::Trouble => self.tally.troubles += 1,
            Met::Nothing => {}
        }
        (done, met)
    }

    /// A trouble for about one process in `times`, at a call that it may well come to.
    pub(super) fn trouble(&mut self, times: u32) -> Trouble {
        // Half an hour holds less of it than half a day.
        let times = if self.options.steady {
            times * 10
        } else {
            times
        };
        if !self.chance.one_in(times) {
            return Trouble::Never;
        }
        let calls = u32::try_from(self.calls * 3 / 2).unwrap_or(u32::MAX);
        let at = 1 + u64::from(self.chance.below(calls.max(8)));
        match self.chance.below(8) {
            0 => Trouble::Full(at),
            1 => Trouble::ReadOnly(at),
            2 => Trouble::Once(at),
            _ => Trouble::PowerCut(at),
        }
    }

    /// The campaigns that are well: all but those that were damaged on purpose.
    pub(super) fn well(&self) -> Vec<CampaignId> {
        let well = self.running.iter().filter(|it| it.1.damage.is_none());
        well.map(|it| it.0.clone()).collect()
    }

    /// One of these, if there is any.
    pub(super) fn one_of(&mut self, ids: &[CampaignId]) -> Option<CampaignId> {
        match ids {
            [] => None,
            ids => Some(self.chance.pick(ids).clone()),
        }
    }

    /// A date near now, in UTC.
    pub(super) fn date_in(&self, days: u32) -> String {
        let later = self.now.seconds() + i64::from(days) * 86_400;
        Moment::from_seconds(later).date(Zone::UTC).to_string()
    }

    /// A hash over everything on the disk.
    pub(super) fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (path, bytes) in self.disk.tree() {
            hasher.update(path.as_bytes());
            hasher.update(blake3::hash(&bytes).as_bytes());
        }
        hasher.finalize().to_hex().as_str()[..16].to_owned()
    }

    /// The campaigns that are damaged on purpose.
    pub(super) fn damaged(&self) -> BTreeSet<String> {
        let damaged = self.running.iter().filter(|it| it.1.damage.is_some());
        damaged.map(|it| it.0.to_string()).collect()
    }
}
