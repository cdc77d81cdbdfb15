//! The command line: arguments in, one call of `desk`, exit code out.
//!
//! Data go to stdout, notes to stderr. Not here: anything that decides.

pub mod campaign;
pub mod case;
pub mod check;
pub mod club;
pub mod games;
pub mod look;
pub mod play;
pub mod players;
pub mod referee;
pub mod shell;
pub mod simulate;

use crate::clock::{self, Moment};
use crate::fault::{self, Fault};
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A play-by-email turn processor: a folder, players' mail, and a cron line.
#[derive(Debug, Parser)]
#[command(name = "packetboat", version, about, max_term_width = 96)]
#[command(
    after_help = "Exit codes: 0 well; 1 check, verify, case or simulate found something, or \
    submit took nothing; 2 usage or unusable configuration, nothing done; 70 a campaign is \
    halted; 75 try again."
)]
pub struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

/// What `--club` stands for without a folder behind it: only `simulate` understands that.
const NO_FOLDER: &str = "-";

/// What every command takes.
#[derive(Debug, Clone, clap::Args)]
pub struct Common {
    /// The club's folder; else $PACKETBOAT_CLUB, else the nearest folder upward with a
    /// packetboat.toml
    #[arg(long, global = true, value_name = "DIR")]
    #[arg(num_args = 0..=1, default_missing_value = NO_FOLDER)]
    club: Option<PathBuf>,
    /// Sets the clock, for tests and rehearsals: 2026-11-22T20:05:00Z
    #[arg(long, global = true, value_name = "MOMENT")]
    now: Option<Moment>,
    /// Prints data for scripts (tick, status, show, check, submit, verify, games)
    #[arg(long, global = true)]
    json: bool,
}

impl Common {
    /// The one moment of this run.
    pub fn now(&self) -> Moment {
        self.now.unwrap_or_else(clock::now)
    }

    /// Whether `--club` was written without a folder.
    pub fn names_no_folder(&self) -> bool {
        self.club.as_deref() == Some(Path::new(NO_FOLDER))
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Makes a new club with commented configuration
    Init(club::Init),
    /// Makes a club, plays it with real mail files, and says what to look at
    Demo(club::Demo),
    /// Lists the games, or explains one
    Games(games::Games),
    /// Starts a campaign
    New(campaign::New),
    /// The cron job: takes mail, resolves what is due, commits, sends
    Tick(play::Tick),
    /// Takes one mail on stdin and stores it (for .forward, procmail, pipes); exits 0 or 75
    Receive(play::Receive),
    /// Takes the mails of a file that a mail program has saved
    Import(play::Import),
    /// Tests an installation: mails to itself, waits for them, and plays a toy game over them
    Doctor(play::Doctor),
    /// Files orders from a file
    Submit(play::Submit),
    /// Reads orders and explains them; files nothing
    Check(check::Check),
    /// Where the campaigns stand
    Status(look::Status),
    /// Any page of any time again
    Show(look::Show),
    /// Resolves a campaign now, whoever is missing
    Resolve(referee::Act),
    /// Holds a campaign: nothing is resolved until it is released
    Hold(referee::Act),
    /// Lets a held campaign, reports under review, or a halted campaign go on
    Release(referee::Release),
    /// Moves the deadline
    Extend(referee::Extend),
    /// Reminds those who owe a sheet
    Remind(players::Remind),
    /// Writes to players
    Tell(players::Tell),
    /// Sends mails again that were refused for good
    Resend(players::Resend),
    /// Gives a seat to another player, or to the program
    Replace(players::Replace),
    /// Takes an edited state or book as it lies there, and says so in the log
    Adopt(referee::Act),
    /// Goes back to an earlier entry, and says so in the log
    Rollback(referee::Rollback),
    /// Makes a password for fresh mails of a seat and prints it once
    Password(referee::Password),
    /// Checks hashes, replay and dice of a campaign, a folder, or the whole club
    Verify(check::Verify),
    /// Runs rule cases
    Case(case::Case),
    /// Lets robots play whole games and checks every invariant
    Simulate(simulate::Simulate),
    /// Prints what a shell needs to complete commands
    Completions(shell::Completions),
    /// Writes the manual into a folder, a page a command
    Man(shell::Man),
}

/// What a command came to: text for stdout, and the exit code.
#[derive(Debug, Default)]
pub struct Done {
    /// For stdout; nothing if empty.
    pub text: String,
    /// The exit code.
    pub code: u8,
}

impl Done {
    /// All well, with something to print.
    pub fn well(text: impl Into<String>) -> Self {
        Done {
            text: text.into(),
            code: 0,
        }
    }
}

/// Runs one command, and prints what it came to; returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Whatever else is wrong with it, a call that means `receive` may only exit 0 or 75: any
    // other code makes a mail server send the player's mail back to a forgeable sender.
    let cli = match Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            let code = u8::try_from(error.exit_code()).unwrap_or(fault::USAGE);
            let receives = arguments.iter().any(|it| it == "receive");
            return if receives && code != 0 {
                fault::RETRY
            } else {
                code
            };
        }
    };
    let receives = matches!(cli.command, Command::Receive(_));
    let done = std::panic::catch_unwind(|| dispatch(&cli));
    match done {
        Ok(Ok(done)) => {
            print(&done.text);
            done.code
        }
        Ok(Err(error)) => {
            eprintln!("{}", for_terminal(&fault::for_people(&error)));
            if receives {
                fault::RETRY
            } else {
                fault::exit_code(&error)
            }
        }
        Err(_) => {
            eprintln!("packetboat: this is a mistake in packetboat itself; please report it");
            if receives {
                fault::RETRY
            } else {
                fault::HALTED
            }
        }
    }
}

