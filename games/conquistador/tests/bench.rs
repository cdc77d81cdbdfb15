//! A position made by hand, and lines read in it, for the tests of the order language.

use packetboat_conquistador::ids::At;
use packetboat_conquistador::men::{Hull, Men, Ships};
use packetboat_conquistador::orders::{Condition, Order};
use packetboat_conquistador::state::{
    AreaState, Expedition, Open, Options, Power, Rating, Sealed, Shared, Ship, Stage,
};
use packetboat_conquistador::view::{Fleet, View};
use packetboat_conquistador::{Conquistador, GAME};
use packetboat_core::engine::language::Language;
use packetboat_core::engine::orders::Instruction;
use packetboat_core::engine::rules::Rules;
use packetboat_core::engine::seat::Seat;
use packetboat_core::engine::understand::understand;
use packetboat_core::lang::diagnostic::Diagnostic;
use packetboat_core::lang::read::read;
use packetboat_core::lang::reading::{Context, Reading};
use packetboat_core::lang::sheet::SheetNo;
use packetboat_core::lang::sheet_names::SheetNames;
use packetboat_kit::hex::Hex;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The rules, loaded once.
pub(crate) fn rules() -> &'static Conquistador {
    static RULES: OnceLock<Conquistador> = OnceLock::new();
    RULES.get_or_init(|| {
        let pack = GAME.pack();
        Conquistador::load(&pack).expect("the data are sound")
    })
}

pub(crate) fn seat(name: &str) -> Seat {
    name.parse().expect("a seat")
}

/// The hex of a place by id, or by number.
pub(crate) fn hex(name: &str) -> Hex {
    let id = name.parse().ok();
    let place = id.and_then(|it| rules().tables().map.place(it));
    match place {
        Some(place) => place.hex,
        None => name.parse().expect("a hex or a place"),
    }
}

pub(crate) fn men(colonists: u32, soldiers: u32, missionaries: u32) -> Men {
    Men {
        colonists,
        soldiers,
        missionaries,
    }
}

/// What one power sees, to be changed by a test.
#[derive(Clone)]
pub(crate) struct Bench {
    pub(crate) view: View,
}

impl Bench {
    /// Nothing but four Treasuries, at the gate of sheet a of turn 1; all orders on one sheet.
    pub(crate) fn of(power: &str) -> Bench {
        let me = seat(power);
        let table = ["spain", "england", "france", "portugal"].map(seat);
        let map = &rules().tables().map;
        let areas = map.areas().iter().map(|it| {
            let natives = it.native;
            let attacked = Default::default();
            (it.id, AreaState { natives, attacked })
        });
        let open = Open {
            turn: 1,
            stage: Stage::GateA,
            turn_of: 0,
            cape_navigated: false,
            no_uprisings: false,
            doubled: None,
            breakthrough: false,
            options: options(),
            table: table.to_vec(),
            initiative: table.to_vec(),
            powers: table.into_iter().map(|it| (it, treasury(200))).collect(),
            areas: areas.collect(),
            hexes: BTreeMap::new(),
            mines: BTreeMap::new(),
            cities: BTreeMap::new(),
            discovered: BTreeMap::new(),
            made_before: Default::default(),
            outcome: None,
        };
        Bench {
            view: View {
                tables: rules().tables().clone(),
                seat: Some(me),
                open: Shared::new(open),
                own: Some(Shared::new(Sealed::default())),
                deals: Vec::new(),
                fleets: Vec::new(),
            },
        }
    }

    pub(crate) fn turn(mut self, turn: u32) -> Bench {
        self.view.open.turn = turn;
        self
    }

    pub(crate) fn stage(mut self, stage: Stage) -> Bench {
        self.view.open.stage = stage;
        self
    }

    pub(crate) fn own(&mut self) -> &mut Sealed {
        self.view.own.as_mut().expect("a power looks")
    }

    /// Men of a power ashore.
    pub(crate) fn ashore(mut self, power: &str, place: &str, men: Men) -> Bench {
        self.view.open.stack_mut(hex(place), seat(power)).men = men;
        self
    }

    /// An expedition of the power that looks.
    pub(crate) fn fleet(mut self, label: &str, place: &str, hulls: &[Hull], men: Men) -> Bench {
        let at = At::Hex(hex(place));
        let mut ships: Vec<Ship> = hulls.iter().map(|it| Ship::new(*it)).collect();
        ships[0].men = men;
        let label = label.parse().expect("a label");
        self.own()
            .expeditions
            .insert(label, Expedition::new(at, ships));
        self
    }

    /// Ships of another power.
    pub(crate) fn foreign(mut self, power: &str, place: &str, ships: Ships, gold: u32) -> Bench {
        let origin = "inc_potosi".parse().expect("a place");
        self.view.fleets.push(Fleet {
            power: seat(power),
            at: At::Hex(hex(place)),
            ships,
            gold: BTreeMap::from([(origin, gold)]),
        });
        self
    }

    /// Reads a sheet.
    pub(crate) fn read(&self, text: &str) -> Reading {
        let grammar = rules().grammar(&self.view);
        let sheet = SheetNo::whole(self.view.open.turn);
        let table = &self.view.open.table;
        let seats: Vec<String> = table.iter().map(ToString::to_string).collect();
        let context = Context {
            campaign: "new-spain",
            seats: &seats,
            sheet,
            open: sheet,
            parts: 0,
            last: None,
            names: &SheetNames::NONE,
        };
        read(&grammar, &context, text)
    }

    /// Reads and builds a sheet: its lines, and all faults.
    pub(crate) fn build(
        &self,
        text: &str,
    ) -> (Vec<Instruction<Order, Condition>>, Vec<Diagnostic>) {
        let reading = self.read(text);
        let mut faults = reading.faults.clone();
        let (lines, wrong) = understand(rules(), &self.view, 1, &reading.lines, None);
        faults.extend(wrong);
        (lines, faults)
    }
}

fn treasury(ducats: u32) -> Power {
    Power {
        monarch: Rating::A,
        treasury: ducats,
        discovery_vp: 0,
        penalty_vp: 0,
        level: 0,
        multiplier_change: 0,
        colonists_left: 4,
        graft: false,
        civil_war: false,
        choices: Vec::new(),
        quests: Vec::new(),
        gold_credited: [0, 0],
        bank: Vec::new(),
        dropped: false,
        missed: 0,
    }
}

fn options() -> Options {
    Options {
        scenario: "campaign4".to_owned(),
        last_turn: 21,
        rounds_per_turn: 1,
        council_deals: false,
        star_by_colonist: false,
        two_soldiers: false,
        substitute: false,
        resent_strict: false,
        cibola_last_start: 17,
        eldorado_last_start: 17,
        tordesillas: true,
        bankers: true,
        privateer_cruise: true,
        random_leaders: false,
        march_factor: 1,
        last_turn_upkeep: false,
        lend_leaders: false,
        absent_power: Default::default(),
        hold_after_missed: 2,
    }
}
