//! What is in the order sheet between opener and closer (4.6).

use super::data::{Upgrade, VOLLEY, Weapon};
use super::decide::{Choice, Question, permits};
use super::facts::Voyages;
use super::orders::Order;
use super::view::View;
use packetboat_core::engine::language::SheetText;

/// Live lines are what silence does; a ship that has had its turn plans for the next.
pub fn order_sheet(
    game: &Voyages,
    view: &View,
    own: &[&Order],
    mut silence: Vec<String>,
) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    if view.is_past() {
        let next = view.round + 1;
        let lead = format!(
            "your turn of round {} is over; plan the next below TURN {next}",
            view.round
        );
        return SheetText {
            lead,
            silence: silence
                .into_iter()
                .filter(|it| it.starts_with("REACT"))
                .collect(),
            ..SheetText::default()
        };
    }
    let moves = view.ways.must_move && !view.own().becalmed;
    if moves {
        silence.retain(|it| it != STAY);
    }
    SheetText {
        lead: "where no line of yours says otherwise, the program also plays:".to_owned(),
        live: silence.iter().filter(|it| !answers(it)).cloned().collect(),
        silence: silence.into_iter().chain(unsaid(view, own)).collect(),
        perhaps: perhaps(game, view, own),
        ..SheetText::default()
    }
}

/// What silence does with a move.
const STAY: &str = "MOVE STAY";

/// Whether a line of silence only answers questions.
fn answers(line: &str) -> bool {
    ["PRESS", "DUEL", "REACT"]
        .iter()
        .any(|it| line.starts_with(it))
}

/// What silence does that no line can say, as far as these lines leave it to do (D1, D2, D4).
fn unsaid(view: &View, own: &[&Order]) -> Vec<String> {
    let any = |such: fn(&Order) -> bool| own.iter().any(|it| such(it));
    let mut said = Vec::new();
    if view.ways.must_move && !view.own().becalmed {
        said.push("it must move: away from the nearest armed ship");
    }
    if !any(|it| matches!(it, Order::Extra { .. })) {
        said.push("a Fair Wind carries your ship on to where MOVE TOWARD was bound for");
    }
    if !any(|it| matches!(it, Order::Any { .. })) {
        said.push("free blocks go to what your first open purchase lacks, else to gold");
    }
    said.into_iter().map(str::to_owned).collect()
}

/// A few orders that fit the position, each valid as it is written.
fn perhaps(game: &Voyages, view: &View, own: &[&Order]) -> Vec<String> {
    let (tables, ship, sea) = (&game.tables, view.own(), &view.sea);
    let mut lines = Vec::new();
    let planned = own.iter().any(|it| matches!(it, Order::Move { .. }));
    if ship.hex != tables.board.isle && !planned && !ship.becalmed {
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
    let can = |wanted: &Upgrade| {
        let choice = Choice::Buy { upgrade: *wanted };
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
