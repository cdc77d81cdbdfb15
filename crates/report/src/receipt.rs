//! Receipts: what a mail was understood to say, what was filed, and the sheet as it is now.
//!
//! Not here: the reading (`lang`), the filing (`engine`), and whose mail it was (`desk`).

use super::frame::{Frame, Stop};
use super::laid_out::{LaidOut, sheets, shown, stands_alone, told};
use super::reasons::Tense;
use super::receipt_page::{
    AbsenceNotice, Advice, Answer, Doubt, Finding, Gate, LetterSent, ReceiptPage, SheetRead, Source,
};
use super::room;
use super::sheet::{ABOVE_IN_FORCE, corrected_sheet, filed, order_sheet, without_last_line};
use super::templates::{Templates, value};
use super::text::{counted, one_line, tidy};
use packetboat_core::engine::game::{InForce, LineRead};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::{Readiness, SheetNo};
use packetboat_core::lang::sheet_names::SheetNames;
use serde::Serialize;
use std::collections::BTreeMap;

/// What the template is given besides the frame.
#[derive(Debug, Serialize)]
struct Context {
    #[serde(flatten)]
    frame: Frame,
    finding: &'static str,
    /// Whether the mail only asked to know something.
    only_asks: bool,
    /// The sheets it is about, as printed: `turn 6a`, `turns 6a and 7`.
    about: String,
    /// Whether these are several.
    several: bool,
    read: Option<LaidOut>,
    fault: Vec<String>,
    openers: Vec<String>,
    /// Whether these are for different campaigns.
    campaigns: bool,
    /// Whether the sheet of ours that came back asks for a yes.
    asks: bool,
    /// Why nothing in the mail could be read, or OK takes nothing; else empty.
    why: String,
    /// Text outside of a sheet that reads as orders.
    beside: Vec<String>,
    /// Where the lines were that were read.
    source: &'static str,
    /// Why they are only offered.
    doubt: Option<Doubt>,
    /// Orders left out of what is offered, since they may be quoted.
    left_out: Vec<String>,
    /// Courtesies left out, as written.
    ignored: Vec<String>,
    advice: Vec<Advice>,
    mended: Vec<String>,
    instead_of: usize,
    answers: Vec<Answer>,
    letters: Vec<LetterSent>,
    absences: Vec<AbsenceNotice>,
    /// How much is in force: `3 lines for turn 6a, 1 standing line`.
    unchanged: String,
    /// The turn now open, without its part.
    turn: u32,
    also: Vec<String>,
    silence: Vec<String>,
    unplayed: Vec<String>,
    gate: Gate,
    offered: String,
    /// What becomes of what the seat is asked by mail, with its lines and silence as they are.
    asked: Vec<String>,
    sheet_text: String,
    sheet_is: &'static str,
}

impl Context {
    /// What only some mails have.
    fn fill(&mut self, page: &ReceiptPage) {
        let read = match &page.finding {
            Finding::Read(read) => Some(&read.source),
            _ => None,
        };
        match read {
            Some(Source::Text { ignored }) => {
                self.source = "text";
                self.ignored = ignored.iter().map(|it| one_line(it)).collect();
            }
            Some(Source::Answered) => self.source = "answered",
            Some(Source::Advice) => self.source = "advice",
            Some(Source::Offered(doubt, left_out)) => {
                self.source = "offered";
                self.doubt = Some(*doubt);
                self.left_out = room::listed(left_out.iter().map(|it| one_line(it)));
            }
            Some(Source::Block) | None => {}
        }
        match &page.finding {
            Finding::Both { lines } => {
                let lines = lines.iter().filter(|it| !it.is_empty());
                self.beside = room::listed(lines.map(|it| one_line(it)));
            }
            Finding::NotTaken { why } | Finding::Unreadable { why } => self.why.clone_from(why),
            Finding::Courtesy { said } => self.why = one_line(said),
            Finding::Refused { lines, fault } => self.fault = shown(lines, fault),
            Finding::Several { openers, .. } => {
                self.openers = room::listed(openers.iter().cloned());
            }
            _ => {}
        }
    }
}

impl Templates {
    /// The notes on each line of a sheet, in words.
    fn noted(&self, frame: &Frame, read: &SheetRead) -> Result<Vec<Vec<String>>, String> {
        let lines = read.understood.lines.iter();
        let all = lines.clone().flat_map(|it| &it.notes);
        let mut said = self.reasons(frame, all, Tense::Now)?.into_iter();
        let of = |it: &LineRead| said.by_ref().take(it.notes.len()).collect();
        Ok(lines.map(of).collect())
    }

