//! What becomes of a mail that a button of ours has written.
//!
//! Anyone who gets a report passed on has its buttons, and may write any address. So such a mail
//! files orders and asks; what else it says is left out, and that is reported. One whose sheet is
//! long played files nothing, and is answered. Not here: how the mail is known (`authentication`),
//! and the links (`report`).

use super::authentication::Proof;
use super::blocks::{checked_opener, says_only_codes};
use super::rate_limit::{self, RateLimit};
use crate::desk::entry::builder::EntryBuilder;
use crate::desk::inbox::arrival::{Arrival, Wish};
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::block::Chosen;
use crate::lang::consent::{Deed, Withheld};
use crate::report::Answer;
use crate::store::question::{Pressed, of_today};

/// How many sheets buttons file for a seat in a day, and how many other mails of theirs are
/// answered.
const PRESSED_MAX: u32 = 10;

/// Whether what a mail proves counts: of one of a button while buttons may file one more sheet
/// today, of one of an older mail if it can be answered by itself.
pub fn counts(work: &EntryBuilder<'_>, proof: Proof, seat: Seat, found: &Chosen) -> bool {
    match proof {
        Proof::Spent => is_closed(work, seat, found),
        Proof::Button => today(work, seat).filed < PRESSED_MAX,
        Proof::File | Proof::Token | Proof::Password | Proof::Server | Proof::Code => true,
    }
}

/// Counts an answer, if one may go out; `files`: the mail has filed orders; `orders`: it held some.
pub fn may_answer(
    work: &mut EntryBuilder<'_>,
    (arrival, proof): (&Arrival, Option<Proof>),
    (files, orders): (bool, bool),
) -> RateLimit {
    match proof {
        Some(Proof::Button | Proof::Spent) => budget(work, arrival.seat, files),
        _ => rate_limit::budget(work, arrival, orders),
    }
}

/// Counts a mail of a button, apart from those that prove something: nobody who presses buttons
/// uses up the receipts of a player. Whatever one files is reported.
fn budget(work: &mut EntryBuilder<'_>, seat: Seat, files: bool) -> RateLimit {
    let mut pressed = today(work, seat);
    if files {
        pressed.filed += 1;
    } else if pressed.asked >= PRESSED_MAX {
        return RateLimit::Spent;
    } else {
        pressed.asked += 1;
    }
    work.desk.seats.of(seat).pressed = Some(pressed);
    RateLimit::Left
}

fn today(work: &EntryBuilder<'_>, seat: Seat) -> Pressed {
    let pressed = work.desk.seats.get(seat).pressed;
    let anew = Pressed {
        since: work.now,
        filed: 0,
        asked: 0,
    };
    of_today(pressed, |it| it.since, work.now, anew)
}

/// What a mail that a button wrote says, and no button does; `None`: nothing.
pub fn left_out(arrival: &Arrival, understood: &Understood) -> Option<Answer> {
    if arrival.wish != Wish::Pressed || understood.check {
        return None;
    }
    let consents = &understood.consents;
    let never = |withheld: &Withheld| match withheld {
        Withheld::Request | Withheld::Check | Withheld::Password => None,
        Withheld::Letter
        | Withheld::Digest
        | Withheld::Format
        | Withheld::News
        | Withheld::Note
        | Withheld::Resignation
        | Withheld::Address
        | Withheld::Code
        | Withheld::Vote
        | Withheld::Substitute
        | Withheld::Salt => Some(withheld.words().to_owned()),
    };
    let mut what: Vec<String> = consents.withheld.iter().filter_map(never).collect();
    let deeds = consents.all();
    let away = |it: &Deed| matches!(it, Deed::Away(..) | Deed::Back);
    if deeds.iter().any(away) {
        what.push("when you are away (AWAY, BACK)".to_owned());
    }
    (!what.is_empty()).then_some(Answer::LeftOut { what })
}

/// Whether a mail to an address that proves nothing any more can be answered by itself: it is a
/// sheet that was not changed, or one that is closed.
fn is_closed(work: &EntryBuilder<'_>, seat: Seat, found: &Chosen) -> bool {
    match found {
        Chosen::One(block) => !says_only_codes(block) && checked_opener(work, seat, block).is_err(),
        Chosen::Quoted(_) | Chosen::Nothing | Chosen::Several(_) => true,
    }
}
