//! `pack`: a club that the release before entries were files has left in the middle of a game, with
//! mail waiting on both sides, goes on as it is, and packed.

use crate::inside;
use crate::support::{Bench, ROOT, moment, seat};
use packetboat::desk::commands::pack::pack;
use packetboat::desk::commands::show::OnShow;
use packetboat::desk::outbox::reply_addresses::is_ready;
use packetboat::desk::proof::verify;
use packetboat::engine::seat::Viewer;
use packetboat::mail::ours;
use packetboat::store::entry::Cause;
use packetboat::store::fs::{Access, Fs, exists, list_if_there};
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outbox::KeptMail;
use packetboat::store::packed::unpack;
use packetboat_tools::faulty::{Faulty, Trouble};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The club as it was left: one campaign in its second turn, whose reports wait to be handed over,
/// and one that is over and archived; a mail lies unread.
fn left() -> MemFs {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/format-3");
    let fs = MemFs::new();
    fs.set_clock(moment("2026-11-16T12:06:00Z").seconds());
    let mut todo = vec![PathBuf::new()];
    while let Some(inner) = todo.pop() {
        let here = from.join(&inner);
        for item in std::fs::read_dir(&here).unwrap() {
            let name = item.unwrap().file_name();
            let (path, there) = (inner.join(&name), Path::new(ROOT).join(&inner).join(&name));
            if from.join(&path).is_dir() {
                todo.push(path);
                continue;
            }
            let bytes = std::fs::read(from.join(&path)).unwrap();
            fs.create_dir_all(there.parent().unwrap()).unwrap();
            fs.create(&there, &bytes, Access::Private).unwrap();
        }
    }
    fs.create_dir_all(&Path::new(ROOT).join("mail/tmp"))
        .unwrap();
    safe(&fs)
}

/// The same, with all of it safe.
fn safe(fs: &MemFs) -> MemFs {
    for path in fs.tree().into_keys() {
        let path = Path::new("/").join(path);
        let is_dir = fs.stat(&path).unwrap().is_dir;
        let synced = if is_dir {
            fs.sync_dir(&path)
        } else {
            fs.sync_file(&path)
        };
        synced.unwrap();
    }
    fs.crash(0)
}

fn bench(fs: MemFs) -> Bench {
    Bench::on(fs, moment("2026-11-16T12:10:00Z"))
}

/// What is in the old folders' outboxes, unpacked, by key.
fn old_mails(fs: &MemFs) -> BTreeMap<String, Vec<u8>> {
    let all = fs.tree().into_iter().filter_map(|(path, bytes)| {
        let key = path.rsplit('/').next()?.strip_suffix(".eml.gz")?.to_owned();
        Some((key, unpack(&bytes).unwrap()))
    });
    all.collect()
}

/// Ticks, and checks that both reports leave, the very ones that waited, and the unread mail is
/// answered.
fn goes_on(bench: &mut Bench, old: &BTreeMap<String, Vec<u8>>) {
    let summary = bench.later(60).tick();
    assert_eq!((summary.exit_code(), summary.sent), (0, 3), "{summary}");
    for of in ["north", "south"] {
        let key = format!("worlds.000002.{of}.report");
        let left = bench.post.taken.iter().find(|it| it.key == key).unwrap();
        assert!(is_ready(&old[&key], &left.message), "{key}");
    }
    assert_eq!(bench.all("worlds", "north", ".receipt").count(), 1);
    bench.verify();
    for name in ["over", "worlds"] {
        let how = verify::How { strict: true };
        let found = verify::club(&bench.club, Some(name), how).unwrap();
        assert!(found.is_well(), "{found}");
    }
}

#[test]
fn a_club_of_before_goes_on_unpacked() {
    let fs = left();
    let old = old_mails(&fs);
    let mut bench = bench(fs);
    goes_on(&mut bench, &old);
    // Programs of before play on in none of its campaigns, but say that it is newer than they.
    let secret = bench.read("campaigns/worlds/secret.toml");
    assert!(secret.contains("\nformat = 2\n"));
    assert!(bench.read("desk/register.toml").contains("\nformat = 2\n"));
    // The new entry is a file; nothing of the old ones is touched.
    assert!(exists(
        &*bench.fs,
        &bench.path("campaigns/worlds/log/000003.entry")
    ));
    assert_eq!(old_mails(&bench.fs), old);
    let next = bench.later(60).tick();
    assert_eq!(next.sent, 0, "{next}");
    let said = pack(&bench.club, None, false, bench.now).unwrap();
    assert!(said.contains("worlds: packed"), "{said}");
    bench.verify();
}

