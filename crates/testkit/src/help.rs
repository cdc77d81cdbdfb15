//! HELP: it has an answer for every word of a game, wherever a player meets it, begins with an
//! example that can be sent, explains each place of an order, and is short.

#![allow(
    clippy::unwrap_used,
    reason = "a check that cannot go on fails by panicking"
)]

use packetboat_core::engine::data::Founding;
use packetboat_core::engine::dice::{Dice, Keys};
use packetboat_core::engine::game::{Block, Game, Table, card};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::form::Slot;
use packetboat_core::lang::names::{Names, Noun, fold};
use packetboat_core::lang::request::Request;
use packetboat_core::lang::write::usages;
use packetboat_report::{Glossary, HELP_LINES_MAX, HelpSource, OptionAt, WIDTH};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Lines of the list of all orders: in a game of a few orders, and of many.
const LIST_LINES: [(usize, usize); 2] = [(18, 25), (usize::MAX, 40)];

/// Words in capitals that are headings or plain English in the mails of every game.
const PLAIN: [&str; 61] = [
    "ANSWER", "ASKED", "AS", "RESULTS", "CAMPAIGN", "END", "ENDED", "FAR", "FOR", "HAPPENED",
    "HOW", "IF", "IN", "IS", "IT", "LAST", "MAY", "NEXT", "NOT", "NOW", "OF", "ON", "ORDER",
    "ORDERS", "OR", "AND", "POSITION", "SINCE", "SO", "THANK", "THE", "THEM", "THIS", "TO", "WHAT",
    "WITH", "YOU", "YOUR", "LEAST", "MOST", "OVER", "UNDER", "AT", "ANSWERED", "GAME", "HAVE",
    "BY", "PLAYERS", "OTHERS", "SEEN", "LOG", "LEDGER", "CAN", "WON", "AN", "BE", "DO", "EAST",
    "ISLANDS", "THEIR", "SHORT",
];

/// Words of a name that HELP takes.
const WORDS_MAX: usize = 4;

/// Files of a game that hold no words that a player reads in reports or writes in orders.
const NO_TABLES: [&str; 7] = [
    "game.toml",
    "rules.toml",
    "demo.toml",
    "why.toml",
    "glossary.toml",
    "picture.toml",
    "scenarios.toml",
];

/// What HELP is asked with.
struct Asked {
    table: Box<dyn Table>,
    glossary: Glossary,
    options: Vec<OptionAt>,
}

impl Asked {
    fn of(game: &'static dyn Game) -> Self {
        let pack = game.pack();
        let options = card(&pack).unwrap().options;
        let options = options.iter().map(|option| OptionAt {
            name: option.name.clone(),
            value: option.default.to_string(),
            help: option.said(&option.default).to_owned(),
            usual: true,
        });
        let founding = Founding::new(&card(&pack).unwrap(), None, &[], &BTreeMap::new()).unwrap();
        let mut dice = Dice::keyed(Keys::new(&[0; 32], 1, 0).unwrap());
        let mut table = game.found(&pack, "help", &founding, &mut dice).unwrap();
        table.play(&mut dice, false).unwrap();
        Asked {
            table,
            glossary: Glossary::of(&pack).unwrap(),
            options: options.collect(),
        }
    }

    fn source(&self, seat: Seat) -> HelpSource<'_> {
        HelpSource {
            table: &*self.table,
            seat,
            glossary: &self.glossary,
            options: &self.options,
            advice: &[],
        }
    }

    /// The word that a line HELP asks about; `None`: it does not read.
    fn read(&self, seat: Seat, word: &str) -> Option<String> {
        let body = format!("HELP {word}");
        let block = Block {
            sheet: self.table.sheet(),
            body: &body,
        };
        match self.table.check(seat, &block).requests.first() {
            Some(Request::Help(Some(word))) => Some(word.clone()),
            _ => None,
        }
    }

    fn knows(&self, seat: Seat, word: &str) -> bool {
        self.read(seat, word).is_some_and(|word| {
            let on_map = matches!(self.table.map(seat, Some(&word)), Some(Ok(_)));
            let source = self.source(seat);
            on_map || !source.word(&word).is_empty() || !source.part(&word).is_empty()
        })
    }
}

