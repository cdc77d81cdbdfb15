//! One mail at one campaign → what was filed, and a receipt.
//!
//! Not here: finding the campaign (`route`), reading lines (`lang`), and when play goes on
//! (`turn_over`).

use super::absence;
use super::advice::{advice, mended, nothing_read};
use super::authentication::{Proof, has_token, is_predecessors, proof};
use super::blocks::{
    asking, checked_opener, find, find_addressed, read_only, says_only_codes, too_late, too_many,
};
use super::button_mail;
use super::by_machine;
use super::confirm::{self, Done};
use super::guide;
use super::leaving;
use super::mask;
use super::rate_limit::{Budget, UNANSWERED, note_unanswered};
use super::receipt::Receipt;
use super::reply::{Reply, commented, note_ending, reply};
use super::request;
use super::unauthenticated::{bare_block, unproved};
use super::words;
use crate::desk::club::errors::{Stuck, guarded, rules_fault, template_fault};
use crate::desk::entry::builder::Work;
use crate::desk::entry::forms;
use crate::desk::entry::publish::{page_now, tell_others, to_referee};
use crate::desk::entry::salt;
use crate::desk::entry::superseded::{instead_of, is_plain};
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::engine::game::{Block as OrderBlock, Gate as Door, Understood};
use crate::engine::seat::Seat;
use crate::lang::block::{Asked, Block, Chosen, Opener};
use crate::lang::read::Request;
use crate::lang::sheet::SheetNo;
use crate::mail::own::own;
use crate::report::Frame;
use crate::report::{AbsenceTold, Answer, Doubt, Finding, Gate, LetterSent};
use crate::report::{Notice, ReceiptPage, RefereeMail, SheetRead, Source};
use crate::report::{Subject, subject};
use crate::store::desk_state::Ahead;
use crate::store::draft::Submission;
use crate::store::entry::{MailNote, Stop, Verdict};
use serde::Serialize;
use std::borrow::Cow;

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
    let mut proof = proof(work, arrival);
    let arrival = &*mask::masked(work, arrival);
    let mut found = find_addressed(work, arrival);
    mask::hear(work, arrival);
    let exists = work.campaign.table.seats().contains(&seat);
    if !exists || (work.campaign.is_robot(seat) && !arrival.trusted) {
        let why = "no player has this seat";
        note(work, arrival, (Verdict::Ignored, None, why));
        return Ok(Taken::default());
    }
    if !button_mail::counts(work, proof, seat, &found) {
        proof = None;
    }
    let arrival = &match proof {
        Some(Proof::Button) => Cow::Owned(arrival.pressed()),
        _ => Cow::Borrowed(arrival),
    };
    let marks = (proof, has_token(work, arrival));
    if let Some((verdict, submission, why)) = by_machine::stopped(work, arrival, marks, &found)? {
        note(work, arrival, (verdict, submission, &why));
        return Ok(Taken::default());
    }
    match (proof, &mut found) {
        (None, _) => {
            let became = without_proof(work, arrival, found)?;
            note(work, arrival, became);
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
    let said = said(work, arrival, proof, &mut found)?;
    if proof == Some(Proof::Token) && matches!(found, Chosen::Nothing | Chosen::Quoted(_)) {
        note_ending(work, arrival);
    }
    if let Reply::Orders(block, _) | Reply::Taken(block) = &said {
        found = Chosen::One(block.clone());
    }
    // What waited is older than what came with the yes.
    let done = carry_out(work, arrival, &found, &said)?;
    let settled = settle_all(work, arrival, (found, said), &done.orders)?;
    let submission = settled.iter().find_map(|it| it.1.submission);
    let taken = answer_all(work, arrival, settled, (done.answers, proof))?;
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
    if !taken.receipt {
        note_unanswered(work, seat, verdict);
    }
    note(work, arrival, (verdict, submission, why));
    Ok(taken)
}

/// What becomes of a mail that proves nothing.
fn without_proof(
    work: &mut Work<'_>,
    arrival: &Arrival,
    mut found: Chosen,
) -> Result<(Verdict, Option<u32>, &'static str), Stuck> {
    if is_predecessors(work, arrival)? {
        let why = "it came to an address of whoever had the seat before";
        return Ok((Verdict::Ignored, None, why));
    }
    if let Some(block) = bare_block(work, arrival, &found)? {
        found = Chosen::One(block);
    }
    unproved(work, arrival, &found)
}

/// What a mail says outside of its sheets. A word that says yes to leaving is taken as its code.
fn said(
    work: &Work<'_>,
    arrival: &Arrival,
    proof: Option<Proof>,
    found: &mut Chosen,
) -> Result<Reply, Stuck> {
    let yes = match (proof, &found) {
        (Some(Proof::Token), Chosen::Nothing | Chosen::Quoted(_)) => leaving::yes(work, arrival)?,
        _ => None,
    };
    match yes {
        Some(block) => {
            *found = Chosen::One(block);
            Ok(Reply::Silent)
        }
        None => reply(work, arrival, proof, found),
    }
}

/// Settles what was kept and is confirmed, then the mail itself; which is told of first, unless it
/// only says yes and has nothing of its own to tell.
fn settle_all(
    work: &mut Work<'_>,
    arrival: &Arrival,
    (found, said): (Chosen, Reply),
    confirmed: &[Arrival],
) -> Result<Vec<(Arrival, Settled)>, Stuck> {
    let mut settled = Vec::new();
    for kept in confirmed {
        let kept = &*mask::masked(work, kept);
        mask::hear(work, kept);
        let found = find(work, kept);
        settled.push((kept.clone(), settle(work, kept, found, Reply::Silent)?));
    }
    let says_yes = matches!(&found, Chosen::One(block) if says_only_codes(block));
    if settled.is_empty() || !says_yes {
        let own = settle(work, arrival, found, said)?;
        settled.insert(0, (arrival.clone(), own));
    }
    Ok(settled)
}

/// Answers all of it in one mail.
fn answer_all(
    work: &mut Work<'_>,
    arrival: &Arrival,
    settled: Vec<(Arrival, Settled)>,
    (mut answers, proof): (Vec<Answer>, Option<Proof>),
) -> Result<Taken, Stuck> {
    let mut taken = Taken::default();
    let mut mail: Option<Receipt> = None;
    for (part, settled) in settled {
        let answers = std::mem::take(&mut answers);
        let (one, receipt) = answer(work, &part, settled, (answers, proof))?;
        taken.add(one);
        mail = match (mail, receipt) {
            (Some(whole), Some(more)) => Some(whole.with(&more)),
            (whole, more) => whole.or(more),
        };
    }
    if let Some(receipt) = mail {
        receipt.post(work, arrival)?;
    }
    Ok(taken)
}

impl Taken {
    /// What another part of the same mail came to.
    fn add(&mut self, more: Taken) {
        self.text.push_str(&more.text);
        self.filed |= more.filed;
        self.answered |= more.answered;
        self.faulty |= more.faulty;
        self.receipt |= more.receipt;
        self.understood = self.understood.take().or(more.understood);
    }
}

/// Does what a mail says with `CONFIRM` and `ADDRESS`, unless it only asks how it would be read;
/// and asks about `RESIGN` outside of a sheet.
fn carry_out(
    work: &mut Work<'_>,
    arrival: &Arrival,
    found: &Chosen,
    said: &Reply,
) -> Result<Done, Stuck> {
    let Chosen::One(block) = found else {
        return Ok(Done::default());
    };
    let first = |it: &String| it.split_whitespace().next().map(str::to_uppercase);
    let acts = ["CONFIRM", "ADDRESS", "RESIGN"];
    let says = |it: &String| first(it).is_some_and(|it| acts.contains(&it.as_str()));
    if !block.lines.iter().any(says) {
        return Ok(Done::default());
    }
    let Ok(opener) = checked_opener(work, arrival.seat, block) else {
        return Ok(Done::default());
    };
    let understood = read_only(work, arrival.seat, block, opener.sheet)?;
    let only_orders = matches!(arrival.wish, Wish::Check | Wish::Pressed);
    if understood.check || opener.asked == Asked::Check || only_orders {
        return Ok(Done::default());
    }
    let mut done = confirm::carry_out(work, arrival, &understood.requests)?;
    if understood.resigns && matches!(said, Reply::Orders(..)) {
        done.answers
            .push(confirm::leaving_asked(work, arrival.seat));
    }
    if done.leaves {
        resign(work, arrival.seat)?;
    }
    Ok(done)
}

/// Reads and explains one mail's orders, and files nothing.
///
/// # Errors
/// Rules or templates that fail.
pub fn check(work: &mut Work<'_>, arrival: &Arrival) -> Result<Taken, Stuck> {
    let arrival = &*mask::masked(work, arrival);
    let found = find(work, arrival);
    let settled = settle(work, arrival, found, Reply::Silent)?;
    let (taken, receipt) = answer(work, arrival, settled, (Vec::new(), None))?;
    if let Some(receipt) = receipt {
        receipt.post(work, arrival)?;
    }
    Ok(taken)
}

/// What a mail came to, before its receipt.
struct Settled {
    finding: Finding,
    /// The number under which its lines were filed.
    submission: Option<u32>,
    /// What became of words outside of orders.
    letters: Vec<LetterSent>,
}

impl From<Finding> for Settled {
    fn from(finding: Finding) -> Self {
        Settled {
            finding,
            submission: None,
            letters: Vec::new(),
        }
    }
}

/// Reads and files what counts of a mail, and passes on words.
fn settle(
    work: &mut Work<'_>,
    arrival: &Arrival,
    found: Chosen,
    said: Reply,
) -> Result<Settled, Stuck> {
    // What its writer may not have seen is not filed.
    let odd = own(arrival.mail.body.lines()).odd && !arrival.trusted;
    let source = |it: Source| match odd {
        true => Source::Offered(Doubt::Page),
        false => it,
    };
    match said {
        Reply::Silent => {}
        Reply::Beside(words) => {
            let mut settled = settle(work, arrival, found, Reply::Silent)?;
            settled.letters.push(LetterSent::Beside { words });
            return Ok(settled);
        }
        Reply::Both(lines) => return Ok(Finding::Both { lines }.into()),
        Reply::NotTaken(why, lines) => return Ok(Finding::NotTaken { why, lines }.into()),
        Reply::Courtesy(all) => {
            let said = all.into_iter().next().unwrap_or_default();
            return Ok(Finding::Courtesy { said }.into());
        }
        Reply::Words(text, to) => {
            return Ok(Settled {
                letters: words::pass_on(work, arrival.seat, (text, to))?,
                ..Finding::Words.into()
            });
        }
        Reply::Offered(block, doubt) => {
            return read_block(work, arrival, &block, Source::Offered(doubt));
        }
        Reply::Orders(block, ignored) => {
            return read_block(work, arrival, &block, source(Source::Text { ignored }));
        }
        Reply::Taken(block) => {
            return read_block(work, arrival, &block, source(Source::Answered));
        }
    }
    Ok(match found {
        Chosen::One(block) => {
            return match commented(work, arrival, &block)? {
                Some(opened) => {
                    let source = Source::Offered(Doubt::Comment);
                    read_block(work, arrival, &opened, source)
                }
                None => read_block(work, arrival, &block, source(Source::Block)),
            };
        }
        found => nothing_read(work, arrival, &found),
    }
    .into())
}

/// Reads a block, and files it unless it is only looked at.
fn read_block(
    work: &mut Work<'_>,
    arrival: &Arrival,
    block: &Block,
    source: Source,
) -> Result<Settled, Stuck> {
    if let Some((sheet, understood)) = asking(work, arrival.seat, block)? {
        let read = SheetRead {
            sheet,
            submission: 0,
            lines: block.shown(),
            understood,
            source,
        };
        return Ok(Finding::Read(Box::new(read)).into());
    }
    match checked_opener(work, arrival.seat, block) {
        Ok(opener) => file(work, arrival, block, (&opener, source)),
        Err(fault) => {
            let lines = block.shown();
            Ok(Finding::Refused { lines, fault }.into())
        }
    }
}

fn file(
    work: &mut Work<'_>,
    arrival: &Arrival,
    block: &Block,
    (opener, source): (&Opener, Source),
) -> Result<Settled, Stuck> {
    let seat = arrival.seat;
    let body = block.text();
    let orders = OrderBlock {
        sheet: opener.sheet,
        body: &body,
    };
    let number = work.desk.submissions + 1;
    let asked = match (&source, arrival.wish) {
        (Source::Offered(_), _) | (_, Wish::Check) => Asked::Check,
        (_, Wish::Orders | Wish::Deeds | Wish::Pressed) => opener.asked,
    };
    let waits = work.waits_for_others(seat);
    let offered = matches!(source, Source::Offered(_));
    if waits && (offered || asked == Asked::File) {
        let read = read_only(work, seat, block, opener.sheet)?;
        let fault = too_late(work, seat, &read);
        if let Some(fault) = fault.or_else(|| too_many(work, seat, &body)) {
            let lines = block.shown();
            return Ok(Finding::Refused { lines, fault }.into());
        }
    }
    let understood = guarded(|| match asked {
        Asked::Check => work.table(seat).check(seat, &orders),
        Asked::File => work.table_mut(seat).file(seat, number, &orders),
    });
    let mut understood = understood.map_err(|it| rules_fault(&it))?;
    understood.check |= asked == Asked::Check;
    understood = match arrival.wish {
        Wish::Deeds => understood.only_deeds(),
        Wish::Pressed => understood.without_deeds_of_its_player(),
        Wish::Orders | Wish::Check => understood,
    };
    // Outside of a sheet it is asked about before it is done.
    understood.resigns &= !matches!(source, Source::Text { .. });
    for letter in &mut understood.letters {
        letter.text = words::as_written(arrival, block, letter);
    }
    mask::echo(work, seat, &understood);
    let submission = understood
        .filed
        .then(|| keep(work, arrival, block, (opener.sheet, &understood)));
    let read = SheetRead {
        sheet: opener.sheet,
        submission: submission.unwrap_or(0),
        lines: block.shown(),
        understood,
        source,
    };
    Ok(Settled {
        submission,
        ..Finding::Read(Box::new(read)).into()
    })
}

/// Keeps the text of what was filed; its number.
fn keep(
    work: &mut Work<'_>,
    arrival: &Arrival,
    block: &Block,
    (sheet, understood): (SheetNo, &Understood),
) -> u32 {
    let seat = arrival.seat;
    let submission = work.next_submission();
    if work.waits_for_others(seat) {
        let body = block.text();
        work.desk.ahead.push(Ahead {
            seat,
            submission,
            sheet,
            body,
        });
    } else {
        let text = block.shown().join("\n") + "\n#end\n";
        work.orders.push(Submission {
            number: submission,
            seat,
            sheet: Some(sheet),
            lines: understood.counted.clone(),
            text,
        });
    }
    if work.desk.called.contains(&seat) {
        work.desk.last_sheet_at = work.desk.last_sheet_at.max(Some(arrival.arrived));
    }
    submission
}

fn asks_for_map(said: &Understood) -> bool {
    said.requests.contains(&Request::Map(None))
}

/// Acts on requests, letters, absences and resignations; then makes the receipt, unless the answers
/// of the day are used up. `answers` stand in it before all others.
fn answer(
    work: &mut Work<'_>,
    arrival: &Arrival,
    settled: Settled,
    (answers, proof): (Vec<Answer>, Option<Proof>),
) -> Result<(Taken, Option<Receipt>), Stuck> {
    let Settled {
        finding, letters, ..
    } = settled;
    let budget = button_mail::may_answer(work, arrival, proof, is_filed(&finding));
    if budget == Budget::Spent {
        let taken = unanswered(work, arrival, &finding, proof)?;
        return Ok((taken, None));
    }
    let seat = arrival.seat;
    let now = page_now(work, seat)?;
    let mut page = ReceiptPage {
        advice: advice(work, arrival, &finding, (proof, budget)),
        mended: mended(arrival),
        instead_of: 0,
        answers,
        letters,
        absences: Vec::new(),
        in_force: work.table(seat).in_force(seat),
        order_sheet: now.order_sheet,
        asked: now.answers,
        gate: gate(work, seat),
        finding,
    };
    let mut said = None;
    if let Finding::Read(read) = &page.finding {
        let understood = read.understood.clone();
        // First what changes how the others are answered.
        let beside = beside(work, seat, &understood, proof);
        page.answers
            .extend(request::answers(work, seat, &understood)?);
        for text in page.answers.iter().filter_map(guide::known) {
            work.heard.quote(seat, text);
        }
        page.answers.extend(beside);
        page.answers
            .extend(button_mail::left_out(arrival, &understood));
        let told = tell(work, arrival, &understood)?;
        page.letters.extend(told.letters);
        page.absences = told.absences;
        page.gate = gate(work, seat);
        said = Some(understood);
    }
    let receipt = Receipt {
        map: said.as_ref().is_some_and(asks_for_map),
        is_plain: proof != Some(Proof::Button) && is_plain(&page),
        ..written(work, seat, &mut page)?
    };
    let text = receipt.text.clone();
    let passed_on = page.letters.iter().any(LetterSent::is_sent);
    let taken = Taken {
        text,
        receipt: true,
        filed: is_filed(&page.finding),
        answered: passed_on
            || said.as_ref().is_some_and(|it| {
                it.check || !page.answers.is_empty() || tells(it, (&page.letters, &page.absences))
            }),
        faulty: match &page.finding {
            Finding::Read(it) => !it.understood.faults.is_empty(),
            Finding::Words => false,
            _ => true,
        },
        understood: said,
    };
    Ok((taken, Some(receipt)))
}

/// The receipt of a page, in the place of earlier ones that say no more.
fn written(work: &mut Work<'_>, seat: Seat, page: &mut ReceiptPage) -> Result<Receipt, Stuck> {
    let instead = instead_of(work, seat, &page.finding)?;
    page.instead_of = instead.answers;
    let frame = work.frame(Some(seat));
    Ok(Receipt {
        subject: subject(&frame, &Subject::Receipt(page)),
        text: receipt_text(work, &frame, page)?,
        map: false,
        is_plain: false,
        instead_of: instead.mails,
    })
}

/// Acts on a mail like any other, and says nothing: the answers of the day are used up.
fn unanswered(
    work: &mut Work<'_>,
    arrival: &Arrival,
    finding: &Finding,
    proof: Option<Proof>,
) -> Result<Taken, Stuck> {
    let mut taken = Taken {
        filed: is_filed(finding),
        ..Taken::default()
    };
    if let Finding::Read(read) = finding {
        let understood = &read.understood;
        // The next report shows what came of it.
        beside(work, arrival.seat, understood, proof);
        let told = tell(work, arrival, understood)?;
        taken.answered = !understood.requests.is_empty()
            || understood.check
            || tells(understood, (&told.letters, &told.absences));
    }
    Ok(taken)
}

/// Does what a mail says of the dice and of the form of mails; says what became of it.
fn beside(
    work: &mut Work<'_>,
    seat: Seat,
    understood: &Understood,
    proof: Option<Proof>,
) -> Vec<Answer> {
    let by_mail = proof.is_some_and(Proof::is_own_mail);
    let mut answers = salt::asked(work, seat, understood, by_mail);
    if proof != Some(Proof::Button) {
        answers.extend(forms::asked(&mut work.desk, seat, understood));
    }
    answers
}

fn is_filed(finding: &Finding) -> bool {
    matches!(finding, Finding::Read(it) if it.understood.filed)
}

/// What became of what a mail tells others.
#[derive(Default)]
struct ToldOthers {
    letters: Vec<LetterSent>,
    absences: Vec<AbsenceTold>,
}

/// Tells the others what a mail says to them: letters, absences, that its player leaves.
fn tell(
    work: &mut Work<'_>,
    arrival: &Arrival,
    understood: &Understood,
) -> Result<ToldOthers, Stuck> {
    let seat = arrival.seat;
    if understood.check {
        return Ok(ToldOthers::default());
    }
    let letters = request::letters(work, seat, &understood.letters)?;
    let absences = absence::note(work, seat, arrival.arrived, understood)?;
    if understood.resigns {
        resign(work, seat)?;
    }
    Ok(ToldOthers { letters, absences })
}

/// A player leaves the game: the others and the referee are told, once.
fn resign(work: &mut Work<'_>, seat: Seat) -> Result<(), Stuck> {
    if work.desk.left.insert(seat) {
        let notice = Notice::Left { seat };
        tell_others(work, Some(seat), &notice, &Subject::Left(seat))?;
        to_referee(work, &RefereeMail::Resigned { seat }, "a player leaves")?;
    }
    Ok(())
}

/// Whether a mail has told anything besides orders.
fn tells(understood: &Understood, (letters, absences): (&[LetterSent], &[AbsenceTold])) -> bool {
    let noted = |it: &AbsenceTold| matches!(it, AbsenceTold::Noted { .. } | AbsenceTold::TakenBack);
    understood.resigns || letters.iter().any(LetterSent::is_sent) || absences.iter().any(noted)
}

/// The receipt's text.
///
/// # Errors
/// A template that fails.
pub fn receipt_text(work: &Work<'_>, frame: &Frame, page: &ReceiptPage) -> Result<String, Stuck> {
    let text = work.templates.receipt(frame, page);
    text.map_err(|it| template_fault(&it))
}

/// What the seat's sheets do to the gate, as the receipt says it.
pub fn gate(work: &Work<'_>, seat: Seat) -> Gate {
    if work.desk.stop == Stop::Over || work.desk.held.is_some() {
        return Gate::None;
    }
    if work.waits_for_others(seat) {
        return Gate::Elsewhere;
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

/// Notes what became of a mail.
fn note(
    work: &mut Work<'_>,
    arrival: &Arrival,
    (verdict, submission, why): (Verdict, Option<u32>, &str),
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
