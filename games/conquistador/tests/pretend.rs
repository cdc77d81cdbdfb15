//! A position to look at, put together by hand: England and Spain in the Caribbean and beyond, on
//! turn 6.

use packetboat_conquistador::GAME;
use packetboat_conquistador::data::Tables;
use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::{Hull, Men, Ships};
use packetboat_conquistador::orders::{QuestKind, Return};
use packetboat_conquistador::state::open::AbsentPower;
use packetboat_conquistador::state::{
    AreaState, Ashore, Bond, Deal, Expedition, Go, Lot, Mine, Open, Options, Party, Power, Quest,
    Rating, Sealed, Shared, Ship, Stack, Stage, State,
};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use std::sync::Arc;

/// The tables of the game.
pub(super) fn tables() -> Arc<Tables> {
    let tables = Tables::load(&GAME.pack());
    Arc::new(tables.expect("the game's own data fit"))
}

/// Anything that is read from text: a seat, a hex, an id.
pub(super) fn it<T: FromStr>(text: &str) -> T
where
    T::Err: std::fmt::Debug,
{
    text.parse().expect("well written")
}

/// The hex of a named place.
pub(super) fn hex(tables: &Tables, place: &str) -> Hex {
    tables.map.place(it(place)).expect("a place").hex
}

fn men(colonists: u32, soldiers: u32, missionaries: u32) -> Men {
    Men {
        colonists,
        soldiers,
        missionaries,
    }
}

fn options() -> Options {
    Options {
        scenario: "campaign4".to_owned(),
        last_turn: 21,
        rounds_per_turn: 2,
        council_deals: false,
        star_by_colonist: false,
        two_soldiers: false,
        substitute: false,
        resent_strict: false,
        cibola_last_start: 17,
        eldorado_last_start: 17,
        tordesillas: true,
        bankers: false,
        privateer_cruise: false,
        random_leaders: false,
        march_factor: 1,
        last_turn_upkeep: false,
        lend_leaders: false,
        absent_power: AbsentPower::Hold,
        hold_after_missed: 2,
    }
}

fn power(monarch: Rating, treasury: u32, discovery_vp: i32, level: u32) -> Power {
    Power {
        monarch,
        treasury,
        discovery_vp,
        penalty_vp: 0,
        level,
        multiplier_change: 0,
        colonists_left: 3,
        graft: false,
        civil_war: false,
        choices: Vec::new(),
        quests: Vec::new(),
        gold_credited: [0, 30],
        bank: Vec::new(),
        dropped: false,
        missed: 0,
    }
}

fn ashore(seat: Seat, men: Men, leaders: &[&str]) -> Ashore {
    let stack = Stack {
        men,
        leaders: leaders.iter().map(|id| it(id)).collect(),
        ..Stack::default()
    };
    Ashore {
        stacks: BTreeMap::from([(seat, stack)]),
        gold: Vec::new(),
    }
}

fn lot(origin: &str, ducats: u32, owner: Seat) -> Lot {
    Lot {
        origin: it(origin),
        ducats,
        shipped: true,
        owner,
    }
}

/// The open side.
fn open(tables: &Tables) -> Open {
    let (spain, england, france): (Seat, Seat, Seat) = (it("spain"), it("england"), it("france"));
    let table = vec![spain, england, france];
    let area = |it: &packetboat_conquistador::map::Area| {
        let natives = if it.id.as_str() == "CAR" {
            0
        } else {
            it.native
        };
        let attacked = BTreeSet::new();
        (it.id, AreaState { natives, attacked })
    };
    let mut hexes = BTreeMap::new();
    let mut put = |place: &str, ashore: Ashore| hexes.insert(hex(tables, place), ashore);
    put("car_hispaniola", ashore(spain, men(4, 1, 1), &[]));
    put("azt_veracruz", ashore(spain, men(2, 5, 0), &["cortes"]));
    put("pan_nombre", ashore(spain, men(1, 1, 0), &[]));
    put("nfl_avalon", ashore(england, men(3, 0, 0), &[]));
    put("car_jamaica", ashore(england, men(1, 0, 0), &[]));
    put("nen_massbay", ashore(france, men(2, 2, 0), &[]));
    let there = hexes.get_mut(&hex(tables, "car_hispaniola")).expect("put");
    there.gold.push(lot("car_hispaniola", 10, spain));
    let mine = Mine {
        capacity: 10,
        owner: Some(spain),
        worked: None,
    };
    let mut spanish = power(Rating::A, 181, 95, 724);
    spanish.quests.push(Quest {
        kind: QuestKind::Cibola,
        deadline: 9,
        done: false,
    });
    Open {
        turn: 6,
        stage: Stage::GateA,
        turn_of: 0,
        cape_navigated: false,
        no_uprisings: false,
        doubled: None,
        breakthrough: false,
        options: options(),
        initiative: vec![spain, france, england],
        powers: BTreeMap::from([
            (spain, spanish),
            (england, power(Rating::B, 204, 10, 612)),
            (france, power(Rating::C, 315, 0, 630)),
        ]),
        table,
        areas: tables.map.areas().iter().map(area).collect(),
        hexes,
        mines: BTreeMap::from([(hex(tables, "car_hispaniola"), mine)]),
        cities: BTreeMap::new(),
        discovered: BTreeMap::from([
            (it("N00"), spain),
            (it("N10"), spain),
            (it("L01"), spain),
            (it("N01"), england),
        ]),
        made_before: BTreeSet::new(),
        outcome: None,
    }
}

