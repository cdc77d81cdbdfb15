//! Fields of an export, changed one by one with all hashes made anew: each is noticed, or
//! `docs/referee.md` lists it as the referee's word.

use super::STRICT;
use crate::support::{Bench, Match, seat};
use packetboat::desk::club::published::Manifest;
use packetboat::desk::commands::end::end;
use packetboat::desk::commands::referee;
use packetboat::desk::proof::export;
use packetboat::desk::proof::verify::{self, Outcome};
use packetboat::engine::game::card;
use packetboat::store::bundle::{Files, pack, unpack};
use packetboat::store::digest::Digest;
use packetboat_testkit::simulate::chance::Chance;
use packetboat_tools::games;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use toml::Value;

const DAY: i64 = 86_400;

/// How many kinds of field of positions, journals and data are tried in each game; of all other
/// files all are.
const SAMPLE: usize = 24;

/// What follows from nothing, by kind: the head of each is in the list of `docs/referee.md`.
const REFEREES_WORD: [(&str, &[&str]); 9] = [
    (
        "when things happened",
        &["entry.toml written", "entry.toml desk.last_sheet_at"],
    ),
    (
        "the program that wrote it",
        &["entry.toml program", "entry.toml told"],
    ),
    (
        "what the referee did by command",
        &["entry.toml cause.", "entry.toml desk.silence"],
    ),
    (
        "which mails went out, and how often players were asked",
        &[
            "entry.toml out.",
            "entry.toml desk.delivered",
            "entry.toml desk.released",
            "entry.toml desk.for_review",
            "entry.toml desk.withdrawn",
            "entry.toml desk.seats.*.reported",
            "entry.toml desk.seats.*.reminded",
            "entry.toml desk.seats.*.pictures",
            "entry.toml desk.questions",
        ],
    ),
    (
        "hashes of what is not published",
        &[
            "entry.toml private",
            "entry.toml orders.*.blake3",
            "entry.toml letters.*.blake3",
            "foundation.toml seals.token_key",
            "settings.toml seats.",
        ],
    ),
    (
        "what players wrote for others to read",
        &["entry.toml news."],
    ),
    (
        "who was silent, away, or left",
        &[
            "entry.toml desk.seats.*.missed",
            "entry.toml desk.seats.*.stretched",
            "entry.toml desk.seats.*.left",
        ],
    ),
    ("gaps between ticks", &["entry.toml desk.outages"]),
    (
        "settings that had no effect",
        &["settings.toml absence.", "settings.toml schedule."],
    ),
];

fn is_listed(kind: &str) -> bool {
    REFEREES_WORD
        .iter()
        .any(|it| it.1.iter().any(|it| kind.starts_with(it)))
}

/// A campaign of a game with a few turns, which its referee has ended.
fn played(game: &str) -> Bench {
    let game = games::games()
        .into_iter()
        .find(|it| it.id() == game)
        .unwrap();
    let card = card(&game.pack()).unwrap();
    let seats: Vec<String> = card.seats.iter().map(|it| it.name.to_string()).collect();
    let (people, robots) = seats.split_at(2);
    let people: Vec<String> = people
        .iter()
        .map(|it| format!("{it}=P <{it}@example.org>"))
        .collect();
    let people: Vec<&str> = people.iter().map(String::as_str).collect();
    let robots: Vec<&str> = robots.iter().map(String::as_str).collect();
    let mut bench = Bench::with(&Match {
        game: game.id(),
        id: "fields",
        scenario: None,
        players: &people,
        robots: &robots,
        options: &[],
        deadline: "sun 20:00",
    });
    let config = bench.read("campaigns/fields/campaign.toml");
    let named = config.replacen(
        "player  = \"P\"\n",
        "player  = \"Ana\"\nname_public = true\n",
        1,
    );
    assert_ne!(config, named);
    bench.write("campaigns/fields/campaign.toml", &named);
    let news = "NEWS\nThe harbour is quiet.\nEND\n";
    for turn in 0..3 {
        let Some(sheet) = bench.sheet("fields") else {
            break;
        };
        for called in bench.note("fields").desk.called {
            if robots.contains(&called.as_str()) || turn == 1 && called == seat(&seats[0]) {
                continue;
            }
            let lines = format!("{news}{}", bench.good_lines("fields", called));
            bench.send("fields", called.as_str(), &sheet, &lines);
        }
        bench.later(60).tick();
        bench.later(7 * DAY).tick();
    }
    if bench.sheet("fields").is_some() {
        referee::resolve(&bench.club, "fields", "", bench.now).unwrap();
        bench.later(60).tick();
    }
    if bench.sheet("fields").is_some() {
        end(&bench.club, "fields", "", bench.now).unwrap();
    }
    bench.later(60).tick();
    bench
}

