//! Which tiles a seat's lines use and which they put back (D9, D9a, D10), and the next step of a
//! route (4.3).

use super::data::{Level, Tables, Tile};
use super::orders::{Order, Pick, Who};
use super::steps::{Quarry, Step};
use super::{board::Cell, choice::Choice, need::Mind, refusal::Refusal, state::Route};
use packetboat_core::engine::decide::Live;
use packetboat_kit::checks::unless;
use std::cmp::Reverse;

/// Whether a kind, as TAKE and SKIP name it, is that of a tile.
pub fn names(kind: &str, tile: Tile) -> bool {
    match (kind, tile) {
        ("ALL", _) | ("TREASURE", Tile::Gold | Tile::Upgrade) => true,
        _ => tile.word().eq_ignore_ascii_case(kind),
    }
}

/// Why the first of these steps is skipped that cannot be made from a space; not why nothing is to
/// be done by a step. `lies`: whether a tile is there.
pub fn barred(
    tables: &Tables,
    lies: impl Fn(Cell) -> bool,
    from: Cell,
    steps: &[Step],
) -> Option<Refusal> {
    let board = &tables.board;
    steps.iter().find_map(|step| match step {
        Step::Go { way, .. } => {
            let to = board.beside(from, *way);
            let open = to.is_some_and(|it| board.sea.contains(&it));
            (!open).then_some(Refusal::NoWay { way: *way, from })
        }
        Step::Look { cell } => (!lies(*cell)).then_some(Refusal::NoTile { cell: *cell }),
        Step::To { .. } | Step::LookNear | Step::Hunt { .. } => None,
    })
}

