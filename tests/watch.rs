//! Observers: who gets the public reports by mail, when, and what they say; `WATCH` in all its
//! forms, with every refusal.

mod strangers;

use crate::support::{Bench, DUEL, Match, WORLDS, header};
use packetboat::desk::commands::end::end;
use packetboat::desk::commands::resend::resend;
use packetboat::desk::commands::show::OnShow;
use packetboat::desk::commands::{referee, standing, status};
use packetboat::engine::seat::Viewer;
use packetboat::mail::transport::{Outcome, Taken};
use packetboat::store::entry::{Letter, Stop};
use packetboat::store::fs::Fs;

const CLUB: &str = "orders@club.example";
const NORA: &str = "nora@fans.example";

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A club whose mail server vouches for senders, with a campaign that may be watched or not.
fn club(wanted: &Match<'_>, open: bool) -> Bench {
    let mut bench = Bench::with(wanted);
    bench.edit(
        "packetboat.toml",
        "maildir = \"mail\"",
        "maildir = \"mail\"\nauthserv_id = \"club.mx\"",
    );
    if open {
        let file = format!("campaigns/{}/campaign.toml", wanted.id);
        bench.edit(&file, "open_to_watch = false", "open_to_watch = true");
    }
    bench.tick();
    let taken = bench.post.taken.clone();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post.taken = taken;
    bench
}

/// Lets the referee name observers.
fn name(bench: &Bench, id: &str, observers: &str) {
    bench.edit(
        &format!("campaigns/{id}/campaign.toml"),
        "\n[observers]\n",
        &format!("\n[observers]\n{observers}\n"),
    );
}

/// A mail with this subject and text, as a person writes it, and our own server vouches for.
fn vouched(bench: &Bench, from: &str, subject: &str, text: &str) -> String {
    let domain = from.split('@').nth(1).unwrap();
    let mail = bench.written(from, CLUB, text);
    let mail = mail.replace("Subject: orders", &format!("Subject: {subject}"));
    format!(
        "Authentication-Results: club.mx; dmarc=pass header.from={domain}\n\
         Received: from x by club.mx\n{mail}"
    )
}

/// Delivers a mail; what the club answers to this address, one line each.
fn ask(bench: &mut Bench, from: &str, mail: &str) -> Vec<String> {
    let before = bench.post.taken.len();
    bench.later(60).deliver(mail);
    bench.later(60).tick();
    let new = &bench.post.taken[before..];
    let (own, others): (Vec<_>, Vec<_>) = new.iter().partition(|it| it.to == from);
    // The players get what is due meanwhile, and nothing else.
    let due = |taken: &&Taken| {
        [".report", ".reminder", ".note", "unheard."]
            .iter()
            .any(|kind| taken.key.contains(kind))
    };
    assert!(others.iter().all(due), "others are mailed");
    let own = own.into_iter();
    own.map(|it| joined(&bench.text(&it.message))).collect()
}

fn says(bench: &mut Bench, from: &str, line: &str) -> Vec<String> {
    let mail = vouched(bench, from, line, "");
    ask(bench, from, &mail)
}

fn resolve(bench: &mut Bench, id: &str) {
    referee::resolve(&bench.club, id, "", bench.now).unwrap();
    bench.later(60).tick();
}

/// The mails to observers.
fn observed<'b>(bench: &'b Bench, id: &str) -> Vec<&'b Taken> {
    bench.all(id, "observer", ".report").collect()
}

/// How many get a mail of the next report.
fn watching(bench: &mut Bench, id: &str) -> usize {
    let before = observed(bench, id).len();
    resolve(bench, id);
    observed(bench, id).len() - before
}

/// What `show` prints for everybody, of the newest entry.
fn shown(bench: &Bench, id: &str) -> String {
    let show = OnShow::of(bench.club.clone(), id).unwrap();
    show.page(None, Viewer::Public, bench.now).unwrap().text
}

