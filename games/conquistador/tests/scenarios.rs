//! Leaders, discoveries, scenarios and the card, against the game file.

use super::data::{place, seat, tables};
use packetboat_conquistador::data::{LeaderType, Trigger};
use packetboat_conquistador::ids::{At, DiscoveryId, PlaceId, ZoneId};
use packetboat_conquistador::men::Men;
use packetboat_core::engine::data::{Founding, Setting};
use packetboat_core::engine::seat::Seat;
use std::collections::{BTreeMap, BTreeSet};

/// The schedule of leaders (4.10).
#[test]
fn leaders() {
    const SCHEDULE: &str = include_str!("leaders.csv");
    let tables = tables();
    let mut leaders = tables.leaders.iter();
    for line in SCHEDULE.lines().skip(1) {
        let row: Vec<&str> = line.split(',').collect();
        let it = leaders.next().expect("a leader");
        let kind = match it.kind {
            LeaderType::Explorer => "explorer",
            LeaderType::Conquistador => "conquistador",
            LeaderType::Privateer => "privateer",
        };
        let (enter, exit) = (it.enter.to_string(), it.exit.to_string());
        let title = tables.title(it.power);
        assert_eq!(
            [it.id.as_str(), &it.name, title, kind, &enter, &exit],
            row[..6]
        );
        assert_eq!(it.explorer_at_sea, !row[6].is_empty(), "{}", it.id);
        assert_eq!(tables.leader(it.id), it);
    }
    assert!(leaders.next().is_none());
}

/// The discoveries (5.3): points, and what makes them.
#[test]
fn discoveries() {
    const POINTS: &str = "\
        N00=25 N01=10 N02=30 N03=10 N04=15 N05=15 N06=10 N07=10 N08=15 N09=10 N10=15 N11=10 \
        N12=10 N13=15 N14=15 N15=20 N16=50 N17=25 N18=20 N19=25 N20=100 N21=25 L01=50 \
        L02=25 L03=10 L04=35 L05=15 L06=10 L07=15 L08=45 L09=20 L10=20 L11=15 L12=10 L13=20 \
        L14=10 L15=20";
    let tables = tables();
    let found = tables
        .discoveries
        .iter()
        .map(|it| format!("{}={}", it.id, it.vp));
    assert_eq!(found.collect::<Vec<_>>().join(" "), POINTS);
    assert_eq!(tables.discoveries.iter().map(|it| it.vp).sum::<i32>(), 800);
    let trigger = |id: &str| &tables.discovery(id.parse().expect("an id")).trigger;
    let area = |code: &str| code.parse().expect("a code");
    assert_eq!(trigger("N00"), &Trigger::Start);
    assert_eq!(trigger("N01"), &Trigger::SeaArea(area("NFL")));
    assert_eq!(
        trigger("N03"),
        &Trigger::SeaZone("hstr".parse().expect("a code"))
    );
    let yucatan = ["may_cozumel", "may_campeche"].map(place).to_vec();
    assert_eq!(trigger("N09"), &Trigger::SeaPlaces(yucatan));
    assert_eq!(trigger("N16"), &Trigger::CapePassage);
    assert_eq!(trigger("L01"), &Trigger::MarchInto(place("pan_panama")));
    assert_eq!(trigger("L10"), &Trigger::LandArea(area("GLK")));
    let andes = ["chl_santiago", "rdp_tucuman"].map(place).to_vec();
    assert_eq!(trigger("L14"), &Trigger::MarchHolds(andes));
    let coasts = ["MAY", "AZT", "SON", "CAL", "NWC"].map(area).to_vec();
    assert_eq!(trigger("L15"), &Trigger::CrossContinent(coasts));
    for it in tables.discoveries.iter().filter(|it| it.is_naval()) {
        let (Trigger::SeaPlaces(places), Some(area)) = (&it.trigger, it.area) else {
            continue;
        };
        let inside = |place: &PlaceId| {
            let hex = tables.map.place(*place).expect("a place").hex;
            tables.map.area(hex) == Some(area)
        };
        assert!(places.iter().all(inside), "{}", it.id);
    }
}

