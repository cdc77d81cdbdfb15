//! The land phase.

pub mod events;
pub mod loss;
pub mod parties;
pub mod plan;

use super::data::Tables;
use super::orders::Order;
use super::rules::Conquistador;
use super::state::State;
use super::view::View;
use crate::engine::decide::{Decision, Lines};
use crate::engine::rules::{CxOf, Prompt};
use plan::{Ask, Deed};

type Cx<'a> = CxOf<'a, Conquistador>;

/// Whom the step being played asks, and what; nobody: it goes on by itself.
pub fn asks(tables: &Tables, state: &State) -> Vec<Prompt<Ask>> {
    let _ = (tables, state);
    todo!()
}

/// One step: with the answers to what was asked, in that order; none if nobody was.
pub fn advance(tables: &Tables, state: &mut State, answers: &[(crate::engine::seat::Seat, &Ask, Deed)], cx: &mut Cx<'_>) {
    let _ = (tables, state, answers, cx);
    todo!()
}

/// Decides a question from the lines in force.
pub fn decide(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Decision<Deed> {
    let _ = (view, ask, lines);
    todo!()
}

/// What happens when they decide nothing (7.1).
pub fn silence(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Deed {
    let _ = (view, ask, lines);
    todo!()
}

/// Whether the power may choose this now.
///
/// # Errors
/// Why not.
pub fn permits(view: &View, ask: &Ask, deed: &Deed) -> Result<(), String> {
    let _ = (view, ask, deed);
    todo!()
}
