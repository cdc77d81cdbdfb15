//! What players may ask to read: the handbook by chapters, the map, the log of voyages, help about
//! a line or a word of the game.
//!
//! Not here: reports again, and how far the campaign is (`request`).

use crate::desk::club::errors::{CampaignError, template_fault};
use crate::desk::club::options::options;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::pictures;
use crate::desk::entry::publish::page;
use crate::engine::data::DataPack;
use crate::engine::seat::{Seat, Viewer};
use crate::lang::common_help::example;
use crate::lang::names::nearest;
use crate::report::{Answer, Chapter, OptionAt, chapters, laid_out};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Bytes of a chapter.
pub const CHAPTER_BYTES_MAX: usize = 48_000;

/// Bytes of a handbook that is sent whole when no chapter is named.
const WHOLE_BYTES_MAX: usize = 30_000;

/// How many reports are gone back for voyages of an earlier turn.
const REPORTS_BACK_MAX: usize = 60;

/// `glossary.toml`: the lines and words of a game, explained.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Glossary {
    /// In any order.
    #[serde(default)]
    pub term: Vec<Term>,
    /// What players say in plain English, in small letters, and the words of orders for it; none:
    /// it says nothing.
    #[serde(default)]
    pub says: BTreeMap<String, String>,
}

/// What a line or a word means.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// What it is asked for by: a verb, or words of the game; in capitals.
    pub words: Vec<String>,
    /// Lines that show it, each valid on some sheet.
    #[serde(default)]
    pub examples: Vec<String>,
    /// Plain words: of a line, what is in each of its places.
    #[serde(default)]
    pub says: String,
    /// Options of the campaign that it depends on: what is so with their values is said after it.
    #[serde(default)]
    pub options: Vec<String>,
}

impl Glossary {
    /// That of a game; empty if it has none.
    ///
    /// # Errors
    /// A file that does not fit.
    pub fn of(pack: &DataPack) -> Result<Self, String> {
        if pack.files.contains_key(GLOSSARY) {
            pack.read(GLOSSARY).map_err(|it| it.to_string())
        } else {
            Ok(Glossary::default())
        }
    }

    fn find(&self, word: &str) -> Option<&Term> {
        let bare = |text: &str| -> String {
            let letters = text.chars().filter(|it| it.is_alphanumeric());
            letters.flat_map(char::to_uppercase).collect()
        };
        let wanted = bare(word);
        let called = |it: &&Term| it.words.iter().any(|own| bare(own) == wanted);
        self.term.iter().find(called)
    }
}

/// What the marks after the lines of a receipt mean, and words for what every game has.
const MARKS: [(&str, &str); 8] = [
    (
        "ONCE",
        "Behind a line of a receipt: it counts on this sheet, and is done once.",
    ),
    (
        "WISH",
        "Behind a line of a receipt: it waits until it can be done, and is tried again and again \
         in your turn.",
    ),
    (
        "KEPT",
        "Behind a line of a receipt: it counts on this sheet as often as it is called for.",
    ),
    (
        "STANDS",
        "Behind a line of a receipt: it counts from now on, turn after turn, until you clear it.",
    ),
    (
        "BATCH",
        "The turns that are played from one gathering of sheets to the next: one, or more where \
         the campaign's options or the game say so. The lines of a sheet hold for all of them.",
    ),
    (
        "QUESTION",
        "In some games and campaigns play may stop in the middle of a turn and ask one player by \
         mail. The answer is a sheet like any other, and takes the place of the one before; \
         GOAHEAD, OK or no answer leaves it to the program. The others see nothing of it, and \
         what they send meanwhile counts when the turn is over.",
    ),
    (
        "OK",
        "Alone in a reply it sends the order sheet just as it is printed in the mail that you \
         answer.",
    ),
    (
        "NOTED",
        "Behind a line of a receipt: a word to the club, such as HELP or GOAHEAD, and no order.",
    ),
];

const GLOSSARY: &str = "glossary.toml";
const HANDBOOK: &str = "handbook.md";

