//! `entries`: the entries of a campaign, each with its number, time, what it was and who caused it;
//! and what a rollback would undo of them.
//!
//! Not here: pages and mails of an entry (`show`), and going back (`referee`).

use crate::clock::{Moment, Zone};
use crate::config::campaign::CampaignConfig;
use crate::desk::club::open::Club;
use crate::desk::club::sheets::names_in;
use crate::engine::rules::Agreed;
use crate::engine::seat::Seat;
use crate::fault::Fault;
use crate::report::counted;
use crate::store::entry::{Because, Cause, InReport, MailNote, Note, Stop, Verdict};
use crate::store::layout::CampaignDir;
use crate::store::log::CampaignLog;
use serde::Serialize;
use std::collections::BTreeMap;

/// One entry, as people and scripts read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EntryLine {
    /// The entry's number.
    pub entry: u32,
    /// When it was written.
    pub at: Moment,
    /// The same on the campaign's clock: `Sun 22 Nov 20:00 (Warsaw)`.
    pub when: String,
    /// What happened: `turn resolved, the deadline had passed`.
    pub what: String,
    /// Who caused it: seats, `the referee`, or `the program`.
    pub who: String,
    /// Why, in the referee's words; may be empty.
    pub why: String,
    /// How many mails it causes.
    pub mails: usize,
    /// The later entry that went back to before it, so that it counts no longer; `None` also for
    /// what no going back undoes, such as another player in a seat.
    pub undone_by: Option<u32>,
    /// Whether going back undoes such a thing.
    #[serde(skip)]
    goes: bool,
}

/// All entries of a campaign, running, halted or archived, oldest first.
///
/// # Errors
/// A campaign that does not exist or has no entries; an entry that is gone or altered.
pub fn entries(club: &Club, name: &str, now: Moment) -> anyhow::Result<Vec<EntryLine>> {
    let (id, dir) = club.campaign(name)?;
    let zone = zone(club, &dir);
    let names = names_in(&*club.fs, &dir);
    let log = CampaignLog::new(&*club.fs, &dir);
    let mut lines: Vec<EntryLine> = Vec::new();
    // The sheet that was open before an entry, as the mails of earlier ones name it.
    let mut open = String::new();
    let mut before: Option<Note> = None;
    for number in log.entries()? {
        let note = log.note(number)?.note;
        if let Cause::RolledBack { to, .. } = note.cause {
            let undone = lines.iter_mut().filter(|it| it.goes && it.entry > to);
            undone.for_each(|it| it.undone_by = it.undone_by.or(Some(number)));
        }
        let turn = match open.parse() {
            Ok(sheet) => names.turn(sheet),
            Err(_) => format!("turn {open}"),
        };
        lines.push(line(&note, (turn.trim_end(), before.as_ref()), zone, now));
        let mut named = note.out.iter().rev().filter_map(|it| it.reply.as_ref());
        if let Some(reply) = named.next() {
            open.clone_from(&reply.sheet);
        }
        before = Some(note);
    }
    if lines.is_empty() {
        Err(Fault::usage(format!("{id} has no entries")).into())
    } else {
        Ok(lines)
    }
}

/// What the newest entry of a campaign was, in a few words.
///
/// # Errors
/// As for [`entries`].
pub fn what(club: &Club, name: &str, now: Moment) -> anyhow::Result<String> {
    let newest = entries(club, name, now)?.pop();
    Ok(newest.map(|it| it.what).unwrap_or_default())
}

/// The campaign's zone; the club's if its file cannot be read.
fn zone(club: &Club, dir: &CampaignDir) -> Zone {
    let bytes = club.fs.read(&dir.config()).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let config = CampaignConfig::parse("campaign.toml", &text);
    config.map_or(club.config.club.zone, |it| it.schedule.zone)
}

fn line(note: &Note, before: (&str, Option<&Note>), zone: Zone, now: Moment) -> EntryLine {
    let (what, who, why) = told(note, before, &|it| it.for_people(zone, now));
    EntryLine {
        entry: note.number,
        at: note.written,
        when: note.written.for_people(zone, now),
        what,
        who,
        why: why.trim().to_owned(),
        mails: note.out.len(),
        undone_by: None,
        goes: goes(&note.cause),
    }
}

