//! The order language of Sealed Bids, what a seat is asked, and how its lines decide a bid.

use super::state::Sealed;
use super::view::View;
use packetboat_core::prelude::*;

/// More than any purse: so that a line may name a sum its seat does not have yet.
const SUM_MAX: i64 = 999;

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
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

orders! {
    /// An order, understood.
    pub enum Order, "order", for Sealed, View {
        /// Bids so much from your purse, or all of it.
        Bid = "BID" [.tried(Tried::Once)] {
            sum: Sum = Plain,
        }
        /// No bid of yours leaves less than this in your purse.
        Keep = "KEEP" [.modifies()] {
            amount: u32 = Within(0, SUM_MAX),
        }
    }
}

shapes! {
    /// What is bid.
    pub enum Sum, "sum", for Sealed {
        /// So much.
        Some {
            amount: u32 = Within(0, SUM_MAX),
        }
        /// The whole purse.
        All = "ALL" {}
    }
}

/// What the tests look at: the view.
pub struct AtTable;

impl Scene for AtTable {
    type At<'a> = &'a View;
}

/// The tests. A card that has not been dealt answers none.
pub fn facts(view: &View) -> Facts<AtTable> {
    let seats = || Names::new("seat", view.bidders.iter().map(|it| it.seat.to_string()));
    facts! {
        AtTable, |at, of|
        /// The points to be had this round.
        ["PRIZE"] number(1, 5) => at.prize;
        /// Your hidden card.
        ["CARD"] number(0, 8) => at.card;
        /// The round being played.
        ["ROUND"] number(1, 8) => at.round;
        /// What a seat has left to bid.
        ["PURSE"] number(0, SUM_MAX), of seats(), alone SUM_MAX - 1 => {
            at.bidder(of.parse().ok()).map(|it| it.purse)
        };
        /// What a seat has won.
        ["POINTS"] number(0, SUM_MAX), of seats(), alone SUM_MAX - 1 => {
            at.bidder(of.parse().ok()).map(|it| it.points)
        };
        /// Nobody has more points than you.
        ["LEADING"] flag => {
            let own = at.bidder(None).map(|it| it.points);
            own == at.bidders.iter().map(|it| it.points).max()
        };
    }
}

/// The order language.
pub fn grammar(game: &Sealed, view: &View) -> Grammar {
    Grammar {
        orders: Order::forms(game),
        tests: facts(view).forms(),
        hints: r#"PASS = ["write BID 0"]"#,
        each: false,
        legs: false,
        dashes: None,
    }
}

/// Decides a bid: the first BID that can be paid, cut down to what the first KEEP leaves.
pub fn decide(question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let Question::Bid { purse } = question;
    let kept = lines.lines.iter().find_map(|line| match line.order {
        Order::Keep { amount } => Some(*amount),
        Order::Bid { .. } => None,
    });
    let most = purse.saturating_sub(kept.unwrap_or(0));
    let bid = |wanted: u32| {
        if wanted > *purse {
            Verdict::Refuse(format!("your purse held {purse}"))
        } else {
            Verdict::Once(Choice::Bid {
                amount: wanted.min(most),
            })
        }
    };
    lines.first(
        |line| match line.order {
            Order::Bid {
                sum: Sum::Some { amount },
            } => bid(*amount),
            Order::Bid { sum: Sum::All {} } => bid(*purse),
            Order::Keep { .. } => Verdict::NotMine,
        },
        |_| Ok(()),
    )
}
