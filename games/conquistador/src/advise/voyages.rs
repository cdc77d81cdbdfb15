//! Voyages: where each leads, movement points, and what the sea may take (3.3 to 3.11).

use super::super::data::Tables;
use super::super::faces::words;
use super::super::ids::{At, Label, LeaderId};
use super::super::map::Ocean;
use super::super::men::Kind;
use super::super::orders::{Block, Course, Order, Return, Spot};
use super::super::reckon::{units, voyage};
use super::super::sea::attrition::causes;
use super::super::sea::course::{Phase, zones_of_crossing};
use super::super::sea::crossing;
use super::super::state::{Expedition, Stage};
use super::super::view::View;
use super::blocks::{Fleets, Sailing, block_of};
use super::notes::{Line, Notes};
use super::{aboard, dice, landings, treaty};
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{commas, list};

/// The expeditions as B2 finds them: behind the crossings of their blocks.
pub(super) fn crossed(
    view: &View,
    lines: &[&Line],
    fleets: &Fleets,
) -> BTreeMap<Label, Expedition> {
    let ahead = fleets.iter().map(|(label, it)| {
        let mut expedition = it.expedition.clone();
        if view.open.stage <= Stage::Crossing {
            cross(view, lines, *label, it, &mut expedition);
        }
        (*label, expedition)
    });
    ahead.into_map()
}

/// Notes on all voyages still ahead; `ahead` are the expeditions as B2 finds them, `then` is the
/// view after the marches of this sheet.
pub(super) fn note(
    view: &View,
    then: &View,
    lines: &[&Line],
    fleets: &Fleets,
    mut ahead: BTreeMap<Label, Expedition>,
    notes: &mut Notes,
) {
    if view.open.stage <= Stage::Hemispheric {
        for line in lines {
            let Some(order) = line.branches.first().map(|it| &it.order) else {
                continue;
            };
            if !landings::along_the_way(view, line.at, order, &mut ahead, notes) {
                hemispheric(view, line, order, fleets, &mut ahead, notes);
            }
        }
        for (label, expedition) in &mut ahead {
            stays(view, lines, *label, &fleets[label], notes);
            let block = fleets[label].line;
            if let Some(at) = block {
                let clauses = block_of(lines, *label, &fleets[label]);
                let (there, _) = landings::homebound(view, *label, clauses, expedition);
                aboard::kept(view, lines, *label, &there, at, notes);
            }
            if let Some(at) = block.filter(|_| expedition.sailed_b > 0) {
                notes.tell(at, attrition(view, expedition, Phase::Initial));
            }
        }
    }
    treaty::note(view, lines, fleets, &ahead, notes);
    for line in lines {
        for branch in &line.branches {
            homeward(then, lines, line, &branch.order, fleets, &ahead, notes);
        }
    }
    for (label, expedition) in &ahead {
        back(then, lines, *label, &fleets[label], expedition, notes);
    }
}

/// Why the crossing of a block is not sailed, if it is not.
fn stays(view: &View, lines: &[&Line], label: Label, it: &Sailing, notes: &mut Notes) {
    let to = block_of(lines, label, it).and_then(|it| it.crossing);
    let (Some(at), Some(to), true) = (it.line, to, view.open.stage <= Stage::Crossing) else {
        return;
    };
    let (open, me) = (&view.open, view.me());
    if let Err(why) = crossing::may_cross(&view.tables, open, me, &it.expedition, to, None) {
        notes.add(at, format!("it does not sail: {why}"));
    }
}

/// The crossing of B1, from the block.
fn cross(view: &View, lines: &[&Line], label: Label, it: &Sailing, expedition: &mut Expedition) {
    let tables: &Tables = &view.tables;
    let Some(to) = block_of(lines, label, it).and_then(|it| it.crossing) else {
        return;
    };
    let Ok(bounds) = crossing::may_cross(tables, &view.open, view.me(), expedition, to, None)
    else {
        return;
    };
    let ends = [expedition.at, to];
    let new_world = ends.iter().filter_map(|it| it.hex());
    for hex in new_world {
        expedition.touched.extend(zones_of_crossing(tables, hex));
        expedition.passage |= tables.map.ocean(hex) == Some(Ocean::Pacific);
    }
    expedition.left_europe = expedition.at == At::Europe;
    expedition.crossed_b = bounds;
    expedition.at = to;
    expedition.sailed_b = bounds;
}

