//! What settled land is worth until the end of the game, in hundredths of a Ducat.

use super::super::ids::AreaId;
use super::mind::{DUCAT, Mind, VP};
use packetboat_kit::hex::Hex;
use std::collections::BTreeMap;

/// Resource Level looked forward to where an Area has not five Colonists yet, in hundredths.
const HOPED_LEVEL: i64 = 170;

/// Own Colonists by hex, as they are or as they might be.
#[derive(Debug, Clone, Default)]
pub(super) struct Colony {
    /// By hex.
    pub(super) heads: BTreeMap<Hex, u32>,
}

impl Colony {
    /// As they are.
    pub(super) fn of(mind: &Mind<'_>) -> Self {
        Colony {
            heads: mind.settlements(),
        }
    }

    /// Colonists in a hex.
    pub(super) fn at(&self, hex: Hex) -> u32 {
        self.heads.get(&hex).copied().unwrap_or(0)
    }

    /// Room for more in a hex (4.2).
    pub(super) fn room(&self, mind: &Mind<'_>, hex: Hex) -> u32 {
        mind.tables()
            .units
            .stack_colonists
            .saturating_sub(self.at(hex))
    }

    /// Some settle in a hex.
    pub(super) fn add(&mut self, hex: Hex, heads: u32) {
        *self.heads.entry(hex).or_default() += heads;
    }

    /// Some leave it.
    pub(super) fn take(&mut self, hex: Hex, heads: u32) {
        let left = self.at(hex).saturating_sub(heads);
        match left {
            0 => self.heads.remove(&hex),
            _ => self.heads.insert(hex, left),
        };
    }

    /// Colonists in an Area.
    pub(super) fn in_area(&self, mind: &Mind<'_>, area: AreaId) -> u32 {
        let here = self
            .heads
            .iter()
            .filter(|(hex, _)| mind.map().area(**hex) == Some(area));
        here.map(|(_, heads)| heads).sum()
    }

    /// What an Area is worth with so many own Soldiers in it.
    pub(super) fn worth(&self, mind: &Mind<'_>, area: AreaId, soldiers: u32) -> i64 {
        let heads = self.in_area(mind, area);
        if heads == 0 {
            return 0;
        }
        let turns = i64::from(mind.left);
        let settled = self
            .heads
            .keys()
            .filter(|it| mind.map().area(**it) == Some(area));
        let wasted: i64 = settled.map(|hex| self.wasted(mind, area, *hex)).sum();
        let (mined, diggers) = super::mines::worth(mind, area, &self.heads, soldiers);
        let beside = beside_mine(mind, area, heads - diggers);
        let income = income(mind, area, heads).max(mined + beside);
        income - upkeep(heads, turns) + control(mind, area, heads)
            - wasted
            - unrest(mind, area, heads, soldiers)
    }

    /// What attrition will take from a settlement, the treaty included.
    fn wasted(&self, mind: &Mind<'_>, area: AreaId, hex: Hex) -> i64 {
        let (turns, heads) = (i64::from(mind.left), i64::from(self.at(hex)));
        let each = gain_a_head(mind, area);
        // A loss costs what the lost one would have earned: on the average half of the turns.
        let lost = mind.wasting(hex) * each * turns * (turns + 1) / 2 / 100;
        let most = heads * each * turns * 6 / 10;
        let fine = if mind.forbidden(area) {
            let vp = i64::from(mind.tables().ret.tordesillas_settlement_vp);
            vp.abs() * VP * i64::from(mind.treaty_turns().min(mind.left))
        } else {
            0
        };
        lost.min(most) + fine
    }
}

/// What a Colonist earns a turn in an Area with five, above his upkeep.
pub(super) fn gain_a_head(mind: &Mind<'_>, area: AreaId) -> i64 {
    let rate = if mind.map().area_of(area).r2 { 2 } else { 1 };
    (2 * rate - 1) * DUCAT
}

/// What Colonists in an Area earn until the end.
fn income(mind: &Mind<'_>, area: AreaId, heads: u32) -> i64 {
    let rate = if mind.map().area_of(area).r2 { 2 } else { 1 };
    let (turns, level) = (i64::from(mind.left), heads >= mind.tables().gold.level_two);
    let heads = i64::from(heads) * rate;
    if level {
        heads * 2 * DUCAT * turns
    } else {
        heads * DUCAT + heads * HOPED_LEVEL * (turns - 1)
    }
}

/// What Colonists beside a mine earn until the end (4.9).
fn beside_mine(mind: &Mind<'_>, area: AreaId, heads: u32) -> i64 {
    let rate = if mind.map().area_of(area).r2 { 2 } else { 1 };
    let each = i64::from(mind.tables().gold.beside_mine) * rate;
    i64::from(heads) * each * DUCAT * i64::from(mind.left)
}

fn upkeep(heads: u32, turns: i64) -> i64 {
    i64::from(heads) * DUCAT * (turns - 1)
}

/// What control at the end is worth, as sure as it is (4.11, 5.2).
fn control(mind: &Mind<'_>, area: AreaId, heads: u32) -> i64 {
    let needed = mind.tables().gold.control.max(mind.rivals(area) + 1);
    let Some(spare) = heads.checked_sub(needed) else {
        return 0;
    };
    let sure = match (mind.left, spare) {
        (0..=1, 0) => 65,
        (0..=1, _) => 93,
        (2..=3, 0) => 40,
        (2..=3, 1) => 70,
        (2..=3, _) => 90,
        (_, 0) => 30,
        (_, 1) => 45,
        (_, _) => 60,
    };
    i64::from(mind.map().area_of(area).vp) * VP * sure / 100
}

/// What uprisings may cost until the natives are quiet (4.7).
fn unrest(mind: &Mind<'_>, area: AreaId, heads: u32, soldiers: u32) -> i64 {
    let natives = i64::from(mind.open().natives(area));
    if natives == 0 {
        return 0;
    }
    let crowd = i64::from((heads + mind.rivals(area)) / mind.tables().uprising.colonists_per_level);
    let level = natives + crowd - i64::from(soldiers);
    // Soldiers quiet the natives in a turn or two; without them it never ends.
    let turns = match (soldiers, mind.left) {
        (0, left) => i64::from(left.min(8)),
        (_, left) => i64::from(left.min(2)),
    };
    let each = gain_a_head(mind, area) * i64::from(mind.left) + VP;
    level.clamp(0, 5) * turns * each * 8 / 60
}

/// Soldiers that quiet natives of a level surely and soon (4.6): two to one.
pub(super) fn soldiers_for(natives: u32) -> u32 {
    2 * natives
}
