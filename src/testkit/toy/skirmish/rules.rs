//! The sequence of play of Skirmish.

use super::grammar::{self, Condition, Order, Take};
use super::orders::{self, Choice, Question};
use super::phases;
use super::state::{Band, Event, Pace, Phase, Skirmish, State};
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
use std::collections::BTreeSet;

impl Rules for Skirmish {
    const ID: &'static str = "toy/skirmish";
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
        Skirmish::read(pack)
    }

    fn setup(
        &self,
        founding: &Founding,
        cx: &mut CxOf<'_, Self>,
    ) -> Result<Self::State, DataError> {
        let turns = u32::try_from(founding.number("turns")).expect("the card allows no less");
        let pace = match founding.word("pace") {
            "seat" => Pace::Seat,
            _ => Pace::Round,
        };
        let mut bands = Vec::new();
        for seat in &founding.seats {
            let why = format!("reserves of {seat}");
            let reserves = cx.dice.one(Bowl::Hidden, &why, self.reserve_sides);
            cx.tell(Audience::one(*seat), Event::Reserves { men: reserves });
            bands.push(Band {
                seat: *seat,
                strength: self.strength,
                points: 0,
                rallied: 0,
                reserves,
            });
        }
        Ok(State {
            turn: 1,
            turns,
            pace,
            interrupts: founding.switch("interrupts"),
            phase: phases::to_plot(pace),
            order: Vec::new(),
            acted: 0,
            bands,
        })
    }

    fn seats(&self, state: &Self::State) -> Vec<Seat> {
        state.bands.iter().map(|it| it.seat).collect()
    }

    fn sheet(&self, state: &Self::State) -> SheetNo {
        SheetNo::whole(state.turn)
    }

    fn last_turn(&self, state: &Self::State) -> Option<u32> {
        Some(state.turns)
    }

    fn pending(&self, state: &Self::State) -> PendingOf<Self> {
        let acting = || state.acting().expect("somebody acts in this phase");
        match state.phase {
            Phase::Plot => Pending::Gather(state.living().into_iter().collect()),
            Phase::Muster => Pending::Auto,
            Phase::Call => Pending::Gather(BTreeSet::from([acting()])),
            Phase::Act => Pending::Ask(vec![prompt(acting(), Question::Act, Patience::Now)]),
            Phase::React { target } => {
                let attacker = acting();
                let question = Question::React { attacker, target };
                let others = state.living().into_iter().filter(|it| *it != attacker);
                let prompts = others.map(|it| prompt(it, question.clone(), Patience::Now));
                Pending::Ask(prompts.collect())
            }
            Phase::Spoils { winner } => {
                let question = Question::Spoils {
                    points: self.spoils_points,
                    men: self.spoils_men,
                };
                let patience = match state.interrupts {
                    true => Patience::Mail,
                    false => Patience::Now,
                };
                Pending::Ask(vec![prompt(winner, question, patience)])
            }
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
            (Phase::Plot, Input::Gathered { .. }) => state.phase = Phase::Muster,
            (Phase::Call, Input::Gathered { .. }) => state.phase = Phase::Act,
            (Phase::Muster, Input::Auto) => phases::muster(state, cx),
            (Phase::Act, Input::Answers { answers }) => {
                let Answer { seat, choice, .. } = answers[0];
                phases::act(self, state, seat, choice, cx);
            }
            (Phase::React { target }, Input::Answers { answers }) => {
                let attacker = state.acting().expect("somebody attacks");
                let own = answers.iter().find(|it| it.seat == target);
                let reaction = own.map_or(Choice::Stand, |it| it.choice);
                phases::react(self, state, attacker, target, reaction, cx);
            }
            (Phase::Spoils { winner }, Input::Answers { answers }) => {
                let take = match answers[0].choice {
                    Choice::Take { take } => take,
                    _ => Take::Points,
                };
                phases::spoils(self, state, winner, take, cx);
            }
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn validate(&self, state: &Self::State) -> Result<(), Broken> {
        state.validate(self)
    }

    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        view::view(state, viewer)
    }

    /// Reserves, as the position tells them. At set-up they are told in the same words, but only
    /// to their owner, and before he can have rallied any.
    fn hidden(&self, state: &Self::State, viewer: Viewer) -> Vec<Hidden> {
        if state.phase == Phase::Over {
            return Vec::new();
        }
        let is_own = |it: &&Band| Viewer::Seat(it.seat) == viewer;
        let own = state.bands.iter().find(is_own).map(|it| it.reserves);
        let others: BTreeSet<u32> = state.bands.iter().map(|it| it.reserves).collect();
        let others = others.into_iter().filter(|it| Some(*it) != own);
        let phrase = |men| Hidden::Phrase(format!("You hold {men} men in reserve."));
        others.map(phrase).collect()
    }

    fn grammar(&self, view: &Self::View) -> Grammar {
        grammar::grammar(view)
    }

    fn build(&self, view: &Self::View, said: &Said) -> Result<Self::Order, Diagnostic> {
        grammar::build(view, said)
    }

    fn build_condition(
        &self,
        _view: &Self::View,
        said: &Said,
    ) -> Result<Self::Condition, Diagnostic> {
        grammar::build_condition(said)
    }

    fn holds(
        &self,
        view: &Self::View,
        question: &Self::Question,
        _lines: &[&Instruction<Self::Order, Self::Condition>],
        _order: &Self::Order,
        condition: &Self::Condition,
    ) -> bool {
        grammar::holds(view, question, condition)
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
        question: &Self::Question,
        _lines: &LinesOf<'_, Self>,
    ) -> Self::Choice {
        orders::fallback(question)
    }

    fn order_sheet(&self, view: &Self::View) -> SheetText {
        view.order_sheet()
    }

    fn robot(&self, view: &Self::View, _seat: Seat, dice: &mut Dice) -> String {
        view.robot(dice)
    }

    /// Rolls the reserves of the others anew, within what they have rallied.
    fn resample(&self, state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        let mut other = state.clone();
        for band in &mut other.bands {
            if Viewer::Seat(band.seat) != viewer {
                let least = band.rallied.max(1);
                let spread = self.reserve_sides - least + 1;
                let all = least - 1 + dice.one(Bowl::Hidden, "resample", spread);
                band.reserves = all - band.rallied;
            }
        }
        other
    }

    fn samples(&self) -> Vec<Self::Event> {
        let [seat, target]: [Seat; 2] =
            ["red", "blue"].map(|it| it.parse().expect("a name of the card"));
        let attacker = seat;
        vec![
            Event::Reserves { men: 3 },
            Event::Rolled { seat, die: 4 },
            Event::Order {
                turn: 2,
                seats: vec![target, seat],
            },
            Event::Held { seat },
            Event::Rallied { seat, men: 2 },
            Event::Recruited { seat, men: 1 },
            Event::Attacked { attacker, target },
            Event::Withdrew { target },
            Event::Fought {
                attacker,
                dice: vec![4, 3],
                target,
                other: vec![6, 1],
            },
            Event::Lost { seat, men: 2 },
            Event::Broken { seat },
            Event::Spoils {
                seat,
                points: 2,
                men: 0,
            },
        ]
    }
}

fn prompt(seat: Seat, question: Question, patience: Patience) -> Prompt<Question> {
    Prompt {
        seat,
        question,
        patience,
    }
}

/// Most points, then most men in the field.
fn outcome(state: &State) -> Outcome {
    let worth = |it: &Band| (it.points, it.strength);
    let place = |own: &Band| {
        let better = state.bands.iter().filter(|it| worth(it) > worth(own));
        u8::try_from(better.count() + 1).expect("few seats")
    };
    let bands = state.bands.iter();
    Outcome {
        placings: bands.map(|it| (it.seat, place(it))).collect(),
    }
}
