//! The order language of Sealed Bids, and how lines decide a bid.

use super::view::View;
use crate::engine::decide::{Decision, Lines, Live, PassedOver};
use crate::engine::orders::OrderRef;
use crate::engine::plain::tagged;
use crate::engine::seat::Seat;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{
    Form, Grammar, Slot, Tried, choice, compare, either, maybe, name, number, word,
};
use crate::lang::names::Names;
use crate::lang::said::{Compare, Said};
use serde::{Deserialize, Serialize};

/// More than any purse: so that a line may name a sum its seat does not have yet.
const SUM_MAX: i64 = 999;

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(remote = "Self", rename_all = "snake_case")]
pub enum Question {
    /// How much to bid.
    Bid {
        /// What there is to bid from.
        purse: u32,
    },
}

tagged!(Question, "question");

/// What it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Choice {
    /// A bid.
    Bid {
        /// How much.
        amount: u32,
    },
}

tagged!(Choice, "choice");

/// An order, understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Order {
    /// `BID n`
    Bid {
        /// How much.
        amount: u32,
    },
    /// `BID ALL`
    BidAll,
    /// `KEEP n`: no bid goes below this.
    Keep {
        /// How much must stay in the purse.
        amount: u32,
    },
}

tagged!(Order, "order");

/// A test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Condition {
    /// A number against a number.
    Number {
        /// Which.
        of: Fact,
        /// Whose; none: the seat's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// How.
        compare: Compare,
        /// With what.
        with: u32,
    },
    /// `LEADING`: nobody has more points.
    Leading,
}

tagged!(Condition, "test");

/// A number that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The prize of the round.
    Prize,
    /// The own card.
    Card,
    /// The round.
    Round,
    /// What is left to bid.
    Purse,
    /// What was won.
    Points,
}

/// The order language.
pub fn grammar(view: &View) -> Grammar {
    let seats = || Names::new("seat", view.bidders.iter().map(|it| it.seat.to_string()));
    let all = || choice("all", &[&["ALL"]]);
    let sum = || number("amount", 0, SUM_MAX);
    let against = |slots: Vec<Slot>, max| {
        let mut all = slots;
        all.push(compare("compare"));
        all.push(number("with", 0, max));
        all
    };
    let whose = || maybe(vec![name("seat", seats())]);
    Grammar {
        orders: vec![
            Form::order(
                "BID",
                "Bids so much from your purse, or all of it.",
                vec![word(&["BID"]), either(vec![vec![sum()], vec![all()]])],
            )
            .tried(Tried::Once),
            Form::order(
                "KEEP",
                "No bid of yours leaves less than this in your purse.",
                vec![word(&["KEEP"]), sum()],
            ),
        ],
        tests: vec![
            Form::test(
                "PRIZE",
                "The points to be had this round.",
                against(vec![word(&["PRIZE"])], 6),
            ),
            Form::test(
                "CARD",
                "Your hidden card.",
                against(vec![word(&["CARD"])], 9),
            ),
            Form::test(
                "ROUND",
                "The round being played.",
                against(vec![word(&["ROUND"])], 9),
            ),
            Form::test(
                "PURSE",
                "What a seat has left to bid.",
                against(vec![word(&["PURSE"]), whose()], SUM_MAX),
            ),
            Form::test(
                "POINTS",
                "What a seat has won.",
                against(vec![word(&["POINTS"]), whose()], SUM_MAX),
            ),
            Form::test(
                "LEADING",
                "Nobody has more points than you.",
                vec![word(&["LEADING"])],
            ),
        ],
        hints: vec![("PASS", "write BID 0")],
        each: false,
        legs: false,
    }
}

fn sum(said: &Said, name: &str) -> u32 {
    let number = said.number(name).unwrap_or(0);
    u32::try_from(number).expect("the form allows no negative sums")
}

