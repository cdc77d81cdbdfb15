//! All units move at once.

use crate::judge::after::{Came, Fate, adjudicate};
use crate::judge::{Act, Ordered};
use crate::orders::{Choice, Diplomacy};
use crate::place::{Place, Province, Unit};
use crate::state::{Dislodged, Event};
use packetboat_core::prelude::*;
use serde_json::json;

/// Adjudicates the orders, and moves the units.
pub fn play(play: &mut PlayOf<'_, Diplomacy>, answers: &[Answer<Choice>]) {
    let chosen = answers.iter().flat_map(|one| match &one.choice {
        Choice::Orders { orders } => orders.as_slice(),
        _ => &[],
    });
    let all: Vec<Ordered> = chosen.copied().collect();
    let fates = adjudicate(play.tables, &all, play.edition);
    let units: BTreeMap<Province, Unit> =
        all.iter().map(|it| (it.unit.province(), it.unit)).collect();
    // Power by power, and each unit in its place in the list, whatever was written first.
    let mut told_of: Vec<(&Ordered, &Fate)> = all.iter().zip(&fates).collect();
    let place = |seat: Seat| answers.iter().position(|it| it.seat == seat);
    told_of.sort_by_key(|it| (place(it.0.seat), it.0.unit));
    for (one, fate) in &told_of {
        play.announce(told(&units, one, fate));
    }
    for (one, fate) in &told_of {
        if let Some(by) = fate.dislodged_by {
            play.announce(Event::Dislodged {
                seat: one.seat,
                unit: one.unit,
                by: all[by].seat,
                from: all[by].unit.at,
                to: fate.retreats.clone(),
            });
        }
    }
    report(play, answers, &all, &fates);
    for own in play.units.values_mut() {
        own.clear();
    }
    for (one, fate) in told_of {
        let Ordered { seat, unit, .. } = *one;
        if let Some(at) = place_after(one, fate) {
            let own = play.units.entry(seat).or_default();
            own.insert(Unit { at, ..unit });
        } else {
            let to = fate.retreats.clone();
            play.dislodged.push(Dislodged { seat, unit, to });
        }
    }
}

/// Where a unit is after the moves; `None`: it is dislodged.
fn place_after(one: &Ordered, fate: &Fate) -> Option<Place> {
    match (one.act, fate.result) {
        _ if fate.dislodged_by.is_some() => None,
        (Act::Move { to, .. }, Came::Done) => Some(to),
        _ => Some(one.unit.at),
    }
}

fn told(units: &BTreeMap<Province, Unit>, one: &Ordered, fate: &Fate) -> Event {
    let Ordered { seat, unit, act } = *one;
    let result = fate.result;
    match act {
        Act::Hold => Event::Held { seat, unit },
        Act::Move { to, via } => Event::Moved {
            seat,
            unit,
            to,
            convoyed: via,
            result,
        },
        Act::Support { of, to } => Event::Supported {
            seat,
            unit,
            whom: units[&of],
            to,
            result,
        },
        Act::Convoy { of, to } => Event::Convoyed {
            seat,
            unit,
            whom: units[&of],
            to: Place::inland(to),
            result,
        },
    }
}

/// Says of each line what has become of it: of an answer's orders those of lines come first.
fn report(
    play: &mut PlayOf<'_, Diplomacy>,
    answers: &[Answer<Choice>],
    all: &[Ordered],
    fates: &[Fate],
) {
    for answer in answers {
        let lines = answer.source.lines().len();
        let own = all.iter().zip(fates).filter(|it| it.0.seat == answer.seat);
        for (place, (one, fate)) in (0..).zip(own.take(lines)) {
            let failed = (fate.result != Came::Done).then(|| {
                // Who is there now, where a move did not get in.
                let goal = one.act.destination();
                let is_there = |(other, fate): &(&Ordered, &Fate)| {
                    let at = place_after(other, fate).map(|it| it.province);
                    at.is_some() && at == goal
                };
                let there = all.iter().zip(fates).find(is_there);
                let reason = fate.result;
                there.map_or(
                    json!({ "reason": reason }),
                    |(Ordered { seat, unit, .. }, _)| {
                        let stayed = Some(unit.province()) == goal;
                        json!({ "reason": reason, "by": seat, "unit": unit, "stayed": stayed })
                    },
                )
            });
            let lost = fate.dislodged_by.map(|by| {
                let Ordered { seat, unit, .. } = all[by];
                json!({ "reason": "dislodged", "by": seat, "from": unit.at })
            });
            for why in failed.into_iter().chain(lost) {
                let why = Some(Reason::of(&why));
                play.cx.ends(answer.seat, place, How::Nothing, why);
            }
        }
    }
}
