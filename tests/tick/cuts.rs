//! The power is cut at every call that changes the disk and at every sending; then `tick` runs
//! again at the same moment.
//!
//! What may differ from an undisturbed run: nothing in any campaign's folder, in the Maildir, or
//! in the ledgers, byte for byte, except the words in `.sent` marks, of which only the names
//! count; and one mail may have been sent twice, both times the same bytes. Rests named `.tmp`,
//! `.sending` and the Maildir's `tmp` are not looked at: nobody reads them; nor is the hint of what
//! is due.

use crate::support::{ANA, Bench, DUEL, Match, SEED, WORLDS, seat};
use packetboat::desk::commands::{players, referee, renew};
use packetboat::desk::inbox::receive;
use packetboat::desk::tick::run::tick;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::fault::{RETRY, exit_code};
use packetboat::mail::transport::{Envelope, Handed, SendError, Taken, Transport};
use packetboat::store::fs::Fs;
use packetboat::store::lines::whole;
use packetboat::store::memfs::MemFs;
use packetboat_tools::faulty::{Faulty, Trouble};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Crashes played for each cut: what was not safe may be there or not.
const LUCKS: u64 = 3;

type Tree = BTreeMap<String, Vec<u8>>;

/// What lies in the club, but for what is allowed to differ.
fn held(fs: &MemFs) -> Tree {
    let mut tree = fs.tree();
    let rest = |path: &str| {
        path.ends_with(".tmp") || path.ends_with(".tmp/") || path.ends_with(".sending")
    };
    tree.retain(|path, _| !rest(path) && !path.contains(".tmp/") && !path.contains("mail/tmp/"));
    // A hint, which knows when files were written.
    tree.remove("club/desk/due.toml");
    // It may name an older mail: it only has to be one that the books know.
    tree.remove("club/mail/taken.toml");
    // Marks of mails: whole lines.
    for (_, marks) in tree.iter_mut().filter(|it| it.0.contains("desk/seen/")) {
        *marks = whole(marks).collect::<Vec<_>>().join("\n").into_bytes();
    }
    settle(&mut tree);
    tree
}

/// What became of mails, wherever it is noted, and however often: each once, and without the time.
/// A line that was torn says nothing.
fn settle(tree: &mut Tree) {
    let mut over = BTreeSet::new();
    let mut noted = |path: &str, bytes: &[u8]| {
        if path.contains("/sent/") && path.ends_with(".txt") {
            for line in whole(bytes) {
                let words: Vec<&str> = line.split(' ').collect();
                assert!(words.len() > 3, "{line}");
                over.insert(format!("{} {}", words[1], words[2]));
            }
            return true;
        }
        let key = path
            .strip_suffix(".sent")
            .and_then(|it| it.rsplit('/').next());
        over.extend(key.map(|it| format!("{it} sent")));
        key.is_some()
    };
    tree.retain(|path, bytes| !noted(path, bytes));
    for line in over {
        tree.insert(line, Vec::new());
    }
    // Folders from which the mails have left.
    let empty = |path: &String| path.ends_with('/') && path.contains("/outbox/");
    let folders: Vec<String> = tree.keys().filter(|it| empty(it)).cloned().collect();
    for folder in folders {
        let holds = tree
            .keys()
            .any(|it| *it != folder && it.starts_with(&folder));
        if !holds {
            tree.remove(&folder);
        }
    }
}

/// A transport that the process does not survive at one sending.
struct Killed<'a> {
    taken: &'a mut Vec<Taken>,
    left: u32,
    takes: bool,
}

impl Transport for Killed<'_> {
    fn is_looked_at(&self) -> bool {
        false
    }

    fn send(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        key: &str,
    ) -> Result<Handed, SendError> {
        let dies = self.left == 0;
        if !dies || self.takes {
            self.taken.push(Taken {
                from: envelope.from.to_owned(),
                to: envelope.to.to_owned(),
                message: message.to_vec(),
                key: key.to_owned(),
            });
        }
        assert!(!dies, "killed while sending");
        self.left -= 1;
        Ok(Handed::Over)
    }
}

/// Before a tick that takes two mails, one with faults, resolves, commits and sends.
pub(super) fn due(wanted: &Match<'_>) -> Bench {
    let mut bench = Bench::with(wanted);
    let lines = bench.good_lines(wanted.id, seat("north"));
    bench.send(wanted.id, "north", "1", &lines);
    bench.send(wanted.id, "south", "1", "PLYA LOWEST\nBID 1\nWOBBLE");
    bench.later(2 * 3_600);
    bench.copy()
}

