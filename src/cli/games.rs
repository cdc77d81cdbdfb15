//! `games` and `schema`.

use super::common::{Common, Done};
use crate::desk::commands::look;

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
            None => look::games(common.games)?,
            Some(game) if self.handbook => {
                return Ok(Done::well(look::handbook(common.games, game)?));
            }
            Some(game) => look::game(common.games, game)?,
        };
        Ok(Done::well(if common.json {
            serde_json::to_string_pretty(&both.json)?
        } else {
            both.text
        }))
    }
}

/// `packetboat schema GAME`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The schema describes what a player gets with each report if `wants` in \
        campaign.toml names \"json\", and what `packetboat show --format json` prints. It is \
        JSON Schema 2020-12, for this version of the program. Keys may be added; none is removed \
        unless `format` counts up, so a program that reads such files must ignore keys that it \
        does not know."
)]
pub struct Schema {
    /// The game, as `packetboat games` lists it
    game: String,
}

impl Schema {
    /// Prints the schema.
    ///
    /// # Errors
    /// A game that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        Ok(Done::well(look::schema(common.games, &self.game)?))
    }
}
