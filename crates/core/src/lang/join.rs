//! From physical lines to lines that say something: joining what a mail program broke, letters,
//! and for which sheet each line is.
//!
//! Not here: what one line says (`order`, `common`).

use super::common::{self, Common};
use super::cut::{Cut, TEXT_MARK, Token, cut};
use super::diagnostic::{Diagnostic, Span};
use super::fault::Fault;
use super::letter::{self, Letter, To};
use super::order::Order;
use super::reading::{COLUMNS_MAX, Clear, Context, Reading};
use super::request::Request;
use super::said::OrderLine;
use super::shape::Lexicon;
use super::sheet::{Scope, SheetNo};
use super::text;
use super::told::{after_semicolon, lines_text, tell_of_comment, told_of_doubt};
use super::unit::{
    Rest, Unit, above_order, begins_text, goes_on, is_lacked, judge, rest, takes_any_words,
    with_quotation,
};
use super::verdict::Verdict;
use super::wrapped::{bullet_length, continues, ends_in_joint, is_bullet, rest_of_suggestion};
use std::collections::BTreeSet;

/// How many lines of a block are read; a sheet of orders has fifty at most.
pub(super) const LINES_MAX: usize = 2_000;

/// How many bytes of a block are read, letters apart: ten times what the longest sheet has.
const BYTES_MAX: usize = 64_000;

/// Words and marks of lines joined to one, at most: far above what any order needs.
const JOINED_MAX: usize = 1_000;
/// How many requests of a block are answered.
const REQUESTS_MAX: usize = 10;

/// From this width on a line may have been broken by a mail program.
const WRAPPED_MIN: usize = 50;

/// A letter, or the text of an order, whose END has not come yet.
struct Open {
    line: u32,
    of: Of,
    /// Its first line, as written.
    first: String,
    text: Vec<String>,
}

/// What a text belongs to.
enum Of {
    /// A letter to these; `None` if its first line was faulty.
    Letter(Option<To>),
    /// The order that these words begin.
    Order(Vec<Token>, SheetNo),
}

/// A line CANCEL.
struct Withdrawal {
    sheet: SheetNo,
    span: Span,
    /// Where it is in the corrected sheet.
    place: usize,
    /// Whether it was read so; if not, it is offered in place of a faulty line.
    read: bool,
}

/// Reads line after line.
pub(super) struct Joiner<'j> {
    lexicon: Lexicon<'j>,
    context: &'j Context<'j>,
    units: Vec<Unit>,
    /// The sheet of the lines that come; `None` below a `TURN` line that was refused.
    sheet: Option<SheetNo>,
    /// Nothing may be joined to what is above.
    barrier: bool,
    /// The line above ends in a comment long enough to have been broken.
    comment_above: bool,
    /// The line above was joined from after a mark.
    went_on: bool,
    /// The text that the lines which come belong to.
    text: Option<Open>,
    /// Lines that were not read: below a refused `TURN` line.
    unread: Vec<u32>,
    /// Lines that were not read, as written: they are below the corrected sheet.
    lost: Vec<String>,
    cancels: Vec<Withdrawal>,
    /// Sheets for which orders are offered in place of faulty lines.
    offered: BTreeSet<SheetNo>,
    reading: Reading,
}

impl<'j> Joiner<'j> {
    pub(super) fn new(lexicon: Lexicon<'j>, context: &'j Context<'j>) -> Self {
        let reading = Reading {
            empty: true,
            ..Reading::default()
        };
        Joiner {
            lexicon,
            context,
            units: Vec::new(),
            sheet: Some(context.sheet),
            barrier: true,
            comment_above: false,
            went_on: false,
            text: None,
            unread: Vec::new(),
            lost: Vec::new(),
            cancels: Vec::new(),
            offered: BTreeSet::new(),
            reading,
        }
    }

