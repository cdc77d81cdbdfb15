//! What one viewer may know, built up field by field.
//!
//! Open are prize, prices, planets, tokens, domes, the sizes of hands, the cards played and the
//! passes. A seat sees its own hand besides. Nobody sees the cards put aside, the other hand, or
//! the order of the planet deck.
//!
//! Not here: the words of reports, which are made from this by templates.

use super::data::{Action, CardCode, Colour, PlanetCode, Tables, Tally};
use super::faces::CardFace;
use super::phases::set_up;
use super::reckon::{self, How, Sources};
use super::state::{Pace, Phase, State};
use crate::engine::rules::Outcome;
use crate::engine::seat::{Seat, Viewer};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What one viewer may know.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct View {
    /// The seat that looks; `None`: everybody.
    pub me: Option<Seat>,
    /// From 1.
    pub round: u32,
    /// Where the gates are.
    pub pace: Pace,
    /// What happens next.
    pub phase: Phase,
    /// Who deals this round.
    pub dealer: Seat,
    /// How the dealer is printed.
    pub dealer_title: String,
    /// Who played first.
    pub leads: Seat,
    /// How that player is printed.
    pub leads_title: String,
    /// Whose turn it is in the card phase.
    pub turn: Seat,
    /// How that player is printed.
    pub turn_title: String,
    /// The planet to be won; none once it is settled.
    pub prize: Option<PlanetFace>,
    /// Its four dice.
    pub prices: Tally,
    /// Planets of the Collective, oldest first.
    pub collective: Vec<PlanetFace>,
    /// The same by colour.
    pub collective_tally: Tally,
    /// Planets with which the Collective ends the game.
    pub collective_end: u8,
    /// Planets still to come after this prize.
    pub planets_left: u8,
    /// Action cards put aside unseen.
    pub aside: u8,
    /// Both players, in table order.
    pub seats: Vec<SeatView>,
    /// The hand of the seat that looks, by position value, wild cards last.
    pub hand: Vec<CardCode>,
    /// Cards played this round, oldest first.
    pub pile: Vec<CardCode>,
    /// All action cards as they are shown.
    #[serde(serialize_with = "shared")]
    pub cards: Arc<BTreeMap<CardCode, CardFace>>,
    /// Whose pass the last action was.
    pub passed: Option<Seat>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
}

/// What is open about one player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SeatView {
    /// Who.
    pub seat: Seat,
    /// How the seat is printed.
    pub title: String,
    /// Cards in hand.
    pub hand: u8,
    /// Tokens.
    pub tokens: Tally,
    /// Whether the dome is placed.
    pub dome: bool,
    /// Planets without the Homeworld, oldest first.
    pub planets: Vec<PlanetFace>,
    /// The same by colour.
    pub owned: Tally,
    /// The final place, once the game is over.
    pub place: Option<u8>,
}

/// A planet as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlanetFace {
    /// Its code.
    pub code: PlanetCode,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
}

impl View {
    /// What this viewer may know.
    pub fn of(tables: &Tables, state: &State, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        let mut hand = me.map_or_else(Vec::new, |it| state.hand(it).to_vec());
        set_up::sort(tables, &mut hand);
        let title = |seat| tables.title(seat);
        View {
            me,
            round: state.round,
            pace: state.pace,
            phase: state.phase,
            dealer: state.dealer,
            dealer_title: title(state.dealer),
            leads: state.leads(),
            leads_title: title(state.leads()),
            turn: state.turn,
            turn_title: title(state.turn),
            prize: state.prize.map(|it| planet(tables, it)),
            prices: state.prices,
            collective: planets(tables, &state.collective),
            collective_tally: tables.tally(&state.collective),
            collective_end: state.collective_end,
            planets_left: count(state.deck.len()),
            aside: count(state.aside.len()),
            seats: state
                .table
                .iter()
                .map(|it| seat_view(tables, state, *it))
                .collect(),
            hand,
            pile: state.pile.clone(),
            cards: tables.faces.clone(),
            passed: state.passed,
            outcome: state.outcome.clone(),
        }
    }

