//! How long Conquistador takes: `cargo bench --bench conquistador`.
//!
//! The position is one of `campaign4` late in the game, reached by four robots.
//! What is measured of it: `late.rs`.

mod late;

use divan::{Bencher, black_box};
use packetboat_conquistador::map::Map;
use packetboat_tools::games;

const GAME: &str = "conquistador";

const SCENARIO: &str = "campaign4";

/// The turn that is measured, of twenty-one.
const LATE: u32 = 18;

fn main() {
    late::main();
}

/// Reading and checking the map.
#[divan::bench(sample_count = 100)]
fn map_load(bencher: Bencher<'_, '_>) {
    let pack = games::pack(GAME);
    bencher.bench_local(|| black_box(Map::read(&pack).expect("the map")));
}
