//! A block that was read, laid out line by line for its receipt.
//!
//! Not here: what else a receipt says (`receipt`).

use super::frame::Frame;
use super::receipt_page::{Answer, Gate, SheetRead, Source};
use super::room;
use super::text::{WIDTH, defused, with_mark, wrap};
use packetboat_core::engine::game::{LineRead, Understood};
use packetboat_core::lang::diagnostic::{Diagnostic, show};
use packetboat_core::lang::sheet::{Readiness, SheetNo};
use packetboat_core::lang::sheet_names::SheetNames;
use packetboat_core::lang::text;
use serde::Serialize;
use std::collections::BTreeSet;

/// A block that was read, laid out.
#[derive(Debug, Default, Serialize)]
pub(super) struct LaidOut {
    understood: usize,
    faulty: usize,
    empty: bool,
    check: bool,
    filed: bool,
    /// Whether all it filed waits for turns that have not begun.
    ahead: bool,
    /// Whether it says GOAHEAD for the sheet now open.
    goes_ahead: bool,
    standing_only: bool,
    ready: Vec<Noted>,
    cancelled: Vec<String>,
    /// Whether there was nothing that CANCEL could withdraw.
    idle: bool,
    /// Whether an earlier WAIT has kept the turn open until now.
    waited: bool,
    lines: Vec<String>,
    faults: Vec<String>,
    replaced: Vec<String>,
    ended: Vec<String>,
    resigns: bool,
}

/// WAIT or GOAHEAD, and of which sheet.
#[derive(Debug, Serialize)]
struct Noted {
    sheet: SheetNo,
    word: &'static str,
}

impl Noted {
    fn new((sheet, ready): (&SheetNo, &Readiness)) -> Self {
        let word = match ready {
            Readiness::GoAhead => "GOAHEAD",
            Readiness::Wait => "WAIT",
        };
        Noted {
            sheet: *sheet,
            word,
        }
    }
}

/// What was understood, laid out line by line, with the notes on each line in words.
pub(super) fn told(
    (read, answers): (&SheetRead, &[Answer]),
    notes: Vec<Vec<String>>,
    frame: &Frame,
) -> LaidOut {
    let (open, names) = (frame.sheet, &frame.sheet_names);
    let understood = &read.understood;
    let (under_lines, replaced, ended) = replacements(understood);
    let replaces = if understood.check {
        "would replace"
    } else {
        "replaces"
    };
    let mut by_line: Vec<(u32, Vec<String>)> = Vec::new();
    // What a yes took is as we printed it: how it was laid out is no news.
    let mut repairs = match read.source {
        Source::Answered | Source::Advice => Vec::new(),
        _ => understood.repairs.clone(),
    };
    let lines = understood.lines.iter().zip(notes);
    for ((line, notes), replaced) in lines.zip(under_lines) {
        let mut lines = line_read(line, (read.sheet, names));
        let own = |it: &(u32, String)| it.0 == line.number;
        for (_, repair) in repairs.iter().filter(|it| own(it)) {
            lines.extend(under(repair));
        }
        repairs.retain(|it| !own(it));
        lines.extend(notes.iter().flat_map(|it| under(it)));
        for text in replaced {
            lines.extend(under(&format!("{replaces} {text}")));
        }
        by_line.push((line.number, lines));
    }
    by_line.extend(
        understood
            .common
            .iter()
            .map(|it| (it.0, noted(it, understood.check, answers))),
    );
    by_line.sort_by_key(|it| it.0);
    let mut lines: Vec<String> = by_line.into_iter().flat_map(|it| it.1).collect();
    for (number, repair) in &repairs {
        let text = format!("line {number}: {repair}");
        lines.extend(wrap(&text, WIDTH, "", "     "));
    }
    let mut faulty: Vec<u32> = understood.faults.iter().map(|it| it.span.line).collect();
    faulty.sort_unstable();
    faulty.dedup();
    LaidOut {
        understood: understood.lines.len(),
        faulty: faulty.len(),
        empty: understood.empty,
        check: understood.check,
        filed: understood.filed && !understood.check,
        ahead: is_ahead(read, open),
        goes_ahead: understood.ready.get(&open) == Some(&Readiness::GoAhead),
        standing_only: stands_alone(understood),
        ready: understood.ready.iter().map(Noted::new).collect(),
        cancelled: understood
            .cancelled
            .iter()
            .map(ToString::to_string)
            .collect(),
        idle: read.cancels_nothing(),
        waited: read.before == Gate::Waits,
        lines: room::listed(lines),
        faults: faults_shown(read),
        replaced: room::listed(replaced),
        ended: room::listed(ended),
        resigns: understood.resigns,
    }
}

/// Faults, whole ones, as many as fit.
fn faults_shown(read: &SheetRead) -> Vec<String> {
    let mut left = read.understood.faults.iter();
    let mut shown_all = Vec::new();
    let mut room = room::LIST_BYTES_MAX;
    for fault in left.by_ref() {
        let lines = shown(&read.lines, fault);
        let bytes: usize = lines.iter().map(|it| it.len() + 1).sum();
        shown_all.extend(lines);
        room = room.saturating_sub(bytes);
        if room == 0 {
            break;
        }
    }
    shown_all.extend(room::more(left.count()));
    shown_all
}

/// How an order counts, from its kind.
fn counts(kind: &str) -> &str {
    match kind {
        "once" => "will be tried once",
        "wish" => "tried this turn",
        "kept" => "used when needed",
        "stands" => "standing",
        other => other,
    }
}

