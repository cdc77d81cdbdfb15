//! What a seat's wishes need: floors, the need list, and what may be sold or bought beside them
//! (4.3).

use super::choice::Deal;
use super::data::{Building, CHEAP, DEAR, Good, Goods, Level, Tables};
use super::names::GOLD;
use super::orders::{Order, Rise, buildings_named};
use super::reckon::{can_pay, has_gold};
use super::refusal::Refusal;
use super::view::View;
use packetboat_core::engine::decide::Lines;
use packetboat_core::engine::declare::Amount;
use std::cmp::Reverse;

/// What KEEP lines hold back: for each good, and for gold, the first line in force that names it.
#[derive(Default)]
pub struct Floors<'a>(Vec<&'a Amount>);

impl<'a> Floors<'a> {
    /// Of these lines; `own` comes before them.
    pub fn of(lines: &Lines<'a, Order>, own: &'a [Amount]) -> Self {
        let keeps = lines.lines.iter().filter_map(|line| match line.order {
            Order::Keep { floors } => Some(floors),
            _ => None,
        });
        Floors(own.iter().chain(keeps.flatten()).collect())
    }

    /// Of one of them, as a line names it.
    pub fn floor(&self, of: &str) -> u32 {
        let first = self.0.iter().find(|it| it.of == of);
        first.map_or(0, |it| it.count)
    }

    /// Of gold.
    pub fn gold(&self) -> u32 {
        self.floor(GOLD)
    }

    /// Of all goods.
    pub fn goods(&self) -> Goods {
        let each = Good::ALL.into_iter();
        each.map(|it| Goods::of(it, self.floor(it.word()))).sum()
    }
}

/// The need list.
#[derive(Debug, Clone, Default)]
pub struct Need {
    /// Cards of the hand set aside.
    pub aside: Goods,
    /// What is lacking, in order.
    pub lacking: Vec<Good>,
}

/// Whether the seat keeps silence from wishing: it wrote a wish for this sheet, or PASS. Then a
/// ship without a SAIL line stays where it is (D8).
pub fn speaks(lines: &Lines<'_, Order>) -> bool {
    let passes = lines
        .lines
        .iter()
        .any(|it| *it.order == Order::Pass {} && !it.silent());
    passes || lines.wished
}

/// Goes through the open wishes from top to bottom (4.3).
pub fn need(tables: &Tables, view: &View, lines: &Lines<'_, Order>) -> Need {
    // What was tried in this pass and could not be done is still wished for.
    let open = lines.lines.iter().filter(|it| !it.silent() && !it.done);
    let mut costs: Vec<Goods> = open.filter_map(|it| cost(tables, view, it.order)).collect();
    if !speaks(lines) {
        costs.extend(silent_costs(tables, view));
    }
    let (mut left, mut need) = (view.hand, Need::default());
    for cost in costs {
        let aside = cost.at_most(&left);
        left -= aside;
        need.aside += aside;
        let lacking = cost.less(&aside);
        for good in DEAR {
            need.lacking.extend((0..lacking.get(good)).map(|_| good));
        }
    }
    need
}

fn silent_costs(tables: &Tables, view: &View) -> Vec<Goods> {
    let rise = |level| Order::Develop {
        level,
        space: 0,
        fill: 0,
    };
    let mut wishes = [Rise::Merchant, Rise::Citizen, Rise::Settler]
        .map(rise)
        .to_vec();
    wishes.push(Order::Pioneer {
        buildings: Vec::new(),
        fill: 0,
    });
    let own = view.own();
    if own.ships.is_empty() && own.branch_count() < tables.victory.branch {
        wishes.push(Order::Ship { fill: 0 });
    }
    wishes
        .iter()
        .filter_map(|it| cost(tables, view, it))
        .collect()
}

/// What a wish costs that cards alone would make possible.
pub fn cost(tables: &Tables, view: &View, order: &Order) -> Option<Goods> {
    match order {
        Order::Ship { .. } => {
            let possible = view.own().free_ship(tables).is_ok();
            possible.then(|| tables.ship_cost())
        }
        Order::Pioneer { buildings, .. } => {
            let possible = place(tables, view, buildings).is_ok();
            possible.then(|| tables.cost(Level::Pioneer))
        }
        Order::Develop {
            level, space: at, ..
        } => {
            let possible = riser(tables, view, *level, *at).is_ok();
            possible.then(|| tables.cost(level.level()))
        }
        _ => None,
    }
}

