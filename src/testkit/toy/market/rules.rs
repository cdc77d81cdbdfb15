//! The sequence of play of Market.

use super::grammar::{self, Condition, Order};
use super::orders::{self, Choice, Question};
use super::phases::{self, worth};
use super::state::{Event, Market, Phase, Pieces, Pilot, Stall, State, Trader};
use super::view::{self, View};
use crate::engine::chronicle::{Audience, Input};
use crate::engine::data::{DataError, DataPack, Founding};
use crate::engine::decide::{Answer, Decision};
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

impl Rules for Market {
    const ID: &'static str = "toy/market";
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
        Market::read(pack)
    }

    fn setup(
        &self,
        founding: &Founding,
        cx: &mut CxOf<'_, Self>,
    ) -> Result<Self::State, DataError> {
        let option = |name| u32::try_from(founding.number(name)).expect("the card allows no less");
        let mut spare: Vec<String> = self.contracts.iter().map(|it| it.name.clone()).collect();
        cx.dice.shuffle(Bowl::Hidden, "the contracts", &mut spare);
        let mut traders = Vec::new();
        for seat in &founding.seats {
            let few = || DataError::new("tables.toml", "every seat needs a contract");
            let contract = spare.pop().ok_or_else(few)?;
            let card = self.contract(&contract);
            let event = Event::Contract {
                title: card.title.clone(),
                good: card.good.clone(),
                worth: card.worth,
            };
            cx.tell(Audience::one(*seat), event);
            traders.push(Trader {
                seat: *seat,
                gold: self.gold,
                pieces: Pieces::new(),
                built: Vec::new(),
                contract,
                pilot: Pilot::Auto,
            });
        }
        let board = self.goods.iter().map(|it| Stall {
            good: it.name.clone(),
            price: it.price,
            pieces: it.pieces,
        });
        Ok(State {
            round: 1,
            rounds: option("rounds"),
            batch: match founding.word("pace") {
                "batch" => option("rounds_per_batch"),
                _ => 1,
            },
            phase: Phase::Gate,
            spare,
            board: board.collect(),
            traders,
        })
    }

    fn seats(&self, state: &Self::State) -> Vec<Seat> {
        state.traders.iter().map(|it| it.seat).collect()
    }

    fn sheet(&self, state: &Self::State) -> SheetNo {
        SheetNo::whole(state.round)
    }

    fn last_turn(&self, state: &Self::State) -> Option<u32> {
        Some(state.rounds)
    }

    /// One sheet may serve all rounds of a batch.
    fn batch(&self, state: &Self::State) -> SheetNo {
        SheetNo::whole(state.first_round())
    }

    fn pending(&self, state: &Self::State) -> PendingOf<Self> {
        let all = |question: &Question| {
            let seats = state.order().into_iter();
            Pending::Ask(seats.map(|it| prompt(it, question.clone())).collect())
        };
        match &state.phase {
            Phase::Gate => Pending::Gather(state.traders.iter().map(|it| it.seat).collect()),
            Phase::Plan => all(&Question::Plan),
            Phase::Die => Pending::Auto,
            Phase::Take => all(&Question::Take),
            Phase::Wish { acted, mark } => {
                let seat = acting(state, *acted);
                let question = Question::Wish {
                    mark: mark.clone(),
                    pilot: state.trader(seat).pilot,
                };
                Pending::Ask(vec![prompt(seat, question)])
            }
            Phase::Over => Pending::Over(outcome(self, state)),
        }
    }

    fn advance(
        &self,
        state: &mut Self::State,
        _asked: &[PromptOf<Self>],
        input: &InputOf<Self>,
        cx: &mut CxOf<'_, Self>,
    ) {
        match (state.phase.clone(), input) {
            (Phase::Gate, Input::Gathered { .. }) => phases::gathered(state),
            (Phase::Plan, Input::Answers { answers }) => phases::plan(state, answers),
            (Phase::Die, Input::Auto) => phases::die(self, state, cx),
            (Phase::Take, Input::Answers { answers }) => phases::takes(state, answers, cx),
            (Phase::Wish { acted, .. }, Input::Answers { answers }) => {
                let Answer { seat, choice, .. } = &answers[0];
                let Choice::Wish { deed, mark } = choice else {
                    unreachable!("{choice:?} is no wish");
                };
                phases::wish(self, state, acted, *seat, deed, mark, cx);
            }
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn validate(&self, state: &Self::State) -> Result<(), Broken> {
        state.validate(self)
    }

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        view::view(self, state, viewer)
    }

    /// The titles of the contracts that others hold; at the end all are shown.
    fn hidden(&self, state: &Self::State, viewer: Viewer) -> Vec<Hidden> {
        if state.phase == Phase::Over {
            return Vec::new();
        }
        let others = state.traders.iter();
        let others = others.filter(|it| Viewer::Seat(it.seat) != viewer);
        let titles = others.map(|it| self.contract(&it.contract).title.clone());
        titles.map(Hidden::Phrase).collect()
    }

    fn grammar(&self, view: &Self::View) -> Grammar {
        grammar::grammar(view)
    }

    fn build(&self, _view: &Self::View, said: &Said) -> Result<Self::Order, Diagnostic> {
        Ok(grammar::build(said))
    }

    fn build_condition(
        &self,
        _view: &Self::View,
        said: &Said,
    ) -> Result<Self::Condition, Diagnostic> {
        Ok(grammar::build_condition(said))
    }

    fn holds(
        &self,
        view: &Self::View,
        _question: &Self::Question,
        _lines: &[&Instruction<Self::Order, Self::Condition>],
        _order: &Self::Order,
        condition: &Self::Condition,
    ) -> bool {
        grammar::holds(view, condition)
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
        view: &Self::View,
        question: &Self::Question,
        _lines: &LinesOf<'_, Self>,
    ) -> Self::Choice {
        orders::fallback(view, question)
    }

    fn order_sheet(&self, view: &Self::View) -> SheetText {
        view.order_sheet()
    }

    fn robot(&self, view: &Self::View, _seat: Seat, dice: &mut Dice) -> String {
        view.robot(dice)
    }

    /// Deals the contracts of the others anew, and makes them write or not; at the end nothing is
    /// hidden any more.
    fn resample(&self, state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        let mut other = state.clone();
        if state.phase == Phase::Over {
            return other;
        }
        let unseen = |it: &Trader| Viewer::Seat(it.seat) != viewer;
        let held = state.traders.iter().filter(|it| unseen(it));
        let mut pool: Vec<String> = held.map(|it| it.contract.clone()).collect();
        pool.extend(state.spare.iter().cloned());
        dice.shuffle(Bowl::Hidden, "resample", &mut pool);
        for trader in other.traders.iter_mut().filter(|it| unseen(it)) {
            trader.contract = pool.pop().expect("as many as were put in");
            trader.pilot = match dice.one(Bowl::Hidden, "resample", 2) {
                1 => Pilot::Auto,
                _ => Pilot::Own,
            };
        }
        other.spare = pool;
        other
    }

    fn samples(&self) -> Vec<Self::Event> {
        let seat: Seat = "red".parse().expect("a name of the card");
        let (good, title) = ("wool".to_owned(), "the Weavers' Guild".to_owned());
        vec![
            Event::Contract {
                title: title.clone(),
                good: good.clone(),
                worth: 5,
            },
            Event::Produced {
                round: 2,
                face: "any".to_owned(),
                first: seat,
            },
            Event::Took {
                seat,
                good: good.clone(),
            },
            Event::Missed { seat },
            Event::Bought {
                seat,
                count: 2,
                good: good.clone(),
                gold: 7,
            },
            Event::Sold {
                seat,
                count: 1,
                good: good.clone(),
                gold: 4,
            },
            Event::Built {
                seat,
                building: "loom".to_owned(),
            },
            Event::Counted {
                seat,
                title,
                pieces: 3,
                good,
                worth: 31,
            },
        ]
    }
}

fn acting(state: &State, acted: u32) -> Seat {
    let at = usize::try_from(acted).expect("few seats");
    state.order()[at]
}

fn prompt(seat: Seat, question: Question) -> Prompt<Question> {
    Prompt {
        seat,
        question,
        patience: Patience::Now,
    }
}

/// Most worth, then most gold.
fn outcome(rules: &Market, state: &State) -> Outcome {
    let rank = |it: &Trader| (worth(rules, it), it.gold);
    let place = |own: &Trader| {
        let better = state.traders.iter().filter(|it| rank(it) > rank(own));
        u8::try_from(better.count() + 1).expect("few seats")
    };
    let traders = state.traders.iter();
    Outcome {
        placings: traders.map(|it| (it.seat, place(it))).collect(),
    }
}
