//! Replies of 46 mail programs, as each quotes our mail: what is typed above a quotation is its
//! writer's, whatever the language of the program.

use crate::programs::{Program, Typed, all, attributions, header_blocks, made_up, signatures};
use crate::support::{Bench, Match, WORLDS, header, seat};
use packetboat::clock::Moment;

/// What a reply came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Became {
    /// Filed at once, as meant.
    Filed,
    /// Offered, to be answered with OK.
    Asked,
    /// Anything else.
    Wrong,
}

/// A way to answer, and what is in force if it is taken as it was meant.
struct Way {
    name: &'static str,
    typed: Typed<'static>,
    /// Whether it answers a receipt, whose sheet holds an order, and not the first report.
    to_receipt: bool,
    wanted: &'static [&'static str],
}

const WAYS: [Way; 5] = [
    Way {
        name: "block",
        typed: Typed::Above(&["#orders worlds north turn 1", "LATER R11", "#end"]),
        to_receipt: false,
        wanted: &["LATER R11"],
    },
    Way {
        name: "edited",
        typed: Typed::Edited {
            from: "; advice:",
            to: "LATER R11",
        },
        to_receipt: false,
        wanted: &["LATER R11"],
    },
    Way {
        name: "bare orders",
        typed: Typed::Above(&["later r11", "prefer blue"]),
        to_receipt: false,
        wanted: &["LATER R11", "PREFER blue"],
    },
    Way {
        name: "suggestions",
        typed: Typed::Above(&["PLAY LOWEST", "DOME CHEAPEST"]),
        to_receipt: false,
        wanted: &["PLAY LOWEST", "DOME CHEAPEST"],
    },
    Way {
        name: "OK",
        typed: Typed::Above(&["OK"]),
        to_receipt: true,
        wanted: &["LATER R11"],
    },
];

/// A club with a report at the player's, and one with a receipt.
fn clubs() -> [Bench; 2] {
    let mut report = Bench::with(&Match { ..WORLDS });
    report.later(60).tick();
    let mut receipt = report.copy();
    receipt.send("worlds", "north", "1", "LATER R11");
    receipt.later(60).tick();
    [report, receipt]
}

fn in_force(bench: &Bench) -> Vec<String> {
    let lines = bench.campaign("worlds").table.in_force(seat("north"));
    lines.into_iter().map(|it| it.text).collect()
}

fn ours(bench: &Bench, kind: &str) -> Vec<u8> {
    bench.last("worlds", "north", kind).message.clone()
}

fn became(before: &Bench, mail: &[u8], wanted: &[&str]) -> (Became, String) {
    let mut bench = before.copy();
    let was = in_force(&bench);
    let receipts = bench.all("worlds", "north", ".receipt").count();
    bench.later(60).deliver_bytes(mail);
    bench.later(60).tick();
    if bench.all("worlds", "north", ".receipt").count() == receipts {
        return (Became::Wrong, "no receipt".to_owned());
    }
    let said = bench.receipt("worlds", "north");
    let ok = said.contains("understood. You may change");
    let now = in_force(&bench);
    let became = if now == wanted && (now != was || ok) {
        Became::Filed
    } else if now == was && said.contains("has been filed yet") {
        Became::Asked
    } else {
        Became::Wrong
    };
    (became, said)
}

fn try_way(way: &Way, clubs: &[Bench; 2], program: &Program) -> (Became, String) {
    let bench = &clubs[usize::from(way.to_receipt)];
    let kind = if way.to_receipt {
        ".receipt"
    } else {
        ".report"
    };
    let at = Moment::from_seconds(bench.now.seconds() + 30);
    let mail = program.reply(&ours(bench, kind), &way.typed, at);
    became(bench, &mail, way.wanted)
}

/// A block and an edited sheet are taken from each of them, bare orders, suggestions and OK from 44
/// at least; what is not taken is asked about.
#[test]
fn what_is_typed_in_46_programs_is_taken_as_it_was_meant() {
    let clubs = clubs();
    let mut table = String::new();
    for way in &WAYS {
        let (mut filed, mut odd) = (0, Vec::new());
        for program in all() {
            let (became, said) = try_way(way, &clubs, &program);
            match became {
                Became::Filed => filed += 1,
                Became::Asked => odd.push(format!("{} (asked)", program.name)),
                Became::Wrong => odd.push(format!("{} WRONG: {said}", program.name)),
            }
        }
        table += &format!("{}: {filed} of 46; {}\n", way.name, odd.join("; "));
        let least = if matches!(way.name, "block" | "edited") {
            46
        } else {
            44
        };
        table += if filed >= least { "" } else { "  too few\n" };
    }
    println!("{table}");
    assert!(
        !table.contains("WRONG") && !table.contains("too few"),
        "\n{table}"
    );
}

