//! Reports: first, usual and final ones, questions in the middle of a sheet, and public pages.
//!
//! Not here: receipts and other mails (`receipt`, `letters`).

use super::draws::{self, Numbered};
use super::frame::{DiceShown, Frame, Place};
use super::headlines::Headline;
use super::html::Plan;
pub use super::kind::ReportKind;
use super::reasons::Accounted;
use super::sheet::{LAST_LINE, LAST_LINE_ADVICE, is_last_line, order_sheet};
use super::templates::{Macros, Templates, value};
use super::text::{WIDTH, defused, tidy, width, with_mark, wrap};
use minijinja::value::Value;
use packetboat_core::engine::account::{Account, Became};
use packetboat_core::engine::game::PageData;
use packetboat_core::engine::language::SheetText;
use serde::Serialize;
use std::collections::BTreeMap;

/// What the common template is given besides the frame.
#[derive(Debug, Serialize)]
pub(super) struct Chapters {
    #[serde(flatten)]
    pub(super) frame: Frame,
    pub(super) kind: ReportKind,
    view: serde_json::Value,
    #[serde(skip)]
    pub(super) headlines: Vec<Headline>,
    pub(super) news: Vec<String>,
    missed: usize,
    pub(super) log: String,
    /// Who reads what: a paragraph.
    pub(super) greeting: String,
    /// Of a first report: what the reader is, how the game is won and how it begins.
    pub(super) intro: String,
    /// Until when what is wanted, and what became of sheets that were missing: a line each.
    pub(super) due: String,
    events: Vec<String>,
    /// The same in the words of their macros.
    #[serde(skip)]
    pub(super) told: Vec<String>,
    accounts: Vec<String>,
    /// The same for HTML.
    #[serde(skip)]
    pub(super) ends: Vec<End>,
    pub(super) position: String,
    questions: Vec<String>,
    answers: Vec<String>,
    silence: Vec<String>,
    /// What our robot would send, an order each.
    advice: Vec<String>,
    /// What OK sends.
    ok: Taken,
    own_lines: usize,
    /// Whether a sheet of the reader's is in that says GOAHEAD: nothing more is asked of them.
    goes_ahead: bool,
    standing_lines: usize,
    pub(super) places: Vec<Place>,
    draws: Numbered,
    order_sheet: String,
}

/// What is known of the dice of a campaign, for those who check them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DicePage {
    /// The end of the chain of open keys, x[0], in hex; empty: the dice are not sealed.
    pub chain: String,
    /// BLAKE3 of the seed, in hex.
    pub seed_hash: String,
    /// The seed in hex, once the game is over; empty: it is sealed.
    pub seed: String,
    /// The number of the last link that the reader was shown, from 1; 0: none was.
    pub number: u32,
    /// That link, in hex.
    pub link: String,
    /// How often the referee has gone back.
    pub timeline: u32,
    /// The digests of what players have added, in hex, of all seats of the game in its order;
    /// empty where a seat has added nothing; no items: nobody has added anything.
    pub salts: Vec<String>,
}

/// What OK sends, in answer to a report: the sheet as it is, its advice, or nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Taken {
    Sheet,
    Advice,
    Nothing,
}

impl Taken {
    fn of(sheet: &str) -> Self {
        match sheet.lines().rfind(|it| is_last_line(it)) {
            Some(LAST_LINE) => Taken::Sheet,
            Some(LAST_LINE_ADVICE) => Taken::Advice,
            _ => Taken::Nothing,
        }
    }
}

impl Templates {
    /// A report for the reader of the frame: complete by itself, at most 72 columns wide.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro for an event or question, with file and line.
    pub fn report(
        &self,
        frame: &Frame,
        kind: ReportKind,
        page: &PageData,
    ) -> Result<String, String> {
        let chapters = self.chapters(frame, kind, page)?;
        let text = self.render("_common/report.txt", &value(&chapters))?;
        Ok(tidy(&text))
    }

