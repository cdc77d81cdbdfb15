//! Anno 1503 by mail: what goes out though it says what another has filed, questions in the midst
//! of a batch, and receipts about tiles. The rest of what is about it lies with the game.

use crate::support::{Bench, Match, header};
use packetboat::store::entry::Stop;

/// What lies open in another's order sheet, a branch office say, stands in every report too: that
/// is no leak, and halts nothing.
#[test]
fn reports_go_out_though_they_say_what_stands_in_another_order_sheet() {
    let mut bench = Bench::with(&Match {
        game: "anno-1503",
        id: "isles",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &["green", "yellow"],
        options: &[],
        deadline: "sun 20:00",
    });
    let (mut branches, orders) = (0, "SAIL 1: HUNT\nSHIP FILL 2\nSELL SPARE");
    for round in 1..=4 {
        for seat in ["red", "blue"] {
            bench.later(60);
            bench.send("isles", seat, &round.to_string(), orders);
            bench.tick();
        }
        // All sheets are in: the turn is closed when the time to change one's mind is over.
        bench.later(3 * 60 * 60);
        bench.tick();
        let report = bench.text(&bench.last("isles", "red", ".report").message);
        branches += report.matches("branch offices: ").count();
        let next = format!("[isles] turn {},", round + 1);
        assert!(report.contains(&next), "round {round}: {report}");
    }
    assert!(branches > 1, "nobody has a branch office");
}

/// While one is asked by mail, the others see the position as it was published, and what they file
/// counts when the batch is over.
#[test]
fn a_question_by_mail_shows_the_others_nothing_and_takes_nothing_into_the_batch() {
    let mut bench = Bench::with(&Match {
        game: "anno-1503",
        id: "isles",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &["interrupts=true", "rounds_per_batch=2"],
        deadline: "sun 20:00",
    });
    let ask = |bench: &mut Bench, turn: &str, lines: &str| {
        bench.later(60);
        bench.send("isles", "blue", turn, lines);
        bench.tick();
        bench.receipt("isles", "blue")
    };
    let map = |receipt: &str| {
        let at = receipt.find("YOU ASKED: MAP").expect("a map was asked for");
        receipt[at..].to_owned()
    };
    let before = map(&ask(&mut bench, "1", "PASS\nMAP"));
    bench.send("isles", "red", "1", "SAIL 1: LOOK C3");
    bench.later(3 * 60 * 60).tick();
    assert_eq!(bench.note("isles").desk.stop, Stop::Interrupt);
    assert_eq!(bench.note("isles").desk.called, ["red".parse().unwrap()]);
    let question = bench.text(&bench.last("isles", "red", ".report").message);
    assert!(question.contains("C3"), "{question}");

    let status = ask(&mut bench, "1", "STATUS\nMAP");
    assert!(status.contains("It is being played"), "{status}");
    assert!(!status.contains("The deadline is"), "{status}");
    assert_eq!(sea(&before), sea(&map(&status)));
    let late = ask(&mut bench, "1", "SELL wood");
    assert!(late.contains("turns 1 to 2 are being played"), "{late}");
    assert!(late.contains("write turn 3 here"), "{late}");
    let late = ask(&mut bench, "2", "SELL wood");
    assert!(late.contains("are being played, and take no"), "{late}");
    let stands = ask(&mut bench, "1", "STANDING KEEP 2 spice");
    assert!(stands.contains("counts for the turn after"), "{stands}");
    let ahead = ask(&mut bench, "3", "SELL stone");
    assert!(ahead.contains("counts for the turn after"), "{ahead}");
    assert!(ahead.contains("STANDING KEEP 2 spice"), "{ahead}");
    let told = one_line(&ahead);
    assert!(told.contains("turn 1 is being played now"), "{ahead}");
    assert!(!told.contains("is open now"), "{ahead}");
    assert_eq!(bench.note("isles").desk.ahead.len(), 2);
    // Each entry holds all that waits, so there is an end to it.
    for count in 1..=19 {
        bench.send(
            "isles",
            "blue",
            "3",
            &format!("SELL stone\nKEEP {count} GOLD"),
        );
    }
    bench.later(60).tick();
    assert_eq!(bench.note("isles").desk.ahead.len(), 20);
    let full = bench.receipt("isles", "blue");
    assert!(full.contains("too many of your sheets"), "{full}");

    bench.send("isles", "red", "1", "SKIP ALL");
    bench.later(3 * 60 * 60).tick();
    let desk = bench.note("isles").desk;
    assert_eq!((desk.stop, desk.ahead.len()), (Stop::Gate, 0));
    let report = bench.text(&bench.last("isles", "blue", ".report").message);
    assert!(report.contains("  1  PASS "), "{report}");
    for line in ["STANDING KEEP 2 spice", "SELL stone"] {
        assert!(report.contains(line), "{line}: {report}");
    }
    bench.verify();
}

