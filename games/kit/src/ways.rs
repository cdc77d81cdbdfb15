//! Ways over a board: hexes, cells, areas, whatever is beside each other. The same board gives the
//! same way, so that a player can compute it beforehand.
//!
//! A board is a function `around`: the places beside a place. It must be mutual: what is beside a
//! place has that place beside it. Closed sides are left out there; closed places have no cost.
//!
//! Not here: who may go where, and what it costs (each game's map).

use packetboat_core::gather::Gather;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// What a way costs: what it is chosen by first and second.
pub type Cost = (u32, u32);

/// The best way from a place to one of the goals: the places entered, in order; empty if it starts
/// at a goal, `None` if there is none. `cost` is what it takes to enter a place, more than `(0,
/// 0)`; `None`: it is closed, though the way may start there.
///
/// Of equally good ways it is that which, step by step, goes to the first place that `around`
/// names.
///
/// ```
/// use packetboat_kit::ways::way;
/// // Four by four cells as (row, column); of equal ways north comes first, then east.
/// let around = |(row, column): (u8, u8)| {
///     let all = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)];
///     all.into_iter().filter(|it| (1..=4).contains(&it.0) && (1..=4).contains(&it.1))
/// };
/// let free = way((4, 1), [(2, 2)], around, |_| Some((1, 0)));
/// assert_eq!(free, Some(vec![(3, 1), (2, 1), (2, 2)]));
/// let island = |it| (it != (3, 1)).then_some((1, 0));
/// assert_eq!(way((4, 1), [(2, 2)], around, island), Some(vec![(4, 2), (3, 2), (2, 2)]));
/// ```
pub fn way<P: Copy + Ord, I: IntoIterator<Item = P>>(
    from: P,
    goals: impl IntoIterator<Item = P>,
    around: impl Fn(P) -> I,
    cost: impl Fn(P) -> Option<Cost>,
) -> Option<Vec<P>> {
    // The search runs backwards from the goals; the way is then walked forwards, which settles
    // ties.
    let goals = goals.into_iter();
    let goals = goals.filter(|it| *it == from || cost(*it).is_some());
    let mut left: BTreeMap<P, Cost> = goals.map(|it| (it, (0, 0))).into_map();
    let mut open: BinaryHeap<_> = left.iter().map(|it| Reverse((*it.1, *it.0))).collect();
    while let Some(Reverse((so_far, here))) = open.pop() {
        if here == from {
            break;
        }
        let stale = left[&here] != so_far;
        let Some(step) = cost(here).filter(|_| !stale) else {
            continue;
        };
        let total = add(so_far, step);
        for next in around(here) {
            let known = left.entry(next).or_insert((u32::MAX, u32::MAX));
            if total < *known {
                *known = total;
                open.push(Reverse((total, next)));
            }
        }
    }
    let mut left_here = *left.get(&from)?;
    let (mut here, mut way) = (from, Vec::new());
    while left_here != (0, 0) {
        let fits = |place: &P| {
            let rest = left.get(place).zip(cost(*place));
            rest.is_some_and(|(rest, step)| add(*rest, step) == left_here)
        };
        let next = around(here).into_iter().find(fits);
        here = next.expect("a place with a distance has a way to a goal");
        left_here = left[&here];
        way.push(here);
    }
    Some(way)
}

fn add(one: Cost, other: Cost) -> Cost {
    (one.0.saturating_add(other.0), one.1.saturating_add(other.1))
}

/// The places no step away, one step away, two, and so on, each ring in the order of its places.
///
/// ```
/// use packetboat_kit::ways::rings;
/// let beside = |it: u8| match it {
///     1 => vec![3, 2],
///     2 => vec![1, 4],
///     3 => vec![1],
///     _ => vec![2],
/// };
/// assert_eq!(rings(1, beside).collect::<Vec<_>>(), [vec![1], vec![2, 3], vec![4]]);
/// let steps_to_4 = rings(1, beside).position(|ring| ring.contains(&4));
/// assert_eq!(steps_to_4, Some(2));
/// ```
pub fn rings<P: Copy + Ord, I: IntoIterator<Item = P>>(
    from: P,
    around: impl Fn(P) -> I,
) -> impl Iterator<Item = Vec<P>> {
    let mut seen = [from].into_iter().into_set();
    std::iter::successors(Some(vec![from]), move |ring| {
        let beside = ring.iter().flat_map(|it| around(*it));
        let mut next: Vec<P> = beside.filter(|it| seen.insert(*it)).collect();
        next.sort_unstable();
        (!next.is_empty()).then_some(next)
    })
}

