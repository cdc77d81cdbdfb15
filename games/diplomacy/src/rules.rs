//! The sequence of play, and what the engine asks of the game.

use super::data::Tables;
use super::drawn::Drawn;
use super::judge::after::Edition;
use super::orders::{self, Choice, Diplomacy, Order, Question};
use super::picture::{self, Plan};
use super::state::{Event, Phase, State};
use super::view::View;
use super::{decide, explain, news, phases, robot, sheet};
use packetboat_core::engine::data::title;
use packetboat_core::engine::rules::{Agreed, InstructionOf};
use packetboat_core::prelude::*;
use packetboat_kit::checks::unless;
use packetboat_kit::course::course_named;
use packetboat_kit::words::few;
use serde_json::Value;

impl Rules for Diplomacy {
    const ID: &'static str = "diplomacy";
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
        let plan = Plan::read(pack, &tables)?;
        Ok(Diplomacy { tables, plan })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, _: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        Ok(State {
            turn: 1,
            turns: founding.number("turns"),
            edition: Edition::of(founding.word("edition")).expect("the card lists editions"),
            part: 1,
            phase: Phase::Gate,
            units: self.tables.start.clone(),
            centres: self.tables.homes.clone(),
            dislodged: Vec::new(),
            seats: founding.seats.clone(),
        })
    }

    fn now(&self, state: &State) -> Now {
        let (turn, part) = (state.turn, state.part);
        Now {
            last_turn: Some(state.turns),
            out: state.out().into_iter().collect(),
            ..Now::on(state.seats.clone(), SheetNo { turn, part })
        }
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let called = state.called(&self.tables);
        match state.phase {
            Phase::Gate => Pending::Gather(called.into_iter().collect()),
            Phase::Play => Pending::ask_all(
                &called,
                &Question {
                    question: state.stage(),
                },
            ),
            Phase::Over => Pending::Over(self.outcome(state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Gate, Input::Gathered { .. }) => play.phase = Phase::Play,
            (Phase::Play, Input::Answers { answers }) => phases::play(play, answers),
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        let counts = state.centres.iter().map(|it| (*it.0, few(it.1).into()));
        counts.into_map()
    }

    /// In a draw all share the first place who have units or centres left.
    fn agreed(&self, state: &State, how: Agreed) -> Outcome {
        let points = self.scores(state);
        Outcome::ranked(state.seats.iter().map(|seat| {
            let lives = !state.is_out(*seat);
            let rank = match how {
                Agreed::Draw {} => 0,
                Agreed::Concession { to } => i64::from(*seat == to),
                Agreed::End {} => points[seat],
            };
            (*seat, lives.then_some(rank))
        }))
    }

    fn decide(&self, view: &View, asked: &Question, lines: &LinesOf<'_, Self>) -> Decision<Choice> {
        decide::decide(&self.tables, view, asked, lines)
    }

    fn permits(&self, view: &View, _asked: &Question, choice: &Choice) -> Result<(), Reason> {
        let fits = decide::permits(&self.tables, view, choice);
        unless(fits, || Reason::of(&"it is none of yours"))
    }

    fn is_said_ahead(&self, view: &View, own: &[&Order]) -> bool {
        decide::is_said_ahead(view, own)
    }

    fn fallback(&self, view: &View, asked: &Question, _lines: &LinesOf<'_, Self>) -> Choice {
        decide::by_default(&self.tables, view, asked)
    }
}

impl Language for Diplomacy {
    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables)
    }

    fn holds(&self, at: &AtOf<'_, Self>, test: &Asked) -> bool {
        orders::facts(&self.tables).holds(&at.view, test)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], _silence: Vec<String>) -> SheetText {
        sheet::sheet(&self.tables, view)
    }

    fn advise(&self, view: &View, lines: &[&InstructionOf<Self>]) -> Vec<Note> {
        decide::notes(&self.tables, view, lines)
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        robot::sheet(&self.tables, view, dice)
    }
}

impl Pages for Diplomacy {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = Drawn;

    fn pictures(&self, view: &View, heard: &[&Event]) -> Vec<Picture> {
        let plan = self.plan.iter();
        plan.flat_map(|it| picture::pictures(&self.tables, it, view, heard))
            .collect()
    }

    fn ground(&self, name: &str) -> Option<Ground> {
        picture::ground(&self.tables, self.plan.as_ref()?, name)
    }

    fn course(&self, _view: &View, rows: &[Standing]) -> Option<Picture> {
        let plan = self.plan.as_ref()?;
        let of = |seat| (title(&self.tables.seats, seat), plan.mark(seat));
        course_named(rows, of, &self.tables.sheets)
    }

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        news::tell(view, heard)
    }

    fn map(&self, view: &View, around: Option<&str>) -> Option<Result<Value, String>> {
        Some(explain::map(&self.tables, view, around))
    }

    fn explain(&self, _view: &View, name: &str) -> Option<String> {
        explain::explain(&self.tables, name)
    }
}

impl Keeping for Diplomacy {
    const FORMAT: u32 = 1;
    const REVISION: u32 = 1;

    /// All is open.
    fn secrets(&self, _state: &mut State, _look: &mut Look<'_>) {}
}

impl Diplomacy {
    /// A power that has won is first, and all others share the second place; if nobody has, centres
    /// decide.
    fn outcome(&self, state: &State) -> Outcome {
        let winner = phases::winner(self.tables.centres_to_win, state).map(|it| it.0);
        let points = self.scores(state);
        Outcome::ranked(state.seats.iter().map(|seat| match winner {
            Some(winner) => (*seat, i64::from(*seat == winner)),
            None => (*seat, points[seat]),
        }))
    }
}
