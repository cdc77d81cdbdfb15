//! A text of orders → lines, faults and a book, in a real position of a real game.
//!
//! The first byte chooses the position, the second the seat and what else is done; the rest is the
//! text. Lines that the game's forms accept are strewn in by a mutator of our own: bytes alone
//! would hardly ever come to a whole order.

#![no_main]

mod positions;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use packetboat::engine::dice::Dice;
use packetboat::engine::game::{Block, Understood};
use packetboat::engine::seat::Seat;
use packetboat::lang::block;
use packetboat::lang::diagnostic::{Diagnostic, show};
use packetboat::lang::form::Grammar;
use packetboat::lang::read::read;
use packetboat::lang::reading::{Context, Reading};
use packetboat::lang::said::OrderLine;
use packetboat::lang::sheet::{Scope, SheetNo};
use packetboat::lang::sheet_names::SheetNames;
use packetboat::lang::write::write;
use packetboat::mail::body::{LINE_CHARS_MAX, LINES_MAX};
use packetboat::report::corrected_sheet;
use positions::{CAMPAIGN, Position, keys, positions, robot};
use std::collections::BTreeMap;

thread_local! {
    static POSITIONS: Vec<Position> = positions();
}

/// Of the second byte: the seat.
const SEAT: u8 = 0x0f;
/// The opener names the sheet of the next turn.
const AHEAD: u8 = 0x10;
/// The book is written and read back.
const STORED: u8 = 0x20;
/// Play goes on with these orders.
const PLAYED: u8 = 0x40;

/// Bytes before the text.
const HEAD: usize = 2;

/// How many lines are read again by themselves.
const ALONE_MAX: usize = 16;

// The games are read before the first text, so that no text seems to take as long as that.
fuzz_target!(init: POSITIONS.with(|_| ()), |data: &[u8]| {
    let [position, how, text @ ..] = data else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    POSITIONS.with(|all| {
        let position = &all[usize::from(*position) % all.len()];
        let case = Case::new(position, *how, &text);
        case.language();
        case.table(*how);
    });
});

/// A text at a position.
struct Case<'a> {
    position: &'a Position,
    seat: Seat,
    grammar: &'a Grammar,
    sheet: SheetNo,
    text: &'a str,
    /// The opener, then the lines of the text.
    lines: Vec<&'a str>,
}

impl<'a> Case<'a> {
    fn new(position: &'a Position, how: u8, text: &'a str) -> Self {
        let open = position.table.sheet();
        let turn = open.turn + u32::from(how & AHEAD != 0);
        let (seat, grammar) = position.seat(how & SEAT);
        Case {
            position,
            seat: *seat,
            grammar,
            sheet: SheetNo { turn, ..open },
            text,
            lines: [CAMPAIGN].into_iter().chain(text.lines()).collect(),
        }
    }

    /// Reads by the forms alone, without what a game makes of the words.
    fn reading(&self, sheet: SheetNo, text: &str) -> Reading {
        let context = Context {
            campaign: CAMPAIGN,
            seats: &self.position.names,
            sheet,
            open: self.position.table.sheet(),
            parts: self.position.parts,
            last: None,
            names: &SheetNames::NONE,
        };
        read(self.grammar, &context, text)
    }

    /// What must hold of reading, whatever the words mean.
    fn language(&self) {
        let reading = self.reading(self.sheet, self.text);
        self.faults(&reading.faults);
        let mut places: Vec<u32> = reading.faults.iter().map(|it| it.span.line).collect();
        places.dedup();
        assert_eq!(places.len(), reading.faults.len(), "one fault a line");
        for line in reading.lines.iter().take(ALONE_MAX) {
            self.one_spelling(line);
        }
        let corrected = reading.corrected.join("\n");
        if is_short(&corrected) {
            let again = self.reading(self.sheet, &corrected);
            assert_eq!(again.faults, [], "corrected:\n{corrected}");
            let live = reading.corrected.iter().filter(|it| !it.starts_with(';'));
            assert!(live.eq(said(&again)), "corrected:\n{corrected}");
            self.sent_back(&again);
        }
    }

    /// An order line reads as itself.
    fn one_spelling(&self, line: &OrderLine) {
        if !is_short(&line.printed) {
            return;
        }
        let sheet = match line.scope {
            Scope::Sheet { sheet } => sheet,
            Scope::Standing { .. } => self.sheet,
        };
        let again = self.reading(sheet, &line.printed);
        assert_eq!(again.faults, [], "{}", line.printed);
        let [same] = again.lines.as_slice() else {
            panic!("{} lines of {}", again.lines.len(), line.printed);
        };
        assert_eq!(same.printed, line.printed);
        assert_eq!(
            (same.scope, same.each, &same.key),
            (line.scope, line.each, &line.key)
        );
    }

    /// The sheet at the end of a receipt, broken to the width of a mail, says the same.
    fn sent_back(&self, reading: &Reading) {
        let lines = &reading.corrected;
        let sheet = corrected_sheet(
            CAMPAIGN,
            self.seat,
            (self.sheet, &SheetNames::NONE),
            lines,
            (&[], &[]),
        );
        let lines: Vec<&str> = sheet.lines().collect();
        let blocks = block::find(&lines);
        let [block] = blocks.as_slice() else {
            panic!("{} blocks in\n{sheet}", blocks.len());
        };
        assert!(block.closed);
        let again = self.reading(self.sheet, &block.text());
        assert_eq!(again.faults, [], "sent back:\n{sheet}");
        assert_eq!(printed(&again), printed(reading), "sent back:\n{sheet}");
    }

