//! What one viewer may know, built up field by field: all that is open, and a seat's own hand.
//!
//! Not here: the words of reports, which are made from this by templates.

use super::data::{Card, Tables};
use super::state::{Moment, Phase, State, Ways};
use super::world::{Crown, World};
use super::{deed::Item, group::Eye, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::{supply::take, words::few};
use std::borrow::Cow;

shown! {
    /// What one viewer may know.
    pub struct View of (tables: &Tables, state: &State, viewer: Viewer) {
        /// The seat that looks; `None`: everybody.
        me: Option<Seat> = viewer.seat(),
        /// The game turn.
        turn: u32 = state.turn,
        /// How the campaign is played.
        ways: Ways = state.ways.clone(),
        /// Whether sheets are collected.
        gate: bool = state.phase == Phase::Gate,
        /// Whether the game is over.
        over: bool = state.phase == Phase::Over,
        /// Whose player turn it is, or is next.
        active: Seat = state.active(),
        /// Who has had their player turn in this game turn.
        acted: Vec<Seat> = state.turns().acted().to_vec(),
        /// Whether hands have been brought down to their limits in this game turn.
        prepared: bool = state.prepared,
        /// The player turn now played; that the program plays it is known to its player alone.
        #[serde(skip)]
        moment: Moment = {
            let own = viewer.seat() == Some(state.active());
            Moment {
                planned: state.moment.planned && own,
                silent: if own { state.moment.silent } else { 0 },
                ..state.moment.clone()
            }
        },
        /// What is open.
        world: World = state.world.clone(),
        /// The viewer's cards, in the order of the file.
        hand: Vec<Card> = {
            let own = viewer.seat().and_then(|it| state.hands.get(&it));
            own.map_or_else(Vec::new, |it| tables.sorted(it))
        },
        /// How many cards each holds.
        held: BTreeMap<Seat, u32> = {
            let hands = state.hands.iter();
            hands.map(|it| (*it.0, few(it.1))).into_map()
        },
        /// How many cards each may hold.
        limits: BTreeMap<Seat, u32> =
            state.seats.iter().map(|it| (*it, state.limit(tables, *it))).into_map(),
        /// How many cards are in the pile.
        pile: u32 = few(state.pile(tables)),
        /// The discards, the oldest first.
        discards: Vec<Card> = state.discards.clone(),
        /// What answers of the viewer have spent since the last stop.
        #[serde(skip)]
        spent: Vec<Refusal> = {
            let own = state.spent.iter().filter(|it| viewer.seat() == Some(it.0));
            own.map(|it| it.1.clone()).collect()
        },
    }
}

impl View {
    /// The seat that looks.
    ///
    /// # Panics
    /// If this is the view of everybody: only seats are asked and write orders.
    pub fn mine(&self) -> Seat {
        self.me.expect("only seats are asked and write orders")
    }

    /// What they look at.
    pub fn eye<'a>(&'a self, tables: &'a Tables) -> Eye<'a> {
        let (world, me) = (&self.world, self.mine());
        Eye { tables, world, me }
    }

    /// How far the viewer is.
    pub fn own(&self) -> Crown {
        self.world.crown(self.mine())
    }

    /// How many copies of a card they hold.
    pub fn copies(&self, card: Card) -> u32 {
        few(self.hand.iter().filter(|it| **it == card))
    }

    /// How many cards above their limit they hold.
    pub fn excess(&self) -> usize {
        let limit = self.limits.get(&self.mine()).copied().unwrap_or(0);
        self.hand.len().saturating_sub(limit as usize)
    }

    /// What is open as their next player turn begins, if nobody else changes it: without their
    /// Isolations (R42).
    pub fn at_turn(&self) -> World {
        let mut world = self.world.clone();
        let (mine, past) = (self.mine(), self.is_past());
        world.isolations.retain(|it| it.seat != mine || past);
        world
    }

    /// Their hand once it has come down to their limit, as far as they say nothing of it.
    pub fn kept(&self, tables: &Tables) -> Vec<Card> {
        let over = if self.prepared { 0 } else { self.excess() };
        let ranked = ranked(&self.hand, &[], &tables.deck.keep);
        tables.sorted(&ranked[..self.hand.len() - over])
    }

    /// Whether their player turn of this game turn is over.
    pub fn is_past(&self) -> bool {
        self.me.is_some_and(|it| self.acted.contains(&it))
    }

    /// The place on the table of what may be answered now, or could have been: somebody's answer
    /// to it is above it while others are still to be notified.
    pub fn announced_at(&self) -> Option<usize> {
        let table = &self.moment.table;
        let open = table.iter().position(|it| !it.left.is_empty());
        open.or(table.len().checked_sub(1))
    }

    /// What is there.
    pub fn announced(&self) -> Option<&Item> {
        self.moment.table.get(self.announced_at()?)
    }

    /// The place on the table of the card that it answers.
    pub fn answered_at(&self) -> Option<usize> {
        self.announced_at()?.checked_sub(1)
    }

    /// The card that it answers.
    pub fn answered(&self) -> Option<&Item> {
        self.moment.table.get(self.answered_at()?)
    }

    /// What was open when the card at a place on the table was announced: of one that has been
    /// carried out, the map before it (R12).
    pub fn met(&self, place: usize) -> Cow<'_, World> {
        if place > 0 || !self.moment.after {
            return Cow::Borrowed(&self.world);
        }
        Cow::Owned(World {
            colonies: self.moment.before.clone(),
            ..self.world.clone()
        })
    }
}

/// A hand, best first: a name covers one copy, the last mention of it all further ones; what is not
/// named comes after.
pub fn ranked(hand: &[Card], named: &[Card], behind: &[Card]) -> Vec<Card> {
    let (mut left, mut best) = (hand.to_vec(), Vec::new());
    for (at, card) in named.iter().chain(behind).enumerate() {
        let again = named.iter().skip(at + 1).any(|it| it == card);
        while take(&mut left, card) {
            best.push(*card);
            if again {
                break;
            }
        }
    }
    best
}
