//! Words that players add to the dice (`SALT`), so that the person who chose the seed cannot have
//! known what results from it.
//!
//! Each seat once, in a mail that proves its sender, before the first gate that calls it is closed.
//! What was given stays, whatever is sent, cancelled or rolled back later. Not here: how salts stir
//! the keys (`engine::dice`), and how reports show them (`publish`).

use super::builder::EntryBuilder;
use crate::engine::dice::{hex, salt_digest};
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::request::Request;
use crate::report::{Answer, SaltAt};
use crate::store::entry::{DeskState, Stop};

/// Whether a seat may add some still.
pub fn is_open(desk: &DeskState, link: u32, seat: Seat) -> bool {
    let record = desk.seats.get(seat);
    let given = record.salt.is_some();
    !(is_older(desk, link) || given || desk.stop == Stop::Over || record.opened)
}

/// A campaign that has played on without noting whom its gates called is older than salts are.
fn is_older(desk: &DeskState, link: u32) -> bool {
    link > 1 && !desk.seats.any(|it| it.opened)
}

/// Notes that the gate now open is closed: nobody whom it called adds anything after it.
pub fn close_gate(work: &mut EntryBuilder<'_>) {
    if work.desk.stop == Stop::Gate {
        let called = work.desk.called.clone();
        close(work, called);
    }
}

/// Notes that these seats add nothing any more: also those that have changed hands.
pub fn close(work: &mut EntryBuilder<'_>, seats: impl IntoIterator<Item = Seat>) {
    if is_older(&work.desk, work.dice.link) {
        for seat in work.campaign.table.seats() {
            work.desk.seats.of(seat).opened = true;
        }
    }
    for seat in seats {
        work.desk.seats.of(seat).opened = true;
    }
}

/// Takes what a mail adds, if it may, unless it is only to be read; says what became of it.
/// `by_mail`: whether it is a mail of the player's own, not a file, a button or a code.
pub fn asked(
    work: &mut EntryBuilder<'_>,
    seat: Seat,
    understood: &Understood,
    by_mail: bool,
) -> Vec<Answer> {
    let requests = understood.requests.iter().filter(|_| !understood.check);
    let words = requests.filter_map(|request| match request {
        Request::Salt(words) => Some(words),
        _ => None,
    });
    words.map(|it| give(work, seat, it, by_mail)).collect()
}

fn give(work: &mut EntryBuilder<'_>, seat: Seat, words: &str, by_mail: bool) -> Answer {
    let (id, link) = (work.campaign.id.to_string(), work.dice.link);
    let refused = |why: &str| Answer::NotSalted {
        why: why.to_owned(),
    };
    if !by_mail {
        return refused("words for the dice are taken from your own mails only");
    }
    if let Some(given) = &work.desk.seats.get(seat).salt {
        return if given == words {
            salted(&id, seat, words)
        } else {
            refused("a seat can add words once, and yours has")
        };
    }
    if !is_open(&work.desk, link, seat) {
        return refused("words could be added only before your first turn was closed");
    }
    work.desk.seats.of(seat).salt = Some(words.to_owned());
    salted(&id, seat, words)
}

fn salted(campaign: &str, seat: Seat, words: &str) -> Answer {
    Answer::Salted {
        words: words.to_owned(),
        digest: hex(&salt_digest(campaign, seat.as_str(), words)),
    }
}

/// What a report shows of all seats' salts.
pub fn shown(work: &EntryBuilder<'_>) -> Vec<SaltAt> {
    let campaign = &*work.campaign;
    let seats = campaign.table.seats().into_iter();
    let digest = |seat: Seat| {
        let words = work.desk.seats.get(seat).salt.as_ref()?;
        Some(hex(&salt_digest(
            campaign.id.as_str(),
            seat.as_str(),
            words,
        )))
    };
    let seats = seats.map(|seat| SaltAt {
        title: campaign.title(seat),
        digest: digest(seat).unwrap_or_default(),
    });
    seats.collect()
}
