//! What seats are asked in Market, and how their lines decide it.

use super::grammar::Order;
use super::state::{Pieces, Pilot};
use super::view::View;
use crate::engine::decide::{Decision, Lines, Live, Verdict};
use crate::engine::orders::OrderRef;
use crate::engine::plain::tagged;
use crate::engine::wishes::Mark;
use crate::lang::form::Tried;
use serde::{Deserialize, Serialize};

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(remote = "Self", rename_all = "snake_case")]
pub enum Question {
    /// Whether it has written wishes; asked of everybody before any is carried out.
    Plan,
    /// What to take from the board.
    Take,
    /// Its next wish.
    Wish {
        /// How far it has come in its wishes.
        mark: Mark,
        /// Who acts where its lines say nothing.
        pilot: Pilot,
    },
}

tagged!(Question, "question");

/// What it answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Choice {
    /// Who acts for it where its lines say nothing.
    Plan {
        /// Who.
        pilot: Pilot,
    },
    /// A piece of the first of these that is there when its turn comes.
    Take {
        /// All goods, best first.
        goods: Vec<String>,
    },
    /// A wish, or nothing more in this pass.
    Wish {
        /// What is done.
        deed: Deed,
        /// How far it has come by that.
        mark: Mark,
    },
}

tagged!(Choice, "choice");

/// What a wish does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Deed {
    /// Buy.
    Buy {
        /// How many pieces.
        count: u32,
        /// Of what.
        good: String,
    },
    /// Sell.
    Sell {
        /// What.
        pieces: Pieces,
    },
    /// Build.
    Build {
        /// What.
        building: String,
    },
    /// Nothing more in this pass.
    Rest,
}

tagged!(Deed, "deed");

/// Decides a question.
pub fn decide(view: &View, question: &Question, lines: &Lines<'_, Order>) -> Decision<Choice> {
    match question {
        Question::Plan => plan(lines),
        Question::Take => lines.first(
            |line| match line.order {
                Order::Take { goods } => Verdict::Always(Choice::Take {
                    goods: view.ranking(goods),
                }),
                _ => Verdict::NotMine,
            },
            |choice| permits(view, question, choice),
        ),
        Question::Wish { mark, .. } => wish(view, mark, lines),
    }
}

/// A wish of the sheet keeps the autopilot out, also one whose IF is false now; so does PASS.
fn plan(lines: &Lines<'_, Order>) -> Decision<Choice> {
    let own = Choice::Plan { pilot: Pilot::Own };
    let pass = |it: &&Live<'_, Order>| *it.order == Order::Pass;
    if let Some(line) = lines.lines.iter().find(pass) {
        return Decision {
            choice: Some(own),
            rests_on: vec![line.at],
            ..Decision::none()
        };
    }
    let wish =
        |it: &Live<'_, Order>| it.tried == Tried::Wish && !it.standing && *it.order != Order::Pass;
    let wrote = lines.lines.iter().chain(&lines.asleep).any(wish);
    Decision {
        choice: wrote.then_some(own),
        ..Decision::none()
    }
}

/// The next wish that can be carried out, and the KEEP lines that had a part in it.
fn wish(view: &View, mark: &Mark, lines: &Lines<'_, Order>) -> Decision<Choice> {
    let floors = Floors::of(lines);
    let answer = |line: &Live<'_, Order>| match wanted(view, &floors, line.order) {
        None => Verdict::NotMine,
        Some(Err(why)) => Verdict::Refuse(why),
        Some(Ok(deed)) => Verdict::Once(deed),
    };
    let (mut decision, mark) = lines.wish(mark, answer, |deed| possible(view, deed));
    let asked = decision.rests_on.first().copied();
    let order = lines.lines.iter().find(|it| Some(it.at) == asked);
    if order.is_some_and(|it| *it.order == Order::SellMax) {
        decision.rests_on.extend(floors.holding_back(view));
    }
    decision.map(|deed| Choice::Wish { deed, mark })
}

/// What KEEP lines hold back: for each good, and for gold, the first line in force that names it.
struct Floors<'a> {
    lines: Vec<(OrderRef, &'a Pieces, Option<u32>)>,
}

impl<'a> Floors<'a> {
    fn of(lines: &Lines<'a, Order>) -> Self {
        let keeps = lines.lines.iter().filter_map(|it| match it.order {
            Order::Keep { pieces, gold } => Some((it.at, pieces, *gold)),
            _ => None,
        });
        Floors {
            lines: keeps.collect(),
        }
    }

    /// How many pieces must stay.
    fn pieces(&self, good: &str) -> u32 {
        let mut floors = self.lines.iter().filter_map(|it| it.1.get(good));
        floors.next().copied().unwrap_or(0)
    }

    /// How much gold must stay.
    fn gold(&self) -> u32 {
        self.lines.iter().find_map(|it| it.2).unwrap_or(0)
    }

