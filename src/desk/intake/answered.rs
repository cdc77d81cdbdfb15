//! The mail of ours that a mail answers: the sheet printed in it, and its lines, which are not the
//! player's.
//!
//! Not here: what the player wrote (`reply`).

use crate::clock::civil::Dates;
use crate::desk::club::errors::{CampaignError, catch_panic, rules_fault};
use crate::desk::entry::builder::EntryBuilder;
use crate::engine::game::Block as OrderBlock;
use crate::engine::seat::Seat;
use crate::lang::block::{self, Block};
use crate::mail::address::House;
use crate::mail::cut::unquoted;
use crate::mail::parse;
use crate::report::{OFFERED, WITHDRAWN, is_last_line};
use crate::store::draft::Submission;
use crate::store::entry::{Letter, OrderNote, OutNote};
use crate::store::outbox::KeptMail;
use std::collections::BTreeSet;

/// How many entries are looked into for the mail that one answers: more than there are between two
/// reports of most games.
const ENTRIES_BACK_MAX: u32 = 200;
/// How many mails are taken for quoted, if a mail does not say which it answers.
const MAILS_BACK_MAX: usize = 5;

/// Reports after which no older mail is looked into for the lines of a sheet.
const REPORTS_BACK: usize = 2;
/// Mails that are looked into for them at most.
const SHEETS_BACK_MAX: usize = 20;

/// A mail of ours.
pub struct Ours {
    /// The entry that sent it.
    pub entry: u32,
    /// The seat whose letter it passed on, if it did.
    pub writer: Option<Seat>,
    /// Whether it passes on words of people, or announces something.
    pub is_note: bool,
    lines: Vec<String>,
}

impl Ours {
    /// Whether a line of it is such.
    pub fn has(&self, such: impl Fn(&str) -> bool) -> bool {
        self.lines.iter().any(|it| such(it))
    }

    /// Goes through its lines in order, until one is such; whether one is.
    pub fn has_in_order(&self, such: impl FnMut(&str) -> bool) -> bool {
        self.lines.iter().map(String::as_str).any(such)
    }

    /// Whether these lines are in it one after the other, blank ones apart.
    pub fn has_in_one_piece(&self, lines: &[String]) -> bool {
        let bare = |all: &[String]| -> Vec<String> {
            let all = all.iter().map(|it| folded(it));
            all.filter(|it| !it.is_empty()).collect()
        };
        let (own, wanted) = (bare(&self.lines), bare(lines));
        own.windows(wanted.len().max(1)).any(|it| it == wanted)
    }

    /// The last sheet printed in it.
    pub fn sheet(&self) -> Option<Block> {
        let blocks = block::find(&self.lines);
        blocks.into_iter().rfind(|it| it.closed && !self.is_note)
    }

    /// Whether it says that OK takes the sheet.
    pub fn can_be_taken(&self) -> bool {
        self.lines.iter().any(|it| is_last_line(it))
    }
}

/// The mail that one with these references answers, if it went to this seat.
///
/// # Errors
/// An entry that is gone or altered.
pub fn answered(
    work: &EntryBuilder<'_>,
    seat: Seat,
    references: &[String],
) -> Result<Option<Ours>, CampaignError> {
    // The newest comes last: the mail that is answered, and before it those of the thread.
    let Some(last) = references.last() else {
        return Ok(None);
    };
    let begins = |work: &EntryBuilder<'_>, out: &OutNote| {
        let id = work.mark(seat.as_str(), &out.key);
        last.trim_start_matches('<').starts_with(&format!("{id}."))
    };
    let mut found = None;
    look_back(work, seat, |number, out| {
        if begins(work, out) {
            found = Some((number, out.clone()));
        }
        found.is_none()
    })?;
    found
        .map(|(number, out)| ours(work, number, &out))
        .transpose()
}

/// The subject and day of the last receipt since the seat's last report that offers orders for the
/// open sheet, to be filed with OK, if none have been filed since; `None`: no sheet waits.
///
/// # Errors
/// An entry that is gone or altered.
pub fn offered(work: &EntryBuilder<'_>, seat: Seat) -> Result<Option<String>, CampaignError> {
    let mut mails = Vec::new();
    look_back(work, seat, |number, out| {
        if out.what == Letter::Receipt {
            mails.push((number, out.clone()));
        }
        mails.len() < MAILS_BACK_MAX && !is_report(out)
    })?;
    let log = work.campaign.log(&*work.club.fs);
    for (number, out) in mails {
        // Of what is older nothing waits any more; to see that costs less than to read mails.
        if filed_since(work, seat, number)? {
            return Ok(None);
        }
        let subject = match log.kept(number, &out)? {
            KeptMail::Text(kept) => kept.subject,
            KeptMail::Whole(bytes) => parse(&bytes, &work.club.house).subject,
        };
        if !(subject.ends_with(OFFERED) || subject.ends_with(WITHDRAWN)) {
            continue;
        }
        let mail = ours(work, number, &out)?;
        let open = work.table(seat).sheet();
        let names = work.campaign.sheet_names();
        let is_open = |it: &Block| block::sheet_named(&it.opener, names) == Some(open);
        let sheet = mail.sheet().filter(|_| mail.can_be_taken());
        let Some(sheet) = sheet.filter(|it| is_open(it)) else {
            return Ok(None);
        };
        // News alone, or a letter, is asked about as well.
        if subject.ends_with(OFFERED) && !holds_orders(work, seat, &sheet)? {
            continue;
        }
        // Several of our mails may be called so.
        let zone = work.campaign.config.schedule.zone;
        let day = log.known(number)?.note.written.date(zone);
        let sent = format!("{day}..{day}").parse::<Dates>().ok();
        let sent = sent.map_or(String::new(), |it| it.for_people(work.now.date(zone)));
        return Ok(Some(format!("\"{subject}\", sent {sent}")));
    }
    Ok(None)
}

