//! How far hexes lie from one another, for ships and for men on the march.

use super::super::map::{Map, Ocean};
use packetboat_kit::hex::Hex;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it costs to come to each hex from one of them.
pub(super) struct Far {
    columns: usize,
    cost: Vec<u32>,
}

impl Far {
    /// For Caravels in the Atlantic and up its rivers, in hexes.
    pub(super) fn by_sea(map: &Map, from: Hex) -> Self {
        let near = |it: Hex| map.ocean(it).is_none_or(|it| it == Ocean::Atlantic);
        let around = |hex| map.ship_neighbours(hex, true);
        Far::reckoned(map, from, u32::MAX, around, |it| near(it).then_some(1))
    }

    /// For marches of at most so many movement points that enter no `closed` hex.
    pub(super) fn by_land(map: &Map, from: Hex, most: u32, closed: impl Fn(Hex) -> bool) -> Self {
        let around = |hex| map.land_neighbours(hex).to_vec();
        let cost = |it| (!closed(it)).then(|| map.land_mp(it));
        Far::reckoned(map, from, most, around, cost)
    }

    fn reckoned(
        map: &Map,
        from: Hex,
        most: u32,
        around: impl Fn(Hex) -> Vec<Hex>,
        cost: impl Fn(Hex) -> Option<u32>,
    ) -> Self {
        let (rows, columns) = map.size();
        let columns = usize::from(columns) + 1;
        let mut far = Far {
            columns,
            cost: vec![u32::MAX; columns * (usize::from(rows) + 1)],
        };
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        *far.slot(from) = 0;
        while let Some(Reverse((so_far, here))) = open.pop() {
            if so_far > *far.slot(here) {
                continue;
            }
            for next in around(here) {
                let Some(step) = cost(next) else { continue };
                let total = so_far + step;
                if total <= most && total < *far.slot(next) {
                    *far.slot(next) = total;
                    open.push(Reverse((total, next)));
                }
            }
        }
        far
    }

    fn slot(&mut self, hex: Hex) -> &mut u32 {
        &mut self.cost[usize::from(hex.row) * self.columns + usize::from(hex.column)]
    }

    /// What it costs to come to a hex; none: nobody comes there.
    pub(super) fn to(&self, hex: Hex) -> Option<u32> {
        let cost = self.cost[usize::from(hex.row) * self.columns + usize::from(hex.column)];
        (cost < u32::MAX).then_some(cost)
    }
}
