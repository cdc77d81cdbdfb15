//! A mail that can never be delivered: the referee is notified, at most once a day per address.
//!
//! Not here: sending (`deliver`), and the mark that says so (`store::outbox`).

use super::desk_letters;
use crate::clock::Moment;
use crate::desk::club::campaign::Roster;
use crate::desk::club::open::Club;
use crate::mail::ours;
use crate::report::DeskMail;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::outbox::Unsent;

/// Notifies the referee of a mail that was refused permanently. A mail to the referee is reported
/// to nobody: `status` shows it.
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
    let key = format!(
        "{id}.undeliverable.{}",
        desk_letters::today(&mail.note.to, now)
    );
    let roster = Roster::open(&*club.fs, dir).ok();
    let name = roster.and_then(|it| Some(it.player(seat)?.name.clone()));
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
    desk_letters::notify_referee(club, Some(id), &key, &about, now)
}
