//! A club on a disk in memory, for tests of the whole way: mail files in, `tick`, mails out.
//!
//! Not here: what is tested.

use crate::inside;
use packetboat::clock::Moment;
use packetboat::desk::club::campaign::Campaign;
use packetboat::desk::club::open::{Club, club_on};
use packetboat::desk::club::summary::Summary;
use packetboat::desk::club::tick_gaps::KEPT;
use packetboat::desk::commands::create::{self, CampaignWanted, ClubWanted};
use packetboat::desk::commands::referee;
use packetboat::desk::proof::verify;
use packetboat::desk::tick::run::tick;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::seat::Seat;
use packetboat::mail::parse;
use packetboat::mail::transport::{Scripted, Taken};
use packetboat::store::entry::{Letter, Note, Stop};
use packetboat::store::fs::{Access, Fs, replace};
use packetboat::store::layout;
use packetboat::store::log::CampaignLog;
use packetboat::store::maildir::Maildir;
use packetboat::store::memfs::MemFs;
use packetboat_tools::games::ALL;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) const ROOT: &str = "/club";
pub(crate) const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
pub(crate) const ANA: &str = "north=Ana <ana@example.org>";
pub(crate) const BEN: &str = "south=Ben <ben@example.net>";

/// A club, its clock, and the mails that left it.
pub(crate) struct Bench<F: Fs + 'static = MemFs> {
    pub(crate) fs: Arc<F>,
    pub(crate) club: Club,
    pub(crate) now: Moment,
    pub(crate) post: Scripted,
    serial: u32,
}

/// What a campaign is to be.
pub(crate) struct Match<'a> {
    pub(crate) game: &'a str,
    pub(crate) id: &'a str,
    pub(crate) scenario: Option<&'a str>,
    pub(crate) players: &'a [&'a str],
    pub(crate) robots: &'a [&'a str],
    pub(crate) options: &'a [&'a str],
    pub(crate) deadline: &'a str,
}

/// A text without its line breaks: what a mail says may be wrapped anywhere.
pub(crate) fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two players at sealed bids: the smallest campaign there is.
pub(crate) const DUEL: Match<'static> = Match {
    game: "toy/sealed",
    id: "duel",
    scenario: Some("duel"),
    players: &[ANA, BEN],
    robots: &[],
    options: &["rounds=3"],
    deadline: "sun 20:00",
};

/// Three players and a robot at sealed bids.
pub(crate) const THREE: Match<'static> = Match {
    game: "toy/sealed",
    id: "three",
    scenario: None,
    players: &[
        "north=Ana <ana@example.org>",
        "south=Ben <ben@example.net>",
        "west=Cleo <cleo@example.com>",
    ],
    robots: &["east"],
    options: &["rounds=6"],
    deadline: "sun 20:00",
};

/// Two players at These New Worlds.
pub(crate) const WORLDS: Match<'static> = Match {
    game: "these-new-worlds",
    id: "worlds",
    scenario: None,
    players: &[ANA, BEN],
    robots: &[],
    options: &[],
    deadline: "sun 20:00",
};

pub(crate) fn moment(text: &str) -> Moment {
    text.parse().unwrap()
}

pub(crate) fn seat(name: &str) -> Seat {
    name.parse().unwrap()
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|it| (*it).to_owned()).collect()
}

