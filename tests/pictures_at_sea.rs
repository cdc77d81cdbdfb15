//! The pictures of 1492 and of Anno 1503: what they weigh, that they show what lies open and
//! nothing that is hidden.

use crate::sources::playthroughs;
use packetboat::engine::game::Table;
use packetboat::engine::scene::{Colour, Path, Picture, Shape, WIDTH};
use packetboat::engine::seat::Viewer;
use packetboat::report::{Painter, Templates};
use packetboat_kit::chart::colours;
use packetboat_testkit::playthrough::Playthrough;
use packetboat_testkit::playthrough::run::play;
use packetboat_testkit::position::{dice, founded, opened, part, robots_play, seat};
use packetboat_tools::games;
use std::fs;
use std::path::Path as File;
use toml::{Table as Tree, Value};

/// The games, the names of their pictures, and how many seats play.
const GAMES: [(&str, &str, usize); 2] = [("voyages-1492", "sea", 6), ("anno-1503", "islands", 4)];

/// Bytes of a picture at most.
const BYTES_MAX: usize = 64_000;
/// Shapes of a picture at most: what is drawn takes time.
const SHAPES_MAX: usize = 480;
/// A scene in the log, before it is packed.
const SCENE_MAX: usize = 48_000;

/// The playthroughs' pictures of a game, each with its name.
fn played(game: &str) -> Vec<(String, Picture)> {
    let rules = games::game(game).unwrap();
    let (pack, templates) = (games::pack(game), Templates::of(games::templates()));
    let mut all = Vec::new();
    for file in playthroughs(game) {
        let text = fs::read_to_string(&file).unwrap();
        let playthrough = Playthrough::read(&file.display().to_string(), &text).unwrap();
        let played = play(rules, &pack, &templates, &playthrough).unwrap();
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        let pictures = played.pictures.into_iter();
        let pictures = pictures.filter(|it| it.1.name != "points");
        all.extend(pictures.map(|(name, it)| (format!("{stem}-{name}"), it)));
    }
    all
}

/// The one picture of a viewer.
fn picture(table: &dyn Table, viewer: Viewer) -> Picture {
    let mut all = table.pictures(viewer, &[]).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// How many ships are drawn: a hull each.
fn hulls(picture: &Picture) -> usize {
    let of = |shape: &&Shape| match shape {
        Shape::Path(Path { look, .. }) => {
            look.fill == Some(colours::FRAME) && look.line == Some(colours::WHITE)
        }
        _ => false,
    };
    picture.shapes.iter().filter(of).count()
}

/// How often these words are written.
fn written(picture: &Picture, words: &str) -> usize {
    let of = |shape: &&Shape| match shape {
        Shape::Text { text, .. } => text == words,
        Shape::Label(label) => label.lines.concat() == words,
        _ => false,
    };
    picture.shapes.iter().filter(of).count()
}

fn state(table: &dyn Table) -> Tree {
    table.save().state.parse().unwrap()
}

fn list<'t>(tree: &'t Value, name: &str) -> &'t [Value] {
    let found = tree.get(name).and_then(Value::as_array);
    found.map_or(&[], Vec::as_slice)
}

#[test]
fn pictures_are_small_and_told_in_words() {
    let painter = Painter::new();
    for (game, name, _) in GAMES {
        let loaded = games::game(game).unwrap().load(&games::pack(game)).unwrap();
        let ground = loaded.ground(name).unwrap();
        assert!(loaded.ground("none").is_none());
        let all = played(game);
        assert!(all.len() > 20, "{game}: {}", all.len());
        for (at, picture) in &all {
            assert_eq!(
                (picture.name.as_str(), picture.size.0),
                (name, WIDTH),
                "{at}"
            );
            assert!((7_000..=10_000).contains(&picture.size.1), "{at}");
            assert_eq!(picture.size, ground.size, "{at}");
            assert!(
                picture.shapes.len() <= SHAPES_MAX,
                "{at}: {}",
                picture.shapes.len()
            );
            assert!(picture.written().len() <= SCENE_MAX, "{at}");
            assert!(
                picture.alt.contains("(you)") && picture.alt.ends_with('.'),
                "{at}: {}",
                picture.alt
            );
        }
        // The fullest, since painting is slow in tests.
        let fullest = all.iter().max_by_key(|it| it.1.shapes.len()).unwrap();
        let png = painter.png(&fullest.1, Some(&ground));
        assert!(png.len() <= BYTES_MAX, "{}: {} bytes", fullest.0, png.len());
    }
}

/// What a viewer may not know changes nothing in what he sees.
#[test]
fn hidden_things_are_in_no_picture() {
    for (game, _, seats) in GAMES {
        let (mut swapped, mut stops) = (0, 0);
        robots_play((games::named(game), seats, 3), |table, _| {
            let all = table.seats().into_iter().map(Viewer::Seat);
            for (number, viewer) in (0..).zip(all.chain([Viewer::Public])) {
                let other = table.resample(viewer, &mut dice(number, stops + 1));
                swapped += u32::from(other.save().state != table.save().state);
                let (here, there) = (picture(table, viewer), picture(&*other, viewer));
                assert_eq!(here, there, "{game}, stop {stops}, {viewer:?}");
            }
            stops += 1;
            stops < 12
        });
        assert!(
            swapped > 20,
            "{game}: hardly anything was hidden: {swapped}"
        );
    }
}

