//! Runs the rule cases of every game, and checks that every listed rule has one.

use packetboat::builtin;
use packetboat::engine::data::{DataPack, Founding};
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Block, Game, card};
use packetboat::games::all;
use packetboat::testkit::case::{CaseFile, rules, uncovered};
use packetboat::testkit::run_case::run;
use std::fs;
use std::path::{Path, PathBuf};

/// The case files of one game with their paths, in alphabetical order.
fn files(id: &str) -> Vec<(String, CaseFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(id);
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
    let packs = all().into_iter().map(|it| (it, builtin::game(it.id())));
    packs
        .filter(|(_, pack)| pack.files.contains_key("rules.toml"))
        .collect()
}

#[test]
fn every_case_holds() {
    let mut report = String::new();
    let (mut run_count, mut failed) = (0, 0);
    for (game, pack) in games_with_rules() {
        let known = rules(&pack).unwrap_or_else(|it| panic!("{it}"));
        for (name, file) in files(game.id()) {
            for case in &file.cases {
                run_count += 1;
                let Err(differs) = run(game, &pack, &known, case) else {
                    continue;
                };
                failed += 1;
                report += &format!("\n{name}: {} ({})\n  ", case.name, case.rule);
                report += &differs.join("\n  ");
            }
        }
    }
    assert!(
        failed == 0,
        "{failed} of {run_count} cases differ:\n{report}"
    );
    assert!(run_count > 0, "there are no cases");
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

/// The lines in the `orders` blocks of a handbook.
fn handbook_lines(handbook: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut inside = false;
    for line in handbook.lines() {
        match line {
            "```orders" => inside = true,
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
        let lines = handbook_lines(handbook);
        assert!(lines.len() > 10, "{} shows too few orders", game.id());
        for body in lines {
            let sheet = table.sheet();
            let read = table.check(founding.seats[0], &Block { sheet, body });
            assert!(read.faults.is_empty(), "`{body}`: {:?}", read.faults);
        }
    }
}
