//! What a verification has found, and how it is told.

use crate::report::counted;
use serde::Serialize;
use std::fmt;

/// What was found in each campaign.
#[derive(Debug, Default, Serialize)]
pub struct Found {
    /// The campaigns.
    pub(super) campaigns: Vec<One>,
    /// What became of the mails that were to be found in the record.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) mails: Vec<MailFound>,
    /// What is wrong with the club itself.
    pub(super) wrong: Vec<String>,
}

/// What was found in one campaign.
#[derive(Debug, Default, Serialize)]
pub(super) struct One {
    pub(super) name: String,
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
}

impl Found {
    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        let found = |it: &MailFound| it.entry.is_some();
        self.wrong.is_empty()
            && self.campaigns.iter().all(|it| it.wrong.is_empty())
            && self.mails.iter().all(found)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for one in &self.campaigns {
            let well = if one.wrong.is_empty() {
                "well"
            } else {
                "NOT WELL"
            };
            let entries = counted(one.entries, "entry", "entries");
            write!(f, "{}: {well}; {entries}", one.name)?;
            write!(f, ", {} replayed", one.replayed)?;
            if one.dice > 0 {
                let draws = counted(one.dice, "draw", "draws");
                write!(f, ", {draws} made again")?;
            }
            if one.derived > 0 {
                write!(f, ", {} derived again from orders and seed", one.derived)?;
            }
            writeln!(f)?;
            for it in &one.skipped {
                writeln!(f, "  not checked: {it}")?;
            }
            for it in &one.wrong {
                writeln!(f, "  wrong: {it}")?;
            }
        }
        for MailFound {
            file,
            witness,
            entry,
        } in &self.mails
        {
            match (entry, witness.as_str()) {
                (Some((campaign, number)), _) => {
                    writeln!(
                        f,
                        "{file}: of entry {number} of {campaign}, which is as it was"
                    )?;
                }
                (None, "") => writeln!(f, "{file}: wrong: it holds no witness")?,
                (None, witness) => writeln!(
                    f,
                    "{file}: wrong: no entry here has its witness {witness}: the record was \
                     changed since, or the mail is of another club"
                )?,
            }
        }
        for it in &self.wrong {
            writeln!(f, "wrong: {it}")?;
        }
        if self.campaigns.is_empty() {
            writeln!(
                f,
                "no campaign is running; an archived one is verified by its name: packetboat \
                 verify NAME"
            )?;
        }
        Ok(())
    }
}
