//! Finding the witnesses of mails in the record: what convinces whoever kept them.

use super::found::{Found, MailFound};
use crate::desk::guard::text::Read;
use crate::fault::Fault;
use crate::store::fs::{Disk, Fs};
use crate::store::layout::{CampaignDir, CampaignId, ENTRY_FILE};
use crate::store::log::CampaignLog;
use crate::store::{packed, witness};
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The entries of campaigns by their witnesses.
#[derive(Default)]
pub(super) struct Witnesses {
    entries: BTreeMap<String, (String, u32)>,
    /// Why they cannot be looked for.
    unknown: Option<String>,
}

impl Witnesses {
    /// Those of a record that is not at hand, and why it is not.
    pub(super) fn unknown(why: String) -> Self {
        Witnesses {
            unknown: Some(why),
            ..Witnesses::default()
        }
    }

    /// Adds those of a campaign; an entry that cannot be read is told elsewhere.
    pub(super) fn add(&mut self, fs: &dyn Fs, dir: &CampaignDir, id: &CampaignId) {
        let entries = CampaignLog::new(fs, dir).entries().unwrap_or_default();
        for number in entries {
            let file = dir.entry(number).join(ENTRY_FILE);
            let text = fs.read(&file).unwrap_or_default();
            if let Some(witness) = witness::of(&String::from_utf8_lossy(&text)) {
                self.entries.insert(witness, (id.to_string(), number));
            }
        }
    }

    /// Looks for the witnesses of these mails.
    ///
    /// # Errors
    /// A mail that cannot be read.
    pub(super) fn find_all(&self, found: &mut Found, mails: &[PathBuf]) -> anyhow::Result<()> {
        for file in mails {
            let bytes = Disk.read(file);
            let bytes = bytes.with_context(|| format!("reading {}", file.display()))?;
            found.mails.extend(self.find(file, &unpacked(file, bytes)?));
        }
        Ok(())
    }

    /// Looks for the witnesses of a mail, as it was saved: the whole mail, or its text.
    fn find(&self, file: &Path, bytes: &[u8]) -> Vec<MailFound> {
        let read = Read::of(bytes).text;
        let witnesses = match witness::all_in(&read) {
            none if none.is_empty() => witness::all_in(&String::from_utf8_lossy(bytes)),
            some => some,
        };
        let found = |witness: String| MailFound {
            file: file.display().to_string(),
            entry: self.entries.get(&witness).cloned(),
            skipped: self.unknown.clone().filter(|_| !witness.is_empty()),
            witness,
        };
        match witnesses.is_empty() {
            true => vec![found(String::new())],
            false => witnesses.into_iter().map(found).collect(),
        }
    }
}

/// A mail as it was before it was packed, as the log keeps some.
fn unpacked(file: &Path, bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if !packed::is_packed(&bytes) {
        return Ok(bytes);
    }
    let unpacked = packed::unpack(&bytes);
    unpacked.map_err(|it| {
        let file = file.display();
        Fault::usage(format!("{file} cannot be unpacked: {it}")).into()
    })
}
