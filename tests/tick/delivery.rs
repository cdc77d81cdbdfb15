//! Mails that do not leave: what the referee is told, and what `status` shows.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::commands::players::replace;
use packetboat::desk::commands::resend::resend;
use packetboat::desk::commands::{standing, status};
use packetboat::desk::outbox::reply_addresses::is_ready;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::fault;
use packetboat::mail::transport::Outcome;
use packetboat::store::fs::Fs;

fn shown(bench: &Bench) -> String {
    standing::text(&status::status(&bench.club, None, bench.now).unwrap())
}

#[test]
fn a_mail_refused_for_good_is_told_to_the_referee_once() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.post.outcomes.push_back(Outcome::Refused);
    let summary = bench.tick();
    let (sent, unsent, refused) = (summary.sent, summary.unsent, summary.refused);
    assert_eq!((sent, unsent, refused), (1, 0, 1), "{summary}");
    let said = summary.to_string();
    assert!(said.contains("1 mail was permanently refused"), "{said}");
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
        status.contains("1 mail to be sent; sending has failed: the server is busy"),
        "{status}"
    );
    bench.later(300).tick();
    assert!(!shown(&bench).contains("to be sent"));
}

#[test]
fn what_was_refused_for_good_goes_out_again_byte_for_byte() {
    let mut bench = Bench::with(&DUEL);
    let mut lost = Vec::new();
    for bid in ["BID 3", "BID 4"] {
        bench.send("duel", "north", "1", bid);
        bench.post.outcomes.push_back(Outcome::Refused);
        bench.tick();
        let entry = bench.note("duel").number;
        lost.push(format!("duel.{entry:06}.north.receipt"));
    }
    // More entries, so that all before them count as delivered.
    bench.send("duel", "south", "1", "BID 2");
    bench.later(60).tick();
    bench.send("duel", "south", "1", "BID 3");
    bench.later(60).tick();
    let again = |bench: &Bench, keys: &[&str]| {
        let keys: Vec<String> = keys.iter().map(|it| (*it).to_owned()).collect();
        resend(&bench.club, "duel", &keys, "", bench.now).map_err(|it| fault::for_people(&it))
    };
    let wrong = again(&bench, &["duel.000009.north.receipt"]).unwrap_err();
    assert!(
        wrong.contains(&lost[0]) && wrong.contains(&lost[1]),
        "{wrong}"
    );
    let kept = format!("campaigns/duel/outbox/000001/{}.eml", lost[0]);
    let kept = bench.fs.read(&bench.path(&kept)).unwrap();
    let said = again(&bench, &[&lost[0]]).unwrap();
    assert!(said.contains("to ana@example.org goes out again"), "{said}");
    assert_eq!(bench.later(60).tick().sent, 1);
    let sent = bench.post.taken.last().unwrap();
    assert_eq!(sent.key, lost[0]);
    assert!(is_ready(&kept, &sent.message));
    let before = bench.post.taken.iter().find(|it| it.key == lost[0]);
    if let Some(before) = before {
        assert_eq!(
            before.message, sent.message,
            "sent again, it is the same mail"
        );
    }
    // All that is left; refused once more, it waits for another word.
    again(&bench, &[]).unwrap();
    bench.post.outcomes.push_back(Outcome::Refused);
    assert_eq!(bench.later(60).tick().refused, 1);
    // The seat has another address now: nothing goes to the old one.
    let ana = NewHolder::Person("Ana <ana@new.example>");
    replace(
        &bench.club,
        "duel",
        seat("north"),
        (ana, Lines::Keep),
        "",
        bench.now,
    )
    .unwrap();
    let said = again(&bench, &[]).unwrap();
    assert!(said.contains("no mail is sent again"), "{said}");
    assert!(said.contains("ana@example.org is no longer"), "{said}");
    bench.verify();
}
