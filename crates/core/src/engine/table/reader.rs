//! A block of orders, read and understood before it is filed: shared by filing and strict replay.

use crate::engine::game::{Block, LineRead, Understood};
use crate::engine::orders::Filing;
use crate::engine::rules::ConditionOf;
use crate::engine::seat::Seat;
use crate::engine::understand::understand;
use crate::engine::whole::GameRules;
use crate::gather::Gather;
use crate::lang::consent::Deed;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{Form, Grammar, Tried};
use crate::lang::read::read;
use crate::lang::reading::{Context, Reading};
use crate::lang::sheet::{Scope, SheetNo};
use crate::lang::sheet_names::SheetNames;
use std::collections::BTreeSet;

/// A block read and understood, before it is filed.
pub(super) struct Parsed<R: GameRules> {
    /// What is reported of it to its owner.
    pub(super) understood: Understood,
    /// What goes into the book.
    pub(super) filing: Filing<R::Order, ConditionOf<R>>,
}

/// What reading a block needs, apart from state and book: shared by filing and strict replay.
pub(super) struct Reader<'a, R: GameRules> {
    /// The rules.
    pub(super) rules: &'a R,
    /// Id of the campaign.
    pub(super) campaign: &'a str,
    /// Its seats, in table order.
    pub(super) seats: &'a [Seat],
    /// Into how many sheets a turn is parted; 0: none.
    pub(super) parts: u8,
    /// What they are called.
    pub(super) names: &'a SheetNames,
    /// The sheet now open.
    pub(super) open: SheetNo,
    /// The last turn, if there is one.
    pub(super) last: Option<u32>,
}

impl<R: GameRules> Reader<'_, R> {
    /// Reads a block for a seat.
    pub(super) fn parse(
        &self,
        view: &R::View,
        seat: Seat,
        submission: u32,
        block: &Block<'_>,
    ) -> Parsed<R> {
        let grammar = self.rules.grammar(view);
        let seats: Vec<String> = self.seats.iter().map(ToString::to_string).collect();
        let context = Context {
            campaign: self.campaign,
            seats: &seats,
            sheet: block.sheet,
            open: self.open,
            parts: self.parts,
            last: self.last,
            names: self.names,
        };
        let mut reading = read(&grammar, &context, block.body);
        let (lines, faults) = understand(
            self.rules,
            view,
            submission,
            &reading.lines,
            Some(self.open),
        );
        let adds = grammar.orders.iter().any(|it| it.adds);
        let unread = if adds && !lines.is_empty() {
            unread((&grammar, &context), &mut reading, &faults, block.body)
        } else {
            Vec::new()
        };
        let filing = Filing {
            seat,
            submission,
            sheet: block.sheet,
            empty: reading.empty,
            lines,
            ready: reading.ready.clone(),
            clears: reading
                .clears
                .iter()
                .map(|it| it.key.clone().unwrap_or_default())
                .collect(),
            cancels: reading.cancels.clone(),
            adds,
            unread,
        };
        Parsed {
            understood: understood(reading, faults, &filing),
            filing,
        }
    }
}

/// The first words of faulty lines, where the lines below no TURN are all there are. They are kept
/// in the place of these lines with what counts, so that whoever derives it reads the same faults.
fn unread(
    (grammar, context): (&Grammar, &Context<'_>),
    reading: &mut Reading,
    faults: &[Diagnostic],
    body: &str,
) -> Vec<String> {
    let parted = |it: &(u32, String)| it.1.to_uppercase().trim_start().starts_with("TURN");
    if reading.counted.iter().any(parted) {
        return Vec::new();
    }
    let all = reading.faults.iter().chain(faults);
    let faulty = all.map(|it| it.span.line).into_set();
    if faulty.is_empty() {
        return Vec::new();
    }
    // One that reads alone would be an order.
    let alone = |it: &&Form| read(grammar, context, it.name).faults.is_empty();
    let forms = grammar.orders.iter().filter(|it| !it.has_text());
    let verbs: BTreeSet<&str> = forms.filter(|it| !alone(it)).map(|it| it.name).collect();
    let lines: Vec<&str> = body.lines().collect();
    let word = |number: u32| {
        let line = lines.get(number.saturating_sub(1) as usize);
        let first = line.and_then(|it| it.split_whitespace().next());
        let first = first.unwrap_or_default().to_uppercase();
        let verb = verbs.get(first.as_str()).copied();
        verb.unwrap_or("?").to_owned()
    };
    reading.counted.retain(|it| !faulty.contains(&it.0));
    let words: Vec<(u32, String)> = faulty.into_iter().map(|it| (it, word(it))).collect();
    reading.counted.extend(words.iter().cloned());
    reading.counted.sort();
    words.into_iter().map(|it| it.1).collect()
}

fn by_place(mut faults: Vec<Diagnostic>, more: Vec<Diagnostic>) -> Vec<Diagnostic> {
    faults.extend(more);
    faults.sort_by_key(|it| it.span);
    faults
}

fn understood<O, W>(
    reading: Reading,
    faults: Vec<Diagnostic>,
    filing: &Filing<O, W>,
) -> Understood {
    let lines = filing.lines.iter().map(|line| LineRead {
        number: line.at.line,
        part: line.at.part,
        text: line.text.clone(),
        kind: match (line.scope, line.tried) {
            (Scope::Standing { .. }, _) => "stands",
            // What is said is said.
            _ if filing.adds => "taken",
            (Scope::Sheet { .. }, Tried::Once) => "once",
            (Scope::Sheet { .. }, Tried::Wish) => "wish",
            (Scope::Sheet { .. }, Tried::Kept) => "kept",
        },
        sheet: line.sheet(),
        doubted: false,
        hidden: false,
        notes: Vec::new(),
    });
    let refused = faults.iter().map(|it| it.span.line).into_set();
    let texts = reading.lines.iter();
    let refused: Vec<String> = texts
        .filter(|it| refused.contains(&it.number))
        .map(|it| it.printed.clone())
        .collect();
    let comment_out = |text: String| {
        if refused.contains(&text) {
            format!("; {text}")
        } else {
            text
        }
    };
    // Lines that the rules refuse are not deeds.
    let mut consents = reading.consents;
    consents.deeds.extend(filing.lines.iter().map(|line| {
        let (text, sheet) = (line.text.clone(), line.sheet());
        (line.at.line, Deed::Order { text, sheet })
    }));
    Understood {
        lines: lines.collect(),
        common: reading.common,
        counted: reading.counted,
        repairs: reading.repairs,
        faults: by_place(reading.faults, faults),
        corrected: reading.corrected.into_iter().map(comment_out).collect(),
        beside: reading.beside,
        empty: reading.empty,
        check: reading.check,
        cancelled: reading.cancels,
        ready: reading.ready,
        requests: reading.requests,
        more_requests: reading.more_requests,
        letters: reading.letters,
        absences: reading.absences,
        everywhere: reading.everywhere,
        returns: reading.returns,
        resigns: reading.resigns,
        consents,
        ..Understood::default()
    }
}
