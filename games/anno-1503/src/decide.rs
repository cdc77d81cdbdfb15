//! How a seat's lines, and the lines of silence after them, come to a decision (4.2, 4.3).

use super::board::Cell;
use super::choice::{Choice, Deal, Question, choices};
use super::data::{Building, Good, Goods, Level, Tables};
use super::names::AUTO;
use super::need::{Floors, buy, fill, need, place, riser, sell_all, speaks};
use super::orders::{Order, Pick, Sale, Selling, Side, wishes};
use super::pick::{begins, how, names, next};
use super::reckon::{can_pay, has_gold};
use super::refusal::Refusal;
use super::remains::{auto_side, give_up};
use super::state::{Route, Turn};
use super::view::View;
use packetboat_core::engine::decide::{Decision, Lines, Live, Verdict};
use packetboat_core::engine::declare::Amount;
use packetboat_core::engine::seat::Seat;
use std::cmp::Reverse;

/// What one line says to a question.
type Said = Verdict<Choice, Refusal>;

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
        (Question::Produce { number }, Order::Bridge { number: at, side })
            if *number > 0 && (at.0 == 0 || at.0 == *number) =>
        {
            bridge(tables, view, lines, *number, *side)
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
        (Question::Tile { tile, .. }, Order::Skip { kinds })
            if kinds.iter().any(|it| names(it, *tile)) =>
        {
            Verdict::Always(Choice::PutBack)
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
) -> Said {
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
        Verdict::Always(Choice::take(good, false))
    })
}

/// The home good or that of the branch office (D2).
fn bridge(tables: &Tables, view: &View, lines: &Lines<'_, Order>, number: u32, side: Side) -> Said {
    let home = tables.home(view.mine()).at(number);
    let branch = view.own().branch(number);
    let Some((home, branch)) = home.zip(branch) else {
        return Verdict::NotMine;
    };
    Verdict::Always(match side {
        Side::Home => Choice::take(home, false),
        Side::Branch => Choice::take(branch, true),
        Side::Auto => auto_side(tables, view, lines, home, branch),
    })
}

/// What a wish would do now, or why it must wait.
fn wish(tables: &Tables, view: &View, lines: &Lines<'_, Order>, line: &Live<'_, Order>) -> Said {
    if let Order::Sell { what, keep } = line.order {
        return sell(tables, view, lines, what, keep);
    }
    match wished(tables, view, lines, line) {
        Ok(Some(choice)) => Verdict::Once(choice),
        Ok(None) => Verdict::NotMine,
        Err(why) => Verdict::RefuseEach(why),
    }
}

/// The same of all but sales.
fn wished(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    line: &Live<'_, Order>,
) -> Result<Option<Choice>, Vec<Refusal>> {
    let floors = Floors::of(lines, &[]);
    let filled = |cost: &Goods, most: u32| fill(tables, view, &floors, cost, most);
    Ok(Some(match line.order {
        Order::Pioneer { buildings, fill } => Choice::Pioneer {
            building: place(tables, view, buildings)?,
            fill: filled(&tables.cost(Level::Pioneer), *fill)?,
        },
        Order::Develop { level, space, fill } => Choice::Develop {
            space: riser(tables, view, *level, *space)?,
            fill: filled(&tables.cost(level.level()), *fill)?,
        },
        Order::Ship { fill } => {
            view.own().free_ship(tables)?;
            let fill = filled(&tables.ship_cost(), *fill)?;
            Choice::Ship { fill }
        }
        Order::Buy { what } => {
            let good: Good = what.kind();
            buy(tables, view, &floors, &Goods::of(good, 1))?;
            Choice::Buy { good }
        }
        Order::Sail { ship, steps } => {
            let lasting = !line.each && !line.standing && !line.silent();
            let route = Route::new((*ship, steps), lasting, line.at.submission);
            begins(tables, view, lines, &route)?;
            Choice::Sail {
                ship: route.ship,
                steps: route.steps,
                lasting,
                of: route.of,
            }
        }
        Order::Draw { from } => draw(tables, view, &floors, from)?,
        _ => return Ok(None),
    }))
}

/// What a SELL line sells now, or why nothing.
fn sell(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    what: &Selling,
    keep: &[Amount],
) -> Said {
    let floors = Floors::of(lines, keep);
    let above = view.hand.less(&floors.goods());
    let (spare, until) = match what {
        Selling::Max {} => (above, None),
        Selling::Spare {} => {
            let aside = need(tables, view, lines).aside;
            (view.hand.less(&aside).at_most(&above), None)
        }
        Selling::Until { gold } => (above, Some(*gold)),
        Selling::Some { sales } => {
            let sold = some(tables, view, &floors, sales);
            return sold.map_or_else(Verdict::Refuse, Verdict::Once);
        }
    };
    let deals = sell_all(tables, view, spare, until);
    let (own, turn) = (view.own(), view.own_turn());
    let pays = |it: &Deal| own.pays(tables, &turn, it.space, it.good);
    let gold = own.gold + deals.iter().filter_map(pays).sum::<u32>();
    let why = match until {
        Some(until) if gold >= until && deals.is_empty() => Some(Refusal::GoldThere { gold }),
        _ if deals.is_empty() => Some(Refusal::NothingSold),
        Some(until) if gold < until => Some(Refusal::GoldShort { gold }),
        _ => None,
    };
    let choice = Choice::Sell { deals };
    match why {
        Some(why) => Verdict::OnceInPart(choice, why),
        None => Verdict::Once(choice),
    }
}

