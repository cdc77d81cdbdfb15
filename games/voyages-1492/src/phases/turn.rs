//! How the game begins, how turns and rounds follow each other, and points (1.1 to 1.3).

use super::super::data::{Blocks, CardCode, Tables};
use super::super::events::{Event, Source};
use super::super::state::{Pace, Phase, Sea, Ship, State, Turn, Ways};
use super::super::{facts::Play, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::turns;

/// Sets up a campaign: ports by chance, a die for who begins (1.2).
///
/// # Errors
/// A number of ships for which the map has no ports.
pub fn set_up(
    tables: &Tables,
    founding: &Founding,
    cx: &mut Cx<'_, Event>,
) -> Result<State, DataError> {
    let seats = &founding.seats;
    let ports = tables
        .board
        .seated
        .iter()
        .find(|it| it.len() == seats.len());
    let few = || DataError::new("map.toml", format!("it seats no {} ships", seats.len()));
    let ports = ports.ok_or_else(few)?;
    let mut order = seats.clone();
    cx.dice.shuffle(Bowl::Open, "the ports", &mut order);
    let mut ships = Vec::new();
    for (seat, port) in order.iter().zip(ports) {
        let found = tables.board.ports.iter().find(|it| it.0 == *port);
        let hex = found.expect("the map was checked").1;
        cx.announce(Event::SetOut {
            seat: *seat,
            port: port.clone(),
            hex,
        });
        ships.push(Ship {
            seat: *seat,
            home: hex,
            hex,
            hull: tables.stats.hull,
            crew: tables.stats.crew,
            blocks: Blocks::each_of(tables.stats.start_each),
            upgrades: Vec::new(),
            collectibles: Vec::new(),
            killed: Vec::new(),
            sunk: 0,
            kings: 0,
            becalmed: false,
            adrift: false,
            truce: false,
        });
    }
    ships.sort_by_key(|it| seats.iter().position(|seat| *seat == it.seat));
    turns::first_by_die(&mut order, cx, |seat, die| Event::Lot { seat, die });
    cx.announce(Event::Begins { seat: order[0] });
    Ok(State {
        ways: Ways::of(founding),
        round: 1,
        acted: 0,
        phase: Phase::Gate,
        turn: Turn::default(),
        hands: seats.iter().map(|it| (*it, Vec::new())).into_map(),
        sea: Sea {
            order,
            ships,
            blockades: Vec::new(),
            outpost: None,
            monsters: Vec::new(),
            ship_discards: Vec::new(),
            wave_discards: Vec::new(),
            island_discards: Vec::new(),
            trap_discards: Vec::new(),
            winner: None,
        },
    })
}

/// The sheets are in.
pub fn gate(state: &mut State) {
    for ship in &mut state.sea.ships {
        ship.adrift = false;
    }
    state.phase = Phase::Begin;
}

/// The turn of the next ship begins; a move lost before, by chains (R15) or Doldrums or both (R37),
/// is lost in it.
pub fn begin(play: &mut Play<'_>) {
    let seat = play.active();
    play.announce(Event::Turn {
        seat,
        round: play.round,
    });
    let ship = play.sea.ship_mut(seat);
    ship.truce = false;
    let still = std::mem::take(&mut ship.becalmed);
    play.turn = Turn {
        still,
        ..Turn::default()
    };
    if still {
        play.announce(Event::Becalmed { seat });
    }
    play.phase = Phase::Move;
}

/// The turn is over: on to the next ship, the next round, the next gate or the end.
pub fn end(play: &mut Play<'_>) {
    play.turn = Turn::default();
    let Some(next) = play.turns().after() else {
        return over(play);
    };
    (play.round, play.acted) = next;
    let gate = play.ways.pace == Pace::Seat || play.turns().begins_batch();
    play.phase = if gate { Phase::Gate } else { Phase::Begin };
}

/// Goes on to a phase, unless somebody has won (R28) or the ship was sunk in its own turn (R33).
pub fn go_on(play: &mut Play<'_>, afloat: bool, phase: Phase) {
    if play.sea.winner.is_some() {
        return over(play);
    }
    if afloat {
        play.phase = phase;
    } else {
        play.cx.cut_short(play.active(), &Refusal::Sunk);
        end(play);
    }
}

fn over(play: &mut Play<'_>) {
    play.turn = Turn::default();
    play.phase = Phase::Over;
    play.announce(Event::GameOver {
        winner: play.sea.winner,
    });
}

/// A point is booked; who is at the number that wins has won, whoever's turn it is (R28).
pub fn point(play: &mut Play<'_>, seat: Seat, why: Source) {
    if play.sea.winner.is_some() {
        return;
    }
    let points = play.sea.points(play.tables, seat);
    play.announce(Event::Point { seat, why, points });
    if points >= play.tables.stats.win_pp {
        play.sea.winner = Some(seat);
    }
}

/// A ship gets collectibles; as soon as it has enough of them they are a point (R17).
pub fn collect(play: &mut Play<'_>, seat: Seat, found: Vec<CardCode>) {
    let ship = play.state.sea.ship_mut(seat);
    let before = ship.collects(play.tables);
    ship.collectibles.extend(found);
    if !before && ship.collects(play.tables) {
        point(play, seat, Source::Collectibles);
    }
}

/// A point is lost.
pub fn point_lost(play: &mut Play<'_>, seat: Seat, why: Source) {
    let points = play.sea.points(play.tables, seat);
    play.announce(Event::PointLost { seat, why, points });
}
