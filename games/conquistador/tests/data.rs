//! The tables, cell by cell, against the game file; the quests on foot.

use packetboat_conquistador::GAME;
use packetboat_conquistador::data::combat::{NativeResult, odds_column, odds_words};
use packetboat_conquistador::data::{NativeCombat, Political, SiteClass, Tables, Toll, Uprising};
use packetboat_conquistador::ids::{AreaId, PlaceId};
use packetboat_conquistador::men::{Hull, Kind};
use packetboat_conquistador::orders::Ware;
use packetboat_conquistador::state::Rating;
use packetboat_core::engine::data::DataPack;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use std::collections::{BTreeSet, BinaryHeap};

pub(super) fn tables() -> Tables {
    Tables::load(&GAME.pack()).expect("the tables fit")
}

pub(super) fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

pub(super) fn place(id: &str) -> PlaceId {
    id.parse().expect("an id")
}

/// The cells of a table as the game file prints it, without its first row and column.
fn cells(table: &str) -> Vec<Vec<&str>> {
    let rows = table
        .lines()
        .map(str::trim)
        .filter(|it| it.starts_with('|'));
    let rows = rows.map(|it| {
        it.trim_matches('|')
            .split('|')
            .map(str::trim)
            .skip(1)
            .collect()
    });
    rows.skip(1).collect()
}

// ---- The Royal Council --------------------------------------------------------------------

/// Taxes and Colonists (2.2).
#[test]
fn taxes_and_colonists() {
    const TABLE: &str = "
        | die 1 | A  | B  | C  | D  | colonists available |
        | 1     | 15 | 12 | 9  | 6  | 6 |
        | 2     | 20 | 16 | 12 | 8  | 5 |
        | 3     | 25 | 20 | 15 | 10 | 4 |
        | 4     | 30 | 24 | 18 | 12 | 3 |
        | 5     | 35 | 28 | 21 | 14 | 2 |
        | 6     | 40 | 32 | 24 | 16 | 1 |";
    let ret = tables().ret;
    for (die, row) in cells(TABLE).iter().enumerate() {
        for (rating, wanted) in Rating::ALL.iter().zip(row) {
            assert_eq!(ret.taxes[rating][die].to_string(), *wanted);
        }
        assert_eq!(ret.colonists[die].to_string(), row[4]);
    }
    let multipliers = Rating::ALL.map(|it| ret.multipliers[&it]);
    assert_eq!(multipliers, [4, 3, 2, 1]);
}

/// The political events (2.2), and vectors 1 and 2.
#[test]
fn political_events() {
    const TABLE: &str = "
        | die 1 \\ die 2 | 1 | 2 | 3 | 4 | 5 | 6 |
        | 1 | D | 8 | — | 2 | A | 14 |
        | 2 | 5 | — | 11 | B | 9 | — |
        | 3 | 17 | C | — | 3 | 12 | — |
        | 4 | — | 6 | D | 7 | — | 15 |
        | 5 | 4 | 13 | — | A | 16 | — |
        | 6 | 10 | — | B | — | C | — |";
    let ret = tables().ret;
    for (first, row) in (1..).zip(cells(TABLE)) {
        for (second, wanted) in (1..).zip(row) {
            let found = match ret.event(first, second) {
                Political::Nothing => "—".to_owned(),
                Political::Monarch(rating) => rating.letter().to_string(),
                Political::Event(number) => number.to_string(),
            };
            assert_eq!(found, wanted, "{first} {second}");
        }
    }
    assert_eq!(ret.taxes[&Rating::B][1], 16);
    assert_eq!(ret.event(2, 4), Political::Monarch(Rating::B));
    assert_eq!(ret.event(6, 1), Political::Event(10));
}

/// What events, quests, treaty, bank and score come to (2.3, 2.6, 4.10, 5.2).
#[test]
fn figures_of_the_council() {
    let ret = tables().ret;
    assert_eq!(
        (ret.war_costs, ret.middle_class, ret.failure_vp),
        (50, 20, 100)
    );
    assert_eq!((ret.cibola_turns, ret.eldorado_turns), (5, 4));
    assert_eq!((ret.quest_soldiers, ret.quest_free_turns), (3, 4));
    let treaty = (ret.tordesillas_settlement_vp, ret.tordesillas_attack_vp);
    assert_eq!((ret.tordesillas_last, treaty), (11, (5, 25)));
    assert_eq!((ret.bank_most, ret.bank_percent), (50, 120));
    assert_eq!((ret.bank_turns, ret.bank_growth, ret.bank_vp), (3, 20, 1));
    assert_eq!((ret.vp_per_ducat, ret.explorer_vp), (2, 5));
    let codes = |areas: &[AreaId]| areas.iter().map(AreaId::to_string).collect::<Vec<_>>();
    assert_eq!(
        codes(&ret.cibola_areas),
        ["CAL", "ROC", "MWP", "SON", "AZT"]
    );
    assert_eq!(codes(&ret.eldorado_areas), ["PAN", "VEN", "AMA", "INC"]);
}

