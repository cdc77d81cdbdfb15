//! How a question finds its answer: in what the seat has written, after that in the lines by
//! which the game says what silence means, and where both say nothing, in what remains.
//!
//! Not here: what a line has to say (each game's `decide`), and what an answer does to book and
//! journal (`run`).

use super::attributes::modifies;
use super::decide::{Answer, Decision, Lines, Live, Otherwise, PassedOver, Source};
use super::language::AtOf;
use super::orders::{Branch, Guard, Instruction, OrderRef, OwnTurn};
use super::reason::{EngineReason, Reason};
use super::rules::{BookOf, ConditionOf, InstructionOf, LinesOf, PromptOf};
use super::seat::{Seat, Viewer};
use super::silence::Rulebook;
use super::whole::GameRules;
use crate::lang::form::Tried;
use std::cell::OnceCell;

/// One question, with what its seat sees and has written.
pub(super) struct Asking<'a, R: GameRules> {
    rules: &'a Rulebook<R>,
    prompt: &'a PromptOf<R>,
    view: R::View,
    /// The seat's lines in force but for those that rest, in the order in which they are tried.
    written: Vec<&'a InstructionOf<R>>,
    /// Their branches, when they have been looked at.
    live: OnceCell<LinesOf<'a, R>>,
    /// Its own turn, if its lines are gone through in it.
    pass: Option<OwnTurn>,
    /// Whether wishes were in the sheet it has filed.
    wished: bool,
}

/// What a seat's lines, and silence, make of a question.
pub(super) struct LinesSay<C> {
    decision: Decision<C>,
    /// Whether the choice is that of silence.
    silent: bool,
    /// All there is to choose from, where the game lists it.
    choices: Vec<C>,
    /// How far the seat has come in its own turn.
    pub(super) turn: Option<OwnTurn>,
}

impl<C> LinesSay<C> {
    /// Whether the seat has said what it wants, or nothing else can be chosen.
    pub(super) fn is_decided(&self) -> bool {
        self.is_forced() || (self.decision.choice.is_some() && !self.silent)
    }

    fn is_forced(&self) -> bool {
        self.decision.rests_on.is_empty() && self.choices.len() == 1
    }
}

impl<'a, R: GameRules> Asking<'a, R> {
    /// This question, asked now.
    pub(super) fn new(
        rules: &'a Rulebook<R>,
        state: &R::State,
        book: &'a BookOf<R>,
        prompt: &'a PromptOf<R>,
    ) -> Self {
        let view = rules.view(state, Viewer::Seat(prompt.seat));
        let sheet = rules.now(state).sheet;
        let mut written = in_force(&**rules, state, book, prompt.seat);
        written.retain(|it| it.spent != Some(sheet));
        let turn = rules.own_turn(&view, &prompt.question);
        let filed = book.filed(prompt.seat, sheet);
        let wished = filed.is_some_and(|it| it.wishes);
        let pass = turn.map(|number| book.own_turn(prompt.seat, sheet, number));
        Asking {
            rules,
            prompt,
            view,
            written,
            live: OnceCell::new(),
            pass,
            wished,
        }
    }

    /// What lines and silence make of it, and which lines had a part or were kept out.
    pub(super) fn find(&self) -> LinesSay<R::Choice> {
        let (mut decision, pass) = self.speak_in_passes();
        let deciding = decision.rests_on.first().copied();
        self.add_parts(pass.as_ref(), &mut decision);
        let silent = take_out_silence(&mut decision);
        decision.passed_over.extend(self.kept_out(deciding));
        each_once(&mut decision.passed_over);
        let turn = pass.map(|it| self.reached(it, deciding));
        LinesSay {
            decision,
            silent,
            choices: self.rules.choices(&self.view, &self.prompt.question),
            turn,
        }
    }

    /// Whether GOAHEAD answers it, if the lines do not.
    pub(super) fn goes_ahead(&self) -> bool {
        let question = &self.prompt.question;
        self.rules.goes_ahead(&self.view, question, self.own())
    }

    /// The answer, and the lines it uses up.
    ///
    /// # Panics
    /// If the choice is not permitted: a bug in the game's `decide`, `choices` or `fallback`.
    pub(super) fn settle(&self, found: LinesSay<R::Choice>) -> (Answer<R::Choice>, Vec<OrderRef>) {
        let is_forced = found.is_forced();
        let LinesSay {
            mut decision,
            silent,
            choices,
            ..
        } = found;
        let question = &self.prompt.question;
        let otherwise = self.otherwise(&mut decision);
        let (at, each) = (decision.rests_on, decision.each);
        let (choice, source) = match decision.choice {
            _ if is_forced => (choices[0].clone(), Source::Forced),
            Some(choice) if silent => (choice, Source::Fallback),
            Some(choice) if at.is_empty() => (choice, Source::Forced),
            Some(choice) => (choice, Source::Lines { at, each }),
            None => {
                let choice = self.rules.fallback(&self.view, question, self.own());
                let source = if at.is_empty() {
                    Source::Fallback
                } else {
                    // Lines that keep silence from doing anything.
                    Source::Lines { at, each }
                };
                (choice, source)
            }
        };
        let permitted = if choices.contains(&choice) {
            Ok(())
        } else {
            self.rules.permits(&self.view, question, &choice)
        };
        if let Err(why) = permitted {
            let prompt = self.prompt;
            panic!(
                "{} may not choose {choice:?} for {prompt:?}: {why:?}",
                prompt.seat
            );
        }
        let answer = Answer {
            seat: self.prompt.seat,
            choice,
            source,
            passed_over: decision.passed_over,
            in_part: decision.in_part,
            otherwise,
        };
        (answer, decision.spends)
    }

