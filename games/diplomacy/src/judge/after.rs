//! What the orders of a movement phase have come to.

use super::resolve::{Resolver, matches};
use super::{Act, Ordered};
use crate::data::Tables;
use crate::place::{Place, Province};
use packetboat_core::prelude::*;

words! {
    /// What an order has come to.
    pub enum Came: names "result" {
        /// As it says.
        Done = "done",
        /// A move was kept from its goal.
        Bounce = "bounce",
        /// A move by convoy found no way.
        NoConvoy = "no-convoy",
        /// A support was cut.
        Cut = "cut",
        /// A support or a convoy of what its unit did not do.
        Void = "void",
        /// A fleet that was to convoy was dislodged.
        Disrupted = "disrupted",
    }
}

/// What has become of a unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Fate {
    /// What its order has come to.
    pub result: Came,
    /// Which unit has dislodged it.
    pub dislodged_by: Option<usize>,
    /// Where it may retreat to.
    pub retreats: Vec<Place>,
}

/// What all orders come to, in their order. They must be lawful, one for each unit.
pub fn adjudicate(map: &Tables, all: &[Ordered], edition: Edition) -> Vec<Fate> {
    let mut resolver = Resolver::of(map, all);
    let moved: Vec<bool> = (0..all.len())
        .map(|i| all[i].act.destination().is_some() && resolver.succeeds(i))
        .collect();
    let ends: BTreeMap<Province, usize> = (0..all.len())
        .filter(|i| moved[*i])
        .map(|i| (all[i].act.destination().expect("it moves"), i))
        .collect();
    let by = |i: usize| {
        let comes = ends.get(&all[i].unit.province()).copied();
        comes.filter(|_| !moved[i])
    };
    let stays = (0..all.len()).filter(|i| !moved[*i] && by(*i).is_none());
    let mut taken: BTreeSet<Province> = stays.map(|i| all[i].unit.province()).collect();
    taken.extend(ends.keys());
    let contested = contested(&mut resolver, &moved);
    let fates = (0..all.len()).map(|i| {
        let dislodged_by = by(i);
        Fate {
            result: result(&mut resolver, i, moved[i], dislodged_by.is_some()),
            dislodged_by,
            retreats: dislodged_by.map_or_else(Vec::new, |winner| {
                // 4.A.5: who came by convoy did not come from beside.
                let by_convoy = resolver.by_convoy[winner] && edition == Edition::Of2023;
                let from = (!by_convoy).then(|| all[winner].unit.province());
                let closed = |one: &Place| {
                    Some(one.province) == from
                        || taken.contains(&one.province)
                        || contested.contains(&one.province)
                };
                let steps = map.steps(all[i].unit).into_iter();
                steps.filter(|it| !closed(it)).collect()
            }),
        }
    });
    fates.collect()
}

words! {
    /// By which edition of the rules is played where they differ.
    pub enum Edition: names "edition" {
        /// That of 2000.
        #[serde(rename = "2000")]
        Of2000 = "2000",
        /// That of 2023.
        #[serde(rename = "2023")]
        Of2023 = "2023",
    }
}

/// 6.H.6, 6.H.9: where moves kept each other out, so that nobody retreats there.
fn contested(resolver: &mut Resolver<'_>, moved: &[bool]) -> BTreeSet<Province> {
    let all = resolver.all;
    let failed = (0..all.len()).filter(|i| !moved[*i] && all[*i].act.destination().is_some());
    let kept_out = failed.filter(|i| resolver.prevents(*i) > 0);
    kept_out.filter_map(|i| all[i].act.destination()).collect()
}

fn result(resolver: &mut Resolver<'_>, i: usize, moved: bool, dislodged: bool) -> Came {
    let one = &resolver.all[i];
    let fits = |of: Province, all: &[Ordered]| {
        all.iter()
            .any(|it| it.unit.province() == of && matches(one.act, it))
    };
    match one.act {
        Act::Hold => Came::Done,
        Act::Move { .. } if moved => Came::Done,
        Act::Move { .. } if !resolver.has_way(i) => Came::NoConvoy,
        Act::Move { .. } => Came::Bounce,
        Act::Support { of, .. } | Act::Convoy { of, .. } if !fits(of, resolver.all) => Came::Void,
        Act::Support { .. } if resolver.cut_by(i).is_some() => Came::Cut,
        Act::Convoy { .. } if dislodged => Came::Disrupted,
        Act::Support { .. } | Act::Convoy { .. } => Came::Done,
    }
}
