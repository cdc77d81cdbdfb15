//! What became of a reader's orders: as lines of text, and as rows of a table.
//!
//! Not here: how an order ended (`packetboat_core::engine::account`), and the words of reasons
//! (`reasons`).

use super::kind::ReportKind;
use super::reasons::Accounted;
use super::text::{WIDTH, with_mark, wrap};
use packetboat_core::engine::account::{Account, Became};
use packetboat_core::lang::text;
use serde::Serialize;

/// What became of the reader's orders: those of the sheet, then standing ones, then together those
/// of which there is nothing more to say.
pub(super) fn accounts(all: &[Accounted<'_>], kind: ReportKind) -> Vec<String> {
    let rows = rows(all);
    let (together, standing, own) = sorted(&rows, kind);
    let mut lines: Vec<String> = own.into_iter().flat_map(|it| it.lines(kind)).collect();
    if !(lines.is_empty() || standing.is_empty()) {
        lines.push("Standing orders:".to_owned());
    }
    lines.extend(standing.into_iter().flat_map(|it| it.lines(kind)));
    let told = together.iter().map(together_in_words);
    lines.extend(told.flat_map(|it| wrap(&it, WIDTH, "", "  ")));
    lines
}

/// An order, and what became of it; the parts of one order that read alike are one.
struct OrderRow {
    account: Account,
    why: Vec<String>,
    besides: Vec<String>,
    /// The sheet it waits for, in words; empty: none.
    ahead: String,
    parts: u32,
    /// How many of the parts were done.
    done: u32,
}

impl OrderRow {
    fn of(told: &Accounted<'_>) -> Self {
        let (mut account, why) = (told.account.clone(), told.why.clone());
        account.text = text::in_short(&account.text);
        let besides = told.besides.clone();
        let done = u32::from(account.became == Became::Done);
        OrderRow {
            account,
            why,
            besides,
            ahead: told.ahead.clone(),
            parts: 1,
            done,
        }
    }

    fn is_part_of(&self, other: &OrderRow) -> bool {
        let whole = |it: &OrderRow| (it.account.submission, it.account.line);
        whole(self) == whole(other) && self.account.text == other.account.text
    }

    /// Only parts that were not done say why.
    fn reasons(&mut self) {
        if self.account.became == Became::Done {
            self.account.why.clear();
            self.why.clear();
        }
    }

    fn add(&mut self, mut part: OrderRow) {
        self.reasons();
        part.reasons();
        self.parts += 1;
        self.done += part.done;
        self.account.times += part.account.times;
        part.why.retain(|it| !self.why.contains(it));
        self.why.append(&mut part.why);
        part.besides.retain(|it| !self.besides.contains(it));
        self.besides.append(&mut part.besides);
        self.account.why.append(&mut part.account.why);
        let (own, other) = (self.account.became, part.account.became);
        self.account.became = match own {
            _ if own == other => own,
            _ if self.done > 0 => Became::InPart,
            Became::NotNeeded => other,
            _ => own,
        };
    }

    fn lines(&self, kind: ReportKind) -> Vec<String> {
        let account = &self.account;
        let lead = if account.stands() {
            "     ".to_owned()
        } else {
            format!("{:>3}  ", account.line)
        };
        let mut lines = with_mark(&lead, &account.text, &became(self, kind), WIDTH - 4);
        for note in notes(self) {
            lines.extend(wrap(&note, WIDTH, "     ", "     "));
        }
        lines
    }
}

fn rows(all: &[Accounted<'_>]) -> Vec<OrderRow> {
    let mut rows: Vec<OrderRow> = Vec::new();
    for row in all.iter().map(OrderRow::of) {
        match rows.last_mut().filter(|it| row.is_part_of(it)) {
            Some(whole) => whole.add(row),
            None => rows.push(row),
        }
    }
    rows
}

/// Orders of which there is nothing more to say than this.
type Together = (&'static str, Vec<String>);

/// Those of which there is nothing more to say, standing ones, and the others.
fn sorted(all: &[OrderRow], kind: ReportKind) -> (Vec<Together>, Vec<&OrderRow>, Vec<&OrderRow>) {
    let mut together: Vec<Together> = Vec::new();
    let (mut standing, mut own) = (Vec::new(), Vec::new());
    for told in all {
        let account = &told.account;
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
            let passes = account.text.to_ascii_uppercase().ends_with(" ELSE PASS");
            all.then_some(if passes {
                "The condition was not met, so the part after ELSE, PASS, was used"
            } else {
                "Not carried out, because the condition was not met"
            })
        }
        Became::Done | Became::InPart | Became::Waiting => None,
    }
}

/// The engine's reason for an order whose IF was not true.
const IF_FALSE: &str = "if-false";

/// What became of one line of the reader.
pub(super) fn account(told: &Accounted<'_>, kind: ReportKind) -> Vec<String> {
    OrderRow::of(told).lines(kind)
}

/// What is below a line: why it came to nothing or to a part, what it changed, which part of it was
/// used, and what it did.
fn notes(told: &OrderRow) -> Vec<String> {
    let account = &told.account;
    let mut notes: Vec<String> = match account.became {
        Became::PassedOver | Became::InPart => {
            let why = told.why.iter();
            why.map(|it| format!("because {it}")).collect()
        }
        Became::Done if account.times == 0 => {
            let changed = account.changed.iter();
            changed.map(|it| format!("changed what {it} did")).collect()
        }
        _ => Vec::new(),
    };
    notes.extend(told.besides.iter().cloned());
    notes
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
    let rows = rows(all);
    let (together, standing, own) = sorted(&rows, kind);
    let apart = own.into_iter().chain(standing).map(|told| End {
        number: if told.account.stands() {
            0
        } else {
            told.account.line
        },
        text: told.account.text.clone(),
        became: became(told, kind),
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
fn became(row: &OrderRow, kind: ReportKind) -> String {
    let account = &row.account;
    match (account.became, account.times) {
        (Became::Done, 0 | 1) => "done".to_owned(),
        (Became::Done, 2) => "done twice".to_owned(),
        (Became::Done, times) => format!("done {times} times"),
        (Became::InPart, _) if row.parts > 1 => format!("{} of {} done", row.done, row.parts),
        (Became::InPart, _) => "in part".to_owned(),
        (Became::PassedOver, _) => "not carried out".to_owned(),
        // Nothing waits any more when the game is over.
        (Became::Waiting, _) if kind == ReportKind::Final => "not needed".to_owned(),
        (Became::Waiting, _) => match account.ahead {
            Some(_) => format!("waits for {}", row.ahead),
            None if account.stands() => "in force".to_owned(),
            None => "waiting".to_owned(),
        },
        (Became::NotNeeded, _) => "not needed".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(line: u32, text: &str, became: Became) -> Account {
        Account {
            line,
            submission: 1,
            text: text.to_owned(),
            became,
            times: u32::from(became == Became::Done),
            why: Vec::new(),
            changed: Vec::new(),
            ahead: None,
            otherwise: Vec::new(),
            did: Vec::new(),
        }
    }

    #[test]
    fn parts_of_an_order_that_read_alike_have_one_result() {
        let parts = [
            (part(1, "SELL stone", Became::Done), ""),
            (
                part(1, "SELL stone", Became::PassedOver),
                "nobody bought it",
            ),
            (part(2, "BUY wood", Became::Done), ""),
            (part(2, "BUY wood", Became::Done), ""),
            (part(3, "BUY wood", Became::PassedOver), "there was no gold"),
            (part(3, "BUY wood", Became::PassedOver), "there was no gold"),
            (part(4, "SELL tool", Became::Done), ""),
            (
                part(4, "SELL cloth", Became::PassedOver),
                "nobody bought it",
            ),
        ];
        let told = parts.iter().map(|(account, why)| Accounted {
            account,
            why: [*why]
                .into_iter()
                .filter(|it| !it.is_empty())
                .map(str::to_owned)
                .collect(),
            besides: Vec::new(),
            ahead: String::new(),
        });
        let rows = ends(&told.collect::<Vec<_>>(), ReportKind::Usual);
        let read = |end: &End| {
            let (number, text) = (end.number, &end.text);
            format!("{number} {text}: {} {}", end.became, end.notes.concat())
        };
        assert_eq!(
            rows.iter().map(read).collect::<Vec<_>>(),
            [
                "1 SELL stone: 1 of 2 done because nobody bought it",
                "2 BUY wood: done twice ",
                "3 BUY wood: not carried out because there was no gold",
                "4 SELL tool: done ",
                "4 SELL cloth: not carried out because nobody bought it",
            ]
        );
    }
}
