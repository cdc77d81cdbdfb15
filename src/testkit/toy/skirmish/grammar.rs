//! The order language of Skirmish: forms, orders, tests, and when a test holds.
//!
//! Not here: how lines decide a question (`orders`).

use super::orders::Question;
use super::view::View;
use crate::engine::plain::tagged;
use crate::engine::seat::Seat;
use crate::lang::diagnostic::Diagnostic;
use crate::lang::form::{
    Form, Grammar, Marks, Slot, Tried, choice, compare, either, list, maybe, name, number, word,
};
use crate::lang::names::Names;
use crate::lang::said::{Compare, Is, Said, Value};
use serde::{Deserialize, Serialize};

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// An order, understood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Order {
    /// `ATTACK red/WEAKEST`
    Attack {
        /// The first that can be attacked.
        targets: Vec<Target>,
    },
    /// `RALLY 2`
    Rally {
        /// How many.
        men: u32,
    },
    /// `RECRUIT 1`
    Recruit {
        /// How many, a point each.
        men: u32,
    },
    /// `HOLD`
    Hold,
    /// `WITHDRAW`
    Withdraw,
    /// `SPOILS POINTS` or `SPOILS MEN`
    Spoils {
        /// Which.
        take: Take,
    },
}

tagged!(Order, "order");

/// Whom to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Target {
    /// A band by name.
    Seat {
        /// Whose.
        seat: Seat,
    },
    /// The foe with fewest men.
    Weakest,
    /// The foe with most men.
    Strongest,
}

tagged!(Target, "whom");

/// How spoils are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Take {
    /// As points.
    Points,
    /// As men.
    Men,
}

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
    /// `ATTACKER IS red`
    Attacker {
        /// Turned round.
        compare: Compare,
        /// Who.
        seat: Seat,
    },
}

tagged!(Condition, "test");

/// A number that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// Men in the field.
    Strength,
    /// Points won.
    Points,
    /// Own men in reserve.
    Reserves,
}

/// The order language.
pub fn grammar(view: &View) -> Grammar {
    let seats = Names::new("band", view.bands.iter().map(|it| it.seat.to_string()));
    let against = |mut slots: Vec<Slot>| {
        slots.push(compare("compare"));
        slots.push(number("with", 0, COUNT_MAX));
        slots
    };
    let whose = || maybe(vec![name("seat", seats.clone())]);
    Grammar {
        orders: orders(&seats),
        tests: vec![
            Form::test(
                "STRENGTH",
                "The men a band has in the field.",
                against(vec![word(&["STRENGTH"]), whose()]),
            ),
            Form::test(
                "POINTS",
                "The points a band has won.",
                against(vec![word(&["POINTS"]), whose()]),
            ),
            Form::test(
                "RESERVES",
                "Your men in reserve.",
                against(vec![word(&["RESERVES"])]),
            ),
            Form::test(
                "ATTACKER",
                "Who attacks you.",
                vec![
                    word(&["ATTACKER"]),
                    Slot::Is { name: "compare" },
                    name("seat", seats.clone()),
                ],
            )
            .only(&["WITHDRAW"]),
        ],
        hints: vec![("PASS", "write HOLD")],
        each: true,
        legs: false,
    }
}

fn orders(seats: &Names) -> Vec<Form> {
    let men = || number("men", 1, COUNT_MAX);
    let target = either(vec![
        vec![choice("rank", &[&["WEAKEST"], &["STRONGEST"]])],
        vec![name("seat", seats.clone())],
    ]);
    vec![
        Form::order(
            "ATTACK",
            "Attacks the first of these that is still in the field.",
            vec![
                word(&["ATTACK"]),
                list("targets", Marks::Alternatives, vec![target]),
            ],
        )
        .tried(Tried::Once)
        .group("action"),
        Form::order(
            "RALLY",
            "Brings men from the reserves into the field.",
            vec![word(&["RALLY"]), men()],
        )
        .tried(Tried::Once)
        .group("action"),
        Form::order("HOLD", "Does nothing.", vec![word(&["HOLD"])])
            .tried(Tried::Once)
            .group("action"),
        Form::order(
            "RECRUIT",
            "Pays a point for each man, as soon as there are enough points.",
            vec![word(&["RECRUIT"]), men()],
        )
        .tried(Tried::Wish),
        Form::order(
            "WITHDRAW",
            "Leaves the field to whoever attacks, and loses a man.",
            vec![word(&["WITHDRAW"])],
        ),
        Form::order(
            "SPOILS",
            "Says what to take after a fight that was won.",
            vec![word(&["SPOILS"]), choice("take", &[&["POINTS"], &["MEN"]])],
        ),
    ]
}

fn count(said: &Said, name: &str) -> u32 {
    let number = said.number(name).unwrap_or(0);
    u32::try_from(number).expect("the forms allow no negative counts")
}

/// Makes an order.
///
/// # Errors
/// An attack on oneself.
pub fn build(view: &View, said: &Said) -> Result<Order, Diagnostic> {
    Ok(match said.form {
        "ATTACK" => {
            let items = said.items("targets").iter().flatten();
            let targets: Result<Vec<_>, _> = items.map(|it| target(view, it)).collect();
            Order::Attack { targets: targets? }
        }
        "RALLY" => Order::Rally {
            men: count(said, "men"),
        },
        "RECRUIT" => Order::Recruit {
            men: count(said, "men"),
        },
        "WITHDRAW" => Order::Withdraw,
        "SPOILS" => Order::Spoils {
            take: match said.word("take") {
                Some("MEN") => Take::Men,
                _ => Take::Points,
            },
        },
        _ => Order::Hold,
    })
}

fn target(view: &View, value: &Value) -> Result<Target, Diagnostic> {
    match &value.is {
        Is::Word("WEAKEST") => Ok(Target::Weakest),
        Is::Word(_) => Ok(Target::Strongest),
        Is::Name(name) => match name.parse() {
            Ok(seat) if Some(seat) != view.seat => Ok(Target::Seat { seat }),
            _ => Err(Diagnostic::new(
                value.span,
                "nobody attacks himself",
                "name another band",
            )),
        },
        other => unreachable!("a target is a word or a name, not {other:?}"),
    }
}

/// Makes a condition.
///
/// # Errors
/// None: the forms see every fault.
pub fn build_condition(said: &Said) -> Result<Condition, Diagnostic> {
    let seat: Option<Seat> = said.name("seat").and_then(|it| it.parse().ok());
    let compare = said.compare("compare").unwrap_or(Compare::Is);
    let of = match (said.form, seat) {
        ("ATTACKER", Some(seat)) => return Ok(Condition::Attacker { compare, seat }),
        ("STRENGTH", _) => Fact::Strength,
        ("RESERVES", _) => Fact::Reserves,
        _ => Fact::Points,
    };
    Ok(Condition::Number {
        of,
        seat,
        compare,
        with: count(said, "with"),
    })
}

/// Whether a condition holds for this question.
pub fn holds(view: &View, question: &Question, condition: &Condition) -> bool {
    match condition {
        Condition::Number {
            of,
            seat,
            compare,
            with,
        } => {
            let number = match of {
                Fact::Strength => view.band(*seat).map(|it| it.strength),
                Fact::Points => view.band(*seat).map(|it| it.points),
                Fact::Reserves => view.reserves,
            };
            number.is_some_and(|it| compare.holds(&it, with))
        }
        Condition::Attacker { compare, seat } => match question {
            Question::React { attacker, .. } => compare.holds(attacker, seat),
            Question::Act | Question::Spoils { .. } => false,
        },
    }
}
