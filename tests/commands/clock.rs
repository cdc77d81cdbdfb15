//! `packetboat clock` and `packetboat token`, and the exit code of a clock that is wrong.

use super::Place;

#[test]
fn a_clock_that_cannot_be_right_ends_with_75_until_it_is_accepted() {
    let place = Place::with_campaign();
    let config = place.read("campaigns/duel/campaign.toml");
    assert!(config.contains("\nhold_if_silent = \"all\"\n"), "{config}");
    assert_eq!(place.at(&["tick"]).code, 0);
    let club = place.club();
    let then = |arguments: &[&str]| {
        let common = [
            "--club",
            club.to_str().unwrap(),
            "--now",
            "9999-12-31T00:00:00Z",
        ];
        place.run(&[arguments, &common].concat())
    };
    let before = place.tree_but_faults();
    for arguments in [
        &["tick"][..],
        &["resolve", "duel"],
        &["token", "duel", "north", "--renew"],
        &[
            "new",
            "toy/sealed",
            "other",
            "--robot",
            "north",
            "--robot",
            "south",
        ],
    ] {
        let ran = then(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (75, ""), "{arguments:?}");
        for word in ["clock shows", "packetboat clock --accept"] {
            assert!(ran.err.contains(word), "{arguments:?}: {}", ran.err);
        }
    }
    let ran = then(&["clock"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("That is a PROBLEM"), "{}", ran.out);
    assert!(place.tree_but_faults() == before, "nothing is written");
    let ran = then(&["clock", "--accept"]);
    assert!(ran.out.contains("The clock is accepted"), "{}", ran.out);
    assert_eq!(then(&["tick"]).code, 0);
    assert_eq!(place.at(&["tick"]).code, 75);
}

#[test]
fn a_token_is_renewed_and_never_shown() {
    let place = Place::with_campaign();
    place.check_refused(&["token", "duel", "north"], 2, &["--renew"]);
    place.check_refused(&["token", "duel", "south", "--renew"], 2, &["is a robot"]);
    place.check_refused(&["token", "duel", "west", "--renew"], 2, &["no seat"]);
    let ran = place.at(&["token", "duel", "north", "--renew", "--why", "it was shown"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("no longer work"), "{}", ran.out);
    let entry = place.read("campaigns/duel/log/000001/entry.toml");
    assert!(entry.contains("is = \"renewed\""), "{entry}");
    let private = place.read("campaigns/duel/log/000001/private.toml");
    assert!(private.contains("why = \"it was shown\""), "{private}");
}
