//! What one cron run did, and how it says so.

use crate::fault::{Fault, HALTED, RETRY};
use crate::report::counted;
use crate::store::layout::CampaignId;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What one run did.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// For each campaign in which something changed, what.
    pub changed: BTreeMap<String, Vec<String>>,
    /// Mails taken or refused.
    pub mails: u32,
    /// Entries committed.
    pub entries: u32,
    /// Mails handed over.
    pub sent: u32,
    /// Mails that could not be handed over this time.
    pub unsent: u32,
    /// What went wrong with the first of these.
    pub unsent_why: Option<String>,
    /// Mails refused permanently: they are not tried again.
    pub refused: u32,
    /// Campaigns that are halted because something is broken.
    pub halted: Vec<String>,
    /// What the disk would not give or take this time: campaigns, `mail`, `desk`.
    pub retry: Vec<String>,
    /// What went wrong at the tick before and does no longer, a line each.
    pub over: Vec<String>,
    /// What went wrong: what it is about, and why.
    #[serde(skip)]
    faults: Vec<(String, String)>,
    /// What of that is not printed, for it was reported today.
    #[serde(skip)]
    muted: Vec<(String, String)>,
}

/// What a fault is about that is in no campaign: mails cannot be sent.
const SENDING: &str = "sending";

impl Summary {
    /// 70 if a campaign is halted, 75 if something must be tried again, else 0.
    pub fn exit_code(&self) -> u8 {
        match (self.halted.is_empty(), self.unsent, self.retry.is_empty()) {
            (false, _, _) => HALTED,
            (true, 0, true) => 0,
            _ => RETRY,
        }
    }

    /// Something happened in a campaign.
    pub fn say(&mut self, id: &CampaignId, what: impl Into<String>) {
        self.changed
            .entry(id.to_string())
            .or_default()
            .push(what.into());
    }

    /// Something of that name must be tried again.
    pub fn wait(&mut self, name: &str, why: String) {
        self.retry.push(name.to_owned());
        self.faults.push((name.to_owned(), why.clone()));
        self.changed.entry(name.to_owned()).or_default().push(why);
    }

    /// The same, by an error, with what helps.
    pub fn wait_for(&mut self, name: &str, error: &anyhow::Error) {
        let hints = error.downcast_ref::<Fault>();
        let hints = hints.map_or(&[][..], |it| &it.hints);
        let words = [&[format!("{error:#}.")], hints].concat();
        self.wait(name, words.join(" "));
    }

    /// All that went wrong.
    pub fn faults(&self) -> Vec<(String, String)> {
        let unsent = self.unsent_why.iter().filter(|_| self.unsent > 0);
        let unsent = unsent.map(|it| (SENDING.to_owned(), it.clone()));
        self.faults.iter().cloned().chain(unsent).collect()
    }

    /// Does not print these faults.
    pub fn mute(&mut self, faults: &[(String, String)]) {
        self.muted.extend_from_slice(faults);
    }

    fn is_muted(&self, about: &str, why: &str) -> bool {
        self.muted.iter().any(|it| it.0 == about && it.1 == why)
    }
}

impl fmt::Display for Summary {
    /// A line for each campaign where something changed, and how many mails were sent; nothing at
    /// all if nothing happened, or only what was reported today.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, what) in &self.changed {
            let what = what.iter().filter(|it| !self.is_muted(id, it));
            let what: Vec<&str> = what.map(String::as_str).collect();
            if !what.is_empty() {
                writeln!(f, "{id}: {}", what.join("; "))?;
            }
        }
        for over in &self.over {
            writeln!(f, "{over}")?;
        }
        if self.sent > 0 {
            let mails = counted(self.sent, "mail was", "mails were");
            writeln!(f, "{mails} sent")?;
        }
        if self.unsent > 0 {
            let why = self.unsent_why.as_deref().unwrap_or_default();
            if !self.is_muted(SENDING, why) {
                let mails = counted(self.unsent, "mail waits", "mails wait");
                writeln!(f, "{mails} to be sent: {why}")?;
            }
        }
        if self.refused > 0 {
            let what = counted(self.refused, "mail was", "mails were");
            writeln!(
                f,
                "{what} permanently refused: `packetboat status` shows whose and why"
            )?;
        }
        Ok(())
    }
}