/// Six ships late in a game carry most.
#[test]
fn full_tables_are_small_too() {
    let painter = Painter::new();
    for (game, name, seats) in GAMES {
        let loaded = games::game(game).unwrap().load(&games::pack(game)).unwrap();
        let mut fullest: Option<Picture> = None;
        robots_play((games::named(game), seats, 2), |table, _| {
            for seat in table.seats() {
                let drawn = picture(table, Viewer::Seat(seat));
                if fullest
                    .as_ref()
                    .is_none_or(|most| drawn.shapes.len() > most.shapes.len())
                {
                    fullest = Some(drawn);
                }
            }
            true
        });
        let fullest = fullest.unwrap();
        let ground = loaded.ground(&fullest.ground.as_ref().unwrap().0).unwrap();
        assert!(
            fullest.shapes.len() <= SHAPES_MAX,
            "{}",
            fullest.shapes.len()
        );
        let png = painter.png(&fullest, Some(&ground));
        if let Some(folder) = std::env::var_os("PACKETBOAT_PICTURES") {
            fs::write(File::new(&folder).join(format!("{name}.png")), &*png).unwrap();
        }
        assert!(png.len() <= BYTES_MAX, "{game}: {} bytes", png.len());
    }
}

#[test]
fn the_sea_shows_all_ships_and_monsters() {
    let mut monsters = 0;
    robots_play((games::named("voyages-1492"), 6, 1), |table, _| {
        let state = state(table);
        let sea = &state["sea"];
        for viewer in table.seats().into_iter().map(Viewer::Seat) {
            let picture = picture(table, viewer);
            // One more of each stands in the key.
            assert_eq!(hulls(&picture), list(sea, "ships").len() + 1);
            let there = list(sea, "monsters").len();
            assert_eq!(heads(&picture), there + 1);
            monsters += there;
        }
        true
    });
    assert!(monsters > 0);
}

/// How many monsters are drawn: a head each.
fn heads(picture: &Picture) -> usize {
    let of = |shape: &&Shape| match shape {
        Shape::Disc { look, .. } => look.fill == Some(Colour(0x000d_3b22)),
        _ => false,
    };
    picture.shapes.iter().filter(of).count()
}

/// A blockade is drawn and told, and closes the course through it for all but who built it.
#[test]
fn a_blockade_stands_in_the_sea() {
    let files = founded(games::named("voyages-1492"), &[], 3, 7).save();
    let mut state: Tree = files.state.parse().unwrap();
    *part(&mut state, &["sea", "ships", "0", "hex"]) = "0506".into();
    *part(&mut state, &["sea", "ships", "1", "hex"]) = "0506".into();
    let owners = [0, 1].map(|at: usize| {
        let ship = part(&mut state, &["sea", "ships", &at.to_string(), "seat"]);
        ship.as_str().unwrap().to_owned()
    });
    let mut wall = Tree::new();
    wall.insert("passage".to_owned(), "R1-R2".into());
    wall.insert("owner".to_owned(), owners[0].as_str().into());
    let sea = state["sea"].as_table_mut().unwrap();
    sea.insert("blockades".to_owned(), Value::Array(vec![wall.into()]));
    let table = opened(games::named("voyages-1492"), &state, files);
    let [builder, other] = owners.map(|it| picture(&*table, seat(&it)));
    for drawn in [&builder, &other] {
        assert!(
            drawn.alt.contains("the blockade on R1-R2 is"),
            "{}",
            drawn.alt
        );
    }
    // Marks at the ends of courses: the blockade lies between `0506` and `0405`.
    let ends = |picture: &Picture| {
        let of = |it: &&Shape| matches!(it, Shape::Disc { radius: 85, .. });
        picture.shapes.iter().filter(of).count()
    };
    assert!(
        ends(&other) < ends(&builder),
        "{} and {}",
        builder.alt,
        other.alt
    );
}

#[test]
fn the_islands_show_all_ships_and_the_tiles_that_were_seen() {
    let mut seen = 0;
    robots_play((games::named("anno-1503"), 4, 1), |table, _| {
        let state = state(table);
        let isles = list(&state["world"], "isles");
        let ships: usize = isles.iter().map(|it| list(it, "ships").len()).sum();
        let tiles = state["sea"].as_table().unwrap();
        for seat in table.seats() {
            let picture = picture(table, Viewer::Seat(seat));
            assert_eq!(hulls(&picture), ships);
            let charts = state.get("charts").and_then(Value::as_table);
            let chart = charts.and_then(|it| it.get(seat.as_str())?.as_table());
            let known = chart.map_or(0, |own| {
                own.keys().filter(|at| tiles.contains_key(*at)).count()
            });
            assert_eq!(written(&picture, "?"), tiles.len() - known);
            seen += known;
        }
        true
    });
    assert!(seen > 0);
}
