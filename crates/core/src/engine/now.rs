//! Who plays, and which sheet is on.

use super::seat::Seat;
use crate::lang::sheet::SheetNo;
use std::collections::BTreeSet;

/// Who plays, and which sheet is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Now {
    /// The seats taken, in table order.
    pub seats: Vec<Seat>,
    /// The sheet now being played, or called for: what `turn 6b` is checked against.
    pub sheet: SheetNo,
    /// The last turn there can be, where everybody may know it: nobody files for a later one.
    pub last_turn: Option<u32>,
    /// The first sheet of the batch being played: a seat's lines for a sheet of the batch go on
    /// holding on its later sheets, until one for which the seat has filed lines of its own.
    /// Most games collect one sheet at a time: then it is that one.
    pub first: SheetNo,
    /// The last sheet of that batch.
    pub until: SheetNo,
    /// Who referees, where that is a person at the table: without their sheet nothing goes on.
    pub referee: Option<Seat>,
    /// Who is out of the game by its rules, though at the table: their votes are not waited for.
    pub out: BTreeSet<Seat>,
    /// How many days the sheets now called for may take, where the game says so; else the club's
    /// schedule does.
    pub days: Option<u32>,
}

impl Now {
    /// These play, on this sheet; it is a batch by itself.
    pub fn on(seats: impl IntoIterator<Item = Seat>, sheet: SheetNo) -> Self {
        Now {
            seats: seats.into_iter().collect(),
            sheet,
            last_turn: None,
            first: sheet,
            until: sheet,
            referee: None,
            out: BTreeSet::new(),
            days: None,
        }
    }

    /// The same, where a sheet is for a whole turn.
    pub fn turn(seats: impl IntoIterator<Item = Seat>, turn: u32) -> Self {
        Now::on(seats, SheetNo::whole(turn))
    }

    /// There is no turn after this.
    #[must_use]
    pub fn at_most(self, turns: u32) -> Self {
        Now {
            last_turn: Some(turns),
            ..self
        }
    }

    /// The sheets of these turns, first and last, are one batch.
    #[must_use]
    pub fn batch(self, first: u32, until: u32) -> Self {
        Now {
            first: SheetNo::whole(first),
            until: SheetNo::whole(until),
            ..self
        }
    }
}
