//! The sea board in letters, for pages to print.

use super::{board::Cell, data::Tables, view::View};
use packetboat_kit::chart::letter;

/// A line a row, under a line of columns: `.` water, `S` the start, an island space by its number
/// if a tile is there, `-` if none does; ships by the first letters of their owners.
pub(super) fn lines(tables: &Tables, view: &View) -> Vec<String> {
    let (rows, columns) = tables.board.size;
    let head: String = (1..=columns).map(|it| format!("{it:>3}")).collect();
    let mut lines = vec![format!(" {head}")];
    for row in 1..=rows {
        let cells = (1..=columns).map(|column| letters(tables, view, Cell { row, column }));
        let cells: String = cells.map(|it| format!("{it:>3}")).collect();
        let name = Cell { row, column: 1 }.to_string();
        lines.push(format!("{}{cells}", &name[..1]));
    }
    lines
}

fn letters(tables: &Tables, view: &View, cell: Cell) -> String {
    if let Some(number) = tables.board.islands.get(&cell) {
        return if view.tiles.contains(&cell) {
            number.to_string()
        } else {
            "-".to_owned()
        };
    }
    let isles = view.world.isles.iter();
    let here = isles.flat_map(|isle| {
        let ships = isle.ships.iter().filter(|it| it.at == cell);
        ships.map(|_| letter(&tables.title(isle.seat)))
    });
    let here: Vec<String> = here.collect();
    match here.len() {
        0 if cell == tables.board.start => "S".to_owned(),
        0 => ".".to_owned(),
        1..=2 => here.concat(),
        number => format!("{number}*"),
    }
}
