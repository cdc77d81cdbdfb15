//! The store on disks that fail: the power is cut at every call, the disk is full or read-only.

use crate::inside;
use crate::store::{dir, founding, held, moment, one_and_two, sheet};
use packetboat::desk::club::open::club_on;
use packetboat::desk::inbox::arrival::{Arrival, Source, Wish};
use packetboat::desk::inbox::marks::{Known, Newest, mark_all};
use packetboat::store::archive::{ArchiveFs, put_away};
use packetboat::store::campaigns;
use packetboat::store::entry::Entry;
use packetboat::store::fs::{Access, Fs, exists, list_if_there, make_dir, replace};
use packetboat::store::layout::Club;
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outbox::Tried;
use packetboat_tools::faulty::{Faulty, Trouble};
use packetboat_tools::games::ALL;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The second entry is committed on a disk with this trouble, which holds the first.
fn try_second(fs: &dyn Fs) -> bool {
    let dir = dir();
    let log = CampaignLog::new(fs, &dir);
    let Ok(()) = log.recover(None) else {
        return false;
    };
    let Ok(last) = log.last() else {
        return false;
    };
    let entry: Entry = sheet().seal(last.as_ref());
    log.commit(&entry, last.as_ref()).is_ok()
}

/// How many calls that change something a second commit makes.
fn calls_of_second() -> u64 {
    let fs = Faulty::new(one_and_two().0, Trouble::Never);
    assert!(try_second(&fs));
    fs.calls()
}

#[test]
fn a_power_cut_at_any_call_leaves_the_old_log_or_the_new_one() {
    let (one, two) = one_and_two();
    let (old, new) = (held(&one), held(&two));
    let calls = calls_of_second();
    assert!(calls > 10, "{calls} calls are too few for what is written");
    let mut seen = BTreeMap::new();
    for at in 1..=calls + 1 {
        for seed in 0..40 {
            let fs = Faulty::new(one_and_two().0, Trouble::PowerCut(at));
            let said_done = try_second(&fs);
            let after = fs.inner().crash(seed);
            let dir = dir();
            let log = CampaignLog::new(&after, &dir);
            log.recover(None).unwrap();
            let tree = held(&after);
            let is_new = tree == new;
            assert!(
                is_new || tree == old,
                "call {at}, seed {seed}: {:?}",
                tree.keys()
            );
            assert!(
                is_new || !said_done,
                "call {at}, seed {seed}: said done, but lost"
            );
            for number in log.entries().unwrap() {
                log.check(number).unwrap();
            }
            *seen.entry(is_new).or_insert(0) += 1;
            // And the next tick carries on.
            if !is_new {
                assert!(try_second(&after));
                assert_eq!(held(&after), new);
            }
        }
    }
    assert!(seen.len() == 2, "both outcomes are met: {seen:?}");
}

#[test]
fn after_a_kill_the_next_run_makes_safe_what_it_rests_on() {
    // Killed, not crashed: what was renamed is there, but its name may not be safe.
    let calls = calls_of_second();
    let fs = Faulty::new(one_and_two().0, Trouble::Once(calls));
    assert!(
        !try_second(&fs),
        "the last call is the sync that makes the rename safe"
    );
    let dir = dir();
    let log = CampaignLog::new(&fs, &dir);
    assert_eq!(log.entries().unwrap(), [0, 1]);
    let lost = (0..40).any(|seed| {
        let after = fs.inner().crash(seed);
        CampaignLog::new(&after, &dir).entries().unwrap() == [0]
    });
    assert!(lost, "without recover the entry may be lost");
    log.recover(None).unwrap();
    for seed in 0..40 {
        let after = fs.inner().crash(seed);
        assert_eq!(CampaignLog::new(&after, &dir).entries().unwrap(), [0, 1]);
    }
}

#[test]
fn a_full_or_read_only_disk_leaves_nothing_half_done() {
    let (one, two) = one_and_two();
    let (old, new) = (held(&one), held(&two));
    for at in 1..=calls_of_second() {
        for trouble in [Trouble::Full(at), Trouble::ReadOnly(at), Trouble::Once(at)] {
            let fs = Faulty::new(one_and_two().0, trouble);
            let done = try_second(&fs);
            let dir = dir();
            let log = CampaignLog::new(fs.inner(), &dir);
            // The log is whole at once, but for what `recover` takes away.
            for number in log.entries().unwrap() {
                log.check(number).unwrap();
            }
            log.recover(None).unwrap();
            let tree = held(fs.inner());
            assert!(tree == old || tree == new, "{trouble:?}: {:?}", tree.keys());
            assert!(!done || tree == new, "{trouble:?}: said done");
            if let Trouble::Full(_) = trouble {
                let names = fs.inner().list(&dir.log()).unwrap();
                assert!(!names.iter().any(|it| it.ends_with(".tmp")), "{names:?}");
            }
        }
    }
}

