//! What is worth knowing of the lines of a seat, besides what the engine finds out itself. It looks
//! at the seat's own hand and at what is open, and at nothing else (4.7).

use super::bind::{canonical, spare};
use super::choice::{Choice, Question, leaving};
use super::data::{Answer, Card, Way};
use super::deed::{Item, steps_of};
use super::facts::NewWorld;
use super::orders::{Order, Plague, React, answers_none};
use super::{decide::Mind, refusal::Help, view::View, view::ranked, world::World};
use packetboat_core::prelude::*;
use packetboat_core::{engine::advice::in_force, engine::orders::Branch};
use packetboat_kit::{supply::take, words::few};

/// All that is worth knowing, line by line.
pub fn advise(game: &NewWorld, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.turn);
    let force = in_force(sheet, lines);
    let hand = left(game, view, &force);
    let plan = Plan {
        game,
        view,
        lines: force,
        begins: begins(game, view, lines),
        hand: hand.clone(),
    };
    let advice = Advice {
        tables: &game.tables,
        facts: &game.facts,
        view: &View {
            world: plan.begins.clone(),
            hand,
            ..view.clone()
        },
        sheet,
        inside,
        remarks: &|_, line, order| {
            let now = line.sheet() == Some(sheet);
            let found = now.then(|| plan.of_policy(line, order)).flatten();
            let found = found.map(|it| (Weight::Doubt, Reason::of(&it)));
            found.into_iter().collect()
        },
        trial: Some(&plan),
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

/// The hand once it has come down to its limit, by the DISCARD and KEEP lines without IF.
fn left(game: &NewWorld, view: &View, lines: &[&TableLine<Order>]) -> Vec<Card> {
    let mut over = if view.prepared { 0 } else { view.excess() };
    let (mut hand, mut kept) = (view.hand.clone(), None);
    let branches = lines.iter().filter_map(|it| it.branches.first());
    for branch in branches.filter(|it| it.when.is_always()) {
        match &branch.order {
            Order::Discard { cards } => {
                for card in cards {
                    if over > 0 && take(&mut hand, card) {
                        over -= 1;
                    }
                }
            }
            Order::Keep { cards } => kept = kept.or(Some(cards)),
            _ => {}
        }
    }
    let named = kept.map_or(&[][..], |it| it);
    let mut best = ranked(&hand, named, &game.tables.deck.keep);
    best.truncate(hand.len().saturating_sub(over));
    game.tables.sorted(&best)
}

/// The map without the seat's own Isolations and the colonies it means to take off.
fn begins(game: &NewWorld, view: &View, lines: &[&TableLine<Order>]) -> World {
    let begins = view.at_turn();
    let mut world = begins.clone();
    let sheet = Some(SheetNo::whole(view.turn));
    let open = lines
        .iter()
        .filter(|it| it.sheet() == sheet && !view.is_past());
    let orders = open.filter_map(|it| it.branches.first());
    for branch in orders.filter(|it| it.when.is_always()) {
        if let Order::Abandon { colonies } = &branch.order {
            let gone = leaving(&game.tables, view, &begins, colonies);
            world.colonies.retain(|it, _| !gone.contains(it));
        }
    }
    world
}

/// The lines in force, and the map on which they are tried.
struct Plan<'a> {
    game: &'a NewWorld,
    view: &'a View,
    lines: Vec<&'a TableLine<Order>>,
    begins: World,
    /// What is left of the hand when the game turn begins.
    hand: Vec<Card>,
}

/// A reason that is given on a map: that at hand, or the one that lines above would leave.
#[derive(Serialize)]
struct On<'a, R> {
    #[serde(flatten)]
    reason: &'a R,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    above: bool,
}

