//! Pictures as they are painted when a mail is handed over or shown: the log keeps scenes.
//!
//! Not here: which pictures go out with a report (`pictures`), and how one is painted (`report`).

use crate::desk::club::backgrounds::Grounds;
use crate::desk::club::campaign;
use crate::desk::club::open::Club;
use crate::engine::game::Ruleset;
use crate::engine::scene::{Ground, Picture};
use crate::mail::fit;
use crate::report::Painter;
use crate::store::layout::CampaignDir;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::sync::Arc;

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
    pub(crate) fn of_mail(mail: &[u8]) -> Vec<(String, Picture)> {
        let scenes = fit::scenes(mail).into_iter();
        scenes.map(|(cid, scene)| (cid, read(&scene))).collect()
    }

    /// A picture as SVG.
    pub(crate) fn svg(&self, picture: &Picture, rules: Option<&dyn Ruleset>) -> String {
        let ground = ground(picture, rules);
        self.painter.svg(picture, ground.as_deref())
    }

    /// A picture as PNG.
    pub(crate) fn png(&self, picture: &Picture, rules: Option<&dyn Ruleset>) -> Vec<u8> {
        let ground = ground(picture, rules);
        (*self.painter.png(picture, ground.as_ref())).clone()
    }

    /// An HTML page that shows its pictures by itself, for browsers.
    pub(crate) fn in_page(
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
    /// of a later packetboat, is a sheet of paper: its words are beside it.
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

/// What is under a picture.
fn ground(picture: &Picture, rules: Option<&dyn Ruleset>) -> Option<Arc<Ground>> {
    let (name, _) = picture.ground.as_ref()?;
    rules?.ground(name)
}

/// A scene of the log.
pub(crate) fn read(scene: &str) -> Picture {
    serde_json::from_str(scene).unwrap_or_else(|_| {
        let paper = crate::engine::scene::Colour(0x00f3_ebd6);
        Picture::new("picture", (100, 100), paper)
    })
}
