//! Scenarios and options (5.4, 7.6).

use super::*;
use packetboat_conquistador::council::leaders::service;
use packetboat_conquistador::men::Ships;
use packetboat_conquistador::state::{AbsentPower, Rating};

#[test]
fn the_campaign_begins_with_a_council() {
    let game = Game::of("campaign4");
    let open = &game.state.open;
    assert_eq!(
        (open.turn, open.stage, open.options.last_turn),
        (1, Stage::RandomEvents, 21)
    );
    let names: Vec<&str> = open
        .table
        .iter()
        .map(packetboat_core::engine::seat::Seat::as_str)
        .collect();
    assert_eq!(names, ["spain", "england", "france", "portugal"]);
    let it = open.power(spain());
    assert_eq!(
        (it.monarch, it.treasury, it.discovery_vp),
        (Rating::A, 190, 25)
    );
    assert_eq!(game.there(spain(), "car_hispaniola"), colonists(1));
    let own = game.state.own(spain());
    let caravel = Ships {
        caravels: 1,
        ..Ships::NONE
    };
    assert_eq!(own.docks, BTreeMap::from([(At::Europe, caravel)]));
    let charts: Vec<&str> = own
        .charts
        .iter()
        .map(packetboat_conquistador::ids::ZoneId::as_str)
        .collect();
    assert_eq!(charts, ["bahc", "less", "wind"]);
    assert!(open.options.tordesillas && !open.cape_navigated);
    assert_eq!(open.natives("AZT".parse().expect("an Area")), 5);
}

#[test]
fn ports_know_their_waters() {
    let game = Game::of("plate_fleet");
    let own = game.state.own(spain());
    for zone in ["peru", "main", "gpan"] {
        assert!(
            own.charts.contains(&zone.parse().expect("a zone")),
            "{zone}"
        );
    }
    // Coro has two Colonists; nobody is at Nombre de Dios alone.
    assert!(own.rutter && game.state.open.cape_navigated);
    assert_eq!(own.docks[&at("inc_lima")].carracks, 1);
    assert_eq!(game.state.open.mines[&hex("inc_potosi")].capacity, 15);
    assert!(game.state.open.cities[&hex("inc_cuzco")].exhausted);
    assert_eq!(game.state.open.natives("INC".parse().expect("an Area")), 2);
    let here: Vec<&str> = own
        .leaders
        .iter()
        .map(packetboat_conquistador::ids::LeaderId::as_str)
        .collect();
    assert_eq!(here, ["quesada", "valdivia"]);
    assert_eq!(game.state.open.turn, 12);
    assert_eq!(game.state.open.power(spain()).discovery_vp, 0);
}

#[test]
fn shorter_games_ask_for_quests_earlier() {
    let last = |scenario: &str, options: &[(&str, Setting)]| {
        let game = Game::with(scenario, options);
        let options = &game.state.open.options;
        (
            options.last_turn,
            options.cibola_last_start,
            options.eldorado_last_start,
        )
    };
    assert_eq!(last("campaign4", &[]), (21, 17, 17));
    assert_eq!(last("short4", &[]), (10, 6, 6));
    let turns = ("turns", Setting::Number(5));
    assert_eq!(last("campaign4", std::slice::from_ref(&turns)), (5, 1, 1));
    assert_eq!(last("plate_fleet", &[turns]), (16, 12, 12));
    let late = ("eldorado_last_start", Setting::Number(18));
    assert_eq!(last("campaign4", &[late]), (21, 17, 18));
}

#[test]
fn options_are_taken_over() {
    let word = |it: &str| Setting::Word(it.to_owned());
    let game = Game::with(
        "campaign4",
        &[
            ("deals", word("council")),
            ("lat_star", word("colonist_if_any")),
            ("two_cs", word("2C2S")),
            ("absent_power", word("drop")),
            ("tordesillas", Setting::Switch(false)),
        ],
    );
    let options = &game.state.open.options;
    assert!(options.council_deals && options.star_by_colonist && options.two_soldiers);
    assert_eq!(options.absent_power, AbsentPower::Drop);
    assert!(!options.tordesillas);
    let without = Game::thrown("campaign4", &[spain(), england()], &[], &[]);
    assert!(
        !without.state.open.options.tordesillas,
        "Portugal does not play"
    );
}

#[test]
fn random_leaders_come_by_a_hidden_die() {
    let leaders = tables().leaders.iter();
    let playing = leaders.filter(|it| it.power == spain());
    let faces = playing.enumerate().map(|(at, _)| [1, 3, 6][at % 3]);
    let faces: Vec<u32> = faces.collect();
    let on = ("random_leaders", Setting::Switch(true));
    let game = Game::thrown("solo_spain", &[], &[on], &faces);
    let service = |name: &str| service(tables(), &game.state, name.parse().expect("a leader"));
    assert_eq!(service("columbus"), (1, 2), "nobody comes before turn 1");
    assert_eq!(service("ojeda"), (1, 3));
    assert_eq!(service("pinzon"), (2, 4));
    assert_eq!(service("balboa"), (3, 4));
}

#[test]
fn leaders_appear_in_their_turn() {
    let mut game = Game::of("campaign4");
    game.play(Stage::Leaders, &[], &[]);
    let here: Vec<&str> = game
        .state
        .own(spain())
        .leaders
        .iter()
        .map(packetboat_conquistador::ids::LeaderId::as_str)
        .collect();
    assert_eq!(here, ["columbus", "ojeda", "pinzon"]);
    assert!(game.heard(france()).len() >= 6);
    assert_eq!(game.state.open.stage, Stage::Build);
}
