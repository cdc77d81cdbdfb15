//! The simulator of a club: it finds nothing, the same seed makes the same club, and what is
//! broken on purpose is found.

use packetboat::store::entry::MailKey;
use packetboat::store::fs::{Access, Fs, Stat, list_if_there, replace};
use packetboat::store::layout::{CampaignDir, UNFINISHED, entry_number};
use packetboat::store::log::CampaignLog;
use packetboat::store::memfs::MemFs;
use packetboat::store::outbox::Became;
use packetboat_tools::club::meddler::{Meddler, Nobody};
use packetboat_tools::club::report::{Options, Report};
use packetboat_tools::club::run;
use packetboat_tools::faulty::Faulty;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SMALL: Options = Options {
    ticks: 120,
    campaigns: 5,
    steady: false,
    game: None,
    seed: 1,
};

/// For what must be found: a run ends when something is.
const LONG: Options = Options {
    ticks: 600,
    ..SMALL
};

#[test]
fn a_club_lives_through_faults_and_nothing_is_broken() {
    let report = run(&Options { seed: 2, ..SMALL }, &mut Nobody);
    assert!(report.finding.is_none(), "{report}");
    let tally = &report.tally;
    let met = [
        tally.cuts,
        tally.troubles,
        tally.over,
        tally.resolved,
        tally.failures,
        tally.acts,
        tally.damaged,
        tally.twins,
        tally.derived,
        tally.sites,
    ];
    assert!(met.iter().all(|it| *it > 0), "{report}");
}

#[test]
fn the_same_seed_makes_the_same_club() {
    let short = Options { ticks: 40, ..SMALL };
    let one = run(&short, &mut Nobody);
    assert_eq!(one, run(&short, &mut Nobody));
    let other = Options { seed: 2, ..short };
    assert_ne!(one.hash, run(&other, &mut Nobody).hash);
}

/// What is done to the disk behind each tick, until it has had something to work on.
struct Hand<F: FnMut(&MemFs) -> bool> {
    since: u32,
    done: bool,
    act: F,
}

impl<F: FnMut(&MemFs) -> bool> Meddler for Hand<F> {
    fn after(&mut self, tick: u32, disk: &MemFs) {
        if tick >= self.since && !self.done {
            self.done = (self.act)(disk);
        }
    }
}

fn check_found(report: &Report, what: &str) {
    let finding = report.finding.as_ref();
    let finding = finding.unwrap_or_else(|| panic!("`{what}` was not found: {report}"));
    let mut wanted = what.split('|');
    let is_it = wanted.any(|it| finding.what.starts_with(it));
    assert!(is_it, "not `{what}`: {report}");
    let (tick, seed) = (finding.tick, report.options.seed);
    let ticks = format!("--ticks {tick} --campaigns 5 --seed {seed}");
    assert!(finding.command.ends_with(&ticks), "{}", finding.command);
}

fn check_hand(what: &str, act: impl FnMut(&MemFs) -> bool + Send) {
    let mut hand = Hand {
        since: 25,
        done: false,
        act,
    };
    let report = run(&LONG, &mut hand);
    assert!(hand.done, "there was nothing to break: {report}");
    check_found(&report, what);
}

/// All files of the club whose path is fitting.
fn files(disk: &MemFs, fits: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let tree = disk.tree().into_keys().filter(|it| fits(it));
    tree.map(|it| Path::new("/").join(it)).collect()
}

fn write(disk: &MemFs, path: &Path, bytes: &[u8]) {
    replace(disk, path, bytes, Access::Private).unwrap();
}

#[test]
fn an_entry_that_is_edited_is_found() {
    // The program may come upon it first, and halts the campaign.
    check_hand("15: |25: ", |disk| {
        let entries = entries(disk);
        let sent = |it: &&PathBuf| mails(disk, it).iter().any(|it| it.2 == Became::Sent);
        let Some(old) = entries.iter().find(sent) else {
            return false;
        };
        let mut bytes = disk.read(old).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        write(disk, old, &bytes);
        true
    });
}

/// The entries of campaigns that run, but for the first of each: what a cut has left half-written
/// is none, and nobody misses it.
fn entries(disk: &MemFs) -> Vec<PathBuf> {
    let campaigns = Path::new("/club/campaigns");
    let names = list_if_there(disk, campaigns).unwrap();
    let logs = names.iter().map(|it| campaigns.join(it).join("log"));
    let entries = logs.flat_map(|log| {
        let names = list_if_there(disk, &log).unwrap();
        let whole = names.into_iter().filter(|it| !it.ends_with(UNFINISHED));
        whole.skip(1).map(move |it| log.join(it))
    });
    entries.collect()
}

