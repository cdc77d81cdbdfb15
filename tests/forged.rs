//! Records forged by somebody who makes all hashes anew: chain, register and manifest hold, and
//! replay and derivation tell all the same.

mod fields;

use crate::inside;
use crate::support::{Bench, DUEL, Match, WORLDS};
use packetboat::desk::club::published::Manifest;
use packetboat::desk::commands::referee;
use packetboat::desk::proof::export;
use packetboat::desk::proof::verify::{self, How, Outcome};
use packetboat::store::bundle::{Files, pack, unpack};
use packetboat::store::digest::Digest;
use packetboat::store::fs::Fs;
use packetboat_testkit::simulate::chance::Chance;
use std::collections::BTreeMap;

const STRICT: How = How { strict: true };
const LOOSE: How = How { strict: false };

/// How many forgeries are tried on a club, and how many on an export.
const FORGERIES: u32 = 100;

/// The files of a log, by `<entry>/<file>`.
type Record = BTreeMap<String, String>;

/// Makes all hashes of a record anew: of parts, and of each entry in the next.
fn chained(record: &mut Record, before: &Record) {
    let digest = |text: &String| Digest::of(text.as_bytes()).to_string();
    let mut renamed: Vec<(String, String)> = Vec::new();
    let entries: Vec<String> = record
        .keys()
        .filter_map(|it| it.strip_suffix("/entry.toml").map(str::to_owned))
        .collect();
    for entry in entries {
        let own = |path: &&String| path.starts_with(&format!("{entry}/"));
        let paths: Vec<String> = record.keys().filter(own).cloned().collect();
        // The note last: it names the others.
        let note = format!("{entry}/entry.toml");
        for path in paths
            .into_iter()
            .filter(|it| *it != note)
            .chain([note.clone()])
        {
            if path == note {
                let text = record.get_mut(&path).unwrap();
                for (old, new) in &renamed {
                    *text = text.replace(old, new);
                }
            }
            let (old, new) = (digest(&before[&path]), digest(&record[&path]));
            if old != new {
                renamed.push((old, new));
            }
        }
    }
}

/// The record says that these older rules played it.
fn lower(record: &mut Record, revision: u32) {
    for text in record.values_mut() {
        let lines = text
            .lines()
            .map(|line| match line.strip_prefix("revision = ") {
                Some(_) => format!("revision = {revision}\n"),
                None => format!("{line}\n"),
            });
        *text = lines.collect();
    }
}

/// Puts another number in the place of one that a state says; what it was, and what it is.
fn alter(record: &mut Record, chance: &mut Chance) -> String {
    let states: Vec<String> = record
        .keys()
        .filter(|it| it.ends_with("/state.toml"))
        .cloned()
        .collect();
    let path = chance.pick(&states);
    let text = record.get_mut(path).unwrap();
    // Below the head, which says what file it is.
    let body = text.find("\n\n").unwrap();
    let bytes = text.as_bytes();
    let is_number = |at: usize| {
        let is_word = |it: u8| it.is_ascii_alphanumeric() || b"_\"-.".contains(&it);
        bytes[at].is_ascii_digit() && !is_word(bytes[at - 1]) && !is_word(bytes[at + 1])
    };
    let places: Vec<usize> = (body + 1..bytes.len() - 1)
        .filter(|it| is_number(*it))
        .collect();
    let at = *chance.pick(&places);
    let was = bytes[at];
    let is = b'0' + (was - b'0' + 1 + u8::try_from(chance.below(9)).unwrap()) % 10;
    text.replace_range(at..=at, &char::from(is).to_string());
    format!(
        "{path}, byte {at}: {} to {}",
        char::from(was),
        char::from(is)
    )
}

fn played(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    for _ in 0..3 {
        let sheet = bench.sheet(wanted.id).unwrap();
        for seat in bench.note(wanted.id).desk.called {
            let lines = bench.good_lines(wanted.id, seat);
            bench.send(wanted.id, seat.as_str(), &sheet, &lines);
        }
        bench.later(60).tick();
        referee::resolve(&bench.club, wanted.id, "", bench.now).unwrap();
        bench.later(60).tick();
    }
    bench
}

