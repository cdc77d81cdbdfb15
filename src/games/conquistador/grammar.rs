//! The order language of the game, as forms (7.2).

use super::view::View;
use crate::lang::form::Grammar;

/// The language of the sheet now open.
pub fn grammar(view: &View) -> Grammar {
    let _ = view;
    todo!()
}
