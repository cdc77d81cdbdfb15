//! The robot: rules of thumb, no search. It strikes, takes what is Struggling, builds on what is
//! free, and spends every card that is not an answer, since hands are filled up again anyway.

use super::data::{Area, Card, Region, Tables, Timing};
use super::view::View;
use packetboat_core::engine::dice::{Bowl, Dice};
use packetboat_kit::words::commas;

/// What a card is spent for that is not played for its text.
const SPENT: &str = "REPAIR MINE.STRUG.MAKES ELSE BUILD OPEN.MAKES ELSE REDUCE FOE.SUCC.BREAKS \
    ELSE REPAIR MINE.STRUG ELSE BUILD OPEN ELSE REDUCE LEADER.SUCC/FOE.SUCC/FOE.STRUG";

/// One card in this many goes by chance.
const WHIM: u32 = 10;

/// The last game turn in which it spends cards on Royal Support.
const EARLY: u32 = 1;

/// Cards in the order in which they are played, with what they are played for: first what strikes,
/// then what takes and clears, then what builds.
const PLAYS: [(&str, &str); 16] = [
    (
        "OVERCONFIDENT",
        "TEXT VS LEADER IF VP LEADER AT LEAST 4 AND COUNT LEADER AT LEAST 4",
    ),
    ("MARRIAGE", "TEXT IF COUNT MOST AT LEAST 2"),
    ("RAIDERS", "TEXT FOE.BREAKS/FOE, FOE.BREAKS/FOE"),
    ("DISEASE", "TEXT MIN 2"),
    ("BLIGHT", "TEXT MIN 2"),
    ("WAR", "TEXT MINE.SUCC.NOT-BREAKS MIN 2"),
    ("RESCUE", "TEXT"),
    (
        "HOARDING",
        "TEXT IF COUNT FOE.STRUG AT LEAST 2 ELSE TEXT IF COUNT MINE.STRUG AT LEAST 2",
    ),
    ("DISASTER", ""),
    (
        "UPRISING",
        "TEXT FOE.NA, FOE.CA, FOE.CB, FOE.AM, FOE.CH IF COUNT FOE.NA.FREE AND COUNT FOE.CA.FREE \
         AND COUNT FOE.CB.FREE AND COUNT FOE.AM.FREE AND COUNT FOE.CH.FREE",
    ),
    ("SPREADOUT", "TEXT MIN 2"),
    ("MUTUAL", "TEXT MIN 2"),
    (
        "COLONISTS",
        "TEXT BUILD OPEN.MAKES/OPEN, REDUCE FOE.BREAKS/FOE.SUCC, BUILD OPEN.MAKES/OPEN MIN 2",
    ),
    ("ISOLATION", ""),
    ("EXPLORER", ""),
    ("PLAGUE", "TEXT IF COUNT FOE.SUCC AT LEAST 7"),
];

/// The lines of its sheet. The standing ones leave no question open that would be asked by mail.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let last = view.turn == view.ways.turns;
    let mut lines = vec![
        "STANDING PLAGUE REDUCE LEADER.BREAKS, LEADER.SUCC, FOE.SUCC, FOE.STRUG".to_owned(),
        "STANDING PLAGUE ROUNDS 2".to_owned(),
        "STANDING PLAGUE PLEDGE 2 MYHITS AT LEAST 2".to_owned(),
        "STANDING REACT LOYALTY HITS AT LEAST 2".to_owned(),
        "STANDING REACT FATE IF HITS AT LEAST 3 OR MAKES AT LEAST 2 OR BREAKS AT LEAST 1"
            .to_owned(),
    ];
    if view.is_past() {
        return lines.join("\n");
    }
    for (code, text) in PLAYS {
        let Some(card) = view.hand.iter().find(|it| it.as_str() == code) else {
            continue;
        };
        for _ in 0..view.copies(*card) {
            lines.push(play(tables, view, *card, text, dice));
        }
    }
    let mut answers: Vec<Card> = view
        .hand
        .iter()
        .copied()
        .filter(|card| {
            let kind = tables.card(*card).kind;
            kind == Timing::Reaction || (kind == Timing::Tally && last)
        })
        .collect();
    // Of what only waits the best two are kept; which of the others goes first is left to chance.
    let kept = if last { 0 } else { 2 };
    let rank = |it: &Card| tables.deck.keep.iter().position(|kept| kept == it);
    answers.sort_by_key(rank);
    let mut spent = answers.split_off(kept.min(answers.len()));
    dice.shuffle(Bowl::Hidden, "robot", &mut spent);
    for card in spent {
        let spent = spend(tables, view, card, dice);
        lines.push(format!("PLAY {card} {spent}"));
    }
    lines.push("TALLY IRONGRIP IF MONO AT LEAST 1".to_owned());
    lines.push("PASS".to_owned());
    let keep: Vec<&str> = tables.deck.keep.iter().map(Card::as_str).collect();
    lines.push(format!("KEEP {}", commas(keep)));
    lines.join("\n")
}

