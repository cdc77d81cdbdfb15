//! WHY: how lines of a seat came to the end that its last report said.
//!
//! All of it is made of that report's page: what the seat heard until then, what became of its
//! lines, and the draws that were shown to all. Not here: what a line met (`engine::cause`), and
//! how it is put (`report`).

mod rule;

pub use super::why::rule::{Rule, RuleTable};

use super::guide::{books, reviewed};
use crate::desk::club::campaign::Campaign;
use crate::desk::club::errors::{CampaignError, template_fault};
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::account::{Account, Became};
use crate::engine::cause::{Cause as Met, Draw, Instead};
use crate::engine::game::PageData;
use crate::engine::seat::{Seat, Viewer};
use crate::lang::request::Which;
use crate::lang::sheet::SheetNo;
use crate::report::{Answer, Happened, LineMet, WhyPage};
use crate::store::entry::Cause;
use std::collections::BTreeSet;

/// How many reports are gone back for one that mentions lines.
const REPORTS_BACK_MAX: usize = 12;

/// How many lines are shown.
const LINES_MAX: usize = 10;

/// How much of what a line met is shown.
const MET_MAX: usize = 15;

/// How many draws of one event are shown one by one.
const DRAWS_MAX: usize = 20;

/// `WHY`: the lines asked about, of the last report that mentioned any.
///
/// # Errors
/// An entry that is gone or altered; a template that fails; a table of rules that does not fit.
pub fn why(work: &EntryBuilder<'_>, seat: Seat, which: &Which) -> Result<Answer, CampaignError> {
    let request = match which {
        Which::Short => "WHY".to_owned(),
        Which::Numbered(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("WHY {}", numbers.join(", "))
        }
        Which::Begins(text) => format!("WHY {text}"),
    };
    if let Some(text) = reviewed(work) {
        return Ok(Answer::Text { request, text });
    }
    let Some(told) = last_told(work, seat)? else {
        let text =
            "WHY explains what became of the orders in a report, and none of your reports has \
            orders of yours yet."
                .to_owned();
        return Ok(Answer::Text { request, text });
    };
    let LastTold {
        page,
        orders_of,
        none_for,
    } = told;
    let words = work.templates.events(&work.frame(Some(seat)), &page);
    let words = words.map_err(|it| template_fault(&it))?;
    let table = RuleTable::of(&books(work)?);
    let table = table.map_err(|it| CampaignError::broken(it, &["correct why.toml"]))?;
    let told = WhyPage {
        orders_of,
        none_for,
        ..answer(&page, which, &words, &table)
    };
    let text = work
        .templates
        .why(&work.frame(Some(seat)), &told)
        .map_err(|it| template_fault(&it))?;
    Ok(Answer::Text { request, text })
}

/// A report that went to a seat, as it was made.
pub(super) struct ReportMade {
    /// The campaign, after the entry that sent it.
    pub(super) campaign: Campaign,
    /// What it was made of.
    pub(super) page: PageData,
    /// The entry that sent the one before it.
    before: Option<u32>,
}

/// The report that an entry sent to a seat.
fn report_of(work: &EntryBuilder<'_>, seat: Seat, entry: u32) -> Result<ReportMade, CampaignError> {
    let fs = &*work.club.fs;
    let (source, dir) = (work.club.source(), &work.campaign.dir);
    let campaign = Campaign::open_at(source, dir, &work.campaign.id, Some(entry))?;
    let before = match campaign.note().cause {
        Cause::RolledBack { to, .. } => Some(to),
        _ => entry.checked_sub(1),
    };
    let before = match before {
        Some(number) => {
            let log = work.campaign.log(fs);
            log.note(number)?.note.desk.seats.get(seat).reported
        }
        None => None,
    };
    let viewer = Viewer::Seat(seat);
    let desk = campaign.note().desk.clone();
    let journals = campaign.heard(fs, (viewer, &desk), before)?;
    let page = campaign.table_of(viewer, &desk).page(viewer, &journals);
    let mut page =
        page.map_err(|it| CampaignError::broken(it.to_string(), &["look at its files"]))?;
    page.grounds.links = campaign.heard_links(fs, (viewer, &desk), before)?;
    let before = before.filter(|it| *it < entry);
    Ok(ReportMade {
        campaign,
        page,
        before,
    })
}

/// The last report to a seat; `None`: there is none.
///
/// # Errors
/// An entry that is gone or altered.
pub(super) fn last_report(
    work: &EntryBuilder<'_>,
    seat: Seat,
) -> Result<Option<ReportMade>, CampaignError> {
    let next = work.campaign.next_number();
    let told = work.desk.seats.get(seat).reported;
    let told = told.filter(|it| *it < next);
    told.map(|it| report_of(work, seat, it)).transpose()
}

/// The sheet that the report called for which an entry sent.
fn called_for(work: &EntryBuilder<'_>, entry: u32) -> Result<SheetNo, CampaignError> {
    let (source, dir) = (work.club.source(), &work.campaign.dir);
    let campaign = Campaign::open_at(source, dir, &work.campaign.id, Some(entry))?;
    Ok(campaign.table.sheet())
}

/// What a seat was told last of its orders.
struct LastTold {
    /// The page of that report.
    page: PageData,
    /// The sheet that they were for: that which the report before it called for.
    orders_of: Option<SheetNo>,
    /// The newest sheet since that had none.
    none_for: Option<SheetNo>,
}