#[test]
fn a_club_of_before_is_packed_in_the_middle_of_a_game() {
    let fs = left();
    let old = old_mails(&fs);
    let before = fs.tree();
    let mut bench = bench(fs);
    let look = pack(&bench.club, None, true, bench.now).unwrap();
    assert_eq!(
        look,
        "packetboat.toml becomes one of format 2: a packetboat older than 2026-11-28 refuses the \
         club.\nworlds: 3 entries are folders, 28 files with 60 kB; packing needs 63 kB more \
         meanwhile.\nover: 2 entries are folders, 21 files with 38 kB; packing needs 47 kB more \
         meanwhile.\nover: its archive folder, 30 files with 46 kB, becomes one file.\n"
    );
    assert_eq!(bench.fs.tree(), before);
    pack(&bench.club, None, false, bench.now).unwrap();
    for log in ["campaigns/worlds/log", "archive/over/log"] {
        let names = list_if_there(&*bench.club.fs, &bench.path(log)).unwrap();
        assert!(names.iter().all(|it| it.ends_with(".entry")), "{names:?}");
    }
    let config = bench.read("packetboat.toml");
    assert!(config.contains("\nformat = 2\n"), "{config}");
    let names = list_if_there(&*bench.fs, &bench.path("archive")).unwrap();
    assert_eq!(names, ["over.campaign"]);
    // What was sent is kept as text, what waits as it was.
    let dir = bench.club.layout.campaign(&"worlds".parse().unwrap());
    let log = CampaignLog::new(&*bench.fs, &dir);
    let mut texts = 0;
    for number in 0..3 {
        for out in log.note(number).unwrap().note.out {
            let was = ours(&old[out.key.as_str()]);
            match log.kept(number, &out).unwrap() {
                KeptMail::Whole(bytes) => assert_eq!(bytes, old[out.key.as_str()]),
                KeptMail::Text(kept) => {
                    assert_eq!((kept.subject, kept.text), (was.subject, was.text));
                    texts += 1;
                }
            }
        }
    }
    assert_eq!(texts, 3, "two first reports and a receipt");
    let last = log.last().unwrap().unwrap().note;
    assert_eq!((last.number, &last.cause), (3, &Cause::Packed {}));
    bench.verify();
    let nothing = pack(&bench.club, None, false, bench.now).unwrap();
    assert!(nothing.contains("nothing to pack"), "{nothing}");
    goes_on(&mut bench, &old);
    // Pages of then are there, and called so where they are made again.
    let shown = OnShow::of(bench.club.clone(), "worlds").unwrap();
    let page = shown
        .page(Some(1), Viewer::Seat(seat("north")), bench.now)
        .unwrap();
    assert!(page.again && page.html.contains("<img"), "{}", page.html);
    assert_eq!(page.text, ours(&old["worlds.000000.north.report"]).text);
}

#[test]
fn packing_that_is_cut_at_any_call_goes_on() {
    let base = left();
    let old = old_mails(&base);
    let whole = bench(base.copy());
    pack(&whole.club, None, false, whole.now).unwrap();
    let wanted = inside::tree(&whole.fs);
    let mut cuts = 0;
    for at in 1.. {
        let disk = Faulty::new(base.copy(), Trouble::PowerCut(at));
        let cut = Bench::on(disk, whole.now);
        let done = pack(&cut.club, None, false, cut.now);
        if cut.fs.calls() < at {
            assert!(done.is_ok());
            break;
        }
        cuts += 1;
        for luck in 0..2 {
            let mut after = bench(cut.fs.inner().crash(luck));
            let name = format!("call {at}, luck {luck}");
            if at % 5 == luck {
                // A tick comes first.
                goes_on(&mut after, &old);
                pack(&after.club, None, false, after.now).unwrap();
                after.verify();
                continue;
            }
            pack(&after.club, None, false, after.now).unwrap();
            let tree = inside::tree(&after.fs);
            for (path, bytes) in &wanted {
                // Lines may be there twice, or torn; the register may lag behind.
                let differs = ["/sent/", "desk/register.toml", "desk/seen/"];
                if !differs.iter().any(|it| path.contains(it)) {
                    assert_eq!(tree.get(path), Some(bytes), "{name}: {path}");
                }
            }
            goes_on(&mut after, &old);
        }
    }
    assert!(cuts > 60, "{cuts}");
}

#[test]
fn what_is_damaged_is_not_packed() {
    let base = left();
    let gz: Vec<String> = base
        .tree()
        .into_keys()
        .filter(|it| it.ends_with(".gz"))
        .collect();
    assert_eq!(gz.len(), 9);
    for file in gz {
        let bench = bench(base.copy());
        let path = Path::new("/").join(&file);
        let mut bytes = bench.fs.read(&path).unwrap();
        bytes[40] ^= 1;
        inside::change(&*bench.fs, &path, Some(&bytes));
        let wrong = pack(&bench.club, None, false, bench.now).unwrap_err();
        let key = file.rsplit('/').next().unwrap();
        assert!(format!("{wrong:#}").contains(key), "{file}: {wrong:#}");
        assert_eq!(bench.fs.read(&path).unwrap(), bytes, "{file}");
    }
}
