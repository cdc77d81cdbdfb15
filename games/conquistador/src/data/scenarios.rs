//! Scenarios (`scenarios.toml`; game file 5.4).

use super::super::ids::{AreaId, At, DiscoveryId, PlaceId, ZoneId};
use super::super::map::Map;
use super::super::men::{Men, Ships};
use super::super::state::Rating;
use super::scores::Discovery;
use packetboat_core::prelude::*;
use packetboat_kit::hex::Hex;

/// A scenario.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// As in `game.toml`.
    pub name: String,
    /// The first turn.
    pub first_turn: u32,
    /// The last turn.
    pub last_turn: u32,
    /// Whether the Treaty of Tordesillas is in force (with both its powers at the table).
    #[serde(default)]
    pub tordesillas: bool,
    /// Whether an Area's victory points are halved.
    #[serde(default)]
    pub half_area_vp: bool,
    /// Whether the Cape has been navigated.
    #[serde(default)]
    pub cape_navigated: bool,
    /// Native Levels other than the map's.
    #[serde(default)]
    pub natives: BTreeMap<AreaId, u32>,
    /// Treasure cities that are empty.
    #[serde(default)]
    pub spent_cities: BTreeSet<PlaceId>,
    /// Discoveries made before the game.
    #[serde(default)]
    pub made_before: BTreeSet<DiscoveryId>,
    /// Corsairs (solo): from which turn they come on which die and above.
    #[serde(default)]
    pub corsairs: Vec<Corsairs>,
    /// What a solo score is called: from so many victory points.
    #[serde(default)]
    pub verdicts: Vec<VerdictLine>,
    /// How each power starts.
    pub powers: BTreeMap<Seat, Start>,
}

/// How a power starts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Its Monarch.
    pub monarch: Rating,
    /// Its Treasury.
    pub treasury: u32,
    /// Victory points: discoveries credited to it.
    #[serde(default)]
    pub discovered: BTreeSet<DiscoveryId>,
    /// Zones it knows besides those with a Port of its own.
    #[serde(default)]
    pub charts: BTreeSet<ZoneId>,
    /// Whether it has the Rutter.
    #[serde(default)]
    pub rutter: bool,
    /// Men by place.
    #[serde(default)]
    pub men: BTreeMap<PlaceId, Men>,
    /// Ships: in Europe, or in an own Port by place.
    #[serde(default)]
    pub ships: Vec<ShipsAt>,
    /// Mines it owns, with their capacity.
    #[serde(default)]
    pub mines: BTreeMap<PlaceId, u32>,
}

/// Ships at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipsAt {
    /// A place; absent: in Europe.
    #[serde(default)]
    pub place: Option<PlaceId>,
    /// Caravels.
    #[serde(default)]
    pub caravels: u32,
    /// Carracks.
    #[serde(default)]
    pub carracks: u32,
    /// Galleon Fleets.
    #[serde(default)]
    pub galleons: u32,
}

/// When corsairs come (Q119).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corsairs {
    /// From this turn.
    pub from_turn: u32,
    /// On this die and above.
    pub from_die: u32,
}

/// What a solo score is called.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VerdictLine {
    /// From so many victory points.
    pub from: i32,
    /// The words.
    pub words: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scenario: Vec<Scenario>,
}

/// Reads the scenarios: those of the card, with its seats, and with what the map has.
pub(super) fn read(
    pack: &DataPack,
    card: &GameCard,
    map: &Map,
    discoveries: &[Discovery],
) -> Result<Vec<Scenario>, DataError> {
    let file: File = pack.read("scenarios.toml")?;
    let names = file.scenario.iter().map(|it| &it.name);
    if !names.eq(card.scenarios.iter().map(|it| &it.name)) {
        let what = "the scenarios are those of game.toml, in its order".to_owned();
        return Err(DataError::new("scenarios.toml", what));
    }
    for (scenario, entry) in file.scenario.iter().zip(&card.scenarios) {
        let wrong =
            |what: String| DataError::new("scenarios.toml", format!("{}: {what}", scenario.name));
        let seats: BTreeSet<Seat> = card.places(entry).into_iter().into_set();
        if !scenario.powers.keys().eq(&seats) {
            return Err(wrong("its powers are its seats in game.toml".to_owned()));
        }
        scenario.check(map, discoveries).map_err(wrong)?;
    }
    Ok(file.scenario)
}

impl Scenario {
    fn check(&self, map: &Map, discoveries: &[Discovery]) -> Result<(), String> {
        if self.first_turn == 0 || self.first_turn > self.last_turn {
            return Err("its turns run backwards".to_owned());
        }
        if let Some(area) = self.natives.keys().find(|it| map.hexes_of(**it).is_empty()) {
            return Err(format!("the map has no Area {area}"));
        }
        let starts = || self.powers.values();
        let ships = starts().flat_map(|it| it.ships.iter().filter_map(|it| it.place));
        let men = starts().flat_map(|it| it.men.keys().chain(it.mines.keys()).copied());
        let mut places = men.chain(ships).chain(self.spent_cities.iter().copied());
        if let Some(place) = places.find(|it| map.place(*it).is_none()) {
            return Err(format!("the map has no place {place}"));
        }
        let mut charts = starts().flat_map(|it| &it.charts);
        if let Some(zone) = charts.find(|it| map.zones().iter().all(|other| other.id != **it)) {
            return Err(format!("the map has no zone {zone}"));
        }
        let mut made = starts()
            .flat_map(|it| &it.discovered)
            .chain(&self.made_before);
        match made.find(|it| discoveries.iter().all(|other| other.id != **it)) {
            Some(id) => Err(format!("there is no discovery {id}")),
            None => Ok(()),
        }
    }
}

impl ShipsAt {
    /// How many.
    pub fn ships(&self) -> Ships {
        Ships {
            caravels: self.caravels,
            carracks: self.carracks,
            galleons: self.galleons,
        }
    }

    /// Where they are.
    pub fn at(&self, map: &Map) -> At {
        let hex: Option<Hex> = self.place.and_then(|it| map.place(it)).map(|it| it.hex);
        hex.map_or(At::Europe, At::Hex)
    }
}
