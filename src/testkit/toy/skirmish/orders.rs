//! What seats are asked in Skirmish, and how their lines decide it.

use super::grammar::{Order, Take, Target};
use super::view::View;
use crate::engine::decide::{Decision, Lines, Live, Verdict};
use crate::engine::plain::tagged;
use crate::engine::seat::Seat;
use serde::{Deserialize, Serialize};

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(remote = "Self", rename_all = "snake_case")]
pub enum Question {
    /// What to do now.
    Act,
    /// Whether to react to an attack; asked of everybody, so that nobody sees who could.
    React {
        /// Who attacks.
        attacker: Seat,
        /// Whom.
        target: Seat,
    },
    /// What to take after a fight that was won.
    Spoils {
        /// So many points …
        points: u32,
        /// … or so many men.
        men: u32,
    },
}

tagged!(Question, "question");

/// What it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Choice {
    /// Attack.
    Attack {
        /// Whom.
        target: Seat,
    },
    /// Bring men from the reserves.
    Rally {
        /// How many.
        men: u32,
    },
    /// Buy men.
    Recruit {
        /// How many.
        men: u32,
    },
    /// Do nothing.
    Hold,
    /// Withdraw from the attack.
    Withdraw,
    /// Let it come.
    Stand,
    /// Take spoils.
    Take {
        /// As what.
        take: Take,
    },
}

tagged!(Choice, "choice");

/// Decides a question. Who is not attacked can only stand.
pub fn decide(view: &View, question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    if let Question::React { target, .. } = question
        && view.seat != Some(*target)
    {
        return Decision {
            choice: Some(Choice::Stand),
            ..Decision::none()
        };
    }
    lines.first(
        |line| match question {
            Question::Act => act(view, line),
            Question::React { .. } => match line.order {
                Order::Withdraw => Verdict::Always(Choice::Withdraw),
                _ => Verdict::NotMine,
            },
            Question::Spoils { .. } => match line.order {
                Order::Spoils { take } => Verdict::Always(Choice::Take { take: *take }),
                _ => Verdict::NotMine,
            },
        },
        |choice| permits(view, question, choice),
    )
}

fn act(view: &View, line: &Live<'_, Order>) -> Verdict<Choice> {
    match line.order {
        Order::Attack { targets } => {
            let foes = targets.iter().filter_map(|it| found(view, *it));
            let mut living = foes.filter(|seat| view.foes().any(|it| it.seat == *seat));
            match living.next() {
                Some(target) => Verdict::Once(Choice::Attack { target }),
                None => Verdict::Refuse("they are no longer in the field".to_owned()),
            }
        }
        Order::Rally { men } => Verdict::Once(Choice::Rally { men: *men }),
        // With EACH a wish is not used up.
        Order::Recruit { men } if line.each => Verdict::Always(Choice::Recruit { men: *men }),
        Order::Recruit { men } => Verdict::Once(Choice::Recruit { men: *men }),
        Order::Hold => Verdict::Once(Choice::Hold),
        Order::Withdraw | Order::Spoils { .. } => Verdict::NotMine,
    }
}

fn found(view: &View, target: Target) -> Option<Seat> {
    match target {
        Target::Seat { seat } => Some(seat),
        Target::Weakest => view.weakest(),
        Target::Strongest => view.strongest(),
    }
}

/// May this seat choose this now?
///
/// # Errors
/// Why not.
pub fn permits(view: &View, question: &Question, choice: &Choice) -> Result<(), String> {
    let own = view.band(None).ok_or("you are not at the table")?;
    match (question, choice) {
        (Question::Act, Choice::Hold)
        | (Question::React { .. }, Choice::Stand)
        | (Question::Spoils { .. }, Choice::Take { .. }) => Ok(()),
        (Question::Act, Choice::Attack { target }) => {
            match view.foes().any(|it| it.seat == *target) {
                true => Ok(()),
                false => Err(format!("{target} is no longer in the field")),
            }
        }
        (Question::Act, Choice::Rally { men }) => match view.reserves {
            Some(reserves) if (1..=reserves).contains(men) => Ok(()),
            reserves => Err(format!("you have {} men in reserve", reserves.unwrap_or(0))),
        },
        (Question::Act, Choice::Recruit { men }) => match (1..=own.points).contains(men) {
            true => Ok(()),
            false => Err(format!("you have {} points", own.points)),
        },
        (Question::React { target, .. }, Choice::Withdraw) if own.seat == *target => Ok(()),
        (question, choice) => Err(format!("{choice:?} is no answer to {question:?}")),
    }
}

/// What silence does.
pub fn fallback(question: &Question) -> Choice {
    match question {
        Question::Act => Choice::Hold,
        Question::React { .. } => Choice::Stand,
        Question::Spoils { .. } => Choice::Take { take: Take::Points },
    }
}
