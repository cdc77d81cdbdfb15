//! The sequence of play.

use super::data::Tables;
use super::orders::{self, Choice, Order, Question};
use super::state::{Event, Phase, State};
use super::view::View;
use packetboat_core::prelude::*;
use packetboat_kit::supply::take;
use std::cmp::Ordering;

/// The rules of Barge.
pub struct Barge {
    tables: Tables,
}

impl Rules for Barge {
    const ID: &'static str = "toy/barge";
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
        Ok(Barge { tables })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        let supply = self.tables.supply();
        let mut hands: BTreeMap<Seat, Vec<String>> = BTreeMap::new();
        for seat in &founding.seats {
            let mut hand: Vec<String> = Vec::new();
            for _ in 0..self.tables.hand {
                let lying = hands.values().flatten().chain(&hand);
                let card = supply.draw(lying, cx.dice, &format!("a card of {seat}"));
                hand.push(card.expect("`Tables::read` saw to it"));
            }
            cx.tell(
                Audience::one(*seat),
                Event::Dealt {
                    cards: hand.clone(),
                },
            );
            hands.insert(*seat, hand);
        }
        let turns = founding.number("turns");
        let (seats, place) = (founding.seats.clone(), self.tables.places.div_ceil(2));
        Ok(State {
            turn: 1,
            turns,
            phase: Phase::Gate,
            place,
            seats,
            played: Vec::new(),
            hands,
        })
    }

    fn now(&self, state: &State) -> Now {
        Now::turn(state.seats.clone(), state.turn).at_most(state.turns)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let seats = state.seats.iter().copied();
        match state.phase {
            Phase::Gate => Pending::Gather(seats.collect()),
            Phase::Play => Pending::Ask(seats.map(|it| Prompt::now(it, Question::Card)).collect()),
            Phase::Over => {
                let ends = [self.tables.places - state.place, state.place - 1];
                Pending::Over(Outcome::ranked(seats.zip(ends)))
            }
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Gate, Input::Gathered { .. }) => play.phase = Phase::Play,
            (Phase::Play, Input::Answers { answers }) => self.pull(play, answers),
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn decide(&self, view: &View, _: &Question, lines: &LinesOf<'_, Self>) -> Decision<Choice> {
        orders::decide(view, lines)
    }

    fn choices(&self, view: &View, _question: &Question) -> Vec<Choice> {
        view.hand
            .iter()
            .map(|it| Choice::Play { card: it.clone() })
            .collect()
    }
}

impl Language for Barge {
    fn grammar(&self, _view: &View) -> Grammar {
        orders::grammar(&self.tables)
    }

    fn holds(&self, at: &AtOf<'_, Self>, test: &Asked) -> bool {
        orders::facts(&self.tables).holds(&at.view, test)
    }

    fn silence(&self) -> String {
        orders::silence(&self.tables)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], silence: Vec<String>) -> SheetText {
        if view.hand.is_empty() || view.over {
            return SheetText::default();
        }
        SheetText {
            lead: "write your card here; without one the program does:".to_owned(),
            silence,
            ..SheetText::default()
        }
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        let mut hand = view.hand.clone();
        dice.shuffle(Bowl::Hidden, "robot", &mut hand);
        format!("PLAY {}", hand.join("/"))
    }
}

impl Pages for Barge {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();
}

impl Keeping for Barge {
    const FORMAT: u32 = 1;
    const REVISION: u32 = 1;

    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        let supply = self.tables.supply();
        let mut deck = supply.left(state.lying());
        look.pool("card", supply.all().iter().cloned())
            .hands(&mut state.hands)
            .unseen(&mut deck)
            .open(&state.played)
            .told(|hand| [format!("You hold {} in hand.", hand.join(" "))])
            .done();
    }
}

impl Barge {
    /// B2 to B5: both have played.
    fn pull(&self, play: &mut PlayOf<'_, Self>, answers: &[Answer<Choice>]) {
        let mut forces = Vec::new();
        for Answer {
            seat,
            choice: Choice::Play { card },
            ..
        } in answers
        {
            take(play.hands.get_mut(seat).expect("a seat at the table"), card);
            play.played.push(card.clone());
            forces.push(self.tables.force(card));
            play.announce(Event::Played {
                seat: *seat,
                card: card.clone(),
            });
        }
        // Answers stand in the order asked, which is that of the table.
        let first_pulls = match forces[0].cmp(&forces[1]) {
            Ordering::Equal => {
                let die = play.die(Bowl::Open, "equal cards", 6);
                play.announce(Event::Lot { die });
                die % 2 == 1
            }
            order => order == Ordering::Greater,
        };
        let (seat, place) = if first_pulls {
            (play.seats[0], play.place - 1)
        } else {
            (play.seats[1], play.place + 1)
        };
        play.announce(Event::Pulled { seat, place });
        let over = place == 1 || place == self.tables.places || play.turn == play.turns;
        play.place = place;
        play.turn += u32::from(!over);
        play.phase = if over { Phase::Over } else { Phase::Gate };
    }
}
