//! Who sits where, as the desk has taken it, and what campaign.toml says else: an edit by hand,
//! taken as `packetboat replace` would do it, once the file has been left alone for a minute.
//!
//! Not here: giving a seat to somebody (`players`).

use super::campaign::Campaign;
use super::errors::CampaignError;
use super::open::Club;
use crate::clock::Moment;
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::config::campaign::{CampaignConfig, Holder};
use crate::config::edit::with_holder;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::store::desk_state::{DeskState, Stop};
use crate::store::fs::Fs;
use crate::store::layout::CampaignDir;
use anyhow::Context;

/// How long a file must have rested before what is odd in it is not a half-written save.
const SETTLES: Length = Length::minutes(1);

/// How a robot is written in the record. No player is written so: after a name comes an address.
const ROBOT: &str = "robot";

/// Who had a seat when the desk last looked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listed {
    /// A person.
    Player {
        /// The name.
        name: String,
        /// Where the mail went.
        address: Address,
    },
    /// The program.
    Robot,
}

/// What campaign.toml says of the roster that the desk has not taken yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edits {
    /// The text stays as it is.
    Nothing,
    /// Something, or the file is cut short, but it was changed a moment ago: somebody may be at it.
    Unsettled,
    /// Somebody else sits in these seats, or has another address.
    Settled(Vec<Seat>),
}

/// Whether the record says who sits where; entries of before did not.
fn is_kept(desk: &DeskState) -> bool {
    desk.seats.any(|it| it.roster.is_some())
}

/// Notes who sits where, where the record does not say yet.
pub fn begin(desk: &mut DeskState, config: &CampaignConfig) {
    if !is_kept(desk) {
        for (seat, holder) in &config.seats {
            desk.seats.of(*seat).roster = Some(written(holder));
        }
    }
}

/// A holder as the record keeps it: `Ana <ana@example.org>`.
pub fn written(holder: &Holder) -> String {
    match holder {
        Holder::Robot | Holder::Open => ROBOT.to_owned(),
        Holder::Player(player) => player.who().to_string(),
    }
}

/// Who had a seat when the desk last looked; where the record does not say, who has it now.
pub fn listed(campaign: &Campaign, seat: Seat) -> Option<Listed> {
    let now = campaign.config.seats.get(&seat).map(written);
    let text = campaign.note().desk.seats.get(seat).roster.clone();
    let text = text.or(now)?;
    if text == ROBOT {
        return Some(Listed::Robot);
    }
    let (name, address) = text.rsplit_once(" <")?;
    let address = address.trim_end_matches('>').parse().ok()?;
    let name = name.to_owned();
    Some(Listed::Player { name, address })
}

/// What campaign.toml says that the desk has not taken yet. Other keys count at once. An address
/// that a player has confirmed is not an edit: the program itself puts it there.
pub fn edits(club: &Club, campaign: &Campaign, now: Moment) -> Edits {
    let desk = &campaign.note().desk;
    if desk.stop == Stop::Over || !is_kept(desk) {
        return Edits::Nothing;
    }
    let confirmed = |seat: &Seat, holder: &Holder| match (holder, listed(campaign, *seat)) {
        (Holder::Player(player), Some(Listed::Player { name, .. })) => {
            let to = desk.seats.get(*seat).moving.as_ref();
            name == player.name && to.is_some_and(|it| player.address.same_as(it))
        }
        _ => false,
    };
    let seats = campaign.config.seats.iter();
    let edited = seats.filter(|(seat, holder)| {
        let kept = desk.seats.get(**seat).roster.as_ref();
        kept != Some(&written(holder)) && !confirmed(seat, holder)
    });
    let edited: Vec<Seat> = edited.map(|it| *it.0).collect();
    let settled = !is_unsettled(&*club.fs, &campaign.dir, now);
    if settled && !edited.is_empty() {
        Edits::Settled(edited)
    } else if !settled && (!edited.is_empty() || is_cut_short(&*club.fs, &campaign.dir)) {
        Edits::Unsettled
    } else {
        Edits::Nothing
    }
}

/// `campaign.toml` with another holder in the seat, checked as if it had been read.
///
/// # Errors
/// A file that has no such seat, or does not read; the disk's.
pub fn edited(
    club: &Club,
    campaign: &Campaign,
    seat: Seat,
    holder: &Holder,
) -> anyhow::Result<String> {
    let path = campaign.dir.config();
    let text = club.fs.read(&path);
    let text = text.with_context(|| format!("reading {}", path.display()))?;
    let file = campaign.dir.shown(&path);
    let text = with_holder(&file, &String::from_utf8_lossy(&text), seat, holder);
    let text = text.map_err(|it| Fault::usage(it.to_string()))?;
    CampaignConfig::parse(&file, &text).map_err(|it| Fault::usage(it.to_string()))?;
    Ok(text)
}

/// Why a campaign does not open, if it may well do so at the next tick: its campaign.toml does not
/// read. An editor may be about to save it; nothing was played by it, so nothing need be halted
/// until somebody says that it is mended.
pub fn unread(dir: &CampaignDir, stuck: CampaignError) -> CampaignError {
    let CampaignError::Broken { what, steps } = stuck else {
        return stuck;
    };
    if is_about_config(dir, &what) {
        CampaignError::Unsettled([&[what], &*steps].concat().join("; "))
    } else {
        CampaignError::Broken { what, steps }
    }
}

/// Whether what is wrong with a campaign is its campaign.toml.
pub fn is_about_config(dir: &CampaignDir, what: &str) -> bool {
    what.starts_with(&dir.shown(&dir.config()))
}

/// Whether campaign.toml ends in the middle of a line, as no editor leaves it: what is there
/// may read well without what is still to come.
fn is_cut_short(fs: &dyn Fs, dir: &CampaignDir) -> bool {
    let text = fs.read(&dir.config());
    text.is_ok_and(|it| !it.ends_with(b"\n"))
}

/// Whether campaign.toml was changed, or taken away, within the last minute.
pub fn is_unsettled(fs: &dyn Fs, dir: &CampaignDir, now: Moment) -> bool {
    let looks = fs.stat(&dir.config()).or_else(|_| fs.stat(dir.root()));
    // Where the disk's clock is quite another, as in rehearsals, nothing is known of it.
    looks.is_ok_and(|it| it.modified.abs_diff(now.seconds()) < u64::from(SETTLES.seconds()))
}

/// That several seats write to one address: allowed, and seldom meant.
pub fn shared_addresses(config: &CampaignConfig) -> String {
    let players: Vec<_> = config
        .seats
        .iter()
        .filter_map(|(seat, holder)| match holder {
            Holder::Player(player) => Some((seat, player)),
            Holder::Robot | Holder::Open => None,
        })
        .collect();
    let mut text = String::new();
    for (at, (seat, player)) in players.iter().enumerate() {
        let same = |entry: &&(&Seat, _)| {
            let (_, other): &(&Seat, &crate::config::campaign::Player) = entry;
            other.address.same_as(player.address.as_str())
        };
        if players[..at].iter().any(|it| same(&it)) {
            continue;
        }
        let others: Vec<&str> = players[at + 1..]
            .iter()
            .filter(same)
            .map(|it| it.0.as_str())
            .collect();
        if !others.is_empty() {
            text += &format!(
                "Note: {} has more than one seat, {seat} and {}, and sees everything that either \
                 of them sees.\n",
                player.address,
                others.join(", ")
            );
        }
    }
    text
}
