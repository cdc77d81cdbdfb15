//! How a seat's lines decide what it is asked (4.3), and what a seat may choose at all.
//!
//! Not here: what happens when they decide nothing (`autopilot`).

use super::autopilot;
use super::data::Tables;
use super::orders::{DomeHow, Order};
use super::plan::{self, Choice, Manner, Question};
use super::reckon;
use super::view::View;
use crate::engine::decide::{Decision, Lines, PassedOver};
use crate::engine::orders::OrderRef;

/// Decides a question from the lines in force.
pub fn decide(
    tables: &Tables,
    view: &View,
    question: &Question,
    lines: &Lines<'_, Order>,
) -> Decision<Choice> {
    match question {
        Question::Card => card(tables, view, lines),
        Question::Dome { last } => dome(view, *last, lines),
    }
}

/// Whether the seat may choose this now.
///
/// # Errors
/// Why not.
pub fn permits(
    tables: &Tables,
    view: &View,
    question: &Question,
    choice: &Choice,
) -> Result<(), String> {
    match (question, choice) {
        (Question::Card, Choice::Play { card, colour }) => {
            if !view.holds(*card) {
                return Err(format!("you do not hold {card}"));
            }
            if view.how(tables, *card).is_none() {
                return Err(format!("{card} cannot be played on this pile"));
            }
            match (tables.action(*card).is_wild(), colour) {
                (true, None) => Err(format!("{card} needs a colour")),
                (false, Some(_)) => Err(format!("{card} has its own colour")),
                (true, Some(_)) | (false, None) => Ok(()),
            }
        }
        // R4: whoever can play a card that is not wild must play.
        (Question::Card, Choice::Pass) => match view.ladder(tables).is_empty() {
            true => Ok(()),
            false => Err("who can play a card that is not wild must play".to_owned()),
        },
        (Question::Dome { .. }, Choice::NoDome) => Ok(()),
        (Question::Dome { .. }, Choice::Place { pair }) => {
            let me = view.mine();
            if me.dome {
                return Err("your dome is placed already".to_owned());
            }
            match pair.affordable(&view.prices, &me.tokens) {
                true => Ok(()),
                false => Err(format!("you cannot pay {} and {}", pair.first, pair.second)),
            }
        }
        (Question::Card, Choice::Place { .. } | Choice::NoDome)
        | (Question::Dome { .. }, Choice::Play { .. } | Choice::Pass) => {
            Err("that answers another question".to_owned())
        }
    }
}

/// A card, and which line decided it: none, if that was silence.
struct Chosen {
    choice: Choice,
    by: Option<OrderRef>,
    passed_over: Vec<PassedOver>,
}

fn card(tables: &Tables, view: &View, lines: &Lines<'_, Order>) -> Decision<Choice> {
    if view.hand.is_empty() {
        // R20: an empty hand passes by itself.
        return forced(Choice::Pass, Vec::new());
    }
    let manner = Manner::of(tables, view, lines);
    let chosen = choose(tables, view, lines, &manner);
    let mut rests_on: Vec<OrderRef> = chosen.by.into_iter().collect();
    // A line had a part if without it another choice would have been made.
    rests_on.extend(manner.lines().into_iter().filter(|it| {
        let without = choose(tables, view, lines, &manner.without(*it));
        without.choice != chosen.choice
    }));
    if rests_on.is_empty() {
        return match only_choice(tables, view) {
            Some(choice) => forced(choice, chosen.passed_over),
            None => Decision {
                passed_over: chosen.passed_over,
                ..Decision::none()
            },
        };
    }
    Decision {
        choice: Some(chosen.choice),
        rests_on,
        spends: Vec::new(),
        passed_over: chosen.passed_over,
    }
}

/// The first PLAY line that plays a card now; else FALLBACK, else silence.
fn choose(tables: &Tables, view: &View, lines: &Lines<'_, Order>, manner: &Manner) -> Chosen {
    let mut passed_over = Vec::new();
    for line in &lines.lines {
        let Order::Play { picks, colours } = line.order else {
            continue;
        };
        match plan::resolve(tables, view, picks, colours, manner) {
            Ok(choice) => {
                return Chosen {
                    choice,
                    by: Some(line.at),
                    passed_over,
                };
            }
            Err(why) => passed_over.push(PassedOver { at: line.at, why }),
        }
    }
    let spoke = match view.ladder(tables).len() {
        0 | 1 => None,
        _ => manner.fallback(),
    };
    Chosen {
        choice: autopilot::card(tables, view, manner),
        by: spoke.map(|it| it.1),
        passed_over,
    }
}

/// The one thing that can be done, if it is only one. The seat alone hears of it.
fn only_choice(tables: &Tables, view: &View) -> Option<Choice> {
    if !view.wilds(tables).is_empty() {
        return None;
    }
    match view.ladder(tables)[..] {
        [] => Some(Choice::Pass),
        [card] => Some(Choice::Play { card, colour: None }),
        _ => None,
    }
}

fn dome(view: &View, last: bool, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let mut passed_over = Vec::new();
    let me = view.mine();
    let payable = reckon::can_pay(&view.prices, &me.tokens);
    for line in &lines.lines {
        let Order::Dome { how, last: at_last } = line.order else {
            continue;
        };
        if *at_last && !last {
            continue;
        }
        let found = match how {
            DomeHow::Never if payable => return settled(Choice::NoDome, line.at, passed_over),
            DomeHow::Never => break,
            DomeHow::Pair { pair } => {
                let affordable = pair.affordable(&view.prices, &me.tokens);
                let why = || format!("you could not pay {} and {} then", pair.first, pair.second);
                affordable.then_some(*pair).ok_or_else(why)
            }
            DomeHow::Cheapest { keep } => reckon::cheapest(&view.prices, &me.tokens, keep)
                .ok_or_else(|| "you could pay no such pair then".to_owned()),
        };
        match found {
            Ok(pair) => return settled(Choice::Place { pair }, line.at, passed_over),
            Err(why) => passed_over.push(PassedOver { at: line.at, why }),
        }
    }
    match payable {
        true => Decision {
            passed_over,
            ..Decision::none()
        },
        false => forced(Choice::NoDome, passed_over),
    }
}

fn settled(choice: Choice, by: OrderRef, passed_over: Vec<PassedOver>) -> Decision<Choice> {
    Decision {
        choice: Some(choice),
        rests_on: vec![by],
        spends: Vec::new(),
        passed_over,
    }
}

/// There is no other choice.
fn forced(choice: Choice, passed_over: Vec<PassedOver>) -> Decision<Choice> {
    Decision {
        choice: Some(choice),
        passed_over,
        ..Decision::none()
    }
}