    pub(super) fn take(&mut self, written: &str) {
        let mut room = BYTES_MAX;
        for (index, raw) in written.lines().enumerate() {
            let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
            if index >= LINES_MAX {
                let told = format!("only the first {LINES_MAX} lines were read");
                self.reading.repairs.push((number, told));
                break;
            }
            let raw = raw.trim_end_matches('\r');
            let mut read = raw;
            let of_order = matches!(&self.text, Some(open) if matches!(open.of, Of::Order(..)));
            let has_text = of_order || raw.contains(TEXT_MARK);
            let columns = COLUMNS_MAX + if has_text { text::CHARS_MAX } else { 0 };
            if let Some((end, _)) = raw.char_indices().nth(columns) {
                read = &raw[..end];
                let told = format!("only the first {columns} characters were read");
                self.reading.repairs.push((number, told));
            }
            let of_letter = matches!(&self.text, Some(open) if matches!(open.of, Of::Letter(_)));
            if !of_letter {
                let Some(rest) = room.checked_sub(read.len() + 1) else {
                    let told = format!("only the first {BYTES_MAX} characters were read");
                    self.reading.repairs.push((number, told));
                    break;
                };
                room = rest;
            }
            self.line(number, read);
        }
    }

    fn line(&mut self, number: u32, raw: &str) {
        if let Some(open) = &mut self.text {
            let is_order = matches!(open.of, Of::Order(..));
            if letter::ends(number, raw) {
                return self.close_text(number);
            } else if !(is_order && begins_text(self.lexicon, self.context, raw)) {
                return open.text.push(raw.to_owned());
            }
            // The END of the text above is missing.
            self.lose_text();
        }
        self.outside(number, raw);
    }

    /// A line that is in no text.
    fn outside(&mut self, number: u32, raw: &str) {
        let Cut {
            tokens, comment, ..
        } = cut(number, raw);
        let broken = comment && raw.chars().count() >= WRAPPED_MIN;
        if tokens.is_empty() {
            self.went_on = self.goes_on_after_mark(number, raw);
            if self.went_on {
                return;
            }
            self.barrier = true;
            self.comment_above = broken;
            return;
        }
        self.reading.empty = false;
        self.went_on = false;
        let below_comment = std::mem::replace(&mut self.comment_above, broken);
        if common::is_turn(self.lexicon, self.context, &tokens) {
            self.turn(number, raw, tokens);
            return;
        }
        if letter::begins(&tokens) {
            self.open_letter(number, raw, tokens);
            return;
        }
        let Some(sheet) = self.sheet else {
            self.unread.push(number);
            self.lost.push(raw.to_owned());
            return;
        };
        if text::begins(self.lexicon.grammar, &tokens) {
            self.text = Some(Open {
                line: number,
                of: Of::Order(tokens, sheet),
                first: raw.to_owned(),
                text: Vec::new(),
            });
            self.barrier = true;
            return;
        }
        let tokens = with_quotation(self.lexicon, number, raw, tokens);
        let tokens = self.without_bullet(number, tokens, sheet);
        let unit = Unit {
            tokens,
            raw: vec![raw.to_owned()],
            first: number,
            last: number,
            sheet,
            verdict: None,
            doubt: None,
        };
        if let Some(unit) = self.join(unit, below_comment) {
            self.push(unit, below_comment);
        }
        self.barrier = false;
    }

    /// The rest of a suggestion of ours that is in two lines, when the `;` before the first is
    /// taken away: it is set in further, and without it the line above does not read.
    fn goes_on_after_mark(&mut self, number: u32, raw: &str) -> bool {
        let Some(raw) = rest_of_suggestion(raw).filter(|_| !self.barrier) else {
            return false;
        };
        let (lexicon, context) = (self.lexicon, self.context);
        let Some(above) = self.units.last_mut() else {
            return false;
        };
        let whole = above.judged(lexicon, context).reads();
        if whole && !self.went_on {
            return false;
        }
        let tokens = cut(number, &raw).tokens;
        let both: Vec<Token> = above.tokens.iter().chain(&tokens).cloned().collect();
        if tokens.is_empty() || both.len() > JOINED_MAX {
            return false;
        }
        let verdict = judge(lexicon, context, &both, above.sheet);
        if !verdict.reads() && (whole || !verdict.may_go_on()) {
            return false;
        }
        let below = Unit {
            tokens,
            raw: vec![raw],
            first: number,
            last: number,
            sheet: above.sheet,
            verdict: None,
            doubt: None,
        };
        above.absorb(below, Some(verdict));
        true
    }

