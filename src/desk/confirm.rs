//! What only the registered address may say yes to: orders that came without proof, and mails to
//! go to another address.
//!
//! The question goes to the registered address, with a code; whoever sends `CONFIRM` with the code
//! reads the mail there, which is proof enough. A code is good once, and nothing of it is kept: it
//! is made from the number of its question.
//! Not here: telling the player (`intake`), and changing the roster (`tick`).

use super::campaign::Stuck;
use super::route::{Arrival, Wish};
use super::work::Work;
use crate::clock::length::Length;
use crate::config::address::Address;
use crate::engine::seat::Seat;
use crate::lang::block::{Block, Chosen};
use crate::lang::read::Request;
use crate::mail::token::{Token, TokenKey};
use crate::report::{Answer, opener};
use crate::store::fault::StoreFault;
use crate::store::layout::orders_file;
use crate::store::question::{HeldOrders, Question};

/// How many questions may wait for one seat's answer: whoever asks for more is no player.
const QUESTIONS_MAX: usize = 5;

/// How long a question waits for an answer.
const PATIENCE: Length = Length::hours(14 * 24);

/// Whether a block proves its sender, by the code of a question to this seat.
pub fn is_proof(work: &Work<'_>, seat: Seat, found: &Chosen) -> bool {
    let Chosen::One(block) = found else {
        return false;
    };
    let mut codes = block.lines.iter().filter_map(|it| code_in(it));
    codes.any(|code| asked(work, seat, &code).is_some())
}

/// The code in a line that says `CONFIRM`.
pub fn code_in(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let confirms = words.next()?.eq_ignore_ascii_case("CONFIRM");
    confirms.then(|| words.collect())
}

/// Where the question with this code stands in the list.
fn asked(work: &Work<'_>, seat: Seat, code: &str) -> Option<usize> {
    let code = Token::read_code(code)?;
    let questions = work.desk.asked.iter();
    let mut found = questions.enumerate().filter(|(_, it)| it.seat == seat);
    found.find_map(|(at, it)| (code_of(work, seat, it.number) == code).then_some(at))
}

fn code_of(work: &Work<'_>, seat: Seat, number: u32) -> Token {
    let key = TokenKey::new(work.campaign.secret.token_key.0);
    let generation = work.campaign.secret.generation(seat);
    key.code(work.campaign.id.as_str(), seat, generation, number)
}

/// Notes a question to a seat and returns its code; `None`: too many wait already.
fn ask(
    work: &mut Work<'_>,
    seat: Seat,
    orders: Option<HeldOrders>,
    address: Option<String>,
) -> Option<String> {
    let now = work.now;
    work.desk.asked.retain(|it| now < it.at.plus(PATIENCE));
    if work.desk.asked.iter().filter(|it| it.seat == seat).count() >= QUESTIONS_MAX {
        return None;
    }
    work.desk.questions += 1;
    let number = work.desk.questions;
    work.desk.asked.push(Question {
        number,
        seat,
        at: now,
        orders,
        address,
    });
    Some(code_of(work, seat, number).as_str().to_owned())
}

/// Orders that were kept, and the code that files them.
pub struct Held {
    /// The number they are kept under.
    pub submission: u32,
    /// The code.
    pub code: String,
}

/// Keeps orders that came without proof until the registered address says yes; `None` if too many
/// wait already.
pub fn hold(work: &mut Work<'_>, seat: Seat, block: &Block) -> Option<Held> {
    let orders = HeldOrders {
        submission: work.desk.submissions + 1,
        entry: work.campaign.next_number(),
    };
    let code = ask(work, seat, Some(orders), None)?;
    let submission = work.next_submission();
    let text = block.shown().join("\n") + "\n#end\n";
    work.orders.push((submission, seat, text));
    Some(Held { submission, code })
}

/// What was said yes to, and what is asked.
#[derive(Default)]
pub struct Done {
    /// What the receipt says of each, in order.
    pub answers: Vec<Answer>,
    /// Orders that were kept, to be taken as if they came now.
    pub orders: Vec<Arrival>,
}

/// Does what `CONFIRM` and `ADDRESS` say, as far as it can be done; the rest in words.
///
/// # Errors
/// The disk, which cannot read what was kept.
pub fn carry_out(
    work: &mut Work<'_>,
    arrival: &Arrival,
    requests: &[Request],
) -> Result<Done, Stuck> {
    let mut done = Done::default();
    for request in requests {
        let answer = match request {
            Request::Confirm(code) => confirm(work, arrival, code, &mut done.orders)?,
            Request::Address(address) => address_asked(work, arrival.seat, address),
            Request::Report(_) | Request::Status | Request::Help(_) => continue,
        };
        done.answers.push(answer);
    }
    Ok(done)
}

fn confirm(
    work: &mut Work<'_>,
    arrival: &Arrival,
    code: &str,
    filed: &mut Vec<Arrival>,
) -> Result<Answer, Stuck> {
    let seat = arrival.seat;
    let Some(at) = asked(work, seat, code) else {
        return Ok(Answer::NothingAsked {
            code: code.to_owned(),
        });
    };
    let question = work.desk.asked.remove(at);
    if let Some(address) = question.address {
        work.desk.moving.insert(seat, address.clone());
        return Ok(Answer::Moves { address });
    }
    let text = match question.orders {
        Some(orders) => kept(work, orders)?,
        None => String::new(),
    };
    filed.push(Arrival {
        from: arrival.from,
        file: arrival.file.clone(),
        arrived: arrival.arrived,
        ..Arrival::by_command(seat, &text, Wish::Orders, work.now)
    });
    let zone = work.zone_of(Some(seat));
    Ok(Answer::Confirmed {
        at: question.at.for_people(zone, work.now),
    })
}

/// The text of a submission that was kept, in this entry or an older one.
fn kept(work: &Work<'_>, held: HeldOrders) -> Result<String, Stuck> {
    let here = work.orders.iter().find(|it| it.0 == held.submission);
    if let Some((_, _, text)) = here {
        return Ok(text.clone());
    }
    let path = work.campaign.dir.entry(held.entry);
    let path = path.join(orders_file(held.submission));
    let bytes = work.club.fs.read(&path);
    let bytes = bytes.map_err(|it| StoreFault::disk(&path, it))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn address_asked(work: &mut Work<'_>, seat: Seat, written: &str) -> Answer {
    let refused = |why: &str| Answer::StaysHere {
        address: written.to_owned(),
        why: why.to_owned(),
    };
    let Ok(address) = written.parse::<Address>() else {
        return refused("that is no address; write it as ADDRESS ana@example.org");
    };
    let player = work.campaign.player(seat);
    if player.is_some_and(|it| it.address.same_as(address.as_str())) {
        return refused("your mails go there already");
    }
    let address = address.as_str().to_owned();
    match ask(work, seat, None, Some(address.clone())) {
        Some(code) => Answer::Asked {
            address,
            sheet: sheet(work, seat, &code),
        },
        None => refused("too many questions of ours wait for an answer; write to the referee"),
    }
}

/// The block that a player sends back to say yes; the line that counts still behind a `;`.
pub fn sheet(work: &Work<'_>, seat: Seat, code: &str) -> String {
    let sheet = work.campaign.table.sheet();
    let opener = opener(work.campaign.id.as_str(), seat, sheet);
    format!("{opener}\n; CONFIRM {code}\n#end")
}
