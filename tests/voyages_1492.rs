//! 1492 by mail: receipts, printed sheets, help and map. The rest of what is about it lies with the
//! game.

use crate::support::{Bench, Match};
use packetboat_tools::games;

/// What silence does is everybody's to know, though another has written just that, and though the
/// reader's own sheet leaves it out.
#[test]
fn a_receipt_comes_though_it_says_of_silence_what_another_has_filed() {
    let mut bench = six();
    for (seat, lines) in [
        ("red", "MOVE STAY\nBUILD OUTPOST"),
        ("blue", "MOVE TOWARD ISLE / STAY\nPASS"),
        ("blue", "CHECK\nMOVE TOWARD ISLE"),
    ] {
        bench.later(60);
        bench.send("sea", seat, "1", lines);
        bench.tick();
    }
    let receipt = bench.receipt("sea", "blue");
    assert!(receipt.contains("checked; nothing was filed"), "{receipt}");
    assert!(receipt.contains("  MOVE STAY\n"), "{receipt}");
    // What is filed for later stands in each sheet that is printed.
    bench.later(60);
    bench.send("sea", "green", "1", "MOVE STAY\nTURN 2\nMOVE TOWARD ISLE");
    bench.tick();
    bench.later(60);
    bench.send("sea", "green", "1", "STATUS\nAWAY NONE");
    bench.tick();
    let receipt = bench.receipt("sea", "green");
    assert!(
        receipt.contains("; turn 2: MOVE TOWARD ISLE\n"),
        "{receipt}"
    );
}

fn six() -> Bench {
    let players = ["red", "blue", "green", "yellow", "orange", "purple"]
        .map(|it| format!("{it}=Player {it} <{it}@example.org>"));
    Bench::with(&Match {
        game: "voyages-1492",
        id: "sea",
        scenario: None,
        players: &players.each_ref().map(String::as_str),
        robots: &[],
        options: &[],
        deadline: "sun 20:00",
    })
}

/// The receipt to these lines.
fn told(bench: &mut Bench, seat: &str, lines: &str) -> String {
    bench.later(60);
    bench.send("sea", seat, "1", lines);
    bench.tick();
    bench.receipt("sea", seat)
}

/// The live lines of the sheet that stands in a receipt.
fn live(receipt: &str) -> Vec<&str> {
    let sheet = receipt.split("\n#orders").nth(1).unwrap();
    let lines = sheet.lines().skip(1);
    let lines = lines.take_while(|it| *it != "#end");
    lines.filter(|it| !it.starts_with(';')).collect()
}

/// Sent back as it is printed a sheet counts as silence does: no line of it stands before a
/// standing one of the same kind, and of silence it tells what is left of it (D1, D2, D4, D8).
#[test]
fn a_printed_sheet_never_undoes_what_stands() {
    let mut bench = six();
    let status = told(&mut bench, "red", "STATUS\nAWAY NONE");
    assert_eq!(live(&status), [""; 0]);
    let status = status.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(status.contains("Points: Blue 0, Green 0, "), "{status}");
    told(&mut bench, "red", "STANDING MOVE TOWARD ISLE");
    let moves = told(&mut bench, "red", "STATUS\nAWAY NONE");
    assert_eq!(live(&moves), [""; 0]);
    // It is what silence does all the same, where the way is closed.
    assert!(moves.contains("\n  MOVE STAY\n"), "{moves}");
    assert!(moves.contains("lets you choose blocks"), "{moves}");
    told(
        &mut bench,
        "red",
        "STANDING BUY MAP IF gold AT LEAST 9\nSTANDING ANY gold",
    );
    let acts = told(&mut bench, "red", "STATUS\nAWAY NONE");
    assert_eq!(live(&acts), [""; 0]);
    // Advice, after a `;`, may name them.
    let mut lines = acts.lines().filter(|it| !it.starts_with(';'));
    let gone = ["BUILD OUTPOST", "PAY KING", "lets you choose blocks"];
    let named = lines.find(|line| gone.iter().any(|it| line.contains(it)));
    assert_eq!(named, None, "{acts}");
}

