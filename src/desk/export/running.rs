//! What is exported of a campaign that goes on: what the public may know, and nothing that was made
//! of anything else.
//!
//! Not here: the record of one that is over (`export`).

use super::settings;
use crate::clock::Moment;
use crate::desk::campaign::Campaign;
use crate::desk::open::Club;
use crate::store::bundle::Files;

/// Settings, data, and the public report of every turn.
pub(super) fn files(club: &Club, campaign: &Campaign, _now: Moment) -> anyhow::Result<Files> {
    settings::files(&*club.fs, campaign)
}
