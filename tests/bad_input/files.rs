//! Files: a campaign whose files are damaged stands still; the others go on; nothing is
//! overwritten; everybody who must know is told once; mended and released, it goes on.

use crate::inside;
use crate::support::{Bench, DUEL, Match, header};
use packetboat::desk::commands::referee;
use packetboat::store::fs::Fs;
use std::collections::BTreeMap;

/// Two campaigns, each with an entry behind the founding.
fn bench() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.start(&Match {
        id: "other",
        ..DUEL
    });
    for id in ["duel", "other"] {
        bench.send(id, "south", "1", "BID 2");
    }
    bench.tick();
    bench.later(60);
    bench.copy()
}

/// What lies in the campaign, but for `HALTED`.
fn lies(bench: &Bench) -> BTreeMap<String, Vec<u8>> {
    let mut tree = bench.fs.tree();
    tree.retain(|path, _| path.starts_with("club/campaigns/duel/") && !path.ends_with("HALTED"));
    tree
}

/// That the referee is told what is wrong with a file, and what to do.
fn check_told(bench: &Bench, file: &str, waits: bool) {
    let file = &*inside::shown(file);
    let halted = bench.path("campaigns/duel/HALTED");
    let (said, steps): (String, &[&str]) = if waits {
        assert!(bench.fs.stat(&halted).is_err());
        let told = bench.post.taken.iter().find(|it| it.to.starts_with("ref"));
        let told = bench.text(&told.unwrap().message);
        (told, &["Each tick reads it again"])
    } else {
        (
            bench.read("campaigns/duel/HALTED"),
            &[
                "What to do:\n- ",
                "packetboat release duel",
                "packetboat verify duel",
            ],
        )
    };
    for wanted in steps.iter().chain([&file]) {
        assert!(said.contains(wanted), "no `{wanted}` in\n{said}");
    }
}

/// Damages a campaign, delivers mail to both, and ticks twice; `file` must be named. Then `mend`
/// puts things right.
fn check(base: &Bench, file: &str, damage: impl Fn(&Bench), told: Told) {
    let mut bench = base.copy();
    let whole = lies(&bench);
    damage(&bench);
    let damaged = lies(&bench);
    let mail = bench.orders("duel", "north", "1", "BID 3");
    bench.deliver(&mail);
    bench.deliver(&mail.replace("BID 3", "BID 4"));
    let arrived = bench.now;
    let other = bench.orders("other", "north", "1", "BID 3");
    bench.deliver(&other);
    // Nothing is played by campaign.toml, so nothing need stand still until somebody has looked.
    let waits = file == "campaign.toml";
    for _ in 0..2 {
        let summary = bench.tick();
        let code = if waits { 75 } else { 70 };
        assert_eq!(summary.exit_code(), code, "{file}: {summary}");
        assert_eq!(summary.halted.len(), usize::from(!waits));
        bench.later(300);
    }
    check_told(&bench, file, waits);
    assert_eq!(bench.all("other", "north", ".receipt").count(), 1, "{file}");
    assert!(lies(&bench) == damaged, "{file}: something was overwritten");
    let referee: Vec<_> = bench
        .post
        .taken
        .iter()
        .filter(|it| it.to.starts_with("ref"))
        .collect();
    assert_eq!(referee.len(), 1, "{file}: {:?}", bench.keys());
    let subject = header(&referee[0].message, "Subject").unwrap();
    assert!(subject.contains("duel"), "{subject}");
    let ana = bench
        .post
        .taken
        .iter()
        .filter(|it| it.key.contains(".halted.north"));
    assert_eq!(ana.count(), usize::from(told == Told::Players), "{file}");
    // Released too early, it says what is still wrong, and stands still.
    let error = referee::release(&bench.club, "duel", "", bench.now).unwrap_err();
    assert_eq!(packetboat::fault::exit_code(&error), 70, "{file}: {error}");
    let halted = bench.fs.stat(&bench.path("campaigns/duel/HALTED"));
    assert_eq!(halted.is_ok(), !waits, "{file}");
    // Mended and released, the mail that waited counts from when it came.
    for (path, bytes) in &whole {
        if !path.ends_with('/') && damaged.get(path) != Some(bytes) {
            let inner = path.strip_prefix("club/").unwrap();
            let file = bench.path(inner);
            bench.fs.create_dir_all(file.parent().unwrap()).unwrap();
            bench.write(inner, bytes);
        }
    }
    if !waits {
        referee::release(&bench.club, "duel", "", bench.now).unwrap();
    }
    assert_eq!(bench.later(300).tick().exit_code(), 0, "{file}");
    let note = bench.note("duel");
    assert_eq!(note.mail.len(), 2, "{file}");
    assert!(note.mail.iter().all(|it| it.arrived == arrived));
    assert_eq!(bench.answers("duel", "north"), 2);
    bench.verify();
}

