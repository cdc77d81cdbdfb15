//! `simulate`: many games, or a whole club, on no disk at all.

use crate::club;
use crate::club::meddler::Meddler;
use crate::club::report::TICKS_A_DAY;
use crate::games;
use packetboat::cli::common::Done;
use packetboat::desk::commands::create::{known_game, options};
use packetboat::report::{Templates, counted};
use packetboat::store::memfs::MemFs;
use packetboat_core::engine::game::Game;
use packetboat_core::fault::{FOUND, Fault};
use packetboat_core::progress;
use packetboat_testkit::playthrough;
use packetboat_testkit::simulate::{Options, Players, simulate};
use std::path::{Path, PathBuf};

/// How many ticks a simulated club lives, if nothing is said.
const CLUB_TICKS: u32 = 1_000;

/// How many campaigns it has.
const CLUB_CAMPAIGNS: u32 = 10;

/// `packetboat-tools simulate GAME --games N --seed S`, or `packetboat-tools simulate --club
/// --ticks N`: not single games but a whole club in memory, with mails, ticks and power cuts
#[derive(Debug, clap::Args)]
pub struct Simulate {
    /// The game; with --club, the only one that is played, else all are
    game: Option<String>,
    /// Lets a whole club live
    #[arg(long)]
    club: bool,
    /// With --club: how many ticks [default: 1000]
    #[arg(long)]
    ticks: Option<u32>,
    /// With --club, in place of --ticks: so many days with a tick every half hour
    #[arg(long, conflicts_with = "ticks")]
    days: Option<u32>,
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
    /// One of the game's options: pace=single; repeat for each
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
    /// Whoever sends what the order sheet advises against robots, in every seat in turn
    Advised,
    /// Robots, garbage, late, double and missing sheets by chance
    Mix,
}

impl Simulate {
    /// Plays whole games; exit code 1 if an invariant broke.
    ///
    /// # Errors
    /// A game, scenario or option that does not exist; a playthrough that cannot be written.
    pub fn run(&self) -> anyhow::Result<Done> {
        let of_club = self.ticks.is_some() || self.days.is_some() || self.campaigns.is_some();
        let game = match (&self.game, self.club) {
            (_, true) => return self.run_club(),
            (Some(game), false) if !of_club => game,
            _ => {
                return Err(Fault::usage("it is not clear what to simulate")
                    .hint("Name a game, as in `packetboat-tools simulate these-new-worlds`.")
                    .hint(
                        "Or let a whole club run: `packetboat-tools simulate --club --ticks 1000`.",
                    )
                    .into());
            }
        };
        let game = known_game(games::ALL, game)?;
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
                Who::Advised => Players::Advised,
                Who::Mix => Players::Mix,
            },
        };
        if let Some(file) = &self.playthrough {
            return record(game, &options, file);
        }
        let report = simulate(game, &game.pack(), &options);
        let report = report.map_err(|it| Fault::usage(it.to_string()))?;
        Ok(Done {
            code: if report.findings.is_empty() { 0 } else { FOUND },
            text: report.to_string(),
        })
    }

    fn run_club(&self) -> anyhow::Result<Done> {
        let game = self.game.as_deref();
        let game = game.map(|it| known_game(games::ALL, it)).transpose()?;
        let options = club::report::Options {
            ticks: match self.days {
                Some(days) => days * TICKS_A_DAY,
                None => self.ticks.unwrap_or(CLUB_TICKS),
            },
            steady: self.days.is_some(),
            campaigns: self.campaigns.unwrap_or(CLUB_CAMPAIGNS),
            seed: self.seed,
            game: game.map(Game::id),
        };
        let ticks = options.ticks;
        let report = club::run(&options, &mut Watcher { ticks });
        Ok(Done {
            code: if report.finding.is_none() { 0 } else { FOUND },
            text: report.to_string(),
        })
    }
}

/// Touches nothing, and reports how far the club has come.
struct Watcher {
    ticks: u32,
}

impl Meddler for Watcher {
    fn after(&mut self, tick: u32, _disk: &MemFs) {
        progress::step(|| format!("tick {tick} of {}", self.ticks));
    }
}

fn record(game: &dyn Game, options: &Options, file: &Path) -> anyhow::Result<Done> {
    let taken = |it: &Path| Fault::usage(format!("{} is there already", it.display()));
    let folder = file.with_extension("");
    if file.exists() || folder.exists() || folder == file {
        let hint = "Name a new file that ends in .toml.";
        return Err(taken(file).hint(hint).into());
    }
    let pack = game.pack();
    let templates = Templates::of(games::templates());
    let recorded = playthrough::record::record(game, &pack, &templates, options);
    let (text, pages) = recorded.map_err(Fault::usage)?;
    std::fs::create_dir_all(&folder)?;
    std::fs::write(file, text)?;
    for (name, page) in &pages {
        std::fs::write(folder.join(name), page)?;
    }
    Ok(Done::well(format!(
        "{} and {} in {} were written; read every line of them",
        file.display(),
        counted(pages.len(), "report", "reports"),
        folder.display()
    )))
}
