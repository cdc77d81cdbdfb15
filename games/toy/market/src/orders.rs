//! The order language of Market, what silence says in it, and what a line comes to.

use super::state::{Market, Pieces};
use super::view::View;
use packetboat_core::prelude::*;

/// More than anybody has of anything.
const COUNT_MAX: i64 = 99;

/// What a floor of gold is called among the goods.
const GOLD: &str = "GOLD";

orders! {
    /// An order, understood.
    pub enum Order, "order", for Market, View {
        /// Buys so many pieces at the price of the board, all of them or none.
        Buy = "BUY" [.tried(Tried::Wish).group("wish")] {
            what: Amount = Counted(Market::good_names, 1, COUNT_MAX, Count::Optional),
        }
        /// Sells so many pieces, or all that no KEEP holds back.
        Sell = "SELL" [.tried(Tried::Wish).group("wish")] {
            what: Sale = Plain,
        }
        /// Builds the first of these that you can pay and have not built yet.
        Build = "BUILD" [.tried(Tried::Wish).group("wish")] {
            buildings: Vec<String> = List(Marks::Alternatives, Named(Market::building_names)),
        }
        /// Does nothing, and keeps the autopilot from doing anything.
        Pass = "PASS" [.group("wish").modifies()] {}
        /// You sell no good below this, and buy nothing with your last gold.
        Keep = "KEEP" [.group("policy").modifies()] {
            floors: Vec<Amount> =
                List(Marks::All, Counted(Market::floor_names, 0, COUNT_MAX, Count::Needed)),
        }
        /// What you take when you may take what you like, best first.
        Take = "TAKE" [.group("policy")] {
            goods: Vec<String> = List(Marks::Ranking, Named(Market::good_names)),
        }
    }
}

shapes! {
    /// What is sold.
    pub enum Sale, "sale", for Market {
        /// All that no KEEP holds back.
        Max = "MAX" {}
        /// So many pieces.
        Some {
            of: Amount = Counted(Market::good_names, 1, COUNT_MAX, Count::Optional),
        }
    }
}

impl Market {
    fn good_names(&self) -> Names {
        Names::new("good", self.tables.goods.iter().map(|it| it.name.clone()))
    }

    fn floor_names(&self) -> Names {
        let goods = self.tables.goods.iter().map(|it| it.name.clone());
        Names::new("good", goods.chain([GOLD.to_owned()]))
    }

    fn building_names(&self) -> Names {
        let names = self.tables.buildings.iter().map(|it| it.name.clone());
        Names::new("building", names)
    }

    /// The order language.
    pub fn language(&self) -> Grammar {
        Grammar {
            orders: Order::forms(self),
            tests: self.facts().forms(),
            hints: "",
            each: true,
            legs: true,
            dashes: None,
        }
    }

    /// What silence says: it builds what it can pay.
    pub fn said_by_silence(&self) -> String {
        let buildings = self.tables.buildings.iter();
        let lines = buildings.map(|it| format!("EACH BUILD {}\n", it.name));
        lines.collect()
    }

    /// The tests.
    pub fn facts(&self) -> Facts<AtMarket> {
        let seats = self.seats.iter().map(ToString::to_string);
        facts! {
            AtMarket, |at, of|
            /// What a piece costs on the board.
            ["PRICE"] number(0, COUNT_MAX), of self.good_names() => at.stall(of).map(|it| it.price);
            /// The gold of a trader.
            ["GOLD"] number(0, COUNT_MAX), of Names::new("trader", seats), alone COUNT_MAX => {
                at.trader(of.parse().ok()).map(|it| it.gold)
            };
            /// How many of a building are still to be had.
            ["LEFT"] number(0, COUNT_MAX), of self.building_names() => {
                at.building(of).map(|it| it.left)
            };
            /// The round being played.
            ["ROUND"] number(0, COUNT_MAX) => at.round;
            /// Your pieces of a good.
            ["HAVE"] number(0, COUNT_MAX), of self.good_names(); bare => {
                at.own().map(|it| it.count(of))
            };
        }
    }
}

/// What the tests look at: the view.
pub struct AtMarket;

impl Scene for AtMarket {
    type At<'a> = &'a View;
}

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(remote = "Self", rename_all = "snake_case")]
#[schemars(tag = "question")]
pub enum Question {
    /// What to take from the board.
    Take,
    /// Its next wish.
    Wish,
}

tagged!(Question, "question");

/// What it answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Choice {
    /// A piece of the first of these that is there when its turn comes.
    Take {
        /// All goods, best first.
        goods: Vec<String>,
    },
    /// Buy.
    Buy {
        /// How many pieces.
        count: u32,
        /// Of what.
        good: String,
    },
    /// Sell.
    Sell {
        /// The pieces that are sold.
        pieces: Pieces,
    },
    /// Build.
    Build {
        /// The building's name.
        building: String,
    },
    /// Nothing more in this turn.
    Rest,
}

tagged!(Choice, "choice");

