//! The Expedition Log (2.5, 3.11, 3.12; Q8, Q59, Q62 to Q66).

use super::*;
use packetboat_conquistador::men::{Hull, Ships};
use packetboat_conquistador::orders::{Block, Counted, Return, ShipsWanted, Spot, Units};
use packetboat_conquistador::state::{Expedition, Lot, Party, Ship};
use std::collections::BTreeSet;

fn block(name: &str, from: At, ships: Option<&[(Hull, Option<u32>)]>) -> Block {
    let ships = ships.map(|list| {
        let list = list.iter().map(|(hull, number)| ShipsWanted {
            hull: *hull,
            number: *number,
        });
        list.collect()
    });
    Block {
        label: label(name),
        from,
        ships,
        load: None,
        bounds: None,
        crossing: None,
        ashore: None,
        returns: None,
        exceed: 0,
        cruise: false,
    }
}

fn units(men: &[(Kind, Option<u32>)], leaders: &[&str]) -> Units {
    let men = men.iter().map(|(kind, number)| Counted {
        kind: *kind,
        number: *number,
    });
    let leaders = leaders.iter().map(|it| it.parse().expect("a leader"));
    Units {
        all: false,
        men: men.collect(),
        leaders: leaders.collect(),
    }
}

fn log(game: &mut Game, blocks: &[Block]) {
    let lines = blocks
        .iter()
        .map(|it| (spain(), Order::Expedition(it.clone())));
    let lines: Vec<_> = lines.collect();
    game.play(Stage::Log, &lines, &[]);
}

fn ship(hull: Hull, aboard: Men) -> Ship {
    let mut ship = Ship::new(hull);
    ship.men = aboard;
    ship
}

fn expedition<'a>(game: &'a Game, name: &str) -> &'a Expedition {
    &game.state.own(spain()).expeditions[&label(name)]
}

fn lies(game: &mut Game, name: &str, at: At, ships: Vec<Ship>) {
    let own = game.state.own_mut(spain());
    own.expeditions
        .insert(label(name), Expedition::new(at, ships));
}

fn in_europe() -> Game {
    let mut game = Game::of("duel");
    let own = game.state.own_mut(spain());
    own.europe = men(3, 5, 1);
    own.leaders.insert("cortes".parse().expect("a leader"));
    own.docks.insert(
        At::Europe,
        Ships {
            carracks: 2,
            caravels: 1,
            galleons: 0,
        },
    );
    game
}

/// The first sheet of Spain in the rules: 2 Carracks, 4 Bounds out and back.
#[test]
fn an_expedition_is_formed_loaded_and_provisioned() {
    let mut game = in_europe();
    let mut it = block("S1", At::Europe, Some(&[(Hull::Carrack, Some(2))]));
    let kinds = [
        (Kind::Colonist, Some(3)),
        (Kind::Soldier, Some(4)),
        (Kind::Missionary, None),
    ];
    it.load = Some(units(&kinds, &["cortes"]));
    it.crossing = Some(at("car_hispaniola"));
    it.returns = Some(Return::Home);
    log(&mut game, &[it]);
    let made = expedition(&game, "S1");
    assert_eq!(made.men(), men(3, 4, 1));
    assert_eq!(
        (made.bounds, made.crossing),
        (8, Some(at("car_hispaniola")))
    );
    assert_eq!(made.leaders().len(), 1);
    assert_eq!(game.treasury(spain()), 190 - 16);
    let own = game.state.own(spain());
    assert_eq!(own.europe, soldiers(1));
    assert_eq!(own.docks[&At::Europe], Ships::of(Hull::Caravel, 1));
    assert!(own.leaders.is_empty() && own.logged.contains(&label("S1")));
    assert!(game.heard(england()).is_empty());
}

