//! What changed for a player since the last report: the head of it.

use super::data::{Tables, Upgrade};
use super::events::{Event, Source};
use super::view::View;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::hex::Hex;
use packetboat_kit::words::{counted, list};

/// This many sentences at most, with the standing after them.
const NEWS_MAX: usize = 6;

/// What changed for the viewer, most important first, and the standings.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let news = told(tables, view, heard, me).into_iter();
    let mut news: Vec<String> = news.map(|it| it.0).collect();
    news.push(standing(view, me));
    Commentary {
        news,
        ..Commentary::default()
    }
}

/// Where something reported has happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    /// In a hex.
    Hex(Hex),
    /// On a passage.
    Passage(String),
}

/// The sentences without the standing, most important first, with the places that they speak of.
pub(super) fn told(
    tables: &Tables,
    view: &View,
    heard: &[&Event],
    me: Seat,
) -> Vec<(String, Option<Place>)> {
    let found = heard.iter().filter_map(|event| {
        let (weight, words) = news(tables, event, me)?;
        Some((weight, words, place(tables, view, event)))
    });
    let mut news: Vec<(u32, String, Option<Place>)> = found.collect();
    let here = Place::Hex(view.own().hex);
    news.extend(damage(view, heard, me).map(|it| (2, it, Some(here))));
    news.extend(gained(heard, me).map(|it| (5, it, None)));
    news.sort_by_key(|it| it.0);
    let mut told: Vec<(String, Option<Place>)> = Vec::new();
    for (_, words, place) in news {
        if told.iter().all(|it| it.0 != words) {
            told.push((words, place));
        }
    }
    told.truncate(NEWS_MAX);
    told
}

/// Where an event has happened that is reported; `None`: nowhere, or it does not matter.
fn place(tables: &Tables, view: &View, event: &Event) -> Option<Place> {
    let board = &tables.board;
    Some(match event {
        Event::Sunk { port, .. } => Place::Hex(board.ports.iter().find(|it| it.0 == *port)?.1),
        Event::Point { why, .. } | Event::PointLost { why, .. } if *why == Source::Isle => {
            Place::Hex(board.isle)
        }
        Event::Chained { seat } | Event::Doldrums { seat } => Place::Hex(view.sea.ship(*seat).hex),
        Event::Rose { hex, .. } => Place::Hex(*hex),
        Event::Blockade { passage, .. } => Place::Passage(passage.clone()),
        _ => return None,
    })
}

/// A sentence about an event, with its weight: 0 is reported first.
fn news(tables: &Tables, event: &Event, me: Seat) -> Option<(u32, String)> {
    let who = |seat: &Seat| {
        if *seat == me {
            "you".to_owned()
        } else {
            tables.title(*seat)
        }
    };
    Some(match event {
        Event::Sunk { seat, by, port } if *seat == me => {
            let by = by.map_or(String::new(), |it| format!(" by {}", who(&it)));
            (
                0,
                format!("Your ship was sunk{by}, and begins again in {port}."),
            )
        }
        Event::Point { seat, why, points } if *seat == me => (
            1,
            format!(
                "You won a point {}: {}.",
                source(*why),
                counted(*points, "point")
            ),
        ),
        Event::PointLost { seat, why, points } if *seat == me => (
            1,
            format!(
                "You lost the point {}: {}.",
                source(*why),
                counted(*points, "point")
            ),
        ),
        Event::Sunk { seat, by, .. } if *by == Some(me) => {
            (1, format!("You sank the ship of {}.", who(seat)))
        }
        Event::Chained { seat } | Event::Doldrums { seat } if *seat == me => {
            (2, "Your ship loses its next move.".to_owned())
        }
        Event::Stole {
            seat,
            from,
            resource,
        } if *from == me => (2, format!("{} took 1 {resource} from you.", who(seat))),
        Event::Bought { seat, what } if *seat == me => {
            (4, format!("You bought a {}.", upgrade(*what)))
        }
        Event::Blockade { seat, passage } if *seat == me => {
            (4, format!("You closed the passage {passage}."))
        }
        Event::Shot { seat, name, .. } if *seat == me => (6, format!("You drew a card: {name}.")),
        _ => return of_others(event, who),
    })
}

