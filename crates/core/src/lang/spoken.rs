//! Orders out of plain English: "I'd like to play my highest card" is `PLAY HIGHEST`.
//!
//! Lists, not guesses: words of politeness and the like are left out, a game's own phrases
//! (`[says]` in its glossary.toml) are put into its words, and what is left must read as an order.
//! A text that holds a word by which it may mean the opposite, or a condition, gives none. What is
//! found is offered, and never filed unasked. Not here: the offer (`desk`).

use super::noun::NUMBERS;
use std::collections::BTreeMap;

/// Phrases of a game, in small letters, and the words of its orders; empty: they say nothing.
pub type Says = BTreeMap<String, String>;

/// Words of a text at most; a longer one is a letter.
const WORDS_MAX: usize = 80;

/// How often it is tried whether words read as an order.
const TRIES_MAX: u32 = 60;

/// Pieces of one order at most.
const PIECES_MAX: usize = 8;

/// Pieces that are not understood at most: a letter may hold an order by chance.
const LEFT_OUT_MAX: usize = 3;

/// Words that turn what is said, or make it depend on something.
const NEVER: [&str; 50] = [
    "not",
    "no",
    "nope",
    "never",
    "unless",
    "except",
    "excluding",
    "instead",
    "without",
    "if",
    "cannot",
    "neither",
    "nor",
    "none",
    "nothing",
    "nobody",
    "nowhere",
    "but",
    "rather",
    "when",
    "whenever",
    "otherwise",
    "else",
    "avoid",
    "stop",
    "cancel",
    "forget",
    "ignore",
    "refuse",
    "against",
    "undo",
    "dont",
    "doesnt",
    "didnt",
    "wont",
    "cant",
    "isnt",
    "arent",
    "shouldnt",
    "wouldnt",
    "couldnt",
    "aint",
    "maybe",
    "perhaps",
    "unsure",
    "wrong",
    "mistake",
    "hardly",
    "skip",
    "any",
];

/// Conditions under which every order is given: one that cannot be carried out does nothing.
const IF_POSSIBLE: [&str; 16] = [
    "if possible",
    "if it is possible",
    "if it's possible",
    "if that is possible",
    "if that's possible",
    "if i can",
    "if we can",
    "if i can afford it",
    "if i can afford them",
    "if i can afford that",
    "if i can afford one",
    "when possible",
    "whenever possible",
    "when i can",
    "when i can afford it",
    "if affordable",
];

/// Words with which a question begins.
const ASKING: [&str; 18] = [
    "how", "what", "why", "where", "who", "which", "whose", "can", "could", "may", "might",
    "should", "shall", "is", "are", "does", "did", "was",
];

/// Words that say nothing of an order.
const FILLING: [&str; 58] = [
    "i", "i'd", "i'll", "i'm", "im", "id", "ill", "we", "we'd", "we'll", "would", "will", "like",
    "want", "wish", "love", "to", "please", "pls", "plz", "kindly", "thanks", "thank", "you", "my",
    "our", "your", "the", "a", "an", "this", "round", "turn", "now", "today", "just", "simply",
    "let", "let's", "lets", "me", "us", "for", "then", "first", "next", "also", "so", "well", "ok",
    "okay", "hi", "hello", "cheers", "going", "am", "shall", "think",
];

/// By which a player leaves it to the advice, without what says nothing.
const ADVICE: [&str; 26] = [
    "computer decide",
    "computer choose",
    "computer play",
    "program decide",
    "program play",
    "program choose",
    "go with suggestions",
    "go with suggestion",
    "go with advice",
    "go with defaults",
    "take suggestions",
    "take advice",
    "follow advice",
    "follow suggestions",
    "accept suggestions",
    "use defaults",
    "use default",
    "use suggestions",
    "use advice",
    "play defaults",
    "do what suggest",
    "do as suggest",
    "as suggested",
    "as advised",
    "send sheet as it is",
    "send suggestions",
];

/// By which a player wants the orders of before.
const AGAIN: [&str; 14] = [
    "same as last time",
    "same as before",
    "same as last",
    "same again",
    "same orders",
    "same orders again",
    "same orders as last time",
    "same orders as before",
    "same orders as last",
    "repeat orders",
    "repeat last orders",
    "repeat last",
    "as last time",
    "as before",
];

/// What plain words say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// Orders, each as it reads.
    pub orders: Vec<String>,
    /// Whether it is left to the advice.
    pub advice: bool,
    /// Whether the orders of before are wanted.
    pub again: bool,
    /// What was not understood, as written.
    pub left_out: Vec<String>,
}

