//! Files that came with orders and leave with reports, each to whom it was shown.
//!
//! Not here: taking them out of mails (`intake::files`), and who is shown which (the game).

use super::builder::EntryBuilder;
use crate::desk::club::errors::CampaignError;
use crate::engine::game::PageData;
use crate::lang::kept_file;
use crate::mail::sent_file::{Content, SentFile};

/// Files of one report at most, the newest: mail servers let no more through together.
const FILES_MAX: usize = 2;

/// The files that come with a page.
///
/// # Errors
/// An entry that is gone or altered; the disk's.
pub fn with_page(work: &EntryBuilder<'_>, page: &PageData) -> Result<Vec<SentFile>, CampaignError> {
    let mut names: Vec<&String> = Vec::new();
    for name in page.commentary.files.iter().rev() {
        if names.len() < FILES_MAX && !names.contains(&name) {
            names.push(name);
        }
    }
    let mut files = Vec::new();
    for name in names.into_iter().rev() {
        let Some(bytes) = work.brought(name)? else {
            continue;
        };
        let is_pdf = name.rsplit_once('.').is_some_and(|it| it.1 == "pdf");
        files.push(SentFile {
            name: kept_file::plain_name(name).unwrap_or_default(),
            content: if is_pdf { Content::Pdf } else { Content::Png },
            bytes: bytes.into(),
        });
    }
    Ok(files)
}
