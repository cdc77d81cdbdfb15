//! What only the registered address may say yes to: orders that came without proof, another address
//! that mails are to come from or to go to, and leaving the game.
//!
//! The question goes to the registered address, with a code; anyone who sends `CONFIRM` with the
//! code reads the mail there, which is proof enough of that one line. A code is good once, and for
//! two weeks; it is made from its question, and what is noted of that shows nobody the code.
//! Not here: telling the player (`intake`), and changing the roster (`tick`).

use super::senders;
use super::substitutes;
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::desk::club::errors::CampaignError;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::desk::inbox::may_count::code_in;
use crate::engine::seat::Seat;
use crate::lang::block::{Block, Chosen};
use crate::lang::request::Request;
use crate::lang::sheet::SheetNo;
use crate::mail::token::{Token, TokenKey};
use crate::report::Answer;
use crate::store::draft::Submission;
use crate::store::question::{About, AskedToday, HeldOrders, Question, of_today};
use std::collections::BTreeMap;

/// How many questions about orders may wait for one seat's answer. The newest takes the place of
/// the oldest from where it came itself, and of no other.
const QUESTIONS_MAX: usize = 10;

/// How many go to one seat in a day, apart from those that a yes has answered: anyone who asks for
/// more is not a player.
const QUESTIONS_A_DAY: u32 = 10;

/// How many of them may be about mails from one server, or from one domain.
const QUESTIONS_OF_ONE: u32 = 2;

/// How long a question waits for an answer.
const PATIENCE: Length = Length::hours(14 * 24);

/// Whether a block proves its sender, by the code of a question to this seat.
pub fn is_proof(work: &EntryBuilder<'_>, seat: Seat, found: &Chosen) -> bool {
    let Chosen::One(block) = found else {
        return false;
    };
    let mut codes = block.lines.iter().filter_map(|it| code_in(it));
    codes.any(|code| asked(work, seat, &code).is_some())
}

/// Whether a block says yes to a question about mails from the address that it came from.
pub fn lets_in(work: &EntryBuilder<'_>, arrival: &Arrival, found: &Chosen) -> bool {
    let Chosen::One(block) = found else {
        return false;
    };
    let is_it = |code: String| {
        let at = asked(work, arrival.seat, &code)?;
        work.desk.asked[at].sender.as_ref()
    };
    let mut senders = block
        .lines
        .iter()
        .filter_map(|it| code_in(it).and_then(is_it));
    senders.any(|it| arrival.mail.from.as_ref() == Some(it) && !arrival.mail.disowned)
}

/// The lines of a block that say `CONFIRM`, for whatever sheet is open: they are about none.
pub fn only_codes(work: &EntryBuilder<'_>, seat: Seat, block: &Block) -> Block {
    let mut lines = block.lines.clone();
    lines.retain(|it| code_in(it).is_some());
    let sheet = work.table(seat).sheet();
    Block {
        opener: work.campaign.opener(seat, sheet),
        lines,
        ..block.clone()
    }
}

/// Where the question with this code is in the list, if it still waits.
fn asked(work: &EntryBuilder<'_>, seat: Seat, code: &str) -> Option<usize> {
    let code = Token::read_code(code)?;
    let waits = |it: &Question| it.seat == seat && work.now < it.at.plus(PATIENCE);
    let questions = work.desk.asked.iter().enumerate();
    let mut waiting = questions.filter(|it| waits(it.1));
    waiting.find_map(|(at, it)| (code_of(work, it) == code).then_some(at))
}

fn code_of(work: &EntryBuilder<'_>, question: &Question) -> Token {
    let secret = &work.campaign.secret;
    let key = TokenKey::new(secret.token_key.0);
    let seat = question.seat;
    let about = match &question.about {
        About::Orders(orders) => format!("orders {}", orders.submission),
        About::Address(address) => format!("address {address}"),
        About::Leaving => "leaving".to_owned(),
        About::Sender => format!("sender {}", question.sender.as_deref().unwrap_or_default()),
    };
    let number = question.number;
    let told = format!("{number} {} {about}", question.at.seconds());
    key.code(
        work.campaign.id.as_str(),
        seat,
        secret.generation(seat),
        &told,
    )
}

