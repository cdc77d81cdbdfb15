//! The pages of the club: its first page with the campaigns, later ones if many are over, players,
//! handbooks, the style sheet and the feed.
//!
//! Not here: the pages of a campaign (`turns`).

use super::known::{KnownRow, TurnAt};
use super::players;
use super::tree::Tree;
use super::turns::item;
use crate::desk::club::open::Club;
use crate::report::{
    BarePage, CampaignLine, ClubPage, Feed, Head, Link, PlayersPage, SitePage, State, Templates,
    handbook,
};
use crate::store::layout::CampaignId;
use std::collections::BTreeMap;

/// Campaigns that are over on one page.
const OVER_MAX: usize = 100;
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

    /// The handbook of every game, for all its campaigns.
    fn handbooks(&self) -> anyhow::Result<()> {
        for game in self.club.shelf.games.listed() {
            let mut books = self.club.books(game.id())?;
            let text = books.files.remove("handbook.md");
            let text = text.unwrap_or_else(|| "This game has no handbook.".to_owned());
            let title = text.lines().next().unwrap_or_default();
            let title = title.trim_start_matches('#').trim().to_owned();
            let page = BarePage {
                head: self.head(&title),
                body: handbook(&text),
            };
            self.put(&format!("handbook-{}.html", game.id()), &page)?;
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
