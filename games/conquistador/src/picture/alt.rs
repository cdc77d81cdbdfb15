//! What pictures show, in words, for those who cannot see them.

use super::super::events::Event;
use super::super::faces;
use super::super::reckon::score;
use super::super::view::View;
use super::facts::{self, Post};
use super::sheet::{MARGIN, Sheet};
use packetboat_core::engine::seat::Seat;
use packetboat_kit::words::{counted, list};

/// `Turn 16a of 21`.
pub(super) fn turn(view: &View) -> String {
    let last = view.open.options.last_turn;
    format!("Turn {} of {last}", view.open.sheet())
}

/// `1570 to 1575`.
pub(super) fn years(view: &View) -> String {
    let from = 1495 + 5 * (view.open.turn - 1);
    format!("{from} to {}", from + 5)
}

/// The numbers of the news that lie in the picture.
pub(super) fn seen(view: &View, heard: &[&Event], sheet: Sheet) -> Vec<(usize, String)> {
    let all = faces::places(view, heard).into_iter();
    let shown = all.filter(|it| sheet.has(sheet.middle(it.1), -MARGIN));
    shown
        .map(|(number, hex)| (number, view.tables.map.name_of(hex)))
        .collect()
}

/// Of the picture from nearby.
pub(super) fn zoom(view: &View, posts: &[Post], news: &[(usize, String)]) -> String {
    let who = view.seat.map_or("everybody", |it| view.tables.title(it));
    let mut text = format!(
        "Map from nearby, {} ({}), as {who} sees it.",
        turn(view),
        years(view)
    );
    let mut seats: Vec<Seat> = view.open.table.clone();
    seats.sort_by_key(|it| Some(*it) != view.seat);
    for seat in seats {
        let own: Vec<String> = posts
            .iter()
            .filter(|it| it.seat == seat)
            .map(|it| post(view, it))
            .collect();
        if !own.is_empty() {
            text += &format!(" {}: {}.", view.tables.title(seat), own.join("; "));
        }
    }
    if !news.is_empty() {
        let news = news.iter().map(|it| format!("{} at {}", it.0, it.1));
        text += &format!(" News by number: {}.", list(news.collect::<Vec<_>>()));
    }
    text
}

fn post(view: &View, it: &Post) -> String {
    let mut things = Vec::new();
    if !it.men.is_empty() {
        things.push(it.men.words());
    }
    if it.leaders > 0 {
        things.push(counted(u32::try_from(it.leaders).unwrap_or(0), "leader"));
    }
    let ships = facts::count(it.ships);
    if ships > 0 {
        things.push(counted(ships, "ship"));
    }
    let port = if it.port { ", a Port" } else { "" };
    format!(
        "{} with {}{port}",
        view.tables.map.name_of(it.hex),
        list(things)
    )
}

/// Of the whole map.
pub(super) fn world(view: &View, posts: &[Post]) -> String {
    let open = &view.open;
    let mut text = format!("Map of the New World, {} ({}).", turn(view), years(view));
    let points = open.table.iter().map(|it| {
        let total = score::vp(&view.tables, open, *it).total;
        format!("{} {total}", view.tables.title(*it))
    });
    text += &format!(" Victory points: {}.", list(points.collect::<Vec<_>>()));
    let held = score::controlled(&view.tables, open);
    for seat in &open.table {
        let title = view.tables.title(*seat);
        let areas = held.iter().filter(|it| it.1 == seat);
        let areas: Vec<&str> = areas
            .map(|it| view.tables.map.area_of(*it.0).name.as_str())
            .collect();
        let places = posts
            .iter()
            .filter(|it| it.seat == *seat && it.ashore())
            .count();
        let places = counted(u32::try_from(places).unwrap_or(0), "hex");
        let control = if areas.is_empty() {
            "controls no Area".to_owned()
        } else {
            format!("controls {}", list(areas))
        };
        text += &format!(" {title} {control} and has men in {places}.");
    }
    text
}
