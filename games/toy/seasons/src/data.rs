//! The tables of the game.

use packetboat_core::prelude::*;

/// What `tables.toml` says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// How many carts a season may send.
    pub carts: u32,
    /// How many carts a winter may mend.
    pub mends: u32,
}

impl Tables {
    /// Reads and checks them.
    ///
    /// # Errors
    /// Numbers with which there is no game.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let tables: Tables = pack.read("tables.toml")?;
        let some = tables.carts > 0 && tables.mends > 0;
        DataError::unless(some, "tables.toml", || "no cart can be sent or mended")?;
        Ok(tables)
    }

    /// How many carts may be sent, at least and at most.
    pub fn sends(&self) -> (u32, u32) {
        (0, self.carts)
    }

    /// How many carts may be mended, at least and at most.
    pub fn mends(&self) -> (u32, u32) {
        (0, self.mends)
    }
}
