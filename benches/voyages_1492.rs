//! How long 1492 takes: `cargo bench --bench voyages_1492`.
//!
//! The position is one of six ships in the sixth round, reached by robots.

mod late;

use divan::{Bencher, black_box};
use late::Late;
use packetboat::builtin;
use packetboat::games;
use packetboat::report::Templates;

const GAME: &str = "voyages-1492";

/// The round that is measured.
const LATE: u32 = 6;

fn main() {
    let late = late();
    println!("state.toml in round {LATE}: {} bytes", late.at.state.len());
    divan::main();
}

fn late() -> Late {
    Late::of(GAME, "standard", LATE)
}

/// A round: the sheets of six ships, read, resolved, and all files read and written.
#[divan::bench(sample_count = 100)]
fn six_ships(bencher: Bencher<'_, '_>) {
    let late = late();
    bencher.bench_local(|| late.turn());
}

/// The keys of the dice of one resolution, of any game: a chain of some four thousand hashes.
#[divan::bench(sample_count = 100)]
fn dice_keys(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| black_box(late::keys(1)));
}

/// The text reports of all six.
#[divan::bench(sample_count = 100)]
fn six_reports(bencher: Bencher<'_, '_>) {
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
