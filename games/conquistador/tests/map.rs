//! The map against the game file and its notes, routes, and maps that are spoilt.

mod tables;

use packetboat_conquistador::GAME;
use packetboat_conquistador::ids::{AreaId, At, PlaceId, ZoneId};
use packetboat_conquistador::map::ways::{
    distance_by_land, land_way, nearest_by_land, nearest_by_sea, sea_way,
};
use packetboat_conquistador::map::{Ground, Map, Ocean, Terrain};
use packetboat_core::engine::data::DataPack;
use packetboat_kit::hex::Hex;
use std::collections::BTreeSet;

fn map() -> Map {
    Map::read(&GAME.pack()).expect("the map fits")
}

fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

fn place(map: &Map, id: &str) -> Hex {
    let id: PlaceId = id.parse().expect("an id");
    map.place(id).expect("a place of the map").hex
}

fn area(code: &str) -> AreaId {
    code.parse().expect("a code")
}

fn zone(code: &str) -> ZoneId {
    code.parse().expect("a code")
}

/// The cells of a table.
fn rows<'a>(table: &'a str, mark: &'a str) -> impl Iterator<Item = Vec<&'a str>> {
    let lines = table.lines();
    lines.map(move |line| line.split(mark).map(str::trim).collect())
}

fn number(text: &str) -> u32 {
    text.parse().expect("a number")
}

fn never(_: Hex) -> bool {
    false
}

/// Hexes a voyage enters.
fn voyage(map: &Map, from: Hex, to: Hex, caravels: bool) -> u32 {
    let way = sea_way(map, from, &|it| it == to, caravels, &never).expect("a way");
    u32::try_from(way.len()).expect("short")
}

/// What a way costs by land.
fn cost(map: &Map, way: &[Hex]) -> u32 {
    way.iter().map(|it| map.land_mp(*it)).sum()
}

// ---- The map against its tables -----------------------------------------------------------

#[test]
fn every_named_place_is_in_its_area() {
    let map = map();
    let text = tables::PLACES.replace(",\n    ", ", ");
    let mut count = 0;
    for line in text.lines() {
        let (code, places) = line.split_once(": ").expect("an Area");
        for place in places.split(", ") {
            let (id, name) = place.split_once(' ').expect("id and name");
            let found = map.place(id.parse().expect("an id")).expect(id);
            assert_eq!(found.name, name);
            assert_eq!(map.area(found.hex), Some(area(code)), "{id}");
            assert_eq!(map.place_at(found.hex), Some(found));
            assert!(!found.anchorage);
            count += 1;
        }
    }
    assert_eq!(count, 120);
    assert_eq!(map.places().len(), 180);
}

#[test]
fn the_areas_are_those_of_the_game_file() {
    let map = map();
    let mut lines = rows(tables::AREAS, "|");
    for area in map.areas() {
        let row = lines.next().expect("a row");
        let side = |side: &str, bounds: u32, zones: BTreeSet<&str>| {
            let zones: Vec<&str> = zones.into_iter().collect();
            format!("{side}={bounds} {}", zones.join(" "))
        };
        let found = area.coasts.iter().map(|it| {
            let zones = it.zones.iter().map(ZoneId::as_str).collect();
            side(&it.side, it.bounds, zones)
        });
        let listed = row[2].split(';').filter(|it| *it != "-").map(|it| {
            let (name, rest) = it.split_once('=').expect("a side");
            let (bounds, zones) = rest.split_once(' ').expect("zones");
            side(name, number(bounds), zones.split(' ').collect())
        });
        assert_eq!(
            found.collect::<BTreeSet<_>>(),
            listed.collect(),
            "{}",
            area.id
        );
        let figures = [area.native, area.attrition].map(|it| it.to_string());
        let r2 = if area.r2 { "R2" } else { "-" };
        let vp = area.vp.to_string();
        let line = area.tordesillas.map(String::from).unwrap_or_default();
        let found = [&figures[0], &figures[1], r2, &vp, &line];
        assert_eq!([area.id.as_str(), &area.name], row[..2]);
        assert_eq!(found, row[3..], "{}", area.id);
    }
    assert!(lines.next().is_none());
}

