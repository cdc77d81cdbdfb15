//! What stands in the order sheet between opener and closer (4.6).

use super::TheseNewWorlds;
use super::data::{Action, Tables};
use super::decide::{Manner, wild_colour};
use super::reckon::Pair;
use super::state::Phase;
use super::view::View;
use crate::engine::rules::{Rules, SheetText};

/// A card above this value is worth keeping for the top of the ladder.
const HIGH: u8 = 12;

/// The position in short, orders worth a thought, and what silence means.
pub fn order_sheet(game: &TheseNewWorlds, view: &View) -> SheetText {
    if view.me.is_none() || view.phase == Phase::Over {
        return SheetText::default();
    }
    SheetText {
        position: Vec::new(),
        live: Vec::new(),
        perhaps: perhaps(&game.tables, view),
        lead: "write your plan here; without one the program does:".to_owned(),
        silence: silence(game, view),
    }
}

/// What stands behind every plan, as far as it speaks of the hand.
fn silence(game: &TheseNewWorlds, view: &View) -> Vec<String> {
    let wild = game.tables.actions.iter().filter(|it| it.is_wild());
    let others: Vec<_> = wild.filter(|it| !view.holds(it.code)).collect();
    let speaks = |text: &&String| {
        let words: Vec<&str> = text.split(' ').collect();
        !others.iter().any(|it| words.contains(&it.code.as_str()))
    };
    let lines = game.silence().iter().map(|it| &it.text);
    lines.filter(speaks).cloned().collect()
}

/// A few orders that fit the hand, each valid as it stands.
fn perhaps(tables: &Tables, view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    let high = |it: &&Action| !it.is_wild() && it.pv > HIGH;
    let mut hand = view.hand.iter().map(|it| tables.action(*it)).filter(high);
    if let Some(card) = hand.next_back() {
        lines.push(format!("LATER {}", card.code));
    }
    lines.push("FALLBACK REWARD".to_owned());
    for wild in view.wilds(tables) {
        let colour = wild_colour(tables, view, wild, &[], &Manner::default());
        lines.push(format!("PLAY {wild} COLOUR {colour} IF GAIN AT LEAST 2"));
    }
    if !view.mine().dome {
        let pair = Pair::all().min_by_key(|it| it.sum(&view.prices));
        let Pair { first, second } = pair.expect("there are six pairs");
        lines.push(format!("DOME {first}+{second}"));
    }
    lines
}