/// AUTO counts the lines about the expedition too.
#[test]
fn auto_counts_hemispheric_lines() {
    let mut game = in_europe();
    let mut it = block("S1", At::Europe, Some(&[(Hull::Caravel, None)]));
    it.crossing = Some(at("car_hispaniola"));
    let hemi = Order::Hemi {
        label: label("S1"),
        via: vec![Spot::Place {
            at: at("car_jamaica"),
        }],
        to: at("pan_nombre"),
        exceed: None,
    };
    let lines = [(spain(), Order::Expedition(it)), (spain(), hemi)];
    game.play(Stage::Log, &lines, &[]);
    assert!(expedition(&game, "S1").bounds > 4);
}

/// Q62, Q63: what is there; the first block has it.
#[test]
fn blocks_share_what_there_is() {
    let mut game = in_europe();
    let mut first = block("S1", At::Europe, Some(&[(Hull::Carrack, Some(5))]));
    first.load = Some(units(&[(Kind::Soldier, Some(9))], &[]));
    let second = block("S2", At::Europe, Some(&[(Hull::Carrack, Some(1))]));
    let third = block("S3", At::Europe, None);
    log(&mut game, &[first, second, third]);
    assert_eq!(expedition(&game, "S1").ships.len(), 2);
    assert_eq!(expedition(&game, "S1").men(), soldiers(5));
    assert!(
        !game
            .state
            .own(spain())
            .expeditions
            .contains_key(&label("S2"))
    );
    assert_eq!(expedition(&game, "S3").fleet(), Ships::of(Hull::Caravel, 1));
    let left_out = game.events().into_iter();
    let left_out = left_out.filter(|it| matches!(it, Event::LeftOut { .. }));
    assert_eq!(left_out.count(), 2, "ships and Soldiers");
}

#[test]
fn what_finds_no_room_stays() {
    let mut game = in_europe();
    let mut it = block("S1", At::Europe, Some(&[(Hull::Caravel, Some(1))]));
    it.load = Some(Units {
        all: true,
        ..Units::default()
    });
    log(&mut game, &[it]);
    assert_eq!(expedition(&game, "S1").men(), colonists(1));
    assert_eq!(game.state.own(spain()).europe, men(2, 5, 1));
}

/// 3.11: paid in full or not at all, unless it may exceed.
#[test]
fn bounds_are_paid_in_full_or_it_does_not_sail() {
    for (exceed, bounds, left) in [(0, 0, 9), (2, 4, 1)] {
        let mut game = in_europe();
        game.state.power_mut(spain()).treasury = 9;
        let mut it = block("S1", At::Europe, Some(&[(Hull::Carrack, Some(2))]));
        it.bounds = Some(6);
        it.exceed = exceed;
        it.crossing = Some(at("pan_nombre"));
        log(&mut game, &[it]);
        let made = expedition(&game, "S1");
        assert_eq!((made.bounds, made.crossing.is_some()), (bounds, exceed > 0));
        assert_eq!(game.treasury(spain()), left);
        assert!(game.told(|it| matches!(it, Event::BoundsUnpaid { wanted: 6, .. })));
    }
}

#[test]
fn bounds_cost_by_ship_and_graft() {
    let mut game = in_europe();
    game.state.power_mut(spain()).graft = true;
    let own = game.state.own_mut(spain());
    own.docks.insert(At::Europe, Ships::of(Hull::Galleon, 1));
    let mut it = block("S1", At::Europe, None);
    it.bounds = Some(5);
    log(&mut game, &[it]);
    assert_eq!(game.treasury(spain()), 190 - 30);
}

