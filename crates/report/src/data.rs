//! A report as data: the JSON part of a mail, for programs that read it.
//!
//! An interface: keys may be added, none goes and none changes its meaning unless `format` counts
//! up. Not here: the prose (`page`), and what the game's part looks like (`engine::schema`).

use super::frame::{Frame, Stop};
use super::page::{ReportKind, sheet_for};
use super::reasons::Accounted;
use super::templates::Templates;
use packetboat_core::engine::account::Became;
use packetboat_core::engine::game::{Game, PageData};
use packetboat_core::engine::rules::Outcome;
use packetboat_core::engine::schema::{Faces, closed};
use packetboat_core::engine::seat::Seat;
use packetboat_core::lang::sheet::SheetNo;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Version of the shape of [`Data`].
const FORMAT: u32 = 1;

/// A report to one seat, for programs. Keys may be added; none goes, and none changes its meaning,
/// unless `format` counts up.
#[derive(Debug, Serialize, JsonSchema)]
struct Data<'a> {
    /// Version of the shape of this object.
    format: u32,
    /// The game, as `packetboat games` lists it.
    game: &'a str,
    /// Version of the rules of the game, as the program plays them.
    revision: u32,
    /// The campaign.
    campaign: &'a str,
    /// The seat whose report it is, which sees all that is here; null: no seat, but the public or
    /// the referee.
    seat: Option<Seat>,
    /// Which report it is.
    kind: ReportKind,
    /// What the campaign waits for.
    stop: Stop,
    /// The sheet now being played, or called for.
    sheet: SheetNo,
    /// Until when orders are wanted, in UTC; null: no time is set.
    #[schemars(extend("format" = "date-time"))]
    deadline: Option<&'a str>,
    /// How many of the seat's sheets were closed without one, of those heard of here.
    missed: usize,
    /// What changed for the seat, a sentence each, most important first.
    news: Vec<String>,
    /// What the seat knows of the game, and what became of its lines.
    page: Page<'a>,
    /// The order sheet, ready to be sent back, a line each; empty: there is none.
    order_sheet: Vec<String>,
}

/// What the seat knows, and what became of its lines. Of submissions no numbers: they would show
/// how often others write.
#[derive(Debug, Serialize, JsonSchema)]
struct Page<'a> {
    /// The position as the seat sees it.
    view: &'a Value,
    /// What it has heard since its last report, oldest first.
    events: &'a [Value],
    /// What became of its orders.
    accounts: Vec<End<'a>>,
    /// What it is asked in the middle of a sheet.
    questions: &'a [Value],
    /// What becomes of these and of others that its lines decide, if nothing else comes: a clause
    /// each.
    answers: Vec<String>,
    /// Its lines in force, those filed for later sheets too.
    in_force: Vec<InForce<'a>>,
    /// How the game ended; null: it goes on.
    outcome: &'a Option<Outcome>,
    /// The points of each seat at the end; empty: it goes on, or the game keeps none.
    points: &'a BTreeMap<Seat, i64>,
}

/// What became of one line.
#[derive(Debug, Serialize, JsonSchema)]
struct End<'a> {
    /// The line of the block it was written on.
    line: u32,
    /// Its one spelling.
    text: &'a str,
    /// What became of it.
    became: Became,
    /// How often a choice rested on it, since the last report.
    times: u32,
    /// Why it was passed over, or done in part only.
    why: Vec<String>,
    /// What it changed that other lines did.
    changed: &'a [String],
    /// The sheet it waits for; null: that has begun, or the line is a standing one.
    ahead: Option<SheetNo>,
    /// Which part after ELSE was used, and why not those before it; and what it did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    besides: Vec<String>,
}

/// A line in force.
#[derive(Debug, Serialize, JsonSchema)]
struct InForce<'a> {
    /// Its one spelling.
    text: &'a str,
    /// The sheet it is for; null: it holds from sheet to sheet.
    sheet: Option<SheetNo>,
}

impl<'a> Page<'a> {
    fn of(page: &'a PageData, accounted: Vec<Accounted<'a>>, answers: Vec<String>) -> Self {
        let end = |Accounted {
                       account,
                       why,
                       besides,
                       ahead: _,
                   }| End {
            line: account.line,
            text: &account.text,
            became: account.became,
            times: account.times,
            why,
            changed: &account.changed,
            ahead: account.ahead,
            besides,
        };
        let in_force = page.in_force.iter().map(|line| InForce {
            text: &line.text,
            sheet: line.sheet,
        });
        Page {
            view: &page.view,
            events: &page.events,
            accounts: accounted.into_iter().map(end).collect(),
            questions: &page.questions,
            answers,
            in_force: in_force.collect(),
            outcome: &page.outcome,
            points: &page.points,
        }
    }
}

impl Templates {
    /// A report as data.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn data(
        &self,
        game: &dyn Game,
        (frame, kind, page): (&Frame, ReportKind, &PageData),
        deadline: Option<&str>,
    ) -> Result<Value, String> {
        let frame = frame.cleaned();
        let context = self.game_context(&frame, kind, page);
        let news = self.news_in((&frame, page), &context)?.into_iter();
        let news = news.map(|it| it.words).collect();
        let sheet = self.sheet_text(game.id(), page)?;
        let sheet = sheet_for(&frame, kind, page, &sheet);
        let data = Data {
            format: FORMAT,
            game: game.id(),
            revision: game.revision(),
            campaign: &frame.campaign,
            seat: frame.seat,
            kind,
            stop: frame.stop,
            sheet: page.sheet,
            deadline,
            missed: page.missed,
            news,
            page: Page::of(
                page,
                self.accounted(&frame, &page.accounts)?,
                self.answers(game.id(), &page.answers, &context)?,
            ),
            order_sheet: sheet.lines().map(str::to_owned).collect(),
        };
        serde_json::to_value(data).map_err(|it| it.to_string())
    }
}

/// The JSON Schema (2020-12) of a report of this game as data. Keys that `show` adds for the
/// referee are among those that may be left out.
pub fn schema(game: &dyn Game) -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut generator = settings.into_generator();
    let Faces {
        view,
        event,
        question,
    } = game.faces(&mut generator);
    let mut root = generator.into_root_schema_for::<Data<'_>>();
    let id = game.id();
    root.insert("title".to_owned(), format!("A report of {id}").into());
    let mut put = |place: &str, key: &str, value: Value| {
        let place = root.pointer_mut(place).and_then(Value::as_object_mut);
        let place = place.expect("the types of a page name its parts");
        place.insert(key.to_owned(), value);
    };
    put("/properties/format", "const", FORMAT.into());
    put("/properties/game", "const", id.into());
    put("/$defs", "View", view.to_value());
    let page = "/$defs/Page/properties";
    put(&format!("{page}/view"), "$ref", "#/$defs/View".into());
    put(&format!("{page}/events"), "items", event.to_value());
    put(&format!("{page}/questions"), "items", question.to_value());
    for (key, value) in shown() {
        put("/properties", key, value);
    }
    closed(&mut root);
    root
}

/// What `show` says besides, to the referee alone: no mail gives the number of its entry.
fn shown() -> [(&'static str, Value); 3] {
    [
        (
            "entry",
            json!({
                "description": "The entry after which it is so. Only in what `show` prints.",
                "type": "integer",
                "minimum": 0,
            }),
        ),
        (
            "viewer",
            json!({
                "description": "The seat, `public` or `referee`. Only in what `show` prints.",
                "type": "string",
            }),
        ),
        (
            "mail",
            json!({
                "description": "The mail that brought it, or null. Only in what `show` prints.",
                "type": ["string", "null"],
            }),
        ),
    ]
}
