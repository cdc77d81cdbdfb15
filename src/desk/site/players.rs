//! Players who agreed to be named: what they played, how it ended, and how often their sheets came
//! in time.
//!
//! Only campaigns that are over count, and someone who plays under several names is one
//! player, of the newest name. Not here: who agreed (`finished`).

use super::known::KnownRow;
use crate::report::{PlayerLine, TimeKept};
use crate::store::digest::Digest;
use std::collections::BTreeMap;

/// All players, by name.
pub(super) fn lines<'r>(rows: impl Iterator<Item = &'r KnownRow>) -> Vec<PlayerLine> {
    let mut all: BTreeMap<Digest, PlayerLine> = BTreeMap::new();
    let mut kept: BTreeMap<Digest, TimeKept> = BTreeMap::new();
    for at in rows.flat_map(|it| &it.players) {
        let line = all.entry(at.who).or_insert_with(|| PlayerLine {
            name: String::new(),
            games: Vec::new(),
            kept: String::new(),
        });
        line.name.clone_from(&at.name);
        line.games.extend(at.played.clone());
        if let Some(there) = at.kept {
            let sum = kept.entry(at.who).or_default();
            *sum += there;
            line.kept = sum.said();
        }
    }
    let mut lines = Vec::from_iter(all.into_values());
    lines.sort_by(|a, b| a.name.cmp(&b.name));
    lines
}
