//! Plays one case and collects everything that differs from what it expects.
//!
//! Not here: the format (`case`), and what an event or a path is (`compare`).

use super::case::{Case, FOUNDING, Mails, Rule, Until};
use super::compare::{event_text, fits, has_word, lookup, put, take};
use super::draws;
use super::words::Words;
use packetboat_core::engine::account::{Account, Became};
use packetboat_core::engine::data::{DataPack, Founding};
use packetboat_core::engine::dice::{Dice, Keys};
use packetboat_core::engine::game::{Block, Files, Game, Halted, Table, Understood, card};
use packetboat_core::engine::seat::{Seat, Viewer};
use packetboat_core::textfile::head::{FileKind, Head, bare};
use serde_json::Value as Json;
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The campaign a case is played in.
const CAMPAIGN: &str = "case";
/// The seed of the dice where a case does not write them.
const SEED: [u8; 32] = [7; 32];
/// How many gates a case may pass: more than any game has, and few enough not to wait for.
const GATES_MAX: u32 = 2_000;

/// Plays a case; everything reported in it, as the referee hears it.
///
/// # Errors
/// Everything that differs from what it expects, one finding each; at least one.
pub fn run(
    game: &dyn Game,
    pack: &DataPack,
    rules: &[Rule],
    case: &Case,
) -> Result<Vec<Json>, Vec<String>> {
    if !rules.iter().any(|it| it.id == case.rule) {
        return Err(vec![format!("rules.toml lists no rule `{}`", case.rule)]);
    }
    if !case.expects_something() {
        return Err(vec!["it expects nothing to happen".to_owned()]);
    }
    let played = catch_unwind(AssertUnwindSafe(|| play(game, pack, case)));
    let played = played.unwrap_or_else(|it| Err(format!("panic: {}", panic_text(&*it))));
    let played = played.map_err(|why| vec![why])?;
    let differs = played.compare(case);
    if differs.is_empty() {
        Ok(played.events)
    } else {
        Err(differs)
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

/// A case, or one stop of a playthrough, that has been played.
pub(super) struct Played {
    words: Words,
    table: Box<dyn Table>,
    /// The receipts of each seat, the oldest first, with the number of the submission.
    receipts: BTreeMap<Seat, Vec<(u32, Understood)>>,
    /// Why play stopped, if it was the game that did it.
    halt: Option<Halted>,
    /// Everything reported, as the referee hears it.
    events: Vec<Json>,
    /// The state file.
    state: toml::Table,
    /// Draws written and not asked for.
    left_over: usize,
    /// That it did not come where it was to stop.
    missed: Option<String>,
}

fn play(game: &dyn Game, pack: &DataPack, case: &Case) -> Result<Played, String> {
    let mut dice = match &case.dice {
        Some(faces) => Dice::scripted(faces.iter().copied()),
        None => Dice::keyed(Keys::new(&SEED, 1, 0)?),
    };
    let (mut table, reached) = begin(game, pack, case, &mut dice)?;
    let receipts = mail(&mut *table, case)?;
    // What was reported before the first sheet (a founding) counts as well.
    let before = page_of(&*table, Viewer::Referee)?.events;
    let stopped = match reached {
        Some(halt) if case.until == Until::Gate => Stopped::at(halt),
        _ => advance(&mut *table, case, &mut dice, &before)?,
    };
    let file: toml::Table = table.save().state.parse().map_err(|it| format!("{it}"))?;
    Ok(Played {
        words: Words::of(game, pack),
        events: page_of(&*table, Viewer::Referee)?.events,
        state: file,
        left_over: dice.left_over(),
        receipts,
        halt: stopped.halt,
        missed: stopped.missed,
        table,
    })
}

/// Sets up the position. For a founding it is played to the first gate, which is returned.
fn begin(
    game: &dyn Game,
    pack: &DataPack,
    case: &Case,
    dice: &mut Dice,
) -> Result<(Box<dyn Table>, Option<Halted>), String> {
    if case.given == FOUNDING {
        let founding = founding(pack, case)?;
        let founded = game.found(pack, CAMPAIGN, &founding, dice);
        let mut table = founded.map_err(|it| it.to_string())?;
        let halt = table.play(dice, false).map_err(|it| it.to_string())?;
        return Ok((table, Some(halt)));
    }
    let path = format!("fixtures/{}.toml", case.given);
    let mut state: toml::Table = pack.read(&path).map_err(|it| it.to_string())?;
    for (path, value) in &case.set {
        put(&mut state, path, value.clone())?;
    }
    let files = Files {
        state: bare(&head(game, FileKind::State), &state),
        book: bare(&head(game, FileKind::Book), &toml::Table::new()),
        journal: None,
    };
    let opened = game.open(pack, CAMPAIGN, &files);
    Ok((opened.map_err(|it| it.to_string())?, None))
}

fn head(game: &dyn Game, kind: FileKind) -> Head {
    Head {
        kind,
        game: Some(game.id().to_owned()),
        campaign: Some(CAMPAIGN.to_owned()),
        format: game.format(),
        revision: Some(game.revision()),
    }
}

fn founding(pack: &DataPack, case: &Case) -> Result<Founding, String> {
    let card = card(pack).map_err(|it| it.to_string())?;
    let scenario = case.scenario.as_deref();
    Founding::new(&card, scenario, &case.seats, &case.options).map_err(|it| it.to_string())
}

type Receipts = BTreeMap<Seat, Vec<(u32, Understood)>>;

fn mail(table: &mut dyn Table, case: &Case) -> Result<Receipts, String> {
    let seats = table.seats();
    if let Some(stranger) = case.sheet.keys().find(|it| !seats.contains(it)) {
        return Err(format!("sheet: no seat is called `{stranger}`"));
    }
    let sheet = table.sheet();
    let mut receipts = Receipts::new();
    let mut submission = 0;
    for seat in seats {
        for body in case.sheet.get(&seat).map_or(&[][..], Mails::bodies) {
            submission += 1;
            let understood = table.file(seat, submission, &Block { sheet, body });
            receipts
                .entry(seat)
                .or_default()
                .push((submission, understood));
        }
    }
    Ok(receipts)
}

/// Where play stopped, and whether that is where it was to stop.
struct Stopped {
    halt: Option<Halted>,
    missed: Option<String>,
}

impl Stopped {
    fn at(halt: Halted) -> Self {
        Stopped {
            halt: Some(halt),
            missed: None,
        }
    }

    fn elsewhere(halt: Halted, wanted: &str) -> Self {
        let missed = match &halt {
            Halted::Gathering { .. } => format!("until: it stopped at a gate, not {wanted}"),
            Halted::Asking { .. } => format!("until: it stopped at an interrupt, not {wanted}"),
            Halted::Over(_) => format!("until: the game was over, and it did not stop {wanted}"),
        };
        Stopped {
            halt: Some(halt),
            missed: Some(missed),
        }
    }
}

/// Plays on until the case is to stop, passing the stops it does not want.
fn advance(
    table: &mut dyn Table,
    case: &Case,
    dice: &mut Dice,
    before: &[Json],
) -> Result<Stopped, String> {
    let mut steps_made = 0;
    let mut happened = false;
    let mut enough = |told: &[Json]| {
        steps_made += 1;
        match &case.until {
            Until::Steps { steps } => steps_made >= *steps,
            Until::Event { event } => {
                happened = told.iter().any(|it| fits(event, it));
                happened
            }
            Until::Gate | Until::Interrupt | Until::End => false,
        }
    };
    let over_already = match &case.until {
        Until::Steps { steps } => *steps == 0,
        Until::Event { event } => before.iter().any(|it| fits(event, it)),
        Until::Gate | Until::Interrupt | Until::End => false,
    };
    if over_already {
        return Ok(Stopped {
            halt: None,
            missed: None,
        });
    }
    for _ in 0..GATES_MAX {
        let open = stands(&table.halt());
        let halt = table
            .play_until(dice, open, &mut enough)
            .map_err(|it| it.to_string())?;
        let Some(halt) = halt else {
            return Ok(Stopped {
                halt: None,
                missed: None,
            });
        };
        match (&case.until, &halt) {
            (Until::Gate, Halted::Gathering { .. })
            | (Until::Interrupt, Halted::Asking { .. })
            | (Until::End, Halted::Over(_)) => return Ok(Stopped::at(halt)),
            (Until::Gate, _) => return Ok(Stopped::elsewhere(halt, "at a gate")),
            (Until::Interrupt, _) => return Ok(Stopped::elsewhere(halt, "at an interrupt")),
            (_, Halted::Over(_)) => {
                return Ok(Stopped::elsewhere(halt, "where it was to stop"));
            }
            (Until::Steps { .. } | Until::Event { .. } | Until::End, _) => {}
        }
    }
    Err(format!("until: not reached after {GATES_MAX} gates"))
}

/// Whether it is at a stop, and not in the middle of a batch.
fn stands(halt: &Halted) -> bool {
    match halt {
        Halted::Gathering { called, .. } => !called.is_empty(),
        Halted::Asking { .. } | Halted::Over(_) => true,
    }
}

fn page_of(
    table: &dyn Table,
    viewer: Viewer,
) -> Result<packetboat_core::engine::game::PageData, String> {
    table.page(viewer, &[]).map_err(|it| it.to_string())
}

impl Played {
    /// An entry that play has brought to a stop of the game.
    pub(super) fn stopped(
        words: Words,
        table: Box<dyn Table>,
        receipts: BTreeMap<Seat, Vec<(u32, Understood)>>,
        halt: Halted,
    ) -> Result<Self, String> {
        Ok(Played {
            words,
            events: page_of(&*table, Viewer::Referee)?.events,
            state: table.save().state.parse().map_err(|it| format!("{it}"))?,
            left_over: 0,
            receipts,
            halt: Some(halt),
            missed: None,
            table,
        })
    }

    /// The table it was played at.
    pub(super) fn into_table(self) -> Box<dyn Table> {
        self.table
    }

    /// Everything that differs from what the case expects.
    pub(super) fn compare(&self, case: &Case) -> Vec<String> {
        let mut differs: Vec<String> = self.missed.iter().cloned().collect();
        if self.left_over > 0 {
            differs.push(format!("dice: {} were not asked for", self.left_over));
        }
        self.compare_events(case, &mut differs);
        self.compare_state(case, &mut differs);
        self.compare_halt(case, &mut differs);
        self.compare_receipts(case, &mut differs);
        self.compare_lines(case, &mut differs);
        self.compare_told(case, &mut differs);
        self.compare_pages(case, &mut differs);
        let journal = self.table.save().journal.unwrap_or_default();
        match draws::untold(&journal) {
            Ok(untold) => differs.extend(untold.iter().map(|why| {
                format!("dice: {why} is drawn in the open, and no event after it tells all of it")
            })),
            Err(why) => differs.push(why),
        }
        differs
    }

    fn compare_events(&self, case: &Case, differs: &mut Vec<String>) {
        let mut rest = self.events.iter();
        for wanted in &case.events {
            if !rest.any(|it| fits(wanted, it)) {
                differs.push(format!(
                    "events: `{wanted}` did not happen in its place; what happened:{}",
                    self.story()
                ));
                break;
            }
        }
        for unwanted in &case.absent {
            if let Some(event) = self.events.iter().find(|it| fits(unwanted, it)) {
                differs.push(format!("absent: but `{}` happened", event_text(event)));
            }
        }
    }

    fn story(&self) -> String {
        let lines = self
            .events
            .iter()
            .map(|it| format!("\n    {}", event_text(it)));
        lines.collect()
    }

    fn compare_state(&self, case: &Case, differs: &mut Vec<String>) {
        for (path, wanted) in &case.state {
            match lookup(&self.state, path) {
                Some(found) if found == wanted => {}
                Some(found) => differs.push(format!("state: {path} is {found}, not {wanted}")),
                // An empty list is left out of the file.
                None if wanted.as_array().is_some_and(Vec::is_empty) => {}
                None => differs.push(format!("state: {path} is not there, but wanted {wanted}")),
            }
        }
    }

    fn compare_halt(&self, case: &Case, differs: &mut Vec<String>) {
        let (called, waiting) = match &self.halt {
            Some(Halted::Gathering { called, waiting }) => (Some(called), Some(waiting)),
            Some(Halted::Asking { seats }) => (Some(seats), Some(seats)),
            Some(Halted::Over(_)) | None => (None, None),
        };
        if case.gate.is_some() && case.gate.as_ref() != called {
            differs.push(format!("gate: it calls {}", seats_text(called)));
        }
        if case.waits.is_some() && case.waits.as_ref() != waiting {
            differs.push(format!("waits: it waits for {}", seats_text(waiting)));
        }
        let placings = match &self.halt {
            Some(Halted::Over(outcome)) => Some(&outcome.placings),
            _ => None,
        };
        if case.placings.is_some() && case.placings.as_ref() != placings {
            differs.push(format!("placings: they are {placings:?}"));
        }
    }

    fn compare_receipts(&self, case: &Case, differs: &mut Vec<String>) {
        let named = case.faults.keys().chain(case.reads.keys());
        let named = named.chain(case.notes.keys());
        let seats: BTreeSet<Seat> = named.chain(self.receipts.keys()).copied().collect();
        for seat in seats {
            let receipts = self.receipts.get(&seat).map_or(&[][..], Vec::as_slice);
            let faults = receipts.iter().flat_map(|(_, it)| &it.faults);
            let found: Vec<[String; 2]> = faults.map(fault_texts).collect();
            let wanted = case.faults.get(&seat).map_or(&[][..], Vec::as_slice);
            let same = found.len() == wanted.len()
                && found.iter().zip(wanted).all(|(it, w)| it.contains(w));
            if !same {
                let found: Vec<&str> = found.iter().map(|it| it[1].as_str()).collect();
                differs.push(format!("faults.{seat}: they are {found:#?}"));
            }
            let last = receipts.last().map(|(_, it)| it.lines.as_slice());
            let last = last.unwrap_or_default();
            let texts: Vec<String> = last.iter().map(|it| it.text.clone()).collect();
            let noted = receipts.last().map(|it| self.words.notes(&it.1));
            let noted = match noted.unwrap_or_else(|| Ok(Vec::new())) {
                Ok(noted) => noted,
                Err(why) => return differs.push(why),
            };
            for (what, wanted, found) in [
                ("reads", case.reads.get(&seat), texts),
                ("notes", case.notes.get(&seat), noted),
            ] {
                if wanted.is_some_and(|it| *it != found) {
                    differs.push(format!("{what}.{seat}: they are {found:#?}"));
                }
            }
        }
    }

    fn compare_lines(&self, case: &Case, differs: &mut Vec<String>) {
        for (seat, wanted) in &case.lines {
            let last = self.receipts.get(seat).and_then(|it| it.last());
            let Some(submission) = last.map(|(number, _)| *number) else {
                differs.push(format!("lines.{seat}: it has sent no sheet"));
                continue;
            };
            let accounts = match page_of(&*self.table, Viewer::Seat(*seat)) {
                Ok(page) => page.accounts,
                Err(why) => return differs.push(why),
            };
            let own = accounts.iter().filter(|it| it.submission == submission);
            let found: Result<Vec<[String; 3]>, String> =
                own.map(|it| self.account_texts(it)).collect();
            let found = match found {
                Ok(found) => found,
                Err(why) => return differs.push(why),
            };
            let told = |line: &&String| found.iter().any(|it| it.contains(line));
            for line in wanted.iter().filter(|it| !told(it)) {
                let found: Vec<&String> = found.iter().map(|it| &it[2]).collect();
                differs.push(format!("lines.{seat}: not `{line}`; they are {found:?}"));
            }
        }
    }

    /// What became of a line without and with the reasons, and with the turns of these.
    fn account_texts(&self, account: &Account) -> Result<[String; 3], String> {
        let plain = format!("{} {}", account.line, became_text(account.became));
        let besides = self.words.besides(account)?;
        let with = |why: Vec<String>| {
            let said = [why, besides.clone()].concat();
            if said.is_empty() {
                plain.clone()
            } else {
                format!("{plain}: {}", said.join("; "))
            }
        };
        let [why, with_turns] = self.words.reasons(account)?.map(with);
        Ok([plain, why, with_turns])
    }

    /// The head of each report, and its story.
    fn compare_told(&self, case: &Case, differs: &mut Vec<String>) {
        let news = case.news.iter().map(|it| ("news", it));
        let story = case.story.iter().map(|it| ("story", it));
        for (what, (seat, wanted)) in news.chain(story) {
            let page = page_of(&*self.table, Viewer::Seat(*seat));
            let told = page.and_then(|page| match what {
                "news" => self.words.news(*seat, &page),
                _ => self.words.story(*seat, &page),
            });
            let told = match told {
                Ok(told) => told,
                Err(why) => return differs.push(why),
            };
            let mut rest = told.iter();
            for sentence in wanted {
                if !rest.any(|it| it == sentence) {
                    differs.push(format!(
                        "{what}.{seat}: not `{sentence}` in its place; they are {told:#?}"
                    ));
                    break;
                }
            }
        }
    }

    /// A page without its printed matter, which must be the same as in the public page.
    fn unprinted(&self, case: &Case, viewer: Viewer) -> Result<Json, String> {
        let json = |viewer| {
            let page = page_of(&*self.table, viewer)?;
            serde_json::to_value(page).map_err(|it| it.to_string())
        };
        let (mut page, mut public) = (json(viewer)?, json(Viewer::Public)?);
        for path in &case.printed {
            let own = take(&mut page, path);
            if own.is_none() || own != take(&mut public, path) {
                return Err(format!("printed: {path} is not the same for everybody"));
            }
        }
        Ok(page)
    }

    fn compare_pages(&self, case: &Case, differs: &mut Vec<String>) {
        for (who, words) in &case.unseen {
            let (viewer, receipts) = match who.parse::<Seat>() {
                _ if who == "public" => (Viewer::Public, None),
                Ok(seat) if self.table.seats().contains(&seat) => {
                    (Viewer::Seat(seat), self.receipts.get(&seat))
                }
                _ => {
                    differs.push(format!("unseen: no seat is called `{who}`"));
                    continue;
                }
            };
            let page = self.unprinted(case, viewer).and_then(|page| {
                let text = serde_json::to_string(&(page, receipts));
                text.map_err(|it| it.to_string())
            });
            match page {
                Ok(text) => {
                    for word in words.iter().filter(|it| has_word(&text, it)) {
                        differs.push(format!("unseen.{who}: `{word}` stands in the page"));
                    }
                }
                Err(why) => differs.push(why),
            }
        }
    }
}

/// A fault without and with its hint.
fn fault_texts(fault: &packetboat_core::lang::diagnostic::Diagnostic) -> [String; 2] {
    let (line, column) = (fault.span.line, fault.span.column);
    let plain = format!("line {line}, column {column}: {}", fault.reason);
    let full = if fault.hint.is_empty() {
        plain.clone()
    } else {
        format!("{plain}; {}", fault.hint)
    };
    [plain, full]
}

fn became_text(became: Became) -> &'static str {
    match became {
        Became::Done => "done",
        Became::InPart => "in part",
        Became::PassedOver => "passed over",
        Became::NotNeeded => "not needed",
        Became::Waiting => "waiting",
    }
}

fn seats_text(seats: Option<&BTreeSet<Seat>>) -> String {
    match seats {
        None => "nobody: it is not a gate".to_owned(),
        Some(seats) => format!("{seats:?}"),
    }
}