#[test]
fn the_zones_are_those_of_the_game_file() {
    let map = map();
    let mut lines = rows(tables::ZONES, "|");
    for zone in map.zones() {
        let row = lines.next().expect("a row");
        let ocean = match zone.ocean {
            Ocean::Atlantic => "ATL",
            Ocean::Cape => "CAPE",
            Ocean::Pacific => "PAC",
        };
        let bounds = zone.bounds.to_string();
        assert_eq!(row, [ocean, zone.id.as_str(), &zone.name, &bounds]);
    }
    assert!(lines.next().is_none());
}

#[test]
fn areas_have_the_hexes_and_neighbours_of_the_notes() {
    let map = map();
    for row in rows(tables::AREA_HEXES, "|") {
        let id = area(row[0]);
        let hexes = map.hexes_of(id);
        let count = |fits: &dyn Fn(Hex) -> bool| hexes.iter().filter(|it| fits(**it)).count();
        let mut found = vec![hexes.len(), count(&|it| map.is_coast(it))];
        found.extend(Terrain::ALL.map(|kind| count(&|it| map.terrain(it) == Some(kind))));
        let wanted: Vec<usize> = row[1..7].iter().map(|it| number(it) as usize).collect();
        assert_eq!(found, wanted, "{id}");
        let touching = map.areas().iter().filter(|it| map.areas_touch(id, it.id));
        let touching: BTreeSet<&str> = touching.map(|it| it.id.as_str()).collect();
        assert_eq!(touching, row[7].split_whitespace().collect(), "{id}");
    }
}

#[test]
fn zones_have_the_hexes_and_neighbours_of_the_notes() {
    let map = map();
    for row in rows(tables::ZONE_HEXES, "|") {
        let id = zone(row[0]);
        let hexes: Vec<Hex> = map.all().filter(|it| map.zone(*it) == Some(id)).collect();
        let sea = hexes.iter().filter(|it| map.is_sea(**it)).count();
        let found = [map.zone_of(id).bounds as usize, sea, hexes.len() - sea];
        let wanted: Vec<usize> = row[1..4].iter().map(|it| number(it) as usize).collect();
        assert_eq!(found, *wanted, "{id}");
        let around = hexes.iter().flat_map(|it| map.sea_neighbours(*it));
        let touched = around.map(|it| map.zone(*it).expect("water"));
        let touched: BTreeSet<ZoneId> = touched.filter(|it| *it != id).collect();
        assert_eq!(
            touched,
            row[4].split_whitespace().map(zone).collect(),
            "{id}"
        );
    }
}

#[test]
fn hexes_are_counted_as_in_the_notes() {
    let map = map();
    let (rows, columns) = map.size();
    assert_eq!((rows, columns), (62, 42));
    let count = |kind| map.all().filter(|it| map.kind(*it) == kind).count();
    assert_eq!(count(Ground::Land), 449);
    assert_eq!(count(Ground::Coast), 199);
    assert_eq!(count(Ground::Lake), 4);
    assert_eq!(count(Ground::Sea), 340);
    assert_eq!(count(Ground::Ocean), 853);
    assert!(!map.exists(hex("0101")) && !map.exists(hex("9999")));
    assert_eq!(map.kind(hex("9999")), Ground::Out);
}

#[test]
fn anchorages_lie_at_sea_in_their_zones() {
    let map = map();
    let wanted = [
        ("Sable Island", "neco"),
        ("Bermuda", "virc"),
        ("Noronha", "roqu"),
        ("Falklands", "pata"),
        ("Juan Fernandez", "chil"),
        ("Galapagos", "guay"),
    ];
    let anchorages = map.places().iter().filter(|it| it.anchorage);
    let found: BTreeSet<(&str, Option<ZoneId>)> = anchorages
        .map(|it| (it.name.as_str(), map.zone(it.hex)))
        .collect();
    assert_eq!(
        found,
        wanted.map(|(name, it)| (name, Some(zone(it)))).into()
    );
    let all_at_sea = map.places().iter().filter(|it| it.anchorage);
    assert!(all_at_sea.clone().all(|it| map.is_sea(it.hex)));
    assert_eq!(all_at_sea.count(), 6);
}

#[test]
fn names_are_printed() {
    let map = map();
    assert_eq!(map.name_of(hex("2413")), "Veracruz");
    assert_eq!(map.name_of(hex("2311")), "2311");
    assert_eq!(map.at_name(At::Europe), "Europe");
    assert_eq!(map.at_name(At::Hex(hex("2920"))), "Nombre de Dios");
    let slug = |id: &str| map.place_at(place(&map, id)).map(|it| it.slug.as_str());
    assert_eq!(slug("pan_nombre"), Some("nombre-de-dios"));
    assert_eq!(slug("nwc_albion"), Some("drakes-bay"));
}

