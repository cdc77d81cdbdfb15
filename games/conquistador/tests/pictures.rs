//! Pictures: what they may cost, that they show what the view holds, and nothing else.

use super::pretend::{it, state, tables};
use packetboat_conquistador::events::Event;
use packetboat_conquistador::ids::At;
use packetboat_conquistador::resample::resample;
use packetboat_conquistador::sea::events::Event as Sea;
use packetboat_conquistador::state::{Stage, State};
use packetboat_conquistador::view::View;
use packetboat_conquistador::{Conquistador, GAME};
use packetboat_core::engine::dice::{Dice, Keys};
use packetboat_core::engine::pages::Pages;
use packetboat_core::engine::rules::Rules;
use packetboat_core::engine::scene::{Colour, Picture, Shape};
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_report::Painter;
use packetboat_testkit::owed::templates;
use packetboat_testkit::playthrough::Playthrough;
use packetboat_testkit::playthrough::run::play;
use std::collections::BTreeSet;

fn rules() -> Conquistador {
    Conquistador::load(&GAME.pack()).expect("fits")
}

/// At either gate.
fn positions() -> Vec<State> {
    let a = state(&tables());
    let mut b = a.clone();
    b.open.stage = Stage::GateB;
    vec![a, b]
}

/// What England hears: its ships have crossed, those of Spain too, and it lost a leader at sea.
fn heard() -> Vec<Event> {
    let crossed = Sea::ExpeditionCrossed {
        seat: it("england"),
        label: it("E1"),
        ships: "1 Carrack".to_owned(),
        from: "Europe".to_owned(),
        to: "Nombre de Dios".to_owned(),
        bounds: 4,
        passage: false,
    };
    let seen = Sea::ShipsCrossed {
        seat: it("spain"),
        ships: "2 Carracks".to_owned(),
        from: "Veracruz".to_owned(),
        to: "Europe".to_owned(),
    };
    let corsairs = Sea::NeverArrived {
        seat: it("england"),
        at: "Jamaica".to_owned(),
        who: "3 Soldiers".to_owned(),
    };
    [crossed, seen, corsairs].map(Event::Sea).to_vec()
}

fn pictures(view: &View, heard: &[Event]) -> Vec<Picture> {
    rules().pictures(view, &heard.iter().collect::<Vec<_>>())
}

/// All shapes, those that are cut too.
fn all(shapes: &[Shape]) -> Vec<&Shape> {
    let each = shapes.iter().flat_map(|it| match it {
        Shape::Within { shapes, .. } => all(shapes),
        other => vec![other],
    });
    each.collect()
}

/// The words in a picture, each with the size of its letters.
fn words(picture: &Picture) -> Vec<(&str, i32)> {
    let each = all(&picture.shapes).into_iter();
    let texts = each.filter_map(|it| match it {
        Shape::Text { text, pen, .. } => Some((text.as_str(), pen.size)),
        _ => None,
    });
    texts.collect()
}

fn count(words: &[(&str, i32)], text: &str, sizes: &[i32]) -> usize {
    let same = words
        .iter()
        .filter(|it| it.0 == text && sizes.contains(&it.1));
    same.count()
}

#[test]
fn what_a_viewer_may_not_know_is_in_no_picture() {
    let tables = tables();
    for position in positions() {
        for name in ["spain", "england", "france", "portugal"] {
            let viewer = Viewer::Seat(it::<Seat>(name));
            if !position.open.table.contains(&it::<Seat>(name)) {
                continue;
            }
            let shown = pictures(&View::of(&tables, &position, viewer), &heard());
            assert_eq!(shown.len(), 2);
            for seed in 0..6 {
                let dice = Keys::new(&[seed; 32], 1, 0).expect("in range");
                let other = resample(&tables, &position, viewer, &mut Dice::keyed(dice));
                assert_ne!(position, other, "nothing is hidden from {name}");
                let view = View::of(&tables, &other, viewer);
                assert_eq!(shown, pictures(&view, &heard()), "{name}");
            }
        }
    }
}

#[test]
fn the_world_has_a_mark_for_everybody_ashore_and_all_victory_points() {
    let (tables, rules) = (tables(), rules());
    for position in positions() {
        let view = View::of(&tables, &position, Viewer::Public);
        let [_, world] = &pictures(&view, &[])[..] else {
            panic!("two pictures");
        };
        let words = words(world);
        for seat in &position.open.table {
            let letter = &tables.title(*seat)[..1];
            // The key shows the mark of France twice.
            let key = if letter == "F" { 2 } else { 0 };
            let ashore = position.open.stacks_of(*seat).count();
            let marks = count(&words, letter, &[153, 103]);
            assert_eq!(marks, ashore + key, "{seat}");
            let total = rules.scores(&position)[seat].to_string();
            assert!(words.iter().any(|it| it.0 == total), "{seat}: {total}");
            assert!(
                world
                    .alt
                    .contains(&format!("{} {total}", tables.title(*seat)))
            );
        }
    }
}

