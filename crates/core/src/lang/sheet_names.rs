//! What a game calls its sheets, where it gives them names of their own: `S1901M` in place of `1a`;
//! and of what kind each is.
//!
//! A name is a pattern of the game's card, such as `S*M`, with the year in place of its star. Not
//! here: the number of a sheet, which files keep whatever it is called (`sheet`).

use super::sheet::SheetNo;
use serde::{Serialize, Serializer};
use std::sync::Arc;

/// Letters at most before the year, and after it.
const LETTERS_MAX: usize = 3;

/// The years that a first turn may be: no number of a turn looks like one.
const YEARS: std::ops::RangeInclusive<u32> = 100..=9_000;

/// Digits of a year.
const DIGITS: std::ops::RangeInclusive<usize> = 3..=6;

/// What stands for the year in a pattern.
const YEAR: char = '*';

/// What the sheets of a game are called, and of what kind each is. Of a game that names nothing
/// each is `turn 6` or `turn 6b`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetNames(Option<Arc<Named>>);

/// The names that a game gives.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Named {
    /// What turn 1 is.
    first_year: u32,
    /// For each part of a turn, in order, what is before the year and after it, in capitals; empty:
    /// they have no names.
    sheets: Vec<(String, String)>,
    /// The kind of each; empty: they have none.
    #[serde(skip)]
    kinds: Vec<String>,
    /// What each is in words, with a star for the year; empty: nobody says so.
    #[serde(skip)]
    abouts: Vec<String>,
}

/// For templates: the year of turn 1, and the two ends of each name; nothing of a game that names
/// nothing.
impl Serialize for SheetNames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.named().serialize(serializer)
    }
}

impl SheetNames {
    /// Those of a game that names nothing.
    pub const NONE: SheetNames = SheetNames(None);

