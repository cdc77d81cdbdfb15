//! The rules as the engine sees them; read [`Rules::pending`] and [`Rules::advance`] as the
//! sequence of play.

use super::choice::{self, Choice, Question};
use super::data::{Good, Tables};
use super::drawn::{Drawn, own_cards};
use super::events::Event;
use super::facts::{self, Anno};
use super::need::Mind;
use super::orders::{self, Order};
use super::phases::{act, die, sail, turn};
use super::state::{Isle, Phase, State};
use super::view::{Eye, View};
use super::{advise, map, news, older, picture, robot, sheet};
use packetboat_core::engine::advice::TableLine;
use packetboat_core::engine::chronicle::Input;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::data::{DataError, DataPack, Founding};
use packetboat_core::engine::decide::{Decision, Lines};
use packetboat_core::engine::dice::Dice;
use packetboat_core::engine::facts::Asked;
use packetboat_core::engine::keeping::Keeping;
use packetboat_core::engine::language::{AtOf, Language, SheetText};
use packetboat_core::engine::note::Note;
use packetboat_core::engine::now::Now;
use packetboat_core::engine::pages::{Pages, Standing};
use packetboat_core::engine::reason::Reason;
use packetboat_core::engine::reread::{FileKind, Migration};
use packetboat_core::engine::rules::{
    CxOf, InputOf, Measure, Outcome, Patience, Pending, PendingOf, Prompt, PromptOf, Rules, Texts,
};
use packetboat_core::engine::scene::{Ground, Picture};
use packetboat_core::engine::seat::Seat;
use packetboat_core::engine::secrets::Look;
use packetboat_core::gather::Gather;
use packetboat_core::lang::form::Grammar;
use packetboat_kit::course;
use serde_json::Value;
use std::collections::BTreeMap;

impl Rules for Anno {
    const ID: &'static str = "anno-1503";
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
        Ok(Anno { tables, facts })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        turn::set_up(&self.tables, founding, cx)
    }

    fn now(&self, state: &State) -> Now {
        let seats = state.world.isles.iter().map(|it| it.seat);
        let (now, turns) = (Now::turn(seats, state.round), state.turns());
        now.at_most(state.ways.turns)
            .batch(turns.batch_from(), turns.batch_until())
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let active = state.active();
        match &state.phase {
            Phase::Gate => Pending::Gather(self.now(state).seats.into_iter().collect()),
            Phase::Begin | Phase::End => Pending::Auto,
            Phase::Produce { number, left } => {
                Pending::ask(left[0], Question::Produce { number: *number })
            }
            Phase::Lose { left } => Pending::ask(left[0], Question::Lose),
            Phase::Wish => Pending::ask(active, Question::Wish),
            Phase::Sail { ship } => Pending::ask(active, Question::Sail { ship: *ship }),
            Phase::Tile { ship, cell } => {
                let (ship, cell, tile) = (*ship, *cell, state.sea[cell]);
                let mut prompt = Prompt::now(active, Question::Tile { ship, cell, tile });
                if state.ways.interrupts && !state.quiet.contains(&active) {
                    prompt.patience = Patience::Mail;
                }
                Pending::Ask(vec![prompt])
            }
            Phase::Discard => Pending::ask(active, Question::Discard),
            Phase::Over => Pending::Over(self.outcome(state)),
        }
    }

    fn advance(
        &self,
        state: &mut State,
        _asked: &[PromptOf<Self>],
        input: &InputOf<Self>,
        cx: &mut CxOf<'_, Self>,
    ) {
        let tables = &self.tables;
        let before = turn::points(tables, state);
        let choice = match input {
            Input::Answers { answers } => answers.first().map(|it| &it.choice),
            Input::Auto | Input::Gathered { .. } => None,
        };
        match (state.phase.clone(), choice) {
            (Phase::Gate, _) => {
                let quiet = match input {
                    Input::Gathered { silent } => silent.iter().copied().collect(),
                    _ => Vec::new(),
                };
                turn::gate(state, &quiet);
            }
            (Phase::Begin, _) => die::roll(tables, state, cx),
            (Phase::Produce { number, left }, Some(chosen)) => {
                die::take(state, (number, left), chosen, cx);
            }
            (Phase::Lose { left }, Some(chosen)) => die::lose(tables, state, left, chosen, cx),
            (Phase::Wish, Some(chosen)) => act::act(tables, state, chosen, cx),
            (Phase::Sail { ship }, Some(chosen)) => sail::sail(tables, state, ship, chosen, cx),
            (Phase::Tile { ship, cell }, Some(chosen)) => {
                sail::find(tables, state, (ship, cell), chosen, cx);
            }
            (Phase::Discard, Some(chosen)) => act::give_up(tables, state, chosen, cx),
            (Phase::End, _) => turn::end(state, cx),
            (phase, _) => unreachable!("{input:?} in phase {phase:?}"),
        }
        turn::tally(tables, state, &before, cx);
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        let isles = state.world.isles.iter();
        isles
            .map(|it| (it.seat, it.vp(&self.tables).into()))
            .into_map()
    }

    fn measures(&self, state: &State) -> Vec<Measure> {
        let isles = &state.world.isles;
        let won = |it: &Isle| state.world.winner == Some(it.seat);
        vec![
            Measure::has(
                "another won first",
                isles.iter().map(|it| (it.seat, won(it))),
            ),
            Measure::count(
                "fewer points",
                isles.iter().map(|it| (it.seat, it.vp(&self.tables))),
            ),
            Measure::count("less gold", isles.iter().map(|it| (it.seat, it.gold))),
        ]
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        self.mind(view, lines).decide(asked)
    }

    fn permits(&self, view: &View, question: &Question, choice: &Choice) -> Result<(), Reason> {
        let tables = &self.tables;
        let may = Eye { tables, view }.permits(question, choice);
        may.map_err(|it| Reason::of(&it))
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        choice::choices(&self.tables, view, question)
    }

    fn fallback(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Choice {
        self.mind(view, lines).fallback(asked)
    }

    /// Wishes are gone through in passes (4.3).
    fn own_turn(&self, view: &View, question: &Question) -> Option<u32> {
        (*question == Question::Wish).then_some(view.round)
    }
}

