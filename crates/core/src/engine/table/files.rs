//! The files of a campaign that a game writes: their heads, and what belongs to whom.

use super::super::data::DataError;
use super::super::whole::GameRules;
use crate::textfile::head::{self as headed, FileKind, Head};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a file of a campaign.
pub(super) fn write<R: GameRules, T: Serialize>(
    kind: FileKind,
    campaign: &str,
    body: &T,
) -> String {
    let head = Head {
        kind,
        campaign: Some(campaign.to_owned()),
        game: Some(R::ID.to_owned()),
        format: R::FORMAT,
        revision: Some(R::REVISION),
    };
    headed::bare(&head, body)
}

/// Reads a file of a campaign back, older shapes brought up to date.
pub(super) fn read<R: GameRules, T: DeserializeOwned>(
    kind: FileKind,
    campaign: &str,
    text: &str,
) -> Result<T, DataError> {
    let file = format!("{}.toml", kind.name());
    let read = headed::read(&file, text, kind, &R::migrations(kind), R::FORMAT);
    let (head, body) = read.map_err(|it| DataError::new(&file, it.to_string()))?;
    let own = (Some(campaign), Some(R::ID));
    if (head.campaign.as_deref(), head.game.as_deref()) == own {
        return Ok(body);
    }
    let whose = head.campaign.unwrap_or_default();
    let problem = format!("it belongs to {whose}, not to {campaign}; put the right file back");
    Err(DataError::new(&file, problem))
}

/// What pages hold, as data.
pub(super) fn json<T: Serialize>(value: &T) -> serde_json::Value {
    serde_json::to_value(value).expect("views, events and questions are plain data with names")
}

/// Both objects in one.
pub(super) fn joined(mut one: serde_json::Value, other: serde_json::Value) -> serde_json::Value {
    if let (Some(one), serde_json::Value::Object(other)) = (one.as_object_mut(), other) {
        one.extend(other);
    }
    one
}
