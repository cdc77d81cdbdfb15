//! What a receipt tells besides its orders: when the turn closes, which defaults are not played,
//! how many answers are left; and letters to other players as people type them.

use crate::support::{ANA, Bench, DUEL, Match, flat, header, seat};
use packetboat::clock::Moment;
use packetboat::clock::length::Length;

/// A text without the ends of its lines.
fn begun(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    bench.later(60).tick();
    bench
}

/// What a seat is answered who replies so to its last report.
fn say(bench: &mut Bench, id: &str, player: &str, text: &str) -> String {
    let mail = bench.answer(id, player, text);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    flat(&bench.receipt(id, player))
}

/// The subject of the last receipt to a seat.
fn subject(bench: &Bench, id: &str, player: &str) -> String {
    let receipt = bench.last(id, player, ".receipt");
    header(&receipt.message, "Subject").unwrap()
}

/// The last letter to a seat; empty: there is none.
fn letter(bench: &Bench, id: &str, player: &str) -> String {
    let letters = bench.all(id, player, ".note");
    letters
        .last()
        .map_or_else(String::new, |it| bench.text(&it.message))
}

#[test]
fn once_all_orders_are_in_a_receipt_says_when_the_turn_closes() {
    let mut bench = begun(&DUEL);
    let first = say(&mut bench, "duel", "north", "BID 3");
    assert!(
        first.contains("or sooner: the turn closes 2 hours after"),
        "{first}"
    );
    let last = say(&mut bench, "duel", "south", "BID 4");
    assert!(
        last.contains("Everyone has sent orders, so the turn closes early:"),
        "{last}"
    );
    assert!(
        last.contains("send WAIT to have until Sun 22 Nov 20:00"),
        "{last}"
    );
    assert!(!last.contains("2 hours after"), "{last}");
    let told = subject(&bench, "duel", "south");
    assert!(!told.contains("Sun 22 Nov"), "{told}");
    // STATUS says the same, and so does its foot.
    let status = say(&mut bench, "duel", "north", "STATUS");
    assert_eq!(
        status
            .matches("Everyone has sent orders, so the turn closes early:")
            .count(),
        2,
        "{status}"
    );
    // WAIT gives the time back.
    let waits = say(&mut bench, "duel", "south", "WAIT\nBID 4");
    assert!(waits.contains("until Sun 22 Nov 20:00"), "{waits}");
    assert!(!waits.contains("closes early"), "{waits}");
    // What is said comes true.
    let again = say(&mut bench, "duel", "south", "BID 4");
    let word = again.split("closes early: ").nth(1).expect(&again);
    let clock = word
        .split(' ')
        .find(|it| it.contains(':') && it.len() >= 5)
        .expect(word);
    // Printed in the zone of Warsaw, an hour ahead.
    let (hour, minute) = (clock[..2].parse::<u32>().unwrap() - 1, &clock[3..5]);
    let day = bench.now.to_string()[..11].to_owned();
    let at: Moment = format!("{day}{hour:02}:{minute}:00Z").parse().unwrap();
    let two_hours = bench.now.plus(Length::hours(2)).seconds() - at.seconds();
    assert!((0..=120).contains(&two_hours), "{word}");
    bench.now = at;
    bench.later(60).tick();
    assert_eq!(bench.campaign("duel").table.sheet().turn, 2);
    bench.verify();
}

/// Sentences that begin with a word that is also a line of its own.
#[test]
fn a_sentence_that_begins_with_a_common_word_is_a_letter() {
    let begins = [
        "Back",
        "back",
        "BACK",
        "Vote",
        "vote",
        "Schedule",
        "schedule",
        "SCHEDULE",
        "Substitute",
        "substitute",
        "SUBSTITUTE",
        "Digest",
        "digest",
    ];
    let goes_on = [
        "from holiday, and sorry for the silence",
        "in the saddle!",
        "to you with a question about my fleet",
        "soon",
        "at last",
        "and forth, this is no way to play",
        "me up here, please",
        "for me in the council",
        "of thanks to our referee",
        "early, vote often",
        "is tight next week for all of us",
        "was fine with me",
        "changes at my work again",
        "permitting I write on Monday",
        "on Friday suits everyone I asked",
        "then, if you like",
        "when it is dark",
        "with your feet",
        "a new meeting with Ben",
        "again?",
        "up, everybody",
        "me in",
        "home now. The trip was long",
        "door deals are what I hate",
        "against it if you must",
        "as you please",
        "may be hard to find in May",
        "marks the cards, I suspect",
        "players are what we need",
        "satisfied? So am I",
        "to be found by Friday",
        "daily news is what I like",
        "none of it before breakfast",
    ];
    let mut tried = 0;
    let mut bench = begun(&DUEL);
    for first in begins {
        for rest in goes_on {
            // The answers of a day are not what is tried.
            if tried % 5 == 4 {
                bench = begun(&DUEL);
            }
            let before = bench.note("duel").desk.seats.get(seat("north")).clone();
            let text = say(&mut bench, "duel", "north", &format!("{first} {rest}"));
            let after = bench.note("duel").desk.seats.get(seat("north")).clone();
            let is_letter = text.contains("treated as a letter") || text.contains("no orders");
            assert!(is_letter, "{first} {rest}: {text}");
            assert_eq!((&after.votes, &after.away), (&before.votes, &before.away));
            assert_eq!(after.wanted, None);
            tried += 1;
        }
    }
    assert!(tried >= 200, "{tried}");
}

