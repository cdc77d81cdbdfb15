//! What stands where, and what was heard of voyages and marches, as pictures need it.

use super::super::data::Tables;
use super::super::events::Event;
use super::super::faces;
use super::super::ids::{At, Label};
use super::super::land::events::Event as Land;
use super::super::map::{Ground, Map, ways};
use super::super::men::{Hull, Men, Ships};
use super::super::reckon::ports;
use super::super::sea::events::Event as Sea;
use super::super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::chart::{self, Mark};
use packetboat_kit::hex::Hex;
use packetboat_kit::ways::way;

/// What one power has in one hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Post {
    pub hex: Hex,
    pub seat: Seat,
    /// Its place on the game's card.
    pub place: usize,
    pub men: Men,
    pub leaders: usize,
    pub port: bool,
    pub ships: Ships,
}

impl Post {
    /// Whether men are ashore.
    pub(super) fn ashore(&self) -> bool {
        !self.men.is_empty() || self.leaders > 0
    }
}

/// The place of a power on the game's card, which gives its mark.
pub(super) fn place(view: &View, seat: Seat) -> usize {
    let seats = &view.tables.card.seats;
    seats.iter().position(|it| it.name == seat).unwrap_or(0)
}

/// A power's mark and letter.
pub(super) fn mark(view: &View, seat: Seat) -> (Mark, String) {
    let mark = chart::mark_of(place(view, seat));
    (mark, chart::letter(view.tables.title(seat)))
}

/// All posts, by hex and power.
pub(super) fn posts(view: &View) -> Vec<Post> {
    let mut posts: BTreeMap<(Hex, usize), Post> = BTreeMap::new();
    let empty = |hex: Hex, seat: Seat| Post {
        hex,
        seat,
        place: place(view, seat),
        men: Men::NONE,
        leaders: 0,
        port: ports::is_port(&view.tables, &view.open, seat, hex, true),
        ships: Ships::NONE,
    };
    for (hex, ashore) in &view.open.hexes {
        for (seat, stack) in &ashore.stacks {
            let at = (*hex, place(view, *seat));
            let post = posts.entry(at).or_insert_with(|| empty(*hex, *seat));
            post.men += stack.men;
            post.leaders += stack.leaders.len();
        }
    }
    for fleet in &view.fleets {
        if let At::Hex(hex) = fleet.at {
            let at = (hex, place(view, fleet.power));
            let post = posts.entry(at).or_insert_with(|| empty(hex, fleet.power));
            post.ships += fleet.ships;
        }
    }
    posts.into_values().collect()
}

/// The ships of a power in Europe by kind: Caravels, Carracks, Galleons.
pub(super) fn in_europe(view: &View, seat: Seat) -> [u32; 3] {
    let fleets = view.fleets.iter();
    let here = fleets.filter(|it| it.power == seat && it.at == At::Europe);
    let mut ships = Ships::NONE;
    here.for_each(|it| ships += it.ships);
    Hull::ALL.map(|it| ships.get(it))
}

/// How many ships these are.
pub(super) fn count(ships: Ships) -> u32 {
    ships.total()
}

/// A voyage or a march.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Route {
    pub seat: Seat,
    pub by_land: bool,
    /// Hexes from one end to the other, both included; a crossing has its end in the New World
    /// first.
    pub hexes: Vec<Hex>,
    /// Whether it ends in Europe.
    pub europe: bool,
    /// Whether it was gone from the first hex to the last, and back.
    pub ways: (bool, bool),
    /// The own expedition and its Bounds.
    pub label: Option<(Label, u32)>,
}

