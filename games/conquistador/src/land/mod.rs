//! The land phase.
//!
//! C1 goes by places (`gold`, with `prospecting`, `mining`, `looting`). In C2 a power's lines are
//! carried out (`march`), then its storms (`storm`, `retreat`), then come discoveries, quests and
//! guests (`discoveries`); only then the next power marches. C3 (`natives`) goes by lines, C4
//! (`uprising`) and C5 (`attrition`) by themselves. C6 loads gold (`stow`) and credits resources.
//!
//! Not here: how far units can go and what land brings (`reckon`).

mod attrition;
mod decide;
mod discoveries;
pub mod events;
mod gold;
mod homeward;
mod looting;
pub mod loss;
mod march;
mod mining;
pub mod natives;
pub mod parties;
pub mod plan;
mod prospecting;
mod resources;
pub mod retreat;
pub mod storm;
mod stow;
pub mod uprising;

pub(super) use march::{plan_debark, plan_embark};

use super::data::Tables;
use super::events::Cx;
use super::orders::Order;
use super::state::{Fight, Stage, State};
use super::view::View;
use packetboat_core::prelude::*;
use plan::{Ask, Deed, Stowage, Work};

/// Whom the step being played asks, and what; nobody: it goes on by itself.
pub fn asks(tables: &Tables, state: &State) -> Vec<Prompt<Ask>> {
    let Some(seat) = state.open.acting() else {
        return Vec::new();
    };
    let asked = match state.open.stage {
        Stage::Gold => gold::next(tables, state, seat).map(|(_, ask)| (seat, ask)),
        Stage::March | Stage::Natives | Stage::Loading => Some((seat, Ask::Line)),
        Stage::Combat => match &state.fight {
            Some(Fight::Retreat { loser, hex, .. }) => Some((*loser, Ask::Retreat { hex: *hex })),
            _ => None,
        },
        _ => None,
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
    let answer = answers.first().cloned();
    match (state.open.stage, answer) {
        (Stage::Gold, answer) => gold::advance(tables, state, answer, cx),
        (Stage::Depletion, _) => gold::deplete(tables, state, cx),
        (Stage::March | Stage::Natives | Stage::Loading, Some((seat, _, deed))) => {
            line(tables, state, seat, deed, cx);
        }
        (Stage::Combat, Some((_, _, Deed::Retreat { to }))) => {
            storm::retreated(tables, state, to, cx);
        }
        (Stage::Combat, _) => {
            if !storm::advance(tables, state, cx) {
                state.open.stage = Stage::MarchEnd;
            }
        }
        (Stage::MarchEnd, _) => march_end(tables, state, cx),
        (Stage::Uprising, _) => uprising::advance(tables, state, cx),
        (Stage::LandAttrition, _) => attrition::advance(tables, state, cx),
        (Stage::Resources, _) => resources::advance(tables, state, cx),
        (stage, answer) => unreachable!("{stage:?} is no step of the land phase: {answer:?}"),
    }
    if gold::unsettled(&state.open) {
        gold::settle(tables, state, cx);
    }
}

/// A line is carried out, or none is left.
fn line(tables: &Tables, state: &mut State, seat: Seat, deed: Deed, cx: &mut Cx<'_>) {
    match deed {
        Deed::Line { work } => carry_out(tables, state, seat, work, cx),
        Deed::Done { home, stow } => {
            for boarding in &home {
                march::embark(tables, state, seat, boarding, cx);
            }
            for stowage in &stow {
                stow::load(tables, state, seat, stowage, cx);
            }
            match state.open.stage {
                // Combats and the end of the go follow before the next power marches: whose go
                // it is, and what is under way, stay.
                Stage::March => state.open.stage = Stage::Combat,
                _ => state.next_power(),
            }
        }
        other => unreachable!("{other:?} is no line"),
    }
}

fn carry_out(tables: &Tables, state: &mut State, seat: Seat, work: Work, cx: &mut Cx<'_>) {
    match work {
        Work::Party(party) => {
            march::cut_short(seat, "PARTY", &party.short, cx);
            parties::name(tables, state, seat, party, cx);
        }
        Work::March(route) => march::march(tables, state, seat, &route, cx),
        Work::Embark(boarding) => march::embark(tables, state, seat, &boarding, cx),
        Work::Debark(landing) => march::debark(tables, state, seat, &landing, cx),
        Work::Natives { .. } | Work::Preach { .. } => {
            natives::carry_out(tables, state, seat, work, cx);
        }
        Work::Stow { label, lots, short } => {
            if !short.is_empty() {
                cx.in_part(seat, &short);
            }
            let stowage = Stowage { label, lots };
            stow::load(tables, state, seat, &stowage, cx);
        }
    }
}

/// The end of a power's C2; then the next power marches, or C3 begins.
fn march_end(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let seat = state.open.acting().expect("it is somebody's go");
    discoveries::end(tables, state, seat, cx);
    state.next_power();
    if state.open.stage == Stage::MarchEnd {
        state.open.stage = Stage::March;
    }
}

/// Decides a question from the lines in force.
pub fn decide(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Decision<Deed> {
    decide::decide(view, ask, lines)
}

/// What happens when they decide nothing (7.1).
pub fn silence(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Deed {
    decide::silence(view, ask, lines)
}

/// Whether the power may choose this now.
///
/// # Errors
/// Why not.
pub fn permits(view: &View, ask: &Ask, deed: &Deed) -> Result<(), String> {
    decide::permits(view, ask, deed)
}