/// Prices, upkeep, cargo (2.5).
#[test]
fn prices_and_upkeep() {
    let units = tables().units;
    for (ware, buy, upkeep) in [
        (Ware::Colonist, 5, 1),
        (Ware::Soldier, 4, 1),
        (Ware::Missionary, 5, 1),
        (Ware::Caravel, 6, 1),
        (Ware::Carrack, 12, 2),
        (Ware::Galleon, 50, 8),
    ] {
        assert_eq!(units.price(ware), buy, "{ware:?}");
        assert_eq!(units.upkeep(ware), upkeep, "{ware:?}");
    }
    let land = |kind| {
        let unit = units.land(kind);
        (unit.cargo, unit.land_mp)
    };
    assert_eq!(Kind::ALL.map(land), [(1, 3), (1, 6), (1, 3)]);
    let ship = |hull| {
        let unit = units.ship(hull);
        let fights = (unit.strength, unit.invasion, unit.defence);
        (unit.build, unit.holds, unit.bound, fights)
    };
    let wanted = [
        (Some(9), 1, 1, (1, 0, 0)),
        (Some(18), 4, 1, (2, 1, 1)),
        (None, 20, 3, (12, 0, 6)),
    ];
    assert_eq!(Hull::ALL.map(ship), wanted);
    assert_eq!((units.leader_mp, units.leader_bonus_mp), (8, 1));
    assert_eq!((units.overland_ducats, units.ducats_per_point), (10, 10));
    assert_eq!(
        (units.shipyard_colonists, units.missionaries_per_turn),
        (5, 1)
    );
    assert_eq!((units.stack_colonists, units.stack_soldiers), (6, 12));
    assert_eq!((units.control_soldiers, units.fight_mp), (2, 3));
    let galleons = units.galleons;
    let wanted = (
        galleons.spain_from,
        galleons.others_from,
        galleons.gold_needed,
    );
    assert_eq!(wanted, (8, 12, 40));
}

// ---- Fights and attrition -----------------------------------------------------------------

/// Naval attrition (3.10), its example, and vector 6.
#[test]
fn naval_attrition() {
    const TABLE: &str = "
        | modified die | 1–3 | 4–6 | 7–9 | 10–12 | 13–15 | 16+ |
        | ≤1 | – | – | – | – | – | – |
        | 2 | – | – | – | – | – | 1 |
        | 3 | – | – | – | – | 1 | 1 |
        | 4 | – | – | – | 1 | 1 | 2 |
        | 5 | – | – | 1 | 1 | 2 | 2 |
        | 6 | – | 1 | 1 | 2 | 2 | 3 |
        | ≥7 | 1 | 1 | 2 | 2 | 3 | all |";
    let table = tables().naval_attrition;
    for (die, row) in (1..).zip(cells(TABLE)) {
        for (column, wanted) in (0..).zip(row) {
            for bounds in 3 * column + 1..=3 * column + 3 {
                let wanted = match wanted {
                    "–" => 0,
                    "all" => 99,
                    number => number.parse().expect("a number"),
                };
                assert_eq!(table.losses(bounds, die), wanted, "{bounds} {die}");
            }
        }
    }
    assert_eq!(table.losses(20, 9), 99, "beyond the last column and row");
    assert_eq!(table.losses(2, -3), 0);
    assert_eq!(table.ships_lost(4, 6, 4), 2, "Virginia without Cabot");
    assert_eq!(table.ships_lost(4, 5, 4), 0, "with him");
    assert_eq!(
        table.ships_lost(4, 6 + table.only_caravels, 1),
        0,
        "vector 6"
    );
    assert_eq!(table.ships_lost(16, 7, 5), 5);
    assert_eq!(table.ships_lost(16, 6, 2), 2, "no more than there are");
    let modifiers = [
        table.explorer,
        table.only_caravels,
        table.galleon,
        table.unknown_waters,
        table.cape,
        table.lowest,
        table.highest,
    ];
    assert_eq!(modifiers, [-1, -1, -1, 1, 1, -1, 3]);
    assert_eq!((table.per_ships, table.world_bounds), (3, 20));
}

