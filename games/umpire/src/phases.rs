//! What happens in each phase of a turn.

use super::data::{Mark, Seen, Tables};
use super::orders::Umpire;
use super::orders::{Act, Choice, Wanted};
use super::state::{Event, Phase, Roll};
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// Whom an event is told to: these and the umpire; none: all.
fn audience(tables: &Tables, to: &[Seat]) -> Audience {
    if to.is_empty() {
        return Audience::All;
    }
    let seats = to.iter().copied().chain([tables.umpire]);
    Audience::Only(seats.collect())
}

/// What is told before the first turn.
pub fn open(tables: &Tables, seats: &[Seat], cx: &mut CxOf<'_, Umpire>) {
    for opening in &tables.openings {
        let mut to = opening.to.clone();
        to.retain(|it| seats.contains(it));
        // Nobody plays those it is for.
        if to.is_empty() && !opening.to.is_empty() {
            continue;
        }
        let text = opening.text.trim().to_owned();
        cx.tell(audience(tables, &to), Event::Told { to, text });
    }
}

/// U1: the sheets of the players are in.
pub fn orders(play: &mut PlayOf<'_, Umpire>, answers: &[Answer<Choice>]) {
    for answer in answers {
        if let Choice::Orders { text } = &answer.choice
            && !text.is_empty()
        {
            play.orders.insert(answer.seat, text.clone());
        }
    }
    play.phase = Phase::Desk;
}

/// U2, U3: the umpire rolls, or says what happens.
pub fn ruling(play: &mut PlayOf<'_, Umpire>, answer: &Answer<Choice>) {
    match &answer.choice {
        Choice::Roll { rolls } => rolls.iter().for_each(|it| roll(play, it)),
        Choice::Rule { acts } => {
            acts.iter().for_each(|it| act(play, it));
            turn_over(play);
        }
        Choice::Orders { .. } => unreachable!("the umpire writes no free orders"),
    }
}

/// U3: what all are told is drawn in the open; the rest they can check at the end.
fn roll(play: &mut PlayOf<'_, Umpire>, wanted: &Wanted) {
    let bowl = if wanted.to.is_empty() {
        Bowl::Open
    } else {
        Bowl::Hidden
    };
    let number = u32::try_from(play.rolls.len() + 1).expect("rolls of a turn are bounded");
    let why = format!("roll {number}: {}", wanted.why);
    let faces = play
        .cx
        .dice
        .roll(bowl, &why, wanted.dice.dice, wanted.dice.sides);
    let roll = Roll {
        number,
        turn: play.turn,
        dice: wanted.dice.to_string(),
        why: wanted.why.clone(),
        to: wanted.to.clone(),
        total: faces.iter().map(|it| i64::from(*it)).sum::<i64>() + wanted.dice.more,
        faces,
    };
    play.rolls.push(roll.clone());
    let audience = audience(play.tables, &wanted.to);
    play.cx.tell(audience, Event::Rolled { roll });
}

fn act(play: &mut PlayOf<'_, Umpire>, act: &Act) {
    match act {
        Act::Tell { text, .. } if text.is_empty() => {}
        Act::Tell { to, text } => {
            let event = Event::Told {
                to: to.clone(),
                text: text.clone(),
            };
            play.cx.tell(audience(play.tables, to), event);
        }
        Act::Set {
            seat,
            track,
            to,
            secret,
        } => set(play, (*seat, track), to, *secret),
        Act::Out { seat } => {
            play.out.insert(*seat);
            play.announce(Event::Left { seat: *seat });
        }
        Act::Deadline { days } => {
            play.days = Some(*days);
            play.announce(Event::Deadline { days: *days });
        }
        Act::Finish { places } => {
            play.places = named(play, places);
            play.phase = Phase::Over;
        }
    }
}

/// U9: the places that were named; all others share the next one, those who are out the last.
fn named(play: &PlayOf<'_, Umpire>, places: &BTreeMap<Seat, u8>) -> BTreeMap<Seat, u8> {
    let rank = |seat: Seat| {
        let place = places.get(&seat).map(|it| Reverse(*it));
        (place, !play.out.contains(&seat))
    };
    let players = play.state.players(play.tables);
    Outcome::ranked(players.map(|it| (it, rank(it)))).placings
}

/// U5: a track changes, and who may know learns of it.
fn set(play: &mut PlayOf<'_, Umpire>, (seat, track): (Seat, &str), to: &Mark, secret: bool) {
    let seen = play.tables.track(track).seen;
    let Some(held) = play
        .state
        .tracks
        .get_mut(track)
        .and_then(|it| it.get_mut(&seat))
    else {
        return;
    };
    let before = held.clone();
    held.change(to, seen, secret);
    let event = |from: Mark| Event::Set {
        seat,
        track: track.to_owned(),
        from,
        to: to.clone(),
    };
    let umpire = play.tables.umpire;
    let others: BTreeSet<Seat> = play
        .seats
        .iter()
        .copied()
        .filter(|it| *it != seat)
        .collect();
    // Each circle hears of a change from what it knew.
    let circles = match (seen, secret) {
        (Seen::All, false) => vec![(BTreeSet::from([seat]), before.own), (others, before.all)],
        (Seen::All, true) | (Seen::Own, false) => vec![
            (BTreeSet::from([seat]), before.own),
            (BTreeSet::from([umpire]), before.now),
        ],
        (Seen::Own, true) | (Seen::Umpire, _) => vec![(BTreeSet::from([umpire]), before.now)],
    };
    for (audience, from) in circles {
        if from != *to {
            play.cx.tell(Audience::Only(audience), event(from));
        }
    }
}

fn turn_over(play: &mut PlayOf<'_, Umpire>) {
    let is_last = play.turn == play.turns || play.state.playing(play.tables).is_empty();
    if play.phase != Phase::Over && is_last {
        play.places = by_score(play);
        play.phase = Phase::Over;
    }
    play.orders.clear();
    if play.phase != Phase::Over {
        play.turn += 1;
        play.phase = Phase::Gate;
        return;
    }
    let sealed = play.rolls.iter().filter(|it| !it.to.is_empty());
    for roll in sealed.cloned().collect::<Vec<Roll>>() {
        play.announce(Event::Unsealed { roll });
    }
    let places = play.places.clone();
    play.announce(Event::Ended { places });
}

/// U9: after the last turn the score decides; without one all share the first place.
fn by_score(play: &PlayOf<'_, Umpire>) -> BTreeMap<Seat, u8> {
    let scores = scores(play.tables, play.state);
    let rank = |seat: Seat| (!play.out.contains(&seat), scores.get(&seat).copied());
    let players = play.state.players(play.tables);
    Outcome::ranked(players.map(|it| (it, rank(it)))).placings
}

/// The score of each player, as all know it.
pub fn scores(tables: &Tables, state: &super::state::State) -> BTreeMap<Seat, i64> {
    let Some(score) = tables.tracks.iter().find(|it| it.score) else {
        return BTreeMap::new();
    };
    let marks = state.tracks.get(&score.name).into_iter().flatten();
    let numbers = marks.filter_map(|(seat, held)| match held.all {
        Mark::Number(number) => Some((*seat, number)),
        Mark::Word(_) => None,
    });
    numbers.into_map()
}