/// The building that comes with the next pioneer, if one does: the first that can be taken (D5).
///
/// # Errors
/// Why there can be no pioneer (R5).
pub fn place(
    tables: &Tables,
    view: &View,
    named: &[String],
) -> Result<Option<Building>, Vec<Refusal>> {
    let (_, built) = view.own().next_space(tables)?;
    if !built {
        return Ok(None);
    }
    let mut why = Vec::new();
    for building in buildings_named(tables, named) {
        match view.world.may_build(tables, view.mine(), building) {
            Ok(()) => return Ok(Some(building)),
            Err(reason) if why.contains(&reason) => {}
            Err(reason) => why.push(reason),
        }
    }
    Err(why)
}

/// The space on which somebody becomes this: the lowest possible (D4), or that one.
///
/// # Errors
/// Why nobody does.
pub fn riser(tables: &Tables, view: &View, level: Rise, at: u32) -> Result<u32, Refusal> {
    let (own, level) = (view.own(), level.level());
    if at == 0 {
        return own.riser(tables, level);
    }
    match own.can_rise(tables, at)? {
        next if next == level => Ok(at),
        next => Err(Refusal::Becomes { space: at, next }),
    }
}

/// What must be bought to pay a cost, where up to this many cards may be (FILL).
///
/// # Errors
/// Why it cannot be paid.
pub fn fill(
    tables: &Tables,
    view: &View,
    floors: &Floors<'_>,
    cost: &Goods,
    most: u32,
) -> Result<Goods, Refusal> {
    let missing = cost.less(&view.hand);
    if missing.total() > most {
        can_pay(&view.hand, cost)?;
    }
    buy(tables, view, floors, &missing).map_err(|it| it.filling(&missing))?;
    Ok(missing)
}

/// That this many cards can be bought above the floor of gold (R22), from what the stock holds now:
/// what earlier seats have taken is gone (R37).
///
/// # Errors
/// Why not.
pub fn buy(
    tables: &Tables,
    view: &View,
    floors: &Floors<'_>,
    goods: &Goods,
) -> Result<(), Refusal> {
    let number = goods.total();
    if number == 0 {
        return Ok(());
    }
    let (most, bought) = (tables.costs.buys_per_turn, view.own_turn().bought);
    let (lacking, own) = (goods.less(&view.stock), view.own());
    if bought + number > most {
        let fill = None;
        return Err(Refusal::MostBought { most, bought, fill });
    }
    if !lacking.is_empty() {
        return Err(Refusal::StockLacks {
            lacks: lacking.words(),
            fill: None,
        });
    }
    has_gold(own.gold, own.price(tables) * number, floors.gold())
}

/// Sells as much as possible of these cards, until so much gold is there: dearest first, then to
/// the lowest space (4.3).
pub fn sell_all(tables: &Tables, view: &View, spare: Goods, until: Option<u32>) -> Vec<Deal> {
    let own = view.own();
    let (mut spare, mut turn, mut gold) = (spare, view.own_turn(), own.gold);
    let mut deals = Vec::new();
    while until.is_none_or(|it| gold < it) {
        let spaces = 1..=u32::try_from(own.people.len()).expect("few");
        let offers = spaces.filter_map(|space| {
            let pays = |it: &Good| own.pays(tables, &turn, space, *it);
            let sellable = CHEAP
                .into_iter()
                .filter(|it| spare.get(*it) > 0 && pays(it).is_some());
            let good = sellable.min_by_key(|it| Reverse(spare.get(*it)))?;
            Some((pays(&good)?, Deal { good, space }))
        });
        let Some((pay, deal)) = offers.min_by_key(|it| (Reverse(it.0), it.1.space)) else {
            break;
        };
        spare.take(deal.good, 1);
        turn.sold.push(deal.space);
        gold += pay;
        deals.push(deal);
    }
    deals
}