    /// Names by these patterns, one for each part of a turn, where turn 1 is that year.
    ///
    /// ```
    /// use packetboat_core::lang::sheet_names::SheetNames;
    /// let names = SheetNames::new(1901, ["S*", "F*", "W*A"]).unwrap();
    /// let fall = "2b".parse().unwrap();
    /// assert_eq!(names.turn(fall), "F1902");
    /// assert_eq!(names.read("f1902"), Ok(fall));
    /// assert_eq!(SheetNames::NONE.turn(fall), "turn 2b");
    /// assert!(SheetNames::new(1901, ["S*", "s*"]).is_err());
    /// ```
    ///
    /// # Errors
    /// What is wrong with one of them, or with the year.
    pub fn new<'p>(
        first_year: u32,
        patterns: impl IntoIterator<Item = &'p str>,
    ) -> Result<Self, String> {
        if !YEARS.contains(&first_year) {
            let (least, most) = (YEARS.start(), YEARS.end());
            return Err(format!("first_year must be from {least} to {most}"));
        }
        let mut sheets: Vec<(String, String)> = Vec::new();
        for pattern in patterns {
            let ends = ends(pattern).ok_or_else(|| {
                format!(
                    "`{pattern}` names no sheet: it needs one to three letters, a `*` for the \
                     year, and up to three letters after it"
                )
            })?;
            if sheets.contains(&ends) {
                return Err(format!("two sheets are called `{pattern}`"));
            }
            sheets.push(ends);
        }
        Ok(SheetNames::of_ends(first_year, sheets))
    }

    /// Names that were checked once: the year of turn 1, and the two ends of each.
    pub fn of_ends(first_year: u32, sheets: Vec<(String, String)>) -> Self {
        SheetNames(Some(Arc::new(Named {
            first_year,
            sheets,
            ..Named::default()
        })))
    }

    /// The same, where the sheets of a turn are of these kinds, and are that in words: one of each
    /// for each part, or none.
    #[must_use]
    pub fn with(self, kinds: Vec<String>, abouts: Vec<String>) -> Self {
        let (first_year, sheets) = match self.named() {
            Some(named) => (named.first_year, named.sheets.clone()),
            None => Default::default(),
        };
        SheetNames(Some(Arc::new(Named {
            first_year,
            sheets,
            kinds,
            abouts,
        })))
    }

    /// What a sheet is, for who asks for its name: `F1901M is a sheet: the moves of autumn 1901.`
    pub fn explain(&self, name: &str) -> Option<String> {
        let named = self.named()?;
        let sheet = named.find(name)?;
        let about = named.abouts.get(usize::from(sheet.part.max(1)) - 1)?;
        let about = about.replace(YEAR, &named.year(sheet.turn).to_string());
        Some(format!("{} is a sheet: {about}.", self.name(sheet)))
    }

    /// The first sheet from this one on that is of a kind, in its own year or the next.
    pub fn next_of(&self, kind: &str, from: SheetNo) -> Option<SheetNo> {
        let turns = [from.turn, from.turn + 1].into_iter();
        let kinds = &self.0.as_ref()?.kinds;
        let mut all = turns.flat_map(|turn| (1..).zip(kinds).map(move |it| (turn, it)));
        all.find(|(turn, (part, of))| (*turn, *part) >= (from.turn, from.part) && *of == kind)
            .map(|(turn, (part, _))| SheetNo { turn, part })
    }

    /// The kind of a sheet; `None`: the game has no kinds.
    pub fn kind(&self, sheet: SheetNo) -> Option<&str> {
        let place = usize::from(sheet.part.max(1)) - 1;
        Some(self.0.as_ref()?.kinds.get(place)?)
    }

    /// The kinds that there are, each once, in the order of the parts of a turn.
    pub fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = Vec::new();
        for kind in self.0.iter().flat_map(|it| &it.kinds) {
            if !kinds.contains(&kind.as_str()) {
                kinds.push(kind);
            }
        }
        kinds
    }

    /// The names, if the game gives any.
    fn named(&self) -> Option<&Named> {
        self.0.as_deref().filter(|it| !it.sheets.is_empty())
    }

    /// Whether the game names its sheets.
    pub fn are_given(&self) -> bool {
        self.named().is_some()
    }

    /// A sheet in a sentence: `turn 6b`, or `S1901M`.
    pub fn turn(&self, sheet: SheetNo) -> String {
        self.after("turn", sheet)
    }

    /// The same after another word, which what has a name does without: `Turn 6b`, or `S1901M`.
    pub fn after(&self, word: &str, sheet: SheetNo) -> String {
        self.given(sheet)
            .unwrap_or_else(|| format!("{word} {sheet}"))
    }

    /// Several in a sentence, as [`SheetNames::name`] gives them: `turns 6a, 6b and 7`, or
    /// `S1901M and F1901M`.
    pub fn turns(&self, names: &[String]) -> String {
        let all = match names {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            _ => names.concat(),
        };
        match (self.are_given(), names.len()) {
            (true, _) => all,
            (false, 1) => format!("turn {all}"),
            (false, _) => format!("turns {all}"),
        }
    }

    /// A sheet after a word that says that it is one: `6b`, or `S1901M`.
    pub fn name(&self, sheet: SheetNo) -> String {
        self.given(sheet).unwrap_or_else(|| sheet.to_string())
    }

    /// A whole turn in a sentence: `turn 3`, or `1903`.
    pub fn whole(&self, turn: u32) -> String {
        match self.named() {
            Some(named) => named.year(turn).to_string(),
            None => format!("turn {turn}"),
        }
    }

    /// The number of a whole turn, as players write it: `3`, or `1903`.
    pub fn number(&self, turn: u32) -> u32 {
        self.named().map_or(turn, |it| it.year(turn))
    }

    /// The turn that a number is, which may be a year.
    pub fn turn_of(&self, number: u32) -> u32 {
        let named = self.named().filter(|it| number >= it.first_year);
        named.map_or(number, |it| number - it.first_year + 1)
    }

    /// Reads what players write for a sheet: a name in any case, or a number such as `6b`, whose
    /// turn may be a year.
    ///
    /// # Errors
    /// It is neither.
    pub fn read(&self, text: &str) -> Result<SheetNo, String> {
        let Some(named) = self.named() else {
            return text.parse();
        };
        if let Some(sheet) = named.find(text) {
            return Ok(sheet);
        }
        match text.parse::<SheetNo>() {
            Ok(sheet) => Ok(SheetNo {
                turn: self.turn_of(sheet.turn),
                ..sheet
            }),
            Err(_) => {
                let first = self.name(SheetNo { turn: 1, part: 1 });
                Err(format!(
                    "`{text}` is not the name of a sheet such as {first}"
                ))
            }
        }
    }

    fn given(&self, sheet: SheetNo) -> Option<String> {
        let named = self.named()?;
        let year = named.year(sheet.turn);
        let place = match (sheet.part, named.sheets.len()) {
            (0, 1) => 0,
            (part, _) => usize::from(part).wrapping_sub(1),
        };
        let ends = named.sheets.get(place);
        // A turn that is not parted for once is its year.
        Some(ends.map_or_else(|| year.to_string(), |it| spelt((&it.0, &it.1), year)))
    }
}

impl Named {
    /// The year of a turn.
    fn year(&self, turn: u32) -> u32 {
        self.first_year.saturating_add(turn.saturating_sub(1))
    }

    fn find(&self, text: &str) -> Option<SheetNo> {
        let (before, digits, after) = three(text)?;
        let same = |(start, end): &(String, String)| {
            start.eq_ignore_ascii_case(before) && end.eq_ignore_ascii_case(after)
        };
        let place = self.sheets.iter().position(same)?;
        let year: u32 = digits.parse().ok()?;
        let turn = year.checked_sub(self.first_year)? + 1;
        // Where a turn has one sheet that is no part of it.
        let part = if self.sheets.len() == 1 { 0 } else { place + 1 };
        Some(SheetNo {
            turn,
            part: u8::try_from(part).ok()?,
        })
    }
}

/// A name by its two ends.
fn spelt((before, after): (&str, &str), year: u32) -> String {
    format!("{before}{year}{after}")
}

