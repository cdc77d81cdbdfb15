//! Plays on until a gate, an interrupt or the end.
//!
//! Not here: when a gate is due (`desk`), and the record of the steps (`journal`).

use super::chronicle::{Cx, Input};
use super::decide::{Answer, Decision, Lines, Live, PassedOver, Source};
use super::dice::Dice;
use super::orders::{Guard, Instruction, Left, OrderRef, OwnTurn};
use super::rules::{
    BookOf, Broken, InputOf, InstructionOf, Outcome, Patience, Pending, Prompt, PromptOf, Rules,
    StepOf, sound,
};
use super::seat::{Seat, Viewer};
use super::wishes::Mark;
use crate::lang::form::Tried;
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
pub struct Run<'a, R: Rules> {
    /// The rules.
    pub rules: &'a R,
    /// The truth.
    pub state: R::State,
    /// Orders in force.
    pub book: BookOf<R>,
}

impl<R: Rules> Run<'_, R> {
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

    /// Plays on like [`Run::play`], and stops also behind the first step for which `enough` says
    /// so: then there is no halt.
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
        let mut cx = Cx::new(dice, self.rules.seats(&self.state));
        self.rules.advance(&mut self.state, asked, &input, &mut cx);
        let events = cx.into_told();
        sound(self.rules, &mut self.state)?;
        let (first, now) = (self.rules.batch(&self.state), self.rules.sheet(&self.state));
        left.extend(self.book.lapse(first, now));
        Ok(StepOf::<R> {
            input,
            rolls: dice.take_rolls(),
            events,
            left: std::mem::take(left),
        })
    }

    fn gathering(&self, called: BTreeSet<Seat>) -> Halt<R::Question> {
        let sheet = self.rules.sheet(&self.state);
        let not_ready = called.iter().filter(|it| !self.book.is_ready(**it, sheet));
        Halt::Gathering {
            waiting: not_ready.copied().collect(),
            called,
        }
    }

    /// Closes the gate: notes who sent nothing at all, and spends what made the others ready.
    pub fn close_gate(&mut self, called: &BTreeSet<Seat>) -> InputOf<R> {
        let sheet = self.rules.sheet(&self.state);
        let nothing = called
            .iter()
            .filter(|it| self.book.filed(**it, sheet).is_none());
        let silent = nothing.copied().collect();
        self.book.close_gate(called, sheet);
        Input::Gathered { silent }
    }

    fn undecided(&self, prompts: &[PromptOf<R>]) -> Vec<PromptOf<R>> {
        let by_mail = prompts.iter().filter(|it| it.patience == Patience::Mail);
        by_mail
            .filter(|it| {
                let found = self.decision(it);
                found.decision.choice.is_none() || found.silent
            })
            .cloned()
            .collect()
    }

    /// Answers all prompts on the same state, then counts and spends the lines used. Falls back
    /// where lines decide nothing.
    ///
    /// # Panics
    /// If a choice is not permitted: a bug in the game's `decide` or `fallback`.
    pub fn answer(&mut self, prompts: &[PromptOf<R>]) -> (InputOf<R>, Vec<Left>) {
        let decided: Vec<_> = prompts
            .iter()
            .map(|prompt| {
                let found = self.decision(prompt);
                let settled = self.settle(prompt, found.decision, found.silent);
                (prompt, settled, found.turn)
            })
            .collect();
        let mut answers = Vec::new();
        let mut left = Vec::new();
        let sheet = self.rules.sheet(&self.state);
        for (prompt, (answer, spends), turn) in decided {
            if let Some(turn) = turn {
                self.book.turns.insert(prompt.seat, turn);
            }
            if let Source::Lines { at } = &answer.source {
                self.book.count(prompt.seat, at);
            }
            left.extend(self.book.spend(prompt.seat, &spends, sheet));
            answers.push(answer);
        }
        (Input::Answers { answers }, left)
    }

    fn settle(
        &self,
        prompt: &PromptOf<R>,
        decision: Decision<R::Choice>,
        silent: bool,
    ) -> (Answer<R::Choice>, Vec<OrderRef>) {
        let view = self.rules.view(&self.state, Viewer::Seat(prompt.seat));
        let (choice, source) = match decision.choice {
            Some(choice) if silent => (choice, Source::Fallback),
            Some(choice) if decision.rests_on.is_empty() => (choice, Source::Forced),
            Some(choice) => (
                choice,
                Source::Lines {
                    at: decision.rests_on,
                },
            ),
            None => {
                let lines = self.live(&view, prompt, &self.instructions(prompt.seat));
                let choice = self.rules.fallback(&view, &prompt.question, &lines);
                let source = match decision.rests_on.is_empty() {
                    true => Source::Fallback,
                    // Lines that keep silence from doing anything.
                    false => Source::Lines {
                        at: decision.rests_on,
                    },
                };
                (choice, source)
            }
        };
        if let Err(why) = self.rules.permits(&view, &prompt.question, &choice) {
            panic!(
                "{} may not choose {choice:?} for {prompt:?}: {why}",
                prompt.seat
            );
        }
        let answer = Answer {
            seat: prompt.seat,
            choice,
            source,
            passed_over: decision.passed_over,
        };
        (answer, decision.spends)
    }

    /// What the seat's lines make of a question, lines kept out by their own IF noted; and
    /// whether it is silence alone that speaks.
    fn decision(&self, prompt: &PromptOf<R>) -> Found<R::Choice> {
        let view = self.rules.view(&self.state, Viewer::Seat(prompt.seat));
        let all = self.instructions(prompt.seat);
        let lines = self.live(&view, prompt, &all);
        let own_turn = self.rules.own_turn(&view, &prompt.question);
        let (mut decision, turn, pass) = match own_turn {
            Some(turn) => self.wish(&view, prompt, &all, turn),
            None => (self.speak(&view, prompt, &all, None), None, None),
        };
        let first = decision.rests_on.first().copied();
        self.parts(&view, prompt, &all, pass, &mut decision);
        let mut silent = strip(&mut decision);
        if decision.rests_on.is_empty()
            && let Ok([only]) = <[_; 1]>::try_from(self.rules.choices(&view, &prompt.question))
        {
            decision.choice = Some(only);
            silent = false;
        }
        decision
            .passed_over
            .extend(self.kept_out(&view, prompt, &lines, first));
        decision
            .passed_over
            .sort_by(|a, b| (a.at, &a.why).cmp(&(b.at, &b.why)));
        decision.passed_over.dedup();
        Found {
            decision,
            silent,
            turn,
        }
    }

    /// What these lines say, and behind them the lines of silence, the first that decides. In a
    /// turn of wishes only those speak that are open in this pass.
    fn speak(
        &self,
        view: &R::View,
        prompt: &PromptOf<R>,
        all: &[&InstructionOf<R>],
        pass: Option<&(Mark, bool)>,
    ) -> Decision<R::Choice> {
        let question = &prompt.question;
        let mut lines = self.live(view, prompt, all);
        if let Some((mark, _)) = pass {
            lines = lines.open(mark);
        }
        let decision = self.rules.decide(view, question, &lines);
        if decision.choice.is_some() {
            return decision;
        }
        for (place, line) in (all.len()..).zip(self.rules.silence()) {
            let may =
                |it: &(Mark, bool)| line.tried != Tried::Wish || it.1 && it.0.is_open(line.at);
            if !pass.is_none_or(may) {
                continue;
            }
            for (at, branch) in line.branches.iter().enumerate() {
                lines.lines.push(live(line, place, at));
                let said = self.rules.decide(view, question, &lines);
                let holds =
                    |it: &R::Condition| self.rules.holds(view, question, all, &branch.order, it);
                if said.choice.is_some() && branch.when.holds(holds) {
                    return said;
                }
                lines.lines.pop();
            }
        }
        decision
    }

    /// The next wish of the seat's own turn, pass by pass; silence wishes behind its lines.
    fn wish(
        &self,
        view: &R::View,
        prompt: &PromptOf<R>,
        all: &[&InstructionOf<R>],
        turn: u32,
    ) -> (Decision<R::Choice>, Option<OwnTurn>, Option<(Mark, bool)>) {
        let sheet = self.rules.sheet(&self.state);
        let held = self
            .book
            .holding(prompt.seat, self.rules.batch(&self.state), sheet);
        let wrote = self
            .book
            .filed(prompt.seat, held)
            .is_some_and(|it| it.wishes);
        let mut pass = (self.book.mark(prompt.seat, turn), !wrote);
        let mut passed_over = Vec::new();
        loop {
            let mut decision = self.speak(view, prompt, all, Some(&pass));
            passed_over.append(&mut decision.passed_over);
            if decision.choice.is_none()
                && let Some(next) = pass.0.next_pass()
            {
                pass.0 = next;
                continue;
            }
            let mut mark = pass.0.clone();
            let done = decision.rests_on.first().copied();
            self.live(view, prompt, all).reach(&mut mark, done);
            let each = |at: &OrderRef| all.iter().any(|it| it.at == *at && it.each);
            decision.spends.retain(|it| !each(it));
            decision.passed_over = passed_over;
            return (decision, Some(OwnTurn { turn, mark }), Some(pass));
        }
    }

    /// Adds the lines without which another choice would have been made.
    fn parts(
        &self,
        view: &R::View,
        prompt: &PromptOf<R>,
        all: &[&InstructionOf<R>],
        pass: Option<(Mark, bool)>,
        decision: &mut Decision<R::Choice>,
    ) {
        let leans = |it: &&&InstructionOf<R>| {
            let mut orders = it.branches.iter().map(|it| &it.order);
            orders.any(|it| self.rules.leans(it))
        };
        let awake = self.live(view, prompt, all).lines;
        for line in all.iter().filter(leans) {
            if decision.rests_on.contains(&line.at) {
                continue;
            }
            let counts = awake.iter().any(|it| it.at == line.at);
            let mut other = (*line).clone();
            for branch in &mut other.branches {
                branch.when = Guard::always();
            }
            let others: Vec<_> = all
                .iter()
                .copied()
                .filter(|it| !counts || it.at != line.at)
                .map(|it| if it.at == line.at { &other } else { it })
                .collect();
            let found = self.speak(view, prompt, &others, pass.as_ref()).choice;
            match (found == decision.choice, counts) {
                (true, _) => {}
                (false, true) => decision.rests_on.push(line.at),
                (false, false) => decision.passed_over.push(PassedOver {
                    at: line.at,
                    why: "its IF was not true".to_owned(),
                }),
            }
        }
    }

    fn instructions(&self, seat: Seat) -> Vec<&InstructionOf<R>> {
        let sheet = self.rules.sheet(&self.state);
        let mut lines = in_force(self.rules, &self.state, &self.book, seat);
        lines.retain(|it| it.spent != Some(sheet));
        lines
    }

    /// The branches in force, those whose IF holds and those whose does not.
    fn live<'b>(
        &'b self,
        view: &R::View,
        prompt: &PromptOf<R>,
        all: &[&'b InstructionOf<R>],
    ) -> Lines<'b, R::Order> {
        let mut lines = Vec::new();
        let mut asleep = Vec::new();
        for (place, line) in all.iter().copied().enumerate() {
            let (holding, others): (Vec<_>, Vec<_>) = (0..line.branches.len()).partition(|at| {
                let branch = &line.branches[*at];
                branch.when.holds(|it| {
                    let (question, order) = (&prompt.question, &branch.order);
                    self.rules.holds(view, question, all, order, it)
                })
            });
            // Behind a wish ELSE answers a false IF only: what cannot be done yet, waits.
            let most = match line.tried {
                Tried::Wish => 1,
                Tried::Once | Tried::Kept => line.branches.len(),
            };
            lines.extend(
                holding
                    .into_iter()
                    .take(most)
                    .map(|at| live(line, place, at)),
            );
            asleep.extend(others.into_iter().map(|at| live(line, place, at)));
        }
        Lines { lines, asleep }
    }

    /// Lines that would have decided, had their IF been true: their owner is told.
    fn kept_out(
        &self,
        view: &R::View,
        prompt: &PromptOf<R>,
        lines: &Lines<'_, R::Order>,
        deciding: Option<OrderRef>,
    ) -> Vec<PassedOver> {
        let mut kept_out = Vec::new();
        for (place, line) in self.instructions(prompt.seat).into_iter().enumerate() {
            if Some(line.at) == deciding {
                break;
            }
            if lines.lines.iter().any(|it| it.at == line.at) {
                continue;
            }
            let alone = Lines {
                lines: (0..line.branches.len())
                    .map(|at| live(line, place, at))
                    .collect(),
                asleep: Vec::new(),
            };
            let decision = self.rules.decide(view, &prompt.question, &alone);
            if decision.choice.is_some() && decision.rests_on.contains(&line.at) {
                kept_out.push(PassedOver {
                    at: line.at,
                    why: "its IF was not true".to_owned(),
                });
            }
        }
        kept_out
    }
}

