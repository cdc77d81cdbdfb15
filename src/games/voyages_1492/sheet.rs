//! What stands in the order sheet between opener and closer (4.6).

use super::Voyages;
use super::data::{Blocks, CardCode, Tables, Upgrade, VOLLEY, Weapon};
use super::decide::{Choice, Question, permits};
use super::view::View;
use crate::engine::rules::SheetText;
use crate::games::words::counted;

/// How a page tells a player which cards he holds.
pub fn own_cards(tables: &Tables, hand: &[CardCode]) -> String {
    format!("Your specialty shots: {}.", tables.named(hand))
}

/// Live lines are what silence does; a ship that has had its turn plans for the next.
pub fn order_sheet(game: &Voyages, view: &View, silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    if view.is_past() {
        let next = view.round + 1;
        return SheetText {
            lead: format!(
                "your turn of round {} is over; plan the next below TURN {next}",
                view.round
            ),
            silence: answers(&silence),
            ..SheetText::default()
        };
    }
    let own_line = |it: &&String| it.ends_with("(your own line)");
    let acts = ["MOVE STAY", "BUILD OUTPOST", "PAY KING"];
    let mut live: Vec<String> = acts.map(str::to_owned).to_vec();
    live.retain(|it| silence.contains(it) && !(view.ways.must_move && it == acts[0]));
    let mut shown = answers(&silence);
    shown.extend(
        silence
            .iter()
            .filter(own_line)
            .filter(|it| !it.starts_with("REACT"))
            .cloned(),
    );
    SheetText {
        lead: "where no line of yours says otherwise, the program also plays:".to_owned(),
        silence: [moves(view, &live), shown].concat(),
        live,
        perhaps: perhaps(game, view),
        ..SheetText::default()
    }
}

/// The lines of silence that answer questions.
fn answers(silence: &[String]) -> Vec<String> {
    let kinds = ["PRESS", "DUEL", "REACT"];
    let answers = silence
        .iter()
        .filter(|it| kinds.iter().any(|kind| it.contains(kind)));
    answers.cloned().collect()
}

/// What silence does that no line can say, and the live lines, for receipts.
fn moves(view: &View, live: &[String]) -> Vec<String> {
    let mut lines = live.to_vec();
    if view.ways.must_move {
        lines.push("it must move: away from the nearest armed ship".to_owned());
    }
    lines.push("a Fair Wind carries your ship on to where MOVE TOWARD was bound for".to_owned());
    lines.push("free blocks go to what your first open purchase lacks, else to gold".to_owned());
    lines
}

/// A few orders that fit the position, each valid as it stands.
fn perhaps(game: &Voyages, view: &View) -> Vec<String> {
    let (tables, own, sea) = (&game.tables, view.own(), &view.sea);
    let mut lines = Vec::new();
    if own.hex != tables.board.isle {
        lines.push("MOVE TOWARD ISLE / STAY".to_owned());
    }
    lines.extend(purchase(game, view).map(|it| format!("BUY {}", it.word())));
    lines.extend(shot(game, view));
    let volley = view.hand.iter().any(|it| it.as_str() == VOLLEY);
    if volley {
        lines.push("STANDING REACT VOLLEY ALWAYS".to_owned());
    }
    if sea.may_pay_king(&view.ways, view.mine()).is_err() {
        lines.push("STANDING ANY metal, gunpowder, wood, gold, food".to_owned());
    }
    lines
}

/// The first upgrade that can be paid now, guns before others.
fn purchase(game: &Voyages, view: &View) -> Option<Upgrade> {
    let order = [
        Upgrade::Cannon,
        Upgrade::Mortar,
        Upgrade::Tradingpost,
        Upgrade::Map,
    ];
    let can = |it: &Upgrade| {
        let choice = Choice::Buy { upgrade: *it };
        permits(game, view, &Question::Act, &choice).is_ok()
    };
    order.into_iter().find(can)
}

/// A shot that can be paid and would hit now.
fn shot(game: &Voyages, view: &View) -> Option<String> {
    let me = view.mine();
    let hits = |target, weapon: Weapon| {
        let choice = Choice::Attack { target, weapon };
        permits(game, view, &Question::Act, &choice).is_ok()
    };
    let best = [Weapon::Bomb, Weapon::Grape, Weapon::Cannon, Weapon::Mortar];
    let rivals = view.sea.rivals(me).into_iter().map(|it| it.seat);
    let found = rivals.filter_map(|it| Some((it, best.into_iter().find(|one| hits(it, *one))?)));
    let mut found = found;
    found
        .next()
        .map(|(seat, weapon)| format!("ATTACK {seat} WITH {}", weapon.word()))
}

/// Blocks as the position of a sheet lists them, zeros too.
pub fn all_blocks(blocks: &Blocks) -> String {
    let all = super::data::Resource::ALL.map(|it| format!("{it} {}", blocks.get(it)));
    all.join(", ")
}

/// So many hexes.
pub fn hexes(number: u32) -> String {
    counted(number, "hex")
}