/// Q64: at sea and in the roads it keeps its ships and label, and gets Bounds and orders.
#[test]
fn an_expedition_elsewhere_keeps_its_ships() {
    let mut game = in_europe();
    let roads = at("pan_nombre");
    let ships = vec![
        ship(Hull::Carrack, soldiers(2)),
        ship(Hull::Caravel, Men::NONE),
    ];
    lies(&mut game, "S1", roads, ships);
    let mut it = block("S1", roads, Some(&[(Hull::Caravel, Some(1))]));
    it.bounds = Some(5);
    it.crossing = Some(At::Europe);
    log(&mut game, &[it.clone()]);
    let made = expedition(&game, "S1");
    assert_eq!((made.ships.len(), made.bounds), (2, 5));
    assert_eq!(made.crossing, Some(At::Europe));
    // FROM its hex will do, whatever the label.
    it.label = label("S9");
    game.state.power_mut(spain()).treasury = 190;
    log(&mut game, &[it.clone()]);
    assert_eq!(expedition(&game, "S1").bounds, 5);
    assert!(
        !game
            .state
            .own(spain())
            .expeditions
            .contains_key(&label("S9"))
    );
    // Without a block it stays, and last turn's Bounds are gone.
    log(&mut game, &[]);
    let made = expedition(&game, "S1");
    assert_eq!((made.bounds, made.crossing), (0, None));
    // Elsewhere than it lies it is not.
    it.label = label("S1");
    it.from = At::Europe;
    log(&mut game, &[it]);
    assert_eq!(expedition(&game, "S1").bounds, 0);
}

#[test]
fn a_new_turn_forgets_what_the_last_one_did() {
    let mut game = in_europe();
    lies(
        &mut game,
        "S1",
        at("pan_nombre"),
        vec![ship(Hull::Carrack, Men::NONE)],
    );
    let mark = "N11".parse().expect("a discovery");
    let own = game.state.own_mut(spain());
    let it = own.expeditions.get_mut(&label("S1")).expect("it lives");
    it.bounds = 4;
    it.crossed_b = 3;
    it.sailed_b = 4;
    it.sailed_d = 2;
    it.left_europe = true;
    it.passage = true;
    it.returns = Some(Return::Home);
    it.marks = BTreeSet::from([mark]);
    it.passed_cape = true;
    it.invaded = vec![hex("pan_nombre")];
    log(&mut game, &[]);
    let mut wanted = Expedition::new(at("pan_nombre"), vec![ship(Hull::Carrack, Men::NONE)]);
    wanted.marks = BTreeSet::from([mark]);
    wanted.passed_cape = true;
    assert_eq!(*expedition(&game, "S1"), wanted);
}

/// Q8: in a friendly port ships part and join; what is aboard stays on its ship.
#[test]
fn in_port_ships_part_and_join() {
    let mut game = in_europe();
    game.put(spain(), "car_hispaniola", colonists(1));
    let port = at("car_hispaniola");
    let mut laden = ship(Hull::Carrack, soldiers(2));
    laden.gold.push(Lot {
        origin: "azt_zacatecas".parse().expect("a place"),
        ducats: 15,
        shipped: true,
        owner: spain(),
    });
    lies(
        &mut game,
        "S1",
        port,
        vec![laden.clone(), ship(Hull::Carrack, Men::NONE)],
    );
    let mark = "N11".parse().expect("a discovery");
    let own = game.state.own_mut(spain());
    own.expeditions
        .get_mut(&label("S1"))
        .expect("it lives")
        .marks
        .insert(mark);
    own.docks.insert(port, Ships::of(Hull::Caravel, 1));
    let joined = block(
        "S2",
        port,
        Some(&[(Hull::Carrack, Some(1)), (Hull::Caravel, None)]),
    );
    log(&mut game, &[joined]);
    assert_eq!(
        expedition(&game, "S2").fleet().words(),
        "1 Carrack, 1 Caravel"
    );
    assert_eq!(expedition(&game, "S2").gold(), 15);
    assert!(expedition(&game, "S2").marks.contains(&mark));
    assert_eq!(expedition(&game, "S1").fleet(), Ships::of(Hull::Carrack, 1));
    // S2 sheds what is empty, and keeps what is laden.
    let less = block("S2", port, Some(&[(Hull::Carrack, Some(1))]));
    log(&mut game, &[less]);
    assert_eq!(expedition(&game, "S2").fleet(), Ships::of(Hull::Carrack, 1));
    assert_eq!(
        game.state.own(spain()).docks[&port],
        Ships::of(Hull::Caravel, 1)
    );
    let none = block("S2", port, Some(&[(Hull::Caravel, Some(1))]));
    log(&mut game, &[none]);
    assert_eq!(
        expedition(&game, "S2").fleet().words(),
        "1 Carrack, 1 Caravel"
    );
    // All there, under a third name; the others are no more.
    log(&mut game, &[block("S3", port, None)]);
    let labels: Vec<&str> = game
        .state
        .own(spain())
        .expeditions
        .keys()
        .map(packetboat_conquistador::ids::Label::as_str)
        .collect();
    assert_eq!(labels, ["S3"]);
    assert_eq!(expedition(&game, "S3").ships.len(), 3);
    assert_eq!(expedition(&game, "S3").men(), soldiers(2));
}

