//! E2: deadlines, Tordesillas, leaders who leave, the end (2.6, 5.2, Q17, Q117, Q118).

use super::*;
use packetboat_conquistador::men::Hull;
use packetboat_conquistador::orders::QuestKind;
use packetboat_conquistador::reckon::score;
use packetboat_conquistador::state::{Bond, Deal, Expedition, Mine, Quest, Sealed, Ship};
use std::collections::BTreeSet;

fn end(game: &mut Game) {
    game.play(Stage::TurnEnd, &[], &[]);
}

fn penalty(game: &Game, power: Seat) -> i32 {
    game.state.open.power(power).penalty_vp
}

#[test]
fn a_quest_fails_at_its_deadline() {
    let mut game = Game::of("duel");
    let quest = |deadline, done| Quest {
        kind: QuestKind::Cibola,
        deadline,
        done,
    };
    game.state.open.turn = 5;
    game.state.power_mut(spain()).quests = vec![quest(5, false), quest(6, false)];
    game.state.power_mut(england()).quests = vec![quest(5, true)];
    end(&mut game);
    assert_eq!(
        (penalty(&game, spain()), penalty(&game, england())),
        (-100, 0)
    );
    assert_eq!(game.state.open.power(spain()).quests, [quest(6, false)]);
    assert!(game.state.open.power(england()).quests.is_empty());
    assert_eq!(
        (game.state.open.turn, game.state.open.stage),
        (6, Stage::RandomEvents)
    );
}

#[test]
fn a_duty_left_costs() {
    let mut game = Game::of("duel");
    game.state.own_mut(spain()).duty = 1;
    end(&mut game);
    assert_eq!(penalty(&game, spain()), -100);
    assert_eq!(game.state.own(spain()).duty, 0);
}

#[test]
fn settlements_beyond_the_line_cost() {
    let set_up = |turn| {
        let mut game = Game::of("campaign4");
        game.state.open.turn = turn;
        game.put(spain(), "bra_bahia", colonists(2));
        game.put(spain(), "nfl_avalon", colonists(1));
        game.put(spain(), "bra_guanabara", soldiers(1));
        game.put(portugal(), "car_cuba", colonists(1));
        game.put(england(), "bra_pernambuco", colonists(1));
        game
    };
    let mut game = set_up(11);
    end(&mut game);
    let all = [spain(), portugal(), england()].map(|it| penalty(&game, it));
    assert_eq!(all, [-10, -5, 0]);
    let mut game = set_up(12);
    end(&mut game);
    assert_eq!(penalty(&game, spain()), 0, "it runs to turn 11");
    let mut game = set_up(3);
    let bond = Bond::Waived {
        one: spain(),
        other: portugal(),
    };
    game.state.deals.push(Deal { number: 1, bond });
    end(&mut game);
    assert_eq!(penalty(&game, spain()), 0);
    assert_eq!(game.state.deals.len(), 1, "a waiver has no end");
}

/// 4.10, Q98: wherever he is, but not off a ship at sea.
#[test]
fn leaders_leave_when_their_time_is_over() {
    let mut game = Game::of("duel");
    game.state.open.turn = 9;
    let id = |name: &str| name.parse().expect("a leader");
    game.state.own_mut(spain()).leaders.insert(id("cortes"));
    game.state
        .open
        .stack_mut(hex("pan_panama"), spain())
        .leaders
        .insert(id("almagro"));
    let map = &tables().map;
    let sea = map.all().find(|it| map.is_sea(*it)).expect("there is sea");
    let mut ship = Ship::new(Hull::Carrack);
    ship.leaders.push(id("vaca"));
    let own = game.state.own_mut(spain());
    own.expeditions
        .insert(label("S1"), Expedition::new(At::Hex(sea), vec![ship]));
    own.leaders.insert(id("pizarro"));
    end(&mut game);
    let own = game.state.own(spain());
    assert_eq!(own.gone, BTreeSet::from([id("cortes"), id("almagro")]));
    assert_eq!(own.leaders, BTreeSet::from([id("pizarro")]));
    assert!(!game.state.open.hexes.contains_key(&hex("pan_panama")));
    // Others see only who stood ashore.
    let left = |it: &&&Event| matches!(it, Event::LeaderLeft { .. });
    assert_eq!(game.heard(england()).iter().filter(left).count(), 1);
    // She comes in.
    let own = game.state.own_mut(spain());
    own.expeditions.get_mut(&label("S1")).expect("it lives").at = at("pan_nombre");
    end(&mut game);
    assert!(game.state.own(spain()).gone.contains(&id("vaca")));
}

