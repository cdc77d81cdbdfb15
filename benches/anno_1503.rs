//! How long Anno 1503 takes: `cargo bench --bench anno_1503`.
//!
//! The position is one of four islands, reached by robots.
//! What is measured of it: `late.rs`.

mod late;

const GAME: &str = "anno-1503";

const SCENARIO: &str = "standard";

/// The round that is measured.
const LATE: u32 = 12;

fn main() {
    late::main();
}
