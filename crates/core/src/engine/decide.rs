//! How a seat's lines answer a question.

use super::order_ref::OrderRef;
use super::reason::Reason;
use super::seat::Seat;
use crate::lang::form::Tried;
use crate::textfile::plain::{flat, tagged};
use serde::{Deserialize, Serialize};

/// The answer to one prompt, with its reasons. The question is not kept: a replay asks it again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Answer<C> {
    /// Who answers.
    pub seat: Seat,
    /// The decision, spelled out.
    pub choice: C,
    /// What it rests on.
    pub source: Source,
    /// Lines that spoke to the question but could not be carried out, with the reason.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<PassedOver>,
    /// Lines it rests on of which it carries out a part only, with the reason.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub in_part: Vec<PassedOver>,
    /// The part after ELSE by which the deciding line decides; `None`: its first part. Older
    /// journals do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Otherwise>,
}

flat!(
    Answer<C>,
    "source",
    ["seat", "choice", "passed_over", "in_part", "otherwise"]
);

/// A part of a line after ELSE that was used, and why the parts before it were not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Otherwise {
    /// Which ELSE it is after, from 1.
    pub part: u32,
    /// Why the parts before it were not used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<Reason>,
}

/// A line that was passed over, or what of it was, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassedOver {
    /// The line.
    pub at: OrderRef,
    /// The reason, for its owner.
    pub why: Reason,
}

/// Why a choice was made. Written to the journal and reported to the seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(remote = "Self", rename_all = "kebab-case")]
pub enum Source {
    /// The seat's own lines, the deciding one first.
    Lines {
        /// The lines.
        at: Vec<OrderRef>,
        /// Whether each of them decides for itself: none changed what another does.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        each: bool,
    },
    /// There was no other choice, and taking it silently reveals nothing.
    Forced,
    /// The game's autopilot.
    Fallback,
}

tagged!(Source, "by");

impl Source {
    /// The seat's lines it rests on, the deciding one first.
    pub fn lines(&self) -> &[OrderRef] {
        match self {
            Source::Lines { at, .. } => at,
            Source::Forced | Source::Fallback => &[],
        }
    }
}

/// What a seat's lines make of a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision<C> {
    /// `None`: they do not decide it.
    pub choice: Option<C>,
    /// The lines it rests on, the deciding one first. Empty if there was no other choice.
    pub rests_on: Vec<OrderRef>,
    /// Whether each of them decides for itself: none changed what another does.
    pub each: bool,
    /// The lines it uses up.
    pub spends: Vec<OrderRef>,
    /// The lines that spoke to the question but could not be carried out, and why.
    pub passed_over: Vec<PassedOver>,
    /// The lines it rests on that say more than the choice does, and why.
    pub in_part: Vec<PassedOver>,
    /// Which branch of the deciding line decides, from 0.
    pub branch: u32,
}

impl<C> Decision<C> {
    /// The lines do not decide it.
    pub fn none() -> Self {
        Decision {
            choice: None,
            rests_on: Vec::new(),
            each: false,
            spends: Vec::new(),
            passed_over: Vec::new(),
            in_part: Vec::new(),
            branch: 0,
        }
    }

    /// Passes a line over, for these reasons.
    pub fn refuse<W: Serialize>(&mut self, at: OrderRef, reasons: impl IntoIterator<Item = W>) {
        let reasons = reasons.into_iter().map(|why| PassedOver {
            at,
            why: Reason::of(&why),
        });
        self.passed_over.extend(reasons);
    }

    /// Carries out a part of a line only, for this reason.
    pub fn fall_short<W: Serialize>(&mut self, at: OrderRef, why: &W) {
        let why = Reason::of(why);
        self.in_part.push(PassedOver { at, why });
    }

    /// The same decision, with the choice made into another.
    pub fn map<D>(self, make: impl FnOnce(C) -> D) -> Decision<D> {
        Decision {
            choice: self.choice.map(make),
            rests_on: self.rests_on,
            each: self.each,
            spends: self.spends,
            passed_over: self.passed_over,
            in_part: self.in_part,
            branch: self.branch,
        }
    }
}

/// What one line, taken alone, has to say about a question. A form that is tried once or a wish
/// ([`Tried`]) answers `Once`, one that is kept `Always`.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict<C, W = String> {
    /// It is about something else.
    NotMine,
    /// Once, and the line is used up.
    Once(C),
    /// The same, and not all of it can be carried out; say why.
    OnceInPart(C, W),
    /// As often as it fits.
    Always(C),
    /// It speaks to this question but cannot be carried out; say why.
    Refuse(W),
    /// The same, for several reasons: each place or target that it names has its own.
    RefuseEach(Vec<W>),
}

impl<C, W> Verdict<C, W> {
    /// This choice as often as it fits, if there is one.
    pub fn always(choice: Option<C>) -> Self {
        choice.map_or(Verdict::NotMine, Verdict::Always)
    }

    /// This choice once; `out` is why a part of it is left out.
    pub fn once(choice: C, out: Option<W>) -> Self {
        match out {
            Some(why) => Verdict::OnceInPart(choice, why),
            None => Verdict::Once(choice),
        }
    }
}

