//! What a seat's sheets do to the gate, in the words of receipts.
//!
//! Not here: the gate itself (`engine`).

use crate::desk::entry::builder::EntryBuilder;
use crate::engine::game::Gate as Door;
use crate::engine::seat::Seat;
use crate::report::Gate;
use crate::store::entry::Stop;

/// What the seat's sheets do to the gate, as the receipt says it.
pub fn gate(work: &EntryBuilder<'_>, seat: Seat) -> Gate {
    if work.desk.stop == Stop::Over || work.desk.held.is_some() {
        return Gate::None;
    }
    if work.waits_for_others(seat) {
        return Gate::Elsewhere;
    }
    match work.campaign.table.gate(seat) {
        Door::Ready => Gate::Ready,
        Door::Waits => Gate::Waits,
        Door::Earlier => Gate::Earlier,
        // Nobody waits for who has left.
        Door::NoSheet if work.desk.seats.get(seat).left => Gate::None,
        Door::NoSheet => Gate::NoSheet,
        Door::NotCalled => Gate::NotCalled,
    }
}
