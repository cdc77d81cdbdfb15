//! Sheets edited where they stand in a quoted report, and mails that find no campaign.

use crate::support::{Bench, DUEL, Match, seat};

/// The report's text behind marks of quotation, each line changed as wanted.
fn quoted(bench: &Bench, change: impl Fn(&str) -> Vec<String>) -> String {
    let report = bench.text(&bench.last("duel", "north", ".report").message);
    let lines = report.lines().flat_map(change);
    format!(
        "Here are mine.\n\nOn Monday the club wrote:\n{}\n",
        lines.collect::<Vec<_>>().join("\n")
    )
}

fn in_force(bench: &Bench) -> Vec<String> {
    let table = bench.campaign("duel").table;
    let lines = table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

#[test]
fn a_sheet_edited_in_the_quotation_counts() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let text = quoted(&bench, |line| {
        vec![format!("> {}", line.replace("BID 0", "BID 2"))]
    });
    let mail = bench.answer("duel", "north", &text);
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(
        in_force(&bench),
        ["BID 2"],
        "{}",
        bench.receipt("duel", "north")
    );
}

#[test]
fn a_line_written_between_quoted_ones_counts() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let text = quoted(&bench, |line| match line {
        "BID 0" => vec!["BID 3".to_owned()],
        other => vec![format!("> {other}")],
    });
    let mail = bench.answer("duel", "north", &text);
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(
        in_force(&bench),
        ["BID 3"],
        "{}",
        bench.receipt("duel", "north")
    );
}

#[test]
fn a_sheet_quoted_as_we_sent_it_files_nothing_and_the_receipt_says_so() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let text = quoted(&bench, |it| vec![format!("> {it}")]);
    let text = text.replace("Here are mine.\n", "");
    let mail = bench.answer("duel", "north", &text);
    bench.deliver(&mail);
    bench.tick();
    assert!(in_force(&bench).is_empty());
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("counts as a quotation"), "{receipt}");
}

#[test]
fn a_live_block_wins_over_a_quoted_one() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let live = "#orders duel north turn 1\nBID 1\n#end\n";
    let text = quoted(&bench, |line| {
        vec![format!("> {}", line.replace("BID 0", "BID 2"))]
    });
    let mail = bench.answer("duel", "north", &format!("{live}\n{text}"));
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(
        in_force(&bench),
        ["BID 1"],
        "{}",
        bench.receipt("duel", "north")
    );
}

#[test]
fn a_player_whose_mail_finds_no_campaign_is_told_once_a_day() {
    let mut bench = Bench::with(&DUEL);
    bench.start(&Match {
        id: "other",
        players: &["north=Ben <ben@example.net>", "south=Ana <ana@example.org>"],
        ..DUEL
    });
    let address = bench.club.house.address();
    for words in ["Hello, how do I play?", "Is anybody there?"] {
        let mail = bench.written("Ana@Example.org", &address, words);
        bench.deliver(&mail);
        bench.later(600).tick();
    }
    let stranger = bench.written("mallory@elsewhere.example", &address, "Hello");
    bench.deliver(&stranger);
    bench.tick();
    let told: Vec<_> = bench
        .post
        .taken
        .iter()
        .filter(|it| it.key.starts_with("astray"))
        .collect();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].to, "ana@example.org");
    let text = bench.text(&told[0].message);
    assert!(text.contains("#orders duel north turn"), "{text}");
    assert!(text.contains("#orders other south turn"), "{text}");
    assert_eq!(bench.ledger().len(), 3);
    assert!(bench.post.taken.iter().all(|it| !it.to.contains("mallory")));
}