/// Whether a word could be the name of a sheet in some game: a few letters, a year, and perhaps a
/// few letters more. Nothing else in the first line of a block looks so.
pub fn could_be_name(word: &str) -> bool {
    three(word).is_some()
}

/// What is before the digits of a name, they, and what is after them.
fn three(word: &str) -> Option<(&str, &str, &str)> {
    let letters = |it: &str| it.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (before, rest) = word.split_at(letters(word));
    let (digits, after) = rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count());
    let is_name = (1..=LETTERS_MAX).contains(&before.len())
        && DIGITS.contains(&digits.len())
        && after.len() <= LETTERS_MAX
        && letters(after) == after.len();
    is_name.then_some((before, digits, after))
}

/// The two ends of a pattern, in capitals.
fn ends(pattern: &str) -> Option<(String, String)> {
    let (before, after) = pattern.split_once(YEAR)?;
    let letters =
        |it: &str| it.len() <= LETTERS_MAX && it.bytes().all(|it| it.is_ascii_alphabetic());
    let fits = !before.is_empty() && letters(before) && letters(after);
    fits.then(|| (before.to_uppercase(), after.to_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> SheetNames {
        SheetNames::new(1901, ["S*M", "S*R", "F*M", "F*R", "W*A"]).expect("they fit")
    }

    #[test]
    fn every_sheet_reads_back() {
        let names = names();
        for turn in [1, 2, 9, 99, 999] {
            for part in 1..=5 {
                let sheet = SheetNo { turn, part };
                let said = names.name(sheet);
                for written in [said.clone(), said.to_lowercase(), sheet.to_string()] {
                    assert_eq!(names.read(&written), Ok(sheet), "{written}");
                }
                assert!(could_be_name(&said) && said.parse::<SheetNo>().is_err());
                assert_eq!(names.turn(sheet), said);
            }
            assert_eq!(names.turn_of(names.number(turn)), turn);
        }
        assert_eq!(names.turn("2e".parse().expect("a sheet")), "W1902A");
        assert_eq!(names.turn(SheetNo::whole(2)), "1902");
        assert_eq!((names.whole(3), names.number(3)), ("1903".to_owned(), 1903));
        assert_eq!(names.turn_of(5), 5);
        assert_eq!(names.read("1902"), Ok(SheetNo::whole(2)));
        for wrong in ["S1900M", "X1901M", "S1901", "1901M1", "SM", "S19M", ""] {
            assert!(names.read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn of_a_game_that_names_nothing_all_is_by_number() {
        let sheet = "6b".parse().expect("a sheet");
        let names = SheetNames::NONE;
        assert_eq!(
            [names.turn(sheet), names.name(sheet), names.whole(6)],
            ["turn 6b", "6b", "turn 6"]
        );
        assert_eq!((names.number(6), names.turn_of(1906)), (6, 1906));
        assert!(names.read("S1901M").is_err());
    }

    #[test]
    fn kinds_go_with_parts() {
        let kinds = ["move", "move", "mend"].map(str::to_owned).to_vec();
        let unnamed = SheetNames::NONE.with(kinds.clone(), Vec::new());
        let part = |part| SheetNo { turn: 4, part };
        assert_eq!(unnamed.turn(part(3)), "turn 4c");
        assert_eq!(
            (unnamed.kind(part(3)), unnamed.kind(part(4))),
            (Some("mend"), None)
        );
        let names = SheetNames::new(1901, ["S*", "F*", "W*"]).expect("they fit");
        let about = "the moves of * (F is for fall)";
        let named = names.with(kinds, [about; 3].map(str::to_owned).into());
        assert_eq!(
            (named.turn(part(2)), named.kind(part(2))),
            ("F1904".to_owned(), Some("move"))
        );
        assert_eq!(named.kinds(), ["move", "mend"]);
        let said = "F1904 is a sheet: the moves of 1904 (F is for fall).";
        assert_eq!(named.explain("f1904"), Some(said.to_owned()));
        assert_eq!(named.explain("turn 4b"), None);
        assert_eq!(named.next_of("mend", part(2)), Some(part(3)));
        let next_year = SheetNo { turn: 5, part: 1 };
        assert_eq!(named.next_of("move", part(3)), Some(next_year));
        assert_eq!(named.next_of("build", part(3)), None);
        assert!(SheetNames::NONE.kinds().is_empty());
    }

    #[test]
    fn one_sheet_a_turn_may_have_a_name() {
        let names = SheetNames::new(1600, ["Y*"]).expect("it fits");
        assert_eq!(names.turn(SheetNo::whole(4)), "Y1603");
        assert_eq!(names.read("y1603"), Ok(SheetNo::whole(4)));
    }

    #[test]
    fn patterns_are_checked() {
        for wrong in ["*M", "S", "S**", "SPRING*M", "S*MOVE", "1*", "S *", "", "*"] {
            assert!(SheetNames::new(1901, [wrong]).is_err(), "{wrong}");
        }
        assert!(SheetNames::new(1, ["S*"]).is_err());
        assert!(SheetNames::new(1901, ["S*", "s*"]).is_err());
    }
}
