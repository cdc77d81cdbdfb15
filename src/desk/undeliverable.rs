//! A mail that can never be delivered: the referee is told, once a day for each address at most.
//!
//! Not here: sending (`deliver`), and the mark that says so (`store::outbox`).

use super::campaign::Roster;
use super::open::Club;
use super::post_box::{self, DeskLetter};
use crate::clock::{Moment, Zone};
use crate::mail::ours;
use crate::report::{DeskFrame, DeskMail};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::outbox::Unsent;

/// Tells the referee of a mail that was refused for good. A mail to the referee is told to nobody:
/// `status` shows it.
///
/// # Errors
/// The disk's.
pub fn tell(
    club: &Club,
    (id, dir): (&CampaignId, &CampaignDir),
    mail: &Unsent,
    bytes: &[u8],
    why: &str,
    now: Moment,
) -> anyhow::Result<()> {
    let Some(seat) = mail.note.seat else {
        return Ok(());
    };
    let hash = blake3::hash(mail.note.to.to_lowercase().as_bytes());
    let day = now.date(Zone::UTC);
    let key = format!("{id}.undeliverable.{day}.{}", &hash.to_hex().as_str()[..12]);
    let roster = Roster::open(&*club.fs, dir).ok();
    let name = roster.and_then(|it| Some(it.player(seat)?.name.clone()));
    let frame = DeskFrame {
        club: club.config.club.name.clone(),
        campaign: id.to_string(),
        player: String::new(),
    };
    let about = DeskMail::Undeliverable {
        to: format!(
            "{}, {}",
            name.unwrap_or_else(|| seat.to_string()),
            mail.note.to
        ),
        seat: seat.to_string(),
        subject: ours(bytes).subject,
        key: mail.note.key.to_string(),
        entry: mail.entry,
        why: why.to_owned(),
    };
    let letter = DeskLetter {
        key: &key,
        campaign: id.as_str(),
        to: club.config.club.referee.as_str(),
        to_name: "Referee",
        subject: &about.subject(&frame),
        text: &post_box::render(club, &frame, &about)?,
    };
    post_box::put(club, &letter, now)
}