/// Naval combat (3.8).
#[test]
fn naval_combat() {
    const TABLE: &str = "
        | die | 1:2 | 1:1 | 2:1 | 3:1 | 4:1 | 5:1+ |
        | ≤1 | D1 | D1 | DH | DH | DC | DC |
        | 2 | EX | D1 | D1 | DH | DH | DC |
        | 3 | NE | EX | D1 | D1 | DH | DH |
        | 4 | A1 | NE | EX | D1 | D1 | DH |
        | 5 | A1 | A1 | NE | EX | D1 | D1 |
        | 6 | AH | A1 | A1 | NE | EX | D1 |
        | ≥7 | AE | AH | A1 | A1 | NE | EX |";
    let table = tables().naval_combat;
    for (die, row) in (1..).zip(cells(TABLE)) {
        for (column, wanted) in (0..).zip(row) {
            assert_eq!(format!("{:?}", table.result(column, die)), wanted);
        }
    }
    assert_eq!(table.result(0, 12), table.result(0, 7));
    assert_eq!((table.soldiers_per_point, table.privateers_most), (4, 2));
    assert_eq!(
        (table.only_caravels, table.flees, table.flee_from),
        (1, 1, 2)
    );
}

/// Land combat (4.4, 4.5).
#[test]
fn land_combat() {
    const TABLE: &str = "
        | die | 1:2 | 1:1 | 2:1 | 3:1 | 4:1 | 5:1+ |
        | ≤1 | EX | D1R | D1R | D2R | DE | DE |
        | 2 | EX | EX | D1R | D1R | D2R | DE |
        | 3 | AR | EX | DR | D1R | D1R | DE |
        | 4 | A1R | AR | EX | DR | D1R | D2R |
        | 5 | A1R | A1R | AR | EX | DR | D1R |
        | 6 | A2R | A1R | A1R | AR | EX | DR |
        | ≥7 | AE | A2R | A1R | A1R | AR | EX |";
    let table = tables().land_combat;
    for (die, row) in (1..).zip(cells(TABLE)) {
        for (column, wanted) in (0..).zip(row) {
            assert_eq!(format!("{:?}", table.result(column, die)), wanted);
        }
    }
    assert_eq!(table.result(3, 0), table.result(3, 1));
    assert_eq!(
        (table.conquistador, table.settlement_colonists, table.shift),
        (1, 3, 1)
    );
    assert_eq!(
        (table.colonists_lost_from, table.leaders_captured_to),
        (4, 4)
    );
}

/// Odds are rounded for the defender (3.8, 4.4; vectors 22, 23).
#[test]
fn odds() {
    let column = |attacker, defender| odds_column(attacker, defender).map(odds_words);
    assert_eq!(column(6, 2), Some("3:1"));
    assert_eq!(column(6, 3), Some("2:1"));
    assert_eq!(column(5, 3), Some("1:1"));
    assert_eq!(column(2, 3), Some("1:2"));
    assert_eq!(column(1, 2), Some("1:2"));
    assert_eq!(column(1, 3), None);
    assert_eq!(column(30, 2), Some("5:1"));
    assert_eq!(column(1, 0), Some("5:1"));
    assert_eq!(column(0, 0), None);
}

/// Native combat (4.6).
#[test]
fn native_combat() {
    const TABLE: &str = "
        | die | under 1:2 | 1:2 | 1:1 | 2:1 | 3:1+ |
        | ≤1 | N1 | N2 | N3 | N4 | N5 |
        | 2 | N1 S1 | N1 | N2 | N3 | N4 |
        | 3 | S1 | N1 S1 | N2 S1 | N2 | N3 |
        | 4 | S1 | S1 | N1 | N2 S1 | N2 |
        | 5 | S2 | S1 | N1 S1 | N1 | N2 |
        | ≥6 | S2 | S2 | S2 | N1 S1 | N1 |";
    let words = |it: NativeResult| {
        let natives = (it.natives > 0).then(|| format!("N{}", it.natives));
        let soldiers = (it.soldiers > 0).then(|| format!("S{}", it.soldiers));
        let parts: Vec<String> = natives.into_iter().chain(soldiers).collect();
        parts.join(" ")
    };
    let table = tables().native_combat;
    for (die, row) in (1..).zip(cells(TABLE)) {
        for (column, wanted) in (0..).zip(row) {
            assert_eq!(words(table.result(column, die)), wanted, "{column} {die}");
        }
    }
    assert_eq!(table.result(4, -1), table.result(4, 1));
    assert_eq!((table.conquistador, table.preach_to), (1, 1));
    let columns = [
        (2, 5),
        (3, 6),
        (4, 5),
        (5, 5),
        (9, 5),
        (10, 5),
        (14, 5),
        (15, 5),
        (40, 1),
    ];
    let columns = columns.map(|(soldiers, natives)| NativeCombat::column(soldiers, natives));
    assert_eq!(columns, [0, 1, 1, 2, 2, 3, 3, 4, 4]);
}

