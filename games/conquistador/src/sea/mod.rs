//! The naval phases: crossings, the hemispheric segment with its fights, attrition, what ships
//! bring home (game file 3; B1 to B3 and D1 to D3 of 1).
//!
//! `crossing`, `sailing`: B1 and D1. `hemispheric`: B2, with `ashore`, `combat` and `invasion`.
//! `attrition`: B3 and D2. `banking`, `credit`: behind B3, and D3. `course`: how ships move;
//! `marks`: what they discover; `sides`: which are lost. `decide`: what lines make of a question.

mod ashore;
pub(super) mod attrition;
mod banking;
mod combat;
pub(super) mod course;
mod credit;
pub mod crossing;
mod decide;
pub mod events;
mod hemispheric;
mod invasion;
mod marks;
pub mod plan;
mod sailing;
mod sides;
mod words;

use super::data::Tables;
use super::events::Cx;
use super::orders::Order;
use super::state::{Fight, Stage, State};
use super::view::View;
use course::Phase;
pub(super) use decide::{landing, unordered};
use packetboat_core::prelude::*;
use plan::{Ask, Deed};

/// Whom the step being played asks, and what; nobody: it goes on by itself.
pub fn asks(tables: &Tables, state: &State) -> Vec<Prompt<Ask>> {
    let _ = tables;
    let asked = match (&state.fight, state.open.stage) {
        (Some(Fight::Sea(fight)), _) => {
            let at = fight.at.hex().expect("fights are overseas");
            let attacker = fight.attacker;
            Some((fight.target, Ask::Stance { attacker, at }))
        }
        (Some(Fight::Retreat { loser, hex, .. }), _) => Some((*loser, Ask::Retreat { hex: *hex })),
        (None, Stage::Hemispheric) => state.open.acting().map(|seat| (seat, Ask::Line)),
        (None, Stage::Sailing) => {
            sailing::next(state).map(|(seat, label)| (seat, Ask::Sail { label }))
        }
        (None, _) => None,
    };
    let prompt = asked.map(|(seat, ask)| Prompt::now(seat, ask));
    prompt.into_iter().collect()
}

/// One step: with the answers to what was asked, in that order; none if nobody was.
pub fn advance(
    tables: &Tables,
    state: &mut State,
    answers: &[(Seat, &Ask, Deed)],
    cx: &mut Cx<'_>,
) {
    match answers.first() {
        Some((seat, ask, deed)) => answered(tables, state, (*seat, ask, deed), cx),
        None => unasked(tables, state, cx),
    }
}

fn answered(
    tables: &Tables,
    state: &mut State,
    (seat, ask, deed): (Seat, &Ask, &Deed),
    cx: &mut Cx<'_>,
) {
    match (ask, deed) {
        (Ask::Line, Deed::Line { act }) => hemispheric::act(tables, state, seat, act, cx),
        (Ask::Line, Deed::Done { ashore }) => {
            hemispheric::done(tables, state, seat, ashore, cx);
            state.next_power();
        }
        (Ask::Stance { .. }, Deed::Stance { flee }) => combat::resolve(tables, state, *flee, cx),
        (Ask::Retreat { .. }, Deed::Retreat { to }) => {
            invasion::retreated(tables, state, *to, cx);
        }
        (Ask::Sail { label }, Deed::Sail { voyage }) => {
            sailing::sail(tables, state, (seat, *label), *voyage, cx);
        }
        other => unreachable!("{other:?} at sea"),
    }
}

fn unasked(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let Some(seat) = state.open.acting() else {
        state.next_stage();
        return;
    };
    match state.open.stage {
        Stage::Crossing => crossing::all(tables, state, seat, cx),
        Stage::NavalAttrition => attrition::all(tables, state, seat, Phase::Initial, cx),
        Stage::Banking => {
            banking::all(tables, state, seat, cx);
            banking::corsairs(tables, state, cx);
        }
        Stage::Sailing => return sailing::unasked(tables, state, cx),
        Stage::FinalAttrition => attrition::all(tables, state, seat, Phase::Final, cx),
        Stage::Credit => credit::all(tables, state, seat, cx),
        other => unreachable!("{other:?} is not played at sea without a question"),
    }
    state.next_power();
}

/// Decides a question from the lines in force.
pub fn decide(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Decision<Deed> {
    decide::decide(view, ask, lines)
}

/// What happens when they decide nothing (7.1).
pub fn silence(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Deed {
    let _ = lines;
    decide::silence(view, ask)
}

/// Whether the power may choose this now.
///
/// # Errors
/// Why not.
pub fn permits(view: &View, ask: &Ask, deed: &Deed) -> Result<(), String> {
    decide::permits(view, ask, deed)
}
