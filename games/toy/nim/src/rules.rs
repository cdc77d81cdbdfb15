//! The sequence of play.

use super::data::Tables;
use super::orders::{self, Choice, Order, Question, SILENCE};
use super::state::{Event, Phase, State};
use super::view::View;
use packetboat_core::engine::reread;
use packetboat_core::prelude::*;

/// The rules of Nim.
pub struct Nim {
    tables: Tables,
}

impl Rules for Nim {
    const ID: &'static str = "toy/nim";
    const FILES: Texts = crate::FILES;

    type Tables = Tables;
    type State = State;
    type View = View;
    type Event = Event;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        let tables = Tables::read(pack)?;
        Ok(Nim { tables })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, _: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        Ok(State {
            turn: 1,
            phase: Phase::Gate,
            stones: self.tables.stones,
            seats: founding.seats.clone(),
        })
    }

    fn now(&self, state: &State) -> Now {
        Now::turn(state.seats.clone(), state.turn).at_most(self.tables.stones)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let mover = state.mover();
        match state.phase {
            Phase::Gate => Pending::Gather(BTreeSet::from([mover])),
            Phase::Take => Pending::ask(mover, Question::Stones),
            Phase::Over => {
                let won = |it: Seat| (it, it == mover);
                Pending::Over(Outcome::ranked(state.seats.iter().copied().map(won)))
            }
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Gate, Input::Gathered { .. }) => play.phase = Phase::Take,
            (Phase::Take, Input::Answers { answers }) => take(play, &answers[0]),
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn decide(&self, view: &View, _: &Question, lines: &LinesOf<'_, Self>) -> Decision<Choice> {
        orders::decide(view, lines)
    }

    fn choices(&self, view: &View, _question: &Question) -> Vec<Choice> {
        let least_last = (1..=view.can_take()).rev();
        least_last.map(|stones| Choice::Take { stones }).collect()
    }
}

impl Language for Nim {
    const SILENCE: &'static str = SILENCE;

    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables)
    }

    fn holds(&self, at: &AtOf<'_, Self>, test: &Asked) -> bool {
        orders::facts(&self.tables).holds(&at.view, test)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], silence: Vec<String>) -> SheetText {
        let moves = view.seat == Some(view.mover) && !view.over;
        if !moves {
            return SheetText::default();
        }
        SheetText {
            lead: "write your order here; without one the program does:".to_owned(),
            silence,
            ..SheetText::default()
        }
    }

    fn robot(&self, view: &View, _seat: Seat, _dice: &mut Dice) -> String {
        format!("TAKE {}", view.best().unwrap_or(1))
    }
}

impl Pages for Nim {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();
}

impl Keeping for Nim {
    const FORMAT: u32 = 2;
    const REVISION: u32 = 1;

    fn migrations(kind: FileKind) -> Vec<Migration> {
        reread::reasons_as_data(kind)
    }
}

/// N2, N3: a seat has taken stones.
fn take(play: &mut PlayOf<'_, Nim>, answer: &Answer<Choice>) {
    let Choice::Take { stones } = answer.choice;
    play.stones -= stones;
    play.announce(Event::Took {
        seat: answer.seat,
        stones,
        left: play.stones,
    });
    if play.stones == 0 {
        play.phase = Phase::Over;
    } else {
        play.phase = Phase::Gate;
        play.turn += 1;
    }
}
