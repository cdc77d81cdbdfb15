//! Debts between powers, and to the German Bankers (2.6, Q52, Q53).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::state::{Bond, Deal, State};
use super::events::{Event, Why};
use super::ledger;
use packetboat_core::prelude::*;

/// What somebody is owed now.
struct Claim {
    /// Its place in the list of deals.
    at: usize,
    debtor: Seat,
    creditor: Seat,
    owed: u32,
    why: Why,
}

/// A1: what fell due in earlier turns has the first claim on what came in.
pub(super) fn arrears(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    let claims = claims(state, |due| due < turn);
    settle(tables, state, claims, cx);
    bank(state, cx, |due| due < turn);
}

/// E: loans due, payments of each turn, arrears; then the bank, whose unpaid sums grow. When the
/// game ends the bank wants all it is owed. Debts are paid without an order (6.2.3).
pub(super) fn due(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    let last = turn >= state.open.options.last_turn;
    let mut all = claims(state, |due| due <= turn);
    for (at, deal) in state.deals.iter().enumerate() {
        if let Bond::Payment {
            payer, payee, sum, ..
        } = deal.bond
        {
            all.push(Claim {
                at,
                debtor: payer,
                creditor: payee,
                owed: sum,
                why: Why::Payment,
            });
        }
    }
    settle(tables, state, all, cx);
    bank(state, cx, |due| due <= turn || last);
    grow(tables, state, cx);
}

fn claims(state: &State, is_due: impl Fn(u32) -> bool) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (at, deal) in state.deals.iter().enumerate() {
        if let Bond::Loan {
            lender,
            borrower,
            owed,
            due,
        } = deal.bond
            && is_due(due)
        {
            claims.push(Claim {
                at,
                debtor: borrower,
                creditor: lender,
                owed,
                why: if due < state.open.turn {
                    Why::Arrears
                } else {
                    Why::Repayment
                },
            });
        }
    }
    claims
}

/// Pays the oldest deal first. What a creditor gets may pay what he owes himself, so it goes on
/// until nobody who owes has anything left.
fn settle(tables: &Tables, state: &mut State, mut claims: Vec<Claim>, cx: &mut Cx<'_>) {
    claims.sort_by_key(|it| (state.deals[it.at].number, it.at));
    loop {
        let mut moved = false;
        for claim in &mut claims {
            let sum = claim.owed.min(state.open.power(claim.debtor).treasury);
            if sum == 0 {
                continue;
            }
            moved = true;
            claim.owed -= sum;
            transfer(
                tables,
                state,
                claim.debtor,
                claim.creditor,
                sum,
                claim.why,
                cx,
            );
        }
        if !moved {
            break;
        }
    }
    let turn = state.open.turn;
    for claim in &claims {
        let number = state.deals[claim.at].number;
        let left = Bond::Loan {
            lender: claim.creditor,
            borrower: claim.debtor,
            owed: claim.owed,
            due: turn,
        };
        match &mut state.deals[claim.at].bond {
            Bond::Loan { owed, .. } => *owed = claim.owed,
            // What is missing of a payment becomes a debt of the same deal.
            _ if claim.owed > 0 => state.deals.push(Deal { number, bond: left }),
            _ => {}
        }
        if claim.owed > 0 {
            let parties = [claim.debtor, claim.creditor].into_iter().into_set();
            let event = Event::DebtLeft {
                debtor: claim.debtor,
                creditor: claim.creditor,
                owed: claim.owed,
            };
            cx.tell(Audience::Only(parties), event.into());
        }
    }
    let paid = |it: &Deal| matches!(it.bond, Bond::Loan { owed: 0, .. });
    state.deals.retain(|it| !paid(it));
}

/// Moves Ducats from one Treasury to another: bookkeeping, no ship is needed (6.2.3). They may be
/// spent on this sheet (Q51).
pub(super) fn transfer(
    tables: &Tables,
    state: &mut State,
    from: Seat,
    to: Seat,
    sum: u32,
    why: Why,
    cx: &mut Cx<'_>,
) {
    ledger::pay(state, from, sum, why, tables.title(to), cx);
    ledger::receive(state, to, sum, why, tables.title(from), cx);
}

/// Takes what the bank is owed and is due, the earliest first.
fn bank(state: &mut State, cx: &mut Cx<'_>, is_due: impl Fn(u32) -> bool) {
    for power in state.open.table.clone() {
        let debts = state.open.power(power).bank.clone();
        let owed: u32 = debts
            .iter()
            .filter(|it| is_due(it[1]))
            .map(|it| it[0])
            .sum();
        let sum = owed.min(state.open.power(power).treasury);
        repay(state, power, sum, cx);
    }
}

/// Pays the bank, what falls due first before the rest.
pub(super) fn repay(state: &mut State, power: Seat, sum: u32, cx: &mut Cx<'_>) {
    ledger::pay(state, power, sum, Why::Bank, "", cx);
    let debts = &mut state.power_mut(power).bank;
    debts.sort_by_key(|it| it[1]);
    let mut left = sum;
    for debt in debts.iter_mut() {
        let part = left.min(debt[0]);
        debt[0] -= part;
        left -= part;
    }
    debts.retain(|it| it[0] > 0);
}

/// What is overdue grows each turn, rounded up.
fn grow(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    if turn >= state.open.options.last_turn {
        return;
    }
    for power in state.open.table.clone() {
        let debts = &mut state.power_mut(power).bank;
        let overdue = debts.iter_mut().filter(|it| it[1] <= turn);
        let mut grown = false;
        for debt in overdue {
            debt[0] += (debt[0] * tables.ret.bank_growth).div_ceil(100);
            grown = true;
        }
        if grown {
            let owed = debts.iter().map(|it| it[0]).sum();
            cx.tell(Audience::one(power), Event::BankGrew { power, owed }.into());
        }
    }
}

/// How much more a power may borrow this turn.
pub(super) fn may_borrow(tables: &Tables, debts: &[[u32; 2]], turn: u32) -> u32 {
    let today = debts
        .iter()
        .filter(|it| it[1] == turn + tables.ret.bank_turns);
    let owed: u32 = today.map(|it| it[0]).sum();
    let most = tables.ret.bank_most * tables.ret.bank_percent / 100;
    most.saturating_sub(owed) * 100 / tables.ret.bank_percent
}

/// The bank lends; each loan falls due some turns later.
pub(super) fn borrow(tables: &Tables, state: &mut State, power: Seat, sum: u32, cx: &mut Cx<'_>) {
    let back = (sum * tables.ret.bank_percent).div_ceil(100);
    let due = state.open.turn + tables.ret.bank_turns;
    state.power_mut(power).bank.push([back, due]);
    ledger::receive(state, power, sum, Why::Borrowed, "", cx);
    let event = Event::BankLent {
        power,
        sum,
        back,
        due,
    };
    cx.tell(Audience::one(power), event.into());
}