/// HELP knows every word of the game: of its orders, of its tables, and what stands in capitals in
/// the reports of its playthroughs. `allowed` are words that need no entry, each with the reason.
///
/// # Panics
/// A word without an answer, or one that is allowed and never met.
pub fn every_word_has_an_answer(
    game: &'static dyn Game,
    tests: &Path,
    allowed: &[(&[&str], &str)],
) {
    let asked = Asked::of(game);
    let seats = asked.table.seats();
    let mut words: BTreeMap<String, String> = BTreeMap::new();
    for seat in &seats {
        for form in asked.table.grammar(*seat).orders {
            in_slots(&form.slots, &mut |it| note(&mut words, it, form.name));
        }
        for form in asked.table.grammar(*seat).tests {
            note(&mut words, form.name, "a test");
            in_slots(&form.slots, &mut |it| note(&mut words, it, form.name));
        }
    }
    in_tables(game, &mut words);
    in_pages(&tests.join("playthroughs"), &mut words);
    let mut left: BTreeSet<String> = allowed
        .iter()
        .flat_map(|it| it.0.iter().map(|it| fold(it)))
        .collect();
    let is_seat = |word: &str| seats.iter().any(|it| it.as_str() == fold(word));
    let mut unknown = Vec::new();
    for (word, place) in words {
        let plain = PLAIN.iter().any(|it| it.eq_ignore_ascii_case(&word));
        let excused = left.remove(&fold(&word)) || allowed_before(allowed, &word);
        if !plain && !excused && !is_seat(&word) && !asked.knows(seats[0], &word) {
            unknown.push(format!("{word} ({place})"));
        }
    }
    assert!(unknown.is_empty(), "HELP knows no {}", unknown.join(", "));
    assert!(left.is_empty(), "allowed and never met: {left:?}");
}

fn allowed_before(allowed: &[(&[&str], &str)], word: &str) -> bool {
    let mut words = allowed.iter().flat_map(|it| it.0.iter());
    words.any(|it| fold(it) == fold(word))
}

fn note(words: &mut BTreeMap<String, String>, word: &str, place: &str) {
    let letters = word.chars().filter(|it| it.is_alphabetic()).count();
    // A longer name is asked for by a word of it.
    let is_long = word.split_whitespace().count() > WORDS_MAX;
    if letters > 1 && !is_long {
        let place = || place.to_owned();
        words.entry(word.to_uppercase()).or_insert_with(place);
    }
}

/// The words that slots read, but for those that may be left out without changing anything.
fn in_slots(slots: &[Slot], found: &mut dyn FnMut(&str)) {
    let names = |of: &Names, found: &mut dyn FnMut(&str)| {
        let all = of.of.iter().flat_map(Noun::spellings);
        all.for_each(found);
    };
    for slot in slots {
        match slot {
            Slot::Word { words } => words.iter().for_each(|it| found(it)),
            Slot::Choice { of, .. } => of.iter().flat_map(|it| it.iter()).for_each(|it| found(it)),
            Slot::Name { of, .. } | Slot::Counted { of, .. } => names(of, found),
            Slot::Dotted { heads, filters, .. } => {
                names(heads, found);
                names(filters, found);
            }
            Slot::List { of, .. } | Slot::Maybe { of } => in_slots(of, found),
            Slot::Clauses { of } => of.iter().for_each(|it| in_slots(&it.slots, found)),
            Slot::By { of, .. } => of.iter().for_each(|it| in_slots(&it.slots, found)),
            Slot::Either { of } => of.iter().for_each(|it| in_slots(it, found)),
            _ => {}
        }
    }
}

/// Codes and names in the game's tables.
fn in_tables(game: &'static dyn Game, words: &mut BTreeMap<String, String>) {
    for (file, text) in game.pack().files {
        if !file.ends_with(".toml") || NO_TABLES.contains(&file.as_str()) {
            continue;
        }
        let table: toml::Value = toml::from_str(&text).unwrap();
        named(&table, &mut |it| note(words, it, &file));
    }
}

fn named(value: &toml::Value, found: &mut dyn FnMut(&str)) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                match value {
                    toml::Value::String(text) if ["code", "name"].contains(&key.as_str()) => {
                        found(text);
                    }
                    value => named(value, found),
                }
            }
        }
        toml::Value::Array(all) => all.iter().for_each(|it| named(it, found)),
        _ => {}
    }
}

/// Words in capitals in reports.
fn in_pages(folder: &Path, words: &mut BTreeMap<String, String>) {
    let folders = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let pages = folders.filter(|it| it.is_dir());
    let pages = pages.flat_map(|it| fs::read_dir(it).unwrap());
    let mut read = 0;
    for page in pages.map(|it| it.unwrap().path()) {
        if page.extension().is_none_or(|it| it != "txt") {
            continue;
        }
        read += 1;
        let text = fs::read_to_string(&page).unwrap();
        let file = page.strip_prefix(folder).unwrap().display().to_string();
        let bare = |it: char| !it.is_alphanumeric() && !"-_.'".contains(it);
        // What is computed by hand, as a digest, is not a word.
        for word in text.split(bare).flat_map(|it| it.split('.')) {
            let capital = !word.is_empty() && word.chars().all(|it| !it.is_lowercase());
            let letters = word.starts_with(|it: char| it.is_ascii_uppercase());
            if capital && letters && !word.ends_with('-') {
                note(words, word, &file);
            }
        }
    }
    assert!(read > 10, "only {read} reports were found");
}

