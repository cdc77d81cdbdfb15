//! Runs the rule cases of every game, and checks that every listed rule has one.

use packetboat::engine::data::{DataPack, Founding};
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Block, Game, Table, card};
use packetboat_testkit::case::{CaseFile, rules, uncovered};
use packetboat_testkit::run_case::run;
use packetboat_tools::games;
use packetboat_tools::games::all;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The case files of one game with their paths, in alphabetical order.
fn files(id: &str) -> Vec<(String, CaseFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(id);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|it| panic!("{}: {it}", folder.display()))
        .map(|it| it.expect("a readable folder").path())
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path
                .strip_prefix(env!("CARGO_MANIFEST_DIR"))
                .expect("inside");
            let name = name.display().to_string();
            let text = fs::read_to_string(path).expect("a readable file");
            let file = CaseFile::read(&name, &text).unwrap_or_else(|it| panic!("{it}"));
            assert_eq!(file.game, id, "{name} is about another game");
            (name, file)
        })
        .collect()
}

/// Games that list rules: toy games need not.
fn games_with_rules() -> Vec<(&'static dyn Game, DataPack)> {
    let packs = all().into_iter().map(|it| (it, games::pack(it.id())));
    packs
        .filter(|(_, pack)| pack.files.contains_key("rules.toml"))
        .collect()
}

/// What came of all cases.
#[derive(Default)]
struct Ran {
    cases: u32,
    failed: u32,
    report: String,
    /// Everything told, by game.
    told: BTreeMap<&'static str, Vec<Json>>,
}

/// All cases, played once for all tests.
fn ran() -> &'static Ran {
    static RAN: OnceLock<Ran> = OnceLock::new();
    RAN.get_or_init(|| {
        let mut ran = Ran::default();
        for (game, pack) in games_with_rules() {
            let known = rules(&pack).unwrap_or_else(|it| panic!("{it}"));
            for (name, file) in files(game.id()) {
                for case in &file.cases {
                    ran.cases += 1;
                    match run(game, &pack, &known, case) {
                        Ok(told) => ran.told.entry(game.id()).or_default().extend(told),
                        Err(differs) => {
                            ran.failed += 1;
                            ran.report += &format!("\n{name}: {} ({})\n  ", case.name, case.rule);
                            ran.report += &differs.join("\n  ");
                        }
                    }
                }
            }
        }
        ran
    })
}

/// Everything told while the cases of a game run; nothing, if it has none.
pub(crate) fn told(game: &str) -> &'static [Json] {
    ran().told.get(game).map_or(&[], Vec::as_slice)
}

#[test]
fn every_case_holds() {
    let Ran {
        cases,
        failed,
        report,
        ..
    } = ran();
    assert!(*failed == 0, "{failed} of {cases} cases differ:\n{report}");
    assert!(*cases > 0, "there are no cases");
}

#[test]
fn every_listed_rule_has_a_case() {
    for (game, pack) in games_with_rules() {
        let known = rules(&pack).unwrap_or_else(|it| panic!("{it}"));
        let files: Vec<CaseFile> = files(game.id()).into_iter().map(|it| it.1).collect();
        let open: Vec<&str> = uncovered(&known, &files)
            .iter()
            .map(|it| it.id.as_str())
            .collect();
        assert!(open.is_empty(), "{}: no case cites {open:?}", game.id());
    }
}

/// The lines in the blocks of a handbook that begin with this fence: `orders` for the first sheet
/// of a game, `orders-b` for the second sheet of its first turn.
fn handbook_lines<'h>(handbook: &'h str, fence: &str) -> Vec<&'h str> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in handbook.lines() {
        match line {
            _ if line == fence => inside = true,
            "```" => inside = false,
            _ if inside => lines.push(line),
            _ => {}
        }
    }
    lines
}

#[test]
fn every_example_of_a_handbook_reads() {
    for (game, pack) in games_with_rules() {
        let Some(handbook) = pack.files.get("handbook.md") else {
            panic!("{} has no handbook.md", game.id());
        };
        let card = card(&pack).unwrap_or_else(|it| panic!("{it}"));
        let founding = Founding {
            scenario: card.scenarios[0].name.clone(),
            seats: card.seats.iter().map(|it| it.name).collect(),
            options: card
                .options
                .iter()
                .map(|it| (it.name.clone(), it.default.clone()))
                .collect(),
        };
        let mut dice = Dice::keyed(Keys::new(&[7; 32], 1, 0).expect("the first link"));
        let mut table = game
            .found(&pack, "handbook", &founding, &mut dice)
            .unwrap_or_else(|it| panic!("{it}"));
        table.play(&mut dice, false).expect("a sound state");
        let lines = handbook_lines(handbook, "```orders");
        assert!(lines.len() > 10, "{} shows too few orders", game.id());
        let read = |table: &dyn Table, lines: Vec<&str>| {
            for body in lines {
                let sheet = table.sheet();
                let read = table.check(founding.seats[0], &Block { sheet, body });
                assert!(read.faults.is_empty(), "`{body}`: {:?}", read.faults);
            }
        };
        read(&*table, lines);
        let lines = handbook_lines(handbook, "```orders-b");
        if !lines.is_empty() {
            table.play(&mut dice, true).expect("a sound state");
            read(&*table, lines);
        }
    }
}

/// What the runner finds wrong with one case of These New Worlds.
fn findings(case: &str) -> String {
    let text = format!("game = \"these-new-worlds\"\n[[case]]\nname = \"?\"\n{case}");
    let file = match CaseFile::read("?", &text) {
        Ok(file) => file,
        Err(why) => return why.to_string(),
    };
    let game = packetboat_tools::games::game(&file.game).expect("it is in the registry");
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
    ("gate = [\"north\"]", "gate: it calls nobody: it is no gate"),
    (
        "waits = [\"north\"]",
        "waits: it waits for nobody: it is no gate",
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
fn no_two_cases_of_a_file_have_one_name() {
    for (game, _) in games_with_rules() {
        for (name, file) in files(game.id()) {
            let mut seen = std::collections::BTreeSet::new();
            for case in &file.cases {
                let key = (&case.rule, &case.name);
                assert!(seen.insert(key), "{name}: {key:?} stands there twice");
            }
        }
    }
}
