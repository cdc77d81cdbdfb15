//! The picture of Europe: it shows what is there, and what was ordered.

use packetboat_core::engine::scene::{Picture, Shape};
use packetboat_core::engine::seat::Viewer;
use packetboat_diplomacy::GAME;
use packetboat_report::Painter;
use packetboat_testkit::position::robots_play;

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
    let mut seen = 0;
    robots_play((GAME, 7, 3), |table, _| {
        seen += 1;
        let journal = table.save().journal.unwrap();
        let mut all = table.pictures(Viewer::Public, &[journal]).unwrap();
        let drawn = all.remove(0);
        let state: toml::Table = table.save().state.parse().unwrap();
        let units = state["units"].as_table().unwrap().values();
        let units: usize = units.map(|it| it.as_array().unwrap().len()).sum();
        let dislodged = state.get("dislodged").and_then(|it| it.as_array());
        let marks = units + dislodged.map_or(0, Vec::len) + 7;
        assert_eq!(letters(&drawn), marks);
        assert!(drawn.written().len() < 120_000, "{}", drawn.written().len());
        if let Ok(folder) = std::env::var("PACKETBOAT_LOOK") {
            let ground = GAME.load(&GAME.pack()).unwrap().ground("europe").unwrap();
            let png = Painter::new().png(&drawn, Some(&ground));
            println!("{seen}: {} bytes, {}", png.len(), drawn.written().len());
            std::fs::write(format!("{folder}/{seen:02}.png"), png.as_slice()).unwrap();
        }
        seen < 12
    });
}