/// Two places of which the second is beside the first, but not the first beside the second: where
/// there are such, a board is not mutual.
///
/// ```
/// use packetboat_kit::ways::one_way;
/// let board = [(1, [2].into()), (2, [1, 3].into()), (3, [].into())].into();
/// assert_eq!(one_way(&board), Some((2, 3)));
/// ```
pub fn one_way<P: Copy + Ord>(beside: &BTreeMap<P, BTreeSet<P>>) -> Option<(P, P)> {
    let mut pairs = beside
        .iter()
        .flat_map(|(from, to)| to.iter().map(|it| (*from, *it)));
    pairs.find(|(from, to)| !beside.get(to).is_some_and(|it| it.contains(from)))
}

/// Of the places that are wanted the nearest: fewest steps, then the lowest.
pub fn nearest<P: Copy + Ord, I: IntoIterator<Item = P>>(
    from: P,
    wanted: impl Fn(P) -> bool,
    around: impl Fn(P) -> I,
) -> Option<P> {
    rings(from, around).flatten().find(|it| wanted(*it))
}

/// Parts these places into those that hang together, through each other only: each part as it was
/// found from its lowest place, the part with the lowest place first.
///
/// ```
/// use packetboat_kit::ways::parts;
/// let beside = |it: u8| [it - 1, it + 1];
/// assert_eq!(parts([7, 3, 4, 8, 2, 6], beside), [vec![2, 3, 4], vec![6, 7, 8]]);
/// ```
pub fn parts<P: Copy + Ord, I: IntoIterator<Item = P>>(
    places: impl IntoIterator<Item = P>,
    around: impl Fn(P) -> I,
) -> Vec<Vec<P>> {
    let mut left: BTreeSet<P> = places.into_iter().into_set();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = vec![first];
        let mut done = 0;
        while let Some(here) = part.get(done).copied() {
            part.extend(around(here).into_iter().filter(|it| left.remove(it)));
            done += 1;
        }
        parts.push(part);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of six, with a detour from 1 over 12, 13 and 14 to 4.
    fn around(place: u8) -> Vec<u8> {
        let (row, detour) = ([1, 2, 3, 4, 5, 6], [1, 12, 13, 14, 4]);
        let pairs = row.windows(2).chain(detour.windows(2));
        let edges = pairs.filter(|edge| edge.contains(&place)).flatten();
        edges.copied().filter(|other| *other != place).collect()
    }

    #[test]
    fn a_way_costs_least_by_the_first_number_and_then_by_the_second() {
        let to_4 = |cost: &dyn Fn(u8) -> Option<Cost>| way(1, [4], around, cost);
        assert_eq!(to_4(&|_| Some((1, 0))), Some(vec![2, 3, 4]));
        let dear = |it| Some((if it == 3 { 5 } else { 1 }, 0));
        assert_eq!(to_4(&dear), Some(vec![12, 13, 14, 4]));
        let crowded = |it| Some((1, u32::from(it == 3) * 5));
        assert_eq!(
            to_4(&crowded),
            Some(vec![2, 3, 4]),
            "the first number counts more"
        );
    }

    #[test]
    fn closed_places_are_neither_passed_nor_entered() {
        let shut = |closed: u8| move |it| (it != closed).then_some((1, 0));
        assert_eq!(way(1, [5], around, shut(4)), None);
        assert_eq!(way(1, [4, 6], around, shut(4)), None);
        assert_eq!(
            way(4, [4], around, shut(4)),
            Some(Vec::new()),
            "it may start in one"
        );
        assert_eq!(way(4, [3], around, shut(4)), Some(vec![3]));
    }

    #[test]
    fn the_nearest_goal_is_taken() {
        assert_eq!(
            way(3, [1, 6, 14], around, |_| Some((1, 0))),
            Some(vec![2, 1])
        );
        assert_eq!(nearest(3, |it| [1, 5, 6].contains(&it), around), Some(1));
        assert_eq!(nearest(3, |it| it == 9, around), None);
    }
}
