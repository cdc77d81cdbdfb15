//! Who writes for a seat beside its player: co-players, whom `campaign.toml` names, and a
//! substitute, who plays it for some days.
//!
//! Each has tokens of their own. While there is a substitute the seat's mails go to them and not to
//! the player, whose tokens stay good: a sheet of theirs ends the substitute's time. Not here:
//! finding one (`tick::standbys`), and the end of their time (`turn::substitution`).

use super::campaign::Campaign;
use crate::config::address::Address;
use crate::config::campaign::Partner;
use crate::engine::seat::Seat;
use crate::mail::token::{Token, TokenKey};
use crate::store::desk_state::{DeskState, Stop};

/// What somebody who writes for a seat is to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its player.
    Player,
    /// Somebody who plays it together with them.
    CoPlayer,
    /// Somebody who plays it for them.
    Substitute,
}

/// Somebody who writes for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hand {
    /// Who it is.
    pub who: Partner,
    /// What they are to it.
    pub role: Role,
}

impl Hand {
    /// Whether they have tokens of their own, which are not the player's.
    pub fn is_partner(&self) -> bool {
        self.role != Role::Player
    }
}

/// All who write for a seat: its player, then the others; none for a robot's.
pub fn hands(campaign: &Campaign, desk: &DeskState, seat: Seat) -> Vec<Hand> {
    let Some(player) = campaign.player(seat) else {
        return Vec::new();
    };
    let hand = |who: Partner, role| Hand { who, role };
    let mut all = vec![hand(player.who(), Role::Player)];
    let also = player.also.iter().cloned();
    all.extend(also.map(|it| hand(it, Role::CoPlayer)));
    let substitute = desk.seats.get(seat).substitute.as_ref();
    let substitute = substitute.filter(|it| it.plays);
    all.extend(substitute.map(|it| hand(it.who.clone(), Role::Substitute)));
    all
}

/// Who gets the seat's mails, the one they speak to first: the player, or a substitute in their
/// place, and co-players.
pub fn readers(campaign: &Campaign, desk: &DeskState, seat: Seat) -> Vec<Hand> {
    let mut all = hands(campaign, desk, seat);
    let plays = all.last().is_some_and(|it| it.role == Role::Substitute);
    // Whoever began a game hears how it ended.
    if plays && desk.stop != Stop::Over {
        all.swap_remove(0);
    }
    all
}

/// Who of those who write for a seat has this address.
pub fn by_address(
    campaign: &Campaign,
    desk: &DeskState,
    (seat, address): (Seat, &str),
) -> Option<Hand> {
    let mut all = hands(campaign, desk, seat).into_iter();
    all.find(|it| it.who.address.same_as(address))
}

/// The key of which the tokens of somebody are made: the campaign's own for a player.
pub fn key(campaign: &Campaign, partner: Option<&Address>) -> TokenKey {
    let key = TokenKey::new(campaign.secret.token_key.0);
    match partner {
        Some(address) => key.of_partner(address.as_str()),
        None => key,
    }
}

/// The tokens of all who write for a seat for a sheet: those of mails, and those of buttons.
pub fn tokens(
    campaign: &Campaign,
    desk: &DeskState,
    (seat, sheet): (Seat, &str),
) -> Vec<(Token, Token)> {
    let issue = (campaign.secret.generation(seat), campaign.timeline);
    let id = campaign.id.as_str();
    let of = |key: TokenKey| {
        let token = key.token(id, seat, issue, sheet);
        (token, key.button_token(id, seat, issue, sheet))
    };
    let partners = hands(campaign, desk, seat).into_iter();
    let partners = partners.filter(Hand::is_partner);
    let partners = partners.map(|it| of(key(campaign, Some(&it.who.address))));
    std::iter::once(of(key(campaign, None)))
        .chain(partners)
        .collect()
}
