//! Headlines: what changed, most important first, in the words of a game's `headlines.txt`.
//!
//! A macro for each event that is news, and for each sum of several: it begins with a digit that
//! says how important it is, 0 above all. At the head of a report the event has the field `me`, its
//! reader's seat; in a newspaper and in feeds, which know public events only, it has none.

use super::frame::Frame;
use super::kind::ReportKind;
use super::templates::{Macros, Templates};
use super::text::one_line;
use packetboat_core::engine::game::PageData;
use serde_json::Value;

/// Lines at the head of a report that say what happened.
const NEWS_MAX: usize = 6;

/// A line at the head of a report or newspaper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    /// The words.
    pub words: String,
    /// The event it is about, by its place among those heard; none: it is about several.
    pub event: Option<usize>,
}

impl Headline {
    fn of_several(words: String) -> Self {
        let event = None;
        Headline { words, event }
    }
}

impl Templates {
    /// What changed for the reader of a page: at most six lines, most important first, and how they
    /// stand beside the others.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn news(&self, frame: &Frame, page: &PageData) -> Result<Vec<Headline>, String> {
        let own = page.commentary.news.iter();
        if own.len() > 0 || frame.seat.is_none() {
            let own = own.take(NEWS_MAX + 1).cloned();
            return Ok(own.map(Headline::of_several).collect());
        }
        let mut all = self.headlines(frame, page, &page.commentary.sums)?;
        all.truncate(NEWS_MAX);
        let standing = &page.commentary.standing;
        if !standing.is_null() {
            let words = self.cried(frame, page, std::slice::from_ref(standing))?;
            all.extend(words.into_iter().map(Headline::of_several));
        }
        Ok(all)
    }

    /// All that is news on a page and in these sums, most important first; of what is equally so
    /// what happened first.
    pub(super) fn headlines(
        &self,
        frame: &Frame,
        page: &PageData,
        sums: &[Value],
    ) -> Result<Vec<Headline>, String> {
        let heard = page.events.iter().enumerate();
        let summed = |at: &usize| frame.seat.is_some() && page.commentary.summed.contains(at);
        let heard = heard.filter(|it| !summed(&it.0));
        let (places, events): (Vec<usize>, Vec<Value>) =
            heard.map(|(at, it)| (at, it.clone())).unzip();
        let places = places.into_iter().map(Some);
        let places: Vec<Option<usize>> = places.chain(sums.iter().map(|_| None)).collect();
        let told: Vec<Value> = events.into_iter().chain(sums.iter().cloned()).collect();
        let said = self.cried(frame, page, &told)?;
        let weighed = said.iter().zip(places).filter_map(|(story, event)| {
            let (weight, words) = story.split_at_checked(1)?;
            let words = one_line(words);
            Some((weight.parse::<u32>().ok()?, Headline { words, event }))
        });
        let mut weighed: Vec<(u32, Headline)> = weighed.collect();
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
    fn cried(&self, frame: &Frame, page: &PageData, told: &[Value]) -> Result<Vec<String>, String> {
        let file = format!("{}/headlines.txt", frame.game);
        if told.is_empty() || !self.has(&file) {
            return Ok(Vec::new());
        }
        let me = frame.seat.map(|it| Value::from(it.as_str()));
        let told = told.iter().cloned().map(|mut told| {
            if let (Some(fields), Some(me)) = (told.as_object_mut(), &me) {
                fields.insert("me".to_owned(), me.clone());
            }
            told
        });
        let kind = match frame.seat {
            Some(_) => ReportKind::Usual,
            None => ReportKind::Public,
        };
        let context = self.game_context(frame, kind, page);
        let macros = Macros { file, tag: "event" };
        self.each_by_known_macros(&macros, &told.collect::<Vec<_>>(), &context)
    }
}