/// Whether anybody can be told: without campaign.toml nobody knows the addresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Players,
    Nobody,
}

fn cut(bench: &Bench, path: &str, keep: usize) {
    let inner = format!("campaigns/duel/{path}");
    let bytes = inside::read(&*bench.fs, &bench.path(&inner)).unwrap();
    bench.write(&inner, &bytes[..keep]);
}

#[test]
fn files_of_the_log_cut_short_at_many_lengths() {
    let base = bench();
    for path in [
        "log/000000/state.toml",
        "log/000001/book.toml",
        "log/000001/journal.toml",
        "log/000001/entry.toml",
    ] {
        let length = base.read(&format!("campaigns/duel/{path}")).len();
        // Every tenth, and the last bytes.
        let lengths = (0..10)
            .map(|it| it * length / 10)
            .chain([length - 9, length - 3]);
        for keep in lengths {
            check(&base, path, |it| cut(it, path, keep), Told::Players);
        }
    }
}

#[test]
fn files_that_people_write_cut_short() {
    let base = bench();
    for (path, told) in [
        ("campaign.toml", Told::Nobody),
        ("secret.toml", Told::Players),
        ("data/game.toml", Told::Players),
        ("data/tables.toml", Told::Players),
    ] {
        let text = base.read(&format!("campaigns/duel/{path}"));
        let text = text.split("# checksum").next().unwrap_or_default();
        // In the middle of a line: what is cut between two lines may be what its author wrote.
        for part in 1..5 {
            let near = part * text.len() / 6;
            let line = near + text[near..].find(" = ").unwrap() + 3;
            check(&base, path, |it| cut(it, path, line), told);
        }
    }
}

#[test]
fn edits_newer_formats_and_files_that_are_gone() {
    let base = bench();
    let state = "log/000000/state.toml";
    let edit = |path: &'static str, from: &'static str, to: &'static str| {
        move |bench: &Bench| bench.edit(&format!("campaigns/duel/{path}"), from, to)
    };
    let gone =
        |path: &'static str| move |bench: &Bench| bench.remove(&format!("campaigns/duel/{path}"));
    let players = Told::Players;
    // Valid, and not.
    check(
        &base,
        state,
        edit(state, "purse = 15", "purse = 16"),
        players,
    );
    check(
        &base,
        state,
        edit(state, "purse = 15", "purse = ["),
        players,
    );
    for path in [state, "log/000001/book.toml", "log/000001/journal.toml"] {
        check(&base, path, edit(path, "format = 3", "format = 9"), players);
    }
    let note = "log/000001/entry.toml";
    check(
        &base,
        note,
        edit(note, "format = 5", "format = 99"),
        players,
    );
    check(&base, note, edit(note, "number = 1", "number = 7"), players);
    check(
        &base,
        "campaign.toml",
        edit("campaign.toml", "format   = 1", "format   = 9"),
        Told::Nobody,
    );
    check(
        &base,
        "campaign.toml",
        edit("campaign.toml", "seats.north", "seats.nroth"),
        Told::Nobody,
    );
    check(
        &base,
        "campaign.toml",
        edit("campaign.toml", "grace ", "grcae "),
        Told::Nobody,
    );
    check(
        &base,
        "secret.toml",
        edit("secret.toml", "format", "from"),
        players,
    );
    for path in [
        state,
        "log/000001/book.toml",
        note,
        "secret.toml",
        "data/game.toml",
    ] {
        check(&base, path, gone(path), players);
    }
    check(&base, "campaign.toml", gone("campaign.toml"), Told::Nobody);
    check(&base, "log/000000", gone("log/000000"), players);
}

