//! Action cards as reports show them, in words.
//!
//! Not here: what they do (`reckon`), and the rest of a report (templates).

use super::data::{Action, CardCode, Colour, Family, Gives, Kind, Wild};
use serde::Serialize;

/// An action card as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardFace {
    /// Its code.
    pub code: CardCode,
    /// Its name.
    pub name: String,
    /// Its position value.
    pub pv: u8,
    /// The word for its colour, or `wild`.
    pub colour: &'static str,
    /// How many tokens of its colour it gives, in words.
    pub gives: String,
    /// When it can be played besides on a lower card, in words; empty if never, and of wild
    /// cards, which can be played any time.
    pub special: String,
}

impl CardFace {
    /// The face of a card that gives so much.
    pub fn of(action: &Action, gives: &Gives) -> CardFace {
        CardFace {
            code: action.code,
            name: action.name.clone(),
            pv: action.pv,
            colour: action.colour().map_or("wild", Colour::word),
            gives: gives_in_words(action, gives),
            special: special_in_words(action),
        }
    }
}

fn gives_in_words(action: &Action, gives: &Gives) -> String {
    match action.kind {
        Kind::Coloured { colour, family } => match family {
            Family::Scout => gives.scout.to_string(),
            Family::Chain => gives.chain.to_string(),
            Family::Surge => gives.surge.to_string(),
            Family::Levy => format!("{0} and {0} per {colour} planet of yours", gives.levy),
        },
        Kind::Wild(Wild::Collective) => {
            format!("{} per planet in the Collective", gives.collective)
        }
        Kind::Wild(Wild::Raid) => format!("up to {} from the opponent", gives.raid),
    }
}

fn special_in_words(action: &Action) -> String {
    match action.kind {
        Kind::Coloured { colour, family } => match family {
            Family::Scout => format!("any time with a {colour} planet"),
            Family::Chain => format!("any time on a {colour} card"),
            Family::Levy | Family::Surge => String::new(),
        },
        Kind::Wild(_) => String::new(),
    }
}
