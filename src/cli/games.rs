//! `games`.

use super::common::{Common, Done};
use crate::desk::look;

/// `packetboat games [GAME]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: a list of id and card (the seats, scenarios and options); for \
    one game an object with id, card, orders, silence, rulings, handbook. Keys may be added, none \
    will go."
)]
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
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let both = match &self.game {
            None => look::games()?,
            Some(game) if self.handbook => return Ok(Done::well(look::handbook(game)?)),
            Some(game) => look::game(game)?,
        };
        Ok(Done::well(match common.json {
            true => serde_json::to_string_pretty(&both.json)?,
            false => both.text,
        }))
    }
}
