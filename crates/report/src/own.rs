//! What a player has put into their own mails, and the referee into the next report: a note, and
//! words in a box.
//!
//! Not here: comments in order sheets (`sheet`), and who may see what (`desk`).

use super::text::after_marks;
use serde::Serialize;

/// Above a player's own note in a report; in capitals there.
const NOTE_HEADING: &str = "Your note";

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
        Own {
            note: marked(&self.note),
            boxed: boxed
                .map(|it| Boxed {
                    lines: marked(&it.lines),
                })
                .collect(),
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
