//! What a player has put into their own mails, and the referee into the next report: a note, and
//! words in a box.
//!
//! Not here: comments in order sheets (`sheet`), and who may see what (`desk`).

use super::sheet::{OWN, is_last_line};
use super::text::{LETTER_MARK, after_marks};
use serde::Serialize;

/// Above a player's own note in a report; in capitals there.
const NOTE_HEADING: &str = "Your note";

/// Above words of the referee's in a report.
const BOX_HEADING: &str = "Your referee writes:";

/// What is in a report besides what the program says of the game. Of each reader's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Own {
    /// What the reader has noted for themself, line by line; empty: nothing.
    pub note: Vec<String>,
    /// What the referee says in this report alone, oldest first.
    pub boxed: Vec<Boxed>,
}

/// Words of the referee's in a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Boxed {
    /// Line by line.
    pub lines: Vec<String>,
}

impl Own {
    /// A note, and words of the referee's as they wrote them.
    pub fn new(note: &[String], boxed: &[String]) -> Self {
        let lines = |text: &String| text.lines().map(str::to_owned).collect();
        Own {
            note: note.to_vec(),
            boxed: boxed.iter().map(|it| Boxed { lines: lines(it) }).collect(),
        }
    }

    /// The same as it is printed: each line after the mark of a letter.
    pub(super) fn cleaned(&self) -> Own {
        let marked = |lines: &[String]| match lines {
            [] => Vec::new(),
            lines => after_marks(&lines.join("\n")),
        };
        let boxed = self.boxed.iter();
        let printed = |lines: &[String]| Boxed {
            lines: marked(lines),
        };
        Own {
            note: marked(&self.note),
            boxed: boxed.map(|it| printed(&it.lines)).collect(),
        }
    }
}

/// A note as a report prints it, with its heading; empty: there is none.
pub fn printed_note(note: &[String]) -> String {
    let lines = Own::new(note, &[]).cleaned().note;
    match lines.as_slice() {
        [] => String::new(),
        lines => format!("{NOTE_HEADING}\n{}", lines.join("\n")),
    }
}

/// The lines of a report without what was for one player alone: their note, their comments, the
/// referee's words to them.
pub fn without_own(lines: &[String]) -> Vec<String> {
    let mut left = Vec::new();
    let mut own = None;
    for line in lines {
        let part = if line == BOX_HEADING || *line == NOTE_HEADING.to_uppercase() {
            Some(OwnPart::Marked)
        } else if line == OWN {
            Some(OwnPart::Comments)
        } else {
            None
        };
        own = part.or_else(|| own.filter(|it: &OwnPart| it.goes_on(line)));
        if own.is_none() {
            left.push(line.clone());
        }
    }
    left
}

/// A part of a report that is one player's own.
#[derive(Clone, Copy)]
enum OwnPart {
    /// Lines after the mark of a letter.
    Marked,
    /// Comments of an order sheet.
    Comments,
}

impl OwnPart {
    fn goes_on(self, line: &str) -> bool {
        match self {
            OwnPart::Marked => line.is_empty() || line.starts_with(LETTER_MARK.trim_end()),
            OwnPart::Comments => line.starts_with(';') && !is_last_line(line),
        }
    }
}
