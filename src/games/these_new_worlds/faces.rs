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
    /// What it gives, in words.
    pub gives: String,
    /// When it can be played besides on a lower card, in words; empty if never.
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
            Family::Scout => format!("{} {colour}", gives.scout),
            Family::Chain => format!("{} {colour}", gives.chain),
            Family::Surge => format!("{} {colour}", gives.surge),
            Family::Levy => format!("{0} {colour}, {0} more per {colour} planet", gives.levy),
        },
        Kind::Wild(Wild::Collective) => {
            format!(
                "{} per planet of a colour in the Collective",
                gives.collective
            )
        }
        Kind::Wild(Wild::Raid) => format!("takes up to {} of a colour", gives.raid),
    }
}

fn special_in_words(action: &Action) -> String {
    match action.kind {
        Kind::Coloured { colour, family } => match family {
            Family::Scout => format!("any time if you own a {colour} planet"),
            Family::Chain => format!("any time on a {colour} card"),
            Family::Levy | Family::Surge => String::new(),
        },
        Kind::Wild(_) => "any time".to_owned(),
    }
}
