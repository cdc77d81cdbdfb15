//! The sea board in letters, for pages to print.

use super::board::Cell;
use super::data::Tables;
use super::state::State;
use super::view::View;
use crate::engine::seat::Seat;
use serde_json::{Value, json};

/// A line a row, under a line of columns: `.` water, `S` the start, an island space by its number
/// if a tile lies there, `-` if none does; ships by the first letters of their owners.
pub(super) fn lines(tables: &Tables, state: &State) -> Vec<String> {
    let (rows, columns) = tables.board.size;
    let head: String = (1..=columns).map(|it| format!("{it:>4}")).collect();
    let mut lines = vec![format!(" {head}")];
    for row in 1..=rows {
        let cells = (1..=columns).map(|column| letters(tables, state, Cell { row, column }));
        let cells: String = cells.map(|it| format!("{it:>4}")).collect();
        let name = Cell { row, column: 1 }.to_string();
        lines.push(format!("{}{cells}", &name[..1]));
    }
    lines
}

fn letters(tables: &Tables, state: &State, cell: Cell) -> String {
    if let Some(number) = tables.board.islands.get(&cell) {
        return match state.sea.contains_key(&cell) {
            true => number.to_string(),
            false => "-".to_owned(),
        };
    }
    let isles = state.world.isles.iter();
    let here = isles.flat_map(|isle| {
        let ships = isle.ships.iter().filter(|it| it.at == cell);
        ships.map(|_| initial(tables, isle.seat))
    });
    let here: Vec<String> = here.collect();
    match here.len() {
        0 if cell == tables.board.start => "S".to_owned(),
        0 => ".".to_owned(),
        1..=3 => here.concat(),
        number => format!("{number}*"),
    }
}

fn initial(tables: &Tables, seat: Seat) -> String {
    tables.title(seat).chars().take(1).collect()
}

/// The board as `MAP` sends it, or what is around a space.
///
/// # Errors
/// That there is no such space.
pub(super) fn map(tables: &Tables, view: &View, around: Option<&str>) -> Result<Value, String> {
    let places: Vec<String> = match around {
        None => view
            .chart
            .keys()
            .map(|it| place(tables, view, *it))
            .collect(),
        Some(name) => {
            let cell = name.parse().ok().filter(|it| tables.board.has(*it));
            let cell: Cell = cell.ok_or_else(|| {
                format!("No space is called {name}: MAP alone brings the whole sea.")
            })?;
            let beside = tables.board.shores(cell).chain(tables.board.coast(cell));
            let beside = beside.map(|it| place(tables, view, it));
            [format!("Around {}:", place(tables, view, cell))]
                .into_iter()
                .chain(beside)
                .collect()
        }
    };
    Ok(json!({ "board": view.board, "places": places }))
}

fn place(tables: &Tables, view: &View, cell: Cell) -> String {
    if tables.board.sea.contains(&cell) {
        return format!("{cell} water");
    }
    match view.chart.get(&cell) {
        Some(it) => format!("{cell} {} (round {})", it.tile, it.round),
        None if view.tiles.contains(&cell) => format!("{cell} a tile face-down"),
        None => format!("{cell} no tile"),
    }
}
