//! The events 6.4.2 to 6.4.17, each die of each.

use super::*;
use packetboat_conquistador::data::SiteClass;
use packetboat_conquistador::ids::AreaId;
use packetboat_conquistador::men::{Hull, Ships};
use packetboat_conquistador::orders::QuestKind;
use packetboat_conquistador::state::{Bond, Deal, Expedition, Quest, Ship};

/// The two dice that bring an event.
fn pair(number: u32) -> [u32; 2] {
    let dice = |first, second| [first, second];
    match number {
        2 => dice(1, 4),
        3 => dice(3, 4),
        4 => dice(5, 1),
        5 => dice(2, 1),
        6 => dice(4, 2),
        7 => dice(4, 4),
        8 => dice(1, 2),
        9 => dice(2, 5),
        10 => dice(6, 1),
        11 => dice(2, 3),
        12 => dice(3, 5),
        13 => dice(5, 2),
        14 => dice(1, 6),
        15 => dice(4, 6),
        16 => dice(5, 5),
        17 => dice(3, 1),
        _ => dice(1, 3),
    }
}

/// An A1 of a duel: what each of the two throws, and the dice of their events.
fn council(game: &mut Game, spain: u32, england: u32, more: &[u32]) {
    let dice = [&pair(spain)[..], &pair(england)[..], more].concat();
    game.play(Stage::RandomEvents, &[], &dice);
}

fn area(id: &str) -> AreaId {
    id.parse().expect("an Area")
}

fn natives(game: &mut Game, id: &str, level: u32) {
    let state = game.state.open.areas.get_mut(&area(id));
    state.expect("all Areas have a state").natives = level;
}

fn ignored(game: &Game, event: u32) -> bool {
    game.told(|it| matches!(it, Event::EventIgnored { number, .. } if *number == event))
}

fn pending(game: &Game, power: Seat) -> Vec<u32> {
    let choices = game.state.open.power(power).choices.iter();
    choices.map(|it| it.event).collect()
}

#[test]
fn the_supply_of_colonists_changes() {
    for (die, wanted) in [(1, 0), (2, 0), (3, 5), (4, 7), (5, 12), (6, 12)] {
        let mut game = Game::of("duel");
        council(&mut game, 2, 0, &[die]);
        assert_eq!(
            game.state.open.power(spain()).colonists_left,
            wanted,
            "die {die}"
        );
    }
}

#[test]
fn a_war_costs_what_there_is() {
    let mut game = Game::of("duel");
    council(&mut game, 5, 0, &[]);
    assert_eq!(game.treasury(spain()), 190 + 20 - 50);
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).treasury = 10;
    council(&mut game, 5, 0, &[]);
    assert_eq!(game.treasury(spain()), 0);
}

#[test]
fn a_rich_middle_class_pays() {
    let mut game = Game::of("duel");
    council(&mut game, 7, 0, &[]);
    assert_eq!(game.treasury(spain()), 190 + 30 + 20);
}

#[test]
fn graft_lasts_a_turn() {
    let mut game = Game::of("duel");
    council(&mut game, 8, 0, &[]);
    assert!(game.state.open.power(spain()).graft);
    assert!(!game.state.open.power(england()).graft);
}

#[test]
fn a_rutter_needs_a_navigated_cape() {
    let mut game = Game::of("duel");
    council(&mut game, 9, 0, &[]);
    assert!(ignored(&game, 9) && !game.state.own(spain()).rutter);
    game.state.open.cape_navigated = true;
    game.state.own_mut(spain()).rutter = true;
    council(&mut game, 9, 9, &[]);
    let cape = "cape".parse().expect("a zone");
    for power in [spain(), england()] {
        let own = game.state.own(power);
        assert!(own.rutter && own.charts.contains(&cape), "{power}");
    }
    // Whether it was had before is its owner's secret.
    let before = |it: &&Event| matches!(it, Event::RutterObtained { before: true, .. });
    assert!(game.heard(spain()).iter().any(before));
    assert!(!game.heard(england()).iter().any(before));
}

fn at_potosi() -> Game {
    let mut game = Game::thrown("plate_fleet", &[spain(), england()], &[], &[]);
    let mines = &mut game.state.open.mines;
    mines.get_mut(&hex("inc_potosi")).expect("open").worked = Some(spain());
    game
}

