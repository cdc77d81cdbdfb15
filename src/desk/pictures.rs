//! Pictures of reports: which go out with a report, and what is put in their place as a mail is
//! handed over.
//!
//! The log keeps scenes: what they look like is painted from them again whenever it is needed. Not
//! here: what a picture shows (`games`), and how it is painted (`report`).

use super::campaign;
use super::grounds::Grounds;
use super::open::Club;
use super::stuck::Stuck;
use super::work::Work;
use crate::config::campaign::Want;
use crate::engine::game::Ruleset;
use crate::engine::scene::{Ground, Picture};
use crate::engine::seat::{Seat, Viewer};
use crate::mail::fit;
use crate::report::Painter;
use crate::store::layout::CampaignDir;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::Arc;

/// Letters of the hash by which a picture is known again.
const MARK_LETTERS: usize = 16;

/// The pictures that go out with a seat's report: all that it wants, but those that go out only
/// changed and are as they were.
///
/// # Errors
/// A journal that cannot be read.
pub(super) fn of_report(
    work: &mut Work<'_>,
    seat: Seat,
    since: Option<u32>,
) -> Result<Vec<Picture>, Stuck> {
    let mut pictures = all(work, seat, since)?;
    let shown = work.desk.pictures.entry(seat).or_default();
    pictures.retain(|it| {
        let mark = mark(it);
        !it.if_changed || shown.insert(it.name.clone(), mark.clone()) != Some(mark)
    });
    if shown.is_empty() {
        work.desk.pictures.remove(&seat);
    }
    Ok(pictures)
}

/// The pictures of how things stand, without what was heard: for an answer that tells no story, so
/// that its cost does not grow with the campaign. None while reports wait for the referee.
///
/// # Errors
/// A journal that cannot be read.
pub(super) fn now(work: &Work<'_>, seat: Seat) -> Result<Vec<Picture>, Stuck> {
    match work.desk.is_under_review() {
        true => Ok(Vec::new()),
        false => all(work, seat, work.campaign.next_number().checked_sub(1)),
    }
}

/// All pictures of what a seat sees and has heard since an entry; none if it does not want them.
///
/// # Errors
/// A journal that cannot be read.
fn all(work: &Work<'_>, seat: Seat, since: Option<u32>) -> Result<Vec<Picture>, Stuck> {
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
    let mut pictures =
        pictures.map_err(|it| Stuck::broken(it.to_string(), &["put the file back from a copy"]))?;
    pictures.extend(table.course(viewer, &work.desk.course));
    Ok(pictures)
}

fn mark(picture: &Picture) -> String {
    let hash = blake3::hash(picture.written().as_bytes());
    hash.to_hex().as_str()[..MARK_LETTERS].to_owned()
}

/// Where pictures are painted, for as long as mails are handed over.
pub struct Easel<'a> {
    club: &'a Club,
    painter: Painter,
}

impl<'a> Easel<'a> {
    /// One on which nothing was painted yet.
    pub fn new(club: &'a Club) -> Self {
        Easel {
            club,
            painter: Painter::new().with(Box::new(Grounds::of(club))),
        }
    }

    /// The pictures of a mail of the log, by what its HTML calls them.
    pub(super) fn of_mail(mail: &[u8]) -> Vec<(String, Picture)> {
        let scenes = fit::scenes(mail).into_iter();
        scenes.map(|(cid, scene)| (cid, read(&scene))).collect()
    }

    /// A picture as SVG.
    pub(super) fn svg(&self, picture: &Picture, rules: Option<&dyn Ruleset>) -> String {
        let ground = ground(picture, rules);
        self.painter.svg(picture, ground.as_deref())
    }

    /// A picture as PNG.
    pub(super) fn png(&self, picture: &Picture, rules: Option<&dyn Ruleset>) -> Vec<u8> {
        let ground = ground(picture, rules);
        (*self.painter.png(picture, ground.as_ref())).clone()
    }

    /// An HTML page that shows its pictures by itself, for browsers.
    pub(super) fn in_page(
        &self,
        html: &str,
        pictures: &[(String, Picture)],
        rules: Option<&dyn Ruleset>,
    ) -> String {
        pictures
            .iter()
            .fold(html.to_owned(), |html, (cid, picture)| {
                let code = STANDARD.encode(self.png(picture, rules));
                html.replace(
                    &format!("cid:{cid}\""),
                    &format!("data:image/png;base64,{code}\""),
                )
            })
    }

    /// A mail of the log with pictures in the place of scenes. A scene that cannot be read, as one
    /// of a later packetboat, is a sheet of paper: its words stand beside it.
    pub fn put_together(&self, (dir, game): (&CampaignDir, &str), mail: Vec<u8>) -> Vec<u8> {
        fit::with_pictures(mail, &|scene| {
            let picture = read(scene);
            let rules = || campaign::rules_of(self.club, dir, game);
            let ground = picture.ground.as_ref();
            let ground = ground.and_then(|it| rules()?.ground(&it.0));
            (*self.painter.png(&picture, ground.as_ref())).clone()
        })
    }
}

/// What lies under a picture.
fn ground(picture: &Picture, rules: Option<&dyn Ruleset>) -> Option<Arc<Ground>> {
    let (name, _) = picture.ground.as_ref()?;
    rules?.ground(name)
}

/// A scene of the log.
pub(super) fn read(scene: &str) -> Picture {
    serde_json::from_str(scene).unwrap_or_else(|_| {
        let paper = crate::engine::scene::Colour(0x00f3_ebd6);
        Picture::new("picture", (100, 100), paper)
    })
}
