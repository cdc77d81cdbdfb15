//! The answer to HELP: all orders with an example each, or what one order or word means, the
//! examples first.
//!
//! Every line is as wide as a mail and no wider. Not here: the glossary (`glossary`), and what the
//! map says of a place (`desk`).

use super::frame::OptionAt;
use super::glossary::{Glossary, Term, mark};
use super::text::{WIDTH, width, wrap};
use packetboat_core::engine::game::{Block, Table};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::common_help::{self, CommonHelp};
use packetboat_core::lang::form::{Form, Grammar};
use packetboat_core::lang::names::{fold, is_slip, nearest};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::write::usages;
use serde::Serialize;

/// Lines of an answer about one word, its heading and the space below that included.
pub const LINES_MAX: usize = 25;

/// The heading, and the space below it.
const HEADING: usize = 2;

/// How many examples are shown.
const EXAMPLES_MAX: usize = 3;

/// Words between the parts of an order, which only whole orders of the game can show.
const JOINTS: [&str; 3] = ["IF", "THEN", "ELSE"];

/// How many orders show such a word.
const JOINED_MAX: usize = 2;

/// Columns of the examples in the list of all orders.
const SHORT_MAX: usize = 36;

/// So many words at the beginning of two sentences are enough to take them for one.
const SAME_WORDS: usize = 3;

/// How many orders are shown that a word is part of.
const PARTS_MAX: usize = 5;

/// Columns of the names of an order's parts.
const PART_MAX: usize = 16;

/// What HELP answers from.
pub struct HelpSource<'a> {
    /// The position.
    pub table: &'a dyn Table,
    /// Who asks.
    pub seat: Seat,
    /// The words of the game.
    pub glossary: &'a Glossary,
    /// The options of the campaign.
    pub options: &'a [OptionAt],
    /// What the seat's order sheet suggests.
    pub advice: &'a [String],
}

/// What HELP says of one word, in lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Explained {
    /// An order that the sheet of the seat suggests.
    pub now: Vec<String>,
    /// Examples of the books.
    pub examples: Vec<String>,
    /// What the table says of a name: a card, a person.
    pub seen: Vec<String>,
    /// Sentences, the parts of an order, and its form.
    pub forms: Vec<String>,
}

impl Explained {
    /// Whether there is nothing to be said.
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty() && self.seen.is_empty() && self.forms.is_empty()
    }

    fn len(&self) -> usize {
        let all = [&self.now, &self.examples, &self.seen, &self.forms];
        all.iter().map(|it| it.len()).sum()
    }
}

