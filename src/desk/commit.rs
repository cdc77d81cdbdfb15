//! From a draft to a committed entry: the self-check, the commit, and the campaign opened anew.
//!
//! Not here: making drafts (`turn_over`, `referee`).

use super::campaign::{Campaign, Stuck, guarded};
use super::guard;
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
    guard::search(club, &campaign, &draft)?;
    let log = CampaignLog::new(&*club.fs, &campaign.dir);
    // So that looking for mails that wait costs nothing as a campaign grows old.
    draft.desk.delivered = log.delivered(draft.desk.delivered)?;
    let entry = draft.clone().seal(campaign.last.as_ref());
    let committed = log.commit(&entry, campaign.last.as_ref())?;
    let mut campaign = campaign;
    campaign.last = Some(committed);
    campaign.parts.extend(draft.parts);
    campaign.table = campaign.again()?;
    Ok(campaign)
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
