//! E2: deadlines, Tordesillas, leaders who leave, the score sheet; the next turn or the end.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::men::Men;
use super::super::reckon::score::{self, Score};
use super::super::state::{Bond, Open, Power, Quest, Sealed, Stage, State};
use super::events::Event;
use super::{deals, leaders, royal, tordesillas};
use packetboat_core::prelude::*;

/// The whole of E2.
pub(super) fn play(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    for power in royal::playing(&state.open) {
        quests(tables, state, power, cx);
        duty(tables, state, power, cx);
    }
    tordesillas::settlements(tables, state, cx);
    leaders::dismiss(tables, state, turn, cx);
    leaders::come_home(tables, state, turn, cx);
    drop_out(state, cx);
    let last = turn >= state.open.options.last_turn || royal::playing(&state.open).is_empty();
    if last {
        unpaid_bank(tables, state, cx);
    }
    let scores = scores(tables, state, cx);
    end_bonds(tables, state, cx);
    reset(state);
    if last {
        end(tables, state, &scores, cx);
    } else {
        state.open.turn += 1;
        state.enter(Stage::RandomEvents);
    }
}

/// Quests that are done or whose deadline has come are owed no longer (Q17).
fn quests(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    let vp = -tables.ret.failure_vp;
    let it = state.power_mut(power);
    let over = |it: &Quest| it.done || it.deadline <= turn;
    let ended: Vec<_> = it.quests.iter().filter(|it| over(it)).copied().collect();
    it.quests.retain(|it| !over(it));
    for quest in ended {
        let kind = quest.kind;
        let event = if quest.done {
            Event::QuestFulfilled { power, quest: kind }
        } else {
            state.power_mut(power).penalty_vp += vp;
            Event::QuestFailed {
                power,
                quest: kind,
                vp,
            }
        };
        cx.announce(event.into());
    }
}

/// Civil war: Soldiers that should have come home and have not cost victory points.
fn duty(tables: &Tables, state: &mut State, power: Seat, cx: &mut Cx<'_>) {
    if state.own(power).duty == 0 {
        return;
    }
    let vp = -tables.ret.failure_vp;
    state.power_mut(power).penalty_vp += vp;
    cx.announce(Event::DutyFailed { power, vp }.into());
}

/// A power that was dropped: its units are gone, its mines abandoned, its gold nobody's, its deals
/// and debts void; its discoveries stay taken (Q117).
fn drop_out(state: &mut State, cx: &mut Cx<'_>) {
    for power in state.open.table.clone() {
        // Whoever has left has nothing any more, not even charts.
        let is_gone = *state.own(power) == Sealed::default();
        if !state.open.power(power).dropped || is_gone {
            continue;
        }
        leaders::drop_lent(state, power);
        for ashore in state.open.hexes.values_mut() {
            ashore.stacks.remove(&power);
        }
        state.open.sweep();
        for mine in state.open.mines.values_mut() {
            mine.owner = mine.owner.filter(|it| *it != power);
        }
        state.open.doubled = state.open.doubled.filter(|it| *it != power);
        *state.own_mut(power) = Sealed::default();
        let it = state.power_mut(power);
        it.quests.clear();
        it.choices.clear();
        it.bank.clear();
        state.deals.retain(|it| !it.bond.parties().contains(&power));
        cx.announce(Event::PowerDropped { power }.into());
    }
}

/// What the bank could not be paid at the end costs victory points.
fn unpaid_bank(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    for power in royal::playing(&state.open) {
        let it = state.power_mut(power);
        let owed: u32 = it.bank.iter().map(|it| it[0]).sum();
        if owed == 0 {
            continue;
        }
        let vp = -tables.ret.bank_vp * i32::try_from(owed).expect("debts are small");
        it.penalty_vp += vp;
        cx.announce(Event::BankUnpaid { power, owed, vp }.into());
    }
}

