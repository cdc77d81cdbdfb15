//! The rules as the engine sees them; read [`Rules::pending`] and [`Rules::advance`] as the
//! sequence of play.

use super::choice::{self, Choice, Question};
use super::data::{Card, Tables};
use super::decide::{Mind, permits};
use super::facts::NewWorld;
use super::orders::{self, Order};
use super::phases::{deal, plague, play, table, tally, turn};
use super::state::{Phase, State};
use super::{advise, drawn, names, news, older, picture, robot, sheet};
use super::{drawn::Drawn, events::Event, picture::Plan, view::View};
use packetboat_core::prelude::*;
use packetboat_core::{engine::decide::Source, engine::reread};
use serde_json::Value;

impl Rules for NewWorld {
    const ID: &'static str = "new-world-1500";
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
        let plan = Plan::read(pack, &tables.map)?;
        Ok(NewWorld {
            plan,
            ..NewWorld::of(tables)
        })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        Ok(turn::set_up(&self.tables, founding, cx))
    }

    /// One sheet a game turn at every pace (4.1).
    fn now(&self, state: &State) -> Now {
        Now::turn(state.seats.clone(), state.turn).at_most(state.ways.turns)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let ask = |question| Pending::ask(state.active(), question);
        let everybody = |question| Pending::ask_all(&state.world.order, &question);
        match state.phase {
            Phase::Gate => Pending::Gather(self.called(state)),
            Phase::Begin | Phase::Land => Pending::Auto,
            Phase::Show => everybody(Question::Show),
            Phase::Discard => {
                let above = state.above(&self.tables).into_iter();
                let above =
                    above.map(|(seat, excess)| Prompt::now(seat, Question::Discard { excess }));
                Pending::Ask(above.collect())
            }
            Phase::Abandon => ask(Question::Abandon),
            Phase::Play => ask(Question::Play),
            // Everybody is asked in their turn, holding a card or not: nobody sees who could.
            Phase::Answer => {
                let top = state.moment.table.last();
                let top = top.expect("something is on the table");
                Pending::ask(top.left[0], Question::Answer)
            }
            Phase::Missed => {
                let late = state.moment.missed().expect("somebody came too late");
                Pending::ask_all(&late.left, &Question::Missed)
            }
            Phase::Tally => ask(Question::Tally),
            Phase::Pick => {
                let plague = state.moment.plague.as_ref();
                let plague = plague.expect("a Plague Ship is under way");
                let pass = plague.pass;
                Pending::ask(plague.left[0], Question::Pick { pass })
            }
            Phase::Offer => everybody(Question::Offer),
            Phase::Stop => everybody(Question::Plague).by_mail(),
            Phase::Over => Pending::Over(turn::outcome(&self.tables, state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        let answers = input.answers();
        match (play.phase, answers.first().map(|it| &it.choice)) {
            (Phase::Gate, _) => play.phase = Phase::Show,
            (Phase::Show, _) => deal::show(play, answers),
            (Phase::Discard, _) => deal::discard(play, answers),
            (Phase::Begin, _) => turn::begin(play),
            (Phase::Abandon, Some(Choice::Abandon { areas })) => turn::abandon(play, areas),
            (Phase::Play, Some(choice)) => {
                let lines = |it: &Source| matches!(it, Source::Lines { .. });
                play.moment.planned |= answers.iter().any(|it| lines(&it.source));
                play::play(play, choice);
            }
            (Phase::Answer, Some(choice)) => table::answer(play, choice),
            (Phase::Missed, _) => table::missed(play),
            (Phase::Tally, Some(Choice::Grip { card })) => tally::grip(play, *card),
            (Phase::Tally, _) => tally::open(play),
            (Phase::Land, _) => plague::begin(play),
            (Phase::Pick, Some(choice)) => plague::pick(play, choice),
            (Phase::Offer, _) => plague::offers(play, answers),
            (Phase::Stop, _) => plague::go_on(play.state),
            (phase, _) => unreachable!("{input:?} in phase {phase:?}"),
        }
        if matches!(play.phase, Phase::Gate | Phase::Stop | Phase::Over) {
            play.spent.clear();
        }
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        let crowns = state.world.crowns.iter();
        crowns.map(|it| (*it.0, it.1.vp.into())).into_map()
    }

    fn measures(&self, state: &State) -> Vec<Measure> {
        turn::measures(&self.tables, state)
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        let game = self;
        Mind { game, view, lines }.decide(asked)
    }

    fn permits(&self, view: &View, question: &Question, choice: &Choice) -> Result<(), Reason> {
        permits(&self.tables, view, question, choice).map_err(|it| Reason::of(&it))
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        choice::choices(&self.tables, view, question)
    }

    fn fallback(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Choice {
        let game = self;
        Mind { game, view, lines }.fallback(asked)
    }

    /// Cards are played from top to bottom, each line once in the player turn (4.3).
    fn own_turn(&self, view: &View, question: &Question) -> Option<u32> {
        (*question == Question::Play).then_some(view.turn)
    }
}

impl Language for NewWorld {
    fn grammar(&self, _view: &View) -> Grammar {
        self.grammar.clone()
    }

    fn advise(&self, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
        advise::advise(self, view, lines)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        self.facts.holds(&self.at(at.view, at.order), condition)
    }

    fn silence(&self) -> String {
        orders::silence(&self.tables)
    }

    fn replies(&self, _view: &View, question: &Question) -> Vec<String> {
        match question {
            Question::Plague => sheet::REPLIES.map(str::to_owned).to_vec(),
            _ => Vec::new(),
        }
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], silence: Vec<String>) -> SheetText {
        sheet::order_sheet(&self.tables, view, silence)
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        robot::sheet(&self.tables, view, dice)
    }
}

impl Pages for NewWorld {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = Drawn;

    /// As all hear it whose cards it does not tell of.
    fn outside(&self, event: &mut Event) {
        match event {
            Event::Shown { to, .. } => *to = None,
            Event::Drew { cards, .. } => *cards = None,
            _ => {}
        }
    }

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        news::tell(&self.tables, view, heard)
    }

    fn pictures(&self, view: &View, heard: &[&Event]) -> Vec<Picture> {
        let Some(plan) = &self.plan else {
            return Vec::new();
        };
        picture::pictures(&self.tables, plan, view, heard)
    }

    fn course(&self, view: &View, rows: &[Standing]) -> Option<Picture> {
        picture::course(&self.tables, view, rows)
    }

    fn ground(&self, name: &str) -> Option<Ground> {
        picture::ground(&self.tables, self.plan.as_ref()?, name)
    }

    fn map(&self, view: &View, around: Option<&str>) -> Option<Result<Value, String>> {
        Some(drawn::map(&self.tables, view, around))
    }

    fn explain(&self, _view: &View, name: &str) -> Option<String> {
        names::explain(&self.tables, name)
    }
}

impl Keeping for NewWorld {
    const FORMAT: u32 = 4;
    /// 2: REACT REVOLT lines ask what the card did (R12), and War strikes nobody who is not named
    /// after AT (R20).
    const REVISION: u32 = 2;
    /// 1: reasons name each place, and what was held. 2: answers say what they did, also those to a
    /// tally. 3: whose colony was there if not that of who has most; what of Raiders' two demands
    /// failed.
    const TOLD: u32 = 3;

    /// The hands of others, and the draw pile (4.7).
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let mut pile = state.pile(&self.tables);
        let laid: Vec<Card> = state.world.isolations.iter().map(|it| it.card).collect();
        let table: Vec<Card> = state.moment.table.iter().filter_map(|it| it.card).collect();
        look.pool("card", self.tables.supply.all().iter().copied())
            .hands(&mut state.hands)
            .unseen(&mut pile)
            .open(&state.discards)
            .open(&laid)
            .open(&table)
            .told(|hand: &[Card]| (!hand.is_empty()).then(|| self.tables.own_cards(hand)))
            .done();
    }

    fn migrations(kind: FileKind) -> Vec<Migration> {
        const WHY: &str = "2026-11-25: targets are stored as they are written";
        let first = Migration::unchanged(1, WHY);
        let reasons = Migration::unchanged(2, reread::REASONS);
        let events = Migration::unchanged(3, reread::ONE_EVENT);
        match kind {
            FileKind::Book => vec![reread::migration(1, WHY), reasons, events],
            FileKind::Journal => vec![first, older::WORDS, older::PAIRS],
            _ => vec![first, reasons, events],
        }
    }
}

impl NewWorld {
    /// Whom a gate calls: whose player turn is next, or all; and at the first of a game turn who
    /// holds too many cards (4.1).
    fn called(&self, state: &State) -> BTreeSet<Seat> {
        if state.ways.by_round {
            return state.seats.iter().copied().into_set();
        }
        let above = state.above(&self.tables).into_iter();
        let above = above.filter(|_| !state.prepared).map(|it| it.0);
        above.chain([state.active()]).into_set()
    }
}
