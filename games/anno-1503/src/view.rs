//! What one viewer may know, built up field by field: all that is open, their own hand, chart and
//! routes.
//!
//! Not here: the words of reports, which are made from this by templates.

use super::data::{Building, Goods, Tables, Tile};
use super::state::{Isle, Phase, Route, State, Turn, Ways, World};
use super::{board::Cell, steps::Step};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;
use serde::Serializer;

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
        batch_until: u32 = state.turns().batch_until(),
        /// Whether sheets are collected.
        gate: bool = state.phase == Phase::Gate,
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
        /// Whose turn it is, or will be next.
        active: Seat = state.active(),
        /// What is open.
        world: World = state.world.clone(),
        /// What has happened in the turn now played, all of which is open.
        #[serde(skip)]
        turn: Turn = state.turn.clone(),
        /// Island spaces where there is a tile.
        tiles: BTreeSet<Cell> = state.sea.keys().copied().into_set(),
        /// What the viewer has seen of them, and in which round.
        chart: BTreeMap<Cell, Sight> = {
            let there = looked(state, viewer).filter_map(|(cell, round)| {
                let tile = state.sea.get(cell)?;
                Some((*cell, Sight::of(*tile, *round)))
            });
            there.into_map()
        },
        /// Where the viewer looked at tiles that are gone.
        gone: Vec<Cell> = {
            let all = looked(state, viewer).map(|it| *it.0);
            all.filter(|it| !state.sea.contains_key(it)).collect()
        },
        /// His cards.
        hand: Goods = {
            let own = viewer.seat().and_then(|it| state.hands.get(&it));
            own.map_or(Goods::NONE, |it| Goods::cards(it.iter()))
        },
        /// What is left of the viewer's routes.
        #[serde(serialize_with = "unnumbered")]
        #[schemars(with = "Vec<RouteView>")]
        routes: Vec<Route> = {
            let own = viewer.seat().and_then(|it| state.routes.get(&it));
            own.cloned().unwrap_or_default()
        },
        /// How many cards each holds.
        held: BTreeMap<Seat, u32> = {
            let hands = state.hands.iter();
            hands.map(|it| (*it.0, few(it.1))).into_map()
        },
        /// The stacks of goods.
        stock: Goods = state.stock(tables),
        /// Buildings in the common stock.
        left: BTreeMap<Building, u32> = Building::ALL
            .into_iter()
            .map(|it| (it, state.world.left(tables, it)))
            .into_map(),
        /// How many tiles are in the reserve.
        reserve: u32 = few(state.reserve(tables)),
        /// Points that win.
        needed: u32 = tables.victory.needed,
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
    /// What is left of a route. Of the submission that ordered it no number: it would show how
    /// often others write.
    pub struct RouteView of (route: &Route) {
        /// Which ship.
        ship: u32 = route.ship,
        /// Its steps.
        steps: Vec<Step> = route.steps.clone(),
        /// Whether it goes on in the next turn of the batch.
        lasting: bool = route.lasting,
    }
}

fn unnumbered<S: Serializer>(routes: &[Route], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(routes.iter().map(RouteView::of))
}

/// Where the viewer has looked, and in which round.
fn looked(state: &State, viewer: Viewer) -> impl Iterator<Item = (&Cell, &u32)> {
    let own = viewer.seat().and_then(|it| state.charts.get(&it));
    own.into_iter().flatten()
}

/// The seat that looks, and what it sees.
#[derive(Clone, Copy)]
pub struct Eye<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// What the seat sees.
    pub view: &'a View,
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
        if self.me == Some(self.active) {
            self.turn.clone()
        } else {
            Turn::default()
        }
    }
}
