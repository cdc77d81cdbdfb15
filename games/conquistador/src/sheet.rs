//! What is in an order sheet: the position in short, and what silence means (7.1, 7.2).
//!
//! Not here: what the orders do (`council`, `sea`, `land`).

use super::faces::{self, words};
use super::ids::{At, Label, LeaderId};
use super::men::Men;
use super::orders::Order;
use super::reckon::{landing, units};
use super::sea::plan::Voyage;
use super::sea::unordered;
use super::state::Stage;
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::words::commas;

/// Which orders the sheet is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Sheet a: council and initial naval phase.
    A,
    /// Sheet b: land phase, final naval phase, maintenance.
    B,
    /// One sheet for both.
    Both,
}

/// The sheet of this power.
///
/// `own` are the orders of its lines in force.
pub fn order_sheet(view: &View, own: &[&Order]) -> SheetText {
    if view.own.is_none() || view.open.stage == Stage::Over {
        return SheetText::default();
    }
    let part = match view.open.sheet().part {
        0 => Part::Both,
        1 => Part::A,
        _ => Part::B,
    };
    SheetText {
        position: position(view, part),
        silence: silence(view, part, own),
        ..SheetText::default()
    }
}

/// The position in short.
fn position(view: &View, part: Part) -> Vec<String> {
    let (me, open) = (view.me(), &view.open);
    let (power, own) = (open.power(me), view.mine());
    let tables = &view.tables;
    let mut lines = Vec::new();
    let place = open.initiative.iter().position(|it| *it == me);
    let acts = match (open.table.len(), place) {
        (1, _) | (_, None) => String::new(),
        (_, Some(0)) => ", you act first".to_owned(),
        (many, Some(at)) if at + 1 == many => ", you act last".to_owned(),
        (_, Some(at)) => format!(", you act {}", ["second", "third"][at.min(2) - 1]),
    };
    let monarch = power.monarch.letter();
    lines.push(format!(
        "your Treasury: {}, your Monarch: {monarch}{acts}",
        words::ducats(power.treasury)
    ));
    if part != Part::B {
        lines.push(match power.colonists_left {
            1 => "you may buy 1 Colonist".to_owned(),
            number => format!("you may buy {number} Colonists"),
        });
    }
    if power.graft {
        lines.push("graft: all your costs are doubled this turn".to_owned());
    }
    lines.push(format!(
        "your upkeep, as things are now: {}",
        words::ducats(faces::upkeep(view))
    ));
    let europe = [
        own.docks.get(&At::Europe).map(super::men::Ships::words),
        Some(units::words(tables, &own.europe, &own.leaders)),
    ];
    let europe: Vec<String> = europe
        .into_iter()
        .flatten()
        .filter(|it| !it.is_empty())
        .collect();
    if !europe.is_empty() {
        lines.push(format!("yours in Europe: {}", commas(europe)));
    }
    let leaders = appearing(view, part);
    if !leaders.is_empty() {
        let crew = units::words(tables, &Men::NONE, &leaders);
        lines.push(format!("arriving in Europe, to load if you like: {crew}"));
    }
    let ashore: Vec<String> = open
        .stacks_of(me)
        .map(|(hex, stack)| {
            let crew = units::words(tables, &stack.men, &stack.leaders);
            format!("{} {crew}", words::said(tables, At::Hex(hex)))
        })
        .collect();
    if !ashore.is_empty() {
        lines.push(format!("yours ashore: {}", ashore.join("; ")));
    }
    for (label, it) in &own.expeditions {
        lines.push(words::expedition(tables, *label, it));
        lines.extend(words::cargo(tables, *label, it));
        lines.extend(words::provisions(*label, it));
    }
    for (label, it) in &own.parties {
        lines.push(words::party(tables, *label, it));
    }
    lines
}

/// Own leaders who enter service between this sheet and the Expedition Log.
fn appearing(view: &View, part: Part) -> BTreeSet<LeaderId> {
    let shifted = view.open.options.random_leaders;
    if part == Part::B || shifted {
        BTreeSet::new()
    } else {
        faces::entering(view, view.open.turn).into_iter().into_set()
    }
}

