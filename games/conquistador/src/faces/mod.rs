//! The position as pages show it: names and numbers for templates, what is secret in the words of
//! `words`.
//!
//! Not here: the sentences around them (`templates/conquistador/report.txt`) and order sheets
//! (`sheet`).

mod atlas;
pub mod chart;
mod comings;
mod contested;
mod discovery;
mod event;
mod log;
mod news;
mod own;
mod prices;
pub(crate) mod words;
mod world;

pub(crate) use atlas::area_called;
pub(super) use atlas::map;
pub use chart::Chart;
pub use discovery::OpenDiscovery;
pub(super) use event::{event, event_schema, named};
pub(super) use news::places;
pub use own::Own;
pub(crate) use own::{entering, leader_called, upkeep};
use packetboat_core::prelude::*;
pub use prices::Prices;
pub use world::{AreaFace, Fleets, GoldFace, PowerFace, Taken};

use super::events::Event;
use super::state::Stage;
use super::view::View;
use packetboat_core::engine::plain;
use schemars::{Schema, SchemaGenerator};
use serde::Serializer;
use std::borrow::Cow;

/// What one viewer may know, as pages print it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Page {
    /// From 1.
    pub turn: u32,
    /// The last turn.
    pub last_turn: u32,
    /// The year in which the turn begins.
    pub from_year: u32,
    /// The year in which it ends.
    pub to_year: u32,
    /// Which sheet is called for or played: `a`, `b`, or empty with one round a turn.
    pub part: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// Who looks, if he plays.
    pub me: Option<Seat>,
    /// Titles of the powers in the order of initiative.
    pub order: Vec<String>,
    /// All powers, in seat order.
    pub powers: Vec<PowerFace>,
    /// The viewer's own side.
    pub own: Option<Own>,
    /// What others have, as seen; to spectators, what anybody has.
    pub others: Vec<Fleets>,
    /// The Areas that matter.
    pub areas: Vec<AreaFace>,
    /// Gold sites and treasure cities that matter, in words.
    pub sites: Vec<String>,
    /// Gold ashore.
    pub gold: Vec<GoldFace>,
    /// Discoveries credited.
    pub taken: Vec<Taken>,
    /// Discoveries still open.
    pub open: Vec<OpenDiscovery>,
    /// What things cost.
    pub prices: Prices,
    /// Whether the South Cape has been navigated.
    pub cape_navigated: bool,
    /// Whether there is no uprising this turn.
    pub no_uprisings: bool,
    /// Windows of the map.
    pub charts: Vec<Chart>,
    /// What its letters mean.
    pub legend: Vec<String>,
    /// What matters and stands in no window.
    pub beyond: Vec<String>,
}

/// The first year, and the years of a turn (0.1).
const FIRST_YEAR: u32 = 1495;
const YEARS: u32 = 5;

/// The page of a view.
pub fn page(view: &View) -> Page {
    let open = &view.open;
    let from_year = FIRST_YEAR + YEARS * (open.turn - 1);
    let part = match open.sheet().part {
        0 => "",
        1 => "a",
        _ => "b",
    };
    let title = |it: &Seat| view.tables.title(*it).to_owned();
    Page {
        turn: open.turn,
        last_turn: open.options.last_turn,
        from_year,
        to_year: from_year + YEARS,
        part,
        over: open.stage == Stage::Over,
        me: view.seat,
        order: open.initiative.iter().map(title).collect(),
        powers: world::powers(view),
        own: own::own(view),
        others: world::others(view),
        areas: world::areas(view),
        sites: world::sites(view),
        gold: world::gold(view),
        taken: world::taken(view),
        open: discovery::open(view),
        prices: Prices::of(view),
        cape_navigated: open.cape_navigated,
        no_uprisings: open.no_uprisings,
        charts: chart::charts(view),
        legend: chart::legend(view),
        beyond: chart::beyond(view),
    }
}

/// What a page makes of what its viewer heard: the expedition log, and what changed for him.
pub(super) fn tell(view: &View, heard: &[&Event]) -> Commentary {
    let (tales, in_log) = log::tales(view, heard);
    Commentary {
        log: plain::of(&tales).expect("tales are plain data with names"),
        in_log,
        news: news::news(view, heard),
        ..Commentary::default()
    }
}

impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        "View".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Page::json_schema(generator)
    }
}

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        page(self).serialize(serializer)
    }
}
