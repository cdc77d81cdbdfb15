//! What slots look for, what was looked for where a line got furthest, and that in words.
//!
//! Not here: the trying (`shape`), and the fault that is made of it (`explain`).

use super::diagnostic::Span;
use super::fault::{did_you_mean, quote};
use super::form::{Shape, Slot};
use super::names::{Names, article, either, fold, nearest};

/// How many things that may come next a hint names.
const NEXT_MAX: usize = 6;

/// Something a slot looks for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Expected<'g> {
    /// A keyword, with its spellings.
    Word(&'g [&'static str]),
    /// A mark.
    Mark(&'static str),
    Number,
    /// A comparator.
    Sign,
    /// `IS` or `IS NOT`.
    Is,
    /// One of a list.
    Names(&'g Names),
    /// A group in one word, beginning with one of these.
    Group(&'g Names),
    Shape(Shape),
    /// Anything else, without its article.
    Text(&'static str),
}

/// Where the tries got furthest, and what was looked for there.
#[derive(Debug, Clone, Default)]
pub(super) struct Far<'g> {
    pub at: usize,
    pub expected: Vec<Expected<'g>>,
    /// A complaint of its own, which is better than a list of what was looked for.
    pub said: Option<(Span, String, String)>,
    /// Lists that could have gone on here: what an item is made of, and the mark.
    pub lists: Vec<(&'g [Slot], &'static str)>,
    /// Rows that could have begun here with a keyword: that, and what would come after it.
    pub rows: Vec<(&'static str, &'g [Slot])>,
    /// Where a whole form ended although the line went on.
    pub complete: Option<usize>,
}

impl<'g> Far<'g> {
    fn reach(&mut self, at: usize) -> bool {
        if at > self.at {
            *self = Far {
                at,
                complete: self.complete,
                ..Far::default()
            };
        }
        at == self.at
    }

    pub(super) fn expect(&mut self, at: usize, expected: Expected<'g>) {
        if self.reach(at) {
            self.expected.push(expected);
        }
    }

    pub(super) fn say(&mut self, at: usize, span: Span, reason: String, hint: String) {
        if self.reach(at) && self.said.is_none() {
            self.said = Some((span, reason, hint));
        }
    }

    pub(super) fn list_ends(&mut self, at: usize, item: &'g [Slot], mark: &'static str) {
        if self.reach(at) {
            self.lists.push((item, mark));
        }
    }

    pub(super) fn opened_by(&mut self, at: usize, word: &'static str, behind: &'g [Slot]) {
        if self.reach(at) {
            self.rows.push((word, behind));
        }
    }

    pub(super) fn complete_at(&mut self, at: usize) {
        self.reach(at);
        self.complete = self.complete.max(Some(at));
    }

    /// How far it got.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// `expected here: …` for what was looked for at this place.
    pub(super) fn next_at(&self, at: usize) -> String {
        if at == self.at {
            next(&self.expected, false)
        } else {
            String::new()
        }
    }
}

/// A filter of a group that does not exist.
pub(super) fn unknown_filter(written: &str, filters: &Names) -> (String, String) {
    let reason = format!("did not understand {}", quote(written));
    let near = nearest(written, spellings(filters));
    let hint = if near.is_empty() {
        let names: Vec<&str> = filters.of.iter().map(|it| it.name.as_str()).collect();
        next_of(names.into_iter().map(str::to_owned).collect())
    } else {
        did_you_mean(&near)
    };
    (reason, hint)
}

/// The words nearest to one that did not fit.
#[derive(Debug, Default)]
pub(super) struct Near {
    pub words: Vec<String>,
    /// None of them is a name.
    pub keywords_only: bool,
    /// How many letters away they are; a beginning of a word is as far as what it lacks.
    far: usize,
}

impl Near {
    pub(super) fn sure(&self) -> Option<String> {
        match self.words.as_slice() {
            [one] if self.far <= 1 => Some(one.clone()),
            _ => None,
        }
    }
}

pub(super) fn near(typed: &str, expected: &[Expected<'_>], more: &[&'static str]) -> Near {
    let mut keywords: Vec<(&str, &str)> = more.iter().map(|it| (*it, *it)).collect();
    let mut all: Vec<(&str, &str)> = Vec::new();
    for wanted in expected {
        match wanted {
            Expected::Word(words) => keywords.extend(words.iter().map(|it| (*it, words[0]))),
            Expected::Names(names) | Expected::Group(names) => all.extend(spellings(names)),
            Expected::Sign => {
                let signs = ["AT LEAST", "AT MOST", "OVER", "UNDER", "IS"];
                keywords.extend(signs.iter().map(|it| (*it, *it)));
            }
            _ => {}
        }
    }
    // Marks have no letters; nothing is near them.
    keywords.retain(|it| it.0.starts_with(char::is_alphabetic));
    all.extend(&keywords);
    let words = nearest(typed, all.iter().copied());
    let typed = fold(typed);
    let of_it = all
        .iter()
        .filter(|it| words.iter().any(|word| word == it.1));
    let far = of_it
        .map(|it| strsim::osa_distance(&fold(it.0), &typed))
        .min();
    let keywords_only = !words.is_empty()
        && words
            .iter()
            .all(|it| keywords.iter().any(|(_, printed)| printed == it));
    Near {
        words,
        keywords_only,
        far: far.unwrap_or(usize::MAX),
    }
}

fn spellings(names: &Names) -> impl Iterator<Item = (&str, &str)> {
    names
        .of
        .iter()
        .flat_map(|noun| noun.spellings().map(|it| (it, noun.name.as_str())))
}

/// The names of a list, if nothing else was looked for and they are few enough to be shown.
pub(super) fn few(expected: &[Expected<'_>]) -> Option<String> {
    const FEW: usize = 8;
    let [Expected::Names(only)] = expected else {
        return None;
    };
    let names: Vec<&str> = only.of.iter().map(|it| it.name.as_str()).collect();
    (1..=FEW).contains(&names.len()).then(|| names.join(", "))
}

/// The kinds of names looked for, each once.
pub(super) fn kinds(expected: &[Expected<'_>]) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for wanted in expected {
        if let Expected::Names(names) = wanted
            && !kinds.contains(&names.kind)
        {
            kinds.push(names.kind);
        }
    }
    kinds
}

/// `expected here: …`: words and names in the order they were looked for, marks after them.
pub(super) fn next(expected: &[Expected<'_>], complete: bool) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut marks: Vec<String> = Vec::new();
    for wanted in expected {
        let (list, texts) = match wanted {
            Expected::Mark(mark) => (&mut marks, vec![format!("`{mark}`")]),
            other => (&mut words, other.texts()),
        };
        for text in texts {
            if !list.contains(&text) {
                list.push(text);
            }
        }
    }
    words.extend(marks);
    if complete {
        words.truncate(NEXT_MAX - 2);
        words.push("the end of the line".to_owned());
    }
    next_of(words)
}

fn next_of(mut words: Vec<String>) -> String {
    if words.is_empty() {
        return String::new();
    }
    if words.len() > NEXT_MAX {
        words.truncate(NEXT_MAX);
        return format!("expected here: {} …", words.join(", "));
    }
    format!("expected here: {}", either(&words))
}

impl Expected<'_> {
    fn texts(&self) -> Vec<String> {
        let shape = |shape: &Shape| match shape {
            Shape::Label => "a label such as S1",
            Shape::Hex => "a hex",
            Shape::Cell => "a space such as E4",
            Shape::Pair => "two numbers with a comma",
            Shape::Dice => "dice such as 2d6+1",
            Shape::File => "the name of a file that you attach, such as map.png",
        };
        match self {
            Expected::Word(words) => vec![words[0].to_owned()],
            Expected::Mark(mark) => vec![format!("`{mark}`")],
            Expected::Number => vec!["a number".to_owned()],
            Expected::Sign => ["AT LEAST", "AT MOST", "OVER", "UNDER", "IS"]
                .map(str::to_owned)
                .to_vec(),
            Expected::Is => vec!["IS".to_owned(), "IS NOT".to_owned()],
            Expected::Names(names) => vec![article(names.kind)],
            Expected::Group(_) => vec!["a group".to_owned()],
            Expected::Shape(form) => vec![shape(form).to_owned()],
            Expected::Text(text) => vec![article(text)],
        }
    }
}
