//! Orders and conditions from lines that were read, and the faults a form cannot see: hexes of
//! the wrong kind, ways that lead nowhere, blocks that cannot hold what they load, deals with the
//! dead past, leaders who are not there.
//!
//! A fault is only what no later event can mend. What hangs on money, men or other powers is said
//! by `advise`, and passed over when its line is reached.

mod council;
mod deals;
mod land;
mod reader;
mod sea;
mod tests;

use super::orders::{Condition, Order};
use super::view::View;
use packetboat_core::engine::attributes;
use packetboat_core::prelude::*;
use reader::Reader;

/// Makes an order.
///
/// # Errors
/// A fault the form alone could not see.
pub fn order(view: &View, said: &Said) -> Result<Order, Diagnostic> {
    let it = Reader { view, said };
    match said.form {
        "GIFT" => deals::gift(&it),
        "DEAL" => deals::deal(&it),
        "EVENT" => council::event(&it),
        "BUY" => council::buy(&it),
        "EXPEDITION" => council::expedition(&it),
        "BANK" => Ok(council::bank(&it)),
        "EMBARK" => sea::embark(&it),
        "DEBARK" => sea::debark(&it),
        "STANCE" => sea::stance(&it),
        "HEMI" => sea::hemi(&it),
        "ATTACK" => sea::attack(&it),
        "INVADE" => sea::invade(&it),
        "STOW" => sea::stow(&it),
        "SAIL" => sea::sail(&it),
        "PROSPECT" => land::prospect(&it),
        "MINE" => land::mine(&it),
        "LOOT" => land::loot(&it),
        "PARTY" => land::party(&it),
        "MOVE" => land::march(&it),
        "RETREAT" => land::retreat(&it),
        "NATIVES" => land::natives(&it),
        "PREACH" => Ok(land::preach(&it)),
        "KEEP" => land::keep(&it),
        "DISBAND" => land::disband(&it),
        other => unreachable!("the grammar has no order {other}"),
    }
}

impl attributes::Condition<View> for Condition {
    fn build(view: &View, said: &Said) -> Result<Self, Diagnostic> {
        tests::condition(&Reader { view, said })
    }
}
