//! The language: one order, one test, and what silence says.

use super::data::Tables;
use super::view::View;
use packetboat_core::engine::declare::Bounds;
use packetboat_core::prelude::*;

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View {
        /// Takes this many stones.
        Take = "TAKE" {
            number: u32 = Bounds(Tables::takes),
        }
    }
}

/// What the test looks at.
pub struct AtHeap;
impl Scene for AtHeap {
    type At<'a> = &'a View;
}

/// The test, with its value.
pub fn facts(tables: &Tables) -> Facts<AtHeap> {
    facts! {
        AtHeap, |at, of|
        /// How many stones are left.
        ["STONES"] number(0, tables.stones) => at.stones;
    }
}

/// The whole language.
pub fn grammar(tables: &Tables) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts(tables).forms(),
        hints: r#"PASS = ["write TAKE 1"]"#,
        each: false,
        legs: false,
        dashes: None,
    }
}

/// What silence says, in the same language.
pub const SILENCE: &str = "TAKE 1";

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
pub enum Question {
    /// How many stones it takes.
    Stones,
}

tagged!(Question, "question");

/// Its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Choice {
    Take { stones: u32 },
}

tagged!(Choice, "choice");

/// The first TAKE of no more stones than are left.
pub fn decide(view: &View, lines: &Lines<'_, Order>) -> Decision<Choice> {
    lines.first(
        |line| {
            let Order::Take { number } = line.order;
            if *number <= view.stones {
                Verdict::Always(Choice::Take { stones: *number })
            } else {
                Verdict::Refuse(format!("only {} are left", view.stones))
            }
        },
        |_| Ok(()),
    )
}
