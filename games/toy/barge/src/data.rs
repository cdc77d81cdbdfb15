//! The tables of the game.

use packetboat_core::prelude::*;
use packetboat_kit::supply::Supply;

/// What `tables.toml` says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// How long the row is, in places; odd.
    pub places: u32,
    /// Cards a seat holds at the beginning.
    pub hand: u32,
    /// The kinds of cards, weakest first.
    pub cards: Vec<String>,
    /// How many there are of each.
    pub copies: u32,
}

impl Tables {
    /// Reads and checks them.
    ///
    /// # Errors
    /// A row without a middle, or too few cards.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let tables: Tables = pack.read("tables.toml")?;
        let few = tables.supply().all().len() < 2 * tables.hand as usize;
        if few || tables.places < 3 || tables.places.is_multiple_of(2) {
            let problem = "it needs a row with a middle, and cards for two hands";
            return Err(DataError::new("tables.toml", problem));
        }
        Ok(tables)
    }

    /// All cards there are.
    pub fn supply(&self) -> Supply<String> {
        Supply::of(self.cards.iter().map(|it| (it.clone(), self.copies)))
    }

    /// How strongly a card pulls: its place in the list.
    pub fn force(&self, card: &str) -> Option<usize> {
        self.cards.iter().position(|it| it == card)
    }

    /// The words of the language for them.
    pub fn card_names(&self) -> Names {
        Names::new("card", self.cards.iter().cloned())
    }
}
