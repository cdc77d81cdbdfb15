//! What never changes: the sea, the land with its coast, rivers, hexes and borders.

use super::super::data::coast::{Coast, Line};
use super::super::map::{Ground as Kind, Map, Terrain};
use super::sheet::{SIDES, Sheet, beyond};
use super::terrain;
use packetboat_core::engine::scene::{Colour, Ground, Look, Path, Point, Shape};
use packetboat_kit::chart::colours;
use packetboat_kit::hex::Hex;

/// How thick lines are.
pub(super) struct Weights {
    /// The coast, and the two shades around the land.
    pub coast: i32,
    pub shades: [i32; 2],
    /// Hex sides.
    pub hex: i32,
    /// Borders of Areas, and of zones.
    pub border: i32,
    /// Rivers, where Caravels go and above.
    pub rivers: [i32; 2],
    /// Sides that are closed; 0: they are not shown.
    pub closed: i32,
}

/// In the picture of the world.
pub(super) const WORLD: Weights = Weights {
    coast: 14,
    shades: [130, 65],
    hex: 8,
    border: 20,
    rivers: [22, 11],
    closed: 0,
};

/// From nearby.
pub(super) const NEAR: Weights = Weights {
    coast: 22,
    shades: [240, 120],
    hex: 12,
    border: 34,
    rivers: [50, 26],
    closed: 40,
};

/// Draws the sheet.
pub(super) fn ground(map: &Map, coast: &Coast, sheet: Sheet, weights: &Weights) -> Ground {
    let (rows, columns) = map.size();
    let all = (1..=rows).flat_map(|row| (1..=columns).map(move |it| Hex::new(row, it)));
    let hexes = all
        .filter(|it| sheet.has(sheet.middle(*it), sheet.hex))
        .collect();
    let drawer = Drawer {
        map,
        coast,
        sheet,
        weights,
        hexes,
    };
    Ground {
        size: sheet.size,
        paper: colours::DEEP,
        shapes: drawer.shapes(),
    }
}

/// The outlines of the land on a sheet.
pub(super) fn shores(coast: &Coast, sheet: Sheet) -> Vec<Vec<Point>> {
    let near = |it: &Vec<Point>| it.iter().any(|it| sheet.has(*it, 2 * sheet.hex));
    let all = coast.land().map(|it| line(sheet, it));
    all.filter(near).collect()
}

fn line(sheet: Sheet, line: &Line) -> Vec<Point> {
    let mut points: Vec<Point> = line.iter().map(|it| sheet.at(it)).collect();
    points.dedup();
    points
}

struct Drawer<'a> {
    map: &'a Map,
    coast: &'a Coast,
    sheet: Sheet,
    weights: &'a Weights,
    hexes: Vec<Hex>,
}

