//! A player tallies: Iron Grip, then Marauders, then points (1.3, R13, R14).

use super::super::data::{Card, Tables};
use super::super::deed::{GRIP, Item};
use super::super::events::Event;
use super::super::state::{Phase, State};
use super::super::world::Colony;
use super::{play, turn};
use packetboat_core::engine::chronicle::Cx;

/// Iron Grip is played; it may be answered, and if it is cancelled another may be tried (R38).
pub fn grip(state: &mut State, card: Card, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    cx.announce(Event::Gripped { seat, card });
    play::lay(state, seat, card, None, cx);
    state.phase = Phase::Answer;
}

/// The tally itself may be answered, where there is a monopoly to be plundered (R39), whether
/// Iron Grip has been played or not (R14).
pub fn open(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    if state.world.monopolies(tables, seat).is_empty() {
        return book(tables, state, false, cx);
    }
    state.moment.table.push(Item {
        seat,
        card: None,
        deed: None,
        left: state.world.others(seat),
    });
    state.phase = Phase::Answer;
}

/// Points for Successful colonies and monopolies. Where Marauders plundered, monopolies bring
/// nothing, Iron Grip or not (R14).
pub fn book(tables: &Tables, state: &mut State, plundered: bool, cx: &mut Cx<'_, Event>) {
    let (seat, points) = (state.active(), &tables.tracks.points);
    let colonies = state.world.count(seat, Colony::thrives);
    let monopolies = state.world.monopolies(tables, seat).len();
    let monopolies = u32::try_from(monopolies).expect("few");
    let each = match (plundered, state.moment.gripped) {
        (true, _) => 0,
        (false, true) => points.gripped,
        (false, false) => points.monopoly,
    };
    let vp = colonies * points.colony + monopolies * each;
    let crown = state.world.crown_mut(seat);
    crown.vp += vp;
    let total = crown.vp;
    cx.announce(Event::Tallied {
        seat,
        colonies,
        monopolies,
        each,
        vp,
        total,
    });
    cx.done(seat, GRIP);
    turn::end(tables, state, cx);
}
