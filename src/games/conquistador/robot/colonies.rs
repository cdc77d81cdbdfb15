//! Where the Colonists of this turn go, and who goes with them.

use super::super::ids::{AreaId, LeaderId};
use super::super::men::Men;
use super::fleet::{Reckoned, Route, cheapest};
use super::mind::{DUCAT, Mind};
use super::outfit::{Outfit, Venture, counted};
use super::worth::{Colony, soldiers_for};
use crate::games::hex::Hex;
use std::collections::{BTreeMap, BTreeSet};

/// Turns a Soldier who quietens natives is kept and paid, on the average.
const SERVICE: i64 = 3;

/// An Explorer goes along with Colonists if he saves so many Ducats.
const EXPLORER_SAVES: i64 = 3;

/// Colonists for a landing: who settles where, and what that is worth.
struct Landing {
    route: Route,
    fleet: Reckoned,
    men: Men,
    leaders: Vec<LeaderId>,
    /// Where they settle.
    places: Vec<(Hex, u32)>,
    gain: i64,
}

/// Sends all Colonists that are worth it.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    let mut colony = Colony::of(mind);
    let reaches = reaches(mind);
    while outfit.colonists > 0 {
        let Some(best) = best(mind, outfit, &colony, &reaches) else {
            return;
        };
        for (hex, heads) in &best.places {
            colony.add(*hex, *heads);
        }
        commit(mind, outfit, best);
    }
}

/// For each coast hex where Colonists may land, where they may march from it at once.
fn reaches(mind: &Mind<'_>) -> Vec<(Hex, Vec<Hex>)> {
    let map = mind.map();
    let coasts = map.all().filter(|it| map.is_coast(*it) && !mind.taken(*it));
    let routes = coasts.filter(|it| Route::to(mind, *it).is_atlantic(mind));
    let mp = mind.tables().units.colonist.land_mp * mind.open().options.march_factor;
    routes.map(|it| (it, within(mind, it, mp))).collect()
}

/// Hexes a march from a hex can reach, itself among them: a neighbour always (4.1).
pub(super) fn within(mind: &Mind<'_>, from: Hex, mp: u32) -> Vec<Hex> {
    let map = mind.map();
    let mut spent = BTreeMap::from([(from, 0)]);
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        let so_far = spent[&here];
        for next in map.land_neighbours(here) {
            let total = so_far + map.land_mp(*next);
            let first = here == from;
            let total = if first { total.min(mp) } else { total };
            let better = spent.get(next).is_none_or(|it| total < *it);
            if total <= mp && better && !mind.taken(*next) {
                spent.insert(*next, total);
                open.push(*next);
            }
        }
    }
    spent.into_keys().collect()
}

fn best(
    mind: &Mind<'_>,
    outfit: &Outfit,
    colony: &Colony,
    reaches: &[(Hex, Vec<Hex>)],
) -> Option<Landing> {
    let mut best: Option<Landing> = None;
    for (landing, reach) in reaches {
        let room = colony.room(mind, *landing);
        for heads in 1..=outfit.colonists.min(room) {
            for escort in [false, true] {
                let found = landing_of(mind, outfit, colony, (*landing, reach), heads, escort);
                let better = |it: &Landing| best.as_ref().is_none_or(|best| it.gain > best.gain);
                if let Some(found) = found.filter(better) {
                    best = Some(found);
                }
            }
        }
    }
    best
}

