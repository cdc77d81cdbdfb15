//! Who plays in the club, by address.

use super::campaign::Roster;
use super::open::Club;
use crate::config::campaign::Player;
use crate::engine::seat::Seat;
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;

/// Who plays in the club, by address: read once a tick, and only if a mail went astray, or if it
/// decides whether one is answered.
pub struct Addresses<'c> {
    club: &'c Club,
    ids: Vec<CampaignId>,
    /// By address in small letters; `None`: not asked for yet.
    players: Option<BTreeMap<String, Registered>>,
}

/// A registered player, who may play in several campaigns.
#[derive(Clone)]
pub struct Registered {
    /// As the first of them names the player.
    pub player: Player,
    /// In each, the first seat with this address.
    pub seats: Vec<(CampaignId, Seat)>,
}

impl<'c> Addresses<'c> {
    /// Those in these campaigns. Nothing is read yet.
    pub fn new(club: &'c Club, ids: Vec<CampaignId>) -> Self {
        Addresses {
            club,
            ids,
            players: None,
        }
    }

    /// Whether somebody with this address, in small letters, plays in one of them.
    pub fn has(&mut self, address: &str) -> bool {
        self.players().contains_key(address)
    }

    fn players(&mut self) -> &BTreeMap<String, Registered> {
        self.players
            .get_or_insert_with(|| read(self.club, &self.ids))
    }

    /// The player with this address.
    pub fn registered(&mut self, address: &str) -> Option<Registered> {
        self.players().get(&address.to_ascii_lowercase()).cloned()
    }
}

/// All registered players. A campaign that cannot be read has none: its own mail says so.
fn read(club: &Club, ids: &[CampaignId]) -> BTreeMap<String, Registered> {
    let mut players: BTreeMap<String, Registered> = BTreeMap::new();
    for id in ids {
        let Ok(roster) = Roster::open(&*club.fs, &club.layout.campaign(id)) else {
            continue;
        };
        for (seat, player) in roster.players() {
            let address = player.address.as_str().to_ascii_lowercase();
            let registered = players.entry(address).or_insert_with(|| Registered {
                player: player.clone(),
                seats: Vec::new(),
            });
            if registered.seats.last().is_none_or(|it| it.0 != *id) {
                registered.seats.push((id.clone(), seat));
            }
        }
    }
    players
}
