//! Finding the witnesses of mails in the record: what convinces anyone who kept them.

use crate::desk::proof::verify::found::{Findings, MailFound, Said};
use crate::desk::proof::verify::words::{Difference, Words};
use crate::fault::Fault;
use crate::store::fs::{Disk, Fs};
use crate::store::layout::{CampaignDir, CampaignId};
use crate::store::log::CampaignLog;
use crate::store::{packed, witness};
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The entries of campaigns by their witnesses.
#[derive(Default)]
pub(super) struct Witnesses {
    entries: BTreeMap<String, At>,
    /// Why they cannot be looked for.
    unknown: Option<String>,
}

/// An entry of a campaign.
#[derive(Clone)]
struct At {
    campaign: CampaignId,
    number: u32,
    /// Its folder where its mails are kept; an export has none.
    dir: Option<CampaignDir>,
}

impl Witnesses {
    /// Those of a record that is not at hand, and why it is not.
    pub(super) fn unknown(why: String) -> Self {
        Witnesses {
            unknown: Some(why),
            ..Witnesses::default()
        }
    }

    /// Adds those of a campaign; an entry that cannot be read is reported elsewhere.
    pub(super) fn add(&mut self, fs: &dyn Fs, dir: &CampaignDir, id: &CampaignId) {
        let log = CampaignLog::new(fs, dir);
        let entries = log.entries().unwrap_or_default();
        let mut before = String::new();
        for number in entries {
            let text = log.note_bytes(number).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            let at = At {
                campaign: id.clone(),
                number,
                dir: (!dir.is_export(fs)).then(|| dir.clone()),
            };
            let witnesses = [witness::of(&text), witness::of_placed(&text, &before)];
            let each = witnesses.into_iter().flatten();
            self.entries.extend(each.map(|it| (it, at.clone())));
            before = text;
        }
    }

    /// Looks for the witnesses of these mails, and holds their words against what was sent.
    ///
    /// # Errors
    /// A mail that cannot be read.
    pub(super) fn find_all(
        &self,
        fs: &dyn Fs,
        found: &mut Findings,
        mails: &[PathBuf],
    ) -> anyhow::Result<()> {
        for file in mails {
            let bytes = Disk.read(file);
            let bytes = bytes.with_context(|| format!("reading {}", file.display()))?;
            let mail = self.find(fs, file, &unpacked(file, bytes)?);
            found.mails.push(mail);
        }
        Ok(())
    }

    /// Looks for the witness of a mail, as it was saved: the whole mail, or its text.
    fn find(&self, fs: &dyn Fs, file: &Path, bytes: &[u8]) -> MailFound {
        let file = file.display().to_string();
        let Some(words) = Words::of(bytes) else {
            return MailFound {
                file,
                ..MailFound::default()
            };
        };
        let at = self.entries.get(&words.witness);
        MailFound {
            file,
            entry: at.map(|it| (it.campaign.to_string(), it.number)),
            said: at.and_then(|it| said(fs, it, &words)),
            skipped: self.unknown.clone(),
            witness: words.witness,
        }
    }
}

/// What a mail says beside those that its entry has sent; `None`: they are not kept here, or it
/// cannot be read.
fn said(fs: &dyn Fs, at: &At, words: &Words) -> Option<Said> {
    let log = CampaignLog::new(fs, at.dir.as_ref().filter(|_| words.can_be_read())?);
    let note = log.note(at.number).ok()?.note;
    let mut nearest: Option<Difference> = None;
    for out in &note.out {
        let kept = log.kept(at.number, out).ok();
        let Some(ours) = kept.and_then(|it| Words::of_ours(&it)) else {
            continue;
        };
        if !words.can_be_compared(&ours) {
            continue;
        }
        match words.differs_from(&ours) {
            None => return Some(Said::AsSent),
            Some(change) if nearest.is_none_or(|best| change.same > best.same) => {
                nearest = Some(change);
            }
            Some(_) => {}
        }
    }
    nearest.map(|best| Said::Otherwise {
        form: best.form,
        line: best.line,
    })
}

/// A mail as it was before it was packed, as the log keeps some.
fn unpacked(file: &Path, bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if !packed::is_packed(&bytes) {
        return Ok(bytes);
    }
    let unpacked = packed::unpack(&bytes);
    unpacked.map_err(|error| {
        let file = file.display();
        Fault::usage(format!("{file} cannot be unpacked: {error}")).into()
    })
}