fn spain(tables: &Tables) -> Sealed {
    let spain: Seat = it("spain");
    let mut home = Expedition::new(At::Europe, vec![Ship::new(Hull::Carrack)]);
    home.ships[0].men = men(0, 2, 0);
    let mut carracks = vec![Ship::new(Hull::Carrack), Ship::new(Hull::Carrack)];
    carracks[0].gold.push(lot("azt_tenochtitlan", 25, spain));
    carracks[0].leaders.push(it("ponce"));
    carracks[1].men = men(0, 3, 0);
    let at = At::Hex(hex(tables, "azt_veracruz"));
    let mut abroad = Expedition::new(at, carracks);
    abroad.bounds = 11;
    abroad.sailed_b = 5;
    abroad.returns = Some(Return::Home);
    abroad.marks.insert(it("N09"));
    abroad.zones = BTreeSet::from([it("wgul"), it("wcar")]);
    let party = Party {
        hex: Some(hex(tables, "azt_veracruz")),
        aboard: None,
        men: men(0, 3, 0),
        leaders: BTreeSet::from([it("cortes")]),
        quests: vec![QuestKind::Cibola],
        trail: vec![hex(tables, "azt_veracruz")],
        march_from: 0,
    };
    Sealed {
        charts: BTreeSet::from([it("bahc"), it("wind"), it("less"), it("main")]),
        europe: men(0, 2, 1),
        leaders: BTreeSet::from([it("ayllon")]),
        gone: BTreeSet::from([it("columbus"), it("balboa")]),
        docks: BTreeMap::from([(At::Europe, Ships::of(Hull::Caravel, 1))]),
        expeditions: BTreeMap::from([(it("S1"), home), (it("S2"), abroad)]),
        parties: BTreeMap::from([(it("P1"), party)]),
        ..Sealed::default()
    }
}

fn england(tables: &Tables) -> Sealed {
    let spain: Seat = it("spain");
    let jamaica = At::Hex(hex(tables, "car_jamaica"));
    let mut raiders = Expedition::new(jamaica, vec![Ship::new(Hull::Caravel); 3]);
    raiders.ships[0].men = men(0, 1, 0);
    raiders.ships[1].gold.push(Lot {
        owner: it("england"),
        ..lot("car_hispaniola", 10, spain)
    });
    raiders.bounds = 9;
    raiders.marks.insert(it("N14"));
    Sealed {
        charts: BTreeSet::from([it("gbnk"), it("wind")]),
        europe: men(0, 3, 0),
        docks: BTreeMap::from([(At::Europe, Ships::of(Hull::Carrack, 2))]),
        expeditions: BTreeMap::from([(it("E1"), raiders)]),
        ..Sealed::default()
    }
}

/// The whole position.
pub(super) fn state(tables: &Tables) -> State {
    let (spaniards, english, french): (Seat, Seat, Seat) =
        (it("spain"), it("england"), it("france"));
    let france = Sealed {
        charts: BTreeSet::from([it("gbnk"), it("neco")]),
        docks: BTreeMap::from([(At::Europe, Ships::of(Hull::Carrack, 1))]),
        ..Sealed::default()
    };
    let peace = |number, one, other| Deal {
        number,
        bond: Bond::Peace {
            one,
            other,
            area: None,
            until: 9,
        },
    };
    State {
        open: Shared::new(open(tables)),
        sealed: BTreeMap::from([
            (spaniards, Shared::new(spain(tables))),
            (english, Shared::new(england(tables))),
            (french, Shared::new(france)),
        ]),
        deals: vec![peace(1, spaniards, french), peace(2, english, french)],
        deals_made: 2,
        go: Go::default(),
        fight: None,
        shifts: BTreeMap::new(),
    }
}
