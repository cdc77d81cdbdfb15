//! A campaign that cannot go on: it is halted, the referee is notified once, the others go on.
//!
//! Not here: what is wrong (`errors`), and letting it go on (`pause::release`).

use super::desk_letters::{self, DeskLetter, Reader};
use crate::clock::Moment;
use crate::config::campaign::Player;
use crate::desk::club::open::Club;
use crate::desk::club::roster;
use crate::engine::seat::Seat;
use crate::report::DeskMail;
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
    let mail = DeskMail::Halted {
        since: now.for_people(club.config.club.zone, now),
        why: what.to_owned(),
        steps: steps.to_vec(),
        folder: club.layout.shown(dir.root()),
    };
    let text = desk_letters::render(club, &to_referee(id, "", &mail))?;
    make_dir(&*club.fs, dir.root())?;
    replace(&*club.fs, &path, text.as_bytes(), Access::Shared)
        .with_context(|| format!("writing {}", path.display()))?;
    notify_referee(club, id, &text, now)?;
    Ok(text)
}

/// Notifies the referee, once for each halt, of what `HALTED` says. Every tick makes sure of it:
/// the power may have been cut after `HALTED`.
///
/// # Errors
/// The disk's.
pub fn notify_referee(
    club: &Club,
    id: &CampaignId,
    halted: &str,
    now: Moment,
) -> anyhow::Result<()> {
    // The subject says no more than that; the text is that of the file.
    let mail = DeskMail::Halted {
        since: String::new(),
        why: String::new(),
        steps: Vec::new(),
        folder: String::new(),
    };
    let key = key(id, "referee", halted);
    desk_letters::put_text(club, &to_referee(id, &key, &mail), halted, now)
}

/// What is said of a campaign whose campaign.toml cannot be read: it waits for the person who
/// edits that. If nobody is at it, the referee is notified by mail, once a day for each mistake.
///
/// # Errors
/// The disk's.
pub fn unread(club: &Club, id: &CampaignId, why: &str, now: Moment) -> anyhow::Result<String> {
    if roster::is_unsettled(&*club.fs, &club.layout.campaign(id), now) {
        let again = "it was changed a moment ago, and is read again at the next tick";
        return Ok(format!("{why}; {again}"));
    }
    let mail = DeskMail::Unread {
        why: why.to_owned(),
    };
    let day = now.date(club.config.club.zone);
    let key = key(id, "unread", &format!("{day} {why}"));
    desk_letters::put(club, &to_referee(id, &key, &mail), now)?;
    let again = "the campaign waits, and each tick reads it again";
    Ok(format!("{why}; {again}"))
}

/// The name of a mail about one halt, which begins at a moment and so has a text of its own.
fn key(id: &CampaignId, reader: &str, halted: &str) -> String {
    let hash = blake3::hash(halted.as_bytes()).to_hex();
    format!("{id}.halted.{reader}.{}", &hash.as_str()[..12])
}

fn to_referee<'a>(id: &'a CampaignId, key: &'a str, mail: &'a DeskMail) -> DeskLetter<'a> {
    DeskLetter {
        key,
        about: Some(id),
        to: Reader::Referee,
        mail,
    }
}

/// Notifies a player, once for each halt, that the campaign is halted and the mail waits.
///
/// # Errors
/// The disk's.
pub fn notify_player(
    club: &Club,
    id: &CampaignId,
    seat: Seat,
    player: &Player,
    halted: &str,
    now: Moment,
) -> anyhow::Result<()> {
    let letter = DeskLetter {
        key: &key(id, seat.as_str(), halted),
        about: Some(id),
        to: Reader::Player(player),
        mail: &DeskMail::Waits,
    };
    desk_letters::put(club, &letter, now)
}
