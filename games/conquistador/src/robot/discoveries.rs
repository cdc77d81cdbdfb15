//! Voyages of discovery: a Caravel lands near something that nobody has found, sails on along the
//! coast while that pays, and comes home to be credited (5.3).

use super::super::data::Trigger;
use super::super::ids::LeaderId;
use super::super::map::ways::nearest_by_sea;
use super::super::men::{Hull, Men, Ships};
use super::fleet::{Reckoned, Route, reckon};
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// Caravels sent out in one turn at most.
const VOYAGES: u32 = 3;

/// A voyage must bring so much.
const PAYS: i64 = 3 * DUCAT;

/// Ducats that are not spent on discoveries.
const RESERVE: i64 = 15;

/// Something to be found.
struct Goal {
    prize: i64,
    /// Where ships find it.
    hexes: Vec<Hex>,
}

/// A voyage thought of.
#[derive(Clone)]
struct Tour {
    stops: Vec<Hex>,
    mp: u32,
    gain: i64,
    fleet: Reckoned,
}

/// Sends Caravels.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    let mut goals = goals(mind);
    for _ in 0..VOYAGES {
        let explorer = outfit.explorer(mind);
        let Some(tour) = best(mind, outfit, &goals, explorer) else {
            return;
        };
        let stops = tour.stops.iter().skip(1);
        let hemi = stops.map(|it| format!("HEMI @ TO {}", mind.name(*it)));
        let route = route(&tour.stops, tour.mp);
        let mut venture = Venture::new(tour.fleet, route, Men::NONE, [explorer, None]);
        venture.hemi = hemi.collect();
        outfit.commit(mind, venture);
        goals.retain(|it| !is_found(it, &tour.stops));
    }
}

fn goals(mind: &Mind<'_>) -> Vec<Goal> {
    let own = mind.own();
    let luck = luck(mind);
    let list = mind.tables().discoveries.iter();
    let free = list.filter(|it| {
        let mut ships = own.expeditions.values();
        let marked =
            own.banked_marks.contains(&it.id) || ships.any(|ship| ship.marks.contains(&it.id));
        mind.mood(it.id) > 0 && !marked
    });
    let goals = free.map(|it| Goal {
        prize: i64::from(it.vp) * VP * mind.mood(it.id) / 100 * luck / 100,
        hexes: places(mind, &it.trigger),
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

/// Where a discovery is made from ships in the Atlantic.
fn places(mind: &Mind<'_>, trigger: &Trigger) -> Vec<Hex> {
    let map = mind.map();
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
            let places = places.iter();
            places.filter_map(|it| Some(map.place(*it)?.hex)).collect()
        }
        _ => Vec::new(),
    };
    let near = |it: &Hex| mind.is_atlantic(*it) || map.navigable(*it);
    hexes.into_iter().filter(near).collect()
}

fn best(
    mind: &Mind<'_>,
    outfit: &Outfit,
    goals: &[Goal],
    explorer: Option<LeaderId>,
) -> Option<Tour> {
    let map = mind.map();
    let starts = goals.iter().filter_map(|goal| {
        let coasts = goal.hexes.iter().filter(|it| map.is_coast(**it));
        coasts.min_by_key(|it| map.bounds(**it)).copied()
    });
    let starts: BTreeSet<Hex> = starts.into_set();
    let tours = starts.into_iter().filter_map(|start| {
        let judged = |stops, mp| judged(mind, outfit, goals, stops, mp, explorer.is_some());
        let mut tour = judged(vec![start], 0)?;
        while let Some(longer) = longer(mind, goals, &tour, &judged) {
            tour = longer;
        }
        let affordable = tour.fleet.cash + RESERVE <= outfit.purse;
        (affordable && tour.gain > PAYS).then_some(tour)
    });
    tours.max_by_key(|it| it.gain)
}

/// The best way to sail on to one more goal, if that pays.
fn longer(
    mind: &Mind<'_>,
    goals: &[Goal],
    tour: &Tour,
    judged: &dyn Fn(Vec<Hex>, u32) -> Option<Tour>,
) -> Option<Tour> {
    let far = mind.by_sea(*tour.stops.last()?);
    let open = goals.iter().filter(|it| !is_found(it, &tour.stops));
    let tours = open.filter_map(|goal| {
        let near = goal.hexes.iter().filter_map(|it| Some((far.to(*it)?, *it)));
        let (steps, hex) = near.min()?;
        let stops = tour.stops.iter().copied().chain([hex]);
        judged(stops.collect(), tour.mp + steps)
    });
    let best = tours.max_by_key(|it| it.gain)?;
    (best.gain > tour.gain).then_some(best)
}

fn is_found(goal: &Goal, stops: &[Hex]) -> bool {
    goal.hexes.iter().any(|it| stops.contains(it))
}

/// What a tour brings, with its way back to a coast.
fn judged(
    mind: &Mind<'_>,
    outfit: &Outfit,
    goals: &[Goal],
    mut stops: Vec<Hex>,
    mut mp: u32,
    explorer: bool,
) -> Option<Tour> {
    let map = mind.map();
    let end = *stops.last()?;
    if !map.is_coast(end) {
        let far = mind.by_sea(end);
        let hex = nearest_by_sea(map, end, &|it| map.is_coast(it), true)?;
        let steps = far.to(hex)?;
        stops.push(hex);
        mp += steps;
    }
    let ships = Ships::of(Hull::Caravel, 1);
    let fleet = reckon(mind, outfit.idle, &route(&stops, mp), ships, explorer)?;
    let found = goals.iter().filter(|it| is_found(it, &stops));
    let prize: i64 = found.map(|it| it.prize).sum();
    let safe = (100 - fleet.out_loss) * (100 - fleet.home_loss);
    Some(Tour {
        gain: prize * safe / 10_000 - fleet.total(0),
        stops,
        mp,
        fleet,
    })
}

fn route(stops: &[Hex], mp: u32) -> Route {
    Route {
        landing: *stops.first().expect("a tour has a landing"),
        end: *stops.last().expect("a tour has a landing"),
        mp,
        returns: true,
    }
}
