//! What all pictures of a set show: which of it can be below or above what each shows alone,
//! without anybody seeing that it was moved there.
//!
//! A piece goes below if nothing that stays meets it from below, and above if nothing that stays
//! meets it from above.

use super::super::vector::reach::{Rect, meet};
use std::collections::BTreeSet;

/// Pictures, and what their pieces cover.
pub(super) struct Set<'a> {
    /// The pieces of each picture, lowest first.
    pub(super) pictures: Vec<&'a [usize]>,
    /// For each piece one rectangle around all that it covers, and those that cover it.
    pub(super) reach: &'a [(Option<Rect>, Vec<Rect>)],
}

/// What all of them show.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Layers {
    /// Below what each shows alone, lowest first.
    pub(super) below: Vec<usize>,
    /// Above it, lowest first.
    pub(super) above: Vec<usize>,
}

impl Set<'_> {
    /// What can be taken out of all of them.
    pub(super) fn divided(&self) -> Layers {
        let mut common = self.common();
        let pairs = self.pairs(&common);
        // What is now above, now below another is in no order that all of them have.
        common.retain(|shape| {
            let turned = |pair: &&(usize, usize)| pairs.contains(&(pair.1, pair.0));
            let own = pairs.range((*shape, 0)..=(*shape, usize::MAX));
            own.filter(turned).count() == 0
        });
        let all: BTreeSet<usize> = common.iter().copied().collect();
        let below = settled(all.clone(), &pairs, |(lower, upper)| (*upper, *lower));
        let rest = all.difference(&below).copied().collect();
        let above = settled(rest, &pairs, |(lower, upper)| (*lower, *upper));
        let of = |layer: &BTreeSet<usize>| {
            let all = common.iter().filter(|it| layer.contains(it));
            all.copied().collect()
        };
        Layers {
            below: of(&below),
            above: of(&above),
        }
    }

    /// Pieces that every picture shows once, in the order of the first.
    fn common(&self) -> Vec<usize> {
        let mut times = vec![0_usize; self.reach.len()];
        let mut shown = vec![0_usize; self.reach.len()];
        for picture in &self.pictures {
            picture.iter().for_each(|it| times[*it] += 1);
            let once: BTreeSet<usize> = picture.iter().copied().collect();
            once.iter().for_each(|it| shown[*it] += 1);
        }
        let count = self.pictures.len();
        let everywhere = |it: &&usize| times[**it] == count && shown[**it] == count;
        let first = self.pictures.first().copied().unwrap_or_default();
        first.iter().filter(everywhere).copied().collect()
    }

    /// Pieces that meet in a picture, the lower one first; one of them at least is common to all.
    fn pairs(&self, common: &[usize]) -> BTreeSet<(usize, usize)> {
        let count = self.reach.len();
        let mut is_common = vec![false; count];
        common.iter().for_each(|it| is_common[*it] = true);
        // Each pair is held against each other once, in either order.
        let mut seen = vec![false; count * count];
        let mut pairs = BTreeSet::new();
        for picture in &self.pictures {
            for (at, upper) in picture.iter().enumerate() {
                for lower in &picture[..at] {
                    let known = &mut seen[lower * count + upper];
                    if *known || !(is_common[*lower] || is_common[*upper]) {
                        continue;
                    }
                    *known = true;
                    if self.meet(*lower, *upper) {
                        pairs.insert((*lower, *upper));
                    }
                }
            }
        }
        pairs
    }

    fn meet(&self, one: usize, other: usize) -> bool {
        let (one, other) = (&self.reach[one], &self.reach[other]);
        let (Some(a), Some(b)) = (one.0, other.0) else {
            return false;
        };
        let near = |of: &[Rect], rect: Rect| -> Vec<Rect> {
            of.iter().filter(|at| meet(**at, rect)).copied().collect()
        };
        meet(a, b) && {
            let (one, other) = (near(&one.1, b), near(&other.1, a));
            one.iter().any(|it| other.iter().any(|at| meet(*it, *at)))
        }
    }
}

/// The most of these that can go: none may meet, on the side it goes to, one that does not go.
/// `sides` gives of a pair the one that would go past the other.
fn settled(
    mut going: BTreeSet<usize>,
    pairs: &BTreeSet<(usize, usize)>,
    sides: impl Fn(&(usize, usize)) -> (usize, usize),
) -> BTreeSet<usize> {
    loop {
        let stuck: BTreeSet<usize> = pairs
            .iter()
            .map(&sides)
            .filter(|(goes, past)| going.contains(goes) && !going.contains(past))
            .map(|it| it.0)
            .collect();
        if stuck.is_empty() {
            return going;
        }
        going.retain(|it| !stuck.contains(it));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces in a row that each meet those beside them.
    fn divided(pictures: &[&[usize]]) -> (Vec<usize>, Vec<usize>) {
        let rect = |at: i32| (10 * at, 0, 10 * at + 15, 10);
        let reach: Vec<(Option<Rect>, Vec<Rect>)> =
            (0..10).map(|it| (Some(rect(it)), vec![rect(it)])).collect();
        let set = Set {
            pictures: pictures.to_vec(),
            reach: &reach,
        };
        let layers = set.divided();
        (layers.below, layers.above)
    }

    #[test]
    fn what_is_alike_goes_where_nobody_sees_that_it_moved() {
        // 1 is on 0, 2 on 3 and on 1; 0 and 3 are the first picture's own, 5 meets none.
        let pictures: [&[usize]; 2] = [&[0, 1, 5, 3, 2], &[1, 5, 2]];
        assert_eq!(divided(&pictures), (vec![5], vec![1, 2]));
        assert_eq!(divided(&[&[1, 0, 5], &[1, 5]]), (vec![1, 5], vec![]));
        // 4 must stay below 5, which stays where it is, and above 3, which does too.
        assert_eq!(divided(&[&[3, 4, 5], &[4]]), (vec![], vec![]));
    }

    #[test]
    fn what_is_not_in_all_or_lies_otherwise_stays() {
        assert_eq!(divided(&[&[1, 3, 5], &[1, 5]]), (vec![1, 5], vec![]));
        assert_eq!(divided(&[&[1, 3, 5], &[3, 5, 1]]).0, [1, 3, 5]);
        assert_eq!(divided(&[&[1, 2, 5], &[2, 5, 1]]).0, [5]);
        assert_eq!(divided(&[&[1, 1, 5], &[1, 1, 5]]).0, [5]);
        assert_eq!(divided(&[]), (vec![], vec![]));
    }
}