impl Trial<Order> for Plan<'_> {
    fn tried(&self, view: &mut View, lines: &Lines<'_, Order>, _sure: bool) -> Vec<Weighed> {
        let Some(line) = lines.lines.first() else {
            return Vec::new();
        };
        let game = self.game;
        let asked = |view: &View, question| {
            let said = Mind { game, view, lines }.decide(&question);
            doubts(said, false)
        };
        match line.order {
            Order::Play { .. } | Order::Pass {} | Order::Abandon { .. } if view.is_past() => {
                vec![doubt(&Help::Past)]
            }
            Order::Play { card, .. } => {
                let notes = self.may_answer(*card).into_iter();
                let notes = notes.chain(self.played_above(line.at, *card));
                let notes = notes.chain(self.given_up(*card));
                notes.chain(self.plays(view, lines)).collect()
            }
            Order::Discard { .. } if view.prepared => vec![doubt(&Help::Prepared)],
            Order::Discard { cards } => {
                let excess = u32::try_from(self.view.excess()).expect("few");
                let many = few(cards) > excess;
                let many = many.then(|| doubt(&Help::GivesUp { most: excess }));
                let found = asked(self.view, Question::Discard { excess });
                let rest = self.rest_to_discard(cards, excess).into_iter();
                many.into_iter().chain(found).chain(rest).collect()
            }
            Order::Abandon { .. } => {
                let begins = View {
                    world: self.view.at_turn(),
                    ..self.view.clone()
                };
                asked(&begins, Question::Abandon)
            }
            Order::Show { .. } => asked(self.view, Question::Show),
            _ => Vec::new(),
        }
    }
}

fn doubt(help: &Help) -> Weighed {
    (Weight::Doubt, Reason::of(help))
}

/// All that keeps a line from being carried out, or part of it.
fn doubts(said: Decision<Choice>, above: bool) -> Vec<Weighed> {
    let none = said.choice.is_none();
    let refused = said.passed_over.into_iter().filter(|_| none);
    let all = refused.chain(said.in_part).map(|line| {
        let reason = line.why.value();
        (Weight::Doubt, Reason::of(&On { reason, above }))
    });
    all.collect()
}

impl<'a> Plan<'a> {
    /// What a PLAY line comes to on the map as those above leave it, which it then changes.
    fn plays(&self, view: &mut View, lines: &Lines<'_, Order>) -> Vec<Weighed> {
        let (tables, above) = (&self.game.tables, view.world != self.begins);
        let (mut with_aims, line) = (lines.clone(), lines.lines[0]);
        let aims = self.aims().map(|order| Live { order, ..line });
        with_aims.lines.extend(aims);
        // Whether a line above takes the last copy may hang on its IF.
        let kept = std::mem::replace(&mut view.hand, self.view.hand.clone());
        let mind = Mind {
            game: self.game,
            view,
            lines: &with_aims,
        };
        let said = mind.decide(&Question::Play);
        view.hand = kept;
        let (choice, branch) = (said.choice.clone(), said.passed_over.len());
        let mut found = doubts(said, above);
        let Some(Choice::Play { card, deed, .. }) = choice else {
            return found;
        };
        let Order::Play { what, min, .. } = lines.lines[branch].order else {
            return found;
        };
        let steps = u32::try_from(spare(tables, card, what)).expect("few");
        if steps > 0 && *min == 0 {
            found.push(doubt(&Help::Spare { steps, card }));
        }
        let bound = !deed.hits.is_empty() && canonical(tables, card, &deed) != *what;
        if bound && found.is_empty() {
            let reason = &Help::ComesTo {
                way: deed.way,
                steps: steps_of(deed.steps(tables, card)),
            };
            found.push((Weight::Fact, Reason::of(&On { reason, above })));
        }
        let support = tables.card(card).support;
        if let (Way::Support, Some(whom), true) = (deed.way, deed.whom, support < 0) {
            let by = view.world.shift(tables, whom, support);
            found.push((Weight::Fact, Reason::of(&Help::Pushes { whom, by })));
        }
        let line = self.lines.iter().find(|it| it.at == line.at);
        let mut before = line.iter().flat_map(|it| &it.branches).take(branch + 1);
        if before.all(|it| it.when.is_always()) && take(&mut view.hand, &card) {
            Item::laid(view.mine(), card, Some(deed)).enact(tables, &mut view.world);
        }
        found
    }

