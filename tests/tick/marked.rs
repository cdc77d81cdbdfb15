//! Orders that prove their sender in mails with the marks of lists and machines: none is dropped in
//! silence, and no machine is answered again and again.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::commands::referee;
use packetboat::store::entry::Verdict;

/// What lists and forwarders put on the mails that they pass on.
const LISTS: [&str; 6] = [
    "List-Id: Game <game-l.lists.example.com>\nList-Unsubscribe: <https://lists.example.com/u>\n\
     Precedence: list",
    "List-Unsubscribe: <mailto:u@addy.example>",
    "List-Post: <mailto:game-l@lists.example.com>",
    "Precedence: bulk",
    "Precedence: list",
    "Precedence: junk",
];

/// What answering machines and mail servers put on theirs.
const MACHINES: [&str; 5] = [
    "Return-Path: <>",
    "Auto-Submitted: auto-generated",
    "Auto-Submitted: auto-replied",
    "X-Failed-Recipients: somebody@example.org",
    "X-Autoreply: yes",
];

fn with(mark: &str, mail: &str) -> String {
    format!("{mark}\n{mail}")
}

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("duel").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

fn deliver(bench: &mut Bench, mail: &str) {
    bench.later(60).deliver(mail);
    bench.tick();
}

fn questions(bench: &Bench) -> Vec<String> {
    let asked = bench.all("duel", "north", ".refusal");
    asked.map(|it| bench.text(&it.message)).collect()
}

fn code(bench: &Bench) -> String {
    let text = questions(bench).pop().expect("it asks");
    let line = text.lines().find_map(|it| it.strip_prefix("; CONFIRM "));
    line.expect("it asks").trim().to_owned()
}

#[test]
fn what_a_list_passed_on_is_filed_like_any_mail() {
    let base = Bench::with(&DUEL);
    for mark in LISTS {
        let mut bench = base.copy();
        let mail = bench.orders("duel", "north", "1", "BID 3");
        deliver(&mut bench, &with(mark, &mail));
        assert_eq!(in_force(&bench), ["BID 3"], "{mark}");
        assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Accepted);
        let receipt = bench.receipt("duel", "north");
        assert!(receipt.contains("1 order, understood"), "{mark}: {receipt}");
        bench.verify();
    }
}

#[test]
fn a_list_that_proves_nothing_is_not_answered() {
    let mut bench = Bench::with(&DUEL);
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    let stranger = bench.written("ana@example.org", "orders@club.example", block);
    let winmail = bench
        .orders("duel", "north", "1", "BID 3")
        .replace("text/plain", "application/ms-tnef");
    let sent = bench.post.taken.len();
    for mark in LISTS {
        deliver(&mut bench, &with(mark, &stranger));
    }
    assert_eq!(bench.post.taken.len(), sent);
    assert_eq!(bench.ledger().len(), LISTS.len());
    assert!(bench.ledger().iter().all(|it| it.2 == "list"));
    // What its player wrote and nobody can read is told.
    deliver(&mut bench, &with(LISTS[0], &winmail));
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("winmail.dat"), "{receipt}");
}

/// A mail that a machine may have written is neither filed nor dropped: its player says which.
#[test]
fn orders_with_the_marks_of_a_machine_wait_for_a_yes() {
    let base = Bench::with(&DUEL);
    let postmaster = |mail: &str| mail.replacen("ana@example.org", "postmaster@ana.example", 1);
    let mail = base.orders("duel", "north", "1", "BID 3");
    let marked = MACHINES.iter().map(|it| with(it, &mail));
    for (number, mail) in marked.chain([postmaster(&mail)]).enumerate() {
        let mut bench = base.copy();
        deliver(&mut bench, &mail);
        assert!(in_force(&bench).is_empty(), "{number}");
        assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held);
        let question = questions(&bench).pop().expect("it asks").replace('\n', " ");
        assert!(question.contains("a program sent the mail"), "{question}");
        assert!(question.contains("BID 3"), "{question}");
        assert!(!question.contains("no proof"), "{question}");
        let yes = format!("CONFIRM {}", code(&bench));
        let yes = bench.orders("duel", "north", "1", &yes);
        // Whoever's mails all bear the mark can say yes all the same.
        let yes = with(MACHINES.get(number).unwrap_or(&MACHINES[0]), &yes);
        deliver(&mut bench, &yes);
        assert_eq!(in_force(&bench), ["BID 3"], "{number}");
        bench.verify();
    }
}