impl HelpSource<'_> {
    /// All orders, with a short example and half a sentence each.
    ///
    /// `is_missing` says which words of every game this one does without.
    pub fn list(&self, is_missing: impl Fn(&str) -> bool) -> Vec<String> {
        let grammar = self.table.grammar(self.seat);
        let mut rows: Vec<(Option<u8>, String, String)> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for form in &grammar.orders {
            if !seen.contains(&form.name) {
                seen.push(form.name);
                let (example, brief) = self.row(form);
                rows.push((form.part, example, brief));
            }
        }
        let fits = rows.iter().map(|it| width(&it.1));
        let column = fits.filter(|it| *it <= SHORT_MAX).max().unwrap_or(0);
        let mut lines = Vec::new();
        let mut part = None;
        for (on, example, brief) in rows {
            if on != part && on.is_some() {
                lines.push(format!("On {}:", self.sheet(on.unwrap_or(1))));
            }
            part = on;
            lines.extend(columns(&example, column, &brief));
        }
        lines.push(String::new());
        let mut tests: Vec<&str> = grammar.tests.iter().map(|it| it.name).collect();
        tests.dedup();
        if !tests.is_empty() {
            let text = format!("Tests after IF: {}.", tests.join(", "));
            lines.extend(wrap(&text, WIDTH, "", "  "));
        }
        let common = common_help::help(&grammar).map(|it| it.word);
        let common: Vec<&str> = common.filter(|it| !is_missing(it)).collect();
        let text = format!("In every game: {}.", common.join(", "));
        lines.extend(wrap(&text, WIDTH, "", "  "));
        let shown = seen.first().copied().unwrap_or("IF");
        lines.push(format!(
            "HELP with any of these words, or a word of the game, explains it: HELP {shown}."
        ));
        lines
    }

    /// An order in the list of all: its shortest example, and half a sentence.
    fn row(&self, form: &Form) -> (String, String) {
        let term = self.glossary.find(form.name);
        let begins = |it: &&String| it.split_whitespace().next() == Some(form.name);
        let examples = term.into_iter().flat_map(|it| it.examples.iter());
        let shortest = examples.filter(begins).min_by_key(|it| width(it));
        let example = match shortest {
            // Of one with a text the first line.
            Some(example) => match example.split_once('\n') {
                Some((first, _)) => format!("{first} … END"),
                None => example.clone(),
            },
            None => usages(&form.slots).swap_remove(0),
        };
        let brief = term.map(|it| it.brief.as_str()).filter(|it| !it.is_empty());
        (example, brief.unwrap_or(form.help).to_owned())
    }

    /// What a word means; empty: it is unknown.
    pub fn word(&self, word: &str) -> Explained {
        let grammar = self.table.grammar(self.seat);
        let is_it = |it: &&Form| it.name.eq_ignore_ascii_case(word);
        let orders: Vec<&Form> = grammar.orders.iter().filter(is_it).collect();
        let tests: Vec<&Form> = grammar.tests.iter().filter(is_it).collect();
        let mut common = common_help::help(&grammar);
        let common = common.find(|it| it.word.eq_ignore_ascii_case(word));
        let term = self.glossary.find(word);
        let mut said = Explained {
            examples: self.examples(term, common),
            ..Explained::default()
        };
        let seen = self.table.explain(self.seat, word);
        if let Some(seen) = seen.or_else(|| self.table.sheet_names().explain(word)) {
            said.seen = wrap(&seen, WIDTH, "", "");
        }
        said.forms = self.sentences((&orders, &tests), common, term);
        let known = !said.is_empty();
        let option = self.options.iter().find(|it| fold(&it.name) == fold(word));
        if let Some(option) = option.filter(|_| !known) {
            let text = format!("{} = {}: {}", option.name, option.value, option.help);
            said.forms = wrap(&text, WIDTH, "", "");
        } else if let Some(mark) = mark(word).filter(|_| !known) {
            said.forms = wrap(mark, WIDTH, "", "");
        }
        if said.is_empty() {
            return said;
        }
        said.now = self.advised(word, &said.examples);
        if let Some(term) = term.filter(|it| !it.parts.is_empty()) {
            said.forms.push(String::new());
            said.forms.extend(parts(term));
        }
        let form = forms(&orders, &tests, common);
        if !form.is_empty() && said.len() + form.len() + HEADING + 3 <= LINES_MAX {
            said.forms.push(String::new());
            said.forms.extend(form);
        }
        said
    }

    /// Examples that can be sent now before others; those of another sheet only if there are none.
    fn examples(&self, term: Option<&Term>, common: Option<&CommonHelp>) -> Vec<String> {
        let own = term.into_iter().flat_map(|it| &it.examples);
        let mut ranked: Vec<(u8, String)> = own.map(|it| self.ranked(it)).collect();
        ranked.sort_by_key(|it| it.0);
        let best = ranked.first().map_or(0, |it| it.0);
        let all = ranked.into_iter().filter(|it| it.0 < 2 || it.0 == best);
        let mut all: Vec<String> = all.map(|it| it.1).collect();
        // AWAY is a word of some games too.
        let line = common.and_then(|it| self.common_example(it.word));
        let shown = |it: &String| all.iter().any(|own| begin_alike(own, it));
        if !line.as_ref().is_some_and(shown) {
            all.splice(0..0, line);
        }
        if let Some(word) = common.map(|it| it.word).filter(|it| JOINTS.contains(it)) {
            all.splice(0..0, self.joined(word));
        }
        all.truncate(EXAMPLES_MAX);
        let lines = all.iter().flat_map(|it| it.lines());
        let lines = lines.flat_map(|it| wrap(it, WIDTH, "  ", "    "));
        lines.collect()
    }

    /// What a line of every game looks like, with a sheet as this game calls it.
    fn common_example(&self, word: &str) -> Option<String> {
        let line = common_help::example(word)?;
        let names = self.table.sheet_names();
        let about_turn = ["TURN", "REPORT", "VOYAGES"].contains(&word);
        let number = line.rsplit(' ').next().and_then(|it| it.parse().ok());
        Some(match number.filter(|_| names.are_given() && about_turn) {
            Some(turn) => format!("{word} {}", names.name(SheetNo { turn, part: 1 })),
            None => line.to_owned(),
        })
    }

    /// How a game that names its sheets calls them, for words about turns.
    fn sheets_said(&self, word: &str) -> Option<String> {
        let about_turn = ["TURN", "REPORT", "VOYAGES", "STANDING"].contains(&word);
        let (names, turn) = (self.table.sheet_names(), self.table.sheet().turn);
        if !about_turn || !names.are_given() {
            return None;
        }
        let year = names.number(turn);
        let first = names.name(SheetNo { turn, part: 1 });
        Some(format!(
            "Here a turn is a year, such as {year}, and a sheet of it is called {first}."
        ))
    }

    /// A sheet of a turn by its part: `sheet b`, or the next that the game calls so.
    fn sheet(&self, part: u8) -> String {
        let (names, open) = (self.table.sheet_names(), self.table.sheet());
        if !names.are_given() {
            return format!("sheet {}", letter(part));
        }
        let turn = open.turn + u32::from(part < open.part);
        names.name(SheetNo { turn, part })
    }

    /// Orders of the game with this word between their parts: two that begin with different words,
    /// if there are such, those that can be sent now first.
    fn joined(&self, word: &str) -> Vec<String> {
        let has = |line: &str, word: &str| line.split(' ').any(|it| it == word);
        let examples = self.glossary.term.iter().flat_map(|it| &it.examples);
        // With THEN orders are shown that have their IF at the end, turned round below.
        let mark = if word == "THEN" { "IF" } else { word };
        let fits = examples.filter(|it| has(it, mark) && (word == "ELSE" || !has(it, "ELSE")));
        let mut ranked: Vec<(u8, String)> = fits.map(|it| self.ranked(it)).collect();
        ranked.sort_by_key(|it| it.0);
        let mut shown: Vec<String> = Vec::new();
        for (_, line) in ranked {
            if shown.len() < JOINED_MAX && !shown.iter().any(|it| begin_alike(it, &line)) {
                shown.push(line);
            }
        }
        if word == "THEN" {
            let turned = |line: &String| {
                let (order, test) = line.split_once(" IF ")?;
                Some(format!("IF {test} THEN {order}"))
            };
            shown = shown.iter().filter_map(turned).collect();
        }
        shown
    }

    /// An example, with 0 if it could be sent now, 1 if something is to be said about it, 2 if it
    /// could not. Where it suits other seats only, it names others.
    fn ranked(&self, line: &str) -> (u8, String) {
        let rank = self.rank(line);
        if rank < 2 {
            return (rank, line.to_owned());
        }
        let seats = self.table.seats();
        let others = || seats.iter().filter(|it| **it != self.seat);
        let instead = others().map(|it| (self.seat, *it));
        let own = others().map(|it| (*it, self.seat));
        let lines = instead.chain(own).map(|it| renamed(line, it));
        let mut ranked = lines.filter(|it| it != line).map(|it| (self.rank(&it), it));
        let fits = ranked.find(|it| it.0 < 2);
        fits.unwrap_or_else(|| (2, line.to_owned()))
    }

    fn rank(&self, line: &str) -> u8 {
        let block = Block {
            sheet: self.table.sheet(),
            body: line,
        };
        let read = self.table.check(self.seat, &block);
        match read.lines.as_slice() {
            [one] if read.faults.is_empty() => u8::from(!one.notes.is_empty()),
            _ => 2,
        }
    }

    /// The order of the seat's own sheet that shows the word.
    fn advised(&self, word: &str, examples: &[String]) -> Vec<String> {
        let is_in = |line: &&String| {
            let words = line.split(|it: char| !it.is_alphanumeric() && it != '-');
            words.into_iter().any(|it| it.eq_ignore_ascii_case(word))
        };
        let shown = |line: &&String| examples.iter().any(|it| it.trim() == line.as_str());
        let mut lines = self.advice.iter().filter(is_in).filter(|it| !shown(it));
        let line = lines.find(|it| width(it) + 2 <= WIDTH);
        let note = "  ; suggested in your sheet";
        let text = line.map(|line| {
            let fits = width(line) + width(note) + 2 <= WIDTH;
            format!("  {line}{}", if fits { note } else { "" })
        });
        Vec::from_iter(text)
    }

    /// A word that is only a part of orders: an example with it, and what it is in each; empty: it
    /// is a part of none.
    pub fn part(&self, word: &str) -> Explained {
        let word = word.to_uppercase();
        let has = |text: &str| {
            text.split(|it: char| !it.is_alphanumeric())
                .any(|it| it == word)
        };
        let terms = || self.glossary.term.iter();
        let called = |term: &Term| term.words.first().cloned().unwrap_or_default();
        let mut rows: Vec<(String, String)> = Vec::new();
        for term in terms() {
            let parts = term.parts.iter().filter(|it| has(&it.0) || has(&it.1));
            rows.extend(parts.map(|it| (called(term), format!("{}: {}", it.0, it.1))));
        }
        if rows.is_empty() {
            let said = terms().filter(|it| has(&it.says));
            rows.extend(said.map(|it| (called(it), it.says.clone())));
        }
        rows.truncate(PARTS_MAX);
        let of = |term: &&Term| rows.iter().any(|it| it.0 == called(term));
        let examples = terms().filter(of).flat_map(|it| &it.examples);
        let shown = examples.filter(|it| has(&it.to_uppercase())).take(2);
        let examples = shown.flat_map(|it| wrap(&self.ranked(it).1, WIDTH, "  ", "    "));
        let examples = examples.collect();
        let names = rows.iter().map(|it| width(&it.0));
        let column = names.filter(|it| *it <= PART_MAX).max().unwrap_or(0);
        let mut lines = Vec::new();
        if !rows.is_empty() {
            lines.push("This word is used in:".to_owned());
        }
        lines.extend(rows.iter().flat_map(|it| columns(&it.0, column, &it.1)));
        Explained {
            examples,
            forms: lines,
            ..Explained::default()
        }
    }

    /// What is said of it in sentences.
    fn sentences(
        &self,
        (orders, tests): (&[&Form], &[&Form]),
        common: Option<&CommonHelp>,
        term: Option<&Term>,
    ) -> Vec<String> {
        let mut said: Vec<&str> = orders.iter().map(|it| it.help).collect();
        said.extend(common.map(|it| it.help));
        let named = common.and_then(|it| self.sheets_said(it.word));
        said.extend(named.as_deref());
        said.extend(tests.iter().map(|it| it.help));
        // The glossary may begin with the very words of the form.
        let says = term.map_or("", |it| it.says.as_str());
        said.retain(|it| beginning(it) != beginning(says));
        let mut text = said.join(" ");
        let open = self.table.sheet();
        let parts: Vec<u8> = orders.iter().filter_map(|it| it.part).collect();
        if let Some(part) = parts.first().filter(|_| !parts.contains(&open.part)) {
            text.push_str(&format!(" It goes on {}.", self.sheet(*part)));
        }
        let options = |name: &String| self.options.iter().find(|it| it.name == *name);
        let told = term.into_iter().flat_map(|it| it.options.iter());
        let told = told.filter_map(options).map(|it| it.help.as_str());
        for more in term.map(|it| it.says.as_str()).into_iter().chain(told) {
            text.push(' ');
            text.push_str(more);
        }
        if text.trim().is_empty() {
            return Vec::new();
        }
        wrap(&text, WIDTH, "", "")
    }

    /// Orders, tests and words that are called nearly so.
    pub fn near(&self, word: &str) -> Vec<String> {
        let grammar: Grammar = self.table.grammar(self.seat);
        let forms = grammar.orders.iter().chain(&grammar.tests);
        let verbs = forms.map(|it| it.name);
        let common = common_help::help(&grammar).map(|it| it.word);
        let terms = self.glossary.term.iter().flat_map(|it| &it.words);
        let all = verbs.chain(common).chain(terms.map(String::as_str));
        let near = nearest(word, all.map(|it| (it, it)));
        near.into_iter().filter(|it| is_slip(word, it)).collect()
    }
}

