//! What one viewer may know, built up field by field: all that lies open, his own hand, chart and
//! routes.
//!
//! Not here: the words of reports, which are made from this by templates.

use super::board::Cell;
use super::data::{Building, Good, Goods, Tables, Tile};
use super::reckon::Point;
use super::state::{Isle, Phase, Route, State, Turn, Ways, World};
use super::steps::printed;
use crate::engine::declare::shown;
use crate::engine::seat::{Seat, Viewer};
use crate::games::words::{commas, counted};
use std::collections::{BTreeMap, BTreeSet};

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// The seat that looks; `None`: everybody.
        me: Option<Seat> = viewer.seat(),
        /// From 1.
        round: u32 = state.round,
        /// How the campaign is played.
        ways: Ways = state.ways.clone(),
        /// The last round of the batch now played or called for.
        batch_until: u32 = (state.first_round() + state.ways.legs - 1).min(state.ways.turns),
        /// Whether sheets are collected.
        gate: bool = state.phase == Phase::Gate,
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
        /// Whose turn it is, or will be next.
        active: Seat = state.active(),
        /// What lies open.
        world: World = state.world.clone(),
        /// What has happened in the turn now played, all of which is open.
        #[serde(skip)]
        turn: Turn = state.turn.clone(),
        /// Island spaces where a tile lies.
        tiles: BTreeSet<Cell> = state.sea.keys().copied().collect(),
        /// What the viewer has seen of them, and in which round.
        chart: BTreeMap<Cell, Sight> = viewer.seat().map_or_else(BTreeMap::new, |it| {
            seen(state, it)
        }),
        /// Where he looked at tiles that are gone.
        gone: Vec<Cell> = viewer.seat().map_or_else(Vec::new, |it| gone(state, it)),
        /// His cards.
        hand: Goods = {
            let own = viewer.seat().and_then(|it| state.hands.get(&it));
            own.map_or(Goods::NONE, |it| Goods::cards(it.iter()))
        },
        /// The same in a sentence.
        own_cards: Option<String> = {
            let own = viewer.seat().and_then(|it| state.hands.get(&it));
            own.filter(|it| !it.is_empty()).map(|it| own_cards(it))
        },
        /// What is left of his routes.
        routes: Vec<Route> = {
            let own = viewer.seat().and_then(|it| state.routes.get(&it));
            own.cloned().unwrap_or_default()
        },
        /// How many cards each holds.
        held: BTreeMap<Seat, u32> = {
            let hands = state.hands.iter();
            hands.map(|it| (*it.0, u32::try_from(it.1.len()).expect("few"))).collect()
        },
        /// The islands as they are printed, in seat order.
        isles: Vec<IsleView> = {
            let order = state.world.order.iter();
            order.map(|it| IsleView::of(tables, state, *it)).collect()
        },
        /// The stacks of goods.
        stock: Goods = state.stock(tables),
        /// Buildings in the common stock.
        left: BTreeMap<Building, u32> = Building::ALL
            .into_iter()
            .map(|it| (it, state.world.left(tables, it)))
            .collect(),
        /// How many tiles lie in the reserve.
        reserve: u32 = u32::try_from(state.reserve(tables).len()).expect("few"),
        /// Points that win.
        needed: u32 = tables.victory.needed,
        /// The sea board, a line a row.
        board: Vec<String> = super::chart::lines(tables, state),
        /// The position in short, for the order sheet.
        brief: Vec<String> = viewer.seat().map_or_else(Vec::new, |it| brief(tables, state, it)),
    }
}

shown! {
    /// A tile that the viewer has seen.
    pub struct Sight of (face: Tile, when: u32) {
        /// Its face.
        tile: Tile = face,
        /// In which round.
        round: u32 = when,
    }
}

shown! {
    /// An island as it is printed.
    pub struct IsleView of (tables: &Tables, state: &State, who: Seat) {
        /// Whose.
        seat: Seat = who,
        /// How it is printed.
        title: String = tables.title(who),
        /// Which home island.
        home: String = tables.home(who).id.clone(),
        /// Gold.
        gold: u32 = state.world.isle(who).gold,
        /// Cards in hand.
        cards: u32 = u32::try_from(state.hands[&who].len()).expect("few"),
        /// What it produces, and its branch offices.
        produces: String = produces(tables, state.world.isle(who)),
        /// Trade agreements.
        agreements: u32 = state.world.isle(who).agreements,
        /// What a card costs.
        price: u32 = state.world.isle(who).price(tables),
        /// Branch offices.
        branches: String = branches(state.world.isle(who)),
        /// Inhabitants and buildings.
        people: String = people(state.world.isle(who)),
        /// Ships.
        ships: String = ships(state.world.isle(who)),
        /// What gives its points.
        points: Vec<Point> = state.world.isle(who).points(tables),
    }
}

