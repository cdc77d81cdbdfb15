//! Reads mails broken at random, as many as wanted:
//!
//! ```text
//! cargo run --release --example mutated_mails -- 1000000 [SEED]
//! ```
//!
//! Prints the seed and what came of them; ends with an error if one was read as it must not be.

#[path = "../tests/mail/mutate.rs"]
mod mutate;

use packetboat::mail::address::House;
use packetboat::mail::parse;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let mut number = |else_: u64| words.next().map_or(Some(else_), |it| it.parse().ok());
    let (Some(count), Some(seed)) = (number(1_000_000), number(1)) else {
        eprintln!("usage: mutated_mails [COUNT [SEED]]");
        return ExitCode::FAILURE;
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let mut breaker = mutate::Breaker::new(&mutate::fixtures(&folder), seed);
    let house = House::new("orders@club.example", Vec::new()).expect("an address");
    let begun = Instant::now();
    let (mut classes, mut slowest) = (BTreeMap::new(), 0);
    for round in 0..count {
        let mail = breaker.next();
        let each = Instant::now();
        let read = parse(&mail, &house);
        slowest = slowest.max(each.elapsed().as_micros());
        if let Err(what) = mutate::check(&read) {
            eprintln!(
                "mail {round} of seed {seed}: {what}\n{}",
                String::from_utf8_lossy(&mail)
            );
            return ExitCode::FAILURE;
        }
        *classes.entry(format!("{:?}", read.class)).or_insert(0_u64) += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{count} broken mails of seed {seed} in {seconds:.0} s, the slowest {slowest} us");
    println!("{classes:?}");
    ExitCode::SUCCESS
}
