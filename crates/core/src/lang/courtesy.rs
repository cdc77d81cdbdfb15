//! What people write around orders without meaning it as one: a greeting, a word at the end, their
//! name; and the short `OK` that takes a sheet as it is.
//!
//! Lists, not guesses: what is not listed is not a courtesy, and a mail that holds it does not read
//! as orders. Not here: where a player's own text ends (`mail::own`), and what it comes to
//! (`desk::reply`).

use super::courtesy_words::{
    CLOSED, CLOSINGS, GREETED, GREETINGS, HOPED, PHRASE_MARKS, PHRASE_WORDS,
};

/// Words after a greeting at most: `Dear Mr John Smith`.
const NAMED_MAX: usize = 4;

/// How many lines at the end may be courtesy.
const CLOSING_LINES_MAX: usize = 3;

/// How many lines at the top may be, besides a greeting.
const OPENING_LINES_MAX: usize = 3;

/// Words of a line of [`PHRASE_WORDS`] at most.
const PHRASE_WORDS_MAX: usize = 10;

/// Lines of a player without courtesies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bare {
    /// The lines that are left, blank ones among them, with nothing blank at either end.
    pub lines: Vec<String>,
    /// The courtesies, as written.
    pub ignored: Vec<String>,
    /// Whether the first line is what followed a greeting on its line.
    pub parted: bool,
}

/// Takes a greeting at the top and up to three courtesies at either end away: a listed closing, the
/// player's name or a part of it, or the one with the other after it, a line of nothing but words
/// of courtesy. All may be courtesy. `names`: the player's, and the title of their seat, which is
/// one only below a courtesy. `is_verb`: whether an order begins with that word, for a greeting
/// that holds one greets nobody.
pub fn bare(
    lines: &[impl AsRef<str>],
    (player, title): (&str, &str),
    is_verb: impl Fn(&str) -> bool,
) -> Bare {
    let mut left: Vec<&str> = lines.iter().map(|it| it.as_ref().trim()).collect();
    trim_blank(&mut left);
    let mut ignored = Vec::new();
    let mut parted = false;
    let mut greeted = false;
    while ignored.len() < OPENING_LINES_MAX {
        let Some(first) = left.first().copied() else {
            break;
        };
        let hello = if greeted {
            None
        } else {
            greeting(first, &is_verb)
        };
        let end = match hello {
            Some(end) => end,
            None if is_phrase(first, &is_verb) => first.len(),
            None => break,
        };
        greeted |= hello.is_some();
        ignored.push(first[..end].trim().to_owned());
        parted = end < first.len();
        if parted {
            left[0] = &first[end..];
            break;
        }
        left.remove(0);
        trim_blank(&mut left);
    }
    let mut closings = Vec::new();
    while closings.len() < CLOSING_LINES_MAX {
        let last = left.last().copied().unwrap_or_default();
        let is_courtesy = |line: &str| {
            is_closing(line, player) || is_closing(line, title) || is_phrase(line, &is_verb)
        };
        let above = left.iter().rev().skip(1).find(|it| !it.is_empty());
        let is_title = is_name(last, title) && above.is_some_and(|it| is_courtesy(it));
        if !(is_courtesy(last) || is_name(last, player) || is_title) {
            break;
        }
        closings.push(last.to_owned());
        left.pop();
        trim_blank(&mut left);
    }
    ignored.extend(closings.into_iter().rev());
    Bare {
        lines: left.into_iter().map(str::to_owned).collect(),
        ignored,
        parted,
    }
}

fn trim_blank(lines: &mut Vec<&str>) {
    let end = lines.iter().rposition(|it| !it.is_empty());
    lines.truncate(end.map_or(0, |it| it + 1));
    let begin = lines.iter().position(|it| !it.is_empty());
    lines.drain(..begin.unwrap_or(0));
}

/// A line in small letters, without marks at its end and double spaces.
fn folded(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let line = words.join(" ").to_lowercase();
    line.trim_matches(|it: char| !it.is_alphanumeric())
        .to_owned()
}

