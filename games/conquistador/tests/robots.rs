//! Robots play so that a solo player has opponents: they find and settle more than silence does.

use packetboat_conquistador::GAME;
use packetboat_testkit::simulate::{Options, Players, Report, simulate};

fn run(scenario: &str, players: Players) -> Report {
    let options = Options {
        games: 6,
        seed: 1,
        scenario: Some(scenario.to_owned()),
        players,
        ..Options::default()
    };
    let game = GAME;
    let report = simulate(game, &GAME.pack(), &options).unwrap();
    assert!(report.findings.is_empty(), "{report}");
    report
}

/// Game file 8.1: half as much again as idle play, for every power, over whole games.
#[test]
fn every_power_scores_more_than_silence() {
    let (robots, silence) = (
        run("campaign4", Players::Robots),
        run("campaign4", Players::Silent),
    );
    for (robot, silent) in robots.standings.iter().zip(&silence.standings) {
        let [robot_sum, silent_sum] =
            [robot, silent].map(|it| it.scores.iter().sum::<i64>().max(0));
        assert!(
            2 * robot_sum > 3 * silent_sum,
            "{}: {robot_sum} against {silent_sum}\n{robots}\n{silence}",
            robot.seat
        );
    }
    // They do more than settle: what the game's figures count happens.
    for wanted in ["gold of all income", "Tenochtitlan or Cuzco looted"] {
        let figure = robots.figures.iter().find(|it| it.words == wanted);
        assert!(figure.is_some_and(|it| it.count > 0), "{wanted}\n{robots}");
    }
}
