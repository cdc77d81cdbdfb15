//! The answer to WHY: how lines came to their end.
//!
//! Not here: finding it out (`desk::why`).

use super::accounts::account;
use super::frame::Frame;
use super::kind::ReportKind;
use super::templates::{Templates, value};
use super::text::{WIDTH, defused, wrap};
use packetboat_core::engine::account::Account;
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;
use serde::Serialize;

/// What WHY says of lines of the last report.
#[derive(Debug, Clone)]
pub struct WhyPage {
    /// The sheet that report called for.
    pub sheet: SheetNo,
    /// The sheet that its orders were for, if that is known.
    pub orders_of: Option<SheetNo>,
    /// The newest sheet played since, for which there were no orders of the seat; none: there is
    /// none.
    pub none_for: Option<SheetNo>,
    /// The lines asked about.
    pub lines: Vec<LineMet>,
    /// How many more there are than are shown.
    pub more: usize,
    /// What was asked for and is none of the lines: `line 9`.
    pub unknown: Vec<String>,
    /// The numbers of the lines that may be asked about.
    pub numbers: Vec<u32>,
    /// The first words of a standing line, which has no number and may be asked about by them;
    /// empty: there is none.
    pub standing: String,
}

/// A line, and what it met.
#[derive(Debug, Clone)]
pub struct LineMet {
    /// What became of it.
    pub account: Account,
    /// What decided where it was passed over: a sentence; empty: nothing did.
    pub instead: String,
    /// What it met, oldest first.
    pub met: Vec<Happened>,
    /// How much more it met than is shown.
    pub more: usize,
    /// The rules that it follows from.
    pub rules: Vec<String>,
}

/// Something that happened.
#[derive(Debug, Clone)]
pub struct Happened {
    /// What, in words.
    pub text: String,
    /// The draws it reports: `draw 17, the die of red: 4 of 6`.
    pub draws: Vec<String>,
}

#[derive(Serialize)]
struct Context {
    sheet: SheetNo,
    sheet_names: SheetNames,
    orders_of: Option<SheetNo>,
    none_for: Option<SheetNo>,
    lines: Vec<Laid>,
    more: usize,
    unknown: Vec<String>,
    numbers: Vec<String>,
    standing: String,
}

/// A line as it is printed.
#[derive(Serialize)]
struct Laid {
    account: Vec<String>,
    instead: String,
    met: Vec<String>,
    more: usize,
    rules: Vec<String>,
}

/// What is below a line begins here.
const UNDER: &str = "     ";
const DEEPER: &str = "       ";

impl Templates {
    /// What WHY brings.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn why(&self, frame: &Frame, page: &WhyPage) -> Result<String, String> {
        let accounts: Vec<Account> = page.lines.iter().map(|it| it.account.clone()).collect();
        let accounted = self.accounted(frame, &accounts)?;
        let lines = page.lines.iter().zip(&accounted).map(|(line, told)| Laid {
            account: account(told, ReportKind::Usual),
            instead: line.instead.clone(),
            met: line.met.iter().flat_map(happened).collect(),
            more: line.more,
            rules: line.rules.iter().flat_map(|it| listed(it)).collect(),
        });
        let context = Context {
            sheet: page.sheet,
            sheet_names: frame.sheet_names.clone(),
            orders_of: page.orders_of,
            none_for: page.none_for,
            lines: lines.collect(),
            more: page.more,
            unknown: page.unknown.clone(),
            numbers: page.numbers.iter().map(u32::to_string).collect(),
            standing: page.standing.clone(),
        };
        let text = self.render("_common/why.txt", &value(&context))?;
        Ok(text.trim_matches('\n').to_owned())
    }
}

/// What happened, indented, and below it what was drawn for it.
fn happened(told: &Happened) -> Vec<String> {
    let text = defused(&told.text);
    let mut lines: Vec<String> = Vec::new();
    let said = text.lines().filter(|it| !it.trim().is_empty());
    for (at, line) in said.enumerate() {
        let lead = if at == 0 {
            format!("{UNDER}- ")
        } else {
            DEEPER.to_owned()
        };
        lines.extend(wrap(line.trim(), WIDTH, &lead, DEEPER));
    }
    for draw in &told.draws {
        lines.extend(wrap(draw, WIDTH, DEEPER, "         "));
    }
    lines
}

fn listed(rule: &str) -> Vec<String> {
    wrap(rule, WIDTH, &format!("{UNDER}- "), DEEPER)
}
