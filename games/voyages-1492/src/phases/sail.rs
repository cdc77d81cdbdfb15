//! Moving: the own move, a Fair Wind, a current; and the monsters a ship comes upon (1.7, R18).

use super::super::events::{Event, Moved};
use super::super::{choice::Choice, facts::Play, state::Phase};
use super::{fight, turn};
use packetboat_kit::hex::Hex;

/// The ship moves or stays; then it rolls.
pub fn own_move(play: &mut Play<'_>, choice: &Choice) {
    let Choice::Sail { to, course } = choice else {
        unreachable!("a move is answered by one");
    };
    play.turn.course.clone_from(course);
    let afloat = enter_or_stay(play, *to, Moved::Sails);
    turn::go_on(play, afloat, Phase::Die);
}

/// The extra move of a Fair Wind; then the ship acts.
pub fn extra_move(play: &mut Play<'_>, choice: &Choice) {
    let Choice::Sail { to, .. } = choice else {
        unreachable!("a move is answered by one");
    };
    let afloat = enter_or_stay(play, *to, Moved::Wind);
    turn::go_on(play, afloat, Phase::Act);
}

fn enter_or_stay(play: &mut Play<'_>, to: Option<Hex>, by: Moved) -> bool {
    if let Some(hex) = to {
        return enter(play, hex, by);
    }
    let seat = play.active();
    let hex = play.sea.ship(seat).hex;
    play.announce(Event::Stayed { seat, hex });
    true
}

/// The ship whose turn it is enters a hex and fights what lives there, in the order in which the
/// monsters came; whether it is still afloat. Nothing else makes a ship fight a monster that is
/// there already (R18).
pub fn enter(play: &mut Play<'_>, hex: Hex, by: Moved) -> bool {
    let seat = play.active();
    let rivals = play.sea.rivals(seat).into_iter();
    play.turn.met = rivals
        .filter(|it| it.hex == hex)
        .map(|it| it.seat)
        .collect();
    let ship = play.sea.ship_mut(seat);
    let from = std::mem::replace(&mut ship.hex, hex);
    play.announce(Event::Sailed {
        seat,
        from,
        to: hex,
        by,
    });
    let monsters: Vec<_> = play.sea.monsters_in(hex).map(|it| it.card).collect();
    monsters
        .into_iter()
        .all(|it| play.sea.winner.is_some() || fight::monster(play, it))
}
