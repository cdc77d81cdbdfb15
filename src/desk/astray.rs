//! A player's mail that finds no campaign: its owner is told, at the registered address.
//!
//! Strangers are never answered, and nobody more than once a day: the address in `From` proves
//! nothing, so it only chooses which registered player is told.

use super::arrival::Source;
use super::campaign::Roster;
use super::ledger::{self, Line};
use super::open::Club;
use super::post_box::{self, DeskLetter};
use super::seen;
use super::summary::Summary;
use crate::clock::Moment;
use crate::config::campaign::Player;
use crate::engine::seat::Seat;
use crate::report::{DeskFrame, DeskMail};
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;

/// The class, in the ledger, of a person's mail that belongs to no campaign.
pub const ASTRAY: &str = "astray";

/// Who plays in the club, by address: read once a tick, and only if a mail went astray, or if it
/// hangs on it whether one is answered.
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

    /// Whether somebody with this address, in small letters, plays in one of them.
    pub fn has(&mut self, address: &str) -> bool {
        self.players().contains_key(address)
    }

    fn players(&mut self) -> &BTreeMap<String, Registered> {
        self.players
            .get_or_insert_with(|| read(self.club, &self.ids))
    }

    /// Tells the player whose address a mail came from that it belongs to no campaign.
    ///
    /// # Errors
    /// The disk's.
    fn tell(&mut self, line: &Line, now: Moment) -> anyhow::Result<()> {
        if line.class != ASTRAY || line.from.is_empty() {
            return Ok(());
        }
        let club = self.club;
        match self.players().get(&line.from.to_ascii_lowercase()) {
            Some(registered) => tell(club, registered, line, now),
            None => Ok(()),
        }
    }
}

/// Puts mails away that belong to no campaign: their players are told, and the ledger has a line
/// of each.
///
/// # Errors
/// The disk's.
pub fn put_away(
    mut addresses: Addresses<'_>,
    astray: Vec<(Source, Line)>,
    now: Moment,
    summary: &mut Summary,
) -> anyhow::Result<()> {
    let club = addresses.club;
    for (from, line) in &astray {
        addresses.tell(line, now)?;
        if *from == Source::Drop {
            // Whoever drops a file looks here, not into a mailbox.
            let file = format!("drop/{}", line.file);
            let said = summary.changed.entry(file).or_default();
            said.push(line.why.clone());
        }
    }
    // A ledger that cannot be written keeps its own mails waiting, and nothing else.
    if let Err(error) = ledger::add(club, astray.iter().map(|it| it.1.clone()).collect()) {
        summary.wait("desk", format!("{error:#}"));
        return Ok(());
    }
    for (from, line) in astray {
        summary.mails += 1;
        seen::put_away(club, from, &line.file, now)?;
    }
    Ok(())
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
