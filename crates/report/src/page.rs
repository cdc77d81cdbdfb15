//! Reports: first, usual and final ones, questions in the middle of a sheet, and public pages.
//!
//! Not here: receipts and other mails (`receipt`, `letters`).

use super::accounts::{End, accounts, ends};
use super::draws::Numbered;
use super::frame::{DiceShown, Frame, Place};
use super::headlines::Headline;
use super::html::{Plan, Top};
pub use super::kind::ReportKind;
use super::sheet::{LAST_LINE, LAST_LINE_ADVICE, is_last_line, order_sheet};
use super::stories::hanging;
use super::templates::{Macros, Templates, value};
use super::text::{WIDTH, defused, tidy, wrap};
use minijinja::value::{Value, merge_maps};
use packetboat_core::engine::game::PageData;
use packetboat_core::engine::language::SheetText;
use serde::Serialize;
use std::collections::BTreeMap;

/// What the common template is given besides what the game's own see.
#[derive(Debug, Serialize)]
pub(super) struct Chapters {
    #[serde(skip)]
    frame: Frame,
    /// What the game's templates see.
    #[serde(skip)]
    pub(super) context: Value,
    #[serde(skip)]
    pub(super) headlines: Vec<Headline>,
    news: Vec<String>,
    missed: usize,
    pub(super) log: String,
    /// Of a first report: how the game goes, which is told after the story.
    in_short: String,
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
    /// Whether what they sent ahead is all that they have to decide.
    said_ahead: bool,
    standing_lines: usize,
    pub(super) places: Vec<Place>,
    draws: Numbered,
    order_sheet: String,
}

/// What is known of the dice of a campaign, for those who check them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DicePage {
    /// The end of the chain of open keys, `x[0]`, in hex; empty: the dice are not sealed.
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

impl Chapters {
    /// What the common templates see.
    fn seen(&self) -> Value {
        merge_maps([self.context.clone(), value(self)])
    }
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
        let seen = chapters.seen();
        let top = value(&self.top(&chapters.frame, kind, &seen)?);
        let text = self.render("_common/report.txt", &merge_maps([seen, top]))?;
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
        let chapters = self.chapters(frame, kind, page)?;
        let seen = chapters.seen();
        let frame = &chapters.frame;
        let top = self.top(frame, kind, &seen)?;
        let whole = merge_maps([seen.clone(), value(&top)]);
        let text = self.render("_common/report.txt", &whole)?;
        let mut plan = Plan::of(frame);
        let heading = match kind {
            ReportKind::Final => "The end".to_owned(),
            _ => frame.sheet_names.after("Turn", frame.sheet),
        };
        plan.is_report(heading, &chapters.headlines, top);
        // What is laid out apart the text has no more.
        let mut apart = BTreeMap::from([("news", value(&()))]);
        let name = format!("{}/report.html", frame.game);
        if self.has(&name) {
            let html = self.render(&name, &chapters.context)?;
            apart.insert("position", Value::from(plan.piece("position", html)));
        }
        if !chapters.ends.is_empty() {
            let ends = BTreeMap::from([("ends", &chapters.ends)]);
            let html = self.render("_common/ends.html", &value(&ends))?;
            apart.insert("accounts", value(&[plan.piece("lines", html)]));
        }
        if !chapters.told.is_empty() {
            let events: Vec<String> = chapters.told.iter().map(|it| defused(it)).collect();
            let events = BTreeMap::from([("events", events)]);
            let html = self.render("_common/events.html", &value(&events))?;
            apart.insert("events", value(&[plan.piece("events", html)]));
        }
        let rest = merge_maps([seen, value(&Top::default()), Value::from(apart)]);
        plan.body = tidy(&self.render("_common/report.txt", &rest)?);
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
        let log = self.log(&game, page, &context)?;
        let (told, draws) = self.story((&frame, page), &log, &context)?;
        let file = format!("{game}/questions.txt");
        let tag = "question";
        let questions = Macros { file, tag };
        let questions = self.by_macros(&questions, &page.questions, &context)?;
        let answers = self.answers(&game, &page.answers, &context)?;
        let position = self.render(&format!("{game}/report.txt"), &context)?;
        let headlines = self.news_in((&frame, page), &context)?;
        let private = !matches!(kind, ReportKind::Public | ReportKind::Referee);
        let accounted = if private {
            self.accounted(&frame, &page.accounts)?
        } else {
            Vec::new()
        };
        let silence = frame.seat.map(|_| page.order_sheet.silence.clone());
        let view = context.get_attr("view").unwrap_or_default();
        let sheet_text = self.sheet_text_of((&game, page), view)?;
        let order_sheet = sheet_for(&frame, kind, page, &sheet_text);
        let in_short = match kind {
            ReportKind::First | ReportKind::Takeover => self.own((&game, "in-short"), &context)?,
            _ => None,
        };
        Ok(Chapters {
            in_short: in_short.unwrap_or_default(),
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
            said_ahead: page.order_sheet.said_ahead,
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
            context,
            frame,
        })
    }

    /// The first lines of a report.
    fn top(&self, frame: &Frame, kind: ReportKind, seen: &Value) -> Result<Top, String> {
        let common = |name: &str| -> Result<String, String> {
            let text = self.render(&format!("_common/{name}.txt"), seen)?;
            Ok(text.trim().to_owned())
        };
        let first = match kind {
            ReportKind::First | ReportKind::Takeover => self.own((&frame.game, "first"), seen)?,
            _ => None,
        };
        let intro = match first {
            Some(first) => {
                let table = self.own((&frame.game, "table"), seen)?;
                format!("{first}\n\n{}", table.map_or_else(|| common("table"), Ok)?)
            }
            None => String::new(),
        };
        Ok(Top {
            greeting: common("greeting")?,
            intro,
            due: common("due")?,
        })
    }

    /// What a template of the game's own says; `None`: it has no such template.
    fn own(&self, (game, name): (&str, &str), seen: &Value) -> Result<Option<String>, String> {
        let name = format!("{game}/{name}.txt");
        if !self.has(&name) {
            return Ok(None);
        }
        Ok(Some(self.render(&name, seen)?.trim().to_owned()))
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
        self.sheet_text_of((game, page), value(&page.view))
    }

    /// The same where the view is at hand as templates see it.
    fn sheet_text_of(
        &self,
        (game, page): (&str, &PageData),
        view: Value,
    ) -> Result<SheetText, String> {
        let mut sheet = page.order_sheet.clone();
        let name = format!("{game}/sheet.txt");
        if self.has(&name) {
            let context = Value::from(BTreeMap::from([("view", view)]));
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
            | ReportKind::Back
            | ReportKind::Renewed
            | ReportKind::Usual
            | ReportKind::Question,
            Some(seat),
        ) => {
            let sheet = (page.sheet, &frame.sheet_names);
            order_sheet(&frame.campaign, seat, sheet, text, &page.in_force)
        }
        _ => String::new(),
    }
}

/// The advice of a page that is not in force already.
fn advice(page: &PageData) -> Vec<String> {
    let own = page.in_force.iter();
    let own: Vec<&str> = own
        .filter(|it| it.sheet == Some(page.sheet))
        .map(|it| it.text.as_str())
        .collect();
    let said = |line: &str| own.iter().any(|it| it.eq_ignore_ascii_case(line));
    let all = page.order_sheet.advice.iter();
    all.filter(|it| !said(it)).cloned().collect()
}
