//! Which pictures go out with a report or an answer.
//!
//! Not here: what a picture shows (`games`), and how it is painted (`painting`).

use super::builder::EntryBuilder;
use crate::config::campaign::Want;
use crate::desk::club::errors::CampaignError;
use crate::engine::scene::Picture;
use crate::engine::seat::{Seat, Viewer};

/// Letters of the hash by which a picture is known again.
const MARK_LETTERS: usize = 16;

/// The pictures that go out with a seat's report: all that it wants, but those that go out only
/// changed and are as they were.
///
/// # Errors
/// A journal that cannot be read.
pub(crate) fn of_report(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    since: Option<u32>,
) -> Result<Vec<Picture>, CampaignError> {
    let mut pictures = all(work, seat, since)?;
    let shown = &mut work.desk.seats.of(seat).pictures;
    pictures.retain(|picture| {
        let mark = mark(picture);
        !picture.if_changed || shown.insert(picture.name.clone(), mark.clone()) != Some(mark)
    });
    Ok(pictures)
}

/// The pictures of how things are, without what was heard: for an answer without a story, so that
/// its cost does not grow with the campaign. None while reports wait for the referee.
///
/// # Errors
/// A journal that cannot be read.
pub(crate) fn now(work: &EntryBuilder<'_>, seat: Seat) -> Result<Vec<Picture>, CampaignError> {
    if work.desk.is_under_review() {
        Ok(Vec::new())
    } else {
        all(work, seat, work.campaign.next_number().checked_sub(1))
    }
}

/// All pictures of what a seat sees and has heard since an entry; none if it does not want them.
///
/// # Errors
/// A journal that cannot be read.
fn all(
    work: &EntryBuilder<'_>,
    seat: Seat,
    since: Option<u32>,
) -> Result<Vec<Picture>, CampaignError> {
    if !work.wants(Some(seat), Want::Html) || !work.club.config.attachments {
        return Ok(Vec::new());
    }
    let campaign = &*work.campaign;
    let viewer = Viewer::Seat(seat);
    let journals = match campaign.last {
        Some(_) => campaign.heard(&*work.club.fs, (viewer, &work.desk), since)?,
        None => Vec::new(),
    };
    let table = campaign.table_of(viewer, &work.desk);
    let pictures = table.pictures(viewer, &journals);
    let mut pictures = pictures
        .map_err(|it| CampaignError::broken(it.to_string(), &["restore the file from a backup"]))?;
    pictures.extend(table.course(viewer, &work.desk.course));
    Ok(pictures)
}

fn mark(picture: &Picture) -> String {
    let hash = blake3::hash(picture.written().as_bytes());
    hash.to_hex().as_str()[..MARK_LETTERS].to_owned()
}
