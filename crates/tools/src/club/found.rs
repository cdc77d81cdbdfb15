//! Campaigns that begin, of every game at every pace, and go to the archive when they are over.

use super::meddler::Meddler;
use super::newcomers::name_of;
use super::places::{layout, path};
use super::played::Played;
use super::world::{Met, World};
use crate::games;
use packetboat::config::campaign::{CampaignConfig, Extend, Holder};
use packetboat::config::press::LettersPassed;
use packetboat::config::schedule::{HoldIfSilent, Schedule, WhenAllIn};
use packetboat::config::votes::Needs;
use packetboat::desk::commands::create::{self, CampaignWanted};
use packetboat_core::engine::data::{GameCard, OptionCard, Setting};
use packetboat_core::engine::game::{Game, card};
use packetboat_core::engine::seat::Seat;
use packetboat_testkit::simulate::chance::Chance;

use crate::faulty::Trouble;
use packetboat::store::campaigns;
use packetboat::store::fs::{Access, exists, replace};
use packetboat::store::layout::CampaignId;
use packetboat_testkit::simulate::short;
use std::collections::BTreeMap;
use std::num::NonZeroU8;

/// How many choices of options may not fit together before that is a fault.
const TRIES: u32 = 20;

const DEADLINES: [&str; 7] = [
    "sun 20:00",
    "tue,fri 18:30",
    "1d 12:00",
    "2d 20:00",
    "3d 02:30",
    "mon,wed,sat 00:00",
    "never",
];
const ZONES: [&str; 6] = [
    "Europe/Warsaw",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "UTC",
    "Pacific/Apia",
];
const LENGTHS: [&str; 6] = ["0m", "30m", "2h", "12h", "1d", "2d"];

/// What a campaign is to be.
struct Wanted {
    game: &'static dyn Game,
    id: String,
    scenario: String,
    players: BTreeMap<Seat, String>,
    robots: Vec<Seat>,
    /// Seats of players that anybody may take by mail instead.
    open: Vec<Seat>,
    anonymous: bool,
    options: Vec<String>,
    deadline: &'static str,
    seed: String,
    /// Whether the seed counts as drawn by the club.
    sealed: bool,
}

impl World {
    /// Fills the club up to as many campaigns as wanted, a few in each tick.
    pub(super) fn begin_campaigns(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let most = self.options.campaigns as usize;
        for _ in 0..3 {
            let there = self.running.len() + self.people.opening.len();
            if there < most && !self.chance.one_in(4) {
                self.begin(meddler)?;
            }
        }
        Ok(())
    }

    fn begin(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        for _ in 0..TRIES {
            let wanted = self.wanted()?;
            let id: CampaignId = wanted.id.parse()?;
            let trouble = self.trouble(12);
            let (told, met) = self.found(&wanted, trouble, meddler);
            let root = if wanted.open.is_empty() {
                layout().campaign(&id)
            } else {
                layout().waiting(&id)
            };
            let there = exists(&self.disk, &root.config());
            match (told, met, there) {
                (Ok(_), _, true) => {}
                // Cut after the rename it is there, and the one who founded it was not notified.
                (Err(_), Met::Cut | Met::Trouble, true) => {}
                (Ok(_), _, false) => return Err(format!("15: {id} has begun and is not there")),
                (Err(error), Met::Nothing, _) => {
                    let text = format!("{error:#}");
                    if text.contains("cards are needed") {
                        continue;
                    } else {
                        return Err(format!("{id} cannot begin: {text}"));
                    }
                }
                (Err(_), _, false) => continue,
            }
            if wanted.open.is_empty() {
                self.seat_players(&id, &wanted);
                self.arrange(&id)?;
                self.tally.begun += 1;
            } else {
                self.people.opening.push(id);
            }
            return Ok(());
        }
        Ok(())
    }

    fn found(
        &mut self,
        wanted: &Wanted,
        trouble: Trouble,
        meddler: &mut dyn Meddler,
    ) -> (anyhow::Result<String>, Met) {
        let now = self.now;
        let sits = |it: &(&Seat, &String)| !wanted.open.contains(it.0);
        let person =
            |(seat, address): (&Seat, &String)| format!("{seat}={} <{address}>", name_of(address));
        let players: Vec<String> = wanted.players.iter().filter(sits).map(person).collect();
        let robots: Vec<String> = wanted.robots.iter().map(ToString::to_string).collect();
        self.process(trouble, meddler, |club| {
            let asked = CampaignWanted {
                scenario: Some(&wanted.scenario),
                players: &players,
                anonymous: wanted.anonymous,
                robots: &robots,
                options: &wanted.options,
                seed: Some(&wanted.seed),
                sealed: wanted.sealed,
                ..CampaignWanted::usual(wanted.game.id(), &wanted.id, wanted.deadline)
            };
            match wanted.open.as_slice() {
                [] => create::new(club, &asked, now),
                seats => create::open(club, &asked, (seats, ""), now),
            }
        })
    }

