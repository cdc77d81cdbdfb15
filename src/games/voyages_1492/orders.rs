//! The order language: eleven orders and thirteen tests, each declared once, and what silence says.
//!
//! Not here: what a line comes to when its owner is asked (`decide`).

use super::data::{Resource, Tables, Upgrade, Weapon};
use super::state::Ship;
use super::view::View;
use crate::engine::declare::{
    After, Amount, Behind, Clause, Counted, Flag, List, Named, Part, Perhaps, Plain, Spelt, Within,
    orders, shapes, words,
};
use crate::engine::facts::{Facts, Scene, Whose, facts};
use crate::engine::seat::Seat;
use crate::games::amounts::is_none;
use crate::games::hex::Hex;
use crate::lang::diagnostic::{Diagnostic, Span};
use crate::lang::form::{
    Count, Grammar, Marks, Slot, Tried, choice, compare, either, name, number, numbered,
};
use crate::lang::names::{Names, Noun};
use crate::lang::said::{Compare, Said, Value, find};
use serde::{Deserialize, Serialize};

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// The last round there can be.
const ROUND_MAX: i64 = 200;

/// Farther apart than two ships can be.
const RANGE_MAX: i64 = 10;

/// What stands behind every plan (D1, D5, D6, D8, D10). What it says of the extra move and of free
/// choices no line can say: [`super::decide::fallback`].
pub const SILENCE: &str = "\
    MOVE STAY\n\
    BUILD OUTPOST\nPAY KING\n\
    PRESS RICHEST\nDUEL WEAKEST\n\
    REACT VOLLEY VS BOMB/GRAPE\nREACT VOLLEY HULL AT MOST 2";

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables {
        /// Moves the ship by one hex: the first of these that is possible. TOWARD goes one step of
        /// a shortest way; FIGHT also enters the hex of a monster.
        Move = "MOVE" [.tried(Tried::Once)] {
            course: Vec<Dest> = List(Marks::Spaced, Plain),
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            fight: bool = Flag(&["FIGHT"]),
        }
        /// The same for the extra move of a Fair Wind; NONE: do not take it. Without an EXTRA line
        /// it goes on to where MOVE was bound for.
        Extra = "EXTRA" [.tried(Tried::Once)] {
            onward: Onward = Plain,
        }
        /// Swaps 2 equal blocks for 1 other at the trading post, once in a turn.
        Trade = "TRADE" [.tried(Tried::Wish).group("act")] {
            give: Amount = Counted(resources, 2, 2, Count::Printed),
            take: Amount = Behind(&["FOR"], Counted(resources, 1, 1, Count::Optional)),
        }
        /// Buys an upgrade as soon as it can be paid.
        Buy = "BUY" / "BUILD" [.tried(Tried::Wish).group("act")] {
            upgrade: Upgrade = Named(upgrades),
        }
        /// Builds the outpost, if the ship is at the Central Isle, or closes a passage.
        Build = "BUILD" / "BUY" [.tried(Tried::Wish).group("act")] {
            site: Site = Plain,
        }
        /// Pays the King, for a point of prestige.
        Pay = "PAY" [.tried(Tried::Wish).group("act")] {
            payee: Payee = Plain,
        }
        /// Attacks: for each target as written each weapon as written, the first that is possible.
        Attack = "ATTACK" [.tried(Tried::Wish).group("act")] {
            targets: Vec<String> = List(Marks::Alternatives, Named(targets)),
            weapons: Vec<Weapon> =
                Behind(&["WITH"], List(Marks::Alternatives, Named(weapons))),
        }
        /// No action; it keeps the program from building the outpost and paying the King.
        Pass = "PASS" [.group("act")] {}
        /// What you take when you may choose, best first.
        Any = "ANY" [.group("policy")] {
            resources: Vec<Resource> = List(Marks::Ranking, Named(resources)),
        }
        /// Whom your Press Gang robs, best first.
        Press = "PRESS" [.group("policy")] {
            players: Vec<String> = List(Marks::Ranking, Named(victims)),
        }
        /// Whom you fight when a card orders a duel with another player, best first.
        Duel = "DUEL" [.group("policy")] {
            players: Vec<String> = List(Marks::Ranking, Named(rivals)),
        }
        /// When to throw a shot back with your Volley: NEVER, ALWAYS, or against these shots, from
        /// these players, at such a hull of yours. With a REACT line of yours the program throws
        /// none back by itself.
        React = "REACT" [.group("policy")] {
            card: ReactWith = Plain,
            when: When = Plain,
        }
    }
}

