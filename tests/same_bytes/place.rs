//! A club at one place: led by the program or by its library, on the real disk or one in memory.
//!
//! Not here: what happens in it (`script`), and in what surroundings (`around`).

use super::around::{AnyOrder, Around};
use crate::inside;
use crate::support::{Match, header, moment, seat};
use packetboat::clock::Moment;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::commands::create::{self, ClubWanted};
use packetboat::desk::commands::{players, referee};
use packetboat::desk::inbox::receive;
use packetboat::desk::tick::run;
use packetboat::desk::turn::seat_change::{Lines, NewHolder};
use packetboat::engine::dice::{Dice, Keys};
use packetboat::store::fs::{Access, Disk, Fs, list_if_there, replace};
use packetboat::store::layout;
use packetboat::store::maildir::Maildir;
use packetboat::store::memfs::MemFs;
use packetboat_tools::games::ALL;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Every reason that is given.
const WHY: &str = "Święto, za dużo śniegu";

const CLUB: ClubWanted<'static> = ClubWanted {
    name: "Sunday Galleon",
    address: "orders@club.example",
    referee: "referee@club.example",
    zone: "Europe/Warsaw",
    authserv_id: None,
};

/// Every file of a club by its path, and every folder by its path with `/` behind.
pub(super) type Tree = BTreeMap<String, Vec<u8>>;

/// A club, the moment it is there, and who does what is to be done.
pub(super) struct Place {
    pub(super) club: Club,
    pub(super) now: Moment,
    hands: Hands,
    serial: u32,
    /// The second place of a club that moves half-way.
    moves_to: Option<PathBuf>,
}

enum Hands {
    /// The library, on a disk in memory whose clock is the script's.
    Library(MemFs),
    /// The program: each act is a process, in the next of these surroundings.
    Program(Vec<Around>, usize),
}

