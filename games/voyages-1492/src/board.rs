//! The sea: hexes, land, ports, and the sides that a blockade can close.
//!
//! A hex is written by its row and its place in the row, both counted from 1, the place from the
//! left edge of the hexagon (`0507`); which hexes are beside each other is computed by slanting
//! coordinates.
//!
//! Not here: where blockades are and who may pass them (`sea`).

use packetboat_core::prelude::*;
use packetboat_kit::{axial::Axial, checks::Checks, hex::Hex, ways::parts};

const MAP: &str = "map.toml";

words! {
    /// A direction, in the order in which equal steps are preferred.
    pub enum Direction: keywords "direction" {
        /// East.
        E = "E" / "EAST",
        /// North-east.
        Ne = "NE" / "NORTHEAST" / "NORTH-EAST",
        /// North-west.
        Nw = "NW" / "NORTHWEST" / "NORTH-WEST",
        /// West.
        W = "W" / "WEST",
        /// South-west.
        Sw = "SW" / "SOUTHWEST" / "SOUTH-WEST",
        /// South-east.
        Se = "SE" / "SOUTHEAST" / "SOUTH-EAST",
    }
}

/// `map.toml` as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    radius: i32,
    central_isle: [i32; 2],
    drift: Vec<String>,
    seated: Vec<Vec<String>>,
    port: Vec<PortEntry>,
    land: Vec<LandEntry>,
    passage: Vec<PassageEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PortEntry {
    name: String,
    hex: [i32; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LandEntry {
    name: String,
    kind: String,
    hex: [i32; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PassageEntry {
    code: String,
    waypoints: [String; 2],
    sides: Vec<[[i32; 2]; 2]>,
}

/// The sea.
#[derive(Debug, Clone)]
pub struct Board {
    /// Every hex, land too.
    hexes: BTreeMap<Hex, Axial>,
    numbers: BTreeMap<Axial, Hex>,
    /// Every hex by its digits, or its two numbers as they are in the rulebook: made once, since
    /// many forms name a hex.
    pub hex_names: Names,
    /// Land, as it is called: `the reef R2`.
    land: BTreeMap<Hex, String>,
    /// Ports, clockwise.
    pub ports: Vec<(String, Hex)>,
    /// From which ports two ships set out, three, and so on.
    pub seated: Vec<Vec<String>>,
    /// The hex of the outpost.
    pub isle: Hex,
    /// Where a current carries a ship, by the face of the die.
    pub drift: Vec<Direction>,
    /// Where blockades may be.
    pub passages: Vec<Passage>,
}

/// Between two waypoints.
#[derive(Debug, Clone)]
pub struct Passage {
    /// By its waypoints, as it is printed: `R2-R3`.
    pub name: String,
    /// Shorter: `I2`.
    pub code: String,
    /// The sides it closes: the two hexes of each.
    pub sides: Vec<[Hex; 2]>,
}

impl Board {
    /// Reads and checks `map.toml`.
    ///
    /// # Errors
    /// A hex off the map, a passage that closes no side between two hexes of the sea, a port for no
    /// ship, or a sea in pieces.
    pub fn read(pack: &DataPack) -> Result<Board, DataError> {
        let file: MapFile = pack.read(MAP)?;
        let radius = file.radius;
        let mut hexes = BTreeMap::new();
        for r in -radius..=radius {
            for q in (-radius).max(-radius - r)..=radius.min(radius - r) {
                let number = |it: i32| u8::try_from(it).ok().filter(|it| *it < 100);
                let first = (-radius).max(-radius - r);
                let place = number(r + radius + 1).zip(number(q - first + 1));
                let (row, column) = place.ok_or_else(|| wrong("the radius is at most 49"))?;
                hexes.insert(Hex::new(row, column), Axial { q, r });
            }
        }
        let numbers: BTreeMap<Axial, Hex> = hexes.iter().map(|(hex, at)| (*at, *hex)).into_map();
        let hex = |[q, r]: [i32; 2]| {
            let found = numbers.get(&Axial { q, r }).copied();
            found.ok_or_else(|| wrong(format!("there is no hex [{q}, {r}]")))
        };
        let side = |[one, other]: &[[i32; 2]; 2]| Ok([hex(*one)?, hex(*other)?]);
        let passage = |entry: PassageEntry| {
            let sides = entry.sides.iter().map(side);
            Ok(Passage {
                code: entry.code,
                name: entry.waypoints.join("-"),
                sides: sides.collect::<Result<_, DataError>>()?,
            })
        };
        let way = |word: &String| {
            let way = Direction::of(word);
            way.ok_or_else(|| wrong(format!("`{word}` is not a direction")))
        };
        let ports = file.port.into_iter();
        let ports = ports.map(|it| Ok((it.name, hex(it.hex)?)));
        let land = file.land.into_iter();
        let land = land.map(|it| Ok((hex(it.hex)?, format!("the {} {}", it.kind, it.name))));
        let passages = file.passage.into_iter().map(passage);
        let noun =
            |(hex, at): (&Hex, &Axial)| Noun::new(hex.to_string()).or(format!("{},{}", at.q, at.r));
        let board = Board {
            hex_names: Names::of("hex", hexes.iter().map(noun)),
            land: land.collect::<Result<_, DataError>>()?,
            ports: ports.collect::<Result<_, DataError>>()?,
            seated: file.seated,
            isle: hex(file.central_isle)?,
            drift: file.drift.iter().map(way).collect::<Result<_, _>>()?,
            passages: passages.collect::<Result<_, DataError>>()?,
            numbers,
            hexes,
        };
        board.check()?;
        Ok(board)
    }

    fn check(&self) -> Result<(), DataError> {
        let whole = || parts(self.sea(), |it| self.around(it).map(|it| it.1)).len() == 1;
        let sea = |it: &Hex| !self.land.contains_key(it);
        let side =
            |[one, other]: &[Hex; 2]| sea(one) && sea(other) && self.distance(*one, *other) == 1;
        let closes = |it: &&Passage| !it.sides.is_empty() && it.sides.iter().all(side);
        let port = |it: &String| self.ports.iter().any(|port| port.0 == *it && sea(&port.1));
        let ships = (2..).zip(&self.seated);
        let moored =
            |(number, it): &(usize, &Vec<String>)| it.len() == *number && it.iter().all(port);
        Checks::default()
            .rule("the sea is one piece")
            .that(whole)
            .rule("a current has six faces")
            .count(self.drift.len(), 6)
            .rule("a passage closes sides between two hexes of the sea")
            .each(&self.passages, |it| it.code.clone(), closes)
            .rule("each ship sets out from a port of its own on the sea")
            .each(ships, |it| format!("{} ships", it.0), moored)
            .rule("the Central Isle lies in the sea")
            .that(|| sea(&self.isle))
            .in_file(MAP)
    }

    /// All hexes of the sea.
    pub fn sea(&self) -> impl Iterator<Item = Hex> {
        let all = self.hexes.keys().copied();
        all.filter(|it| !self.land.contains_key(it))
    }

    /// The hexes of the sea beside one, with the way to them, in the order of the directions.
    pub fn around(&self, from: Hex) -> impl Iterator<Item = (Direction, Hex)> {
        let ways = Direction::ALL.into_iter();
        ways.filter_map(move |it| Some((it, self.beside(from, it)?)))
            .filter(|it| !self.land.contains_key(&it.1))
    }

    /// What is that way, land or sea; `None`: the edge of the map.
    pub fn beside(&self, from: Hex, way: Direction) -> Option<Hex> {
        let at = Direction::ALL.iter().position(|it| *it == way)?;
        let neighbours = self.hexes.get(&from)?.neighbours();
        self.numbers.get(&neighbours[at]).copied()
    }

    /// How many steps one hex is from another, over land too.
    pub fn distance(&self, one: Hex, other: Hex) -> u32 {
        self.hexes[&one].distance(self.hexes[&other])
    }

    /// Where a hex is, counted from the middle.
    pub fn place(&self, hex: Hex) -> Axial {
        self.hexes[&hex]
    }

    /// All hexes with land, and what it is called.
    pub fn lands(&self) -> impl Iterator<Item = (Hex, &str)> {
        self.land.iter().map(|(hex, name)| (*hex, name.as_str()))
    }

    /// All hexes with land, by their marks on the map: `R2`.
    pub fn marks(&self) -> impl Iterator<Item = (&str, Hex)> {
        self.land.iter().map(|(hex, name)| (mark(name), *hex))
    }

    /// What the land in a hex is called; `None`: it is sea.
    pub fn land(&self, hex: Hex) -> Option<&str> {
        self.land.get(&hex).map(String::as_str)
    }

    /// The port in a hex.
    pub fn port_at(&self, hex: Hex) -> Option<&str> {
        let port = self.ports.iter().find(|it| it.1 == hex);
        port.map(|it| it.0.as_str())
    }

    /// A hex with what is there: `0101 (Armel)`.
    pub fn named(&self, hex: Hex) -> String {
        let isle = (hex == self.isle).then_some("the Central Isle");
        match self.port_at(hex).or(self.land(hex)).or(isle) {
            Some(name) => format!("{hex} ({name})"),
            None => hex.to_string(),
        }
    }

    /// The passage on the side between two hexes.
    pub fn between(&self, one: Hex, other: Hex) -> Option<&Passage> {
        let side = |it: &[Hex; 2]| *it == [one, other] || *it == [other, one];
        self.passages.iter().find(|it| it.sides.iter().any(side))
    }

    /// The passage with this name.
    ///
    /// # Panics
    /// If there is none: states and orders name passages of the map only.
    pub fn passage(&self, name: &str) -> &Passage {
        let found = self.passages.iter().find(|it| it.name == name);
        found.expect("only passages of the map are named")
    }

    /// The rows from the north, each with its hexes from the west.
    pub fn rows(&self) -> Vec<Vec<Hex>> {
        let mut rows: BTreeMap<u8, Vec<Hex>> = BTreeMap::new();
        for hex in self.hexes.keys() {
            rows.entry(hex.row).or_default().push(*hex);
        }
        rows.into_values().collect()
    }
}

/// The last word of what land is called.
pub fn mark(land: &str) -> &str {
    land.rsplit(' ').next().unwrap_or(land)
}

fn wrong(problem: impl Into<String>) -> DataError {
    DataError::new(MAP, problem)
}
