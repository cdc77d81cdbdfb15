//! Treasure cities: Soldiers go there with Colonists who hold a Port, loot, and carry off the
//! gold; the ships wait in the Port for it where the voyage is long.

use super::super::data::{Discovery, LeaderType, Trigger};
use super::super::ids::AreaId;
use super::super::men::{Kind, Men};
use super::fleet::{Route, cheapest};
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use packetboat_kit::hex::Hex;

/// Turns a city is looted on the average (4.9), in hundredths.
const LOOTINGS: i64 = 277;

/// What comes home of what is looted, in hundredths.
const BROUGHT_HOME: i64 = 70;

/// Turns of the game in which the first power thinks of nothing but colonies.
const QUIET_TURNS: usize = 3;

/// Ducats that are not spent on a conquest, and as many more for each Colonist to be bought.
const RESERVE: i64 = 40;
const FOR_A_COLONIST: i64 = 12;

/// Turns it takes at least from the first landing to gold in Europe.
const CONQUEST_TURNS: u32 = 7;

/// Turns for which Soldiers are paid there, on the average: they grow fewer.
const SERVICE: i64 = 4;

/// Colonists who hold a Port there.
const SETTLERS: u32 = 3;

/// How much a power must like a discovery to go far for it, in percent: the most there is is 100.
const DARING: i64 = 98;

/// Ducats for which it sends to a far city again.
const MUCH: u32 = 60;

/// Adjusted Attrition Level from which a city is let alone: nobody there lives to carry gold off.
const DEADLY: u32 = 5;

/// Bounds from which ships wait for the gold instead of sailing home and coming again.
const WAITS_FROM: u32 = 8;

/// Cities that still hold treasure and that no other power holds, with their Areas.
pub(super) fn cities(mind: &Mind<'_>) -> Vec<(Hex, AreaId)> {
    let cities = mind.tables().gold.cities.keys();
    let rich = cities.filter(|it| is_rich(mind, **it) && !mind.taken(**it));
    let rich = rich.filter(|it| mind.level(**it) < DEADLY);
    rich.filter_map(|it| Some((*it, mind.map().area(*it)?)))
        .collect()
}

fn is_rich(mind: &Mind<'_>, city: Hex) -> bool {
    mind.open().cities.get(&city).is_none_or(|it| !it.exhausted)
}

/// Soldiers that loot a city at its full rate; nobody elsewhere, or where nothing is left.
pub(super) fn looters(mind: &Mind<'_>, hex: Hex) -> u32 {
    let gold = &mind.tables().gold;
    match gold.cities.get(&hex).filter(|_| is_rich(mind, hex)) {
        Some(card) => card.rate.div_ceil(gold.per_looter),
        None => 0,
    }
}

/// Whether a Port must be held in an Area, for treasure that Soldiers take there, or gold that has
/// not come to a Port yet.
pub(super) fn needs_port(mind: &Mind<'_>, area: AreaId) -> bool {
    let siege = cities(mind).iter().any(|it| it.1 == area);
    mind.left > 1 && (siege && mind.held(area).own.soldiers > 0 || inland_gold(mind, area) > 0)
}

/// Ducats in an Area that have not come to a Port yet.
pub(super) fn inland_gold(mind: &Mind<'_>, area: AreaId) -> u32 {
    let hexes = mind.map().hexes_of(area).iter();
    let inland = hexes.filter(|it| !mind.is_port(**it));
    inland.map(|it| mind.gold_at(*it)).sum()
}

/// Sends Soldiers, and Colonists for a Port, to the cities that pay for them.
pub(super) fn conquer(mind: &Mind<'_>, outfit: &mut Outfit) {
    let cities = mind.tables().gold.cities.keys();
    for city in cities.filter(|it| !mind.taken(**it)) {
        if let Some(area) = mind.map().area(*city) {
            conquer_city(mind, outfit, *city, area);
        }
    }
}

