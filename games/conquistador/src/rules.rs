//! The rules as the engine sees them. The sequence of play is [`Stage`]: each step is played by
//! `council`, `sea` or `land`, which ask powers and carry out what they chose.

use super::data::Tables;
use super::events::Event;
use super::orders::{Condition, Order};
use super::plan::{Choice, Question};
use super::state::{Played, Stage, State};
use super::view::View;
use super::{
    advise, council, faces, grammar, hidden, holds, land, older, picture, reckon, resample, robot,
    sea, sheet,
};
use packetboat_core::engine::orders::Instruction;
use packetboat_core::engine::plain;
use packetboat_core::prelude::*;
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;
use std::sync::Arc;

/// Conquistador.
#[derive(Debug, Clone)]
pub struct Conquistador {
    tables: Arc<Tables>,
}

impl Rules for Conquistador {
    const ID: &'static str = "conquistador";
    const FILES: Texts = crate::FILES;

    type Tables = Arc<Tables>;
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        let tables = Arc::new(Tables::load(pack)?);
        Ok(Conquistador { tables })
    }

    fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        council::set_up(&self.tables, founding, cx)
    }

    /// Sheets a and b of a turn; with one round a turn, one sheet for both.
    fn now(&self, state: &State) -> Now {
        let open = &state.open;
        Now::on(open.table.clone(), open.sheet()).at_most(open.options.last_turn)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        match state.open.stage.played() {
            Played::Nothing if state.open.stage == Stage::Over => {
                let outcome = state.open.outcome.clone();
                Pending::Over(outcome.expect("a game that is over has an outcome"))
            }
            Played::Nothing => Pending::Gather(called(state)),
            Played::Council => ask(council::asks(&self.tables, state), Question::Council),
            Played::Sea => ask(sea::asks(&self.tables, state), Question::Sea),
            Played::Land => ask(land::asks(&self.tables, state), Question::Land),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        let (tables, state, cx) = (play.tables, &mut *play.state, &mut play.cx);
        if let Input::Gathered { silent } = input {
            council::gathered(state, silent);
            state.next_stage();
            return;
        }
        let pairs = play.asked.iter().zip(input.answers());
        match state.open.stage.played() {
            Played::Nothing => unreachable!("gates are gathered and the end is the end"),
            Played::Council => {
                let answered =
                    pairs.map(
                        |(prompt, answer)| match (&prompt.question, &answer.choice) {
                            (Question::Council(ask), Choice::Council(deed)) => {
                                (answer.seat, ask, deed.clone())
                            }
                            other => unreachable!("{other:?} in the council"),
                        },
                    );
                council::advance(tables, state, &answered.collect::<Vec<_>>(), cx);
            }
            Played::Sea => {
                let answered =
                    pairs.map(
                        |(prompt, answer)| match (&prompt.question, &answer.choice) {
                            (Question::Sea(ask), Choice::Sea(deed)) => {
                                (answer.seat, ask, deed.clone())
                            }
                            other => unreachable!("{other:?} at sea"),
                        },
                    );
                sea::advance(tables, state, &answered.collect::<Vec<_>>(), cx);
            }
            Played::Land => {
                let answered =
                    pairs.map(
                        |(prompt, answer)| match (&prompt.question, &answer.choice) {
                            (Question::Land(ask), Choice::Land(deed)) => {
                                (answer.seat, ask, deed.clone())
                            }
                            other => unreachable!("{other:?} on land"),
                        },
                    );
                land::advance(tables, state, &answered.collect::<Vec<_>>(), cx);
            }
        }
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        let score = |it: &Seat| i64::from(reckon::score::vp(&self.tables, &state.open, *it).total);
        let table = state.open.table.iter();
        table.map(|it| (*it, score(it))).into_map()
    }

    fn measures(&self, state: &State) -> Vec<Measure> {
        council::measures(&self.tables, &state.open)
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        match asked {
            Question::Council(ask) => council::decide(view, ask, lines).map(Choice::Council),
            Question::Sea(ask) => sea::decide(view, ask, lines).map(Choice::Sea),
            Question::Land(ask) => land::decide(view, ask, lines).map(Choice::Land),
        }
    }

    fn permits(&self, view: &View, question: &Question, choice: &Choice) -> Result<(), Reason> {
        let permitted = match (question, choice) {
            (Question::Council(ask), Choice::Council(deed)) => council::permits(view, ask, deed),
            (Question::Sea(ask), Choice::Sea(deed)) => sea::permits(view, ask, deed),
            (Question::Land(ask), Choice::Land(deed)) => land::permits(view, ask, deed),
            _ => Err("that answers another question".to_owned()),
        };
        permitted.map_err(|it| Reason::of(&it))
    }

    /// A power's lines are reached one after another in each step that goes by lines; it has one go
    /// a step.
    fn own_turn(&self, view: &View, question: &Question) -> Option<u32> {
        question.goes_by_lines().then_some(view.open.stage as u32)
    }

    fn fallback(&self, view: &View, question: &Question, lines: &Lines<'_, Order>) -> Choice {
        match question {
            Question::Council(ask) => Choice::Council(council::silence(view, ask, lines)),
            Question::Sea(ask) => Choice::Sea(sea::silence(view, ask, lines)),
            Question::Land(ask) => Choice::Land(land::silence(view, ask, lines)),
        }
    }
}

