//! One game: who writes what at each stop, and what must hold while it is played.

use super::chance::Chance;
use super::figures::{Cards, Tally};
use super::options::Players;
use packetboat_core::engine::data::{DataPack, Founding};
use packetboat_core::engine::dice::{Dice, Keys, LINKS};
use packetboat_core::engine::game::{Block, Files, Game, Halted, Table, Understood, card};
use packetboat_core::engine::rules::Outcome;
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::lang::sheet::SheetNo;
use serde_json::Value;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// More stops than any game makes: the longest has some fifty turns of a few gates each.
const STOPS_MAX: u32 = 2_000;

/// The name of the campaign in all files that are made.
const CAMPAIGN: &str = "simulated";

/// Lines no grammar knows.
pub const GARBAGE: [&str; 8] = [
    "XYZZY 3 >= ELSE",
    "IF IF IF",
    "ELSE",
    ",,,///+++",
    "STANDING UNTIL",
    "\u{202e}BID \u{0}9999999999999999999999 \u{1F600}",
    "((((((((((((((((((((NOT NOT NOT",
    "CLEAR CLEAR TURN -1",
];

/// What is played.
pub(super) struct Setting<'a> {
    pub(super) game: &'a dyn Game,
    pub(super) pack: &'a DataPack,
    pub(super) founding: &'a Founding,
    pub(super) players: Players,
    pub(super) figures: &'a Cards,
    pub(super) seed: u64,
}

/// How one game went.
#[derive(Debug, Clone)]
pub(super) struct Played {
    pub(super) turns: u32,
    pub(super) stops: u32,
    pub(super) lines: u32,
    pub(super) outcome: Outcome,
    /// The score of each seat, where the game keeps one.
    pub(super) scores: BTreeMap<Seat, i64>,
    /// What the figures that the game declares come to.
    pub(super) tallies: Vec<Tally>,
    /// The seat that plays otherwise than all others, if there was one.
    pub(super) lone: Option<Seat>,
    pub(super) strict: bool,
    /// Invariants that do not hold, though the game could be played.
    pub(super) broken: Vec<String>,
}

/// A game in the middle of being played.
struct Course<'a> {
    setting: &'a Setting<'a>,
    table: Box<dyn Table>,
    dice: Dice,
    robots: BTreeMap<Seat, Dice>,
    chance: Chance,
    /// Every text filed: seat, sheet and body, by submission from 1.
    filed: Vec<(Seat, SheetNo, String)>,
    /// Every line understood and filed: seat, submission, line.
    lines: BTreeSet<(Seat, u32, u32)>,
    stops: u32,
    tallies: Vec<Tally>,
    broken: Vec<String>,
}

/// Runs something that must not panic; what it says when it does is the error.
///
/// # Errors
/// The panic's message.
pub fn check<T>(act: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|it| Err(panicked(&*it)))
}

fn panicked(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a message"))
}

