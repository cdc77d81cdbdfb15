//! The robot: from what its seat sees it writes the sheet that did best in rehearsal.
use super::data::Tables;
use super::view::View;
use crate::engine::dice::Dice;

/// The lines of its sheet, between opener and closer.
pub fn sheet(_tables: &Tables, _view: &View, _dice: &mut Dice) -> String {
    "FALLBACK REWARD\nDOME CHEAPEST\n".to_owned()
}
