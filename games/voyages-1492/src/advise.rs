//! What is worth knowing of the lines of a seat, besides what the engine finds out itself: each is
//! tried on what the seat sees.

use super::choice::Question;
use super::data::{Tables, Weapon};
use super::facts::{Voyages, goal_hex};
use super::may::Eye;
use super::orders::{Dest, Onward, Order, Site, When, acts};
use super::phases::act::pay;
use super::refusal::Refusal;
use super::state::Monster;
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

/// What helps to plan.
#[derive(Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Help {
    /// How far a target is now.
    Distance { who: String, range: u32 },
    /// How many moves the ship is from the Central Isle.
    FromIsle { range: u32 },
    /// A move is one hex, whatever comes after it.
    OneHex,
    /// What the outpost costs; `first`: as long as none has been built.
    Outpost {
        price: String,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        first: bool,
    },
    /// What a shot costs.
    Shot { weapon: &'static str, price: String },
    /// How often a ship beats a monster.
    Odds { won: u32, of: u32 },
    /// The hex that TOWARD or AWAY means from where the ship is now.
    Goes { hex: String },
    /// A goal that is land: the ship stops beside it.
    StopsBeside { hex: String, land: String },
}

/// All that is worth knowing, line by line.
pub fn advise(game: &Voyages, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.round);
    let advice = Advice {
        remarks: &|_, line, order| match line.sheet() {
            Some(at) if at == sheet => remarks(&game.tables, view, order),
            _ => Vec::new(),
        },
        trial: Some(game),
        ..Advice::on(sheet, &game.tables, &game.facts, view)
    };
    advice.notes(lines)
}

impl Trial<Order> for Voyages {
    fn tried(&self, view: &mut View, lines: &Lines<'_, Order>, sure: bool) -> Vec<Weighed> {
        let mut orders = lines.lines.iter().map(|it| it.order);
        let question = orders.find_map(|order| match order {
            Order::Move { .. } => Some(Question::Move),
            other if acts(other) => Some(Question::Act),
            _ => None,
        });
        let Some(question) = question else {
            return Vec::new();
        };
        // A move that is lost is lost in the turn to come.
        let still = view.turn.still;
        view.turn.still |= view.gate && view.own().becalmed;
        let said = Eye::of(&self.tables, view).decide(&question, lines);
        view.turn.still = still;
        if let (Some(choice), true) = (&said.choice, sure) {
            let me = view.mine();
            pay(&self.tables, &mut view.sea, &mut view.turn, (me, choice));
        }
        let reasons = said.passed_over.into_iter();
        let weighed = reasons.filter_map(|it| Some((weight(it.why.kind())?, it.why)));
        let weighed: Vec<Weighed> = weighed.collect();
        let mut notes = distances(&self.tables, view, lines, &weighed);
        notes.extend(weighed);
        notes
    }
}

/// What a refusal means for a line that is tried before its turn, from where the ship is now. None:
/// where it will be is not known, so there is nothing to say yet.
fn weight(refusal: &str) -> Option<Weight> {
    match refusal {
        "not-at-isle" | "nobody-fits" => None,
        "out-of-reach" | "between" | "not-met" => Some(Weight::Fact),
        _ => Some(Weight::Doubt),
    }
}

