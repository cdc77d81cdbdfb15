//! `secret.toml`: what nobody may read, in a file of mode 0600 beside `campaign.toml`.
//!
//! Not here: how tokens and passwords are made and checked (`mail`), and how seeds are drawn.

use super::check_format;
use packetboat_core::engine::dice::derive;
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::{self, FileFault, checksum};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Version of the shape of the file. Of 2 the campaign's entries may be files: a program of before
/// does not see them, and must not play on from the last one that is a folder.
const FORMAT: u32 = 2;

/// The secrets of one campaign. Nothing in it is ever printed, not even for debugging.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretConfig {
    format: u32,
    /// Of which all dice are made, until it is published: see [`SecretConfig::sealed_as`].
    pub seed: Key,
    /// Whether the seed was drawn here and never shown. A campaign founded on a seed given by
    /// hand says so in every report.
    pub sealed: bool,
    /// With which reply tokens are made.
    pub token_key: Key,
    /// How often each seat has changed hands; a seat not named: never. Old tokens die with it.
    #[serde(default)]
    pub generations: BTreeMap<Seat, u32>,
    /// The keyed hash of each seat's password for fresh mails.
    #[serde(default)]
    pub passwords: BTreeMap<Seat, Key>,
    /// Whether these are not the campaign's secrets but stand in for them.
    #[serde(skip)]
    unknown: bool,
    /// Whether all but the seeds only stand in for the campaign's secrets.
    #[serde(skip)]
    published: bool,
    /// What an export says of seeds of before.
    #[serde(skip)]
    older: Vec<Key>,
    /// Whether the file it was read from had a checksum.
    #[serde(skip)]
    summed: bool,
}

impl fmt::Debug for SecretConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretConfig(not shown)")
    }
}

/// 32 secret bytes, written as 64 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Key(pub [u8; 32]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(not shown)")
    }
}

impl From<Key> for String {
    fn from(key: Key) -> String {
        blake3::Hash::from_bytes(key.0).to_hex().to_string()
    }
}

impl TryFrom<String> for Key {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        // The text itself is not quoted: it may be a secret with a slip.
        blake3::Hash::from_hex(&text)
            .map(|it| Key(*it.as_bytes()))
            .map_err(|_| "this is not a key of 64 hex digits".to_owned())
    }
}

impl SecretConfig {
    /// The secrets of a new campaign.
    pub fn new(seed: [u8; 32], sealed: bool, token_key: [u8; 32]) -> Self {
        SecretConfig {
            format: FORMAT,
            seed: Key(seed),
            sealed,
            token_key: Key(token_key),
            generations: BTreeMap::new(),
            passwords: BTreeMap::new(),
            unknown: false,
            published: false,
            older: Vec::new(),
            summed: true,
        }
    }

    /// What stands in for the secrets of a campaign whose file is not there: enough to read its
    /// log, and to prove or play nothing.
    pub fn unknown() -> Self {
        SecretConfig {
            unknown: true,
            ..SecretConfig::new([0; 32], false, [0; 32])
        }
    }

    /// What an export says of a campaign that is over: the seed and those of before, and nothing
    /// that lets anybody write in a player's name.
    pub fn published(seed: [u8; 32], sealed: bool, older: Vec<Key>) -> Self {
        SecretConfig {
            published: true,
            older,
            ..SecretConfig::new(seed, sealed, [0; 32])
        }
    }

    /// The seed of dice that are founded again in an entry: only the key of the tokens gives it,
    /// which was sealed when the campaign began and is never published. So nobody chooses it, and
    /// it is kept nowhere else.
    pub fn new_seed(&self, campaign: &str, entry: u32) -> Key {
        let name = format!("seed of {campaign}");
        Key(derive(&self.token_key.0, &name, entry, 0))
    }

    /// The seed with this BLAKE3 hash, in hex, which was sealed in an entry; `None`: it is none of
    /// the campaign's.
    pub fn sealed_as(&self, hash: &str, campaign: &str, entry: u32) -> Option<Key> {
        let is_it = |it: &Key| blake3::hash(&it.0).to_hex().as_str() == hash;
        let told = std::iter::once(&self.seed).chain(&self.older);
        let anew = || Some(self.new_seed(campaign, entry)).filter(is_it);
        told.copied().find(is_it).or_else(anew)
    }

    /// Whether the key of the tokens is known.
    pub fn knows_tokens(&self) -> bool {
        !self.unknown && !self.published
    }

    /// Whether these only stand in for the campaign's secrets.
    pub fn is_unknown(&self) -> bool {
        self.unknown
    }

    /// Whether the file it was read from can show that it was altered.
    pub fn has_checksum(&self) -> bool {
        self.summed
    }

    /// Whether the file it was read from is of an older format, or of the time when there were no
    /// checksums: it is written again before the campaign's next entry.
    pub fn is_older(&self) -> bool {
        self.format < FORMAT || !self.summed
    }

    /// It was written again.
    pub fn is_kept(&mut self) {
        (self.format, self.summed) = (FORMAT, true);
    }

    /// How often this seat has changed hands.
    pub fn generation(&self, seat: Seat) -> u32 {
        self.generations.get(&seat).copied().unwrap_or(0)
    }

    /// Reads and checks the file.
    ///
    /// # Errors
    /// Names the line, never what is on it.
    pub fn parse(file: &str, text: &str) -> Result<Self, FileFault> {
        let hidden = |fault: FileFault| FileFault {
            problem: "this line cannot be read".to_owned(),
            hint: "restore the file from a backup".to_owned(),
            ..fault
        };
        let checked = checksum::check(text).ok_or_else(|| {
            let problem = "it was changed: its checksum differs";
            FileFault::new(file, problem, "restore the file from a backup")
        })?;
        check_format(file, checked.text, FORMAT).map_err(|fault| match fault.line {
            Some(_) => hidden(fault),
            None => fault,
        })?;
        let secret: SecretConfig = textfile::parse(file, checked.text).map_err(hidden)?;
        Ok(SecretConfig {
            summed: checked.summed,
            ..secret
        })
    }

    /// The file; read again it is the same.
    pub fn to_text(&self) -> String {
        let today = SecretConfig {
            format: FORMAT,
            ..self.clone()
        };
        let body = toml::to_string(&today).expect("keys, names and numbers can be written");
        checksum::add(&format!(
            "# The seed of the dice and the keys of this campaign. Anyone who reads this can \
             foresee the dice\n# and write in every player's name. It must have mode 0600.\n{body}"
        ))
    }
}
