//! A1 and A2: dice, taxes, Colonists, Monarchs, initiative.

use super::*;
use packetboat_conquistador::council::events::Why;
use packetboat_conquistador::state::Rating;

/// Vector 1: England B, dice 2 and 4.
#[test]
fn taxes_colonists_and_a_monarch() {
    let mut game = Game::of("duel");
    game.play(Stage::RandomEvents, &[], &[1, 3, 2, 4]);
    let it = game.state.open.power(england());
    assert_eq!(
        (it.treasury, it.colonists_left, it.monarch),
        (261, 5, Rating::B)
    );
    assert!(game.told(|it| matches!(
        it,
        Event::MonarchCrowned {
            before: Rating::B,
            now: Rating::B,
            ..
        }
    )));
    let taxes = Event::Ducats {
        power: england(),
        change: 16,
        why: Why::Taxes,
        what: String::new(),
        treasury: 261,
    };
    assert!(game.heard(spain()).contains(&&taxes));
    assert_eq!(game.state.open.stage, Stage::Initiative);
}

/// Vector 2: Spain A, dice 6 and 1: 6.4.10 without Potosi.
#[test]
fn a_breakthrough_needs_potosi() {
    let mut game = Game::of("duel");
    game.play(Stage::RandomEvents, &[], &[6, 1, 1, 3]);
    let it = game.state.open.power(spain());
    assert_eq!((it.treasury, it.colonists_left), (230, 1));
    assert!(game.told(|it| matches!(it, Event::EventIgnored { number: 10, .. })));
    assert!(!game.state.open.breakthrough);
}

/// Taxes are read with the old Monarch, initiative with the new one.
#[test]
fn a_new_monarch_counts_for_initiative_only() {
    let mut game = Game::of("duel");
    game.play(Stage::RandomEvents, &[], &[1, 1, 1, 3]);
    assert_eq!(game.treasury(spain()), 205);
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.power(spain()).level, 205);
    assert_eq!(game.state.open.initiative, [england(), spain()]);
    assert_eq!(game.state.open.stage, Stage::GateA);
}

/// Vector 3, and the letter before the dice.
#[test]
fn a_tie_goes_to_the_better_monarch() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).treasury = 420;
    game.state.power_mut(spain()).monarch = Rating::C;
    game.state.power_mut(england()).treasury = 210;
    game.state.power_mut(england()).monarch = Rating::A;
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.initiative, [england(), spain()]);
    assert_eq!(game.state.open.power(spain()).level, 840);
}

/// Equals throw in seat order until they differ; those who still tie throw again (Q26).
#[test]
fn equals_throw_dice() {
    let mut game = Game::of("campaign3");
    for power in [spain(), england(), france()] {
        game.state.power_mut(power).treasury = 100;
        game.state.power_mut(power).monarch = Rating::B;
    }
    game.play(Stage::Initiative, &[], &[3, 5, 3, 2, 2, 1, 6]);
    assert_eq!(game.state.open.initiative, [england(), france(), spain()]);
}

/// Vector 4: 6.4.4 with a Monarch D.
#[test]
fn less_interest_may_leave_nothing() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).monarch = Rating::D;
    game.play(Stage::RandomEvents, &[], &[5, 1, 1, 3]);
    assert!(game.told(|it| matches!(it, Event::MultiplierChanged { multiplier: 0, .. })));
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.power(spain()).level, 0);
    assert_eq!(game.state.open.initiative, [england(), spain()]);
}

#[test]
fn greater_interest_lifts_an_a_to_five() {
    let mut game = Game::of("duel");
    game.play(Stage::RandomEvents, &[], &[3, 4, 1, 3]);
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.power(spain()).level, 5 * 215);
    assert_eq!(game.state.open.power(spain()).monarch, Rating::A);
}

#[test]
fn the_example_of_initiative() {
    let mut game = Game::of("campaign3");
    for (power, treasury) in [(spain(), 215), (france(), 315), (england(), 261)] {
        game.state.power_mut(power).treasury = treasury;
    }
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.initiative, [spain(), england(), france()]);
}

#[test]
fn whoever_was_dropped_throws_no_dice() {
    let mut game = Game::of("duel");
    game.state.power_mut(spain()).dropped = true;
    game.play(Stage::RandomEvents, &[], &[1, 3]);
    assert_eq!(game.treasury(spain()), 190);
    game.play(Stage::Initiative, &[], &[]);
    assert_eq!(game.state.open.initiative, [england(), spain()]);
    game.play(Stage::Buy, &[], &[]);
    game.play(Stage::Log, &[], &[]);
    game.play(Stage::Maintenance, &[], &[]);
}