/// What helps to plan of an order, and who does not take part.
fn remarks(tables: &Tables, view: &View, order: &Order) -> Vec<Weighed> {
    let absent = |who: Vec<String>| {
        let absent = who.into_iter().filter(|word| {
            let named = word.chars().all(|it| it.is_ascii_lowercase());
            named && view.sea.ships.iter().all(|it| it.seat.as_str() != word)
        });
        let absent = absent.map(|it| tables.called(&it));
        let told = absent.map(|who| Refusal::Absent { who });
        told.map(|it| (Weight::Doubt, Reason::of(&it))).collect()
    };
    let fled = |dest: &Dest| match dest {
        Dest::Away { seat } => Some(seat.to_string()),
        _ => None,
    };
    match order {
        Order::React {
            when: When::If { from, .. },
            ..
        } => absent(from.iter().map(ToString::to_string).collect()),
        Order::Press { players } | Order::Duel { players } => absent(players.clone()),
        Order::Extra {
            onward: Onward::To { course, .. },
        } => absent(course.iter().filter_map(fled).collect()),
        Order::Move { course, fight } => ways(tables, view, course, *fight),
        Order::Build {
            site: Site::Outpost {},
        } => outpost(tables, view),
        Order::Attack { weapons, .. } => {
            let first = weapons.iter().find_map(|it| shot(tables, view, *it));
            first.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// How many moves away the isle is, and what the outpost costs, if that can be paid: else a
/// reason says so.
fn outpost(tables: &Tables, view: &View) -> Vec<Weighed> {
    let (sea, own) = (&view.sea, view.own());
    let isle = (tables.board.isle, 0);
    let way = view
        .me
        .and_then(|me| sea.way(&tables.board, me, isle, false));
    let range = way.map_or(0, |it| few(&it));
    let far = (range > 0).then_some(Help::FromIsle { range });
    let price = sea.outpost_price(tables);
    let help = Help::Outpost {
        price: price.words(),
        first: sea.outpost.is_none(),
    };
    let price = own.blocks.has(&price).then_some(help);
    let all = far.into_iter().chain(price);
    let all = all.filter(|_| sea.outpost != view.me);
    all.map(|it| (Weight::Fact, Reason::of(&it))).collect()
}

/// What a shot costs that it has and can pay.
fn shot(tables: &Tables, view: &View, weapon: Weapon) -> Option<Weighed> {
    let own = view.own();
    let price = tables.prices.ammunition(weapon);
    let gun = weapon.gun().is_some_and(|it| own.owns(it));
    let card = weapon.card().is_none_or(|it| view.hand.contains(&it));
    let help = Help::Shot {
        weapon: weapon.word(),
        price: price.words(),
    };
    (gun && card && own.blocks.has(&price)).then(|| (Weight::Fact, Reason::of(&help)))
}

/// How far named targets are, but for those of whom a reason says so that they are out of reach.
fn distances(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    reasons: &[Weighed],
) -> Vec<Weighed> {
    let (board, here) = (&tables.board, view.own().hex);
    let named = lines.lines.iter().filter_map(|it| match it.order {
        Order::Attack { targets, .. } => Some(targets),
        _ => None,
    });
    let named: Vec<&String> = named.flatten().collect();
    let is_told = |who: &str| {
        let mut far = reasons.iter().map(|it| &it.1);
        far.any(|it| it.kind() == "out-of-reach" && it.value()["who"] == who)
    };
    let rivals = view.sea.rivals(view.mine()).into_iter();
    let far = rivals.filter_map(|ship| {
        let who = tables.title(ship.seat);
        let is_named = named.iter().any(|it| *it == ship.seat.as_str());
        let range = board.distance(here, ship.hex);
        (is_named && !is_told(&who)).then_some(Help::Distance { who, range })
    });
    far.map(|it| (Weight::Fact, Reason::of(&it))).collect()
}

/// That only one of several steps is made, the hex that a goal or a flight means now, the odds
/// against a monster that is near, and goals that are land.
fn ways(tables: &Tables, view: &View, course: &[Dest], fight: bool) -> Vec<Weighed> {
    let (board, here) = (&tables.board, view.own().hex);
    let near = |it: &Monster| board.distance(here, it.hex) <= 2;
    let odds = (fight && view.sea.monsters.iter().any(near)).then(odds);
    let goals = course.iter().filter_map(|dest| match dest {
        Dest::Toward { goal, .. } => goal_hex(tables, view, goal).ok(),
        _ => None,
    });
    let beside = goals.filter_map(|hex| {
        let land = board.land(hex)?.to_string();
        let hex = hex.to_string();
        Some(Help::StopsBeside { hex, land })
    });
    let steps = course.iter().all(|it| matches!(it, Dest::Step { .. }));
    let one = (steps && course.len() > 1).then_some(Help::OneHex);
    let goes = goes(tables, view, course, fight);
    let all = one.into_iter().chain(goes).chain(odds).chain(beside);
    all.map(|it| (Weight::Fact, Reason::of(&it))).collect()
}

/// Where TOWARD or AWAY leads from here, if it is the first place of its line that is possible.
fn goes(tables: &Tables, view: &View, course: &[Dest], fight: bool) -> Option<Help> {
    let eye = Eye::of(tables, view);
    let open = |it| Some((it, eye.bound(it, fight, true).ok()?));
    match course.iter().find_map(open)? {
        (Dest::Toward { .. } | Dest::Away { .. }, Some(hex)) if !view.own().becalmed => {
            let hex = hex.to_string();
            Some(Help::Goes { hex })
        }
        _ => None,
    }
}

/// A ship's die against the sum of a monster's two (1.7).
fn odds() -> Help {
    let all = (1..=6).flat_map(|own| (1..=6).map(move |one| (own, one)));
    let all = all.flat_map(|(own, one)| (1..=6).map(move |two| own >= one + two));
    let (won, of) = all.fold((0, 0), |(won, of), it| (won + u32::from(it), of + 1));
    Help::Odds { won, of }
}
