//! How long Conquistador takes: `cargo bench --bench conquistador`.
//!
//! The position is one of `campaign4` late in the game, reached by four robots.

mod late;

use divan::{Bencher, black_box};
use late::Late;
use packetboat::builtin;
use packetboat::games;
use packetboat::games::conquistador::map::Map;
use packetboat::report::Templates;

const GAME: &str = "conquistador";

/// The turn that is measured, of twenty-one.
const LATE: u32 = 18;

fn main() {
    let late = late();
    println!("state.toml on turn {LATE}: {} bytes", late.at.state.len());
    divan::main();
}

fn late() -> Late {
    Late::of(GAME, "campaign4", LATE)
}

/// A whole turn: both sheets of four powers, read, resolved, and all files read and written.
#[divan::bench(sample_count = 100)]
fn late_turn(bencher: Bencher<'_, '_>) {
    let late = late();
    bencher.bench_local(|| late.turn());
}

/// The text reports of all four powers behind sheet a.
#[divan::bench(sample_count = 100)]
fn four_reports(bencher: Bencher<'_, '_>) {
    let late = late();
    let templates = Templates::of(builtin::templates());
    let table = late.table();
    bencher.bench_local(|| late.reports(&*table, &templates));
}

/// Reading and checking the map.
#[divan::bench(sample_count = 100)]
fn map_load(bencher: Bencher<'_, '_>) {
    let pack = builtin::game(GAME);
    bencher.bench_local(|| black_box(Map::read(&pack).expect("the map")));
}

/// All tables of the game, the map among them.
#[divan::bench(sample_count = 100)]
fn rules_load(bencher: Bencher<'_, '_>) {
    let pack = builtin::game(GAME);
    let game = games::game(GAME).expect("it is registered");
    bencher.bench_local(|| black_box(game.load(&pack).expect("the data fit").card().seats.len()));
}