#[test]
fn a_machine_is_asked_about_once_a_day() {
    let mut bench = Bench::with(&DUEL);
    for round in 0..5 {
        let lines = format!("BID 3 ; {round}");
        let mail = bench.orders("duel", "north", "1", &lines);
        deliver(&mut bench, &with(MACHINES[1], &mail));
    }
    assert_eq!(questions(&bench).len(), 1);
    let last = &bench.note("duel").mail[0];
    assert_eq!(last.verdict, Verdict::Ignored);
    let why = last.why.clone().expect("it says why");
    assert!(why.contains("less than a day ago"), "{why}");
    // With the code beside them, other orders are taken at once.
    let lines = format!("CONFIRM {}\nBID 4", code(&bench));
    let mail = bench.orders("duel", "north", "1", &lines);
    deliver(&mut bench, &with(MACHINES[1], &mail));
    assert_eq!(in_force(&bench), ["BID 4"]);
    // A day later there is a question again.
    bench.later(24 * 3_600);
    let mail = bench.orders("duel", "north", "1", "BID 5");
    deliver(&mut bench, &with(MACHINES[1], &mail));
    assert_eq!(questions(&bench).len(), 2);
    bench.verify();
}

/// Two that differ, or orders for a turn that is over: nothing can be filed; that is said once.
#[test]
fn what_a_machine_sends_and_nobody_can_file_is_answered_once() {
    let mut bench = Bench::with(&DUEL);
    let two = "#orders duel north turn 1\nBID 3\n#end\n#orders duel north turn 1\nBID 4\n#end\n";
    for round in 0..3 {
        let mail = bench.answer("duel", "north", &format!("{two}{round}\n"));
        deliver(&mut bench, &with(MACHINES[2], &mail));
    }
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
    let receipt = bench.receipt("duel", "north");
    assert!(receipt.contains("two different"), "{receipt}");
    assert!(questions(&bench).is_empty() && in_force(&bench).is_empty());
}

/// An answering machine that quotes our mails is never answered, whatever it quotes.
#[test]
fn a_machine_that_quotes_our_sheet_says_nothing() {
    let mut bench = Bench::with(&DUEL);
    referee::hold(&bench.club, "duel", "", bench.now).unwrap();
    bench.tick();
    let report = bench.text(&bench.last("duel", "north", ".report").message);
    let quoted: String = report.lines().map(|it| format!("> {it}\n")).collect();
    let sent = bench.post.taken.len();
    for mark in MACHINES {
        for text in [&report, &quoted] {
            let mail = bench.answer("duel", "north", &format!("I am away.\n\n{text}"));
            deliver(&mut bench, &with(mark, &mail));
        }
    }
    assert_eq!(bench.post.taken.len(), sent, "{:?}", bench.keys());
    assert!(in_force(&bench).is_empty());
}

#[test]
fn a_list_is_accepted_by_any_of_its_fields() {
    let bench = Bench::with(&DUEL);
    let lists = "accept_lists = [\"lists.example.com\", \"addy.example\"]";
    let maildir = "maildir = \"mail\"";
    bench.edit("packetboat.toml", maildir, &format!("{maildir}\n{lists}"));
    let taken = bench.post.taken.clone();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post.taken = taken;
    // Without proof it is asked about, as any mail of a person.
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    for (number, mark) in LISTS[..3].iter().enumerate() {
        let text = format!("{block}{number}\n");
        let from = format!("ana@x{number}.example");
        let mail = bench.written(&from, "orders@club.example", &text);
        let mail = match number {
            0 => with(&mark.replace("game-l.lists", "lists"), &mail),
            _ => with(mark, &mail),
        };
        deliver(&mut bench, &mail);
        assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held, "{mark}");
    }
    let mail = bench.written("ana@x.example", "orders@club.example", block);
    deliver(&mut bench, &with("List-Id: <x.addy.example.com>", &mail));
    assert_eq!(bench.ledger().len(), 1);
}

