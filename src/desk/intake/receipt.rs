//! The receipt of a mail: what it asked and announced is done, and what became of it is said.
//!
//! Not here: filing (`filing`), and the words (`report`).

use super::absence;
use super::answered;
use super::authentication::Proof;
use super::button_mail;
use super::digest;
use super::everywhere;
use super::filing::Settled;
use super::gate::gate;
use super::guide;
use super::leaving::resign;
use super::notes;
use super::rate_limit::{RateLimit, Unheard};
use super::request;
use super::senders::is_registered;
use super::substitutes;
use super::votes;
use super::words;
use crate::desk::club::errors::{CampaignError, mail_fault, template_fault};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::entry::post::Post;
use crate::desk::entry::publish::page_now;
use crate::desk::entry::superseded::{instead_of, is_plain};
use crate::desk::entry::{forms, pictures, salt};
use crate::desk::inbox::arrival::Arrival;
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::letter::To;
use crate::lang::request::Request;
use crate::mail::fold::Repairs;
use crate::report::{
    AbsenceNotice, Advice, Answer, Finding, Frame, LetterSent, Plan, ReceiptPage, Source, Subject,
    sent_by, subject,
};
use crate::store::entry::{Earlier, Letter, Topic};
use serde::Serialize;

/// A receipt that is not posted yet: one mail is answered by one.
pub(crate) struct Receipt {
    /// Its subject.
    pub(crate) subject: String,
    /// Its words.
    pub(crate) text: String,
    /// Whether the map was asked for: then it brings the pictures.
    pub(crate) map: bool,
    /// Whether it reports lines that were filed, and nothing else: then a newer one may take
    /// its place.
    pub(crate) is_plain: bool,
    /// Earlier ones whose place it takes.
    pub(crate) instead_of: Vec<Earlier>,
}

impl Receipt {
    /// Both in one.
    pub(crate) fn with(self, more: &Receipt) -> Self {
        Receipt {
            subject: self.subject,
            text: format!("{}\n\n{}", self.text.trim_end(), more.text),
            map: self.map || more.map,
            is_plain: false,
            instead_of: [self.instead_of, more.instead_of.clone()].concat(),
        }
    }

    /// Posts it.
    ///
    /// # Errors
    /// A text that no mail can carry.
    pub(crate) fn post(
        self,
        work: &mut EntryBuilder<'_>,
        arrival: &Arrival,
        filed: bool,
    ) -> Result<(), CampaignError> {
        let seat = arrival.seat;
        let mut plan = None;
        if self.map {
            let mut mapped = Plan::of(&work.frame(Some(seat)));
            mapped.show(pictures::now(work, seat)?);
            plan = Some(mapped);
        }
        let post = Post {
            in_reply_to: arrival.mail.message_id.clone(),
            plan,
            // An absence of its own may have moved the deadline; and what an earlier answer was to
            // report to a calendar goes with this one.
            dated: !self.instead_of.is_empty() || forms::calendar_is_behind(&work.desk, seat),
            topic: self.is_plain.then_some(Topic::Sheet),
            instead_of: self.instead_of,
            ..Post::plain(Some(seat), Letter::Receipt, self.subject, self.text)
        };
        let writer = work.writer_for(seat).filter(|_| filed);
        if let Some(writer) = writer {
            let said = sent_by(&writer.who.name, &work.campaign.title(seat));
            let copy = Post {
                in_reply_to: None,
                text: format!("{said}\n\n{}", post.text),
                ..post.clone()
            };
            work.post_to_others(seat, &copy)
                .map_err(|it| mail_fault(&it))?;
        }
        work.post(post).map_err(|it| mail_fault(&it))
    }
}

/// What became of one mail: for commands that print it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Taken {
    /// The receipt's text; empty if nobody was answered.
    pub text: String,
    /// Whether anything was filed.
    pub filed: bool,
    /// Whether it asked or announced anything besides orders that could be answered: a report
    /// again, help, a check, a letter, an absence.
    pub answered: bool,
    /// Whether there were faults.
    pub faulty: bool,
    /// Whether a receipt went out.
    pub receipt: bool,
    /// What was understood of the block, if one was read.
    pub understood: Option<Understood>,
    /// What became of a mail that was not answered.
    #[serde(skip)]
    pub unheard: Option<Unheard>,
}

impl Taken {
    /// What another part of the same mail came to.
    pub fn add(&mut self, more: Taken) {
        self.text.push_str(&more.text);
        self.filed |= more.filed;
        self.answered |= more.answered;
        self.faulty |= more.faulty;
        self.receipt |= more.receipt;
        self.understood = self.understood.take().or(more.understood);
        self.unheard = self.unheard.max(more.unheard);
    }
}

fn asks_for_map(said: &Understood) -> bool {
    said.requests.contains(&Request::Map(None))
}