/// The newest mail to an observer holds what `show` prints, and below it how to get no more.
fn assert_is_shown(bench: &Bench, id: &str, at: &str) {
    let mail = *observed(bench, id).last().unwrap();
    let text = bench.text(&mail.message);
    let (_, text) = text.split_once('\n').unwrap();
    let shown = shown(bench, id);
    let wanted = shown.trim_end();
    assert!(
        text.starts_with(wanted),
        "{at}: the mail says\n{text}\nand show\n{wanted}"
    );
    let below = joined(&text[wanted.len()..]);
    let begin = format!("You get this because you watch {id}. To get no more of it, send a mail");
    assert!(below.starts_with(&begin), "{below}");
}

#[test]
fn observers_get_what_everybody_is_shown() {
    for wanted in [DUEL, WORLDS] {
        let id = wanted.id;
        let mut bench = Bench::with(&wanted);
        name(&bench, id, "Nora = \"nora@fans.example\"");
        for turn in 1..=3 {
            let Some(sheet) = bench.sheet(id) else { break };
            for seat in bench.note(id).desk.called {
                let lines = bench.good_lines(id, seat);
                bench.send(id, seat.as_str(), &sheet, &lines);
            }
            bench.later(4 * 3600).tick();
            assert_eq!(observed(&bench, id).len(), turn, "{id}");
            assert_is_shown(&bench, id, &format!("{id}, turn {turn}"));
        }
        // Nobody has agreed to be named.
        for mail in observed(&bench, id) {
            let text = bench.text(&mail.message);
            assert!(!text.contains("Ana") && !text.contains("Ben"), "{text}");
        }
        let mail = *observed(&bench, id).last().unwrap();
        assert_eq!(mail.to, NORA);
        assert!(
            header(&mail.message, "Reply-To")
                .unwrap()
                .ends_with(&format!("<{CLUB}>"))
        );
        let list = header(&mail.message, "List-Id").unwrap();
        assert_eq!(list, format!("<{id}.watch.club.example>"));
        assert!(
            header(&mail.message, "Content-Type")
                .unwrap()
                .starts_with("text/plain")
        );
        bench.verify();
    }
}

#[test]
fn the_end_is_told_to_observers_too() {
    let mut bench = Bench::with(&DUEL);
    name(&bench, "duel", "Nora = \"nora@fans.example\"");
    for _ in 0..3 {
        resolve(&mut bench, "duel");
    }
    assert_eq!(bench.note("duel").desk.stop, Stop::Over);
    assert_eq!(observed(&bench, "duel").len(), 3);
    assert_is_shown(&bench, "duel", "the end");
    let last = header(&observed(&bench, "duel")[2].message, "Subject");
    assert_eq!(
        last.as_deref(),
        Some("[duel] the game is over: report for everybody")
    );
}

#[test]
fn observers_are_told_that_the_referee_has_ended_it() {
    let mut bench = Bench::with(&DUEL);
    name(&bench, "duel", "Nora = \"nora@fans.example\"");
    end(&bench.club, "duel", "Ben is ill", bench.now).unwrap();
    bench.tick();
    let told = joined(&bench.text(&observed(&bench, "duel")[0].message));
    assert!(
        told.contains("is over: the referee ended it early"),
        "{told}"
    );
    assert!(!told.contains("Ben is ill"), "{told}");
}

#[test]
fn nobody_learns_of_other_observers() {
    let mut bench = Bench::with(&DUEL);
    let names = [
        "nora@fans.example",
        "otto@fans.example",
        "pia@other.example",
    ];
    let lines: Vec<String> = (1..)
        .zip(names)
        .map(|it| format!("n{} = \"{}\"", it.0, it.1))
        .collect();
    name(&bench, "duel", &lines.join("\n"));
    resolve(&mut bench, "duel");
    let mails = observed(&bench, "duel");
    assert_eq!(mails.len(), 3);
    let mut ids = std::collections::BTreeSet::new();
    for mail in &mails {
        let text = String::from_utf8_lossy(&mail.message).replace("=\r\n", "");
        for other in names.iter().filter(|it| **it != mail.to) {
            assert!(!text.contains(other), "{other} in\n{text}");
        }
        let players = ["ana@example.org", "ben@example.net"];
        assert!(!players.iter().any(|it| text.contains(it)), "{text}");
        ids.insert(header(&mail.message, "Message-ID").unwrap());
        // Nothing in the mail tells how many there are.
        assert!(!text.contains(&mail.key), "{text}");
    }
    assert_eq!(ids.len(), 3);
    // Nor do players or the public report.
    for seat in ["north", "south"] {
        let report = bench.last("duel", seat, ".report");
        let text = String::from_utf8_lossy(&report.message);
        assert!(
            !text.contains("fans.example") && !text.contains("WATCH NONE"),
            "{text}"
        );
    }
    assert!(!shown(&bench, "duel").contains("observer"));
    let told = standing::text(&status::status(&bench.club, None, bench.now).unwrap());
    assert!(
        told.contains("3 observers get the public reports, 0 of them by WATCH"),
        "{told}"
    );
}