/// Whether going back to an older entry undoes this: what concerns the position and its deadline
/// does, what was reported and who sits where stays.
fn goes(cause: &Cause) -> bool {
    match cause {
        Cause::Mail {}
        | Cause::Resolved { .. }
        | Cause::Extended { .. }
        | Cause::Waited { .. }
        | Cause::VotedTime { .. }
        | Cause::VotedEnd { .. }
        | Cause::Adopted { .. }
        | Cause::RolledBack { .. }
        | Cause::Robots { .. }
        | Cause::Ended { .. } => true,
        Cause::Founded {}
        | Cause::Reminded { .. }
        | Cause::Held { .. }
        | Cause::Released { .. }
        | Cause::Looked {}
        | Cause::Replaced { .. }
        | Cause::Moved { .. }
        | Cause::Booked { .. }
        | Cause::Substituted { .. }
        | Cause::Renewed { .. }
        | Cause::Told { .. }
        | Cause::Summed { .. }
        | Cause::Unsigned {}
        | Cause::Resent { .. }
        | Cause::Packed {} => false,
    }
}

/// What was closed: the turn, with the player's whose it was where it was that of one.
fn closed(turn: &str, before: Option<&Note>) -> String {
    let desk = before.map(|it| &it.desk);
    match desk.map(|it| (it.stop, &it.called[..])) {
        Some((Stop::Interrupt, called)) => format!("{turn}, a question to {}", names(called)),
        Some((_, [seat])) => format!("{turn} of {seat}"),
        _ => turn.to_owned(),
    }
}

/// What players have agreed on.
fn ending(how: Agreed) -> String {
    match how {
        Agreed::Draw {} => "a draw".to_owned(),
        Agreed::Concession { to } => format!("conceded to {to}"),
        Agreed::End {} => "all placed as they are".to_owned(),
    }
}

/// Who began to play for somebody, and who stopped.
fn extended(from: Option<Moment>, to: Option<Moment>, shown: &dyn Fn(Moment) -> String) -> String {
    let from = from.map_or_else(|| "none".to_owned(), shown);
    match to {
        Some(to) => format!("deadline moved from {from} to {}", shown(to)),
        None => "deadline removed".to_owned(),
    }
}

fn resent(mails: usize) -> String {
    format!("{} sent again", counted(mails, "mail", "mails"))
}

fn substituted(begun: &[Seat], over: &[Seat]) -> String {
    match (begun, over) {
        ([], over) => format!("{} back from a substitute", names(over)),
        (begun, []) => format!("a substitute plays {}", names(begun)),
        (begun, over) => format!(
            "a substitute plays {}; {} back from one",
            names(begun),
            names(over)
        ),
    }
}

/// How the referee spoke to players.
fn spoken(seats: &[Seat], in_report: Option<InReport>) -> String {
    let seats = names(seats);
    match in_report {
        None => format!("a letter to {seats}"),
        Some(InReport::Waits) => format!("words for the next report of {seats}"),
        Some(InReport::Withdrawn) => format!("no words for the next report of {seats}"),
    }
}

/// What happened, who caused it, and why; `open` is the turn that was open before, and `shown`
/// prints moments.
fn told(
    note: &Note,
    (open, before): (&str, Option<&Note>),
    shown: &dyn Fn(Moment) -> String,
) -> (String, String, String) {
    let referee = |what: String, why: &str| (what, "the referee".to_owned(), why.to_owned());
    let program = |what: String| (what, "the program".to_owned(), String::new());
    match &note.cause {
        Cause::Founded {} => referee("begun".to_owned(), ""),
        Cause::Mail {} => {
            let (what, who) = mails(&note.mail);
            (what, who, String::new())
        }
        Cause::Resolved { because, why } => {
            let turn = closed(open, before);
            match because {
                Because::AllIn => program(format!("{turn} resolved, all orders were received")),
                Because::Deadline => program(format!("{turn} resolved, the deadline had passed")),
                Because::Referee => referee(format!("{turn} resolved by hand"), why),
            }
        }
        // Only the referee reminds with a word, or seats that were not due: both are the referee's.
        Cause::Reminded { seats, why } if why.is_empty() => {
            program(format!("{} reminded", names(seats)))
        }
        Cause::Reminded { seats, why } => referee(format!("{} reminded", names(seats)), why),
        // The desk notifies the referee that it holds, the referee notifies the players.
        Cause::Held { why } if note.out.iter().any(|it| it.seat.is_none()) => {
            let (what, who, _) = program("on hold, nobody had sent orders".to_owned());
            (what, who, why.clone())
        }
        Cause::Held { why } => referee("held".to_owned(), why),
        Cause::Released { why } => referee("released".to_owned(), why),
        Cause::Looked {} => referee("looked at what closing the turn would bring".to_owned(), ""),
        Cause::Extended { to, why } => {
            let from = before.and_then(|it| it.desk.deadline);
            referee(extended(from, *to, shown), why)
        }
        Cause::Waited { seats, to } => program(format!(
            "deadline moved to {}, as no orders came from {}",
            shown(*to),
            names(seats)
        )),
        Cause::VotedTime { to } => program(format!("deadline moved to {}, by a vote", shown(*to))),
        Cause::VotedEnd { how } => program(format!("ended by a vote: {}", ending(*how))),
        Cause::Adopted { why } => referee("changed by hand".to_owned(), why),
        Cause::RolledBack { to, why } => referee(format!("back to entry {to}"), why),
        Cause::Replaced { seat, why, standby } => {
            let what = format!("{seat} has another player");
            if *standby {
                program(what)
            } else {
                referee(what, why)
            }
        }
        Cause::Booked { seat } => program(format!("{seat} has a substitute")),
        Cause::Substituted { begun, over } => program(substituted(begun, over)),
        Cause::Moved { seat, why } => referee(format!("{seat} has another address"), why),
        Cause::Renewed { seat, why } => referee(format!("{seat} has another reply address"), why),
        Cause::Robots { seats } => program(format!("wrote the sheet of {}", names(seats))),
        Cause::Told { seats, in_report } => referee(spoken(seats, *in_report), ""),
        Cause::Summed { seats } => {
            program(format!("notified {} of what became of mails", names(seats)))
        }
        Cause::Unsigned {} => program("passed on letters without a name".to_owned()),
        Cause::Resent { mails, why } => referee(resent(mails.len()), why),
        Cause::Packed {} => referee("packed entry folders".to_owned(), ""),
        Cause::Ended { why } => referee("ended".to_owned(), why),
    }
}

