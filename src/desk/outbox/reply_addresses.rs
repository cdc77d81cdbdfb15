//! The secret addresses of the mails to a seat, which are made as a mail is handed over: where it
//! comes back to when it cannot be delivered, and where its reader's answer goes.
//!
//! The first is an address of its own, so that it is known whose mail comes back without trusting
//! what is written in it. The second holds the seat's token, which no mail in the log has: anyone
//! who can read the log can order for nobody. Not here: what came back (`bounces`), and how the
//! addresses are written (`mail::address`).

use super::watchers::{self, is_to_observer};
use crate::config::secret::SecretConfig;
use crate::desk::club::campaign::read_text;
use crate::desk::club::open::Club;
use crate::engine::seat::Seat;
use crate::mail::address::SeatAddress;
use crate::mail::fit;
use crate::mail::token::{Token, TokenKey};
use crate::store::entry::OutNote;
use crate::store::layout::{CampaignDir, CampaignId};

/// The addresses of one campaign.
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

    /// The code of an observer, which ends the mails to this address; `None` if it cannot be made.
    pub fn code(&self, observer: &str) -> Option<Token> {
        let secret = self.secret.as_ref()?;
        let key = TokenKey::new(secret.token_key.0);
        Some(key.watch_token(self.id.as_str(), observer))
    }

    /// Where a mail of an entry comes back to.
    pub fn address_of(&self, note: &OutNote) -> String {
        let code = if is_to_observer(&note.key) {
            self.code(&note.to)
        } else {
            None
        };
        match (watchers::seat(), code) {
            (Some(seat), Some(code)) => {
                let house = &self.club.house;
                house.bounce_address(self.id.as_str(), seat, &code)
            }
            _ => match (note.seat, note.reply.as_ref().filter(|it| it.partner)) {
                (Some(seat), Some(_)) => self.partner_address(seat, &note.to),
                _ => self.address(note.seat),
            },
        }
    }

    /// Where mails come back to that went to somebody who writes for a seat beside its player.
    fn partner_address(&self, seat: Seat, to: &str) -> String {
        let Some(token) = self.partner_token(seat, to) else {
            return self.club.house.address();
        };
        let house = &self.club.house;
        house.bounce_address(self.id.as_str(), seat, &token)
    }

    fn partner_token(&self, seat: Seat, to: &str) -> Option<Token> {
        let secret = self.secret.as_ref()?;
        let key = TokenKey::new(secret.token_key.0).of_partner(to);
        Some(key.bounce_token(self.id.as_str(), seat, secret.generation(seat)))
    }

    /// A mail of the log as it is handed over: with the token of its reader, the same at each time;
    /// `None` if that cannot be made now.
    pub fn ready(&self, note: &OutNote, bytes: Vec<u8>) -> Option<Vec<u8>> {
        let (Some(seat), Some(reply)) = (note.seat, &note.reply) else {
            return Some(bytes);
        };
        let secret = self.secret.as_ref()?;
        let key = TokenKey::new(secret.token_key.0);
        let key = if reply.partner {
            key.of_partner(&note.to)
        } else {
            key
        };
        let id = self.id.as_str();
        let token = key.token(id, seat, (reply.generation, reply.timeline), &reply.sheet);
        let address = |it: &Token| self.club.house.seat_address(id, seat, it).ok();
        let (kept, wanted) = (address(&Token::held_back())?, address(&token)?);
        let bytes = in_head(bytes, kept.as_bytes(), wanted.as_bytes());
        let button = key.button_token(id, seat, (reply.generation, reply.timeline), &reply.sheet);
        let (kept, wanted) = (Token::button_held_back(), button);
        Some(fit::with_links(bytes, kept.as_str(), wanted.as_str()))
    }

    /// Whether an address is one that mails to this person have come from, who writes for its seat
    /// beside the player.
    pub fn is_partners(&self, address: &SeatAddress, partner: &str) -> bool {
        self.partner_token(address.seat, partner).as_ref() == Some(&address.token)
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

/// The mail with `wanted` wherever `kept`, which is as long, is in its headers.
fn in_head(mut bytes: Vec<u8>, kept: &[u8], wanted: &[u8]) -> Vec<u8> {
    let end = bytes.windows(4).position(|it| it == b"\r\n\r\n");
    let head = end.unwrap_or(bytes.len());
    let mut at = 0;
    while let Some(found) = bytes[at..head]
        .windows(kept.len())
        .position(|it| it == kept)
    {
        at += found;
        bytes[at..at + wanted.len()].copy_from_slice(wanted);
        at += wanted.len();
    }
    bytes
}

/// The characters that are in the log in place of a token: none, or one of two kinds.
fn held_back(at: &[u8]) -> usize {
    let kinds = [Token::held_back(), Token::button_held_back()];
    let mut kinds = kinds.iter().map(Token::as_str);
    kinds
        .find(|it| at.starts_with(it.as_bytes()))
        .map_or(0, str::len)
}

/// Whether a mail that left is the one that is kept, with a token in it and its pictures painted:
/// for anyone who checks.
pub fn is_ready(kept: &[u8], left: &[u8]) -> bool {
    let (kept, left) = (fit::comparable(kept), fit::comparable(left));
    let mut at = 0;
    while at < kept.len() || at < left.len() {
        let rest = kept.get(at..).unwrap_or_default();
        let width = held_back(rest).max(1);
        let (Some(was), Some(is)) = (kept.get(at..at + width), left.get(at..at + width)) else {
            return false;
        };
        let token = |it: &[u8]| Token::read_seat(&String::from_utf8_lossy(it)).is_some();
        if was != is && !(width > 1 && token(is)) {
            return false;
        }
        at += width;
    }
    true
}