/// Prints to stdout; a reader that has gone away is no error.
fn print(text: &str) {
    use std::io::Write;
    if !text.is_empty() {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let text = for_terminal(text);
        let _ = write!(std::io::stdout().lock(), "{text}{end}");
    }
}

/// Text of whomever, fit for a terminal, which would obey the controls in it.
fn for_terminal(text: &str) -> String {
    let plain = |it: char| match it.is_control() && !matches!(it, '\n' | '\t') {
        true => char::REPLACEMENT_CHARACTER,
        false => it,
    };
    text.chars().map(plain).collect()
}

/// Says on stderr how far a long command has come, if anybody watches.
fn say_how_far(text: &str) {
    use std::io::{IsTerminal, Write};
    let mut watched = std::io::stderr().lock();
    if watched.is_terminal() {
        let _ = writeln!(watched, "{text}");
    }
}

fn dispatch(cli: &Cli) -> anyhow::Result<Done> {
    let common = &cli.common;
    if common.names_no_folder() && !matches!(cli.command, Command::Simulate(_)) {
        let what = "--club names no folder";
        return Err(Fault::usage(what).hint("Write `--club DIR`.").into());
    }
    match &cli.command {
        Command::Init(it) => it.run(common),
        Command::Demo(it) => it.run(common),
        Command::Games(it) => it.run(common),
        Command::New(it) => it.run(common),
        Command::Tick(it) => it.run(common),
        Command::Receive(it) => it.run(common),
        Command::Import(it) => it.run(common),
        Command::Doctor(it) => it.run(common),
        Command::Submit(it) => it.run(common),
        Command::Check(it) => it.run(common),
        Command::Status(it) => it.run(common),
        Command::Show(it) => it.run(common),
        Command::Resolve(it) => it.resolve(common),
        Command::Hold(it) => it.hold(common),
        Command::Release(it) => it.run(common),
        Command::Extend(it) => it.run(common),
        Command::Remind(it) => it.run(common),
        Command::Tell(it) => it.run(common),
        Command::Resend(it) => it.run(common),
        Command::Replace(it) => it.run(common),
        Command::Adopt(it) => it.adopt(common),
        Command::Rollback(it) => it.run(common),
        Command::Password(it) => it.run(common),
        Command::Verify(it) => it.run(common),
        Command::Case(it) => it.run(common),
        Command::Simulate(it) => it.run(common),
        Command::Completions(it) => it.run(common),
        Command::Man(it) => it.run(common),
    }
}
