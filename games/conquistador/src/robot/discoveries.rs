//! Voyages of discovery: a Caravel lands near something that nobody has found, sails on along the
//! coast while that pays, and comes home to be credited (5.3).

use super::super::data::Trigger;
use super::super::ids::LeaderId;
use super::super::map::Ocean;
use super::super::men::{Men, Ships};
use super::fleet::{Reckoned, Route, reckon};
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use packetboat_core::gather::Gather;
use packetboat_kit::hex::Hex;
use std::collections::BTreeSet;

/// Caravels sent out in one turn at most.
const VOYAGES: u32 = 3;

/// A voyage must bring so much.
const PAYS: i64 = 3 * DUCAT;

/// Ducats that are not spent on discoveries.
const RESERVE: i64 = 15;

/// Something to be found.
struct Goal {
    prize: i64,
    /// Where ships find it, or put a Soldier ashore who does.
    hexes: BTreeSet<Hex>,
    /// Where the Soldier marches.
    march: Option<Hex>,
}

/// A voyage thought of.
#[derive(Clone)]
struct Tour {
    stops: Vec<Hex>,
    mp: u32,
    found: BTreeSet<usize>,
}

/// Sends Caravels.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    let mut goals = goals(mind);
    for _ in 0..VOYAGES {
        let explorer = outfit
            .leaders
            .iter()
            .find(|it| mind.navigates(**it))
            .copied();
        let Some((tour, fleet)) = best(mind, outfit, &goals, explorer.is_some()) else {
            return;
        };
        commit(mind, outfit, &goals, &tour, fleet, explorer);
        let mut number = 0..;
        goals.retain(|_| !tour.found.contains(&number.next().expect("endless")));
    }
}

fn goals(mind: &Mind<'_>) -> Vec<Goal> {
    let open = mind.open();
    let luck = luck(mind);
    let list = mind.tables().discoveries.iter();
    let free = list.filter(|it| {
        !open.discovered.contains_key(&it.id)
            && !open.made_before.contains(&it.id)
            && !mind.own().banked_marks.contains(&it.id)
            && mind
                .own()
                .expeditions
                .values()
                .all(|ship| !ship.marks.contains(&it.id))
    });
    let goals = free.filter_map(|it| {
        let (hexes, march) = places(mind, &it.trigger)?;
        let prize = i64::from(it.vp) * VP * mind.mood(it.id) / 100 * luck / 100;
        Some(Goal {
            prize,
            hexes,
            march,
        })
    });
    goals.filter(|it| !it.hexes.is_empty()).collect()
}

/// How likely it is that nobody else comes first, in percent: those who act earlier are credited
/// earlier, and in the first turns everybody sails for the same.
fn luck(mind: &Mind<'_>) -> i64 {
    let before = mind.open().initiative.iter().position(|it| *it == mind.me);
    match (before.unwrap_or(0), mind.open().turn) {
        (0, _) => 100,
        (before, 1..=3) => 100 / (i64::try_from(before).expect("four powers") + 1),
        _ => 85,
    }
}

/// Where in the Atlantic a discovery is made from ships; where a Soldier marches then.
fn places(mind: &Mind<'_>, trigger: &Trigger) -> Option<(BTreeSet<Hex>, Option<Hex>)> {
    let map = mind.map();
    let near = |hex: &Hex| map.ocean(*hex) == Some(Ocean::Atlantic) || map.navigable(*hex);
    let hexes: Vec<Hex> = match trigger {
        Trigger::SeaArea(area) => {
            let hexes = map.hexes_of(*area).iter().copied();
            hexes.filter(|it| map.is_coast(*it)).collect()
        }
        Trigger::SeaZone(zone) => map
            .all()
            .filter(|it| map.zone(*it) == Some(*zone))
            .collect(),
        Trigger::SeaPlaces(places) => {
            let places = places.iter().filter_map(|it| map.place(*it));
            places.map(|it| it.hex).collect()
        }
        Trigger::MarchInto(place) => {
            let goal = map.place(*place)?.hex;
            if mind.taken(goal) {
                return None;
            }
            let beside = map.land_neighbours(goal).iter().copied();
            let coast = beside.filter(|it| map.is_coast(*it) && !mind.taken(*it) && near(it));
            return Some((coast.collect(), Some(goal)));
        }
        _ => return None,
    };
    Some((hexes.into_iter().filter(near).collect(), None))
}

fn best(
    mind: &Mind<'_>,
    outfit: &Outfit,
    goals: &[Goal],
    explorer: bool,
) -> Option<(Tour, Reckoned)> {
    let mut best: Option<(i64, Tour, Reckoned)> = None;
    for start in starts(mind, goals) {
        let tour = Tour {
            stops: vec![start],
            mp: 0,
            found: touched(goals, start),
        };
        let Some((gain, tour, fleet)) = grown(mind, outfit, goals, tour, explorer) else {
            continue;
        };
        let price = i64::from(mind.tables().units.soldier.buy);
        let affordable = fleet.cash + price + RESERVE <= outfit.purse;
        if affordable && gain > best.as_ref().map_or(PAYS, |it| it.0) {
            best = Some((gain, tour, fleet));
        }
    }
    best.map(|(_, tour, fleet)| (tour, fleet))
}