/// The lines of the mail answered, else of those that went to the seat last, folded as
/// [`folded`] does it.
///
/// # Errors
/// An entry that is gone or altered.
pub fn lines(
    work: &EntryBuilder<'_>,
    seat: Seat,
    mail: Option<&Ours>,
) -> Result<BTreeSet<String>, CampaignError> {
    if let Some(mail) = mail {
        return Ok(mail.lines.iter().map(|it| folded(it)).collect());
    }
    let mut mails = Vec::new();
    look_back(work, seat, |number, out| {
        mails.push((number, out.clone()));
        mails.len() < MAILS_BACK_MAX
    })?;
    let mut all = BTreeSet::new();
    for (number, out) in mails {
        all.extend(ours(work, number, &out)?.lines.iter().map(|it| folded(it)));
    }
    Ok(all)
}

/// The newest mails to a seat that have a sheet or may have one: those since the report before the
/// last, newest first.
///
/// # Errors
/// An entry that is gone or altered.
pub fn newest(work: &EntryBuilder<'_>, seat: Seat) -> Result<Vec<Ours>, CampaignError> {
    let mut mails = Vec::new();
    let mut reports = 0;
    look_back(work, seat, |number, out| {
        if out.what != Letter::Note {
            mails.push((number, out.clone()));
        }
        reports += usize::from(is_report(out));
        reports < REPORTS_BACK && mails.len() < SHEETS_BACK_MAX
    })?;
    let mails = mails.into_iter();
    mails
        .map(|(number, out)| ours(work, number, &out))
        .collect()
}

/// Whether a sheet holds orders of the game.
fn holds_orders(work: &EntryBuilder<'_>, seat: Seat, sheet: &Block) -> Result<bool, CampaignError> {
    let body = sheet.lines.join("\n");
    let table = work.table(seat);
    let block = OrderBlock {
        sheet: table.sheet(),
        body: &body,
    };
    let read = catch_panic(|| table.check(seat, &block)).map_err(|it| rules_fault(&it))?;
    Ok(!read.lines.is_empty())
}

fn is_report(out: &OutNote) -> bool {
    matches!(out.what, Letter::Report | Letter::ReportForReview)
}

/// What two lines have in common of which one may be a quotation of the other.
pub fn folded(line: &str) -> String {
    block::fold(&[unquoted(line)])
}

/// Whether orders of this seat were filed after this entry; a WAIT alone is none.
///
/// # Errors
/// An entry that is gone or altered.
pub fn filed_since(work: &EntryBuilder<'_>, seat: Seat, entry: u32) -> Result<bool, CampaignError> {
    let says = |lines: &[(u32, String)]| lines.iter().any(|it| it.1.trim() != "WAIT");
    let own = |it: &&Submission| it.seat == seat;
    if work.kept().iter().filter(own).any(|it| says(&it.lines)) {
        return Ok(true);
    }
    let log = work.campaign.log(&*work.club.fs);
    for number in entry + 1..work.campaign.next_number() {
        let note = &log.known(number)?.note;
        let filed: BTreeSet<u32> = note.mail.iter().filter_map(|it| it.submission).collect();
        let own = |it: &&OrderNote| it.seat == seat && filed.contains(&it.submission);
        if note.orders.iter().filter(own).any(|it| says(&it.lines)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Goes through the mails to a seat, the newest first, as long as `goes_on` says so.
fn look_back(
    work: &EntryBuilder<'_>,
    seat: Seat,
    mut goes_on: impl FnMut(u32, &OutNote) -> bool,
) -> Result<(), CampaignError> {
    let log = work.campaign.log(&*work.club.fs);
    let end = work.campaign.next_number();
    for number in (end.saturating_sub(ENTRIES_BACK_MAX)..end).rev() {
        let note = &log.known(number)?.note;
        for out in note.out.iter().rev().filter(|it| it.seat == Some(seat)) {
            if !work.desk.lets_out(number, out.what) {
                continue;
            }
            if !goes_on(number, out) {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn ours(work: &EntryBuilder<'_>, number: u32, out: &OutNote) -> Result<Ours, CampaignError> {
    let log = work.campaign.log(&*work.club.fs);
    let lines = lines_of(&log.kept(number, out)?, &work.club.house);
    Ok(Ours {
        entry: number,
        writer: out.writer,
        is_note: out.what == Letter::Note,
        lines,
    })
}

/// The lines of a mail of ours.
pub fn lines_of(kept: &KeptMail, house: &House) -> Vec<String> {
    match kept {
        KeptMail::Text(kept) => kept.text.lines().map(str::to_owned).collect(),
        KeptMail::Whole(bytes) => {
            let mail = parse(bytes, house);
            let lines = mail.body.lines().iter();
            lines.map(|it| it.text.clone()).collect()
        }
    }
}
