//! Who came to a place and who left it, as events tell it in words.

use super::super::events::Event;
use super::super::land::events::Event as Land;
use super::super::sea::events::Event as Sea;
use packetboat_core::prelude::*;

/// How many Colonists are among units in words.
pub(super) fn colonists_in(units: &str) -> u32 {
    let units = units.split(", ");
    let colonists = units.filter_map(|it| it.split_once(" Colonist"));
    colonists.filter_map(|it| it.0.parse::<u32>().ok()).sum()
}

/// Who came to a place by an event (true) or is gone from it, in words.
pub(super) fn comings(it: &Event) -> Vec<(Seat, &str, &str, bool)> {
    match it {
        Event::Sea(Sea::Landed { seat, at, who, .. } | Sea::CameAshore { seat, at, who }) => {
            vec![(*seat, at, who, true)]
        }
        Event::Sea(
            Sea::Embarked { seat, at, who, .. }
            | Sea::WentAboard { seat, at, who }
            | Sea::NeverArrived { seat, at, who },
        ) => vec![(*seat, at, who, false)],
        Event::Land(Land::Marched {
            seat,
            units,
            from,
            to,
            ..
        }) => vec![(*seat, from, units, false), (*seat, to, units, true)],
        Event::Land(
            Land::MenLanded {
                seat, units, place, ..
            }
            | Land::SeenLanding { seat, units, place },
        ) => vec![(*seat, place, units, true)],
        Event::Land(
            Land::MenBoarded {
                seat, units, place, ..
            }
            | Land::SeenBoarding { seat, units, place },
        ) => vec![(*seat, place, units, false)],
        _ => Vec::new(),
    }
}
