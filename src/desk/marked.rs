//! Mails that say in their heads that a machine or a list sent them (`mail::classify`), and yet
//! prove their sender: what a list passed on counts like any mail, with an order block or without,
//! and about what a machine may have written the player is asked, once a day at most.
//!
//! An answering machine may quote our own sheet under the address that proves its sender, so such
//! a mail is never filed unasked, and never answered again and again. Not here: reading those
//! marks (`mail`), and the question itself (`confirm`).

use super::arrival::Arrival;
use super::blocks::{checked_opener, read_only};
use super::confirm;
use super::proof::Proof;
use super::reply::{self, Reply};
use super::stuck::Stuck;
use super::unproved::{Asking, ask, mark};
use super::work::Work;
use crate::clock::length::Length;
use crate::lang::block::{self, Chosen};
use crate::mail::classify::WithProof;
use crate::mail::cut::{is_opener, unquoted};
use crate::mail::own::own;
use crate::mail::token::Token;
use crate::mail::{Body, Class, Incoming};
use crate::store::entry::Verdict;

/// How long after one mail of a machine that was asked about, or answered, the next may be.
const MARKED_REST: Length = Length::hours(24);

/// Whether a mail may be a player's for all that its class says: it is a person's, or it brings
/// something that may be a proof, and what may be orders. The others change nothing, and no
/// campaign is opened for them.
pub fn may_count(mail: &Incoming, token: Option<&Token>) -> bool {
    let holds_orders = match (mail.class, mail.class.with_proof()) {
        (Class::Orders, _) => return true,
        // What is there besides a block only the token proves.
        (_, WithProof::AsAny) if token.is_some() => true,
        (_, WithProof::Asked) if token.is_some() => holds_opener(mail) || has_own_text(mail),
        (_, WithProof::AsAny) => holds_opener(mail) || !is_text(&mail.body),
        (_, WithProof::Asked) => mail.body.has_opener(),
        (_, WithProof::Never) => false,
    };
    holds_orders && (token.is_some() || mail.vouched || tells_word(mail))
}

/// Whether there are words above what a mail quotes.
fn has_own_text(mail: &Incoming) -> bool {
    let own = own(mail.body.lines());
    own.above.iter().any(|it| !it.text.trim().is_empty())
}

/// Whether a line begins like an opener, in a quotation or not.
fn holds_opener(mail: &Incoming) -> bool {
    let mut lines = mail.body.lines().iter();
    lines.any(|it| is_opener(unquoted(&it.text)))
}

/// What can be read; nothing at all is as good as words without orders.
fn is_text(body: &Body) -> bool {
    matches!(body, Body::Text(_) | Body::Empty)
}

/// Whether there is a password, or the code of a question.
fn tells_word(mail: &Incoming) -> bool {
    let mut lines = mail.body.lines().iter().filter(|it| it.is_live());
    lines.any(|it| {
        let password = is_opener(&it.text).then(|| block::password(&it.text));
        password.flatten().is_some() || confirm::code_in(&it.text).is_some()
    })
}

/// What the record says of a mail that its marks keep from being taken like any other: kept until
/// the player says yes, or left. `None`: it is taken like any other. `has_token`: it came to the
/// address that our mails ask to be answered at, from wherever.
///
/// # Errors
/// Rules or templates that fail.
pub fn stopped(
    work: &mut Work<'_>,
    arrival: &Arrival,
    (proof, has_token): (Option<Proof>, bool),
    found: &Chosen,
) -> Result<Option<(Verdict, Option<u32>, String)>, Stuck> {
    let mail = &arrival.mail;
    let mark = mark(mail);
    let left = |why: &str| Ok(Some((Verdict::Ignored, None, format!("{mark}; {why}"))));
    match mail.class.with_proof() {
        _ if mail.class == Class::Orders => return Ok(None),
        _ if proof.is_none() && !has_token => return left("it proved nothing"),
        WithProof::AsAny if has_token => return Ok(None),
        _ => {}
    }
    // The code of a question in live text: a person took the `;` away.
    if confirm::is_proof(work, arrival.seat, found) {
        return Ok(None);
    }
    let listed = mail.class.with_proof() == WithProof::AsAny;
    let own;
    let found = match found {
        Chosen::Nothing if listed && !is_text(&mail.body) => return Ok(None),
        Chosen::Nothing | Chosen::Quoted(_) if !has_token => return left("it holds no orders"),
        Chosen::Nothing | Chosen::Quoted(_) => match reply::read(work, arrival, found)? {
            Reply::Orders(block, _) | Reply::Taken(block) | Reply::Offered(block, _) => {
                own = Chosen::One(block);
                &own
            }
            _ => return left("nothing above what it quotes reads as orders"),
        },
        Chosen::One(_) | Chosen::Several(_) if listed && mail.body.has_opener() => return Ok(None),
        Chosen::One(_) | Chosen::Several(_) => found,
    };
    let rests = work.desk.marked.get(&arrival.seat).copied();
    if rests.is_some_and(|it| work.now < it.plus(MARKED_REST)) {
        return left("the player was asked about such a mail less than a day ago");
    }
    let fails = match found {
        Chosen::One(block) => checked_opener(work, arrival.seat, block).is_err(),
        _ => true,
    };
    if !fails {
        let (verdict, submission, why) = match ask(work, arrival, found)? {
            Asking::Kept(submission) => {
                let why = "its orders wait until the player confirms them";
                (Verdict::Held, Some(submission), why)
            }
            Asking::TooMuch => (
                Verdict::Refused,
                None,
                "it says more than a question can show",
            ),
            // A request alone: it is answered like any, once a day.
            Asking::Nothing
                if proof == Some(Proof::Token) && has_requests(work, arrival, found)? =>
            {
                work.desk.marked.insert(arrival.seat, work.now);
                return Ok(None);
            }
            Asking::Sender | Asking::Nothing => {
                return left("it holds no line that could be asked about");
            }
        };
        work.desk.marked.insert(arrival.seat, work.now);
        return Ok(Some((verdict, submission, format!("{mark}; {why}"))));
    }
    // Nothing of it can be filed: its writer is told why, as of any mail.
    work.desk.marked.insert(arrival.seat, work.now);
    Ok(None)
}

/// Whether a block asks for something, and says nothing else.
fn has_requests(work: &Work<'_>, arrival: &Arrival, found: &Chosen) -> Result<bool, Stuck> {
    let Chosen::One(block) = found else {
        return Ok(false);
    };
    let sheet = work.table(arrival.seat).sheet();
    let read = read_only(work, arrival.seat, block, sheet)?;
    Ok(!read.requests.is_empty() && read.lines.is_empty() && read.letters.is_empty())
}
