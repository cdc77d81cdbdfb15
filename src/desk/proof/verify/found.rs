//! What a verification has found, and how it is reported.

use crate::desk::proof::verify::words::Form;
use crate::report::counted;
use serde::Serialize;
use std::fmt;

/// What was found in each campaign.
#[derive(Debug, Default, Serialize)]
pub struct Findings {
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
    /// What the referee has put in place by hand.
    pub(super) by_hand: Vec<ByHand>,
    /// What could not be checked, and why.
    pub(super) skipped: Vec<String>,
    /// What was to be derived again and could not be, though nothing speaks against it.
    pub(super) not_proved: Vec<NotProved>,
    /// What is not as it should be.
    pub(super) wrong: Vec<String>,
}

/// What a verification comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// All that was looked at holds.
    Ok,
    /// The same, and the referee has put a position in place: it is listed.
    OkWithTheRefereesHand,
    /// Chain, replay and dice hold; something was not derived. It is said only of what was to be
    /// derived.
    NotProved,
    /// Something is not as it should be.
    Problem,
}

/// An entry whose position the referee has put in place.
#[derive(Debug, Serialize)]
pub(super) struct ByHand {
    pub(super) entry: u32,
    /// The entry gone back to, whose position this is; `None`: state and book are the referee's,
    /// and follow from nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) back_to: Option<u32>,
    /// Why its dice are new; `None`: they are not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) new_dice: Option<NewDice>,
}

/// Why dice were founded again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum NewDice {
    /// The campaign was over, so the old seed was published.
    Published,
    /// Nothing in the record shows that: entries that did may be lost.
    Unshown,
}

/// Entries that were not derived again, for one reason.
#[derive(Debug, Serialize)]
pub(super) struct NotProved {
    /// None: all that is played.
    pub(super) entries: Vec<u32>,
    pub(super) why: String,
}

impl One {
    /// Notes that something of an entry could not be derived.
    pub(super) fn not_proved(&mut self, entry: u32, why: &str) {
        match self.not_proved.iter_mut().find(|it| it.why == why) {
            Some(found) if found.entries.last() == Some(&entry) => {}
            Some(found) => found.entries.push(entry),
            None => self.not_proved.push(NotProved {
                entries: vec![entry],
                why: why.to_owned(),
            }),
        }
    }

    /// What it comes to.
    fn outcome(&self) -> Outcome {
        if !self.wrong.is_empty() {
            Outcome::Problem
        } else if !self.not_proved.is_empty() {
            Outcome::NotProved
        } else if !self.by_hand.is_empty() {
            Outcome::OkWithTheRefereesHand
        } else {
            Outcome::Ok
        }
    }
}

/// A witness of a mail, and where it was found.
#[derive(Debug, Default, Serialize)]
pub(super) struct MailFound {
    pub(super) file: String,
    /// Empty: the mail holds none.
    pub(super) witness: String,
    /// Campaign and entry; `None`: there is no entry with that witness.
    pub(super) entry: Option<(String, u32)>,
    /// Whether its words are those that the entry has sent; `None`: that could not be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) said: Option<Said>,
    /// Why it could not be looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) skipped: Option<String>,
}

/// The words of a mail beside those that were sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(super) enum Said {
    /// All that was sent is in it.
    AsSent,
    /// A line of it is not what was sent.
    Otherwise {
        /// In which of its forms.
        form: Form,
        /// Which there, counted from 1.
        line: usize,
    },
}

impl Findings {
    /// What all of it comes to.
    pub fn outcome(&self) -> Outcome {
        let is_well = |found: &MailFound| match found.said {
            Some(Said::Otherwise { .. }) => false,
            Some(Said::AsSent) | None => {
                found.entry.is_some() || (found.skipped.is_some() && !found.witness.is_empty())
            }
        };
        if self.mails.iter().all(is_well) {
            self.outcome_of_record()
        } else {
            Outcome::Problem
        }
    }

    /// The same but for the mails.
    fn outcome_of_record(&self) -> Outcome {
        let worst = self.campaigns.iter().map(One::outcome).max();
        if self.wrong.is_empty() {
            worst.unwrap_or(Outcome::Ok)
        } else {
            Outcome::Problem
        }
    }

    /// Whether nothing is wrong.
    pub fn is_well(&self) -> bool {
        self.outcome() != Outcome::Problem
    }