#[test]
fn a_question_in_the_midst_of_a_turn_is_told_to_no_observer() {
    let mut bench = Bench::with(&Match {
        game: "toy/skirmish",
        scenario: Some("duel"),
        players: &["red=Ana <ana@example.org>", "blue=Ben <ben@example.net>"],
        options: &["interrupts=true"],
        ..DUEL
    });
    name(&bench, "duel", "Nora = \"nora@fans.example\"");
    let mut asked = 0;
    for _ in 0..12 {
        let Some(sheet) = bench.sheet("duel") else {
            break;
        };
        let (before, desk) = (observed(&bench, "duel").len(), bench.note("duel").desk);
        match desk.stop {
            Stop::Interrupt => {
                bench.send(
                    "duel",
                    desk.called[0].as_str(),
                    &sheet,
                    "SPOILS MEN\nGOAHEAD",
                );
            }
            Stop::Gate | Stop::Over => {
                bench.send("duel", "red", &sheet, "ATTACK blue");
                bench.send("duel", "blue", &sheet, "ATTACK red");
            }
        }
        bench.later(2 * 3_600).tick();
        let more = observed(&bench, "duel").len() - before;
        match bench.note("duel").desk.stop {
            Stop::Interrupt => {
                asked += 1;
                assert_eq!(more, 0);
            }
            Stop::Gate | Stop::Over => {
                assert_eq!(more, 1);
                // Behind a question too it tells the whole turn.
                assert_is_shown(&bench, "duel", &sheet);
            }
        }
    }
    assert!(asked > 0);
}

#[test]
fn under_review_observers_wait_like_the_players() {
    let mut bench = Bench::with(&WORLDS);
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "review      = false",
        "review      = true",
    );
    name(&bench, "worlds", "Nora = \"nora@fans.example\"");
    resolve(&mut bench, "worlds");
    assert_eq!(observed(&bench, "worlds").len(), 0);
    referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    assert_eq!(observed(&bench, "worlds").len(), 1);
    // What is undone before is never sent.
    resolve(&mut bench, "worlds");
    referee::rollback(&bench.club, "worlds", 0, "", bench.now).unwrap();
    referee::release(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    let notes = bench.notes("worlds");
    let undone = notes.iter().flat_map(|it| &it.out);
    let undone = undone.filter(|it| it.what == Letter::ReportForReview && it.to == NORA);
    assert_eq!(undone.count(), 3);
    assert_eq!(observed(&bench, "worlds").len(), 2);
}

#[test]
fn whoever_asks_watches_until_he_asks_again() {
    let mut bench = club(&DUEL, true);
    let told = says(&mut bench, NORA, "watch Duel");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("[duel] you watch it from now on"),
        "{told:?}"
    );
    assert!(
        told[0].contains("with this line: WATCH NONE duel"),
        "{told:?}"
    );
    assert_eq!(bench.ledger().last().unwrap().2, "watch");
    assert_eq!(watching(&mut bench, "duel"), 1);
    let told = standing::text(&status::status(&bench.club, None, bench.now).unwrap());
    assert!(
        told.contains("1 observer gets the public reports, 1 of them by WATCH"),
        "{told}"
    );
    bench.later(86_400).tick();
    let told = says(&mut bench, NORA, "WATCH duel NONE");
    assert!(
        told[0].contains("You get no more public reports of the campaign duel"),
        "{told:?}"
    );
    assert!(!bench.read("desk/watchers/duel.toml").contains("nora"));
    assert_eq!(watching(&mut bench, "duel"), 0);
    // A day later he may be told the same again.
    bench.later(86_400);
    assert!(says(&mut bench, NORA, "WATCH duel")[0].contains("from now on"));
    bench.later(86_400);
    assert!(says(&mut bench, NORA, "WATCH duel")[0].contains("still"));
    bench.later(86_400);
    assert!(says(&mut bench, NORA, "WATCH NONE")[0].contains("no more public reports from"));
    bench.later(86_400);
    assert!(says(&mut bench, NORA, "WATCH NONE")[0].contains("You got no public reports"));
    bench.verify();
}

