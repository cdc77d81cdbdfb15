//! The templates that are compiled into the program: those for all games.
//!
//! Not here: each game's own (`engine::game::Game::templates`), and a club's files of the same
//! names, which take their place (`desk::open`).

use std::collections::BTreeMap;

mod files {
    include!(concat!(env!("OUT_DIR"), "/builtin.rs"));
}

/// All of them, by path under `templates/`.
pub fn templates() -> BTreeMap<String, String> {
    let all = files::TEMPLATES.iter();
    all.map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
        .collect()
}
