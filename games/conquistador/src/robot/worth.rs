//! What settled land is worth until the end of the game, in hundredths of a Ducat.

use super::super::ids::AreaId;
use super::super::map::Area;
use super::mind::{DUCAT, Mind, VP};
use packetboat_kit::hex::Hex;
use std::collections::BTreeMap;

/// Resource Level looked forward to where an Area has not five Colonists yet, in hundredths.
const HOPED_LEVEL: i64 = 170;

/// What is left on the average of a Ducat that a mine could raise a turn.
const KEPT: i64 = 65;

/// What it is worth to look for gold.
const HOPE: i64 = DUCAT;

/// Own Colonists by Area and hex, as they are or as they might be.
#[derive(Debug, Clone, Default)]
pub(super) struct Colony {
    areas: BTreeMap<AreaId, Vec<(Hex, u32)>>,
}

impl Colony {
    /// As they are.
    pub(super) fn of(mind: &Mind<'_>) -> Self {
        let mut colony = Colony::default();
        for (hex, stack) in mind.open().stacks_of(mind.me) {
            colony.add(mind, hex, stack.men.colonists);
        }
        colony
    }

    /// Those of an Area.
    fn of_area(&self, area: AreaId) -> &[(Hex, u32)] {
        self.areas.get(&area).map_or(&[], Vec::as_slice)
    }

    /// Colonists in a hex.
    pub(super) fn at(&self, mind: &Mind<'_>, hex: Hex) -> u32 {
        let settled = mind.map().area(hex).map_or(&[][..], |it| self.of_area(it));
        settled.iter().find(|it| it.0 == hex).map_or(0, |it| it.1)
    }

    /// Room for more in a hex (4.2).
    pub(super) fn room(&self, mind: &Mind<'_>, hex: Hex) -> u32 {
        let most = mind.tables().units.stack_colonists;
        most.saturating_sub(self.at(mind, hex))
    }

    /// Some settle in a hex.
    pub(super) fn add(&mut self, mind: &Mind<'_>, hex: Hex, heads: u32) {
        if let Some(area) = mind.map().area(hex).filter(|_| heads > 0) {
            settle(self.areas.entry(area).or_default(), hex, heads);
        }
    }

    /// What an Area gains by Colonists who settle in a hex, with so many own Soldiers in it before
    /// and afterwards.
    pub(super) fn gain(
        &self,
        mind: &Mind<'_>,
        area: AreaId,
        (hex, heads): (Hex, u32),
        (before, after): (u32, u32),
    ) -> i64 {
        let mut settled = self.of_area(area).to_vec();
        settle(&mut settled, hex, heads);
        worth(mind, area, &settled, after) - worth(mind, area, self.of_area(area), before)
    }
}

fn settle(settled: &mut Vec<(Hex, u32)>, hex: Hex, heads: u32) {
    match settled.iter_mut().find(|it| it.0 == hex) {
        Some(slot) => slot.1 += heads,
        None => settled.push((hex, heads)),
    }
}

/// What an Area is worth with these Colonists and so many own Soldiers in it.
fn worth(mind: &Mind<'_>, area: AreaId, settled: &[(Hex, u32)], soldiers: u32) -> i64 {
    let heads: u32 = settled.iter().map(|it| it.1).sum();
    if heads == 0 {
        return 0;
    }
    let card = mind.map().area_of(area);
    let wasted: i64 = settled.iter().map(|it| wasted(mind, card, *it)).sum();
    let farmed = farmed(mind, card, heads).max(mined(mind, card, settled));
    let hopes = settled.iter().filter(|it| is_unopened(mind, it.0)).count();
    let hopes = i64::try_from(hopes).unwrap_or(0) * HOPE;
    let upkeep = i64::from(heads) * DUCAT * (i64::from(mind.left) - 1);
    let fined = i64::from(mind.forbidden_turns(area)) * VP;
    let fine = i64::from(mind.tables().ret.tordesillas_settlement_vp).abs() * fined;
    let fines = fine * i64::try_from(settled.len()).unwrap_or(0);
    farmed + hopes - upkeep - wasted - fines + control(mind, card, heads)
        - unrest(mind, card, heads, soldiers)
}

