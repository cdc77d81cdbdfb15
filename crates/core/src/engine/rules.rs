//! How one game is played: a state machine that asks questions.
//!
//! Read this first. A game is four traits on four pages: this one; its [language]; its [pages]; and
//! how it is [kept]. Together they are [`GameRules`].
//!
//! Not here: how a question finds its answer (`answer`), and how a game is distinguished from
//! another at run time (`game`).
//!
//! [language]: super::language::Language
//! [pages]: super::pages::Pages
//! [kept]: super::keeping::Keeping
//! [`GameRules`]: super::whole::GameRules

use super::attributes::Orders;
pub use super::broken::Broken;
use super::chronicle::{Cx, Input, Step};
use super::data::{DataError, DataPack, Founding};
use super::decide::{Decision, Lines};
use super::dice::Bowl;
use super::now::Now;
use super::orders::{Instruction, OrderBook};
use super::reason::{EngineReason, Reason};
use super::seat::{Seat, Viewer};
use super::shown::Shown;
use super::stored::Checked;
pub use super::stored::Stored;
use crate::gather::Gather;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

/// How a game is played.
///
/// Implementations are pure. No files, no clock, no threads, no randomness but [`Cx::dice`], and
/// no maps with an arbitrary order: the same calls always leave the same bytes.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Folder name under `games/` and `templates/`.
    const ID: &'static str;
    /// The text files of its folder under `games/`, as `files!` takes them in.
    const FILES: Texts = &[];

    /// Its tables and maps, read from its files; `()` if it has none.
    type Tables;
    /// The whole truth. Only the rules and the store ever see it.
    type State: Stored + Checked<Self::Tables>;
    /// What one viewer may know. Built up from nothing, never cut down from `State`.
    type View: Shown<Self::Tables, Self::State>;
    /// What a seat can be asked. Carries nothing its seat may not know. Never stored.
    type Question: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// A decision, fully spelled out.
    type Choice: Stored;
    /// What a player wrote, understood but not yet applied to a question, as `orders!` declares it.
    type Order: Orders<Tables = Self::Tables, View = Self::View>;
    /// Something that happened, for the chronicle. Tagged `event`, with named scalar fields
    /// wherever it can be so.
    type Event: Stored + JsonSchema;

    /// Reads the game's tables and maps, checks them, and keeps them.
    ///
    /// # Errors
    /// Data that does not fit.
    fn load(pack: &DataPack) -> Result<Self, DataError>;

    /// What it keeps of them.
    fn tables(&self) -> &Self::Tables;

    /// Sets up a campaign; its draws and events become the first step of the journal.
    ///
    /// # Errors
    /// A founding that fits the card but not the scenario.
    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>)
    -> Result<Self::State, DataError>;

    /// Who plays, and which sheet is on.
    fn now(&self, state: &Self::State) -> Now;

    /// What the game is waiting for: a pure function of the state, so it is never stored.
    fn pending(&self, state: &Self::State) -> PendingOf<Self>;

    /// One step. `input` answers exactly what `pending` asked.
    fn advance(&self, play: &mut PlayOf<'_, Self>, input: &InputOf<Self>);

    /// The running score of each seat, where the game keeps one and everybody may know it.
    fn scores(&self, state: &Self::State) -> BTreeMap<Seat, i64> {
        let _ = state;
        BTreeMap::new()
    }

    /// What an end means that the players have agreed on. Unless a game says otherwise, in a draw
    /// all share the first place, and else the points that everybody may know decide; where there
    /// are none, all share a place.
    fn agreed(&self, state: &Self::State, how: Agreed) -> Outcome {
        let points = self.scores(state);
        let seats = self.now(state).seats;
        Outcome::ranked(seats.into_iter().map(|seat| {
            let points = points.get(&seat).copied().unwrap_or_default();
            match how {
                Agreed::Draw {} => (seat, (true, 0)),
                Agreed::Concession { to } => (seat, (seat == to, points)),
                Agreed::End {} => (seat, (true, points)),
            }
        }))
    }

    /// What decides the places at the end, the weightiest first; what breaks ties comes after it.
    /// Pages for readers outside say with it why one seat is placed above another of as many
    /// points.
    fn measures(&self, state: &Self::State) -> Vec<Measure> {
        let _ = state;
        Vec::new()
    }

    /// What this viewer may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View {
        Self::View::shown(self.tables(), state, viewer)
    }

    /// Decides a question from all that the seat has written.
    ///
    /// All of it, because lines lean on each other: `KEEP 2 spice` says how to `SELL`. Branches
    /// whose conditions do not hold have been left out. Most questions need only
    /// [`Lines::first`].
    fn decide(
        &self,
        view: &Self::View,
        question: &Self::Question,
        lines: &LinesOf<'_, Self>,
    ) -> Decision<Self::Choice>;

    /// May this seat choose this now? Asserted of every choice, no matter who made it;
    /// [`Lines::first`] asks it, a `decide` without it must do so itself.
    ///
    /// # Errors
    /// Why not, for the seat.
    fn permits(
        &self,
        view: &Self::View,
        question: &Self::Question,
        choice: &Self::Choice,
    ) -> Result<(), Reason> {
        if self.choices(view, question).contains(choice) {
            Ok(())
        } else {
            Err(EngineReason::NoChoice.into())
        }
    }

    /// All there is to choose from, where that is little (up to some hundred): of it come
    /// [`Rules::permits`] and, since the last is what remains if neither lines nor silence say
    /// anything, [`Rules::fallback`]. A choice that is the only one is taken unasked, as
    /// [`super::decide::Source::Forced`]. Where there is too much to list, none: then the game says
    /// those two itself.
    fn choices(&self, view: &Self::View, question: &Self::Question) -> Vec<Self::Choice> {
        let _ = (view, question);
        Vec::new()
    }

    /// The number of the seat's own turn in which it is asked this, if its lines are gone through
    /// in it: those tried once are reached from top to bottom, wishes in passes
    /// ([`super::wishes`]). The engine then shows `decide` those still open, and the book remembers
    /// how far it has come. When nothing is left, the choice is that of the fallback, and the game
    /// goes on from there. Turns on one sheet need different numbers. Lines of silence that are
    /// wishes count for seats that have filed none for the sheet.
    fn own_turn(&self, view: &Self::View, question: &Self::Question) -> Option<u32> {
        let _ = (view, question);
        None
    }

    /// Whether GOAHEAD is enough of an answer of the seat that referees, where lines decide
    /// nothing; that of all others is.
    fn goes_ahead(
        &self,
        view: &Self::View,
        question: &Self::Question,
        lines: &LinesOf<'_, Self>,
    ) -> bool {
        let _ = (view, question, lines);
        true
    }

    /// Whether what a seat has sent ahead for the sheet that is now open says all that it has to
    /// decide, so that nobody need wait for it. `own`: its orders in force. By default it does not,
    /// since it was written before the seat had seen what it would be for.
    fn is_said_ahead(&self, view: &Self::View, own: &[&Self::Order]) -> bool {
        let _ = (view, own);
        false
    }

    /// What happens when the seat's lines decide nothing: the autopilot. Total, permitted,
    /// without dice, and known to all players beforehand. `lines` are those in force, for games
    /// where a line changes the autopilot without deciding anything (`FALLBACK REWARD`).
    fn fallback(
        &self,
        view: &Self::View,
        question: &Self::Question,
        lines: &LinesOf<'_, Self>,
    ) -> Self::Choice {
        let _ = lines;
        let last = self.choices(view, question).pop();
        last.expect("a question has choices, or its game a fallback")
    }
}

