//! A fault of a line, and the words that complaints are made of.
//!
//! Not here: what was looked for (`expect`), and how a fault is shown (`diagnostic`).

use super::cut::Token;
use super::diagnostic::{Diagnostic, NOWHERE, Span};
use super::names::either;
use super::plain::harmless;

/// How many characters of the player's own words a complaint repeats.
const QUOTED_MAX: usize = 30;

/// A fault, with what the reader of lines must know of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    pub diagnostic: Diagnostic,
    pub kind: FaultKind,
    /// The whole order that is offered in place of the line, as printed.
    pub whole: Option<String>,
}

/// What a fault means for joining lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FaultKind {
    /// The words do not fit.
    Words,
    /// The line stops too early; more of it might follow.
    Unfinished,
    /// It reads, but may not be here.
    Rule,
}

impl Fault {
    pub(super) fn words(span: Span, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault {
            diagnostic: Diagnostic::new(span, reason, hint),
            kind: FaultKind::Words,
            whole: None,
        }
    }

    pub(super) fn rule(span: Span, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault {
            kind: FaultKind::Rule,
            ..Fault::words(span, reason, hint)
        }
    }

    pub(super) fn unfinished(tokens: &[Token], hint: impl Into<String>) -> Self {
        Fault {
            kind: FaultKind::Unfinished,
            ..Fault::words(behind(tokens), "the line is not finished", hint)
        }
    }

    /// Whether more words might finish the line.
    pub(super) fn is_unfinished(&self) -> bool {
        self.kind == FaultKind::Unfinished
    }
}

/// One column after the end of a line.
pub(super) fn behind(tokens: &[Token]) -> Span {
    tokens.last().map_or(NOWHERE, |last| Span {
        column: last.span.column + last.span.width,
        width: 1,
        ..last.span
    })
}

pub(super) fn did_you_mean(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
    format!("did you mean {}?", either(&quoted))
}

/// The player's words in backticks, short and harmless.
pub(super) fn quote(text: &str) -> String {
    format!("`{}`", cut_short(text))
}

/// The player's words, short and harmless.
pub(super) fn cut_short(text: &str) -> String {
    let quoted = |it: char| if it == '`' { '?' } else { harmless(it) };
    let mut chars = text.chars().map(quoted);
    let mut short: String = chars.by_ref().take(QUOTED_MAX).collect();
    if chars.next().is_some() {
        short.push('…');
    }
    short
}