/// The books of the campaign's game: handbook and glossary, the club's own before ours.
pub(crate) fn books(work: &EntryBuilder<'_>) -> Result<DataPack, CampaignError> {
    let books = work.club.books(work.campaign.game.id());
    books.map_err(|error| {
        CampaignError::broken(format!("{error:#}"), &["look at the club's folder `games`"])
    })
}

pub(crate) fn glossary(work: &EntryBuilder<'_>) -> Result<Glossary, CampaignError> {
    Glossary::of(&books(work)?).map_err(|it| CampaignError::broken(it, &["mend glossary.toml"]))
}

/// `HELP`: the forms of all lines, or one explained, or a word of the game.
///
/// # Errors
/// A glossary that does not fit.
pub fn help(
    work: &EntryBuilder<'_>,
    seat: Seat,
    word: Option<&str>,
) -> Result<Answer, CampaignError> {
    let table = work.table(seat);
    let mut forms = table.help(seat, word);
    let Some(word) = word else {
        let mapless = table.map(seat, None).is_none();
        let logless = !work.templates.report_voyages(work.campaign.game.id());
        forms.retain(|form| match form.split_whitespace().next() {
            Some("MAP") => !mapless,
            Some("VOYAGES") => !logless,
            _ => true,
        });
        return Ok(Answer::Help {
            verb: None,
            forms,
            seen: Vec::new(),
        });
    };
    let glossary = glossary(work)?;
    let term = glossary.find(word);
    let options = options(work.campaign);
    forms.extend(
        term.map(|it| explained(it, &options))
            .filter(|it| !it.is_empty()),
    );
    if term.is_none_or(|it| it.examples.is_empty())
        && let Some(line) = example(word).filter(|_| !forms.is_empty())
    {
        forms.push(format!("  For example: {line}"));
    }
    let mut seen = Vec::from_iter(table.explain(seat, word));
    if forms.is_empty() && seen.is_empty() {
        seen = on_the_map(work, seat, word)?;
    }
    if forms.is_empty() && seen.is_empty() {
        let said = MARKS.iter().find(|it| it.0.eq_ignore_ascii_case(word));
        forms.extend(said.map(|it| format!("  {}", it.1)));
    }
    if forms.is_empty() && seen.is_empty() {
        forms.extend(elsewhere(work, seat, &glossary, word)?);
    }
    Ok(Answer::Help {
        verb: Some(word.to_owned()),
        forms,
        seen,
    })
}

/// Examples and plain words.
fn explained(term: &Term, options: &[OptionAt]) -> String {
    let mut text = String::new();
    for (at, line) in term.examples.iter().enumerate() {
        let lead = if at == 0 { "For example:" } else { "Or:" };
        let _ = writeln!(text, "  {lead} {line}");
    }
    let options = options.iter().filter(|it| term.options.contains(&it.name));
    let says = [term.says.as_str()]
        .into_iter()
        .chain(options.map(|it| it.help.as_str()));
    let words: Vec<&str> = says.flat_map(str::split_whitespace).collect();
    if !words.is_empty() {
        let _ = write!(text, "  {}", words.join(" "));
    }
    text.trim_end().to_owned()
}

/// Where else a word may be found: near words, chapters that have it in a heading.
fn elsewhere(
    work: &EntryBuilder<'_>,
    seat: Seat,
    glossary: &Glossary,
    word: &str,
) -> Result<Vec<String>, CampaignError> {
    let grammar = work.table(seat).grammar(seat);
    let forms = grammar.orders.iter().chain(&grammar.tests);
    let verbs = forms.map(|it| it.name);
    let common = crate::lang::common_help::help(&grammar).map(|it| it.word);
    let terms = glossary.term.iter().flat_map(|it| &it.words);
    let all = verbs.chain(common).chain(terms.map(String::as_str));
    let near = nearest(word, all.map(|it| (it, it)));
    let mut found = Vec::new();
    if !near.is_empty() {
        let near: Vec<String> = near.iter().map(|it| format!("HELP {it}")).collect();
        found.push(format!(
            "Nothing is called so. Perhaps {}?",
            near.join(", or ")
        ));
    }
    if let Some(handbook) = books(work)?.files.get(HANDBOOK) {
        let (_, chapters) = chapters(handbook);
        let there = chapters.iter().filter(|it| it.is_called(word));
        let there = there.filter_map(Chapter::number);
        found.extend(there.map(|it| format!("The handbook has it: HANDBOOK {it}")));
    }
    Ok(found)
}