shapes! {
    /// A place in a MOVE or EXTRA line.
    pub enum Dest, "dest", for Tables {
        /// Stays.
        Stay = "STAY" {}
        /// One step of a shortest way.
        Toward = "TOWARD" {
            goal: String = Spelt(goal),
            #[serde(default, skip_serializing_if = "is_none")]
            within: u32 = After(&["WITHIN"], Within(0, RANGE_MAX)),
        }
        /// The step that ends farthest from a ship.
        Away = "AWAY" {
            seat: Seat = Perhaps(&["FROM"], Named(seats)),
        }
        /// One step that way, or into that hex.
        Step {
            to: String = Spelt(step),
        }
    }
}

shapes! {
    /// What an EXTRA line says.
    pub enum Onward, "onward", for Tables {
        /// No extra move.
        None = "NONE" {}
        /// The first of these that is possible.
        To {
            course: Vec<Dest> = List(Marks::Spaced, Plain),
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            fight: bool = Flag(&["FIGHT"]),
        }
    }
}

shapes! {
    /// What is built.
    pub enum Site, "site", for Tables {
        /// The outpost on the Central Isle.
        Outpost = "OUTPOST" {}
        /// A blockade on a passage.
        Blockade = "BLOCKADE" {
            passage: String = Named(passages),
        }
    }
}

shapes! {
    /// When a Volley is used.
    pub enum When, "when", for Tables {
        /// Never; no later REACT line counts.
        Never = "NEVER" {}
        /// Always.
        Always = "ALWAYS" {}
        /// If all of these hold.
        If {
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            vs: Vec<Weapon> = Clause(After(&["VS"], List(Marks::Alternatives, Named(shots)))),
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            from: Vec<Seat> = Clause(After(&["FROM"], List(Marks::Alternatives, Named(seats)))),
            #[serde(default, skip_serializing_if = "Option::is_none")]
            hull: Option<Bound> = Clause(After(&["HULL"], Plain)),
        }
    }
}

words! {
    /// Who is paid.
    pub enum Payee: keywords "payee" {
        /// The King.
        King = "KING",
    }
}

words! {
    /// What one reacts with.
    pub enum ReactWith: keywords "card" {
        /// The Volley.
        Volley = "VOLLEY",
    }
}

/// A bound on the hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Bound {
    pub is: Compare,
    pub number: u32,
}

impl Part<Tables> for Bound {
    fn slots(_with: &Tables, name: &'static str) -> Vec<Slot> {
        vec![compare("bound"), number(name, 0, COUNT_MAX)]
    }
    fn read(_with: &Tables, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        let is = find(values, "bound").and_then(Value::as_compare);
        let number = find(values, name).and_then(Value::as_number);
        let number = number.and_then(|it| u32::try_from(it).ok());
        let (is, number) = is.zip(number).expect("the form has both");
        Ok(Bound { is, number })
    }
}

fn step(tables: &Tables, name: &'static str) -> Slot {
    let way = |it: &'static [&'static str; 1]| -> &'static [&'static str] { it };
    let ways = [&["E"], &["NE"], &["NW"], &["W"], &["SW"], &["SE"]].map(way);
    either(vec![vec![choice(name, &ways)], vec![hex(tables, name)]])
}

fn hex(tables: &Tables, name: &'static str) -> Slot {
    numbered(name, tables.board.hex_names(), "rows are 01 to 11")
}

fn passages(tables: &Tables) -> Names {
    tables.board.passage_names()
}

fn seats(tables: &Tables) -> Names {
    players(tables, &[])
}

/// Monsters by their codes, or their names.
fn monsters(tables: &Tables) -> impl Iterator<Item = Noun> {
    let cards = tables
        .cards()
        .filter(|it| it.op == super::data::Op::Monster);
    cards.map(|it| Noun::new(it.code.as_str()).or(it.name.clone()))
}

fn goal(tables: &Tables, name: &'static str) -> Slot {
    let ports = tables.board.ports.iter().map(|it| Noun::new(it.0.clone()));
    let words = ["ISLE", "HOME", "LEADER"].into_iter().map(Noun::new);
    let seats = tables.seats.iter().map(|it| Noun::new(it.0.as_str()));
    let goals = ports.chain(seats).chain(words).chain(monsters(tables));
    let named = self::name(name, Names::of("goal", goals));
    either(vec![vec![hex(tables, name)], vec![named]])
}

