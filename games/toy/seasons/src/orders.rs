//! The language: two orders, one test, and what silence says.

use super::data::Tables;
use super::state::WINTER;
use super::view::View;
use packetboat_core::engine::declare::Bounds;
use packetboat_core::prelude::*;

/// More points than a game can have.
const POINTS_MAX: u32 = 999;

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View {
        /// Sends this many carts to market.
        Carts = "CARTS" {
            number: u32 = Bounds(Tables::sends),
        }
        /// Mends this many carts in winter.
        Mend = "MEND" [.part(WINTER)] {
            number: u32 = Bounds(Tables::mends),
        }
    }
}

/// What the test looks at.
pub struct AtFarm;
impl Scene for AtFarm {
    type At<'a> = &'a View;
}

/// The test, with its value.
pub fn facts(_tables: &Tables) -> Facts<AtFarm> {
    facts! {
        AtFarm, |at, of|
        /// How many points you have.
        ["POINTS"] number(0, POINTS_MAX) => at.own_points();
    }
}

/// The whole language.
pub fn grammar(tables: &Tables) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts(tables).forms(),
        hints: r#"PASS = ["write CARTS 0"]"#,
        each: false,
        legs: false,
    }
}

/// What silence says, in the same language.
pub const SILENCE: &str = "CARTS 1\nMEND 0";

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
pub enum Question {
    /// How many carts it sends.
    Carts,
    /// How many carts it mends.
    Mend,
}

tagged!(Question, "question");

/// Its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Choice {
    Do { carts: u32 },
}

tagged!(Choice, "choice");

/// The first line of the kind that is asked for.
pub fn decide(asked: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let say = |order: &Order| -> Verdict<Choice> {
        match (order, asked) {
            (Order::Carts { number }, Question::Carts)
            | (Order::Mend { number }, Question::Mend) => {
                Verdict::Always(Choice::Do { carts: *number })
            }
            _ => Verdict::NotMine,
        }
    };
    lines.first(|line| say(line.order), |_| Ok(()))
}
