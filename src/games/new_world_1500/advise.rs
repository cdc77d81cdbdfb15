//! What is worth knowing of the lines of a seat, besides what the engine finds out itself. It looks
//! at the seat's own hand and at what lies open, and at nothing else (4.7).

use super::bind::{Wanted, bind};
use super::data::{Answer, Card, Tables};
use super::deed::Deed;
use super::facts::NewWorld;
use super::group::Target;
use super::orders::{Order, Plague, React, Shown};
use super::policy::answers_cards;
use super::view::View;
use super::what::{Step, What};
use crate::engine::advice::{Advice, Line};
use crate::engine::facts::Asked;
use crate::engine::note::Note;
use crate::engine::orders::Guard;
use crate::games::words::commas;
use crate::lang::sheet::{Scope, SheetNo};

/// All that is worth knowing, line by line.
pub fn advise(game: &NewWorld, view: &View, lines: &[&Line<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.turn);
    let advice = Advice {
        facts: &game.facts,
        sheet,
        inside,
        remarks: &|line, order| match line.scope {
            Scope::Sheet { sheet: of } if of == sheet => doubts(&game.tables, view, order),
            _ => Vec::new(),
        },
        covers: &covers,
    };
    advice.notes(lines)
}

fn inside(order: &Order) -> Option<&Guard<Asked>> {
    match order {
        Order::React {
            with: React::With { when, .. },
        }
        | Order::Counter { when, .. } => when.as_ref(),
        _ => None,
    }
}

/// What speaks against an order of the sheet now open.
fn doubts(tables: &Tables, view: &View, order: &Order) -> Vec<String> {
    let over = || vec!["your player turn is over: this lapses".to_owned()];
    match order {
        Order::Play { .. } | Order::Pass {} | Order::Abandon { .. } if view.is_past() => over(),
        Order::Discard { .. } if view.prepared => {
            vec!["cards have been given up in this game turn already".to_owned()]
        }
        Order::Discard { cards } => {
            let excess = view.excess();
            let mut notes: Vec<String> = Vec::new();
            if cards.len() > excess {
                notes.push(format!(
                    "you give up {excess} at most: the first that are named"
                ));
            }
            let held = |it: &&Card| !view.hand.contains(it);
            notes.extend(
                cards
                    .iter()
                    .find(held)
                    .map(|it| format!("you do not hold {it} now")),
            );
            notes
        }
        Order::Play { card, .. } if !view.hand.contains(card) => {
            vec![format!("you do not hold {card} now")]
        }
        Order::Play { card, what, min } => {
            let wanted = Wanted {
                card: *card,
                what,
                min: *min,
                victims: &[],
            };
            let bound = bind(tables, &view.world, view.mine(), &wanted);
            match bound {
                Err(why) => vec![format!("on the map as it is now: {why}")],
                Ok(deed) => illegal(what, &deed),
            }
        }
        Order::Show {
            cards: Shown::Cards { list },
            ..
        } => {
            let gone = list.iter().find(|it| !view.hand.contains(it));
            gone.map(|it| format!("you do not hold {it} now"))
                .into_iter()
                .collect()
        }
        Order::React {
            with: React::With { rcard, vs, .. },
        } if !vs.is_empty() && !answers_cards(tables, *rcard) => {
            let answer = tables.card(*rcard).answer;
            match answer == Some(Answer::Plunder) {
                true => vec![format!(
                    "{rcard} answers a tally, not a card: with VS it never counts"
                )],
                false => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// Steps that name one area each, in which nothing would be done on the map as it is now.
fn illegal(what: &What, deed: &Deed) -> Vec<String> {
    let area = |step: &Step| match step.as_slice() {
        [only] => match &only.to {
            Target::Area(it) => Some(*it),
            Target::Group(_) => None,
        },
        _ => None,
    };
    let named = what.steps.iter().chain(&what.at).filter_map(area);
    let left_out = named.filter(|it| deed.hits.iter().all(|hit| hit.area != *it));
    let areas = commas(left_out);
    match areas.is_empty() {
        true => Vec::new(),
        false => vec![format!(
            "on the map as it is now nothing would be done in {areas}"
        )],
    }
}

/// Whether the first order, without IF, leaves the second nothing to do.
fn covers(first: &Order, then: &Order) -> bool {
    match (first, then) {
        (Order::Pass {}, Order::Play { .. } | Order::Pass {})
        | (Order::Keep { .. }, Order::Keep { .. })
        | (Order::Tally { .. }, Order::Tally { .. }) => true,
        (
            Order::React {
                with: React::None {},
            },
            Order::React { .. },
        ) => true,
        (
            Order::React {
                with:
                    React::With {
                        rcard,
                        vs,
                        from,
                        when: None,
                        max: 0,
                        ..
                    },
            },
            Order::React {
                with: React::With { rcard: then, .. },
            },
        ) => rcard == then && vs.is_empty() && from.is_empty(),
        (Order::Plague { say: first }, Order::Plague { say: then }) => matches!(
            (first, then),
            (Plague::Rounds { .. }, Plague::Rounds { .. })
                | (Plague::Reduce { .. }, Plague::Reduce { .. })
        ),
        _ => false,
    }
}

/// Whether a line of silence never does anything behind this order of a seat's own, with an IF
/// unless `always`.
pub fn overrules(own: &Order, always: bool, silent: &Order) -> bool {
    match (own, silent) {
        (own, Order::Play { .. }) => own.plays(),
        (Order::Tally { .. }, Order::Tally { .. }) => true,
        (
            Order::React {
                with: React::None {},
            },
            Order::React { .. },
        ) => always,
        (Order::React { .. }, Order::React { .. }) => {
            own.answers_with().is_some() && own.answers_with() == silent.answers_with()
        }
        (Order::Keep { .. }, Order::Keep { .. }) => always,
        (Order::Plague { .. }, Order::Plague { .. }) => always && covers(own, silent),
        _ => false,
    }
}
