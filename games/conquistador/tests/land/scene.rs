//! A position made by hand, and the land phase played on it with lines and dice by hand.

use packetboat_conquistador::GAME;
use packetboat_core::engine::chronicle::{Announced, Cx};
use packetboat_core::engine::decide::{Lines, Live, PassedOver};
use packetboat_core::engine::dice::Dice;
use packetboat_core::engine::orders::{Mark, OrderRef};
use packetboat_core::engine::seat::{Seat, Viewer};

use packetboat_conquistador::data::Tables;
use packetboat_conquistador::events::Event;
use packetboat_conquistador::ids::{AreaId, At, Label, LeaderId};
use packetboat_conquistador::land;
use packetboat_conquistador::land::events::Event as LandEvent;
use packetboat_conquistador::land::plan::{Ask, Deed};
use packetboat_conquistador::men::{Hull, Kind, Men};
use packetboat_conquistador::orders::{Counted, Goal, March, Marchers, Order, Units};
use packetboat_conquistador::state::{
    AreaState, Bond, Deal, Expedition, Lot, Mine, Open, Options, Power, Sealed, Ship, Stage, State,
};
use packetboat_conquistador::view::View;
use packetboat_core::lang::form::Tried;
use packetboat_kit::hex::Hex;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The tables, read once.
pub(super) fn tables() -> Arc<Tables> {
    static TABLES: OnceLock<Arc<Tables>> = OnceLock::new();
    let read = || Tables::load(&GAME.pack()).expect("the tables fit");
    Arc::clone(TABLES.get_or_init(|| Arc::new(read())))
}

pub(super) fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

pub(super) fn area(id: &str) -> AreaId {
    id.parse().expect("an Area")
}

pub(super) fn leader(id: &str) -> LeaderId {
    id.parse().expect("a leader")
}

pub(super) fn label(id: &str) -> Label {
    id.parse().expect("a label")
}

/// A hex by the id of its place, or by its number.
pub(super) fn hex(name: &str) -> Hex {
    let place = name
        .parse()
        .ok()
        .and_then(|id| Some(tables().map.place(id)?.hex));
    place.unwrap_or_else(|| name.parse().expect("a place or a hex"))
}

pub(super) fn at(name: &str) -> At {
    At::Hex(hex(name))
}

/// Men from `2C3S1M`.
pub(super) fn men(text: &str) -> Men {
    let mut men = Men::NONE;
    let mut number = 0;
    for it in text.chars() {
        let kind = match it {
            'C' => Kind::Colonist,
            'S' => Kind::Soldier,
            'M' => Kind::Missionary,
            digit => {
                number = 10 * number + digit.to_digit(10).expect("a number and a letter");
                continue;
            }
        };
        *men.slot(kind) += number;
        number = 0;
    }
    men
}

/// Units of an order from `2C3S`; leaders by name.
pub(super) fn units(text: &str, leaders: &[&str]) -> Units {
    let men = men(text);
    let kinds = Kind::ALL.into_iter().filter(|it| men.get(*it) > 0);
    Units {
        all: false,
        men: kinds
            .map(|kind| Counted {
                kind,
                number: Some(men.get(kind)),
            })
            .collect(),
        leaders: leaders.iter().map(|it| leader(it)).collect(),
    }
}

/// A march of units without clauses.
pub(super) fn march(text: &str, leaders: &[&str], from: &str, goal: Goal) -> March {
    March {
        who: Marchers::Units {
            units: units(text, leaders),
            from: at(from),
        },
        via: Vec::new(),
        goal: Some(goal),
        carry: None,
        drops: Vec::new(),
        aboard: None,
    }
}

pub(super) fn to(place: &str) -> Goal {
    Goal::To { place: at(place) }
}

pub(super) fn storm(place: &str) -> Goal {
    Goal::Storm { place: at(place) }
}

pub(super) fn move_to(text: &str, leaders: &[&str], from: &str, place: &str) -> Order {
    Order::Move(march(text, leaders, from, to(place)))
}

pub(super) fn move_storm(text: &str, leaders: &[&str], from: &str, place: &str) -> Order {
    Order::Move(march(text, leaders, from, storm(place)))
}

/// The position, what was told, and what was passed over.
pub(super) struct Scene {
    pub(super) tables: Arc<Tables>,
    pub(super) state: State,
    pub(super) told: Vec<Announced<Event>>,
    pub(super) refused: Vec<PassedOver>,
    orders: BTreeMap<Seat, Vec<(OrderRef, Order)>>,
    marks: BTreeMap<(Seat, Stage), Mark>,
}

