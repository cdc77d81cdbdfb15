//! What can be computed from what is open at sea: who is where, who may pass and shoot where, and
//! what things cost. Rules, decisions, advice and robot use the same.
//!
//! Not here: what a line means (`decide`).

use super::board::{Board, Direction, Passage};
use super::data::{Blocks, CardCode, Deck, Part, Resource, Tables, Upgrade, Weapon};
use super::refusal::Refusal;
use super::state::{Monster, Sea, Ship, Turn, Ways};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use packetboat_kit::ways::way;
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
        let killed = u32::try_from(ship.killed.len()).expect("monsters are few");
        let held = [self.outpost == Some(seat), ship.collects(tables)];
        let held: u32 = held.into_iter().map(u32::from).sum();
        let points = ship.sunk + ship.kings + killed + held;
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
        let around = |hex: Hex| {
            self.open_steps(board, me, hex)
                .map(|it| it.1)
                .collect::<Vec<_>>()
        };
        way(from, goals, around, |it| calm(it).then_some((1, 0)))
    }

    /// What an outpost costs now (R39).
    pub fn outpost_price(&self, tables: &Tables) -> Blocks {
        match self.outpost {
            None => tables.prices.outpost_first,
            Some(_) => tables.prices.outpost_takeover,
        }
    }

    /// May this ship buy this, whatever it costs? Only if it does not own one; no upgrade asks for
    /// another (R42).
    ///
    /// # Errors
    /// Why not.
    pub fn may_own(&self, me: Seat, upgrade: Upgrade) -> Result<(), Refusal> {
        if self.ship(me).owns(upgrade) {
            Err(Refusal::Owned {
                upgrade: upgrade.words(),
            })
        } else {
            Ok(())
        }
    }

    /// May this ship build a blockade there, whatever it costs (R8, R40)?
    ///
    /// # Errors
    /// Why not.
    pub fn may_close(
        &self,
        tables: &Tables,
        ways: &Ways,
        me: Seat,
        passage: &Passage,
    ) -> Result<(), Refusal> {
        if let Some(owner) = self.builder(&passage.name) {
            return Err(Refusal::Closed {
                passage: passage.name.clone(),
                by: (owner != me).then(|| tables.title(owner)),
            });
        }
        let here = self.ship(me).hex;
        let beside = passage.sides.iter().flatten().any(|it| *it == here);
        if ways.blockade_anywhere || beside {
            Ok(())
        } else {
            Err(Refusal::NotBesidePassage {
                passage: passage.name.clone(),
            })
        }
    }

    /// May this ship trade so (R26)?
    ///
    /// # Errors
    /// Why not.
    pub fn may_trade(
        &self,
        tables: &Tables,
        turn: &Turn,
        me: Seat,
        give: Resource,
        take: Resource,
    ) -> Result<(), Refusal> {
        if !self.ship(me).owns(Upgrade::Tradingpost) {
            return Err(Refusal::NoTradingPost);
        }
        if turn.traded {
            return Err(Refusal::TradedBefore);
        }
        match self.ship(me).blocks.get(give) {
            2.. => {}
            held => return Err(Refusal::TradeTakes { give, held }),
        }
        match self.bank(tables).get(take) {
            0 => Err(Refusal::BankLacks { resource: take }),
            _ => Ok(()),
        }
    }

    /// May this ship build the outpost, whatever it costs (R24, R25)? A monster there does not
    /// hinder it (R19).
    ///
    /// # Errors
    /// Why not.
    pub fn may_build_outpost(&self, board: &Board, me: Seat) -> Result<(), Refusal> {
        if self.outpost == Some(me) {
            return Err(Refusal::OutpostOwned);
        }
        if self.ship(me).hex == board.isle {
            Ok(())
        } else {
            Err(Refusal::NotAtIsle)
        }
    }

    /// May this ship pay the King, whatever it costs (R10)?
    ///
    /// # Errors
    /// Why not.
    pub fn may_pay_king(&self, ways: &Ways, me: Seat) -> Result<(), Refusal> {
        if ways.king_once && self.ship(me).kings > 0 {
            Err(Refusal::KingPaid)
        } else {
            Ok(())
        }
    }

    /// Is this ship within reach of that weapon (R5, R31, R41)? A port gives no shelter (R47).
    ///
    /// # Errors
    /// Why not.
    pub fn in_reach(
        &self,
        tables: &Tables,
        me: Seat,
        target: &Ship,
        weapon: Weapon,
    ) -> Result<(), Refusal> {
        let (board, here) = (&tables.board, self.ship(me).hex);
        let (range, reach) = (
            board.distance(here, target.hex),
            weapon.reach(&tables.stats),
        );
        let who = tables.title(target.seat);
        if range > reach {
            return Err(match weapon {
                Weapon::Ram => Refusal::NotMet { who },
                _ => Refusal::OutOfReach {
                    who,
                    range,
                    reach,
                    weapon: weapon.word(),
                },
            });
        }
        let between = self.blockade(board, here, target.hex);
        match between.filter(|_| reach == tables.stats.cannon_range) {
            Some((passage, _)) => Err(Refusal::Between {
                passage: passage.name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// May this ship attack at all, and with that weapon, whatever it costs (R2, R9, R29, R32)?
    ///
    /// # Errors
    /// Why not.
    pub fn may_attack(
        &self,
        tables: &Tables,
        (ways, turn): (&Ways, &Turn),
        (me, hand): (Seat, &[CardCode]),
        weapon: Weapon,
    ) -> Result<(), Refusal> {
        let most = ways.attacks;
        if turn.rammed {
            return Err(Refusal::Rammed);
        }
        if turn.attacks >= most {
            return Err(Refusal::Attacked);
        }
        if weapon == Weapon::Ram && (turn.attacks > 0 || turn.bought) {
            return Err(Refusal::NoRam);
        }
        if let Some(gun) = weapon.gun().filter(|it| !self.ship(me).owns(*it)) {
            return Err(Refusal::NoGun {
                weapon,
                gun: gun.words(),
            });
        }
        let Some(card) = weapon.card() else {
            return Ok(());
        };
        let held = |cards: &[CardCode]| cards.iter().filter(|it| **it == card).count();
        let card = tables.card(card).name.clone();
        match (held(hand), held(&turn.locked)) {
            (0, _) => Err(Refusal::NotHeld { card }),
            (held, locked) if held <= locked => Err(Refusal::DrawnNow { card }),
            _ => Ok(()),
        }
    }

    /// Can this ship pay so much?
    ///
    /// # Errors
    /// What it lacks.
    pub fn can_pay(&self, me: Seat, price: &Blocks) -> Result<(), Refusal> {
        let held = self.ship(me).blocks;
        if held.has(price) {
            Ok(())
        } else {
            Err(Refusal::Lacks {
                price: price.words(),
                lacks: price.less(&held).words(),
            })
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
