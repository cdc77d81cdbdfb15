//! Secrets that others on this machine may read, by the modes of their files.
//!
//! Files are made for their owner only; a copy of a club, or an editor, may lose that. Not here:
//! who may enter a folder, which no look at a file can say for certain.

use super::open::Club;
use crate::config::club::MailOut;
use crate::store::archive::is_file;
use crate::store::layout::CampaignDir;
use std::path::{Path, PathBuf};

/// What the referee is to know of this file, if others may read it.
fn told(club: &Club, path: &Path) -> Option<String> {
    let stat = club.fs.stat(path).ok()?;
    let file = club.layout.shown(path);
    let path = path.display();
    stat.is_open
        .then(|| format!("{file} can be read by others on this machine: chmod 600 {path}"))
}

/// What the referee is to know of the secrets of a campaign.
pub fn of_campaign(club: &Club, dir: &CampaignDir) -> Option<String> {
    if is_file(&*club.fs, dir) {
        told(club, &dir.file())
    } else {
        told(club, &dir.secret())
    }
}

/// What the referee is to know of the passwords that packetboat.toml names.
pub fn of_club(club: &Club) -> Vec<String> {
    let inward = club.config.mail_in.imap.as_ref();
    let inward = inward.and_then(|it| it.password_file.as_ref());
    let outward = match &club.config.mail_out {
        MailOut::Smtp(smtp) => smtp.password_file.as_ref(),
        MailOut::Folder(_) | MailOut::Sendmail(_) => None,
    };
    let files = inward.into_iter();
    let mut paths: Vec<PathBuf> = files
        .chain(outward)
        .map(|it| club.layout.path(it))
        .collect();
    paths.dedup();
    paths.iter().filter_map(|it| told(club, it)).collect()
}
