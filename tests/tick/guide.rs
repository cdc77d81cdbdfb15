//! HANDBOOK, MAP, VOYAGES and HELP by mail.

use crate::support::{Bench, Match, WORLDS, header};

const PLAYERS: [&str; 2] = [
    "spain=Ana Torres <ana@example.org>",
    "england=Ben <ben@example.org>",
];

fn conquistador() -> Bench {
    Bench::with(&Match {
        game: "conquistador",
        id: "mex",
        players: &PLAYERS,
        robots: &["france", "portugal"],
        ..WORLDS
    })
}

fn answer(bench: &mut Bench, (campaign, seat, turn): (&str, &str, &str), lines: &str) -> String {
    bench.later(60);
    bench.send(campaign, seat, turn, lines);
    bench.tick();
    let receipt = bench.receipt(campaign, seat);
    receipt.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_without_voyages_or_map_says_so_in_plain_words() {
    let mut bench = Bench::with(&WORLDS);
    let at = ("worlds", "north", "1");
    // With HTML a picture comes in its place.
    let told = answer(
        &mut bench,
        at,
        "FORMAT TEXT\nMAP\nVOYAGES\nHELP CHAIN\nHELP PLAY\nHELP xyzzy",
    );
    assert!(told.contains("These New Worlds has no map"), "{told}");
    assert!(told.contains("tells no voyages"), "{told}");
    assert!(
        told.contains("your lowest legal card of the chain family"),
        "{told}"
    );
    assert!(told.contains("HELP PLAY PLAY LOWEST"), "{told}");
    assert!(told.contains("There is no HELP entry for XYZZY"), "{told}");
    // The handbook alone is its chapters, by number, and the first of them.
    let told = answer(&mut bench, at, "HANDBOOK");
    assert!(told.contains("YOU ASKED: HANDBOOK"), "{told}");
    assert!(told.contains("3. Your first turn"), "{told}");
    assert!(told.len() < 5_000);
}

#[test]
fn a_voyage_is_told_again_and_to_its_owner_alone() {
    let mut bench = conquistador();
    let lines = "BUY 1 carrack, 4 colonists\nEXPEDITION S1 FROM europe SHIPS 1 carrack LOAD 4 \
                 colonists, leader columbus LAND 2020 RETURN HOME\nGOAHEAD";
    bench.later(60);
    bench.send("mex", "spain", "1a", lines);
    bench.send("mex", "england", "1a", "GOAHEAD");
    bench.tick();
    bench.later(3 * 3600).tick();
    assert_eq!(bench.sheet("mex").unwrap(), "1b");
    let told = answer(&mut bench, ("mex", "spain", "1b"), "VOYAGES");
    assert!(told.contains("destination 2020 (Caribbean)"), "{told}");
    let other = answer(&mut bench, ("mex", "england", "1b"), "VOYAGES");
    assert!(
        other.contains("What is seen of Spain: 1 Carrack crosses"),
        "{other}"
    );
    assert!(
        !other.contains("Columbus") && !other.contains("S1"),
        "{other}"
    );
    let both = answer(
        &mut bench,
        ("mex", "spain", "1b"),
        "VOYAGES turn 1\nMAP 2020\nHANDBOOK 5",
    );
    for part in ["destination 2020", "2020 (CARIBBEAN)", "5. AT SEA"] {
        assert!(both.contains(part), "{part}: {both}");
    }
}

/// HELP answers for whatever a report names: a place, a leader, a sign, a word of two letters.
#[test]
fn help_knows_places_leaders_and_signs() {
    let mut bench = conquistador();
    let told = answer(
        &mut bench,
        ("mex", "spain", "1a"),
        "HELP tenochtitlan\nHELP cortes\nHELP MP\nHELP R2\nHELP level\nMAP yucatan",
    );
    for part in [
        "TENOCHTITLAN (2411)",
        "Cortes: a Conquistador of Spain, in service from turn 5 to the end of turn 9",
        "HELP MP",
        "yields double",
        "Five things are called a level",
        "YOU ASKED: MAP yucatan",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

/// An example of the books may be the very line another seat has filed: the answer comes all the
/// same, and is the same as if that line were not there.
#[test]
fn help_comes_though_its_example_is_what_another_seat_has_filed() {
    let asked = |filed: &str| {
        let mut bench = Bench::with(&WORLDS);
        bench.later(60);
        bench.send("worlds", "south", "1", filed);
        bench.tick();
        let told = answer(&mut bench, ("worlds", "north", "1"), "HELP PREFER");
        told.split("Witness:").next().unwrap().to_owned()
    };
    let told = asked("PREFER blue, red");
    assert!(told.contains("HELP PREFER PREFER blue, red"), "{told}");
    assert_eq!(told, asked("PREFER red, blue"));
}

/// The newest receipt to north: its subject and its text.
fn newest(bench: &Bench) -> (String, String) {
    let receipt = bench.last("worlds", "north", ".receipt");
    let subject = header(&receipt.message, "Subject").expect("a subject");
    let text = bench.text(&receipt.message);
    // Its subject comes first.
    let text = text.split_once('\n').expect("a text").1;
    (subject, text.trim_start().to_owned())
}

/// A mail that only asks is answered with the answer first, under its own subject, and without an
/// order sheet.
#[test]
fn a_mail_that_only_asks_gets_the_answer_first() {
    let mut bench = Bench::with(&WORLDS);
    bench.later(60);
    bench.send("worlds", "north", "1", "HELP PREFER");
    bench.tick();
    let (subject, text) = newest(&bench);
    assert_eq!(subject, "[worlds] HELP PREFER");
    assert!(text.starts_with("HELP PREFER\n\n  PREFER "), "{text}");
    let absent = ["#orders", "You are not ready", "decide nothing", "noted"];
    for absent in absent {
        assert!(!text.contains(absent), "{absent}: {text}");
    }
    assert!(text.contains("No orders of yours have been filed for turn 1 yet."));
    // OK to it takes nothing, and orders in a reply to it count.
    let reply = |bench: &Bench, typed: &str| {
        let mail = bench.last("worlds", "north", ".receipt").message.clone();
        let [to, id] = ["Reply-To", "Message-ID"].map(|it| header(&mail, it).expect("a header"));
        let written = bench.written("ana@example.org", &to, typed);
        format!("In-Reply-To: {id}\n{written}")
    };
    let ok = reply(&bench, "OK");
    bench.later(60).deliver(&ok);
    bench.tick();
    let (_, text) = newest(&bench);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("your OK filed nothing: the mail you answered has no order sheet"),
        "{text}"
    );
    bench.send("worlds", "north", "1", "STATUS\nHELP\nHELP PLAY");
    bench.tick();
    let (subject, text) = newest(&bench);
    assert_eq!(subject, "[worlds] STATUS and 2 more");
    assert!(text.starts_with("worlds is in turn 1."), "{text}");
    let orders = reply(&bench, "FALLBACK REWARD");
    bench.later(60).deliver(&orders);
    bench.tick();
    let (_, text) = newest(&bench);
    assert!(text.contains("FALLBACK REWARD"), "{text}");
    assert_eq!(bench.note("worlds").desk.submissions, 1);
    // Where a mail files orders too, the receipt comes first, and the answer after it.
    bench
        .later(60)
        .send("worlds", "north", "1", "FALLBACK LOW\nHELP PREFER");
    bench.tick();
    let (subject, text) = newest(&bench);
    assert!(!subject.contains("HELP"), "{subject}");
    let (filed, answer) = (text.find("FALLBACK LOW"), text.find("HELP PREFER\n\n"));
    assert!(filed.is_some() && filed < answer, "{text}");
}

/// A word that is not known is met with near ones only where they are truly near.
#[test]
fn unknown_words_are_met_with_truly_near_ones_alone() {
    let mut bench = Bench::with(&WORLDS);
    let told = answer(
        &mut bench,
        ("worlds", "north", "1"),
        "HELP prefr\nHELP bananas",
    );
    assert!(
        told.contains("Nothing is called PREFR. Did you mean HELP PREFER?"),
        "{told}"
    );
    assert!(
        told.contains("There is no HELP entry for BANANAS"),
        "{told}"
    );
}
