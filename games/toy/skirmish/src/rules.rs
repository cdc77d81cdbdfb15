//! The sequence of play of Skirmish.

use super::orders::{self, Choice, Order, Question};
use super::phases;
use super::state::{Band, Event, Pace, Phase, Skirmish, State};
use super::view::View;
use packetboat_core::engine::reread;
use packetboat_core::prelude::*;

impl Rules for Skirmish {
    const ID: &'static str = "toy/skirmish";
    const FILES: Texts = crate::FILES;

    type Tables = ();
    type State = State;
    type View = View;
    type Question = Question;
    type Choice = Choice;
    type Order = Order;
    type Event = Event;

    fn load(pack: &DataPack) -> Result<Self, DataError> {
        Skirmish::read(pack)
    }

    fn tables(&self) -> &() {
        &()
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        let pace = match founding.word("pace") {
            "seat" => Pace::Seat,
            _ => Pace::Round,
        };
        let mut bands = Vec::new();
        for seat in &founding.seats {
            let why = format!("reserves of {seat}");
            let reserves = cx.dice.one(Bowl::Hidden, &why, self.reserve_sides);
            cx.tell(Audience::one(*seat), Event::Reserves { men: reserves });
            bands.push(Band {
                seat: *seat,
                strength: self.strength,
                points: 0,
                rallied: 0,
                reserves,
            });
        }
        Ok(State {
            turn: 1,
            turns: founding.number("turns"),
            pace,
            interrupts: founding.switch("interrupts"),
            phase: phases::to_plot(pace),
            order: Vec::new(),
            acted: 0,
            bands,
        })
    }

    fn now(&self, state: &State) -> Now {
        let seats = state.bands.iter().map(|it| it.seat);
        Now::turn(seats, state.turn).at_most(state.turns)
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let acting = || state.acting().expect("somebody acts in this phase");
        match state.phase {
            Phase::Plot => Pending::Gather(state.living().into_iter().collect()),
            Phase::Muster => Pending::Auto,
            Phase::Call => Pending::Gather(BTreeSet::from([acting()])),
            Phase::Act => Pending::ask(acting(), Question::Act),
            Phase::React { target } => {
                let attacker = acting();
                let question = Question::React { attacker, target };
                let others = state.living().into_iter().filter(|it| *it != attacker);
                let prompts = others.map(|it| Prompt::now(it, question.clone()));
                Pending::Ask(prompts.collect())
            }
            Phase::Spoils { winner } => {
                let question = Question::Spoils {
                    points: self.spoils_points,
                    men: self.spoils_men,
                };
                let mut prompt = Prompt::now(winner, question);
                if state.interrupts {
                    prompt.patience = Patience::Mail;
                }
                Pending::Ask(vec![prompt])
            }
            Phase::Over => Pending::Over(outcome(state)),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Plot, Input::Gathered { .. }) => play.phase = Phase::Muster,
            (Phase::Call, Input::Gathered { .. }) => play.phase = Phase::Act,
            (Phase::Muster, Input::Auto) => phases::muster(play.state, &mut play.cx),
            (Phase::Act, Input::Answers { answers }) => {
                let Answer { seat, choice, .. } = answers[0];
                phases::act(self, play.state, seat, choice, &mut play.cx);
            }
            (Phase::React { target }, Input::Answers { answers }) => {
                let attacker = play.acting().expect("somebody attacks");
                let own = answers.iter().find(|it| it.seat == target);
                let reaction = own.map_or(Choice::Stand, |it| it.choice);
                phases::react(self, play.state, attacker, target, reaction, &mut play.cx);
            }
            (Phase::Spoils { winner }, Input::Answers { answers }) => {
                if let Choice::Take { take } = answers[0].choice {
                    phases::spoils(self, play.state, winner, take, &mut play.cx);
                }
            }
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn decide(&self, view: &View, asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
        orders::decide(view, asked, lines)
    }

    fn choices(&self, view: &View, question: &Question) -> Vec<Choice> {
        orders::choices(view, question)
    }
}

impl Language for Skirmish {
    fn grammar(&self, view: &View) -> Grammar {
        orders::grammar(view)
    }

    fn holds(&self, at: &AtOf<'_, Self>, condition: &Asked) -> bool {
        orders::facts(at.view).holds(&(at.view, at.question), condition)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], _silence: Vec<String>) -> SheetText {
        view.order_sheet()
    }

    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        view.robot(dice)
    }
}

impl Pages for Skirmish {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();
}

impl Keeping for Skirmish {
    const FORMAT: u32 = 3;
    const REVISION: u32 = 2;

    /// Reserves, as the position reports them. At set-up they are reported in the same words, but
    /// only to their owner, and before they can have rallied any. None had fewer than one man.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        for band in &mut state.bands {
            let most = self.reserve_sides.saturating_sub(band.rallied);
            let might_be: Vec<u32> = (u32::from(band.rallied == 0)..=most).collect();
            let told = |men: &u32| format!("You hold {men} men in reserve.");
            look.sealed(band.seat, &mut band.reserves, &might_be, told);
        }
    }

    fn migrations(kind: FileKind) -> Vec<Migration> {
        reread::tests_by_words(kind)
    }
}

/// Most points, then most men in the field.
fn outcome(state: &State) -> Outcome {
    let bands = state.bands.iter();
    Outcome::ranked(bands.map(|it| (it.seat, (it.points, it.strength))))
}
