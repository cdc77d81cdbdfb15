//! The search before a commit: what it finds when something was broken on purpose, what it leaves
//! in peace, and that swapped secrets change no byte of a reader's mails.

mod broken;
mod honest;
mod leaky;
mod swaps;

use crate::support::Bench;
use packetboat::engine::game::{Game, card};
use packetboat::engine::seat::Seat;
use packetboat_testkit::simulate::short;

/// Every way to place the gates of a game, with interrupts where it has them, as options.
fn paces(game: &dyn Game) -> Vec<Vec<String>> {
    let card = card(&game.pack()).unwrap();
    let option = |name: &str| card.options.iter().find(|it| it.name == name);
    let interrupts = option("interrupts").map(|_| "interrupts=true".to_owned());
    let values = option("pace").map_or(Vec::new(), |it| it.values.clone());
    let mut paces: Vec<Vec<String>> = values.iter().map(|it| vec![format!("pace={it}")]).collect();
    if paces.is_empty() {
        paces.push(Vec::new());
    }
    let short = short(&card);
    for pace in &mut paces {
        pace.extend(short.iter().map(|it| format!("{}={}", it.0, it.1)));
        pace.extend(interrupts.clone());
    }
    paces
}

/// Every seat wants its reports as data too.
fn want_data(bench: &Bench, id: &str) {
    let file = format!("campaigns/{id}/campaign.toml");
    let text = bench.read(&file);
    let wants = text.replace("\"html\", \"ics\"", "\"html\", \"ics\", \"json\"");
    assert_ne!(wants, text);
    bench.write(&file, wants);
}

/// A player for each seat of a game.
fn players(game: &dyn Game) -> (Vec<Seat>, Vec<String>) {
    let card = card(&game.pack()).unwrap();
    let seats: Vec<Seat> = card.seats.iter().map(|it| it.name).collect();
    let player = |it: &Seat| format!("{it}=Player {it} <{it}@example.org>");
    let players = seats.iter().map(player).collect();
    (seats, players)
}