/// The score sheet.
fn scores(tables: &Tables, state: &State, cx: &mut Cx<'_>) -> Vec<(Seat, Score)> {
    let turn = state.open.turn;
    let mut scores = Vec::new();
    for power in royal::playing(&state.open) {
        let score = score::vp(tables, &state.open, power);
        cx.announce(
            Event::ScoreCounted {
                power,
                turn,
                ducats: score.ducats,
                areas: score.area_count,
                area_vp: score.areas,
                discoveries: score.discoveries,
                penalties: score.penalties,
                total: score.total,
            }
            .into(),
        );
        scores.push((power, score));
    }
    scores
}

/// Bonds whose last turn this was are over. Debts stay until they are paid.
fn end_bonds(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let turn = state.open.turn;
    let is_over = |bond: &Bond| match bond {
        Bond::Payment { until, .. }
        | Bond::Passage { until, .. }
        | Bond::Ports { until, .. }
        | Bond::Peace { until, .. } => *until <= turn,
        Bond::Loan { .. } | Bond::Waived { .. } | Bond::Leader { .. } => false,
    };
    for deal in state.deals.iter().filter(|it| is_over(&it.bond)) {
        let [one, other] = deal.bond.parties();
        let bond = deals::bond_words(tables, &deal.bond);
        cx.tell(
            Audience::Only([one, other].into_iter().into_set()),
            Event::BondEnded { one, other, bond }.into(),
        );
    }
    state.deals.retain(|it| !is_over(&it.bond));
}

/// What counts for one turn only. Who worked a mine and looted a city stays until A1 of the next
/// turn has asked for it (6.4.10).
fn reset(state: &mut State) {
    state.open.no_uprisings = false;
    for power in state.open.powers.values_mut() {
        let Power {
            multiplier_change,
            colonists_left,
            graft,
            civil_war,
            choices,
            ..
        } = power;
        *multiplier_change = 0;
        *colonists_left = 0;
        *graft = false;
        *civil_war = false;
        choices.clear();
    }
    for area in state.open.areas.values_mut() {
        area.attacked.clear();
    }
    for own in state.sealed.values_mut() {
        own.duty = 0;
        own.duty_ignored = false;
        own.bought = Men::NONE;
        own.logged.clear();
        own.built_at.clear();
        own.agreed.clear();
        own.lost.clear();
    }
}

/// What decides the places: of the powers that play (5.2).
pub(super) fn measures(tables: &Tables, open: &Open) -> Vec<Measure> {
    let scores = royal::playing(open).into_iter();
    let scores: Vec<(Seat, Score)> = scores.map(|it| (it, score::vp(tables, open, it))).collect();
    let each = || scores.iter();
    vec![
        Measure::count("fewer points", each().map(|it| (it.0, it.1.total))),
        Measure::count("fewer Areas", each().map(|it| (it.0, it.1.area_count))),
        Measure::count(
            "fewer Ducats",
            each().map(|it| (it.0, open.power(it.0).treasury)),
        ),
    ]
}

/// The end: places by victory points, then Areas, then Treasury, then shared; dropped powers are
/// last (5.2).
fn end(tables: &Tables, state: &mut State, scores: &[(Seat, Score)], cx: &mut Cx<'_>) {
    let table = state.open.table.iter().copied();
    let outcome = Outcome::measured(table, &measures(tables, &state.open));
    let mut ranked = scores.to_vec();
    ranked.sort_by_key(|it| outcome.placings[&it.0]);
    for (power, score) in ranked {
        let place = u32::from(outcome.placings[&power]);
        let total = score.total;
        cx.announce(
            Event::GameEnded {
                power,
                place,
                total,
            }
            .into(),
        );
    }
    let verdicts = &tables.scenario(&state.open.options.scenario).verdicts;
    if let [(power, score)] = scores {
        let fits = verdicts.iter().filter(|it| it.from <= score.total);
        if let Some(verdict) = fits.max_by_key(|it| it.from) {
            cx.announce(
                Event::SoloVerdict {
                    power: *power,
                    total: score.total,
                    words: verdict.words.clone(),
                }
                .into(),
            );
        }
    }
    state.open.outcome = Some(outcome);
    state.enter(Stage::Over);
}