#[test]
fn potosi_is_doubled_once() {
    let mut game = at_potosi();
    council(&mut game, 10, 10, &[]);
    assert_eq!(game.state.open.doubled, Some(spain()));
    assert!(game.state.open.breakthrough);
    assert!(ignored(&game, 10), "England has none");
    assert_eq!(game.state.open.mines[&hex("inc_potosi")].worked, None);
    let potosi = tables()
        .gold
        .sites
        .values()
        .filter(|it| it.class == SiteClass::Potosi);
    assert_eq!(potosi.count(), 1);
    // A later result changes nothing.
    game.state.open.doubled = None;
    council(&mut game, 10, 0, &[]);
    assert_eq!(game.state.open.doubled, None);
}

#[test]
fn potosi_must_be_worked_and_manned() {
    let mut idle = at_potosi();
    let mines = &mut idle.state.open.mines;
    mines.get_mut(&hex("inc_potosi")).expect("open").worked = None;
    let mut lonely = at_potosi();
    lonely.state.open.stack_mut(hex("inc_potosi"), spain()).men = colonists(1);
    for game in [&mut idle, &mut lonely] {
        council(game, 10, 0, &[]);
        assert!(ignored(game, 10) && !game.state.open.breakthrough);
    }
}

/// Vector 17: six Soldiers overseas; those in Europe do not count, those at sea do.
#[test]
fn civil_war_calls_a_quarter_home() {
    let mut game = Game::of("duel");
    game.put(spain(), "car_cuba", soldiers(4));
    let own = game.state.own_mut(spain());
    own.europe = soldiers(9);
    let mut ship = Ship::new(Hull::Carrack);
    ship.men = soldiers(2);
    own.expeditions.insert(
        label("S1"),
        Expedition::new(at("car_jamaica"), vec![ship.clone()]),
    );
    own.expeditions
        .insert(label("S2"), Expedition::new(At::Europe, vec![ship]));
    council(&mut game, 6, 0, &[]);
    assert_eq!(game.state.own(spain()).duty, 2);
    assert!(game.state.open.power(spain()).civil_war);
    assert_eq!(pending(&game, spain()), [6]);
    let owed = |it: &&Event| {
        matches!(
            it,
            Event::DutyOwed {
                soldiers: 6,
                duty: 2,
                ..
            }
        )
    };
    assert!(game.heard(spain()).iter().any(owed));
    assert!(
        !game
            .heard(england())
            .iter()
            .any(|it| matches!(it, Event::DutyOwed { .. }))
    );
}

/// Without anybody overseas there is nothing to choose, as everybody sees.
#[test]
fn civil_war_without_soldiers() {
    let mut game = Game::of("duel");
    council(&mut game, 6, 0, &[]);
    assert_eq!(game.state.own(spain()).duty, 0);
    assert!(pending(&game, spain()).is_empty());
}

/// Q20: no ship, and not the money for one.
#[test]
fn civil_war_waives_what_cannot_be_done() {
    for (ship, duty) in [(false, 0), (true, 1)] {
        let mut game = Game::of("duel");
        game.put(spain(), "car_cuba", soldiers(4));
        if !ship {
            game.state.own_mut(spain()).docks.clear();
        }
        let bond = Bond::Loan {
            lender: england(),
            borrower: spain(),
            owed: 1000,
            due: 0,
        };
        game.state.deals.push(Deal { number: 1, bond });
        council(&mut game, 6, 0, &[]);
        assert_eq!(game.treasury(spain()), 0);
        assert_eq!(game.state.own(spain()).duty, duty);
    }
}

/// Vector 18.
#[test]
fn natives_resent_the_highest_small_settlement() {
    let mut game = Game::of("duel");
    game.put(england(), "flo_timucua", colonists(3));
    game.put(england(), "vir_chesapeake", men(2, 1, 0));
    game.put(england(), "nfl_avalon", colonists(1));
    council(&mut game, 0, 11, &[]);
    assert_eq!(game.there(england(), "vir_chesapeake"), soldiers(1));
    assert_eq!(game.there(england(), "nfl_avalon"), colonists(1));
    assert!(game.told(|it| matches!(it, Event::SettlementLost { colonists: 2, .. })));
}

