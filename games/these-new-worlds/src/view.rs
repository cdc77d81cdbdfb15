//! What one viewer may know, built up field by field.
//!
//! Open are prize, prices, planets, tokens, domes, the sizes of hands, the cards played and the
//! passes. A seat sees its own hand besides. Nobody sees the cards put aside, the other hand, or
//! the order of the planet deck.
//!
//! Not here: the words of reports, which are made from this by templates.

use super::data::{Action, CardCode, CardFace, Colour, PlanetCode, Tables, Tally};
use super::reckon::{self, Position};
use super::state::{Pace, Phase, State};
use packetboat_core::engine::data::title;
use packetboat_core::prelude::*;
use packetboat_kit::words::few;
use std::sync::Arc;

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// The seat that looks; `None`: everybody.
        me: Option<Seat> = viewer.seat(),
        /// From 1.
        round: u32 = state.round,
        /// Where the gates are.
        pace: Pace = state.pace,
        /// What happens next.
        phase: Phase = state.phase,
        /// Who deals this round.
        dealer: Seat = state.dealer,
        /// Who played first.
        leads: Seat = state.leads(),
        /// Whose turn it is in the card phase.
        turn: Seat = state.turn,
        /// The planet to be won; none once it is settled.
        prize: Option<PlanetFace> = state.prize.map(|it| PlanetFace::of(tables, it)),
        /// Its four dice.
        prices: Tally = state.prices,
        /// Planets of the Collective, oldest first.
        collective: Vec<PlanetFace> = planets(tables, &state.collective),
        /// The same by colour.
        collective_tally: Tally = tables.tally(&state.collective),
        /// Planets with which the Collective ends the game.
        collective_end: u32 = state.collective_end,
        /// Planets still to come after this prize.
        planets_left: u32 = few(&state.deck),
        /// Action cards put aside unseen.
        aside: u32 = few(&state.aside),
        /// Both players, in table order.
        seats: Vec<SeatView> =
            state.table.iter().map(|it| SeatView::of(tables, state, *it)).collect(),
        /// The hand of the seat that looks, by position value, wild cards last.
        hand: Vec<CardCode> =
            viewer.seat().map_or_else(Vec::new, |it| tables.sorted(&state.hands[&it])),
        /// Cards played this round, oldest first.
        pile: Vec<CardCode> = state.pile.clone(),
        /// All action cards as they are shown.
        cards: Arc<BTreeMap<CardCode, CardFace>> = tables.faces.clone(),
        /// Whose pass the last action was.
        passed: Option<Seat> = state.passed,
        /// Whether the opponent passed before the action after which a dome is asked for.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        after_pass: bool = state.after_pass,
        /// How the game ended.
        outcome: Option<Outcome> = state.outcome.clone(),
    }
}

shown! {
    /// What is open about one player.
    pub struct SeatView of (tables: &Tables, state: &State, who: Seat) {
        /// The seat that is shown.
        seat: Seat = who,
        /// How the seat is printed.
        title: String = title(&tables.seats, who),
        /// Cards in hand.
        hand: u32 = few(&state.hands[&who]),
        /// Tokens.
        tokens: Tally = state.tokens[&who],
        /// Whether the dome is placed.
        dome: bool = state.has_dome(who),
        /// Planets without the Homeworld, oldest first.
        planets: Vec<PlanetFace> = planets(tables, &state.empires[&who]),
        /// The same by colour.
        owned: Tally = tables.tally(&state.empires[&who]),
        /// The final place, once the game is over.
        place: Option<u8> = state.outcome.as_ref().and_then(|it| it.placings.get(&who).copied()),
    }
}

shown! {
    /// A planet as it is shown.
    pub struct PlanetFace of (tables: &Tables, planet: PlanetCode) {
        /// Its code.
        code: PlanetCode = planet,
        /// The planet's name.
        name: String = tables.planet(planet).name.clone(),
        /// Its colour.
        colour: Colour = tables.planet(planet).colour,
    }
}

impl View {
    /// The seat that looks.
    ///
    /// # Panics
    /// If this is the view of everybody: only seats are asked and write orders.
    pub fn mine(&self) -> &SeatView {
        self.one(true)
    }

    /// The other player, as [`View::mine`].
    pub fn theirs(&self) -> &SeatView {
        self.one(false)
    }

    /// The seat that looks, or the other one.
    fn one(&self, mine: bool) -> &SeatView {
        let me = self.me.expect("only seats are asked and write orders");
        let found = self.seats.iter().find(|it| (it.seat == me) == mine);
        found.expect("two seats are at the table")
    }

    /// What the viewer's cards are worth now.
    pub fn position<'t>(&self, tables: &'t Tables) -> Position<'t> {
        let (mine, theirs) = (self.mine(), self.theirs());
        Position {
            tables,
            top: self.pile.last().map(|it| tables.action(*it)),
            prices: self.prices,
            collective: self.collective_tally,
            owned: mine.owned,
            tokens: mine.tokens,
            theirs: theirs.tokens,
            dome: mine.dome,
        }
    }

    /// The viewer's cards that can be played now, wild ones left out: lowest first.
    pub fn ladder<'t>(&self, tables: &'t Tables) -> Vec<&'t Action> {
        let position = self.position(tables);
        let fits = |it: &&Action| !it.is_wild() && position.how(it).is_some();
        self.cards(tables).filter(fits).collect()
    }

    /// The viewer's cards.
    pub fn cards<'t>(&self, tables: &'t Tables) -> impl Iterator<Item = &'t Action> {
        self.hand.iter().map(|it| tables.action(*it))
    }

    /// Whether this seat could pay a pair now and has not placed its dome.
    pub fn can_dome(&self, seat: &SeatView) -> bool {
        !seat.dome && reckon::can_pay(&self.prices, &seat.tokens)
    }
}

fn planets(tables: &Tables, codes: &[PlanetCode]) -> Vec<PlanetFace> {
    codes.iter().map(|it| PlanetFace::of(tables, *it)).collect()
}