/// One branch of a line that is in force and whose condition holds for the question asked.
pub struct Live<'a, O> {
    /// The line.
    pub at: OrderRef,
    /// Its place in the order in which the orders in force are tried, from 0.
    pub place: u32,
    /// Which of its branches, from 0.
    pub branch: u32,
    /// How often it is tried.
    pub tried: Tried,
    /// How many choices it has had a part in.
    pub used: u32,
    /// Whether `EACH` was written before it.
    pub each: bool,
    /// Whether it is standing: it belongs to no sheet, and is in force until it is taken back.
    pub standing: bool,
    /// Whether it was reached or, as a wish, tried or carried out before in a turn of the seat's
    /// own: it is there to be seen, and does not speak ([`super::wishes`]).
    pub closed: bool,
    /// Whether it was carried out in the turn of the seat's own now played: with `EACH`, or
    /// standing, it is still in force.
    pub done: bool,
    /// The order.
    pub order: &'a O,
}

impl<O> Clone for Live<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Live<'_, O> {}

impl<O> Live<'_, O> {
    /// Whether nobody wrote it: it is one of those that say what silence means.
    pub fn silent(&self) -> bool {
        self.at.is_silence()
    }
}

/// The lines of one seat that are in force and whose conditions hold: this sheet's in the order
/// written, then standing ones, the newest submission's first. Branches of one line follow each
/// other; of a wish only the first whose `IF` holds is here.
pub struct Lines<'a, O> {
    /// The branches.
    pub lines: Vec<Live<'a, O>>,
    /// The branches in force whose conditions do not hold now, in the same order. They decide
    /// nothing; that they are written at all may mean something (a seat with a `DOME` line of its
    /// own does without the default one).
    pub asleep: Vec<Live<'a, O>>,
    /// Whether wishes were in the sheet that the seat has filed, though each of them may have been
    /// used up since.
    pub wished: bool,
    /// Whether they are only tried, before their time, for the notes on them: then all that keeps a
    /// line from being carried out is wanted, not only the first.
    pub trying: bool,
}

impl<'a, O> Lines<'a, O> {
    /// Lines that are only tried, before their time.
    pub fn tried(lines: Vec<Live<'a, O>>) -> Self {
        Lines {
            lines,
            asleep: Vec::new(),
            wished: false,
            trying: true,
        }
    }
}

impl<O> Clone for Lines<'_, O> {
    fn clone(&self) -> Self {
        Lines {
            lines: self.lines.clone(),
            asleep: self.asleep.clone(),
            wished: self.wished,
            trying: self.trying,
        }
    }
}

impl<'a, O> Lines<'a, O> {
    /// All branches in force, whether their conditions hold or not.
    pub fn written(&self) -> impl Iterator<Item = &Live<'a, O>> {
        let all = self.lines.iter().chain(&self.asleep);
        all.filter(|it| !it.silent())
    }

    /// Of each line the first branch whose order is such a one.
    pub fn of_each(&self, such: impl Fn(&O) -> bool) -> impl Iterator<Item = &'a O> {
        let mut last = None;
        self.lines.iter().filter_map(move |line| {
            let fits = last != Some(line.at) && such(line.order);
            fits.then(|| {
                last = Some(line.at);
                line.order
            })
        })
    }

    /// The same lines, tried in another order.
    #[must_use]
    pub fn ranked<K: Ord>(&self, rank: impl Fn(&Live<'a, O>) -> K) -> Self {
        let mut ranked = self.clone();
        ranked.lines.sort_by_key(rank);
        ranked
    }

    /// The plain way to decide: the first branch that yields a permitted choice. Where a line of
    /// silence is tried, only that is asked: all others have been, and decided nothing.
    pub fn first<C, W: Serialize>(
        &self,
        answer: impl Fn(&Live<'a, O>) -> Verdict<C, W>,
        permits: impl Fn(&C) -> Result<(), W>,
    ) -> Decision<C> {
        let mut decision = Decision::none();
        let silent = self.lines.iter().any(Live::silent);
        let asked = |it: &&Live<'_, O>| it.silent() == silent && !it.closed;
        for line in self.lines.iter().filter(asked) {
            let (choice, spent) = match answer(line) {
                Verdict::NotMine => continue,
                Verdict::Refuse(why) => {
                    decision.refuse(line.at, [why]);
                    continue;
                }
                Verdict::RefuseEach(reasons) => {
                    decision.refuse(line.at, reasons);
                    continue;
                }
                // With EACH it is not used up.
                Verdict::Once(choice) => (choice, !line.each),
                Verdict::OnceInPart(choice, why) => {
                    decision.fall_short(line.at, &why);
                    (choice, !line.each)
                }
                Verdict::Always(choice) => (choice, false),
            };
            if let Err(why) = permits(&choice) {
                decision.in_part.clear();
                decision.refuse(line.at, [why]);
                continue;
            }
            decision.choice = Some(choice);
            decision.rests_on.push(line.at);
            decision.branch = line.branch;
            if spent {
                decision.spends.push(line.at);
            }
            return decision;
        }
        decision
    }
}
