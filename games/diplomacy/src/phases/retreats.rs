//! Dislodged units go to a province beside them, or are disbanded.

use crate::orders::{Choice, Diplomacy, Retreat};
use crate::place::{Province, Unit};
use crate::state::{Dislodged, Event, Why};
use packetboat_core::prelude::*;
use serde_json::json;

/// Units that can go nowhere are disbanded at once.
pub fn disband_stuck(play: &mut PlayOf<'_, Diplomacy>) {
    let is_stuck = |it: &mut Dislodged| it.to.is_empty();
    let stuck: Vec<Dislodged> = play.dislodged.extract_if(.., is_stuck).collect();
    for Dislodged { seat, unit, .. } in stuck {
        let why = Why::Nowhere;
        play.announce(Event::Disbanded { seat, unit, why });
    }
}

/// All retreat at once; who goes where another goes is disbanded with them (6.H.7, 6.H.8).
pub fn play(play: &mut PlayOf<'_, Diplomacy>, answers: &[Answer<Choice>]) {
    let mut all: Vec<(Seat, u32, Retreat)> = Vec::new();
    for answer in answers {
        if let Choice::Retreats { retreats } = &answer.choice {
            let each = (0..).zip(retreats);
            all.extend(each.map(|(place, it)| (answer.seat, place, *it)));
        }
    }
    play.dislodged.clear();
    let goals = all.iter().filter_map(|it| Some(it.2.to?.province));
    let goals: Vec<Province> = goals.collect();
    for (seat, place, Retreat { unit, to }) in all {
        let why = match to {
            Some(to) if goals.iter().filter(|it| **it == to.province).count() == 1 => {
                let arrived = Unit { at: to, ..unit };
                play.units.entry(seat).or_default().insert(arrived);
                play.announce(Event::Retreated { seat, unit, to });
                continue;
            }
            Some(to) => {
                let why = Some(Reason::of(&json!({ "reason": "collided", "to": to })));
                play.cx.ends(seat, place, How::Nothing, why);
                Why::Collided
            }
            None => Why::Ordered,
        };
        play.announce(Event::Disbanded { seat, unit, why });
    }
}
