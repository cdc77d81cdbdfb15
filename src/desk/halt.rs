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

/// Halts a campaign: a mail to the referee, then the file `HALTED`. Once for each reason.
///
/// # Errors
/// The disk's; then the next tick finds the same and tries again.
pub fn halt(
    club: &Club,
    id: &CampaignId,
    what: &str,
    steps: &[String],
    now: Moment,
) -> anyhow::Result<()> {
    let dir = club.layout.campaign(id);
    if exists(&*club.fs, &dir.halted()) {
        return Ok(());
    }
    let text = for_people(club, id, what, steps, now);
    let hash = blake3::hash(format!("{what}{now}").as_bytes());
    let key = format!("{id}.halted.referee.{}", &hash.to_hex().as_str()[..12]);
    let letter = post_box::DeskLetter {
        key: &key,
        campaign: id.as_str(),
        to: club.config.club.referee.as_str(),
        to_name: "Referee",
        subject: &format!("[{id}] the campaign stands still and needs you"),
        text: &text,
    };
    post_box::put(club, &letter, now)?;
    make_dir(&*club.fs, dir.root())?;
    replace(&*club.fs, &dir.halted(), text.as_bytes(), Access::Shared)
        .with_context(|| format!("writing {}", dir.halted().display()))
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
         Nothing was overwritten. Mail for the campaign waits, and its\n\
         players are told that it stands still. The other campaigns go on.\n\
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
    let hash = blake3::hash(halted.as_bytes());
    let key = format!("{id}.halted.{seat}.{}", &hash.to_hex().as_str()[..12]);
    let text = format!(
        "Your mail for {id} has arrived and waits.\n\n\
         The campaign stands still until the referee has looked at a\n\
         fault in its files. Nothing is lost, and you need not send your\n\
         mail again: it is read when the campaign goes on, and counts as\n\
         having arrived when it did.\n",
    );
    let letter = post_box::DeskLetter {
        key: &key,
        campaign: id.as_str(),
        to: player.address.as_str(),
        to_name: &player.name,
        subject: &format!("[{id}] the campaign stands still; your mail waits"),
        text: &text,
    };
    post_box::put(club, &letter, now)
}
