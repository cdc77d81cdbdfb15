//! Where the Colonists of this turn go, and who goes with them.

use super::super::ids::{AreaId, LeaderId};
use super::super::men::Men;
use super::super::reckon::units;
use super::fleet::{Reckoned, Route, cheapest};
use super::mind::{DUCAT, Mind};
use super::mines::{self, Site};
use super::outfit::{Outfit, Venture};
use super::worth::{Colony, soldiers_for};
use packetboat_core::gather::Gather;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::counted;
use std::collections::{BTreeMap, BTreeSet};

/// Turns a Soldier who quietens natives is kept and paid, on the average.
const SERVICE: i64 = 3;

/// Turns for which Soldiers who carry gold are kept and paid, at most.
const CARRYING: i64 = 10;

/// An Explorer goes along with Colonists if he saves so many Ducats.
const EXPLORER_SAVES: i64 = 3;

/// Movement points a fleet sails on from its landing to put the others ashore.
const SAILS_ON: u32 = 6;

/// Sends all Colonists that are worth it.
pub(super) fn send(mind: &Mind<'_>, outfit: &mut Outfit) {
    let mut colony = Colony::of(mind);
    let reaches = reaches(mind);
    let sites = mines::all(mind);
    while outfit.colonists > 0 {
        let planner = Planner {
            mind,
            outfit,
            colony: &colony,
            reaches: &reaches,
            sites: &sites,
        };
        let Some(best) = planner.best() else {
            return;
        };
        let settled: Vec<(Hex, u32)> = best.places.clone();
        let venture = planner.venture(best);
        settled
            .iter()
            .for_each(|(hex, heads)| colony.add(*hex, *heads));
        outfit.commit(mind, venture);
    }
}

/// For each coast hex where Colonists may land, where they may march from it at once.
fn reaches(mind: &Mind<'_>) -> BTreeMap<Hex, Vec<Hex>> {
    let map = mind.map();
    let coasts = map.all().filter(|it| map.is_coast(*it) && !mind.taken(*it));
    let routes = coasts.filter(|it| Route::to(mind, *it).is_atlantic(mind));
    let mp = mind.tables().units.colonist.land_mp * mind.open().options.march_factor;
    routes.map(|it| (it, within(mind, it, mp))).into_map()
}

/// Hexes a march from a hex can reach, itself among them: a neighbour always (4.1).
pub(super) fn within(mind: &Mind<'_>, from: Hex, mp: u32) -> Vec<Hex> {
    let map = mind.map();
    let mut spent = [(from, 0)].into_iter().into_map();
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        let so_far = spent[&here];
        for next in map.land_neighbours(here) {
            let total = so_far + map.land_mp(*next);
            let first = here == from;
            let total = if first { total.min(mp) } else { total };
            let better = spent.get(next).is_none_or(|it| total < *it);
            if total <= mp && better && !mind.taken(*next) {
                spent.insert(*next, total);
                open.push(*next);
            }
        }
    }
    spent.into_keys().collect()
}

/// Colonists for a landing: who settles where, and what that is worth.
struct Landing {
    route: Route,
    fleet: Reckoned,
    /// Who goes ashore where ships land first, and where they end.
    ashore: [Men; 2],
    leaders: Vec<LeaderId>,
    /// Where Colonists settle: in the first hex, beyond it by march, in the last.
    places: Vec<(Hex, u32)>,
    gain: i64,
}

/// Looks for the best landing.
struct Planner<'a, 'v> {
    mind: &'a Mind<'v>,
    outfit: &'a Outfit,
    /// The settlements, with those on their way.
    colony: &'a Colony,
    reaches: &'a BTreeMap<Hex, Vec<Hex>>,
    /// Gold sites that may still be opened or worked.
    sites: &'a [Site],
}

impl Planner<'_, '_> {
    fn best(&self) -> Option<Landing> {
        let mut best: Option<Landing> = None;
        for landing in self.reaches.keys() {
            if self.shore_room(*landing) == 0 {
                continue;
            }
            for escort in [false, true] {
                // As many as can be paid: fewer never bring more.
                let mut numbers = (1..=self.outfit.colonists).rev();
                let found = numbers.find_map(|heads| self.landing(*landing, heads, escort));
                let better = |it: &Landing| best.as_ref().is_none_or(|best| it.gain > best.gain);
                if let Some(found) = found.filter(better) {
                    best = Some(found);
                }
            }
        }
        best
    }

    /// Colonists who may still go ashore in a hex this turn: marches come later.
    fn shore_room(&self, hex: Hex) -> u32 {
        let bound = self.outfit.bound_for.iter().filter(|(to, _)| *to == hex);
        let bound: u32 = bound.map(|(_, men)| men.colonists).sum();
        let there = self.mind.men(hex).colonists + bound;
        let most = self.mind.tables().units.stack_colonists;
        most.saturating_sub(there)
    }

