//! What is bought and built (2.5, Q21, Q59 to Q61), and the German Bankers.

use super::*;
use packetboat_conquistador::orders::{Item, Ware};

fn item(what: Ware, number: Option<u32>) -> Item {
    let at = None;
    Item { what, number, at }
}

fn buy(power: Seat, items: &[(Ware, Option<u32>)]) -> (Seat, Order) {
    let items = items.iter().map(|(what, number)| item(*what, *number));
    let items = items.collect();
    (power, Order::Buy { items })
}

fn build(power: Seat, what: Ware, place: &str) -> (Seat, Order) {
    let at = Some(at(place));
    let number = Some(1);
    let items = vec![Item { what, number, at }];
    (power, Order::Buy { items })
}

fn bank(repay: bool, sum: u32) -> (Seat, Order) {
    (spain(), Order::Bank { repay, sum })
}

fn short(game: &Game) -> Vec<(&str, u32)> {
    let short = game.events().into_iter().filter_map(|it| match it {
        Event::LeftOut { what, got, .. } => Some((what.as_str(), *got)),
        _ => None,
    });
    short.collect()
}

#[test]
fn goods_stand_in_europe_and_only_their_owner_knows() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).colonists_left = 3;
    let wanted = [
        (Ware::Carrack, Some(2)),
        (Ware::Soldier, Some(5)),
        (Ware::Missionary, Some(1)),
        (Ware::Colonist, None),
    ];
    game.play(Stage::Buy, &[buy(spain(), &wanted)], &[]);
    assert_eq!(game.treasury(spain()), 190 - 24 - 20 - 5 - 15);
    let own = game.state.own(spain());
    assert_eq!(own.europe, men(3, 5, 1));
    assert_eq!(own.docks[&At::Europe].carracks, 2);
    assert!(game.heard(england()).is_empty());
    assert_eq!(
        game.state.open.power(spain()).colonists_left,
        3,
        "the supply is public"
    );
}

#[test]
fn supply_ends_where_it_ends() {
    let mut game = Game::of("duel");
    game.state.power_mut(england()).colonists_left = 2;
    let wanted = [
        (Ware::Colonist, Some(5)),
        (Ware::Missionary, Some(1)),
        (Ware::Galleon, Some(1)),
        (Ware::Colonist, Some(1)),
    ];
    game.play(Stage::Buy, &[buy(england(), &wanted)], &[]);
    assert_eq!(game.state.own(england()).europe, colonists(2));
    let left_out = [
        ("5 Colonists", 2),
        ("1 Missionary", 0),
        ("1 Galleon Fleet", 0),
        ("1 Colonist", 0),
    ];
    assert_eq!(short(&game), left_out);
}

/// Two lines do not buy more than the turn allows.
#[test]
fn supply_is_for_the_whole_turn() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).colonists_left = 2;
    let line = buy(spain(), &[(Ware::Colonist, None), (Ware::Missionary, None)]);
    game.play(Stage::Buy, &[line.clone(), line], &[]);
    assert_eq!(game.state.own(spain()).europe, men(2, 0, 1));
}

/// Q59: in written order, each as many as can be paid.
#[test]
fn money_runs_out_in_written_order() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).treasury = 31;
    let wanted = [
        (Ware::Carrack, Some(3)),
        (Ware::Soldier, Some(1)),
        (Ware::Caravel, Some(1)),
    ];
    game.play(Stage::Buy, &[buy(spain(), &wanted)], &[]);
    assert_eq!(game.treasury(spain()), 3);
    assert_eq!(short(&game), [("3 Carracks", 2), ("1 Caravel", 0)]);
}

#[test]
fn civil_war_sells_no_soldiers() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).civil_war = true;
    game.play(Stage::Buy, &[buy(spain(), &[(Ware::Soldier, None)])], &[]);
    assert_eq!(game.treasury(spain()), 190);
}

#[test]
fn graft_doubles_prices() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).graft = true;
    game.put(spain(), "car_hispaniola", colonists(4));
    let lines = [
        buy(spain(), &[(Ware::Soldier, Some(1))]),
        build(spain(), Ware::Caravel, "car_hispaniola"),
    ];
    game.play(Stage::Build, &lines, &[]);
    game.play(Stage::Buy, &lines, &[]);
    assert_eq!(game.treasury(spain()), 190 - 18 - 8);
}

