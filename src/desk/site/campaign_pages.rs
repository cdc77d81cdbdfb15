//! A campaign being put into pages: what a viewer saw at a turn, with maps and standings, and who
//! is named.
//!
//! Nobody is named who has not agreed, here and on every page made of this. Not here: which pages
//! there are (`turns`, `finished`).

use super::grounds::{GroundFile, Grounds};
use super::tree::Tree;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::CampaignError;
use crate::desk::club::history::{History, Published};
use crate::desk::club::open::Club;
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::data::DataError;
use crate::engine::game::PageData;
use crate::engine::scene::{Ground, Picture};
use crate::engine::seat::{Seat, Viewer};
use crate::lang::kept_file;
use crate::lang::sheet::SheetNo;
use crate::report::{
    Album, Frame, GroundAt, Head, Link, Painter, PartPage, PictureAt, Scene, SitePage, SitePart,
    Standing, Templates, TurnPage,
};
use crate::store::fault::StoreFault;
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What makes pages.
pub(super) struct Maker<'a> {
    pub(super) club: &'a Club,
    pub(super) templates: &'a Templates,
    pub(super) painter: &'a Painter,
    pub(super) tree: &'a Tree<'a>,
    pub(super) grounds: &'a Grounds,
}

/// The most bytes that a page has, with its map and the style sheets: on a slow line it is there
/// in half a minute.
const PAGE_MAX: usize = 148_000;
/// Bytes of a page besides what it says: its frame, the style sheets, ways to others.
const FRAME: usize = 14_000;
/// The most bytes of a page of what is too long for that of its turn.
const PART_MAX: usize = 100_000;

/// Files of a campaign, by their names in its folder.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Why pages cannot be made.
pub(super) enum Unmade {
    /// The campaign cannot be read.
    CampaignError(CampaignError),
    /// A template of ours fails.
    Template(String),
}

impl From<CampaignError> for Unmade {
    fn from(stuck: CampaignError) -> Self {
        Unmade::CampaignError(stuck)
    }
}

impl From<StoreFault> for Unmade {
    fn from(fault: StoreFault) -> Self {
        Unmade::CampaignError(fault.into())
    }
}

impl From<DataError> for Unmade {
    fn from(data_error: DataError) -> Self {
        Unmade::CampaignError(CampaignError::broken(data_error.to_string(), &[]))
    }
}

impl From<String> for Unmade {
    fn from(text: String) -> Self {
        Unmade::Template(text)
    }
}

/// A turn with a page, and the campaign as it was then.
pub(super) struct Turn {
    pub(super) stop: Published,
    pub(super) campaign: Campaign,
    /// Its page, without the ending.
    pub(super) page: String,
    /// `Turn 3`, or `The end`.
    pub(super) title: String,
    /// The sheet it calls for; `None`: the campaign is over.
    pub(super) sheet: Option<SheetNo>,
    /// What was played since the stop before.
    pub(super) journals: Vec<String>,
}

/// A campaign being put into pages.
pub(super) struct CampaignPages<'a> {
    pub(super) maker: &'a Maker<'a>,
    pub(super) id: &'a CampaignId,
    /// As it is now.
    pub(super) last: Campaign,
    pub(super) history: History,
    pub(super) files: Files,
    /// Whether all of it is opened.
    pub(super) is_over: bool,
    /// Its pictures.
    pub(super) album: Album<'a>,
    /// The grounds that they are on.
    pub(super) grounds: BTreeMap<String, Arc<GroundFile>>,
    /// Pages of turns, each with its name and the numbers of its pictures: what pictures share is
    /// known when all of them are.
    pub(super) waiting: Vec<(String, TurnPage, Vec<usize>)>,
    /// The number of the newest public map among its pictures.
    pub(super) map: Option<usize>,
    /// The public maps of its turns, for the replay.
    pub(super) scenes: Vec<Scene>,
    /// How many newspapers it has.
    pub(super) issues: usize,
    /// What had to be left out, and why.
    pub(super) left_out: Vec<String>,
}

