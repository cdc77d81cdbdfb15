//! The reader: the text of a block → order lines, common lines, and faults. It never fails.
//!
//! Not here: the opener (`block`), joining lines (`join`), order lines (`order`) and common ones
//! (`common`), what an order means (a game's `build`).

pub use super::letter::{Letter, To};

use super::consent::Consents;
use super::diagnostic::Diagnostic;
use super::form::{Count, Grammar, Slot};
use super::join::Joiner;
use super::said::Line;
use super::shape::Lexicon;
use super::sheet::{Readiness, SheetNo, Turns};
use std::collections::{BTreeMap, BTreeSet};

/// How many characters of a line are read.
pub const COLUMNS_MAX: usize = 400;

/// What the reader must know besides the grammar.
#[derive(Debug, Clone)]
pub struct Context<'a> {
    /// The campaign, which `RESIGN` must name.
    pub campaign: &'a str,
    /// All seats, to whom `MESSAGE` may be sent.
    pub seats: &'a [String],
    /// The sheet the block is for, from its opener; lines above any `TURN` belong to it.
    pub sheet: SheetNo,
    /// The sheet now open: earlier ones have been played.
    pub open: SheetNo,
    /// How many parts a turn has: 0 for whole turns, 2 for sheets a and b.
    pub parts: u8,
    /// The last turn there can be, if that is known.
    pub last: Option<u32>,
}

impl Context<'static> {
    /// For lines of the game alone, on a sheet that is open.
    pub fn alone(sheet: SheetNo, parts: u8) -> Self {
        Context {
            campaign: "",
            seats: &[],
            sheet,
            open: sheet,
            parts,
            last: None,
        }
    }
}

impl Context<'_> {
    pub(super) fn turns(&self) -> Turns {
        Turns {
            open: self.open,
            parts: self.parts,
            last: self.last,
        }
    }
}

/// What a submission says, before any game has looked at it.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The orders, in written order.
    pub lines: Vec<Line>,
    /// The common lines that were understood, requests among them: line and printed form.
    pub common: Vec<(u32, String)>,
    /// What of it counts in the game, each line with its number, as written but without comments:
    /// orders, and the common lines that file something or say for which sheet the lines below are.
    /// Read again it counts the same, and it holds nothing else that was written.
    pub counted: Vec<(u32, String)>,
    /// The last `GOAHEAD` or `WAIT` of each sheet.
    pub ready: BTreeMap<SheetNo, Readiness>,
    /// Standing lines to drop.
    pub clears: Vec<Clear>,
    /// Sheets to withdraw.
    pub cancels: BTreeSet<SheetNo>,
    /// `REPORT`, `STATUS`, `HELP` and the like, each once, at most ten.
    pub requests: Vec<Request>,
    /// How many different ones there were beyond these.
    pub more_requests: usize,
    /// `AWAY`: from and to, both `yyyy-mm-dd`.
    pub absences: Vec<(String, String)>,
    /// `AWAY NONE` was said: what was told of absences before this block is taken back.
    pub returns: bool,
    /// Letters to other seats and to the newspaper.
    pub letters: Vec<Letter>,
    /// `RESIGN campaign` was said.
    pub resigns: bool,
    /// `CHECK` was said: nothing of this block is filed.
    pub check: bool,
    /// What the common lines come to if nothing proves whose they are.
    pub consents: Consents,
    /// Lines joined and the like, to be told: the line and a sentence.
    pub repairs: Vec<(u32, String)>,
    /// What could not be read.
    pub faults: Vec<Diagnostic>,
    /// No live line at all: an empty sheet.
    pub empty: bool,
    /// The block as it would stand corrected: a sure suggestion put in live, everything else that
    /// was faulty behind `;`. Without opener and closer.
    pub corrected: Vec<String>,
    /// What it says besides orders, each to be done once: letters, absences, words for the dice.
    /// Where the block is only looked at nothing of it was done, and the sheet printed holds it.
    pub beside: Vec<String>,
}

/// `CLEAR`: which standing lines to drop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clear {
    /// The line it stands on.
    pub line: u32,
    /// `None`: all; else the printed words of a key, verb first, or a beginning of it.
    pub key: Option<Vec<String>>,
}

/// What a player asks for besides ordering.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// The report of that turn again, or the last one.
    Report(Option<u32>),
    /// Where the campaign stands.
    Status,
    /// The forms of an order, or of all; or what a term of the game means.
    Help(Option<String>),
    /// A chapter of the game's handbook, by its number or words of its title; or which there are.
    Handbook(Option<String>),
    /// The map around a place, as written; or the whole map.
    Map(Option<String>),
    /// The voyages of that turn again, or of the last one.
    Voyages(Option<u32>),
    /// Why lines of the last report ended as they did.
    Why(Which),
    /// Mail to go to another address.
    Address(String),
    /// What a mail of ours asked about, by its code.
    Confirm(String),
    /// Words of a player's own for the dice.
    Salt(String),
    /// Mails with an HTML part from now on, or without.
    Format {
        /// With one.
        html: bool,
    },
}

impl Request {
    /// Whether it does what only its player may: moving his mails, saying yes, stirring the dice.
    /// All others only ask, or are about the form of mails.
    pub fn is_deed(&self) -> bool {
        match self {
            Request::Address(_) | Request::Confirm(_) | Request::Salt(_) => true,
            Request::Report(_)
            | Request::Status
            | Request::Help(_)
            | Request::Handbook(_)
            | Request::Map(_)
            | Request::Voyages(_)
            | Request::Why(_)
            | Request::Format { .. } => false,
        }
    }
}

/// The lines that a question is about, of those the last report has told the end of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// All that were passed over, or done in part.
    Short,
    /// Those with these numbers.
    Numbered(Vec<u32>),
    /// Those that begin so.
    Begins(String),
}

/// Reads the body of a block: `text` holds the lines behind the opener, the first being line 1.
pub fn read(grammar: &Grammar, context: &Context<'_>, text: &str) -> Reading {
    let keywords = keywords(grammar);
    let lexicon = Lexicon {
        grammar,
        keywords: &keywords,
    };
    let mut joiner = Joiner::new(lexicon, context);
    joiner.take(text);
    joiner.finish()
}

/// All keywords of a game, in capitals: no name of several words goes on over one of them.
fn keywords(grammar: &Grammar) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for form in grammar.orders.iter().chain(&grammar.tests) {
        gather(&form.slots, &mut words);
    }
    words.extend(super::sign::words().map(str::to_owned));
    words.retain(|it| it.starts_with(char::is_alphabetic));
    words
}

/// The keywords of slots, in capitals.
pub(super) fn words_of(slots: &[Slot]) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    gather(slots, &mut words);
    words
}

fn gather(slots: &[Slot], into: &mut BTreeSet<String>) {
    for slot in slots {
        match slot {
            Slot::Word { words } | Slot::Filler { words, .. } => {
                into.extend(words.iter().map(|it| it.to_uppercase()));
            }
            Slot::Choice { of, .. } => {
                into.extend(of.iter().copied().flatten().map(|it| it.to_uppercase()));
            }
            Slot::Counted {
                count: Count::OrMax,
                ..
            } => {
                into.insert("MAX".to_owned());
            }
            Slot::List { of, .. } | Slot::Maybe { of } | Slot::Refused { of, .. } => {
                gather(of, into);
            }
            Slot::Either { of } => of.iter().for_each(|it| gather(it, into)),
            Slot::By { of, .. } => of.iter().for_each(|it| gather(&it.slots, into)),
            Slot::Clauses { of } => of.iter().for_each(|it| gather(&it.slots, into)),
            _ => {}
        }
    }
}
