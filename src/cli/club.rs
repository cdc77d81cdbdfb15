//! `init`, `demo` and `clock`.

use super::common::{Common, Done};
use crate::desk::club::clock_check;
use crate::desk::commands::{create, pack};
use crate::desk::demo;
use crate::desk::site;
use crate::fault::Fault;
use crate::lang::plain::seen;
use std::io::Write;
use std::path::PathBuf;

/// `packetboat init DIR`
#[derive(Debug, clap::Args)]
pub struct Init {
    /// The folder to make
    dir: PathBuf,
    /// The club's name
    #[arg(long, default_value = "Our club")]
    name: String,
    /// The address players write to; the mailbox must also accept mail for
    /// orders+anything@club.example
    #[arg(long, default_value = "orders@club.example")]
    address: String,
    /// The referee's address, for what needs a human
    #[arg(long, default_value = "referee@club.example")]
    referee: String,
    /// The club's time zone, such as Europe/Warsaw
    #[arg(long, default_value = "UTC")]
    zone: String,
    /// The name with which your mail server signs Authentication-Results, if it checks senders:
    /// then people can take open seats, stand by and watch by mail
    #[arg(long, value_name = "NAME")]
    authserv_id: Option<String>,
}

impl Init {
    /// Makes a new club.
    ///
    /// # Errors
    /// A folder that already holds something; an address or zone that is none.
    pub fn run(&self, _common: &Common) -> anyhow::Result<Done> {
        let wanted = create::ClubWanted {
            name: &self.name,
            address: &self.address,
            referee: &self.referee,
            zone: &self.zone,
            authserv_id: self.authserv_id.as_deref(),
        };
        create::init(&self.dir, &wanted).map(Done::well)
    }
}

/// `packetboat demo [DIR]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "It prints what happens, shows a receipt and a report, and ends with a campaign \
        in which it is your move."
)]
pub struct Demo {
    /// The folder to make; a folder of an earlier demo is replaced
    #[arg(default_value = "demo-club")]
    dir: PathBuf,
    /// Only a campaign of this game
    #[arg(long)]
    game: Option<String>,
}

impl Demo {
    /// Plays a club on real mail files, and prints what happens.
    ///
    /// # Errors
    /// A folder that is no demo's; a game that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        // A story is read while it is told, also through a pipe.
        let mut tell = |line: &str| {
            let mut out = std::io::stdout().lock();
            let _ = writeln!(out, "{}", seen(line)).and_then(|()| out.flush());
        };
        demo::run(
            &self.dir,
            (common.games, self.game.as_deref()),
            common.now(),
            &mut tell,
        )?;
        Ok(Done::default())
    }
}

/// `packetboat site [DIR]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "While a campaign runs its pages show what everybody may know; when it is over, \
        everything. With `dir` under [site] in packetboat.toml every tick does it."
)]
pub struct Site {
    /// A folder for the pages alone; that of packetboat.toml if left out
    dir: Option<PathBuf>,
}

impl Site {
    /// Makes the pages, or brings them up to date.
    ///
    /// # Errors
    /// A folder that holds what is not ours; the disk. Then the pages of before are there.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        // A tick that is at work may be making them too.
        let _lock = club.wait_post_lock()?;
        let dir = self.dir.clone().or_else(|| site::folder(&club));
        let dir = dir.ok_or_else(|| {
            Fault::usage("the site has no folder")
                .hint("Write `packetboat site DIR`, or name one in packetboat.toml:")
                .hint("[site] dir = \"/srv/www/club\"")
        })?;
        let made = site::make_closely(&club, &dir)?;
        Ok(Done::well(made.told(&dir)))
    }
}

/// `packetboat clock [--accept]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "While the clock is more than five minutes before the last tick or entry, or 60 \
        days after it, nothing is written or mailed."
)]
pub struct Clock {
    /// The clock is right, whatever it was before: go on
    #[arg(long)]
    accept: bool,
}

impl Clock {
    /// Says what the clock shows and whether it fits, or accepts it.
    ///
    /// # Errors
    /// A club or configuration that cannot be used; the disk.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let (said, _) = clock_check::clock(&club, self.accept, common.now())?;
        Ok(Done::well(said))
    }
}

/// `packetboat pack [CAMPAIGN]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Needed once, after an update, and only to save disk space: clubs that are not \
        packed work as before. Each mail is checked against its hash first; its text is kept, \
        and HTML, pictures and calendars are made again on request. Mails that wait stay whole. \
        If interrupted, it can be run again and goes on."
)]
pub struct Pack {
    /// A campaign; all if left out, archived ones too
    campaign: Option<String>,
    /// Only shows what there is to pack, and the disk space it needs
    #[arg(long)]
    dry_run: bool,
}

impl Pack {
    /// Packs what lies in folders.
    ///
    /// # Errors
    /// A campaign that does not exist; one that is damaged; the disk.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let _post = club.wait_post_lock()?;
        let packed = pack::pack(&club, self.campaign.as_deref(), self.dry_run, common.now());
        packed.map(Done::well)
    }
}
