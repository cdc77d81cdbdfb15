//! One mail at one campaign → what was filed, and a receipt.
//!
//! Not here: finding the campaign (`route`), reading lines (`lang`), and when play goes on
//! (`turn_over`).

use super::absence;
use super::budget::{Budget, UNANSWERED, budget};
use super::campaign::{Stuck, guarded};
use super::confirm::{self, Done};
use super::guard::proofs::before;
use super::mask;
use super::publish::{mail_fault, page_now, tell_one, tell_others, template_fault, to_referee};
use super::request;
use super::route::{Arrival, Wish, live};
use super::work::{Post, Work, sheet_hash};
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::engine::game::{Block as OrderBlock, Gate as Door, Understood};
use crate::engine::seat::Seat;
use crate::lang::block::{self, Asked, Block, Chosen, Known, KnownCampaign, Opener};
use crate::lang::diagnostic::{Diagnostic, Span};
use crate::lang::read::Letter as Written;
use crate::lang::sheet::SheetNo;
use crate::mail::MailLine;
use crate::mail::cut::unquoted;
use crate::mail::fold::{Repairs, fold};
use crate::mail::token::TokenKey;
use crate::report::Frame;
use crate::report::opener as first_line;
use crate::report::{AbsenceTold, Advice, Answer, Finding, Gate, LetterSent};
use crate::report::{LAST_LINE, Notice, ReceiptPage, RefereeMail, SheetRead};
use crate::report::{Subject, subject};
use crate::store::entry::{Letter, MailNote, Stop, Verdict};
use serde::Serialize;

/// How long after one warning that somebody without proof wrote, the next may follow.
const WARNING_REST: Length = Length::hours(24);

/// How many lines of orders a question shows.
const SHOWN_MAX: usize = 20;

/// Characters of a sender's address that is shown: it fits into a line.
const SENDER_CHARS_MAX: usize = 60;

/// What stands in place of one that is not.
const SENDER_HIDDEN: &str = "an address that is not shown here";

/// What became of one mail: for commands that print it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Taken {
    /// The receipt's text; empty if nobody was answered.
    pub text: String,
    /// Whether anything was filed.
    pub filed: bool,
    /// Whether it asked or told anything besides orders that could be answered: a report again,
    /// help, a check, a letter, an absence.
    pub answered: bool,
    /// Whether there were faults.
    pub faulty: bool,
    /// Whether a receipt went out.
    pub receipt: bool,
    /// What was understood of the block, if one was read.
    pub understood: Option<Understood>,
}

/// Takes one mail.
///
/// # Errors
/// Rules or templates that fail.
pub fn take(work: &mut Work<'_>, arrival: &Arrival) -> Result<Taken, Stuck> {
    let seat = arrival.seat;
    let proof = proof(work, arrival);
    let arrival = &*mask::masked(work, arrival);
    let mut found = find(work, arrival);
    mask::hear(work, arrival);
    let exists = work.campaign.table.seats().contains(&seat);
    if !exists || (work.campaign.is_robot(seat) && !arrival.trusted) {
        note(
            work,
            arrival,
            Verdict::Ignored,
            None,
            "no player has this seat",
        );
        return Ok(Taken::default());
    }
    match (proof, &mut found) {
        (None, _) => {
            unproved(work, arrival, &found)?;
            return Ok(Taken::default());
        }
        // A code proves nothing but the line it stands in, and that is about no sheet.
        (Some(Proof::Code), Chosen::One(block)) => {
            *block = confirm::only_codes(work, seat, block);
        }
        (Some(_), Chosen::One(block)) if says_only_codes(block) => {
            *block = confirm::only_codes(work, seat, block);
        }
        (Some(_), _) => {}
    }
    // What waited is older than what came with the yes.
    let done = carry_out(work, arrival, &found)?;
    let mut submission = None;
    let mut filed = false;
    let mut receipts = Vec::new();
    for kept in &done.orders {
        let kept = &*mask::masked(work, kept);
        mask::hear(work, kept);
        let found = find(work, kept);
        let more = carry_out(work, kept, &found)?;
        let (finding, number) = settle(work, kept, found)?;
        submission = number.or(submission);
        receipts.push((kept.clone(), finding, more.answers));
    }
    let (finding, number) = settle(work, arrival, found)?;
    submission = number.or(submission);
    let mut taken = answer(work, arrival, finding, (done.answers, proof))?;
    for (kept, finding, answers) in receipts {
        filed |= answer(work, &kept, finding, (answers, None))?.filed;
    }
    taken.filed |= filed;
    let why = match (taken.receipt, taken.filed || taken.answered) {
        (false, _) => UNANSWERED,
        (true, true) => "",
        (true, false) => "it filed nothing",
    };
    let verdict = match (taken.filed, taken.answered) {
        (true, _) => Verdict::Accepted,
        (false, true) => Verdict::Answered,
        (false, false) => Verdict::Refused,
    };
    note(work, arrival, verdict, submission, why);
    Ok(taken)
}

