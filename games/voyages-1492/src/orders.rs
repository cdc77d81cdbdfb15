//! The order language: twelve orders, each declared once, and what silence says.
//!
//! Not here: what a line comes to when its owner is asked (`decide`).

use super::data::{Resource, Tables, Upgrade, Weapon};
use super::facts::{AtSea, RANGE_MAX};
use super::names::{
    goal, passages, resources, rivals, seats, shots, step, targets, upgrades, victims, weapons,
};
use super::view::View;
use packetboat_core::engine::attributes::Orders;
use packetboat_core::lang::form::{compare, number};
use packetboat_core::lang::said::{Compare, Value, find};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// A trade of more than it takes is read, to be refused with the reason.
const MANY: i64 = 1_000_000;

/// What comes after every plan (D1, D5, D6, D8, D10). It never trades (D7), attacks (D9) or rams
/// (D11). What it says of the extra move and of free choices no line can say: `remains`.
pub const SILENCE: &str = "\
    MOVE STAY\n\
    BUILD OUTPOST\nPAY KING\n\
    PRESS RICHEST\nDUEL WEAKEST\n\
    REACT VOLLEY VS BOMB/GRAPE\nREACT VOLLEY HULL AT MOST 2";

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View
        [.is_over(is_over).covers(covers).checks(others).impossible(impossible)]
    {
        /// Moves the ship by one hex, to the first of these that is possible. TOWARD makes one step
        /// along a shortest route; FIGHT also enters the hex of a monster.
        Move = "MOVE" [.tried(Tried::Once).replaces_if(stays_first)] {
            course: Vec<Dest> = List(Marks::Spaced, Plain),
            ? fight: bool = Flag(&["FIGHT"]),
        }
        /// Says where the extra move of a Fair Wind goes; NONE refuses it. Without an EXTRA order
        /// the ship goes on towards the goal of its MOVE TOWARD.
        Extra = "EXTRA" [.tried(Tried::Once)] {
            onward: Onward = Plain,
        }
        /// Swaps 2 blocks of one kind for 1 of another, once in a turn.
        Trade = "TRADE" [.tried(Tried::Wish).group("act").acts().replaces("act")] {
            give: Amount = Counted(resources, 2, MANY, Count::Printed),
            take: Amount = Behind(&["FOR"], Counted(resources, 1, MANY, Count::Optional)),
        }
        /// Buys an upgrade as soon as it can be paid for in your turn. The order ends with the
        /// round, unless it is STANDING.
        Buy = "BUY" / "BUILD" [.tried(Tried::Wish).group("act").acts().replaces("act")] {
            upgrade: Upgrade = Named(upgrades),
        }
        /// Builds the outpost, if the ship is at the Central Isle, or closes a passage.
        Build = "BUILD" / "BUY"
            [.tried(Tried::Wish).group("act").acts().replaces("act")]
        {
            site: Site = Plain,
        }
        /// Pays the King 6 gold, wherever you are, for a prestige point that is never lost.
        Pay = "PAY" [.tried(Tried::Wish).group("act").acts().replaces("act")] {
            payee: Payee = Plain,
        }
        /// Makes the first attack that is possible: each target in turn, with each weapon in turn.
        Attack = "ATTACK" / "SHOOT" / "FIRE"
            [.tried(Tried::Wish).group("act").acts().replaces("act")]
        {
            targets: Vec<String> = List(Marks::Alternatives, Named(targets)),
            weapons: Vec<Weapon> =
                Behind(&["WITH"], List(Marks::Alternatives, Named(weapons))),
        }
        /// Keeps the program from building the outpost and paying the King by itself; your other
        /// orders count as usual.
        Pass = "PASS" [.group("act").modifies().replaces("act")] {}
        /// What you take when you may choose, in order of preference.
        Any = "ANY" [.group("policy")] {
            resources: Vec<Resource> = List(Marks::Ranking, Named(resources)),
        }
        /// The players your Press Gang robs, in order of preference.
        Press = "PRESS" [.group("policy")] {
            players: Vec<String> = List(Marks::Ranking, Named(victims)),
        }
        /// Which player you fight when a card calls for a duel, in order of preference.
        Duel = "DUEL" [.group("policy")] {
            players: Vec<String> = List(Marks::Ranking, Named(rivals)),
        }
        /// When your Volley answers a shot fired at you: NEVER, ALWAYS, or if it is one of these
        /// shots, from one of these players, at this hull strength. If you have a REACT order the
        /// program no longer answers shots on its own.
        React = "REACT" [.group("policy").replaces("REACT")] {
            card: ReactWith = Plain,
            when: When = Plain,
        }
    }
}

