//! Pictures of the position: `zoom` where the viewer is and something happened, and `world`, all of
//! the New World. They are made of the view and what was heard alone.
//!
//! What never changes is drawn once (`ground`): the world on one sheet, what is seen from nearby on
//! two, which overlap.

mod alt;
mod control;
mod edge;
mod facts;
mod ground;
mod marks;
mod names;
mod routes;
pub mod sheet;
mod terrain;
mod window;
mod world;
mod zoom;

use super::data::Tables;
use super::events::Event;
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::course;
use sheet::{NEAR, WORLD};

/// The pictures of a report.
pub(super) fn pictures(view: &View, heard: &[&Event]) -> Vec<Picture> {
    if view.tables.coast.is_none() {
        return Vec::new();
    }
    vec![zoom::picture(view, heard), world::picture(view, heard)]
}

/// What never changes in them.
pub(super) fn ground(tables: &Tables, name: &str) -> Option<Ground> {
    let coast = tables.coast.as_ref()?.coast();
    if name == "world" {
        let mut drawn = ground::ground(&tables.map, coast, WORLD, &ground::WORLD);
        drawn.shapes.extend(edge::edge(WORLD));
        return Some(drawn);
    }
    let near = NEAR.iter().find(|it| it.0 == name)?;
    Some(ground::ground(&tables.map, coast, near.1, &ground::NEAR))
}

/// The chart of Victory Points over the turns.
pub(super) fn course(view: &View, rows: &[Standing]) -> Option<Picture> {
    let seats = view.open.table.iter().copied();
    course::course(rows, seats, |it| {
        (view.tables.title(it).to_owned(), facts::mark(view, it).0)
    })
}
