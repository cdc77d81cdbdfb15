//! What one viewer may know, built up field by field: all that is open, and a seat's own cards.
//!
//! Not here: the words of reports, which are made from this by templates.

use super::data::{Blocks, CardCode, Tables, Upgrade};
use super::state::{Pace, Phase, Sea, Ship, State, Turn, Ways};
use packetboat_core::prelude::*;
use packetboat_kit::{hex::Hex, words::few};

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
        /// Who has had a turn in this round.
        acted: Vec<Seat> = state.turns().acted().to_vec(),
        /// What is open.
        sea: Sea = state.sea.clone(),
        /// The viewer's own turn, while it is played.
        #[serde(skip)]
        turn: Turn = if viewer.seat() == Some(state.active()) {
            state.turn.clone()
        } else {
            Turn::default()
        },
        /// The viewer's specialty shots, oldest first.
        hand: Vec<CardCode> = {
            let own = viewer.seat().and_then(|it| state.hands.get(&it));
            own.cloned().unwrap_or_default()
        },
        /// The ships as they are printed, in the order of play.
        ships: Vec<ShipView> =
            state.sea.order.iter().map(|it| ShipView::of(tables, state, *it)).collect(),
        /// What the bank has.
        bank: Blocks = state.sea.bank(tables),
        /// Points that win.
        win_pp: u32 = tables.stats.win_pp,
    }
}

shown! {
    /// What only pages print, made of what the viewer may know.
    pub struct Drawn of (tables: &Tables, view: &View) {
        /// The viewer's specialty shots in a sentence.
        own_cards: Option<String> =
            (!view.hand.is_empty()).then(|| tables.own_cards(&view.hand)),
        /// The passages that blockades close, with the sides of hexes.
        blockades: Vec<BlockadeView> = {
            let all = view.sea.blockades.iter();
            all.map(|it| BlockadeView::of(tables, &it.passage, it.owner)).collect()
        },
        /// The board, a line a row.
        chart: Vec<String> = super::chart::lines(tables, &view.sea),
        /// What is beside the viewer's ship.
        around: Vec<String> =
            view.me.map_or_else(Vec::new, |it| super::chart::around(tables, &view.sea, it)),
        /// Other ships within reach of a mortar, as the order sheet has them.
        near: Vec<NearView> = view.me.map_or_else(Vec::new, |it| near(tables, &view.sea, it)),
        /// The names of the cards that a page may have to print.
        cards: Vec<CardView> = shown_cards(tables, view),
    }
}

shown! {
    /// A ship as it is printed.
    pub struct ShipView of (tables: &Tables, state: &State, who: Seat) {
        /// The seat that owns the ship.
        seat: Seat = who,
        /// How it is printed.
        title: String = tables.title(who),
        /// Where it is, with what is there.
        at: String = tables.board.named(state.sea.ship(who).hex),
        /// Where it set out.
        home: String = {
            let home = state.sea.ship(who).home;
            tables.board.port_at(home).map_or_else(|| home.to_string(), str::to_owned)
        },
        /// The ship.
        ship: Ship = state.sea.ship(who).clone(),
        /// What it owns.
        upgrades: Vec<&'static str> =
            state.sea.ship(who).upgrades.iter().map(|it| it.words()).collect(),
        /// Points of prestige.
        points: u32 = state.sea.points(tables, who),
        /// How many specialty shots it holds.
        shots: u32 = few(&state.hands[&who]),
    }
}

shown! {
    /// A blockade as it is printed.
    pub struct BlockadeView of (tables: &Tables, passage: &str, who: Seat) {
        /// Its waypoints.
        name: String = passage.to_owned(),
        /// The sides it closes.
        sides: Vec<[Hex; 2]> = tables.board.passage(passage).sides.clone(),
        /// Who built it.
        owner: Seat = who,
    }
}

shown! {
    /// Another ship near the viewer's.
    pub struct NearView of (tables: &Tables, ship: &Ship, hexes: u32) {
        /// How it is printed.
        title: String = tables.title(ship.seat),
        /// The hex that it is in.
        hex: Hex = ship.hex,
        /// How far.
        range: u32 = hexes,
        /// Its hull.
        hull: u32 = ship.hull,
    }
}

shown! {
    /// A card by its name.
    pub struct CardView of (tables: &Tables, code: CardCode) {
        /// Its code.
        code: CardCode = code,
        /// The name printed on the card.
        name: String = tables.card(code).name.clone(),
    }
}

fn near(tables: &Tables, sea: &Sea, me: Seat) -> Vec<NearView> {
    let here = sea.ship(me).hex;
    let range = |it: &Ship| tables.board.distance(here, it.hex);
    let rivals = sea.rivals(me).into_iter();
    let near = rivals.filter(|it| range(it) <= tables.stats.mortar_range);
    near.map(|it| NearView::of(tables, it, range(it))).collect()
}

/// Own shots, and all cards that are open, each once.
fn shown_cards(tables: &Tables, view: &View) -> Vec<CardView> {
    let sea = &view.sea;
    let piles = [
        &sea.ship_discards,
        &sea.wave_discards,
        &sea.island_discards,
        &sea.trap_discards,
    ];
    let open = piles.into_iter().flatten().chain(sea.traps_open());
    let mut codes: Vec<CardCode> = open.chain(&view.hand).copied().collect();
    codes.sort_unstable();
    codes.dedup();
    let cards = codes.into_iter().map(|it| CardView::of(tables, it));
    cards.collect()
}

impl View {
    /// The seat that looks.
    ///
    /// # Panics
    /// If this is the view of everybody: only seats are asked and write orders.
    pub fn mine(&self) -> Seat {
        self.me.expect("only seats are asked and write orders")
    }

    /// The viewer's ship.
    pub fn own(&self) -> &Ship {
        self.sea.ship(self.mine())
    }

    /// How many specialty shots a ship holds.
    pub fn shots(&self, seat: Seat) -> u32 {
        let found = self.ships.iter().find(|it| it.seat == seat);
        found.map_or(0, |it| it.shots)
    }

    /// Whether the viewer's turn of this round is over while others have theirs before them.
    pub fn is_past(&self) -> bool {
        self.ways.pace == Pace::Seat && self.me.is_some_and(|it| self.acted.contains(&it))
    }

    /// Whether a ship owns this, or the viewer holds it.
    pub fn has(&self, seat: Seat, thing: &str) -> bool {
        match Upgrade::of(thing) {
            Some(upgrade) => self.sea.ship(seat).owns(upgrade),
            None => Some(seat) == self.me && self.hand.iter().any(|it| it.as_str() == thing),
        }
    }
}
