//! A fault as a receipt shows it: place and reason, the player's own line, carets, the hint.
//!
//! Not here: finding faults (`lang`, a game's `build`).

use super::text::{WIDTH, many_lines, width, wrap};
use crate::lang::diagnostic::Diagnostic;

/// What stands before an excerpt and its hint.
const INDENT: &str = "     ";

/// What stands for the parts of a long line that are left out.
const MORE: &str = "…";

/// The lines of one fault; `lines` are those of the block, the opener first.
///
/// Of a line that is too long only the part around the fault is shown.
pub(super) fn shown(lines: &[String], fault: &Diagnostic) -> Vec<String> {
    let span = fault.span;
    let head = format!(
        "line {}, column {}: {}",
        span.line, span.column, fault.reason
    );
    let mut out = wrap(&head, WIDTH, "", INDENT);
    let line = usize::try_from(span.line).ok().and_then(|it| lines.get(it));
    if let Some(line) = line {
        let column = usize::try_from(span.column).unwrap_or(usize::MAX);
        let marked = usize::try_from(span.width).unwrap_or(usize::MAX);
        out.extend(marked_line(
            &many_lines(line).replace('\n', " "),
            column,
            marked,
        ));
    }
    if !fault.hint.is_empty() {
        out.extend(wrap(&fault.hint, WIDTH, INDENT, INDENT));
    }
    out
}

/// The line and its carets. `column` counts characters from 1, `marked` how many are faulty.
fn marked_line(line: &str, column: usize, marked: usize) -> [String; 2] {
    let room = WIDTH - width(INDENT) - 2 * width(MORE);
    let letters: Vec<char> = line.trim_end().chars().collect();
    let at = column.saturating_sub(1).min(letters.len());
    let end = at.saturating_add(marked.max(1));
    let (mut from, mut to) = (0, letters.len());
    let part = |from: usize, to: usize| letters[from..to].iter().collect::<String>();
    // Characters behind the fault go first, as long as a few of them are left; then those before.
    while width(&part(from, to)) > room && to > (end + 8).min(letters.len()) {
        to -= 1;
    }
    while width(&part(from, to)) > room && from < at {
        from += 1;
    }
    while width(&part(from, to)) > room {
        to -= 1;
    }
    let before = if from > 0 { MORE } else { "" };
    let after = if to < letters.len() { MORE } else { "" };
    let excerpt = format!("{INDENT}{before}{}{after}", part(from, to));
    let shift = width(INDENT) + width(before) + width(&part(from, at));
    let carets = match end <= to {
        true => width(&part(at, end)).max(1),
        false => width(&part(at, to)).max(1),
    };
    [
        excerpt,
        format!("{}{}", " ".repeat(shift), "^".repeat(carets)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::diagnostic::Span;

    fn check(line: &str, column: u32, width_of: u32, wanted: &[&str]) {
        let span = Span {
            line: 1,
            column,
            width: width_of,
        };
        let fault = Diagnostic::new(span, "why", "do this");
        let lines = ["#orders".to_owned(), line.to_owned()];
        let got = shown(&lines, &fault);
        assert_eq!(got[1..got.len() - 1], *wanted);
        assert!(got.iter().all(|it| width(it) <= WIDTH));
    }

    #[test]
    fn carets_stand_under_the_fault() {
        check("BUY car 1", 5, 3, &["     BUY car 1", "         ^^^"]);
        check("PLAY X IF", 10, 1, &["     PLAY X IF", "              ^"]);
        check(
            "",
            1,
            1,
            &["", "     ^"].map(|it| if it.is_empty() { "     " } else { it }),
        );
    }

    #[test]
    fn wide_letters_and_long_lines_keep_the_carets_in_place() {
        check("BUY 船船 x", 5, 2, &["     BUY 船船 x", "         ^^^^"]);
        let long = format!("{}FAULT {}", "a ".repeat(60), "b ".repeat(60));
        let span = Span {
            line: 1,
            column: 121,
            width: 5,
        };
        let fault = Diagnostic::new(span, "why", "");
        let got = shown(&["#orders".to_owned(), long], &fault);
        let at = got[1]
            .chars()
            .position(|it| it == 'F')
            .expect("the fault is shown");
        assert_eq!(got[2].find('^'), Some(at));
        assert!(got.iter().all(|it| width(it) <= WIDTH), "{got:?}");
    }
}