    /// A sheet written as a list: `1. PLAY B7`. The bullet means nothing where the rest reads.
    fn without_bullet(&mut self, number: u32, tokens: Vec<Token>, sheet: SheetNo) -> Vec<Token> {
        let (bullet, rest) = tokens.split_at(bullet_length(&tokens));
        if bullet.is_empty() || rest.is_empty() || !self.judge(rest, sheet).reads() {
            return tokens;
        }
        let bullet: String = bullet.iter().map(|it| it.text.as_str()).collect();
        let told = format!("the `{bullet}` at its beginning was left out");
        self.reading.repairs.push((number, told));
        rest.to_vec()
    }

    fn push(&mut self, mut unit: Unit, below_comment: bool) {
        if below_comment {
            let verdict = match unit.verdict.take() {
                Some(verdict) => verdict,
                None => self.judge(&unit.tokens, unit.sheet),
            };
            unit.verdict = Some(tell_of_comment(verdict));
        }
        self.units.push(unit);
    }

    /// Joins the unit to the one above if it belongs there; gives it back if not.
    fn join(&mut self, mut unit: Unit, below_comment: bool) -> Option<Unit> {
        if self.barrier {
            return Some(unit);
        }
        let (lexicon, context) = (self.lexicon, self.context);
        let Some(above) = self.units.last_mut() else {
            return Some(unit);
        };
        // They take any more words for theirs, down to a quotation mark.
        let takes_any = takes_any_words(lexicon, &above.tokens[0]) && !above.is_quoting();
        if takes_any || above.tokens.len() + unit.tokens.len() > JOINED_MAX {
            return Some(unit);
        }
        let alone = judge(lexicon, context, &unit.tokens, unit.sheet);
        let goes_on = goes_on(&above.tokens) && !above.reads_as_one_line(lexicon, context);
        let belongs = goes_on || continues(&unit.tokens);
        match (alone.reads(), belongs) {
            (true, _) if is_lacked(lexicon, context, above, &unit) => {
                above.absorb(unit, None);
                return None;
            }
            (true, false) => {
                unit.verdict = Some(alone);
                return Some(unit);
            }
            // A faulty line of a list leaves the line above as it is.
            (false, true)
                if is_bullet(&unit.tokens[0]) && above.reads_as_one_line(lexicon, context) => {}
            // It is judged when all of it is there; what follows ELSE is not an order of its own.
            (alone, true) if !alone || (goes_on && ends_in_joint(&above.tokens)) => {
                above.absorb(unit, None);
                return None;
            }
            _ => {}
        }
        // An order of its own that goes on below is not swallowed by a line that is whole: it would
        // be left alone if it were in one line.
        if !belongs && alone.may_go_on() && above.judged(lexicon, context).reads() {
            unit.verdict = Some(alone);
            return Some(unit);
        }
        let mut both = above.tokens.clone();
        both.extend(unit.tokens.iter().cloned());
        let verdict = judge(lexicon, context, &both, above.sheet);
        // What reads alone is not swallowed by a line that does not read with it; nor does a line
        // that is whole, but may not be there, hide what is wrong below.
        let unfinished = |above: &mut Unit| !above.judged(lexicon, context).reads();
        if verdict.goes_with(above.last)
            || (!alone.reads() && verdict.may_go_on() && unfinished(above))
        {
            above.absorb(unit, Some(verdict));
            return None;
        }
        // A fault above that is surely mended must not make a second one of its last words.
        if above.goes_on_mended(lexicon, context, &unit) {
            above.absorb(unit, Some(verdict));
            return None;
        }
        // Half an order may do what nobody wanted: it is refused whole.
        let why = rest(lexicon, context, (above, &unit), (&alone, &verdict));
        if let Some(why) = why.filter(|_| !alone.reads() && !below_comment) {
            above.doubt = (why == Rest::ByPlace).then_some(unit.tokens[0].span);
            above.absorb(unit, None);
            return None;
        }
        unit.verdict = Some(alone);
        Some(unit)
    }

