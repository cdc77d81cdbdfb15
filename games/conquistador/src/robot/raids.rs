//! War: Soldiers come over the sea to a foreign Port that is weakly held, take the gold there, and
//! come home. A rival's loss is worth something by itself, more if he is ahead.

use super::super::data::combat::{LandResult, odds_column};
use super::super::data::{LeaderType, is_portugal, is_spain};
use super::super::ids::{AreaId, At, LeaderId};
use super::super::men::{Men, Ships};
use super::super::reckon::odds;
use super::super::state::Bond;
use super::fleet::{Reckoned, Route, reckon};
use super::mind::{DUCAT, Mind, VP};
use super::outfit::{Outfit, Venture};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// Ducats that are not spent on war.
const RESERVE: i64 = 100;

/// Nobody makes war before this turn: there is too little to be had.
const FROM_TURN: u32 = 6;

/// What another power's loss is worth to a power in a warlike temper, in hundredths, if that other
/// is ahead of the rest, and if not.
const SPITE: [i64; 2] = [45, 12];

/// Victory points that an attack on a partner of the Treaty of Tordesillas costs (2.6).
const BREACH_VP: i64 = 25;

/// A settlement that may be raided.
struct Target {
    hex: Hex,
    area: AreaId,
    owner: Seat,
    men: Men,
    gold: u32,
    defence: u32,
}

/// A raid thought of.
struct Raid {
    target: Hex,
    men: Men,
    leaders: Vec<LeaderId>,
    fleet: Reckoned,
    column: u32,
    gain: i64,
}

/// Sends a raid, if one pays.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    if mind.open().turn < FROM_TURN {
        return;
    }
    let targets = targets(mind);
    let raids = targets.iter().flat_map(|it| {
        let strengths = (1..=mind.tables().units.stack_soldiers / 2).map(|it| 2 * it);
        strengths.filter_map(|soldiers| raid(mind, outfit, it, soldiers))
    });
    let best = raids.filter(|it| it.gain > 0).max_by_key(|it| it.gain);
    let Some(best) = best else {
        return;
    };
    let name = mind.name(best.target);
    let least = best.column.saturating_sub(1).max(1);
    let venture = Venture {
        fleet: best.fleet,
        route: home_from(best.target),
        ashore: vec![(best.target, best.men)],
        leaders: best.leaders,
        hemi: vec![format!("INVADE @ {name} RAID IF ODDS >= {least}:1")],
        sequels: Vec::new(),
    };
    outfit.commit(mind, venture);
}

fn home_from(target: Hex) -> Route {
    Route {
        landing: target,
        end: target,
        mp: 0,
        returns: true,
    }
}

/// Coast hexes of the Atlantic that one other power holds, who is at peace with nobody here.
fn targets(mind: &Mind<'_>) -> Vec<Target> {
    let map = mind.map();
    let hexes = mind
        .open()
        .hexes
        .iter()
        .filter(|(hex, _)| map.is_coast(**hex));
    let found = hexes.filter_map(|(hex, ashore)| {
        let mut held = ashore.stacks.iter().filter(|(_, it)| !it.is_empty());
        let (owner, stack) = held.next().filter(|(it, _)| **it != mind.me)?;
        let alone = held.next().is_none();
        let route = home_from(*hex);
        if !alone || stack.men.colonists == 0 || at_peace(mind, *owner) || !route.is_atlantic(mind)
        {
            return None;
        }
        let fleet: Ships = mind.view.foreign_at(At::Hex(*hex)).map(|it| it.ships).sum();
        let men = stack.men;
        let gold = ashore.gold.iter().filter(|it| it.owner == *owner);
        Some(Target {
            hex: *hex,
            area: map.area(*hex)?,
            owner: *owner,
            men,
            gold: gold.map(|it| it.ducats).sum(),
            defence: odds::invasion_defence(mind.tables(), men.soldiers, men.colonists, &fleet),
        })
    });
    found.collect()
}

fn at_peace(mind: &Mind<'_>, other: Seat) -> bool {
    let with = |it: &Bond| it.parties().contains(&other);
    let mut deals = mind.view.deals.iter();
    deals.any(|it| matches!(it.bond, Bond::Peace { .. }) && with(&it.bond))
}