/// The places of all values in a file, with the kind of each: numbers in lists are of one kind.
fn leaves(value: &Value, at: &[String], found: &mut Vec<Vec<String>>) {
    let mut deeper = |key: String, value: &Value| {
        let mut at = at.to_vec();
        at.push(key);
        leaves(value, &at, found);
    };
    match value {
        Value::Table(table) => table.iter().for_each(|(key, it)| deeper(key.clone(), it)),
        Value::Array(list) => {
            let all = list.iter().enumerate();
            all.for_each(|(number, it)| deeper(number.to_string(), it));
        }
        _ => found.push(at.to_vec()),
    }
}

fn kind(path: &str, at: &[String]) -> String {
    let file = match path.strip_prefix("log/") {
        Some(rest) => rest.split('/').nth(1).unwrap(),
        None => path,
    };
    let plain = |text: &String| {
        if text.bytes().all(|it| it.is_ascii_digit()) {
            "*".to_owned()
        } else {
            text.clone()
        }
    };
    let mut keys: Vec<String> = at.iter().map(plain).collect();
    // A record of a seat is one like any other.
    if let [desk, seats, seat, _, ..] = &mut keys[..]
        && desk == "desk"
        && seats == "seats"
    {
        *seat = "*".to_owned();
    }
    format!("{file} {}", keys.join("."))
}

/// Puts another value of the same type there.
fn alter(value: &mut Value, at: &[String], chance: &mut Chance) {
    if let Some((key, rest)) = at.split_first() {
        let inner = match value {
            Value::Table(table) => table.get_mut(key),
            Value::Array(list) => list.get_mut(key.parse::<usize>().unwrap()),
            _ => None,
        };
        return alter(inner.unwrap(), rest, chance);
    }
    *value = match &*value {
        Value::Integer(number) => Value::Integer(number + 1),
        Value::Float(number) => Value::Float(number + 1.0),
        Value::Boolean(flag) => Value::Boolean(!flag),
        Value::String(text) => Value::String(altered(text, chance)),
        other => panic!("no field of ours is {other:?}"),
    };
}

/// The text with one sign of it replaced by one like it.
fn altered(text: &str, chance: &mut Chance) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let places: Vec<usize> = (0..bytes.len())
        .filter(|it| bytes[*it].is_ascii_alphanumeric())
        .collect();
    if places.is_empty() {
        return format!("{text}x");
    }
    let at = *chance.pick(&places);
    bytes[at] = match bytes[at] {
        b'9' => b'8',
        b'f' => b'e',
        b'z' | b'Z' => b'a',
        other => other + 1,
    };
    String::from_utf8(bytes).unwrap()
}