impl CampaignPages<'_> {
    pub(super) fn day(&self, stop: &Published) -> String {
        stop.at.date(self.maker.club.config.club.zone).to_string()
    }

    pub(super) fn head(&self, title: String, above: bool) -> Head {
        let name = format!("{}, {}", self.id, self.last.card.title);
        Head {
            club: self.maker.club.config.club.name.clone(),
            up: "../",
            title,
            above: if above {
                vec![Link::to("index.html", name)]
            } else {
                Vec::new()
            },
            feed: "feed.xml",
        }
    }

    pub(super) fn put<P: SitePage>(&mut self, name: &str, page: &P) -> Result<(), Unmade> {
        let html = self.maker.templates.site_page(page)?;
        self.files.insert(name.to_owned(), html.into_bytes());
        Ok(())
    }

    /// What a viewer saw at a turn, with all that was reported since the one before.
    pub(super) fn seen(&self, turn: &Turn, viewer: Viewer) -> Result<PageData, Unmade> {
        Ok(turn.campaign.table.page(viewer, &turn.journals)?)
    }

    /// The frame of a report: nobody is named who has not agreed.
    pub(super) fn frame(&self, turn: &mut Turn, viewer: Viewer) -> Frame {
        let at = turn.stop.at;
        let (club, templates) = (self.maker.club, self.maker.templates);
        let work = EntryBuilder::begin(club, templates, &mut turn.campaign, at);
        let frame = work.frame(viewer.seat());
        frame.for_readers(|it| self.named(it))
    }

    /// The name of a seat's player, if they have agreed that it be shown.
    pub(super) fn named(&self, seat: Seat) -> Option<String> {
        self.last.public_name(seat).map(str::to_owned)
    }

    /// What is said of names that were to be shown and are not.
    pub(super) fn unnamed(&self) -> Vec<String> {
        let seats = self.last.config.seats.keys();
        let hidden = seats.filter(|seat| {
            let player = self.last.player(**seat);
            player.is_some_and(|it| it.name_public && it.public_name().is_none())
        });
        hidden
            .map(|it| format!("the name of {it} is not shown: it contains an @, as addresses do"))
            .collect()
    }

    /// How a seat is printed: its title, and its player where they agreed.
    pub(super) fn titled(&self, seat: Seat) -> String {
        let title = self.last.title(seat);
        match self.named(seat) {
            Some(name) => format!("{title} ({name})"),
            None => title,
        }
    }

    /// The maps of a turn, as files beside its page, the events that its news are about numbered as
    /// these are.
    pub(super) fn pictures(
        &mut self,
        turn: &Turn,
        (viewer, about): (Viewer, &[Option<usize>]),
        page: &str,
    ) -> Result<Vec<usize>, Unmade> {
        let pictures = self.drawings(turn, viewer)?.into_iter();
        let pictures: Vec<Picture> = pictures.map(|it| it.numbered(about)).collect();
        Ok(self.laid(turn, &pictures, page))
    }

    /// The pictures that a reader is shown at a turn.
    pub(super) fn drawings(&self, turn: &Turn, viewer: Viewer) -> Result<Vec<Picture>, Unmade> {
        Ok(turn.campaign.table.pictures(viewer, &turn.journals)?)
    }

    /// Lays pictures beside the page that shows them: their numbers among all of the campaign.
    pub(super) fn laid(&mut self, turn: &Turn, all: &[Picture], page: &str) -> Vec<usize> {
        let rules = &turn.campaign.rules;
        let add = |picture: &Picture| {
            let name = picture.ground.as_ref().map(|it| it.0.as_str());
            let under = name.and_then(|it| self.ground(it, &|it| rules.ground(it)));
            self.album.add(page, picture, under)
        };
        all.iter().map(add).collect()
    }

    /// A ground of the game as a file of the site.
    pub(super) fn ground(
        &mut self,
        name: &str,
        of: &dyn Fn(&str) -> Option<Arc<Ground>>,
    ) -> Option<GroundAt> {
        let (ground, maker) = (of(name)?, self.maker);
        let game = self.last.game.id();
        let file = maker.grounds.file(maker.painter, (game, name), &ground);
        let at = file.at(ground);
        self.grounds.insert(file.path.clone(), file);
        Some(at)
    }

    /// Lays files that came with a report beside its page; links to them.
    pub(super) fn brought(&mut self, page: &PageData, name: &str) -> Result<Vec<Link>, Unmade> {
        let mut links = Vec::new();
        for file in &page.commentary.files {
            let log = self.last.log(&*self.maker.club.fs);
            if let Some(bytes) = log.brought(file)? {
                let path = format!("{name}-{file}");
                let called = kept_file::plain_name(file).unwrap_or_default();
                links.push(Link::to(path.as_str(), called));
                self.files.insert(path, bytes);
            }
        }
        Ok(links)
    }

    /// Writes the pages of turns, now that all their pictures are known; and files that pictures
    /// are made of.
    pub(super) fn put_turns(&mut self) -> Result<Vec<PictureAt>, Unmade> {
        let album = std::mem::replace(&mut self.album, Album::new(self.maker.painter));
        let (pictures, files) = album.laid();
        for (name, svg) in files {
            self.files.insert(name, svg.into_bytes());
        }
        for (name, mut page, numbers) in std::mem::take(&mut self.waiting) {
            page.pictures = numbers.iter().map(|it| pictures[*it].clone()).collect();
            self.put_turn(&name, page)?;
        }
        Ok(pictures)
    }

    /// Writes the page of a turn, and pages for what is too long for it.
    fn put_turn(&mut self, name: &str, mut page: TurnPage) -> Result<(), Unmade> {
        // The whole map comes last; the others are fetched when somebody wants them.
        let map = page.pictures.last().map_or(0, |it| it.bytes);
        let map = usize::try_from(map).unwrap_or(usize::MAX);
        let words: usize = page.pictures.iter().map(|it| it.alt.len()).sum();
        let room = PAGE_MAX.saturating_sub(FRAME + words);
        let parts = page.shared_out(room.saturating_sub(map), PART_MAX);
        let file = |at: usize| format!("{name}-more-{}.html", at + 1);
        let link = |(at, part): (usize, &SitePart)| {
            let titles: Vec<&str> = part.iter().map(|it| it.title).collect();
            let number = match parts.len() {
                1 => String::new(),
                many => format!(", page {} of {many}", at + 1),
            };
            Link::to(file(at), format!("{}{number}", titles.join("; ")))
        };
        let links: Vec<Link> = parts.iter().enumerate().map(link).collect();
        page.parts.clone_from(&links);
        for (here, sections) in parts.into_iter().enumerate() {
            let mut head = page.head.clone();
            let way = Link::to(format!("{name}.html"), head.title.clone());
            head.above.push(way);
            head.title = format!("{}: {}", head.title, links[here].text);
            let part = PartPage {
                head,
                sections,
                parts: links.clone(),
                here,
            };
            self.put(&file(here), &part)?;
        }
        self.put(&format!("{name}.html"), &page)
    }

    /// The standing of all at a turn, best first; nothing where not everybody may know.
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
