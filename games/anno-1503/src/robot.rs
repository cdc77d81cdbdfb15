//! The robot: rules of thumb, no search. It computes how many cards are between it and each point,
//! and plans for the three that together are nearest. Ships go out first while the plan wants
//! tiles, and again as soon as they are built again; then its inhabitants grow, since one who grows
//! buys dearer goods. What no wish needs is sold every turn: gold gives a point, and pays for
//! Pirate and Fire. It buys only with gold that its plan can do without.

use super::board::Cell;
use super::data::{Building, Level, Tables, Tile};
use super::need::sell_all;
use super::reckon::Point;
use super::view::View;
use packetboat_core::engine::dice::{Bowl, Dice};
use std::cmp::Reverse;

/// A card of stone, wood, tool or cloth: the measure of all distances.
const CARD: u32 = 100;

/// A card of spice or tobacco, which only a free choice or a branch office brings.
const RARE: u32 = 220;

/// A piece of gold, as cards are sold.
const COIN: u32 = 80;

/// A tile: the cards of its ship, and the time of its voyage.
const TILE: u32 = 450;

/// What is added for a tile that cannot be expected on the board, until the Pirate brings it back.
const NO_TILE: u32 = 1200;

/// So much gold it keeps for Pirate and Fire when it buys.
const RESERVE: u32 = 8;

/// So many cards it buys for a wish.
const FILL: u32 = 2;

/// Below so much gold it draws no cards: events come first.
const DRAWS: u32 = 6;

/// One sheet in this many begins with another building, so that games differ.
const CHANCE: u32 = 3;

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
    let plan = plan(tables, view);
    // And SKIP ALL, so that nothing is ever asked by mail.
    let mut lines = vec![
        "PRODUCE AUTO, tobacco, spice, cloth, stone, tool, wood".to_owned(),
        format!("TAKE {}", takes(tables, view)),
        "SKIP ALL".to_owned(),
    ];
    let floor = floor(tables, view, &plan);
    lines.extend(floor.map(|it| format!("KEEP {it} GOLD")));
    let fill = floor.map_or_else(String::new, |_| format!(" FILL {FILL}"));
    let each = if view.ways.legs > 1 { "EACH " } else { "" };
    let wishes = wishes(tables, view, dice, &plan, &fill).into_iter();
    lines.extend(wishes.map(|it| format!("{each}{it}")));
    lines.join("\n")
}

/// Its wishes: what is in front gets its cards first. Ships sail before others are built in place
/// of those that come home, and what has been built sails as well.
fn wishes(
    tables: &Tables,
    view: &View,
    dice: &mut Dice,
    plan: &[Point],
    fill: &str,
) -> Vec<String> {
    let saves = plan.contains(&Point::Gold);
    let routes = routes(tables, view);
    let mut wishes = Vec::new();
    if saves && view.own().gold + worth(tables, view) >= tables.victory.gold {
        wishes.push(format!("SELL UNTIL {} GOLD", tables.victory.gold));
    }
    wishes.extend(routes.iter().cloned());
    let ships = tables.fleet.ships.min(tiles(tables, view, plan));
    let ship = format!("SHIP{fill} IF SHIPS UNDER {ships}");
    wishes.extend((0..ships).map(|_| ship.clone()));
    wishes.extend(growth(plan, dice).map(|it| format!("{it}{fill}")));
    wishes.extend(routes);
    if view.own().owns(Building::Bigbranch) && !saves {
        wishes.push(format!("DRAW FROM MOSTCARDS IF GOLD AT LEAST {DRAWS}"));
    }
    wishes.push("SELL SPARE".to_owned());
    wishes
}

/// How its inhabitants grow. Merchants come first, as they need what is rare, unless the buildings
/// are nearer.
fn growth(plan: &[Point], dice: &mut Dice) -> [String; 4] {
    let at = |it| plan.iter().position(|one| *one == it);
    let at = (at(Point::Buildings), at(Point::Merchants));
    let built = at.0.is_some_and(|it| at.1.is_none_or(|other| it < other));
    let pioneer = format!("PIONEER BUILDING {}", buildings(dice));
    let [merchant, citizen, settler] =
        ["MERCHANT", "CITIZEN", "SETTLER"].map(|it| format!("DEVELOP {it}"));
    if built {
        [pioneer, merchant, citizen, settler]
    } else {
        [merchant, citizen, pioneer, settler]
    }
}

