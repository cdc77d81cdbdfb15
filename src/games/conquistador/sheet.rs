//! What stands in an order sheet.

use super::view::View;
use crate::engine::rules::SheetText;

/// The sheet of this power.
pub fn order_sheet(view: &View) -> SheetText {
    let _ = view;
    SheetText::default()
}
