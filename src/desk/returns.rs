//! Where mails to a seat come back to when they cannot be delivered: an address of its own, so that
//! whoever's mail comes back is known without trusting what is written in it.
//!
//! Not here: what came back (`bounces`), and how the address is spelt (`mail::address`).

use super::campaign::read_text;
use super::open::Club;
use crate::config::secret::SecretConfig;
use crate::engine::seat::Seat;
use crate::mail::address::SeatAddress;
use crate::mail::token::TokenKey;
use crate::store::layout::{CampaignDir, CampaignId};

/// The bounce addresses of one campaign.
pub struct Returns<'a> {
    club: &'a Club,
    id: &'a CampaignId,
    /// `None` if its secrets cannot be read: then mails come back to the club's own address.
    secret: Option<SecretConfig>,
}

impl<'a> Returns<'a> {
    /// Those of the campaign in this folder.
    pub fn of(club: &'a Club, id: &'a CampaignId, dir: &CampaignDir) -> Self {
        let text = read_text(&*club.fs, dir, &dir.secret()).ok();
        let file = dir.shown(&dir.secret());
        let secret = text.and_then(|it| SecretConfig::parse(&file, &it).ok());
        Returns { club, id, secret }
    }

    /// Where mails to this seat come back to; those to the referee have no address of their own.
    pub fn address(&self, seat: Option<Seat>) -> String {
        match (seat, &self.secret) {
            (Some(seat), Some(secret)) => {
                let key = TokenKey::new(secret.token_key.0);
                let token = key.bounce_token(self.id.as_str(), seat, secret.generation(seat));
                let house = &self.club.house;
                house.bounce_address(self.id.as_str(), seat, &token)
            }
            _ => self.club.house.address(),
        }
    }

    /// Whether an address is one that mails to its seat have come from.
    pub fn is_ours(&self, address: &SeatAddress) -> bool {
        self.secret.as_ref().is_some_and(|secret| {
            let key = TokenKey::new(secret.token_key.0);
            let generation = secret.generation(address.seat);
            key.bounce_token(self.id.as_str(), address.seat, generation) == address.token
        })
    }
}