/// 3.1: Spain from turn 8, others from 12, with 40 Ducats landed in the last two turns.
#[test]
fn galleon_fleets_need_a_turn_and_gold() {
    let bought = |power: Seat, turn: u32, credited: [u32; 2]| {
        let mut game = Game::of("duel");
        game.state.open.turn = turn;
        game.state.power_mut(power).gold_credited = credited;
        game.play(Stage::Buy, &[buy(power, &[(Ware::Galleon, Some(1))])], &[]);
        let docks = game.state.own(power).docks.get(&At::Europe);
        docks.is_some_and(|it| it.galleons == 1)
    };
    assert!(bought(spain(), 8, [30, 10]));
    assert!(!bought(spain(), 7, [30, 10]));
    assert!(!bought(spain(), 8, [30, 9]));
    assert!(!bought(england(), 11, [40, 0]));
    assert!(bought(england(), 12, [0, 40]));
}

/// What was landed last turn counts in this and the next council.
#[test]
fn gold_is_remembered_for_two_councils() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).gold_credited = [25, 5];
    game.play(Stage::Buy, &[], &[]);
    assert_eq!(game.state.open.power(spain()).gold_credited, [0, 25]);
}

#[test]
fn ships_are_built_in_ports() {
    let set_up = |men: Men| {
        let mut game = Game::of("duel");
        game.put(spain(), "inc_lima", men);
        game
    };
    let line = build(spain(), Ware::Carrack, "inc_lima");
    let mut game = set_up(colonists(5));
    game.play(Stage::Build, &[line.clone(), line.clone()], &[]);
    assert_eq!(game.treasury(spain()), 190 - 18);
    assert_eq!(
        game.state.own(spain()).docks[&at("inc_lima")].carracks,
        1,
        "one a turn"
    );
    assert!(
        game.heard(england())
            .iter()
            .any(|it| matches!(it, Event::ShipBuilt { .. }))
    );
    let mut game = set_up(men(4, 6, 0));
    game.play(Stage::Build, std::slice::from_ref(&line), &[]);
    assert_eq!(game.treasury(spain()), 190, "too few Colonists");
    let mut game = set_up(colonists(5));
    game.play(
        Stage::Build,
        &[build(spain(), Ware::Galleon, "inc_lima")],
        &[],
    );
    assert_eq!(game.treasury(spain()), 190);
    let mut game = set_up(colonists(5));
    game.play(
        Stage::Build,
        &[build(spain(), Ware::Soldier, "inc_lima")],
        &[],
    );
    assert_eq!(game.treasury(spain()), 190);
}

#[test]
fn only_caravels_are_built_up_river() {
    for (what, left) in [(Ware::Carrack, 190), (Ware::Caravel, 181)] {
        let mut game = Game::of("duel");
        game.put(spain(), "can_hochelaga", colonists(5));
        game.play(Stage::Build, &[build(spain(), what, "can_hochelaga")], &[]);
        assert_eq!(game.treasury(spain()), left, "{what:?}");
    }
}

/// Q61: overseas first, and a line may do both.
#[test]
fn one_line_builds_and_buys() {
    let mut game = Game::of("duel");
    game.put(spain(), "inc_lima", colonists(5));
    game.state.power_mut(spain()).treasury = 20;
    let items = vec![
        item(Ware::Soldier, None),
        Item {
            what: Ware::Caravel,
            number: None,
            at: Some(at("inc_lima")),
        },
    ];
    let line = (spain(), Order::Buy { items });
    game.play(Stage::Build, std::slice::from_ref(&line), &[]);
    assert_eq!(game.treasury(spain()), 11);
    assert_eq!(game.book.seats[&spain()].len(), 1, "the line is kept");
    game.play(Stage::Buy, &[line], &[]);
    assert_eq!(game.state.own(spain()).europe, soldiers(2));
}

#[test]
fn bankers_lend_by_option_only() {
    let mut game = Game::of("duel");
    game.play(Stage::Buy, &[bank(false, 30)], &[]);
    assert_eq!(game.treasury(spain()), 190);
    let mut game = Game::with("duel", &[("bankers", Setting::Switch(true))]);
    game.play(
        Stage::Buy,
        &[bank(false, 30), bank(false, 40), bank(false, 5)],
        &[],
    );
    assert_eq!(game.treasury(spain()), 240, "50 a turn");
    assert_eq!(game.state.open.power(spain()).bank, [[36, 4], [24, 4]]);
    assert!(game.heard(england()).is_empty());
    game.play(Stage::Buy, &[bank(true, 40)], &[]);
    assert_eq!(game.treasury(spain()), 200);
    assert_eq!(game.state.open.power(spain()).bank, [[20, 4]]);
}
