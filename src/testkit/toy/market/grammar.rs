//! The order language of Market: forms, orders, tests, and when a test holds.
//!
//! Not here: how lines decide a question (`orders`).

use super::state::Pieces;
use super::view::View;
use crate::engine::plain::{flat, tagged};
use crate::engine::seat::Seat;
use crate::lang::form::{
    Count, Form, Grammar, Marks, Slot, Tried, choice, compare, counted, either, list, maybe, name,
    number, word,
};
use crate::lang::names::Names;
use crate::lang::said::{Compare, Is, Said, Value};
use serde::{Deserialize, Serialize};

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// What a floor of gold is called among the goods.
const GOLD: &str = "GOLD";

/// An order, understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Order {
    /// `BUY 2 wool`
    Buy {
        /// How many pieces.
        count: u32,
        /// Of what.
        good: String,
    },
    /// `SELL 2 wool`
    Sell {
        /// How many pieces.
        count: u32,
        /// Of what.
        good: String,
    },
    /// `SELL MAX`
    SellMax,
    /// `BUILD forge/loom`
    Build {
        /// The first of these that can be built.
        buildings: Vec<String>,
    },
    /// `PASS`: keeps the autopilot out.
    Pass,
    /// `KEEP 2 wool, 4 GOLD`
    Keep {
        /// The floors of goods.
        pieces: Pieces,
        /// The floor of gold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gold: Option<u32>,
    },
    /// `TAKE wool, iron`
    Take {
        /// Best first.
        goods: Vec<String>,
    },
}

tagged!(Order, "order");

/// A test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Condition {
    /// The number asked for.
    pub of: Fact,
    /// How.
    pub compare: Compare,
    /// With what.
    pub with: u32,
}

flat!(Condition, "of", ["compare", "with"]);

/// A number that can be asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Fact {
    /// Own pieces of a good.
    Have {
        /// Which.
        good: String,
    },
    /// The price of a good.
    Price {
        /// Which.
        good: String,
    },
    /// The gold of a seat.
    Gold {
        /// Whose; none: the seat's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
    /// How many copies of a building are still to be had.
    Left {
        /// Which.
        building: String,
    },
    /// The round being played.
    Round,
}

tagged!(Fact, "test");

/// The order language.
pub fn grammar(view: &View) -> Grammar {
    let mut orders: Vec<Form> = wishes(view)
        .into_iter()
        .map(|it| it.tried(Tried::Wish).group("wish"))
        .collect();
    orders.extend(policies(view).into_iter().map(|it| it.group("policy")));
    Grammar {
        orders,
        tests: tests(view),
        hints: Vec::new(),
        each: true,
        legs: true,
    }
}

fn goods(view: &View) -> Names {
    Names::new("good", view.board.iter().map(|it| it.good.clone()))
}

fn buildings(view: &View) -> Names {
    Names::new("building", view.buildings.iter().map(|it| it.name.clone()))
}

fn wishes(view: &View) -> Vec<Form> {
    let some = || counted("good", goods(view), 1, COUNT_MAX, Count::Optional);
    vec![
        Form::order(
            "BUY",
            "Buys so many pieces at the price of the board, all of them or none.",
            vec![word(&["BUY"]), some()],
        ),
        Form::order(
            "SELL",
            "Sells so many pieces, or all that no KEEP holds back.",
            vec![
                word(&["SELL"]),
                either(vec![vec![choice("max", &[&["MAX"]])], vec![some()]]),
            ],
        ),
        Form::order(
            "BUILD",
            "Builds the first of these that you can pay and have not built yet.",
            vec![
                word(&["BUILD"]),
                list(
                    "buildings",
                    Marks::Alternatives,
                    vec![name("building", buildings(view))],
                ),
            ],
        ),
        Form::order(
            "PASS",
            "Does nothing, and keeps the autopilot from doing anything.",
            vec![word(&["PASS"])],
        ),
    ]
}

fn policies(view: &View) -> Vec<Form> {
    let names = view.board.iter().map(|it| it.good.clone());
    let floors = Names::new("good", names.chain([GOLD.to_owned()]));
    vec![
        Form::order(
            "KEEP",
            "You sell no good below this, and buy nothing with your last gold.",
            vec![
                word(&["KEEP"]),
                list(
                    "floors",
                    Marks::All,
                    vec![counted("floor", floors, 0, COUNT_MAX, Count::Needed)],
                ),
            ],
        ),
        Form::order(
            "TAKE",
            "What you take when you may take what you like, best first.",
            vec![
                word(&["TAKE"]),
                list("goods", Marks::Ranking, vec![name("good", goods(view))]),
            ],
        ),
    ]
}

