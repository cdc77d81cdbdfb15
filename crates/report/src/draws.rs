//! The numbers of the draws that a report mentions, for anyone who wants to make one again.
//!
//! Not here: which draws an event reports, and why their numbers may be known (`engine::cause`).

use packetboat_core::engine::cause::{Draw, Grounds};
use serde::Serialize;

/// What the chapter on dice says of numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(super) struct Numbered {
    /// Whether numbers are written after what happened.
    marked: bool,
    /// The link of the dice that all of them were drawn with; 0: with several, so that each mark
    /// names its own.
    link: u32,
    /// Draws reported elsewhere in the report: `3, naval combat: 4 of 6`.
    elsewhere: Vec<String>,
}

/// Puts the number of its draws after each event. `told` are the texts of the events at these
/// places; what has no text takes no mark.
pub(super) fn numbered(grounds: &Grounds, places: &[usize], told: &mut [String]) -> Numbered {
    let all = || grounds.draws.iter().flatten();
    let links: Vec<u32> = all().filter_map(|it| link(grounds, it)).collect();
    let link = match links.split_first() {
        Some((first, rest)) if rest.iter().all(|it| it == first) => *first,
        _ => 0,
    };
    let mut numbered = Numbered {
        link,
        ..Numbered::default()
    };
    let mut texts: Vec<Option<&mut String>> = Vec::new();
    texts.resize_with(grounds.draws.len(), || None);
    for (place, text) in places.iter().zip(told) {
        if let Some(at) = texts.get_mut(*place).filter(|_| !text.is_empty()) {
            *at = Some(text);
        }
    }
    for (draws, text) in grounds.draws.iter().zip(texts) {
        let known = draws
            .iter()
            .filter_map(|it| Some((it, number(grounds, it, link)?)));
        match text {
            Some(text) => {
                let numbers: Vec<String> = known.map(|it| it.1).collect();
                if !numbers.is_empty() {
                    numbered.marked = true;
                    mark(text, &ranges(&numbers));
                }
            }
            None => {
                let told = known
                    .map(|(it, number)| format!("{number}, {}: {}", it.roll.why, it.roll.words()));
                numbered.elsewhere.extend(told);
            }
        }
    }
    numbered
}

fn link(grounds: &Grounds, draw: &Draw) -> Option<u32> {
    grounds.links.get(draw.journal).copied()
}

/// `17`; where a report speaks of several links, `5:17`.
fn number(grounds: &Grounds, draw: &Draw, only: u32) -> Option<String> {
    let link = link(grounds, draw)?;
    Some(if link == only {
        draw.number.to_string()
    } else {
        format!("{link}:{}", draw.number)
    })
}

/// `17`, `17-20`: draws of one event follow each other.
fn ranges(numbers: &[String]) -> String {
    match numbers {
        [first, .., last] => format!("{first}-{}", last.rsplit(':').next().unwrap_or(last)),
        [only] => only.clone(),
        [] => String::new(),
    }
}

/// At the end of the first line: what is below it is a list. A heading, with something blank above
/// it, is passed over: it reports no draw.
fn mark(text: &mut String, numbers: &str) {
    let mut ends = Vec::new();
    let mut end = 0;
    for line in text.split('\n') {
        end += line.len();
        if !line.trim().is_empty() {
            ends.push(end);
        }
        end += 1;
    }
    let headed = text.lines().next().is_some_and(|it| it.trim().is_empty());
    let at = ends.get(usize::from(headed)).or(ends.first());
    text.insert_str(at.copied().unwrap_or(text.len()), &format!(" [{numbers}]"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_behind_the_words_that_tell_its_draw() {
        let marked = |text: &str| {
            let mut text = text.to_owned();
            mark(&mut text, "3");
            text
        };
        assert_eq!(marked("Red rolls 4."), "Red rolls 4. [3]");
        assert_eq!(marked("Red rolls:\n  4"), "Red rolls: [3]\n  4");
        let headed = "\n \nLAND PHASE\nRed rolls 4.\n  A list";
        let wanted = "\n \nLAND PHASE\nRed rolls 4. [3]\n  A list";
        assert_eq!(marked(headed), wanted);
        assert_eq!(marked(" \nLAND PHASE\n"), " \nLAND PHASE [3]\n");
    }
}
