//! `edit` on a full disk, or cut short: it is done again, and nothing that was changed is lost.

use crate::support::{Bench, DUEL};
use packetboat::desk::commands::edit;
use packetboat::store::fs::{Fs, exists};
use packetboat_tools::faulty::{Faulty, Trouble};
use std::path::Path;

const COPY: &str = "/club/campaigns/duel/edit/000000";

/// The copy can be made, changed and adopted, whatever was there before.
fn check(bench: &mut Bench, what: &str) {
    let made = edit::edit(&bench.club, "duel");
    let there = "has a copy already";
    let fits = made
        .as_ref()
        .map_or_else(|it| it.to_string().contains(there), |_| true);
    assert!(fits, "{what}: {made:?}");
    bench.edit(
        "campaigns/duel/edit/000000/state.toml",
        "purse = 15",
        "purse = 12",
    );
    let adopted = edit::adopt(&bench.club, "duel", "a gift", bench.now);
    assert!(adopted.is_ok(), "{what}: {adopted:?}");
    bench.later(60).tick();
    bench.verify();
}

#[test]
fn half_a_copy_is_no_copy() {
    let base = Bench::with(&DUEL);
    for number in 1..30 {
        for trouble in [Trouble::Full(number), Trouble::PowerCut(number)] {
            let there = Bench::on(Faulty::new(base.fs.crash(0), trouble), base.now);
            let made = edit::edit(&there.club, "duel");
            let full = matches!(trouble, Trouble::Full(_));
            if full && made.is_err() {
                let left = exists(there.fs.inner(), Path::new(COPY));
                assert!(!left, "{number}: a full disk keeps half a copy");
            }
            for luck in 0..3 {
                let mut after = Bench::on(there.fs.inner().crash(luck), base.now);
                check(&mut after, &format!("{trouble:?}, {luck}"));
            }
        }
    }
}

#[test]
fn what_somebody_has_changed_is_no_half_copy() {
    let mut bench = Bench::with(&DUEL);
    edit::edit(&bench.club, "duel").unwrap();
    bench.edit(
        "campaigns/duel/edit/000000/state.toml",
        "purse = 15",
        "purse = 12",
    );
    bench
        .fs
        .remove_file(&bench.path("campaigns/duel/edit/000000/book.toml"))
        .unwrap();
    let refused = edit::edit(&bench.club, "duel").unwrap_err().to_string();
    assert!(refused.contains("has a copy already"), "{refused}");
    assert!(
        bench
            .read("campaigns/duel/edit/000000/state.toml")
            .contains("purse = 12")
    );
    // Without that it is taken away, and made anew.
    bench.edit(
        "campaigns/duel/edit/000000/state.toml",
        "purse = 12",
        "purse = 15",
    );
    edit::edit(&bench.club, "duel").unwrap();
    bench.later(60).tick();
}