    /// All of it as data, outcomes included.
    ///
    /// # Errors
    /// None that can come about.
    pub fn to_json(&self) -> serde_json::Result<String> {
        let mut all = serde_json::to_value(self)?;
        all["outcome"] = serde_json::to_value(self.outcome())?;
        for (at, one) in self.campaigns.iter().enumerate() {
            all["campaigns"][at]["outcome"] = serde_json::to_value(one.outcome())?;
        }
        serde_json::to_string_pretty(&all)
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_damaged = self.outcome_of_record() == Outcome::Problem;
        let damaged = self.file.as_ref().filter(|_| is_damaged);
        if let Some(file) = damaged {
            writeln!(f, "{file}: PROBLEM")?;
            for fault in &self.wrong {
                writeln!(f, "  wrong: {fault}")?;
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
                for fault in &self.wrong {
                    writeln!(f, "wrong: {fault}")?;
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
            match self.outcome() {
                Outcome::Ok => write!(f, "ok")?,
                Outcome::OkWithTheRefereesHand => {
                    let entries: Vec<u32> = self.by_hand.iter().map(|it| it.entry).collect();
                    write!(f, "ok, with the referee's hand in {}", named(&entries))?;
                }
                Outcome::NotProved => write!(f, "not proved")?,
                Outcome::Problem => write!(f, "PROBLEM")?,
            }
            let entries = counted(self.entries, "entry", "entries");
            write!(f, "; {entries}, {} replayed", self.replayed)?;
        }
        if self.dice > 0 {
            let draws = counted(self.dice, "draw", "draws");
            write!(f, ", {draws} made again")?;
        }
        if self.derived > 0 {
            write!(f, ", {} derived again from orders and seed", self.derived)?;
        }
        writeln!(f)?;
        for ByHand {
            entry,
            back_to,
            new_dice,
        } in &self.by_hand
        {
            let dice = match new_dice {
                Some(NewDice::Published) => "; the old seed was published, so it has new dice",
                Some(NewDice::Unshown) => {
                    "; it has new dice, though the record shows no end: as after a loss of entries"
                }
                None => "",
            };
            match back_to {
                Some(to) => writeln!(
                    f,
                    "  by hand: entry {entry} goes back to entry {to}, and is equal to it{dice}"
                )?,
                None => writeln!(
                    f,
                    "  by hand: the referee put entry {entry} in place; nothing else leads to \
                     it{dice}"
                )?,
            }
        }
        for NotProved { entries, why } in &self.not_proved {
            match entries.as_slice() {
                [] => writeln!(f, "  not proved: {why}")?,
                entries => writeln!(f, "  not proved: {}: {why}", named(entries))?,
            }
        }
        for skipped in &self.skipped {
            writeln!(f, "  not checked: {skipped}")?;
        }
        for fault in &self.wrong {
            writeln!(f, "  wrong: {fault}")?;
        }
        Ok(())
    }
}

/// `entry 3`; `entries 3, 4 and 7`.
fn named(entries: &[u32]) -> String {
    let numbers: Vec<String> = entries.iter().map(u32::to_string).collect();
    match numbers.split_last() {
        None => "no entry".to_owned(),
        Some((last, [])) => format!("entry {last}"),
        Some((last, before)) => format!("entries {} and {last}", before.join(", ")),
    }
}

impl fmt::Display for MailFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        match (&self.entry, &self.skipped, self.witness.as_str()) {
            (Some((campaign, number)), ..) => match self.said {
                Some(Said::Otherwise { form, line }) => {
                    let place = match form {
                        Form::Text => "this mail",
                        Form::Html => "this mail's HTML",
                    };
                    write!(
                        f,
                        "wrong: entry {number} of {campaign} is as recorded; line {line} of \
                         {place} is not what it sent"
                    )
                }
                Some(Said::AsSent) => write!(
                    f,
                    "of entry {number} of {campaign}, which is as it was; its text is what was sent"
                ),
                None => write!(
                    f,
                    "of entry {number} of {campaign}, which is as it was; the words of the mail \
                     could not be compared"
                ),
            },
            (None, Some(why), witness) if !witness.is_empty() => write!(f, "not checked: {why}"),
            (None, _, "") => write!(f, "wrong: it has no witness"),
            (None, _, witness) => write!(
                f,
                "wrong: no entry here has its witness {witness}: the record was changed since, \
                 or the mail is of another campaign or club"
            ),
        }
    }
}
