//! The tables of the game.

use packetboat_core::prelude::*;

/// What `tables.toml` says.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// How many stones there are at the beginning.
    pub stones: u32,
    /// How many a turn may take.
    pub most: u32,
}

impl Tables {
    /// Reads and checks them.
    ///
    /// # Errors
    /// Numbers with which there is no game.
    pub fn read(pack: &DataPack) -> Result<Self, DataError> {
        let tables: Tables = pack.read("tables.toml")?;
        let some = 0 < tables.most && tables.most <= tables.stones;
        DataError::unless(
            some,
            "tables.toml",
            || "it needs stones, and no turn takes more than there are",
        )?;
        Ok(tables)
    }

    /// How many stones a turn takes, at least and at most.
    pub fn takes(&self) -> (u32, u32) {
        (1, self.most)
    }
}
