//! The page on the dice of a campaign that is over: tables and bars for each seat, and how lucky it
//! was.
//!
//! Not here: which throws count, and whose they are (`desk`).

use super::templates::{Templates, value};
use super::text::{counted, one_line};
use packetboat_core::engine::luck::{Chance, Throws, WHOLE};
use serde::Serialize;

/// Kinds of dice with more faces than this are counted in a line, without a table: a bar for each
/// of a hundred faces says nothing.
const FACES_SHOWN: u32 = 20;
/// How high the highest bar is drawn, in pixels.
const HIGH: u32 = 100;
/// How wide a bar is with what parts it from the next, and where it begins.
const STEP: u32 = 44;

/// What the template is given.
#[derive(Serialize)]
struct Page {
    seats: Vec<Seat>,
    undone: u32,
}

/// What one seat has thrown.
#[derive(Serialize)]
struct Seat {
    title: String,
    /// What its luck comes to, in a sentence; empty: it has none.
    luck: String,
    kinds: Vec<DiceKind>,
}

/// The dice of one kind.
#[derive(Serialize)]
struct DiceKind {
    sides: u32,
    thrown: u32,
    /// How often each face is to be expected, with a tenth.
    expected: String,
    /// Where a line at that height is; and the size of the chart.
    line: u32,
    wide: u32,
    faces: Vec<Face>,
}

/// One face, and its bar.
#[derive(Serialize)]
struct Face {
    face: u32,
    thrown: u32,
    x: u32,
    y: u32,
    high: u32,
}

/// Whose dice are those thrown for nobody.
const NOBODY: &str = "Not for any player";

impl Templates {
    /// The dice of a campaign as a piece of HTML: for each title what was thrown, and how many dice
    /// were thrown in turns that were taken back. What has no title was thrown for nobody, and so
    /// is nobody's luck.
    ///
    /// # Errors
    /// A template that fails, with file and line.
    pub fn luck(
        &self,
        thrown: &[(Option<String>, &Throws)],
        undone: u32,
    ) -> Result<String, String> {
        let seats = thrown.iter().map(|(title, throws)| Seat {
            title: title.as_deref().map_or_else(|| NOBODY.to_owned(), one_line),
            luck: title.as_ref().map_or_else(String::new, |_| words(throws)),
            kinds: throws.kinds().map(|it| kind(throws, it)).collect(),
        });
        let page = Page {
            seats: seats.collect(),
            undone,
        };
        self.render("_site/dice.html", &value(&page))
    }
}

fn kind(throws: &Throws, sides: u32) -> DiceKind {
    let thrown = throws.of_kind(sides);
    let shown = 1..=if sides > FACES_SHOWN { 0 } else { sides };
    let most = shown.clone().map(|it| throws.of_face(sides, it)).max();
    // A bar as high as what is to be expected is half as high as the chart at least.
    let most = most.unwrap_or(0).max(thrown.div_ceil(sides)).max(1);
    let high = |times: u32| times * HIGH / most;
    let faces = shown.map(|face| {
        let times = throws.of_face(sides, face);
        Face {
            face,
            thrown: times,
            x: (face - 1) * STEP + 6,
            y: HIGH - high(times),
            high: high(times),
        }
    });
    let faces: Vec<Face> = faces.collect();
    DiceKind {
        sides,
        thrown,
        expected: tenths(u64::from(thrown) * 10, u64::from(sides)),
        line: HIGH - thrown * HIGH / sides / most,
        wide: STEP * u32::try_from(faces.len()).expect("few faces"),
        faces,
    }
}

/// A number of tenths, divided, rounded, and written with its tenth.
fn tenths(number: u64, by: u64) -> String {
    let rounded = (number + by / 2) / by;
    format!("{}.{}", rounded / 10, rounded % 10)
}

/// What the throws of one come to: `74 on 20 dice (70.0 expected): luckier than 63 of
/// 100 such players`.
fn words(throws: &Throws) -> String {
    let dice = counted(throws.count(), "die", "dice");
    let sum = throws.sum();
    let expected = tenths(throws.twice_expected() * 5, 1);
    let sums = format!("{sum} on {dice} ({expected} expected)");
    match throws.chance() {
        None => format!("{sums}."),
        Some(chance) => format!("{sums}: {}.", lucky(chance)),
    }
}

/// How lucky it was, against a hundred players who throw the same dice.
fn lucky(chance: Chance) -> String {
    let of_hundred = |parts: u64| u128::from(parts) * 100 / u128::from(WHOLE);
    match (of_hundred(chance.below), of_hundred(chance.above)) {
        (below, above) if below > above && below >= 50 => {
            let rare = rare(chance.at_least(), "high");
            format!("luckier than {below} of 100 such players{rare}")
        }
        (below, above) if above > below && above >= 50 => {
            let rare = rare(chance.at_most(), "low");
            format!("unluckier than {above} of 100 such players{rare}")
        }
        _ => "as lucky as most".to_owned(),
    }
}

/// What is rarer than one in a hundred is described by how rare it is.
fn rare(parts: u64, how: &str) -> String {
    let rounded = WHOLE.saturating_add(parts / 2);
    let one_in = rounded.checked_div(parts).unwrap_or(WHOLE);
    match one_in {
        0..=100 => String::new(),
        101..=1_000_000 => format!("; one roll in {one_in} is so {how}"),
        _ => format!("; not one roll in a million is so {how}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(faces: &[u32]) -> Throws {
        let mut throws = Throws::default();
        faces.iter().for_each(|it| throws.add(6, *it));
        throws
    }

    #[test]
    fn luck_is_told_in_words() {
        let of = |faces: &[u32]| words(&thrown(faces));
        assert_eq!(
            of(&[6, 5]),
            "11 on 2 dice (7.0 expected): luckier than 91 of 100 such players."
        );
        assert_eq!(
            of(&[1, 1, 1]),
            "3 on 3 dice (10.5 expected): unluckier than 99 of 100 such players; \
             one roll in 216 is so low."
        );
        assert_eq!(of(&[3, 4]), "7 on 2 dice (7.0 expected): as lucky as most.");
        assert!(of(&[6; 30]).ends_with("not one roll in a million is so high."));
        assert_eq!(tenths(75, 2), "3.8");
    }
}
