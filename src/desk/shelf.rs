//! Rules that have read their data, shared by all campaigns that froze the same data.
//!
//! Only speed: what stands here is a function of the data. Not here: opening campaigns.

use super::stuck::guarded;
use crate::engine::data::{DataError, DataPack};
use crate::engine::game::{Game, Ruleset};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// So many are kept: a club has few games, and each few versions of data and options.
const KEPT_MAX: usize = 64;

/// The rules loaded so far.
#[derive(Clone, Default)]
pub struct Shelf(Arc<Mutex<Kept>>);

/// By a hash over the game and its data.
type Kept = BTreeMap<[u8; 32], Arc<dyn Ruleset>>;

/// Why rules could not be loaded.
#[derive(Debug)]
pub enum Unfit {
    /// The data do not fit.
    Data(DataError),
    /// The rules panicked over them; what the panic said.
    Panic(String),
}

impl Shelf {
    /// The rules of a game over these data.
    ///
    /// # Errors
    /// See [`Unfit`].
    pub fn rules(&self, game: &dyn Game, pack: &DataPack) -> Result<Arc<dyn Ruleset>, Unfit> {
        let name = name(game, pack);
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = kept().get(&name) {
            return Ok(Arc::clone(rules));
        }
        let loaded = guarded(|| game.load(pack)).map_err(Unfit::Panic)?;
        let rules = loaded.map_err(Unfit::Data)?;
        let mut kept = kept();
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(name, Arc::clone(&rules));
        Ok(rules)
    }
}

/// A hash over the game and all its data.
fn name(game: &dyn Game, pack: &DataPack) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    add(game.id());
    for (path, text) in &pack.files {
        add(path);
        add(text);
    }
    *hasher.finalize().as_bytes()
}
