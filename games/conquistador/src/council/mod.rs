//! Royal Council and Maintenance: phases A and E, each file a segment or a step of it.

pub mod events;
pub mod initiative;
pub mod leaders;
pub mod ledger;
pub mod plan;
pub mod political;
pub mod royal;
pub mod tordesillas;

pub(super) mod choices;
mod deals;
mod debts;
mod deeds;
mod given_up;
mod log;

pub(super) mod purchases;
mod set_up;
mod turn_end;
pub(super) mod upkeep;

use super::data::Tables;
use super::events::Cx;
use super::orders::Order;
use super::state::{AbsentPower, Open, Stage, State};
use super::view::View;
use packetboat_core::prelude::*;
use plan::{Ask, Deed};

/// Sets up a campaign by scenario and options (5.4, 7.6).
///
/// # Errors
/// A founding that fits the card but not the scenario.
pub fn set_up(tables: &Tables, founding: &Founding, cx: &mut Cx<'_>) -> Result<State, DataError> {
    set_up::campaign(tables, founding, cx)
}

/// What decides the places at the end (5.2).
pub fn measures(tables: &Tables, open: &Open) -> Vec<Measure> {
    turn_end::measures(tables, open)
}

/// Whom the step being played asks, and what; nobody: it goes on by itself.
pub fn asks(tables: &Tables, state: &State) -> Vec<Prompt<Ask>> {
    let _ = tables;
    let open = &state.open;
    if matches!(open.stage, Stage::Deals | Stage::DealsB) {
        let playing = royal::playing(open).into_iter();
        let dealing = playing.filter(|it| !open.is_on_hold(*it));
        return dealing.map(|it| Prompt::now(it, Ask::Offers)).collect();
    }
    let acting = open.acting().filter(|it| !open.power(*it).dropped);
    let Some(power) = acting else {
        return Vec::new();
    };
    let line = || vec![Prompt::now(power, Ask::Line)];
    match open.stage {
        Stage::Choices => {
            let choice = open.power(power).choices.first();
            let ask = choice.map(|it| Prompt::now(power, Ask::Choice { choice: *it }));
            ask.into_iter().collect()
        }
        Stage::Build | Stage::Buy => line(),
        // A power's go begins with what nobody is asked for.
        Stage::Log | Stage::Maintenance if state.go.is_fresh() => Vec::new(),
        Stage::Log | Stage::Maintenance => line(),
        _ => Vec::new(),
    }
}

/// One step: with the answers to what was asked, in that order; none if nobody was.
pub fn advance(
    tables: &Tables,
    state: &mut State,
    answers: &[(Seat, &Ask, Deed)],
    cx: &mut Cx<'_>,
) {
    match state.open.stage {
        Stage::RandomEvents => {
            royal::council(tables, state, cx);
            state.next_stage();
        }
        Stage::Initiative => {
            initiative::determine(tables, state, cx);
            state.next_stage();
        }
        Stage::Deals | Stage::DealsB => {
            deals::conclude(tables, state, answers, cx);
            state.next_stage();
        }
        Stage::Leaders => {
            leaders::appear(tables, state, cx);
            state.next_stage();
        }
        Stage::TurnEnd => turn_end::play(tables, state, cx),
        Stage::Log if answers.is_empty() => prepare(state, log::begin),
        Stage::Maintenance if answers.is_empty() => {
            prepare(state, |state| upkeep::begin(tables, state, cx));
        }
        _ => match answers {
            [] => state.next_power(),
            [(power, _, deed), ..] => deeds::carry_out(tables, state, *power, deed, cx),
        },
    }
}

/// Begins a power's go in a step that begins with something nobody is asked for; a power that
/// was dropped has no go.
fn prepare(state: &mut State, begin: impl FnOnce(&mut State)) {
    let acting = state.open.acting();
    begin(state);
    if acting.is_some_and(|it| state.open.power(it).dropped) {
        state.next_power();
    } else {
        state.go.done = 1;
    }
}

/// Decides a question from the lines in force.
pub fn decide(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Decision<Deed> {
    match ask {
        Ask::Choice { choice } => choices::decide(view, choice, lines),
        Ask::Offers => deals::decide(view, lines),
        Ask::Line => match view.open.stage {
            Stage::Build => purchases::decide_building(view, lines),
            Stage::Buy => purchases::decide(view, lines),
            Stage::Log => log::decide(view, lines),
            Stage::Maintenance => upkeep::decide(view, lines),
            _ => Decision::none(),
        },
    }
}

/// What happens when they decide nothing (7.1).
pub fn silence(view: &View, ask: &Ask, lines: &Lines<'_, Order>) -> Deed {
    match ask {
        Ask::Choice { choice } => choices::silence(view, choice),
        Ask::Offers => Deed::Offers {
            gifts: Vec::new(),
            deals: Vec::new(),
        },
        Ask::Line if view.open.stage == Stage::Maintenance => upkeep::silence(view, lines),
        Ask::Line => Deed::Done,
    }
}

/// Whether the power may choose this now.
///
/// # Errors
/// Why not.
pub fn permits(view: &View, ask: &Ask, deed: &Deed) -> Result<(), String> {
    let stage = view.open.stage;
    match (ask, deed) {
        (Ask::Choice { choice }, Deed::Losses(losses)) => choices::permits(view, choice, losses),
        (Ask::Choice { choice }, Deed::Duty { .. }) if choice.event == 6 => Ok(()),
        (Ask::Offers, Deed::Offers { .. }) => Ok(()),
        (Ask::Line, Deed::Done) if stage != Stage::Maintenance => Ok(()),
        (Ask::Line, deed) => match (stage, deed) {
            (Stage::Build, Deed::Build { ships, .. }) => purchases::may_build(view, ships),
            (Stage::Buy, Deed::Buy { goods, .. }) => purchases::may_buy(view, goods),
            (Stage::Buy, Deed::Bank { repay, sum, .. }) => purchases::may_bank(view, *repay, *sum),
            (Stage::Log, Deed::Log { entry, .. }) => log::permits(view, entry),
            (Stage::Maintenance, Deed::Disband { given_up, .. }) => {
                given_up::are_there(view, given_up)
            }
            (Stage::Maintenance, Deed::Upkeep { paid, given_up }) => {
                upkeep::permits(view, *paid, given_up)
            }
            _ => Err("nothing of the kind is done now".to_owned()),
        },
        _ => Err("that answers another question".to_owned()),
    }
}

/// A gate has closed: who sent nothing is noted, and what becomes of him (5.5).
pub fn gathered(state: &mut State, silent: &BTreeSet<Seat>) {
    let options = &state.open.options;
    let (absent, most) = (options.absent_power, options.hold_after_missed.max(1));
    for seat in royal::playing(&state.open) {
        let power = state.power_mut(seat);
        power.missed = if silent.contains(&seat) {
            power.missed + 1
        } else {
            0
        };
        // Its units stay until the end of the turn (Q117).
        power.dropped = absent == AbsentPower::Drop && power.missed >= most;
    }
}