shapes! {
    /// A place in a MOVE or EXTRA line.
    pub enum Dest, "dest", for Tables {
        /// The ship stays where it is.
        Stay = "STAY" {}
        /// One step along a shortest route.
        Toward = "TOWARD" {
            goal: String = Canonical(goal),
            ? hexes: u32 = After(&["WITHIN"], Within(0, RANGE_MAX)),
        }
        /// The step that ends farthest from a ship.
        Away = "AWAY" {
            seat: Seat = Perhaps(&["FROM"], Named(seats)),
        }
        /// One step that way, or into that hex.
        Step {
            to: String = Perhaps(&["TO"], Canonical(step)),
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
            ? fight: bool = Flag(&["FIGHT"]),
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
        /// Each time that it can.
        Always = "ALWAYS" {}
        /// If all of these hold.
        If {
            ? vs: Vec<Weapon> = Clause(After(&["VS"], List(Marks::Alternatives, Named(shots)))),
            ? from: Vec<Seat> = Clause(After(&["FROM"], List(Marks::Alternatives, Named(seats)))),
            ? hull: Option<Bound> = Clause(After(&["HULL"], Plain)),
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

impl OrderPart<Tables> for Bound {
    fn slots(_with: &Tables, name: &'static str) -> Vec<Slot> {
        vec![compare("bound"), number(name, 0, COUNT_MAX)]
    }
    fn read(_with: &Tables, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        let is = find(values, "bound").and_then(Value::as_compare);
        let number = find(values, name).and_then(Value::as_count);
        let (is, number) = is.zip(number).expect("the form has both");
        Ok(Bound { is, number })
    }
}

/// The order language.
pub fn grammar(tables: &Tables, facts: &Facts<AtSea>) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts.forms(),
        hints: include_str!("hints.toml"),
        each: false,
        legs: true,
        dashes: None,
    }
}

/// That nobody attacks, robs or makes for themselves, and that a trade is one, and 2 for 1.
///
/// # Errors
/// The first place where it is not so.
fn others(_: &Tables, view: &View, order: &Order, said: &Said) -> Result<(), Diagnostic> {
    let me = view.me.map(|it| it.to_string());
    let own = |it: &&String| Some(*it) == me.as_ref();
    let wrong = |place: Option<Span>, reason: &str, hint: &str| {
        Err(Diagnostic::new(place.unwrap_or(said.span), reason, hint))
    };
    let place = |name: &str| {
        let mut named = said.items(name).iter().flatten();
        let mine = named.find(|it| it.as_name() == me.as_deref());
        mine.map(|it| it.span)
    };
    let nowhere = |course: &[Dest]| {
        course.iter().any(|dest| match dest {
            Dest::Away { seat } => Some(*seat) == view.me,
            Dest::Toward { goal, .. } => own(&goal),
            Dest::Stay {} | Dest::Step { .. } => false,
        })
    };
    match order {
        Order::Move { course, .. }
        | Order::Extra {
            onward: Onward::To { course, .. },
        } if nowhere(course) => wrong(
            place("course"),
            "that is your own ship",
            "expected here: another player, a hex or a port; STAY keeps it where it is",
        ),
        Order::Attack { targets, .. } if targets.iter().any(|it| own(&it)) => wrong(
            place("targets"),
            "you cannot attack yourself",
            "expected here: another player, or ANY",
        ),
        Order::Press { players } | Order::Duel { players } if players.iter().any(|it| own(&it)) => {
            wrong(
                place("players"),
                "that is you yourself",
                "expected here: another player, or LEADER",
            )
        }
        Order::Trade { give, take } if (give.count, take.count) != (2, 1) => wrong(
            None,
            "a trade gives 2 blocks of one kind for 1 of another, once a turn",
            "write 2 and 1, or leave the numbers out: TRADE wood FOR metal",
        ),
        Order::Trade { give, take } if give.of == take.of => {
            let span = said.get("take").map(|it| it.span);
            wrong(
                span,
                "a trade gives you another resource",
                "expected here: one of the other four",
            )
        }
        _ => Ok(()),
    }
}

/// That an order can never be carried out on the sheet now open: the ship has had its turn, or is
/// not beside the hex that it is to enter and moves but once.
///
/// # Errors
/// The first such place.
fn impossible(tables: &Tables, view: &View, _: &Order, said: &Said) -> Result<(), Diagnostic> {
    if said.form != "REACT" && view.is_past() {
        let (round, next) = (view.round, view.round + 1);
        let reason = format!("your turn in round {round} is over");
        let hint = format!("write TURN {next} on a line above the orders for your next one");
        return Err(Diagnostic::new(said.span, reason, hint));
    }
    if said.form != "MOVE" || view.ways.legs > 1 {
        return Ok(());
    }
    let here = view.own().hex;
    let course = said.items("course").iter().flatten();
    let hexes = course.filter(|it| it.name == "to");
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
                format!("{hex} is {far} hexes from {here}, and your ship moves one hex a turn"),
                format!("did you mean `TOWARD {hex}`?"),
            ),
        };
        return Err(Diagnostic::new(span, reason, hint));
    }
    Ok(())
}

/// Whether an order acts: silence does nothing besides such a line.
pub fn acts(order: &Order) -> bool {
    order.group() == "act"
}

/// The ship has had its turn; it may still be shot at.
fn is_over(view: &View, order: &Order) -> bool {
    view.is_past() && !matches!(order, Order::React { .. })
}

fn stays(course: &[Dest]) -> bool {
    course.contains(&Dest::Stay {})
}

/// Without IF, a MOVE that ends with STAY leaves nothing to that of silence.
fn stays_first(_: &Tables, own: &Order, always: bool, silent: &Order) -> bool {
    let moves = |it: &Order| matches!(it, Order::Move { course, .. } if stays(course));
    always && moves(own) && matches!(silent, Order::Move { .. })
}

/// Whether the first order, without IF, leaves the second nothing to do. A ship that must move
/// cannot always stay.
fn covers(_: &Tables, view: &View, first: &Order, then: &Order) -> bool {
    match (first, then) {
        (Order::Move { course, .. }, Order::Move { .. }) => stays(course) && !view.ways.must_move,
        (Order::Extra { onward }, Order::Extra { .. }) => match onward {
            Onward::None {} => true,
            Onward::To { course, .. } => stays(course),
        },
        (Order::Any { resources }, Order::Any { resources: then }) => {
            then.iter().all(|it| resources.contains(it))
        }
        (Order::Press { players }, Order::Press { players: then })
        | (Order::Duel { players }, Order::Duel { players: then }) => {
            let always = |it: &String| ["RICHEST", "WEAKEST"].contains(&it.as_str());
            players.iter().any(always) || then.iter().all(|it| players.contains(it))
        }
        (Order::React { when, .. }, Order::React { .. }) => {
            matches!(when, When::Never {} | When::Always {})
        }
        _ => false,
    }
}
