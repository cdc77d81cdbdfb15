//! What a seat may do now, and all that keeps it from it, with the numbers: play, wishes and notes
//! on lines ask here.
//!
//! Not here: what a line means (`decide`), and what a choice changes (`phases`).

use super::choice::{Choice, Question, choices};
use super::data::{Blocks, Resource, Tables, Upgrade, Weapon};
use super::{board::Direction, refusal::Refusal, state::Ship, view::View};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::{checks::unless, hex::Hex};

/// Whether something may be done; if not, why.
pub type May = Result<(), Refusal>;

/// The seat that looks, and what it sees.
#[derive(Clone, Copy)]
pub struct Eye<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// What the seat sees.
    pub view: &'a View,
}

impl<'a> Eye<'a> {
    /// By these tables, of this view.
    pub fn of(tables: &'a Tables, view: &'a View) -> Self {
        Eye { tables, view }
    }

    /// May this be chosen now?
    ///
    /// # Errors
    /// Why not: what the seat meets first.
    pub fn permits(&self, question: &Question, choice: &Choice) -> May {
        let why = self.obstacles(question, choice);
        why.into_iter().next().map_or(Ok(()), Err)
    }

    /// All that keeps a choice from being made now; nothing if it may.
    pub fn obstacles(&self, question: &Question, choice: &Choice) -> Vec<Refusal> {
        let (view, board) = (self.view, &self.tables.board);
        let fresh = || unless(!view.turn.rammed, || Refusal::Rammed);
        let all = match (question, choice) {
            (Question::Move | Question::Extra, Choice::Sail { to: None, .. })
            | (Question::Act, Choice::Rest) => vec![],
            (Question::Move | Question::Extra, Choice::Sail { to: Some(hex), .. }) => {
                let steps = view.sea.steps(board, view.mine());
                let open = !view.turn.still && steps.iter().any(|it| it.1 == *hex);
                vec![unless(open, || Refusal::NoStep { hex: *hex })]
            }
            (Question::Free { from }, Choice::Take { resource }) => {
                let resource = *resource;
                let there = self.on_offer(*from).get(resource) > 0;
                vec![unless(there, || Refusal::NoBlock { resource })]
            }
            (Question::Act, Choice::Trade { give, take }) => vec![self.trade(*give, *take)],
            (Question::Act, Choice::Buy { upgrade }) => {
                vec![self.own(*upgrade), fresh(), self.pay(choice)]
            }
            (Question::Act, Choice::Outpost) => vec![self.settle(), self.pay(choice)],
            (Question::Act, Choice::Blockade { passage }) => {
                vec![self.close(passage), fresh(), self.pay(choice)]
            }
            (Question::Act, Choice::King) => vec![self.please_king(), self.pay(choice)],
            (Question::Act, Choice::Attack { target, weapon }) => {
                let ship = view.sea.ship(*target);
                let who = || self.tables.title(*target);
                let met = *weapon != Weapon::Ram || view.turn.met.contains(target);
                let met = unless(met, || Refusal::NotMet { who: who() });
                vec![
                    self.attack_with(*weapon),
                    unless(!ship.truce, || Refusal::Truce { who: who() }),
                    met.and_then(|()| self.reach(ship, *weapon)),
                    self.pay(choice),
                ]
            }
            (question, choice) => {
                let there = choices(view, question).contains(choice);
                vec![unless(there, || Refusal::NoChoice)]
            }
        };
        all.into_iter().filter_map(Result::err).collect()
    }

    /// What may be taken: from the bank, or of another ship.
    pub fn on_offer(&self, from: Option<Seat>) -> Blocks {
        let sea = &self.view.sea;
        from.map_or_else(|| sea.bank(self.tables), |it| sea.ship(it).blocks)
    }

    /// That the price of a choice can be paid.
    ///
    /// # Errors
    /// What it lacks.
    pub fn pay(&self, choice: &Choice) -> May {
        let price = self.view.sea.price(self.tables, choice);
        let lacks = price.lacking(&self.view.own().blocks);
        lacks.map_or(Ok(()), |lacks| {
            let (price, lacks) = (price.words(), lacks.words());
            Err(Refusal::Lacks { price, lacks })
        })
    }

    /// Only if it does not own one; no upgrade asks for another (R42).
    fn own(&self, upgrade: Upgrade) -> May {
        unless(!self.view.own().owns(upgrade), || Refusal::Owned {
            upgrade: upgrade.words(),
        })
    }

    /// A blockade there (R8, R40).
    fn close(&self, name: &str) -> May {
        let (me, passage) = (self.view.mine(), name.to_owned());
        if let Some(owner) = self.view.sea.builder(name) {
            let by = (owner != me).then(|| self.tables.title(owner));
            return Err(Refusal::Closed { passage, by });
        }
        let here = self.view.own().hex;
        let mut sides = self.tables.board.passage(name).sides.iter().flatten();
        let near = self.view.ways.blockade_anywhere || sides.any(|it| *it == here);
        unless(near, || Refusal::NotBesidePassage { passage })
    }