#[test]
fn watch_may_stand_in_the_first_line_of_the_mail() {
    let mut bench = club(&DUEL, true);
    for (text, wanted) in [
        ("Hello,\n\nWATCH duel\n\nThanks!\nNora\n", 1),
        ("WATCH NONE\n\n> You get this because\n> WATCH duel\n", 0),
        ("I would like to WATCH duel\n", 0),
        ("Please, what is this?\nWATCH duel\n", 0),
        ("watch out for duel and more\n", 0),
    ] {
        let mail = vouched(&bench, NORA, "hello", text);
        ask(&mut bench, NORA, &mail);
        let copy = bench.copy();
        let mut copy = copy;
        assert_eq!(watching(&mut copy, "duel"), wanted, "{text}");
    }
}

#[test]
fn every_refusal_says_why() {
    let mut bench = club(&DUEL, false);
    WORLDS.found(&bench.club, bench.now).unwrap();
    bench.tick();
    bench.edit(
        "campaigns/worlds/campaign.toml",
        "open_to_watch = false",
        "open_to_watch = true",
    );
    for (from, line, wanted) in [
        (NORA, "WATCH duel", "there is no such campaign to watch"),
        (NORA, "WATCH nothing", "there is no such campaign to watch"),
        (NORA, "WATCH NONE nothing", "you got no public reports"),
        (NORA, "WATCH NONE worlds", "you got no public reports"),
        ("ben@example.net", "WATCH worlds", "[worlds] you play in it"),
        ("Ana@Example.org", "WATCH worlds", "[worlds] you play in it"),
    ] {
        bench.later(86_400).tick();
        let told = says(&mut bench, from, line);
        assert!(
            told.len() == 1 && told[0].contains(wanted),
            "{line}: {told:?}"
        );
        // Once a day.
        assert!(says(&mut bench, from, line).is_empty(), "{line}");
    }
    // The words of a mail are repeated to nobody.
    bench.later(86_400);
    let told = says(&mut bench, NORA, "WATCH buy-pills-now");
    assert!(!told[0].contains("pills"), "{told:?}");
    let lines: Vec<String> = (0..50)
        .map(|it| format!("n{it} = \"n{it}@fans.example\""))
        .collect();
    name(&bench, "worlds", &lines.join("\n"));
    bench.later(86_400).tick();
    let told = says(&mut bench, NORA, "WATCH worlds");
    assert!(
        told[0].contains("50 people watch the campaign worlds"),
        "{told:?}"
    );
    assert_eq!(watching(&mut bench, "worlds"), 50);
    packetboat::desk::commands::end::end(&bench.club, "worlds", "", bench.now).unwrap();
    bench.later(60).tick();
    let told = says(&mut bench, "pia@fans.example", "WATCH worlds");
    assert!(told.last().unwrap().contains("is over"), "{told:?}");
}

