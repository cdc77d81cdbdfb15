//! The real program on a real disk, killed again and again while it works: `tick` and `receive`
//! die by SIGKILL at moments nobody chose. Nothing is lost, and nothing is doubled.
//!
//! What a kill cannot show, the loss of what was not synced, is shown by `tick::cuts` and the
//! simulator. When exactly a kill meets the program differs from run to run.

use packetboat::mail::address::House;
use packetboat::mail::{ours, parse};
use packetboat::store::fs::{Disk, list_if_there};
use packetboat::store::layout::{CampaignId, Club};
use packetboat::store::log::CampaignLog;
use packetboat::store::outbox::KeptMail;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const KILLS: u32 = 20;
const CAMPAIGNS: usize = 10;
const MAILS_A_ROUND: u32 = 4;
/// A Monday morning.
const BEGINNING: i64 = 1_794_819_600;

struct Place {
    dir: TempDir,
    now: i64,
    chance: u64,
    /// The ids of mails of which `receive` said that they are safe.
    mails: BTreeSet<String>,
    /// Within which time a tick is killed: shorter where the last ones came through, longer where
    /// they did not, so that kills meet them at work.
    within: Duration,
    told: Vec<String>,
}

impl Place {
    fn new() -> Self {
        let mut place = Place {
            dir: tempfile::tempdir().unwrap(),
            now: BEGINNING,
            chance: u64::from(std::process::id()),
            mails: BTreeSet::new(),
            within: Duration::ZERO,
            told: Vec::new(),
        };
        place.well(&["init", place.club().to_str().unwrap()]);
        for number in 0..CAMPAIGNS {
            let id = format!("match-{number}");
            let game = ["toy/sealed", "toy/skirmish", "these-new-worlds"][number % 3];
            let [one, two] = seats(&id);
            let player = |seat: &str| format!("{seat}=Somebody <{seat}{number}@example.org>");
            let scenario = if number % 3 == 2 { "standard" } else { "duel" };
            let (one, two) = (player(one), player(two));
            place.well(&[
                "new",
                game,
                &id,
                "--scenario",
                scenario,
                "--player",
                &one,
                "--player",
                &two,
                "--deadline",
                "1d 12:00",
            ]);
        }
        let start = Instant::now();
        place.well(&["tick"]);
        place.within = start.elapsed();
        place
    }

    fn club(&self) -> PathBuf {
        self.dir.path().join("club")
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.chance = self
            .chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        u32::try_from((self.chance >> 33) % u64::from(bound)).unwrap()
    }