    /// The same, with what its HTML part is made of.
    ///
    /// # Errors
    /// As for [`Templates::report`].
    pub fn report_with_plan(
        &self,
        frame: &Frame,
        kind: ReportKind,
        page: &PageData,
    ) -> Result<(String, Plan), String> {
        let mut chapters = self.chapters(frame, kind, page)?;
        let text = self.render("_common/report.txt", &value(&chapters))?;
        let mut plan = Plan::of(&chapters.frame);
        plan.is_report(&mut chapters);
        let name = format!("{}/report.html", chapters.frame.game);
        if self.has(&name) {
            let context = self.game_context(&chapters.frame, kind, page);
            let html = self.render(&name, &context)?;
            chapters.position = plan.piece("position", html);
        }
        if !chapters.ends.is_empty() {
            let ends = BTreeMap::from([("ends", &chapters.ends)]);
            let html = self.render("_common/ends.html", &value(&ends))?;
            chapters.accounts = vec![plan.piece("lines", html)];
        }
        if !chapters.events.is_empty() {
            let events: Vec<String> = chapters.told.iter().map(|it| defused(it)).collect();
            let events = BTreeMap::from([("events", events)]);
            let html = self.render("_common/events.html", &value(&events))?;
            chapters.events = vec![plan.piece("events", html)];
        }
        plan.body = tidy(&self.render("_common/report.txt", &value(&chapters))?);
        Ok((tidy(&text), plan))
    }

    /// All that a report says, chapter by chapter.
    pub(super) fn chapters(
        &self,
        frame: &Frame,
        kind: ReportKind,
        page: &PageData,
    ) -> Result<Chapters, String> {
        let frame = frame.cleaned().with_early();
        let game = frame.game.clone();
        let context = self.game_context(&frame, kind, page);
        let file = format!("{game}/events.txt");
        let events = Macros { file, tag: "event" };
        let log = self.log(&game, page, &context)?;
        let told = |at: &usize| log.is_empty() || !page.commentary.in_log.contains(at);
        let all = page.events.iter().enumerate();
        let (places, left): (Vec<usize>, Vec<_>) = all
            .filter(|(at, _)| told(at))
            .map(|(at, it)| (at, it.clone()))
            .unzip();
        let left = after_each_other(&left, events.tag);
        let mut told = self.each_by_macros(&events, &left, &context)?;
        let draws = match frame.dice {
            DiceShown::Nothing => Numbered::default(),
            _ => draws::numbered(&page.grounds, &places, &mut told),
        };
        let told = continued(told);
        let file = format!("{game}/questions.txt");
        let tag = "question";
        let questions = Macros { file, tag };
        let questions = self.by_macros(&questions, &page.questions, &context)?;
        let answers = self.answers(&game, &page.answers, &context)?;
        let position = self.render(&format!("{game}/report.txt"), &context)?;
        let headlines = self.news(&frame, page)?;
        let private = !matches!(kind, ReportKind::Public | ReportKind::Referee);
        let accounted = if private {
            self.accounted(&frame, &page.accounts)?
        } else {
            Vec::new()
        };
        let silence = frame.seat.map(|_| page.order_sheet.silence.clone());
        let order_sheet = sheet_for(&frame, kind, page, &self.sheet_text(&game, page)?);
        let mut chapters = Chapters {
            kind,
            view: page.view.clone(),
            greeting: String::new(),
            intro: String::new(),
            due: String::new(),
            news: news(&headlines),
            headlines,
            missed: page.missed,
            log: defused(log.trim_matches('\n')),
            events: told.iter().map(|it| hanging(&defused(it))).collect(),
            told,
            accounts: accounts(&accounted, kind),
            ends: ends(&accounted, kind),
            position: defused(position.trim_matches('\n')),
            questions: questions.iter().map(|it| defused(it)).collect(),
            answers,
            silence: silence.unwrap_or_default(),
            goes_ahead: page.order_sheet.goes_ahead,
            own_lines: page
                .in_force
                .iter()
                .filter(|it| it.sheet == Some(page.sheet))
                .count(),
            standing_lines: page.in_force.iter().filter(|it| it.sheet.is_none()).count(),
            places: page
                .outcome
                .iter()
                .flat_map(|it| frame.places(it, &page.points))
                .collect(),
            draws,
            advice: advice(page),
            ok: Taken::of(&order_sheet),
            order_sheet,
            frame,
        };
        let context = value(&chapters);
        let head = |name: &str| -> Result<String, String> {
            let text = self.render(&format!("_common/{name}.txt"), &context)?;
            Ok(text.trim().to_owned())
        };
        [chapters.greeting, chapters.due] = [head("greeting")?, head("due")?];
        let first = format!("{game}/first.txt");
        if matches!(kind, ReportKind::First | ReportKind::Takeover) && self.has(&first) {
            let own = self.render(&first, &context)?;
            own.trim().clone_into(&mut chapters.intro);
        }
        Ok(chapters)
    }

