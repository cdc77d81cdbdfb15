//! What people say above and below their orders: `Hi there, thanks for having me! I'll go north.`
//!
//! A property, not a list of sentences: a line begins as people begin to talk, holds no word by
//! which orders are given, and none that may say which orders count or whether they do. Such lines
//! do no harm beside lines that read as orders, and are named as not read. Not here: greetings and
//! closings, which are courtesies beside anything (`courtesy`).

use super::courtesy::Bare;
use super::courtesy_words::{GREETINGS, OPENINGS, WEIGHING};
use super::spoken;

/// Lines at both ends together that may be talk, besides blank ones: to look at more is in vain.
const LINES_MAX: usize = 6;

/// Words of a line at most that is talk because the game knows none of them.
const STRANGE_MAX: usize = 12;

/// Takes lines of talk away at either end; what is left has nothing blank at either end.
/// `is_verb`: whether an order begins with that word; `is_known`: whether the game knows it, or a
/// word of orders that is near to it; `is_sentence`: whether a line begins as an order does and
/// cannot be one (`A draw would suit me`).
pub fn without(
    lines: &[String],
    is_verb: impl Fn(&str) -> bool,
    is_known: impl Fn(&str) -> bool,
    is_sentence: impl Fn(&str) -> bool,
) -> Bare {
    let ends = |line: &String| may_be(line, &is_verb) || line.trim().is_empty();
    let is_talk =
        |line: &String| (begins(line, &is_known) || is_sentence(line)) && may_be(line, &is_verb);
    let top = leading(lines.iter(), ends);
    // Below a line of talk the rest of its paragraph is of it.
    let top = if lines.first().is_some_and(is_talk) {
        let rest = lines[..top].iter().enumerate();
        let goes_on = |(at, line): (usize, &String)| is_talk(line) || goes_on(&lines[..at], line);
        rest.take_while(|it| it.1.trim().is_empty() || goes_on(*it))
            .count()
    } else {
        0
    };
    let left = &lines[top..];
    let bottom = leading(left.iter().rev(), ends);
    let last = &left[left.len() - bottom..];
    let first = last.iter().position(is_talk).unwrap_or(last.len());
    let bottom = &last[first..];
    let said = |lines: &[String]| -> Vec<String> {
        let said = lines.iter().map(|it| it.trim());
        said.filter(|it| !it.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let ignored = [said(&lines[..top]), said(bottom)].concat();
    if ignored.len() > LINES_MAX {
        return Bare {
            lines: lines.to_vec(),
            ..Bare::default()
        };
    }
    let mut kept = &left[..left.len() - bottom.len()];
    while let [first, rest @ ..] = kept
        && first.trim().is_empty()
    {
        kept = rest;
    }
    while let [rest @ .., last] = kept
        && last.trim().is_empty()
    {
        kept = rest;
    }
    Bare {
        lines: kept.to_vec(),
        ignored,
        parted: false,
    }
}

/// How many lines at the beginning are such, up to one more than may be talk.
fn leading<'l>(
    lines: impl Iterator<Item = &'l String>,
    is_such: impl Fn(&String) -> bool,
) -> usize {
    let mut seen = 0;
    let of_them = lines.take_while(|line| {
        seen += usize::from(!line.trim().is_empty());
        seen <= LINES_MAX + 1 && is_such(line)
    });
    of_them.count()
}

/// Whether a line goes on with a sentence above it, in the same paragraph: it begins small.
fn goes_on(above: &[String], line: &str) -> bool {
    let begins_small = line.trim_start().starts_with(char::is_lowercase);
    begins_small && above.last().is_some_and(|it| !it.trim().is_empty())
}

/// What has numbers and is of orders.
const COUNTED: [&str; 9] = [
    "turn", "round", "sheet", "leg", "order", "orders", "line", "lines", "number",
];

/// What turns what is past alone, or sets one place above another.
const PAST: [&str; 7] = [
    "rather", "didn't", "wasn't", "weren't", "couldn't", "hadn't", "haven't",
];

/// The words of a line, in small letters.
fn words(line: &str) -> Vec<String> {
    let part_of_word = |it: char| it.is_alphanumeric() || "'’-".contains(it);
    let words = line.split(|it| !part_of_word(it));
    let words = words.map(|it| it.trim_matches(['\'', '’', '-']));
    words
        .filter(|it| !it.is_empty())
        .map(|it| it.to_lowercase().replace('’', "'"))
        .collect()
}

/// Whether a line begins as people begin to talk, or holds nothing at all that the game knows.
fn begins(line: &str, is_known: &impl Fn(&str) -> bool) -> bool {
    let all = words(line);
    let greets = |greeting: &&str| {
        let begin = all.get(..greeting.split(' ').count());
        begin.is_some_and(|words| words.join(" ") == *greeting)
    };
    let opens = |it: &String| OPENINGS.contains(&it.as_str());
    let greets = || GREETINGS.iter().any(greets);
    let starts_as_text = line.trim_start().starts_with(char::is_uppercase);
    let is_short = all.len() <= STRANGE_MAX;
    let strange = || starts_as_text && is_short && !all.iter().any(|it| is_known(it));
    all.len() > 1 && (all.first().is_some_and(opens) || greets() || strange())
}

/// Whether an order that could not be read may say which orders count, or whether they do, in words
/// that are none of the order language's.
pub fn weighs(line: &str) -> bool {
    let own = [
        "if",
        "else",
        "otherwise",
        "then",
        "hold",
        "keep",
        "wait",
        "leave",
        "last",
        "or",
    ];
    let all = words(line);
    let all = all.iter().filter(|it| !own.contains(&it.as_str()));
    let plain: Vec<&str> = all.map(String::as_str).collect();
    spoken::turns(&plain.join(" ")) || plain.iter().any(|it| WEIGHING.contains(it))
}

/// Whether a line may be of talk: it holds no order, no number, no question, and nothing that may
/// weigh on which orders are meant.
fn may_be(line: &str, is_verb: &impl Fn(&str) -> bool) -> bool {
    let all = words(line);
    let weighs = |it: &String| WEIGHING.contains(&it.as_str()) || is_verb(it);
    let is_written = line.chars().any(char::is_lowercase);
    let is_marked = |it: char| "?;#/<>=*+".contains(it);
    // `turn 4`, `order 2`: which sheet, or which line of it.
    let is_numbered = |pair: &[String]| {
        COUNTED.contains(&pair[0].as_str()) && pair[1].starts_with(|it: char| it.is_ascii_digit())
    };
    let plain: Vec<&str> = all.iter().map(String::as_str).collect();
    let plain = plain.join(" ").replace("my mistake", "");
    // What somebody did not do is over, and weighs on nothing.
    let plain: Vec<&str> = plain.split(' ').filter(|it| !PAST.contains(it)).collect();
    !all.is_empty()
        && is_written
        && !line.contains(is_marked)
        && !all.windows(2).any(is_numbered)
        && !spoken::turns(&plain.join(" "))
        && !all.iter().any(weighs)
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERBS: [&str; 8] = [
        "PLAY", "BUY", "MOVE", "SAIL", "PIONEER", "DOME", "PASS", "MARCH",
    ];

    fn bare(text: &str) -> Bare {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let is_near = |word: &str| ["byu", "xpedition", "dmoe"].contains(&word);
        let is_known = |word: &str| {
            let known = [
                "north", "r1", "reds", "gold", "x1", "from", "europe", "cheapest",
            ];
            is_near(word) || known.contains(&word) || is_verb(word)
        };
        without(&lines, is_verb, is_known, |_| false)
    }

    fn is_verb(word: &str) -> bool {
        VERBS.iter().any(|it| it.eq_ignore_ascii_case(word))
    }

    const TOPS: [&str; 30] = [
        "Hi there, thanks for setting this up!",
        "Hi there, thanks for having me! Here's my first go:",
        "Hi there, thanks for having me! I'll go for North America first.",
        "Hi there, thanks for having me, this looks fun!",
        "Hello again. Ouch, that was a rough turn!",
        "Thanks, that helps.",
        "Thank you, gold on Cuba would be lovely.",
        "Hi, sorry I was too slow the other day.",
        "Oops, sorry about that!",
        "I'm completely new to this, so be gentle with me.",
        "What a storm! Here goes:",
        "Sorry for the delay, it has been a busy week.",
        "Good morning from a very rainy Lisbon,",
        "This is great fun, thank you for running it.",
        "Wow, lucky dice.",
        "Let's see how the Spanish like this.",
        "So far so good.",
        "We're having a lovely time over here.",
        "Happy Sunday everybody!",
        "Haha, nice one, Ben.",
        "Ah, I see how it works.",
        "Very exciting game so far!",
        "Hey team, hope all is well with you and the family.",
        "Congratulations on the new colony.",
        "Bad luck for me in that one. Here's my next go:",
        "Oops, meant Y15.",
        "Four nil, ouch!",
        "Sorry, my mistake. Here is the whole lot once more.",
        "Sorry, didn't realise my latest lot needed an OK. Here goes:",
        "Lisbon greets Madrid.",
    ];

    const BOTTOMS: [&str; 8] = [
        "Hope that makes sense to you.",
        "Looking forward to the report!",
        "That's all from me for this week.",
        "I hope I got the format right.",
        "I am the first to congratulate Green.",
        "Have a good one,",
        "Fingers crossed for gold!",
        "Good luck to everybody at the table.",
    ];

    #[test]
    fn talk_is_taken_away_at_either_end() {
        for top in TOPS {
            for bottom in BOTTOMS {
                for gap in ["\n", "\n\n"] {
                    let text = format!("{top}{gap}PLAY R1\nBUY 4 ships{gap}{bottom}");
                    let read = bare(&text);
                    assert_eq!(read.lines, ["PLAY R1", "BUY 4 ships"], "{text}");
                    assert_eq!(read.ignored, [top, bottom], "{text}");
                }
            }
        }
    }

    #[test]
    fn a_sentence_may_go_on_below() {
        let read =
            bare("Hi all, thanks for the report, which I enjoyed\nvery much indeed.\nPLAY R1");
        assert_eq!(read.lines, ["PLAY R1"]);
        assert_eq!(read.ignored.len(), 2);
        let read = bare("PLAY R1\n\nI hope that the wind will be with\nall of us.");
        assert_eq!(read.lines, ["PLAY R1"]);
        // Alone it is no talk.
        let text = "quite a lot, in fact.\nPLAY R1";
        assert_eq!(bare(text).lines.join("\n"), text);
    }

    /// Of what may say which orders count nothing is taken away.
    #[test]
    fn what_may_weigh_on_orders_stays() {
        let turns = [
            "not",
            "no",
            "never",
            "unless",
            "if",
            "don't",
            "won't",
            "but",
            "instead",
            "without",
            "maybe",
            "skip",
            "ignore",
            "cancel",
            "when",
            "otherwise",
            "except",
            "wrong",
            "forget",
        ];
        let weighing = WEIGHING.iter().copied().chain(turns);
        for word in weighing.chain(VERBS) {
            for at in [
                format!("Hi all, {word} these, thanks."),
                format!("Thanks! {word} it."),
                format!("I hope you {} this.", word.to_uppercase()),
                format!("Hi, {word} for turn 4:"),
            ] {
                for text in [format!("{at}\nPLAY R1"), format!("PLAY R1\n{at}")] {
                    assert_eq!(bare(&text).lines.join("\n"), text);
                }
            }
        }
    }

    #[test]
    fn what_is_no_sentence_stays() {
        for line in [
            "BYU 4 ships",
            "R1",
            "best",
            "Thanks",
            "the north",
            "hold R1",
            "cheapest dome",
            "Should the second of these be read as well?",
            "Hi, is this right?",
            "- R2, R3",
            "THANKS FOR THIS",
            "X1 FROM europe",
            "; a comment",
            "and thanks",
        ] {
            for text in [format!("{line}\nPLAY R1"), format!("PLAY R1\n{line}")] {
                assert_eq!(bare(&text).lines.join("\n"), text);
            }
        }
        // Between orders nothing is.
        let text = "PLAY R1\nThanks, that helps.\nPASS";
        assert_eq!(bare(text).lines.join("\n"), text);
        assert!(bare("").lines.is_empty());
        assert!(bare("Thanks, that helps.").lines.is_empty());
    }
}
