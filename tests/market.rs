//! The rules of the toy game Market, one case at least for each that its module lists.

use packetboat::builtin;
use packetboat::engine::data::DataPack;
use packetboat::games;
use packetboat::testkit::case::{CaseFile, Rule, uncovered};
use packetboat::testkit::run_case::run;

/// The rules as the module lists them: `- M1. …`.
fn rules() -> Vec<Rule> {
    let module = include_str!("../src/testkit/toy/market.rs");
    let lines = module.lines().filter_map(|it| it.strip_prefix("//! - "));
    let rules = lines.filter_map(|it| it.split_once(". "));
    rules
        .map(|(id, text)| Rule {
            id: id.to_owned(),
            source: "the module".to_owned(),
            text: text.to_owned(),
        })
        .collect()
}

/// The data, with the position the cases begin at.
fn pack() -> DataPack {
    let mut pack = builtin::game("toy/market");
    let path = "fixtures/market-day.toml".to_owned();
    pack.files
        .insert(path, include_str!("market/market-day.toml").to_owned());
    pack
}

#[test]
fn every_rule_of_the_market_has_a_case_and_every_case_holds() {
    let file = CaseFile::read("market.toml", include_str!("market/cases.toml")).unwrap();
    let (rules, pack) = (rules(), pack());
    let game = games::game("toy/market").unwrap();
    let mut wrong = Vec::new();
    for case in &file.cases {
        if let Err(differs) = run(game, &pack, &rules, case) {
            wrong.push(format!("{}\n  {}", case.name, differs.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(rules.len(), 11);
    let files = [file];
    let open: Vec<&str> = uncovered(&rules, &files)
        .iter()
        .map(|it| it.id.as_str())
        .collect();
    assert!(open.is_empty(), "no case cites {open:?}");
}
