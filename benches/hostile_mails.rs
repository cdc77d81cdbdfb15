//! Sends mails to clubs that were made to stop them, as many as wanted, through whole ticks:
//!
//! ```text
//! cargo run --release --example hostile_mails -- 1000000 [SEED]
//! ```
//!
//! Prints the seed and what came of them; ends with an error if a campaign was halted, a mail has
//! not one line in an entry or in the ledger, or a secret went out.
#![allow(
    clippy::unwrap_used,
    reason = "it stands on helpers of the tests, which fail by panicking"
)]

#[path = "../tests/tick/hostile.rs"]
mod hostile;
#[path = "../tests/inside.rs"]
#[allow(dead_code, reason = "helpers of the tests use it")]
mod inside;
#[path = "../tests/support.rs"]
#[allow(dead_code, reason = "wanted is a club; the tests use the rest")]
mod support;

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let mut number = |else_: u64| words.next().map_or(Some(else_), |it| it.parse().ok());
    let (Some(count), Some(seed)) = (number(20_000), number(1)) else {
        eprintln!("usage: hostile_mails [COUNT [SEED]]");
        return ExitCode::FAILURE;
    };
    let begun = Instant::now();
    match hostile::run(usize::try_from(count).unwrap_or(usize::MAX), seed) {
        Ok(outcome) => {
            let seconds = begun.elapsed().as_secs_f64();
            println!("seed {seed}, {seconds:.0} s: {outcome}");
            ExitCode::SUCCESS
        }
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}
