//! What a seat's orders have come to in all, and how it is doing: for the head of its report.
//!
//! Not here: the words, and which events are news (`templates/diplomacy/headlines.txt`).

use super::judge::after::Came;
use super::state::Event;
use super::view::View;
use packetboat_core::prelude::*;
use serde_json::json;

/// What several events come to for the viewer, and how the powers compare.
pub fn tell(view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.seat else {
        return Commentary::default();
    };
    let own = heard.iter().filter_map(|it| match it {
        Event::Moved { seat, result, .. }
        | Event::Supported { seat, result, .. }
        | Event::Convoyed { seat, result, .. } => (*seat == me).then_some(*result),
        _ => None,
    });
    let own: Vec<Came> = own.collect();
    let done = own.iter().filter(|it| **it == Came::Done).count();
    let sum = json!({ "event": "obeyed", "done": done, "all": own.len() });
    Commentary {
        sums: (!own.is_empty()).then_some(sum).into_iter().collect(),
        standing: json!({ "event": "standing" }),
        ..Commentary::default()
    }
}
