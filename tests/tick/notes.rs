//! What an entry notes of the mails it took.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::referee;
use packetboat::store::entry::{MailNote, Verdict};

/// The note of the last mail taken.
fn last(bench: &Bench) -> MailNote {
    bench.note("duel").mail.last().unwrap().clone()
}

#[test]
fn each_mail_is_noted_as_what_it_is() {
    let refused = (Verdict::Refused, Some("it filed nothing"));
    for (lines, (verdict, why)) in [
        ("BID 3", (Verdict::Accepted, None)),
        ("BID 3\nWOBBLE", (Verdict::Accepted, None)),
        ("", (Verdict::Accepted, None)),
        ("WOBBLE", refused),
        ("REPORT", (Verdict::Answered, None)),
        ("STATUS", (Verdict::Answered, None)),
        ("HELP", (Verdict::Answered, None)),
        ("WOBBLE\nHELP BID", (Verdict::Answered, None)),
        ("CHECK\nBID 3", (Verdict::Answered, None)),
        ("MESSAGE TO south\nHello\nEND", (Verdict::Answered, None)),
        ("RESIGN duel", (Verdict::Answered, None)),
        ("RESIGN", refused),
        ("AWAY 2026-12-24..2026-12-26", (Verdict::Answered, None)),
        ("AWAY NONE", (Verdict::Answered, None)),
        ("AWAY 2026-10-01..2026-10-02", refused),
    ] {
        let mut bench = Bench::with(&DUEL);
        let mail = bench.orders("duel", "north", "1", lines);
        let file = bench.later(60).deliver(&mail);
        bench.tick();
        let note = last(&bench);
        assert_eq!(
            (note.verdict, note.why.as_deref()),
            (verdict, why),
            "{lines}: {}",
            bench.receipt("duel", "north")
        );
        assert_eq!(note.submission.is_some(), verdict == Verdict::Accepted);
        assert_eq!((note.seat, note.file), (Some(seat("north")), file));
        // By hand it is the same.
        let text = format!("#orders duel north turn 1\n{lines}\n#end\n");
        let mut bench = Bench::with(&DUEL);
        let taken = referee::submit(&bench.club, "duel", seat("north"), &text, bench.now).unwrap();
        assert_eq!(last(&bench).verdict, verdict, "{lines}");
        assert_eq!(
            (taken.filed, taken.filed || taken.answered),
            (verdict == Verdict::Accepted, verdict != Verdict::Refused),
            "{lines}"
        );
        bench.tick();
        bench.verify();
    }
}

#[test]
fn a_mail_without_proof_is_noted_as_refused() {
    let mut bench = Bench::with(&DUEL);
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    let mail = bench.written("mallory@elsewhere.example", "orders@club.example", block);
    let file = bench.deliver(&mail);
    bench.tick();
    let note = last(&bench);
    assert_eq!((note.verdict, note.file), (Verdict::Refused, file));
    assert_eq!(note.why.as_deref(), Some("the sender proved nothing"));
    assert_eq!((note.seat, note.submission), (Some(seat("north")), None));
    assert_eq!(bench.notes("duel")[1].mail.len(), 1);
}
