//! The ships of one side of a fight, or of an expedition in a storm: which are lost, and what
//! becomes of those aboard (3.8, 3.10).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label, LeaderId};
use super::super::land::parties;
use super::super::men::{Hull, Men, Ships};
use super::super::reckon::cargo;
use super::super::state::{Expedition, Lot, Ship, State};
use super::events::Event;
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// A leader of a lost ship reaches another one up to this die (3.8, 3.10).
pub(super) const SAVED_TO: u32 = 3;

/// The ships of one power that stand together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Side {
    /// Whose.
    pub(super) seat: Seat,
    /// Their expeditions.
    pub(super) labels: Vec<Label>,
    /// The hex whose ships in no expedition stand with them.
    pub(super) docks: Option<Hex>,
}

/// A ship that is lost, with all that was aboard.
#[derive(Debug, Clone)]
pub(super) struct Wreck {
    /// Of which expedition; none: of those that lay in a Port.
    pub(super) label: Option<Label>,
    /// The ship.
    pub(super) ship: Ship,
}

impl Side {
    /// All ships of a power in a hex: they stand together (3.8, Q83).
    pub(super) fn at(state: &State, seat: Seat, hex: Hex) -> Side {
        let expeditions = state.own(seat).expeditions.iter();
        let here = expeditions.filter(|(_, it)| it.at == At::Hex(hex));
        Side {
            seat,
            labels: here.map(|(label, _)| *label).collect(),
            docks: Some(hex),
        }
    }

    /// One expedition.
    pub(super) fn of(seat: Seat, label: Label) -> Side {
        Side {
            seat,
            labels: vec![label],
            docks: None,
        }
    }

    fn expeditions<'a>(&'a self, state: &'a State) -> impl Iterator<Item = &'a Expedition> {
        let all = &state.own(self.seat).expeditions;
        self.labels.iter().filter_map(move |it| all.get(it))
    }

    fn docked(&self, state: &State) -> Ships {
        let docks = &state.own(self.seat).docks;
        let here = self.docks.and_then(|it| docks.get(&At::Hex(it)));
        here.copied().unwrap_or(Ships::NONE)
    }

    /// Its ships by kind.
    pub(super) fn fleet(&self, state: &State) -> Ships {
        let mut fleet = self.docked(state);
        self.expeditions(state).for_each(|it| fleet += it.fleet());
        fleet
    }

    /// Soldiers aboard.
    pub(super) fn soldiers(&self, state: &State) -> u32 {
        self.expeditions(state).map(|it| it.men().soldiers).sum()
    }

    /// Leaders aboard.
    pub(super) fn leaders(&self, state: &State) -> Vec<LeaderId> {
        self.expeditions(state)
            .flat_map(Expedition::leaders)
            .collect()
    }

    /// Every ship it has: of which expedition, which of its ships, what kind.
    fn posts(&self, state: &State) -> Vec<(Option<Label>, usize, Hull)> {
        let mut posts = Vec::new();
        for label in &self.labels {
            let Some(expedition) = state.own(self.seat).expeditions.get(label) else {
                continue;
            };
            let ships = expedition.ships.iter().enumerate();
            posts.extend(ships.map(|(at, it)| (Some(*label), at, it.hull)));
        }
        let docked = self.docked(state);
        for hull in Hull::ALL {
            posts.extend((0..docked.get(hull)).map(|_| (None, 0, hull)));
        }
        posts
    }

    /// Loses so many ships, drawn at random one by one from the hidden bowl; with `spare`,
    /// Galleon Fleets only when no other ship is left (3.8).
    pub(super) fn lose(
        &self,
        state: &mut State,
        count: u32,
        spare: bool,
        cx: &mut Cx<'_>,
    ) -> Vec<Wreck> {
        let mut wrecks = Vec::new();
        for gone in 0..count {
            let mut posts = self.posts(state);
            if spare && posts.iter().any(|(_, _, it)| *it != Hull::Galleon) {
                posts.retain(|(_, _, it)| *it != Hull::Galleon);
            }
            let sides = u32::try_from(posts.len()).expect("few ships");
            let drawn = match sides {
                0 => break,
                // When all go down there is nothing to be drawn.
                _ if sides <= count - gone => 0,
                _ => cx.dice.one(Bowl::Hidden, "ship lost", sides) - 1,
            };
            let (label, at, hull) = posts[drawn as usize];
            wrecks.push(self.take(state, label, at, hull));
        }
        wrecks
    }

    fn take(&self, state: &mut State, label: Option<Label>, at: usize, hull: Hull) -> Wreck {
        let own = state.own_mut(self.seat);
        let ship = match label {
            Some(label) => {
                let expedition = own.expeditions.get_mut(&label).expect("it has a post");
                expedition.ships.remove(at)
            }
            None => {
                let hex = self.docks.expect("it has a post");
                let docks = own.docks.get_mut(&At::Hex(hex)).expect("it has a post");
                *docks.slot(hull) -= 1;
                if docks.is_empty() {
                    own.docks.remove(&At::Hex(hex));
                }
                Ship::new(hull)
            }
        };
        Wreck { label, ship }
    }

