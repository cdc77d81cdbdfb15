//! Headlines: what changed, most important first, in the words of a game's `headlines.txt`.
//!
//! A macro for each event that is news, and for each sum of several: it begins with a digit that
//! says how important it is, 0 above all. After it `+` says that it is good for the reader, `-`
//! that it is bad: the best and the worst of these are never cut, nor is what has `=` there, which
//! comes besides the others. Of what
//! is equally important what happened first comes first; a sum may say in `at` where it belongs. At
//! the head of a report the event has the field `me`, its reader's seat; in a newspaper and in
//! feeds, which know public events only, it has none.

use super::frame::Frame;
use super::kind::ReportKind;
use super::templates::{Macros, Templates};
use super::text::one_line;
use minijinja::value::Value as Context;
use packetboat_core::engine::game::PageData;
use serde_json::Value;
use std::collections::BTreeSet;

/// Lines at the head of a report that say what happened.
const NEWS_MAX: usize = 6;

/// A line at the head of a report or newspaper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    /// The words.
    pub words: String,
    /// The event it is about, by its place among those heard; none: it is about several.
    pub event: Option<usize>,
    /// Whether it is good or bad for the reader, or never cut; none: it is about others.
    own: Option<Luck>,
}

/// What a headline is for its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Luck {
    Good,
    Bad,
    /// Neither, and it is never cut.
    Kept,
}

impl Luck {
    const ALL: [(char, Luck); 3] = [('+', Luck::Good), ('-', Luck::Bad), ('=', Luck::Kept)];
}

impl Headline {
    fn of_several(words: String) -> Self {
        Headline {
            words,
            event: None,
            own: None,
        }
    }

    /// A headline as its macro says it, with how important it is; `None`: it is no news.
    fn weighed(story: &str, event: Option<usize>) -> Option<(u32, Self)> {
        let (weight, said) = story.split_at_checked(1)?;
        let mut marked = Luck::ALL.into_iter();
        let marked = marked.find_map(|(mark, luck)| Some((luck, said.strip_prefix(mark)?)));
        let headline = Headline {
            words: one_line(marked.map_or(said, |it| it.1)),
            event,
            own: marked.map(|it| it.0),
        };
        Some((weight.parse().ok()?, headline))
    }
}

/// The most important that there is room for, in their order; the first that is good for the reader
/// and the first that is bad are always among them, and all that are never cut.
fn cut(all: Vec<Headline>) -> Vec<Headline> {
    let first = |it: (char, Luck)| all.iter().position(|headline| headline.own == Some(it.1));
    let mut kept: BTreeSet<usize> = Luck::ALL.into_iter().filter_map(first).collect();
    kept.extend((0..all.len()).filter(|it| all[*it].own == Some(Luck::Kept)));
    let counted = |kept: &BTreeSet<usize>| {
        let counted = kept.iter().filter(|it| all[**it].own != Some(Luck::Kept));
        counted.count()
    };
    for place in 0..all.len() {
        if counted(&kept) < NEWS_MAX {
            kept.insert(place);
        }
    }
    let kept = all
        .into_iter()
        .enumerate()
        .filter(|it| kept.contains(&it.0));
    kept.map(|it| it.1).collect()
}

