//! What a verification has found, and how it is told.

use crate::report::counted;
use serde::Serialize;
use std::fmt;

/// What was found in each campaign.
#[derive(Debug, Default, Serialize)]
pub struct Found {
    /// The export that was looked into, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
    /// The campaigns.
    pub(super) campaigns: Vec<One>,
    /// What became of the mails that were to be found in the record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) mails: Vec<MailFound>,
    /// What is wrong with the club itself, or with the export.
    pub(super) wrong: Vec<String>,
    /// What to do with an export in which something is wrong.
    #[serde(skip)]
    pub(super) advice: &'static str,
    /// Whether all running campaigns of a club were to be looked at, and there are none.
    #[serde(skip)]
    pub(super) none_runs: bool,
}

/// What was found in one campaign.
#[derive(Debug, Default, Serialize)]
pub(super) struct One {
    pub(super) name: String,
    /// Whether this is the export of one that goes on: it holds no record yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) goes_on: bool,
    pub(super) entries: u32,
    pub(super) replayed: u32,
    pub(super) derived: u32,
    /// Draws that were made again from their keys.
    pub(super) dice: u32,
    /// What could not be checked, and why.
    pub(super) skipped: Vec<String>,
    /// What is not as it should be.
    pub(super) wrong: Vec<String>,
}

/// A witness of a mail, and where it was found.
#[derive(Debug, Serialize)]
pub(super) struct MailFound {
    pub(super) file: String,
    /// Empty: the mail holds none.
    pub(super) witness: String,
    /// Campaign and entry; `None`: there is no entry with that witness.
    pub(super) entry: Option<(String, u32)>,
    /// Why it could not be looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skipped: Option<String>,
}

impl Found {
    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        let is_well = |it: &MailFound| it.entry.is_some() || it.skipped.is_some();
        self.record_is_well() && self.mails.iter().all(is_well)
    }

    /// Whether nothing is wrong but, perhaps, with the mails.
    fn record_is_well(&self) -> bool {
        self.wrong.is_empty() && self.campaigns.iter().all(|it| it.wrong.is_empty())
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let damaged = self.file.as_ref().filter(|_| !self.record_is_well());
        if let Some(file) = damaged {
            writeln!(f, "{file}: NOT WELL")?;
            for it in &self.wrong {
                writeln!(f, "  wrong: {it}")?;
            }
        }
        for one in &self.campaigns {
            write!(f, "{one}")?;
        }
        for mail in &self.mails {
            writeln!(f, "{mail}")?;
        }
        match damaged {
            Some(_) => writeln!(f, "{}", self.advice)?,
            None => {
                for it in &self.wrong {
                    writeln!(f, "wrong: {it}")?;
                }
            }
        }
        if self.none_runs && self.is_well() {
            writeln!(
                f,
                "no campaign is running; an archived one is verified by its name: packetboat \
                 verify NAME"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for One {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        if self.goes_on {
            let what = "as it was made; it goes on, and its record is published when it is over";
            write!(f, "{what}")?;
        } else {
            let well = if self.wrong.is_empty() {
                "well"
            } else {
                "NOT WELL"
            };
            let entries = counted(self.entries, "entry", "entries");
            write!(f, "{well}; {entries}, {} replayed", self.replayed)?;
        }
        if self.dice > 0 {
            let draws = counted(self.dice, "draw", "draws");
            write!(f, ", {draws} made again")?;
        }
        if self.derived > 0 {
            write!(f, ", {} derived again from orders and seed", self.derived)?;
        }
        writeln!(f)?;
        for it in &self.skipped {
            writeln!(f, "  not checked: {it}")?;
        }
        for it in &self.wrong {
            writeln!(f, "  wrong: {it}")?;
        }
        Ok(())
    }
}

impl fmt::Display for MailFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        match (&self.entry, &self.skipped, self.witness.as_str()) {
            (Some((campaign, number)), ..) => {
                write!(f, "of entry {number} of {campaign}, which is as it was")
            }
            (None, Some(why), _) => write!(f, "not checked: {why}"),
            (None, None, "") => write!(f, "wrong: it holds no witness"),
            (None, None, witness) => write!(
                f,
                "wrong: no entry here has its witness {witness}: the record was changed since, \
                 or the mail is of another campaign or club"
            ),
        }
    }
}
