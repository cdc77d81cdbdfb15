//! Phrases that no mail to a viewer may hold: other hands, the cards aside, planets to come.
//!
//! Not here: what a viewer may know (`view`), and the search itself (`desk`).

use super::data::{CardCode, Tables};
use super::phases::set_up;
use super::state::{Phase, State};
use crate::engine::rules::Hidden;
use crate::engine::seat::Viewer;

/// How many codes in a row are more than chance: events name single cards, and lines two or three.
const CODES_MIN: usize = 3;

/// Everything that would tell of a card or planet which the viewer has not seen.
///
/// Cards played in earlier rounds are told by their codes alone, so a face, which stands in a hand
/// or in the pile, is that of a card now hidden.
pub(super) fn hidden(tables: &Tables, state: &State, viewer: Viewer) -> Vec<Hidden> {
    if state.phase == Phase::Over {
        return Vec::new();
    }
    let mut hidden = Vec::new();
    let mut unseen = state.aside.clone();
    for seat in &state.table {
        if viewer == Viewer::Seat(*seat) {
            continue;
        }
        let mut hand = state.hand(*seat).to_vec();
        set_up::sort(tables, &mut hand);
        unseen.extend(&hand);
        if hand.len() >= CODES_MIN {
            let codes: Vec<String> = hand.iter().map(ToString::to_string).collect();
            hidden.push(Hidden::Phrase(codes.join(" ")));
        }
    }
    hidden.push(Hidden::Among(
        unseen.iter().map(|it| face(tables, *it)).collect(),
    ));
    let planets = state.deck.iter().map(|it| tables.planet(*it));
    let planets = planets.map(|it| format!("{} ({}", it.name, it.colour));
    hidden.push(Hidden::Among(planets.collect()));
    hidden
}

/// A card as hands and the pile show it.
fn face(tables: &Tables, card: CardCode) -> String {
    let face = &tables.faces[&card];
    format!("{} {} {}", face.code, face.name, face.colour)
}