/// Whether there may be gold in a hex that nobody has looked for.
fn is_unopened(mind: &Mind<'_>, hex: Hex) -> bool {
    mind.tables().gold.sites.contains_key(&hex) && !mind.open().mines.contains_key(&hex)
}

/// What Colonists earn until the end who dig in the open mines of an Area, and beside them (4.9):
/// mines run low.
fn mined(mind: &Mind<'_>, card: &Area, settled: &[(Hex, u32)]) -> i64 {
    let (gold, turns) = (&mind.tables().gold, i64::from(mind.left));
    let mut sum = 0;
    for (hex, heads) in settled {
        let mine = mind.open().mines.get(hex);
        let free = mine.filter(|it| it.capacity > 0 && it.owner.is_none_or(|it| it == mind.me));
        sum += match free {
            Some(mine) => i64::from(mine.capacity.min(heads * gold.per_colonist)) * KEPT,
            None => i64::from(heads * gold.beside_mine) * rate(card) * DUCAT,
        };
    }
    sum * turns
}

fn rate(card: &Area) -> i64 {
    if card.r2 { 2 } else { 1 }
}

/// What a Colonist earns a turn in an Area with five, above his upkeep.
fn gain_a_head(card: &Area) -> i64 {
    (2 * rate(card) - 1) * DUCAT
}

/// What attrition will take from a settlement.
fn wasted(mind: &Mind<'_>, card: &Area, (hex, heads): (Hex, u32)) -> i64 {
    let (turns, each) = (i64::from(mind.left), gain_a_head(card));
    // A loss costs what the lost one would have earned: on the average half of the turns.
    let lost = mind.wasting(hex) * each * turns * (turns + 1) / 2 / 100;
    lost.min(i64::from(heads) * each * turns * 6 / 10)
}

/// What Colonists earn from the land until the end.
fn farmed(mind: &Mind<'_>, card: &Area, heads: u32) -> i64 {
    let (turns, each) = (i64::from(mind.left), i64::from(heads) * rate(card));
    if heads >= mind.tables().gold.level_two {
        each * 2 * DUCAT * turns
    } else {
        each * DUCAT + each * HOPED_LEVEL * (turns - 1)
    }
}

/// What control at the end is worth, as sure as it is (4.11, 5.2).
fn control(mind: &Mind<'_>, card: &Area, heads: u32) -> i64 {
    let needed = mind
        .tables()
        .gold
        .control
        .max(mind.held(card.id).rivals + 1);
    let Some(spare) = heads.checked_sub(needed) else {
        return 0;
    };
    let spare = i64::from(spare.min(2));
    let sure = if mind.left > 3 {
        30 + 15 * spare
    } else {
        40 + 25 * spare
    };
    i64::from(card.vp) * VP * sure / 100
}

/// What uprisings may cost until the natives are quiet (4.7).
fn unrest(mind: &Mind<'_>, card: &Area, heads: u32, soldiers: u32) -> i64 {
    let natives = i64::from(mind.open().natives(card.id));
    if natives == 0 {
        return 0;
    }
    let per_level = mind.tables().uprising.colonists_per_level;
    let crowd = i64::from((heads + mind.held(card.id).rivals) / per_level);
    let level = natives + crowd - i64::from(soldiers);
    // Soldiers quiet the natives in a turn or two; without them it never ends.
    let turns = i64::from(mind.left.min(if soldiers == 0 { 8 } else { 2 }));
    let each = gain_a_head(card) * i64::from(mind.left) + VP;
    level.clamp(0, 5) * turns * each * 8 / 60
}

/// Soldiers that quiet natives of a level surely and soon (4.6): two to one.
pub(super) fn soldiers_for(natives: u32) -> u32 {
    2 * natives
}