/// One command.
pub(super) enum Act<'a> {
    New(&'a Match<'a>),
    Tick,
    Receive(&'a str),
    Submit(&'a str, &'a str, &'a str),
    Resolve(&'a str),
    Hold(&'a str),
    Release(&'a str),
    Edit(&'a str),
    Adopt(&'a str),
    Extend(&'a str, &'a str),
    Remind(&'a str),
    Tell(&'a str, &'a str),
    Replace(&'a str, &'a str, &'a str),
    Rollback(&'a str, u32),
}

/// The seed of a campaign.
fn seed(id: &str) -> String {
    blake3::hash(id.as_bytes()).to_hex().to_string()
}

impl Place {
    /// An empty club that the library leads, on a disk that lists its folders in this order.
    pub(super) fn in_memory(order: AnyOrder, now: &str) -> Self {
        let disk = order.0.shared();
        disk.set_clock(moment(now).seconds());
        create::make(&order, Path::new("/club"), &CLUB).unwrap();
        Place {
            club: club_on(Arc::new(order), layout::Club::new("/club"), ALL).unwrap(),
            now: moment(now),
            hands: Hands::Library(disk),
            serial: 0,
            moves_to: None,
        }
    }

    /// An empty club in a folder that is to be made, led by the program.
    pub(super) fn on_disk(root: &Path, arounds: Vec<Around>, now: &str) -> Self {
        let first = arounds.first().unwrap();
        let mut command = first.command(root.parent().unwrap());
        command.arg("init").arg(root);
        for (option, value) in [
            ("--name", CLUB.name),
            ("--address", CLUB.address),
            ("--referee", CLUB.referee),
            ("--zone", CLUB.zone),
        ] {
            command.args([option, value]);
        }
        check_ran(command, b"", 0, "init");
        Place {
            club: club_on(Arc::new(Disk), layout::Club::new(root), ALL).unwrap(),
            now: moment(now),
            hands: Hands::Program(arounds, 0),
            serial: 0,
            moves_to: None,
        }
    }

    /// Half-way the club is to move into this folder.
    pub(super) fn moving_to(mut self, root: PathBuf) -> Self {
        self.moves_to = Some(root);
        self
    }

    /// Half-way: if the club is to move, it does, and its files are made in the order of their
    /// names backwards.
    pub(super) fn half_way(&mut self) {
        if let Some(to) = self.moves_to.take() {
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            move_backwards(self.root(), &to);
            self.club = club_on(Arc::new(Disk), layout::Club::new(to), ALL).unwrap();
        }
    }

    pub(super) fn root(&self) -> &Path {
        self.club.layout.root()
    }

    pub(super) fn later(&mut self, seconds: i64) {
        self.at(Moment::from_seconds(self.now.seconds() + seconds));
    }

    pub(super) fn at(&mut self, now: Moment) {
        self.now = now;
        if let Hands::Library(disk) = &self.hands {
            disk.set_clock(now.seconds());
        }
    }

    /// Does this, which must come to an exit code of 0.
    pub(super) fn act(&mut self, act: &Act<'_>) {
        self.act_with(act, 0);
    }

    /// Does this, which must come to that exit code.
    pub(super) fn act_with(&mut self, act: &Act<'_>, code: u8) {
        let words = act.words();
        match &mut self.hands {
            Hands::Library(_) => {
                let came_to = act.by_library(&self.club, self.now).unwrap();
                assert_eq!(came_to, code, "{words:?}");
            }
            Hands::Program(arounds, turn) => {
                let around = &arounds[*turn % arounds.len()];
                *turn += 1;
                let mut command = around.command(self.club.layout.root());
                command.args(&words).args(["--now", &self.now.to_string()]);
                around.name_club(&mut command, self.club.layout.root());
                check_ran(command, act.stdin().as_bytes(), code, &words.join(" "));
            }
        }
    }

    /// The newest report to a seat.
    fn report(&self, id: &str, seat: &str) -> Vec<u8> {
        let out = self.club.layout.path("mail/out");
        let (start, end) = (format!("{id}."), format!(".{seat}.report.eml"));
        let names = list_if_there(&*self.club.fs, &out).unwrap();
        let fits = |it: &&String| it.starts_with(&start) && it.ends_with(&end);
        let newest = names.iter().rfind(fits).unwrap();
        self.club.fs.read(&out.join(newest)).unwrap()
    }

    /// A mail that answers the newest report to a seat.
    pub(super) fn answer(&mut self, id: &str, seat: &str, text: &str) -> String {
        let report = self.report(id, seat);
        let (from, to) = (header(&report, "To"), header(&report, "Reply-To"));
        self.written(&from.unwrap(), &to.unwrap(), text)
    }

    /// A mail of its own Message-ID.
    pub(super) fn written(&mut self, from: &str, to: &str, text: &str) -> String {
        self.serial += 1;
        format!(
            "From: {from}\nTo: {to}\nSubject: orders\nDate: {}\nMessage-ID: <{}.{}@mail.example>\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}",
            self.now.for_mail(),
            self.now.seconds(),
            self.serial,
        )
    }

    /// A mail server puts a mail into the Maildir.
    pub(super) fn deliver(&self, mail: &[u8]) {
        let maildir = Maildir::new(&*self.club.fs, self.club.layout.path("mail"));
        maildir.deliver(mail, self.now).unwrap();
    }

    /// An answer to the newest report to a seat comes in.
    pub(super) fn send(&mut self, id: &str, seat: &str, text: &str) {
        let mail = self.answer(id, seat, text);
        self.deliver(mail.as_bytes());
    }

    /// An order block for the sheet that is called for now.
    pub(super) fn block(&self, id: &str, seat: &str, lines: &str) -> String {
        let sheet = self.campaign(id).table.sheet();
        format!("#orders {id} {seat} turn {sheet}\n{lines}\n#end\n")
    }

    /// Orders come in that are good, as the robot of the game would write them.
    pub(super) fn send_good(&mut self, id: &str, name: &str) {
        let block = self.good_block(id, name);
        self.send(id, name, &block);
    }

    pub(super) fn good_block(&self, id: &str, name: &str) -> String {
        let campaign = self.campaign(id);
        let mut dice = Dice::keyed(Keys::new(&[7; 32], 1, 0).unwrap().for_robot(name));
        let lines = campaign.table.robot(seat(name), &mut dice);
        self.block(id, name, &lines)
    }

    pub(super) fn campaign(&self, id: &str) -> Campaign {
        // One that is over may lie in the archive.
        let (id, dir) = self.club.campaign(id).unwrap();
        let opened = Campaign::open_at(self.club.source(), &dir, &id, None);
        opened.unwrap_or_else(|it| panic!("{id} cannot be opened: {it:?}"))
    }

    /// Somebody puts a file into the drop box now.
    pub(super) fn drop(&self, name: &str, text: &str) {
        let path = self.club.layout.drop_box().join(name);
        replace(&*self.club.fs, &path, text.as_bytes(), Access::Shared).unwrap();
        if matches!(self.hands, Hands::Program(..)) {
            let seconds = u64::try_from(self.now.seconds()).unwrap();
            let now = std::time::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            let file = fs::File::options().write(true).open(&path).unwrap();
            file.set_modified(now).unwrap();
        }
    }

    /// The referee changes a file; it must change.
    pub(super) fn edit(&self, inner: &str, from: &str, to: &str) {
        let path = self.club.layout.path(inner);
        let text = inside::read(&*self.club.fs, &path).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.contains(from), "{inner} holds no `{from}`:\n{text}");
        let text = text.replacen(from, to, 1);
        inside::change(&*self.club.fs, &path, Some(text.as_bytes()));
    }

    /// All that is kept, but for what says nothing of the club: the lock, and the hints of what
    /// files looked like on this disk.
    pub(super) fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        gather(&*self.club.fs, self.root(), "", &mut tree);
        for hint in ["lock", "post.lock", "desk/due.toml"] {
            tree.remove(hint);
        }
        tree
    }
}

fn gather(fs: &dyn Fs, dir: &Path, inner: &str, tree: &mut Tree) {
    for name in list_if_there(fs, dir).unwrap() {
        let (path, inner) = (dir.join(&name), format!("{inner}{name}"));
        if fs.stat(&path).unwrap().is_dir {
            let inner = format!("{inner}/");
            gather(fs, &path, &inner, tree);
            tree.insert(inner, Vec::new());
        } else {
            tree.insert(inner, fs.read(&path).unwrap());
        }
    }
}

fn move_backwards(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    fs::set_permissions(to, fs::metadata(from).unwrap().permissions()).unwrap();
    for name in list_if_there(&Disk, from).unwrap().iter().rev() {
        let (from, to) = (from.join(name), to.join(name));
        if from.is_dir() {
            move_backwards(&from, &to);
        } else {
            fs::copy(&from, &to).map(drop).unwrap();
        }
    }
    fs::remove_dir_all(from).unwrap();
}

fn check_ran(mut command: Command, stdin: &[u8], code: u8, what: &str) {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that reads no stdin may be gone already.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    let ran = child.wait_with_output().unwrap();
    let said = [ran.stdout, ran.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert_eq!(ran.status.code(), Some(code.into()), "{what}: {said}");
}

impl Act<'_> {
    fn words(&self) -> Vec<String> {
        let words = |it: &[&str]| it.iter().map(|it| (*it).to_owned()).collect();
        match self {
            Act::New(wanted) => new_words(wanted),
            Act::Tick => words(&["tick"]),
            Act::Receive(_) => words(&["receive"]),
            Act::Submit(id, seat, _) => words(&["submit", id, seat, "-"]),
            Act::Resolve(id) => words(&["resolve", id, "--why", WHY]),
            Act::Hold(id) => words(&["hold", id, "--why", WHY]),
            Act::Release(id) => words(&["release", id]),
            Act::Edit(id) => words(&["edit", id]),
            Act::Adopt(id) => words(&["adopt", id, "--why", WHY]),
            Act::Extend(id, by) => words(&["extend", id, by, "--why", WHY]),
            Act::Remind(id) => words(&["remind", id, "--why", WHY]),
            Act::Tell(id, text) => words(&["tell", id, "all", text]),
            Act::Replace(id, seat, by) => words(&["replace", id, seat, by, "--why", WHY]),
            Act::Rollback(id, to) => words(&["rollback", id, &to.to_string(), "--why", WHY]),
        }
    }

    fn stdin(&self) -> &str {
        match self {
            Act::Receive(text) | Act::Submit(_, _, text) => text,
            _ => "",
        }
    }

    /// Returns the exit code.
    fn by_library(&self, club: &Club, now: Moment) -> anyhow::Result<u8> {
        match self {
            Act::New(wanted) => wanted.found_as_new(club, now, &seed(wanted.id)).map(drop)?,
            Act::Tick => return Ok(run::run(club, now)?.exit_code()),
            Act::Receive(mail) => receive::run(club, &mut mail.as_bytes(), now)?,
            Act::Submit(id, name, text) => {
                let taken = referee::submit(club, id, seat(name), text, now)?;
                return Ok(u8::from(!taken.filed));
            }
            Act::Resolve(id) => referee::resolve(club, id, WHY, now).map(drop)?,
            Act::Hold(id) => referee::hold(club, id, WHY, now).map(drop)?,
            Act::Release(id) => referee::release(club, id, "", now).map(drop)?,
            Act::Edit(id) => referee::edit(club, id).map(drop)?,
            Act::Adopt(id) => referee::adopt(club, id, WHY, now).map(drop)?,
            Act::Extend(id, by) => referee::extend(club, id, by, WHY, now).map(drop)?,
            Act::Remind(id) => players::remind(club, id, &[], WHY, now).map(drop)?,
            Act::Tell(id, text) => players::tell(club, id, &[], text, now).map(drop)?,
            Act::Replace(id, name, by) => {
                let how = (NewHolder::Person(by), Lines::Keep);
                players::replace(club, id, seat(name), how, WHY, now).map(drop)?;
            }
            Act::Rollback(id, to) => referee::rollback(club, id, *to, WHY, now).map(drop)?,
        }
        Ok(0)
    }
}

fn new_words(wanted: &Match<'_>) -> Vec<String> {
    let mut words = vec!["new", wanted.game, wanted.id, "--deadline", wanted.deadline];
    let seed = seed(wanted.id);
    words.extend(["--seed", &seed]);
    words.extend(wanted.scenario.iter().flat_map(|it| ["--scenario", it]));
    words.extend(wanted.players.iter().flat_map(|it| ["--player", it]));
    words.extend(wanted.robots.iter().flat_map(|it| ["--robot", it]));
    words.extend(wanted.options.iter().flat_map(|it| ["--option", it]));
    words.into_iter().map(str::to_owned).collect()
}