// ---- Vectors of the game file (8.2) -------------------------------------------------------

/// Vectors 10 and 14: Bounds from Europe; the two sides of a line; a zone without a side.
#[test]
fn bounds_from_europe() {
    let map = map();
    let bounds = |id: &str| map.bounds(place(&map, id));
    assert_eq!(bounds("pan_nombre"), Some(5));
    assert_eq!(bounds("inc_lima"), Some(10));
    assert_eq!(bounds("nen_massbay"), Some(3));
    assert_eq!(bounds("vir_delaware"), Some(4));
    assert_eq!(bounds("inc_tumbes"), Some(11));
    assert_eq!(bounds("bra_pernambuco"), Some(4));
    assert_eq!(bounds("bra_saovicente"), Some(5));
    assert_eq!(bounds("inc_cuzco"), None, "inland");
    let bermuda = map.places().iter().find(|it| it.name == "Bermuda");
    assert_eq!(map.bounds(bermuda.expect("an anchorage").hex), Some(4));
    let ocean = map.all().find(|it| map.kind(*it) == Ground::Ocean);
    assert_eq!(map.bounds(ocean.expect("deep ocean")), None);
    for it in map.all().filter(|it| map.is_coast(*it)) {
        assert!(map.bounds(it).is_some(), "{it}");
    }
}

/// Vector 14: Virginia is one hex from New England.
#[test]
fn virginia_is_next_to_new_england() {
    let map = map();
    let new_england = map.hexes_of(area("NEN")).iter();
    let mut next = new_england.flat_map(|it| map.sea_neighbours(*it));
    assert!(next.any(|it| map.area(*it) == Some(area("VIR"))));
}

/// Vector 16: three sea hexes, the mouth and two river hexes are six.
#[test]
fn up_a_river_every_hex_counts_one() {
    let map = map();
    let river = map
        .rivers()
        .iter()
        .find(|it| it.name.starts_with("St Lawrence"));
    let river = &river.expect("the river").navigable;
    let far = map
        .all()
        .find(|it| map.is_sea(*it) && voyage(&map, *it, river[0], false) == 4);
    assert_eq!(voyage(&map, far.expect("sea"), river[2], true), 6);
    assert_eq!(map.mp_per_bound, 6);
}

/// The map's figure for vector 19 of the notes.
#[test]
fn havana_to_veracruz_is_one_bound() {
    let map = map();
    assert_eq!(voyage(&map, hex("2218"), hex("2413"), false), 6);
}

// ---- Routes -------------------------------------------------------------------------------

#[test]
fn voyages_of_the_notes() {
    let map = map();
    for row in rows(tables::VOYAGES, "|") {
        let (from, to) = (place(&map, row[0]), place(&map, row[1]));
        let hexes = voyage(&map, from, to, false);
        assert_eq!(hexes, number(row[2]), "{row:?}");
        assert_eq!(voyage(&map, to, from, true), hexes, "{row:?}");
        assert_eq!(hexes.div_ceil(map.mp_per_bound), number(row[3]), "{row:?}");
    }
}

#[test]
fn up_river_of_the_notes() {
    let map = map();
    for row in rows(tables::UP_RIVER, "|") {
        let (from, seas) = (place(&map, row[0]), zone(row[1]));
        let goal = |it: Hex| map.is_sea(it) && map.zone(it) == Some(seas);
        // Down-river: the first step leaves the place, the last enters the sea.
        let way = sea_way(&map, from, &goal, true, &never).expect("a way");
        assert_eq!(way.len(), number(row[2]) as usize, "{row:?}");
        assert!(sea_way(&map, from, &goal, false, &never).is_none_or(|_| map.is_coast(from)));
        assert!(map.navigable(from) && map.by_water(from));
    }
}

#[test]
fn marches_of_the_notes() {
    let map = map();
    for row in rows(tables::MARCHES, "|") {
        let (from, to) = (place(&map, row[0]), place(&map, row[1]));
        assert_eq!(
            distance_by_land(&map, from, to),
            Some(number(row[2])),
            "{row:?}"
        );
        let way = land_way(&map, from, &|it| it == to, &never, &never).expect("a way");
        assert_eq!(cost(&map, &way), number(row[3]), "{row:?}");
        let trail = [vec![from], way.clone()].concat();
        let mut steps = trail.iter().zip(&way);
        assert!(steps.all(|(here, next)| map.land_neighbours(*here).contains(next)));
    }
}