/// The same of what befell others, or all.
fn of_others(event: &Event, who: impl Fn(&Seat) -> String) -> Option<(u32, String)> {
    Some(match event {
        Event::Sunk { seat, by, .. } => {
            let by = by.map_or(String::new(), |it| format!(" by {}", who(&it)));
            (3, format!("The ship of {} was sunk{by}.", who(seat)))
        }
        Event::Point { seat, why, points } => (
            7,
            format!(
                "{} won a point {}: {}.",
                who(seat),
                source(*why),
                counted(*points, "point")
            ),
        ),
        Event::Rose { name, hex, .. } => (8, format!("The {name} came up in {hex}.")),
        Event::Blockade { seat, passage } => {
            (9, format!("{} closed the passage {passage}.", who(seat)))
        }
        _ => return None,
    })
}

/// What the ship has taken since it last set out from port.
fn damage(view: &View, heard: &[&Event], me: Seat) -> Option<String> {
    let fresh = heard
        .iter()
        .rposition(|it| matches!(it, Event::Sunk { seat, .. } if *seat == me));
    let since = heard.iter().skip(fresh.map_or(0, |it| it + 1));
    let mut hits = since.filter(|event| match event {
        Event::Lost { seat, .. } => *seat == me,
        Event::Duel { seat, rival, .. } => *seat == me || *rival == Some(me),
        _ => false,
    });
    let own = view.own();
    hits.next()?;
    Some(format!(
        "Your ship was hit: hull {}, crew {} now.",
        own.hull, own.crew
    ))
}

/// What the viewer's ship took aboard, taken together.
fn gained(heard: &[&Event], me: Seat) -> Option<String> {
    let mut all: Vec<(String, u32)> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    let mut add = |number: u32, what: &str| match all.iter_mut().find(|it| it.0 == what) {
        Some(same) => same.1 += number,
        None => all.push((what.to_owned(), number)),
    };
    for event in heard {
        match event {
            // `2 wood, 1 gold and the Fountain`, or `nothing`.
            Event::Gained { seat, what } | Event::Loot { seat, what, .. } if *seat == me => {
                let things = what.split(", ").flat_map(|it| it.split(" and "));
                for thing in things.filter(|it| *it != "nothing") {
                    match thing.split_once(' ').map(|it| (it.0.parse(), it.1)) {
                        Some((Ok(number), what)) => add(number, what),
                        _ => others.push(thing),
                    }
                }
            }
            Event::Took { seat, resource } | Event::Stole { seat, resource, .. } if *seat == me => {
                add(1, &resource.to_string());
            }
            _ => {}
        }
    }
    let blocks = all.iter().map(|(what, number)| format!("{number} {what}"));
    let told: Vec<String> = blocks
        .chain(others.into_iter().map(str::to_owned))
        .collect();
    (!told.is_empty()).then(|| format!("Your ship took aboard {}.", list(told)))
}

fn upgrade(what: Upgrade) -> &'static str {
    match what {
        Upgrade::Cannon => "Cannon",
        Upgrade::Mortar => "Mortar",
        Upgrade::Map => "Map",
        Upgrade::Tradingpost => "Trading Post",
    }
}

fn source(why: Source) -> &'static str {
    match why {
        Source::Sinking => "for a ship sunk",
        Source::King => "from the King",
        Source::Isle => "for the Central Isle",
        Source::Collectibles => "for three collectibles",
        Source::Monster => "for a monster killed",
    }
}

/// The points of all, the viewer's first.
fn standing(view: &View, me: Seat) -> String {
    let points = |ship: &super::view::ShipView| {
        if ship.seat == me {
            format!("you have {}", counted(ship.points, "point"))
        } else {
            format!("{} {}", ship.title, ship.points)
        }
    };
    let (own, others): (Vec<_>, Vec<_>) = view.ships.iter().partition(|it| it.seat == me);
    let all = own.into_iter().chain(others).map(points);
    format!(
        "Prestige: {}; {} win.",
        list(all),
        counted(view.win_pp, "point")
    )
}
