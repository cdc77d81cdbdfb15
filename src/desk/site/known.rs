//! What the campaigns' pages were made of (`desk/site.toml`), so that one that has not changed
//! is not opened again.
//!
//! A hint, never the truth, and never published: deleted, all pages are made again. It counts only
//! for the site whose mark it names, and the program that wrote it.

use super::tree::Tree;
use crate::clock::Moment;
use crate::desk::club::desk_file;
use crate::desk::club::open::Club;
use crate::report::{CampaignLine, Played, TimeKept};
use crate::store::digest::Digest;
use crate::store::fs::Access;
use crate::store::layout::CampaignId;
use crate::textfile::checksum;
use crate::textfile::head::{self, FileKind, Head};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Site, 1);

/// What is remembered of all campaigns.
#[derive(Debug, Default)]
pub struct Known {
    mark: String,
    /// By campaign.
    pub rows: BTreeMap<CampaignId, KnownRow>,
}

/// What is remembered of one campaign: what its pages were made of, and what others show of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownRow {
    /// What its pages were made of; empty: they are made again next time.
    pub key: String,
    /// As the club's page shows it.
    pub line: CampaignLine,
    /// Its turns, newest first.
    pub turns: Vec<TurnAt>,
    /// Players who agreed to be named, when it is over.
    pub players: Vec<PlayerAt>,
    /// When its first report was sent: its name in feeds.
    pub begun: Option<Moment>,
    /// What was left out of its pages, and why, in sentences without an end.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// The grounds of maps that its pages show: files of the site that others may show too.
    #[serde(default)]
    pub grounds: Vec<String>,
}

/// A turn of a feed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnAt {
    /// Its page, without the ending.
    pub page: String,
    /// Its title.
    pub title: String,
    /// The first headline of its newspaper.
    #[serde(default)]
    pub headline: String,
    /// When its reports were sent.
    pub at: Moment,
}

/// A player of a campaign that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerAt {
    /// Who it is, wherever they play: a hash.
    pub who: Digest,
    /// The name.
    pub name: String,
    /// What was played, if they played it to its end.
    pub played: Option<Played>,
    /// How they kept time, if they agreed that it be shown.
    pub kept: Option<TimeKept>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    program: String,
    /// The hash of the site's mark.
    site: String,
    /// A line for each campaign, as JSON: there may be thousands.
    campaigns: String,
}

impl Known {
    /// What is known of the site in a folder; nothing, if that cannot be read or is of another one.
    pub fn read(club: &Club, tree: &Tree<'_>) -> Self {
        Known::try_read(club, tree).unwrap_or_default()
    }

    fn try_read(club: &Club, tree: &Tree<'_>) -> Option<Self> {
        let bytes = club.fs.read(&club.layout.site_hint()).ok()?;
        let text = checksum::check(std::str::from_utf8(&bytes).ok()?)?.text;
        let read = head::read("desk/site.toml", text, SHAPE.0, &[], SHAPE.1);
        let (_, body): (Head, Body) = read.ok()?;
        let mark = tree.mark?.to_string();
        if body.program != head::program() || body.site != mark {
            return None;
        }
        let rows: Option<BTreeMap<CampaignId, KnownRow>> =
            body.campaigns.lines().map(row).collect();
        Some(Known { mark, rows: rows? })
    }

    /// What is known of the site with this mark.
    pub fn of(mark: Digest, rows: BTreeMap<CampaignId, KnownRow>) -> Self {
        let mark = mark.to_string();
        Known { mark, rows }
    }

    /// Keeps it, if it is not what is known already.
    ///
    /// # Errors
    /// The disk's: only speed is lost.
    pub fn keep(&self, club: &Club, before: &Known) -> std::io::Result<()> {
        if self.mark == before.mark && self.rows == before.rows {
            return Ok(());
        }
        let mut campaigns = String::new();
        for (id, row) in &self.rows {
            let row = serde_json::to_string(row).map_err(std::io::Error::other)?;
            writeln!(campaigns, "{id} {row}").map_err(std::io::Error::other)?;
        }
        let body = Body {
            program: head::program(),
            site: self.mark.clone(),
            campaigns,
        };
        desk_file::write_hint(club, &club.layout.site_hint(), SHAPE, &body, Access::Shared)
    }
}

fn row(line: &str) -> Option<(CampaignId, KnownRow)> {
    let (id, row) = line.split_once(' ')?;
    Some((id.parse().ok()?, serde_json::from_str(row).ok()?))
}
