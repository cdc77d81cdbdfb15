//! Reads mails broken at random, as many as wanted, and some that were made to do harm:
//!
//! ```text
//! cargo run --release --example mutated_mails -- 1000000 [SEED]
//! ```
//!
//! Prints the seed and what came of them; ends with an error if one was read as it must not be.

#[path = "../tests/mail/bombs.rs"]
mod bombs;
#[path = "../tests/mail/mutate.rs"]
mod mutate;

use packetboat::mail::address::House;
use packetboat::mail::parse;
use packetboat::mail::parse::MAIL_BYTES_MAX;
use std::collections::BTreeMap;
use std::hint::black_box;
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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/mail");
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
    let grown = memory();
    let (mut took, mut worst) = (0, "");
    for bomb in bombs::BOMBS {
        // As a tick reads a file: one byte more than counts.
        let mut begins = bomb.text().into_bytes();
        begins.truncate(MAIL_BYTES_MAX + 1);
        let each = Instant::now();
        black_box(parse(&begins, &house));
        let each = each.elapsed().as_millis();
        if each >= took {
            (took, worst) = (each, bomb.name);
        }
    }
    println!("the slowest mail bomb: {took} ms ({worst})");
    println!(
        "memory before the bombs and at most, making them included: {grown}, {}",
        memory()
    );
    ExitCode::SUCCESS
}

/// How much memory this process has used at most, where the system tells.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |it| it.trim().to_owned())
}
