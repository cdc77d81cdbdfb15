//! An act taken back as if it had not been; and what stands in the way.

use crate::support::{Bench, DUEL, Match, header, seat};
use packetboat::desk::commands::undo::undo;
use packetboat::desk::commands::{end, players, referee};
use packetboat::desk::proof::export;
use packetboat::desk::site;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::fault::Fault;
use packetboat::mail::transport::Outcome;
use packetboat::store::entry::{Cause, Letter};
use packetboat::store::fs::{exists, make_dir};
use packetboat_tools::faulty::{Faulty, Trouble};
use std::collections::BTreeMap;
use std::path::Path;

type Act = fn(&Bench) -> anyhow::Result<String>;

fn extended(bench: &Bench) -> anyhow::Result<String> {
    referee::extend(&bench.club, "duel", "-1d", "too long", bench.now)
}

fn held(bench: &Bench) -> anyhow::Result<String> {
    referee::hold(&bench.club, "duel", "Ben is ill", bench.now)
}

fn told(bench: &Bench) -> anyhow::Result<String> {
    players::tell(&bench.club, "duel", &[], "Oops.", bench.now)
}

fn ended(bench: &Bench) -> anyhow::Result<String> {
    end::end(&bench.club, "duel", "the wrong one", bench.now)
}

fn replaced(bench: &Bench) -> anyhow::Result<String> {
    let dora = NewHolder::Person("Dora <dora@example.org>");
    replaced_by(bench, dora)
}

fn by_robot(bench: &Bench) -> anyhow::Result<String> {
    replaced_by(bench, NewHolder::Robot)
}

fn moved(bench: &Bench) -> anyhow::Result<String> {
    replaced_by(bench, NewHolder::Person("Ben <ben@elsewhere.example>"))
}

fn replaced_by(bench: &Bench, who: NewHolder<'_>) -> anyhow::Result<String> {
    let south = seat("south");
    players::replace(
        &bench.club,
        "duel",
        south,
        (who, Lines::Drop),
        "",
        bench.now,
    )
}

/// What can be taken back of a campaign that plays, with the words that name it.
const ACTS: [(&str, Act); 7] = [
    ("deadline moved from", extended),
    ("held", held),
    ("a letter to north, south", told),
    ("ended", ended),
    ("south has another player", replaced),
    ("south has another player", by_robot),
    ("south has another address", moved),
];

/// Every file of the club but hints that are made anew.
fn tree(bench: &Bench) -> BTreeMap<String, Vec<u8>> {
    let mut tree: BTreeMap<String, Vec<u8>> = bench.fs.tree().into_iter().collect();
    tree.retain(|path, _| !path.ends_with("desk/due.toml") && !path.contains("lock"));
    tree
}

/// A club whose mails have left, with orders and a password in the seat that will be given away.
fn at_rest() -> Bench {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "player  = \"Ben\"",
        "player  = \"Ben\"  # from the old club",
    );
    referee::resolve(&bench.club, "duel", "", bench.now).unwrap();
    bench.later(60).tick();
    bench.send("duel", "south", "2", "BID 2");
    bench.later(120).tick();
    referee::set_password(
        &bench.club,
        "duel",
        seat("south"),
        "babab-babab-babab-babab",
    )
    .unwrap();
    bench
}

#[test]
fn an_act_is_gone_without_a_trace() {
    for (what, act) in ACTS {
        let mut bench = at_rest();
        let (before, sent) = (tree(&bench), bench.post.taken.len());
        act(&bench).unwrap();
        assert_ne!(tree(&bench), before, "{what}");
        let said = undo(&bench.club, "duel", bench.now).unwrap();
        let begins = format!("duel: entry 3 is undone ({what}");
        assert!(said.starts_with(&begins), "{said}");
        assert!(said.ends_with("); none of its mails had left.\n"), "{said}");
        assert_eq!(tree(&bench), before, "{what}");
        // And nothing of it leaves; play goes on as if nothing had been.
        bench.later(60).tick();
        assert_eq!(bench.post.taken.len(), sent, "{what}");
        bench.send("duel", "south", "2", "BID 3");
        bench.later(60).tick();
        bench.last("duel", "south", ".receipt");
        bench.verify();
    }
}

#[test]
fn acts_are_taken_back_one_after_the_other() {
    let bench = at_rest();
    let before = tree(&bench);
    replaced(&bench).unwrap();
    let emil = NewHolder::Person("Emil <emil@example.org>");
    replaced_by(&bench, emil).unwrap();
    by_robot(&bench).unwrap();
    told(&bench).unwrap();
    for _ in 0..4 {
        undo(&bench.club, "duel", bench.now).unwrap();
    }
    assert_eq!(tree(&bench), before);
    // What came before is no act.
    let fault = format!("{:#}", undo(&bench.club, "duel", bench.now).unwrap_err());
    assert!(fault.contains("cannot be undone"), "{fault}");
}

#[test]
fn a_campaign_just_begun_is_gone_with_its_name() {
    let robots: &[&str] = &["north", "south"];
    for (players, robots) in [(DUEL.players, &[][..]), (&[], robots)] {
        let mut bench = Bench::new();
        let wanted = Match {
            players,
            robots,
            ..DUEL
        };
        wanted.found(&bench.club, bench.now).unwrap();
        let said = undo(&bench.club, "duel", bench.now).unwrap();
        assert!(said.starts_with("duel is gone, with its seed;"), "{said}");
        let dir = bench.club.layout.campaigns();
        assert!(
            bench.club.campaign_ids().unwrap().is_empty(),
            "{}",
            dir.display()
        );
        // Nobody misses it, and nobody is written to.
        let summary = bench.later(60).tick();
        assert!(summary.changed.is_empty(), "{summary}");
        assert!(bench.post.taken.is_empty());
        wanted.found(&bench.club, bench.now).unwrap();
    }
}

