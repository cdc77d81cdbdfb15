//! What the web archive shows besides reports: dice, replays, newspapers.

mod dice;
mod newspaper;
mod replay;

use packetboat::engine::game::{Game, PageData, Table};
use packetboat::engine::scene::Picture;
use packetboat::engine::seat::Viewer;
use packetboat_testkit::position::robots_play;
use packetboat_tools::games;

/// The games that are published.
fn published() -> impl Iterator<Item = &'static str> {
    let all = games::all().into_iter().map(Game::id);
    all.filter(|it| !it.starts_with("toy"))
}

/// A game of robots: what the public sees behind each stop, and its pictures.
fn played(game: &str, seats: usize, stops: usize) -> Vec<(PageData, Vec<Picture>)> {
    let mut all = Vec::new();
    robots_play(
        (games::named(game), seats, 5),
        |table: &dyn Table, events| {
            let mut page = table.page(Viewer::Public, &[]).unwrap();
            page.events = events
                .iter()
                .map(|it| serde_json::to_value(it).unwrap())
                .collect();
            all.push((page, table.pictures(Viewer::Public, &[]).unwrap()));
            all.len() < stops
        },
    );
    all
}
