//! Round Cape Horn: an Explorer with three Caravels makes for Peru, waits there, and sails on round
//! the world if enough ships are left, else home. Three ships are lost all at once by no die.

use super::super::data::Trigger;
use super::super::ids::{At, DiscoveryId, Label, LeaderId};
use super::super::map::Ocean;
use super::super::men::{Men, Ships};
use super::super::state::Expedition;
use super::fleet::{Route, reckon};
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use packetboat_kit::hex::Hex;

/// Caravels that set out.
const CARAVELS: u32 = 3;

/// Ducats left for the second half of the voyage, and for whatever comes.
const RESERVE: i64 = 150;

/// What fame adds to a discovery in the South Sea, in percent.
const FAME: i64 = 50;

/// How likely it is that a ship comes home with the marks, in percent.
const SURE: i64 = 80;

/// How likely some ship survives the way round the world, and the way home, by ships at the
/// start, in percent (3.10, an Explorer aboard).
const ROUND: [i64; 4] = [0, 33, 66, 100];
const HOME: [i64; 4] = [0, 66, 100, 100];

/// Sends Caravels, if an Explorer is there who serves long enough.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) -> Option<()> {
    let beyond = |it: &Expedition| matches!(it.at, At::Hex(hex) if is_pacific(mind, hex));
    if mind.own().expeditions.values().any(beyond) || mind.left < 3 {
        return None;
    }
    let serves = |it: &LeaderId| mind.tables().leader(*it).exit > mind.open().turn;
    let mut leaders = outfit.leaders.iter().copied();
    let explorer = leaders.find(|it| mind.navigates(*it) && serves(it))?;
    let landing = landing(mind)?;
    let route = Route {
        landing,
        end: landing,
        mp: 0,
        returns: false,
    };
    let ships = Ships {
        caravels: CARAVELS,
        ..Ships::NONE
    };
    let fleet = reckon(mind, outfit.idle, &route, ships, true)?;
    let round = i64::from(mind.tables().naval_attrition.world_bounds * CARAVELS * mind.graft);
    let prize = prize(mind, landing) * SURE / 100;
    // About one ship is lost on each half; the others serve again.
    let cost = fleet.total(0) + (round * 8 / 10) * DUCAT + fleet.hulls / 3;
    if cost > prize || fleet.cash + RESERVE > outfit.purse {
        return None;
    }
    let venture = Venture {
        fleet,
        route,
        ashore: vec![(landing, Men::NONE)],
        leaders: vec![explorer],
        hemi: Vec::new(),
        sequels: Vec::new(),
    };
    outfit.commit(mind, venture);
    Some(())
}

fn is_pacific(mind: &Mind<'_>, hex: Hex) -> bool {
    mind.map().ocean(hex) == Some(Ocean::Pacific)
}

/// What a discovery is worth to a seafarer.
fn fame(mind: &Mind<'_>, id: DiscoveryId) -> i64 {
    let open = mind.open();
    let made = open.discovered.contains_key(&id) || open.made_before.contains(&id);
    let vp = i64::from(mind.tables().discovery(id).vp);
    if made {
        0
    } else {
        vp * VP * (mind.mood(id) + FAME) / 100
    }
}

/// The coast of the South Sea where most is found, and of these the nearest.
fn landing(mind: &Mind<'_>) -> Option<Hex> {
    let map = mind.map();
    let coasts = map
        .all()
        .filter(|it| map.is_coast(*it) && is_pacific(mind, *it));
    let coasts = coasts.filter_map(|it| Some((map.bounds(it)?, it)));
    let coasts: Vec<(u32, Hex)> = coasts.collect();
    let nearest = coasts.iter().map(|it| it.0).min()?;
    let near = coasts.into_iter().filter(|it| it.0 <= nearest + 2);
    near.max_by_key(|(bounds, hex)| {
        let far = i64::from(*bounds) * i64::from(CARAVELS) * DUCAT;
        (touched(mind, *hex) - far, *hex)
    })
    .map(|it| it.1)
}

/// What is found by landing in a hex.
fn touched(mind: &Mind<'_>, hex: Hex) -> i64 {
    let found = mind
        .tables()
        .discoveries
        .iter()
        .filter(|it| match &it.trigger {
            Trigger::SeaZone(zone) => mind.map().zone(hex) == Some(*zone),
            Trigger::SeaPlaces(places) => {
                let mut places = places.iter().filter_map(|it| mind.map().place(*it));
                places.any(|it| it.hex == hex)
            }
            _ => false,
        });
    found.map(|it| fame(mind, it.id)).sum()
}

/// What the whole voyage finds.
fn prize(mind: &Mind<'_>, landing: Hex) -> i64 {
    let all = mind.tables().discoveries.iter();
    let feats = all.filter(|it| match it.trigger {
        Trigger::CapePassage => !mind.open().cape_navigated,
        Trigger::Circumnavigation => true,
        _ => false,
    });
    feats.map(|it| fame(mind, it.id)).sum::<i64>() + touched(mind, landing)
}

/// Whether an expedition that waits in the South Sea sails on round the world: the victory points
/// aboard and those to be won against the ships and Bounds.
fn dares(mind: &Mind<'_>, it: &Expedition) -> bool {
    let explorer = it.leaders().iter().any(|it| mind.navigates(*it));
    let world = mind.tables().discoveries.iter();
    let mut world = world.filter(|it| it.trigger == Trigger::Circumnavigation);
    let feat = world.next().map_or(0, |it| fame(mind, it.id));
    let aboard: i64 = it.marks.iter().map(|it| fame(mind, *it)).sum();
    let ships = it.ships.len();
    let round = i64::from(mind.tables().naval_attrition.world_bounds) * DUCAT;
    let At::Hex(hex) = it.at else {
        return false;
    };
    let home = i64::from(mind.map().bounds(hex).unwrap_or(20)) * DUCAT;
    let count = i64::try_from(ships).unwrap_or(0);
    let on = (aboard + feat) * ROUND[ships.min(3)] / 100 - round * count;
    let back = aboard * HOME[ships.min(3)] / 100 - home * count;
    explorer && feat > 0 && is_pacific(mind, hex) && on >= back && on > 0
}

/// Outfits an expedition that waits in the South Sea for the way round the world; whether it did.
pub(super) fn sail_on(mind: &Mind<'_>, outfit: &mut Outfit, label: Label, it: &Expedition) -> bool {
    let At::Hex(hex) = it.at else {
        return false;
    };
    let ships = u32::try_from(it.ships.len()).unwrap_or(0);
    let bounds = mind.tables().naval_attrition.world_bounds;
    let cost = i64::from(bounds * ships * mind.graft);
    if !dares(mind, it) || cost > outfit.purse {
        return false;
    }
    outfit.purse -= cost;
    let from = mind.name(hex);
    outfit.order(format!(
        "EXPEDITION {label} FROM {from} SHIPS all BOUNDS {bounds} RETURN STAY"
    ));
    outfit.sequel(format!("SAIL {label} CIRCUMNAVIGATE"));
    true
}

/// Who was outfitted for it sails round the world.
pub(super) fn sail(mind: &Mind<'_>) -> Vec<String> {
    let ready = mind.own().expeditions.iter().filter(|(_, it)| {
        let bounds = mind.tables().naval_attrition.world_bounds;
        it.bounds >= it.sailed_b + bounds && dares(mind, it)
    });
    ready
        .map(|(label, _)| format!("SAIL {label} CIRCUMNAVIGATE"))
        .collect()
}
