//! What counts of the words that a player writes, round the desk: in HTML, in letters, behind marks
//! of quotation, beside large files.

use crate::support::{Bench, DUEL, WORLDS, seat};
use packetboat::store::entry::Verdict;

const PLAIN: &str = "text/plain; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

/// The receipt that a mail of this type brings, on one line.
fn said(bench: &mut Bench, kind: &str, text: &str) -> String {
    let mail = bench.later(60).answer("duel", "north", text);
    bench.deliver(&mail.replacen(PLAIN, kind, 1));
    bench.tick();
    bench.receipt("duel", "north").replace('\n', " ")
}

#[test]
fn what_is_struck_out_is_no_order() {
    let mut bench = Bench::with(&DUEL);
    let text = "#orders duel north turn 1<br><s>BID 5</s><br>BID <del>4</del> 3<br>#end";
    let receipt = said(&mut bench, HTML, text);
    assert_eq!(in_force(&bench), ["BID 3"]);
    assert!(
        receipt.contains("struck out in your mail was not read"),
        "{receipt}"
    );
}

#[test]
fn html_is_read_where_the_plain_part_only_says_that_there_is_some() {
    let mut bench = Bench::with(&DUEL);
    let parts = |plain: &str| {
        format!(
            "--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n\
             <p>#orders duel north turn 1<br>BID 3<br>#end</p>\n--b--\n"
        )
    };
    let kind = "multipart/alternative; boundary=\"b\"";
    // What the plain part shows as a quotation is one.
    let quoted = parts("Thanks!\n> #orders duel north turn 1\n> BID 3\n> #end of it");
    said(&mut bench, kind, &quoted);
    let before = in_force(&bench);
    let receipt = said(&mut bench, kind, &parts("Please enable HTML to read this."));
    assert_eq!(in_force(&bench), ["BID 3"], "{before:?}");
    assert!(receipt.contains("its HTML was read"), "{receipt}");
}

#[test]
fn a_letter_keeps_the_lines_that_it_quotes() {
    let mut bench = Bench::with(&DUEL);
    let letter = "MESSAGE TO south\n> shall we have peace?\nYes, I agree.\n\
        >From now on no more war.\n| col a | col b |\nEND\nBID 3";
    bench.send("duel", "north", "1", letter);
    bench.tick();
    assert_eq!(in_force(&bench), ["BID 3"]);
    let letter = bench.text(&bench.last("duel", "south", ".note").message);
    for line in [
        "> shall we have peace?",
        "Yes, I agree.",
        " From now on no more war.",
        "| col a | col b |",
    ] {
        assert!(letter.contains(line), "{line}: {letter}");
    }
}

#[test]
fn a_line_of_a_block_that_begins_like_a_quotation_is_named() {
    let mut bench = Bench::with(&DUEL);
    let text = "#orders duel north turn 1\nBID 3\n; note\n> STANDING KEEP 2\n#end\n";
    let receipt = said(&mut bench, PLAIN, text);
    assert_eq!(in_force(&bench), ["BID 3"]);
    let told = "The line `> STANDING KEEP 2` of your block begins like a quotation";
    assert!(receipt.contains(told), "{receipt}");
    // A report quoted below is nobody's line.
    let receipt = said(
        &mut bench,
        PLAIN,
        "#orders duel north turn 1\nBID 4\n#end\n> BID 5\n",
    );
    assert!(!receipt.contains("quotation"), "{receipt}");
}

#[test]
fn an_order_that_was_broken_before_a_sign_is_joined() {
    let mut bench = Bench::with(&WORLDS);
    let lines = "DOME red+blue IF MY red\n>= 3";
    bench.send("worlds", "north", "1", lines);
    bench.tick();
    let receipt = bench.receipt("worlds", "north");
    assert!(receipt.contains("IF MY red AT LEAST 3"), "{receipt}");
    assert!(!receipt.contains("quotation"), "{receipt}");
}

/// The words of a mail count, not the pictures in it, wherever they stand.
#[test]
fn a_photo_of_any_size_keeps_no_orders_out() {
    let mut bench = Bench::with(&DUEL);
    let kind = "multipart/mixed; boundary=\"b\"";
    let picture = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkI\n";
    let photo = format!(
        "--b\nContent-Type: image/jpeg; name=\"a.jpg\"\nContent-Transfer-Encoding: base64\n\n{}",
        picture.repeat(3 * 1024 * 1024 / picture.len())
    );
    let words = |bid: u32| {
        format!("--b\nContent-Type: text/plain\n\n#orders duel north turn 1\nBID {bid}\n#end\n")
    };
    for (bid, text) in [
        (3, format!("{}{photo}--b--\n", words(3))),
        (4, format!("{photo}{}--b--\n", words(4))),
        (5, format!("{photo}{photo}{}{photo}", words(5))),
    ] {
        said(&mut bench, kind, &text);
        assert_eq!(in_force(&bench), [format!("BID {bid}")]);
    }
    // Too many words are too many, and that is said.
    let block = words(2).replace("BID 2", &"; words\nBID 2\n".repeat(200_000));
    let receipt = said(&mut bench, kind, &block);
    assert_eq!(in_force(&bench), ["BID 5"]);
    assert!(receipt.contains("longer than one megabyte"), "{receipt}");
    bench.verify();
}

#[test]
fn a_broken_fold_hides_no_recipient() {
    let mut bench = Bench::with(&DUEL);
    let mail = bench.orders("duel", "north", "1", "BID 3");
    let mail = mail.replacen(
        "To: ",
        "X-Note: a note that is\nlonger than its line\nTo: ",
        1,
    );
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Accepted);
    assert_eq!(in_force(&bench), ["BID 3"]);
}

#[test]
fn a_plus_sign_in_utf_7_is_one() {
    let mut bench = Bench::with(&WORLDS);
    let mail = bench.orders("worlds", "north", "1", "DOME red+-blue");
    let kind = "text/plain; charset=utf-7";
    bench.later(60).deliver(&mail.replacen(PLAIN, kind, 1));
    bench.tick();
    let receipt = bench.receipt("worlds", "north");
    assert!(receipt.contains("1 order, understood"), "{receipt}");
    assert!(receipt.contains("red+blue"), "{receipt}");
}
