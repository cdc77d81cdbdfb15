//! Leaving the game by a reply: one question, answered in a word; OK to any other mail is a sheet.

use crate::support::{Bench, DUEL, header, seat};
use packetboat::desk::commands::players::replace;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};

/// A reply of north's to its newest mail of this kind.
fn reply(bench: &mut Bench, kind: &str, text: &str) {
    let mail = bench.last("duel", "north", kind).message.clone();
    let to = header(&mail, "Reply-To").unwrap();
    let answers = header(&mail, "Message-ID").unwrap();
    let written = bench.later(60).written("ana@example.org", &to, text);
    bench.deliver(&format!("In-Reply-To: {answers}\n{written}"));
    bench.later(60).tick();
}

fn asked() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    reply(&mut bench, ".report", "RESIGN duel");
    bench
}

fn has_left(bench: &Bench) -> bool {
    bench.note("duel").desk.seats.get(seat("north")).left
}

#[test]
fn one_question_is_asked_and_stands_first() {
    let bench = asked();
    assert!(!has_left(&bench));
    let mail = bench.last("duel", "north", ".receipt");
    let text = bench.text(&mail.message);
    assert!(text.contains("Ana, do you want to leave duel?"), "{text}");
    let first = text.lines().find(|it| it.starts_with("Ana,")).unwrap();
    assert!(
        text.lines().position(|it| it == first).unwrap() < 3,
        "{text}"
    );
    let subject = header(&mail.message, "Subject").unwrap();
    assert!(
        subject.contains("do you want to leave the game?"),
        "{subject}"
    );
}

#[test]
fn a_word_says_yes() {
    for word in [
        "OK",
        "ok, thanks!",
        "YES",
        "Yes.",
        "CONFIRM",
        "I confirm",
        "confirm!",
    ] {
        let mut bench = asked();
        reply(&mut bench, ".receipt", word);
        assert!(has_left(&bench), "{word}");
        let text = bench.receipt("duel", "north");
        assert!(text.contains("Ana, you have left duel."), "{word}: {text}");
        assert!(
            bench
                .campaign("duel")
                .table
                .in_force(seat("north"))
                .is_empty()
        );
        bench.verify();
    }
}

#[test]
fn status_says_at_once_who_has_left() {
    let mut bench = asked();
    reply(&mut bench, ".receipt", "YES");
    bench.later(60).send("duel", "south", "1", "STATUS");
    bench.later(60).tick();
    let text = bench.receipt("duel", "south");
    assert!(
        text.contains("North has left the game, and the seat waits"),
        "{text}"
    );
}

/// OK to the report sends its sheet; other words say nothing.
#[test]
fn nothing_else_does() {
    for (kind, word) in [
        (".report", "OK"),
        (".receipt", "no"),
        (".receipt", "YES, but only after this turn"),
        (".receipt", "BID 2"),
        (".receipt", "Hello"),
    ] {
        let mut bench = asked();
        reply(&mut bench, kind, word);
        assert!(!has_left(&bench), "{kind}: {word}");
    }
    // Nor does a yes that nobody asked for.
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    reply(&mut bench, ".report", "YES");
    assert!(!has_left(&bench));
    // A question waits for two weeks.
    let mut bench = asked();
    bench.later(15 * 86_400);
    reply(&mut bench, ".receipt", "YES");
    assert!(!has_left(&bench));
}

/// Quoting the question is enough, whatever the program says it answers.
#[test]
fn a_quotation_of_the_question_tells_which_mail_is_meant() {
    let mut bench = asked();
    let mail = bench.last("duel", "north", ".receipt").message.clone();
    let quoted: Vec<String> = bench
        .text(&mail)
        .lines()
        .map(|it| format!("> {it}"))
        .collect();
    let text = format!("OK\n\nOn Monday the club wrote:\n{}", quoted.join("\n"));
    let to = header(&mail, "Reply-To").unwrap();
    let written = bench.later(60).written("ana@example.org", &to, &text);
    bench.deliver(&written);
    bench.later(60).tick();
    assert!(has_left(&bench));
}

/// What whoever had the seat before sends to an address of theirs is shown to nobody.
#[test]
fn the_next_player_is_not_shown_what_the_one_before_tries_to_send() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let report = bench.last("duel", "north", ".report").message.clone();
    let dora = NewHolder::Person("Dora <dora@example.org>");
    replace(
        &bench.club,
        "duel",
        seat("north"),
        (dora, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    bench.later(60).tick();
    let before = bench.post.taken.len();
    let to = header(&report, "Reply-To").unwrap();
    for from in ["ana@example.org", "ana@work.example", "dora@example.org"] {
        let mail = bench.later(60).written(from, &to, "BID 3");
        bench.deliver(&mail);
        let block = "#orders duel north turn 1\nBID 3\n#end";
        let mail = bench.later(60).written(from, &to, block);
        bench.deliver(&mail);
        bench.later(60).tick();
    }
    let new: Vec<_> = bench.post.taken[before..]
        .iter()
        .map(|it| &it.key)
        .collect();
    assert!(new.is_empty(), "{new:?}");
    assert!(
        bench
            .campaign("duel")
            .table
            .in_force(seat("north"))
            .is_empty()
    );
    // Dora's own mails count.
    bench.send("duel", "north", "1", "BID 2");
    bench.later(60).tick();
    assert_eq!(
        bench.last("duel", "north", ".receipt").to,
        "dora@example.org"
    );
}
