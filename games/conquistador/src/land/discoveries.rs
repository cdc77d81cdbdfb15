//! The end of a power's C2: discoveries by land, quests, and guests who have outstayed their
//! PASSAGE (5.3, 4.12, Q55).

use super::super::events::Cx;
use super::events::Event;
use super::{loss, parties};
use crate::data::{Discovery, LeaderType, Tables, Trigger};
use crate::ids::{DiscoveryId, LeaderId, PlaceId};
use crate::map::Ocean;
use crate::map::ways::{distance_by_land, nearest_by_land};
use crate::men::{Kind, Men};
use crate::reckon::{deals, ground, units};
use crate::state::{Entered, Party, State};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;

/// How far guests go who must leave (Q55).
const GUESTS_GO: u32 = 3;

/// The end of C2 for the power whose go it is.
pub(super) fn end(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    credit(tables, state, seat, cx);
    quests(tables, state, seat, cx);
    guests(tables, state, seat, cx);
    rest(state, seat);
}

fn credit(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    for discovery in tables.discoveries.iter().filter(|it| !it.is_naval()) {
        let open = &state.open;
        let made =
            open.discovered.contains_key(&discovery.id) || open.made_before.contains(&discovery.id);
        if made {
            continue;
        }
        if let Some(explorer) = qualifies(tables, state, seat, discovery) {
            let bonus = if explorer { tables.explorer_vp } else { 0 };
            note(state, seat, discovery.id, discovery.vp + bonus);
            let event = Event::LandDiscovery {
                seat,
                discovery: discovery.id,
                name: discovery.name.clone(),
                vp: discovery.vp,
                bonus,
            };
            cx.announce(event.into());
        }
    }
}

fn note(state: &mut State, seat: Seat, id: DiscoveryId, vp: i32) {
    state.open.discovered.insert(id, seat);
    state.power_mut(seat).discovery_vp += vp;
}

/// Whether a power has made a discovery in this C2; if so, whether an Explorer was along.
fn qualifies(tables: &Tables, state: &State, seat: Seat, discovery: &Discovery) -> Option<bool> {
    let map = &tables.map;
    let hex = |id: &PlaceId| map.place(*id).map(|it| it.hex);
    let is = |places: &[PlaceId], at: Hex| places.iter().any(|it| hex(it) == Some(at));
    let entered = |fits: &dyn Fn(&Entered) -> bool| {
        let groups: Vec<&Entered> = state.go.entered.iter().filter(|it| fits(it)).collect();
        (!groups.is_empty()).then(|| groups.iter().any(|it| it.explorer))
    };
    let party = |fits: &dyn Fn(&Party) -> bool| {
        let parties = state.own(seat).parties.values().filter(|it| fits(it));
        let led: Vec<bool> = parties.map(|it| explores(tables, it)).collect();
        (!led.is_empty()).then(|| led.contains(&true))
    };
    match &discovery.trigger {
        Trigger::LandArea(area) => entered(&|it| map.area(it.hex) == Some(*area)),
        Trigger::LandPlaces(places) => entered(&|it| is(places, it.hex)),
        Trigger::MarchInto(place) => entered(&|it| !it.landed && hex(place) == Some(it.hex)),
        Trigger::Amazon => party(&|it| descends_amazon(tables, it)),
        Trigger::MarchHolds(places) => party(&|it| {
            let march = march_of(it);
            places
                .iter()
                .all(|place| hex(place).is_some_and(|it| march.contains(&it)))
        }),
        Trigger::CrossContinent(areas) => party(&|it| {
            let coast = |at: &Hex, ocean: Ocean| map.is_coast(*at) && map.ocean(*at) == Some(ocean);
            let march = march_of(it);
            let start = march.iter().position(|it| coast(it, Ocean::Atlantic));
            let behind = start.map_or(&[][..], |at| &march[at..]);
            behind.iter().any(|it| {
                let there = map.area(*it).is_some_and(|it| areas.contains(&it));
                there && coast(it, Ocean::Pacific)
            })
        }),
        Trigger::Start
        | Trigger::SeaArea(_)
        | Trigger::SeaZone(_)
        | Trigger::SeaPlaces(_)
        | Trigger::CapePassage
        | Trigger::Circumnavigation => None,
    }
}

fn explores(tables: &Tables, party: &Party) -> bool {
    units::of_type(tables, &party.leaders, LeaderType::Explorer) > 0
}

/// Where a party has been since it last came ashore; nowhere while it is aboard.
fn march_of(party: &Party) -> &[Hex] {
    match party.hex {
        Some(_) => party.trail.get(party.march_from as usize..).unwrap_or(&[]),
        None => &[],
    }
}

