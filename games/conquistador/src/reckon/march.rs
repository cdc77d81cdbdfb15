//! Marches: who can go how far, by which way, and whom he can storm (game file 4.1 to 4.4).
//!
//! Not here: what becomes of it (`land`).

use super::super::data::Tables;
use super::super::ids::{At, Label, LeaderId};
use super::super::land::plan::{LeftBehind, Route};
use super::super::map::ways::land_way;
use super::super::men::{Kind, Men};
use super::super::orders::{Dropped, Goal, March, Marchers, Spot};
use super::super::state::{Deal, Open};
use super::super::view::View;
use super::{deals, ground, shipping, units};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;

/// Movement points of a group: those of its slowest member, and one more with a leader (4.1).
/// Missionaries keep up with Soldiers.
pub fn allowance(tables: &Tables, factor: u32, men: &Men, leaders: usize) -> u32 {
    let units = &tables.units;
    let pace = |kind: Kind| match kind {
        Kind::Missionary if men.soldiers > 0 => units.soldier.land_mp,
        _ => units.land(kind).land_mp,
    };
    let present = Kind::ALL.into_iter().filter(|it| men.get(*it) > 0);
    let points = match (present.map(pace).min(), leaders) {
        (None, _) => units.leader_mp,
        (Some(pace), 0) => pace,
        (Some(pace), _) => pace + units.leader_bonus_mp,
    };
    points * factor
}

/// Strength in defence of all who hold a hex against a power: Soldiers, and half the Colonists
/// (4.4).
pub fn defence(open: &Open, attacker: Seat, hex: Hex) -> u32 {
    let mut men = Men::NONE;
    for power in ground::others_in(open, attacker, hex) {
        men += open.men(hex, power);
    }
    men.soldiers + men.colonists.div_ceil(2)
}

/// Strengths of a storm as its line sees them: its own Soldiers against all who are in the hex.
/// None if the line storms nothing that it can reach.
pub fn land_odds(view: &View, march: &March) -> Option<(u32, u32)> {
    let route = plan(view, march).ok()?;
    let target = route.storm?;
    let mut soldiers = route.men.soldiers;
    for drop in &route.drops {
        soldiers -= drop.men.soldiers;
    }
    Some((soldiers, defence(&view.open, view.me(), target)))
}

/// Who marches together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    men: Men,
    leaders: Vec<LeaderId>,
}

impl Group {
    fn is_empty(&self) -> bool {
        self.men.is_empty() && self.leaders.is_empty()
    }

    /// Those an order names leave the group, as far as there is room where they stop.
    fn part(&mut self, drop: &Dropped, hex: Hex, room: &Men) -> LeftBehind {
        let leaders: BTreeSet<LeaderId> = self.leaders.iter().copied().into_set();
        let (men, leaders) = units::wanted(&drop.units, &self.men.at_most(room), &leaders);
        self.men -= men;
        self.leaders.retain(|it| !leaders.contains(it));
        LeftBehind { hex, men, leaders }
    }
}

/// The ground as one power finds it.
struct Field<'a> {
    tables: &'a Tables,
    open: &'a Open,
    deals: &'a [Deal],
    seat: Seat,
    shut: BTreeSet<Hex>,
    crowded: BTreeSet<Hex>,
    zones: BTreeSet<Hex>,
}