/// What happens without a line.
fn silence(view: &View, part: Part, own: &[&Order]) -> Vec<String> {
    let mut lines = Vec::new();
    if part != Part::B {
        lines.push(
            "without BUY nothing is bought; ships without an EXPEDITION stay where they are"
                .to_owned(),
        );
        if !view.open.power(view.me()).choices.is_empty() {
            lines.push("the event takes what you will miss least".to_owned());
        }
    }
    if part != Part::A {
        lines.extend(silence_ashore(own));
        lines.push(silence_of_ships(view, own));
        lines.push(silence_of_upkeep(own));
    }
    if part == Part::B {
        lines.extend(lost_by_default(view, own));
    }
    lines
}

/// What is done ashore without an order: of gold sites, mines, cities and marches.
fn silence_ashore(own: &[&Order]) -> Vec<String> {
    /// Of what orders of one kind leave open; `places`: those they name, none for all.
    fn left(mut places: impl Iterator<Item = Option<At>>, things: &str) -> Option<String> {
        match places.next() {
            None => Some(things.to_owned()),
            Some(first) if first.is_none() || places.any(|it| it.is_none()) => None,
            Some(_) => Some(format!("other {things}")),
        }
    }
    let sites = own.iter().filter_map(|it| match it {
        Order::Prospect { place, .. } => Some(*place),
        _ => None,
    });
    let mines = own.iter().filter_map(|it| match it {
        Order::Mine { place, .. } => Some(*place),
        _ => None,
    });
    let cities = own.iter().filter_map(|it| match it {
        Order::Loot { place, .. } => Some(*place),
        _ => None,
    });
    let gold = [
        left(sites, "gold sites are prospected"),
        left(
            mines,
            "mines are worked where they bring more than resources do",
        ),
        left(
            cities,
            "cities are looted where the natives no longer resist",
        ),
    ];
    let gold: Vec<String> = gold.into_iter().flatten().collect();
    let moves = |it: &&Order| matches!(it, Order::Move(_) | Order::Natives { .. });
    let who = if own.iter().any(moves) {
        "nobody else"
    } else {
        "nobody"
    };
    let marches = format!("{who} marches, storms or attacks natives");
    let gold = (!gold.is_empty()).then(|| gold.join("; "));
    gold.into_iter().chain([marches]).collect()
}

/// What ships overseas do without an order.
fn silence_of_ships(view: &View, own: &[&Order]) -> String {
    let load = "gold is loaded in Ports";
    let sails = |label: &Label| {
        own.iter().any(|it| match it {
            Order::Sail { label: whose, .. } => whose.is_none_or(|it| it == *label),
            _ => false,
        })
    };
    let expeditions = view.mine().expeditions.iter();
    let mut overseas = expeditions.filter(|it| it.1.at != At::Europe).peekable();
    if overseas.peek().is_some() && overseas.all(|it| sails(it.0)) {
        return load.to_owned();
    }
    format!(
        "{load}; ships with RETURN HOME sail home if they have enough Bounds, whoever is aboard; \
         without a RETURN, only if they carry gold or nobody but leaders; all others stay"
    )
}

/// What is paid for first without an order, or besides what KEEP names.
fn silence_of_upkeep(own: &[&Order]) -> String {
    if own.iter().any(|it| matches!(it, Order::Keep { .. })) {
        return "the upkeep of what KEEP does not name is paid last (HANDBOOK 9)".to_owned();
    }
    "upkeep is paid in this order: Colonists, Missionaries, Soldiers in settlements, Carracks, \
     Caravels, other Soldiers, Galleon Fleets"
        .to_owned()
}

/// Colonists aboard whom the default takes to Europe, where they are lost. Expeditions that an
/// order sends somewhere or unloads are not meant.
fn lost_by_default(view: &View, own: &[&Order]) -> Vec<String> {
    let ordered = |label: &Label| {
        own.iter().any(|it| match it {
            Order::Sail { label: whose, .. } => whose.is_none_or(|it| it == *label),
            Order::Debark { label: whose, .. } => whose == label,
            _ => false,
        })
    };
    let expeditions = view.mine().expeditions.iter();
    let home = expeditions.filter(|(label, it)| {
        !ordered(label) && it.at != At::Europe && unordered(view, it) != Voyage::Stay
    });
    let lost = home.filter_map(|(label, it)| {
        let who = landing::lost_in_europe(&it.men())?;
        Some(format!("{label} sails home, and {who}"))
    });
    lost.collect()
}
