//! What a viewer does not see, changed: another position that they cannot tell from this one.

use super::data::{Mark, Seen, Tables, Track};
use super::state::{Held, Phase, Roll, State};
use super::view::{knows, sees_all};
use packetboat_core::engine::data::title;
use packetboat_core::engine::secrets::Hidden;
use packetboat_core::prelude::*;

/// The state with all changed that the viewer does not see.
pub fn otherwise(tables: &Tables, state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    if sees_all(tables, viewer) {
        return other;
    }
    for text in other.orders.values_mut() {
        let steps = dice.one(Bowl::Hidden, "a text", 99);
        *text = format!("{steps} steps to the north.");
    }
    let rolls = other.rolls.iter_mut();
    for roll in rolls.filter(|it| !knows(tables, viewer, &it.to)) {
        roll.why = "something else".to_owned();
        roll.total += 1;
    }
    for track in &tables.tracks {
        let marks = other.tracks.get_mut(&track.name);
        for (seat, held) in marks.into_iter().flatten() {
            change(track, viewer.seat() == Some(*seat), held);
        }
    }
    other
}

/// How a page tells of rolls that the viewer was not told of, and of tracks as the umpire sees
/// them.
pub fn phrases(tables: &Tables, state: &State, viewer: Viewer) -> Vec<Hidden> {
    if sees_all(tables, viewer) || state.phase == Phase::Over {
        return Vec::new();
    }
    // One for another seat may be called as one of their own is.
    let said = |it: &Roll| format!("Roll {}, {} for {}:", it.number, it.dice, it.why);
    let rolls = state.rolls.iter();
    let known = rolls.clone().filter(|it| knows(tables, viewer, &it.to));
    let known: BTreeSet<String> = known.map(said).collect();
    let told = rolls.map(said).filter(|it| !known.contains(it));
    let hidden = tables.tracks.iter().filter(|it| it.seen != Seen::All);
    let rows = hidden.map(|it| row(tables, state, it));
    let files = state.pictures.iter();
    let known = files.clone().filter(|it| knows(tables, viewer, &it.to));
    let known: BTreeSet<&String> = known.map(|it| &it.file).collect();
    let files = files.filter(|it| !known.contains(&it.file));
    let files = files.map(|it| it.file.clone());
    told.chain(rows).chain(files).map(Hidden::Phrase).collect()
}

/// A track as the umpire's report has it: all seats after its name.
fn row(tables: &Tables, state: &State, track: &Track) -> String {
    let mut row = track.name.clone();
    let marks = state.tracks.get(&track.name);
    for seat in state.players(tables) {
        if let Some(held) = marks.and_then(|it| it.get(&seat)) {
            row += &format!(" {}: {}", title(&tables.card, seat), held.now);
            if let Some(told) = held.last_told(track.seen) {
                row += &format!(" (last told: {told})");
            }
        }
    }
    row
}

/// Of a track what a viewer does not see, whether it is their own or not.
fn change(track: &Track, is_own: bool, held: &mut Held) {
    let another = |mark: &Mark| {
        let others = match mark {
            Mark::Number(number) => vec![Mark::Number(number + 1), Mark::Number(number - 1)],
            Mark::Word(_) => track.words.iter().cloned().map(Mark::Word).collect(),
        };
        let found = others.into_iter().find(|it| it != mark && track.allows(it));
        found.unwrap_or_else(|| mark.clone())
    };
    held.now = another(&held.now);
    if !is_own || track.seen == Seen::Umpire {
        held.own = another(&held.own);
    }
    // The score that all know is on every page.
    if track.seen != Seen::All || (is_own && !track.score) {
        held.all = another(&held.all);
    }
}
