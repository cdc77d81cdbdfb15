//! Conquistador: its map and tables, its order language, every segment by itself, and what powers
//! read. Single rules are cases too (`cases/`).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

mod advice;
mod bench;
mod council;
mod data;
mod faults;
mod forecasts;
mod grammar;
mod help;
mod hiding;
mod holds;
mod land;
mod log;
mod map;
mod pages;
mod picture_sheet;
mod pictures;
mod pretend;
mod robots;
mod scenarios;
mod sea;
mod sheet;
mod validate;

use packetboat_conquistador::GAME;
use std::fs;
use std::path::Path;

packetboat_testkit::owes!(GAME, named seats);

/// Bytes of a report.
const BYTES_MAX: u64 = 16_000;

#[test]
fn no_report_is_long() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut read = 0;
    for kept in fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()) {
        let pages = fs::read_dir(&kept).into_iter().flatten();
        for page in pages.map(|it| it.unwrap().path()) {
            if page.extension().is_some_and(|it| it == "txt") {
                let bytes = fs::metadata(&page).unwrap().len();
                assert!(bytes <= BYTES_MAX, "{}: {bytes} bytes", page.display());
                read += 1;
            }
        }
    }
    assert!(read > 20, "only {read} reports were found");
}