#[test]
fn bonds_end_and_debts_do_not() {
    let mut game = Game::of("duel");
    let peace = |until| Bond::Peace {
        one: spain(),
        other: england(),
        area: None,
        until,
    };
    let debt = Bond::Loan {
        lender: spain(),
        borrower: england(),
        owed: 5,
        due: 1,
    };
    let bonds = [peace(1), peace(2), debt];
    let deals = (1..).zip(bonds).map(|(number, bond)| Deal { number, bond });
    game.state.deals = deals.collect();
    end(&mut game);
    let left: Vec<u32> = game.state.deals.iter().map(|it| it.number).collect();
    assert_eq!(left, [2, 3]);
    assert_eq!(
        game.events()
            .iter()
            .filter(|it| matches!(it, Event::BondEnded { .. }))
            .count(),
        1
    );
}

#[test]
fn a_turn_leaves_nothing_behind() {
    let mut game = Game::of("duel");
    let it = game.state.power_mut(spain());
    it.graft = true;
    it.civil_war = true;
    it.multiplier_change = 1;
    it.colonists_left = 4;
    game.state.open.no_uprisings = true;
    let car = "CAR".parse().expect("an Area");
    let area = game.state.open.areas.get_mut(&car).expect("a state");
    area.attacked.insert(spain());
    let own = game.state.own_mut(spain());
    own.bought = colonists(2);
    own.lost.insert(label("S1"), 1);
    own.built_at.insert(hex("inc_lima"));
    own.agreed.insert(england());
    own.duty_ignored = true;
    end(&mut game);
    let fresh = Game::of("duel");
    assert_eq!(game.state.own(spain()), fresh.state.own(spain()));
    assert_eq!(
        game.state.open.power(spain()),
        fresh.state.open.power(spain())
    );
    assert_eq!(game.state.open.areas, fresh.state.open.areas);
    assert!(!game.state.open.no_uprisings);
}

/// Q117.
#[test]
fn a_dropped_power_leaves_the_board() {
    let drop = ("absent_power", Setting::Word("drop".to_owned()));
    let mut game = Game::with("campaign3", &[drop]);
    game.put(france(), "nen_massbay", men(3, 2, 0));
    let mine = Mine {
        capacity: 10,
        owner: Some(france()),
        worked: None,
    };
    game.state.open.mines.insert(hex("vir_piedmont"), mine);
    let bond = Bond::Loan {
        lender: spain(),
        borrower: france(),
        owed: 5,
        due: 9,
    };
    game.state.deals.push(Deal { number: 1, bond });
    let silent = BTreeSet::from([france()]);
    council::gathered(&mut game.state, &silent);
    assert!(!game.state.open.power(france()).dropped);
    council::gathered(&mut game.state, &silent);
    assert!(game.state.open.power(france()).dropped);
    assert_eq!(
        game.there(france(), "nen_massbay"),
        men(3, 2, 0),
        "until the end of the turn"
    );
    end(&mut game);
    assert_eq!(game.there(france(), "nen_massbay"), Men::NONE);
    assert_eq!(game.state.open.mines[&hex("vir_piedmont")].owner, None);
    assert!(game.state.deals.is_empty());
    assert_eq!(*game.state.own(france()), Sealed::default());
    game.state.open.turn = 21;
    end(&mut game);
    assert!(
        !game.told(|it| matches!(it, Event::PowerDropped { .. })),
        "told once"
    );
    let placings = &game
        .state
        .open
        .outcome
        .as_ref()
        .expect("it is over")
        .placings;
    assert_eq!(placings[&france()], 3);
}

#[test]
fn missed_sheets_are_counted_in_a_row() {
    let mut game = Game::of("duel");
    let silent = BTreeSet::from([spain()]);
    council::gathered(&mut game.state, &silent);
    assert!(!game.state.open.is_on_hold(spain()));
    council::gathered(&mut game.state, &silent);
    assert!(game.state.open.is_on_hold(spain()) && !game.state.open.is_on_hold(england()));
    assert!(!game.state.open.power(spain()).dropped);
    council::gathered(&mut game.state, &BTreeSet::new());
    assert!(!game.state.open.is_on_hold(spain()));
}

