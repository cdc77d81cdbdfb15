//! Reasons in words, in two tenses: as a note on a line before its time, and as part of its account
//! afterwards.
//!
//! A game's are macros of its `reasons.txt`, those of the engine of `_common/reasons.txt`, which a
//! game's file may say otherwise. Not here: which reasons there are (`packetboat_core::engine`).

use super::frame::Frame;
use super::templates::{Macros, Templates, value};
use packetboat_core::engine::account::{Account, ElsePart, Why};
use packetboat_core::engine::reason::Reason;
use packetboat_core::lang::sheet_names::SheetNames;
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
    /// Which part after ELSE was used and why, and what it did.
    pub(super) besides: Vec<String>,
    /// The sheet it waits for, in words; empty: none.
    pub(super) ahead: String,
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
        let names = &frame.sheet_names;
        let accounted = accounts.iter().map(|account| {
            let why = account.why.iter().map(|it| it.turn).zip(said.by_ref());
            let why = with_turns(why.map(|(turn, words)| (words, turn)), names);
            let ahead = account.ahead.map(|it| names.turn(it));
            Ok(Accounted {
                account,
                why,
                besides: self.besides(frame, account)?,
                ahead: ahead.unwrap_or_default(),
            })
        });
        accounted.collect()
    }

    /// What is said of an order besides why it failed: which part after ELSE was used, and why not
    /// those before it; and what it did.
    ///
    /// # Errors
    /// As for [`Templates::reasons`].
    pub fn besides(&self, frame: &Frame, account: &Account) -> Result<Vec<String>, String> {
        let said = |all: &[Why]| {
            let said = self.reasons(frame, all.iter().map(|it| &it.reason), Tense::Then)?;
            let turns = all.iter().map(|it| it.turn);
            Ok::<_, String>(with_turns(said.into_iter().zip(turns), &frame.sheet_names))
        };
        let mut besides = Vec::new();
        for part in &account.otherwise {
            let mut why = said(&part.why)?;
            if why.len() > BECAUSE_MAX {
                why.truncate(BECAUSE_MAX);
                why.push("so on".to_owned());
            }
            // `it` would be the part that was used.
            for reason in &mut why {
                if let Some(rest) = reason.strip_prefix("it ") {
                    *reason = format!("the part before it {rest}");
                }
            }
            let because = if why.is_empty() { "" } else { ", because " };
            let used = part_used(account, part);
            besides.push(format!("{used}{because}{}", why.join(", and ")));
        }
        besides.extend(said(&account.did)?);
        Ok(besides)
    }
}

/// So many reasons why the parts before one after ELSE were not used.
const BECAUSE_MAX: usize = 3;

/// That a part after ELSE was used, and how often, if not always.
fn part_used(account: &Account, part: &ElsePart) -> String {
    const PLACES: [&str; 4] = ["first", "second", "third", "fourth"];
    let segments: Vec<&str> = account.text.split(" ELSE ").collect();
    let mut parts: Vec<String> = Vec::new();
    for (at, segment) in segments.iter().enumerate() {
        // Of `PLAY Y2/Y8` the choices are parts, and called as they are written.
        let written = segment.split(' ').nth(1);
        let written = written.filter(|_| segments.len() == 1 || segment.starts_with("PLAY "));
        let choices: Vec<&str> = written.unwrap_or_default().split('/').collect();
        if choices.len() > 1 {
            parts.extend(choices.into_iter().map(str::to_owned));
            continue;
        }
        parts.push(match at.checked_sub(1).and_then(|it| PLACES.get(it)) {
            _ if segments.len() == 2 && at == 1 => "the ELSE part".to_owned(),
            Some(place) => format!("the {place} ELSE part"),
            None => format!("ELSE part {at}"),
        });
    }
    let part_of = match parts.get(part.part as usize) {
        Some(known) => known.clone(),
        None => format!("ELSE part {}", part.part),
    };
    let times = match part.times {
        times if times >= account.times => String::new(),
        1 => " once".to_owned(),
        2 => " twice".to_owned(),
        times => format!(" {times} times"),
    };
    format!("{part_of} was used{times}")
}

/// Reasons, each once, with the turns in which they were so.
pub fn with_turns(
    reasons: impl Iterator<Item = (String, Option<u32>)>,
    names: &SheetNames,
) -> Vec<String> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for (words, turn) in reasons {
        let place = all.iter().position(|it| it.0 == words);
        let place = place.unwrap_or_else(|| {
            all.push((words, Vec::new()));
            all.len() - 1
        });
        let turns = &mut all[place].1;
        turns.extend(
            turn.map(|it| names.number(it).to_string())
                .filter(|it| !turns.contains(it)),
        );
    }
    let told = all.into_iter().map(|(words, turns)| match turns.len() {
        0 => words,
        _ => format!("{words} ({})", names.turns(&turns)),
    });
    told.collect()
}

/// A reason as its macro sees it.
fn told(reason: &Reason, tense: Tense) -> Json {
    let mut told = reason.value().clone();
    if let Some(fields) = told.as_object_mut() {
        fields.insert("now".to_owned(), Json::Bool(tense == Tense::Now));
    }
    told
}
