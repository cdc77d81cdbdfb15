//! The rules as the engine sees them; read [`Rules::pending`] and [`Rules::advance`] as the
//! sequence of play.

use super::data::Tables;
use super::events::Event;
use super::orders::{Condition, Order};
use super::phases::{cards, domes, set_up, settle};
use super::plan::{Choice, Manner, Question};
use super::state::{Pace, Phase, State};
use super::view::View;
use super::{advise, autopilot, decide, grammar, hidden, orders, plan, resample, robot, sheet};
use crate::engine::chronicle::Input;
use crate::engine::data::{DataError, DataPack, Founding};
use crate::engine::decide::{Decision, Lines};
use crate::engine::dice::Dice;
use crate::engine::orders::{Instruction, OrderRef};
use crate::engine::rules::{
    Broken, CxOf, Hidden, InputOf, Patience, Pending, PendingOf, Prompt, PromptOf, Rules, SheetText,
};
use crate::engine::seat::{Seat, Viewer};
use crate::engine::understand::guard;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::Grammar;
use crate::lang::said::Said;
use crate::lang::sheet::SheetNo;
use std::collections::BTreeSet;

/// These New Worlds.
#[derive(Debug, Clone)]
pub struct TheseNewWorlds {
    tables: Tables,
}

impl TheseNewWorlds {
    /// The tables it was loaded with.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }
}

impl Rules for TheseNewWorlds {
    const ID: &'static str = "these-new-worlds";
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
        let tables = Tables::load(pack)?;
        Ok(TheseNewWorlds { tables })
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        set_up::game(&self.tables, founding, cx)
    }

    fn seats(&self, state: &State) -> Vec<Seat> {
        state.table.clone()
    }

    /// One sheet a round at every pace.
    fn sheet(&self, state: &State) -> SheetNo {
        SheetNo::whole(state.round)
    }

    fn last_turn(&self, _state: &State) -> Option<u32> {
        // One planet is the prize of each round.
        let prizes = self.tables.planets.len() - usize::from(self.tables.collective_start);
        u32::try_from(prizes).ok()
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        match state.phase {
            Phase::SetUp => Pending::Auto,
            Phase::Gate => Pending::Gather(called(state)),
            Phase::Card => ask(state.turn, Question::Card),
            Phase::Dome | Phase::LastDome => ask_dome(state, false),
            Phase::Closing1 | Phase::Closing2 | Phase::Closing3 => ask_dome(state, true),
            Phase::Settle => Pending::Auto,
            Phase::Over => {
                let outcome = state.outcome.clone();
                Pending::Over(outcome.expect("a game that is over has an outcome"))
            }
        }
    }

    fn advance(
        &self,
        state: &mut State,
        asked: &[PromptOf<Self>],
        input: &InputOf<Self>,
        cx: &mut CxOf<'_, Self>,
    ) {
        debug_assert!(asked.len() <= 1, "one seat is asked at a time");
        let choice = match input {
            Input::Auto | Input::Gathered { .. } => None,
            Input::Answers { answers } => answers.first().map(|it| it.choice),
        };
        match (state.phase, choice) {
            (Phase::SetUp, None) => set_up::round(&self.tables, state, cx),
            (Phase::Gate, None) => state.phase = Phase::Card,
            (Phase::Card, Some(Choice::Play { card, colour })) => {
                cards::play(&self.tables, state, card, colour, cx);
            }
            (Phase::Card, Some(Choice::Pass)) => cards::pass(state, cx),
            (
                Phase::Dome | Phase::LastDome | Phase::Closing1 | Phase::Closing2 | Phase::Closing3,
                choice,
            ) => {
                let pair = match choice {
                    Some(Choice::Place { pair }) => Some(pair),
                    Some(Choice::NoDome | Choice::Play { .. } | Choice::Pass) | None => None,
                };
                domes::answer(state, pair, cx);
            }
            (Phase::Settle, None) => settle::settle(&self.tables, state, cx),
            (phase, choice) => unreachable!("{choice:?} in phase {phase:?}"),
        }
    }

    fn validate(&self, state: &State) -> Result<(), Broken> {
        state.validate(&self.tables)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(&self.tables, state, viewer)
    }

    fn grammar(&self, _view: &View) -> Grammar {
        grammar::grammar(&self.tables)
    }

    fn build(&self, view: &View, said: &Said) -> Result<Order, Diagnostic> {
        let until = said.condition("until");
        let until = until.map(|it| guard(self, view, it)).transpose()?;
        orders::build(&self.tables, said, until)
    }

    fn build_condition(&self, _view: &View, said: &Said) -> Result<Condition, Diagnostic> {
        Ok(orders::condition(said))
    }

    fn advise(
        &self,
        view: &View,
        lines: &[&Instruction<Order, Condition>],
    ) -> Vec<(OrderRef, String)> {
        advise::advise(&self.tables, view, lines)
    }

    fn holds(
        &self,
        view: &View,
        _question: &Question,
        lines: &[&Instruction<Order, Condition>],
        order: &Order,
        condition: &Condition,
    ) -> bool {
        let manner = Manner::of_all(&self.tables, view, lines);
        plan::holds(&self.tables, view, &manner, order, condition)
    }

    fn decide(
        &self,
        view: &View,
        question: &Question,
        lines: &Lines<'_, Order>,
    ) -> Decision<Choice> {
        decide::decide(&self.tables, view, question, lines)
    }

    fn permits(&self, view: &View, question: &Question, choice: &Choice) -> Result<(), String> {
        decide::permits(&self.tables, view, question, choice)
    }

    fn fallback(&self, view: &View, question: &Question, lines: &Lines<'_, Order>) -> Choice {
        match question {
            Question::Card => {
                let manner = Manner::of(&self.tables, view, lines);
                autopilot::card(&self.tables, view, &manner)
            }
            Question::Dome { last } => autopilot::dome(view, *last, lines),
        }
    }

    fn order_sheet(&self, view: &View) -> SheetText {
        sheet::order_sheet(&self.tables, view)
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        robot::sheet(&self.tables, view, dice)
    }

    fn hidden(&self, state: &State, viewer: Viewer) -> Vec<Hidden> {
        hidden::hidden(&self.tables, state, viewer)
    }

    fn resample(&self, state: &State, viewer: Viewer, dice: &mut Dice) -> State {
        resample::resample(state, viewer, dice)
    }

    fn samples(&self) -> Vec<Event> {
        super::samples::samples(&self.tables)
    }
}

/// Whom a gate calls (4.1).
fn called(state: &State) -> BTreeSet<Seat> {
    match state.pace {
        Pace::Round | Pace::Exchange => state.table.iter().copied().collect(),
        Pace::Single => BTreeSet::from([state.turn]),
    }
}

fn ask(seat: Seat, question: Question) -> PendingOf<TheseNewWorlds> {
    Pending::Ask(vec![Prompt {
        seat,
        question,
        patience: Patience::Now,
    }])
}

/// A seat whose dome stands already is not asked again.
fn ask_dome(state: &State, last: bool) -> PendingOf<TheseNewWorlds> {
    match state.dome_asked().filter(|it| !state.has_dome(*it)) {
        Some(seat) => ask(seat, Question::Dome { last }),
        None => Pending::Auto,
    }
}
