//! Orders without proof: a yes does what the question shows, and nothing else; and nobody keeps a
//! player from ordering by writing in his name.

use crate::support::{Bench, DUEL, Match, WORLDS, header, seat};
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::inbox::arrival::{Arrival, Source, Wish};
use packetboat::desk::inbox::opened::OpenedMail;
use packetboat::desk::turn::turn_over::turn_over;
use packetboat::engine::seat::Seat;
use packetboat::mail::parse;
use packetboat::store::draft::Draft;
use packetboat::store::entry::{DeskState, Verdict};
use packetboat_testkit::simulate::chance::Chance;
use std::collections::{BTreeMap, BTreeSet};

const CLUB: &str = "orders@club.example";
const ELSEWHERE: &str = "ana@elsewhere.example";

/// How many blocks are made at random, and how many of them for the larger game.
const BLOCKS: u32 = 4_000;
const BLOCKS_OF_WORLDS: u32 = 800;

/// Lines that every game has, right and wrong.
const COMMON: [&str; 35] = [
    "WAIT",
    "GOAHEAD",
    "GO AHEAD",
    "CANCEL",
    "CLEAR ALL",
    "CLEAR BID",
    "CLEAR PREFER",
    "TURN 1",
    "TURN 2",
    "TURN 3",
    "TURN 99",
    "LEG 2",
    "AWAY 2026-12-24..2027-01-02",
    "AWAY 2026-11-20..2026-11-24",
    "AWAY 2020-01-01..2020-01-02",
    "AWAY NONE",
    "AWAY soon",
    "MESSAGE TO south\nGive in, or I resign.\nEND",
    "MESSAGE ALL\nRESIGN duel\nEND",
    "MESSAGE TO south\nno end",
    "NEWS\nGive in, all of you.\nRESIGN duel\nEND",
    "NEWS ANONYMOUS\nno end",
    "NEWS NONE",
    "RESIGN duel",
    "RESIGN worlds",
    "ADDRESS thief@evil.example",
    "CONFIRM 0123456789",
    "REPORT",
    "REPORT 1",
    "STATUS",
    "HELP",
    "HELP BID",
    "; a comment",
    "wobble, wobble",
    "IF",
];

/// A block of up to a dozen lines; now and then a very long one.
fn block(chance: &mut Chance, campaign: &Campaign, open: &str) -> String {
    let lines = match chance.below(200) {
        0 => 70,
        _ => 1 + chance.below(12),
    };
    let mut text = format!("{open}\n");
    for _ in 0..lines {
        let mut line = match chance.below(5) {
            0..3 => {
                let mut roll = |bound: u32| chance.below(bound.max(1));
                campaign.table.random_line(seat("north"), &mut roll)
            }
            _ => (*chance.pick(&COMMON)).to_owned(),
        };
        if chance.below(6) == 0 {
            line = format!("STANDING {line}");
        }
        if chance.below(30) == 0 {
            line = format!("CHECK\n{line}");
        }
        if chance.below(12) == 0 {
            line.push_str("  ; why not");
        }
        text.push_str(&line);
        text.push('\n');
    }
    text + "#end\n"
}

fn arrival(bench: &Bench, file: u32, text: &str) -> Arrival {
    let raw = bench.written(ELSEWHERE, CLUB, text);
    Arrival {
        from: Source::Maildir,
        file: format!("{file}"),
        arrived: bench.now,
        seat: seat("north"),
        token: None,
        trusted: false,
        wish: Wish::Orders,
        mail: OpenedMail::open(parse(raw.as_bytes(), &bench.club.house)),
    }
}

/// What may change by a mail.
struct Position {
    state: String,
    /// Seat, sheet (empty: standing) and text of each line, and how often it is there.
    lines: BTreeMap<(String, String, String), u32>,
    /// Seat, sheet and readiness of what counts as sent.
    filed: BTreeSet<(String, String, String)>,
    desk: DeskState,
}

