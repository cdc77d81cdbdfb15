//! What a campaign was played with, as others may read it.
//!
//! Not here: what was played (`export`).

use crate::config::campaign::{CampaignConfig, Holder, Player, Want};
use crate::config::public::Observers;
use crate::desk::campaign::Campaign;
use crate::desk::open::gather;
use crate::engine::seat::Seat;
use crate::store::bundle::Files;
use crate::store::fs::Fs;

/// `campaign.toml` as others may read it, and the game's data.
pub(super) fn files(fs: &dyn Fs, campaign: &Campaign) -> anyhow::Result<Files> {
    let mut files = Files::new();
    let config = plain(&for_others(campaign).to_text());
    files.insert("campaign.toml".to_owned(), config.into_bytes());
    gather(fs, &campaign.dir.data(), "", 3, &mut |path, bytes| {
        files.insert(format!("data/{path}"), bytes);
    })?;
    Ok(files)
}

/// Settings without what is said in them to a referee, who may change them.
fn plain(text: &str) -> String {
    let kept: Vec<&str> = text.lines().filter(|it| !it.starts_with('#')).collect();
    format!(
        "# What the campaign was played with; addresses are left out.\n{}\n",
        kept.join("\n").trim()
    )
}

/// The same campaign without addresses, and with names only where they may be read.
fn for_others(campaign: &Campaign) -> CampaignConfig {
    let seats = campaign.config.seats.iter().map(|(seat, holder)| {
        let holder = match holder {
            Holder::Robot => Holder::Robot,
            Holder::Player(player) => Holder::Player(Player {
                name: shown_name(campaign, *seat, player),
                address: format!("{seat}@players.invalid")
                    .parse()
                    .expect("a fitting address"),
                zone: None,
                wants: vec![Want::Text],
                name_public: player.name_public,
            }),
        };
        (*seat, holder)
    });
    CampaignConfig {
        seats: seats.collect(),
        observers: Observers::new(),
        ..campaign.config.clone()
    }
}

fn shown_name(campaign: &Campaign, seat: Seat, player: &Player) -> String {
    match player.name_public {
        true => player.name.clone(),
        false => campaign.title(seat),
    }
}
