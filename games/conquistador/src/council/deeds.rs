//! Carries out what powers chose, one deed a step.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::state::{Stage, State};
use super::events::Event;
use super::plan::Deed;
use super::{choices, debts, given_up, log, purchases, upkeep};
use packetboat_core::prelude::*;

/// Carries out a deed; a power that has no line left is done with the step.
pub(super) fn carry_out(
    tables: &Tables,
    state: &mut State,
    power: Seat,
    deed: &Deed,
    cx: &mut Cx<'_>,
) {
    match deed {
        Deed::Losses(losses) => {
            choices::lose(tables, state, power, losses, cx);
            state.power_mut(power).choices.remove(0);
        }
        Deed::Duty { ignored } => {
            state.own_mut(power).duty_ignored = *ignored;
            if *ignored {
                cx.tell(Audience::one(power), Event::DutyIgnored { power }.into());
            }
            state.power_mut(power).choices.remove(0);
        }
        Deed::Build { ships, short } => {
            purchases::build_ships(tables, state, power, ships, cx);
            purchases::tell_short(power, short, cx);
        }
        Deed::Buy { goods, short } => {
            purchases::buy_goods(state, power, goods, cx);
            purchases::tell_short(power, short, cx);
        }
        Deed::Bank { repay, sum } => {
            if *repay {
                debts::repay(state, power, *sum, cx);
            } else {
                debts::borrow(tables, state, power, *sum, cx);
            }
        }
        Deed::Log { entry } => {
            log::enter(tables, state, power, entry, cx);
        }
        Deed::Disband { given_up } => {
            given_up::give_up(tables, state, power, given_up, true, cx);
        }
        Deed::Upkeep { paid, given_up } => {
            upkeep::pay(tables, state, power, *paid, given_up, cx);
            state.next_power();
        }
        Deed::Done => {
            if state.open.stage == Stage::Buy {
                purchases::close(state, power);
            }
            state.next_power();
        }
        Deed::Offers { .. } => unreachable!("offers are carried out together"),
    }
}