impl Position {
    fn of(campaign: &Campaign, desk: &DeskState) -> Self {
        let files = campaign.table.save();
        let book: toml::Table = files.book.parse().unwrap();
        let word = |value: &toml::Value, key: &str| {
            let found = value.get(key).and_then(toml::Value::as_str);
            found.unwrap_or_default().to_owned()
        };
        let mut lines = BTreeMap::new();
        let seats = book.get("seats").and_then(toml::Value::as_table);
        for (name, own) in seats.into_iter().flatten() {
            for line in own.as_array().into_iter().flatten() {
                let key = (name.clone(), word(line, "sheet"), word(line, "text"));
                *lines.entry(key).or_insert(0) += 1;
            }
        }
        let filed = book.get("filed").and_then(toml::Value::as_array);
        let filed = filed.into_iter().flatten();
        Position {
            state: files.state,
            lines,
            filed: filed
                .map(|it| (word(it, "seat"), word(it, "sheet"), word(it, "ready")))
                .collect(),
            desk: desk.clone(),
        }
    }
}

/// What a question shows.
#[derive(Debug)]
struct Shown {
    code: String,
    deeds: Vec<String>,
    sent: String,
    text: String,
}

fn said(bench: &Bench, bytes: &[u8]) -> Vec<String> {
    let mail = parse(bytes, &bench.club.house);
    mail.body.lines().iter().map(|it| it.raw.clone()).collect()
}

fn shown(bench: &Bench, draft: &Draft) -> Option<Shown> {
    let out = draft
        .out
        .iter()
        .find(|it| it.key.as_str().contains(".refusal"))?;
    let lines = said(bench, &out.bytes);
    let code = lines.iter().find_map(|it| it.strip_prefix("; CONFIRM "));
    let code = code?.trim().to_owned();
    let mut deeds: Vec<String> = Vec::new();
    for line in &lines {
        match (line.strip_prefix("  :   "), line.strip_prefix("  : ")) {
            (Some(more), _) => {
                let last = deeds.last_mut().unwrap();
                last.push(' ');
                last.push_str(more);
            }
            (None, Some(deed)) => deeds.push(deed.to_owned()),
            (None, None) => {}
        }
    }
    let text = lines.join(" ");
    let sent = text.split("Your sheet for turn").nth(1);
    let sent = sent.and_then(|it| it.split("If these are yours").next());
    Some(Shown {
        code,
        deeds,
        sent: sent.unwrap_or_default().to_owned(),
        text,
    })
}

impl Shown {
    fn has(&self, deed: &str) -> bool {
        self.deeds.iter().any(|it| it == deed)
    }

    fn begins(&self, deed: &str) -> bool {
        self.deeds.iter().any(|it| it.starts_with(deed))
    }

    /// Whether a sheet stands among those that the sentence names: ` 1`, ` 1 and 2`.
    fn names(&self, sentence: &str, sheet: &str) -> bool {
        let words = sentence.split([' ', ',', '.']);
        words
            .take_while(|it| !["counts", "before"].contains(it))
            .any(|it| it == sheet)
    }

    fn counts(&self, sheet: &str) -> bool {
        self.names(&self.sent, sheet)
    }

    fn replaces(&self, sheet: &str) -> bool {
        let sentence = self.sent.split("sent for turn").nth(1);
        sentence.is_some_and(|it| self.names(it, sheet))
    }
}

/// Everything that a yes has changed stands in the question. How much that was.
fn check(before: &Position, after: &Position, shown: &Shown, block: &str) -> u32 {
    let why = || format!("{block}\n{shown:?}");
    assert_eq!(before.state, after.state, "{}", why());
    let mut effects = 0;
    let keys: BTreeSet<_> = before.lines.keys().chain(after.lines.keys()).collect();
    for key @ (of, sheet, text) in keys {
        let count = |it: &Position| it.lines.get(key).copied().unwrap_or(0);
        let (old, new) = (count(before), count(after));
        if old == new {
            continue;
        }
        effects += 1;
        assert_eq!(of, "north", "{}", why());
        let stands = sheet.is_empty();
        let there = match (new > old, stands) {
            (true, true) => shown.has(text),
            (true, false) => shown.has(&format!("turn {sheet}: {text}")),
            (false, true) => {
                shown.begins("CLEAR ") || shown.text.contains("A standing order replaces")
            }
            (false, false) => {
                shown.replaces(sheet)
                    || shown.has(&format!(
                        "CANCEL: your orders for turn {sheet} are withdrawn"
                    ))
            }
        };
        assert!(there, "{sheet} {text}: {old} to {new}: {}", why());
    }
    for (of, sheet, ready) in before.filed.symmetric_difference(&after.filed) {
        effects += 1;
        assert_eq!(of, "north", "{}", why());
        let cancelled = shown.begins(&format!("CANCEL: your orders for turn {sheet} "));
        assert!(
            shown.counts(sheet) || cancelled,
            "{sheet} {ready}: {}",
            why()
        );
        let new = after
            .filed
            .contains(&(of.clone(), sheet.clone(), ready.clone()));
        match (ready.as_str(), new) {
            ("wait", true) => assert!(shown.begins(&format!("WAIT: turn {sheet} ")), "{}", why()),
            ("go-ahead", true) => {
                let deed = format!("GOAHEAD: nobody waits for you for the rest of turn {sheet}");
                assert!(shown.has(&deed), "{}", why());
            }
            _ => {}
        }
    }
    effects + check_desk(&before.desk, &after.desk, shown, &why())
}