    fn judge(&self, tokens: &[Token], sheet: SheetNo) -> Verdict {
        judge(self.lexicon, self.context, tokens, sheet)
    }

    /// A line `TURN n` or `LEG n`: what follows is for that sheet.
    fn turn(&mut self, number: u32, raw: &str, tokens: Vec<Token>) {
        self.report_unread();
        let sheet = self.sheet.unwrap_or(self.context.sheet);
        let verdict = self.judge(&tokens, sheet);
        self.sheet = match &verdict {
            Verdict::Common(Common::Turn(sheet), _) => Some(*sheet),
            _ => None,
        };
        self.units.push(Unit {
            tokens,
            raw: vec![raw.to_owned()],
            first: number,
            last: number,
            sheet: self.sheet.unwrap_or(sheet),
            verdict: Some(verdict),
            doubt: None,
        });
        self.barrier = true;
    }

    fn report_unread(&mut self) {
        let lines = std::mem::take(&mut self.unread);
        if let Some(first) = lines.first() {
            let which = lines_text(*first, lines.len());
            let word = if self.lexicon.grammar.legs {
                "TURN or LEG"
            } else {
                "TURN"
            };
            let told = format!("{which} not read: the {word} line above was refused");
            self.reading.repairs.push((*first, told));
        }
    }

    fn open_letter(&mut self, number: u32, raw: &str, tokens: Vec<Token>) {
        let sheet = self.sheet.unwrap_or(self.context.sheet);
        let verdict = self.judge(&tokens, sheet);
        let to = match &verdict {
            Verdict::Common(said @ Common::Letter(to), printed) => {
                self.reading.consents.note(number, said.consent(sheet));
                self.reading.common.push((number, printed.clone()));
                Some(to.clone())
            }
            _ => {
                self.units.push(Unit {
                    tokens,
                    raw: vec![raw.to_owned()],
                    first: number,
                    last: number,
                    sheet,
                    verdict: Some(verdict),
                    doubt: None,
                });
                None
            }
        };
        self.text = Some(Open {
            line: number,
            of: Of::Letter(to),
            first: raw.to_owned(),
            text: Vec::new(),
        });
        self.barrier = true;
    }

    /// An END, on this line.
    fn close_text(&mut self, last: u32) {
        let Some(letter) = self.text.take() else {
            return;
        };
        match letter.of {
            Of::Order(tokens, sheet) => {
                let written = (letter.first.as_str(), letter.text.as_slice());
                let unit = Unit::of_text((letter.line, last), written, tokens, sheet);
                self.units.push(unit);
            }
            Of::Letter(Some(to)) => {
                let written = std::iter::once(&letter.first).chain(&letter.text).cloned();
                let end = std::iter::once("END".to_owned());
                self.reading.beside.extend(written.chain(end));
                self.reading.letters.push(Letter {
                    line: letter.line,
                    to,
                    text: letter.text.join("\n"),
                });
            }
            Of::Letter(None) => {
                self.keep_letter(letter.text.into_iter().chain(["END".to_owned()]));
            }
        }
    }

    /// A letter that is not sent stays in the corrected sheet, below its first line.
    fn keep_letter(&mut self, text: impl Iterator<Item = String>) {
        let first = self.units.last_mut();
        first.expect("its first line was faulty").raw.extend(text);
    }