fn players(tables: &Tables, more: &[&str]) -> Names {
    let seats = tables.seats.iter().map(|it| it.0.as_str());
    Names::new("player", seats.chain(more.iter().copied()))
}

fn targets(tables: &Tables) -> Names {
    players(tables, &["ANY", "WEAKEST", "LEADER"])
}

fn victims(tables: &Tables) -> Names {
    players(tables, &["RICHEST", "LEADER"])
}

fn rivals(tables: &Tables) -> Names {
    players(tables, &["WEAKEST", "LEADER"])
}

fn resources(_tables: &Tables) -> Names {
    let noun = |it: Resource| match it {
        Resource::Gunpowder => Noun::new(it.word()).or("powder"),
        _ => Noun::new(it.word()),
    };
    Names::of("resource", Resource::ALL.map(noun))
}

fn upgrades(_tables: &Tables) -> Names {
    let noun = |it: Upgrade| match it {
        Upgrade::Tradingpost => Noun::new(it.word()).or("POST"),
        _ => Noun::new(it.word()),
    };
    Names::of("upgrade", Upgrade::ALL.map(noun))
}

fn weapons(_tables: &Tables) -> Names {
    Names::new("weapon", Weapon::ALL.map(Weapon::word))
}

fn shots(_tables: &Tables) -> Names {
    let shots = Weapon::ALL.into_iter().filter(|it| it.is_shot());
    Names::new("shot", shots.map(Weapon::word))
}

/// Upgrades, and specialty shots by their codes.
fn things(tables: &Tables) -> Names {
    let mut shots: Vec<String> = tables.shots().iter().map(|it| it.to_string()).collect();
    shots.dedup();
    let shots = shots.into_iter().map(Noun::new);
    Names::of(
        "upgrade or specialty shot",
        upgrades(tables).of.iter().cloned().chain(shots),
    )
}

/// Whom tests may ask about: all, the leader, and in REACT lines the shooter.
fn whose(tables: &Tables, first: bool) -> Whose {
    Whose {
        names: players(tables, &["LEADER", "SHOOTER"]),
        only: &[("SHOOTER", &["REACT"])],
        first,
    }
}

/// The order language.
pub fn grammar(tables: &Tables, facts: &Facts<AtSea>) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts.forms(),
        hints: vec![
            ("SHOOT", "write ATTACK, a target, WITH and a weapon"),
            ("FIRE", "write ATTACK, a target, WITH and a weapon"),
            (
                "SAIL",
                "write MOVE and a direction, a hex, or TOWARD and a goal",
            ),
        ],
        each: false,
        legs: true,
    }
}

/// Makes an order of a line that was read.
///
/// # Errors
/// An attack on oneself, a trade for the same.
pub fn build(tables: &Tables, view: &View, said: &Said) -> Result<Order, Diagnostic> {
    let order = Order::build(tables, said)?;
    let me = view.me.map(|it| it.to_string());
    let own = |it: &&String| Some(*it) == me.as_ref();
    let wrong = |place: Option<Span>, reason: &str, hint: &str| {
        Err(Diagnostic::new(place.unwrap_or(said.span), reason, hint))
    };
    let place = |name: &str| {
        let spans = said
            .items(name)
            .iter()
            .flatten()
            .filter(|it| it.as_name() == me.as_deref());
        spans.map(|it| it.span).next()
    };
    match &order {
        Order::Attack { targets, .. } if targets.iter().any(|it| own(&it)) => wrong(
            place("targets"),
            "you cannot attack yourself",
            "next: another player, or ANY",
        ),
        Order::Press { players } | Order::Duel { players } if players.iter().any(|it| own(&it)) => {
            wrong(
                place("players"),
                "that is you yourself",
                "next: another player, or LEADER",
            )
        }
        Order::Trade { give, take } if give.of == take.of => {
            let span = said.get("take").map(|it| it.span);
            wrong(
                span,
                "a trade is for another resource",
                "next: one of the other four",
            )
        }
        _ => Ok(order),
    }
}