    fn started(&self, arguments: &[&str], stdin: &[u8]) -> Child {
        let now = packetboat::clock::Moment::from_seconds(self.now).to_string();
        let mut command = Command::new(env!("CARGO_BIN_EXE_packetboat-with-toys"));
        command
            .args(arguments)
            .args(["--now", &now])
            .env_remove("PACKETBOAT_CLUB");
        if arguments[0] != "init" {
            command.arg("--club").arg(self.club());
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // One that was quick to die reads nothing.
        let _ = child.stdin.take().unwrap().write_all(stdin);
        child
    }

    fn well(&self, arguments: &[&str]) {
        let code = self.started(arguments, b"").wait().unwrap().code();
        assert_eq!(code, Some(0), "{arguments:?}");
    }

    /// Kills a process after a part of this time; says whether it was still at work.
    fn kill(&mut self, mut child: Child, within: Duration) -> bool {
        let part = self.below(1_000);
        sleep(within * part / 1_000);
        child.kill().unwrap();
        let status = child.wait().unwrap();
        status.code().is_none()
    }

    /// Answers to the newest reports lie in the Maildir; every third `receive` is killed, and
    /// then the mail server tries again.
    fn mails_come(&mut self) {
        let quick = Duration::from_millis(12);
        for _ in 0..MAILS_A_ROUND {
            let number = self.below(u32::try_from(CAMPAIGNS).unwrap());
            let id = format!("match-{number}");
            let seat = seats(&id)[self.below(2) as usize];
            let mail = self.answer(&id, seat);
            let mail_id = parse(mail.as_bytes(), &house()).id.0;
            if self.below(3) == 0 {
                let child = self.started(&["receive"], mail.as_bytes());
                self.kill(child, quick);
            }
            let code = self
                .started(&["receive"], mail.as_bytes())
                .wait()
                .unwrap()
                .code();
            assert_eq!(code, Some(0));
            self.mails.insert(mail_id);
        }
    }

    fn answer(&mut self, id: &str, seat: &str) -> String {
        let out = self.club().join("mail/out");
        let mark = format!(".{seat}.report.eml");
        let names = list_if_there(&Disk, &out).unwrap();
        let mut ours = names.iter().filter(|it| it.starts_with(&format!("{id}.")));
        let newest = ours.rfind(|it| it.ends_with(&mark));
        let report = newest.map(|it| fs::read_to_string(out.join(it)).unwrap());
        let reply = report.as_deref().and_then(|text| {
            let line = text.lines().find(|it| it.starts_with("Reply-To:"))?;
            Some(line.rsplit_once('<')?.1.trim_end_matches('>').to_owned())
        });
        let reply = reply.unwrap_or("orders@club.example".to_owned());
        let opener = report.as_deref().and_then(|text| {
            let line = text.lines().find(|it| it.starts_with("#orders "))?;
            Some(line.trim().to_owned())
        });
        let opener = opener.unwrap_or(format!("#orders {id} {seat} turn 1"));
        let serial = self.below(u32::MAX);
        let lines = ["BID 1", "HOLD", "PLAY LOWEST", "STATUS"][self.below(4) as usize];
        format!(
            "From: {seat}@example.org\nTo: {reply}\nSubject: orders\nMessage-ID: \
             <{serial}.{}@mail.example>\n\n{opener}\n{lines}\n; {serial}\n#end\n",
            self.now
        )
    }

    /// One tick that is killed; notes where it was met.
    fn killed_tick(&mut self) -> bool {
        let child = self.started(&["tick"], b"");
        let met = self.kill(child, self.within);
        self.within = if met {
            self.within * 5 / 4
        } else {
            self.within * 2 / 3
        };
        let unfinished = tmp_files(&self.club().join("campaigns")).len();
        let waiting = list_if_there(&Disk, &self.club().join("mail/new"))
            .unwrap()
            .len();
        let out = list_if_there(&Disk, &self.club().join("mail/out"))
            .unwrap()
            .len();
        self.told.push(format!(
            "killed: {met}; {unfinished} entries unfinished, {waiting} mails wait, {out} are out"
        ));
        met
    }
}

/// The seats that people have.
fn seats(id: &str) -> [&'static str; 2] {
    let number: usize = id.rsplit_once('-').unwrap().1.parse().unwrap();
    match number % 3 {
        1 => ["red", "blue"],
        _ => ["north", "south"],
    }
}

fn house() -> House {
    House::new("orders@club.example", Vec::new()).unwrap()
}

/// All files and folders that were being written, wherever they lie.
fn tmp_files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in list_if_there(&Disk, dir).unwrap() {
        let path = dir.join(&name);
        if name.ends_with(".tmp") {
            found.push(path.clone());
        }
        if path.is_dir() {
            found.extend(tmp_files(&path));
        }
    }
    found
}

#[test]
fn twenty_kills_lose_nothing_and_double_nothing() {
    let mut place = Place::new();
    let mut met = 0;
    for _ in 0..KILLS {
        place.mails_come();
        place.now += 6 * 3_600;
        met += u32::from(place.killed_tick());
    }
    println!("{}", place.told.join("\n"));
    // How many, the machine decides; without any, nothing was tried.
    assert!(met >= KILLS / 5, "only {met} met a tick at work");
    place.now += 3_600;
    place.well(&["tick"]);
    place.well(&["tick"]);
    place.well(&["verify", "--strict"]);
    let club = Club::new(place.club());
    for folder in [
        "campaigns",
        "desk",
        "drop",
        "mail/new",
        "mail/cur",
        "mail/out",
    ] {
        let rests = tmp_files(&place.club().join(folder));
        assert!(rests.is_empty(), "{rests:?}");
    }
    let mut taken: BTreeMap<String, u32> = BTreeMap::new();
    let mut mails = 0;
    for number in 0..CAMPAIGNS {
        let id: CampaignId = format!("match-{number}").parse().unwrap();
        let dir = club.campaign(&id);
        let log = CampaignLog::new(&Disk, &dir);
        for number in log.entries().unwrap() {
            log.check(number).unwrap();
            let note = log.note(number).unwrap().note;
            for mail in note.mail {
                *taken.entry(mail.id).or_default() += 1;
            }
            for out in note.out {
                let KeptMail::Text(wrote) = log.kept(number, &out).unwrap() else {
                    panic!("{} has left", out.key);
                };
                let name = format!("mail/out/{}.eml", out.key);
                let left = fs::read(place.club().join(&name)).unwrap();
                let left = ours(&left);
                assert_eq!(left.subject, wrote.subject, "{name}");
                assert_eq!(left.text.trim_end(), wrote.text.trim_end(), "{name}");
                mails += 1;
            }
        }
    }
    let out = list_if_there(&Disk, &place.club().join("mail/out")).unwrap();
    assert_eq!(
        out.len(),
        mails,
        "every mail out is an entry's, and is there once"
    );
    for id in &place.mails {
        assert_eq!(taken.get(id), Some(&1), "mail {id}: {:#?}", place.told);
    }
    let waiting = list_if_there(&Disk, &place.club().join("mail/new")).unwrap();
    assert!(waiting.is_empty(), "{waiting:?}");
}
