//! How a player stands beside the other: the last line at the head of a report.
//!
//! Not here: the words, and which events are news (`templates/these-new-worlds/headlines.txt`).

use super::{events::Event, view::View};
use packetboat_core::engine::commentary::told;
use packetboat_core::prelude::*;

/// Planets won by either player and by nobody.
#[derive(Serialize)]
#[serde(tag = "event", rename = "standing", rename_all = "kebab-case")]
struct Standing {
    own: usize,
    other: Seat,
    theirs: usize,
    collective: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<u32>,
}

/// What several events come to for the viewer, and how they stand.
pub(super) fn tell(view: &View, heard: &[&Event]) -> Commentary {
    if view.me.is_none() {
        return Commentary::default();
    }
    // A dome of a round that is over is history.
    let over = |it: &&Event| matches!(it, Event::Colonised { .. } | Event::JoinedCollective { .. });
    let since = heard.iter().rposition(over).map_or(0, |it| it + 1);
    let past = heard[..since].iter().enumerate();
    let past = past.filter(|it| matches!(it.1, Event::DomePlaced { .. }));
    let theirs = view.theirs();
    let standing = Standing {
        own: view.mine().planets.len(),
        other: theirs.seat,
        theirs: theirs.planets.len(),
        collective: view.collective.len(),
        end: view.outcome.is_none().then_some(view.collective_end),
    };
    Commentary {
        summed: past.map(|it| it.0).collect(),
        standing: told(&standing),
        ..Commentary::default()
    }
}