/// One line understood, with how it counts at the right as in `docs/order-language.md`, section 13.
fn line_read(line: &LineRead, (sheet, names): (SheetNo, &SheetNames)) -> Vec<String> {
    let lead = format!("{:>3}  ", line.number);
    let text = text::in_short(&line.text);
    // Whoever reads it sees all of it, in the sheet below.
    let counts = if text == line.text {
        counts(line.kind)
    } else {
        "taken"
    };
    let mut lines = with_mark(&lead, &text, counts, WIDTH - 4);
    if let Some(other) = line.sheet.filter(|it| *it != sheet) {
        lines.extend(under(&format!("for {}", names.turn(other))));
    }
    lines
}

/// A common line: it is not an order, but it was read.
fn noted((number, text): &(u32, String), check: bool, answers: &[Answer]) -> Vec<String> {
    // What became of these is said apart; where lines are only looked at nothing results from any.
    let apart = [
        "AWAY ", "BACK", "ADDRESS ", "CONFIRM ", "MESSAGE ", "NEWS", "NOTE",
    ];
    // They are answered wherever they are read.
    let asks = [
        "HELP", "HANDBOOK", "MAP", "VOYAGES", "WHY", "STATUS", "DICE", "SCHEDULE",
    ];
    let first = text.split(' ').next().unwrap_or_default();
    let refused = |answer: &Answer| match answer {
        Answer::NotSalted { .. } => text.starts_with("SALT "),
        Answer::NotVoted { .. } => text.starts_with("VOTE "),
        _ => false,
    };
    let mark = if apart.iter().any(|it| text.starts_with(it)) {
        ""
    } else if !answers.is_empty() && asks.contains(&first) {
        "answered below"
    } else if check {
        "only checked"
    } else if answers.iter().any(refused) {
        "not added"
    } else {
        "noted"
    };
    with_mark(&format!("{number:>3}  "), text, mark, WIDTH - 4)
}

/// All sheets a block speaks of; its own if it speaks of none.
pub(super) fn sheets(read: &SheetRead) -> BTreeSet<SheetNo> {
    let understood = &read.understood;
    let mut sheets: BTreeSet<SheetNo> = understood.lines.iter().filter_map(|it| it.sheet).collect();
    sheets.extend(&understood.sheets);
    sheets.extend(&understood.cancelled);
    if sheets.is_empty() {
        sheets.insert(read.sheet);
    }
    sheets
}

/// Whether a block holds only what waits until its turn: standing lines count at once.
fn is_ahead(read: &SheetRead, open: SheetNo) -> bool {
    !stands_alone(&read.understood) && sheets(read).iter().all(|it| *it > open)
}

fn under(text: &str) -> Vec<String> {
    wrap(text, WIDTH, "     ", "     ")
}

/// The place, the excerpt with its carets, the hint. An excerpt that shows an opener is marked,
/// so that a reply that quotes without marks holds one block only.
pub(super) fn shown(lines: &[String], fault: &Diagnostic) -> Vec<String> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = show(&lines, fault);
    text.lines().map(defused).collect()
}

/// How many lines that were replaced are looked at: each is held against all that are new.
const REPLACED_MAX: usize = 200;

/// What was replaced: by which of the lines understood, and what of it belongs to none: lines of
/// the sheet sent before, and standing lines that were cleared.
fn replacements(understood: &Understood) -> (Vec<Vec<String>>, Vec<String>, Vec<String>) {
    let mut under_lines = vec![Vec::new(); understood.lines.len()];
    let (mut replaced, mut ended) = (Vec::new(), Vec::new());
    let left = understood.replaced.len().saturating_sub(REPLACED_MAX);
    let new = understood.lines.iter().enumerate();
    let new = new.filter(|(_, it)| it.sheet.is_none());
    let new: Vec<(usize, Vec<&str>)> = new
        .map(|(at, it)| (at, words_from_verb(&it.text)))
        .collect();
    for old_text in understood.replaced.iter().take(REPLACED_MAX) {
        if !old_text.starts_with("STANDING ") {
            // What is in the new sheet as it was in the old one is not gone.
            if understood.lines.iter().all(|it| it.text != *old_text) {
                replaced.push(text::in_short(old_text));
            }
            continue;
        }
        // The line with the longest common beginning, if it shares the verb at least.
        let old = words_from_verb(old_text);
        let best = new.iter().map(|(at, words)| (common(words, &old), *at));
        let best = best
            .filter(|(common, _)| *common > 0)
            .max_by_key(|(common, at)| (*common, std::cmp::Reverse(*at)));
        match best {
            Some((_, at)) => under_lines[at].push(old_text.clone()),
            None => ended.push(old_text.clone()),
        }
    }
    replaced.extend(room::more(left));
    (under_lines, replaced, ended)
}

/// The words of a standing line from its verb on.
fn words_from_verb(line: &str) -> Vec<&str> {
    let mut words: Vec<&str> = line.split_whitespace().skip(1).collect();
    if words.first().is_some_and(|it| *it == "UNTIL") {
        words.drain(..2.min(words.len()));
    }
    words
}

/// How many words two lines share at their beginning.
fn common(one: &[&str], other: &[&str]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// Whether all lines understood are standing ones.
pub(super) fn stands_alone(understood: &Understood) -> bool {
    let mut lines = understood.lines.iter();
    !understood.lines.is_empty() && lines.all(|it| it.sheet.is_none())
}