/// The scenarios (5.4): turns, Monarchs and Treasuries.
#[test]
fn scenarios() {
    let wanted = [
        (
            "campaign4",
            1..=21,
            "spain A 190, england B 245, france C 300, portugal B 150",
        ),
        (
            "campaign3",
            1..=21,
            "spain A 190, england B 245, france C 300",
        ),
        ("duel", 1..=21, "spain A 190, england B 245"),
        ("solo_spain", 1..=21, "spain A 190"),
        (
            "short4",
            1..=10,
            "spain A 190, england B 245, france C 300, portugal B 150",
        ),
        (
            "plate_fleet",
            12..=21,
            "spain B 100, england A 480, france C 500, portugal B 300",
        ),
    ];
    let tables = tables();
    assert_eq!(tables.scenarios.len(), wanted.len());
    for (scenario, (name, turns, powers)) in tables.scenarios.iter().zip(wanted) {
        assert_eq!(scenario.name, name);
        assert_eq!(scenario.first_turn..=scenario.last_turn, turns, "{name}");
        let seats = tables.card.seats.iter().map(|it| it.name);
        let starts = seats.filter_map(|it| Some((it, scenario.powers.get(&it)?)));
        let found = starts
            .map(|(seat, start)| format!("{seat} {} {}", start.monarch.letter(), start.treasury));
        assert_eq!(found.collect::<Vec<_>>().join(", "), powers, "{name}");
        let spain = &scenario.powers[&seat("spain")];
        let america = spain.discovered.iter().map(DiscoveryId::as_str);
        let at_start: &[&str] = if name == "plate_fleet" { &[] } else { &["N00"] };
        assert!(america.eq(at_start.iter().copied()), "{name}");
    }
    let flags = |name: &str| {
        let it = tables.scenario(name);
        (it.tordesillas, it.half_area_vp, it.cape_navigated)
    };
    assert_eq!(flags("campaign4"), (true, false, false));
    assert_eq!(flags("campaign3"), (false, false, false));
    assert_eq!(flags("short4"), (true, true, false));
    assert!(flags("plate_fleet").2);
    let solo = tables.scenario("solo_spain");
    let corsairs = solo.corsairs.iter().map(|it| (it.from_turn, it.from_die));
    assert!(corsairs.eq([(13, 5), (16, 4)]));
    let words = |score: i32| {
        let mut reached = solo.verdicts.iter().filter(|it| it.from <= score);
        reached.next_back().expect("a verdict").words.as_str()
    };
    let scores = [-50, 1_999, 2_000, 2_999, 3_000, 4_099, 4_100].map(words);
    let wanted = [
        "disgrace", "disgrace", "marginal", "marginal", "worthy", "worthy",
    ];
    assert_eq!(scores[..6], wanted);
    assert_eq!(scores[6], "Golden Century");
}