/// Founds a campaign in a club that is there already.
fn found(fs: &dyn Fs) -> bool {
    let club = Club::new("/club");
    let id = "new-spain".parse().expect("it is a fitting name");
    let files = [
        ("campaign.toml", "c"),
        ("secret.toml", "s"),
        ("data/game.toml", "g"),
    ];
    let files = files.map(|it| (it.0.to_owned(), it.1.as_bytes().to_vec()));
    campaigns::found(fs, &club, &id, &files.into(), &founding().seal(None)).is_ok()
}

fn club() -> MemFs {
    let fs = MemFs::new();
    make_dir(&fs, Path::new("/club/campaigns")).expect("the disk is well");
    fs
}

#[test]
fn a_campaign_begins_whole_or_not_at_all() {
    let fs = Faulty::new(club(), Trouble::Never);
    assert!(found(&fs));
    assert!(!found(&fs), "there can be no second of that name");
    let whole = held(fs.inner());
    let secret = dir().secret();
    assert_eq!(fs.inner().access(&secret), Some(Access::Private));
    for at in 1..=fs.calls() {
        for trouble in [Trouble::PowerCut(at), Trouble::Full(at), Trouble::Once(at)] {
            let fs = Faulty::new(club(), trouble);
            let said_done = found(&fs);
            let after = match trouble {
                Trouble::PowerCut(_) => fs.inner().crash(at),
                _ => fs.inner().crash(0),
            };
            let ids = campaigns::ids(&after, &Club::new("/club")).unwrap();
            let tree = held(&after);
            assert!(
                ids.is_empty() || tree == whole,
                "{trouble:?}: {:?}",
                tree.keys()
            );
            assert!(ids.len() == 1 || !said_done, "{trouble:?}");
            if ids.is_empty() {
                assert!(found(&after), "{trouble:?}: it can be founded again");
                assert_eq!(held(&after), whole);
            }
        }
    }
}

#[test]
fn a_campaign_that_is_over_lies_in_one_place_only() {
    let id = "new-spain".parse().unwrap();
    let club_dir = Club::new("/club");
    let over = club();
    assert!(found(&over));
    let was = inside::below(&over, club_dir.campaign(&id).root());
    let (mut cuts, mut done) = (0, false);
    while !done {
        cuts += 1;
        for seed in 0..20 {
            let fs = Faulty::new(over.copy(), Trouble::PowerCut(cuts));
            done = campaigns::archive(&fs, &club_dir, &id).is_ok();
            let after = fs.inner().crash(seed);
            let disk = ArchiveFs::new(Arc::new(after.shared()), club_dir.archive());
            let (ran, lies) = (club_dir.campaign(&id), club_dir.archived(&id));
            let archived = exists(&disk, lies.root());
            assert!(exists(&disk, ran.root()) != archived, "{cuts}, seed {seed}");
            assert!(archived || !done);
            // It is whole, wherever it is; and the same again brings it to its end.
            let place = if archived { lies.root() } else { ran.root() };
            same(&was, &inside::below(&disk, place));
            if archived {
                put_away(&disk, &club_dir, &id).unwrap();
                let names = list_if_there(&after, &club_dir.archive()).unwrap();
                assert_eq!(names, ["new-spain.campaign"], "{cuts}, seed {seed}");
                same(&was, &inside::below(&disk, lies.root()));
                assert!(!put_away(&disk, &club_dir, &id).unwrap());
            }
        }
    }
    assert!(cuts > 10, "{cuts}");
}

/// That the same files are in two folders.
fn same(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) {
    let inner = |files: &BTreeMap<String, Vec<u8>>| -> Vec<(String, Vec<u8>)> {
        let name = |path: &String| path.split_once("new-spain/").unwrap().1.to_owned();
        files
            .iter()
            .map(|(path, bytes)| (name(path), bytes.clone()))
            .collect()
    };
    assert_eq!(inner(one), inner(other));
}

