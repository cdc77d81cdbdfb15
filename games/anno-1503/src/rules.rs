//! The rules as the engine sees them; read [`Rules::pending`] and [`Rules::advance`] as the
//! sequence of play.

use super::choice::{self, Choice, Question};
use super::data::Tables;
use super::drawn::{Drawn, own_cards};
use super::facts::{self, Anno};
use super::orders::{self, Order};
use super::phases::{act, die, sail, turn};
use super::state::{Isle, Phase, State};
use super::view::{Eye, View};
use super::{advise, map, news, older, picture, robot, sheet};
use super::{events::Event, need::Mind};
use packetboat_core::prelude::*;
use packetboat_kit::course;
use serde_json::Value;

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
        Ok(turn::set_up(&self.tables, founding, cx))
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
                let ask = Pending::ask(active, Question::Tile { ship, cell, tile });
                let by_mail = state.ways.interrupts && !state.quiet.contains(&active);
                if by_mail { ask.by_mail() } else { ask }
            }
            Phase::Discard => Pending::ask(active, Question::Discard),
            Phase::Over => Pending::Over(self.outcome(state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        let before = turn::points(play.tables, play.state);
        let choice = input.choice();
        match (play.phase.clone(), choice) {
            (Phase::Gate, _) => turn::gate(play.state, input.silent()),
            (Phase::Begin, _) => die::roll(play),
            (Phase::Produce { number, left }, Some(chosen)) => {
                die::take(play, (number, left), chosen);
            }
            (Phase::Lose { left }, Some(chosen)) => die::lose(play, left, chosen),
            (Phase::Wish, Some(chosen)) => act::act(play, chosen),
            (Phase::Sail { ship }, Some(chosen)) => sail::sail(play, ship, chosen),
            (Phase::Tile { ship, cell }, Some(chosen)) => {
                sail::find(play, (ship, cell), chosen);
            }
            (Phase::Discard, Some(chosen)) => act::give_up(play, chosen),
            (Phase::End, _) => turn::end(play),
            (phase, _) => unreachable!("{input:?} in phase {phase:?}"),
        }
        turn::tally(play, &before);
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
        Mind::of(&self.tables, view, lines).decide(asked)
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
        Mind::of(&self.tables, view, lines).fallback(asked)
    }

    /// Wishes are gone through in passes (4.3).
    fn own_turn(&self, view: &View, question: &Question) -> Option<u32> {
        (*question == Question::Wish).then_some(view.round)
    }
}

impl Language for Anno {
    const SILENCE: &'static str = orders::SILENCE;
    const AMOUNTS: &'static [&'static str] = &["bought", "gold", "kept", "lacks"];

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

    /// As those hear it who do not see what was looked at or drawn.
    fn outside(&self, event: &mut Event) {
        match event {
            Event::Drew { good, .. } => *good = None,
            Event::Looked { tile, .. } => *tile = None,
            _ => {}
        }
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
    /// 1: a route is in part where a tile of it was not looked at. 2: also where there was none
    /// to look at nearby, and what FILL did not cover is said.
    const TOLD: u32 = 2;

    fn migrations(kind: FileKind) -> Vec<Migration> {
        older::migrations(kind)
    }

    /// Hands, and the tiles that are face-down: each is known to those who have looked at it.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let stock = state.stock(&self.tables).singly();
        look.pool("card", self.tables.goods().all().iter().copied())
            .hands(&mut state.hands)
            .open(&stock)
            .told(own_cards)
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
    /// The winner, then by points and gold (R38).
    fn outcome(&self, state: &State) -> Outcome {
        let seats = state.world.isles.iter().map(|it| it.seat);
        Outcome::measured(seats, &self.measures(state))
    }
}
