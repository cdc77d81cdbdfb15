//! The pages of the club: its first page with the campaigns, later ones if many are over, players,
//! handbooks, the style sheet and the feed.
//!
//! Not here: the pages of a campaign (`turns`).

use super::known::{KnownRow, TurnAt};
use super::players;
use super::tree::Tree;
use super::turns::item;
use crate::desk::club::about::about;
use crate::desk::club::open::Club;
use crate::desk::club::waiting;
use crate::engine::game::card;
use crate::report::{
    BookPage, CampaignLine, ClubPage, Feed, GameShown, Head, Link, PlayersPage, SitePage, State,
    Templates, chapters, handbook, titled,
};
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;

/// Campaigns that are over on one page.
const OVER_MAX: usize = 100;
/// The most bytes of the pictures that the first page shows at once; others are fetched when
/// somebody wants them.
const PICTURES_MAX: u32 = 110_000;
/// Turns in the feed of the club.
const FEED_MAX: usize = 40;

/// All campaigns, by name.
pub type Rows = BTreeMap<CampaignId, KnownRow>;

struct Writer<'a> {
    club: &'a Club,
    templates: &'a Templates,
    tree: &'a Tree<'a>,
}

/// Puts the pages of the club into its site.
///
/// # Errors
/// A template of ours that fails; the disk.
pub fn pages(
    club: &Club,
    templates: &Templates,
    tree: &Tree<'_>,
    rows: &Rows,
) -> anyhow::Result<()> {
    let writer = Writer {
        club,
        templates,
        tree,
    };
    let players = players::lines(rows.values());
    writer.lists(rows, !players.is_empty())?;
    if !players.is_empty() {
        let head = writer.head("Players");
        writer.put("players.html", &PlayersPage { head, players })?;
    }
    writer.handbooks()?;
    writer.feed(rows)?;
    for name in ["style.css", "maps.css"] {
        let style = templates.site_style(name).map_err(anyhow::Error::msg)?;
        tree.put(name, style.as_bytes())?;
    }
    Ok(())
}

