//! The robot: rules of thumb, no search. It always plans for the point of gold, which also pays
//! for Pirate and Fire: what no wish needs is sold every turn, and only gold beyond that point is
//! spent.
//! Of the other points it computes how many cards are between it and each, and plans for the two
//! that together are nearest. Ships go out first while the plan wants tiles, and again as soon as
//! they are built again; then its inhabitants grow, since one who grows buys dearer goods.

use super::data::{Building, Level, Tables, Tile};
use super::{board::Cell, need::sell_all, orders::SILENCE, reckon::Point, view::View};
use packetboat_kit::words::few;
use std::cmp::Reverse;

/// A card of stone, wood, tool or cloth: the measure of all distances.
const CARD: u32 = 100;

/// A card of spice or tobacco, which only a free choice or a branch office brings.
const RARE: u32 = 220;

/// A tile: the cards of its ship, and the time of its voyage.
const TILE: u32 = 450;

/// What is added for a tile that cannot be expected on the board, until the Pirate brings it back.
const NO_TILE: u32 = 1200;

/// So many cards it buys for a wish.
const FILL: u32 = 2;

/// Buildings: first those that save from events, as gold is short, then those that earn.
const BUILDINGS: [Building; 8] = [
    Building::Firebrigade,
    Building::Smithy,
    Building::Restaurant,
    Building::School,
    Building::Bathhouse,
    Building::Church,
    Building::Shipyard,
    Building::Bigbranch,
];

/// The lines of its sheet.
pub fn sheet(tables: &Tables, view: &View) -> String {
    let mut lines = Vec::new();
    let take = format!("TAKE {}", takes(tables, view));
    // The program takes these by default, but for what a SKIP of the seat's puts back.
    if view.ways.interrupts || !SILENCE.ends_with(&take) {
        lines.push(take);
    }
    if view.ways.interrupts {
        // So that nothing is ever asked by mail.
        lines.push("SKIP ALL".to_owned());
    }
    let enough = tables.victory.gold;
    let mut fill = String::new();
    if view.own().gold >= enough {
        lines.push(format!("KEEP {enough} GOLD"));
        fill = format!(" FILL {FILL}");
    }
    let each = if view.ways.legs > 1 { "EACH " } else { "" };
    let wishes = wishes(tables, view, &fill).into_iter();
    lines.extend(wishes.map(|it| format!("{each}{it}")));
    lines.join("\n")
}

/// Its wishes: what is in front gets its cards first. Ships sail before others are built in place
/// of those that come home; what has been built sails as well, as a wish waits until it can be
/// done.
fn wishes(tables: &Tables, view: &View, fill: &str) -> Vec<String> {
    let (enough, own) = (tables.victory.gold, view.own());
    let ships = tables.fleet.ships.min(tiles(tables, view));
    let mut wishes = Vec::new();
    let (_, reached) = sell_all(tables, view, view.hand, None);
    if reached >= enough {
        wishes.push(format!("SELL UNTIL {enough} GOLD"));
    }
    wishes.extend(routes(tables, view, ships));
    if ships > 0 {
        wishes.push(format!("SHIP{fill} IF SHIPS UNDER {ships}"));
    }
    let free = |it: &Building| view.world.may_build(tables, view.mine(), *it).is_ok();
    let free: Vec<&str> = BUILDINGS
        .into_iter()
        .filter(free)
        .map(Building::word)
        .collect();
    let pioneer = format!("PIONEER BUILDING {}", free.join("/"));
    let rises = ["MERCHANT", "CITIZEN", "SETTLER"].map(|it| format!("DEVELOP {it}"));
    let growth = (!free.is_empty()).then_some(pioneer);
    let growth = growth.into_iter().chain(rises);
    wishes.extend(growth.map(|it| format!("{it}{fill}")));
    if own.owns(Building::Bigbranch) {
        let spare = enough + tables.costs.draw;
        wishes.push(format!("DRAW FROM MOSTCARDS IF GOLD AT LEAST {spare}"));
    }
    wishes.push("SELL SPARE".to_owned());
    wishes
}

/// The tiles that it uses. A branch office for what is common only fills the last bridge.
fn takes(tables: &Tables, view: &View) -> &'static str {
    if view.own().branch_count() + 1 >= tables.victory.branch {
        "ALL"
    } else {
        "AGREEMENT, TREASURE, tobacco, spice"
    }
}

