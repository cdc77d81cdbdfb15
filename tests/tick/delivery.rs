//! Mails that do not leave: what the referee is told, and what `status` shows.

use crate::support::{Bench, DUEL};
use packetboat::desk::status;
use packetboat::mail::transport::Outcome;

fn shown(bench: &Bench) -> String {
    status::text(&status::status(&bench.club, None, bench.now).unwrap())
}

#[test]
fn a_mail_refused_for_good_is_told_to_the_referee_once() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.post.outcomes.push_back(Outcome::Refused);
    let summary = bench.tick();
    assert_eq!((summary.sent, summary.unsent), (1, 1), "{summary}");
    let told = bench.post.taken.last().unwrap();
    assert_eq!(told.to, "referee@club.example");
    let text = bench.text(&told.message);
    for word in [
        "A mail to Ana, ana@example.org in duel cannot be",
        "no such mailbox",
        "packetboat replace duel north",
        "duel.000001.north.receipt",
    ] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
    let status = shown(&bench);
    assert!(
        status.contains("north cannot be reached: no such mailbox"),
        "{status}"
    );
    // The next one that fails on the same day is not told again.
    let before = bench.post.taken.len();
    bench.send("duel", "north", "1", "BID 4");
    bench.post.outcomes.push_back(Outcome::Refused);
    bench.tick();
    assert_eq!(bench.post.taken.len(), before);
    // One that arrives says that all is well.
    bench.send("duel", "north", "1", "BID 5");
    bench.tick();
    assert!(
        !shown(&bench).contains("cannot be reached"),
        "{}",
        shown(&bench)
    );
    bench.verify();
}

#[test]
fn a_mail_that_waits_is_shown_with_what_went_wrong() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.post.outcomes.push_back(Outcome::Busy);
    assert_eq!(bench.tick().unsent, 1);
    let status = shown(&bench);
    assert!(
        status.contains("1 mail to be sent; tried in vain: the server is busy"),
        "{status}"
    );
    bench.later(300).tick();
    assert!(!shown(&bench).contains("to be sent"));
}