#[test]
fn the_common_words_count_alone() {
    let mut bench = begun(&DUEL);
    let text = say(&mut bench, "duel", "north", "SCHEDULE");
    assert!(text.contains("THE NEXT DEADLINES"), "{text}");
    let text = say(&mut bench, "duel", "north", "AWAY 2026-12-24..2026-12-28");
    assert!(text.contains("24 Dec"), "{text}");
    let text = say(&mut bench, "duel", "north", "Back");
    assert!(
        bench
            .note("duel")
            .desk
            .seats
            .get(seat("north"))
            .away
            .is_empty(),
        "{text}"
    );
    let text = say(&mut bench, "duel", "north", "vote draw\n\nThanks, Ana");
    assert!(text.contains("Your vote is noted: a draw"), "{text}");
    bench.verify();
}

#[test]
fn receipts_for_orders_come_when_the_answers_are_used_up_and_that_is_told_before() {
    let mut bench = begun(&DUEL);
    let mut warned = 0;
    for round in 1..=31 {
        let before = bench.answers("duel", "north");
        let text = say(&mut bench, "duel", "north", "STATUS");
        let came = bench.answers("duel", "north") > before;
        assert_eq!(came, round <= 30, "{round}");
        if came && text.contains("five more answers") {
            assert_eq!(round, 25);
            warned += 1;
        }
        assert!(
            round != 30 || text.contains("last answer for now"),
            "{text}"
        );
    }
    assert_eq!(warned, 1);
    let text = say(&mut bench, "duel", "north", "BID 3");
    assert!(text.contains("1 order, understood"), "{text}");
    // Nor do they go on without end.
    for _ in 0..60 {
        say(&mut bench, "duel", "north", "BID 3");
    }
    assert_eq!(bench.answers("duel", "north"), 90);
    bench.verify();
}

#[test]
fn a_blockade_takes_the_place_of_the_outpost_built_by_default() {
    let sea = Match {
        game: "voyages-1492",
        id: "sea",
        scenario: None,
        players: &["red=Ana <ana@example.org>"],
        robots: &["blue", "green"],
        options: &[],
        deadline: "sun 20:00",
    };
    let mut bench = begun(&sea);
    let told = say(&mut bench, "sea", "red", "BUILD BLOCKADE I1");
    let gone = told.split("Your orders take the place of").nth(1);
    assert!(
        gone.is_some_and(|it| it.contains("BUILD OUTPOST")),
        "{told}"
    );
}

#[test]
fn a_receipt_names_the_defaults_that_are_not_played_beside_orders() {
    let anno = Match {
        game: "anno-1503",
        id: "isle",
        scenario: None,
        players: &["red=Ana <ana@example.org>"],
        robots: &["blue", "green", "yellow"],
        options: &[],
        deadline: "sun 20:00",
    };
    let mut bench = begun(&anno);
    let told = |text: &str| {
        let told = text.split("Your orders take the place of").nth(1)?;
        let (told, _) = told
            .split_once("What your orders do not decide is played by default")
            .unwrap_or((told, ""));
        Some(told.to_owned())
    };
    let sold = say(&mut bench, "isle", "red", "SELL wood");
    let gone = told(&sold).expect(&sold);
    assert!(
        gone.contains("SAIL 1: HUNT") && gone.contains("DEVELOP MERCHANT"),
        "{gone}"
    );
    assert!(!gone.contains("PRODUCE"), "{gone}");
    // Of two ships the one with no order is named, in a sheet as in a reply.
    let sheet = "#orders isle red turn 1\nSAIL 1: LOOK C3\n#end";
    for text in ["SAIL 1: LOOK C3", sheet] {
        let sailed = say(&mut bench, "isle", "red", text);
        let gone = told(&sailed).expect(&sailed);
        assert!(
            gone.contains("SAIL 2: HUNT") && !gone.contains("SAIL 1"),
            "{gone}"
        );
    }
    let nothing = say(&mut bench, "isle", "red", "STATUS");
    assert_eq!(told(&nothing), None);
    bench.verify();
}

