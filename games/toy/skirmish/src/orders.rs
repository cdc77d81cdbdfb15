//! The order language of Skirmish, what seats are asked, and how their lines decide it.

use super::view::View;
use packetboat_core::lang::form;
use packetboat_core::lang::said::{Value, find};
use packetboat_core::prelude::*;

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

orders! {
    /// An order, understood.
    pub enum Order, "order", for View {
        /// Attacks the first of these that is still in the field.
        Attack = "ATTACK" [.tried(Tried::Once).group("action")] {
            targets: Vec<Target> = List(Marks::Alternatives, Plain),
        }
        /// Brings men from the reserves into the field.
        Rally = "RALLY" [.tried(Tried::Once).group("action")] {
            men: u32 = Within(1, COUNT_MAX),
        }
        /// Does nothing.
        Hold = "HOLD" [.tried(Tried::Once).group("action")] {}
        /// Pays a point for each man, as soon as there are enough points.
        Recruit = "RECRUIT" [.tried(Tried::Wish)] {
            men: u32 = Within(1, COUNT_MAX),
        }
        /// Leaves the field to whoever attacks, and loses a man.
        Withdraw = "WITHDRAW" {}
        /// Says what to take after a fight that was won.
        Spoils = "SPOILS" {
            take: Take = Plain,
        }
    }
}

shapes! {
    /// Whom to attack.
    pub enum Target, "whom", for View {
        /// The foe with fewest men.
        Weakest = "WEAKEST" {}
        /// The foe with most men.
        Strongest = "STRONGEST" {}
        /// A band by name.
        Seat {
            seat: Foe = Plain,
        }
    }
}

words! {
    /// How spoils are taken.
    pub enum Take: keywords "take" {
        /// As points.
        Points = "POINTS",
        /// As men.
        Men = "MEN",
    }
}

/// Another band than the own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Foe(pub Seat);

impl OrderPart<View> for Foe {
    fn slots(with: &View, name: &'static str) -> Vec<Slot> {
        vec![form::name(name, bands(with))]
    }
    fn read(with: &View, values: &[Value], name: &'static str) -> Result<Self, Diagnostic> {
        let said = find(values, name).expect("the form has a name");
        match said.as_name().and_then(|it| it.parse().ok()) {
            Some(seat) if Some(seat) != with.seat => Ok(Foe(seat)),
            _ => {
                let why = "nobody attacks himself";
                Err(Diagnostic::new(said.span, why, "name another band"))
            }
        }
    }
}

fn bands(view: &View) -> Names {
    Names::new("band", view.bands.iter().map(|it| it.seat.to_string()))
}

/// What the tests look at: the view and the question.
pub struct AtTable;

impl Scene for AtTable {
    type At<'a> = (&'a View, &'a Question);
}

/// The tests.
pub fn facts(view: &View) -> Facts<AtTable> {
    facts! {
        AtTable, |at, of|
        /// The men a band has in the field.
        ["STRENGTH"] number(0, COUNT_MAX - 1), of bands(view), alone COUNT_MAX - 1 => {
            at.0.band(of.parse().ok()).map(|it| it.strength)
        };
        /// The points a band has won.
        ["POINTS"] number(0, COUNT_MAX - 1), of bands(view), alone COUNT_MAX - 1 => {
            at.0.band(of.parse().ok()).map(|it| it.points)
        };
        /// Your men in reserve.
        ["RESERVES"] number(0, COUNT_MAX - 1) => at.0.reserves;
        /// Who attacks you.
        ["ATTACKER"] name(bands(view), &[]), in "WITHDRAW" => match at.1 {
            Question::React { attacker, .. } => Some(attacker.as_str()),
            Question::Act | Question::Spoils { .. } => None,
        };
    }
}

/// The order language.
pub fn grammar(view: &View) -> Grammar {
    Grammar {
        orders: Order::forms(view),
        tests: facts(view).forms(),
        hints: r#"PASS = ["write HOLD"]"#,
        each: true,
        legs: false,
        dashes: None,
    }
}

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
pub enum Question {
    /// What to do now.
    Act,
    /// Whether to react to an attack; asked of everybody, so that nobody sees who could.
    React {
        /// Who attacks.
        attacker: Seat,
        /// The seat that is attacked.
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
        /// The seat that is attacked.
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

/// All there is to choose from; the last is what silence does. Who is not attacked can only stand.
pub fn choices(view: &View, question: &Question) -> Vec<Choice> {
    let own = view.band(None).map_or(0, |it| it.points);
    match question {
        Question::Act => {
            let foes = view.foes().map(|it| Choice::Attack { target: it.seat });
            let rallies = (1..=view.reserves.unwrap_or(0)).map(|men| Choice::Rally { men });
            let recruits = (1..=own).map(|men| Choice::Recruit { men });
            let all = foes.chain(rallies).chain(recruits);
            all.chain([Choice::Hold]).collect()
        }
        Question::React { target, .. } if view.seat == Some(*target) => {
            vec![Choice::Withdraw, Choice::Stand]
        }
        Question::React { .. } => vec![Choice::Stand],
        Question::Spoils { .. } => {
            Vec::from([Take::Men, Take::Points].map(|take| Choice::Take { take }))
        }
    }
}

/// Decides a question.
pub fn decide(view: &View, question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    lines.first(
        |line| match (question, line.order) {
            (Question::Act, order) => act(view, order),
            (Question::React { target, .. }, Order::Withdraw {}) if view.seat == Some(*target) => {
                Verdict::Always(Choice::Withdraw)
            }
            (Question::Spoils { .. }, Order::Spoils { take }) => {
                Verdict::Always(Choice::Take { take: *take })
            }
            _ => Verdict::NotMine,
        },
        |_| Ok(()),
    )
}

fn act(view: &View, order: &Order) -> Verdict<Choice> {
    let points = view.band(None).map_or(0, |it| it.points);
    let reserves = view.reserves.unwrap_or(0);
    match order {
        Order::Attack { targets } => {
            let foes = targets.iter().filter_map(|it| found(view, it));
            let mut living = foes.filter(|seat| view.foes().any(|it| it.seat == *seat));
            let none = || Verdict::Refuse("they are no longer in the field".to_owned());
            let attack = |target| Verdict::Once(Choice::Attack { target });
            living.next().map_or_else(none, attack)
        }
        Order::Rally { men } if *men > reserves => {
            Verdict::Refuse(format!("you have {reserves} men in reserve"))
        }
        Order::Rally { men } => Verdict::Once(Choice::Rally { men: *men }),
        Order::Recruit { men } if *men > points => {
            Verdict::Refuse(format!("you have {points} points"))
        }
        Order::Recruit { men } => Verdict::Once(Choice::Recruit { men: *men }),
        Order::Hold {} => Verdict::Once(Choice::Hold),
        Order::Withdraw {} | Order::Spoils { .. } => Verdict::NotMine,
    }
}

fn found(view: &View, target: &Target) -> Option<Seat> {
    match target {
        Target::Seat { seat } => Some(seat.0),
        Target::Weakest {} => view.weakest(),
        Target::Strongest {} => view.strongest(),
    }
}