    /// The receipt for one mail, for the seat of the frame.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn receipt(&self, frame: &Frame, page: &ReceiptPage) -> Result<String, String> {
        let frame = until(frame, page.gate);
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
            only_asks: page.only_asks(),
            about: about(&page.finding, &frame),
            several: read.is_some_and(|it| sheets(it).len() > 1),
            read: match read {
                Some(read) => {
                    let notes = self.noted(&frame, read)?;
                    Some(told((read, &page.answers), notes, &frame))
                }
                None => None,
            },
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
            beside: Vec::new(),
            source: "block",
            doubt: None,
            left_out: Vec::new(),
            ignored: Vec::new(),
            advice: page.advice.clone(),
            mended: room::listed(page.mended.iter().cloned()),
            instead_of: page.instead_of,
            answers: Vec::new(),
            letters: page.letters.clone(),
            absences: page.absences.clone(),
            unchanged: unchanged(&page.in_force, &frame.sheet_names),
            turn: frame.sheet.turn,
            also: room::listed(others.iter().map(|it| in_force_text(it, own_sheet, &frame))),
            silence: silence(page, read),
            unplayed: unplayed(read),
            gate: page.gate,
            offered: page.offered.clone(),
            asked: self.answers(&frame.game, &page.asked, &value(&frame))?,
            sheet_text,
            sheet_is,
            frame,
        };
        context.fill(page);
        let bare = self.render("_common/receipt.txt", &value(&context))?;
        let answers: Vec<Answer> = page.answers.iter().map(without_sheet).collect();
        if answers.is_empty() {
            return Ok(tidy(&bare));
        }
        let rest = room::RECEIPT_BYTES_MAX.saturating_sub(bare.len());
        context.answers = room::answers(answers, rest, &context.frame.sheet_names);
        let text = self.render("_common/receipt.txt", &value(&context))?;
        Ok(tidy(&text))
    }
}

/// The frame, which says what closes the turn early: not to whoever wrote WAIT, and is waited for.
fn until(frame: &Frame, gate: Gate) -> Frame {
    let frame = frame.cleaned();
    if gate == Gate::Waits {
        frame
    } else {
        frame.with_early()
    }
}

/// What the program would play and does not beside these orders.
fn unplayed(read: Option<&SheetRead>) -> Vec<String> {
    // AWAY or WAIT takes no default away.
    let read = read.filter(|it| !it.understood.lines.is_empty());
    let read = read.map(|it| it.understood.unplayed.iter().cloned());
    room::listed(read.into_iter().flatten())
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
        Finding::Courtesy { .. } => "courtesy",
        Finding::Both { .. } => "both",
        Finding::NotTaken { .. } => "not-taken",
        Finding::Words => "words",
    }
}

/// The sheets a receipt speaks of: `turn 6a`, `turns 6a and 7`.
fn about(finding: &Finding, frame: &Frame) -> String {
    let names = &frame.sheet_names;
    let read = match finding {
        Finding::Read(read) => read,
        Finding::OnlyOurs { sheet, .. } => return names.turn(*sheet),
        _ => return frame.turn(),
    };
    let all = sheets(read);
    if let [only] = all.iter().collect::<Vec<_>>().as_slice() {
        return names.turn(**only);
    }
    let all = room::named(all.iter().map(|it| names.name(*it)).collect());
    names.turns(&all)
}

/// `3 orders for turn 6a, 1 standing order`; `no orders`.
fn unchanged(in_force: &[InForce], names: &SheetNames) -> String {
    let mut sheets: BTreeMap<SheetNo, usize> = BTreeMap::new();
    for sheet in in_force.iter().filter_map(|it| it.sheet) {
        *sheets.entry(sheet).or_default() += 1;
    }
    let standing = in_force.iter().filter(|it| it.sheet.is_none()).count();
    let mut parts: Vec<String> = sheets
        .into_iter()
        .map(|(sheet, lines)| {
            let lines = counted(lines, "order", "orders");
            format!("{lines} for {}", names.turn(sheet))
        })
        .collect();
    parts = room::named(parts);
    if standing > 0 {
        parts.push(counted(standing, "standing order", "standing orders"));
    }
    if parts.is_empty() {
        "no orders".to_owned()
    } else {
        parts.join(", ")
    }
}

