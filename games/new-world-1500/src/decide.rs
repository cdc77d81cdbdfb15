//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3).
//!
//! Not here: answers to cards and what Plague Ship asks (`policy`).

use super::bind::{Wanted, bind, canonical, left_out};
use super::choice::{
    Choice, Question, Showing, choices, grip, leaving, not_leaving, own_free, reducible,
};
use super::data::{Act, Area, Card, Tables, Timing};
use super::orders::{Grip, Order, Shown, Viewers};
use super::view::{View, ranked};
use super::{facts::NewWorld, rank::best, refusal::Refusal};
use packetboat_core::prelude::*;
use packetboat_kit::{checks::unless, supply::take};

/// What a seat decides by: what it sees, and its lines.
#[derive(Clone, Copy)]
pub struct Mind<'a> {
    /// The game.
    pub game: &'a NewWorld,
    /// What the seat sees.
    pub view: &'a View,
    /// Its lines, or those of silence.
    pub lines: &'a Lines<'a, Order>,
}

impl<'a> Mind<'a> {
    /// Decides a question; the lines of silence come after those of the seat.
    pub fn decide(&self, question: &Question) -> Decision<Choice> {
        // Of the lines of silence most are about something else.
        let silent = self.lines.lines.last().filter(|it| it.silent());
        if silent.is_some_and(|it| !speaks_to(question, it.order)) {
            return Decision::none();
        }
        let permits = |it: &Choice| permits(&self.game.tables, self.view, question, it);
        match question {
            Question::Show => self.show(),
            Question::Discard { excess } => self.discard(*excess as usize),
            Question::Abandon => self.abandon(),
            Question::Play => self.lines.first(|it| self.play(it), permits),
            Question::Tally => self.lines.first(|it| self.tally(it), permits),
            Question::Answer => self.answer(),
            Question::Missed => self.missed(),
            Question::Pick { pass } => self.pick(*pass),
            Question::Offer => self.offer(),
            Question::Plague => {
                let go = |it: &Live<'_, Order>| it.order.plague().map(|_| Choice::Go);
                let say = |it: &Live<'_, Order>| Verdict::<_>::always(go(it));
                let mut all = self.lines.clone();
                let asleep = self.lines.asleep.iter().filter(|it| !it.silent());
                all.lines.extend(asleep);
                all.first(say, |_| Ok(()))
            }
        }
    }

