//! How much of a mail's parts is printed: a receipt stays a mail that can be read, however much the
//! mail holds that it answers.
//!
//! What is left out is named, with the request that brings it alone where there is one. Not here:
//! how much is read (`lang`, `mail`).

use super::receipt_page::Answer;
use packetboat_core::lang::sheet_names::SheetNames;

/// Bytes of a receipt, whatever it answers.
pub const RECEIPT_BYTES_MAX: usize = 60_000;

/// Bytes of one list in it.
pub(super) const LIST_BYTES_MAX: usize = 8_000;

/// Bytes of the sheet at its end.
pub(super) const SHEET_BYTES_MAX: usize = 20_000;

/// The first of these lines, as many as fit, and how many do not.
pub(super) fn first(lines: impl IntoIterator<Item = String>) -> (Vec<String>, usize) {
    let (mut kept, mut room, mut left) = (Vec::new(), LIST_BYTES_MAX, 0);
    for line in lines {
        match room.checked_sub(line.len() + 1) {
            Some(rest) if left == 0 => {
                room = rest;
                kept.push(line);
            }
            _ => left += 1,
        }
    }
    (kept, left)
}

/// The same, with a last line that says how many are left out.
pub(super) fn listed(lines: impl IntoIterator<Item = String>) -> Vec<String> {
    let (mut kept, left) = first(lines);
    kept.extend(more(left));
    kept
}

/// What stands for lines that are left out; `None`: none is.
pub(super) fn more(left: usize) -> Option<String> {
    (left > 0).then(|| format!("  (and {left} more)"))
}

/// What stands for names that are left out of a sentence.
pub(super) fn named(mut names: Vec<String>) -> Vec<String> {
    const NAMES_MAX: usize = 20;
    let left = names.len().saturating_sub(NAMES_MAX);
    if left > 0 {
        names.truncate(NAMES_MAX);
        names.push(format!("{left} more"));
    }
    names
}

/// Answers as far as they fit into this many bytes, in order. In place of the others is what to ask
/// for; an answer that is alone and does not fit is cut.
pub(super) fn answers(answers: Vec<Answer>, mut room: usize, names: &SheetNames) -> Vec<Answer> {
    let alone = answers.len() == 1;
    let fit = |answer: Answer| {
        let size = size(&answer);
        if size <= room {
            room -= size;
            return answer;
        }
        match (alone, answer) {
            (true, Answer::Report { sheet, text, .. }) => {
                let text = cut(&text, room.saturating_sub(ANSWER_FRAME));
                Answer::Report {
                    sheet,
                    text,
                    cut: true,
                }
            }
            (_, Answer::NoReport { sheet }) => Answer::NoReport { sheet },
            (_, answer) => match answer.request(names) {
                Some(request) => Answer::Elsewhere { request },
                None => answer,
            },
        }
    };
    answers.into_iter().map(fit).collect()
}

/// Bytes of the words around an answer.
const ANSWER_FRAME: usize = 400;

fn size(answer: &Answer) -> usize {
    let text = match answer {
        Answer::Report { text, .. } => text.len(),
        Answer::Text { text, .. } | Answer::Status { position: text, .. } => text.len(),
        Answer::Help { said, .. } => {
            let all = [&said.now, &said.examples, &said.seen, &said.forms];
            all.into_iter().flatten().map(|it| it.len() + 1).sum()
        }
        _ => 0,
    };
    text + ANSWER_FRAME
}

/// The first lines that fit.
fn cut(text: &str, room: usize) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        if kept.len() + line.len() + 1 > room {
            break;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}
