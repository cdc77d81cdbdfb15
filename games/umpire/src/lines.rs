//! What lines come to: free orders, and the umpire's sheet.
//!
//! The umpire's sheet is one whole. Its rolls are made first; it rules as soon as every player is
//! told something, or is said to be told nothing. Until then its lines decide nothing, and the
//! umpire is asked.

use super::data::{Mark, Tables};
use super::orders::{Act, Change, Choice, Order, Wanted};
use super::state::Roll;
use super::view::View;
use packetboat_core::prelude::*;

/// Rolls of a turn at most.
pub const ROLLS_MAX: usize = 100;

/// Why a line of the umpire is passed over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Refusal {
    /// U3: the roll was made, and this is its number.
    Made {
        number: u32,
    },
    TooMany {
        most: usize,
    },
    NotHere {
        seat: Seat,
    },
    /// U7
    IsOut {
        seat: Seat,
    },
    /// A track would be there.
    Beyond {
        track: String,
        number: i64,
        least: i64,
        most: i64,
    },
    Empty,
    /// A field of the form is not filled in as it should be.
    Field {
        field: String,
        found: String,
        wanted: String,
    },
}

/// U1: all ORDERS of a sheet, one after the other.
pub fn free_orders(lines: &Lines<'_, Order>) -> Decision<Choice> {
    let mut decision = Decision::none();
    let mut texts = Vec::new();
    for line in &lines.lines {
        if let Order::Orders { text } = line.order {
            texts.push(text.as_str());
            decision.rests_on.push(line.at);
        }
    }
    if !texts.is_empty() {
        let text = texts.join("\n\n");
        decision.choice = Some(Choice::Orders {
            text: text.trim().to_owned(),
        });
        decision.each = true;
        decision.spends.clone_from(&decision.rests_on);
    }
    decision
}

/// What the umpire's lines come to.
pub struct Sheet<'a> {
    tables: &'a Tables,
    view: &'a View,
    decision: Decision<Choice>,
    /// U3: rolls that are not made yet, with their lines.
    wanted: Vec<(Wanted, OrderRef)>,
    acts: Vec<(Act, OrderRef)>,
    /// Where tracks are after what was said so far.
    marks: BTreeMap<(String, Seat), Mark>,
    /// Who is told something, or is said to be told nothing.
    named: BTreeSet<Seat>,
}

impl<'a> Sheet<'a> {
    /// Of these lines.
    pub fn of(tables: &'a Tables, view: &'a View, lines: &Lines<'_, Order>) -> Self {
        let mut sheet = Sheet {
            tables,
            view,
            decision: Decision::none(),
            wanted: Vec::new(),
            acts: Vec::new(),
            marks: BTreeMap::new(),
            named: BTreeSet::new(),
        };
        for line in lines.lines.iter().filter(|it| !it.silent()) {
            if let Err(why) = sheet.take(line) {
                sheet.decision.refuse(line.at, [why]);
            }
        }
        sheet
    }

    /// U6: the players who are told nothing.
    fn forgotten(&self) -> Vec<Seat> {
        let players = self.view.players.iter().copied();
        let left = |it: &Seat| self.view.plays(*it) && !self.named.contains(it);
        let ends = self
            .acts
            .iter()
            .any(|it| matches!(it.0, Act::Finish { .. }));
        players.filter(left).filter(|_| !ends).collect()
    }

    /// What it decides: first the rolls, then all of it together.
    pub fn decide(self) -> Decision<Choice> {
        let is_whole = self.forgotten().is_empty() && !self.acts.is_empty();
        let mut decision = self.decision;
        if !self.wanted.is_empty() {
            let (rolls, at): (Vec<Wanted>, Vec<OrderRef>) = self.wanted.into_iter().unzip();
            decision.choice = Some(Choice::Roll { rolls });
            decision.rests_on = at;
        } else if is_whole {
            let (acts, at): (Vec<Act>, Vec<OrderRef>) = self.acts.into_iter().unzip();
            decision.choice = Some(Choice::Rule { acts });
            decision.rests_on = at;
        }
        decision.each = decision.rests_on.len() > 1;
        decision.spends.clone_from(&decision.rests_on);
        decision
    }

    /// All of it, whoever is forgotten: what happens where the umpire is asked and does not answer.
    pub fn as_it_is(self) -> Choice {
        let acts = self.acts.into_iter().map(|it| it.0);
        Choice::Rule {
            acts: acts.collect(),
        }
    }