    /// The lines that keep something of what the seat has.
    fn holding_back(&self, view: &View) -> Vec<OrderRef> {
        let Some(own) = view.own() else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for good in own.pieces.keys().filter(|it| self.pieces(it) > 0) {
            let first = self.lines.iter().find(|it| it.1.contains_key(good));
            lines.extend(first.map(|it| it.0).filter(|it| !lines.contains(it)));
        }
        lines
    }
}

/// What a wish would do now, or why it must wait; `None`: it is none that does anything.
fn wanted(view: &View, floors: &Floors<'_>, order: &Order) -> Option<Result<Deed, String>> {
    let own = view.own()?;
    Some(match order {
        Order::Buy { count, good } => {
            let deed = Deed::Buy {
                count: *count,
                good: good.clone(),
            };
            let floor = floors.gold();
            match view.price_of(*count, good) {
                Some(price) if price <= own.gold && price + floor > own.gold => Err(format!(
                    "it would cost {price} of your {} gold, and KEEP holds {floor} of it back",
                    own.gold
                )),
                Some(_) | None => Ok(deed),
            }
        }
        Order::Sell { count, good } => {
            let (held, floor) = (own.count(good), floors.pieces(good));
            match held >= *count && held < count + floor {
                true => Err(format!(
                    "you have {held} {good}, and KEEP holds {floor} of it back"
                )),
                false => Ok(Deed::Sell {
                    pieces: Pieces::from([(good.clone(), *count)]),
                }),
            }
        }
        Order::SellMax => {
            let spare = own.pieces.iter().map(|(good, held)| {
                let spare = held.saturating_sub(floors.pieces(good));
                (good.clone(), spare)
            });
            let pieces: Pieces = spare.filter(|it| it.1 > 0).collect();
            match pieces.is_empty() {
                true => Err("you have nothing to sell".to_owned()),
                false => Ok(Deed::Sell { pieces }),
            }
        }
        Order::Build { buildings } => {
            let tried = buildings.iter().map(|it| {
                let building = it.clone();
                Deed::Build { building }
            });
            first_possible(view, tried)
        }
        Order::Pass | Order::Keep { .. } | Order::Take { .. } => return None,
    })
}

/// The first deed that can be done, or why none can.
fn first_possible(view: &View, deeds: impl Iterator<Item = Deed>) -> Result<Deed, String> {
    let mut why = Vec::new();
    for deed in deeds {
        match possible(view, &deed) {
            Ok(()) => return Ok(deed),
            Err(it) => why.push(it),
        }
    }
    Err(why.join("; "))
}

/// May this be done now?
fn possible(view: &View, deed: &Deed) -> Result<(), String> {
    let own = view.own().ok_or("you are not at the table")?;
    match deed {
        Deed::Buy { count, good } => match view.price_of(*count, good) {
            None => Err(format!("the board has no {count} {good}")),
            Some(price) if price > own.gold => Err(format!(
                "it would cost {price}, and you have {} gold",
                own.gold
            )),
            Some(_) => Ok(()),
        },
        Deed::Sell { pieces } => match pieces.iter().find(|(good, it)| own.count(good) < **it) {
            Some((good, _)) => Err(format!("you have {} {good}", own.count(good))),
            None => Ok(()),
        },
        Deed::Build { building } => {
            let card = view.building(building).ok_or("there is no such building")?;
            if own.built.contains(building) {
                return Err(format!("you have built a {building} already"));
            }
            if card.left == 0 {
                return Err(format!("no {building} is left"));
            }
            let lacking = card.cost.iter().find(|(good, it)| own.count(good) < **it);
            match lacking {
                Some((good, it)) => Err(format!(
                    "a {building} costs {it} {good}, and you have {}",
                    own.count(good)
                )),
                None => Ok(()),
            }
        }
        Deed::Rest => Ok(()),
    }
}

/// May this seat choose this now?
///
/// # Errors
/// Why not.
pub fn permits(view: &View, question: &Question, choice: &Choice) -> Result<(), String> {
    match (question, choice) {
        (Question::Plan, Choice::Plan { .. }) => Ok(()),
        (Question::Take, Choice::Take { goods }) => match goods.len() == view.board.len() {
            true => Ok(()),
            false => Err("a ranking names every good".to_owned()),
        },
        (Question::Wish { .. }, Choice::Wish { deed, .. }) => possible(view, deed),
        (question, choice) => Err(format!("{choice:?} is no answer to {question:?}")),
    }
}

/// What silence does.
pub fn fallback(view: &View, question: &Question) -> Choice {
    match question {
        Question::Plan => Choice::Plan { pilot: Pilot::Auto },
        Question::Take => Choice::Take {
            goods: view.ranking(&[]),
        },
        Question::Wish { mark, pilot } => {
            let mut all = view.buildings.iter().map(|it| Deed::Build {
                building: it.name.clone(),
            });
            let built = match pilot {
                Pilot::Auto => all.find(|it| possible(view, it).is_ok()),
                Pilot::Own => None,
            };
            match built {
                Some(deed) => Choice::Wish {
                    deed,
                    mark: mark.clone().moved(),
                },
                None => Choice::Wish {
                    deed: Deed::Rest,
                    mark: mark.clone(),
                },
            }
        }
    }
}
