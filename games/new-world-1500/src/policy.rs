//! Decisions by policies: answers to cards, and what Plague Ship asks (D6, D8).

use super::choice::{Choice, Question, choices, may_answer, reducible};
use super::data::{Act, Card};
use super::orders::{Order, Plague, React, When, switches};
use super::{decide::Mind, deed::Item, group::Target, rank::best, refusal::Refusal};
use packetboat_core::engine::decide::PassedOver;
use packetboat_core::prelude::*;
use packetboat_kit::checks::unless;

impl<'a> Mind<'a> {
    /// The first line that fits, whose card the seat holds and may play (4.3); COUNTER lines first.
    /// A line of the seat's own for a card switches the answer of the game with it off, NONE all of
    /// them, and DEFAULTS brings them back (4.6).
    pub fn answer(&self) -> Decision<Choice> {
        let Some(item) = self.view.announced() else {
            return Decision::none();
        };
        let scene = Scene { mind: *self, item };
        let all = || choices(&self.game.tables, self.view, &Question::Answer);
        let permits = |choice: &Choice| unless(all().contains(choice), || Refusal::Idle);
        let counters = |it: &Live<'_, Order>| matches!(it.order, Order::Counter { .. });
        let ranked = self.lines.ranked(|it| !counters(it));
        ranked.first(|it| scene.say(it), permits)
    }

    /// The first line that would have answered what another has answered before.
    pub fn missed(&self) -> Decision<Choice> {
        let would = self.answer();
        let late = would.rests_on.into_iter().map(|at| PassedOver {
            at,
            why: Reason::of(&Refusal::TooLate),
        });
        Decision {
            passed_over: would.passed_over.into_iter().chain(late).collect(),
            ..Decision::none()
        }
    }

    /// Whom PLAGUE REDUCE lines name, best first: the first of them that counts.
    pub fn aim(&self) -> Option<(OrderRef, &'a [Target])> {
        self.first_of(|it| match it.plague() {
            Some(Plague::Reduce { targets }) => Some(targets.as_slice()),
            _ => None,
        })
    }

    /// Plague Ship: takes part in as many passes as ROUNDS says, at the first target that REDUCE
    /// names and that is legal (D8).
    pub fn pick(&self, pass: u32) -> Decision<Choice> {
        let (tables, view) = (&self.game.tables, self.view);
        let eye = view.eye(tables);
        let rounds = self.first_of(|it| match it.plague() {
            Some(Plague::Rounds { rounds }) => Some(*rounds),
            _ => None,
        });
        let must = pass == 1 && view.ways.first_pass;
        let most = rounds.map_or(1, |it| it.1);
        let mut decision = Decision::none();
        if !must {
            decision.rests_on.extend(rounds.map(|it| it.0));
            if most < pass {
                decision.choice = rounds.map(|_| Choice::Decline);
                return decision;
            }
        }
        let all = reducible(tables, &view.world, view.mine());
        let named = self.aim().and_then(|(at, targets)| {
            let found = targets.iter().find_map(|target: &Target| {
                let such = all.iter().copied().filter(|area| eye.fits(target, *area));
                best(&eye, Act::Reduce, such)
            });
            found.map(|it| (at, it))
        });
        decision.rests_on.extend(named.map(|it| it.0));
        if decision.rests_on.is_empty() {
            return Decision::none();
        }
        let area = named.map(|it| it.1);
        let area = area.or_else(|| best(&eye, Act::Reduce, all));
        decision.choice = Some(area.map_or(Choice::Decline, |area| Choice::Pick { area }));
        decision
    }

    /// Plague Ship: the highest pledge that applies, cut to what its player has (R45).
    pub fn offer(&self) -> Decision<Choice> {
        let (tables, view) = (&self.game.tables, self.view);
        let Some(plague) = &view.moment.plague else {
            return Decision::none();
        };
        let mine = plague.hits.get(&view.mine()).copied().unwrap_or(0);
        let applies = |when: &When| match when {
            When::Now => true,
            When::After(number) => plague.total() >= *number,
            When::Hits(sign, number) => sign.holds(&mine, number),
        };
        let lines = self.lines.lines.iter();
        let pledges = lines.filter_map(|line| match line.order.plague() {
            Some(Plague::Pledge { pledge, when }) if applies(when) => Some((line.at, *pledge)),
            _ => None,
        });
        // Of equals the first.
        let Some((at, pledge)) = pledges.rev().max_by_key(|it| it.1) else {
            return Decision::none();
        };
        let vp = pledge.min(view.own().vp).min(tables.tracks.plague.price);
        Decision {
            choice: Some(Choice::Offer { vp }),
            rests_on: vec![at],
            ..Decision::none()
        }
    }
}

