//! What changed for a player since the last report: the head of it.

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
    let mut news: Vec<(u32, String)> = heard.iter().filter_map(|it| news(tables, it, me)).collect();
    news.sort_by_key(|it| it.0);
    let mut news: Vec<String> = news.into_iter().map(|it| it.1).collect();
    news.dedup();
    news.truncate(NEWS_MAX);
    news.push(standing(view, me));
    Telling {
        news,
        ..Telling::default()
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
fn standing(view: &View, me: Seat) -> String {
    let points = |it: &super::view::IsleView| {
        let number = u32::try_from(it.points.len()).expect("few");
        match it.seat == me {
            true => format!("you have {}", counted(number, "victory point")),
            false => format!("{} {number}", it.title),
        }
    };
    let (own, others): (Vec<_>, Vec<_>) = view.isles.iter().partition(|it| it.seat == me);
    let all = own.into_iter().chain(others).map(points);
    format!("Standing: {}; {} win.", list(all), view.needed)
}
