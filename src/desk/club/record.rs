//! How people have kept time over all campaigns of the club.
//!
//! Each campaign counts for itself, seat by seat, in the note of its last entry. Not here: the
//! counting (`entry::keeping`), and the public list, in which only campaigns that are over are
//! (`site::players`).

use super::campaign::Roster;
use super::errors::fault;
use super::open::Club;
use crate::config::campaign::{CampaignConfig, Holder, Partner};
use crate::config::join::may_join;
use crate::report::{Joining, TimeKept};
use crate::store::desk_state::DeskState;
use crate::store::keeping::Keeping;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};

/// How somebody has kept time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Who it is: the newest name, the address.
    pub who: Partner,
    /// Their sheets, and the seats they have left.
    pub kept: TimeKept,
    /// In how many seats anybody has waited for them.
    pub seats: u32,
}

/// How somebody has kept time in one seat.
pub struct AtSeat {
    /// Who it is.
    pub who: Partner,
    /// Whether they agreed that this be shown.
    pub public: bool,
    /// Their sheets, and whether they have left it before the game was over.
    pub kept: TimeKept,
}

fn kept(keeping: Keeping, left: bool) -> TimeKept {
    TimeKept {
        on_time: keeping.on_time,
        late: keeping.late,
        missed: keeping.missed,
        left: u32::from(left),
    }
}

/// Who sits where in a campaign, and what the desk knows of it; its position is not read.
///
/// # Errors
/// A campaign.toml that does not read; an entry that is damaged.
pub fn looked_at(
    club: &Club,
    id: &CampaignId,
    dir: &CampaignDir,
) -> anyhow::Result<(Roster, DeskState)> {
    let roster = Roster::open(&*club.fs, dir).map_err(|it| fault(id, it))?;
    let last = CampaignLog::new(&*club.fs, dir).last()?;
    let last = last.context("it has no entries")?;
    Ok((roster, last.note.desk))
}

/// How all who had seats in a campaign kept time there, those of before first. Whom nobody waited
/// for yet is not there.
pub fn at_seats(config: &CampaignConfig, desk: &DeskState) -> Vec<AtSeat> {
    let mut all = Vec::new();
    for (seat, holder) in &config.seats {
        let record = desk.seats.get(*seat);
        all.extend(record.former.iter().map(|former| AtSeat {
            who: former.who.clone(),
            public: former.public,
            kept: kept(former.keeping, true),
        }));
        let Holder::Player(player) = holder else {
            continue;
        };
        // An edit by hand that waits changes nothing yet.
        let taken = record.roster.as_ref().and_then(|it| it.parse().ok());
        let who = taken.unwrap_or_else(|| player.who());
        if record.left || record.keeping.owed() > 0 {
            all.push(AtSeat {
                public: player.record_public && player.address.same_as(who.address.as_str()),
                who,
                kept: kept(record.keeping, record.left),
            });
        }
    }
    all
}

/// A campaign that could not be read, and why.
pub type Unread = (CampaignId, String);

/// The records of all who have had a seat in a campaign of the club, by address; and the campaigns
/// that could not be read, and why.
///
/// # Errors
/// The disk's, which cannot list them.
pub fn all(club: &Club) -> anyhow::Result<(Vec<Record>, Vec<Unread>)> {
    let mut records: BTreeMap<String, Record> = BTreeMap::new();
    let mut unread = Vec::new();
    let ids = club.campaign_ids()?.into_iter().chain(club.archived_ids()?);
    for id in ids.collect::<BTreeSet<CampaignId>>() {
        let found = club.campaign(id.as_str());
        match found.and_then(|(id, dir)| looked_at(club, &id, &dir)) {
            Ok((roster, desk)) => {
                for at in at_seats(roster.config(), &desk) {
                    let key = at.who.address.as_str().to_lowercase();
                    let record = records.entry(key).or_insert_with(|| Record {
                        who: at.who.clone(),
                        kept: TimeKept::default(),
                        seats: 0,
                    });
                    record.who = at.who;
                    record.kept += at.kept;
                    record.seats += 1;
                }
            }
            Err(error) => unread.push((id, format!("{error:#}"))),
        }
    }
    Ok((records.into_values().collect(), unread))
}

/// How whoever has this address has kept time, as far as campaigns can be read; `None`: nobody has
/// waited for them yet.
///
/// # Errors
/// The disk's.
pub fn of(club: &Club, address: &str) -> anyhow::Result<Option<Record>> {
    let (records, _) = all(club)?;
    let mut records = records.into_iter();
    Ok(records.find(|it| it.who.address.same_as(address)))
}

/// Why the club gives no seat to whoever writes from this address; `None`: it may.
///
/// # Errors
/// The disk's.
pub fn kept_out(club: &Club, address: &str) -> anyhow::Result<Option<Joining>> {
    let settings = &club.config.club;
    if !may_join(&settings.allowed, &settings.banned, address) {
        return Ok(Some(Joining::Refused));
    }
    let Some(percent) = settings.min_on_time else {
        return Ok(None);
    };
    let record = of(club, address)?;
    let late = record.filter(|it| !percent.admits((it.kept.on_time, it.kept.owed())));
    Ok(late.map(|record| Joining::Unreliable {
        percent: percent.get(),
        record: record.kept.said(),
    }))
}
