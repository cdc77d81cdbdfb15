//! Looking for gold at unopened sites, and opening abandoned mines again (4.9).

use super::super::events::Cx;
use super::events::Event;
use crate::data::{LeaderType, SiteClass, Tables};
use crate::reckon::units;
use crate::state::{Mine, Open, State};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Whether a power may try its luck: it has a land unit at a site that nobody has opened, or
/// whose mine is abandoned.
pub(super) fn may(open: &Open, seat: Seat, hex: Hex) -> bool {
    let free = match open.mines.get(&hex) {
        None => true,
        Some(mine) => mine.owner.is_none() && mine.capacity > 0,
    };
    free && open.stack(hex, seat).is_some()
}

/// One try.
pub(super) fn prospect(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, cx: &mut Cx<'_>) {
    let place = tables.map.name_of(hex);
    let die = cx
        .dice
        .one(Bowl::Open, &format!("prospecting at {place}"), 6);
    match state.open.mines.get(&hex).map(|it| it.capacity) {
        Some(capacity) => reopen(tables, state, seat, hex, die, capacity, cx),
        None => open(tables, state, seat, hex, die, cx),
    }
}

fn open(tables: &Tables, state: &mut State, seat: Seat, hex: Hex, die: u32, cx: &mut Cx<'_>) {
    let place = tables.map.name_of(hex);
    let modifier = if guide(tables, &state.open, seat, hex) {
        -tables.gold.leader
    } else {
        0
    };
    let class = tables.gold.sites[&hex].class;
    let found = find(tables, class, die, modifier);
    let mine = |capacity, owner| Mine {
        capacity,
        owner,
        worked: None,
    };
    let event = match found {
        Some(0) => Event::NothingFound {
            seat,
            place,
            die,
            modifier,
        },
        Some(capacity) => {
            state.open.mines.insert(hex, mine(capacity, Some(seat)));
            Event::MineFound {
                seat,
                place,
                die,
                modifier,
                capacity,
            }
        }
        None => {
            state.open.mines.insert(hex, mine(0, None));
            Event::SiteBarren {
                seat,
                place,
                die,
                modifier,
            }
        }
    };
    cx.announce(event.into());
}

/// Capacity found; 0: none this time; `None`: barren. Potosí is never barren.
fn find(tables: &Tables, class: SiteClass, die: u32, modifier: i32) -> Option<u32> {
    let rolled = i32::try_from(die).expect("a die") + modifier;
    let row = usize::try_from(rolled.clamp(1, 6) - 1).expect("1 to 6");
    let potosi = &tables.gold.potosi;
    match class {
        SiteClass::Potosi if row < potosi.found_to as usize => Some(potosi.capacity),
        SiteClass::Potosi => Some(0),
        SiteClass::Ordinary | SiteClass::Rich | SiteClass::Caribbean => {
            tables.gold.prospecting[&class][row]
        }
    }
}

/// Whether an Explorer or Conquistador is there.
fn guide(tables: &Tables, open: &Open, seat: Seat, hex: Hex) -> bool {
    let leaders = open.stack(hex, seat).map(|it| &it.leaders);
    let leaders = leaders.into_iter().flatten();
    let guides = [LeaderType::Explorer, LeaderType::Conquistador];
    let count = |kind| units::of_type(tables, leaders.clone(), kind);
    guides.into_iter().any(|kind| count(kind) > 0)
}

fn reopen(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    die: u32,
    capacity: u32,
    cx: &mut Cx<'_>,
) {
    let place = tables.map.name_of(hex);
    if die == tables.gold.reopen_fails {
        cx.announce(Event::MineStaysShut { seat, place, die }.into());
        return;
    }
    let mine = state.open.mines.get_mut(&hex).expect("it was opened once");
    mine.owner = Some(seat);
    cx.announce(
        Event::MineReopened {
            seat,
            place,
            die,
            capacity,
        }
        .into(),
    );
}
