//! What things cost, carry and move, from the tables.

use super::super::council::purchases::no_galleons;
use super::super::data::is_spain;
use super::super::map::Terrain;
use super::super::men::{Hull, Kind};
use super::super::orders::Ware;
use super::super::view::View;
use packetboat_core::prelude::*;

/// Prices and costs that plans need.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Prices {
    /// Men and ships that the reader may ever buy.
    pub wares: Vec<WarePrice>,
    /// Ducats that take as much room aboard as a man.
    pub ducats_per_man: u32,
    /// Movement points of ships that make a Bound.
    pub mp_per_bound: u32,
    /// Movement points by which a leader quickens those he marches with.
    pub leader_bonus: u32,
    /// Movement points of a leader alone.
    pub leader_mp: u32,
    /// Movement points that each kind of ground takes, as `clear 1`.
    pub ground: Vec<String>,
    /// Why the reader may buy no Galleon Fleet now.
    pub no_galleons: Option<String>,
}

/// A thing that is bought.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct WarePrice {
    /// `Carrack`.
    pub name: String,
    /// Ducats in Europe.
    pub buy: u32,
    /// Ducats a turn.
    pub upkeep: u32,
    /// Men that a ship carries; absent: it is no ship.
    pub holds: Option<u32>,
    /// Ducats a Bound of a ship costs.
    pub bound: Option<u32>,
    /// Movement points of men.
    pub march: Option<u32>,
}

impl Prices {
    pub(super) fn of(view: &View) -> Self {
        let tables = &view.tables;
        let units = &tables.units;
        let sold = |it: &Kind| *it != Kind::Missionary || view.seat.is_none_or(is_spain);
        let men = Kind::ALL.into_iter().filter(sold).map(|it| WarePrice {
            name: one(&it.counted(1)),
            buy: units.price(Ware::from(it)),
            upkeep: units.upkeep(Ware::from(it)),
            holds: None,
            bound: None,
            march: Some(units.land(it).land_mp),
        });
        let ships = Hull::ALL.into_iter().map(|it| WarePrice {
            name: one(&it.counted(1)),
            buy: units.price(Ware::from(it)),
            upkeep: units.upkeep(Ware::from(it)),
            holds: Some(units.ship(it).holds),
            bound: Some(units.ship(it).bound),
            march: None,
        });
        let ground = Terrain::ALL.into_iter();
        Prices {
            wares: men.chain(ships).collect(),
            ducats_per_man: units.ducats_per_point,
            mp_per_bound: tables.map.mp_per_bound,
            leader_bonus: units.leader_bonus_mp,
            leader_mp: units.leader_mp,
            ground: ground
                .map(|it| format!("{} {}", it.word(), tables.map.terrain_mp(it)))
                .collect(),
            no_galleons: view.seat.and_then(|it| no_galleons(tables, &view.open, it)),
        }
    }
}

/// `1 Carrack` without its number.
fn one(counted: &str) -> String {
    counted.trim_start_matches("1 ").to_owned()
}
