//! Mails of ours that come back: what they count for, when an address is written to no longer,
//! and that nothing else hangs on them.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::commands::resend::resend;
use packetboat::desk::commands::{standing, status};
use packetboat::desk::outbox::refusals;
use packetboat::desk::outbox::reply_addresses::Returns;
use packetboat::mail::transport::Outcome;
use packetboat::store::entry::Verdict;

/// The bounce address of a seat, as the envelopes of mails to it have it.
fn bounce_address(bench: &Bench, name: &str) -> String {
    let id = "duel".parse().unwrap();
    let dir = bench.club.layout.campaign(&id);
    Returns::of(&bench.club, &id, &dir).address(Some(seat(name)))
}

/// A report of a mail server that a mail to this address came to nothing.
fn report(address: &str, number: u32, code: &str) -> String {
    format!(
        "Return-Path: <>\nDelivered-To: {address}\nFrom: MAILER-DAEMON@mx.example\n\
         To: {address}\nMessage-ID: <{number}@mx.example>\nDate: {number}\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n\
         --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n\
         Final-Recipient: rfc822; ben@example.net\nAction: failed\nStatus: {code}\n\
         Diagnostic-Code: smtp; 550 {code} it came to nothing\n\n--b--\n"
    )
}

fn shown(bench: &Bench) -> String {
    standing::text(&status::status(&bench.club, None, bench.now).unwrap())
}

/// How often the referee was told something with these words in its subject.
fn told(bench: &Bench, words: &str) -> usize {
    let to_referee = bench.post.taken.iter();
    let to_referee = to_referee.filter(|it| it.to == "referee@club.example");
    let subject = |message: &[u8]| crate::support::header(message, "Subject").unwrap_or_default();
    let all = to_referee.filter(|it| subject(&it.message).contains(words));
    all.count()
}

#[test]
fn every_mail_to_a_seat_comes_back_to_an_address_of_its_own() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    bench.tick();
    let (north, south) = (
        bounce_address(&bench, "north"),
        bounce_address(&bench, "south"),
    );
    assert_ne!(north, south);
    assert!(north.starts_with("orders+b.duel.north."), "{north}");
    for mail in &bench.post.taken {
        let wanted = match mail.to.as_str() {
            "ana@example.org" => &north,
            "ben@example.net" => &south,
            _ => panic!("{}", mail.to),
        };
        assert_eq!(&mail.from, wanted, "{}", mail.key);
        let bytes = String::from_utf8_lossy(&mail.message);
        assert!(
            !bytes.contains("+b."),
            "it stands on envelopes only: {bytes}"
        );
    }
}

#[test]
fn an_address_from_which_mails_come_back_is_written_to_no_longer() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "south", "1", "BID 4");
    bench.tick();
    let address = bounce_address(&bench, "south");
    for number in 1..=2 {
        bench.deliver(&report(&address, number, "5.1.1"));
        assert_eq!(bench.later(60).tick().mails, 1);
    }
    let status = shown(&bench);
    let line = "mails to south come back, 4 of 5 points: 550 5.1.1 it came to nothing";
    assert!(status.contains(line), "{status}");
    assert_eq!(
        told(&bench, "a mail to Ben, ben@example.net came back"),
        1,
        "once a day"
    );
    // A mailbox that is full for a while is the last straw.
    bench.deliver(&report(&address, 3, "4.2.2"));
    bench.later(60).tick();
    assert!(
        shown(&bench).contains("5 of 5 points, nothing more is sent"),
        "{}",
        shown(&bench)
    );
    assert_eq!(told(&bench, "mails to Ben, ben@example.net come back"), 1);
    // Orders that came in are in force, and new ones are taken; only nothing is sent there.
    bench.send("duel", "south", "1", "BID 2");
    let before = bench.post.taken.len();
    let summary = bench.later(60).tick();
    assert_eq!((summary.mails, summary.refused), (1, 1), "{summary}");
    assert!(
        bench.post.taken[before..]
            .iter()
            .all(|it| it.to != "ben@example.net")
    );
    assert_eq!(bench.note("duel").desk.submissions, 2);
    // It works again: what was held back goes out, and what came back is forgotten.
    let said = resend(&bench.club, "duel", &[], "", bench.now).unwrap();
    assert!(said.contains("to ben@example.net goes out again"), "{said}");
    let before = bench.post.taken.len();
    bench.later(60).tick();
    assert!(
        bench.post.taken[before..]
            .iter()
            .any(|it| it.to == "ben@example.net")
    );
    assert!(!shown(&bench).contains("come back"), "{}", shown(&bench));
    bench.verify();
}