/// Acts on requests, letters, absences and resignations; then makes the receipt, unless the answers
/// of the day are used up. `answers` come in it before all others.
///
/// # Errors
/// Rules or templates that fail.
pub(crate) fn answer(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    settled: Settled,
    (answers, proof): (Vec<Answer>, Option<Proof>),
) -> Result<(Taken, Option<Receipt>), CampaignError> {
    let Settled {
        finding, letters, ..
    } = settled;
    let orders = (is_filed(&finding), holds_orders(&finding));
    let budget = button_mail::may_answer(work, (arrival, proof), orders);
    if budget == RateLimit::Spent {
        let taken = unanswered(work, arrival, (&finding, &letters), proof)?;
        return Ok((taken, None));
    }
    let seat = arrival.seat;
    let back = substitutes::back(work, seat, &finding)?;
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
        offered: String::new(),
        finding,
    };
    let mut said = None;
    if let Finding::Read(read) = &page.finding {
        let understood = read.understood.clone();
        // What silence does is everybody's to know, though another seat has filed just that.
        for line in &understood.unplayed {
            work.heard().quote(seat, line);
        }
        // First what changes how the others are answered.
        let beside = beside(work, arrival, &understood, proof)?;
        let advice = &page.order_sheet.advice;
        let answers = request::answers(work, seat, (&understood, advice))?;
        page.answers.extend(answers);
        for text in page.answers.iter().filter_map(guide::known) {
            work.heard().quote(seat, text);
        }
        page.answers.extend(beside);
        page.answers
            .extend(button_mail::left_out(arrival, &understood));
        let told = tell(work, arrival, &understood, proof)?;
        page.letters.extend(told.letters);
        page.absences = told.absences;
        page.absences.splice(0..0, back);
        page.gate = gate(work, seat);
        said = Some(understood);
    }
    if !files_orders(&page.finding) {
        page.offered = answered::offered(work, seat)?.unwrap_or_default();
    }
    let receipt = Receipt {
        map: said.as_ref().is_some_and(asks_for_map),
        is_plain: proof != Some(Proof::Button) && is_plain(&page),
        ..written(work, seat, &mut page)?
    };
    let taken = became(&page, receipt.text.clone(), said);
    Ok((taken, Some(receipt)))
}

/// What became of a mail, by the page of its receipt.
fn became(page: &ReceiptPage, text: String, said: Option<Understood>) -> Taken {
    let passed_on = page.letters.iter().any(LetterSent::is_sent);
    let told = said.as_ref().is_some_and(|read| {
        read.check || !page.answers.is_empty() || tells(read, (&page.letters, &page.absences))
    });
    Taken {
        text,
        receipt: true,
        filed: is_filed(&page.finding),
        answered: passed_on || told,
        faulty: match &page.finding {
            Finding::Read(read) => !read.understood.faults.is_empty(),
            Finding::Words => false,
            _ => true,
        },
        understood: said,
        unheard: None,
    }
}

/// The receipt of a page, in the place of earlier ones that say no more.
fn written(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    page: &mut ReceiptPage,
) -> Result<Receipt, CampaignError> {
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
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    (finding, letters): (&Finding, &[LetterSent]),
    proof: Option<Proof>,
) -> Result<Taken, CampaignError> {
    let mut taken = Taken {
        filed: is_filed(finding),
        ..Taken::default()
    };
    let mut letters = letters.to_vec();
    if let Finding::Read(read) = finding {
        let understood = &read.understood;
        substitutes::back(work, arrival.seat, finding)?;
        // The next report shows what came of it.
        beside(work, arrival, understood, proof)?;
        let told = tell(work, arrival, understood, proof)?;
        let passed_on = told.letters.iter().filter(|it| !it.is_note());
        letters.extend(passed_on.cloned());
        taken.answered = !understood.requests.is_empty()
            || understood.check
            || tells(understood, (&told.letters, &told.absences));
    }
    taken.unheard = Some(match finding {
        _ if taken.filed => Unheard::Filed,
        _ if holds_orders(finding) => Unheard::Unfiled,
        _ if letters.iter().any(LetterSent::is_sent) => Unheard::Letter,
        _ if !letters.is_empty() => Unheard::LostLetter,
        _ if taken.answered => Unheard::Asked,
        _ => Unheard::Refused,
    });
    Ok(taken)
}

/// Does what a mail says of the dice and of the form of mails; says what became of it.
fn beside(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    understood: &Understood,
    proof: Option<Proof>,
) -> Result<Vec<Answer>, CampaignError> {
    let seat = arrival.seat;
    let by_mail = proof.is_some_and(Proof::is_own_mail);
    let mut answers = salt::asked(work, seat, understood, by_mail);
    let own = matches!(
        proof,
        Some(Proof::Token | Proof::Password | Proof::Server | Proof::File)
    );
    let came = (seat, arrival.arrived);
    answers.extend(votes::asked(work, came, understood, own));
    answers.extend(substitutes::asked(work, came, understood, own)?);
    if own {
        answers.extend(digest::asked(work, arrival, understood));
    }
    if proof != Some(Proof::Button) {
        answers.extend(forms::asked(&mut work.desk, seat, understood));
    }
    Ok(answers)
}

