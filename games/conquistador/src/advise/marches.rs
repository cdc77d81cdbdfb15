//! Marches and parties: who is there, how far they get, who bars the way, what they can carry.

use super::super::data::{LeaderType, Tables, is_spain};
use super::super::ids::{At, Label, LeaderId};
use super::super::land::plan::Route;
use super::super::land::plan_debark;
use super::super::men::Men;
use super::super::orders::{Goal, March, Marchers, Order, QuestKind, Units};
use super::super::reckon::loot::with_raised;
use super::super::reckon::march::{allowance, plan};
use super::super::reckon::{ground, ports, units};
use super::super::view::View;
use super::after_marches::as_units;
use super::notes::{Line, Notes, Remark, doubt, fact, is_land_now};
use packetboat_kit::hex::Hex;
use std::collections::BTreeSet;

/// Notes on an order of C2.
pub(super) fn note(view: &View, lines: &[&Line], line: &Line, order: &Order, notes: &mut Notes) {
    let texts = match order {
        Order::Move(march) => {
            let known = match &march.who {
                Marchers::Party { label } => view.mine().parties.contains_key(label),
                Marchers::Units { .. } => true,
            };
            let formed = (!known).then(|| {
                let before = lines.iter().take_while(|it| it.at != line.at);
                as_units(&before.copied().collect::<Vec<_>>(), march)
            });
            on_march(view, formed.as_ref().unwrap_or(march))
        }
        Order::Party {
            units, at, quests, ..
        } => party(view, units, *at, quests),
        Order::Debark { label, units } => {
            let barred = is_land_now(view).then(|| plan_debark(view, *label, units).err());
            let why = barred.flatten().filter(|_| !embarks(lines, *label));
            let text = why.map(|it| doubt(format!("as things are now it does nothing: {it}")));
            text.into_iter().collect()
        }
        _ => Vec::new(),
    };
    for text in texts {
        notes.put(line.at, text);
    }
}

/// Whether an order of this sheet takes somebody aboard an expedition.
fn embarks(lines: &[&Line], wanted: Label) -> bool {
    let mut orders = lines.iter().flat_map(|it| &it.branches).map(|it| &it.order);
    orders.any(|it| match it {
        Order::Embark { label, .. } => *label == wanted,
        Order::Move(march) => march.aboard == Some(wanted),
        _ => false,
    })
}

/// What the march would come to if it were made now.
fn on_march(view: &View, march: &March) -> Vec<Remark> {
    if !is_land_now(view) {
        return load_by_words(view, march).map(doubt).into_iter().collect();
    }
    let mut notes = barred(view, march);
    // Gold is dug and looted before the marches.
    let from = match &march.who {
        Marchers::Units { from, .. } => from.hex().filter(|_| march.carry.is_some()),
        Marchers::Party { .. } => None,
    };
    let then = from.map(|it| with_raised(view, it));
    match plan(then.as_ref().unwrap_or(view), march) {
        Err(why) => notes.push(doubt(format!("as things are now it does nothing: {why}"))),
        Ok(route) => {
            notes.extend(way(view, &route).map(fact));
            notes.extend(no_port(view, &route).map(doubt));
            if !route.short.is_empty() {
                notes.push(doubt(format!("as things are now: {}", route.short)));
            }
            let end = route.path.last().copied().unwrap_or(route.from);
            let ships = march.aboard.and_then(|label| elsewhere(view, label, end));
            notes.extend(ships.map(doubt));
            let heads = route.men.total() + count(&route.leaders);
            let most = heads * view.tables.units.overland_ducats;
            let sum = march.carry.as_ref().and_then(|it| it.sum);
            notes.extend(too_much(sum, most).map(doubt));
        }
    }
    notes
}