/// The tiles that it uses. A branch office for what is common only fills the last bridge.
fn takes(tables: &Tables, view: &View) -> &'static str {
    if view.own().branch_count() + 1 >= tables.victory.branch {
        "ALL"
    } else {
        "AGREEMENT, TREASURE, tobacco, spice"
    }
}

/// Gold that it does not spend on cards; `None`: it buys nothing, since gold is what it plans for.
fn floor(tables: &Tables, view: &View, plan: &[Point]) -> Option<u32> {
    let enough = tables.victory.gold;
    if plan.contains(&Point::Gold) {
        (view.own().gold >= enough).then_some(enough)
    } else {
        Some(RESERVE)
    }
}

/// What its inhabitants would pay for its hand in one turn.
fn worth(tables: &Tables, view: &View) -> u32 {
    let (own, owned) = (view.own(), view.own().buildings());
    let deals = sell_all(tables, view, view.hand, None).into_iter();
    let paid = deals.filter_map(|deal| {
        let buyer = own.people.get((deal.space as usize).checked_sub(1)?)?;
        tables.pays(buyer.level, deal.good, &owned)
    });
    paid.sum()
}

/// The three points that together are nearest, the nearest first.
fn plan(tables: &Tables, view: &View) -> Vec<Point> {
    let all = Point::ALL.map(|it| (distance(tables, view, it), it));
    let whole = (0_u32..1 << all.len()).filter(|it| it.count_ones() == tables.victory.needed);
    let plans = whole.map(|them| {
        let each = (0..).zip(all).filter(|it| them >> it.0 & 1 == 1);
        let mut plan: Vec<(u32, Point)> = each.map(|it| it.1).collect();
        plan.sort_by_key(|it| it.0);
        plan
    });
    let cost = |plan: &Vec<(u32, Point)>| {
        let grows = |it: &&(u32, Point)| matches!(it.1, Point::Buildings | Point::Merchants);
        let sum: u32 = plan.iter().map(|it| it.0).sum();
        // Who makes merchants has gone half the way to the buildings.
        match plan.iter().filter(grows).count() {
            2 => sum - distance(tables, view, Point::Buildings) + beside(tables, view),
            _ => sum,
        }
    };
    let best = plans.min_by_key(cost).unwrap_or_default();
    best.into_iter().map(|it| it.1).collect()
}

/// How far a point is, in hundredths of cards.
fn distance(tables: &Tables, view: &View, point: Point) -> u32 {
    let (own, at) = (view.own(), &tables.victory);
    match point {
        Point::Gold => at.gold.saturating_sub(own.gold) * COIN,
        Point::Branches => voyages(tables, view, lacking(tables, view, point), |tile| {
            tile.good().is_some()
        }),
        Point::Agreements => voyages(tables, view, lacking(tables, view, point), |tile| {
            tile == Tile::Agreement
        }),
        Point::Buildings => {
            let lack = lacking(tables, view, point);
            let free = tables.island.ps_tiles.saturating_sub(own.tiles(true));
            let low = own.people.iter().filter(|it| it.level.is_low());
            let mut rises: Vec<u32> = low
                .map(|it| rise(tables, it.level, Level::Citizen))
                .collect();
            rises.sort_unstable();
            // Who becomes a citizen makes room for a pioneer.
            let room = rises.into_iter().take(lack.saturating_sub(free) as usize);
            lack * cards(tables, Level::Pioneer) + room.sum::<u32>()
        }
        Point::Merchants => next_merchants(tables, view).into_iter().sum(),
    }
}

/// What a point lacks in tiles, or in pioneers for its buildings.
fn lacking(tables: &Tables, view: &View, point: Point) -> u32 {
    let (own, at) = (view.own(), &tables.victory);
    match point {
        Point::Branches => at.branch.saturating_sub(own.branch_count()),
        Point::Agreements => at.agreement.saturating_sub(own.agreements),
        Point::Buildings => {
            let bare = tables.island.spaces.iter().filter(|it| !it.building);
            let whole = bare.count() + at.building as usize;
            u32::try_from(whole.saturating_sub(own.people.len())).expect("few")
        }
        Point::Gold | Point::Merchants => 0,
    }
}

/// What it costs to make somebody of a level, in hundredths of cards.
fn cards(tables: &Tables, level: Level) -> u32 {
    let cost = tables.cost(level);
    let rare = cost.spice + cost.tobacco;
    rare * RARE + (cost.total() - rare) * CARD
}

