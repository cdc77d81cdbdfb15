//! The newspaper of a turn: a page written from public events, with what players have sent in.
//!
//! A game has a paper of its own in `templates/<game>/newspaper.html` (its name, and what is around
//! it), and says in `headlines.txt` which events are news and how they are cried out; the
//! dispatches are the events as its reports give them, run together into paragraphs. Nothing else
//! is reported: anyone who reads the public report knows all of it but for what players sent.
//!
//! Not here: which events are public, and who may send what (`desk`).

use super::frame::{Frame, Place, Stop};
use super::templates::{Templates, value};
use super::text::one_line;
use packetboat_core::engine::game::PageData;
use serde::Serialize;

/// Headlines of a turn at most, the first above all others.
const HEADLINES_MAX: usize = 6;
/// Letters after which a paragraph ends.
const PARAGRAPH: usize = 420;
/// Letters of a line that may be a heading, at most.
const HEADING: usize = 60;
/// Who sent something in without a name.
const NOBODY: &str = "From our own correspondent";

/// One turn's issue.
#[derive(Debug)]
pub struct Issue<'a> {
    /// The frame of the public report.
    pub frame: &'a Frame,
    /// What the public saw and heard of the turn.
    pub page: &'a PageData,
    /// Which issue it is, from 1; 0: it was taken back.
    pub number: usize,
    /// What the turn is called: `Turn 3`.
    pub turn: &'a str,
    /// The day it came out, as printed.
    pub day: &'a str,
    /// The standings: title and points, best first; empty: the game gives none.
    pub standings: &'a [(String, i64)],
    /// What players sent in.
    pub sent: &'a [Sent],
    /// The ways to other issues: where each leads, and what is written there.
    pub others: &'a [(String, String)],
}

/// What a player sent in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// The title of the sender's seat; `None`: it was sent without a name.
    pub by: Option<String>,
    /// Its lines.
    pub lines: Vec<String>,
}

/// What the template is given.
#[derive(Serialize)]
struct Paper<'a> {
    club: String,
    campaign: String,
    title: String,
    number: usize,
    roman: String,
    turn: String,
    day: String,
    lead: String,
    headlines: &'a [String],
    dispatches: Vec<Dispatch>,
    standings: &'a [(String, i64)],
    letters: Vec<Letter>,
    places: Vec<Place>,
    /// Whether the referee ended the campaign before its rules did.
    ended: bool,
    others: &'a [(String, String)],
}

/// Paragraphs under a heading.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Dispatch {
    /// Empty: it has none.
    heading: String,
    paragraphs: Vec<String>,
}

/// What a player sent in, as printed.
#[derive(Serialize)]
struct Letter {
    by: String,
    lines: Vec<String>,
}

impl Templates {
    /// The newspaper of a turn as a piece of HTML, and its first headline.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro for an event, with file and line.
    pub fn newspaper(&self, issue: &Issue<'_>) -> Result<(String, String), String> {
        let frame = issue.frame.cleaned();
        let game = &frame.game;
        let (lead, headlines) = self.cried_out(&frame, issue.page)?;
        let told = self.events(&frame, issue.page)?;
        let letters = issue.sent.iter().map(|letter| Letter {
            by: letter
                .by
                .as_deref()
                .map_or_else(|| NOBODY.to_owned(), one_line),
            lines: letter.lines.iter().map(|it| one_line(it)).collect(),
        });
        let paper = Paper {
            club: one_line(&frame.club),
            campaign: frame.campaign.clone(),
            title: one_line(&frame.title),
            number: issue.number,
            roman: roman(issue.number),
            turn: one_line(issue.turn),
            day: one_line(issue.day),
            lead: lead.clone(),
            headlines: &headlines,
            dispatches: dispatches(&told),
            standings: issue.standings,
            letters: letters.collect(),
            places: without_players(&frame).placed_by(issue.page),
            ended: frame.stop == Stop::Over && issue.page.outcome.is_none(),
            others: issue.others,
        };
        let own = format!("{game}/newspaper.html");
        let common = "_site/newspaper.html".to_owned();
        let name = if self.has(&own) { own } else { common };
        Ok((self.render(&name, &value(&paper))?, lead))
    }

