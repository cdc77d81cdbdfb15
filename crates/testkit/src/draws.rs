//! Whether all that is drawn from the open bowl is shown to all: numbers of draws rest on it
//! (`engine::cause`).

use packetboat_core::engine::dice::{Bowl, Roll};
use packetboat_core::textfile::plain;
use serde_json::Value;

/// What each open draw of this journal was for, of those in no event that all hear.
///
/// # Errors
/// A text that is not a journal.
pub fn untold(journal: &str) -> Result<Vec<String>, String> {
    let table = plain::from_toml(journal).map_err(|it| it.to_string())?;
    let list = |it: &Value, key: &str| it.get(key).and_then(Value::as_array).cloned();
    let mut untold = Vec::new();
    for item in table
        .get("item")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        let events = list(item, "events").unwrap_or_default();
        let told = events.iter().filter_map(|it| it.get("draws")?.as_u64());
        let told = usize::try_from(told.sum::<u64>()).map_err(|it| it.to_string())?;
        let mut open = Vec::new();
        for roll in list(item, "rolls").unwrap_or_default() {
            let roll: Roll = plain::typed(roll).map_err(|it| it.to_string())?;
            open.extend((roll.bowl == Bowl::Open).then_some(roll.why));
        }
        untold.extend(open.into_iter().skip(told));
    }
    Ok(untold)
}
