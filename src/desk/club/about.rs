//! What a game is, for somebody who does not know it, and what referees should know of its order of
//! play: its `about.toml`, which may change while campaigns go on.

use super::open::Club;
use crate::engine::data::{DataPack, GameCard};
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct AboutFile {
    about: String,
    #[serde(default)]
    fairness: String,
}

fn read(pack: &DataPack) -> anyhow::Result<AboutFile> {
    if pack.files.contains_key("about.toml") {
        Ok(pack.read("about.toml")?)
    } else {
        Ok(AboutFile::default())
    }
}

/// What this game is; without the file the sentence of its card.
///
/// # Errors
/// A file that cannot be read.
pub fn about(club: &Club, game: &str, card: &GameCard) -> anyhow::Result<String> {
    let file = read(&club.books(game)?)?;
    let about = match file.about.trim() {
        "" => &card.blurb,
        about => about,
    };
    Ok(about.to_owned())
}

/// What a place in the order of play is worth, as measured, and which option evens it: for referees
/// who begin a campaign. Empty: nothing that need be said.
///
/// # Errors
/// A file that cannot be read.
pub fn fairness(books: &DataPack) -> anyhow::Result<String> {
    Ok(read(books)?.fairness.trim().to_owned())
}
