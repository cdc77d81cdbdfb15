//! A player's mail that finds no campaign: its owner is told, at the registered address.
//!
//! Strangers are never answered, and nobody more than once a day: the address in `From` proves
//! nothing, so it only chooses which registered player is told.

use super::campaign::Roster;
use super::ledger::Line;
use super::open::Club;
use super::post_box::{self, DeskLetter};
use super::route::ASTRAY;
use crate::clock::{Moment, Zone};
use crate::config::campaign::Player;
use crate::report::{DeskFrame, DeskMail};
use crate::store::layout::CampaignId;

/// Tells the player whose address a mail came from that it belongs to no campaign.
///
/// # Errors
/// The disk's.
pub fn tell(club: &Club, ids: &[CampaignId], line: &Line, now: Moment) -> anyhow::Result<()> {
    if line.class != ASTRAY || line.from.is_empty() {
        return Ok(());
    }
    let mut openers = Vec::new();
    let mut told: Option<Player> = None;
    for id in ids {
        let Ok(roster) = Roster::open(&*club.fs, &club.layout.campaign(id)) else {
            continue;
        };
        if let Some((seat, player)) = roster.by_address(&line.from) {
            openers.push(format!("#orders {id} {seat} turn ..."));
            told = told.or_else(|| Some(player.clone()));
        }
    }
    let Some(player) = told else {
        return Ok(());
    };
    let frame = DeskFrame {
        club: club.config.club.name.clone(),
        campaign: String::new(),
        player: player.name.clone(),
    };
    let mail = DeskMail::Astray {
        why: line.why.clone(),
        openers,
    };
    let hash = blake3::hash(player.address.as_str().to_lowercase().as_bytes());
    let key = format!(
        "astray.{}.{}",
        now.date(Zone::UTC),
        &hash.to_hex().as_str()[..12]
    );
    let letter = DeskLetter {
        key: &key,
        campaign: "desk",
        to: player.address.as_str(),
        to_name: &player.name,
        subject: &mail.subject(&frame),
        text: &post_box::render(club, &frame, &mail)?,
    };
    post_box::put(club, &letter, now)
}