/// Where there is no room, or the disk stumbles, the campaign is whole where it is.
#[test]
fn a_disk_that_takes_nothing_leaves_what_is_over_whole() {
    let id = "new-spain".parse().unwrap();
    let club_dir = Club::new("/club");
    let over = club();
    assert!(found(&over));
    let was = inside::below(&over, club_dir.campaign(&id).root());
    for at in 1..=12 {
        for trouble in [Trouble::Full(at), Trouble::ReadOnly(at), Trouble::Once(at)] {
            let fs = Faulty::new(over.copy(), trouble);
            let done = campaigns::archive(&fs, &club_dir, &id).is_ok();
            let after = fs.inner().shared();
            let disk = ArchiveFs::new(Arc::new(after), club_dir.archive());
            let (ran, lies) = (club_dir.campaign(&id), club_dir.archived(&id));
            let archived = exists(&disk, lies.root());
            assert!(archived || !done, "{trouble:?}");
            let place = if archived { lies.root() } else { ran.root() };
            same(&was, &inside::below(&disk, place));
            if archived {
                put_away(&disk, &club_dir, &id).unwrap();
                same(&was, &inside::below(&disk, lies.root()));
            }
        }
    }
}

#[test]
fn a_mark_survives_a_cut_once_it_is_said_to_be_there() {
    let dir = dir();
    let key = "new-spain.000000.spain.report".parse().unwrap();
    let now = moment("2026-11-21T09:00:00Z");
    for at in 1..=8 {
        for seed in 0..20 {
            let fs = Faulty::new(one_and_two().0, Trouble::PowerCut(at));
            let log = CampaignLog::new(&fs, &dir);
            let Ok(note) = log.note(0) else { continue };
            let out = note.note.out[0].clone();
            let (last, why) = (now, "later".to_owned());
            let tried = log
                .mark_tried(
                    0,
                    &key,
                    &Tried {
                        count: 1,
                        last,
                        why,
                    },
                )
                .is_ok();
            let sent = log.mark_sent(&[(0, &out)], now);
            let sent = sent.is_ok_and(|it| it.sync(&fs).is_ok());
            if sent {
                log.take_away(&[(0, &out)]);
            }
            let after = fs.inner().crash(seed);
            let log = CampaignLog::new(&after, &dir);
            let found = log.unsent(None).unwrap();
            assert!(!sent || found.is_empty(), "call {at}, seed {seed}");
            let counted = found.first().and_then(|it| it.tried.as_ref());
            assert!(!tried || sent || found.is_empty() || counted.is_some());
            log.check(0).unwrap();
        }
    }
}

/// What stumbled once is made again as a whole: nobody takes a folder to be safe for being there.
#[test]
fn a_folder_that_was_made_stays() {
    let deep = Path::new("/club/desk/outbox");
    for at in 1.. {
        let fs = Faulty::new(MemFs::new(), Trouble::Once(at));
        let _ = make_dir(&fs, deep);
        make_dir(&fs, deep).expect("the disk is ok again");
        assert!(exists(&fs.inner().crash(0), deep), "stumble {at}");
        if fs.calls() < at {
            break;
        }
    }
}

/// A mark that is there may be so for now only: what made it safe stumbled. Said again to be there,
/// it stays, and names the file that it named first.
#[test]
fn a_mail_that_was_marked_as_taken_stays_so() {
    let inner = MemFs::new();
    let config = "format = 1\n[club]\nname = \"Us\"\naddress = \"us@club.example\"\n\
                  referee = \"ref@club.example\"\nzone = \"UTC\"\n";
    make_dir(&inner, Path::new("/club/desk")).expect("the disk is well");
    replace(
        &inner,
        Path::new("/club/packetboat.toml"),
        config.as_bytes(),
        Access::Shared,
    )
    .expect("the disk is well");
    let opened = club_on(Arc::new(inner.shared()), Club::new("/club"), ALL).unwrap();
    let now = moment("2026-11-21T09:00:00Z");
    let mail = |file: &str| Arrival {
        from: Source::Maildir,
        file: file.to_owned(),
        ..Arrival::by_command("north".parse().unwrap(), "PASS", Wish::Orders, now)
    };
    let (mail, again) = (mail("1.host"), mail("2.host"));
    let on = |fs: Arc<dyn Fs>| packetboat::desk::club::open::Club {
        fs,
        ..opened.clone()
    };
    for at in 1.. {
        let fs = Arc::new(Faulty::new(inner.copy(), Trouble::Once(at)));
        let _ = mark_all(&on(Arc::<Faulty<MemFs>>::clone(&fs)), &[&mail]);
        let well = on(Arc::new(fs.inner().shared()));
        mark_all(&well, &[&mail]).expect("the disk is ok again");
        mark_all(&well, &[&again]).expect("it stays as it is");
        for seed in 0..20 {
            let after = on(Arc::new(fs.inner().crash(seed)));
            let id = &mail.mail.id.0;
            let known = Newest::default().knows(&after, id, &mail.file).unwrap();
            assert_eq!(known, Known::ThisFile, "stumble {at}, seed {seed}");
        }
        if fs.calls() < at {
            break;
        }
    }
}