/// How the game file prints a toll; `one` stands for a single unit.
fn toll(it: Toll, one: &str) -> String {
    let part = |number: u32, letter: &str| match number {
        0 => String::new(),
        1 => format!("{one}{letter}"),
        number => format!("{number}{letter}"),
    };
    match it {
        Toll { all: true, .. } => "all".to_owned(),
        Toll { star: true, .. } => "C*".to_owned(),
        it if it.is_nothing() => "–".to_owned(),
        it => part(it.colonists, "C") + &part(it.soldiers, "S"),
    }
}

/// Uprisings (4.7).
#[test]
fn uprisings() {
    const TABLE: &str = "
        | die | under 1:1 | 1:1 | 2:1 | 3:1 | 4:1+ |
        | 1 | 1C | 1C1S | 2C1S | 3C2S | all |
        | 2 | 1C | 1C1S | 2C1S | 2C2S | 3C2S |
        | 3 | – | 1C | 1C1S | 2C1S | 2C2S |
        | 4 | – | 1S | 1C | 1C1S | 2C1S |
        | 5 | – | – | 1C | 1C | 1C1S |
        | ≥6 | – | – | – | 1C | 1C |";
    let table = tables().uprising;
    for (die, row) in (1..).zip(cells(TABLE)) {
        for (column, wanted) in (0..).zip(row) {
            assert_eq!(
                toll(table.result(column, die), "1"),
                wanted,
                "{column} {die}"
            );
        }
    }
    assert_eq!(table.result(1, 7), table.result(1, 6));
    assert_eq!((table.conquistador, table.colonists_per_level), (1, 3));
    assert_eq!((table.check_most, table.leaders_die_from), (5, 4));
    // Native Level 3 against one Soldier and one Colonist is 3 : 1½, 2:1.
    let columns = [
        (3, 1, 1),
        (3, 2, 2),
        (2, 2, 1),
        (1, 0, 2),
        (4, 1, 0),
        (1, 0, 0),
    ];
    let columns = columns.map(|(natives, men, folk)| Uprising::column(natives, men, folk));
    assert_eq!(columns, [2, 1, 0, 1, 4, 4]);
}

/// Land attrition (4.8), as the errata have it.
#[test]
fn land_attrition() {
    const TABLE: &str = "
        | die | 1 | 2 | 3 | 4 | 5 |
        | 1 | – | – | – | – | – |
        | 2 | – | – | – | – | C* |
        | 3 | – | – | – | C* | S |
        | 4 | – | – | C | S | CS |
        | 5 | – | C | S | CS | 2CS |
        | 6 | C | S | CS | 2CS | all |";
    let table = tables().land_attrition;
    for (die, row) in (1..).zip(cells(TABLE)) {
        for (level, wanted) in (1..).zip(row) {
            assert_eq!(toll(table.result(level, die), ""), wanted, "{level} {die}");
        }
    }
    let star = table.result(5, 2);
    assert_eq!((star.colonists, star.soldiers), (1, 0));
    assert_eq!(table.leaders_lost_from, 5);
}

// ---- Gold ---------------------------------------------------------------------------------

