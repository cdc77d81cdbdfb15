//! The chart of points: what it weighs, and that it tells everybody the points of all.

use packetboat::engine::game::card;
use packetboat::engine::pages::Standing;
use packetboat::engine::scene::{Picture, Shape};
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::lang::sheet::SheetNo;
use packetboat::report::Painter;
use packetboat_kit::chart::mark_of;
use packetboat_kit::course::course;
use packetboat_testkit::position::robots_play;
use packetboat_tools::games;
use std::collections::BTreeSet;

/// Bytes of the chart at most.
const BYTES_MAX: usize = 20_000;

fn words(picture: &Picture) -> Vec<&str> {
    let mut found = Vec::new();
    for shape in &picture.shapes {
        if let Shape::Text { text, .. } = shape {
            found.push(text.as_str());
        }
    }
    found
}

fn seat(place: usize) -> Seat {
    [
        "spain", "england", "france", "portugal", "germany", "sweden",
    ][place]
        .parse()
        .unwrap()
}

/// A campaign of so many turns, in which all points go up and down.
fn rows(turns: u32, seats: usize) -> Vec<Standing> {
    let points = |turn: u32, place: usize| {
        let place = u32::try_from(place).unwrap();
        i64::from(turn * (7 + place) + (turn * 7919 + place * 104_729) % 40) - 60
    };
    let row = |turn| Standing {
        sheet: SheetNo::whole(turn),
        points: (0..seats).map(|it| (seat(it), points(turn, it))).collect(),
    };
    (1..=turns).map(row).collect()
}

/// What a curve is called.
fn title(seat: Seat) -> String {
    format!("Netherlands {}", &seat.as_str()[..1])
}

/// The chart of these rows, for so many seats.
fn chart(rows: &[Standing], seats: usize) -> Option<Picture> {
    let place = |it: Seat| (0..seats).find(|at| seat(*at) == it).unwrap();
    course(rows, (0..seats).map(seat), |holder| {
        (title(holder), mark_of(place(holder)))
    })
}

#[test]
fn the_longest_campaign_of_the_most_players_is_a_small_chart() {
    let rows = rows(48, 6);
    let picture = chart(&rows, 6).unwrap();
    let bytes = Painter::new().png(&picture, None).len();
    assert!(bytes <= BYTES_MAX, "{bytes} bytes");
    for seat in (0..6).map(seat) {
        let (title, points) = (title(seat), rows.last().unwrap().points[&seat]);
        let told = format!("{title} {points}");
        assert!(words(&picture).contains(&told.as_str()), "{told}");
        assert!(picture.alt.contains(&format!("{title} from ")));
        assert!(picture.alt.contains(&format!(" to {points}")), "{points}");
    }
    let turns = |it: &&&str| it.parse::<u32>().is_ok_and(|it| (1..=48).contains(&it));
    let named = words(&picture).iter().filter(turns).count();
    assert!((5..=14).contains(&named), "{named} turns are named");
}

#[test]
fn one_turn_is_no_chart() {
    assert!(chart(&[], 2).is_none());
    assert!(chart(&rows(1, 2), 2).is_none());
    let two = chart(&rows(2, 2), 2).unwrap();
    assert!(two.alt.starts_with("Points from turn 1 to turn 2: "));
}

#[test]
fn every_game_that_keeps_points_shows_everybody_the_same_chart() {
    for game in [
        "conquistador",
        "voyages-1492",
        "anno-1503",
        "new-world-1500",
    ] {
        let seats = card(&games::pack(game)).unwrap().seats;
        let (mut rows, mut charts) = (Vec::new(), 0);
        let mut last = None;
        robots_play((games::named(game), seats.len(), 5), |table, _| {
            rows.push(Standing {
                sheet: table.sheet(),
                points: table.scores(),
            });
            let chart = table.course(Viewer::Public, &rows);
            // Where all have the same all the time there is nothing to be seen.
            let all: BTreeSet<i64> = rows
                .iter()
                .flat_map(|it| it.points.values())
                .copied()
                .collect();
            assert_eq!(chart.is_some(), rows.len() > 1 && all.len() > 1, "{game}");
            for seat in table.seats() {
                assert_eq!(table.course(Viewer::Seat(seat), &rows), chart, "{game}");
            }
            for (seat, points) in table.scores() {
                let Some(chart) = &chart else { continue };
                let title = &seats.iter().find(|it| it.name == seat).unwrap().title;
                let told = format!("{title} {points}");
                assert!(words(chart).contains(&told.as_str()), "{game}: {told}");
                charts += 1;
            }
            last = chart;
            true
        });
        assert!(charts >= 20, "{game}: {charts}");
        let bytes = Painter::new().png(&last.unwrap(), None).len();
        assert!(bytes <= BYTES_MAX, "{game}: {bytes} bytes");
    }
}
