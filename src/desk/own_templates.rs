//! Templates of the club's own that fail: the referee is told once of each mistake.
//!
//! Not here: what takes their place (`report::Templates`).

use super::open::Club;
use super::post_box::{self, DeskLetter};
use crate::clock::Moment;
use crate::report::{DeskFrame, DeskMail, Templates};

/// Letters of the hash by which a mistake is known again.
const MARK_LETTERS: usize = 16;

/// Tells the referee of templates that have failed, of each mistake once: the desk's outbox keeps
/// the mail, and a second one of its name is the same.
///
/// # Errors
/// The disk's.
pub(super) fn tell_referee(club: &Club, templates: &Templates, now: Moment) -> anyhow::Result<()> {
    let key = |failure: &str| {
        let hash = blake3::hash(failure.as_bytes());
        format!(
            "template.referee.{}",
            &hash.to_hex().as_str()[..MARK_LETTERS]
        )
    };
    let failed = templates.failed().into_iter();
    let untold = failed.filter(|it| !post_box::is_there(club, &key(it)));
    for failure in untold {
        let mail = DeskMail::Template {
            failed: failure.clone(),
        };
        let frame = DeskFrame {
            club: club.config.club.name.clone(),
            ..DeskFrame::default()
        };
        let letter = DeskLetter {
            key: &key(&failure),
            campaign: "desk",
            to: club.config.club.referee.as_str(),
            to_name: "Referee",
            subject: &mail.subject(&frame),
            text: &post_box::render(club, &frame, &mail)?,
        };
        post_box::put(club, &letter, now)?;
    }
    Ok(())
}
