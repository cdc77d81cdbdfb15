//! B2: what lines do, one after another, and who goes ashore when none is left (3.4, 7.1).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::At;
use super::super::state::{SeaFight, State};
use super::events::Event;
use super::invasion::Invasion;
use super::plan::{Act, Landing};
use super::{ashore, combat, course, invasion};
use packetboat_core::prelude::*;

/// A line is carried out. Fights are fought where the way ends.
pub(super) fn act(tables: &Tables, state: &mut State, seat: Seat, act: &Act, cx: &mut Cx<'_>) {
    match act {
        Act::Hemi { label, way, to, .. } => {
            course::sail(tables, state, seat, *label, way, *to, cx);
        }
        Act::Attack {
            label,
            power,
            way,
            at,
            sink,
            ..
        } => {
            course::sail(tables, state, seat, *label, way, *at, cx);
            let fight = SeaFight {
                attacker: seat,
                label: *label,
                target: *power,
                at: At::Hex(*at),
                sink: *sink,
            };
            combat::begin(tables, state, fight, cx);
        }
        Act::Invade {
            label,
            way,
            hex,
            soldiers,
            raid,
            ..
        } => {
            course::sail(tables, state, seat, *label, way, *hex, cx);
            let it = Invasion {
                seat,
                label: *label,
                hex: *hex,
                soldiers: *soldiers,
                raid: *raid,
            };
            invasion::invade(tables, state, it, cx);
        }
        Act::Embark {
            label,
            men,
            leaders,
            left_out,
        } => {
            let who = Landing {
                label: *label,
                men: *men,
                leaders: leaders.clone(),
            };
            left_behind(seat, left_out, cx);
            ashore::embark(tables, state, seat, &who, left_out, cx);
        }
        Act::Debark { landing, left_out } => {
            left_behind(seat, left_out, cx);
            ashore::debark(tables, state, seat, landing, left_out, cx);
        }
        Act::DebarkGold { label, ducats } => {
            ashore::debark_gold(tables, state, seat, *label, *ducats, cx);
        }
    }
}

/// No line is left: who is to go ashore does, and leaders whose service has ended leave.
pub(super) fn done(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    landings: &[Landing],
    cx: &mut Cx<'_>,
) {
    let kept_aboard = ashore::kept_aboard(tables, state, seat, landings);
    for landing in landings {
        ashore::debark(tables, state, seat, landing, "", cx);
    }
    for (label, why) in ashore::kept_by_default(tables, state, seat) {
        cx.ended_short(seat, label.begun(), &why);
    }
    for (label, why) in kept_aboard {
        cx.ended_short(seat, label.begun(), &why);
        let event = Event::VoyagePassedOver { seat, label, why };
        cx.tell(Audience::one(seat), event.into());
    }
    course::retire(tables, state, seat, cx);
}

/// Says in the account of a line whom it could not move.
fn left_behind(seat: Seat, who: &str, cx: &mut Cx<'_>) {
    if !who.is_empty() {
        cx.in_part(seat, &format!("{who} could not"));
    }
}
