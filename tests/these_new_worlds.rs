//! These New Worlds as a whole: games on default plans, what a viewer cannot tell, templates.

use packetboat::builtin;
use packetboat::engine::chronicle::Cx;
use packetboat::engine::data::{Founding, GameCard, Setting};
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::orders::OrderBook;
use packetboat::engine::rules::{Outcome, Rules};
use packetboat::engine::run::{Halt, Run};
use packetboat::engine::seat::Seat;
use packetboat::games::these_new_worlds::TheseNewWorlds;
use packetboat::games::these_new_worlds::events::Event;
use packetboat::games::these_new_worlds::state::State;

pub(crate) fn rules() -> TheseNewWorlds {
    TheseNewWorlds::load(&builtin::game(TheseNewWorlds::ID)).expect("the data fits")
}

pub(crate) fn founding() -> Founding {
    let card: GameCard = builtin::game(TheseNewWorlds::ID)
        .read("game.toml")
        .expect("the card fits");
    Founding {
        scenario: card.scenarios[0].name.clone(),
        seats: card.seats.iter().map(|it| it.name).collect(),
        options: card
            .options
            .into_iter()
            .map(|it| (it.name, it.default))
            .collect::<std::collections::BTreeMap<String, Setting>>(),
    }
}

pub(crate) fn dice(game: u32) -> Dice {
    let mut seed = [0; 32];
    seed[..4].copy_from_slice(&game.to_le_bytes());
    Dice::keyed(Keys::new(&seed, 1, 0).expect("in range"))
}

struct Played {
    state: State,
    outcome: Outcome,
    events: Vec<Event>,
}

/// A whole game in which nobody ever sends anything.
fn silent_game(rules: &TheseNewWorlds, founding: &Founding, game: u32) -> Played {
    let mut dice = dice(game);
    let mut cx = Cx::new(&mut dice, founding.seats.clone());
    let state = rules.setup(founding, &mut cx).expect("founded");
    rules.validate(&state).expect("a valid opening");
    let mut events: Vec<Event> = cx.into_told().into_iter().map(|it| it.event).collect();
    let mut run = Run {
        rules,
        state,
        book: OrderBook::default(),
    };
    loop {
        let (steps, halt) = run.play(&mut dice, true).expect("valid states");
        events.extend(
            steps
                .into_iter()
                .flat_map(|it| it.events)
                .map(|it| it.event),
        );
        if let Halt::Over(outcome) = halt {
            return Played {
                state: run.state,
                outcome,
                events,
            };
        }
    }
}

#[test]
fn stats() {
    let rules = rules();
    let founding = founding();
    let games = 5000u32;
    let mut rounds = [0u32; 8];
    let mut domes = [0u32; 3];
    let (mut played, mut phases, mut nobody, mut equal) = (0u32, 0u32, 0u32, 0u32);
    let mut wins = [0u32; 3];
    for game in 0..games {
        let it = silent_game(&rules, &founding, game);
        rounds[it.state.round as usize] += 1;
        let mut now = 0;
        for event in &it.events {
            match event {
                Event::DomePlaced { .. } => now += 1,
                Event::PhaseEnded { played: cards, .. } => {
                    played += u32::from(*cards);
                    phases += 1;
                }
                Event::Colonised { .. } | Event::JoinedCollective { .. } => {
                    domes[now] += 1;
                    now = 0;
                }
                Event::GameOver { winner, by, .. } => {
                    nobody += u32::from(winner.is_none());
                    equal += u32::from(by.is_some_and(|it| {
                        it != packetboat::games::these_new_worlds::events::Decided::Planets
                    }));
                    match winner {
                        Some(it) if *it == founding.seats[0] => wins[0] += 1,
                        Some(_) => wins[1] += 1,
                        None => wins[2] += 1,
                    }
                }
                _ => {}
            }
        }
        let _ = (&it.outcome, Seat::as_str);
    }
    eprintln!(
        "rounds {rounds:?} cards/phase {} domes {domes:?} of {phases} nobody {nobody} equal {equal} wins {wins:?}",
        f64::from(played) / f64::from(phases)
    );
}

/// The templates as the program sets them up.
fn templates() -> minijinja::Environment<'static> {
    let mut env = minijinja::Environment::new();
    env.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
    let syntax = minijinja::syntax::SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .expect("a known syntax");
    env.set_syntax(syntax);
    for (path, text) in builtin::templates() {
        env.add_template_owned(path, text)
            .expect("a template that reads");
    }
    env
}

#[test]
fn every_event_has_words() {
    let env = templates();
    for event in rules().samples() {
        let e = serde_json::to_value(&event).expect("plain data");
        let name = e["event"].as_str().expect("tagged").replace('-', "_");
        let source = format!(
            "{{% import 'these-new-worlds/events.txt' as events %}}{{{{ events.{name}(e) }}}}"
        );
        let text = env
            .render_str(
                &source,
                minijinja::context! { e => minijinja::value::Serde(&e) },
            )
            .expect("rendered");
        eprintln!("{text}");
        assert!(!text.trim().is_empty(), "{name}");
        for line in text.lines() {
            assert!(
                line.len() <= 72 && line == line.trim_end(),
                "{name}: {line:?}"
            );
        }
    }
}

#[test]
fn a_report_shows_the_position() {
    let env = templates();
    let rules = rules();
    let founding = founding();
    let played = silent_game(&rules, &founding, 3);
    let mut dice = dice(3);
    let mut cx = Cx::new(&mut dice, founding.seats.clone());
    let opening = rules.setup(&founding, &mut cx).expect("founded");
    for state in [opening, played.state] {
        for viewer in [
            packetboat::engine::seat::Viewer::Seat(founding.seats[0]),
            packetboat::engine::seat::Viewer::Public,
        ] {
            let view = rules.view(&state, viewer);
            let sheet = rules.order_sheet(&view);
            let template = env
                .get_template("these-new-worlds/report.txt")
                .expect("there");
            let text = template
                .render(minijinja::context! { view => minijinja::value::Serde(&view) })
                .expect("rendered");
            eprintln!("{text}======\n{sheet:#?}");
            for line in text.lines() {
                assert!(line.len() <= 72 && line == line.trim_end(), "{line:?}");
            }
        }
    }
}