/// The record among these files, which lies under this folder.
fn record(files: impl IntoIterator<Item = (String, Vec<u8>)>, log: &str) -> Record {
    let own = files.into_iter().filter_map(|(path, bytes)| {
        let path = path.strip_prefix(log)?.to_owned();
        Some((path, String::from_utf8(bytes).ok()?))
    });
    own.filter(|it| it.0.ends_with(".toml")).collect()
}

/// What the club's log holds.
fn record_of(bench: &Bench, id: &str) -> Record {
    record(
        inside::tree(&bench.fs),
        &format!("club/campaigns/{id}/log/"),
    )
}

/// A copy of the club in which this is the record, and that knows nothing of another.
fn with_record(bench: &Bench, id: &str, record: &Record) -> Bench {
    let other = bench.copy();
    for (path, text) in record {
        other.write(&format!("campaigns/{id}/log/{path}"), text);
    }
    other
        .fs
        .remove_file(&other.path("desk/register.toml"))
        .unwrap();
    other
}

#[test]
fn no_state_is_excused_by_older_rules() {
    for wanted in [&DUEL, &WORLDS] {
        let bench = played(wanted);
        let honest = record_of(&bench, wanted.id);
        let revision = bench.note(wanted.id).revision;
        assert!(revision > 1, "there are older rules");
        let mut chance = Chance::new(1);
        for number in 0..FORGERIES {
            let mut record = honest.clone();
            lower(&mut record, 1 + number % revision);
            let what = alter(&mut record, &mut chance);
            chained(&mut record, &honest);
            let other = with_record(&bench, wanted.id, &record);
            for how in [STRICT, LOOSE] {
                let found = verify::club(&other.club, None, how).unwrap();
                assert_eq!(found.outcome(), Outcome::Problem, "{what}:\n{found}");
            }
        }
    }
}

#[test]
fn what_older_rules_decided_is_not_proved() {
    for wanted in [&DUEL, &WORLDS] {
        let bench = played(wanted);
        let honest = record_of(&bench, wanted.id);
        for revision in 1..bench.note(wanted.id).revision {
            let mut record = honest.clone();
            lower(&mut record, revision);
            chained(&mut record, &honest);
            let other = with_record(&bench, wanted.id, &record);
            let found = verify::club(&other.club, None, STRICT).unwrap();
            assert_eq!(found.outcome(), Outcome::NotProved, "{found}");
            let said = found.to_string();
            assert!(
                said.starts_with(&format!("{}: not proved; ", wanted.id)),
                "{said}"
            );
            let told = format!("decided by revision {revision} of the rules");
            assert!(said.contains(&told), "{said}");
            let found = verify::club(&other.club, None, LOOSE).unwrap();
            assert_eq!(found.outcome(), Outcome::Ok, "{found}");
        }
    }
}

/// The files of an export with this record in it, and its manifest made anew.
fn repacked(folder: &str, files: &Files, record: &Record) -> Vec<u8> {
    let mut files = files.clone();
    for (path, text) in record {
        files.insert(format!("log/{path}"), text.clone().into_bytes());
    }
    let manifest = String::from_utf8(files["export.toml"].clone()).unwrap();
    let mut manifest = Manifest::parse(&manifest).unwrap();
    for (path, hash) in &mut manifest.files {
        *hash = Digest::of(&files[path]);
    }
    files.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
    pack(folder, &files).unwrap()
}