/// A line in force, with its turn unless that is both the sheet of the mail and the one open.
fn in_force_text(line: &InForce, own: SheetNo, frame: &Frame) -> String {
    let text = packetboat_core::lang::text::in_short(&line.text);
    match line.sheet {
        Some(sheet) if sheet != frame.sheet || sheet != own => {
            format!("{text} ({})", frame.sheet_names.turn(sheet))
        }
        _ => text,
    }
}

fn silence(page: &ReceiptPage, read: Option<&SheetRead>) -> Vec<String> {
    match read {
        Some(read) => read.understood.silence.clone(),
        None => page.order_sheet.silence.clone(),
    }
}

/// The sheet at the end: corrected after a block with lines, else as it is for the sheet now open;
/// and what it is called.
fn sheet_now(frame: &Frame, page: &ReceiptPage, in_force: &[InForce]) -> (&'static str, String) {
    let Some(seat) = frame.seat else {
        return ("none", String::new());
    };
    // There is nothing to be ordered any more.
    if frame.stop == Stop::Over {
        return ("none", String::new());
    }
    match &page.finding {
        Finding::Read(read) if has_sheet(read) => {
            let offered = matches!(read.source, Source::Offered(..));
            let mut lines = kept_lines(read, in_force);
            lines.extend(read.understood.corrected.iter().cloned());
            if read.understood.check {
                lines.extend(read.understood.beside.iter().cloned());
            }
            // Sent back without it, the sheet would not wait any more.
            let waits = match read.understood.ready.get(&read.sheet) {
                Some(ready) => *ready == Readiness::Wait,
                // It says nothing of it, and OK shall leave it as it was.
                None => read.before == Gate::Waits && is_unfinished(read),
            };
            if waits && !lines.iter().any(|it| it == "WAIT") {
                lines.push("WAIT".to_owned());
            }
            let live = |it: &String| !it.trim_start().starts_with(';') && !it.trim().is_empty();
            let broken = !read.understood.faults.is_empty() && !lines.iter().any(live);
            let is = match (read.understood.faults.is_empty(), read.understood.check) {
                // An OK to it would file an empty sheet, which nobody means.
                _ if broken => "broken",
                _ if offered => "offered",
                // What was corrected is not filed yet.
                (false, _) if is_mended(read) => "corrected",
                (false, _) if lines.iter().any(|it| !live(it)) => "partly",
                (false, _) => "corrected",
                (true, true) => "checked",
                (true, false) => "filed",
            };
            if is_long(&lines, in_force) {
                return TOO_LONG;
            }
            let corrected = corrected_sheet(
                &frame.campaign,
                seat,
                (read.sheet, &frame.sheet_names),
                &lines,
                (in_force, &page.order_sheet.own),
            );
            let corrected = match is {
                "broken" => without_last_line(&corrected),
                "filed" => filed(&corrected),
                "partly" if read.understood.filed => filed(&corrected),
                _ => corrected,
            };
            (is, corrected)
        }
        // The sheet of a turn that is being played cannot be sent any more.
        _ if page.gate == Gate::Elsewhere => ("none", String::new()),
        _ if is_long(&[], in_force) => TOO_LONG,
        _ => {
            let sheet = sheet_of(frame, seat, page, in_force);
            let is_filed = matches!(page.gate, Gate::Ready | Gate::Waits)
                && sheet.lines().any(|it| it == ABOVE_IN_FORCE);
            if is_filed {
                ("filed", filed(&sheet))
            } else {
                ("open", sheet)
            }
        }
    }
}

/// Whether the corrected sheet holds lines that were put right.
fn is_mended(read: &SheetRead) -> bool {
    read.understood.faults.iter().any(|it| it.mend.is_some())
}

/// Whether the sheet at the end is to be sent again.
fn is_unfinished(read: &SheetRead) -> bool {
    let offered = matches!(read.source, Source::Offered(..));
    offered || read.understood.check || !read.understood.faults.is_empty()
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

/// Whether a block that was read is worth printing again.
fn has_sheet(read: &SheetRead) -> bool {
    let understood = &read.understood;
    let offered = matches!(read.source, Source::Offered(..));
    let printed = !understood.corrected.is_empty() || (offered && !understood.beside.is_empty());
    printed && (offered || !understood.lines.is_empty() || !understood.faults.is_empty())
}

fn sheet_of(frame: &Frame, seat: Seat, page: &ReceiptPage, in_force: &[InForce]) -> String {
    order_sheet(
        &frame.campaign,
        seat,
        (frame.sheet, &frame.sheet_names),
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