/// A state that was committed well is not blamed alone for data that were edited.
#[test]
fn edited_data_are_named_where_a_state_does_not_fit_them() {
    let base = bench();
    let path = "data/tables.toml";
    let edit = |it: &Bench| it.edit(&format!("campaigns/duel/{path}"), "count = 8", "count = 9");
    check(&base, path, edit, Told::Players);
    // No rollback brings data back.
    let mut bench = base.copy();
    let gone = bench.path("campaigns/duel/data/game.toml");
    bench.fs.remove_file(&gone).unwrap();
    bench.send("duel", "north", "1", "BID 3");
    bench.tick();
    let halted = bench.read("campaigns/duel/HALTED");
    assert!(
        halted.contains("restore the file from a backup"),
        "{halted}"
    );
    assert!(!halted.contains("rollback"), "{halted}");
}

#[test]
fn a_mail_of_the_outbox_that_was_altered_halts_its_campaign_alone() {
    let mut bench = bench();
    let mail = bench.orders("duel", "north", "1", "BID 3");
    let other = bench.orders("other", "north", "1", "BID 3");
    let (club, now) = (bench.club.clone(), bench.now);
    for id in ["duel", "other"] {
        referee::resolve(&club, id, "", now).unwrap();
    }
    let path = "campaigns/duel/outbox/000002/duel.000002.north.report.eml";
    let whole = bench.fs.read(&bench.path(path)).unwrap();
    bench.write(path, "Subject: a forgery\n\nHello");
    bench.deliver(&mail);
    bench.deliver(&other);
    assert_eq!(bench.tick().exit_code(), 70);
    assert!(
        bench
            .read("campaigns/duel/HALTED")
            .contains("duel.000002.north.report.eml")
    );
    assert_eq!(bench.all("other", "north", ".report").count(), 2);
    assert!(referee::release(&bench.club, "duel", "", bench.now).is_err());
    bench.write(path, whole);
    referee::release(&bench.club, "duel", "", bench.now).unwrap();
    assert_eq!(bench.later(60).tick().exit_code(), 0);
    assert_eq!(bench.all("duel", "north", ".report").count(), 2);
    bench.verify();
}

#[test]
fn a_ledger_that_cannot_be_read_keeps_no_campaign_waiting() {
    let mut bench = bench();
    bench.fs.create_dir_all(&bench.path("desk/ledger")).unwrap();
    bench.write("desk/ledger/2026-11.toml", "format = ");
    let mail = bench.orders("duel", "north", "1", "BID 3");
    bench.deliver(&mail);
    let astray = bench.written("x@example.org", "orders@club.example", "Hello");
    bench.later(60).deliver(&astray);
    let summary = bench.tick();
    assert_eq!(summary.exit_code(), 75);
    assert!(summary.to_string().contains("2026-11.toml"), "{summary}");
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
    // Mended, it takes what waited.
    bench
        .fs
        .remove_file(&bench.path("desk/ledger/2026-11.toml"))
        .unwrap();
    assert_eq!(bench.later(60).tick().exit_code(), 0);
    assert_eq!(bench.ledger().len(), 1);
}

#[test]
fn a_stray_file_among_the_campaigns_is_none() {
    let mut bench = bench();
    bench.write("campaigns/notes", "Ana is away until Friday");
    assert_eq!(bench.tick().exit_code(), 0);
}
