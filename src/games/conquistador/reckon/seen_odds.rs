//! The fight that one line would bring about, as its writer sees it now: his own strength true,
//! of the enemy what lies open (7.2). For `IF ODDS`, `IF GOLD`, and advice.
//!
//! Not here: columns, shifts and dice of the fight itself.

use super::super::data::Tables;
use super::super::ids::{AreaId, At, Label, LeaderId};
use super::super::map::ways::land_way;
use super::super::men::{Kind, Men};
use super::super::orders::{Goal, March, Marchers, Order};
use super::super::state::Stack;
use super::super::view::View;
use super::odds::{fleet_at, prey, seen_invasion, seen_naval};
use super::{ground, units};
use crate::engine::seat::Seat;
use crate::games::hex::Hex;

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
        Order::Move(march) => storm(view, march),
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

/// Who a march takes along now, and from where; none: nobody is there.
pub fn marchers(view: &View, who: &Marchers) -> Option<(Hex, Men, Vec<LeaderId>)> {
    match who {
        Marchers::Party { label } => {
            let party = view.mine().parties.get(label)?;
            let leaders = party.leaders.iter().copied().collect();
            Some((party.hex?, party.men, leaders))
        }
        Marchers::Units {
            units,
            from: At::Hex(hex),
        } => {
            let stack: &Stack = view.open.stack(*hex, view.me())?;
            let mut men = stack.men;
            men -= stack.marched.at_most(&stack.men);
            let (men, leaders) = units::wanted(units, &men, &stack.leaders);
            (!men.is_empty() || !leaders.is_empty()).then_some((*hex, men, leaders))
        }
        Marchers::Units { .. } => None,
    }
}

/// Movement points of a group: its slowest member's, and one more with a leader (4.1).
pub fn pace(tables: &Tables, factor: u32, men: &Men, leaders: &[LeaderId]) -> u32 {
    let own = &tables.units;
    let slowest = Kind::ALL
        .into_iter()
        .filter(|it| men.get(*it) > 0)
        // Missionaries keep up with Soldiers.
        .map(|it| match it {
            Kind::Missionary if men.soldiers > 0 => own.soldier.land_mp,
            kind => own.land(kind).land_mp,
        })
        .min();
    let mp = match (slowest, leaders.is_empty()) {
        (None, _) => own.leader_mp,
        (Some(mp), true) => mp,
        (Some(mp), false) => mp + own.leader_bonus_mp,
    };
    mp * factor
}

fn storm(view: &View, march: &March) -> Option<SeenFight> {
    let (from, men, leaders) = marchers(view, &march.who)?;
    let hex = match march.goal? {
        Goal::Storm {
            place: At::Hex(hex),
        } => hex,
        Goal::Unguarded { power } => {
            let factor = view.open.options.march_factor;
            let mp = pace(&view.tables, factor, &men, &leaders);
            unguarded(view, power, from, mp)?
        }
        Goal::Storm { .. } | Goal::To { .. } => return None,
    };
    let others = ground::others_in(&view.open, view.me(), hex);
    if others.is_empty() {
        return None;
    }
    let mut defenders = Men::NONE;
    for power in others {
        defenders += view.open.men(hex, power);
    }
    Some(SeenFight {
        hex: Some(hex),
        own: men.soldiers,
        enemy: defenders.soldiers + defenders.colonists.div_ceil(2),
        gold: gold_ashore(view, hex),
        leaders,
    })
}

/// The hex that STORM UNGUARDED goes for: Colonists of that power without Soldiers, within reach;
/// most gold, then most Colonists, then the nearest, then the lowest (7.2).
pub fn unguarded(view: &View, power: Seat, from: Hex, mp: u32) -> Option<Hex> {
    let map = &view.tables.map;
    let me = view.me();
    let bare = |hex: Hex| {
        let men = view.open.men(hex, power);
        let others = ground::others_in(&view.open, me, hex).into_iter();
        let soldiers: u32 = others.map(|it| view.open.men(hex, it).soldiers).sum();
        men.colonists > 0 && soldiers == 0
    };
    let settlements = view.open.stacks_of(power).map(|(hex, _)| hex);
    let reached = settlements.filter(|hex| bare(*hex)).filter_map(|hex| {
        let shut =
            |it: Hex| it != hex && ground::shut(&view.tables, &view.open, &view.deals, me, it);
        let way = land_way(map, from, &|it| it == hex, &shut, &|_| false)?;
        let cost: u32 = way.iter().map(|it| map.land_mp(*it)).sum();
        let near = way.len() == 1 || cost <= mp;
        near.then_some((hex, cost))
    });
    let best = reached.min_by_key(|(hex, cost)| {
        let gold = u32::MAX - gold_ashore(view, *hex);
        let colonists = u32::MAX - view.open.men(*hex, power).colonists;
        (gold, colonists, *cost, *hex)
    });
    best.map(|(hex, _)| hex)
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
