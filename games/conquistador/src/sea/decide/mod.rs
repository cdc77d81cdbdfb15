//! What a power's lines make of a question in the naval phases, what silence means (7.1), and
//! what may be chosen at all.

mod ashore;
mod fight;
mod line;
mod sail;
mod stance;
mod way;

use super::super::land::retreat;
use super::super::orders::Order;
use super::super::view::View;
use super::plan::{Ask, Deed};
pub(in super::super) use ashore::landing;
use packetboat_core::engine::decide::{Decision, Lines};
pub(in super::super) use sail::unordered;

/// Decides a question from the lines in force.
pub(super) fn decide(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Decision<Deed> {
    match ask {
        Ask::Line => {
            let answer = |live: &_| line::answer(view, live);
            let decision = lines.first(answer, |act| line::lawful(view, act));
            decision.map(|act| Deed::Line { act })
        }
        Ask::Stance { attacker, at } => {
            let answer = |live: &_| stance::answer(view, *attacker, *at, live);
            lines.first(answer, |_| Ok(()))
        }
        Ask::Retreat { hex } => retreat::decide(view, *hex, lines).map(|to| Deed::Retreat { to }),
        Ask::Sail { label } => {
            let answer = |live: &_| sail::answer(view, *label, live);
            lines.first(answer, |deed| permits(view, ask, deed))
        }
    }
}

/// What happens when they decide nothing.
pub(super) fn silence(view: &View, ask: &Ask) -> Deed {
    match ask {
        Ask::Line => Deed::Done {
            ashore: ashore::landings(view),
        },
        Ask::Stance { attacker, at } => Deed::Stance {
            flee: stance::auto(view, *attacker, *at),
        },
        Ask::Retreat { hex } => Deed::Retreat {
            to: retreat::silence(view, *hex),
        },
        Ask::Sail { label } => Deed::Sail {
            voyage: sail::silence(view, *label),
        },
    }
}

/// Whether the power may choose this now.
pub(super) fn permits(view: &View, ask: &Ask, deed: &Deed) -> Result<(), String> {
    match (ask, deed) {
        (Ask::Line, Deed::Line { act }) => line::lawful(view, act),
        (Ask::Line, Deed::Done { ashore }) => ashore::lawful(view, ashore),
        (Ask::Stance { .. }, Deed::Stance { .. }) => Ok(()),
        (Ask::Retreat { hex }, Deed::Retreat { to }) => retreat::permits(view, *hex, *to),
        (Ask::Sail { label }, Deed::Sail { voyage }) => sail::lawful(view, *label, *voyage),
        _ => Err("that answers another question".to_owned()),
    }
}