impl Match<'_> {
    pub(crate) fn found(&self, club: &Club, now: Moment) -> anyhow::Result<String> {
        self.found_with(club, now, SEED)
    }

    /// Founds it as `packetboat new` does.
    pub(crate) fn found_as_new(
        &self,
        club: &Club,
        now: Moment,
        seed: &str,
    ) -> anyhow::Result<String> {
        self.found_dice(club, now, (seed, false))
    }

    /// The same with dice that count as drawn by the program, though this is their seed.
    pub(crate) fn found_sealed(
        &self,
        club: &Club,
        now: Moment,
        seed: &str,
    ) -> anyhow::Result<String> {
        self.found_dice(club, now, (seed, true))
    }

    fn found_dice(
        &self,
        club: &Club,
        now: Moment,
        (seed, sealed): (&str, bool),
    ) -> anyhow::Result<String> {
        let players = strings(self.players);
        let (robots, options) = (strings(self.robots), strings(self.options));
        let wanted = CampaignWanted {
            scenario: self.scenario,
            players: &players,
            robots: &robots,
            options: &options,
            seed: Some(seed),
            sealed,
            ..CampaignWanted::usual(self.game, self.id, self.deadline)
        };
        create::new(club, &wanted, now)
    }

    /// Founds it, and lets silence be what it seems.
    pub(crate) fn found_with(
        &self,
        club: &Club,
        now: Moment,
        seed: &str,
    ) -> anyhow::Result<String> {
        let said = self.found_as_new(club, now, seed)?;
        // Most tests play on without a word from anybody.
        let config = club.layout.campaign(&self.id.parse().unwrap()).config();
        let text = String::from_utf8(club.fs.read(&config)?)?;
        let text = text.replace("hold_if_silent = \"all\"", "hold_if_silent = 0");
        replace(&*club.fs, &config, text.as_bytes(), Access::Shared)?;
        Ok(said)
    }
}

/// A Monday morning in Warsaw.
pub(crate) fn monday() -> Moment {
    moment("2026-11-16T09:00:00Z")
}

impl Bench {
    /// An empty club.
    pub(crate) fn new() -> Self {
        let fs = MemFs::new();
        fs.set_clock(monday().seconds());
        let wanted = ClubWanted {
            name: "Sunday Galleon",
            address: "orders@club.example",
            referee: "referee@club.example",
            zone: "Europe/Warsaw",
            authserv_id: None,
        };
        create::make(&fs, Path::new(ROOT), &wanted).unwrap();
        Bench::on(fs, monday())
    }

    /// A club with this campaign, its first reports sent.
    pub(crate) fn with(wanted: &Match<'_>) -> Self {
        let mut bench = Bench::new();
        bench.start(wanted);
        bench
    }

    /// The same, with pictures painted in its mails.
    pub(crate) fn painted(wanted: &Match<'_>) -> Self {
        let mut bench = Bench::new();
        bench.post.painted = true;
        bench.start(wanted);
        bench
    }

    /// The same club on a disk of its own, after everything has become safe.
    pub(crate) fn copy(&self) -> Self {
        let mut copy = Bench::on(self.fs.crash(0), self.now);
        copy.serial = self.serial;
        copy.post.taken.clone_from(&self.post.taken);
        copy
    }
}

