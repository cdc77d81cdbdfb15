//! A map in rows and columns, read from letters: a row a line, a letter or a word a place.
//!
//! Not here: what the letters mean, and what is beside what (each game's map, `hex`).

/// A place in every row and column, each counted from 1, the first row in the north.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid<T> {
    rows: u8,
    columns: u8,
    /// Row by row.
    cells: Vec<T>,
}

impl<'t> Grid<&'t str> {
    /// Of lines with a letter a place.
    ///
    /// ```
    /// use packetboat_kit::grid::Grid;
    /// let lines = [".2.3".to_owned(), "S..4".to_owned()];
    /// let board = Grid::letters(&lines).unwrap();
    /// assert_eq!(board.size(), (2, 4));
    /// assert_eq!(board.get(2, 1), Some(&"S"));
    /// assert_eq!(board.get(3, 1), None);
    /// let sea = |it: &(u8, u8)| board.get(it.0, it.1) == Some(&".");
    /// assert_eq!(board.places().filter(sea).count(), 4);
    /// ```
    ///
    /// # Errors
    /// As [`Grid::words`].
    pub fn letters(lines: &'t [String]) -> Result<Self, String> {
        Grid::read(lines, |line| {
            line.split("").filter(|it| !it.is_empty()).collect()
        })
    }

    /// Of lines with a word a place, parted by spaces.
    ///
    /// # Errors
    /// Names the row that has not as many places as the first; and no place at all, or more than
    /// 255 rows or columns.
    pub fn words(lines: &'t [String]) -> Result<Self, String> {
        Grid::read(lines, |line| line.split_ascii_whitespace().collect())
    }

    fn read(lines: &'t [String], places: impl Fn(&'t str) -> Vec<&'t str>) -> Result<Self, String> {
        let lines: Vec<Vec<&str>> = lines.iter().map(|it| places(it)).collect();
        let width = lines.first().map_or(0, Vec::len);
        let size = u8::try_from(lines.len()).ok().zip(u8::try_from(width).ok());
        let Some((rows @ 1.., columns @ 1..)) = size else {
            return Err("a map has 1 to 255 rows and columns".to_owned());
        };
        if let Some((row, _)) = (1..)
            .zip(&lines)
            .find(|(_, it): &(u32, _)| it.len() != width)
        {
            return Err(format!(
                "row {row} must have {columns} columns, as the first"
            ));
        }
        let cells = lines.into_iter().flatten().collect();
        Ok(Grid {
            rows,
            columns,
            cells,
        })
    }
}

impl<T> Grid<T> {
    /// Rows and columns.
    pub fn size(&self) -> (u8, u8) {
        (self.rows, self.columns)
    }

    /// All places as row and column, row by row.
    pub fn places(&self) -> impl Iterator<Item = (u8, u8)> + use<T> {
        let columns = self.columns;
        (1..=self.rows).flat_map(move |row| (1..=columns).map(move |column| (row, column)))
    }

    /// What is in a place; `None`: the grid has no such place.
    pub fn get(&self, row: u8, column: u8) -> Option<&T> {
        Some(&self.cells[self.index(row, column)?])
    }

    /// What is in a place, to be changed.
    pub fn get_mut(&mut self, row: u8, column: u8) -> Option<&mut T> {
        let index = self.index(row, column)?;
        Some(&mut self.cells[index])
    }

    fn index(&self, row: u8, column: u8) -> Option<usize> {
        let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
        let inside = row < self.rows && column < self.columns;
        inside.then(|| usize::from(row) * usize::from(self.columns) + usize::from(column))
    }

    /// The same grid with what is made of each place.
    ///
    /// ```
    /// use packetboat_kit::grid::Grid;
    /// let lines = ["c ~".to_owned(), "~ x".to_owned()];
    /// let land = |row, column, word: &str| match word {
    ///     "c" => Ok(true),
    ///     "~" => Ok(false),
    ///     other => Err(format!("{row}/{column}: `{other}` is no terrain")),
    /// };
    /// let map = Grid::words(&lines).and_then(|it| it.try_map(land));
    /// assert_eq!(map, Err("2/2: `x` is no terrain".to_owned()));
    /// ```
    ///
    /// # Errors
    /// The first that cannot be made.
    pub fn try_map<U, E>(
        self,
        mut make: impl FnMut(u8, u8, T) -> Result<U, E>,
    ) -> Result<Grid<U>, E> {
        let (rows, columns) = self.size();
        let places = self.places();
        let cells = places
            .zip(self.cells)
            .map(|((row, column), it)| make(row, column, it));
        let cells = cells.collect::<Result<_, E>>()?;
        Ok(Grid {
            rows,
            columns,
            cells,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_must_be_of_one_length() {
        let read = |lines: &[&str]| {
            let lines: Vec<String> = lines.iter().map(|it| (*it).to_owned()).collect();
            Grid::words(&lines).map(|it| it.size())
        };
        assert_eq!(read(&["a bc", "d  e "]), Ok((2, 2)));
        assert!(read(&["a b", "c d", "e"]).unwrap_err().contains("row 3"));
        assert!(read(&[]).is_err());
        assert!(read(&["", ""]).is_err());
        assert!(read(&["a"; 256]).is_err());
    }

    #[test]
    fn a_place_can_be_changed() {
        let lines = ["ab".to_owned()];
        let mut grid = Grid::letters(&lines).expect("one row");
        *grid.get_mut(1, 2).expect("inside") = "x";
        assert_eq!(grid.get(1, 2), Some(&"x"));
        assert_eq!(grid.get_mut(0, 1), None);
        assert_eq!(grid.get_mut(1, 3), None);
    }
}
