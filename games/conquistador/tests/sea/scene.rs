//! A position set up by hand, lines written as orders, and one segment played.

use packetboat_conquistador::GAME;
use packetboat_core::engine::chronicle::{Announced, Cx};
use packetboat_core::engine::decide::{Lines, Live};
use packetboat_core::engine::dice::Dice;
use packetboat_core::engine::orders::{Mark, OrderRef};
use packetboat_core::engine::seat::{Seat, Viewer};

use packetboat_conquistador::data::Tables;
use packetboat_conquistador::events::Event;
use packetboat_conquistador::ids::{At, Label, LeaderId, PlaceId, ZoneId};
use packetboat_conquistador::men::{Hull, Kind, Men};
use packetboat_conquistador::orders::{Chase, Counted, Course, Order, Stance, Units};
use packetboat_conquistador::sea;
use packetboat_conquistador::sea::events::Event as Sea;
use packetboat_conquistador::sea::plan::Ask;
use packetboat_conquistador::state::{
    AreaState, Bond, Deal, Expedition, Go, Lot, Open, Options, Power, Sealed, Shared, Ship, Stage,
    State,
};
use packetboat_conquistador::view::View;
use packetboat_core::lang::form::Tried;
use packetboat_kit::hex::Hex;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

pub(crate) const SPAIN: &str = "spain";
pub(crate) const ENGLAND: &str = "england";
pub(crate) const FRANCE: &str = "france";
pub(crate) const PORTUGAL: &str = "portugal";

/// The tables, read once.
pub(crate) fn tables() -> &'static Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let pack = GAME.pack();
        Arc::new(Tables::load(&pack).expect("the tables fit"))
    })
}

pub(crate) fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

pub(crate) fn label(name: &str) -> Label {
    name.parse().expect("a label")
}

pub(crate) fn leader(name: &str) -> LeaderId {
    name.parse().expect("a leader")
}

/// `europe`, a number or the id of a place.
pub(crate) fn at(name: &str) -> At {
    name.parse().unwrap_or_else(|_| {
        let id: PlaceId = name.parse().expect("a place");
        At::Hex(tables().map.place(id).expect("the map has it").hex)
    })
}

pub(crate) fn hex(name: &str) -> Hex {
    at(name).hex().expect("overseas")
}

pub(crate) fn men(colonists: u32, soldiers: u32, missionaries: u32) -> Men {
    Men {
        colonists,
        soldiers,
        missionaries,
    }
}

/// `units(&[(Kind::Soldier, 2)], &["cortes"])`.
pub(crate) fn units(men: &[(Kind, u32)], leaders: &[&str]) -> Units {
    let men = men.iter().map(|(kind, number)| Counted {
        kind: *kind,
        number: Some(*number),
    });
    Units {
        all: false,
        men: men.collect(),
        leaders: leaders.iter().map(|it| leader(it)).collect(),
    }
}

pub(crate) fn everybody() -> Units {
    Units {
        all: true,
        ..Units::default()
    }
}

pub(crate) fn nobody() -> Units {
    Units::default()
}

/// A position, the lines of the powers, and what has been told.
pub(crate) struct Scene {
    pub(crate) state: State,
    lines: BTreeMap<Seat, Vec<Order>>,
    marks: BTreeMap<(Seat, Stage), Mark>,
    told: Vec<Announced<Event>>,
    pub(crate) passed_over: Vec<String>,
}

impl Scene {
    /// Four powers, turn 5, at the beginning of a step; nobody has anything.
    pub(crate) fn at(stage: Stage) -> Scene {
        Scene::of(stage, &[SPAIN, ENGLAND, FRANCE, PORTUGAL], "campaign4")
    }

    pub(crate) fn of(stage: Stage, powers: &[&str], scenario: &str) -> Scene {
        let table: Vec<Seat> = powers.iter().map(|it| seat(it)).collect();
        let open = Open {
            turn: 5,
            stage,
            turn_of: 0,
            cape_navigated: false,
            no_uprisings: false,
            doubled: None,
            breakthrough: false,
            options: options(scenario),
            table: table.clone(),
            initiative: table.clone(),
            powers: table.iter().map(|it| (*it, power())).collect(),
            areas: natives(),
            hexes: BTreeMap::new(),
            mines: BTreeMap::new(),
            cities: BTreeMap::new(),
            discovered: BTreeMap::new(),
            made_before: BTreeSet::new(),
            outcome: None,
        };
        let sealed = table.iter().map(|it| (*it, Shared::new(Sealed::default())));
        Scene {
            state: State {
                deals_made: 0,
                open: Shared::new(open),
                sealed: sealed.collect(),
                deals: Vec::new(),
                go: Go::default(),
                fight: None,
                shifts: BTreeMap::new(),
            },
            lines: BTreeMap::new(),
            marks: BTreeMap::new(),
            told: Vec::new(),
            passed_over: Vec::new(),
        }
    }

