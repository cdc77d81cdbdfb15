//! What a campaign was played with, as others may read it.
//!
//! Not here: what was played (`export`).

use crate::config::campaign::CampaignConfig;
use crate::desk::club::campaign::Campaign;
use crate::desk::club::open::gather;
use crate::desk::club::published::Salts;
use crate::desk::club::settings;
use crate::store::bundle::Files;
use crate::store::fs::Fs;

/// `campaign.toml` as others may read it with the salts of its names, and the game's data.
pub(super) fn files(fs: &dyn Fs, campaign: &Campaign) -> anyhow::Result<(Files, Salts)> {
    let mut files = Files::new();
    let bound = campaign.log(fs).settings(campaign.note())?;
    let bound = bound.map(|it| CampaignConfig::parse("settings.toml", &it));
    let (config, salts) = settings::published(campaign, bound.transpose()?.as_ref());
    files.insert("campaign.toml".to_owned(), config.into_bytes());
    gather(fs, &campaign.dir.data(), "", 3, &mut |path, bytes| {
        files.insert(format!("data/{path}"), bytes);
    })?;
    Ok((files, salts))
}
