//! What is done ashore: gold is carried to Ports, Soldiers besiege cities, quieten natives and make
//! discoveries. Colonists stay where they have landed.

use super::super::data::{LeaderType, Trigger};
use super::super::ids::{AreaId, LeaderId};
use super::super::men::{Kind, Men};
use super::super::reckon::{income, loot, units};
use super::conquest;
use super::mind::{DUCAT, Mind, VP};
use super::worth::soldiers_for;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::counted;

/// Soldiers that march together at most.
const BAND: u32 = 3;

/// Turns Soldiers march to a goal at most.
const FAR: u32 = 4;

/// The position ashore while a sheet b is written.
pub(super) struct Shore<'m, 'v> {
    /// Who writes it.
    pub(super) mind: &'m Mind<'v>,
    /// The lines so far.
    pub(super) lines: Vec<String>,
    /// Men in each hex who have no orders yet.
    pub(super) free: BTreeMap<Hex, Men>,
    /// Men in each hex as the orders leave them.
    pub(super) after: BTreeMap<Hex, Men>,
}

impl<'m, 'v> Shore<'m, 'v> {
    /// As it is now.
    pub(super) fn new(mind: &'m Mind<'v>, sequels: Vec<String>) -> Self {
        let stacks = mind.open().stacks_of(mind.me);
        let men: BTreeMap<Hex, Men> = stacks.map(|(hex, it)| (hex, it.men)).into_map();
        Shore {
            mind,
            lines: sequels,
            free: men.clone(),
            after: men,
        }
    }

    /// Men of a hex without orders.
    pub(super) fn idle(&self, hex: Hex) -> Men {
        self.free.get(&hex).copied().unwrap_or_default()
    }

    /// Own men in an Area, as orders leave them.
    fn men_in(&self, area: AreaId) -> Men {
        let here = self.after.iter();
        let here = here.filter(|(hex, _)| self.mind.map().area(**hex) == Some(area));
        here.map(|(_, men)| *men).sum()
    }

    /// Sends men on a march, with leaders and gold.
    fn send(&mut self, from: Hex, to: Hex, men: Men, leaders: &[LeaderId], gold: u32) {
        let men = men.at_most(&self.idle(from));
        if men.is_empty() && leaders.is_empty() {
            return;
        }
        *self.free.entry(from).or_default() -= men;
        *self.after.entry(from).or_default() -= men;
        *self.after.entry(to).or_default() += men;
        let load = match gold {
            0 => String::new(),
            gold => format!(" CARRY {gold}"),
        };
        let (who, mind) = (units::said(&men, leaders), self.mind);
        let (from, to) = (mind.name(from), mind.name(to));
        self.lines
            .push(format!("MOVE {who} FROM {from} TO {to}{load}"));
    }
}

/// Soldiers carry gold to Ports, and come back for more; mines whose gold nobody could carry are
/// not worked.
pub(super) fn carry(shore: &mut Shore<'_, '_>) {
    let (mind, open) = (shore.mind, shore.mind.open());
    let hexes = open.hexes.keys().copied();
    for hex in hexes.filter(|it| !mind.taken(*it) && !mind.is_port(*it)) {
        let gold = mind.gold_at(hex) + loot::raised(mind.tables(), open, mind.me, hex);
        let port = mind
            .port_for(hex)
            .filter(|it| mind.is_port(*it) && mind.left > 1);
        match port {
            Some(port) if gold > 0 => carry_down(shore, hex, port, gold),
            None if income::workable(open, mind.me, hex).is_some() => {
                shore.lines.push(format!("MINE {} NONE", mind.name(hex)));
            }
            _ => {}
        }
    }
}

fn carry_down(shore: &mut Shore<'_, '_>, hex: Hex, port: Hex, gold: u32) {
    let mind = shore.mind;
    let each = mind.tables().units.overland_ducats;
    let looters = conquest::looters(mind, hex);
    let spare = shore.idle(hex).soldiers.saturating_sub(looters);
    let down = spare.min(gold.div_ceil(each));
    let carried = gold.min(down * each);
    shore.send(hex, port, Men::of(Kind::Soldier, down), &[], carried);
    let left = (gold - carried).div_ceil(each);
    if left > 0 && mind.left > 2 {
        let up = left.min(shore.idle(port).soldiers);
        shore.send(port, hex, Men::of(Kind::Soldier, up), &[], 0);
    }
}

