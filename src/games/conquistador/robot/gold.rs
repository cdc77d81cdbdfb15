//! Treasure cities: Soldiers go there, loot, and carry the gold to a Port, where ships fetch it.
//! Mines are left alone unless they lie in a Port: a Colonist earns about as much from good land.

use super::super::data::LeaderType;
use super::super::ids::{AreaId, LeaderId};
use super::super::map::ways::land_way;
use super::super::men::{Kind, Men};
use super::cities::{Treasury, cities, city_of};
use super::fleet::{Route, cheapest};
use super::land::{Along, Shore};
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use super::worth::soldiers_for;
use crate::games::hex::Hex;

/// Turns a city is looted on the average (4.9), in hundredths.
const LOOTINGS: i64 = 277;

/// Fewer Ducats are not fetched for their own sake.
const WORTH_A_SHIP: u32 = 15;

/// Turns it takes at least from the first landing to gold in Europe.
const CONQUEST_TURNS: u32 = 6;

/// Turns for which Soldiers are paid there, on the average: they grow fewer.
const SERVICE: u32 = 4;

/// Soldiers that loot a city at its full rate.
fn looters(mind: &Mind<'_>, city: &Treasury) -> u32 {
    city.rate.div_ceil(mind.tables().gold.per_looter)
}

/// Own gold ashore in a hex.
fn gold_at(mind: &Mind<'_>, hex: Hex) -> u32 {
    let lots = mind
        .open()
        .hexes
        .get(&hex)
        .into_iter()
        .flat_map(|it| &it.gold);
    lots.filter(|it| it.owner == mind.me)
        .map(|it| it.ducats)
        .sum()
}

/// Whether Soldiers have work there: a city to loot, or gold to carry.
pub(super) fn wants_soldiers(mind: &Mind<'_>, area: AreaId) -> bool {
    let gold = cities(mind)
        .into_iter()
        .filter(|it| mind.map().area(it.hex) == Some(area));
    let mut gold = gold.filter(|it| gold_at(mind, it.hex) > 0);
    (city_of(mind, area).is_some() && mind.left > 2) || (gold.next().is_some() && mind.left > 1)
}

/// Whether a hex is an own Port for all ships (4.11).
fn is_port(mind: &Mind<'_>, hex: Hex) -> bool {
    let men = mind.men(hex);
    let held = men.colonists >= 2 || (men.colonists == 1 && men.soldiers >= 1);
    held && mind.map().is_coast(hex)
}

/// Sends Soldiers, and Colonists for a Port, to a city that pays for them.
pub(super) fn conquer(mind: &Mind<'_>, outfit: &mut Outfit) {
    let cities = cities(mind)
        .into_iter()
        .filter(|it| it.rich && !mind.taken(it.hex));
    for city in cities.collect::<Vec<_>>() {
        conquer_city(mind, outfit, &city);
    }
}

fn conquer_city(mind: &Mind<'_>, outfit: &mut Outfit, city: &Treasury) -> Option<()> {
    let area = mind.map().area(city.hex)?;
    let there = mind.men_in(area);
    let natives = mind.open().natives(area);
    let seat = mind.open().table.iter().position(|it| *it == mind.me)?;
    // Powers do not all set out at once: in the order of seats, a turn apart.
    let early = (mind.open().turn as usize) <= seat && there.soldiers == 0;
    let others = mind.foreign_soldiers(area) > 2 && there.soldiers == 0;
    if early || others || mind.left < CONQUEST_TURNS {
        return None;
    }
    let leaders = conquistador(mind, outfit);
    let wanted = besiegers(mind, city, natives, !leaders.is_empty());
    let soldiers = wanted.saturating_sub(there.soldiers);
    if soldiers * 3 < wanted {
        return None;
    }
    let colonists = 2u32.saturating_sub(there.colonists).min(outfit.colonists);
    if there.colonists + colonists == 0 {
        return None;
    }
    let men = Men {
        colonists,
        soldiers,
        missionaries: 0,
    };
    let landing = landing_for(mind, city.hex)?;
    let route = Route::to(mind, landing);
    let prize = prize(mind, city, natives) + i64::from(mind.map().area_of(area).vp) * VP / 3;
    let explorer = outfit
        .leaders
        .iter()
        .find(|it| mind.navigates(**it))
        .copied();
    let fleet = cheapest(
        mind,
        outfit,
        &route,
        men.total(),
        prize / 2,
        explorer.is_some(),
    )?;
    let hire = outfit.hire(mind, &men);
    let pay = i64::from(soldiers * SERVICE) * DUCAT;
    let gain = prize - fleet.total(prize / 2) - hire * DUCAT - pay;
    if gain <= 0 || fleet.cash + hire > outfit.purse || !outfit.can_hire(mind, &men) {
        return None;
    }
    let name = mind.name(landing);
    let sequels = vec![
        format!(
            "MOVE {soldiers} soldiers FROM {name} TO {}",
            mind.name(city.hex)
        ),
        format!("NATIVES {area} WITH all"),
    ];
    let leaders = leaders.into_iter().chain(explorer).collect();
    let ashore = vec![(landing, men)];
    let venture = Venture {
        fleet,
        route,
        ashore,
        leaders,
        hemi: Vec::new(),
        sequels,
    };
    outfit.commit(mind, venture);
    Some(())
}