/// L08: first Quito or Maranon, afterwards Para.
fn descends_amazon(tables: &Tables, party: &Party) -> bool {
    let hex = |name: &str| {
        let id: PlaceId = name.parse().expect("a name of the map");
        tables.map.place(id).map(|it| it.hex)
    };
    let heads = ["inc_quito", "ama_maranon"].map(hex);
    let head = party.trail.iter().position(|it| heads.contains(&Some(*it)));
    let behind = head.map_or(&[][..], |at| &party.trail[at..]);
    behind.iter().any(|it| hex("ama_para") == Some(*it))
}

/// A quest (6.4.15, 6.4.16) has succeeded when a party that serves it and still has a Soldier has
/// been in all its Areas (Q18).
fn quests(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    for at in 0..state.open.power(seat).quests.len() {
        let quest = state.open.power(seat).quests[at];
        let serves = |it: &&Party| it.quests.contains(&quest.kind) && it.men.soldiers > 0;
        let mut parties = state.own(seat).parties.values().filter(serves);
        let achieved = parties.any(|party| {
            let seen = |hex: &Hex| tables.map.area(*hex);
            let mut areas = parties::quest_areas(tables, quest.kind).iter();
            areas.all(|area| party.trail.iter().any(|it| seen(it) == Some(*area)))
        });
        if quest.done || !achieved {
            continue;
        }
        state.power_mut(seat).quests[at].done = true;
        let name = parties::quest_name(quest.kind).to_owned();
        cx.announce(Event::QuestAchieved { seat, quest: name }.into());
    }
}

/// Guests whose PASSAGE has ended and who have not left are moved out of the hexes they share.
fn guests(tables: &Tables, state: &mut State, seat: Seat, cx: &mut Cx<'_>) {
    let stacks = state.open.stacks_of(seat).map(|(hex, _)| hex);
    let stacks: Vec<Hex> = stacks.collect();
    for hex in stacks {
        let others = ground::others_in(&state.open, seat, hex);
        let outstayed = |host: &Seat| {
            !shares(tables, state, seat, *host, hex) && is_guest(state, seat, *host, hex)
        };
        if !others.iter().any(outstayed) {
            continue;
        }
        let free = |it: Hex| ground::others_in(&state.open, seat, it).is_empty();
        let to = nearest_by_land(&tables.map, hex, &free)
            .filter(|it| distance_by_land(&tables.map, hex, *it).is_some_and(|it| it <= GUESTS_GO));
        evict(tables, state, seat, hex, to, cx);
    }
}

/// Whether one of two powers lets the other stand in a hex with it.
fn shares(tables: &Tables, state: &State, one: Seat, other: Seat, hex: Hex) -> bool {
    let area = tables.map.area(hex).expect("land lies in an Area");
    let (deals, turn) = (&state.deals, state.open.turn);
    deals::passage(deals, turn, one, other, area) || deals::passage(deals, turn, other, one, area)
}

/// Of two powers in a hex the guest is the one without a settlement; else the one with fewer
/// units; else the later in seat order. (Who came first is not written down.)
fn is_guest(state: &State, seat: Seat, host: Seat, hex: Hex) -> bool {
    let rank = |it: Seat| {
        let men = state.open.men(hex, it);
        let place = state.open.table.iter().position(|other| *other == it);
        (men.colonists > 0, men.total(), std::cmp::Reverse(place))
    };
    let open = &state.open;
    rank(seat) < rank(host) && open.stack(hex, host).is_some()
}

fn evict(
    tables: &Tables,
    state: &mut State,
    seat: Seat,
    hex: Hex,
    to: Option<Hex>,
    cx: &mut Cx<'_>,
) {
    let stack = state.open.stack(hex, seat).cloned().unwrap_or_default();
    let leaders: Vec<LeaderId> = stack.leaders.iter().copied().collect();
    let from = tables.map.name_of(hex);
    let Some(to) = to else {
        loss::all_men(state, seat, hex);
        for leader in &leaders {
            loss::leader(state, seat, hex, *leader);
        }
        let units = units::words(tables, &stack.men, &leaders);
        let place = from;
        return cx.announce(Event::GuestsLost { seat, units, place }.into());
    };
    let fits = stack
        .men
        .at_most(&ground::room_for(tables, &state.open, seat, to));
    let mut over = stack.men;
    over -= fits;
    for kind in Kind::ALL {
        loss::men(state, seat, hex, kind, over.get(kind));
    }
    let along = parties::leaving(state, seat, hex, &fits, &leaders);
    loss::take(state, seat, hex, &fits, &leaders);
    parties::march(state, seat, &along, &[to]);
    loss::put(state, seat, to, &fits, &leaders);
    parties::shrink(state, seat, hex);
    let event = Event::GuestsMoved {
        seat,
        units: units::words(tables, &fits, &leaders),
        from,
        to: tables.map.name_of(to),
    };
    cx.announce(event.into());
}

/// Who has marched may march again in the next turn.
fn rest(state: &mut State, seat: Seat) {
    for ashore in state.open.hexes.values_mut() {
        if let Some(stack) = ashore.stacks.get_mut(&seat) {
            stack.marched = Men::NONE;
            stack.marched_leaders.clear();
        }
    }
}
