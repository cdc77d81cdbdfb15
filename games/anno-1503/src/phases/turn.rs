//! How the game begins, how turns and rounds follow each other, points, and the end (1.1 to 1.3).

use super::super::data::{Tables, Tile};
use super::super::state::{Isle, Person, Phase, Route, Ship, State, Turn, Ways, World};
use super::super::steps::{Step, printed};
use super::super::{board::Cell, events::Event, facts::Play, reckon::Point, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::{turns, words::commas};

/// Sets up a campaign: a die for who begins (R28), tiles by chance (1.2).
pub fn set_up(tables: &Tables, founding: &Founding, cx: &mut Cx<'_, Event>) -> State {
    let seats = &founding.seats;
    let number = u32::try_from(seats.len()).expect("seats are few");
    let mut hands = BTreeMap::new();
    let mut isles: Vec<Isle> = seats.iter().map(|it| isle(tables, *it)).collect();
    if founding.is_since("islands", "dealt") {
        let mut homes: Vec<String> = tables.homes.iter().map(|it| it.id.clone()).collect();
        cx.dice.shuffle(Bowl::Open, "home islands", &mut homes);
        for (isle, home) in isles.iter_mut().zip(homes) {
            isle.home = home;
        }
    }
    for (seat, isle) in seats.iter().zip(&isles) {
        let island = isle.island(tables).id.clone();
        cx.announce(Event::Settled {
            seat: *seat,
            island,
        });
        hands.insert(*seat, tables.cards.start.singly());
    }
    let mut order = seats.clone();
    turns::first_by_die(&mut order, cx, |seat, die| Event::Lot { seat, die });
    cx.announce(Event::Begins { seat: order[0] });
    let mut sea = BTreeMap::new();
    let mut laid: BTreeMap<u32, Vec<Tile>> = BTreeMap::new();
    for (cell, stack) in tables.board.islands.iter().filter(|it| *it.1 <= number) {
        let laid = laid.entry(*stack).or_default();
        let why = format!("the tile on {cell}");
        let tile = tables.stack(*stack).draw(laid.iter(), cx.dice, &why);
        let tile = tile.expect("stacks have a tile for each of their spaces");
        laid.push(tile);
        sea.insert(*cell, tile);
    }
    State {
        ways: Ways::of(founding),
        round: 1,
        acted: 0,
        phase: Phase::Gate,
        turn: Turn::default(),
        world: World {
            order,
            isles,
            gone: Vec::new(),
            winner: None,
        },
        sea,
        hands,
        charts: BTreeMap::new(),
        routes: BTreeMap::new(),
        quiet: Vec::new(),
    }
}

fn isle(tables: &Tables, seat: Seat) -> Isle {
    let settled = tables.island.spaces.iter().filter_map(|it| it.start);
    Isle {
        seat,
        home: String::new(),
        gold: tables.cards.start_gold,
        people: settled
            .map(|level| Person {
                level,
                building: None,
            })
            .collect(),
        agreements: 0,
        branches: Vec::new(),
        ships: vec![Ship {
            number: 1,
            at: tables.board.start,
        }],
    }
}

/// The sheets are in; `quiet` have filed none.
pub fn gate(state: &mut State, quiet: Vec<Seat>) {
    state.quiet = quiet;
    state.phase = Phase::Begin;
}

/// The turn is over: on to the next seat, the next round, the next gate or the end.
pub fn end(play: &mut Play<'_>) {
    play.turn = Turn::default();
    let Some(next) = play.turns().after() else {
        return over(play, None);
    };
    (play.round, play.acted) = next;
    play.phase = Phase::Begin;
    if play.turns().begins_batch() {
        play.phase = Phase::Gate;
        routes_end(play);
        play.quiet.clear();
    }
}

/// The batch is over: what ships have not done of their routes is dropped.
fn routes_end(play: &mut Play<'_>) {
    for (seat, routes) in std::mem::take(&mut play.routes) {
        let isle = play.state.world.isle(seat);
        let at = |it: &Route| isle.ship(it.ship).map(|it| it.at);
        let routes = routes.iter();
        routes.for_each(|it| route_ends(play.tables, seat, (it, at(it)), &mut play.cx));
    }
}

/// A ship goes no farther: by then it has done what its line says, or what is left is dropped.
pub fn route_ends(
    tables: &Tables,
    seat: Seat,
    (route, at): (&Route, Option<Cell>),
    cx: &mut Cx<'_, Event>,
) {
    let ship = route.ship;
    let name = format!("ship {ship}");
    let there = |it: &&Step| match (it, at) {
        (Step::To { cell }, Some(at)) => tables.board.berth(at, *cell) == at,
        _ => false,
    };
    let left: Vec<&Step> = route.steps.iter().skip_while(there).collect();
    match at.filter(|_| left.iter().any(|it| is_cut(it))) {
        None => cx.done(seat, name),
        Some(at) => {
            let left = commas(left.into_iter().map(printed));
            cx.ended_short(seat, name, &Refusal::RouteLeft { ship, at, left });
        }
    }
}

/// Whether a route that ends before this step is cut: a hunt goes on for as long as action points
/// last, and so has no end.
pub fn is_cut(step: &Step) -> bool {
    !matches!(step, Step::Hunt { .. })
}

/// On to the wishes of the seat, after what is left of its routes (R41).
pub fn to_wishes(state: &mut State) {
    state.phase = if state.turn.resume.is_empty() {
        Phase::Wish
    } else {
        Phase::Sail {
            ship: state.turn.resume.remove(0),
        }
    };
}

/// The points of all seats.
pub fn points(tables: &Tables, state: &State) -> Vec<(Seat, Vec<Point>)> {
    let isles = state.world.isles.iter();
    isles.map(|it| (it.seat, it.points(tables))).collect()
}

/// Books what points have come and gone (R19, R39), and ends the game if the seat whose turn it is
/// has enough (R18, R38).
pub fn tally(play: &mut Play<'_>, before: &[(Seat, Vec<Point>)]) {
    for ((seat, then), (_, now)) in before.iter().zip(points(play.tables, play.state)) {
        let seat = *seat;
        let number = u32::try_from(now.len()).expect("few");
        for why in then.iter().filter(|it| !now.contains(it)).copied() {
            play.announce(Event::PointLost {
                seat,
                why,
                points: number,
            });
        }
        for why in now.iter().filter(|it| !then.contains(it)).copied() {
            play.announce(Event::Point {
                seat,
                why,
                points: number,
            });
        }
    }
    let active = play.active();
    let wins = play.world.isle(active).vp(play.tables) >= play.tables.victory.needed;
    if wins && !matches!(play.phase, Phase::Gate | Phase::Over) {
        over(play, Some(active));
    }
}

fn over(play: &mut Play<'_>, winner: Option<Seat>) {
    play.turn = Turn::default();
    play.phase = Phase::Over;
    routes_end(play);
    play.world.winner = winner;
    play.announce(Event::GameOver { winner });
}