impl Setting<'_> {
    /// Plays the game; with `strict` also checks that all of it can be derived again.
    pub(super) fn play(&self, strict: bool) -> Result<Played, String> {
        check(|| {
            let start = self.start()?;
            let (mut course, outcome) = self.course(&start)?.played_out()?;
            let lines = u32::try_from(course.lines.len()).unwrap_or(u32::MAX);
            if strict {
                self.derived_again(&start, &course)?;
                course.accounts()?;
            }
            Ok(Played {
                turns: course.table.sheet().turn,
                stops: course.stops,
                lines,
                outcome,
                scores: course.table.scores(),
                tallies: course.tallies,
                lone: self.players.is_one_apart().then(|| self.lone()),
                strict,
                broken: course.broken,
            })
        })
    }

    fn seats(&self) -> &[Seat] {
        &self.founding.seats
    }

    /// Which seat plays otherwise than all others, so that seeds in a row try all seats.
    fn lone(&self) -> Seat {
        let seats = self.seats();
        let count = u64::try_from(seats.len()).expect("few seats");
        seats[usize::try_from(self.seed % count).expect("less than the seats")]
    }

    /// The keys of set-up (0) and play (1). Games that differ in that seat alone share them. The
    /// last link of the chain costs least to find.
    fn keys(&self, link: u8) -> Result<Keys, String> {
        let seed = match self.players {
            Players::Versus | Players::Advised => {
                self.seed / u64::try_from(self.seats().len()).expect("few seats")
            }
            Players::Robots | Players::Silent | Players::Mix => self.seed,
        };
        let mut material = seed.to_le_bytes().to_vec();
        material.push(link);
        Keys::new(
            &blake3::derive_key("packetboat 1 simulated game", &material),
            LINKS,
            0,
        )
    }

    /// The files of the campaign as it is founded.
    fn start(&self) -> Result<Files, String> {
        let mut dice = Dice::keyed(self.keys(0)?);
        let table = self
            .game
            .found(self.pack, CAMPAIGN, self.founding, &mut dice);
        Ok(table.map_err(|it| it.to_string())?.save())
    }

    fn open(&self, files: &Files) -> Result<Box<dyn Table>, String> {
        let table = self.game.open(self.pack, CAMPAIGN, files);
        table.map_err(|it| it.to_string())
    }

    fn course(&self, start: &Files) -> Result<Course<'_>, String> {
        let keys = self.keys(1)?;
        let robots = self.seats().iter();
        let robots = robots.map(|it| (*it, Dice::keyed(keys.for_robot(it.as_str()))));
        Ok(Course {
            setting: self,
            table: self.open(start)?,
            robots: robots.collect(),
            dice: Dice::keyed(keys),
            chance: Chance::new(self.seed),
            filed: Vec::new(),
            lines: BTreeSet::new(),
            stops: 0,
            tallies: self.figures.tallies(),
            broken: Vec::new(),
        })
    }

    /// Everything again: a second game from the same seed, a replay of the record, and a strict
    /// derivation from book and dice. All lead to the same bytes.
    fn derived_again(&self, start: &Files, course: &Course<'_>) -> Result<(), String> {
        let saved = course.table.save();
        let (twin, _) = self.course(start)?.played_out()?;
        if twin.table.save() != saved {
            return Err("the same seed leads to other bytes the second time".to_owned());
        }
        let Some(journal) = &saved.journal else {
            return Ok(());
        };
        let base = self.open(start)?;
        if base.replay(journal)? != saved.state {
            return Err("the replay of the journal leads to another state".to_owned());
        }
        let blocks = |_: Seat, submission: u32| {
            let at = usize::try_from(submission).ok()?.checked_sub(1)?;
            let (_, sheet, body) = course.filed.get(at)?;
            Some((*sheet, body.clone()))
        };
        let derived = base.derive(
            (journal, self.game.told()),
            &mut Dice::keyed(self.keys(1)?),
            &blocks,
        )?;
        if (&derived.state, &derived.book) != (&saved.state, &saved.book) {
            return Err("the strict derivation leads to another state or book".to_owned());
        }
        Ok(())
    }
}

impl<'a> Course<'a> {
    fn played_out(mut self) -> Result<(Course<'a>, Outcome), String> {
        self.advance(false)?;
        loop {
            let before = self.table.sheet();
            let (seats, gate) = match self.table.halt() {
                Halted::Over(outcome) => {
                    self.outcome(&outcome)?;
                    return Ok((self, outcome));
                }
                Halted::Gathering { called, .. } => (called, true),
                Halted::Asking { seats } => (seats, false),
            };
            for seat in self.setting.seats() {
                if seats.contains(seat) {
                    self.turn_of(*seat, gate);
                }
            }
            let open = match self.table.halt() {
                Halted::Gathering { waiting, .. } => !waiting.is_empty(),
                Halted::Asking { .. } => true,
                Halted::Over(_) => false,
            };
            self.advance(open)?;
            if self.table.sheet() < before {
                return Err(format!(
                    "sheet {before} is followed by {}",
                    self.table.sheet()
                ));
            }
        }
    }

    fn advance(&mut self, open: bool) -> Result<(), String> {
        self.stops += 1;
        if self.stops > STOPS_MAX {
            return Err(format!("it is not over after {STOPS_MAX} stops"));
        }
        let figures = self.setting.figures;
        if figures.is_empty() {
            let halted = self.table.play(&mut self.dice, open);
            return halted.map(|_| ()).map_err(|it| it.to_string());
        }
        let (turn, tallies) = (self.table.sheet().turn, &mut self.tallies);
        let mut listen = |told: &[Value]| {
            figures.heard(tallies, turn, told);
            false
        };
        let halted = self.table.play_until(&mut self.dice, open, &mut listen);
        halted.map(|_| ()).map_err(|it| it.to_string())
    }

    fn outcome(&self, outcome: &Outcome) -> Result<(), String> {
        let card = card(self.setting.pack).map_err(|it| it.to_string())?;
        let referees = |seat: &Seat| card.seats.iter().any(|it| it.name == *seat && it.referees);
        let seats = self.setting.seats().iter().copied();
        let seats: BTreeSet<Seat> = seats.filter(|it| !referees(it)).collect();
        let placed: BTreeSet<Seat> = outcome.placings.keys().copied().collect();
        let most = u8::try_from(seats.len()).unwrap_or(u8::MAX);
        if placed == seats && outcome.placings.values().all(|it| (1..=most).contains(it)) {
            Ok(())
        } else {
            Err(format!("the outcome does not place the seats: {outcome:?}"))
        }
    }