/// Prospecting, mines and cities (4.9); the sites are those of the map.
#[test]
fn gold() {
    const TABLE: &str = "
        | die | ordinary | rich | caribbean |
        | ≤1 | 15 | 20 | 10 |
        | 2 | 10 | 15 | 5 |
        | 3 | 5 | 15 | – |
        | 4 | – | 10 | – |
        | 5 | – | 10 | – |
        | 6 | barren | – | barren |";
    let tables = tables();
    let gold = &tables.gold;
    let classes = [SiteClass::Ordinary, SiteClass::Rich, SiteClass::Caribbean];
    for (die, row) in cells(TABLE).into_iter().enumerate() {
        for (class, wanted) in classes.iter().zip(row) {
            let wanted = match wanted {
                "–" => Some(0),
                "barren" => None,
                number => number.parse().ok(),
            };
            assert_eq!(gold.prospecting[class][die], wanted, "{class:?} {die}");
        }
    }
    let depletes = [6, 6, 5]
        .iter()
        .zip(classes)
        .all(|(die, it)| gold.depletes_from[&it] == *die);
    assert!(depletes && gold.depletes_from[&SiteClass::Potosi] == 6);
    let potosi = gold.potosi;
    assert_eq!(
        (potosi.capacity, potosi.doubled, potosi.diggers),
        (15, 30, 2)
    );
    assert_eq!((potosi.found_to, potosi.confirmed_from), (3, 4));
    assert_eq!(
        (gold.per_colonist, gold.per_looter, gold.depletion),
        (5, 10, 5)
    );
    assert_eq!(
        (gold.leader, gold.beside_mine, gold.reopen_fails),
        (1, 1, 6)
    );
    assert_eq!((gold.level_two, gold.control), (5, 3));
    let cities = gold.cities.values().map(|it| (it.place.as_str(), it.rate));
    let cities: BTreeSet<(&str, u32)> = cities.collect();
    let wanted = [
        ("inc_cuzco", 80),
        ("azt_tenochtitlan", 60),
        ("may_chichen", 40),
    ];
    assert_eq!(cities, wanted.into());
}

/// The gold sites of 6.1, which the map notes too.
#[test]
fn gold_sites() {
    const SITES: &str = "\
        vir_piedmont:ordinary dso_coosa:ordinary roc_sangre:ordinary cal_sierra:rich \
        son_vizcaya:ordinary azt_zacatecas:rich azt_oaxaca:ordinary may_honduras:ordinary \
        pan_veragua:ordinary pan_darien:ordinary car_hispaniola:caribbean car_cuba:caribbean \
        car_puertorico:caribbean ven_cumana:caribbean ven_merida:ordinary gra_bogota:rich \
        gra_popayan:ordinary bra_minas:rich chl_coquimbo:ordinary inc_cajamarca:ordinary \
        inc_potosi:potosi";
    let tables = tables();
    let found = tables.gold.sites.iter().map(|(hex, site)| {
        assert_eq!(tables.map.place(site.place).map(|it| it.hex), Some(*hex));
        format!(
            "{}:{}",
            site.place,
            format!("{:?}", site.class).to_lowercase()
        )
    });
    let found: BTreeSet<String> = found.collect();
    let wanted: BTreeSet<String> = SITES.split_whitespace().map(str::to_owned).collect();
    assert_eq!(found, wanted);
    let map: toml::Table = GAME.pack().files["map.toml"].parse().expect("TOML");
    let places = map["place"].as_array().expect("places");
    let text = |place: &toml::Value, key: &str| Some(place.get(key)?.as_str()?.to_owned());
    let noted = places.iter().filter_map(|it| {
        let (id, class) = (text(it, "id")?, text(it, "gold")?);
        Some(format!("{id}:{class}"))
    });
    assert_eq!(noted.collect::<BTreeSet<_>>(), wanted);
    let noted = places.iter().filter(|it| it.get("treasure").is_some());
    let noted: BTreeSet<String> = noted.filter_map(|it| text(it, "id")).collect();
    let cities = tables.gold.cities.values().map(|it| it.place.to_string());
    assert_eq!(noted, cities.collect());
}

// ---- Quests on foot (8.1) -----------------------------------------------------------------

/// Cíbola can be walked in five turns from every hex of its Areas, El Dorado in four from 92 of
/// 154, the first march in the event's own turn.
#[test]
fn quests_can_be_walked() {
    let tables = tables();
    let ret = &tables.ret;
    let cibola = within(&tables, &ret.cibola_areas, ret.cibola_turns);
    assert_eq!(cibola, (113, 113));
    let eldorado = within(&tables, &ret.eldorado_areas, ret.eldorado_turns);
    assert_eq!(eldorado, (92, 154));
}

/// From how many hexes of these Areas all of them can be seen in so many turns, and how many
/// hexes there are.
fn within(tables: &Tables, areas: &[AreaId], turns: u32) -> (usize, usize) {
    let hexes = areas.iter().flat_map(|it| tables.map.hexes_of(*it));
    let starts: Vec<Hex> = hexes.copied().collect();
    let walk = |from: &&Hex| walked(tables, areas, **from) <= turns;
    (starts.iter().filter(walk).count(), starts.len())
}

