//! The command line: arguments in, one call of `desk`, exit code out.
//!
//! Data go to stdout, notes to stderr. Not here: anything that decides.

pub mod campaign;
pub mod case;
pub mod check;
pub mod club;
pub mod common;
pub mod complete;
pub mod games;
pub mod help;
pub mod look;
pub mod play;
pub mod players;
mod progress;
pub mod referee;
pub mod shell;
pub mod simulate;

use crate::fault::{self, Fault};
use crate::lang::plain::seen;
use clap::{FromArgMatches, Parser, Subcommand};
use common::{Common, Done};
use std::ffi::OsString;

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
    /// Where the campaigns stand: who owes a sheet, until when, and what needs you
    Status(look::Status),
    /// Lists what has happened in a campaign: number, time, what, and who
    Entries(look::Entries),
    /// Any page of any time again
    Show(look::Show),
    /// Resolves a campaign now, whoever is missing
    Resolve(referee::Resolve),
    /// Holds a campaign: nothing is resolved until it is released
    Hold(referee::Hold),
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
    /// Copies the position to where it may be changed by hand
    Edit(referee::Edit),
    /// Takes the copy that was changed, checks it, and says so in the log
    Adopt(referee::Adopt),
    /// Goes back to an earlier entry, and says so in the log
    Rollback(referee::Rollback),
    /// Ends a campaign before its rules do
    End(referee::End),
    /// Puts a campaign that is over away
    Archive(referee::Archive),
    /// Makes a password for fresh mails of a seat and prints it once
    Password(referee::Password),
    /// Gives a seat another reply address, when somebody else has seen the one it has
    Token(players::Token),
    /// Says whether this machine's clock fits what the club has written, or accepts it
    Clock(club::Clock),
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
    /// Says what can stand where the cursor is; for shells
    #[command(hide = true)]
    Complete(complete::Complete),
}

impl Command {
    /// Whether it may take so long that one wants to know how far it has come.
    fn takes_long(&self) -> bool {
        matches!(
            self,
            Command::Demo(_) | Command::Simulate(_) | Command::Verify(_) | Command::Tick(_)
        )
    }
}

/// Runs one command, and prints what it came to; returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Whatever else is wrong with it, a call that means `receive` may only exit 0 or 75: any
    // other code makes a mail server send the player's mail back to a forgeable sender.
    let parsed = help::command().try_get_matches_from(&arguments);
    let cli = match parsed.and_then(|it| Cli::from_arg_matches(&it)) {
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
    if cli.command.takes_long() {
        progress::begin();
    }
    let done = std::panic::catch_unwind(|| dispatch(&cli));
    progress::end();
    match done {
        Ok(Ok(done)) => {
            print(&done.text);
            done.code
        }
        Ok(Err(error)) => {
            eprintln!("{}", seen(&fault::for_people(&error).to_string()));
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

/// Prints to stdout; a reader that has gone away is no error. Whatever people have written and we
/// have kept does nothing to a terminal.
fn print(text: &str) {
    use std::io::Write;
    let text = seen(text);
    if !text.is_empty() {
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let _ = write!(std::io::stdout().lock(), "{text}{end}");
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
        Command::Entries(it) => it.run(common),
        Command::Show(it) => it.run(common),
        Command::Resolve(it) => it.run(common),
        Command::Hold(it) => it.run(common),
        Command::Release(it) => it.run(common),
        Command::Extend(it) => it.run(common),
        Command::Remind(it) => it.run(common),
        Command::Tell(it) => it.run(common),
        Command::Resend(it) => it.run(common),
        Command::Replace(it) => it.run(common),
        Command::Edit(it) => it.run(common),
        Command::Adopt(it) => it.run(common),
        Command::Rollback(it) => it.run(common),
        Command::End(it) => it.run(common),
        Command::Archive(it) => it.run(common),
        Command::Password(it) => it.run(common),
        Command::Token(it) => it.run(common),
        Command::Clock(it) => it.run(common),
        Command::Verify(it) => it.run(common),
        Command::Case(it) => it.run(common),
        Command::Simulate(it) => it.run(common),
        Command::Completions(it) => it.run(),
        Command::Man(it) => it.run(help::command()),
        Command::Complete(it) => it.run(),
    }
}