/// A campaign in a step: what the rules look at, and all that they may change. The functions of a
/// phase hand it on to each other.
///
/// It stands for its state: `play.phase` is `play.state.phase`. Where a part of the state is held
/// while something else of it is named, both are named in full.
pub struct Play<'a, T, S, Q, E> {
    /// The tables of the game.
    pub tables: &'a T,
    /// The whole truth.
    pub state: &'a mut S,
    /// Dice and chronicle.
    pub cx: Cx<'a, E>,
    /// The prompts that the input answers, in its order.
    pub asked: &'a [Prompt<Q>],
}

impl<T, S, Q, E> Play<'_, T, S, Q, E> {
    /// Tells an event to everybody.
    pub fn announce(&mut self, event: E) {
        self.cx.announce(event);
    }

    /// One die, as [`Dice::one`](super::dice::Dice::one) has it.
    pub fn die(&mut self, bowl: Bowl, why: &str, sides: u32) -> u32 {
        self.cx.dice.one(bowl, why, sides)
    }
}

impl<T, S, Q, E> Deref for Play<'_, T, S, Q, E> {
    type Target = S;
    fn deref(&self) -> &S {
        self.state
    }
}

impl<T, S, Q, E> DerefMut for Play<'_, T, S, Q, E> {
    fn deref_mut(&mut self) -> &mut S {
        self.state
    }
}

