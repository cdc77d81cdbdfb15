//! Buttons of HTML mails: links that write a sheet, with a token of their own kind.

use crate::html::{part, raw_parts};
use crate::inside;
use crate::support::{Bench, Match, WORLDS, header, seat};
use packetboat::mail::transport::Outcome;
use packetboat::report::LINK_CHARS_MAX;
use packetboat::store::entry::Verdict;
use packetboat::store::fs::Fs;

/// A link of a mail: the address it leads to, and the mail it writes.
struct Link {
    to: String,
    body: String,
}

/// The links of a mail, each with its label.
fn links(message: &[u8]) -> Vec<(String, Link)> {
    let html = part(message, "text/html").expect("an HTML part");
    let anchors = html.split("<a ").skip(1);
    let read = anchors.map(|anchor| {
        let (tag, rest) = anchor.split_once('>').expect("a tag");
        let href = tag.split("href=\"").nth(1).expect("a link");
        let href = href
            .split('"')
            .next()
            .expect("an end")
            .replace("&amp;", "&");
        let href = href.replace("&#x2f;", "/");
        assert!(href.len() <= LINK_CHARS_MAX, "{href}");
        let (to, fields) = href
            .strip_prefix("mailto:")
            .expect("mail")
            .split_once('?')
            .unwrap();
        let bodies: Vec<&str> = fields
            .split('&')
            .filter_map(|it| it.strip_prefix("body="))
            .collect();
        assert_eq!(bodies.len(), 1, "{href}");
        let label = rest.split('<').next().unwrap_or_default().to_owned();
        let (to, body) = (plain(to), plain(bodies[0]));
        (label, Link { to, body })
    });
    read.collect()
}