/// Sells one card of each of these, or nothing.
fn some(
    tables: &Tables,
    view: &View,
    floors: &Floors<'_>,
    sales: &[Sale],
) -> Result<Choice, Refusal> {
    let (own, mut left) = (view.own(), view.hand.less(&floors.goods()));
    let (mut turn, fresh) = (view.own_turn(), Turn::default());
    let mut deals = Vec::new();
    for Sale { good, to, .. } in sales {
        let (good, space) = (*good, *to);
        let pays = |turn: &Turn| own.pays(tables, turn, space, good).map(|_| space);
        let buyer = |turn: &Turn| match space {
            0 => own.buyer(tables, turn, good),
            _ => pays(turn),
        };
        if buyer(&fresh).is_none() {
            return Err(match space {
                0 => Refusal::NoBuyer { good },
                _ => Refusal::BuysNo { space, good },
            });
        }
        if view.hand.get(good) == 0 {
            return Err(Refusal::NotHeld { good });
        }
        if left.take(good, 1) == 0 {
            let floor = floors.floor(good.word());
            return Err(Refusal::Floor { good, floor });
        }
        let space = buyer(&turn).ok_or(match space {
            0 => Refusal::SoldOut { good },
            _ => Refusal::Served { space },
        })?;
        turn.sold.push(space);
        deals.push(Deal { good, space });
    }
    Ok(Choice::Sell { deals })
}

/// From whom the Big Branch Office draws (R15, D11).
///
/// # Errors
/// Why from nobody.
fn draw(tables: &Tables, view: &View, floors: &Floors<'_>, from: &str) -> Result<Choice, Refusal> {
    let (world, me) = (&view.world, view.mine());
    let others = world.from(me).into_iter().skip(1);
    let cards = |it: &Seat| view.held.get(it).copied().unwrap_or(0);
    let found = match from {
        "MOSTCARDS" => others.min_by_key(|it| Reverse(cards(it))),
        "LEADER" => world.leader(tables, me),
        seat => others.into_iter().find(|it| it.as_str() == seat),
    };
    let absent = || from.parse().map_or(from.to_owned(), |it| tables.title(it));
    let from = found.ok_or_else(|| Refusal::Absent { who: absent() })?;
    may_draw(tables, view, from, floors.gold())?;
    Ok(Choice::Draw { from })
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
) -> Result<(), Refusal> {
    let none = Floors::default();
    let (own, turn, me) = (view.own(), view.own_turn(), view.mine());
    let paid = |cost: Goods, bought: &Goods| {
        buy(tables, view, &none, bought)?;
        can_pay(&(view.hand + *bought), &cost)
    };
    let open = |it: bool| it.then_some(()).ok_or(Refusal::NoChoice);
    match (question, choice) {
        (Question::Wish, Choice::Rest) | (Question::Sail { .. }, Choice::Halt { .. }) => Ok(()),
        (Question::Wish, Choice::Pioneer { building, fill }) => {
            let (_, built) = own.next_space(tables)?;
            if let Some(building) = building {
                view.world.may_build(tables, me, *building)?;
            }
            open(built == building.is_some())?;
            paid(tables.cost(Level::Pioneer), fill)
        }
        (Question::Wish, Choice::Develop { space, fill }) => {
            paid(tables.cost(own.can_rise(tables, *space)?), fill)
        }
        (Question::Wish, Choice::Ship { fill }) => {
            view.own().free_ship(tables)?;
            paid(tables.ship_cost(), fill)
        }
        (Question::Wish, Choice::Sell { deals }) => {
            let (mut hand, mut turn) = (view.hand, turn);
            deals.iter().try_for_each(|Deal { good, space }| {
                let bought = own.pays(tables, &turn, *space, *good).is_some();
                turn.sold.push(*space);
                open(bought && hand.take(*good, 1) > 0)
            })
        }
        (Question::Wish, Choice::Buy { good }) => buy(tables, view, &none, &Goods::of(*good, 1)),
        (Question::Wish, Choice::Sail { ship, .. }) => {
            let ship = *ship;
            let there = own.ship(ship).map(|_| ());
            there.ok_or(Refusal::NotAtSea { ship })
        }
        (Question::Wish, Choice::Draw { from }) => may_draw(tables, view, *from, 0),
        (Question::Sail { ship }, Choice::Go { to, .. }) => {
            let near = |at| tables.board.coast(at).any(|it| it == *to);
            open(may_sail(tables, view, *ship, &near))
        }
        (Question::Sail { ship }, Choice::Look { cell, .. }) => {
            let lies = view.tiles.contains(cell);
            let near = |at| lies && tables.board.shores(at).any(|it| it == *cell);
            open(may_sail(tables, view, *ship, &near))
        }
        _ => open(choices(tables, view, question).contains(choice)),
    }
}

/// Whether a ship has a point left, and is near enough.
fn may_sail(tables: &Tables, view: &View, ship: u32, near: &dyn Fn(Cell) -> bool) -> bool {
    let at = view.own().ship(ship).map(|it| it.at);
    let turn = view.own_turn();
    let points = view.world.points_left(tables, view.mine(), &turn, ship);
    at.is_some_and(near) && points > 0
}

/// R15.
fn may_draw(tables: &Tables, view: &View, from: Seat, kept: u32) -> Result<(), Refusal> {
    let own = view.own();
    if !own.owns(Building::Bigbranch) {
        return Err(Refusal::NoOffice);
    }
    if view.own_turn().drawn {
        return Err(Refusal::DrawnBefore);
    }
    let cards = view.held.get(&from).copied();
    if from == view.mine() || cards.unwrap_or(0) == 0 {
        let who = tables.title(from);
        return Err(Refusal::NoCard { who });
    }
    has_gold(own.gold, tables.costs.draw, kept)
}
