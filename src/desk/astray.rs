//! A player's mail that finds no campaign: its owner is told, at the registered address.
//!
//! Strangers are never answered, and nobody more than once a day: the address in `From` proves
//! nothing, so it only chooses which registered player is told.

use super::campaign::Roster;
use super::ledger::Line;
use super::open::Club;
use super::post_box::{self, DeskLetter};
use super::route::ASTRAY;
use crate::clock::Moment;
use crate::config::campaign::Player;
use crate::engine::seat::Seat;
use crate::report::{DeskFrame, DeskMail};
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;

/// Who plays in the club, by address: read once a tick, and only if a mail went astray.
pub struct Addresses<'c> {
    club: &'c Club,
    ids: Vec<CampaignId>,
    /// By address in small letters; `None`: not asked for yet.
    players: Option<BTreeMap<String, Registered>>,
}

/// A registered player, who may play in several campaigns.
struct Registered {
    /// As the first of them names the player.
    player: Player,
    /// In each, the first seat with this address.
    seats: Vec<(CampaignId, Seat)>,
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

    /// Tells the player whose address a mail came from that it belongs to no campaign.
    ///
    /// # Errors
    /// The disk's.
    pub fn tell(&mut self, line: &Line, now: Moment) -> anyhow::Result<()> {
        if line.class != ASTRAY || line.from.is_empty() {
            return Ok(());
        }
        let players = self
            .players
            .get_or_insert_with(|| read(self.club, &self.ids));
        match players.get(&line.from.to_ascii_lowercase()) {
            Some(registered) => tell(self.club, registered, line, now),
            None => Ok(()),
        }
    }
}

/// All registered players. A campaign that cannot be read has none: its own mail tells so.
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

fn tell(club: &Club, to: &Registered, line: &Line, now: Moment) -> anyhow::Result<()> {
    let Registered { player, seats } = to;
    let frame = DeskFrame {
        club: club.config.club.name.clone(),
        campaign: String::new(),
        player: player.name.clone(),
    };
    let openers = seats.iter();
    let openers = openers.map(|(id, seat)| format!("#orders {id} {seat} turn ..."));
    let mail = DeskMail::Astray {
        why: line.why.clone(),
        openers: openers.collect(),
    };
    let key = format!("astray.{}", post_box::today(player.address.as_str(), now));
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
