//! Which units an order means, out of those that are there (Q43); and units in words.

use super::super::data::{LeaderType, Tables};
use super::super::ids::LeaderId;
use super::super::men::{Kind, Men};
use super::super::orders::Units;
use packetboat_core::prelude::*;
use packetboat_kit::words::{commas, counted};

/// What the units of an order come to out of what is there: as many as there are, of each kind;
/// leaders by id.
pub fn wanted(units: &Units, men: &Men, leaders: &BTreeSet<LeaderId>) -> (Men, Vec<LeaderId>) {
    if units.all {
        return (*men, leaders.iter().copied().collect());
    }
    let mut left = *men;
    let mut chosen = Men::NONE;
    for item in &units.men {
        let taken = left.take(item.kind, item.number.unwrap_or(u32::MAX));
        *chosen.slot(item.kind) += taken;
    }
    let named: BTreeSet<LeaderId> = units.leaders.iter().copied().into_set();
    let led = named.intersection(leaders).copied().collect();
    (chosen, led)
}

/// What of an order's units is missing, in words: `2 Soldiers, leader cortes`. Empty: nothing.
pub fn missing(units: &Units, men: &Men, leaders: &[LeaderId]) -> String {
    let short = Kind::ALL.into_iter().filter_map(|kind| {
        let named = units.men.iter().filter(|it| it.kind == kind);
        let asked: u32 = named.filter_map(|it| it.number).sum();
        let short = asked.saturating_sub(men.get(kind));
        (short > 0).then(|| kind.counted(short))
    });
    let absent = units.leaders.iter().filter(|it| !leaders.contains(it));
    commas(short.chain(absent.map(|it| format!("leader {it}"))))
}

/// Units in words: `3 Soldiers, Cortes`; empty if there is nobody.
pub fn words<'a>(
    tables: &Tables,
    men: &Men,
    leaders: impl IntoIterator<Item = &'a LeaderId>,
) -> String {
    let men = men.each().map(|(kind, number)| kind.counted(number));
    commas(men.chain(names(tables, leaders)))
}

/// Leaders by name.
pub fn names<'a>(
    tables: &Tables,
    leaders: impl IntoIterator<Item = &'a LeaderId>,
) -> impl Iterator<Item = String> {
    let leaders = leaders.into_iter();
    leaders.map(|it| tables.leader(*it).name.clone())
}

/// Units as orders name them: `3 soldiers, leader cortes`; empty if there is nobody.
pub fn said<'a>(men: &Men, leaders: impl IntoIterator<Item = &'a LeaderId>) -> String {
    let men = men
        .each()
        .map(|(kind, number)| counted(number, kind.word()));
    let leaders = leaders.into_iter().map(|it| format!("leader {it}"));
    commas(men.chain(leaders))
}

/// How many of some leaders are of a type.
pub fn of_type<'a>(
    tables: &Tables,
    leaders: impl IntoIterator<Item = &'a LeaderId>,
    kind: LeaderType,
) -> u32 {
    let leaders = leaders.into_iter();
    let alike = leaders.filter(|it| tables.leader(**it).kind == kind);
    u32::try_from(alike.count()).expect("few leaders")
}
