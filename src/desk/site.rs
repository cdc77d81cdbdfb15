//! `site`: the club's web archive, static pages that anybody may read from any web server.
//!
//! While a campaign runs, what the public may see is all that goes in: its pages are made anew from
//! the positions behind each stop that was published, as `show --as public` makes them, and mails,
//! numbers of entries, and when anything came in have nothing to do with them. When it is over,
//! every seat's pages and orders are opened with it.
//!
//! The new site is made beside the old one (`tree`), and takes its place at one stroke. What a
//! campaign's pages were made of is remembered (`known`), so that one that stands as it stood is
//! not opened again. Not here: how pages look (`report`).

mod club;
mod finished;
mod gather;
mod known;
mod players;
mod shows;
mod telling;
mod tree;
mod turns;

use super::open::Club;
use crate::report::counted;
use known::Known;
use std::path::{Path, PathBuf};

/// What making the site has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Pages and other files of it.
    pub files: usize,
    /// Those of them that are new or other than before.
    pub written: usize,
    /// Those of before that are gone.
    pub gone: usize,
    /// Campaigns that were opened for it.
    pub opened: usize,
}

impl Made {
    /// What it has come to, in a sentence.
    pub fn told(&self, dir: &Path) -> String {
        let files = counted(self.files, "file", "files");
        let (dir, written) = (dir.display(), self.written);
        match written + self.gone {
            0 => format!("{dir} stands as it stood: {files}."),
            _ => format!("{dir} holds {files}, of which {written} are new."),
        }
    }
}

/// Makes the web archive of a club in a folder, or brings it up to date. The caller holds the
/// lock of its post, so that nobody else is at it.
///
/// # Errors
/// A folder that holds what is not ours; the disk. Then the site of before is there, whole.
pub fn make(club: &Club, dir: &Path) -> anyhow::Result<Made> {
    let tree = tree::Tree::begin(&*club.fs, dir)?;
    made(club, &tree).inspect_err(|_| tree.abandon())
}

fn made(club: &Club, tree: &tree::Tree<'_>) -> anyhow::Result<Made> {
    let templates = club.templates()?;
    let known = Known::read(club, tree);
    let found = gather::gather(club, &templates, tree, &known)?;
    club::pages(club, &templates, tree, &found.rows)?;
    let done = tree.finish()?;
    // Only speed hangs on it.
    let _ = Known::of(done.mark, found.rows).keep(club, &known);
    Ok(Made {
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
