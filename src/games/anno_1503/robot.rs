//! The robot: rules of thumb, no search. It sends out ships before all else, for any tile it can
//! use, since each branch office and agreement makes all that follows cheaper; then its inhabitants
//! grow. It sells what no wish is likely to need, and buys only for ships, out of plenty: what it
//! keeps pays for Pirate and Fire. With one point to go and its gold near, it sells for that.

use super::board::Cell;
use super::data::{Building, Good, Tables};
use super::need::sell_all;
use super::view::View;
use crate::engine::dice::{Bowl, Dice};
use std::cmp::Reverse;

/// Above so much gold it buys a card that a ship lacks; below, events may take it all.
const PURSE: u32 = 13;

/// So near to the gold that gives a point, with what it could sell now, it sells all for it.
const NEAR: u32 = 6;

/// Below so much gold it draws no cards: events come first.
const DRAWS: u32 = 6;

/// Cards of each good that the next few wishes are likely to need; more are sold.
const STORE: [(Good, u32); 6] = [
    (Good::Tobacco, 3),
    (Good::Spice, 3),
    (Good::Stone, 2),
    (Good::Cloth, 1),
    (Good::Wood, 2),
    (Good::Tool, 2),
];

/// Buildings: first those that save from events, as gold is short, then those that earn.
const BUILDINGS: [Building; 8] = [
    Building::Firebrigade,
    Building::Smithy,
    Building::Restaurant,
    Building::Bathhouse,
    Building::School,
    Building::Church,
    Building::Shipyard,
    Building::Bigbranch,
];

/// The lines of its sheet.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    // Any tile is worth its ship; and SKIP ALL, so that nothing is ever asked by mail.
    let mut lines = vec![
        "PRODUCE AUTO, tobacco, spice, cloth, stone, tool, wood".to_owned(),
        "TAKE ALL".to_owned(),
        "SKIP ALL".to_owned(),
    ];
    let each = if view.ways.legs > 1 { "EACH " } else { "" };
    let wishes = wishes(tables, view, dice).into_iter();
    lines.extend(wishes.map(|it| format!("{each}{it}")));
    lines.join("\n")
}

/// Its wishes. What stands in front gets its cards first: ships, since they alone use little of
/// what is rare.
fn wishes(tables: &Tables, view: &View, dice: &mut Dice) -> Vec<String> {
    let (own, saves) = (view.own(), saves(tables, view));
    let mut wishes = Vec::new();
    if saves {
        wishes.push(format!("SELL UNTIL {} GOLD", tables.victory.gold));
    }
    wishes.extend(ship(tables, view));
    wishes.push("DEVELOP MERCHANT".to_owned());
    wishes.push("DEVELOP CITIZEN".to_owned());
    wishes.push(format!("PIONEER BUILDING {}", buildings(dice)));
    wishes.push("DEVELOP SETTLER".to_owned());
    wishes.extend(routes(tables, view));
    let store = STORE.map(|(good, number)| format!("{number} {good}"));
    wishes.push(format!("SELL MAX KEEP {}", store.join(", ")));
    if own.owns(Building::Bigbranch) && !saves {
        wishes.push(format!("DRAW FROM MOSTCARDS IF GOLD AT LEAST {DRAWS}"));
    }
    wishes
}

/// Whether gold can be the point that wins, and soon: all it holds is then for sale.
fn saves(tables: &Tables, view: &View) -> bool {
    let (own, victory) = (view.own(), &tables.victory);
    own.vp(tables) + 1 >= victory.needed && own.gold + worth(tables, view) + NEAR >= victory.gold
}

/// What its inhabitants would pay for its hand in one turn.
fn worth(tables: &Tables, view: &View) -> u32 {
    let (own, owned) = (view.own(), view.own().buildings());
    let deals = sell_all(tables, view, view.hand, None).into_iter();
    let paid = deals.filter_map(|it| {
        let buyer = own.people.get((it.space as usize).checked_sub(1)?)?;
        tables.pays(buyer.level, it.good, &owned)
    });
    paid.sum()
}

/// Both ships are wished for as long as a bridge is free for what they may bring; bought for while
/// gold is plenty and no point yet to be kept.
fn ship(tables: &Tables, view: &View) -> Option<String> {
    let (own, victory) = (view.own(), &tables.victory);
    let full = own.agreements >= victory.agreement && own.branch_count() >= victory.branch;
    if full || view.tiles.is_empty() {
        return None;
    }
    let early = own.vp(tables) + 1 < victory.needed;
    let fill = match early && own.gold > PURSE && own.gold < victory.gold {
        true => " FILL 1",
        false => "",
    };
    Some(format!(
        "SHIP{fill} IF SHIPS UNDER {ships}",
        ships = tables.fleet.ships
    ))
}

/// Each ship sails to the tile nearest to it, no two to the same, and hunts on from there.
fn routes(tables: &Tables, view: &View) -> Vec<String> {
    let mut left: Vec<Cell> = view.tiles.iter().copied().collect();
    left.retain(|it| useful(tables, view, *it));
    let route = |number| {
        let from = view.own().ship(number);
        let goal = goal(
            tables,
            view,
            from.map_or(tables.board.start, |it| it.at),
            &left,
        );
        left.retain(|it| Some(*it) != goal);
        match goal {
            Some(cell) => format!("SAIL {number}: LOOK {cell}, HUNT"),
            None => format!("SAIL {number}: HUNT"),
        }
    };
    (1..=tables.fleet.ships).map(route).collect()
}

/// Whether a tile could be used, as far as the chart tells.
fn useful(tables: &Tables, view: &View, cell: Cell) -> bool {
    let home = tables.home(view.mine());
    let seen = view.chart.get(&cell);
    seen.is_none_or(|it| view.own().can_use(tables, home, it.tile).is_ok())
}

/// The nearest of these tiles; of equal ones one that is known to be useful, then as HUNT has it.
fn goal(tables: &Tables, view: &View, from: Cell, tiles: &[Cell]) -> Option<Cell> {
    let board = &tables.board;
    let tiles = tiles.iter().copied();
    tiles.min_by_key(|it| {
        let far = board.distance(from, board.harbour(from, *it));
        let unknown = !view.chart.contains_key(it);
        (far, unknown, Reverse(it.row), Reverse(it.column))
    })
}

/// Buildings that save and earn in front; half the time others, by chance, so that games differ.
fn buildings(dice: &mut Dice) -> String {
    let mut list = BUILDINGS;
    let number = u32::try_from(list.len()).expect("few");
    if dice.one(Bowl::Hidden, "robot", 2) == 1 {
        let at = dice.one(Bowl::Hidden, "robot", number) - 1;
        list.rotate_left(at as usize);
    }
    list.map(Building::word).join("/")
}