    /// Every line filed has an account (`docs/order-language.md`, section 11).
    fn accounts(&mut self) -> Result<(), String> {
        for seat in self.setting.seats() {
            let page = self.table.page(Viewer::Seat(*seat), &[]);
            let page = page.map_err(|it| it.to_string())?;
            let told = page.accounts.iter().map(|it| (it.submission, it.line));
            let replaced = page.replaced.iter().map(|it| (it.submission, it.line));
            for (submission, line) in told.chain(replaced) {
                self.lines.remove(&(*seat, submission, line));
            }
        }
        match self.lines.first() {
            None => Ok(()),
            Some((seat, submission, line)) => Err(format!(
                "line {submission}:{line} of {seat} is accounted for nowhere"
            )),
        }
    }

    /// What a seat sends when it is called (`gate`) or asked by mail.
    fn turn_of(&mut self, seat: Seat, gate: bool) {
        match self.setting.players {
            Players::Silent => {}
            Players::Robots => self.send_robot(seat),
            Players::Versus if seat == self.setting.lone() => self.send_robot(seat),
            Players::Versus => {}
            Players::Advised if seat == self.setting.lone() => self.send_advice(seat),
            Players::Advised => self.send_robot(seat),
            Players::Mix => self.send_something(seat, gate),
        }
    }

    fn robot(&mut self, seat: Seat) -> String {
        let dice = self.robots.get_mut(&seat).expect("one for every seat");
        self.table.robot(seat, dice)
    }

    fn send_robot(&mut self, seat: Seat) {
        let text = self.robot(seat);
        let understood = self.send(seat, &text);
        for fault in &understood.faults {
            self.broken.push(format!(
                "the robot in {seat} wrote a line that cannot be read: {} ({})",
                lines_of(&text, fault.span.line),
                fault.reason
            ));
        }
    }

    /// What the order sheet advises, above its live lines, as a player sends it who takes every `;`
    /// away.
    fn send_advice(&mut self, seat: Seat) {
        match self.table.report(Viewer::Seat(seat), &[]) {
            Ok(page) => {
                let sheet = page.order_sheet;
                let lines = [sheet.advice, sheet.live].concat();
                self.send(seat, &lines.join("\n"));
            }
            Err(why) => self.broken.push(why.to_string()),
        }
    }

    fn send(&mut self, seat: Seat, text: &str) -> Understood {
        let submission = u32::try_from(self.filed.len() + 1).expect("few mails");
        let sheet = self.table.sheet();
        let block = Block { sheet, body: text };
        let understood = self.table.file(seat, submission, &block);
        self.filed.push((seat, sheet, text.to_owned()));
        if !understood.check && !understood.sheets.is_empty() {
            let numbers = understood
                .lines
                .iter()
                .map(|it| (seat, submission, it.number));
            self.lines.extend(numbers);
        }
        understood
    }

    fn random_lines(&mut self, seat: Seat, prefix: &str) -> String {
        let count = 1 + self.chance.below(4);
        let chance = &mut self.chance;
        let lines = (0..count).map(|_| {
            let line = self
                .table
                .random_line(seat, &mut |bound| chance.below(bound));
            format!("{prefix}{line}")
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    fn send_something(&mut self, seat: Seat, gate: bool) {
        let sheet = self.table.sheet();
        let text = match self.chance.below(12) {
            0 if gate => return,
            0..=2 => self.robot(seat),
            3 => format!("{}\n{}", self.random_lines(seat, ""), self.robot(seat)),
            4 => self.random_lines(seat, ""),
            5 => {
                let garbage = GARBAGE[self.chance.below(8) as usize];
                format!("{garbage}\n{}\n{garbage}", self.random_lines(seat, ""))
            }
            6 => self.random_lines(seat, "STANDING "),
            7 => format!("CLEAR ALL\n{}", self.robot(seat)),
            8 => {
                let ahead = self.random_lines(seat, "");
                let now = self.robot(seat);
                format!("{now}\nTURN {}\n{ahead}", sheet_after(sheet))
            }
            9 => {
                let first = self.robot(seat);
                self.send(seat, &first);
                "CANCEL".to_owned()
            }
            10 => format!("{}\nWAIT", self.random_lines(seat, "")),
            _ => format!("{}\nGOAHEAD", self.random_lines(seat, "")),
        };
        self.send(seat, &text);
    }
}

fn sheet_after(sheet: SheetNo) -> SheetNo {
    SheetNo {
        turn: sheet.turn + 1,
        part: sheet.part,
    }
}

/// The line of a body, counted from 1, in backticks.
fn lines_of(text: &str, line: u32) -> String {
    let at = usize::try_from(line).unwrap_or(0).saturating_sub(1);
    format!("`{}`", text.lines().nth(at).unwrap_or_default())
}
