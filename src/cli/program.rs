//! The program as its arguments describe it: the commands, and what each does in a line.
//!
//! Not here: in which groups they are shown, and examples (`help`).

use super::common::Common;
use super::{
    campaign, check, club, complete, dice, games, look, moved, play, players, referee, shell,
};
use clap::{Parser, Subcommand};

/// A play-by-email turn processor: a folder, players' mail, and a cron line.
#[derive(Debug, Parser)]
#[command(name = "packetboat", version, about, max_term_width = 96)]
#[command(
    after_help = "Exit codes: 0 well; 1 check, verify or doctor found something, \
    submit took nothing; 2 usage or unusable configuration, nothing done; 3 verify \
    --strict could not derive all; 70 a campaign is halted; 75 try again."
)]
pub struct Cli {
    #[command(flatten)]
    /// What every command takes.
    pub common: Common,
    /// Which one.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Makes a new club with commented configuration
    Init(club::Init),
    /// Plays a campaign of each game with real mail files, tells it, and leaves you one to play
    Demo(club::Demo),
    /// Lists the games, or explains one
    Games(games::Games),
    /// Describes the reports of a game as data, for programs that read them (JSON Schema)
    Schema(games::Schema),
    /// Starts a campaign
    New(campaign::New),
    /// The cron job: takes mail, resolves what is due, commits, sends
    Tick(play::Tick),
    /// Takes one mail on stdin and stores it (for .forward, procmail, pipes); exits 0 or 75
    Receive(play::Receive),
    /// Takes the mails of a file that a mail program has saved
    Import(play::Import),
    /// Takes again the mails that a club put back from a copy does not know
    Retake(play::Retake),
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
    /// Undoes your last command on a campaign, if nobody has seen it
    Undo(referee::Undo),
    /// Goes back to an earlier entry, and says so in the log
    Rollback(referee::Rollback),
    /// Ends a campaign before its rules do
    End(referee::End),
    /// Puts a campaign that is over away
    Archive(referee::Archive),
    /// Writes one file of a campaign to give away, which anybody can check
    Export(referee::Export),
    /// Makes a password for fresh mails of a seat and prints it once
    Password(referee::Password),
    /// Gives a seat another reply address, when somebody else has seen the one it has
    Token(players::Token),
    /// Says whether this machine's clock fits what the club has written, or accepts it
    Clock(club::Clock),
    /// Checks hashes, replay and dice of a campaign, a folder, or the whole club
    Verify(check::Verify),
    /// Makes a draw again, from the key that a report has shown
    Dice(dice::Dice),
    /// Makes one file of each entry that an older packetboat wrote as a folder
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
