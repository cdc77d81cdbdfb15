//! Rules of thumb.

use super::data::Tables;
use super::view::View;
use packetboat_core::prelude::*;

/// What a robot writes.
pub fn sheet(_tables: &Tables, _view: &View, _dice: &mut Dice) -> String {
    String::new()
}