fn check_mails(all: &[Taken], undisturbed: &[Taken], at: &str) {
    let once: BTreeMap<&str, &Taken> = undisturbed.iter().map(|it| (it.key.as_str(), it)).collect();
    let mut times: BTreeMap<&str, u32> = BTreeMap::new();
    for mail in all {
        assert_eq!(
            once.get(mail.key.as_str()),
            Some(&mail),
            "{at}: another mail"
        );
        *times.entry(mail.key.as_str()).or_default() += 1;
    }
    assert_eq!(times.len(), once.len(), "{at}: a mail was not sent");
    let more: u32 = times.values().map(|it| it - 1).sum();
    assert!(more <= 1, "{at}: {more} duplicates");
}

/// Runs `act` with a cut at each call; behind it ticks must lead to where they do undisturbed.
/// `again` is what a person does whose command failed.
fn cut_everywhere(
    base: &Bench,
    act: impl Fn(&mut Bench<Faulty<MemFs>>) -> bool,
    again: impl Fn(&mut Bench),
) -> u64 {
    trouble_everywhere(base, Trouble::PowerCut, act, again)
}

/// The same with any trouble.
fn trouble_everywhere(
    base: &Bench,
    trouble: fn(u64) -> Trouble,
    act: impl Fn(&mut Bench<Faulty<MemFs>>) -> bool,
    again: impl Fn(&mut Bench),
) -> u64 {
    let whole = Bench::on(Faulty::new(base.fs.crash(0), Trouble::Never), base.now);
    let mut whole = whole;
    assert!(act(&mut whole), "undisturbed it works");
    whole.tick();
    let (tree, sent) = (held(whole.fs.inner()), whole.post.taken.clone());
    let mut cuts = 0;
    for at in 1.. {
        let mut met = false;
        for luck in 0..LUCKS {
            let disk = Faulty::new(base.fs.crash(0), trouble(at));
            let mut cut = Bench::on(disk, base.now);
            let done = act(&mut cut);
            if cut.fs.calls() < at {
                break;
            }
            met = true;
            let mut after = Bench::on(cut.fs.inner().crash(luck), base.now);
            after.post.taken = cut.post.taken;
            after.tick();
            if !done {
                again(&mut after);
                after.tick();
            }
            let name = format!("call {at}, luck {luck}");
            assert_eq!(differences(&held(&after.fs), &tree), "", "{name}");
            check_mails(&after.post.taken, &sent, &name);
            after.verify();
        }
        if !met {
            break;
        }
        cuts += 1;
    }
    cuts
}

fn differences(found: &Tree, wanted: &Tree) -> String {
    let mut text = String::new();
    for path in found.keys().chain(wanted.keys()) {
        if found.get(path) != wanted.get(path) {
            let show = |bytes: Option<&Vec<u8>>| {
                bytes.map(|it| String::from_utf8_lossy(&it[..it.len().min(400)]).into_owned())
            };
            text = format!(
                "{text}{path}: found {:?}, wanted {:?}\n",
                show(found.get(path)),
                show(wanted.get(path))
            );
        }
    }
    text
}

fn ticks(bench: &mut Bench<Faulty<MemFs>>) -> bool {
    tick(&bench.club, &mut bench.post, bench.now).is_ok_and(|it| it.exit_code() == 0)
}

#[test]
fn a_tick_cut_at_any_call_is_made_good_by_the_next() {
    let base = due(&DUEL);
    let cuts = cut_everywhere(&base, ticks, |_| {});
    assert!(cuts > 60, "{cuts} cuts are too few for what is written");
}

/// A full, read-only or stumbling disk: the tick says so, and carries on when there is room.
#[test]
fn a_disk_that_is_full_or_read_only_at_any_call() {
    let base = due(&DUEL);
    for trouble in [Trouble::Full, Trouble::ReadOnly, Trouble::Once] {
        let said = Cell::new(0);
        let act = |bench: &mut Bench<Faulty<MemFs>>| {
            let code = match tick(&bench.club, &mut bench.post, bench.now) {
                Ok(summary) => summary.exit_code(),
                Err(error) => exit_code(&error),
            };
            assert!(code == 0 || code == RETRY, "{code}");
            said.set(said.get() + u32::from(code == RETRY));
            code == 0
        };
        let cuts = trouble_everywhere(&base, trouble, act, |_| {});
        assert!(cuts > 60, "{cuts}");
        assert!(said.get() > 40, "{} were told", said.get());
    }
}

