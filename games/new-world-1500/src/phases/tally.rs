//! A player tallies: Iron Grip, then Marauders, then points (1.3, R13, R14).

use super::super::deed::{GRIP, Item};
use super::super::{data::Card, events::Event, facts::Play, state::Phase, world::Colony};
use super::{play, turn};
use packetboat_kit::words::few;

/// Iron Grip is played; it may be answered, and if it is cancelled another may be tried (R38).
pub fn grip(play: &mut Play<'_>, card: Card) {
    let seat = play.active();
    play.announce(Event::Gripped { seat, card });
    play::lay(play, seat, card, None);
    play.phase = Phase::Answer;
}

/// The tally itself may be answered, where there is a monopoly to be plundered (R39), whether
/// Iron Grip has been played or not (R14).
pub fn open(play: &mut Play<'_>) {
    let seat = play.active();
    if play.world.monopolies(play.tables, seat).is_empty() {
        return book(play, false);
    }
    play.state.moment.table.push(Item {
        seat,
        card: None,
        deed: None,
        left: play.state.world.others(seat),
    });
    play.phase = Phase::Answer;
}

/// Points for Successful colonies and monopolies. Where Marauders plundered, monopolies bring
/// nothing, Iron Grip or not (R14).
pub fn book(play: &mut Play<'_>, plundered: bool) {
    let (seat, points) = (play.active(), &play.tables.tracks.points);
    let colonies = play.world.count(seat, Colony::thrives);
    let monopolies = few(play.world.monopolies(play.tables, seat));
    let each = match (plundered, play.moment.gripped) {
        (true, _) => 0,
        (false, true) => points.gripped,
        (false, false) => points.monopoly,
    };
    let vp = colonies * points.colony + monopolies * each;
    let crown = play.world.crown_mut(seat);
    crown.vp += vp;
    let total = crown.vp;
    play.announce(Event::Tallied {
        seat,
        colonies,
        monopolies,
        each,
        vp,
        total,
    });
    play.cx.done(seat, GRIP);
    turn::end(play);
}