/// What a HEMI or INVADE line asks for.
struct Leg<'a> {
    label: Label,
    via: &'a [Spot],
    to: Hex,
    exceed: Option<u32>,
    /// Movement points of its fight.
    fight: u32,
}

impl Leg<'_> {
    fn of<'a>(view: &View, order: &'a Order) -> Option<Leg<'a>> {
        match order {
            Order::Hemi {
                label,
                via,
                to: At::Hex(to),
                exceed,
            } => Some(Leg {
                label: *label,
                via,
                to: *to,
                exceed: *exceed,
                fight: 0,
            }),
            Order::Invade {
                label,
                place: At::Hex(to),
                exceed,
                ..
            } => Some(Leg {
                label: *label,
                via: &[],
                to: *to,
                exceed: *exceed,
                fight: view.tables.units.fight_mp,
            }),
            _ => None,
        }
    }
}

/// One HEMI, ATTACK or INVADE line, as if it were carried out.
fn hemispheric(
    view: &View,
    line: &Line,
    order: &Order,
    fleets: &Fleets,
    ahead: &mut BTreeMap<Label, Expedition>,
    notes: &mut Notes,
) {
    let Some(leg) = Leg::of(view, order) else {
        return;
    };
    let (label, to) = (leg.label, leg.to);
    let Some(expedition) = ahead.get_mut(&label) else {
        return;
    };
    if view.open.stage <= Stage::Log && fleets[&label].line.is_none() {
        let text = format!("{label} has no EXPEDITION order this turn: it has no Bounds");
        notes.add(line.at, text);
        return;
    }
    let Some(here) = expedition.at.hex() else {
        notes.add(
            line.at,
            format!("{label} is in Europe then: LAND in its block takes it across"),
        );
        return;
    };
    let tables: &Tables = &view.tables;
    let caravels = expedition.only_caravels();
    let avoid = voyage::crowded(&view.open, &view.fleets, view.me());
    let Some(way) = voyage::route(tables, here, leg.via, to, caravels, &avoid) else {
        let from = tables.map.name_of(here);
        notes.add(
            line.at,
            format!("there is no way there by water from {from}"),
        );
        return;
    };
    if way.last().copied().unwrap_or(here) != to {
        let text = "only Caravels go up rivers: it stops at the mouth";
        notes.add(line.at, text);
    }
    let mp = voyage::mp_of(&way) + leg.fight;
    let before = expedition.clone();
    sail(view, expedition, &way, mp);
    if !voyage::affords(expedition, expedition.sailed_b, leg.exceed) {
        let (needed, had) = (expedition.sailed_b, expedition.bounds);
        notes.add(
            line.at,
            format!(
                "it is not sailed: {} needed by then, {had} bought; EXCEED {} would do",
                words::bounds(needed),
                needed - had
            ),
        );
        *expedition = before;
        return;
    }
    let bounds = words::bounds(voyage::hemispheric_bounds(tables, expedition.mp));
    let sum = if expedition.mp > mp {
        format!(", {} with what went before", expedition.mp)
    } else {
        String::new()
    };
    if mp > 0 {
        notes.tell(line.at, format!("{mp} MP{sum}: {bounds} along the coast"));
    }
    cape(view, expedition, line.at, notes);
}

fn sail(view: &View, expedition: &mut Expedition, way: &[Hex], mp: u32) {
    let tables: &Tables = &view.tables;
    let came = expedition.from_pacific;
    expedition.passage |= voyage::passes_cape(tables, came, expedition.at, way);
    expedition
        .touched
        .extend(way.iter().filter_map(|it| tables.map.zone(*it)));
    if let Some(hex) = way.last() {
        expedition.at = At::Hex(*hex);
    }
    expedition.mp += mp;
    expedition.sailed_b = voyage::sailed_b(
        tables,
        expedition.crossed_b,
        expedition.mp,
        expedition.left_europe,
        expedition.at,
    );
}

/// A passage that nobody has made yet needs an Explorer (3.5).
fn cape(view: &View, expedition: &Expedition, at: OrderRef, notes: &mut Notes) {
    if expedition.passage && voyage::cape_closed(&view.tables, &view.open, expedition) {
        let text = "nobody has navigated the South Cape: a passage needs an Explorer aboard";
        notes.add(at, text);
    }
}