#[test]
fn from_nearby_every_hex_with_somebody_has_a_card() {
    let tables = tables();
    for position in positions() {
        let england: Seat = it("england");
        let view = View::of(&tables, &position, Viewer::Seat(england));
        let [zoom, _] = &pictures(&view, &heard())[..] else {
            panic!("two pictures");
        };
        let cards = all(&zoom.shapes).into_iter().filter(|it| {
            matches!(it, Shape::Box { round: 60, look, .. } if look.fill == Some(Colour(0xff_ffff)))
        });
        let ashore = position
            .open
            .hexes
            .iter()
            .filter(|it| !it.1.stacks.is_empty());
        let ashore = ashore.map(|it| *it.0);
        let ships = view.fleets.iter().filter_map(|it| match it.at {
            At::Hex(hex) => Some(hex),
            At::Europe => None,
        });
        let hexes: BTreeSet<_> = ashore.chain(ships).collect();
        let told = hexes.iter().filter(|it| {
            zoom.alt
                .contains(&format!("{} with", tables.map.name_of(**it)))
        });
        let (cards, told) = (cards.count(), told.count());
        assert!(cards > 0 && cards <= hexes.len());
        assert_eq!(cards, told, "{}", zoom.alt);
    }
}

#[test]
fn voyages_and_news_are_in_the_picture_and_only_own_ones_have_a_label() {
    let tables = tables();
    let position = state(&tables);
    let england: Seat = it("england");
    let view = View::of(&tables, &position, Viewer::Seat(england));
    let with = &pictures(&view, &heard())[0];
    let without = &pictures(&view, &[])[0];
    let arrows = |it: &Picture| {
        let shapes = all(&it.shapes);
        let bent = shapes
            .iter()
            .filter(|it| matches!(it, Shape::Path(it) if it.bent));
        bent.count()
    };
    assert!(arrows(with) > arrows(without));
    assert_eq!(count(&words(with), "E1 4 Bounds", &[215]), 1);
    assert_eq!(count(&words(without), "E1 4 Bounds", &[215]), 0);
    let pills = words(with)
        .iter()
        .filter(|it| it.0.contains("Bounds"))
        .count();
    assert_eq!(pills, 1);
    // `Lost: …` is the first sentence for England, and the key has a 1 too.
    assert_eq!(
        count(&words(with), "1", &[182, 169]),
        2,
        "{:?}",
        words(with)
    );
    assert_eq!(count(&words(without), "1", &[182, 169]), 1);
    assert!(with.alt.contains("1 at Jamaica"), "{}", with.alt);
}

#[test]
fn pictures_of_the_playthroughs_keep_within_their_limits() {
    let text = include_str!("playthroughs/six-turns.toml");
    let playthrough = Playthrough::read("six-turns", text).expect("well written");
    let game = GAME;
    let (pack, templates) = (GAME.pack(), templates(GAME));
    let loaded = game.load(&pack).expect("fits");
    let played = play(game, &pack, &templates, &playthrough).expect("it is played");
    let painter = Painter::new();
    assert!(!played.pictures.is_empty());
    let maps = played.pictures.iter().filter(|it| it.1.name != "points");
    for (name, picture) in maps {
        assert!(picture.alt.len() > 80, "{name}: {}", picture.alt);
        assert!(
            picture.shapes.len() < 700,
            "{name}: {}",
            picture.shapes.len()
        );
        assert!(picture.written().len() < 130_000, "{name}");
        let painted = name.starts_with("13-spain") || name.starts_with("02-france");
        if painted {
            let ground = picture.ground.as_ref().and_then(|it| loaded.ground(&it.0));
            assert!(ground.is_some(), "{name}");
            let most = if picture.name == "world" {
                165_000
            } else {
                110_000
            };
            let bytes = painter.png(picture, ground.as_ref()).len();
            assert!(bytes < most, "{name}: {bytes}");
        }
    }
}

#[test]
fn a_campaign_frozen_without_a_coast_has_no_pictures() {
    let mut pack = GAME.pack();
    pack.files.remove("coast.toml").expect("it is there");
    let rules = Conquistador::load(&pack).expect("it is not needed");
    let position = state(rules.tables());
    let view = View::of(rules.tables(), &position, Viewer::Public);
    assert_eq!(rules.pictures(&view, &[]), []);
    assert!(rules.ground("world").is_none());
    pack.files
        .insert("coast.toml".to_owned(), "land = 3".to_owned());
    assert!(Conquistador::load(&pack).is_err());
}
