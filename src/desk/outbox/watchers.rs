//! Who watches a campaign: the observers whom the referee names in `campaign.toml`, and who has
//! asked by mail (`desk/watchers/<campaign>.toml`).
//!
//! Addresses of people who are not players are stored here and in the notes of the mails to them,
//! and nowhere else. Not here: what they write (`watch`), and what they are sent (`publish`).

use crate::clock::Moment;
use crate::config::address::Address;
use crate::config::campaign::CampaignConfig;
use crate::config::public::OBSERVERS_MAX;
use crate::desk::club::desk_file;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::open::Club;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::store::entry::MailKey;
use crate::store::fault::StoreFault;
use crate::store::fs::{Access, remove_if_there};
use crate::store::layout::CampaignId;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::io;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Watchers, 1);

/// What people have said of watching a campaign, by mail.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watchers {
    #[serde(default, rename = "watcher")]
    rows: Vec<WatcherRow>,
}

/// What one of them has said last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WatcherRow {
    /// The address.
    address: Address,
    /// When it was said.
    at: Moment,
    /// By which mail: a second copy says nothing new.
    mail: String,
    /// Whether the mails were to end, of somebody whom the referee has named; others are no longer
    /// here then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    ended: bool,
    /// Whether the referee must let them in: half of the places belong to their domain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    waits: bool,
}

/// What somebody has said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Watches,
    Waits,
    Ended,
}

/// How many are remembered who wait.
const WAITING_MAX: usize = 50;

/// The mails to an observer, for the code that routes what comes back.
pub fn seat() -> Option<Seat> {
    MailKey::OBSERVER.parse().ok()
}

/// Whether a mail of an entry goes to an observer.
pub fn is_to_observer(key: &MailKey) -> bool {
    key.as_str().split('.').nth(2) == Some(MailKey::OBSERVER)
}

impl Watchers {
    /// Reads them; none if nobody ever asked.
    ///
    /// # Errors
    /// The disk's, or a file that cannot be read.
    pub fn read(club: &Club, id: &CampaignId) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.watchers(id), SHAPE)
    }

    /// Keeps them.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&self, club: &Club, id: &CampaignId) -> anyhow::Result<()> {
        let path = club.layout.watchers(id);
        desk_file::write(club, &path, SHAPE, self, Access::Private)?;
        Ok(())
    }

    /// All who watch, each once.
    pub fn all(&self, config: &CampaignConfig) -> Vec<Address> {
        let named = config.observers.values().filter(|address| {
            let row = self.row(address.as_str());
            row.is_none_or(|it| !it.ended)
        });
        let asked = self.rows.iter().filter(|it| !it.ended && !it.waits);
        let mut all: Vec<Address> = Vec::new();
        for address in named.chain(asked.map(|it| &it.address)) {
            if !all.iter().any(|it| it.same_as(address.as_str())) {
                all.push(address.clone());
            }
        }
        all.truncate(OBSERVERS_MAX);
        all
    }

    /// How many of those who watch have asked by mail.
    pub fn by_mail(&self, config: &CampaignConfig) -> usize {
        let asked = |it: &&Address| !is_named(config, it.as_str());
        self.all(config).iter().filter(asked).count()
    }

    /// Whether somebody watches.
    pub fn has(&self, config: &CampaignConfig, address: &str) -> bool {
        self.all(config).iter().any(|it| it.same_as(address))
    }

    /// Whether this mail has said so.
    pub fn is_by(&self, address: &str, mail: &str) -> bool {
        self.row(address).is_some_and(|it| it.mail == mail)
    }

    /// Lets somebody watch from now on.
    pub fn add(&mut self, config: &CampaignConfig, address: &Address, (mail, at): (&str, Moment)) {
        self.rows.retain(|it| !it.address.same_as(address.as_str()));
        if !is_named(config, address.as_str()) {
            self.push(address, (mail, at), State::Watches);
        }
    }

    /// Notes that somebody waits for the referee's word; of many the oldest are forgotten.
    pub fn wait(&mut self, address: &Address, (mail, at): (&str, Moment)) {
        self.rows.retain(|it| !it.address.same_as(address.as_str()));
        self.push(address, (mail, at), State::Waits);
        let mut surplus = self.rows.iter().filter(|it| it.waits).count();
        self.rows.retain(|row| {
            let stays = !row.waits || surplus <= WAITING_MAX;
            surplus -= usize::from(!stays);
            stays
        });
    }

    /// How many wait for the referee's word whom campaign.toml does not name.
    pub fn waiting(&self, config: &CampaignConfig) -> usize {
        let waits = |it: &&WatcherRow| it.waits && !is_named(config, it.address.as_str());
        self.rows.iter().filter(waits).count()
    }

    /// Lets somebody watch no longer.
    pub fn end(&mut self, config: &CampaignConfig, address: &Address, (mail, at): (&str, Moment)) {
        self.rows.retain(|it| !it.address.same_as(address.as_str()));
        if is_named(config, address.as_str()) {
            self.push(address, (mail, at), State::Ended);
        }
    }

    fn push(&mut self, address: &Address, (mail, at): (&str, Moment), state: State) {
        self.rows.push(WatcherRow {
            address: address.clone(),
            at,
            mail: mail.to_owned(),
            ended: state == State::Ended,
            waits: state == State::Waits,
        });
    }

    fn row(&self, address: &str) -> Option<&WatcherRow> {
        self.rows.iter().find(|it| it.address.same_as(address))
    }
}

/// Whether the referee names this address.
pub fn is_named(config: &CampaignConfig, address: &str) -> bool {
    config.observers.values().any(|it| it.same_as(address))
}

/// Who is to be sent the public report. Where what they have said cannot be read, nobody is: it
/// keeps no game waiting, and anyone who has ended their mails gets none. `verify` reports it.
///
/// # Errors
/// The disk's.
pub fn watching(
    club: &Club,
    id: &CampaignId,
    config: &CampaignConfig,
) -> Result<Vec<Address>, CampaignError> {
    match Watchers::read(club, id) {
        Ok(watchers) => Ok(watchers.all(config)),
        Err(error) if error.is::<Fault>() => Ok(Vec::new()),
        Err(error) => {
            let error = io::Error::other(format!("{error:#}"));
            Err(StoreFault::disk(&club.layout.watchers(id), error).into())
        }
    }
}

/// Takes somebody off to whom mails cannot be delivered; anyone named by the referee stays.
///
/// # Errors
/// The disk's, or a file that cannot be read.
pub fn unreachable(club: &Club, id: &CampaignId, address: &str) -> anyhow::Result<()> {
    let mut watchers = Watchers::read(club, id)?;
    let before = watchers.rows.len();
    let is_gone = |it: &WatcherRow| !it.ended && it.address.same_as(address);
    watchers.rows.retain(|it| !is_gone(it));
    if watchers.rows.len() == before {
        Ok(())
    } else {
        watchers.keep(club, id)
    }
}

/// Forgets who has watched a campaign that is put away.
///
/// # Errors
/// The disk's.
pub fn forget(club: &Club, id: &CampaignId) -> io::Result<()> {
    remove_if_there(&*club.fs, &club.layout.watchers(id))
}
