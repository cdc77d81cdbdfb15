//! Pages of the club's web archive: what the templates under `templates/_site/` are given.
//!
//! Whatever people have written is escaped as it is put into a page. Not here: what is public,
//! where pages are, and what becomes of those of before (`desk::site`).

mod handbook;
mod pieces;

use super::doc::{self, Block};
use super::frame::{Frame, Place};
use super::joining::OpenTable;
use super::page::ReportKind;
use super::templates::{Templates, value};
use super::text::{defused, one_line};
use super::vector::escaped;
pub use handbook::handbook;
use packetboat_core::engine::game::PageData;
use pieces::{PRE, parts, plain, slim};
pub use pieces::{Section, SitePart};
use serde::{Deserialize, Serialize};

/// A table of this many columns is wide.
const WIDE: usize = 5;
/// So many letters words have on the mean, spaces included; signs of a map have fewer.
const WORD: usize = 4;
/// The heading above what a seat has sent.
const SENT: &str = "What was sent";

/// What a page says of one report.
#[derive(Debug, Default, Serialize)]
pub struct ReportWords {
    /// What changed, a sentence or two each.
    pub news: Vec<String>,
    /// The event that each of these is about, if it is about one.
    #[serde(skip)]
    pub about: Vec<Option<usize>>,
    /// Tales, as HTML.
    log: String,
    /// What happened, as HTML.
    events: String,
    /// The position, as HTML.
    position: String,
    /// What became of the reader's lines, as HTML.
    accounts: String,
    /// How it ended.
    pub places: Vec<Place>,
}

/// What every page has.
#[derive(Debug, Clone, Serialize)]
pub struct Head {
    /// Name of the club.
    pub club: String,
    /// The way to the first page of the club: empty, or `../`.
    pub up: &'static str,
    /// What this page is called.
    pub title: String,
    /// The way back: pages above this one, the club's own left out.
    pub above: Vec<Link>,
    /// The feed of what it reports, from where it is; empty: there is none.
    pub feed: &'static str,
}

/// A way to another page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Where it leads, from where the page is.
    pub href: String,
    /// What is written there.
    pub text: String,
}

impl Link {
    /// A link with these words.
    pub fn to(href: impl Into<String>, text: impl Into<String>) -> Self {
        Link {
            href: href.into(),
            text: text.into(),
        }
    }
}

/// A picture beside a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureAt {
    /// Its file.
    pub src: String,
    /// What it shows.
    pub alt: String,
    /// Pixels.
    pub wide: i32,
    /// Pixels.
    pub high: i32,
    /// Files to be shown below it, lowest first: what it shares with others.
    pub under: Vec<String>,
    /// Files to be shown above it.
    pub over: Vec<String>,
    /// How many bytes all these have.
    pub bytes: u32,
}

impl PictureAt {
    /// The same from the folder above: these pages are in the folder that is named.
    #[must_use]
    pub fn from_above(&self, folder: &str) -> PictureAt {
        let at = |path: &String| match path.strip_prefix("../") {
            Some(path) => path.to_owned(),
            None => format!("{folder}/{path}"),
        };
        PictureAt {
            src: at(&self.src),
            under: self.under.iter().map(at).collect(),
            over: self.over.iter().map(at).collect(),
            ..self.clone()
        }
    }
}

/// Seat and points, as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The title of the seat, with the player where they agreed.
    pub name: String,
    /// Its points.
    pub points: i64,
}

/// A campaign on the first page of the club.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignLine {
    /// The campaign's name.
    pub id: String,
    /// Its game; empty: it cannot be read.
    pub game: String,
    /// The game's id; empty: it cannot be read.
    pub game_id: String,
    /// The newest map or other picture that everybody may see.
    pub map: Option<PictureAt>,
    /// Whether anybody may have its public reports by mail.
    pub watch: bool,
    /// See [`State`].
    pub state: State,
    /// The turn that is open, as a title: `Turn 6b`; empty: none is.
    pub turn: String,
    /// Until when orders are wanted; empty: nobody knows.
    pub deadline: String,
    /// How many seats were called to send orders.
    pub called: u32,
    /// Whether the referee ended it before its rules did.
    pub ended: bool,
    /// Who won, as printed, first places first; empty: nobody yet.
    pub places: Vec<String>,
    /// The day it ended or of its last report, in the club's zone.
    pub day: String,
}

/// The status of a campaign, as far as everybody may know.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Orders are wanted.
    Open,
    /// A turn is being played; its report is still to come.
    Playing,
    /// The referee holds it.
    Held,
    /// It is over.
    Over,
    /// It is halted until its referee has looked.
    Halted,
    /// Its files cannot be read.
    #[default]
    Damaged,
    /// It was written by a later program.
    Newer,
}

