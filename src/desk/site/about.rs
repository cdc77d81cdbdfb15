//! What a game is, for somebody who does not know it: two sentences of its `about.toml`, which may
//! change while campaigns go on; without that file the sentence of its card.

use crate::desk::club::open::Club;
use crate::engine::data::GameCard;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutFile {
    about: String,
}

/// What this game is.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn about(club: &Club, game: &str, card: &GameCard) -> anyhow::Result<String> {
    let pack = club.books(game)?;
    if !pack.files.contains_key("about.toml") {
        return Ok(card.blurb.clone());
    }
    let file: AboutFile = pack.read("about.toml")?;
    Ok(file.about.trim().to_owned())
}
