//! Moving: the own move, a Fair Wind, a current; and the monsters a ship comes upon (1.7, R18).

use super::super::choice::Choice;
use super::super::data::Tables;
use super::super::events::{Event, Moved};
use super::super::state::{Phase, State};
use super::{fight, turn};
use packetboat_core::engine::chronicle::Cx;
use packetboat_kit::hex::Hex;

/// The ship moves or stays; then it rolls.
pub fn own_move(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let Choice::Sail { to, course } = choice else {
        unreachable!("a move is answered by one");
    };
    state.turn.course.clone_from(course);
    let afloat = enter_or_stay(tables, state, *to, Moved::Sails, cx);
    turn::go_on(state, afloat, Phase::Die, cx);
}

/// The extra move of a Fair Wind; then the ship acts.
pub fn extra_move(tables: &Tables, state: &mut State, choice: &Choice, cx: &mut Cx<'_, Event>) {
    let Choice::Sail { to, .. } = choice else {
        unreachable!("a move is answered by one");
    };
    let afloat = enter_or_stay(tables, state, *to, Moved::Wind, cx);
    turn::go_on(state, afloat, Phase::Act, cx);
}

fn enter_or_stay(
    tables: &Tables,
    state: &mut State,
    to: Option<Hex>,
    by: Moved,
    cx: &mut Cx<'_, Event>,
) -> bool {
    if let Some(hex) = to {
        return enter(tables, state, hex, by, cx);
    }
    let seat = state.active();
    let hex = state.sea.ship(seat).hex;
    cx.announce(Event::Stayed { seat, hex });
    true
}

/// The ship whose turn it is enters a hex and fights what lives there, in the order in which the
/// monsters came; whether it is still afloat. Nothing else makes a ship fight a monster that is
/// there already (R18).
pub fn enter(
    tables: &Tables,
    state: &mut State,
    hex: Hex,
    by: Moved,
    cx: &mut Cx<'_, Event>,
) -> bool {
    let seat = state.active();
    let rivals = state.sea.rivals(seat).into_iter();
    state.turn.met = rivals
        .filter(|it| it.hex == hex)
        .map(|it| it.seat)
        .collect();
    let ship = state.sea.ship_mut(seat);
    let from = std::mem::replace(&mut ship.hex, hex);
    cx.announce(Event::Sailed {
        seat,
        from,
        to: hex,
        by,
    });
    let monsters: Vec<_> = state.sea.monsters_in(hex).map(|it| it.card).collect();
    monsters
        .into_iter()
        .all(|it| state.sea.winner.is_some() || fight::monster(tables, state, it, cx))
}
