//! Arguments in, exit code out.

use clap::{Parser, Subcommand};
use packetboat::cli;
use packetboat_tools::{case, simulate};
use std::process::ExitCode;

/// Tools for authors of games, and of Packetboat.
#[derive(Debug, Parser)]
#[command(name = "packetboat-tools", version, about, max_term_width = 96)]
#[command(
    after_help = "Exit codes: 0 ok; 1 case or simulate found something; 2 usage, nothing done."
)]
struct Tools {
    #[command(subcommand)]
    command: Command,
}

/// As in the program that clubs run.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs rule cases and playthroughs
    Case(case::Case),
    /// Lets robots play whole games and checks every invariant
    Simulate(simulate::Simulate),
}

fn main() -> ExitCode {
    let tools = Tools::parse();
    ExitCode::from(cli::finished(|| match &tools.command {
        Command::Case(command) => command.run(),
        Command::Simulate(command) => command.run(),
    }))
}
