//! How often each face of the dice was thrown, and how likely it is to throw so high or so low.
//!
//! A sum of throws is held against all that could have been thrown with the same dice: how likely
//! each sum is results from adding one die after another, in whole numbers, so that every machine
//! finds the same. Not here: which throws count, and whose they are (`desk`).

use std::collections::BTreeMap;

/// A chance of one, in the parts that chances are counted in: so small that what is lost by
/// rounding down is below one in a hundred million, whatever is thrown.
pub const WHOLE: u64 = 1 << 62;

/// Additions that a chance may take: the sum of some four thousand dice of six faces.
const WORK_MAX: u64 = 50_000_000;

/// Throws of dice: how often each face of each kind of die was thrown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Throws(BTreeMap<u32, BTreeMap<u32, u32>>);

/// How likely other sums were, in parts of [`WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    /// Of a lower sum than the one thrown.
    pub below: u64,
    /// Of a higher one.
    pub above: u64,
}

impl Chance {
    /// The chance of a sum at least as high as the one thrown.
    pub fn at_least(&self) -> u64 {
        WHOLE - self.below
    }

    /// The chance of a sum at most as high as the one thrown.
    pub fn at_most(&self) -> u64 {
        WHOLE - self.above
    }
}

impl Throws {
    /// Adds a throw: a face, from 1, of a die with this many.
    pub fn add(&mut self, sides: u32, face: u32) {
        *self.0.entry(sides).or_default().entry(face).or_default() += 1;
    }

    /// The kinds of dice that were thrown, by the number of their faces.
    pub fn kinds(&self) -> impl Iterator<Item = u32> {
        self.0.keys().copied()
    }

    /// How often a die with this many faces was thrown.
    pub fn of_kind(&self, sides: u32) -> u32 {
        self.0.get(&sides).map_or(0, |it| it.values().sum())
    }

    /// How often one of its faces was.
    pub fn of_face(&self, sides: u32, face: u32) -> u32 {
        let faces = self.0.get(&sides);
        faces.and_then(|it| it.get(&face)).copied().unwrap_or(0)
    }

    /// How many dice were thrown.
    pub fn count(&self) -> u32 {
        self.kinds().map(|it| self.of_kind(it)).sum()
    }

    /// The sum of all that was thrown.
    pub fn sum(&self) -> u64 {
        let faces = self.0.values().flatten();
        faces
            .map(|(face, times)| u64::from(*face) * u64::from(*times))
            .sum()
    }

    /// Twice the sum to be expected: a die is worth half of what its faces and one more are.
    pub fn twice_expected(&self) -> u64 {
        let each = |it: u32| u64::from(self.of_kind(it)) * (u64::from(it) + 1);
        self.kinds().map(each).sum()
    }

    /// How likely lower and higher sums were; `None`: nothing was thrown, or far more than in any
    /// game.
    pub fn chance(&self) -> Option<Chance> {
        let count = u64::from(self.count());
        let most: u64 = self
            .kinds()
            .map(|it| u64::from(self.of_kind(it)) * u64::from(it))
            .sum();
        if count == 0 || count.saturating_mul(most) > WORK_MAX {
            return None;
        }
        // How likely it is that the dice show so much more than a one each.
        let mut likely = vec![WHOLE];
        for sides in self.kinds() {
            for _ in 0..self.of_kind(sides) {
                likely = with_one_more(&likely, sides);
            }
        }
        let thrown = usize::try_from(self.sum() - count).expect("a sum of few dice");
        let (below, rest) = likely.split_at(thrown);
        Some(Chance {
            below: below.iter().sum(),
            above: rest[1..].iter().sum(),
        })
    }
}

/// The same with one die more: each sum is as likely as the sums together from which one of its
/// faces leads to it, divided by their number.
fn with_one_more(likely: &[u64], sides: u32) -> Vec<u64> {
    let faces = usize::try_from(sides).expect("a die has few faces");
    let mut window = 0;
    let sums = 0..likely.len() + faces - 1;
    let each = sums.map(|sum| {
        window += likely.get(sum).copied().unwrap_or(0);
        window -= sum.checked_sub(faces).map_or(0, |it| likely[it]);
        window / u64::from(sides)
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thrown(faces: &[(u32, u32)]) -> Throws {
        let mut throws = Throws::default();
        faces.iter().for_each(|it| throws.add(it.0, it.1));
        throws
    }

    /// Parts of `whole`, rounded.
    fn of(parts: u64, whole: u64) -> u64 {
        let all = u128::from(parts) * u128::from(whole) + u128::from(WHOLE / 2);
        u64::try_from(all / u128::from(WHOLE)).expect("a part of it")
    }

    #[test]
    fn the_chance_of_two_dice_is_known_from_every_schoolbook() {
        for (faces, below, above) in [
            ([(6, 1), (6, 1)], 0, 35),
            ([(6, 3), (6, 4)], 15, 15),
            ([(6, 5), (6, 6)], 33, 1),
        ] {
            let chance = thrown(&faces).chance().expect("something was thrown");
            assert_eq!((of(chance.below, 36), of(chance.above, 36)), (below, above));
        }
        let mixed = thrown(&[(2, 2), (6, 6), (20, 20)]).chance();
        let mixed = mixed.expect("something was thrown");
        assert_eq!((of(mixed.below, 240), mixed.above), (239, 0));
        assert_eq!(of(mixed.at_least(), 240), 1);
        assert_eq!(mixed.at_most(), WHOLE);
    }

    #[test]
    fn faces_are_counted_by_kind_of_die() {
        let throws = thrown(&[(6, 1), (6, 6), (6, 6), (20, 6)]);
        assert_eq!(throws.kinds().collect::<Vec<_>>(), [6, 20]);
        assert_eq!((throws.of_kind(6), throws.of_kind(8)), (3, 0));
        assert_eq!((throws.of_face(6, 6), throws.of_face(6, 2)), (2, 0));
        assert_eq!((throws.count(), throws.sum()), (4, 19));
        assert_eq!(throws.twice_expected(), 3 * 7 + 21);
    }

    #[test]
    fn what_no_game_throws_is_given_up_at_once() {
        assert_eq!(Throws::default().chance(), None);
        let mut many = Throws::default();
        (0..9_000).for_each(|_| many.add(6, 3));
        assert_eq!(many.chance(), None);
        assert!(thrown(&[(u32::MAX, 7)]).chance().is_none());
    }

    /// Rounding down loses next to nothing, even over a thousand dice.
    #[test]
    fn all_chances_together_are_one() {
        let mut many = Throws::default();
        // As many of each face.
        (0..996).for_each(|it| many.add(6, it % 6 + 1));
        let chance = many.chance().expect("few enough");
        let mean = WHOLE - chance.below - chance.above;
        // The likeliest sum of a thousand dice has a chance of some seven in a thousand.
        assert!((6..9).contains(&of(mean, 1_000)), "{}", of(mean, 1_000));
        assert!(chance.below.abs_diff(chance.above) < WHOLE / 100);
    }
}