/// That an order can never be carried out on the sheet now open: the ship has had its turn, or is
/// not beside the hex that it is to enter and moves but once.
///
/// # Errors
/// The first such place.
pub fn hopeless(tables: &Tables, view: &View, said: &Said) -> Result<(), Diagnostic> {
    let in_own_turn = !["ANY", "PRESS", "DUEL", "REACT"].contains(&said.form);
    if in_own_turn && view.is_past() {
        let (round, next) = (view.round, view.round + 1);
        let reason = format!("your turn of round {round} is over");
        let hint = format!("write TURN {next} on a line above what is for your next one");
        return Err(Diagnostic::new(said.span, reason, hint));
    }
    if said.form != "MOVE" || view.ways.legs > 1 {
        return Ok(());
    }
    let here = view.own().hex;
    let hexes = said
        .items("course")
        .iter()
        .flatten()
        .filter(|it| it.name == "to");
    let hexes = hexes.filter_map(|it| Some((it.span, it.as_name()?.parse::<Hex>().ok()?)));
    for (span, hex) in hexes {
        let far = tables.board.distance(here, hex);
        let (reason, hint) = match far {
            0 => (
                format!("your ship is in {hex} already"),
                "did you mean `STAY`?".to_owned(),
            ),
            1 => continue,
            _ => (
                format!("{hex} is {far} hexes from {here}, and a move is one"),
                format!("did you mean `TOWARD {hex}`?"),
            ),
        };
        return Err(Diagnostic::new(span, reason, hint));
    }
    Ok(())
}

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
    pub part: super::data::Part,
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
pub fn goal_hex(tables: &Tables, view: &View, goal: &str) -> Result<Hex, String> {
    let (sea, board, me) = (&view.sea, &tables.board, view.mine());
    if let Ok(hex) = goal.parse() {
        return Ok(hex);
    }
    let port = board.ports.iter().find(|it| it.0 == goal).map(|it| it.1);
    let ship = sea
        .ships
        .iter()
        .find(|it| it.seat.as_str() == goal)
        .map(|it| it.hex);
    let monster = sea
        .monsters
        .iter()
        .find(|it| it.card.as_str() == goal)
        .map(|it| it.hex);
    let word = match goal {
        "ISLE" => Some(board.isle),
        "HOME" => Some(view.own().home),
        "LEADER" => sea.leader(tables, me).map(|it| it.hex),
        _ => None,
    };
    let found = port.or(ship).or(monster).or(word);
    found.ok_or_else(|| match goal.parse() {
        Ok(code) if tables.cards().any(|it| it.code == code) => {
            format!("the {} was not at sea", tables.card(code).name)
        }
        _ => format!("{goal} was not at the table"),
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
        /// The hull of your ship, or another's.
        ["HULL"] number(1, hull), whose whose(tables, false) => at.whom(of.whose).map(|it| it.hull);
        /// The crew of your ship, or another's.
        ["CREW"] number(1, crew), whose whose(tables, false) => at.whom(of.whose).map(|it| it.crew);
        /// Points of prestige.
        ["PP"] number(0, COUNT_MAX), whose whose(tables, false) => {
            at.whom(of.whose).map(|it| at.view.sea.points(at.tables, it.seat))
        };
        /// How many specialty shots somebody holds.
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
        /// What the shot, its die rolled, would take from you.
        ["DAMAGE"] number(0, COUNT_MAX), in "REACT" => at.shot.map(|it| it.takes);
        /// Whose outpost stands on the Central Isle: a player's, yours (ME) or nobody's (NONE).
        ["OWNER ISLE"] name(players(tables, &[]), &[&["ME"], &["NONE"]]) => {
            let owner = at.view.sea.outpost;
            let me = (owner == at.view.me && owner.is_some()).then(|| "ME".to_owned());
            let name = owner.map_or_else(|| "NONE".to_owned(), |it| it.to_string());
            [name].into_iter().chain(me).collect::<Vec<String>>()
        };
        /// You, or another, own this upgrade; of specialty shots you may ask of your own only.
        ["HAS"] flag, of things(tables), whose whose(tables, true) => {
            at.whom(of.whose).is_some_and(|it| at.view.has(it.seat, of))
        };
        /// A blockade lies on this passage.
        ["BLOCKED"] flag, of passages(tables) => at.view.sea.builder(of).is_some();
        /// Your ship is there.
        ["AT"] flag, of goal(tables, "of") => {
            goal_hex(at.tables, at.view, of).is_ok_and(|it| it == at.view.own().hex)
        };
        /// The shot would sink you, or the shooter if it came back.
        ["SINKS"] flag, of Names::new("ship", ["ME", "SHOOTER"]), in "REACT" => at.sinks(of);
    }
}

/// Whether an order acts: silence does nothing besides such a line.
pub fn acts(order: &Order) -> bool {
    matches!(
        order,
        Order::Trade { .. }
            | Order::Buy { .. }
            | Order::Build { .. }
            | Order::Pay { .. }
            | Order::Attack { .. }
            | Order::Pass {}
    )
}