    /// The part after ELSE by which the deciding line decides. Why the parts before it do not is
    /// taken from what was passed over: the line as a whole was not.
    fn otherwise(&self, decision: &mut Decision<R::Choice>) -> Option<Otherwise> {
        let (at, part) = (*decision.rests_on.first()?, decision.branch);
        if part == 0 {
            return None;
        }
        let mut asleep = self.own().asleep.iter();
        let slept = asleep.any(|it| it.at == at && it.branch < part);
        let mut why: Vec<Reason> = slept
            .then(|| EngineReason::IfBeforeFalse.into())
            .into_iter()
            .collect();
        decision.passed_over.retain(|passed| {
            if passed.at == at {
                why.push(passed.why.clone());
            }
            passed.at != at
        });
        Some(Otherwise { part, why })
    }

    /// What is said; in a turn of the seat's own, the next line that can be done in this pass or a
    /// later one, and the pass in which it is.
    fn speak_in_passes(&self) -> (Decision<R::Choice>, Option<OwnTurn>) {
        let Some(mut pass) = self.pass.clone() else {
            return (self.speak(&self.written, self.own().clone(), None), None);
        };
        let mut passed_over = Vec::new();
        loop {
            let mut decision = self.speak(&self.written, self.own().clone(), Some(&pass));
            passed_over.append(&mut decision.passed_over);
            if decision.choice.is_none()
                && let Some(next) = pass.mark.next_pass()
            {
                pass.mark = next;
                continue;
            }
            decision.passed_over = passed_over;
            return (decision, Some(pass));
        }
    }

    /// What these lines say; where they decide nothing, the first line of silence that does,
    /// tried by itself after them. Its IF is looked at last, for most have nothing to say.
    fn speak<'b>(
        &'b self,
        written: &[&'b InstructionOf<R>],
        mut lines: LinesOf<'b, R>,
        pass: Option<&OwnTurn>,
    ) -> Decision<R::Choice> {
        let question = &self.prompt.question;
        if let Some(pass) = pass {
            lines = lines.open(&pass.mark);
        }
        let said = self.rules.decide(&self.view, question, &lines);
        if said.choice.is_some() {
            return said;
        }
        let open = |line: &&InstructionOf<R>| {
            let open = |it: &OwnTurn| it.mark.is_open(line.at);
            match line.tried {
                Tried::Kept => true,
                Tried::Once => pass.is_none_or(open),
                Tried::Wish => pass.is_none_or(|it| !self.wished && open(it)),
            }
        };
        for line in self.rules.silent_lines(&self.view).iter().filter(open) {
            for (at, branch) in line.branches.iter().enumerate() {
                lines.lines.push(live(line, written.len(), at));
                let mut decision = self.rules.decide(&self.view, question, &lines);
                lines.lines.pop();
                if decision.choice.is_some() && self.holds(branch, written) {
                    decision.passed_over.extend(said.passed_over);
                    return decision;
                }
            }
        }
        said
    }

    /// The turn after the line that was carried out, or after all.
    fn reached(&self, mut turn: OwnTurn, done: Option<OrderRef>) -> OwnTurn {
        self.own().reach(&mut turn.mark, done);
        turn
    }

    /// Adds the modifying lines without which another choice would have been made; of those that
    /// sleep it says so if they would have changed it.
    fn add_parts(&self, pass: Option<&OwnTurn>, decision: &mut Decision<R::Choice>) {
        let is_modifier = |line: &InstructionOf<R>| {
            let mut orders = line.branches.iter().map(|it| &it.order);
            orders.any(modifies)
        };
        let places = 0..self.written.len();
        let modifying = places.filter(|it| is_modifier(self.written[*it]));
        let modifying: Vec<usize> = modifying.collect();
        if modifying.is_empty() {
            return;
        }
        let awake = &self.own().lines;
        for place in modifying {
            let line = self.written[place];
            if decision.rests_on.contains(&line.at) {
                continue;
            }
            let counts = awake.iter().any(|it| it.at == line.at);
            let mut others = self.written.clone();
            let always = without_if(line);
            if counts {
                others.remove(place);
            } else {
                others[place] = &always;
            }
            let otherwise = self.speak(&others, self.live(&others), pass).choice;
            match (otherwise == decision.choice, counts) {
                (true, _) => {}
                (false, true) => decision.rests_on.push(line.at),
                (false, false) => decision.passed_over.push(asleep(line.at)),
            }
        }
    }

