//! What events take (2.3, Q42, Q70 to Q73).

use super::*;
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::orders::Loss;
use packetboat_conquistador::state::{EventChoice, Expedition, Ship};

fn owing(event: u32, settlements: u32, leader: bool, missionary: bool) -> Game {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).choices.push(EventChoice {
        event,
        settlements,
        leader,
        missionary,
    });
    game
}

fn lose(event: u32, losses: &[Loss]) -> (Seat, Order) {
    let losses = losses.to_vec();
    (spain(), Order::EventLosses { event, losses })
}

fn unit(kind: Kind, place: &str) -> Loss {
    let at = at(place);
    Loss::Unit { kind, at }
}

fn leader(game: &mut Game, name: &str, place: Option<&str>) {
    let id = name.parse().expect("a leader");
    match place {
        Some(place) => {
            let stack = game.state.open.stack_mut(hex(place), spain());
            stack.leaders.insert(id);
        }
        None => {
            game.state.own_mut(spain()).leaders.insert(id);
        }
    }
}

fn is_gone(game: &Game, name: &str) -> bool {
    game.state
        .own(spain())
        .gone
        .contains(&name.parse().expect("a leader"))
}

#[test]
fn the_duty_of_civil_war_may_be_ignored() {
    let mut game = owing(6, 0, false, false);
    game.play(Stage::Choices, &[], &[]);
    assert!(!game.state.own(spain()).duty_ignored);
    let mut game = owing(6, 0, false, false);
    game.play(
        Stage::Choices,
        &[(spain(), Order::IgnoreEvent { event: 6 })],
        &[],
    );
    assert!(game.state.own(spain()).duty_ignored);
    assert_eq!(
        game.heard(spain()),
        [&Event::DutyIgnored { power: spain() }]
    );
    assert!(game.heard(england()).is_empty());
    assert!(game.state.open.power(spain()).choices.is_empty());
}

/// 6.4.11: ties between Areas are the player's; the default is the Area first in the list, there
/// fewest Colonists, then fewest Soldiers, then the lowest hex.
#[test]
fn which_settlement_natives_take() {
    let set_up = || {
        let mut game = owing(11, 1, false, false);
        game.state.open.hexes.clear();
        game.put(spain(), "vir_chesapeake", colonists(1));
        game.put(spain(), "nen_massbay", men(1, 1, 0));
        game.put(spain(), "nen_norumbega", men(1, 0, 0));
        game
    };
    let mut game = set_up();
    game.play(Stage::Choices, &[], &[]);
    assert_eq!(game.there(spain(), "nen_norumbega"), Men::NONE);
    let mut game = set_up();
    let wish = Loss::Settlement {
        at: at("nen_massbay"),
    };
    game.play(Stage::Choices, &[lose(11, &[wish])], &[]);
    assert_eq!(game.there(spain(), "nen_massbay"), soldiers(1));
    let mut game = set_up();
    game.put(spain(), "can_gaspe", colonists(3));
    let wrong = Loss::Settlement {
        at: at("can_gaspe"),
    };
    game.play(Stage::Choices, &[lose(11, &[wrong])], &[]);
    assert_eq!(game.there(spain(), "can_gaspe"), colonists(3));
    assert_eq!(game.there(spain(), "nen_norumbega"), Men::NONE);
}

/// 6.4.14: a Soldier where there are two, else a Colonist; an answer counts as far as it fits.
#[test]
fn whom_caribbean_natives_kill() {
    let set_up = || {
        let mut game = owing(14, 3, true, false);
        game.put(spain(), "car_hispaniola", soldiers(1));
        game.put(spain(), "car_cuba", men(1, 2, 0));
        game.put(spain(), "car_jamaica", men(2, 1, 0));
        leader(&mut game, "ponce", Some("car_cuba"));
        leader(&mut game, "balboa", Some("car_jamaica"));
        leader(&mut game, "magellan", Some("pan_panama"));
        game
    };
    let mut game = set_up();
    game.play(Stage::Choices, &[], &[]);
    assert_eq!(game.there(spain(), "car_hispaniola"), soldiers(1));
    assert_eq!(game.there(spain(), "car_cuba"), men(1, 1, 0));
    assert_eq!(game.there(spain(), "car_jamaica"), men(1, 1, 0));
    assert!(is_gone(&game, "balboa"), "he would leave soonest");
    assert!(
        game.heard(england())
            .iter()
            .any(|it| matches!(it, Event::LeaderTaken { .. }))
    );
    let mut game = set_up();
    let ponce = Loss::Leader {
        leader: "ponce".parse().expect("a leader"),
    };
    let wishes = [
        unit(Kind::Colonist, "car_cuba"),
        unit(Kind::Missionary, "car_jamaica"),
        unit(Kind::Soldier, "pan_panama"),
        ponce,
    ];
    game.play(Stage::Choices, &[lose(14, &wishes)], &[]);
    assert_eq!(game.there(spain(), "car_cuba"), soldiers(2));
    assert_eq!(game.there(spain(), "car_jamaica"), men(1, 1, 0));
    assert_eq!(game.there(spain(), "car_hispaniola"), soldiers(1));
    assert!(is_gone(&game, "ponce") && !is_gone(&game, "balboa"));
}

