//! The language: one order, two tests, and what silence says.

use super::data::Tables;
use super::view::View;
use packetboat_core::prelude::*;

orders! {
    /// An order, understood.
    pub enum Order, "order", for Tables, View {
        /// Plays the first of these cards that you hold.
        Play = "PLAY" {
            cards: Vec<String> = List(Marks::Alternatives, Named(Tables::card_names)),
        }
    }
}

/// What the tests look at.
pub struct AtTable;
impl Scene for AtTable {
    type At<'a> = &'a View;
}

/// The tests, each with its value.
pub fn facts(tables: &Tables) -> Facts<AtTable> {
    facts! {
        AtTable, |at, of|
        /// The place of the barge, counted from your end.
        ["PLACE"] number(1, tables.places) => at.from_own_end();
        /// How many cards of a kind you hold.
        ["HELD"] number(0, tables.hand), of tables.card_names() => {
            u32::try_from(at.hand.iter().filter(|it| *it == of).count()).ok()
        };
    }
}

/// The whole language.
pub fn grammar(tables: &Tables) -> Grammar {
    Grammar {
        orders: Order::forms(tables),
        tests: facts(tables).forms(),
        hints: r#"PASS = ["write PLAY and a card"]"#, // words that are no orders
        each: false,
        legs: false,  // whether EACH and LEG may stand
        dashes: None, // whether a dash parts two words
    }
}

/// What silence says, in the same language: the weakest card first.
pub fn silence(tables: &Tables) -> String {
    format!("PLAY {}", tables.cards.join("/"))
}

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
pub enum Question {
    /// Which card it plays.
    Card,
}

tagged!(Question, "question");

/// Its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Choice {
    Play { card: String },
}

tagged!(Choice, "choice");

/// The first PLAY that names a card of the hand.
pub fn decide(view: &View, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let say = |cards: &[String]| match cards.iter().find(|it| view.hand.contains(it)) {
        Some(card) => Verdict::Always(Choice::Play { card: card.clone() }),
        None => Verdict::Refuse("you hold none of these cards".to_owned()),
    };
    lines.first(
        |line| match line.order {
            Order::Play { cards } => say(cards),
        },
        |_| Ok(()),
    )
}
