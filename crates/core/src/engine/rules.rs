//! The rules of one game: a state machine that asks questions.
//!
//! Read this first. Not here: how a question finds its answer (`answer`), and how a game is told
//! from another at run time (`game`).

pub use super::broken::Broken;
use super::chronicle::{Cx, Input, Step};
use super::data::{DataError, DataPack, Founding};
use super::decide::{Decision, Lines};
use super::dice::Dice;
use super::ends::Idle;
use super::note::Note;
use super::orders::{Instruction, OrderBook};
use super::scene::{Ground, Picture};
use super::seat::{Seat, Viewer};
pub use super::secrets::Hidden;
use super::secrets::Look;
use super::telling::Telling;
use crate::gather::Gather;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::Grammar;
use crate::lang::said::Said;
use crate::lang::sheet::SheetNo;
use crate::textfile::head::Kind;
use crate::textfile::migrate::Migration;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// What can be stored: plain data with names, no hash maps, no floats, no `usize`.
pub trait Stored:
    Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static
{
}
impl<T: Serialize + DeserializeOwned + Clone + PartialEq + Debug + Send + Sync + 'static> Stored
    for T
{
}

/// A test behind IF, as stored.
pub trait Condition<V>: Stored {
    /// Makes it of what was read, on a sheet of a seat that sees this.
    ///
    /// # Errors
    /// A fault the form alone could not see; also a test that can never hold.
    fn build(view: &V, said: &Said) -> Result<Self, Diagnostic>;
}

/// How all stood when a sheet was called for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The sheet.
    pub sheet: SheetNo,
    /// The points of each seat, as everybody may know them.
    pub points: BTreeMap<Seat, i64>,
}

