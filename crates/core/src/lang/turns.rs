//! Which sheets lines may be written for, and how a sheet is named before its lines.
//!
//! Not here: the number of a sheet (`sheet`), and what it is called (`sheet_names`).

use super::sheet::SheetNo;
use super::sheet_names::SheetNames;

/// The sheets of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turns<'n> {
    /// The sheet now open.
    pub(super) open: SheetNo,
    /// How many parts a turn has: 0 for whole turns.
    pub(super) parts: u8,
    /// The last turn there can be, if that is known.
    pub(super) last: Option<u32>,
    /// What they are called.
    pub(super) names: &'n SheetNames,
}

/// How a sheet is named before its lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// In the opener: `turn 6b`, or `S1901M`.
    Block,
    /// In a line `TURN 6b`, or `TURN S1901M`.
    Lines,
}

impl Before {
    /// How a sheet is written there.
    pub(super) fn write(self, names: &SheetNames, sheet: SheetNo) -> String {
        match self {
            Before::Block => names.turn(sheet),
            Before::Lines => format!("TURN {}", names.name(sheet)),
        }
    }
}

/// Why no lines may be written for this sheet, and what to write instead: it has been played, the
/// game is over before it, or its letter does not fit a game of this many parts a turn. `before`:
/// where it is named.
pub(super) fn wrong(sheet: SheetNo, game: Turns<'_>, before: Before) -> Option<(String, String)> {
    let Turns {
        open,
        parts,
        last,
        names,
    } = game;
    let write = |sheet| format!("write {}", before.write(names, sheet));
    let letters = |letter| SheetNo {
        part: letter,
        ..SheetNo::whole(sheet.turn)
    };
    if parts == 0 && sheet.part != 0 {
        let whole = SheetNo::whole(sheet.turn);
        let reason = format!("a turn has one sheet here, without a letter, not `{sheet}`");
        return Some((reason, write(whole)));
    }
    if parts > 0 && !(1..=parts).contains(&sheet.part) {
        let all: Vec<String> = (1..=parts).map(|it| names.name(letters(it))).collect();
        let all = super::names::either(&all);
        let reason = format!("a turn has a sheet for each part here: {all}");
        return Some((reason, write(letters(1))));
    }
    if sheet < open {
        let [was, now] = [sheet, open].map(|it| names.turn(it));
        let reason = format!("{was} has been played; {now} is open now");
        let hint = format!("{} if these orders are meant for it", write(open));
        return Some((reason, hint));
    }
    if let Some(last) = last.filter(|it| sheet.turn > *it) {
        let [there, last] = [sheet.turn, last].map(|it| names.whole(it));
        let reason = format!("there is no {there}: the game ends with {last}");
        let hint = format!("{} if these orders are meant for it", write(open));
        return Some((reason, hint));
    }
    None
}