#[test]
fn no_export_is_excused_by_older_rules() {
    let mut bench = Bench::with(&WORLDS);
    while bench.sheet("worlds").is_some() {
        bench.later(8 * 86_400).tick();
    }
    let (id, dir) = bench.club.campaign("worlds").unwrap();
    let (folder, files) = unpack(&export::bytes(&bench.club, &id, &dir).unwrap()).unwrap();
    let honest = record(files.clone(), "log/");
    let outcome = |record: &Record| {
        let bytes = repacked(&folder, &files, record);
        let found = verify::file_bytes(packetboat_tools::games::ALL, &bytes, STRICT).unwrap();
        (found.outcome(), found.to_string())
    };
    assert_eq!(outcome(&honest).0, Outcome::Ok);
    let revision = bench.note("worlds").revision;
    let mut chance = Chance::new(2);
    for number in 0..FORGERIES {
        let mut record = honest.clone();
        lower(&mut record, 1 + number % revision);
        let what = alter(&mut record, &mut chance);
        chained(&mut record, &honest);
        let (found, said) = outcome(&record);
        assert_eq!(found, Outcome::Problem, "{what}:\n{said}");
    }
    // One that says it goes on holds no record.
    let manifest = String::from_utf8(files["export.toml"].clone()).unwrap();
    let mut manifest = Manifest::parse(&manifest).unwrap();
    manifest.finished = false;
    manifest.entries = 0;
    let mut going = files.clone();
    going.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
    let bytes = pack(&folder, &going).unwrap();
    let found = verify::file_bytes(packetboat_tools::games::ALL, &bytes, STRICT);
    assert!(found.is_err() || found.is_ok_and(|it| it.outcome() == Outcome::Problem));
}

/// Swaps what two lines of a table say.
fn swap(text: &str, table: &str, (one, other): (&str, &str)) -> String {
    let at = text
        .find(&format!("[{table}]\n"))
        .expect("the table is there");
    let (head, rest) = text.split_at(at);
    let ends = rest.find("\n\n").map_or(rest.len(), |it| it + 1);
    let (body, tail) = rest.split_at(ends);
    let line = |text: &str| match text.split_once(" = ") {
        Some((name, value)) if name == one => format!("{other} = {value}\n"),
        Some((name, value)) if name == other => format!("{one} = {value}\n"),
        _ => format!("{text}\n"),
    };
    let mut lines: Vec<String> = body.lines().map(line).collect();
    lines[1..].sort();
    format!("{head}{}{tail}", lines.concat())
}

/// The five forgeries that were believed once: an older revision is named, another state put at
/// the end, and every hash made anew.
#[test]
fn what_was_forged_before_is_a_problem() {
    let played_out = |wanted: &Match<'_>| {
        let mut bench = played(wanted);
        packetboat::desk::commands::end::end(&bench.club, wanted.id, "", bench.now).unwrap();
        bench.later(60).tick();
        let (id, dir) = bench.club.campaign(wanted.id).unwrap();
        let bytes = export::bytes(&bench.club, &id, &dir).unwrap();
        (bench.note(wanted.id).revision, bytes)
    };
    let worlds = played_out(&WORLDS);
    let spain = played_out(&Match {
        game: "conquistador",
        id: "spain",
        scenario: Some("duel"),
        players: &[
            "spain=Ana <ana@example.org>",
            "england=Ben <ben@example.net>",
        ],
        ..WORLDS
    });
    type Forgery<'a> = (&'a str, &'a (u32, Vec<u8>), &'a dyn Fn(&str) -> String);
    let seats = ("north", "south");
    let number = |text: &str, name: &str, other: &str| {
        let at = text.find(&format!("\n{name} = ")).expect(name) + name.len() + 4;
        let ends = at + text[at..].find('\n').unwrap();
        format!("{}{other}{}", &text[..at], &text[ends..])
    };
    let forgeries: [Forgery<'_>; 5] = [
        ("planets swapped", &worlds, &|it| swap(it, "empires", seats)),
        ("hands swapped", &worlds, &|it| swap(it, "hands", seats)),
        ("another price", &worlds, &|text| {
            let other = if text.contains("\nred = 5") { "4" } else { "5" };
            number(text, "red", other)
        }),
        ("nothing but the revision", &worlds, &str::to_owned),
        ("a treasury of 9999", &spain, &|text| {
            number(text, "treasury", "9999")
        }),
    ];
    for (what, (revision, bytes), forge) in forgeries {
        let (folder, files) = unpack(bytes).unwrap();
        let honest = record(files.clone(), "log/");
        let mut forged = honest.clone();
        lower(&mut forged, revision - 1);
        let last = forged
            .keys()
            .rfind(|it| it.ends_with("/state.toml"))
            .unwrap()
            .clone();
        let text = forge(&forged[&last]);
        forged.insert(last, text);
        chained(&mut forged, &honest);
        let bytes = repacked(&folder, &files, &forged);
        let found = verify::file_bytes(packetboat_tools::games::ALL, &bytes, STRICT).unwrap();
        let wanted = match what {
            "nothing but the revision" => Outcome::NotProved,
            _ => Outcome::Problem,
        };
        assert_eq!(found.outcome(), wanted, "{what}: {found}");
    }
}