    fn wanted(&mut self) -> Result<Wanted, String> {
        let waiting = u32::try_from(self.people.opening.len()).unwrap_or(0);
        let number = self.tally.begun + waiting + self.tally.cuts;
        let mut all = games::all();
        all.retain(|it| self.options.game.is_none_or(|only| it.id() == only));
        let chance = &mut self.chance;
        let game = *chance.pick(&all);
        let card = card(&game.pack()).map_err(|it| it.to_string())?;
        let scenario = chance.pick(&card.scenarios);
        let (players, robots) = seats(chance, &card, card.places(scenario));
        let steady = self.options.steady;
        let open = if steady && chance.one_in(3) {
            players
                .keys()
                .filter(|_| chance.one_in(2))
                .copied()
                .collect()
        } else {
            Vec::new()
        };
        let anonymous = steady && chance.one_in(3);
        let short = short(&card);
        let mut options: Vec<String> = short
            .iter()
            .map(|it| format!("{}={}", it.0, it.1))
            .collect();
        for option in &card.options {
            if chance.one_in(2) && !short.contains_key(&option.name) {
                options.push(format!("{}={}", option.name, setting(chance, option)));
            }
        }
        let name = game.id().rsplit('/').next().unwrap_or_default();
        let name: String = name.chars().take(8).collect();
        let deadline = *chance.pick(DEADLINES.as_slice());
        let seed = blake3::hash(&chance.seed().to_le_bytes())
            .to_hex()
            .to_string();
        let sealed = chance.one_in(2);
        Ok(Wanted {
            game,
            id: format!("{}-{}-{number}", name.trim_end_matches('-'), self.tick),
            scenario: scenario.name.clone(),
            players,
            robots,
            open,
            anonymous,
            options,
            deadline,
            seed,
            sealed,
        })
    }

    fn seat_players(&mut self, id: &CampaignId, wanted: &Wanted) {
        let seats = wanted
            .players
            .keys()
            .chain(&wanted.robots)
            .copied()
            .collect();
        let mut played = Played::of(seats);
        played.players.clone_from(&wanted.players);
        played.anonymous = wanted.anonymous;
        self.running.insert(id.clone(), played);
    }

    /// The referee edits campaign.toml.
    pub(super) fn arrange(&mut self, id: &CampaignId) -> Result<(), String> {
        let dir = layout().campaign(id);
        let text = self
            .disk
            .bytes(&dir.config())
            .ok_or("campaign.toml is gone")?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let config = CampaignConfig::parse("campaign.toml", &text);
        let mut config = config.map_err(|it| it.to_string())?;
        schedule(&mut self.chance, &mut config.schedule)?;
        if self.options.steady {
            consent(&mut self.chance, &mut config)?;
        }
        for holder in config.seats.values_mut() {
            if let Holder::Player(player) = holder
                && self.chance.one_in(3)
            {
                player.zone = Some(self.chance.pick(&ZONES).parse()?);
                player.name_public = true;
            }
        }
        config.public.open_to_watch = self.chance.one_in(2);
        config.press.anonymous_news = self.chance.one_in(2);
        for number in 0..self.chance.below(3) {
            let address = format!("observer{number}@fans.example").parse()?;
            config
                .observers
                .insert(format!("Observer {number}"), address);
        }
        self.write(&dir.config(), config.to_text().as_bytes());
        Ok(())
    }

    /// Puts a file in place by hand.
    pub(super) fn write(&self, path: &std::path::Path, bytes: &[u8]) {
        let written = replace(&self.disk, path, bytes, Access::Private);
        written.expect("a disk in memory has room");
    }

    /// Campaigns that are over and delivered are moved away, and their archive to another disk.
    pub(super) fn archive_campaigns(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let done = |campaign: &&CampaignId| {
            let played = &self.running[*campaign];
            played.over && played.damage.is_none() && played.entries.nothing_waits()
        };
        let ids: Vec<CampaignId> = self.running.keys().filter(done).cloned().collect();
        for id in ids {
            if !self.chance.one_in(5) {
                continue;
            }
            self.same_as_ever(&id)?;
            if self.chance.one_in(3) {
                self.derived(&id)?;
                self.accounted(&id)?;
            }
            let away = id.clone();
            let (done, _) = self.process(Trouble::Never, meddler, |club| {
                campaigns::archive(&*club.fs, &club.layout, &away)?;
                club.fs.remove_file(&club.layout.archived_file(&away))?;
                Ok(club.fs.sync_dir(&club.layout.archive())?)
            });
            done.map_err(|it| format!("{id} cannot be archived: {it:#}"))?;
            self.forget(&id);
        }
        self.mails.clear_away(&self.disk, &path("mail/cur"));
        Ok(())
    }
}