/// Q70: the highest Area holds only large settlements; the option reads it strictly.
#[test]
fn natives_resent_the_next_area_unless_strict() {
    for strict in [false, true] {
        let mut game = Game::with("duel", &[("resent_strict", Setting::Switch(strict))]);
        game.put(england(), "azt_veracruz", colonists(3));
        game.put(england(), "vir_chesapeake", colonists(2));
        council(&mut game, 0, 11, &[]);
        assert_eq!(
            game.there(england(), "vir_chesapeake").colonists,
            if strict { 2 } else { 0 }
        );
        assert_eq!(ignored(&game, 11), strict);
    }
}

#[test]
fn natives_resent_nobody_where_there_are_none() {
    let mut game = Game::of("duel");
    game.put(england(), "vir_chesapeake", colonists(1));
    natives(&mut game, "VIR", 0);
    council(&mut game, 0, 11, &[]);
    assert!(ignored(&game, 11));
}

#[test]
fn of_several_settlements_the_owner_chooses() {
    let mut game = Game::of("duel");
    game.put(england(), "vir_chesapeake", colonists(1));
    game.put(england(), "nen_massbay", colonists(1));
    council(&mut game, 0, 11, &[]);
    assert_eq!(pending(&game, england()), [11]);
}

/// Q14, Q71: one roll for each Area with a settlement; none where only Soldiers are.
#[test]
fn oppression_raises_each_settled_area_once() {
    for (die, left) in [(6, 2), (1, 0)] {
        let mut game = Game::of("duel");
        game.put(england(), "vir_chesapeake", colonists(1));
        game.put(england(), "vir_delaware", colonists(1));
        game.put(england(), "flo_timucua", soldiers(2));
        council(&mut game, 0, 12, &[die]);
        let there = game.there(england(), "vir_chesapeake").colonists
            + game.there(england(), "vir_delaware").colonists;
        assert_eq!(there, left, "die {die}");
        assert_eq!(game.there(england(), "flo_timucua"), soldiers(2));
    }
}

#[test]
fn disease_cancels_oppression() {
    let mut game = Game::of("duel");
    game.put(england(), "vir_chesapeake", colonists(1));
    council(&mut game, 12, 13, &[]);
    assert!(game.state.open.no_uprisings && ignored(&game, 12));
}

/// Vector 5, and two in one turn.
#[test]
fn disease_spares_the_last_natives() {
    let mut game = Game::of("duel");
    game.put(england(), "nfl_avalon", soldiers(1));
    game.put(spain(), "may_campeche", soldiers(1));
    council(&mut game, 13, 0, &[]);
    let level = |game: &Game, id| game.state.open.natives(area(id));
    assert_eq!(level(&game, "NFL"), 1);
    assert_eq!(level(&game, "MAY"), 2);
    assert_eq!(level(&game, "CAR"), 1);
    assert_eq!(level(&game, "AZT"), 5);
    let mut game = Game::of("duel");
    game.put(spain(), "may_campeche", soldiers(1));
    natives(&mut game, "VIR", 0);
    game.put(england(), "vir_delaware", soldiers(1));
    council(&mut game, 13, 13, &[]);
    assert_eq!(level(&game, "MAY"), 1);
    assert_eq!(level(&game, "CAR"), 1);
    assert_eq!(level(&game, "VIR"), 0);
}

#[test]
fn a_rampage_needs_natives_and_somebody_there() {
    let mut game = Game::of("duel");
    natives(&mut game, "CAR", 0);
    council(&mut game, 14, 14, &[]);
    assert_eq!(
        game.events().iter().filter(|it| is_ignored(it, 14)).count(),
        2
    );
    let mut game = Game::of("duel");
    council(&mut game, 0, 14, &[]);
    assert!(ignored(&game, 14), "England has nobody there");
}

fn is_ignored(it: &Event, event: u32) -> bool {
    matches!(it, Event::EventIgnored { number, .. } if *number == event)
}

/// Where there is nothing to choose, it is done at once.
#[test]
fn a_rampage_takes_a_lonely_colonist() {
    let mut game = Game::of("duel");
    council(&mut game, 14, 0, &[2]);
    assert_eq!(game.there(spain(), "car_hispaniola"), Men::NONE);
    assert!(pending(&game, spain()).is_empty());
}