/// Those aboard and elsewhere are not eaten (Q72).
#[test]
fn nobody_is_eaten_where_nobody_is() {
    let mut game = owing(14, 1, true, true);
    leader(&mut game, "balboa", Some("pan_panama"));
    let mut ship = Ship::new(Hull::Carrack);
    ship.leaders.push("ponce".parse().expect("a leader"));
    ship.men = men(0, 0, 1);
    let own = game.state.own_mut(spain());
    own.expeditions
        .insert(label("S1"), Expedition::new(at("car_cuba"), vec![ship]));
    game.play(Stage::Choices, &[], &[]);
    assert!(!is_gone(&game, "balboa") && !is_gone(&game, "ponce"));
    assert_eq!(
        game.state.own(spain()).expeditions[&label("S1")].men(),
        men(0, 0, 1)
    );
    assert_eq!(game.there(spain(), "car_hispaniola"), Men::NONE);
}

/// 6.4.17: the largest settlements, a Colonist each; one of each settlement at most.
#[test]
fn whom_plague_takes() {
    let set_up = || {
        let mut game = owing(17, 2, false, false);
        game.put(spain(), "car_cuba", men(3, 1, 0));
        game.put(spain(), "car_jamaica", men(2, 0, 0));
        game
    };
    let mut game = set_up();
    game.play(Stage::Choices, &[], &[]);
    assert_eq!(game.there(spain(), "car_cuba"), men(2, 1, 0));
    assert_eq!(game.there(spain(), "car_jamaica"), colonists(1));
    assert_eq!(game.there(spain(), "car_hispaniola"), colonists(1));
    let mut game = set_up();
    let wishes = [
        unit(Kind::Soldier, "car_cuba"),
        unit(Kind::Colonist, "car_cuba"),
        unit(Kind::Colonist, "car_hispaniola"),
        unit(Kind::Colonist, "car_jamaica"),
    ];
    game.play(Stage::Choices, &[lose(17, &wishes)], &[]);
    assert_eq!(game.there(spain(), "car_cuba"), colonists(3));
    assert_eq!(game.there(spain(), "car_hispaniola"), Men::NONE);
    assert_eq!(game.there(spain(), "car_jamaica"), colonists(2));
}

/// Any one Conquistador and Missionary, in Europe too; who is not seen is lost in silence (Q73).
#[test]
fn plague_takes_conquistadors_anywhere() {
    let mut game = owing(17, 0, true, true);
    game.state.open.hexes.clear();
    leader(&mut game, "cortes", None);
    leader(&mut game, "ponce", None);
    game.state.own_mut(spain()).europe = men(0, 0, 2);
    game.play(Stage::Choices, &[], &[]);
    assert!(is_gone(&game, "cortes") && !is_gone(&game, "ponce"));
    assert_eq!(game.state.own(spain()).europe, men(0, 0, 1));
    assert_eq!(game.heard(spain()).len(), 2);
    assert!(game.heard(england()).is_empty());
}

#[test]
fn plague_prefers_the_missionary_of_the_lowest_hex() {
    let mut game = owing(17, 0, false, true);
    game.put(spain(), "car_hispaniola", men(0, 0, 1));
    game.put(spain(), "inc_lima", men(0, 0, 1));
    game.play(Stage::Choices, &[], &[]);
    let lowest = hex("car_hispaniola").min(hex("inc_lima"));
    assert_eq!(game.state.open.men(lowest, spain()).missionaries, 0);
    let mut game = owing(17, 0, false, true);
    game.put(spain(), "car_hispaniola", men(0, 0, 1));
    game.put(spain(), "inc_lima", men(0, 0, 1));
    let wish = unit(Kind::Missionary, "inc_lima");
    game.play(Stage::Choices, &[lose(17, &[wish])], &[]);
    assert_eq!(game.there(spain(), "inc_lima").missionaries, 0);
}

#[test]
fn civil_war_takes_nothing_by_losses() {
    let mut game = owing(6, 0, false, false);
    let wish = unit(Kind::Colonist, "car_hispaniola");
    game.play(Stage::Choices, &[lose(6, &[wish])], &[]);
    assert_eq!(game.there(spain(), "car_hispaniola"), colonists(1));
}
