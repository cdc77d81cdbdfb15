//! `new`, `admit` and `begin`; `substitute` and `standby`.

use super::common::{Common, Done};
use crate::config::press::LettersPassed;
use crate::desk::club::open;
use crate::desk::commands::create::{self, CampaignWanted};
use crate::desk::commands::gather;
use crate::desk::commands::seating::{self, Meant};
use crate::desk::commands::substitutes;

/// `packetboat new GAME CAMPAIGN …`
#[derive(Debug, clap::Args)]
pub struct New {
    /// The game, as `packetboat games` lists it
    game: String,
    /// The campaign's name: small letters, digits and hyphens
    campaign: String,
    /// A folder with the seats, tables and handbook of this campaign alone, or the name of a
    /// sample; only for games whose seats are by campaign (umpire)
    #[arg(long, value_name = "FOLDER")]
    from: Option<String>,
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
    /// Seats that people may take by mail, by JOIN: all that have no player if none is named; the
    /// campaign begins when the last one is taken
    #[arg(long, value_name = "SEAT", num_args = 0..)]
    open: Option<Vec<String>>,
    /// With --open: a sentence on the campaign for people who look for one
    #[arg(long, requires = "open", default_value = "")]
    about: String,
    /// Nobody but you learns who plays which seat until the game is over
    #[arg(long)]
    anonymous: bool,
    /// Which letters players may write: private, public, anonymous or none
    #[arg(long, default_value = "private", value_name = "WHICH")]
    letters: LettersPassed,
    /// Robots alone play: the whole game is played at once
    #[arg(long)]
    robots_alone: bool,
    /// One of the game's options: pace=single; repeat for each
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// When orders are due: "sun 20:00", "tue,fri 18:30", "3d 20:00", "never"; for kinds of sheets:
    /// "movement 7d 20:00, retreats 2d 20:00"
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
            from: self.from.as_deref(),
            campaign: &self.campaign,
            scenario: self.scenario.as_deref(),
            players: &self.player,
            anonymous: self.anonymous,
            letters: self.letters,
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
        if let Some(open) = &self.open {
            let seats = seating::open(&club, &wanted, (open, meant), common.now())?;
            let said = create::open(&club, &wanted, (&seats, &self.about), common.now())?;
            return Ok(Done::well(said));
        }
        let notes = seating::check(&club, &wanted, meant, common.now())?;
        let said = create::new(&club, &wanted, common.now())?;
        Ok(Done::well(format!("{said}{notes}")))
    }
}

/// `packetboat admit CAMPAIGN WHO`
#[derive(Debug, clap::Args)]
pub struct Admit {
    /// The campaign, which waits for players
    campaign: String,
    /// The address of somebody who has asked for a seat; or anybody: "Ana <ana@example.org>"
    who: String,
    /// The seat; if left out, the one they asked for, or the first that is free
    #[arg(long)]
    seat: Option<String>,
}

impl Admit {
    /// Gives a seat to somebody.
    ///
    /// # Errors
    /// A campaign that does not wait; somebody who has not asked; a seat that is not free.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let seat = self.seat.as_deref().map(open::seat).transpose()?;
        gather::admit(&club, &self.campaign, (&self.who, seat), common.now()).map(Done::well)
    }
}

/// `packetboat begin CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct Begin {
    /// The campaign, which waits for players
    campaign: String,
    /// An open seat that the program plays; repeat for each
    #[arg(long, value_name = "SEAT")]
    robot: Vec<String>,
    /// An open seat left empty, if the game allows it; repeat for each
    #[arg(long, value_name = "SEAT")]
    empty: Vec<String>,
}

impl Begin {
    /// Lets a campaign begin before all its seats are taken.
    ///
    /// # Errors
    /// A campaign that does not wait; seats that are open still.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let seats = |all: &[String]| {
            let seats = all.iter().map(|it| open::seat(it));
            seats.collect::<anyhow::Result<Vec<_>>>()
        };
        let (robots, empty) = (seats(&self.robot)?, seats(&self.empty)?);
        gather::begin(&club, &self.campaign, (&robots, &empty), common.now()).map(Done::well)
    }
}

/// `packetboat substitute CAMPAIGN SEAT WHO DAYS`
#[derive(Debug, clap::Args)]
pub struct Substitute {
    /// The campaign
    campaign: String,
    /// The seat
    seat: String,
    /// Who plays it meanwhile: "Cleo <cleo@example.org>"
    #[arg(required_unless_present = "none")]
    who: Option<String>,
    /// The first and the last day: 2026-12-24..2027-01-06
    #[arg(required_unless_present = "none")]
    days: Option<String>,
    /// Gives the seat back to its player now
    #[arg(long, conflicts_with_all = ["who", "days"])]
    none: bool,
}

impl Substitute {
    /// Has somebody play a seat for its player.
    ///
    /// # Errors
    /// A campaign or seat that does not exist; days that are over.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let seat = open::seat(&self.seat)?;
        let who = self.who.as_deref().zip(self.days.as_deref());
        substitutes::substitute(&club, &self.campaign, seat, who, common.now()).map(Done::well)
    }
}

/// `packetboat standby WHO CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct StandBy {
    /// Who stands by: "Cleo <cleo@example.org>"
    who: String,
    /// For which campaign; or any
    campaign: String,
    /// Takes them off the list
    #[arg(long)]
    remove: bool,
}

impl StandBy {
    /// Puts somebody on the list of those who stand by, or takes them off it.
    ///
    /// # Errors
    /// A campaign that does not exist; somebody who may not play here.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let asked = (self.who.as_str(), self.campaign.as_str());
        substitutes::standby(&club, asked, self.remove, common.now()).map(Done::well)
    }
}
