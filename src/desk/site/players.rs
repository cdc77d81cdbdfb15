//! Players who agreed to be named: what they played, how it ended, and how often their sheets came
//! in time.
//!
//! Only campaigns that are over count, and someone who plays under several names is one
//! player, of the newest name. Not here: who agreed (`finished`).

use super::known::{KnownRow, PlayerAt};
use crate::report::{PlayerLine, TimeKept};
use crate::store::digest::Digest;
use std::collections::BTreeMap;

/// All players, by name.
pub(super) fn lines<'r>(rows: impl Iterator<Item = &'r KnownRow>) -> Vec<PlayerLine> {
    let mut all: BTreeMap<Digest, PlayerLine> = BTreeMap::new();
    for at in rows.flat_map(|it| &it.players) {
        add(&mut all, at);
    }
    let mut lines = Vec::from_iter(all.into_values());
    lines.sort_by(|a, b| a.name.cmp(&b.name));
    lines
}

fn add(all: &mut BTreeMap<Digest, PlayerLine>, at: &PlayerAt) {
    let line = all.entry(at.who).or_insert_with(|| PlayerLine {
        name: String::new(),
        games: Vec::new(),
        kept: TimeKept::default(),
    });
    line.name.clone_from(&at.name);
    line.games.extend(at.played.clone());
    if let Some(kept) = at.kept {
        line.kept.on_time += kept.on_time;
        line.kept.late += kept.late;
        line.kept.missed += kept.missed;
        line.kept.left += kept.left;
    }
}
