//! More mail than is held in memory at a time: what comes of it is what comes of it by and by.

use crate::support::{Bench, DUEL, WORLDS, seat};
use packetboat::desk::inbox::route::HELD_MAX;
use packetboat::store::entry::StateFile;
use packetboat::store::fs::Fs;

/// A club with two campaigns, and this many mails of each seat, in turn.
fn waiting(each: usize) -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.start(&WORLDS);
    bench.tick();
    for number in 0..each {
        let bid = number % 5;
        bench.send("duel", "north", "1", &format!("BID {bid}\n; {number}"));
        bench.send("worlds", "south", "1", &format!("PLAY LOWEST\n; {number}"));
    }
    bench
}

fn taken(bench: &Bench, id: &str) -> Vec<String> {
    let notes = bench.notes(id).into_iter();
    notes.flat_map(|it| it.mail).map(|it| it.id).collect()
}

#[test]
fn a_long_queue_comes_to_what_a_short_one_does() {
    let each = HELD_MAX + 7;
    let mut long = waiting(each);
    let mut short = Bench::on(long.fs.crash(0), long.now);
    long.tick();
    // The same mails, held at once: never more than there is room for.
    let new = short.path("mail/new");
    let mut names = short.fs.list(&new).unwrap();
    names.sort();
    assert_eq!(names.len(), 2 * each);
    let aside = short.path("aside");
    short.fs.create_dir_all(&aside).unwrap();
    for name in &names {
        short.fs.rename(&new.join(name), &aside.join(name)).unwrap();
    }
    for some in names.chunks(HELD_MAX) {
        for name in some {
            short.fs.rename(&aside.join(name), &new.join(name)).unwrap();
        }
        short.tick();
    }
    for id in ["duel", "worlds"] {
        assert_eq!(taken(&long, id).len(), each, "{id}");
        assert_eq!(taken(&long, id), taken(&short, id), "{id}");
        let [a, b] = [&long, &short].map(|it| it.campaign(id).parts);
        assert_eq!(a[&StateFile::Book], b[&StateFile::Book], "{id}");
    }
    let lines = long.campaign("duel").table.in_force(seat("north"));
    let last = format!("BID {}", (each - 1) % 5);
    assert!(lines.iter().any(|it| it.text.contains(&last)), "{lines:?}");
    assert_eq!(long.fs.list(&long.path("mail/new")).unwrap(), [""; 0]);
    long.verify();
}

/// Whoever floods the club's own address fills its ledger, and nothing else.
#[test]
fn a_flood_of_strays_is_put_away() {
    let mut bench = Bench::with(&DUEL);
    bench.tick();
    for number in 0..2 * HELD_MAX + 3 {
        let text = format!("Hello {number}");
        let mail = bench.written(
            &format!("x{number}@y.example"),
            "orders@club.example",
            &text,
        );
        bench.deliver(&mail);
    }
    bench.send("duel", "north", "1", "BID 2");
    bench.tick();
    assert_eq!(bench.fs.list(&bench.path("mail/new")).unwrap(), [""; 0]);
    assert_eq!(bench.ledger().len(), 2 * HELD_MAX + 3);
    assert_eq!(taken(&bench, "duel").len(), 1);
}

/// No entry takes more than are held, and they are taken in the order in which they came.
#[test]
fn the_order_of_the_mails_is_kept_over_portions() {
    let mut bench = waiting(HELD_MAX / 2 + 50);
    bench.tick();
    let notes = bench.notes("duel");
    let sizes: Vec<usize> = notes.iter().map(|it| it.mail.len()).collect();
    assert_eq!(sizes.iter().sum::<usize>(), HELD_MAX / 2 + 50);
    assert!(sizes.iter().all(|it| *it <= HELD_MAX), "{sizes:?}");
    let submissions: Vec<u32> = notes
        .iter()
        .flat_map(|it| it.mail.iter().filter_map(|it| it.submission))
        .collect();
    assert!(submissions.is_sorted(), "{submissions:?}");
}
