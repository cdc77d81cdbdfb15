//! The map: provinces, coasts, borders, supply centres, and where the game begins.

use super::place::{Coast, Kind, Place, Province, Unit};
use packetboat_core::lang::sheet_names::SheetNames;
use packetboat_core::prelude::*;
use packetboat_kit::checks::Checks;
use packetboat_kit::ways::{one_way, rings};
use std::sync::Arc;

/// Who owns what nobody owns, in tests.
pub const NOBODY: &str = "nobody";

/// What a province is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    /// Fleets alone may be there.
    Sea,
    /// Armies and fleets may.
    Coast,
    /// Armies alone may.
    Inland,
}

/// A province, as `map.toml` has it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    /// What reports call it.
    pub name: String,
    /// What else it is called.
    #[serde(default)]
    pub also: Vec<String>,
    /// What it is.
    pub kind: Terrain,
    /// Its coasts, where it has two.
    #[serde(default)]
    pub coasts: Vec<Coast>,
    /// Whether it is a supply centre.
    #[serde(default)]
    pub centre: bool,
    /// Whose home it is.
    pub home: Option<Seat>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    centres_to_win: u32,
    province: BTreeMap<Province, Land>,
    army: BTreeMap<Province, BTreeSet<Province>>,
    fleet: BTreeMap<Place, BTreeSet<Place>>,
    start: BTreeMap<Seat, BTreeSet<Unit>>,
}

/// What the game is played on.
#[derive(Debug, Clone)]
pub struct Tables {
    /// The year of the first turn.
    pub first_year: u32,
    /// So many supply centres win.
    pub centres_to_win: u32,
    /// The provinces.
    pub provinces: BTreeMap<Province, Land>,
    /// What places are called in reports: `spa/nc` is Spain (north coast).
    pub names: Arc<BTreeMap<String, String>>,
    /// The home centres of each power.
    pub homes: BTreeMap<Seat, BTreeSet<Province>>,
    /// Who has which units when the game begins.
    pub start: BTreeMap<Seat, BTreeSet<Unit>>,
    army: BTreeMap<Province, BTreeSet<Province>>,
    fleet: BTreeMap<Place, BTreeSet<Place>>,
    /// What sheets are called.
    pub sheets: SheetNames,
    /// The powers, as the card has them.
    pub seats: Vec<SeatCard>,
    /// Places as orders name them.
    pub place_names: Names,
    /// The powers.
    pub power_names: Names,
}

