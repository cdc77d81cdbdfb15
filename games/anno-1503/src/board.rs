//! The sea board: spaces of water, island spaces with the number of players from which they are in
//! use, and the space where ships start (2.2).
//!
//! Not here: which tiles are on the island spaces (`state`).

use packetboat_core::prelude::*;
use packetboat_kit::ways::{rings, way};
use packetboat_kit::{checks::Checks, grid::Grid};
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

const FILE: &str = "board.toml";

words! {
    /// A direction, in the order in which equal steps are preferred.
    pub enum Way: names "direction" {
        /// North.
        N = "N" / "NORTH",
        /// East.
        E = "E" / "EAST",
        /// South.
        S = "S" / "SOUTH",
        /// West.
        W = "W" / "WEST",
    }
}

/// A space: its row, which is a letter, and its column, both from 1.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
pub struct Cell {
    /// From the north.
    pub row: u8,
    /// From the west.
    pub column: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.row.saturating_sub(1));
        f.pad(&format!("{letter}{}", self.column))
    }
}

impl FromStr for Cell {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let none = || format!("`{text}` is not a space such as E4");
        let first = text.bytes().next().filter(u8::is_ascii_alphabetic);
        let row = first.ok_or_else(none)?.to_ascii_uppercase() - b'A' + 1;
        let column = text[1..].parse().map_err(|_| none())?;
        Ok(Cell { row, column })
    }
}

packetboat_core::text_value!(Cell);

/// `board.toml` as it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    rows: Vec<char>,
    grid: Vec<String>,
}

/// The board.
#[derive(Debug, Clone)]
pub struct Board {
    /// Spaces of water, the start too.
    pub sea: BTreeSet<Cell>,
    /// Island spaces with their numbers.
    pub islands: BTreeMap<Cell, u32>,
    /// Where ships start.
    pub start: Cell,
    /// Rows and columns.
    pub size: (u8, u8),
    /// Island spaces, that farthest from the start first (2.2).
    pub far: Vec<Cell>,
    /// All spaces, as orders name them.
    pub names: Names,
    /// How many steps are between two spaces of water: computed once, since ships ask for it at
    /// every step.
    steps: BTreeMap<(Cell, Cell), u32>,
}

impl Board {
    /// Reads `board.toml`.
    ///
    /// # Errors
    /// A board that does not hang together.
    pub fn read(pack: &DataPack) -> Result<Board, DataError> {
        let file: BoardFile = pack.read(FILE)?;
        let wrong = |problem: String| DataError::new(FILE, problem);
        let grid = Grid::letters(&file.grid).map_err(wrong)?;
        let (mut sea, mut islands, mut start) = (BTreeSet::new(), BTreeMap::new(), None);
        for (row, column) in grid.places() {
            let cell = Cell { row, column };
            match grid.get(row, column).copied() {
                Some(".") => drop(sea.insert(cell)),
                Some("S") => {
                    start = Some(cell);
                    sea.insert(cell);
                }
                letter => {
                    let number = letter.and_then(|it| it.parse().ok());
                    let number = number.ok_or_else(|| wrong(format!("{cell} is not a space")))?;
                    islands.insert(cell, number);
                }
            }
        }
        let start = start.ok_or_else(|| wrong("no space is the start (S)".to_owned()))?;
        let size = grid.size();
        let mut board = Board {
            sea,
            islands,
            start,
            size,
            far: Vec::new(),
            names: Names::new(
                "space",
                grid.places()
                    .map(|(row, column)| Cell { row, column }.to_string()),
            ),
            steps: BTreeMap::new(),
        };
        board.check(&file.rows)?;
        board.steps = board.all_steps();
        let mut far: Vec<Cell> = board.islands.keys().copied().collect();
        far.sort_by_key(|island| {
            let ways = board.coast(*island).map(|it| board.distance(start, it));
            (Reverse(ways.min()), Reverse(island.column), island.row)
        });
        board.far = far;
        Ok(board)
    }

    fn check(&self, rows: &[char]) -> Result<(), DataError> {
        let letters = ('A'..='Z').take(usize::from(self.size.0));
        let reached = || rings(self.start, |it| self.coast(it)).flatten().count();
        let coast = |it: &&Cell| self.coast(**it).next().is_some();
        Checks::default()
            .rule("rows are lettered from A on")
            .that(|| rows.iter().copied().eq(letters))
            .rule("all water hangs together")
            .that(|| reached() == self.sea.len())
            .rule("each island touches water")
            .each(self.islands.keys(), |it| **it, coast)
            .in_file(FILE)
    }

    /// The space that way, if it is on the board.
    pub fn beside(&self, cell: Cell, way: Way) -> Option<Cell> {
        let (row, column) = match way {
            Way::N => (cell.row.checked_sub(1)?, cell.column),
            Way::E => (cell.row, cell.column + 1),
            Way::S => (cell.row + 1, cell.column),
            Way::W => (cell.row, cell.column.checked_sub(1)?),
        };
        let cell = Cell { row, column };
        self.has(cell).then_some(cell)
    }

    /// Whether this is a space of the board.
    pub fn has(&self, cell: Cell) -> bool {
        self.sea.contains(&cell) || self.islands.contains_key(&cell)
    }

    fn all_around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        Way::ALL
            .into_iter()
            .filter_map(move |it| self.beside(cell, it))
    }

    /// Water beside a space, in the order N, E, S, W.
    pub fn coast(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        self.all_around(cell).filter(|it| self.sea.contains(it))
    }

    /// Islands beside a space, in the order N, E, S, W; a corner is not beside it (R31).
    pub fn shores(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        self.all_around(cell)
            .filter(|it| self.islands.contains_key(it))
    }

    /// The shortest way over water: the spaces entered.
    pub fn way(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let found = way(from, [to], |it| self.coast(it), |_| Some((1, 0)));
        found.unwrap_or_default()
    }

    fn all_steps(&self) -> BTreeMap<(Cell, Cell), u32> {
        let from = |from: &Cell| {
            let from = *from;
            let rings = (0..).zip(rings(from, |it| self.coast(it)));
            let each = rings.flat_map(|(steps, ring)| ring.into_iter().map(move |it| (steps, it)));
            let each = each.map(move |(steps, to)| ((from, to), steps));
            each.collect::<Vec<_>>()
        };
        self.sea.iter().flat_map(from).into_map()
    }

    /// How many steps a way over water takes.
    pub fn distance(&self, from: Cell, to: Cell) -> u32 {
        self.steps[&(from, to)]
    }

    /// Where a ship goes that is bound for a space: into it, or beside an island.
    pub fn berth(&self, from: Cell, to: Cell) -> Cell {
        if self.islands.contains_key(&to) {
            self.harbour(from, to)
        } else {
            to
        }
    }

    /// The water beside an island nearest to a ship: N, E, S, W of it where several are (4.3).
    pub fn harbour(&self, from: Cell, island: Cell) -> Cell {
        let nearest = self.coast(island).min_by_key(|it| self.distance(from, *it));
        nearest.expect("each island touches the sea")
    }
}