/// What was heard of voyages and marches, those of one power between two places once.
pub(super) fn routes(view: &View, heard: &[&Event]) -> Vec<Route> {
    let mut found: Vec<Route> = Vec::new();
    for it in heard {
        let Some(leg) = leg(view, it) else { continue };
        let Some(route) = leg.route(&view.tables) else {
            continue;
        };
        let same = |it: &&mut Route| {
            let ends = |it: &Route| (it.hexes.first().copied(), it.hexes.last().copied());
            let (one, other) = (ends(it), ends(&route));
            let turned = one == (other.1, other.0) && !it.europe;
            it.seat == route.seat
                && it.by_land == route.by_land
                && it.europe == route.europe
                && (one == other || turned)
        };
        match found.iter_mut().find(same) {
            Some(known) => {
                let turned = known.hexes.first() != route.hexes.first();
                let (there, back) = if turned {
                    (route.ways.1, route.ways.0)
                } else {
                    route.ways
                };
                known.ways = (known.ways.0 | there, known.ways.1 | back);
                known.label = known.label.or(route.label);
            }
            None => found.push(route),
        }
    }
    found
}

struct Leg {
    seat: Seat,
    by_land: bool,
    from: At,
    to: At,
    label: Option<(Label, u32)>,
}

fn leg(view: &View, it: &Event) -> Option<Leg> {
    let at = |place: &str| match place {
        "Europe" => Some(At::Europe),
        place => faces::named(&view.tables, place).map(At::Hex),
    };
    let (seat, by_land, from, to, label) = match it {
        Event::Sea(
            Sea::ExpeditionCrossed {
                seat,
                label,
                from,
                to,
                bounds,
                ..
            }
            | Sea::ExpeditionMoved {
                seat,
                label,
                from,
                to,
                bounds,
                ..
            },
        ) => (*seat, false, from, to, Some((*label, *bounds))),
        Event::Sea(
            Sea::ShipsCrossed { seat, from, to, .. } | Sea::ShipsMoved { seat, from, to, .. },
        ) => (*seat, false, from, to, None),
        Event::Land(
            Land::Marched { seat, from, to, .. } | Land::Retreated { seat, from, to, .. },
        ) => (*seat, true, from, to, None),
        _ => return None,
    };
    Some(Leg {
        seat,
        by_land,
        from: at(from)?,
        to: at(to)?,
        label,
    })
}

impl Leg {
    fn route(&self, tables: &Tables) -> Option<Route> {
        let map = &tables.map;
        let (first, last, ways) = match (self.from, self.to) {
            (At::Hex(from), At::Hex(to)) => (from, Some(to), (true, false)),
            (At::Hex(from), At::Europe) => (from, None, (true, false)),
            (At::Europe, At::Hex(to)) => (to, None, (false, true)),
            (At::Europe, At::Europe) => return None,
        };
        let find = || match (last, self.by_land) {
            (None, _) => crossing(map, first),
            (Some(last), true) => {
                ways::land_way(map, first, &|it| it == last, &|_| false, &|_| false)
            }
            (Some(last), false) => ways::sea_way(map, first, &|it| it == last, true, &|_| false),
        };
        let way = tables.charts.way((self.by_land, first, last), find)?;
        Some(Route {
            seat: self.seat,
            by_land: self.by_land,
            hexes: std::iter::once(first).chain(way).collect(),
            europe: last.is_none(),
            ways,
            label: self.label,
        })
    }
}

/// The ocean off Europe, beyond which the map shows nothing.
const OFF_EUROPE: (u8, u8) = (14, 33);

/// A way over the ocean, as a picture: no count of hexes.
fn crossing(map: &Map, from: Hex) -> Option<Vec<Hex>> {
    let ocean = |it: Hex| map.kind(it) == Ground::Ocean;
    let gate = |it: &Hex| ocean(*it) && it.row <= OFF_EUROPE.0 && it.column >= OFF_EUROPE.1;
    let around = |here: Hex| -> Vec<Hex> {
        let open = here
            .neighbours()
            .filter(|it| ocean(*it) || ocean(here) && map.is_sea(*it));
        let river = map.navigable(here) && !map.is_coast(here);
        let ways = map.ship_neighbours(here, river);
        ways.into_iter().chain(open).collect()
    };
    way(from, map.all().filter(gate), around, |_| Some((1, 0)))
}
