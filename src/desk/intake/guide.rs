//! What players may ask to read: the handbook by chapters, the map, the log of voyages, help about
//! a line or a word of the game.
//!
//! Not here: reports again, and how far the campaign is (`request`).

use crate::desk::club::brought::HANDBOOK;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault, template_fault};
use crate::desk::club::options::options;
use crate::desk::club::press;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::pictures;
use crate::desk::entry::publish::page;
use crate::engine::data::DataPack;
use crate::engine::seat::{Seat, Viewer};
use crate::lang::sheet_names::SheetNames;
use crate::report::{Answer, Chapter, Explained, Glossary, HelpSource, chapters, laid_out};
use std::fmt::Write as _;

/// Bytes of a chapter.
pub const CHAPTER_BYTES_MAX: usize = 48_000;

/// Bytes of a handbook that is sent whole when no chapter is named.
const WHOLE_BYTES_MAX: usize = 10_000;

/// How many reports are gone back for voyages of an earlier turn.
const REPORTS_BACK_MAX: usize = 60;

/// Letters of a word of a sentence that may be one of the game's.
const WORD_CHARS_MIN: usize = 3;

/// How many chapters are named that have a word.
const CHAPTERS_MAX: usize = 3;

/// What people call writing to each other.
const TO_PLAYERS: [&str; 9] = [
    "LETTER", "LETTERS", "MAIL", "MESSAGES", "PLAYER", "PLAYERS", "TALK", "WRITE", "WRITING",
];

/// Words that many a sentence has, though HELP may explain them.
const EVERYDAY: [&str; 40] = [
    "ABOUT", "ALL", "AND", "ANY", "ARE", "BACK", "BUT", "CAN", "COULD", "DEAR", "DID", "DOES",
    "DONE", "EACH", "ELSE", "END", "FOR", "FROM", "GET", "HAS", "HAVE", "HELP", "HOW", "KEPT",
    "MAY", "NOT", "NOTED", "ONCE", "ONE", "OUT", "READY", "SEE", "THE", "THEN", "TURN", "WAIT",
    "WAITING", "WHY", "WISH", "YOU",
];

/// The books of the campaign's game: handbook and glossary, the club's own before ours.
pub(crate) fn books(work: &EntryBuilder<'_>) -> Result<DataPack, CampaignError> {
    let books = work.club.books(work.campaign.game.id());
    let mut books = books.map_err(|error| {
        CampaignError::broken(format!("{error:#}"), &["look at the club's folder `games`"])
    })?;
    // A campaign may have brought a handbook of its own.
    let own = work.campaign.pack.files.get(HANDBOOK).cloned();
    books.files.extend(own.map(|it| (HANDBOOK.to_owned(), it)));
    Ok(books)
}

pub(crate) fn glossary(work: &EntryBuilder<'_>) -> Result<Glossary, CampaignError> {
    Glossary::of(&books(work)?).map_err(|it| CampaignError::broken(it, &["mend glossary.toml"]))
}

/// `HELP`: all orders, or one explained, or a word of the game. `advice`: what the seat's order
/// sheet suggests.
///
/// # Errors
/// A glossary that does not fit.
pub fn help(
    work: &EntryBuilder<'_>,
    seat: Seat,
    (word, advice): (Option<&str>, &[String]),
) -> Result<Answer, CampaignError> {
    let table = work.table(seat);
    let glossary = glossary(work)?;
    let source = HelpSource {
        table,
        seat,
        glossary: &glossary,
        options: &options(work.campaign),
        advice,
    };
    let Some(word) = word else {
        let mapless = table.map(seat, None).is_none();
        let logless = !work.templates.report_voyages(work.campaign.game.id());
        let is_missing = |it: &str| (it == "MAP" && mapless) || (it == "VOYAGES" && logless);
        return Ok(Answer::Help {
            verb: None,
            said: Explained {
                forms: source.list(is_missing),
                ..Explained::default()
            },
        });
    };
    let said = catch_panic(|| source.word(word));
    let mut said = said.map_err(|it| rules_fault(&it))?;
    let writes = TO_PLAYERS.iter().any(|it| it.eq_ignore_ascii_case(word));
    if said.is_empty() && writes {
        said = source.word("MESSAGE");
    }
    if writes || word.eq_ignore_ascii_case("MESSAGE") {
        let passed = press::said(&work.campaign.config.press, work.campaign.sheet_names());
        said.forms.extend((!passed.is_empty()).then_some(passed));
    }
    if said.is_empty() {
        said.seen = on_the_map(work, seat, word)?;
    }
    // `HELP DOME CHEAPEST LAST`, `HELP what is a mutiny`: an order, or the first word of the game.
    let mut single = word.split_whitespace().filter(|_| word.contains(' '));
    while said.is_empty()
        && let Some(one) = single.next()
    {
        let one = one
            .trim_matches(|it: char| !it.is_alphanumeric())
            .to_uppercase();
        if !is_everyday(&one) {
            said = catch_panic(|| source.word(&one)).map_err(|it| rules_fault(&it))?;
        }
    }
    if said.is_empty() {
        said = source.part(word);
    }
    if said.is_empty() {
        said.forms = elsewhere(work, &source.near(word), word)?;
    }
    Ok(Answer::Help {
        verb: Some(word.to_owned()),
        said,
    })
}