/// A line for a card: its text where that is worth it, or what it is spent for.
fn play(tables: &Tables, view: &View, card: Card, text: &str, dice: &mut Dice) -> String {
    let text = match card.as_str() {
        "DISASTER" => disaster(tables, view),
        "ISOLATION" => isolation(tables, view),
        "EXPLORER" => explorer(view),
        _ => text.to_owned(),
    };
    let spent = spend(tables, view, card, dice);
    if text.is_empty() || dice.one(Bowl::Hidden, "robot", WHIM) == 1 {
        format!("PLAY {card} {spent}")
    } else {
        format!("PLAY {card} {text} ELSE {spent}")
    }
}

/// In the first game turns a high number is best spent on Royal Support; now and then a card is
/// spent by chance, so that nobody can count on the robot.
fn spend(tables: &Tables, view: &View, card: Card, dice: &mut Dice) -> String {
    let early = tables.card(card).support >= 2 && view.turn <= EARLY;
    let first = match dice.one(Bowl::Hidden, "robot", WHIM) {
        _ if early => "SUPPORT ELSE ",
        1 => "SUPPORT ELSE ",
        2 => "REDUCE LEADER.SUCC/FOE.SUCC/FOE.STRUG ELSE ",
        3 => "REPAIR MINE.STRUG ELSE ",
        _ => "",
    };
    format!("{first}{SPENT}")
}

/// The region in which others have at least two colonies more than the robot.
fn disaster(tables: &Tables, view: &View) -> String {
    let me = view.mine();
    let balance = |areas: &mut dyn Iterator<Item = Area>| {
        let there = areas.filter_map(|it| view.world.colonies.get(&it));
        there
            .map(|it| if it.seat == me { -1 } else { 1 })
            .sum::<i32>()
    };
    let regions = tables.map.regions.iter().map(|it| it.code);
    let worth = regions.map(|it| (balance(&mut tables.map.of_region(it)), it));
    let best = worth
        .filter(|it| it.0 >= 2 && !view.world.isolated(it.1))
        .max_by_key(|it| it.0);
    best.map_or(String::new(), |it| format!("TEXT REGION {}", it.1))
}

/// The region in which the robot has most that thrives, two colonies at least.
fn isolation(tables: &Tables, view: &View) -> String {
    let me = view.mine();
    let own = |region: &Region| {
        let areas = tables.map.of_region(*region);
        areas.filter(|it| view.world.thrives(me, *it)).count()
    };
    let regions = tables.map.regions.iter().map(|it| it.code);
    let open = regions.filter(|it| own(it) >= 2 && !view.world.isolated(*it));
    let best = open.max_by_key(own);
    best.map_or(String::new(), |it| format!("TEXT REGION {it}"))
}

/// Whether somebody else has closed a region.
fn explorer(view: &View) -> String {
    let mut lie = view.world.isolations.iter();
    if lie.any(|it| it.seat != view.mine()) {
        "TEXT".to_owned()
    } else {
        String::new()
    }
}
