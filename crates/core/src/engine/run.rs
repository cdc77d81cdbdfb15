//! Plays on until a gate, an interrupt or the end.
//!
//! Not here: how a question finds its answer (`answer`), when a gate is due (`desk`), and the
//! record of the steps (`journal`).

use super::answer::Asking;
use super::attributes;
use super::begun::follow;
use super::chronicle::{Cx, Input};
use super::decide::Source;
use super::dice::Dice;
use super::ends::Idle;
use super::orders::{Left, OrderRef, Ready};
use super::rules::{
    BookOf, Broken, InputOf, InstructionOf, Outcome, Patience, Pending, Play, Prompt, PromptOf,
    Rules, StepOf,
};
use super::seat::{Seat, Viewer};
use super::silence::Rulebook;
use super::whole::GameRules;
use crate::gather::Gather;
use crate::lang::form::Tried;
use crate::lang::sheet::SheetNo;
use std::collections::BTreeSet;

/// How many steps a game may make between two stops: far above any real batch, so that a loop in
/// a game's rules is found and not waited for.
pub const STEPS_MAX: u32 = 10_000;

/// Why play stopped.
#[derive(Debug, Clone, PartialEq)]
pub enum Halt<Q> {
    /// A gate: sheets are being gathered.
    Gathering {
        /// The seats called.
        called: BTreeSet<Seat>,
        /// Those of them that are not ready.
        waiting: BTreeSet<Seat>,
    },
    /// An interrupt: these questions must go out by mail.
    Asking(Vec<Prompt<Q>>),
    /// The game is over.
    Over(Outcome),
}

/// The steps made, and why play stopped.
pub type PlayedOf<R> = (Vec<StepOf<R>>, Halt<<R as Rules>::Question>);

/// The steps made, and why play stopped; no reason if somebody had seen enough.
pub type SteppedOf<R> = (Vec<StepOf<R>>, Option<Halt<<R as Rules>::Question>>);

/// A game at work.
pub struct Run<'a, R: GameRules> {
    /// The rules.
    pub rules: &'a Rulebook<R>,
    /// The truth.
    pub state: R::State,
    /// Orders in force.
    pub book: BookOf<R>,
}