impl Language for Conquistador {
    fn grammar(&self, view: &View) -> Grammar {
        grammar::grammar(view)
    }

    fn advise(&self, view: &View, lines: &[&Instruction<Order, Condition>]) -> Vec<Note> {
        advise::advise(view, lines)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Condition) -> bool {
        holds::holds(at.view, at.order, condition)
    }

    fn order_sheet(&self, view: &View, own: &[&Order], _silence: Vec<String>) -> SheetText {
        sheet::order_sheet(view, own)
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        robot::sheet(view, dice)
    }
}

impl Pages for Conquistador {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();

    fn outside(&self, event: &mut Event) {
        *event = event.outside();
    }

    fn face(&self, event: &Event) -> Value {
        faces::event(&self.tables, event)
    }

    fn face_schema(generator: &mut SchemaGenerator) -> Schema {
        faces::event_schema(generator)
    }

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        faces::tell(view, heard)
    }

    fn pictures(&self, view: &View, heard: &[&Event]) -> Vec<Picture> {
        picture::pictures(view, heard)
    }

    fn course(&self, view: &View, rows: &[Standing]) -> Option<Picture> {
        picture::course(view, rows)
    }

    fn ground(&self, name: &str) -> Option<Ground> {
        picture::ground(&self.tables, name)
    }

    fn map(&self, view: &View, around: Option<&str>) -> Option<Result<Value, String>> {
        let page = faces::map(view, around);
        Some(page.map(|it| plain::of(&it).expect("pages are plain data with names")))
    }

    fn explain(&self, view: &View, name: &str) -> Option<String> {
        faces::leader_called(view, name).or_else(|| faces::area_called(view, name))
    }
}

impl Keeping for Conquistador {
    const FORMAT: u32 = 4;
    /// 2: the book says which lines have been reached. 3: an Explorer who goes ashore counts in the
    /// attrition of that phase (3.12), too few diggers at Potosi are no answer, who cannot land is
    /// told so, and answers say what they fell short of.
    const REVISION: u32 = 3;
    /// 1: reasons in plainer words. 2: attacks that were beaten off came to nothing, and say so.
    /// 3: looting says which Native Level it needs; a leader who is aboard is not missing. 4:
    /// plainer words for an expedition lost at sea, and natives no longer resist. 5: land units
    /// that stay aboard where others hold the place, and who holds it; STOW says why there is no
    /// gold; MINE was not needed where resources earn more.
    const TOLD: u32 = 5;

    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        look.by_hand(
            state,
            |it, viewer, dice| resample::resample(&self.tables, it, viewer, dice),
            |it, viewer| hidden::hidden(&self.tables, it, viewer),
        );
    }

    fn migrations(kind: FileKind) -> Vec<Migration> {
        match kind {
            FileKind::Book => older::BOOK.to_vec(),
            FileKind::State => older::STATE.to_vec(),
            _ => older::JOURNAL.to_vec(),
        }
    }
}

/// Both gates call every power that was not dropped: who is asked tells nothing (Q47).
fn called(state: &State) -> BTreeSet<Seat> {
    let powers = state.open.powers.iter();
    let playing = powers.filter(|(_, it)| !it.dropped);
    playing.map(|(seat, _)| *seat).into_set()
}

fn ask<A>(asks: Vec<Prompt<A>>, part: impl Fn(A) -> Question) -> PendingOf<Conquistador> {
    if asks.is_empty() {
        return Pending::Auto;
    }
    let prompts = asks.into_iter().map(|it| Prompt {
        seat: it.seat,
        question: part(it.question),
        patience: it.patience,
    });
    Pending::Ask(prompts.collect())
}
