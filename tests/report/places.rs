//! Places at the end, as readers outside are given them.

use super::pretend::{outcome, page, seat};
use packetboat::engine::game::PageData;
use packetboat::engine::rules::{Measure, Outcome};
use packetboat::lang::sheet::SheetNo;
use packetboat::report::{Frame, SeatAt};

const SEATS: [&str; 4] = ["north", "east", "south", "west"];

fn frame() -> Frame {
    let mut frame = Frame::bare(SheetNo::whole(9));
    let seats = SEATS.map(|name| SeatAt {
        name: seat(name),
        title: name.to_owned(),
        player: String::new(),
        robot: false,
    });
    frame.seats = seats.to_vec();
    frame
}

/// The places of a game in which these numbers decide: points, towns, and who was first.
fn placed(points: [i64; 4], towns: [i64; 4], first: Option<usize>) -> Vec<String> {
    let seats = SEATS.map(seat);
    let each = |numbers: [i64; 4]| seats.into_iter().zip(numbers);
    let is_first = seats.into_iter().enumerate();
    let is_first = is_first.map(|(at, seat)| (seat, first == Some(at)));
    let measures = vec![
        Measure::has("another won first", is_first),
        Measure::count("fewer points", each(points)),
        Measure::count("fewer towns", each(towns)),
    ];
    let page = PageData {
        outcome: Some(Outcome::measured(seats, &measures)),
        points: each(points).collect(),
        measures,
        ..page()
    };
    said(&page)
}

fn said(page: &PageData) -> Vec<String> {
    let places = frame().placed_by(page);
    let said = places.iter().map(|place| {
        let names = place.names.join(" and ");
        format!("{} {names}: {}", place.place, place.why)
    });
    said.collect()
}

#[test]
fn ties_say_what_broke_them() {
    let all = placed([21, 30, 21, 21], [2, 0, 3, 2], None);
    let wanted = [
        "1 east with 30 points: ",
        "2 south with 21 points: ",
        "3 north and west with 21 points each: fewer towns (2 against 3)",
    ];
    assert_eq!(all, wanted);
}

#[test]
fn more_points_do_not_win_where_another_was_first() {
    let all = placed([3, 5, 3, 1], [0; 4], Some(0));
    let wanted = [
        "1 north with 3 points: ",
        "2 east with 5 points: another won first",
        "3 south with 3 points: ",
        "4 west with 1 point: ",
    ];
    assert_eq!(all, wanted);
}

#[test]
fn who_is_out_of_the_game_is_said_to_be() {
    let seats = ["north", "south"].map(seat);
    let points = Measure::count("fewer points", [(seats[0], 4)]);
    let measures = vec![points];
    let page = PageData {
        outcome: Some(Outcome::measured(seats, &measures)),
        measures,
        ..page()
    };
    assert_eq!(said(&page), ["1 north: ", "2 south: out of the game"]);
    let page = PageData {
        outcome: Some(outcome(&[("north", 1), ("south", 2)])),
        ..super::pretend::page()
    };
    assert_eq!(said(&page), ["1 north: ", "2 south: "], "no game says why");
}

/// As after an agreed draw, in which points decide nothing.
#[test]
fn points_that_differ_are_said_of_each() {
    let seats = SEATS.map(seat);
    let page = PageData {
        outcome: Some(Outcome::measured(seats, &[])),
        points: seats.into_iter().zip([5, 3, 3, 3]).collect(),
        ..page()
    };
    let all = "1 north with 5 points and east with 3 points and south with 3 points \
               and west with 3 points: ";
    assert_eq!(said(&page), [all]);
}