    /// The seat that looks.
    ///
    /// # Panics
    /// If this is the view of everybody: only seats are asked and write orders.
    pub fn mine(&self) -> &SeatView {
        let me = self.me.expect("only seats are asked and write orders");
        self.seat(me)
    }

    /// The other player, as [`View::mine`].
    pub fn theirs(&self) -> &SeatView {
        let me = self.me.expect("only seats are asked and write orders");
        let other = self.seats.iter().find(|it| it.seat != me);
        other.expect("two seats are at the table")
    }

    /// What is open about a seat.
    pub fn seat(&self, seat: Seat) -> &SeatView {
        let found = self.seats.iter().find(|it| it.seat == seat);
        found.expect("both seats are in the view")
    }

    /// Whether the viewer holds this card.
    pub fn holds(&self, card: CardCode) -> bool {
        self.hand.contains(&card)
    }

    /// Whether this card was played this round.
    pub fn seen(&self, card: CardCode) -> bool {
        self.pile.contains(&card)
    }

    /// Cards played so far this round.
    pub fn steps(&self) -> u8 {
        count(self.pile.len())
    }

    /// The card on top of the pile.
    pub fn top<'a>(&self, tables: &'a Tables) -> Option<&'a Action> {
        self.pile.last().map(|it| tables.action(*it))
    }

    /// How the viewer may play a card that is in hand; `None`: not now.
    pub fn how(&self, tables: &Tables, card: CardCode) -> Option<How> {
        let top = self.top(tables);
        reckon::how(tables.action(card), top, &self.mine().owned)
    }

    /// The viewer's cards that can be played now, wild ones left out: lowest first.
    pub fn ladder(&self, tables: &Tables) -> Vec<CardCode> {
        self.legal(tables)
            .filter(|it| !tables.action(*it).is_wild())
            .collect()
    }

    /// The viewer's wild cards.
    pub fn wilds(&self, tables: &Tables) -> Vec<CardCode> {
        self.legal(tables)
            .filter(|it| tables.action(*it).is_wild())
            .collect()
    }

    /// How many tokens of this colour a card would give the viewer now (of a coloured card its
    /// own colour).
    pub fn gives(&self, tables: &Tables, card: CardCode, colour: Colour) -> u8 {
        let from = Sources {
            owned: self.mine().owned,
            collective: self.collective_tally,
            theirs: self.theirs().tokens,
        };
        reckon::gives(tables, tables.action(card), colour, &from)
    }

    /// Whether this seat could pay a pair now and has not placed its dome.
    pub fn can_dome(&self, seat: &SeatView) -> bool {
        !seat.dome && reckon::can_pay(&self.prices, &seat.tokens)
    }

    fn legal(&self, tables: &Tables) -> impl Iterator<Item = CardCode> {
        let all = self.hand.iter().copied();
        all.filter(move |it| self.how(tables, *it).is_some())
    }
}

fn seat_view(tables: &Tables, state: &State, seat: Seat) -> SeatView {
    let placings = state.outcome.as_ref().map(|it| &it.placings);
    SeatView {
        seat,
        title: tables.title(seat),
        hand: count(state.hand(seat).len()),
        tokens: *state.purse(seat),
        dome: state.has_dome(seat),
        planets: planets(tables, state.empire(seat)),
        owned: tables.tally(state.empire(seat)),
        place: placings.and_then(|it| it.get(&seat).copied()),
    }
}

fn planets(tables: &Tables, codes: &[PlanetCode]) -> Vec<PlanetFace> {
    codes.iter().map(|it| planet(tables, *it)).collect()
}

fn planet(tables: &Tables, code: PlanetCode) -> PlanetFace {
    let planet = tables.planet(code);
    PlanetFace {
        code,
        name: planet.name.clone(),
        colour: planet.colour,
    }
}

fn shared<S: Serializer>(
    cards: &Arc<BTreeMap<CardCode, CardFace>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    cards.as_ref().serialize(serializer)
}

fn count(number: usize) -> u8 {
    u8::try_from(number).expect("cards and planets are few")
}
