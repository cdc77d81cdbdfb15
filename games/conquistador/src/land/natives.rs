//! C3: attacks on natives, and preaching (4.6, 4.10).

use super::super::events::Cx;
use super::events::Event;
use super::loss;
use super::plan::{Contingent, Work};
use crate::data::{LeaderType, NativeCombat, Tables};
use crate::faces::words;
use crate::ids::AreaId;
use crate::ids::At;
use crate::men::Kind;
use crate::reckon::units;
use crate::state::State;
use crate::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

/// What a NATIVES line comes to now: without FROM it takes Soldiers from the hexes with most
/// (Q108).
///
/// # Errors
/// Why it comes to nothing.
pub fn plan(
    view: &View,
    area: AreaId,
    with: Option<u32>,
    from: &[At],
) -> Result<Vec<Contingent>, String> {
    let (tables, open, seat) = (&*view.tables, &*view.open, view.me());
    let name = words::area(tables, area);
    if open.natives(area) == 0 {
        return Err(format!("the natives of {name} no longer resist"));
    }
    if open
        .areas
        .get(&area)
        .is_some_and(|it| it.attacked.contains(&seat))
    {
        return Err(format!("the natives of {name} were attacked this turn"));
    }
    let hexes = tables.map.hexes_of(area).iter().copied();
    let meant = |hex: &Hex| from.is_empty() || from.contains(&At::Hex(*hex));
    let mut stacks: Vec<Contingent> = hexes
        .filter(meant)
        .map(|hex| Contingent {
            hex,
            soldiers: open.men(hex, seat).soldiers,
        })
        .collect();
    stacks.sort_by_key(|it| (Reverse(it.soldiers), it.hex));
    let mut left = with.unwrap_or(u32::MAX);
    for stack in &mut stacks {
        stack.soldiers = stack.soldiers.min(left);
        left -= stack.soldiers;
    }
    stacks.retain(|it| it.soldiers > 0);
    stacks.sort_by_key(|it| it.hex);
    if stacks.is_empty() {
        Err(format!("you have no Soldiers for it in {name}"))
    } else {
        Ok(stacks)
    }
}

/// Soldiers of a NATIVES line against the Native Level: its odds.
pub fn odds(view: &View, area: AreaId, with: Option<u32>, from: &[At]) -> Option<(u32, u32)> {
    let stacks = plan(view, area, with, from).ok()?;
    let soldiers = stacks.iter().map(|it| it.soldiers).sum();
    Some((soldiers, view.open.natives(area)))
}

/// Why a power may not preach in an Area now.
pub(super) fn may_preach(view: &View, area: AreaId) -> Result<(), String> {
    let (tables, open, seat) = (&*view.tables, &*view.open, view.me());
    let name = words::area(tables, area);
    let mut hexes = tables.map.hexes_of(area).iter();
    if open.natives(area) == 0 {
        return Err(format!("the natives of {name} no longer resist"));
    }
    if open
        .areas
        .get(&area)
        .is_some_and(|it| it.attacked.contains(&seat))
    {
        return Err(format!("the natives of {name} were attacked this turn"));
    }
    if hexes.any(|it| open.men(*it, seat).missionaries > 0) {
        Ok(())
    } else {
        Err(format!("you have no Missionary in {name}"))
    }
}

/// Whether an attack may be made as it is spelled out.
pub(super) fn check(view: &View, area: AreaId, from: &[Contingent]) -> Result<(), String> {
    let hexes: Vec<At> = from.iter().map(|it| At::Hex(it.hex)).collect();
    let there = plan(view, area, None, &hexes)?;
    let fits = |it: &Contingent| {
        let mut there = there.iter();
        there.any(|other| other.hex == it.hex && other.soldiers >= it.soldiers)
    };
    if from.iter().all(fits) && !from.is_empty() {
        Ok(())
    } else {
        Err("there are not so many Soldiers".to_owned())
    }
}

