//! What happens in each phase of a turn.

use super::data::{Change, Mark, Seen, Tables};
use super::orders::{Choice, Order, Placed, Umpire};
use super::state::{Event, Held, Phase, Picture, Roll, State};
use packetboat_core::engine::dice_roll::DiceRoll;
use packetboat_core::lang::kept_file;
use packetboat_core::prelude::*;
use std::cmp::Reverse;

/// Tells each seat that it is for, and the umpire all of it: nobody learns who else was told.
fn tell(tables: &Tables, cx: &mut CxOf<'_, Umpire>, mut event: Event) {
    let to = event.to().clone();
    if to.is_empty() {
        return cx.tell(Audience::All, event);
    }
    for seat in to.iter().filter(|it| **it != tables.umpire) {
        *event.to() = vec![*seat];
        cx.tell(Audience::Only(BTreeSet::from([*seat])), event.clone());
    }
    *event.to() = to;
    cx.tell(Audience::Only(BTreeSet::from([tables.umpire])), event);
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
        tell(tables, cx, Event::Told { to, text });
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
        Choice::Roll { rolls } => {
            rolls.iter().for_each(|it| act(play, it));
            play.rolled_by = answer.source.lines().iter().map(|it| it.submission).max();
        }
        Choice::Rule { acts, .. } => {
            acts.iter().for_each(|it| act(play, it));
            turn_over(play);
        }
        Choice::Orders { .. } => unreachable!("the umpire writes no free orders"),
    }
}

/// U3: what all are told is drawn in the open; the rest they can check at the end.
fn roll(play: &mut PlayOf<'_, Umpire>, dice: DiceRoll, to: &[Seat], why: &str) {
    let bowl = if to.is_empty() {
        Bowl::Open
    } else {
        Bowl::Hidden
    };
    // Counted among those told to the same: the number says nothing of others.
    let same = play.rolls.iter().filter(|it| it.to == to);
    let number = u32::try_from(same.count() + 1).expect("rolls of a turn are bounded");
    let drawn = format!("roll {number}: {why}");
    let faces = play.cx.dice.roll(bowl, &drawn, dice.dice, dice.sides);
    let roll = Roll {
        number,
        turn: play.turn,
        dice: dice.to_string(),
        why: why.to_owned(),
        to: to.to_vec(),
        total: faces.iter().map(|it| i64::from(*it)).sum::<i64>() + dice.more,
        faces,
    };
    play.rolls.push(roll.clone());
    tell(play.tables, &mut play.cx, Event::Rolled { roll });
}

fn act(play: &mut PlayOf<'_, Umpire>, act: &Order) {
    match act {
        Order::Orders { .. } | Order::Nothing { .. } => {}
        Order::Roll { dice, to, why } => roll(play, *dice, to, why),
        Order::To { to, text } => {
            let (to, text) = (to.clone(), text.clone());
            tell(play.tables, &mut play.cx, Event::Told { to, text });
        }
        Order::Picture { file, to } => {
            let (to, file) = (to.clone(), file.clone());
            let name = kept_file::plain_name(&file).unwrap_or_default();
            let picture = Picture { to, file, name };
            play.pictures.push(picture.clone());
            tell(play.tables, &mut play.cx, Event::Shown { picture });
        }
        Order::Set {
            seat,
            track,
            change,
            secret,
        } => set(play, (*seat, track), change, *secret),
        Order::Out { seat } => {
            play.out.insert(*seat);
            play.announce(Event::Left { seat: *seat });
        }
        Order::Deadline { days } => {
            play.days = Some(*days);
            play.announce(Event::Deadline { days: *days });
        }
        Order::Finish { places } => {
            play.places = named(play, places);
            play.phase = Phase::Over;
        }
    }
}

/// U9: the places that were named; all others share the next one, those who are out the last.
fn named(play: &PlayOf<'_, Umpire>, places: &[Placed]) -> BTreeMap<Seat, u8> {
    let rank = |seat: Seat| {
        let place = places.iter().find(|it| it.seat == seat);
        (place.map(|it| Reverse(it.place)), !play.out.contains(&seat))
    };
    let players = play.state.players(play.tables);
    Outcome::ranked(players.map(|it| (it, rank(it)))).placings
}

/// U5: a track changes, and who may know learns of it, each from what they knew.
fn set(play: &mut PlayOf<'_, Umpire>, (seat, track): (Seat, &str), change: &Change, secret: bool) {
    let of = play.tables.track(track);
    let seen = of.seen;
    let of_track = play.state.tracks.get_mut(track);
    let Some(held) = of_track.and_then(|it| it.get_mut(&seat)) else {
        return;
    };
    let before = held.clone();
    held.change(change, of, secret);
    let after = held.clone();
    let umpire = play.tables.umpire;
    let all = play.seats.iter().copied();
    let others: BTreeSet<Seat> = all.filter(|it| *it != seat && *it != umpire).collect();
    let circles = [
        (BTreeSet::from([umpire]), before.now, after.now),
        (BTreeSet::from([seat]), before.own, after.own),
        (others, before.all, after.all),
    ];
    let event = |from, to| Event::Set {
        seat,
        track: track.to_owned(),
        from,
        to,
        secret,
    };
    // Who looks on hears of it too.
    let alike = circles
        .iter()
        .all(|it| (&it.1, &it.2) == (&circles[0].1, &circles[0].2));
    if seen == Seen::All && alike && circles[0].1 != circles[0].2 {
        let [(_, from, to), ..] = circles;
        return play.announce(event(from, to));
    }
    let may_know = match seen {
        Seen::Umpire => 1,
        Seen::Own => 2,
        Seen::All => 3,
    };
    for (audience, from, to) in circles.into_iter().take(may_know) {
        if from != to {
            play.cx.tell(Audience::Only(audience), event(from, to));
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
    play.rolled_by = None;
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
    let scores = scored(play.tables, play.state, true);
    let rank = |seat: Seat| (!play.out.contains(&seat), scores.get(&seat).copied());
    let players = play.state.players(play.tables);
    Outcome::ranked(players.map(|it| (it, rank(it)))).placings
}

/// The score of each player, as all know it; once the game is over, as it is.
pub fn scores(tables: &Tables, state: &State) -> BTreeMap<Seat, i64> {
    scored(tables, state, state.phase == Phase::Over)
}

fn scored(tables: &Tables, state: &State, as_it_is: bool) -> BTreeMap<Seat, i64> {
    let score = tables.tracks.iter().find(|it| it.score);
    let marks = score.and_then(|it| state.tracks.get(&it.name));
    let of: [fn(&Held) -> &Mark; 2] = [|it| &it.all, |it| &it.now];
    let of = of[usize::from(as_it_is)];
    let numbers = marks
        .into_iter()
        .flatten()
        .filter_map(|(seat, held)| match of(held) {
            Mark::Number(number) => Some((*seat, *number)),
            Mark::Word(_) => None,
        });
    numbers.into_map()
}