    /// What a seat is asked by mail, and what becomes of it with its lines and silence as they are.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro, with file and line.
    pub fn asked(&self, frame: &Frame, page: &PageData) -> Result<[Vec<String>; 2], String> {
        let context = self.game_context(frame, ReportKind::Question, page);
        let macros = Macros {
            file: format!("{}/questions.txt", frame.game),
            tag: "question",
        };
        let questions = self.by_macros(&macros, &page.questions, &context)?;
        let answers = self.answers(&frame.game, &page.answers, &context)?;
        Ok([questions.iter().map(|it| defused(it)).collect(), answers])
    }

    /// What becomes of questions by mail with lines and silence as they are: clauses such as *the
    /// tile in C3 is put back*.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro, with file and line.
    pub(super) fn answers(
        &self,
        game: &str,
        answers: &[serde_json::Value],
        context: &Value,
    ) -> Result<Vec<String>, String> {
        let macros = Macros {
            file: format!("{game}/questions.txt"),
            tag: "says",
        };
        let answers = self.by_macros(&macros, answers, context)?;
        Ok(answers.iter().map(|it| defused(it)).collect())
    }

    /// The position of a page alone, as a report prints it.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn position(&self, frame: &Frame, page: &PageData) -> Result<String, String> {
        let frame = frame.cleaned();
        let context = self.game_context(&frame, ReportKind::Usual, page);
        let text = self.render(&format!("{}/report.txt", frame.game), &context)?;
        Ok(defused(text.trim_matches('\n')))
    }

    /// How the dice of a campaign are checked: an answer to DICE. `page` is what the reader's last
    /// report was made of; its draws whose numbers it did not print are listed.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn dice(&self, frame: &Frame, page: &PageData, dice: &DicePage) -> Result<String, String> {
        #[derive(Serialize)]
        struct Context<'a> {
            #[serde(flatten)]
            dice: &'a DicePage,
            draws: Numbered,
        }
        let shown = Frame {
            dice: DiceShown::NotSealed,
            ..frame.clone()
        };
        let draws = self.chapters(&shown, ReportKind::Usual, page)?.draws;
        let text = self.render("_common/dice.txt", &value(&Context { dice, draws }))?;
        Ok(tidy(&text).trim_end().to_owned())
    }

    /// The tales of a page alone; empty: it has none.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn tales(&self, frame: &Frame, page: &PageData) -> Result<String, String> {
        let frame = frame.cleaned();
        let context = self.game_context(&frame, ReportKind::Usual, page);
        let text = self.log(&frame.game, page, &context)?;
        Ok(defused(text.trim_matches('\n')))
    }

    /// What each event of a page comes to in words; empty: nothing is said of it.
    ///
    /// # Errors
    /// A template that fails, or lacks a macro, with file and line.
    pub fn events(&self, frame: &Frame, page: &PageData) -> Result<Vec<String>, String> {
        let frame = frame.cleaned();
        let context = self.game_context(&frame, ReportKind::Usual, page);
        let macros = Macros {
            file: format!("{}/events.txt", frame.game),
            tag: "event",
        };
        // Each stands by itself here.
        let each = page.events.iter();
        let each = each.flat_map(|it| after_each_other(std::slice::from_ref(it), macros.tag));
        self.each_by_macros(&macros, &each.collect::<Vec<_>>(), &context)
    }

    /// A map, in the words of the game's `map.txt`.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn map(&self, frame: &Frame, map: &serde_json::Value) -> Result<String, String> {
        let context = value(&BTreeMap::from([("map", map)]));
        let text = self.render(&format!("{}/map.txt", frame.game), &context)?;
        Ok(defused(text.trim_matches('\n')))
    }

    /// Whether a game draws maps, for MAP to bring them.
    pub fn draws_map(&self, game: &str) -> bool {
        let file = format!("{game}/map.txt");
        self.has(&file)
    }

    /// Whether a game reports voyages, for VOYAGES to bring them.
    pub fn report_voyages(&self, game: &str) -> bool {
        let file = format!("{game}/log.txt");
        self.has(&file)
    }

    /// The tales of a page, in the words of the game's `log.txt`; empty: it has none.
    fn log(&self, game: &str, page: &PageData, context: &Value) -> Result<String, String> {
        let name = format!("{game}/log.txt");
        let none = page.commentary.log.as_array().is_none_or(Vec::is_empty);
        if none || !self.has(&name) {
            Ok(String::new())
        } else {
            self.render(&name, context)
        }
    }

    /// What is in the order sheet of this page: where the game has a `sheet.txt`, that
    /// template writes the position from the view, a line each.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn sheet_text(&self, game: &str, page: &PageData) -> Result<SheetText, String> {
        let mut sheet = page.order_sheet.clone();
        let name = format!("{game}/sheet.txt");
        if self.has(&name) {
            let context = value(&BTreeMap::from([("view", &page.view)]));
            let text = self.render(&name, &context)?;
            let lines = text.lines().filter(|it| !it.is_empty());
            sheet.position = lines.map(str::to_owned).collect();
        }
        Ok(sheet)
    }

    /// What a game's own templates see: the view and who sits at the table.
    pub(super) fn game_context(&self, frame: &Frame, kind: ReportKind, page: &PageData) -> Value {
        #[derive(Serialize)]
        struct Context<'a> {
            #[serde(flatten)]
            frame: &'a Frame,
            kind: ReportKind,
            view: &'a serde_json::Value,
            before: &'a Option<serde_json::Value>,
            log: &'a serde_json::Value,
            outcome: &'a Option<packetboat_core::engine::rules::Outcome>,
        }
        value(&Context {
            frame,
            kind,
            view: &page.view,
            before: &page.before,
            log: &page.commentary.log,
            outcome: &page.outcome,
        })
    }
}

