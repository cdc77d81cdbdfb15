//! What a campaign was played with, as others may read it.
//!
//! Not here: what was played (`export`).

use crate::config::campaign::CampaignConfig;
use crate::desk::club::brought::HANDBOOK;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::gather;
use crate::desk::club::published::Salts;
use crate::desk::club::settings;
use crate::engine::data::SEATING;
use crate::store::bundle::Files;
use crate::store::entry::Stop;
use crate::store::fs::Fs;

/// `campaign.toml` as others may read it with the salts of its names, and the game's data.
pub(super) fn files(fs: &dyn Fs, campaign: &Campaign) -> anyhow::Result<(Files, Salts)> {
    let mut files = Files::new();
    let bound = campaign.log(fs).settings(campaign.note())?;
    let bound = bound.map(|it| CampaignConfig::parse("settings.toml", &it));
    let (config, salts) = settings::published(campaign, bound.transpose()?.as_ref());
    files.insert("campaign.toml".to_owned(), config.into_bytes());
    // What a campaign brings may hold what some seats alone are told, until it is over.
    let brings = campaign.card.seated_by.is_some() && campaign.note().desk.stop != Stop::Over;
    let open = ["game.toml", "founding.toml", SEATING, HANDBOOK];
    let is_open = |path: &str| !brings || open.contains(&path);
    gather(fs, &campaign.dir.data(), "", 3, &mut |path, bytes| {
        if is_open(&path) {
            files.insert(format!("data/{path}"), bytes);
        }
    })?;
    Ok((files, salts))
}
