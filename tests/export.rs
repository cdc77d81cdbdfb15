//! Exports: what is in them and what never is, and how `verify` reads one without its club.

mod hostile;
mod reasons;
mod words;

use crate::support::{Bench, DUEL, WORLDS, header, seat};
use packetboat::config::campaign::{CampaignConfig, Holder};
use packetboat::desk::club::published::Manifest;
use packetboat::desk::commands::end::end;
use packetboat::desk::commands::referee;
use packetboat::desk::proof::export;
use packetboat::desk::proof::verify::{self, Findings, How};
use packetboat::store::bundle::{Files, pack, unpack};
use packetboat::store::digest::Digest;
use packetboat::store::fs::{Fs, list_if_there};
use std::collections::BTreeSet;
use std::path::Path;

const DAY: i64 = 86_400;
const STRICT: How = How { strict: true };

/// Words that players wrote and nobody else may read.
const PRIVATE: [&str; 6] = [
    "Meet me behind the lighthouse",
    "my aunt is ill",
    "2026-12-23..2027-01-05",
    "moves.to@example.net",
    "so Ben asked me to",
    "Message-ID",
];

/// A campaign of These New Worlds with all that people write, played to its end.
fn played() -> Bench {
    let mut bench = Bench::with(&WORLDS);
    let words = "MESSAGE TO ALL\nMeet me behind the lighthouse\nEND\nAWAY 2026-12-23..2027-01-05\n\
                 ADDRESS moves.to@example.net\n; my aunt is ill\n";
    let lines = bench.good_lines("worlds", seat("north"));
    let sheet = bench.sheet("worlds").unwrap();
    bench.send(
        "worlds",
        "north",
        &sheet,
        &format!("{words}{lines}\nPLAY what?\n"),
    );
    bench.tick();
    let why = "so Ben asked me to";
    referee::extend(&bench.club, "worlds", "2d", why, bench.now).unwrap();
    while bench.sheet("worlds").is_some() {
        bench.later(8 * DAY).tick();
    }
    bench
}

fn exported(bench: &Bench, id: &str) -> Vec<u8> {
    let (id, dir) = bench.club.campaign(id).unwrap();
    export::bytes(&bench.club, &id, &dir).unwrap()
}

fn found(bytes: &[u8]) -> Findings {
    verify::file_bytes(packetboat_tools::games::ALL, bytes, STRICT).unwrap()
}

/// Everything in the club's folder that is nobody's business: addresses, names, Message-IDs, keys.
fn secrets(bench: &Bench, id: &str) -> Vec<String> {
    let mut secrets: Vec<String> = PRIVATE.map(str::to_owned).to_vec();
    let config = bench.read(&format!("campaigns/{id}/campaign.toml"));
    let config = CampaignConfig::parse("campaign.toml", &config).unwrap();
    for holder in config.seats.values() {
        if let Holder::Player(player) = holder {
            secrets.extend([player.address.to_string(), format!("\"{}\"", player.name)]);
        }
    }
    let secret = bench.read(&format!("campaigns/{id}/secret.toml"));
    let hex = secret
        .lines()
        .filter(|it| !it.starts_with("seed") && !it.starts_with('#'));
    secrets.extend(hex.filter_map(|it| it.split('"').nth(1)).map(str::to_owned));
    for taken in &bench.post.taken {
        for name in ["Message-ID", "Reply-To", "In-Reply-To"] {
            let field = header(&taken.message, name).unwrap_or_default();
            let local = field.split('@').next().unwrap_or_default();
            let token = local.rsplit(['.', '<']).next().unwrap_or_default();
            secrets.extend((token.len() > 7).then(|| token.to_owned()));
        }
    }
    secrets
}

fn check_silent(bench: &Bench, id: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let secrets = secrets(bench, id);
    assert!(secrets.len() > 12, "{secrets:?}");
    for secret in secrets {
        assert!(!text.contains(&secret), "{secret} stands in the export");
    }
}

#[test]
fn what_is_over_is_exported_whole_and_checked_without_its_club() {
    let bench = played();
    let bytes = exported(&bench, "worlds");
    let told = found(&bytes);
    assert!(told.is_well(), "{told}");
    let text = told.to_string();
    assert!(text.contains("derived again"), "{text}");
    assert!(!text.contains("not checked"), "{text}");
    check_silent(&bench, "worlds", &bytes);
    // What was ordered stands in it.
    let (folder, files) = unpack(&bytes).unwrap();
    assert_eq!(folder, "worlds");
    let entry = String::from_utf8(files["log/000001/entry.toml"].clone()).unwrap();
    assert!(entry.contains("lines = [["), "{entry}");
    assert!(
        files
            .keys()
            .all(|it| !it.contains("outbox") && !it.contains("orders/"))
    );
    // The same on another machine, and at another time.
    let mut other = played();
    other.later(400 * DAY);
    assert!(
        exported(&other, "worlds") == bytes,
        "another machine makes other bytes"
    );
    // The archive has the same.
    bench.verify();
}

