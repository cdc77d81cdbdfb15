//! What people type: dates, names, letters in plain English, our own sheet with a `;` taken away.
//! All as it was meant, or asked about.

use crate::support::{BEN, Bench, DUEL, Match, WORLDS, flat, header, seat};
use packetboat::clock::civil::Dates;

/// A reply to the last report of a seat, above the quotation of it.
fn reply(bench: &Bench, id: &str, player: &str, text: &str) -> String {
    let report = bench.last(id, player, ".report");
    let quoted = bench.text(&report.message);
    let quoted: Vec<String> = quoted.lines().map(|it| format!("> {it}")).collect();
    let text = format!(
        "{text}\n\nOn Sun, 22 Nov 2026, at 17:15, The Club wrote:\n\n{}\n",
        quoted.join("\n")
    );
    bench.in_reply_to(report, &text)
}

pub(super) fn say(bench: &mut Bench, id: &str, player: &str, text: &str) -> String {
    let mail = reply(bench, id, player, text);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    bench.receipt(id, player)
}

/// A text without the ends of its lines.
fn is_offered(receipt: &str) -> bool {
    flat(receipt).contains("We read your mail as these orders")
}

/// The sheet in a mail of ours.
fn sheet(text: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|it| !it.starts_with("#orders "));
    let lines = lines.skip(1).take_while(|it| *it != "#end");
    lines.map(str::to_owned).collect()
}

/// The orders of the sheet in a mail of ours; those broken over lines are whole.
fn orders(text: &str) -> Vec<String> {
    let mut orders: Vec<String> = Vec::new();
    for line in sheet(text).iter().filter(|it| !it.starts_with(';')) {
        match orders.last_mut() {
            Some(last) if line.starts_with("  ") => {
                last.push(' ');
                last.push_str(line.trim());
            }
            _ => orders.push(line.clone()),
        }
    }
    orders
}

pub(super) fn in_force(bench: &Bench, id: &str, player: &str) -> Vec<String> {
    let table = bench.campaign(id).table;
    let lines = table.in_force(seat(player));
    lines.into_iter().map(|it| it.text).collect()
}

fn away(bench: &Bench, id: &str, player: &str) -> Vec<String> {
    let desk = bench.note(id).desk;
    let away = &desk.seats.get(seat(player)).away;
    away.iter().map(Dates::to_string).collect()
}

fn begun(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    bench.later(60).tick();
    bench
}

#[test]
fn absences_take_the_usual_dates() {
    for text in [
        "AWAY 24 Dec - 2 Jan",
        "away 24.12.-2.1.",
        "AWAY 24.12.2026-2.1.2027",
        "AWAY 2026-12-24 to 2027-01-02",
        "AWAY from 24 December until 2 January",
        "AWAY 24 Dec 2026 until 2 Jan 2027",
        "AWAY 2026-12-24..2027-01-02",
    ] {
        let mut bench = begun(&DUEL);
        let receipt = say(&mut bench, "duel", "north", text);
        assert_eq!(
            away(&bench, "duel", "north"),
            ["2026-12-24..2027-01-02"],
            "{receipt}"
        );
        assert!(
            receipt.contains("from Thu 24 Dec to Sat 2 Jan 2027"),
            "{receipt}"
        );
        assert_eq!(bench.all("duel", "south", ".note").count(), 1);
    }
    let mut bench = begun(&DUEL);
    bench.send("duel", "north", "1", "BID 3\nAWAY 24 Dec - 2 Jan");
    bench.later(60).tick();
    assert_eq!(away(&bench, "duel", "north"), ["2026-12-24..2027-01-02"]);
    bench.send("duel", "north", "1", "AWAY 12/24 - 1/2");
    bench.later(60).tick();
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("or AWAY 1 Jul - 14 Jul"), "{receipt}");
    bench.verify();
}

/// A club in which Ana plays in two campaigns, and not in a third.
fn club() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.start(&WORLDS);
    bench.start(&Match {
        id: "theirs",
        players: &["north=Cleo <cleo@example.com>", BEN],
        ..DUEL
    });
    bench.later(60).tick();
    bench
}

