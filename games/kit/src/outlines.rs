//! Outlines as data files write them: many points in little space.
//!
//! Not here: what they surround, and how that looks (each game's `picture`).

use packetboat_core::engine::scene::Point;
use serde::Deserialize;

/// Rings of points, in tenths of a pixel. A file writes them in pixels, as text: points are `x,y`,
/// and a `;` begins another ring.
///
/// ```
/// use packetboat_kit::outlines::Outlines;
/// let two: Outlines = "0,0 9,0 9,9; 20,20 21,20 20,21".to_owned().try_into().unwrap();
/// assert_eq!(two.0[0], [(0, 0), (90, 0), (90, 90)]);
/// assert_eq!(two.0.len(), 2);
/// assert!(Outlines::try_from("0,0 9 9,9".to_owned()).is_err());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Outlines(pub Vec<Vec<Point>>);

impl TryFrom<String> for Outlines {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let point = |one: &str| -> Option<Point> {
            let (x, y) = one.split_once(',')?;
            Some(tenths((x.parse().ok()?, y.parse().ok()?)))
        };
        let read = |one: &str| point(one).ok_or_else(|| format!("`{one}` is not a point: x,y"));
        let rings = text.split(';');
        let rings: Result<Vec<Vec<Point>>, String> = rings
            .map(|ring| ring.split_whitespace().map(read).collect())
            .collect();
        rings.map(Outlines)
    }
}

/// A point in pixels, in tenths of them.
pub fn tenths((x, y): Point) -> Point {
    (x * 10, y * 10)
}