/// Whether a word says nothing of what is asked for.
fn is_everyday(word: &str) -> bool {
    word.chars().count() < WORD_CHARS_MIN || EVERYDAY.contains(&word)
}

/// Which of these words HELP explains by name, each once, at most so many.
///
/// # Errors
/// A glossary that does not fit.
pub fn explained<'t>(
    work: &EntryBuilder<'_>,
    seat: Seat,
    (words, most): (impl Iterator<Item = &'t str>, usize),
) -> Result<Vec<String>, CampaignError> {
    let glossary = glossary(work)?;
    let source = HelpSource {
        table: work.table(seat),
        seat,
        glossary: &glossary,
        options: &options(work.campaign),
        advice: &[],
    };
    let mut found: Vec<String> = Vec::new();
    for word in words {
        let word = word.to_uppercase();
        if !is_everyday(&word) && !found.contains(&word) {
            let said = catch_panic(|| source.word(&word));
            if !said.map_err(|it| rules_fault(&it))?.is_empty() {
                found.push(word);
            }
        }
        if found.len() == most {
            break;
        }
    }
    Ok(found)
}

/// Where else a word may be found: near words, chapters that have it in a heading.
fn elsewhere(
    work: &EntryBuilder<'_>,
    near: &[String],
    word: &str,
) -> Result<Vec<String>, CampaignError> {
    let mut found = Vec::new();
    if !near.is_empty() {
        let near: Vec<String> = near.iter().map(|it| format!("HELP {it}")).collect();
        found.push(format!(
            "Nothing is called {word}. Did you mean {}?",
            near.join(", or ")
        ));
    }
    if let Some(handbook) = books(work)?.files.get(HANDBOOK) {
        let (_, chapters) = chapters(handbook);
        let there: Vec<String> = with_word(&chapters, word);
        if !there.is_empty() {
            let there = there.join(", ");
            found.push(format!("See {there} for {word}."));
        }
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
        None => {
            let mut text = format!("There is no chapter called {wanted}.");
            let there = with_word(&chapters, wanted);
            if !there.is_empty() {
                let _ = write!(text, " The word is in {}.", there.join(", "));
            }
            format!("{text}\n\n{}", contents(&chapters))
        }
    }
}

/// The requests for the chapters that a word names; else for those that have it.
fn with_word(chapters: &[Chapter], word: &str) -> Vec<String> {
    let called = |it: &&Chapter| it.is_called(word);
    let mentions = |it: &&Chapter| it.mentions(word);
    let mut there: Vec<&Chapter> = chapters.iter().filter(called).collect();
    if there.is_empty() {
        there = chapters
            .iter()
            .filter(mentions)
            .take(CHAPTERS_MAX)
            .collect();
    }
    let numbers = there.into_iter().filter_map(Chapter::number);
    numbers.map(|it| format!("HANDBOOK {it}")).collect()
}

fn one(chapter: &Chapter) -> String {
    format!(
        "{}\n\n{}",
        chapter.title.to_uppercase(),
        laid_out(&chapter.text)
    )
}

fn contents(chapters: &[Chapter]) -> String {
    let mut text = String::from("The chapters; HANDBOOK and a number sends that chapter:\n");
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
            "The picture in this mail shows the position; in words it is in your last report, \
             which REPORT sends again."
                .to_owned()
        }
        None => format!(
            "{} has no map: the position is in your last report, which REPORT sends again.",
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
    let names = work.campaign.sheet_names();
    let request = asked(
        "VOYAGES",
        turn.map(|it| names.number(it).to_string()).as_deref(),
    );
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
            (true, true) => format!("You have heard of no voyage in {}.", names.whole(turn)),
            (true, false) => format!("{}\n\n{text}", names.whole(turn).to_uppercase()),
        };
        return Ok(Answer::Text { request, text });
    }
    let number = names.number(turn);
    let turn = titled(names, turn);
    let text = format!("{turn} is too long ago: REPORT {number} sends its report again.");
    Ok(Answer::Text { request, text })
}

/// A turn at the beginning of a sentence.
fn titled(names: &SheetNames, turn: u32) -> String {
    if names.are_given() {
        names.whole(turn)
    } else {
        format!("Turn {turn}")
    }
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
        Answer::Help { said, .. } => {
            Some([said.examples.as_slice(), &said.forms].concat().join("\n"))
        }
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
