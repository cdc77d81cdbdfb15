//! What several events come to for a player, and where events happened: for the head of a report.
//!
//! Not here: the words, and which single events are news (`templates/anno-1503/headlines.txt`).

use super::data::{Goods, Tables};
use super::events::{Calamity, Event};
use super::{board::Cell, reckon::Point, view::View};
use packetboat_core::engine::commentary::told;
use packetboat_core::prelude::*;

/// What several events come to.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
enum Sum {
    /// A victory point that came or went; `turned`: it came and went, or went and came again.
    Tally {
        seat: Seat,
        why: Point,
        won: bool,
        turned: bool,
        points: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        by: Option<Cause>,
    },
    /// The cards that the viewer took and gave, and the gold for them and for events.
    Trade { deeds: Vec<(Deed, String, u32)> },
    /// The points of all, the viewer's first.
    Standing { points: Vec<(Seat, u32)>, win: u32 },
}

/// What a point is lost by.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Cause {
    Pirate,
    Fire,
    Bought,
    Drew,
}

/// How cards and gold changed hands: `Forced`, as a hand held too many cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Deed {
    Took,
    Sold,
    Bought,
    Forced,
    Discarded,
    Pirate,
    Fire,
}

/// What several events come to for the viewer, and how they stand.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let sums = tallies(heard).into_iter().chain(trade(heard, me));
    let order = view.world.order.iter().copied();
    let (own, others): (Vec<Seat>, Vec<Seat>) = order.partition(|it| *it == me);
    let all = own.into_iter().chain(others);
    let standing = Sum::Standing {
        points: all.map(|it| (it, view.world.isle(it).vp(tables))).collect(),
        win: view.needed,
    };
    let summed = (0..heard.len()).filter(|at| is_summed(heard[*at], &heard[at + 1..]));
    Commentary {
        sums: sums.map(|it| told(&it)).collect(),
        summed: summed.into_set(),
        standing: told(&standing),
        ..Commentary::default()
    }
}

/// Where something reported has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On the sea board.
    Cell(Cell),
    /// On a space of the own island.
    Space(u32),
}

/// Where an event has happened; `None`: nowhere, or it does not matter.
pub(super) fn place(view: &View, event: &Event) -> Option<Place> {
    match event {
        Event::Used { cell, .. }
        | Event::Looked {
            cell,
            tile: Some(_),
            ..
        }
        | Event::Launched { cell, .. } => Some(Place::Cell(*cell)),
        Event::Burnt { seat, space, .. }
        | Event::Pioneer { seat, space, .. }
        | Event::Developed { seat, space, .. } => {
            (view.me == Some(*seat)).then_some(Place::Space(*space))
        }
        _ => None,
    }
}

/// Whether an event is told by a later one or with others: a tile that was seen and then used, an
/// inhabitant who has become more than that, and points.
fn is_summed(event: &Event, later: &[&Event]) -> bool {
    let by = |event: &Event| match event {
        Event::Used { seat, cell, .. } => Some((*seat, Place::Cell(*cell))),
        Event::Developed { seat, space, .. } => Some((*seat, Place::Space(*space))),
        _ => None,
    };
    let of = match event {
        Event::Looked { seat, cell, .. } => Some((*seat, Place::Cell(*cell))),
        Event::Developed { .. } => by(event),
        Event::Point { .. } | Event::PointLost { .. } => return true,
        _ => None,
    };
    of.is_some() && later.iter().any(|it| by(it) == of)
}

/// Points that have come and gone, each once.
fn tallies(heard: &[&Event]) -> Vec<Sum> {
    let mut all: BTreeMap<(Seat, Point), Sum> = BTreeMap::new();
    for (at, event) in heard.iter().enumerate() {
        let (seat, why, points, won) = match event {
            Event::Point { seat, why, points } => (*seat, *why, *points, true),
            Event::PointLost { seat, why, points } => (*seat, *why, *points, false),
            _ => continue,
        };
        let before = all.remove(&(seat, why));
        let (turned, by) = match before {
            Some(Sum::Tally { by, .. }) => (true, by),
            _ => (false, None),
        };
        let sum = Sum::Tally {
            seat,
            why,
            won,
            turned,
            points,
            by: if won { by } else { cause(&heard[..at], seat) },
        };
        all.insert((seat, why), sum);
    }
    all.into_values().collect()
}

/// What took the point from a seat that was lost after these events.
fn cause(before: &[&Event], me: Seat) -> Option<Cause> {
    let mut before = before.iter().rev();
    before.find_map(|event| match event {
        Event::Bought { seat, .. } if *seat == me => Some(Cause::Bought),
        Event::Drew { seat, .. } if *seat == me => Some(Cause::Drew),
        Event::Happens { what, .. } => match what {
            Calamity::Pirate => Some(Cause::Pirate),
            Calamity::Fire => Some(Cause::Fire),
            Calamity::GoldenTimes => None,
        },
        _ => None,
    })
}

/// The cards that changed hands, and the gold.
fn trade(heard: &[&Event], me: Seat) -> Option<Sum> {
    let mut all: BTreeMap<Deed, (Goods, u32)> = BTreeMap::new();
    let mut paid = Deed::Fire;
    for event in heard {
        let (whose, deed, good, gold) = match event {
            Event::Happens { what, .. } => {
                let pirate = *what == Calamity::Pirate;
                paid = if pirate { Deed::Pirate } else { Deed::Fire };
                continue;
            }
            Event::Produced { seat, good, .. } => (seat, Deed::Took, Some(*good), 0),
            Event::Sold {
                seat,
                good,
                gold,
                forced,
                ..
            } => {
                let deed = if *forced { Deed::Forced } else { Deed::Sold };
                (seat, deed, Some(*good), *gold)
            }
            Event::Bought { seat, good, gold } => (seat, Deed::Bought, Some(*good), *gold),
            Event::Discarded { seat, good } => (seat, Deed::Discarded, Some(*good), 0),
            Event::Paid { seat, gold } => (seat, paid, None, *gold),
            _ => continue,
        };
        if *whose == me {
            let sum = all.entry(deed).or_default();
            sum.0 += good.map_or(Goods::NONE, |it| Goods::of(it, 1));
            sum.1 += gold;
        }
    }
    let deeds = all.into_iter();
    let deeds: Vec<_> = deeds
        .map(|(it, (what, gold))| (it, what.words(), gold))
        .collect();
    (!deeds.is_empty()).then_some(Sum::Trade { deeds })
}
