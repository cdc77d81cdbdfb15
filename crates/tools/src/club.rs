//! A whole club on a disk in memory, for as many ticks as wanted: campaigns of all games, players
//! of every kind, a referee, mail servers that fail, and a disk whose power is cut. After every
//! tick the invariants are checked that can be seen from outside, each under its number.
//!
//! Everything is a function of the options. The simulator puts mails into the Maildir and files
//! into the drop box, calls what the commands call, and looks at files and at mails that left; it
//! never reaches into the desk. The numbers are those of the list in [`checks`].
//!
//! Not here: games played without a desk (`packetboat_testkit::simulate`), and kills of the real
//! program, which need real processes (`tests/kills.rs`).

pub mod checks;
mod delivery;
mod entries;
mod envelope;
mod found;
mod hands;
mod letters;
mod mails;
pub mod meddler;
mod newcomers;
mod people;
mod places;
mod played;
mod referee;
pub mod report;
mod secrets;
mod site;
mod stops;
mod taken;
mod ticks;
mod twins;
mod world;

use meddler::Meddler;
use packetboat_testkit::simulate::check;
use report::{Finding, Options, Report, Tally};
use world::World;

/// Runs a club. What does not hold, panics included, is in the report.
///
/// On one thread, so that the same options are the same calls of the disk in the same order: side
/// by side, campaigns would meet a power cut at another call in each run.
pub fn run(options: &Options, meddler: &mut (dyn Meddler + Send)) -> Report {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    match one {
        Ok(one) => one.install(|| on_this_thread(options, meddler)),
        Err(what) => {
            let finding = Finding::new(options, 0, format!("no thread can be had: {what}"));
            report(options, Tally::default(), Some(finding), String::new())
        }
    }
}

fn on_this_thread(options: &Options, meddler: &mut dyn Meddler) -> Report {
    let mut tally = Tally::default();
    let mut finding = None;
    let mut hash = String::new();
    let mut world = match check(|| World::new(options)) {
        Ok(world) => world,
        Err(what) => {
            let finding = Some(Finding::new(options, 0, what));
            return report(options, tally, finding, hash);
        }
    };
    for tick in 1..=options.ticks {
        if let Err(what) = check(|| world.live(tick, meddler)) {
            finding = Some(Finding::new(options, tick, what));
            break;
        }
    }
    if finding.is_none()
        && let Err(what) = check(|| world.end(meddler))
    {
        finding = Some(Finding::new(options, options.ticks, what));
    }
    tally.clone_from(&world.tally);
    if finding.is_none() {
        hash = world.hash();
    }
    report(options, tally, finding, hash)
}

fn report(options: &Options, tally: Tally, finding: Option<Finding>, hash: String) -> Report {
    Report {
        options: *options,
        tally,
        finding,
        hash,
    }
}
