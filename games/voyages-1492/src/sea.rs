//! What can be computed from what is open at sea: who is where, who may pass and shoot where, and
//! what things cost. Rules, decisions, advice and robot use the same.
//!
//! Not here: what a line means (`decide`), and what keeps a seat from a choice (`may`).

use super::board::{Board, Direction, Passage};
use super::choice::Choice;
use super::data::{Blocks, CardCode, Deck, Part, Tables, Upgrade, Weapon};
use super::state::{Monster, Sea, Ship};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::{hex::Hex, ways::way, words::few};
use std::cmp::Reverse;

impl Ship {
    /// Of hull or crew.
    pub fn part(&self, part: Part) -> u32 {
        match part {
            Part::Hull => self.hull,
            Part::Crew => self.crew,
        }
    }

    /// The same, to be changed.
    pub fn part_mut(&mut self, part: Part) -> &mut u32 {
        match part {
            Part::Hull => &mut self.hull,
            Part::Crew => &mut self.crew,
        }
    }

    /// Whether it owns this.
    pub fn owns(&self, upgrade: Upgrade) -> bool {
        self.upgrades.contains(&upgrade)
    }

    /// Whether it owns a gun.
    pub fn is_armed(&self) -> bool {
        self.owns(Upgrade::Cannon) || self.owns(Upgrade::Mortar)
    }

    /// Whether its collectibles give a point (R17).
    pub fn collects(&self, tables: &Tables) -> bool {
        self.collectibles.len() >= tables.stats.collectibles as usize
    }
}

/// What a shot takes off a ship: `die` is 0 where none is thrown (1.4, R14).
pub fn harm(tables: &Tables, weapon: Weapon, die: u32, victim: &Ship) -> (Part, u32) {
    let part = match weapon {
        Weapon::Grape | Weapon::Hook => Part::Crew,
        _ => Part::Hull,
    };
    let stats = &tables.stats;
    let by = match weapon {
        Weapon::Ram => stats.ram,
        other if other.is_rolled() && die >= stats.deadly => victim.part(part),
        other if other.is_rolled() => die,
        _ => stats.shot,
    };
    (part, by)
}

impl Sea {
    /// The ship of a seat.
    ///
    /// # Panics
    /// If it has none: prompts, answers and orders name seats of the table only.
    pub fn ship(&self, seat: Seat) -> &Ship {
        let found = self.ships.iter().find(|it| it.seat == seat);
        found.expect("only seats at the table are named")
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// As [`Sea::ship`].
    pub fn ship_mut(&mut self, seat: Seat) -> &mut Ship {
        let found = self.ships.iter_mut().find(|it| it.seat == seat);
        found.expect("only seats at the table are named")
    }

    /// The discards of a deck, to be changed.
    pub fn discards_mut(&mut self, deck: Deck) -> &mut Vec<CardCode> {
        match deck {
            Deck::Ship => &mut self.ship_discards,
            Deck::Wave => &mut self.wave_discards,
            Deck::Island => &mut self.island_discards,
            Deck::Trap => &mut self.trap_discards,
        }
    }

    /// The trap cards that lie openly, other than discards.
    pub fn traps_open(&self) -> impl Iterator<Item = &CardCode> {
        let ships = self.ships.iter();
        let kept = ships.flat_map(|it| it.collectibles.iter().chain(&it.killed));
        kept.chain(self.monsters.iter().map(|it| &it.card))
    }

    /// The other ships, from the player who plays next: the order in which ties are broken.
    pub fn rivals(&self, me: Seat) -> Vec<&Ship> {
        let place = self.order.iter().position(|it| *it == me).unwrap_or(0);
        let (before, behind) = self.order.split_at(place);
        let others = behind.iter().skip(1).chain(before);
        others.map(|it| self.ship(*it)).collect()
    }

    /// What no ship holds.
    pub fn bank(&self, tables: &Tables) -> Blocks {
        let held: Blocks = self.ships.iter().map(|it| it.blocks).sum();
        Blocks::each_of(tables.stats.bank_each).less(&held)
    }

    /// Points of prestige, from their sources (1.1).
    pub fn points(&self, tables: &Tables, seat: Seat) -> u32 {
        let ship = self.ship(seat);
        let held = u32::from(self.outpost == Some(seat)) + u32::from(ship.collects(tables));
        let points = ship.sunk + ship.kings + few(&ship.killed) + held;
        // Who has won keeps the points that were booked by then (R28).
        if self.winner == Some(seat) {
            points.min(tables.stats.win_pp)
        } else {
            points
        }
    }

    /// The opponent with most points.
    pub fn leader(&self, tables: &Tables, me: Seat) -> Option<&Ship> {
        let points = |it: &&Ship| Reverse(self.points(tables, it.seat));
        self.rivals(me).into_iter().min_by_key(points)
    }

    /// The opponents that can be robbed: those who have anything (R46).
    pub fn victims(&self, me: Seat) -> Vec<&Ship> {
        let mut rivals = self.rivals(me);
        rivals.retain(|it| !it.blocks.is_empty());
        rivals
    }

    /// The opponents that a duel may be against (R20, R21).
    pub fn duellists(&self, me: Seat) -> Vec<&Ship> {
        let mut rivals = self.rivals(me);
        rivals.retain(|it| !it.truce);
        rivals
    }

    /// Who has closed a passage.
    pub fn builder(&self, passage: &str) -> Option<Seat> {
        let found = self.blockades.iter().find(|it| it.passage == passage);
        found.map(|it| it.owner)
    }

    /// The blockade between two hexes beside each other: the passage, and whose. It is on their
    /// common side, and in neither (R6).
    pub fn blockade<'b>(
        &self,
        board: &'b Board,
        one: Hex,
        other: Hex,
    ) -> Option<(&'b Passage, Seat)> {
        let passage = board.between(one, other)?;
        Some((passage, self.builder(&passage.name)?))
    }

