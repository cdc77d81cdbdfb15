//! The club, its clock, its disk, and what is known of it from outside; one tick after another.
//!
//! Not here: what happens between ticks (`letters`, `referee`, `found`) and what is checked behind
//! them (`checks`).

use super::delivery::{Post, Sent, Taking};
use super::entries::Entries;
use super::hands::Inbox;
use super::mails::Mails;
use super::referee::Damage;
use super::secrets::Secrets;
use super::stops::Stops;
use super::{Meddler, Options, Tally};
use crate::faulty::{Faulty, Trouble};
use crate::games::ALL;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::club::rules_cache::Shelf;
use packetboat::desk::club::summary::Summary;
use packetboat::desk::commands::create::{self, ClubWanted};
use packetboat::desk::tick::run::tick;
use packetboat::mail::address::House;
use packetboat::store::fs::{Access, replace};
use packetboat::store::layout::{self, CampaignId};
use packetboat::store::memfs::MemFs;
use packetboat_core::clock::{Moment, Zone};
use packetboat_core::engine::seat::Seat;
use packetboat_core::fault::{RETRY, exit_code};
use packetboat_testkit::simulate::chance::Chance;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The club's folder on its disk.
pub(super) const ROOT: &str = "/club";
/// Where its site lies, on the same disk.
pub(super) const SITE: &str = "/site";
/// Its address.
pub(super) const ADDRESS: &str = "orders@club.example";

/// The mail server of the club, as it names itself.
pub(super) const OUR_SERVER: &str = "mx.club.example";

/// A Monday morning, with a change of the clocks and the turn of a year ahead.
const BEGINNING: i64 = 1_791_190_800;

/// How long ticks lie apart, in seconds: cron every five minutes is rare here, for most of what
/// happens lies hours apart.
const PAUSES: [u32; 10] = [
    0, 300, 1_800, 3_600, 3_600, 7_200, 10_800, 21_600, 43_200, 100_000,
];

/// One campaign as it looks from outside.
pub(super) struct Played {
    /// The addresses of those who are people.
    pub(super) players: BTreeMap<Seat, String>,
    /// All seats taken.
    pub(super) seats: Vec<Seat>,
    /// What players have of us.
    pub(super) inboxes: BTreeMap<Seat, Inbox>,
    /// What was committed.
    pub(super) entries: Entries,
    /// What is known of the stop that is open.
    pub(super) stops: Stops,
    /// What was damaged on purpose and not yet mended.
    pub(super) damage: Option<Damage>,
    /// Whether the referee changed or undid the position by hand.
    pub(super) scarred: bool,
    /// Whether the last entry says that it is over.
    pub(super) over: bool,
}

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
    /// Mails that may be delivered once more.
    pub(super) old_mails: Vec<Vec<u8>>,
    /// How many calls ticks made of late.
    calls: u64,
    /// How many the last process made.
    last_calls: u64,
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

/// What one tick came to.
pub(super) struct Ticked {
    /// What it says of itself; `None` if it ended with an error.
    pub(super) summary: Option<Summary>,
    /// What it met.
    pub(super) met: Met,
    /// Whether every mail that was handed over was taken.
    pub(super) all_taken: bool,
}

/// Where the club lies.
pub(super) fn layout() -> layout::Club {
    layout::Club::new(ROOT)
}

/// The disk's name of something in the club.
pub(super) fn path(inner: &str) -> PathBuf {
    Path::new(ROOT).join(inner)
}

