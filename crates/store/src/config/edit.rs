//! Changing one seat in a `campaign.toml` that a referee has written: everything else in it,
//! comments and all, stays as it is.
//!
//! Not here: what the file means (`campaign`).

use super::campaign::{Holder, Player};
use packetboat_core::engine::seat::Seat;
use packetboat_core::textfile::FileFault;
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

/// The keys of a seat.
const KEYS: [&str; 9] = [
    "player",
    "address",
    "zone",
    "wants",
    "name_public",
    "record_public",
    "also",
    "robot",
    "open",
];

/// The same file with another holder in a seat.
///
/// # Errors
/// Text that is not TOML, or has no such seat.
pub fn with_holder(
    file: &str,
    text: &str,
    seat: Seat,
    holder: &Holder,
) -> Result<String, FileFault> {
    let wrong = |problem: String| FileFault::new(file, problem, "");
    let document = text.parse::<DocumentMut>();
    let mut document = document.map_err(|it| wrong(it.message().to_owned()))?;
    let seats = document.get_mut("seats").and_then(Item::as_table_like_mut);
    let table = seats
        .and_then(|it| it.get_mut(seat.as_str()))
        .and_then(Item::as_table_like_mut)
        .ok_or_else(|| wrong(format!("there is no [seats.{seat}]")))?;
    let wanted = keys(holder);
    let mut comments = String::new();
    for key in KEYS {
        match wanted.iter().find(|it| it.0 == key) {
            Some((_, value)) => put(table, key, value.clone()),
            None => comments += &take(table, key),
        }
    }
    restore(table, &comments);
    Ok(document.to_string())
}

fn keys(holder: &Holder) -> Vec<(&'static str, Value)> {
    match holder {
        Holder::Robot => vec![("robot", Value::from(true))],
        Holder::Open => vec![("open", Value::from(true))],
        Holder::Player(Player {
            name,
            address,
            zone,
            wants,
            name_public,
            record_public,
            also,
        }) => {
            let wants: Array = wants.iter().map(|it| it.name()).collect();
            let mut keys = vec![
                ("player", Value::from(name.as_str())),
                ("address", Value::from(address.as_str())),
                ("wants", Value::from(wants)),
            ];
            keys.extend(zone.map(|it| ("zone", Value::from(it.name()))));
            keys.extend(name_public.then(|| ("name_public", Value::from(true))));
            keys.extend(record_public.then(|| ("record_public", Value::from(true))));
            let also: Array = also.iter().map(ToString::to_string).collect();
            keys.extend((!also.is_empty()).then(|| ("also", Value::from(also))));
            keys
        }
    }
}

/// Sets a key; one that was there keeps its place and the comment after it.
fn put(table: &mut dyn TableLike, key: &str, mut value: Value) {
    match table.get_mut(key) {
        Some(Item::Value(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        _ => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Takes a key away; returns the comments above it.
fn take(table: &mut dyn TableLike, key: &str) -> String {
    let above = table.key(key).and_then(|found| {
        let prefix = found.leaf_decor().prefix()?;
        prefix.as_str().map(str::to_owned)
    });
    table.remove(key);
    above.unwrap_or_default()
}

/// Puts comments that were above keys now gone above the first that is left.
fn restore(table: &mut dyn TableLike, comments: &str) {
    let first = table.iter().next().map(|it| it.0.to_owned());
    let Some(mut key) = first.and_then(|it| table.key_mut(&it)) else {
        return;
    };
    let decor = key.leaf_decor_mut();
    let old = decor.prefix().and_then(|it| it.as_str());
    let all = format!("{comments}{}", old.unwrap_or_default());
    decor.set_prefix(all);
}