/// The mails of entries, each with its folder, its key and what became of it.
fn mails(disk: &MemFs, entry: &Path) -> Vec<(PathBuf, MailKey, Became)> {
    let dir = CampaignDir::new(entry.parent().unwrap().parent().unwrap());
    let name = entry.file_name().unwrap().to_str().unwrap();
    let number = entry_number(name).unwrap();
    let log = CampaignLog::new(disk, &dir);
    let Ok(committed) = log.note(number) else {
        return Vec::new();
    };
    let became = log.became(&committed.note).unwrap();
    let out = committed.note.out.into_iter().map(|it| it.key);
    let folder = dir.waiting(number);
    let each = out.zip(became);
    each.map(|(key, became)| (folder.clone(), key, became))
        .collect()
}

#[test]
fn an_entry_that_vanishes_is_found() {
    check_hand("1", |disk| {
        // Found by its mails that left, by those it took, or by the gap: 15, 16 or 17. One of which
        // nothing has left yet may be lost: whatever made it makes it again.
        let entries = entries(disk);
        let known = |it: &&PathBuf| mails(disk, it).iter().any(|it| it.2 == Became::Sent);
        let Some(entry) = entries.iter().rfind(known) else {
            return false;
        };
        disk.remove_file(entry).unwrap();
        disk.sync_dir(entry.parent().unwrap()).unwrap();
        true
    });
}

#[test]
fn a_mark_without_a_sending_is_found() {
    // The simulator looks past campaigns that it has damaged itself, so several times are tried.
    for seed in 2..=12 {
        let mut hand = Hand {
            since: 20 + u32::try_from(seed * 7 % 40).unwrap(),
            done: false,
            act: |disk: &MemFs| {
                // One that is being sent may have reached its reader, though nobody said so.
                let entries = entries(disk);
                let waiting = entries.iter().flat_map(|it| mails(disk, it));
                let waits = |it: &Became| matches!(it, Became::Waits | Became::Tried);
                let waiting: Vec<_> = waiting.filter(|it| waits(&it.2)).collect();
                for (folder, key, _) in &waiting {
                    write(disk, &folder.join(format!("{key}.sent")), b"\n");
                }
                !waiting.is_empty()
            },
        };
        let report = run(&Options { seed, ..SMALL }, &mut hand);
        if report.finding.is_some() {
            check_found(&report, "16: ");
            return;
        }
    }
    panic!("no mark without a sending was found");
}

#[test]
fn a_mail_without_a_verdict_is_found() {
    check_hand("17: ", |disk| {
        let ledgers = files(disk, |it| it.contains("desk/ledger/"));
        let Some(ledger) = ledgers.last() else {
            return false;
        };
        let text = String::from_utf8(disk.read(ledger).unwrap()).unwrap();
        let Some((front, _)) = text.rsplit_once("[[mail]]") else {
            return false;
        };
        write(disk, ledger, front.as_bytes());
        true
    });
}

#[test]
fn a_mail_that_is_taken_twice_is_found() {
    check_hand("17: ", |disk| {
        let logged = files(disk, |it| it.contains("/log/") && it.ends_with(".entry"));
        let read = logged.iter().map(|it| disk.read(it).unwrap());
        let notes: Vec<String> = read
            .map(|it| String::from_utf8_lossy(&it).into_owned())
            .collect();
        let taken = |path: &&PathBuf| {
            let name = path.file_name().unwrap().to_str().unwrap();
            let bare = name.split(':').next().unwrap();
            notes.iter().any(|it| it.contains(bare))
        };
        let read = files(disk, |it| it.contains("mail/cur/") && !it.ends_with('/'));
        let Some(mail) = read.iter().find(taken) else {
            return false;
        };
        let bytes = disk.read(mail).unwrap();
        let marks = files(disk, |it| it.contains("desk/seen/") && !it.ends_with('/'));
        for mark in marks {
            disk.remove_file(&mark).unwrap();
        }
        // Nor may it be told that the books are older than the mail.
        let _ = disk.remove_file(Path::new("/club/mail/taken.toml"));
        // The last entry that took mail is asked too, so it must not be this mail's.
        let name = "1791190800.9999.again";
        write(disk, &Path::new("/club/mail/new").join(name), &bytes);
        true
    });
}