impl<'a> Field<'a> {
    fn of(view: &'a View) -> Field<'a> {
        let (tables, open, deals) = (&*view.tables, &*view.open, view.deals.as_slice());
        let seat = view.me();
        let foreign = |hex: &Hex| !ground::others_in(open, seat, *hex).is_empty();
        let crowded: BTreeSet<Hex> = open.hexes.keys().copied().filter(foreign).into_set();
        let shut = |hex: &Hex| ground::shut(tables, open, deals, seat, *hex);
        let around = crowded
            .iter()
            .flat_map(|it| tables.map.land_neighbours(*it));
        let zones = around.filter(|it| ground::controlled(tables, open, deals, seat, **it));
        Field {
            tables,
            open,
            deals,
            seat,
            shut: crowded.iter().copied().filter(shut).collect(),
            zones: zones.copied().collect(),
            crowded,
        }
    }

    fn name(&self, hex: Hex) -> String {
        self.tables.map.name_of(hex)
    }

    /// The way through points to a hex, never through closed ones.
    fn way(
        &self,
        from: Hex,
        via: &[Spot],
        to: Hex,
        closed: &dyn Fn(Hex) -> bool,
    ) -> Option<Vec<Hex>> {
        let map = &self.tables.map;
        let avoid = |hex: Hex| self.crowded.contains(&hex) || self.zones.contains(&hex);
        let mut way: Vec<Hex> = Vec::new();
        for spot in via {
            let here = way.last().copied().unwrap_or(from);
            let goal = |hex: Hex| match *spot {
                Spot::Place { at } => at == At::Hex(hex),
                Spot::Zone { zone } => map.zone(hex) == Some(zone),
                Spot::Area { area } => map.area(hex) == Some(area),
            };
            way.extend(land_way(map, here, &goal, closed, &avoid)?);
        }
        let here = way.last().copied().unwrap_or(from);
        way.extend(land_way(map, here, &|hex| hex == to, closed, &avoid)?);
        Some(way)
    }

    /// Why a power may not storm a hex (4.4, Q106): peace with somebody in it, say (Q54).
    fn may_storm(&self, target: Hex) -> Result<(), String> {
        let others = ground::others_in(self.open, self.seat, target);
        if others.is_empty() {
            return Err(format!("nobody holds {}", self.name(target)));
        }
        let area = self.tables.map.area(target);
        let turn = self.open.turn;
        let friend = others
            .iter()
            .find(|it| deals::peace(self.deals, turn, self.seat, **it, area));
        match friend {
            Some(friend) => Err(format!(
                "you are at peace with {}",
                self.tables.title(*friend)
            )),
            None => Ok(()),
        }
    }
}

/// How far a group comes on a way.
#[derive(Debug, Clone)]
struct Walk {
    path: Vec<Hex>,
    group: Group,
    drops: Vec<LeftBehind>,
    /// Why it did not come to the end.
    halt: Option<String>,
}

/// Walks a group along a way, as far as movement points, zones of control and foreign units
/// allow. A storm ends beside its target, which is the last hex of the way.
fn walk(field: &Field<'_>, group: &Group, way: &[Hex], drops: &[Dropped], storm: bool) -> Walk {
    let mut walk = Walk {
        path: Vec::new(),
        group: group.clone(),
        drops: Vec::new(),
        halt: None,
    };
    let factor = field.open.options.march_factor;
    let mut spent = 0;
    for (at, next) in way.iter().enumerate() {
        let target = storm && at + 1 == way.len();
        let here = walk.path.last().copied();
        let cost = field.tables.map.land_mp(*next);
        let group = &walk.group;
        let points = allowance(field.tables, factor, &group.men, group.leaders.len());
        let stopped = here.filter(|it| field.zones.contains(it));
        // Who has not moved may always enter one hex, whatever it costs (4.1).
        let affords = here.is_none() || spent + cost <= points;
        walk.halt = match (target, stopped) {
            (false, _) if field.shut.contains(next) => {
                Some(format!("{} is held by others", field.name(*next)))
            }
            (false, Some(zone)) => Some(format!(
                "Soldiers of another power stand beside {}",
                field.name(zone)
            )),
            _ if !affords => Some(format!(
                "the movement points do not reach {}",
                field.name(*next)
            )),
            _ => None,
        };
        if walk.halt.is_some() || target {
            return walk;
        }
        spent += cost;
        walk.path.push(*next);
        for drop in drops.iter().filter(|it| it.at == At::Hex(*next)) {
            let room = ground::room_for(field.tables, field.open, field.seat, *next);
            let left = walk.group.part(drop, *next, &room);
            if !(left.men.is_empty() && left.leaders.is_empty()) {
                walk.drops.push(left);
            }
        }
        if walk.group.is_empty() {
            return walk;
        }
    }
    walk
}

/// The best way to a hex and how far it leads: the cheapest that meets nobody; else one that no
/// zone of control stops; else the direct one, as far as it goes (4.1, Q43, Q100).
fn best_walk(
    field: &Field<'_>,
    from: Hex,
    group: &Group,
    march: &March,
    to: Hex,
    storm: bool,
) -> Result<Walk, String> {
    let way = |closed: &dyn Fn(Hex) -> bool| field.way(from, &march.via, to, closed);
    let go = |way: Vec<Hex>| walk(field, group, &way, &march.drops, storm);
    let beside = field.tables.map.land_neighbours(to);
    let held = |hex: Hex| field.shut.contains(&hex) && !(storm && hex == to);
    let stops = |hex: Hex| {
        let end = hex == to || (storm && beside.contains(&hex));
        field.zones.contains(&hex) && !end
    };
    let direct = way(&|_| false);
    let direct = direct.ok_or_else(|| format!("there is no way by land to {}", field.name(to)))?;
    let ways = [way(&held), way(&|hex| held(hex) || stops(hex))];
    for open_way in ways.into_iter().flatten() {
        let walk = go(open_way);
        if walk.halt.is_none() {
            return Ok(walk);
        }
    }
    Ok(go(direct))
}

/// Lets those for whom there is no room at the end stop before (4.2): where the last hex on the
/// way has room, or where they were.
fn stack(field: &Field<'_>, walk: &mut Walk) -> Men {
    let room = |walk: &Walk, hex: Hex| {
        let mut room = ground::room_for(field.tables, field.open, field.seat, hex);
        for drop in walk.drops.iter().filter(|it| it.hex == hex) {
            room -= drop.men.at_most(&room);
        }
        room
    };
    let crowd = |men: &Men| men.colonists + men.soldiers;
    while let Some(end) = walk.path.last().copied() {
        let fits = walk.group.men.at_most(&room(walk, end));
        if crowd(&walk.group.men) == 0 || crowd(&fits) > 0 {
            break;
        }
        walk.path.pop();
        walk.halt = Some(format!("there is no room in {}", field.name(end)));
    }
    let Some((end, before)) = walk.path.split_last() else {
        return Men::NONE;
    };
    let fits = walk.group.men.at_most(&room(walk, *end));
    let mut surplus = walk.group.men;
    surplus -= fits;
    if !surplus.is_empty() {
        let name = field.name(*end);
        walk.halt = Some(format!("{} found no room in {name}", surplus.words()));
    }
    walk.group.men = fits;
    for hex in before.to_vec().iter().rev() {
        let men = surplus.at_most(&room(walk, *hex));
        if !men.is_empty() {
            surplus -= men;
            walk.drops.push(LeftBehind {
                hex: *hex,
                men,
                leaders: Vec::new(),
            });
        }
    }
    surplus
}

/// What a MOVE line comes to now, hex by hex.
///
/// # Errors
/// Why it comes to nothing.
pub fn plan(view: &View, march: &March) -> Result<Route, String> {
    let field = Field::of(view);
    let (from, group, party) = who(view, &march.who)?;
    let mut route = Route {
        from,
        party,
        men: group.men,
        leaders: group.leaders.clone(),
        path: Vec::new(),
        drops: Vec::new(),
        storm: None,
        gold: Vec::new(),
        aboard: march.aboard,
        short: absent(march, &group),
    };
    let (walk, storm) = match march.goal {
        None if march.aboard.is_none() => return Err("it leads nowhere".to_owned()),
        None => return Ok(route),
        Some(Goal::To { place }) => {
            let to = place.hex().ok_or("nobody marches to Europe")?;
            (best_walk(&field, from, &group, march, to, false)?, None)
        }
        Some(Goal::Storm { place }) => {
            let target = place.hex().ok_or("nobody storms Europe")?;
            let walk = assault(&field, from, &group, march, target)?;
            (walk, Some(target))
        }
        Some(Goal::Unguarded { power }) => {
            let (target, walk) = unguarded(&field, from, &group, march, power)?;
            (walk, Some(target))
        }
    };
    finish(&field, march, &mut route, walk, storm)?;
    Ok(route)
}

/// Fills in what a walk has come to.
fn finish(
    field: &Field<'_>,
    march: &March,
    route: &mut Route,
    mut walk: Walk,
    storm: Option<Hex>,
) -> Result<(), String> {
    let waits = walk.path.last().copied();
    let stay = stack(field, &mut walk);
    route.men -= stay;
    if storm.is_some() && walk.path.last().copied() != waits {
        return Err(walk.halt.unwrap_or_default());
    }
    if walk.path.is_empty() && storm.is_none() {
        let why = walk
            .halt
            .unwrap_or_else(|| "they are there already".to_owned());
        // Those who go nowhere may still go aboard.
        match march.aboard {
            None => return Err(why),
            Some(_) => note(&mut route.short, &why),
        }
    } else if let Some(why) = &walk.halt {
        note(&mut route.short, why);
    }
    for drop in &march.drops {
        if !walk.path.iter().any(|it| drop.at == At::Hex(*it)) {
            let place = field.tables.map.at_name(drop.at);
            note(
                &mut route.short,
                &format!("they did not come through {place}"),
            );
        }
    }
    let end = walk.path.last().copied().unwrap_or(route.from);
    route.path = walk.path;
    route.drops = walk.drops;
    route.storm = storm;
    if let Some(carry) = &march.carry {
        let carriers =
            walk.group.men.total() + u32::try_from(walk.group.leaders.len()).unwrap_or(0);
        let most = carriers * field.tables.units.overland_ducats;
        let sum = carry.sum.unwrap_or(u32::MAX).min(most);
        let origin = carry.of.and_then(At::hex);
        route.gold = load(field, route.from, end, sum, origin);
        let carried: u32 = route.gold.iter().map(|it| it.ducats).sum();
        if let Some(asked) = carry.sum.filter(|it| *it > carried) {
            let left = asked - carried;
            note(&mut route.short, &format!("{left} Ducats were left behind"));
        }
    }
    Ok(())
}

/// Adds a sentence's part to what an order left out.
pub fn note(short: &mut String, what: &str) {
    if !short.is_empty() {
        short.push_str("; ");
    }
    short.push_str(what);
}

/// Gold of the power in a hex, up to so much: first what may be shipped where it is brought,
/// then by the name of its origin (Q115).
fn load(
    field: &Field<'_>,
    from: Hex,
    to: Hex,
    sum: u32,
    origin: Option<Hex>,
) -> Vec<super::super::state::Lot> {
    let map = &field.tables.map;
    let here = field.open.hexes.get(&from).map_or(&[][..], |it| &it.gold);
    let place = |id| map.place(id).expect("gold comes from a place");
    let mut lots: Vec<_> = here
        .iter()
        .filter(|it| it.owner == field.seat)
        .filter(|it| origin.is_none_or(|origin| place(it.origin).hex == origin))
        .copied()
        .collect();
    lots.sort_by_key(|it| {
        let area = map.area(to);
        let leaves = area.is_some_and(|area| shipping::from_area(field.tables, it, area));
        (!leaves, place(it.origin).name.clone(), it.shipped)
    });
    let mut left = sum;
    for lot in &mut lots {
        lot.ducats = lot.ducats.min(left);
        left -= lot.ducats;
    }
    lots.retain(|it| it.ducats > 0);
    lots
}

/// A march that storms a hex: it must come to a neighbour and be able to enter.
fn assault(
    field: &Field<'_>,
    from: Hex,
    group: &Group,
    march: &March,
    target: Hex,
) -> Result<Walk, String> {
    field.may_storm(target)?;
    let walk = best_walk(field, from, group, march, target, true)?;
    match walk.halt {
        Some(why) => Err(why),
        None if walk.group.men.soldiers == 0 => Err("nobody storms without Soldiers".to_owned()),
        None => Ok(walk),
    }
}

/// The reachable hex with Colonists of a power and no Soldiers: most gold, then most Colonists,
/// nearest, lowest hex (7.2).
fn unguarded(
    field: &Field<'_>,
    from: Hex,
    group: &Group,
    march: &March,
    power: Seat,
) -> Result<(Hex, Walk), String> {
    let bare = |hex: &Hex| {
        let others = ground::others_in(field.open, field.seat, *hex);
        let mut armed = others
            .iter()
            .filter(|it| field.open.men(*hex, **it).soldiers > 0);
        armed.next().is_none()
    };
    let settled = field
        .open
        .stacks_of(power)
        .filter(|(_, it)| it.men.colonists > 0);
    let targets: Vec<(Hex, u32)> = settled.map(|(hex, it)| (hex, it.men.colonists)).collect();
    let reached = targets
        .into_iter()
        .filter(|(hex, _)| bare(hex))
        .filter_map(|(hex, it)| {
            let walk = assault(field, from, group, march, hex).ok()?;
            Some((hex, it, walk))
        });
    let best = reached.min_by_key(|(hex, colonists, walk)| {
        let gold: u32 = field.open.hexes[hex].gold.iter().map(|it| it.ducats).sum();
        (Reverse(gold), Reverse(*colonists), walk.path.len(), *hex)
    });
    let title = field.tables.title(power);
    let best = best.map(|(hex, _, walk)| (hex, walk));
    best.ok_or_else(|| format!("no unguarded Colonists of {title} can be reached"))
}

/// Who an order means, and where they stand.
fn who(view: &View, who: &Marchers) -> Result<(Hex, Group, Option<Label>), String> {
    let seat = view.me();
    let (hex, party) = match who {
        Marchers::Party { label } => {
            let party = view.mine().parties.get(label);
            let party = party.ok_or_else(|| format!("there is no party {label}"))?;
            (
                party.hex.ok_or_else(|| format!("{label} is aboard"))?,
                Some((label, party)),
            )
        }
        Marchers::Units { from, .. } => (from.hex().ok_or("nobody marches in Europe")?, None),
    };
    let name = view.tables.map.name_of(hex);
    let stack = view.open.stack(hex, seat);
    let stack = stack.ok_or_else(|| format!("you have nobody at {name}"))?;
    let mut rested = stack.men;
    rested -= stack.marched.at_most(&stack.men);
    let leaders: BTreeSet<LeaderId> = stack
        .leaders
        .difference(&stack.marched_leaders)
        .copied()
        .into_set();
    let (men, leaders) = match (who, party) {
        (Marchers::Units { units, .. }, _) => units::wanted(units, &rested, &leaders),
        (Marchers::Party { .. }, Some((_, party))) => {
            let led = party.leaders.intersection(&leaders).copied().collect();
            (party.men.at_most(&rested), led)
        }
        (Marchers::Party { .. }, None) => unreachable!("parties were looked up"),
    };
    let group = Group { men, leaders };
    if group.is_empty() {
        Err(format!("none of them at {name} can march any more"))
    } else {
        Ok((hex, group, party.map(|it| *it.0)))
    }
}

/// Whom of those ordered there were not, in words.
fn absent(march: &March, group: &Group) -> String {
    let Marchers::Units { units, .. } = &march.who else {
        return String::new();
    };
    let missing = units::missing(units, &group.men, &group.leaders);
    if missing.is_empty() {
        String::new()
    } else {
        format!("{missing} could not march from there")
    }
}

/// Whether a march may be made as it is spelled out.
///
/// # Errors
/// Why not.
pub fn check(view: &View, route: &Route) -> Result<(), String> {
    let field = Field::of(view);
    let stack = view.open.stack(route.from, view.me());
    let stack = stack.ok_or("nobody is there")?;
    let mut rested = stack.men;
    rested -= stack.marched.at_most(&stack.men);
    let led = |it: &LeaderId| stack.leaders.contains(it) && !stack.marched_leaders.contains(it);
    if !rested.has(&route.men) || !route.leaders.iter().all(led) {
        return Err("not all of them can march".to_owned());
    }
    let drops = route.drops.iter().map(|it| Dropped {
        units: exactly(&it.men, &it.leaders),
        at: At::Hex(it.hex),
    });
    let drops: Vec<Dropped> = drops.collect();
    let group = Group {
        men: route.men,
        leaders: route.leaders.clone(),
    };
    let mut way = route.path.clone();
    way.extend(route.storm);
    let mut here = route.from;
    for next in &way {
        if !field.tables.map.land_neighbours(here).contains(next) {
            return Err(format!("no march leads from {here} to {next}"));
        }
        here = *next;
    }
    if let Some(target) = route.storm {
        field.may_storm(target)?;
    }
    let walked = walk(&field, &group, &way, &drops, route.storm.is_some());
    match walked.halt {
        Some(why) => Err(why),
        None => Ok(()),
    }
}

fn exactly(men: &Men, leaders: &[LeaderId]) -> super::super::orders::Units {
    let kinds = Kind::ALL.into_iter().filter(|it| men.get(*it) > 0);
    let counted = kinds.map(|kind| super::super::orders::Counted {
        kind,
        number: Some(men.get(kind)),
    });
    super::super::orders::Units {
        all: false,
        men: counted.collect(),
        leaders: leaders.to_vec(),
    }
}
