//! Seats under other names, and back.

#![allow(
    clippy::unwrap_used,
    reason = "a check that cannot go on fails by panicking"
)]

use packetboat_core::engine::data::DataPack;
use packetboat_core::engine::game::card;
use packetboat_core::engine::seat::Seat;
use std::collections::BTreeMap;

/// The data with its seats renamed so that the alphabet is turned round, and how to turn a text
/// back to the old names.
pub(super) fn renamed(pack: &DataPack) -> (DataPack, BTreeMap<String, String>) {
    let mut names: Vec<String> = card(pack)
        .unwrap()
        .seats
        .iter()
        .map(|it| it.name.to_string())
        .collect();
    names.sort();
    let letters = (b'a'..=b'z').rev().map(char::from);
    let new: BTreeMap<String, String> = names
        .into_iter()
        .zip(letters.map(|it| format!("{it}quay")))
        .collect();
    let mut pack = pack.clone();
    let mut game: toml::Table = toml::from_str(&pack.files["game.toml"]).unwrap();
    let rename = |value: &mut toml::Value| {
        let old = value.as_str().unwrap();
        *value = toml::Value::String(new[old].clone());
    };
    for seat in game["seat"].as_array_mut().unwrap() {
        rename(&mut seat["name"]);
    }
    for scenario in game["scenario"].as_array_mut().unwrap() {
        let seats = scenario
            .get_mut("seats")
            .and_then(toml::Value::as_array_mut);
        seats.into_iter().flatten().for_each(rename);
    }
    pack.files
        .insert("game.toml".to_owned(), toml::to_string(&game).unwrap());
    (pack, new.into_iter().map(|(old, new)| (new, old)).collect())
}

/// A text with every whole word that is a new name in its old form again.
pub(super) fn old_names(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut text = text.to_owned();
    for (new, old) in names {
        text = text.replace(new.as_str(), old);
    }
    text
}

/// A value with every list of nothing but seats sorted: they are sets where the game's own order
/// is not meant, and the order of play shows in the events besides.
pub(super) fn sorted_sets(value: serde_json::Value, seats: &[Seat]) -> serde_json::Value {
    match value {
        serde_json::Value::Array(items) => {
            let mut items: Vec<_> = items.into_iter().map(|it| sorted_sets(it, seats)).collect();
            let is_seat = |value: &serde_json::Value| {
                value
                    .as_str()
                    .is_some_and(|it| seats.iter().any(|seat| seat.as_str() == it))
            };
            if items.iter().all(is_seat) {
                items.sort_by_key(ToString::to_string);
            }
            items.into()
        }
        serde_json::Value::Object(fields) => {
            let fields = fields
                .into_iter()
                .map(|(key, it)| (key, sorted_sets(it, seats)));
            let fields: BTreeMap<_, _> = fields.collect();
            fields.into_iter().collect()
        }
        other => other,
    }
}