/// What comes of landing so many there; none if it does not pay or cannot be paid.
fn landing_of(
    mind: &Mind<'_>,
    outfit: &Outfit,
    colony: &Colony,
    (landing, reach): (Hex, &[Hex]),
    heads: u32,
    escort: bool,
) -> Option<Landing> {
    let places = spread(mind, outfit, colony, reach, heads, escort);
    let areas: BTreeSet<AreaId> = places.iter().filter_map(|(hex, _)| mind.map().area(*hex)).collect();
    let soldiers: u32 = match escort {
        true => areas.iter().map(|it| escort_of(mind, outfit, *it)).sum(),
        false => 0,
    };
    if escort && soldiers == 0 {
        return None;
    }
    let men = Men { colonists: heads, soldiers, missionaries: 0 };
    if !outfit.can_hire(mind, &men) {
        return None;
    }
    let mut after = colony.clone();
    places.iter().for_each(|(hex, heads)| after.add(*hex, *heads));
    let worth = |colony: &Colony, escort: bool| -> i64 {
        let each = areas.iter().map(|it| {
            let extra = if escort { escort_of(mind, outfit, *it) } else { 0 };
            colony.worth(mind, *it, garrison(mind, outfit, *it) + extra)
        });
        each.sum()
    };
    let value = worth(&after, escort) - worth(colony, false);
    let route = Route::to(mind, landing);
    let load = men.total();
    let alone = cheapest(mind, outfit, &route, load, value, false)?;
    let explorer = outfit.leaders.iter().find(|it| mind.navigates(**it));
    let led = explorer.and_then(|_| cheapest(mind, outfit, &route, load, value, true));
    let saves = |it: &Reckoned| alone.total(value) - it.total(value) >= EXPLORER_SAVES * DUCAT;
    let (fleet, leaders) = match led.filter(saves) {
        Some(led) => (led, explorer.copied().into_iter().collect()),
        None => (alone, Vec::new()),
    };
    let hire = outfit.hire(mind, &men);
    let pay = i64::from(soldiers) * SERVICE.min(i64::from(mind.left) - 1) * DUCAT;
    let gain = value - fleet.total(value) - hire * DUCAT - pay;
    let affordable = fleet.cash + hire <= outfit.purse;
    let landing = Landing { route, fleet, men, leaders, places, gain };
    (gain > 0 && affordable).then_some(landing)
}

/// Own Soldiers in an Area, those on their way among them.
fn garrison(mind: &Mind<'_>, outfit: &Outfit, area: AreaId) -> u32 {
    let bound = outfit.bound_for.iter().filter(|(hex, _)| mind.map().area(*hex) == Some(area));
    mind.men_in(area).soldiers + bound.map(|(_, men)| men.soldiers).sum::<u32>()
}

/// Soldiers that Colonists should have along who settle in an Area.
fn escort_of(mind: &Mind<'_>, outfit: &Outfit, area: AreaId) -> u32 {
    let natives = mind.open().natives(area);
    let wanted = soldiers_for(natives).min(mind.tables().units.stack_soldiers);
    wanted.saturating_sub(garrison(mind, outfit, area))
}

/// Settles so many where they are worth most, stack by stack.
fn spread(
    mind: &Mind<'_>,
    outfit: &Outfit,
    colony: &Colony,
    reach: &[Hex],
    heads: u32,
    escort: bool,
) -> Vec<(Hex, u32)> {
    let mut colony = colony.clone();
    let mut places = Vec::new();
    let mut left = heads;
    while left > 0 {
        let gains = reach.iter().filter_map(|hex| {
            let number = colony.room(mind, *hex).min(left);
            let area = mind.map().area(*hex).filter(|_| number > 0)?;
            let extra = if escort { escort_of(mind, outfit, area) } else { 0 };
            let soldiers = garrison(mind, outfit, area) + extra;
            let mut after = colony.clone();
            after.add(*hex, number);
            let gain = after.worth(mind, area, soldiers) - colony.worth(mind, area, soldiers);
            Some((gain / i64::from(number), *hex, number))
        });
        let Some((_, hex, number)) = gains.max_by_key(|it| it.0) else {
            break;
        };
        colony.add(hex, number);
        places.push((hex, number));
        left -= number;
    }
    places
}

fn commit(mind: &Mind<'_>, outfit: &mut Outfit, it: Landing) {
    let from = it.route.landing;
    let mut sequels = Vec::new();
    let mut soldiers = it.men.soldiers;
    for (hex, heads) in it.places.iter().filter(|(hex, _)| *hex != from) {
        let mut who = counted(*heads, "colonist");
        let area = mind.map().area(*hex);
        let escort = area.map_or(0, |area| escort_of(mind, outfit, area)).min(soldiers);
        if escort > 0 && area != mind.map().area(from) {
            soldiers -= escort;
            who = format!("{who}, {}", counted(escort, "soldier"));
        }
        sequels.push(format!("MOVE {who} FROM {} TO {}", mind.name(from), mind.name(*hex)));
    }
    let areas = it.places.iter().filter_map(|(hex, _)| mind.map().area(*hex));
    let wild = areas.filter(|area| mind.open().natives(*area) > 0 && it.men.soldiers > 0);
    let wild: BTreeSet<AreaId> = wild.collect();
    sequels.extend(wild.iter().map(|area| format!("NATIVES {area} WITH all")));
    let venture = Venture {
        fleet: it.fleet,
        route: it.route,
        men: it.men,
        leaders: it.leaders,
        hemi: Vec::new(),
        sequels,
    };
    outfit.commit(mind, venture);
}