/// The rules of one game.
///
/// Implementations are pure. No files, no clock, no threads, no randomness but [`Cx::dice`], and
/// no maps with an arbitrary order: the same calls always leave the same bytes.
pub trait Rules: Sized + Send + Sync + 'static {
    /// Folder name under `games/` and `templates/`.
    const ID: &'static str;
    /// The text files of its folder under `games/`, as `files!` takes them in.
    const FILES: Texts = &[];
    /// Those of its folder under `templates/`.
    const TEMPLATES: Texts = &[];
    /// Version of the stored shape of the types below.
    const FORMAT: u32;
    /// Version of the behaviour: raise it when the same inputs may lead somewhere else.
    const REVISION: u32;

    /// The whole truth. Only the rules and the store ever see it.
    type State: Stored;
    /// What one viewer may know. Built up from nothing, never cut down from `State`.
    type View: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// What a seat can be asked. Carries nothing its seat may not know. Never stored.
    type Question: Serialize + JsonSchema + Clone + PartialEq + Debug;
    /// A decision, fully spelled out.
    type Choice: Stored;
    /// What a player wrote, understood but not yet applied to a question.
    type Order: Stored;
    /// What an order may be made to depend on.
    type Condition: Condition<Self::View>;
    /// Something that happened, for the chronicle. Tagged `event`, with named scalar fields
    /// wherever it can be so.
    type Event: Stored + JsonSchema;

    // Playing. These see the truth.

    /// Reads the game's tables and maps, checks them, and keeps them.
    ///
    /// # Errors
    /// Data that does not fit.
    fn load(pack: &DataPack) -> Result<Self, DataError>;

    /// Sets up a campaign; its draws and events become the first step of the journal.
    ///
    /// # Errors
    /// A founding that fits the card but not the scenario.
    fn setup(&self, founding: &Founding, cx: &mut CxOf<'_, Self>)
    -> Result<Self::State, DataError>;

    /// The seats taken, in table order.
    fn seats(&self, state: &Self::State) -> Vec<Seat>;

    /// The sheet now being played, or called for: what `turn 6b` is checked against.
    fn sheet(&self, state: &Self::State) -> SheetNo;

    /// The last turn there can be, where everybody may know it: nobody files for a later one.
    fn last_turn(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// The first sheet of the batch being played: a seat's lines for a sheet of the batch go on
    /// holding on its later sheets, until one for which the seat has filed lines of its own.
    /// Most games collect one sheet at a time and leave this alone.
    fn batch(&self, state: &Self::State) -> SheetNo {
        self.sheet(state)
    }

    /// The last sheet of that batch.
    fn batch_until(&self, state: &Self::State) -> SheetNo {
        self.sheet(state)
    }

    /// What the game is waiting for: a pure function of the state, so it is never stored.
    fn pending(&self, state: &Self::State) -> PendingOf<Self>;

    /// One step. `input` answers exactly what `pending` asked; `asked` are those prompts.
    fn advance(
        &self,
        state: &mut Self::State,
        asked: &[PromptOf<Self>],
        input: &InputOf<Self>,
        cx: &mut CxOf<'_, Self>,
    );

    /// The running score of each seat, where the game keeps one and everybody may know it.
    fn scores(&self, state: &Self::State) -> BTreeMap<Seat, i64> {
        let _ = state;
        BTreeMap::new()
    }

    /// Checks everything a state must satisfy. Run after every load and after every step.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    fn validate(&self, state: &Self::State) -> Result<(), Broken> {
        let _ = state;
        Ok(())
    }

    // Knowing.

    /// What this viewer may know.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// Phrases that no mail to this viewer may hold, spelt as a page for somebody else would: the
    /// last net under what goes out, behind views, audiences and types. A mail that holds one is
    /// not sent; the campaign stands still until the referee has looked.
    ///
    /// An author must think about four things.
    /// - *What is hidden now?* Hands, plans, decks, whatever `resample` may change. A state with
    ///   such things has phrases for every seat; when all is open, or the game is over, none.
    /// - *How would it be printed?* Look at the game's templates and its order sheet, and take
    ///   whole phrases from there: `Your hidden card adds 2.`, `BELLONA (red`. A bare code or a
    ///   number stands in honest mails too. Capitals, line breaks and the number of blanks do not
    ///   matter; words count whole.
    /// - *Where may it stand all the same?* A report tells what happened before this state came
    ///   about: what was dealt, played and discarded in earlier rounds. A phrase that events
    ///   tell in the same words is none; nor one that is just as true of the viewer. What a
    ///   viewer wrote himself, or was sent before and asks for again, need not be thought of.
    /// - *Is it one of several?* All cards not yet seen may be listed for everybody, two of the
    ///   three may not: that is [`Hidden::Among`].
    ///
    /// For example, of a card each seat holds: the phrases of all other cards, minus that of the
    /// viewer's own, and none once the game is over (as in the toy `skirmish`).
    ///
    /// Lines of other seats and their order sheets are seen to by the engine, for all games.
    ///
    /// As it stands: what [`Rules::secrets`] says, until the game is over.
    fn hidden(&self, state: &Self::State, viewer: Viewer) -> Vec<Hidden> {
        if matches!(self.pending(state), Pending::Over(_)) {
            return Vec::new();
        }
        let mut state = state.clone();
        Look::phrases(viewer, |it| self.secrets(&mut state, it))
    }

    /// Where hidden things lie, and who sees them: of that come [`Rules::hidden`],
    /// [`Rules::resample`] and the check, behind every step, that nothing is lost.
    ///
    /// Each pool of things is named with all its places, open ones too ([`Look::pool`]), and each
    /// value that only its owner knows with all that it might be ([`Look::sealed`]). What is
    /// printed, and how, is said of it as [`Rules::hidden`] asks. Nothing may be changed here but
    /// through `look`; a game in which all is open leaves it alone.
    fn secrets(&self, state: &mut Self::State, look: &mut Look<'_>) {
        let _ = (state, look);
    }

    /// An event as templates see it. As it stands: its own fields.
    fn face(&self, event: &Self::Event) -> Value {
        serde_json::to_value(event).expect("events are plain data with names")
    }

    /// The schema of what [`Rules::face`] makes of events. As it stands: that of their own fields.
    fn face_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Self::Event>()
    }

    /// What a page makes of all that its viewer heard since his last one, oldest first: tales, and
    /// what changed for him.
    fn tell(&self, view: &Self::View, heard: &[&Self::Event]) -> Telling {
        let _ = (view, heard);
        Telling::default()
    }

    /// What a page prints besides the view, made of it alone: a map in letters, names of what lies
    /// open. An object, whose fields join those of the view. Here is what would be a waste to make
    /// for every question.
    fn drawn(&self, view: &Self::View) -> Value {
        let _ = view;
        Value::Null
    }

    /// Pictures of what this viewer sees and has heard since his last report, first that which is
    /// looked at first: plain shapes, of these two alone. None: a report has only words.
    fn pictures(&self, view: &Self::View, heard: &[&Self::Event]) -> Vec<Picture> {
        let _ = (view, heard);
        Vec::new()
    }

    /// The chart of [`Rules::scores`] over the turns: one row for each sheet that was called for.
    /// `None`: there is nothing to be shown.
    fn course(&self, view: &Self::View, rows: &[Standing]) -> Option<Picture> {
        let _ = (view, rows);
        None
    }

    /// What never changes in its pictures, by its name: of the data alone, and asked for once.
    /// `None`: there is nothing of that name.
    fn ground(&self, name: &str) -> Option<Ground> {
        let _ = name;
        None
    }

    /// The schema of what [`Rules::drawn`] makes; `None`: nothing.
    fn drawn_schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        let _ = generator;
        None
    }

    /// The map as this viewer sees it, or its part around a place that he names, as data for the
    /// game's template `map.txt`. `None`: the game has no map.
    ///
    /// # Errors
    /// A name that means nothing here: why, in a sentence.
    fn map(&self, view: &Self::View, around: Option<&str>) -> Option<Result<Value, String>> {
        let _ = (view, around);
        None
    }

    /// What HELP says of a name of the game, as a person's or a card's: plain words.
    fn explain(&self, view: &Self::View, name: &str) -> Option<String> {
        let _ = (view, name);
        None
    }

    // Ordering. These see a `View`, never the `State`: whatever the engine does on a player's
    // behalf, the player could have done, asked by mail at that moment.

    /// The order language on this sheet: everything worth saying, not only in answer to an open
    /// question, since players plan.
    fn grammar(&self, view: &Self::View) -> Grammar;

    /// Makes an order of a line that was read.
    ///
    /// # Errors
    /// A fault the form alone could not see, such as a level that cannot be named here.
    fn build(&self, view: &Self::View, said: &Said) -> Result<Self::Order, Diagnostic>;

    /// A fault of an order of the sheet now open that its words do not show, but this position: it
    /// can never be carried out on this sheet, while it might be on a later one or in other words
    /// (`MOVE 0609` from 0507). What may still become possible is no fault.
    ///
    /// # Errors
    /// The place, why, and what may be meant.
    fn hopeless(&self, view: &Self::View, said: &Said) -> Result<(), Diagnostic> {
        let _ = (view, said);
        Ok(())
    }

    /// What is worth knowing about the lines of a seat as they stand: cards not held, lines that
    /// can never count, costs and odds. Advice, never a fault; seen by this seat alone.
    fn advise(&self, view: &Self::View, lines: &[&InstructionOf<Self>]) -> Vec<Note> {
        let _ = (view, lines);
        Vec::new()
    }

    /// Does a condition hold, now that this is asked?
    fn holds(&self, at: &AtOf<'_, Self>, condition: &Self::Condition) -> bool;

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

    /// May this seat choose this now? Asserted of every choice, whoever made it; [`Lines::first`]
    /// asks it, a `decide` without it must do so itself.
    ///
    /// # Errors
    /// Why not, in a sentence for the seat.
    fn permits(
        &self,
        view: &Self::View,
        question: &Self::Question,
        choice: &Self::Choice,
    ) -> Result<(), String> {
        match self.choices(view, question).contains(choice) {
            true => Ok(()),
            false => Err("that cannot be chosen now".to_owned()),
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

    /// What silence means, as lines a player could have written ([`super::silence`]): read once for
    /// all seats and positions, so the same [`Rules::grammar`] must read it wherever it is looked
    /// at.
    ///
    /// They are tried one by one behind all that the seat has written, by the same
    /// [`Rules::decide`], and only where that found nothing; the seat's own lines stay in sight, so
    /// a decision may rest on both. `Live::silent` tells them from others. A choice that rests on
    /// them alone is silence: told as such, and still asked by mail where questions are.
    fn silence(&self) -> String {
        String::new()
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

    /// Whether an order decides nothing alone but changes what others do (`KEEP 2 spice`). The
    /// engine finds out whether it had a part: without it, would another choice have been made? Of
    /// one whose IF is false it says so, if the choice would have been another with it.
    fn leans(&self, order: &Self::Order) -> bool {
        let _ = order;
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

    /// The wishes that an order for several things is (`SELL stone, cloth`), each with its words.
    /// Each is tried, carried out and told of by itself, as if it stood on a line of its own.
    /// Fewer than two: it is one.
    fn apart(&self, order: &Self::Order) -> Vec<(Self::Order, String)> {
        let _ = order;
        Vec::new()
    }

    /// The orders that an order with alternatives (`PLAY G8/R5`) stands for, first to last; none:
    /// it has none. An `IF` behind it is asked of each: the first for which it holds and that can
    /// be carried out is.
    fn alternatives(&self, order: &Self::Order) -> Vec<Self::Order> {
        let _ = order;
        Vec::new()
    }

    /// What is to be said of a line with this order whose sheet is over and that no choice rested
    /// on: was it not called for, or could it not be carried out? Asked when its sheet is left, of
    /// what its owner sees then. Orders that act should say why they did not.
    fn idle(&self, view: &Self::View, order: &Self::Order) -> Idle {
        let _ = (view, order);
        Idle::NotNeeded
    }

    /// Whether an order of the sheet now played has had its time, though the sheet goes on for
    /// others: the seat's own turn in it is over. Asked at each gate; such lines leave the book,
    /// and have their account.
    fn is_past(&self, view: &Self::View, order: &Self::Order) -> bool {
        let _ = (view, order);
        false
    }

    /// Whether a line of the seat with this order, in force, and without `IF` if `always`, keeps
    /// this line of silence from ever doing anything. The seat is not told of it then.
    fn overrules(&self, own: &Self::Order, always: bool, silent: &Self::Order) -> bool {
        let _ = (own, always, silent);
        false
    }

    /// Lines that answer a question asked by mail, to be suggested in the sheet that goes with it.
    fn replies(&self, view: &Self::View, question: &Self::Question) -> Vec<String> {
        let _ = (view, question);
        Vec::new()
    }

    /// What stands in the order sheet of this seat's report, between opener and closer. `own` are
    /// the orders of its lines in force; `silence` the lines of [`Rules::silence`] that they do
    /// not overrule, as printed.
    fn order_sheet(
        &self,
        view: &Self::View,
        own: &[&Self::Order],
        silence: Vec<String>,
    ) -> SheetText;

    /// The sheet a robot in this seat sends: the lines between opener and closer. It sees what
    /// a player would and writes what a player could.
    fn robot(&self, view: &Self::View, seat: Seat, dice: &mut Dice) -> String;

    // Keeping.

    /// How older stored shapes of a kind of file (state, book or journal) become today's. A book
    /// in which orders or tests are stored otherwise has its lines read again from their text
    /// ([`super::reread`]).
    fn migrations(kind: Kind) -> &'static [Migration] {
        let _ = kind;
        &[]
    }

    // Proving that what is hidden is hidden.

    /// Another state that this viewer must not be able to tell from this one: everything he may
    /// not know drawn anew, as far as what he knows allows. Before any mail goes out, the reader's
    /// page of such a state is held against his page of the true one; so this is called at every
    /// stop, must be right there, and should take no longer than a view. What he could only infer
    /// from how others played need not be kept; where all is open it is the state itself.
    ///
    /// As it stands: what [`Rules::secrets`] says, until the game is over.
    fn resample(&self, state: &Self::State, viewer: Viewer, dice: &mut Dice) -> Self::State {
        let mut other = state.clone();
        if !matches!(self.pending(state), Pending::Over(_)) {
            Look::redeal(viewer, dice, |it| self.secrets(&mut other, it));
        }
        other
    }
}

/// Where a condition stands, and what is asked now.
pub struct AtOf<'a, R: Rules> {
    /// What the seat sees.
    pub view: &'a R::View,
    /// What it is asked.
    pub question: &'a R::Question,
    /// All its lines in force, in the order in which they are tried, their own conditions not yet
    /// looked at: other lines may change what the order would do (`PREFER blue` says which tokens
    /// GAIN counts).
    pub lines: &'a [&'a InstructionOf<R>],
    /// The order of the condition's own branch (`IF GAIN AT LEAST 2` speaks of it).
    pub order: &'a R::Order,
}

/// All that must hold of a state: what the game says, and that nothing hidden is lost. It is left
/// as it is, for a look that checks changes nothing.
///
/// # Errors
/// The first invariant that does not hold.
pub fn sound<R: Rules>(rules: &R, state: &mut R::State) -> Result<(), Broken> {
    Look::check(|it| rules.secrets(state, it))?;
    rules.validate(state)
}

/// The lines of an order sheet, without opener, standing lines, and the last line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetText {
    /// The position in short; printed behind `;`.
    pub position: Vec<String>,
    /// What stands above the lines of `silence`, in the sheet only: `write your plan here;
    /// without one the program does:`. May be empty.
    pub lead: String,
    /// Live lines: only where they do what silence does.
    pub live: Vec<String>,
    /// Orders worth a thought that only count above a live line, since of two that compete the
    /// first does; printed behind `;` above them. The engine takes them out of `perhaps`.
    pub instead: Vec<String>,
    /// Orders worth a thought, each valid as it stands; printed behind `;`.
    pub perhaps: Vec<String>,
    /// What silence means here, a sentence or an order each; printed behind `;`.
    pub silence: Vec<String>,
    /// Whether the seat's sheet in force says GOAHEAD; the engine sees to it.
    pub goes_ahead: bool,
    /// Whether it is for a question by mail, which OK answers even where no line is live; the
    /// engine sees to it.
    pub asked: bool,
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
}

