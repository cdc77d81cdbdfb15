//! The folder transport, whose mails wait for the disk together: the power is cut at every call,
//! and whatever is marked as sent lies in the folder, whole.

use super::cuts::due;
use crate::support::{Bench, DUEL, Match, ROOT};
use packetboat::desk::club::summary::Summary;
use packetboat::desk::outbox::reply_addresses::is_ready;
use packetboat::desk::outbox::transports;
use packetboat::desk::tick::run::tick;
use packetboat::mail::ours;
use packetboat::mail::transport::Scripted;
use packetboat::store::entry::MailKey;
use packetboat::store::fs::Fs;
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outbox::{Became, KeptMail};
use packetboat::store::{campaigns, layout};
use packetboat_tools::faulty::{Faulty, Trouble};
use std::collections::BTreeSet;

/// A tick that sends into the club's own folder.
fn spools<F: Fs + 'static>(bench: &Bench<F>) -> anyhow::Result<Summary> {
    let mut post = transports::transport(&bench.club)?;
    tick(&bench.club, &mut *post, bench.now)
}

/// The mails of all entries that are marked as sent: campaign, entry and key.
fn marked(fs: &MemFs) -> BTreeSet<Marked> {
    let mut all = BTreeSet::new();
    let club = layout::Club::new(ROOT);
    for id in campaigns::ids(fs, &club).unwrap() {
        let dir = club.campaign(&id);
        let log = CampaignLog::new(fs, &dir);
        for number in log.entries().unwrap() {
            let marks = log.marks(number).unwrap().into_iter();
            let sent = marks.filter(|it| it.1 == Became::Sent);
            all.extend(sent.map(|it| (id.to_string(), number, it.0)));
        }
    }
    all
}

/// Those of them that are not in the folder as their entries have them.
fn lost(fs: &MemFs, before: &BTreeSet<Marked>) -> Vec<String> {
    let tree = fs.tree();
    let club = layout::Club::new(ROOT);
    let there = |(id, number, key): &&Marked| {
        let dir = club.campaign(&id.parse().unwrap());
        let log = CampaignLog::new(fs, &dir);
        let note = log.note(*number).unwrap().note;
        let out = note.out.iter().find(|it| it.key == *key).unwrap();
        let left = tree.get(&format!("club/mail/out/{key}.eml"));
        match (log.kept(*number, out).unwrap(), left) {
            (KeptMail::Whole(own), Some(left)) => is_ready(&own, left),
            (KeptMail::Text(own), Some(left)) => own.text == ours(left).text,
            (_, None) => false,
        }
    };
    let all = marked(fs);
    let new = all.difference(before).filter(|it| !there(it));
    new.map(|it| it.2.to_string()).collect()
}

type Marked = (String, u32, MailKey);

#[test]
fn what_is_marked_as_sent_lies_in_the_folder() {
    let base = due(&DUEL);
    let before = marked(&base.fs);
    let whole = base.copy();
    assert_eq!(spools(&whole).unwrap().sent, 4, "two receipts, two reports");
    assert_eq!(lost(&whole.fs, &before), Vec::<String>::new());
    let all = marked(&whole.fs);
    let mut cuts = 0;
    for at in 1.. {
        let mut met = false;
        for luck in 0..3 {
            let disk = Faulty::new(base.fs.crash(0), Trouble::PowerCut(at));
            let cut = Bench::on(disk, base.now);
            let _ = spools(&cut);
            if cut.fs.calls() < at {
                break;
            }
            met = true;
            let after = Bench::on(cut.fs.inner().crash(luck), base.now);
            let name = format!("call {at}, luck {luck}");
            assert_eq!(lost(&after.fs, &before), Vec::<String>::new(), "{name}");
            assert_eq!(spools(&after).unwrap().exit_code(), 0, "{name}");
            assert_eq!(lost(&after.fs, &before), Vec::<String>::new(), "{name}");
            assert_eq!(marked(&after.fs), all, "{name}");
        }
        if !met {
            break;
        }
        cuts += 1;
    }
    assert!(cuts > 60, "{cuts}");
}

