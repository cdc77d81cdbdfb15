//! Who stands by for a seat that falls free or needs a substitute, and to whom which seat is
//! offered (`desk/standbys.toml`).
//!
//! Not here: what people write (`inbox::join`), and offering (`tick::standbys`).

use super::desk_file;
use super::open::Club;
use crate::clock::Moment;
use crate::clock::civil::Dates;
use crate::clock::length::Length;
use crate::config::campaign::Partner;
use crate::engine::seat::Seat;
use crate::mail::token::{Token, TokenKey};
use crate::store::fs::{Access, exists};
use crate::store::layout::CampaignId;
use crate::textfile::head::FileKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Standbys, 1);

/// How long a seat is offered to somebody, before it is offered to the next.
pub const OFFERED: Length = Length::hours(48);

/// The list of a club.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandbyList {
    /// The number of the last person or offer.
    #[serde(default)]
    pub number: u32,
    /// The entry up to which each campaign was looked through for seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seen: BTreeMap<CampaignId, u32>,
    /// Who stands by, the first in line first.
    #[serde(default, rename = "standby", skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Standby>,
    /// The seats that somebody is looked for.
    #[serde(default, rename = "vacancy", skip_serializing_if = "Vec::is_empty")]
    pub vacancies: Vec<Vacancy>,
}

/// Somebody who stands by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standby {
    /// Their number on the list.
    pub number: u32,
    /// When their mail came.
    pub at: Moment,
    /// Who it is.
    pub who: Partner,
    /// For which campaign; `None`: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<CampaignId>,
    /// How many offers they have let pass.
    #[serde(default)]
    pub passed: u32,
}

/// A seat that somebody is looked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vacancy {
    /// The campaign.
    pub campaign: CampaignId,
    /// The seat.
    pub seat: Seat,
    /// For which days; `None`: for good.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dates: Option<Dates>,
    /// To whom it is offered now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// What was offered before, and not taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<Offer>,
}

/// A seat that is offered to somebody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// Rises by one with each, so that a code is good for one offer alone.
    pub number: u32,
    /// The number of the person on the list.
    pub to: u32,
    /// Who it is.
    pub who: Partner,
    /// Since when.
    pub at: Moment,
    /// Whether they have said yes.
    #[serde(default)]
    pub taken: bool,
}

impl StandbyList {
    /// Whether a club has one.
    pub fn is_there(club: &Club) -> bool {
        exists(&*club.fs, &club.layout.standbys())
    }

    /// Reads it; empty if it is not there.
    ///
    /// # Errors
    /// The disk's; a file that is damaged.
    pub fn read(club: &Club) -> anyhow::Result<Self> {
        desk_file::read(club, &club.layout.standbys(), SHAPE)
    }

    /// Keeps it.
    ///
    /// # Errors
    /// The disk's.
    pub fn keep(&self, club: &Club) -> anyhow::Result<()> {
        let path = club.layout.standbys();
        Ok(desk_file::write(club, &path, SHAPE, self, Access::Private)?)
    }

    /// The next number.
    pub fn next_number(&mut self) -> u32 {
        self.number += 1;
        self.number
    }
}

/// The code by which somebody takes a seat of a campaign with this key.
pub fn code(key: &TokenKey, vacancy: &Vacancy, offer: &Offer) -> Token {
    let told = format!("standby {} {}", offer.number, offer.who.address);
    key.code(vacancy.campaign.as_str(), vacancy.seat, 0, &told)
}