fn tests(view: &View) -> Vec<Form> {
    let seats = Names::new("trader", view.traders.iter().map(|it| it.seat.to_string()));
    let against = |mut slots: Vec<Slot>| {
        slots.push(compare("compare"));
        slots.push(number("with", 0, COUNT_MAX));
        slots
    };
    let good = || name("good", goods(view));
    vec![
        Form::test(
            "PRICE",
            "What a piece costs on the board.",
            against(vec![word(&["PRICE"]), good()]),
        ),
        Form::test(
            "GOLD",
            "The gold of a trader.",
            against(vec![word(&["GOLD"]), maybe(vec![name("seat", seats)])]),
        ),
        Form::test(
            "LEFT",
            "How many of a building are still to be had.",
            against(vec![word(&["LEFT"]), name("building", buildings(view))]),
        ),
        Form::test(
            "ROUND",
            "The round being played.",
            against(vec![word(&["ROUND"])]),
        ),
        Form::test("HAVE", "Your pieces of a good.", against(vec![good()])),
    ]
}

fn count(number: Option<i64>) -> u32 {
    u32::try_from(number.unwrap_or(0)).expect("the forms allow no negative counts")
}

fn text(said: &Said, name: &str) -> String {
    said.name(name).unwrap_or_default().to_owned()
}

fn names(said: &Said, list: &str) -> Vec<String> {
    let items = said.items(list).iter().flatten();
    items
        .filter_map(Value::as_name)
        .map(str::to_owned)
        .collect()
}

/// A counted name: how many, of what.
fn some(value: &Value) -> (u32, String) {
    match &value.is {
        Is::Counted { count: of, name } => (count(*of), name.clone()),
        other => unreachable!("a good is counted, and not {other:?}"),
    }
}

/// Makes an order.
pub fn build(said: &Said) -> Order {
    let counted = || said.get("good").map(some).unwrap_or_default();
    match said.form {
        "BUY" => {
            let (count, good) = counted();
            Order::Buy { count, good }
        }
        "SELL" if said.has("max") => Order::SellMax,
        "SELL" => {
            let (count, good) = counted();
            Order::Sell { count, good }
        }
        "BUILD" => Order::Build {
            buildings: names(said, "buildings"),
        },
        "KEEP" => keep(said),
        "TAKE" => Order::Take {
            goods: names(said, "goods"),
        },
        _ => Order::Pass,
    }
}

fn keep(said: &Said) -> Order {
    let floors = said.items("floors").iter().flatten().map(some);
    let (gold, goods): (Vec<_>, Vec<_>) = floors.partition(|(_, name)| name == GOLD);
    let pieces = goods.into_iter().map(|(count, good)| (good, count));
    Order::Keep {
        pieces: pieces.collect(),
        gold: gold.last().map(|(count, _)| *count),
    }
}

/// Makes a condition.
pub fn build_condition(said: &Said) -> Condition {
    let good = || text(said, "good");
    Condition {
        of: match said.form {
            "PRICE" => Fact::Price { good: good() },
            "HAVE" => Fact::Have { good: good() },
            "LEFT" => Fact::Left {
                building: text(said, "building"),
            },
            "ROUND" => Fact::Round,
            _ => Fact::Gold {
                seat: said.name("seat").and_then(|it| it.parse().ok()),
            },
        },
        compare: said.compare("compare").unwrap_or(Compare::Is),
        with: count(said.number("with")),
    }
}

/// Whether a condition holds.
pub fn holds(view: &View, condition: &Condition) -> bool {
    let number = match &condition.of {
        Fact::Have { good } => view.own().map(|it| it.count(good)),
        Fact::Price { good } => view.stall(good).map(|it| it.price),
        Fact::Gold { seat } => view.trader(*seat).map(|it| it.gold),
        Fact::Left { building } => view.building(building).map(|it| it.left),
        Fact::Round => Some(view.round),
    };
    number.is_some_and(|it| condition.compare.holds(&it, &condition.with))
}