/// What changed for the reader, each with what does not fit indented below it.
fn news(headlines: &[Headline]) -> Vec<String> {
    let news = headlines.iter().map(|it| &it.words);
    let lines = news.flat_map(|it| wrap(&defused(it), WIDTH, "- ", "  "));
    lines.collect()
}

/// The order sheet; empty where there is none: final pages, those of no seat.
pub(super) fn sheet_for(
    frame: &Frame,
    kind: ReportKind,
    page: &PageData,
    text: &SheetText,
) -> String {
    match (kind, frame.seat) {
        (
            ReportKind::First
            | ReportKind::Takeover
            | ReportKind::NewAddress
            | ReportKind::Renewed
            | ReportKind::Usual
            | ReportKind::Question,
            Some(seat),
        ) => order_sheet(&frame.campaign, seat, page.sheet, text, &page.in_force),
        _ => String::new(),
    }
}

/// Events, each with the one before it as `after`, so that a macro can go on with its sentence.
fn after_each_other(events: &[serde_json::Value], tag: &str) -> Vec<serde_json::Value> {
    let mut told = events.to_vec();
    for (at, event) in told.iter_mut().enumerate() {
        let before = at.checked_sub(1).map(|it| events[it].clone());
        let after = before.unwrap_or_else(|| serde_json::json!({ tag: "" }));
        if let Some(fields) = event.as_object_mut() {
            fields.insert("after".to_owned(), after);
        }
    }
    told
}

/// What begins with `…` goes on with the text above it, in place of its full stop.
const GOES_ON: char = '\u{2026}';

/// Texts, those that go on with the one above put together; without empty ones.
fn continued(texts: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts.into_iter().filter(|it| !it.is_empty()) {
        match (text.strip_prefix(GOES_ON), all.last_mut()) {
            (Some(more), Some(above)) => {
                let more = match above.strip_suffix('.').map(str::len) {
                    Some(end) => {
                        above.truncate(end);
                        more
                    }
                    // A number of a draw is at its end.
                    None => more.strip_prefix('.').unwrap_or(more),
                };
                above.push_str(more);
            }
            _ => all.push(text),
        }
    }
    all
}

/// The advice of a page that is not in force already.
fn advice(page: &PageData) -> Vec<String> {
    let said = |it: &&String| {
        let own = page
            .in_force
            .iter()
            .filter(|own| own.sheet == Some(page.sheet));
        { own }.any(|own| own.text.eq_ignore_ascii_case(it))
    };
    let all = page.order_sheet.advice.iter();
    all.filter(|it| !said(it)).cloned().collect()
}

