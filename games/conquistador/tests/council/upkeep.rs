//! Maintenance: debts and upkeep (5.1, Q22, Q52, Q116, Q118).

use super::*;
use packetboat_conquistador::council::events::Why;
use packetboat_conquistador::men::{Hull, Ships};
use packetboat_conquistador::orders::{Item, Thing, Ware};
use packetboat_conquistador::state::{Bond, Deal, Expedition, Lot, Ship};

fn maintain(game: &mut Game, lines: &[(Seat, Order)]) {
    game.play(Stage::Maintenance, lines, &[]);
    assert_eq!(game.state.open.stage, Stage::TurnEnd);
}

/// Nobody owns anything but what a test gives him.
fn bare(treasury: u32) -> Game {
    let mut game = Game::of("duel");
    game.state.open.hexes.clear();
    game.state.own_mut(spain()).docks.clear();
    game.state.power_mut(spain()).treasury = treasury;
    game
}

fn owes(game: &mut Game, number: u32, borrower: Seat, lender: Seat, owed: u32, due: u32) {
    let bond = Bond::Loan {
        lender,
        borrower,
        owed,
        due,
    };
    game.state.deals.push(Deal { number, bond });
}

fn keep(things: &[(Ware, Option<At>)]) -> (Seat, Order) {
    let things = things.iter().map(|(what, at)| Thing {
        what: *what,
        at: *at,
    });
    let things = things.collect();
    (spain(), Order::Keep { things })
}

fn lies(game: &mut Game, name: &str, at: At, ships: Vec<Ship>) {
    let own = game.state.own_mut(spain());
    own.expeditions
        .insert(label(name), Expedition::new(at, ships));
}

/// Vector 24.
#[test]
fn a_debtor_pays_all_he_has_and_the_rest_from_his_taxes() {
    let mut game = bare(12);
    game.put(spain(), "car_cuba", colonists(1));
    owes(&mut game, 1, spain(), england(), 30, 1);
    maintain(&mut game, &[]);
    assert_eq!((game.treasury(spain()), game.treasury(england())), (0, 257));
    assert_eq!(
        game.there(spain(), "car_cuba"),
        Men::NONE,
        "no upkeep could be paid"
    );
    let left = |it: &&Event| matches!(it, Event::DebtLeft { owed: 18, .. });
    assert!(game.heard(england()).iter().any(left));
    game.play(Stage::TurnEnd, &[], &[]);
    // Die 2 brings a Monarch A 20 Ducats.
    game.play(Stage::RandomEvents, &[], &[2, 2, 1, 3]);
    assert_eq!(game.treasury(spain()), 2);
    assert!(game.state.deals.is_empty());
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.power(spain()).level, 8);
}

/// Several lenders: the oldest deal first; what a creditor gets may pay what he owes.
#[test]
fn the_oldest_debt_is_paid_first() {
    let mut game = Game::of("campaign3");
    for (power, treasury) in [(spain(), 10), (england(), 0), (france(), 0)] {
        game.state.power_mut(power).treasury = treasury;
    }
    owes(&mut game, 3, spain(), france(), 10, 1);
    owes(&mut game, 1, england(), france(), 6, 1);
    owes(&mut game, 2, spain(), england(), 8, 1);
    maintain(&mut game, &[]);
    assert_eq!(game.treasury(england()), 2);
    assert_eq!(game.treasury(france()), 8);
    assert_eq!(game.state.deals.len(), 1, "Spain owes France 8");
}

/// A loan is not asked for before its turn.
#[test]
fn loans_wait_for_their_turn() {
    let mut game = bare(50);
    owes(&mut game, 1, spain(), england(), 30, 2);
    maintain(&mut game, &[]);
    assert_eq!(game.treasury(spain()), 50);
}

#[test]
fn what_is_missing_of_a_payment_becomes_a_debt() {
    let mut game = bare(3);
    let bond = Bond::Payment {
        payer: spain(),
        payee: england(),
        sum: 5,
        until: 4,
    };
    let first = Deal { number: 1, bond };
    game.state.deals.push(first.clone());
    maintain(&mut game, &[]);
    let bond = Bond::Loan {
        lender: england(),
        borrower: spain(),
        owed: 2,
        due: 1,
    };
    assert_eq!(game.state.deals, [first, Deal { number: 1, bond }]);
    assert_eq!(game.treasury(england()), 248);
}

#[test]
fn everything_is_paid_for() {
    let mut game = bare(100);
    game.put(spain(), "car_cuba", men(2, 3, 1));
    let own = game.state.own_mut(spain());
    own.europe = soldiers(1);
    own.docks.insert(
        At::Europe,
        Ships {
            caravels: 1,
            carracks: 1,
            galleons: 1,
        },
    );
    let mut ship = Ship::new(Hull::Carrack);
    ship.men = soldiers(2);
    lies(&mut game, "S1", at("pan_nombre"), vec![ship]);
    maintain(&mut game, &[]);
    assert_eq!(game.treasury(spain()), 100 - 6 - 1 - 11 - 2 - 2);
    assert!(game.heard(england()).is_empty());
    let mut game = bare(100);
    game.put(spain(), "car_cuba", men(2, 3, 1));
    game.state.power_mut(spain()).graft = true;
    maintain(&mut game, &[]);
    assert_eq!(game.treasury(spain()), 88);
}

