//! What became of cards that were answered, for those who have to do with it.
//!
//! Each answer is on the card below it, so that those of one card make a chain. Not here: the other
//! news (`news`), and how a chain is played (`phases::table`).

use super::data::{Answer, Card, Tables};
use super::events::Event;
use packetboat_core::prelude::*;

/// An answer that was heard of.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Reply {
    #[serde(skip)]
    pub(super) at: usize,
    seat: Seat,
    card: Card,
    to: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<Card>,
    does: Option<Answer>,
    /// Who cancelled it, and with which card.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<(Seat, Card)>,
    /// Whether it answers the answer before it.
    #[serde(skip)]
    on_answer: bool,
}

/// The answers that the viewer gave, that were given to them, or that they cancelled. What
/// cancelled an answer is told with that answer.
pub(super) fn replies(tables: &Tables, heard: &[&Event], me: Seat) -> impl Iterator<Item = Reply> {
    let all = chains(tables, heard).into_iter().flatten();
    all.filter(move |reply| {
        let over = reply.over.is_some_and(|it| it.0 == me);
        let mine = reply.seat == me || reply.to == me || over;
        mine && (!reply.on_answer || reply.over.is_some())
    })
}

/// The answers to each card and each tally, from the lowest up.
fn chains(tables: &Tables, heard: &[&Event]) -> Vec<Vec<Reply>> {
    let mut chains: Vec<Vec<Reply>> = Vec::new();
    let mut goes_on = false;
    for (at, event) in heard.iter().enumerate() {
        let Event::Answered {
            seat,
            card,
            to,
            against,
        } = event
        else {
            goes_on = false;
            continue;
        };
        let chain = chains.last().filter(|_| goes_on);
        let below = chain.and_then(|it| it.last());
        let on_answer = below.is_some_and(|it| (it.seat, Some(it.card)) == (*to, *against));
        if !on_answer {
            chains.push(Vec::new());
        }
        chains.last_mut().expect("one was begun").push(Reply {
            at,
            seat: *seat,
            card: *card,
            to: *to,
            against: *against,
            does: tables.card(*card).answer,
            over: None,
            on_answer,
        });
        goes_on = true;
    }
    for chain in &mut chains {
        for at in (1..chain.len()).rev() {
            let over = &chain[at];
            let cancels = over.does == Some(Answer::Cancel) && over.over.is_none();
            chain[at - 1].over = cancels.then_some((over.seat, over.card));
        }
    }
    chains
}