#[test]
fn a_campaign_that_is_halted_without_a_reason_is_found() {
    check_hand("25: ", |disk| {
        let configs = files(disk, |path| {
            path.starts_with("club/campaigns/") && path.ends_with("campaign.toml")
        });
        // One may stand still with a reason; not all of them do.
        for config in &configs {
            let mark = config.with_file_name("HALTED");
            write(disk, &mark, b"no reason at all\n");
        }
        !configs.is_empty()
    });
}

/// A mail server that throws one mail of an entry away, however often it is handed over.
#[derive(Default)]
struct Thief {
    seen: u32,
    taken: Option<String>,
}

impl Meddler for Thief {
    fn loses(&mut self, key: &str) -> bool {
        let number = key.split('.').nth(1).map(str::parse::<u32>);
        self.seen += u32::from(matches!(number, Some(Ok(_))));
        if self.seen == 30 && self.taken.is_none() {
            self.taken = Some(key.to_owned());
        }
        self.taken.as_deref() == Some(key)
    }
}

#[test]
fn a_mail_that_is_lost_on_the_way_is_found() {
    check_found(&run(&LONG, &mut Thief::default()), "16: ");
}

/// What a disk that cheats does not do, though it says so.
#[derive(Clone, Copy)]
enum Cheat {
    /// Entries are not synced.
    Log,
    /// Mails that come in are thrown away.
    Maildir,
    /// The lines about mails that left are not written.
    Marks,
    /// What is written into the folder of mails that leave is not synced.
    Folder,
}

struct Cheating(Cheat);

struct CheatingDisk {
    cheat: Cheat,
    disk: Arc<Faulty<MemFs>>,
}

impl Meddler for Cheating {
    fn disk(&mut self, disk: Arc<Faulty<MemFs>>) -> Arc<dyn Fs> {
        Arc::new(CheatingDisk {
            cheat: self.0,
            disk,
        })
    }
}

impl CheatingDisk {
    fn skips_sync(&self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        match self.cheat {
            Cheat::Log => path.contains("/log/"),
            Cheat::Folder => path.contains("mail/out"),
            Cheat::Maildir | Cheat::Marks => false,
        }
    }
}

impl Fs for CheatingDisk {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        self.disk.list(dir)
    }
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.disk.read(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        self.disk.stat(path)
    }
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        self.disk.create(path, bytes, access)
    }
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        match self.cheat {
            Cheat::Marks if path.to_string_lossy().contains("/sent/") => Ok(()),
            _ => self.disk.append(path, bytes),
        }
    }
    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        self.disk.create_dir_all(path)
    }
    fn sync_file(&self, path: &Path) -> io::Result<()> {
        if self.skips_sync(path) {
            Ok(())
        } else {
            self.disk.sync_file(path)
        }
    }
    fn sync_dir(&self, path: &Path) -> io::Result<()> {
        if self.skips_sync(path) {
            Ok(())
        } else {
            self.disk.sync_dir(path)
        }
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let path = to.to_string_lossy();
        match self.cheat {
            Cheat::Maildir if path.contains("mail/new/") => self.disk.remove_file(from),
            Cheat::Maildir | Cheat::Marks | Cheat::Log | Cheat::Folder => {
                self.disk.rename(from, to)
            }
        }
    }
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.disk.remove_file(path)
    }
    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        self.disk.remove_dir(path)
    }
    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        self.disk.remove_dir_all(path)
    }
}

#[test]
fn an_entry_that_is_not_synced_is_found() {
    let report = run(&LONG, &mut Cheating(Cheat::Log));
    let what = report.finding.as_ref().map_or("", |it| it.what.as_str());
    // By the first mail that leaves or by the first cut, whichever comes first.
    assert!(
        what.starts_with("15: ") || what.starts_with("16: "),
        "{report}"
    );
}

#[test]
fn a_mail_that_is_spooled_and_not_synced_is_found() {
    check_found(&run(&LONG, &mut Cheating(Cheat::Folder)), "16: ");
}

#[test]
fn a_mail_that_was_received_and_is_not_there_is_found() {
    check_found(&run(&LONG, &mut Cheating(Cheat::Maildir)), "17: ");
}

#[test]
fn a_mail_that_leaves_again_and_again_is_found() {
    check_found(&run(&LONG, &mut Cheating(Cheat::Marks)), "16: ");
}
