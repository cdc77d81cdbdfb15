//! People who come and go: they look for campaigns, stand by for seats that fall free, play for
//! others for some days, and confirm codes, their own and others'. And what must hold of seats: 27,
//! no seat is without a player for longer than its rules say while somebody waits for one; nobody
//! is counted as missing whose orders had come.
//!
//! Not here: what players write (`letters`), and campaigns that begin with all their players
//! (`found`).

use super::meddler::Meddler;
use super::newcomers::name_of;
use super::places::layout;
use super::played::Played;
use super::taken::Taking;
use super::world::World;
use crate::faulty::Trouble;
use packetboat::config::campaign::{CampaignConfig, Holder, Partner};
use packetboat::desk::club::standby_list::{OFFERED, StandbyList, Vacancy};
use packetboat::desk::commands::gather;
use packetboat::store::entry::{Note, Stop};
use packetboat::store::layout::CampaignId;
use packetboat_core::engine::seat::Seat;
use std::collections::BTreeMap;

/// How many people look for seats.
const SEEKERS: u32 = 12;

/// After so many ticks in which nothing goes wrong a free seat is offered.
const OFFERED_AFTER: u32 = 3;

/// One tick in this many the referee lets a campaign begin that waits for players.
const BEGUN_EVERY: u32 = 200;

impl World {
    /// What people write who look for a seat, and what the referee does about them.
    pub(super) fn seekers_write(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        for id in std::mem::take(&mut self.people.begun) {
            self.arrange(&id)?;
        }
        if self.chance.one_in(4) {
            self.one_seeks(meddler)?;
        }
        if self.chance.one_in(BEGUN_EVERY)
            && let Some(id) = self.one_of(&self.people.opening.clone())
        {
            let now = self.now;
            // With nobody at the table it does not begin, and that is well.
            let _ = self.process(Trouble::Never, meddler, |club| {
                gather::begin(club, id.as_str(), (&[], &[]), now)
            });
        }
        Ok(())
    }

    fn one_seeks(&mut self, meddler: &mut dyn Meddler) -> Result<(), String> {
        let address = format!("seeker{}@seekers.example", self.chance.below(SEEKERS));
        let running: Vec<CampaignId> = self.running.keys().cloned().collect();
        let any = self.one_of(&running);
        let any = any.map_or("no-such".to_owned(), |it| it.to_string());
        let open = self.one_of(&self.people.opening.clone());
        let open = open.map_or(any.clone(), |it| it.to_string());
        let own = self.people.codes.get(&address).cloned().unwrap_or_default();
        let all: Vec<String> = self.people.codes.values().flatten().cloned().collect();
        let code = |world: &mut World, from: &[String]| match from {
            [] => "CONFIRM abcd-efgh-jkmn".to_owned(),
            from => format!("CONFIRM {}", world.chance.pick(from)),
        };
        let says = match self.chance.below(20) {
            0 => "LIST".to_owned(),
            1..=5 => format!("JOIN {open}"),
            6 => format!("JOIN {open} NONE"),
            7 => format!("JOIN {any}"),
            8 | 9 => "STANDBY ANY".to_owned(),
            10 => format!("STANDBY {any}"),
            11 => "STANDBY NONE".to_owned(),
            12 => code(self, &all),
            _ => code(self, &own),
        };
        let bytes = self.vouched(format!("{} <{address}>", name_of(&address)), says);
        let now = self.now;
        self.put(&bytes, now, meddler)
    }

    /// Keeps the codes that a mail to somebody brings.
    pub(super) fn note_codes(&mut self, taking: &Taking) {
        let text = String::from_utf8_lossy(&taking.bytes);
        let codes = text.lines().filter_map(|it| it.split_once("CONFIRM "));
        let codes = codes.map(|it| it.1.trim().to_owned());
        let own = self.people.codes.entry(taking.to.clone()).or_default();
        own.extend(codes);
        let surplus = own.len().saturating_sub(4);
        own.drain(..surplus);
    }

    /// Campaigns that waited for players and have begun, or were taken back.
    pub(super) fn opened_begin(&mut self) -> Result<(), String> {
        for id in std::mem::take(&mut self.people.opening) {
            let (dir, waits) = (layout().campaign(&id), layout().waiting(&id));
            let Some(text) = self.disk.bytes(&dir.config()) else {
                if self.disk.bytes(&waits.config()).is_some() {
                    self.people.opening.push(id);
                }
                continue;
            };
            let text = String::from_utf8_lossy(&text).into_owned();
            let config = CampaignConfig::parse("campaign.toml", &text);
            let config = config.map_err(|it| format!("27: {id}: {it}"))?;
            let mut played = Played::of(config.seats.keys().copied().collect());
            played.anonymous = config.anonymous;
            for (seat, holder) in &config.seats {
                if let Holder::Player(player) = holder {
                    let address = player.address.to_string();
                    played.players.insert(*seat, address);
                }
            }
            self.running.insert(id.clone(), played);
            self.people.begun.push(id);
            self.tally.begun += 1;
            self.tally.joined += 1;
        }
        Ok(())
    }