/// Decides a question. Where the seat says PASS, silence wishes for nothing.
pub fn decide(view: &View, question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let floors = Floors::of(lines);
    let passes = lines.lines.iter().any(|it| *it.order == Order::Pass {});
    let say = |line: &Live<'_, Order>| match (question, line.order) {
        (Question::Take, Order::Take { goods }) => {
            let goods = view.ranking(goods);
            Verdict::Always(Choice::Take { goods })
        }
        (Question::Wish, order) if !(line.silent() && passes) => wanted(view, &floors, order),
        _ => Verdict::NotMine,
    };
    lines.first(say, |choice| possible(view, choice))
}

/// What KEEP lines hold back: for each good, and for gold, the first line in force that names it.
struct Floors<'a>(Vec<&'a Amount>);

impl<'a> Floors<'a> {
    fn of(lines: &Lines<'a, Order>) -> Self {
        let keeps = lines.lines.iter().filter_map(|line| match line.order {
            Order::Keep { floors } => Some(floors),
            _ => None,
        });
        Floors(keeps.flatten().collect())
    }

    fn floor(&self, of: &str) -> u32 {
        let first = self.0.iter().find(|it| it.of == of);
        first.map_or(0, |it| it.count)
    }
}

/// What a wish would do now, or why it must wait.
fn wanted(view: &View, floors: &Floors<'_>, order: &Order) -> Verdict<Choice> {
    let Some(own) = view.own() else {
        return Verdict::NotMine;
    };
    match order {
        Order::Buy { what } => {
            let floor = floors.floor(GOLD);
            match view.price_of(what.count, &what.of) {
                Some(price) if price <= own.gold && price + floor > own.gold => {
                    Verdict::Refuse(format!(
                        "it would cost {price} of your {} gold, and KEEP holds {floor} of it back",
                        own.gold
                    ))
                }
                Some(_) | None => Verdict::Once(Choice::Buy {
                    count: what.count,
                    good: what.of.clone(),
                }),
            }
        }
        Order::Sell {
            what: Sale::Some { of },
        } => {
            let (held, floor) = (own.count(&of.of), floors.floor(&of.of));
            if held >= of.count && held < of.count + floor {
                Verdict::Refuse(format!(
                    "you have {held} {}, and KEEP holds {floor} of it back",
                    of.of
                ))
            } else {
                Verdict::Once(Choice::Sell {
                    pieces: Pieces::from([(of.of.clone(), of.count)]),
                })
            }
        }
        Order::Sell { what: Sale::Max {} } => {
            let spare = own.pieces.iter().map(|(good, held)| {
                let spare = held.saturating_sub(floors.floor(good));
                (good.clone(), spare)
            });
            let pieces: Pieces = spare.filter(|it| it.1 > 0).collect();
            if pieces.is_empty() {
                Verdict::Refuse("you have nothing to sell".to_owned())
            } else {
                Verdict::Once(Choice::Sell { pieces })
            }
        }
        Order::Build { buildings } => {
            let mut why = Vec::new();
            for building in buildings.iter().cloned() {
                let choice = Choice::Build { building };
                match possible(view, &choice) {
                    Ok(()) => return Verdict::Once(choice),
                    Err(reason) => why.push(reason),
                }
            }
            Verdict::Refuse(why.join("; "))
        }
        Order::Pass {} | Order::Keep { .. } | Order::Take { .. } => Verdict::NotMine,
    }
}

/// May this be done now?
///
/// # Errors
/// Why not.
pub fn possible(view: &View, choice: &Choice) -> Result<(), String> {
    let own = view.own().ok_or("you are not at the table")?;
    match choice {
        Choice::Take { goods } => {
            if goods.len() == view.board.len() {
                Ok(())
            } else {
                Err("a ranking names every good".to_owned())
            }
        }
        Choice::Buy { count, good } => match view.price_of(*count, good) {
            None => Err(format!("the board has no {count} {good}")),
            Some(price) if price > own.gold => Err(format!(
                "it would cost {price}, and you have {} gold",
                own.gold
            )),
            Some(_) => Ok(()),
        },
        Choice::Sell { pieces } => match pieces.iter().find(|(good, it)| own.count(good) < **it) {
            Some((good, _)) => Err(format!("you have {} {good}", own.count(good))),
            None => Ok(()),
        },
        Choice::Build { building } => {
            let card = view.building(building).ok_or("there is no such building")?;
            if own.built.contains(building) {
                return Err(format!("you have built a {building} already"));
            }
            if card.left == 0 {
                return Err(format!("no {building} is left"));
            }
            let lacking = card.cost.iter().find(|(good, it)| own.count(good) < **it);
            match lacking {
                Some((good, number)) => Err(format!(
                    "a {building} costs {number} {good}, and you have {}",
                    own.count(good)
                )),
                None => Ok(()),
            }
        }
        Choice::Rest => Ok(()),
    }
}

/// What is left when neither lines nor silence wish for anything.
pub fn fallback(view: &View, question: &Question) -> Choice {
    match question {
        Question::Take => Choice::Take {
            goods: view.ranking(&[]),
        },
        Question::Wish => Choice::Rest,
    }
}