/// What HELP says of any word is short, as wide as a mail, and of an order begins with an example
/// that can be sent now and names each word of its form. `not_now` are orders that no seat can
/// send as a campaign begins, each with the reason.
///
/// # Panics
/// An answer that is not so.
pub fn answers_are_short_and_show_orders(game: &'static dyn Game, not_now: &[(&str, &str)]) {
    let asked = Asked::of(game);
    let mut wrong = Vec::new();
    for seat in asked.table.seats() {
        let source = asked.source(seat);
        let grammar = asked.table.grammar(seat);
        let forms = grammar.orders.iter().chain(&grammar.tests);
        let terms = asked.glossary.term.iter().flat_map(|it| &it.words);
        let mut all: BTreeSet<&str> = forms.map(|it| it.name).collect();
        all.extend(terms.map(String::as_str));
        for word in all {
            let said = source.word(word);
            let lines = [&said.now, &said.examples, &said.seen, &said.forms];
            let lines: Vec<&String> = lines.into_iter().flatten().collect();
            if lines.len() + 3 > HELP_LINES_MAX {
                wrong.push(format!("HELP {word}: {} lines", lines.len() + 3));
            }
            let wide = lines.iter().find(|it| it.chars().count() > WIDTH);
            wrong.extend(wide.map(|it| format!("HELP {word}: too wide: {it}")));
        }
        let list = source.list(|_| false);
        let orders: BTreeSet<&str> = grammar.orders.iter().map(|it| it.name).collect();
        let most = LIST_LINES.iter().find(|it| orders.len() <= it.0).unwrap();
        if list.len() > most.1 {
            wrong.push(format!("HELP: {} lines\n{}", list.len(), list.join("\n")));
        }
        wrong.extend(unexplained(&asked, seat, not_now));
        if !grammar.tests.is_empty() {
            wrong.extend(joints(&asked, seat));
        }
    }
    let wrong: BTreeSet<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "{}", Vec::from_iter(wrong).join("\n"));
}

/// What is wrong with the orders that show IF and THEN: there is one at least, and each reads.
fn joints(asked: &Asked, seat: Seat) -> Vec<String> {
    let mut wrong = Vec::new();
    for word in ["IF", "THEN"] {
        let examples = asked.source(seat).word(word).examples;
        let lines = examples.join("\n").replace("\n    ", " ");
        if !lines.contains(&format!("{word} ")) {
            wrong.push(format!("HELP {word} shows no order with {word}"));
        }
        for line in lines.lines() {
            let body = line.trim();
            let sheet = asked.table.sheet();
            let read = asked.table.check(seat, &Block { sheet, body });
            let why = read.faults.iter().map(|it| it.reason.as_str());
            let why = why.collect::<Vec<_>>().join("; ");
            if !why.is_empty() {
                wrong.push(format!("HELP {word}: {seat} cannot send `{body}`: {why}"));
            }
        }
    }
    wrong
}

/// What is missing in the terms of a seat's orders.
fn unexplained(asked: &Asked, seat: Seat, not_now: &[(&str, &str)]) -> Vec<String> {
    let open = asked.table.sheet();
    let mut wrong = Vec::new();
    for form in asked.table.grammar(seat).orders {
        let name = form.name;
        let Some(term) = asked.glossary.find(name) else {
            wrong.push(format!("{name} has no term"));
            continue;
        };
        if term.brief.is_empty() {
            wrong.push(format!("{name} has no half sentence for the list"));
        }
        let parts = term.parts.iter().map(|it| format!("{} {}", it.0, it.1));
        let parts = parts.collect::<Vec<_>>().join(" ");
        let text = [&parts, &term.says, form.help].join(" ");
        let has = |word: &str| {
            let mut words = text.split(|it: char| !it.is_alphanumeric());
            words.any(|it| it == word)
        };
        let usage = usages(&form.slots).join(" ");
        let words = usage.split(|it: char| !it.is_alphanumeric() && it != '-');
        let is_word = |it: &&str| it.len() > 1 && it.chars().all(|it| it.is_ascii_uppercase());
        for word in words.filter(is_word).filter(|it| *it != name) {
            let compares = ["AT", "LEAST", "MOST", "OVER", "UNDER", "IS", "NOT"];
            let has_term = asked.glossary.find(word).is_some();
            if !has(word) && !has_term && !compares.contains(&word) {
                wrong.push(format!("{name} does not explain {word}"));
            }
        }
        if term.parts.is_empty() && usage.contains(' ') {
            wrong.push(format!("{name} does not explain its parts"));
        }
        let shown = asked.source(seat).word(name).examples;
        let goes_on = shown.iter().skip(1).take_while(|it| it.starts_with("    "));
        let line: Vec<&str> = shown
            .iter()
            .take(1)
            .chain(goes_on)
            .map(|it| it.trim())
            .collect();
        let line = line.join(" ");
        let block = Block {
            sheet: open,
            body: &line,
        };
        let read = asked.table.check(seat, &block);
        let is_open = form.part.is_none_or(|it| it == open.part);
        let sendable = !not_now.iter().any(|it| it.0 == name);
        if is_open && sendable && (!read.faults.is_empty() || read.lines.len() != 1) {
            let why = read.faults.iter().map(|it| it.reason.clone());
            let why = why.collect::<Vec<_>>().join("; ");
            wrong.push(format!("{name}: {seat} cannot send `{line}`: {why}"));
        }
    }
    wrong
}
