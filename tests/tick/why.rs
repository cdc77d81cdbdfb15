//! WHY by mail: what became of orders of the last report, and why.

use crate::support::{Bench, Match, SEED, WORLDS, seat};
use packetboat::desk::commands::end::end;
use packetboat::engine::dice::{Bowl, Dice, Keys, unhex};

const CONQUISTADOR: Match<'static> = Match {
    game: "conquistador",
    id: "mex",
    players: &[
        "spain=Ana Torres <ana@example.org>",
        "england=Ben <ben@example.org>",
    ],
    robots: &["france", "portugal"],
    ..WORLDS
};

const ISLES: Match<'static> = Match {
    game: "voyages-1492",
    id: "isles",
    players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.org>"],
    ..WORLDS
};

const CROWNS: Match<'static> = Match {
    game: "new-world-1500",
    id: "crowns",
    players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.org>"],
    robots: &["green"],
    ..WORLDS
};

/// The text of the receipt, its lines joined.
fn answer(bench: &mut Bench, (id, who): (&str, &str), lines: &str) -> String {
    // After the end there is none: the last one's goes on.
    let sheet = bench.sheet(id).unwrap_or_else(|| "2".to_owned());
    bench.later(60);
    bench.send(id, who, &sheet, lines);
    bench.tick();
    joined(&bench.receipt(id, who))
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Everybody's sheet is in, and the turn is played.
fn turn(bench: &mut Bench, id: &str, sheets: &[(&str, &str)]) {
    let sheet = bench.sheet(id).unwrap();
    for (who, lines) in sheets {
        bench.send(id, who, &sheet, &format!("{lines}\nGOAHEAD"));
    }
    bench.tick();
    bench.later(3 * 3600).tick();
    assert_ne!(bench.sheet(id), Some(sheet), "the turn was not played");
}

#[test]
fn why_tells_what_a_move_met_by_which_rule_and_with_which_draw() {
    let mut bench = Bench::with(&ISLES);
    let told = answer(&mut bench, ("isles", "red"), "WHY 1");
    assert!(
        told.contains("none of your reports has orders of yours yet"),
        "{told}"
    );
    turn(
        &mut bench,
        "isles",
        &[
            ("red", "MOVE NE / E / W\nBUY CANNON IF HULL AT MOST 1"),
            ("blue", "MOVE STAY"),
        ],
    );
    let report = joined(&bench.text(&bench.last("isles", "red", ".report").message));
    assert!(
        report.contains("is the number of the roll or draw that decided it"),
        "{report}"
    );
    let told = answer(&mut bench, ("isles", "red"), "WHY 1");
    let part = told.split("YOU ASKED: WHY 1").nth(1).unwrap();
    for said in [
        "MOVE NE",
        "What happened:",
        "draw ",
        " of 6 (the die of red)",
    ] {
        assert!(part.contains(said), "{said}: {told}");
    }
    assert!(
        part.contains("The rules: - HANDBOOK 4, The sea ("),
        "{told}"
    );
    assert!(part.contains("HANDBOOK 6, The cards"), "{told}");
    // The other ship's draws are open too, but none of this line's.
    assert!(!part.contains("the die of blue"), "{told}");
    // A card is drawn from the hidden bowl: it is told as what happened, and never as a draw.
    assert!(!part.contains("card for red)"), "{told}");
}

#[test]
fn every_draw_told_is_the_one_its_key_and_number_give() {
    let seed = unhex(SEED).unwrap();
    let mut checked = 0;
    for wanted in [ISLES, CONQUISTADOR] {
        let mut bench = Bench::with(&wanted);
        let seats: Vec<String> = wanted
            .players
            .iter()
            .map(|it| it.split_once('=').unwrap().0.to_owned())
            .collect();
        for _ in 0..6 {
            let sheets: Vec<(String, String)> = seats
                .iter()
                .map(|it| (it.clone(), bench.good_lines(wanted.id, seat(it))))
                .collect();
            let sheets: Vec<(&str, &str)> = sheets
                .iter()
                .map(|it| (it.0.as_str(), it.1.as_str()))
                .collect();
            turn(&mut bench, wanted.id, &sheets);
            let link = bench.note(wanted.id).dice.link;
            for who in &seats {
                let told = answer(
                    &mut bench,
                    (wanted.id, who),
                    "WHY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
                );
                for draw in told.split(" draw ").skip(1) {
                    let (number, rest) = draw.split_once(": ").unwrap();
                    let (faces, rest) = rest.split_once(" of ").unwrap();
                    let sides: u32 = rest.split(' ').next().unwrap().parse().unwrap();
                    let faces: Vec<u32> = faces.split(", ").map(|it| it.parse().unwrap()).collect();
                    let mut dice = Dice::keyed(Keys::new(&seed, link, 0).unwrap());
                    // Each draw has a key of its own, which tells nothing of those before it.
                    for _ in 1..number.parse::<u32>().unwrap() {
                        dice.one(Bowl::Open, "", 2);
                    }
                    let count = u32::try_from(faces.len()).unwrap();
                    assert_eq!(dice.roll(Bowl::Open, "", count, sides), faces, "{draw}");
                    checked += 1;
                }
            }
        }
        bench.verify();
    }
    assert!(checked >= 10, "{checked}");
}

#[test]
fn why_alone_tells_of_all_that_fell_short() {
    let mut bench = Bench::with(&CONQUISTADOR);
    let lines = "BUY 1 carrack, 30 colonists\nEXPEDITION S1 FROM europe SHIPS 1 carrack LOAD 4 \
                 colonists LAND 2020 RETURN HOME\nBUY 20 caravels";
    turn(
        &mut bench,
        "mex",
        &[("spain", lines), ("england", "BUY 1 caravel")],
    );
    let told = answer(&mut bench, ("mex", "spain"), "WHY");
    let part = told.split("YOU ASKED: WHY").nth(1).unwrap();
    assert!(part.contains("1 BUY 1 carrack, 30 colonists"), "{told}");
    assert!(
        part.contains("in part") && part.contains("because"),
        "{told}"
    );
    let rule = "The rule: - HANDBOOK 4, The Royal Council: Buying (Game file 2.5)";
    assert!(part.contains(rule), "{told}");
    // By its words, and one that there is not.
    let told = answer(
        &mut bench,
        ("mex", "spain"),
        "why buy 1 carrack\nWHY line 99\nCHECK",
    );
    assert!(told.contains("YOU ASKED: WHY buy 1 carrack"), "{told}");
    let told_twice = told.matches("Of 30 Colonists you get 4").count();
    assert_eq!(told_twice, 1, "{told}");
    assert!(
        told.contains("Among your orders for turn 1a there is no order 99"),
        "{told}"
    );
    assert!(
        told.contains("WHY and a number explains one of them: 1, 2, 3"),
        "{told}"
    );
    let help = answer(&mut bench, ("mex", "spain"), "HELP WHY");
    assert!(
        help.contains("HELP WHY WHY 12 Explains the result of an order"),
        "{help}"
    );
}

#[test]
fn why_in_1500_names_the_rule_of_cards() {
    let mut bench = Bench::with(&CROWNS);
    let mut asked = 0;
    for _ in 0..8 {
        let sheets = ["red", "blue"].map(|it| (it, bench.good_lines("crowns", seat(it))));
        let sheets: Vec<(&str, &str)> = sheets.iter().map(|it| (it.0, it.1.as_str())).collect();
        turn(&mut bench, "crowns", &sheets);
        if bench.sheet("crowns").is_none() {
            break;
        }
        let told = answer(&mut bench, ("crowns", "red"), "WHY\nWHY 1, 2, 3");
        assert!(!told.contains("There was only one choice left"), "{told}");
        asked += u32::from(told.contains("HANDBOOK 3, What a card can be used for"));
    }
    assert!(asked > 0);
}

/// Where no line decided in place of one that was passed over, and wishes keep silence out, it is
/// not said that the program did anything.
#[test]
fn why_does_not_say_that_silence_acts_beside_wishes() {
    let mut bench = Bench::with(&Match {
        game: "anno-1503",
        ..ISLES
    });
    turn(
        &mut bench,
        "isles",
        &[("red", "SELL tobacco"), ("blue", "PASS")],
    );
    let told = answer(&mut bench, ("isles", "red"), "WHY 1");
    assert!(told.contains("because nobody on your island"), "{told}");
    assert!(!told.contains("which silence does"), "{told}");
    assert!(
        told.contains("(Rulebook, Sell commodities; Ruling)"),
        "{told}"
    );
}

/// What England does unseen changes nothing of what Spain is told, and England's own words and
/// hidden draws stand in none of it.
#[test]
fn why_tells_nothing_of_what_others_did_unseen() {
    let spain = "BUY 1 carrack, 4 colonists\nEXPEDITION S1 FROM europe SHIPS 1 carrack LOAD 4 \
                 colonists, leader columbus LAND 2020 RETURN HOME";
    let england = ["BUY 1 caravel", "BUY 2 colonists\nSTANCE ALL FLEE"];
    let told = england.map(|england| {
        let mut bench = Bench::with(&CONQUISTADOR);
        turn(&mut bench, "mex", &[("spain", spain), ("england", england)]);
        turn(&mut bench, "mex", &[("spain", ""), ("england", "")]);
        let told = answer(&mut bench, ("mex", "spain"), "WHY\nWHY 1, 2, 3");
        told.split("Witness:").next().unwrap().to_owned()
    });
    assert_eq!(told[0], told[1]);
    assert!(told[0].contains("YOU ASKED: WHY 1, 2, 3"), "{}", told[0]);
    for hidden in ["naval attrition)", "BUY 1 Caravel", "STANCE"] {
        assert!(!told[0].contains(hidden), "{hidden}: {}", told[0]);
    }
}

/// Nothing is answered to whoever proves nothing.
#[test]
fn why_without_proof_is_withheld() {
    let mut bench = Bench::with(&ISLES);
    turn(
        &mut bench,
        "isles",
        &[("red", "MOVE NE / E / W"), ("blue", "MOVE STAY")],
    );
    let before = bench.keys().len();
    let mail = bench.written(
        "Ana <ana@example.org>",
        "orders@club.example",
        "#orders isles red turn 2\nWHY 1\n#end\n",
    );
    bench.deliver(&mail);
    bench.tick();
    let sent = &bench.post.taken[before..];
    assert!(!sent.is_empty());
    for mail in sent {
        assert!(!bench.text(&mail.message).contains("What it met"));
    }
}

#[test]
fn what_is_asked_after_the_end_is_answered_and_nothing_is_filed() {
    let mut bench = Bench::with(&ISLES);
    let lines = "MOVE NE / E / W\nBUY CANNON IF HULL AT MOST 1";
    turn(
        &mut bench,
        "isles",
        &[("red", lines), ("blue", "MOVE STAY")],
    );
    end(&bench.club, "isles", "We have seen enough.", bench.now).unwrap();
    bench.tick();
    let told = answer(&mut bench, ("isles", "red"), "WHY 1");
    assert!(
        told.contains("The game is over; no orders are taken.") && !told.contains("of your lines")
    );
    assert!(
        told.contains("YOU ASKED: WHY 1") && told.contains("What happened:"),
        "{told}"
    );
    // Beside it stands what nobody can do any more.
    let filed = bench.note("isles").desk.submissions;
    let told = answer(
        &mut bench,
        ("isles", "red"),
        "STANDING MOVE STAY\nWAIT\nRESIGN isles\nWHY 1\nSTATUS\nMAP",
    );
    assert!(
        told.contains("no orders are filed. 1 STANDING MOVE STAY 2 WAIT 3 RESIGN isles 4 WHY 1"),
        "{told}"
    );
    assert!(
        told.contains("YOU ASKED: WHY 1") && !told.contains("you leave"),
        "{told}"
    );
    let told = answer(&mut bench, ("isles", "red"), "MOVE STAY");
    assert!(
        told.contains("the game is over; no orders are accepted"),
        "{told}"
    );
    assert_eq!(bench.note("isles").desk.submissions, filed);
    assert!(!bench.note("isles").desk.seats.any(|it| it.left));
    bench.verify();
}
