//! The order language: the data of its specification, and the examples of five games.

mod language;
mod lost;
mod meant;
mod offers;
mod wrapped;

use language::{Language, grammar};
use packetboat::lang::block::{Known, KnownCampaign, opener};
use packetboat::lang::diagnostic::{Diagnostic, show};
use packetboat::lang::form::Form;
use packetboat::lang::letter::To;
use packetboat::lang::read::read;
use packetboat::lang::reading::{Context, Reading};
use packetboat::lang::request::Request;
use packetboat::lang::sheet::{Readiness, Scope, SheetNo};
use packetboat::lang::sheet_names::SheetNames;
use packetboat::lang::write::{usage, write};
use serde::Deserialize;
use std::collections::BTreeMap;

const GAMES: [&str; 5] = [
    "these-new-worlds",
    "new-world-1500",
    "voyages-1492",
    "anno-1503",
    "conquistador",
];

#[derive(Deserialize)]
struct Data {
    openers: Vec<(String, String, String, String)>,
    wraps: Vec<(String, Vec<String>, Vec<String>)>,
    reads: BTreeMap<String, Vec<(String, String)>>,
    faults: BTreeMap<String, Vec<(String, String, String, String)>>,
}

fn data() -> Data {
    toml::from_str(include_str!("lang/orders.toml")).expect("the data")
}

fn seats() -> Vec<String> {
    ["spain", "england", "france"].map(str::to_owned).to_vec()
}

/// Reads for sheet 6 of a game whose turns have no parts, in the language of the first seat that
/// finds no fault in it.
fn read_in(language: &Language, text: &str) -> Reading {
    let seats = seats();
    let context = Context {
        campaign: "new-spain",
        seats: &seats,
        sheet: SheetNo::whole(6),
        open: SheetNo::whole(6),
        parts: 0,
        last: None,
        names: &SheetNames::NONE,
    };
    let mut readings = language.of_seats().map(|it| read(it, &context, text));
    let first = readings.next().expect("there are seats");
    if first.faults.is_empty() {
        first
    } else {
        readings.find(|it| it.faults.is_empty()).unwrap_or(first)
    }
}

/// All that was understood, in its one spelling and in written order.
fn printed(reading: &Reading) -> Vec<String> {
    let mut all: Vec<(u32, String)> = reading.common.clone();
    all.extend(
        reading
            .lines
            .iter()
            .map(|it| (it.number, it.printed.clone())),
    );
    all.sort();
    all.into_iter().map(|it| it.1).collect()
}

fn shown(fault: &Diagnostic) -> (String, &str, &str) {
    let place = format!("{}+{}", fault.span.column, fault.span.width);
    (place, &fault.reason, &fault.hint)
}

