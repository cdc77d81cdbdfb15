//! What an entry notes of the mails it took.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::commands::{look, referee};
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
fn a_mail_without_proof_is_noted_as_refused_or_held() {
    let mut bench = Bench::with(&DUEL);
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    let mail = bench.written("mallory@elsewhere.example", "orders@club.example", block);
    let file = bench.deliver(&mail);
    bench.tick();
    let note = last(&bench);
    assert_eq!((note.verdict, note.file), (Verdict::Held, file));
    assert_eq!((note.seat, note.submission), (Some(seat("north")), Some(1)));
    let block = "#orders duel north turn 1\n#end\n";
    let mail = bench.written("mallory@elsewhere.example", "orders@club.example", block);
    let file = bench.deliver(&mail);
    bench.tick();
    let note = last(&bench);
    assert_eq!((note.verdict, note.file), (Verdict::Refused, file));
    assert_eq!(note.why.as_deref(), Some("the sender proved nothing"));
    assert_eq!((note.seat, note.submission), (Some(seat("north")), None));
    assert_eq!(bench.notes("duel")[2].mail.len(), 1);
}

#[test]
fn a_line_filed_ahead_says_for_which_turn_and_none_waits_behind_the_end() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3\nTURN 3\nBID 2");
    bench.tick();
    let report = |bench: &mut Bench| {
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
        bench.text(&bench.last("duel", "north", ".report").message)
    };
    let second = report(&mut bench);
    assert!(second.contains("waits for turn 3"), "{second}");
    bench.send("duel", "north", "2", "TURN 9\nBID 1");
    bench.tick();
    report(&mut bench);
    let last = report(&mut bench);
    assert!(last.contains("is over"), "{last}");
    assert!(!last.contains("waits"), "{last}");
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("ends with turn 3"), "{receipt}");
}

#[test]
fn what_is_checked_is_not_said_to_be_in_force() {
    let bench = Bench::with(&DUEL);
    let text = "#orders duel north turn 1\nBID 3\n#end\n";
    let (north, now) = (seat("north"), bench.now);
    let checked = look::check(&bench.club, "duel", north, text, now).unwrap();
    assert!(!checked.text.contains("Also in force"), "{}", checked.text);
    referee::submit(&bench.club, "duel", north, text, now).unwrap();
    let other = text.replace("BID 3", "TURN 2\nBID 4");
    let checked = look::check(&bench.club, "duel", north, &other, now).unwrap();
    assert!(
        checked.text.contains("Also in force: BID 3"),
        "{}",
        checked.text
    );
}

#[test]
fn a_letter_that_was_not_sent_comes_back_in_the_sheet() {
    for lines in [
        "BID 3\nMESSAGE TO south, referee\nHello there\nEND",
        "MESSAGE TO south\nHello there\nBID 3",
    ] {
        let mut bench = Bench::with(&DUEL);
        bench.send("duel", "north", "1", lines);
        bench.tick();
        let receipt = bench.receipt("duel", "north");
        let (_, sheet) = receipt.rsplit_once("#orders").unwrap();
        for line in ["; MESSAGE TO south", "; Hello there"] {
            assert!(sheet.contains(line), "no `{line}` in {receipt}");
        }
        let told = receipt.contains("The referee is not a seat");
        assert_eq!(told, lines.contains("referee"), "{receipt}");
    }
}

/// A CHECK line answers what a #check block answers, word by word.
#[test]
fn a_check_line_and_a_check_block_answer_alike() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 4");
    bench.tick();
    let lines = "BID 2\nBID 3 IF ROUND IS 1";
    bench.send("duel", "north", "1", &format!("CHECK\n{lines}"));
    bench.tick();
    let by_line = bench.receipt("duel", "north");
    for words in ["These earlier orders would be replaced", "BID 4"] {
        assert!(by_line.contains(words), "no `{words}` in {by_line}");
    }
    let block = format!("#orders duel north check\n{lines}\n#end\n");
    let mail = bench.answer("duel", "north", &block);
    bench.later(60).deliver(&mail);
    bench.tick();
    let by_block = bench.receipt("duel", "north");
    let told = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::trim);
        let behind = lines.skip_while(|it| !it.starts_with("Would be replaced"));
        let behind = behind.take_while(|it| !it.starts_with("#orders"));
        behind.map(str::to_owned).collect()
    };
    assert_eq!(told(&by_line), told(&by_block), "{by_line}\n{by_block}");
}

#[test]
fn words_beside_a_sheet_are_not_lost_without_a_word() {
    let mut bench = Bench::with(&DUEL);
    let text = "Dear referee, may I have two more days for the next one, please?\n\n\
                #orders duel north turn 1\nBID 3\n#end\n";
    let mail = bench.answer("duel", "north", text);
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(last(&bench).verdict, Verdict::Accepted);
    let receipt = bench.receipt("duel", "north");
    let receipt: Vec<&str> = receipt.split_whitespace().collect();
    let told = "What you wrote outside your sheet (\"Dear referee, may I have two";
    assert!(receipt.join(" ").contains(told), "{receipt:?}");
}

#[test]
fn no_ok_is_offered_to_lines_none_of_which_was_read() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "WOBBLE 3\nWIBBLE 4");
    bench.tick();
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("\n; WOBBLE 3\n; WIBBLE 4\n"), "{receipt}");
    assert!(!receipt.contains("answer OK"), "{receipt}");
    assert!(receipt.contains("send it back:"), "{receipt}");
}