/// The usual order: Colonists, Missionaries, Soldiers of settlements, Carracks, Caravels, other
/// Soldiers, Galleon Fleets; what is too dear is skipped.
#[test]
fn the_usual_order_of_upkeep() {
    let set_up = |treasury| {
        let mut game = bare(treasury);
        game.put(spain(), "car_cuba", men(2, 1, 1));
        game.put(spain(), "pan_panama", soldiers(1));
        let own = game.state.own_mut(spain());
        own.docks.insert(
            At::Europe,
            Ships {
                caravels: 1,
                carracks: 1,
                galleons: 1,
            },
        );
        maintain(&mut game, &[]);
        game
    };
    let docks = |game: &Game| game.state.own(spain()).docks.get(&At::Europe).copied();
    let game = set_up(3);
    assert_eq!(game.there(spain(), "car_cuba"), men(2, 0, 1));
    assert_eq!(
        (docks(&game), game.there(spain(), "pan_panama")),
        (None, Men::NONE)
    );
    let game = set_up(5);
    // One Ducat is left behind the garrison: no Carrack, but a Caravel.
    assert_eq!(game.there(spain(), "car_cuba"), men(2, 1, 1));
    assert_eq!(docks(&game), Some(Ships::of(Hull::Caravel, 1)));
    let game = set_up(8);
    assert_eq!(docks(&game).map(|it| it.total()), Some(2));
    assert_eq!(game.there(spain(), "pan_panama"), soldiers(1));
    assert_eq!(game.treasury(spain()), 0);
}

/// Within a kind the largest settlement, the lowest hex, at sea, Europe.
#[test]
fn large_settlements_are_paid_first() {
    let mut game = bare(4);
    game.put(spain(), "car_cuba", colonists(1));
    game.put(spain(), "inc_lima", colonists(3));
    maintain(&mut game, &[]);
    assert_eq!(game.there(spain(), "inc_lima"), colonists(3));
    assert_eq!(game.there(spain(), "car_cuba"), colonists(1));
    game.state.power_mut(spain()).treasury = 3;
    maintain(&mut game, &[]);
    assert_eq!(game.there(spain(), "inc_lima"), colonists(3));
    assert_eq!(game.there(spain(), "car_cuba"), Men::NONE);
}

#[test]
fn a_ranking_says_what_is_kept() {
    let mut game = bare(4);
    game.put(spain(), "car_cuba", men(1, 2, 0));
    game.put(spain(), "pan_panama", soldiers(1));
    let own = game.state.own_mut(spain());
    own.docks.insert(At::Europe, Ships::of(Hull::Carrack, 1));
    let ranking = [
        (Ware::Soldier, Some(at("pan_panama"))),
        (Ware::Carrack, None),
        (Ware::Soldier, None),
    ];
    maintain(&mut game, &[keep(&ranking)]);
    assert_eq!(game.there(spain(), "pan_panama"), soldiers(1));
    assert_eq!(game.there(spain(), "car_cuba"), soldiers(1));
    assert_eq!(game.state.own(spain()).docks[&At::Europe].carracks, 1);
    assert_eq!(game.treasury(spain()), 0);
}

#[test]
fn units_are_disbanded_by_order() {
    let mut game = bare(100);
    let own = game.state.own_mut(spain());
    own.europe = soldiers(5);
    let items = vec![
        Item {
            what: Ware::Soldier,
            number: Some(2),
            at: None,
        },
        Item {
            what: Ware::Carrack,
            number: Some(1),
            at: None,
        },
    ];
    maintain(&mut game, &[(spain(), Order::Disband { items })]);
    assert_eq!(game.state.own(spain()).europe, soldiers(3));
    assert_eq!(game.treasury(spain()), 97);
    assert!(game.heard(england()).is_empty());
}

#[test]
fn empty_ships_are_scrapped_first() {
    let mut game = bare(100);
    let mut full = Ship::new(Hull::Carrack);
    full.men = soldiers(3);
    lies(
        &mut game,
        "S1",
        at("pan_nombre"),
        vec![full, Ship::new(Hull::Carrack)],
    );
    let scrap = |game: &mut Game| {
        let items = vec![Item {
            what: Ware::Carrack,
            number: Some(1),
            at: Some(at("pan_nombre")),
        }];
        maintain(game, &[(spain(), Order::Disband { items })]);
    };
    scrap(&mut game);
    assert_eq!(
        game.state.own(spain()).expeditions[&label("S1")].men(),
        soldiers(3)
    );
    assert!(
        game.heard(england())
            .iter()
            .any(|it| matches!(it, Event::Disbanded { .. }))
    );
    // Q116: in a free coast hex men go ashore.
    scrap(&mut game);
    assert!(game.state.own(spain()).expeditions.is_empty());
    assert_eq!(game.there(spain(), "pan_nombre"), soldiers(3));
}

