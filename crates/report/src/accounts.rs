//! What became of a reader's orders: as lines of text, and as rows of a table.
//!
//! Not here: how an order ended (`packetboat_core::engine::account`), and the words of reasons
//! (`reasons`).

use super::kind::ReportKind;
use super::reasons::Accounted;
use super::text::{WIDTH, with_mark, wrap};
use packetboat_core::engine::account::{Account, Became};
use serde::Serialize;

/// What became of the reader's orders: those of the sheet, then standing ones, then together those
/// of which there is nothing more to say.
pub(super) fn accounts(all: &[Accounted<'_>], kind: ReportKind) -> Vec<String> {
    let (together, standing, own) = sorted(all, kind);
    let mut lines: Vec<String> = own.into_iter().flat_map(|it| account(it, kind)).collect();
    if !(lines.is_empty() || standing.is_empty()) {
        lines.push("Standing orders:".to_owned());
    }
    lines.extend(standing.into_iter().flat_map(|it| account(it, kind)));
    let told = together.iter().map(together_in_words);
    lines.extend(told.flat_map(|it| wrap(&it, WIDTH, "", "  ")));
    lines
}

/// Orders of which there is nothing more to say than this.
type Together = (&'static str, Vec<String>);

/// Those of which there is nothing more to say, standing ones, and the others.
fn sorted<'t, 'a>(
    all: &'t [Accounted<'a>],
    kind: ReportKind,
) -> (
    Vec<Together>,
    Vec<&'t Accounted<'a>>,
    Vec<&'t Accounted<'a>>,
) {
    let mut together: Vec<Together> = Vec::new();
    let (mut standing, mut own) = (Vec::new(), Vec::new());
    for told in all {
        let account = told.account;
        match brief(account, kind) {
            None if account.stands() => standing.push(told),
            None => own.push(told),
            Some(said) => {
                let text = if account.stands() {
                    account.text.clone()
                } else {
                    format!("{} {}", account.line, account.text)
                };
                match together.iter_mut().find(|it| it.0 == said) {
                    Some((_, orders)) => orders.push(text),
                    None => together.push((said, vec![text])),
                }
            }
        }
    }
    (together, standing, own)
}

fn together_in_words((said, orders): &Together) -> String {
    format!("{said}: {}.", orders.join("; "))
}

/// What is said of an order of which there is nothing more to say; `None`: there is.
fn brief(account: &Account, kind: ReportKind) -> Option<&'static str> {
    match account.became {
        Became::NotNeeded => Some("Not needed"),
        Became::Waiting if kind == ReportKind::Final => Some("Not needed"),
        Became::PassedOver if account.why.is_empty() => None,
        Became::PassedOver => {
            let all = account.why.iter().all(|it| it.reason.kind() == IF_FALSE);
            all.then_some("Not carried out, because the IF was not true")
        }
        Became::Done | Became::InPart | Became::Waiting => None,
    }
}

/// The engine's reason for an order whose IF was not true.
const IF_FALSE: &str = "if-false";

/// What became of one line of the reader.
pub(super) fn account(told: &Accounted<'_>, kind: ReportKind) -> Vec<String> {
    let account = told.account;
    let lead = if account.stands() {
        "     ".to_owned()
    } else {
        format!("{:>3}  ", account.line)
    };
    let mut lines = with_mark(&lead, &account.text, &became(account, kind), WIDTH - 4);
    for note in notes(told) {
        lines.extend(wrap(&note, WIDTH, "     ", "     "));
    }
    lines
}

/// What is below a line: why it came to nothing or to a part, or what it changed.
fn notes(told: &Accounted<'_>) -> Vec<String> {
    let account = told.account;
    match account.became {
        Became::PassedOver | Became::InPart => {
            let why = told.why.iter();
            why.map(|it| format!("because {it}")).collect()
        }
        Became::Done if account.times == 0 => {
            let changed = account.changed.iter();
            changed.map(|it| format!("changed what {it} did")).collect()
        }
        _ => Vec::new(),
    }
}

/// What became of a line, for a table: standing ones, which have no number, after the others.
#[derive(Debug, Serialize)]
pub(super) struct End {
    number: u32,
    text: String,
    became: String,
    notes: Vec<String>,
}

pub(super) fn ends(all: &[Accounted<'_>], kind: ReportKind) -> Vec<End> {
    let (together, standing, own) = sorted(all, kind);
    let apart = own.into_iter().chain(standing).map(|told| End {
        number: if told.account.stands() {
            0
        } else {
            told.account.line
        },
        text: told.account.text.clone(),
        became: became(told.account, kind),
        notes: notes(told),
    });
    let together = together.iter().map(|orders| End {
        number: 0,
        text: String::new(),
        became: String::new(),
        notes: vec![together_in_words(orders)],
    });
    apart.chain(together).collect()
}

/// The five ends a line can have.
fn became(account: &Account, kind: ReportKind) -> String {
    match (account.became, account.times) {
        (Became::Done, 0 | 1) => "done".to_owned(),
        (Became::Done, 2) => "done twice".to_owned(),
        (Became::Done, times) => format!("done {times} times"),
        (Became::InPart, _) => "in part".to_owned(),
        (Became::PassedOver, _) => "passed over".to_owned(),
        // Nothing waits any more when the game is over.
        (Became::Waiting, _) if kind == ReportKind::Final => "not needed".to_owned(),
        (Became::Waiting, _) => match account.ahead {
            Some(sheet) => format!("waits for turn {sheet}"),
            None if account.stands() => "in force".to_owned(),
            None => "waiting".to_owned(),
        },
        (Became::NotNeeded, _) => "not needed".to_owned(),
    }
}
