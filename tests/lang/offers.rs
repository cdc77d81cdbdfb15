//! The corrected sheet: what stands in it live is what may be sent back.

use super::read_part;

/// Of a faulty block, what is offered live must read without a fault.
#[test]
fn what_is_offered_fits_together() {
    let check = |text: &str, want: &[&str]| {
        let reading = read_part(text);
        assert_eq!(reading.corrected, want, "{text}");
        let again = read_part(&reading.corrected.join("\n"));
        assert_eq!(again.faults, [], "{text}");
    };
    // A letter whose first line was misspelt: its text was read as orders.
    check(
        "MESAGE TO ALL\npeace, at last\nEND",
        &["; MESAGE TO ALL", "; peace, at last", "; END"],
    );
    // Lines below a misspelt TURN were read for the sheet above it.
    check("TRUN 7a\nBUY 1 carrack", &["; TRUN 7a", "BUY 1 carrack"]);
    // CANCEL beside an order that is only offered, and CANCEL that is only offered beside one.
    check("CANCEL", &["CANCEL"]);
    check("CANCEL\nBYU 1 carrack", &["; CANCEL", "BUY 1 carrack"]);
    check("CANCLE", &["CANCEL"]);
    check("CANCLE\nBUY 1 carrack", &["; CANCEL", "BUY 1 carrack"]);
    check("CANCLE\nBYU 1 carrack", &["; CANCEL", "BUY 1 carrack"]);
    assert!(read_part("CANCEL\nBYU 1 carrack").cancels.len() == 1);
}