#[test]
fn without_the_word_of_our_server_nothing_happens() {
    let mut bench = club(&DUEL, true);
    for mail in [
        bench.written(NORA, CLUB, "WATCH duel\n"),
        // A server that is not ours says so.
        vouched(&bench, NORA, "WATCH duel", "").replace("club.mx;", "evil.mx;"),
        // Ours says it of somebody else.
        vouched(&bench, NORA, "WATCH duel", "").replace("header.from=fans", "header.from=evil"),
        // A machine writes.
        vouched(&bench, NORA, "WATCH duel", "")
            .replace("To: ", "Auto-Submitted: auto-replied\nTo: "),
    ] {
        assert!(ask(&mut bench, NORA, &mail).is_empty(), "{mail}");
        assert!(
            bench
                .fs
                .read(&bench.path("desk/watchers/duel.toml"))
                .is_err(),
            "{mail}"
        );
    }
    // Nor is anybody taken off by it.
    says(&mut bench, NORA, "WATCH duel");
    let mail = bench.written(NORA, CLUB, "WATCH NONE duel\n");
    assert!(ask(&mut bench, NORA, &mail).is_empty());
    assert_eq!(watching(&mut bench, "duel"), 1);
    // To a seat's address it is no such request.
    let address = bench.last("duel", "north", ".report");
    let address = header(&address.message, "Reply-To").unwrap();
    let mail = bench.written("ana@example.org", &address, "WATCH NONE\n");
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(watching(&mut bench, "duel"), 1);
}

/// The link of the button that mail programs show: the address, and the subject.
fn button(mail: &Taken) -> (String, String) {
    let field = header(&mail.message, "List-Unsubscribe").unwrap();
    let link = field
        .strip_prefix("<mailto:")
        .unwrap()
        .strip_suffix('>')
        .unwrap();
    let (to, subject) = link.split_once("?subject=").unwrap();
    (to.to_owned(), subject.replace("%20", " "))
}

#[test]
fn the_code_in_a_mail_ends_them_and_does_nothing_else() {
    let mut bench = club(&DUEL, true);
    name(&bench, "duel", "Otto = \"otto@fans.example\"");
    says(&mut bench, NORA, "WATCH duel");
    assert_eq!(watching(&mut bench, "duel"), 2);
    let to_nora = |it: &&&Taken| it.to == NORA;
    let (to, says) = button(observed(&bench, "duel").iter().find(to_nora).unwrap());
    assert_eq!(to, CLUB);
    assert!(says.starts_with("WATCH NONE duel "), "{says}");
    let text = bench.text(
        &observed(&bench, "duel")
            .iter()
            .find(to_nora)
            .unwrap()
            .message,
    );
    assert!(text.contains(&format!("\n  {says}\n")), "{text}");
    let with = |bench: &Bench, subject: &str| {
        let mail = bench.written("phone@elsewhere.example", CLUB, "");
        mail.replace("Subject: orders", &format!("Subject: {subject}"))
    };
    // A code that is wrong, or without NONE.
    for subject in [
        format!("{}0000", &says[..says.len() - 4]),
        says.replace("NONE ", ""),
        says.replace("duel", "worlds"),
    ] {
        let mail = with(&bench, &subject);
        assert!(ask(&mut bench, NORA, &mail).is_empty(), "{subject}");
    }
    assert_eq!(watching(&mut bench.copy(), "duel"), 2);
    // Pressed by whoever has the mail, even where the program says that it is one.
    let mail = with(&bench, &says).replace("To: ", "Auto-Submitted: auto-generated\nTo: ");
    let told = ask(&mut bench, NORA, &mail);
    assert!(
        told[0].contains("You get no more public reports"),
        "{told:?}"
    );
    assert!(
        ask(
            &mut bench,
            NORA,
            &mail.replace("Message-ID: <", "Message-ID: <x")
        )
        .is_empty()
    );
    assert_eq!(watching(&mut bench.copy(), "duel"), 1);
    // Whom the referee has named, it ends too, till he asks again.
    let (_, says) = button(
        observed(&bench, "duel")
            .iter()
            .find(|it| it.to != NORA)
            .unwrap(),
    );
    let mail = with(&bench, &says);
    ask(&mut bench, "otto@fans.example", &mail);
    assert_eq!(watching(&mut bench.copy(), "duel"), 0);
    self::says(&mut bench, "otto@fans.example", "WATCH duel");
    assert_eq!(watching(&mut bench, "duel"), 1);
}