#[test]
fn a_rampage_leaves_choices() {
    for (die, leader, missionary) in [(1, false, false), (3, false, true), (4, true, false)] {
        let mut game = Game::of("duel");
        game.put(spain(), "car_hispaniola", soldiers(1));
        council(&mut game, 14, 0, &[die]);
        let choice = game.state.open.power(spain()).choices[0];
        assert_eq!((choice.event, choice.settlements), (14, 1));
        assert_eq!(
            (choice.leader, choice.missionary),
            (leader, missionary),
            "die {die}"
        );
    }
}

#[test]
fn only_spain_throws_for_its_leaders() {
    let mut game = Game::of("duel");
    game.put(england(), "car_cuba", soldiers(1));
    council(&mut game, 0, 14, &[]);
    assert!(ignored(&game, 14), "no settlement there, and no die");
    council(&mut game, 0, 17, &[]);
    assert!(ignored(&game, 17));
}

#[test]
fn plague_hits_half_the_settlements() {
    for (die, leader, missionary) in [(3, false, false), (5, true, false), (6, true, true)] {
        let mut game = Game::of("duel");
        game.put(spain(), "car_cuba", men(3, 1, 0));
        game.put(spain(), "car_jamaica", colonists(2));
        council(&mut game, 17, 0, &[die]);
        let choice = game.state.open.power(spain()).choices[0];
        assert_eq!(
            (choice.event, choice.settlements),
            (17, 2),
            "half of three, rounded up"
        );
        assert_eq!(
            (choice.leader, choice.missionary),
            (leader, missionary),
            "die {die}"
        );
    }
    let mut game = Game::of("duel");
    council(&mut game, 17, 0, &[1]);
    assert_eq!(
        game.there(spain(), "car_hispaniola"),
        Men::NONE,
        "a settlement may die of it"
    );
}

/// Vector 19.
#[test]
fn quests_are_owed_until_a_deadline() {
    let deadline = |turn, number, options: &[(&str, Setting)]| {
        let mut game = Game::with("duel", options);
        game.state.open.turn = turn;
        game.put(spain(), "azt_veracruz", soldiers(1));
        game.put(spain(), "pan_panama", soldiers(1));
        council(&mut game, number, 0, &[]);
        let quests = &game.state.open.power(spain()).quests;
        quests.first().map(|it| (it.kind, it.deadline))
    };
    assert_eq!(deadline(1, 15, &[]), Some((QuestKind::Cibola, 5)));
    assert_eq!(deadline(17, 15, &[]), Some((QuestKind::Cibola, 21)));
    assert_eq!(deadline(18, 15, &[]), None);
    assert_eq!(deadline(1, 16, &[]), Some((QuestKind::Eldorado, 4)));
    assert_eq!(deadline(18, 16, &[]), None);
    let late = [("eldorado_last_start", Setting::Number(18))];
    assert_eq!(deadline(18, 16, &late), Some((QuestKind::Eldorado, 21)));
}

/// Q19, Q74.
#[test]
fn quests_need_somebody_ashore_and_run_once() {
    let mut game = Game::of("duel");
    let mut ship = Ship::new(Hull::Caravel);
    ship.men = soldiers(1);
    let own = game.state.own_mut(spain());
    own.docks.insert(At::Europe, Ships::NONE);
    own.docks.clear();
    own.expeditions
        .insert(label("S1"), Expedition::new(at("azt_veracruz"), vec![ship]));
    council(&mut game, 15, 0, &[]);
    assert!(ignored(&game, 15));
    game.put(spain(), "azt_veracruz", soldiers(1));
    let running = Quest {
        kind: QuestKind::Cibola,
        deadline: 3,
        done: false,
    };
    game.state.power_mut(spain()).quests.push(running);
    council(&mut game, 15, 0, &[]);
    assert_eq!(game.state.open.power(spain()).quests, [running]);
    game.put(spain(), "pan_panama", soldiers(1));
    council(&mut game, 16, 0, &[]);
    assert_eq!(
        game.state.open.power(spain()).quests.len(),
        2,
        "both may run"
    );
}

/// Every 6.4.13 comes before the others, whoever threw it.
#[test]
fn disease_comes_first() {
    let mut game = Game::of("duel");
    natives(&mut game, "CAR", 2);
    council(&mut game, 14, 13, &[1]);
    let read = game.events().into_iter().filter_map(|it| match it {
        Event::EventRead { number, .. } => Some(*number),
        _ => None,
    });
    assert_eq!(read.collect::<Vec<_>>(), [13, 14]);
}
