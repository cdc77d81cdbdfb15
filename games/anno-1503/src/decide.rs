//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3).

use super::board::Cell;
use super::choice::{Choice, Deal, Question, choices};
use super::data::{Building, Good, Goods, Level, Tables};
use super::names::AUTO;
use super::need::{Floors, buy, fill, launch, need, place, riser, sell_all, speaks};
use super::orders::{Order, Pick, Sale, Selling, Side, wishes};
use super::pick::{begins, how, names, next};
use super::reckon::{can_pay, has_gold};
use super::remains::{auto_side, give_up};
use super::state::Route;
use super::view::View;
use packetboat_core::engine::decide::{Decision, Lines, Live, Verdict};
use packetboat_core::engine::declare::Amount;
use packetboat_core::engine::seat::Seat;
use std::cmp::Reverse;

/// Decides a question; the lines of silence come after those of the seat.
pub fn decide(
    tables: &Tables,
    view: &View,
    question: &Question,
    lines: &Lines<'_, Order>,
) -> Decision<Choice> {
    if let Question::Sail { ship } = question {
        return Decision {
            choice: Some(next(tables, view, lines, *ship)),
            ..Decision::none()
        };
    }
    let picky = lines.lines.iter().any(|it| !it.silent() && takes(it.order));
    let say = |line: &Live<'_, Order>| match (question, line.order) {
        (Question::Produce { number }, Order::Produce { goods }) => {
            produce(tables, view, lines, *number, goods)
        }
        (Question::Produce { number }, Order::Bridge { number: at, side }) => {
            let mine = *number > 0 && (at.0 == 0 || at.0 == *number);
            if mine {
                bridge(tables, view, lines, *number, *side)
            } else {
                Verdict::NotMine
            }
        }
        (Question::Lose, Order::Lose { items }) => {
            let all = choices(tables, view, question);
            let named = items.iter().map(|it| Choice::Lose { loss: it.clone() });
            let found = named.into_iter().find(|it| all.contains(it));
            found.map_or(Verdict::NotMine, Verdict::Always)
        }
        // A TAKE line of the seat's own keeps that of silence out (D9).
        (Question::Tile { .. }, Order::Take { .. }) if line.silent() && picky => Verdict::NotMine,
        (Question::Tile { tile, .. }, Order::Take { picks }) => {
            let named = picks.iter().find(|it| names(&it.kind, *tile));
            named.map_or(Verdict::NotMine, |pick: &Pick| {
                let at = how(tables, view, lines, *tile, pick);
                Verdict::Always(Choice::Use { at })
            })
        }
        (Question::Tile { tile, .. }, Order::Skip { kinds }) => {
            if kinds.iter().any(|it| names(it, *tile)) {
                Verdict::Always(Choice::PutBack)
            } else {
                Verdict::NotMine
            }
        }
        (Question::Discard, Order::Discard { goods }) => {
            let first = goods.iter().find(|it| view.hand.get(**it) > 0);
            first.map_or(Verdict::NotMine, |good| {
                Verdict::Always(give_up(tables, view, lines, *good))
            })
        }
        (Question::Wish, order) if line.silent() && (speaks(lines) || !wishes(order)) => {
            Verdict::NotMine
        }
        (Question::Wish, _) => wish(tables, view, lines, line),
        _ => Verdict::NotMine,
    };
    lines.first(say, |choice| permits(tables, view, question, choice))
}

fn takes(order: &Order) -> bool {
    matches!(order, Order::Take { .. })
}

/// The first good of a ranking that can be taken, where any can (D1).
fn produce(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    number: u32,
    ranking: &[String],
) -> Verdict<Choice> {
    let free = number == 0 || tables.home(view.mine()).at(number).is_none();
    if !free {
        return Verdict::NotMine;
    }
    let there = |it: &Good| view.stock.get(*it) > 0;
    let found = ranking.iter().find_map(|word| match word.as_str() {
        AUTO => need(tables, view, lines).lacking.into_iter().find(there),
        word => Good::of(word).filter(there),
    });
    found.map_or(Verdict::NotMine, |good| {
        Verdict::Always(Choice::Take {
            good,
            branch: false,
        })
    })
}

/// The home good or that of the branch office (D2).
fn bridge(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    number: u32,
    side: Side,
) -> Verdict<Choice> {
    let home = tables.home(view.mine()).at(number);
    let branch = view.own().branch(number);
    let Some((home, branch)) = home.zip(branch) else {
        return Verdict::NotMine;
    };
    Verdict::Always(match side {
        Side::Home => Choice::Take {
            good: home,
            branch: false,
        },
        Side::Branch => Choice::Take {
            good: branch,
            branch: true,
        },
        Side::Auto => auto_side(tables, view, lines, home, branch),
    })
}

