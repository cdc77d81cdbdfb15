//! The board in letters, and what is beside a ship, for pages to print.

use super::board::{Direction, Passage, mark};
use super::{data::Tables, state::Sea};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::{commas, list};
use packetboat_kit::{chart::letter, hex::Hex};
use serde_json::{Value, json};

/// Water.
const WATER: &str = ".";

/// A line a row: its number, its hexes, and what is in it that the letters cannot show.
///
/// Letters: a ship by its first, `2` and so on for several; `~` a monster, `@` the Central Isle,
/// `o` a port, `#` land.
pub(super) fn lines(tables: &Tables, sea: &Sea) -> Vec<String> {
    let board = &tables.board;
    let rows = board.rows();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut lines = Vec::new();
    for row in &rows {
        let indent = " ".repeat(3 * (widest - row.len()) / 2);
        let hexes: Vec<String> = row.iter().map(|it| letters(tables, sea, *it)).collect();
        let number = row[0].row;
        let drawn = format!("{number:02} {indent}{}", hexes.concat());
        lines.push(drawn.trim_end().to_owned());
    }
    lines
}

/// Three letters for a hex: at most two signs, at the right.
fn letters(tables: &Tables, sea: &Sea, hex: Hex) -> String {
    let board = &tables.board;
    let here = sea.order.iter().filter(|it| sea.ship(**it).hex == hex);
    let ships: Vec<String> = here.map(|it| letter(&tables.title(*it))).collect();
    let monster = sea.monsters_in(hex).next().map(|it| it.card.as_str());
    let place = match (board.land(hex), board.port_at(hex)) {
        (Some(name), _) => mark(name).to_owned(),
        (_, Some(_)) => "o".to_owned(),
        _ if hex == board.isle => "@".to_owned(),
        _ => WATER.to_owned(),
    };
    let letters = match (ships.len(), monster) {
        (0, None) => place,
        (0, Some(_)) => "~".to_owned(),
        (1..=2, None) => ships.concat(),
        (1, Some(_)) => format!("{}~", ships.concat()),
        (number, beast) => format!("{number}{}", if beast.is_some() { "~" } else { "*" }),
    };
    format!("{letters:>3}")
}

/// The hex that way, and what is in the way: `E 0508 free`.
fn beside(tables: &Tables, sea: &Sea, me: Seat, way: Direction) -> String {
    let (board, from) = (&tables.board, sea.ship(me).hex);
    let Some(hex) = board.beside(from, way) else {
        return format!("{way} the edge");
    };
    if let Some(land) = board.land(hex) {
        return format!("{way} {hex} {}", land.strip_prefix("the ").unwrap_or(land));
    }
    let mut there = Vec::new();
    if let Some((passage, owner)) = sea.blockade(board, from, hex) {
        let whose = if owner == me {
            "past your own".to_owned()
        } else {
            format!("behind {}'s", tables.title(owner))
        };
        there.push(format!("{whose} blockade {}", passage.name));
    }
    let monsters = sea.monsters_in(hex);
    there.extend(monsters.map(|it| tables.card(it.card).name.clone()));
    let ships = sea.rivals(me).into_iter().filter(|it| it.hex == hex);
    there.extend(ships.map(|it| tables.title(it.seat)));
    let isle = (hex == board.isle).then_some("Central Isle");
    there.extend(board.port_at(hex).or(isle).map(str::to_owned));
    if there.is_empty() {
        format!("{way} {hex} free")
    } else {
        format!("{way} {hex} {}", list(there))
    }
}

/// What is around a ship, three and three.
pub(super) fn around(tables: &Tables, sea: &Sea, me: Seat) -> Vec<String> {
    let all = Direction::ALL.map(|it| beside(tables, sea, me, it));
    all.chunks(3).map(|it| it.join(" | ")).collect()
}

/// The board as `MAP` sends it, or what is around a place.
///
/// # Errors
/// That nothing is called so.
pub(super) fn map(tables: &Tables, sea: &Sea, around: Option<&str>) -> Result<Value, String> {
    let board = &tables.board;
    let passages = board.passages.iter().map(|passage| {
        let Passage { code, name, sides } = passage;
        let sides = commas(sides.iter().map(|it| format!("{}/{}", it[0], it[1])));
        let closed = sea.builder(name);
        let closed = closed.map(|by| format!(", closed by {}", tables.title(by)));
        format!("{code:4}{name:6} {sides}{}", closed.unwrap_or_default())
    });
    let places: Vec<String> = match around {
        None => passages.collect(),
        Some(name) => {
            let mut ports = board.ports.iter();
            let port = ports.find(|it| it.0.eq_ignore_ascii_case(name));
            let hex = || board.hex_names.exact(name)?.name.parse().ok();
            let hex = port.map(|it| it.1).or_else(hex).ok_or_else(|| {
                format!("No hex or port is called {name}: MAP alone brings the whole sea.")
            })?;
            let beside = board.around(hex).map(|(way, to)| {
                let between = board.between(hex, to);
                let through = between.map_or(String::new(), |passage| {
                    let by = sea.builder(&passage.name).map(|by| tables.title(by));
                    let closed = by.map_or(String::new(), |by| format!(" (closed by {by})"));
                    format!(", through {}{closed}", passage.name)
                });
                format!("{way:2} {}{through}", board.named(to))
            });
            [format!("Around {}:", board.named(hex))]
                .into_iter()
                .chain(beside)
                .collect()
        }
    };
    let whole = around.is_none();
    Ok(json!({ "chart": lines(tables, sea), "places": places, "whole": whole }))
}
