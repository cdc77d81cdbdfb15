//! `packetboat verify`: what it says of names at which there is nothing, of a club without
//! campaigns, and of files and mails as they come from the log.

use super::Place;
use packetboat::store::packed::pack;
use std::fs;
use std::path::{Path, PathBuf};

const NONE_RUNS: &str = "no campaign is running";

/// A mail of the campaign that waits, packed as logs kept them.
fn kept(place: &Place) -> PathBuf {
    let outbox = place.club().join("campaigns/duel/outbox/000000");
    let mut files = fs::read_dir(outbox).unwrap().map(|it| it.unwrap().path());
    let mail = files.find(|it| it.to_string_lossy().ends_with(".report.eml"));
    let packed = place.0.path().join("report.eml.gz");
    fs::write(&packed, pack(&fs::read(mail.unwrap()).unwrap())).unwrap();
    packed
}

#[test]
fn a_path_at_which_there_is_nothing_is_called_so() {
    let place = Place::with_campaign();
    for path in ["nope.tar", "./x/y", "x/y", "/x/y", "Nope.TAR"] {
        let wants = format!("there is no such file: {path}");
        place.check_refused(&["verify", path], 2, &[&wants, "an export"]);
        let outside = place.run(&["verify", path]);
        assert_eq!((outside.code, outside.out.as_str()), (2, ""), "{path}");
        assert!(outside.err.contains(&wants), "{}", outside.err);
        assert!(!outside.err.contains("packetboat.toml"), "{}", outside.err);
    }
    // What may be a campaign's name is taken for one.
    place.check_refused(&["verify", "deul"], 2, &["no campaign is called `deul`"]);
    let outside = place.run(&["verify", "duel"]);
    assert!(outside.err.contains("packetboat.toml"), "{}", outside.err);
}

#[test]
fn that_no_campaign_is_running_is_said_only_where_nothing_is_wrong() {
    let place = Place::new();
    let ran = place.at(&["verify"]);
    assert!(ran.code == 0 && ran.out.contains(NONE_RUNS), "{}", ran.out);
    let place = Place::with_campaign();
    let ran = place.at(&["verify"]);
    assert!(ran.code == 0 && !ran.out.contains(NONE_RUNS), "{}", ran.out);
    fs::remove_dir_all(place.club().join("campaigns/duel")).unwrap();
    let ran = place.at(&["verify"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.out
            .contains("wrong: campaigns/duel: this campaign is gone"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains(NONE_RUNS), "{}", ran.out);
}

#[test]
fn mails_as_the_log_keeps_them_are_looked_into() {
    let place = Place::with_campaign();
    let mail = kept(&place);
    let mail = mail.to_str().unwrap();
    let ran = place.at(&["verify", "duel", "--mails", mail]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains(": of entry 0 of duel, which is as it was"),
        "{}",
        ran.out
    );
    // In an export of the same it cannot be told yet; that harms nothing.
    let tar = place.0.path().join("duel.tar");
    let tar = tar.to_str().unwrap();
    assert_eq!(place.at(&["export", "duel", tar]).code, 0);
    let ran = place.run(&["verify", tar, "--strict", "--mails", mail]);
    assert_eq!(ran.code, 3, "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains(".eml.gz: not checked: duel"),
        "{}",
        ran.out
    );
    let ran = place.run(&["verify", tar, "--json", "--mails", mail]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["file"], tar);
    assert_eq!(json["campaigns"][0]["goes_on"], true);
    let mail = &json["mails"][0];
    assert!(
        mail["skipped"].is_string() && mail["entry"].is_null(),
        "{mail}"
    );
}

#[test]
fn a_faulty_file_is_told_without_a_club() {
    let place = Place::with_campaign();
    let tar = place.0.path().join("duel.tar");
    assert_eq!(place.at(&["export", "duel", tar.to_str().unwrap()]).code, 0);
    let whole = fs::read(&tar).unwrap();
    let put = |bytes: &[u8]| {
        fs::write(Path::new(&tar), bytes).unwrap();
        place.run(&["verify", "duel.tar"])
    };
    let ran = put(&whole[..whole.len() - 700]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    for want in [
        "duel.tar cannot be checked",
        "it ends too early",
        "Download it again.",
    ] {
        assert!(ran.err.contains(want), "{}", ran.err);
    }
    let mut altered = whole;
    altered[600] ^= 1;
    let ran = put(&altered);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let (first, last) = ("duel.tar: PROBLEM\n", "from its publisher\n");
    assert!(
        ran.out.starts_with(first) && ran.out.ends_with(last),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains(NONE_RUNS), "{}", ran.out);
}
