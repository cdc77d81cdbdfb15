//! What the reader of a sheet is given, and what it finds in one.
//!
//! Not here: the reading (`read`), and what a line says (`said`).

use super::consent::Consents;
use super::cut::Token;
use super::diagnostic::Diagnostic;
use super::letter::Letter;
use super::request::Request;
use super::said::OrderLine;
use super::sheet::{Readiness, SheetNo};
use super::sheet_names::SheetNames;
use super::turns::Turns;
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
    /// What the sheets are called.
    pub names: &'a SheetNames,
}

impl Context<'static> {
    /// For lines of the game alone, on a sheet that is open, by its number.
    pub fn alone(sheet: SheetNo, parts: u8) -> Self {
        Context {
            campaign: "",
            seats: &[],
            sheet,
            open: sheet,
            parts,
            last: None,
            names: &SheetNames::NONE,
        }
    }
}

impl Context<'_> {
    pub(super) fn turns(&self) -> Turns<'_> {
        Turns {
            open: self.open,
            parts: self.parts,
            last: self.last,
            names: self.names,
        }
    }

    /// What a line TURN lacks.
    pub(super) fn expected_turn(&self) -> String {
        let open = self.names.name(self.open);
        let what = if self.names.are_given() {
            "the name of a sheet"
        } else {
            "a turn number"
        };
        format!("expected here: {what} such as {open}, alone on its line")
    }

    /// Whether a word is the name of a sheet.
    pub(super) fn is_named(&self, token: &Token) -> bool {
        self.names.are_given() && !token.quoted && self.names.read(&token.text).is_ok()
    }

    /// Why no standing line may be in force until this turn, which is over, and what to write.
    pub(super) fn over(&self, until: u32) -> (String, String) {
        let reason = format!("{} is over", self.names.whole(until));
        let open = self.names.number(self.open.turn);
        let later = if self.names.are_given() {
            "year"
        } else {
            "turn"
        };
        let hint = format!("write UNTIL {open} or a later {later}, or STANDING alone");
        (reason, hint)
    }
}

/// What a submission says, before any game has looked at it.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    /// The orders, in written order.
    pub lines: Vec<OrderLine>,
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
    /// `AWAY … ALL` was said: it is for all campaigns of its player.
    pub everywhere: bool,
    /// `AWAY NONE` was said: what was said of absences before this block is taken back.
    pub returns: bool,
    /// Letters to other seats and to the newspaper.
    pub letters: Vec<Letter>,
    /// `RESIGN campaign` was said.
    pub resigns: bool,
    /// `CHECK` was said: nothing of this block is filed.
    pub check: bool,
    /// What the common lines come to if nothing proves whose they are.
    pub consents: Consents,
    /// Lines joined and the like, to be reported: the line and a sentence.
    pub repairs: Vec<(u32, String)>,
    /// What could not be read.
    pub faults: Vec<Diagnostic>,
    /// No live line at all: an empty sheet.
    pub empty: bool,
    /// The block in its corrected form: a sure suggestion put in live, everything else that was
    /// faulty after `;`. Without opener and closer.
    pub corrected: Vec<String>,
    /// What it says besides orders, each to be done once: letters, absences, words for the dice.
    /// Where the block is only looked at nothing of it was done, and the sheet printed holds it.
    pub beside: Vec<String>,
}

/// `CLEAR`: which standing lines to drop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clear {
    /// The line it is on.
    pub line: u32,
    /// `None`: all; else the printed words of a key, verb first, or a beginning of it.
    pub key: Option<Vec<String>>,
}
