//! The map: provinces, coasts, borders, supply centres, and where the game begins.

use super::place::{Coast, Kind, Place, Province, Unit};
use packetboat_core::lang::sheet_names::SheetNames;
use packetboat_core::prelude::*;

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
    /// Of a supply centre, whose home it is, or `neutral`.
    pub centre: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    centres_to_win: u32,
    province: BTreeMap<Province, Land>,
    army: BTreeMap<Province, BTreeSet<Province>>,
    fleet: BTreeMap<Place, BTreeSet<Place>>,
    start: BTreeMap<Seat, Vec<Unit>>,
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
    /// Who has which units when the game begins.
    pub start: BTreeMap<Seat, Vec<Unit>>,
    army: BTreeMap<Province, BTreeSet<Province>>,
    fleet: BTreeMap<Place, BTreeSet<Place>>,
    /// What sheets are called.
    pub sheets: SheetNames,
    /// The powers, as the card has them.
    pub seats: Vec<SeatCard>,
    places: Names,
    powers: Names,
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
        let wrong = |what: String| Err(DataError::new("map.toml", what));
        for (from, to) in &raw.army {
            let mutual = |it: &Province| raw.army.get(it).is_some_and(|back| back.contains(from));
            if let Some(one) = to.iter().find(|it| !mutual(it)) {
                return wrong(format!("armies may go from {from} to {one}, but not back"));
            }
        }
        for (from, to) in &raw.fleet {
            let mutual = |it: &Place| raw.fleet.get(it).is_some_and(|back| back.contains(from));
            if let Some(one) = to.iter().find(|it| !mutual(it) || !known(it)) {
                return wrong(format!("fleets may go from {from} to {one}, but not back"));
            }
        }
        let units = raw.start.values().flatten();
        if let Some(one) = units.map(|it| it.at).find(|it| !known(it)) {
            return wrong(format!("there is no {one} for a unit to begin in"));
        }
        Ok(Tables {
            places: Names::of("place", raw.province.iter().flat_map(nouns)),
            powers: Names::new("power", card.seats.iter().map(|it| it.name.to_string())),
            sheets: card.sheet_names()?,
            seats: card.seats,
            first_year: card.first_year.unwrap_or(1),
            centres_to_win: raw.centres_to_win,
            provinces: raw.province,
            start: raw.start,
            army: raw.army,
            fleet: raw.fleet,
        })
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
        self.land(province).centre.is_some()
    }

    /// The home centres of a power.
    pub fn homes(&self, seat: Seat) -> impl Iterator<Item = Province> {
        let name = seat.to_string();
        let homes = self.provinces.iter();
        homes.filter_map(move |(it, land)| (land.centre.as_deref() == Some(&name)).then_some(*it))
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
        match unit.kind {
            Kind::Army => self
                .army
                .get(&unit.province())
                .is_some_and(|it| it.contains(&to)),
            Kind::Fleet => {
                let steps = self.fleet.get(&unit.at);
                steps.is_some_and(|it| it.iter().any(|step| step.province == to))
            }
        }
    }

    /// The seas at the coasts of a province.
    pub fn shores(&self, land: Province) -> impl Iterator<Item = Province> {
        let coasts = self.fleet.range(Place::inland(land)..);
        let own = coasts.take_while(move |(place, _)| place.province == land);
        let seas = own.flat_map(|(_, to)| to.iter().map(|it| it.province));
        seas.filter(|it| self.is_sea(*it))
    }

    /// The provinces beside a sea province that a convoy may go on to.
    pub fn beside(&self, sea: Province) -> impl Iterator<Item = Province> {
        let steps = self.fleet.get(&Place::inland(sea)).into_iter().flatten();
        steps.map(|it| it.province)
    }

    /// How many steps it is from a province to the nearest of these, for every unit across land and
    /// sea alike. `None`: nothing leads there.
    pub fn distance(&self, from: Province, to: &BTreeSet<Province>) -> Option<usize> {
        self.rings(from, to, |it| self.neighbours(*it).into_iter().collect())
    }

    /// All provinces beside one, by land or sea.
    pub fn neighbours(&self, of: Province) -> BTreeSet<Province> {
        let army = self.army.get(&of).into_iter().flatten().copied();
        let coasts = self.fleet.range(Place::inland(of)..);
        let own = coasts.take_while(|(place, _)| place.province == of);
        let fleet = own.flat_map(|(_, to)| to.iter().map(|it| it.province));
        army.chain(fleet).collect()
    }

    /// The same by the rules of 2000: an army across land and sea, a fleet where fleets go.
    pub fn distance_by(&self, unit: Unit, to: &BTreeSet<Province>) -> Option<usize> {
        if unit.is_army() {
            return self.distance(unit.province(), to);
        }
        let goals = self.fleet.keys().filter(|it| to.contains(&it.province));
        let goals: BTreeSet<Place> = goals.copied().collect();
        let beside = |it: &Place| self.fleet.get(it).into_iter().flatten().copied().collect();
        self.rings(unit.at, &goals, beside)
    }

    fn rings<P: Ord + Copy>(
        &self,
        from: P,
        to: &BTreeSet<P>,
        beside: impl Fn(&P) -> Vec<P>,
    ) -> Option<usize> {
        let mut seen = BTreeSet::from([from]);
        let mut ring = vec![from];
        for far in 0.. {
            if ring.iter().any(|it| to.contains(it)) {
                return Some(far);
            }
            let next = ring.iter().flat_map(&beside).filter(|it| seen.insert(*it));
            ring = next.collect();
            if ring.is_empty() {
                break;
            }
        }
        None
    }

    /// Places as orders name them.
    pub fn place_names(&self) -> Names {
        self.places.clone()
    }

    /// How a power is called.
    pub fn title(&self, seat: Seat) -> &str {
        let card = self.seats.iter().find(|it| it.name == seat);
        card.map_or("nobody", |it| it.title.as_str())
    }

    /// The powers.
    pub fn power_names(&self) -> Names {
        self.powers.clone()
    }

    /// The powers, and nobody.
    pub fn power_or_nobody(&self) -> Names {
        let all = self.powers.of.iter().map(|it| it.name.as_str());
        Names::new("power", all.chain([NOBODY]))
    }

    /// How a place is called in a report: `Spain (north coast)`.
    pub fn called(&self, place: Place) -> String {
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
