//! What happened, and who hears of it: events with audiences, and the steps of the journal.

use super::decide::Answer;
use super::dice::{Dice, Roll};
use super::ends::{Ending, How};
use super::orders::Left;
use super::reason::Reason;
use super::seat::{Seat, Viewer};
use crate::gather::Gather;
use crate::textfile::plain::{flat, is_default, tagged};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Who hears of an event; fixed in the moment it is announced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// Everybody, spectators included.
    All,
    /// These seats only.
    Only(BTreeSet<Seat>),
    /// Everybody but these seats.
    Except(BTreeSet<Seat>),
}

impl Audience {
    /// One seat only.
    pub fn one(seat: Seat) -> Self {
        Audience::Only(BTreeSet::from([seat]))
    }

    /// Everybody but one seat.
    pub fn but(seat: Seat) -> Self {
        Audience::Except(BTreeSet::from([seat]))
    }
}

/// What the rules may touch besides the state: the dice and the chronicle.
pub struct Cx<'a, E> {
    /// The dice.
    pub dice: &'a mut Dice,
    told: Vec<Announced<E>>,
    endings: Vec<Ending>,
    seats: Vec<Seat>,
    /// How many open draws had been made when the last event was announced.
    told_of: u32,
}

impl<'a, E> Cx<'a, E> {
    /// A fresh chronicle for one step.
    pub fn new(dice: &'a mut Dice, seats: Vec<Seat>) -> Self {
        Cx {
            told_of: dice.open_draws(),
            dice,
            told: Vec::new(),
            endings: Vec::new(),
            seats,
        }
    }

    /// Tells an event.
    pub fn tell(&mut self, audience: Audience, event: E) {
        self.told_to(audience, None, event);
    }

    /// Tells an event of which only `whole` hear all; the others hear what [`Pages::outside`]
    /// leaves of it. Whoever hears all must be among the audience.
    ///
    /// [`Pages::outside`]: super::pages::Pages::outside
    pub fn tell_part(&mut self, audience: Audience, whole: BTreeSet<Seat>, event: E) {
        self.told_to(audience, Some(whole), event);
    }

    fn told_to(&mut self, audience: Audience, whole: Option<BTreeSet<Seat>>, event: E) {
        let all = || self.seats.iter().copied();
        let (public, seats) = match audience {
            Audience::All => (true, all().into_set()),
            Audience::Only(seats) => (false, seats),
            Audience::Except(seats) => (true, all().filter(|it| !seats.contains(it)).into_set()),
        };
        // What is drawn belongs to the event announced next, and is numbered only if all hear that.
        let drawn = self.dice.open_draws();
        let all_hear = public && self.seats.iter().all(|it| seats.contains(it));
        let draws = if all_hear { drawn - self.told_of } else { 0 };
        self.told_of = drawn;
        self.told.push(Announced {
            public,
            seats,
            whole,
            draws,
            event,
        });
    }

    /// Tells everybody an event of which only this seat hears all, as [`Cx::tell_part`] has it.
    pub fn announce_part(&mut self, seat: Seat, event: E) {
        self.tell_part(Audience::All, [seat].into(), event);
    }

    /// Tells an event to everybody.
    pub fn announce(&mut self, event: E) {
        self.tell(Audience::All, event);
    }

    /// What this seat was asked in this step and wants by its line is carried out in part only, and
    /// why. Its owner reads it in the account of the line.
    pub fn in_part<W: Serialize>(&mut self, seat: Seat, why: &W) {
        self.ends(seat, 0, How::InPart, Some(Reason::of(why)));
    }

    /// The same, if nothing at all results from it.
    pub fn to_nothing<W: Serialize>(&mut self, seat: Seat, why: &W) {
        self.ends(seat, 0, How::Nothing, Some(Reason::of(why)));
    }

    /// The same of one of several lines that decide for themselves, counted from 0 in the order of
    /// `Decision::rests_on`.
    pub fn ends(&mut self, seat: Seat, place: u32, how: How, why: Option<Reason>) {
        self.endings.push(Ending {
            seat,
            how,
            place,
            of: None,
            at: None,
            text: None,
            line: None,
            why,
        });
    }

    /// What this seat was asked in this step and wants by its line has begun, and is known by this
    /// name until it ends. A name begun again means the newer line.
    pub fn begins(&mut self, seat: Seat, of: impl Into<String>) {
        self.ended(seat, of.into(), How::Begun, None);
    }

