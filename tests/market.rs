//! The rules of the toy game Market, one case at least for each that its module lists; and the
//! pieces of the engine that wish lists stand on.

use packetboat::builtin;
use packetboat::engine::data::DataPack;
use packetboat::engine::decide::{Lines, Live, Verdict};
use packetboat::engine::orders::OrderRef;
use packetboat::engine::wishes::Mark;
use packetboat::games;
use packetboat::lang::form::Tried;
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

/// A wish of this sheet: its order is what the board must have for it.
fn live(place: u32, need: &u32) -> Live<'_, u32> {
    Live {
        at: OrderRef {
            submission: 1,
            line: place + 1,
        },
        place,
        branch: 0,
        used: 0,
        tried: Tried::Wish,
        each: false,
        standing: false,
        order: need,
    }
}

/// Goes through these wishes as a turn does; each but the last done one puts a piece on the board.
/// Returns the lines carried out, by pass.
fn turn(needs: &[u32], asleep: &[u32]) -> Vec<(u32, u32)> {
    let wishes = (0..).zip(needs);
    let lines = Lines {
        lines: wishes.map(|(place, need)| live(place, need)).collect(),
        asleep: (0..)
            .zip(asleep)
            .map(|(place, need)| live(100 + place, need))
            .collect(),
    };
    let (mut mark, mut board, mut carried_out) = (Mark::default(), 0, Vec::new());
    loop {
        let (decision, next) = lines.wish(
            &mark,
            |it| Verdict::Once(*it.order),
            |need| match *need <= board {
                true => Ok(()),
                false => Err(format!("{need} are needed")),
            },
        );
        let told: Vec<u32> = decision.passed_over.iter().map(|it| it.at.line).collect();
        assert!(told.is_sorted(), "{told:?}");
        match decision.rests_on.first() {
            Some(at) => {
                assert_eq!(decision.spends, [*at]);
                carried_out.push((next.pass, at.line));
                board += 1;
                mark = next;
            }
            None => match next.next_pass() {
                Some(pass) => mark = pass,
                None => return carried_out,
            },
        }
    }
}

#[test]
fn passes_go_on_until_one_carries_nothing_out() {
    // Line 3 can be done at once, then 2 in the next pass, then 1.
    assert_eq!(turn(&[2, 1, 0], &[]), [(0, 3), (1, 2), (2, 1)]);
    // From the top all in one pass; a line tried is not tried again before the next pass.
    assert_eq!(turn(&[0, 1, 2], &[]), [(0, 1), (0, 2), (0, 3)]);
    assert_eq!(turn(&[1, 0, 2], &[]), [(0, 2), (1, 1), (1, 3)]);
    assert_eq!(turn(&[9], &[]), []);
    assert_eq!(
        turn(&[], &[0]),
        [],
        "a wish whose IF is false is not carried out"
    );
}

#[test]
fn each_leaves_a_wish_in_force_but_not_in_the_same_turn() {
    let need = 0;
    let mut wish = live(0, &need);
    wish.each = true;
    let lines = Lines {
        lines: vec![wish],
        asleep: Vec::new(),
    };
    let answer = |it: &Live<'_, u32>| Verdict::Once(*it.order);
    let (first, mark) = lines.wish(&Mark::default(), answer, |_| Ok(()));
    assert_eq!((first.choice, first.spends.len()), (Some(0), 0));
    let again = lines.wish(&mark.next_pass().unwrap(), answer, |_| Ok(()));
    assert_eq!(again.0.choice, None);
}