/// A game on the first page of the club: one of which there is a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameShown {
    /// Its title.
    pub title: String,
    /// What it is, a sentence or two.
    pub about: String,
    /// Its handbook; empty: there is none.
    pub handbook: String,
    /// The newest picture of a campaign of it.
    pub map: Option<PictureAt>,
    /// Whether the picture is seen at once, and not only when somebody asks for it.
    pub is_seen: bool,
    /// That campaign.
    pub campaign: Link,
}

/// The first page of the club, or a later one of those with campaigns that are over.
#[derive(Debug, Serialize)]
pub struct ClubPage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// What the club says of itself, by paragraphs; none: what may be said of any club.
    pub about: Vec<String>,
    /// The games that are played here.
    pub games: Vec<GameShown>,
    /// Campaigns whose reports anybody may have by mail.
    pub watch: Vec<String>,
    /// The club's address; empty: it is not shown.
    pub address: String,
    /// Campaigns that are looking for players.
    pub open: Vec<OpenTable>,
    /// Those that are played.
    pub running: Vec<CampaignLine>,
    /// Those that are halted.
    pub still: Vec<CampaignLine>,
    /// Those that are over, newest first.
    pub over: Vec<CampaignLine>,
    /// How many there are of these in all.
    pub over_count: usize,
    /// The pages on which they are; none: one is enough.
    pub pages: Vec<Link>,
    /// The number of this page, from 1.
    pub page: usize,
    /// Whether there is a page of players.
    pub players: bool,
}

/// A turn in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TurnLine {
    /// Its page.
    pub href: String,
    /// Its title.
    pub title: String,
    /// The day of its report.
    pub day: String,
    /// The first headline of its newspaper.
    pub headline: String,
    /// Whether the referee has gone back to before it.
    pub undone: bool,
}

/// What is opened when a campaign is over.
#[derive(Debug, Serialize)]
pub struct Opened {
    /// The seed of its dice, in hex; empty: it was given by hand.
    pub seed: String,
    /// The file in which all of it is; empty: it is not published.
    pub download: String,
}

/// The first page of a campaign.
#[derive(Debug, Serialize)]
pub struct CampaignPage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// As the club's page shows it.
    pub line: CampaignLine,
    /// What the game is, a sentence or two.
    pub about: String,
    /// How it ended, in a headline; empty: it has not.
    pub ending: String,
    /// Seats: title and player, or how it is played.
    pub seats: Vec<(String, String)>,
    /// The standings, best first; empty: the game shows them to nobody.
    pub standings: Vec<Standing>,
    /// Points over the turns.
    pub chart: Option<PictureAt>,
    /// How it ended.
    pub places: Vec<Place>,
    /// Its turns, oldest first.
    pub turns: Vec<TurnLine>,
    /// Turns that the referee took back, oldest first.
    pub undone: Vec<TurnLine>,
    /// Other pages about it.
    pub more: Vec<Link>,
    /// What is opened at the end.
    pub opened: Option<Opened>,
}

/// The page of a turn, or of a seat's report of one.
#[derive(Debug, Serialize)]
pub struct TurnPage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// The day of its report.
    pub day: String,
    /// Whether the referee has gone back to before it.
    pub undone: bool,
    /// Whether the referee ended the campaign here, before its rules did.
    pub ended: bool,
    /// The page of the turn that took its place; empty: there is none.
    pub instead: String,
    /// Maps, the one to be looked at first before the others.
    pub pictures: Vec<PictureAt>,
    /// What it reports.
    pub told: ReportWords,
    /// Files that came with the report, each with its name.
    pub files: Vec<Link>,
    /// Pages of their own for what would make this one too long.
    pub parts: Vec<Link>,
    /// The standings.
    pub standings: Vec<Standing>,
    /// Reports of seats, and other pages of this turn.
    pub more: Vec<Link>,
    /// The title of the seat whose report it is; empty: it is for everybody.
    pub seat: String,
    /// What the seat has sent: when it was over.
    pub orders: Vec<String>,
    /// Its newspaper.
    pub paper: Option<Link>,
    /// The turn before.
    pub before: Option<Link>,
    /// The turn after.
    pub behind: Option<Link>,
}

/// A page of what a turn reports that is too long for the turn's own.
#[derive(Debug, Serialize)]
pub struct PartPage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// What it reports.
    pub sections: SitePart,
    /// All such pages of the turn.
    pub parts: Vec<Link>,
    /// The place of this one among them, from 0.
    pub here: usize,
}