    /// A trade (R26).
    fn trade(&self, give: Resource, resource: Resource) -> May {
        let (own, turn) = (self.view.own(), &self.view.turn);
        let held = own.blocks.get(give);
        unless(own.owns(Upgrade::Tradingpost), || Refusal::NoTradingPost)?;
        unless(!turn.traded, || Refusal::TradedBefore)?;
        unless(held >= 2, || Refusal::TradeTakes { give, held })?;
        let bank = self.view.sea.bank(self.tables).get(resource);
        unless(bank > 0, || Refusal::BankLacks { resource })
    }

    /// The outpost (R24, R25). A monster there does not hinder it (R19).
    fn settle(&self) -> May {
        let isle = self.tables.board.isle;
        let owned = self.view.sea.outpost == self.view.me;
        unless(!owned, || Refusal::OutpostOwned)?;
        unless(self.view.own().hex == isle, || Refusal::NotAtIsle)
    }

    /// The King (R10).
    fn please_king(&self) -> May {
        let paid = self.view.ways.king_once && self.view.own().kings > 0;
        unless(!paid, || Refusal::KingPaid)
    }

    /// That a ship is within reach of a weapon (R5, R31, R41). A port gives no shelter (R47).
    ///
    /// # Errors
    /// Why not.
    pub fn reach(&self, target: &Ship, weapon: Weapon) -> May {
        let (board, here) = (&self.tables.board, self.view.own().hex);
        let stats = &self.tables.stats;
        let (range, reach) = (board.distance(here, target.hex), weapon.reach(stats));
        let who = self.tables.title(target.seat);
        unless(range <= reach, || match weapon.word() {
            _ if weapon == Weapon::Ram => Refusal::NotMet { who },
            weapon => Refusal::OutOfReach {
                who,
                range,
                reach,
                weapon,
                nearest: false,
            },
        })?;
        let between = self.view.sea.blockade(board, here, target.hex);
        match between.filter(|_| reach == stats.cannon_range) {
            Some((passage, _)) => Err(Refusal::Between {
                passage: passage.name.clone(),
            }),
            None => Ok(()),
        }
    }

    /// An attack at all, and one with that weapon (R2, R9, R29, R32).
    ///
    /// # Errors
    /// Why not.
    pub fn attack_with(&self, weapon: Weapon) -> May {
        let (view, turn) = (self.view, &self.view.turn);
        unless(!turn.rammed, || Refusal::Rammed)?;
        unless(turn.attacks < view.ways.attacks, || Refusal::Attacked)?;
        let rams = weapon == Weapon::Ram && (turn.attacks > 0 || turn.bought);
        unless(!rams, || Refusal::NoRam)?;
        if let Some(gun) = weapon.gun().filter(|it| !view.own().owns(*it)) {
            let gun = gun.words();
            return Err(Refusal::NoGun { weapon, gun });
        }
        let Some(card) = weapon.card() else {
            return Ok(());
        };
        let of = |cards: &[_]| cards.iter().filter(|it| **it == card).count();
        let (held, locked) = (of(&view.hand), of(&turn.locked));
        let card = self.tables.card(card).name.clone();
        unless(held > locked, || match held {
            0 => Refusal::NotHeld { card },
            _ => Refusal::DrawnNow { card },
        })
    }

    /// One step that way; onto a monster only if the line says FIGHT (D3).
    ///
    /// # Errors
    /// Why not.
    pub fn step(&self, way: Direction, fight: bool) -> Result<Hex, Refusal> {
        let (board, sea) = (&self.tables.board, &self.view.sea);
        let here = self.view.own().hex;
        let beside = board.beside(here, way);
        let hex = beside.ok_or(Refusal::Edge { way, hex: here })?;
        self.water(hex)?;
        if let Some((passage, owner)) = sea.stops(board, self.view.mine(), here, hex) {
            return Err(Refusal::ClosedWay {
                by: self.tables.title(owner),
                passage: passage.name.clone(),
                hex,
            });
        }
        match sea.monsters_in(hex).next().filter(|_| !fight) {
            Some(monster) => {
                let name = self.tables.card(monster.card).name.clone();
                Err(Refusal::MonsterThere { name, hex })
            }
            None => Ok(hex),
        }
    }

    /// That a hex is of the sea.
    ///
    /// # Errors
    /// The land there.
    pub fn water(&self, hex: Hex) -> May {
        self.tables.board.land(hex).map_or(Ok(()), |land| {
            let (hex, land) = (hex.to_string(), land.to_owned());
            Err(Refusal::Land { hex, land })
        })
    }
}
