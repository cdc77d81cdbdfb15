//! What is refused because it is likelier a slip, what is shown before it is done, and how a
//! campaign ends.

use super::{NOW, Place};
use crate::inside;
use packetboat::store::fs::Disk;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

const ANA: &str = "north=Ana <ana@example.org>";

#[test]
fn a_table_that_cannot_be_meant() {
    let place = Place::new();
    let new = ["new", "toy/sealed", "duel"];
    let refused = |more: &[&str], wants: &[&str]| {
        place.check_refused(&[&new[..], more].concat(), 2, wants);
    };
    let duel = ["--scenario", "duel"];
    let wants = [
        "south of duel has no player",
        "--robot south",
        "--empty south",
    ];
    refused(&[&duel[..], &["--player", ANA]].concat(), &wants);
    let robots = ["--robot", "north", "--robot", "south"];
    refused(
        &[&duel[..], &robots].concat(),
        &["only robots", "--robots-alone"],
    );
    refused(
        &["--scenario", "deul", "--player", ANA],
        &[
            "no scenario called `deul`",
            "Did you mean `duel`?",
            "standard",
        ],
    );
    let nroth = "nroth=Ana <ana@example.org>";
    refused(
        &["--player", nroth],
        &["no seat called `nroth`", "Did you mean `north`?", "west"],
    );
    for (option, wants) in [
        ("pace", ["--option pace=batch", "has no value"]),
        ("pace=bacth", ["cannot be `bacth`", "Did you mean `batch`?"]),
        (
            "pursse=3",
            ["no option called `pursse`", "Did you mean `purse`?"],
        ),
    ] {
        refused(&["--player", ANA, "--option", option], &wants);
    }
    refused(
        &["--player", ANA, "--empty", "up"],
        &["no seat called `up`"],
    );
    refused(&["--player", ANA, "--empty", "east"], &["south, west of"]);
    let both = [
        "--player", ANA, "--robot", "south", "--empty", "east", "--empty", "west",
    ];
    let ran = place.at(&[&new[..], &both].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let alone = [
        &["new", "toy/sealed", "robots"][..],
        &duel,
        &robots,
        &["--robots-alone"],
    ];
    let ran = place.at(&alone.concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn acts_that_cannot_be_meant() {
    let place = Place::with_campaign();
    for (arguments, wants) in [
        (
            &["extend", "duel", "24"][..],
            &["24 needs a unit: 24h or 24d"][..],
        ),
        (&["hold", "duel"], &["needs a reason", "--why"]),
        (&["end", "deul"], &["no campaign is called `deul`"]),
        (
            &["archive", "duel"],
            &["duel is not over", "packetboat end duel"],
        ),
        (
            &["rollback", "duel", "9", "--dry-run"],
            &["no entry 9", "packetboat entries duel"],
        ),
    ] {
        place.check_refused(arguments, 2, wants);
    }
}

#[test]
fn one_address_on_two_seats_is_said() {
    let place = Place::new();
    let south = "south=Ben <ANA@example.org>";
    let ran = place.at(&[
        "new",
        "toy/sealed",
        "duel",
        "--scenario",
        "duel",
        "--player",
        ANA,
        "--player",
        south,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let note = "Note: ana@example.org has more than one seat, north and south";
    assert!(ran.out.contains(note), "{}", ran.out);
    let ran = place.at(&["replace", "duel", "south", "Ben <ben@example.net>"]);
    assert!(!ran.out.contains("Note:"), "{}", ran.out);
    let ran = place.at(&["replace", "duel", "south", "Cleo <ana@example.org>"]);
    assert!(ran.out.contains(note), "{}", ran.out);
}

#[test]
fn what_is_looked_at_before_it_is_done() {
    let place = Place::with_campaign();
    place.at(&["tick"]);
    let folder = place.0.path().join("look");
    let before = place.tree();
    for dry in [&["--dry-run"][..], &["--dry-run", folder.to_str().unwrap()]] {
        let ran = place.at(&[&["resolve", "duel"], dry].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.out.contains("north (Ana): missing"), "{}", ran.out);
        assert!(
            ran.out.contains("The turn is open, so nothing was played"),
            "{}",
            ran.out
        );
        assert!(
            place.tree() == before && !folder.exists(),
            "nothing is written"
        );
    }
    let why = ["resolve", "duel", "--why", "Ana is in a hurry"];
    assert_eq!(place.at(&why).code, 0);
    let told = place.at(&["show", "duel", "--as", "north"]).out;
    let words = "The referee has closed turn 1 by hand: Ana is in a hurry";
    assert!(told.replace('\n', " ").contains(words), "{told}");
    let entries = place.at(&["entries", "duel"]).out;
    assert!(entries.contains("turn 1 resolved by hand"), "{entries}");
    assert!(
        entries.contains("the referee: Ana is in a hurry"),
        "{entries}"
    );
    let before = place.tree();
    let ran = place.at(&["rollback", "duel", "0", "--dry-run"]);
    assert!(ran.out.contains("undoes 1 entry:"), "{}", ran.out);
    assert!(
        place.tree() == before,
        "a dry run writes nothing into the club"
    );
    let ran = place.at(&["rollback", "duel", "0", "--why", "too soon"]);
    assert!(ran.out.contains("undoes 1 entry:"), "{}", ran.out);
    assert!(ran.out.contains("counts again, as entry 2"), "{}", ran.out);
    let entries = place.at(&["entries", "duel"]).out;
    assert!(entries.contains("(undone by 2)"), "{entries}");
    assert_eq!(place.at(&["verify", "--strict"]).code, 0);
}

#[test]
fn a_campaign_ends_and_is_put_away() {
    let place = Place::with_campaign();
    place.at(&["tick"]);
    let ran = place.at(&["end", "duel", "--why", "both agree"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told = place.at(&["show", "duel", "--as", "north"]).out;
    let words = "The referee has ended the campaign early: both agree";
    assert!(told.replace('\n', " ").contains(words), "{told}");
    place.check_refused(&["resolve", "duel"], 2, &["duel is over"]);
    place.check_refused(
        &["archive", "duel"],
        2,
        &["1 mail to send", "packetboat tick"],
    );
    assert_eq!(place.at(&["tick"]).out, "1 mail was sent\n");
    assert!(place.at(&["status"]).out.contains("over"));
    assert_eq!(place.at(&["verify", "--strict"]).code, 0);
    let ran = place.at(&["archive", "duel"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(place.club().join("archive/duel.campaign").is_file());
    assert_eq!(place.at(&["tick"]).code, 0);
    assert!(place.at(&["entries", "duel"]).out.contains("ended"));
    assert_eq!(place.at(&["verify"]).code, 0);
    place.check_refused(
        &["hold", "duel", "--why", "rain"],
        2,
        &["over and archived"],
    );
}

#[test]
fn a_file_of_the_archive_is_kept_secret_and_read_wherever_it_is() {
    let place = Place::with_campaign();
    let end = &["end", "duel", "--why", "both agree"];
    for command in [&["tick"][..], end, &["tick"]] {
        assert_eq!(place.at(command).code, 0);
    }
    let told = place.at(&["show", "duel", "--as", "north"]).out;
    let ran = place.at(&["archive", "duel"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Others may not read what is secret in it.
    let file = place.club().join("archive/duel.campaign");
    let open = |mode| std::fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
    assert!(!place.at(&["status", "duel"]).out.contains("chmod"));
    open(0o644);
    let warned = place.at(&["status", "duel"]).out;
    let chmod = format!("chmod 600 {}", file.display());
    assert!(warned.contains(&chmod), "{warned}");
    open(0o600);
    // Its file is read wherever it is, by the name that its folder had too.
    let kept = place.0.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    let file = kept.join("duel.campaign");
    std::fs::copy(place.club().join("archive/duel.campaign"), &file).unwrap();
    for path in ["kept/duel.campaign", "kept/duel"] {
        let ran = place.run(&["verify", path, "--strict"]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        let ran = place.run(&["show", path, "--as", "north", "--now", NOW]);
        assert!(ran.out == told, "{}{}", ran.out, ran.err);
    }
    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let ran = place.run(&["verify", "kept/duel.campaign"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("is damaged after "), "{}", ran.out);
}

#[test]
fn a_line_for_each_campaign_and_those_that_need_the_referee() {
    let place = Place::with_campaign();
    place.at(&["tick"]);
    let ran = place.at(&["status"]);
    let line = "duel  turn 1  Sun 22 Nov 20:00 (Warsaw), closes Mon 23 Nov 08:00, with the grace \
                of 12h  owes: north (Ana); in: south (a robot)\n";
    assert_eq!(ran.out, line);
    assert_eq!(place.at(&["status", "--needs-me"]).out, "");
    place.at(&["hold", "duel", "--why", "rain"]);
    place.at(&["tick"]);
    let line = "duel  turn 1  held  rain; to go on: packetboat release duel\n";
    assert_eq!(place.at(&["status", "--needs-me"]).out, line);
    let ran = place.at(&["release", "duel", "--why", "the sun shines"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        place
            .at(&["entries", "duel"])
            .out
            .contains("the sun shines")
    );
    // What HALTED said may have been mended.
    let state = place.club().join("campaigns/duel/log/000000/state.toml");
    let whole = inside::read(&Disk, &state).unwrap();
    let whole = String::from_utf8(whole).unwrap();
    let other = whole.replace("purse = 15", "purse = 99");
    inside::change(&Disk, &state, Some(other.as_bytes()));
    assert_eq!(place.at(&["tick"]).code, 70);
    let broken = place.at(&["status", "duel"]).out;
    assert!(
        broken.contains("correct it, then: packetboat release duel"),
        "{broken}"
    );
    inside::change(&Disk, &state, Some(whole.as_bytes()));
    let mended = place.at(&["status"]).out;
    assert!(
        mended.contains("its files can be read now; to go on: packetboat release duel"),
        "{mended}"
    );
}

#[test]
fn whose_word_counts_for_senders_can_be_said_from_the_start() {
    let place = Place::new();
    let other = place.0.path().join("other");
    let made = place.run(&[
        "init",
        other.to_str().unwrap(),
        "--authserv-id",
        "mx.club.example",
    ]);
    assert_eq!(made.code, 0, "{}", made.err);
    let config = std::fs::read_to_string(other.join("packetboat.toml")).unwrap();
    assert!(
        config.contains("\nauthserv_id = \"mx.club.example\"\n"),
        "{config}"
    );
}