/// The receipt says what becomes of the tile that was asked about, and OK leaves it to the program.
#[test]
fn a_receipt_says_what_becomes_of_a_tile() {
    let mut bench = Bench::with(&Match {
        game: "anno-1503",
        id: "isles",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &["interrupts=true"],
        deadline: "sun 20:00",
    });
    bench.send("isles", "red", "1", "SAIL 1: LOOK C3\nSELL spice");
    bench.send("isles", "blue", "1", "PASS");
    bench.later(60).tick();
    bench.later(3 * 60 * 60).tick();
    assert_eq!(bench.note("isles").desk.stop, Stop::Interrupt);
    let question = bench.last("isles", "red", ".report").message.clone();
    let asked = bench.text(&question);
    let told = one_line(&asked);
    let becomes = told
        .split("With the orders you have sent so far, ")
        .nth(1)
        .unwrap();
    let becomes = becomes.split(", unless").next().unwrap().to_owned();
    assert!(becomes.starts_with("the tile in C3 is "), "{asked}");
    for line in ["; TAKE ", "; SKIP ", "\nSELL spice\n"] {
        assert!(asked.contains(line), "{line}: {asked}");
    }

    bench.send("isles", "red", "1", "STANDING KEEP 1 stone");
    bench.later(60).tick();
    let open = one_line(&bench.receipt("isles", "red"));
    let left = format!(
        "do not answer the question to you. Unless you answer it, {becomes}; \
        GOAHEAD"
    );
    assert!(open.contains(&left), "{open}");
    assert!(open.contains("SELL spice"), "{open}");

    let receipt = &bench.last("isles", "red", ".receipt").message;
    let id = header(receipt, "Message-ID").unwrap();
    let answer = bench.answer("isles", "red", "OK\n");
    bench.deliver(&format!("In-Reply-To: {id}\n{answer}"));
    bench.later(60).tick();
    let ready = one_line(&bench.receipt("isles", "red"));
    assert!(
        ready.contains(&format!("You are ready: {becomes}.")),
        "{ready}"
    );
    bench.verify();
}

/// Two players, and questions by mail.
fn asking() -> Bench {
    Bench::with(&Match {
        game: "anno-1503",
        id: "isles",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &[],
        options: &["interrupts=true"],
        deadline: "sun 20:00",
    })
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// That all who are asked have answered is told to nobody: it would show whether others are asked.
#[test]
fn an_answer_to_a_question_is_not_told_whether_others_are_asked() {
    let mut bench = asking();
    bench.send("isles", "red", "1", "SAIL 1: LOOK C3");
    bench.send("isles", "blue", "1", "PASS");
    bench.later(60).tick();
    bench.later(3 * 60 * 60).tick();
    assert_eq!(bench.note("isles").desk.stop, Stop::Interrupt);
    for lines in ["SKIP ALL", "SKIP ALL\nSTATUS"] {
        bench.send("isles", "red", "1", lines);
        bench.later(60).tick();
        assert_eq!(bench.note("isles").desk.stop, Stop::Interrupt);
        let told = one_line(&bench.receipt("isles", "red"));
        assert!(told.contains("1 order, understood"), "{told}");
        assert!(!told.contains("Everyone has sent orders"), "{told}");
        assert!(
            told.contains("2 hours after everyone's orders are in"),
            "{told}"
        );
    }
    bench.verify();
}

/// A reminder of a question says which, and none of the mails about it says that the program
/// wishes: the wishes filed for the round keep it from that, though they are done.
#[test]
fn mails_about_a_question_say_what_is_asked_and_what_is_played() {
    let mut bench = asking();
    bench.send("isles", "red", "1", "SAIL 1: LOOK C3");
    bench.send("isles", "blue", "1", "PASS");
    bench.later(60).tick();
    bench.later(3 * 60 * 60).tick();
    assert_eq!(bench.note("isles").desk.stop, Stop::Interrupt);
    let asked = bench.text(&bench.last("isles", "red", ".report").message);
    let plays = |text: &str| {
        let told = text.rsplit("is played by default:").next();
        told.expect(text).split("\n#end").next().unwrap().to_owned()
    };
    assert!(!plays(&asked).contains("PIONEER"), "{asked}");
    let mut hours = 0..7 * 24;
    while bench.all("isles", "red", ".reminder").count() == 0 && hours.next().is_some() {
        bench.later(60 * 60).tick();
    }
    let reminder = bench.text(&bench.last("isles", "red", ".reminder").message);
    let reminder = one_line(&reminder);
    for said in [
        "are asked a question",
        "looks at the tile in C3",
        "If you do not answer, the tile in C3 is",
    ] {
        assert!(reminder.contains(said), "{said}: {reminder}");
    }
    for wrong in [
        "No orders of yours",
        "standing orders are played",
        "; PIONEER",
    ] {
        assert!(!reminder.contains(wrong), "{wrong}: {reminder}");
    }
    bench.send("isles", "red", "1", "GOAHEAD");
    bench.later(60).tick();
    let receipt = bench.receipt("isles", "red");
    assert!(!plays(&receipt).contains("PIONEER"), "{receipt}");
    let sheet = receipt.split("\n#orders").nth(1).unwrap();
    assert!(sheet.contains("\nGOAHEAD\n"), "{receipt}");
    bench.verify();
}

/// The map in a mail, without what comes after it.
fn sea(map: &str) -> String {
    let ends = ["Your sheet", "\nYour orders", "\nWitness"];
    let ends = ends.iter().filter_map(|it| map.find(it));
    map[..ends.min().unwrap_or(map.len())].trim().to_owned()
}

/// What the program plays is listed as it will be: without a sheet all that silence does, beside a
/// PASS its policies alone.
#[test]
fn a_receipt_lists_what_the_program_plays_beside_the_lines_that_are_in_force() {
    let mut bench = asking();
    bench.send("isles", "red", "1", "STATUS\nAWAY NONE");
    bench.later(60).tick();
    let silent = bench.receipt("isles", "red");
    let plays = silent.split("is played by default:").nth(1).unwrap();
    for line in [
        "  DEVELOP MERCHANT\n",
        "  SAIL 2: HUNT\n",
        "  AUTOSELL ON\n",
    ] {
        assert!(plays.contains(line), "{line}: {silent}");
    }
    bench.send("isles", "red", "1", "PASS");
    bench.later(60).tick();
    let passes = bench.receipt("isles", "red");
    assert!(passes.contains("  AUTOSELL ON\n"), "{passes}");
    assert!(!passes.contains("DEVELOP MERCHANT"), "{passes}");
}