/// Q116: what becomes of men, leaders and gold aboard a ship that rots.
#[test]
fn ships_rot_where_they_are() {
    let laden = || {
        let mut ship = Ship::new(Hull::Galleon);
        ship.men = soldiers(2);
        ship.leaders.push("cortes".parse().expect("a leader"));
        ship.gold.push(Lot {
            origin: "azt_zacatecas".parse().expect("a place"),
            ducats: 40,
            shipped: true,
            owner: spain(),
        });
        ship
    };
    let lost = |at: At, prepare: &dyn Fn(&mut Game)| {
        let mut game = bare(2);
        prepare(&mut game);
        lies(&mut game, "S1", at, vec![laden()]);
        maintain(&mut game, &[]);
        assert!(game.state.own(spain()).expeditions.is_empty());
        game
    };
    let game = lost(at("pan_nombre"), &|_| {});
    assert_eq!(game.there(spain(), "pan_nombre"), soldiers(2));
    assert_eq!(game.state.open.hexes[&hex("pan_nombre")].gold[0].ducats, 40);
    let cortes = "cortes".parse().expect("a leader");
    let stack = game
        .state
        .open
        .stack(hex("pan_nombre"), spain())
        .expect("they are ashore");
    assert!(stack.leaders.contains(&cortes));
    let foreign = |game: &mut Game| game.put(england(), "pan_nombre", soldiers(1));
    for (place, prepare) in [
        (at("pan_nombre"), &foreign as &dyn Fn(&mut Game)),
        (At::Hex(sea()), &|_: &mut Game| {}),
    ] {
        let game = lost(place, prepare);
        assert_eq!(game.there(spain(), "pan_nombre"), Men::NONE);
        assert!(game.state.own(spain()).gone.contains(&cortes));
    }
    let game = lost(At::Europe, &|_| {});
    assert_eq!(game.state.own(spain()).europe, soldiers(2));
    assert_eq!(game.treasury(spain()), 40);
}

fn sea() -> Hex {
    let map = &tables().map;
    let mut all = map.all();
    all.find(|it| map.is_sea(*it)).expect("there is sea")
}

/// Q22, Q60: Colonists do not wait in Europe, neither ashore nor aboard.
#[test]
fn colonists_in_europe_are_lost() {
    let mut game = bare(100);
    game.state.own_mut(spain()).europe = men(2, 1, 1);
    let mut ship = Ship::new(Hull::Carrack);
    ship.men = men(2, 1, 0);
    lies(&mut game, "S1", At::Europe, vec![ship.clone()]);
    lies(&mut game, "S2", at("pan_nombre"), vec![ship]);
    maintain(&mut game, &[]);
    let own = game.state.own(spain());
    assert_eq!(own.europe, men(0, 1, 1));
    assert_eq!(own.expeditions[&label("S1")].men(), soldiers(1));
    assert_eq!(own.expeditions[&label("S2")].men(), men(2, 1, 0));
    let stayed = Event::ColonistsStayed {
        power: spain(),
        number: 4,
    };
    assert!(game.heard(spain()).contains(&&stayed) && !game.heard(england()).contains(&&stayed));
}

#[test]
fn the_last_turn_asks_no_upkeep() {
    for option in [false, true] {
        let mut game = Game::with("duel", &[("last_turn_upkeep", Setting::Switch(option))]);
        game.state.open.turn = 21;
        maintain(&mut game, &[]);
        assert_eq!(game.treasury(spain()), if option { 188 } else { 190 });
    }
}

#[test]
fn the_bank_takes_its_due_and_grows() {
    let mut game = bare(10);
    game.state.power_mut(spain()).bank = vec![[36, 1], [12, 2]];
    maintain(&mut game, &[]);
    assert_eq!(game.treasury(spain()), 0);
    // 26 are overdue: a fifth more, rounded up.
    assert_eq!(game.state.open.power(spain()).bank, [[32, 1], [12, 2]]);
    assert!(game.told(|it| matches!(it, Event::BankGrew { owed: 44, .. })));
}

#[test]
fn a_ledger_names_its_reasons() {
    let mut game = bare(40);
    owes(&mut game, 1, spain(), england(), 30, 1);
    game.put(spain(), "car_cuba", colonists(2));
    maintain(&mut game, &[]);
    let whys = game.heard(spain()).into_iter().filter_map(|it| match it {
        Event::Ducats { why, change, .. } => Some((*why, *change)),
        _ => None,
    });
    assert_eq!(
        whys.collect::<Vec<_>>(),
        [(Why::Repayment, -30), (Why::Upkeep, -2)]
    );
    let whys = game.heard(england()).into_iter().filter_map(|it| match it {
        Event::Ducats { why, power, .. } => Some((*why, *power)),
        _ => None,
    });
    assert_eq!(whys.collect::<Vec<_>>(), [(Why::Repayment, england())]);
}
