//! The picture of the lands: it shows what is open, as it is.

use packetboat_core::engine::game::Table;
use packetboat_core::engine::scene::{Picture, Shape};
use packetboat_core::engine::seat::Viewer;
use packetboat_new_world_1500::GAME;
use packetboat_new_world_1500::data::{Area, Tables};
use packetboat_new_world_1500::picture::Plan;
use packetboat_report::Painter;
use packetboat_testkit::position::{dice, founded, opened, part, robots_play};
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table as Tree, Value};

/// Where the map begins, right of the panels.
const MAP: i32 = 4_100;

fn picture(table: &dyn Table, viewer: Viewer) -> Picture {
    let mut all = table.pictures(viewer, &[]).unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// What is said of colonies by the letters of marks on the map: how many of each player.
fn marks(picture: &Picture) -> BTreeMap<String, usize> {
    let mut marks = BTreeMap::new();
    for shape in &picture.shapes {
        if let Shape::Text { at, text, .. } = shape
            && at.0 > MAP
            && text.chars().all(char::is_alphabetic)
        {
            *marks.entry(text.clone()).or_default() += 1;
        }
    }
    marks
}

/// The same by the state.
fn colonies(table: &dyn Table) -> BTreeMap<String, usize> {
    let state: Tree = table.save().state.parse().unwrap();
    let all = state["world"].get("colonies").and_then(|it| it.as_table());
    let mut colonies = BTreeMap::new();
    for (_, colony) in all.into_iter().flatten() {
        let seat = colony["seat"].as_str().unwrap();
        let letter = seat[..1].to_uppercase();
        *colonies.entry(letter).or_default() += 1;
    }
    colonies
}

#[test]
fn the_lands_are_drawn_as_they_lie() {
    let mut swapped = 0;
    for (seats, seed) in [(6, 1), (3, 2)] {
        robots_play((GAME, seats, seed), |table, _| {
            let viewers = table.seats().into_iter().map(Viewer::Seat);
            for viewer in viewers.chain([Viewer::Public]) {
                let drawn = picture(table, viewer);
                assert_eq!(marks(&drawn), colonies(table));
                assert!(drawn.shapes.len() < 300, "{}", drawn.shapes.len());
                assert!(drawn.written().len() < 40_000);
                let sentences = drawn.alt.matches(". ").count() + 1;
                assert!((2..=5).contains(&sentences), "{}", drawn.alt);
                let other = table.resample(viewer, &mut dice(seed, 77));
                swapped += usize::from(other.save().state != table.save().state);
                assert!(drawn == picture(&*other, viewer), "{viewer:?}");
            }
            true
        });
    }
    assert!(swapped > 50, "hardly anything was hidden: {swapped}");
}

#[test]
fn the_lands_are_small_files() {
    let rules = GAME;
    let loaded = rules.load(&GAME.pack()).unwrap();
    let ground = loaded.ground("lands").unwrap();
    assert!(loaded.ground("seas").is_none());
    let painter = Painter::new();
    let (mut seen, mut sizes) = (0, Vec::new());
    robots_play((GAME, 6, 5), |table, _| {
        seen += 1;
        if seen == 4 {
            let drawn = picture(table, Viewer::Seat(table.seats()[0]));
            sizes.push(painter.png(&drawn, Some(&ground)).len());
        }
        sizes.is_empty()
    });
    assert!(sizes.iter().all(|it| *it <= 72_000), "{sizes:?}");
    assert_eq!(sizes.len(), 1);
}

/// A region under an Isolation has a wall, a gate in each of its areas, and is reported.
#[test]
fn an_isolated_region_is_walled() {
    let files = founded(GAME, &[], 6, 3).save();
    let mut state: Tree = files.state.parse().unwrap();
    let laid: Tree = "all = [{ region = 'CH', seat = 'blue', card = 'ISOLATION' }]"
        .parse()
        .unwrap();
    let world = part(&mut state, &["world"]).as_table_mut().unwrap();
    world.insert("isolations".to_owned(), laid["all"].clone());
    let colonies: Tree = "CHS = { seat = 'white', state = 'successful' }\n\
                          CHG = { seat = 'purple', state = 'struggling' }"
        .parse()
        .unwrap();
    world.insert("colonies".to_owned(), Value::Table(colonies));
    // The card no longer is in a hand.
    for hand in part(&mut state, &["hands"]).as_table_mut().unwrap() {
        hand.1
            .as_array_mut()
            .unwrap()
            .retain(|it| it.as_str() != Some("ISOLATION"));
    }
    let table = opened(GAME, &state, files);
    let drawn = picture(&*table, Viewer::Public);
    assert!(drawn.alt.contains("Isolated: CH by Blue."), "{}", drawn.alt);
    let gates = drawn.shapes.iter().filter(|shape| match shape {
        Shape::Path(path) => path.runs.len() == 6 && !path.closed,
        _ => false,
    });
    assert_eq!(gates.count(), 3);
}

/// Areas touch on the picture, or are joined by a way, where they are beside each other.
#[test]
fn the_lands_touch_as_on_the_map() {
    let pack = GAME.pack();
    let tables = Tables::read(&pack).unwrap();
    let plan = Plan::read(&pack, &tables.map).unwrap().unwrap();
    let mut beside: BTreeSet<(Area, Area)> = BTreeSet::new();
    for area in &tables.map.areas {
        beside.extend(area.beside.iter().map(|it| (area.code, *it)));
    }
    let (touching, across) = (plan.touching(), plan.across());
    assert!(touching.is_disjoint(&across));
    let drawn: BTreeSet<_> = touching.union(&across).copied().collect();
    assert_eq!(drawn, beside);
}

/// A campaign that was founded before there were pictures has none, and goes on.
#[test]
fn without_the_plan_there_is_no_picture() {
    let mut pack = GAME.pack();
    pack.files.remove("picture.toml");
    let tables = Tables::read(&pack).unwrap();
    assert!(Plan::read(&pack, &tables.map).unwrap().is_none());
    let loaded = GAME.load(&pack).unwrap();
    assert!(loaded.ground("lands").is_none());
}
