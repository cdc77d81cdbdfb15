//! Marches and parties: who is there, how far they get, who bars the way, what they can carry.

use super::super::data::{LeaderType, Tables, is_spain};
use super::super::ids::{At, LeaderId};
use super::super::map::ways::land_way;
use super::super::men::Men;
use super::super::orders::{Goal, March, Marchers, Order, QuestKind, Spot, Units};
use super::super::reckon::seen_odds::{marchers, pace, unguarded};
use super::super::reckon::{ground, units};
use super::super::view::View;
use super::{Line, Notes, is_land_now};
use crate::games::hex::Hex;
use std::collections::BTreeSet;

/// Notes on an order of C2.
pub(super) fn note(view: &View, line: &Line, order: &Order, notes: &mut Notes) {
    let texts = match order {
        Order::Move(march) => on_march(view, march),
        Order::Party {
            units, at, quests, ..
        } => party(view, units, *at, quests),
        _ => Vec::new(),
    };
    for text in texts {
        notes.add(line.at, text);
    }
}

fn on_march(view: &View, march: &March) -> Vec<String> {
    if !is_land_now(view) {
        return load_by_words(view, march).into_iter().collect();
    }
    let Some((from, men, leaders)) = marchers(view, &march.who) else {
        return vec!["none of them stands there now".to_owned()];
    };
    let mut notes = Vec::new();
    if let Marchers::Units { units, .. } = &march.who {
        let absent = units::missing(units, &men, &leaders);
        if !absent.is_empty() {
            notes.push(format!("not there now: {absent}"));
        }
    }
    if let Some(carry) = &march.carry {
        let heads = men.total() + u32::try_from(leaders.len()).expect("few leaders");
        let most = heads * view.tables.units.overland_ducats;
        notes.extend(too_much(carry.sum, most));
        let store = view.open.hexes.get(&from).map_or(&[][..], |it| &it.gold);
        if store.iter().all(|it| it.ducats == 0) {
            notes.push("no gold lies there now".to_owned());
        }
    }
    let end = match way_of(view, march, from, &men, &leaders) {
        Ok(way) => {
            notes.extend(along(view, march, from, &way, &men, &leaders));
            way.last().copied().unwrap_or(from)
        }
        Err(why) => {
            notes.push(why);
            return notes;
        }
    };
    if let Some(label) = march.aboard {
        let ship = view.mine().expeditions.get(&label).map(|it| it.at);
        if let Some(at) = ship.filter(|it| *it != At::Hex(end)) {
            notes.push(format!(
                "{label} lies at {} now",
                view.tables.map.at_name(at)
            ));
        }
    }
    notes
}

/// A load too heavy by the line's own words.
fn load_by_words(view: &View, march: &March) -> Option<String> {
    let sum = march.carry.as_ref()?.sum?;
    let Marchers::Units { units, .. } = &march.who else {
        return None;
    };
    if units.all || units.men.iter().any(|it| it.number.is_none()) {
        return None;
    }
    let men: u32 = units.men.iter().filter_map(|it| it.number).sum();
    let heads = men.saturating_add(u32::try_from(units.leaders.len()).expect("few leaders"));
    too_much(
        Some(sum),
        heads.saturating_mul(view.tables.units.overland_ducats),
    )
}

fn too_much(sum: Option<u32>, most: u32) -> Option<String> {
    let heavy = sum.is_some_and(|it| it > most);
    heavy.then(|| format!("they carry at most {most} Ducats"))
}

/// The way, hex by hex, that the march wants to go.
fn way_of(
    view: &View,
    march: &March,
    from: Hex,
    men: &Men,
    leaders: &[LeaderId],
) -> Result<Vec<Hex>, String> {
    let tables: &Tables = &view.tables;
    let map = &tables.map;
    let last = match march.goal {
        Some(Goal::To { place } | Goal::Storm { place }) => place.hex(),
        Some(Goal::Unguarded { power }) => {
            let mp = pace(tables, view.open.options.march_factor, men, leaders);
            Some(unguarded(view, power, from, mp).ok_or("no such hex is within reach now")?)
        }
        None => None,
    };
    let last = last.map(|hex| Spot::Place { at: At::Hex(hex) });
    let end = |hex: Hex| last == Some(Spot::Place { at: At::Hex(hex) });
    let shut =
        |hex: Hex| !end(hex) && ground::shut(tables, &view.open, &view.deals, view.me(), hex);
    let mut way: Vec<Hex> = Vec::new();
    for spot in march.via.iter().copied().chain(last) {
        let goal = |hex: Hex| match spot {
            Spot::Place { at } => at == At::Hex(hex),
            Spot::Zone { zone } => map.zone(hex) == Some(zone),
            Spot::Area { area } => map.area(hex) == Some(area),
        };
        let here = way.last().copied().unwrap_or(from);
        let leg = land_way(map, here, &goal, &shut, &|_| false);
        way.extend(leg.ok_or("others hold every way there: they stop before the first")?);
    }
    Ok(way)
}

