//! What players are told beforehand is what happens: a thousand positions of each game, as robots
//! and chance reach them.
//!
//! The words come from receipts (`Understood`) and sheets, the deeds from accounts and events.
//! Nothing is compared with the code that makes the words.

use packetboat::engine::account::{Account, Became};
use packetboat::engine::data::{DataPack, Founding};
use packetboat::engine::dice::{Dice, Keys, LINKS};
use packetboat::engine::game::{Block, Game, Halted, LineRead, Table, Understood, card};
use packetboat::engine::reason::Reason;
use packetboat::engine::seat::{Seat, Viewer};
use packetboat_tools::games;
use serde_json::Value;
use std::collections::BTreeMap;

/// Positions of one game: a seat's sheet each.
const POSITIONS: u32 = 600;
/// Every so many positions it is tried whether silence does what is told of it.
const TWINS_EVERY: u32 = 4;
/// Lines of chance beside a robot's.
const CHANCE_LINES: u32 = 3;

/// A sheet that was read, and what became of it.
struct Played<'a> {
    game: &'a str,
    body: &'a str,
    read: &'a Understood,
    accounts: &'a BTreeMap<u32, Account>,
    events: &'a [Value],
    seat: Seat,
}

impl Played<'_> {
    fn account(&self, line: u32) -> Option<&Account> {
        self.accounts.get(&line)
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{} {}: {what}\n{}\n", self.game, self.seat, self.body)
    }
}

/// One campaign of a game, its dice and robots' dice from a seed.
struct Campaign {
    table: Box<dyn Table>,
    dice: Dice,
    robots: Dice,
    chance: u64,
    submission: u32,
}

impl Campaign {
    fn found(game: &dyn Game, pack: &DataPack, seed: u32) -> Self {
        let card = card(pack).unwrap();
        let founding = Founding::new(&card, None, &[], &BTreeMap::new()).unwrap();
        let keys = |link: u8| {
            let seed = blake3::hash(&[&seed.to_le_bytes()[..], &[link]].concat());
            Dice::keyed(Keys::new(seed.as_bytes(), LINKS, 0).unwrap())
        };
        let table = game.found(pack, "promises", &founding, &mut keys(0));
        let (mut table, mut dice) = (table.unwrap(), keys(1));
        table.play(&mut dice, false).unwrap();
        table.stored();
        Campaign {
            table,
            dice,
            robots: keys(2),
            chance: u64::from(seed),
            submission: 0,
        }
    }

    /// A robot's sheet, with lines of chance among it.
    fn body(&mut self, seat: Seat) -> String {
        let mut lines: Vec<String> = self
            .table
            .robot(seat, &mut self.robots)
            .lines()
            .map(str::to_owned)
            .collect();
        let chance = &mut self.chance;
        let mut next = |below: u32| {
            *chance = chance
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            u32::try_from((*chance >> 33) % u64::from(below.max(1))).unwrap()
        };
        for _ in 0..CHANCE_LINES {
            let line = self.table.random_line(seat, &mut next);
            let at = next(u32::try_from(lines.len()).unwrap() + 1) as usize;
            lines.insert(at, line);
        }
        lines.join("\n")
    }

