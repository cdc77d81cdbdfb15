//! What a seat was before it was given to somebody else (`campaigns/<id>/before.toml`), so that
//! this can be taken back.
//!
//! It counts for the entry that gave the seat away, and for no other. Written before anything
//! changes: anyone who repeats a command that was cut finds what the seat was then. Not here:
//! giving a seat away (`players`), and when that can be taken back (`undo`).

use super::campaign::Campaign;
use super::desk_file;
use super::open::Club;
use super::roster::edited;
use crate::config::campaign::CampaignConfig;
use crate::config::edit::with_holder;
use crate::config::secret::Key;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::store::fs::{Access, remove_if_there, replace};
use crate::store::layout::CampaignDir;
use crate::textfile::head::FileKind;
use anyhow::Context;
use serde::{Deserialize, Serialize};

/// What the file is, and the version of its shape.
const SHAPE: (FileKind, u32) = (FileKind::Before, 1);

/// What the file says.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    before: Vec<Before>,
}

/// How many are kept: this many acts in a row can be taken back.
const KEPT: usize = 20;

/// A seat before an entry.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Before {
    /// The entry that gave it away.
    entry: u32,
    seat: Seat,
    /// All of campaign.toml.
    config: String,
    /// The generation of the seat's tokens; 0: the first.
    generation: u32,
    /// The keyed hash of its password for fresh mails, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    password: Option<Key>,
}

/// Keeps what a seat is now; what is kept of it for the entry to come already stays.
///
/// # Errors
/// The disk's.
pub(crate) fn keep(club: &Club, campaign: &Campaign, seat: Seat) -> anyhow::Result<()> {
    let entry = campaign.next_number();
    if is_known(club, &campaign.dir, seat, entry) {
        return Ok(());
    }
    let path = campaign.dir.config();
    let config = club.fs.read(&path);
    let config = config.with_context(|| format!("reading {}", path.display()))?;
    let place = campaign.dir.before();
    let mut file: File = desk_file::read(club, &place, SHAPE).unwrap_or_default();
    file.before.retain(|it| it.entry < entry);
    let surplus = (file.before.len() + 1).saturating_sub(KEPT);
    file.before.drain(..surplus);
    file.before.push(Before {
        entry,
        seat,
        config: String::from_utf8_lossy(&config).into_owned(),
        generation: campaign.secret.generation(seat),
        password: campaign.secret.passwords.get(&seat).copied(),
    });
    desk_file::write(club, &place, SHAPE, &file, Access::Private)?;
    Ok(())
}

/// Whether it is known what the seat was before this entry.
pub(crate) fn is_known(club: &Club, dir: &CampaignDir, seat: Seat, entry: u32) -> bool {
    of(club, dir, seat, entry).is_some()
}

fn of(club: &Club, dir: &CampaignDir, seat: Seat, entry: u32) -> Option<Before> {
    // One that cannot be read is as good as none.
    let file: File = desk_file::read(club, &dir.before(), SHAPE).ok()?;
    let mut before = file.before.into_iter();
    before.find(|it| it.entry == entry && it.seat == seat)
}

/// Forgets what is known of this entry and later ones.
///
/// # Errors
/// The disk's.
pub(crate) fn forget(club: &Club, dir: &CampaignDir, entry: u32) -> anyhow::Result<()> {
    let place = dir.before();
    let mut file: File = desk_file::read(club, &place, SHAPE).unwrap_or_default();
    file.before.retain(|it| it.entry < entry);
    if file.before.is_empty() {
        remove_if_there(&*club.fs, &place)?;
    } else {
        desk_file::write(club, &place, SHAPE, &file, Access::Private)?;
    }
    Ok(())
}

/// Puts a seat that the newest entry gave away back to what it was: in campaign.toml, byte for byte
/// unless that was edited since, and in the secrets.
///
/// # Errors
/// A seat of which that is not known, or that campaign.toml has no more; the disk.
pub(crate) fn give_back(club: &Club, campaign: &mut Campaign, seat: Seat) -> anyhow::Result<()> {
    let before = of(club, &campaign.dir, seat, campaign.note().number);
    let before = before.context("it is not known what the seat was before")?;
    let path = campaign.dir.config();
    let file = campaign.dir.shown(&path);
    let old = CampaignConfig::parse(&file, &before.config);
    let old = old.map_err(|it| Fault::usage(it.to_string()))?;
    let holder = |config: &CampaignConfig| config.seats.get(&seat).cloned();
    let (Some(then), Some(now)) = (holder(&old), holder(&campaign.config)) else {
        let what = format!("campaign.toml no longer has [seats.{seat}]");
        return Err(Fault::usage(what).into());
    };
    if then != now {
        let given = with_holder(&file, &before.config, seat, &now);
        let is = club.fs.read(&path).unwrap_or_default();
        let text = if given.is_ok_and(|it| it.as_bytes() == is) {
            before.config
        } else {
            edited(club, campaign, seat, &then)?
        };
        replace(&*club.fs, &path, text.as_bytes(), Access::Shared)
            .with_context(|| format!("writing {}", path.display()))?;
    }
    let secret = &mut campaign.secret;
    secret.passwords.remove(&seat);
    secret
        .passwords
        .extend(before.password.map(|it| (seat, it)));
    secret.generations.remove(&seat);
    if before.generation > 0 {
        secret.generations.insert(seat, before.generation);
    }
    campaign.keep_secret(&*club.fs)?;
    Ok(())
}
