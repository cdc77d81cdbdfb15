//! `status` and `show`: looking without touching.

use super::common::{Common, Done};
use crate::desk::club::open;
use crate::desk::commands::show::OnShow;
use crate::desk::commands::{entries, gather, outlook, records, standing, status, substitutes};
use crate::fault::Fault;
use std::path::PathBuf;

/// `packetboat status [CAMPAIGN]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: a list with one object a campaign. Its keys: campaign, game, \
    sheet, sheet_name (where the game gives one), stands (`waits for sheets`, \
    `asks a question`, `held`, `waits for your review`, `waits for its campaign.toml`, \
    `halted`, `over`), why, next, deadline, \
    deadline_at (UTC), closes, closes_at (UTC: when it really closes if no more mail \
    comes), seats, players, free, places, archived, club, unsent, for_review, tried, tried_why, \
    down, unreachable, bounced, entry, away, exposed. Keys may be added, none will go."
)]
pub struct Status {
    /// The campaign, in full; one line for each campaign if left out
    campaign: Option<String>,
    /// Only campaigns in which you must do something
    #[arg(long)]
    needs_me: bool,
}

impl Status {
    /// Where campaigns stand.
    ///
    /// # Errors
    /// A campaign that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let mut status = status::status(&club, self.campaign.as_deref(), common.now())?;
        let any = !status.is_empty();
        let about_club = match status.first() {
            Some(one) => one.club.clone(),
            None => status::of_club(&club, common.now()),
        };
        status.retain(|it| !self.needs_me || standing::needs_referee(it));
        let open = match self.campaign {
            None => gather::listed(&club)? + &substitutes::listed(&club, common.now())?,
            Some(_) => String::new(),
        };
        let text = if common.json {
            serde_json::to_string_pretty(&status)?
        } else {
            let about_each = match (&self.campaign, any) {
                (None, true) => standing::lines(&status),
                (None, false) if !open.is_empty() => String::new(),
                _ => standing::text(&status),
            };
            format!("{about_each}{open}{}", about_club.join("\n"))
        };
        Ok(Done::well(text))
    }
}

/// `packetboat schedule CAMPAIGN`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: an object with campaign, zone, deadlines (sheet, sheet_name where \
    the game gives one, at, deadline_at in UTC, because), last_turn, ends_at (UTC), ends, grace. \
    Keys may be added, none will go."
)]
pub struct Schedule {
    /// The campaign
    campaign: String,
}

impl Schedule {
    /// The next deadlines.
    ///
    /// # Errors
    /// A campaign that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let found = outlook::schedule(&club, &self.campaign, common.now())?;
        Ok(Done::well(if common.json {
            serde_json::to_string_pretty(&found)?
        } else {
            found.text()
        }))
    }
}

/// `packetboat players [WHO]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: an object with players (a list with one object a person: name, \
    address, seats, on_time, late, missed, left, percent_on_time) and unread. Keys may be added, \
    none will go."
)]
pub struct Players {
    /// An address; everybody who has played here if left out
    who: Option<String>,
}

impl Players {
    /// How people keep time, over all campaigns.
    ///
    /// # Errors
    /// Text that is no address; nobody has it.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let found = records::records(&club, self.who.as_deref())?;
        Ok(Done::well(if common.json {
            serde_json::to_string_pretty(&found)?
        } else {
            found.text()
        }))
    }
}

/// `packetboat entries CAMPAIGN`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The mails of an entry: `packetboat show CAMPAIGN --mails --entry N`.\n\n\
    With --json: a list with one object an entry: entry, at (UTC), when, what, who, why, mails, \
    undone_by. Keys may be added, none will go."
)]
pub struct Entries {
    /// The campaign
    campaign: String,
}

impl Entries {
    /// What has happened in a campaign, a line for each entry.
    ///
    /// # Errors
    /// A campaign that does not exist; an entry that is damaged.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = common.open()?;
        let lines = entries::entries(&club, &self.campaign, common.now())?;
        Ok(Done::well(if common.json {
            serde_json::to_string_pretty(&lines)?
        } else {
            entries::text(&lines)
        }))
    }
}

/// `packetboat show CAMPAIGN`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "For a seat: its newest report up to the entry, as it was mailed. For the \
        public and the referee: a page made from the position after the entry, with what \
        happened when play last went on.\n\n\
    With --json: an object with campaign, entry, viewer, mail (the key, or null) and page (sheet, \
    view, events, accounts, questions, in_force, outcome); for --mails a list, for --mail one, of \
    key, entry, to, seat, what, became, subject, text, html \
    (if there is one). Keys may be added, none will go."
)]
pub struct Show {
    /// A campaign, or the folder of one, anywhere
    campaign: String,
    /// The entry; the last if left out
    #[arg(long, value_name = "N")]
    entry: Option<u32>,
    /// A seat, `public` or `referee`
    #[arg(long = "as", value_name = "VIEWER", default_value = "public")]
    viewer: String,
    /// Lists the mails of the entry instead
    #[arg(long, conflicts_with_all = ["viewer", "mail"])]
    mails: bool,
    /// Shows one mail instead: a receipt, a reminder, a letter, a report
    #[arg(long, value_name = "KEY", conflicts_with_all = ["viewer", "entry"])]
    mail: Option<String>,
    /// How
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// With --format svg: which picture, such as `world`
    #[arg(long, value_name = "NAME")]
    picture: Option<String>,
    /// Also writes its pictures there, as PNG
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

/// How a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// As in a mail
    Text,
    /// As in the HTML part of a mail
    Html,
    /// As data
    Json,
    /// One of its pictures, the first if none is named
    Svg,
}

impl Show {
    /// A page of any time again.
    ///
    /// # Errors
    /// A campaign, entry, mail or viewer that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let show = OnShow::find(&self.campaign, common.club.as_deref(), common.games)?;
        let shown = match &self.mail {
            Some(key) => show.mail(key)?,
            None if self.mails => show.mails(self.entry)?,
            None => show.page(self.entry, open::viewer(&self.viewer)?, common.now())?,
        };
        let drawn = matches!(self.format, Format::Html | Format::Svg) && !common.json;
        if shown.again && (drawn || self.pictures.is_some()) {
            eprintln!(
                "Made again of the text that was sent, and of the page: not what was sent itself."
            );
        }
        if let Some(folder) = &self.pictures {
            show.save(&shown, folder)?;
        }
        Ok(Done::well(match self.format {
            _ if common.json => serde_json::to_string_pretty(&shown.json)?,
            Format::Json => serde_json::to_string_pretty(&shown.json)?,
            Format::Html if shown.html.is_empty() => {
                let fault = Fault::usage("this mail has no HTML part");
                return Err(fault.hint("--format text shows it.").into());
            }
            Format::Html => show.html(&shown),
            Format::Svg => show.svg(&shown, self.picture.as_deref())?,
            Format::Text => shown.text,
        }))
    }
}
