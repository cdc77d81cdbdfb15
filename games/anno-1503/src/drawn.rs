//! What only pages print, made of what a viewer may know.

use super::data::{Good, Tables};
use super::state::{Isle, Ship};
use super::{chart, reckon::Point, steps::printed, view::View};
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, counted};

shown! {
    /// What only pages print.
    pub struct Drawn of (tables: &Tables, view: &View) {
        /// The viewer's cards in a sentence.
        own_cards: Option<String> = own_cards(&view.hand.singly()),
        /// The islands as they are printed, in seat order.
        isles: Vec<IsleView> = {
            let order = view.world.order.iter();
            order.map(|it| IsleView::of(tables, view, *it)).collect()
        },
        /// The sea board, a line a row.
        board: Vec<String> = chart::lines(tables, view),
        /// The position in short, for the order sheet.
        brief: Vec<String> = view.me.map_or_else(Vec::new, |_| brief(tables, view)),
    }
}

shown! {
    /// An island as it is printed.
    pub struct IsleView of (tables: &Tables, view: &View, who: Seat) {
        /// The seat whose isle it is.
        seat: Seat = who,
        /// How it is printed.
        title: String = tables.title(who),
        /// Which home island.
        home: String = view.world.isle(who).island(tables).id.clone(),
        /// Gold.
        gold: u32 = view.world.isle(who).gold,
        /// Cards in hand.
        cards: u32 = view.held.get(&who).copied().unwrap_or(0),
        /// What it produces, and its branch offices.
        produces: String = produces(tables, view.world.isle(who)),
        /// Trade agreements.
        agreements: u32 = view.world.isle(who).agreements,
        /// What a card costs.
        price: u32 = view.world.isle(who).price(tables),
        /// Branch offices.
        branches: String = branches(view.world.isle(who)),
        /// Inhabitants and buildings.
        people: String = people(view.world.isle(who)),
        /// Ships.
        ships: String = ships(view.world.isle(who)),
        /// What gives its points.
        points: Vec<Point> = view.world.isle(who).points(tables),
    }
}

/// How a page shows a player which cards they hold, if any.
pub fn own_cards(hand: &[Good]) -> Option<String> {
    let mut hand = hand.to_vec();
    hand.sort_unstable();
    (!hand.is_empty()).then(|| format!("hand {}: {}", hand.len(), commas(hand)))
}

fn produces(tables: &Tables, isle: &Isle) -> String {
    let home = isle.island(tables);
    let each = (1..).zip(&home.produce);
    commas(each.map(|(number, good): (u32, _)| {
        let good = good.map_or("any", Good::word);
        format!("{good} on {number}")
    }))
}

fn branches(isle: &Isle) -> String {
    let mut all = isle.branches.clone();
    all.sort_by_key(|it| it.number);
    commas(all.iter().map(|it| format!("{} on {}", it.good, it.number)))
}

/// Inhabitants, space by space from the first on: `citizen, settler SCHOOL`.
fn people(isle: &Isle) -> String {
    let each = isle.people.iter().map(|person| {
        let building = person.building.map_or(String::new(), |it| format!(" {it}"));
        format!("{}{building}", person.level.words())
    });
    commas(each)
}

fn by_number(isle: &Isle) -> impl Iterator<Item = Ship> {
    let mut all = isle.ships.clone();
    all.sort_by_key(|it| it.number);
    all.into_iter()
}

fn ships(isle: &Isle) -> String {
    commas(by_number(isle).map(|it| format!("ship {} at {}", it.number, it.at)))
}

/// Own ships, with the points that each has left in the turn now played, or will have in the next.
fn fleet(tables: &Tables, view: &View) -> String {
    let (isle, turn) = (view.own(), view.own_turn());
    commas(by_number(isle).map(|Ship { number, at }| {
        let points = view.world.points_left(tables, isle.seat, &turn, number);
        let points = counted(points, "action point");
        format!("ship {number} at {at} ({points})")
    }))
}

/// The position in short (4.7).
fn brief(tables: &Tables, view: &View) -> Vec<String> {
    let isle = view.own();
    let home = isle.island(tables);
    let mut lines = vec![format!(
        "home island {}: {}",
        home.id,
        produces(tables, isle)
    )];
    if !isle.branches.is_empty() {
        lines.push(format!("branch offices: {}", branches(isle)));
    }
    let vp = isle.vp(tables);
    lines.push(format!(
        "{vp} of {} victory points, {} gold, {} (a card costs {} gold)",
        tables.victory.needed,
        isle.gold,
        counted(isle.agreements, "trade agreement"),
        isle.price(tables),
    ));
    let hand = own_cards(&view.hand.singly());
    lines.push(hand.unwrap_or_else(|| "hand 0: no cards".to_owned()));
    lines.push(format!("inhabitants, space by space: {}", people(isle)));
    lines.push(if isle.ships.is_empty() {
        "no ship at sea".to_owned()
    } else {
        fleet(tables, view)
    });
    if !view.chart.is_empty() {
        let seen = view.chart.iter();
        let seen = seen.map(|(cell, it)| format!("{cell} {} (round {})", it.tile, it.round));
        lines.push(format!("you have seen: {}", commas(seen)));
    }
    for route in view.routes.iter().filter(|it| !it.steps.is_empty()) {
        let steps = route.steps.iter().map(printed);
        lines.push(format!(
            "ship {} is still to sail: {}",
            route.ship,
            commas(steps)
        ));
    }
    lines
}
