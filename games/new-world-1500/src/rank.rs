//! Which of several areas is best for a step (4.5). All ties fall to the order of the map, so that
//! every run can be reproduced.

use super::data::{Act, Area};
use super::group::Eye;
use packetboat_core::engine::seat::Seat;

/// The best of these areas for a step.
pub fn best(eye: &Eye<'_>, does: Act, areas: impl IntoIterator<Item = Area>) -> Option<Area> {
    areas.into_iter().min_by_key(|it| key(eye, does, *it))
}

/// How an area ranks for a step: the lowest first.
fn key(eye: &Eye<'_>, does: Act, area: Area) -> Vec<i64> {
    let (tables, world, me) = (eye.tables, eye.world, eye.me);
    let place = tables.map.rank(area);
    let owner = world.owner(area);
    let makes = || -world.makes(tables, me, area);
    match does {
        Act::Build => {
            let card = tables.map.area(area);
            let own = |such: &dyn Fn(&Area) -> bool| {
                let all = tables.map.codes().filter(|it| world.thrives(me, *it));
                -i64::try_from(all.filter(|it| such(it)).count()).expect("few")
            };
            let own_too = |it: &&Area| world.owner(**it) == Some(me);
            let beside = card.beside.iter().filter(own_too).count();
            vec![
                makes(),
                own(&|it| tables.map.area(*it).region == card.region),
                own(&|it| tables.map.area(*it).export == card.export),
                -i64::try_from(beside).expect("few"),
                place,
            ]
        }
        Act::Repair => vec![i64::from(owner != Some(me)), makes(), place],
        Act::Replace => [vec![makes()], harm(eye, area, owner, place)].concat(),
        Act::Reduce | Act::Struggle | Act::Remove => harm(eye, area, owner, place),
    }
}

/// Opposing colonies first, those that hurt most in front; of one's own what is missed least.
fn harm(eye: &Eye<'_>, area: Area, owner: Option<Seat>, place: i64) -> Vec<i64> {
    let (tables, world) = (eye.tables, eye.world);
    let thrives = owner.is_some_and(|it| world.thrives(it, area));
    let breaks = world.breaks(tables, area);
    match owner {
        Some(seat) if seat != eye.me => {
            let vp = i64::from(world.crown(seat).vp);
            vec![0, -breaks, -vp, i64::from(!thrives), place]
        }
        _ => vec![1, i64::from(thrives), i64::from(breaks > 0), 0, -place],
    }
}
