//! Mails of a file that a mail program has saved, taken as if they had come in.

use crate::support::{Bench, DUEL, moment};
use packetboat::desk::inbox::import;

#[test]
fn the_mails_of_a_file_are_taken_once() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let text = |bid: u32| bench.orders("duel", "north", "1", &format!("BID {bid}"));
    let mails: Vec<String> = (3..=5)
        .map(|it| bench.answer("duel", "north", &text(it)))
        .collect();
    let file: String = mails
        .iter()
        .map(|it| format!("From ana@example.org Fri Nov 20 19:58:00 2026\n{it}\n\n"))
        .collect();
    let now = moment("2026-11-23T12:00:00Z").max(bench.now);
    bench.now = now;
    for taken in [3, 0] {
        let count = import::mbox(&bench.club, "saved", file.as_bytes(), now);
        let count = count.unwrap();
        assert_eq!((count.taken, count.known), (taken, 3 - taken));
        assert_eq!(bench.later(60).tick().mails, taken);
    }
    assert_eq!(bench.note("duel").desk.submissions, 3);
    // Each came in when the file says.
    let notes = bench.notes("duel");
    let mails: Vec<_> = notes.iter().flat_map(|it| &it.mail).collect();
    let filed = moment("2026-11-20T19:58:00Z");
    assert!(mails.iter().all(|it| it.arrived == filed), "{mails:?}");
    let empty = import::mbox(&bench.club, "saved", &b"Dear Ana,\n"[..], now).unwrap_err();
    assert_eq!(empty.to_string(), "saved contains no mail");
}
