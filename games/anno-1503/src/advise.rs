//! What is worth knowing of the lines of a seat, besides what the engine finds out itself: each is
//! tried on what the seat sees.

use super::board::Cell;
use super::choice::{Choice, Question};
use super::facts::Anno;
use super::need::Mind;
use super::orders::{Loss, Order, wishes};
use super::phases::act::pay;
use super::pick::barred;
use super::state::Route;
use super::steps::Step;
use super::view::View;
use packetboat_core::engine::advice::live;
use packetboat_core::prelude::*;
use serde_json::Value;
use std::cell::RefCell;
use std::slice;

/// What helps to plan.
#[derive(Debug, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Help {
    /// What a card costs.
    Price { gold: u32 },
    /// What FILL buys, and for how much.
    Filled { lacks: String, gold: u32 },
    /// The ship stops beside an island.
    StopsBeside { cell: Cell },
    /// How many action points a route takes, and a turn has.
    Far { needed: u32, has: u32 },
    /// A ship that looks at a tile may use it.
    Uses,
    /// The island has no bridge at a number.
    NoBridge { number: u32 },
    /// EACH where a sheet is for one turn only.
    EachOnce,
    /// From a later round of the batch on these lines take the place of those before.
    Later { round: u32 },
}

/// All that is worth knowing, line by line.
pub fn advise(game: &Anno, view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let sheet = SheetNo::whole(view.round);
    // As if it were the seat's turn.
    let view = &View {
        active: view.mine(),
        turn: view.own_turn(),
        ..view.clone()
    };
    let plan = Plan::of(game, view, lines);
    let advice = Advice {
        remarks: &|view: &View, line, order| match line.sheet() {
            Some(at) if at == sheet => {
                let each = line.each && view.ways.legs == 1;
                let each = each.then(|| (Weight::Fact, Reason::of(&Help::EachOnce)));
                let found = plan.remarks(view, line.at, order).into_iter();
                found.chain(each).collect()
            }
            _ => Vec::new(),
        },
        trial: Some(&plan),
        ..Advice::on(sheet, &game.tables, &game.facts, view)
    };
    let mut notes: Vec<Note> = Vec::new();
    for note in advice
        .notes(lines)
        .into_iter()
        .chain(from_later(view, lines))
    {
        // Of several cards on one line each is a wish.
        let line = |it: &Note| (it.at.submission, it.at.line);
        let said = |it: &Note| line(it) == line(&note) && it.what == note.what;
        if !notes.iter().any(said) {
            notes.push(note);
        }
    }
    notes
}

/// That lines for a later round of the batch take the place of those before.
fn from_later(view: &View, lines: &[&TableLine<Order>]) -> Vec<Note> {
    let inside = |it: &SheetNo| it.turn > view.round && it.turn <= view.batch_until;
    let mut told = Vec::new();
    let mut notes = Vec::new();
    for line in lines {
        let Some(sheet) = line.sheet().filter(inside) else {
            continue;
        };
        if !told.contains(&sheet) {
            told.push(sheet);
            let round = sheet.turn;
            notes.push(Note {
                at: line.at,
                what: Reason::of(&Help::Later { round }),
                weight: Weight::Fact,
            });
        }
    }
    notes
}

/// The lines in force, as they are tried one after another.
struct Plan<'a> {
    game: &'a Anno,
    /// What the seat sees before any of them.
    first: &'a View,
    /// Those whose time has surely come: they have no IF.
    all: Vec<Live<'a, Order>>,
    /// The wishes that have been carried out.
    done: RefCell<Vec<OrderRef>>,
}