/// How many Soldiers it takes to bring the natives to nothing, and to carry off the treasure.
fn besiegers(mind: &Mind<'_>, city: &Treasury, natives: u32, led: bool) -> u32 {
    let needed = match led {
        true => natives + natives / 2,
        false => soldiers_for(natives),
    };
    let most = mind.tables().units.stack_soldiers;
    needed.max(looters(mind, city)).min(most)
}

/// What a city may still bring, in hundredths of a Ducat, less what the land will take.
fn prize(mind: &Mind<'_>, city: &Treasury, natives: u32) -> i64 {
    let sure = 100 - 10 * i64::from(mind.level(city.hex)) - 3 * i64::from(natives);
    let looted = mind.open().cities.get(&city.hex).map_or(0, |it| it.looted);
    let turns = (LOOTINGS - i64::from(looted) * 60).max(100);
    i64::from(city.rate) * turns * sure / 100
}

fn conquistador(mind: &Mind<'_>, outfit: &Outfit) -> Vec<LeaderId> {
    let kind = |it: &LeaderId| mind.tables().leader(*it).kind;
    let mut found = outfit
        .leaders
        .iter()
        .filter(|it| kind(it) == LeaderType::Conquistador);
    found.next().copied().into_iter().collect()
}

/// The coast hex from which Soldiers reach a city soonest: an own Port in its Area if there is
/// one in reach, for there the gold leaves.
fn landing_for(mind: &Mind<'_>, city: Hex) -> Option<Hex> {
    let map = mind.map();
    let area = map.area(city)?;
    let mp = mind.tables().units.soldier.land_mp * mind.open().options.march_factor;
    let coasts = map.hexes_of(area).iter().copied();
    let coasts = coasts.filter(|it| map.is_coast(*it) && !mind.taken(*it));
    let coasts = coasts.filter(|it| Route::to(mind, *it).is_atlantic(mind));
    let near = coasts.filter_map(|it| Some((cost(mind, it, city)?, it)));
    let near = near.filter(|(cost, _)| *cost <= mp);
    near.min_by_key(|(cost, hex)| (!is_port(mind, *hex), *cost, *hex))
        .map(|it| it.1)
}

/// Movement points of a march.
fn cost(mind: &Mind<'_>, from: Hex, to: Hex) -> Option<u32> {
    let closed = |hex: Hex| mind.taken(hex);
    let way = land_way(mind.map(), from, &|it| it == to, &closed, &|_| false)?;
    Some(way.iter().map(|it| mind.map().land_mp(*it)).sum())
}

/// Sends ships for gold that lies in a Port, or will be carried there this turn.
pub(super) fn fetch(mind: &Mind<'_>, outfit: &mut Outfit) {
    let ports: Vec<Hex> = mind
        .settlements()
        .into_keys()
        .filter(|it| is_port(mind, *it))
        .collect();
    for port in ports {
        fetch_from(mind, outfit, port);
    }
}