fn check_desk(before: &DeskState, after: &DeskState, shown: &Shown, why: &str) -> u32 {
    let north = seat("north");
    let mut effects = 0;
    let dates = |desk_state: &DeskState| -> BTreeSet<String> {
        let own = desk_state.seats.get(north).away.iter();
        own.map(ToString::to_string).collect()
    };
    for date in dates(after).difference(&dates(before)) {
        effects += 1;
        assert!(shown.begins("AWAY 2026-1"), "{date}: {why}");
    }
    for date in dates(before).difference(&dates(after)) {
        effects += 1;
        assert!(shown.begins("AWAY "), "{date}: {why}");
    }
    let away = shown.begins("AWAY ");
    assert!(away || before.deadline == after.deadline, "{why}");
    // Whatever else the desk knows is as it was, but for the marks that a sheet leaves.
    let mut rest = after.clone();
    rest.last_sheet_at = before.last_sheet_at;
    rest.submissions = before.submissions;
    rest.questions = before.questions;
    rest.delivered = before.delivered;
    if away {
        rest.deadline = before.deadline;
        rest.moved.clone_from(&before.moved);
    }
    for seat in after.seats.iter().map(|it| it.0) {
        let (is, was) = (rest.seats.of(seat), before.seats.get(seat));
        is.away.clone_from(&was.away);
        is.asking.clone_from(&was.asking);
        is.sheets.clone_from(&was.sheets);
        is.answered = was.answered;
        if away {
            // What the others' calendars were told of it.
            is.calendar.clone_from(&was.calendar);
            is.stretched = was.stretched;
            // How often the others were told of absences; no letter went out.
            assert!(is.letters.is_none_or(|it| it.count == 0), "{why}");
            is.letters = was.letters;
        }
    }
    assert_eq!(&rest, before, "{why}");
    effects
}

/// Who gets mail besides north; and nothing but a word of an absence.
fn check_mails(bench: &Bench, draft: &Draft, shown: &Shown, block: &str) {
    for mail in &draft.out {
        if mail.seat == Some(seat("north")) {
            let ours = [".refusal", ".receipt"];
            assert!(
                ours.iter().any(|it| mail.key.as_str().contains(it)),
                "{block}"
            );
            continue;
        }
        let subject = parse(&mail.bytes, &bench.club.house).subject;
        assert!(subject.contains("away"), "{subject}: {block}\n{shown:?}");
        assert!(shown.begins("AWAY "), "{subject}: {block}\n{shown:?}");
    }
}

/// A campaign with lines and absences to be lost.
fn furnished(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    let id = wanted.id;
    let good = bench.good_lines(id, seat("north"));
    let lines = format!("{good}\nTURN 2\n{good}\nAWAY 2026-12-27..2026-12-29");
    bench.send(id, "north", "1", &lines);
    bench.tick();
    let mut chance = Chance::new(7);
    let campaign = bench.campaign(id);
    for _ in 0..40 {
        let mut roll = |bound: u32| chance.below(bound.max(1));
        let line = campaign.table.random_line(seat("north"), &mut roll);
        bench.send(id, "north", "1", &format!("STANDING {line}"));
    }
    bench.later(60).tick();
    bench.later(25 * 3_600);
    bench
}

/// What came of blocks made at random.
#[derive(Debug, Default)]
struct Tried {
    asked: u32,
    effects: u32,
    withheld: u32,
}