/// A question addressed to one seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt<Q> {
    /// Whom.
    pub seat: Seat,
    /// What.
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

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// 1-based placing per seat; equal numbers are ties, and the places behind them are left out:
    /// 1, 1, 3.
    pub placings: BTreeMap<Seat, u8>,
}

impl Outcome {
    /// Places by what decides the game, most first: points, or a tuple in which what breaks ties
    /// stands behind. `None` comes last: a seat that is out of the game.
    ///
    /// ```
    /// use packetboat_core::engine::rules::Outcome;
    /// let ranks = [("red", Some((4, 1))), ("blue", None), ("green", Some((4, 1)))];
    /// let outcome = Outcome::ranked(ranks.map(|(seat, rank)| (seat.parse().unwrap(), rank)));
    /// let places: Vec<u8> = outcome.placings.into_values().collect();
    /// assert_eq!(places, [3, 1, 1], "of blue, green, red");
    /// ```
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
}

/// A prompt of this game.
/// Text files that a program carries: names and texts.
pub type Texts = &'static [(&'static str, &'static str)];
/// See [`Prompt`].
pub type PromptOf<R> = Prompt<<R as Rules>::Question>;
/// What this game waits for.
pub type PendingOf<R> = Pending<<R as Rules>::Question>;
/// What moves this game on.
pub type InputOf<R> = Input<<R as Rules>::Choice>;
/// A step of this game.
pub type StepOf<R> = Step<<R as Rules>::Choice, <R as Rules>::Event>;
/// The book of this game.
pub type BookOf<R> = OrderBook<<R as Rules>::Order, <R as Rules>::Condition>;
/// A line of this game.
pub type InstructionOf<R> = Instruction<<R as Rules>::Order, <R as Rules>::Condition>;
/// The live lines of one seat of this game.
pub type LinesOf<'a, R> = Lines<'a, <R as Rules>::Order>;
/// Dice and chronicle of this game.
pub type CxOf<'a, R> = Cx<'a, <R as Rules>::Event>;