    /// Files sheets for all who are waited for, plays on, and shows each what became of it.
    /// Returns how many; 0: it is over.
    fn stop(&mut self, game: &str, show: &mut dyn FnMut(&Played<'_>)) -> u32 {
        let waited_for = match self.table.halt() {
            Halted::Gathering { waiting, .. } => waiting,
            Halted::Asking { seats } => seats,
            Halted::Over(_) => return 0,
        };
        let sheet = self.table.sheet();
        let mut filed = Vec::new();
        for seat in waited_for {
            let body = self.body(seat);
            self.submission += 1;
            let block = Block { sheet, body: &body };
            let read = self.table.file(seat, self.submission, &block);
            filed.push((seat, self.submission, body, read));
        }
        self.table.play(&mut self.dice, true).unwrap();
        for (seat, submission, body, read) in &filed {
            let page = self.table.page(Viewer::Seat(*seat), &[]).unwrap();
            let own = page.accounts.into_iter();
            let own = own.filter(|it| it.submission == *submission);
            show(&Played {
                game,
                body,
                read,
                accounts: &own.map(|it| (it.line, it)).collect(),
                events: &page.events,
                seat: *seat,
            });
        }
        self.table.stored();
        u32::try_from(filed.len()).unwrap()
    }
}

/// How many promises of each kind were met.
#[derive(Default)]
struct Kept {
    hidden: u32,
    purchases: u32,
    voyages: u32,
    throws: u32,
    silent: u32,
}

#[test]
fn what_is_promised_happens() {
    let mut all = Kept::default();
    for game in games::all() {
        let pack = game.pack();
        let (mut count, mut seed) = (0, 0);
        while count < POSITIONS {
            let mut campaign = Campaign::found(game, &pack, seed);
            loop {
                if count % TWINS_EVERY == 0 {
                    all.silent += campaign.silence_is_as_told(game, &pack);
                }
                match campaign.stop(game.id(), &mut |it| it.check(&mut all)) {
                    0 => break,
                    more => count += more,
                }
            }
            seed += 1;
        }
    }
    let Kept {
        hidden,
        purchases,
        voyages,
        throws,
        silent,
    } = all;
    for (what, many) in [
        ("hidden lines", hidden),
        ("purchases", purchases),
        ("voyages", voyages),
        ("throws of the sea", throws),
        ("silent seats", silent),
    ] {
        assert!(many > 100, "only {many} {what}");
    }
}

impl Played<'_> {
    fn check(&self, kept: &mut Kept) {
        self.what_never_counts(kept);
        if self.game == "conquistador" {
            self.what_is_to_be_paid(kept);
            self.what_the_sea_takes(kept);
        }
    }

    /// A line of which the receipt says that it never counts does not count.
    fn what_never_counts(&self, kept: &mut Kept) {
        for line in &self.read.lines {
            let never = |it: &Reason| it.kind() == "covered" && it.value()["until"].is_null();
            if !line.notes.iter().any(never) {
                continue;
            }
            kept.hidden += 1;
            let became = self.account(line.number).map(|it| it.became);
            if matches!(became, Some(Became::Done | Became::InPart)) {
                self.fail(&format!("line {} counted: {line:?}", line.number));
            }
        }
    }

    /// In Conquistador a receipt tells what purchases and Bounds cost, and that is what they cost,
    /// unless it has said that there is something amiss with the line.
    fn what_is_to_be_paid(&self, kept: &mut Kept) {
        let lines = &self.read.lines;
        let certain =
            |it: &&LineRead| !it.doubted && !it.text.contains(" IF ") && it.kind != "stands";
        let told = |it: &LineRead| it.notes.iter().find_map(|it| price(it.words()?));
        let buys = lines.iter().filter(|it| it.text.starts_with("BUY "));
        let buys: Vec<_> = buys.collect();
        if !buys.is_empty() && buys.iter().all(certain) {
            let told: u64 = buys.iter().filter_map(|it| told(it)).sum();
            let spent = paid(self, "bought", None);
            if told != spent {
                self.fail(&format!("BUY: {told} told, {spent} spent: {buys:?}"));
            }
            kept.purchases += 1;
        }
        for line in lines.iter().filter(certain) {
            let mut words = line.text.split(' ');
            let (Some("EXPEDITION"), Some(label)) = (words.next(), words.next()) else {
                continue;
            };
            let Some(told) = told(line) else {
                continue;
            };
            let spent = paid(self, "expedition-ready", Some(label));
            if told != spent {
                self.fail(&format!("{label}: {told} told, {spent} spent: {line:?}"));
            }
            kept.voyages += 1;
        }
    }
}

