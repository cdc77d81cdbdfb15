//! `check` and `verify`: commands that look, and may find something.

use super::common::{Common, Done};
use crate::desk::club::open;
use crate::desk::commands::look;
use crate::desk::proof::verify::{self, Outcome};
use crate::fault::{FOUND, Fault, NOT_PROVED};
use anyhow::Context;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file of orders that is read: as for a mail.
const ORDERS_BYTES_MAX: u64 = 1 << 20;

/// Reads a file of orders, or stdin for `-`; broken UTF-8 is shown as such, never refused.
///
/// # Errors
/// A file that cannot be read.
pub fn read_orders(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        let mut stdin = std::io::stdin().lock().take(ORDERS_BYTES_MAX);
        stdin.read_to_end(&mut bytes).context("reading stdin")?;
    } else {
        let opened = std::fs::File::open(file);
        let opened = opened.map_err(|error| {
            Fault::usage(format!("cannot read {}: {error}", file.display()))
                .hint("Name a text file with an order block, or `-` for stdin.")
        })?;
        opened.take(ORDERS_BYTES_MAX).read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `packetboat check CAMPAIGN SEAT FILE`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: an object with text (the receipt), filed, answered, \
    faulty, and understood (lines, faults with their places, corrected, in_force, silence; null \
    if no block could be read). Keys may be added, none will go."
)]
pub struct Check {
    /// The campaign
    campaign: String,
    /// The seat
    seat: String,
    /// A text file with an order block; `-` reads stdin
    file: PathBuf,
}

impl Check {
    /// Explains orders and files nothing; exit code 1 if there are faults.
    ///
    /// # Errors
    /// A campaign, seat or file that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let text = read_orders(&self.file)?;
        let seat = open::seat(&self.seat)?;
        let receipt = look::check(&club, &self.campaign, seat, &text, common.now())?;
        Ok(Done {
            text: if common.json {
                serde_json::to_string_pretty(&receipt)?
            } else {
                receipt.text
            },
            code: if receipt.faulty { FOUND } else { 0 },
        })
    }
}

/// `packetboat verify [CAMPAIGN|FOLDER|FILE]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit codes: 0 ok; 1 something is wrong (PROBLEM); 3 with --strict, if nothing \
        is wrong but not all could be derived (not proved).\n\n\
    With --json: an object with outcome (ok, ok-with-the-referees-hand, not-proved, problem), \
    campaigns, a list of name, outcome, entries, replayed, derived, dice, by_hand, skipped, \
    not_proved and wrong, mails (file, witness, entry; said: as-sent, or otherwise with form and \
    line; skipped, if it could not be looked for) and wrong. An export has file too, and goes_on \
    in a campaign that is not over. Keys may be added, none will go."
)]
pub struct Verify {
    /// A campaign of the club, the folder of one, its file in an archive, or an export; the whole
    /// club if left out
    what: Option<String>,
    /// Derives decisions again from orders and seed; anything that cannot be derived is not proved
    #[arg(long)]
    strict: bool,
    /// Finds the entries that these saved mails are witnesses of
    #[arg(long, value_name = "FILE", num_args = 1..)]
    mails: Vec<PathBuf>,
}

impl Verify {
    /// Checks hashes, replay and dice.
    ///
    /// # Errors
    /// A campaign or folder that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let how = verify::How {
            strict: self.strict,
        };
        let path = self.what.as_deref().map(Path::new);
        let at_path = match path.filter(|it| it.exists() || is_path(it)) {
            Some(path) => verify::at(common.games, path, how, &self.mails)?,
            None => None,
        };
        let found = match (at_path, path) {
            (Some(found), _) => found,
            (None, Some(folder)) if folder.is_dir() => {
                let what = format!("{} is not a campaign's folder", folder.display());
                return Err(Fault::usage(what)
                    .hint("Name a campaign of the club, or a folder that contains log/.")
                    .into());
            }
            (None, Some(file)) if file.exists() => {
                verify::file(common.games, file, how, &self.mails)?
            }
            (None, Some(path)) if is_path(path) => {
                let what = format!("there is no such file: {}", path.display());
                return Err(Fault::usage(what)
                    .hint("Name a campaign of the club, the folder of one, or an export.")
                    .into());
            }
            (None, named) => {
                let club = common.open()?;
                let campaign = named.map(|it| it.to_string_lossy().into_owned());
                let campaign = campaign.as_deref();
                let mut found = verify::club(&club, campaign, how)?;
                verify::mails_in_club(&club, campaign, &self.mails, &mut found)?;
                found
            }
        };
        Ok(Done {
            code: match found.outcome() {
                Outcome::Problem => FOUND,
                Outcome::NotProved if self.strict => NOT_PROVED,
                Outcome::NotProved | Outcome::Ok | Outcome::OkWithTheRefereesHand => 0,
            },
            text: if common.json {
                found.to_json()?
            } else {
                found.to_string()
            },
        })
    }
}

/// Whether this can be nothing but a path: no campaign has such a name.
fn is_path(named: &Path) -> bool {
    named.to_string_lossy().contains(['.', '/'])
}
