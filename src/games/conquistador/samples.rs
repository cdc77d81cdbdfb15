//! One event of every kind, for the test of the templates; of those that read otherwise with
//! other figures, each shape. They stand in `samples.json`.

use super::data::Tables;
use super::events::Event;

const SAMPLES: &str = include_str!("samples.json");

/// One of every kind.
pub fn samples(tables: &Tables) -> Vec<Event> {
    let _ = tables;
    serde_json::from_str(SAMPLES).expect("the samples are events of today")
}
