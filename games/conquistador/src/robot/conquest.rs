//! Treasure cities: Soldiers go there with Colonists who hold a Port, loot, and carry off the
//! gold.

use super::super::data::LeaderType;
use super::super::ids::LeaderId;
use super::super::men::Men;
use super::cities::{Treasury, cities, looters};
use super::fleet::{Route, cheapest};
use super::mind::{DUCAT, Mind, VP};
use super::mines::port_for;
use super::outfit::{Outfit, Venture};

/// Turns a city is looted on the average (4.9), in hundredths.
const LOOTINGS: i64 = 277;

/// What comes home of what is looted, in hundredths.
const BROUGHT_HOME: i64 = 60;

/// Turns of the game in which the first power thinks of nothing but colonies.
const QUIET_TURNS: usize = 3;

/// Ducats that are not spent on a conquest.
const RESERVE: i64 = 60;

/// Turns it takes at least from the first landing to gold in Europe.
const CONQUEST_TURNS: u32 = 5;

/// Ducats left for each Colonist who may be bought besides.
const FOR_A_COLONIST: i64 = 12;

/// Turns for which Soldiers are paid there, on the average: they grow fewer.
const SERVICE: u32 = 4;

/// Sends Soldiers, and Colonists for a Port, to a city that pays for them.
pub(super) fn conquer(mind: &Mind<'_>, outfit: &mut Outfit) {
    let cities = cities(mind)
        .into_iter()
        .filter(|it| (it.rich || it.lying > 0) && !mind.taken(it.hex));
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
    let early = (mind.open().turn as usize) <= seat + QUIET_TURNS && there.soldiers == 0;
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
    // Whoever sets up a colony first has money for a conquest later.
    let colonists = 2u32.saturating_sub(there.colonists).min(outfit.colonists);
    if there.colonists + colonists == 0 {
        return None;
    }
    let men = Men {
        colonists,
        soldiers,
        missionaries: 0,
    };
    let landing = port_for(mind, city.hex)?;
    let route = Route::to(mind, landing);
    let prize = prize(mind, city, natives) + i64::from(mind.map().area_of(area).vp) * VP / 3;
    let explorer = outfit
        .leaders
        .iter()
        .find(|it| mind.navigates(**it))
        .copied();
    let fleet = cheapest(
        mind,
        outfit.idle,
        &route,
        men.total(),
        prize / 2,
        explorer.is_some(),
    )?;
    let hire = outfit.hire(mind, &men);
    let pay = i64::from(soldiers * SERVICE) * DUCAT;
    let reserve = i64::from(outfit.colonists) * FOR_A_COLONIST + RESERVE;
    let gain = prize - fleet.total(prize / 2) - hire * DUCAT - pay;
    if gain <= 0 || fleet.cash + hire + reserve > outfit.purse || !outfit.can_hire(mind, &men) {
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
    // Five are usually enough for the Aztecs; some die of the climate and the march.
    let needed = match natives {
        0 => 0,
        natives => natives + if led { 1 } else { 2 },
    };
    let looters = if city.rich { looters(mind, city) } else { 0 };
    let carriers = city.lying.div_ceil(2 * mind.tables().units.overland_ducats);
    let most = mind.tables().units.stack_soldiers;
    needed.max(looters).max(carriers).min(most)
}

/// What a city may still bring, in hundredths of a Ducat, less what the land will take.
fn prize(mind: &Mind<'_>, city: &Treasury, natives: u32) -> i64 {
    let sure = 100 - 10 * i64::from(mind.level(city.hex)) - 3 * i64::from(natives);
    let looted = mind.open().cities.get(&city.hex).map_or(0, |it| it.looted);
    let turns = if city.rich {
        (LOOTINGS - i64::from(looted) * 60).max(100)
    } else {
        0
    };
    (i64::from(city.rate) * turns + i64::from(city.lying) * DUCAT) * sure / 100 * BROUGHT_HOME / 100
}

fn conquistador(mind: &Mind<'_>, outfit: &Outfit) -> Vec<LeaderId> {
    let kind = |it: &LeaderId| mind.tables().leader(*it).kind;
    let mut found = outfit
        .leaders
        .iter()
        .filter(|it| kind(it) == LeaderType::Conquistador);
    found.next().copied().into_iter().collect()
}
