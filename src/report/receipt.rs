//! Receipts: what a mail was understood to say, what was filed, and the sheet as it now stands.
//!
//! Not here: the reading (`lang`), the filing (`engine`), and whose mail it was (`desk`).

use super::frame::Frame;
use super::room;
use super::sheet::{corrected_sheet, order_sheet};
use super::templates::{Templates, value};
use super::text::{counted, tidy};
use super::told::{Told, sheets, shown, stands_alone, told};
use crate::engine::game::{InForce, Understood};
use crate::engine::rules::SheetText;
use crate::engine::seat::Seat;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::sheet::SheetNo;
use serde::Serialize;
use std::collections::BTreeMap;

/// Everything a receipt tells. Passwords are masked before anything comes here.
#[derive(Debug, Clone)]
pub struct ReceiptPage {
    /// What the mail turned out to hold.
    pub finding: Finding,
    /// What is worth knowing about the mail itself.
    pub advice: Vec<Advice>,
    /// What the mail reader mended: `3 en-dashes read as "-"`.
    pub mended: Vec<String>,
    /// What CONFIRM and ADDRESS came to, then answers to REPORT, STATUS, HELP, in the order asked.
    pub answers: Vec<Answer>,
    /// What became of letters in the mail.
    pub letters: Vec<LetterSent>,
    /// What became of absences told in the mail.
    pub absences: Vec<AbsenceTold>,
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
    Read(Box<SheetRead>),
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
        /// Whether it is one that asks for a yes.
        asks: bool,
    },
    /// Two or more different blocks; none was taken.
    Several {
        /// Their openers.
        openers: Vec<String>,
        /// Whether they are for different campaigns.
        campaigns: bool,
    },
    /// Nothing in the mail could be read.
    Unreadable {
        /// Why, and what to do, in sentences.
        why: String,
    },
    /// No block at all.
    NoOrders,
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
    /// The same, with a good password.
    OtherAddressPassword,
    /// So much was answered today that this is the last answer for now.
    LastForNow,
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
        /// Whether its end is left out, for it is too long for a mail.
        cut: bool,
    },
    /// What does not fit into this receipt.
    Elsewhere {
        /// The line that brings it in a mail of its own.
        request: String,
    },
    /// More was asked for than a mail is answered.
    More {
        /// How much more.
        count: usize,
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
    /// Orders that came without proof are filed now; their own receipt follows.
    Confirmed {
        /// When they came, as printed.
        at: String,
    },
    /// Mails go to another address from now on.
    Moves {
        /// Which.
        address: String,
    },
    /// Whether mails shall go to another address is asked here.
    Asked {
        /// Which.
        address: String,
        /// What to send back.
        sheet: String,
    },
    /// The reader's words are part of the dice from now on.
    Salted {
        /// Which.
        words: String,
        /// What all are shown of them, in hex.
        digest: String,
    },
    /// They are not.
    NotSalted {
        /// A sentence without a full stop.
        why: String,
    },
    /// Mails go where they went.
    StaysHere {
        /// Where they were to go, as written.
        address: String,
        /// A sentence without a full stop.
        why: String,
    },
    /// Nothing was asked with this code, or it was confirmed before.
    NothingAsked {
        /// The code, as written.
        code: String,
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
    /// It was not sent.
    Refused {
        /// A sentence without a full stop.
        why: String,
    },
    /// So many were not sent, for a seat may send only so many in a turn.
    TooMany {
        /// How many.
        count: usize,
        /// How many a seat may send.
        limit: u8,
    },
}

/// What became of an absence that a player told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "absence", rename_all = "kebab-case")]
pub enum AbsenceTold {
    /// It is noted, and everybody is told.
    Noted {
        /// From when to when, as printed.
        dates: String,
        /// Whether the deadline has moved for it; the frame says to when.
        moved: bool,
    },
    /// Those told before are taken back.
    TakenBack,
    /// It could not be noted.
    Refused {
        /// As written.
        dates: String,
        /// A sentence without a full stop.
        why: String,
    },
    /// So many more stood in the mail than are noted.
    TooMany {
        /// How many.
        count: usize,
    },
    /// The others were told so often in this turn that it could not be noted.
    TooOften {
        /// How often.
        limit: u32,
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
    /// Whether these are for different campaigns.
    campaigns: bool,
    /// Whether the sheet of ours that came back asks for a yes.
    asks: bool,
    /// Why nothing in the mail could be read; else empty.
    why: String,
    advice: Vec<Advice>,
    mended: Vec<String>,
    answers: Vec<Answer>,
    letters: Vec<LetterSent>,
    absences: Vec<AbsenceTold>,
    /// How much is in force: `3 lines of sheet 6a, 1 standing line`.
    unchanged: String,
    /// The turn now open, without its part.
    turn: u32,
    also: Vec<String>,
    silence: Vec<String>,
    gate: Gate,
    sheet_text: String,
    sheet_is: &'static str,
}

impl Templates {
    /// The receipt for one mail, for the seat of the frame.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn receipt(&self, frame: &Frame, page: &ReceiptPage) -> Result<String, String> {
        let frame = frame.cleaned().with_early();
        let read = match &page.finding {
            Finding::Read(read) => Some(read.as_ref()),
            _ => None,
        };
        let in_force = read.map_or(&page.in_force, |it| &it.understood.in_force);
        let own = read.map_or(u32::MAX, |it| it.submission);
        let others = in_force.iter().filter(|it| it.submission != own);
        let others = others.filter(|it| !read.is_some_and(|read| only_checked(read, it)));
        let others: Vec<InForce> = others.cloned().collect();
        let own_sheet = read.map_or(frame.sheet, |it| it.sheet);
        let (sheet_is, sheet_text) = sheet_now(&frame, page, in_force);
        let mut context = Context {
            finding: name(&page.finding),
            about: about(&page.finding, frame.sheet),
            read: read.map(|it| told(it, frame.sheet)),
            fault: Vec::new(),
            openers: Vec::new(),
            campaigns: matches!(
                &page.finding,
                Finding::Several {
                    campaigns: true,
                    ..
                }
            ),
            asks: matches!(&page.finding, Finding::OnlyOurs { asks: true, .. }),
            why: String::new(),
            advice: page.advice.clone(),
            mended: room::listed(page.mended.iter().cloned()),
            answers: Vec::new(),
            letters: page.letters.clone(),
            absences: page.absences.clone(),
            unchanged: unchanged(in_force),
            turn: frame.sheet.turn,
            also: room::listed(others.iter().map(|it| in_force_text(it, own_sheet, &frame))),
            silence: silence(page, read),
            gate: page.gate,
            sheet_text,
            sheet_is,
            frame,
        };
        match &page.finding {
            Finding::Refused { lines, fault } => context.fault = shown(lines, fault),
            Finding::Several { openers, .. } => {
                context.openers = room::listed(openers.iter().cloned());
            }
            Finding::Unreadable { why } => context.why.clone_from(why),
            _ => {}
        }
        let bare = self.render("_common/receipt.txt", &value(&context))?;
        let answers: Vec<Answer> = page.answers.iter().map(without_sheet).collect();
        if answers.is_empty() {
            return Ok(tidy(&bare));
        }
        let rest = room::RECEIPT_BYTES_MAX.saturating_sub(bare.len());
        context.answers = room::answers(answers, rest);
        let text = self.render("_common/receipt.txt", &value(&context))?;
        Ok(tidy(&text))
    }
}

/// Whether a line would be in force only if what was checked were filed.
fn only_checked(read: &SheetRead, line: &InForce) -> bool {
    let understood = &read.understood;
    let mut lines = understood.lines.iter();
    understood.check && lines.any(|it| it.text == line.text && it.sheet == line.sheet)
}

fn name(finding: &Finding) -> &'static str {
    match finding {
        Finding::Read(_) => "read",
        Finding::Refused { .. } => "refused",
        Finding::OnlyOurs { .. } => "only-ours",
        Finding::Several { .. } => "several",
        Finding::Unreadable { .. } => "unreadable",
        Finding::NoOrders => "no-orders",
    }
}