/// Ships just built sail in the same turn (Q33, Q61), with men of the hex aboard (Q65).
#[test]
fn ships_built_overseas_are_loaded_there() {
    let mut game = in_europe();
    game.put(spain(), "inc_lima", men(5, 3, 0));
    game.state
        .own_mut(spain())
        .docks
        .insert(at("inc_lima"), Ships::of(Hull::Carrack, 1));
    let mut it = block("S5", at("inc_lima"), None);
    it.load = Some(units(&[(Kind::Soldier, Some(2))], &[]));
    log(&mut game, &[it]);
    assert_eq!(expedition(&game, "S5").men(), soldiers(2));
    assert_eq!(game.there(spain(), "inc_lima"), men(5, 1, 0));
    assert_eq!(expedition(&game, "S5").bounds, 0, "it goes nowhere yet");
}

#[test]
fn a_party_is_loaded_whole_or_left() {
    let set_up = || {
        let mut game = in_europe();
        game.put(spain(), "inc_lima", men(5, 3, 0));
        let own = game.state.own_mut(spain());
        own.docks
            .insert(at("inc_lima"), Ships::of(Hull::Carrack, 1));
        own.parties.insert(
            label("P1"),
            Party {
                hex: Some(hex("inc_lima")),
                aboard: None,
                men: soldiers(2),
                leaders: BTreeSet::new(),
                quests: Vec::new(),
                trail: vec![hex("inc_lima")],
                march_from: 0,
            },
        );
        game
    };
    for (number, aboard) in [(1, None), (3, Some(label("S5")))] {
        let mut game = set_up();
        let mut it = block("S5", at("inc_lima"), None);
        it.load = Some(units(&[(Kind::Soldier, Some(number))], &[]));
        log(&mut game, &[it]);
        let party = &game.state.own(spain()).parties[&label("P1")];
        assert_eq!((party.aboard, party.men), (aboard, soldiers(2)));
    }
    let mut game = set_up();
    log(&mut game, &[block("P1", at("inc_lima"), None)]);
    assert!(
        game.state.own(spain()).expeditions.is_empty(),
        "P1 is a party (Q66)"
    );
}

#[test]
fn a_label_is_used_once_a_turn() {
    let mut game = in_europe();
    let one = block("S1", At::Europe, Some(&[(Hull::Carrack, Some(1))]));
    let again = block("S1", At::Europe, Some(&[(Hull::Carrack, Some(2))]));
    log(&mut game, &[one, again]);
    assert_eq!(expedition(&game, "S1").ships.len(), 1);
}

#[test]
fn no_ship_no_expedition() {
    let mut game = in_europe();
    let galleon = block("S1", At::Europe, Some(&[(Hull::Galleon, Some(1))]));
    let nowhere = block("S2", at("pan_nombre"), None);
    log(&mut game, &[galleon, nowhere]);
    assert!(game.state.own(spain()).expeditions.is_empty());
    assert!(game.events().is_empty(), "both lines are passed over");
}

#[test]
fn a_crossing_leads_to_or_from_europe() {
    let mut game = in_europe();
    let mut it = block("S1", At::Europe, None);
    it.crossing = Some(at("azt_tenochtitlan"));
    log(&mut game, &[it]);
    assert_eq!(expedition(&game, "S1").crossing, None);
    assert!(game.told(|it| matches!(it, Event::LeftOut { .. })));
}