/// Movement points, and how far the march gets.
fn way(view: &View, route: &Route) -> Option<String> {
    let map = &view.tables.map;
    let end = route.path.last().or(route.storm.as_ref())?;
    let entered = route.path.iter().chain(&route.storm);
    let cost: u32 = entered.map(|it| map.land_mp(*it)).sum();
    let factor = view.open.options.march_factor;
    let leaders = route.leaders.len();
    let mp = allowance(&view.tables, factor, &route.men, leaders);
    Some(format!("{cost} MP of {mp}, to {}", map.name_of(*end)))
}

/// A Port that is none when they are gone.
fn no_port(view: &View, route: &Route) -> Option<String> {
    let (tables, me) = (&view.tables, view.me());
    if route.path.is_empty() || !ports::is_port(tables, &view.open, me, route.from, true) {
        return None;
    }
    let mut left = view.clone();
    let stack = left.open.stack_mut(route.from, me);
    stack.men -= route.men;
    let still = ports::is_port(tables, &left.open, me, route.from, true);
    let name = tables.map.name_of(route.from);
    (!still && left.open.men(route.from, me).colonists > 0)
        .then(|| format!("{name} is no longer a Port then (HELP PORT)"))
}

/// Who holds the hex a peaceful march goes to.
fn barred(view: &View, march: &March) -> Vec<Remark> {
    let Some(Goal::To {
        place: At::Hex(hex),
    }) = march.goal
    else {
        return Vec::new();
    };
    let (open, me) = (&view.open, view.me());
    if !ground::shut(&view.tables, open, &view.deals, me, hex) {
        return Vec::new();
    }
    let hosts = ground::others_in(open, me, hex);
    let hosts: Vec<&str> = hosts.iter().map(|it| view.tables.title(*it)).collect();
    vec![doubt(format!(
        "{} holds {}: without PASSAGE they stop before it, STORM fights",
        hosts.join(" and "),
        view.tables.map.name_of(hex)
    ))]
}

/// An expedition that lies elsewhere than where the march ends.
fn elsewhere(view: &View, label: Label, end: Hex) -> Option<String> {
    let at = view.mine().expeditions.get(&label)?.at;
    let name = view.tables.map.at_name(at);
    (at != At::Hex(end)).then(|| format!("{label} is at {name} now"))
}

fn count(leaders: &[LeaderId]) -> u32 {
    u32::try_from(leaders.len()).expect("few leaders")
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
    let heads = men.saturating_add(count(&units.leaders));
    too_much(
        Some(sum),
        heads.saturating_mul(view.tables.units.overland_ducats),
    )
}

fn too_much(sum: Option<u32>, most: u32) -> Option<String> {
    let heavy = sum.is_some_and(|it| it > most);
    heavy.then(|| format!("they carry at most {most} Ducats"))
}

/// A party: its members, and the quests it is for (4.12).
fn party(view: &View, wanted: &Units, at: At, quests: &[QuestKind]) -> Vec<Remark> {
    let mut notes = Vec::new();
    let owed = &view.open.power(view.me()).quests;
    for kind in quests {
        let name = match kind {
            QuestKind::Cibola => "the Seven Cities of Cíbola",
            QuestKind::Eldorado => "El Dorado",
        };
        let quest = owed.iter().find(|it| it.kind == *kind);
        match quest {
            None => notes.push(doubt(format!("no event has sent you after {name}"))),
            Some(quest) if quest.done => notes.push(doubt(format!("{name}: that quest is done"))),
            Some(quest) => {
                let turn = quest.deadline;
                notes.push(fact(format!(
                    "{name}: to be done by the end of turn {turn}"
                )));
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
        notes.push(doubt(format!("not there now: {absent}")));
    }
    let needed = view.tables.ret.quest_soldiers;
    if !quests.is_empty() && chosen.soldiers < needed {
        let there = chosen.soldiers;
        notes.push(doubt(format!(
            "a quest needs {needed} Soldiers, and {there} are there"
        )));
    }
    if !quests.is_empty() && is_spain(view.me()) && no_conquistador(view, quests, &led) {
        notes.push(doubt(
            "a Conquistador is ashore in the quest's Areas and must be in it",
        ));
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