/// Whether a mail held anything like orders, filed or not: whoever sends some is to know what
/// became of them, however much they have asked before. What only tries them out with CHECK asks.
fn holds_orders(finding: &Finding) -> bool {
    match finding {
        Finding::Read(read) => {
            let said = &read.understood;
            let offered = matches!(read.source, Source::Offered(..));
            let holds = !said.lines.is_empty() || !said.faults.is_empty();
            said.filed || offered || (holds && !said.check)
        }
        Finding::Refused { .. }
        | Finding::Several { .. }
        | Finding::Both { .. }
        | Finding::NotTaken { .. } => true,
        Finding::OnlyOurs { .. }
        | Finding::Unreadable { .. }
        | Finding::NoOrders
        | Finding::Courtesy { .. }
        | Finding::Words => false,
    }
}

/// Whether a mail files orders, or asks whether it shall.
fn files_orders(finding: &Finding) -> bool {
    match finding {
        Finding::Read(read) => {
            let said = &read.understood;
            let offered = matches!(read.source, Source::Offered(..));
            offered || (said.filed && !said.lines.is_empty())
        }
        _ => holds_orders(finding),
    }
}

fn is_filed(finding: &Finding) -> bool {
    matches!(finding, Finding::Read(read) if read.understood.filed)
}

/// What became of what a mail announces to others.
#[derive(Default)]
struct AnnouncedToOthers {
    letters: Vec<LetterSent>,
    absences: Vec<AbsenceNotice>,
}

/// Announces to the others what a mail says to them: letters, absences, that its player leaves.
fn tell(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    understood: &Understood,
    proof: Option<Proof>,
) -> Result<AnnouncedToOthers, CampaignError> {
    let seat = arrival.seat;
    if understood.check {
        // What no OK will send is refused at once.
        let mut letters = request::hopeless(work, seat, &understood.letters);
        letters.extend(notes::hopeless(&understood.letters));
        return Ok(AnnouncedToOthers {
            letters,
            absences: Vec::new(),
        });
    }
    let mut letters = request::letters(work, seat, &understood.letters)?;
    for letter in understood.letters.iter().filter(|it| it.to == To::Referee) {
        letters.extend(words::pass_on(work, seat, (letter.text.clone(), None))?);
    }
    letters.extend(notes::keep(work, seat, &understood.letters)?);
    let mut absences = absence::note(work, seat, arrival.arrived, understood)?;
    absences.extend(everywhere::pass_on(work, arrival, understood, proof));
    if understood.resigns {
        absences.extend(resign(work, seat)?);
    }
    Ok(AnnouncedToOthers { letters, absences })
}

/// Whether a mail has announced anything besides orders.
fn tells(understood: &Understood, (letters, absences): (&[LetterSent], &[AbsenceNotice])) -> bool {
    let noted = |notice: &AbsenceNotice| {
        matches!(
            notice,
            AbsenceNotice::Noted { .. } | AbsenceNotice::TakenBack { .. }
        )
    };
    understood.resigns || letters.iter().any(LetterSent::is_sent) || absences.iter().any(noted)
}

/// The receipt's text.
///
/// # Errors
/// A template that fails.
pub fn receipt_text(
    work: &EntryBuilder<'_>,
    frame: &Frame,
    page: &ReceiptPage,
) -> Result<String, CampaignError> {
    let text = work.templates.receipt(frame, page);
    text.map_err(|it| template_fault(&it))
}

/// What is worth knowing about a mail.
pub fn advice(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    finding: &Finding,
    (proof, budget): (Option<Proof>, RateLimit),
) -> Vec<Advice> {
    let mut advice = Vec::new();
    if std::mem::take(&mut work.desk.seats.of(arrival.seat).unasked) > 0 {
        advice.push(Advice::Unasked);
    }
    advice.extend(match budget {
        RateLimit::Few => Some(Advice::FewLeft),
        RateLimit::Last => Some(Advice::LastForNow),
        RateLimit::Left | RateLimit::Spent => None,
    });
    if let Finding::Read(_) = finding
        && arrival.mail.blocks.iter().any(|it| !it.closed)
    {
        advice.push(Advice::NoEnd);
    }
    if arrival.mail.from.is_some() && !is_registered(work, arrival) {
        advice.extend(match proof {
            Some(Proof::Token) => Some(Advice::OtherAddress),
            Some(Proof::Password) => Some(Advice::OtherAddressPassword),
            Some(Proof::File | Proof::Server | Proof::Code | Proof::Button | Proof::Spent)
            | None => None,
        });
    }
    advice
}

/// What was mended in the lines that the player wrote, for the receipt.
pub fn mended(arrival: &Arrival) -> Vec<String> {
    let raw = arrival.mail.above().chain(arrival.mail.sheets());
    let mut mended = Repairs::of(raw.map(|it| it.raw.as_str())).phrases();
    mended.extend(arrival.mail.notes.iter().cloned());
    mended
}
