//! What a yes to orders that came without proof may do: the one list of it.
//!
//! A question shows these deeds in our words, and the yes does them and nothing else: both are made
//! from the same [`Deed`]s. Every common line says by `Consent` what it comes to, so a line that
//! is added later does not compile until it says so too. Not here: reading lines (`common`), and
//! asking (`desk`).

use super::letter::To;
use super::sheet::{Readiness, SheetNo};
use super::sheet_names::SheetNames;
use super::turns::Before;
use std::collections::BTreeSet;

/// One thing that a yes does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deed {
    /// Files an order line.
    Order {
        /// Its one spelling.
        text: String,
        /// The sheet it is for; `None` if it is standing.
        sheet: Option<SheetNo>,
    },
    /// Ends standing lines: all, or those of this order.
    Clear(Option<String>),
    /// Keeps a gate open.
    Wait(SheetNo),
    /// Opens it.
    GoAhead(SheetNo),
    /// Withdraws a sheet.
    Cancel(SheetNo),
    /// Tells an absence: its first and last day.
    Away(String, String),
    /// Takes absences back.
    Back,
}

impl Deed {
    /// GOAHEAD or WAIT.
    pub(super) fn ready(sheet: SheetNo, ready: Readiness) -> Self {
        match ready {
            Readiness::GoAhead => Deed::GoAhead(sheet),
            Readiness::Wait => Deed::Wait(sheet),
        }
    }

    /// The sheet it is about; `None`: none, or it is standing.
    pub fn sheet(&self) -> Option<SheetNo> {
        match self {
            Deed::Order { sheet, .. } => *sheet,
            Deed::Wait(sheet) | Deed::GoAhead(sheet) | Deed::Cancel(sheet) => Some(*sheet),
            Deed::Clear(_) | Deed::Away(..) | Deed::Back => None,
        }
    }

    /// Its line, as the reader takes it below a `TURN` line of its sheet.
    pub fn line(&self) -> String {
        match self {
            Deed::Order { text, .. } => text.clone(),
            Deed::Clear(None) => "CLEAR ALL".to_owned(),
            Deed::Clear(Some(key)) => format!("CLEAR {key}"),
            Deed::Wait(_) => "WAIT".to_owned(),
            Deed::GoAhead(_) => "GOAHEAD".to_owned(),
            Deed::Cancel(_) => "CANCEL".to_owned(),
            Deed::Away(from, to) => format!("AWAY {from}..{to}"),
            Deed::Back => "AWAY NONE".to_owned(),
        }
    }

    /// What it does, in a question.
    pub fn words(&self, names: &SheetNames) -> String {
        let does = match self {
            Deed::Order {
                text,
                sheet: Some(sheet),
            } => return format!("{}: {text}", names.turn(*sheet)),
            Deed::Order { text, sheet: None } => return text.clone(),
            Deed::Clear(None) => "all your standing orders end".to_owned(),
            Deed::Clear(Some(_)) => "your standing orders of this kind end".to_owned(),
            Deed::Wait(sheet) => {
                format!("{} stays open until its deadline", names.turn(*sheet))
            }
            Deed::GoAhead(sheet) => {
                format!(
                    "nobody waits for you for the rest of {}",
                    names.turn(*sheet)
                )
            }
            Deed::Cancel(sheet) => {
                format!("your orders for {} are withdrawn", names.turn(*sheet))
            }
            Deed::Away(from, to) => format!(
                "you are away from {from} to {to}; the others are notified, and the deadline may \
                 move"
            ),
            Deed::Back => {
                "all your absences are withdrawn, and no robot plays for you; the others \
                           are notified"
                    .to_owned()
            }
        };
        format!("{}: {does}", self.line())
    }
}