#[test]
fn what_a_tick_has_sent_stays_sent() {
    let base = due(&DUEL);
    for luck in 0..20 {
        let bench = base.copy();
        assert_eq!(spools(&bench).unwrap().sent, 4);
        let after = Bench::on(bench.fs.crash(luck), base.now);
        assert_eq!(spools(&after).unwrap().sent, 0, "luck {luck}");
    }
}

/// A disk that stumbles and goes on, or is full for a while, as a power cut is not: what could not
/// be made safe must not be marked, and goes out with the next tick.
#[test]
fn what_the_disk_refused_is_not_marked() {
    let base = due(&DUEL);
    let before = marked(&base.fs);
    let whole = base.copy();
    assert!(spools(&whole).is_ok());
    let all = marked(&whole.fs);
    for trouble in [Trouble::Once, Trouble::Full, Trouble::ReadOnly] {
        let mut calls = 0;
        for at in 1.. {
            let cut = Bench::on(Faulty::new(base.fs.crash(0), trouble(at)), base.now);
            let _ = spools(&cut);
            if cut.fs.calls() < at {
                break;
            }
            calls += 1;
            let name = format!("{:?}", trouble(at));
            assert_eq!(
                lost(cut.fs.inner(), &before),
                Vec::<String>::new(),
                "{name}"
            );
            let after = Bench::on(cut.fs.inner().copy(), base.now);
            assert_eq!(spools(&after).unwrap().exit_code(), 0, "{name}");
            assert_eq!(lost(&after.fs, &before), Vec::<String>::new(), "{name}");
            assert_eq!(marked(&after.fs), all, "{name}");
        }
        assert!(calls > 60, "{calls}");
    }
}

/// A mail of the desk's own, whose name could not be made safe in one tick, is made safe before it
/// leaves in the next: whatever a power cut takes then, one mail leaves in the end, once or twice,
/// and never another.
#[test]
fn what_the_desk_sent_behind_a_stumble_stays_the_same() {
    let mut base = Bench::with(&DUEL);
    base.tick();
    let address = base.club.house.address();
    let lost = base.written("ana@example.org", &address, "Hello, how do I play?");
    // Two campaigns, so that nothing tells which is meant.
    base.start(&Match {
        id: "other",
        players: &["north=Ben <ben@example.net>", "south=Ana <ana@example.org>"],
        ..DUEL
    });
    base.deliver(&lost);
    let astray = |post: &Scripted| -> BTreeSet<Vec<u8>> {
        let own = post.taken.iter().filter(|it| it.key.starts_with("astray"));
        own.map(|it| it.message.clone()).collect()
    };
    let mut left = 0;
    for stumble in 1.. {
        let first = Bench::on(
            Faulty::new(base.fs.copy(), Trouble::Once(stumble)),
            base.now,
        );
        let mut post = Scripted::default();
        let _ = tick(&first.club, &mut post, first.now);
        if first.fs.calls() < stumble {
            break;
        }
        if !astray(&post).is_empty() {
            continue;
        }
        for cut in 1.. {
            let disk = Faulty::new(first.fs.inner().copy(), Trouble::PowerCut(cut));
            let second = Bench::on(disk, base.now);
            let mut post = Scripted::default();
            let _ = tick(&second.club, &mut post, second.now);
            if second.fs.calls() < cut {
                break;
            }
            let sent = astray(&post);
            for luck in 0..2 {
                let mut third = Bench::on(second.fs.inner().crash(luck), base.now);
                third.later(60).tick();
                let again = astray(&third.post);
                let at = format!("stumble {stumble}, cut {cut}, luck {luck}");
                assert!(sent.union(&again).count() == 1, "{at}: no mail, or another");
            }
            left += usize::from(!sent.is_empty());
        }
    }
    assert!(left > 8, "{left}");
}
