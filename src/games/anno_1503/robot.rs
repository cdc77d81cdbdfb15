//! The robot: rules of thumb, no search.

use super::data::Tables;
use super::view::View;
use crate::engine::dice::Dice;

/// The lines of its sheet.
pub fn sheet(_tables: &Tables, _view: &View, _dice: &mut Dice) -> String {
    "PRODUCE AUTO".to_owned()
}
