//! The record, played again: recorded steps over a state, or everything derived again.
//!
//! Not here: which entries there are, and their hashes (`desk::verify`).

use super::chronicle::{Announced, Input, Step};
use super::dice::{Dice, Roll};
use super::ends::Short;
use super::journal::{Item, ItemOf, JournalOf};
use super::orders::Left;
use super::rules::{BookOf, InputOf, Pending, PromptOf, StepOf};
use super::run::Run;
use super::silence::Rulebook;
use super::whole::GameRules;

/// Applies recorded steps to a state, with recorded dice; returns the state they lead to.
///
/// # Errors
/// The first item that does not lead where the record says.
///
/// # Panics
/// If the record asks the dice or the rules for something that does not fit.
pub fn replay<R: GameRules>(
    rules: &Rulebook<R>,
    state: R::State,
    journal: &JournalOf<R>,
) -> Result<R::State, String> {
    let mut run = Run {
        rules,
        state,
        book: BookOf::<R>::default(),
    };
    for (number, item) in journal.items.iter().enumerate() {
        if let Item::Step(step) = item {
            let asked = fitting(&run, &step.input).map_err(|why| at(number, &why))?;
            again(&mut run, &asked, step).map_err(|why| at(number, &why))?;
        }
    }
    Ok(run.state)
}

fn again<R: GameRules>(
    run: &mut Run<'_, R>,
    asked: &[PromptOf<R>],
    step: &StepOf<R>,
) -> Result<(), String> {
    let mut dice = Dice::recorded(step.rolls.clone());
    let made = run
        .step(asked, step.input.clone(), &mut Vec::new(), &mut dice)
        .map_err(|it| it.to_string())?;
    if dice.left_over() > 0 {
        return Err("the record holds draws that the rules do not ask for".to_owned());
    }
    if !same_events(&made.events, &step.events) {
        return Err("other events happen than the record tells".to_owned());
    }
    Ok(())
}

/// Checks that an input answers what is pending; returns the prompts.
fn fitting<R: GameRules>(run: &Run<'_, R>, input: &InputOf<R>) -> Result<Vec<PromptOf<R>>, String> {
    match (run.rules.pending(&run.state), input) {
        (Pending::Auto, Input::Auto) | (Pending::Gather(_), Input::Gathered { .. }) => {
            Ok(Vec::new())
        }
        (Pending::Ask(prompts), Input::Answers { answers })
            if prompts.len() == answers.len()
                && prompts.iter().zip(answers).all(|(a, b)| a.seat == b.seat) =>
        {
            Ok(prompts)
        }
        (pending, input) => Err(format!(
            "the record puts in {input:?} where the rules wait for {pending:?}"
        )),
    }
}

fn at(number: usize, why: &str) -> String {
    format!("item {} of the journal: {why}", number + 1)
}

/// What a strict replay needs besides state, book and journal.
pub struct Strictly<'a, R: GameRules> {
    /// Reads and files a submission again: its number, into the run.
    #[expect(clippy::type_complexity, reason = "one caller")]
    pub file: &'a dyn Fn(&mut Run<'_, R>, &ItemOf<R>) -> Result<Vec<Left>, String>,
}

/// Derives decisions and dice again from book and keys and compares them with the record;
/// returns the state and book they lead to.
///
/// # Errors
/// The first item that differs.
///
/// # Panics
/// If the rules cannot answer a question they ask.
pub fn strict<R: GameRules>(
    rules: &Rulebook<R>,
    state: R::State,
    book: BookOf<R>,
    journal: &JournalOf<R>,
    how: &Strictly<'_, R>,
    dice: &mut Dice,
) -> Result<(R::State, BookOf<R>), String> {
    let mut run = Run { rules, state, book };
    for (number, item) in journal.items.iter().enumerate() {
        let done = match item {
            Item::Step(step) => derive(&mut run, step, dice),
            Item::Filed { left, .. } => (how.file)(&mut run, item).and_then(|again| {
                let same = again == *left;
                same.then_some(())
                    .ok_or_else(|| "filing it again takes other lines out".to_owned())
            }),
            Item::SetUp { .. } => Err("a campaign is set up only once".to_owned()),
            Item::Placed { .. } => Err("nothing leads to what the referee put in place".to_owned()),
        };
        done.map_err(|why| at(number, &why))?;
    }
    Ok((run.state, run.book))
}

fn derive<R: GameRules>(
    run: &mut Run<'_, R>,
    recorded: &StepOf<R>,
    dice: &mut Dice,
) -> Result<(), String> {
    let asked = fitting(run, &recorded.input)?;
    let (input, mut left) = match run.rules.pending(&run.state) {
        Pending::Ask(prompts) => run.answer(&prompts),
        Pending::Gather(called) => (run.close_gate(&called), Vec::new()),
        Pending::Auto | Pending::Over(_) => (Input::Auto, Vec::new()),
    };
    let made: StepOf<R> = run
        .step(&asked, input, &mut left, dice)
        .map_err(|it| it.to_string())?;
    differing(&made, recorded)
}

/// Whether a set-up is the one on record.
pub(super) fn same_set_up<C, E: PartialEq>(made: &Item<C, E>, recorded: &Item<C, E>) -> bool {
    let set_up = |it: &Item<C, E>| matches!(it, Item::SetUp { .. });
    set_up(made)
        && set_up(recorded)
        && same_rolls(made.rolls(), recorded.rolls())
        && same_events(made.events(), recorded.events())
}

/// Whether the same was announced as is on record. Records from before events said which draws they
/// report say of none.
fn same_events<E: PartialEq>(made: &[Announced<E>], recorded: &[Announced<E>]) -> bool {
    let is_older = recorded.iter().all(|it| it.draws == 0);
    made.len() == recorded.len()
        && made.iter().zip(recorded).all(|(made, kept)| {
            (is_older || made.draws == kept.draws)
                && (made.public, &made.seats, &made.event)
                    == (kept.public, &kept.seats, &kept.event)
        })
}

fn same_rolls(made: &[Roll], recorded: &[Roll]) -> bool {
    let mut both = made.iter().zip(recorded);
    made.len() == recorded.len() && both.all(|(made, kept)| made.is_like(kept))
}

/// Whether the same lines fell short. Why is said in the words of the program that wrote the
/// record; those from before this was noted say nothing.
fn same_shortfalls(made: &[Short], recorded: &[Short]) -> bool {
    let of = |it: &Short| (it.seat, it.place, it.nothing, it.line.clone());
    recorded.is_empty() || made.iter().map(of).eq(recorded.iter().map(of))
}

fn differing<C: PartialEq, E: PartialEq>(
    made: &Step<C, E>,
    recorded: &Step<C, E>,
) -> Result<(), String> {
    let parts = [
        (made.input == recorded.input, "the answers"),
        (same_rolls(&made.rolls, &recorded.rolls), "the dice"),
        (same_events(&made.events, &recorded.events), "the events"),
        (made.left == recorded.left, "the lines that left the book"),
        (
            same_shortfalls(&made.short, &recorded.short),
            "the lines that fell short",
        ),
    ];
    match parts.iter().find(|(same, _)| !same) {
        Some((_, what)) => Err(format!("{what} derived again differ from the record")),
        None => Ok(()),
    }
}