/// SAIL lines: what they need, as far as it is known now.
fn homeward(
    view: &View,
    lines: &[&Line],
    line: &Line,
    order: &Order,
    fleets: &Fleets,
    ahead: &BTreeMap<Label, Expedition>,
    notes: &mut Notes,
) {
    let Order::Sail {
        label: Some(label),
        to,
        exceed,
    } = order
    else {
        return;
    };
    let Some(expedition) = ahead.get(label) else {
        return;
    };
    let tables: &Tables = &view.tables;
    let block = fleets.get(label);
    let block = block.and_then(|it| block_of(lines, *label, it));
    let (mut there, landed) = landings::homebound(view, *label, block, expedition);
    let aboard = (expedition, &there);
    let bounds = match needed(tables, line, (*label, *to), aboard, notes) {
        Ok(Some(bounds)) => bounds,
        Ok(None) => return,
        Err(why) => {
            let why = (line.at, why);
            return aboard::not_sailed(view, lines, *label, &there, why, notes);
        }
    };
    let spare = expedition.bounds.saturating_sub(expedition.sailed_b);
    let over = bounds.saturating_sub(spare);
    let most = exceed.unwrap_or(0).max(expedition.exceed);
    if over > most {
        (there.sailed_d, there.exceed) = (bounds, over);
        final_leg(tables, &mut there, *to);
        let fate = crossing_home(view, &there, &landed);
        let text = format!(
            "it needs {} this turn and has {}: it will stay, unless you add EXCEED {over} \
             ({fate})",
            words::bounds(expedition.sailed_b + bounds),
            expedition.bounds
        );
        notes.add(line.at, text);
        return;
    }
    if expedition.at != At::Europe {
        aboard::lost(&there, line.at, notes);
    }
    there.sailed_d = bounds;
    final_leg(tables, &mut there, *to);
    cape(view, &there, line.at, notes);
    notes.tell(line.at, crossing_home(view, &there, &landed));
}

/// How many Bounds a SAIL needs; `None`: it stays. `aboard`: the expedition, and as it will be
/// then.
///
/// # Errors
/// Why it is not sailed.
fn needed(
    tables: &Tables,
    line: &Line,
    (label, to): (Label, Course),
    (expedition, there): (&Expedition, &Expedition),
    notes: &mut Notes,
) -> Result<Option<u32>, String> {
    let bounds = match to {
        Course::Stay => return Ok(None),
        Course::Home if expedition.at == At::Europe => {
            notes.add(line.at, format!("{label} is in Europe already"));
            return Ok(None);
        }
        Course::Home => voyage::crossing_bounds(tables, expedition.at, At::Europe),
        Course::Across { place } if expedition.at != At::Europe && place != At::Europe => {
            let name = words::said(tables, place);
            Err(format!(
                "SAIL crosses to or from Europe only; along the coasts write HEMI {label} TO \
                 {name} on sheet a"
            ))
        }
        Course::Across { place } => voyage::crossing_bounds(tables, expedition.at, place),
        Course::Circumnavigate => {
            let ocean = expedition.at.hex().and_then(|it| tables.map.ocean(it));
            let explorer = (!voyage::explorer_aboard(tables, there))
                .then_some("only an expedition with an Explorer aboard goes round the world");
            let pacific = (ocean != Some(Ocean::Pacific))
                .then_some("the way round the world starts in the Pacific only");
            let lacks: Vec<&str> = explorer.into_iter().chain(pacific).collect();
            match lacks.as_slice() {
                [] => Ok(tables.naval_attrition.world_bounds),
                lacks => Err(lacks.join("; ")),
            }
        }
    };
    bounds.map(Some)
}

/// What the way home of D1 touches: zones and the Cape are counted anew in phase D.
fn final_leg(tables: &Tables, expedition: &mut Expedition, to: Course) {
    let place = match to {
        Course::Across { place } => place.hex(),
        _ => None,
    };
    let hex = expedition.at.hex().or(place);
    expedition.touched = hex.map_or_else(Default::default, |it| {
        zones_of_crossing(tables, it).into_iter().collect()
    });
    let pacific = hex.and_then(|it| tables.map.ocean(it)) == Some(Ocean::Pacific);
    expedition.passage = pacific && to != Course::Circumnavigate;
}