#[test]
fn nobody_marches_across_a_strait() {
    let map = map();
    let (cuba, florida) = (place(&map, "car_cuba"), place(&map, "flo_timucua"));
    assert_eq!(distance_by_land(&map, cuba, florida), None);
    assert_eq!(
        land_way(&map, cuba, &|it| it == florida, &never, &never),
        None
    );
    assert_eq!(nearest_by_land(&map, cuba, &|it| it == florida), None);
}

/// Nobody sails across the Isthmus: round the Cape it is far (3.5).
#[test]
fn the_isthmus_parts_the_oceans() {
    let map = map();
    let (north, south) = (place(&map, "pan_nombre"), place(&map, "pan_panama"));
    assert_eq!(distance_by_land(&map, north, south), Some(1));
    let way = sea_way(&map, north, &|it| it == south, true, &never).expect("a way");
    assert!(way.len() > 60, "{}", way.len());
    assert!(way.iter().any(|it| map.ocean(*it) == Some(Ocean::Cape)));
    assert_eq!(map.ocean(north), Some(Ocean::Atlantic));
    assert_eq!(map.ocean(south), Some(Ocean::Pacific));
}

#[test]
fn a_way_that_starts_at_its_goal_is_empty() {
    let map = map();
    let here = place(&map, "azt_veracruz");
    let at_home = |it| it == here;
    assert_eq!(
        sea_way(&map, here, &at_home, false, &never),
        Some(Vec::new())
    );
    assert_eq!(
        land_way(&map, here, &at_home, &never, &never),
        Some(Vec::new())
    );
    assert_eq!(distance_by_land(&map, here, here), Some(0));
}

/// What is avoided is gone round where that costs nothing, and passed where it does.
#[test]
fn ways_avoid_what_costs_nothing_to_avoid() {
    let map = map();
    let (from, to) = (place(&map, "car_hispaniola"), place(&map, "azt_veracruz"));
    let goal = |it| it == to;
    let plain = sea_way(&map, from, &goal, false, &never).expect("a way");
    for met in &plain[..plain.len() - 1] {
        let met = *met;
        let round = sea_way(&map, from, &goal, false, &|it| it == met).expect("a way");
        assert_eq!(round.len(), plain.len());
        let choice = plain.iter().zip(&round).all(|(one, other)| one == other);
        assert!(choice == round.contains(&met), "{met}: {round:?}");
    }
    let all = sea_way(&map, from, &goal, false, &|_| true).expect("a way");
    assert_eq!(all, plain, "avoiding everything is avoiding nothing");
}

/// Of ways that are as good, the one with the lowest hexes, step by step.
#[test]
fn equal_ways_take_the_lowest_hexes() {
    let map = map();
    let (from, to) = (hex("1312"), hex("1512"));
    let goal = |it| it == to;
    let best = land_way(&map, from, &goal, &never, &never).expect("a way");
    let all = marches_up_to(&map, from, to, cost(&map, &best));
    assert!(all.len() > 1, "a choice");
    assert_eq!(all.iter().min(), Some(&best));
}