fn try_blocks(wanted: &Match<'_>, count: u32, seed: u64) {
    let mut chance = Chance::new(seed);
    let mut tried = Tried::default();
    let bench = furnished(wanted);
    let templates = bench.club.templates().unwrap();
    let untouched = bench.campaign(wanted.id);
    let before = Position::of(&untouched, &untouched.note().desk);
    let book = untouched.table.save().book;
    let open = format!("#orders {} north turn 1", wanted.id);
    for number in 0..count {
        let text = block(&mut chance, &untouched, &open);
        let mut mails = vec![arrival(&bench, 2 * number, &text)];
        let turn = |mails: &[Arrival]| {
            let mut campaign = bench.campaign(wanted.id);
            let done = turn_over(
                &bench.club,
                &templates,
                &mut campaign,
                mails,
                (bench.now, &[]),
            );
            (campaign, done.unwrap().unwrap().draft)
        };
        let (kept, draft) = turn(&mails);
        assert_eq!(kept.table.save().book, book, "{text}");
        let Some(shown) = shown(&bench, &draft) else {
            continue;
        };
        tried.asked += 1;
        tried.withheld += u32::from(shown.text.contains("Left out"));
        let yes = format!("{open}\nCONFIRM {}\n#end\n", shown.code);
        mails.push(arrival(&bench, 2 * number + 1, &yes));
        let (after, draft) = turn(&mails);
        let after = Position::of(&after, &draft.desk);
        assert!(after.desk.asked.is_empty(), "{text}");
        tried.effects += check(&before, &after, &shown, &text);
        check_mails(&bench, &draft, &shown, &text);
    }
    // The blocks were worth the trouble.
    let enough = tried.asked > count / 2 && tried.effects > count && tried.withheld > count / 10;
    assert!(enough, "{tried:?}");
}

#[test]
fn every_effect_of_a_yes_stands_in_its_question() {
    try_blocks(&DUEL, BLOCKS - BLOCKS_OF_WORLDS, 14);
}

#[test]
fn every_effect_of_a_yes_stands_in_its_question_at_these_new_worlds() {
    try_blocks(&WORLDS, BLOCKS_OF_WORLDS, 15);
}

fn unproved(bench: &mut Bench, lines: &str) -> Verdict {
    let text = format!("#orders duel north turn 1\n{lines}\n#end\n");
    let mail = bench.later(60).written(ELSEWHERE, CLUB, &text);
    bench.deliver(&mail);
    bench.tick();
    bench.note("duel").mail[0].verdict
}

fn question(bench: &Bench) -> (String, String) {
    let text = bench.text(&bench.last("duel", "north", ".refusal").message);
    let code = text.lines().find_map(|it| it.strip_prefix("; CONFIRM "));
    let code = code.unwrap_or_default().trim().to_owned();
    (text.replace('\n', " "), code)
}

fn in_force(bench: &Bench, of: Seat) -> Vec<String> {
    let lines = bench.campaign("duel").table.in_force(of);
    lines.into_iter().map(|it| it.text).collect()
}

#[test]
fn no_yes_resigns_writes_letters_or_moves_mail() {
    let mut bench = Bench::with(&DUEL);
    let letter = "MESSAGE TO south\nI give in.\nEND";
    let lines =
        format!("BID 3\nRESIGN duel\n{letter}\nADDRESS thief@evil.example\nHELP\nAWAY NONE");
    assert_eq!(unproved(&mut bench, &lines), Verdict::Held);
    let (text, code) = question(&bench);
    for words in [
        "a letter to other players (MESSAGE)",
        "leaving the game (RESIGN)",
        "another address for your mails (ADDRESS)",
        "asking for a report",
    ] {
        assert!(text.contains(words), "{text}");
    }
    for word in ["give in", "thief"] {
        assert!(!text.contains(word), "{text}");
    }
    let sent = bench.post.taken.len();
    assert_eq!(
        unproved(&mut bench, &format!("CONFIRM {code}")),
        Verdict::Accepted
    );
    assert_eq!(in_force(&bench, seat("north")), ["BID 3"]);
    let desk = bench.note("duel").desk;
    assert!(!desk.seats.any(|it| it.left || it.moving.is_some()) && desk.asked.is_empty());
    let to: Vec<&str> = bench.post.taken[sent..]
        .iter()
        .map(|it| it.to.as_str())
        .collect();
    assert_eq!(to, ["ana@example.org"], "one receipt");
    bench.verify();
}

