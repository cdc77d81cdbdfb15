//! How the game begins, how player turns and game turns follow each other, and the end (1.2, 1.3).

use super::super::data::{Area, Tables};
use super::super::events::{Event, joined};
use super::super::facts::Play;
use super::super::state::{Moment, Phase, State, Ways};
use super::super::world::{Colony, Crown, Isolation, World};
use super::deal;
use packetboat_core::prelude::*;
use packetboat_kit::words::few;

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
        spent: Vec::new(),
        seats,
    };
    for (place, seat) in (1..).zip(order) {
        cx.announce(Event::Placed { seat, place });
    }
    deal::deal(tables, &mut state, cx);
    state
}

/// A player turn begins: their Isolations leave the map (R42), and Struggling colonies cost points.
pub fn begin(play: &mut Play<'_>) {
    let seat = play.active();
    play.announce(Event::Begins { seat });
    let lie = play.world.isolations.iter();
    let (gone, kept): (Vec<Isolation>, Vec<Isolation>) = lie.partition(|it| it.seat == seat);
    play.world.isolations = kept;
    for Isolation { region, card, .. } in gone {
        play.discards.push(card);
        play.announce(Event::Opened { seat, region });
    }
    if let Some((vp, total)) = struggle(play.tables, play.state, seat) {
        play.announce(Event::Struggles { seat, vp, total });
    }
    play.phase = Phase::Abandon;
}

/// Points for Struggling colonies, isolated ones too; those lost, and those left.
fn struggle(tables: &Tables, state: &mut State, seat: Seat) -> Option<(u32, u32)> {
    let number = state.world.count(seat, |it| !it.thrives());
    let points = number * tables.tracks.points.struggling;
    let vp = state.world.lose(seat, points);
    (number > 0).then(|| (vp, state.world.crown(seat).vp))
}

/// Colonies leave the map as their owner wants (R30).
pub fn abandon(play: &mut Play<'_>, areas: &[Area]) {
    play.world.colonies.retain(|it, _| !areas.contains(it));
    if !areas.is_empty() {
        let (seat, areas) = (play.active(), joined(areas));
        play.announce(Event::Abandoned { seat, areas });
    }
    play.phase = Phase::Play;
}

/// The player turn is over: on to the next, the next game turn, or the end.
pub fn end(play: &mut Play<'_>) {
    play.moment = Moment::default();
    if (play.acted as usize) + 1 < play.world.order.len() {
        play.acted += 1;
        let by_round = play.ways.by_round;
        play.phase = if by_round { Phase::Begin } else { Phase::Gate };
        return;
    }
    let next = play.turn + 1;
    play.announce(Event::Turn {
        turn: next,
        label: play.tables.label(next, play.ways.turns).to_owned(),
    });
    if play.turn == play.ways.turns {
        return over(play);
    }
    play.turn = next;
    play.acted = 0;
    play.prepared = false;
    play.phase = Phase::Gate;
    if play.ways.rotate {
        play.world.order.rotate_left(1);
    }
    deal::deal(play.tables, play.state, &mut play.cx);
}

/// The final check, and who has won (R27, R51).
fn over(play: &mut Play<'_>) {
    for seat in play.world.order.clone() {
        if let Some((vp, total)) = struggle(play.tables, play.state, seat) {
            play.announce(Event::Checked { seat, vp, total });
        }
    }
    play.phase = Phase::Over;
    let outcome = outcome(play.tables, play.state);
    let order = play.world.order.iter();
    let first = order.filter(|it| outcome.placings.get(*it) == Some(&1));
    let winners = joined(first);
    play.announce(Event::GameOver { winners });
}

/// The placings: points, then Successful colonies, monopolies, Royal Support (R27).
pub fn outcome(tables: &Tables, state: &State) -> Outcome {
    Outcome::measured(state.seats.iter().copied(), &measures(tables, state))
}

/// What decides them.
pub fn measures(tables: &Tables, state: &State) -> Vec<Measure> {
    let world = &state.world;
    let of = |less, number: &dyn Fn(Seat) -> u32| {
        let seats = state.seats.iter().copied();
        Measure::count(less, seats.map(|it| (it, number(it))))
    };
    let colonies = |it| world.count(it, Colony::thrives);
    vec![
        of("fewer points", &|it| world.crown(it).vp),
        of("fewer Successful colonies", &colonies),
        of("fewer monopolies", &|it| few(world.monopolies(tables, it))),
        of("less Royal Support", &|it| world.crown(it).square),
    ]
}
