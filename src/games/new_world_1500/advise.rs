//! What is worth knowing of the lines of a seat, besides what the engine finds out itself. It looks
//! at the seat's own hand and at what lies open, and at nothing else (4.7).

use super::bind::{Wanted, bind, left_out, spare};
use super::choice::leaving;
use super::data::{Answer, Card, Tables};
use super::facts::NewWorld;
use super::orders::{Order, Plague, React, Shown};
use super::view::View;
use super::what::What;
use super::world::World;
use crate::engine::advice::{Advice, Line};
use crate::engine::facts::Asked;
use crate::engine::note::Note;
use crate::engine::orders::Guard;
use crate::games::words::{commas, counted};
use crate::lang::sheet::{Scope, SheetNo};

/// All that is worth knowing, line by line.
pub fn advise(game: &NewWorld, view: &View, lines: &[&Line<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.turn);
    let plan = Plan {
        tables: &game.tables,
        view,
        lines,
        world: world(&game.tables, view, lines),
    };
    let advice = Advice {
        facts: &game.facts,
        sheet,
        inside,
        remarks: &|line, order| match line.scope {
            Scope::Sheet { sheet: of } if of == sheet => plan.doubts(line, order),
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

/// The sheet now open, and what lies open as the player turn begins, as far as the seat sees to it.
struct Plan<'a> {
    tables: &'a Tables,
    view: &'a View,
    lines: &'a [&'a Line<Order>],
    world: World,
}

/// The map without the seat's own Isolations and the colonies it means to take off.
fn world(tables: &Tables, view: &View, lines: &[&Line<Order>]) -> World {
    let begins = view.at_turn();
    let mut world = begins.clone();
    let sheet = Some(SheetNo::whole(view.turn));
    let open = lines
        .iter()
        .filter(|it| it.sheet() == sheet && !view.is_past());
    let orders = open.filter_map(|it| it.branches.first());
    for branch in orders.filter(|it| it.when.is_always()) {
        if let Order::Abandon { colonies } = &branch.order {
            let gone = leaving(tables, view, &begins, colonies);
            world.colonies.retain(|it, _| !gone.contains(it));
        }
    }
    world
}

/// The note that a line came to nothing, or to this, when it was tried.
fn tried(what: &str) -> Vec<String> {
    vec![format!("tried on the map as it is now, {what}")]
}

impl Plan<'_> {
    /// What speaks against an order of the sheet.
    fn doubts(&self, line: &Line<Order>, order: &Order) -> Vec<String> {
        let (tables, view) = (self.tables, self.view);
        let held = |it: &Card| view.hand.contains(it);
        let not_held = |it: &Card| format!("you do not hold {it} now");
        match order {
            Order::Play { .. } | Order::Pass {} | Order::Abandon { .. } if view.is_past() => {
                vec!["your player turn is over: this lapses".to_owned()]
            }
            Order::Discard { .. } if view.prepared => {
                vec!["cards have been given up in this game turn already".to_owned()]
            }
            Order::Discard { cards } => {
                let excess = view.excess();
                let many = (cards.len() > excess)
                    .then(|| format!("you give up {excess} at most: the first that are named"));
                let none = cards.iter().find(|it| !held(it)).map(not_held);
                many.into_iter().chain(none).collect()
            }
            Order::Abandon { colonies } => {
                match leaving(tables, view, &view.at_turn(), colonies).is_empty() {
                    true => tried("no colony of yours that it names could leave"),
                    false => Vec::new(),
                }
            }
            Order::Play { card, .. } if !held(card) => vec![not_held(card)],
            Order::Play { card, what, min } => {
                let again = self.played_above(line, *card);
                again
                    .into_iter()
                    .chain(self.trial(*card, what, *min))
                    .collect()
            }
            Order::Show {
                cards: Shown::Cards { list },
                ..
            } => list
                .iter()
                .find(|it| !held(it))
                .map(not_held)
                .into_iter()
                .collect(),
            Order::React {
                with: React::With { rcard, vs, .. },
            } if !vs.is_empty() && tables.card(*rcard).answer == Some(Answer::Plunder) => {
                vec![format!(
                    "{rcard} answers a tally, not a card: with VS it never counts"
                )]
            }
            _ => Vec::new(),
        }
    }

    /// That lines above play all copies of a card.
    fn played_above(&self, line: &Line<Order>, card: Card) -> Option<String> {
        let above = self
            .lines
            .iter()
            .filter(|it| it.sheet() == line.sheet() && it.at < line.at);
        let plays = |it: &&&Line<Order>| {
            let first = it.branches.first().map(|it| &it.order);
            matches!(first, Some(Order::Play { card: it, .. }) if *it == card)
        };
        let (number, copies) = (above.filter(plays).count(), self.view.copies(card) as usize);
        (number >= copies).then(|| {
            format!(
                "you hold {copies} {card}: it is left for this line if one above does not play it"
            )
        })
    }

    /// What a card would come to.
    fn trial(&self, card: Card, what: &What, min: u32) -> Vec<String> {
        let wanted = Wanted {
            card,
            what,
            min,
            victims: &[],
        };
        let deed = match bind(self.tables, &self.world, self.view.mine(), &wanted) {
            Err(why) => return tried(&format!("it was passed over: {why}")),
            Ok(deed) => deed,
        };
        let mut notes = match &left_out(self.tables, card, what, &deed)[..] {
            [] => Vec::new(),
            areas => tried(&format!("it did nothing in {}", commas(areas))),
        };
        let spare = u32::try_from(spare(self.tables, card, what)).expect("few");
        if spare > 0 && min == 0 {
            let steps = counted(spare, "step");
            notes.push(format!(
                "{steps} more than {card} has: to spare, where others fall away"
            ));
        }
        notes
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
