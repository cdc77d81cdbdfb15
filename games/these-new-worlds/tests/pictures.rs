//! The picture of a round of These New Worlds: open things only, and the same for both.

use packetboat_core::engine::game::Table;
use packetboat_core::engine::scene::{Picture, Shape};
use packetboat_core::engine::seat::Viewer;
use packetboat_report::Painter;
use packetboat_testkit::position::{dice, robots_play};
use packetboat_these_new_worlds::GAME;
use toml::{Table as Tree, Value};

fn picture(table: &dyn Table, viewer: Viewer) -> Picture {
    let mut all = table.pictures(viewer, &[]).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// The planets that the state names as won, in the Collective, or to be won.
fn planets(table: &dyn Table) -> usize {
    let state: Tree = table.save().state.parse().unwrap();
    let many = |it: &Value| it.as_array().map_or(0, Vec::len);
    let empires = state["empires"].as_table().unwrap().values();
    let won: usize = empires.map(many).sum();
    won + many(&state["collective"]) + usize::from(state.contains_key("prize"))
}

#[test]
fn both_see_the_same_worlds() {
    let mut swapped = 0;
    for seed in [1, 2, 3] {
        robots_play((GAME, 2, seed), |table, _| {
            let everybody = picture(table, Viewer::Public);
            for seat in table.seats() {
                let viewer = Viewer::Seat(seat);
                assert!(everybody == picture(table, viewer), "{seat}");
                let other = table.resample(viewer, &mut dice(seed, 77));
                swapped += usize::from(other.save().state != table.save().state);
                assert!(everybody == picture(&*other, viewer), "{seat}");
            }
            // Each has dots of its colour.
            let dots = everybody.shapes.iter().filter(|shape| match shape {
                Shape::Path(path) => path.runs.iter().all(|run| run.len() == 4),
                _ => false,
            });
            let marks = 1;
            assert_eq!(dots.count() - marks, planets(table));
            assert!(everybody.shapes.len() < 140, "{}", everybody.shapes.len());
            let sentences = everybody.alt.matches(". ").count() + 1;
            assert!((2..=5).contains(&sentences), "{}", everybody.alt);
            true
        });
    }
    assert!(swapped > 10, "hardly anything was hidden: {swapped}");
}

#[test]
fn the_worlds_are_small_files() {
    let painter = Painter::new();
    let mut sizes = Vec::new();
    robots_play((GAME, 2, 4), |table, _| {
        sizes.push(painter.png(&picture(table, Viewer::Public), None).len());
        sizes.len() < 3
    });
    assert!(sizes.iter().all(|it| *it <= 40_000), "{sizes:?}");
    assert!(sizes.len() > 1);
}
