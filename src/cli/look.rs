//! `status` and `show`: looking without touching.

use super::{Common, Done};
use crate::desk::{look, open};

/// `packetboat status [CAMPAIGN]`
#[derive(Debug, clap::Args)]
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
        let status = look::status(&club, self.campaign.as_deref(), common.now())?;
        let text = match common.json {
            true => serde_json::to_string_pretty(&status)?,
            false => look::status_text(&status),
        };
        Ok(Done::well(text))
    }
}

/// `packetboat show CAMPAIGN`
#[derive(Debug, clap::Args)]
pub struct Show {
    /// The campaign
    campaign: String,
    /// The entry; the last if left out
    #[arg(long)]
    entry: Option<u32>,
    /// A seat, `public` or `referee`
    #[arg(long = "as", value_name = "VIEWER", default_value = "public")]
    viewer: String,
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
    /// A campaign, entry or viewer that does not exist.
    pub fn run(&self, common: &Common) -> anyhow::Result<Done> {
        let club = open::club(common.club.as_deref())?;
        let viewer = open::viewer(&self.viewer)?;
        let page = look::show(&club, &self.campaign, self.entry, viewer, common.now())?;
        let json = common.json || self.format == Format::Json;
        Ok(Done::well(if json { page.json } else { page.text }))
    }
}