/// Makes an order.
///
/// # Errors
/// None: the forms see every fault.
pub fn build(said: &Said) -> Result<Order, Diagnostic> {
    let amount = sum(said, "amount");
    Ok(match said.form {
        "KEEP" => Order::Keep { amount },
        _ if said.has("all") => Order::BidAll,
        _ => Order::Bid { amount },
    })
}

/// Makes a condition.
///
/// # Errors
/// None: the forms see every fault.
pub fn build_condition(said: &Said) -> Result<Condition, Diagnostic> {
    let of = match said.form {
        "PRIZE" => Fact::Prize,
        "CARD" => Fact::Card,
        "ROUND" => Fact::Round,
        "PURSE" => Fact::Purse,
        "POINTS" => Fact::Points,
        _ => return Ok(Condition::Leading),
    };
    let seat = said.name("seat").and_then(|it| it.parse().ok());
    Ok(Condition::Number {
        of,
        seat,
        compare: said.compare("compare").unwrap_or(Compare::Is),
        with: sum(said, "with"),
    })
}

/// Whether a condition holds. A card that has not been dealt answers no test.
pub fn holds(view: &View, condition: &Condition) -> bool {
    let (of, seat, compare, with) = match condition {
        Condition::Number {
            of,
            seat,
            compare,
            with,
        } => (*of, *seat, *compare, *with),
        Condition::Leading => {
            let own = view.bidder(None).map(|it| it.points);
            return own == view.bidders.iter().map(|it| it.points).max();
        }
    };
    let number = match of {
        Fact::Prize => Some(view.prize),
        Fact::Card => view.card,
        Fact::Round => Some(view.round),
        Fact::Purse => view.bidder(seat).map(|it| it.purse),
        Fact::Points => view.bidder(seat).map(|it| it.points),
    };
    number.is_some_and(|it| compare.holds(&it, &with))
}

/// Decides a bid: the first BID that can be paid, cut down to what the first KEEP leaves.
pub fn decide(view: &View, question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let Question::Bid { purse } = question;
    let keep = lines.lines.iter().find_map(|it| match it.order {
        Order::Keep { amount } => Some((it.at, *amount)),
        Order::Bid { .. } | Order::BidAll => None,
    });
    let mut decision = Decision::none();
    for line in &lines.lines {
        match bid(line, *purse, keep) {
            None => {}
            Some(Err(why)) => decision.passed_over.push(PassedOver { at: line.at, why }),
            Some(Ok((amount, held_back))) => {
                decision.choice = Some(Choice::Bid { amount });
                decision.rests_on = vec![line.at];
                decision.rests_on.extend(held_back);
                decision.spends = vec![line.at];
                break;
            }
        }
    }
    debug_assert!(
        decision
            .choice
            .is_none_or(|it| permits(view, question, &it).is_ok())
    );
    decision
}

/// What a line bids, and the KEEP that made it less; `None`: it is no BID.
fn bid(
    line: &Live<'_, Order>,
    purse: u32,
    keep: Option<(OrderRef, u32)>,
) -> Option<Result<(u32, Option<OrderRef>), String>> {
    let wanted = match line.order {
        Order::Keep { .. } => return None,
        Order::Bid { amount } => *amount,
        Order::BidAll => purse,
    };
    if wanted > purse {
        return Some(Err(format!("your purse held {purse}")));
    }
    Some(Ok(match keep {
        Some((at, least)) if wanted > purse.saturating_sub(least) => {
            (purse.saturating_sub(least), Some(at))
        }
        Some(_) | None => (wanted, None),
    }))
}

/// May this be bid?
///
/// # Errors
/// If the purse does not hold it.
pub fn permits(view: &View, question: &Question, choice: &Choice) -> Result<(), String> {
    let (Question::Bid { purse }, Choice::Bid { amount }) = (question, choice);
    if amount > purse || *purse != view.purse() {
        return Err(format!("a bid of {amount} from a purse of {purse}"));
    }
    Ok(())
}
