//! The BLAKE3 of a file, by which history is chained.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A BLAKE3 hash; written as 64 small hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Digest([u8; 32]);

impl Digest {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Digest(*blake3::hash(bytes).as_bytes())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(blake3::Hash::from_bytes(self.0).to_hex().as_str())
    }
}

impl FromStr for Digest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        blake3::Hash::from_hex(text)
            .map(|it| Digest(*it.as_bytes()))
            .map_err(|_| format!("`{text}` is not a hash of 64 hex digits"))
    }
}

packetboat_core::text_value!(Digest);
