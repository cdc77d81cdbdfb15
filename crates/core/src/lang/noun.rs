//! Slots that read a name or a code: cards, places, `5 soldiers`, `S1`, `2113`, `FOE.STRUG`.
//!
//! Not here: how a word is looked up in a list (`names`), and keywords (`shape`).

use super::cut::TokenKind;
use super::diagnostic::Span;
use super::expect::{Expected, unknown_filter};
use super::fault::{cut_short, quote};
use super::form::{Count, Shape};
use super::names::{Lookup, Names, Noun, Plurals, fold, listed};
use super::said::{Filter, Group, Is};
use super::shape::{Got, Matcher, Stop, Text};

/// The numbers that people write in letters.
pub(super) const NUMBERS: [&str; 10] = [
    "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "TEN",
];

impl<'g> Matcher<'g, '_> {
    /// Looks up a name, and complains of a beginning that fits several.
    pub(super) fn lookup(
        &mut self,
        of: &'g Names,
        plurals: Plurals,
        at: usize,
    ) -> Result<(&'g Noun, usize, u32), Stop> {
        let rest = self.tokens.get(at..).unwrap_or_default();
        match of.find(rest, self.lexicon.keywords, plurals) {
            Lookup::One {
                noun,
                words,
                shortened,
            } => {
                if words == 1 {
                    self.named.push((at, of));
                }
                Ok((noun, at + words, u32::from(shortened)))
            }
            Lookup::Several { words, names } => {
                let written = quote(&self.words(at, at + words));
                let reason = format!("{written} could be {}", listed(&names));
                let span = self.span(at, at + words);
                self.far
                    .say(at, span, reason, "write more of it".to_owned());
                Err(Stop::soft(at + words))
            }
            Lookup::Nothing => self.missing(at, Expected::Names(of)),
        }
    }

    pub(super) fn name(
        &mut self,
        name: &'static str,
        of: &'g Names,
        at: usize,
    ) -> Result<Got, Stop> {
        let (noun, end, shortened) = self.lookup(of, Plurals::Canonical, at)?;
        let span = self.span(at, end);
        let is = Is::Name(noun.name.clone());
        let mut got = Got::value(name, span, is, end, Text::plain(&noun.name));
        got.shortened = shortened;
        Ok(got)
    }

    pub(super) fn counted(
        &mut self,
        (name, of): (&'static str, &'g Names),
        (min, max): (i64, i64),
        count: Count,
        at: usize,
    ) -> Result<Got, Stop> {
        let greedy = count == Count::OrMax;
        let (amount, noun, end, shortened) = if let Some(number) = self.amount_at(at) {
            self.in_range("the number", number, (min, max), at)?;
            let (noun, end, shortened) = self.lookup(of, Plurals::Understood, at + 1)?;
            (Some(Some(number)), noun, end, shortened)
        } else if greedy && self.is_at(at, "MAX") {
            let (noun, end, shortened) = self.lookup(of, Plurals::Understood, at + 1)?;
            (Some(None), noun, end, shortened)
        } else {
            if count == Count::Needed {
                self.far.expect(at, Expected::Number);
            }
            let (noun, end, shortened) = self.lookup(of, Plurals::Understood, at)?;
            let times = count == Count::Steps && self.is_at(end, "*");
            let behind = if times { end + 1 } else { end };
            if let Some(number) = self.number_at(behind) {
                // `N 3` could be the space N3; `north 3` could not.
                let short = noun.name.eq_ignore_ascii_case(&self.words(at, end));
                if count == Count::Steps && !times && short {
                    return Err(self.two_ways(&noun.name, at, end));
                }
                self.in_range("the number", number, (min, max), behind)?;
                (Some(Some(number)), noun, behind + 1, shortened)
            } else if times {
                return self.missing(behind, Expected::Number);
            } else if greedy && self.is_at(end, "MAX") {
                (Some(None), noun, end + 1, shortened)
            } else {
                (None, noun, end, shortened)
            }
        };
        if amount.is_none() && count == Count::Needed {
            return self.missing(end, Expected::Number);
        }
        let number = amount.unwrap_or(Some(min.max(1)));
        let mut got = Got::value(
            name,
            self.span(at, end),
            Is::Counted {
                count: number,
                name: noun.name.clone(),
            },
            end,
            Text::plain(counted_text(number, noun, count)),
        );
        got.shortened = shortened;
        Ok(got)
    }

    /// A number before what it counts, which people also write in letters: `two soldiers`.
    fn amount_at(&self, at: usize) -> Option<i64> {
        let in_letters = || {
            let word = self.tokens.get(at)?;
            let place = NUMBERS.iter().position(|it| word.is(it))?;
            self.tokens.get(at + 1)?;
            i64::try_from(place + 1).ok()
        };
        self.number_at(at).or_else(in_letters)
    }

    /// `E 3`: the space E3, or three steps?
    fn two_ways(&mut self, name: &str, at: usize, end: usize) -> Stop {
        let number = cut_short(&self.tokens[end].text);
        let written = quote(&self.words(at, end + 1));
        let reason = format!("{written} can be read in two ways");
        let hint =
            format!("write `{name}{number}` for the space or `{number} {name}` for {number} steps");
        let span = self.span(at, end + 1);
        self.far.say(end + 1, span, reason, hint);
        Stop::hard(end + 1)
    }

    pub(super) fn code(
        &mut self,
        name: &'static str,
        shape: Shape,
        at: usize,
    ) -> Result<Got, Stop> {
        let read = match shape {
            Shape::Hex => self.hex(at)?,
            Shape::Pair => self.pair(at).map(|it| (it, at + 3)),
            Shape::Label => self.lettered(at, 2).map(|it| (it, at + 1)),
            Shape::Cell => self.lettered(at, 3).map(|it| (it, at + 1)),
            Shape::Dice => self.dice(at),
            Shape::File => self.file(at).map(|it| (it, at + 1)),
        };
        let Some((code, end)) = read else {
            return self.missing(at, Expected::Shape(shape));
        };
        let span = self.span(at, end);
        let text = Text::plain(&code);
        Ok(Got::value(name, span, Is::Name(code), end, text))
    }

    fn hex(&mut self, at: usize) -> Result<Option<(String, usize)>, Stop> {
        let Some(token) = self
            .tokens
            .get(at)
            .filter(|it| it.kind == TokenKind::Number)
        else {
            return Ok(None);
        };
        let text = token.text.clone();
        if text.len() == 4 && !text.starts_with('-') {
            return Ok(Some((text, at + 1)));
        }
        let digits = text.trim_start_matches('-').len();
        let reason = format!("a hex has 4 digits, not {digits}");
        let span = self.span(at, at + 1);
        self.far.say(at, span, reason, String::new());
        Err(Stop::soft(at + 1))
    }

    fn pair(&self, at: usize) -> Option<String> {
        let (first, second) = (self.number_at(at)?, self.number_at(at + 2)?);
        self.is_at(at + 1, ",").then(|| format!("{first},{second}"))
    }

    /// `2d6+1`, `d20`: how many, with how many sides, and what is added.
    fn dice(&self, at: usize) -> Option<(String, usize)> {
        let number = self.number_at(at);
        let at = at + usize::from(number.is_some());
        let word = self.tokens.get(at)?.text.to_ascii_lowercase();
        let sides = word.strip_prefix('d')?;
        // In `d6-1` the mark is one inside a word.
        let (sides, less) = sides
            .split_once('-')
            .map_or((sides, None), |(sides, less)| {
                (sides, less.parse::<i64>().ok().map(|it| -it))
            });
        let is_digits = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
        if number.is_some_and(|it| it < 0)
            || !is_digits(sides)
            || (word.contains('-') && less.is_none())
        {
            return None;
        }
        let end = at + 1;
        let (more, end) = match (less, self.number_at(end), self.number_at(end + 1)) {
            (Some(less), ..) => (less, end),
            (None, Some(less), _) if less < 0 => (less, end + 1),
            (None, _, Some(more)) if self.is_at(end, "+") => (more, end + 2),
            (None, _, Some(more)) if self.is_at(end, "-") => (-more, end + 2),
            _ => (0, end),
        };
        let more = if more == 0 {
            String::new()
        } else {
            format!("{more:+}")
        };
        Some((format!("{}d{sides}{more}", number.unwrap_or(1)), end))
    }

    /// `map.png`: one word that ends as the name of a file does.
    fn file(&self, at: usize) -> Option<String> {
        let token = self.tokens.get(at)?;
        let is_word = token.kind == TokenKind::Word && !token.quoted;
        let (_, ending) = token.text.rsplit_once('.').filter(|_| is_word)?;
        let fits = (2..=4).contains(&ending.len());
        let fits = fits && ending.bytes().all(|it| it.is_ascii_alphanumeric());
        fits.then(|| token.text.clone())
    }

    /// A letter and at most this many digits.
    fn lettered(&self, at: usize, digits: usize) -> Option<String> {
        let token = self
            .tokens
            .get(at)
            .filter(|it| it.kind == TokenKind::Word)?;
        let mut rest = token.text.chars();
        let letter = rest.next().filter(char::is_ascii_alphabetic)?;
        let number: String = rest.collect();
        let fits =
            (1..=digits).contains(&number.len()) && number.bytes().all(|it| it.is_ascii_digit());
        fits.then(|| format!("{}{number}", letter.to_ascii_uppercase()))
    }

    pub(super) fn numbered(
        &mut self,
        name: &'static str,
        of: &'g Names,
        hint: &'static str,
        at: usize,
    ) -> Result<Got, Stop> {
        let Some(number) = self.number_at(at) else {
            return self.missing(at, Expected::Text(of.kind));
        };
        let small = |at| self.number_at(at).is_some_and(|it| (-9..=9).contains(&it));
        let paired = self.is_at(at + 1, ",") && small(at) && small(at + 2);
        let (typed, end) = if paired {
            (self.pair(at).unwrap_or_default(), at + 3)
        } else {
            let text = &self.tokens[at].text;
            (
                if number < 0 {
                    String::new()
                } else {
                    text.clone()
                },
                at + 1,
            )
        };
        let canonical = |it: &&Noun| it.spellings().any(|it| it == typed);
        let span = self.span(at, end);
        if let Some(noun) = of.of.iter().find(canonical) {
            let is = Is::Name(noun.name.clone());
            return Ok(Got::value(name, span, is, end, Text::plain(&noun.name)));
        }
        let written = quote(&self.words(at, end));
        let reason = format!("there is no {} {written}", of.kind);
        let hint = row(of, &typed).unwrap_or_else(|| hint.to_owned());
        self.far.say(at, span, reason, hint);
        Err(Stop::soft(end))
    }

    pub(super) fn dotted(
        &mut self,
        name: &'static str,
        heads: &'g Names,
        filters: &'g Names,
        at: usize,
    ) -> Result<Got, Stop> {
        let token = self.tokens.get(at);
        let Some(token) = token.filter(|it| it.kind == TokenKind::Word && !it.quoted) else {
            return self.missing(at, Expected::Group(heads));
        };
        let mut parts = token.text.split('.');
        let first = parts.next().unwrap_or_default();
        let Some(head) = heads.exact(first).filter(|_| token.reserved().is_none()) else {
            return self.missing(at, Expected::Group(heads));
        };
        let mut narrowed: Vec<Filter> = Vec::new();
        let mut column = token.span.column + chars(first) + 1;
        for part in parts {
            let not = part
                .get(..4)
                .is_some_and(|it| it.eq_ignore_ascii_case("NOT-"));
            let bare = if not { &part[4..] } else { part };
            let found = filters.find_folded(&fold(bare), Plurals::Canonical, true);
            let span = Span {
                line: token.span.line,
                column: column + if not { 4 } else { 0 },
                width: chars(bare).max(1),
            };
            column += chars(part) + 1;
            let (reason, hint) = match found {
                Lookup::One { noun, .. } => {
                    let of = noun.name.clone();
                    narrowed.push(Filter { of, not });
                    continue;
                }
                Lookup::Several { names, .. } => {
                    let written = quote(bare);
                    let reason = format!("{written} could be {}", listed(&names));
                    (reason, "write more of it".to_owned())
                }
                Lookup::Nothing => unknown_filter(bare, filters),
            };
            self.far.say(at, span, reason, hint);
            return Err(Stop::soft(at + 1));
        }
        let mut printed = head.name.clone();
        for filter in &narrowed {
            printed.push_str(&format!(".{filter}"));
        }
        let text = Text::plain(&printed);
        let span = self.span(at, at + 1);
        let group = Group {
            head: head.name.clone(),
            filters: narrowed,
            printed,
        };
        Ok(Got::value(name, span, Is::Group(group), at + 1, text))
    }
}

fn counted_text(number: Option<i64>, noun: &Noun, count: Count) -> String {
    let name = match number {
        Some(1) => &noun.name,
        _ => noun.plural.as_ref().unwrap_or(&noun.name),
    };
    match (number, count) {
        (None, _) => format!("max {name}"),
        (Some(1), Count::Optional | Count::Steps) => name.clone(),
        (Some(number), _) => format!("{number} {name}"),
    }
}

fn chars(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// The first and last of those whose numbers begin with the same two digits.
fn row(of: &Names, typed: &str) -> Option<String> {
    let row = typed.get(..2)?;
    let names = of.of.iter().map(|it| &it.name);
    let mut alike = names.filter(|it| it.len() == typed.len() && it.starts_with(row));
    let first = alike.next()?;
    let last = alike.next_back().unwrap_or(first);
    Some(format!("row {row} has {first} to {last}"))
}
