//! What somebody outside has seen of a campaign's last act: once a page or an export has shown it,
//! it cannot be taken back.
//!
//! Not here: taking acts back (`undo`).

use super::open::Club;
use crate::store::entry::{Cause, InReport, Note};
use crate::store::fs::{Access, replace};
use crate::store::layout::CampaignDir;
use anyhow::Context;

/// The acts that can be taken back.
pub fn can_be_undone(cause: &Cause) -> bool {
    match cause {
        Cause::Founded {}
        | Cause::Ended { .. }
        | Cause::Replaced { standby: false, .. }
        | Cause::Moved { .. }
        | Cause::Extended { .. }
        | Cause::Told {
            in_report: None | Some(InReport::Waits),
            ..
        }
        | Cause::Held { .. } => true,
        Cause::Mail {}
        | Cause::Replaced { standby: true, .. }
        | Cause::Waited { .. }
        | Cause::VotedTime { .. }
        | Cause::VotedEnd { .. }
        | Cause::Resolved { .. }
        | Cause::Reminded { .. }
        | Cause::Released { .. }
        | Cause::Looked {}
        | Cause::Told {
            in_report: Some(InReport::Withdrawn),
            ..
        }
        | Cause::Adopted { .. }
        | Cause::RolledBack { .. }
        | Cause::Renewed { .. }
        | Cause::Booked { .. }
        | Cause::Substituted { .. }
        | Cause::Robots { .. }
        | Cause::Summed { .. }
        | Cause::Unsigned {}
        | Cause::Resent { .. }
        | Cause::Packed {} => false,
    }
}

/// Notes, before a page or an export is made of a campaign, that its last act will be seen, and by
/// whom: `readers of the club's site`.
///
/// # Errors
/// The disk's: what cannot be noted must not be shown.
pub fn about_to_show(
    club: &Club,
    dir: &CampaignDir,
    (note, by): (&Note, &str),
) -> anyhow::Result<()> {
    let archived = dir.root().starts_with(club.layout.archive());
    let known = seen(club, dir).is_some_and(|it| it.0 == note.number);
    if archived || known || !can_be_undone(&note.cause) {
        return Ok(());
    }
    let path = dir.seen_outside();
    let text = format!("{} {by}\n", note.number);
    replace(&*club.fs, &path, text.as_bytes(), Access::Shared)
        .with_context(|| format!("writing {}", path.display()))
}

/// The entry of the act that was seen last, and by whom.
pub fn seen(club: &Club, dir: &CampaignDir) -> Option<(u32, String)> {
    let bytes = club.fs.read(&dir.seen_outside()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (entry, by) = text.trim().split_once(' ')?;
    Some((entry.parse().ok()?, by.to_owned()))
}