#[test]
fn what_does_not_count() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let address = bounce_address(&bench, "south");
    let forged = address.replace("+b.duel.south.", "+b.duel.north.");
    let to_seat = bench.club.house.address();
    let delayed = report(&address, 9, "4.4.1").replace("failed", "delayed");
    let away = format!(
        "Return-Path: <>\nDelivered-To: {address}\nFrom: ben@example.net\nTo: {address}\n\
         Auto-Submitted: auto-replied\nMessage-ID: <8@x>\n\nI am away.\n"
    );
    for mail in [
        report(&forged, 1, "5.1.1"),
        report(&to_seat, 2, "5.1.1"),
        report(&address.replace("duel", "other"), 3, "5.1.1"),
        delayed,
        away,
    ] {
        bench.deliver(&mail);
        assert_eq!(bench.later(60).tick().mails, 1);
        assert!(
            !shown(&bench).contains("come back"),
            "{mail}\n{}",
            shown(&bench)
        );
    }
    assert_eq!(told(&bench, "came back"), 0);
    // The same report twice is one, whatever its file is called.
    for _ in 0..3 {
        bench.deliver(&report(&address, 4, "5.1.1"));
        bench.later(60).tick();
    }
    assert!(shown(&bench).contains("2 of 5 points"), "{}", shown(&bench));
    assert_eq!(bench.ledger().len(), 8);
    // After a month without another one it is forgotten.
    bench.later(31 * 86_400).tick();
    assert!(!shown(&bench).contains("come back"), "{}", shown(&bench));
}

#[test]
fn orders_to_a_bounce_address_prove_nothing() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let address = bounce_address(&bench, "south");
    let orders = bench.orders("duel", "south", "1", "BID 1");
    let mail = bench.written("ben@example.net", &address, &orders);
    bench.deliver(&mail);
    bench.later(60).tick();
    assert_eq!(bench.note("duel").mail[0].verdict, Verdict::Held);
    assert!(
        bench
            .campaign("duel")
            .table
            .in_force(seat("south"))
            .is_empty()
    );
    // He whose seat it is hears of it.
    let warned = bench
        .post
        .taken
        .iter()
        .filter(|it| it.key.contains("refusal"));
    let warned: Vec<&str> = warned.map(|it| it.to.as_str()).collect();
    assert_eq!(warned, ["ben@example.net"]);
}

#[test]
fn a_mail_that_cannot_leave_is_tried_less_and_less_and_then_given_up() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    bench.send("duel", "north", "1", "BID 3");
    bench.later(60);
    let start = bench.now.seconds();
    let tried = "campaigns/duel/outbox/000001/duel.000001.north.receipt.try";
    let mut tries = Vec::new();
    while tries.len() < 9 {
        bench.post.outcomes = vec![Outcome::Busy; 50].into();
        bench.tick();
        let count = bench.read(tried);
        if count.contains(&format!("count = {}\n", tries.len() + 1)) {
            tries.push((bench.now.seconds() - start) / 60);
        }
        // A minute at first, then an hour, for ticks in between change nothing.
        let step = if tries.len() < 5 { 60 } else { 3_600 };
        bench.later(step);
    }
    assert_eq!(tries[..5], [0, 4, 18, 77, 316]);
    assert_eq!(tries[8] / 1_440, 4);
    bench.later(86_400).post.outcomes = vec![Outcome::Busy; 50].into();
    assert_eq!(bench.tick().refused, 1);
    assert!(
        shown(&bench).contains("tried 10 times without success"),
        "{}",
        shown(&bench)
    );
    bench.post.outcomes.clear();
    bench.later(600).tick();
    assert_eq!(told(&bench, "cannot be delivered"), 1);
}