/// All marches between two hexes that cost no more.
fn marches_up_to(map: &Map, from: Hex, to: Hex, most: u32) -> Vec<Vec<Hex>> {
    if from == to {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for next in map.land_neighbours(from) {
        if let Some(left) = most.checked_sub(map.land_mp(*next)) {
            for rest in marches_up_to(map, *next, to, left) {
                found.push([vec![*next], rest].concat());
            }
        }
    }
    found
}

#[test]
fn marches_never_enter_what_is_closed() {
    let map = map();
    let (from, to) = (place(&map, "azt_veracruz"), place(&map, "azt_tenochtitlan"));
    let goal = |it| it == to;
    let plain = land_way(&map, from, &goal, &never, &never).expect("a way");
    let shut = plain[0];
    let round = land_way(&map, from, &goal, &|it| it == shut, &never).expect("a way");
    assert!(!round.contains(&shut));
    let from_shut = land_way(&map, shut, &goal, &|it| it == shut, &never);
    assert!(from_shut.is_some(), "one may leave a closed hex");
    let onto = land_way(&map, from, &goal, &|it| it == to, &never);
    assert_eq!(onto, None, "not even where it leads");
}

#[test]
fn the_nearest_is_the_lowest_of_the_nearest() {
    let map = map();
    let here = place(&map, "azt_tenochtitlan");
    let coast = |it| map.is_coast(it);
    let near = nearest_by_land(&map, here, &coast).expect("a coast");
    let all = map.all().filter(|it| map.is_coast(*it));
    let ranked = all.filter_map(|it| Some((distance_by_land(&map, here, it)?, it)));
    assert_eq!(ranked.min().map(|it| it.1), Some(near));
    let hochelaga = place(&map, "can_hochelaga");
    let sea = |it| map.is_sea(it);
    assert!(nearest_by_sea(&map, hochelaga, &sea, true).is_some());
    assert_eq!(nearest_by_sea(&map, hochelaga, &sea, false), None);
}

/// Every step is allowed both ways, by land, by sea and up-river.
#[test]
fn neighbours_are_mutual() {
    let map = map();
    for here in map.all() {
        for next in map.land_neighbours(here) {
            assert!(map.land_neighbours(*next).contains(&here), "{here} {next}");
        }
        for caravels in [false, true] {
            let around = map.ship_neighbours(here, caravels);
            assert!(around.is_sorted(), "{here}");
            for next in around {
                assert!(
                    map.ship_neighbours(next, caravels).contains(&here),
                    "{here} {next}"
                );
            }
        }
        assert_eq!(map.ship_neighbours(here, false), map.sea_neighbours(here));
    }
}

// ---- Spoilt maps --------------------------------------------------------------------------

/// The error of a map whose file is changed.
fn spoilt(change: impl Fn(&str) -> String) -> String {
    let mut pack: DataPack = GAME.pack();
    let text = pack.files["map.toml"].clone();
    let changed = change(&text);
    assert_ne!(text, changed, "nothing was changed");
    pack.files.insert("map.toml".to_owned(), changed);
    let error = Map::read(&pack).expect_err("the map is spoilt");
    assert_eq!(error.file, "map.toml");
    error.problem
}

fn replaced(from: &str, to: &str) -> String {
    spoilt(|text| text.replacen(from, to, 1))
}

/// Puts something else into a hex of a layer.
fn put(text: &str, layer: &str, at: &str, what: &str) -> String {
    let start = text.find(&format!("\n{layer} = [")).expect("a layer");
    let is_row = |line: &str| line.trim_start().starts_with('"');
    let (head, layer) = text.split_at(start);
    let at = hex(at);
    let mut row = 0;
    let lines = layer.split('\n').map(|line| {
        row += usize::from(is_row(line));
        if !is_row(line) || row != usize::from(at.row) {
            return line.to_owned();
        }
        let cells = line.split('"').nth(1).expect("a row");
        let mut cells: Vec<&str> = cells.split_whitespace().collect();
        cells[usize::from(at.column) - 1] = what;
        format!("\"{}\",", cells.join(" "))
    });
    [head.to_owned(), lines.collect::<Vec<_>>().join("\n")].concat()
}

#[test]
fn a_hex_must_agree_with_itself() {
    let found = spoilt(|text| put(text, "terrain", "2412", "x"));
    assert_eq!(found, "2412: `x` is not terrain");
    let found = spoilt(|text| put(text, "terrain", "2412", "~"));
    assert!(found.starts_with("2412 is Sea and has the Area"), "{found}");
    let found = spoilt(|text| put(text, "area", "2412", "---"));
    assert_eq!(found, "2412 is Land and has the Area `---`");
    let found = spoilt(|text| put(text, "area", "2412", "XYZ"));
    assert_eq!(found, "2412 lies in Area XYZ, which is not listed");
    let found = spoilt(|text| put(text, "zone", "2413", "----"));
    assert_eq!(found, "2413 is Coast and has the zone `----`");
    let found = spoilt(|text| put(text, "zone", "2413", "nowh"));
    assert_eq!(found, "2413 lies in zone nowh, which is not listed");
}

#[test]
fn the_grid_must_be_whole() {
    let found = replaced("rows = 62", "rows = 61");
    assert_eq!(found, "every layer must have 61 rows and 42 columns");
    let found = replaced("columns = 42", "columns = 41");
    assert_eq!(found, "every layer must have 62 rows and 41 columns");
    let found = replaced("odd  = { E = [0, 1]", "odd  = { E = [0, 2]");
    assert_eq!(found, "even rows stand half a hex further east");
    let found = replaced("mp_per_bound = 6", "mp_per_bound = 0");
    assert!(found.contains("above 0"), "{found}");
}

#[test]
fn areas_must_be_in_one_piece() {
    let found = spoilt(|text| put(text, "area", "2311", "BRA"));
    assert!(
        found.starts_with("Area BRA is in 2 pieces, not 1: [2311,"),
        "{found}"
    );
    let found = replaced("pieces = 2", "pieces = 1");
    assert!(
        found.starts_with("Area NFL is in 2 pieces, not 1"),
        "{found}"
    );
}

/// The open sides of a hex, as the file would list them closed.
fn sides_of(at: &str, around: impl Fn(&Map, Hex) -> &[Hex]) -> String {
    let (map, at) = (map(), hex(at));
    let sides = around(&map, at).iter();
    sides
        .map(|it| format!("\"{}-{}\", ", at.min(*it), at.max(*it)))
        .collect()
}

#[test]
fn marches_must_reach_the_mainland() {
    let sides = sides_of("2411", Map::land_neighbours);
    let found = spoilt(|text| text.replacen("no_march = [", &format!("no_march = [{sides}"), 1));
    assert_eq!(found, "no march reaches 2411 from the rest of the land");
}

#[test]
fn ships_must_reach_every_coast() {
    let sides = sides_of("2413", Map::sea_neighbours);
    let found = spoilt(|text| text.replacen("no_ship = [", &format!("no_ship = [{sides}"), 1));
    assert!(found.starts_with("no ship reaches 2413 from"), "{found}");
}

#[test]
fn only_the_cape_joins_the_oceans() {
    let found = replaced("\"2920-3020\", ", "");
    assert!(
        found.contains("2920 and 3020 join the Atlantic and the Pacific"),
        "{found}"
    );
}

#[test]
fn coasts_must_be_the_zones_of_the_hexes() {
    let found = replaced(
        "zones = [\"hbay\"], bounds = 4",
        "zones = [\"labs\"], bounds = 4",
    );
    assert!(
        found.starts_with("Area HUD lists no coast on hbay, where "),
        "{found}"
    );
    let found = replaced("zones = [\"hbay\"]", "zones = [\"hbay\", \"labs\"]");
    assert_eq!(found, "Area HUD has no coast on labs");
}

#[test]
fn closed_sides_must_close_something() {
    let found = replaced("\"0420-0421\"", "\"0420-0422\"");
    assert_eq!(found, "no_march: 0420-0422 are not neighbours in order");
    let found = replaced("\"0420-0421\"", "\"0420\"");
    assert!(
        found.starts_with("no_march: `0420` is not a side"),
        "{found}"
    );
    let found = replaced("\"0420-0421\"", "\"0420-0421\", \"0420-0421\"");
    assert_eq!(found, "no_march: 0420-0421 is closed already");
}

#[test]
fn places_must_lie_where_they_belong() {
    let found = replaced("hex = \"2413\"", "hex = \"2411\"");
    assert!(found.starts_with("2411 has two names"), "{found}");
    let found = replaced("hex = \"2413\"", "hex = \"2615\"");
    assert!(
        found.starts_with("azt_veracruz lies in 2615, which is not in AZT"),
        "{found}"
    );
    let found = replaced("name = \"Veracruz\"", "name = \"rio negro\"");
    assert_eq!(found, "the place rio-negro stands twice");
    let found = replaced("id = \"azt_veracruz\"", "id = \"azt_oaxaca\"");
    assert_eq!(found, "the place azt_oaxaca stands twice");
}

#[test]
fn rivers_and_lakes_must_lie_on_the_map() {
    let found = replaced("\"0921\", \"1020\"", "\"1020\"");
    assert_eq!(found, "St Lawrence: 0922 and 1020 are not neighbours");
    let found = replaced("navigable = [\"1321\", \"1220\"]", "navigable = [\"1220\"]");
    assert_eq!(found, "no Caravel reaches 1220 up-river");
    let found = spoilt(|text| {
        let text = put(text, "terrain", "1216", "r");
        put(&text, "area", "1216", "GLK")
    });
    assert_eq!(found, "Lake Michigan: 1216 is not a lake");
}
