//! The sequence of play of Market.

use super::older;
use super::orders::{self, Choice, Order, Question};
use super::phases::{self, worth};
use super::state::{Event, Market, Phase, Pieces, Stall, State, Tables, Trader};
use super::view::View;
use packetboat_core::engine::reread;
use packetboat_core::prelude::*;

impl Rules for Market {
    const ID: &'static str = "toy/market";
    const FILES: Texts = crate::FILES;

    type Tables = Self;
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        let card: GameCard = pack.read("game.toml")?;
        Ok(Market {
            tables: Tables::read(pack)?,
            seats: card.seats.iter().map(|it| it.name).collect(),
        })
    }

    fn tables(&self) -> &Self {
        self
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        let rules = &self.tables;
        let mut spare: Vec<String> = rules.contracts.iter().map(|it| it.name.clone()).collect();
        cx.dice.shuffle(Bowl::Hidden, "the contracts", &mut spare);
        let mut traders = Vec::new();
        for seat in &founding.seats {
            let few = || DataError::new("tables.toml", "every seat needs a contract");
            let contract = spare.pop().ok_or_else(few)?;
            let card = rules.contract(&contract);
            let event = Event::Contract {
                title: card.title.clone(),
                good: card.good.clone(),
                worth: card.worth,
            };
            cx.tell(Audience::one(*seat), event);
            traders.push(Trader {
                seat: *seat,
                gold: rules.gold,
                pieces: Pieces::new(),
                built: Vec::new(),
                contract,
            });
        }
        let board = rules.goods.iter().map(|card| Stall {
            good: card.name.clone(),
            price: card.price,
            pieces: card.pieces,
        });
        Ok(State {
            round: 1,
            rounds: founding.number("rounds"),
            batch: match founding.word("pace") {
                "batch" => founding.number("rounds_per_batch"),
                _ => 1,
            },
            interrupts: founding.switch_since("interrupts"),
            phase: Phase::Gate,
            spare,
            board: board.collect(),
            traders,
        })
    }

    /// One sheet may serve all rounds of a batch.
    fn now(&self, state: &State) -> Now {
        let (seats, first) = (state.traders.iter().map(|it| it.seat), state.first_round());
        let now = Now::turn(seats, state.round).at_most(state.rounds);
        now.batch(first, first + state.batch - 1)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let all = |question: &Question| {
            let seats = state.order().into_iter();
            Pending::Ask(seats.map(|it| Prompt::now(it, question.clone())).collect())
        };
        match &state.phase {
            Phase::Gate => Pending::Gather(state.traders.iter().map(|it| it.seat).collect()),
            Phase::Die => Pending::Auto,
            Phase::Take => all(&Question::Take),
            Phase::Wish { acted } => Pending::ask(acting(state, *acted), Question::Wish),
            Phase::Gift { acted } => {
                let mut prompt = Prompt::now(acting(state, *acted), Question::Take);
                prompt.patience = Patience::Mail;
                Pending::Ask(vec![prompt])
            }
            Phase::Over => Pending::Over(outcome(&self.tables, state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase.clone(), input) {
            (Phase::Gate, Input::Gathered { .. }) => play.phase = Phase::Die,
            (Phase::Die, Input::Auto) => phases::die(&self.tables, play.state, &mut play.cx),
            (Phase::Take, Input::Answers { answers }) => {
                phases::takes(play.state, answers, &mut play.cx);
            }
            (Phase::Wish { acted }, Input::Answers { answers }) => {
                let Answer { seat, choice, .. } = &answers[0];
                phases::wish(&self.tables, play.state, acted, *seat, choice, &mut play.cx);
            }
            (Phase::Gift { acted }, Input::Answers { answers }) => {
                phases::gift(play.state, acted, &answers[0], &mut play.cx);
            }
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        orders::decide(view, asked, lines)
    }

    fn own_turn(&self, view: &View, question: &Question) -> Option<u32> {
        (*question == Question::Wish).then_some(view.round)
    }

    fn permits(&self, view: &View, _question: &Question, choice: &Choice) -> Result<(), Reason> {
        orders::possible(view, choice).map_err(|it| Reason::of(&it))
    }

    fn fallback(&self, view: &View, question: &Question, _lines: &Lines<'_, Order>) -> Choice {
        orders::fallback(view, question)
    }
}

impl Language for Market {
    fn grammar(&self, _view: &View) -> Grammar {
        self.language()
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        self.facts().holds(&at.view, condition)
    }

    fn silence(&self) -> String {
        self.said_by_silence()
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], _silence: Vec<String>) -> SheetText {
        view.order_sheet()
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        view.robot(dice)
    }
}

impl Pages for Market {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();
}

impl Keeping for Market {
    const FORMAT: u32 = 3;
    const REVISION: u32 = 2;

    /// The contracts, until they are shown at the end.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let contracts = self.tables.contracts.iter();
        let title = |it: &String| self.tables.contract(it).title.clone();
        let mut pool = look.pool("contract", contracts.map(|it| it.name.clone()));
        for trader in &mut state.traders {
            pool = pool.held(trader.seat, std::slice::from_mut(&mut trader.contract));
        }
        pool.unseen(&mut state.spare)
            .listed(title)
            .told(|hand| hand.first().map(title))
            .done();
    }

    fn migrations(kind: FileKind) -> Vec<Migration> {
        match kind {
            FileKind::Book => vec![older::BOOK, Migration::unchanged(2, reread::REASONS)],
            FileKind::State => vec![older::STATE, Migration::unchanged(2, reread::REASONS)],
            _ => vec![older::JOURNAL, reread::journal_of_words(2)],
        }
    }
}

fn acting(state: &State, acted: u32) -> Seat {
    let at = usize::try_from(acted).expect("few seats");
    state.order()[at]
}

/// Most worth, then most gold.
fn outcome(rules: &Tables, state: &State) -> Outcome {
    let traders = state.traders.iter();
    Outcome::ranked(traders.map(|it| (it.seat, (worth(rules, it), it.gold))))
}