/// What readers of the mails ask for by the words that they read.
#[test]
fn help_and_map_know_the_words_of_the_mails() {
    let mut bench = six();
    let asked = "HELP fair wind\nHELP Gold in the River\nHELP 0606\nHELP E\nHELP wish\nHELP once\n\
                 HELP kept\nHELP stands\nHELP noted";
    let help = told(&mut bench, "red", asked);
    assert!(!help.contains("is called so"), "{help}");
    assert!(!help.contains("has that name"), "{help}");
    let map = told(&mut bench, "red", "MAP isle\nMAP blue");
    assert!(map.contains("Around 0606 (the Central Isle):"), "{map}");
    assert!(map.matches("Around ").count() == 2, "{map}");
}

/// The handbook shows the sheet that a campaign of three begins with.
#[test]
fn the_sheet_in_the_handbook_is_the_one_that_is_printed() {
    let bench = Bench::with(&Match {
        game: "voyages-1492",
        id: "isles",
        scenario: None,
        players: &[
            "red=Ana <ana@example.org>",
            "blue=Ben <ben@example.net>",
            "green=Cas <cas@example.net>",
        ],
        robots: &[],
        options: &[],
        deadline: "sun 20:00",
    });
    let sheet = |text: &str| {
        let from = text.find("; Red in 0101").expect("a sheet");
        let sheet = text[from..].split(['#', '`']).next();
        sheet.unwrap_or_default().trim_end().to_owned()
    };
    let report = bench.text(&bench.last("isles", "red", ".report").message);
    let pack = games::pack("voyages-1492");
    assert_eq!(sheet(&report), sheet(&pack.files["handbook.md"]));
}

/// At pace seat nothing is asked of who is not called, and nothing is said to be missing.
#[test]
fn who_is_not_called_is_not_told_to_be_late() {
    let mut bench = Bench::with(&Match {
        game: "voyages-1492",
        id: "sea",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &["pace=seat"],
        deadline: "sun 20:00",
    });
    let called = bench.note("sea").desk.called;
    let other = ["red", "blue"]
        .into_iter()
        .find(|it| called.iter().all(|one| one.as_str() != *it));
    let receipt = told(&mut bench, other.expect("one is called"), "STATUS");
    assert!(
        receipt.contains("Nothing is asked of you now."),
        "{receipt}"
    );
    assert!(!receipt.contains("You are not ready"), "{receipt}");
}

/// HELP and the first mail say what is so in this campaign, not what is usual.
#[test]
fn help_says_what_the_options_of_the_campaign_say() {
    let mut bench = Bench::with(&Match {
        game: "voyages-1492",
        id: "sea",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &[
            "pace=seat",
            "attacks_per_turn=2",
            "blockade_anywhere=false",
            "king_once_per_player=false",
        ],
        deadline: "sun 20:00",
    });
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let report = one_line(&bench.text(&bench.last("sea", "red", ".report").message));
    let help = one_line(&told(
        &mut bench,
        "red",
        "HELP KING\nHELP ATTACK\nHELP BUILD",
    ));
    for said in [
        "pay the King again and again",
        "A ship attacks up to twice in its turn",
        "only on a passage beside your ship",
    ] {
        assert!(report.contains(said), "{said}: {report}");
        assert!(help.contains(said), "{said}: {help}");
    }
    for wrong in ["may do it once", "attacks once", "any passage"] {
        assert!(!help.contains(wrong), "{wrong}: {help}");
    }
    let pace = "pace = seat: You send a sheet before each seat's turn.";
    assert!(report.contains(pace), "{report}");
    let mut usual = six();
    let help = one_line(&told(
        &mut usual,
        "red",
        "HELP KING\nHELP ATTACK\nHELP BUILD",
    ));
    for said in [
        "Each player may pay the King once only.",
        "A ship attacks once in its turn.",
        "on any passage, wherever your ship is.",
    ] {
        assert!(help.contains(said), "{said}: {help}");
    }
}
