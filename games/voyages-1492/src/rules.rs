//! The rules as the engine sees them; read [`Rules::pending`] and [`Rules::advance`] as the
//! sequence of play.

use super::choice::{self, Choice, Question};
use super::events::{Event, Moved};
use super::orders::{self, Order};
use super::phases::{act, die, sail, turn};
use super::state::{Pace, Phase, State};
use super::view::{Drawn, View};
use super::{advise, chart, decide, facts, news, older, picture, robot, sheet};
use super::{data::Tables, facts::Voyages, may::Eye};
use packetboat_core::prelude::*;
use packetboat_kit::course;
use serde_json::Value;

impl Rules for Voyages {
    const ID: &'static str = "voyages-1492";
    const FILES: Texts = crate::FILES;

    type Tables = Tables;
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        let tables = Tables::read(pack)?;
        let facts = facts::facts(&tables);
        Ok(Voyages { tables, facts })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        turn::set_up(&self.tables, founding, cx)
    }

    /// A sheet is a round at every pace.
    fn now(&self, state: &State) -> Now {
        let seats = state.sea.ships.iter().map(|it| it.seat);
        let (now, turns) = (Now::turn(seats, state.round), state.turns());
        now.at_most(state.ways.turns)
            .batch(turns.batch_from(), turns.batch_until())
    }

    /// No question goes out by mail: nothing stops a batch.
    fn pending(&self, state: &State) -> PendingOf<Self> {
        let active = state.active();
        let ask = |question| Pending::ask(active, question);
        match state.phase {
            Phase::Gate => Pending::Gather(match state.ways.pace {
                Pace::Round => self.now(state).seats.into_iter().collect(),
                Pace::Seat => [active].into_iter().into_set(),
            }),
            Phase::Begin | Phase::Die => Pending::Auto,
            Phase::Move => ask(Question::Move),
            Phase::Extra => ask(Question::Extra),
            Phase::Free { from, .. } => ask(Question::Free { from }),
            Phase::Press { .. } => ask(Question::Press),
            Phase::Rival { part } => ask(Question::Rival { part }),
            Phase::Act => ask(Question::Act),
            // Every target is asked, whether it holds a Volley or not: nobody sees who could.
            Phase::Volley {
                target,
                weapon,
                die,
            } => Pending::ask(
                target,
                Question::Volley {
                    shooter: active,
                    weapon,
                    die,
                },
            ),
            Phase::Over => Pending::Over(self.outcome(state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        let choice = input.choice();
        match (play.phase.clone(), choice) {
            (Phase::Gate, _) => turn::gate(play.state),
            (Phase::Begin, _) => turn::begin(play),
            (Phase::Move, Some(chosen)) => sail::sail(play, chosen, Moved::Sails),
            (Phase::Die, _) => die::roll(play),
            (Phase::Extra, Some(chosen)) => sail::sail(play, chosen, Moved::Wind),
            (Phase::Free { left, from }, Some(taken)) => die::take(play, (left, from), taken),
            (Phase::Press { blocks }, Some(chosen)) => die::press(play.state, blocks, chosen),
            (Phase::Rival { part }, Some(chosen)) => die::rival(play, part, chosen),
            (Phase::Act, Some(chosen)) => act::act(play, chosen),
            (
                Phase::Volley {
                    target,
                    weapon,
                    die,
                },
                Some(chosen),
            ) => {
                act::hit(play, (target, weapon, die), chosen);
            }
            (phase, _) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        let seats = self.now(state).seats.into_iter();
        seats
            .map(|it| (it, state.sea.points(&self.tables, it).into()))
            .into_map()
    }

    fn measures(&self, state: &State) -> Vec<Measure> {
        let sea = &state.sea;
        let seats = || sea.ships.iter().map(|it| it.seat);
        vec![
            Measure::has(
                "another won first",
                seats().map(|it| (it, sea.winner == Some(it))),
            ),
            Measure::count(
                "fewer points",
                seats().map(|it| (it, sea.points(&self.tables, it))),
            ),
            Measure::count(
                "less gold",
                sea.ships.iter().map(|it| (it.seat, it.blocks.gold)),
            ),
        ]
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        Eye::of(&self.tables, view).decide(asked, lines)
    }

    fn permits(&self, view: &View, question: &Question, choice: &Choice) -> Result<(), Reason> {
        let may = Eye::of(&self.tables, view).permits(question, choice);
        may.map_err(|it| Reason::of(&it))
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        choice::choices(view, question)
    }

    fn fallback(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Choice {
        Eye::of(&self.tables, view).fallback(asked, lines)
    }

    /// Actions are gone through in passes (4.3), in the order written (R4). One that could not be
    /// paid is tried again after each pass that has done anything, with what that brought (R45).
    fn own_turn(&self, view: &View, question: &Question) -> Option<u32> {
        (*question == Question::Act).then_some(view.round)
    }
}

impl Language for Voyages {
    const SILENCE: &'static str = orders::SILENCE;
    const AMOUNTS: &'static [&'static str] = &["held", "lacks"];

    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables, &self.facts)
    }

    fn advise(&self, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
        advise::advise(self, view, lines)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        let scene = decide::scene(&self.tables, at.view, Some(at.question));
        self.facts.holds(&scene, condition)
    }

    fn order_sheet(&self, view: &View, own: &[&Order], silence: Vec<String>) -> SheetText {
        sheet::order_sheet(view, own, silence)
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        robot::sheet(self, view, dice)
    }
}

impl Pages for Voyages {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = Drawn;

    /// As all hear it but the ship that draws.
    fn outside(&self, event: &mut Event) {
        if let Event::Kept { card, name, .. } = event {
            (*card, *name) = (None, None);
        }
    }

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        news::tell(view, heard)
    }

    fn pictures(&self, view: &View, heard: &[&Event]) -> Vec<Picture> {
        vec![picture::sea(&self.tables, view, heard)]
    }

    fn course(&self, _view: &View, rows: &[Standing]) -> Option<Picture> {
        course::course_on(&self.tables.seats, rows)
    }

    fn ground(&self, name: &str) -> Option<Ground> {
        picture::ground(&self.tables, name)
    }

    fn map(&self, view: &View, around: Option<&str>) -> Option<Result<Value, String>> {
        let hex = around.and_then(|word| {
            let canonical = [word.to_uppercase(), word.to_lowercase()];
            let found = |it: &String| facts::goal_hex(&self.tables, view, it).ok();
            canonical.iter().find_map(found)
        });
        let hex = hex.map(|it| it.to_string());
        let around = hex.as_deref().or(around);
        Some(chart::map(&self.tables, &view.sea, around))
    }
}

impl Keeping for Voyages {
    const FORMAT: u32 = 3;
    const REVISION: u32 = 1;
    /// 1: what hit a ship is named.
    const TOLD: u32 = 1;

    fn migrations(kind: FileKind) -> Vec<Migration> {
        older::migrations(kind)
    }

    /// The specialty shots in other hands, and those in the deck: nothing else is hidden (R27).
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let mut deck = state.loose_shots(&self.tables);
        let discards = state.sea.trap_discards.clone();
        let shots = self.tables.shots();
        let discards = discards.iter().filter(|it| shots.contains(it));
        look.pool("specialty shot", shots.iter().copied())
            .hands(&mut state.hands)
            .unseen(&mut deck)
            .open(discards)
            .told(|hand| (!hand.is_empty()).then(|| self.tables.own_cards(hand)))
            .done();
    }
}

impl Voyages {
    /// The winner, then by points and gold (R50).
    fn outcome(&self, state: &State) -> Outcome {
        let seats = state.sea.ships.iter().map(|it| it.seat);
        Outcome::measured(seats, &self.measures(state))
    }
}