/// Where a voyage may begin: for each discovery the coast hexes nearest to Europe.
fn starts(mind: &Mind<'_>, goals: &[Goal]) -> BTreeSet<Hex> {
    let map = mind.map();
    let each = goals.iter().flat_map(|goal| {
        let coasts = goal.hexes.iter().filter(|it| map.is_coast(**it));
        let mut coasts: Vec<(u32, Hex)> = coasts
            .filter_map(|it| Some((map.bounds(*it)?, *it)))
            .collect();
        coasts.sort_unstable();
        coasts.truncate(2);
        coasts.into_iter().map(|it| it.1)
    });
    each.into_set()
}

/// What is found in a hex.
fn touched(goals: &[Goal], hex: Hex) -> BTreeSet<usize> {
    let here = goals
        .iter()
        .enumerate()
        .filter(|(_, it)| it.hexes.contains(&hex));
    here.map(|(index, _)| index).into_set()
}

/// Goes on from stop to stop while that pays; the voyage ends on a coast.
fn grown(
    mind: &Mind<'_>,
    outfit: &Outfit,
    goals: &[Goal],
    tour: Tour,
    explorer: bool,
) -> Option<(i64, Tour, Reckoned)> {
    let mut best = judged(mind, outfit, goals, tour, explorer)?;
    loop {
        let here = *best.1.stops.last().expect("a tour has a landing");
        let far = mind.steps(here);
        let open = (0..goals.len()).filter(|it| !best.1.found.contains(it));
        let longer = open.filter_map(|index| {
            let hexes = goals[index].hexes.iter();
            let near = hexes.filter_map(|it| Some((*far.get(it)?, *it)));
            let (steps, hex) = near.min()?;
            let mut tour = best.1.clone();
            tour.stops.push(hex);
            tour.mp += steps;
            tour.found.extend(touched(goals, hex));
            judged(mind, outfit, goals, tour, explorer)
        });
        match longer.max_by_key(|it| it.0) {
            Some(next) if next.0 > best.0 => best = next,
            _ => return Some(best),
        }
    }
}

/// What a tour brings, with its way back to the coast.
fn judged(
    mind: &Mind<'_>,
    outfit: &Outfit,
    goals: &[Goal],
    mut tour: Tour,
    explorer: bool,
) -> Option<(i64, Tour, Reckoned)> {
    let map = mind.map();
    let end = *tour.stops.last()?;
    if !map.is_coast(end) {
        let far = mind.steps(end);
        let coasts = far.iter().filter(|(hex, _)| map.is_coast(**hex));
        let near =
            coasts.filter_map(|(hex, steps)| Some((*steps + 6 * map.bounds(*hex)?, *steps, *hex)));
        let (_, steps, hex) = near.min()?;
        tour.stops.push(hex);
        tour.mp += steps;
        tour.found.extend(touched(goals, hex));
    }
    let route = route(&tour);
    if !route.is_atlantic(mind) {
        return None;
    }
    let fleet = reckon(
        mind,
        outfit.idle,
        &route,
        Ships {
            caravels: 1,
            ..Ships::NONE
        },
        explorer,
    )?;
    let sea: i64 = sum(goals, &tour, false);
    let land: i64 = sum(goals, &tour, true);
    let soldier = if land > 0 {
        i64::from(mind.tables().units.soldier.buy) * DUCAT
    } else {
        0
    };
    let out = 100 - fleet.out_loss;
    let prize = sea * out / 100 * (100 - fleet.home_loss) / 100 + land * out / 100;
    let gain = prize - fleet.total(0) - soldier;
    Some((gain, tour, fleet))
}

fn sum(goals: &[Goal], tour: &Tour, march: bool) -> i64 {
    let found = tour.found.iter().map(|it| &goals[*it]);
    found
        .filter(|it| it.march.is_some() == march)
        .map(|it| it.prize)
        .sum()
}

fn route(tour: &Tour) -> Route {
    Route {
        landing: *tour.stops.first().expect("a tour has a landing"),
        end: *tour.stops.last().expect("a tour has a landing"),
        mp: tour.mp,
        returns: true,
    }
}

fn commit(
    mind: &Mind<'_>,
    outfit: &mut Outfit,
    goals: &[Goal],
    tour: &Tour,
    fleet: Reckoned,
    explorer: Option<LeaderId>,
) {
    let marches = tour.found.iter().filter_map(|it| {
        let goal = &goals[*it];
        let ashore = tour.stops.iter().find(|hex| goal.hexes.contains(hex))?;
        Some((*ashore, goal.march?))
    });
    let marches: Vec<(Hex, Hex)> = marches.collect();
    let mut men = Men::NONE;
    if !marches.is_empty()
        && outfit.can_hire(
            mind,
            &Men {
                soldiers: 1,
                ..Men::NONE
            },
        )
    {
        men.soldiers = 1;
    }
    let mut hemi = Vec::new();
    for (number, stop) in tour.stops.iter().enumerate() {
        if number > 0 {
            hemi.push(format!("HEMI @ TO {}", mind.name(*stop)));
        }
        if men.soldiers > 0 && marches.iter().any(|it| it.0 == *stop) {
            hemi.push("DEBARK @ 1 soldier".to_owned());
        }
    }
    let sequels = marches
        .iter()
        .filter(|_| men.soldiers > 0)
        .map(|(from, to)| {
            format!(
                "MOVE 1 soldier FROM {} TO {}",
                mind.name(*from),
                mind.name(*to)
            )
        });
    let venture = Venture {
        fleet,
        route: route(tour),
        ashore: vec![(marches.first().map_or(tour.stops[0], |it| it.0), men)],
        leaders: explorer.into_iter().collect(),
        hemi,
        sequels: sequels.collect(),
    };
    outfit.commit(mind, venture);
}
