//! Slots made of slots: lists, clauses, alternatives, and what is read only to be refused.
//!
//! Not here: slots that read a word or two (`shape`).

use super::expect::Expected;
use super::fault::cut_short;
use super::form::{Case, Clausal, Marks, Slot};
use super::said::{Is, Value};
use super::shape::{Got, Matcher, Stop, Text};

impl<'g> Matcher<'g, '_> {
    /// All of it or nothing; once begun it must be finished.
    pub(super) fn maybe(
        &mut self,
        of: &'g [Slot],
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        match self.row(of, at, before) {
            Err(stop) if !stop.hard && stop.reach <= at => Ok(Got::read(at, Text::default())),
            other => other,
        }
    }

    /// The shape that reads furthest; of two that read as far the exact one, then the first.
    pub(super) fn either(
        &mut self,
        of: &'g [Vec<Slot>],
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        let mut best: Option<Got> = None;
        let mut reach = at;
        for shape in of {
            match self.row(shape, at, before) {
                Ok(got) => {
                    let better = best.as_ref().is_none_or(|best| {
                        got.at > best.at || (got.at == best.at && got.shortened < best.shortened)
                    });
                    if better {
                        best = Some(got);
                    }
                }
                Err(stop) if stop.hard => return Err(stop),
                Err(stop) => reach = reach.max(stop.reach),
            }
        }
        best.ok_or(Stop::soft(reach))
    }

    pub(super) fn list(
        &mut self,
        name: &'static str,
        of: &'g [Slot],
        by: Marks,
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        let mut items = Vec::new();
        let mut texts: Vec<Text> = Vec::new();
        let mut here = at;
        let mut shortened = 0;
        loop {
            let item = match self.row(of, here, before) {
                Err(stop)
                    if by == Marks::Repeated
                        && !items.is_empty()
                        && !stop.hard
                        && stop.reach <= here =>
                {
                    break;
                }
                item => item?,
            };
            let still = item.at == here;
            here = item.at;
            shortened += item.shortened;
            items.push(item.values);
            texts.push(item.text);
            if by == Marks::Repeated {
                if still {
                    break;
                }
                continue;
            }
            // `a, b and c`, `a, b, and c`; what follows `and` may also be the next part of a form.
            let all = matches!(by, Marks::All | Marks::Then);
            if all && self.is_at(here, "AND") && self.row(of, here + 1, before).is_ok() {
                here += 1;
                continue;
            }
            if !separators(by).iter().any(|it| self.is_at(here, it)) {
                self.far.expect(here, Expected::Mark(separators(by)[0]));
                self.far.list_ends(here, of, separators(by)[0]);
                break;
            }
            here += 1 + usize::from(all && self.is_at(here + 1, "AND"));
        }
        let span = self.span(at, here);
        let text = joined(by, texts);
        let mut got = Got::value(name, span, Is::Many(items), here, text);
        got.shortened = shortened;
        Ok(got)
    }

    /// Parts in any order, printed in theirs.
    pub(super) fn clauses(
        &mut self,
        of: &'g [Clausal],
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        let mut found: Vec<Option<Got>> = vec![None; of.len()];
        let mut all = Got::read(at, Text::default());
        let mut known = before.to_vec();
        loop {
            let lacking = lacks(of, &found);
            // At the end of a line only what is missing is worth reporting.
            let ended = lacking && all.at >= self.tokens.len();
            let mut fresh = None;
            for (index, clause) in of.iter().enumerate() {
                if found[index].is_some() || (ended && !clause.needed) {
                    continue;
                }
                match self.row(&clause.slots, all.at, &known) {
                    Ok(got) if got.at > all.at => {
                        fresh = Some((index, got));
                        break;
                    }
                    Err(stop) if stop.hard || stop.reach > all.at => return Err(stop),
                    Ok(_) | Err(_) => {}
                }
            }
            let Some((index, mut got)) = fresh else {
                if lacking {
                    return Err(Stop::soft(all.at));
                }
                break;
            };
            all.at = got.at;
            all.shortened += got.shortened;
            known.extend(got.values.iter().cloned());
            all.values.append(&mut got.values);
            found[index] = Some(got);
        }
        for got in found.into_iter().flatten() {
            all.text.then(got.text);
        }
        Ok(all)
    }

    /// The row that belongs to a value read before.
    pub(super) fn by(
        &mut self,
        on: &'static str,
        of: &'g [Case],
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        let value = before.iter().rev().find(|it| it.name == on).map(shown);
        match chosen(of, value.as_deref().unwrap_or_default()) {
            Some(slots) => self.row(slots, at, before),
            None => Ok(Got::read(at, Text::default())),
        }
    }

    /// Fits only to say why it may not be written.
    pub(super) fn refused(
        &mut self,
        of: &'g [Slot],
        (reason, hint): (&'static str, &'static str),
        at: usize,
        before: &[Value],
    ) -> Result<Got, Stop> {
        // What is never allowed must not be offered.
        let looked_for = self.far.clone();
        let got = match self.row(of, at, before) {
            Ok(got) if got.at > at => got,
            Ok(_) => return Err(Stop::soft(at)),
            Err(stop) => {
                self.far = looked_for;
                return Err(Stop {
                    reach: at,
                    hard: stop.hard,
                });
            }
        };
        self.far = looked_for;
        let found = cut_short(&self.words(at, got.at));
        let holes = |text: &str| {
            let mut text = text.replace("{found}", &found);
            for value in got.values.iter().chain(before) {
                let hole = format!("{{{}}}", value.name);
                if text.contains(&hole) {
                    text = text.replace(&hole, &cut_short(&shown(value)));
                }
            }
            text
        };
        let hint = if hint.is_empty() {
            self.far.next_at(at)
        } else {
            holes(hint)
        };
        let span = self.span(at, got.at);
        self.far.say(got.at, span, holes(reason), hint);
        Err(Stop::hard(got.at))
    }
}

