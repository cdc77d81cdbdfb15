//! `remind`, `tell`, `resend`, `replace`, `token`: the referee's acts that concern players.

use super::common::{Common, Done};
use crate::desk::club::open;
use crate::desk::commands::{in_report, players, renew, resend, show};
use crate::desk::turn::seat_change::{Lines, NewHolder};
use crate::engine::seat::Seat;
use crate::fault::Fault;
use std::path::Path;

/// `packetboat remind CAMPAIGN [SEAT…]`
#[derive(Debug, clap::Args)]
pub struct Remind {
    /// The campaign
    campaign: String,
    /// Seats that owe orders; all that do and are not away if left out
    #[arg(value_name = "SEAT")]
    seats: Vec<String>,
    /// A message to them, which also goes into the log
    #[arg(long, default_value = "")]
    why: String,
}

impl Remind {
    /// Reminds now.
    ///
    /// # Errors
    /// A campaign or seat that does not exist; a campaign that is over or halted.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let seats = seats(&self.seats)?;
        let said = players::remind(&club, &self.campaign, &seats, &self.why, common.now());
        said.map(Done::well)
    }
}

fn seats(names: &[String]) -> anyhow::Result<Vec<Seat>> {
    names.iter().map(|it| open::seat(it)).collect()
}

/// `packetboat tell CAMPAIGN [SEAT…|all] TEXT|FILE|-`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "packetboat tell new-spain all \"The club meets on Friday.\"\n\
    packetboat tell new-spain spain england letter.txt\n\
    packetboat tell new-spain all --in-report \"Winter rules begin this turn.\""
)]
pub struct Tell {
    /// The campaign
    campaign: String,
    /// The seats (or `all`, which may be left out), then the text: in quotes, in a file,
    /// or `-` for stdin
    #[arg(required = true, value_name = "SEAT… TEXT|FILE|-")]
    words: Vec<String>,
    /// At the head of their next reports, once, instead of in a mail now
    #[arg(long)]
    in_report: bool,
}

impl Tell {
    /// Writes to players.
    ///
    /// # Errors
    /// A campaign, seat or file that does not exist; no text.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let (text, to) = self.words.split_last().expect("clap wants one at least");
        let is_seat = show::seats_of(&club, &self.campaign)?;
        if text == "all" || is_seat.iter().any(|it| it.as_str() == text) {
            return Err(Fault::usage(format!("there is no text after `{text}`"))
                .hint("Put it last: in quotes, in a file, or `-` for stdin.")
                .into());
        }
        let to: Vec<String> = to.iter().filter(|it| *it != "all").cloned().collect();
        let text = match text.as_str() {
            "-" => super::check::read_orders(Path::new("-"))?,
            file if Path::new(file).is_file() => super::check::read_orders(Path::new(file))?,
            file if looks_like_file(file) => {
                return Err(Fault::usage(format!("there is no file `{file}`"))
                    .hint("Name a text file, or write more than one word.")
                    .into());
            }
            text => text.to_owned(),
        };
        let tell = if self.in_report {
            in_report::tell_in_report
        } else {
            players::tell
        };
        let said = tell(&club, &self.campaign, &seats(&to)?, &text, common.now());
        said.map(Done::well)
    }
}

/// Whether a text must be meant as the name of a file: one word with a slash or an ending.
fn looks_like_file(text: &str) -> bool {
    let ending = Path::new(text).extension();
    let named = text.contains('/') || ending.is_some_and(|it| !it.is_empty());
    named && !text.contains(char::is_whitespace)
}

/// `packetboat resend CAMPAIGN [KEY…]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The same mails go out again, to the same addresses. A mail for a player's old \
        address is not sent again: `packetboat replace` has sent a full report to the new one."
)]
pub struct Resend {
    /// The campaign
    campaign: String,
    /// Which mails, by the keys that `packetboat status` and `show --mails` print; all that were
    /// permanently refused if left out
    #[arg(value_name = "KEY")]
    keys: Vec<String>,
    /// Why, for the log
    #[arg(long, default_value = "")]
    why: String,
}

impl Resend {
    /// Sends again.
    ///
    /// # Errors
    /// A campaign that does not exist or is halted; a key that no refused mail has.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let now = common.now();
        resend::resend(&club, &self.campaign, &self.keys, &self.why, now).map(Done::well)
    }
}

/// `packetboat replace CAMPAIGN SEAT "Name <address>"|--robot`
#[derive(Debug, clap::Args)]
#[command(group(clap::ArgGroup::new("holder").required(true).args(["player", "robot"])))]
#[command(
    after_help = "The former player is notified and can send no more orders: earlier reply \
        addresses and the password stop working. The new player gets a full report with all that \
        the seat has learnt. Orders filed by the former player, and standing orders, stay in \
        force, and the report lists them; --drop-lines withdraws them. The same name with \
        another address is the same player: orders, absences and password stay, a full report \
        goes to the new address, the old address is notified, and the other players are not."
)]
pub struct Replace {
    /// The campaign
    campaign: String,
    /// The seat
    seat: String,
    /// The new player: "Dora <dora@example.org>", perhaps with a zone: "… Europe/Madrid"
    player: Option<String>,
    /// The program plays the seat from now on
    #[arg(long)]
    robot: bool,
    /// Withdraws the orders in force, standing orders too
    #[arg(long)]
    drop_lines: bool,
    /// Why, for the log and the former player
    #[arg(long, default_value = "")]
    why: String,
}

impl Replace {
    /// Gives a seat to somebody else.
    ///
    /// # Errors
    /// A campaign or seat that does not exist, an address that is none.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let by = match &self.player {
            Some(player) => NewHolder::Person(player),
            None => NewHolder::Robot,
        };
        let lines = if self.drop_lines {
            Lines::Drop
        } else {
            Lines::Keep
        };
        let seat = open::seat(&self.seat)?;
        let now = common.now();
        let said = players::replace(&club, &self.campaign, seat, (by, lines), &self.why, now);
        said.map(Done::well)
    }
}

/// `packetboat token CAMPAIGN SEAT --renew`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "For a reply address that others have seen: the seat's old reply addresses stop \
        working, and its player gets a report with a new one. A password stays."
)]
pub struct Token {
    /// The campaign
    campaign: String,
    /// The seat
    seat: String,
    /// Makes a new token; tokens are never shown
    #[arg(long, required = true)]
    renew: bool,
    /// Why, for the log
    #[arg(long, default_value = "")]
    why: String,
}

impl Token {
    /// Renews a seat's token.
    ///
    /// # Errors
    /// A campaign or seat that does not exist, a robot's seat.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let _lock = club.wait_lock()?;
        let seat = open::seat(&self.seat)?;
        let said = renew::renew(&club, &self.campaign, seat, &self.why, common.now());
        said.map(Done::well)
    }
}
