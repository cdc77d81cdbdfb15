//! What changed for a player since the last report: the head of it.

use super::data::{PlanetCode, Tables};
use super::events::Event;
use super::view::View;
use packetboat_core::engine::commentary::Commentary;
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::counted;

/// What changed for the viewer, most important first.
pub(super) fn tell(tables: &Tables, view: &View, heard: &[&Event]) -> Commentary {
    let Some(me) = view.me else {
        return Commentary::default();
    };
    let who = |seat: Seat| {
        if seat == me {
            "you".to_owned()
        } else {
            tables.title(seat)
        }
    };
    let mut news: Vec<String> = heard
        .iter()
        .filter_map(|it| settled(tables, it, who))
        .collect();
    // A dome of a round that is over is history.
    let over = |it: &&Event| matches!(it, Event::Colonised { .. } | Event::JoinedCollective { .. });
    let since = heard.iter().rposition(over).map_or(0, |it| it + 1);
    news.extend(heard[since..].iter().filter_map(|it| dome(tables, it, me)));
    news.push(standing(view));
    Commentary {
        news,
        ..Commentary::default()
    }
}

/// What became of a prize.
fn settled(tables: &Tables, event: &Event, who: impl Fn(Seat) -> String) -> Option<String> {
    let name = |it: &PlanetCode| tables.planet(*it).name.clone();
    match event {
        Event::Colonised { seat, planet, .. } => {
            Some(format!("{} went to {}.", name(planet), who(*seat)))
        }
        Event::JoinedCollective { planet, .. } => {
            Some(format!("{} went to the Collective.", name(planet)))
        }
        _ => None,
    }
}

/// The other player's dome.
fn dome(tables: &Tables, event: &Event, me: Seat) -> Option<String> {
    match event {
        Event::DomePlaced { seat, .. } if *seat != me => {
            Some(format!("{} has placed a dome.", tables.title(*seat)))
        }
        _ => None,
    }
}

/// Planets won by either player and by nobody.
fn standing(view: &View) -> String {
    let planets = |count: usize| match count {
        0 => "no planet".to_owned(),
        _ => counted(u32::try_from(count).expect("planets are few"), "planet"),
    };
    let number = |count: usize| match count {
        0 => "none".to_owned(),
        _ => count.to_string(),
    };
    let (mine, theirs) = (view.mine(), view.theirs());
    format!(
        "You own {}, {} {}, the Collective {}; at {} the game ends.",
        planets(mine.planets.len()),
        theirs.title,
        number(theirs.planets.len()),
        number(view.collective.len()),
        view.collective_end
    )
}