/// A place in the middle of an export where the text of a file is.
fn in_a_file(bytes: &[u8]) -> usize {
    let middle = bytes.len() / 2;
    let text = bytes[middle..].windows(6).position(|it| it == b"blake3");
    middle + text.unwrap()
}

#[test]
fn a_mail_that_somebody_kept_is_found_in_it() {
    let bench = played();
    let dir = tempfile::tempdir().unwrap();
    let tar = dir.path().join("worlds.tar");
    let bytes = exported(&bench, "worlds");
    std::fs::write(&tar, &bytes).unwrap();
    let kept = bench.post.taken.first().unwrap();
    let mail = dir.path().join("kept.eml");
    std::fs::write(&mail, &kept.message).unwrap();
    let told = || {
        let mails = std::slice::from_ref(&mail);
        verify::file(packetboat_tools::games::ALL, &tar, STRICT, mails).unwrap()
    };
    let found = told();
    assert!(found.is_well(), "{found}");
    assert!(
        found
            .to_string()
            .contains("kept.eml: of entry 0 of worlds, which is as it was"),
        "{found}"
    );
    let other = String::from_utf8_lossy(&kept.message).into_owned();
    let at = other.find("Witness: ").unwrap() + "Witness: ".len();
    let digit = if &other[at..=at] == "0" { "1" } else { "0" };
    let other = format!("{}{digit}{}", &other[..at], &other[at + 1..]);
    std::fs::write(&mail, other).unwrap();
    assert!(!told().is_well(), "{}", told());
    // What is damaged witnesses nothing.
    std::fs::write(&mail, &kept.message).unwrap();
    let mut damaged = bytes;
    let middle = in_a_file(&damaged);
    damaged[middle] ^= 1;
    std::fs::write(&tar, damaged).unwrap();
    assert!(!told().is_well(), "{}", told());
}

#[test]
fn names_and_letters_are_in_it_where_campaign_toml_says_so() {
    let bench = played();
    let before = exported(&bench, "worlds");
    assert!(!String::from_utf8_lossy(&before).contains("\"Ana\""));
    let config = "campaigns/worlds/campaign.toml";
    bench.edit(
        config,
        "player  = \"Ana\"\n",
        "player  = \"Ana\"\nname_public = true\n",
    );
    bench.edit(config, "publish_letters = false", "publish_letters = true");
    let bytes = exported(&bench, "worlds");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("\"Ana\"") && !text.contains("\"Ben\""));
    assert!(
        text.contains("Meet me behind the lighthouse"),
        "the letter is there"
    );
    assert!(!text.contains("my aunt is ill") && !text.contains("ana@example.org"));
    assert!(found(&bytes).is_well());
}

/// A club outlives versions of the program: what an older one has written is exported as it is, or
/// the hashes behind it would be wrong.
#[test]
fn notes_are_exported_byte_for_byte() {
    let bench = played();
    let last = bench.note("worlds").number;
    let place = format!("log/{last:06}/entry.toml");
    let file = format!("campaigns/worlds/{place}");
    let ours = concat!("Written by packetboat ", env!("CARGO_PKG_VERSION"), ".");
    bench.edit(&file, ours, "Written by packetboat 0.0.9.");
    let bytes = exported(&bench, "worlds");
    assert!(found(&bytes).is_well());
    let (_, files) = unpack(&bytes).unwrap();
    assert!(files[&place] == bench.read(&file).into_bytes());
}

/// Files with another one in the place of one, as whoever forges an export would pack them.
fn with(files: &Files, change: impl Fn(&mut Files)) -> Vec<u8> {
    let mut files = files.clone();
    change(&mut files);
    pack("worlds", &files).unwrap()
}

#[test]
fn an_export_altered_in_one_byte_does_not_verify() {
    let bench = played();
    let bytes = exported(&bench, "worlds");
    // One in 400, and every kind of place: names, heads, padding, texts, the end.
    for at in (0..bytes.len())
        .step_by(401)
        .chain([bytes.len() - 1, 100, 148, 500])
    {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        let seen = verify::file_bytes(packetboat_tools::games::ALL, &altered, STRICT);
        assert!(
            !seen.is_ok_and(|it| it.is_well()),
            "byte {at} may be altered"
        );
    }
    let cut = verify::file_bytes(
        packetboat_tools::games::ALL,
        &bytes[..bytes.len() / 2],
        STRICT,
    );
    assert!(!cut.is_ok_and(|it| it.is_well()));
    let longer = [bytes.as_slice(), &[0; 512]].concat();
    assert!(
        !verify::file_bytes(packetboat_tools::games::ALL, &longer, STRICT)
            .is_ok_and(|it| it.is_well())
    );
}