#[test]
fn an_absence_for_all_campaigns_is_noted_in_each() {
    let mut bench = club();
    let receipt = say(&mut bench, "duel", "north", "AWAY 24 Dec - 2 Jan ALL");
    assert!(
        receipt.contains("It goes to your other campaign too: worlds."),
        "{receipt}"
    );
    assert!(!receipt.contains("theirs"), "{receipt}");
    let noted = ["2026-12-24..2027-01-02"];
    assert_eq!(away(&bench, "duel", "north"), noted);
    assert_eq!(away(&bench, "worlds", "north"), noted);
    assert!(away(&bench, "theirs", "north").is_empty());
    let told = bench.receipt("worlds", "north");
    assert!(told.contains("from Thu 24 Dec to Sat 2 Jan 2027"), "{told}");
    assert_eq!(bench.all("worlds", "south", ".note").count(), 1);
    assert_eq!(bench.all("theirs", "south", ".note").count(), 0);
    let receipt = say(&mut bench, "worlds", "north", "AWAY NONE ALL");
    assert!(receipt.contains("Your absence is cancelled"), "{receipt}");
    assert!(away(&bench, "duel", "north").is_empty() && away(&bench, "worlds", "north").is_empty());
    // One who plays in one campaign of the three is told so, and nothing of the others.
    let receipt = say(&mut bench, "theirs", "north", "AWAY 24 Dec - 2 Jan ALL");
    assert!(receipt.contains("a seat in no other campaign"), "{receipt}");
    assert!(
        !receipt.contains("duel") && !receipt.contains("worlds"),
        "{receipt}"
    );
    bench.verify();
}

#[test]
fn without_proof_no_absence_goes_anywhere() {
    let mut bench = club();
    for from in ["thief@evil.example", "ana@example.org"] {
        let to = "orders@club.example";
        let text = "#orders duel north turn 1\nAWAY 24 Dec - 2 Jan ALL\n#end\n";
        let mail = bench.written(from, to, text);
        bench.later(60).deliver(&mail);
        bench.later(60).tick();
    }
    let mail = reply(&bench, "duel", "north", "AWAY 24 Dec - 2 Jan ALL");
    let mail = mail.replacen("ana@example.org", "thief@evil.example", 1);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    for id in ["duel", "worlds"] {
        assert!(away(&bench, id, "north").is_empty(), "{id}");
        for mail in bench.all(id, "north", "") {
            let text = bench.text(&mail.message);
            assert!(!text.contains("other campaign"), "{text}");
        }
    }
    bench.verify();
}

#[test]
fn a_letter_goes_to_a_player_by_name_and_at_once() {
    for name in ["Ben", "ben", "south", "SOUTH."] {
        let mut bench = begun(&DUEL);
        let text = format!("MESSAGE TO {name}\nShall we share the map?\nEND");
        let receipt = say(&mut bench, "duel", "north", &text);
        let note = bench.text(&bench.last("duel", "south", ".note").message);
        assert!(note.contains("Shall we share the map?"), "{note}");
        assert!(receipt.contains("South"), "{receipt}");
        assert!(!receipt.contains("OK and nothing else"), "{receipt}");
        bench.verify();
    }
    let mut bench = begun(&DUEL);
    let receipt = say(&mut bench, "duel", "north", "MESSAGE TO Zoe\nHello\nEND");
    assert!(receipt.contains("north, south or ALL"), "{receipt}");
    assert_eq!(bench.all("duel", "south", ".note").count(), 0);
}

/// Orders know seats; where one names a player, its fault says which seat that is.
#[test]
fn an_order_that_names_a_player_is_told_the_seat() {
    let mut bench = begun(&DUEL);
    for name in ["Ben", "ben"] {
        let receipt = say(
            &mut bench,
            "duel",
            "north",
            &format!("BID 2 IF PURSE {name} OVER 3"),
        );
        let told = format!("{name} plays south: in orders, write south");
        assert!(flat(&receipt).contains(&told), "{receipt}");
    }
    let receipt = say(&mut bench, "duel", "north", "BID 2 IF PURSE Zoe OVER 3");
    assert!(!receipt.contains("plays south"), "{receipt}");
}

pub(super) const ISLANDS: Match<'static> = Match {
    game: "anno-1503",
    id: "islands",
    scenario: None,
    players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
    robots: &[],
    options: &[],
    deadline: "sun 20:00",
};

pub(super) const SEA: Match<'static> = Match {
    game: "voyages-1492",
    id: "isles",
    ..ISLANDS
};

pub(super) const CROWNS: Match<'static> = Match {
    game: "new-world-1500",
    id: "crowns",
    ..ISLANDS
};

pub(super) const SPAIN: Match<'static> = Match {
    game: "conquistador",
    id: "new-spain",
    scenario: Some("solo_spain"),
    players: &["spain=Ana <ana@example.org>"],
    ..ISLANDS
};

