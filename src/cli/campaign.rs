//! `new`.

use super::common::{Common, Done};
use crate::desk::commands::create::{self, CampaignWanted};
use crate::desk::commands::seating::{self, Meant};

/// `packetboat new GAME CAMPAIGN …`
#[derive(Debug, clap::Args)]
pub struct New {
    /// The game, as `packetboat games` lists it
    game: String,
    /// The campaign's name: small letters, digits and hyphens
    campaign: String,
    /// The scenario; the game's first if left out
    #[arg(long)]
    scenario: Option<String>,
    /// A player: "north=Ana <ana@example.org>"; repeat for each
    #[arg(long, value_name = "SEAT=NAME <ADDRESS>")]
    player: Vec<String>,
    /// A seat that the program plays; repeat for each
    #[arg(long, value_name = "SEAT")]
    robot: Vec<String>,
    /// A seat left empty, if the game allows it; repeat for each
    #[arg(long, value_name = "SEAT")]
    empty: Vec<String>,
    /// Robots alone play: the whole game is played at once
    #[arg(long)]
    robots_alone: bool,
    /// One of the game's options: pace=single; repeat for each
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// When orders are due: "sun 20:00", "tue,fri 18:30", "3d 20:00", "never"
    #[arg(long, default_value = "sun 20:00")]
    deadline: String,
    /// For tests and demos: the seed of the dice, 64 hex digits. Every report then says that the
    /// dice are not sealed
    #[arg(long, value_name = "HEX")]
    seed: Option<String>,
}

impl New {
    /// Starts a campaign.
    ///
    /// # Errors
    /// A game, seat, option or address that does not exist; a campaign that does already.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let wanted = CampaignWanted {
            game: &self.game,
            campaign: &self.campaign,
            scenario: self.scenario.as_deref(),
            players: &self.player,
            robots: &self.robot,
            options: &self.option,
            deadline: &self.deadline,
            seed: self.seed.as_deref(),
            sealed: false,
        };
        let meant = Meant {
            empty: &self.empty,
            robots_alone: self.robots_alone,
        };
        let notes = seating::check(&club, &wanted, meant, common.now())?;
        let said = create::new(&club, &wanted, common.now())?;
        Ok(Done::well(format!("{said}{notes}")))
    }
}
