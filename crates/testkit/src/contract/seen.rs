//! Everything a viewer may see of a table.

#![allow(
    clippy::unwrap_used,
    reason = "a check that cannot go on fails by panicking"
)]

use packetboat_core::engine::game::{Block, Halted, PageData, Table, Understood};
use packetboat_core::engine::seat::Viewer;
use packetboat_core::lang::form::Grammar;

/// Everything a viewer may see of a table: the page, the grammar, and what a receipt for a sheet
/// says.
#[derive(Debug, PartialEq)]
pub(super) struct Seen {
    page: PageData,
    halted: String,
    grammar: Option<Grammar>,
    understood: Option<Understood>,
}

impl Seen {
    pub(super) fn of(table: &dyn Table, viewer: Viewer, earlier: &[String], sheet: &str) -> Self {
        let halted = match table.halt() {
            Halted::Gathering { called, .. } => format!("called: {called:?}"),
            Halted::Asking { .. } => "resolution pending".to_owned(),
            Halted::Over(_) => "over".to_owned(),
        };
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::Referee => None,
        };
        let block = Block {
            sheet: table.sheet(),
            body: sheet,
        };
        Seen {
            page: table.page(viewer, earlier).unwrap(),
            halted,
            grammar: seat.map(|it| table.grammar(it)),
            understood: seat.map(|it| table.check(it, &block)),
        }
    }

    /// The first line in which two differ.
    pub(super) fn difference(&self, other: &Seen) -> Option<(String, String)> {
        let (here, there) = (format!("{self:#?}"), format!("{other:#?}"));
        let (here, there) = (here.lines(), there.lines());
        let lines = here.zip(there).find(|(a, b)| a != b);
        lines.map(|(a, b)| (a.to_owned(), b.to_owned()))
    }
}
