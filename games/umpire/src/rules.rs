//! The sequence of play, and what the engine asks of the game.

use super::data::Tables;
use super::lines::{self, Sheet};
use super::orders::{self, Choice, Order, Question, Umpire};
use super::phases;
use super::secrets;
use super::state::{Event, Held, Phase, State};
use super::view::View;
use packetboat_core::engine::rules::InstructionOf;
use packetboat_core::prelude::*;
use packetboat_kit::course::course_on;

/// The parts of a turn: players, umpire.
const PARTS: [u8; 2] = [1, 2];

impl Rules for Umpire {
    const ID: &'static str = "umpire";
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
        Ok(Umpire { tables })
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>) -> Result<State, DataError> {
        let seats = founding.seats.clone();
        let refereed = seats.contains(&self.tables.umpire);
        let why = || "nobody referees: the seat is empty";
        DataError::unless(refereed, "seats.toml", why)?;
        let players = seats.iter().copied().filter(|it| *it != self.tables.umpire);
        let tracks = self.tables.tracks.iter().map(|track| {
            let marks = players.clone().map(|it| (it, Held::at(track.begins(it))));
            (track.name.clone(), marks.into_map())
        });
        phases::open(&self.tables, &seats, cx);
        Ok(State {
            turn: 1,
            turns: founding.number("turns"),
            tracks: tracks.into_map(),
            seats,
            ..State::default()
        })
    }

    fn now(&self, state: &State) -> Now {
        let part = PARTS[usize::from(state.phase >= Phase::Desk)];
        let sheet = SheetNo {
            turn: state.turn,
            part,
        };
        Now {
            last_turn: Some(state.turns),
            referee: Some(self.tables.umpire),
            out: state.out.iter().copied().collect(),
            days: state.days.filter(|_| state.phase == Phase::Gate),
            ..Now::on(state.seats.clone(), sheet)
        }
    }

    fn pending(&self, state: &State) -> PendingOf<Self> {
        let playing = state.playing(&self.tables);
        match state.phase {
            Phase::Gate => Pending::Gather(playing.into_iter().collect()),
            Phase::Orders => Pending::ask_all(&playing, &Question::Orders),
            Phase::Desk => Pending::Gather(BTreeSet::from([self.tables.umpire])),
            Phase::Ruling => {
                let rolled = state.rolled().count();
                Pending::ask(self.tables.umpire, Question::Ruling { rolled }).by_mail()
            }
            Phase::Over => Pending::Over(Outcome {
                placings: state.places.clone(),
            }),
        }
    }

    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>) {
        match (play.phase, input) {
            (Phase::Gate, Input::Gathered { .. }) => {
                play.days = None;
                play.phase = Phase::Orders;
            }
            (Phase::Orders, Input::Answers { answers }) => phases::orders(play, answers),
            (Phase::Desk, Input::Gathered { .. }) => play.phase = Phase::Ruling,
            (Phase::Ruling, Input::Answers { answers }) => phases::ruling(play, &answers[0]),
            (phase, input) => unreachable!("{input:?} in phase {phase:?}"),
        }
    }

    fn scores(&self, state: &State) -> BTreeMap<Seat, i64> {
        phases::scores(&self.tables, state)
    }

    fn decide(&self, view: &View, asked: &Question, lines: &LinesOf<'_, Self>) -> Decision<Choice> {
        match asked {
            Question::Orders => lines::free_orders(lines),
            Question::Ruling { .. } => Sheet::live(&self.tables, view, lines).decide(),
        }
    }

    fn permits(&self, _view: &View, asked: &Question, choice: &Choice) -> Result<(), Reason> {
        let is_free = matches!(choice, Choice::Orders { .. });
        let fits = is_free == matches!(asked, Question::Orders);
        fits.then_some(())
            .ok_or_else(|| Reason::of(&"it answers something else"))
    }

    fn goes_ahead(&self, view: &View, asked: &Question, lines: &LinesOf<'_, Self>) -> bool {
        let is_ruling = matches!(asked, Question::Ruling { .. });
        !is_ruling || Sheet::live(&self.tables, view, lines).goes_ahead()
    }

    fn fallback(&self, view: &View, asked: &Question, lines: &LinesOf<'_, Self>) -> Choice {
        match asked {
            Question::Orders => Choice::Orders {
                text: String::new(),
            },
            Question::Ruling { .. } => Sheet::live(&self.tables, view, lines).as_it_is(),
        }
    }
}

impl Language for Umpire {
    fn grammar(&self, view: &View) -> Grammar {
        orders::grammar(&self.tables, view)
    }

    fn order_sheet(&self, view: &View, _own: &[&Order], _silence: Vec<String>) -> SheetText {
        let is_player = view.seat.is_some_and(|it| view.plays(it));
        if view.over || !(view.referees() || is_player) {
            return SheetText::default();
        }
        if view.referees() {
            return SheetText {
                lead:
                    "write below: TO seat or TO ALL, your text, and END; ROLL, NOTHING, PICTURE, \
                     SET, OUT, DEADLINE, FINISH (HELP lists them)"
                        .to_owned(),
                ..SheetText::default()
            };
        }
        let fields = self.tables.fields.iter();
        let form: Vec<String> = fields.map(|it| format!("{}:", it.name)).collect();
        let text = packetboat_core::lang::text::in_one_line(&form.join("\n"));
        SheetText {
            live: if view.writing {
                vec![format!("ORDERS {text}")]
            } else {
                Vec::new()
            },
            ..SheetText::default()
        }
    }

    fn advise(&self, view: &View, lines: &[&InstructionOf<Self>]) -> Vec<Note> {
        let orders = lines.iter().copied();
        let orders = orders.filter_map(|it| Some((&it.branches.first()?.order, it.at)));
        Sheet::of(&self.tables, view, orders).notes().collect()
    }

    /// A writer of anything, and an umpire who rolls and tells: for tests and simulated games only.
    fn robot(&self, view: &View, _seat: Seat, dice: &mut Dice) -> String {
        super::robot::sheet(&self.tables, view, dice)
    }
}

impl Pages for Umpire {
    const TEMPLATES: Texts = crate::TEMPLATES;

    type Drawn = ();

    fn tell(&self, view: &View, heard: &[&Event]) -> Commentary {
        let mut all = Commentary::default();
        for event in heard {
            match event {
                Event::Told { text, .. } => all.said.push(text.clone()),
                Event::Shown { picture } if !view.referees() => {
                    all.files.push(picture.file.clone());
                }
                _ => {}
            }
        }
        all
    }

    fn course(&self, _view: &View, rows: &[Standing]) -> Option<Picture> {
        course_on(&self.tables.card, rows)
    }
}

impl Keeping for Umpire {
    const FORMAT: u32 = 1;
    const REVISION: u32 = 1;

    /// What others have written, rolls that the viewer was not told of, and tracks that they do
    /// not see. What people write is no phrase: the umpire may tell anybody anything.
    fn secrets(&self, state: &mut State, look: &mut Look<'_>) {
        look.by_hand(
            state,
            |state, viewer, dice| secrets::otherwise(&self.tables, state, viewer, dice),
            |state, viewer| secrets::phrases(&self.tables, state, viewer),
        );
    }
}