/// Where nothing marks the quotation, and its head is of no form at all.
#[test]
fn ok_above_an_unknown_head_is_ok() {
    let [_, receipt] = clubs();
    let message = ours(&receipt, ".receipt");
    let text = receipt.text(&message);
    let quoted: String = text.lines().skip(1).map(|it| format!("{it}\n")).collect();
    let of = |name: &str| header(&message, name).unwrap();
    for (head, taken) in [
        ("Sunday Galleon 22.11.26 17h15", Became::Filed),
        ("orders@club.example sed:", Became::Filed),
        (
            "Blurp 17 Sunday Galleon\nzu 22 orders@club.example",
            Became::Filed,
        ),
        ("", Became::Filed),
        ("but not the dome", Became::Asked),
    ] {
        let text = format!("OK\n\n{head}\n\n{quoted}");
        let mail = receipt.written("Ana <ana@example.org>", &of("Reply-To"), &text);
        let mail = format!("In-Reply-To: {}\n{mail}", of("Message-ID"));
        let (became, said) = became(&receipt, mail.as_bytes(), &["LATER R11"]);
        assert_eq!(became, taken, "{head}\n{said}");
    }
}

/// A reply in plain text: these lines, what a program puts above its quotation, and that.
fn plain(bench: &Bench, typed: &str, above: &str, marked: bool) -> String {
    let message = ours(bench, ".report");
    let of = |name: &str| header(&message, name).unwrap();
    let (to, id) = (of("Reply-To"), of("Message-ID"));
    let text = bench.text(&message);
    let mark = if marked { "> " } else { "" };
    let quoted: String = text
        .lines()
        .skip(1)
        .map(|it| format!("{mark}{it}\n"))
        .collect();
    let text = format!("{typed}\n\n{above}\n\n{quoted}");
    let mail = bench.written("Ana <ana@example.org>", &to, &text);
    format!("In-Reply-To: {id}\nReferences: {id}\n{mail}")
}

/// How many of these heads of a quotation end what is typed above them.
fn known(heads: &[(&'static str, String)], marked: bool) -> (usize, String) {
    let [report, _] = clubs();
    let (mut filed, mut odd) = (0, String::new());
    for (name, above) in heads {
        let mail = plain(&report, "PLAY LOWEST\nDOME CHEAPEST", above, marked);
        let wanted = ["PLAY LOWEST", "DOME CHEAPEST"];
        match became(&report, mail.as_bytes(), &wanted) {
            (Became::Filed, _) => filed += 1,
            (Became::Asked, _) => odd += &format!("{name}: asked\n{above}\n"),
            (Became::Wrong, said) => odd += &format!("{name}: WRONG\n{above}\n{said}\n"),
        }
    }
    assert!(!odd.contains("WRONG"), "{odd}");
    (filed, odd)
}

#[test]
fn attributions_need_no_list_of_languages() {
    let heads = attributions("Sunday Galleon", "orders@club.example");
    assert_eq!(heads.len(), 44);
    let (filed, odd) = known(&heads, true);
    assert!(filed >= 40, "{filed}\n{odd}");
    let (filed, odd) = known(&heads, false);
    assert!(filed >= 36, "{filed}\n{odd}");
}

#[test]
fn heads_of_older_mails_need_no_list_of_languages() {
    let address = "orders@club.example";
    let heads = header_blocks("Sunday Galleon", address, "[worlds] turn 1");
    assert_eq!(heads.len(), 19);
    let (filed, odd) = known(&heads, false);
    assert!(filed >= 17, "{filed}\n{odd}");
}

/// Not even one that exists.
#[test]
fn a_language_that_does_not_exist_is_known_too() {
    let heads = made_up("Sunday Galleon", "orders@club.example");
    assert_eq!(heads.len(), 10);
    let (filed, odd) = known(&heads, true);
    assert_eq!(filed, 10, "{odd}");
}

/// A mail that is sent again is no second one: what it says last is not left out.
#[test]
fn a_mail_sent_again_makes_no_signature() {
    let [report, _] = clubs();
    let mut bench = report.copy();
    for round in 0..4 {
        let text = "later r11\n\nonly when blue leads";
        let mail = plain(&bench, text, &format!("Zu 9:0{round} @:"), true);
        bench.later(60).deliver(&mail);
        bench.later(60).tick();
        let said = bench.receipt("worlds", "north");
        assert!(said.contains("nothing has been filed yet"), "{said}");
        assert!(in_force(&bench).is_empty());
    }
}

/// A line that ends several mails of a player is a signature.
#[test]
fn a_line_that_ends_several_mails_is_a_signature() {
    let [report, _] = clubs();
    for (name, signature) in signatures() {
        let mut bench = report.copy();
        let mut said = Vec::new();
        for order in ["later r11", "prefer blue", "play lowest"] {
            let mail = plain(
                &bench,
                &format!("{order}\n\n{signature}"),
                "Zu 9:00 @:",
                true,
            );
            bench.later(60).deliver(&mail);
            bench.later(60).tick();
            said.push(bench.receipt("worlds", "north"));
        }
        assert_eq!(
            in_force(&bench),
            ["PLAY LOWEST"],
            "{name}: {signature}\n{}",
            said.concat()
        );
    }
}
