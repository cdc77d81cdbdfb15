//! The language of one game: what its players can write, what that means, and what is advised.
//!
//! Orders themselves, and what the engine does with lines of them, are declared (`declare`,
//! `attributes`). All of this sees a view, never the state: whatever the engine does on a player's
//! behalf, the player could have done, asked by mail at that moment.
//!
//! Not here: how the lines of a seat decide a question (`rules`).

use super::dice::Dice;
use super::note::Note;
use super::rules::{ConditionOf, InstructionOf, Rules};
use super::seat::Seat;
use crate::lang::form::Grammar;

/// What players of a game write, and read of what they may write.
pub trait Language: Rules {
    /// Fields of its reasons that say how much there was: in a later pass of the same turn it may
    /// be more, and a line's account says the last. What something costs is none of them: by that
    /// a line for one of several things tells them apart.
    const AMOUNTS: &'static [&'static str] = &[];

    /// What [`Language::silence`] says, where no table has a part in it.
    const SILENCE: &'static str = "";

    /// The order language on this sheet: everything worth saying, not only in answer to an open
    /// question, since players plan.
    fn grammar(&self, view: &Self::View) -> Grammar;

    /// Does a condition hold, now that this is asked? A game without tests is never asked.
    fn holds(&self, at: &AtOf<'_, Self>, condition: &ConditionOf<Self>) -> bool {
        let _ = at;
        unreachable!("the game has no tests, but was asked {condition:?}")
    }

    /// What silence means, as lines a player could have written ([`super::silence`]): read once for
    /// all seats and positions, so the same [`Language::grammar`] must read it wherever it is
    /// looked at.
    ///
    /// They are tried one by one after all that the seat has written, by the same
    /// [`Rules::decide`], and only where that found nothing; the seat's own lines stay in sight, so
    /// a decision may rest on both. `Live::silent` tells them from others. A choice that rests on
    /// them alone is silence: reported as such, and still asked by mail where questions are.
    fn silence(&self) -> String {
        Self::SILENCE.to_owned()
    }

    /// What is in the order sheet of this seat's report, between opener and closer. `own` are the
    /// orders of its lines in force; `silence` the lines of [`Language::silence`] that they do not
    /// replace, as printed. By default: those alone.
    fn order_sheet(
        &self,
        view: &Self::View,
        own: &[&Self::Order],
        silence: Vec<String>,
    ) -> SheetText {
        let _ = (view, own);
        SheetText {
            lead: "write your orders here; without one the program does:".to_owned(),
            silence,
            ..SheetText::default()
        }
    }

    /// Lines that answer a question asked by mail, to be suggested in the sheet that goes with it.
    fn replies(&self, view: &Self::View, question: &Self::Question) -> Vec<String> {
        let _ = (view, question);
        Vec::new()
    }

    /// What is worth knowing about the lines of a seat as they are: cards not held, lines that can
    /// never count, costs and odds. Advice, never a fault; seen by this seat alone.
    fn advise(&self, view: &Self::View, lines: &[&InstructionOf<Self>]) -> Vec<Note> {
        let _ = (view, lines);
        Vec::new()
    }

    /// The sheet a robot in this seat sends: the lines between opener and closer. It sees what
    /// a player would and writes what a player could. It is also the advice in a player's own order
    /// sheet, by dice that are for advice only. By default: nothing, and silence plays.
    fn robot(&self, view: &Self::View, seat: Seat, dice: &mut Dice) -> String {
        let _ = (view, seat, dice);
        String::new()
    }
}

/// Where a condition is, and what is asked now.
pub struct AtOf<'a, R: Rules> {
    /// What the seat sees.
    pub view: &'a R::View,
    /// What it is asked.
    pub question: &'a R::Question,
    /// All its lines in force, in the order in which they are tried, their own conditions not yet
    /// looked at: other lines may change what the order would do (`PREFER blue` says which tokens
    /// GAIN counts).
    pub lines: &'a [&'a InstructionOf<R>],
    /// The order of the condition's own branch (`IF GAIN AT LEAST 2` speaks of it).
    pub order: &'a R::Order,
}

/// The lines of an order sheet, without opener, standing lines, and the last line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SheetText {
    /// The position in short; printed after `;`.
    pub position: Vec<String>,
    /// A sentence that the seat must know before it writes; printed after `;`, below live lines.
    /// May be empty.
    pub lead: String,
    /// Live lines: only where they do what silence does.
    pub live: Vec<String>,
    /// Orders worth a thought: what a robot in this seat would send; printed after `;`, above live
    /// lines, since of two that compete the first counts. The engine sees to it.
    pub advice: Vec<String>,
    /// What silence means here, a sentence or an order each; printed after `;`.
    pub silence: Vec<String>,
    /// Whether the seat's sheet in force says GOAHEAD; the engine sees to it.
    pub goes_ahead: bool,
    /// Whether what the seat has sent ahead is all that it has to decide, so that nobody waits for
    /// it; the engine sees to it.
    pub said_ahead: bool,
    /// Whether the seat's sheet says WAIT.
    pub waits: bool,
    /// Whether it is for a question by mail, which OK answers even where no line is live; the
    /// engine sees to it.
    pub asked: bool,
    /// Comments of its player's own, from their sheet before; the desk sees to it.
    pub own: Vec<String>,
}