    /// The blockade that stops this ship between two hexes (R7). Only the upgrade is a Map, not the
    /// collectible Map to India (R43).
    pub fn stops<'b>(
        &self,
        board: &'b Board,
        me: Seat,
        one: Hex,
        other: Hex,
    ) -> Option<(&'b Passage, Seat)> {
        let found = self.blockade(board, one, other);
        found.filter(|it| it.1 != me && !self.ship(me).owns(Upgrade::Map))
    }

    /// The monsters in a hex, in the order in which they came.
    pub fn monsters_in(&self, hex: Hex) -> impl Iterator<Item = &Monster> {
        self.monsters.iter().filter(move |it| it.hex == hex)
    }

    /// The steps a ship could take, onto monsters and to any number of other ships too (R47).
    pub fn steps(&self, board: &Board, me: Seat) -> Vec<(Direction, Hex)> {
        let from = self.ship(me).hex;
        self.open_steps(board, me, from).collect()
    }

    fn open_steps(
        &self,
        board: &Board,
        me: Seat,
        from: Hex,
    ) -> impl Iterator<Item = (Direction, Hex)> {
        let around = board.around(from);
        around.filter(move |it| self.stops(board, me, from, it.1).is_none())
    }

    /// The steps that lead onto no monster.
    pub fn calm_steps(&self, board: &Board, me: Seat) -> Vec<(Direction, Hex)> {
        let mut steps = self.steps(board, me);
        steps.retain(|it| self.monsters_in(it.1).next().is_none());
        steps
    }

    /// A shortest way to within this many hexes of a goal, monsters avoided unless they are fought
    /// (D3); a goal that may not be entered is reached beside it. `None`: there is none.
    pub fn way(
        &self,
        board: &Board,
        me: Seat,
        (goal, within): (Hex, u32),
        fight: bool,
    ) -> Option<Vec<Hex>> {
        let from = self.ship(me).hex;
        if board.distance(from, goal) <= within {
            return Some(Vec::new());
        }
        let calm = |it: Hex| fight || self.monsters_in(it).next().is_none();
        let enters = board.land(goal).is_none() && calm(goal);
        let near = within.max(u32::from(!enters));
        let goals = board.sea().filter(|it| board.distance(*it, goal) <= near);
        let around = |hex: Hex| self.open_steps(board, me, hex).map(|it| it.1);
        way(from, goals, around, |it| calm(it).then_some((1, 0)))
    }

    /// What an outpost costs now (R39).
    pub fn outpost_price(&self, tables: &Tables) -> Blocks {
        match self.outpost {
            None => tables.prices.outpost_first,
            Some(_) => tables.prices.outpost_takeover,
        }
    }

    /// What a choice costs.
    pub fn price(&self, tables: &Tables, choice: &Choice) -> Blocks {
        let prices = &tables.prices;
        match choice {
            Choice::Buy { upgrade } => prices.upgrade(*upgrade),
            Choice::Outpost => self.outpost_price(tables),
            Choice::Blockade { .. } => prices.blockade,
            Choice::King => prices.king,
            Choice::Attack { weapon, .. } => prices.ammunition(*weapon),
            _ => Blocks::NONE,
        }
    }
}

impl Upgrade {
    /// As a sentence has it: `Trading Post`.
    pub fn words(self) -> &'static str {
        match self {
            Upgrade::Cannon => "Cannon",
            Upgrade::Mortar => "Mortar",
            Upgrade::Map => "Map",
            Upgrade::Tradingpost => "Trading Post",
        }
    }
}
