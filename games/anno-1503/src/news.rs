//! What changed for a player since the last report: the head of it.

use super::board::Cell;
use super::data::{Good, Tables};
use super::events::Event;
use super::view::View;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::{counted, list};

/// This many sentences at most, with the standing after them.
const NEWS_MAX: usize = 6;

/// What changed for the viewer, most important first, and the standings.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let told = told(tables, heard, me).into_iter();
    let mut news: Vec<String> = told.map(|it| it.0).collect();
    news.push(standing(tables, view, me));
    Commentary {
        news,
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

/// The sentences without the standing, most important first, with the places that they speak of.
pub(super) fn told(tables: &Tables, heard: &[&Event], me: Seat) -> Vec<(String, Option<Place>)> {
    // What was seen and then used is reported once.
    let used = |at: &Cell| {
        let mut all = heard.iter();
        all.any(|it| matches!(it, Event::Used { seat, cell, .. } if *seat == me && cell == at))
    };
    let once = |it: &&&Event| !matches!(it, Event::Saw { cell, .. } if used(cell));
    let found = heard.iter().filter(once).filter_map(|event| {
        let (weight, words) = news(tables, event, me)?;
        Some((weight, words, place(event)))
    });
    let mut news: Vec<(u32, String, Option<Place>)> = found.collect();
    news.extend(traded(heard, me).map(|it| (6, it, None)));
    news.sort_by_key(|it| it.0);
    let mut told: Vec<(String, Option<Place>)> = news.into_iter().map(|it| (it.1, it.2)).collect();
    told.dedup_by(|one, other| one.0 == other.0);
    told.truncate(NEWS_MAX);
    told
}

/// Where an event has happened that is reported; `None`: nowhere.
fn place(event: &Event) -> Option<Place> {
    match event {
        Event::Burnt { space, .. }
        | Event::Pioneer { space, .. }
        | Event::Developed { space, .. } => Some(Place::Space(*space)),
        Event::Used { cell, .. } | Event::Saw { cell, .. } | Event::Launched { cell, .. } => {
            Some(Place::Cell(*cell))
        }
        _ => None,
    }
}

/// A sentence about an event, with its weight: 0 is reported first.
fn news(tables: &Tables, event: &Event, me: Seat) -> Option<(u32, String)> {
    let who = |seat: &Seat| tables.title(*seat);
    Some(match event {
        Event::Burnt {
            seat, level, space, ..
        } if *seat == me => (
            0,
            format!("The Fire took the {} on space {space}.", level.words()),
        ),
        Event::Robbed { seat, tile, .. } if *seat == me => {
            (0, format!("The Pirate took {}.", tile.words()))
        }
        Event::Point { seat, why, .. } if *seat == me => {
            (1, format!("You have won the victory point for {why}."))
        }
        Event::PointLost { seat, why, .. } if *seat == me => {
            (1, format!("You have lost the victory point for {why}."))
        }
        Event::Drew {
            seat, from, good, ..
        } if *from == me => (2, format!("{} drew 1 {good} from your hand.", who(seat))),
        Event::Used {
            seat, cell, tile, ..
        } if *seat == me => (3, format!("Your ship found {} in {cell}.", tile.words())),
        Event::Saw {
            seat, cell, tile, ..
        } if *seat == me => (4, format!("Your ship saw {} in {cell}.", tile.words())),
        Event::Pioneer {
            seat,
            space,
            building,
        } if *seat == me => {
            let with = building.map_or(String::new(), |it| format!(" with the {}", it.words()));
            (4, format!("A pioneer lives on space {space} now{with}."))
        }
        Event::Developed { seat, space, level } if *seat == me => (
            4,
            format!("A {} lives on space {space} now.", level.words()),
        ),
        Event::Launched { seat, ship, cell } if *seat == me => {
            (5, format!("You built ship {ship}; it starts in {cell}."))
        }
        _ => return of_others(event, who),
    })
}

/// The same of what others have won and lost.
fn of_others(event: &Event, who: impl Fn(&Seat) -> String) -> Option<(u32, String)> {
    Some(match event {
        Event::Point { seat, why, .. } => (
            7,
            format!("{} has won the victory point for {why}.", who(seat)),
        ),
        Event::PointLost { seat, why, .. } => (
            8,
            format!("{} has lost the victory point for {why}.", who(seat)),
        ),
        _ => return None,
    })
}

/// The goods that the viewer took, and the gold that they made and paid, taken together.
fn traded(heard: &[&Event], me: Seat) -> Option<String> {
    let mut goods: Vec<(Good, u32)> = Vec::new();
    let (mut made, mut paid) = (0, 0);
    for event in heard {
        match event {
            Event::Produced { seat, good, .. } if *seat == me => {
                match goods.iter_mut().find(|it| it.0 == *good) {
                    Some(same) => same.1 += 1,
                    None => goods.push((*good, 1)),
                }
            }
            Event::Sold { seat, gold, .. } if *seat == me => made += gold,
            Event::Paid { seat, gold } if *seat == me => paid += gold,
            _ => {}
        }
    }
    let mut told: Vec<String> = Vec::new();
    if !goods.is_empty() {
        let goods = goods
            .iter()
            .map(|(good, number)| format!("{number} {good}"));
        told.push(format!("took {}", list(goods)));
    }
    if made > 0 {
        told.push(format!("sold for {made} gold"));
    }
    if paid > 0 {
        told.push(format!("paid {paid} gold for an event"));
    }
    (!told.is_empty()).then(|| format!("You {}.", told.join("; ")))
}

/// The points of all, the viewer's first.
fn standing(tables: &Tables, view: &View, me: Seat) -> String {
    let points = |seat: Seat| {
        let number = view.world.isle(seat).vp(tables);
        if seat == me {
            format!("you have {}", counted(number, "victory point"))
        } else {
            format!("{} {number}", tables.title(seat))
        }
    };
    let order = view.world.order.iter().copied();
    let (own, others): (Vec<Seat>, Vec<Seat>) = order.partition(|it| *it == me);
    let all = own.into_iter().chain(others).map(points);
    format!(
        "Standing: {}; {} win.",
        list(all),
        counted(view.needed, "point")
    )
}