impl Templates {
    /// What changed for the reader of a page: at most six lines, most important first, among them
    /// the best and the worst for the reader; and how they stand beside the others.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn news(&self, frame: &Frame, page: &PageData) -> Result<Vec<Headline>, String> {
        self.news_in((frame, page), &self.cries(frame, page))
    }

    /// The same where what the game's templates see is at hand.
    pub(super) fn news_in(
        &self,
        (frame, page): (&Frame, &PageData),
        context: &Context,
    ) -> Result<Vec<Headline>, String> {
        let own = page.commentary.news.iter();
        if own.len() > 0 || frame.seat.is_none() {
            let own = own.take(NEWS_MAX + 1).cloned();
            return Ok(own.map(Headline::of_several).collect());
        }
        let (sums, standing) = (&page.commentary.sums, &page.commentary.standing);
        let mut all = cut(self.headlines((frame, page), sums, context)?);
        if !standing.is_null() {
            let words = self.cried(frame, vec![standing.clone()], context)?;
            all.extend(words.into_iter().map(Headline::of_several));
        }
        Ok(all)
    }

    /// What the macros see of a page whose news are cried out.
    pub(super) fn cries(&self, frame: &Frame, page: &PageData) -> Context {
        let kind = match frame.seat {
            Some(_) => ReportKind::Usual,
            None => ReportKind::Public,
        };
        self.game_context(frame, kind, page)
    }

    /// All that is news on a page and in these sums, most important first; of what is equally so
    /// what happened first.
    pub(super) fn headlines(
        &self,
        (frame, page): (&Frame, &PageData),
        sums: &[Value],
        context: &Context,
    ) -> Result<Vec<Headline>, String> {
        let heard = page.events.iter().enumerate();
        let summed = |at: &usize| frame.seat.is_some() && page.commentary.summed.contains(at);
        let heard = heard.filter(|it| !summed(&it.0));
        let (places, events): (Vec<usize>, Vec<Value>) =
            heard.map(|(at, it)| (at, it.clone())).unzip();
        let places = places.into_iter().map(Some);
        let places: Vec<Option<usize>> = places.chain(sums.iter().map(|_| None)).collect();
        let told: Vec<Value> = events.into_iter().chain(sums.iter().cloned()).collect();
        // A sum that has no place comes after all events.
        let at = |sum: &Value| sum.get("at").and_then(Value::as_u64);
        let at = |sum| at(sum).map_or(usize::MAX, |it| usize::try_from(it).unwrap_or(usize::MAX));
        let order = places.iter().zip(&told);
        let order: Vec<usize> = order.map(|it| it.0.unwrap_or_else(|| at(it.1))).collect();
        let said = self.cried(frame, told, context)?;
        let weighed = said.iter().zip(places).zip(order);
        let weighed = weighed.filter_map(|((story, event), at)| {
            let (weight, headline) = Headline::weighed(story, event)?;
            Some(((weight, at), headline))
        });
        let mut weighed: Vec<((u32, usize), Headline)> = weighed.collect();
        weighed.sort_by_key(|it| it.0);
        let mut all: Vec<Headline> = Vec::new();
        for (_, headline) in weighed {
            if all.iter().all(|it| it.words != headline.words) {
                all.push(headline);
            }
        }
        Ok(all)
    }

    /// What the game's macros make of each of these; empty: it is no news.
    fn cried(
        &self,
        frame: &Frame,
        mut told: Vec<Value>,
        context: &Context,
    ) -> Result<Vec<String>, String> {
        let file = format!("{}/headlines.txt", frame.game);
        if told.is_empty() || !self.has(&file) {
            return Ok(Vec::new());
        }
        if let Some(me) = frame.seat {
            for fields in told.iter_mut().filter_map(Value::as_object_mut) {
                fields.insert("me".to_owned(), Value::from(me.as_str()));
            }
        }
        let macros = Macros { file, tag: "event" };
        self.each_by_known_macros(&macros, &told, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six others are as important or more.
    #[test]
    fn what_is_best_and_worst_for_the_reader_is_never_cut() {
        let stories = [
            "0- Red took A.",
            "0- Red took B.",
            "0- Red took C.",
            "0- Red took D.",
            "1 Red won.",
            "1 Blue won.",
            "1 Green won.",
            "2+ You gained 5.",
            "3+ You gained 1.",
            "4- You lost 1.",
            "7= It is 1665.",
        ];
        let all = stories.iter().filter_map(|it| Headline::weighed(it, None));
        let kept: Vec<String> = cut(all.map(|it| it.1).collect())
            .into_iter()
            .map(|it| it.words)
            .collect();
        let wanted = [
            "Red took A.",
            "Red took B.",
            "Red took C.",
            "Red took D.",
            "Red won.",
            "You gained 5.",
            "It is 1665.",
        ];
        assert_eq!(kept, wanted);
    }
}
