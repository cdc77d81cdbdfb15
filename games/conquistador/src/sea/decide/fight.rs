//! ATTACK and INVADE: what they come to when they are reached (3.8, 3.9).

use super::super::super::data::combat::odds_column;
use super::super::super::ids::At;
use super::super::super::orders::Order;
use super::super::super::reckon::voyage::{crowded, route};
use super::super::super::reckon::{deals, ground, odds};
use super::super::super::view::View;
use super::super::plan::Act;
use super::way::{overseas, seaworthy};

/// An ATTACK line.
pub(super) fn attack(view: &View, order: &Order) -> Result<Act, String> {
    let Order::Attack {
        label,
        power,
        chase,
        sink,
        exceed,
    } = order
    else {
        unreachable!("an ATTACK line");
    };
    overseas(view, *label)?;
    let (at, way) = odds::prey(view, *label, *power, *chase)?;
    Ok(Act::Attack {
        label: *label,
        power: *power,
        way,
        at,
        sink: *sink,
        exceed: *exceed,
    })
}

/// Whether ships may be attacked: not those of a power at peace, not twice, not against odds that
/// are seen to be below 1:2.
pub(super) fn lawful_attack(view: &View, act: &Act) -> Result<(), String> {
    let Act::Attack {
        label,
        power,
        way,
        at,
        exceed,
        ..
    } = act
    else {
        unreachable!("an attack");
    };
    let (expedition, here) = overseas(view, *label)?;
    let title = view.tables.title(*power);
    let area = view.tables.map.area(*at);
    if *power == view.me() {
        return Err("those are your own ships".to_owned());
    } else if way.last().copied().unwrap_or(here) != *at {
        return Err("the way does not lead there".to_owned());
    } else if deals::peace(&view.deals, view.open.turn, view.me(), *power, area) {
        return Err(format!("there is peace with {title}"));
    } else if expedition.attacked.contains(&(*power, *at)) {
        return Err(format!("{label} has attacked them in this segment"));
    }
    let (attack, defence) = odds::seen_naval(view, *label, *power, *at)
        .ok_or_else(|| format!("no ships of {title} are seen there"))?;
    if odds_column(attack, defence).is_none() {
        return Err(format!("the odds are {attack}:{defence}, below 1:2"));
    }
    seaworthy(view, *label, way, view.tables.units.fight_mp, *exceed)
}

/// An INVADE line.
pub(super) fn invade(view: &View, order: &Order) -> Result<Act, String> {
    let Order::Invade {
        label,
        place,
        with,
        raid,
        exceed,
    } = order
    else {
        unreachable!("an INVADE line");
    };
    let (expedition, here) = overseas(view, *label)?;
    let At::Hex(hex) = *place else {
        return Err("Europe cannot be invaded".to_owned());
    };
    let avoid = crowded(&view.open, &view.fleets, view.me());
    let caravels = expedition.only_caravels();
    let way = route(&view.tables, here, &[], hex, caravels, &avoid);
    let name = view.tables.map.name_of(hex);
    let way = way.ok_or_else(|| format!("ships cannot reach {name}"))?;
    let aboard = expedition.men().soldiers;
    Ok(Act::Invade {
        label: *label,
        way,
        hex,
        soldiers: with.map_or(aboard, |it| it.min(aboard)),
        raid: *raid,
        exceed: *exceed,
    })
}

/// Whether a hex may be invaded: land units of others are in it, with none of whom there is peace
/// (Q86), and Soldiers are aboard.
pub(super) fn lawful_invasion(view: &View, act: &Act) -> Result<(), String> {
    let Act::Invade {
        label,
        way,
        hex,
        soldiers,
        exceed,
        ..
    } = act
    else {
        unreachable!("an invasion");
    };
    let (expedition, here) = overseas(view, *label)?;
    let name = view.tables.map.name_of(*hex);
    let (me, turn) = (view.me(), view.open.turn);
    let others = ground::others_in(&view.open, me, *hex);
    let area = view.tables.map.area(*hex);
    let mut friends = others
        .iter()
        .filter(|it| deals::peace(&view.deals, turn, me, **it, area));
    if way.last().copied().unwrap_or(here) != *hex {
        return Err(format!("{label} does not get to {name}"));
    } else if others.is_empty() {
        return Err(format!("nobody else holds {name}"));
    } else if *soldiers == 0 || *soldiers > expedition.men().soldiers {
        return Err("no Soldiers are aboard".to_owned());
    } else if expedition.invaded.contains(hex) {
        return Err(format!("{label} has invaded {name} in this segment"));
    }
    if let Some(friend) = friends.next() {
        return Err(format!(
            "there is peace with {}",
            view.tables.title(*friend)
        ));
    }
    let (attack, defence) = odds::seen_invasion(view, *label, *hex, Some(*soldiers))
        .ok_or_else(|| format!("nobody holds {name}"))?;
    if odds_column(attack, defence).is_none() {
        return Err(format!("the odds are {attack}:{defence}, below 1:2"));
    }
    seaworthy(view, *label, way, view.tables.units.fight_mp, *exceed)
}
