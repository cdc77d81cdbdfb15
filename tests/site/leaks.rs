//! Swapped secrets change no byte of the site: at the stops of every game, the position is drawn
//! anew as the public may not tell it from the true one, put into the log, and published again.

use super::{WEEK, make};
use crate::inside;
use crate::support::{Bench, Match};
use packetboat::desk::calendar::stop::is_ruling;
use packetboat::engine::dice::{Dice, Keys};
use packetboat::engine::game::card;
use packetboat::engine::seat::{Seat, Viewer};
use packetboat::store::digest::Digest;
use packetboat::store::entry::{StateFile, Stop};
use packetboat_tools::games;
use rayon::prelude::*;

/// At each of the first stops hidden things are swapped, then at every other.
const FIRST: usize = 6;

/// More stops than any game has.
const STOPS: usize = 500;

/// Puts a position into the newest entry in place of its own; whether that differs.
fn swap(bench: &Bench, id: &str, salt: &str) -> bool {
    let campaign = bench.campaign(id);
    let mut note = campaign.note().clone();
    let keys = Keys::beside(&[5; 32], salt, note.number, 0);
    let other = campaign
        .table
        .resample(Viewer::Public, &mut Dice::keyed(keys));
    let other = other.save();
    let own = campaign.table.save();
    let dir = campaign.dir.entry_folder(note.number);
    for (part, text) in [
        (StateFile::State, &other.state),
        (StateFile::Book, &other.book),
    ] {
        let bytes = format!("# Written by\n{text}").into_bytes();
        let path = dir.join(part.file());
        inside::change(&*bench.fs, &path, Some(&bytes));
        let place = note.files.get_mut(&part).unwrap();
        (place.entry, place.blake3) = (note.number, Digest::of(&bytes));
    }
    let path = dir.join("entry.toml");
    inside::change(&*bench.fs, &path, Some(note.to_text().as_bytes()));
    other.state != own.state || other.book != own.book
}

#[test]
fn hidden_things_change_no_byte_of_the_site() {
    games::games().into_par_iter().for_each(|game| {
        let card = card(&game.pack()).unwrap();
        let seats: Vec<Seat> = card.seats.iter().map(|it| it.name).collect();
        let players: Vec<String> = seats
            .iter()
            .map(|it| format!("{it}=P <{it}@example.org>"))
            .collect();
        let players: Vec<&str> = players.iter().map(String::as_str).collect();
        // All its turns, each with one stop: two would take four times as long.
        let options: &[&str] = match game.id() {
            "conquistador" => &["rounds_per_turn=1"],
            _ => &[],
        };
        let mut bench = Bench::with(&Match {
            game: game.id(),
            id: "leak",
            scenario: None,
            players: &players,
            robots: &[],
            options,
            deadline: "sun 20:00",
        });
        let mut swapped = 0;
        for stop in 0..STOPS {
            if bench.note("leak").desk.stop == Stop::Over {
                break;
            }
            // Of the many stops of a long game every fourth.
            // Whoever referees rules as soon as they have written, and the turn is another then.
            let rules = is_ruling(&*bench.campaign("leak").table, &bench.note("leak").desk);
            let looked_at = (stop % 4 == 0 || stop < FIRST) && !rules;
            if looked_at {
                make(&bench);
            }
            let sheet = bench.sheet("leak").unwrap();
            for seat in &seats {
                let lines = bench.good_lines("leak", *seat);
                bench.send("leak", seat.as_str(), &sheet, &lines);
            }
            bench.tick();
            if looked_at {
                let there = bench.copy();
                swapped += usize::from(swap(&there, "leak", &stop.to_string()));
                let made = make(&there);
                let at = format!("{} at stop {stop}", game.id());
                assert_eq!((made.opened, made.written, made.gone), (1, 0, 0), "{at}");
            }
            bench.later(WEEK).tick();
        }
        assert!(
            swapped > 0 || !card.hides,
            "{}: nothing was swapped",
            game.id()
        );
        assert_eq!(bench.note("leak").desk.stop, Stop::Over, "{}", game.id());
    });
}
