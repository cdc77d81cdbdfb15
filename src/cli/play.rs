//! `tick`, `receive`, `import`, `submit`: what brings mail in and turns out.

use super::common::{Common, Done};
use crate::desk::club::open;
use crate::desk::commands::{doctor, referee};
use crate::desk::inbox::import::{self, Imported};
use crate::desk::inbox::{receive, retake};
use crate::desk::tick::{faults, run};
use crate::fault::{FOUND, exit_code};
use crate::report::counted;
use anyhow::Context;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::time::Duration;

/// `packetboat tick`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Prints a line for each campaign where something changed, how many mails were \
        sent, and nothing if nothing happened. A problem is printed once, then once a day while \
        it lasts, and when it is over; the exit code reports it every time. \
    With --json: always one object: changed (by campaign), mails, entries, sent, unsent, \
    unsent_why, refused, halted, retry, over. Keys may be added, none will go."
)]
pub struct Tick {}

impl Tick {
    /// One cron run.
    ///
    /// # Errors
    /// A club or configuration that cannot be used; the lock held by another run; the disk.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let summary = match run::cron(&club, common.now()) {
            Ok(summary) => summary,
            Err(error) if error.is::<faults::AlreadyNotified>() => {
                return Ok(Done {
                    text: String::new(),
                    code: exit_code(&error),
                });
            }
            Err(error) => return Err(error),
        };
        let text = if common.json {
            serde_json::to_string(&summary)?
        } else {
            summary.to_string()
        };
        Ok(Done {
            text,
            code: summary.exit_code(),
        })
    }
}

/// `packetboat receive`
#[derive(Debug, clap::Args)]
pub struct Receive {}

impl Receive {
    /// Stores one mail from stdin.
    ///
    /// # Errors
    /// Anything at all; the caller exits 75 then.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        receive::run(&club, &mut std::io::stdin().lock(), common.now())?;
        Ok(Done::default())
    }
}

/// `packetboat import --mbox FILE`
#[derive(Debug, clap::Args)]
pub struct Import {
    /// A file of mails, each after a line `From <address> <date>`; `-` reads stdin
    #[arg(long, value_name = "FILE")]
    mbox: PathBuf,
}

impl Import {
    /// Stores the mails of a file; the next tick takes them.
    ///
    /// # Errors
    /// A file that cannot be read or holds no mail; the disk.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let name = self.mbox.display().to_string();
        let file: Box<dyn BufRead> = match name.as_str() {
            "-" => Box::new(std::io::stdin().lock()),
            _ => {
                let opened = File::open(&self.mbox);
                Box::new(BufReader::new(
                    opened.with_context(|| format!("opening {name}"))?,
                ))
            }
        };
        let Imported { taken, known } = import::mbox(&club, &name, file, common.now())?;
        let has = counted(known, "mail of it", "mails of it");
        let known = match known {
            0 => String::new(),
            _ => format!(" The club has {has} already."),
        };
        let taken = match taken {
            0 => format!("No mail in {name} is new."),
            _ => {
                let mails = counted(taken, "mail was", "mails were");
                format!("{mails} read from {name}; the next tick processes them.")
            }
        };
        Ok(Done::well(format!("{taken}{known}")))
    }
}

/// `packetboat retake`
#[derive(Debug, clap::Args)]
pub struct Retake {
    /// Only lists these mails
    #[arg(long, conflicts_with = "none")]
    dry_run: bool,
    /// Ignores them: ticks go on
    #[arg(long)]
    none: bool,
}

impl Retake {
    /// Puts mails that the books do not know where the next tick takes them.
    ///
    /// # Errors
    /// The disk; an entry or a ledger that cannot be read.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let how = match (self.dry_run, self.none) {
            (true, _) => retake::Retake::Look,
            (_, true) => retake::Retake::Nothing,
            _ => retake::Retake::All,
        };
        Ok(Done::well(retake::retake(&club, how, common.now())?))
    }
}

/// `packetboat doctor`
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit code 1 if something does not work.")]
pub struct Doctor {
    /// How long to wait for each mail, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    wait: u64,
}

impl Doctor {
    /// Says of each part of the way out and in whether it works, and what to do if not.
    ///
    /// # Errors
    /// A club or configuration that cannot be used; the post's lock held by a tick.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        // A tick would take the mails that are waited for.
        let _post = club.wait_post_lock()?;
        let wait = Duration::from_secs(self.wait);
        let well = doctor::examine(&club, (wait, common.now()), &mut |finding| {
            println!(
                "{}: {}: {}",
                finding.about,
                finding.how.words(),
                finding.what
            );
            if finding.is_ill() {
                println!("  {}", finding.mend);
            }
        })?;
        Ok(if well {
            Done::well("All is ok.")
        } else {
            Done {
                text: String::new(),
                code: FOUND,
            }
        })
    }
}

/// `packetboat submit CAMPAIGN SEAT FILE`
#[derive(Debug, clap::Args)]
#[command(after_help = "With --json: the same object as `check`.")]
pub struct Submit {
    /// The campaign
    campaign: String,
    /// The seat the orders are for
    seat: String,
    /// A text file with an order block; `-` reads stdin
    file: PathBuf,
}

impl Submit {
    /// Files orders from a file and prints the receipt; exit code 1 if nothing in it could be
    /// filed or answered.
    ///
    /// # Errors
    /// A campaign, seat or file that does not exist; a campaign that is halted.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let text = super::check::read_orders(&self.file)?;
        let seat = open::seat(&self.seat)?;
        let receipt = referee::submit(&club, &self.campaign, seat, &text, common.now())?;
        Ok(Done {
            code: if receipt.filed || receipt.answered {
                0
            } else {
                FOUND
            },
            text: if common.json {
                serde_json::to_string_pretty(&receipt)?
            } else {
                receipt.text
            },
        })
    }
}
