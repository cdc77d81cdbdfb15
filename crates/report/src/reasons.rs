//! Reasons in words, in two tenses: as a note on a line before its time, and as part of its account
//! afterwards.
//!
//! A game's are macros of its `reasons.txt`, those of the engine of `_common/reasons.txt`, which a
//! game's file may say otherwise. Not here: which reasons there are (`packetboat_core::engine`).

use super::frame::Frame;
use super::templates::{Macros, Templates, value};
use packetboat_core::engine::account::Account;
use packetboat_core::engine::reason::Reason;
use serde_json::Value as Json;

/// When a reason is read: it is the only thing that its words depend on besides its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    /// In a note, before the line's time: as things are now.
    Now,
    /// In an account, of what has been.
    Then,
}

/// An account with its reasons in words.
#[derive(Debug, Clone)]
pub(super) struct Accounted<'a> {
    pub(super) account: &'a Account,
    pub(super) why: Vec<String>,
}

impl Templates {
    /// These reasons in words, each as a clause.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro for a reason, with file and line.
    pub fn reasons<'a>(
        &self,
        frame: &Frame,
        reasons: impl IntoIterator<Item = &'a Reason>,
        tense: Tense,
    ) -> Result<Vec<String>, String> {
        let reasons: Vec<&Reason> = reasons.into_iter().collect();
        let data = reasons.iter().filter(|it| it.words().is_none());
        let data: Vec<Json> = data.map(|it| told(it, tense)).collect();
        let mut said = Vec::new().into_iter();
        if !data.is_empty() {
            let context = value(frame);
            let own = Macros {
                file: format!("{}/reasons.txt", frame.game),
                tag: "reason",
            };
            let common = Macros {
                file: "_common/reasons.txt".to_owned(),
                tag: "reason",
            };
            said = self
                .by_either((&own, &common), &data, &context)?
                .into_iter();
        }
        let words = reasons.iter().map(|it| match it.words() {
            Some(words) => words.to_owned(),
            None => said.next().unwrap_or_default(),
        });
        Ok(words.collect())
    }

    /// These accounts with their reasons in words; where a sheet is played for several turns, each
    /// with its turn.
    ///
    /// # Errors
    /// As for [`Templates::reasons`].
    pub(super) fn accounted<'a>(
        &self,
        frame: &Frame,
        accounts: &'a [Account],
    ) -> Result<Vec<Accounted<'a>>, String> {
        let all = accounts.iter().flat_map(|it| &it.why);
        let said = self.reasons(frame, all.map(|it| &it.reason), Tense::Then)?;
        let mut said = said.into_iter();
        let accounted = accounts.iter().map(|account| {
            let why = account.why.iter().map(|it| it.turn).zip(said.by_ref());
            let why = with_turns(why.map(|(turn, words)| (words, turn)));
            Accounted { account, why }
        });
        Ok(accounted.collect())
    }
}

/// Reasons, each once, with the turns in which they were so.
pub fn with_turns(reasons: impl Iterator<Item = (String, Option<u32>)>) -> Vec<String> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for (words, turn) in reasons {
        let place = all.iter().position(|it| it.0 == words);
        let place = place.unwrap_or_else(|| {
            all.push((words, Vec::new()));
            all.len() - 1
        });
        let turns = &mut all[place].1;
        turns.extend(
            turn.map(|it| it.to_string())
                .filter(|it| !turns.contains(it)),
        );
    }
    let told = all.into_iter().map(|(words, turns)| match turns.len() {
        0 => words,
        1 => format!("{words} (turn {})", turns[0]),
        _ => format!("{words} (turns {})", list(&turns)),
    });
    told.collect()
}

/// `1, 2 and 4`.
fn list(turns: &[String]) -> String {
    let (last, before) = turns.split_last().expect("there are two");
    format!("{} and {last}", before.join(", "))
}

/// A reason as its macro sees it.
fn told(reason: &Reason, tense: Tense) -> Json {
    let mut told = reason.value().clone();
    if let Some(fields) = told.as_object_mut() {
        fields.insert("now".to_owned(), Json::Bool(tense == Tense::Now));
    }
    told
}