impl<F: Fs + 'static> Bench<F> {
    /// The club that lies on this disk.
    pub(crate) fn on(fs: F, now: Moment) -> Self {
        let fs = Arc::new(fs);
        let disk: Arc<dyn Fs> = Arc::clone(&fs) as Arc<dyn Fs>;
        Bench {
            fs,
            club: club_on(disk, layout::Club::new(ROOT), ALL).unwrap(),
            now,
            post: Scripted::default(),
            serial: 0,
        }
    }

    pub(crate) fn start(&mut self, wanted: &Match<'_>) {
        wanted.found(&self.club, self.now).unwrap();
        self.tick();
    }

    pub(crate) fn at(&mut self, now: &str) -> &mut Self {
        self.now = moment(now);
        self
    }

    pub(crate) fn later(&mut self, seconds: i64) -> &mut Self {
        self.now = Moment::from_seconds(self.now.seconds() + seconds);
        self
    }

    pub(crate) fn tick(&mut self) -> Summary {
        tick(&self.club, &mut self.post, self.now).unwrap()
    }

    /// So many ticks, five minutes apart, that this is usual for the club.
    pub(crate) fn hum(&mut self) {
        for _ in 0..=KEPT {
            self.later(300).tick();
        }
    }

    /// A mail answering the last report to that seat, with an order block.
    pub(crate) fn orders(&self, id: &str, seat: &str, sheet: &str, lines: &str) -> String {
        self.answer(
            id,
            seat,
            &format!("#orders {id} {seat} turn {sheet}\n{lines}\n#end\n"),
        )
    }

    /// A mail answering the last report to that seat.
    /// An answer to a mail of ours, with the heads by which a mail program says so.
    pub(crate) fn in_reply_to(&self, ours: &Taken, text: &str) -> String {
        let [to, message] = ["Reply-To", "Message-ID"].map(|it| header(&ours.message, it).unwrap());
        let heads = format!("In-Reply-To: {message}\nReferences: {message}\nMIME-Version");
        let mail = self.written(&ours.to, &to, text);
        mail.replacen("MIME-Version", &heads, 1)
    }

    pub(crate) fn answer(&self, id: &str, seat: &str, text: &str) -> String {
        let report = self.last(id, seat, ".report");
        let to = header(&report.message, "Reply-To").unwrap();
        self.written(&report.to, &to, text)
    }

    /// A mail of its own Message-ID.
    pub(crate) fn written(&self, from: &str, to: &str, text: &str) -> String {
        let id = blake3::hash(format!("{}{}{text}", self.now, self.serial).as_bytes());
        format!(
            "From: {from}\nTo: {to}\nSubject: orders\nDate: {}\nMessage-ID: <{}@mail.example>\n\
             MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}",
            self.now.for_mail(),
            &id.to_hex()[..16],
        )
    }

    pub(crate) fn deliver(&mut self, mail: &str) -> String {
        self.deliver_bytes(mail.as_bytes())
    }

    pub(crate) fn deliver_bytes(&mut self, mail: &[u8]) -> String {
        self.serial += 1;
        let maildir = Maildir::new(&*self.fs, self.path("mail"));
        maildir.deliver(mail, self.now).unwrap()
    }

    /// An order mail, delivered a minute later.
    pub(crate) fn send(&mut self, id: &str, seat: &str, sheet: &str, lines: &str) {
        self.later(60);
        let mail = self.orders(id, seat, sheet, lines);
        self.deliver(&mail);
    }

    /// The newest mail to a reader in a campaign whose key holds this.
    pub(crate) fn last(&self, id: &str, reader: &str, kind: &str) -> &Taken {
        let found = self.all(id, reader, kind).last();
        found.unwrap_or_else(|| panic!("no {kind} to {reader} in {id}: {:?}", self.keys()))
    }

    pub(crate) fn all(
        &self,
        id: &str,
        reader: &str,
        kind: &str,
    ) -> impl DoubleEndedIterator<Item = &Taken> {
        let (start, end) = (format!("{id}."), format!(".{reader}{kind}"));
        let fits = move |it: &&Taken| it.key.starts_with(&start) && it.key.contains(&end);
        self.post.taken.iter().filter(fits)
    }

    pub(crate) fn keys(&self) -> Vec<&str> {
        self.post.taken.iter().map(|it| it.key.as_str()).collect()
    }

    /// The text of the newest receipt to a seat.
    /// How many answers a seat was to get, though newer ones may have taken their place.
    pub(crate) fn answers(&self, id: &str, of: &str) -> usize {
        let notes = self.notes(id).into_iter().flat_map(|it| it.out);
        let answers = notes.filter(|it| it.what == Letter::Receipt && it.seat == Some(seat(of)));
        answers.count()
    }

    pub(crate) fn receipt(&self, id: &str, seat: &str) -> String {
        self.text(&self.last(id, seat, ".receipt").message)
    }

    /// What a mail says, subject first, decoded.
    pub(crate) fn text(&self, message: &[u8]) -> String {
        let mail = parse(message, &self.club.house);
        let lines: Vec<&str> = mail.body.lines().iter().map(|it| it.raw.as_str()).collect();
        format!("{}\n{}", mail.subject, lines.join("\n"))
    }

    pub(crate) fn campaign(&self, id: &str) -> Campaign {
        match Campaign::open(&self.club, &id.parse().unwrap()) {
            Ok(campaign) => campaign,
            Err(stuck) => panic!("{id} cannot be opened: {stuck:?}"),
        }
    }

    pub(crate) fn note(&self, id: &str) -> Note {
        self.campaign(id).note().clone()
    }

    /// The notes of all entries.
    pub(crate) fn notes(&self, id: &str) -> Vec<Note> {
        let dir = self.club.layout.campaign(&id.parse().unwrap());
        let log = CampaignLog::new(&*self.fs, &dir);
        let numbers = log.entries().unwrap();
        numbers
            .into_iter()
            .map(|it| log.note(it).unwrap().note)
            .collect()
    }

    /// The sheet now called for; `None` when the game is over.
    pub(crate) fn sheet(&self, id: &str) -> Option<String> {
        let campaign = self.campaign(id);
        match campaign.note().desk.stop {
            Stop::Over => None,
            Stop::Gate | Stop::Interrupt => Some(campaign.table.sheet().to_string()),
        }
    }

    /// What the robot would send in this seat: orders that are good.
    pub(crate) fn good_lines(&self, id: &str, seat: Seat) -> String {
        let campaign = self.campaign(id);
        let keys = Keys::new(&[7; 32], 1, 0).unwrap();
        let stir = format!("{seat} {}", campaign.note().number);
        let mut dice = Dice::keyed(keys.for_robot(&stir));
        campaign.table.robot(seat, &mut dice)
    }

    pub(crate) fn path(&self, inner: &str) -> PathBuf {
        Path::new(ROOT).join(inner)
    }

    pub(crate) fn read(&self, inner: &str) -> String {
        let bytes = inside::read(&*self.fs, &self.path(inner)).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The same; nothing, if it is not there.
    pub(crate) fn read_if_there(&self, inner: &str) -> String {
        let bytes = self.fs.read(&self.path(inner)).unwrap_or_default();
        String::from_utf8(bytes).unwrap()
    }

    pub(crate) fn write(&self, inner: &str, text: impl AsRef<[u8]>) {
        inside::change(&*self.fs, &self.path(inner), Some(text.as_ref()));
    }

    /// Takes a file or a folder away, or what is in an entry, or an entry.
    pub(crate) fn remove(&self, inner: &str) {
        inside::change(&*self.fs, &self.path(inner), None);
    }

    /// Changes a file; it must change.
    pub(crate) fn edit(&self, inner: &str, from: &str, to: &str) {
        let text = self.read(inner);
        assert!(text.contains(from), "{inner} holds no `{from}`:\n{text}");
        self.write(inner, text.replacen(from, to, 1));
    }

    /// Changes the position by hand, in a copy of it.
    pub(crate) fn edit_position(&self, id: &str, from: &str, to: &str) {
        referee::edit(&self.club, id).unwrap();
        let number = self.note(id).number;
        self.edit(
            &format!("campaigns/{id}/edit/{number:06}/state.toml"),
            from,
            to,
        );
    }

    pub(crate) fn verify(&self) {
        let found = verify::club(&self.club, None, verify::How { strict: true }).unwrap();
        assert!(found.is_well(), "{found}");
        let text = found.to_string();
        // Clubs of packetboats of before are told otherwise, and are proved all the same.
        let told = "the results of orders, which this packetboat tells otherwise";
        let skipped = |it: &&str| it.contains("not checked") && !it.contains(told);
        assert_eq!(text.lines().find(skipped), None, "{text}");
    }

    /// The lines of all ledgers: id, file and class.
    pub(crate) fn ledger(&self) -> Vec<(String, String, String)> {
        let folder = self.path("desk/ledger");
        let mut lines = Vec::new();
        for name in self.fs.list(&folder).unwrap_or_default() {
            let table: toml::Table = self.read(&format!("desk/ledger/{name}")).parse().unwrap();
            let mails = table.get("mail").and_then(|it| it.as_array());
            for mail in mails.into_iter().flatten() {
                let field = |it: &str| mail[it].as_str().unwrap().to_owned();
                lines.push((field("id"), field("file"), field("class")));
            }
        }
        lines
    }
}

/// The value of a header, unfolded.
pub(crate) fn header(message: &[u8], name: &str) -> Option<String> {
    let text = String::from_utf8_lossy(message).replace("\r\n", "\n");
    let (head, _) = text.split_once("\n\n")?;
    let head = head.replace("\n ", " ").replace("\n\t", " ");
    let start = format!("{}: ", name.to_lowercase());
    let mut lines = head.lines();
    let line = lines.find(|it| it.to_lowercase().starts_with(&start))?;
    Some(line[start.len()..].trim().to_owned())
}
