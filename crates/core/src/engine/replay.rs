//! The record, played again: recorded steps over a state, or everything derived again.
//!
//! Not here: which entries there are, and their hashes (`desk::verify`).

use super::chronicle::{Announced, Input, Step};
use super::decide::Answer;
use super::dice::{Dice, Roll};
use super::journal::{Item, ItemOf, JournalOf};
use super::orders::Left;
use super::rules::{BookOf, InputOf, Pending, PromptOf, StepOf};
use super::run::Run;
use super::silence::Rulebook;
use super::whole::GameRules;
use serde::Serialize;
use serde_json::Value;

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
            again(&mut run, &asked, (step, journal.older)).map_err(|why| at(number, &why))?;
        }
    }
    Ok(run.state)
}

fn again<R: GameRules>(
    run: &mut Run<'_, R>,
    asked: &[PromptOf<R>],
    (step, older): (&StepOf<R>, bool),
) -> Result<(), String> {
    let mut dice = Dice::recorded(step.rolls.clone());
    let made = run
        .step(asked, step.input.clone(), &mut Vec::new(), &mut dice)
        .map_err(|it| it.to_string())?;
    if dice.left_over() > 0 {
        return Err("the record has draws that the rules do not ask for".to_owned());
    }
    if !same_events(&made.events, &step.events, older) {
        return Err("other events happen than the record has".to_owned());
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
    /// Whether the record tells the results of orders as the rules do now.
    pub told: bool,
}

/// What is held of a record against what is made again.
#[derive(Clone, Copy)]
struct Held {
    /// It is of a program that recorded less.
    older: bool,
    /// Whether the results of orders are held against each other too.
    told: bool,
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
    let held = Held {
        older: journal.older,
        told: how.told && !journal.older,
    };
    for (number, item) in journal.items.iter().enumerate() {
        let done = match item {
            Item::Step(step) => derive(&mut run, (step, held), dice),
            Item::Filed { left, .. } => (how.file)(&mut run, item).and_then(|again| {
                let same = same_left(&again, left, !held.told);
                same.then_some(())
                    .ok_or_else(|| "filing it again withdraws other orders".to_owned())
            }),
            Item::SetUp { .. } => Err("a campaign is set up only once".to_owned()),
            Item::Placed { .. } => Err("nothing leads to what the referee put in place".to_owned()),
        };
        done.map_err(|why| at(number, &why))?;
    }
    if journal.older {
        // The program that wrote it did not follow what lines begin.
        run.book.begun.clear();
    }
    Ok((run.state, run.book))
}

fn derive<R: GameRules>(
    run: &mut Run<'_, R>,
    (recorded, held): (&StepOf<R>, Held),
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
    differing(&made, recorded, held)
}

/// Whether a set-up is the one on record.
pub(super) fn same_set_up<C, E: PartialEq + Serialize>(
    made: &Item<C, E>,
    recorded: &Item<C, E>,
    older: bool,
) -> bool {
    let set_up = |it: &Item<C, E>| matches!(it, Item::SetUp { .. });
    set_up(made)
        && set_up(recorded)
        && same_rolls(made.rolls(), recorded.rolls(), older)
        && same_events(made.events(), recorded.events(), older)
}

/// Whether the same was announced as is on record. Older records do not say all that events say
/// today; the oldest say of none which draws they report.
fn same_events<E: PartialEq + Serialize>(
    made: &[Announced<E>],
    recorded: &[Announced<E>],
    older: bool,
) -> bool {
    let without_draws = older && recorded.iter().all(|it| it.draws == 0);
    let same = |made: &E, kept: &E| made == kept || (older && says_as_much(made, kept));
    made.len() == recorded.len()
        && made.iter().zip(recorded).all(|(made, kept)| {
            (without_draws || made.draws == kept.draws)
                && (made.public, &made.seats, &made.whole)
                    == (kept.public, &kept.seats, &kept.whole)
                && same(&made.event, &kept.event)
        })
}

/// Whether an event says all that the one on record does, and the same.
fn says_as_much<E: Serialize>(made: &E, kept: &E) -> bool {
    let fields = |it: &E| match serde_json::to_value(it) {
        Ok(Value::Object(fields)) => Some(fields),
        _ => None,
    };
    let (Some(made), Some(kept)) = (fields(made), fields(kept)) else {
        return false;
    };
    kept.iter()
        .all(|(name, value)| made.get(name) == Some(value))
}

/// Whether the same was drawn. Older records need not say what was a shuffle.
fn same_rolls(made: &[Roll], recorded: &[Roll], older: bool) -> bool {
    let same = |(made, kept): (&Roll, &Roll)| made == kept || (older && made.is_like(kept));
    made.len() == recorded.len() && made.iter().zip(recorded).all(same)
}

/// Whether the same lines left the book. Older records say in words what became of them.
fn same_left(made: &[Left], recorded: &[Left], older: bool) -> bool {
    let of = |it: &Left| (it.seat, it.at, it.text.clone(), it.used);
    if older {
        made.iter().map(of).eq(recorded.iter().map(of))
    } else {
        made == recorded
    }
}

/// Whether the same was answered. Older records say in words why lines were passed over, and not of
/// all that were.
fn same_input<C: PartialEq>(made: &Input<C>, recorded: &Input<C>, older: bool) -> bool {
    let (Input::Answers { answers: made }, Input::Answers { answers: kept }, true) =
        (made, recorded, older)
    else {
        return made == recorded;
    };
    let same = |(made, kept): (&Answer<C>, &Answer<C>)| {
        (made.seat, &made.choice, &made.source) == (kept.seat, &kept.choice, &kept.source)
    };
    made.len() == kept.len() && made.iter().zip(kept).all(same)
}

fn differing<C: PartialEq, E: PartialEq + Serialize>(
    made: &Step<C, E>,
    recorded: &Step<C, E>,
    Held { older, told }: Held,
) -> Result<(), String> {
    let parts = [
        (
            same_input(&made.input, &recorded.input, !told),
            "the answers",
        ),
        (same_rolls(&made.rolls, &recorded.rolls, older), "the dice"),
        (
            same_events(&made.events, &recorded.events, older),
            "the events",
        ),
        (
            same_left(&made.left, &recorded.left, !told),
            "the orders that left the book",
        ),
        (
            !told || (made.turn == recorded.turn && made.endings == recorded.endings),
            "the results of orders",
        ),
    ];
    match parts.iter().find(|(same, _)| !same) {
        Some((_, what)) => Err(format!("{what} derived again differ from the record")),
        None => Ok(()),
    }
}