/// The turns Soldiers need to see all the Areas: fewest turns, then fewest points of the last.
fn walked(tables: &Tables, areas: &[AreaId], from: Hex) -> u32 {
    let allowance = tables.units.soldier.land_mp;
    let seen_in = |hex: Hex| {
        let place = areas
            .iter()
            .position(|it| tables.map.area(hex) == Some(*it));
        place.map_or(0_u32, |it| 1 << it)
    };
    let all = (1_u32 << areas.len()) - 1;
    let mut best = BTreeSet::new();
    let mut open = BinaryHeap::from([std::cmp::Reverse((1, 0, from, seen_in(from)))]);
    while let Some(std::cmp::Reverse((turn, used, hex, seen))) = open.pop() {
        if seen == all || turn > 9 {
            return turn;
        }
        if !best.insert((hex, seen)) {
            continue;
        }
        for next in tables.map.land_neighbours(hex) {
            let (cost, seen) = (tables.map.land_mp(*next), seen | seen_in(*next));
            if used + cost <= allowance {
                open.push(std::cmp::Reverse((turn, used + cost, *next, seen)));
            } else {
                open.push(std::cmp::Reverse((turn + 1, cost, *next, seen)));
            }
        }
    }
    u32::MAX
}

// ---- Spoilt tables ------------------------------------------------------------------------

/// The error of tables with something replaced in a file.
fn spoilt(file: &str, from: &str, to: &str) -> String {
    let mut pack: DataPack = GAME.pack();
    let text = pack.files[file].clone();
    assert!(text.contains(from), "{file} has no {from}");
    pack.files
        .insert(file.to_owned(), text.replacen(from, to, 1));
    let error = Tables::load(&pack).expect_err("the table is spoilt");
    assert_eq!(error.file, file);
    error.problem
}

#[test]
fn wrong_tables_are_refused() {
    for (file, from, to, wanted) in [
        ("ret.toml", "\"8\"", "\"18\"", "`18` is not an event"),
        ("ret.toml", "\"8\"", "\"9\"", "stands once in the grid"),
        ("ret.toml", "D = 1", "", "no taxes or Multiplier for D"),
        (
            "naval_combat.toml",
            "\"D1\", ",
            "",
            "seven rows of six columns",
        ),
        (
            "native_combat.toml",
            "\"N1\", ",
            "\"M1\", ",
            "`M1` is not a result",
        ),
        ("uprising.toml", "\"2C1S\"", "\"2Q\"", "`2Q` is not a toll"),
        (
            "land_attrition.toml",
            "\"-\"",
            "\"\"",
            "nothing is written `-`",
        ),
        ("units.toml", "holds = 1\n", "holds = 0\n", "above 0"),
        (
            "gold.toml",
            "inc_cuzco = 80",
            "inc_nowhere = 80",
            "no place inc_nowhere",
        ),
        (
            "gold.toml",
            "also = \"RDP\"",
            "also = \"XYZ\"",
            "no Area XYZ",
        ),
        (
            "gold.toml",
            "[15, 10, 5, 0, 0, -1]",
            "[15, 10, 5, 0, 0]",
            "needs six rows",
        ),
        (
            "leaders.toml",
            "enter = 16\nexit = 18",
            "enter = 19\nexit = 18",
            "before he comes",
        ),
        (
            "discoveries.toml",
            "\"dso_delta\"",
            "\"dso_mouth\"",
            "no place dso_mouth",
        ),
        ("discoveries.toml", "\"hstr\"", "\"hsea\"", "no zone hsea"),
        (
            "discoveries.toml",
            "id = \"N02\"",
            "id = \"N01\"",
            "stands twice",
        ),
        (
            "scenarios.toml",
            "car_hispaniola",
            "car_haiti",
            "no place car_haiti",
        ),
        ("scenarios.toml", "\"roqu\"", "\"roca\"", "no zone roca"),
        ("scenarios.toml", "\"N00\"", "\"N99\"", "no discovery N99"),
        (
            "scenarios.toml",
            "name = \"duel\"",
            "name = \"duet\"",
            "those of game.toml",
        ),
        (
            "scenarios.toml",
            "powers.portugal",
            "powers.holland",
            "its seats in game.toml",
        ),
    ] {
        let found = spoilt(file, from, to);
        assert!(found.contains(wanted), "{file}: {found}");
    }
}
