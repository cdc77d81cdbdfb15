//! Hexes by two slanting coordinates, in which steps and distances are plain sums. Pointy tops:
//! `q` grows to the east, `r` to the south-east.
//!
//! Not here: how a hex is written and stored (`hex`, by row and column).

/// A hex of an endless plane. Reckoned with, never stored.
///
/// ```
/// use packetboat_kit::axial::Axial;
/// let isle = Axial { q: 0, r: 0 };
/// assert_eq!(isle.neighbours()[1], Axial { q: 1, r: -1 }, "the north-east");
/// assert_eq!(isle.distance(Axial { q: -5, r: 5 }), 5);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Axial {
    /// To the east.
    pub q: i32,
    /// To the south-east.
    pub r: i32,
}

/// East, north-east, north-west, west, south-west, south-east.
const STEPS: [(i32, i32); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

impl Axial {
    /// The six around it: east, north-east, north-west, west, south-west, south-east.
    pub fn neighbours(self) -> [Axial; 6] {
        STEPS.map(|(q, r)| Axial {
            q: self.q + q,
            r: self.r + r,
        })
    }

    /// How many steps away another is.
    pub fn distance(self, other: Axial) -> u32 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }
}