/// What became of mails, and whose they were: `2 mails filed, 1 refused`.
fn mails(mails: &[MailNote]) -> (String, String) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut who: Vec<String> = Vec::new();
    for mail in mails {
        let became = match mail.verdict {
            Verdict::Accepted => "filed",
            Verdict::Answered => "answered",
            Verdict::Held => "asked about",
            Verdict::Refused => "refused",
            Verdict::Ignored => "not answered",
        };
        *counts.entry(became).or_default() += 1;
        let by = match (mail.file == MailNote::BY_COMMAND, mail.seat) {
            (true, Some(seat)) => format!("the referee for {seat}"),
            (false, Some(seat)) => seat.to_string(),
            (_, None) => "somebody".to_owned(),
        };
        if !who.contains(&by) {
            who.push(by);
        }
    }
    let all = counts
        .iter()
        .map(|(became, count)| format!("{count} {became}"));
    let all: Vec<String> = all.collect();
    let what = match mails.len() {
        _ if mails.iter().all(|it| it.file == MailNote::BY_COMMAND) => "orders by file".to_owned(),
        1 => format!("a mail {}", counts.keys().next().unwrap_or(&"taken")),
        _ => format!("mails: {}", all.join(", ")),
    };
    (what, who.join(", "))
}

fn names(seats: &[Seat]) -> String {
    let names: Vec<&str> = seats.iter().map(Seat::as_str).collect();
    names.join(", ")
}

/// The entries as people read them, a line each.
pub fn text(lines: &[EntryLine]) -> String {
    let width = |of: fn(&EntryLine) -> &str| lines.iter().map(|it| of(it).chars().count()).max();
    let when = width(|it| &it.when).unwrap_or(0);
    let what = width(|it| &it.what).unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        let mut row = format!(
            "{:>4}  {:when$}  {:what$}  {}",
            line.entry, line.when, line.what, line.who
        );
        if !line.why.is_empty() {
            row += &format!(": {}", line.why.lines().next().unwrap_or_default());
        }
        if let Some(by) = line.undone_by {
            row += &format!("  (undone by {by})");
        }
        text += row.trim_end();
        text.push('\n');
    }
    text
}

/// What going back to an entry would undo: entries that count now and would not any more.
///
/// # Errors
/// As for [`entries`].
pub fn undone(club: &Club, name: &str, to: u32, now: Moment) -> anyhow::Result<String> {
    let all = entries(club, name, now)?;
    let counts = |it: &&EntryLine| it.goes && it.entry > to && it.undone_by.is_none();
    let lines: Vec<EntryLine> = all.iter().filter(counts).cloned().collect();
    Ok(if lines.is_empty() {
        format!(
            "Going back to entry {to} of {name} undoes no entry. Still, the dice are drawn \
             again, the deadline is counted from now, and every player gets a report that says \
             so.\n"
        )
    } else {
        format!(
            "Going back to entry {to} of {name} undoes {}:\n\n{}\n\
             The dice are drawn again, the deadline is counted from now, and every player gets a \
             report that says so. The players of the seats do not change.\n",
            counted(lines.len(), "entry", "entries"),
            text(&lines)
        )
    })
}