/// What a text says, if it says anything that can be offered. `reads`: the printed form of words
/// that read as an order.
///
/// # Errors
/// Those of `reads`.
pub fn said<E>(
    text: &str,
    says: &Says,
    reads: impl FnMut(&str) -> Result<Option<String>, E>,
) -> Result<Option<Said>, E> {
    let text = &unconditional(text);
    if text.contains('?') || text.split_whitespace().count() > WORDS_MAX || turns(text) {
        return Ok(None);
    }
    let mut speech = Speech {
        says,
        reads,
        tries: 0,
        said: Said::default(),
    };
    for sentence in sentences(text) {
        let pieces = pieces(&sentence);
        let first = pieces.first().and_then(|it| words(it).into_iter().next());
        if first.is_some_and(|it| ASKING.contains(&it.as_str())) {
            return Ok(None);
        }
        speech.sentence(&pieces)?;
    }
    let said = speech.said;
    let is_choice = |it: &String| words(it).first().is_some_and(|it| it == "or");
    if said.left_out.iter().any(is_choice) {
        return Ok(None);
    }
    let ways = [!said.orders.is_empty(), said.advice, said.again];
    let is_one = ways.iter().filter(|it| **it).count() == 1;
    Ok((is_one && said.left_out.len() <= LEFT_OUT_MAX).then_some(said))
}

/// A text without the conditions that are always meant, where they end what is said: not that of
/// *if I can sell the ship*.
fn unconditional(text: &str) -> String {
    let mut text = text.replace('\u{2019}', "'");
    let small = text.to_ascii_lowercase();
    for phrase in IF_POSSIBLE {
        for (at, _) in small.match_indices(phrase) {
            let rest = &small[at + phrase.len()..];
            let is_whole = !small[..at].ends_with(|it: char| it.is_alphanumeric());
            let words = rest.trim_start_matches(' ');
            let ends = words.is_empty() || words.starts_with([',', '.', '!', ';', ':', '\r', '\n']);
            let goes_on = ["and ", "then ", "please"];
            let joined = rest.starts_with(' ') && goes_on.iter().any(|it| words.starts_with(it));
            if is_whole && (ends || joined) {
                text.replace_range(at..at + phrase.len(), &" ".repeat(phrase.len()));
            }
        }
    }
    text
}

/// Whether a word of a text may turn what it says, or makes it depend on something.
pub fn turns(text: &str) -> bool {
    let text = unconditional(text).to_lowercase();
    let mut words = text.split(|it: char| !(it.is_alphanumeric() || it == '\''));
    words.any(|word| {
        let word = word.trim_matches('\'');
        NEVER.contains(&word) || word.ends_with("n't")
    })
}

/// Reads sentence after sentence.
struct Speech<'s, F> {
    says: &'s Says,
    reads: F,
    tries: u32,
    said: Said,
}

impl<E, F: FnMut(&str) -> Result<Option<String>, E>> Speech<'_, F> {
    fn sentence(&mut self, pieces: &[String]) -> Result<(), E> {
        let plain: Vec<String> = pieces.iter().map(|it| self.plain(it)).collect();
        let mut verb: Option<String> = None;
        let mut at = 0;
        while at < pieces.len() {
            if plain[at].is_empty() {
                at += 1;
                continue;
            }
            if let Some((order, end)) = self.longest(&plain, at)? {
                verb = order.split(' ').next().map(str::to_owned);
                self.said.orders.push(order);
                at = end;
                continue;
            }
            let with_verb = verb.as_ref().map(|it| format!("{it} {}", plain[at]));
            let order = match with_verb {
                Some(text) => self.read(&text)?,
                None => None,
            };
            match order {
                Some(order) => self.said.orders.push(order),
                None if ADVICE.contains(&bare(&pieces[at]).as_str()) => self.said.advice = true,
                None if AGAIN.contains(&bare(&pieces[at]).as_str()) => self.said.again = true,
                None => self.said.left_out.push(pieces[at].clone()),
            }
            at += 1;
        }
        Ok(())
    }

    /// The order that takes most of the pieces from one on, and where it ends.
    fn longest(&mut self, plain: &[String], at: usize) -> Result<Option<(String, usize)>, E> {
        for end in (at + 1..=plain.len().min(at + PIECES_MAX)).rev() {
            let all: Vec<&str> = plain[at..end]
                .iter()
                .map(String::as_str)
                .filter(|it| !it.is_empty())
                .collect();
            for joint in [", ", " "] {
                if let Some(order) = self.read(&all.join(joint))? {
                    return Ok(Some((order, end)));
                }
                if all.len() == 1 {
                    break;
                }
            }
        }
        Ok(None)
    }

    fn read(&mut self, text: &str) -> Result<Option<String>, E> {
        self.tries += 1;
        if self.tries > TRIES_MAX {
            return Ok(None);
        }
        (self.reads)(text)
    }

    /// A piece in the words of the game, without what says nothing.
    fn plain(&self, piece: &str) -> String {
        let words = words(piece);
        let mut told: Vec<String> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let phrase = (at + 1..=words.len()).rev().find_map(|end| {
                let said = self.says.get(&words[at..end].join(" "))?;
                Some((said, end))
            });
            if let Some((said, end)) = phrase {
                told.extend(Some(said.clone()).filter(|it| !it.is_empty()));
                at = end;
                continue;
            }
            let word = &words[at];
            at += 1;
            if FILLING.contains(&word.as_str()) {
                continue;
            }
            // `NE or stay`: of two the first that is possible.
            if word == "or" && !told.is_empty() {
                told.push("/".to_owned());
                continue;
            }
            let number = NUMBERS.iter().position(|it| it.eq_ignore_ascii_case(word));
            told.push(number.map_or_else(|| word.clone(), |it| (it + 1).to_string()));
        }
        told.join(" ")
    }
}

