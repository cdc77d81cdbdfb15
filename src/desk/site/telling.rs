//! A campaign being put into pages: what a viewer saw at a turn, with maps and standings, and who
//! is named.
//!
//! Nobody is named who has not agreed, here and on every page made of this. Not here: which pages
//! there are (`turns`, `finished`).

use super::super::campaign::Campaign;
use super::super::open::Club;
use super::super::stuck::Stuck;
use super::super::work::Work;
use super::tree::Tree;
use crate::desk::history::{History, Published};
use crate::engine::data::DataError;
use crate::engine::game::PageData;
use crate::engine::scene::Picture;
use crate::engine::seat::{Seat, Viewer};
use crate::lang::sheet::SheetNo;
use crate::report::{
    Frame, Head, Link, Painter, PictureAt, Scene, SitePage, Standing, Templates, still as painted,
};
use crate::store::fault::StoreFault;
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;

/// What makes pages.
pub(super) struct Maker<'a> {
    pub(super) club: &'a Club,
    pub(super) templates: &'a Templates,
    pub(super) painter: &'a Painter,
    pub(super) tree: &'a Tree<'a>,
}

/// Files of a campaign, by their names in its folder.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Why pages cannot be made.
pub(super) enum Unmade {
    /// The campaign cannot be read.
    Stuck(Stuck),
    /// A template of ours fails.
    Template(String),
}

impl From<Stuck> for Unmade {
    fn from(it: Stuck) -> Self {
        Unmade::Stuck(it)
    }
}

impl From<StoreFault> for Unmade {
    fn from(it: StoreFault) -> Self {
        Unmade::Stuck(it.into())
    }
}

impl From<DataError> for Unmade {
    fn from(it: DataError) -> Self {
        Unmade::Stuck(Stuck::broken(it.to_string(), &[]))
    }
}

impl From<String> for Unmade {
    fn from(it: String) -> Self {
        Unmade::Template(it)
    }
}

/// A turn with a page, and the campaign as it stood then.
pub(super) struct Turn {
    pub(super) stop: Published,
    pub(super) campaign: Campaign,
    /// Its page, without the ending.
    pub(super) page: String,
    /// `Turn 3`, or `The end`.
    pub(super) title: String,
    /// The sheet it calls for; `None`: the campaign is over.
    pub(super) sheet: Option<SheetNo>,
}

/// A campaign being put into pages.
pub(super) struct Telling<'a> {
    pub(super) maker: &'a Maker<'a>,
    pub(super) id: &'a CampaignId,
    /// As it stands now.
    pub(super) last: Campaign,
    pub(super) history: History,
    pub(super) files: Files,
    /// Whether all of it is opened.
    pub(super) is_over: bool,
    /// The public maps of its turns, for the replay.
    pub(super) scenes: Vec<Scene>,
    /// How many newspapers it has.
    pub(super) issues: usize,
    /// What had to be left out, and why.
    pub(super) left_out: Vec<String>,
}

impl Telling<'_> {
    pub(super) fn day(&self, stop: &Published) -> String {
        stop.at.date(self.maker.club.config.club.zone).to_string()
    }

    pub(super) fn head(&self, title: String, above: bool) -> Head {
        let name = format!("{}, {}", self.id, self.last.card.title);
        Head {
            club: self.maker.club.config.club.name.clone(),
            up: "../",
            title,
            above: match above {
                true => vec![Link::to("index.html", name)],
                false => Vec::new(),
            },
            feed: "feed.xml",
        }
    }

    pub(super) fn put<P: SitePage>(&mut self, name: &str, page: &P) -> Result<(), Unmade> {
        let html = self.maker.templates.site_page(page)?;
        self.files.insert(name.to_owned(), html.into_bytes());
        Ok(())
    }

    /// What a viewer saw at a turn, with all that was told since the one before.
    pub(super) fn seen(&self, turn: &Turn, viewer: Viewer) -> Result<PageData, Unmade> {
        let journals = self.journals(turn)?;
        Ok(turn.campaign.table.page(viewer, &journals)?)
    }

    pub(super) fn journals(&self, turn: &Turn) -> Result<Vec<String>, Unmade> {
        let fs = &*self.maker.club.fs;
        Ok(turn.campaign.journals_after(fs, turn.stop.since)?)
    }

    /// The frame of a report: nobody is named who has not agreed.
    pub(super) fn frame(&self, turn: &mut Turn, viewer: Viewer) -> Frame {
        let at = turn.stop.at;
        let (club, templates) = (self.maker.club, self.maker.templates);
        let work = Work::begin(club, templates, &mut turn.campaign, at);
        let frame = work.frame(viewer.seat());
        frame.for_readers(|it| self.named(it))
    }

    /// The name of a seat's player, if he has agreed that it be shown.
    pub(super) fn named(&self, seat: Seat) -> Option<String> {
        let player = self.last.player(seat)?;
        player.public_name().map(str::to_owned)
    }

    /// What is said of names that were to be shown and are not.
    pub(super) fn unnamed(&self) -> Vec<String> {
        let seats = self.last.config.seats.keys();
        let hidden = seats.filter(|it| {
            let player = self.last.player(**it);
            player.is_some_and(|it| it.name_public && it.public_name().is_none())
        });
        hidden
            .map(|it| format!("the name of {it} is not shown: it holds an @, as addresses do"))
            .collect()
    }

    /// How a seat is printed: its title, and its player where he agreed.
    pub(super) fn titled(&self, seat: Seat) -> String {
        let title = self.last.title(seat);
        match self.named(seat) {
            Some(name) => format!("{title} ({name})"),
            None => title,
        }
    }

    /// The maps of a turn, as files beside its page.
    pub(super) fn pictures(
        &mut self,
        turn: &Turn,
        viewer: Viewer,
        page: &str,
    ) -> Result<Vec<PictureAt>, Unmade> {
        let pictures = self.drawings(turn, viewer)?;
        Ok(self.laid(turn, &pictures, page))
    }

    /// The pictures that a reader is shown at a turn.
    pub(super) fn drawings(&self, turn: &Turn, viewer: Viewer) -> Result<Vec<Picture>, Unmade> {
        let journals = self.journals(turn)?;
        Ok(turn.campaign.table.pictures(viewer, &journals)?)
    }

    /// Lays pictures beside the page that shows them.
    pub(super) fn laid(&mut self, turn: &Turn, all: &[Picture], page: &str) -> Vec<PictureAt> {
        all.iter().map(|it| self.picture(turn, it, page)).collect()
    }

    pub(super) fn picture(&mut self, turn: &Turn, picture: &Picture, page: &str) -> PictureAt {
        let rules = &turn.campaign.rules;
        let ground = picture.ground.as_ref().and_then(|it| rules.ground(&it.0));
        let svg = painted(self.maker.painter, picture, ground.as_deref());
        let src = format!("{page}-{}.svg", picture.name);
        self.files.insert(src.clone(), svg.into_bytes());
        PictureAt {
            src,
            alt: picture.alt.clone(),
            wide: picture.size.0 / 10,
            high: picture.size.1 / 10,
        }
    }

    /// How all stand at a turn, best first; nothing where not everybody may know.
    pub(super) fn standings(&self, turn: &Turn) -> Vec<Standing> {
        let Some(last) = turn.campaign.note().desk.course.last() else {
            return Vec::new();
        };
        let points = last.points.iter();
        let mut all: Vec<Standing> = points
            .map(|(seat, points)| Standing {
                name: self.titled(*seat),
                points: *points,
            })
            .collect();
        all.sort_by_key(|it| -it.points);
        all
    }
}
