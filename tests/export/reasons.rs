//! What referees say for players alone, and names that are addresses: nothing of it is published,
//! and nothing of it keeps a campaign from being published.

use super::{exported, found};
use crate::support::{ANA, BEN, Bench, DUEL, Match, seat};
use packetboat::desk::commands::players::{remind, replace};
use packetboat::desk::commands::{edit, end, pause, referee, renew};
use packetboat::desk::proof::verify::Outcome;
use packetboat::desk::site;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::store::fs::{Fs, list_if_there};
use packetboat_testkit::simulate::chance::Chance;
use std::path::Path;

/// In each reason, so that it is found wherever it is.
const WORD: &str = "zanzibar";

/// What people write as a reason.
fn reason(chance: &mut Chance, number: u32) -> String {
    let who = *chance.pick(&[
        "ana@example.org",
        "BEN@example.net",
        "ref@club.example",
        "<b>Ben",
    ]);
    let before = *chance.pick(&["", "so ", "\n", "why = \"", "adopted: ", "# "]);
    let after = *chance.pick(&[
        "",
        "\"",
        "\n\n[[item]]",
        " \u{e9}",
        ": rolled back to entry 1",
    ]);
    format!("{before}{WORD} {number} {who}{after}")
}

/// All of a folder, as one text.
fn all_in(bench: &Bench, dir: &Path) -> String {
    let mut all = String::new();
    for name in list_if_there(&*bench.club.fs, dir).unwrap() {
        let path = dir.join(name);
        if bench.club.fs.stat(&path).unwrap().is_dir {
            all += &all_in(bench, &path);
        } else {
            all += &String::from_utf8_lossy(&bench.club.fs.read(&path).unwrap());
        }
    }
    all
}

fn check_silent(bench: &Bench) {
    let bytes = exported(bench, "duel");
    let place = bench.path("pages");
    let made = site::make(&bench.club, &place).unwrap();
    assert_eq!(made.left_out, [""; 0], "nothing is left out");
    assert!(bench.club.fs.stat(&place.join("duel/duel.tar.gz")).is_ok());
    let pages = all_in(bench, &place).to_lowercase();
    for text in [&String::from_utf8_lossy(&bytes).to_lowercase(), &pages] {
        for word in [WORD, "@example", "ref@club"] {
            assert!(!text.contains(word), "{word}");
        }
    }
    let told = found(&bytes);
    assert_eq!(told.outcome(), Outcome::OkWithTheRefereesHand, "{told}");
}

#[test]
fn no_reason_is_published() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        players: &[ANA, BEN],
        ..DUEL
    });
    let mut chance = Chance::new(45);
    for number in 0..100 {
        let why = reason(&mut chance, number);
        let now = bench.now;
        let club = &bench.club;
        match chance.below(9) {
            0 => referee::resolve(club, "duel", &why, now).map(drop),
            1 => referee::hold(club, "duel", &why, now)
                .and_then(|_| pause::release(club, "duel", &why, now))
                .map(drop),
            2 => referee::extend(club, "duel", "2d", &why, now).map(drop),
            3 => remind(club, "duel", &[], &why, now).map(drop),
            4 | 5 => {
                edit::edit(club, "duel").unwrap();
                let copy = format!(
                    "campaigns/duel/edit/{:06}/state.toml",
                    bench.note("duel").number
                );
                let purse = format!("purse = 1{}", number % 10);
                let text = bench.read(&copy);
                let at = text.find("purse = ").unwrap();
                let end = at + text[at..].find('\n').unwrap();
                bench.write(&copy, format!("{}{purse}{}", &text[..at], &text[end..]));
                edit::adopt(club, "duel", &why, now).map(drop)
            }
            6 => renew::renew(club, "duel", seat("north"), &why, now).map(drop),
            _ => {
                let to = chance.below(bench.note("duel").number.max(1));
                referee::rollback(club, "duel", to, &why, now).map(drop)
            }
        }
        // An edit that changes nothing, or a game that is over: refused, and rolled back sooner
        // or later.
        .unwrap_or_else(|error| {
            let said = format!("{error:#}");
            let fits = ["is over", "nothing to adopt", "no entry 0"]
                .iter()
                .any(|it| said.contains(it));
            assert!(fits, "{said}");
            let edits = bench.path("campaigns/duel/edit");
            if bench.club.fs.stat(&edits).is_ok() {
                bench.club.fs.remove_dir_all(&edits).unwrap();
            }
        });
        bench.later(60).tick();
    }
    let carla = NewHolder::Person("Carla <carla@example.org>");
    let why = format!("{WORD} ben@example.net has left");
    if bench.sheet("duel").is_none() {
        referee::rollback(&bench.club, "duel", 0, &why, bench.now).unwrap();
    }
    let taken = (carla, Lines::Keep);
    replace(&bench.club, "duel", seat("south"), taken, &why, bench.now).unwrap();
    bench.later(60).tick();
    end::end(&bench.club, "duel", &why, bench.now).unwrap();
    bench.later(60).tick();
    check_silent(&bench);
}

