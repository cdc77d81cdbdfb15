//! A look of the referee's at how a turn would come out: not while orders may come, and never
//! unseen.

use crate::support::{Bench, DUEL, Match, WORLDS, flat};
use packetboat::desk::commands::{pause, referee, rehearsal};
use packetboat::desk::proof::verify::{self, How};
use packetboat::store::entry::Cause;
use packetboat::store::fs::{Fs, list_if_there};
use std::path::Path;

const FOLDER: &str = "/look";
const TOLD: &str = "Before this turn was closed the referee looked at its outcome: ";

fn look(bench: &Bench, id: &str, folder: Option<&str>) -> anyhow::Result<String> {
    rehearsal::resolve(&bench.club, id, "", folder.map(Path::new), bench.now)
}

/// A text without its line breaks.
#[test]
fn an_open_turn_is_not_played() {
    for deadline in ["sun 20:00", "never"] {
        let mut bench = Bench::with(&Match { deadline, ..DUEL });
        bench.send("duel", "north", "1", "BID 2");
        bench.later(60).tick();
        let entries = bench.notes("duel").len();
        let said = look(&bench, "duel", Some(FOLDER)).unwrap();
        assert!(
            said.contains("north (Ana): in\n  south (Ben): missing\n"),
            "{said}"
        );
        assert!(
            said.contains("The turn is open, so nothing was played"),
            "{said}"
        );
        assert!(
            list_if_there(&*bench.fs, Path::new(FOLDER))
                .unwrap()
                .is_empty()
        );
        assert_eq!(bench.notes("duel").len(), entries);
    }
}

/// Held, past its deadline, or under review.
fn looks(bench: &Bench, id: &str, of: &str) -> Vec<String> {
    let entries = bench.notes(id).len();
    let fault = look(bench, id, None).unwrap_err().to_string();
    assert!(fault.contains("name a folder"), "{fault}");
    assert_eq!(bench.notes(id).len(), entries, "nothing was looked at");
    let said = look(bench, id, Some(FOLDER)).unwrap();
    assert!(
        said.contains("the next report says that you have looked"),
        "{said}"
    );
    assert!(matches!(bench.note(id).cause, Cause::Looked {}));
    assert_eq!(bench.notes(id).len(), entries + 1);
    let mut names = list_if_there(&*bench.fs, Path::new(FOLDER)).unwrap();
    names.retain(|it| it.contains(of));
    let texts = names
        .iter()
        .map(|it| bench.fs.read(&Path::new(FOLDER).join(it)).unwrap());
    texts.map(|it| String::from_utf8(it).unwrap()).collect()
}

#[test]
fn a_look_is_an_entry_that_the_next_report_tells_all() {
    for wanted in [DUEL, WORLDS] {
        let id = wanted.id;
        let mut bench = Bench::with(&wanted);
        bench.later(60).tick();
        referee::hold(&bench.club, id, "a storm", bench.now).unwrap();
        let seat = bench.campaign(id).table.seats()[0].to_string();
        let shown = looks(&bench, id, &format!(".{seat}.report"));
        assert_eq!(shown.len(), 1);
        // It comes out as it was shown, but for the look that is told.
        pause::release(&bench.club, id, "", bench.now).unwrap();
        referee::resolve(&bench.club, id, "", bench.now).unwrap();
        assert!(bench.note(id).desk.looked.is_empty());
        bench.tick();
        let mail = bench.last(id, &seat, ".report");
        let text = flat(&bench.text(&mail.message));
        assert_eq!(text.matches(TOLD).count(), 1, "{text}");
        assert!(flat(&shown[0]).contains(TOLD), "{}", shown[0]);
        let happened = |text: &str| {
            let after = text.split_once("WHAT HAPPENED").unwrap().1.lines().skip(1);
            let is_heading = |it: &&str| it.len() > 3 && **it == it.to_uppercase();
            let told: Vec<&str> = after.take_while(|it| !is_heading(it)).collect();
            let told = flat(&told.join(" "));
            assert!(told.len() > 40, "{told}");
            told
        };
        assert_eq!(happened(&bench.text(&mail.message)), happened(&shown[0]));
        // Once.
        let sent = bench.post.taken.len();
        referee::resolve(&bench.club, id, "", bench.now).unwrap();
        bench.tick();
        for mail in &bench.post.taken[sent..] {
            assert!(!flat(&bench.text(&mail.message)).contains(TOLD));
        }
        bench.verify();
        let strict = verify::club(&bench.club, Some(id), How { strict: true }).unwrap();
        assert!(strict.is_well(), "{strict}");
    }
}

#[test]
fn past_the_deadline_or_under_review_it_may_be_looked_at() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "hold_if_silent = 0",
        "hold_if_silent = \"all\"",
    );
    bench.later(9 * 86_400);
    let said = look(&bench, "duel", Some("/other")).unwrap();
    assert!(said.contains("north, south sent no orders"), "{said}");
    assert!(!looks(&bench, "duel", ".report").is_empty());
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "review      = false",
        "review      = true",
    );
    bench.later(120).tick();
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    assert!(bench.note("duel").desk.is_under_review());
    assert!(!looks(&bench, "duel", ".report").is_empty());
}
