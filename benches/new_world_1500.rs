//! How long 1500 — The New World takes: `cargo bench --bench new_world_1500`.
//!
//! The position is one of six crowns, reached by robots.
//! What is measured of it: `late.rs`.

mod late;

use divan::Bencher;

const GAME: &str = "new-world-1500";

const SCENARIO: &str = "standard";

/// The game turn that is measured.
const LATE: u32 = 4;

fn main() {
    late::main();
}

/// A game turn for which all sheets are asked at once: with `pace = "seat"` play stops six times.
#[divan::bench(sample_count = 100)]
fn turn_by_round(bencher: Bencher<'_, '_>) {
    late::turn_with(bencher, &[("pace", "round")]);
}
