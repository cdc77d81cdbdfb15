//! What a line, or several that belong together, comes to.
//!
//! Not here: which lines belong together (`join`).

use super::common::{self, Common};
use super::cut::{Token, cut};
use super::diagnostic::Diagnostic;
use super::expect::{Fault, FaultKind};
use super::order::{self, Order};
use super::read::Context;
use super::shape::Lexicon;
use super::sheet::SheetNo;

/// What a line comes to.
pub(super) enum Verdict {
    Common(Common, String),
    Order(Box<Order>),
    Fault(Fault),
}

/// One or several physical lines that belong together.
pub(super) struct Unit {
    pub tokens: Vec<Token>,
    /// The physical lines as written.
    pub raw: Vec<String>,
    pub first: u32,
    pub last: u32,
    pub sheet: SheetNo,
    pub verdict: Option<Verdict>,
}

pub(super) fn judge(
    lexicon: Lexicon<'_>,
    context: &Context<'_>,
    tokens: &[Token],
    sheet: SheetNo,
) -> Verdict {
    match common::common(lexicon, context, tokens) {
        Some(Ok((said, printed))) => Verdict::Common(said, printed),
        Some(Err(fault)) => Verdict::Fault(fault),
        None => match order::order(lexicon, sheet, tokens) {
            Ok(order) => Verdict::Order(Box::new(order)),
            Err(fault) => Verdict::Fault(fault),
        },
    }
}

impl Verdict {
    /// The words fit, even if the line may not stand here.
    pub(super) fn reads(&self) -> bool {
        match self {
            Verdict::Common(..) | Verdict::Order(_) => true,
            Verdict::Fault(fault) => fault.kind == FaultKind::Rule,
        }
    }

    /// It reads, or fails only by being unfinished; if it reads but may not stand here, that is due
    /// to what stands below this line.
    pub(super) fn goes_with(&self, last: u32) -> bool {
        match self {
            Verdict::Fault(fault) if fault.kind == FaultKind::Rule => {
                fault.diagnostic.span.line > last
            }
            verdict => verdict.may_go_on(),
        }
    }

    /// It reads, or fails only by being unfinished.
    pub(super) fn may_go_on(&self) -> bool {
        match self {
            Verdict::Fault(fault) => fault.kind == FaultKind::Rule || fault.is_unfinished(),
            _ => true,
        }
    }
}

impl Unit {
    /// What it comes to as it stands.
    pub(super) fn judged(&mut self, lexicon: Lexicon<'_>, context: &Context<'_>) -> &Verdict {
        let (tokens, sheet) = (&self.tokens, self.sheet);
        self.verdict
            .get_or_insert_with(|| judge(lexicon, context, tokens, sheet))
    }

    /// Whether it is one line, and reads: `HELP IF`.
    pub(super) fn reads_as_one_line(
        &mut self,
        lexicon: Lexicon<'_>,
        context: &Context<'_>,
    ) -> bool {
        self.first == self.last && self.judged(lexicon, context).reads()
    }

    pub(super) fn absorb(&mut self, below: Unit, verdict: Option<Verdict>) {
        self.tokens.extend(below.tokens);
        self.raw.extend(below.raw);
        self.last = below.last;
        self.verdict = verdict;
    }

    /// Its lines as written, without comments, each with its number.
    pub(super) fn written(&self) -> impl Iterator<Item = (u32, String)> {
        (self.first..).zip(&self.raw).map(|(number, raw)| {
            let said: String = raw.chars().take(cut(number, raw).end).collect();
            (number, said.trim_end().to_owned())
        })
    }

    pub(super) fn mended(&self) -> Option<Vec<Token>> {
        match &self.verdict {
            Some(Verdict::Fault(fault)) => self.mend(&fault.diagnostic),
            _ => None,
        }
    }

    /// The words with the sure suggestion in place of the faulty ones.
    pub(super) fn mend(&self, fault: &Diagnostic) -> Option<Vec<Token>> {
        let mend = fault.mend.as_ref()?;
        let place = fault.span;
        let inside = |it: &Token| {
            it.span.line == place.line
                && it.span.column >= place.column
                && it.span.column < place.column + place.width
        };
        let at = self.tokens.iter().position(inside)?;
        let mut tokens: Vec<Token> = self.tokens[..at].to_vec();
        for mut token in cut(place.line, mend).tokens {
            token.span = place;
            tokens.push(token);
        }
        tokens.extend(self.tokens[at..].iter().filter(|it| !inside(it)).cloned());
        Some(tokens)
    }
}
