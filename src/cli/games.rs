//! `games`.

use super::{Common, Done};
use crate::desk::look;

/// `packetboat games [GAME]`
#[derive(Debug, clap::Args)]
pub struct Games {
    /// The game to explain; the list of games if left out
    game: Option<String>,
    /// Prints the whole handbook of the game
    #[arg(long)]
    handbook: bool,
}

impl Games {
    /// Lists the games, or explains one.
    ///
    /// # Errors
    /// A game that does not exist.
    pub fn run(&self, _common: &Common) -> anyhow::Result<Done> {
        let text = match &self.game {
            None => look::games()?,
            Some(game) if self.handbook => look::handbook(game)?,
            Some(game) => look::game(game)?,
        };
        Ok(Done::well(text))
    }
}