/// What a wish would do now, or why it must wait.
fn wish(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    line: &Live<'_, Order>,
) -> Verdict<Choice> {
    let floors = Floors::of(lines, &[]);
    let filled = |cost: &Goods, most: u32| fill(tables, view, &floors, cost, most);
    let found = match line.order {
        Order::Pioneer { buildings, fill } => place(tables, view, buildings).and_then(|building| {
            let fill = filled(&tables.cost(Level::Pioneer), *fill)?;
            Ok(Choice::Pioneer { building, fill })
        }),
        Order::Develop {
            level,
            space: at,
            fill,
        } => riser(tables, view, *level, *at).and_then(|space| {
            let fill = filled(&tables.cost(level.level()), *fill)?;
            Ok(Choice::Develop { space, fill })
        }),
        Order::Ship { fill } => launch(tables, view).and_then(|_| {
            let fill = filled(&tables.ship_cost(), *fill)?;
            Ok(Choice::Ship { fill })
        }),
        Order::Sell { what, keep } => sell(tables, view, lines, what, keep),
        Order::Buy { what } => {
            let good: Good = what.kind();
            buy(tables, view, &floors, &Goods::of(good, 1)).map(|()| Choice::Buy { good })
        }
        Order::Sail { ship, steps } => {
            let route = Route {
                ship: *ship,
                steps: steps.clone(),
                lasting: !line.each && !line.standing && !line.silent(),
                of: line.at.submission,
                said: String::new(),
            };
            begins(tables, view, lines, &route).map(|()| Choice::Sail {
                ship: route.ship,
                steps: route.steps,
                lasting: route.lasting,
                of: route.of,
            })
        }
        Order::Draw { from } => draw(tables, view, &floors, from),
        _ => return Verdict::NotMine,
    };
    found.map_or_else(Verdict::Refuse, Verdict::Once)
}

/// What a SELL line sells now.
///
/// # Errors
/// Why nothing.
fn sell(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    what: &Selling,
    keep: &[Amount],
) -> Result<Choice, String> {
    let floors = Floors::of(lines, keep);
    let above = view.hand.less(&floors.goods());
    let all = |spare, until| {
        let deals = sell_all(tables, view, spare, until);
        Choice::Sell { deals }
    };
    match what {
        Selling::Max {} => Ok(all(above, None)),
        Selling::Spare {} => {
            let aside = need(tables, view, lines).aside;
            Ok(all(view.hand.less(&aside).at_most(&above), None))
        }
        Selling::Until { gold } => Ok(all(above, Some(*gold))),
        Selling::Some { sales } => some(tables, view, above, sales),
    }
}

/// Sells one card of each of these, or nothing.
fn some(tables: &Tables, view: &View, above: Goods, sales: &[Sale]) -> Result<Choice, String> {
    let (own, mut left, mut turn) = (view.own(), above, view.own_turn());
    let mut deals = Vec::new();
    for Sale { good, to, .. } in sales {
        if view.hand.get(*good) == 0 {
            return Err(format!("you held no {good}"));
        }
        if left.take(*good, 1) == 0 {
            return Err(format!("you had no {good} left above your floors"));
        }
        let space = match to {
            0 => own
                .buyer(tables, &turn, *good)
                .ok_or_else(|| format!("nobody bought {good} any more"))?,
            to => own
                .pays(tables, &turn, *to, *good)
                .map(|_| *to)
                .ok_or_else(|| format!("space {to} bought no {good}"))?,
        };
        turn.sold.push(space);
        deals.push(Deal { good: *good, space });
    }
    Ok(Choice::Sell { deals })
}

/// From whom the Big Branch Office draws (R15, D11).
///
/// # Errors
/// Why from nobody.
fn draw(tables: &Tables, view: &View, floors: &Floors<'_>, from: &str) -> Result<Choice, String> {
    let (world, me) = (&view.world, view.mine());
    let others = world.from(me).into_iter().skip(1);
    let cards = |it: &Seat| view.held.get(it).copied().unwrap_or(0);
    let found = match from {
        "MOSTCARDS" => others.min_by_key(|it| Reverse(cards(it))),
        "LEADER" => world.leader(tables, me),
        seat => others.into_iter().find(|it| it.as_str() == seat),
    };
    let from = found.ok_or_else(|| format!("{from} was not at the table"))?;
    let choice = Choice::Draw { from };
    permits(tables, view, &Question::Wish, &choice)?;
    let (gold, price) = (view.own().gold, tables.costs.draw);
    if price + floors.gold() > gold {
        Err(format!(
            "it costs {price} gold, and KEEP holds {} back",
            floors.gold()
        ))
    } else {
        Ok(choice)
    }
}

