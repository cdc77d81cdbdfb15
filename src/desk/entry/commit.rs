//! From drafts to committed entries: the self-check, the commit, and the campaign at its new entry.
//!
//! Not here: making drafts (`turn_over`, `referee`), and how several entries wait for the disk
//! together (`store::commit`).

use super::guard::{self, Finds};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::club::open::Club;
use crate::desk::club::register::{self, Register};
use crate::report::Templates;
use crate::store::chain;
use crate::store::commit::{Ready, commit_together};
use crate::store::draft::Draft;
use crate::store::entry::{Entry, StateFile};
use crate::store::fault::StoreFault;
use std::collections::BTreeMap;

/// An entry that has passed all checks, and the campaign it belongs to.
pub struct Sealed {
    campaign: Campaign,
    entry: Entry,
    parts: BTreeMap<StateFile, String>,
}

/// Checks a draft against a replay of its journal, and searches it for secrets. No effects.
///
/// # Errors
/// A replay that leads elsewhere; rules that panic.
pub fn inspect(
    club: &Club,
    templates: &Templates,
    campaign: &Campaign,
    draft: &Draft,
) -> Result<Finds, CampaignError> {
    check(campaign, draft)?;
    guard::finds(club, templates, campaign, draft)
}

/// Seals a draft in which nothing was found. No effects.
///
/// # Errors
/// The disk, which could not be read.
pub fn seal(campaign: Campaign, draft: Draft) -> Result<Sealed, CampaignError> {
    let parts = draft.parts.clone();
    let entry = draft.seal(campaign.last.as_ref());
    let before = campaign.last.as_ref().map(|it| &it.note);
    chain::follows(&entry.note, before).map_err(|it| bug(&it))?;
    Ok(Sealed {
        campaign,
        entry,
        parts,
    })
}

/// Commits the entries of several campaigns, at most one each; what each came to, in the same
/// order: the campaign at its new entry.
pub fn together(club: &Club, all: Vec<Sealed>) -> Vec<Result<Campaign, CampaignError>> {
    let all: Vec<Result<Sealed, CampaignError>> =
        all.into_iter().map(|it| it.renewed(club)).collect();
    let ready = all.iter().flatten().map(|sealed| Ready {
        dir: &sealed.campaign.dir,
        entry: &sealed.entry,
        last: sealed.campaign.last.as_ref(),
    });
    let ready: Vec<Ready<'_>> = ready.collect();
    let mut committed = commit_together(&*club.fs, &ready).into_iter();
    let each = all.into_iter().map(|sealed| {
        let sealed = sealed?;
        let mut campaign = sealed.campaign;
        campaign.last = Some(committed.next().expect("each comes to something")?);
        campaign.parts.extend(sealed.parts);
        campaign.table.stored();
        campaign.published.values_mut().for_each(|it| it.stored());
        Ok(campaign)
    });
    each.collect()
}

impl Sealed {
    /// The same, with the campaign's secret in today's format on the disk: without it a program of
    /// before would play on from the last entry that is a folder.
    fn renewed(mut self, club: &Club) -> Result<Self, CampaignError> {
        if self.campaign.secret.is_older() {
            self.campaign.keep_secret(&*club.fs)?;
            self.campaign.secret.is_kept();
        }
        Ok(self)
    }
}

/// Checks one draft and commits it; the campaign at its new entry.
///
/// # Errors
/// As for [`inspect`] and [`seal`]; something secret in what would go out; the disk. Nothing is
/// committed then.
pub fn commit(
    club: &Club,
    templates: &Templates,
    campaign: Campaign,
    draft: Draft,
) -> Result<Campaign, CampaignError> {
    let found = inspect(club, templates, &campaign, &draft)?;
    if !found.is_empty() {
        return Err(found.into_campaign_error());
    }
    let sealed = seal(campaign, draft)?;
    renew_register(club)?;
    let mut done = together(club, vec![sealed]);
    let campaign = done.pop().expect("one was asked for")?;
    if let Some(last) = &campaign.last {
        // It may lag behind: the next run that commits brings it up to date.
        let _ = register::note_one(club, &campaign.id, last);
    }
    Ok(campaign)
}

fn renew_register(club: &Club) -> Result<(), CampaignError> {
    // One that cannot be read is reported elsewhere, and says no older program yes.
    let Ok(mut register) = Register::read(club) else {
        return Ok(());
    };
    let renewed = register.renew(club);
    renewed.map_err(|it| StoreFault::disk(&club.layout.register(), it).into())
}

/// The recorded steps, played over the state before, lead to the state that is to be stored.
fn check(campaign: &Campaign, draft: &Draft) -> Result<(), CampaignError> {
    let (Some(journal), Some(_)) = (draft.parts.get(&StateFile::Journal), &campaign.last) else {
        return Ok(());
    };
    let table = campaign.again()?;
    let replayed = catch_panic(|| table.replay(journal)).map_err(|it| rules_fault(&it))?;
    let replayed = replayed.map_err(|it| bug(&format!("the record does not replay: {it}")))?;
    let stored = draft
        .parts
        .get(&StateFile::State)
        .or(campaign.parts.get(&StateFile::State));
    if stored == Some(&replayed) {
        Ok(())
    } else {
        Err(bug("the record leads to another state than was played"))
    }
}

fn bug(what: &str) -> CampaignError {
    CampaignError::broken(what, &["report this as a bug, with the campaign's folder"])
}