/// One line of C3.
pub(super) fn carry_out(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    work: Work,
    cx: &mut Cx<'_>,
) {
    match work {
        Work::Natives { area, from } => attack(tables, state, seat, area, from, cx),
        Work::Preach { area } => preach(tables, state, seat, area, cx),
        other => unreachable!("{other:?} in C3"),
    }
}

/// The attack (4.6) takes from the Native Level of the Area, which powers later in the order meet
/// as it is left (Q13). It may fall to 0, in a turn of disease too (Q16).
fn attack(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    area: AreaId,
    from: Vec<Contingent>,
    cx: &mut Cx<'_>,
) {
    let table = &tables.native_combat;
    let soldiers: u32 = from.iter().map(|it| it.soldiers).sum();
    let against = state.open.natives(area);
    let led = conquistadors(tables, state, seat, area) > 0;
    let modifier = if led { -table.conquistador } else { 0 };
    let name = tables.map.area_of(area).name.clone();
    let die = cx.dice.one(Bowl::Open, &format!("natives of {name}"), 6);
    let column = NativeCombat::column(soldiers, against);
    let result = table.result(column, i32::try_from(die).expect("a die") + modifier);
    let natives = against.saturating_sub(result.natives);
    let here = state.open.areas.get_mut(&area).expect("it has natives");
    here.natives = natives;
    here.attacked.insert(seat);
    let lost = lose(state, seat, from, result.soldiers);
    let event = Event::NativesAttacked {
        seat,
        area: name,
        soldiers,
        against,
        odds: ["under 1:2", "1:2", "1:1", "2:1", "3:1"][column as usize].to_owned(),
        die,
        modifier,
        natives,
        lost,
    };
    cx.announce(event.into());
    if natives == against {
        let name = words::with_article(&tables.map.area_of(area).name);
        let why = match lost {
            0 => format!("the natives of {name} were not weakened"),
            _ => {
                let lost = Kind::Soldier.counted(lost);
                format!("the natives of {name} were not weakened, and {lost} lost")
            }
        };
        cx.in_part(seat, &why);
    }
}

/// Losses fall one at a time where most of the Soldiers who joined stand; of equals in the lowest
/// hex.
fn lose(state: &mut State, seat: Seat, mut from: Vec<Contingent>, number: u32) -> u32 {
    let mut lost = 0;
    for _ in 0..number {
        let most = from
            .iter_mut()
            .max_by_key(|it| (it.soldiers, Reverse(it.hex)));
        let Some(most) = most.filter(|it| it.soldiers > 0) else {
            break;
        };
        most.soldiers -= 1;
        let hex = most.hex;
        lost += loss::men(state, seat, hex, Kind::Soldier, 1);
    }
    lost
}

/// Conquistadors of a power ashore in an Area.
pub(super) fn conquistadors(tables: &Tables, state: &State, seat: Seat, area: AreaId) -> u32 {
    let hexes = tables.map.hexes_of(area).iter();
    let stacks = hexes.filter_map(|it| state.open.stack(*it, seat));
    let leaders = stacks.flat_map(|it| &it.leaders);
    units::of_type(tables, leaders, LeaderType::Conquistador)
}

fn preach(tables: &Tables, state: &mut State, seat: Seat, area: AreaId, cx: &mut Cx<'_>) {
    if !state.go.preached.insert(area) {
        return cx.to_nothing(seat, &"only one sermon is allowed per Area and turn");
    }
    let name = tables.map.area_of(area).name.clone();
    let die = cx.dice.one(Bowl::Open, &format!("preaching in {name}"), 6);
    let gain = u32::from(die <= tables.native_combat.preach_to);
    let here = state.open.areas.get_mut(&area).expect("it has natives");
    here.natives -= gain;
    let natives = here.natives;
    cx.announce(
        Event::Preached {
            seat,
            area: name,
            die,
            gain,
            natives,
        }
        .into(),
    );
}
