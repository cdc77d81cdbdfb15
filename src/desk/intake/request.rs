//! What players ask for besides ordering: reports again, how far the campaign is, help; and
//! letters to other seats.
//!
//! Not here: orders (`intake`), and letters to the newspaper (`news`).

use super::answered::lines_of;
use super::blocks::order_in;
use super::dice;
use super::guide;
use super::newspaper;
use super::outlook;
use super::press;
use super::rate_limit::letters_sent;
use super::why;
use crate::config::press::LettersPassed;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::desk::club::record;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::post::Post;
use crate::desk::entry::publish::page_now;
use crate::desk::entry::unsigned;
use crate::engine::game::{Gate, Halted, Understood};
use crate::engine::seat::Seat;
use crate::lang::block;
use crate::lang::letter::{Letter as Written, To};
use crate::lang::request::Request;
use crate::lang::sheet::SheetNo;
use crate::lang::sheet_names::SheetNames;
use crate::report::{Answer, LetterSent, PlayerLetter, Subject, Writer, subject, without_own};
use crate::store::draft::LetterText;
use crate::store::entry::{Cause, DeskState, Letter, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// How many reports to a seat are looked into for those asked for.
const REPORTS_BACK_MAX: usize = 300;

/// How many letters that nobody reads are named where a mail is only looked at.
const LETTERS_REFUSED_MAX: usize = 3;

/// From which letter of a mail on the limit of a turn counts first, so that not all of a thousand
/// are given back.
const REFUSED_AT: usize = 3;

/// Characters of a letter: a long one is worth several.
const LETTER_CHARS_MAX: usize = 20_000;

/// Characters of its first line that a receipt shows.
const BEGINNING_CHARS_MAX: usize = 60;

/// Answers requests, in the order asked. `advice`: what the seat's order sheet suggests.
///
/// # Errors
/// An entry that is gone or altered.
pub fn answers(
    work: &EntryBuilder<'_>,
    seat: Seat,
    (understood, advice): (&Understood, &[String]),
) -> Result<Vec<Answer>, CampaignError> {
    let requests = &understood.requests;
    let asked = requests.iter().filter_map(|request| match request {
        Request::Report(turn) => Some(*turn),
        _ => None,
    });
    let mut reports = reports(work, seat, asked.collect())?;
    let mut answers = Vec::new();
    for request in requests {
        answers.push(match request {
            Request::Report(turn) => reports.remove(turn).unwrap_or(Answer::NoReport {
                sheet: turn.unwrap_or(SheetNo::whole(0)),
            }),
            Request::Status => Answer::Status {
                points: points(work, seat),
                waiting: waiting(work),
                left: left(work),
                record: record(work, seat).unwrap_or_default(),
                position: position(work, seat)?,
            },
            Request::Schedule => outlook::answer(work, seat),
            Request::Dice => dice::how_to_check(work, seat)?,
            Request::Help(word) => guide::help(work, seat, (word.as_deref(), advice))?,
            Request::Handbook(chapter) => guide::handbook(work, chapter.as_deref())?,
            Request::Map(around) => guide::map(work, seat, around.as_deref())?,
            Request::Voyages(turn) => guide::voyages(work, seat, *turn)?,
            Request::Why(which) => why::why(work, seat, which)?,
            // They change something, and are carried out before (`confirm`).
            Request::Address(_)
            | Request::Confirm(_)
            | Request::Salt(_)
            | Request::Vote(_)
            | Request::Substitute(_)
            | Request::Digest { .. }
            | Request::Format { .. } => continue,
        });
    }
    let count = understood.more_requests;
    answers.extend((count > 0).then_some(Answer::More { count }));
    Ok(answers)
}

/// The whole position, as the seat may know it now.
fn position(work: &EntryBuilder<'_>, seat: Seat) -> Result<String, CampaignError> {
    let page = page_now(work, seat)?;
    let frame = work.frame(Some(seat));
    let made = work.templates.position(&frame, &page);
    made.map_err(|it| template_fault(&it))
}

/// The seats that nobody plays any more.
fn left(work: &EntryBuilder<'_>) -> Vec<String> {
    let left = work.desk.seats.that(|it| it.left);
    left.map(|it| work.campaign.title(it)).collect()
}

/// The points of all, where everybody knows them, the most first.
fn points(work: &EntryBuilder<'_>, seat: Seat) -> Vec<String> {
    // In the midst of a turn only those asked know how it went so far; and what the referee has not
    // released nobody knows.
    if work.desk.stop == Stop::Interrupt || work.desk.is_under_review() {
        return Vec::new();
    }
    let mut all: Vec<(Seat, i64)> = work.table(seat).scores().into_iter().collect();
    all.sort_by_key(|it| (-it.1, it.0));
    let all = all.iter();
    all.map(|it| format!("{} {}", work.campaign.title(it.0), it.1))
        .collect()
}

/// How many called seats a gate waits for; `None`: no gate. An interrupt never shows whom it asks.
fn waiting(work: &EntryBuilder<'_>) -> Option<(u32, u32)> {
    let count = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
    match work.campaign.table.halt() {
        Halted::Gathering { called, waiting } => {
            let table = &work.campaign.table;
            let left = |it: &Seat| work.desk.seats.get(*it).left;
            let given_up = |it: &Seat| left(it) && table.gate(*it) == Gate::NoSheet;
            let counted = |seats: &BTreeSet<Seat>| seats.iter().filter(|it| !given_up(it)).count();
            Some((count(counted(&waiting)), count(counted(&called))))
        }
        Halted::Asking { .. } | Halted::Over(_) => None,
    }
}

/// The last report (`None`) and those of turns, from the mails in which they went out; each turn's
/// newest. From each report the record leads to the one before.
fn reports(
    work: &EntryBuilder<'_>,
    seat: Seat,
    mut asked: BTreeSet<Option<SheetNo>>,
) -> Result<BTreeMap<Option<SheetNo>, Answer>, CampaignError> {
    let log = work.campaign.log(&*work.club.fs);
    let mut found = BTreeMap::new();
    let end = work.campaign.next_number();
    let before = |reported: &DeskState, end: u32| {
        let last = reported.seats.get(seat).reported;
        last.filter(|it| *it < end)
    };
    let mut next = before(&work.desk, end);
    let mut is_own = !work.desk.seats.get(seat).has_substitute();
    for _ in 0..REPORTS_BACK_MAX {
        let Some(number) = next.filter(|_| !asked.is_empty()) else {
            break;
        };
        let note = log.note(number)?.note;
        // What the referee has not released, nobody gets by asking for it.
        let out = note.out.iter().filter(|mail| match mail.what {
            Letter::Report | Letter::ReportForReview => {
                mail.seat == Some(seat) && work.desk.lets_out(number, mail.what)
            }
            Letter::Receipt | Letter::Reminder | Letter::Refusal | Letter::Note => false,
        });
        for out in out {
            let mut lines = lines_of(&log.kept(number, out)?, &work.club.house);
            if !is_own {
                lines = without_own(&lines);
            }
            let sheet = announced(&lines, work.campaign.sheet_names());
            let whole = sheet.map(|it| SheetNo::whole(it.turn));
            for turn in BTreeSet::from([None, whole, sheet]) {
                if asked.remove(&turn) {
                    let answer = Answer::Report {
                        sheet: sheet.unwrap_or_else(|| work.table(seat).sheet()),
                        text: lines.join("\n"),
                        cut: false,
                    };
                    found.insert(turn, answer);
                }
            }
        }
        // What was reported before was another player's.
        is_own &= !matches!(note.cause, Cause::Replaced { seat: given, .. } if given == seat);
        next = match number.checked_sub(1) {
            Some(older) => before(&log.note(older)?.note.desk, number),
            None => None,
        };
    }
    Ok(found)
}

/// The sheet that a report calls for, from its order sheet.
fn announced(lines: &[String], names: &SheetNames) -> Option<SheetNo> {
    let block = block::find(lines).into_iter().next()?;
    block::sheet_named(&block.opener, names)
}

/// Sends letters to other seats and keeps those for the newspaper, as many as a seat may send in a
/// turn.
///
/// # Errors
/// A template that fails.
pub fn letters(
    work: &mut EntryBuilder<'_>,
    from: Seat,
    letters: &[Written],
) -> Result<Vec<LetterSent>, CampaignError> {
    let limit = work.campaign.config.press.per_turn;
    let mut told = Vec::new();
    let mut desk = newspaper::Desk::of(from);
    // What was sent before is taken back before anything of this sheet counts.
    if letters.iter().any(newspaper::takes_back) {
        told.push(desk.take_back(work));
    }
    let passed_on = letters.iter().filter(|it| !it.is_note());
    let kept = passed_on.filter(|it| !newspaper::takes_back(it));
    for (at, letter) in kept.clone().enumerate() {
        if let Some(refused) = press::refused(work, letter).filter(|_| at < REFUSED_AT) {
            told.push(refused);
            continue;
        }
        let mut sent = letters_sent(work, from);
        // Those that are refused are not looked into without end either.
        if sent.count >= u32::from(limit) || at >= usize::from(limit) {
            let count = kept.count() - at;
            told.push(LetterSent::TooMany { count, limit });
            break;
        }
        let one = match &letter.to {
            To::Seats(seats) => one_letter(work, from, (seats, &letter.text))?,
            To::Unsigned(seats) => unsigned_letter(work, from, (seats, &letter.text))?,
            To::Newspaper { anonymous } => desk.keep(work, &letter.text, *anonymous)?,
            // Those are words to the referee (`words`); there are no notes among them.
            To::Referee | To::Writer => continue,
        };
        if one.is_sent() {
            sent.count += 1;
            work.desk.seats.of(from).letters = Some(sent);
        }
        told.push(one);
    }
    Ok(told)
}

/// The letters among these that nobody would read, with why not.
pub fn hopeless(work: &EntryBuilder<'_>, from: Seat, letters: &[Written]) -> Vec<LetterSent> {
    let refused = letters.iter().filter_map(|letter| {
        if let Some(refused) = press::refused(work, letter) {
            return Some(refused);
        }
        let (To::Seats(named) | To::Unsigned(named)) = &letter.to else {
            return None;
        };
        let (to, people) = readers(work, from, named);
        people.is_empty().then(|| LetterSent::Refused {
            why: nobody_reads(work, &to),
        })
    });
    refused.take(LETTERS_REFUSED_MAX).collect()
}

/// The seats that a letter names, all others if none, and those of them that people play.
fn readers(work: &EntryBuilder<'_>, from: Seat, named: &[String]) -> (Vec<Seat>, Vec<Seat>) {
    let is_named = |seat: &Seat| named.iter().any(|it| it == seat.as_str());
    let all = work.campaign.table.seats().into_iter();
    let to: Vec<Seat> = all
        .filter(|it| *it != from && (named.is_empty() || is_named(it)))
        .collect();
    let people = to.iter().copied();
    let people = people.filter(|it| !work.campaign.is_robot(*it)).collect();
    (to, people)
}

/// Why nobody reads a letter to these.
fn nobody_reads(work: &EntryBuilder<'_>, to: &[Seat]) -> String {
    match to {
        [] => "it is to yourself alone".to_owned(),
        [one] => format!(
            "{} is a robot and reads no letters",
            work.campaign.title(*one)
        ),
        _ => "the other players are all robots, and read no letters".to_owned(),
    }
}

/// Why a letter is not passed on, whatever the campaign passes on; `None`: it is.
fn unfit(
    work: &EntryBuilder<'_>,
    from: Seat,
    (to, people, text): (&[Seat], &[Seat], &str),
) -> Result<Option<LetterSent>, CampaignError> {
    let refused = |why: String| Ok(Some(LetterSent::Refused { why }));
    if people.is_empty() {
        return refused(nobody_reads(work, to));
    }
    if text.chars().count() > LETTER_CHARS_MAX {
        return refused(format!(
            "it is longer than {LETTER_CHARS_MAX} characters; send it in parts"
        ));
    }
    if let Some(line) = order_in(work, from, text)? {
        return refused(format!(
            "`{line}` in it looks like an order. If it is one, END is in the wrong place; if it \
             is meant for the reader, write it into a sentence and send the letter again"
        ));
    }
    Ok(None)
}

/// A letter whose readers do not learn who wrote it. One to all goes to its writer too, or they
/// would be the one who is missing.
fn unsigned_letter(
    work: &mut EntryBuilder<'_>,
    from: Seat,
    (named, text): (&[String], &str),
) -> Result<LetterSent, CampaignError> {
    let (to, people) = readers(work, from, named);
    if let Some(refused) = unfit(work, from, (&to, &people, text))? {
        return Ok(refused);
    }
    let everybody = readers(work, from, &[]).1;
    let all = everybody == people;
    let titles = people.iter().map(|it| work.campaign.title(*it)).collect();
    let readers = if all {
        let mut seats = work.campaign.table.seats();
        seats.retain(|it| !work.campaign.is_robot(*it));
        seats
    } else {
        people
    };
    unsigned::keep(work, (readers, all), text.to_owned());
    Ok(LetterSent::Unsigned { to: titles, all })
}

fn one_letter(
    work: &mut EntryBuilder<'_>,
    from: Seat,
    (named, text): (&[String], &str),
) -> Result<LetterSent, CampaignError> {
    let (to, people) = readers(work, from, named);
    if let Some(refused) = unfit(work, from, (&to, &people, text))? {
        return Ok(refused);
    }
    if work.campaign.config.press.letters == LettersPassed::Public
        && let Some(refused) = newspaper::print_letter(work, from, text)
    {
        return Ok(refused);
    }
    work.keep_letter(LetterText {
        from: Some(from),
        to: people.clone(),
        text: text.to_owned(),
    });
    for seat in &people {
        let frame = work.frame(Some(*seat));
        let written = PlayerLetter {
            from: Writer::Seat(from),
            also_to: to.iter().copied().filter(|it| it != seat).collect(),
            text: text.to_owned(),
        };
        work.heard().quote(*seat, text);
        let made = work.templates.letter(&frame, &written);
        let made = made.map_err(|it| template_fault(&it))?;
        let about = subject(&frame, &Subject::Letter(Some(from)));
        let post = Post {
            writer: Some(from),
            ..Post::plain(Some(*seat), Letter::Note, about, made)
        };
        work.post(post).map_err(|it| mail_fault(&it))?;
    }
    Ok(LetterSent::Sent {
        to: people.iter().map(|it| work.campaign.title(*it)).collect(),
        robots: to
            .iter()
            .filter(|it| !people.contains(it) && !named.is_empty())
            .map(|it| work.campaign.title(*it))
            .collect(),
        begins: beginning(text),
    })
}

/// How a letter begins, so that its writer knows which one a receipt is about.
fn beginning(text: &str) -> String {
    let line = text.lines().find(|it| !it.trim().is_empty());
    let line = line.unwrap_or_default().trim();
    match line.char_indices().nth(BEGINNING_CHARS_MAX) {
        Some((end, _)) => format!("{} ...", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

/// How whoever asks has kept time in the club; `None`: nobody has waited for them yet, or that
/// cannot be read now.
fn record(work: &EntryBuilder<'_>, seat: Seat) -> Option<String> {
    let player = work.campaign.player(seat)?;
    let address = match work.writer_for(seat) {
        Some(writer) => &writer.who.address,
        None => &player.address,
    };
    let record = record::of(work.club, address.as_str());
    Some(record.ok().flatten()?.kept.said())
}