/// The last report to a seat that said what became of orders.
fn last_told(work: &EntryBuilder<'_>, seat: Seat) -> Result<Option<LastTold>, CampaignError> {
    let mut told = last_report(work, seat)?;
    let mut none_for = None;
    for _ in 0..REPORTS_BACK_MAX {
        let Some(ReportMade { page, before, .. }) = told else {
            break;
        };
        let sheet = before.map(|it| called_for(work, it)).transpose()?;
        let sheet = sheet.filter(|it| *it != page.sheet);
        if !page.accounts.is_empty() {
            return Ok(Some(LastTold {
                page,
                orders_of: sheet,
                none_for,
            }));
        }
        none_for = none_for.or(sheet);
        told = before.map(|it| report_of(work, seat, it)).transpose()?;
    }
    Ok(None)
}

fn answer(page: &PageData, which: &Which, words: &[String], table: &RuleTable) -> WhyPage {
    let all: Vec<(&Account, &Met)> = page.accounts.iter().zip(&page.grounds.causes).collect();
    let mut unknown = Vec::new();
    let mut lines: Vec<(&Account, &Met)> = Vec::new();
    match which {
        Which::Short => {
            let short = |it: Became| matches!(it, Became::PassedOver | Became::InPart);
            lines.extend(all.iter().filter(|it| short(it.0.became)));
        }
        Which::Numbered(numbers) => {
            for number in numbers {
                let is_it = |it: &Account| it.line == *number && !it.stands();
                let before = lines.len();
                lines.extend(all.iter().filter(|it| is_it(it.0)));
                if lines.len() == before {
                    unknown.push(format!("order {number}"));
                }
            }
        }
        Which::Begins(text) => {
            lines.extend(all.iter().filter(|it| begins(&it.0.text, text)));
            if lines.is_empty() {
                unknown.push(format!("order that begins with {text}"));
            }
        }
    }
    let numbered = all.iter().filter(|it| !it.0.stands());
    let numbers: BTreeSet<u32> = numbered.map(|it| it.0.line).collect();
    let more = lines.len().saturating_sub(LINES_MAX);
    lines.truncate(LINES_MAX);
    WhyPage {
        sheet: page.sheet,
        orders_of: None,
        none_for: None,
        lines: lines
            .into_iter()
            .map(|it| line(page, it, words, table))
            .collect(),
        more,
        unknown,
        numbers: numbers.into_iter().collect(),
        standing: all
            .iter()
            .find(|it| it.0.stands())
            .map_or_else(String::new, |it| first_words(&it.0.text)),
    }
}

/// Whether a line as printed begins with these words, whatever comes before its verb.
fn begins(line: &str, wanted: &str) -> bool {
    let bare = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| it.is_whitespace() || ",:".contains(it));
        let words = words.filter(|it| !it.is_empty());
        words.map(str::to_uppercase).collect()
    };
    let wanted = bare(wanted);
    let line = bare(line);
    let own = verb_at(&line);
    line.starts_with(&wanted) || line[own..].starts_with(&wanted)
}

/// The first words of a standing line, from its verb on.
fn first_words(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let words = words[verb_at(&words)..].iter().take(2).copied();
    words.collect::<Vec<_>>().join(" ")
}

/// Where the verb of a printed line is among its words.
fn verb_at<S: AsRef<str>>(words: &[S]) -> usize {
    let is = |at: usize, word: &str| words.get(at).is_some_and(|it| it.as_ref() == word);
    let mut at = 0;
    if is(at, "STANDING") {
        at += 1;
        if is(at, "UNTIL") {
            at += 2;
        }
    }
    if is(at, "EACH") {
        at += 1;
    }
    at.min(words.len())
}

fn line(
    page: &PageData,
    (account, met): (&Account, &Met),
    words: &[String],
    table: &RuleTable,
) -> LineMet {
    let spelled: Vec<&str> = account.text.split_whitespace().collect();
    let order = &spelled[verb_at(&spelled)..];
    let events = met.met.iter().filter_map(|at| page.events.get(*at));
    let events: Vec<&serde_json::Value> = events.collect();
    let told: Vec<usize> = met
        .met
        .iter()
        .copied()
        .filter(|at| says(words, *at))
        .collect();
    let more = told.len().saturating_sub(MET_MAX);
    LineMet {
        account: account.clone(),
        // Where a reason is known, what decided instead has nothing to do with it.
        instead: match &met.instead {
            Some(other) if account.why.is_empty() => instead(other),
            _ => String::new(),
        },
        met: told
            .into_iter()
            .take(MET_MAX)
            .map(|at| Happened {
                text: words[at].clone(),
                draws: draws(page, at),
            })
            .collect(),
        more,
        rules: table.of_line(order, &events),
    }
}

fn says(words: &[String], at: usize) -> bool {
    words.get(at).is_some_and(|it| !it.is_empty())
}

fn instead(instead: &Instead) -> String {
    match instead {
        Instead::Line(number, text) if text.is_empty() => {
            format!("Your order {number} decided instead.")
        }
        Instead::Line(_, text) if text.starts_with("STANDING ") => {
            format!("A standing order decided instead: {text}")
        }
        Instead::Line(number, text) => format!("Your order {number} decided instead: {text}"),
        Instead::Forced => "There was only one choice, so no order was asked for.".to_owned(),
        Instead::Program => "No order decided: the program played the default, if there is \
            one."
            .to_owned(),
    }
}

/// The draws that an event of the page shows.
fn draws(page: &PageData, event: usize) -> Vec<String> {
    let draws = page.grounds.draws.get(event).map_or(&[][..], |it| it);
    let mut told: Vec<String> = draws.iter().take(DRAWS_MAX).map(one_draw).collect();
    let more = draws.len().saturating_sub(DRAWS_MAX);
    told.extend((more > 0).then(|| format!("and {more} draws more")));
    told
}

fn one_draw(draw: &Draw) -> String {
    format!(
        "draw {}: {} ({})",
        draw.number,
        draw.roll.words(),
        draw.roll.why
    )
}