/// From where what is asked about came.
#[derive(Debug, Clone, Default)]
pub struct Origin {
    /// The server and the domain, see [`Question::origins`].
    pub places: Vec<String>,
    /// The sender that a yes makes one of the player's addresses.
    pub sender: Option<String>,
}

/// Notes a question to a seat and returns its code.
fn ask(work: &mut EntryBuilder<'_>, seat: Seat, about: About, origin: Origin) -> String {
    work.desk.questions += 1;
    let question = Question {
        number: work.desk.questions,
        seat,
        at: work.now,
        about,
        origins: origin.places,
        sender: origin.sender,
    };
    let code = code_of(work, &question);
    work.desk.asked.push(question);
    code.as_str().to_owned()
}

/// Orders that were kept, and the code that files them.
pub struct Kept {
    /// The number they are kept under.
    pub submission: u32,
    /// The code.
    pub code: String,
}

/// Whether one more question about orders from there may go to a seat today, and wait.
pub fn may_ask(work: &EntryBuilder<'_>, seat: Seat, origins: &[String]) -> bool {
    let today = asked_today(work, seat);
    let of_one = |it: &String| today.by.get(it).copied().unwrap_or_default();
    let all_few = origins.iter().all(|it| of_one(it) < QUESTIONS_OF_ONE);
    today.count < QUESTIONS_A_DAY && all_few && has_room(work, seat, origins)
}

/// Whether a question can wait, in a free place or in that of one from the same origin.
fn has_room(work: &EntryBuilder<'_>, seat: Seat, origins: &[String]) -> bool {
    let waiting: Vec<&Question> = waiting(work, seat).collect();
    waiting.len() < QUESTIONS_MAX || waiting.iter().any(|it| is_from(it, origins))
}

/// The questions about mails without proof that wait for a seat's answer, oldest first.
fn waiting<'w>(work: &'w EntryBuilder<'_>, seat: Seat) -> impl Iterator<Item = &'w Question> {
    let now = work.now;
    let questions = work.desk.asked.iter();
    questions.filter(move |it| it.seat == seat && is_of_a_mail(it) && now < it.at.plus(PATIENCE))
}

/// Whether a question is about a mail that anybody may have sent.
fn is_of_a_mail(question: &Question) -> bool {
    match question.about {
        About::Orders(_) | About::Sender => true,
        About::Address(_) | About::Leaving => false,
    }
}

/// Whether a question is about a mail from one of these places, or nobody noted from where.
fn is_from(question: &Question, origins: &[String]) -> bool {
    question.origins.is_empty() || question.origins.iter().any(|it| origins.contains(it))
}

/// Counts a question about orders from there that goes to a seat.
pub fn note_asked(work: &mut EntryBuilder<'_>, seat: Seat, origins: &[String]) {
    let mut asked = asked_today(work, seat);
    asked.count += 1;
    for origin in origins {
        *asked.by.entry(origin.clone()).or_default() += 1;
    }
    work.desk.seats.of(seat).asking = Some(asked);
}

fn asked_today(work: &EntryBuilder<'_>, seat: Seat) -> AskedToday {
    let asked = work.desk.seats.get(seat).asking.clone();
    let anew = AskedToday {
        since: work.now,
        count: 0,
        by: BTreeMap::new(),
    };
    of_today(asked, |it| it.since, work.now, anew)
}

