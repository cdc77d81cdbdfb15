//! How long Diplomacy takes: `cargo bench --bench diplomacy`.
//!
//! The position is one of seven powers, reached by robots. What is measured of it: `late.rs`, and
//! here the judging of moves alone.

mod late;

use divan::{Bencher, black_box};
use packetboat_diplomacy::data::Tables;
use packetboat_diplomacy::judge::after::{Edition, adjudicate};
use packetboat_diplomacy::judge::lawful::{Units, lawful};
use packetboat_diplomacy::judge::{Act, Ordered};
use packetboat_diplomacy::state::State;
use packetboat_tools::games;

const GAME: &str = "diplomacy";

const SCENARIO: &str = "standard";

/// The year that is measured.
const LATE: u32 = 8;

fn main() {
    late::main();
}

/// The moves of all powers: each unit goes somewhere, or supports a unit beside it.
#[divan::bench(sample_count = 1000)]
fn judged(bencher: Bencher<'_, '_>) {
    let tables = Tables::read(&games::pack(GAME)).expect("our own files");
    let file = late::state();
    let (_head, state) = file.split_once("\n\n").expect("a file has a head");
    let state: State = toml::from_str(state).expect("our own files");
    let units = state.standing();
    let orders = orders(&tables, &units);
    bencher.bench_local(|| black_box(adjudicate(&tables, &orders, Edition::Of2023)));
}

fn orders(tables: &Tables, units: &Units) -> Vec<Ordered> {
    let each = units.values().enumerate();
    let each = each.map(|(place, (seat, unit))| {
        let steps = tables.steps(*unit);
        let goal = steps[place * 7 % steps.len()];
        let beside = units
            .values()
            .filter(|it| tables.reaches(*unit, it.1.province()));
        let supports = beside.map(|one| Act::Support {
            of: one.1.province(),
            to: None,
        });
        let moves = Act::Move {
            to: goal,
            via: false,
        };
        let mut wishes = supports.skip(place % 3).chain([moves]);
        let act = wishes.find_map(|it| lawful(tables, units, *unit, it).ok());
        Ordered {
            seat: *seat,
            unit: *unit,
            act: act.unwrap_or(Act::Hold),
        }
    });
    each.collect()
}
