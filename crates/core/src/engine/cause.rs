//! Why what a page reports came about: the draws that its events report, and what each line met.
//!
//! Everything here is made of what the viewer heard and of the seat's own answers. Not here: how
//! lines ended (`account`), and by which rule (`desk`).
//!
//! A draw is numbered within the open bowl and the resolution, from 1, which is how its key is
//! made. Such numbers show nobody draws that they did not hear of, for there are none: what is
//! drawn from the open bowl is announced in its step to all who sit or look on (a test plays every
//! game and looks), and hidden draws are numbered apart and are left out here.

use super::account::Accounted;
use super::chronicle::{Announced, Input};
use super::decide::Source;
use super::dice::{Bowl, Roll};
use super::journal::Item;
use super::order_ref::OrderRef;
use super::seat::{Seat, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;

/// What explains the events and accounts of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Grounds {
    /// The draws that each event reports, in the order of the events.
    pub draws: Vec<Vec<Draw>>,
    /// What each line met, in the order of the accounts.
    pub causes: Vec<Cause>,
    /// The events, by their places, that came of a choice which the program made for the reader, no
    /// line of theirs having decided.
    pub by_default: BTreeSet<usize>,
    /// The link of the dice that each journal drew with, the one being written last. The engine
    /// does not know them: empty until the desk says them.
    pub links: Vec<u32>,
}

/// An open draw that an event reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// Which of the journals that the page was made of recorded it.
    pub journal: usize,
    /// Its number among the open draws of that journal, from 1.
    pub number: u32,
    /// What was drawn.
    pub roll: Roll,
}

/// What a line met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cause {
    /// The events that came of the choices which rested on it, or with which it turned out
    /// otherwise, by their places among those heard.
    pub met: Vec<usize>,
    /// What decided where it was passed over last.
    pub instead: Option<Instead>,
}

/// What decided in the place of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// Another line: its number and text; text is empty where the report says nothing of it.
    Line(u32, String),
    /// There was only one choice.
    Forced,
    /// Nobody's line: silence, or the program.
    Program,
}

/// The draws that the heard events report.
pub(super) fn draws<C, E>(viewer: Viewer, journals: &[&[Item<C, E>]]) -> Vec<Vec<Draw>> {
    let mut all = Vec::new();
    for (journal, items) in journals.iter().enumerate() {
        let mut before = 0;
        for item in *items {
            let open = || item.rolls().iter().filter(|it| it.bowl == Bowl::Open);
            let count = u32::try_from(open().count()).expect("a step has few draws");
            // Where not all are reported, as older journals have it, nobody knows which is whose.
            let told: u32 = item.events().iter().map(|it| it.draws).sum();
            let mut known = (before + 1..).zip(open().filter(|_| told == count));
            for told in item.events() {
                let own: Vec<Draw> = known
                    .by_ref()
                    .take(told.draws as usize)
                    .map(|(number, roll)| Draw {
                        journal,
                        number,
                        roll: roll.clone(),
                    })
                    .collect();
                if told.reaches(viewer) {
                    all.push(own);
                }
            }
            before += count;
        }
    }
    all
}

/// What each of these lines met. `heard` is what the seat heard of the same items, as data.
pub(super) fn causes<C, E>(
    (seat, seats): (Seat, &[Seat]),
    items: &[&Item<C, E>],
    heard: &[Value],
    accounted: &[(OrderRef, Accounted)],
) -> Vec<Cause> {
    let trail = Trail::of((seat, seats), items, heard);
    let cause = |(at, account): &(OrderRef, Accounted)| {
        let mut met: Vec<usize> = Vec::new();
        for place in &account.met {
            met.extend(trail.met(items, *place, *at));
        }
        met.sort_unstable();
        met.dedup();
        let passed = account.passed.last();
        let instead = passed.and_then(|place| instead(items[*place], (seat, *at), accounted));
        Cause { met, instead }
    };
    accounted.iter().map(cause).collect()
}

/// Which events came of a choice that the program made for the seat by default: of such a step
/// those that name it. `heard` is as for [`causes`].
pub(super) fn by_default<C, E>(
    seat: Seat,
    items: &[&Item<C, E>],
    heard: &[Value],
) -> BTreeSet<usize> {
    let trail = Trail::of((seat, &[]), items, heard);
    let steps = items.iter().zip(&trail.places);
    let steps = steps.filter(|it| answered(it.0, seat, |source| *source == Source::Fallback));
    let events = steps.flat_map(|it| it.1.clone());
    events.filter(|it| trail.names(*it, seat)).collect()
}

fn reaching<E>(events: &[Announced<E>], seat: Seat) -> usize {
    let viewer = Viewer::Seat(seat);
    events.iter().filter(|it| it.reaches(viewer)).count()
}

/// What a seat heard, by the items that reported it.
struct Trail<'a> {
    seat: Seat,
    seats: &'a [Seat],
    heard: &'a [Value],
    places: Vec<std::ops::Range<usize>>,
}