impl<Q> Pending<Q> {
    /// Whether this seat is called to a gate, or asked.
    pub fn calls(&self, seat: Seat) -> bool {
        match self {
            Pending::Gather(seats) => seats.contains(&seat),
            Pending::Ask(prompts) => prompts.iter().any(|it| it.seat == seat),
            Pending::Auto | Pending::Over(_) => false,
        }
    }
}

/// What the game is waiting for.
#[derive(Debug, Clone, PartialEq)]
pub enum Pending<Q> {
    /// Nothing to ask: call `advance` with [`Input::Auto`].
    Auto,
    /// A gate: stop here and collect the sheets of these seats. Where a game puts its gates is
    /// its pace; between two gates nothing waits but an interrupt.
    Gather(BTreeSet<Seat>),
    /// All of these must be answered, on this same state, before the game moves on.
    Ask(Vec<Prompt<Q>>),
    /// The game is over.
    Over(Outcome),
}

impl<Q> Pending<Q> {
    /// One question to one seat, answered by lines or silence at once.
    pub fn ask(seat: Seat, question: Q) -> Self {
        Pending::Ask(vec![Prompt::now(seat, question)])
    }

    /// The same question to each of these seats.
    pub fn ask_all<'a>(seats: impl IntoIterator<Item = &'a Seat>, question: &Q) -> Self
    where
        Q: Clone,
    {
        let prompts = seats.into_iter();
        let prompts = prompts.map(|it| Prompt::now(*it, question.clone()));
        Pending::Ask(prompts.collect())
    }

    /// The same, asked by mail where lines do not decide it.
    #[must_use]
    pub fn by_mail(mut self) -> Self {
        if let Pending::Ask(prompts) = &mut self {
            prompts
                .iter_mut()
                .for_each(|it| it.patience = Patience::Mail);
        }
        self
    }
}

/// A question addressed to one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt<Q> {
    /// The seat that is asked.
    pub seat: Seat,
    /// What it is asked.
    pub question: Q,
    /// What to do if the seat's lines do not decide it.
    pub patience: Patience,
}

impl<Q> Prompt<Q> {
    /// A question that falls back at once, as most do.
    ///
    /// ```
    /// use packetboat_core::engine::rules::{Patience, Prompt};
    /// let prompt = Prompt::now("red".parse().unwrap(), "which card?");
    /// assert_eq!(prompt.patience, Patience::Now);
    /// ```
    pub fn now(seat: Seat, question: Q) -> Self {
        Prompt {
            seat,
            question,
            patience: Patience::Now,
        }
    }
}

/// What to do if the seat's lines do not decide a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Patience {
    /// Fall back at once. The usual case: whether anybody was asked cannot be seen from outside.
    Now,
    /// An interrupt: stop, ask by mail, fall back at the deadline.
    Mail,
}

/// An end that the players have agreed on, besides those that the rules bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Agreed {
    /// A draw of all who are in play.
    Draw {},
    /// A win of one seat.
    Concession {
        /// The seat.
        to: Seat,
    },
    /// All are placed as they are.
    End {},
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// 1-based placing per seat; equal numbers are ties, and the places after them are left out:
    /// 1, 1, 3.
    pub placings: BTreeMap<Seat, u8>,
}

impl Outcome {
    /// Places by what decides the game, most first: points, or a tuple in which what breaks ties
    /// comes later. `None` is last: a seat that is out of the game.
    ///
    /// ```
    /// use packetboat_core::engine::rules::Outcome;
    /// let ranks = [("red", Some((4, 1))), ("blue", None), ("green", Some((4, 1)))];
    /// let outcome = Outcome::ranked(ranks.map(|(seat, rank)| (seat.parse().unwrap(), rank)));
    /// let places: Vec<u8> = outcome.placings.into_values().collect();
    /// assert_eq!(places, [3, 1, 1], "of blue, green, red");
    /// ```
    ///
    /// See [`Outcome::measured`] for a game that says what breaks its ties.
    pub fn ranked<T: Ord>(ranks: impl IntoIterator<Item = (Seat, T)>) -> Self {
        let ranks: Vec<(Seat, T)> = ranks.into_iter().collect();
        let place = |own: &T| {
            let better = ranks.iter().filter(|it| it.1 > *own).count();
            u8::try_from(better + 1).expect("few seats")
        };
        Outcome {
            placings: ranks.iter().map(|it| (it.0, place(&it.1))).into_map(),
        }
    }