/// Where the greeting ends that a line begins with: at the end of the line if it holds no more than
/// whom it greets (one word, names, or words such as `all` and `club`), before the order that
/// follows it (`Hi all, play lowest`), or `None`: it is not a greeting.
fn greeting(line: &str, is_verb: &impl Fn(&str) -> bool) -> Option<usize> {
    let part_of_word = |it: char| it.is_alphanumeric() || "'’.-".contains(it);
    let words: Vec<&str> = line
        .split(|it| !part_of_word(it))
        .map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()))
        .filter(|it| !it.is_empty())
        .collect();
    let greets = |text: &&&str| {
        let begin = words.get(..text.split(' ').count());
        begin.is_some_and(|words| words.join(" ").to_lowercase() == **text)
    };
    let length = |it: &&str| it.split(' ').count();
    let length = GREETINGS.iter().filter(greets).map(length).max()?;
    let after = &words[length..];
    let greets_it = |it: &str| GREETED.contains(&it.to_lowercase().as_str());
    let named = match after.iter().position(|it| is_verb(it) && !greets_it(it)) {
        Some(at) => &after[..at],
        None => after,
    };
    let is_name = |text: &&str| {
        GREETED.contains(&text.to_lowercase().as_str()) || text.starts_with(char::is_uppercase)
    };
    let holds_digit = named
        .iter()
        .any(|it| it.contains(|it: char| it.is_ascii_digit()));
    let are_names = named.len() <= 1 || named.iter().all(is_name);
    if named.len() > NAMED_MAX || holds_digit || !are_names {
        return None;
    }
    match after.get(named.len()) {
        None => Some(line.len()),
        // The words are slices of the line.
        Some(verb) => Some(verb.as_ptr() as usize - line.as_ptr() as usize),
    }
}

/// Whether a line is made of words of courtesy alone, and no part of it begins as an order does.
fn is_phrase(line: &str, is_verb: &impl Fn(&str) -> bool) -> bool {
    let part_of_word = |it: char| it.is_alphanumeric() || "'’".contains(it);
    let greets = |it: &&str| GREETINGS.contains(&it.to_lowercase().as_str());
    let words = |text: &str| -> Vec<String> {
        let words = text
            .split(|it| !part_of_word(it))
            .filter(|it| !it.is_empty());
        words.skip_while(greets).map(str::to_owned).collect()
    };
    let mut parts = line.split(|it: char| !part_of_word(it) && !it.is_whitespace());
    let begins = parts.any(|it| words(it).first().is_some_and(|it| is_verb(it)));
    let all: Vec<String> = line
        .split(|it| !part_of_word(it))
        .filter(|it| !it.is_empty())
        .map(|it| it.to_lowercase().replace('’', "'"))
        .collect();
    let is_in = |list: &[&str], word: &String| list.contains(&word.as_str());
    let hopes = all.iter().take(2).any(|it| it == "hope");
    // Of several words: `best` alone may begin anything.
    let said = all.join(" ");
    let several = CLOSINGS.iter().filter(|it| it.contains(' '));
    let mut after = several.filter_map(|it| said.strip_prefix(*it));
    let closes = after.any(|it| it.starts_with(' '));
    let is_more = |it| (hopes && is_in(HOPED, it)) || (closes && is_in(CLOSED, it));
    // A question wants an answer from somebody.
    let asks = line.contains('?');
    !(begins || asks)
        && (1..=PHRASE_WORDS_MAX).contains(&all.len())
        && all.iter().all(|it| is_in(PHRASE_WORDS, it) || is_more(it))
        && (hopes || closes || all.iter().any(|it| is_in(PHRASE_MARKS, it)))
}

/// Whether a line is a listed closing, alone or with the player's name after it: `Cheers, Ben`.
fn is_closing(line: &str, player: &str) -> bool {
    let line = folded(line);
    let mut behind = CLOSINGS.iter().filter_map(|it| line.strip_prefix(it));
    behind.any(|rest| {
        rest.is_empty()
            || rest.starts_with([' ', ',', '.', '!', ':', '-', '–', '—']) && is_name(rest, player)
    })
}

