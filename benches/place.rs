//! Clubs to measure: made fast, without syncs, and measured as they are.

use packetboat::clock::Moment;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::commands::create::{self, CampaignWanted, ClubWanted};
use packetboat::desk::commands::referee;
use packetboat::desk::outbox::transports;
use packetboat::desk::tick::run::tick;
use packetboat::engine::data::Founding;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::{Block, Files, Game, Table};
use packetboat::engine::seat::Seat;
use packetboat::mail::transport::Transport;
use packetboat::store::fs::{Access, Disk, Fs, Stat};
use packetboat::store::layout;
use packetboat::store::log::CampaignLog;
use packetboat::store::maildir::Maildir;
use packetboat_tools::games;
use packetboat_tools::games::ALL;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tempfile::TempDir;

const GAME: &str = "these-new-worlds";
const SEATS: [&str; 2] = ["north", "south"];
const MONDAY: &str = "2026-11-16T09:00:00Z";
/// So long a file has rested for sure when a tick believes its looks.
pub(crate) const REST: std::time::Duration = std::time::Duration::from_secs(3);
/// Long before the deadline, which is on Sunday evening.
pub(crate) const MONDAY_LATER: &str = "2026-11-16T11:00:00Z";
/// Behind it.
pub(crate) const TICK_DUE: &str = "2026-11-22T19:05:00Z";

pub(crate) fn moment(text: &str) -> Moment {
    text.parse().expect("a moment")
}

/// A club in a folder that goes with [`clear_up`]: Linux is slow to give out the places of
/// files that have just been removed, and removing one club would be measured with the next.
pub(crate) struct Place(Arc<TempDir>);

/// The folders of all clubs.
static PLACES: Mutex<Vec<Arc<TempDir>>> = Mutex::new(Vec::new());

impl Place {
    /// A club with so many campaigns, their first reports sent.
    pub(crate) fn with(campaigns: u32) -> Self {
        let place = Place(Arc::new(tempfile::tempdir().expect("a folder")));
        PLACES.lock().expect("a list").push(place.0.clone());
        let wanted = ClubWanted {
            name: "Sunday Galleon",
            address: "orders@club.example",
            referee: "referee@club.example",
            zone: "Europe/Warsaw",
            authserv_id: None,
        };
        create::make(&Unsynced, place.0.path(), &wanted).expect("a club");
        let club = place.unsynced();
        for number in 0..campaigns {
            place.found(&club, number);
        }
        place.tick_unsynced(MONDAY);
        // More mails than one tick hands over.
        for _ in 0..campaigns / 1_000 * 2 {
            place.tick_unsynced(MONDAY);
        }
        place
    }

    fn found(&self, club: &Club, number: u32) {
        let players = SEATS.map(|it| format!("{it}=Player <{it}{number}@example.org>"));
        let name = name(number);
        let wanted = CampaignWanted {
            players: &players,
            ..CampaignWanted::usual(GAME, &name, "sun 20:00")
        };
        create::new(club, &wanted, moment(MONDAY)).expect("a campaign");
    }

    /// Lets mails be text and HTML alone.
    pub(crate) fn attach_nothing(&self) {
        let file = self.0.path().join("packetboat.toml");
        let text = std::fs::read_to_string(&file).expect("a file");
        let bare = text.replace("[mail.out]\n", "[mail.out]\nattachments = false\n");
        assert_ne!(bare, text);
        std::fs::write(&file, bare).expect("room");
    }

    /// The club on the disk as it is.
    pub(crate) fn club(&self) -> Club {
        self.on(Arc::new(Disk))
    }

    /// The club on the disk without syncs.
    pub(crate) fn unsynced(&self) -> Club {
        self.on(Arc::new(Unsynced))
    }

    fn on(&self, fs: Arc<dyn Fs>) -> Club {
        club_on(fs, layout::Club::new(self.0.path()), ALL).expect("a club")
    }

    pub(crate) fn post(&self, club: &Club) -> Box<dyn Transport> {
        transports::transport(club).expect("the folder")
    }

