//! campaign.toml as an editor leaves it: another holder in a seat, and a file that is half written.

use crate::support::{Bench, DUEL, flat, header, seat};
use packetboat::desk::club::open::club_on;
use packetboat::desk::commands::referee;
use packetboat::fault::{RETRY, USAGE, exit_code};
use packetboat::store::digest::Digest;
use packetboat::store::entry::{Cause, Verdict};
use packetboat::store::fs::{Fs, exists};
use packetboat::store::layout;
use packetboat_tools::games::ALL;
use std::sync::Arc;

const CONFIG: &str = "campaigns/duel/campaign.toml";
const BEN: &str = "player  = \"Ben\"\naddress = \"ben@example.net\"";
const DORA: &str = "player  = \"Dora\"\naddress = \"dora@example.org\"";

/// Time passes, for the desk and for the disk.
fn pass(bench: &mut Bench, seconds: i64) {
    bench.later(seconds);
    bench.fs.set_clock(bench.now.seconds());
}

/// A text without its line breaks.
fn reply_address(bench: &Bench, of: &str) -> String {
    header(&bench.last("duel", of, ".report").message, "Reply-To").unwrap()
}

fn replaced(bench: &Bench) -> usize {
    let notes = bench.notes("duel").into_iter();
    let replaced = notes.filter(|it| matches!(it.cause, Cause::Replaced { .. }));
    replaced.count()
}

#[test]
fn a_seat_given_away_by_an_edit_is_taken_as_by_the_command() {
    let mut bench = Bench::with(&DUEL);
    let word = "babab-babab-babab-babab";
    referee::set_password(&bench.club, "duel", seat("south"), word).unwrap();
    pass(&mut bench, 300);
    let old = reply_address(&bench, "south");
    bench.edit(CONFIG, BEN, DORA);
    // Ben still writes, with what he has.
    let block = "#orders duel south turn 1\nBID 9\n#end\n";
    let mail = bench.written("ben@example.net", &old, block);
    bench.deliver(&mail);
    // Somebody may be at the file: nothing is done, and the mail waits.
    pass(&mut bench, 59);
    let (entries, sent) = (bench.notes("duel").len(), bench.post.taken.len());
    let said = bench.tick().to_string();
    assert!(said.contains("was changed a moment ago"), "{said}");
    assert_eq!(bench.notes("duel").len(), entries);
    assert_eq!(bench.post.taken.len(), sent);
    pass(&mut bench, 1);
    let summary = bench.tick();
    assert_eq!(summary.exit_code(), 0, "{summary}");
    assert_eq!(replaced(&bench), 1, "{summary}");
    // Both are told, and the others.
    let farewell = bench.last("duel", "former", ".note");
    assert_eq!(farewell.to, "ben@example.net");
    let text = flat(&bench.text(&farewell.message));
    assert!(text.contains("has gone to another player"), "{text}");
    let welcome = bench.last("duel", "south", ".report");
    assert_eq!(welcome.to, "dora@example.org");
    let text = flat(&bench.text(&welcome.message));
    assert!(text.contains("You take the seat over"), "{text}");
    let others = flat(&bench.text(&bench.last("duel", "north", ".note").message));
    assert!(others.contains("South (Dora)"), "{others}");
    // What Ben holds is worth nothing, neither token nor password: the mail that waited, too.
    let in_force = |bench: &Bench| bench.campaign("duel").table.in_force(seat("south"));
    assert!(in_force(&bench).is_empty());
    let last = |bench: &Bench| {
        let notes = bench.notes("duel");
        let mails = notes.iter().flat_map(|it| &it.mail);
        mails.last().map(|it| it.verdict)
    };
    assert_eq!(last(&bench), Some(Verdict::Ignored));
    let with = block.replace("turn 1", &format!("turn 1 {word}"));
    let mail = bench.written("ben@example.net", "orders@club.example", &with);
    bench.deliver(&mail);
    pass(&mut bench, 300);
    bench.tick();
    assert!(in_force(&bench).is_empty());
    assert_ne!(reply_address(&bench, "south"), old);
    bench.send("duel", "south", "1", "BID 4");
    bench.tick();
    assert_eq!(in_force(&bench).len(), 1);
    // Once.
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(replaced(&bench), 1);
    bench.verify();
}