/// Whether a line is a player's name, or some words of it.
fn is_name(line: &str, player: &str) -> bool {
    let (line, player) = (folded(line), folded(player));
    let mut words = line.split(' ').filter(|it| !it.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| player.split(' ').any(|it| it == word))
}

/// A line without a word of politeness at either end, and without marks at its end:
/// `Status please?` is `Status`.
pub fn without_please(line: &str) -> String {
    const POLITE: [&str; 10] = [
        "please", "pls", "plz", "bitte", "kindly", "thanks", "thx", "prosze", "proszę", "merci",
    ];
    let marks = |it: char| it.is_whitespace() || "?!.,".contains(it);
    let is_polite = |text: &str| {
        let word = text.trim_matches(marks).to_lowercase();
        POLITE.contains(&word.as_str())
    };
    let mut words: Vec<&str> = line.split_whitespace().collect();
    while words.len() > 1 && words.last().is_some_and(|it| is_polite(it)) {
        words.pop();
    }
    while words.len() > 1 && words.first().is_some_and(|it| is_polite(it)) {
        words.remove(0);
    }
    words.join(" ").trim_end_matches(marks).to_owned()
}

/// Whether lines say OK and nothing else, but for a courtesy or the player's name on the same line.
pub fn is_ok(lines: &[String], player: &str) -> bool {
    let [only] = lines else { return false };
    let text = folded(only);
    let yes = |it: &str| ["ok", "okay", "o.k"].contains(&it);
    // `OK, thanks!`, `OK - Robin`.
    let with = text.split_once([' ', ',']).is_some_and(|(first, rest)| {
        let rest = rest.trim_start_matches([',', ' ', '.', '!', '-', '–', '—']);
        let is_more = CLOSINGS.contains(&rest) || is_name(rest, player);
        yes(first.trim_end_matches([',', '.', '!'])) && is_more
    });
    yes(&text) || with
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, lines: &[&str], ignored: &[&str]) {
        let all: Vec<&str> = text.lines().collect();
        let bare = bare(&all, ("Ana María López", "Green"), |word| {
            word.eq_ignore_ascii_case("play")
        });
        assert_eq!(bare.lines, lines, "{text}");
        assert_eq!(bare.ignored, ignored, "{text}");
    }

    #[test]
    fn courtesies_are_taken_away_and_named() {
        let text = "Hi Bob,\n\nPLAY R1\n\nThanks!\nAna\n";
        check(text, &["PLAY R1"], &["Hi Bob,", "Thanks!", "Ana"]);
        check(
            "Cześć,\nPLAY R1\nPozdrawiam\nAna López",
            &["PLAY R1"],
            &["Cześć,", "Pozdrawiam", "Ana López"],
        );
        check(
            "Dear all\nbest\nbest\nbest\nbest",
            &["best"],
            &["Dear all", "best", "best", "best"],
        );
        check("Ana", &[], &["Ana"]);
        check("", &[], &[]);
    }

    #[test]
    fn a_closing_may_have_the_name_behind_it() {
        for last in [
            "Cheers, Ana",
            "Best regards, Ana López",
            "thanks - ana!",
            "Best Ana",
            "Ana.",
        ] {
            check(&format!("PLAY R1\n\n{last}"), &["PLAY R1"], &[last]);
        }
        let text = "PLAY R1\nThanks, Ben\n";
        check(text, &["PLAY R1", "Thanks, Ben"], &[]);
        for last in [
            "Best, play R1",
            "Cheers, Ana, and play R1",
            "bestana",
            "ta=ana",
        ] {
            check(last, &[last], &[]);
        }
    }

    #[test]
    fn what_is_not_listed_stays() {
        check(
            "Hindsight\nPLAY R1\nBest card first",
            &["Hindsight", "PLAY R1", "Best card first"],
            &[],
        );
        check("PLAY R1\nAnamaria", &["PLAY R1", "Anamaria"], &[]);
        check("Hi 2 you\nthanks Bob", &["Hi 2 you", "thanks Bob"], &[]);
        check("Hi, cheapest dome now", &["Hi, cheapest dome now"], &[]);
    }

    #[test]
    fn lines_of_courtesy_are_taken_away_at_either_end() {
        for first in [
            "Hi there,",
            "Hi, this is my turn:",
            "Here goes:",
            "My orders:",
            "Hello all, here are my orders:",
            "Thanks for running this game!",
            "Morning,",
            "Sorry, second try:",
            "Hello all, glad to be here.",
        ] {
            check(&format!("{first}\nPLAY R1"), &["PLAY R1"], &[first]);
        }
        for last in [
            "Thanks, and good luck to all!",
            "Thank you!",
            "Have a nice weekend!",
            "Good luck everyone",
            "Cheers, Green",
            "I hope this is right",
            "Hope that works!",
            "I hope that's fine.",
            "Thanks for having me, looking forward to the game!",
            "All the best to everyone,",
            "See you next turn,",
        ] {
            check(&format!("PLAY R1\n{last}"), &["PLAY R1"], &[last]);
        }
        let text = "Hi all,\nHere goes:\nPLAY R1\nThank you!\nGreen";
        let ignored = ["Hi all,", "Here goes:", "Thank you!", "Green"];
        check(text, &["PLAY R1"], &ignored);
        for line in [
            "Green",
            "all",
            "the best",
            "my orders for turn 4",
            "same orders as last turn",
            "no orders",
            "thanks, play",
            "that works",
            "I hope for gold",
            "hope not",
            "next turn",
            "all the best cards",
            "hi play orders",
        ] {
            check(&format!("PLAY R1\n{line}"), &["PLAY R1", line], &[]);
        }
    }

    /// What is meant for the game is not a name.
    #[test]
    fn a_greeting_swallows_no_order() {
        for (hello, order) in [
            ("Hi,", "play reward"),
            ("Hello,", "Play Reward"),
            ("Hey!", "Play reward"),
            ("Dear club:", "play reward"),
            ("Hi", "play"),
            ("Hi all, and Bob -", "play reward"),
        ] {
            let text = format!("{hello} {order}\nR1");
            check(&text, &[order, "R1"], &[hello]);
            assert!(
                bare(&[text], ("Ana", "Green"), |it| it
                    .eq_ignore_ascii_case("play"))
                .parted
            );
        }
        for line in ["hi, reward please", "Hi all, cheapest dome"] {
            check(&format!("{line}\nR1"), &[line, "R1"], &[]);
        }
        for line in [
            "Hi",
            "hi bob",
            "Hi Bob!",
            "Hello there,",
            "Dear Mr John Smith",
            "Dear club:",
            "Hi, Bob and Ana",
            "Good morning all,",
            "Sehr geehrte Spielleitung,",
            "Hallo zusammen",
            "Hi O'Brien",
        ] {
            check(&format!("{line}\nPLAY R1"), &["PLAY R1"], &[line]);
        }
    }

    #[test]
    fn please_is_no_word_of_an_order() {
        for (line, plain) in [
            ("Status please", "Status"),
            ("help?", "help"),
            ("Why?!", "Why"),
            ("Please, play R1.", "play R1"),
            ("MAP cuba, please!", "MAP cuba"),
            ("please", "please"),
            ("PLAY R1", "PLAY R1"),
            ("", ""),
        ] {
            assert_eq!(without_please(line), plain);
        }
    }

    #[test]
    fn ok_is_ok_and_nothing_else() {
        let ok = |it: &str| is_ok(&[it.to_owned()], "Robin Hill");
        assert!(
            [
                "OK",
                "ok.",
                "Okay!",
                "O.K.",
                " Ok ",
                "Ok, thanks!",
                "OK - Robin",
                "ok, robin hill"
            ]
            .into_iter()
            .all(ok)
        );
        assert!(
            !["OK then", "not ok", "k", "", "OK - Ben"]
                .into_iter()
                .any(ok)
        );
        assert!(!is_ok(&["ok".to_owned(), "ok".to_owned()], ""));
    }
}
