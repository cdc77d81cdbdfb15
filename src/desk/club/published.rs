//! `export.toml`: what an export says of itself: which campaign, how far, the seed once it is over,
//! and the hash of every other file in it.
//!
//! Not here: what goes into an export (`export`), and reading it (`verify`).

use crate::config::secret::{Key, SecretConfig};
use crate::engine::seat::Seat;
use crate::store::digest::Digest;
use crate::store::fs::Fs;
use crate::store::layout::{CampaignDir, CampaignId, EXPORT_FILE};
use crate::textfile::head::{self, FileKind, Head};
use crate::textfile::migrate::Migration;
use crate::textfile::{FileFault, checksum};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of its shape.
pub const FORMAT: u32 = 2;

/// How older shapes of it become today's.
const MIGRATIONS: &[Migration] = &[Migration::unchanged(
    1,
    "2026-11-27: `names`, which nothing bound before",
)];

/// What to do with a file that is not as it was made.
pub const GET_AGAIN: &str = "get the file again from its publisher";

/// Salts of names, in hex, by seat.
pub type Salts = BTreeMap<Seat, String>;

/// What the file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Whose it is.
    #[serde(skip_serializing)]
    pub campaign: CampaignId,
    /// The version of the shape it was made in.
    #[serde(skip_serializing)]
    pub format: u32,
    /// By which game's rules.
    #[serde(skip_serializing)]
    pub game: String,
    /// Whether the campaign was over. If not, it holds what the public may know, and no log.
    pub finished: bool,
    /// How many entries its log has; 0 while it runs.
    pub entries: u32,
    /// Of which all dice are made; `None` while it runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Key>,
    /// Whether the seed was drawn by the program and never shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<bool>,
    /// Seeds that were published before it, and the dice then founded again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub older_seeds: Vec<Key>,
    /// The salt of each name that campaign.toml gives, in hex: with it the name has the hash that
    /// the last entry binds.
    #[serde(default, skip_serializing_if = "Salts::is_empty")]
    pub names: Salts,
    /// The hash of each other file, by its path.
    pub files: BTreeMap<String, Digest>,
}

impl Manifest {
    /// The file; read again it is the same.
    pub fn to_text(&self) -> String {
        let head = Head {
            kind: FileKind::Export,
            campaign: Some(self.campaign.to_string()),
            game: Some(self.game.clone()),
            format: self.format,
            revision: None,
        };
        checksum::add(&head::bare(&head, self))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// A file that is not as it was written, or of a newer program.
    pub fn parse(text: &str) -> Result<Self, FileFault> {
        let altered = || FileFault::new(EXPORT_FILE, "it was changed after it was made", GET_AGAIN);
        let checked = checksum::check(text).filter(|it| it.summed);
        let checked = checked.ok_or_else(altered)?;
        let (head, mut body) = head::open(
            EXPORT_FILE,
            checked.text,
            FileKind::Export,
            MIGRATIONS,
            FORMAT,
        )?;
        body.insert("format".to_owned(), head.format.into());
        for (key, value) in [("campaign", head.campaign), ("game", head.game)] {
            body.insert(key.to_owned(), value.into());
        }
        let manifest: Manifest = head::typed(EXPORT_FILE, body)?;
        if manifest.to_text() == text {
            Ok(manifest)
        } else {
            Err(altered())
        }
    }
}

/// The secrets of a campaign whose secret.toml is not there: the seed that an export gives, else
/// what is used instead of all of them.
///
/// # Errors
/// An `export.toml` that does not fit.
pub fn secret(fs: &dyn Fs, dir: &CampaignDir) -> Result<SecretConfig, FileFault> {
    let Ok(bytes) = fs.read(&dir.export()) else {
        return Ok(SecretConfig::unknown());
    };
    let manifest = Manifest::parse(&String::from_utf8_lossy(&bytes))?;
    Ok(match (manifest.seed, manifest.sealed) {
        (Some(seed), Some(sealed)) => SecretConfig::published(seed.0, sealed, manifest.older_seeds),
        _ => SecretConfig::unknown(),
    })
}
