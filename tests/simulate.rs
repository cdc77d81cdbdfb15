//! The simulator itself: deterministic, honest about what it finds, and readable.

use packetboat::engine::data::{DataPack, Setting};
use packetboat::engine::game::card;
use packetboat_testkit::simulate::{Options, Players, Report, simulate};
use packetboat_tools::games;

/// Games whose seats have different means and goals.
const UNLIKE: &[&str] = &["conquistador"];

fn run(game: &str, options: &Options) -> Report {
    let pack = games::pack(game);
    simulate(games::game(game).unwrap(), &pack, options).unwrap()
}

#[test]
fn the_same_seed_makes_the_same_report() {
    let options = Options {
        games: 30,
        seed: 11,
        players: Players::Mix,
        ..Options::default()
    };
    let one = run("toy/skirmish", &options).to_string();
    assert_eq!(one, run("toy/skirmish", &options).to_string());
    assert!(one.contains("No invariant was broken."), "{one}");
    let other = Options {
        seed: 12,
        ..options
    };
    assert_ne!(one, run("toy/skirmish", &other).to_string());
}

#[test]
fn a_game_of_a_run_can_be_repeated_alone() {
    let all = Options {
        games: 5,
        seed: 40,
        ..Options::default()
    };
    let lengths: u32 = run("toy/skirmish", &all).lengths.keys().sum();
    let each = (40..45).map(|seed| {
        let one = Options {
            games: 1,
            seed,
            ..Options::default()
        };
        run("toy/skirmish", &one)
    });
    let each: Vec<Report> = each.collect();
    let mut together: Vec<u32> = each
        .iter()
        .flat_map(|it| it.lengths.keys().copied())
        .collect();
    together.sort_unstable();
    together.dedup();
    assert_eq!(together.iter().sum::<u32>(), lengths);
    let stops: u64 = each.iter().map(|it| it.stops).sum();
    assert_eq!(run("toy/skirmish", &all).stops, stops);
}

#[test]
fn a_robot_beats_silence_in_every_seat() {
    for game in games::all() {
        // Where the seats are not alike, winning shows nothing: such games have tests of their own.
        let card = card(&game.pack()).unwrap();
        let refereed = card.seats.iter().any(|it| it.referees);
        if UNLIKE.contains(&game.id()) || refereed {
            continue;
        }
        let options = Options {
            games: 40,
            players: Players::Versus,
            seats: Some(card.seats_min.max(2)),
            ..Options::default()
        };
        let report = run(game.id(), &options);
        let versus = report.versus.unwrap();
        assert_eq!(
            versus.won + versus.shared + versus.lost + versus.nobody,
            40,
            "{}",
            game.id()
        );
        assert!(versus.won > versus.lost, "{}:\n{report}", game.id());
    }
}

/// Data that a game's rules cannot bear: found by set-up, and told with the way to repeat it.
#[test]
fn what_breaks_is_a_finding_with_its_command() {
    let mut pack: DataPack = games::pack("toy/sealed");
    let tables = pack.files.get_mut("tables.toml").unwrap();
    *tables = "[[card]]\nvalue = 1\ncount = 3\n".to_owned();
    let mut options = Options {
        games: 2,
        seed: 90,
        seats: Some(3),
        ..Options::default()
    };
    options
        .options
        .insert("rounds".to_owned(), Setting::Number(2));
    let report = simulate(games::game("toy/sealed").unwrap(), &pack, &options).unwrap();
    let found: Vec<_> = report
        .findings
        .iter()
        .map(|it| (it.seed, it.what.as_str()))
        .collect();
    let what = "tables.toml: 6 cards are needed and there are 3";
    assert_eq!(found, [(90, what), (91, what)]);
    assert_eq!(
        report.findings[1].command,
        "packetboat-tools simulate toy/sealed --games 1 --seed 91 --seats 3 --option rounds=2"
    );
    assert!(
        report.to_string().contains("2 invariants were broken:"),
        "{report}"
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let pack = games::pack("toy/sealed");
    let game = games::game("toy/sealed").unwrap();
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::default();
        change(&mut options);
        simulate(game, &pack, &options).unwrap_err().to_string()
    };
    type Change<'a> = &'a dyn Fn(&mut Options);
    let checks: [(Change<'_>, &str); 4] = [
        (
            &|it| it.seats = Some(9),
            "game.toml: 9 seats: it is a game for 2 to 4",
        ),
        (
            &|it| it.scenario = Some("no".to_owned()),
            "game.toml: no scenario is called `no`; there are standard, duel",
        ),
        (
            &|it| drop(it.options.insert("x".to_owned(), Setting::Switch(true))),
            "game.toml: there is no option called `x`",
        ),
        (
            &|it| drop(it.options.insert("rounds".to_owned(), Setting::Number(7))),
            "game.toml: option rounds must be a number from 1 to 6",
        ),
    ];
    for (change, wanted) in checks {
        assert_eq!(with(change), wanted);
    }
}

#[test]
fn a_panic_is_caught_and_told() {
    let caught = packetboat_testkit::simulate::check(|| -> Result<(), String> {
        panic!("the dice fell off the table")
    });
    assert_eq!(
        caught,
        Err("it panicked: the dice fell off the table".to_owned())
    );
}