    /// Faults stand where there is something to see, and can be shown.
    fn faults(&self, faults: &[Diagnostic]) {
        for fault in faults {
            let span = fault.span;
            let line = self.lines.get(span.line as usize);
            let line = line.unwrap_or_else(|| panic!("no such line: {fault:?}"));
            let end = line.chars().count() + 1;
            let last = (span.column + span.width) as usize - 1;
            let inside = span.line >= 1 && span.column >= 1 && span.width >= 1 && last <= end;
            assert!(inside, "{fault:?} in {line:?}");
            let shown = show(&self.lines, fault);
            assert!(!shown.chars().any(|it| it.is_control() && it != '\n'));
            assert!(shown.lines().count() >= 3, "{shown}");
        }
    }

    /// What must hold at the table.
    fn table(&self, how: u8) {
        let block = Block {
            sheet: self.sheet,
            body: self.text,
        };
        let understood = self.position.table.check(self.seat, &block);
        self.faults(&understood.faults);
        let numbers = understood.lines.iter().map(|it| it.number);
        assert!(numbers.max().unwrap_or(0) as usize <= self.lines.len());
        if understood.check || understood.sheets.is_empty() {
            return;
        }
        let mut table = self.position.copy();
        let filed = table.file(self.seat, u32::MAX, &block);
        assert!(filed.filed);
        same_but_filed(understood, filed);
        if how & STORED != 0 {
            let files = table.save();
            let again = self.position.open(&files).save();
            assert_eq!((again.state, again.book), (files.state, files.book));
        }
        if how & PLAYED != 0 {
            let played = table.play(&mut Dice::keyed(keys(7)), true);
            played.expect("orders break no invariant");
        }
    }
}

/// Whether every line is read whole.
fn is_short(text: &str) -> bool {
    text.lines().all(|it| it.chars().count() <= LINE_CHARS_MAX) && text.lines().count() <= LINES_MAX
}

/// Everything understood, in written order.
fn said(reading: &Reading) -> impl Iterator<Item = &String> {
    let common = reading.common.iter().map(|it| (it.0, &it.1));
    let orders = reading.lines.iter().map(|it| (it.number, &it.printed));
    let all: BTreeMap<u32, &String> = common.chain(orders).collect();
    all.into_values()
}

/// The orders understood, each with its sheet.
fn printed(reading: &Reading) -> Vec<(Scope, &str)> {
    let lines = reading.lines.iter();
    lines.map(|it| (it.scope, it.printed.as_str())).collect()
}

/// Checking says what filing does.
fn same_but_filed(checked: Understood, filed: Understood) {
    let texts =
        |it: &Understood| -> Vec<String> { it.in_force.iter().map(|it| it.text.clone()).collect() };
    assert_eq!(texts(&checked), texts(&filed));
    let filed = Understood {
        filed: false,
        in_force: checked.in_force.clone(),
        ..filed
    };
    assert_eq!(checked, filed);
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut chance = Chance(seed);
    if size <= HEAD || chance.below(2) == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    let text = String::from_utf8_lossy(&data[HEAD..size]).into_owned();
    let mutated = POSITIONS.with(|all| {
        let position = &all[usize::from(data[0]) % all.len()];
        let (seat, grammar) = position.seat(data[1] & SEAT);
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let at = chance.place(lines.len() + 1);
        match chance.below(8) {
            0 => lines.insert(at, robot(&*position.table, *seat, chance.below(64))),
            1 => lines.insert(at, COMMON[chance.place(COMMON.len())].to_owned()),
            2 | 3 => lines.insert(at, order(grammar, &mut chance)),
            _ if at == lines.len() => lines.push(order(grammar, &mut chance)),
            _ => change(&mut lines[at], grammar, &mut chance),
        }
        lines.join("\n")
    });
    let length = mutated.len().min(max_size.saturating_sub(HEAD));
    data[HEAD..HEAD + length].copy_from_slice(&mutated.as_bytes()[..length]);
    HEAD + length
});

/// Small numbers that hang on one seed.
struct Chance(u32);

impl Chance {
    fn below(&mut self, bound: u32) -> u32 {
        // A linear congruence, whose low bits are poor.
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % bound.max(1)
    }

    fn place(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }
}

/// Lines that every game knows.
const COMMON: [&str; 12] = [
    "CLEAR ALL",
    "CANCEL",
    "WAIT",
    "GOAHEAD",
    "CHECK",
    "TURN 2",
    "TURN 1b",
    "LEG 2",
    "HELP",
    "AWAY 2026-07-01..2026-07-14",
    "MESSAGE TO ALL\nhello\nEND",
    "RESIGN fuzzed",
];

/// A line that the game's forms accept.
fn order(grammar: &Grammar, chance: &mut Chance) -> String {
    match grammar.orders.as_slice() {
        [] => String::new(),
        forms => {
            let form = &forms[chance.place(forms.len())];
            write(grammar, form, &mut |it| chance.below(it))
        }
    }
}

/// Puts an order in place of a line or at its end, or breaks the line at a blank.
fn change(line: &mut String, grammar: &Grammar, chance: &mut Chance) {
    let order = order(grammar, chance);
    let test = order.split_once(" IF ").map_or(&*order, |it| it.1);
    match chance.below(5) {
        0 => *line = format!("STANDING {order}"),
        1 => *line = format!("{line} ELSE {order}"),
        2 => *line = format!("{line} IF {test}"),
        3 => *line = order,
        _ => {
            let blanks: Vec<usize> = line.match_indices(' ').map(|it| it.0).collect();
            if !blanks.is_empty() {
                let at = blanks[chance.place(blanks.len())];
                line.replace_range(at..=at, "\n");
            }
        }
    }
}