    /// What comes of landing so many there; none if it does not pay or cannot be paid.
    fn landing(&self, landing: Hex, heads: u32, escort: bool) -> Option<Landing> {
        let first = heads.min(self.shore_room(landing));
        let reach = &self.reaches[&landing];
        let farms = self.spread(&[], reach, first, escort);
        let near = self.sites.iter().filter(|it| reach.contains(&it.hex));
        let digs = near.filter_map(|it| self.dig(it, landing, first, escort));
        let ways = std::iter::once(farms).chain(digs);
        let mut places = ways.max_by_key(|it| self.value(it, escort))?;
        let mut route = Route::to(self.mind, landing);
        let mut ashore = [
            Men {
                colonists: first,
                ..Men::NONE
            },
            Men::NONE,
        ];
        if first < heads {
            let (end, steps, number) = self.second_stop(landing, &places, heads - first)?;
            route = Route {
                end,
                mp: steps,
                ..route
            };
            ashore[1].colonists = number;
            places.push((end, number));
        }
        if escort {
            let areas = self.areas(&places).into_iter();
            ashore[0].soldiers = areas.map(|it| self.escort(it, &places)).sum();
            if ashore[0].soldiers == 0 {
                return None;
            }
        }
        let value = self.value(&places, escort);
        self.outfitted(route, ashore, places, value)
    }

    /// The Areas of some hexes.
    fn areas(&self, places: &[(Hex, u32)]) -> BTreeSet<AreaId> {
        let areas = places.iter();
        areas
            .filter_map(|(hex, _)| self.mind.map().area(*hex))
            .into_set()
    }

    /// What the settlements gain.
    fn value(&self, places: &[(Hex, u32)], escort: bool) -> i64 {
        let mut after = self.colony.clone();
        places
            .iter()
            .for_each(|(hex, heads)| after.add(*hex, *heads));
        let gains = self.areas(places).into_iter().map(|area| {
            let garrison = self.garrison(area);
            let more = if escort { self.escort(area, places) } else { 0 };
            let before = self.colony.worth(self.mind, area, garrison);
            after.worth(self.mind, area, garrison + more) - before
        });
        gains.sum()
    }

    /// Colonists dig at a site, some hold a Port for it, the others farm; none if it takes more.
    fn dig(&self, site: &Site, landing: Hex, heads: u32, escort: bool) -> Option<Vec<(Hex, u32)>> {
        let diggers = site.diggers.checked_sub(self.colony.at(site.hex))?;
        let area = self.mind.map().area(site.hex);
        let port = if !site.coast && self.mind.map().area(landing) == area {
            2u32.saturating_sub(self.colony.at(landing))
        } else {
            0
        };
        let rest = heads.checked_sub(diggers + port).filter(|_| diggers > 0)?;
        let dug = [(site.hex, diggers), (landing, port)];
        let dug: Vec<(Hex, u32)> = dug.into_iter().filter(|it| it.1 > 0).collect();
        let beyond = self.reaches[&landing].iter().filter(|it| **it != site.hex);
        let beyond: Vec<Hex> = beyond.copied().collect();
        let farms = self.spread(&dug, &beyond, rest, escort);
        Some(dug.into_iter().chain(farms).collect())
    }

    /// Finds ships, an Explorer perhaps, and the money.
    fn outfitted(
        &self,
        route: Route,
        ashore: [Men; 2],
        places: Vec<(Hex, u32)>,
        value: i64,
    ) -> Option<Landing> {
        let (mind, outfit) = (self.mind, self.outfit);
        let mut men = ashore[0];
        men += ashore[1];
        if !outfit.can_hire(mind, &men) {
            return None;
        }
        let load = men.total();
        let alone = cheapest(mind, outfit.idle, &route, load, value, false)?;
        let explorer = outfit.leaders.iter().find(|it| mind.navigates(**it));
        let led = explorer.and_then(|_| cheapest(mind, outfit.idle, &route, load, value, true));
        let saves = |it: &Reckoned| alone.total(value) - it.total(value) >= EXPLORER_SAVES * DUCAT;
        let (fleet, leaders) = match led.filter(saves) {
            Some(led) => (led, explorer.copied().into_iter().collect()),
            None => (alone, Vec::new()),
        };
        let hire = outfit.hire(mind, &men);
        let dug = |it: &Site| !it.coast && places.iter().any(|(hex, _)| *hex == it.hex);
        let service = if self.sites.iter().any(dug) {
            CARRYING
        } else {
            SERVICE
        };
        let pay = i64::from(men.soldiers) * service.min(i64::from(mind.left) - 1) * DUCAT;
        let gain = value - fleet.total(value) - hire * DUCAT - pay;
        let affordable = fleet.cash + hire <= outfit.purse;
        let landing = Landing {
            route,
            fleet,
            ashore,
            leaders,
            places,
            gain,
        };
        (gain > 0 && affordable).then_some(landing)
    }

    /// Own Soldiers in an Area, those on their way among them.
    fn garrison(&self, area: AreaId) -> u32 {
        let map = self.mind.map();
        let bound = self
            .outfit
            .bound_for
            .iter()
            .filter(|(hex, _)| map.area(*hex) == Some(area));
        self.mind.men_in(area).soldiers + bound.map(|(_, men)| men.soldiers).sum::<u32>()
    }