    fn take(&mut self, line: &Live<'_, Order>) -> Result<(), Refusal> {
        match line.order {
            Order::Orders { .. } => {}
            Order::Roll { dice, to, why } => {
                self.in_play(&to.0)?;
                let wanted = Wanted {
                    dice: *dice,
                    to: to.0.clone(),
                    why: why.clone(),
                };
                self.roll(wanted, line.at)?;
            }
            Order::To { to, text } => {
                self.in_play(&to.0)?;
                if text.is_empty() {
                    return Err(Refusal::Empty);
                }
                self.name(&to.0);
                let act = Act::Tell {
                    to: to.0.clone(),
                    text: text.clone(),
                };
                self.acts.push((act, line.at));
            }
            Order::Nothing { to } => {
                self.in_play(&to.0)?;
                self.name(&to.0);
                let act = Act::Tell {
                    to: to.0.clone(),
                    text: String::new(),
                };
                self.acts.push((act, line.at));
            }
            Order::Set {
                seat,
                track,
                change,
                secret,
            } => {
                self.in_play(&[*seat])?;
                let to = self.change(track, *seat, change)?;
                let (seat, track, secret) = (*seat, track.clone(), *secret);
                self.acts.push((
                    Act::Set {
                        seat,
                        track,
                        to,
                        secret,
                    },
                    line.at,
                ));
            }
            Order::Out { seat } => {
                self.in_play(&[*seat])?;
                self.acts.push((Act::Out { seat: *seat }, line.at));
            }
            Order::Deadline { days } => self.acts.push((Act::Deadline { days: *days }, line.at)),
            Order::Finish { places } => {
                let named: Vec<Seat> = places.iter().map(|it| it.seat).collect();
                if let Some(seat) = named.into_iter().find(|it| !self.view.players.contains(it)) {
                    return Err(Refusal::NotHere { seat });
                }
                let places = places.iter().map(|it| (it.seat, it.place)).into_map();
                self.acts.push((Act::Finish { places }, line.at));
            }
        }
        Ok(())
    }

    fn roll(&mut self, wanted: Wanted, at: OrderRef) -> Result<(), Refusal> {
        let dice = wanted.dice.to_string();
        let mut rolls = self.view.rolls.iter();
        let same =
            |roll: &&Roll| roll.dice == dice && roll.why == wanted.why && roll.to == wanted.to;
        if let Some(made) = rolls.find(same) {
            return Err(Refusal::Made {
                number: made.number,
            });
        }
        // Asked for twice it is made once, and the second line is told so afterwards.
        if self.wanted.iter().any(|it| it.0 == wanted) {
            return Ok(());
        }
        if self.view.rolls.len() + self.wanted.len() >= ROLLS_MAX {
            return Err(Refusal::TooMany { most: ROLLS_MAX });
        }
        self.wanted.push((wanted, at));
        Ok(())
    }

    fn in_play(&self, seats: &[Seat]) -> Result<(), Refusal> {
        for seat in seats.iter().copied().filter(|it| *it != self.view.umpire) {
            if !self.view.players.contains(&seat) {
                return Err(Refusal::NotHere { seat });
            }
            if self.view.out.contains(&seat) {
                return Err(Refusal::IsOut { seat });
            }
        }
        Ok(())
    }

    /// None: all.
    fn name(&mut self, seats: &[Seat]) {
        if seats.is_empty() {
            self.named.extend(&self.view.players);
        }
        self.named.extend(seats);
    }

    /// U5: where a track is after a change.
    fn change(&mut self, name: &str, seat: Seat, change: &Change) -> Result<Mark, Refusal> {
        let key = (name.to_owned(), seat);
        let now = self.marks.get(&key).or_else(|| self.view.mark(name, seat));
        let to = match (change, now) {
            (Change::To(mark), _) => mark.clone(),
            (Change::By(more), Some(Mark::Number(now))) => Mark::Number(now + more),
            (Change::By(more), _) => Mark::Number(*more),
        };
        let track = self.tables.track(name);
        if !track.allows(&to) {
            let bounds = track.bounds();
            return Err(Refusal::Beyond {
                track: name.to_owned(),
                number: if let Mark::Number(number) = to {
                    number
                } else {
                    0
                },
                least: *bounds.start(),
                most: *bounds.end(),
            });
        }
        self.marks.insert(key, to.clone());
        Ok(to)
    }
}