/// What mail servers write that send no report: a longer code says more than a basic one, and what
/// is about the mail or says that it arrived is nothing against the address.
#[test]
fn what_came_back_without_a_report_is_weighed_by_its_words() {
    for (said, points) in [
        (
            "550 5.2.2 <ben@example.net>... Mailbox Full",
            Some("1 of 5"),
        ),
        (
            "550 5.1.1 <ben@example.net>... User unknown",
            Some("2 of 5"),
        ),
        (
            "554 5.7.1 Message rejected: it holds a virus",
            Some("0 of 5"),
        ),
        ("550 5.7.1 This message looks like spam", Some("0 of 5")),
        ("550-5.7.28 An unusual rate of mail", Some("0 of 5")),
        (
            "Your message was successfully delivered to ben@example.net",
            None,
        ),
        (
            "It has not yet been delivered, and will be retried. 451 4.4.1 no answer",
            None,
        ),
    ] {
        let mut bench = Bench::with(&DUEL);
        let address = bounce_address(&bench, "south");
        for number in 1..=2 {
            bench.deliver(&format!(
                "Return-Path: <>\nDelivered-To: {address}\nFrom: mailer-daemon@mx.example\n\
                 To: {address}\nSubject: your mail\nMessage-ID: <{number}@mx.example>\n\n{said}\n"
            ));
            bench.later(60).tick();
            if number == 1 {
                let status = shown(&bench);
                match points {
                    Some(points) => assert!(status.contains(points), "{said}: {status}"),
                    None => assert!(!status.contains("come back"), "{said}: {status}"),
                }
            }
        }
        let times = usize::from(points.is_some());
        assert_eq!(told(&bench, "came back"), times, "{said}");
    }
}

/// A report of a mail server with this answer.
fn answer(address: &str, number: u32, status: &str, said: &str) -> String {
    report(address, number, status).replace(&format!("550 {status} it came to nothing"), said)
}

const UNAUTHENTICATED: &str = "550-5.7.26 Your email has been blocked because the sender is\n \
    unauthenticated. 550-5.7.26 Gmail requires all senders to authenticate with\n \
    either SPF or DKIM. 550 5.7.26 - gsmtp\nRemote-MTA: dns; gmail-smtp-in.l.google.com";

/// What is wrong with the club's own mail server is no player's fault.
#[test]
fn what_is_wrong_with_our_server_is_told_once_and_counts_against_nobody() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let addresses = ["north", "south"].map(|it| bounce_address(&bench, it));
    for number in 0..10 {
        for (at, address) in (0..).zip(&addresses) {
            let number = number * 2 + at;
            bench.deliver(&answer(address, number, "5.7.26", UNAUTHENTICATED));
        }
        assert_eq!(bench.later(60).tick().mails, 2);
    }
    assert!(!shown(&bench).contains("come back"), "{}", shown(&bench));
    assert_eq!(told(&bench, "came back"), 0);
    assert_eq!(told(&bench, "refuses mail from our server"), 1);
    let mail = bench
        .post
        .taken
        .iter()
        .rfind(|it| it.to == "referee@club.example");
    let mail = &mail.unwrap().message;
    assert_eq!(
        crate::support::header(mail, "Subject").as_deref(),
        Some("example.org (gmail-smtp-in.l.google.com) refuses mail from our server")
    );
    let mail = String::from_utf8_lossy(mail).into_owned();
    for words in [
        "550-5.7.26 Your email has been blocked",
        "publish SPF, DKIM and DMARC records for club.example",
        "counts against no player",
    ] {
        assert!(mail.contains(words), "no `{words}` in {mail}");
    }
    assert_eq!(bench.ledger().len(), 20);
    // Mails go on being sent, and the next day there is another mail to the referee.
    bench.send("duel", "south", "1", "BID 4");
    let before = bench.post.taken.len();
    bench.later(60).tick();
    let after = &bench.post.taken[before..];
    assert!(after.iter().any(|it| it.to == "ben@example.net"));
    bench.deliver(&answer(&addresses[0], 90, "5.7.26", UNAUTHENTICATED));
    bench.later(86_400).tick();
    assert_eq!(told(&bench, "refuses mail from our server"), 2);
    bench.verify();
}