    /// What is left to do once ships are lost: leaders may reach another ship of the side (die
    /// 1 to 3), men aboard are dead, expeditions without a ship are no more, nor are their marks
    /// (Q78). Those who had landed are the caller's business.
    pub(super) fn settle(
        &self,
        tables: &Tables,
        state: &mut State,
        wrecks: &[Wreck],
        cause: &str,
        cx: &mut Cx<'_>,
    ) {
        let place = self.place(tables, state);
        for wreck in wrecks {
            for leader in &wreck.ship.leaders {
                self.rescue(tables, state, wreck.label, *leader, cx);
            }
        }
        let mut lost: BTreeMap<Label, u32> = BTreeMap::new();
        for label in wrecks.iter().filter_map(|it| it.label) {
            *lost.entry(label).or_default() += 1;
        }
        for label in lost.keys() {
            let own = state.own_mut(self.seat);
            *own.lost.entry(*label).or_default() += lost[label];
            let ended = own
                .expeditions
                .get(label)
                .is_none_or(|it| it.ships.is_empty());
            self.tell_owner(*label, wrecks, ended, cx);
            if ended {
                state.own_mut(self.seat).expeditions.remove(label);
            }
            parties::drowned(state, self.seat, *label);
        }
        if !wrecks.is_empty() {
            let ships = fleet_of(wrecks).words();
            cx.announce(
                Event::ShipsLost {
                    seat: self.seat,
                    ships,
                    at: place,
                    cause: cause.to_owned(),
                }
                .into(),
            );
        }
    }

    /// Where the side is, as everybody sees it.
    fn place(&self, tables: &Tables, state: &State) -> String {
        let at = self.expeditions(state).map(|it| it.at).next();
        let at = at.or(self.docks.map(At::Hex)).unwrap_or(At::Europe);
        tables.map.at_name(at)
    }

    /// A leader aboard a lost ship: another of his own expedition takes him up if it has one,
    /// else one of the side's.
    fn rescue(
        &self,
        tables: &Tables,
        state: &mut State,
        label: Option<Label>,
        leader: LeaderId,
        cx: &mut Cx<'_>,
    ) {
        let own = state.own(self.seat);
        let afloat = |it: &&Label| {
            own.expeditions
                .get(*it)
                .is_some_and(|it| !it.ships.is_empty())
        };
        let first = label.iter().find(afloat);
        let ship = first.or_else(|| self.labels.iter().find(afloat)).copied();
        let die = ship.map(|_| cx.dice.one(Bowl::Hidden, "leader of a lost ship", 6));
        let saved = die.is_some_and(|it| it <= SAVED_TO);
        match ship.filter(|_| saved) {
            Some(label) => {
                let own = state.own_mut(self.seat);
                let expedition = own.expeditions.get_mut(&label).expect("it is afloat");
                cargo::berth(expedition, leader);
            }
            None => {
                state.bury(self.seat, leader);
            }
        }
        let event = Event::LeaderOfLostShip {
            seat: self.seat,
            leader: words::leader(tables, leader),
            die: die.unwrap_or(0),
            saved,
        };
        cx.tell(Audience::one(self.seat), event.into());
    }

    fn tell_owner(&self, label: Label, wrecks: &[Wreck], ended: bool, cx: &mut Cx<'_>) {
        let mut men = Men::NONE;
        let mut fleet = Ships::NONE;
        let mut gold = 0;
        for wreck in wrecks.iter().filter(|it| it.label == Some(label)) {
            men += wreck.ship.men;
            *fleet.slot(wreck.ship.hull) += 1;
            gold += words::ducats(&wreck.ship.gold);
        }
        let event = Event::WentDown {
            seat: self.seat,
            label,
            ships: fleet.words(),
            men: men.words(),
            gold,
            ended,
        };
        cx.tell(Audience::one(self.seat), event.into());
    }

    /// Takes gold off lost ships of the other side, as far as there is room; the rest sinks.
    /// Ducats taken.
    pub(super) fn salvage(&self, tables: &Tables, state: &mut State, wrecks: &mut [Wreck]) -> u32 {
        let mut taken = 0;
        for lot in wrecks.iter_mut().flat_map(|it| &mut it.ship.gold) {
            let ducats = self.stow(tables, state, *lot);
            lot.ducats -= ducats;
            taken += ducats;
        }
        taken
    }

    /// Puts gold aboard ships of the side, as far as there is room.
    pub(super) fn stow(&self, tables: &Tables, state: &mut State, lot: Lot) -> u32 {
        let own = state.own_mut(self.seat);
        let mut left = lot.ducats;
        for label in &self.labels {
            let Some(expedition) = own.expeditions.get_mut(label) else {
                continue;
            };
            let part = Lot {
                ducats: left,
                owner: self.seat,
                ..lot
            };
            left -= cargo::load_gold(tables, expedition, part);
        }
        lot.ducats - left
    }
}

/// Lost ships by kind.
pub(super) fn fleet_of(wrecks: &[Wreck]) -> Ships {
    let mut fleet = Ships::NONE;
    for wreck in wrecks {
        *fleet.slot(wreck.ship.hull) += 1;
    }
    fleet
}