    /// A letter without END is not sent, and nothing below it is read. Of an order what is below,
    /// down to the next one, is offered as its text.
    fn lose_text(&mut self) {
        let Some(letter) = self.text.take() else {
            return;
        };
        match letter.of {
            Of::Order(tokens, sheet) => {
                let (text, below) = above_order(self.lexicon, self.context, &letter.text);
                let last = letter.line + u32::try_from(text.len()).unwrap_or(u32::MAX);
                let written = (letter.first.as_str(), text);
                let unit = Unit::of_text((letter.line, last), written, tokens, sheet);
                self.units
                    .push(unit.without_end(self.lexicon, self.context));
                let below = (last + 1..).zip(below);
                return below.for_each(|(number, raw)| self.outside(number, raw));
            }
            Of::Letter(Some(to)) => {
                self.reading.common.retain(|it| it.0 != letter.line);
                self.reading.faults.push(to.endless(letter.line));
                self.lost.push(letter.first);
                self.lost.extend(letter.text.iter().cloned());
            }
            Of::Letter(None) => self.keep_letter(letter.text.iter().cloned()),
        }
        if !letter.text.is_empty() {
            let which = lines_text(letter.line + 1, letter.text.len());
            let told = format!("{which} not read: a letter above has no END");
            self.reading.repairs.push((letter.line + 1, told));
        }
    }

    pub(super) fn finish(mut self) -> Reading {
        self.report_unread();
        self.lose_text();
        let units = std::mem::take(&mut self.units);
        for mut unit in units {
            let verdict = match unit.verdict.take() {
                Some(verdict) => verdict,
                None => self.judge(&unit.tokens, unit.sheet),
            };
            if unit.first != unit.last && !unit.has_text() {
                let told = match unit.last - unit.first {
                    1 => format!("lines {} and {} were joined", unit.first, unit.last),
                    _ => format!("lines {} to {} were joined", unit.first, unit.last),
                };
                self.reading.repairs.push((unit.first, told));
            }
            match verdict {
                Verdict::Common(Common::Cancel, printed) => {
                    self.cancels.push(Withdrawal {
                        sheet: unit.sheet,
                        span: unit.tokens[0].span,
                        place: self.reading.corrected.len(),
                        read: true,
                    });
                    self.reading.cancels.insert(unit.sheet);
                    self.common(&unit, &Common::Cancel, printed);
                }
                Verdict::Common(said, printed) => self.common(&unit, &said, printed),
                Verdict::Order(order) => self.order(&unit, *order),
                Verdict::Fault(fault) => self.fault(&unit, fault),
            }
        }
        self.lonely_cancels();
        let mut reading = self.reading;
        let lost = self.lost.iter().map(|it| after_semicolon(it));
        reading.corrected.extend(lost);
        reading.repairs.sort();
        reading.faults.sort_by_key(|it| it.span);
        reading.common.sort();
        reading
    }

    fn common(&mut self, unit: &Unit, said: &Common, printed: String) {
        let reading = &mut self.reading;
        reading.consents.note(unit.first, said.consent(unit.sheet));
        let again = match said {
            Common::Clear(key) => {
                reading.clears.push(Clear {
                    line: unit.first,
                    key: key.clone(),
                });
                true
            }
            Common::Ready(ready) => {
                reading.ready.insert(unit.sheet, *ready);
                true
            }
            Common::Turn(_) | Common::Cancel => true,
            Common::Check => {
                reading.check = true;
                false
            }
            Common::Request(request) => {
                if matches!(request, Request::Salt(_) | Request::Format { .. }) {
                    reading.beside.push(printed.clone());
                }
                let room = reading.requests.len() < REQUESTS_MAX;
                if !reading.requests.contains(request) {
                    if room {
                        reading.requests.push(Request::clone(request));
                    } else {
                        reading.more_requests += 1;
                    }
                }
                false
            }
            Common::Away(from, to, _) => {
                reading.absences.push((from.clone(), to.clone()));
                reading.beside.push(printed.clone());
                false
            }
            Common::Back(_) => {
                (reading.returns, reading.absences) = (true, Vec::new());
                reading.beside.push(printed.clone());
                false
            }
            Common::Letter(_) => false,
            Common::NoText(to) => {
                reading.letters.push(Letter::none(unit.first, to));
                reading.beside.push(printed.clone());
                false
            }
            Common::Resign => {
                reading.resigns = true;
                false
            }
        };
        if again {
            reading.corrected.push(printed.clone());
            reading.counted.extend(unit.written());
        }
        reading.common.push((unit.first, printed));
    }