/// Whoever takes a turn away and makes all hashes outside of the chain anew is found out all the
/// same.
#[test]
fn an_export_without_a_turn_does_not_verify() {
    let bench = played();
    let (_, files) = unpack(&exported(&bench, "worlds")).unwrap();
    let entries: BTreeSet<String> = files
        .keys()
        .filter_map(|path| {
            path.strip_prefix("log/")?
                .split('/')
                .next()
                .map(str::to_owned)
        })
        .collect();
    assert!(entries.len() > 4);
    for gone in &entries {
        let without = with(&files, |copy| {
            copy.retain(|path, _| !path.starts_with(&format!("log/{gone}/")));
            let text = String::from_utf8(copy["export.toml"].clone()).unwrap();
            let mut manifest = published(&text);
            manifest
                .files
                .retain(|path, _| !path.starts_with(&format!("log/{gone}/")));
            manifest.entries -= 1;
            copy.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
        });
        let told = found(&without);
        assert!(!told.is_well(), "entry {gone} may be taken away:\n{told}");
    }
}

fn published(text: &str) -> Manifest {
    Manifest::parse(text).unwrap()
}

/// Dice, orders and seed follow from each other: none can be put in the place of another.
#[test]
fn an_export_with_another_past_does_not_verify() {
    let bench = played();
    let (_, files) = unpack(&exported(&bench, "worlds")).unwrap();
    let entry = "log/000001/entry.toml";
    for (path, from, to) in [
        (entry, "lines = [[", "lines = [[9, \"PLAY 1\"], ["),
        ("export.toml", "seed = \"", "seed = \"0"),
        ("data/founding.toml", "scenario", "scenaria"),
    ] {
        let forged = with(&files, |copy| {
            let text = String::from_utf8(copy[path].clone()).unwrap();
            assert!(text.contains(from), "{path}: {from}\n{text}");
            let manifest = String::from_utf8(copy["export.toml"].clone()).unwrap();
            let mut manifest = published(&manifest);
            if path == "export.toml" {
                let other = if manifest.seed.unwrap().0[0] == 0 {
                    1
                } else {
                    0
                };
                manifest.seed.as_mut().unwrap().0[0] = other;
            } else {
                let text = text.replacen(from, to, 1);
                let hash = Digest::of(text.as_bytes());
                manifest.files.insert(path.to_owned(), hash);
                copy.insert(path.to_owned(), text.into_bytes());
            }
            copy.insert("export.toml".to_owned(), manifest.to_text().into_bytes());
        });
        let told = found(&forged);
        assert!(!told.is_well(), "{path} may be forged:\n{told}");
    }
}

#[test]
fn what_goes_on_is_exported_as_the_public_may_know_it() {
    let mut bench = Bench::with(&DUEL);
    let word = referee::password(&bench.club, "duel", seat("north")).unwrap();
    bench.send(
        "duel",
        "north",
        "1",
        "BID 3\nMESSAGE TO ALL\nMeet me behind the lighthouse\nEND",
    );
    bench.tick();
    let bytes = exported(&bench, "duel");
    check_silent(&bench, "duel", &bytes);
    let word = word
        .split_whitespace()
        .find(|it| it.matches('-').count() > 2)
        .unwrap();
    assert!(!String::from_utf8_lossy(&bytes).contains(word));
    let (_, files) = unpack(&bytes).unwrap();
    assert!(
        files.keys().all(|it| !it.starts_with("log/")),
        "{:?}",
        files.keys()
    );
    let report = String::from_utf8(files["turns/000.txt"].clone()).unwrap();
    assert!(
        report.contains("duel") && !report.contains("Ana"),
        "{report}"
    );
    // What is hidden has no part in it.
    let mut other = Bench::with(&DUEL);
    other.send(
        "duel",
        "north",
        "1",
        "BID 5\nMESSAGE TO ALL\nNever mind\nEND",
    );
    other.tick();
    assert!(
        exported(&other, "duel") == bytes,
        "a hidden bid makes other bytes"
    );
    let told =
        verify::file_bytes(packetboat_tools::games::ALL, &bytes, How { strict: false }).unwrap();
    assert!(told.is_well(), "{told}");
    assert!(told.to_string().contains("it goes on"), "{told}");
}

#[test]
fn a_file_that_is_no_export_is_left_alone() {
    let mut bench = Bench::with(&WORLDS);
    bench.later(60);
    end(&bench.club, "worlds", "both agree", bench.now).unwrap();
    bench.tick();
    bench.write("letters.txt", "mine");
    let file = bench.path("letters.txt");
    let refused = export::export(&bench.club, "worlds", &file).unwrap_err();
    assert!(
        refused.to_string().contains("is not an export of worlds"),
        "{refused:#}"
    );
    assert_eq!(bench.read("letters.txt"), "mine");
    let file = bench.path("worlds.tar");
    for _ in 0..2 {
        let told = export::export(&bench.club, "worlds", &file).unwrap();
        assert!(told.contains("which is over"), "{told}");
    }
    let there = list_if_there(&*bench.fs, Path::new(&bench.path(""))).unwrap();
    assert!(there.iter().all(|it| !it.contains(".tmp")), "{there:?}");
    let what = verify::file_bytes(packetboat_tools::games::ALL, b"mine", STRICT).unwrap_err();
    assert!(what.to_string().contains("not an export"), "{what:#}");
    let _ = bench.fs.read(&file).unwrap();
}
