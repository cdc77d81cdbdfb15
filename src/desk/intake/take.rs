//! One mail at one campaign → what was filed, and a receipt.
//!
//! Not here: finding the campaign (`route`), reading lines (`lang`), and when play goes on
//! (`turn_over`).

use super::authentication::{Proof, is_predecessors};
use super::blocks::{checked_opener, read_only, says_only_codes};
use super::by_machine;
use super::confirm::{self, Done};
use super::files;
use super::filing::{Settled, settle};
use super::leaving::{self, resign};
use super::mask;
use super::rate_limit::{UNANSWERED, note_unanswered};
use super::receipt::{Receipt, Taken, answer};
use super::reply::{Reply, reply};
use super::seat_mail::SeatMail;
use super::senders;
use super::signature;
use super::substitutes::role;
use super::unauthenticated::{bare_block, unproved};
use crate::desk::club::errors::CampaignError;
use crate::desk::club::partners::Role;
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::engine::seat::Seat;
use crate::lang::block::{Asked, Chosen};
use crate::report::Answer;
use crate::store::entry::{MailNote, Verdict};

/// Takes one mail.
///
/// # Errors
/// Rules or templates that fail.
pub fn take(work: &mut EntryBuilder<'_>, arrival: &Arrival) -> Result<Taken, CampaignError> {
    let mut sent = SeatMail::open(work, arrival);
    let with_files = match sent.proof {
        Some(_) => files::kept(work, arrival)?,
        None => None,
    };
    if let Some(arrival) = &with_files {
        sent = SeatMail::open(work, arrival);
    }
    let writer = senders::writer(work, arrival).filter(|_| sent.proof.is_some());
    work.writer = writer.map(|it| (sent.seat, it));
    let taken = take_opened(work, &mut sent);
    work.writer = None;
    taken
}

fn take_opened(
    work: &mut EntryBuilder<'_>,
    sent: &mut SeatMail<'_>,
) -> Result<Taken, CampaignError> {
    mask::hear(work, sent);
    if is_nobodys(work, sent) {
        let why = "no player has this seat";
        note(work, sent, (Verdict::Ignored, None, why));
        return Ok(Taken::default());
    }
    if let Some((verdict, submission, why)) = by_machine::stopped(work, sent)? {
        note(work, sent, (verdict, submission, &why));
        return Ok(Taken::default());
    }
    if sent.proof.is_none() {
        let became = without_proof(work, sent)?;
        note(work, sent, became);
        return Ok(Taken::default());
    }
    sent.keep_codes(work);
    let said = said(work, sent)?;
    if sent.proof == Some(Proof::Token) && matches!(sent.found, Chosen::Nothing | Chosen::Quoted(_))
    {
        signature::note(work, sent);
    }
    if let Reply::Orders(block, _) | Reply::Taken(block, _) = &said {
        sent.found = Chosen::One(block.clone());
    }
    // What waited is older than what came with the yes.
    let done = carry_out(work, sent, &said)?;
    let kept: Vec<SeatMail<'_>> = done
        .orders
        .iter()
        .map(|it| SeatMail::open(work, it))
        .collect();
    let settled = settle_all(work, (sent, said), &kept)?;
    let submission = settled.iter().find_map(|it| it.1.submission);
    let taken = answer_all(work, sent, settled, done.answers)?;
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
    if let Some(became) = taken.unheard {
        note_unanswered(work, sent, became);
    }
    note(work, sent, (verdict, submission, why));
    Ok(taken)
}

/// Whether nobody could have sent a mail for its seat: there is none, or a robot has it.
fn is_nobodys(work: &EntryBuilder<'_>, sent: &SeatMail<'_>) -> bool {
    let exists = work.campaign.table.seats().contains(&sent.seat);
    !exists || (work.campaign.is_robot(sent.seat) && !sent.trusted)
}

/// What becomes of a mail that proves nothing.
fn without_proof(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
) -> Result<(Verdict, Option<u32>, &'static str), CampaignError> {
    if is_predecessors(work, sent)? {
        let why = "it came to a reply address of the former player";
        return Ok((Verdict::Ignored, None, why));
    }
    match bare_block(work, sent)? {
        Some(block) => unproved(work, sent, &Chosen::One(block)),
        None => unproved(work, sent, &sent.found),
    }
}

/// What a mail says outside of its sheets. A word that says yes to leaving is taken as its code.
fn said(work: &EntryBuilder<'_>, sent: &mut SeatMail<'_>) -> Result<Reply, CampaignError> {
    let yes = match (sent.proof, &sent.found) {
        (Some(Proof::Token), Chosen::Nothing | Chosen::Quoted(_)) => leaving::yes(work, sent)?,
        _ => None,
    };
    match yes {
        Some(block) => {
            sent.found = Chosen::One(block);
            Ok(Reply::Silent)
        }
        None => reply(work, sent),
    }
}