/// Keeps what came without proof until the registered address says yes: lines that say what the
/// question shows, and nothing else.
pub fn keep(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    lines: &[String],
    (sheet, origin): (SheetNo, Origin),
) -> Kept {
    make_room(work, seat, &origin.places);
    let submission = work.next_submission();
    let opener = work.campaign.opener(seat, sheet);
    let text = format!("{opener}\n{}\n#end\n", lines.join("\n"));
    work.keep(Submission {
        number: submission,
        seat,
        sheet: None,
        lines: Vec::new(),
        text,
    });
    let orders = HeldOrders {
        submission,
        entry: work.campaign.next_number(),
    };
    let code = ask(work, seat, About::Orders(orders), origin);
    Kept { submission, code }
}

/// Notes the question whether an address is the player's too, and returns its code. A newer one
/// takes the place of an older one.
pub fn sender_asked(work: &mut EntryBuilder<'_>, seat: Seat, origin: Origin) -> String {
    let same =
        |it: &Question| it.seat == seat && it.about == About::Sender && it.sender == origin.sender;
    work.desk.asked.retain(|it| !same(it));
    make_room(work, seat, &origin.places);
    ask(work, seat, About::Sender, origin)
}

/// Forgets questions that waited too long, and the oldest from there if no other place is free.
fn make_room(work: &mut EntryBuilder<'_>, seat: Seat, origins: &[String]) {
    let now = work.now;
    work.desk.asked.retain(|it| now < it.at.plus(PATIENCE));
    if waiting(work, seat).count() >= QUESTIONS_MAX {
        let mut own = waiting(work, seat);
        let oldest = own.find(|it| is_from(it, origins)).map(|it| it.number);
        drop(own);
        work.desk.asked.retain(|it| Some(it.number) != oldest);
    }
}

/// What was said yes to, and what is asked.
#[derive(Default)]
pub struct Done {
    /// What the receipt says of each, in order.
    pub answers: Vec<Answer>,
    /// What was kept, to be done as if it came now, and nothing besides.
    pub orders: Vec<Arrival>,
    /// Whether the player leaves the game.
    pub leaves: bool,
}

/// Does what `CONFIRM` and `ADDRESS` say, as far as it can be done; the rest in words.
///
/// # Errors
/// The disk, which cannot read what was kept; a file of it that is gone or altered.
pub fn carry_out(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    requests: &[Request],
) -> Result<Done, CampaignError> {
    let mut done = Done::default();
    for request in requests {
        let answer = match request {
            Request::Confirm(code) => confirm(work, arrival, code, &mut done)?,
            Request::Address(address) => {
                match substitutes::not_theirs(work, arrival.seat, request) {
                    Some(player) => Answer::NotYours { player },
                    None => address_asked(work, arrival.seat, address),
                }
            }
            _ => continue,
        };
        done.answers.push(answer);
    }
    Ok(done)
}

fn confirm(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    code: &str,
    done: &mut Done,
) -> Result<Answer, CampaignError> {
    let seat = arrival.seat;
    let Some(at) = asked(work, seat, code) else {
        return Ok(Answer::NothingAsked {
            code: code.to_owned(),
        });
    };
    let question = work.desk.asked.remove(at);
    if let Some(sender) = &question.sender {
        senders::know(work, seat, sender);
    }
    let orders = match question.about {
        About::Orders(orders) => Some(orders),
        About::Sender => None,
        About::Address(address) => {
            work.desk.seats.of(seat).moving = Some(address.clone());
            return Ok(Answer::Moves { address });
        }
        About::Leaving => {
            done.leaves = true;
            return Ok(Answer::Leaves);
        }
    };
    if let Some(asking) = &mut work.desk.seats.of(seat).asking {
        asking.count = asking.count.saturating_sub(1);
        for origin in &question.origins {
            if let Some(of_one) = asking.by.get_mut(origin) {
                *of_one = of_one.saturating_sub(1);
            }
        }
    }
    if let Some(orders) = orders {
        let text = kept(work, orders)?;
        done.orders.push(Arrival {
            from: arrival.from,
            file: arrival.file.clone(),
            arrived: arrival.arrived,
            ..Arrival::by_command(seat, &text, Wish::Deeds, work.now)
        });
    }
    let zone = work.zone_of(Some(seat));
    Ok(Answer::Confirmed {
        at: question.at.for_people(zone, work.now),
        orders: orders.is_some(),
        sender: question.sender.unwrap_or_default(),
    })
}