/// What no yes does, whatever the orders say: it takes a proof of sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Withheld {
    /// `MESSAGE`
    Letter,
    /// `NEWS`
    News,
    /// `NOTE`
    Note,
    /// `RESIGN`
    Resignation,
    /// `ADDRESS`
    Address,
    /// `CONFIRM`
    Code,
    /// `SALT`
    Salt,
    /// `VOTE`
    Vote,
    /// Asking for a substitute.
    Substitute,
    /// `DIGEST`
    Digest,
    /// `FORMAT`
    Format,
    /// `REPORT`, `STATUS`, `HELP`
    Request,
    /// `CHECK`: with it nothing is filed at all.
    Check,
    /// A password in the opener, which was not the seat's.
    Password,
}

impl Withheld {
    /// Of the text of a letter.
    pub(super) fn text(to: &To) -> Self {
        match to {
            To::Seats(_) | To::Unsigned(_) | To::Referee => Withheld::Letter,
            To::Newspaper { .. } => Withheld::News,
            To::Writer => Withheld::Note,
        }
    }

    /// What was left out, in a question. Nothing of it is repeated.
    pub fn words(self) -> &'static str {
        match self {
            Withheld::Letter => "a letter to other players (MESSAGE)",
            Withheld::News => "lines for the newspaper (NEWS)",
            Withheld::Note => "a note to yourself (NOTE)",
            Withheld::Resignation => "leaving the game (RESIGN)",
            Withheld::Address => "another address for your mails (ADDRESS)",
            Withheld::Code => "a code (CONFIRM)",
            Withheld::Salt => "words for the dice (SALT)",
            Withheld::Vote => "a vote (VOTE)",
            Withheld::Substitute => "asking for a substitute (SUBSTITUTE)",
            Withheld::Digest => "notices in one mail a day (DIGEST)",
            Withheld::Format => "another form for your mails (FORMAT)",
            Withheld::Request => "asking for a report, for help or the status",
            Withheld::Check => "a trial that files nothing (CHECK)",
            Withheld::Password => "a password, which was not yours",
        }
    }
}

/// What a common line comes to without proof.
pub(super) enum Consent {
    /// A yes does it.
    Does(Deed),
    /// It says what other lines are about, and each of them says so itself.
    Place,
    /// No yes does it.
    Never(Withheld),
}

/// What a block comes to without proof.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Consents {
    /// What a yes does, with the lines of the block, in written order.
    pub deeds: Vec<(u32, Deed)>,
    /// What none does.
    pub withheld: BTreeSet<Withheld>,
}

impl Consents {
    pub(super) fn note(&mut self, line: u32, consent: Consent) {
        match consent {
            Consent::Does(deed) => self.deeds.push((line, deed)),
            Consent::Place => {}
            Consent::Never(withheld) => {
                self.withheld.insert(withheld);
            }
        }
    }

    /// What a yes does, each common line once.
    pub fn all(&self) -> Vec<Deed> {
        let mut seen = BTreeSet::new();
        let mut sorted: Vec<&(u32, Deed)> = self.deeds.iter().collect();
        sorted.sort_by_key(|it| it.0);
        let mut all: Vec<Deed> = Vec::new();
        // From the end: of WAIT and GOAHEAD for one sheet the last counts.
        for (_, deed) in sorted.into_iter().rev() {
            let once = match deed {
                Deed::Order { .. } => None,
                Deed::Wait(sheet) | Deed::GoAhead(sheet) => Some(Deed::Wait(*sheet)),
                other => Some(other.clone()),
            };
            if once.is_none_or(|it| seen.insert(it)) {
                all.push(deed.clone());
            }
        }
        all.reverse();
        all
    }
}

/// The lines that say these deeds and nothing else, for a block whose opener names this sheet.
pub fn lines(deeds: &[Deed], sheet: SheetNo, names: &SheetNames) -> Vec<String> {
    let mut lines = Vec::new();
    let mut now = sheet;
    for deed in deeds {
        if let Some(sheet) = deed.sheet().filter(|it| *it != now) {
            lines.push(Before::Lines.write(names, sheet));
            now = sheet;
        }
        lines.push(deed.line());
    }
    lines
}