impl World {
    /// An empty club.
    pub(super) fn new(options: &Options) -> Result<Self, String> {
        let disk = MemFs::new();
        disk.set_clock(BEGINNING);
        let wanted = ClubWanted {
            name: "The Simulated Club",
            address: ADDRESS,
            referee: "referee@club.example",
            zone: "Europe/Warsaw",
        };
        create::make(&disk, Path::new(ROOT), &wanted).map_err(|it| format!("{it:#}"))?;
        let mut config = club_on(Arc::new(disk.shared()), layout(), ALL)
            .map_err(|it| format!("{it:#}"))?
            .config;
        config.mail_in.authserv_id = Some(OUR_SERVER.to_owned());
        config.site.dir = Some(SITE.to_owned());
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

    /// What one process does. Behind a power cut, the disk is what the cut has left.
    pub(super) fn process<T>(
        &mut self,
        trouble: Trouble,
        meddler: &mut dyn Meddler,
        act: impl FnOnce(&Club) -> anyhow::Result<T>,
    ) -> (anyhow::Result<T>, Met) {
        let disk = Arc::new(Faulty::new(self.disk.shared(), trouble));
        let fs = meddler.disk(Arc::clone(&disk));
        let done = club_on(fs, layout(), ALL).and_then(|club| act(&club));
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

    /// What happens up to one tick, the tick itself, and what must hold behind it.
    pub(super) fn live(&mut self, tick: u32, meddler: &mut dyn Meddler) -> Result<(), String> {
        self.tick = tick;
        let before = self.now;
        let pause = *self.chance.pick(&PAUSES);
        self.now = Moment::from_seconds(before.seconds() + i64::from(self.chance.below(pause + 1)));
        self.disk.set_clock(self.now.seconds());
        self.begin_campaigns(meddler)?;
        self.referee_acts(meddler)?;
        self.players_write(before, meddler)?;
        self.mails.notice(&self.disk, &self.house);
        self.empty_folder().map_err(|it| it.to_string())?;
        let trouble = self.trouble(8);
        let twins = self.before_twins(trouble);
        let had_site = self.has_site();
        let ticked = self.run_tick(trouble, meddler)?;
        if trouble == Trouble::Never {
            self.after_twins(twins)?;
        }
        meddler.after(tick, &self.disk);
        self.checked(&ticked)?;
        if ticked.met != Met::Nothing {
            self.site_is_whole(had_site)?;
        }
        if ticked.met == Met::Cut {
            self.recover(meddler)?;
            self.site_is_as_anew()?;
        }
        self.archive_campaigns(meddler)
    }

    /// The tick behind a power cut, or behind the last one.
    fn recover(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let ticked = self.run_tick(Trouble::Never, meddler)?;
        meddler.after(self.tick, &self.disk);
        self.checked(&ticked)
    }

    /// At the end all is mended, all mail is taken and everything verified.
    pub(super) fn end(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        self.mend_all(meddler)?;
        self.recover(meddler)?;
        self.site_is_as_anew()?;
        let ids: Vec<CampaignId> = self.running.keys().cloned().collect();
        for id in ids {
            self.same_as_ever(&id)?;
            self.derived(&id)?;
        }
        self.mails.nothing_lost(&self.disk)
    }

    /// One run of the real thing.
    fn run_tick(&mut self, trouble: Trouble, meddler: &mut dyn Meddler) -> Result<Ticked, String> {
        let now = self.now;
        let mut post = Post::new(self);
        let (done, met) = self.process(trouble, meddler, |club| {
            post.open(club)?;
            tick(club, &mut post, now)
        });
        if trouble == Trouble::Never {
            self.calls = (self.calls * 3 + self.last_calls) / 4;
        }
        self.tally.ticks += 1;
        let (takings, broken) = post.done();
        if let Some(what) = broken {
            return Err(what);
        }
        let all_taken = takings.iter().all(super::delivery::Taking::is_smooth);
        self.hand_out(takings, met, meddler)?;
        let summary = match done {
            Ok(summary) => Some(summary),
            Err(_) if met != Met::Nothing => None,
            Err(error) if exit_code(&error) == RETRY => None,
            Err(error) => return Err(format!("the tick fails: {error:#}")),
        };
        Ok(Ticked {
            summary,
            met,
            all_taken,
        })
    }

    /// The campaigns that stand well, so far as was not seen to otherwise.
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
