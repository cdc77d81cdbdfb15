//! Rules of thumb: each unit goes where most is to be had or held, and supports who goes there
//! already. No press, no plans.

use super::data::Tables;
use super::place::{Kind, Place, Province, Unit};
use super::state::Stage;
use super::view::{Power, View};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;
use std::cmp::Reverse;

/// What a centre is worth that nobody owns; others are worth more, the larger their owner is.
const FREE: u32 = 6;

/// How often worth spreads to the provinces beside.
const SPREADS: usize = 4;

/// Once in so many times a unit goes to the second best place.
const RARELY: u32 = 4;

/// What a province itself counts against those beside it.
const OWN_WEIGHT: u32 = 4;

/// What a robot writes.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let own = view.power(None);
    let Some(own) = own.filter(|it| view.called.contains(&it.seat)) else {
        return String::new();
    };
    let map = Worth::of(tables, view, own);
    let lines = match view.stage {
        Stage::Movement => map.orders(dice),
        Stage::Retreats => map.retreats(),
        Stage::Adjustments if view.adjustment > 0 => map.builds(dice),
        Stage::Adjustments => map.disbands(),
    };
    lines.join("\n")
}

/// What provinces are worth to a power.
struct Worth<'a> {
    tables: &'a Tables,
    view: &'a View,
    power: &'a Power,
    worth: BTreeMap<Province, u32>,
    /// How many units of the power that has most there may go to a province, but the viewer's.
    others: BTreeMap<Province, u32>,
    /// How many of the viewer's own may.
    own: BTreeMap<Province, u32>,
}

impl<'a> Worth<'a> {
    fn of(tables: &'a Tables, view: &'a View, own: &'a Power) -> Self {
        let mut others = reach(tables, &BTreeSet::new());
        for power in view.powers.iter().filter(|it| it.seat != own.seat) {
            for (province, count) in reach(tables, &power.units) {
                others.entry(province).and_modify(|it| *it = count.max(*it));
            }
        }
        let base = |province: Province| match view.owners.get(&province) {
            _ if !tables.is_centre(province) => 0,
            None => FREE,
            Some(seat) if *seat == own.seat => others[&province] * 3,
            Some(seat) => FREE + view.power(Some(*seat)).map_or(0, |it| few(&it.centres)),
        };
        let bases = tables.provinces.keys().map(|it| (*it, base(*it) * 100));
        let mut worth: BTreeMap<Province, u32> = bases.clone().into_map();
        for _ in 0..SPREADS {
            worth = spread(tables, &worth);
        }
        for (province, base) in bases {
            *worth.entry(province).or_default() += base;
        }
        Worth {
            tables,
            view,
            power: own,
            worth,
            others,
            own: reach(tables, &own.units),
        }
    }

    fn worth(&self, place: Place) -> u32 {
        self.worth[&place.province]
    }

    /// A unit after the other: to the best place that none of one's own has taken, or to support
    /// who has taken a better one, where somebody may come.
    fn orders(&self, dice: &mut Dice) -> Vec<String> {
        let mut units = Vec::from_iter(self.power.units.iter().copied());
        dice.shuffle(Bowl::Hidden, "robot", &mut units);
        // Whose goals are best chooses first.
        let best = |unit: &Unit| self.goals(*unit).first().map(|it| self.worth(*it));
        units.sort_by_key(|it| Reverse(best(it)));
        let mut goes: BTreeMap<Province, (Unit, Place)> = BTreeMap::new();
        let mut backed: BTreeMap<Province, u32> = BTreeMap::new();
        let mut lines = Vec::new();
        for unit in units {
            let mut line = None;
            let mut goals = self.goals(unit);
            // Now and then the next best, so that nobody stands still for ever.
            if goals.len() > 1 && dice.one(Bowl::Hidden, "robot", RARELY) == 1 {
                goals.swap(0, 1);
            }
            for goal in goals {
                let province = goal.province;
                let Some((other, to)) = goes.get(&province).copied() else {
                    goes.insert(province, (unit, goal));
                    let moves = format!("{} - {}", unit.printed(), goal.printed());
                    let is_free = !self.view.standing.contains_key(&province);
                    line = (goal != unit.at).then_some((is_free, moves));
                    break;
                };
                let support = backed.entry(province).or_insert(1);
                if *support <= self.others[&province] && self.tables.reaches(unit, province) {
                    *support += 1;
                    goes.entry(unit.province()).or_insert((unit, unit.at));
                    let mut said = format!("{} S {}", unit.printed(), other.printed());
                    if to != other.at {
                        said += &format!(" - {}", to.printed());
                    }
                    line = Some((false, said));
                    break;
                }
            }
            lines.push(line.unwrap_or_else(|| (false, format!("{} H", unit.printed()))));
        }
        // First what needs nobody's way to be clear: a newcomer may try it alone.
        lines.sort_by_key(|it| !it.0);
        lines.into_iter().map(|it| it.1).collect()
    }

