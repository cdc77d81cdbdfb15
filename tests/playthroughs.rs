//! Runners of rule cases and of playthroughs that find what is wrong: those that find nothing would
//! prove everything.

use packetboat_testkit::case::{CaseFile, rules};
use packetboat_testkit::owed::templates;
use packetboat_testkit::playthrough::run::play;
use packetboat_testkit::playthrough::{Pages, Playthrough, differences};
use packetboat_testkit::run_case::run;
use packetboat_tools::games;

/// What the runner finds wrong with one case of These New Worlds.
fn findings(case: &str) -> String {
    let text = format!("game = \"these-new-worlds\"\n[[case]]\nname = \"?\"\n{case}");
    let file = match CaseFile::read("?", &text) {
        Ok(file) => file,
        Err(why) => return why.to_string(),
    };
    let game = games::game(&file.game).expect("it is in the registry");
    let pack = game.pack();
    let known = rules(&pack).unwrap_or_else(|it| panic!("{it}"));
    let found = run(game, &pack, &known, &file.cases[0]);
    found.err().unwrap_or_default().join("\n")
}

/// A case that holds; the tests below spoil it.
const GOOD: &str = "rule = \"D1\"\ngiven = \"ladder\"\nuntil = { event = \"played\" }\n\
                events = [\"played seat=north card=B7\"]\n";

/// Lines put below the good case, and what is found wrong then.
const ADDED: &[(&str, &str)] = &[
    ("bogus = 1", "unknown field `bogus`"),
    ("dice = [1]", "dice: 1 were not asked for"),
    (
        "absent = [\"played gain=1\"]",
        "absent: but `played seat=north card=B7",
    ),
    ("state.round = 2", "state: round is 1, not 2"),
    ("state.rounds = 2", "state: rounds is not there"),
    (
        "gate = [\"north\"]",
        "gate: it calls nobody: it is not a gate",
    ),
    (
        "waits = [\"north\"]",
        "waits: it waits for nobody: it is not a gate",
    ),
    ("placings = { north = 1 }", "placings: they are None"),
    (
        "lines.north = [\"1 done\"]",
        "lines.north: it has sent no sheet",
    ),
    (
        "sheet.north = \"PLAY B7\"\nlines.north = [\"1 waiting\"]",
        "they are [\"1 done\"]",
    ),
    ("sheet.north = \"PLAY LOWST\"", "faults.north: they are"),
    (
        "sheet.north = \"PLAY B7\"\nfaults.north = [\"x\"]",
        "faults.north: they are",
    ),
    (
        "sheet.north = \"PLAY B7\"\nreads.north = [\"x\"]",
        "reads.north: they are",
    ),
    (
        "sheet.north = \"PLAY G3\"\nnotes.north = []",
        "notes.north: they are",
    ),
    ("sheet.east = \"PLAY B7\"", "no seat is called `east`"),
    ("unseen.south = [\"B7\"]", "`B7` stands in the page"),
    ("unseen.east = [\"B7\"]", "no seat is called `east`"),
    (
        "unseen.south = [\"G3\"]\nprinted = [\"view.hand\"]",
        "not the same for everybody",
    ),
    ("set.turnip = 1", "unknown key `turnip`"),
    (
        "set.aside = [\"G3\"]",
        "each action card must be in one place",
    ),
    ("set.\"a.b\" = 1", "the state has no table `a`"),
];

/// Parts of the good case, what is put in their place, and what is found wrong then.
const CHANGED: &[(&str, &str, &str)] = &[
    ("\"D1\"", "\"D99\"", "rules.toml lists no rule `D99`"),
    ("\"ladder\"", "\"nowhere\"", "there is no such file"),
    ("card=B7", "card=R16", "did not happen in its place"),
    ("\"played\"", "\"raided gain=9\"", "the game was over"),
    (
        "events = [",
        "absent = [\"x\"]\nunseen.south = [\"x\"]\n#",
        "expects nothing to happen",
    ),
    (
        "until = { event = \"played\" }",
        "until = \"interrupt\"",
        "not at an interrupt",
    ),
    (
        "until = { event = \"played\" }",
        "dice = []",
        "panic: no die left",
    ),
];

/// A runner that finds nothing wrong would prove every case.
#[test]
fn a_wrong_case_fails() {
    assert_eq!(findings(GOOD), "");
    for (more, finding) in ADDED {
        let found = findings(&format!("{GOOD}{more}\n"));
        assert!(found.contains(finding), "{more}: `{found}`");
    }
    for (from, to, finding) in CHANGED {
        let found = findings(&GOOD.replace(from, to));
        assert!(found.contains(finding), "{to}: `{found}`");
    }
}

#[test]
fn a_playthrough_can_fail() {
    let check = |stop: &str, want: &str| {
        let text = format!(
            "name = \"x\"\ngame = \"toy/market\"\nscenario = \"duel\"\nseed = 1\n\
             players = {{ red = \"Ana\" }}\n[[stop]]\n{stop}"
        );
        let read = Playthrough::read("x.toml", &text).unwrap();
        let game = games::game("toy/market").unwrap();
        let played = play(game, &games::pack("toy/market"), &templates(game), &read);
        let told = match played {
            Ok(played) => played.differs.join("\n"),
            Err(why) => why,
        };
        assert!(told.contains(want), "{stop}: {told}");
    };
    check("turn = \"2\"", "stop 1: it is turn 1, not 2");
    check(
        "turn = \"1\"\nsheet.red = \"BUY wol\"",
        "stop 1: faults.red",
    );
    check(
        "turn = \"1\"\nevents = [\"built seat=red\"]",
        "did not happen",
    );
    check(
        "turn = \"1\"\nsheet.pink = \"PASS\"",
        "no seat is called `pink`",
    );
    check(
        "turn = \"1\"\nplacings = { red = 1 }",
        "placings: they are None",
    );
    check(
        "turn = \"1\"\nunseen.red = [\"grain\"]",
        "`grain` stands in the page",
    );
    check(
        "turn = \"1\"\nlines.red = [\"1 done\"]",
        "it has sent no sheet",
    );
    let page = |text: &str| Pages::from([("01-red.txt".to_owned(), text.to_owned())]);
    let differing = differences(&page("one\ntwo\n"), &page("one\nthree\n"));
    assert!(differing[0].contains("- three\n+ two"), "{differing:?}");
    assert_eq!(differences(&page("one"), &Pages::new()).len(), 1);
    assert_eq!(differences(&Pages::new(), &page("one")).len(), 1);
}
