//! Replies as people write them: all as they were meant, or asked about; none called empty, and
//! none taken that was not meant.
//!
//! Each file of `tests/mail/replies` is a mail as a phone or web mail sends it, with places for
//! what it answers and quotes; `X-Answers` says which mail of ours it answers, `X-Means` what must
//! come of it.

use crate::support::{Bench, Match, WORLDS, header, seat};
use packetboat::mail::mime;
use packetboat::report::is_last_line;
use std::fs;

const FOLDER: &str = "mail/replies";

/// A club in which a mail of this kind lies at the player's, and which one it is.
fn answering(kind: &str) -> (Bench, String) {
    let mut bench = Bench::with(&Match { ..WORLDS });
    bench.later(60).tick();
    let key = match kind {
        "report" => ".report",
        "receipt" | "report-before-receipt" => {
            bench.send("worlds", "north", "1", "LATER R11");
            // The other's sheet is not in: nothing resolves.
            bench.later(60).tick();
            match kind {
                "receipt" => ".receipt",
                _ => ".report",
            }
        }
        "letter" => {
            bench.later(60);
            let letter = "MESSAGE TO north\nShall we share the map?\nEND";
            let mail = bench.orders("worlds", "south", "1", &format!("{letter}\nWAIT"));
            bench.deliver(&mail);
            bench.later(60).tick();
            ".note"
        }
        "played" => {
            let message = bench.last("worlds", "north", ".report").message.clone();
            bench.send("worlds", "north", "1", "LATER R11");
            bench.send("worlds", "south", "1", "DOME CHEAPEST");
            bench.later(60).tick();
            bench.later(3 * 3600).tick();
            assert_eq!(bench.sheet("worlds").unwrap(), "2");
            return (bench, String::from_utf8(message).unwrap());
        }
        other => panic!("no mail of ours is called {other}"),
    };
    let message = bench.last("worlds", "north", key).message.clone();
    (bench, String::from_utf8(message).unwrap())
}

/// The reply, its places filled in.
fn filled(bench: &Bench, reply: &str, ours: &str) -> String {
    let text = bench.text(ours.as_bytes());
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let quoted: Vec<String> = lines.iter().map(|it| format!("> {it}")).collect();
    let of = |name: &str| header(ours.as_bytes(), name).unwrap();
    let to = of("Reply-To");
    let address = to.split(['<', '>']).nth(1).unwrap_or(&to);
    let escaped = lines.join("<br>\n").replace(" <", " &lt;");
    let page = page(ours, header(reply.as_bytes(), "X-Adds").as_deref());
    reply
        .replace("{page}", &page)
        .replace("{word}", &in_word(&page))
        .replace("{to}", address)
        .replace("{subject}", &of("Subject"))
        .replace("{id}", &of("Message-ID"))
        .replace("{quoted}", &quoted.join("\n"))
        .replace("{plain}", &lines.join("\n"))
        .replace("{html}", &escaped)
}

/// What our HTML part shows, with these lines written into its order sheet.
fn page(ours: &str, adds: Option<&str>) -> String {
    let mut lines = ours.as_bytes().to_vec();
    lines.retain(|it| *it != b'\r');
    let mut all = vec![mime::tree(&lines)];
    let mut html = String::new();
    while let Some(part) = all.pop() {
        if part.kind.is("text", "html") {
            html = String::from_utf8(part.decoded()).expect("UTF-8");
        }
        all.extend(part.children);
    }
    let inner = html.split_once("<body").and_then(|it| it.1.split_once('>'));
    let inner = inner
        .map_or("", |it| it.1)
        .replace("</body>", "")
        .replace("</html>", "");
    let Some(adds) = adds else { return inner };
    // The line that says how to send the sheet as it stands is taken away, as it asks.
    let last = inner.lines().find(|it| is_last_line(it)).expect(&inner);
    let written: Vec<&str> = adds.split(" | ").collect();
    inner.replacen(last, &written.join("\n"), 1)
}

/// The same after Word has been at it: lines that kept their blanks are paragraphs.
fn in_word(page: &str) -> String {
    let mut text = String::new();
    for (at, piece) in page.split("<pre").enumerate() {
        let Some((inside, behind)) = piece.split_once("</pre>").filter(|_| at > 0) else {
            text.push_str(piece);
            continue;
        };
        let lines = inside.split_once('>').expect("a tag").1.split('\n');
        for line in lines {
            let line = line.replace("  ", "&nbsp; ");
            text.push_str(&format!("<p class=\"MsoNormal\">{line}<o:p></o:p></p>\n"));
        }
        text.push_str(behind);
    }
    text
}