/// The points it plans for besides gold: those that together are nearest.
fn plan(tables: &Tables, view: &View) -> Vec<Point> {
    let others = Point::ALL.into_iter().filter(|it| *it != Point::Gold);
    let others: Vec<Point> = others.collect();
    let whole =
        (0_u32..1 << others.len()).filter(|it| it.count_ones() + 1 == tables.victory.needed);
    let plans = whole.map(|them| {
        let each = (0..).zip(&others).filter(|it| them >> it.0 & 1 == 1);
        Vec::from_iter(each.map(|it| *it.1))
    });
    let cost = |plan: &Vec<Point>| {
        let sum: u32 = plan.iter().map(|it| distance(tables, view, *it)).sum();
        // Who makes merchants has gone half the way to the buildings.
        if plan.contains(&Point::Buildings) && plan.contains(&Point::Merchants) {
            sum - distance(tables, view, Point::Buildings) + beside(tables, view)
        } else {
            sum
        }
    };
    plans.min_by_key(cost).unwrap_or_default()
}

/// How far a point is, in hundredths of cards; of gold it is not asked.
fn distance(tables: &Tables, view: &View, point: Point) -> u32 {
    let (own, lack) = (view.own(), lacking(tables, view, point));
    match point {
        Point::Gold => 0,
        Point::Branches => voyages(tables, view, lack, |it| it.good().is_some()),
        Point::Agreements => voyages(tables, view, lack, |it| it == Tile::Agreement),
        Point::Buildings => {
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
            (few(bare) + at.building).saturating_sub(few(&own.people))
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
    let placed = few(merchants.filter(|it| *it == come));
    let lack = lacking(tables, view, Point::Buildings);
    lack.saturating_sub(placed) * cards(tables, Level::Pioneer)
}

/// What this many tiles cost.
fn voyages(tables: &Tables, view: &View, lack: u32, such: impl Fn(Tile) -> bool) -> u32 {
    let (seen, laid) = (view.chart.values(), view.world.laid_open());
    let seen: Vec<Tile> = seen.map(|it| it.tile).collect();
    let hidden = few(&view.tiles) - few(&seen);
    let left = tables.tiles(view.world.seats());
    let left = left.left(laid.iter().chain(&seen));
    let known = few(seen.iter().filter(|it| such(**it)));
    let fitting = few(left.iter().filter(|it| such(**it)));
    let there = known * CARD + hidden * fitting * CARD / few(&left).max(1);
    lack * TILE + (lack * CARD).saturating_sub(there) * NO_TILE / CARD
}

/// How many tiles the plan wants.
fn tiles(tables: &Tables, view: &View) -> u32 {
    let plan = plan(tables, view).into_iter();
    let wanted = plan.filter(|it| matches!(it, Point::Branches | Point::Agreements));
    if view.tiles.is_empty() {
        0
    } else {
        wanted.map(|it| lacking(tables, view, it)).sum()
    }
}

/// Each ship that is at sea, or may be built, sails to a tile near it, no two to the same and none
/// past the other, and hunts on from there.
fn routes(tables: &Tables, view: &View, built: u32) -> Vec<String> {
    let board = &tables.board;
    let mut left: Vec<Cell> = view.tiles.iter().copied().collect();
    left.retain(|it| useful(tables, view, *it));
    let at = |number| view.own().ship(number).map_or(board.start, |it| it.at);
    let mut goals = Vec::new();
    for number in 1..=tables.fleet.ships {
        let goal = goal(tables, view, at(number), &left);
        left.retain(|it| Some(*it) != goal);
        goals.push(goal);
    }
    if let [Some(one), Some(other)] = goals[..] {
        let far = |ship, cell| board.distance(at(ship), board.harbour(at(ship), cell));
        if far(1, other) + far(2, one) < far(1, one) + far(2, other) {
            goals.swap(0, 1);
        }
    }
    let sails = |it: &(u32, Option<Cell>)| it.0 <= built || view.own().ship(it.0).is_some();
    let all = (1..).zip(goals).filter(sails);
    all.map(|(number, goal)| match goal {
        Some(cell) => format!("SAIL {number}: LOOK {cell}, HUNT"),
        None => format!("SAIL {number}: HUNT"),
    })
    .collect()
}

/// Whether it would use a tile, as far as the chart shows.
fn useful(tables: &Tables, view: &View, cell: Cell) -> bool {
    let own = view.own();
    let common = [Tile::Stone, Tile::Wood, Tile::Tool, Tile::Cloth];
    let all = takes(tables, view) == "ALL";
    let fits = |it| (all || !common.contains(&it)) && own.can_use(tables, it).is_ok();
    view.chart.get(&cell).is_none_or(|it| fits(it.tile))
}

/// The nearest of these tiles; if tied one that is known to be useful, then as HUNT has it.
fn goal(tables: &Tables, view: &View, from: Cell, tiles: &[Cell]) -> Option<Cell> {
    let board = &tables.board;
    let tiles = tiles.iter().copied();
    tiles.min_by_key(|cell| {
        let far = board.distance(from, board.harbour(from, *cell));
        let unknown = !view.chart.contains_key(cell);
        (far, unknown, Reverse(cell.row), Reverse(cell.column))
    })
}
