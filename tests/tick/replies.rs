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
            assert!(one_line.contains("Your OK takes the sheet"), "{said}");
        }
        "offers" => {
            let head = receipt.lines().next().unwrap();
            assert!(head.contains("nothing is filed yet"), "{said}");
            let sheet = receipt.split("\n#orders").nth(1).unwrap();
            let live: Vec<&str> = sheet.lines().skip(1).collect();
            let live = live.into_iter().filter(|it| !it.starts_with([';', '#']));
            let live: Vec<&str> = live.take_while(|it| !it.is_empty()).collect();
            assert_eq!(live, wanted, "{said}");
        }
        "words" => {
            let mail = bench.text(&bench.last("worlds", "referee", ".note").message);
            assert!(mail.contains("a player writes to you"), "{mail}");
            assert!(one_line.contains("goes to the referee"), "{said}");
        }
        "letter" => {
            let mail = bench.text(&bench.last("worlds", "south", ".note").message);
            assert!(mail.contains(&format!("  : {rest}")), "{mail}");
            assert!(one_line.contains("Your letter goes to South"), "{said}");
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
