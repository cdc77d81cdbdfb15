//! Makes reports with templates written at random, as many as wanted:
//!
//! ```text
//! cargo run --release --example random_templates -- 100000 [SEED]
//! ```
//!
//! Ends with an error if one keeps a report from being made, or if all together needed more than
//! 64 MB beyond what the program has at its start.
#![allow(
    clippy::unwrap_used,
    reason = "it stands on helpers of the tests, which fail by panicking"
)]

#[path = "../tests/report/pretend.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod pretend;
#[path = "../tests/report/random.rs"]
mod random;

use std::process::ExitCode;
use std::time::Instant;

/// Bytes that they may need.
const BYTES_MAX: u64 = 64 << 20;

/// The most memory that the program has had, in bytes; 0 where the system does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let mut number = |else_: u64| words.next().map_or(Some(else_), |it| it.parse().ok());
    let (Some(count), Some(seed)) = (number(10_000), number(1)) else {
        eprintln!("usage: random_templates [COUNT [SEED]]");
        return ExitCode::FAILURE;
    };
    let begun = Instant::now();
    let made = random::run(1, seed, || Ok(())).and_then(|_| {
        let before = peak();
        let more = || peak().saturating_sub(before);
        let fits = || {
            if more() <= BYTES_MAX {
                Ok(())
            } else {
                Err(format!("it needed {} MB", more() >> 20))
            }
        };
        let own = random::run(usize::try_from(count).unwrap_or(usize::MAX), seed, fits)?;
        Ok((own, more()))
    });
    match made {
        Ok((own, more)) => {
            let seconds = begun.elapsed().as_secs_f64();
            println!(
                "seed {seed}, {seconds:.0} s: {own} of {count} made a report, and ours the rest; \
                 {} MB",
                more >> 20
            );
            ExitCode::SUCCESS
        }
        Err(what) => {
            eprintln!("{what}");
            ExitCode::FAILURE
        }
    }
}
