//! What silence means, and what stands behind every plan (4.2, D1 to D4):
//!
//! ```text
//! PLAY LOWEST
//! PLAY WC IF GAIN>=2
//! PLAY WC IF UNLOCKS
//! PLAY WC IF OPPPASSED AND GAIN>=1
//! PLAY WR IF GAIN>=2
//! PLAY WR IF UNLOCKS
//! DOME CHEAPEST
//! ```
//!
//! FALLBACK stands for the first line, HOLD takes out the lines of its wild card, PREFER and
//! LATER count as everywhere.

use super::data::{CardCode, Kind, Tables, Wild};
use super::orders::{Order, Rule};
use super::plan::{self, Choice, Manner};
use super::reckon;
use super::view::View;
use crate::engine::decide::Lines;

/// The card that is played when no PLAY line fits, or a pass.
pub fn card(tables: &Tables, view: &View, manner: &Manner) -> Choice {
    let cards = plan::takeable(tables, view, manner);
    let rule = manner.fallback().map_or(Rule::Low, |it| it.0);
    let found = match rule {
        Rule::Low => cards.first().copied(),
        Rule::High => cards.last().copied(),
        Rule::Reward => plan::most_giving(tables, view, &cards),
    };
    if let Some(card) = found {
        return Choice::Play { card, colour: None };
    }
    let wild = view
        .wilds(tables)
        .into_iter()
        .filter(|it| !manner.holds(*it));
    let mut plays = wild.map(|card| {
        let colour = plan::wild_colour(tables, view, card, &[], manner);
        Choice::Play {
            card,
            colour: Some(colour),
        }
    });
    // Hands are sorted: WC comes before WR, as its lines do.
    plays
        .find(|it| worth_playing(tables, view, it))
        .unwrap_or(Choice::Pass)
}

/// D2: whether silence plays this wild card, nothing else being legal.
fn worth_playing(tables: &Tables, view: &View, play: &Choice) -> bool {
    let Choice::Play { card, .. } = play else {
        return false;
    };
    let (gain, unlocks) = plan::worth(tables, view, play);
    let passed = view.passed == Some(view.theirs().seat);
    let closing = match tables.action(*card).kind {
        Kind::Wild(Wild::Collective) => passed && gain >= 1,
        Kind::Wild(Wild::Raid) | Kind::Coloured { .. } => false,
    };
    gain >= 2 || unlocks || closing
}

/// The lines by which silence plays a wild card: what keeps it back, as orders.
pub fn wild_lines(tables: &Tables, card: CardCode) -> Vec<String> {
    let tests: &[&str] = match tables.action(card).kind {
        Kind::Wild(Wild::Collective) => &[
            "GAIN AT LEAST 2",
            "UNLOCKS",
            "OPPPASSED AND GAIN AT LEAST 1",
        ],
        Kind::Wild(Wild::Raid) => &["GAIN AT LEAST 2", "UNLOCKS"],
        Kind::Coloured { .. } => &[],
    };
    tests
        .iter()
        .map(|it| format!("PLAY {card} IF {it}"))
        .collect()
}

/// The dome that is placed when no DOME line decides: the cheapest pair, at the end of the card
/// phase in any case, before it only if no DOME line is written at all.
pub fn dome(view: &View, last: bool, lines: &Lines<'_, Order>) -> Choice {
    let all = lines.lines.iter().chain(&lines.asleep);
    let written = all
        .into_iter()
        .any(|it| matches!(it.order, Order::Dome { .. }));
    if written && !last {
        return Choice::NoDome;
    }
    match reckon::cheapest(&view.prices, &view.mine().tokens, &[]) {
        Some(pair) => Choice::Place { pair },
        None => Choice::NoDome,
    }
}