fn in_force(bench: &Bench) -> Vec<String> {
    let table = bench.campaign("worlds").table;
    let lines = table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

fn check(name: &str, reply: &str) {
    let kind = header(reply.as_bytes(), "X-Answers").unwrap();
    let means = header(reply.as_bytes(), "X-Means").unwrap();
    let (mut bench, ours) = answering(&kind);
    let before = in_force(&bench);
    let receipts = bench.all("worlds", "north", ".receipt").count();
    let mail = filled(&bench, reply, &ours);
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    let answered = bench.all("worlds", "north", ".receipt").count() - receipts;
    let (verb, rest) = means.split_once(' ').unwrap_or((&means, ""));
    if verb == "nothing" {
        assert_eq!((answered, in_force(&bench)), (0, before), "{name}");
        return;
    }
    assert_eq!(
        answered,
        1,
        "{name}: one mail, one answer: {:?}",
        bench.keys()
    );
    let receipt = bench.receipt("worlds", "north");
    let said = format!("{name}\n{receipt}");
    let wanted: Vec<&str> = rest.split(" | ").filter(|it| !it.is_empty()).collect();
    if verb != "files" && verb != "takes" {
        assert_eq!(in_force(&bench), before, "{said}");
    }
    let one_line = receipt.split_whitespace().collect::<Vec<_>>().join(" ");
    match verb {
        "files" => assert_eq!(in_force(&bench), wanted, "{said}"),
        "takes" => {
            assert_eq!(in_force(&bench), wanted, "{said}");
            assert!(one_line.contains("understood."), "{said}");
            let is_first = |it: &str| it.starts_with("  1  ");
            assert!(receipt.lines().any(is_first), "numbered from 1: {said}");
        }
        "offers" => {
            let head = receipt.lines().next().unwrap();
            let asks = if wanted.is_empty() {
                "not filed"
            } else {
                "a question"
            };
            assert!(head.contains(asks), "{said}");
            let sheet = receipt.split("\n#orders").nth(1).unwrap();
            let live: Vec<&str> = sheet.lines().skip(1).collect();
            let live = live.into_iter().filter(|it| !it.starts_with([';', '#']));
            let live: Vec<&str> = live.take_while(|it| !it.is_empty()).collect();
            assert_eq!(live, wanted, "{said}");
        }
        "words" => {
            let mail = bench.text(&bench.last("worlds", "referee", ".note").message);
            assert!(mail.contains("a player writes to you"), "{mail}");
            assert!(one_line.contains("have passed it to the referee"), "{said}");
        }
        "letter" => {
            let mail = bench.text(&bench.last("worlds", "south", ".note").message);
            assert!(mail.contains(&format!("  : {rest}")), "{mail}");
            assert!(one_line.contains("goes to South"), "{said}");
        }
        "waits" => assert!(one_line.contains("you wrote WAIT"), "{said}"),
        "answers" | "asks" => assert!(one_line.contains(rest), "{said}"),
        other => panic!("{name}: what is `{other}`?"),
    }
}

#[test]
fn replies_come_to_what_they_mean() {
    let mut names: Vec<String> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|it| it.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() >= 40);
    let mut wrong = Vec::new();
    for name in names {
        let reply = fs::read_to_string(format!("{FOLDER}/{name}")).unwrap();
        if std::panic::catch_unwind(|| check(&name, &reply)).is_err() {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// A reply to the first report: its text, what is quoted below, and headers of its own.
fn answer(bench: &Bench, ours: &str, kind: &str, body: &str) -> String {
    let head = format!(
        "From: Ana <ana@example.org>\nTo: {{to}}\nSubject: Re: {{subject}}\nMessage-ID: \
         <own@phone.example>\nIn-Reply-To: {{id}}\nReferences: {{id}}\nMIME-Version: 1.0\n\
         Content-Type: {kind}\n\n{body}"
    );
    filled(bench, &head, ours)
}

const PLAIN: &str = "text/plain; charset=utf-8";

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Its player is told by name what was not read, and so is the referee.
#[test]
fn a_file_that_is_not_read_is_named() {
    for (kind, name, named) in [
        ("application/pdf", "orders.pdf", true),
        ("image/jpeg", "photo.jpg", true),
        ("application/msword", "my orders.docx", true),
        ("text/plain", "orders.txt", true),
        ("application/octet-stream", "", true),
        ("text/calendar", "invite.ics", false),
        ("application/pgp-signature", "signature.asc", false),
    ] {
        let (mut bench, ours) = answering("report");
        let body = format!(
            "--x\nContent-Type: {PLAIN}\n\nsee what I wrote there\n\n--x\nContent-Type: {kind}; \
             name=\"{name}\"\nContent-Disposition: attachment; filename=\"{name}\"\n\nplay \
             lowest\n--x--\n"
        );
        let mail = answer(&bench, &ours, "multipart/mixed; boundary=x", &body);
        bench.later(60).deliver(&mail);
        bench.later(60).tick();
        let said = one_line(&bench.receipt("worlds", "north"));
        let file = match name {
            "" => "a file without a name".to_owned(),
            _ => format!("`{name}`"),
        };
        let words = format!("{file} came with your mail and was not read");
        assert_eq!(
            said.to_lowercase().contains(&words.to_lowercase()),
            named,
            "{said}"
        );
        let note = &bench.last("worlds", "referee", ".note").message;
        let note = one_line(&bench.text(note));
        let passed = format!("[With it came {file}, not passed on.]");
        assert_eq!(note.contains(&passed), named, "{note}");
        assert!(note.contains("see what I wrote there"), "{note}");
    }
    // With orders in the mail it is named all the same, and a logo is no file.
    for (disposition, named) in [("attachment", true), ("inline", false)] {
        let (mut bench, ours) = answering("report");
        let body = format!(
            "--x\nContent-Type: {PLAIN}\n\nplay lowest\n\n--x\nContent-Type: image/png\n\
             Content-Disposition: {disposition}; filename=a.png\n\nx\n--x--\n"
        );
        let mail = answer(&bench, &ours, "multipart/mixed; boundary=x", &body);
        bench.later(60).deliver(&mail);
        bench.later(60).tick();
        let said = one_line(&bench.receipt("worlds", "north"));
        assert_eq!(in_force(&bench), ["PLAY LOWEST"]);
        assert_eq!(
            said.contains("`a.png` came with your mail"),
            named,
            "{said}"
        );
    }
}

/// Signs and long lines of an attribution and of what is quoted are not the player's.
#[test]
fn nothing_is_said_of_lines_that_others_wrote() {
    let long = format!(
        "<mailto:orders%2Bworlds@club.example?body={}>",
        "a".repeat(500)
    );
    for below in [
        format!(
            "On Sun, Nov 22, 2026 at 5:15\u{202f}PM Club <c@club.example> wrote:\n\n> \
             {long}\n{{quoted}}"
        ),
        format!(
            "________________________________\nFrom: Club <c@club.example>\nSent: Sunday 22 \
             November 2026 17:15\nTo: Ana\nSubject: x\n\nWrite orders \
             {long}\n\u{a0}\u{2013}\n{{plain}}"
        ),
    ] {
        let (mut bench, ours) = answering("report");
        let mail = answer(&bench, &ours, PLAIN, &format!("later r11\n\n{below}"));
        bench.later(60).deliver(&mail);
        bench.later(60).tick();
        assert_eq!(in_force(&bench), ["LATER R11"]);
        let said = bench.receipt("worlds", "north");
        for noise in ["no-break", "was read up to", "dash", "left out"] {
            assert!(!said.contains(noise), "{noise}: {said}");
        }
    }
    // Of the player's own they are told.
    let (mut bench, ours) = answering("report");
    let mail = answer(&bench, &ours, PLAIN, "later\u{a0}r11\n\n> x\n");
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert!(bench.receipt("worlds", "north").contains("no-break"));
}

/// Where nothing tells what is quoted, no line of it is offered as the player's.
#[test]
fn nothing_of_our_own_mail_is_offered() {
    let (mut bench, ours) = answering("report");
    let long = format!(
        "<mailto:orders%2Bworlds@club.example?body={}>",
        "a".repeat(300)
    );
    let text = format!("later r11\nprefer blu or so\n\n{{plain}}\n{long}");
    // Its sheet has lost its frame.
    let mail = answer(&bench, &ours, PLAIN, &text);
    let mail = mail
        .replace("\n#orders", "\norders")
        .replace("\n#end", "\nend");
    bench.later(60).deliver(&mail);
    bench.later(60).tick();
    assert!(in_force(&bench).is_empty());
    let said = bench.receipt("worlds", "north");
    assert!(said.contains("nothing has been filed yet"), "{said}");
    let sheet = said.split("\n#orders").nth(1).unwrap();
    let live: Vec<&str> = sheet
        .lines()
        .skip(1)
        .take_while(|it| *it != "#end")
        .collect();
    let live: Vec<&&str> = live.iter().filter(|it| !it.starts_with(';')).collect();
    assert_eq!(live, [&"LATER R11"], "{said}");
    // What it may have lost by that is named.
    let said = one_line(&said);
    assert!(
        said.contains("Left out, since it is in our own mail too"),
        "{said}"
    );
    assert!(said.contains(": PLAY R1/"), "{said}");
}