/// A report of a mail server that a mail to this address came to nothing.
fn bounce(address: &str, number: u32) -> String {
    format!(
        "Return-Path: <>\nDelivered-To: {address}\nFrom: MAILER-DAEMON@mx.example\n\
         To: {address}\nMessage-ID: <{number}@mx.example>\nDate: {number}\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"\n\n\
         --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n\
         Final-Recipient: rfc822; nora@fans.example\nAction: failed\nStatus: 5.1.1\n\
         Diagnostic-Code: smtp; 550 5.1.1 no such mailbox\n\n--b--\n"
    )
}

#[test]
fn whose_mails_come_back_is_taken_off() {
    let mut bench = club(&DUEL, true);
    name(&bench, "duel", "Otto = \"otto@fans.example\"");
    says(&mut bench, NORA, "WATCH duel");
    resolve(&mut bench, "duel");
    let from = |bench: &Bench, to: &str| {
        let mails = observed(bench, "duel");
        mails.iter().find(|it| it.to == to).unwrap().from.clone()
    };
    let (nora, otto) = (from(&bench, NORA), from(&bench, "otto@fans.example"));
    assert!(
        nora.starts_with("orders+b.duel.observer.") && nora != otto,
        "{nora}"
    );
    let forged = nora
        .replace("observer.", "observer.0")
        .replacen("@", "x@", 1);
    for number in 0..9 {
        bench.deliver(&bounce(&forged, 100 + number));
    }
    for number in 0..3 {
        assert!(bench.read("desk/watchers/duel.toml").contains("nora"));
        bench.later(60).deliver(&bounce(&nora, number));
        // A second copy says nothing new.
        bench.deliver(&bounce(&nora, number));
        bench.deliver(&bounce(&otto, 10 + number));
        bench.later(60).tick();
    }
    assert!(!bench.read("desk/watchers/duel.toml").contains("nora"));
    // Whom the referee has named stays, and is sent nothing.
    let before = observed(&bench, "duel").len();
    resolve(&mut bench, "duel");
    assert_eq!(observed(&bench, "duel").len(), before);
    let told = standing::text(&status::status(&bench.club, None, bench.now).unwrap());
    assert!(told.contains("1 observer gets"), "{told}");
    assert_eq!(
        bench.all("duel", "referee", "").count(),
        0,
        "{:?}",
        bench.keys()
    );
    // Who asks again is tried again.
    says(&mut bench, NORA, "WATCH duel");
    assert_eq!(watching(&mut bench, "duel"), 1);
    bench.verify();
}

#[test]
fn what_a_server_refuses_for_good_takes_off_too() {
    let mut bench = club(&DUEL, true);
    says(&mut bench, NORA, "WATCH duel");
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.post.outcomes = vec![Outcome::Sent, Outcome::Sent, Outcome::Refused].into();
    bench.later(60).tick();
    assert!(!bench.read("desk/watchers/duel.toml").contains("nora"));
    let said = resend(&bench.club, "duel", &[], "", bench.now).unwrap();
    assert!(
        said.contains("is not sent: nora@fans.example is no longer"),
        "{said}"
    );
    assert_eq!(watching(&mut bench, "duel"), 0);
}

#[test]
fn the_list_goes_when_the_campaign_is_put_away() {
    let mut bench = club(&DUEL, true);
    says(&mut bench, NORA, "WATCH duel");
    packetboat::desk::commands::end::end(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    assert_eq!(observed(&bench, "duel").len(), 1);
    packetboat::desk::commands::end::archive(&bench.club, "duel").unwrap();
    assert!(
        bench
            .fs
            .read(&bench.path("desk/watchers/duel.toml"))
            .is_err()
    );
}

#[test]
fn a_list_that_is_damaged_mails_nobody_and_halts_nothing() {
    let mut bench = club(&DUEL, true);
    name(&bench, "duel", "Otto = \"otto@fans.example\"");
    says(&mut bench, NORA, "WATCH duel");
    bench.edit("desk/watchers/duel.toml", "nora@", "mora@");
    assert_eq!(watching(&mut bench, "duel"), 0);
    let found = packetboat::desk::proof::verify::club(
        &bench.club,
        None,
        packetboat::desk::proof::verify::How { strict: false },
    );
    let found = found.unwrap().to_string();
    assert!(
        found.contains("desk/watchers/duel.toml: it was changed"),
        "{found}"
    );
}
