//! What is in the order sheet between opener and closer (4.8).

use super::{data::Tables, orders::GRIP, view::View};
use packetboat_core::engine::language::SheetText;

/// What the program plays; a seat whose turn is over plans for the next.
pub fn order_sheet(tables: &Tables, view: &View, silence: Vec<String>) -> SheetText {
    if view.me.is_none() || view.over {
        return SheetText::default();
    }
    let lead = match view.turn {
        _ if !view.is_past() => String::new(),
        turn if turn == view.ways.turns => {
            "your turn is over, and only policies count now".to_owned()
        }
        turn => format!("your turn is over; plan the next below TURN {}", turn + 1),
    };
    SheetText {
        lead,
        silence: told(tables, view, silence),
        ..SheetText::default()
    }
}

/// What silence would do for this hand: what it gives up is shown where the seat holds too much,
/// what it plays once for each copy of a card in hand.
fn told(tables: &Tables, view: &View, silence: Vec<String>) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let hand = view.kept(tables);
    for line in silence {
        let mut words = line.split(' ');
        let held = |code: &str| hand.iter().filter(|it| it.as_str() == code).count();
        let most = match words.next() {
            Some("PLAY") if !view.is_past() => words.next().map_or(0, held),
            Some("PLAY") => 0,
            Some("TALLY") if view.is_past() => 0,
            Some("TALLY" | "REACT") => words.next().map_or(0, held).min(1),
            Some("KEEP") => usize::from(!view.prepared && view.excess() > 0),
            _ => 1,
        };
        if told.iter().filter(|it| **it == line).count() >= most {
            continue;
        }
        let grips = line == GRIP;
        told.push(line);
        if grips {
            let late = (view.ways.turns - 1).max(1);
            told.push(format!("TALLY IRONGRIP IF ROUND AT LEAST {late}"));
        }
    }
    told
}

/// Lines that answer the question of a Plague Ship by mail.
pub const REPLIES: [&str; 3] = [
    "PLAGUE REDUCE LEADER.SUCC, FOE.SUCC, FOE.STRUG",
    "PLAGUE ROUNDS 2",
    "PLAGUE PLEDGE 2",
];