/// Settles what was kept and is confirmed, then the mail itself; which is reported first, unless it
/// only says yes and has nothing of its own to say.
fn settle_all<'m>(
    work: &mut EntryBuilder<'_>,
    (sent, said): (&'m SeatMail<'m>, Reply),
    confirmed: &'m [SeatMail<'m>],
) -> Result<Vec<(&'m SeatMail<'m>, Settled)>, CampaignError> {
    let mut settled = Vec::new();
    for kept in confirmed {
        mask::hear(work, kept);
        settled.push((kept, settle(work, kept, Reply::Silent)?));
    }
    let says_yes = matches!(&sent.found, Chosen::One(block) if says_only_codes(block));
    if settled.is_empty() || !says_yes {
        settled.insert(0, (sent, settle(work, sent, said)?));
    }
    Ok(settled)
}

/// Answers all of it in one mail.
fn answer_all(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    settled: Vec<(&SeatMail<'_>, Settled)>,
    mut answers: Vec<Answer>,
) -> Result<Taken, CampaignError> {
    let mut taken = Taken::default();
    let mut mail: Option<Receipt> = None;
    for (part, settled) in settled {
        let answers = std::mem::take(&mut answers);
        let (one, receipt) = answer(work, part, settled, (answers, sent.proof))?;
        taken.add(one);
        mail = match (mail, receipt) {
            (Some(whole), Some(more)) => Some(whole.with(&more)),
            (whole, more) => whole.or(more),
        };
    }
    if let Some(receipt) = mail {
        receipt.post(work, sent, taken.filed)?;
    }
    Ok(taken)
}

/// Does what a mail says with `CONFIRM` and `ADDRESS`, unless it only asks how it would be read;
/// and asks about `RESIGN` outside of a sheet.
fn carry_out(
    work: &mut EntryBuilder<'_>,
    sent: &SeatMail<'_>,
    said: &Reply,
) -> Result<Done, CampaignError> {
    let Chosen::One(block) = &sent.found else {
        return Ok(Done::default());
    };
    let first = |it: &String| it.split_whitespace().next().map(str::to_uppercase);
    let acts = ["CONFIRM", "ADDRESS", "RESIGN"];
    let says = |it: &String| first(it).is_some_and(|it| acts.contains(&it.as_str()));
    if !block.lines.iter().any(says) {
        return Ok(Done::default());
    }
    let Ok(opener) = checked_opener(work, sent.seat, block) else {
        return Ok(Done::default());
    };
    let understood = read_only(work, sent.seat, block, opener.sheet)?;
    let only_orders = matches!(sent.wish, Wish::Check | Wish::Pressed);
    if understood.check || opener.asked == Asked::Check || only_orders {
        return Ok(Done::default());
    }
    let mut done = confirm::carry_out(work, sent, &understood.requests)?;
    if understood.resigns && matches!(said, Reply::Orders(..)) {
        done.answers.push(leaves(work, sent.seat)?);
    }
    if done.leaves {
        resign(work, sent.seat)?;
    }
    Ok(done)
}

/// What is said to whoever wants to leave: a player is asked whether they mean it.
fn leaves(work: &mut EntryBuilder<'_>, seat: Seat) -> Result<Answer, CampaignError> {
    let player = work.campaign.player(seat).map(|it| it.name.clone());
    Ok(match role(work, seat) {
        Role::Player => confirm::leaving_asked(work, seat),
        Role::CoPlayer => Answer::NotYours {
            player: player.unwrap_or_default(),
        },
        Role::Substitute => {
            resign(work, seat)?;
            Answer::GivenBack
        }
    })
}

/// Reads and explains one mail's orders, and files nothing.
///
/// # Errors
/// Rules or templates that fail.
pub fn check(work: &mut EntryBuilder<'_>, arrival: &Arrival) -> Result<Taken, CampaignError> {
    let sent = SeatMail::open(work, arrival);
    let settled = settle(work, &sent, Reply::Silent)?;
    let (taken, receipt) = answer(work, &sent, settled, (Vec::new(), None))?;
    if let Some(receipt) = receipt {
        receipt.post(work, &sent, false)?;
    }
    Ok(taken)
}

/// Notes what became of a mail.
fn note(
    work: &mut EntryBuilder<'_>,
    arrival: &Arrival,
    (verdict, submission, why): (Verdict, Option<u32>, &str),
) {
    work.note_mail(MailNote {
        id: arrival.mail.id.0.clone(),
        file: crate::store::maildir::bare(&arrival.file).to_owned(),
        arrived: arrival.arrived,
        seat: Some(arrival.seat),
        verdict,
        submission,
        why: (!why.is_empty()).then(|| why.to_owned()),
    });
}
