//! The sequence of play of Sealed Bids.

use super::orders::{self, Choice, Order, Question};
use super::state::{Bidder, Event, Phase, Sealed, State};
use super::view::View;
use packetboat_core::engine::reread;
use packetboat_core::prelude::*;

impl Rules for Sealed {
    const ID: &'static str = "toy/sealed";
    const FILES: Texts = crate::FILES;

    type Tables = Self;
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        Sealed::read(pack)
    }

    fn tables(&self) -> &Self {
        self
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        let mut deck = self.cards.all().to_vec();
        cx.dice.shuffle(Bowl::Hidden, "the deck", &mut deck);
        let rounds = founding.number("rounds");
        let needed = usize::try_from(rounds).expect("few rounds") * founding.seats.len();
        DataError::unless(needed <= deck.len(), "tables.toml", || {
            format!("{needed} cards are needed and there are {}", deck.len())
        })?;
        let batch = match founding.word("pace") {
            "batch" => founding.number("batch"),
            _ => 1,
        };
        let bidders = founding.seats.iter().map(|seat| Bidder {
            seat: *seat,
            purse: founding.number("purse"),
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

    fn now(&self, state: &State) -> Now {
        let seats = state.bidders.iter().map(|it| it.seat);
        Now::turn(seats, state.round).at_most(state.rounds)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        match state.phase {
            Phase::Deal => Pending::Auto,
            Phase::Gate => Pending::Gather(state.bidders.iter().map(|it| it.seat).collect()),
            Phase::Bid => Pending::Ask(state.bidders.iter().map(prompt).collect()),
            Phase::Over => Pending::Over(outcome(state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Deal, Input::Auto) => deal(play.state, &mut play.cx),
            (Phase::Gate, Input::Gathered { .. }) => play.phase = Phase::Bid,
            (Phase::Bid, Input::Answers { answers }) => {
                let bids = answers.iter().map(|answer| {
                    let Choice::Bid { amount } = answer.choice;
                    (answer.seat, amount)
                });
                award(play.state, &bids.collect::<Vec<_>>(), &mut play.cx);
            }
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn decide(&self, _: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        orders::decide(asked, lines)
    }

    /// Any bid from the purse; silence bids nothing.
    fn choices(&self, _view: &View, question: &Question) -> Vec<Choice> {
        let Question::Bid { purse } = question;
        let amounts = (0..=*purse).rev();
        amounts.map(|amount| Choice::Bid { amount }).collect()
    }
}

impl Language for Sealed {
    fn grammar(&self, view: &View) -> Grammar {
        orders::grammar(self, view)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        orders::facts(at.view).holds(&at.view, condition)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], _silence: Vec<String>) -> SheetText {
        view.order_sheet()
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        view.robot(dice)
    }
}

impl Pages for Sealed {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();
}

impl Keeping for Sealed {
    const FORMAT: u32 = 3;
    const REVISION: u32 = 2;

    /// The cards. `Your hidden card adds 2.` ends so only where the position is reported. Of a deal
    /// it is reported in a longer sentence, which may speak of an earlier round, unless no such
    /// card is among those.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let burnt = &state.burnt;
        let mut pool = look
            .pool("card", self.cards.all().iter().copied())
            .open(burnt);
        for bidder in &mut state.bidders {
            pool = pool.held(bidder.seat, bidder.card.as_mut_slice());
        }
        pool.unseen(&mut state.deck)
            .told(|hand| {
                let told = hand
                    .iter()
                    .map(|card| format!("Your hidden card adds {card}."));
                let fresh = hand.iter().filter(|it| !burnt.contains(it));
                let dealt = fresh.map(|card| format!("Your hidden card adds {card} to your bid."));
                told.chain(dealt).collect::<Vec<String>>()
            })
            .done();
    }

    fn migrations(kind: FileKind) -> Vec<Migration> {
        reread::tests_by_words(kind)
    }
}

fn prompt(bidder: &Bidder) -> Prompt<Question> {
    let purse = bidder.purse;
    Prompt::now(bidder.seat, Question::Bid { purse })
}

fn deal(state: &mut State, cx: &mut Cx<'_, Event>) {
    state.prize = cx.dice.one(Bowl::Open, "the prize", 6);
    cx.announce(Event::Prize {
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
        cx.announce(Event::Bid {
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
            cx.announce(Event::Won {
                seat: *seat,
                points,
                paid: *paid,
            });
        }
        _ => cx.announce(Event::Nobody { points }),
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
    let bidders = state.bidders.iter();
    Outcome::ranked(bidders.map(|it| (it.seat, (it.points, it.purse))))
}
