//! What changed for a player since the last report: the head of it.

use super::data::{Act, Area, Tables};
use super::events::Event;
use super::exchange;
use super::view::View;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::{counted, list};
use std::cmp::Reverse;

/// So many sentences at most; the standing is the seventh.
const NEWS_MAX: usize = 6;

/// What changed for the viewer, most important first, and the standings.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let mut news = first(tables, view, heard, me);
    news.push(standing(tables, view, me));
    Commentary {
        news,
        ..Commentary::default()
    }
}

/// The sentences about what happened, without the standing.
fn first(tables: &Tables, view: &View, heard: &[&Event], me: Seat) -> Vec<String> {
    let turns = view.ways.turns;
    let all = heard.iter().filter_map(|it| news(tables, turns, it, me));
    let mut news: Vec<(u32, String)> = all.collect();
    news.extend(struck(tables, heard, me));
    news.extend(lost(heard, me));
    news.extend(exchange::answered(tables, heard, me));
    news.extend(exchange::done(tables, heard, me));
    news.sort_by_key(|it| it.0);
    let mut news: Vec<String> = news.into_iter().map(|it| it.1).collect();
    news.dedup();
    news.truncate(NEWS_MAX);
    news
}

/// The areas of which these sentences speak, by number: those that they name.
pub(super) fn places(tables: &Tables, view: &View, heard: &[&Event]) -> Vec<(usize, Vec<Area>)> {
    let told = view.me.map(|me| first(tables, view, heard, me));
    let told = (1..).zip(told.unwrap_or_default());
    let named = told.map(|(number, sentence)| {
        let ends = |it: char| !it.is_ascii_alphanumeric();
        let words: Vec<&str> = sentence.split(ends).collect();
        let such = tables.map.codes().filter(|it| words.contains(&it.as_str()));
        (number, such.collect())
    });
    named.collect()
}

/// A sentence about an event, with its weight: 0 is reported first.
fn news(tables: &Tables, turns: u32, event: &Event, me: Seat) -> Option<(u32, String)> {
    let who = |seat: &Seat| tables.title(*seat);
    let areas = |areas: &str| list(areas.split(','));
    Some(match event {
        Event::Plague {
            seat, area, owner, ..
        } if *owner == me && *seat != me => (
            0,
            format!("{} has struck {area} in Plague Ship.", who(seat)),
        ),
        Event::Moved { seat, by, number } if *seat == me && *by < 0 => (
            1,
            format!("Your number of cards has gone down to {number}."),
        ),
        Event::Shown { seat, cards } => (2, format!("{} shows you {}.", who(seat), areas(cards))),
        Event::Isolated { seat, region } if *seat != me => {
            (3, format!("{} has isolated {region}.", who(seat)))
        }
        Event::Struggles { seat, vp, .. } if *seat == me && *vp > 0 => (3, cost(*vp)),
        Event::Tallied { seat, vp, .. } if *seat == me => {
            (4, format!("Your tally brought {}.", counted(*vp, "point")))
        }
        Event::Turn { turn, label } if *turn <= turns => {
            (7, format!("The marker stands on {label}, turn {turn}."))
        }
        Event::GameOver { winners } => {
            let winners = winners.split(',').filter_map(|it| it.parse().ok());
            let named = winners.map(|it: Seat| if it == me { "you" } else { who(&it) });
            (
                0,
                format!("The game is over, and the victory goes to {}.", list(named)),
            )
        }
        Event::Tallied { seat, vp, .. } => (
            6,
            format!("{} tallied {}.", who(seat), counted(*vp, "point")),
        ),
        _ => return None,
    })
}

/// What others have done to colonies of the viewer, a sentence for each of them.
fn struck(tables: &Tables, heard: &[&Event], me: Seat) -> Vec<(u32, String)> {
    let mut all: Vec<(Seat, &str, Vec<&str>)> = Vec::new();
    for event in heard {
        let Event::Changed {
            seat,
            does,
            areas,
            owner: Some(owner),
        } = event
        else {
            continue;
        };
        if *owner != me || *seat == me {
            continue;
        }
        let done = match does {
            Act::Struggle | Act::Reduce => "has struck your colonies:",
            Act::Remove => "has taken colonies of yours off the map:",
            Act::Replace => "has replaced colonies of yours:",
            Act::Repair | Act::Build => "has repaired colonies of yours:",
        };
        let areas = areas.split(',');
        match all.iter_mut().find(|it| (it.0, it.1) == (*seat, done)) {
            Some(same) => same.2.extend(areas),
            None => all.push((*seat, done, areas.collect())),
        }
    }
    let told = all.into_iter().map(|(seat, done, mut areas)| {
        areas.sort_unstable();
        areas.dedup();
        (0, format!("{} {done} {}.", tables.title(seat), list(areas)))
    });
    told.collect()
}

/// The points that cards of others and Plague Ship have cost, taken together.
fn lost(heard: &[&Event], me: Seat) -> Option<(u32, String)> {
    let points = heard.iter().map(|event| match event {
        Event::Humbled { seat, vp, .. } | Event::Paid { seat, vp, .. } if *seat == me => *vp,
        _ => 0,
    });
    let points: u32 = points.sum();
    let told = || {
        (
            1,
            format!("Cards have cost you {}.", counted(points, "point")),
        )
    };
    (points > 0).then(told)
}

fn cost(vp: u32) -> String {
    format!(
        "Struggling colonies have cost you {}.",
        counted(vp, "point")
    )
}

/// The points of all, best first; of equals the viewer.
fn standing(tables: &Tables, view: &View, me: Seat) -> String {
    let mut all: Vec<Seat> = view.world.left_of(me);
    all.rotate_right(1);
    all.sort_by_key(|it| Reverse(view.world.crown(*it).vp));
    let points = |seat: Seat| {
        let vp = view.world.crown(seat).vp;
        if seat == me {
            format!("you {vp}")
        } else {
            format!("{} {vp}", tables.title(seat))
        }
    };
    format!("Points: {}.", list(all.into_iter().map(points)))
}
