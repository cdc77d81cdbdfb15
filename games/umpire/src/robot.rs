//! Sheets by chance, with which tests and simulated games fill the seats: free text of players, and
//! an umpire who rolls, tells and sets. No player's seat is given to it, for people referee.

use super::data::Tables;
use super::view::View;
use packetboat_core::prelude::*;

/// What players write.
const TEXTS: [&str; 6] = [
    "We march at dawn; the guns stay.",
    "IF they come, we hold the bridge.\n\nOtherwise we rest.",
    "#3 leads, the rest follow.\nPLAY 4",
    "move: over the hill\nstance: hold\nstrength: 3",
    "GOAHEAD\nMESSAGE TO blue",
    "-- \nNobody moves.",
];

/// For what an umpire rolls.
const WHY: [&str; 3] = ["the bridge", "the weather", "morale"];

/// The sheet of a seat.
pub fn sheet(tables: &Tables, view: &View, dice: &mut Dice) -> String {
    let mut pick = |of: usize| {
        let sides = u32::try_from(of).expect("few");
        usize::try_from(dice.one(Bowl::Hidden, "a robot", sides) - 1).expect("few")
    };
    if !view.referees() {
        return format!("ORDERS\n{}\nEND", TEXTS[pick(TEXTS.len())]);
    }
    let players = view.players.iter().copied();
    let playing: Vec<Seat> = players.filter(|it| view.plays(*it)).collect();
    let (umpire, first) = (view.umpire.to_string(), playing[0].to_string());
    let readers = ["ALL", umpire.as_str(), first.as_str()];
    let mut lines = Vec::new();
    for _ in 0..pick(3) {
        let (to, why) = (readers[pick(3)], WHY[pick(WHY.len())]);
        let (dice, more) = (1 + pick(3), pick(2));
        lines.push(format!("ROLL {dice}d6+{more} FOR {to} \"{why}\""));
    }
    for seat in &playing {
        lines.push(format!("TO {seat}\nYou are at {}.\nEND", WHY[pick(3)]));
    }
    for track in &tables.tracks {
        let seat = playing[pick(playing.len())];
        let to = match track.words.as_slice() {
            [] => format!("+ {}", 1 + pick(3)),
            words => words[pick(words.len())].clone(),
        };
        let secret = if pick(4) == 0 { " SECRET" } else { "" };
        lines.push(format!("SET {seat} {} {to}{secret}", track.name));
    }
    if pick(8) == 0 && playing.len() > 1 {
        lines.push(format!("OUT {}", playing[playing.len() - 1]));
    }
    if pick(4) == 0 {
        lines.push(format!("DEADLINE {}d", 1 + pick(10)));
    }
    if view.turn > 2 && pick(6) == 0 {
        lines.push(format!("FINISH WITH {first} FIRST"));
    }
    lines.push("GOAHEAD".to_owned());
    lines.join("\n")
}