/// A player who agreed to be named.
#[derive(Debug, Serialize)]
pub struct PlayerLine {
    /// The name.
    pub name: String,
    /// What was played.
    pub games: Vec<Played>,
    /// How they kept time, in words, where they agreed that it be shown; else empty.
    pub kept: String,
}

/// One campaign of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The campaign's name.
    pub campaign: String,
    /// Its game.
    pub game: String,
    /// The seat's title.
    pub seat: String,
    /// The place at the end, from 1; 0: the game has none.
    pub place: u8,
    /// How many seats there were.
    pub of: u32,
}

/// The page of players.
#[derive(Debug, Serialize)]
pub struct PlayersPage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// Those who agreed, by name.
    pub players: Vec<PlayerLine>,
}

/// A page of a handbook: a chapter, or what comes before the first.
#[derive(Debug, Serialize)]
pub struct BookPage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// Its heading.
    pub heading: String,
    /// What it says, as HTML.
    pub body: String,
    /// Headings within it.
    pub within: Vec<Link>,
    /// The chapters, on the page before the first.
    pub chapters: Vec<Link>,
    /// The page before.
    pub before: Option<Link>,
    /// The page after.
    pub behind: Option<Link>,
}

/// A page whose body is made already.
#[derive(Debug, Serialize)]
pub struct BarePage {
    /// What every page has.
    #[serde(flatten)]
    pub head: Head,
    /// HTML.
    pub body: String,
    /// The style sheet of this page alone; empty: it has none.
    pub style: String,
}

impl BarePage {
    /// A page of a piece of HTML, which may begin with a style sheet of its own, under a heading;
    /// empty: it has one.
    pub fn of(head: Head, heading: &str, html: &str) -> Self {
        let parted = html.split_once("</style>");
        let parted = parted.and_then(|it| Some((it.0.trim_start().strip_prefix("<style>")?, it.1)));
        let (style, rest) = parted.unwrap_or(("", html));
        let body = if heading.is_empty() {
            rest.to_owned()
        } else {
            format!("<h1>{}</h1>\n{rest}", escaped(heading))
        };
        BarePage {
            head,
            body,
            style: style.to_owned(),
        }
    }
}

/// A feed of turns.
#[derive(Debug, Serialize)]
pub struct Feed {
    /// The name of it, as a URI that stays.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Whose it is.
    pub club: String,
    /// The page it goes with.
    pub page: &'static str,
    /// When the newest was written.
    pub updated: String,
    /// Its items, newest first.
    pub items: Vec<FeedItem>,
}

/// One turn in a feed.
#[derive(Debug, Serialize)]
pub struct FeedItem {
    /// The name of it, as a URI that stays.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its page.
    pub href: String,
    /// When it was written.
    pub updated: String,
    /// In a sentence, what there is.
    pub summary: String,
}

/// A page of the archive, by the template that lays it out.
pub trait SitePage: Serialize {
    /// The file under `templates/_site/`.
    const TEMPLATE: &'static str;
}

macro_rules! pages {
    ($($page:ty => $file:literal),* $(,)?) => {
        $(impl SitePage for $page { const TEMPLATE: &'static str = $file; })*
    };
}

pages! {
    ClubPage => "club.html",
    CampaignPage => "campaign.html",
    TurnPage => "turn.html",
    PartPage => "part.html",
    PlayersPage => "players.html",
    BookPage => "handbook.html",
    BarePage => "bare.html",
    Feed => "feed.xml",
}

impl Templates {
    /// A page, laid out.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn site_page<P: SitePage>(&self, page: &P) -> Result<String, String> {
        self.render(&format!("_site/{}", P::TEMPLATE), &value(page))
    }

    /// A style sheet of all pages: `style.css`, or `maps.css`, without which maps fall apart.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn site_style(&self, name: &str) -> Result<String, String> {
        self.render(&format!("_site/{name}"), &value(&()))
    }

    /// What a report says, in pieces of HTML.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro for an event, with file and line.
    pub fn told(
        &self,
        frame: &Frame,
        kind: ReportKind,
        page: &PageData,
    ) -> Result<ReportWords, String> {
        let report = self.chapters(frame, kind, page)?;
        let own = format!("{}/report.html", frame.game);
        let position = if self.has(&own) {
            self.render(&own, &report.context)?
        } else {
            self.laid_out(&report.position)?
        };
        let accounts = if report.ends.is_empty() {
            String::new()
        } else {
            let ends = serde_json::json!({ "ends": &report.ends });
            self.render("_common/ends.html", &value(&ends))?
        };
        let events: Vec<String> = report.told.iter().map(|it| defused(it)).collect();
        let events = if events.is_empty() {
            String::new()
        } else {
            let events = serde_json::json!({ "events": events });
            self.render("_common/events.html", &value(&events))?
        };
        let piece = |html: &str| scrolling(&plain(html)).replace("<pre>", PRE);
        Ok(ReportWords {
            about: report.headlines.iter().map(|it| it.event).collect(),
            news: report
                .headlines
                .iter()
                .map(|it| one_line(&it.words))
                .collect(),
            log: piece(&self.laid_out(&report.log)?),
            events: plain(&events),
            position: piece(&position),
            accounts: piece(&accounts),
            places: report.places,
        })
    }

    /// A text of ours as HTML.
    fn laid_out(&self, text: &str) -> Result<String, String> {
        if text.is_empty() {
            return Ok(String::new());
        }
        #[derive(Serialize)]
        struct Blocks {
            blocks: Vec<Block>,
        }
        let doc = doc::parse(text);
        let mut blocks = doc.head;
        for chapter in doc.chapters {
            blocks.push(Block::Prose {
                lines: vec![chapter.title],
            });
            blocks.extend(chapter.blocks);
        }
        let blocks = blocks.into_iter().map(prose).collect();
        self.render("_site/blocks.html", &value(&Blocks { blocks }))
    }
}

