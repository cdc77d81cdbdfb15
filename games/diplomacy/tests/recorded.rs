//! Recorded games come out as they were recorded: each phase, played from its state by its orders
//! as they were written, leads to the state of the next.
//!
//! The engine that recorded them (the Python package `diplomacy`) differs from ours in three
//! things, and in these ours is kept:
//!
//! - It often calls a support void that would help to dislodge a unit of the supporter's own
//!   power. With us such a support is given: it may keep others out (6.E.12), though it dislodges
//!   nobody.
//! - To who is dislodged by an army that came by convoy it opens all places beside, those where
//!   units are too. With us a unit retreats to no place that is taken.
//! - Who has lost all centres disbands its units by orders in winter. With us they go when centres
//!   change hands, as there is nothing to decide.

use packetboat_core::engine::dice::Keys;
use packetboat_core::engine::orders::OrderBook;
use packetboat_core::engine::run::Run;
use packetboat_core::engine::silence::Rulebook;
use packetboat_core::engine::understand::understand;
use packetboat_core::lang::read::read;
use packetboat_core::lang::reading::Context;
use packetboat_core::prelude::*;
use packetboat_diplomacy::GAME;
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::judge::after::{Came, Edition, adjudicate};
use packetboat_diplomacy::judge::lawful::lawful;
use packetboat_diplomacy::judge::{Act, Ordered};
use packetboat_diplomacy::orders::Diplomacy;
use packetboat_diplomacy::place::{Place, Province, Unit};
use packetboat_diplomacy::state::{self, State};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

type Holdings<T> = BTreeMap<Seat, BTreeSet<T>>;

/// A phase as it was recorded.
#[derive(Debug, Clone)]
struct Phase {
    /// `S1901M`: spring, the year, moves.
    name: String,
    units: Holdings<Unit>,
    centres: Holdings<Province>,
    retreats: BTreeMap<Unit, (Seat, BTreeSet<Place>)>,
    builds: BTreeMap<Seat, i64>,
    orders: BTreeMap<Seat, Vec<String>>,
    /// What the order of each unit has come to.
    results: BTreeMap<Unit, BTreeSet<String>>,
}

fn seat(name: &str) -> Seat {
    name.to_lowercase().parse().expect("a power")
}

fn words(of: &Json) -> Vec<String> {
    let all = of.as_array().into_iter().flatten();
    all.filter_map(|it| it.as_str().map(str::to_owned))
        .collect()
}

/// The entries of an object, by power.
fn powers(of: &Json) -> BTreeMap<Seat, &Json> {
    let all = of.as_object().into_iter().flatten();
    all.map(|(name, it)| (seat(name), it)).collect()
}

impl Phase {
    /// Of the record's own form. Centres may be left out where they have not changed.
    fn of(json: &Json, before: Option<&Phase>) -> Self {
        let state = &json["state"];
        let centres = match (before, state.get("centers")) {
            (Some(before), None) => before.centres.clone(),
            (_, centres) => {
                let all = powers(centres.expect("centres are recorded")).into_iter();
                let own = |it: &Json| words(it).iter().map(|it| province(it)).collect();
                all.map(|(seat, it)| (seat, own(it))).collect()
            }
        };
        let standing = |one: &Json| {
            let all = words(one).into_iter().filter(|one| !one.starts_with('*'));
            all.map(|one| unit(&one)).collect()
        };
        let mut retreats = BTreeMap::new();
        for (seat, own) in powers(&state["retreats"]) {
            for (name, open) in own.as_object().into_iter().flatten() {
                let open = words(open).iter().map(|it| place(it)).collect();
                retreats.insert(unit(name), (seat, open));
            }
        }
        let builds = powers(&state["builds"]).into_iter();
        let units = powers(&state["units"]).into_iter();
        let orders = powers(&json["orders"]).into_iter();
        let results = json["results"].as_object().into_iter().flatten();
        Phase {
            name: json["name"].as_str().expect("a name").to_owned(),
            units: units.map(|(seat, it)| (seat, standing(it))).collect(),
            centres,
            retreats,
            builds: builds
                .filter_map(|(seat, it)| Some((seat, it["count"].as_i64()?)))
                .collect(),
            orders: orders.map(|(seat, it)| (seat, words(it))).collect(),
            results: results
                .map(|(name, it)| (unit(name), words(it).into_iter().collect()))
                .collect(),
        }
    }

    /// The same without what only the other engine has.
    fn settled(mut self) -> Self {
        let standing: BTreeSet<Province> = {
            let all = self.units.values().flatten();
            all.map(|it| it.province()).collect()
        };
        for (_, open) in self.retreats.values_mut() {
            open.retain(|it| !standing.contains(&it.province));
        }
        self.retreats.retain(|_, (_, open)| !open.is_empty());
        if self.name.ends_with('A') {
            for (seat, own) in &mut self.units {
                if self.centres[seat].is_empty() {
                    own.clear();
                }
            }
        }
        self
    }

    fn sheet(&self) -> (u32, u8) {
        let year: u32 = self.name[1..5].parse().expect("a year");
        let part = match (&self.name[..1], &self.name[5..]) {
            ("S", "M") => 1,
            ("S", _) => 2,
            ("F", "M") => 3,
            ("F", _) => 4,
            _ => 5,
        };
        (year - 1900, part)
    }

