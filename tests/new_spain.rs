//! A whole campaign of Conquistador by mail: four players, twenty-one turns, two sheets a turn,
//! every sheet an order mail and every report a mail. Single rules are cases
//! (in its own folder).

use crate::support::{Bench, Match, seat};

const CAMPAIGN: Match<'static> = Match {
    game: "conquistador",
    id: "new-spain",
    scenario: Some("campaign4"),
    players: &[
        "spain=Ana <ana@example.org>",
        "england=Ben <ben@example.net>",
        "france=Chloe <chloe@example.com>",
        "portugal=Duarte <duarte@example.pt>",
    ],
    robots: &[],
    options: &[],
    deadline: "sun 20:00",
};

const WEEK: i64 = 7 * 24 * 60 * 60;

#[test]
fn twenty_one_turns_of_four_powers_by_mail() {
    let mut bench = Bench::with(&CAMPAIGN);
    let mut sheets = Vec::new();
    while let Some(sheet) = bench.sheet("new-spain") {
        for power in ["spain", "england", "france", "portugal"] {
            let lines = bench.good_lines("new-spain", seat(power));
            bench.send("new-spain", power, &sheet, &lines);
        }
        bench.tick();
        if bench.sheet("new-spain").as_ref() == Some(&sheet) {
            bench.later(WEEK).tick();
        }
        let receipt = bench.receipt("new-spain", "spain");
        assert!(!receipt.contains("not understood"), "{receipt}");
        sheets.push(sheet);
        assert!(sheets.len() <= 42, "{sheets:?}");
    }
    let first: Vec<&str> = sheets.iter().take(4).map(String::as_str).collect();
    assert_eq!(first, ["1a", "1b", "2a", "2b"]);
    assert_eq!(sheets.len(), 42);
    for power in ["spain", "england", "france", "portugal"] {
        let reports = bench.all("new-spain", power, ".report").count();
        assert_eq!(reports, 43, "{power}: the first, and one after each sheet");
    }
    let last = bench.text(&bench.last("new-spain", "spain", ".report").message);
    assert!(last.contains("1600"), "{last}");
    bench.verify();
}

#[test]
fn the_first_report_counts_the_sheets_of_the_option() {
    let ways: [(&[&str], bool); 2] = [(&[], true), (&["rounds_per_turn=1"], false)];
    for (options, two) in ways {
        let bench = Bench::with(&Match {
            options,
            ..CAMPAIGN
        });
        let first = bench.text(&bench.last("new-spain", "spain", ".report").message);
        let first: Vec<&str> = first.split_whitespace().collect();
        let told = first.join(" ").contains("A turn has 2 sheets.");
        assert_eq!(told, two, "{options:?}");
    }
}
