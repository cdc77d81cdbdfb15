//! Why something cannot be done, as data.
//!
//! Not here: the words (`templates/these-new-worlds/reasons.txt`), in two tenses: as a note on a
//! line, and in its account.

use super::data::{CardCode, Colour, Tally};
use super::{orders::Pick, view::View};
use serde::Serialize;

/// Why something cannot be done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each says what its doc says")]
pub enum Refusal {
    /// The seat does not hold the card; whether it lies open, having been played in this round.
    NotHeld { card: CardCode, played: bool },
    /// The card does not fit the pile.
    Unplayable { card: CardCode },
    /// No card of that colour can be played.
    NoColour { colour: Colour },
    /// No card that can be played is of the kind: a `chain` card, one that its `special` text
    /// allows, or any but a wild one, `coloured`.
    NoKind { kind: &'static str },
    /// The pair cannot be paid for a dome; at the end of the card phase: with these tokens.
    CannotPay {
        first: Colour,
        second: Colour,
        #[serde(skip_serializing_if = "Option::is_none")]
        held: Option<Tally>,
    },
    /// No pair can be paid without these colours; at the end of the card phase: with these tokens.
    NoPair {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        keep: Vec<Colour>,
        #[serde(skip_serializing_if = "Option::is_none")]
        held: Option<Tally>,
    },
    /// A price of the pair is higher than the seat's tokens and all its hand can give.
    TooDear {
        colour: Colour,
        most: u32,
        price: u32,
    },
    /// Only wild cards take a colour.
    NoEffect,
}

/// That a card which a line names is not there to be played.
pub fn missing(view: &View, pick: &Pick) -> Option<Refusal> {
    match pick {
        Pick::Card { card } if !view.hand.contains(card) => Some(Refusal::NotHeld {
            card: *card,
            played: view.pile.contains(card),
        }),
        _ => None,
    }
}