    /// The first line that says something of this kind, and what it says.
    pub fn first_of<T>(&self, of: impl Fn(&'a Order) -> Option<T>) -> Option<(OrderRef, T)> {
        let mut lines = self.lines.lines.iter();
        lines.find_map(|line| of(line.order).map(|it| (line.at, it)))
    }

    /// SHOW lines, each by itself; a card that is no longer on hold is not shown (4.7).
    fn show(&self) -> Decision<Choice> {
        let mut decision = Decision::none();
        let (mut shows, mut last) = (Vec::new(), None);
        for line in &self.lines.lines {
            let Order::Show { cards, to } = line.order else {
                continue;
            };
            if last == Some(line.at) {
                continue;
            }
            let mut hand = self.view.hand.clone();
            let (held, gone): (Vec<Card>, Vec<Card>) = match cards {
                Shown::Hand {} => (hand, Vec::new()),
                Shown::Cards { list } => list.iter().partition(|it| take(&mut hand, it)),
            };
            if held.is_empty() {
                decision.refuse(line.at, [Refusal::NoneHeld]);
                continue;
            }
            let to = self.viewers(to);
            if to.is_empty() {
                decision.refuse(line.at, [Refusal::ToOneself]);
                continue;
            }
            last = Some(line.at);
            if !gone.is_empty() {
                let cards = self.game.tables.sorted(&gone);
                decision.fall_short(line.at, &Refusal::NotHeld { cards });
            }
            decision.rests_on.push(line.at);
            decision.spends.push(line.at);
            shows.push(Showing { cards: held, to });
        }
        decision.each = true;
        decision.choice = (!shows.is_empty()).then_some(Choice::Show { shows });
        decision
    }

    fn viewers(&self, to: &Viewers) -> Vec<Seat> {
        let others = self.view.world.others(self.view.mine()).into_iter();
        others
            .filter(|it| to.0.is_empty() || to.0.contains(it))
            .collect()
    }

    /// DISCARD lines as far as the limit asks, then what KEEP ranks lowest (D1).
    fn discard(&self, excess: usize) -> Decision<Choice> {
        let lines = &self.lines.lines;
        let mut decision = Decision::none();
        let (mut hand, mut cards) = (self.view.hand.clone(), Vec::new());
        for line in lines {
            let Order::Discard { cards: named } = line.order else {
                continue;
            };
            let (before, mut gone) = (cards.len(), Vec::new());
            for card in named {
                if cards.len() < excess {
                    let from = if take(&mut hand, card) {
                        &mut cards
                    } else {
                        &mut gone
                    };
                    from.push(*card);
                }
            }
            let why = (!gone.is_empty()).then_some(Refusal::NotHeld { cards: gone });
            if cards.len() > before {
                decision.rests_on.push(line.at);
                decision.spends.push(line.at);
                if let Some(why) = why {
                    decision.fall_short(line.at, &why);
                }
            } else {
                decision.refuse(line.at, why);
            }
        }
        let kept = self.first_of(|it| match it {
            Order::Keep { cards } => Some(cards),
            _ => None,
        });
        if cards.is_empty() && kept.is_none() {
            return decision;
        }
        let missing = excess - cards.len();
        if missing > 0 {
            decision.rests_on.extend(kept.map(|it| it.0));
            let named = kept.map_or(&[][..], |it| it.1);
            let ranked = ranked(&hand, named, &self.game.tables.deck.keep);
            cards.extend(ranked.into_iter().rev().take(missing));
        }
        // None of them changes what another does.
        decision.each = true;
        decision.choice = Some(Choice::Discard { cards });
        decision
    }

    /// ABANDON lines, each by itself: a group means all of it (D2).
    fn abandon(&self) -> Decision<Choice> {
        let (tables, view) = (&self.game.tables, self.view);
        let mut decision = Decision::none();
        let mut areas: Vec<Area> = Vec::new();
        for line in &self.lines.lines {
            let Order::Abandon { colonies } = line.order else {
                continue;
            };
            let mut gone = leaving(tables, view, &view.world, colonies);
            gone.retain(|it| !areas.contains(it));
            if gone.is_empty() {
                decision.refuse(line.at, [Refusal::NoneLeaves]);
                continue;
            }
            if let Some(why) = not_leaving(colonies, &gone) {
                decision.fall_short(line.at, &why);
            }
            areas.extend(gone);
            decision.rests_on.push(line.at);
            decision.spends.push(line.at);
        }
        decision.each = true;
        decision.choice = (!areas.is_empty()).then_some(Choice::Abandon { areas });
        decision
    }

    /// A PLAY or PASS line (D3); the program plays only where the seat says nothing at all.
    fn play(&self, line: &Live<'_, Order>) -> Verdict<Choice, Refusal> {
        let (tables, view) = (&self.game.tables, self.view);
        let speaks = || view.moment.planned || self.lines.written().any(|it| it.order.plays());
        let tried = line.at.line <= view.moment.silent;
        match line.order {
            // Its lines too are tried once, from top to bottom.
            Order::Play { .. } if line.silent() && (speaks() || tried) => Verdict::NotMine,
            Order::Play { card, .. } if !view.hand.contains(card) => {
                let spent =
                    |it: &&Refusal| matches!(it, Refusal::Spent { card: by, .. } if by == card);
                let spent = view.spent.iter().find(spent).cloned();
                Verdict::Refuse(spent.unwrap_or_else(|| Refusal::NotHeld { cards: vec![*card] }))
            }
            Order::Play { card, what, min } => {
                let wanted = Wanted {
                    card: *card,
                    what,
                    min: *min,
                    victims: self.aim().map_or(&[], |it| it.1),
                };
                match bind(tables, &view.world, view.mine(), &wanted) {
                    Ok(deed) => {
                        let out = left_out(&view.eye(tables), *card, what, &deed);
                        let choice = Choice::Play {
                            card: *card,
                            deed,
                            silent: if line.silent() { line.at.line } else { 0 },
                        };
                        Verdict::once(choice, out)
                    }
                    Err(why) => Verdict::Refuse(why),
                }
            }
            Order::Pass {} => Verdict::Once(Choice::Done),
            _ => Verdict::NotMine,
        }
    }

    /// A TALLY line (D7).
    fn tally(&self, line: &Live<'_, Order>) -> Verdict<Choice, Refusal> {
        let (tables, view) = (&self.game.tables, self.view);
        let Order::Tally { what } = line.order else {
            return Verdict::NotMine;
        };
        // Of the seat's own the first whose IF holds counts, and no other.
        let mut own = self.lines.lines.iter().filter(|it| !it.silent());
        let first = own.find(|it| matches!(it.order, Order::Tally { .. }));
        let other = first.is_some_and(|it| it.at != line.at);
        if other || (line.silent() && self.speaks_of_tally()) {
            return Verdict::NotMine;
        }
        match (what, grip(tables, view)) {
            (Grip::Irongrip, Some(card)) => Verdict::Always(Choice::Grip { card }),
            (Grip::Irongrip, None) if !view.moment.gripped && !line.silent() => {
                let tallies = |it: &Card| tables.card(*it).kind == Timing::Tally;
                Verdict::Refuse(if view.hand.iter().any(tallies) {
                    Refusal::NoMonopoly
                } else {
                    let all = tables.deck.cards.iter().map(|it| it.code);
                    let cards = all.filter(tallies).collect();
                    Refusal::NotHeld { cards }
                })
            }
            _ => Verdict::Always(Choice::Done),
        }
    }

    fn speaks_of_tally(&self) -> bool {
        let mut own = self.lines.written();
        own.any(|it| matches!(it.order, Order::Tally { .. }))
    }

    /// What remains where neither the seat's lines nor those of silence say anything.
    pub fn fallback(&self, question: &Question) -> Choice {
        let (tables, view) = (&self.game.tables, self.view);
        match question {
            Question::Show => Choice::Show { shows: Vec::new() },
            Question::Discard { excess } => {
                let ranked = ranked(&view.hand, &[], &tables.deck.keep).into_iter().rev();
                let cards = ranked.take(*excess as usize).collect();
                Choice::Discard { cards }
            }
            Question::Abandon => Choice::Abandon { areas: Vec::new() },
            Question::Missed => Choice::Pass,
            Question::Tally => {
                // In the last two game turns for one monopoly too (D7).
                let late = view.turn + 1 >= view.ways.turns && !self.speaks_of_tally();
                let grip = grip(tables, view).filter(|_| late);
                grip.map_or(Choice::Done, |card| Choice::Grip { card })
            }
            Question::Pick { pass } if *pass == 1 => {
                let all = reducible(tables, &view.world, view.mine());
                let found = best(&view.eye(tables), Act::Reduce, all);
                found.map_or(Choice::Decline, |area| Choice::Pick { area })
            }
            Question::Pick { .. } => Choice::Decline,
            Question::Plague => Choice::Go,
            Question::Play | Question::Answer | Question::Offer => {
                let last = choices(tables, view, question).pop();
                last.unwrap_or(Choice::Done)
            }
        }
    }
}

/// Whether an order can have anything to say to a question.
fn speaks_to(question: &Question, order: &Order) -> bool {
    match question {
        Question::Show => matches!(order, Order::Show { .. }),
        Question::Discard { .. } => matches!(order, Order::Discard { .. } | Order::Keep { .. }),
        Question::Abandon => matches!(order, Order::Abandon { .. }),
        Question::Play => order.plays(),
        Question::Tally => matches!(order, Order::Tally { .. }),
        Question::Answer | Question::Missed => {
            matches!(order, Order::React { .. } | Order::Counter { .. })
        }
        Question::Pick { .. } | Question::Offer | Question::Plague => {
            matches!(order, Order::Plague { .. })
        }
    }
}

/// May this be chosen now?
///
/// # Errors
/// Why not, for the seat.
pub fn permits(
    tables: &Tables,
    view: &View,
    question: &Question,
    choice: &Choice,
) -> Result<(), Refusal> {
    let fits = match (question, choice) {
        (Question::Show, Choice::Show { shows }) => shows.iter().all(|it| within(view, &it.cards)),
        (Question::Discard { excess }, Choice::Discard { cards, .. }) => {
            cards.len() == *excess as usize && within(view, cards)
        }
        (Question::Abandon, Choice::Abandon { areas, .. }) => {
            let free = own_free(tables, &view.world, view.mine());
            areas.iter().all(|it| free.contains(it))
        }
        (Question::Play, Choice::Play { card, deed, .. }) => {
            let wanted = Wanted {
                card: *card,
                what: &canonical(tables, *card, deed),
                min: 0,
                victims: &[],
            };
            let bound = bind(tables, &view.world, view.mine(), &wanted)?;
            view.hand.contains(card) && bound == *deed
        }
        (Question::Play, Choice::Done)
        | (Question::Plague, Choice::Go)
        | (Question::Missed, Choice::Pass) => true,
        _ => choices(tables, view, question).contains(choice),
    };
    unless(fits, || Refusal::NoChoice)
}

/// Whether all these cards are in hand, each as often as it is named.
fn within(view: &View, cards: &[Card]) -> bool {
    let mut hand = view.hand.clone();
    cards.iter().all(|it| take(&mut hand, it))
}