#[test]
fn a_letter_is_sent_however_it_is_addressed_and_ended() {
    let heads = [
        "MESSAGE TO south",
        "MESSAGE TO South",
        "message to south",
        "MESSAGE south",
        "Message South",
        "MESSAGE TO Ben",
        "message ben",
        "MESSAGE TO south.",
        "MESSAGE TO all",
        "MESSAGE TO Ben and south",
    ];
    let mut tried = 0;
    for head in heads {
        for text in [
            ":\nsee you",
            ": see you",
            "\nsee you",
            "\n\nsee you",
            ":\n\nsee you\nat dawn",
        ] {
            for end in ["", "\nEND", "\nend", "\n\nEND"] {
                let mut bench = begun(&DUEL);
                let said = say(&mut bench, "duel", "north", &format!("{head}{text}{end}"));
                let got = letter(&bench, "duel", "south");
                assert!(got.contains("see you"), "{head}{text}{end}\n{said}");
                assert!(
                    said.contains("Your letter \"see you\" goes to South"),
                    "{said}"
                );
                assert!(!said.contains("noted"), "{said}");
                tried += 1;
            }
        }
    }
    assert!(tried >= 100);
}

#[test]
fn a_letter_without_end_takes_no_order_with_it() {
    for below in [
        "BID 4",
        "bid 44",
        "Bid four",
        "  BID",
        "STATUS",
        "STANDING BID 2",
        "- BID 3",
    ] {
        let mut bench = begun(&DUEL);
        let text = format!("MESSAGE TO south\nsee you\n{below}");
        let said = say(&mut bench, "duel", "north", &text);
        assert_eq!(letter(&bench, "duel", "south"), "", "{below}\n{said}");
        assert!(said.contains("END"), "{said}");
    }
}

#[test]
fn letters_to_the_referee_and_to_robots_are_answered_by_what_becomes_of_them() {
    let mut bench = begun(&DUEL);
    let said = say(
        &mut bench,
        "duel",
        "north",
        "MESSAGE TO REFEREE\nMay I ask something?",
    );
    assert!(said.contains("goes to the referee"), "{said}");
    let alone = Match {
        players: &[ANA],
        robots: &["south"],
        ..DUEL
    };
    let mut bench = begun(&alone);
    let said = say(&mut bench, "duel", "north", "MESSAGE TO South: hello");
    assert!(
        said.contains("was not sent: South is a robot and reads no letters"),
        "{said}"
    );
    assert!(!said.contains("noted"), "{said}");
    assert!(subject(&bench, "duel", "north").contains("your letter was not sent"));
}

#[test]
fn an_absence_in_plain_words_is_offered() {
    for text in [
        "I am away from 10 January to 14 January",
        "I'm away from 10 to 14 January.",
        "I will be on holiday from 10 Jan until 14 Jan",
        "away 10.1. - 14.1.",
        "We are on vacation 10 January - 14 January!",
    ] {
        let mut bench = begun(&DUEL);
        let said = say(&mut bench, "duel", "north", text);
        assert!(
            said.contains("AWAY 2027-01-10..2027-01-14"),
            "{text}\n{said}"
        );
    }
    let mut bench = begun(&DUEL);
    let said = say(
        &mut bench,
        "duel",
        "north",
        "I am not away from 10 January to 14 January",
    );
    assert!(!said.contains("AWAY 20"), "{said}");
}

/// A default that is not played is in a receipt though another seat has filed just that line.
#[test]
fn a_default_that_another_seat_has_filed_is_no_secret() {
    let anno = Match {
        game: "anno-1503",
        id: "isle",
        scenario: None,
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        robots: &["green", "yellow"],
        options: &["rounds_per_batch=3"],
        deadline: "sun 20:00",
    };
    let mut bench = begun(&anno);
    say(&mut bench, "isle", "blue", "EACH DEVELOP MERCHANT");
    let said = say(&mut bench, "isle", "red", "SELL wood");
    assert!(said.contains("EACH DEVELOP MERCHANT"), "{said}");
    bench.verify();
}

/// Orders that wait for an OK are named in each answer until they are filed, and a WAIT alone does
/// not make them void.
#[test]
fn orders_that_wait_for_an_ok_are_named_in_every_answer() {
    let mut bench = begun(&DUEL);
    let asked = say(&mut bench, "duel", "north", "BID 3\nBID nothing");
    assert!(asked.contains("OK"), "{asked}");
    for line in ["STATUS", "WAIT"] {
        let text = say(&mut bench, "duel", "north", line);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            text.contains("Some orders of yours are still waiting for your OK in our mail"),
            "{line}: {text}"
        );
    }
    let text = say(&mut bench, "duel", "north", "BID 4");
    assert!(!text.contains("still wait for your OK"), "{text}");
    let text = say(&mut bench, "duel", "north", "STATUS");
    assert!(!text.contains("still wait for your OK"), "{text}");
    bench.verify();
}