/// The words of a text in small letters, without marks at their ends.
fn words(text: &str) -> Vec<String> {
    let text = text.replace('\u{2019}', "'").to_lowercase();
    let words = text.split_whitespace();
    let words = words.map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()).to_owned());
    words.filter(|it| !it.is_empty()).collect()
}

/// The words of a text that say something.
fn bare(text: &str) -> String {
    let words = words(text).into_iter();
    let words: Vec<String> = words.filter(|it| !FILLING.contains(&it.as_str())).collect();
    words.join(" ")
}

/// A text cut at dots and the ends of its lines; a dot inside a word or number cuts nothing.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let ends = matches!(letter, '\n' | '!' | ';')
            || (letter == '.' && rest.peek().is_none_or(|it| it.is_whitespace()));
        match sentences.last_mut() {
            Some(last) if !ends => last.push(letter),
            _ => sentences.push(String::new()),
        }
    }
    sentences.retain(|it| !it.trim().is_empty());
    sentences
}

/// A sentence cut at commas, colons, `and` and `then`.
fn pieces(sentence: &str) -> Vec<String> {
    let mut pieces = vec![Vec::new()];
    for word in sentence.split_whitespace() {
        let joins = ["and", "then", "&", "+"].contains(&word.to_lowercase().as_str());
        let cuts = word.ends_with([',', ':']);
        match pieces.last_mut() {
            Some(last) if !joins => last.push(word.trim_end_matches([',', ':'])),
            _ => pieces.push(Vec::new()),
        }
        if cuts {
            pieces.push(Vec::new());
        }
    }
    let pieces = pieces.into_iter().map(|it| it.join(" "));
    pieces.filter(|it| !it.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// Orders of a game for trying: `PLAY LOWEST/HIGHEST/Rn`, `DOME CHEAPEST`, `BUY n ship {, …}`.
    fn reads(text: &str) -> Result<Option<String>, Infallible> {
        let text = text.to_uppercase();
        let words: Vec<&str> = text.split(' ').collect();
        let is_number = |it: &str| it.parse::<u32>().is_ok();
        let is_card = |card: &str| {
            ["LOWEST", "HIGHEST"].contains(&card) || card.strip_prefix('R').is_some_and(is_number)
        };
        let is_item = |item: &str| match item.split_once(' ') {
            Some((number, "SHIPS" | "MEN")) => is_number(number),
            _ => false,
        };
        let fits = match words.as_slice() {
            ["PLAY", card] => is_card(card),
            ["DOME", "CHEAPEST"] | ["PASS"] => true,
            ["BUY", items @ ..] => items.join(" ").split(", ").all(is_item),
            _ => false,
        };
        Ok(fits.then_some(text))
    }

    fn says() -> Says {
        let all = [
            ("highest card", "HIGHEST"),
            ("lowest card", "LOWEST"),
            ("put a dome on", "DOME"),
            ("cheapest planet", "CHEAPEST"),
            ("cheapest one", "CHEAPEST"),
            ("dome on", "DOME"),
        ];
        all.map(|(phrase, said)| (phrase.to_owned(), said.to_owned()))
            .into()
    }

    fn orders(text: &str) -> Vec<String> {
        let Ok(said) = said(text, &says(), reads);
        said.map(|it| it.orders).unwrap_or_default()
    }

    #[test]
    fn plain_words_are_orders() {
        for (text, wanted) in [
            (
                "I'd like to play my highest card and put a dome on the cheapest planet, thanks!",
                &["PLAY HIGHEST", "DOME CHEAPEST"][..],
            ),
            ("Please play my lowest card this round.", &["PLAY LOWEST"]),
            ("Play R11 first, then R15", &["PLAY R11", "PLAY R15"]),
            ("Dome on the cheapest one", &["DOME CHEAPEST"]),
            ("I pass this turn", &["PASS"]),
            (
                "I\u{2019}ll buy two ships and 4 men",
                &["BUY 2 SHIPS, 4 MEN"],
            ),
            ("Buy 2 ships, and send them to Florida.", &["BUY 2 SHIPS"]),
            ("Buy 2 ships if I can.", &["BUY 2 SHIPS"]),
            (
                "If possible, play R11 and dome on the cheapest one",
                &["PLAY R11", "DOME CHEAPEST"],
            ),
            (
                "If it\u{2019}s possible then play my lowest card",
                &["PLAY LOWEST"],
            ),
            (
                "Play R11 if I can and put a dome on the cheapest planet when I can afford it",
                &["PLAY R11", "DOME CHEAPEST"],
            ),
            ("How do I play my highest card", &[]),
            ("Can I play my highest card", &[]),
            ("play my highest card?", &[]),
            ("The weather is fine here and the sea is calm", &[]),
            ("", &[]),
        ] {
            assert_eq!(orders(text), wanted, "{text}");
        }
        let Ok(all) = said("Buy 2 ships, and send them to Florida.", &says(), reads);
        assert_eq!(all.unwrap().left_out, ["send them to Florida"]);
    }

    #[test]
    fn advice_and_the_orders_of_before() {
        let asks = |text: &str| {
            let Ok(said) = said(text, &says(), reads);
            said.map(|it| (it.advice, it.again))
        };
        for text in [
            "Let the computer decide for me this turn",
            "I'll go with your suggestions.",
            "Use the defaults, I'm on the road",
            "Please let the program play for me",
        ] {
            assert_eq!(asks(text), Some((true, false)), "{text}");
        }
        for text in [
            "Same as last time please",
            "the same again",
            "Same orders as before.",
        ] {
            assert_eq!(asks(text), Some((false, true)), "{text}");
        }
        for text in [
            "Let the computer decide, and play R5",
            "Same as last time, or use the defaults",
            "Never let the computer decide",
            "Not the same as last time",
        ] {
            assert!(asks(text).is_none_or(|it| it == (false, false)), "{text}");
        }
    }

    /// Nothing is offered out of a text that says what not to do, or when.
    #[test]
    fn nothing_is_made_of_a_negation() {
        let orders_said = [
            "play my highest card",
            "play R11",
            "put a dome on the cheapest planet",
            "buy 2 ships",
            "let the computer decide",
            "same as last time",
        ];
        let turned: [fn(&str) -> String; 27] = [
            |it| format!("do not {it}"),
            |it| format!("don't {it}"),
            |it| format!("Don\u{2019}t {it}, please"),
            |it| format!("dont {it}"),
            |it| format!("please never {it}"),
            |it| format!("I won't {it}"),
            |it| format!("I'd rather not {it}"),
            |it| format!("{it} unless I am first"),
            |it| format!("unless I am first {it}"),
            |it| format!("{it} except in the last round"),
            |it| format!("{it}. No, wait"),
            |it| format!("No! {it}"),
            |it| format!("instead of R5 {it}"),
            |it| format!("{it} instead"),
            |it| format!("{it} without a dome"),
            |it| format!("{it} if I can't play R5"),
            |it| format!("{it} if I can sell it"),
            |it| format!("{it} only if possible for South"),
            |it| format!("If possible for you, {it}"),
            |it| format!("If I lead, {it}"),
            |it| format!("{it}, but wait for South"),
            |it| format!("{it} when South has passed"),
            |it| format!("cancel {it}"),
            |it| format!("it was a mistake to {it}"),
            |it| format!("You cannot {it}"),
            |it| format!("avoid this: {it}"),
            |it| format!("{it}\n\nOr do nothing"),
        ];
        let mut tried = 0;
        for order in orders_said {
            for turned in turned {
                let text = turned(order);
                let Ok(found) = said(&text, &says(), reads);
                assert_eq!(found, None, "{text}");
                tried += 1;
            }
        }
        assert!(tried > 100);
    }
}