impl Drawer<'_> {
    fn shapes(&self) -> Vec<Shape> {
        let shores = shores(self.coast, self.sheet);
        let mut all = self.sea();
        let (out, near) = (self.weights.shades[0], self.weights.shades[1]);
        for (colour, width) in [(colours::SHADES[0], out), (colours::SHADES[1], near)] {
            all.push(Shape::areas(shores.clone(), Look::lined(colour, width)));
        }
        all.push(Shape::Within {
            areas: shores.clone(),
            shapes: self.land(),
        });
        let coast = Look::lined(colours::COAST, self.weights.coast);
        all.push(Shape::areas(shores, coast));
        let out = self.only(|it| self.map.kind(it) == Kind::Out);
        all.push(self.tint(&out, colours::DEEP));
        all.extend(self.closed());
        all
    }

    fn only(&self, wanted: impl Fn(Hex) -> bool) -> Vec<Hex> {
        self.hexes
            .iter()
            .copied()
            .filter(|it| wanted(*it))
            .collect()
    }

    /// Hexes of one colour, without seams.
    fn tint(&self, hexes: &[Hex], colour: Colour) -> Shape {
        let corners = hexes.iter().map(|it| self.sheet.corners(*it));
        let look = Look::filled(colour).edged(colour, 8);
        Shape::areas(corners.collect(), look)
    }

    /// Sides of these hexes, each once, between hexes of which this holds.
    fn sides(&self, hexes: &[Hex], between: impl Fn(Hex, Hex) -> bool) -> Vec<Vec<Point>> {
        let mut runs = Vec::new();
        for hex in hexes {
            for side in SIDES {
                let next = beyond(*hex, side);
                if between(*hex, next) && (*hex < next || !hexes.contains(&next)) {
                    runs.push(self.sheet.side(*hex, side));
                }
            }
        }
        runs
    }

    /// The sides of all these hexes, each drawn once: of a hex three in one line, and of the others
    /// those that are no side of another of them.
    fn grid(&self, hexes: &[Hex]) -> Vec<Vec<Point>> {
        let mut runs = Vec::new();
        for hex in hexes {
            runs.push(self.sheet.half_round(*hex));
            let open = SIDES[3..].iter();
            let open = open.filter(|it| !hexes.contains(&beyond(*hex, **it)));
            runs.extend(open.map(|it| self.sheet.side(*hex, *it)));
        }
        runs
    }

    fn sea(&self) -> Vec<Shape> {
        let map = self.map;
        let sea = self.only(|it| matches!(map.kind(it), Kind::Sea | Kind::Coast | Kind::Lake));
        let sides = self.grid(&sea);
        let zones = self.sides(&sea, |one, other| {
            map.zone(other).is_some() && map.zone(one) != map.zone(other)
        });
        let border = Look::lined(colours::RIVER, self.weights.border * 7 / 10);
        let dash = self.weights.border * 3;
        vec![
            self.tint(&sea, colours::SEA),
            Shape::lines(sides, Look::lined(colours::SEA_LINE, self.weights.hex)),
            Shape::lines(zones, border.dashed(&[dash, dash])),
        ]
    }

    fn land(&self) -> Vec<Shape> {
        let map = self.map;
        let mut all = Vec::new();
        for (terrain, tint) in [
            (Terrain::Rough, colours::ROUGH[0]),
            (Terrain::Clear, colours::CLEAR),
            (Terrain::Jungle, colours::JUNGLE[0]),
            (Terrain::Mountain, colours::MOUNTAIN[0]),
        ] {
            let hexes = self.only(|it| self.looks(it) == Some(terrain));
            all.push(self.tint(&hexes, tint));
            let hexes: Vec<Hex> = hexes.into_iter().filter(|it| map.is_land(*it)).collect();
            all.extend(terrain::pattern(terrain, &hexes, self.sheet));
        }
        let land = self.only(|it| map.is_land(it));
        let sides = self.grid(&land);
        all.push(Shape::lines(
            sides,
            Look::lined(colours::LAND_LINE, self.weights.hex),
        ));
        all.extend(self.rivers());
        let borders = self.sides(&land, |one, other| {
            map.is_land(other) && map.area(one) != map.area(other)
        });
        let border = Look::lined(colours::BORDER, self.weights.border);
        all.push(Shape::lines(borders, border.rounded()));
        all
    }

    /// The terrain of a hex; of a sliver of land in a hex of the sea that of the land beside it.
    fn looks(&self, hex: Hex) -> Option<Terrain> {
        let beside = || {
            SIDES
                .iter()
                .find_map(|it| self.map.terrain(beyond(hex, *it)))
        };
        self.map.terrain(hex).or_else(beside)
    }

    fn rivers(&self) -> Vec<Shape> {
        let (mut wide, mut narrow) = (Vec::new(), Vec::new());
        for river in self.coast.rivers() {
            let points = line(self.sheet, river);
            let navigable = |it: &Point| self.map.navigable(self.sheet.hex_at(*it));
            let end = points.iter().take_while(|it| navigable(it)).count();
            if end > 1 {
                wide.push(points[..end].to_vec());
            }
            narrow.push(points[end.saturating_sub(1)..].to_vec());
        }
        let bent = |runs: Vec<Vec<Point>>, width: i32| {
            Shape::Path(Path {
                runs,
                closed: false,
                bent: true,
                look: Look::lined(colours::RIVER, width).rounded(),
            })
        };
        let lakes = self.coast.lakes().map(|it| line(self.sheet, it));
        let lake = Look::filled(colours::SHADES[0]).edged(colours::RIVER, self.weights.coast);
        let mut all = vec![
            bent(narrow, self.weights.rivers[1]),
            bent(wide, self.weights.rivers[0]),
        ];
        all.extend(lakes.map(|it| Shape::areas(vec![it], lake.clone())));
        all
    }

    /// Sides over which no ship goes, and straits over which nobody marches.
    fn closed(&self) -> Vec<Shape> {
        if self.weights.closed == 0 {
            return Vec::new();
        }
        let map = self.map;
        let water = |it: Hex| matches!(map.kind(it), Kind::Sea | Kind::Coast);
        let both = self.only(water);
        let ships = self.sides(&both, |one, other| {
            water(other) && !map.sea_neighbours(one).contains(&other)
        });
        let land = self.only(|it| map.is_land(it));
        let marches = self.sides(&land, |one, other| {
            map.is_land(other) && !map.land_neighbours(one).contains(&other)
        });
        let width = self.weights.closed;
        vec![
            Shape::lines(ships, Look::lined(colours::INK, width).rounded()),
            Shape::lines(
                marches,
                Look::lined(colours::RIVER, width)
                    .dashed(&[1, width * 2])
                    .rounded(),
            ),
        ]
    }
}