/// Who sits where: at least one person, and as many as the game needs.
fn seats(
    chance: &mut Chance,
    card: &GameCard,
    places: Vec<Seat>,
) -> (BTreeMap<Seat, String>, Vec<Seat>) {
    let least = u32::from(card.seats_min);
    let most = u32::try_from(places.len()).unwrap_or(least);
    let count = least + chance.below(most.saturating_sub(least) + 1);
    let mut open = places;
    let mut taken = Vec::new();
    // Whoever referees is there, and then no robot is.
    let mut referee = card.seats.iter().filter(|it| it.referees).map(|it| it.name);
    let referee = referee.next();
    for place in 0..count {
        let drawn = *chance.pick(&open);
        let seat = referee.filter(|_| place == 0).unwrap_or(drawn);
        open.retain(|it| *it != seat);
        taken.push(seat);
    }
    let mut players = BTreeMap::new();
    let mut robots = Vec::new();
    for (place, seat) in (0..).zip(taken) {
        if place > 0 && chance.one_in(4) && referee.is_none() {
            robots.push(seat);
        } else {
            let number = chance.below(40) * 8 + place;
            players.insert(seat, format!("player{number}@example.org"));
        }
    }
    (players, robots)
}

/// Any value the card allows.
fn setting(chance: &mut Chance, option: &OptionCard) -> String {
    if let Some([least, most]) = option.range {
        let width = u32::try_from(most - least).unwrap_or(0);
        return (least + i64::from(chance.below(width + 1))).to_string();
    }
    match (option.values.as_slice(), &option.default) {
        ([], Setting::Switch(_)) => chance.one_in(2).to_string(),
        ([], Setting::Number(number)) => number.to_string(),
        ([], Setting::Word(word)) => word.clone(),
        (values, _) => chance.pick(values).clone(),
    }
}

/// What the players may decide, and what is done about missing orders.
fn consent(chance: &mut Chance, config: &mut CampaignConfig) -> Result<(), String> {
    let absence = &mut config.absence;
    absence.extend = match chance.below(3) {
        0 => None,
        _ => Some(Extend {
            by: chance.pick(&["1h", "24h", "2d"]).parse()?,
            each: 1 + u8::from(chance.one_in(2)),
        }),
    };
    absence.robot_after_missed = *chance.pick(&[0, 0, 2, 4]);
    absence.skip_after = *chance.pick(&[0, 3, 5]);
    let letters = [
        LettersPassed::Private,
        LettersPassed::Public,
        LettersPassed::Anonymous,
        LettersPassed::None,
    ];
    config.press.letters = *chance.pick(&letters);
    let needs = [Needs::Majority, Needs::All, Needs::Never];
    let votes = &mut config.votes;
    for kind in [
        &mut votes.extend,
        &mut votes.draw,
        &mut votes.concede,
        &mut votes.end,
    ] {
        *kind = *chance.pick(&needs);
    }
    Ok(())
}

fn schedule(chance: &mut Chance, schedule: &mut Schedule) -> Result<(), String> {
    schedule.zone = chance.pick(&ZONES).parse()?;
    schedule.grace = chance.pick(&LENGTHS).parse()?;
    schedule.when_all_in = match chance.below(4) {
        0 => WhenAllIn::WaitForDeadline,
        1 => WhenAllIn::ResolveAfter("2h".parse()?),
        _ => WhenAllIn::ResolveAtOnce,
    };
    let reminders = match chance.below(3) {
        0 => Vec::new(),
        1 => vec!["6h"],
        _ => vec!["2d", "12h", "1h"],
    };
    let lengths = reminders.into_iter().map(str::parse);
    schedule.reminders = lengths.collect::<Result<_, _>>()?;
    if chance.one_in(3) {
        let days = ["2026-10-25", "2026-12-20..2027-01-05", "2027-03-28"];
        let days = days.iter().map(|it| it.parse());
        schedule.holidays = days.collect::<Result<_, _>>()?;
    }
    schedule.review = chance.one_in(5);
    schedule.hold_if_silent = match chance.below(5) {
        0 => HoldIfSilent::AtLeast(NonZeroU8::MIN),
        1 => HoldIfSilent::All,
        _ => HoldIfSilent::Never,
    };
    Ok(())
}
