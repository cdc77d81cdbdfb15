//! The games that are known, and rules that have read their data, shared by all campaigns that
//! froze the same data.
//!
//! Only speed: what is here is a function of the data. Not here: opening campaigns.

use super::errors::catch_panic;
use super::foundation::Hashes;
use crate::engine::data::{DataError, DataPack};
use crate::engine::game::{Game, Ruleset};
use crate::games::Games;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// This many are kept: a club has few games, and each few versions of data and options.
const KEPT_MAX: usize = 64;

/// The games known, and the rules loaded so far.
#[derive(Clone)]
pub struct Shelf {
    /// The games.
    pub games: Games,
    kept: Arc<Mutex<Kept>>,
}

/// By the game, and what its data are.
type Kept = BTreeMap<(&'static str, Hashes), Arc<dyn Ruleset>>;

/// Why rules could not be loaded.
#[derive(Debug)]
pub enum Unfit {
    /// The data do not fit.
    Data(DataError),
    /// The rules panicked over them; what the panic said.
    Panic(String),
}

impl Shelf {
    /// Nothing loaded yet.
    pub fn of(games: Games) -> Self {
        Shelf {
            games,
            kept: Arc::default(),
        }
    }

    /// The rules of a game over these data, whose hashes are given.
    ///
    /// # Errors
    /// See [`Unfit`].
    pub fn rules(
        &self,
        game: &'static dyn Game,
        pack: &DataPack,
        hashes: &Hashes,
    ) -> Result<Arc<dyn Ruleset>, Unfit> {
        let name = (game.id(), hashes.clone());
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = kept().get(&name) {
            return Ok(Arc::clone(rules));
        }
        let loaded = catch_panic(|| game.load(pack)).map_err(Unfit::Panic)?;
        let rules = loaded.map_err(Unfit::Data)?;
        let mut kept = kept();
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(name, Arc::clone(&rules));
        Ok(rules)
    }
}