impl Played<'_> {
    /// A receipt tells what each throw of the sea takes on the way out, and that is what it takes.
    fn what_the_sea_takes(&self, kept: &mut Kept) {
        for line in &self.read.lines {
            let label = line.text.split(' ').nth(1);
            let mut notes = line.notes.iter().filter_map(Reason::words);
            let out = notes.find(|it| it.starts_with("out "));
            let (Some(label), Some(out), false) = (label, out, line.doubted) else {
                continue;
            };
            let thrown = self.events.iter().find(|event| {
                event["event"] == "attrition-at-sea"
                    && event["seat"] == self.seat.as_str()
                    && event["label"] == label
            });
            // What others do, or an IF, may send it elsewhere.
            let bounds = out.split(' ').nth(1).and_then(|it| it.parse::<u64>().ok());
            let Some(thrown) = thrown.filter(|it| it["bounds"].as_u64() == bounds) else {
                continue;
            };
            let total = thrown["die"].as_u64().expect("a die");
            let told = taken(out, total);
            let lost = thrown["lost"].as_u64().expect("a number");
            if told.is_some_and(|it| it != lost) {
                self.fail(&format!("{label}: told `{out}`, thrown {thrown}"));
            }
            kept.throws += u32::from(told.is_some());
        }
    }
}

/// What a die takes by a note: `out 4 Bounds: loses a ship on 5 and 6`; `None`: all ships.
fn taken(note: &str, die: u64) -> Option<u64> {
    let (_, fate) = note.rsplit_once(": ").expect("a fate");
    let Some(losses) = fate.strip_prefix("loses ") else {
        return Some(0);
    };
    for loss in losses.split(", ") {
        let (what, faces) = loss.split_once(" on ").expect("faces");
        let named = match faces.split_once(" to ") {
            Some((first, last)) => {
                let number = |it: &str| it.parse::<u64>().expect("a face");
                (number(first)..=number(last)).contains(&die)
            }
            None => faces.split(" and ").any(|it| it == die.to_string()),
        };
        if named {
            return match what.split(' ').next() {
                Some("a") => Some(1),
                Some("all") => None,
                number => number.and_then(|it| it.parse().ok()),
            };
        }
    }
    Some(0)
}

impl Campaign {
    /// Where the lines of silence are orders, a seat that sends nothing plays as one that sends
    /// them; how many seats were looked at.
    fn silence_is_as_told(&self, game: &dyn Game, pack: &DataPack) -> u32 {
        let Halted::Gathering { waiting, .. } = self.table.halt() else {
            return 0;
        };
        let Some(seat) = waiting.first().copied() else {
            return 0;
        };
        let page = self.table.page(Viewer::Seat(seat), &[]).unwrap();
        let told = page.order_sheet.silence;
        let body = told.join("\n");
        let sheet = self.table.sheet();
        let block = Block { sheet, body: &body };
        let read = self.table.check(seat, &block);
        // Lines in force come first, and behind lines that are sent again they would not.
        if told.is_empty() || !page.in_force.is_empty() || !read.faults.is_empty() {
            return 0;
        }
        let played = |sends: bool| {
            let mut twin = game.open(pack, "promises", &self.table.save()).unwrap();
            twin.stored();
            if sends {
                twin.file(seat, self.submission + 1, &block);
            }
            let keys = Keys::new(&[7; 32], LINKS, 0).unwrap();
            twin.play(&mut Dice::keyed(keys), true).unwrap();
            twin.page(Viewer::Referee, &[]).unwrap().events
        };
        assert_eq!(played(false), played(true), "{} {seat}: {body}", game.id());
        1
    }
}

/// `23 Ducats; 12 left` and `4 Bounds for 8 Ducats; 4 left`: the Ducats.
fn price(note: &str) -> Option<u64> {
    let (head, _) = note.split_once(" left")?;
    let words: Vec<&str> = head.split(' ').collect();
    let at = words.iter().position(|it| it.starts_with("Ducat"))?;
    words.get(at.checked_sub(1)?)?.parse().ok()
}

/// The Ducats told of events of a name in a sheet.
fn paid(played: &Played<'_>, event: &str, label: Option<&str>) -> u64 {
    let own = played.events.iter().filter(|it| it["event"] == event);
    let own = own.filter(|it| it["power"] == played.seat.as_str());
    let own = own.filter(|it| label.is_none_or(|label| it["label"] == label));
    own.filter_map(|it| it["price"].as_u64()).sum()
}
