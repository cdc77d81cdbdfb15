//! Suggestions for men ashore: marches, natives, mines, quests.

use super::super::data::Trigger;
use super::super::faces::{self, words};
use super::super::ids::{AreaId, At};
use super::super::map::ways;
use super::super::men::{Kind, Men};
use super::super::orders::QuestKind;
use super::super::reckon::loot::with_raised;
use super::super::reckon::units;
use super::super::state::Stack;
use super::super::view::View;
use packetboat_core::gather::Gather;
use packetboat_kit::hex::Hex;
use std::collections::{BTreeMap, BTreeSet};

/// Marches suggested at most.
const MARCHES_MAX: usize = 2;
/// How many hexes away the goal of a suggested march lies at most.
const NEAR: u32 = 4;

/// Lines for the land phase.
pub(super) fn orders(view: &View) -> Vec<String> {
    let mut lines = quests(view);
    lines.extend(marches(view));
    lines.extend(natives(view));
    lines
}

/// A party for a quest that is owed and that nobody walks yet.
fn quests(view: &View) -> Vec<String> {
    let (me, own) = (view.me(), view.mine());
    let owed = view.open.power(me).quests.iter().filter(|it| !it.done);
    let walked: BTreeSet<QuestKind> = own
        .parties
        .values()
        .flat_map(|it| it.quests.iter().copied())
        .into_set();
    let least = view.tables.ret.quest_soldiers;
    let mut lines = Vec::new();
    for quest in owed.filter(|it| !walked.contains(&it.kind)) {
        let areas = match quest.kind {
            QuestKind::Cibola => &view.tables.ret.cibola_areas,
            QuestKind::Eldorado => &view.tables.ret.eldorado_areas,
        };
        let word = match quest.kind {
            QuestKind::Cibola => "CIBOLA",
            QuestKind::Eldorado => "ELDORADO",
        };
        let inside = |hex: Hex| {
            view.tables
                .map
                .area(hex)
                .is_some_and(|it| areas.contains(&it))
        };
        let mut stacks = view.open.stacks_of(me);
        let start = stacks.find(|(hex, it)| inside(*hex) && it.men.soldiers >= least);
        if let Some((hex, stack)) = start {
            let men = Men {
                colonists: 0,
                soldiers: least,
                missionaries: stack.men.missionaries.min(1),
            };
            let label = (1..100).map(|it| format!("P{it}"));
            let mut label = label.filter(|it| {
                let taken = own.parties.keys().chain(own.expeditions.keys());
                !taken.into_iter().any(|label| label.as_str() == it)
            });
            let label = label.next().expect("nobody has a hundred parties");
            lines.push(format!(
                "PARTY {label} {} AT {} QUEST {word}",
                units::said(&men, stack.leaders.iter().take(1)),
                words::said(&view.tables, At::Hex(hex))
            ));
        }
    }
    lines
}

/// Soldiers and leaders go where something is to be had.
fn marches(view: &View) -> Vec<String> {
    let mut goals = BTreeSet::new();
    let mut lines = Vec::new();
    for (hex, stack) in view.open.stacks_of(view.me()) {
        let men = marching(stack);
        if lines.len() == MARCHES_MAX || men.is_empty() && stack.leaders.is_empty() {
            continue;
        }
        if let Some(line) = carry(view, hex, men.soldiers) {
            lines.push(line);
            continue;
        }
        let Some(goal) = goal(view, (hex, men.soldiers), &goals) else {
            continue;
        };
        goals.insert(goal);
        let said = |it| words::said(&view.tables, At::Hex(it));
        lines.push(format!(
            "MOVE {} FROM {} TO {}",
            units::said(&men, &stack.leaders),
            said(hex),
            said(goal)
        ));
    }
    lines
}

