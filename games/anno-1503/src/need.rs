//! What a seat's wishes need: floors, the need list, and what may be sold beside them (4.3).

use super::choice::Deal;
use super::data::{DEAR, Good, Goods, Tables};
use super::orders::{Order, Rise};
use super::view::{Eye, View};
use packetboat_core::prelude::*;
use packetboat_kit::words::few;
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

    /// Of a good or of gold, as a line names it.
    pub fn floor(&self, of: &str) -> u32 {
        let first = self.0.iter().find(|it| it.of == of);
        first.map_or(0, |it| it.count)
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

/// What a seat decides by: what it sees, and its lines.
#[derive(Clone, Copy)]
pub struct Mind<'a> {
    /// The tables.
    pub tables: &'a Tables,
    /// What the seat sees.
    pub view: &'a View,
    /// Its lines, behind them those of silence.
    pub lines: &'a Lines<'a, Order>,
}

impl<'a> Mind<'a> {
    /// By these tables, of this view and these lines.
    pub fn of(tables: &'a Tables, view: &'a View, lines: &'a Lines<'a, Order>) -> Self {
        Mind {
            tables,
            view,
            lines,
        }
    }

    /// The seat without its lines.
    pub fn eye(&self) -> Eye<'a> {
        let (tables, view) = (self.tables, self.view);
        Eye { tables, view }
    }

    /// Whether the seat keeps silence from wishing: it wrote a wish for this sheet, or PASS. Then a
    /// ship without a SAIL line stays where it is (D8).
    pub fn speaks(&self) -> bool {
        let mut lines = self.lines.lines.iter();
        self.lines.wished || lines.any(|it| *it.order == Order::Pass {} && !it.silent())
    }

    /// Goes through the open wishes from top to bottom (4.3).
    pub fn need(&self) -> Need {
        let (mut left, mut need) = (self.view.hand, Need::default());
        for cost in self.costs() {
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

    /// What the open wishes cost that cards alone would make possible.
    fn costs(&self) -> Vec<Goods> {
        // What was tried in this pass and could not be done is still wished for.
        let open = self.lines.lines.iter();
        let open = open.filter(|it| !it.silent() && !it.done);
        let silent = if self.speaks() {
            Vec::new()
        } else {
            self.silent()
        };
        let wishes = open.map(|it| it.order).chain(&silent);
        let made = wishes.filter_map(|it| self.eye().makes(it).ok()?);
        let own = self.view.own();
        made.map(|it| own.cost(self.tables, &it.0)).collect()
    }

    /// What silence wishes.
    fn silent(&self) -> Vec<Order> {
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
        let own = self.view.own();
        if own.ships.is_empty() && own.branch_count() < self.tables.victory.branch {
            wishes.push(Order::Ship { fill: 0 });
        }
        wishes
    }
}

/// Sells as much as possible of these cards, until so much gold is there: dearest first, then to
/// the lowest space (4.3). The sales, and the gold that is there then.
pub fn sell_all(
    tables: &Tables,
    view: &View,
    mut spare: Goods,
    until: Option<u32>,
) -> (Vec<Deal>, u32) {
    let own = view.own();
    let (mut turn, mut gold) = (view.own_turn(), own.gold);
    let mut deals = Vec::new();
    while until.is_none_or(|it| gold < it) {
        let offers = (1..=few(&own.people)).filter_map(|space| {
            let pays = |it: &Good| own.pays(tables, &turn, space, *it);
            let cheap = DEAR.into_iter().rev();
            let sellable = cheap.filter(|it| spare.get(*it) > 0 && pays(it).is_some());
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
    (deals, gold)
}
