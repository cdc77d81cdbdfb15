//! Comparators: signs and words, `AT LEAST` and `>=`, `IS NOT` and `<>`.
//!
//! Not here: what is compared (the forms of tests).

use super::expect::Expected;
use super::said::{Compare, Is};
use super::shape::{Got, Matcher, Stop, Text};

/// All spellings; the longer before those they begin with.
const SIGNS: [(&[&str], Compare); 21] = [
    (&["AT", "LEAST"], Compare::AtLeast),
    (&[">="], Compare::AtLeast),
    (&["=>"], Compare::AtLeast),
    (&["AT", "MOST"], Compare::AtMost),
    (&["<="], Compare::AtMost),
    (&["=<"], Compare::AtMost),
    (&["MORE", "THAN"], Compare::Over),
    (&["OVER"], Compare::Over),
    (&["ABOVE"], Compare::Over),
    (&[">"], Compare::Over),
    (&["LESS", "THAN"], Compare::Under),
    (&["FEWER", "THAN"], Compare::Under),
    (&["UNDER"], Compare::Under),
    (&["BELOW"], Compare::Under),
    (&["<"], Compare::Under),
    (&["IS", "NOT"], Compare::IsNot),
    (&["!="], Compare::IsNot),
    (&["<>"], Compare::IsNot),
    (&["IS"], Compare::Is),
    (&["=="], Compare::Is),
    (&["="], Compare::Is),
];

/// The words of the comparators, which are keywords in every game.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    SIGNS.iter().flat_map(|it| it.0).copied()
}

impl<'g> Matcher<'g, '_> {
    pub(super) fn compare(&mut self, name: &'static str, at: usize) -> Result<Got, Stop> {
        match self.sign(at) {
            Some((sign, end)) => Ok(self.compared(name, sign, at, end)),
            None => self.half_sign(at, Expected::Sign),
        }
    }

    pub(super) fn is_or_not(&mut self, name: &'static str, at: usize) -> Result<Got, Stop> {
        match self.sign(at) {
            Some((sign @ (Compare::Is | Compare::IsNot), end)) => {
                Ok(self.compared(name, sign, at, end))
            }
            _ => self.missing(at, Expected::Is),
        }
    }

    fn compared(&self, name: &'static str, sign: Compare, at: usize, end: usize) -> Got {
        let text = Text::plain(sign.printed());
        Got::value(name, self.span(at, end), Is::Compare(sign), end, text)
    }

    fn sign(&self, at: usize) -> Option<(Compare, usize)> {
        let canonical = |words: &[&str]| {
            let mut index = at..;
            words
                .iter()
                .all(|word| index.next().is_some_and(|it| self.is_at(it, word)))
        };
        let (words, sign) = SIGNS.iter().find(|(words, _)| canonical(words))?;
        Some((*sign, at + words.len()))
    }

    /// `AT` without LEAST or MOST, `MORE` without THAN.
    fn half_sign(&mut self, at: usize, expected: Expected<'g>) -> Result<Got, Stop> {
        let rest: Option<&'static [&'static str]> = match self.tokens.get(at) {
            Some(half) if half.is("AT") => Some(&["LEAST", "MOST"]),
            Some(half) if half.is("MORE") || half.is("LESS") || half.is("FEWER") => Some(&["THAN"]),
            _ => None,
        };
        let Some(rest) = rest else {
            return self.missing(at, expected);
        };
        for word in rest {
            self.far
                .expect(at + 1, Expected::Word(std::slice::from_ref(word)));
        }
        Err(Stop::soft(at + 1))
    }
}