impl Scene {
    /// An empty New World, turn 5, with these powers; Native Levels as on the map.
    pub(super) fn new(powers: &[&str]) -> Scene {
        let tables = tables();
        let table: Vec<Seat> = powers.iter().map(|it| seat(it)).collect();
        let areas = tables.map.areas().iter().map(|it| {
            let state = AreaState {
                natives: it.native,
                attacked: BTreeSet::new(),
            };
            (it.id, state)
        });
        let open = Open {
            turn: 5,
            stage: Stage::Gold,
            turn_of: 0,
            cape_navigated: true,
            no_uprisings: false,
            doubled: None,
            breakthrough: false,
            options: options(),
            table: table.clone(),
            initiative: table.clone(),
            powers: table.iter().map(|it| (*it, power())).collect(),
            areas: areas.collect(),
            hexes: BTreeMap::new(),
            mines: BTreeMap::new(),
            cities: BTreeMap::new(),
            discovered: BTreeMap::new(),
            made_before: BTreeSet::new(),
            outcome: None,
        };
        let sealed: BTreeMap<Seat, Sealed> =
            table.iter().map(|it| (*it, Sealed::default())).collect();
        let open = serde_json::to_value(open).expect("plain data");
        let sealed = serde_json::to_value(sealed).expect("plain data");
        let state = json!({ "open": open, "sealed": sealed });
        let state = serde_json::from_value(state).expect("the other fields have defaults");
        Scene {
            tables,
            state,
            told: Vec::new(),
            refused: Vec::new(),
            marks: BTreeMap::new(),
            orders: BTreeMap::new(),
        }
    }

    /// Puts men and leaders ashore.
    pub(super) fn put(mut self, power: &str, place: &str, text: &str, leaders: &[&str]) -> Self {
        let stack = self.state.open.stack_mut(hex(place), seat(power));
        stack.men += men(text);
        stack.leaders.extend(leaders.iter().map(|it| leader(it)));
        self
    }

    pub(super) fn natives(mut self, id: &str, level: u32) -> Self {
        let state = self.state.open.areas.get_mut(&area(id));
        state.expect("an Area").natives = level;
        self
    }

    /// Opens a mine.
    pub(super) fn mine(mut self, power: &str, place: &str, capacity: u32) -> Self {
        let mine = Mine {
            capacity,
            owner: Some(seat(power)),
            worked: None,
        };
        self.state.open.mines.insert(hex(place), mine);
        self
    }

    /// Lays gold into a hex.
    pub(super) fn gold(mut self, power: &str, place: &str, origin: &str, ducats: u32) -> Self {
        let lot = Lot {
            origin: origin.parse().expect("a place"),
            ducats,
            shipped: false,
            owner: seat(power),
        };
        let ashore = self.state.open.hexes.entry(hex(place)).or_default();
        ashore.gold.push(lot);
        self
    }

    /// An expedition of empty ships.
    pub(super) fn ships(mut self, power: &str, name: &str, place: &str, hulls: &[Hull]) -> Self {
        let ships = hulls.iter().map(|it| Ship::new(*it)).collect();
        let mut expedition = Expedition::new(at(place), ships);
        expedition.bounds = 30;
        let own = self.state.own_mut(seat(power));
        own.expeditions.insert(label(name), expedition);
        self
    }

    pub(super) fn deal(mut self, bond: Bond) -> Self {
        self.state.deals.push(Deal { number: 1, bond });
        self
    }