/// Soldiers and Conquistadors of an Area come together in its city while there is treasure in it;
/// where the climate is better than there, they wait for the natives to be quiet.
pub(super) fn besiege(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    for (city, area) in conquest::cities(mind) {
        let natives = mind.open().natives(area);
        let stacks: Vec<(Hex, Men)> = shore.free.iter().map(|it| (*it.0, *it.1)).collect();
        for (hex, men) in stacks.into_iter().filter(|it| it.0 != city) {
            if mind.map().area(hex) != Some(area) || mind.left < 3 {
                continue;
            }
            let stay = u32::from(mind.men(hex).colonists == 1);
            let go = men.soldiers.saturating_sub(stay);
            let leaders = mind.leaders(hex, LeaderType::Conquistador);
            let healthy = mind.level(city) <= mind.level(hex);
            if natives == 0 || healthy && go >= natives.min(3) {
                shore.send(hex, city, Men::of(Kind::Soldier, go), &leaders, 0);
            }
        }
    }
}

/// Attacks natives where own Colonists are, or treasure is to be had (C3, after the marches).
pub(super) fn natives(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    let men = shore.after.iter().filter(|(_, men)| men.soldiers > 0);
    let areas: BTreeSet<AreaId> = men.filter_map(|(hex, _)| mind.map().area(*hex)).into_set();
    for area in areas {
        let level = mind.open().natives(area);
        let men = shore.men_in(area);
        let treasure = conquest::cities(mind).iter().any(|it| it.1 == area);
        if level > 0 && men.soldiers >= level && (men.colonists > 0 || treasure) {
            shore.lines.push(format!("NATIVES {area} WITH all"));
        }
    }
}

/// Soldiers who have nothing to do where they are make discoveries by land, quieten natives
/// elsewhere, or go home for good.
pub(super) fn range(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    let mut goals = goals(mind);
    let hexes: Vec<Hex> = shore.free.keys().copied().collect();
    for hex in hexes {
        let idle = idle_soldiers(shore, hex);
        if idle == 0 {
            continue;
        }
        let band = Men::of(Kind::Soldier, idle.min(BAND));
        if let Some(goal) = errand(mind, hex, band.soldiers, &goals) {
            goals.remove(&goal);
            shore.send(hex, goal, band, &[], 0);
        } else if mind.left > 1 {
            let guard = u32::from(mind.men(hex).colonists > 0);
            let (spare, name) = (idle.saturating_sub(guard), mind.name(hex));
            if spare > 0 {
                let line = format!("DISBAND {} AT {name}", counted(spare, "soldier"));
                shore.lines.push(line);
            }
        }
    }
}

/// Soldiers of a hex whom nobody needs there.
fn idle_soldiers(shore: &Shore<'_, '_>, hex: Hex) -> u32 {
    let mind = shore.mind;
    let idle = shore.idle(hex).soldiers;
    let Some(area) = mind.map().area(hex).filter(|_| idle > 0) else {
        return idle;
    };
    let treasure = conquest::cities(mind).iter().any(|it| it.1 == area) && mind.left > 2;
    let gold = conquest::inland_gold(mind, area);
    let carriers = gold.div_ceil(mind.tables().units.overland_ducats);
    if treasure || mind.own().duty > 0 {
        return 0;
    }
    let men = shore.men_in(area);
    let quiet = match (mind.open().natives(area), men.colonists) {
        (0, _) | (_, 0) => 0,
        (level, _) => soldiers_for(level),
    };
    idle.min(men.soldiers.saturating_sub(quiet.max(carriers)))
}

/// The goal that pays best for a band, if one does.
fn errand(mind: &Mind<'_>, from: Hex, band: u32, goals: &BTreeMap<Hex, i64>) -> Option<Hex> {
    let pace = mind.pace();
    let far = mind.by_land(from, pace * FAR.min(mind.left));
    let near = goals.iter().filter_map(|(goal, prize)| {
        let turns = i64::from(far.to(*goal)?.div_ceil(pace));
        let sure = (100 - 6 * turns * i64::from(mind.level(*goal))).max(0);
        Some((prize * sure / 100 - turns * i64::from(band) * DUCAT, *goal))
    });
    let paying = near.filter(|it| it.0 > 0 && it.1 != from);
    paying.max_by_key(|it| it.0).map(|it| it.1)
}

/// Hexes where Soldiers discover something, with what it is worth.
fn goals(mind: &Mind<'_>) -> BTreeMap<Hex, i64> {
    let map = mind.map();
    let mut goals: BTreeMap<Hex, i64> = BTreeMap::new();
    for discovery in &mind.tables().discoveries {
        let trigger = &discovery.trigger;
        let by_march = matches!(
            trigger,
            Trigger::LandArea(_) | Trigger::LandPlaces(_) | Trigger::MarchInto(_)
        );
        if !by_march || mind.mood(discovery.id) == 0 {
            continue;
        }
        let areas = trigger.areas().iter().flat_map(|it| map.hexes_of(*it));
        let places = trigger.places().iter().filter_map(|it| map.place(*it));
        for hex in areas.copied().chain(places.map(|it| it.hex)) {
            *goals.entry(hex).or_default() += i64::from(discovery.vp) * VP;
        }
    }
    goals
}
