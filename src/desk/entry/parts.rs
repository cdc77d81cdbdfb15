//! The new files of an entry: position, orders in force, journal, what it was founded on,
//! and the settings it was played by.
//!
//! Not here: their bytes in the log (`store::draft`).

use crate::desk::club::campaign::Campaign;
use crate::desk::club::foundation::{self, Foundation};
use crate::desk::club::settings;
use crate::engine::game::Files;
use crate::store::digest::Digest;
use crate::store::entry::StateFile;
use std::collections::BTreeMap;

/// The parts that are not as they were after the last entry; if they were placed, state and book
/// whatever they say; what it is founded on, if its dice are new.
pub fn changed(
    campaign: &mut Campaign,
    placed: bool,
    new_dice: bool,
) -> BTreeMap<StateFile, String> {
    let Files {
        state,
        book,
        journal,
    } = campaign.table.save();
    let founded = match &campaign.last {
        Some(last) => !new_dice && last.note.files.contains_key(&StateFile::Foundation),
        None => false,
    };
    let foundation = || {
        let hashes = foundation::hashes(&campaign.pack);
        let foundation = Foundation::of(&campaign.secret, &campaign.seed, hashes);
        foundation.to_text(&campaign.id)
    };
    let texts = [
        (StateFile::State, Some(state)),
        (StateFile::Book, Some(book)),
        (StateFile::Journal, journal),
        (StateFile::Foundation, (!founded).then(foundation)),
    ];
    let mut parts = BTreeMap::new();
    for (part, text) in texts {
        let Some(text) = text else { continue };
        // Journals report different events even where their text is the same.
        let anew = part == StateFile::Journal || placed;
        if anew || campaign.parts.get(&part) != Some(&text) {
            parts.insert(part, text);
        }
    }
    let settings = settings::bound(campaign);
    let bound = campaign.last.as_ref();
    let bound = bound.and_then(|it| it.note.files.get(&StateFile::Settings));
    if bound.is_none_or(|it| it.blake3 != Digest::of(settings.as_bytes())) {
        parts.insert(StateFile::Settings, settings);
    }
    parts
}
