//! Which tiles a seat's lines use and which they put back (D9, D9a, D10), and the next step of a
//! route (4.3).

use super::board::Cell;
use super::choice::Choice;
use super::data::{Level, Tables, Tile};
use super::orders::{Order, Pick, Who};
use super::state::Route;
use super::steps::{Quarry, Step};
use super::view::View;
use packetboat_core::engine::decide::{Lines, Live};
use std::cmp::Reverse;

/// Whether a kind, as TAKE and SKIP name it, is that of a tile.
pub fn names(kind: &str, tile: Tile) -> bool {
    match (kind, tile) {
        ("ALL", _) | ("TREASURE", Tile::Gold | Tile::Upgrade) => true,
        _ => tile.word().eq_ignore_ascii_case(kind),
    }
}

/// Whether the lines use a tile, by default if they say nothing (D9).
fn takes(lines: &Lines<'_, Order>, tile: Tile) -> bool {
    let mut picky = false;
    for line in lines.lines.iter().filter(|it| !it.silent()) {
        match line.order {
            Order::Take { picks } => {
                picky = true;
                if picks.iter().any(|it| names(&it.kind, tile)) {
                    return true;
                }
            }
            Order::Skip { kinds } if kinds.iter().any(|it| names(it, tile)) => return false,
            _ => {}
        }
    }
    !picky && !matches!(tile, Tile::Stone | Tile::Wood | Tile::Tool | Tile::Cloth)
}

/// Whether a tile is worth a look: never seen, or seen and to be used.
fn wanted(tables: &Tables, view: &View, lines: &Lines<'_, Order>, cell: Cell) -> bool {
    let Some(seen) = view.chart.get(&cell) else {
        return true;
    };
    let home = tables.home(view.mine());
    view.own().can_use(tables, home, seen.tile).is_ok() && takes(lines, seen.tile)
}

/// How a tile is used: the bridge of a branch office, the space of whom an upgrade develops, 0.
/// The bridge is the first free one of those that the line names (R11); else the lowest whose home
/// good is another, else the lowest (D9a).
pub fn how(tables: &Tables, view: &View, lines: &Lines<'_, Order>, tile: Tile, pick: &Pick) -> u32 {
    match tile {
        Tile::Agreement | Tile::Gold => 0,
        Tile::Upgrade => whom(tables, view, lines),
        branch => {
            let home = tables.home(view.mine());
            let free = view.own().free_bridges(home);
            let named = pick.at.iter().copied().find(|it| free.contains(it));
            let other = |it: &u32| home.at(*it) != branch.good();
            let better = free.iter().copied().find(other);
            named.or(better).or(free.first().copied()).unwrap_or(0)
        }
    }
}

/// Whom an upgrade develops (D10).
fn whom(tables: &Tables, view: &View, lines: &Lines<'_, Order>) -> u32 {
    let own = view.own();
    let spaces = (1..).zip(&own.people);
    let able: Vec<(u32, Level)> = spaces
        .filter(|it| own.can_rise(tables, it.0).is_ok())
        .map(|it| (it.0, it.1.level))
        .collect();
    let ranking = lines.lines.iter().filter_map(|line| match line.order {
        Order::Upgrade { whom } => Some(whom),
        _ => None,
    });
    let fits = |who: &Who, person: &(u32, Level)| match who {
        Who::Level(level) => person.1 == *level,
        Who::At(space) => person.0 == *space,
    };
    let mut ranking = ranking.flatten();
    let named = ranking.find_map(|who| able.iter().find(|it| fits(who, it)));
    let best = able.iter().min_by_key(|it| (Reverse(it.1), it.0));
    named.or(best).map_or(0, |it| it.0)
}

/// The next step of the route of a ship.
pub fn next(tables: &Tables, view: &View, lines: &Lines<'_, Order>, ship: u32) -> Choice {
    let halt = |rest| Choice::Halt {
        rest,
        skipped: String::new(),
    };
    let route = view.routes.iter().find(|it| it.ship == ship);
    let Some((route, ship)) = route.zip(view.own().ship(ship)) else {
        return halt(Vec::new());
    };
    let newer = |live: &Live<'_, Order>| {
        let sails = matches!(live.order, Order::Sail { ship: of, .. } if *of == ship.number);
        sails && !live.standing && live.at.submission > route.of
    };
    if lines.written().any(newer) {
        return halt(Vec::new());
    }
    if points(tables, view, ship.number) == 0 {
        return halt(route.steps.clone());
    }
    along(tables, view, lines, (route, ship.at))
}