impl Mind<'_> {
    /// Whether the lines use a tile, by default if they say nothing (D9).
    fn takes(&self, tile: Tile) -> bool {
        let mut picky = false;
        for line in self.lines.lines.iter().filter(|it| !it.silent()) {
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
    fn wanted(&self, cell: Cell) -> bool {
        let Some(seen) = self.view.chart.get(&cell) else {
            return true;
        };
        let own = self.view.own();
        own.can_use(self.tables, seen.tile).is_ok() && self.takes(seen.tile)
    }

    /// How a tile is used: the bridge of a branch office, the space of whom an upgrade develops, 0.
    /// The bridge is the first free one of those that the line names (R11); else the lowest whose
    /// home good is another, else the lowest (D9a).
    pub fn how(&self, tile: Tile, pick: &Pick) -> u32 {
        match tile {
            Tile::Agreement | Tile::Gold => 0,
            Tile::Upgrade => self.whom(),
            branch => {
                let home = self.view.own().island(self.tables);
                let free = self.view.own().free_bridges(self.tables);
                let named = pick.at.iter().copied().find(|it| free.contains(it));
                let other = |it: &u32| home.at(*it) != branch.good();
                let better = free.iter().copied().find(other);
                named.or(better).or(free.first().copied()).unwrap_or(0)
            }
        }
    }

    /// Whom an upgrade develops (D10).
    fn whom(&self) -> u32 {
        let own = self.view.own();
        let spaces = (1..).zip(own.people.iter().map(|it| it.level));
        let able = spaces.filter(|it| own.can_rise(self.tables, it.0).is_ok());
        let able: Vec<(u32, Level)> = able.collect();
        let ranking = self.lines.lines.iter().filter_map(|line| match line.order {
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
    pub fn next(&self, ship: u32) -> Choice {
        let halt = |rest| Choice::Halt { rest };
        let route = self.view.routes.iter().find(|it| it.ship == ship);
        let Some((route, ship)) = route.zip(self.view.own().ship(ship)) else {
            return halt(Vec::new());
        };
        let newer = |live: &Live<'_, Order>| {
            let sails = matches!(live.order, Order::Sail { ship: of, .. } if *of == ship.number);
            sails && !live.standing && live.at.submission > route.of
        };
        if self.lines.written().any(newer) {
            return halt(Vec::new());
        }
        if self.eye().points(ship.number) == 0 {
            return halt(route.steps.clone());
        }
        let next = self.along(route, ship.at);
        next.unwrap_or_else(|| halt(Vec::new()))
    }

    /// That a ship does anything by this route now: sails one space at least, or looks.
    ///
    /// # Errors
    /// Why not.
    pub fn begins(&self, route: &Route) -> Result<(), Refusal> {
        let ship = route.ship;
        let at = self.view.own().ship(ship).map(|it| it.at);
        let at = at.ok_or(Refusal::NotAtSea { ship })?;
        unless(self.eye().points(ship) > 0, || Refusal::NoPoints { ship })?;
        unless(self.along(route, at).is_some(), || {
            let lies = |it: Cell| self.view.tiles.contains(&it);
            let why = barred(self.tables, lies, at, &route.steps);
            let there = route.steps.iter().all(|it| matches!(it, Step::To { .. }));
            why.unwrap_or(if there {
                Refusal::ThereAlready { ship, at }
            } else {
                Refusal::NothingWanted { ship }
            })
        })
    }

    /// The first step of a route that comes to anything.
    fn along(&self, route: &Route, from: Cell) -> Option<Choice> {
        let mut rests = (0..route.steps.len()).map(|at| &route.steps[at..]);
        rests.find_map(|it| self.come_to((route, from), it))
    }

    /// What the first of these steps comes to, one space or a look; nothing: it is done, or
    /// skipped. A look where there is no tile is left out, and takes no point (R31).
    pub fn come_to(&self, (route, from): (&Route, Cell), rest: &[Step]) -> Option<Choice> {
        let step = rest.first()?;
        let (board, then) = (&self.tables.board, || rest[1..].to_vec());
        let lies = |it: &Cell| self.view.tiles.contains(it);
        let look = |cell, rest| Choice::Look { cell, rest };
        let go = |to, rest| Choice::Go { to, rest };
        let toward = |to: Cell| {
            let next = board.way(from, to).first().copied();
            next.map(|it| go(it, rest.to_vec()))
        };
        match step {
            Step::Go { way, count } => {
                let to = board.beside(from, *way);
                let cell = to.filter(|it| board.sea.contains(it))?;
                let more = Step::Go {
                    way: *way,
                    count: count - 1,
                };
                let more = (*count > 1).then_some(more);
                Some(go(cell, more.into_iter().chain(then()).collect()))
            }
            Step::To { cell } => toward(board.berth(from, *cell)),
            Step::Look { cell } if !lies(cell) || !route.lasting && !self.wanted(*cell) => None,
            Step::Look { cell } => {
                if board.shores(from).any(|it| it == *cell) {
                    Some(look(*cell, then()))
                } else {
                    toward(board.harbour(from, *cell))
                }
            }
            Step::LookNear => {
                let mut near = board.shores(from).filter(lies);
                let cell = near.find(|it| self.wanted(*it));
                Some(look(cell?, then()))
            }
            Step::Hunt { quarry } => match self.quarry_of(from, *quarry)? {
                (cell, 0) => Some(look(cell, rest.to_vec())),
                (cell, _) => toward(board.harbour(from, cell)),
            },
        }
    }

    /// The nearest wanted tile, and how far it is: of equal ones that farther south, then east.
    fn quarry_of(&self, from: Cell, quarry: Option<Quarry>) -> Option<(Cell, u32)> {
        let board = &self.tables.board;
        let all = self.view.tiles.iter().copied();
        let all = all.filter(|it| self.wanted(*it));
        let far = |it: Cell| board.distance(from, board.harbour(from, it));
        let mut all: Vec<(Cell, u32)> = all.map(|it| (it, far(it))).collect();
        match quarry {
            Some(Quarry::Near) => all.retain(|it| it.1 == 0),
            Some(Quarry::East) if all.iter().any(|it| it.0.column >= from.column) => {
                all.retain(|it| it.0.column >= from.column);
            }
            _ => {}
        }
        let nearest = |it: &(Cell, u32)| (it.1, Reverse(it.0.row), Reverse(it.0.column));
        all.into_iter().min_by_key(nearest)
    }
}