#[test]
fn another_address_for_the_same_player_is_a_move() {
    let mut bench = Bench::with(&DUEL);
    pass(&mut bench, 300);
    bench.edit(CONFIG, "ben@example.net", "ben@new.example");
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(replaced(&bench), 0);
    let why = String::new();
    let south = seat("south");
    let cause = Cause::Moved { seat: south, why };
    assert_eq!(bench.note("duel").cause, cause);
    assert_eq!(bench.last("duel", "former", ".note").to, "ben@example.net");
    assert_eq!(bench.last("duel", "south", ".report").to, "ben@new.example");
    assert_eq!(bench.all("duel", "north", ".note").count(), 0);
    // A zone is no change of the roster.
    let entries = bench.notes("duel").len();
    bench.edit(
        CONFIG,
        "\nwants   =",
        "\nzone = \"Europe/Madrid\"\nwants   =",
    );
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(bench.notes("duel").len(), entries);
    bench.verify();
}

#[test]
fn seats_that_change_places_and_a_robot() {
    let mut bench = Bench::with(&DUEL);
    pass(&mut bench, 300);
    let ana = "player  = \"Ana\"\naddress = \"ana@example.org\"";
    bench.edit(CONFIG, ana, "NOBODY");
    bench.edit(CONFIG, BEN, ana);
    bench.edit(CONFIG, "NOBODY", BEN);
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(replaced(&bench), 2);
    for (of, to) in [("north", "ben@example.net"), ("south", "ana@example.org")] {
        assert_eq!(bench.last("duel", of, ".report").to, to);
    }
    assert_eq!(bench.all("duel", "former", ".note").count(), 2);
    let ben = format!("{BEN}\nwants   = [\"text\", \"html\", \"ics\"]");
    bench.edit(CONFIG, &ben, "robot = true");
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(replaced(&bench), 3);
    let told = bench.last("duel", "former", ".note");
    assert_eq!(told.to, "ben@example.net");
    let in_force = bench.campaign("duel").table.in_force(seat("north"));
    assert!(!in_force.is_empty(), "the program plays");
    bench.verify();
}

/// A campaign whose entries do not say who sits where learns it with the next one.
#[test]
fn entries_of_before_know_no_roster() {
    let mut bench = Bench::with(&DUEL);
    let entry = "campaigns/duel/log/000000/entry.toml";
    let private = entry.replace("entry.toml", "private.toml");
    let text = bench.read(&private);
    let lines = text.lines().filter(|it| !it.starts_with("roster = "));
    let without = lines.map(|it| format!("{it}\n")).collect::<String>();
    assert_ne!(without, text);
    let hash = |it: &str| Digest::of(it.as_bytes()).to_string();
    bench.edit(entry, &hash(&text), &hash(&without));
    bench.write(&private, without);
    // Nor is there anything that would notice this edit.
    bench
        .fs
        .remove_file(&bench.path("desk/register.toml"))
        .unwrap();
    pass(&mut bench, 300);
    bench.edit(CONFIG, BEN, DORA);
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(replaced(&bench), 0);
    bench.send("duel", "north", "1", "BID 3");
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(
        bench
            .note("duel")
            .desk
            .seats
            .get(seat("south"))
            .roster
            .as_deref(),
        Some("Dora <dora@example.org>")
    );
    bench.edit(CONFIG, DORA, BEN);
    pass(&mut bench, 300);
    bench.tick();
    assert_eq!(replaced(&bench), 1);
}

