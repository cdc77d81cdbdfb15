//! How the game begins, how player turns and game turns follow each other, and the end (1.2, 1.3).

use super::super::data::{Area, Tables};
use super::super::events::{Event, joined};
use super::super::state::{Moment, Phase, State, Ways};
use super::super::world::{Colony, Crown, Isolation, World};
use super::deal;
use packetboat_core::engine::chronicle::Cx;
use packetboat_core::engine::data::Founding;
use packetboat_core::engine::dice::Bowl;
use packetboat_core::engine::rules::{Measure, Outcome};
use packetboat_core::engine::seat::Seat;
use packetboat_core::gather::Gather;
use std::collections::BTreeMap;

/// Sets up a campaign: the order of play by one shuffle, then the first deal (1.2).
pub fn set_up(tables: &Tables, founding: &Founding, cx: &mut Cx<'_, Event>) -> State {
    let seats = founding.seats.clone();
    let mut order = seats.clone();
    if founding.word("seat_order") == "drawn" {
        cx.dice.shuffle(Bowl::Open, "the order of play", &mut order);
    }
    let starts = &tables.tracks.royal_support.start_index_by_seat;
    let crowns = order.iter().zip(starts.iter().copied());
    let crowns = crowns.map(|(seat, square)| (*seat, Crown { vp: 0, square }));
    let mut state = State {
        ways: Ways::of(founding),
        turn: 1,
        acted: 0,
        phase: Phase::Gate,
        prepared: false,
        moment: Moment::default(),
        world: World {
            crowns: crowns.into_map(),
            order: order.clone(),
            colonies: BTreeMap::new(),
            isolations: Vec::new(),
        },
        hands: seats.iter().map(|it| (*it, Vec::new())).into_map(),
        discards: Vec::new(),
        seats,
    };
    for (place, seat) in (1..).zip(order) {
        cx.announce(Event::Placed { seat, place });
    }
    deal::deal(tables, &mut state, cx);
    state
}

/// A player turn begins: their Isolations leave the map (R42), and Struggling colonies cost points.
pub fn begin(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    let seat = state.active();
    cx.announce(Event::Begins { seat });
    let lie = state.world.isolations.iter();
    let (gone, kept): (Vec<Isolation>, Vec<Isolation>) = lie.partition(|it| it.seat == seat);
    state.world.isolations = kept;
    for isolation in gone {
        state.discards.push(isolation.card);
        cx.announce(Event::Opened {
            seat,
            region: isolation.region,
        });
    }
    if let Some((vp, total)) = struggle(tables, state, seat) {
        cx.announce(Event::Struggles { seat, vp, total });
    }
    state.phase = Phase::Abandon;
}

/// Points for Struggling colonies, isolated ones too; those lost, and those left.
fn struggle(tables: &Tables, state: &mut State, seat: Seat) -> Option<(u32, u32)> {
    let number = state.world.count(seat, |it| !it.thrives());
    let vp = state
        .world
        .lose(seat, number * tables.tracks.points.struggling);
    (number > 0).then(|| (vp, state.world.crown(seat).vp))
}

/// Colonies leave the map as their owner wants (R30).
pub fn abandon(state: &mut State, areas: &[Area], cx: &mut Cx<'_, Event>) {
    state.world.colonies.retain(|it, _| !areas.contains(it));
    if !areas.is_empty() {
        let (seat, areas) = (state.active(), joined(areas));
        cx.announce(Event::Abandoned { seat, areas });
    }
    state.phase = Phase::Play;
}

/// The player turn is over: on to the next, the next game turn, or the end.
pub fn end(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    state.moment = Moment::default();
    if (state.acted as usize) + 1 < state.world.order.len() {
        state.acted += 1;
        let by_round = state.ways.by_round;
        state.phase = if by_round { Phase::Begin } else { Phase::Gate };
        return;
    }
    let next = state.turn + 1;
    cx.announce(Event::Turn {
        turn: next,
        label: tables.label(next, state.ways.turns).to_owned(),
    });
    if state.turn == state.ways.turns {
        return over(tables, state, cx);
    }
    state.turn = next;
    state.acted = 0;
    state.prepared = false;
    state.phase = Phase::Gate;
    if state.ways.rotate {
        state.world.order.rotate_left(1);
    }
    deal::deal(tables, state, cx);
}

/// The final check, and who has won (R27, R51).
fn over(tables: &Tables, state: &mut State, cx: &mut Cx<'_, Event>) {
    for seat in state.world.order.clone() {
        if let Some((vp, total)) = struggle(tables, state, seat) {
            cx.announce(Event::Checked { seat, vp, total });
        }
    }
    state.phase = Phase::Over;
    let outcome = outcome(tables, state);
    let order = state.world.order.iter();
    let first = order.filter(|it| outcome.placings.get(*it) == Some(&1));
    let winners = joined(first);
    cx.announce(Event::GameOver { winners });
}

/// The placings: points, then Successful colonies, monopolies, Royal Support (R27).
pub fn outcome(tables: &Tables, state: &State) -> Outcome {
    Outcome::measured(state.seats.iter().copied(), &measures(tables, state))
}

/// What decides them.
pub fn measures(tables: &Tables, state: &State) -> Vec<Measure> {
    let world = &state.world;
    let seats = || state.seats.iter().copied();
    let colonies = |seat| world.count(seat, Colony::thrives);
    let monopolies = |seat| world.monopolies(tables, seat).len();
    vec![
        Measure::count("fewer points", seats().map(|it| (it, world.crown(it).vp))),
        Measure::count(
            "fewer Successful colonies",
            seats().map(|it| (it, colonies(it))),
        ),
        Measure::count("fewer monopolies", seats().map(|it| (it, monopolies(it)))),
        Measure::count(
            "less Royal Support",
            seats().map(|it| (it, world.crown(it).square)),
        ),
    ]
}