    pub(crate) fn tick_unsynced(&self, now: &str) {
        let club = self.unsynced();
        let summary = tick(&club, &mut *self.post(&club), moment(now)).expect("a tick");
        assert!(
            summary.halted.is_empty() && summary.retry.is_empty(),
            "{summary}"
        );
    }

    /// Mails that were read this month, as many as are said.
    pub(crate) fn keep_mails(&self, mails: u32) {
        let cur = self.0.path().join("mail/cur");
        let arrived = moment(MONDAY).seconds();
        for number in 0..mails {
            let name = format!("{arrived}.M{number}.host:2,S");
            std::fs::write(cur.join(name), "From: x@y.example\n\nHello\n").expect("room");
        }
    }

    /// Takes away what ticks remember of when each campaign is due.
    pub(crate) fn forget_due(&self) {
        let due = layout::Club::new(self.0.path()).due();
        std::fs::remove_file(due).expect("a tick has written it");
    }

    /// Files both sheets of the first campaigns; their receipts have left.
    pub(crate) fn both_sheets_in(&self, campaigns: u32) {
        let club = self.unsynced();
        for number in 0..campaigns {
            for name_of_seat in SEATS {
                self.submit(&club, number, name_of_seat);
            }
        }
        for _ in 0..=campaigns / 1_000 * 2 {
            self.tick_unsynced(MONDAY_LATER);
        }
    }

    fn submit(&self, club: &Club, number: u32, name_of_seat: &str) {
        let seat: Seat = name_of_seat.parse().expect("a seat");
        let text = sheet(club, number, seat);
        let taken = referee::submit(club, &name(number), seat, &text, moment(MONDAY_LATER));
        assert!(taken.expect("a submission").filed);
    }

    /// Lets the first campaign have so many entries, by sheets that replace each other.
    pub(crate) fn grow_to(&self, entries: u32) {
        let club = self.unsynced();
        let id = name(0).parse().expect("a name");
        let dir = club.layout.campaign(&id);
        let there = CampaignLog::new(&*club.fs, &dir)
            .entries()
            .expect("a log")
            .len();
        for number in u32::try_from(there).expect("few")..entries {
            self.submit(&club, 0, SEATS[number as usize % 2]);
        }
        self.tick_unsynced(MONDAY_LATER);
    }

    /// Puts so many order mails of each seat of the first campaigns into the Maildir, and says how
    /// many.
    pub(crate) fn deliver_orders(&self, campaigns: u32, of_each: u32) -> u32 {
        let club = self.unsynced();
        let mut serial = 0;
        for number in 0..campaigns {
            let mails = SEATS.map(|it| order_mail_of(&club, number, it));
            for mail in mails.iter().cycle().take(mails.len() * of_each as usize) {
                serial += 1;
                self.deliver(mail, serial);
            }
        }
        serial
    }

    /// Puts a mail into the Maildir; each number makes it another mail.
    pub(crate) fn deliver(&self, mail: &str, serial: u32) {
        let maildir = Maildir::new(&Unsynced, self.0.path().join("mail"));
        let mail = mail.replace("SERIAL", &serial.to_string());
        maildir
            .deliver(mail.as_bytes(), moment(MONDAY_LATER))
            .expect("stored");
    }
}

fn name(number: u32) -> String {
    format!("worlds-{number:05}")
}

/// What the robot would send, as a block.
fn sheet(club: &Club, number: u32, seat: Seat) -> String {
    let id = name(number).parse().expect("a name");
    let Ok(campaign) = Campaign::open(club, &id) else {
        panic!("{id} cannot be opened")
    };
    let keys = Keys::new(&[7; 32], 1, 0).expect("a link");
    let mut dice = Dice::keyed(keys.for_robot(seat.as_str()));
    let lines = campaign.table.robot(seat, &mut dice);
    let open = campaign.table.sheet();
    format!("#orders {id} {seat} turn {open}\n{lines}\n#end\n")
}