    /// Places of these seats by what decides the game, as [`Rules::measures`] gives it.
    ///
    /// ```
    /// use packetboat_core::engine::rules::{Measure, Outcome};
    /// use packetboat_core::engine::seat::Seat;
    /// let seats: [Seat; 3] = ["red", "blue", "green"].map(|it| it.parse().unwrap());
    /// let all = |numbers: [i64; 3]| seats.into_iter().zip(numbers);
    /// let points = Measure::count("fewer points", all([4, 2, 4]));
    /// let gold = Measure::count("less gold", all([1, 9, 3]));
    /// let outcome = Outcome::measured(seats, &[points, gold]);
    /// let places: Vec<u8> = outcome.placings.into_values().collect();
    /// assert_eq!(places, [3, 1, 2], "of blue, green, red");
    /// ```
    pub fn measured(seats: impl IntoIterator<Item = Seat>, measures: &[Measure]) -> Self {
        let rank = |seat: Seat| -> Vec<Option<i64>> {
            let each = measures.iter();
            each.map(|it| it.seats.get(&seat).copied()).collect()
        };
        Outcome::ranked(seats.into_iter().map(|seat| (seat, rank(seat))))
    }
}

/// One of the things that decide the places at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measure {
    /// What is said of a seat that has less of it than the one placed above: `fewer planets`.
    pub less: &'static str,
    /// Whether it is counted, so that the numbers are worth saying; else a seat has it or has not.
    pub counted: bool,
    /// How much of it each seat has. One that is missing here is out of the game, and last.
    pub seats: BTreeMap<Seat, i64>,
}

impl Measure {
    /// Something that is counted.
    pub fn count<N: TryInto<i64>>(
        less: &'static str,
        seats: impl IntoIterator<Item = (Seat, N)>,
    ) -> Self {
        let number = |it: N| it.try_into().unwrap_or(i64::MAX);
        Measure {
            less,
            counted: true,
            seats: seats
                .into_iter()
                .map(|(seat, it)| (seat, number(it)))
                .into_map(),
        }
    }

    /// Something that a seat has or has not.
    pub fn has(less: &'static str, seats: impl IntoIterator<Item = (Seat, bool)>) -> Self {
        Measure {
            counted: false,
            ..Measure::count(less, seats.into_iter().map(|it| (it.0, i64::from(it.1))))
        }
    }
}

/// Text files that a program carries: names and texts.
pub type Texts = &'static [(&'static str, &'static str)];
/// A prompt of this game.
pub type PromptOf<R> = Prompt<<R as Rules>::Question>;
/// What this game waits for.
pub type PendingOf<R> = Pending<<R as Rules>::Question>;
/// What moves this game on.
pub type InputOf<R> = Input<<R as Rules>::Choice>;
/// A step of this game.
pub type StepOf<R> = Step<<R as Rules>::Choice, <R as Rules>::Event>;
/// The book of this game.
pub type BookOf<R> = OrderBook<<R as Rules>::Order, ConditionOf<R>>;
/// What an order of this game may be made to depend on.
pub type ConditionOf<R> = <<R as Rules>::Order as Orders>::Condition;
/// A line of this game.
pub type InstructionOf<R> = Instruction<<R as Rules>::Order, ConditionOf<R>>;
/// The live lines of one seat of this game.
pub type LinesOf<'a, R> = Lines<'a, <R as Rules>::Order>;
/// This game in a step.
pub type PlayOf<'a, R> = Play<
    'a,
    <R as Rules>::Tables,
    <R as Rules>::State,
    <R as Rules>::Question,
    <R as Rules>::Event,
>;
/// Dice and chronicle of this game.
pub type CxOf<'a, R> = Cx<'a, <R as Rules>::Event>;
