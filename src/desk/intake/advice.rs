//! What a receipt says besides what was filed: what is worth knowing about a mail, what was mended
//! in it, and why nothing of it was read.
//!
//! Not here: filing, and the receipt itself (`intake`).

use super::authentication::Proof;
use super::blocks::{named, opener};
use super::confirm;
use super::rate_limit::Budget;
use super::senders::is_registered;
use crate::desk::entry::builder::Work;
use crate::desk::inbox::arrival::{Arrival, live};
use crate::lang::block::{self, Chosen};
use crate::mail::fold::Repairs;
use crate::mail::own::own;
use crate::report::{Advice, Finding};
use std::collections::BTreeSet;

/// Why a mail files nothing that holds no block that counts.
pub fn nothing_read(work: &Work<'_>, arrival: &Arrival, found: &Chosen) -> Finding {
    match found {
        Chosen::Quoted(block) => {
            let sheet = opener(work, arrival.seat, block).map(|it| it.sheet);
            let sheet = sheet.unwrap_or_else(|_| work.table(arrival.seat).sheet());
            let asks = block.lines.iter().any(|it| confirm::is_question(it));
            Finding::OnlyOurs { sheet, asks }
        }
        Chosen::Several(blocks) => {
            let campaigns: BTreeSet<_> = blocks.iter().filter_map(named).collect();
            Finding::Several {
                openers: blocks.iter().map(|it| block::mask(&it.opener)).collect(),
                campaigns: campaigns.len() > 1,
            }
        }
        Chosen::Nothing | Chosen::One(_) => match arrival.mail.body.advice() {
            Some(why) => Finding::Unreadable {
                why: why.to_owned(),
            },
            None => Finding::NoOrders,
        },
    }
}

/// What is worth knowing about a mail.
pub fn advice(
    work: &mut Work<'_>,
    arrival: &Arrival,
    finding: &Finding,
    (proof, budget): (Option<Proof>, Budget),
) -> Vec<Advice> {
    let mut advice = Vec::new();
    if work.desk.unasked.remove(&arrival.seat).is_some() {
        advice.push(Advice::Unasked);
    }
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
    let own = own(arrival.mail.body.lines());
    let raw = own.above.iter().chain(&own.sheets);
    let mut mended = Repairs::of(raw.map(|it| it.raw.as_str())).phrases();
    mended.extend(arrival.mail.notes.iter().cloned());
    mended
}
