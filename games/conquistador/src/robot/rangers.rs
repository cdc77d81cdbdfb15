//! Soldiers who have nothing to do where they are: they make discoveries by land, quieten natives
//! elsewhere, or go home for good.

use super::super::data::Trigger;
use super::super::ids::AreaId;
use super::super::map::ways::land_way;
use super::super::men::{Kind, Men};
use super::land::{Along, Shore};
use super::mind::{DUCAT, Mind, VP};
use super::worth::soldiers_for;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::counted;
use std::collections::BTreeMap;

/// Soldiers that march together at most.
const BAND: u32 = 3;

/// Where Soldiers might go.
struct Errand {
    way: Vec<Hex>,
    gain: i64,
}

/// Marches of Soldiers.
pub(super) fn march(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    let mut spoken: Vec<Hex> = Vec::new();
    let stacks: Vec<(Hex, Men)> = shore.free.iter().map(|(hex, men)| (*hex, *men)).collect();
    for (hex, _) in stacks {
        let idle = idle_soldiers(shore, hex);
        if idle == 0 {
            continue;
        }
        let errand = errands(mind, hex, idle.min(BAND), &spoken);
        if let Some(errand) = errand {
            let goal = *errand.way.last().expect("an errand leads somewhere");
            spoken.push(goal);
            let arrives = first_leg(mind, hex, &errand.way);
            let men = Men::of(Kind::Soldier, idle.min(BAND));
            shore.send((hex, goal, arrives), men, &Along::default());
        } else if mind.left > 1 {
            let spare = idle.saturating_sub(guard(mind, hex));
            if spare > 0 {
                let name = mind.name(hex);
                shore
                    .lines
                    .push(format!("DISBAND {} AT {name}", counted(spare, "soldier")));
            }
        }
    }
}

/// Soldiers of a hex whom nobody needs there.
fn idle_soldiers(shore: &Shore<'_, '_>, hex: Hex) -> u32 {
    let mind = shore.mind;
    let idle = shore.idle(hex).soldiers;
    let Some(area) = mind.map().area(hex) else {
        return idle;
    };
    if super::gold::wants_soldiers(mind, area) || mind.own().duty > 0 {
        return 0;
    }
    let settled = shore
        .after
        .iter()
        .any(|(it, men)| men.colonists > 0 && mind.map().area(*it) == Some(area));
    let quiet = match (mind.open().natives(area), settled) {
        (0, _) | (_, false) => 0,
        (level, true) => soldiers_for(level),
    };
    let carriers = if mind.left > 3 {
        super::mines::carriers(mind, area, &shore.after)
    } else {
        0
    };
    idle.min(shore.soldiers_in(area).saturating_sub(quiet.max(carriers)))
}

/// Soldiers that stay because others with Soldiers are near.
fn guard(mind: &Mind<'_>, hex: Hex) -> u32 {
    let area = mind.map().area(hex);
    let near = area.map_or(0, |it| mind.foreign_soldiers(it));
    let settled = mind.men(hex).colonists > 0;
    u32::from(near >= 3 && settled)
}

/// The errand that pays best, if one does.
fn errands(mind: &Mind<'_>, from: Hex, band: u32, spoken: &[Hex]) -> Option<Errand> {
    let mut best: Option<Errand> = None;
    for (goal, prize) in goals(mind) {
        if spoken.contains(&goal) || goal == from {
            continue;
        }
        let closed = |hex: Hex| mind.taken(hex);
        let Some(way) = land_way(mind.map(), from, &|it| it == goal, &closed, &|_| false) else {
            continue;
        };
        let turns = turns(mind, &way);
        if turns > mind.left || way.is_empty() {
            continue;
        }
        let hardship: i64 = i64::from(turns) * i64::from(mind.level(goal));
        let sure = (100 - 6 * hardship).max(0);
        let gain = prize * sure / 100 - i64::from(turns * band) * DUCAT;
        if gain > best.as_ref().map_or(0, |it| it.gain) {
            best = Some(Errand { way, gain });
        }
    }
    best
}

/// Hexes where Soldiers find something, with what it is worth.
fn goals(mind: &Mind<'_>) -> BTreeMap<Hex, i64> {
    let (map, open) = (mind.map(), mind.open());
    let mut goals: BTreeMap<Hex, i64> = BTreeMap::new();
    for discovery in &mind.tables().discoveries {
        let known =
            open.discovered.contains_key(&discovery.id) || open.made_before.contains(&discovery.id);
        if known {
            continue;
        }
        let hexes: Vec<Hex> = match &discovery.trigger {
            Trigger::LandArea(area) => map.hexes_of(*area).to_vec(),
            Trigger::LandPlaces(places) => {
                let places = places.iter().filter_map(|it| map.place(*it));
                places.map(|it| it.hex).collect()
            }
            Trigger::MarchInto(place) => map.place(*place).map(|it| it.hex).into_iter().collect(),
            _ => Vec::new(),
        };
        for hex in hexes {
            *goals.entry(hex).or_default() += i64::from(discovery.vp) * VP;
        }
    }
    for (area, worth) in wild_colonies(mind) {
        let settled = mind.settlements();
        let near = settled.keys().filter(|it| map.area(**it) == Some(area));
        for hex in near {
            *goals.entry(*hex).or_default() += worth;
        }
    }
    goals
}

/// Areas with own Colonists whose natives want quietening and Soldiers are too few.
fn wild_colonies(mind: &Mind<'_>) -> BTreeMap<AreaId, i64> {
    let settled = mind.settlements();
    let areas = settled
        .iter()
        .filter_map(|(hex, heads)| Some((mind.map().area(*hex)?, *heads)));
    let mut wild: BTreeMap<AreaId, i64> = BTreeMap::new();
    for (area, heads) in areas {
        let level = mind.open().natives(area);
        if level > 0 && mind.men_in(area).soldiers < soldiers_for(level) {
            *wild.entry(area).or_default() +=
                i64::from(heads) * DUCAT * i64::from(mind.left.min(8));
        }
    }
    wild
}

fn allowance(mind: &Mind<'_>) -> u32 {
    mind.tables().units.soldier.land_mp * mind.open().options.march_factor
}

/// Turns a way takes.
pub(super) fn turns(mind: &Mind<'_>, way: &[Hex]) -> u32 {
    let (mut turns, mut spent) = (1, 0);
    for hex in way {
        let mp = mind.map().land_mp(*hex);
        if spent + mp > allowance(mind) {
            turns += 1;
            spent = 0;
        }
        spent += mp;
    }
    turns
}

/// Where a way leads to in the first turn.
pub(super) fn first_leg(mind: &Mind<'_>, from: Hex, way: &[Hex]) -> Hex {
    let (mut here, mut spent) = (from, 0);
    for hex in way {
        spent += mind.map().land_mp(*hex);
        if spent > allowance(mind) {
            break;
        }
        here = *hex;
    }
    here
}
