//! The sequence of play.

use super::data::Tables;
use super::orders::{self, Choice, Order, Question, SILENCE};
use super::state::{Event, Phase, SPRING, State, WINTER};
use super::view::View;
use packetboat_core::prelude::*;

/// The rules of Seasons.
pub struct Seasons {
    tables: Tables,
}

impl Rules for Seasons {
    const ID: &'static str = "toy/seasons";
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
        Ok(Seasons { tables })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, _: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        Ok(State {
            turn: 1,
            turns: founding.number("turns"),
            part: SPRING,
            phase: Phase::Gate,
            seats: founding.seats.clone(),
            carts: BTreeMap::new(),
            points: founding.seats.iter().map(|it| (*it, 0)).collect(),
        })
    }

    fn now(&self, state: &State) -> Now {
        let sheet = SheetNo {
            turn: state.turn,
            part: state.part,
        };
        Now::on(state.seats.clone(), sheet).at_most(state.turns)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let question = if state.part == WINTER {
            Question::Mend
        } else {
            Question::Carts
        };
        let prompt = |it: Seat| Prompt::now(it, question.clone());
        match state.phase {
            Phase::Gate => Pending::Gather(state.called()),
            Phase::Play => {
                let called = state.called();
                let seats = state.seats.iter().copied();
                Pending::Ask(seats.filter(|it| called.contains(it)).map(prompt).collect())
            }
            Phase::Over => {
                let points = state.points.iter().map(|it| (*it.0, *it.1));
                Pending::Over(Outcome::ranked(points))
            }
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Gate, Input::Gathered { .. }) => play.phase = Phase::Play,
            (Phase::Play, Input::Answers { answers }) => done(play, answers),
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn decide(&self, _: &View, asked: &Question, lines: &LinesOf<'_, Self>) -> Decision<Choice> {
        orders::decide(asked, lines)
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        let most = match question {
            Question::Carts => view.carts,
            Question::Mend => view.mends,
        };
        (0..=most).map(|carts| Choice::Do { carts }).collect()
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        let points = state.points.iter();
        points.map(|it| (*it.0, i64::from(*it.1))).collect()
    }
}

impl Language for Seasons {
    const SILENCE: &'static str = SILENCE;

    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables)
    }

    fn holds(&self, at: &AtOf<'_, Self>, test: &Asked) -> bool {
        orders::facts(&self.tables).holds(&at.view, test)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], silence: Vec<String>) -> SheetText {
        let is_called = view.seat.is_some_and(|it| view.called.contains(&it));
        if view.over || !is_called {
            return SheetText::default();
        }
        let verb = if view.part == WINTER { "MEND" } else { "CARTS" };
        SheetText {
            lead: "write your order here; without one the program does:".to_owned(),
            silence: silence
                .into_iter()
                .filter(|it| it.starts_with(verb))
                .collect(),
            ..SheetText::default()
        }
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        if view.part == WINTER {
            format!("MEND {}", view.mends)
        } else {
            format!(
                "CARTS {}",
                dice.one(Bowl::Hidden, "carts", view.carts + 1) - 1
            )
        }
    }
}

impl Pages for Seasons {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();
}

impl Keeping for Seasons {
    const FORMAT: u32 = 1;
    const REVISION: u32 = 1;
}

/// Seats have sent carts, or mended them.
fn done(play: &mut PlayOf<'_, Seasons>, answers: &[Answer<Choice>]) {
    for answer in answers {
        let (seat, Choice::Do { carts }) = (answer.seat, &answer.choice);
        let carts = *carts;
        *play.points.entry(seat).or_default() += carts;
        if play.part == WINTER {
            play.announce(Event::Mended { seat, carts });
        } else {
            *play.carts.entry(seat).or_default() += carts;
            play.announce(Event::Sent { seat, carts });
        }
    }
    play.state.pass_on();
}
