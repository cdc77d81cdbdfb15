//! How often a tick waits for the disk: most of what it costs on one that is slow.

use crate::support::{Bench, DUEL};

/// Time passes, for the desk and for the disk, and a tick; how many syncs it took.
fn syncs(bench: &mut Bench, seconds: i64) -> usize {
    bench.later(seconds);
    bench.fs.set_clock(bench.now.seconds());
    let before = bench.fs.syncs();
    bench.tick();
    bench.fs.syncs() - before
}

/// Its entry, the entry's name, its mark, the books with the Maildir, and the mark of its receipt.
#[test]
fn a_lone_mail_costs_five_and_an_idle_tick_one() {
    let mut bench = Bench::with(&DUEL);
    for _ in 0..3 {
        syncs(&mut bench, 300);
    }
    assert_eq!(syncs(&mut bench, 300), 1, "its clock");
    bench.send("duel", "north", "1", "BID 2");
    assert_eq!(syncs(&mut bench, 300), 5);
}