/// Whether two lines begin with the same word.
fn begin_alike(one: &str, other: &str) -> bool {
    one.split_whitespace().next() == other.split_whitespace().next()
}

/// The forms of an order, a test and a word of every game.
fn forms(orders: &[&Form], tests: &[&Form], common: Option<&CommonHelp>) -> Vec<String> {
    let all = |forms: &[&Form], lead: &str| -> Vec<String> {
        let usages = forms.iter().flat_map(|it| usages(&it.slots));
        usages.map(|it| format!("{lead}{it}")).collect()
    };
    let mut lines = all(orders, "");
    lines.extend(common.map(|it| it.usage.to_owned()));
    lines.extend(all(tests, "IF "));
    // A form that is its word alone says nothing.
    lines.retain(|it| it.contains(' '));
    let lines = lines.iter().flat_map(|it| wrap(it, WIDTH, "  ", "    "));
    let mut text: Vec<String> = lines.collect();
    if !text.is_empty() {
        let said = "In short ([ ] may be left out, | means or, { } may be repeated):";
        text.splice(0..0, wrap(said, WIDTH, "", ""));
    }
    text
}

/// The parts of an order, in two columns.
fn parts(term: &Term) -> Vec<String> {
    let names = term.parts.iter().map(|it| width(&it.0));
    let column = names.filter(|it| *it <= PART_MAX).max().unwrap_or(0);
    let rows = term.parts.iter();
    rows.flat_map(|(name, text)| columns(name, column, text))
        .collect()
}