/// What is above the quotation without a sheet: a list changes nothing, a machine is asked about or
/// left with the true reason, and never answered but for what it asks, once a day.
#[test]
fn what_proves_its_sender_is_never_dropped_in_silence() {
    let base = Bench::with(&DUEL);
    let report = base.text(&base.last("duel", "north", ".report").message);
    let quoted: String = report.lines().map(|it| format!("> {it}\n")).collect();
    let reply = |text: &str| base.answer("duel", "north", &format!("{text}\n\n{quoted}"));
    let postmaster = |mail: &str| mail.replacen("ana@example.org", "postmaster@ana.example", 1);
    for (text, orders, list, machine) in [
        ("BID 3", true, Verdict::Accepted, Verdict::Held),
        (
            "bid 3\n\nCheers, Ana",
            true,
            Verdict::Accepted,
            Verdict::Held,
        ),
        (
            "Who is coming on Sunday?",
            false,
            Verdict::Answered,
            Verdict::Ignored,
        ),
        ("STATUS", false, Verdict::Answered, Verdict::Answered),
        ("", false, Verdict::Refused, Verdict::Ignored),
    ] {
        let mail = reply(text);
        for mark in LISTS {
            let mut bench = base.copy();
            deliver(&mut bench, &with(mark, &mail));
            assert_eq!(in_force(&bench).is_empty(), !orders, "{mark}: {text}");
            assert_eq!(bench.note("duel").mail[0].verdict, list, "{mark}: {text}");
            assert_eq!(
                bench.all("duel", "north", ".receipt").count(),
                1,
                "{mark}: {text}"
            );
        }
        for mark in MACHINES {
            let mut bench = base.copy();
            let mail = with(mark, &mail);
            deliver(&mut bench, &mail);
            assert!(in_force(&bench).is_empty(), "{mark}: {text}");
            if text.is_empty() {
                assert_eq!(bench.post.taken.len(), base.post.taken.len(), "{mark}");
                continue;
            }
            let noted = bench.note("duel").mail[0].clone();
            assert_eq!(noted.verdict, machine, "{mark}: {text}: {noted:?}");
            if machine == Verdict::Ignored {
                let why = noted.why.expect("it says why");
                assert!(
                    why.contains("nothing above what it quotes reads as orders"),
                    "{why}"
                );
            }
            assert_eq!(
                questions(&bench).len(),
                usize::from(orders),
                "{mark}: {text}"
            );
            // Once a day.
            let sent = bench.post.taken.len();
            deliver(
                &mut bench,
                &mail.replace("Subject: orders", "Subject: again"),
            );
            deliver(&mut bench, &mail.replace("Date: ", "Date:  "));
            assert_eq!(bench.post.taken.len(), sent, "{mark}: {text}");
            bench.verify();
        }
        let mut bench = base.copy();
        deliver(&mut bench, &postmaster(&mail));
        assert!(in_force(&bench).is_empty());
    }
}

/// A sheet edited in the quotation, by a postmaster who is a person; a `To` below long headers.
#[test]
fn a_sheet_in_the_quotation_of_a_postmaster_and_a_long_head_are_found() {
    let base = Bench::with(&DUEL);
    let text = "> #orders duel north turn 1\n> BID 3\n> #end\n";
    let mail = base.answer("duel", "north", text);
    let mut bench = base.copy();
    let postmaster = mail.replacen("ana@example.org", "postmaster@ana.example", 1);
    deliver(&mut bench, &postmaster);
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held);
    assert_eq!(questions(&bench).len(), 1);
    let mut bench = base.copy();
    let noise = "X-Filter: it is well\n".repeat(9_000);
    deliver(&mut bench, &with(noise.trim_end(), &mail));
    assert_eq!(in_force(&bench), ["BID 3"]);
}
