//! The campaigns of the club, side by side: new pages for those that have changed, what is known
//! for the others.
//!
//! A campaign that is halted, damaged or newer than this program gets a page that says so and
//! nothing else. Not here: what is on the pages (`turns`).

use super::campaign_pages::{Maker, Unmade};
use super::grounds::Grounds;
use super::known::{Known, KnownRow};
use super::tree::Tree;
use super::turns;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::club::open::Club;
use crate::desk::club::shown;
use crate::report::{CampaignLine, Painter, State, Templates};
use crate::store::digest::Digest;
use crate::store::fs::{exists, list_if_there};
use crate::store::layout::{CampaignDir, CampaignId, entry_number};
use crate::store::log::CampaignLog;
use crate::textfile::head;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rises whenever pages are made otherwise than before by the same version of the program.
const PAGES: u32 = 7;

/// What was found.
pub(super) struct Gathered {
    /// All campaigns.
    pub(super) rows: BTreeMap<CampaignId, KnownRow>,
    /// How many of them were opened.
    pub(super) opened: usize,
}

/// Makes the pages of all campaigns.
///
/// # Errors
/// The disk's; a template of ours that fails.
pub(super) fn gather(
    club: &Club,
    templates: &Templates,
    tree: &Tree<'_>,
    known: &Known,
) -> anyhow::Result<Gathered> {
    let campaigns = campaigns(club)?;
    let common = common(club)?;
    let painter = Painter::new();
    let maker = Maker {
        club,
        templates,
        painter: &painter,
        tree,
        grounds: &Grounds::default(),
    };
    let opened = AtomicUsize::new(0);
    let one = |(id, dir): (CampaignId, CampaignDir)| -> anyhow::Result<(CampaignId, KnownRow)> {
        let key = key(club, &dir, common);
        let begin = format!("{id}/");
        let before = known.rows.get(&id).filter(|it| it.key == key);
        if let Some(row) = before.filter(|it| !it.key.is_empty()) {
            let grounds = row.grounds.iter().map(String::as_str);
            let all: Vec<&str> = grounds.chain([begin.as_str()]).collect();
            if tree.keep(&all) {
                return Ok((id, row.clone()));
            }
        }
        opened.fetch_add(1, Ordering::Relaxed);
        let row = made(&maker, &id, &dir)?;
        let key = if row.key.is_empty() {
            String::new()
        } else {
            key
        };
        Ok((id, KnownRow { key, ..row }))
    };
    let rows: anyhow::Result<BTreeMap<CampaignId, KnownRow>> = match campaigns.len() {
        1 => campaigns.into_iter().map(one).collect(),
        _ => campaigns.into_par_iter().map(one).collect(),
    };
    Ok(Gathered {
        rows: rows?,
        opened: opened.into_inner(),
    })
}

/// All campaigns, running and archived, with their folders.
fn campaigns(club: &Club) -> anyhow::Result<BTreeMap<CampaignId, CampaignDir>> {
    let mut all = BTreeMap::new();
    for id in club.archived_ids()? {
        let dir = club.layout.archived(&id);
        all.insert(id, dir);
    }
    let running = club.campaign_ids()?.into_iter();
    all.extend(running.map(|id| {
        let dir = club.layout.campaign(&id);
        (id, dir)
    }));
    Ok(all)
}

/// What all pages are made of besides the campaigns: the program, the club's name, its templates.
fn common(club: &Club) -> anyhow::Result<Digest> {
    let config = &club.config.club;
    let mut text = format!(
        "{} {PAGES} {:?} {:?}",
        head::program(),
        config.name,
        config.zone.name()
    );
    for (path, bytes) in club.own_templates()? {
        text += &format!(" {path:?} {}", Digest::of(&bytes));
    }
    Ok(Digest::of(text.as_bytes()))
}

/// What the pages of a campaign are made of: no entry is ever changed, so its last one stands for
/// all.
fn key(club: &Club, dir: &CampaignDir, common: Digest) -> String {
    let hash = |path: &Path| {
        club.fs
            .read(path)
            .ok()
            .map(|it| Digest::of(&it).to_string())
    };
    let note = |number| {
        let bytes = CampaignLog::new(&*club.fs, dir).note_bytes(number);
        bytes.ok().map(|it| Digest::of(&it).to_string())
    };
    let names = list_if_there(&*club.fs, &dir.log()).unwrap_or_default();
    let last = names.iter().filter_map(|it| entry_number(it)).max();
    let last = last.and_then(|it| Some((it, note(it)?)));
    let config = hash(&dir.config());
    let halted = exists(&*club.fs, &dir.halted());
    let text = format!("{common} {last:?} {config:?} {halted} {}", names.len());
    Digest::of(text.as_bytes()).to_string()
}

/// The pages of a campaign; where it cannot be read, the one that says so.
fn made(maker: &Maker<'_>, id: &CampaignId, dir: &CampaignDir) -> anyhow::Result<KnownRow> {
    let pages = catch_panic(|| turns::pages(maker, id, dir));
    let pages = pages.unwrap_or_else(|it| Err(rules_fault(&it).into()));
    let stuck = match pages {
        Ok(turns::Made {
            row,
            files,
            grounds,
        }) => {
            if let Some(last) = CampaignLog::new(&*maker.club.fs, dir).last()? {
                let by = "readers of the club's site";
                shown::about_to_show(maker.club, dir, (&last.note, by))?;
            }
            for ground in grounds {
                maker.tree.put(&ground.path, ground.svg.as_bytes())?;
            }
            for (name, bytes) in files {
                maker.tree.put(&format!("{id}/{name}"), &bytes)?;
            }
            return Ok(row);
        }
        Err(Unmade::Template(what)) => anyhow::bail!("a template fails: {what}"),
        Err(Unmade::CampaignError(stuck)) => stuck,
    };
    let state = match &stuck {
        CampaignError::Halted(_) => State::Halted,
        CampaignError::Broken { what, .. } if what.contains("newer than this program") => {
            State::Newer
        }
        CampaignError::Broken { .. } | CampaignError::Unsettled(_) | CampaignError::Disk(_) => {
            State::Damaged
        }
    };
    let line = CampaignLine {
        id: id.to_string(),
        state,
        ..CampaignLine::default()
    };
    for (name, bytes) in turns::still(maker, &line)? {
        maker.tree.put(&format!("{id}/{name}"), &bytes)?;
    }
    Ok(KnownRow {
        line,
        ..KnownRow::default()
    })
}

impl Campaign {
    /// Whether it is halted until its referee has looked.
    pub(super) fn is_halted(&self, club: &Club) -> bool {
        exists(&*club.fs, &self.dir.halted())
    }
}
