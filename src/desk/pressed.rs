//! What becomes of a mail that a button of ours has written.
//!
//! Whoever gets a report passed on has its buttons, and may write any address. So such a mail files
//! orders and asks; what else it says is left out and told. One whose sheet is long played files
//! nothing, and is answered. Not here: how the mail is known (`proof`), and the links (`report`).

use super::arrival::{Arrival, Wish};
use super::blocks::{checked_opener, says_only_codes};
use super::work::Work;
use crate::engine::game::Understood;
use crate::engine::seat::Seat;
use crate::lang::block::Chosen;
use crate::lang::consent::{Deed, Withheld};
use crate::report::Answer;

/// What a mail that a button wrote says, and no button does; `None`: nothing.
pub fn left_out(arrival: &Arrival, understood: &Understood) -> Option<Answer> {
    if arrival.wish != Wish::Pressed || understood.check {
        return None;
    }
    let consents = &understood.consents;
    let never = |it: &Withheld| match it {
        Withheld::Request | Withheld::Check | Withheld::Format | Withheld::Password => None,
        Withheld::Letter
        | Withheld::News
        | Withheld::Resignation
        | Withheld::Address
        | Withheld::Code
        | Withheld::Salt => Some(it.words().to_owned()),
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
pub fn is_closed(work: &Work<'_>, seat: Seat, found: &Chosen) -> bool {
    match found {
        Chosen::One(block) => !says_only_codes(block) && checked_opener(work, seat, block).is_err(),
        Chosen::Quoted(_) | Chosen::Nothing | Chosen::Several(_) => true,
    }
}
