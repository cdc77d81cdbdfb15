//! Who is aboard when: EMBARK and DEBARK along the coasts, and who has gone ashore before the
//! voyage home. An Explorer ashore does not help the ships at sea (3.10).

use super::super::faces::words;
use super::super::ids::{At, Label, LeaderId};
use super::super::men::Kind;
use super::super::orders::{Block, Order, Units};
use super::super::reckon::{cargo, ground, score, units, voyage};
use super::super::sea::landing;
use super::super::state::{Expedition, Stage};
use super::super::view::View;
use super::blocks::Fleets;
use super::notes::Notes;
use packetboat_core::prelude::*;
use packetboat_kit::words::counted;

/// EMBARK and DEBARK, as if they were carried out: leaders who have gone ashore still count until
/// the phase is over.
pub(super) fn along_the_way(
    view: &View,
    at: OrderRef,
    order: &Order,
    ahead: &mut BTreeMap<Label, Expedition>,
    notes: &mut Notes,
) -> bool {
    let (Order::Embark { label, units } | Order::Debark { label, units }) = order else {
        return false;
    };
    let Some(expedition) = ahead.get_mut(label) else {
        return true;
    };
    if expedition.at == At::Europe {
        let does = if matches!(order, Order::Embark { .. }) {
            "LOAD in its EXPEDITION takes units aboard there; Colonists who do not sail are lost"
        } else {
            "LAND in its EXPEDITION takes it across"
        };
        notes.add(at, format!("{label} is in Europe then: {does}"));
    } else if matches!(order, Order::Embark { .. }) {
        let place = expedition.at;
        embark(view, units, expedition);
        if let Some(text) = control_left(view, place, ahead) {
            notes.add(at, text);
        }
    } else {
        debark(units, expedition);
    }
    true
}

fn embark(view: &View, units: &Units, expedition: &mut Expedition) {
    let stack = expedition.at.hex();
    let stack = stack.and_then(|it| view.open.stack(it, view.me()));
    let Some(stack) = stack else {
        return;
    };
    let (men, leaders) = units::wanted(units, &stack.men, &stack.leaders);
    let left = cargo::load(&view.tables, expedition, men, &leaders);
    let mut aboard = men;
    aboard -= left;
    expedition.embarked += aboard;
    expedition.embarked_leaders.extend(leaders);
}

/// An Area that a power controls no longer (4.11) when so many of its Colonists have gone aboard
/// there.
fn control_left(view: &View, at: At, ahead: &BTreeMap<Label, Expedition>) -> Option<String> {
    let (tables, me) = (&view.tables, view.me());
    let area_of = |at: At| at.hex().and_then(|it| tables.map.area(it));
    let area = area_of(at)?;
    let mut heads = score::colonists(tables, &view.open).remove(&area)?;
    let had = score::controls(tables, &heads) == Some(me);
    let there = ahead.iter().filter(|it| area_of(it.1.at) == Some(area));
    let aboard = there.map(|(label, it)| {
        let before = view.mine().expeditions.get(label);
        let before = before.map_or(0, |it| it.embarked.colonists);
        it.embarked.colonists.saturating_sub(before)
    });
    let aboard: u32 = aboard.sum();
    let mine = heads.get_mut(&me)?;
    *mine = mine.saturating_sub(aboard);
    let left = counted(*mine, "Colonist");
    let lost = aboard > 0 && had && score::controls(tables, &heads) != Some(me);
    let area = words::area(tables, area);
    lost.then(|| format!("with {left} left ashore there you no longer control {area}"))
}

fn debark(units: &Units, expedition: &mut Expedition) {
    let Some(hex) = expedition.at.hex() else {
        return;
    };
    let (men, leaders) = units::wanted(units, &expedition.men(), &expedition.leaders());
    for (at, men, leaders) in cargo::unload(expedition, men, &leaders) {
        let landed = super::super::state::Landed { hex, men, leaders };
        expedition.ships[at].landed.push(landed);
    }
}

/// Colonists aboard of what stays in Europe: they are lost at the end of the turn (Q22).
pub(super) fn left_in_europe(
    fleets: &Fleets,
    ahead: &BTreeMap<Label, Expedition>,
    notes: &mut Notes,
) {
    for (label, expedition) in ahead {
        let line = fleets.get(label).and_then(|it| it.line);
        let colonists = expedition.men().colonists;
        if let (Some(at), true, At::Europe) = (line, colonists > 0, expedition.at) {
            let who = Kind::Colonist.counted(colonists);
            let text = format!(
                "{who} aboard {label} in Europe: Colonists who do not sail this turn are lost"
            );
            notes.add(at, text);
        }
    }
}

/// An expedition as it sails home: without who has gone ashore by then, and those among them who
/// made the voyage safer. On sheet b `view` is that after the marches.
pub(super) fn homebound(
    view: &View,
    label: Label,
    block: Option<&Block>,
    expedition: &Expedition,
) -> (Expedition, Vec<LeaderId>) {
    if view.open.stage > Stage::Hemispheric {
        let moved = view.mine().expeditions.get(&label);
        return (moved.unwrap_or(expedition).clone(), Vec::new());
    }
    let mut there = expedition.clone();
    if let Some(block) = block {
        there.ashore.clone_from(&block.ashore);
        there.returns = block.returns;
    }
    let lands = there.at.hex();
    if let Some((hex, landing)) = lands.and_then(|it| Some((it, landing(view, label, &there, it)?)))
    {
        let room = ground::room_for(&view.tables, &view.open, view.me(), hex);
        cargo::unload(&mut there, landing.men.at_most(&room), &landing.leaders);
    }
    for ship in &mut there.ships {
        ship.landed.clear();
    }
    let before = expedition.ships.iter();
    let landed = before.flat_map(|it| &it.landed).flat_map(|it| &it.leaders);
    let before = expedition.leaders().into_iter().chain(landed.copied());
    let gone: BTreeSet<LeaderId> = before.filter(|it| !there.leaders().contains(it)).into_set();
    let pilots = gone.into_iter();
    let helps = |it: &LeaderId| {
        let leader = view.tables.leader(*it);
        voyage::is_pilot(leader) || voyage::is_explorer(leader)
    };
    let pilots = pilots.filter(helps);
    (there, pilots.collect())
}