fn fetch_from(mind: &Mind<'_>, outfit: &mut Outfit, port: Hex) -> Option<()> {
    let route = Route {
        returns: true,
        ..Route::to(mind, port)
    };
    let gold = gold_at(mind, port) + coming(mind, port);
    if gold < WORTH_A_SHIP || !route.is_atlantic(mind) {
        return None;
    }
    let load = gold.div_ceil(mind.tables().units.ducats_per_point);
    let explorer = outfit
        .leaders
        .iter()
        .find(|it| mind.navigates(**it))
        .copied();
    let worth = i64::from(gold) * DUCAT;
    let fleet = cheapest(mind, outfit, &route, load, worth, explorer.is_some())?;
    let lost = worth * fleet.home_loss / 100;
    if fleet.total(0) + lost > worth || fleet.cash > outfit.purse {
        return None;
    }
    let venture = Venture {
        fleet,
        route,
        ashore: Vec::new(),
        leaders: explorer.into_iter().collect(),
        hemi: Vec::new(),
        sequels: Vec::new(),
    };
    outfit.commit(mind, venture);
    Some(())
}

/// Gold that Soldiers will carry to a Port this turn.
fn coming(mind: &Mind<'_>, port: Hex) -> u32 {
    let rich = cities(mind)
        .into_iter()
        .filter(|it| gold_at(mind, it.hex) > 0);
    let near = rich.filter(|it| landing_for(mind, it.hex) == Some(port));
    near.map(|it| carried(mind, &it, mind.men(it.hex).soldiers))
        .sum()
}

/// Ducats that leave a city this turn, with so many Soldiers in it.
fn carried(mind: &Mind<'_>, city: &Treasury, soldiers: u32) -> u32 {
    let stay = match city.rich && mind.left > 2 {
        true => looters(mind, city),
        false => 0,
    };
    let each = mind.tables().units.overland_ducats;
    gold_at(mind, city.hex).min(soldiers.saturating_sub(stay) * each)
}

/// Marches to the cities and back with gold; mines that nobody could empty stay idle.
pub(super) fn carry(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    for (hex, _) in mind.settlements() {
        let site = mind.tables().gold.sites.contains_key(&hex);
        if site && !is_port(mind, hex) {
            shore.lines.push(format!("MINE {} NONE", mind.name(hex)));
        }
    }
    for city in cities(mind) {
        if !mind.taken(city.hex) {
            carry_from(shore, &city);
        }
    }
}

fn carry_from(shore: &mut Shore<'_, '_>, city: &Treasury) -> Option<()> {
    let mind = shore.mind;
    let area = mind.map().area(city.hex)?;
    if mind.men_in(area) == Men::NONE {
        return None;
    }
    let port = landing_for(mind, city.hex)?;
    let each = mind.tables().units.overland_ducats;
    let soldiers = shore.idle(city.hex).soldiers;
    let gold = carried(mind, city, soldiers);
    if gold > 0 && is_port(mind, port) {
        let men = Men::of(Kind::Soldier, gold.div_ceil(each));
        let along = Along { gold, leaders: &[] };
        shore.send((city.hex, port, port), men, &along);
    }
    // Whoever stands elsewhere in the Area goes to the city while there is something to do.
    let work = (city.rich && mind.left > 2) || gold_at(mind, city.hex) > gold;
    let natives = mind.open().natives(area);
    if !work || mind.left < 2 {
        return None;
    }
    let elsewhere: Vec<(Hex, Men)> = shore.free.iter().map(|(hex, men)| (*hex, *men)).collect();
    for (hex, men) in elsewhere {
        let here = mind.map().area(hex) == Some(area) && hex != city.hex;
        let stay = u32::from(mind.men(hex).colonists == 1);
        let go = men.soldiers.saturating_sub(stay);
        let leaders = leaders_at(mind, hex);
        if here && go + u32::from(!leaders.is_empty()) > 0 && (natives == 0 || go >= natives.min(3))
        {
            let along = Along {
                gold: 0,
                leaders: &leaders,
            };
            shore.send(
                (hex, city.hex, city.hex),
                Men::of(Kind::Soldier, go),
                &along,
            );
        }
    }
    Some(())
}

/// Conquistadors ashore in a hex.
fn leaders_at(mind: &Mind<'_>, hex: Hex) -> Vec<LeaderId> {
    let stack = mind.open().stack(hex, mind.me);
    let leaders = stack.into_iter().flat_map(|it| &it.leaders).copied();
    leaders
        .filter(|it| mind.tables().leader(*it).kind == LeaderType::Conquistador)
        .collect()
}
