//! `status` and `show`: looking without touching.

use super::common::{Common, Done};
use crate::desk::look::Both;
use crate::desk::show::OnShow;
use crate::desk::{exposed, open, status};

/// `packetboat status [CAMPAIGN]`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "With --json: a list with one object a campaign. Its keys: campaign, game, \
    sheet, stands (`waits for sheets`, `asks a question`, `held`, `waits for your review`, \
    `halted`, `over`), why, deadline, deadline_at (UTC), seats, unsent, for_review, tried, \
    tried_why, down, unreachable, bounced, entry, away, exposed. Keys may be added, none will go."
)]
pub struct Status {
    /// The campaign; all of them if left out
    campaign: Option<String>,
}

impl Status {
    /// Where campaigns stand.
    ///
    /// # Errors
    /// A campaign that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let status = status::status(&club, self.campaign.as_deref(), common.now())?;
        let text = match common.json {
            true => serde_json::to_string_pretty(&status)?,
            false => {
                let about_all = exposed::of_club(&club).join("\n");
                format!("{}{about_all}", status::text(&status))
            }
        };
        Ok(Done::well(text))
    }
}

/// `packetboat show CAMPAIGN`
#[derive(Debug, clap::Args)]
#[command(
    after_help = "What a seat was mailed is shown as it was mailed: its newest report up to \
    the entry. The pages of the public and the referee are made anew from the position after the \
    entry, with what happened when play last went on.\n\n\
    With --json: an object with campaign, entry, viewer, mail (the key, or null) and page (sheet, \
    view, events, accounts, questions, in_force, outcome); for --mails a list, for --mail one, of \
    key, entry, to, seat, what, became, subject, text. Keys may be added, none will go."
)]
pub struct Show {
    /// A campaign, or the folder of one, wherever it lies
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
}

/// How a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// As in a mail
    Text,
    /// As data
    Json,
}

impl Show {
    /// A page of any time again.
    ///
    /// # Errors
    /// A campaign, entry, mail or viewer that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let shown = OnShow::find(&self.campaign, common.club.as_deref())?;
        let Both { text, json } = match &self.mail {
            Some(key) => shown.mail(key)?,
            None if self.mails => shown.mails(self.entry)?,
            None => shown.page(self.entry, open::viewer(&self.viewer)?, common.now())?,
        };
        let as_json = common.json || self.format == Format::Json;
        Ok(Done::well(match as_json {
            true => serde_json::to_string_pretty(&json)?,
            false => text,
        }))
    }
}