/// A value as it may be written in a complaint.
fn shown(value: &Value) -> String {
    match &value.is {
        Is::Word(word) => (*word).to_owned(),
        Is::Number(number) => number.to_string(),
        Is::Name(noun) | Is::Counted { name: noun, .. } => noun.clone(),
        Is::Group(group) => group.printed.clone(),
        Is::Compare(sign) => sign.printed().to_owned(),
        Is::Many(items) => {
            let items: Vec<String> = items.iter().flatten().map(shown).collect();
            items.join("/")
        }
        Is::Text(_) | Is::Condition(_) => String::new(),
    }
}

/// The row for a value.
pub(super) fn chosen<'c>(of: &'c [Case], value: &str) -> Option<&'c [Slot]> {
    let fits = |it: &&Case| it.is.is_empty() || it.is.iter().any(|it| it == value);
    of.iter().find(fits).map(|it| it.slots.as_slice())
}

fn lacks(of: &[Clausal], found: &[Option<Got>]) -> bool {
    of.iter()
        .zip(found)
        .any(|(clause, got)| clause.needed && got.is_none())
}

/// The marks and words between items, the usual one first.
fn separators(by: Marks) -> &'static [&'static str] {
    match by {
        Marks::All => &[","],
        Marks::Then => &[",", "THEN"],
        Marks::First => &["/", "OR"],
        Marks::Alternatives | Marks::Spaced => &["/", ",", "OR"],
        Marks::Ranking => &[",", "/", "OR"],
        Marks::Together => &["+"],
        Marks::Repeated => &[],
    }
}

/// The items with their printed mark; `/` has spaces around it where an item has one inside.
fn joined(by: Marks, texts: Vec<Text>) -> Text {
    let wide = texts.iter().any(|it| it.words.contains(' '));
    let between = match by {
        Marks::All | Marks::Then | Marks::Ranking => ", ",
        Marks::Spaced => " / ",
        Marks::First | Marks::Alternatives if wide => " / ",
        Marks::First | Marks::Alternatives => "/",
        Marks::Together => "+",
        Marks::Repeated => " ",
    };
    let words: Vec<String> = texts.into_iter().map(|it| it.words).collect();
    Text::plain(words.join(between))
}