/// The text of a submission that was kept, in this entry or an older one.
fn kept(work: &EntryBuilder<'_>, held: HeldOrders) -> Result<String, CampaignError> {
    let mut here = work.kept().iter();
    if let Some(here) = here.find(|it| it.number == held.submission) {
        return Ok(here.text.clone());
    }
    let log = work.campaign.log(&*work.club.fs);
    Ok(log.orders(held.entry, held.submission)?)
}

/// A newer question about an address takes the place of an older one.
fn address_asked(work: &mut EntryBuilder<'_>, seat: Seat, written: &str) -> Answer {
    let refused = |why: &str| Answer::StaysHere {
        address: written.to_owned(),
        why: why.to_owned(),
    };
    let Some(address) = written.parse::<Address>().ok().filter(Address::is_plain) else {
        return refused("it is not an address that we can write to; write it as ana@example.org");
    };
    if work.club.house.is_ours(address.as_str()) {
        return refused("it is the address of this club");
    }
    let campaign = &*work.campaign;
    let lives = |seat: &Seat| {
        let player = campaign.player(*seat);
        player.is_some_and(|it| it.address.same_as(address.as_str()))
    };
    let name = |it: Seat| campaign.player(it).map(|it| it.name.clone());
    match campaign.table.seats().into_iter().find(lives) {
        Some(at) if at == seat => return refused("they go there already"),
        // Whose it is nobody learns where nobody may know who plays.
        Some(at) if name(at) != name(seat) && !work.hides_players() => {
            return refused("another player has it");
        }
        Some(_) | None => {}
    }
    let address = address.as_str().to_owned();
    let about_address = |it: &Question| matches!(it.about, About::Address(_));
    work.desk
        .asked
        .retain(|it| it.seat != seat || !about_address(it));
    let code = ask(
        work,
        seat,
        About::Address(address.clone()),
        Origin::default(),
    );
    Answer::Asked {
        address,
        sheet: sheet(work, seat, &code),
    }
}

/// Asks whether a player leaves the game who has said so outside of any sheet. A newer question
/// takes the place of an older one.
pub fn leaving_asked(work: &mut EntryBuilder<'_>, seat: Seat) -> Answer {
    let asks = |it: &Question| it.seat == seat && it.about == About::Leaving;
    work.desk.asked.retain(|it| !asks(it));
    let code = ask(work, seat, About::Leaving, Origin::default());
    Answer::LeaveAsked {
        sheet: sheet(work, seat, &code),
    }
}

/// The code of the question whether a player leaves, if that waits for an answer.
pub fn leaving_code(work: &EntryBuilder<'_>, seat: Seat) -> Option<String> {
    let waits = |question: &&Question| {
        question.seat == seat
            && question.about == About::Leaving
            && work.now < question.at.plus(PATIENCE)
    };
    let question = work.desk.asked.iter().find(waits)?;
    Some(code_of(work, question).as_str().to_owned())
}

/// The block that a player sends back to say yes; the line that counts still after a `;`.
pub fn sheet(work: &EntryBuilder<'_>, seat: Seat, code: &str) -> String {
    let sheet = work.table(seat).sheet();
    let opener = work.campaign.opener(seat, sheet);
    format!("{opener}\n; CONFIRM {code}\n#end")
}

/// Whether a line asks, and says nothing yet.
pub fn is_question(line: &str) -> bool {
    let comment = line.trim_start().strip_prefix(';');
    comment.is_some_and(|it| code_in(it).is_some())
}
