//! Receipts: what a mail was understood to say, what was filed, and the sheet as it now stands.
//!
//! Not here: the reading (`lang`), the filing (`engine`), and whose mail it was (`desk`).

use super::frame::Frame;
use super::sheet::{corrected_sheet, order_sheet};
use super::templates::{Templates, value};
use super::text::{WIDTH, defused, tidy, with_mark, wrap};
use crate::engine::game::{InForce, LineRead, Understood};
use crate::engine::rules::SheetText;
use crate::engine::seat::Seat;
use crate::lang::diagnostic::{Diagnostic, show};
use crate::lang::sheet::{Readiness, SheetNo};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// Everything a receipt tells. Passwords are masked before anything comes here.
#[derive(Debug, Clone)]
pub struct ReceiptPage {
    /// What the mail turned out to hold.
    pub finding: Finding,
    /// What is worth knowing about the mail itself.
    pub advice: Vec<Advice>,
    /// What the mail reader mended: `3 en-dashes read as "-"`.
    pub mended: Vec<String>,
    /// Answers to REPORT, STATUS, HELP, in the order asked.
    pub answers: Vec<Answer>,
    /// What became of letters in the mail.
    pub letters: Vec<LetterSent>,
    /// The seat's lines in force now; of a block that was read its own list is taken.
    pub in_force: Vec<InForce>,
    /// What stands in the seat's order sheet now.
    pub order_sheet: SheetText,
    /// What the seat's sheets do to the gate.
    pub gate: Gate,
}

/// What a mail turned out to hold.
#[derive(Debug, Clone)]
pub enum Finding {
    /// A block that was read; perhaps with faults in some lines, or in all.
    Read(SheetRead),
    /// A block refused whole, for a fault in its opener: a wrong name, a sheet already played.
    Refused {
        /// The lines of the block, the opener first, as far as they may be shown.
        lines: Vec<String>,
        /// What is wrong with the opener.
        fault: Diagnostic,
    },
    /// Only a sheet of ours, untouched: a quotation.
    OnlyOurs {
        /// Which.
        sheet: SheetNo,
    },
    /// Two or more different blocks; none was taken.
    Several {
        /// Their openers.
        openers: Vec<String>,
    },
    /// Nothing in the mail could be read.
    Unreadable {
        /// Why, and what to do, in sentences.
        why: String,
    },
    /// No block at all.
    NoOrders,
    /// A mail that has been answered already, come again: it has one effect.
    Again,
    /// The campaign is halted; the mail waits.
    Halted,
}

/// A block that was read.
#[derive(Debug, Clone)]
pub struct SheetRead {
    /// The sheet of its opener.
    pub sheet: SheetNo,
    /// The number under which it was filed; 0 if it was only checked.
    pub submission: u32,
    /// The lines of the block, the opener first (line 0): for excerpts.
    pub lines: Vec<String>,
    /// What was understood.
    pub understood: Understood,
}

/// What is worth knowing about a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Advice {
    /// The block had no `#end`.
    NoEnd,
    /// It came from an address that is not the registered one, with a good token.
    OtherAddress,
}

/// An answer to a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// A report again.
    Report {
        /// The sheet it announced.
        sheet: SheetNo,
        /// Its text; its order sheet is left out.
        text: String,
    },
    /// There is no such report.
    NoReport {
        /// The turn asked for.
        turn: u32,
    },
    /// Where the campaign stands: the frame says it.
    Status {
        /// How many sheets the gate still waits for, and of how many; `None`: no gate.
        waiting: Option<(u32, u32)>,
    },
    /// The forms of an order, or of all.
    Help {
        /// The order asked for.
        verb: Option<String>,
        /// One text each, as `Table::help` gives them; empty: there is no such order.
        forms: Vec<String>,
    },
}

/// What became of a letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "letter", rename_all = "kebab-case")]
pub enum LetterSent {
    /// It goes out.
    Sent {
        /// To these seats, by title.
        to: Vec<String>,
    },
    /// Its END is missing, so it was not sent and nothing below was read.
    NoEnd {
        /// The lines not read.
        lines: Vec<String>,
    },
    /// It was not sent for another reason.
    Refused {
        /// A sentence without a full stop.
        why: String,
    },
}