#[test]
fn what_a_question_cannot_show_takes_an_answer_with_the_orders() {
    let mut bench = Bench::with(&DUEL);
    let many = vec!["BID 3"; 61];
    assert_eq!(unproved(&mut bench, &many[..60].join("\n")), Verdict::Held);
    let (text, _) = question(&bench);
    assert!(text.matches(": turn 1: BID 3").count() == 60, "{text}");
    assert_eq!(unproved(&mut bench, &many.join("\n")), Verdict::Refused);
    let (text, code) = question(&bench);
    assert_eq!(code, "");
    assert!(
        text.contains("61 orders, more than we can ask about"),
        "{text}"
    );
    assert_eq!(bench.note("duel").desk.asked.len(), 1);
    // An answer with the orders needs no code.
    let asked = bench.last("duel", "north", ".refusal");
    let to = header(&asked.message, "Reply-To").unwrap();
    let block = "#orders duel north turn 1\nBID 4\n#end\n";
    let mail = bench.later(60).written("ana@example.org", &to, block);
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(in_force(&bench, seat("north")), ["BID 4"]);
    // Words alone are nothing that a yes could do.
    assert_eq!(unproved(&mut bench, "HELP\nRESIGN duel"), Verdict::Refused);
    assert_eq!(unproved(&mut bench, "CHECK\nBID 2"), Verdict::Refused);
    assert_eq!(bench.note("duel").desk.asked.len(), 1);
    bench.verify();
}

/// Each day five questions at most, and those of a day before make room.
#[test]
fn forged_mails_keep_no_player_out() {
    let mut bench = Bench::with(&DUEL);
    for bid in 1..=7 {
        let held = unproved(&mut bench, &format!("BID {}", 1 + bid % 3)) == Verdict::Held;
        assert_eq!(held, bid <= 2);
    }
    // Any of the questions can be answered with the orders.
    let first = bench.all("duel", "north", ".refusal").next().unwrap();
    let to = header(&first.message, "Reply-To").unwrap();
    let block = "#orders duel north turn 1\nBID 5\n#end\n";
    let mail = bench.later(60).written("ana@example.org", &to, block);
    bench.deliver(&mail);
    bench.tick();
    assert_eq!(in_force(&bench, seat("north")), ["BID 5"]);
    // A day later one may be asked about again.
    let oldest = bench.note("duel").desk.asked[0].clone();
    bench.later(24 * 3_600);
    assert_eq!(unproved(&mut bench, "BID 4"), Verdict::Held);
    let asked = bench.note("duel").desk.asked;
    assert!(asked.len() == 3 && asked.contains(&oldest), "{asked:?}");
    let (_, code) = question(&bench);
    assert_eq!(
        unproved(&mut bench, &format!("CONFIRM {code}")),
        Verdict::Accepted
    );
    assert_eq!(in_force(&bench, seat("north")), ["BID 4"]);
    // What was said yes to was no forgery, and takes no place from the others of the day.
    for _ in 0..2 {
        assert_eq!(unproved(&mut bench, "BID 1"), Verdict::Held);
    }
    assert_eq!(unproved(&mut bench, "BID 1"), Verdict::Refused);
    bench.verify();
}

/// Whoever has seen a mail on its way delivers it first, but he has not its reply address.
#[test]
fn a_copy_without_proof_takes_nothing_from_the_mail() {
    for together in [false, true] {
        let mut bench = Bench::with(&DUEL);
        let mail = bench.orders("duel", "north", "1", "BID 3");
        let to = header(mail.as_bytes(), "To").unwrap();
        let copy = mail.replace(&to, CLUB);
        bench.later(60).deliver(&copy);
        if !together {
            bench.tick();
        }
        bench.later(60).deliver(&mail);
        bench.tick();
        assert_eq!(in_force(&bench, seat("north")), ["BID 3"], "{together}");
        // The same again is a copy.
        bench.later(60).deliver(&mail);
        bench.deliver(&copy);
        bench.tick();
        let again = bench.ledger().iter().filter(|it| it.2 == "again").count();
        assert_eq!(again, 2);
        bench.verify();
    }
}