#[test]
fn what_somebody_may_know_stays() {
    for (what, act) in ACTS {
        for outcome in [
            Outcome::Sent,
            Outcome::Busy,
            Outcome::AnswerLost,
            Outcome::Refused,
        ] {
            let mut bench = at_rest();
            act(&bench).unwrap();
            bench.post.outcomes = [vec![outcome], vec![Outcome::Down; 40]].concat().into();
            bench.later(60).tick();
            let before = tree(&bench);
            let fault = undo(&bench.club, "duel", bench.now).unwrap_err();
            let hints = fault.downcast_ref::<Fault>().unwrap().hints.join("\n");
            let fault = format!("{fault:#}\n{hints}");
            for wanted in [
                "of entry 3 of duel",
                "left, or may have: to ",
                "packetboat rollback duel 2",
            ] {
                assert!(fault.contains(wanted), "{what}: {fault}");
            }
            assert_eq!(tree(&bench), before);
        }
        // A page that was made, and an export.
        type Show = fn(&Bench);
        let site: Show = |it| drop(site::make(&it.club, Path::new("/srv/site")).unwrap());
        let exported: Show =
            |it| drop(export::export(&it.club, "duel", Path::new("/srv/duel.tar")).unwrap());
        for shows in [site, exported] {
            let bench = at_rest();
            make_dir(&*bench.fs, Path::new("/srv")).unwrap();
            act(&bench).unwrap();
            shows(&bench);
            let fault = format!("{:#}", undo(&bench.club, "duel", bench.now).unwrap_err());
            assert!(fault.contains("was seen by "), "{what}: {fault}");
        }
    }
}

#[test]
fn what_the_program_or_a_player_did_is_no_act_of_the_referees() {
    let mut bench = at_rest();
    let fault = |bench: &Bench| format!("{:#}", undo(&bench.club, "duel", bench.now).unwrap_err());
    // No tick for weeks: the deadline moves by itself. Nothing leaves.
    bench.hum();
    bench.post.outcomes = vec![Outcome::Down; 100].into();
    bench.later(9 * 86_400).tick();
    let cause = bench.note("duel").cause;
    assert!(
        matches!(cause, Cause::Extended { .. }),
        "{cause:?} {}",
        bench.now
    );
    let said = fault(&bench);
    assert!(said.contains("is an act of the program"), "{said}");
    let mut bench = at_rest();
    bench.post.outcomes = vec![Outcome::Down; 100].into();
    bench.edit("campaigns/duel/campaign.toml", "\"Ben\"", "\"Dora\"");
    bench.later(7200).tick();
    assert!(matches!(bench.note("duel").cause, Cause::Replaced { .. }));
    let said = fault(&bench);
    assert!(said.contains("applied campaign.toml"), "{said}");
}

/// Cut at any call, the same command again leads to the same end.
#[test]
fn a_cut_of_the_power_changes_nothing_of_the_end() {
    for (what, act) in [ACTS[0], ACTS[4], ACTS[5], ACTS[6]] {
        let base = at_rest();
        act(&base).unwrap();
        let whole = base.copy();
        undo(&whole.club, "duel", whole.now).unwrap();
        let whole = tree(&whole);
        for cut in 1.. {
            let fs = Faulty::new(base.fs.crash(0), Trouble::PowerCut(cut));
            let there = Bench::on(fs, base.now);
            let done = undo(&there.club, "duel", there.now).is_ok();
            let over = there.fs.calls() < cut;
            for luck in 0..6 {
                let after = Bench::on(there.fs.inner().crash(luck), base.now);
                let is_gone = !exists(
                    &*after.fs,
                    Path::new("/club/campaigns/duel/log/000003.entry"),
                );
                assert!(
                    is_gone || !done,
                    "{what}: said, and not done, at call {cut}"
                );
                if !is_gone {
                    undo(&after.club, "duel", after.now).unwrap();
                }
                let mut found = tree(&after);
                // What the seat was counts for that entry alone.
                found.retain(|path, _| !path.contains(".tmp") && !path.ends_with("before.toml"));
                // Mails of the entry that is gone go when the campaign is opened next.
                found.retain(|path, _| !path.contains("/outbox/000003"));
                assert_eq!(found, whole, "{what} at call {cut}");
            }
            if over {
                break;
            }
        }
    }
}

/// A seat that comes back has the reply address that its mails have.
#[test]
fn the_player_of_before_writes_on() {
    let mut bench = at_rest();
    let old = header(&bench.last("duel", "south", ".report").message, "Reply-To").unwrap();
    replaced(&bench).unwrap();
    undo(&bench.club, "duel", bench.now).unwrap();
    let block = "#orders duel south turn 2\nBID 1\n#end\n";
    let mail = bench.written("ben@example.net", &old, block);
    bench.deliver(&mail);
    bench.later(60).tick();
    let note = bench.note("duel");
    assert!(note.out.iter().any(|it| it.what == Letter::Receipt));
    assert_eq!(note.orders.len(), 1);
}
