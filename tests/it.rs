//! The one integration crate.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on fails by panicking"
)]

/// As in the program that clubs run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod anno_1503;
mod anonymous;
mod archive;
mod bad_input;
mod buttons;
mod by_mail;
mod campaigns;
mod civil;
mod club;
mod club_by_mail;
mod commands;
mod config;
mod data;
mod digest;
mod docs;
mod doctor;
mod export;
mod forged;
mod gaps;
mod guard;
mod guide;
mod gunboat_by_mail;
mod html;
mod inside;
mod kills;
mod lang;
mod letters_not_orders;
mod mail;
mod maildir;
mod migrations;
mod new_spain;
mod news;
mod packing;
mod pictures_at_sea;
mod pictures_by_mail;
mod pictures_odd;
mod pictures_points;
mod playthroughs;
mod power;
mod press;
mod programs;
mod promises;
mod records;
mod registry;
mod report;
mod restored;
mod same_bytes;
mod schedule;
mod seasons;
mod seats;
mod shows;
mod simulate;
mod site;
mod sources;
mod standbys;
mod store;
mod support;
mod tick;
mod tidy;
mod toys;
mod troubles;
mod units;
mod voyages_1492;
mod watch;
mod weeks;
mod why;
mod words;
