//! The tables of the game, read from `games/conquistador/*.toml` and checked: no number of the
//! rules stands in code.
//!
//! Not here: the map (`map`), and what the tables are used for.

pub mod charts;
pub mod coast;
pub mod combat;
pub mod council;
pub mod gold;
pub mod leaders;
pub mod scenarios;
pub mod scores;
pub mod units;

pub use charts::Charts;
pub use coast::{Coast, Drawn};
pub use combat::{
    LandAttrition, LandCombat, LandResult, NativeCombat, NavalAttrition, NavalCombat, NavalResult,
    Toll, Uprising,
};
pub use council::{Political, RandomEvents};
pub use gold::{GoldTables, SiteClass, Treasure};
pub use leaders::{Leader, LeaderType};
use packetboat_core::prelude::*;
pub use scenarios::{Scenario, Start};
pub use scores::{Discovery, Trigger};
pub use units::Units;

use super::ids::{DiscoveryId, LeaderId};
use super::map::Map;

/// Everything the rules are played by.
#[derive(Debug, Clone)]
pub struct Tables {
    /// The game's card.
    pub card: GameCard,
    /// The map.
    pub map: Map,
    /// How it is drawn (`coast.toml`); `None`: the file is not there.
    pub coast: Option<Drawn>,
    /// What is known of the sheets it was drawn on.
    pub charts: Charts,
    /// What its places and Europe may be called in orders.
    pub place_names: Names,
    /// Prices, upkeep, room, movement (`units.toml`).
    pub units: Units,
    /// The Random Events Table (`ret.toml`).
    pub ret: RandomEvents,
    /// Naval attrition (`naval_attrition.toml`).
    pub naval_attrition: NavalAttrition,
    /// Naval combat (`naval_combat.toml`).
    pub naval_combat: NavalCombat,
    /// Land combat (`land_combat.toml`).
    pub land_combat: LandCombat,
    /// Native combat (`native_combat.toml`).
    pub native_combat: NativeCombat,
    /// Uprisings (`uprising.toml`).
    pub uprising: Uprising,
    /// Land attrition (`land_attrition.toml`).
    pub land_attrition: LandAttrition,
    /// Gold sites and treasure cities (`gold.toml`).
    pub gold: GoldTables,
    /// Leaders (`leaders.toml`), in the order of the schedule.
    pub leaders: Vec<Leader>,
    /// Discoveries (`discoveries.toml`).
    pub discoveries: Vec<Discovery>,
    /// Victory points that an Explorer along adds to a discovery by land (4.10).
    pub explorer_vp: i32,
    /// Scenarios (`scenarios.toml`).
    pub scenarios: Vec<Scenario>,
}

impl Tables {
    /// Reads and checks everything.
    ///
    /// # Errors
    /// Names the file and what does not fit.
    pub fn load(pack: &DataPack) -> Result<Tables, DataError> {
        let map = Map::read(pack)?;
        let card = pack.read("game.toml")?;
        let (discoveries, explorer_vp) = scores::read(pack, &map)?;
        let tables = Tables {
            units: pack.read("units.toml")?,
            ret: pack.read("ret.toml")?,
            naval_attrition: pack.read("naval_attrition.toml")?,
            naval_combat: pack.read("naval_combat.toml")?,
            land_combat: pack.read("land_combat.toml")?,
            native_combat: pack.read("native_combat.toml")?,
            uprising: pack.read("uprising.toml")?,
            land_attrition: pack.read("land_attrition.toml")?,
            gold: GoldTables::read(pack, &map)?,
            leaders: leaders::read(pack)?,
            scenarios: scenarios::read(pack, &card, &map, &discoveries)?,
            discoveries,
            explorer_vp,
            card,
            place_names: places(&map),
            coast: Drawn::read(pack)?,
            charts: Charts::default(),
            map,
        };
        tables.units.check()?;
        tables.ret.check()?;
        tables.naval_attrition.check()?;
        tables.naval_combat.check()?;
        tables.land_combat.check()?;
        tables.native_combat.check()?;
        tables.uprising.check()?;
        tables.land_attrition.check()?;
        Ok(tables)
    }

    /// A leader of the schedule.
    ///
    /// # Panics
    /// If there is none: states are checked.
    pub fn leader(&self, id: LeaderId) -> &Leader {
        let leader = self.leaders.iter().find(|it| it.id == id);
        leader.expect("states name leaders of the schedule")
    }

    /// A discovery of the list.
    ///
    /// # Panics
    /// If there is none: states are checked.
    pub fn discovery(&self, id: DiscoveryId) -> &Discovery {
        let discovery = self.discoveries.iter().find(|it| it.id == id);
        discovery.expect("states name discoveries of the list")
    }

    /// A scenario by name.
    ///
    /// # Panics
    /// If there is none: foundings and states are checked.
    pub fn scenario(&self, name: &str) -> &Scenario {
        let scenario = self.scenarios.iter().find(|it| it.name == name);
        scenario.expect("the card and the scenarios agree")
    }

    /// How a power is printed: `Spain`.
    pub fn title(&self, seat: Seat) -> &str {
        let card = self.card.seats.iter().find(|it| it.name == seat);
        card.map_or(seat_unknown(), |it| it.title.as_str())
    }
}

fn seat_unknown() -> &'static str {
    "nobody"
}

/// Whether it is Spain: some rules are for Spain alone.
pub fn is_spain(seat: Seat) -> bool {
    seat.as_str() == "spain"
}

/// Whether it is England: Privateers.
pub fn is_england(seat: Seat) -> bool {
    seat.as_str() == "england"
}

/// Whether it is Portugal: the Treaty of Tordesillas.
pub fn is_portugal(seat: Seat) -> bool {
    seat.as_str() == "portugal"
}

/// By printed name, id, or second half of the id, where nothing else is called so.
fn places(map: &Map) -> Names {
    let places = map.places();
    let mut nouns: Vec<Noun> = Vec::with_capacity(places.len() + 1);
    for place in places {
        let id = place.id.as_str();
        let noun = Noun::new(place.slug.as_str()).or(id);
        let half = id.split_once('_').map(|it| it.1);
        // Another place's printed name, or no new spelling at all.
        let taken = |half: &str| places.iter().any(|it| it.slug == half);
        nouns.push(match half {
            Some(half) if !taken(half) => noun.or(half),
            _ => noun,
        });
    }
    nouns.push(Noun::new("europe"));
    Names::of("place", nouns)
}