impl<'a> Trail<'a> {
    fn of<C, E>(
        (seat, seats): (Seat, &'a [Seat]),
        items: &[&Item<C, E>],
        heard: &'a [Value],
    ) -> Self {
        let mut next = 0;
        let places = items.iter().map(|item| {
            let first = next;
            next += reaching(item.events(), seat);
            first..next
        });
        Trail {
            seat,
            seats,
            heard,
            places: places.collect(),
        }
    }

    /// What came of the choice made at this place. Of the step itself all that was heard, but not
    /// what happened to others alone as it did to the seat: they chose in the same step. Of the
    /// steps after it what names the seat, until the seat chooses again; from then on, until
    /// sheets are gathered, what becomes of the things reported until then.
    /// What others answered, and whether, is not looked at.
    fn met<C, E>(&self, items: &[&Item<C, E>], place: usize, at: OrderRef) -> Vec<usize> {
        let chosen = rests_on(items[place], self.seat, at);
        let here = self.places[place].clone();
        let own = here.clone().filter(|it| self.names(*it, self.seat));
        let own: Vec<&Value> = own.map(|it| &self.heard[it]["event"]).collect();
        let alike = |it: &usize| own.contains(&&self.heard[*it]["event"]);
        let of_others = |it: &usize| (!chosen || alike(it)) && self.is_of_others(*it);
        let mut met: Vec<usize> = here.filter(|it| !of_others(it)).collect();
        if !chosen {
            return met;
        }
        let mut things = Vec::new();
        let mut own_time = true;
        for (item, range) in items.iter().zip(&self.places).skip(place + 1) {
            match item {
                Item::Step(step) => match &step.input {
                    Input::Auto => {}
                    Input::Gathered { .. } => break,
                    Input::Answers { answers } => {
                        let mut own = answers.iter().filter(|it| it.seat == self.seat);
                        own_time &= own.all(|it| it.source == Source::Forced);
                    }
                },
                Item::Filed { .. } => {}
                Item::SetUp { .. } | Item::Placed { .. } => break,
            }
            if !own_time && things.is_empty() {
                things = self.things(&met);
                if things.is_empty() {
                    break;
                }
            }
            let named = range.clone().filter(|it| self.names(*it, self.seat));
            met.extend(named.filter(|it| own_time || self.is_of(*it, &things)));
        }
        met
    }

    /// What these events call a thing of the seat's own, as Conquistador an expedition.
    fn things(&self, events: &[usize]) -> Vec<&str> {
        let own = events.iter().filter(|it| self.names(**it, self.seat));
        own.filter_map(|it| self.heard[*it]["label"].as_str())
            .collect()
    }

    fn is_of(&self, event: usize, things: &[&str]) -> bool {
        let label = self.heard[event]["label"].as_str();
        label.is_some_and(|it| things.contains(&it))
    }

    fn names(&self, event: usize, seat: Seat) -> bool {
        let fields = self.heard[event].as_object();
        let mut values = fields.into_iter().flat_map(|it| it.values());
        values.any(|it| it.as_str() == Some(seat.as_str()))
    }

    fn is_of_others(&self, event: usize) -> bool {
        let mut others = self.seats.iter().filter(|it| **it != self.seat);
        !self.names(event, self.seat) && others.any(|it| self.names(event, *it))
    }
}

/// Whether an answer of the seat's in this step rests on the line.
fn rests_on<C, E>(item: &Item<C, E>, seat: Seat, at: OrderRef) -> bool {
    answered(item, seat, |source| source.lines().contains(&at))
}

/// Whether an answer of the seat's in this step has such a source.
fn answered<C, E>(item: &Item<C, E>, seat: Seat, such: impl Fn(&Source) -> bool) -> bool {
    let Item::Step(step) = item else {
        return false;
    };
    let mut own = step.input.answers().iter().filter(|it| it.seat == seat);
    own.any(|it| such(&it.source))
}

/// What decided where this line was passed over.
fn instead<C, E>(
    item: &Item<C, E>,
    (seat, at): (Seat, OrderRef),
    accounted: &[(OrderRef, Accounted)],
) -> Option<Instead> {
    let Item::Step(step) = item else {
        return None;
    };
    let Input::Answers { answers } = &step.input else {
        return None;
    };
    let mut own = answers.iter().filter(|it| it.seat == seat);
    let answer = own.find(|it| it.passed_over.iter().any(|it| it.at == at))?;
    Some(match &answer.source {
        Source::Lines { at: lines, .. } => {
            let line = *lines.first()?;
            // A branch of the same line: then it was not passed over as a whole.
            if line == at {
                return None;
            }
            let mut told = accounted.iter().filter(|it| it.0 == line);
            let text = told.next().map(|it| it.1.account.text.clone());
            Instead::Line(line.line, text.unwrap_or_default())
        }
        Source::Forced => Instead::Forced,
        Source::Fallback => Instead::Program,
    })
}
