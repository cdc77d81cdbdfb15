//! Orders in the words of reports and of everyday speech: what is meant is offered, or read.

use super::language::grammar;
use super::read_in;

/// A game, what players wrote, and the sheet that is offered for it or read.
const MEANT: &[(&str, &str, &str)] = &[
    ("voyages-1492", "SAIL NE", "MOVE NE"),
    ("voyages-1492", "SAIL TO 0606", "MOVE TOWARD 0606"),
    ("voyages-1492", "MOVE TO NE", "MOVE NE"),
    ("voyages-1492", "move toward NE", "MOVE NE"),
    ("voyages-1492", "MOVE ISLE", "MOVE TOWARD ISLE"),
    ("voyages-1492", "go to the ISLE", "MOVE TOWARD ISLE"),
    ("voyages-1492", "move to NE or stay", "MOVE NE / STAY"),
    ("voyages-1492", "RAM WEAKEST", "ATTACK WEAKEST WITH RAM"),
    (
        "voyages-1492",
        "BUILD OUTPOST IF I HAVE 3 GOLD",
        "BUILD OUTPOST IF gold AT LEAST 3",
    ),
    ("voyages-1492", "please PAY the KING", "PAY KING"),
    ("anno-1503", "place a pioneer", "PIONEER"),
    (
        "anno-1503",
        "please sell everything I do not need",
        "SELL SPARE",
    ),
    (
        "anno-1503",
        "BUY tobacco IF HAVE 2 spice",
        "BUY tobacco IF spice AT LEAST 2",
    ),
    (
        "anno-1503",
        "SAIL 1 TO C5\n  LOOK C5",
        "SAIL 1: TO C5, LOOK C5",
    ),
    (
        "anno-1503",
        "SAIL 1 TO C5 /\nLOOK C5",
        "SAIL 1: TO C5, LOOK C5",
    ),
    (
        "new-world-1500",
        "PLAY IRONGRIP IN MY TALLY",
        "TALLY IRONGRIP",
    ),
    ("new-world-1500", "PLAY IRONGRIP", "TALLY IRONGRIP"),
    (
        "new-world-1500",
        "Play Hoarding Supplies",
        "PLAY HOARDING TEXT",
    ),
    ("new-world-1500", "DISCARD Mutual Support", "DISCARD MUTUAL"),
    (
        "new-world-1500",
        "KEEP 2 IRONGRIP",
        "KEEP IRONGRIP, IRONGRIP",
    ),
    (
        "new-world-1500",
        "PLAY MARRIAGE RED AMF, AMS",
        "PLAY MARRIAGE TEXT OF red AMF, AMS",
    ),
    (
        "new-world-1500",
        "PLAY SPREADOUT: build in AMF and AMS",
        "PLAY SPREADOUT TEXT AMF, AMS",
    ),
    (
        "these-new-worlds",
        "Place the dome with red and blue",
        "DOME red+blue",
    ),
    ("these-new-worlds", "DOME 2 red and 2 blue", "DOME red+blue"),
    (
        "these-new-worlds",
        "PLAY R1 IF PILE IS EMPTY",
        "PLAY R1 IF TOP IS 0",
    ),
    (
        "conquistador",
        "S1 from Europe: ships ALL",
        "EXPEDITION S1 FROM europe SHIPS ALL",
    ),
    ("conquistador", "S1 home", "SAIL S1 HOME"),
    (
        "conquistador",
        "Expedition S1 from Europe, ships 1 carrack, load 2 colonists, bounds 4",
        "EXPEDITION S1 FROM europe SHIPS 1 carrack LOAD 2 colonists BOUNDS 4",
    ),
    (
        "conquistador",
        "March 2 soldiers from cuba to bahia",
        "MOVE 2 soldiers FROM cuba TO bahia",
    ),
    (
        "conquistador",
        "Attack natives Caribbean",
        "NATIVES CAR WITH ALL",
    ),
];

#[test]
fn other_words_lead_to_the_order() {
    let mut wrong = Vec::new();
    for (game, line, wanted) in MEANT {
        let reading = read_in(&grammar(game), line);
        if reading.corrected != [*wanted] {
            let faults = &reading.faults;
            wrong.push(format!(
                "{game}: {line}\n  {:?} {faults:?}",
                reading.corrected
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What no order can be made of is said in a sentence; what a line is offered as is never filed.
#[test]
fn a_sentence_where_no_order_fits() {
    for (game, line, hint) in [
        (
            "these-new-worlds",
            "DOME red+green/red+yellow",
            "write two lines: `DOME red+green`, and below it `DOME red+yellow`",
        ),
        (
            "anno-1503",
            "SAIL 1: TAKE B4",
            "write TAKE on a line of its own: it names kinds of tiles, not places (TAKE TREASURE, \
             spice)",
        ),
        (
            "conquistador",
            "SELL 2 carracks",
            "nothing is sold; DISBAND saves the upkeep",
        ),
    ] {
        let reading = read_in(&grammar(game), line);
        assert!(reading.lines.is_empty(), "{line}");
        let hints: Vec<&str> = reading.faults.iter().map(|it| it.hint.as_str()).collect();
        assert_eq!(hints, [hint], "{line}");
    }
    let reading = read_in(&grammar("voyages-1492"), "SAIL NE");
    assert!(reading.lines.is_empty() && reading.faults.len() == 1);
}