    /// Where a unit may be after the moves, best first: what it is worth, the more so the more own
    /// units reach it and the fewer of others.
    fn goals(&self, unit: Unit) -> Vec<Place> {
        let mut goals = self.tables.steps(unit);
        goals.push(unit.at);
        goals.sort_by_key(|one| {
            let (own, others) = (self.own[&one.province], self.others[&one.province]);
            let hope = self.worth(*one) * (1 + own) / (1 + others);
            (Reverse(hope), *one)
        });
        goals
    }

    fn retreats(&self) -> Vec<String> {
        let each = self.view.retreating().map(|one| {
            let mut to = one.to.clone();
            to.sort_by_key(|one| (Reverse(self.worth(*one)), *one));
            let to: Vec<String> = to.into_iter().map(Place::printed).collect();
            format!("{} R {}", one.unit.printed(), to.join(", "))
        });
        each.collect()
    }

    fn builds(&self, dice: &mut Dice) -> Vec<String> {
        let mut sites: Vec<Province> = self.view.sites.iter().copied().collect();
        sites.sort_by_key(|it| (Reverse(self.worth.get(it).copied()), *it));
        let count = usize::try_from(self.view.adjustment).unwrap_or(0);
        let fleets = self.power.units.iter().filter(|it| !it.is_army()).count();
        // As many fleets as armies is a fair guess for who has coasts.
        let is_even = fleets * 2 < self.power.units.len();
        let each = sites.into_iter().take(count).map(|province| {
            let is_coast = self.tables.is_coast(province);
            let sails = is_coast && (is_even || dice.one(Bowl::Hidden, "robot", 3) == 1);
            let coast = self.tables.land(province).coasts.first().copied();
            let (kind, coast) = if sails {
                (Kind::Fleet, coast)
            } else {
                (Kind::Army, None)
            };
            let at = Place { province, coast };
            format!("BUILD {}", Unit { kind, at }.printed())
        });
        each.collect()
    }

    fn disbands(&self) -> Vec<String> {
        let mut units = Vec::from_iter(self.power.units.iter().copied());
        units.sort_by_key(|it| (self.worth(it.at), *it));
        let count = usize::try_from(-self.view.adjustment).unwrap_or(0);
        let gone = units.into_iter().take(count);
        gone.map(|it| format!("REMOVE {}", it.printed())).collect()
    }
}

/// How many of these units may be in each province after the moves.
fn reach(tables: &Tables, units: &BTreeSet<Unit>) -> BTreeMap<Province, u32> {
    let mut reach = tables.provinces.keys().map(|it| (*it, 0)).into_map();
    for unit in units {
        let to = tables.steps(*unit).into_iter().map(|it| it.province);
        let to: BTreeSet<Province> = to.chain([unit.province()]).collect();
        for province in to {
            reach.entry(province).and_modify(|it| *it += 1);
        }
    }
    reach
}

/// Worth, smoothed over the provinces beside each.
fn spread(tables: &Tables, worth: &BTreeMap<Province, u32>) -> BTreeMap<Province, u32> {
    let each = worth.iter().map(|(province, own)| {
        let beside = tables.neighbours(*province);
        let sum: u32 = beside.iter().filter_map(|it| worth.get(it)).sum();
        let count = u32::try_from(beside.len()).unwrap_or(0);
        (*province, (own * OWN_WEIGHT + sum) / (OWN_WEIGHT + count))
    });
    each.into_map()
}
