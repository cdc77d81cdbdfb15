//! The sea as MAP sends it.

use super::{board::Cell, chart, data::Tables, view::View};
use serde_json::{Value, json};

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
    Ok(json!({ "board": chart::lines(tables, view), "places": places }))
}

fn place(tables: &Tables, view: &View, cell: Cell) -> String {
    if tables.board.sea.contains(&cell) {
        return format!("{cell} water");
    }
    match view.chart.get(&cell) {
        Some(sight) => format!("{cell} {} (round {})", sight.tile, sight.round),
        None if view.tiles.contains(&cell) => format!("{cell} a tile face-down"),
        None => format!("{cell} no tile"),
    }
}
