//! The command line: arguments in, one call of `desk`, exit code out.
//!
//! Data go to stdout, notes to stderr. Not here: anything that decides.

pub mod campaign;
pub mod check;
pub mod club;
pub mod common;
pub mod complete;
mod dice;
pub mod games;
pub mod help;
pub mod look;
pub mod moved;
pub mod play;
pub mod players;
pub mod program;
mod progress;
pub mod referee;
pub mod shell;

use crate::fault;
use crate::games::Games;
use crate::lang::plain::seen;
use clap::FromArgMatches;
use clap::error::ErrorKind;
use common::Done;
use program::{Cli, Command};
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs one command of a program that knows these games, and prints what it came to; returns the
/// exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>, games: Games) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Whatever else is wrong with it, a call that means `receive` may only exit 0 or 75: any
    // other code makes a mail server send the player's mail back to a forgeable sender.
    let parsed = program::called(&arguments).try_get_matches_from(&arguments);
    // What help shows takes longer to make than most commands run, so it is made for who reads it.
    let parsed = parsed.or_else(|why| match why.kind() {
        ErrorKind::DisplayVersion => Err(why),
        _ => help::command().try_get_matches_from(&arguments),
    });
    let mut cli = match parsed.and_then(|it| Cli::from_arg_matches(&it)) {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                eprintln!("{}", misused(&error));
            } else {
                drop(error.print());
            }
            let code = u8::try_from(error.exit_code()).unwrap_or(fault::USAGE);
            let receives = arguments.iter().any(|it| it == "receive");
            return if receives && code != 0 {
                fault::RETRY
            } else {
                code
            };
        }
    };
    cli.common.games = games;
    let receives = matches!(cli.command, Command::Receive(_));
    // A tick mails what fails, and `site` says it among what it made.
    let tells = !matches!(
        cli.command,
        Command::Tick(_) | Command::Receive(_) | Command::Site(_)
    );
    let code = if cli.command.takes_long() {
        finished(|| dispatch(&cli))
    } else {
        ended(|| dispatch(&cli))
    };
    for failed in cli.common.failed().iter().filter(|_| tells) {
        eprintln!("{}", seen(failed));
    }
    if receives && code != 0 {
        fault::RETRY
    } else {
        code
    }
}

/// What is wrong with the arguments, as all else is said that goes wrong.
fn misused(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|it| !it.is_empty() && !it.starts_with("For more information"));
    let what = lines.next().unwrap_or_default();
    let mut said = format!(
        "packetboat: {}",
        what.strip_prefix("error: ").unwrap_or(what)
    );
    let rest: Vec<&str> = lines.collect();
    for line in &rest {
        said += &format!("\n  {line}");
    }
    let usage = rest.iter().find_map(|it| it.strip_prefix("Usage: "));
    let command = usage.unwrap_or("packetboat").split(['[', '<']).next();
    let command = command.unwrap_or("packetboat").trim();
    format!("{said}\n  Usage: {command} --help")
}

/// Does what may take long, saying how far it has come; prints what it came to, and returns the
/// exit code.
pub fn finished(work: impl FnOnce() -> anyhow::Result<Done>) -> u8 {
    progress::begin();
    let code = ended(|| {
        let done = work();
        progress::end();
        done
    });
    progress::end();
    code
}

/// Does something; prints what it came to, and returns the exit code.
fn ended(work: impl FnOnce() -> anyhow::Result<Done>) -> u8 {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => {
            print(&done.text);
            done.code
        }
        Ok(Err(error)) => {
            eprintln!("{}", seen(&fault::for_people(&error).to_string()));
            fault::exit_code(&error)
        }
        Err(_) => {
            eprintln!("packetboat: this is a bug in packetboat; please report it");
            fault::HALTED
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
    match &cli.command {
        Command::Init(command) => command.run(common),
        Command::Demo(command) => command.run(common),
        Command::Games(command) => command.run(common),
        Command::Schema(command) => command.run(common),
        Command::New(command) => command.run(common),
        Command::Admit(command) => command.run(common),
        Command::Begin(command) => command.run(common),
        Command::Tick(command) => command.run(common),
        Command::Receive(command) => command.run(common),
        Command::Import(command) => command.run(common),
        Command::Retake(command) => command.run(common),
        Command::Doctor(command) => command.run(common),
        Command::Submit(command) => command.run(common),
        Command::Check(command) => command.run(common),
        Command::Status(command) => command.run(common),
        Command::Schedule(command) => command.run(common),
        Command::Entries(command) => command.run(common),
        Command::Show(command) => command.run(common),
        Command::Resolve(command) => command.run(common),
        Command::Hold(command) => command.run(common),
        Command::Release(command) => command.run(common),
        Command::Extend(command) => command.run(common),
        Command::Remind(command) => command.run(common),
        Command::Tell(command) => command.run(common),
        Command::Resend(command) => command.run(common),
        Command::Replace(command) => command.run(common),
        Command::Players(command) => command.run(common),
        Command::Substitute(command) => command.run(common),
        Command::Standby(command) => command.run(common),
        Command::Edit(command) => command.run(common),
        Command::Adopt(command) => command.run(common),
        Command::Undo(command) => command.run(common),
        Command::Rollback(command) => command.run(common),
        Command::End(command) => command.run(common),
        Command::Archive(command) => command.run(common),
        Command::Export(command) => command.run(common),
        Command::Password(command) => command.run(common),
        Command::Token(command) => command.run(common),
        Command::Clock(command) => command.run(common),
        Command::Verify(command) => command.run(common),
        Command::Dice(command) => command.run(),
        Command::Pack(command) => command.run(common),
        Command::Site(command) => command.run(common),
        Command::Case(command) => command.run("case"),
        Command::Simulate(command) => command.run("simulate"),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(help::command()),
        Command::Complete(command) => command.run(&help::command(), common.games),
    }
}
