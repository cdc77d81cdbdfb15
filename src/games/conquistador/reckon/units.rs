//! Which units an order means, out of those that are there (Q43).

use super::super::data::{LeaderType, Tables};
use super::super::ids::LeaderId;
use super::super::men::{Kind, Men};
use super::super::orders::Units;
use std::collections::BTreeSet;

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
    let named: BTreeSet<LeaderId> = units.leaders.iter().copied().collect();
    let led = named.intersection(leaders).copied().collect();
    (chosen, led)
}

/// What of an order's units is missing, in words: `2 Soldiers, leader cortes`. Empty: nothing.
pub fn missing(units: &Units, men: &Men, leaders: &[LeaderId]) -> String {
    let mut short: Vec<String> = Vec::new();
    for kind in Kind::ALL {
        let named = units.men.iter().filter(|it| it.kind == kind);
        let asked: u32 = named.filter_map(|it| it.number).sum();
        if asked > men.get(kind) {
            short.push(kind.counted(asked - men.get(kind)));
        }
    }
    for leader in units.leaders.iter().filter(|it| !leaders.contains(it)) {
        short.push(format!("leader {leader}"));
    }
    short.join(", ")
}

/// Units in words: `3 Soldiers, Cortes`.
pub fn words(tables: &Tables, men: &Men, leaders: &[LeaderId]) -> String {
    let mut words: Vec<String> = Vec::new();
    if !men.is_empty() {
        words.push(men.words());
    }
    words.extend(leaders.iter().map(|it| tables.leader(*it).name.clone()));
    words.join(", ")
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
