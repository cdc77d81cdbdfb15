//! What changed for a player since the last report: the head of it.

use super::board::Cell;
use super::data::Tables;
use super::events::Event;
use super::view::View;
use crate::engine::seat::Seat;
use crate::engine::telling::Telling;
use crate::games::words::{counted, list};

/// So many sentences at most, with the standing behind them.
const NEWS_MAX: usize = 5;

/// What changed for the viewer, most important first, and how all stand.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Telling {
    let Some(me) = view.me else {
        return Telling::default();
    };
    let told = told(tables, heard, me).into_iter();
    let mut news: Vec<String> = told.map(|it| it.0).collect();
    news.push(standing(tables, view, me));
    Telling {
        news,
        ..Telling::default()
    }
}

/// Where something told has happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// On the sea board.
    Cell(Cell),
    /// On a space of the own island.
    Space(u32),
}

/// The sentences without the standing, most important first, with the places that they tell of.
pub(super) fn told(tables: &Tables, heard: &[&Event], me: Seat) -> Vec<(String, Option<Place>)> {
    let found = heard.iter().filter_map(|it| {
        let (weight, words) = news(tables, it, me)?;
        Some((weight, words, place(it)))
    });
    let mut news: Vec<(u32, String, Option<Place>)> = found.collect();
    news.sort_by_key(|it| it.0);
    let mut told: Vec<(String, Option<Place>)> = news.into_iter().map(|it| (it.1, it.2)).collect();
    told.dedup_by(|one, other| one.0 == other.0);
    told.truncate(NEWS_MAX);
    told
}

/// Where an event has happened that is told; `None`: nowhere.
fn place(event: &Event) -> Option<Place> {
    match event {
        Event::Burnt { space, .. } | Event::Developed { space, .. } => Some(Place::Space(*space)),
        Event::Used { cell, .. } => Some(Place::Cell(*cell)),
        _ => None,
    }
}

/// A sentence about an event, with its weight: 0 is told first.
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
        Event::Developed { seat, space, level } if *seat == me => (
            4,
            format!("A {} lives on space {space} now.", level.words()),
        ),
        Event::Point { seat, why, .. } => (
            5,
            format!("{} has won the victory point for {why}.", who(seat)),
        ),
        Event::PointLost { seat, why, .. } => (
            6,
            format!("{} has lost the victory point for {why}.", who(seat)),
        ),
        _ => return None,
    })
}

/// The points of all, the viewer's first.
fn standing(tables: &Tables, view: &View, me: Seat) -> String {
    let points = |it: Seat| {
        let number = view.world.isle(it).vp(tables);
        match it == me {
            true => format!("you have {}", counted(number, "victory point")),
            false => format!("{} {number}", tables.title(it)),
        }
    };
    let order = view.world.order.iter().copied();
    let (own, others): (Vec<Seat>, Vec<Seat>) = order.partition(|it| *it == me);
    let all = own.into_iter().chain(others).map(points);
    format!("Standing: {}; {} win.", list(all), view.needed)
}