/// Movement points, zones of control, and who holds the end.
fn along(
    view: &View,
    march: &March,
    from: Hex,
    way: &[Hex],
    men: &Men,
    leaders: &[LeaderId],
) -> Vec<String> {
    let tables: &Tables = &view.tables;
    let (open, me) = (&view.open, view.me());
    let map = &tables.map;
    let mut notes = Vec::new();
    let cost: u32 = way.iter().map(|it| map.land_mp(*it)).sum();
    let mp = pace(tables, open.options.march_factor, men, leaders);
    if way.len() > 1 && cost > mp {
        notes.push(format!(
            "{cost} MP, and they have {mp}: they get as far as {} this turn",
            map.name_of(reach(view, from, way, mp))
        ));
    } else if !way.is_empty() {
        notes.push(format!("{cost} MP of {mp}"));
    }
    let inner = &way[..way.len().saturating_sub(1)];
    let stop = inner
        .iter()
        .find(|it| ground::controlled(tables, open, &view.deals, me, **it));
    if let Some(hex) = stop {
        notes.push(format!(
            "they must stop at {}, beside enemy Soldiers",
            map.name_of(*hex)
        ));
    }
    let storms = matches!(
        march.goal,
        Some(Goal::Storm { .. } | Goal::Unguarded { .. })
    );
    let end = way.last().filter(|_| !storms);
    if let Some(end) = end.filter(|it| ground::shut(tables, open, &view.deals, me, **it)) {
        let hosts = ground::others_in(open, me, *end);
        let hosts: Vec<&str> = hosts.iter().map(|it| tables.title(*it)).collect();
        notes.push(format!(
            "{} holds {}: without PASSAGE they stop before it, STORM fights",
            hosts.join(" and "),
            map.name_of(*end)
        ));
    }
    for drop in &march.drops {
        if let Some(hex) = drop.at.hex().filter(|it| !way.contains(it)) {
            let name = map.name_of(hex);
            notes.push(format!(
                "the way does not lead through {name}: name it behind VIA"
            ));
        }
    }
    notes
}

/// The last hex of the way that so many movement points reach; the first is always reached.
fn reach(view: &View, from: Hex, way: &[Hex], mp: u32) -> Hex {
    let map = &view.tables.map;
    let mut left = mp;
    let mut here = from;
    for (step, hex) in way.iter().enumerate() {
        let cost = map.land_mp(*hex);
        if cost > left && step > 0 {
            break;
        }
        left = left.saturating_sub(cost);
        here = *hex;
    }
    here
}

/// A party: its members, and the quests it is for (4.12).
fn party(view: &View, wanted: &Units, at: At, quests: &[QuestKind]) -> Vec<String> {
    let mut notes = Vec::new();
    let owed = &view.open.power(view.me()).quests;
    for kind in quests {
        let name = match kind {
            QuestKind::Cibola => "the Seven Cities of Cíbola",
            QuestKind::Eldorado => "El Dorado",
        };
        let quest = owed.iter().find(|it| it.kind == *kind);
        match quest {
            None => notes.push(format!("no event has sent you after {name}")),
            Some(quest) if quest.done => notes.push(format!("{name}: that quest is done")),
            Some(quest) => {
                let turn = quest.deadline;
                notes.push(format!("{name}: to be done by the end of turn {turn}"));
            }
        }
    }
    let Some(hex) = at.hex().filter(|_| is_land_now(view)) else {
        return notes;
    };
    let nobody = (Men::NONE, BTreeSet::new());
    let stack = view.open.stack(hex, view.me());
    let (men, leaders) = stack.map_or(nobody, |it| (it.men, it.leaders.clone()));
    let (chosen, led) = units::wanted(wanted, &men, &leaders);
    let absent = units::missing(wanted, &men, &led);
    if !absent.is_empty() {
        notes.push(format!("not there now: {absent}"));
    }
    let needed = view.tables.ret.quest_soldiers;
    if !quests.is_empty() && chosen.soldiers < needed {
        let there = chosen.soldiers;
        notes.push(format!(
            "a quest needs {needed} Soldiers, and {there} are there"
        ));
    }
    if !quests.is_empty() && is_spain(view.me()) && no_conquistador(view, quests, &led) {
        notes.push("a Conquistador is ashore in the quest's Areas: he must be in it".to_owned());
    }
    notes
}

/// Whether Spain has a Conquistador ashore in the Areas of the quests, and none in the party.
fn no_conquistador(view: &View, quests: &[QuestKind], led: &[LeaderId]) -> bool {
    let tables: &Tables = &view.tables;
    let is = |it: &LeaderId| tables.leader(*it).kind == LeaderType::Conquistador;
    let areas = |kind: &QuestKind| match kind {
        QuestKind::Cibola => &tables.ret.cibola_areas,
        QuestKind::Eldorado => &tables.ret.eldorado_areas,
    };
    let inside = |hex: Hex| {
        let area = tables.map.area(hex);
        quests
            .iter()
            .any(|it| area.is_some_and(|area| areas(it).contains(&area)))
    };
    let mut stacks = view.open.stacks_of(view.me());
    let ashore = stacks.any(|(hex, it)| inside(hex) && it.leaders.iter().any(is));
    ashore && !led.iter().any(is)
}
