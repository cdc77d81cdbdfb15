//! What upkeep will lack at the end of the turn, when the orders have been paid for.

use super::super::council::upkeep;
use super::super::faces::words;
use super::super::ids::At;
use super::super::orders::Order;
use super::super::reckon::income;
use super::super::state::Stage;
use super::super::view::View;
use super::notes::{Line, Notes};
use super::purse::Purse;
use packetboat_core::lang::sheet::Scope;

/// A word on the last order of the sheet, if not all can be paid for; `view`: with expeditions as
/// they will be, `purse`: with what is left in Europe.
pub(super) fn note(view: &View, lines: &[&Line], purse: Option<&Purse>, notes: &mut Notes) {
    if view.open.stage > Stage::Loading {
        return;
    }
    let of_sheet = |it: &&&Line| matches!(it.scope, Scope::Sheet { .. });
    let last = lines.iter().rfind(of_sheet).or(lines.last());
    let Some(at) = last.map(|it| it.at) else {
        return;
    };
    let mut there = view.clone();
    let mut treasury = view.open.power(view.me()).treasury;
    if let (Some(purse), Some(own)) = (purse, &mut there.own) {
        treasury = purse.ducats;
        own.europe = purse.europe;
        own.docks.clone_from(&purse.docks);
    }
    let orders: Vec<&Order> = lines.iter().map(|it| &it.branches[0].order).collect();
    let treasury = treasury + earnings(&there);
    if let Some(lack) = upkeep::shortage(&there, treasury, &orders) {
        let short = words::ducats(lack.ducats);
        notes.add(
            at,
            format!(
                "at the end of the turn you are {short} short of upkeep: you will lose {}{}",
                lack.lost,
                unless(view)
            ),
        );
    }
}

/// What Colonists earn before upkeep is paid, those too who are on their way.
pub(in super::super) fn earnings(view: &View) -> u32 {
    let areas = view.tables.map.areas().iter();
    let each = areas.map(|it| income::resources(&view.tables, &view.open, view.me(), it.id));
    let ashore: u32 = each.map(|it| it.ducats()).sum();
    let coming = view.mine().expeditions.values();
    let coming = coming.filter(|it| matches!(it.at, At::Hex(_)));
    ashore + coming.map(|it| it.men().colonists).sum::<u32>()
}

/// `, unless gold comes home`, where there is any.
pub(in super::super) fn unless(view: &View) -> &'static str {
    let mut aboard = view.mine().expeditions.values();
    let mut ashore = view.open.hexes.values().flat_map(|it| &it.gold);
    let mut mines = view.open.mines.values();
    let gold = aboard.any(|it| it.gold() > 0)
        || ashore.any(|it| it.owner == view.me())
        || mines.any(|it| it.owner == Some(view.me()) && it.capacity > 0);
    if gold { ", unless gold comes home" } else { "" }
}
