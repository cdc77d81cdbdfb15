//! Behind B3, and again in D3: what ships in a friendly port have brought is safe (1.1, 5.3). It
//! is credited in D3 even if the ships have left by then (Q94, Q96).

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, DiscoveryId, Label, ZoneId};
use super::super::reckon::{cargo, ports};
use super::super::state::State;
use super::events::Event;
use super::words;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::commas;

/// Banks what all expeditions of a power have brought. In D3 it is credited, though ships may have
/// sailed out again (Q96).
pub(super) fn all(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let labels: Vec<Label> = state.own(seat).expeditions.keys().copied().collect();
    for label in labels {
        gold(state, seat, label, cx);
        reports(tables, state, seat, label, cx);
    }
}

/// Gold aboard in Europe is ashore (4.9).
fn gold(state: &mut State, seat: Seat, label: Label, cx: &mut Cx<'_>) {
    let own = state.own_mut(seat);
    let expedition = own.expeditions.get_mut(&label).expect("listed above");
    if expedition.at != At::Europe {
        return;
    }
    let ducats = words::ducats(&cargo::unload_gold(expedition, None));
    if ducats > 0 {
        own.banked_gold += ducats;
        cx.announce(Event::GoldInEurope { seat, ducats }.into());
    }
}

/// Discoveries are safe in any friendly port, but not in one of the Area discovered (5.3); charts
/// and the Rutter in an own one (3.3, 3.5). So ships that part there afterwards lose nothing (Q94).
fn reports(tables: &Tables, state: &mut State, seat: Seat, label: Label, cx: &mut Cx<'_>) {
    let expedition = &state.own(seat).expeditions[&label];
    let (at, caravels) = (expedition.at, expedition.only_caravels());
    let area = at.hex().and_then(|it| tables.map.area(it));
    let friendly = ports::friendly(tables, &state.open, &state.deals, seat, at, caravels);
    let own_port = match at {
        At::Europe => true,
        At::Hex(hex) => ports::is_port(tables, &state.open, seat, hex, caravels),
    };
    let safe = |it: &DiscoveryId| {
        let home = tables.discovery(*it).area;
        friendly && (home.is_none() || home != area)
    };
    let own = state.own_mut(seat);
    let expedition = own.expeditions.get_mut(&label).expect("listed above");
    let marks: BTreeSet<DiscoveryId> = expedition.marks.iter().copied().filter(safe).into_set();
    expedition.marks.retain(|it| !marks.contains(it));
    let mut zones = BTreeSet::new();
    let mut rutter = false;
    if own_port {
        zones = std::mem::take(&mut expedition.zones);
        zones.retain(|it| !own.charts.contains(it) && !own.banked_charts.contains(it));
        let passed = std::mem::take(&mut expedition.passed_cape);
        rutter = passed && !own.rutter && !own.rutter_banked;
    }
    own.banked_marks.extend(&marks);
    own.banked_charts.extend(&zones);
    own.rutter_banked |= rutter;
    if !marks.is_empty() || !zones.is_empty() || rutter {
        let names = marks.iter().map(|it| &tables.discovery(*it).name);
        let event = Event::ReportsBrought {
            seat,
            label,
            at: tables.map.at_name(at),
            discoveries: commas(names),
            zones: zone_names(tables, &zones),
            rutter,
        };
        cx.tell(Audience::one(seat), event.into());
    }
}

/// Zones by name.
pub(super) fn zone_names(tables: &Tables, zones: &BTreeSet<ZoneId>) -> String {
    commas(zones.iter().map(|it| &tables.map.zone_of(*it).name))
}

/// Corsairs come to a power that plays alone: a Port with gold ashore loses all of it (Q119).
pub(super) fn corsairs(tables: &Tables, state: &mut State, cx: &mut Cx<'_>) {
    let scenario = tables.scenario(&state.open.options.scenario);
    let now = scenario.corsairs.iter();
    let now = now.filter(|it| it.from_turn <= state.open.turn);
    let (Some(coming), [seat]) = (now.max_by_key(|it| it.from_turn), &*state.open.table) else {
        return;
    };
    let (seat, from) = (*seat, coming.from_die);
    let die = cx.dice.one(Bowl::Open, "corsairs", 6);
    let ports: Vec<Hex> = if die >= from {
        ports_with_gold(tables, state, seat)
    } else {
        Vec::new()
    };
    let victim = match ports.len() {
        0 => None,
        1 => ports.first(),
        many => {
            let sides = u32::try_from(many).expect("few Ports");
            let drawn = cx.dice.one(Bowl::Open, "corsairs: which Port", sides);
            ports.get(drawn as usize - 1)
        }
    };
    let mut event = Event::Corsairs {
        seat,
        die,
        from,
        at: String::new(),
        ducats: 0,
    };
    if let Some(hex) = victim {
        let ashore = state.open.hexes.get_mut(hex).expect("it has gold");
        let gone = std::mem::take(&mut ashore.gold);
        event = Event::Corsairs {
            seat,
            die,
            from,
            at: tables.map.name_of(*hex),
            ducats: words::ducats(&gone),
        };
        state.open.sweep();
    }
    cx.announce(event.into());
}

fn ports_with_gold(tables: &Tables, state: &State, seat: Seat) -> Vec<Hex> {
    let hexes = state.open.hexes.iter();
    hexes
        .filter(|(_, it)| !it.gold.is_empty())
        .map(|(hex, _)| *hex)
        .filter(|it| ports::is_port(tables, &state.open, seat, *it, true))
        .collect()
}
