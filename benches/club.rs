//! How long things take: `cargo bench`. The README says what the figures mean.
//!
//! Clubs lie on the real disk, in the folder for temporary files, and are made without syncs; what
//! is measured syncs as it does in earnest, unless its name says otherwise.

#[path = "place.rs"]
mod place;

use divan::{Bencher, black_box};
use packetboat::desk::proof::verify::{self, How};
use packetboat::desk::tick::run::tick;
use place::{Place, TICK_DUE, order_mail};

fn main() {
    divan::main();
    place::clear_up();
}

/// A tick over campaigns none of which is due, behind one that found nothing either: linear, two
/// looks at the disk for each.
#[divan::bench(args = [100, 10_000], sample_count = 20, sample_size = 1)]
fn idle_tick(bencher: Bencher<'_, '_>, campaigns: u32) {
    let place = Place::with(campaigns);
    // What has changed a moment ago is looked at again.
    std::thread::sleep(place::REST);
    place.tick_unsynced(place::MONDAY_LATER);
    let club = place.club();
    bencher.bench_local(|| {
        let summary = tick(
            &club,
            &mut *place.post(&club),
            place::moment(place::MONDAY_LATER),
        );
        assert!(summary.expect("a tick").changed.is_empty());
    });
}

/// An idle tick beside so many mails kept of this month: as long as beside none.
#[divan::bench(args = [0, 10_000, 100_000], sample_count = 20, sample_size = 1)]
fn idle_tick_beside_kept_mails(bencher: Bencher<'_, '_>, mails: u32) {
    let place = Place::with(1);
    place.keep_mails(mails);
    std::thread::sleep(place::REST);
    place.tick_unsynced(place::MONDAY_LATER);
    let club = place.club();
    bencher.bench_local(|| {
        let now = place::moment(place::MONDAY_LATER);
        let summary = tick(&club, &mut *place.post(&club), now);
        assert!(summary.expect("a tick").changed.is_empty());
    });
}

/// The same where nothing is known of any campaign (`desk/due.toml` is gone): all are opened.
#[divan::bench(args = [100], sample_count = 20, sample_size = 1)]
fn waking_tick(bencher: Bencher<'_, '_>, campaigns: u32) {
    let place = Place::with(campaigns);
    let club = place.unsynced();
    bencher
        .with_inputs(|| place.forget_due())
        .bench_local_values(|()| {
            let now = place::moment(place::MONDAY_LATER);
            let summary = tick(&club, &mut *place.post(&club), now);
            assert!(summary.expect("a tick").changed.is_empty());
        });
}

/// A tick that resolves, reports, commits and spools: every campaign has two seats, both sheets
/// are in, and the deadline has passed. Linear in campaigns, and so in seats.
#[divan::bench(args = [1, 100, 1_000], sample_count = 3, sample_size = 1)]
fn due_tick(bencher: Bencher<'_, '_>, campaigns: u32) {
    bencher
        .with_inputs(|| {
            let place = Place::with(campaigns);
            place.both_sheets_in(campaigns);
            place
        })
        .bench_local_refs(|place| {
            let club = place.club();
            let summary = tick(&club, &mut *place.post(&club), place::moment(TICK_DUE));
            let summary = summary.expect("a tick");
            assert_eq!(summary.entries, campaigns, "{summary}");
            assert_eq!(summary.sent, 2 * campaigns);
        });
}

/// The same in text and HTML alone: a club that sends nothing attached.
#[divan::bench(args = [1_000], sample_count = 3, sample_size = 1)]
fn due_tick_without_pictures(bencher: Bencher<'_, '_>, campaigns: u32) {
    bencher
        .with_inputs(|| {
            let place = Place::with(campaigns);
            place.both_sheets_in(campaigns);
            place.attach_nothing();
            place
        })
        .bench_local_refs(|place| {
            let club = place.club();
            let summary = tick(&club, &mut *place.post(&club), place::moment(TICK_DUE));
            assert_eq!(summary.expect("a tick").sent, 2 * campaigns);
        });
}

/// One order mail that waits, to its committed receipt; apart from syncs, which cost what the
/// disk costs.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn mail_to_receipt_unsynced(bencher: Bencher<'_, '_>) {
    let place = Place::with(1);
    let mail = order_mail(&place);
    let mut serial = 0;
    bencher
        .with_inputs(|| {
            serial += 1;
            place.deliver(&mail, serial);
        })
        .bench_local_values(|()| {
            let club = place.unsynced();
            let summary = tick(
                &club,
                &mut *place.post(&club),
                place::moment(place::MONDAY_LATER),
            );
            assert_eq!(summary.expect("a tick").entries, 1);
        });
}

/// A queue of order mails for many campaigns, ten for each, taken in one tick: filed, answered,
/// committed, marked and moved away, synced as in earnest; and as many answers handed over as one
/// tick hands over. Linear in time; in memory a long queue takes what a short one does.
#[divan::bench(args = [100, 10_000], sample_count = 3, sample_size = 1)]
fn queue_of_order_mails(bencher: Bencher<'_, '_>, mails: u32) {
    bencher
        .with_inputs(|| {
            let place = Place::with(mails / 10);
            assert_eq!(place.deliver_orders(mails / 10, 5), mails);
            place
        })
        .bench_local_refs(|place| {
            let club = place.club();
            let now = place::moment(place::MONDAY_LATER);
            let summary = tick(&club, &mut *place.post(&club), now).expect("a tick");
            assert_eq!(summary.mails, mails, "{summary}");
        });
}

/// A round of These New Worlds between two gates: eight cards, each with its questions.
#[divan::bench(sample_count = 200)]
fn worlds_round(bencher: Bencher<'_, '_>) {
    let setting = place::Round::new();
    bencher
        .with_inputs(|| setting.both_sheets_in())
        .bench_local_refs(|(table, dice)| {
            black_box(table.play(dice, true).expect("a round is played"));
        });
}

/// `verify` of one campaign with a hundred entries.
#[divan::bench(args = [false, true], sample_count = 5, sample_size = 1)]
fn verify_100_entries(bencher: Bencher<'_, '_>, strict: bool) {
    let place = Place::with(1);
    place.grow_to(100);
    let club = place.club();
    bencher.bench_local(|| {
        let found = verify::club(&club, None, How { strict }).expect("a club");
        assert!(found.is_well(), "{found}");
    });
}

/// A tick that takes one mail in a campaign with many entries behind it: as long as with few.
#[divan::bench(args = [10, 1_000], sample_count = 20, sample_size = 1)]
fn mail_behind_entries_unsynced(bencher: Bencher<'_, '_>, entries: u32) {
    let place = Place::with(1);
    place.grow_to(entries);
    let mail = order_mail(&place);
    let mut serial = entries * 10;
    bencher
        .with_inputs(|| {
            serial += 1;
            place.deliver(&mail, serial);
        })
        .bench_local_values(|()| {
            let club = place.unsynced();
            let summary = tick(
                &club,
                &mut *place.post(&club),
                place::moment(place::MONDAY_LATER),
            );
            assert_eq!(summary.expect("a tick").entries, 1);
        });
}
