//! Hexes in rows, as hex maps number them: two digits for the row from the north, two for the
//! column from the west. Pointy tops; even rows are half a hex further east.
//!
//! Not here: what is in a hex (each game's map).

use super::axial::Axial;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A hex. Written, stored and compared by its number: `2413`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(extend("pattern" = "^[0-9]{4}$"))]
pub struct Hex {
    /// From 1 in the north.
    pub row: u8,
    /// From 1 in the west.
    pub column: u8,
}

impl Hex {
    /// The hex of this row and column.
    pub const fn new(row: u8, column: u8) -> Self {
        Hex { row, column }
    }

    /// The six around it that have a number, whether a map has them or not: east, north-east,
    /// north-west, west, south-west, south-east.
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        let around = self.axial().neighbours().into_iter();
        around.filter_map(|axial| {
            let row = u8::try_from(axial.r).ok()?;
            let column = u8::try_from(axial.q + straight(axial.r)).ok()?;
            let exists = (1..=99).contains(&row) && (1..=99).contains(&column);
            exists.then_some(Hex { row, column })
        })
    }

    /// How many steps away another is.
    pub fn distance(self, other: Hex) -> u32 {
        self.axial().distance(other.axial())
    }

    fn axial(self) -> Axial {
        let r = i32::from(self.row);
        Axial {
            q: i32::from(self.column) - straight(r),
            r,
        }
    }
}

/// By how many columns the slanting coordinate of a row lags behind its columns.
fn straight(row: i32) -> i32 {
    (row + 1) / 2
}

impl FromStr for Hex {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.len() == 4 && text.bytes().all(|it| it.is_ascii_digit());
        let number = digits.then(|| text.parse::<u16>().ok()).flatten();
        let parts = number.map(|it| (it / 100, it % 100));
        match parts {
            Some((row @ 1.., column @ 1..)) => Ok(Hex {
                row: u8::try_from(row).expect("two digits"),
                column: u8::try_from(column).expect("two digits"),
            }),
            _ => Err(format!(
                "`{text}` is not a hex: four digits, row and column"
            )),
        }
    }
}

packetboat_core::text_value!(Hex);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.row, self.column)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        for (row, column) in [(20, 21), (21, 20), (1, 1), (62, 42)] {
            let here = Hex::new(row, column);
            for other in here.neighbours() {
                assert_eq!(here.distance(other), 1, "{here} {other}");
                assert!(
                    other.neighbours().any(|back| back == here),
                    "{here} {other}"
                );
            }
        }
    }

    #[test]
    fn even_rows_stand_further_east() {
        let around: Vec<Hex> = hex("2413").neighbours().collect();
        let wanted = ["2414", "2314", "2313", "2412", "2513", "2514"].map(hex);
        assert_eq!(around, wanted);
        let around: Vec<Hex> = hex("2313").neighbours().collect();
        let wanted = ["2314", "2213", "2212", "2312", "2412", "2413"].map(hex);
        assert_eq!(around, wanted);
    }

    #[test]
    fn distances_count_steps() {
        assert_eq!(hex("2413").distance(hex("2411")), 2);
        assert_eq!(hex("4326").distance(hex("4324")), 2);
        assert_eq!(hex("5129").distance(hex("4326")), 8);
    }

    #[test]
    fn a_number_has_four_digits() {
        for wrong in ["", "213", "21133", "0013", "2100", "21x3", "+113"] {
            assert!(wrong.parse::<Hex>().is_err(), "{wrong}");
        }
        assert_eq!(hex("0508").to_string(), "0508");
    }
}
