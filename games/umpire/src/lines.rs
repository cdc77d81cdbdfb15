//! What lines come to: free orders, and the umpire's sheet.
//!
//! The umpire's sheet is one whole. Its rolls are made first; it rules as soon as every player is
//! told something, or is said to be told nothing. Until then its lines decide nothing, and the
//! umpire is asked.

use super::data::{Change, Mark, Tables};
use super::orders::{Choice, Order};
use super::state::Roll;
use super::view::{Lack, View, lacks};
use packetboat_core::prelude::*;

/// Rolls of a turn at most.
pub const ROLLS_MAX: usize = 100;

/// Files that a seat gets in a turn at most: a mail server lets no more through together.
const FILES_MAX: usize = 2;

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
    /// A seat has two places.
    Twice,
    /// A track would be there.
    Beyond {
        track: String,
        number: i64,
        wanted: String,
    },
    Empty,
    TooManyFiles {
        most: usize,
    },
    /// A field of the form is not filled in as it should be.
    Field(Lack),
}

/// U1: all ORDERS of a sheet, one after the other.
pub fn free_orders(lines: &Lines<'_, Order>) -> Decision<Choice> {
    let texts = lines.lines.iter().filter_map(|line| match line.order {
        Order::Orders { text } => Some((text.as_str(), line.at)),
        _ => None,
    });
    let (texts, at): (Vec<&str>, Vec<OrderRef>) = texts.unzip();
    let text = texts.join("\n\n").trim().to_owned();
    Decision {
        choice: (!at.is_empty()).then_some(Choice::Orders { text }),
        each: true,
        spends: at.clone(),
        rests_on: at,
        ..Decision::none()
    }
}

/// What the umpire's lines come to.
pub struct Sheet<'a> {
    tables: &'a Tables,
    view: &'a View,
    decision: Decision<Choice>,
    /// U3: rolls that are not made yet, with their lines.
    rolls: Vec<(Order, OrderRef)>,
    acts: Vec<(Order, OrderRef)>,
    /// Where tracks are after what was said so far.
    marks: BTreeMap<(String, Seat), Mark>,
    /// Who is told something, or is said to be told nothing.
    named: BTreeSet<Seat>,
    /// How many lines cannot be carried out, but for rolls that were made.
    refused: usize,
}

impl<'a> Sheet<'a> {
    /// Of these lines.
    pub fn of<'o>(
        tables: &'a Tables,
        view: &'a View,
        lines: impl Iterator<Item = (&'o Order, OrderRef)>,
    ) -> Self {
        let mut sheet = Sheet {
            tables,
            view,
            decision: Decision::none(),
            rolls: Vec::new(),
            acts: Vec::new(),
            marks: BTreeMap::new(),
            named: BTreeSet::new(),
            refused: 0,
        };
        for (order, at) in lines {
            if let Err(why) = sheet.take(order, at) {
                sheet.refused += usize::from(!matches!(why, Refusal::Made { .. }));
                sheet.decision.refuse(at, [why]);
            }
        }
        sheet
    }

    /// Of lines in force.
    pub fn live(tables: &'a Tables, view: &'a View, lines: &Lines<'_, Order>) -> Self {
        let live = lines.lines.iter().filter(|it| !it.silent());
        Sheet::of(tables, view, live.map(|it| (it.order, it.at)))
    }

    /// What is to be said of lines that cannot be carried out.
    pub fn notes(self) -> impl Iterator<Item = Note> {
        self.decision.passed_over.into_iter().map(Note::from)
    }

    /// U6: the players who are told nothing.
    fn forgotten(&self) -> Vec<Seat> {
        let players = self.view.players.iter().copied();
        let left = |it: &Seat| self.view.plays(*it) && !self.named.contains(it);
        players.filter(left).collect()
    }

    /// What it decides: first the rolls, then all of it together, once the umpire has seen what the
    /// dice show, every player is told something, and every line can be carried out.
    pub fn decide(self) -> Decision<Choice> {
        let newest = self.acts.iter().map(|it| it.1.submission).max();
        let is_whole = self.is_told() && self.refused == 0 && newest > self.view.rolled_by;
        let mut decision = self.decision;
        let is_roll = !self.rolls.is_empty();
        let lines = if is_roll { self.rolls } else { self.acts };
        let (orders, at): (Vec<Order>, Vec<OrderRef>) = lines.into_iter().unzip();
        decision.choice = match (is_roll, is_whole) {
            (true, _) => Some(Choice::Roll { rolls: orders }),
            (false, true) => Some(Choice::rule(orders, Vec::new())),
            (false, false) => None,
        };
        decision.each = at.len() > 1;
        decision.spends.clone_from(&at);
        decision.rests_on = at;
        decision
    }

