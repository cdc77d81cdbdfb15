//! Letters reach their readers as they were written; what is undone is undone for reading orders.

use crate::support::{Bench, DUEL};

/// The letter that South gets if North writes these lines.
fn letter(bench: &mut Bench, lines: &str) -> String {
    bench.send(
        "duel",
        "north",
        "1",
        &format!("MESSAGE TO SOUTH\n{lines}\nEND"),
    );
    bench.later(60).tick();
    bench.text(&bench.last("duel", "south", ".note").message)
}

#[test]
fn letters_are_given_as_written() {
    let mut bench = Bench::with(&DUEL);
    for line in [
        "hello there 👋🏽👨\u{200d}👩\u{200d}👧",
        "x² + ½ = 10³ № 5 … „so“ – ﬁ ™",
        "می\u{200c}خواهم",
        "“hé” – Grüße — it’s",
        "  two   columns,   kept",
        "ＦＵＬＬ width",
    ] {
        let told = letter(&mut bench, line);
        assert!(told.contains(&format!("  : {line}")), "{told}");
    }
    let told = letter(&mut bench, "a\tb");
    assert!(told.contains("  : a    b"), "{told}");
    // What turns the direction of writing or hides is no writing.
    let told = letter(&mut bench, "p\u{202e}la\u{200b}i\u{206a}n\u{1b}[31m");
    assert!(told.contains("  : plain[31m"), "{told}");
}

/// An order is an order in curly quotes too, and does not go to another seat by mistake.
#[test]
fn what_looks_like_an_order_is_looked_at_as_it_is_read() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "MESSAGE TO SOUTH\nＢＩＤ\u{a0}3\nEND");
    bench.later(60).tick();
    assert!(bench.all("duel", "south", ".note").next().is_none());
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("looks like an order"), "{receipt}");
}

/// A sheet edited in the quoted report may hold a letter.
#[test]
fn letters_in_a_quotation_lose_the_marks_alone() {
    let mut bench = Bench::with(&DUEL);
    let block = "#orders duel north turn 1\nMESSAGE TO SOUTH\n“so” –\nEND\nBID 2\n#end";
    let quoted: Vec<String> = block.lines().map(|it| format!("> {it}")).collect();
    let text = format!("On Monday the club wrote:\n{}\n", quoted.join("\n"));
    let mail = bench.answer("duel", "north", &text);
    bench.later(60).deliver(&mail);
    bench.tick();
    let told = bench.text(&bench.last("duel", "south", ".note").message);
    assert!(told.contains("  : “so” –"), "{told}");
}