    /// The state of a game that has come so far.
    fn state(&self) -> State {
        let (turn, part) = self.sheet();
        let dislodged = self
            .retreats
            .iter()
            .map(|(unit, (seat, to))| state::Dislodged {
                seat: *seat,
                unit: *unit,
                to: to.iter().copied().collect(),
            });
        State {
            turn,
            turns: 100,
            edition: Edition::Of2023,
            part,
            phase: state::Phase::Gate,
            seats: self.units.keys().copied().collect(),
            units: self.units.clone(),
            centres: self.centres.clone(),
            dislodged: dislodged.collect(),
        }
    }

    /// Where a state is not as it was recorded.
    fn differs(&self, state: &State) -> Option<String> {
        let dislodged = state.dislodged.iter().map(|one| {
            let to: BTreeSet<Place> = one.to.iter().copied().collect();
            (one.unit, (one.seat, to))
        });
        let dislodged: BTreeMap<_, _> = dislodged.collect();
        if (state.turn, state.part) != self.sheet() {
            let found = (state.turn, state.part);
            return Some(format!("{found:?} comes, not {}", self.name));
        }
        if state.units != self.units {
            return Some(format!("units {:?}, not {:?}", state.units, self.units));
        }
        if state.centres != self.centres {
            let wanted = &self.centres;
            return Some(format!("centres {:?}, not {wanted:?}", state.centres));
        }
        let open = &self.retreats;
        (dislodged != *open).then(|| format!("retreats {dislodged:?}, not {open:?}"))
    }
}

fn province(text: &str) -> Province {
    place(text).province
}

fn place(text: &str) -> Place {
    text.parse().expect("a place")
}

fn unit(text: &str) -> Unit {
    text.trim_start_matches('*').parse().expect("a unit")
}

/// An order of a movement phase as the record has it.
pub(crate) fn order(text: &str) -> (Unit, Act) {
    let parts: Vec<&str> = text.split(' ').collect();
    let act = match &parts[2..] {
        ["H"] => Act::Hold,
        ["-", to] => Act::Move {
            to: place(to),
            via: false,
        },
        ["-", to, "VIA"] => Act::Move {
            to: place(to),
            via: true,
        },
        ["S", _, of] => Act::Support {
            of: province(of),
            to: None,
        },
        ["S", _, of, "-", to] => Act::Support {
            of: province(of),
            to: Some(place(to)),
        },
        ["C", _, of, "-", to] => Act::Convoy {
            of: province(of),
            to: province(to),
        },
        _ => panic!("`{text}` is no order"),
    };
    (unit(&parts[..2].join(" ")), act)
}

/// What is found in all games, and how often.
#[derive(Debug, Default)]
struct Found {
    phases: u32,
    orders: u32,
    /// By kind: how often, and where first.
    differences: BTreeMap<String, (u32, String)>,
}

impl Found {
    fn note(&mut self, kind: &str, at: String) {
        let entry = self.differences.entry(kind.to_owned());
        entry.or_insert((0, at)).0 += 1;
    }
}

/// The orders of all units, and whose were not lawful: those hold.
fn ordered(map: &Tables, phase: &Phase) -> (Vec<Ordered>, BTreeSet<Unit>) {
    let units: BTreeMap<Province, (Seat, Unit)> = {
        let all = phase.units.iter();
        let all = all.flat_map(|(seat, own)| own.iter().map(|it| (*seat, *it)));
        all.map(|(seat, it)| (it.province(), (seat, it))).collect()
    };
    let said: BTreeMap<Unit, Act> = {
        let all = phase.orders.values().flatten();
        all.map(|it| order(it)).collect()
    };
    let mut unlawful = BTreeSet::new();
    let mut all = Vec::new();
    for (seat, unit) in units.values().copied() {
        let act = said.get(&unit).copied().unwrap_or(Act::Hold);
        let act = lawful(map, &units, unit, act).unwrap_or_else(|_| {
            unlawful.insert(unit);
            Act::Hold
        });
        all.push(Ordered { seat, unit, act });
    }
    (all, unlawful)
}

/// Compares what each order has come to.
fn results(map: &Tables, game: &str, phase: &Phase, found: &mut Found) {
    let (all, unlawful) = ordered(map, phase);
    let fates = adjudicate(map, &all, Edition::Of2023);
    // Whether a unit of this power stays where a support is for another to go.
    let against_own = |one: &Ordered| match one.act {
        Act::Support { to: Some(to), .. } => all.iter().zip(&fates).any(|(other, fate)| {
            let goes = other.act.destination().is_some() && fate.result == Came::Done;
            other.seat == one.seat && other.unit.province() == to.province && !goes
        }),
        _ => false,
    };
    for (one, fate) in all.iter().zip(&fates) {
        found.orders += 1;
        let class = match fate.result {
            _ if unlawful.contains(&one.unit) => Some("unlawful"),
            Came::Done => None,
            Came::Bounce => Some("bounce"),
            Came::NoConvoy => Some("no convoy"),
            Came::Cut => Some("cut"),
            Came::Void => Some("void"),
            Came::Disrupted => Some("disrupted"),
        };
        let lost = fate.dislodged_by.map(|_| "dislodged");
        let ours: BTreeSet<&str> = class.into_iter().chain(lost).collect();
        let theirs = phase.results.get(&one.unit);
        let mut theirs: BTreeSet<&str> = theirs.into_iter().flatten().map(String::as_str).collect();
        if fate.result == Came::Done && against_own(one) {
            theirs.remove("void");
        }
        if ours != theirs {
            let at = format!("{game} {}: {one:?}", phase.name);
            found.note(&format!("{ours:?} is {theirs:?}"), at);
        }
    }
}