/// On a full disk no mail goes out again and again: what cannot be noted is not sent.
#[test]
fn a_full_disk_sends_no_mail_twice() {
    let base = due(&DUEL);
    let whole = Bench::on(Faulty::new(base.fs.crash(0), Trouble::Never), base.now);
    let mut whole = whole;
    ticks(&mut whole);
    for at in 1..=whole.fs.calls() {
        let disk = Faulty::new(base.fs.crash(0), Trouble::Full(at));
        let mut full = Bench::on(disk, base.now);
        for _ in 0..4 {
            ticks(&mut full);
            full.later(300);
        }
        let mut keys = full.keys();
        let sent = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), sent, "call {at}: {:?}", full.keys());
    }
}

#[test]
fn a_tick_of_these_new_worlds_too() {
    let alone = Match {
        players: &[ANA],
        robots: &["south"],
        ..WORLDS
    };
    let mut bench = Bench::with(&alone);
    bench.send("worlds", "north", "1", "PLAY LOWEST\nPLYA HIGHEST");
    bench.later(2 * 3_600 + 60);
    let cuts = cut_everywhere(&bench.copy(), ticks, |_| {});
    assert!(cuts > 40, "{cuts}");
}

/// Letters, strangers, and the mail of the day to the referee.
#[test]
fn a_tick_that_hears_everybody_too() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "packetboat.toml",
        "maildir = \"mail\"",
        "maildir = \"mail\"\nauthserv_id = \"club.mx\"",
    );
    bench.tick();
    for (from, text) in [
        ("ana@example.org", "Dear referee, I am ill."),
        ("carla@x.example", "May I join?"),
        ("dan@y.example", "WATCH duel"),
    ] {
        let domain = from.split('@').nth(1).unwrap();
        let mail = bench.later(60).written(from, "orders@club.example", text);
        bench.deliver(&format!(
            "Authentication-Results: club.mx; dmarc=pass header.from={domain}\n\
             Received: from x by club.mx\n{mail}"
        ));
    }
    let cuts = cut_everywhere(&bench.later(60).copy(), ticks, |_| {});
    assert!(cuts > 20, "{cuts}");
}

#[test]
fn a_tick_killed_at_any_sending_is_made_good_by_the_next() {
    let base = due(&DUEL);
    let mut whole = base.copy();
    let before = whole.post.taken.len();
    whole.tick();
    let sent = whole.post.taken.split_off(before);
    assert_eq!(
        sent.len(),
        4,
        "two receipts, two reports: {:?}",
        whole.keys()
    );
    let tree = held(&whole.fs);
    for left in 0..4 {
        for takes in [false, true] {
            for luck in 0..LUCKS {
                let bench = base.copy();
                let mut taken = Vec::new();
                let mut post = Killed {
                    taken: &mut taken,
                    left,
                    takes,
                };
                let run = || tick(&bench.club, &mut post, bench.now).is_ok();
                assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
                let mut after = Bench::on(bench.fs.crash(luck), base.now);
                after.post.taken = taken;
                after.tick();
                let name = format!("sending {left}, taken {takes}, luck {luck}");
                assert_eq!(differences(&held(&after.fs), &tree), "", "{name}");
                check_mails(&after.post.taken, &sent, &name);
            }
        }
    }
}

/// A command that was cut has done its work or not; if it said that it has not, it is given
/// again, unless it turns out to have done it.
fn command_cut_everywhere(
    base: &Bench,
    id: &str,
    act: impl Fn(&packetboat::desk::club::open::Club, packetboat::clock::Moment) -> bool,
) -> u64 {
    let entries = |bench: &Bench| bench.notes(id).len();
    let before = entries(base);
    cut_everywhere(
        base,
        |bench| act(&bench.club, bench.now),
        |after| {
            if entries(after) == before {
                assert!(act(&after.club, after.now));
            } else if after
                .fs
                .stat(&after.path(&format!("campaigns/{id}/HALTED")))
                .is_ok()
            {
                // Done, and cut before it could say that it goes on.
                referee::release(&after.club, id, "", after.now).unwrap();
            }
        },
    )
}