/// A name and what is said of it, beside each other; below each other, if the name is too wide.
fn columns(name: &str, column: usize, text: &str) -> Vec<String> {
    let indent = " ".repeat(2 + column + 2);
    if width(name) > column {
        let mut lines = wrap(name, WIDTH, "  ", "    ");
        lines.extend(wrap(text, WIDTH, &indent, &indent));
        return lines;
    }
    let gap = " ".repeat(column - width(name));
    let first = format!("  {name}{gap}  ");
    wrap(text, WIDTH, &first, &indent)
}

/// An order that names one seat in place of another.
fn renamed(line: &str, (from, to): (Seat, Seat)) -> String {
    let words = line.split(' ').map(|word| {
        let bare = word.trim_matches(|it: char| !it.is_alphanumeric());
        if bare == from.as_str() {
            word.replace(bare, to.as_str())
        } else if bare.eq_ignore_ascii_case(from.as_str()) {
            word.replace(bare, &capital(to.as_str()))
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The first words of a sentence.
fn beginning(text: &str) -> Vec<String> {
    let words = text.split_whitespace().take(SAME_WORDS);
    words.map(str::to_lowercase).collect()
}

/// The letter of a part of a turn.
fn letter(part: u8) -> char {
    (b'a' + part.saturating_sub(1)) as char
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