/// May this be chosen now?
///
/// # Errors
/// Why not, for the seat.
pub fn permits(
    tables: &Tables,
    view: &View,
    question: &Question,
    choice: &Choice,
) -> Result<(), String> {
    let none = Floors::of(
        &Lines {
            lines: Vec::new(),
            asleep: Vec::new(),
            wished: false,
            trying: false,
        },
        &[],
    );
    let (own, turn, me) = (view.own(), view.own_turn(), view.mine());
    let paid = |cost: Goods, bought: &Goods| {
        buy(tables, view, &none, bought)?;
        can_pay(&(view.hand + *bought), &cost)
    };
    match (question, choice) {
        (Question::Wish, Choice::Rest) | (Question::Sail { .. }, Choice::Halt { .. }) => Ok(()),
        (Question::Wish, Choice::Pioneer { building, fill }) => {
            let (_, built) = own.next_space(tables)?;
            if let Some(building) = building {
                view.world.may_build(tables, me, *building)?;
            }
            if built == building.is_some() {
                paid(tables.cost(Level::Pioneer), fill)
            } else {
                Err("there is no such pioneer".to_owned())
            }
        }
        (Question::Wish, Choice::Develop { space, fill }) => {
            paid(tables.cost(own.can_rise(tables, *space)?), fill)
        }
        (Question::Wish, Choice::Ship { fill }) => {
            launch(tables, view)?;
            paid(tables.ship_cost(), fill)
        }
        (Question::Wish, Choice::Sell { deals }) => {
            let (mut hand, mut turn) = (view.hand, turn);
            for Deal { good, space } in deals {
                let bought = own.pays(tables, &turn, *space, *good).is_some();
                if !bought || hand.take(*good, 1) == 0 {
                    return Err(format!("space {space} cannot buy {good}"));
                }
                turn.sold.push(*space);
            }
            Ok(())
        }
        (Question::Wish, Choice::Buy { good }) => buy(tables, view, &none, &Goods::of(*good, 1)),
        (Question::Wish, Choice::Sail { ship, .. }) => own
            .ship(*ship)
            .map(|_| ())
            .ok_or_else(|| format!("ship {ship} was not at sea")),
        (Question::Wish, Choice::Draw { from }) => may_draw(tables, view, *from),
        (Question::Sail { ship }, Choice::Go { to, .. }) => {
            let near = |at| tables.board.coast(at).any(|it| it == *to);
            may_sail(tables, view, *ship, *to, &near)
        }
        (Question::Sail { ship }, Choice::Look { cell, .. }) => {
            let lies = view.tiles.contains(cell);
            let near = |at| lies && tables.board.shores(at).any(|it| it == *cell);
            may_sail(tables, view, *ship, *cell, &near)
        }
        _ if choices(tables, view, question).contains(choice) => Ok(()),
        _ => Err("that cannot be chosen now".to_owned()),
    }
}

/// That a ship has a point left, and is near enough.
fn may_sail(
    tables: &Tables,
    view: &View,
    ship: u32,
    cell: Cell,
    near: &dyn Fn(Cell) -> bool,
) -> Result<(), String> {
    let at = view.own().ship(ship).ok_or("the ship was not at sea")?.at;
    let points = view
        .world
        .points_left(tables, view.mine(), &view.own_turn(), ship);
    if near(at) && points > 0 {
        Ok(())
    } else {
        Err(format!("ship {ship} cannot reach {cell}"))
    }
}

/// R15.
fn may_draw(tables: &Tables, view: &View, from: Seat) -> Result<(), String> {
    let own = view.own();
    if !own.owns(Building::Bigbranch) {
        return Err(format!("you owned no {}", Building::Bigbranch.words()));
    }
    if view.own_turn().drawn {
        return Err("you had drawn a card in this turn".to_owned());
    }
    has_gold(own.gold, tables.costs.draw)?;
    let cards = view
        .held
        .get(&from)
        .copied()
        .filter(|_| from != view.mine());
    match cards {
        Some(1..) => Ok(()),
        _ => Err(format!("{} held no card", tables.title(from))),
    }
}
