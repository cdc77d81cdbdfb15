//! From drafts to committed entries: the self-check, the commit, and the campaign at its new entry.
//!
//! Not here: making drafts (`turn_over`, `referee`), and how several entries wait for the disk
//! together (`store::commit`).

use super::campaign::{Campaign, Stuck, guarded};
use super::guard::{self, Finds};
use super::intake::rules_fault;
use super::open::Club;
use crate::store::commit::{Ready, commit_together};
use crate::store::entry::{Cause, Draft, Entry, Part};
use std::collections::BTreeMap;

/// An entry that has passed all checks, and the campaign it belongs to.
pub struct Sealed {
    campaign: Campaign,
    entry: Entry,
    parts: BTreeMap<Part, String>,
}

/// Checks a draft against a replay of its journal, and searches it for secrets. No effects.
///
/// # Errors
/// A replay that leads elsewhere; rules that panic.
pub fn inspect(club: &Club, campaign: &Campaign, draft: &Draft) -> Result<Finds, Stuck> {
    check(campaign, draft)?;
    guard::finds(club, campaign, draft)
}

/// Seals a draft in which nothing was found. No effects.
///
/// # Errors
/// The disk, which could not be read.
pub fn seal(club: &Club, campaign: Campaign, mut draft: Draft) -> Result<Sealed, Stuck> {
    // So that looking for mails that wait costs nothing as a campaign grows old.
    // What is sent again begins to wait anew.
    let again = matches!(draft.cause, Cause::Resent { .. });
    if let Some(last) = campaign.last.as_ref().filter(|_| !again) {
        draft.desk.delivered = campaign.log(&*club.fs).delivered(last)?;
    }
    let parts = draft.parts.clone();
    let entry = draft.seal(campaign.last.as_ref());
    Ok(Sealed {
        campaign,
        entry,
        parts,
    })
}

/// Commits the entries of several campaigns, at most one each; what each came to, in the same
/// order: the campaign at its new entry.
pub fn together(club: &Club, all: Vec<Sealed>) -> Vec<Result<Campaign, Stuck>> {
    let ready: Vec<Ready<'_>> = all
        .iter()
        .map(|it| Ready {
            dir: &it.campaign.dir,
            entry: &it.entry,
            last: it.campaign.last.as_ref(),
        })
        .collect();
    let committed = commit_together(&*club.fs, &ready);
    let both = all.into_iter().zip(committed);
    both.map(|(sealed, committed)| {
        let mut campaign = sealed.campaign;
        campaign.last = Some(committed?);
        campaign.parts.extend(sealed.parts);
        campaign.table.stored();
        Ok(campaign)
    })
    .collect()
}

/// Checks one draft and commits it; the campaign at its new entry.
///
/// # Errors
/// As for [`inspect`] and [`seal`]; something secret in what would go out; the disk. Nothing is
/// committed then.
pub fn commit(club: &Club, campaign: Campaign, draft: Draft) -> Result<Campaign, Stuck> {
    let found = inspect(club, &campaign, &draft)?;
    if !found.is_empty() {
        return Err(found.into_stuck());
    }
    let sealed = seal(club, campaign, draft)?;
    let mut done = together(club, vec![sealed]);
    done.pop().expect("one was asked for")
}

/// The recorded steps, played over the state before, lead to the state that is to be stored.
fn check(campaign: &Campaign, draft: &Draft) -> Result<(), Stuck> {
    let (Some(journal), Some(_)) = (draft.parts.get(&Part::Journal), &campaign.last) else {
        return Ok(());
    };
    let table = campaign.again()?;
    let replayed = guarded(|| table.replay(journal)).map_err(|it| rules_fault(&it))?;
    let bug =
        |what: String| Stuck::broken(what, &["report this as a bug, with the campaign's folder"]);
    let replayed = replayed.map_err(|it| bug(format!("the record does not replay: {it}")))?;
    let stored = draft
        .parts
        .get(&Part::State)
        .or(campaign.parts.get(&Part::State));
    match stored == Some(&replayed) {
        true => Ok(()),
        false => Err(bug(
            "the record leads to another state than was played".to_owned()
        )),
    }
}