/// What a seat's sheets do to the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// The gate need not wait for the seat.
    Ready,
    /// WAIT was written.
    Waits,
    /// No sheet is in for the sheet called.
    NoSheet,
    /// A sheet is in from before the seat was called; it counts at the deadline.
    Earlier,
    /// The seat is not called now: what it filed lies still.
    NotCalled,
    /// Nobody is called: the game is over, held or halted.
    None,
}

/// What the template is given besides the frame.
#[derive(Debug, Serialize)]
struct Context {
    #[serde(flatten)]
    frame: Frame,
    finding: &'static str,
    /// The sheets it is about, as printed: `turn 6a`, `turns 6a and 7`.
    about: String,
    read: Option<Told>,
    fault: Vec<String>,
    openers: Vec<String>,
    why: String,
    advice: Vec<Advice>,
    mended: Vec<String>,
    answers: Vec<Answer>,
    letters: Vec<LetterSent>,
    /// How much is in force: `3 lines of sheet 6a, 1 standing line`.
    unchanged: String,
    also: Vec<String>,
    silence: Vec<String>,
    gate: Gate,
    sheet_text: String,
    sheet_is: &'static str,
}

/// A block that was read, laid out.
#[derive(Debug, Default, Serialize)]
struct Told {
    understood: usize,
    faulty: usize,
    empty: bool,
    check: bool,
    filed: bool,
    standing_only: bool,
    ready: Vec<Noted>,
    cancelled: Vec<String>,
    lines: Vec<String>,
    faults: Vec<String>,
    replaced: Vec<String>,
    ended: Vec<String>,
    absences: Vec<(String, String)>,
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

impl Templates {
    /// The receipt for one mail, for the seat of the frame.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn receipt(&self, frame: &Frame, page: &ReceiptPage) -> Result<String, String> {
        let frame = frame.cleaned();
        let read = match &page.finding {
            Finding::Read(read) => Some(read),
            _ => None,
        };
        let in_force = read.map_or(&page.in_force, |it| &it.understood.in_force);
        let own = read.map_or(u32::MAX, |it| it.submission);
        let others = in_force.iter().filter(|it| it.submission != own);
        let others: Vec<InForce> = others.cloned().collect();
        let (sheet_is, sheet_text) = sheet_now(&frame, page, in_force);
        let mut context = Context {
            finding: name(&page.finding),
            about: about(&page.finding, frame.sheet),
            read: read.map(told),
            fault: Vec::new(),
            openers: Vec::new(),
            why: String::new(),
            advice: page.advice.clone(),
            mended: page.mended.clone(),
            answers: page.answers.iter().map(without_sheet).collect(),
            letters: page.letters.clone(),
            unchanged: unchanged(in_force),
            also: others.iter().map(|it| in_force_text(it, &frame)).collect(),
            silence: silence(page, read),
            gate: page.gate,
            sheet_text,
            sheet_is,
            frame,
        };
        match &page.finding {
            Finding::Refused { lines, fault } => context.fault = shown(lines, fault),
            Finding::Several { openers } => context.openers.clone_from(openers),
            Finding::Unreadable { why } => context.why.clone_from(why),
            _ => {}
        }
        let text = self.render("_common/receipt.txt", &value(&context))?;
        Ok(tidy(&text))
    }
}

fn name(finding: &Finding) -> &'static str {
    match finding {
        Finding::Read(_) => "read",
        Finding::Refused { .. } => "refused",
        Finding::OnlyOurs { .. } => "only-ours",
        Finding::Several { .. } => "several",
        Finding::Unreadable { .. } => "unreadable",
        Finding::NoOrders => "no-orders",
        Finding::Again => "again",
        Finding::Halted => "halted",
    }
}

/// The sheets a receipt speaks of: `turn 6a`, `turns 6a and 7`.
fn about(finding: &Finding, open: SheetNo) -> String {
    let read = match finding {
        Finding::Read(read) => read,
        Finding::OnlyOurs { sheet } => return format!("turn {sheet}"),
        _ => return format!("turn {open}"),
    };
    let of_lines = read.understood.lines.iter().filter_map(|it| it.sheet);
    let mut sheets: BTreeSet<SheetNo> = of_lines.collect();
    sheets.extend(&read.understood.sheets);
    sheets.extend(&read.understood.cancelled);
    let sheets: Vec<String> = sheets.iter().map(ToString::to_string).collect();
    match sheets.as_slice() {
        [] => format!("turn {}", read.sheet),
        [only] => format!("turn {only}"),
        [first @ .., last] => format!("turns {} and {last}", first.join(", ")),
    }
}