/// What may be answered, and the lines that say how.
struct Scene<'s> {
    mind: Mind<'s>,
    item: &'s Item,
}

impl Scene<'_> {
    fn say(&self, line: &Live<'_, Order>) -> Verdict<Choice, Refusal> {
        let spent = |max: u32| max > 0 && line.used >= max;
        match (line.order, line.order.react()) {
            (Order::Counter { to, when, max }, _) => {
                let view = self.mind.view;
                let own = view.answered().filter(|it| it.seat == view.mine());
                let fits = own.is_some_and(|item| match item.card {
                    None => to.tally || to.cards.is_empty(),
                    Some(card) => !to.tally && (to.cards.is_empty() || to.cards.contains(&card)),
                });
                let holds = fits && !spent(*max) && self.holds(line.order, when.as_ref());
                let card = self.mind.game.tables.deck.cancel().filter(|_| holds);
                card.map_or(Verdict::NotMine, |it| self.with(it))
            }
            (order, Some(React::With { rcard, max, .. })) if !switches(order) => {
                let switch = self.switch();
                let off = match switch {
                    Some(React::None {}) => line.silent(),
                    Some(React::Defaults {}) => false,
                    _ => line.silent() && self.has_own(*rcard),
                };
                if off || spent(*max) || !self.fits(line) || self.held_back(*rcard, line.place) {
                    return Verdict::NotMine;
                }
                match (self.with(*rcard), switch) {
                    (Verdict::Always(_), Some(React::None {})) => {
                        Verdict::Refuse(Refusal::NoneInForce)
                    }
                    (_, Some(React::None {})) => Verdict::NotMine,
                    (said, _) => said,
                }
            }
            _ => Verdict::NotMine,
        }
    }

    /// An answer with a card, if this is its time.
    fn with(&self, card: Card) -> Verdict<Choice, Refusal> {
        let answer = self.mind.game.tables.card(card).answer;
        if !answer.is_some_and(|it| may_answer(&self.mind.game.tables, self.mind.view, it)) {
            return Verdict::NotMine;
        }
        // A line that has just played its card says nothing of an answer to it.
        let (me, mut table) = (self.mind.view.mine(), self.mind.view.moment.table.iter());
        let played = table.any(|it| it.seat == me && it.card == Some(card));
        match self.mind.view.copies(card) {
            0 if played => Verdict::NotMine,
            0 => Verdict::Refuse(Refusal::NotHeld { cards: vec![card] }),
            _ => Verdict::Always(Choice::Answer { card }),
        }
    }

    /// NONE or DEFAULTS, the first that is in force.
    fn switch(&self) -> Option<&React> {
        let mut own = self.mind.lines.lines.iter().filter(|it| !it.silent());
        own.find_map(|line| {
            let with = line.order.react();
            with.filter(|it| matches!(it, React::None {} | React::Defaults {}))
        })
    }

    fn has_own(&self, card: Card) -> bool {
        let mut own = self.mind.lines.written();
        own.any(|it| it.order.answers_with() == Some(card))
    }

    /// Whether an earlier HOLD line keeps this card back.
    fn held_back(&self, card: Card, place: u32) -> bool {
        let earlier = self.mind.lines.lines.iter();
        let mut earlier = earlier.filter(|it| !it.silent() && it.place < place);
        earlier.any(|line| {
            let holds = matches!(line.order.react(), Some(React::With { hold: true, .. }));
            holds && line.order.answers_with() == Some(card) && self.fits(line)
        })
    }

    /// Whether a REACT line speaks of what was announced.
    fn fits(&self, line: &Live<'_, Order>) -> bool {
        let Some(React::With { vs, from, when, .. }) = line.order.react() else {
            return false;
        };
        let eye = self.mind.view.eye(&self.mind.game.tables);
        let named = vs.is_empty() || self.item.card.is_some_and(|it| vs.contains(&it));
        let by = |it: &String| eye.who(it) == Some(self.item.seat);
        named && (from.is_empty() || from.iter().any(by)) && self.holds(line.order, when.as_ref())
    }

    /// Whether a test without IF holds.
    fn holds(&self, order: &Order, when: Option<&Guard<Asked>>) -> bool {
        let game = self.mind.game;
        let at = game.at(self.mind.view, order);
        when.is_none_or(|it| game.facts.all_hold(&at, it))
    }
}