fn raid(mind: &Mind<'_>, outfit: &Outfit, target: &Target, soldiers: u32) -> Option<Raid> {
    let units = &mind.tables().units;
    let men = Men {
        soldiers,
        ..Men::NONE
    };
    // Room for the gold besides.
    let load = soldiers + target.gold.min(80) / units.ducats_per_point;
    let ships = Ships {
        carracks: load.div_ceil(units.carrack.holds),
        ..Ships::NONE
    };
    let leaders = sea_dogs(mind, outfit);
    let attack = odds::invasion_attack(mind.tables(), &ships, soldiers);
    let shift = odds::privateer_shift(mind.tables(), leaders.iter().copied());
    let column = (odds_column(attack, target.defence)? + shift).min(5);
    let fleet = reckon(
        mind,
        outfit.idle,
        &home_from(target.hex),
        ships,
        !leaders.is_empty(),
    )?;
    let hire = outfit.hire(mind, &men);
    if !outfit.can_hire(mind, &men) || fleet.cash + hire + RESERVE > outfit.purse {
        return None;
    }
    let gain = prospects(mind, target, &men, column) - fleet.total(0) - fleet.out_loss * hire / 2;
    // Soldiers are paid for, and serve again.
    let keep = i64::from(soldiers) * DUCAT + hire * DUCAT / 3;
    Some(Raid {
        target: target.hex,
        men,
        leaders,
        fleet,
        column,
        gain: gain - keep,
    })
}

/// Privateers in Europe: they shift the odds (3.8).
fn sea_dogs(mind: &Mind<'_>, outfit: &Outfit) -> Vec<LeaderId> {
    let leaders = outfit.leaders.iter().copied();
    let dogs = leaders.filter(|it| mind.tables().leader(*it).kind == LeaderType::Privateer);
    let most = mind.tables().naval_combat.privateers_most;
    dogs.take(most as usize).collect()
}

/// What the fight brings on the average, in hundredths of a Ducat.
fn prospects(mind: &Mind<'_>, target: &Target, men: &Men, column: u32) -> i64 {
    let soldier = i64::from(mind.tables().units.soldier.buy) * DUCAT;
    let gold = i64::from(target.gold.min(80)) * DUCAT;
    let harm = harm(mind, target);
    let catch_panic = target.men.soldiers > 0;
    let results = (1..=6).map(|die| mind.tables().land_combat.result(column, die));
    let brings = results.map(|result| {
        let (lost, won, ruined) = match result {
            LandResult::AR => (0, false, 0),
            LandResult::EX | LandResult::A1R => (1, false, 0),
            LandResult::A2R => (2, false, 0),
            LandResult::AE => (i64::from(men.soldiers), false, 0),
            LandResult::DR | LandResult::D1R | LandResult::D2R if catch_panic => (0, true, 10),
            LandResult::DR => (0, true, 50),
            LandResult::D1R | LandResult::D2R => (0, true, 65),
            LandResult::DE => (0, true, 100),
        };
        let booty = if won { gold + harm * ruined / 100 } else { 0 };
        booty - lost * soldier
    });
    let breach = if partners(mind.me, target.owner)
        && mind.treaty_turns() > 0
        && mind.open().options.tordesillas
    {
        BREACH_VP * VP
    } else {
        0
    };
    brings.sum::<i64>() / 6 - breach
}

fn partners(one: Seat, other: Seat) -> bool {
    (is_spain(one) && is_portugal(other)) || (is_portugal(one) && is_spain(other))
}

/// What it is worth if all who live there are lost to their power.
fn harm(mind: &Mind<'_>, target: &Target) -> i64 {
    let area = mind.map().area_of(target.area);
    let each = if area.r2 { 3 } else { 1 } * DUCAT * i64::from(mind.left);
    let heads = i64::from(target.men.colonists) * each;
    let ours = mind.men_in(target.area).colonists;
    let control = i64::from(area.vp) * VP;
    // Whoever holds as many there as the other has left gets his victory points besides.
    let heir = ours >= mind.tables().gold.control
        && ours + target.men.colonists > mind.rivals(target.area)
        && ours <= mind.rivals(target.area);
    let spite = if ahead(mind, target.owner) {
        SPITE[0]
    } else {
        SPITE[1]
    };
    let spite = if mind.is_warlike() { spite } else { 0 };
    let own = if heir { control / 2 } else { 0 };
    (heads + control / 2) * spite / 100 + own
}

/// Whether a power has most of what everybody can count: Ducats and discoveries.
fn ahead(mind: &Mind<'_>, power: Seat) -> bool {
    let count = |it: Seat| {
        let power = mind.open().power(it);
        2 * i64::from(power.treasury) + i64::from(power.discovery_vp)
    };
    let others = mind.open().table.iter().filter(|it| **it != mind.me);
    others.into_iter().all(|it| count(*it) <= count(power))
}
