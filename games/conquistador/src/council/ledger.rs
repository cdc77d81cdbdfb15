//! Treasuries: every change of one goes through here, and is told once (2.1, 7.5).

use super::super::events::Cx;
use super::super::state::State;
use super::events::{Event, Why};
use packetboat_core::prelude::*;

/// Puts Ducats into the one Treasury of a power (6.2): taxes and what others pay (6.2.2). Nothing
/// happens for none.
pub fn receive(state: &mut State, power: Seat, sum: u32, why: Why, what: &str, cx: &mut Cx<'_>) {
    change(state, power, i64::from(sum), why, what, cx);
}

/// Takes Ducats out of a Treasury, for purchases and outfitting too (6.2.2); callers have looked
/// that they are there (6.2.3).
///
/// # Panics
/// If it holds less.
pub fn pay(state: &mut State, power: Seat, sum: u32, why: Why, what: &str, cx: &mut Cx<'_>) {
    change(state, power, -i64::from(sum), why, what, cx);
}

fn change(state: &mut State, power: Seat, change: i64, why: Why, what: &str, cx: &mut Cx<'_>) {
    if change == 0 {
        return;
    }
    let open = state.power_mut(power);
    let treasury = i64::from(open.treasury) + change;
    open.treasury = u32::try_from(treasury).expect("nobody spends what he does not have");
    let event = Event::Ducats {
        power,
        change,
        why,
        what: what.to_owned(),
        treasury: open.treasury,
    };
    cx.tell(audience(power, why), event.into());
}

/// What a power gets or pays by rules that everybody can follow is public; what it buys and
/// agrees on shows in the total only.
fn audience(power: Seat, why: Why) -> Audience {
    match why {
        Why::Taxes | Why::War | Why::MiddleClass | Why::Resources | Why::Gold => Audience::All,
        Why::Gift
        | Why::Payment
        | Why::Loan
        | Why::Repayment
        | Why::Arrears
        | Why::Borrowed
        | Why::Bank
        | Why::Purchase
        | Why::Building
        | Why::Bounds
        | Why::Upkeep => Audience::one(power),
    }
}