#[test]
fn a_public_name_that_is_an_address_is_left_out_and_named() {
    for name in [
        "ben@example.net",
        "BEN@Example.Net",
        "Ben <ben@example.net>",
        "write to ref@club.example!",
        "@",
    ] {
        let mut bench = Bench::with(&Match {
            players: &[ANA, BEN],
            ..DUEL
        });
        let config = "campaigns/duel/campaign.toml";
        bench.edit(
            config,
            "player  = \"Ben\"",
            &format!("player = \"{name}\"\nname_public = true"),
        );
        bench.edit(
            config,
            "player  = \"Ana\"",
            "player = \"Ana\"\nname_public = true",
        );
        bench.later(60).tick();
        for over in [false, true] {
            if over {
                end::end(&bench.club, "duel", "", bench.now).unwrap();
                bench.later(60).tick();
            }
            let bytes = exported(&bench, "duel");
            let text = String::from_utf8_lossy(&bytes).to_lowercase();
            let place = bench.path("pages");
            let made = site::make(&bench.club, &place).unwrap();
            assert_eq!(
                made.left_out,
                ["duel: the name of south is not shown: it contains an @, as addresses do"],
                "{name}"
            );
            let said = made.told(&place);
            assert!(
                said.contains("Left out of duel: the name of south"),
                "{said}"
            );
            let pages = all_in(&bench, &place).to_lowercase();
            for text in [&text, &pages] {
                assert!(
                    !text.contains("@example") && !text.contains("ref@"),
                    "{name}"
                );
            }
            assert!(pages.contains("ana"), "she is named");
            assert_eq!(
                bench.club.fs.stat(&place.join("duel/duel.tar.gz")).is_ok(),
                over
            );
            let told = found(&bytes);
            let wanted = if over {
                Outcome::Ok
            } else {
                Outcome::NotProved
            };
            assert_eq!(told.outcome(), wanted, "{name}: {told}");
        }
    }
}

/// Until 2026-11-27 the reason of a rollback or an edit was in the journal, which is hashed. Such a
/// journal stays out of exports.
#[test]
fn journals_of_before_that_hold_a_reason_stay_out() {
    let mut bench = Bench::with(&DUEL);
    bench.later(60).tick();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    referee::rollback(&bench.club, "duel", 0, "", bench.now).unwrap();
    // As a program of before would have written it.
    let (journal, note) = (
        "campaigns/duel/log/000002/journal.toml",
        "campaigns/duel/log/000002/entry.toml",
    );
    let before = packetboat::store::digest::Digest::of(bench.read(journal).as_bytes());
    let plain = "why = \"rolled back to entry 0\"";
    bench.edit(
        journal,
        plain,
        "why = \"rolled back to entry 0: zanzibar ben@example.net\"",
    );
    let after = packetboat::store::digest::Digest::of(bench.read(journal).as_bytes());
    bench.edit(note, &before.to_string(), &after.to_string());
    bench
        .fs
        .remove_file(&bench.path("desk/register.toml"))
        .unwrap();
    bench.later(60).tick();
    end::end(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    bench.verify();
    let bytes = exported(&bench, "duel");
    let text = String::from_utf8_lossy(&bytes).to_lowercase();
    assert!(!text.contains(WORD) && !text.contains("@example"));
    let told = found(&bytes);
    assert_eq!(told.outcome(), Outcome::NotProved, "{told}");
    let said = told.to_string();
    assert!(
        said.contains("entry 2: its journal, which contained a reason"),
        "{said}"
    );
    // Nothing else may be missing.
    let (folder, files) = packetboat::store::bundle::unpack(&bytes).unwrap();
    assert!(files.contains_key("log/000001/journal.toml"));
    assert!(!files.contains_key("log/000002/journal.toml"));
    let mut less = files.clone();
    less.remove("log/000001/journal.toml");
    let manifest = String::from_utf8(less["export.toml"].clone()).unwrap();
    let mut manifest = super::published(&manifest);
    manifest.files.remove("log/000001/journal.toml");
    less.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
    let told = found(&packetboat::store::bundle::pack(&folder, &less).unwrap());
    assert_eq!(told.outcome(), Outcome::Problem, "{told}");
}