    /// What was begun under this name has come out as its line says. Should it turn out otherwise
    /// later in the turn, [`Cx::ended_short`] says so.
    pub fn done(&mut self, seat: Seat, of: impl Into<String>) {
        self.ended(seat, of.into(), How::Done, None);
    }

    /// The same, and what it did, for its owner.
    pub fn did<W: Serialize>(&mut self, seat: Seat, of: impl Into<String>, what: &W) {
        self.ended(seat, of.into(), How::Done, Some(Reason::of(what)));
    }

    /// What was begun under this name does not come out as its line says. It may be reported so
    /// more than once, for more than one reason.
    pub fn ended_short<W: Serialize>(&mut self, seat: Seat, of: impl Into<String>, why: &W) {
        self.ended(seat, of.into(), How::InPart, Some(Reason::of(why)));
    }

    /// The same, if nothing at all has resulted from it: others have seen to that.
    pub fn undone<W: Serialize>(&mut self, seat: Seat, of: impl Into<String>, why: &W) {
        self.ended(seat, of.into(), How::Nothing, Some(Reason::of(why)));
    }

    /// This seat's own turn ends here, and why: what its sheet wanted in it and was not reached
    /// falls away.
    pub fn cut_short<W: Serialize>(&mut self, seat: Seat, why: &W) {
        self.ends(seat, 0, How::Rest, Some(Reason::of(why)));
    }

    fn ended(&mut self, seat: Seat, of: String, how: How, why: Option<Reason>) {
        self.ends(seat, 0, how, why);
        let last = self.endings.last_mut().expect("it was just put there");
        last.of = Some(of);
    }

    /// What was announced, oldest first, and what was reported of lines.
    pub fn into_announced(self) -> (Vec<Announced<E>>, Vec<Ending>) {
        (self.told, self.endings)
    }
}

/// An event and who hears it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Announced<E> {
    /// Whether spectators hear it.
    pub public: bool,
    /// The seats that hear it. The referee hears everything.
    pub seats: BTreeSet<Seat>,
    /// The seats that hear all of it, where others hear a part; `None`: all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<BTreeSet<Seat>>,
    /// How many open draws it reports: those made in its step since the event before it. What not
    /// all hear reports none. Older journals do not say: 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub draws: u32,
    /// What happened.
    pub event: E,
}

impl<E> Announced<E> {
    /// Whether this viewer hears it.
    pub fn reaches(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Seat(seat) => self.seats.contains(&seat),
            Viewer::Public => self.public,
            Viewer::Referee => true,
        }
    }

    /// Whether this viewer, whom it reaches, hears all of it.
    pub fn is_whole_for(&self, viewer: Viewer) -> bool {
        match (&self.whole, viewer) {
            (None, _) | (_, Viewer::Referee) => true,
            (Some(whole), Viewer::Seat(seat)) => whole.contains(&seat),
            (Some(_), Viewer::Public) => false,
        }
    }
}

/// What moves the game on. Kept in the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Input<C> {
    /// Nothing was asked.
    Auto,
    /// The gate has closed. These seats sent nothing at all.
    Gathered {
        /// Called seats without a sheet.
        silent: BTreeSet<Seat>,
    },
    /// One answer for each prompt, in the order asked.
    Answers {
        /// The answers.
        answers: Vec<Answer<C>>,
    },
}

tagged!(Input<C>, "input");

impl<C> Input<C> {
    /// The answers; none, if nothing was asked.
    pub fn answers(&self) -> &[Answer<C>] {
        match self {
            Input::Answers { answers } => answers,
            Input::Auto | Input::Gathered { .. } => &[],
        }
    }

    /// The called seats that sent nothing, where a gate has closed.
    pub fn silent(&self) -> Vec<Seat> {
        match self {
            Input::Gathered { silent } => silent.iter().copied().collect(),
            Input::Auto | Input::Answers { .. } => Vec::new(),
        }
    }

    /// What the first seat asked has chosen: where one seat is asked, the choice.
    pub fn choice(&self) -> Option<&C> {
        self.answers().first().map(|it| &it.choice)
    }
}

/// One step of the game as the journal keeps it: enough to replay, enough to explain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Step<C, E> {
    /// What was put in.
    pub input: Input<C>,
    /// The draws it made.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
    /// What it announced.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Announced<E>>,
    /// Lines that left the book at this step, used or not.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
    /// How lines came out, for their owners.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<Ending>,
    /// The turn in which it was made, where a sheet is played for several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
}

flat!(Step<C, E>, "input", ["rolls", "events", "left", "endings", "turn"]);