    /// An expedition with many Bounds, of ships given by kind.
    pub(crate) fn ships(
        &mut self,
        power: &str,
        name: &str,
        place: &str,
        hulls: &[Hull],
    ) -> &mut Expedition {
        let ships = hulls.iter().map(|it| Ship::new(*it)).collect();
        let mut expedition = Expedition::new(at(place), ships);
        expedition.bounds = 40;
        let own = self.state.own_mut(seat(power));
        own.expeditions.insert(label(name), expedition);
        own.expeditions.get_mut(&label(name)).expect("put there")
    }

    /// Men ashore.
    pub(crate) fn ashore(&mut self, power: &str, place: &str, men: Men, leaders: &[&str]) {
        let stack = self.state.open.stack_mut(hex(place), seat(power));
        stack.men += men;
        stack.leaders.extend(leaders.iter().map(|it| leader(it)));
    }

    /// A Port: two Colonists.
    pub(crate) fn port(&mut self, power: &str, place: &str) {
        self.ashore(power, place, men(2, 0, 0), &[]);
    }

    /// Gold ashore.
    pub(crate) fn gold(&mut self, power: &str, place: &str, ducats: u32) {
        let ashore = self.state.open.hexes.entry(hex(place)).or_default();
        ashore.gold.push(lot(power, ducats));
    }

    pub(crate) fn deal(&mut self, bond: Bond) {
        let number = u32::try_from(self.state.deals.len()).expect("few") + 1;
        self.state.deals.push(Deal { number, bond });
    }

    /// A line of a power.
    pub(crate) fn line(&mut self, power: &str, order: Order) {
        self.lines.entry(seat(power)).or_default().push(order);
    }

    pub(crate) fn known(&mut self, power: &str, zones: &[&str]) {
        let zones = zones.iter().map(|it| it.parse::<ZoneId>().expect("a zone"));
        self.state.own_mut(seat(power)).charts.extend(zones);
    }

    /// Plays the step to its end, with exactly these dice.
    pub(crate) fn play(&mut self, dice: &[u32]) {
        let stage = self.state.open.stage;
        self.marks.clear();
        let mut dice = Dice::scripted(dice.iter().copied());
        for _ in 0..500 {
            if self.state.open.stage != stage {
                assert_eq!(dice.left_over(), 0, "dice are left over");
                return;
            }
            self.step(&mut dice);
        }
        panic!("the step does not end: {:?}", self.state.go);
    }

    /// Plays the next step of the sequence of play too.
    pub(crate) fn then(&mut self, stage: Stage, dice: &[u32]) {
        assert_eq!(self.state.open.stage, stage);
        self.play(dice);
    }

    fn step(&mut self, dice: &mut Dice) {
        let tables = tables();
        let prompts = sea::asks(tables, &self.state);
        let mut answers = Vec::new();
        for prompt in &prompts {
            let view = View::of(tables, &self.state, Viewer::Seat(prompt.seat));
            let none = Vec::new();
            let orders = self.lines.get(&prompt.seat).unwrap_or(&none);
            let lines = orders.iter().zip(0..).map(|(order, line)| Live {
                at: OrderRef {
                    submission: 1,
                    line,
                    part: 0,
                },
                place: line,
                branch: 0,
                tried: Tried::Once,
                used: 0,
                each: false,
                standing: false,
                closed: false,
                done: false,
                order,
            });
            let lines = Lines {
                lines: lines.collect(),
                asleep: Vec::new(),
                wished: false,
                trying: false,
            };
            let go = (prompt.seat, self.state.open.stage);
            let mark = self.marks.entry(go).or_default();
            let lines = match prompt.question {
                Ask::Line => lines.open(mark),
                _ => lines,
            };
            let decision = sea::decide(&view, &prompt.question, &lines);
            if prompt.question == Ask::Line {
                lines.reach(mark, decision.rests_on.first().copied());
            }
            let passed = decision.passed_over.iter();
            let passed = passed.map(|it| it.why.words().expect("words").to_owned());
            self.passed_over.extend(passed);
            let deed = decision
                .choice
                .unwrap_or_else(|| sea::silence(&view, &prompt.question, &lines));
            sea::permits(&view, &prompt.question, &deed).expect("what is decided is permitted");
            answers.push((prompt.seat, &prompt.question, deed));
        }
        let mut cx = Cx::new(dice, self.state.open.table.clone());
        sea::advance(tables, &mut self.state, &answers, &mut cx);
        self.told.extend(cx.into_announced().0);
    }