/// The export with one field changed, and all hashes made anew.
fn forged(folder: &str, files: &Files, path: &str, at: &[String], chance: &mut Chance) -> Vec<u8> {
    let text = std::str::from_utf8(&files[path]).unwrap();
    let mut value: Value = toml::from_str::<toml::Table>(text).unwrap().into();
    alter(&mut value, at, chance);
    let mut text = toml::to_string(&value).unwrap();
    if path.ends_with("/entry.toml") {
        text.push_str("# end\n");
    }
    let mut forged = files.clone();
    forged.insert(path.to_owned(), text.into_bytes());
    hashed(files, &mut forged);
    pack(folder, &forged).unwrap()
}

/// Makes all hashes anew: of data in the foundation, of parts in notes, of each note in the next,
/// and of all files in the manifest.
fn hashed(honest: &Files, forged: &mut Files) {
    let digest = |bytes: &[u8]| Digest::of(bytes).to_string();
    let mut renamed: Vec<(String, String)> = Vec::new();
    let data = honest.keys().filter(|it| it.starts_with("data/")).cloned();
    let mut paths: Vec<String> = data.collect();
    for number in 0.. {
        let own = format!("log/{number:06}/");
        let files = honest.keys().filter(|it| it.starts_with(&own));
        // The note last: it names the others.
        let (notes, parts): (Vec<String>, Vec<String>) =
            files.cloned().partition(|it| it.ends_with("/entry.toml"));
        if notes.is_empty() {
            break;
        }
        paths.extend(parts);
        paths.extend(notes);
    }
    for path in paths {
        let mut text = String::from_utf8(forged[&path].clone()).unwrap();
        if path.ends_with("/entry.toml") || path.ends_with("/foundation.toml") {
            for (old, new) in &renamed {
                text = text.replace(old, new);
            }
        }
        let (old, new) = (digest(&honest[&path]), digest(text.as_bytes()));
        if old != new {
            renamed.push((old, new));
        }
        forged.insert(path, text.into_bytes());
    }
    let manifest = String::from_utf8(forged["export.toml"].clone()).unwrap();
    let mut manifest = Manifest::parse(&manifest).unwrap();
    for (path, hash) in &mut manifest.files {
        *hash = Digest::of(&forged[path]);
    }
    forged.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
}

/// Every kind of field, with the places in which it is.
fn fields(files: &Files) -> BTreeMap<String, Vec<(String, Vec<String>)>> {
    let mut fields: BTreeMap<String, Vec<(String, Vec<String>)>> = BTreeMap::new();
    for (path, bytes) in files {
        if !path.ends_with(".toml") || path == "export.toml" {
            continue;
        }
        let table: toml::Table = toml::from_str(std::str::from_utf8(bytes).unwrap()).unwrap();
        let mut found = Vec::new();
        leaves(&table.into(), &[], &mut found);
        for at in found {
            fields
                .entry(kind(path, &at))
                .or_default()
                .push((path.clone(), at));
        }
    }
    fields
}

/// Whether `verify --strict` says that all is well, and nothing of this file.
fn is_unnoticed(bytes: &[u8], path: &str) -> bool {
    verify::file_bytes(games::ALL, bytes, STRICT).is_ok_and(|found| {
        let is_ok = matches!(
            found.outcome(),
            Outcome::Ok | Outcome::OkWithTheRefereesHand
        );
        // Data may be a club's own: they are named.
        is_ok && !found.to_string().contains(path)
    })
}

