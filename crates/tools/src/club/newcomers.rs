//! What is known of people who come and go.
//!
//! Not here: what they do (`people`).

use packetboat::store::layout::CampaignId;
use packetboat_core::engine::seat::Seat;
use std::collections::BTreeMap;

/// What is known of people who come and go.
#[derive(Debug, Default)]
pub(super) struct People {
    /// Campaigns that wait for players.
    pub(super) opening: Vec<CampaignId>,
    /// Campaigns whose players have come by mail, and that the referee has not arranged yet.
    pub(super) begun: Vec<CampaignId>,
    /// Codes that came to somebody, by address.
    pub(super) codes: BTreeMap<String, Vec<String>>,
    /// Seats without a player or an offer, and since which tick.
    pub(super) empty: BTreeMap<(CampaignId, Seat), u32>,
}

/// The name that somebody has everywhere: no two have the same, and no other word is one.
pub(super) fn name_of(address: &str) -> String {
    let hash = blake3::hash(address.to_lowercase().as_bytes());
    let bytes = hash.as_bytes();
    format!("Person{:02x}{:02x}{:02x}", bytes[0], bytes[1], bytes[2])
}
