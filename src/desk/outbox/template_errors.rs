//! Templates of the club's own that fail: the referee is notified once of each mistake.
//!
//! Not here: what takes their place (`report::Templates`).

use super::desk_letters;
use crate::clock::Moment;
use crate::desk::club::open::Club;
use crate::report::{DeskMail, Templates};

/// Letters of the hash by which a mistake is known again.
const MARK_LETTERS: usize = 16;

/// Notifies the referee of templates that have failed, of each mistake once: the desk's outbox
/// keeps the mail, and a second one of its name is the same.
///
/// # Errors
/// The disk's.
pub(crate) fn notify_referee(
    club: &Club,
    templates: &Templates,
    now: Moment,
) -> anyhow::Result<()> {
    report_of(club, &templates.failed(), now)
}

/// The same of these mistakes.
///
/// # Errors
/// The disk's.
pub(crate) fn report_of(club: &Club, failed: &[String], now: Moment) -> anyhow::Result<()> {
    for failed in failed {
        let key = key(failed);
        let failed = failed.clone();
        if !desk_letters::is_there(club, &key) {
            let mail = DeskMail::Template { failed };
            desk_letters::notify_referee(club, None, &key, &mail, now)?;
        }
    }
    Ok(())
}

/// The name of its mail: of where the mistake is and of what kind, and not of the values it met,
/// which a player may have written.
fn key(failed: &str) -> String {
    let parts: Vec<&str> = failed.splitn(3, ": ").take(2).collect();
    let hash = blake3::hash(parts.join(": ").as_bytes()).to_hex();
    format!("template.referee.{}", &hash.as_str()[..MARK_LETTERS])
}