#[test]
fn the_referee_s_commands_cut_at_any_call() {
    let base = Bench::with(&DUEL).copy();
    let now = base.now;
    let cuts = command_cut_everywhere(&base, "duel", |club, now| {
        referee::hold(club, "duel", "rain", now).is_ok()
    });
    assert!(cuts > 5, "hold: {cuts}");
    let cuts = command_cut_everywhere(&base, "duel", |club, now| {
        let text = "#orders duel north turn 1\nBID 3\nBDI 4\n#end\n";
        referee::submit(club, "duel", seat("north"), text, now).is_ok()
    });
    assert!(cuts > 10, "submit: {cuts}");
    let cuts = command_cut_everywhere(&base, "duel", |club, now| {
        referee::resolve(club, "duel", "nobody came", now).is_ok()
    });
    assert!(cuts > 10, "resolve: {cuts}");
    let mut held = base.copy();
    referee::hold(&held.club, "duel", "rain", now).unwrap();
    held.tick();
    let cuts = command_cut_everywhere(&held.copy(), "duel", |club, now| {
        referee::release(club, "duel", "", now).is_ok()
    });
    assert!(cuts > 5, "release: {cuts}");
    let mut on = base.copy();
    referee::resolve(&on.club, "duel", "", now).unwrap();
    on.tick();
    let cuts = command_cut_everywhere(&on.copy(), "duel", |club, now| {
        referee::rollback(club, "duel", 0, "a wrong turn", now).is_ok()
    });
    assert!(cuts > 10, "rollback: {cuts}");
    let cuts = command_cut_everywhere(&on.copy(), "duel", |club, now| {
        let dora = NewHolder::Person("Dora <dora@example.org>");
        let by = (dora, Lines::Drop);
        players::replace(club, "duel", seat("north"), by, "silence", now).is_ok()
    });
    assert!(cuts > 10, "replace: {cuts}");
    let cuts = command_cut_everywhere(&on.copy(), "duel", |club, now| {
        let by = (NewHolder::Robot, Lines::Keep);
        players::replace(club, "duel", seat("north"), by, "", now).is_ok()
    });
    assert!(cuts > 10, "replace by a robot: {cuts}");
    let cuts = command_cut_everywhere(&on.copy(), "duel", |club, now| {
        renew::renew(club, "duel", seat("north"), "", now).is_ok()
    });
    assert!(cuts > 10, "token: {cuts}");
    let edited = on.copy();
    edited.edit_position("duel", "purse = 15", "purse = 14");
    let cuts = command_cut_everywhere(&edited.copy(), "duel", |club, now| {
        referee::adopt(club, "duel", "as it lies", now).is_ok()
    });
    assert!(cuts > 5, "adopt: {cuts}");
}

#[test]
fn a_new_campaign_cut_at_any_call_is_there_or_not() {
    let base = Bench::new().copy();
    let there = |bench: &Bench| bench.fs.stat(&bench.path("campaigns/duel")).is_ok();
    // The key of its tokens comes of the seed, so that both foundings are the same.
    let cuts = cut_everywhere(
        &base,
        |bench| DUEL.found_as_new(&bench.club, bench.now, SEED).is_ok(),
        |after| {
            if !there(after) {
                DUEL.found_as_new(&after.club, after.now, SEED).unwrap();
            }
        },
    );
    assert!(cuts > 20, "{cuts}");
}

#[test]
fn a_mail_received_is_safe_or_refused() {
    let base = Bench::with(&DUEL).copy();
    let mail = base.orders("duel", "north", "1", "BID 3");
    let store = |bench: &Bench<Faulty<MemFs>>| {
        receive::run(&bench.club, &mut mail.as_bytes(), bench.now).is_ok()
    };
    let mut cuts = 0;
    for at in 1..20 {
        for luck in 0..LUCKS {
            let cut = Bench::on(
                Faulty::new(base.fs.crash(0), Trouble::PowerCut(at)),
                base.now,
            );
            let stored = store(&cut);
            cuts += u32::from(cut.fs.calls() >= at);
            let mut after = Bench::on(cut.fs.inner().crash(luck), base.now);
            if !stored {
                // The mail server tries again; the first one may have come through all the same.
                receive::run(&after.club, &mut mail.as_bytes(), after.now).unwrap();
            }
            after.tick();
            let notes = after.notes("duel");
            let taken: usize = notes.iter().map(|it| it.mail.len()).sum();
            assert_eq!(taken, 1, "call {at}, luck {luck}");
            assert_eq!(after.all("duel", "north", ".receipt").count(), 1);
        }
    }
    assert!(cuts >= 9, "{cuts}");
}