/// What was understood, laid out line by line.
fn told(read: &SheetRead) -> Told {
    let understood = &read.understood;
    let (under_lines, replaced, ended) = replacements(understood);
    let mut lines = Vec::new();
    let mut repairs = understood.repairs.clone();
    for (line, replaced) in understood.lines.iter().zip(under_lines) {
        lines.extend(line_read(line, read.sheet));
        let own = |it: &(u32, String)| it.0 == line.number;
        for (_, repair) in repairs.iter().filter(|it| own(it)) {
            lines.extend(under(repair));
        }
        repairs.retain(|it| !own(it));
        lines.extend(line.notes.iter().flat_map(|it| under(it)));
        for text in replaced {
            lines.extend(under(&format!("replaces {text}")));
        }
    }
    for (number, repair) in &repairs {
        let text = format!("line {number}: {repair}");
        lines.extend(wrap(&text, WIDTH, "", "     "));
    }
    let mut faulty: Vec<u32> = understood.faults.iter().map(|it| it.span.line).collect();
    faulty.sort_unstable();
    faulty.dedup();
    let faults = understood.faults.iter();
    Told {
        understood: understood.lines.len(),
        faulty: faulty.len(),
        empty: understood.empty,
        check: understood.check,
        filed: understood.filed && !understood.check,
        standing_only: stands_alone(understood),
        ready: understood.ready.iter().map(Noted::new).collect(),
        cancelled: understood
            .cancelled
            .iter()
            .map(ToString::to_string)
            .collect(),
        lines,
        faults: faults.flat_map(|it| shown(&read.lines, it)).collect(),
        replaced,
        ended,
        absences: understood.absences.clone(),
        resigns: understood.resigns,
    }
}

/// One line understood, with its kind at the right as in `orders.md`, section 13.
fn line_read(line: &LineRead, sheet: SheetNo) -> Vec<String> {
    let lead = format!("{:>3}  ", line.number);
    let mut lines = with_mark(&lead, &line.text, line.kind, WIDTH - 4);
    if let Some(other) = line.sheet.filter(|it| *it != sheet) {
        lines.extend(under(&format!("for turn {other}")));
    }
    lines
}

fn under(text: &str) -> Vec<String> {
    wrap(text, WIDTH, "     ", "     ")
}

/// The place, the excerpt with its carets, the hint. An excerpt that shows an opener is marked,
/// so that a reply that quotes without marks holds one block only.
fn shown(lines: &[String], fault: &Diagnostic) -> Vec<String> {
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let text = show(&lines, fault);
    text.lines().map(defused).collect()
}

/// What was replaced: by which of the lines understood, and what of it belongs to none: lines of
/// the sheet sent before, and standing lines that were cleared.
fn replacements(understood: &Understood) -> (Vec<Vec<String>>, Vec<String>, Vec<String>) {
    let mut under_lines = vec![Vec::new(); understood.lines.len()];
    let (mut replaced, mut ended) = (Vec::new(), Vec::new());
    for text in &understood.replaced {
        if !text.starts_with("STANDING ") {
            replaced.push(text.clone());
            continue;
        }
        // The line with the longest common beginning, if it shares the verb at least.
        let new = understood.lines.iter().enumerate();
        let new = new.filter(|(_, it)| it.sheet.is_none());
        let best = new
            .map(|(at, it)| (common_words(&it.text, text), at))
            .filter(|(common, _)| *common > 0)
            .max_by_key(|(common, at)| (*common, std::cmp::Reverse(*at)));
        match best {
            Some((_, at)) => under_lines[at].push(text.clone()),
            None => ended.push(text.clone()),
        }
    }
    (under_lines, replaced, ended)
}