/// `HANDBOOK`: the whole if it fits, else the list of chapters and the first; or one chapter.
///
/// # Errors
/// The disk's.
pub fn handbook(work: &EntryBuilder<'_>, wanted: Option<&str>) -> Result<Answer, CampaignError> {
    let books = books(work)?;
    let request = asked("HANDBOOK", wanted);
    let Some(handbook) = books.files.get(HANDBOOK) else {
        let text = "This game has no handbook. HELP lists its orders.".to_owned();
        return Ok(Answer::Text { request, text });
    };
    let text = chapter(handbook, wanted);
    Ok(Answer::Text { request, text })
}

/// What a mail brings of a handbook.
pub fn chapter(handbook: &str, wanted: Option<&str>) -> String {
    let (intro, chapters) = chapters(handbook);
    let whole = laid_out(handbook);
    let Some(wanted) = wanted else {
        return match (whole.len() <= WHOLE_BYTES_MAX, chapters.first()) {
            (false, Some(first)) => {
                let (list, first) = (contents(&chapters), one(first));
                let intro = intro.split("**Contents**").next().unwrap_or_default();
                format!("{}\n\n{list}\n\n{first}", laid_out(intro))
            }
            _ => whole,
        };
    };
    match chapters.iter().find(|it| it.is_called(wanted)) {
        Some(found) => one(found),
        None => format!("No chapter is called so.\n\n{}", contents(&chapters)),
    }
}

fn one(chapter: &Chapter) -> String {
    format!(
        "{}\n\n{}",
        chapter.title.to_uppercase(),
        laid_out(&chapter.text)
    )
}

fn contents(chapters: &[Chapter]) -> String {
    let numbered = chapters
        .iter()
        .any(|it| it.title.starts_with(|it: char| it.is_ascii_digit()));
    let by = if numbered { "number" } else { "title" };
    let mut text = format!("The chapters; HANDBOOK and a {by} brings one:\n");
    for chapter in chapters {
        let _ = write!(text, "\n  {}", chapter.title);
    }
    text
}

/// What MAP says of a name, where it is a place; empty: it is none, or nothing may be said now.
fn on_the_map(
    work: &EntryBuilder<'_>,
    seat: Seat,
    name: &str,
) -> Result<Vec<String>, CampaignError> {
    let known = matches!(work.table(seat).map(seat, Some(name)), Some(Ok(_)));
    if !known || reviewed(work).is_some() {
        return Ok(Vec::new());
    }
    match map(work, seat, Some(name))? {
        Answer::Text { text, .. } => Ok(vec![text]),
        _ => Ok(Vec::new()),
    }
}

/// `MAP`: the whole map, or the part around a place.
///
/// # Errors
/// A template that fails.
pub fn map(
    work: &EntryBuilder<'_>,
    seat: Seat,
    around: Option<&str>,
) -> Result<Answer, CampaignError> {
    let request = asked("MAP", around);
    if let Some(text) = reviewed(work) {
        return Ok(Answer::Text { request, text });
    }
    let text = match work.table(seat).map(seat, around) {
        None if !pictures::now(work, seat)?.is_empty() => {
            "The picture of this mail shows how things stand; in words they stand in the position \
             of your report (REPORT brings the last one again)."
                .to_owned()
        }
        None => format!(
            "{} has no map: all there is stands in the position of your report (REPORT brings the \
             last one again).",
            work.campaign.card.title
        ),
        Some(Err(why)) => why,
        Some(Ok(map)) => {
            let frame = work.frame(Some(seat));
            let text = work.templates.map(&frame, &map);
            text.map_err(|it| template_fault(&it))?
        }
    };
    Ok(Answer::Text { request, text })
}

