//! The program as its arguments describe it: the commands, and what each does in a line.
//!
//! Not here: in which groups they are shown, and examples (`help`).

use super::common::Common;
use super::{
    campaign, check, club, complete, dice, games, look, moved, play, players, referee, shell,
};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;

/// A play-by-email turn processor: a folder, players' mail, and a cron job.
#[derive(Debug, Parser)]
#[command(name = "packetboat", version, about, max_term_width = 96)]
#[command(
    after_help = "Exit codes: 0 ok; 1 check, verify or doctor found a problem, or submit filed \
        nothing; 2 usage or unusable configuration, nothing done; 3 verify --strict could not \
        derive all; 70 a campaign is halted; 75 try again."
)]
pub struct Cli {
    #[command(flatten)]
    /// What every command takes.
    pub common: Common,
    /// Which one.
    #[command(subcommand)]
    pub command: Command,
}

/// Gives a command its arguments.
type Build = fn(clap::Command) -> clap::Command;

/// Declares the commands: the enum as clap reads it, and what is built when only one is called.
macro_rules! commands {
    ($($(#[$about:meta])+ $name:ident($arguments:ty),)+) => {
        /// The commands.
        #[derive(Debug, Subcommand)]
        pub enum Command {
            $($(#[$about])+ $name($arguments),)+
        }

        /// A command by its name, with its arguments; `None`: there is none of that name.
        fn alone(name: &str) -> Option<clap::Command> {
            let build = [$((stringify!($name), <$arguments>::augment_args as Build)),+];
            let (_, build) = build.iter().find(|it| it.0.to_ascii_lowercase() == name)?;
            // clap keeps names for as long as the program runs.
            Some(build(clap::Command::new(&*name.to_owned().leak())))
        }
    };
}

commands! {
    /// Makes a new club with commented configuration
    Init(club::Init),
    /// Plays a campaign of each game with real mail files, and leaves you one to play
    Demo(club::Demo),
    /// Lists the games, or explains one
    Games(games::Games),
    /// Prints the JSON Schema of a game's reports, for programs that read them
    Schema(games::Schema),
    /// Starts a campaign
    New(campaign::New),
    /// Gives somebody a seat in a campaign that waits for players
    Admit(campaign::Admit),
    /// Lets a campaign begin that waits for players, before all have come
    Begin(campaign::Begin),
    /// The cron job: reads mail, resolves what is due, commits, sends
    Tick(play::Tick),
    /// Stores one mail from stdin (for .forward, procmail, pipes); exits 0 or 75
    Receive(play::Receive),
    /// Imports the mails of a file that a mail program has saved
    Import(play::Import),
    /// Reads again the mails that a club restored from a backup does not know
    Retake(play::Retake),
    /// Tests an installation: sends mails to itself, waits for them, and plays a toy game
    Doctor(play::Doctor),
    /// Files orders from a file
    Submit(play::Submit),
    /// Explains orders; files nothing
    Check(check::Check),
    /// Shows the campaigns: who owes orders, until when, and what needs you
    Status(look::Status),
    /// Lists the next deadlines of a campaign, and why each is where it is
    Schedule(look::Schedule),
    /// Lists what has happened in a campaign: number, time, what, and who
    Entries(look::Entries),
    /// Shows any past report or mail
    Show(look::Show),
    /// Resolves a campaign now, even if orders are missing
    Resolve(referee::Resolve),
    /// Puts a campaign on hold: nothing is resolved until it is released
    Hold(referee::Hold),
    /// Lets a campaign go on that is on hold, under review or halted
    Release(referee::Release),
    /// Moves the deadline
    Extend(referee::Extend),
    /// Reminds players who owe orders
    Remind(players::Remind),
    /// Writes to players
    Tell(players::Tell),
    /// Sends permanently refused mails again
    Resend(players::Resend),
    /// Gives a seat to another player, or to the program
    Replace(players::Replace),
    /// Shows how players keep time, over all campaigns
    Players(look::Players),
    /// Has somebody play a seat for its player for some days
    Substitute(campaign::Substitute),
    /// Puts somebody on the list of those who stand by for free seats
    Standby(campaign::StandBy),
    /// Copies the position, so that you can change it by hand
    Edit(referee::Edit),
    /// Checks the changed copy, puts it in force, and records that in the log
    Adopt(referee::Adopt),
    /// Undoes your last command on a campaign, if nobody has seen it
    Undo(referee::Undo),
    /// Goes back to an earlier entry, and records that in the log
    Rollback(referee::Rollback),
    /// Ends a campaign early
    End(referee::End),
    /// Archives a finished campaign
    Archive(referee::Archive),
    /// Exports a campaign as one file, which anybody can check
    Export(referee::Export),
    /// Makes a password for fresh mails of a seat and prints it once
    Password(referee::Password),
    /// Gives a seat a new reply address, if somebody else has seen the old one
    Token(players::Token),
    /// Checks the clock against the club's last entry, or accepts it
    Clock(club::Clock),
    /// Checks hashes, replay and dice of a campaign, a folder, or the whole club
    Verify(check::Verify),
    /// Repeats a draw of the dice, from the key that a report has shown
    Dice(dice::Dice),
    /// Makes one file of each entry folder that an older packetboat wrote
    Pack(club::Pack),
    /// Makes the club's web archive: static pages for any web server
    Site(club::Site),
    /// Says where rule cases are run now
    #[command(hide = true)]
    Case(moved::Moved),
    /// Says where games are simulated now
    #[command(hide = true)]
    Simulate(moved::Moved),
    /// Prints what a shell needs to complete commands
    Completions(shell::Completions),
    /// Writes the manual into a folder, a page a command
    Man(shell::Man),
    /// Says what can stand where the cursor is; for shells
    #[command(hide = true)]
    Complete(complete::Complete),
}

/// The program with the one command that is called, and without help: building all of them takes
/// longer than most commands run. What it cannot read is for the whole program.
pub fn called(arguments: &[OsString]) -> clap::Command {
    let words = arguments.iter().skip(1).filter_map(|it| it.to_str());
    let program = clap::Command::new(env!("CARGO_PKG_NAME")).version(env!("CARGO_PKG_VERSION"));
    let program = Common::augment_args(program).disable_help_flag(true);
    let program = program
        .disable_help_subcommand(true)
        .subcommand_required(true);
    program.subcommands(words.into_iter().find_map(alone))
}

impl Command {
    /// Whether it may take so long that one wants to know how far it has come.
    pub fn takes_long(&self) -> bool {
        matches!(
            self,
            Command::Demo(_)
                | Command::Verify(_)
                | Command::Tick(_)
                | Command::Pack(_)
                | Command::Site(_)
        )
    }
}
