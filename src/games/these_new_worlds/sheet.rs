//! What stands in the order sheet between opener and closer (4.6).

use super::data::{Action, Tables};
use super::orders::TheseNewWorlds;
use super::reckon::Pair;
use super::state::Phase;
use super::view::View;
use crate::engine::rules::SheetText;

/// A card above this value is worth keeping for the top of the ladder.
const HIGH: u32 = 12;

/// The position in short, orders worth a thought, and what silence means.
pub fn order_sheet(game: &TheseNewWorlds, view: &View) -> SheetText {
    if view.me.is_none() || view.phase == Phase::Over {
        return SheetText::default();
    }
    SheetText {
        perhaps: perhaps(&game.tables, view),
        lead: "write your plan here; without one the program does:".to_owned(),
        silence: silence(game, view),
        ..SheetText::default()
    }
}

/// What stands behind every plan, as far as it speaks of the hand.
fn silence(game: &TheseNewWorlds, view: &View) -> Vec<String> {
    let wild = game.tables.actions.iter().filter(|it| it.is_wild());
    let others = wild.filter(|it| !view.holds(it.code));
    let others: Vec<&str> = others.map(|it| it.code.as_str()).collect();
    let lines = game.silence.iter().map(|it| &it.text);
    let speaks = |it: &&String| !it.split(' ').any(|word| others.contains(&word));
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