/// How many words two standing lines share from their verb on.
fn common_words(one: &str, other: &str) -> usize {
    let words = |it: &'_ str| -> Vec<String> {
        let mut words: Vec<String> = it.split_whitespace().skip(1).map(str::to_owned).collect();
        if words.first().is_some_and(|it| it == "UNTIL") {
            words.drain(..2.min(words.len()));
        }
        words
    };
    let (one, other) = (words(one), words(other));
    one.iter().zip(&other).take_while(|(a, b)| a == b).count()
}

/// `3 lines of sheet 6a, 1 standing line`; `no lines`.
fn unchanged(in_force: &[InForce]) -> String {
    let count = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut sheets: BTreeMap<SheetNo, usize> = BTreeMap::new();
    for sheet in in_force.iter().filter_map(|it| it.sheet) {
        *sheets.entry(sheet).or_default() += 1;
    }
    let standing = in_force.iter().filter(|it| it.sheet.is_none()).count();
    let mut parts: Vec<String> = sheets
        .into_iter()
        .map(|(sheet, lines)| format!("{} of sheet {sheet}", count(lines, "line")))
        .collect();
    if standing > 0 {
        parts.push(count(standing, "standing line"));
    }
    match parts.is_empty() {
        true => "no lines".to_owned(),
        false => parts.join(", "),
    }
}

fn in_force_text(line: &InForce, frame: &Frame) -> String {
    match line.sheet {
        Some(sheet) if sheet != frame.sheet => format!("{} (turn {sheet})", line.text),
        _ => line.text.clone(),
    }
}

fn silence(page: &ReceiptPage, read: Option<&SheetRead>) -> Vec<String> {
    match read {
        Some(read) => read.understood.silence.clone(),
        None => page.order_sheet.silence.clone(),
    }
}

/// The sheet at the end: corrected after a block with lines, else as it stands for the sheet now
/// open; and what it is called.
fn sheet_now(frame: &Frame, page: &ReceiptPage, in_force: &[InForce]) -> (&'static str, String) {
    let Some(seat) = frame.seat else {
        return ("none", String::new());
    };
    match &page.finding {
        Finding::Read(read) if !read.understood.corrected.is_empty() && has_lines(read) => {
            let is = match (read.understood.faults.is_empty(), read.understood.check) {
                (false, _) => "corrected",
                (true, true) => "checked",
                (true, false) => "filed",
            };
            let mut lines = kept_lines(read, in_force);
            lines.extend(read.understood.corrected.iter().cloned());
            let corrected = corrected_sheet(&frame.campaign, seat, read.sheet, &lines, in_force);
            (is, corrected)
        }
        Finding::Halted | Finding::Again => ("none", String::new()),
        _ => ("open", sheet_of(frame, seat, page, in_force)),
    }
}

/// The lines of its sheet that a block of standing lines has left in force: without them the sheet
/// at the end would replace them when it is sent back.
fn kept_lines(read: &SheetRead, in_force: &[InForce]) -> Vec<String> {
    if !read.understood.faults.is_empty() || !stands_alone(&read.understood) {
        return Vec::new();
    }
    let kept = in_force.iter().filter(|it| it.sheet == Some(read.sheet));
    kept.map(|it| it.text.clone()).collect()
}

/// Whether all lines understood are standing ones.
fn stands_alone(understood: &Understood) -> bool {
    let mut lines = understood.lines.iter();
    !understood.lines.is_empty() && lines.all(|it| it.sheet.is_none())
}

fn has_lines(read: &SheetRead) -> bool {
    !read.understood.lines.is_empty() || !read.understood.faults.is_empty()
}

fn sheet_of(frame: &Frame, seat: Seat, page: &ReceiptPage, in_force: &[InForce]) -> String {
    order_sheet(
        &frame.campaign,
        seat,
        frame.sheet,
        &page.order_sheet,
        in_force,
    )
}

/// A report again, without its order sheet: two live sheets in one mail would only confuse.
fn without_sheet(answer: &Answer) -> Answer {
    let Answer::Report { sheet, text } = answer else {
        return answer.clone();
    };
    let mut kept = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let begins = line.trim_start().starts_with("#orders ");
        if begins {
            kept.push("(The order sheet of that mail is left out.)");
        }
        inside |= begins;
        if !inside {
            kept.push(line);
        }
        inside &= line.trim() != "#end";
    }
    Answer::Report {
        sheet: *sheet,
        text: kept.join("\n"),
    }
}
