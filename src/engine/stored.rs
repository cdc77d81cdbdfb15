//! The files of a campaign as text: a head, then one body; one spelling for one value.
//!
//! Not here: where files lie (`store`), and hashes.

use super::data::DataError;
use super::game::Migration;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The head of a state, book or journal file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// `state`, `book` or `journal`.
    pub kind: String,
    /// Folder name of the game.
    pub game: String,
    /// The campaign it belongs to.
    pub campaign: String,
    /// Version of the shape of the body.
    pub format: u32,
    /// Version of the rules that wrote it.
    pub revision: u32,
}

#[derive(Serialize)]
struct Written<'a, T> {
    #[serde(flatten)]
    head: &'a Head,
    body: &'a T,
}

#[derive(Deserialize)]
struct Read<T> {
    body: T,
}

/// Writes a file.
///
/// # Panics
/// If the body has a shape TOML cannot hold: a mistake in a game's types.
pub fn write<T: Serialize>(head: &Head, body: &T) -> String {
    let text = toml::to_string(&Written { head, body });
    text.unwrap_or_else(|it| panic!("a {} cannot be written: {it}", head.kind))
}

/// Reads a file: checks the head, brings older shapes up to date.
///
/// # Errors
/// Names the file, the line where there is one, and what to do.
pub fn read<T: DeserializeOwned>(
    text: &str,
    wanted: &Head,
    migrations: &[Migration],
) -> Result<T, DataError> {
    let file = format!("{}.toml", wanted.kind);
    let wrong = |it: &dyn std::fmt::Display| DataError::new(&file, it.to_string());
    let head = read_head(text).map_err(|it| wrong(&it))?;
    if (&head.kind, &head.game, &head.campaign) != (&wanted.kind, &wanted.game, &wanted.campaign) {
        let (kind, game, campaign) = (&wanted.kind, &wanted.game, &wanted.campaign);
        return Err(wrong(&format!(
            "this is the {} of {} in {}, not the {kind} of {game} in {campaign}; \
             put the right file back",
            head.kind, head.game, head.campaign
        )));
    }
    if head.format > wanted.format {
        return Err(wrong(&format!(
            "it has format {}, and this packetboat knows formats up to {}; \
             install the newer packetboat that wrote it",
            head.format, wanted.format
        )));
    }
    if head.format == wanted.format {
        let read: Read<T> = toml::from_str(text).map_err(|it| wrong(&it))?;
        return Ok(read.body);
    }
    let mut table: toml::Table = toml::from_str(text).map_err(|it| wrong(&it))?;
    upgrade(&mut table, &head, wanted.format, migrations).map_err(|it| wrong(&it))?;
    let read: Read<T> = Read::deserialize(table).map_err(|it| wrong(&it))?;
    Ok(read.body)
}

/// Reads only the head, which stands before the first table.
///
/// # Errors
/// A head that is missing or does not fit.
pub fn read_head(text: &str) -> Result<Head, String> {
    let end = text.find("\n[").map_or(text.len(), |it| it + 1);
    toml::from_str(&text[..end]).map_err(|it| format!("the head of the file is damaged: {it}"))
}

fn upgrade(
    table: &mut toml::Table,
    head: &Head,
    to: u32,
    migrations: &[Migration],
) -> Result<(), String> {
    for format in head.format..to {
        let mut steps = migrations
            .iter()
            .filter(|it| it.from == format && it.kind == head.kind);
        let Some(body) = table.get_mut("body").and_then(toml::Value::as_table_mut) else {
            return Err("it has no [body]".to_owned());
        };
        steps.try_for_each(|it| {
            (it.apply)(body).map_err(|why| format!("from format {format}: {why} ({})", it.why))
        })?;
    }
    Ok(())
}
