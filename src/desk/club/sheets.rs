//! What the sheets of a campaign are called, in what is written about them.
//!
//! Not here: how names are made and read (`lang::sheet_names`).

use super::campaign::{Campaign, frozen};
use crate::engine::data::GameCard;
use crate::engine::seat::Seat;
use crate::lang::sheet::SheetNo;
use crate::lang::sheet_names::SheetNames;
use crate::report::opener;
use crate::store::fs::Fs;
use crate::store::layout::CampaignDir;

impl Campaign {
    /// What its sheets are called.
    pub fn sheet_names(&self) -> &SheetNames {
        self.table.sheet_names()
    }

    /// The sheet now open, in a sentence.
    pub fn turn(&self) -> String {
        self.sheet_names().turn(self.table.sheet())
    }

    /// What the game calls a sheet; empty: it goes by its number.
    pub fn sheet_name(&self, sheet: SheetNo) -> String {
        let names = self.sheet_names();
        let name = names.are_given().then(|| names.name(sheet));
        name.unwrap_or_default()
    }

    /// The number and the name of the sheet now open.
    pub fn sheet_open(&self) -> (String, String) {
        let sheet = self.table.sheet();
        (sheet.to_string(), self.sheet_name(sheet))
    }

    /// The first line of orders of a seat.
    pub fn opener(&self, seat: Seat, sheet: SheetNo) -> String {
        opener(self.id.as_str(), seat, (sheet, self.sheet_names()))
    }
}

/// What they are called in a campaign that need not open; where its card cannot be read, they go by
/// number.
pub fn names_in(fs: &dyn Fs, dir: &CampaignDir) -> SheetNames {
    let card = frozen(fs, dir).ok().and_then(|it| GameCard::of(&it).ok());
    let names = card.and_then(|it| it.sheet_names().ok());
    names.unwrap_or_default()
}