    /// The policies that aim a Plague Ship now.
    fn aims(&self) -> impl Iterator<Item = &'a Order> {
        let branches = self.lines.iter().flat_map(|it| &it.branches);
        let aims = branches.filter(|branch| {
            let at = self.game.at(self.view, &branch.order);
            let aims = matches!(branch.order, Order::Plague { .. });
            aims && self.game.facts.all_hold(&at, &branch.when)
        });
        aims.map(|it| &it.order)
    }

    /// That an answer may spend the only copy of a card before the seat's turn.
    fn may_answer(&self, card: Card) -> Option<Weighed> {
        let (tables, view) = (&self.game.tables, self.view);
        let mut orders = self.lines.iter().flat_map(|it| &it.branches);
        let kept = orders.any(|it| match it.order.react() {
            Some(React::With { hold, rcard, .. }) => *hold && *rcard == card,
            with => matches!(with, Some(React::None {})),
        });
        let reacts = tables.card(card).answer.is_some();
        let may = reacts && !kept && view.copies(card) == 1 && view.active != view.mine();
        may.then(|| doubt(&Help::MayAnswer { card }))
    }

    /// That lines above play all copies of a card.
    fn played_above(&self, at: OrderRef, card: Card) -> Option<Weighed> {
        let above = self.lines.iter().take_while(|it| it.at != at);
        let plays = |line: &&&TableLine<Order>| {
            let first = line.branches.first().map(|it| &it.order);
            matches!(first, Some(Order::Play { card: played, .. }) if *played == card)
        };
        let (number, copies) = (above.filter(plays).count(), self.view.copies(card));
        let again = copies > 0 && number >= copies as usize;
        again.then(|| doubt(&Help::Copies { copies, card }))
    }

    /// How many cards are given up besides those that the one DISCARD line names.
    fn rest_to_discard(&self, cards: &[Card], excess: u32) -> Option<Weighed> {
        let orders = self.lines.iter().flat_map(|it| &it.branches);
        let orders = orders.map(|it| &it.order);
        let is_only = orders
            .filter(|it| matches!(it, Order::Discard { .. }))
            .count()
            == 1;
        let more = excess.saturating_sub(few(cards));
        let reason = Reason::of(&Help::GivesUpMore { most: excess, more });
        (is_only && more > 0 && !cards.is_empty()).then_some((Weight::Fact, reason))
    }

    /// That no copy of a card is left once the hand has come down to its limit.
    fn given_up(&self, card: Card) -> Option<Weighed> {
        let gone = self.view.copies(card) > 0 && !self.hand.contains(&card);
        gone.then(|| doubt(&Help::GoesFirst { card }))
    }

    /// What speaks against a policy.
    fn of_policy(&self, line: &TableLine<Order>, order: &Order) -> Option<Help> {
        let most = self.game.tables.tracks.plague.price;
        match (order.react(), order.plague()) {
            (
                Some(React::With {
                    rcard, vs, from, ..
                }),
                _,
            ) => {
                let own = |it: &String| it.parse() == Ok(self.view.mine());
                let tally = self.game.tables.card(*rcard).answer == Some(Answer::Plunder);
                let mut later = self.lines.iter().skip_while(|it| it.at != line.at);
                // Of those after it the engine says so.
                let none =
                    |it: &Branch<Order, Asked>| it.when.is_always() && answers_none(&it.order);
                if later.any(|it| it.branches.iter().any(none)) {
                    Some(Help::SwitchedOff)
                } else if tally && !vs.is_empty() {
                    Some(Help::TallyOnly { card: *rcard })
                } else {
                    from.iter().any(own).then_some(Help::OwnCard)
                }
            }
            (_, Some(Plague::Pledge { pledge, .. })) if *pledge > most => {
                Some(Help::PledgeAbove { most })
            }
            _ => None,
        }
    }
}
