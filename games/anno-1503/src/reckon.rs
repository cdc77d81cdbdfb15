//! What can be computed from what is open: points, prices, what may be done and why not. Rules,
//! decisions, advice and robot share it.

use super::data::{Building, Good, Goods, Level, Tables, Tile};
use super::state::{Isle, Ship, Turn, World};
use super::{choice::Choice, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::{checks::unless, words::few};
use std::cmp::Reverse;

words! {
    /// Victory points, by what gives them (1.1).
    pub enum Point: names "point" {
        /// Gold.
        Gold = "gold",
        /// Branch offices.
        Branches = "branches",
        /// Trade agreements.
        Agreements = "agreements",
        /// Public buildings.
        Buildings = "buildings",
        /// Merchants.
        Merchants = "merchants",
    }
}

impl Isle {
    /// The buildings, in the order of their spaces.
    pub fn buildings(&self) -> Vec<Building> {
        self.people.iter().filter_map(|it| it.building).collect()
    }

    /// Whether it has this building.
    pub fn owns(&self, building: Building) -> bool {
        self.people.iter().any(|it| it.building == Some(building))
    }

    /// How many tiles for inhabitants are in use: those of pioneers and settlers, or the others.
    pub fn tiles(&self, low: bool) -> u32 {
        self.count(|it| it.is_low() == low)
    }

    /// How many inhabitants are so.
    pub fn count(&self, such: impl Fn(Level) -> bool) -> u32 {
        few(self.people.iter().filter(|it| such(it.level)))
    }

    /// Branch offices and trade agreements.
    pub fn island_tiles(&self) -> u32 {
        self.agreements + self.branch_count()
    }

    /// Branch offices.
    pub fn branch_count(&self) -> u32 {
        few(&self.branches)
    }

    /// The good of the branch office on a number.
    pub fn branch(&self, number: u32) -> Option<Good> {
        let found = self.branches.iter().find(|it| it.number == number);
        found.map(|it| it.good)
    }

    /// Inhabitants that a Fire does not spare.
    pub fn at_risk(&self, tables: &Tables) -> u32 {
        let spaces = self.people.iter().zip(&tables.island.spaces);
        few(spaces.filter(|(_, space)| !space.red))
    }

    /// What each point counts: how much of it there is, and how much gives it.
    pub fn tracks(&self, tables: &Tables) -> [(Point, u32, u32); 5] {
        let at = &tables.victory;
        let buildings = few(self.buildings());
        let merchants = self.count(|it| it == Level::Merchant);
        [
            (Point::Gold, self.gold, at.gold),
            (Point::Branches, self.branch_count(), at.branch),
            (Point::Agreements, self.agreements, at.agreement),
            (Point::Buildings, buildings, at.building),
            (Point::Merchants, merchants, at.merchant),
        ]
    }

    /// The points that its owner has, by what is owned now: gold spent below its mark gives none
    /// (R19).
    pub fn points(&self, tables: &Tables) -> Vec<Point> {
        let reached = self.tracks(tables).into_iter().filter(|it| it.1 >= it.2);
        reached.map(|it| it.0).collect()
    }

    /// How many points that are.
    pub fn vp(&self, tables: &Tables) -> u32 {
        few(self.points(tables))
    }

    /// What a card costs its owner: 1 gold less for each trade agreement (1.3).
    pub fn price(&self, tables: &Tables) -> u32 {
        tables.costs.buy.saturating_sub(self.agreements)
    }

    /// What a choice costs its owner in cards.
    pub fn cost(&self, tables: &Tables, choice: &Choice) -> Goods {
        let becomes = |space: &u32| self.can_rise(tables, *space).ok();
        match choice {
            Choice::Pioneer { .. } => tables.cost(Level::Pioneer),
            Choice::Develop { space, .. } => {
                becomes(space).map_or(Goods::NONE, |it| tables.cost(it))
            }
            Choice::Ship { .. } => tables.costs.ship,
            _ => Goods::NONE,
        }
    }

    /// A ship at sea.
    pub fn ship(&self, number: u32) -> Option<Ship> {
        self.ships.iter().find(|it| it.number == number).copied()
    }

    /// The number of the next ship.
    ///
    /// # Errors
    /// Why there is none.
    pub fn free_ship(&self, tables: &Tables) -> Result<u32, Refusal> {
        let most = tables.fleet.ships;
        let mut numbers = 1..=most;
        let free = numbers.find(|it| self.ship(*it).is_none());
        free.ok_or(Refusal::FleetOut { most })
    }

    /// The space on which the next pioneer would be placed, and whether a building comes with it:
    /// the first that is free, such as one that a Fire has freed (R4). The tile of somebody who has
    /// become a citizen is free for the pioneer (R2).
    ///
    /// # Errors
    /// Why there is none.
    pub fn next_space(&self, tables: &Tables) -> Result<(u32, bool), Refusal> {
        let space = tables.island.spaces.get(self.people.len());
        let space = space.ok_or(Refusal::SpacesTaken)?;
        let most = tables.island.ps_tiles;
        let in_use = Refusal::TilesInUse { most, low: true };
        unless(self.tiles(true) < most, || in_use)?;
        Ok((space.n, space.building))
    }

    /// Whether the inhabitant of a space can become more, apart from the cost (R3, R34): also one
    /// who has been developed in this turn (R33).
    ///
    /// # Errors
    /// Why not.
    pub fn can_rise(&self, tables: &Tables, space: u32) -> Result<Level, Refusal> {
        let person = space
            .checked_sub(1)
            .and_then(|it| self.people.get(it as usize));
        let person = person.ok_or(Refusal::Nobody { space })?;
        let next = person.level.next().ok_or(Refusal::AtTop { space })?;
        let stays = person.level.is_low() == next.is_low();
        let most = tables.island.cm_tiles;
        let in_use = Refusal::TilesInUse { most, low: false };
        unless(stays || self.tiles(false) < most, || in_use)?;
        Ok(next)
    }

    /// The lowest space whose inhabitant can become this (D4).
    ///
    /// # Errors
    /// Why there is none.
    pub fn riser(&self, tables: &Tables, level: Level) -> Result<u32, Refusal> {
        let spaces = (1..).zip(&self.people);
        let fitting = spaces
            .filter(|it| it.1.level.next() == Some(level))
            .map(|it| it.0);
        let mut why = None;
        for space in fitting {
            match self.can_rise(tables, space) {
                Ok(_) => return Ok(space),
                Err(reason) => why = Some(reason),
            }
        }
        let from = level.before().unwrap_or(level);
        Err(why.unwrap_or(Refusal::NobodyFor { level, from }))
    }

    /// What the inhabitant of a space pays for a card now (1.3). Nobody takes a second card in a
    /// turn: not a citizen of spice (R1), not with a building (R20), not once developed (R21).
    pub fn pays(&self, tables: &Tables, turn: &Turn, space: u32, good: Good) -> Option<u32> {
        let person = self.people.get((space as usize).checked_sub(1)?)?;
        let fresh = !turn.sold.contains(&space);
        fresh
            .then(|| tables.pays(person.level, good, |it| self.owns(it)))
            .flatten()
    }

    /// The lowest space that still buys a good.
    pub fn buyer(&self, tables: &Tables, turn: &Turn, good: Good) -> Option<u32> {
        let mut spaces = 1..=few(&self.people);
        spaces.find(|it| self.pays(tables, turn, *it, good).is_some())
    }

    /// How a tile can be used (R13): at which bridges, as its owner chooses (R11), for the
    /// inhabitants of which spaces, or 0.
    pub fn uses(&self, tables: &Tables, tile: Tile) -> Vec<u32> {
        let open = match tile {
            Tile::Gold => true,
            Tile::Agreement => self.agreements < tables.island.agreement_slots,
            Tile::Upgrade => {
                let spaces = 1..=few(&self.people);
                let able = spaces.filter(|it| self.can_rise(tables, *it).is_ok());
                return able.collect();
            }
            _ => return self.free_bridges(tables),
        };
        Vec::from_iter(open.then_some(0))
    }

    /// Whether a tile could be used.
    ///
    /// # Errors
    /// It could not.
    pub fn can_use(&self, tables: &Tables, tile: Tile) -> Result<(), Refusal> {
        let some = !self.uses(tables, tile).is_empty();
        unless(some, || Refusal::NoChoice)
    }

    /// Bridges without a branch office, lowest first.
    pub fn free_bridges(&self, tables: &Tables) -> Vec<u32> {
        let free = self.island(tables).bridges.iter().copied();
        free.filter(|it| self.branch(*it).is_none()).collect()
    }
}

impl World {
    /// How many play.
    pub fn seats(&self) -> u32 {
        few(&self.isles)
    }

    /// The island of a seat.
    ///
    /// # Panics
    /// If it is not at the table.
    pub fn isle(&self, seat: Seat) -> &Isle {
        let found = self.isles.iter().find(|it| it.seat == seat);
        found.expect("every seat has an island")
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// If it is not at the table.
    pub fn isle_mut(&mut self, seat: Seat) -> &mut Isle {
        let found = self.isles.iter_mut().find(|it| it.seat == seat);
        found.expect("every seat has an island")
    }

    /// All seats in seat order, this one first (R28).
    pub fn from(&self, seat: Seat) -> Vec<Seat> {
        let at = self.order.iter().position(|it| *it == seat).unwrap_or(0);
        let mut order = self.order.clone();
        order.rotate_left(at);
        order
    }

    /// Tiles that everybody sees: on home islands, and out of the game.
    pub fn laid_open(&self) -> Vec<Tile> {
        let isle = |isle: &Isle| {
            let agreements = (0..isle.agreements).map(|_| Tile::Agreement);
            let branches = isle.branches.iter().map(|it| Tile::branch(it.good));
            agreements.chain(branches).collect::<Vec<_>>()
        };
        let open = self.isles.iter().flat_map(isle);
        open.chain(self.gone.iter().copied()).collect()
    }

    /// How many of a building are in the common stock: none is reserved for a seat whose turn is
    /// still to come (R37).
    pub fn left(&self, tables: &Tables, building: Building) -> u32 {
        let owned = few(self.isles.iter().filter(|it| it.owns(building)));
        tables.copies(building, self.seats()).saturating_sub(owned)
    }

    /// Whether a seat may take a building (1.5).
    ///
    /// # Errors
    /// Why not.
    pub fn may_build(&self, tables: &Tables, me: Seat, building: Building) -> Result<(), Refusal> {
        let owned = self.isle(me).owns(building);
        unless(!owned, || Refusal::Owned { building })?;
        let left = self.left(tables, building);
        unless(left > 0, || Refusal::NoneLeft { building })
    }

    /// The opponent with most points, then gold, then next in seat order (4.2).
    pub fn leader(&self, tables: &Tables, me: Seat) -> Option<Seat> {
        let others = self.from(me).into_iter().skip(1);
        others.min_by_key(|seat| {
            let isle = self.isle(*seat);
            Reverse((isle.vp(tables), isle.gold))
        })
    }

    /// Action points that a ship has left in a turn (1.4, R23).
    pub fn points_left(&self, tables: &Tables, me: Seat, turn: &Turn, ship: u32) -> u32 {
        let yard = self.isle(me).owns(Building::Shipyard);
        let times = if yard { tables.fleet.shipyard } else { 1 };
        (times * tables.ship_points(self.seats())).saturating_sub(turn.used(ship))
    }
}
