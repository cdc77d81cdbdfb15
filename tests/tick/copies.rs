//! Copies of one mail have one effect, wherever they come from and whenever.

use crate::support::{Bench, DUEL, seat};
use packetboat::desk::commands::referee;
use packetboat::desk::tick::run::tick;
use packetboat::store::fs::Fs;
use packetboat_tools::faulty::{Faulty, Trouble};

/// How many mails the log has taken, and how many lines the ledger has.
fn counts(bench: &Bench) -> (usize, usize) {
    let notes = bench.notes("duel");
    (
        notes.iter().map(|it| it.mail.len()).sum(),
        bench.ledger().len(),
    )
}

#[test]
fn ten_copies_at_once_and_ten_more_spread_over_ticks_are_one_mail() {
    let mut bench = Bench::with(&DUEL);
    let mail = bench.orders("duel", "north", "1", "BID 3");
    for _ in 0..10 {
        bench.deliver(&mail);
    }
    bench.tick();
    assert_eq!(counts(&bench), (1, 9));
    for _ in 0..10 {
        bench.later(600).deliver(&mail);
        bench.tick();
    }
    assert_eq!(counts(&bench), (1, 19));
    assert!(bench.ledger().iter().all(|it| it.2 == "again"));
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
    assert_eq!(
        bench.campaign("duel").table.in_force(seat("north")).len(),
        1
    );
    assert!(bench.fs.list(&bench.path("mail/new")).unwrap().is_empty());
    assert_eq!(bench.fs.list(&bench.path("mail/cur")).unwrap().len(), 20);
}

#[test]
fn a_copy_behind_other_mails_changes_nothing() {
    let mut bench = Bench::with(&DUEL);
    let first = bench.orders("duel", "north", "1", "BID 3");
    bench.deliver(&first);
    bench.tick();
    for bid in [4, 5] {
        bench.send("duel", "north", "1", &format!("BID {bid}"));
        bench.tick();
    }
    let before = bench.notes("duel").len();
    bench.later(600).deliver(&first);
    assert_eq!(bench.tick().entries, 0);
    assert_eq!(
        (bench.notes("duel").len(), counts(&bench)),
        (before, (3, 1))
    );
    assert_eq!(bench.ledger()[0].2, "again");
    let in_force = bench.campaign("duel").table.in_force(seat("north"));
    assert_eq!(in_force[0].text, "BID 5");
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 3);
    bench.verify();
}

#[test]
fn the_same_message_id_with_other_orders_is_another_mail() {
    let mut bench = Bench::with(&DUEL);
    let mail = bench.orders("duel", "north", "1", "BID 3");
    bench.deliver(&mail);
    bench.deliver(&mail.replace("BID 3", "BID 4"));
    bench.tick();
    assert_eq!(counts(&bench), (2, 0));
    assert_eq!(bench.answers("duel", "north"), 2);
    let in_force = bench.campaign("duel").table.in_force(seat("north"));
    assert_eq!(in_force.len(), 1);
    assert!(in_force[0].text.contains('4'), "{in_force:?}");
}

#[test]
fn a_copy_does_not_swallow_a_mail_that_still_waits() {
    let mut bench = Bench::with(&DUEL);
    let state = bench.read("campaigns/duel/log/000000/state.toml");
    bench.edit(
        "campaigns/duel/log/000000/state.toml",
        "purse = 15",
        "purse = 16",
    );
    let mail = bench.orders("duel", "north", "1", "BID 3");
    bench.deliver(&mail);
    bench.deliver(&mail);
    assert_eq!(bench.tick().exit_code(), 70);
    bench.later(600).tick();
    bench.write("campaigns/duel/log/000000/state.toml", state);
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    assert_eq!(bench.later(600).tick().exit_code(), 0);
    assert_eq!(counts(&bench), (1, 1));
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
}

/// The power is cut behind the commit and before tidying; before the next tick, the referee
/// gives a command, which is an entry of another run.
#[test]
fn a_command_between_a_cut_and_the_next_tick_makes_no_second_mail() {
    let mut base = Bench::with(&DUEL);
    let mail = base.orders("duel", "north", "1", "BID 3");
    base.deliver(&mail);
    let base = base.copy();
    let mut met = 0;
    for at in 1..40 {
        let mut cut = Bench::on(
            Faulty::new(base.fs.crash(0), Trouble::PowerCut(at)),
            base.now,
        );
        let _ = tick(&cut.club, &mut cut.post, cut.now);
        let mut after = Bench::on(cut.fs.inner().crash(at), base.now);
        after.later(60);
        met += usize::from(after.notes("duel").len() == 2);
        referee::hold(&after.club, "duel", "rain", after.now).unwrap();
        after.later(60).tick();
        assert_eq!(counts(&after), (1, 0), "call {at}");
        assert!(after.all("duel", "north", ".receipt").count() <= 2);
    }
    assert!(met > 5, "{met} cuts fell behind the commit");
}

#[test]
fn the_same_orders_dropped_again_are_meant_again() {
    let mut bench = Bench::with(&DUEL);
    for (hours, bid) in [(1, 3), (2, 4), (3, 3)] {
        bench.later(hours * 3_600);
        bench.fs.set_clock(bench.now.seconds());
        let text = format!("#orders duel north turn 1\nBID {bid}\n#end\n");
        bench.write("drop/north.txt", text);
        bench.tick();
    }
    assert_eq!(counts(&bench), (3, 0));
    let in_force = bench.campaign("duel").table.in_force(seat("north"));
    assert!(in_force[0].text.contains('3'), "{in_force:?}");
    assert_eq!(bench.fs.list(&bench.path("drop")).unwrap(), ["done"]);
}

#[test]
fn orders_dropped_for_a_seat_that_is_none_harm_nothing() {
    let mut bench = Bench::with(&DUEL);
    bench.write("drop/typo.txt", "#orders duel nroth turn 1\nBID 3\n#end\n");
    bench.write("drop/west.txt", "#orders duel west turn 1\nBID 3\n#end\n");
    assert_eq!(bench.tick().exit_code(), 0);
    assert_eq!(counts(&bench), (2, 0));
}
