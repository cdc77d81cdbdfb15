//! The robot: rules of thumb, no search.

use super::Voyages;
use super::view::View;
use crate::engine::dice::Dice;

/// The lines of its sheet.
pub fn sheet(_game: &Voyages, _view: &View, _dice: &mut Dice) -> String {
    "MOVE TOWARD ISLE / STAY\nBUILD OUTPOST\nPAY KING\n".to_owned()
}