impl<'a> Plan<'a> {
    fn of(game: &'a Anno, view: &'a View, lines: &[&'a TableLine<Order>]) -> Self {
        let now = Some(SheetNo::whole(view.round));
        let force = lines
            .iter()
            .filter(|it| it.sheet() == now || it.sheet().is_none());
        let branches = force.flat_map(|line| {
            let sure = line.branches.iter().zip(live(line));
            let sure = sure.filter(|it| it.0.when.is_always());
            sure.map(|(_, it)| Live { closed: true, ..it })
        });
        Plan {
            game,
            first: view,
            all: branches.collect(),
            done: RefCell::default(),
        }
    }

    /// These lines, and all others to be seen beside them.
    fn beside<'s>(&'s self, lines: &[Live<'s, Order>], at: OrderRef) -> Lines<'s, Order> {
        let done = self.done.borrow();
        let others = self.all.iter().filter(|it| it.at != at);
        let others = others.map(|other| Live {
            done: done.contains(&other.at),
            ..*other
        });
        Lines {
            lines: others.chain(lines.iter().copied()).collect(),
            asleep: Vec::new(),
            wished: true,
            trying: true,
        }
    }

    /// What helps to plan of an order.
    fn remarks(&self, view: &View, at: OrderRef, order: &Order) -> Vec<Weighed> {
        let tables = &self.game.tables;
        let bridges = &view.own().island(tables).bridges;
        let fact = |it: Help| (Weight::Fact, Reason::of(&it));
        let numbers: Vec<u32> = match order {
            Order::Take { picks } => picks.iter().flat_map(|it| it.at.clone()).collect(),
            Order::Bridge { number, .. } if number.0 > 0 => vec![number.0],
            Order::Lose { items } => {
                let number = |loss: &Loss| match loss {
                    Loss::Branch { number } => Some(*number),
                    Loss::Agreement {} => None,
                };
                items.iter().filter_map(number).collect()
            }
            Order::Buy { .. } => {
                let gold = view.own().price(tables);
                return vec![fact(Help::Price { gold })];
            }
            Order::Sail { ship, steps } => {
                let looks = |it: &Step| matches!(it, Step::Look { .. } | Step::LookNear);
                let hunts = matches!(steps.last(), Some(Step::Hunt { .. }));
                let mut way = self.way(view, at, Route::new((*ship, steps), true, 0));
                if way.is_empty() && !hunts && steps.iter().any(looks) {
                    way.push(fact(Help::Uses));
                }
                return way;
            }
            _ => Vec::new(),
        };
        let none = numbers.into_iter().filter(|it| !bridges.contains(it));
        none.map(|number| fact(Help::NoBridge { number })).collect()
    }

    /// What is in the way of a route, and how far it leads, but for what it hunts.
    fn way(&self, view: &View, at: OrderRef, mut route: Route) -> Vec<Weighed> {
        let (tables, ship) = (&self.game.tables, route.ship);
        let (mut told, mut needed) = (Vec::new(), 0);
        let Some(mut from) = view.own().ship(ship).map(|it| it.at) else {
            return told;
        };
        let lies = |it: Cell| view.tiles.contains(&it);
        let lines = &self.beside(&[], at);
        let mind = Mind::of(tables, view, lines);
        while let Some(step) = route.steps.first().cloned() {
            if matches!(step, Step::LookNear | Step::Hunt { .. }) {
                break;
            }
            if let Some(why) = barred(tables, lies, from, slice::from_ref(&step)) {
                told.push((Weight::Doubt, Reason::of(&why)));
            }
            let rest = match mind.come_to((&route, from), &route.steps) {
                Some(Choice::Go { to, rest }) => {
                    from = to;
                    rest
                }
                Some(Choice::Look { rest, .. }) => rest,
                _ => {
                    if let Step::To { cell } = step
                        && tables.board.islands.contains_key(&cell)
                    {
                        told.push((Weight::Fact, Reason::of(&Help::StopsBeside { cell })));
                    }
                    route.steps.remove(0);
                    continue;
                }
            };
            needed += 1;
            route.steps = rest;
        }
        let has = mind.eye().points(ship);
        if needed > has {
            told.push((Weight::Fact, Reason::of(&Help::Far { needed, has })));
        }
        told
    }

    /// What FILL buys for a choice.
    fn filled(&self, view: &View, choice: &Choice) -> Option<Reason> {
        let bought = choice.bought();
        let gold = view.own().price(&self.game.tables) * bought.total();
        let lacks = bought.words();
        let fills = !bought.is_empty() && !matches!(choice, Choice::Buy { .. });
        fills.then(|| Reason::of(&Help::Filled { lacks, gold }))
    }
}

impl Trial<Order> for Plan<'_> {
    fn tried(&self, view: &mut View, lines: &Lines<'_, Order>, sure: bool) -> Vec<Weighed> {
        let wished = lines.lines.iter().find(|it| wishes(it.order));
        let Some(at) = wished.map(|it| it.at) else {
            return Vec::new();
        };
        let tables = &self.game.tables;
        let lines = &self.beside(&lines.lines, at);
        let decide = |view: &View| Mind::of(tables, view, lines).decide(&Question::Wish);
        let (said, alone) = (decide(view), decide(self.first));
        let filled = |view: &View, it: &Option<Choice>| self.filled(view, it.as_ref()?);
        let bought = filled(view, &said.choice);
        // What lines above leave is another matter than what there is.
        let above =
            alone.passed_over != said.passed_over || filled(self.first, &alone.choice) != bought;
        let refused = said.passed_over.iter().map(|it| (Weight::Doubt, &it.why));
        let bought = bought.iter().map(|it| (Weight::Fact, it));
        let told = refused.chain(bought);
        let told = told.map(|(weight, it)| (weight, if above { after(it) } else { it.clone() }));
        let told = told.collect();
        // Where a ship's turn ends, its looks decide: nothing is said of it.
        let sails = matches!(said.choice, Some(Choice::Sail { .. }));
        if let (Some(choice), true) = (said.choice, sure && !sails) {
            let cards = view.stock + view.hand;
            let all = (&mut view.world, &mut view.turn, &mut view.hand);
            pay(tables, all, (self.first.mine(), &choice));
            view.stock = cards.less(&view.hand);
            self.done.borrow_mut().push(at);
        }
        told
    }
}

/// The same reason, as it comes of the lines above.
fn after(reason: &Reason) -> Reason {
    let mut told = reason.value().clone();
    if let Some(fields) = told.as_object_mut() {
        fields.insert("above".to_owned(), Value::Bool(true));
    }
    Reason::of(&told)
}
