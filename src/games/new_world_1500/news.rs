//! What changed for a player since the last report: the head of it.

use super::data::{Act, Tables};
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
    news.push(standing(tables, view, me));
    Telling {
        news,
        ..Telling::default()
    }
}

/// A sentence about an event, with its weight: 0 is told first.
fn news(tables: &Tables, event: &Event, me: Seat) -> Option<(u32, String)> {
    let who = |seat: &Seat| tables.title(*seat);
    let areas = |areas: &str| list(areas.split(','));
    Some(match event {
        Event::Changed {
            seat,
            does,
            areas: there,
            owner: Some(owner),
        } if *owner == me && *seat != me => {
            let done = match does {
                Act::Struggle | Act::Reduce => "has struck your colonies:",
                Act::Remove => "has taken colonies of yours off the map:",
                Act::Replace => "has replaced colonies of yours:",
                Act::Repair | Act::Build => "has repaired colonies of yours:",
            };
            (0, format!("{} {done} {}.", who(seat), areas(there)))
        }
        Event::Plague {
            seat, area, owner, ..
        } if *owner == me && *seat != me => (
            0,
            format!("{} has struck {area} in Plague Ship.", who(seat)),
        ),
        Event::Cancelled { seat, card } if *seat == me => {
            (1, format!("Your {card} was cancelled."))
        }
        Event::Humbled { seat, vp, .. } if *seat == me => {
            (1, format!("You have lost {}.", counted(*vp, "point")))
        }
        Event::Moved { seat, by, number } if *seat == me && *by < 0 => (
            1,
            format!("Your number of cards has gone down to {number}."),
        ),
        Event::Shown { seat, cards } => (2, format!("{} shows you {}.", who(seat), areas(cards))),
        Event::Answered {
            seat,
            card,
            to,
            against: Some(against),
        } if *to == me => (
            2,
            format!("{} answered your {against} with {card}.", who(seat)),
        ),
        Event::Isolated { seat, region } if *seat != me => {
            (3, format!("{} has isolated {region}.", who(seat)))
        }
        Event::Struggles { seat, vp, .. } if *seat == me => {
            let lost = counted(*vp, "point");
            (3, format!("Struggling colonies have cost you {lost}."))
        }
        Event::Tallied { seat, vp, .. } if *seat == me => {
            (4, format!("Your tally brought {}.", counted(*vp, "point")))
        }
        Event::Turn { turn, label } => (5, format!("The marker stands on {label}, turn {turn}.")),
        Event::Tallied { seat, vp, .. } => (
            6,
            format!("{} tallied {}.", who(seat), counted(*vp, "point")),
        ),
        _ => return None,
    })
}

/// The points of all, the viewer's first.
fn standing(tables: &Tables, view: &View, me: Seat) -> String {
    let points = |it: Seat| {
        let vp = view.world.crown(it).vp;
        match it == me {
            true => format!("you have {}", counted(vp, "point")),
            false => format!("{} {vp}", tables.title(it)),
        }
    };
    let mine = [me].into_iter();
    let all = mine.chain(view.world.others(me)).map(points);
    format!("Standing: {}.", list(all))
}