/// A file that an entry does not bring is where it was in the entry before. An export may leave
/// journals out, so an entry that names another, which is not there, would pass for one of these.
#[test]
fn no_entry_names_another_file_than_the_one_before() {
    let mut bench = played(&WORLDS);
    // Entries in which nothing is played, and which therefore bring no journal.
    for _ in 0..3 {
        referee::extend(&bench.club, "worlds", "1d", "", bench.now).unwrap();
        bench.later(60).tick();
    }
    packetboat::desk::commands::end::end(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    let (id, dir) = bench.club.campaign("worlds").unwrap();
    let (folder, files) = unpack(&export::bytes(&bench.club, &id, &dir).unwrap()).unwrap();
    let honest = record(files.clone(), "log/");
    let (mut tried, mut left_out) = (0, 0);
    for (path, text) in &honest {
        let Some(number) = path.strip_suffix("/entry.toml") else {
            continue;
        };
        let own: i64 = number.parse().unwrap();
        let note: toml::Table = toml::from_str(text).unwrap();
        let at = |note: &toml::Table| note["files"]["journal"]["entry"].as_integer().unwrap();
        for other in (0..own).filter(|it| at(&note) < own && *it != at(&note)) {
            let mut note = note.clone();
            note["files"]["journal"]["entry"] = other.into();
            let mut forged = honest.clone();
            let text = toml::to_string(&note).unwrap() + "# end\n";
            forged.insert(path.clone(), text);
            chained(&mut forged, &honest);
            let bytes = repacked(&folder, &files, &forged);
            let found = verify::file_bytes(packetboat_tools::games::ALL, &bytes, STRICT).unwrap();
            assert_eq!(
                found.outcome(),
                Outcome::Problem,
                "{path}, {other}: {found}"
            );
            tried += 1;
            left_out += u32::from(!files.contains_key(&format!("log/{other:06}/journal.toml")));
        }
    }
    assert!(
        tried > 5 && left_out > 2,
        "{tried} tried, {left_out} of what is not there"
    );
}

/// What the referee has put there is named, and is no problem.
#[test]
fn the_referee_s_hand_is_shown() {
    let mut bench = played(&DUEL);
    let entries = bench.note("duel").number;
    referee::rollback(&bench.club, "duel", 2, "a slip", bench.now).unwrap();
    bench.later(60).tick();
    bench.edit_position("duel", "purse = 1", "purse = 2");
    packetboat::desk::commands::edit::adopt(&bench.club, "duel", "a gift", bench.now).unwrap();
    bench.later(60).tick();
    let found = verify::club(&bench.club, None, STRICT).unwrap();
    assert_eq!(found.outcome(), Outcome::OkWithTheRefereesHand, "{found}");
    let said = found.to_string();
    let (back, adopted) = (entries + 1, entries + 2);
    for told in [
        format!("duel: ok, with the referee's hand in entries {back} and {adopted}; "),
        format!("by hand: entry {back} goes back to entry 2, and is equal to it"),
        format!("by hand: the referee put entry {adopted} in place; nothing else leads to it"),
    ] {
        assert!(said.contains(&told), "{told}:\n{said}");
    }
    let json: serde_json::Value = serde_json::from_str(&found.to_json().unwrap()).unwrap();
    assert_eq!(json["outcome"], "ok-with-the-referees-hand");
    assert_eq!(json["campaigns"][0]["outcome"], "ok-with-the-referees-hand");
    assert_eq!(json["campaigns"][0]["by_hand"][0]["back_to"], 2);
}
