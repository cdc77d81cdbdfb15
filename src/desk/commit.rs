//! From a draft to a committed entry: the self-check, the commit, and the campaign opened anew.
//!
//! Not here: making drafts (`turn_over`, `referee`).

use super::campaign::{Campaign, Stuck, guarded};
use super::intake::rules_fault;
use super::open::Club;
use crate::store::entry::{Draft, Part};
use crate::store::log::CampaignLog;

/// Checks a draft against a replay of its journal, commits it, and opens the campaign at it.
///
/// # Errors
/// A replay that leads elsewhere: nothing is committed then.
pub fn commit(club: &Club, campaign: Campaign, mut draft: Draft) -> Result<Campaign, Stuck> {
    check(&campaign, &draft)?;
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    draft.desk.delivered = delivered(&log, &campaign)?;
    let entry = draft.clone().seal(campaign.last.as_ref());
    let committed = log.commit(&entry, campaign.last.as_ref())?;
    let mut campaign = campaign;
    campaign.last = Some(committed);
    campaign.parts.extend(draft.parts);
    campaign.table = campaign.again()?;
    Ok(campaign)
}

/// Up to which entry all mails have been sent or have failed for good: so that delivering never
/// walks through old entries.
fn delivered(log: &CampaignLog<'_>, campaign: &Campaign) -> Result<Option<u32>, Stuck> {
    let Some(last) = &campaign.last else {
        return Ok(None);
    };
    let unsent = log.unsent(last.note.desk.delivered)?;
    Ok(match unsent.first() {
        Some(unsent) => unsent.entry.checked_sub(1),
        None => Some(last.note.number),
    })
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
