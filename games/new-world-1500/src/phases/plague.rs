//! Plague Ship: everybody Reduces a colony, again and again, until points are given up or nobody
//! goes on (R21, R45).

use super::super::choice::{Choice, reducible};
use super::super::data::{Act, Area, Tables};
use super::super::events::Event;
use super::super::state::{Phase, Plague, State};
use super::super::world::Hit;
use super::table;
use packetboat_core::engine::decide::Answer;
use packetboat_core::engine::ends::How;
use packetboat_core::prelude::*;

/// It begins with what its player has named.
pub fn begin(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    let item = state.moment.table.last_mut();
    let item = item.expect("the card lies on the table");
    // No answers, not even Fate.
    item.left.clear();
    let hits = item.deed.as_ref().map_or(&[][..], |it| &it.hits);
    let first = hits.first().map(|it| it.area);
    state.moment.plague = Some(Plague {
        pass: 1,
        left: order(state, seat),
        moved: false,
        stopped: false,
        hits: BTreeMap::new(),
    });
    match first {
        Some(area) => hit(tables, state, area, cx),
        None => next(tables, state, cx),
    }
}

/// The players, from who plays the card.
fn order(state: &State, first: Seat) -> Vec<Seat> {
    let mut order = state.world.left_of(first);
    order.rotate_right(1);
    order
}

fn plague(state: &mut State) -> &mut Plague {
    state
        .moment
        .plague
        .as_mut()
        .expect("a Plague Ship is under way")
}

/// The first of those who still pick has done so.
pub fn pick(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    match choice {
        Choice::Pick { area } => hit(tables, state, *area, cx),
        _ => {
            let ship = plague(state);
            let (seat, pass) = (ship.left.remove(0), ship.pass);
            cx.announce(Event::Declined { seat, pass });
            next(tables, state, cx);
        }
    }
}

/// A colony goes one step down; nobody scores for it, and points may be offered.
fn hit(tables: &Tables, state: &mut State, area: Area, cx: &mut Cx<'_, Event>) {
    let ship = plague(state);
    let (seat, pass) = (ship.left.remove(0), ship.pass);
    let does = Act::Reduce;
    let taken = state.world.take(tables, seat, Hit { area, does });
    if let Some(before) = taken.flatten() {
        let owner = before.seat;
        let same_ship = plague(state);
        same_ship.moved = true;
        *same_ship.hits.entry(owner).or_default() += 1;
        cx.announce(Event::Plague {
            seat,
            area,
            owner,
            pass,
            removed: !before.thrives(),
        });
    }
    state.phase = Phase::Offer;
}

/// Offers are counted from the left of the card's player; enough of them end it. Others are not
/// shown.
pub fn offers(
    tables: &Tables,
    state: &mut State,
    answers: &[Answer<Choice>],
    cx: &mut Cx<'_, Event>,
) {
    let price = tables.tracks.plague.price;
    let offered = |seat: Seat| {
        let found = answers.iter().find(|it| it.seat == seat);
        match found.map(|it| &it.choice) {
            Some(Choice::Offer { vp }) => (*vp).min(state.world.crown(seat).vp),
            _ => 0,
        }
    };
    let all = state.world.left_of(state.active()).into_iter();
    let all: Vec<(Seat, u32)> = all.map(|it| (it, offered(it))).collect();
    let enough = all.iter().map(|it| it.1).sum::<u32>() >= price;
    let mut left = if enough { price } else { 0 };
    for (seat, offered) in all {
        let vp = state.world.lose(seat, offered.min(left));
        left -= vp;
        let said = |it: &Answer<Choice>| it.seat == seat && !it.source.lines().is_empty();
        if vp == 0 && answers.iter().any(said) {
            cx.ends(seat, 0, How::NotNeeded, None);
        } else if vp > 0 {
            let total = state.world.crown(seat).vp;
            cx.announce(Event::Paid { seat, vp, total });
        }
    }
    if enough {
        end(tables, state, cx);
    } else {
        next(tables, state, cx);
    }
}

/// The stop is over, and points are offered once more (R45).
pub fn go_on(state: &mut State) {
    state.phase = Phase::Offer;
}

/// On to who picks next, to the next pass, to the stop, or to the end.
fn next(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let first = state.active();
    if reducible(tables, &state.world, first).is_empty() {
        return end(tables, state, cx);
    }
    let (order, interrupts) = (order(state, first), state.ways.interrupts);
    let ship = plague(state);
    if !ship.left.is_empty() {
        state.phase = Phase::Pick;
        return;
    }
    if ship.pass > 1 && !ship.moved {
        return end(tables, state, cx);
    }
    if ship.pass == 1 && interrupts && !ship.stopped {
        ship.stopped = true;
        state.phase = Phase::Stop;
        return;
    }
    ship.pass += 1;
    ship.moved = false;
    ship.left = order;
    state.phase = Phase::Pick;
}

fn end(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    state.moment.plague = None;
    cx.announce(Event::PlagueOver);
    let card = state.moment.table.first().and_then(|it| it.card);
    state.moment.done.extend(card);
    table::finish(tables, state, cx);
}