#[test]
fn lines_read_as_the_specification_says() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (game, lines) in data().reads {
        let grammar = grammar(&game);
        for (line, want) in lines {
            count += 1;
            let want = if want == "=" { line.clone() } else { want };
            let reading = read_in(&grammar, &line);
            let got = printed(&reading);
            if got != [want.clone()] || !reading.faults.is_empty() {
                let faults = &reading.faults;
                wrong.push(format!("{line}\n  want {want}\n  got  {got:?} {faults:?}"));
            }
            let again = read_in(&grammar, &want);
            if printed(&again) != [want.clone()] {
                wrong.push(format!(
                    "not its own spelling: {want}: {:?}",
                    printed(&again)
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(count, 78);
}

#[test]
fn faults_are_explained_as_the_specification_says() {
    let mut wrong = Vec::new();
    for (game, faults) in data().faults {
        let grammar = grammar(&game);
        for (line, place, reason, hint) in faults {
            let reading = read_in(&grammar, &line);
            let got: Vec<_> = reading.faults.iter().map(shown).collect();
            if got != [(place.clone(), reason.as_str(), hint.as_str())] {
                let all = printed(&reading);
                wrong.push(format!(
                    "{line}\n  want {place} {reason} | {hint}\n  got  {got:?} {all:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn broken_lines_are_joined() {
    let mut wrong = Vec::new();
    for (game, lines, want) in data().wraps {
        let reading = read_in(&grammar(&game), &lines.join("\n"));
        let mut got = printed(&reading);
        got.extend(reading.faults.iter().map(|_| "fault".to_owned()));
        if got != want {
            wrong.push(format!(
                "{lines:?}\n  want {want:?}\n  got  {got:?} {:?}",
                reading.faults
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn openers_are_explained() {
    let campaigns = [KnownCampaign {
        name: "new-spain".to_owned(),
        seats: seats(),
        open: "6a".parse().expect("a sheet"),
        parts: 2,
        last: None,
        names: SheetNames::NONE,
    }];
    let known = Known {
        campaigns: &campaigns,
    };
    for (line, place, reason, hint) in data().openers {
        let fault = opener(&known, &line).expect_err(&line);
        assert_eq!(
            shown(&fault),
            (place, reason.as_str(), hint.as_str()),
            "{line}"
        );
        assert_eq!(fault.span.line, 0, "{line}");
    }
}

/// What stands in the file of one game.
#[derive(Deserialize)]
struct Examples {
    /// A line and its printed form; `=`: the same.
    reads: Vec<(String, String)>,
    /// A line that is a fault, with its place, reason and hint.
    #[serde(default)]
    faults: Vec<(String, String, String, String)>,
    /// Whole sheets.
    sheets: Vec<Sheet>,
}

/// A sheet of several lines, and the printed forms of all that is read in it.
#[derive(Deserialize)]
struct Sheet {
    text: String,
    reads: Vec<String>,
}

fn examples(game: &str) -> Examples {
    let text = match game {
        "these-new-worlds" => include_str!("lang/examples/these-new-worlds.toml"),
        "new-world-1500" => include_str!("lang/examples/new-world-1500.toml"),
        "voyages-1492" => include_str!("lang/examples/voyages-1492.toml"),
        "anno-1503" => include_str!("lang/examples/anno-1503.toml"),
        "conquistador" => include_str!("lang/examples/conquistador.toml"),
        other => panic!("no game {other}"),
    };
    toml::from_str(text).unwrap_or_else(|it| panic!("{game}: {it}"))
}

/// The lines of a game's file as they are typed there.
fn example_lines(game: &str) -> Vec<String> {
    examples(game).reads.into_iter().map(|it| it.0).collect()
}

#[test]
fn examples_read_one_way_and_print_as_they_read() {
    let mut wrong = Vec::new();
    for game in GAMES {
        let grammar = grammar(game);
        for (line, want) in examples(game).reads {
            let want = if want == "=" { line.clone() } else { want };
            for text in [&line, &want] {
                let reading = read_in(&grammar, text);
                if printed(&reading) != [want.clone()] || !reading.faults.is_empty() {
                    let got = printed(&reading);
                    let faults: Vec<_> = reading.faults.iter().map(shown).collect();
                    wrong.push(format!(
                        "{game}: {text}\n  want {want}\n  got  {got:?} {faults:?}"
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_faults_are_explained() {
    let mut wrong = Vec::new();
    for game in GAMES {
        let grammar = grammar(game);
        for (line, place, reason, hint) in examples(game).faults {
            let reading = read_in(&grammar, &line);
            let got: Vec<_> = reading.faults.iter().map(shown).collect();
            if got != [(place, reason.as_str(), hint.as_str())] {
                wrong.push(format!("{game}: {line}\n  got {got:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whole_sheets_read() {
    for game in GAMES {
        let grammar = grammar(game);
        for Sheet { text, reads } in examples(game).sheets {
            let reading = read_in(&grammar, &text);
            assert!(reading.faults.is_empty(), "{text}: {:?}", reading.faults);
            assert_eq!(printed(&reading), reads, "{text}");
        }
    }
}

/// A small generator of numbers, the same in every run.
struct Rolls(u64);

impl Rolls {
    fn below(&mut self, sides: u32) -> u32 {
        // Xorshift: no dice are needed here, only variety.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from(self.0 >> 33).expect("31 bits") % sides
    }
}

/// A written line without its IF and its ELSE.
fn bare(line: &str) -> &str {
    let order = line.split(" ELSE ").next().unwrap_or_default();
    order.split(" IF ").next().unwrap_or_default()
}

#[test]
fn every_test_reads_behind_an_order_it_may_be_asked_in() {
    let mut rolls = Rolls(1492);
    for game in GAMES {
        let grammar = grammar(game);
        for test in &grammar.tests {
            let fits = |it: &&Form| test.only.is_empty() || test.only.contains(&it.name);
            let order = grammar
                .orders
                .iter()
                .find(fits)
                .expect("an order for each test");
            for _ in 0..20 {
                let line = write(&grammar, order, &mut |it| rolls.below(it));
                let verb = line.find(order.name).expect("a line holds its verb");
                let order = bare(&line[verb..]);
                let test = write(&grammar, test, &mut |it| rolls.below(it));
                let test = bare(&test);
                let line = format!("{order} IF {test} AND NOT {test}");
                let reading = read_in(&grammar, &line);
                let once = printed(&reading);
                assert!(
                    reading.faults.is_empty(),
                    "{game}: {line}: {:?}",
                    reading.faults
                );
                assert_eq!(once.len(), 1, "{game}: {line}: {once:?}");
                assert_eq!(
                    printed(&read_in(&grammar, &once[0])),
                    once,
                    "{game}: {line}"
                );
            }
        }
    }
}

#[test]
fn what_a_form_writes_it_reads() {
    let mut rolls = Rolls(1503);
    for game in GAMES {
        let grammar = grammar(game);
        for form in &grammar.orders {
            assert!(
                usage(&form.slots).starts_with(form.name),
                "{}",
                usage(&form.slots)
            );
            for _ in 0..60 {
                let line = write(&grammar, form, &mut |it| rolls.below(it));
                let reading = read_in(&grammar, &line);
                assert!(
                    reading.faults.is_empty(),
                    "{game}: {line}: {:?}",
                    reading.faults
                );
                let once = printed(&reading);
                assert_eq!(once.len(), 1, "{game}: {line}: {once:?}");
                let again = printed(&read_in(&grammar, &once[0]));
                assert_eq!(again, once, "{game}: {line}");
            }
        }
    }
}

const HOSTILE: [&str; 24] = [
    "\u{a0}",
    "é",
    "€",
    "e\u{301}",
    "🀄",
    "\0",
    ",",
    "/",
    ">=",
    "=",
    "..",
    ":",
    "(",
    ")",
    "\"",
    "'",
    "IF",
    "NOT",
    "ELSE",
    "THEN",
    "AND",
    "-",
    "99999999999999999999",
    "\u{202e}",
];

#[test]
fn hostile_words_cost_their_line_at_most() {
    for game in GAMES {
        let grammar = grammar(game);
        for line in example_lines(game) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for at in 0..=words.len() {
                for hostile in HOSTILE {
                    let mut words = words.clone();
                    words.insert(at, hostile);
                    let text = words.join(" ");
                    let reading = read_in(&grammar, &text);
                    assert!(
                        reading.faults.len() <= 1,
                        "{game}: {text}: {:?}",
                        reading.faults
                    );
                    let lines = ["#orders", &text];
                    for fault in &reading.faults {
                        let shown = show(&lines, fault);
                        assert!(!shown.chars().any(|it| it.is_control() && it != '\n'));
                    }
                }
            }
        }
    }
}

#[test]
fn nothing_panics_on_garbled_blocks() {
    let mut rolls = Rolls(77);
    for game in GAMES {
        let grammar = grammar(game);
        let lines = example_lines(game);
        for _ in 0..600 {
            let mut text = String::new();
            for _ in 0..1 + rolls.below(6) {
                let line = &lines[rolls.below(lines.len() as u32) as usize];
                for word in line.split_inclusive([' ', ',', '/', '.']) {
                    match rolls.below(8) {
                        0 => text.push_str(HOSTILE[rolls.below(24) as usize]),
                        1 => text.push('\n'),
                        2 => {}
                        3 => text.extend(word.chars().rev()),
                        _ => text.push_str(word),
                    }
                }
                text.push('\n');
            }
            let reading = read_in(&grammar, &text);
            let mut places: Vec<u32> = reading.faults.iter().map(|it| it.span.line).collect();
            places.dedup();
            assert_eq!(
                places.len(),
                reading.faults.len(),
                "{text}: {:?}",
                reading.faults
            );
            // What is offered in its place reads without a fault.
            let corrected = read_in(&grammar, &reading.corrected.join("\n"));
            assert!(
                corrected.faults.is_empty(),
                "{text}\n{:?}",
                corrected.faults
            );
        }
    }
}

#[test]
fn very_long_blocks_are_quick() {
    let long = [
        "PLAY R1/".repeat(12_500),
        "(".repeat(100_000),
        "x".repeat(100_000),
        "PLAY WR IF NOT TOP IS 3 AND ".repeat(4_000),
        "PLAY R1 ELSE ".repeat(8_000),
        "LATER R1,\n".repeat(10_000),
        "PLAY trade\nconvoy\n".repeat(5_000),
        "\"".repeat(100_000),
        "foo bar\n".repeat(10_000),
    ];
    let begun = std::time::Instant::now();
    for game in GAMES {
        let grammar = grammar(game);
        for text in &long {
            let reading = read_in(&grammar, text);
            assert!(reading.faults.len() <= 2_000);
        }
    }
    let spent = begun.elapsed();
    assert!(spent.as_secs() < 20, "{spent:?}");
}

/// Reads for sheet 6a of a game with two sheets a turn.
fn read_part(text: &str) -> Reading {
    let seats = seats();
    let sheet = "6a".parse().expect("a sheet");
    let context = Context {
        campaign: "new-spain",
        seats: &seats,
        sheet,
        open: sheet,
        parts: 2,
        last: None,
        names: &SheetNames::NONE,
    };
    read(&grammar("conquistador"), &context, text)
}

#[test]
fn a_faulty_sheet_comes_back_corrected() {
    let text = "BUY 2 carracks, 5 soldiers\n\
                EXPEDITION S1 FORM europe SHIPS 2 carracks LOAD 5 soldiers\n  LAND veracruz\n\
                HEMI S1 TO nombre-de-dios\nIF france AT veracruz\nBUY car 1";
    let reading = read_part(text);
    let corrected = [
        "BUY 2 carracks, 5 soldiers",
        "EXPEDITION S1 FROM europe SHIPS 2 carracks LOAD 5 soldiers LAND veracruz",
        "HEMI S1 TO nombre-de-dios IF france AT veracruz",
        "; BUY car 1",
    ];
    assert_eq!(reading.corrected, corrected);
    let places: Vec<_> = reading
        .faults
        .iter()
        .map(|it| (it.span.line, it.span.column))
        .collect();
    assert_eq!(places, [(2, 15), (6, 5)]);
    let joined: Vec<&str> = reading.repairs.iter().map(|it| it.1.as_str()).collect();
    assert_eq!(
        joined,
        ["lines 2 and 3 were joined", "lines 4 and 5 were joined"]
    );
}

#[test]
fn lines_belong_to_their_sheets() {
    let check = |text: &str, want: &[&str], reasons: &[&str]| {
        let reading = read_part(text);
        let scoped = |line: &packetboat::lang::said::OrderLine| match line.scope {
            Scope::Sheet { sheet } => format!("{sheet} {}", line.printed),
            Scope::Standing { .. } => line.printed.clone(),
        };
        let lines: Vec<String> = reading.lines.iter().map(scoped).collect();
        assert_eq!(lines, want, "{text}");
        let faults: Vec<&str> = reading.faults.iter().map(|it| it.reason.as_str()).collect();
        assert_eq!(faults, reasons, "{text}");
    };
    check(
        "BUY 1 carrack\nTURN 6b\nPREACH inc",
        &["6a BUY 1 carrack", "6b PREACH INC"],
        &[],
    );
    let wrong = "PREACH belongs to sheet 6b; this is sheet 6a";
    check("PREACH inc\nBUY 1 carrack", &["6a BUY 1 carrack"], &[wrong]);
    check("STANDING PREACH inc", &["STANDING PREACH INC"], &[]);
    let played = "turn 5b has been played; turn 6a is open now";
    check(
        "BUY 1 carrack\nTURN 5b\nPREACH inc",
        &["6a BUY 1 carrack"],
        &[played],
    );
    check(
        "HEMI S1 TO cuba IF NL inc IS 0 ELSE EMBARK S1 all",
        &["6a HEMI S1 TO cuba IF NL INC IS 0 ELSE EMBARK S1 ALL"],
        &[],
    );
    let alone = "CANCEL must be alone in its sheet, without orders";
    check("CANCEL\nBUY 1 carrack", &["6a BUY 1 carrack"], &[alone]);
    check("", &[], &[]);
}

#[test]
fn common_lines_are_understood() {
    let text = "check\nwait\nSTATUS\nReport 3\nhelp move\nGo ahead!\nRESIGN New-Spain\n\
                AWAY 2026-12-24 .. 2027-01-02\nCLEAR ALL\nclear retreat nombre de dios\n\
                MESSAGE TO england, france\n#orders are not orders here\nBUY war\nEND\n\
                LEG 2";
    let reading = read_part(text);
    assert!(reading.check && reading.resigns && !reading.empty);
    assert_eq!(
        reading.ready.values().collect::<Vec<_>>(),
        [&Readiness::GoAhead]
    );
    assert_eq!(
        reading.requests,
        [
            Request::Status,
            Request::Report(Some(SheetNo::whole(3))),
            Request::Help(Some("MOVE".to_owned())),
        ]
    );
    assert_eq!(
        reading.absences,
        [("2026-12-24".to_owned(), "2027-01-02".to_owned())]
    );
    assert_eq!(reading.clears[0].key, None);
    let key = ["RETREAT", "nombre-de-dios"].map(str::to_owned).to_vec();
    assert_eq!(reading.clears[1].key, Some(key));
    assert_eq!(reading.letters.len(), 1);
    let to = ["england", "france"].map(str::to_owned).to_vec();
    assert_eq!(reading.letters[0].to, To::Seats(to));
    assert_eq!(
        reading.letters[0].text,
        "#orders are not orders here\nBUY war"
    );
    let faults: Vec<&str> = reading.faults.iter().map(|it| it.reason.as_str()).collect();
    assert_eq!(faults, ["no order is called `LEG`"]);
    assert_eq!(
        reading.corrected,
        [
            "WAIT",
            "GOAHEAD",
            "CLEAR ALL",
            "CLEAR RETREAT nombre-de-dios",
            "; LEG 2",
        ]
    );
}

#[test]
fn a_letter_without_end_takes_what_is_below() {
    let reading = read_part("BUY 1 carrack\nMESSAGE TO ALL\nhello\nPREACH inc");
    assert_eq!(printed(&reading), ["BUY 1 carrack"]);
    assert_eq!(reading.faults.len(), 1);
    assert_eq!(reading.faults[0].span.line, 2);
    assert!(reading.letters.is_empty());
    let told = "lines 3 to 4 were not read: a letter above has no END";
    assert_eq!(reading.repairs, [(3, told.to_owned())]);
}

#[test]
fn comments_and_blank_lines_are_an_empty_sheet() {
    assert!(read_part("; nothing\n\n# at all").empty);
    assert!(!read_part("foo").empty);
    let broken = "BUY 1 carrack ; and then we shall see whether the wind is any\ngood for us";
    let reading = read_part(broken);
    let hint = "if it belongs to the comment above, write `;` before it";
    assert_eq!(reading.faults[0].hint, hint);
}

#[test]
fn standing_lines_have_their_keys() {
    let check = |game: &str, line: &str, want: &[&str]| {
        let reading = read_in(&grammar(game), line);
        assert!(reading.faults.is_empty(), "{line}: {:?}", reading.faults);
        assert_eq!(reading.lines[0].key, want, "{line}");
    };
    check("these-new-worlds", "STANDING HOLD raid", &["HOLD", "WR"]);
    check("these-new-worlds", "STANDING DOME NEVER", &["DOME"]);
    check(
        "new-world-1500",
        "STANDING REACT HOLD fate VS war",
        &["REACT", "FATE"],
    );
    check("new-world-1500", "STANDING REACT DEFAULTS", &["REACT"]);
    check(
        "new-world-1500",
        "STANDING PLAGUE PLEDGE 3",
        &["PLAGUE", "PLEDGE"],
    );
    check("anno-1503", "STANDING SAIL SHIP 2: E", &["SAIL", "2"]);
    check("anno-1503", "STANDING BRIDGE ALL HOME", &["BRIDGE", "ALL"]);
    check("conquistador", "STANDING STANCE s1 FLEE", &["STANCE", "S1"]);
    check(
        "conquistador",
        "STANDING RETREAT TO cuba FROM lima",
        &["RETREAT", "rimac"],
    );
    let deal = "STANDING DEAL spain PAYS france 5, england PAYS spain 3";
    check(
        "conquistador",
        deal,
        &["DEAL", "england", "france", "spain"],
    );
}
