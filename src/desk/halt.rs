//! A campaign that cannot go on: it stands still, the referee is told once, the others go on.
//!
//! Not here: what is wrong (`campaign::Stuck`), and letting it go on (`referee::release`).

use super::open::Club;
use super::post_box;
use crate::clock::Moment;
use crate::engine::seat::Seat;
use crate::store::fs::{Access, exists, make_dir, replace};
use crate::store::layout::CampaignId;
use anyhow::Context;

/// Halts a campaign: the file `HALTED` first, then a mail to the referee. Returns what `HALTED`
/// says. One that is halted already stays as it is.
///
/// # Errors
/// The disk's; then the next tick finds the same and tries again.
pub fn halt(
    club: &Club,
    id: &CampaignId,
    what: &str,
    steps: &[String],
    now: Moment,
) -> anyhow::Result<String> {
    let dir = club.layout.campaign(id);
    let path = dir.halted();
    if exists(&*club.fs, &path) {
        let there = club.fs.read(&path);
        let there = there.with_context(|| format!("reading {}", path.display()))?;
        return Ok(String::from_utf8_lossy(&there).into_owned());
    }
    let text = for_people(club, id, what, steps, now);
    make_dir(&*club.fs, dir.root())?;
    replace(&*club.fs, &path, text.as_bytes(), Access::Shared)
        .with_context(|| format!("writing {}", path.display()))?;
    tell_referee(club, id, &text, now)?;
    Ok(text)
}

/// Tells the referee, once for each halt, what `HALTED` says. Every tick makes sure of it: the
/// power may have been cut behind `HALTED`.
///
/// # Errors
/// The disk's.
pub fn tell_referee(club: &Club, id: &CampaignId, halted: &str, now: Moment) -> anyhow::Result<()> {
    let letter = post_box::DeskLetter {
        key: &key(id, "referee", halted),
        campaign: id.as_str(),
        to: club.config.club.referee.as_str(),
        to_name: "Referee",
        subject: &format!("[{id}] the campaign stands still and needs you"),
        text: halted,
    };
    post_box::put(club, &letter, now)
}

/// The name of a mail about one halt, which begins at a moment and so has a text of its own.
fn key(id: &CampaignId, reader: &str, halted: &str) -> String {
    let hash = blake3::hash(halted.as_bytes()).to_hex();
    format!("{id}.halted.{reader}.{}", &hash.as_str()[..12])
}

fn for_people(club: &Club, id: &CampaignId, what: &str, steps: &[String], now: Moment) -> String {
    let at = now.for_people(club.config.club.zone, now);
    let folder = club.layout.campaign(id);
    let mut text =
        format!("The campaign {id} stands still since {at}.\n\n{what}\n\nWhat to do:\n",);
    for step in steps {
        text.push_str(&format!("- {step}\n"));
    }
    text.push_str(&format!(
        "- look with `packetboat verify {id}`\n\
         - when it is mended: `packetboat release {id}`\n\n\
         Nothing was overwritten. Mail for the campaign waits, and\n\
         players who write are told that it stands still. The other campaigns go on.\n\
         Its folder: {}\n",
        folder.root().display()
    ));
    text
}

/// Tells a player, once for each halt, that the campaign stands still and the mail waits.
///
/// # Errors
/// The disk's.
pub fn tell_player(
    club: &Club,
    id: &CampaignId,
    seat: Seat,
    player: &crate::config::campaign::Player,
    halted: &str,
    now: Moment,
) -> anyhow::Result<()> {
    let text = format!(
        "Your mail for {id} has arrived and waits.\n\n\
         The campaign stands still until the referee has looked at a\n\
         fault in its files. Nothing is lost, and you need not send your\n\
         mail again: it is read when the campaign goes on, and counts as\n\
         having arrived when it did.\n",
    );
    let letter = post_box::DeskLetter {
        key: &key(id, seat.as_str(), halted),
        campaign: id.as_str(),
        to: player.address.as_str(),
        to_name: &player.name,
        subject: &format!("[{id}] the campaign stands still; your mail waits"),
        text: &text,
    };
    post_box::put(club, &letter, now)
}
