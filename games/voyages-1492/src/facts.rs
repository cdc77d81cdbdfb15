//! The tests of the order language, and what they look at.

use super::data::{Part, Resource, Tables};
use super::names::{goal, passages, players, resources, upgrades};
use super::{refusal::Refusal, state::Ship, view::View};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// How much of anything a test may ask for: more than anybody has.
const COUNT_MAX: i64 = 99;

/// The last round there can be.
const ROUND_MAX: i64 = 200;

/// Farther apart than two ships can be.
pub(super) const RANGE_MAX: i64 = 10;

/// The game as it is loaded: its tables, and the tests of its language.
pub struct Voyages {
    /// The tables.
    pub tables: Tables,
    /// The tests.
    pub facts: Facts<AtSea>,
}

/// The game in a step.
pub type Play<'a> = PlayOf<'a, Voyages>;

/// What tests look at.
pub struct AtSea;

/// That, for as long as a test takes.
pub struct At<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// What the seat sees.
    pub view: &'a View,
    /// In a REACT line: the shot.
    pub shot: Option<Shot>,
}

/// A shot, for as long as its target considers an answer.
#[derive(Debug, Clone, Copy)]
pub struct Shot {
    /// Who shoots.
    pub shooter: Seat,
    /// What it takes of.
    pub part: Part,
    /// How much of the seat's ship.
    pub takes: u32,
    /// How much of the shooter's, if it came back: a 5 or 6 takes all that either has (R14).
    pub back: u32,
}

impl Scene for AtSea {
    type At<'a> = At<'a>;
}

impl At<'_> {
    /// Whom a test asks about.
    fn whom(&self, whose: Option<&str>) -> Option<&Ship> {
        let me = self.view.mine();
        let seat = match whose {
            None => me,
            Some("LEADER") => return self.view.sea.leader(self.tables, me),
            Some("SHOOTER") => self.shot?.shooter,
            Some(seat) => seat.parse().ok()?,
        };
        let mut ships = self.view.sea.ships.iter();
        ships.find(|it| it.seat == seat)
    }

    fn sinks(&self, who: &str) -> bool {
        let Some(shot) = self.shot else {
            return false;
        };
        match who {
            "ME" => self.view.own().part(shot.part) <= shot.takes,
            _ => self.view.sea.ship(shot.shooter).part(shot.part) <= shot.back,
        }
    }
}

/// The hex that a goal means now.
///
/// # Errors
/// That it means none.
pub fn goal_hex(tables: &Tables, view: &View, goal: &str) -> Result<Hex, Refusal> {
    let (sea, board, me) = (&view.sea, &tables.board, view.mine());
    if let Ok(hex) = goal.parse() {
        return Ok(hex);
    }
    let ports = board.ports.iter().map(|it| (it.0.as_str(), it.1));
    let ships = sea.ships.iter().map(|it| (it.seat.as_str(), it.hex));
    let monsters = sea.monsters.iter().map(|it| (it.card.as_str(), it.hex));
    let mut named = ports.chain(ships).chain(monsters).chain(board.marks());
    let found = match goal {
        "ISLE" => Some(board.isle),
        "HOME" => Some(view.own().home),
        "LEADER" => sea.leader(tables, me).map(|it| it.hex),
        _ => named.find(|it| it.0 == goal).map(|it| it.1),
    };
    found.ok_or_else(|| match goal.parse() {
        Ok(code) if tables.cards().any(|it| it.code == code) => Refusal::NotAtSea {
            name: tables.card(code).name.clone(),
        },
        _ => Refusal::Absent {
            who: tables.called(goal),
        },
    })
}

/// The tests.
pub fn facts(tables: &Tables) -> Facts<AtSea> {
    let (hull, crew) = (tables.stats.hull, tables.stats.crew);
    let bank = tables.stats.bank_each;
    facts! {
        AtSea, |at, of|
        /// Blocks of a resource that you, or another, hold: `gold AT LEAST 2`.
        ["HAVE"] number(0, bank), of resources(tables), whose whose(tables, false); bare => {
            at.whom(of.whose).zip(Resource::of(of)).map(|(ship, it)| ship.blocks.get(it))
        };
        /// Your ship's hull, or another's.
        ["HULL"] number(1, hull), whose whose(tables, false) => at.whom(of.whose).map(|it| it.hull);
        /// Your ship's crew, or another's.
        ["CREW"] number(1, crew), whose whose(tables, false) => at.whom(of.whose).map(|it| it.crew);
        /// Your prestige points, or another player's.
        ["PP"] number(0, COUNT_MAX), whose whose(tables, false) => {
            at.whom(of.whose).map(|it| at.view.sea.points(at.tables, it.seat))
        };
        /// How many specialty shots you, or another, hold.
        ["SHOTS"] number(0, COUNT_MAX), whose whose(tables, false) => {
            at.whom(of.whose).map(|it| at.view.shots(it.seat))
        };
        /// How many hexes away a ship is.
        ["RANGE"] number(0, RANGE_MAX), of players(tables, &["LEADER"]) => {
            let here = at.view.own().hex;
            at.whom(Some(of)).map(|it| at.tables.board.distance(here, it.hex))
        };
        /// The round being played.
        ["ROUND"] number(1, ROUND_MAX) => at.view.round;
        /// How much hull or crew the shot would cost you; its die has been rolled.
        ["DAMAGE"] number(0, COUNT_MAX), in "REACT" => at.shot.map(|it| it.takes);
        /// Whose outpost is on the Central Isle: a player's, yours (ME) or nobody's (NONE).
        ["OWNER ISLE"] name(players(tables, &[]), &[&["ME"], &["NONE"]]) => {
            let owner = at.view.sea.outpost;
            let me = (owner == at.view.me && owner.is_some()).then(|| "ME".to_owned());
            let name = owner.map_or_else(|| "NONE".to_owned(), |it| it.to_string());
            [name].into_iter().chain(me).collect::<Vec<String>>()
        };
        /// Whether you, or another, own this upgrade.
        ["HAS"] flag, of upgrades(tables), whose whose(tables, true) => {
            at.whom(of.whose).is_some_and(|it| at.view.has(it.seat, of))
        };
        /// Whether you hold this specialty shot.
        ["HAS"] flag, of own_shots(tables) => at.view.has(at.view.mine(), of);
        /// Whether a blockade is on this passage.
        ["BLOCKED"] flag, of passages(tables) => at.view.sea.builder(of).is_some();
        /// Whether your ship is there.
        ["AT"] flag, of goal(tables, "of") => {
            goal_hex(at.tables, at.view, of).is_ok_and(|it| it == at.view.own().hex)
        };
        /// Whether the shot would sink you (ME), or the SHOOTER if it came back.
        ["SINKS"] flag, of Names::new("ship", ["ME", "SHOOTER"]), in "REACT" => at.sinks(of);
    }
}

/// Specialty shots by their codes: of others' nobody may ask.
fn own_shots(tables: &Tables) -> Names {
    let mut shots: Vec<String> = tables.shots().iter().map(ToString::to_string).collect();
    shots.dedup();
    Names::new("one of your specialty shots", shots)
}

/// Whom tests may ask about: all, the leader, and in REACT lines the shooter.
fn whose(tables: &Tables, first: bool) -> Whose {
    Whose {
        names: players(tables, &["LEADER", "SHOOTER"]),
        only: &[("SHOOTER", &["REACT"])],
        first,
    }
}
