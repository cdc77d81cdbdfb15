//! The fight that one line would bring about, as its writer sees it now: his own strength true,
//! of the enemy what lies open (7.2). For `IF ODDS`, `IF GOLD`, and advice.
//!
//! Not here: columns, shifts and dice of the fight itself.

use super::super::ids::{AreaId, At, Label, LeaderId};
use super::super::orders::{March, Order};
use super::super::view::View;
use super::march;
use super::odds::{fleet_at, prey, seen_invasion, seen_naval};
use packetboat_kit::hex::Hex;

/// A fight as seen beforehand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenFight {
    /// Where; absent for natives, who are fought in a whole Area.
    pub hex: Option<Hex>,
    /// The own strength.
    pub own: u32,
    /// The enemy's, as far as it lies open.
    pub enemy: u32,
    /// Ducats seen with the target.
    pub gold: u32,
    /// Own leaders who take part.
    pub leaders: Vec<LeaderId>,
}

/// The fight of this order; none: it is no attack, or its target or its own side is not to be
/// seen.
pub fn of_order(view: &View, order: &Order) -> Option<SeenFight> {
    match order {
        Order::Attack {
            label,
            power,
            chase,
            ..
        } => {
            let (hex, _) = prey(view, *label, *power, *chase).ok()?;
            let (own, enemy) = seen_naval(view, *label, *power, hex)?;
            let fleet = fleet_at(view, *power, At::Hex(hex))?;
            Some(SeenFight {
                hex: Some(hex),
                own,
                enemy,
                gold: fleet.gold.values().sum(),
                leaders: aboard(view, *label),
            })
        }
        Order::Invade {
            label,
            place: At::Hex(hex),
            with,
            ..
        } => {
            let (own, enemy) = seen_invasion(view, *label, *hex, *with)?;
            Some(SeenFight {
                hex: Some(*hex),
                own,
                enemy,
                gold: gold_ashore(view, *hex),
                leaders: aboard(view, *label),
            })
        }
        Order::Move(order) => storm(view, order),
        Order::Natives { area, with, from } => natives(view, *area, *with, from),
        _ => None,
    }
}

fn aboard(view: &View, label: Label) -> Vec<LeaderId> {
    let expedition = view.mine().expeditions.get(&label);
    expedition.map_or_else(Vec::new, |it| it.leaders().into_iter().collect())
}

/// Ducats lying in a hex, whoever owns them.
pub fn gold_ashore(view: &View, hex: Hex) -> u32 {
    let ashore = view.open.hexes.get(&hex);
    ashore.map_or(0, |it| it.gold.iter().map(|it| it.ducats).sum())
}

/// A storm, if the march gets there and somebody holds the hex.
fn storm(view: &View, order: &March) -> Option<SeenFight> {
    let (own, enemy) = march::land_odds(view, order)?;
    let route = march::plan(view, order).ok()?;
    let hex = route.storm?;
    Some(SeenFight {
        hex: Some(hex),
        own,
        enemy,
        gold: gold_ashore(view, hex),
        leaders: route.leaders,
    })
}

/// Soldiers who join, against the Native Level; none where the Area is at peace.
fn natives(view: &View, area: AreaId, with: Option<u32>, from: &[At]) -> Option<SeenFight> {
    let me = view.me();
    let map = &view.tables.map;
    let named = |hex: Hex| from.is_empty() || from.contains(&At::Hex(hex));
    let stacks = || {
        let all = view.open.stacks_of(me);
        all.filter(|(hex, _)| map.area(*hex) == Some(area))
    };
    let soldiers = stacks().filter(|(hex, _)| named(*hex));
    let soldiers: u32 = soldiers.map(|(_, it)| it.men.soldiers).sum();
    let level = view.open.natives(area);
    (level > 0 && soldiers > 0).then(|| SeenFight {
        hex: None,
        own: with.map_or(soldiers, |it| it.min(soldiers)),
        enemy: level,
        gold: 0,
        leaders: stacks().flat_map(|(_, it)| it.leaders.clone()).collect(),
    })
}
