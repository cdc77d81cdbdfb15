//! Deals: what cannot bind as it is written (2.6).

use super::super::faces::words;
use super::super::orders::{Clause, Order};
use super::super::view::View;
use super::notes::{Line, Notes};
use packetboat_core::engine::seat::Seat;

/// Notes on the clauses of a DEAL.
pub(super) fn note(view: &View, line: &Line, order: &Order, notes: &mut Notes) {
    let Order::Deal { clauses } = order else {
        return;
    };
    for clause in clauses {
        if let Some(text) = not_at_hand(view, clause) {
            notes.add(line.at, text);
        }
    }
    notes.tell(
        line.at,
        "it binds once the others named send the same; a robot never makes a deal",
    );
    let sums = clauses.iter().filter_map(paid_at_once);
    for (power, sum) in sums {
        if let Some(text) = too_much(view, power, sum) {
            notes.add(line.at, text);
        }
    }
}

/// The power and the sum that leaves its Treasury when the deal is made.
fn paid_at_once(clause: &Clause) -> Option<(Seat, u32)> {
    match clause {
        Clause::Lends { lender, sum, .. } => Some((*lender, *sum)),
        Clause::Pays {
            payer,
            sum,
            until: None,
            ..
        } => Some((*payer, *sum)),
        _ => None,
    }
}

/// A sum that the power has not, as its Treasury stands (Q36).
fn too_much(view: &View, power: Seat, sum: u32) -> Option<String> {
    let treasury = view.open.power(power).treasury;
    let who = if power == view.me() {
        "you have".to_owned()
    } else {
        format!("{} has", view.tables.title(power))
    };
    (sum > treasury).then(|| format!("{who} {} now, not {sum}", words::ducats(treasury)))
}

/// An own leader who cannot be lent: he is not in Europe (Q29).
fn not_at_hand(view: &View, clause: &Clause) -> Option<String> {
    let Clause::Leader { lender, leader, .. } = *clause else {
        return None;
    };
    let mine = lender == view.me() && !view.mine().leaders.contains(&leader);
    mine.then(|| {
        let name = &view.tables.leader(leader).name;
        format!(
            "{name} is not in Europe now; unless that changes before deals are made, this \
            one is void"
        )
    })
}
