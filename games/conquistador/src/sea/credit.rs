//! D3: discoveries are credited to who comes first, gold is added to the Treasury, ships in
//! Europe are paid off; the turn's voyages are over.

use super::super::data::Tables;
use super::super::events::Cx;
use super::super::ids::{At, Label};
use super::super::reckon::{landing, units};
use super::super::state::State;
use super::events::Event;
use super::{banking, marks};
use packetboat_core::prelude::*;

/// All of one power.
pub(super) fn all(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    banking::all(tables, state, seat, cx);
    discoveries(tables, state, seat, cx);
    gold(state, seat, cx);
    charts(tables, state, seat, cx);
    pay_off(tables, state, seat, cx);
    forget_voyages(state, seat);
}

/// In the order of the list; each once only (5.3). What no ship has brought to a port is credited
/// to nobody, and stays open (Q35).
fn discoveries(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let brought = std::mem::take(&mut state.own_mut(seat).banked_marks);
    for discovery in tables
        .discoveries
        .iter()
        .filter(|it| brought.contains(&it.id))
    {
        let (id, name) = (discovery.id, discovery.name.clone());
        if marks::is_taken(&state.open, id) {
            let first = state.open.discovered.get(&id).copied().unwrap_or(seat);
            let event = Event::DiscoveryTooLate {
                seat,
                discovery: id,
                name,
                first,
            };
            if first != seat {
                cx.tell(Audience::one(seat), event.into());
            }
            continue;
        }
        state.open.discovered.insert(id, seat);
        state.power_mut(seat).discovery_vp += discovery.vp;
        let event = Event::DiscoveryCredited {
            seat,
            discovery: id,
            name,
            vp: discovery.vp,
        };
        cx.announce(event.into());
    }
}

/// Gold and treasure that have reached Europe are added to the Treasury (6.2.2), though the ships
/// may have left again (Q96).
fn gold(state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let ducats = std::mem::take(&mut state.own_mut(seat).banked_gold);
    if ducats == 0 {
        return;
    }
    let power = state.power_mut(seat);
    power.treasury += ducats;
    power.gold_credited[0] += ducats;
    let event = Event::GoldCredited {
        seat,
        ducats,
        treasury: power.treasury,
    };
    cx.announce(event.into());
}

/// Zones and the Rutter are known from now on (Q93).
fn charts(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let own = state.own_mut(seat);
    let zones = std::mem::take(&mut own.banked_charts);
    let rutter = std::mem::take(&mut own.rutter_banked) && !own.rutter;
    own.charts.extend(&zones);
    own.rutter |= rutter;
    if !zones.is_empty() {
        let zones = banking::zone_names(tables, &zones);
        cx.tell(
            Audience::one(seat),
            Event::ChartsDrawn { seat, zones }.into(),
        );
    }
    if rutter {
        cx.tell(Audience::one(seat), Event::RutterKept { seat }.into());
    }
}

/// Expeditions in Europe dissolve: ships into the docks, men wait for the next voyage; Colonists
/// do not (Q22). A party does not outlast the voyage home.
fn pay_off(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let own = state.own_mut(seat);
    let all = own.expeditions.iter();
    let home: Vec<Label> = all
        .filter(|(_, it)| it.at == At::Europe)
        .map(|(label, _)| *label)
        .collect();
    for label in home {
        let own = state.own_mut(seat);
        let expedition = own.expeditions.remove(&label).expect("listed above");
        let fleet = expedition.fleet();
        let men = expedition.men();
        let leaders = expedition.leaders();
        let (stay, lost) = landing::waiting_in_europe(&men);
        let docks = own.docks.entry(At::Europe).or_default();
        *docks += fleet;
        own.europe += stay;
        own.leaders.extend(&leaders);
        own.parties.retain(|_, it| it.aboard != Some(label));
        let event = Event::PaidOff {
            seat,
            label,
            ships: fleet.words(),
            who: units::words(tables, &stay, &leaders),
        };
        cx.tell(Audience::one(seat), event.into());
        colonists_stayed(seat, lost, cx);
    }
}

/// Colonists who are in Europe at the end of D1 are lost (Q21, Q22, Q60).
pub(super) fn colonists_stayed(seat: Seat, colonists: u32, cx: &mut Cx<'_>) {
    if colonists > 0 {
        let event = Event::ColonistsStayed { seat, colonists };
        cx.tell(Audience::one(seat), event.into());
    }
}

/// Bounds not sailed are lost; blocks hold for their turn only (2.5).
fn forget_voyages(state: &mut State, seat: Seat) {
    for expedition in state.own_mut(seat).expeditions.values_mut() {
        expedition.bounds = 0;
        expedition.exceed = 0;
        expedition.crossed_b = 0;
        expedition.mp = 0;
        expedition.sailed_b = 0;
        expedition.sailed_d = 0;
        expedition.crossing = None;
        expedition.ashore = None;
        expedition.returns = None;
        expedition.cruise = false;
        expedition.circumnavigates = false;
        expedition.attacked.clear();
        expedition.invaded.clear();
        expedition.raided.clear();
    }
}