impl Language for Anno {
    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables, &self.facts)
    }

    fn advise(&self, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
        advise::advise(self, view, lines)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        let (tables, view) = (&self.tables, at.view);
        self.facts.holds(&Eye { tables, view }, condition)
    }

    fn silence(&self) -> String {
        orders::SILENCE.to_owned()
    }

    fn replies(&self, _view: &View, question: &Question) -> Vec<String> {
        let Question::Tile { tile, .. } = question else {
            return Vec::new();
        };
        let kind = match tile.good() {
            Some(good) => good.word().to_owned(),
            None => tile.word().to_uppercase(),
        };
        ["TAKE", "SKIP"].map(|it| format!("{it} {kind}")).to_vec()
    }

    fn order_sheet(&self, view: &View, own: &[&Order], silence: Vec<String>) -> SheetText {
        sheet::order_sheet(view, own, silence)
    }

    fn robot(&self, view: &View, _seat: Seat, _dice: &mut Dice) -> String {
        robot::sheet(&self.tables, view)
    }
}

impl Pages for Anno {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = Drawn;

    fn outside(&self, event: &Event) -> Event {
        event.outside()
    }

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        news::tell(&self.tables, view, heard)
    }

    fn pictures(&self, view: &View, heard: &[&Event]) -> Vec<Picture> {
        vec![picture::islands(&self.tables, view, heard)]
    }

    fn course(&self, _view: &View, rows: &[Standing]) -> Option<Picture> {
        course::course_on(&self.tables.seats, rows)
    }

    fn ground(&self, name: &str) -> Option<Ground> {
        (name == picture::NAME).then(|| picture::ground(&self.tables))
    }

    fn map(&self, view: &View, around: Option<&str>) -> Option<Result<Value, String>> {
        Some(map::map(&self.tables, view, around))
    }
}

impl Keeping for Anno {
    const FORMAT: u32 = 3;
    const REVISION: u32 = 1;

    fn migrations(kind: FileKind) -> &'static [Migration] {
        older::migrations(kind)
    }

    /// Hands, and the tiles that are face-down: each is known to those who have looked at it.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let stock = state.stock(&self.tables).singly();
        look.pool("card", self.tables.goods().all().iter().copied())
            .hands(&mut state.hands)
            .open(&stock)
            .told(|hand: &[Good]| (!hand.is_empty()).then(|| own_cards(hand)))
            .done();
        let mut reserve = state.reserve(&self.tables);
        let all = self.tables.tiles(state.world.seats());
        let open = state.world.laid_open();
        let charts = &state.charts;
        let mut pool = look.pool("tile", all.all().iter().copied()).open(&open);
        for (cell, tile) in &mut state.sea {
            let knows = charts.iter().filter(|it| it.1.contains_key(cell));
            let knows: Vec<Seat> = knows.map(|it| *it.0).collect();
            pool = pool.known(&knows, std::slice::from_mut(tile));
        }
        pool.unseen(&mut reserve).done();
    }
}

impl Anno {
    fn mind<'a>(&'a self, view: &'a View, lines: &'a Lines<'_, Order>) -> Mind<'a> {
        let tables = &self.tables;
        Mind {
            tables,
            view,
            lines,
        }
    }

    /// The winner, then by points and gold (R38).
    fn outcome(&self, state: &State) -> Outcome {
        let seats = state.world.isles.iter().map(|it| it.seat);
        Outcome::measured(seats, &self.measures(state))
    }
}