impl Writer<'_> {
    fn head(&self, title: &str) -> Head {
        Head {
            club: self.club.config.club.name.clone(),
            up: "",
            title: title.to_owned(),
            above: Vec::new(),
            feed: "feed.xml",
        }
    }

    fn put<P: SitePage>(&self, path: &str, page: &P) -> anyhow::Result<()> {
        let html = self.templates.site_page(page).map_err(anyhow::Error::msg)?;
        self.tree.put(path, html.as_bytes())
    }

    /// The first page, and those after it if many campaigns are over.
    fn lists(&self, rows: &Rows, players: bool) -> anyhow::Result<()> {
        let with = |states: &[State]| -> Vec<CampaignLine> {
            let lines = rows.values().map(|it| &it.line);
            lines
                .filter(|it| states.contains(&it.state))
                .cloned()
                .collect()
        };
        let running = with(&[State::Open, State::Playing, State::Held]);
        let still = with(&[State::Halted, State::Damaged, State::Newer]);
        let mut over = with(&[State::Over]);
        over.sort_by(|a, b| (&b.day, &a.id).cmp(&(&a.day, &b.id)));
        let file = |page: usize| match page {
            1 => "index.html".to_owned(),
            _ => format!("finished-{page}.html"),
        };
        let count = over.len().div_ceil(OVER_MAX).max(1);
        let pages = (1..=count).filter(|_| count > 1);
        let pages: Vec<Link> = pages.map(|it| Link::to(file(it), it.to_string())).collect();
        let over_count = over.len();
        let (games, watch) = (self.games(rows)?, self.watch(rows));
        let open = waiting::shown(self.club)?;
        let about = self.club.config.club.about.as_deref().unwrap_or_default();
        let about = about.split("\n\n").map(|it| it.trim().to_owned());
        let about: Vec<String> = about.filter(|it| !it.is_empty()).collect();
        for page in 1..=count {
            let part = over.iter().skip((page - 1) * OVER_MAX).take(OVER_MAX);
            let first = page == 1;
            let title = if first {
                self.club.config.club.name.clone()
            } else {
                format!("Finished campaigns, page {page}")
            };
            let shown = ClubPage {
                head: self.head(&title),
                about: if first { about.clone() } else { Vec::new() },
                games: if first { games.clone() } else { Vec::new() },
                watch: if first { watch.clone() } else { Vec::new() },
                address: self.address(),
                open: if first { open.clone() } else { Vec::new() },
                running: if first { running.clone() } else { Vec::new() },
                still: if first { still.clone() } else { Vec::new() },
                over: part.cloned().collect(),
                over_count,
                pages: pages.clone(),
                page,
                players,
            };
            self.put(&file(page), &shown)?;
        }
        Ok(())
    }

    /// The games of which there are campaigns, each with the newest picture of one, of one
    /// that is being played if there is any. As many as the
    /// page can bear are seen at once, the smallest first.
    fn games(&self, rows: &Rows) -> anyhow::Result<Vec<GameShown>> {
        let mut games = Vec::new();
        for game in self.club.shelf.games.listed() {
            let lines = rows.values().map(|it| &it.line);
            let own: Vec<&CampaignLine> = lines.filter(|it| it.game_id == game.id()).collect();
            let with_map = own.iter().filter(|it| it.map.is_some());
            let newest = with_map.max_by_key(|it| (it.state != State::Over, &it.day, &it.id));
            let Some(any) = newest.or(own.first()) else {
                continue;
            };
            let card = card(&self.club.pack(game.id())?)?;
            let map = any.map.as_ref().map(|it| it.from_above(&any.id));
            games.push(GameShown {
                about: about(self.club, game.id(), &card)?,
                title: card.title,
                handbook: book_file(game.id(), 0),
                map,
                is_seen: false,
                campaign: Link::to(format!("{}/index.html", any.id), any.id.clone()),
            });
        }
        let bytes = |it: &GameShown| it.map.as_ref().map_or(0, |it| it.bytes);
        let mut order: Vec<usize> = (0..games.len()).collect();
        order.sort_by_key(|it| bytes(&games[*it]));
        let mut sum = 0;
        for at in order {
            sum += bytes(&games[at]);
            games[at].is_seen = sum <= PICTURES_MAX;
        }
        Ok(games)
    }

    /// Campaigns whose reports anybody may have by mail: only where the club's own mail server says
    /// who has sent a mail, since others are not believed.
    fn watch(&self, rows: &Rows) -> Vec<String> {
        let is_able = self.club.config.mail_in.authserv_id.is_some();
        let lines = rows.values().map(|it| &it.line);
        let open = lines.filter(|it| is_able && it.watch);
        open.map(|it| it.id.clone()).collect()
    }

    /// The club's address, if strangers are to know it.
    fn address(&self) -> String {
        let config = &self.club.config;
        if config.site.show_address {
            config.club.address.to_string()
        } else {
            String::new()
        }
    }

    /// The handbook of every game, for all its campaigns: a page for what comes first, and one for
    /// each chapter.
    fn handbooks(&self) -> anyhow::Result<()> {
        for game in self.club.shelf.games.listed() {
            let mut books = self.club.books(game.id())?;
            let text = books.files.remove("handbook.md");
            let text = text.unwrap_or_else(|| "This game has no handbook.".to_owned());
            self.handbook(game.id(), &text)?;
        }
        Ok(())
    }

    fn handbook(&self, game: &str, text: &str) -> anyhow::Result<()> {
        let (intro, chapters) = chapters(text);
        let (title, intro) = titled(&intro);
        let mut pages = vec![(title, intro.as_str())];
        let parts = chapters.iter();
        pages.extend(parts.map(|it| (it.title.as_str(), it.text.as_str())));
        let link = |at: usize| Some(Link::to(book_file(game, at), pages.get(at)?.0));
        for (at, (heading, text)) in pages.iter().enumerate() {
            let (body, within) = handbook(text);
            let within = within.into_iter().map(|it| Link::to(it.0, it.1));
            let mut head = self.head(heading);
            if at > 0 {
                head.title = format!("{heading} \u{b7} {title}");
                head.above.extend(link(0));
            }
            let page = BookPage {
                head,
                heading: (*heading).to_owned(),
                body,
                within: within.filter(|_| at > 0).collect(),
                chapters: (1..pages.len())
                    .filter(|_| at == 0)
                    .filter_map(link)
                    .collect(),
                before: at.checked_sub(1).and_then(link),
                behind: link(at + 1),
            };
            self.put(&book_file(game, at), &page)?;
        }
        Ok(())
    }

    fn feed(&self, rows: &Rows) -> anyhow::Result<()> {
        let turns = rows.iter().flat_map(|(id, row)| {
            let turns = row.turns.iter();
            turns.map(move |turn| (turn, id, row))
        });
        let mut turns: Vec<(&TurnAt, &CampaignId, &KnownRow)> = turns.collect();
        turns.sort_by(|a, b| (b.0.at, a.1, &b.0.page).cmp(&(a.0.at, b.1, &a.0.page)));
        turns.truncate(FEED_MAX);
        let name = &self.club.config.club.name;
        let items = turns.iter();
        let items = items.map(|(turn, id, row)| item(id, row, turn, &format!("{id}/")));
        let feed = Feed {
            id: format!("urn:packetboat:club:{}", blake3::hash(name.as_bytes())),
            title: name.clone(),
            club: name.clone(),
            page: "index.html",
            updated: turns
                .first()
                .map(|it| it.0.at.to_string())
                .unwrap_or_default(),
            items: items.collect(),
        };
        self.put("feed.xml", &feed)
    }
}

/// The file of a page of a game's handbook: what comes first is 0, chapters follow.
fn book_file(game: &str, page: usize) -> String {
    match page {
        0 => format!("handbook-{game}.html"),
        page => format!("handbook-{game}-{page}.html"),
    }
}
