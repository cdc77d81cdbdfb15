//! The sequence of play of Sealed Bids.

use super::orders::{self, Choice, Condition, Order, Question};
use super::state::{Bidder, Event, Phase, Sealed, State};
use super::view::{self, View};
use crate::engine::chronicle::{Audience, Cx, Input};
use crate::engine::data::{DataError, DataPack, Founding};
use crate::engine::decide::Decision;
use crate::engine::dice::{Bowl, Dice};
use crate::engine::orders::Instruction;
use crate::engine::rules::{
    Broken, CxOf, Hidden, InputOf, LinesOf, Outcome, Patience, Pending, PendingOf, Prompt,
    PromptOf, Rules, SheetText,
};
use crate::engine::seat::{Seat, Viewer};
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::Grammar;
use crate::lang::said::Said;
use crate::lang::sheet::SheetNo;
use std::collections::BTreeSet;

impl Rules for Sealed {
    const ID: &'static str = "toy/sealed";
    const FORMAT: u32 = 1;
    const REVISION: u32 = 1;

    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Condition = Condition;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        Sealed::read(pack)
    }

    fn setup(
        &self,
        founding: &Founding,
        cx: &mut CxOf<'_, Self>,
    ) -> Result<Self::State, DataError> {
        let option = |name| u32::try_from(founding.number(name)).expect("the card allows no less");
        let mut deck = self.deck.clone();
        cx.dice.shuffle(Bowl::Hidden, "the deck", &mut deck);
        let rounds = option("rounds");
        let needed = usize::try_from(rounds).expect("few rounds") * founding.seats.len();
        if needed > deck.len() {
            let problem = format!("{needed} cards are needed and there are {}", deck.len());
            return Err(DataError::new("tables.toml", problem));
        }
        let batch = match founding.word("pace") {
            "batch" => option("batch"),
            _ => 1,
        };
        let bidders = founding.seats.iter().map(|seat| Bidder {
            seat: *seat,
            purse: option("purse"),
            points: 0,
            card: None,
        });
        Ok(State {
            round: 1,
            rounds,
            batch,
            phase: Phase::Deal,
            prize: 0,
            deck,
            burnt: Vec::new(),
            bidders: bidders.collect(),
        })
    }

    fn seats(&self, state: &Self::State) -> Vec<Seat> {
        state.bidders.iter().map(|it| it.seat).collect()
    }

    fn sheet(&self, state: &Self::State) -> SheetNo {
        SheetNo::whole(state.round)
    }

    fn last_turn(&self, state: &Self::State) -> Option<u32> {
        Some(state.rounds)
    }

    fn pending(&self, state: &Self::State) -> PendingOf<Self> {
        match state.phase {
            Phase::Deal => Pending::Auto,
            Phase::Gate => Pending::Gather(state.bidders.iter().map(|it| it.seat).collect()),
            Phase::Bid => Pending::Ask(state.bidders.iter().map(prompt).collect()),
            Phase::Over => Pending::Over(outcome(state)),
        }
    }

    fn advance(
        &self,
        state: &mut Self::State,
        _asked: &[PromptOf<Self>],
        input: &InputOf<Self>,
        cx: &mut CxOf<'_, Self>,
    ) {
        match (state.phase, input) {
            (Phase::Deal, Input::Auto) => deal(state, cx),
            (Phase::Gate, Input::Gathered { .. }) => state.phase = Phase::Bid,
            (Phase::Bid, Input::Answers { answers }) => {
                let bids = answers.iter().map(|it| {
                    let Choice::Bid { amount } = it.choice;
                    (it.seat, amount)
                });
                award(state, &bids.collect::<Vec<_>>(), cx);
            }
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn validate(&self, state: &Self::State) -> Result<(), Broken> {
        state.validate(&self.deck)
    }

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        view::view(state, viewer)
    }

    /// Hidden cards. `Your hidden card adds 2.` ends so only where the position is told. Of a deal
    /// it is told in a longer sentence, which may speak of an earlier round, unless no such card
    /// lies among those. What is as true of the viewer tells nothing.
    fn hidden(&self, state: &Self::State, viewer: Viewer) -> Vec<Hidden> {
        let is_own = |it: &&Bidder| Viewer::Seat(it.seat) == viewer;
        let own = state.bidders.iter().find(is_own).and_then(|it| it.card);
        let cards = state.bidders.iter().filter_map(|it| it.card);
        let others: BTreeSet<u32> = cards.filter(|it| Some(*it) != own).collect();
        let told = |card| format!("Your hidden card adds {card}.");
        let dealt = |card| format!("Your hidden card adds {card} to your bid.");
        let fresh = others.iter().filter(|it| !state.burnt.contains(it));
        let phrases = others.iter().map(|it| told(*it));
        let phrases = phrases.chain(fresh.map(|it| dealt(*it)));
        phrases.map(Hidden::Phrase).collect()
    }

    fn grammar(&self, view: &Self::View) -> Grammar {
        orders::grammar(view)
    }

    fn build(&self, _view: &Self::View, said: &Said) -> Result<Self::Order, Diagnostic> {
        orders::build(said)
    }

    fn build_condition(
        &self,
        _view: &Self::View,
        said: &Said,
    ) -> Result<Self::Condition, Diagnostic> {
        orders::build_condition(said)
    }

    fn holds(
        &self,
        view: &Self::View,
        _question: &Self::Question,
        _lines: &[&Instruction<Self::Order, Self::Condition>],
        _order: &Self::Order,
        condition: &Self::Condition,
    ) -> bool {
        orders::holds(view, condition)
    }

    fn decide(
        &self,
        view: &Self::View,
        question: &Self::Question,
        lines: &LinesOf<'_, Self>,
    ) -> Decision<Self::Choice> {
        orders::decide(view, question, lines)
    }

    fn permits(
        &self,
        view: &Self::View,
        question: &Self::Question,
        choice: &Self::Choice,
    ) -> Result<(), String> {
        orders::permits(view, question, choice)
    }

    fn fallback(
        &self,
        _view: &Self::View,
        _question: &Self::Question,
        _lines: &LinesOf<'_, Self>,
    ) -> Self::Choice {
        Choice::Bid { amount: 0 }
    }

    fn order_sheet(&self, view: &Self::View) -> SheetText {
        view.order_sheet()
    }

    fn robot(&self, view: &Self::View, _seat: Seat, dice: &mut Dice) -> String {
        view.robot(dice)
    }

    /// Deals the cards that the viewer has not seen anew.
    fn resample(&self, state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        let mut other = state.clone();
        let unseen = |it: &Bidder| Viewer::Seat(it.seat) != viewer;
        let held = state.bidders.iter().filter(|it| unseen(it));
        let mut pool: Vec<u32> = held
            .filter_map(|it| it.card)
            .chain(state.deck.clone())
            .collect();
        dice.shuffle(Bowl::Hidden, "resample", &mut pool);
        for bidder in other.bidders.iter_mut().filter(|it| unseen(it)) {
            if let Some(card) = &mut bidder.card {
                *card = pool.pop().expect("as many as were put in");
            }
        }
        other.deck = pool;
        other
    }

    fn samples(&self) -> Vec<Self::Event> {
        let seat: Seat = "north".parse().expect("a name of the card");
        vec![
            Event::Prize {
                round: 2,
                points: 4,
            },
            Event::Dealt { card: 3 },
            Event::Bid { seat, amount: 5 },
            Event::Won {
                seat,
                points: 4,
                paid: 5,
            },
            Event::Nobody { points: 4 },
        ]
    }
}

