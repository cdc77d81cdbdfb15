//! `check`, `verify`, `case`, `simulate`: commands that may find something.

use super::{Common, Done};
use crate::builtin;
use crate::desk::found::{known_game, options};
use crate::desk::{look, open, verify};
use crate::engine::game::Game;
use crate::fault::{FOUND, Fault};
use crate::report::Templates;
use crate::testkit::case::{CaseFile, rules};
use crate::testkit::playthrough::{self, Pages, Playthrough};
use crate::testkit::run_case;
use crate::testkit::simulate::club::{self, Nobody};
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
    /// Files of cases, or a playthrough with its reports in the folder of the same name
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

impl Case {
    /// Runs rule cases and playthroughs; exit code 1 if one differs.
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
            let results = match Playthrough::is_one(&content) {
                true => vec![playthrough(file, &content)?],
                false => cases(&name, &content)?,
            };
            for (what, differs) in results {
                match differs.is_empty() {
                    true => passed += 1,
                    false => {
                        failed += 1;
                        let differs = differs.join("\n  ");
                        text.push_str(&format!("{name}: {what}\n  {differs}\n"));
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

/// What a case or playthrough shows, and all that differs.
type Ran = (String, Vec<String>);

fn cases(name: &str, content: &str) -> anyhow::Result<Vec<Ran>> {
    let file = CaseFile::read(name, content).map_err(|it| Fault::usage(it.to_string()))?;
    let game = known_game(&file.game)?;
    let pack = builtin::game(game.id());
    let known = rules(&pack).map_err(|it| Fault::usage(it.to_string()))?;
    let ran = file.cases.iter().map(|case| {
        let differs = run_case::run(game, &pack, &known, case).err();
        (case.name.clone(), differs.unwrap_or_default())
    });
    Ok(ran.collect())
}

fn playthrough(file: &Path, content: &str) -> anyhow::Result<Ran> {
    let read = Playthrough::read(&file.display().to_string(), content);
    let read = read.map_err(|it| Fault::usage(it.to_string()))?;
    let game = known_game(&read.game)?;
    let pack = builtin::game(game.id());
    let differs =
        match playthrough::run::play(game, &pack, &Templates::of(builtin::templates()), &read) {
            Ok(played) => {
                let mut differs = played.differs;
                let golden = golden(&file.with_extension(""))?;
                differs.extend(playthrough::differences(&played.pages, &golden));
                differs
            }
            Err(why) => vec![why],
        };
    Ok((read.name, differs))
}

/// The golden reports in this folder; none if there is no such folder.
fn golden(folder: &Path) -> anyhow::Result<Pages> {
    let mut pages = Pages::new();
    if !folder.is_dir() {
        return Ok(pages);
    }
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(entry.path());
        let text = text.map_err(|it| Fault::usage(format!("{name} cannot be read: {it}")))?;
        pages.insert(name, text);
    }
    Ok(pages)
}

/// How many ticks a simulated club lives, if nothing is said.
const CLUB_TICKS: u32 = 1_000;

/// How many campaigns it has.
const CLUB_CAMPAIGNS: u32 = 10;

/// `packetboat simulate GAME --games N --seed S`, or `packetboat simulate --club --ticks N`: not
/// single games but a whole club in memory, with mails, ticks and power cuts
#[derive(Debug, clap::Args)]
pub struct Simulate {
    /// The game
    game: Option<String>,
    /// With --club: how many ticks [default: 1000]
    #[arg(long)]
    ticks: Option<u32>,
    /// With --club: how many campaigns run side by side [default: 10]
    #[arg(long)]
    campaigns: Option<u32>,
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
    /// Writes the game with this seed, played by robots, to FILE (a playthrough), and its reports
    /// into the folder of the same name
    #[arg(long, value_name = "FILE", conflicts_with_all = ["games", "players"])]
    playthrough: Option<PathBuf>,
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
    /// A game, scenario or option that does not exist; a playthrough that cannot be written.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let of_club = self.ticks.is_some() || self.campaigns.is_some();
        let game = match (&self.game, common.names_no_folder()) {
            (None, true) => return Ok(self.run_club()),
            (Some(game), false) if !of_club => game,
            _ => {
                return Err(Fault::usage("it is not clear what to simulate")
                    .hint("Name a game, as in `packetboat simulate these-new-worlds`.")
                    .hint("Or let a whole club run: `packetboat simulate --club --ticks 1000`.")
                    .into());
            }
        };
        let game = known_game(game)?;
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
        if let Some(file) = &self.playthrough {
            return record(game, &options, file);
        }
        let report = simulate(game, &builtin::game(game.id()), &options);
        let report = report.map_err(|it| Fault::usage(it.to_string()))?;
        Ok(Done {
            code: if report.findings.is_empty() { 0 } else { FOUND },
            text: report.to_string(),
        })
    }

    fn run_club(&self) -> Done {
        let options = club::Options {
            ticks: self.ticks.unwrap_or(CLUB_TICKS),
            campaigns: self.campaigns.unwrap_or(CLUB_CAMPAIGNS),
            seed: self.seed,
        };
        let report = club::run(&options, &mut Nobody);
        Done {
            code: if report.finding.is_none() { 0 } else { FOUND },
            text: report.to_string(),
        }
    }
}

fn record(game: &dyn Game, options: &Options, file: &Path) -> anyhow::Result<Done> {
    let taken = |it: &Path| Fault::usage(format!("{} is there already", it.display()));
    let folder = file.with_extension("");
    if file.exists() || folder.exists() || folder == file {
        let hint = "Name a new file that ends in .toml.";
        return Err(taken(file).hint(hint).into());
    }
    let pack = builtin::game(game.id());
    let recorded =
        playthrough::record::record(game, &pack, &Templates::of(builtin::templates()), options);
    let (text, pages) = recorded.map_err(Fault::usage)?;
    std::fs::create_dir_all(&folder)?;
    std::fs::write(file, text)?;
    for (name, page) in &pages {
        std::fs::write(folder.join(name), page)?;
    }
    Ok(Done::well(format!(
        "{} and {} reports in {} were written; read every line of them",
        file.display(),
        pages.len(),
        folder.display()
    )))
}
