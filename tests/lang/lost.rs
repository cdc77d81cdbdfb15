//! What is written is never lost, read or not.

use super::read_part;

/// Nothing of a sheet is lost: lines below a TURN that was refused come back, behind `;`. And of
/// codes the nearest is not put in the place of a wrong one.
#[test]
fn what_was_not_read_comes_back() {
    let reading = read_part("BUY 1 carrack\nTURN 99\nPREACH INC\nBUY 2 soldiers");
    let corrected = [
        "BUY 1 carrack",
        "; TURN 99",
        "; PREACH INC",
        "; BUY 2 soldiers",
    ];
    assert_eq!(reading.corrected, corrected);
    let faulty = read_part("STANDING UNTIL 2 PREACH INC");
    assert_eq!(faulty.corrected, ["; STANDING UNTIL 2 PREACH INC"]);
    assert_eq!(faulty.faults[0].reason, "turn 2 is over");
    let ahead = read_part("TURN 7a\nSTANDING PREACH INC");
    let told = (
        2,
        "it is in force from now on, not only from that turn".to_owned(),
    );
    assert!(ahead.repairs.contains(&told), "{:?}", ahead.repairs);
}

#[test]
fn articles_may_stand_in_an_order() {
    let reading = read_part("TURN 6b\nPREACH the INC");
    let printed: Vec<&str> = reading.lines.iter().map(|it| it.printed.as_str()).collect();
    assert_eq!(printed, ["PREACH INC"], "{:?}", reading.faults);
}