/// What it costs to raise an inhabitant from one level to another.
fn rise(tables: &Tables, from: Level, to: Level) -> u32 {
    let between = Level::ALL.into_iter().filter(|it| from < *it && *it <= to);
    between.map(|it| cards(tables, it)).sum()
}

/// What each merchant costs that the point needs: of those who live on the island, or are to come.
fn next_merchants(tables: &Tables, view: &View) -> Vec<u32> {
    let number = tables.victory.merchant as usize;
    let come = cards(tables, Level::Pioneer) + rise(tables, Level::Pioneer, Level::Merchant);
    let people = view.own().people.iter();
    let mut all: Vec<u32> = people
        .map(|it| rise(tables, it.level, Level::Merchant))
        .collect();
    all.resize(all.len() + number, come);
    all.sort_unstable();
    all.truncate(number);
    all
}

/// What the buildings cost beside the merchants, some of whom came as pioneers.
fn beside(tables: &Tables, view: &View) -> u32 {
    let come = cards(tables, Level::Pioneer) + rise(tables, Level::Pioneer, Level::Merchant);
    let merchants = next_merchants(tables, view).into_iter();
    let placed = u32::try_from(merchants.filter(|it| *it == come).count()).expect("few");
    let lack = lacking(tables, view, Point::Buildings);
    lack.saturating_sub(placed) * cards(tables, Level::Pioneer)
}

/// What this many tiles cost.
fn voyages(tables: &Tables, view: &View, lack: u32, such: impl Fn(Tile) -> bool) -> u32 {
    let (seen, laid) = (view.chart.values(), view.world.laid_open());
    let seen: Vec<Tile> = seen.map(|it| it.tile).collect();
    let few = |it: usize| u32::try_from(it).expect("tiles are few");
    let hidden = few(view.tiles.len() - seen.len());
    let left = tables.tiles(view.world.seats());
    let left = left.left(laid.iter().chain(&seen));
    let known = few(seen.iter().filter(|it| such(**it)).count());
    let fitting = few(left.iter().filter(|it| such(**it)).count());
    let there = known * CARD + hidden * fitting * CARD / few(left.len().max(1));
    lack * TILE + (lack * CARD).saturating_sub(there) * NO_TILE / CARD
}

/// How many tiles the plan wants.
fn tiles(tables: &Tables, view: &View, plan: &[Point]) -> u32 {
    let wanted = plan
        .iter()
        .filter(|it| matches!(it, Point::Branches | Point::Agreements));
    if view.tiles.is_empty() {
        0
    } else {
        wanted.map(|it| lacking(tables, view, *it)).sum()
    }
}

/// Each ship sails to the tile nearest to it, no two to the same, and hunts on from there.
fn routes(tables: &Tables, view: &View) -> Vec<String> {
    let mut left: Vec<Cell> = view.tiles.iter().copied().collect();
    left.retain(|it| useful(tables, view, *it));
    let route = |number| {
        let ship = view.own().ship(number);
        let goal = goal(
            tables,
            view,
            ship.map_or(tables.board.start, |it| it.at),
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

/// Whether it would use a tile, as far as the chart shows.
fn useful(tables: &Tables, view: &View, cell: Cell) -> bool {
    let (own, home) = (view.own(), tables.home(view.mine()));
    let common = [Tile::Stone, Tile::Wood, Tile::Tool, Tile::Cloth];
    let all = takes(tables, view) == "ALL";
    let fits = |it| (all || !common.contains(&it)) && own.can_use(tables, home, it).is_ok();
    view.chart.get(&cell).is_none_or(|it| fits(it.tile))
}

/// The nearest of these tiles; of equal ones one that is known to be useful, then as HUNT has it.
fn goal(tables: &Tables, view: &View, from: Cell, tiles: &[Cell]) -> Option<Cell> {
    let board = &tables.board;
    let tiles = tiles.iter().copied();
    tiles.min_by_key(|cell| {
        let far = board.distance(from, board.harbour(from, *cell));
        let unknown = !view.chart.contains_key(cell);
        (far, unknown, Reverse(cell.row), Reverse(cell.column))
    })
}

/// Buildings that save and earn in front; at times others, by chance, so that games differ.
fn buildings(dice: &mut Dice) -> String {
    let mut list = BUILDINGS;
    let number = u32::try_from(list.len()).expect("few");
    if dice.one(Bowl::Hidden, "robot", CHANCE) == 1 {
        let at = dice.one(Bowl::Hidden, "robot", number) - 1;
        list.rotate_left(at as usize);
    }
    list.map(Building::word).join("/")
}
