//! The rooms of the desk: its folders, and which of them each may use. A room uses only those above
//! it in the list, so there is no circle, and a change in one is felt only in those that list it.

use super::{blanked, paths, without_tests};
use crate::sources::sources;
use std::collections::{BTreeMap, BTreeSet};

/// Each room of `src/desk`, lowest first, and the rooms that it uses.
const ROOMS: &[(&str, &[&str])] = &[
    ("club", &[]),
    ("calendar", &["club"]),
    ("outbox", &["club"]),
    ("inbox", &["club", "outbox"]),
    ("entry", &["club", "calendar", "outbox"]),
    ("intake", &["club", "calendar", "inbox", "entry"]),
    ("proof", &["club", "calendar", "entry"]),
    ("site", &["club", "entry", "proof"]),
    ("turn", &["club", "calendar", "inbox", "entry", "intake"]),
    (
        "tick",
        &[
            "club", "calendar", "outbox", "inbox", "entry", "intake", "proof", "site", "turn",
        ],
    ),
    (
        "commands",
        &[
            "club", "calendar", "outbox", "inbox", "entry", "intake", "turn", "tick",
        ],
    ),
    ("demo", &["club", "proof", "tick", "commands"]),
];

const ROOMS_MAX: usize = 12;
const FLOORS_MAX: usize = 8;

/// The room of a file of the desk; `None`: it is in none.
fn room(path: &str) -> Option<&str> {
    let (room, _) = path.strip_prefix("src/desk/")?.split_once('/')?;
    Some(room)
}

/// The rooms that a source names, each with the first line that does.
fn named(code: &str) -> BTreeMap<String, usize> {
    let mut named = BTreeMap::new();
    for (number, line) in (1..).zip(code.lines()) {
        for path in paths(line, "crate::desk::") {
            let room = path.split("::").next().unwrap_or_default().to_owned();
            named.entry(room).or_insert(number);
        }
    }
    named
}

/// How many floors the rooms have: the longest way down from one.
fn floors(rooms: &[(&str, &[&str])]) -> usize {
    let mut floor: BTreeMap<&str, usize> = BTreeMap::new();
    for (room, uses) in rooms {
        let below = uses.iter().filter_map(|it| floor.get(it)).max();
        floor.insert(room, 1 + below.copied().unwrap_or(0));
    }
    floor.into_values().max().unwrap_or(0)
}

#[test]
fn rooms_use_those_below_them() {
    let mut used: BTreeSet<(String, String)> = BTreeSet::new();
    let mut complaints = Vec::new();
    let mut pages = BTreeSet::new();
    for (path, text) in sources() {
        let Some(room) = room(&path) else { continue };
        let Some((_, may)) = ROOMS.iter().find(|it| it.0 == room) else {
            complaints.push(format!(
                "{path}: `{room}` is not a room of the desk: put the file into one, or the room \
                 and what it may use into ROOMS"
            ));
            continue;
        };
        pages.extend(path.ends_with("/mod.rs").then(|| room.to_owned()));
        let code = blanked(&text);
        if code.contains("super::super::") {
            complaints.push(format!(
                "{path}: `super::super` hides which room is used: begin with `crate::desk::`"
            ));
        }
        for (other, line) in named(without_tests(&code)) {
            if other != room && !may.contains(&other.as_str()) {
                complaints.push(format!(
                    "{path}:{line}: `{room}` may not use `{other}`: it may use {may:?}; turn the \
                     call round, or move what is shared down"
                ));
            }
            used.insert((room.to_owned(), other));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    for (room, may) in ROOMS {
        assert!(pages.contains(*room), "{room} has no page, mod.rs");
        for other in *may {
            let edge = ((*room).to_owned(), (*other).to_owned());
            assert!(
                used.contains(&edge),
                "`{room}` does not use `{other}`: take that out of ROOMS"
            );
        }
    }
}

#[test]
fn there_are_few_rooms_and_few_floors() {
    assert!(ROOMS.len() <= ROOMS_MAX);
    for (at, (room, uses)) in ROOMS.iter().enumerate() {
        for other in *uses {
            let below = ROOMS[..at].iter().any(|it| it.0 == *other);
            assert!(below, "`{room}` uses `{other}`, which is not below it");
        }
    }
    let floors = floors(ROOMS);
    assert!(floors <= FLOORS_MAX, "{floors} floors");
}

#[test]
fn rooms_are_read_from_sources() {
    let code = "use crate::desk::club::open;\nuse super::x;\nlet a = crate::desk::tick::run();";
    let named: Vec<(String, usize)> = named(code).into_iter().collect();
    assert_eq!(named, [("club".to_owned(), 1), ("tick".to_owned(), 3)]);
    assert_eq!(room("src/desk/site/tree.rs"), Some("site"));
    assert_eq!(room("src/desk/mod.rs"), None);
    assert_eq!(floors(&[("a", &[]), ("b", &["a"]), ("c", &["a", "b"])]), 3);
}
