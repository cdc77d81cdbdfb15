//! What a campaign was founded on: seals of its secrets, hashes of its data. They are in the log as
//! `foundation.toml`, and are held against the files each time the campaign is opened: so the seed,
//! the key of the tokens, the founding and every number of the game are chained like all else.
//!
//! Not here: what is sealed (`config::secret`), and the hash of the file itself (`store::log`).

use super::errors::CampaignError;
use crate::config::secret::{Key, SecretConfig};
use crate::engine::data::DataPack;
use crate::engine::dice::seals;
use crate::store::digest::Digest;
use crate::store::layout::{CampaignDir, CampaignId};
use crate::textfile::head::{self, FileKind, Head};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of its shape.
const FORMAT: u32 = 1;

/// The hash of each file under `data/`, by its path there.
pub type Hashes = BTreeMap<String, Digest>;

/// What the file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foundation {
    /// What was sealed.
    pub seals: Seals,
    /// What the data were.
    pub data: Hashes,
}

/// Seals: they do not show what was sealed, only whether it is the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seals {
    /// The end of the chain of open keys, link 0, in hex: what the first report prints.
    pub chain: String,
    /// The hash of the seed, in hex: printed there too.
    pub seed: String,
    /// Whether the seed was drawn here, or given by hand.
    pub sealed: bool,
    /// The hash of the key of the tokens.
    pub token_key: Digest,
}

impl Foundation {
    /// Of a campaign with these secrets and data, and dice of this seed.
    pub fn of(secret: &SecretConfig, seed: &Key, data: Hashes) -> Self {
        let (chain, seed) = seals(&seed.0);
        Foundation {
            seals: Seals {
                chain,
                seed,
                sealed: secret.sealed,
                token_key: Digest::of(&secret.token_key.0),
            },
            data,
        }
    }

    /// The file, without the line of comment.
    pub fn to_text(&self, id: &CampaignId) -> String {
        let head = Head {
            kind: FileKind::Foundation,
            campaign: Some(id.to_string()),
            game: None,
            format: FORMAT,
            revision: None,
        };
        head::bare(&head, self)
    }

    /// Reads the file.
    ///
    /// # Errors
    /// A file that does not fit, which cannot be if its hash is right.
    pub fn parse(text: &str) -> Result<Self, CampaignError> {
        let (_, read) = head::read("foundation.toml", text, FileKind::Foundation, &[], FORMAT)?;
        Ok(read)
    }

    /// Whether the seal of the open keys is the one that the seed gives: too dear each time the
    /// campaign is opened.
    ///
    /// # Errors
    /// It is not.
    pub fn check_chain(&self, seed: &Key) -> Result<(), String> {
        if seals(&seed.0).0 == self.seals.chain {
            Ok(())
        } else {
            Err("the seal of the open dice is not the one that the seed gives".to_owned())
        }
    }

    /// Whether secrets and data are still those; the seed that was sealed in this entry.
    ///
    /// # Errors
    /// Names the first file that is not as it was.
    pub fn check(
        &self,
        dir: &CampaignDir,
        secret: &SecretConfig,
        is: &Hashes,
        (campaign, entry): (&CampaignId, u32),
    ) -> Result<Key, CampaignError> {
        let put_back =
            |what: String| CampaignError::broken(what, &["restore the file from a backup"]);
        let names = self.data.keys().chain(is.keys());
        let altered = names
            .filter(|it| self.data.get(*it) != is.get(*it))
            .map(|it| (it, is.contains_key(it), self.data.contains_key(it)));
        if let Some((name, there, was)) = altered.min() {
            let how = match (there, was) {
                (false, _) => "this file is gone",
                (true, false) => "this file was not there when the campaign began",
                (true, true) => "it has changed since the campaign began",
            };
            let file = dir.shown(&dir.data().join(name));
            return Err(put_back(format!("{file}: {how}")));
        }
        if secret.is_unknown() {
            return Ok(secret.seed);
        }
        let seed = secret.sealed_as(&self.seals.seed, campaign.as_str(), entry);
        let Some(seed) = seed else {
            let file = dir.shown(&dir.secret());
            let what = "the seed is not the one sealed when the campaign began";
            return Err(put_back(format!("{file}: {what}")));
        };
        let what =
            if secret.knows_tokens() && Digest::of(&secret.token_key.0) != self.seals.token_key {
                "the key of the tokens is not the one sealed when the campaign began"
            } else if secret.sealed != self.seals.sealed {
                "whether the seed was drawn here has changed since the campaign began"
            } else {
                return Ok(seed);
            };
        let file = dir.shown(&dir.secret());
        Err(put_back(format!("{file}: {what}")))
    }
}

/// The hashes of these data.
pub fn hashes(pack: &DataPack) -> Hashes {
    let files = pack.files.iter();
    files
        .map(|(path, text)| (path.clone(), Digest::of(text.as_bytes())))
        .collect()
}