/// `VOYAGES`: the log of a turn, or of the last one of which all is heard.
///
/// # Errors
/// A journal that cannot be read, a template that fails.
pub fn voyages(
    work: &EntryBuilder<'_>,
    seat: Seat,
    turn: Option<u32>,
) -> Result<Answer, CampaignError> {
    let request = asked("VOYAGES", turn.map(|it| it.to_string()).as_deref());
    if let Some(text) = reviewed(work) {
        return Ok(Answer::Text { request, text });
    }
    let open = work.table(seat).sheet();
    // Of a turn whose second sheet is called for, the first half has been played.
    let last = if open.part > 1 {
        open.turn
    } else {
        open.turn.saturating_sub(1)
    };
    let over = matches!(
        work.campaign.table.halt(),
        crate::engine::game::Halted::Over(_)
    );
    let turn = turn.unwrap_or(if over { open.turn } else { last });
    let mut since = before(work, seat, None)?;
    for _ in 0..REPORTS_BACK_MAX {
        let mut page = page(work, Viewer::Seat(seat), since, false)?;
        let has_log = page.commentary.log.is_array();
        let reaches_back = since.is_none()
            || tales(&page.commentary.log).any(|it| it.is_some_and(|it| it > 0 && it < turn));
        if !reaches_back {
            since = before(work, seat, since)?;
            continue;
        }
        if let Some(all) = page.commentary.log.as_array_mut() {
            all.retain(|it| it["turn"].as_u64() == Some(u64::from(turn)));
        }
        let frame = work.frame(Some(seat));
        let text = work.templates.tales(&frame, &page);
        let text = text.map_err(|it| template_fault(&it))?;
        let text = match (has_log, text.is_empty()) {
            (false, _) => format!("{} tells no voyages.", work.campaign.card.title),
            (true, true) if turn == 0 => "No voyage has been made yet.".to_owned(),
            (true, true) => format!("You have heard of no voyage in turn {turn}."),
            (true, false) => format!("TURN {turn}\n\n{text}"),
        };
        return Ok(Answer::Text { request, text });
    }
    let text = format!("Turn {turn} is too long ago: REPORT {turn} brings its report again.");
    Ok(Answer::Text { request, text })
}

/// The turns of tales.
fn tales(log: &serde_json::Value) -> impl Iterator<Item = Option<u32>> {
    let all = log.as_array().into_iter().flatten();
    all.map(|it| it["turn"].as_u64().and_then(|it| u32::try_from(it).ok()))
}

/// The entry of the last report to a seat before that of another one.
fn before(
    work: &EntryBuilder<'_>,
    seat: Seat,
    entry: Option<u32>,
) -> Result<Option<u32>, CampaignError> {
    let last = |desk: &crate::store::entry::DeskState| desk.seats.get(seat).reported;
    let Some(entry) = entry else {
        return Ok(last(&work.desk).filter(|it| *it < work.campaign.next_number()));
    };
    let Some(older) = entry.checked_sub(1) else {
        return Ok(None);
    };
    let log = work.campaign.log(&*work.club.fs);
    let note = &log.known(older)?.note;
    Ok(last(&note.desk).filter(|it| *it < entry))
}

/// The text of an answer that says nothing new to its reader: what is in books, or was sent to them
/// before. The search for leaks leaves it alone: a handbook's example may hold a hand of cards,
/// and that of a word be the very line another seat has filed.
pub fn known(answer: &Answer) -> Option<String> {
    match answer {
        Answer::Report { text, .. } => Some(text.clone()),
        Answer::Text { request, text } if !request.starts_with("MAP") => Some(text.clone()),
        Answer::Help { forms, .. } => Some(forms.join("\n")),
        _ => None,
    }
}

/// What is said while the referee looks at reports first: nothing that they have not said.
pub(crate) fn reviewed(work: &EntryBuilder<'_>) -> Option<String> {
    let waits = work.desk.is_under_review();
    waits.then(|| "The referee looks at the last reports first: please ask again then.".to_owned())
}

/// The line that asks for it.
fn asked(word: &str, about: Option<&str>) -> String {
    match about {
        Some(about) => format!("{word} {about}"),
        None => word.to_owned(),
    }
}