/// That a ship does anything by this route now: sails one space at least, or looks.
///
/// # Errors
/// Why not.
pub fn begins(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    route: &Route,
) -> Result<(), String> {
    let ship = route.ship;
    let at = view.own().ship(ship).map(|it| it.at);
    let at = at.ok_or_else(|| format!("ship {ship} was not at sea"))?;
    if points(tables, view, ship) == 0 {
        return Err(format!("ship {ship} had no action point left"));
    }
    match along(tables, view, lines, (route, at)) {
        Choice::Halt { skipped, .. } if skipped.is_empty() => {
            Err(format!("ship {ship} found no tile that it wanted"))
        }
        Choice::Halt { skipped, .. } => Err(skipped),
        _ => Ok(()),
    }
}

fn points(tables: &Tables, view: &View, ship: u32) -> u32 {
    let turn = view.own_turn();
    view.world.points_left(tables, view.mine(), &turn, ship)
}

/// The first step of a route that comes to anything.
fn along(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    (route, from): (&Route, Cell),
) -> Choice {
    let mut why = String::new();
    for (at, step) in route.steps.iter().enumerate() {
        let rest = &route.steps[at..];
        match come_to(tables, view, lines, (route, from), (step, rest)) {
            Ok(to) => {
                let (skipped, rest) = (why, to.rest);
                return if to.looks {
                    Choice::Look {
                        cell: to.cell,
                        rest,
                        skipped,
                    }
                } else {
                    Choice::Go {
                        to: to.cell,
                        rest,
                        skipped,
                    }
                };
            }
            Err(skipped) if why.is_empty() => why = skipped,
            Err(_) => {}
        }
    }
    Choice::Halt {
        rest: Vec::new(),
        skipped: why,
    }
}

/// One space of a route, or one look.
struct Move {
    looks: bool,
    cell: Cell,
    rest: Vec<Step>,
}

/// What a step comes to. A look where there is no tile is left out, and takes no point (R31).
///
/// # Errors
/// It is done, or skipped: why, where its owner would ask.
fn come_to(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    (route, from): (&Route, Cell),
    (step, rest): (&Step, &[Step]),
) -> Result<Move, String> {
    let (board, then) = (&tables.board, || rest[1..].to_vec());
    let look = |cell, rest| Move {
        looks: true,
        cell,
        rest,
    };
    let toward = |to: Cell| {
        let next = board.way(from, to).first().copied();
        let next = next.ok_or_else(String::new)?;
        Ok(Move {
            looks: false,
            cell: next,
            rest: rest.to_vec(),
        })
    };
    match step {
        Step::Go { way, count } => {
            let to = board.beside(from, *way);
            let to = to.filter(|it| board.sea.contains(it));
            let cell = to.ok_or_else(|| format!("{way} of {from} no ship can go"))?;
            let more = Step::Go {
                way: *way,
                count: count - 1,
            };
            let more = (*count > 1).then_some(more);
            Ok(Move {
                looks: false,
                cell,
                rest: more.into_iter().chain(then()).collect(),
            })
        }
        Step::To { cell } if board.sea.contains(cell) => toward(*cell),
        Step::To { cell } => toward(board.harbour(from, *cell)),
        Step::Look { cell } if !view.tiles.contains(cell) => Err(format!("no tile lay in {cell}")),
        Step::Look { cell } if !route.lasting && !wanted(tables, view, lines, *cell) => {
            Err(String::new())
        }
        Step::Look { cell } => {
            if board.shores(from).any(|it| it == *cell) {
                Ok(look(*cell, then()))
            } else {
                toward(board.harbour(from, *cell))
            }
        }
        Step::LookNear => {
            let mut near = board.shores(from).filter(|it| view.tiles.contains(it));
            let cell = near.find(|it| wanted(tables, view, lines, *it));
            Ok(look(cell.ok_or_else(String::new)?, then()))
        }
        Step::Hunt { quarry } => {
            let found = quarry_of(tables, view, lines, from, *quarry);
            match found.ok_or_else(String::new)? {
                (cell, 0) => Ok(look(cell, rest.to_vec())),
                (cell, _) => toward(board.harbour(from, cell)),
            }
        }
    }
}

/// The nearest wanted tile, and how far it is: of equal ones that farther south, then east.
fn quarry_of(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    from: Cell,
    quarry: Option<Quarry>,
) -> Option<(Cell, u32)> {
    let board = &tables.board;
    let all = view
        .tiles
        .iter()
        .copied()
        .filter(|it| wanted(tables, view, lines, *it));
    let far = |it: Cell| board.distance(from, board.harbour(from, it));
    let mut all: Vec<(Cell, u32)> = all.map(|it| (it, far(it))).collect();
    match quarry {
        Some(Quarry::Near) => all.retain(|it| it.1 == 0),
        Some(Quarry::East) if all.iter().any(|it| it.0.column >= from.column) => {
            all.retain(|it| it.0.column >= from.column);
        }
        _ => {}
    }
    all.into_iter()
        .min_by_key(|it| (it.1, Reverse(it.0.row), Reverse(it.0.column)))
}