/// An event, with what does not fit on a line indented below it; lines that are indented stay.
fn hanging(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        if line.starts_with(' ') || width(line) <= WIDTH {
            line.to_owned()
        } else {
            wrap(line, WIDTH, "", "  ").join("\n")
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// What became of the reader's orders: those of the sheet, then standing ones, then together those
/// of which there is nothing more to say.
fn accounts(all: &[Accounted<'_>], kind: ReportKind) -> Vec<String> {
    let (together, standing, own) = sorted(all, kind);
    let mut lines: Vec<String> = own.into_iter().flat_map(|it| account(it, kind)).collect();
    if !(lines.is_empty() || standing.is_empty()) {
        lines.push("Standing orders:".to_owned());
    }
    lines.extend(standing.into_iter().flat_map(|it| account(it, kind)));
    let told = together.iter().map(together_in_words);
    lines.extend(told.flat_map(|it| wrap(&it, WIDTH, "", "  ")));
    lines
}

/// Orders of which there is nothing more to say than this.
type Together = (&'static str, Vec<String>);

/// Those of which there is nothing more to say, standing ones, and the others.
fn sorted<'t, 'a>(
    all: &'t [Accounted<'a>],
    kind: ReportKind,
) -> (
    Vec<Together>,
    Vec<&'t Accounted<'a>>,
    Vec<&'t Accounted<'a>>,
) {
    let mut together: Vec<Together> = Vec::new();
    let (mut standing, mut own) = (Vec::new(), Vec::new());
    for told in all {
        let account = told.account;
        match brief(account, kind) {
            None if account.stands() => standing.push(told),
            None => own.push(told),
            Some(said) => {
                let text = if account.stands() {
                    account.text.clone()
                } else {
                    format!("{} {}", account.line, account.text)
                };
                match together.iter_mut().find(|it| it.0 == said) {
                    Some((_, orders)) => orders.push(text),
                    None => together.push((said, vec![text])),
                }
            }
        }
    }
    (together, standing, own)
}

fn together_in_words((said, orders): &Together) -> String {
    format!("{said}: {}.", orders.join("; "))
}

/// What is said of an order of which there is nothing more to say; `None`: there is.
fn brief(account: &Account, kind: ReportKind) -> Option<&'static str> {
    match account.became {
        Became::NotNeeded => Some("Not needed"),
        Became::Waiting if kind == ReportKind::Final => Some("Not needed"),
        Became::PassedOver if account.why.is_empty() => None,
        Became::PassedOver => {
            let all = account.why.iter().all(|it| it.reason.kind() == IF_FALSE);
            all.then_some("Passed over, as their IF was not true when its time came")
        }
        Became::Done | Became::InPart | Became::Waiting => None,
    }
}

/// The engine's reason for an order whose IF was not true.
const IF_FALSE: &str = "if-false";

/// What became of one line of the reader.
pub(super) fn account(told: &Accounted<'_>, kind: ReportKind) -> Vec<String> {
    let account = told.account;
    let lead = if account.stands() {
        "     ".to_owned()
    } else {
        format!("{:>3}  ", account.line)
    };
    let mut lines = with_mark(&lead, &account.text, &became(account, kind), WIDTH - 4);
    for note in notes(told) {
        lines.extend(wrap(&note, WIDTH, "     ", "     "));
    }
    lines
}

/// What is below a line: why it came to nothing or to a part, or what it changed.
fn notes(told: &Accounted<'_>) -> Vec<String> {
    let account = told.account;
    match account.became {
        Became::PassedOver | Became::InPart => {
            let why = told.why.iter();
            why.map(|it| format!("because {it}")).collect()
        }
        Became::Done if account.times == 0 => {
            let changed = account.changed.iter();
            changed.map(|it| format!("changed what {it} did")).collect()
        }
        _ => Vec::new(),
    }
}

/// What became of a line, for a table: standing ones, which have no number, after the others.
#[derive(Debug, Serialize)]
pub(super) struct End {
    number: u32,
    text: String,
    became: String,
    notes: Vec<String>,
}

fn ends(all: &[Accounted<'_>], kind: ReportKind) -> Vec<End> {
    let (together, standing, own) = sorted(all, kind);
    let apart = own.into_iter().chain(standing).map(|told| End {
        number: if told.account.stands() {
            0
        } else {
            told.account.line
        },
        text: told.account.text.clone(),
        became: became(told.account, kind),
        notes: notes(told),
    });
    let together = together.iter().map(|it| End {
        number: 0,
        text: String::new(),
        became: String::new(),
        notes: vec![together_in_words(it)],
    });
    apart.chain(together).collect()
}

/// The five ends a line can have.
fn became(account: &Account, kind: ReportKind) -> String {
    match (account.became, account.times) {
        (Became::Done, 0 | 1) => "done".to_owned(),
        (Became::Done, 2) => "done twice".to_owned(),
        (Became::Done, times) => format!("done {times} times"),
        (Became::InPart, _) => "in part".to_owned(),
        (Became::PassedOver, _) => "passed over".to_owned(),
        // Nothing waits any more when the game is over.
        (Became::Waiting, _) if kind == ReportKind::Final => "not needed".to_owned(),
        (Became::Waiting, _) => match account.ahead {
            Some(sheet) => format!("waits for turn {sheet}"),
            None => "waiting".to_owned(),
        },
        (Became::NotNeeded, _) => "not needed".to_owned(),
    }
}