    /// Soldiers that Colonists should have along who settle in an Area, or dig there.
    fn escort(&self, area: AreaId, places: &[(Hex, u32)]) -> u32 {
        let mind = self.mind;
        let dug = |it: &&Site| places.iter().any(|(hex, _)| *hex == it.hex);
        let here = |it: &&Site| mind.map().area(it.hex) == Some(area);
        let dug = self.sites.iter().filter(here).filter(dug);
        let carriers: u32 = dug.map(|it| mines::carriers_of(mind, it)).sum();
        let wanted = soldiers_for(mind.open().natives(area)).max(carriers);
        let most = mind.tables().units.stack_soldiers;
        wanted.min(most).saturating_sub(self.garrison(area))
    }

    /// Settles so many where they are worth most, stack by stack, besides those who are `settled`.
    fn spread(
        &self,
        settled: &[(Hex, u32)],
        reach: &[Hex],
        heads: u32,
        escort: bool,
    ) -> Vec<(Hex, u32)> {
        let mind = self.mind;
        let mut colony = self.colony.clone();
        settled
            .iter()
            .for_each(|(hex, heads)| colony.add(*hex, *heads));
        let mut places = Vec::new();
        let mut left = heads;
        while left > 0 {
            let gains = reach.iter().filter_map(|hex| {
                let number = colony.room(mind, *hex).min(left);
                let area = mind.map().area(*hex).filter(|_| number > 0)?;
                let extra = if escort {
                    self.escort(area, settled)
                } else {
                    0
                };
                let soldiers = self.garrison(area) + extra;
                let before = colony.worth(mind, area, soldiers);
                let mut after = colony.clone();
                after.add(*hex, number);
                let gain = after.worth(mind, area, soldiers) - before;
                Some((gain / i64::from(number), *hex, number))
            });
            let Some((_, hex, number)) = gains.max_by_key(|it| it.0) else {
                break;
            };
            colony.add(hex, number);
            places.push((hex, number));
            left -= number;
        }
        places
    }

    /// Where ships sail on to with those for whom there was no room: the hex, its movement
    /// points, and how many settle there.
    fn second_stop(
        &self,
        landing: Hex,
        places: &[(Hex, u32)],
        heads: u32,
    ) -> Option<(Hex, u32, u32)> {
        let mind = self.mind;
        let mut colony = self.colony.clone();
        places
            .iter()
            .for_each(|(hex, heads)| colony.add(*hex, *heads));
        let steps = mind.steps(landing);
        let near = steps.iter().filter(|(hex, steps)| {
            **steps <= SAILS_ON && **hex != landing && self.reaches.contains_key(hex)
        });
        let stops = near.filter_map(|(hex, steps)| {
            let room = self.shore_room(*hex).min(colony.room(mind, *hex));
            let area = mind.map().area(*hex).filter(|_| room >= heads)?;
            let soldiers = self.garrison(area);
            let mut after = colony.clone();
            after.add(*hex, heads);
            let gain = after.worth(mind, area, soldiers) - colony.worth(mind, area, soldiers);
            Some((gain, *hex, *steps))
        });
        let (_, hex, steps) = stops.max_by_key(|it| (it.0, it.1))?;
        Some((hex, steps, heads))
    }

    /// The orders for a landing.
    fn venture(&self, it: Landing) -> Venture {
        let mind = self.mind;
        let (from, end) = (it.route.landing, it.route.end);
        let mut hemi = Vec::new();
        let mut ashore = vec![(from, it.ashore[0])];
        if end != from {
            hemi.push(format!("DEBARK @ {}", units::said(&it.ashore[0], [])));
            hemi.push(format!("HEMI @ TO {}", mind.name(end)));
            ashore.push((end, it.ashore[1]));
        }
        let sequels = self.sequels(&it);
        Venture {
            fleet: it.fleet,
            route: it.route,
            ashore,
            leaders: it.leaders,
            hemi,
            sequels,
        }
    }

    /// What those who landed do later in the turn.
    fn sequels(&self, it: &Landing) -> Vec<String> {
        let (mind, from) = (self.mind, it.route.landing);
        let mut soldiers = it.ashore[0].soldiers;
        let mut lines = Vec::new();
        let marches = it
            .places
            .iter()
            .filter(|(hex, _)| *hex != from && *hex != it.route.end);
        for (hex, heads) in marches {
            let mut who = counted(*heads, "colonist");
            let area = mind.map().area(*hex);
            let escort = area
                .map_or(0, |area| self.escort(area, &it.places))
                .min(soldiers);
            if escort > 0 && area != mind.map().area(from) {
                soldiers -= escort;
                who = format!("{who}, {}", counted(escort, "soldier"));
            }
            lines.push(format!(
                "MOVE {who} FROM {} TO {}",
                mind.name(from),
                mind.name(*hex)
            ));
        }
        let areas = it
            .places
            .iter()
            .filter_map(|(hex, _)| mind.map().area(*hex));
        let wild = areas.filter(|it| mind.open().natives(*it) > 0);
        let wild: BTreeSet<AreaId> = wild.into_set();
        if it.ashore[0].soldiers > 0 {
            lines.extend(wild.iter().map(|area| format!("NATIVES {area} WITH all")));
        }
        lines
    }
}