/// Letters in plain English, and the orders that are offered for them; none: they are for people.
const LETTERS: &[(&Match<'static>, &str, &[&str])] = &[
    (
        &WORLDS,
        "I'd like to play my highest card and put a dome on the cheapest planet, thanks!",
        &["PLAY HIGHEST", "DOME CHEAPEST"],
    ),
    (
        &WORLDS,
        "Hi! Please play my lowest card this round.",
        &["PLAY LOWEST"],
    ),
    (&WORLDS, "Same as last time please", &[]),
    (
        &WORLDS,
        "Let the computer decide for me this turn",
        &["PLAY R1/Y2/G3/B4/R5/G6/R11/G12"],
    ),
    (
        &WORLDS,
        "I'll go with your suggestions.",
        &["PLAY R1/Y2/G3/B4/R5/G6/R11/G12"],
    ),
    (&WORLDS, "play highest card", &["PLAY HIGHEST"]),
    (&WORLDS, "Play R11 first, then Y15", &["PLAY R11/Y15"]),
    (&WORLDS, "Dome on the cheapest one", &["DOME CHEAPEST"]),
    (&WORLDS, "Can you tell me what the prize does?", &[]),
    (&WORLDS, "I pass", &[]),
    (&WORLDS, "How do I play a card?", &[]),
    (
        &SEA,
        "Sail to the isle and build an outpost there please.",
        &["MOVE TOWARD ISLE", "BUILD OUTPOST"],
    ),
    (&SEA, "I'd like to move north east, please", &["MOVE NE"]),
    (
        &SEA,
        "Go NE, then buy a cannon if I can afford it",
        &["MOVE NE", "BUY CANNON"],
    ),
    (&SEA, "Buy a cannon if I can sell my food", &[]),
    (
        &SEA,
        "stay where I am and pay the king",
        &["MOVE STAY", "PAY KING"],
    ),
    (&SEA, "attack the weakest ship", &[]),
    (&SEA, "I want to trade 1 wood for 1 gold with Blue", &[]),
    (
        &ISLANDS,
        "Send my ship out to explore and develop a settler into a citizen.",
        &["SAIL 1: HUNT", "DEVELOP CITIZEN"],
    ),
    (&ISLANDS, "Build a school", &["PIONEER BUILDING SCHOOL"]),
    (
        &ISLANDS,
        "Sell all my spare goods and buy tobacco",
        &["SELL SPARE", "BUY tobacco"],
    ),
    (
        &ISLANDS,
        "Use the defaults, I'm on the road",
        &["DEVELOP MERCHANT"],
    ),
    (&ISLANDS, "Can I have another ship?", &[]),
    (
        &CROWNS,
        "Play the Marriage card and keep the rest",
        &["PLAY MARRIAGE TEXT"],
    ),
    (
        &CROWNS,
        "Spread out into two new areas",
        &["PLAY SPREADOUT TEXT MIN 2"],
    ),
    (&CROWNS, "I pass this turn", &["PASS"]),
    (&CROWNS, "Put a colony in Northern Woods", &[]),
    (
        &SPAIN,
        "Buy 2 carracks and 4 colonists, and send them with Columbus to Florida.",
        &["BUY 2 carracks, 4 colonists"],
    ),
    (
        &SPAIN,
        "Please buy one carrack and four colonists. Sail to Cuba, land everybody and come home.",
        &["BUY 1 carrack, 4 colonists"],
    ),
    (
        &SPAIN,
        "Expedition 1: from Europe with all ships, load 4 colonists, land at Hispaniola",
        &["EXPEDITION S1 FROM europe SHIPS ALL LOAD 4 colonists LAND hispaniola"],
    ),
    (
        &SPAIN,
        "I'm away next week, please wait for me / extend the deadline",
        &["AWAY"],
    ),
];

fn player_of(wanted: &Match<'_>) -> &'static str {
    match wanted.game {
        "these-new-worlds" => "north",
        "conquistador" => "spain",
        _ => "red",
    }
}

/// Each is offered as it is meant, ready for OK, and nothing is filed unasked.
#[test]
fn letters_in_plain_english_are_offered_as_orders() {
    let (mut wrong, mut offered) = (Vec::new(), 0);
    for (wanted, text, meant) in LETTERS {
        let player = player_of(wanted);
        let mut bench = begun(wanted);
        let before = in_force(&bench, wanted.id, player);
        let receipt = say(&mut bench, wanted.id, player, text);
        assert_eq!(
            in_force(&bench, wanted.id, player),
            before,
            "{text}: {receipt}"
        );
        let is_offered = is_offered(&receipt);
        let found = if is_offered {
            orders(&receipt)
        } else {
            Vec::new()
        };
        let fits = if meant.is_empty() {
            !is_offered
        } else {
            meant
                .iter()
                .all(|it| found.iter().any(|order| order.starts_with(it)))
        };
        if !fits {
            wrong.push(format!(
                "{text}\n  meant {meant:?}\n  found {found:?}\n{receipt}"
            ));
        }
        offered += usize::from(is_offered);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n=====\n"));
    assert!(offered >= 15, "{offered}");
}

#[test]
fn ok_sends_what_is_offered_and_the_same_again_is_what_was_sent() {
    let mut bench = begun(&WORLDS);
    let receipt = say(
        &mut bench,
        "worlds",
        "north",
        "I'd like to play my highest card",
    );
    assert_eq!(orders(&receipt), ["PLAY HIGHEST"], "{receipt}");
    let ours = bench.last("worlds", "north", ".receipt");
    let (to, message) = (
        header(&ours.message, "Reply-To").unwrap(),
        header(&ours.message, "Message-ID").unwrap(),
    );
    let ok = bench.written("ana@example.org", &to, "OK");
    let ok = ok.replacen(
        "MIME",
        &format!("In-Reply-To: {message}\nReferences: {message}\nMIME"),
        1,
    );
    bench.later(60).deliver(&ok);
    bench.later(60).tick();
    assert_eq!(in_force(&bench, "worlds", "north"), ["PLAY HIGHEST"]);
    bench.send("worlds", "south", "1", "DOME CHEAPEST");
    bench.later(60).tick();
    bench.later(3 * 3600).tick();
    assert_eq!(bench.sheet("worlds").unwrap(), "2");
    let receipt = say(&mut bench, "worlds", "north", "Same as last time please");
    assert!(is_offered(&receipt), "{receipt}");
    assert_eq!(orders(&receipt), ["PLAY HIGHEST"], "{receipt}");
    bench.verify();
}

/// Whatever turns what is said round: it is for people, and nothing is offered.
#[test]
fn nothing_is_offered_for_a_letter_that_says_what_not_to_do() {
    let turned: [fn(&str) -> String; 8] = [
        |it| format!("Please don't {it}"),
        |it| format!("do not {it}, thanks"),
        |it| format!("{it} unless Ben leads"),
        |it| format!("never {it}"),
        |it| format!("{it} if you can"),
        |it| format!("I would rather not {it}"),
        |it| format!("{it} except this round"),
        |it| format!("instead of that {it}"),
    ];
    for (wanted, text) in [
        (&WORLDS, "play my highest card"),
        (&ISLANDS, "build a school"),
    ] {
        for turned in turned {
            let mut bench = begun(wanted);
            let text = turned(text);
            let receipt = say(&mut bench, wanted.id, player_of(wanted), &text);
            assert!(!is_offered(&receipt), "{text}: {receipt}");
            assert_eq!(
                in_force(&bench, wanted.id, player_of(wanted)),
                [""; 0],
                "{text}"
            );
        }
    }
}

#[test]
fn what_is_typed_beside_a_sheet_says_what_it_leaves_out() {
    let mut bench = begun(&ISLANDS);
    let receipt = say(&mut bench, "islands", "red", "SELL SPARE");
    assert_eq!(in_force(&bench, "islands", "red"), ["SELL SPARE"]);
    let told = flat(&receipt);
    let (_, told) = told
        .split_once("which are not played now; add any that you still want:")
        .expect(&told);
    assert!(told.contains("SAIL 1: HUNT"), "{receipt}");
    // Orders that were sent before are live in the next sheet that is printed.
    let mut bench = begun(&ISLANDS);
    bench.send("islands", "red", "1", "SAIL 1: HUNT\nDEVELOP CITIZEN");
    bench.later(60).tick();
    let ours = bench.last("islands", "red", ".receipt").message.clone();
    let (to, message) = (
        header(&ours, "Reply-To").unwrap(),
        header(&ours, "Message-ID").unwrap(),
    );
    let mail = bench.written("ana@example.org", &to, "SAIL 1: HUNT");
    let mail = mail.replacen(
        "MIME",
        &format!("In-Reply-To: {message}\nReferences: {message}\nMIME"),
        1,
    );
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    let receipt = flat(&bench.receipt("islands", "red"));
    let left = "Replaced, and no longer in force: DEVELOP CITIZEN";
    assert!(receipt.contains(left), "{receipt}");
    // Advice is not left out, nor what the program still plays.
    let mut bench = begun(&WORLDS);
    let receipt = say(&mut bench, "worlds", "north", "PLAY LOWEST");
    assert!(!receipt.contains("Left out of"), "{receipt}");
}

/// Typed above a marked quotation it is the player's, even if it is in our mail word for word.
#[test]
fn mails_as_people_typed_them() {
    for (text, filed) in [
        (
            "Play lowest\nDome cheapest",
            &["PLAY LOWEST", "DOME CHEAPEST"][..],
        ),
        (
            "Fallback reward\nDome cheapest",
            &["DOME CHEAPEST", "FALLBACK REWARD"],
        ),
        (
            "1. Play reward\n2. Dome cheapest",
            &["PLAY REWARD", "DOME CHEAPEST"],
        ),
    ] {
        let mut bench = begun(&WORLDS);
        let receipt = say(&mut bench, "worlds", "north", text);
        let mut lines = in_force(&bench, "worlds", "north");
        lines.sort();
        let mut filed = filed.to_vec();
        filed.sort_unstable();
        assert_eq!(lines, filed, "{text}: {receipt}");
    }
    for text in [
        "Hi, play reward\nDome cheapest",
        "Dear club: dome cheapest\nPlay reward",
        "play reward; dome cheapest",
        "#orders worlds north turn 1; PLAY REWARD; DOME CHEAPEST; #end",
    ] {
        let mut bench = begun(&WORLDS);
        let receipt = say(&mut bench, "worlds", "north", text);
        let filed = in_force(&bench, "worlds", "north");
        let said = orders(&receipt);
        assert!(filed.is_empty() || filed.len() == 2, "{text}: {receipt}");
        for order in ["PLAY REWARD", "DOME CHEAPEST"] {
            assert!(said.iter().any(|it| it == order), "{text}: {receipt}");
        }
        assert!(!receipt.contains("an empty sheet"), "{text}: {receipt}");
    }
    let mut bench = begun(&WORLDS);
    let text = "#orders worlds north turn 1 Play reward\nDome cheapest\n#end";
    let receipt = say(&mut bench, "worlds", "north", text);
    assert!(!receipt.contains("****"), "{receipt}");
    let mut bench = begun(&WORLDS);
    let receipt = say(&mut bench, "worlds", "north", "Hi! Play reward");
    assert!(!receipt.contains("as if you had said nothing"), "{receipt}");
}

#[test]
fn a_suggestion_of_two_lines_needs_one_semicolon_taken_away() {
    let mut bench = begun(&SPAIN);
    let report = bench.text(&bench.last("new-spain", "spain", ".report").message);
    let printed = sheet(&report);
    let at = printed
        .iter()
        .position(|it| it.starts_with("; EXPEDITION "))
        .expect(&report);
    assert!(printed[at + 1].starts_with(";   "), "{report}");
    let first = printed[at].trim_start_matches("; ");
    let second = printed[at + 1].trim_start_matches(';').trim();
    let mut lines = printed.clone();
    lines[at] = first.to_owned();
    let receipt = {
        bench.send("new-spain", "spain", "1a", &lines.join("\n"));
        bench.later(60).tick();
        bench.receipt("new-spain", "spain")
    };
    let whole = format!("{first} {second}");
    assert_eq!(in_force(&bench, "new-spain", "spain"), [whole], "{receipt}");
}

#[test]
fn the_rest_of_a_broken_comment_of_ours_is_no_order() {
    let mut bench = begun(&WORLDS);
    let report = bench.text(&bench.last("worlds", "north", ".report").message);
    let mut lines = Vec::new();
    let mut broken = 0;
    for line in sheet(&report) {
        let end = line.char_indices().nth(42).map(|it| it.0);
        let cut = end.and_then(|it| line[it..].find(' ').map(|more| it + more));
        match cut {
            Some(cut) if line.starts_with("; ") => {
                broken += 1;
                lines.push(line[..cut].to_owned());
                lines.push(line[cut + 1..].to_owned());
            }
            _ => lines.push(line),
        }
    }
    assert!(broken > 0, "{report}");
    lines.push("PLAY LOWEST".to_owned());
    let text = format!("#orders worlds north turn 1\n{}\n#end", lines.join("\n"));
    let receipt = say(&mut bench, "worlds", "north", &text);
    assert_eq!(
        in_force(&bench, "worlds", "north"),
        ["PLAY LOWEST"],
        "{receipt}"
    );
    assert!(receipt.contains("1 order, understood"), "{receipt}");
}