fn prompt(bidder: &Bidder) -> Prompt<Question> {
    Prompt {
        seat: bidder.seat,
        question: Question::Bid {
            purse: bidder.purse,
        },
        patience: Patience::Now,
    }
}

fn deal(state: &mut State, cx: &mut Cx<'_, Event>) {
    state.prize = cx.dice.one(Bowl::Open, "the prize", 6);
    cx.tell_all(Event::Prize {
        round: state.round,
        points: state.prize,
    });
    for bidder in &mut state.bidders {
        let card = state
            .deck
            .pop()
            .expect("set-up saw to it that there are enough");
        bidder.card = Some(card);
        cx.tell(Audience::one(bidder.seat), Event::Dealt { card });
    }
    state.phase = match (state.round - 1) % state.batch {
        0 => Phase::Gate,
        _ => Phase::Bid,
    };
}

fn award(state: &mut State, bids: &[(Seat, u32)], cx: &mut Cx<'_, Event>) {
    let mut offers = Vec::new();
    for (seat, amount) in bids {
        cx.tell_all(Event::Bid {
            seat: *seat,
            amount: *amount,
        });
        let card = state.bidder_mut(*seat).card.take();
        let card = card.expect("dealt before bids are made");
        state.burnt.push(card);
        offers.push((amount + card, *seat, *amount));
    }
    let highest = offers.iter().map(|it| it.0).max().unwrap_or(0);
    let mut best = offers.iter().filter(|it| it.0 == highest);
    let points = std::mem::take(&mut state.prize);
    match (best.next(), best.next()) {
        (Some((_, seat, paid)), None) => {
            let bidder = state.bidder_mut(*seat);
            bidder.points += points;
            bidder.purse -= paid;
            cx.tell_all(Event::Won {
                seat: *seat,
                points,
                paid: *paid,
            });
        }
        _ => cx.tell_all(Event::Nobody { points }),
    }
    if state.round == state.rounds {
        state.phase = Phase::Over;
    } else {
        state.round += 1;
        state.phase = Phase::Deal;
    }
}

/// Most points, then the fuller purse.
fn outcome(state: &State) -> Outcome {
    let standings = state.standings();
    let place = |own: &(u32, u32)| {
        let better = standings.values().filter(|it| *it > own).count();
        u8::try_from(better + 1).expect("few seats")
    };
    Outcome {
        placings: standings
            .iter()
            .map(|(seat, own)| (*seat, place(own)))
            .collect(),
    }
}