    pub(super) fn options(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.state.open.options);
        self
    }

    /// Gives a power lines; each may have several branches on one line.
    pub(super) fn order(mut self, power: &str, order: Order) -> Self {
        let lines = self.orders.entry(seat(power)).or_default();
        let line = u32::try_from(lines.len()).expect("few") + 1;
        lines.push((
            OrderRef {
                submission: 1,
                line,
                part: 0,
            },
            order,
        ));
        self
    }

    /// A further branch of the line before (ELSE).
    pub(super) fn or_else(mut self, power: &str, order: Order) -> Self {
        let lines = self.orders.entry(seat(power)).or_default();
        let line = lines.last().expect("a line before").0;
        lines.push((line, order));
        self
    }

    /// Plays a segment with these dice, all of which it must use.
    pub(super) fn play(mut self, stage: Stage, dice: &[u32]) -> Self {
        self.run(stage, dice);
        self
    }

    /// The same in place.
    pub(super) fn run(&mut self, stage: Stage, dice: &[u32]) {
        self.state.enter(stage);
        self.marks.clear();
        let mut dice = Dice::scripted(dice.iter().copied());
        let march = [Stage::March, Stage::Combat, Stage::MarchEnd];
        let gold = [Stage::Gold, Stage::Depletion];
        let within = |now: Stage| {
            now == stage
                || (march.contains(&stage) && march.contains(&now))
                || (gold.contains(&stage) && gold.contains(&now))
        };
        let mut steps = 0;
        while within(self.state.open.stage) {
            self.step(&mut dice);
            steps += 1;
            assert!(steps < 1000, "it does not end");
        }
        assert_eq!(
            dice.left_over(),
            0,
            "all dice are used: {:?}",
            self.events()
        );
    }

    fn step(&mut self, dice: &mut Dice) {
        let asks = land::asks(&self.tables, &self.state);
        let mut answers: Vec<(Seat, Ask, Deed)> = Vec::new();
        for ask in asks {
            let deed = self.answer(ask.seat, &ask.question);
            answers.push((ask.seat, ask.question, deed));
        }
        let answers: Vec<(Seat, &Ask, Deed)> = answers
            .iter()
            .map(|(seat, ask, deed)| (*seat, ask, deed.clone()))
            .collect();
        let mut cx = Cx::new(dice, self.state.open.table.clone());
        land::advance(&self.tables, &mut self.state, &answers, &mut cx);
        self.told.extend(cx.into_announced().0);
        self.whole();
    }

    fn answer(&mut self, seat: Seat, ask: &Ask) -> Deed {
        let view = View::of(&self.tables, &self.state, Viewer::Seat(seat));
        let written = self.orders.remove(&seat).unwrap_or_default();
        let mut places: Vec<OrderRef> = Vec::new();
        let live = written.iter().map(|(at, order)| {
            if places.last() != Some(at) {
                places.push(*at);
            }
            Live {
                at: *at,
                place: u32::try_from(places.len()).expect("few"),
                branch: 0,
                tried: Tried::Once,
                each: false,
                used: 0,
                standing: false,
                closed: false,
                done: false,
                order,
            }
        });
        let lines = Lines {
            lines: live.collect(),
            asleep: Vec::new(),
            wished: false,
            trying: false,
        };
        let mark = self.marks.entry((seat, self.state.open.stage)).or_default();
        let lines = match ask {
            Ask::Line => lines.open(mark),
            _ => lines,
        };
        let decision = land::decide(&view, ask, &lines);
        if *ask == Ask::Line {
            lines.reach(mark, decision.rests_on.first().copied());
        }
        let deed = match decision.choice {
            Some(deed) => deed,
            None => land::silence(&view, ask, &lines),
        };
        assert_eq!(land::permits(&view, ask, &deed), Ok(()), "{deed:?}");
        drop(lines);
        self.refused.extend(decision.passed_over);
        let left = written
            .into_iter()
            .filter(|it| !decision.spends.contains(&it.0));
        self.orders.insert(seat, left.collect());
        deed
    }

    /// Parties and marches fit the stacks, whatever happened.
    fn whole(&self) {
        for (seat, own) in &self.state.sealed {
            let mut members: BTreeMap<Hex, Men> = BTreeMap::new();
            for party in own.parties.values() {
                if let Some(hex) = party.hex {
                    *members.entry(hex).or_default() += party.men;
                    let stack = self.state.open.stack(hex, *seat).expect("it stands there");
                    assert!(party.leaders.is_subset(&stack.leaders));
                    assert_eq!(party.trail.last(), Some(&hex));
                }
            }
            for (hex, men) in members {
                assert!(self.state.open.men(hex, *seat).has(&men), "{hex}");
            }
            for (hex, stack) in self.state.open.stacks_of(*seat) {
                assert!(stack.men.has(&stack.marched), "{hex}");
                assert!(stack.marched_leaders.is_subset(&stack.leaders), "{hex}");
            }
        }
    }

    /// What a power has in a hex.
    pub(super) fn at(&self, power: &str, place: &str) -> Men {
        self.state.open.men(hex(place), seat(power))
    }

    /// Leaders of a power in a hex.
    pub(super) fn led(&self, power: &str, place: &str) -> Vec<LeaderId> {
        let stack = self.state.open.stack(hex(place), seat(power));
        stack.map_or(Vec::new(), |it| it.leaders.iter().copied().collect())
    }

    /// Ducats of a power in a hex.
    pub(super) fn ducats(&self, power: &str, place: &str) -> u32 {
        let ashore = self.state.open.hexes.get(&hex(place));
        let lots = ashore.into_iter().flat_map(|it| &it.gold);
        lots.filter(|it| it.owner == seat(power))
            .map(|it| it.ducats)
            .sum()
    }

    /// Events of the land phase, oldest first.
    pub(super) fn events(&self) -> Vec<LandEvent> {
        let events = self.told.iter().filter_map(|it| match &it.event {
            Event::Land(event) => Some(event.clone()),
            _ => None,
        });
        events.collect()
    }

    /// How many events are of this kind, as its tag says.
    pub(super) fn count(&self, tag: &str) -> usize {
        let tag = serde_json::Value::from(tag);
        let events = self.events().into_iter();
        let tags = events.map(|it| serde_json::to_value(it).expect("plain data")["event"].clone());
        tags.filter(|it| *it == tag).count()
    }
}

fn power() -> Power {
    let power = json!({ "monarch": "A", "treasury": 100 });
    serde_json::from_value(power).expect("the other fields have defaults")
}

fn options() -> Options {
    let options = json!({
        "scenario": "campaign4",
        "last_turn": 21,
        "rounds_per_turn": 2,
        "council_deals": false,
        "star_by_colonist": false,
        "two_soldiers": false,
        "substitute": false,
        "resent_strict": false,
        "cibola_last_start": 17,
        "eldorado_last_start": 17,
        "tordesillas": true,
        "bankers": false,
        "privateer_cruise": false,
        "random_leaders": false,
        "march_factor": 1,
        "last_turn_upkeep": false,
    });
    serde_json::from_value(options).expect("the other fields have defaults")
}
