//! The settings a campaign is played by, as its entries bind them and exports publish them.
//!
//! Entries are for everybody, and names are not: in place of a name is a hash, made with a salt
//! that only the key of the tokens gives. An export gives the salts of the names that may be read,
//! so anyone who has it sees that these players sat there. Not here: their spelling
//! (`config::played`).

use super::campaign::Campaign;
use super::published::Salts;
use crate::config::campaign::{CampaignConfig, Holder, Player};
use crate::engine::dice::hex;
use crate::engine::seat::Seat;
use crate::store::layout::CampaignId;

/// Bytes of a salt.
const SALT_BYTES: usize = 16;

/// What the next entry of a campaign says of them.
pub fn bound(campaign: &Campaign) -> String {
    let named = |seat: Seat, player: &Player| {
        let salt = salt(campaign, seat, &player.name);
        (sealed(&campaign.id, seat, (&salt, &player.name)), false)
    };
    campaign.config.played(&named)
}

/// `campaign.toml` as others may read it, and the salts of the names in it.
///
/// Where the last entry binds settings it is these: who changes campaign.toml later changes nothing
/// that was played, and a name that no entry knows stays out.
pub fn published(campaign: &Campaign, bound: Option<&CampaignConfig>) -> (String, Salts) {
    let mut salts = Salts::new();
    for (seat, holder) in &campaign.config.seats {
        let Holder::Player(player) = holder else {
            continue;
        };
        let salt = salt(campaign, *seat, &player.name);
        let seal = sealed(&campaign.id, *seat, (&salt, &player.name));
        let is_bound = bound.is_some_and(
            |it| matches!(it.seats.get(seat), Some(Holder::Player(held)) if held.name == seal),
        );
        if campaign.public_name(*seat).is_some() && is_bound {
            salts.insert(*seat, salt);
        }
    }
    let named = |seat: Seat, _: &Player| match campaign.public_name(seat) {
        Some(name) if bound.is_none() || salts.contains_key(&seat) => (name.to_owned(), true),
        _ => (campaign.title(seat), false),
    };
    let text = bound.unwrap_or(&campaign.config).played(&named);
    (text, salts)
}

/// Whether the settings of an export are those that its last entry binds.
///
/// # Errors
/// Says what differs.
pub fn check_published(
    campaign: &Campaign,
    bound: &CampaignConfig,
    salts: &Salts,
) -> Result<(), String> {
    let shown = &campaign.config;
    for seat in shown.seats.keys() {
        let (Some(player), Some(Holder::Player(kept))) =
            (campaign.player(*seat), bound.seats.get(seat))
        else {
            continue;
        };
        let is_as_bound = match (player.name_public, salts.get(seat)) {
            (true, Some(salt)) => sealed(&campaign.id, *seat, (salt, &player.name)) == kept.name,
            (false, None) => player.name == campaign.title(*seat),
            _ => false,
        };
        if !is_as_bound {
            return Err(format!(
                "campaign.toml names another player for {seat} than the one who played it"
            ));
        }
    }
    let named = |seat: Seat, _: &Player| match campaign.player(seat) {
        Some(player) => (player.name.clone(), player.name_public),
        None => (String::new(), false),
    };
    let as_bound = CampaignConfig::parse("campaign.toml", &bound.played(&named));
    let no_strays = salts.keys().all(|it| campaign.player(*it).is_some());
    if as_bound.is_ok_and(|it| it == *shown) && no_strays {
        Ok(())
    } else {
        Err("campaign.toml differs from what the campaign was played with".to_owned())
    }
}

/// The settings that an entry binds.
///
/// # Errors
/// A text that is not as [`bound`] makes it.
pub fn read(file: &str, text: &str) -> Result<CampaignConfig, String> {
    let read = CampaignConfig::parse(file, text).map_err(|it| it.to_string())?;
    let sealed = |_: Seat, player: &Player| (player.name.clone(), false);
    match CampaignConfig::parse(file, &read.played(&sealed)) {
        Ok(same) if same == read => Ok(read),
        _ => Err(format!("{file} is not in the form that packetboat writes")),
    }
}

/// What keeps others from guessing a name by its hash. It is made of the name as well, so that the
/// salt of one shows nothing of who sat there before.
fn salt(campaign: &Campaign, seat: Seat, name: &str) -> String {
    let key = &campaign.secret.token_key.0;
    let mut hasher = blake3::Hasher::new_derive_key("packetboat 1 salt of a player's name");
    hasher.update(key);
    hash_all(&mut hasher, &[campaign.id.as_str(), seat.as_str(), name]);
    hex(&hasher.finalize().as_bytes()[..SALT_BYTES])
}

/// What is written in place of a name.
fn sealed(id: &CampaignId, seat: Seat, (salt, name): (&str, &str)) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("packetboat 1 name of a player");
    hash_all(&mut hasher, &[id.as_str(), seat.as_str(), salt, name]);
    hasher.finalize().to_hex().as_str().to_owned()
}

/// Each with its length before it.
fn hash_all(hasher: &mut blake3::Hasher, texts: &[&str]) {
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
}
