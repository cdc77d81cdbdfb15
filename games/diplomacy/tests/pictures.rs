//! The picture of Europe: it shows what is there, and what was ordered.

use packetboat_core::engine::game::Block;
use packetboat_core::engine::scene::{Picture, Shape};
use packetboat_core::engine::seat::Viewer;
use packetboat_diplomacy::GAME;
use packetboat_testkit::position::{dice, founded};

fn letters(picture: &Picture) -> usize {
    let text = picture.shapes.iter().filter(|it| match it {
        Shape::Text { text, .. } => text.len() == 1 && "AEFGIRT".contains(text.as_str()),
        _ => false,
    });
    text.count()
}

/// Each unit and each power has a mark with a letter.
#[test]
fn the_map_shows_every_unit() {
    let mut table = founded(GAME, &[], 7, 3);
    for link in 3..15 {
        let sheet = table.sheet();
        for (seat, submission) in table.seats().into_iter().zip(1..) {
            let body = table.robot(seat, &mut dice(103, link));
            table.file(seat, submission, &Block { sheet, body: &body });
        }
        table.play(&mut dice(3, link), true).unwrap();
        let journal = table.save().journal.unwrap();
        table.stored();
        let mut all = table.pictures(Viewer::Public, &[journal]).unwrap();
        let drawn = all.remove(0);
        assert_eq!(letters(&drawn), marks(&table.save().state));
        assert!(drawn.written().len() < 120_000, "{}", drawn.written().len());
    }
}

/// How many marks there are: one of each unit, and one of each power.
fn marks(state: &str) -> usize {
    let state: toml::Table = state.parse().unwrap();
    let units = state["units"].as_table().unwrap().values();
    let units: usize = units.map(|it| it.as_array().unwrap().len()).sum();
    let dislodged = state.get("dislodged").and_then(|it| it.as_array());
    units + dislodged.map_or(0, Vec::len) + 7
}
