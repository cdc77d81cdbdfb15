//! Royal Council and Maintenance, rule by rule. A position is a scenario with some fields changed;
//! orders are written as what they mean, dice by hand.

mod choices;
mod deals;
mod log;
mod political;
mod purchases;
mod royal;
mod set_up;
mod turn_end;
mod upkeep;

use packetboat_conquistador::Conquistador;
use packetboat_conquistador::GAME;
use packetboat_conquistador::council::{self, events::Event};
use packetboat_conquistador::data::Tables;
use packetboat_conquistador::events;
use packetboat_conquistador::ids::{At, Label};
use packetboat_conquistador::men::{Kind, Men};
use packetboat_conquistador::orders::{Condition, Order};
use packetboat_conquistador::state::{Stage, State};
use packetboat_core::engine::chronicle::{Announced, Cx, Input};
use packetboat_core::engine::data::{Founding, Setting};
use packetboat_core::engine::dice::Dice;
use packetboat_core::engine::orders::{Branch, Guard, Instruction, OrderBook, OrderRef};
use packetboat_core::engine::rules::{Pending, Rules};
use packetboat_core::engine::run::Run;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::engine::silence::Rulebook;
use packetboat_core::lang::form::Tried;
use packetboat_core::lang::sheet::Scope;
use packetboat_kit::hex::Hex;
use std::collections::BTreeMap;
use std::sync::OnceLock;

fn rules() -> &'static Rulebook<Conquistador> {
    static RULES: OnceLock<Rulebook<Conquistador>> = OnceLock::new();
    let load = || Conquistador::load(&GAME.pack()).expect("it fits");
    RULES.get_or_init(|| load().into())
}

fn tables() -> &'static Tables {
    rules().tables()
}

fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

fn spain() -> Seat {
    seat("spain")
}

fn england() -> Seat {
    seat("england")
}

fn france() -> Seat {
    seat("france")
}

fn portugal() -> Seat {
    seat("portugal")
}

/// The hex of a named place.
fn hex(id: &str) -> Hex {
    let place = tables().map.place(id.parse().expect("an id"));
    place.expect("a place").hex
}

fn at(id: &str) -> At {
    At::Hex(hex(id))
}

fn label(text: &str) -> Label {
    text.parse().expect("a label")
}

fn colonists(number: u32) -> Men {
    Men::of(Kind::Colonist, number)
}

fn soldiers(number: u32) -> Men {
    Men::of(Kind::Soldier, number)
}

fn men(colonists: u32, soldiers: u32, missionaries: u32) -> Men {
    Men {
        colonists,
        soldiers,
        missionaries,
    }
}

/// A game under test, and what was told last.
struct Game {
    state: State,
    told: Vec<Announced<events::Event>>,
    book: OrderBook<Order, Condition>,
}

impl Game {
    fn of(scenario: &str) -> Game {
        Game::with(scenario, &[])
    }

    fn with(scenario: &str, options: &[(&str, Setting)]) -> Game {
        Game::thrown(scenario, &[], options, &[])
    }

    fn thrown(scenario: &str, seats: &[Seat], options: &[(&str, Setting)], dice: &[u32]) -> Game {
        let options: BTreeMap<String, Setting> = options
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone()))
            .collect();
        let founding = Founding::new(&tables().card, Some(scenario), seats, &options);
        let founding = founding.expect("the card allows it");
        let mut dice = Dice::scripted(dice.iter().copied());
        let mut cx = Cx::new(&mut dice, founding.seats.clone());
        let state = council::set_up(tables(), &founding, &mut cx).expect("the scenario fits");
        let (told, _) = cx.into_announced();
        assert_eq!(dice.left_over(), 0);
        Game {
            state,
            told,
            book: OrderBook::default(),
        }
    }

    /// Plays a stage from its beginning to its end, with these lines and dice.
    fn play(&mut self, stage: Stage, lines: &[(Seat, Order)], dice: &[u32]) -> &mut Game {
        self.state.enter(stage);
        let sheet = rules().now(&self.state).sheet;
        self.book = OrderBook::default();
        for (number, (seat, order)) in (1..).zip(lines) {
            let line = Instruction {
                at: OrderRef {
                    submission: 1,
                    line: number,
                    part: 0,
                },
                text: String::new(),
                form: String::new(),
                key: Vec::new(),
                scope: Scope::Sheet { sheet },
                tried: Tried::Once,
                each: false,
                used: 0,
                spent: None,
                branches: vec![Branch {
                    order: order.clone(),
                    when: Guard::always(),
                }],
            };
            self.book.seats.entry(*seat).or_default().push(line);
        }
        let mut dice = Dice::scripted(dice.iter().copied());
        self.told.clear();
        let mut run = Run {
            rules: rules(),
            state: self.state.clone(),
            book: std::mem::take(&mut self.book),
        };
        while run.state.open.stage == stage {
            let (asked, input, mut left) = match rules().pending(&run.state) {
                Pending::Auto => (Vec::new(), Input::Auto, Vec::new()),
                Pending::Ask(prompts) => {
                    let (input, left) = run.answer(&prompts);
                    (prompts, input, left)
                }
                other => panic!("{other:?} in {stage:?}"),
            };
            let step = run.step(&asked, input, &mut left, &mut dice);
            self.told.extend(step.expect("nothing breaks").events);
        }
        assert_eq!(dice.left_over(), 0, "dice left over in {stage:?}");
        self.state = run.state;
        self.book = run.book;
        self.reread();
        self
    }

    /// What is stored comes back the same.
    fn reread(&self) {
        let text = serde_json::to_string(&self.state).expect("it is stored");
        let again: State = serde_json::from_str(&text).expect("it is read");
        assert!(again == self.state, "the state does not come back: {text}");
        for told in &self.told {
            let text = serde_json::to_string(told).expect("it is stored");
            let again: Announced<events::Event> = serde_json::from_str(&text).expect("it is read");
            assert_eq!(again, *told);
        }
    }

    /// What the council told, whoever heard it.
    fn events(&self) -> Vec<&Event> {
        let council = self.told.iter().filter_map(|it| match &it.event {
            events::Event::Council(event) => Some(event),
            _ => None,
        });
        council.collect()
    }

    /// What a seat heard of the council.
    fn heard(&self, viewer: Seat) -> Vec<&Event> {
        let heard = self
            .told
            .iter()
            .filter(|it| it.reaches(Viewer::Seat(viewer)));
        let heard = heard.map(|told| {
            if told.is_whole_for(Viewer::Seat(viewer)) {
                &told.event
            } else {
                // A test may keep what it looks at.
                &*Box::leak(Box::new(told.event.outside()))
            }
        });
        let council = heard.filter_map(|it| match it {
            events::Event::Council(event) => Some(event),
            _ => None,
        });
        council.collect()
    }

    /// Whether the council told such a thing.
    fn told(&self, is: impl Fn(&Event) -> bool) -> bool {
        self.events().into_iter().any(is)
    }

    fn treasury(&self, power: Seat) -> u32 {
        self.state.open.power(power).treasury
    }

    fn put(&mut self, power: Seat, place: &str, men: Men) {
        self.state.open.stack_mut(hex(place), power).men += men;
    }

    fn there(&self, power: Seat, place: &str) -> Men {
        self.state.open.men(hex(place), power)
    }
}