impl<R: GameRules> Run<'_, R> {
    /// What it waits for now, without playing on.
    pub fn halt(&self) -> Option<Halt<R::Question>> {
        match self.rules.pending(&self.state) {
            Pending::Auto => None,
            Pending::Gather(called) => Some(self.gathering(called)),
            Pending::Ask(prompts) => {
                let open = self.undecided(&prompts);
                (!open.is_empty()).then_some(Halt::Asking(open))
            }
            Pending::Over(outcome) => Some(Halt::Over(outcome)),
        }
    }

    /// Plays on to the next stop. With `open`, the stop it begins at is opened whether or not
    /// everybody is ready, and questions by mail fall back; it opens that stop and no other, even
    /// where that one would have opened by itself.
    ///
    /// # Errors
    /// An invariant of the state that does not hold: a bug in the game.
    pub fn play(&mut self, dice: &mut Dice, open: bool) -> Result<PlayedOf<R>, Broken> {
        let (steps, halt) = self.play_until(dice, open, |_| false)?;
        Ok((steps, halt.expect("nothing but a stop of the game ends it")))
    }

    /// Plays on like [`Run::play`], and stops also after the first step for which `enough` says so:
    /// then there is no halt.
    ///
    /// # Errors
    /// As [`Run::play`].
    pub fn play_until(
        &mut self,
        dice: &mut Dice,
        open: bool,
        mut enough: impl FnMut(&StepOf<R>) -> bool,
    ) -> Result<SteppedOf<R>, Broken> {
        let mut steps = Vec::new();
        for _ in 0..STEPS_MAX {
            let forced = open && steps.is_empty();
            let (asked, input, mut left) = match self.rules.pending(&self.state) {
                Pending::Over(outcome) => return Ok((steps, Some(Halt::Over(outcome)))),
                Pending::Auto => (Vec::new(), Input::Auto, Vec::new()),
                Pending::Gather(called) => {
                    let halt = self.gathering(called.clone());
                    let all_in =
                        matches!(&halt, Halt::Gathering { waiting, .. } if waiting.is_empty());
                    if !all_in && !forced {
                        return Ok((steps, Some(halt)));
                    }
                    (Vec::new(), self.close_gate(&called), Vec::new())
                }
                Pending::Ask(prompts) => {
                    let undecided = self.undecided(&prompts);
                    if !undecided.is_empty() && !forced {
                        return Ok((steps, Some(Halt::Asking(undecided))));
                    }
                    let (input, left) = self.answer(&prompts);
                    (prompts, input, left)
                }
            };
            let step = self.step(&asked, input, &mut left, dice)?;
            let done = enough(&step);
            steps.push(step);
            if done {
                return Ok((steps, None));
            }
        }
        Err(Broken(format!("no stop after {STEPS_MAX} steps")))
    }

    /// Makes one step with an input that is already known: the one piece shared by play and
    /// replay.
    ///
    /// # Errors
    /// An invariant of the state that does not hold afterwards.
    pub fn step(
        &mut self,
        asked: &[PromptOf<R>],
        input: InputOf<R>,
        left: &mut Vec<Left>,
        dice: &mut Dice,
    ) -> Result<StepOf<R>, Broken> {
        let before = self.rules.now(&self.state);
        let batch = before.first != before.until;
        let turn = batch.then_some(before.sheet.turn);
        let mut play = Play {
            tables: self.rules.tables(),
            state: &mut self.state,
            cx: Cx::new(dice, before.seats),
            asked,
        };
        self.rules.advance(&mut play, &input);
        let (events, endings) = play.cx.into_announced();
        let endings = follow(&mut self.book, before.sheet, (&input, left), endings);
        self.rules.sound(&mut self.state)?;
        let at = self.rules.now(&self.state);
        let (first, now) = (at.first, at.sheet);
        let unused = self.book.unused(first, now);
        let mut idle = self.idle(unused);
        left.extend(self.book.lapse(first, now));
        let past = self.past(now);
        idle.extend(self.idle(self.book.among(&past).filter(|it| it.1.used == 0)));
        left.extend(self.book.drop_all(&past));
        for left in left.iter_mut() {
            if let Some((_, idle)) = idle.iter().find(|it| it.0 == left.at) {
                left.idle = idle.clone();
            }
        }
        Ok(StepOf::<R> {
            input,
            rolls: dice.take_rolls(),
            events,
            left: std::mem::take(left),
            endings,
            turn,
        })
    }

    /// Lines of the sheet now played that have had their time, where a gate has been reached.
    fn past(&self, now: SheetNo) -> Vec<(Seat, OrderRef)> {
        let mut past = Vec::new();
        if !matches!(self.rules.pending(&self.state), Pending::Gather(_)) {
            return past;
        }
        for (seat, lines) in &self.book.seats {
            let mut lines = lines.iter().filter(|it| it.sheet() == Some(now)).peekable();
            if lines.peek().is_none() {
                continue;
            }
            let view = self.rules.view(&self.state, Viewer::Seat(*seat));
            let over = |order| attributes::is_over(&view, order);
            let lines = lines.filter(|it| it.branches.iter().all(|it| over(&it.order)));
            past.extend(lines.map(|it| (*seat, it.at)));
        }
        past
    }

    /// What is to be said of these lines, which leave the book now and on which no choice rested.
    fn idle<'b>(
        &self,
        unused: impl Iterator<Item = (Seat, &'b InstructionOf<R>)>,
    ) -> Vec<(OrderRef, Idle)> {
        let mut said = Vec::new();
        let mut seen: Option<(Seat, R::View)> = None;
        for (seat, line) in unused {
            if self.book.is_done(seat, line.at) && line.tried == Tried::Wish {
                said.push((line.at, Idle::Done));
                continue;
            }
            if seen.as_ref().is_none_or(|it| it.0 != seat) {
                seen = Some((seat, self.rules.view(&self.state, Viewer::Seat(seat))));
            }
            let (_, view) = seen.as_ref().expect("it was made");
            let orders = line.branches.iter().map(|it| &it.order);
            let idle = orders.map(|it| attributes::idle(view, it));
            // Of several branches the one that has something to say.
            let idle = idle.reduce(|one, other| match one {
                Idle::NotNeeded => other,
                told => told,
            });
            said.extend(idle.map(|it| (line.at, it)));
        }
        said
    }

    fn gathering(&self, called: BTreeSet<Seat>) -> Halt<R::Question> {
        let sheet = self.rules.now(&self.state).sheet;
        let not_ready = called.iter().filter(|it| !self.book.is_ready(**it, sheet));
        Halt::Gathering {
            waiting: not_ready.copied().into_set(),
            called,
        }
    }

    /// Closes the gate: notes who sent nothing at all, and spends what made the others ready.
    pub fn close_gate(&mut self, called: &BTreeSet<Seat>) -> InputOf<R> {
        let sheet = self.rules.now(&self.state).sheet;
        let nothing = called
            .iter()
            .filter(|it| self.book.filed(**it, sheet).is_none());
        let silent = nothing.copied().into_set();
        self.book.close_gate(called, sheet);
        Input::Gathered { silent }
    }

    fn undecided(&self, prompts: &[PromptOf<R>]) -> Vec<PromptOf<R>> {
        let now = self.rules.now(&self.state);
        let is_open = |prompt: &&PromptOf<R>| {
            let filed = self.book.filed(prompt.seat, now.sheet);
            // What is ruled is final for all.
            let rules = now.referee == Some(prompt.seat);
            match filed.map(|it| it.ready) {
                Some(Ready::GoAhead) if !rules || self.asking(prompt).goes_ahead() => false,
                Some(Ready::Wait) if rules => true,
                _ => !self.asking(prompt).find().is_decided(),
            }
        };
        let by_mail = prompts.iter().filter(|it| it.patience == Patience::Mail);
        by_mail.filter(is_open).cloned().collect()
    }

    /// The questions by mail that a seat has before it, each with what lines and silence make of
    /// it as they are.
    ///
    /// # Panics
    /// As for [`Run::answer`].
    pub fn by_mail(&self, seat: Seat) -> Vec<(R::Question, R::Choice)> {
        let Pending::Ask(prompts) = self.rules.pending(&self.state) else {
            return Vec::new();
        };
        let own = prompts
            .iter()
            .filter(|it| it.seat == seat && it.patience == Patience::Mail);
        let settled = own.map(|prompt| {
            let asking = self.asking(prompt);
            (
                prompt.question.clone(),
                asking.settle(asking.find()).0.choice,
            )
        });
        settled.collect()
    }

    fn asking<'b>(&'b self, prompt: &'b PromptOf<R>) -> Asking<'b, R> {
        Asking::new(self.rules, &self.state, &self.book, prompt)
    }

    /// Answers all prompts on the same state, then counts and spends the lines used. Where lines
    /// decide nothing silence does, and where it says nothing, the game.
    ///
    /// # Panics
    /// If a choice is not permitted: a bug in the game's `decide`, `choices` or `fallback`.
    pub fn answer(&mut self, prompts: &[PromptOf<R>]) -> (InputOf<R>, Vec<Left>) {
        let settled = prompts.iter().map(|prompt| {
            let asking = self.asking(prompt);
            let mut found = asking.find();
            let turn = found.turn.take();
            (asking.settle(found), turn)
        });
        let settled: Vec<_> = settled.collect();
        let mut answers = Vec::new();
        let mut left = Vec::new();
        let sheet = self.rules.now(&self.state).sheet;
        for ((answer, spends), turn) in settled {
            if let Some(turn) = turn {
                self.book.turns.insert(answer.seat, turn);
            }
            if let Source::Lines { at, .. } = &answer.source {
                self.book.count(answer.seat, at);
            }
            left.extend(self.book.spend(answer.seat, &spends, sheet));
            answers.push(answer);
        }
        (Input::Answers { answers }, left)
    }
}
