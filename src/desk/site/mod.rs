//! `site`: the club's web archive, static pages that anybody may read from any web server.
//!
//! While a campaign runs, what the public may see is all that goes in: its pages are made from
//! scratch out of the positions after each stop that was published, as `show --as public` makes
//! them, and mails, numbers of entries, and when anything came in have nothing to do with them.
//! When it is over, every seat's pages and orders are opened with it.
//!
//! The new site is made beside the old one (`tree`), and takes its place in one step. What a
//! campaign's pages were made of is remembered (`known`), so that one that has not changed is
//! not opened again. Not here: how pages look (`report`).

mod campaign_pages;
pub mod club;
mod finished;
mod gather;
mod grounds;
pub mod known;
mod players;
mod shows;
pub mod tree;
mod turns;

use crate::desk::club::open::Club;
use crate::desk::site::known::Known;
use crate::fault::Fault;
use crate::report::counted;
use crate::store::layout;
use std::path::{Path, PathBuf};

/// What making the site has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// Pages and other files of it.
    pub files: usize,
    /// Those of them that are new or other than before.
    pub written: usize,
    /// Those of before that are gone.
    pub gone: usize,
    /// Campaigns that were opened for it.
    pub opened: usize,
    /// Campaigns that cannot be read: their pages are down until they can.
    pub unread: Vec<String>,
    /// Templates of the club's own that failed.
    pub failed: Vec<String>,
    /// What was left out, and why, each with its campaign.
    pub left_out: Vec<String>,
}

impl Made {
    /// What it has come to, in a sentence.
    pub fn told(&self, dir: &Path) -> String {
        let files = counted(self.files, "file", "files");
        let (dir, new) = (dir.display(), counted(self.written, "is new", "are new"));
        let mut told = match (self.written + self.gone, self.gone) {
            (0, _) => format!("{dir} is unchanged: {files}."),
            (_, 0) => format!("{dir} has {files}, of which {new}."),
            (_, gone) => {
                let gone = counted(gone, "file is", "files are");
                format!("{dir} has {files}, of which {new}; {gone} gone.")
            }
        };
        for id in &self.unread {
            told += &format!(
                "\n{id} cannot be read: its page says so, and its other pages are missing until \
                 it can. What is wrong: packetboat verify {id}"
            );
        }
        for what in &self.left_out {
            told += &format!("\nLeft out of {what}");
        }
        for what in &self.failed {
            told += &format!("\nOne of the club's own templates fails; the page uses ours: {what}");
        }
        told
    }
}

/// Makes the web archive of a club in a folder, or brings it up to date. The caller holds the
/// lock of its post, so that nobody else is at it.
///
/// # Errors
/// A folder that holds what is not ours; the disk. Then the site of before is there, whole.
pub fn make(club: &Club, dir: &Path) -> anyhow::Result<Made> {
    begin(club, dir, false)
}

/// The same, and pages that somebody has changed are made again.
///
/// # Errors
/// As for [`make`].
pub fn make_closely(club: &Club, dir: &Path) -> anyhow::Result<Made> {
    begin(club, dir, true)
}

fn begin(club: &Club, dir: &Path, closely: bool) -> anyhow::Result<Made> {
    let real = |it: &Path| std::path::absolute(it).map(|it| club.fs.real(&it));
    let (place, root) = (real(dir)?, real(club.layout.root())?);
    if layout::Club::new(root).keeps(&place) {
        let what = format!("{} is one of the club's own folders", dir.display());
        return Err(Fault::usage(what)
            .hint("Name a folder for the site alone, outside the club or `site` in it.")
            .into());
    }
    let tree = tree::Tree::begin(club, &place, closely)?;
    made(club, &tree).inspect_err(|_| tree.abandon())
}

fn made(club: &Club, tree: &tree::Tree<'_>) -> anyhow::Result<Made> {
    let templates = club.templates()?;
    let known = Known::read(club, tree);
    let found = gather::gather(club, &templates, tree, &known)?;
    club::pages(club, &templates, tree, &found.rows)?;
    let done = tree.finish()?;
    let left_out = found.rows.iter().flat_map(|(id, row)| {
        let told = row.left_out.iter();
        told.map(move |it| format!("{id}: {it}"))
    });
    let left_out = left_out.collect();
    // Only speed depends on it.
    let unread = found.rows.iter().filter(|it| it.1.key.is_empty());
    let unread = unread.map(|it| it.0.to_string()).collect();
    let _ = Known::of(done.mark, found.rows).keep(club, &known);
    Ok(Made {
        unread,
        left_out,
        failed: templates.failed(),
        files: done.files,
        written: done.written,
        gone: done.gone,
        opened: found.opened,
    })
}

/// The folder that packetboat.toml names.
pub fn folder(club: &Club) -> Option<PathBuf> {
    let dir = club.config.site.dir.as_deref()?;
    Some(club.layout.path(dir))
}