fn conquer_city(mind: &Mind<'_>, outfit: &mut Outfit, city: Hex, area: AreaId) -> Option<()> {
    let there = mind.held(area).own + outfit.bound_for(mind, area);
    let natives = mind.open().natives(area);
    let seat = mind.open().table.iter().position(|it| *it == mind.me)?;
    // Powers do not all set out at once: in the order of seats, a turn apart.
    let early = (mind.open().turn as usize) <= seat + QUIET_TURNS;
    let others = mind.held(area).foreign > 2;
    if there.soldiers == 0 && (early || others) || mind.left < CONQUEST_TURNS {
        return None;
    }
    let lying = mind.gold_at(city);
    let forbidden = mind.forbidden_turns(area) > 0;
    if forbidden || mind.level(city) >= DEADLY || !is_rich(mind, city) && lying == 0 {
        return None;
    }
    let leader = outfit.leader(mind, LeaderType::Conquistador);
    // Five are usually enough for the Aztecs; some die of the climate and the march.
    let needed = natives + if leader.is_some() { 1 } else { 2 };
    let carriers = lying.div_ceil(2 * mind.tables().units.overland_ducats);
    let wanted = match looters(mind, city) {
        0 => carriers,
        looters => looters.max(needed),
    };
    let mut soldiers = wanted.saturating_sub(there.soldiers);
    if soldiers * 3 < wanted {
        soldiers = 0;
    }
    let landing = mind.port_for(city)?;
    let held = mind.men(landing).colonists + outfit.settlers(landing);
    let colonists = SETTLERS.saturating_sub(held).min(outfit.colonists);
    if soldiers == 0 && (colonists == 0 || held > 1) {
        return None;
    }
    let men = Men::of(Kind::Colonist, colonists) + Men::of(Kind::Soldier, soldiers);
    let far = mind.map().bounds(landing)? >= WAITS_FROM;
    let mut route = Route::to(mind, landing);
    route.returns = !far;
    let explorer = outfit.explorer(mind);
    let closed = !mind.open().cape_navigated && explorer.is_none();
    if held + colonists == 0 || far && (closed || !dares(mind, city, there)) {
        return None;
    }
    let prize = prize(mind, city, area, far);
    let led = explorer.is_some();
    let fleet = cheapest(mind, outfit.idle, &route, men.total(), prize / 2, led)?;
    let hire = outfit.hire(mind, &men);
    let pay = i64::from(soldiers) * SERVICE * DUCAT;
    let reserve = i64::from(outfit.colonists) * FOR_A_COLONIST + RESERVE;
    let gain = prize - fleet.total(prize / 2) - hire * DUCAT - pay;
    if gain <= 0 || fleet.cash + hire + reserve > outfit.purse || !outfit.can_hire(mind, &men) {
        return None;
    }
    let mut venture = Venture::new(fleet, route, men, [leader, explorer]);
    if soldiers > 0 {
        venture.sequels.push(format!("NATIVES {area} WITH all"));
    }
    outfit.commit(mind, venture);
    Some(())
}

/// Whether the spirit moves a power to go to a far city: once in a while to one that nobody has
/// reached, and for much gold that lies there.
fn dares(mind: &Mind<'_>, city: Hex, there: Men) -> bool {
    let eager = fame(mind, city, false).any(|it| mind.mood(it.id) >= DARING);
    eager && there.soldiers == 0 || mind.gold_at(city) >= MUCH
}

/// The discoveries that may still be made in a city, and on the way round the Cape.
fn fame<'a>(mind: &Mind<'a>, city: Hex, cape: bool) -> impl Iterator<Item = &'a Discovery> {
    let place = mind.map().place_at(city).map(|it| it.id);
    let open = mind.tables().discoveries.iter();
    let open = open.filter(|it| mind.mood(it.id) > 0);
    open.filter(move |it| {
        let here = place.is_some_and(|place| it.trigger.places().contains(&place));
        here || cape && it.trigger == Trigger::CapePassage
    })
}

/// What a city may still bring, in hundredths of a Ducat, less what the land will take: treasure,
/// fame, and some of the control of its Area.
fn prize(mind: &Mind<'_>, city: Hex, area: AreaId, far: bool) -> i64 {
    let natives = i64::from(mind.open().natives(area));
    let sure = 100 - 5 * i64::from(mind.level(city)) - 3 * natives;
    let looted = mind.open().cities.get(&city).map_or(0, |it| it.looted);
    let turns = (LOOTINGS - i64::from(looted) * 60).max(100) * i64::from(is_rich(mind, city));
    let lying = i64::from(mind.gold_at(city)) * DUCAT;
    let treasure = i64::from(mind.tables().gold.cities[&city].rate) * turns * sure / 100;
    let fame: i32 = fame(mind, city, far).map(|it| it.vp).sum();
    let vp = fame + mind.map().area_of(area).vp / 3;
    (treasure + lying) * BROUGHT_HOME / 100 + i64::from(vp) * VP
}
