//! The games' data and the templates that are compiled into the binary.
//!
//! Not here: a club's own files of the same names, which take their place (`desk::assets`).

use crate::engine::data::DataPack;
use std::collections::BTreeMap;

mod files {
    include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
}

/// The data of one game, by path under its folder; empty if there is none.
pub fn game(id: &str) -> DataPack {
    let prefix = format!("{id}/");
    let own = files::GAMES.iter().filter_map(|(path, text)| {
        let short = path.strip_prefix(&prefix)?;
        Some((short.to_owned(), (*text).to_owned()))
    });
    DataPack {
        files: own.collect(),
    }
}

/// All templates, by path under `templates/`.
pub fn templates() -> BTreeMap<String, String> {
    let all = files::TEMPLATES.iter();
    all.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect()
}
