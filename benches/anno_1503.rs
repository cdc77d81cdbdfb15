//! How long Anno 1503 takes: `cargo bench --bench anno_1503`.
//!
//! The position is one of four islands in the twelfth round, reached by robots.

mod late;

use divan::{Bencher, black_box};
use late::Late;
use packetboat::builtin;
use packetboat::games;
use packetboat::report::Templates;

const GAME: &str = "anno-1503";

/// The round that is measured.
const LATE: u32 = 12;

fn main() {
    let late = late();
    println!("state.toml in round {LATE}: {} bytes", late.at.state.len());
    divan::main();
}

fn late() -> Late {
    Late::of(GAME, "standard", LATE)
}

/// A round: the sheets of four islands, read, resolved, and all files read and written.
#[divan::bench(sample_count = 100)]
fn four_islands(bencher: Bencher<'_, '_>) {
    let late = late();
    bencher.bench_local(|| late.turn());
}

/// The text reports of all four.
#[divan::bench(sample_count = 100)]
fn four_reports(bencher: Bencher<'_, '_>) {
    let late = late();
    let templates = Templates::of(builtin::templates());
    let table = late.table();
    bencher.bench_local(|| late.reports(&*table, &templates));
}

/// All tables of the game.
#[divan::bench(sample_count = 100)]
fn rules_load(bencher: Bencher<'_, '_>) {
    let pack = builtin::game(GAME);
    let game = games::game(GAME).expect("it is registered");
    bencher.bench_local(|| black_box(game.load(&pack).expect("the data fit").card().seats.len()));
}