    /// Invariant 27, first half: a seat that its player has left is offered while anybody stands by
    /// who may have it, and no offer is older than it may be. `smooth`: the tick met no trouble.
    pub(super) fn seats_are_offered(&mut self, smooth: bool) -> Result<(), String> {
        let club = self.club()?;
        if !StandbyList::is_there(&club) || !smooth {
            return Ok(());
        }
        let list = StandbyList::read(&club).map_err(|it| format!("27: {it:#}"))?;
        let mut empty = BTreeMap::new();
        for (id, played) in &self.running {
            let Some(last) = &played.entries.last else {
                continue;
            };
            if played.damage.is_some() || last.desk.stop == Stop::Over {
                continue;
            }
            for seat in played.players.keys() {
                if !last.desk.seats.get(*seat).left {
                    continue;
                }
                let is_it = |it: &&Vacancy| it.campaign == *id && it.seat == *seat;
                let vacancy = list.vacancies.iter().find(is_it);
                let offered = vacancy.is_some_and(|it| it.offer.is_some());
                if !offered && someone_may(&list, played, (id, vacancy)) {
                    let key = (id.clone(), *seat);
                    let since = self.people.empty.get(&key).copied();
                    empty.insert(key, since.unwrap_or(self.tick));
                }
            }
        }
        self.people.empty = empty;
        let waited = |it: &(&(CampaignId, Seat), &u32)| *it.1 + OFFERED_AFTER < self.tick;
        if let Some(((id, seat), _)) = self.people.empty.iter().find(waited) {
            return Err(format!(
                "27: {seat} of {id} is free, and is offered to nobody"
            ));
        }
        let old = |vacancy: &&Vacancy| {
            let offer = vacancy.offer.as_ref();
            offer.is_some_and(|it| !it.taken && it.at.plus(OFFERED) < self.now)
        };
        match list
            .vacancies
            .iter()
            .filter(|it| self.is_well(&it.campaign))
            .find(old)
        {
            None => Ok(()),
            Some(Vacancy { seat, campaign, .. }) => Err(format!(
                "27: {seat} of {campaign} is offered to somebody for longer than two days"
            )),
        }
    }

    fn is_well(&self, id: &CampaignId) -> bool {
        let played = self.running.get(id);
        played.is_some_and(|it| it.damage.is_none())
    }
}

/// Whether anybody stands by who may have a seat now.
fn someone_may(
    list: &StandbyList,
    played: &Played,
    (id, vacancy): (&CampaignId, Option<&Vacancy>),
) -> bool {
    let passed = vacancy.into_iter().flat_map(|it| &it.passed);
    let passed: Vec<&str> = passed.map(|it| it.who.address.as_str()).collect();
    list.people.iter().any(|person| {
        let address = person.who.address.as_str();
        let is_offered = |vacancy: &Vacancy| {
            let offer = vacancy.offer.as_ref();
            offer.is_some_and(|it| it.who.address.same_as(address))
        };
        person.campaign.as_ref().is_none_or(|it| it == id)
            && !passed.iter().any(|it| it.eq_ignore_ascii_case(address))
            && !list.vacancies.iter().any(is_offered)
            && !played.players.values().any(|it| it == address)
            && !played.others.iter().any(|it| it == address)
    })
}

impl Played {
    /// Notes who has each seat after an entry; whoever had it before has its old mails, and nobody
    /// else.
    pub(super) fn follow_seats(&mut self, note: &Note) {
        self.others.clear();
        for seat in self.seats.clone() {
            let record = note.desk.seats.get(seat);
            let Some(roster) = &record.roster else {
                continue;
            };
            let own: Option<Partner> = roster.parse().ok();
            let substitute = record.substitute.as_ref();
            self.others
                .extend(substitute.map(|it| it.who.address.to_string()));
            self.others
                .extend(own.as_ref().map(|it| it.address.to_string()));
            let plays = substitute.filter(|it| it.plays && note.desk.stop != Stop::Over);
            let now = plays.map(|it| it.who.address.to_string());
            let now = now.or(own.map(|it| it.address.to_string()));
            match now {
                None => drop(self.players.remove(&seat)),
                Some(now) => {
                    let before = self.players.insert(seat, now.clone());
                    if before.is_some_and(|it| it != now) {
                        self.changed += 1;
                    }
                }
            }
        }
    }
}
