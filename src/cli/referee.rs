//! The referee's acts: each is an entry in the log with a reason.

use super::common::{Common, Done};
use crate::desk::club::open;
use crate::desk::commands::{end, entries, referee, rehearsal, undo};
use crate::desk::proof::export;
use crate::fault::Fault;
use crate::lang::plain::seen;
use std::path::PathBuf;

/// `packetboat resolve CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct Resolve {
    /// The campaign
    campaign: String,
    /// Shows who has sent; for a turn on hold, under review or past its deadline, also writes the
    /// mails that closing it would cause into this folder, which the next report mentions
    #[arg(long, value_name = "FOLDER", num_args = 0..=1)]
    dry_run: Option<Option<PathBuf>>,
    /// Why, for the log and the reports
    #[arg(long, default_value = "")]
    why: String,
}

impl Resolve {
    /// Resolves now, or shows what that would mail.
    ///
    /// # Errors
    /// A campaign that does not exist, is over, held or halted.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let (name, why, now) = (&self.campaign, &self.why, common.now());
        match &self.dry_run {
            Some(folder) => rehearsal::resolve(&club, name, why, folder.as_deref(), now),
            None => referee::resolve(&club, name, why, now),
        }
        .map(Done::well)
    }
}

/// `packetboat adopt CAMPAIGN --why …`
#[derive(Debug, clap::Args)]
pub struct Adopt {
    /// The campaign
    campaign: String,
    /// Why, for the log and the players
    #[arg(long, default_value = "")]
    why: String,
}

impl Adopt {
    /// Adopts a copy that was edited.
    ///
    /// # Errors
    /// A campaign that does not exist or has no copy, or files that do not fit.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        referee::adopt(&club, &self.campaign, &self.why, common.now()).map(Done::well)
    }
}

/// `packetboat end CAMPAIGN`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Every player gets a last report. It shows the seed of the dice, so that all \
        draws can be checked; so nobody should play on from here."
)]
pub struct End {
    /// The campaign
    campaign: String,
    /// Why, for the log and the last reports
    #[arg(long, default_value = "")]
    why: String,
}

impl End {
    /// Ends a campaign.
    ///
    /// # Errors
    /// A campaign that does not exist, is over or halted.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        end::end(&club, &self.campaign, &self.why, common.now()).map(Done::well)
    }
}

/// `packetboat archive CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct Archive {
    /// The campaign: one that is over and whose mails have left
    campaign: String,
}

impl Archive {
    /// Puts a campaign away, after a look at its record.
    ///
    /// # Errors
    /// A campaign that does not exist, goes on, or has mails to send.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        end::archive(&club, &self.campaign).map(Done::well)
    }
}

/// `packetboat export CAMPAIGN FILE`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Of a finished campaign: everything played, with the seed, so that anybody can \
        check it with `packetboat verify FILE --strict`. Of a running one: what the public may \
        know. Never addresses, tokens, passwords or mails; names and letters only where \
        campaign.toml says so (name_public, publish_letters)."
)]
pub struct Export {
    /// The campaign
    campaign: String,
    /// The file: a plain tar
    file: PathBuf,
}

impl Export {
    /// Writes one file to give away.
    ///
    /// # Errors
    /// A campaign that does not exist, is halted or damaged; a file that is none of ours.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        export::export(&club, &self.campaign, &self.file).map(Done::well)
    }
}

/// `packetboat hold CAMPAIGN --why …`
#[derive(Debug, clap::Args)]
pub struct Hold {
    /// The campaign
    campaign: String,
    /// Why: the players are shown this
    #[arg(long, default_value = "")]
    why: String,
}

impl Hold {
    /// Holds.
    ///
    /// # Errors
    /// A campaign that does not exist, is over or halted.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let (name, why) = (&self.campaign, self.why.trim());
        club.campaign(name)?;
        if why.is_empty() {
            return Err(
                Fault::usage("a hold needs a reason, which the players are shown")
                    .hint(format!("packetboat hold {name} --why \"Ben is ill\""))
                    .into(),
            );
        }
        referee::hold(&club, name, why, common.now()).map(Done::well)
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
        let club = common.open()?;
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
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        referee::edit(&club, &self.campaign).map(Done::well)
    }
}

/// `packetboat extend CAMPAIGN LENGTH|MOMENT`
#[derive(Debug, clap::Args)]
pub struct Extend {
    /// The campaign
    campaign: String,
    /// How much longer (24h, 2d) or sooner (-1d); the next such day ("sun 20:00", "3d 20:00"); a
    /// date on the campaign's clock ("2026-11-29 20:00"); or "never"
    #[arg(allow_hyphen_values = true)]
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
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let now = common.now();
        referee::extend(&club, &self.campaign, &self.by, &self.why, now).map(Done::well)
    }
}

/// `packetboat undo CAMPAIGN`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Undoes new, end, replace, extend, tell or hold, as long as it is the last \
        thing that happened, none of its mails has left, and no page or export has shown it. If \
        it is too late, it says so, and what a rollback would do."
)]
pub struct Undo {
    /// The campaign
    campaign: String,
}

impl Undo {
    /// Takes the last act back.
    ///
    /// # Errors
    /// A last entry that is no such act, or of which somebody outside may know.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        // A tick that sends holds the post, and gives the club back meanwhile.
        let _post = club.wait_post_lock()?;
        let _lock = club.wait_lock()?;
        undo::undo(&club, &self.campaign, common.now()).map(Done::well)
    }
}

/// `packetboat rollback CAMPAIGN ENTRY`
#[derive(Debug, clap::Args)]
pub struct Rollback {
    /// The campaign
    campaign: String,
    /// The entry to go back to
    entry: u32,
    /// Shows what would be undone, and changes nothing
    #[arg(long)]
    dry_run: bool,
    /// Why, for the log and the players
    #[arg(long, default_value = "")]
    why: String,
}

impl Rollback {
    /// Shows what is undone, and goes back; at a terminal it asks first.
    ///
    /// # Errors
    /// A campaign or entry that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let (name, to, now) = (&self.campaign, self.entry, common.now());
        referee::can_go_back(&club, name, to)?;
        // What it is to mend may be just what cannot be read.
        let undone = entries::undone(&club, name, to, now);
        if self.dry_run {
            return undone.map(Done::well);
        }
        let undone = undone.unwrap_or_default();
        if !agreed(&undone)? {
            return Ok(Done::well("Nothing was done."));
        }
        let said = referee::rollback(&club, name, to, &self.why, now)?;
        Ok(Done::well(format!("{undone}\n{said}").trim_start()))
    }
}

/// Shows at a terminal what is about to happen, and asks; elsewhere nobody can answer.
fn agreed(about: &str) -> anyhow::Result<bool> {
    use std::io::{IsTerminal, Write, stderr, stdin};
    if !(stdin().is_terminal() && stderr().is_terminal()) {
        return Ok(true);
    }
    write!(stderr(), "{}\nGo back? [y/N] ", seen(about))?;
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    Ok(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()))
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
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let seat = open::seat(&self.seat)?;
        referee::password(&club, &self.campaign, seat).map(Done::well)
    }
}
