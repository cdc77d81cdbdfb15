//! `check`, `verify`, `case`, `simulate`: commands that may find something.

use super::{Common, Done};
use crate::builtin;
use crate::desk::found::{known_game, options};
use crate::desk::{look, open, verify};
use crate::fault::{FOUND, Fault};
use crate::testkit::case::{CaseFile, rules};
use crate::testkit::run_case;
use crate::testkit::simulate::{Options, Players, simulate};
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
        let opened = opened.map_err(|it| {
            Fault::usage(format!("{} cannot be read: {it}", file.display()))
                .hint("Name a text file with an order block, or `-` for stdin.")
        })?;
        opened.take(ORDERS_BYTES_MAX).read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// `packetboat check CAMPAIGN SEAT FILE`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: an object with text (the receipt), filed, faulty, and \
    understood (lines, faults with their places, corrected, in_force, silence; null if no block \
    could be read). Keys may be added, none will go."
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
        let club = open::club(common.club.as_deref())?;
        let text = read_orders(&self.file)?;
        let seat = open::seat(&self.seat)?;
        let receipt = look::check(&club, &self.campaign, seat, &text, common.now())?;
        Ok(Done {
            text: match common.json {
                true => serde_json::to_string_pretty(&receipt)?,
                false => receipt.text,
            },
            code: if receipt.faulty { FOUND } else { 0 },
        })
    }
}

/// `packetboat verify [CAMPAIGN|FOLDER]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: an object with campaigns, a list of name, entries, replayed, \
    derived, skipped and wrong; where wrong is empty all is well. Keys may be added, none will \
    go."
)]
pub struct Verify {
    /// A campaign of the club, or the folder of one; the whole club if left out
    what: Option<String>,
    /// Derives decisions and dice again from orders and seed
    #[arg(long)]
    strict: bool,
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
        let found = match self.what.as_deref().map(Path::new) {
            Some(folder) if folder.is_dir() => verify::folder(folder, how)?,
            named => {
                let club = open::club(common.club.as_deref())?;
                let campaign = named.map(|it| it.to_string_lossy().into_owned());
                verify::club(&club, campaign.as_deref(), how)?
            }
        };
        Ok(Done {
            code: if found.is_well() { 0 } else { FOUND },
            text: match common.json {
                true => serde_json::to_string_pretty(&found)?,
                false => found.to_string(),
            },
        })
    }
}

/// `packetboat case FILE…`
#[derive(Debug, clap::Args)]
pub struct Case {
    /// Case files
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Case {
    /// Runs rule cases; exit code 1 if one differs.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn run(&self, _common: &Common) -> anyhow::Result<Done> {
        let mut text = String::new();
        let (mut passed, mut failed) = (0, 0);
        for file in &self.files {
            let name = file.display().to_string();
            let content = std::fs::read_to_string(file)
                .map_err(|it| Fault::usage(format!("{name} cannot be read: {it}")))?;
            let cases = CaseFile::read(&name, &content);
            let cases = cases.map_err(|it| Fault::usage(it.to_string()))?;
            let game = known_game(&cases.game)?;
            let pack = builtin::game(game.id());
            let known = rules(&pack).map_err(|it| Fault::usage(it.to_string()))?;
            for case in &cases.cases {
                match run_case::run(game, &pack, &known, case) {
                    Ok(()) => passed += 1,
                    Err(differs) => {
                        failed += 1;
                        let differs = differs.join("\n  ");
                        text.push_str(&format!("{name}: {}\n  {differs}\n", case.name));
                    }
                }
            }
        }
        text.push_str(&format!("{passed} passed, {failed} failed\n"));
        Ok(Done {
            text,
            code: if failed == 0 { 0 } else { FOUND },
        })
    }
}

/// `packetboat simulate GAME --games N --seed S`
#[derive(Debug, clap::Args)]
pub struct Simulate {
    /// The game
    game: String,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Where the chances begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many seats are taken; all if left out
    #[arg(long)]
    seats: Option<u8>,
    /// The scenario; the game's first if left out
    #[arg(long)]
    scenario: Option<String>,
    /// One of the game's options: pace=single; once for each
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
    /// Who plays
    #[arg(long, value_enum, default_value_t = Who::Robots)]
    players: Who,
}

/// Who plays simulated games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Who {
    /// A robot in every seat
    Robots,
    /// Nobody sends anything: the autopilots play
    Silent,
    /// A robot against silence, in every seat in turn
    Versus,
    /// Robots, garbage, late, double and missing sheets by chance
    Mix,
}

impl Simulate {
    /// Plays whole games; exit code 1 if an invariant broke.
    ///
    /// # Errors
    /// A game, scenario or option that does not exist.
    pub fn run(&self, _common: &Common) -> anyhow::Result<Done> {
        let game = known_game(&self.game)?;
        let options = Options {
            games: self.games,
            seed: self.seed,
            seats: self.seats,
            scenario: self.scenario.clone(),
            options: options(&self.option)?,
            players: match self.players {
                Who::Robots => Players::Robots,
                Who::Silent => Players::Silent,
                Who::Versus => Players::Versus,
                Who::Mix => Players::Mix,
            },
        };
        let report = simulate(game, &builtin::game(game.id()), &options);
        let report = report.map_err(|it| Fault::usage(it.to_string()))?;
        Ok(Done {
            code: if report.findings.is_empty() { 0 } else { FOUND },
            text: report.to_string(),
        })
    }
}