#[test]
fn a_file_caught_half_written_is_read_again_before_anything_stands_still() {
    let mut bench = Bench::with(&DUEL);
    pass(&mut bench, 300);
    bench.send("duel", "north", "1", "BID 3");
    bench.fs.set_clock(bench.now.seconds());
    let whole = bench.read(CONFIG);
    let halted = |bench: &Bench| exists(&*bench.fs, &bench.path("campaigns/duel/HALTED"));
    let (schedule, _) = whole.split_once("[schedule]").unwrap();
    let (south, rest) = whole.split_once("[seats.south]").unwrap();
    let (_, rest) = rest.split_once("[schedule]").unwrap();
    for broken in [
        String::new(),
        whole[..whole.find("every").unwrap()].to_owned(),
        schedule.to_owned(),
        format!("{south}[schedule]{rest}"),
    ] {
        bench.write(CONFIG, &broken);
        bench.later(30);
        let summary = bench.tick();
        assert_eq!(summary.exit_code(), RETRY, "{summary}");
        let said = summary.to_string();
        assert!(said.contains("duel: campaign.toml"), "{said}");
        assert!(said.contains("read again at the next tick"), "{said}");
        assert!(!halted(&bench), "{broken}");
        bench.later(-30);
    }
    bench.fs.remove_file(&bench.path(CONFIG)).unwrap();
    assert_eq!(bench.tick().exit_code(), RETRY);
    // Cut behind the last key that must be there, it would read well.
    bench.write(CONFIG, &whole[..whole.find("grace ").unwrap() + 3]);
    assert_eq!(bench.tick().exit_code(), RETRY);
    bench.write(
        CONFIG,
        &whole[..whole.find("# How long after").unwrap() + 9],
    );
    let said = bench.tick().to_string();
    assert!(said.contains("the next tick applies it"), "{said}");
    // Saved, it goes on with the mail that came meanwhile.
    assert_eq!(bench.notes("duel").len(), 1);
    bench.write(CONFIG, &whole);
    pass(&mut bench, 300);
    assert_eq!(bench.tick().exit_code(), 0);
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
    assert!(bench.keys().iter().all(|it| !it.contains("halted")));
    // What stays broken waits as well, and its referee is told, once for each mistake.
    let unread = |bench: &Bench| {
        let keys = bench.keys();
        keys.iter()
            .filter(|it| it.contains("halted.unread"))
            .count()
    };
    for (text, told) in [("", 1), ("format = 1\n", 2), ("", 2)] {
        bench.write(CONFIG, text);
        for _ in 0..5 {
            pass(&mut bench, 300);
            let summary = bench.tick();
            assert_eq!(summary.exit_code(), RETRY, "{summary}");
            let said = summary.to_string();
            assert!(said.contains("each tick reads it again"), "{said}");
        }
        assert_eq!(unread(&bench), told);
    }
    bench.fs.remove_file(&bench.path(CONFIG)).unwrap();
    pass(&mut bench, 300);
    assert_eq!(bench.tick().exit_code(), RETRY);
    assert!(!halted(&bench));
    // Mended, it goes on by itself, with the mail of before.
    bench.send("duel", "north", "1", "BID 4");
    bench.write(CONFIG, &whole);
    pass(&mut bench, 300);
    assert_eq!(bench.tick().exit_code(), 0);
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 2);
}

/// The club's own file: nothing is done, and nothing stands still for it.
#[test]
fn an_empty_packetboat_toml_halts_nothing() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    let whole = bench.read("packetboat.toml");
    let open = |bench: &Bench| {
        let disk: Arc<dyn Fs> = Arc::clone(&bench.fs) as Arc<dyn Fs>;
        club_on(disk, layout::Club::new("/club"), ALL).map(|_| ())
    };
    for broken in ["", &whole[..whole.find("example").unwrap()]] {
        bench.write("packetboat.toml", broken);
        let error = open(&bench).unwrap_err();
        assert_eq!(exit_code(&error), USAGE, "{error:#}");
    }
    bench.write("packetboat.toml", &whole);
    open(&bench).unwrap();
    assert_eq!(bench.later(60).tick().exit_code(), 0);
    assert_eq!(bench.all("duel", "north", ".receipt").count(), 1);
}
