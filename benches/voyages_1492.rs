//! How long 1492 takes: `cargo bench --bench voyages_1492`.
//!
//! The position is one of six ships, reached by robots.
//! What is measured of it: `late.rs`.

mod late;

const GAME: &str = "voyages-1492";

const SCENARIO: &str = "standard";

/// The round that is measured.
const LATE: u32 = 6;

fn main() {
    late::main();
}