/// A player's reply with a sheet; `SERIAL` makes it another mail each time.
pub(crate) fn order_mail(place: &Place) -> String {
    order_mail_of(&place.unsynced(), 0, SEATS[0])
}

fn order_mail_of(club: &Club, number: u32, name_of_seat: &str) -> String {
    let seat: Seat = name_of_seat.parse().expect("a seat");
    let id = name(number).parse().expect("a name");
    let Ok(campaign) = Campaign::open(club, &id) else {
        panic!("{id} cannot be opened")
    };
    let token = campaign.token(seat, &campaign.table.sheet().to_string());
    let to = club
        .house
        .seat_address(id.as_str(), seat, &token)
        .expect("an address");
    format!(
        "From: Player <{seat}{number}@example.org>\r\nTo: {to}\r\nSubject: Re: turn\r\n\
         Message-ID: <SERIAL@mail.example>\r\nMIME-Version: 1.0\r\n\
         Content-Type: text/plain; charset=utf-8\r\n\r\n; SERIAL\r\n{}",
        sheet(club, number, seat).replace('\n', "\r\n")
    )
}

/// A table of These New Worlds before its first gate closes.
pub(crate) struct Round {
    game: &'static dyn Game,
    files: Files,
    pack: packetboat::engine::data::DataPack,
}

impl Round {
    pub(crate) fn new() -> Self {
        let game = games::game(GAME).expect("it is registered");
        let pack = games::pack(GAME);
        let card = packetboat::engine::game::card(&pack).expect("a card");
        let founding = Founding::new(&card, None, &[], &std::collections::BTreeMap::new());
        let founding = founding.expect("a founding");
        let mut dice = Dice::keyed(Keys::new(&[1; 32], 1, 0).expect("a link"));
        let table = game
            .found(&pack, "measured", &founding, &mut dice)
            .expect("a campaign");
        Round {
            game,
            files: table.save(),
            pack,
        }
    }

    pub(crate) fn both_sheets_in(&self) -> (Box<dyn Table>, Dice) {
        let mut table = self
            .game
            .open(&self.pack, "measured", &self.files)
            .expect("it opens");
        let keys = Keys::new(&[1; 32], 2, 0).expect("a link");
        let mut dice = Dice::keyed(keys.clone());
        table.play(&mut dice, false).expect("the first gate");
        let mut robots = Dice::keyed(keys.for_robot("both"));
        for (number, seat) in (1..).zip(table.seats()) {
            let body = table.robot(seat, &mut robots);
            let sheet = table.sheet();
            table.file(seat, number, &Block { sheet, body: &body });
        }
        (table, dice)
    }
}

/// The disk as it is, but for syncs.
struct Unsynced;

impl Fs for Unsynced {
    fn list(&self, dir: &Path) -> io::Result<Vec<String>> {
        Disk.list(dir)
    }
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Disk.read(path)
    }
    fn stat(&self, path: &Path) -> io::Result<Stat> {
        Disk.stat(path)
    }
    fn create(&self, path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
        Disk.create(path, bytes, access)
    }
    fn append(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        Disk.append(path, bytes)
    }
    fn create_dir_all(&self, path: &Path) -> io::Result<()> {
        Disk.create_dir_all(path)
    }
    fn sync_file(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
    fn sync_dir(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Disk.rename(from, to)
    }
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        Disk.remove_file(path)
    }
    fn remove_dir(&self, path: &Path) -> io::Result<()> {
        Disk.remove_dir(path)
    }
    fn remove_dir_all(&self, path: &Path) -> io::Result<()> {
        Disk.remove_dir_all(path)
    }
}

/// Removes all clubs, and says how much memory the process has used at most, where the system
/// tells.
pub(crate) fn clear_up() {
    PLACES.lock().expect("a list").clear();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    for line in status.lines().filter(|it| it.starts_with("VmHWM")) {
        println!(
            "all benchmarks together, memory at most: {}",
            line["VmHWM:".len()..].trim()
        );
    }
}