/// The way home of a block that says RETURN HOME, unless a SAIL line says otherwise.
fn back(
    view: &View,
    lines: &[&Line],
    label: Label,
    it: &Sailing,
    expedition: &Expedition,
    notes: &mut Notes,
) {
    let Some(at) = it.line else {
        return;
    };
    let sails = |line: &&Line| {
        let mut orders = line.branches.iter().map(|it| &it.order);
        orders.any(|it| matches!(it, Order::Sail { label: Some(it), .. } if *it == label))
    };
    let line = lines.iter().find(|it| it.at == at);
    let home = line.is_some_and(|it| match &it.branches[0].order {
        Order::Expedition(block) => block.returns == Some(Return::Home),
        _ => false,
    });
    let bounds = voyage::crossing_bounds(&view.tables, expedition.at, At::Europe);
    let Some(bounds) = bounds.ok().filter(|_| home) else {
        return;
    };
    if lines.iter().any(sails) {
        return;
    }
    let block = block_of(lines, label, it);
    let (mut there, landed) = landings::homebound(view, label, block, expedition);
    let stays = !voyage::affords(expedition, expedition.sailed_b + bounds, None);
    if stays {
        let needed = words::bounds(expedition.sailed_b + bounds);
        let had = expedition.bounds;
        let text = format!(
            "out and home it needs {needed} this turn and has {had}: it will stay overseas"
        );
        notes.add(at, text);
        return;
    }
    match block.map_or(0, |it| stay_aboard(it, expedition)) {
        0 => aboard::lost(&there, at, notes),
        colonists => {
            let who = Kind::Colonist.counted(colonists);
            let text = format!("{who} stay aboard, and are lost in Europe: ASHORE lands them");
            notes.add(at, text);
        }
    }
    there.sailed_d = bounds;
    final_leg(&view.tables, &mut there, Course::Home);
    cape(view, &there, at, notes);
    notes.tell(at, crossing_home(view, &there, &landed));
}

/// Colonists whom the ASHORE clause of an expedition leaves aboard.
fn stay_aboard(block: &Block, expedition: &Expedition) -> u32 {
    let Some(listed) = &block.ashore else {
        return 0;
    };
    let men = expedition.men();
    let (landing, _) = units::wanted(listed, &men, &expedition.leaders());
    men.colonists - landing.colonists
}

/// The attrition of the voyage home, and who goes ashore before it and no longer makes it safer.
fn crossing_home(view: &View, there: &Expedition, landed: &[LeaderId]) -> String {
    let fate = attrition(view, there, Phase::Final);
    let names = list(units::names(&view.tables, landed));
    if names.is_empty() {
        return fate;
    }
    let are = if landed.len() == 1 { "is" } else { "are" };
    format!("{fate}; {names} {are} ashore by then")
}

/// `out 4 Bounds, die -1 (Explorer): no ship can be lost`, or on which faces how many are.
fn attrition(view: &View, expedition: &Expedition, phase: Phase) -> String {
    let tables: &Tables = &view.tables;
    let rules = &tables.naval_attrition;
    let causes = causes(tables, view.mine(), expedition, phase);
    let net: i32 = causes.iter().map(|it| it.1).sum();
    let net = net.clamp(rules.lowest, rules.highest);
    let (lead, bounds) = match phase {
        Phase::Initial => ("out", expedition.sailed_b),
        Phase::Final => ("final crossing", expedition.sailed_d),
    };
    let ships = expedition.fleet().total();
    let lost = |die: u32| {
        let die = i32::try_from(die).expect("a die") + net;
        rules.ships_lost(bounds, die, ships)
    };
    let mut groups: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for die in 1..=6 {
        groups.entry(lost(die)).or_default().push(die.to_string());
    }
    groups.remove(&0);
    let told = commas(groups.into_iter().map(|(lost, dice)| {
        let what = match lost {
            it if it == ships && ships > 1 => "all ships".to_owned(),
            1 => "a ship".to_owned(),
            it => format!("{it} ships"),
        };
        let faces = match dice.as_slice() {
            [first, _, .., last] => format!("{first} to {last}"),
            few => list(few),
        };
        format!("{what} on {faces}")
    }));
    let fate = match told.as_str() {
        "" => "no ship can be lost".to_owned(),
        told => format!("loses {told}"),
    };
    format!(
        "{lead} {}{}: {fate}",
        words::bounds(bounds),
        dice::modified(&causes, net)
    )
}
