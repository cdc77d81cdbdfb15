//! Old tokens: behind a rollback, and renewed by the referee.

use crate::support::{Bench, DUEL, Match, header, seat};
use packetboat::desk::commands::{referee, renew};
use packetboat::store::entry::Cause;

fn reply_address(bench: &Bench, of: &str) -> String {
    header(&bench.last("duel", of, ".report").message, "Reply-To").unwrap()
}

/// Whether orders to this address of ours are filed at once.
fn files(bench: &mut Bench, to: &str) -> bool {
    let sheet = bench.sheet("duel").unwrap();
    let text = format!(
        "#orders duel north turn {sheet}\nBID 1 ; {}\n#end\n",
        bench.now
    );
    let mail = bench.written("ana@example.org", to, &text);
    bench.later(60).deliver(&mail);
    let before = bench.all("duel", "north", ".receipt").count();
    bench.tick();
    bench.all("duel", "north", ".receipt").count() == before + 1
}

#[test]
fn an_old_token_is_not_good_again_behind_a_rollback() {
    let mut bench = Bench::with(&Match {
        options: &["rounds=6"],
        ..DUEL
    });
    let mut old = vec![reply_address(&bench, "north")];
    for _ in 0..3 {
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
        old.push(reply_address(&bench, "north"));
    }
    assert!(files(&mut bench, &old[3]), "the token of the open sheet");
    assert!(!files(&mut bench, &old[0]), "one of long ago");
    referee::rollback(&bench.club, "duel", 0, "a mistake", bench.now).unwrap();
    bench.later(60).tick();
    let new = reply_address(&bench, "north");
    assert!(!old.contains(&new), "{new}");
    for (sheet, old) in old.iter().enumerate() {
        assert!(!files(&mut bench, old), "that of sheet {}", sheet + 1);
    }
    assert!(files(&mut bench, &new));
    // When their sheets come again, they are as worthless.
    for _ in 0..3 {
        referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
        bench.later(60).tick();
        for old in &old {
            assert!(!files(&mut bench, old));
        }
        let new = reply_address(&bench, "north");
        assert!(files(&mut bench, &new));
    }
    bench.verify();
}

#[test]
fn a_leaked_token_is_renewed_and_its_player_told() {
    let mut bench = Bench::with(&DUEL);
    let word = "babab-babab-babab-babab";
    referee::set_password(&bench.club, "duel", seat("north"), word).unwrap();
    let (leaked, south) = (
        reply_address(&bench, "north"),
        reply_address(&bench, "south"),
    );
    assert!(files(&mut bench, &leaked));
    let north = seat("north");
    let said = renew::renew(&bench.club, "duel", north, "it was forwarded", bench.now).unwrap();
    assert!(said.contains("no longer work"), "{said}");
    let cause = Cause::Renewed {
        seat: north,
        why: "it was forwarded".to_owned(),
    };
    assert_eq!(bench.note("duel").cause, cause);
    bench.later(60).tick();
    let report = bench.last("duel", "north", ".report");
    assert_eq!(report.to, "ana@example.org");
    let text = bench.text(&report.message);
    assert!(text.contains("another reply address"), "{text}");
    assert!(text.contains("#orders duel north turn 1"), "{text}");
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    assert!(words.contains("Please answer this one."), "{words}");
    let new = reply_address(&bench, "north");
    assert_ne!(new, leaked);
    assert!(!files(&mut bench, &leaked));
    assert!(files(&mut bench, &new));
    // Nobody else is told, and their addresses stay.
    assert_eq!(bench.all("duel", "south", ".").count(), 1);
    let mail = bench.written(
        "ben@example.net",
        &south,
        "#orders duel south turn 1\nBID 2\n#end\n",
    );
    bench.deliver(&mail);
    // A password is another proof, and stays.
    let text = format!("#orders duel north turn 1 {word}\nBID 2\n#end\n");
    let fresh = bench.written("ana@example.org", "orders@club.example", &text);
    bench.deliver(&fresh);
    bench.later(60).tick();
    for of in ["north", "south"] {
        let in_force = bench.campaign("duel").table.in_force(seat(of));
        assert_eq!(in_force.len(), 1, "{of}");
    }
    bench.verify();
    // A robot has none, and the next stop none of before either.
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    assert!(!files(&mut bench, &leaked));
    assert!(files(&mut bench, &new));
    let error = renew::renew(&bench.club, "duel", seat("west"), "", bench.now).unwrap_err();
    assert!(error.to_string().contains("no seat called"), "{error:#}");
}