/// With `%` and two digits undone.
fn plain(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let code = (*first == b'%').then(|| std::str::from_utf8(&more[..2]).unwrap());
        match code {
            Some(code) => {
                bytes.push(u8::from_str_radix(code, 16).unwrap());
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn button(bench: &Bench, label: &str) -> Link {
    let report = bench.last("worlds", "north", ".report").message.clone();
    let mut all = links(&report).into_iter();
    all.find(|it| it.0 == label)
        .unwrap_or_else(|| panic!("no {label}"))
        .1
}

fn bench() -> Bench {
    Bench::with(&Match { ..WORLDS })
}

const ANA: &str = "ana@example.org";

#[test]
fn buttons_file_orders_from_the_registered_address() {
    let mut bench = bench();
    assert_eq!(bench.last("worlds", "north", ".report").to, ANA);
    for (label, said) in [
        ("Status", "worlds"),
        ("Wait", "WAIT"),
        ("Go ahead", "GOAHEAD"),
        ("Check a sheet", "nothing was filed"),
    ] {
        let link = button(&bench, label);
        bench.later(60);
        let mail = bench.written(ANA, &link.to, &link.body);
        bench.deliver(&mail);
        bench.tick();
        let receipt = bench.receipt("worlds", "north");
        assert!(receipt.contains(said), "{label}: {}\n{receipt}", link.body);
        // Nobody gets the seat's own token by it.
        assert!(
            !receipt.contains("registered address"),
            "{label}: {receipt}"
        );
    }
    // Its sheet is all comments: what can be sent is the advice.
    let report = bench.last("worlds", "north", ".report").message.clone();
    let labels: Vec<String> = links(&report).into_iter().map(|it| it.0).collect();
    assert!(
        labels.iter().any(|it| it == "Send as advised"),
        "{labels:?}"
    );
    assert!(labels.iter().all(|it| it != "Send as it is"), "{labels:?}");
    let link = button(&bench, "Write orders");
    let body = link.body.replacen("#end", "LATER R11\r\n#end", 1);
    bench.later(60);
    let mail = bench.written(ANA, &link.to, &body);
    bench.deliver(&mail);
    bench.tick();
    let receipt = bench.receipt("worlds", "north");
    assert!(receipt.contains("LATER R11"), "{receipt}");
    // What only asks or waits takes no orders away.
    for label in ["Status", "Wait", "Go ahead", "Check a sheet"] {
        let link = button(&bench, label);
        bench.later(60);
        let mail = bench.written(ANA, &link.to, &link.body);
        bench.deliver(&mail);
        bench.tick();
        let campaign = bench.campaign("worlds");
        assert_eq!(
            campaign.table.lines(seat("north")),
            ["LATER R11"],
            "{label}"
        );
    }
    bench.verify();
}

/// A report that was passed on holds its links.
#[test]
fn a_button_does_nothing_for_others_and_never_more_than_orders() {
    let mut bench = bench();
    let link = button(&bench, "Write orders");
    let sheet = |lines: &str| format!("#orders worlds north turn 1\r\n{lines}\r\n#end\r\n");
    for (from, lines) in [
        ("eve@example.net", "LATER R11"),
        (ANA, "LATER R11\r\nRESIGN worlds"),
        (ANA, "LATER R11\r\nAWAY 2026-12-01..2026-12-03"),
        (ANA, "LATER R11\r\nADDRESS eve@example.net"),
        (ANA, "LATER R11\r\nMESSAGE TO south\r\nhello\r\nEND"),
        (ANA, "LATER R11\r\nNEWS\r\nhello\r\nEND"),
        (ANA, "LATER R11\r\nSALT tulips"),
        (ANA, "LATER R11\r\nFORMAT TEXT"),
    ] {
        bench.later(20 * 3600);
        let before = bench.note("worlds").desk;
        let mail = bench.written(from, &link.to, &sheet(lines));
        bench.deliver(&mail);
        bench.tick();
        let after = bench.note("worlds").desk;
        for seat in bench.campaign("worlds").table.seats() {
            let [is, was] = [&after, &before].map(|it| it.seats.get(seat));
            assert_eq!(is.away, was.away, "{lines}");
            assert_eq!(is.left, was.left, "{lines}");
            assert_eq!(is.salt, was.salt, "{lines}");
            assert_eq!(is.html, was.html, "{lines}");
            assert_eq!(is.letters, was.letters, "{lines}");
        }
        assert_eq!(after.news, before.news, "{lines}");
        let campaign = bench.campaign("worlds");
        let filed = campaign.table.lines(seat("north"));
        if from == ANA {
            // Its orders count, and he is told that the rest does not.
            let receipt = joined(&bench.receipt("worlds", "north"));
            let word = lines.split_whitespace().nth(2).unwrap();
            assert!(
                receipt.contains("Left out: ") && receipt.contains(word),
                "{lines}: {receipt}"
            );
            assert_eq!(filed, ["LATER R11"], "{lines}");
            bench.send("worlds", "north", "1", "CANCEL");
            bench.tick();
            continue;
        }
        let asked = bench.last("worlds", "north", ".refusal");
        let text = bench.text(&asked.message);
        assert!(
            text.contains("LATER R11") && text.contains("CONFIRM"),
            "{lines}: {text}"
        );
        assert_eq!(asked.to, ANA);
        assert!(
            filed.iter().all(|it| !it.contains("R11")),
            "{lines}: {filed:?}"
        );
    }
    bench.verify();
}

/// Whoever has a button and writes the registered address files ten sheets a day, each is told, and
/// the player's own receipts are not used up by it.
#[test]
fn buttons_have_an_end_of_their_own() {
    let mut bench = bench();
    let link = button(&bench, "Write orders");
    let sheet =
        |number: u32| format!("#orders worlds north turn 1\r\nLATER R11 ; {number}\r\n#end\r\n");
    for number in 0..10 {
        let receipts = bench.all("worlds", "north", ".receipt").count();
        let mail = bench.later(60).written(ANA, &link.to, &sheet(number));
        bench.deliver(&mail);
        bench.tick();
        assert_eq!(
            bench.note("worlds").mail[0].verdict,
            Verdict::Accepted,
            "{number}"
        );
        assert_eq!(
            bench.all("worlds", "north", ".receipt").count(),
            receipts + 1,
            "{number}"
        );
    }
    let mail = bench.later(60).written(ANA, &link.to, &sheet(10));
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(bench.note("worlds").mail[0].verdict, Verdict::Held);
    let seats = bench.note("worlds").desk.seats;
    assert!(!seats.any(|it| it.answered.is_some()));
    bench.send("worlds", "north", "1", "CANCEL");
    bench.tick();
    assert_eq!(bench.note("worlds").mail[0].verdict, Verdict::Accepted);
    bench.verify();
}

/// Not where our own server says that the sender failed, nor if there are two.
#[test]
fn a_forged_sender_presses_no_button() {
    let bench = bench();
    let line = "[mail.in]\n";
    bench.edit(
        "packetboat.toml",
        line,
        &format!("{line}authserv_id = \"club.mx\"\n"),
    );
    let taken = bench.post.taken.clone();
    let mut bench = Bench::on(bench.fs.crash(0), bench.now);
    bench.post.taken = taken;
    let link = button(&bench, "Write orders");
    let failed = |result: &str| {
        format!(
            "Authentication-Results: club.mx; {result}\nReceived: from x (x [192.0.2.1])\n by \
             club.mx with ESMTP; Mon, 16 Nov 2026 09:00:00 +0000\n"
        )
    };
    let heads = [
        failed("dmarc=fail header.from=example.org"),
        failed("spf=fail smtp.mailfrom=example.org"),
        failed("dkim=fail header.d=example.org; spf=softfail smtp.mailfrom=example.org"),
        "From: mallory@evil.example\n".to_owned(),
    ];
    for head in &heads {
        let sheet = "#orders worlds north turn 1\r\nLATER R11\r\n#end\r\n";
        let mail = bench.later(60).written(ANA, &link.to, sheet);
        bench.deliver(&format!("{head}{mail}"));
        bench.tick();
        assert_ne!(
            bench.note("worlds").mail[0].verdict,
            Verdict::Accepted,
            "{head}"
        );
        assert!(
            bench
                .campaign("worlds")
                .table
                .lines(seat("north"))
                .is_empty(),
            "{head}"
        );
    }
    let both = format!("{ANA}, mallory@evil.example");
    let sheet = "#orders worlds north turn 1\r\nLATER R11\r\n#end\r\n";
    let mail = bench.later(60).written(&both, &link.to, sheet);
    bench.deliver(&mail);
    bench.tick();
    assert_ne!(bench.note("worlds").mail[0].verdict, Verdict::Accepted);
    bench.verify();
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Presses a button of an earlier report, or a new one; the receipt.
fn press(bench: &mut Bench, link: &Link, body: &str) -> String {
    bench.later(60);
    let mail = bench.written(ANA, &link.to, body);
    bench.deliver(&mail);
    let before = bench.post.taken.len();
    bench.tick();
    assert!(bench.post.taken.len() > before, "no answer to {body}");
    joined(&bench.receipt("worlds", "north"))
}

#[test]
fn who_sends_the_sheet_of_a_button_unchanged_is_told_so_each_time() {
    let mut bench = bench();
    bench.send("worlds", "north", "1", "LATER R11\nWAIT");
    bench.tick();
    let link = button(&bench, "Write orders");
    for _ in 0..3 {
        let body = link.body.clone();
        let told = press(&mut bench, &link, &body);
        assert!(
            told.contains("contains only the sheet as we sent it"),
            "{told}"
        );
    }
    let campaign = bench.campaign("worlds");
    assert_eq!(campaign.table.lines(seat("north")), ["LATER R11"]);
}

#[test]
fn buttons_of_turns_that_are_played_are_answered_and_file_nothing() {
    let mut bench = bench();
    let (write, status) = (button(&bench, "Write orders"), button(&bench, "Status"));
    let body = write.body.replacen("#end", "LATER R11\r\n#end", 1);
    for turn in ["2", "3", "4"] {
        bench.later(8 * 86_400);
        bench.tick();
        assert_eq!(bench.sheet("worlds").as_deref(), Some(turn));
        let filed = bench.note("worlds").desk.submissions;
        // It is of no turn.
        let told = press(&mut bench, &status, &status.body);
        assert!(told.contains("worlds is in turn"), "{told}");
        let told = press(&mut bench, &write, &body);
        assert!(told.contains("turn 1 has been played"), "{told}");
        assert!(
            told.contains(&format!("#orders worlds north turn {turn}")),
            "{told}"
        );
        let told = press(&mut bench, &write, &write.body);
        assert!(
            told.contains("contains only the sheet as we sent it"),
            "{told}"
        );
        assert_eq!(bench.note("worlds").desk.submissions, filed);
    }
    // For the open turn it is too old to file: the registered address is asked.
    let now = body.replace("turn 1", "turn 4");
    let mail = bench.written(ANA, &write.to, &now);
    bench.later(60).deliver(&mail);
    bench.tick();
    let asked = bench.text(&bench.last("worlds", "north", ".refusal").message);
    assert!(
        asked.contains("CONFIRM") && asked.contains("LATER R11"),
        "{asked}"
    );
    assert!(
        bench
            .campaign("worlds")
            .table
            .lines(seat("north"))
            .is_empty()
    );
    // From another address it is nobody's.
    let before = bench.receipt("worlds", "north");
    let mail = bench.written("eve@example.net", &status.to, &status.body);
    bench.later(60).deliver(&mail);
    bench.tick();
    assert_eq!(bench.receipt("worlds", "north"), before);
    bench.verify();
}

#[test]
fn the_token_of_buttons_stands_in_links_alone() {
    let mut bench = bench();
    let report = bench.last("worlds", "north", ".report").message.clone();
    let link = button(&bench, "Wait");
    // Neither token stands in a picture, its scene, the calendar or the data.
    for (kind, bytes) in raw_parts(&report) {
        let tokens = bytes.windows(14).any(|window| {
            let word = std::str::from_utf8(window).unwrap_or_default();
            link.to.contains(word) && word.chars().all(|it| it.is_ascii_alphanumeric())
        });
        assert_eq!(tokens, kind == "text/html", "{kind}");
    }
    let token = link
        .to
        .split('.')
        .nth(2)
        .unwrap()
        .split('@')
        .next()
        .unwrap()
        .to_owned();
    assert_eq!(token.len(), 14, "{}", link.to);
    let reply_to = header(&report, "Reply-To").unwrap();
    assert!(!reply_to.contains(&token));
    assert!(!bench.text(&report).contains(&token));
    let html = part(&report, "text/html").unwrap();
    let shown: String = html
        .split('<')
        .filter_map(|it| it.split_once('>'))
        .map(|it| it.1)
        .collect();
    assert!(html.contains(&token) && !shown.contains(&token));
    // In the log stands none of it.
    let mut waits = Bench::new();
    waits.post.outcomes = vec![Outcome::Busy; 9].into();
    waits.start(&WORLDS);
    let outbox = waits.path("campaigns/worlds/outbox/000000");
    let mails = waits.fs.list(&outbox).unwrap().into_iter();
    let mails: Vec<String> = mails.filter(|it| it.ends_with(".eml")).collect();
    assert_eq!(mails.len(), 2);
    for file in mails {
        let mail = waits.fs.read(&outbox.join(file)).unwrap();
        let html = part(&mail, "text/html").unwrap();
        assert!(html.contains("put-in-for-tap"));
    }
    let texts = "campaigns/worlds/log/000000/texts.gz";
    let texts = inside::read(&*bench.fs, &bench.path(texts)).unwrap();
    let texts = packetboat::store::packed::unpack(&texts).unwrap();
    assert!(!String::from_utf8_lossy(&texts).contains(&token));
    // Whoever quotes a link does not spread it.
    bench.later(60);
    let words = format!("MESSAGE TO south\nlook: mailto:{}?body=x\nEND", link.to);
    bench.send("worlds", "north", "1", &words);
    bench.tick();
    let letter = bench.last("worlds", "south", ".note");
    let text = bench.text(&letter.message);
    assert!(text.contains("look: ") && !text.contains(&token), "{text}");
}
