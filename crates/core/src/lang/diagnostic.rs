//! Faults in what a player wrote: where, why, and what to write instead.
//!
//! Not here: who finds them (`read`, a game's `build`) and how a receipt is laid out.

use super::plain::harmless;
use serde::{Deserialize, Serialize};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// A stretch of one line of a block. The opener is line 0; columns count characters from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// Line of the block, as the player wrote it.
    pub line: u32,
    /// First character, from 1. A fault at the end of a line is one column after it.
    pub column: u32,
    /// How many characters; at least 1.
    pub width: u32,
}

/// A place for what has no token of its own.
pub(super) const NOWHERE: Span = Span {
    line: 1,
    column: 1,
    width: 1,
};

impl Span {
    /// Whether it begins after another.
    pub(super) fn is_after(&self, other: &Span) -> bool {
        (self.line, self.column) > (other.line, other.column)
    }

    /// From the beginning of `self` to the end of `to`; `self` alone if they are on two lines.
    #[must_use]
    pub fn to(self, to: Span) -> Span {
        if to.line != self.line || to.column < self.column {
            return self;
        }
        Span {
            width: to.column + to.width - self.column,
            ..self
        }
    }
}

/// One fault, as `docs/order-language.md`, section 13 shows it: a place, a reason, and a hint or
/// none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Where the fault is.
    pub span: Span,
    /// A sentence in lower case without a full stop.
    pub reason: String,
    /// What to do; empty if there is nothing to say.
    pub hint: String,
    /// The words that would surely mend it in place of the faulty ones, if there is just one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mend: Option<String>,
}

impl Diagnostic {
    /// A fault with a hint (or an empty one).
    pub fn new(span: Span, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Diagnostic {
            span,
            reason: reason.into(),
            hint: hint.into(),
            mend: None,
        }
    }
}

/// Shows a fault with the player's own line and carets under it. `lines`: the block as written,
/// the opener (password masked) being line 0. No line of the answer is wider than 72 columns.
pub fn show(lines: &[&str], fault: &Diagnostic) -> String {
    let span = fault.span;
    // The opener is not a line of orders: they are counted below it.
    let line = match span.line {
        0 => "the first line".to_owned(),
        number => format!("line {number}"),
    };
    let head = format!("{line}, column {}: {}", span.column, fault.reason);
    let mut shown = fill(&head, "", "  ");
    if let Some(line) = lines.get(span.line as usize) {
        let (excerpt, carets) = excerpt(line, span);
        shown.push(format!("{INDENT}{excerpt}"));
        shown.push(format!("{INDENT}{carets}"));
    }
    if !fault.hint.is_empty() {
        shown.extend(fill(&fault.hint, INDENT, INDENT));
    }
    shown.join("\n")
}

/// How wide a line of our own text may be, in columns of a terminal.
const COLUMNS: usize = 72;

/// What is before the player's line and the hint.
const INDENT: &str = "     ";

/// How many columns of the line are kept before a fault that is far to the right.
const BEFORE: usize = 24;

/// The line around the fault, and the carets under it.
fn excerpt(line: &str, span: Span) -> (String, String) {
    let room = COLUMNS - INDENT.len();
    let chars: Vec<char> = line.chars().map(harmless).collect();
    let wide = |it: &[char]| it.iter().map(|it| it.width().unwrap_or(0)).sum::<usize>();
    let from = (span.column as usize - 1).min(chars.len());
    let to = (from + span.width as usize).min(chars.len());
    let mut begin = 0;
    // The empty column after the end needs room for its caret.
    let tail = usize::from(to == from);
    if wide(&chars) + tail > room && wide(&chars[..to]) + tail + 1 > room {
        begin = from;
        while begin > 0 && wide(&chars[begin - 1..from]) <= BEFORE {
            begin -= 1;
        }
    }
    let ahead = if begin > 0 { "…" } else { "" };
    let mut end = begin;
    let used = ahead.chars().count();
    while end < chars.len() && used + wide(&chars[begin..=end]) + tail < room {
        end += 1;
    }
    // One more fits if nothing is left after it.
    if end + 1 == chars.len() && used + wide(&chars[begin..]) + tail <= room {
        end += 1;
    }
    let behind = if end < chars.len() { "…" } else { "" };
    let middle: String = chars[begin..end].iter().collect();
    let blanks = used + wide(&chars[begin..from.min(end)]);
    let marked = wide(&chars[from.min(end)..to.min(end)]).max(1);
    let carets = format!("{}{}", " ".repeat(blanks), "^".repeat(marked));
    (format!("{ahead}{middle}{behind}"), carets)
}

/// Breaks a sentence at spaces; the first line is indented by one, the others by the other.
fn fill(text: &str, indent: &str, others: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = indent.to_owned();
    let mut begun = false;
    for word in text.split(' ') {
        let word: String = word.chars().map(harmless).collect();
        if begun && line.width() + 1 + word.width() > COLUMNS {
            lines.push(std::mem::replace(&mut line, others.to_owned()));
            begun = false;
        }
        if begun {
            line.push(' ');
        }
        line.push_str(&word);
        begun = true;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, column: u32, width: u32, want: &str) {
        let span = Span {
            line: 1,
            column,
            width,
        };
        let fault = Diagnostic::new(span, "did not understand it", "did you mean that?");
        assert_eq!(show(&["#orders", line], &fault), want);
    }

    #[test]
    fn carets_stand_under_the_fault() {
        check(
            "EXPEDITION S1 FORM europe",
            15,
            4,
            "line 1, column 15: did not understand it\n     EXPEDITION S1 FORM europe\n\
             \x20                  ^^^^\n     did you mean that?",
        );
    }

    #[test]
    fn carets_count_columns_of_the_screen() {
        check(
            "船\t\0e\u{301} FORM",
            7,
            4,
            "line 1, column 7: did not understand it\n     船 ?e\u{301} FORM\n\
             \x20          ^^^^\n     did you mean that?",
        );
    }

    #[test]
    fn no_line_is_too_wide() {
        let line = "PLAY WORD ".repeat(50);
        for column in 1..=505 {
            for width in [1, 4, 90] {
                let span = Span {
                    line: 0,
                    column,
                    width,
                };
                let fault = Diagnostic::new(span, "word ".repeat(30), "word ".repeat(30));
                let shown = show(&[&line], &fault);
                assert!(shown.lines().all(|it| it.width() <= COLUMNS), "{shown}");
            }
        }
    }
}
