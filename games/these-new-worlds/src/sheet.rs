//! What is in the order sheet between opener and closer (4.6).

use super::data::{Action, Tables};
use super::reckon::Pair;
use super::state::Phase;
use super::view::View;
use packetboat_core::engine::language::SheetText;

/// A card above this value is worth keeping for the top of the ladder.
const HIGH: u32 = 12;

/// The position in short, orders worth a thought, and what silence means.
pub fn order_sheet(tables: &Tables, view: &View, mut silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.phase == Phase::Over {
        return SheetText::default();
    }
    // What comes after every plan, as far as it speaks of the hand.
    let wild = tables.actions.iter().filter(|it| it.is_wild());
    let others = wild.filter(|it| !view.holds(it.code));
    let others: Vec<&str> = others.map(|it| it.code.as_str()).collect();
    silence.retain(|it| !it.split(' ').any(|word| others.contains(&word)));
    let lead = if silence.is_empty() {
        "write your plan here:"
    } else {
        "write your plan here; where it decides nothing, the program plays:"
    };
    SheetText {
        perhaps: perhaps(tables, view),
        lead: lead.to_owned(),
        silence,
        ..SheetText::default()
    }
}

/// A few orders that fit the hand, each valid as it is written.
fn perhaps(tables: &Tables, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let high = |it: &&Action| !it.is_wild() && it.pv > HIGH;
    let mut hand = view.hand.iter().map(|it| tables.action(*it)).filter(high);
    if let Some(card) = hand.next_back() {
        lines.push(format!("LATER {}", card.code));
    }
    lines.push("FALLBACK REWARD".to_owned());
    let position = view.position(tables);
    for wild in view.wilds(tables) {
        let (code, colour) = (wild.code, position.best_colour(wild));
        lines.push(format!("PLAY {code} COLOUR {colour} IF GAIN AT LEAST 2"));
    }
    if !view.mine().dome {
        let pair = Pair::all().min_by_key(|it| it.of(&view.prices).total());
        let Pair { first, second } = pair.expect("there are six pairs");
        lines.push(format!("DOME {first}+{second}"));
    }
    lines
}