    /// Whether GOAHEAD is enough: nothing but a word of the umpire's is wanted.
    pub fn goes_ahead(&self) -> bool {
        self.is_told() && self.rolls.is_empty()
    }

    fn is_told(&self) -> bool {
        self.forgotten().is_empty() && !self.acts.is_empty()
    }

    /// All of it, whoever is forgotten: what happens where the umpire is asked and does not answer.
    pub fn as_it_is(self) -> Choice {
        let forgotten = self.forgotten();
        Choice::rule(self.acts.into_iter().map(|it| it.0).collect(), forgotten)
    }

    fn take(&mut self, order: &Order, at: OrderRef) -> Result<(), Refusal> {
        match order {
            Order::Orders { text } => {
                let lacks = lacks(self.tables, text).into_iter().map(Refusal::Field);
                self.decision.refuse(at, lacks);
                return Ok(());
            }
            Order::Roll { to, .. } => {
                self.in_play(to)?;
                return self.roll(order, at);
            }
            Order::To { text, .. } if text.is_empty() => return Err(Refusal::Empty),
            Order::To { to, .. } => self.tell(to)?,
            Order::Nothing { to } => {
                self.tell(to)?;
                // It takes back what these were told.
                let goes = |it: &Seat| to.is_empty() || to.contains(it);
                self.acts.retain(|it| match &it.0 {
                    Order::To { to, .. } => to.is_empty() || !to.iter().all(goes),
                    _ => true,
                });
            }
            Order::Picture { to, .. } => {
                self.show(to)?;
                self.tell(to)?;
            }
            Order::Set {
                seat,
                track,
                change,
                ..
            } => {
                self.in_play(&[*seat])?;
                self.change(track, *seat, change)?;
            }
            Order::Out { seat } => self.in_play(&[*seat])?,
            Order::Deadline { .. } => {}
            Order::Finish { places } => {
                let seats: BTreeSet<Seat> = places.iter().map(|it| it.seat).collect();
                if seats.len() < places.len() {
                    return Err(Refusal::Twice);
                }
                if let Some(seat) = seats.into_iter().find(|it| !self.view.players.contains(it)) {
                    return Err(Refusal::NotHere { seat });
                }
            }
        }
        self.acts.push((order.clone(), at));
        Ok(())
    }

    /// U10: each seat gets a few files a turn.
    fn show(&self, to: &[Seat]) -> Result<(), Refusal> {
        let shows = |it: &Order, seat: &Seat| match it {
            Order::Picture { to, .. } => to.is_empty() || to.contains(seat),
            _ => false,
        };
        let shown = |seat: &Seat| self.acts.iter().filter(|it| shows(&it.0, seat)).count();
        if self.all_of(to).iter().any(|it| shown(it) >= FILES_MAX) {
            return Err(Refusal::TooManyFiles { most: FILES_MAX });
        }
        Ok(())
    }

    fn roll(&mut self, order: &Order, at: OrderRef) -> Result<(), Refusal> {
        let same = |made: &&Roll| match order {
            Order::Roll { dice, to, why } => {
                (&made.dice, &made.to, &made.why) == (&dice.to_string(), to, why)
            }
            _ => false,
        };
        if let Some(Roll { number, .. }) = self.view.rolls.iter().find(same) {
            return Err(Refusal::Made { number: *number });
        }
        // Asked for twice it is made once, and the second line is told so afterwards.
        if self.rolls.iter().any(|it| it.0 == *order) {
            return Ok(());
        }
        if self.view.rolls.len() + self.rolls.len() >= ROLLS_MAX {
            return Err(Refusal::TooMany { most: ROLLS_MAX });
        }
        self.rolls.push((order.clone(), at));
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

    /// They are told something, or are said to be told nothing.
    fn tell(&mut self, to: &[Seat]) -> Result<(), Refusal> {
        self.in_play(to)?;
        let all = self.all_of(to).to_vec();
        self.named.extend(all);
        Ok(())
    }

    /// These seats; none: all who play.
    fn all_of<'s>(&'s self, to: &'s [Seat]) -> &'s [Seat] {
        if to.is_empty() {
            &self.view.players
        } else {
            to
        }
    }

    /// U5: where a track is after a change.
    fn change(&mut self, name: &str, seat: Seat, change: &Change) -> Result<(), Refusal> {
        let key = (name.to_owned(), seat);
        let now = self.marks.get(&key).or_else(|| self.view.mark(name, seat));
        let to = change.of(now.unwrap_or(&Mark::Number(0)));
        let track = self.tables.track(name);
        match to {
            Mark::Number(number) if !track.allows(&to) => {
                let (track, wanted) = (name.to_owned(), track.wanted());
                Err(Refusal::Beyond {
                    track,
                    number,
                    wanted,
                })
            }
            _ => {
                self.marks.insert(key, to);
                Ok(())
            }
        }
    }
}
