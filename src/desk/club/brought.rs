//! What a campaign brings in a folder of its own, where its game lets it: seats, tables, a
//! handbook.
//!
//! It is frozen into the campaign's `data/` in place of the game's own files. Not here: what the
//! files say (the game), and how they get into a campaign (`founding`).

use super::open::{Club, gather};
use crate::engine::data::{DataPack, GameCard, SEATING};
use crate::engine::game::{Game, card};
use crate::fault::Fault;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::Path;

/// Folders of a game that are there to be begun from.
const SAMPLES: &str = "samples/";

/// The handbook of a campaign, in place of the game's.
pub const HANDBOOK: &str = "handbook.md";

/// Files by name.
pub type Brought = BTreeMap<String, String>;

/// Reads a folder, or a sample that comes with the game.
///
/// # Errors
/// A game that takes nothing; no such folder; a file that the game has no use for; the disk.
pub fn read(club: &Club, game: &dyn Game, from: Option<&str>) -> anyhow::Result<Brought> {
    let Some(from) = from else {
        return Ok(Brought::new());
    };
    let own = club.pack(game.id())?;
    let fits = card(&own).is_ok_and(|it| it.seated_by.is_some());
    if !fits {
        let told = format!("{} takes no folder: its seats are its own", game.id());
        return Err(Fault::usage(told).into());
    }
    let found = match sample(&game.pack(), from) {
        found if !found.is_empty() => found,
        _ => on_disk(club, game, Path::new(from))?,
    };
    let is_known = |name: &str| own.files.contains_key(name) || [SEATING, HANDBOOK].contains(&name);
    let stranger = found.keys().find(|it| !is_known(it) || *it == "game.toml");
    match stranger {
        Some(name) => Err(
            Fault::usage(format!("{from}: {} has no use for {name}", game.id()))
                .hint("Take it out of the folder, or see what a sample holds.")
                .into(),
        ),
        None => Ok(found),
    }
}

/// The files of a sample.
fn sample(pack: &DataPack, name: &str) -> Brought {
    let prefix = format!("{SAMPLES}{name}/");
    let files = pack.files.iter();
    let own = files.filter_map(|(path, text)| Some((path.strip_prefix(&prefix)?, text)));
    own.map(|(path, text)| (path.to_owned(), text.clone()))
        .collect()
}

/// Those of a folder.
fn on_disk(club: &Club, game: &dyn Game, folder: &Path) -> anyhow::Result<Brought> {
    if !club.fs.stat(folder).is_ok_and(|it| it.is_dir) {
        let pack = game.pack();
        let samples = pack
            .files
            .keys()
            .filter_map(|it| it.strip_prefix(SAMPLES)?.split('/').next());
        let mut samples: Vec<&str> = samples.collect();
        samples.dedup();
        return Err(
            Fault::usage(format!("there is no folder {}", folder.display()))
                .hint(format!("Samples that need none: {}.", samples.join(", ")))
                .into(),
        );
    }
    let mut files = Brought::new();
    let mut broken = None;
    let mut take = |path: String, bytes: Vec<u8>| match String::from_utf8(bytes) {
        Ok(text) => {
            files.insert(path, text);
        }
        Err(_) => broken = Some(path),
    };
    gather(&*club.fs, folder, "", 0, &mut take)
        .with_context(|| format!("reading {}", folder.display()))?;
    match broken {
        Some(path) => {
            let told = format!(
                "{} is no text: save it as UTF-8",
                folder.join(path).display()
            );
            Err(Fault::usage(told).into())
        }
        None => Ok(files),
    }
}

/// The data of a game with what a campaign brings in their place.
///
/// # Errors
/// The disk's.
pub fn pack(club: &Club, game: &dyn Game, brought: &Brought) -> anyhow::Result<DataPack> {
    let mut pack = club.pack(game.id())?;
    let all = brought
        .iter()
        .map(|(path, text)| (path.clone(), text.clone()));
    pack.files.extend(all);
    Ok(pack)
}

/// The card of a game as a campaign that brings this has it.
///
/// # Errors
/// What does not fit; the disk's.
pub fn card_of(club: &Club, game: &dyn Game, brought: &Brought) -> anyhow::Result<GameCard> {
    let card = card(&pack(club, game, brought)?);
    Ok(card.map_err(|it| Fault::usage(it.to_string()))?)
}