/// Plays a phase by its orders, as sheets.
fn played(rules: &Rulebook<Diplomacy>, phase: &Phase, found: &mut Found) -> State {
    let state = phase.state();
    state.validate(&rules.tables).expect("a valid state");
    let seats: Vec<String> = state.seats.iter().map(ToString::to_string).collect();
    let sheet = SheetNo {
        turn: state.turn,
        part: state.part,
    };
    let mut book = OrderBook::default();
    for (seat, orders) in &phase.orders {
        let view = rules.view(&state, Viewer::Seat(*seat));
        let context = Context {
            campaign: "d",
            seats: &seats,
            sheet,
            open: sheet,
            parts: 5,
            names: &packetboat_core::lang::sheet_names::SheetNames::NONE,
            last: None,
        };
        let reading = read(&rules.grammar(&view), &context, &orders.join("\n"));
        let (lines, mut faults) =
            understand::<Diplomacy>(rules, &view, 1, &reading.lines, Some(sheet));
        faults.extend(reading.faults);
        if !faults.is_empty() {
            let at = format!("{}, {seat}: {faults:?}, {orders:?}", phase.name);
            found.note("a line with a fault", at);
        }
        book.seats.insert(*seat, lines);
    }
    let mut run = Run { rules, state, book };
    let mut dice = Dice::keyed(Keys::new(&[0; 32], 1, 0).expect("in range"));
    for _ in 0..2 {
        let (asked, input) = match run.rules.pending(&run.state) {
            Pending::Gather(called) => (Vec::new(), run.close_gate(&called)),
            Pending::Ask(prompts) => {
                let (input, _) = run.answer(&prompts);
                (prompts, input)
            }
            other => panic!("{}: {other:?}", phase.name),
        };
        run.step(&asked, input, &mut Vec::new(), &mut dice)
            .expect("a valid state");
    }
    run.state
}

fn compare(rules: &Rulebook<Diplomacy>, path: &Path, found: &mut Found) {
    let name = path.file_stem().expect("a file").to_string_lossy();
    let text = fs::read_to_string(path).expect("a readable file");
    let json: Json = serde_json::from_str(&text).expect("a record");
    let mut phases: Vec<Phase> = Vec::new();
    for one in json["phases"].as_array().expect("phases") {
        let phase = Phase::of(one, phases.last());
        phases.push(phase);
    }
    // Phases in which nobody has anything to decide are passed over.
    let mut phases: Vec<Phase> = phases.into_iter().map(Phase::settled).collect();
    phases.retain(|it| !it.state().called(&rules.tables).is_empty());
    for pair in phases.windows(2) {
        let [phase, next] = pair else {
            unreachable!("they are two")
        };
        found.phases += 1;
        if phase.name.ends_with('M') {
            results(&rules.tables, &name, phase, found);
        }
        let state = phase.state();
        for (seat, count) in &phase.builds {
            let ours = state.adjustment(&rules.tables, *seat);
            let has_any = !phase.centres[seat].is_empty();
            if phase.name.ends_with('A') && has_any && ours != *count {
                found.note("builds", format!("{name} {} {seat}: {ours}", phase.name));
            }
        }
        let after = played(rules, phase, found);
        if let Some(what) = next.differs(&after) {
            found.note("state", format!("{name} {}: {what}", phase.name));
        }
    }
}

fn records() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded");
    let more = std::env::var_os("PACKETBOAT_RECORDED").map(PathBuf::from);
    let mut files = Vec::new();
    for folder in [Some(own), more].into_iter().flatten() {
        let entries = fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|it| it.expect("readable").path());
        files.extend(paths.filter(|it| it.extension().is_some_and(|it| it == "json")));
    }
    files.sort();
    files
}

/// `PACKETBOAT_RECORDED` names a folder of further games in the form of their source.
#[test]
fn recorded_games_come_out_as_they_were_recorded() {
    let rules = Diplomacy::load(&GAME.pack()).expect("the data fits");
    let rules: Rulebook<Diplomacy> = rules.into();
    let mut found = Found::default();
    for path in records() {
        compare(&rules, &path, &mut found);
    }
    println!("{} phases, {} orders", found.phases, found.orders);
    let told = found.differences.iter();
    let told = told.map(|(kind, (count, at))| format!("{count} of {kind}, first {at}"));
    let told: Vec<String> = told.collect();
    assert!(told.is_empty(), "{}", told.join("\n"));
}