    fn order(&mut self, unit: &Unit, order: Order) {
        let open = self.context.open.turn;
        if let Some(Some(until)) = order.standing
            && until < open
        {
            let span = unit.tokens[0]
                .span
                .to(unit.tokens[unit.tokens.len() - 1].span);
            let (reason, hint) = self.context.over(until);
            let corrected = &mut self.reading.corrected;
            corrected.extend(unit.raw.iter().map(|it| after_semicolon(it)));
            self.reading
                .faults
                .push(Diagnostic::new(span, reason, &hint));
            return;
        }
        if order.standing.is_some() && unit.sheet != self.context.open {
            let told = "it is in force from now on, not only from that turn".to_owned();
            self.reading.repairs.push((unit.first, told));
        }
        let scope = match order.standing {
            Some(until) => Scope::Standing { until },
            None => Scope::Sheet { sheet: unit.sheet },
        };
        self.reading.corrected.push(order.printed.clone());
        self.reading.counted.extend(unit.written());
        self.reading.lines.push(OrderLine {
            number: unit.first,
            scope,
            each: order.each,
            form: order.form,
            key: order.key,
            tried: order.tried,
            printed: order.printed,
            branches: order.branches,
        });
    }

    fn fault(&mut self, unit: &Unit, mut fault: Fault) {
        if unit.doubt == Some(fault.diagnostic.span) {
            fault.diagnostic.hint = told_of_doubt(&fault.diagnostic.hint);
        }
        let mended = unit.mend(&fault);
        let reads = mended.map(|it| self.judge(&it, unit.sheet));
        let place = self.reading.corrected.len();
        let offer = match reads {
            Some(Verdict::Order(order)) => {
                if order.standing.is_none() {
                    self.offered.insert(unit.sheet);
                }
                Some(order.printed)
            }
            // What is below a letter's first line was not read as its text.
            // Nor were lines below a TURN read for its sheet: offered live, it would move them.
            Some(Verdict::Common(Common::Letter(_) | Common::Turn(_), _)) => None,
            Some(Verdict::Common(Common::Cancel, printed)) => {
                self.cancels.push(Withdrawal {
                    sheet: unit.sheet,
                    span: fault.diagnostic.span,
                    place,
                    read: false,
                });
                Some(printed)
            }
            Some(Verdict::Common(_, printed)) => Some(printed),
            Some(Verdict::Fault(_)) | None => None,
        };
        let corrected = &mut self.reading.corrected;
        match offer {
            Some(printed) => corrected.push(printed),
            None => {
                fault.diagnostic.mend = None;
                corrected.extend(unit.raw.iter().map(|it| after_semicolon(it)));
            }
        }
        self.reading.faults.push(fault.diagnostic);
    }

    /// CANCEL is alone in its sheet; beside orders it is a fault, and they count. Beside orders
    /// that are only offered it counts, but is not offered with them.
    fn lonely_cancels(&mut self) {
        let cancels = std::mem::take(&mut self.cancels);
        for Withdrawal {
            sheet,
            span,
            place,
            read,
        } in cancels.into_iter().rev()
        {
            let in_it = |it: &OrderLine| it.scope == Scope::Sheet { sheet };
            let beside = self.reading.lines.iter().any(in_it);
            if (beside || self.offered.contains(&sheet))
                && let Some(line) = self.reading.corrected.get_mut(place)
            {
                *line = after_semicolon(line);
            }
            if !(read && beside) {
                continue;
            }
            self.reading.cancels.remove(&sheet);
            self.reading.common.retain(|it| it.0 != span.line);
            self.reading.counted.retain(|it| it.0 != span.line);
            let deeds = &mut self.reading.consents.deeds;
            deeds.retain(|it| it.0 != span.line);
            let reason = "CANCEL must be alone in its sheet, without orders";
            let hint = "a new sheet replaces the old one without CANCEL";
            self.reading
                .faults
                .push(Diagnostic::new(span, reason, hint));
        }
    }
}
