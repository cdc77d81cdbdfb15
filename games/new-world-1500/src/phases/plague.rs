//! Plague Ship: everybody Reduces a colony, again and again, until points are given up or nobody
//! goes on (R21, R45).

use super::super::choice::{Choice, reducible};
use super::super::data::{Act, Area};
use super::super::state::{Phase, Plague, State};
use super::super::{events::Event, facts::Play, world::Hit};
use super::table;
use packetboat_core::prelude::*;

/// It begins with what its player has named.
pub fn begin(play: &mut Play<'_>) {
    let seat = play.active();
    let item = play.moment.table.last_mut();
    let item = item.expect("the card lies on the table");
    // No answers, not even Fate.
    item.left.clear();
    let hits = item.deed.as_ref().map_or(&[][..], |it| &it.hits);
    let first = hits.first().map(|it| it.area);
    play.moment.plague = Some(Plague {
        pass: 1,
        left: play.world.seats_from(seat),
        moved: false,
        stopped: false,
        hits: BTreeMap::new(),
    });
    match first {
        Some(area) => hit(play, area),
        None => next(play),
    }
}

fn plague(state: &mut State) -> &mut Plague {
    let plague = state.moment.plague.as_mut();
    plague.expect("a Plague Ship is under way")
}

/// The first of those who still pick has done so.
pub fn pick(play: &mut Play<'_>, choice: &Choice) {
    match choice {
        Choice::Pick { area } => hit(play, *area),
        _ => {
            let ship = plague(play.state);
            let (seat, pass) = (ship.left.remove(0), ship.pass);
            play.announce(Event::Declined { seat, pass });
            next(play);
        }
    }
}

/// A colony goes one step down; nobody scores for it, and points may be offered.
fn hit(play: &mut Play<'_>, area: Area) {
    let ship = plague(play.state);
    let (seat, pass) = (ship.left.remove(0), ship.pass);
    let does = Act::Reduce;
    let taken = play.state.world.take(play.tables, seat, Hit { area, does });
    if let Some(before) = taken.flatten() {
        let owner = before.seat;
        let same_ship = plague(play.state);
        same_ship.moved = true;
        *same_ship.hits.entry(owner).or_default() += 1;
        play.announce(Event::Plague {
            seat,
            area,
            owner,
            pass,
            removed: !before.thrives(),
        });
    }
    play.phase = Phase::Offer;
}

/// Offers are counted from the left of the card's player; enough of them end it. Others are not
/// shown.
pub fn offers(play: &mut Play<'_>, answers: &[Answer<Choice>]) {
    let price = play.tables.tracks.plague.price;
    let offered = |seat: Seat| {
        let found = answers.iter().find(|it| it.seat == seat);
        match found.map(|it| &it.choice) {
            Some(Choice::Offer { vp }) => (*vp).min(play.world.crown(seat).vp),
            _ => 0,
        }
    };
    let all = play.world.left_of(play.active()).into_iter();
    let all: Vec<(Seat, u32)> = all.map(|it| (it, offered(it))).collect();
    let enough = all.iter().map(|it| it.1).sum::<u32>() >= price;
    let mut left = if enough { price } else { 0 };
    for (seat, offered) in all {
        let vp = play.world.lose(seat, offered.min(left));
        left -= vp;
        let said = |it: &Answer<Choice>| it.seat == seat && !it.source.lines().is_empty();
        if vp == 0 && answers.iter().any(said) {
            play.cx.ends(seat, 0, How::NotNeeded, None);
        } else if vp > 0 {
            let total = play.world.crown(seat).vp;
            play.announce(Event::Paid { seat, vp, total });
        }
    }
    if enough {
        end(play);
    } else {
        next(play);
    }
}

/// The stop is over, and points are offered once more (R45).
pub fn go_on(state: &mut State) {
    state.phase = Phase::Offer;
}

/// On to who picks next, to the next pass, to the stop, or to the end.
fn next(play: &mut Play<'_>) {
    let first = play.active();
    if reducible(play.tables, &play.world, first).is_empty() {
        return end(play);
    }
    let (order, interrupts) = (play.world.seats_from(first), play.ways.interrupts);
    let ship = plague(play.state);
    if !ship.left.is_empty() {
        play.phase = Phase::Pick;
        return;
    }
    if ship.pass > 1 && !ship.moved {
        return end(play);
    }
    if ship.pass == 1 && interrupts && !ship.stopped {
        ship.stopped = true;
        play.phase = Phase::Stop;
        return;
    }
    ship.pass += 1;
    ship.moved = false;
    ship.left = order;
    play.phase = Phase::Pick;
}

fn end(play: &mut Play<'_>) {
    play.moment.plague = None;
    play.announce(Event::PlagueOver);
    let card = play.moment.table.first().and_then(|it| it.card);
    play.moment.done.extend(card);
    table::finish(play);
}