    /// The branches of the seat's lines.
    fn own(&self) -> &LinesOf<'a, R> {
        self.live.get_or_init(|| self.live(&self.written))
    }

    /// Whether the IF of a branch holds, among these lines.
    fn holds(
        &self,
        branch: &Branch<R::Order, ConditionOf<R>>,
        written: &[&InstructionOf<R>],
    ) -> bool {
        let at = AtOf {
            view: &self.view,
            question: &self.prompt.question,
            lines: written,
            order: &branch.order,
        };
        branch.when.holds(|it| self.rules.holds(&at, it))
    }

    /// The branches of these lines: those whose IF holds and those whose does not.
    fn live<'b>(&self, written: &[&'b InstructionOf<R>]) -> Lines<'b, R::Order> {
        let mut lines = Vec::new();
        let mut asleep = Vec::new();
        for (place, line) in written.iter().copied().enumerate() {
            let (holding, others): (Vec<_>, Vec<_>) =
                (0..line.branches.len()).partition(|at| self.holds(&line.branches[*at], written));
            // Behind a wish ELSE answers a false IF only: what cannot be done yet, waits.
            let most = match line.tried {
                Tried::Wish => 1,
                Tried::Once | Tried::Kept => line.branches.len(),
            };
            let holding = holding.into_iter().take(most);
            lines.extend(holding.map(|at| live(line, place, at)));
            asleep.extend(others.into_iter().map(|at| live(line, place, at)));
        }
        Lines {
            lines,
            asleep,
            wished: self.wished,
            trying: false,
        }
    }

    /// Lines before the deciding one whose time has come, and whose IF is false.
    fn kept_out(&self, deciding: Option<OrderRef>) -> Vec<PassedOver> {
        if self.written.is_empty() {
            return Vec::new();
        }
        let awake = &self.own().lines;
        let before = self.written.iter().enumerate();
        let before = before.take_while(|(_, it)| Some(it.at) != deciding);
        let mut kept_out = Vec::new();
        let closed = |line: &InstructionOf<R>| match (&self.pass, line.tried) {
            (Some(pass), Tried::Once) => !pass.mark.is_open(line.at),
            _ => false,
        };
        for (place, line) in before {
            let acts = |it: &Live<'_, R::Order>| it.at == line.at && !modifies(it.order);
            if closed(line) || awake.iter().any(acts) {
                continue;
            }
            let branches = 0..line.branches.len();
            let alone: LinesOf<'_, R> = Lines {
                lines: branches.map(|at| live(line, place, at)).collect(),
                asleep: Vec::new(),
                wished: self.wished,
                trying: false,
            };
            let said = self.rules.decide(&self.view, &self.prompt.question, &alone);
            let decides = said.choice.is_some() && said.rests_on.contains(&line.at);
            let acts = line.branches.iter().any(|it| !modifies(&it.order));
            let refused = said.passed_over.iter().any(|it| it.at == line.at);
            if decides || (acts && refused) {
                kept_out.push(asleep(line.at));
            }
        }
        kept_out
    }
}

fn each_once(all: &mut Vec<PassedOver>) {
    all.sort_by_key(|it| it.at);
    let mut once: Vec<PassedOver> = Vec::with_capacity(all.len());
    for passed in all.drain(..) {
        if !once.contains(&passed) {
            once.push(passed);
        }
    }
    *all = once;
}

/// Takes out the lines of silence; whether the choice rests on nothing else.
fn take_out_silence<C>(decision: &mut Decision<C>) -> bool {
    let rested = !decision.rests_on.is_empty();
    let deciding = decision.rests_on.first();
    if deciding.is_some_and(OrderRef::is_silence) {
        decision.branch = 0;
    }
    let written = |it: &OrderRef| !it.is_silence();
    decision.rests_on.retain(written);
    decision.spends.retain(written);
    decision.passed_over.retain(|it| written(&it.at));
    decision.in_part.retain(|it| written(&it.at));
    rested && decision.rests_on.is_empty()
}

fn without_if<O: Clone, W: Clone>(line: &Instruction<O, W>) -> Instruction<O, W> {
    let mut line = line.clone();
    for branch in &mut line.branches {
        branch.when = Guard::always();
    }
    line
}

fn asleep(at: OrderRef) -> PassedOver {
    let why = EngineReason::IfFalse.into();
    PassedOver { at, why }
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
        closed: false,
        done: false,
        order: &line.branches[branch].order,
    }
}

/// The lines of a seat that count now, in the order in which they are tried: those of the sheet,
/// then standing ones.
pub(super) fn in_force<'b, R: GameRules>(
    rules: &R,
    state: &R::State,
    book: &'b BookOf<R>,
    seat: Seat,
) -> Vec<&'b InstructionOf<R>> {
    book.in_force(seat, rules.now(state).sheet)
}