/// 4.11: three Colonists, and more than anybody else.
#[test]
fn who_controls_an_area() {
    let mut game = Game::of("duel");
    let virginia = "VIR".parse().expect("an Area");
    let holder = |game: &Game| {
        let held = score::controlled(tables(), &game.state.open);
        held.get(&virginia).copied()
    };
    game.put(spain(), "vir_chesapeake", colonists(2));
    assert_eq!(holder(&game), None);
    game.put(spain(), "vir_delaware", colonists(1));
    assert_eq!(holder(&game), Some(spain()));
    game.put(england(), "vir_roanoke", colonists(3));
    assert_eq!(holder(&game), None);
    let vp = score::vp(tables(), &game.state.open, spain());
    assert_eq!(
        (vp.ducats, vp.areas, vp.discoveries, vp.total),
        (380, 0, 25, 405)
    );
}

#[test]
fn areas_count_half_in_the_short_game() {
    for (scenario, wanted) in [("campaign4", 70), ("short4", 35)] {
        let mut game = Game::of(scenario);
        game.put(spain(), "car_hispaniola", colonists(3));
        let vp = score::vp(tables(), &game.state.open, spain());
        assert_eq!((vp.areas, vp.area_count), (wanted, 1), "{scenario}");
    }
}

fn places(game: &Game) -> Vec<(&str, u8)> {
    let outcome = game.state.open.outcome.as_ref().expect("it is over");
    let table = game.state.open.table.iter();
    table
        .map(|it| (it.as_str(), outcome.placings[it]))
        .collect()
}

/// 5.2: victory points, then Areas, then Treasury, then shared.
#[test]
fn the_best_score_wins() {
    let mut game = Game::of("campaign3");
    game.state.open.turn = 21;
    end(&mut game);
    assert_eq!(game.state.open.stage, Stage::Over);
    assert_eq!(places(&game), [("spain", 3), ("england", 2), ("france", 1)]);
    let equal = || {
        let mut game = Game::of("duel");
        game.state.open.turn = 21;
        game.state.power_mut(spain()).treasury = 100;
        // America, and down the Amazon.
        let amazon = "L08".parse().expect("a discovery");
        game.state.open.discovered.insert(amazon, spain());
        game.state.power_mut(spain()).discovery_vp = 70;
        game.state.power_mut(england()).treasury = 135;
        game
    };
    let undiscovered = |game: &mut Game| {
        game.state.open.discovered.clear();
        game.state.power_mut(spain()).discovery_vp = 0;
    };
    let mut game = equal();
    end(&mut game);
    assert_eq!(
        places(&game),
        [("spain", 2), ("england", 1)],
        "the larger Treasury"
    );
    let mut game = equal();
    undiscovered(&mut game);
    game.put(spain(), "car_hispaniola", colonists(2));
    end(&mut game);
    assert_eq!(places(&game), [("spain", 1), ("england", 2)], "more Areas");
    let mut game = equal();
    undiscovered(&mut game);
    game.state.power_mut(england()).treasury = 100;
    end(&mut game);
    assert_eq!(places(&game), [("spain", 1), ("england", 1)]);
}

#[test]
fn debt_to_the_bank_costs_at_the_end() {
    let mut game = Game::with("duel", &[("bankers", Setting::Switch(true))]);
    game.state.open.turn = 21;
    game.state.power_mut(spain()).treasury = 30;
    game.state.power_mut(spain()).bank = vec![[60, 23]];
    game.play(Stage::Maintenance, &[], &[]);
    assert_eq!(game.treasury(spain()), 0, "all it is owed, due or not");
    end(&mut game);
    assert_eq!(penalty(&game, spain()), -30);
}

#[test]
fn a_solo_game_gets_a_verdict() {
    for (treasury, words) in [
        (100, "disgrace"),
        (1000, "marginal"),
        (2100, "Golden Century"),
    ] {
        let mut game = Game::of("solo_spain");
        game.state.open.turn = 21;
        game.state.power_mut(spain()).treasury = treasury;
        end(&mut game);
        let is = |it: &Event| matches!(it, Event::SoloVerdict { words: it, .. } if it == words);
        assert!(game.told(is), "{words}");
        assert_eq!(places(&game), [("spain", 1)]);
    }
}