/// The plate fleet's empire (5.4).
#[test]
fn plate_fleet() {
    const SPAIN: &str = "car_hispaniola 4C; car_cuba 3C1S; azt_veracruz 2C1S; \
        azt_tenochtitlan 5C2S; azt_zacatecas 3C1S; pan_nombre 2C1S; pan_panama 2C1S; \
        gra_cartagena 3C1S; ven_coro 2C; inc_lima 4C2S; inc_cuzco 3C1S; inc_potosi 3C1S; \
        chl_santiago 2C1S";
    const PORTUGAL: &str = "bra_bahia 4C1S; bra_pernambuco 3C; bra_saovicente 2C";
    let tables = tables();
    let scenario = tables.scenario("plate_fleet");
    let written = |men: &BTreeMap<PlaceId, Men>| {
        let stacks = men.iter().map(|(place, men)| {
            let soldiers = match men.soldiers {
                0 => String::new(),
                number => format!("{number}S"),
            };
            format!("{place} {}C{soldiers}", men.colonists)
        });
        stacks.collect::<BTreeSet<String>>()
    };
    let listed = |text: &str| text.split("; ").map(str::to_owned).collect::<BTreeSet<_>>();
    let start = |name: &str| &scenario.powers[&seat(name)];
    assert_eq!(written(&start("spain").men), listed(SPAIN));
    assert_eq!(written(&start("portugal").men), listed(PORTUGAL));
    assert!(start("england").men.is_empty() && start("france").men.is_empty());
    let ships = |name: &str| {
        let ships = start(name).ships.iter();
        let ships = ships.map(|it| (it.at(&tables.map), it.ships().words()));
        ships.collect::<Vec<_>>()
    };
    let lima = tables.map.place(place("inc_lima")).expect("Lima").hex;
    let home = "1 Galleon Fleet, 3 Carracks, 2 Caravels".to_owned();
    let wanted = [(At::Europe, home), (At::Hex(lima), "1 Carrack".to_owned())];
    assert_eq!(ships("spain"), wanted);
    assert_eq!(
        ships("england"),
        [(At::Europe, "2 Carracks, 2 Caravels".to_owned())]
    );
    assert_eq!(ships("france"), [(At::Europe, "2 Carracks".to_owned())]);
    assert_eq!(ships("portugal"), [(At::Europe, "2 Carracks".to_owned())]);
    let rutter = ["spain", "england", "france", "portugal"].map(|it| start(it).rutter);
    assert_eq!(rutter, [true, false, false, true]);
    let mines = [("azt_zacatecas", 15), ("inc_potosi", 15)].map(|(it, size)| (place(it), size));
    assert_eq!(start("spain").mines, mines.into());
    let natives = scenario
        .natives
        .iter()
        .map(|(area, level)| format!("{area} {level}"));
    let natives: BTreeSet<String> = natives.collect();
    let wanted = "CAR 0; AZT 0; PAN 0; MAY 2; GRA 1; VEN 1; INC 2; CHL 1";
    assert_eq!(natives, listed(wanted));
    let spent = ["azt_tenochtitlan", "inc_cuzco"].map(place);
    assert_eq!(scenario.spent_cities, spent.into());
    let open = tables.discoveries.iter().map(|it| it.id);
    let open = open
        .filter(|it| !scenario.made_before.contains(it))
        .map(|it| it.to_string());
    let wanted = [
        "N19", "N20", "N21", "L08", "L11", "L12", "L13", "L14", "L15",
    ];
    assert_eq!(open.collect::<Vec<_>>(), wanted);
}

/// What each power knows at the start (3.3, 5.4).
#[test]
fn charts_at_the_start() {
    let tables = tables();
    for scenario in &tables.scenarios {
        for (power, start) in &scenario.powers {
            let wanted: &[&str] = match power.as_str() {
                "spain" => &["bahc", "less", "wind"],
                "portugal" => &["roqu"],
                _ => &["gbnk"],
            };
            assert!(
                start
                    .charts
                    .iter()
                    .map(ZoneId::as_str)
                    .eq(wanted.iter().copied())
            );
        }
    }
}

/// Every option of 7.6 with its default; seats and scenarios may be founded.
#[test]
fn the_card() {
    let card = tables().card;
    let founding = Founding::new(&card, None, &[], &BTreeMap::new()).expect("defaults");
    assert_eq!(founding.scenario, "campaign4");
    let seats: Vec<&str> = founding.seats.iter().map(Seat::as_str).collect();
    assert_eq!(seats, ["spain", "england", "france", "portugal"]);
    assert_eq!(card.sheet_parts, 2);
    for (name, wanted) in [
        ("rounds_per_turn", 2),
        ("turns", 0),
        ("cibola_last_start", 17),
        ("eldorado_last_start", 17),
        ("march_factor", 1),
        ("hold_after_missed", 2),
    ] {
        assert_eq!(founding.number(name), wanted, "{name}");
    }
    for (name, wanted) in [
        ("deals", "any"),
        ("lat_star", "spain_ignores"),
        ("two_cs", "2C1S"),
        ("absent_power", "hold"),
    ] {
        assert_eq!(founding.word(name), wanted, "{name}");
    }
    let switches = ["substitute", "resent_strict", "bankers", "privateer_cruise"];
    let more = ["random_leaders", "last_turn_upkeep", "lend_leaders"];
    assert!(switches.iter().chain(&more).all(|it| !founding.switch(it)));
    assert!(founding.switch("tordesillas"));
    assert_eq!(card.options.len(), 18);
    let solo = Founding::new(&card, Some("solo_spain"), &[], &BTreeMap::new()).expect("solo");
    assert_eq!(solo.seats, [seat("spain")]);
    let wrong = BTreeMap::from([("march_factor".to_owned(), Setting::Number(3))]);
    assert!(Founding::new(&card, None, &[], &wrong).is_err());
}