/// `status` says in one line for each fault who refuses our mail, until it is a week ago.
#[test]
fn status_says_whose_servers_refuse_our_mail() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    let said = |bench: &Bench| refusals::told(&bench.club, bench.now);
    assert_eq!(said(&bench), Vec::<String>::new());
    let blocked = "554 5.7.1 Service unavailable; Client host [192.0.2.25] blocked using \
        zen.spamhaus.org";
    for (number, seat) in (1..).zip(["north", "south"]) {
        let address = bounce_address(&bench, seat);
        bench.deliver(&answer(&address, number, "5.7.26", UNAUTHENTICATED));
        bench.deliver(&answer(&address, number + 10, "5.7.1", blocked));
        // A second copy says nothing new.
        bench.deliver(&answer(&address, number, "5.7.26", UNAUTHENTICATED));
        bench.later(60).tick();
    }
    let lines = said(&bench);
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, word) in lines.iter().zip(["SPF, DKIM, DMARC", "block list"]) {
        let all = "our mail server: mail to example.net, example.org was refused, last ";
        assert!(line.starts_with(all) && line.contains(word), "{line}");
    }
    assert_eq!(told(&bench, "refuses mail from our server"), 2);
    bench.later(7 * 86_400).tick();
    assert_eq!(said(&bench), Vec::<String>::new());
}

/// Each kind of notice that mail servers send, with the points it costs.
#[test]
fn only_what_is_wrong_with_an_address_costs_points() {
    for (action, status, said, points) in [
        ("failed", "5.1.1", "550 5.1.1 User unknown", Some("2 of 5")),
        ("failed", "5.2.2", "552 5.2.2 over quota", Some("1 of 5")),
        (
            "failed",
            "5.2.1",
            "550 5.2.1 is receiving mail at a rate that",
            Some("0 of 5"),
        ),
        (
            "failed",
            "5.7.25",
            "550 5.7.25 does not have a PTR record",
            None,
        ),
        (
            "failed",
            "5.7.509",
            "550 5.7.509 does not pass DMARC verification",
            None,
        ),
        ("failed", "5.7.1", "554 5.7.1 Relay access denied", None),
        (
            "failed",
            "5.7.9",
            "554 5.7.9 Message not accepted for policy reasons",
            None,
        ),
        ("delivered", "2.0.0", "250 2.0.0 ok", None),
        ("relayed", "2.0.0", "250 2.0.0 ok", None),
        ("expanded", "2.0.0", "250 2.0.0 ok", None),
        ("delayed", "4.7.26", "421 4.7.26 unauthenticated", None),
    ] {
        let mut bench = Bench::with(&DUEL);
        let address = bounce_address(&bench, "south");
        let mail = answer(&address, 1, status, said)
            .replace("Action: failed", &format!("Action: {action}"));
        bench.deliver(&mail);
        bench.tick();
        let status = shown(&bench);
        match points {
            Some(points) => assert!(status.contains(points), "{said}: {status}"),
            None => assert!(!status.contains("come back"), "{said}: {status}"),
        }
    }
}