    /// What a power was told at sea.
    pub(crate) fn told(&self, power: &str) -> Vec<&Sea> {
        self.heard(Viewer::Seat(seat(power)))
    }

    pub(crate) fn heard(&self, viewer: Viewer) -> Vec<&Sea> {
        let told = self.told.iter().filter(|it| it.reaches(viewer));
        let told = told.map(|told| {
            if told.is_whole_for(viewer) {
                &told.event
            } else {
                // A test may keep what it looks at.
                &*Box::leak(Box::new(told.event.outside()))
            }
        });
        told.filter_map(|it| match it {
            Event::Sea(event) => Some(event),
            _ => None,
        })
        .collect()
    }

    pub(crate) fn expedition(&self, power: &str, name: &str) -> &Expedition {
        let own = self.state.own(seat(power));
        own.expeditions.get(&label(name)).expect("it lives")
    }

    pub(crate) fn is_gone(&self, power: &str, name: &str) -> bool {
        !self
            .state
            .own(seat(power))
            .expeditions
            .contains_key(&label(name))
    }

    pub(crate) fn own(&mut self, power: &str) -> &mut Sealed {
        self.state.own_mut(seat(power))
    }

    pub(crate) fn men_at(&self, power: &str, place: &str) -> Men {
        self.state.open.men(hex(place), seat(power))
    }
}

pub(crate) fn lot(power: &str, ducats: u32) -> Lot {
    Lot {
        origin: "car_hispaniola".parse().expect("a place"),
        ducats,
        shipped: false,
        owner: seat(power),
    }
}

fn natives() -> BTreeMap<packetboat_conquistador::ids::AreaId, AreaState> {
    let areas = tables().map.areas().iter();
    let state = |natives| AreaState {
        natives,
        attacked: BTreeSet::new(),
    };
    areas.map(|it| (it.id, state(it.native))).collect()
}

/// Read like a stored one, so that what has a default may be left out.
fn power() -> Power {
    toml::from_str("monarch = 'B'\ntreasury = 100").expect("a power")
}

fn options(scenario: &str) -> Options {
    let numbers = "last_turn = 21\nrounds_per_turn = 2\ncibola_last_start = 17\n\
                   eldorado_last_start = 17\nmarch_factor = 1\ntordesillas = true\n";
    let off = [
        "council_deals",
        "star_by_colonist",
        "two_soldiers",
        "substitute",
        "resent_strict",
        "bankers",
        "privateer_cruise",
        "random_leaders",
        "last_turn_upkeep",
    ];
    let off: String = off.iter().map(|it| format!("{it} = false\n")).collect();
    toml::from_str(&format!("scenario = '{scenario}'\n{numbers}{off}")).expect("options")
}

pub(crate) fn hemi(name: &str, to: &str) -> Order {
    Order::Hemi {
        label: label(name),
        via: Vec::new(),
        to: at(to),
        exceed: None,
    }
}

pub(crate) fn attack(name: &str, power: &str, place: &str) -> Order {
    Order::Attack {
        label: label(name),
        power: seat(power),
        chase: Chase::At { place: hex(place) },
        sink: false,
        exceed: None,
    }
}

pub(crate) fn invade(name: &str, place: &str, raid: bool) -> Order {
    Order::Invade {
        label: label(name),
        place: at(place),
        with: None,
        raid,
        exceed: None,
    }
}

pub(crate) fn debark(name: &str, units: Units) -> Order {
    Order::Debark {
        label: label(name),
        units,
    }
}

pub(crate) fn embark(name: &str, units: Units) -> Order {
    Order::Embark {
        label: label(name),
        units,
    }
}

pub(crate) fn stance(stance: Stance) -> Order {
    Order::Stance {
        label: None,
        stance,
    }
}

pub(crate) fn sail(name: &str, to: Course) -> Order {
    Order::Sail {
        label: Some(label(name)),
        to,
        exceed: None,
    }
}