impl Tables {
    /// Reads and checks them.
    ///
    /// # Errors
    /// A border that one side alone knows, or a place that is not there.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let raw: Raw = pack.read("map.toml")?;
        let card = GameCard::of(pack)?;
        let known = |one: &Place| {
            let land = raw.province.get(&one.province);
            land.is_some_and(|land| one.coast.is_none_or(|coast| land.coasts.contains(&coast)))
        };
        let units = raw.start.values().flatten();
        Checks::default()
            .rule("armies go both ways, or neither")
            .each(
                one_way(&raw.army),
                |it| format!("{} and {}", it.0, it.1),
                |_| false,
            )
            .rule("fleets go both ways, or neither")
            .each(
                one_way(&raw.fleet),
                |it| format!("{} and {}", it.0, it.1),
                |_| false,
            )
            .rule("fleets go where there is a place")
            .each(raw.fleet.keys(), |it| **it, |it| known(it))
            .rule("a unit begins where there is a place")
            .each(units, |it| **it, |it| known(&it.at))
            .in_file("map.toml")?;
        let mut homes: BTreeMap<Seat, BTreeSet<Province>> = BTreeMap::new();
        for (province, land) in &raw.province {
            let of = land.home.map(|it| homes.entry(it).or_default());
            of.map(|it| it.insert(*province));
        }
        let mut tables = Tables {
            names: Arc::default(),
            homes,
            place_names: Names::of("place", raw.province.iter().flat_map(nouns)),
            power_names: Names::new("power", card.seats.iter().map(|it| it.name.to_string())),
            sheets: card.sheet_names()?,
            seats: card.seats,
            first_year: card.first_year.unwrap_or(1),
            centres_to_win: raw.centres_to_win,
            provinces: raw.province,
            start: raw.start,
            army: raw.army,
            fleet: raw.fleet,
        };
        let names = tables
            .places()
            .map(|it| (it.to_string(), tables.called(it)));
        tables.names = Arc::new(names.into_map());
        Ok(tables)
    }

    /// The province.
    pub fn land(&self, province: Province) -> &Land {
        &self.provinces[&province]
    }

    /// Whether a fleet alone may be there.
    pub fn is_sea(&self, province: Province) -> bool {
        self.land(province).kind == Terrain::Sea
    }

    /// Whether convoys begin and end there.
    pub fn is_coast(&self, province: Province) -> bool {
        self.land(province).kind == Terrain::Coast
    }

    /// Whether it is a supply centre.
    pub fn is_centre(&self, province: Province) -> bool {
        self.land(province).centre
    }

    /// Whether a unit may be where it is.
    pub fn may_hold(&self, unit: Unit) -> bool {
        let land = self.provinces.get(&unit.province());
        land.is_some_and(|land| match unit.kind {
            Kind::Army => land.kind != Terrain::Sea && unit.at.coast.is_none(),
            Kind::Fleet => self.fleet.contains_key(&unit.at),
        })
    }

    /// Where a unit may go by itself, without a convoy.
    pub fn steps(&self, unit: Unit) -> Vec<Place> {
        match unit.kind {
            Kind::Army => {
                let to = self.army.get(&unit.province()).into_iter().flatten();
                to.copied().map(Place::inland).collect()
            }
            Kind::Fleet => {
                let to = self.fleet.get(&unit.at).into_iter().flatten();
                to.copied().collect()
            }
        }
    }

    /// Whether a unit may go to a province by itself, to whichever coast.
    pub fn reaches(&self, unit: Unit, to: Province) -> bool {
        self.steps(unit).iter().any(|it| it.province == to)
    }

    /// The provinces to which fleets may go from one, from whichever coast.
    pub fn sails(&self, of: Province) -> impl Iterator<Item = Province> {
        let coasts = self.fleet.range(Place::inland(of)..);
        let own = coasts.take_while(move |(place, _)| place.province == of);
        own.flat_map(|(_, to)| to.iter().map(|it| it.province))
    }

    /// All provinces beside one, by land or sea.
    pub fn neighbours(&self, of: Province) -> BTreeSet<Province> {
        let army = self.army.get(&of).into_iter().flatten().copied();
        army.chain(self.sails(of)).collect()
    }

    /// How many steps it is from a unit to the nearest of these, across land and sea alike; or, if
    /// `by_sea`, for a fleet where fleets go. `None`: nothing leads there.
    pub fn distance(&self, unit: Unit, to: &BTreeSet<Province>, by_sea: bool) -> Option<usize> {
        let there = |ring: Vec<Province>| ring.iter().any(|it| to.contains(it));
        if unit.is_army() || !by_sea {
            let mut rings = rings(unit.province(), |it| self.neighbours(it));
            return rings.position(there);
        }
        let beside = |it: Place| self.fleet.get(&it).into_iter().flatten().copied();
        let mut rings = rings(unit.at, beside);
        rings.position(|ring| there(ring.into_iter().map(|it| it.province).collect()))
    }

    /// All places, coasts too.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        self.provinces.iter().flat_map(|(province, land)| {
            let coasts = land.coasts.iter().map(|it| Some(*it));
            let coasts = [None].into_iter().chain(coasts);
            coasts.map(|coast| Place {
                coast,
                ..Place::inland(*province)
            })
        })
    }

    /// The powers, and nobody.
    pub fn power_or_nobody(&self) -> Names {
        let all = self.power_names.of.iter().map(|it| it.name.as_str());
        Names::new("power", all.chain([NOBODY]))
    }

    fn called(&self, place: Place) -> String {
        let name = &self.land(place.province).name;
        match place.coast {
            None => name.clone(),
            Some(coast) => format!("{name} ({} coast)", side(coast)),
        }
    }
}

/// Which side of a province a coast is on.
fn side(coast: Coast) -> &'static str {
    match coast {
        Coast::Nc => "north",
        Coast::Sc => "south",
        Coast::Ec => "east",
    }
}

/// All that a province and its coasts are called in orders; the letters are printed.
fn nouns((province, land): (&Province, &Land)) -> Vec<Noun> {
    let spellings: Vec<&String> = std::iter::once(&land.name).chain(&land.also).collect();
    let short = province.to_string();
    let mut whole = Noun::new(short.to_uppercase());
    for spelling in &spellings {
        whole = whole.or(spelling.as_str());
    }
    let coasts = land.coasts.iter().map(|coast| {
        let side = side(*coast);
        let mut noun = Noun::new(format!("{short}/{coast}").to_uppercase());
        for of in std::iter::once(&short).chain(spellings.iter().copied()) {
            noun = noun
                .or(format!("{of} {coast}"))
                .or(format!("{of} {side} coast"));
        }
        noun
    });
    std::iter::once(whole).chain(coasts).collect()
}
