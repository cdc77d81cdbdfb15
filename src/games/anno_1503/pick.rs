//! Which tiles a seat's lines use and which they put back (D9, D9a, D10), and the next step of a
//! route (4.3).

use super::board::Cell;
use super::choice::Choice;
use super::data::{Level, Tables, Tile};
use super::orders::{Order, Pick, Who};
use super::state::Route;
use super::steps::{Quarry, Step};
use super::view::View;
use crate::engine::decide::Lines;
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
    let ranking = lines.lines.iter().filter_map(|it| match it.order {
        Order::Upgrade { whom } => Some(whom),
        _ => None,
    });
    let fits = |who: &Who, it: &(u32, Level)| match who {
        Who::Level(level) => it.1 == *level,
        Who::At(space) => it.0 == *space,
    };
    let mut ranking = ranking.flatten();
    let named = ranking.find_map(|who| able.iter().find(|it| fits(who, it)));
    let best = able.iter().min_by_key(|it| (Reverse(it.1), it.0));
    named.or(best).map_or(0, |it| it.0)
}

/// The next step of the route of a ship.
pub fn next(tables: &Tables, view: &View, lines: &Lines<'_, Order>, ship: u32) -> Choice {
    let route = view.routes.iter().find(|it| it.ship == ship);
    let Some((route, ship)) = route.zip(view.own().ship(ship)) else {
        return Choice::Halt { rest: Vec::new() };
    };
    let turn = view.own_turn();
    let mut rest = route.steps.clone();
    if view
        .world
        .points_left(tables, view.mine(), &turn, ship.number)
        == 0
    {
        return Choice::Halt { rest };
    }
    while let Some(step) = rest.first().cloned() {
        if let Some(choice) = along(tables, view, lines, (route, ship.at), &step, &rest) {
            return choice;
        }
        rest.remove(0);
    }
    Choice::Halt { rest }
}

/// What a step comes to; `None`: it is done, or skipped.
fn along(
    tables: &Tables,
    view: &View,
    lines: &Lines<'_, Order>,
    (route, from): (&Route, Cell),
    step: &Step,
    rest: &[Step],
) -> Option<Choice> {
    let (board, then) = (&tables.board, rest[1..].to_vec());
    let toward = |cell: Cell| {
        let to = board.way(from, cell).first().copied()?;
        Some(Choice::Go {
            to,
            rest: rest.to_vec(),
        })
    };
    match step {
        Step::Go { way, count } => {
            let to = board
                .beside(from, *way)
                .filter(|it| board.sea.contains(it))?;
            let more = Step::Go {
                way: *way,
                count: count - 1,
            };
            let more = (*count > 1).then_some(more);
            Some(Choice::Go {
                to,
                rest: more.into_iter().chain(then).collect(),
            })
        }
        Step::To { cell } if board.sea.contains(cell) => toward(*cell),
        Step::To { cell } => toward(board.harbour(from, *cell)),
        Step::Look { cell } => {
            let skip = !route.lasting && !wanted(tables, view, lines, *cell);
            if skip || !view.tiles.contains(cell) {
                return None;
            }
            match board.shores(from).any(|it| it == *cell) {
                true => Some(Choice::Look {
                    cell: *cell,
                    rest: then,
                }),
                false => toward(board.harbour(from, *cell)),
            }
        }
        Step::LookNear => {
            let mut near = board.shores(from).filter(|it| view.tiles.contains(it));
            let cell = near.find(|it| wanted(tables, view, lines, *it))?;
            Some(Choice::Look { cell, rest: then })
        }
        Step::Hunt { quarry } => {
            let (cell, way) = quarry_of(tables, view, lines, from, *quarry)?;
            match way {
                0 => Some(Choice::Look {
                    cell,
                    rest: rest.to_vec(),
                }),
                _ => toward(board.harbour(from, cell)),
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