impl ReportWords {
    /// How many bytes all of it has.
    pub fn bytes(&self) -> usize {
        let all = [&self.log, &self.events, &self.position, &self.accounts];
        let news = self.news.iter().map(String::len);
        news.chain(all.map(String::len)).sum()
    }
}

impl TurnPage {
    /// Takes sections out, the longest stories first, until at most this many bytes are left: pages
    /// for them, each with about `part` bytes. What stays can be laid out, and no more be parted.
    pub fn shared_out(&mut self, most: usize, part: usize) -> Vec<SitePart> {
        let told = &mut self.told;
        let mut sent = String::new();
        for order in &self.orders {
            sent += &format!("<pre class=\"box\">{}</pre>\n", escaped(order));
        }
        let mut left = told.bytes() + sent.len();
        let mut out = SitePart::new();
        for (title, html) in [
            ("What happened", &mut told.events),
            ("The expedition log", &mut told.log),
            ("Orders and their results", &mut told.accounts),
            (SENT, &mut sent),
        ] {
            if left > most && !html.is_empty() {
                left -= html.len();
                let html = std::mem::take(html);
                out.push(Section { title, html });
            }
        }
        if out.iter().any(|it| it.title == SENT) {
            self.orders.clear();
        }
        let mut parts = parts(out, part);
        let stays = [&mut told.log, &mut told.position, &mut told.accounts];
        let goes = parts.iter_mut().flatten().map(|it| &mut it.html);
        stays.into_iter().chain(goes).for_each(slim);
        parts
    }
}

/// What a mail indents is text all the same, unless its spaces or single letters make a map of it.
fn prose(block: Block) -> Block {
    let is_text = |line: &String| {
        let words = line.split_whitespace().count();
        !line.trim().contains("  ") && line.chars().count() >= WORD * words
    };
    match block {
        Block::Plain { lines } if lines.iter().all(|it| is_text(&it.text)) => Block::Prose {
            lines: lines.iter().map(|it| it.text.trim().to_owned()).collect(),
        },
        other => other,
    }
}

/// Each table of many columns in a frame of its own, which scrolls where there is little room.
/// Tables of ours are not in one another.
fn scrolling(html: &str) -> String {
    let mut tables = html.split("<table");
    let mut out = tables.next().unwrap_or_default().to_owned();
    for piece in tables {
        let (table, behind) = piece.split_once("</table>").unwrap_or((piece, ""));
        let row = table.split("</tr>").next().unwrap_or_default();
        let columns = row.matches("<th").count() + row.matches("<td").count();
        let (open, close) = if columns >= WIDE {
            ("<div class=\"wide\" tabindex=\"0\">", "</div>")
        } else {
            ("", "")
        };
        out += &format!("{open}<table{table}</table>{close}{behind}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_tables_scroll_and_narrow_ones_do_not() {
        let row = |cells: usize| format!("<table><tr>{}</tr></table>", "<td>1</td>".repeat(cells));
        let (narrow, wide) = (row(WIDE - 1), row(WIDE));
        let html = format!("a{narrow}b{wide}c");
        let framed = format!("a{narrow}b<div class=\"wide\" tabindex=\"0\">{wide}</div>c");
        assert_eq!(scrolling(&html), framed);
        assert_eq!(scrolling("no table"), "no table");
    }
}
