//! What is done ashore: Colonists move together where they earn more, Soldiers quieten natives.

use super::super::ids::{AreaId, LeaderId};
use super::super::men::{Kind, Men};
use super::super::reckon::units;
use super::mind::{DUCAT, Mind};
use super::worth::{Colony, soldiers_for};
use packetboat_core::gather::Gather;
use packetboat_kit::hex::Hex;
use std::collections::{BTreeMap, BTreeSet};

/// A march of Colonists must bring so much.
const MARCH_PAYS: i64 = DUCAT;

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

    /// Own Soldiers in an Area, as orders leave them.
    pub(super) fn soldiers_in(&self, area: AreaId) -> u32 {
        let map = self.mind.map();
        let here = self
            .after
            .iter()
            .filter(|(hex, _)| map.area(**hex) == Some(area));
        here.map(|(_, men)| men.soldiers).sum()
    }

    /// Sends men on a march; who arrives where is reckoned with `arrives`, which is nearer than
    /// the goal if it takes more than a turn.
    pub(super) fn send(
        &mut self,
        (from, to, arrives): (Hex, Hex, Hex),
        men: Men,
        along: &Along<'_>,
    ) {
        let men = men.at_most(&self.idle(from));
        if men.is_empty() && along.leaders.is_empty() {
            return;
        }
        *self.free.entry(from).or_default() -= men;
        *self.after.entry(from).or_default() -= men;
        *self.after.entry(arrives).or_default() += men;
        let load = match along.gold {
            0 => String::new(),
            gold => format!(" CARRY {gold}"),
        };
        let who = units::said(&men, along.leaders);
        let (from, to) = (self.mind.name(from), self.mind.name(to));
        self.lines
            .push(format!("MOVE {who} FROM {from} TO {to}{load}"));
    }
}

/// What men have along on a march.
#[derive(Default)]
pub(super) struct Along<'a> {
    /// Ducats they carry.
    pub(super) gold: u32,
    /// Leaders who go with them.
    pub(super) leaders: &'a [LeaderId],
}

/// A move of Colonists thought of.
struct Resettling {
    from: Hex,
    to: Hex,
    heads: u32,
    gain: i64,
}

/// Moves Colonists where they are worth more: into one stack, onto better land, at last into
/// Areas that want holding.
pub(super) fn resettle(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    let mut colony = Colony::of(mind);
    let units = &mind.tables().units;
    let mp = units.colonist.land_mp * mind.open().options.march_factor;
    let reach: BTreeMap<Hex, Vec<Hex>> = colony
        .heads
        .keys()
        .map(|it| (*it, super::colonies::within(mind, *it, mp)))
        .into_map();
    // Each Colonist marches once a turn.
    while let Some(it) = best_move(shore, &colony, &reach) {
        colony.take(it.from, it.heads);
        colony.add(it.to, it.heads);
        let mut men = Men::of(Kind::Colonist, it.heads);
        men.soldiers = followers(shore, it.from, it.to);
        shore.send((it.from, it.to, it.to), men, &Along::default());
    }
}

fn best_move(
    shore: &Shore<'_, '_>,
    colony: &Colony,
    reach: &BTreeMap<Hex, Vec<Hex>>,
) -> Option<Resettling> {
    let mind = shore.mind;
    let mut best: Option<Resettling> = None;
    for (from, goals) in reach {
        let idle = shore.idle(*from).colonists.min(colony.at(*from));
        for to in goals.iter().filter(|it| *it != from) {
            for heads in 1..=idle.min(colony.room(mind, *to)) {
                let gain = gain(shore, colony, (*from, *to), heads);
                if gain > best.as_ref().map_or(MARCH_PAYS, |it| it.gain) {
                    best = Some(Resettling {
                        from: *from,
                        to: *to,
                        heads,
                        gain,
                    });
                }
            }
        }
    }
    best
}

fn gain(shore: &Shore<'_, '_>, colony: &Colony, (from, to): (Hex, Hex), heads: u32) -> i64 {
    let mind = shore.mind;
    let ends = [from, to].into_iter();
    let areas: BTreeSet<AreaId> = ends.filter_map(|it| mind.map().area(it)).into_set();
    let mut after = colony.clone();
    after.take(from, heads);
    after.add(to, heads);
    let follow = followers(shore, from, to);
    let each = areas.iter().map(|area| {
        let soldiers = shore.soldiers_in(*area);
        let joined = if mind.map().area(to) == Some(*area) {
            soldiers + follow
        } else {
            soldiers - follow
        };
        after.worth(mind, *area, joined) - colony.worth(mind, *area, soldiers)
    });
    each.sum()
}

/// Soldiers of a hex who go with its Colonists into another Area, whose natives are not quiet.
fn followers(shore: &Shore<'_, '_>, from: Hex, to: Hex) -> u32 {
    let mind = shore.mind;
    let (Some(here), Some(there)) = (mind.map().area(from), mind.map().area(to)) else {
        return 0;
    };
    if here == there {
        return 0;
    }
    let wanted = soldiers_for(mind.open().natives(there));
    let missing = wanted.saturating_sub(shore.soldiers_in(there));
    missing.min(shore.idle(from).soldiers)
}

/// Attacks natives where own Colonists are, or treasure is to be had (C3, behind the marches).
pub(super) fn natives(shore: &mut Shore<'_, '_>) {
    let mind = shore.mind;
    let men = shore.after.iter().filter(|(_, men)| men.soldiers > 0);
    let areas: BTreeSet<AreaId> = men.filter_map(|(hex, _)| mind.map().area(*hex)).into_set();
    for area in areas {
        let level = mind.open().natives(area);
        let soldiers = shore.soldiers_in(area);
        let held = shore
            .after
            .iter()
            .any(|(hex, men)| men.colonists > 0 && mind.map().area(*hex) == Some(area));
        let treasure = super::cities::city_of(mind, area).is_some();
        if level > 0 && soldiers >= level && (held || treasure) {
            shore.lines.push(format!("NATIVES {area} WITH all"));
        }
    }
}