fn seen(state: &State, me: Seat) -> BTreeMap<Cell, Sight> {
    let chart = state.charts.get(&me).into_iter().flatten();
    let there = chart.filter_map(|(cell, round)| {
        let tile = state.sea.get(cell)?;
        Some((*cell, Sight::of(*tile, *round)))
    });
    there.collect()
}

fn gone(state: &State, me: Seat) -> Vec<Cell> {
    let chart = state.charts.get(&me).into_iter().flat_map(BTreeMap::keys);
    chart
        .filter(|it| !state.sea.contains_key(it))
        .copied()
        .collect()
}

/// How a page tells a player which cards he holds.
pub fn own_cards(hand: &[Good]) -> String {
    let mut hand = hand.to_vec();
    hand.sort_unstable();
    format!("hand {}: {}", hand.len(), commas(hand))
}

fn produces(tables: &Tables, isle: &Isle) -> String {
    let home = tables.home(isle.seat);
    let each = (1..).zip(&home.produce);
    commas(each.map(|(number, good): (u32, _)| {
        let good = good.map_or("any", Good::word);
        format!("{number} {good}")
    }))
}

fn branches(isle: &Isle) -> String {
    let mut all = isle.branches.clone();
    all.sort_by_key(|it| it.number);
    commas(all.iter().map(|it| format!("{} {}", it.number, it.good)))
}

fn people(isle: &Isle) -> String {
    let spaces = (1..).zip(&isle.people);
    commas(spaces.map(|(space, it): (u32, _)| {
        let building = it.building.map_or(String::new(), |it| format!(" {it}"));
        format!("{space} {}{building}", it.level.words())
    }))
}

fn ships(isle: &Isle) -> String {
    let mut all = isle.ships.clone();
    all.sort_by_key(|it| it.number);
    commas(all.iter().map(|it| format!("{} at {}", it.number, it.at)))
}

/// The position in short (4.7).
fn brief(tables: &Tables, state: &State, me: Seat) -> Vec<String> {
    let isle = state.world.isle(me);
    let home = tables.home(me);
    let mut lines = vec![format!("home {}: {}", home.id, produces(tables, isle))];
    if !isle.branches.is_empty() {
        lines.push(format!("branch offices: {}", branches(isle)));
    }
    let vp = isle.vp(tables);
    lines.push(format!(
        "agreements {} (price {}) | gold {} | VP {vp} of {}",
        isle.agreements,
        isle.price(tables),
        isle.gold,
        tables.victory.needed
    ));
    let hand = &state.hands[&me];
    lines.push(match hand.is_empty() {
        true => "hand 0".to_owned(),
        false => own_cards(hand),
    });
    lines.push(format!("island: {}", people(isle)));
    let points = state.world.points_left(tables, me, &Turn::default(), 0);
    lines.push(match isle.ships.is_empty() {
        true => "fleet: no ship at sea".to_owned(),
        false => format!(
            "fleet: {}; {} each",
            ships(isle),
            counted(points, "action point")
        ),
    });
    let chart = seen(state, me);
    if !chart.is_empty() {
        let seen = chart.iter();
        let seen = seen.map(|(cell, it)| format!("{cell} {} (round {})", it.tile, it.round));
        lines.push(format!("seen: {}", commas(seen)));
    }
    for route in state.routes.get(&me).into_iter().flatten() {
        let steps = route.steps.iter().map(printed);
        lines.push(format!(
            "ship {} still has to go: {}",
            route.ship,
            commas(steps)
        ));
    }
    lines
}

impl View {
    /// The seat that looks.
    ///
    /// # Panics
    /// If this is the view of everybody: only seats are asked and write orders.
    pub fn mine(&self) -> Seat {
        self.me.expect("only seats are asked and write orders")
    }

    /// The viewer's island.
    pub fn own(&self) -> &Isle {
        self.world.isle(self.mine())
    }

    /// The viewer's own turn; of others' nothing.
    pub fn own_turn(&self) -> Turn {
        match self.me == Some(self.active) {
            true => self.turn.clone(),
            false => Turn::default(),
        }
    }
}
