//! The referee's acts: each is an entry in the log with a reason.

use super::common::{Common, Done};
use crate::desk::{open, referee};
use clap::builder::NonEmptyStringValueParser;

/// `packetboat resolve|adopt CAMPAIGN --why …`
#[derive(Debug, clap::Args)]
pub struct Act {
    /// The campaign
    campaign: String,
    /// Why, for the log and, where it concerns them, the players
    #[arg(long, default_value = "")]
    why: String,
}

impl Act {
    /// Resolves now.
    ///
    /// # Errors
    /// A campaign that does not exist, is over, held or halted.
    pub fn resolve(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        referee::resolve(&club, &self.campaign, &self.why, common.now()).map(Done::well)
    }

    /// Adopts a copy that was edited.
    ///
    /// # Errors
    /// A campaign that does not exist or has no copy, or files that do not fit.
    pub fn adopt(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        referee::adopt(&club, &self.campaign, &self.why, common.now()).map(Done::well)
    }
}

/// `packetboat hold CAMPAIGN --why …`
#[derive(Debug, clap::Args)]
pub struct Hold {
    /// The campaign
    campaign: String,
    /// Why: the players are told
    #[arg(long, required = true, value_parser = NonEmptyStringValueParser::new())]
    why: String,
}

impl Hold {
    /// Holds.
    ///
    /// # Errors
    /// A campaign that does not exist, is over or halted.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        referee::hold(&club, &self.campaign, &self.why, common.now()).map(Done::well)
    }
}

/// `packetboat release CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct Release {
    /// The campaign
    campaign: String,
    /// Why, for the log and the players
    #[arg(long, default_value = "")]
    why: String,
}

impl Release {
    /// Lets go on what is held, under review, or halted.
    ///
    /// # Errors
    /// A campaign that does not exist; one that is still damaged.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        referee::release(&club, &self.campaign, &self.why, common.now()).map(Done::well)
    }
}

/// `packetboat edit CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct Edit {
    /// The campaign
    campaign: String,
}

impl Edit {
    /// Copies state and book to where they may be changed.
    ///
    /// # Errors
    /// A campaign that does not exist or is damaged; a copy that is there already.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        referee::edit(&club, &self.campaign).map(Done::well)
    }
}

/// `packetboat extend CAMPAIGN LENGTH|MOMENT`
#[derive(Debug, clap::Args)]
pub struct Extend {
    /// The campaign
    campaign: String,
    /// How much longer (24h, 2d); the next such day ("sun 20:00", "3d 20:00"); a date on the
    /// campaign's clock ("2026-11-29 20:00"); or "never"
    by: String,
    /// Why, for the log and the players
    #[arg(long, default_value = "")]
    why: String,
}

impl Extend {
    /// Moves the deadline.
    ///
    /// # Errors
    /// A campaign that does not exist or waits for nothing; a length that is none.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        let now = common.now();
        referee::extend(&club, &self.campaign, &self.by, &self.why, now).map(Done::well)
    }
}

/// `packetboat rollback CAMPAIGN ENTRY`
#[derive(Debug, clap::Args)]
pub struct Rollback {
    /// The campaign
    campaign: String,
    /// The entry whose position is to stand again
    entry: u32,
    /// Why
    #[arg(long, default_value = "")]
    why: String,
}

impl Rollback {
    /// Goes back.
    ///
    /// # Errors
    /// A campaign or entry that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        let now = common.now();
        referee::rollback(&club, &self.campaign, self.entry, &self.why, now).map(Done::well)
    }
}

/// `packetboat password CAMPAIGN SEAT`
#[derive(Debug, clap::Args)]
pub struct Password {
    /// The campaign
    campaign: String,
    /// The seat
    seat: String,
}

impl Password {
    /// Makes a password and prints it once.
    ///
    /// # Errors
    /// A campaign or seat that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let _lock = club.wait_lock()?;
        let seat = open::seat(&self.seat)?;
        referee::password(&club, &self.campaign, seat).map(Done::well)
    }
}