/// The kinds of field that were changed in this game's export, and nobody noticed.
fn unnoticed(game: &str) -> BTreeSet<String> {
    let bench = played(game);
    let (id, dir) = bench.club.campaign("fields").unwrap();
    let honest = export::bytes(&bench.club, &id, &dir).unwrap();
    let (folder, files) = unpack(&honest).unwrap();
    let found = verify::file_bytes(games::ALL, &honest, STRICT).unwrap();
    assert_eq!(found.outcome(), Outcome::Ok, "{game}: {found}");
    let mut chance = Chance::new(44);
    let fields = fields(&files);
    let is_many = |text: &str| {
        // How a campaign was founded is tried whole: a game may read a word it does not know as
        // the word it plays by.
        text.starts_with("data/") && !text.starts_with("data/founding.toml")
            || ["state.toml ", "book.toml ", "journal.toml "]
                .iter()
                .any(|file| text.starts_with(file))
    };
    let (mut many, mut kinds): (Vec<&String>, Vec<&String>) =
        fields.keys().partition(|it| is_many(it));
    for _ in 0..SAMPLE.min(many.len()) {
        let next = *chance.pick(&many);
        many.retain(|it| *it != next);
        kinds.push(next);
    }
    assert!(kinds.len() > 60, "{game}: {}", kinds.len());
    let mut unnoticed = BTreeSet::new();
    for kind in kinds {
        // A hash is made anew when it is changed.
        if kind.contains(" files.") && kind.ends_with("blake3")
            || kind.ends_with(" parent")
            || kind.starts_with("foundation.toml data.")
        {
            continue;
        }
        let (path, at) = chance.pick(&fields[kind]);
        let bytes = forged(&folder, &files, path, at, &mut chance);
        if is_unnoticed(&bytes, path) {
            unnoticed.insert(kind.clone());
        }
    }
    unnoticed.extend(unnoticed_of_the_manifest(&folder, &files));
    unnoticed
}

/// The same of what the export says of itself.
fn unnoticed_of_the_manifest(folder: &str, files: &Files) -> Vec<String> {
    let text = String::from_utf8(files["export.toml"].clone()).unwrap();
    let honest = Manifest::parse(&text).unwrap();
    assert_eq!(honest.names.len(), 1, "one name may be read");
    let mut all: Vec<(&str, Manifest)> = Vec::new();
    let mut add = |what, change: &dyn Fn(&mut Manifest)| {
        let mut manifest = honest.clone();
        change(&mut manifest);
        all.push((what, manifest));
    };
    add("game", &|it| it.game = "toy/sealed".to_owned());
    add("campaign", &|it| it.campaign = "other".parse().unwrap());
    add("finished", &|it| it.finished = false);
    add("finished, entries", &|manifest| {
        (manifest.finished, manifest.entries) = (false, 0);
    });
    add("entries", &|it| it.entries += 1);
    add("seed", &|manifest| {
        if let Some(seed) = &mut manifest.seed {
            seed.0[0] ^= 1;
        }
    });
    add("no seed", &|it| it.seed = None);
    add("sealed", &|it| it.sealed = it.sealed.map(|it| !it));
    add("names", &|manifest| {
        manifest
            .names
            .values_mut()
            .for_each(|it| *it = "0".repeat(32));
    });
    add("no names", &|it| it.names.clear());
    let all = all.into_iter().filter(|(_, manifest)| {
        let mut files = files.clone();
        files.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
        is_unnoticed(&pack(folder, &files).unwrap(), "export.toml")
    });
    all.map(|it| format!("export.toml {}", it.0)).collect()
}

#[test]
fn every_field_of_an_export_is_noticed_or_the_referee_s_word() {
    let games = [
        "conquistador",
        "these-new-worlds",
        "voyages-1492",
        "anno-1503",
        "new-world-1500",
    ];
    let wrong: Vec<String> = games
        .into_par_iter()
        .flat_map_iter(|game| {
            let found = unnoticed(game).into_iter();
            found
                .filter(|it| !is_listed(it))
                .map(move |it| format!("{game}: {it}"))
        })
        .collect();
    assert!(wrong.is_empty(), "nobody notices:\n{}", wrong.join("\n"));
}

/// The list in the handbook is the one that the test goes by.
#[test]
fn the_referee_s_word_is_listed() {
    let handbook = std::fs::read_to_string("../docs/referee.md").unwrap();
    let list = handbook.split_once("**The referee's word.**").unwrap().1;
    let list = list.split_once("\n\n").unwrap().0;
    for (kind, _) in REFEREES_WORD {
        assert!(list.contains(kind), "{kind}");
    }
}