    /// What is cried out: the headline above all others, and those below it.
    fn cried_out(&self, frame: &Frame, page: &PageData) -> Result<(String, Vec<String>), String> {
        let quiet = serde_json::json!({ "event": "quiet" });
        let public = Frame {
            seat: None,
            ..frame.clone()
        };
        let context = self.cries(&public, page);
        let found = self
            .headlines((&public, page), &[quiet], &context)?
            .into_iter();
        let mut all: Vec<String> = found.map(|it| it.words).collect();
        // That all is quiet is reported only where nothing else is.
        if all.len() > 1 {
            all.pop();
        }
        all.truncate(HEADLINES_MAX);
        let rest = all.split_off(all.len().min(1));
        let lead = all
            .pop()
            .unwrap_or_else(|| "Quiet in all quarters".to_owned());
        Ok((lead, rest))
    }
}

/// The frame without the names of players: a paper knows seats only.
fn without_players(frame: &Frame) -> Frame {
    let mut frame = frame.clone();
    frame.seats.iter_mut().for_each(|it| it.player.clear());
    frame
}

/// What the events come to, run together: a line that cries out its first word is a heading, and
/// what follows it are its paragraphs.
fn dispatches(told: &[String]) -> Vec<Dispatch> {
    let mut all: Vec<Dispatch> = Vec::new();
    let lines = told.iter().flat_map(|it| it.lines()).map(one_line);
    for line in lines.filter(|it| !it.is_empty()) {
        if is_heading(&line) {
            all.push(Dispatch {
                heading: bare(&line).to_owned(),
                paragraphs: Vec::new(),
            });
            continue;
        }
        if all.is_empty() {
            all.push(Dispatch::default());
        }
        let paragraphs = &mut all.last_mut().expect("one is there").paragraphs;
        match paragraphs.last_mut() {
            Some(last) if last.len() < PARAGRAPH => {
                let ends = last.ends_with(['.', ':', '!', '?']);
                last.push_str(if ends { " " } else { ". " });
                last.push_str(&line);
            }
            _ => paragraphs.push(line),
        }
    }
    all.retain(|it| !it.paragraphs.is_empty());
    all
}

/// A heading without the number of its rule and what else ends it: `MAINTENANCE (E)`.
fn bare(heading: &str) -> &str {
    let heading = heading.trim_end_matches(':');
    match heading.rsplit_once(" (") {
        Some((words, number)) if number.len() <= 3 => words,
        _ => heading,
    }
}

fn is_heading(line: &str) -> bool {
    let word = line.split([' ', ',', ':']).next().unwrap_or_default();
    let cried = word.len() > 2 && word.bytes().all(|it| it.is_ascii_uppercase());
    cried && line.len() <= HEADING && !line.ends_with('.')
}

/// A number as papers count their issues: `XIV`.
fn roman(number: usize) -> String {
    const DIGITS: [(usize, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let (mut left, mut out) = (number, String::new());
    for (worth, letters) in DIGITS {
        while left >= worth {
            left -= worth;
            out.push_str(letters);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_run_together_under_their_headings() {
        let told = [
            "The first line.",
            " \nRED, round 3:",
            "Red sails (..)",
            "Red arrives.",
            "",
            "BLUE, round 3:",
            "GREEN: round 3 (A1)",
            "Green sails.\nDie 4.",
        ];
        let told: Vec<String> = told.iter().map(|it| (*it).to_owned()).collect();
        let all = dispatches(&told);
        let flat: Vec<(&str, Vec<&str>)> = all
            .iter()
            .map(|dispatch| {
                let paragraphs = dispatch.paragraphs.iter().map(String::as_str);
                (dispatch.heading.as_str(), paragraphs.collect())
            })
            .collect();
        assert_eq!(
            flat,
            [
                ("", vec!["The first line."]),
                ("RED, round 3", vec!["Red sails (..). Red arrives."]),
                ("GREEN: round 3", vec!["Green sails. Die 4."]),
            ]
        );
        let many = vec!["A sentence of some length that is told again and again.".to_owned(); 20];
        let parts = dispatches(&many)[0].paragraphs.len();
        assert_eq!(parts, 3);
    }

    #[test]
    fn issues_are_counted_as_papers_do() {
        let all = [1, 4, 9, 14, 40, 99, 444, 1_500].map(roman);
        assert_eq!(all, ["I", "IV", "IX", "XIV", "XL", "XCIX", "CDXLIV", "MD"]);
    }
}
