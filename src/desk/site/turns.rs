//! The pages of one campaign: its first page, one a turn with maps, and its feed.
//!
//! Each page is made from the position after a stop that was published, for the public; for every
//! seat too when the campaign is over (`finished`). Players are named where they agreed, else their
//! seats are. Not here: which stops were published (`history`).

use super::campaign_pages::{CampaignPages, Files, Maker, Turn, Unmade};
use super::finished;
use super::grounds::GroundFile;
use super::known::{KnownRow, TurnAt};
use super::shows;
use crate::desk::club::about::about;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::history::{History, Published};
use crate::engine::seat::Viewer;
use crate::lang::sheet::SheetNo;
use crate::report::{
    Album, BookPage, CampaignLine, CampaignPage, Feed, FeedItem, Head, Link, Opened, ReportKind,
    State, TurnLine, TurnPage, handbook, titled,
};
use crate::store::entry::Stop;
use crate::store::layout::{CampaignDir, CampaignId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The file of a handbook.
const HANDBOOK: &str = "handbook.md";

/// Turns in the feed of a campaign.
const FEED_MAX: usize = 20;

/// This many campaigns stay open until their pages are made; the others are opened again.
const OPEN_MAX: usize = 64;

/// A turn that is to have a page.
struct Titled {
    stop: Published,
    /// Its page, without the ending.
    page: String,
    title: String,
    sheet: Option<SheetNo>,
    /// The campaign as it was then, if it is still open.
    campaign: Option<Campaign>,
}

/// All pages of a campaign, and what others show of it.
///
/// # Errors
/// See [`Unmade`].
pub(super) fn pages(maker: &Maker<'_>, id: &CampaignId, dir: &CampaignDir) -> Result<Made, Unmade> {
    let last = Campaign::open_at(maker.club.source(), dir, id, None)?;
    let history = History::of(&last.log(&*maker.club.fs), last.note().number)?;
    let ended = |it: &Published| it.over && !it.undone;
    let is_over = last.note().desk.stop == Stop::Over && history.stops.iter().any(ended);
    let mut pages = CampaignPages {
        maker,
        id,
        last,
        history,
        files: Files::new(),
        is_over,
        album: Album::new(maker.painter),
        grounds: BTreeMap::new(),
        waiting: Vec::new(),
        map: None,
        scenes: Vec::new(),
        issues: 0,
        left_out: Vec::new(),
    };
    let mut row = pages.all(dir)?;
    row.grounds = pages.grounds.keys().cloned().collect();
    Ok(Made {
        row,
        files: pages.files,
        grounds: pages.grounds.into_values().collect(),
    })
}

/// The pages of a campaign.
pub(super) struct Made {
    /// What others show of it.
    pub(super) row: KnownRow,
    pub(super) files: Files,
    /// The grounds of maps that its pages show.
    pub(super) grounds: Vec<Arc<GroundFile>>,
}

/// What the page of a turn is called: `turn-6b`, or `S1901M`.
fn page_of(campaign: &Campaign, sheet: SheetNo) -> String {
    let names = campaign.sheet_names();
    if names.are_given() {
        names.name(sheet)
    } else {
        format!("turn-{sheet}")
    }
}

/// What is above it: `Turn 6b`, or `S1901M`.
fn turn_title(campaign: &Campaign, sheet: SheetNo) -> String {
    campaign.sheet_names().after("Turn", sheet)
}

/// The page of a campaign that cannot be shown.
///
/// # Errors
/// A template of ours that fails.
pub(super) fn still(maker: &Maker<'_>, line: &CampaignLine) -> anyhow::Result<Files> {
    let page = CampaignPage {
        head: Head {
            club: maker.club.config.club.name.clone(),
            up: "../",
            title: line.id.clone(),
            above: Vec::new(),
            feed: "",
        },
        line: line.clone(),
        about: String::new(),
        ending: String::new(),
        seats: Vec::new(),
        standings: Vec::new(),
        chart: None,
        places: Vec::new(),
        turns: Vec::new(),
        undone: Vec::new(),
        more: Vec::new(),
        opened: None,
    };
    let html = maker
        .templates
        .site_page(&page)
        .map_err(anyhow::Error::msg)?;
    Ok(Files::from([("index.html".to_owned(), html.into_bytes())]))
}

impl CampaignPages<'_> {
    fn all(&mut self, dir: &CampaignDir) -> Result<KnownRow, Unmade> {
        let mut lines: Vec<TurnLine> = Vec::new();
        let mut turns: Vec<TurnAt> = Vec::new();
        let mut newest: Option<Turn> = None;
        let stops = self.history.stops.clone();
        let mut all = self.titles(dir, &stops)?.into_iter().peekable();
        let mut before: Option<Link> = None;
        while let Some(titled) = all.next() {
            let behind = all
                .peek()
                .filter(|next| !next.stop.undone && !titled.stop.undone);
            let behind = behind.map(|it| Link::to(format!("{}.html", it.page), it.title.clone()));
            let source = self.maker.club.source();
            let open = || Campaign::open_at(source, dir, self.id, Some(titled.stop.entry));
            let campaign = titled.campaign.map_or_else(open, Ok)?;
            // The last position remembers what it has read of the log.
            let (fs, entry) = (&*self.maker.club.fs, Some(titled.stop.entry));
            let journals = self.last.journals(fs, titled.stop.since, entry)?;
            let mut turn = Turn {
                stop: titled.stop,
                campaign,
                page: titled.page,
                title: titled.title,
                sheet: titled.sheet,
                journals,
            };
            let day = self.day(&turn.stop);
            let around = (before.clone().filter(|_| !turn.stop.undone), behind);
            let headline = self.turn(&mut turn, &day, around)?;
            let href = format!("{}.html", turn.page);
            lines.push(TurnLine {
                href: href.clone(),
                title: turn.title.clone(),
                day,
                headline: headline.clone(),
                undone: turn.stop.undone,
            });
            turns.push(TurnAt {
                page: turn.page.clone(),
                title: turn.title.clone(),
                headline,
                at: turn.stop.at,
            });
            if !turn.stop.undone {
                before = Some(Link::to(href, turn.title.clone()));
                newest = Some(turn);
            }
        }
        turns.sort_by(|a, b| (b.at, &b.page).cmp(&(a.at, &a.page)));
        let line = self.front(newest.as_mut(), lines)?;
        let mut row = KnownRow {
            key: "made".to_owned(),
            line,
            begun: turns.last().map(|it| it.at),
            turns,
            players: Vec::new(),
            left_out: self.unnamed(),
            grounds: Vec::new(),
        };
        row.left_out.append(&mut self.left_out);
        if self.is_over {
            row.players = finished::players(self, newest.as_mut())?;
        }
        self.feed(&row)?;
        row.turns.truncate(FEED_MAX);
        Ok(row)
    }

    /// What each turn is called, those the referee took back first. Of several stops of one turn
    /// that follow each other the last is shown, with all that was reported at them.
    fn titles(&self, dir: &CampaignDir, stops: &[Published]) -> Result<Vec<Titled>, Unmade> {
        let mut named: Vec<Titled> = Vec::new();
        let (undone, live): (Vec<_>, Vec<_>) = stops.iter().cloned().partition(|it| it.undone);
        for mut stop in undone.into_iter().chain(live) {
            let source = self.maker.club.source();
            let campaign = Campaign::open_at(source, dir, self.id, Some(stop.entry))?;
            let sheet = (!stop.over).then(|| campaign.table.sheet());
            let (mut page, mut title) = match sheet {
                Some(sheet) => (page_of(&campaign, sheet), turn_title(&campaign, sheet)),
                None => ("end".to_owned(), "The end".to_owned()),
            };
            if stop.undone {
                page = format!("{page}-undone-{}", stop.timeline + 1);
                title = format!("{title}, taken back");
            }
            if let Some(same) = named.iter().position(|it| it.page == page) {
                stop.since = named.remove(same).stop.since;
            }
            let campaign = (named.len() < OPEN_MAX).then_some(campaign);
            named.push(Titled {
                stop,
                page,
                title,
                sheet,
                campaign,
            });
        }
        Ok(named)
    }

    /// The pages of a turn, and the first headline of its newspaper.
    fn turn(
        &mut self,
        turn: &mut Turn,
        day: &str,
        (before, behind): (Option<Link>, Option<Link>),
    ) -> Result<String, Unmade> {
        let page = self.seen(turn, Viewer::Public)?;
        let frame = self.frame(turn, Viewer::Public);
        let told = self
            .maker
            .templates
            .told(&frame, ReportKind::Public, &page)?;
        let drawings = self.drawings(turn, Viewer::Public)?;
        let pictures = self.laid(turn, &drawings, &turn.page);
        if !turn.stop.undone {
            self.map = pictures.last().copied().or(self.map);
        }
        shows::film(self, turn, drawings);
        let around = (before.as_ref(), behind.as_ref());
        let mut more = Vec::new();
        if self.is_over {
            more = finished::seats(self, turn, day, around)?;
        }
        let (paper, headline) = shows::newspaper(self, turn, &page, day, around)?;
        let title = format!("{}: {}", self.id, turn.title);
        let files = self.brought(&page, &turn.page)?;
        let instead = turn.sheet.map(|it| page_of(&turn.campaign, it) + ".html");
        let shown = TurnPage {
            head: self.head(title, true),
            day: day.to_owned(),
            undone: turn.stop.undone,
            ended: turn.stop.over && page.outcome.is_none(),
            instead: instead.filter(|_| turn.stop.undone).unwrap_or_default(),
            pictures: Vec::new(),
            told,
            files,
            parts: Vec::new(),
            standings: self.standings(turn),
            more,
            seat: String::new(),
            orders: Vec::new(),
            paper: Some(paper),
            before,
            behind,
        };
        self.waiting.push((turn.page.clone(), shown, pictures));
        Ok(headline)
    }

    /// The first page of the campaign, and its line on the club's.
    fn front(
        &mut self,
        newest: Option<&mut Turn>,
        turns: Vec<TurnLine>,
    ) -> Result<CampaignLine, Unmade> {
        let mut line = self.line(newest.as_deref());
        let chart = newest.as_deref().and_then(|it| self.chart(it));
        let pictures = self.put_turns()?;
        line.map = self.map.map(|it| pictures[it].clone());
        let seats = self.last.table.seats().into_iter().map(|seat| {
            let who = if self.last.is_robot(seat) {
                "the program".to_owned()
            } else {
                self.named(seat).unwrap_or_default()
            };
            (self.last.title(seat), who)
        });
        let seats = seats.collect();
        let opened = self.opened();
        let (undone, turns): (Vec<TurnLine>, Vec<TurnLine>) =
            turns.into_iter().partition(|it| it.undone);
        let last = turns.last().filter(|_| self.is_over);
        let ending = last.map_or_else(String::new, |it| it.headline.clone());
        let books = self.books()?;
        let mut page = CampaignPage {
            head: self.head(format!("{}, {}", self.id, self.last.card.title), false),
            line: line.clone(),
            about: self.about()?,
            ending,
            seats,
            standings: Vec::new(),
            chart: None,
            places: Vec::new(),
            turns,
            undone,
            more: books,
            opened,
        };
        page.more.extend(shows::of_campaign(self)?);
        if let Some(newest) = newest {
            page.standings = self.standings(newest);
            page.chart = chart.map(|it| pictures[it].clone());
            if self.is_over {
                let seen = self.seen(newest, Viewer::Public)?;
                let frame = self.frame(newest, Viewer::Public);
                line.ended = seen.outcome.is_none();
                page.places = frame.placed_by(&seen);
                let first = page.places.iter().filter(|it| it.place == 1);
                line.places = first.flat_map(|it| it.names.clone()).collect();
                page.line = line.clone();
            }
        }
        self.put("index.html", &page)?;
        // The first page of the club needs no more, and thousands of campaigns are remembered.
        if let Some(map) = &mut line.map {
            let first = map.alt.split_inclusive(". ").next().unwrap_or_default();
            map.alt = first.trim_end().to_owned();
        }
        Ok(line)
    }

    /// The points over the turns: its number among the pictures.
    fn chart(&mut self, newest: &Turn) -> Option<usize> {
        let course = &newest.campaign.note().desk.course;
        let chart = newest.campaign.table.course(Viewer::Public, course)?;
        self.laid(newest, &[chart], "chart").first().copied()
    }

    /// The handbook that the campaign brought, if it did, on a page of its own; and that of the
    /// game, which is with the club's pages.
    fn books(&mut self) -> Result<Vec<Link>, Unmade> {
        let own = self.last.pack.files.get(HANDBOOK).cloned();
        if let Some(text) = &own {
            let (title, text) = titled(text);
            let (body, within) = handbook(&text);
            let page = BookPage {
                head: self.head(title.to_owned(), true),
                heading: title.to_owned(),
                body,
                within: within.into_iter().map(|it| Link::to(it.0, it.1)).collect(),
                chapters: Vec::new(),
                before: None,
                behind: None,
            };
            self.put("handbook.html", &page)?;
        }
        let own = own.map(|_| Link::to("handbook.html", "The handbook of this campaign"));
        Ok(own.into_iter().chain(self.books_of_game()).collect())
    }

    fn books_of_game(&self) -> Vec<Link> {
        let id = self.last.game.id();
        let ours = self
            .maker
            .club
            .shelf
            .games
            .listed()
            .filter(|it| it.id() == id);
        let link = || Link::to(format!("../handbook-{id}.html"), "The handbook of the game");
        ours.map(|_| link()).collect()
    }

    /// What the game is, a sentence or two.
    fn about(&self) -> Result<String, Unmade> {
        let club = self.maker.club;
        let about = about(club, self.last.game.id(), &self.last.card);
        about.map_err(|it| Unmade::Template(format!("{it:#}")))
    }

    /// What is opened of a campaign that is over.
    fn opened(&mut self) -> Option<Opened> {
        if !self.is_over {
            return None;
        }
        let download = finished::download(self);
        let seed = if self.last.secret.sealed {
            crate::engine::dice::hex(&self.last.seed.0)
        } else {
            String::new()
        };
        Some(Opened { seed, download })
    }

    /// How far it is, as far as everybody may know.
    fn line(&self, newest: Option<&Turn>) -> CampaignLine {
        let desk = &self.last.note().desk;
        let mut line = CampaignLine {
            id: self.id.to_string(),
            game: self.last.card.title.clone(),
            game_id: self.last.game.id().to_owned(),
            state: State::Playing,
            day: newest.map_or_else(String::new, |it| self.day(&it.stop)),
            ..CampaignLine::default()
        };
        if self.last.is_halted(self.maker.club) {
            line.state = State::Halted;
            return line;
        }
        if self.is_over {
            line.state = State::Over;
            return line;
        }
        line.watch = self.last.config.public.open_to_watch;
        let Some(newest) = newest else { return line };
        let open = newest.sheet.map(|it| turn_title(&newest.campaign, it));
        line.turn = open.unwrap_or_default();
        // In the midst of a turn, or before the referee has let its reports out, nobody else knows
        // how far it is.
        if desk.stop != Stop::Gate || desk.is_under_review() {
            return line;
        }
        if desk.held.is_some() {
            line.state = State::Held;
            return line;
        }
        line.state = State::Open;
        let called = newest.campaign.note().desk.called.iter();
        let people = called.filter(|it| !self.last.is_robot(**it)).count();
        line.called = u32::try_from(people).unwrap_or(u32::MAX);
        let zone = self.last.config.schedule.zone;
        let deadline = desk.deadline;
        line.deadline = deadline.map_or_else(String::new, |it| it.for_people(zone, newest.stop.at));
        line
    }

    fn feed(&mut self, row: &KnownRow) -> Result<(), Unmade> {
        let items = row.turns.iter().take(FEED_MAX);
        let feed = Feed {
            id: name(self.id, row.begun, ""),
            title: format!("{}, {}", self.id, self.last.card.title),
            club: self.maker.club.config.club.name.clone(),
            page: "index.html",
            updated: row
                .turns
                .first()
                .map(|it| it.at.to_string())
                .unwrap_or_default(),
            items: items.map(|it| item(self.id, row, it, "")).collect(),
        };
        self.put("feed.xml", &feed)
    }
}

/// A turn in a feed; `up`: the way to the campaign's folder.
pub(super) fn item(id: &CampaignId, row: &KnownRow, turn: &TurnAt, up: &str) -> FeedItem {
    FeedItem {
        id: name(id, row.begun, &turn.page),
        title: headed(&format!("{id}: {}", turn.title), &turn.headline),
        href: format!("{up}{}.html", turn.page),
        updated: turn.at.to_string(),
        summary: format!("{id}, {}: {}.", row.line.game, turn.title),
    }
}

/// A title with the headline after it.
fn headed(title: &str, headline: &str) -> String {
    if headline.is_empty() {
        title.to_owned()
    } else {
        format!("{title}: {}", headline.trim_end_matches('.'))
    }
}

/// The name of a campaign or a turn of it in feeds, which stays whatever becomes of the rest.
fn name(id: &CampaignId, begun: Option<crate::clock::Moment>, page: &str) -> String {
    let begun = begun.map_or(0, crate::clock::Moment::seconds);
    let turn = if page.is_empty() { "" } else { ":" };
    format!("urn:packetboat:{id}:{begun}{turn}{page}")
}
