//! B2: what a line does when it is reached, and whether that may be done.

use super::super::super::ids::{At, Label};
use super::super::super::orders::{Order, Units};
use super::super::super::reckon::voyage::{self, crowded};
use super::super::super::reckon::{cargo, ground, landing, ports, units};
use super::super::super::view::View;
use super::super::plan::{Act, Landing};
use super::fight;
use super::way::{overseas, seaworthy};
use packetboat_core::engine::decide::{Live, Verdict};

/// What one line has to say.
pub(super) fn answer(view: &View, live: &Live<'_, Order>) -> Verdict<Act> {
    let act = match live.order {
        Order::Hemi {
            label,
            via,
            to,
            exceed,
        } => hemi(view, *label, via, *to, *exceed),
        Order::Attack { .. } => fight::attack(view, live.order),
        Order::Invade { .. } => fight::invade(view, live.order),
        Order::Embark { label, units } => embark(view, *label, units),
        Order::Debark { label, units } => debark(view, *label, units),
        Order::DebarkGold { label, sum } => debark_gold(view, *label, *sum),
        _ => return Verdict::NotMine,
    };
    match act {
        Ok(act) => Verdict::Once(act),
        Err(why) => Verdict::Refuse(why),
    }
}

/// HEMI: the shortest way to a place, by VIA or as the game finds it (3.4).
fn hemi(
    view: &View,
    label: Label,
    via: &[super::super::super::orders::Spot],
    to: At,
    exceed: Option<u32>,
) -> Result<Act, String> {
    let (expedition, here) = overseas(view, label)?;
    let At::Hex(to) = to else {
        return Err("ships sail to Europe by a crossing only".to_owned());
    };
    let avoid = crowded(&view.open, &view.fleets, view.me());
    let caravels = expedition.only_caravels();
    let way = voyage::route(&view.tables, here, via, to, caravels, &avoid);
    let name = || view.tables.map.name_of(to);
    match way {
        None => Err(format!("ships cannot reach {}", name())),
        Some(way) if way.is_empty() => Err(format!("{label} comes no nearer to {}", name())),
        Some(way) => Ok(Act::Hemi {
            label,
            way,
            to,
            exceed,
        }),
    }
}

fn embark(view: &View, label: Label, wanted: &Units) -> Result<Act, String> {
    let (expedition, hex) = overseas(view, label)?;
    let stack = view.open.stack(hex, view.me());
    let name = view.tables.map.name_of(hex);
    let stack = stack.ok_or_else(|| format!("you have no units at {name}"))?;
    let (mut men, leaders) = units::wanted(wanted, &stack.men, &stack.leaders);
    let mut loaded = expedition.clone();
    men -= cargo::load(&view.tables, &mut loaded, men, &leaders);
    if men.is_empty() && leaders.is_empty() {
        Err(format!("none of those named is at {name} and finds room"))
    } else {
        Ok(Act::Embark {
            label,
            men,
            left_out: units::missing(wanted, &men, &leaders),
            leaders,
        })
    }
}

fn debark(view: &View, label: Label, wanted: &Units) -> Result<Act, String> {
    let (expedition, hex) = overseas(view, label)?;
    let aboard = (expedition.men(), expedition.leaders());
    let (men, leaders) = units::wanted(wanted, &aboard.0, &aboard.1);
    let men = men.at_most(&ground::room_for(&view.tables, &view.open, view.me(), hex));
    if men.is_empty() && leaders.is_empty() {
        Err("none of those named is aboard and finds room ashore".to_owned())
    } else {
        Ok(Act::Debark {
            left_out: units::missing(wanted, &men, &leaders),
            landing: Landing {
                label,
                men,
                leaders,
            },
        })
    }
}

fn debark_gold(view: &View, label: Label, sum: Option<u32>) -> Result<Act, String> {
    let (expedition, _) = overseas(view, label)?;
    let ducats = expedition.gold().min(sum.unwrap_or(u32::MAX));
    match ducats {
        0 => Err(format!("{label} carries no gold")),
        ducats => Ok(Act::DebarkGold { label, ducats }),
    }
}

/// Whether an act may be done now.
pub(super) fn lawful(view: &View, act: &Act) -> Result<(), String> {
    match act {
        Act::Hemi {
            label, way, exceed, ..
        } => {
            let (expedition, here) = overseas(view, *label)?;
            let end = way.last().copied().unwrap_or(here);
            let at = At::Hex(end);
            let galleons = expedition.fleet().galleons > 0;
            if galleons && !voyage::galleon_port(&view.tables, &view.open, view.me(), at) {
                return Err("a Galleon Fleet sails to Europe and own Ports only".to_owned());
            }
            seaworthy(view, *label, way, 0, *exceed)
        }
        Act::Attack { .. } => fight::lawful_attack(view, act),
        Act::Invade { .. } => fight::lawful_invasion(view, act),
        Act::Embark {
            label,
            men,
            leaders,
            ..
        } => lawful_embarkation(view, *label, men, leaders),
        Act::Debark { landing, .. } => lawful_landing(view, landing),
        Act::DebarkGold { label, ducats } => {
            let (expedition, hex) = overseas(view, *label)?;
            let caravels = expedition.only_caravels();
            let at = At::Hex(hex);
            let friendly = ports::friendly(
                &view.tables,
                &view.open,
                &view.deals,
                view.me(),
                at,
                caravels,
            );
            if friendly && (1..=expedition.gold()).contains(ducats) {
                Ok(())
            } else {
                Err("gold is landed in a friendly port only".to_owned())
            }
        }
    }
}

fn lawful_embarkation(
    view: &View,
    label: Label,
    men: &super::super::super::men::Men,
    leaders: &[super::super::super::ids::LeaderId],
) -> Result<(), String> {
    let (expedition, hex) = overseas(view, label)?;
    let there = view.open.stack(hex, view.me()).is_some_and(|stack| {
        stack.men.has(men) && leaders.iter().all(|it| stack.leaders.contains(it))
    });
    let mut loaded = expedition.clone();
    let fits = cargo::load(&view.tables, &mut loaded, *men, leaders).is_empty();
    if there && fits {
        Ok(())
    } else {
        Err("they are not there, or find no room aboard".to_owned())
    }
}

/// Whether those may go ashore where their expedition lies: on land, which nobody else holds
/// without PASSAGE (3.4, Q76), as far as stacking lets them.
pub(super) fn lawful_landing(view: &View, landing: &Landing) -> Result<(), String> {
    let (expedition, hex) = overseas(view, landing.label)?;
    let name = view.tables.map.name_of(hex);
    let me = view.me();
    let aboard = expedition.leaders();
    let room = ground::room_for(&view.tables, &view.open, me, hex);
    if !view.tables.map.is_land(hex) {
        Err("nobody goes ashore at sea".to_owned())
    } else if ground::shut(&view.tables, &view.open, &view.deals, me, hex) {
        Err(landing::held(&view.tables, &view.open, me, hex, &name))
    } else if !expedition.men().has(&landing.men)
        || landing.leaders.iter().any(|it| !aboard.contains(it))
    {
        Err("they are not aboard".to_owned())
    } else if !room.has(&landing.men) {
        Err(format!("{name} has no room for them"))
    } else {
        Ok(())
    }
}