/// Soldiers carry what lies here, or will be raised before the marches, to the nearest own Port.
fn carry(view: &View, hex: Hex, soldiers: u32) -> Option<String> {
    let then = with_raised(view, hex);
    let lots = then.open.hexes.get(&hex)?.gold.iter();
    let gold: u32 = lots
        .filter(|it| it.owner == view.me())
        .map(|it| it.ducats)
        .sum();
    let each = view.tables.units.overland_ducats;
    let carriers = gold.div_ceil(each).min(soldiers);
    let ports: Vec<Hex> = faces::havens(view)
        .into_iter()
        .filter_map(At::hex)
        .collect();
    if carriers == 0 || ports.contains(&hex) {
        return None;
    }
    let steps = |it: &Hex| ways::distance_by_land(&view.tables.map, hex, *it);
    let near = ports
        .into_iter()
        .filter_map(|it| Some((steps(&it)?, it)))
        .min()?;
    let said = |it| words::said(&view.tables, At::Hex(it));
    let men = Men::of(Kind::Soldier, carriers);
    Some(format!(
        "MOVE {} FROM {} TO {} CARRY {}",
        units::said(&men, &BTreeSet::new()),
        said(hex),
        said(near.1),
        gold.min(carriers * each)
    ))
}

/// All Soldiers, or all but one where Colonists stay.
fn marching(stack: &Stack) -> Men {
    let guard = u32::from(stack.men.colonists > 0);
    Men::of(Kind::Soldier, stack.men.soldiers.saturating_sub(guard))
}

/// The nearest place where something is to be had and nobody stands: treasure for Soldiers who
/// are not hopelessly few for its natives, then a discovery, then gold.
fn goal(view: &View, (from, soldiers): (Hex, u32), taken: &BTreeSet<Hex>) -> Option<Hex> {
    let (map, gold) = (&view.tables.map, &view.tables.gold);
    let open = sights(view);
    let natives = |it: Hex| map.area(it).map_or(0, |it| view.open.natives(it));
    let worth = |it: Hex| {
        let kinds = [
            gold.cities.contains_key(&it) && 2 * soldiers >= natives(it).max(1),
            open.contains(&it),
            gold.sites.contains_key(&it),
        ];
        kinds.into_iter().position(|it| it)
    };
    let free = |it: &Hex| {
        let held = view
            .open
            .hexes
            .get(it)
            .is_some_and(|it| !it.stacks.is_empty());
        !held && !taken.contains(it) && from.distance(*it) <= NEAR
    };
    let goals = map.places().iter().map(|it| it.hex).filter(free);
    let goals = goals.filter_map(|it| {
        let worth = worth(it)?;
        let steps = ways::distance_by_land(map, from, it)?;
        (steps <= NEAR).then_some((worth, steps, it))
    });
    goals.min().map(|(_, _, it)| it)
}

/// Places whose discovery by land is open.
fn sights(view: &View) -> BTreeSet<Hex> {
    let open = view.tables.discoveries.iter().filter(|it| {
        !view.open.discovered.contains_key(&it.id) && !view.open.made_before.contains(&it.id)
    });
    let places = open.flat_map(|it| match &it.trigger {
        Trigger::LandPlaces(places) => places.as_slice(),
        Trigger::MarchInto(place) => std::slice::from_ref(place),
        _ => &[],
    });
    places
        .filter_map(|it| Some(view.tables.map.place(*it)?.hex))
        .into_set()
}

/// Natives where enough Soldiers stand; preaching where a Missionary does.
fn natives(view: &View) -> Vec<String> {
    let mut areas: BTreeMap<AreaId, Men> = BTreeMap::new();
    for (hex, stack) in view.open.stacks_of(view.me()) {
        if let Some(area) = view.tables.map.area(hex) {
            *areas.entry(area).or_default() += stack.men;
        }
    }
    let mut lines = Vec::new();
    for (area, men) in areas
        .into_iter()
        .filter(|(it, _)| view.open.natives(*it) > 0)
    {
        let word = area.as_str().to_ascii_lowercase();
        if men.soldiers > 0 && men.soldiers >= view.open.natives(area) {
            lines.push(format!("NATIVES {word} WITH ALL IF ODDS >= 1:1"));
        } else if men.missionaries > 0 {
            lines.push(format!("PREACH {word}"));
        }
    }
    lines
}