/// The sheets a receipt speaks of: `turn 6a`, `turns 6a and 7`.
fn about(finding: &Finding, open: SheetNo) -> String {
    let read = match finding {
        Finding::Read(read) => read,
        Finding::OnlyOurs { sheet, .. } => return format!("turn {sheet}"),
        _ => return format!("turn {open}"),
    };
    let sheets = room::named(sheets(read).iter().map(ToString::to_string).collect());
    match sheets.as_slice() {
        [] => format!("turn {open}"),
        [only] => format!("turn {only}"),
        [first @ .., last] => format!("turns {} and {last}", first.join(", ")),
    }
}

/// `3 lines of sheet 6a, 1 standing line`; `no lines`.
fn unchanged(in_force: &[InForce]) -> String {
    let mut sheets: BTreeMap<SheetNo, usize> = BTreeMap::new();
    for sheet in in_force.iter().filter_map(|it| it.sheet) {
        *sheets.entry(sheet).or_default() += 1;
    }
    let standing = in_force.iter().filter(|it| it.sheet.is_none()).count();
    let mut parts: Vec<String> = sheets
        .into_iter()
        .map(|(sheet, lines)| format!("{} of sheet {sheet}", counted(lines, "line", "lines")))
        .collect();
    parts = room::named(parts);
    if standing > 0 {
        parts.push(counted(standing, "standing line", "standing lines"));
    }
    match parts.is_empty() {
        true => "no lines".to_owned(),
        false => parts.join(", "),
    }
}

/// A line in force, with its turn unless that is both the sheet of the mail and the one open.
fn in_force_text(line: &InForce, own: SheetNo, frame: &Frame) -> String {
    match line.sheet {
        Some(sheet) if sheet != frame.sheet || sheet != own => {
            format!("{} (turn {sheet})", line.text)
        }
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
            if is_long(&lines, in_force) {
                return TOO_LONG;
            }
            let corrected = corrected_sheet(&frame.campaign, seat, read.sheet, &lines, in_force);
            (is, corrected)
        }
        _ if is_long(&[], in_force) => TOO_LONG,
        _ => ("open", sheet_of(frame, seat, page, in_force)),
    }
}

/// In place of a sheet that is too long for a mail.
const TOO_LONG: (&str, String) = ("too-long", String::new());

fn is_long(lines: &[String], in_force: &[InForce]) -> bool {
    let all = lines.iter().chain(in_force.iter().map(|it| &it.text));
    all.map(|it| it.len() + 1).sum::<usize>() > room::SHEET_BYTES_MAX
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
    let Answer::Report { sheet, text, cut } = answer else {
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
        cut: *cut,
    }
}