/// The lines of a seat that count now, in the order in which they are tried: those of the sheet,
/// or of the last one of the batch that the seat has filed, then standing ones.
pub fn in_force<'b, R: Rules>(
    rules: &R,
    state: &R::State,
    book: &'b BookOf<R>,
    seat: Seat,
) -> Vec<&'b InstructionOf<R>> {
    let sheet = book.holding(seat, rules.batch(state), rules.sheet(state));
    book.in_force(seat, sheet)
}

/// What the lines of a seat make of a question.
struct Found<C> {
    decision: Decision<C>,
    silent: bool,
    turn: Option<OwnTurn>,
}

/// Takes out the lines by which silence is told; whether the choice rests on nothing else.
fn strip<C>(decision: &mut Decision<C>) -> bool {
    let rested = !decision.rests_on.is_empty();
    let written = |it: &OrderRef| it.submission != 0;
    decision.rests_on.retain(written);
    decision.spends.retain(written);
    decision.passed_over.retain(|it| written(&it.at));
    rested && decision.rests_on.is_empty()
}

fn live<O, W>(line: &Instruction<O, W>, place: usize, branch: usize) -> Live<'_, O> {
    Live {
        at: line.at,
        place: u32::try_from(place).expect("a seat has few lines"),
        tried: line.tried,
        branch: u32::try_from(branch).expect("a line has few branches"),
        used: line.used,
        each: line.each,
        standing: line.sheet().is_none(),
        order: &line.branches[branch].order,
    }
}