/// Does what a block says with `CONFIRM` and `ADDRESS`, unless it only asks how it would be read.
fn carry_out(work: &mut Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<Done, Stuck> {
    let Chosen::One(block) = found else {
        return Ok(Done::default());
    };
    let first = |it: &String| it.split_whitespace().next().map(str::to_uppercase);
    let says = |it: &String| first(it).is_some_and(|it| it == "CONFIRM" || it == "ADDRESS");
    if !block.lines.iter().any(says) {
        return Ok(Done::default());
    }
    let Ok(opener) = checked_opener(work, arrival.seat, block) else {
        return Ok(Done::default());
    };
    let understood = read_only(work, arrival.seat, block, opener.sheet)?;
    if understood.check || opener.asked == Asked::Check || arrival.wish == Wish::Check {
        return Ok(Done::default());
    }
    confirm::carry_out(work, arrival, &understood.requests)
}

/// Reads a block and files nothing.
fn read_only(
    work: &Work<'_>,
    seat: Seat,
    block: &Block,
    sheet: SheetNo,
) -> Result<Understood, Stuck> {
    let body = block.text();
    let orders = OrderBlock { sheet, body: &body };
    let understood = guarded(|| work.campaign.table.check(seat, &orders));
    understood.map_err(|it| rules_fault(&it))
}

fn says_only_codes(block: &Block) -> bool {
    let mut live = block.lines.iter().filter(|it| is_live(it)).peekable();
    live.peek().is_some() && live.all(|it| confirm::code_in(it).is_some())
}

/// What becomes of a mail that proves nothing: its orders are kept and the registered address is
/// asked about them, or told that somebody tried.
fn unproved(work: &mut Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<(), Stuck> {
    if let Some(submission) = keep(work, arrival, found)? {
        let why = "its orders wait until the registered address confirms them";
        note(work, arrival, Verdict::Held, Some(submission), why);
        return Ok(());
    }
    warn(work, arrival, found)?;
    let why = "the sender proved nothing";
    note(work, arrival, Verdict::Refused, None, why);
    Ok(())
}

/// Keeps orders for an open sheet that came without proof, and asks the registered address about
/// them; their number. `None`: it holds none that could be filed now, or too many wait already.
fn keep(work: &mut Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<Option<u32>, Stuck> {
    let Chosen::One(block) = found else {
        return Ok(None);
    };
    let seat = arrival.seat;
    // Whoever guesses at codes is not to be helped by a question.
    let says = |it: &String| is_live(it) && confirm::code_in(it).is_none();
    let Ok(opener) = checked_opener(work, seat, block) else {
        return Ok(None);
    };
    if !block.lines.iter().any(says) {
        return Ok(None);
    }
    let understood = read_only(work, seat, block, opener.sheet)?;
    let Some(kept) = confirm::keep(work, seat, block, opener.sheet) else {
        return Ok(None);
    };
    mask::echo(work, seat, &understood);
    let lines = understood.lines.iter().map(|it| it.text.clone());
    let notice = Notice::Confirm {
        address: sender(arrival),
        asked: opener.sheet,
        lines: lines.take(SHOWN_MAX).collect(),
        block: confirm::sheet(work, seat, &kept.code),
    };
    tell_one(work, seat, Letter::Refusal, (&notice, &Subject::Confirm))?;
    Ok(Some(kept.submission))
}

/// The sender as the mail says, if the address is plain and short: strangers may write anything
/// there, and it goes to a player.
fn sender(arrival: &Arrival) -> String {
    let from = arrival.mail.from.as_deref().unwrap_or_default();
    let address = from.parse::<Address>().ok();
    let plain = address.is_some_and(|it| it.is_plain()) && from.len() <= SENDER_CHARS_MAX;
    if plain { from } else { SENDER_HIDDEN }.to_owned()
}

/// Reads and explains one mail's orders, and files nothing.
///
/// # Errors
/// Rules or templates that fail.
pub fn check(work: &mut Work<'_>, arrival: &Arrival) -> Result<Taken, Stuck> {
    let arrival = &*mask::masked(work, arrival);
    let found = find(work, arrival);
    let (finding, _) = settle(work, arrival, found)?;
    answer(work, arrival, finding, (Vec::new(), None))
}

/// Looks for the block that counts.
fn find(work: &Work<'_>, arrival: &Arrival) -> Chosen {
    let lines: Vec<&str> = live(&arrival.mail.body)
        .map(|it| it.text.as_str())
        .collect();
    let sent = work.desk.sheets.get(&arrival.seat);
    let is_ours = |block: &Block| {
        sent.is_some_and(|it| it.contains(&sheet_hash(block))) || has_only_comments(block)
    };
    match block::choose(block::find(&lines), is_ours) {
        Chosen::Nothing => in_quotation(arrival, is_ours),
        other => other,
    }
}

/// Whether a block of comments still has the line that every sheet of ours ends with, or a question
/// of ours: whoever changed only comments has said nothing, for he was told to change that line.
fn has_only_comments(block: &Block) -> bool {
    let ours = |it: &String| it.trim() == LAST_LINE || confirm::is_question(it);
    let marked = block.lines.iter().any(ours);
    marked && !block.lines.iter().any(|it| is_live(it))
}

/// Whether a line is more than a comment.
fn is_live(line: &str) -> bool {
    !line.trim().is_empty() && !line.trim_start().starts_with(';')
}

/// A sheet that was edited where it stood in the quoted report: a block behind marks of quotation
/// that is none of ours any more and holds a live line. One that is ours still is a quotation.
fn in_quotation(arrival: &Arrival, is_ours: impl Fn(&Block) -> bool) -> Chosen {
    let lines = arrival.mail.body.lines().iter();
    let lines: Vec<&str> = lines.map(|it| unquoted(&it.text)).collect();
    let mut blocks = block::find(&lines);
    blocks.retain(|it| is_ours(it) || it.lines.iter().any(|it| is_live(it)));
    block::choose(blocks, is_ours)
}

/// What shows that a mail is its player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    /// Access to the file.
    File,
    /// The token of this sheet or the one before.
    Token,
    /// The password.
    Password,
    /// The word of our own mail server.
    Server,
    /// The code of a question; of its own line only.
    Code,
}

/// Whether a mail shows that it is its player's.
pub fn is_proved(work: &Work<'_>, arrival: &Arrival) -> bool {
    proof(work, arrival).is_some()
}

/// What a mail as it came proves; `None`: nothing.
fn proof(work: &Work<'_>, arrival: &Arrival) -> Option<Proof> {
    if arrival.trusted {
        return Some(Proof::File);
    }
    if proved_by_token(work, arrival) {
        return Some(Proof::Token);
    }
    let found = find(work, arrival);
    if proved_by_password(work, arrival.seat, &found) {
        return Some(Proof::Password);
    }
    if proved_by_our_server(work, arrival) {
        return Some(Proof::Server);
    }
    confirm::is_proof(work, arrival.seat, &found).then_some(Proof::Code)
}

/// A mail from the registered address, of which our own mail server says that it comes from there.
fn proved_by_our_server(work: &Work<'_>, arrival: &Arrival) -> bool {
    let player = work.campaign.player(arrival.seat);
    let from = arrival.mail.from.as_deref().unwrap_or_default();
    arrival.mail.vouched && player.is_some_and(|it| it.address.same_as(from))
}

fn proved_by_token(work: &Work<'_>, arrival: &Arrival) -> bool {
    let sheet = work.campaign.table.sheet();
    arrival.token.as_ref().is_some_and(|token| {
        let good = |it: SheetNo| work.campaign.token(arrival.seat, &it.to_string()) == *token;
        good(sheet) || before(sheet, work.campaign.card.sheet_parts).is_some_and(good)
    })
}

fn proved_by_password(work: &Work<'_>, seat: Seat, found: &Chosen) -> bool {
    let Some(kept) = work.campaign.secret.passwords.get(&seat) else {
        return false;
    };
    let key = TokenKey::new(work.campaign.secret.token_key.0);
    let id = work.campaign.id.as_str();
    let good = |block: &Block| {
        let password = block::password(&block.opener);
        password.is_some_and(|it| key.is_password(id, seat, &it, &String::from(*kept)))
    };
    match found {
        Chosen::One(block) => good(block),
        Chosen::Several(blocks) => blocks.iter().all(good),
        Chosen::Nothing | Chosen::Quoted(_) => false,
    }
}

/// Tells the registered address, never the sender, that somebody tried; once a day at most.
fn warn(work: &mut Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<(), Stuck> {
    let seat = arrival.seat;
    let rests = work.desk.warned.get(&seat);
    if rests.is_some_and(|it| work.now < it.plus(WARNING_REST)) {
        return Ok(());
    }
    work.desk.warned.insert(seat, work.now);
    let named = match found {
        Chosen::One(block) => opener(work, block).ok(),
        Chosen::Nothing | Chosen::Quoted(_) | Chosen::Several(_) => None,
    };
    let id = work.campaign.id.as_str();
    let notice = Notice::Refusal {
        address: sender(arrival),
        // In our own words: what strangers write is not passed on.
        opener: named.map_or_else(String::new, |it| first_line(id, seat, it.sheet)),
    };
    tell_one(work, seat, Letter::Refusal, (&notice, &Subject::Refusal))
}

/// Reads and files the block, if there is one that can be; the number it was filed under.
fn settle(
    work: &mut Work<'_>,
    arrival: &Arrival,
    found: Chosen,
) -> Result<(Finding, Option<u32>), Stuck> {
    let block = match found {
        Chosen::One(block) => block,
        Chosen::Nothing => {
            let finding = match arrival.mail.body.advice() {
                Some(why) => Finding::Unreadable {
                    why: why.to_owned(),
                },
                None => Finding::NoOrders,
            };
            return Ok((finding, None));
        }
        Chosen::Quoted(block) => {
            let sheet = opener(work, &block).map(|it| it.sheet);
            let sheet = sheet.unwrap_or_else(|_| work.campaign.table.sheet());
            let asks = block.lines.iter().any(|it| confirm::is_question(it));
            return Ok((Finding::OnlyOurs { sheet, asks }, None));
        }
        Chosen::Several(blocks) => {
            let openers = blocks.iter().map(|it| block::mask(&it.opener)).collect();
            return Ok((Finding::Several { openers }, None));
        }
    };
    match checked_opener(work, arrival.seat, &block) {
        Ok(opener) => file(work, arrival, &block, &opener),
        Err(fault) => {
            let lines = block.shown();
            Ok((Finding::Refused { lines, fault }, None))
        }
    }
}

fn opener(work: &Work<'_>, block: &Block) -> Result<Opener, Diagnostic> {
    let table = &work.campaign.table;
    let campaign = KnownCampaign {
        name: work.campaign.id.to_string(),
        seats: table.seats().iter().map(ToString::to_string).collect(),
        open: table.sheet(),
        parts: work.campaign.card.sheet_parts,
    };
    let known = Known {
        campaigns: &[campaign],
    };
    block::opener(&known, &block.opener)
}

/// The opener, if it is one for this seat in a game that goes on.
fn checked_opener(work: &Work<'_>, seat: Seat, block: &Block) -> Result<Opener, Diagnostic> {
    let opener = opener(work, block)?;
    let whole = Span {
        line: 0,
        column: 1,
        width: 7,
    };
    if opener.seat != seat.as_str() {
        let at = word_at(&block.opener, &opener.seat).unwrap_or(whole);
        let reason = format!("your address is that of {seat}, not of {}", opener.seat);
        let hint = format!(
            "write `{seat}`, or answer the mail that {} got",
            opener.seat
        );
        return Err(Diagnostic::new(at, reason, hint));
    }
    if work.desk.stop == Stop::Over {
        let reason = "the game is over; no orders are taken";
        return Err(Diagnostic::new(whole, reason, ""));
    }
    Ok(opener)
}

/// Where a word stands in an opener.
fn word_at(opener: &str, word: &str) -> Option<Span> {
    let at = opener.to_lowercase().find(word)?;
    let column = opener.get(..at)?.chars().count() + 1;
    Some(Span {
        line: 0,
        column: u32::try_from(column).ok()?,
        width: u32::try_from(word.chars().count()).ok()?,
    })
}

fn file(
    work: &mut Work<'_>,
    arrival: &Arrival,
    block: &Block,
    opener: &Opener,
) -> Result<(Finding, Option<u32>), Stuck> {
    let seat = arrival.seat;
    let body = block.text();
    let orders = OrderBlock {
        sheet: opener.sheet,
        body: &body,
    };
    let number = work.desk.submissions + 1;
    let asked = match arrival.wish {
        Wish::Orders => opener.asked,
        Wish::Check => Asked::Check,
    };
    let understood = guarded(|| match asked {
        Asked::Check => work.campaign.table.check(seat, &orders),
        Asked::File => work.campaign.table.file(seat, number, &orders),
    });
    let mut understood = understood.map_err(|it| rules_fault(&it))?;
    understood.check |= asked == Asked::Check;
    for letter in &mut understood.letters {
        letter.text = as_written(arrival, block, letter);
    }
    mask::echo(work, seat, &understood);
    let mut submission = None;
    if understood.filed {
        submission = Some(work.next_submission());
        let text = block.shown().join("\n") + "\n#end\n";
        work.orders.push((number, seat, text));
        if work.desk.called.contains(&seat) {
            let arrived = work.desk.last_sheet_at.max(Some(arrival.arrived));
            work.desk.last_sheet_at = arrived;
        }
    }
    let read = SheetRead {
        sheet: opener.sheet,
        submission: submission.unwrap_or(0),
        lines: block.shown(),
        understood,
    };
    Ok((Finding::Read(Box::new(read)), submission))
}

/// A letter as its writer has written it. What was undone to its lines was undone for the reader
/// of orders, and this is for people.
fn as_written(arrival: &Arrival, block: &Block, letter: &Written) -> String {
    let whole = |it: &MailLine| it.raw.clone();
    let bare = |it: &MailLine| unquoted(&it.raw).to_owned();
    let lines: Vec<&MailLine> = live(&arrival.mail.body).collect();
    let lines: Vec<String> = match lines.get(block.at) {
        Some(it) if it.text == block.opener => lines.into_iter().map(whole).collect(),
        // It was found in a quotation.
        _ => arrival.mail.body.lines().iter().map(bare).collect(),
    };
    let first = block.at + letter.line as usize + 1;
    let read = letter.text.split('\n').enumerate();
    let written = read.map(|(at, read)| match lines.get(first + at) {
        Some(raw) if fold(raw) == read.trim_end() => raw,
        // A line that was changed otherwise stands as it was read.
        _ => read,
    });
    written.collect::<Vec<_>>().join("\n")
}

/// Acts on requests, letters, absences and resignations; then makes and posts the receipt.
/// `answers` stand in it before all others.
fn answer(
    work: &mut Work<'_>,
    arrival: &Arrival,
    finding: Finding,
    (answers, proof): (Vec<Answer>, Option<Proof>),
) -> Result<Taken, Stuck> {
    let seat = arrival.seat;
    let budget = budget(work, arrival);
    let mut page = ReceiptPage {
        advice: advice(work, arrival, &finding, (proof, budget)),
        mended: mended(arrival),
        answers,
        letters: Vec::new(),
        absences: Vec::new(),
        in_force: work.campaign.table.in_force(seat),
        order_sheet: page_now(work, seat)?.order_sheet,
        gate: gate(work, seat),
        finding,
    };
    let mut said = None;
    if let Finding::Read(read) = &page.finding {
        let understood = read.understood.clone();
        let answers = request::answers(work, seat, &understood.requests)?;
        page.answers.extend(answers);
        for answer in &page.answers {
            if let Answer::Report { text, .. } = answer {
                work.heard.quote(seat, text);
            }
        }
        if !understood.check {
            page.letters = request::letters(work, seat, &understood.letters)?;
            page.absences = absence::note(work, seat, arrival.arrived, &understood)?;
            if understood.resigns && work.desk.left.insert(seat) {
                let notice = Notice::Left { seat };
                tell_others(work, Some(seat), &notice, &Subject::Left(seat))?;
                to_referee(work, &RefereeMail::Resigned { seat }, "a player leaves")?;
                page.gate = gate(work, seat);
            }
        }
        said = Some(understood);
    }
    let frame = work.frame(Some(seat));
    let text = receipt_text(work, &frame, &page)?;
    if budget != Budget::Spent {
        let post = Post {
            seat: Some(seat),
            what: Letter::Receipt,
            subject: subject(&frame, &Subject::Receipt(&page)),
            text: text.clone(),
            in_reply_to: arrival.mail.message_id.clone(),
        };
        work.post(post).map_err(|it| mail_fault(&it))?;
    }
    Ok(Taken {
        text,
        receipt: budget != Budget::Spent,
        filed: matches!(&page.finding, Finding::Read(it) if it.understood.filed),
        answered: said.as_ref().is_some_and(|it| answers_more(&page, it)),
        faulty: match &page.finding {
            Finding::Read(it) => !it.understood.faults.is_empty(),
            _ => true,
        },
        understood: said,
    })
}

/// Whether a receipt answers anything besides orders.
fn answers_more(page: &ReceiptPage, understood: &Understood) -> bool {
    let sent = |it: &LetterSent| matches!(it, LetterSent::Sent { .. });
    let noted = |it: &AbsenceTold| !matches!(it, AbsenceTold::Refused { .. });
    understood.check
        || understood.resigns
        || !page.answers.is_empty()
        || page.letters.iter().any(sent)
        || page.absences.iter().any(noted)
}

/// The receipt's text.
///
/// # Errors
/// A template that fails.
pub fn receipt_text(work: &Work<'_>, frame: &Frame, page: &ReceiptPage) -> Result<String, Stuck> {
    let text = work.templates.receipt(frame, page);
    text.map_err(|it| template_fault(&it))
}

fn advice(
    work: &Work<'_>,
    arrival: &Arrival,
    finding: &Finding,
    (proof, budget): (Option<Proof>, Budget),
) -> Vec<Advice> {
    let mut advice = Vec::new();
    if budget == Budget::Last {
        advice.push(Advice::LastForNow);
    }
    let lines: Vec<&str> = live(&arrival.mail.body)
        .map(|it| it.text.as_str())
        .collect();
    if let Finding::Read(_) = finding
        && block::find(&lines).iter().any(|it| !it.closed)
    {
        advice.push(Advice::NoEnd);
    }
    let registered = work.campaign.player(arrival.seat);
    if let (Some(from), Some(player)) = (&arrival.mail.from, registered)
        && !player.address.same_as(from)
    {
        advice.extend(match proof {
            Some(Proof::Token) => Some(Advice::OtherAddress),
            Some(Proof::Password) => Some(Advice::OtherAddressPassword),
            Some(Proof::File | Proof::Server | Proof::Code) | None => None,
        });
    }
    advice
}

/// What was mended in the lines of the block, for the receipt.
fn mended(arrival: &Arrival) -> Vec<String> {
    let raw = live(&arrival.mail.body).map(|it| it.raw.as_str());
    let mut mended = Repairs::of(raw).phrases();
    mended.extend(arrival.mail.notes.iter().cloned());
    mended
}

/// What the seat's sheets do to the gate, as the receipt says it.
pub fn gate(work: &Work<'_>, seat: Seat) -> Gate {
    if work.desk.stop == Stop::Over || work.desk.held.is_some() {
        return Gate::None;
    }
    match work.campaign.table.gate(seat) {
        Door::Ready => Gate::Ready,
        Door::Waits => Gate::Waits,
        Door::Earlier => Gate::Earlier,
        // Nobody waits for who has left.
        Door::NoSheet if work.desk.left.contains(&seat) => Gate::None,
        Door::NoSheet => Gate::NoSheet,
        Door::NotCalled => Gate::NotCalled,
    }
}

fn note(
    work: &mut Work<'_>,
    arrival: &Arrival,
    verdict: Verdict,
    submission: Option<u32>,
    why: &str,
) {
    work.mail.push(MailNote {
        id: arrival.mail.id.0.clone(),
        file: crate::store::maildir::bare(&arrival.file).to_owned(),
        arrived: arrival.arrived,
        seat: Some(arrival.seat),
        verdict,
        submission,
        why: (!why.is_empty()).then(|| why.to_owned()),
    });
}

/// Rules that panic: a bug; the campaign stands still.
pub fn rules_fault(panic: &str) -> Stuck {
    Stuck::broken(
        format!("the rules of the game panic: {panic}"),
        &["report this as a bug, with the campaign's folder"],
    )
}