#[test]
fn a_halt_cut_at_any_call_is_told_once() {
    let mut base = Bench::with(&DUEL);
    let mail = base.orders("duel", "north", "1", "BID 3");
    base.deliver(&mail);
    base.edit(
        "campaigns/duel/log/000000/state.toml",
        "purse = 15",
        "purse = 16",
    );
    let base = base.copy();
    for at in 1..40 {
        for luck in 0..LUCKS {
            let disk = Faulty::new(base.fs.crash(0), Trouble::PowerCut(at));
            let mut cut = Bench::on(disk, base.now);
            let _ = tick(&cut.club, &mut cut.post, cut.now);
            let mut after = Bench::on(cut.fs.inner().crash(luck), base.now);
            after.post.taken = cut.post.taken;
            for _ in 0..3 {
                after.later(300).tick();
            }
            let mut told: Vec<&str> = after.keys();
            told.sort_unstable();
            told.dedup();
            let both = ["duel.halted.north.", "duel.halted.referee."];
            assert_eq!(told.len(), 2, "call {at}, luck {luck}: {told:?}");
            assert!(
                told.iter()
                    .zip(both)
                    .all(|(key, start)| key.starts_with(start))
            );
            assert!(after.post.taken.len() <= 3, "{:?}", after.keys());
        }
    }
}

/// A roster edited by hand is taken once, and the mail that waited behind it.
#[test]
fn a_tick_that_takes_an_edited_roster_too() {
    let mut bench = Bench::with(&DUEL);
    bench.edit(
        "campaigns/duel/campaign.toml",
        "player  = \"Ben\"\naddress = \"ben@example.net\"",
        "player  = \"Dora\"\naddress = \"dora@example.org\"",
    );
    bench.send("duel", "north", "1", "BID 3");
    bench.send("duel", "south", "1", "BID 4");
    let cuts = cut_everywhere(&bench.copy(), ticks, |_| {});
    assert!(cuts > 40, "{cuts}");
}

/// The first tick behind a gap moves the deadline once, whatever was cut.
#[test]
fn a_tick_behind_a_gap_too() {
    let mut bench = Bench::with(&DUEL);
    bench.at("2026-11-22T12:00:00Z").hum();
    bench.send("duel", "north", "1", "BID 3");
    bench.at("2026-11-23T12:00:00Z");
    let cuts = cut_everywhere(&bench.copy(), ticks, |_| {});
    assert!(cuts > 40, "{cuts}");
    bench.tick();
    let moved = bench.notes("duel").into_iter().filter(|note| {
        use packetboat::store::entry::Cause;
        matches!(note.cause, Cause::Extended { .. })
    });
    assert_eq!(moved.count(), 1);
}

/// Mail of the month before is where it was or put by, and what is deleted has its line, whatever
/// was cut.
#[test]
fn a_tick_that_puts_old_mail_by_too() {
    let mut bench = Bench::with(&DUEL);
    bench.send("duel", "north", "1", "BID 3");
    let keep = "[mail.in]\nkeep = \"60d\"\n";
    bench.edit("packetboat.toml", "[mail.in]\n", keep);
    let mut bench = bench.copy();
    bench.later(60).tick();
    bench.at("2026-12-01T00:10:00Z");
    let cuts = cut_everywhere(&bench.copy(), ticks, |_| {});
    assert!(cuts > 5, "{cuts}");
    bench.tick();
    bench.at("2027-01-01T00:10:00Z").tick();
    bench.at("2027-02-01T00:10:00Z");
    let cuts = cut_everywhere(&bench.copy(), ticks, |_| {});
    assert!(cuts > 5, "{cuts}");
}

/// Orders that are confirmed, and an address: the roster is changed once, whatever was cut.
#[test]
fn a_tick_that_does_what_was_confirmed_too() {
    let mut bench = Bench::with(&DUEL);
    let block = "#orders duel north turn 1\nBID 3\n#end\n";
    let stray = bench.written("ana@elsewhere.example", "orders@club.example", block);
    bench.deliver(&stray);
    bench.send("duel", "north", "1", "ADDRESS ana@new.example");
    bench.tick();
    let codes: Vec<String> = [".refusal", ".receipt"]
        .iter()
        .map(|kind| {
            let text = bench.text(&bench.last("duel", "north", kind).message);
            let mut lines = text.lines();
            let line = lines.find_map(|it| it.strip_prefix("; CONFIRM "));
            format!("CONFIRM {}", line.expect("it asks"))
        })
        .collect();
    bench.send("duel", "north", "1", &codes.join("\n"));
    let base = bench.copy();
    let cuts = cut_everywhere(&base, ticks, |_| {});
    assert!(cuts > 40, "{cuts}");
}
